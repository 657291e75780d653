"""The lines of a hover card: what a choice would bring and by which way, and when a refusal is told."""

from __future__ import annotations

import pytest

import trainshed
from trainshed.draw.hover_card import HoverCard
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH
from trainshed.web.pages.table.hover.card_html import ViewerChoice, card_html
from trainshed.web.pages.table.hover.outlook import counted

GAME = trainshed.game("russian-railroads")


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([], ""),
        (["Kiev", "Kiev", "Industry"], "Kiev ×2 · Industry"),
        (["Kiev", "Industry", "Kiev"], "Kiev · Industry · Kiev"),
        (list("abcdefg"), "a · b · c · d · …"),
    ],
)
def test_the_steps_of_a_way_are_one_short_line(steps: list[str], said: str) -> None:
    assert counted(steps) == said


def test_a_refusal_is_told_only_if_it_is_about_the_thing() -> None:
    """That another question is asked now is none: the card keeps its own clause."""
    card = HoverCard("2 gray steps", clause="RR-BOARD-04")
    taken = card_html(GAME, card, ViewerChoice(refusal=Refusal("RR-TURN-02")), ENGLISH)
    assert "Not now" in taken
    assert "RR-TURN-02" in taken
    other = card_html(GAME, card, ViewerChoice(refusal=Refusal("RR-TURN-01", generic=True)), ENGLISH)
    assert "Not now" not in other
    assert "RR-BOARD-04" in other
