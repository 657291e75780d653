"""Simulation of many games: the same summary for any number of jobs, and its content."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import mean, stdev

import msgspec
import pytest

import trainshed
from tests.support.recorded_games import played
from trainshed.arena.jobs import KeptError, play_range
from trainshed.arena.match import MatchError, play_game
from trainshed.arena.sim import SimulationTask, simulate, write_records
from trainshed.arena.tally import Measure, Side, Tally, wilson
from trainshed.bots.bot import Budget, UnknownBot, find
from trainshed.kernel.nature import Seeded
from trainshed.kernel.options import SetupError
from trainshed.kernel.record import final, read, verify

GAME = trainshed.game("lok-n-roll")


def task(**changes: object) -> SimulationTask:
    made = SimulationTask(
        "lok-n-roll", 1, GAME.pack.digest, "", 2, {}, ["random", "random"], "7", True, b"", Budget(), ""
    )
    return msgspec.structs.replace(made, **changes)


def test_jobs_do_not_change_the_result() -> None:
    told = {jobs: [] for jobs in (1, 2, 3)}  # type: dict[int, list[int]]
    summaries = [simulate("lok-n-roll", 2, ["random"], 41, "s", jobs, progress=told[jobs].append) for jobs in (1, 2, 3)]
    assert summaries[0] == summaries[1] == summaries[2]
    assert all(sum(some) == 41 for some in told.values())


def test_tallies_merge_in_any_order() -> None:
    parts = [play_range(task(), begin, begin + 5, 1000.0).summary for begin in range(0, 30, 5)]
    sums = []
    for seed in range(4):
        Random(seed).shuffle(parts)
        total = task().empty()
        for part in parts:
            total.merge(Tally.decode(part))
        sums.append(total.encode())
    assert set(sums) == {play_range(task(), 0, 30, 1000.0).summary}
    assert Tally.decode(sums[0]).games == 30


def test_a_tally_of_huge_numbers_is_kept_whole() -> None:
    tally = Tally.empty(["b", "a"], 2)
    tally.moves.add(10**15)
    tally.by_bot["a"].add_first(3)
    assert Tally.decode(tally.encode()) == tally
    assert tally.moves.squares == 10**30


def test_shared_wins_are_exact() -> None:
    side, other = Side(), Side()
    for shared in (1, 3, 3, 2):
        side.add_first(shared)
    other.add_first(3)
    other.merge(side)
    assert (side.wins, other.wins) == (Fraction(13, 6), Fraction(5, 2))
    assert (side.firsts, other.firsts) == ([1, 1, 2], [1, 1, 3])


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_simulation_goes_on_from_what_is_kept(tmp_path: Path, jobs: int) -> None:
    whole = simulate("lok-n-roll", 2, ["thumb", "random"], 9, "k")
    told: list[int] = []
    assert simulate("lok-n-roll", 2, ["thumb", "random"], 4, "k", kept=tmp_path).games == 4
    assert simulate("lok-n-roll", 2, ["thumb", "random"], 9, "k", jobs, kept=tmp_path, progress=told.append) == whole
    assert told[0] == 4
    for changed in ({"seed": "l"}, {"bots": ["random"]}, {"budget": Budget(nodes=7)}, {"rotate": False}):
        usual: dict[str, object] = {"bots": ["thumb", "random"], "games": 9, "seed": "k"}
        with pytest.raises(KeptError, match="choose another folder"):
            simulate("lok-n-roll", 2, kept=tmp_path, **{**usual, **changed})  # type: ignore[arg-type]


class AbsentMindedBot:
    """Answers with a move that does not exist."""

    name = "absent-minded"

    def choose(self, *question: object) -> int:
        return -1


def test_an_illegal_answer_is_told_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainshed.arena.sim.player", lambda name: AbsentMindedBot())
    with pytest.raises(MatchError, match=r"bot absent-minded answered -1 in seat ., which is not legal") as caught:
        simulate("lok-n-roll", 2, ["random"], 3, "7")
    assert caught.value.__notes__ == [
        "to play only this game, add --first 0 --games 1",
        "in lok-n-roll, seed 7, game 0",
    ]


def test_records_name_the_bot_of_each_seat(tmp_path: Path) -> None:
    simulate("lok-n-roll", 4, ["thumb", "random"], 2, 5, save=tmp_path)
    simulate("lok-n-roll", 3, ["thumb"], 1, 5, save=tmp_path / "same")
    files = [*sorted(tmp_path.glob("*.train")), *(tmp_path / "same").iterdir()]
    assert [read(file.read_text(encoding="utf-8")).seats for file in files] == [
        ["thumb", "random", "thumb 3", "random 4"],
        ["random", "thumb", "random 3", "thumb 4"],
        ["thumb", "thumb 2", "thumb 3"],
    ]


def test_the_summary_is_that_of_the_games() -> None:
    games, seed = 12, "sum"
    summary = simulate("lok-n-roll", 2, ["thumb", "random"], games, seed)
    scores: dict[str, list[int]] = {"thumb": [], "random": []}
    wins = {"thumb": Fraction(0), "random": Fraction(0)}
    moves, winners = [], []
    for index in range(games):
        seated = ["thumb", "random"] if index % 2 == 0 else ["random", "thumb"]
        luck = f"{seed}:{index}"
        bots = [find(name) for name in seated]
        state, counts = play_game(GAME.start(2), bots, Seeded(luck), Random(luck), Budget())
        moves.append(counts.moves)
        winners.append(state.scores()[state.standings().index(1)])
        for seat, name in enumerate(seated):
            scores[name].append(state.scores()[seat])
            if state.standings()[seat] == 1:
                wins[name] += Fraction(1, state.standings().count(1))
    assert [line.name for line in summary.bots] == ["thumb", "random"]
    for line in summary.bots:
        assert line.played == games
        assert line.score.mean == pytest.approx(mean(scores[line.name]))
        assert line.score.sd == pytest.approx(stdev(scores[line.name]))
        assert (line.score.min, line.score.max) == (min(scores[line.name]), max(scores[line.name]))
        assert line.won.share == pytest.approx(float(wins[line.name] / games))
    assert summary.moves.mean == pytest.approx(mean(moves))
    assert summary.winner.mean == pytest.approx(mean(winners))
    assert (summary.winner.min, summary.winner.max) == (min(winners), max(winners))
    assert sum(line.won.share for line in summary.by_seat) == pytest.approx(1.0)


def test_bots_rotate_over_the_seats() -> None:
    rotated = task(seats=3, bots=["a", "b", "c"])
    assert [rotated.seated(index) for index in range(4)] == [
        ["a", "b", "c"],
        ["b", "c", "a"],
        ["c", "a", "b"],
        ["a", "b", "c"],
    ]
    assert msgspec.structs.replace(rotated, rotated=False).seated(1) == ["a", "b", "c"]


def test_fewer_bots_than_seats_are_repeated() -> None:
    summary = simulate("lok-n-roll", 4, ["random", "thumb"], 4, 1)
    assert [(line.name, line.played) for line in summary.bots] == [("random", 8), ("thumb", 8)]


def test_thumb_beats_random() -> None:
    summary = simulate("lok-n-roll", 2, ["thumb", "random"], 40, 1)
    thumb = summary.bots[0]
    assert thumb.won.low > 0.5


@pytest.mark.parametrize("mode", ["solo", "challenge", "rival"])
def test_modes_of_one_seat(mode: str) -> None:
    summary = simulate("lok-n-roll", 1, ["random"], 10, 1, options={"mode": mode})
    assert summary.lost is not None
    line = summary.bots[0]
    if mode == "challenge":
        assert summary.lost.share > 0.5
        assert line.won.share == pytest.approx(1 - summary.lost.share)
    else:
        assert summary.lost.share == 0
        assert line.score.mean is not None
    if mode == "solo":
        assert line.won.share == 1
    if mode == "rival":
        assert line.won.share < 1


def test_playing_on_from_a_position() -> None:
    state = final(played(9, seats=3, stop=120))
    summaries = [simulate("", 0, ["random"], 6, 1, jobs, start_from=state) for jobs in (1, 2)]
    assert summaries[0] == summaries[1]
    assert summaries[0].seats == 3
    assert summaries[0].position == state.digest()
    whole = simulate("lok-n-roll", 3, ["random"], 6, 1)
    assert whole.moves.mean is not None
    assert summaries[0].moves.mean is not None
    assert summaries[0].moves.mean < whole.moves.mean - 60
    with pytest.raises(SetupError, match="the game is over in this position"):
        simulate("", 0, ["random"], 1, start_from=final(played(9)))


@pytest.mark.parametrize("jobs", [1, 2])
def test_records_can_be_saved(jobs: int, tmp_path: Path) -> None:
    summary = simulate("lok-n-roll", 2, ["random"], 3, 5, jobs, save=tmp_path / "games")
    assert summary == simulate("lok-n-roll", 2, ["random"], 3, 5)
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == [f"game-00000{number}.train" for number in (1, 2, 3)]
    records = [read(file.read_text(encoding="utf-8")) for file in files]
    points = [int(record.result.split()[0]) for record in records]
    assert all(verify(record).over for record in records)
    assert summary.by_seat[0].score.mean == pytest.approx(mean(points))


def test_games_write_nothing_and_bring_their_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other machines have other disks, so the driver alone writes."""
    monkeypatch.chdir(tmp_path)
    saving = task(save="games")
    part = Tally.decode(play_range(saving, 3, 5, 1000.0).summary)
    assert list(tmp_path.iterdir()) == []
    assert [verify(read(text)).over for text in part.records.values()] == [True, True]
    write_records(tmp_path, part)
    written = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert sorted(written) == ["game-000004.train", "game-000005.train"]
    assert part.encode() == play_range(task(), 3, 5, 1000.0).summary, "a sum does not grow by records"
    write_records(tmp_path, Tally.decode(play_range(saving, 3, 4, 1000.0).summary))
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == written


