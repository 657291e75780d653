"""A table is the fold of its log: the same from the first row, from any snapshot, and from any copy."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded
from trainshed.kernel.record import Record, Row, final
from trainshed.kernel.registry import game as find_game
from trainshed.service.accounts.hours import Calendar
from trainshed.service.tables.draft import Draft
from trainshed.service.tables.log_rows import LogRow
from trainshed.service.tables.table_state import (
    SLOT,
    TAIL,
    Holder,
    OutOfReach,
    TableConfig,
    TableState,
    deep_undo,
    effective_moves,
    folded,
    seen_row,
)
from trainshed.wire import Pace

BEGAN = 1_800_000_000_000
LIVE = Pace("live", turn=60_000, bank=300_000, increment=2_000)
TITLES = ["lok-n-roll", "russian-railroads"]
PEOPLE = ("Ada", "Béla", "Cem", "Dora")


def config(title: str = "lok-n-roll", seats: int = 2, pace: Pace = LIVE) -> TableConfig:
    game = find_game(title)
    players = tuple(Holder(name, 100 + seat) for seat, name in enumerate(PEOPLE[:seats]))
    options = dict(game.start(seats).options)
    return TableConfig(
        7, game.slug, game.edition, game.pack.digest, options, pace, "public", "en", 100, BEGAN, BEGAN, players
    )


def facts(table: TableState) -> dict[str, Any]:
    """Everything that makes up a table's state, for comparison."""
    return {
        "seq": table.seq,
        "at": table.at,
        "position": table.position.digest(),
        "holders": table.holders,
        "clock": table.clock,
        "out": table.out,
        "run": [(seq, position.digest()) for seq, position in table.run],
        "proposal": table.proposal,
    }


def go_on(table: TableState, rows: list[LogRow]) -> TableState:
    """Fold the rest of a log onto a table that is at some row of it."""
    for row in rows[table.seq :]:
        try:
            table.fold(row)
        except OutOfReach:
            deep_undo(table, rows[: row.seq])
    return table


class Course:
    """A table with random commands of every kind; after each gesture it keeps a snapshot and a copy."""

    def __init__(self, seed: int, title: str, seats: int, gestures: int) -> None:
        self.rng = Random(f"course {seed}")
        self.config = config(title, seats)
        self.table = TableState(self.config)
        self.nature = Seeded(seed)
        self.now = BEGAN
        self.rows: list[LogRow] = []
        self.kept: list[tuple[dict[str, Any], bytes, TableState]] = []
        self.happened: set[str] = set()
        self.deep = 0
        draft = self.draft()
        draft.draw(self.nature)
        self.store(draft)
        for _ in range(gestures):
            if self.table.over:
                break
            self.store(self.gesture())

    def draft(self) -> Draft:
        self.now += self.rng.randrange(90_000)
        return Draft(self.table, self.now, Calendar())

    def store(self, draft: Draft) -> None:
        if not draft.steps:
            return
        self.rows += draft.rows
        self.deep += draft.deep
        self.table = draft.table
        _, seq, body = self.table.copy().snapshot()
        assert seq == self.table.seq == len(self.rows)
        self.kept.append((facts(self.table), body, self.table.copy()))

    def gesture(self) -> Draft:
        draft = self.draft()
        kind = self.rng.choices(
            ["move", "undo", "sit", "pause", "takeback", "concede", "flag"], [60, 12, 6, 6, 5, 1, 1]
        )[0]
        getattr(self, kind)(draft)
        if draft.steps:
            self.happened.add(kind)
        return draft

    def move(self, draft: Draft) -> None:
        table, seat = draft.table, draft.table.actor
        for _ in range(self.rng.randint(1, 3)):
            move = self.rng.choice(table.position.moves())
            free = not table.holders[seat].bot and table.position.reversible(move)
            draft.say(seat, table.game.vocabulary.word(move), free)
            if not free:
                break
        draft.draw(self.nature)

    def undo(self, draft: Draft) -> None:
        run = len(draft.table.run)
        if run:
            draft.take_back(draft.table.actor, self.rng.choice([1, run]), [])

    def sit(self, draft: Draft) -> None:
        seat = self.rng.randrange(draft.table.seats)
        holder = draft.table.holders[seat]
        if not holder.bot:
            draft.sit_bot(seat, "thumb")
        elif seat not in draft.table.out:
            draft.sit_person(seat, holder.name, 100 + seat)

    def pause(self, draft: Draft) -> None:
        if draft.table.clock.paused:
            draft.say(0, "/resume")
            return
        draft.say(0, "/ask pause")
        if draft.table.proposal is not None and self.rng.random() < 0.5:
            draft.say(1, self.rng.choice(["/agree", "/decline"]))
            if not draft.table.asked and draft.table.proposal is not None:
                draft.say(0, "/pause")

    def takeback(self, draft: Draft) -> None:
        moves = effective_moves(self.rows)
        asked = [row for row in moves[-12:] if row.seat != NATURE]
        if asked:
            first = self.rng.choice(asked).seq
            draft.say(1, f"/ask takeback {first}")
            draft.say(0, "/agree")
            draft.take_back(1, sum(row.seq >= first for row in moves), self.rows)

    def concede(self, draft: Draft) -> None:
        seat = self.rng.randrange(draft.table.seats)
        if seat not in draft.table.out:
            draft.say(seat, "/concede")

    def flag(self, draft: Draft) -> None:
        seat = draft.table.clock.seat
        if seat >= 0:
            draft.say(seat, "/flag")
            draft.sit_bot(seat, "thumb")

    def record(self) -> Record:
        its = self.config
        rows = [Row.of(row.seat, row.said) for row in self.rows]
        return Record(its.title, its.edition, its.pack, [holder.name for holder in its.players], its.options, rows)


