"""Ladders of real games: the same summary for any number of jobs, what is counted, and when they end."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import msgspec
import pytest

import trainshed
from trainshed.arena.ladder.ladder import LOOK_EVERY, Ladder, LadderSummary, ladder
from trainshed.arena.ladder.tally import LadderTally
from trainshed.arena.match import play_game
from trainshed.arena.sim import BUDGET
from trainshed.arena.tally import wilson
from trainshed.bots.bot import Budget, UnknownBot, find
from trainshed.kernel.nature import Seeded
from trainshed.kernel.options import SetupError

TITLE = "lok-n-roll"
BOTS = ["random", "thumb"]


def played(made: Ladder, jobs: int = 1, kept: Path | None = None) -> LadderSummary:
    told: list[int] = []
    made.play(jobs, kept, told.append)
    assert sum(told) == made.tally.games <= made.most_games
    return made.summary()


def test_jobs_and_kept_parts_do_not_change_the_result(tmp_path: Path) -> None:
    made = [ladder(TITLE, BOTS, 3, 18, "s") for _ in range(4)]
    alone = played(made[0])
    assert alone == played(made[1], 2)
    assert alone == played(made[2], 2, tmp_path)
    assert [folder.name.rpartition("-")[0] for folder in tmp_path.iterdir()] == ["lok-n-roll-3-random+thumb"]
    assert alone == played(made[3], 1, tmp_path)
    assert len({each.tally.encode() for each in made}) == 1


def test_the_tally_is_that_of_the_games() -> None:
    made = ladder(TITLE, BOTS, 2, 6, "sum")
    summary = played(made)
    expected = LadderTally()
    for number in range(6):
        seated = BOTS if number % 2 == 0 else BOTS[::-1]
        luck = f"sum:random+thumb:{number // 2}"
        start = trainshed.game(TITLE).start(2)
        rngs = [Random(f"{luck}:{seat}") for seat in range(2)]
        state, counts = play_game(start, [find(name) for name in seated], Seeded(luck), rngs, BUDGET)
        expected.add(seated, state.standings(), state.scores())
        expected.decisions += counts.decisions
        expected.moves += counts.moves
    assert made.tally == expected
    assert (summary.games, summary.decisions, summary.moves) == (6, expected.decisions, expected.moves)
    points = expected.points["thumb"]
    assert summary.bots[1].points == points.total / points.seats


def test_games_of_a_pair_do_not_depend_on_the_other_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainshed.arena.ladder.task.player", lambda name: find(name.rstrip("2")))
    monkeypatch.setattr("trainshed.arena.ladder.ladder.player", lambda name: None)
    few, many = ladder(TITLE, BOTS, 2, 4, 1), ladder(TITLE, ["random2", "random", "thumb"], 2, 4, 1)
    played(few)
    played(many)
    for seated, ends in few.tally.outcomes.items():
        assert many.tally.outcomes[seated] == ends


def test_tallies_merge_in_any_order_and_survive_bytes() -> None:
    rng = Random(1)
    parts = []
    for _ in range(12):
        part = LadderTally(decisions=rng.randrange(9), moves=rng.randrange(9))
        seated = rng.choice([("a", "b"), ("b", "a"), ("a", "c")])
        part.add(seated, rng.choice([(1, 2), (2, 1), (1, 1)]), [rng.randrange(50), rng.randrange(50)])
        parts.append(part)
    written = set()
    for _ in range(5):
        rng.shuffle(parts)
        total = LadderTally()
        for part in parts:
            total.merge(LadderTally.decode(part.encode()))
        assert total.games == 12
        written.add(total.encode())
    assert len(written) == 1
    assert LadderTally.decode(written.pop()) == total


def test_first_places_are_shared_in_parts() -> None:
    tally = LadderTally()
    tally.add("aabb", (1, 1, 1, 4), (9, 9, 9, 2))
    tally.add("abab", (2, 1, 3, 4), (9, 9, 9, 2))
    tally.add("abcd", (3, 1, 1, 4), (9, 9, 9, 2))
    assert tally.firsts("a", "ab") == (Fraction(2, 3), 2)
    assert tally.firsts("b", "ab") == (Fraction(4, 3), 2)
    assert tally.firsts("b") == (Fraction(11, 6), 3)
    assert tally.firsts("d") == (Fraction(0), 1)


def test_thumb_is_above_random_at_any_table() -> None:
    for seats, games in ((2, 20), (3, 24), (4, 24)):
        summary = played(ladder(TITLE, BOTS, seats, 20, 1))
        assert (summary.games, summary.looks, summary.level) == (games, 1, 0.95)
        random, thumb = summary.bots
        assert random.rating == 1000
        assert thumb.low > random.high
        assert (thumb.games, random.games) == (games, games)
        assert thumb.first_places + random.first_places == pytest.approx(1)
        (pair,) = summary.pairs
        assert (pair.one, pair.other, pair.ahead) == ("random", "thumb", "thumb")
        usual = wilson(Fraction(random.first_places).limit_denominator(1000) * games, games)
        assert msgspec.structs.astuple(pair.share) == pytest.approx(msgspec.structs.astuple(usual))
        assert pair.difference == pytest.approx(1000 - thumb.rating)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_is_exactly_as_strong_as_itself(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seatings are in balance, mirrored games have the same luck, and seats the same random numbers."""
    monkeypatch.setattr("trainshed.arena.ladder.task.player", lambda name: find("thumb"))
    monkeypatch.setattr("trainshed.arena.ladder.ladder.player", lambda name: None)
    made = ladder(TITLE, ["thumb", "twin"], seats, 12, 3)
    summary = played(made)
    assert made.tally.firsts("twin") == (Fraction(6), 12)
    assert summary.pairs[0].ahead == ""
    assert [bot.rating for bot in summary.bots] == [1000, pytest.approx(1000)]
    assert summary.bots[0].points == summary.bots[1].points


