"""The game file: its format, what is refused when it is read, and what its verification proves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

import msgspec
import pytest

from tests.support.recorded_games import GAME, played, secret
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded, choose_all, commitment
from trainshed.kernel.record import (
    AGREE,
    ASK,
    CONCEDE,
    DECLINE,
    FIRST_LINE,
    FLAG,
    LONGEST_LINE,
    MOVE,
    PAUSE,
    RESUME,
    SEAT,
    UNDO,
    UNFINISHED,
    Record,
    Recorder,
    RecordError,
    ReplayStep,
    Row,
    as_seen,
    final,
    read,
    replay,
    verify,
    write,
)
from trainshed.kernel.rulebook import Illegal


@pytest.fixture(scope="module")
def record() -> Record:
    return played(1)


def without_seal(text: str) -> str:
    return re.sub(r"^seal: .*\n", "", text, flags=re.MULTILINE)


def refused(text: str) -> str:
    """The one-line error with which a text is refused."""
    with pytest.raises(RecordError) as error:
        verify(read(text))
    assert "\n" not in str(error.value)
    return str(error.value)


# ---------------------------------------------------------------- the format


def test_text_and_back(record: Record) -> None:
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text


def test_the_order_of_the_lines(record: Record) -> None:
    lines = write(record).splitlines()
    keys = [line.split(":")[0] for line in lines if line and not line[0].isdigit()]
    assert keys == [
        "trainshed 1",
        "title",
        "edition",
        "pack",
        "option forbid_dead_end",
        "option start",
        "seat 1",
        "seat 2",
        "table",
        "commitment",
        "result",
        "standings",
        "position",
        "secret",
        "seal",
    ]
    rows = [line for line in lines if line and line[0].isdigit()]
    assert [int(row.split()[0]) for row in rows] == list(range(1, len(record.rows) + 1))
    assert rows[0].startswith("1 * start:")


def test_a_file_can_be_typed_in_by_hand(record: Record) -> None:
    text = without_seal(write(record)).replace("\n\n", "\n\n# the game itself\n\n", 1)
    assert read(text) == record


def test_line_ends_of_other_systems(record: Record) -> None:
    assert read(write(record).replace("\n", "\r\n")) == record


def test_rows_of_every_kind_come_back() -> None:
    rows = [
        Row(NATURE, MOVE, "start:1"),
        Row(0, SEAT, "a name "),
        Row(1, SEAT, " "),
        Row(0, UNDO, "1"),
        Row(1, FLAG),
        Row(0, ASK, "takeback 1"),
        Row(1, DECLINE),
        Row(1, ASK, "pause"),
        Row(0, AGREE),
        Row(1, PAUSE),
        Row(0, RESUME),
        Row(0, CONCEDE),
    ]
    assert [Row.of(row.seat, row.said) for row in rows] == rows
    made = Record("lok-n-roll", 1, GAME.pack.digest, ["A", "B"], {}, rows, "conceded 1")
    assert read(write(made)) == made


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (FIRST_LINE, "trainshed 2", "line 1: a record begins with 'trainshed 1'"),
        ("edition: 1", "edition: one", "the edition is a number"),
        ("edition: 1", "edition: 99", "has no edition 99"),
        ("title: lok-n-roll", "title: snakes", "no title 'snakes'"),
        ("title: lok-n-roll", "titel: lok-n-roll", "no such field: 'titel'"),
        ("title: lok-n-roll\n", "", "title is missing"),
        ("title: lok-n-roll", "title: lok-n-roll\ntitle: lok-n-roll", "title stands twice"),
        ("seat 2: Béla", "seat 3: Béla", "no such field: 'seat 3'"),
        ("seat 2: Béla\n", "", "no such seat: '2'"),
        ("option start: random", "option start: me", "option start is one of random, seat-1, seat-2, not 'me'"),
        ("option start: random", "option colour: red", "no option 'colour' with 2 seats"),
        ("option start: random", "option start: random\noption start: random", "option start stands twice"),
        ("\n2 * ", "\n3 * ", "row 2 is missing"),
        ("\n1 * start", "\n1 7 start", "no such seat: '7'"),
        ("\n1 * start", "\n1 1 start", "row 1: it is the question of nature"),
        ("\n1 * start:", "\n1 * Start:", "not a word"),
        ("\n1 * start:", "\n1 * begin:", "has no word"),
        ("\n1 * start:", "\n1 * /undo ", "not a row"),
        ("\nstandings: ", "\nstandings: 1 ", "standings are one rank a seat"),
        ("\nresult: ", "\ntable: late\nresult: ", "'table' belongs above the rows"),
        ("\nresult: ", "\nresult: 1 ", "the result is"),
        ("\nresult: ", "\nnothing\nresult: ", "neither a row nor 'name: value'"),
    ],
)
def test_what_is_wrong_is_said(record: Record, old: str, new: str, said: str) -> None:
    text = without_seal(write(record))
    assert old in text
    assert said in refused(text.replace(old, new, 1))


def test_nothing_is_too_long(record: Record) -> None:
    assert "too long" in refused(write(record).replace("Ada", "A" * LONGEST_LINE))
    assert "neither" in refused(write(record).replace("Ada", "A" * 81))


def test_nothing_follows_the_seal(record: Record) -> None:
    assert "nothing follows the seal" in refused(write(record) + "table: another\n")


def test_another_content_pack(record: Record) -> None:
    other = "0" * 64
    assert "recorded with content pack 000000000000" in refused(write(msgspec.structs.replace(record, pack=other)))


def test_after_the_end_comes_nothing(record: Record) -> None:
    more = msgspec.structs.replace(record, rows=[*record.rows, Row(0, MOVE, "pass")])
    assert refused(write(more)) == f"row {len(more.rows)}: the game is over"


def test_an_illegal_row_is_refused_with_its_clause() -> None:
    record = played(1, stop=40)
    step = next(step for step in replay(record) if "pass" in words(step))
    rows = [*record.rows[: step.seq - 1], Row(step.row.seat, MOVE, "stop")]
    said = refused(write(msgspec.structs.replace(record, rows=rows)))
    assert said == f"row {step.seq}: stop is refused by LR-TURN-04"


# ---------------------------------------------------------------- undo


def test_undone_rows_stay_and_are_skipped() -> None:
    record = played(2, undo=True)
    taken_back = sum(row.kind == UNDO for row in record.rows)
    assert taken_back > 5
    standing: list[Row] = []
    for row in record.rows:
        if row.kind == UNDO:
            standing.pop()
        else:
            standing.append(row)
    assert len(standing) == len(record.rows) - 2 * taken_back
    assert final(record).digest() == final(msgspec.structs.replace(record, rows=standing)).digest()
    assert verify(record).rows == len(record.rows)


def test_several_rows_can_be_taken_back_at_once() -> None:
    record = played(3, stop=30)
    early = final(msgspec.structs.replace(record, rows=record.rows[:10])).digest()
    back = msgspec.structs.replace(record, rows=[*record.rows, Row(0, UNDO, "20")])
    assert final(back).digest() == early
    too_far = msgspec.structs.replace(back, rows=[*back.rows, Row(1, UNDO, "11")])
    assert refused(write(too_far)) == "row 32: there are not 11 rows to take back"


def test_rows_beside_the_game_change_nothing() -> None:
    record = played(3, stop=30)
    beside = [Row(0, FLAG), Row(0, ASK, "pause"), Row(1, AGREE), Row(0, PAUSE), Row(1, SEAT, "Zoë"), Row(1, CONCEDE)]
    more = msgspec.structs.replace(record, rows=[*record.rows, *beside], result="conceded 2", secret=secret(3).hex())
    assert final(more).digest() == final(record).digest()
    assert not verify(more).over
    assert "cannot be conceded 1" in refused(write(msgspec.structs.replace(more, result="conceded 1")))


# ---------------------------------------------------------------- replay and the recorder


def test_replay_gives_the_position_before_each_row(record: Record) -> None:
    state = record.start()
    for step in replay(record):
        assert step.before.digest() == state.digest()
        state.play(step.move)
    assert state.over
    assert state.digest() == final(record).digest()
    assert state.result() == record.result


def test_the_recorder_refuses_an_illegal_move_and_notes_nothing() -> None:
    recorder = Recorder(GAME.start(2), ["A", "B"], Seeded(1))
    recorder.draw()
    with pytest.raises(Illegal):
        recorder.play(GAME.vocabulary.id("pass"))
    assert len(recorder.record.rows) == 1


def test_a_running_game_tells_no_secret() -> None:
    running = played(4, stop=50)
    assert running.result == UNFINISHED
    assert running.secret == ""
    assert running.commitment == commitment(secret(4))
    proof = verify(running)
    assert not proof.over
    assert not proof.committed


# ---------------------------------------------------------------- what a seat may read


def test_the_log_of_a_seat_hides_what_others_drew() -> None:
    record = played(5, stop=60)
    logs = [as_seen(record, seat) for seat in (0, 1, None)]
    drawn = [row.text for row in logs[2].rows if "?" in row.text]
    assert set(drawn) == {"draw:?"}
    for truth, first, second, spectator in zip(record.rows, *(log.rows for log in logs), strict=True):
        assert {first.text, second.text, spectator.text} <= {truth.text, "draw:?"}
        if spectator.text != truth.text:  # hidden: exactly one seat knows it
            assert [first.text, second.text].count(truth.text) == 1
    for log, who in zip(logs, ("1", "2", "spectator"), strict=True):
        text = write(log)
        assert f"\nseen: {who}\n" in text
        assert read(text) == log
        assert log.secret == ""
        assert log.result == UNFINISHED
        assert refused(text) == "the log of one seat does not tell the whole game"


def test_a_question_mark_is_no_word_of_a_whole_record() -> None:
    log = as_seen(played(5, stop=60), 0)
    assert "not a word: 'draw:?'" in refused(write(msgspec.structs.replace(log, seen="")))


# ---------------------------------------------------------------- the result


def test_the_result_is_checked(record: Record) -> None:
    first, second = record.result.split()
    wrong = msgspec.structs.replace(record, result=f"{int(first) + 1} {second}")
    assert refused(write(wrong)) == f"the result is {record.result}, not {wrong.result}"
    wrong = msgspec.structs.replace(record, standings=record.standings[::-1])
    assert refused(write(wrong)).startswith("the standings are")
    wrong = msgspec.structs.replace(record, result=UNFINISHED, standings=[])
    assert refused(write(wrong)).startswith("the result is")


def test_a_game_that_is_not_over_has_no_result() -> None:
    running = played(6, stop=50)
    assert "the game is not over" in refused(
        write(msgspec.structs.replace(running, result="1 2", secret=secret(6).hex()))
    )
    assert "no standings" in refused(write(msgspec.structs.replace(running, standings=[1, 2])))


@pytest.mark.parametrize("mode", ["solo", "challenge", "rival"])
def test_modes_of_one_seat(mode: str) -> None:
    record = played(f"alone {mode}", seats=1, mode=mode)
    assert verify(read(write(record))).committed
    assert record.result == "lost" if mode == "challenge" else record.result[0].isdigit()


def test_luck_that_nobody_committed_to() -> None:
    recorder = Recorder(GAME.start(2), ["A", "B"], Seeded(3))
    while not recorder.state.over:
        if recorder.state.actor == NATURE:
            recorder.draw()
        else:
            recorder.play(recorder.state.moves()[0])
    record = read(write(recorder.finish()))
    proof = verify(record)
    assert proof.over
    assert not proof.committed
    assert proof.draws == sum(row.seat == NATURE for row in record.rows)
    state = GAME.start(2)
    drawn = choose_all(state, Seeded(3))
    assert [GAME.vocabulary.word(move) for move in drawn] == [row.text for row in record.rows[: len(drawn)]]


# ---------------------------------------------------------------- proof


def test_a_real_record_is_proved(record: Record) -> None:
    proof = verify(read(write(record)))
    assert proof.committed
    assert proof.over
    assert proof.digest == final(record).digest()
    assert proof.draws == sum(row.seat == NATURE for row in record.rows)


def words(step: ReplayStep) -> list[str]:
    return [step.before.game.vocabulary.word(move) for move in step.before.moves()]


def changed(record: Record, nature: bool) -> Iterator[tuple[int, str, Record]]:
    """The record with one row changed to every other legal word in turn: (row, said before, record)."""
    for step in replay(record):
        if step.move < 0 or (step.row.seat == NATURE) != nature:
            continue
        for word in words(step):
            if word != step.row.text:
                rows = record.rows[:]
                rows[step.seq - 1] = msgspec.structs.replace(step.row, text=word)
                yield step.seq, step.row.text, msgspec.structs.replace(record, rows=rows)


def unsealed(record: Record, forged: Record) -> str:
    """The forged text with the seal of the original one."""
    seal = write(record).splitlines()[-1]
    return "\n".join([*write(forged).splitlines()[:-1], seal]) + "\n"


def test_one_changed_draw(record: Record) -> None:
    tried = 0
    for seq, word, forged in islice(changed(record, nature=True), 0, None, 4):
        tried += 1
        if tried % 10 == 0:
            assert refused(unsealed(record, forged)) == "the seal is broken: the file was changed"
        assert refused(write(forged)) == f"row {seq}: the secret draws {word}, not {forged.rows[seq - 1].text}"
    assert tried > 200


def test_one_changed_move(record: Record, record_property: Callable[[str, object], None]) -> None:
    """A changed move that is legal is a possible game. It is caught because the rest does not follow from it: an answer
    to a question that is not asked, an illegal word, a draw from other cards, another result, another last position.
    """
    caught = 0
    missed: list[str] = []
    for _seq, word, forged in changed(record, nature=False):
        assert refused(unsealed(record, forged)) == "the seal is broken: the file was changed"
        try:
            proof = verify(read(write(forged)))
        except RecordError:
            caught += 1
        else:
            assert proof.over
            missed.append(word)
    record_property("changed moves caught", f"{caught} of {caught + len(missed)}")
    print(f"caught {caught} of {caught + len(missed)}")
    assert caught + len(missed) > 100
    assert missed == []


def test_one_changed_secret(record: Record) -> None:
    for digit in range(0, 64, 7):
        other = "0" if record.secret[digit] != "0" else "1"
        wrong = record.secret[:digit] + other + record.secret[digit + 1 :]
        forged = msgspec.structs.replace(record, secret=wrong)
        assert refused(unsealed(record, forged)) == "the seal is broken: the file was changed"
        assert refused(write(forged)) == "the secret is not the one that was committed to"
        # Nor does it help to commit to another secret afterwards: it draws otherwise.
        forged = msgspec.structs.replace(forged, commitment=commitment(bytes.fromhex(wrong)))
        assert "the secret draws" in refused(write(forged))


def test_a_secret_cannot_be_withheld(record: Record) -> None:
    assert refused(write(msgspec.structs.replace(record, secret=""))) == "the secret of the draws is missing"
    assert refused(write(msgspec.structs.replace(record, commitment=""))).startswith("there is a secret but nothing")
    assert "the secret draws" in refused(write(msgspec.structs.replace(record, table="another table")))