# ---------------------------------------------------------------- the fold


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(10))
def test_the_same_from_the_log_from_every_snapshot_and_from_every_copy(title: str, seed: int) -> None:
    course = Course(seed, title, seats=2 + seed % 2, gestures=80)
    whole = folded(course.config, course.rows)
    assert facts(whole) == facts(course.table)
    assert whole.position.digest() == final(course.record()).digest()  # the kernel has its own idea of undo
    for then, body, copy in course.kept:
        restored = TableState.restored(course.config, body)
        assert facts(restored) == facts(copy) == then == facts(folded(course.config, course.rows[: copy.seq]))
    for _, body, copy in course.kept[::4]:
        restored = TableState.restored(course.config, body)
        assert facts(go_on(restored, course.rows)) == facts(whole)
        assert facts(go_on(copy.copy(), course.rows)) == facts(whole)
    for then, _, copy in course.kept:
        assert facts(copy) == then  # what was done with copies of a copy did not touch it


@pytest.mark.parametrize("title", TITLES)
def test_the_courses_above_have_everything_in_them(title: str) -> None:
    courses = [Course(seed, title, 2 + seed % 2, 80) for seed in range(10)]
    everything = {"move", "undo", "sit", "pause", "takeback", "concede", "flag"}
    assert set[str]().union(*(course.happened for course in courses)) == everything
    assert sum(course.deep for course in courses) >= 5
    assert {"/agree", "/decline", "/pause", "/resume"} <= {row.said for course in courses for row in course.rows}
    assert max(len(kept["run"]) for course in courses for kept, _, _ in course.kept) >= 3


@pytest.mark.parametrize("title", TITLES)
def test_whoever_listens_folds_the_same(title: str) -> None:
    course = Course(3, title, seats=2, gestures=50)
    deaf, hearing = TableState(course.config), TableState(course.config)
    for row in course.rows:
        before = facts(hearing)
        try:
            step = hearing.fold(row, listen=True)
            deaf.fold(row)
        except OutOfReach:
            step = deep_undo(hearing, course.rows[: row.seq])
            with pytest.raises(OutOfReach):
                deaf.fold(row)
            deep_undo(deaf, course.rows[: row.seq])
        assert facts(deaf) == facts(hearing)
        assert step.before.digest() == before["position"]
        assert step.after.digest() == facts(hearing)["position"]