def test_mixed_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainshed.arena.ladder.task.player", lambda name: find(name[:6]))
    monkeypatch.setattr("trainshed.arena.ladder.ladder.player", lambda name: None)
    made = ladder(TITLE, ["random1", "random2", "random3"], 3, 6, 1, mixed=4)
    summary = played(made)
    assert (summary.games, summary.mixed, made.most_games) == (24, 6, 24)
    assert [pair.games for pair in summary.pairs] == [6, 6, 6], "mixed tables are no games of pairs"
    assert [bot.games for bot in summary.bots] == [18, 18, 18]
    assert made.tally.points["random1"].seats == 24


# ---------------------------------------------------------------- ending early


class Fixed(Ladder):
    """A ladder whose games end as told: the first bot of a pair wins so many of every hundred."""

    wins: dict[tuple[str, ...], int]

    def played(self, group: tuple[str, ...], begin: int, end: int, *how: object) -> LadderTally:
        tally = LadderTally()
        for number in range(begin, end):
            won = number % 100 * self.wins[group] % 100 < self.wins[group]
            tally.add(group, (1, 2) if won else (2, 1), (0, 0))
        return tally


def fixed(wins: dict[str, int], games: int, seats: int = 2) -> Fixed:
    task = ladder(TITLE, BOTS, seats).task
    made = Fixed(task, "abc", games, until_clear=True)
    made.wins = {tuple(pair): share for pair, share in wins.items()}
    made.play()
    return made


def test_a_pair_ends_when_it_is_clear() -> None:
    made = fixed({"ab": 90, "bc": 60, "ac": 50}, 400)
    assert made.stages == [50, 100, 150, 200, 250, 300, 350, 400]
    summary = made.summary()
    games = {(pair.one, pair.other): (pair.games, pair.ahead) for pair in summary.pairs}
    assert games["a", "b"] == (50, "a")
    assert games["a", "c"] == (400, "")
    played, ahead = games["b", "c"]
    assert ahead == "b"
    assert 100 < played < 400
    assert summary.games == sum(number for number, _ in games.values())


def test_looks_end_whole_rounds() -> None:
    assert fixed({"ab": 50, "bc": 50, "ac": 50}, 120, 4).stages == [54, 102, 120]
    assert fixed({"ab": 50, "bc": 50, "ac": 50}, 30).stages == [30]
    assert ladder(TITLE, BOTS, 2, 120).stages == [120]


def test_many_looks_rarely_find_a_difference_that_is_not_there() -> None:
    """Equal bots, eight looks: with the intervals of one look, about one ladder in five would be wrong."""
    task = ladder(TITLE, BOTS).task
    wrong = naive = 0
    for seed in range(400):
        rng = Random(seed)
        made = Ladder(task, "ab", 400, until_clear=True)
        won, clear = 0, []
        for look in made.stages:
            won += rng.getrandbits(LOOK_EVERY).bit_count()
            made.tally.outcomes["a,b"] = {"1,2": won, "2,1": look - won}
            usual = wilson(*made.tally.firsts("a", "ab"))
            clear.append((made.ahead(("a", "b")), usual.low > 0.5 or usual.high < 0.5))
        wrong += any(ahead for ahead, _ in clear)
        naive += any(far for _, far in clear)
    assert wrong <= 20
    assert naive > 60


def test_the_interval_of_the_usual_level_is_the_usual_one() -> None:
    for wins, games in ((Fraction(0), 10), (Fraction(31, 2), 40), (Fraction(200), 200)):
        usual, found = wilson(wins, games), wilson(wins, games, 1.959963984540054)
        assert msgspec.structs.astuple(found) == pytest.approx(msgspec.structs.astuple(usual))
        wider = wilson(wins, games, 2.5)
        assert wider.high - wider.low > found.high - found.low


# ---------------------------------------------------------------- arguments


def test_the_scale_of_node_budgets_reaches_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[Budget] = set()

    class Spy:
        name = "spy"

        def choose(self, view: object, moves: list[int], budget: Budget, rng: Random, worlds: object) -> int:
            seen.add(budget)
            return moves[0]

    monkeypatch.setattr("trainshed.arena.ladder.task.player", lambda name: Spy())
    summary = played(ladder(TITLE, BOTS, 2, 1, budget=msgspec.structs.replace(BUDGET, scale=0.125)))
    assert seen == {msgspec.structs.replace(BUDGET, scale=0.125)}
    assert summary.scale == 0.125


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seats": 1}, "at least two seats"),
        ({"games": 0}, "at least one game"),
        ({"bots": ["thumb"]}, "at least two bots"),
        ({"bots": ["thumb", "thumb"]}, "each of them once"),
        ({"mixed": 10}, "at least three seats"),
        ({"mixed": 10, "seats": 3}, "as many bots as seats"),
        ({"options": {"start": "never"}}, "option start is one of"),
    ],
)
def test_wrong_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        ladder(TITLE, **{"bots": BOTS, **arguments})  # type: ignore[arg-type]


def test_an_unknown_bot() -> None:
    with pytest.raises(UnknownBot):
        ladder(TITLE, ["thumb", "deep"])
