"""The studies that are kept: their tables, reports and pages follow from their exact totals."""

from __future__ import annotations

import math
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.readme import ROOT
from tools.publish_study import read, seat_counts, styles_of
from tools.render_studies import restore
from trainshed.arena.studies.arms import USUAL
from trainshed.arena.studies.published import FILE, PublishedStudy
from trainshed.arena.studies.report.answer import number_of_answers, sentences
from trainshed.arena.studies.results import figures
from trainshed.arena.studies.tables import TOTALS, read_tables
from trainshed.kernel.game import title_file
from trainshed.kernel.registry import game

FOLDERS = sorted(folder.parent for folder in (ROOT / "studies").glob(f"*/{TOTALS}"))


def same(one: Any, other: Any) -> bool:
    """Are the values equal, except for the last digits of floats, which differ between machines?"""
    if isinstance(one, float) and isinstance(other, float | int):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(value, other[name]) for name, value in one.items())
    return bool(one == other)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.name))
def test_tables_and_report_follow_from_the_totals(folder: Path) -> None:
    result, _ = restore(folder)
    found = figures(result)
    assert result.encode() + b"\n" == (folder / TOTALS).read_bytes()
    assert same(msgspec.to_builtins(found), msgspec.to_builtins(read_tables(folder)))
    report = unescape((folder / "report.html").read_text(encoding="utf-8"))
    for sentence in [*sentences(result, found), f"This study gives {number_of_answers(found)} answers"]:
        assert sentence in report


@pytest.mark.parametrize("title", ["first-class", "lok-n-roll", "russian-railroads", "spike"])
def test_numbers_of_a_title_follow_from_its_studies(title: str) -> None:
    """Their shares have the intervals that hold for all answers of a study at once."""
    stored = msgspec.json.decode(
        title_file(getattr(game(title), "package", ""), FILE).read_bytes(), type=PublishedStudy
    )
    seats, styles = read(ROOT / "studies" / "seat-advantage"), read(ROOT / "studies" / f"styles-{title}")
    bots = styles.played.tables[0].task.arms[0].bots
    assert same(msgspec.to_builtins(stored.seats), msgspec.to_builtins(seat_counts(seats.found, title, USUAL)))
    assert same(msgspec.to_builtins(stored.styles), msgspec.to_builtins(styles_of(styles.found, title, USUAL, bots)))
    answers = {(row.seats, row.measure): row for row in seats.found.means if row.title == title}
    for count in stored.seats:
        for place, share in enumerate(count.won, 1):
            row = answers[count.seats, f"won:seat-{place}"]
            assert same([share.low, share.high], [row.low_together, row.high_together])