def test_rows_come_in_their_order() -> None:
    table = TableState(config())
    with pytest.raises(AssertionError, match="row 2 after row 0"):
        table.fold(LogRow(2, 0, "/concede", BEGAN))
    assert (table.seq, table.out) == (0, [])


def test_a_row_that_is_out_of_reach_charges_time_once() -> None:
    """Given a move and a draw, when both are taken back by consent, then the fold and the deep undo share the work."""
    course = Course(1, "lok-n-roll", seats=2, gestures=0)
    while len(effective_moves(course.rows)) < 25:
        draft = course.draft()
        course.move(draft)
        course.store(draft)
    table, moves = course.table, effective_moves(course.rows)
    first = next(row for row in reversed(moves) if row.seat != NATURE and not row.free and row.seat != table.clock.seat)
    running, used = table.clock.seat, table.clock.used
    draft = Draft(table, table.at + 5_000, Calendar())
    draft.take_back(1, sum(row.seq >= first.seq for row in moves), course.rows)
    assert draft.deep
    assert draft.rows[0].spent == 5_000
    assert table.clock.used == used
    paid = max(0, used + 5_000 - LIVE.turn)
    assert draft.table.clock.banks[running] == table.clock.banks[running] - paid + LIVE.increment
    assert draft.table.clock.seat == first.seat
    assert facts(folded(course.config, [*course.rows, *draft.rows])) == facts(draft.table)


# ---------------------------------------------------------------- snapshots


def in_a_run(steps: int) -> Course:
    """A table where the seat to move has just made so many steps that it can undo."""
    course = Course(5, "russian-railroads", seats=2, gestures=0)
    for _ in range(300):
        if len(course.table.run) >= steps:
            return course
        draft = course.draft()
        course.move(draft)
        course.store(draft)
    raise AssertionError


def test_a_snapshot_in_the_middle_of_a_run_keeps_the_free_undo() -> None:
    course = in_a_run(3)
    first, before = course.table.run[0]
    restored = TableState.restored(course.config, course.table.copy().snapshot()[2])
    whole = Draft(restored, course.now, Calendar())
    whole.take_back(restored.actor, len(restored.run), [])
    assert not whole.deep
    assert whole.table.position.digest() == before.digest()
    assert whole.table.run == []
    one = Draft(restored, course.now, Calendar())
    one.take_back(restored.actor, 1, [])
    assert one.table.position.digest() == course.table.run[-1][1].digest()
    assert [seq for seq, _ in one.table.run] == [seq for seq, _ in course.table.run[:-1]]
    assert restored.run[0][0] == first  # the drafts worked on copies
    assert len(restored.run) == len(course.table.run)


def test_after_an_undo_the_run_is_not_changed_by_what_follows() -> None:
    """Given a run, when its last step is taken back and another one made, then all of it can still be taken back."""
    course = in_a_run(3)
    start = course.table.run[0][1].digest()
    draft = course.draft()
    draft.take_back(course.table.actor, 1, [])
    other = next(
        move
        for move in draft.table.position.moves()
        if draft.table.position.reversible(move) and draft.table.game.vocabulary.word(move) != course.rows[-1].said
    )
    draft.say(draft.table.actor, draft.table.game.vocabulary.word(other), free=True)
    draft.take_back(draft.table.actor, len(draft.table.run), [])
    assert draft.table.position.digest() == start
    assert not draft.deep


