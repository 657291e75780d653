"""The figures of a study, and the tables they are written to."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import polars
import pytest

from tests.arena.studies.studies import study
from tests.support.odds.known_odds import ends, mean, variance, wins_of_seat_1
from trainshed.arena.jobs import InlineRunner
from trainshed.arena.studies.report.answer import clear, clearly_uneven, number_of_answers
from trainshed.arena.studies.results import Figures, figures
from trainshed.arena.studies.run import StudyResult, run_study
from trainshed.arena.studies.student import critical
from trainshed.arena.studies.tables import TOTALS, read_tables, write_tables

GAMES = 4000


@pytest.fixture(scope="module")
def result() -> StudyResult:
    from tests.support.odds.known_odds import known_odds  # noqa: PLC0415 - only for a module-wide fixture

    with known_odds():
        made = study(games=GAMES, responses=("wins", "scores", "length", "uses"), uses=["die"])
        return run_study(made, InlineRunner())


@pytest.fixture(scope="module")
def found(result: StudyResult) -> Figures:
    return figures(result)


def near(value: float, low: float | None, high: float | None) -> bool:
    """Within one and a half widths of the interval: missed once in a hundred million."""
    assert low is not None
    assert high is not None
    middle, half = (low + high) / 2, (high - low) / 2
    return abs(value - middle) < 3 * half


def factor(bonus: int) -> float:
    """By which the same luck narrows the interval of the difference that a bonus makes."""
    usual, own = wins_of_seat_1(0), wins_of_seat_1(bonus)
    paired = variance([with_bonus - without for with_bonus, without in zip(own, usual, strict=True)])
    return math.sqrt((variance(usual) + variance(own)) / paired)


def test_means_are_those_that_follow_from_counting_all_ends(found: Figures) -> None:
    usual = ends(0)
    rows = {row.measure: row for row in found.means if row.arm == "as usual"}
    assert rows["won:seat-1"].games == GAMES
    for measure, truth in [
        ("won:seat-1", mean(wins_of_seat_1(0))),
        ("tie", mean([int(one == other) for one, other, _, _ in usual])),
        ("score", mean([one for one, _, _, _ in usual])),
        ("score:seat-2", mean([other for _, other, _, _ in usual])),
        ("score:winner", mean([max(one, other) for one, other, _, _ in usual])),
        ("margin", mean([abs(one - other) for one, other, _, _ in usual])),
        ("uses:die:bold", mean([bold + bolder for _, _, bold, bolder in usual])),
    ]:
        assert near(float(truth), rows[measure].low, rows[measure].high), measure
    assert (rows["decisions"].mean, rows["decisions"].sd) == (2.0, 0.0)
    points = rows["score:seat-1"]
    assert (points.minimum, points.median, points.maximum) == (1, 4, 7)
    # A quarter of the ends has 1 or 2 points, another one 6 or 7: luck decides on which side the quantile falls.
    assert points.p25 in (2, 3)
    assert points.p75 in (5, 6)


def test_intervals_that_hold_together_are_wider(found: Figures) -> None:
    """Of two differences, each is held with 97.5 % instead of 95: 2.24 standard errors instead of 1.96."""
    for row in [row for row in found.differences if row.measure == "won:seat-1"]:
        assert row.low is not None
        assert row.low_together is not None
        wider = (row.difference - row.low_together) / (row.difference - row.low)
        assert wider == pytest.approx(critical(0.025, GAMES - 1) / critical(0.05, GAMES - 1))


def test_only_answers_have_intervals_that_hold_together(found: Figures) -> None:
    for difference in found.differences:
        known = (difference.low_together, difference.high_together, difference.chance)
        assert (None in known) == (difference.measure != "won:seat-1")
    assert all((mean.low_together, mean.chance) == (None, None) for mean in found.means)
    assert all((word.ahead_low_together, word.chance) == (None, None) for word in found.uses)


def test_family_has_all_measures_settings_and_words(odds: None) -> None:
    """Four differences and two words: six answers; without comparing, six means and two words in each of three arms."""
    answers = ["won:seat-1", "tie", "ahead:die"]
    one = study(games=200, answer=answers, responses=("wins", "uses"), uses=["die"])
    for compare, size in ((True, 6), (False, 12)):
        file = msgspec.structs.replace(one.file, compare=compare)
        result = run_study(msgspec.structs.replace(one, file=file), InlineRunner())
        found = figures(result)
        assert number_of_answers(found) == size
        for word in [row for row in found.uses if row.arm == "as usual" or not compare]:
            assert word.ahead_low is not None
            assert word.ahead_low_together is not None
            wider = (word.ahead - word.ahead_low_together) / (word.ahead - word.ahead_low)
            # The games in which a seat used the word, and not all of them, are what is independent.
            assert wider == pytest.approx(critical(0.05 / size, 150) / critical(0.05, 150), rel=0.005)


def test_answer_is_clear_exactly_when_luck_is_below_alpha(odds: None) -> None:
    """In studies of few games, where about half of the answers are clear."""
    seen: set[bool] = set()
    answers = ["won:seat-1", "score:winner", "tie", "margin"]
    for compare in (True, False):
        for seed in range(12):
            made = study(games=40, seed=f"{seed}", answer=answers, compare=compare)
            found = figures(run_study(made, InlineRunner()))
            for row in found.differences:
                if row.chance is not None:
                    assert clear(row) == (row.chance < 0.05)
                    seen.add(clear(row))
            for share in found.means:
                if share.chance is not None:
                    assert clearly_uneven(share) == (share.chance < 0.05)
                    seen.add(clearly_uneven(share))
    assert seen == {True, False}


def test_differences_are_those_that_follow_from_counting_all_ends(found: Figures) -> None:
    rows = {(row.arm, row.measure): row for row in found.differences}
    for bonus in (1, 3):
        row = rows[f"bonus: {bonus}", "won:seat-1"]
        assert near(float(mean(wins_of_seat_1(bonus)) - mean(wins_of_seat_1(0))), row.low, row.high)
        assert row.low is not None
        assert row.low_together is not None
        assert row.low_together < row.low
        assert row.chance is not None
        assert row.chance < 1e-6
        assert row.narrowed == pytest.approx(factor(bonus), rel=0.05)
        same = rows[f"bonus: {bonus}", "score:seat-2"]
        assert (same.difference, same.low, same.high, same.narrowed) == (0.0, 0.0, 0.0, None)
        assert (same.chance, same.false_discovery) == (None, 1.0)


def test_uses_tell_how_far_seats_were_ahead(found: Figures) -> None:
    rows = {row.word: row for row in found.uses if row.arm == "as usual"}
    assert set(rows) == {"die:bold", "die:plain"}
    bold = rows["die:bold"]
    assert bold.used_by == pytest.approx(bold.times / 2)
    assert near(0.25, bold.ahead_low, bold.ahead_high)
    truth = mean([win for win, (_, _, first, _) in zip(wins_of_seat_1(0), ends(0), strict=True) if first])
    assert near(float(truth), bold.won_low, bold.won_high)
    assert bold.false_discovery < 1e-6


def test_remarkable_games_are_found_again(result: StudyResult, found: Figures) -> None:
    (table,) = result.tables
    rows = [row for row in found.remarkable if row.arm == "bonus: 3" and row.measure == "score:winner"]
    assert [row.end for row in rows] == ["highest"] * 5 + ["lowest"] * 5
    assert {row.value for row in rows if row.end == "highest"} == {10}
    from tests.support.odds.known_odds import known_odds  # noqa: PLC0415

    with known_odds():
        for row in rows:
            assert table.task.measure(table.task.arms[2], row.game)[2]["score:winner"] == row.value


def test_tables_are_written_as_parquet_and_csv(result: StudyResult, found: Figures, tmp_path: Path) -> None:
    (tmp_path / "remarkable.csv").write_text("of before")
    assert write_tables(result, tmp_path) == found
    assert read_tables(tmp_path) == found
    for name in msgspec.structs.asdict(found):
        rows = [msgspec.structs.asdict(row) for row in getattr(found, name)]
        assert polars.read_parquet(tmp_path / f"{name}.parquet").to_dicts() == rows
        assert polars.read_csv(tmp_path / f"{name}.csv", infer_schema_length=None).height == len(rows)
    assert (tmp_path / TOTALS).read_bytes() == result.encode() + b"\n"
    counts = [row for row in found.counts if row.arm == "as usual" and row.measure == "score:seat-1"]
    assert sum(row.games for row in counts) == GAMES
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    write_tables(result, tmp_path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_table_of_nothing_is_not_written(odds: None, tmp_path: Path) -> None:
    write_tables(run_study(study(factors=[], games=4), InlineRunner()), tmp_path)
    assert sorted(file.name for file in tmp_path.glob("*.csv")) == ["counts.csv", "means.csv", "remarkable.csv"]
