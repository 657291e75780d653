"""What a preview shows is what is there after confirming: a few games of each title; `bench/previews.py` has more."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.previews import compare, play
from tests.support.seeds import size
from tests.support.table_walk import Walk
from trainshed.kernel.registry import titles
from trainshed.service.tables import draft


@pytest.mark.parametrize("title", titles())
def test_the_view_shown_is_the_view_after_confirming(title: str) -> None:
    counts: Counter[str] = Counter()
    for number in range(size(day=2, night=20)):
        assert play(title, number, counts) == []
    assert min(counts["taken back"], counts["shown ahead"]) > 20


def test_a_preview_that_foretells_something_else_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The view before the word, in place of the one after it."""
    monkeypatch.setattr(draft, "view_after", lambda before, move, seat, after: before.view(seat))
    walk = Walk("previews", 2)
    ends = [move for move in walk.table.position.moves() if not walk.table.position.reversible(move)]
    assert [compare(walk, move, Counter()) for move in ends if "row" not in compare(walk, move, Counter())] == []
    assert ends