def test_when_a_snapshot_is_due() -> None:
    course = in_a_run(1)
    before = course.table
    seat = before.actor

    def after(*said: str, free: bool = True) -> TableState:
        draft = Draft(before, course.now, Calendar())
        for text in said:
            draft.say(seat, text, free=free and not text.startswith("/"))
        return draft.table

    step = next(m for m in before.position.moves() if before.position.reversible(m))
    assert not after(before.game.vocabulary.word(step)).due(before)
    assert after("/concede").due(before)
    sitting = Draft(before, course.now, Calendar())
    sitting.sit_bot(1 - seat, "thumb")
    assert sitting.table.due(before)
    long = after(*["/ask pause"] * TAIL)
    long.kept = before.seq
    assert long.due(before)
    long.kept += 1
    assert not long.due(before)
    slot, seq, _ = long.snapshot()
    assert (slot, seq, long.kept) == (long.seq // SLOT, long.seq, long.seq)
    assert not long.due(before)


# ---------------------------------------------------------------- time


def test_a_draw_within_a_turn_is_no_new_turn() -> None:
    """Given a turn in which nature answers and asks the same seat again, then no time and no increment is given."""
    table = TableState(config())
    clock = None
    for seed in range(50):
        course = Course(seed, "lok-n-roll", seats=2, gestures=0)
        for _ in range(40):
            before = course.table
            draft = Draft(before, before.at + 1_000, Calendar())
            course.move(draft)
            same = draft.table.actor == before.actor and not draft.table.position.begins_turn
            if same and any(row.seat == NATURE for row in draft.rows):
                table, clock = draft.table, before.clock
                break
            course.store(draft)
            if course.table.over:
                break
        if clock is not None:
            break
    assert clock is not None
    assert table.clock.seat == clock.seat
    assert table.clock.used == clock.used + 1_000
    assert table.clock.banks == clock.banks


def test_a_draw_between_two_turns_of_a_seat_is_a_new_turn() -> None:
    """Given a seat that plays alone, then each of its turns has its time, whatever was drawn in between."""
    table = TableState(config(seats=1))
    nature, rng = Seeded("alone"), Random(1)
    turns = 0
    while turns < 10 and not table.over:
        before = table
        draft = Draft(table, table.at + 1_000, Calendar())
        if table.actor >= 0:
            move = rng.choice(table.position.moves())
            draft.attempt(table.actor, table.game.vocabulary.word(move), move)
        draft.draw(nature)
        table = draft.table
        if before.clock.seat == 0 and table.position.begins_turn:
            turns += 1
            assert (table.clock.used, table.clock.since) == (0, table.at)
            assert table.clock.banks[0] == before.clock.banks[0] + LIVE.increment
        elif before.clock.seat == 0:
            assert table.clock.used == before.clock.used + 1_000
    assert turns > 3


def test_time_runs_for_people_who_are_asked() -> None:
    course = in_a_run(1)
    seat = course.table.actor

    def running(table: TableState) -> tuple[int, int, bool]:
        return table.running, table.clock.seat, table.work

    assert running(course.table) == (seat, seat, False)
    draft = course.draft()
    draft.sit_bot(seat, "thumb")
    assert running(draft.table) == (-1, -1, True)
    draft.say(0, "/pause")
    assert running(draft.table) == (-1, -1, False)
    draft.say(0, "/resume")
    assert running(draft.table) == (-1, -1, True)
    draft.sit_person(seat, "Ada", 100 + seat)
    assert running(draft.table) == (seat, seat, False)
    assert draft.table.holders[seat] == Holder("Ada", 100 + seat)
    draft.say(1 - seat, "/concede")
    assert draft.table.over
    assert running(draft.table) == (-1, -1, False)
    assert draft.table.turn(None).turn is None


def test_time_never_goes_back_in_a_log() -> None:
    course = in_a_run(1)
    draft = Draft(course.table, course.table.at - 10_000, Calendar())
    draft.say(0, "/ask pause")
    assert draft.rows[0].at == course.table.at
    assert draft.rows[0].spent == 0


# ---------------------------------------------------------------- proposals


@pytest.mark.parametrize(
    ("said", "stands"),
    [("/agree", True), ("/decline", False), ("/concede", False), ("/pause", False), ("/ask pause", True)],
)
def test_what_a_proposal_survives(said: str, stands: bool) -> None:
    table = TableState(config(seats=3))
    for seq, (seat, text) in enumerate([(0, "/ask takeback 4"), (1, said)], 1):
        table.fold(LogRow(seq, seat, text, BEGAN))
    assert (table.proposal is not None) is stands


def test_who_is_asked() -> None:
    draft = Draft(TableState(config(seats=4)), BEGAN, Calendar())
    table = draft.table
    assert table.asked == []
    draft.say(1, "/ask pause")
    assert table.asked == [0, 2, 3]
    draft.say(2, "/agree")
    assert table.asked == [0, 3]
    draft.sit_bot(3, "thumb")
    assert table.asked == [0]
    assert table.proposal is not None
    draft.sit_person(0, "Béla", 101)  # the same person as seat 1
    assert table.asked == []


# ---------------------------------------------------------------- the end


def conceded(seats: int, *order: int) -> TableState:
    table = TableState(config(seats=seats))
    for seq, seat in enumerate(order, 1):
        table.fold(LogRow(seq, seat, "/concede", BEGAN))
    return table


@pytest.mark.parametrize(
    ("seats", "order", "over", "standings"),
    [
        (2, (0,), True, [2, 1]),
        (3, (1,), False, [1, 3, 1]),
        (3, (1, 0), True, [2, 3, 1]),
        (4, (2, 0), False, [3, 1, 4, 1]),
        (4, (2, 0, 3), True, [3, 1, 4, 2]),
    ],
)
def test_standings_of_those_who_gave_up(seats: int, order: tuple[int, ...], over: bool, standings: list[int]) -> None:
    table = conceded(seats, *order)
    assert (table.over, table.standings) == (over, standings)
    if over:
        assert table.outcome == {
            "result": f"conceded {order[-1] + 1}",
            "scores": table.position.scores(),
            "standings": standings,
            "finished": False,
        }
    else:
        assert table.outcome is None


def test_standings_of_a_finished_game_with_a_concession() -> None:
    """Given a game of three to its end, when the winner had given up, then he is last and the others move up."""
    course = Course(2, "lok-n-roll", seats=3, gestures=0)
    while not course.table.over:
        draft = course.draft()
        course.move(draft)
        course.store(draft)
    ranks = course.table.position.standings()
    assert course.table.standings == ranks
    winner = ranks.index(1)
    course.table.out = [winner]
    others = [rank for seat, rank in enumerate(ranks) if seat != winner]
    found = [rank for seat, rank in enumerate(course.table.standings) if seat != winner]
    assert course.table.standings[winner] == 3
    assert found == [1 + sum(other < own for other in others) for own in others]
    assert course.table.outcome is not None
    assert course.table.outcome["finished"]


def test_out_of_time_is_out_only_where_the_pace_says_so() -> None:
    for on_flag, out in (("out", [1]), ("bot", []), ("skip", [])):
        table = TableState(config(seats=2, pace=Pace("live", 60_000, on_flag=on_flag)))  # type: ignore[arg-type]
        table.fold(LogRow(1, 1, "/flag", BEGAN))
        assert table.out == out
        assert table.over is bool(out)


# ---------------------------------------------------------------- what is told


def test_rows_that_are_no_moves_are_told_as_they_are() -> None:
    course = in_a_run(2)
    draft = course.draft()
    draft.take_back(course.table.actor, 2, [])
    step = draft.steps[0]
    for viewer in (0, 1, None):
        row = seen_row(step, viewer)
        assert (row.seq, row.seat, row.said, row.events) == (step.row.seq, course.table.actor, "/undo 2", [])
    assert step.before.digest() == course.table.position.digest()
    assert step.after.digest() == draft.table.position.digest() != step.before.digest()


def test_a_hidden_draw_is_told_to_its_seat_alone() -> None:
    course = Course(4, "lok-n-roll", seats=2, gestures=0)
    hidden = 0
    for _ in range(30):
        draft = course.draft()
        course.move(draft)
        for step in draft.steps:
            rows = {viewer: seen_row(step, viewer) for viewer in (0, 1, None)}
            if rows[0].said != rows[1].said:
                hidden += 1
                assert sorted(["?" in rows[0].said, "?" in rows[1].said]) == [False, True]
                assert "?" in rows[None].said
                assert step.row.said in (rows[0].said, rows[1].said)
            assert any(row.events for row in rows.values())
        course.store(draft)
        if course.table.over:
            break
    assert hidden > 3


def test_the_moves_that_stand() -> None:
    said = ["a", "b", "/undo 1", "/ask pause", "c", "d", "/undo 2", "e"]
    rows = [LogRow(seq, 0, text, BEGAN) for seq, text in enumerate(said, 1)]
    assert [row.said for row in effective_moves(rows)] == ["a", "e"]