def test_kept_games_have_no_records_in_them(tmp_path: Path) -> None:
    sizes = []
    for number, save in enumerate(("", str(tmp_path / "games"))):
        folder = tmp_path / f"kept-{number}"
        simulate("lok-n-roll", 2, ["random"], 20, 5, save=save, kept=folder)
        sizes.append(sum(file.stat().st_size for file in folder.iterdir()))
    assert len(list((tmp_path / "games").iterdir())) == 20
    assert sizes[1] < sizes[0] + 100


@pytest.mark.parametrize(
    ("error", "said", "arguments"),
    [
        (UnknownBot, "no bot 'deep'", {"bots": ["deep"]}),
        (SetupError, "3 bots for 2 seats", {"bots": ["random"] * 3}),
        (SetupError, "no bots", {"bots": []}),
        (SetupError, "no title 'chess'", {"title": "chess"}),
        (SetupError, "not for 7", {"seats": 7}),
        (SetupError, "no option 'mode'", {"options": {"mode": "solo"}}),
        (SetupError, "at least one game", {"games": 0}),
        (SetupError, "at least one job", {"jobs": 0}),
    ],
)
def test_what_cannot_be_simulated(error: type[Exception], said: str, arguments: dict[str, object]) -> None:
    usual: dict[str, object] = {"title": "lok-n-roll", "seats": 2, "bots": ["random"], "games": 1}
    with pytest.raises(error, match=said):
        simulate(**{**usual, **arguments})  # type: ignore[arg-type]


def test_measures() -> None:
    measure = Measure()
    assert (measure.mean, measure.sd) == (None, None)
    values = [-3, 5, 5, 10**20]
    for value in values:
        measure.add(value)
    assert (measure.low, measure.high) == (-3, 10**20)
    assert measure.mean == pytest.approx(mean(values))
    assert measure.sd == pytest.approx(stdev(values))
    empty = Measure()
    empty.merge(measure)
    assert (empty.low, empty.high, empty.count) == (-3, 10**20, 4)


def test_wilson() -> None:
    share = wilson(Fraction(30), 100)
    assert (share.share, round(share.low, 4), round(share.high, 4)) == (0.3, 0.2189, 0.3958)
    assert wilson(Fraction(0), 10).low == 0
    assert wilson(Fraction(10), 10).high == pytest.approx(1)
    assert wilson(Fraction(0), 0).high == 1
