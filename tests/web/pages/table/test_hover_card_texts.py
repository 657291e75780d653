"""Hover cards: what they tell of words and clauses, that all of it is text, and that nothing else is there."""

from __future__ import annotations

import pytest

from tests.support.games.words import legal
from tests.support.table_walk import Walk
from tests.support.titles import drawn_titles
from trainshed.draw.board import Asked, Say
from trainshed.draw.hover_card import HoverCard
from trainshed.draw.sheet import LAYOUTS
from trainshed.kernel.registry import game
from trainshed.kernel.rulebook import Refusal
from trainshed.locale import LANGUAGES, speech
from trainshed.service.base.errors import NotFound
from trainshed.web.pages.rulebook.guide import guide_of
from trainshed.web.pages.table.hover.card_html import ViewerChoice, card_html
from trainshed.web.pages.table.hover.card_routes import card_of
from trainshed.web.pages.table.hover.outlook import MOST_POSITIONS, ends_of
from trainshed.web.pages.table.hover.pointed_parts import pointed

NAMES = ["Ada", "Bob", "Cleo"]


def begun(slug: str, rows: int = 40) -> Walk:
    walk = Walk("hover", 3, title=slug)
    for _ in walk.to_the_end():
        if len(walk.steps) >= rows:
            break
    return walk


@pytest.mark.parametrize("slug", drawn_titles())
def test_a_clause_has_a_card_in_every_language(slug: str) -> None:
    title, view = game(slug), begun(slug).table.position.view(0)
    clause = next(iter(title.rulebook)).id
    told = {
        card_html(title, card_of(title, view, clause, Asked(), Say(speech(each), NAMES)), ViewerChoice(), speech(each))
        for each in LANGUAGES
    }
    assert len(told) == len(LANGUAGES)
    assert all(f"/rules/{slug}#{clause}" in each for each in told)


@pytest.mark.parametrize("slug", drawn_titles())
@pytest.mark.parametrize("thing", ["", "nothing:17", "<b>", "take:999:999", "../x"])
def test_there_is_no_card_of_nothing(slug: str, thing: str) -> None:
    with pytest.raises(NotFound):
        card_of(game(slug), begun(slug).table.position.view(0), thing, Asked(), Say(speech("en"), NAMES))


def test_what_a_card_says_is_text() -> None:
    title = game("lok-n-roll")
    card = HoverCard("<b>", "<i>", "<script>", "<u>", now=("<s>",), clause="LR-TURN-04")
    html = card_html(title, card, ViewerChoice(True), speech("en"))
    assert not [tag for tag in ("<i>", "<script>", "<u>", "<s>") if tag in html]
    assert html.count("<b>") == 2  # the name, and what it would bring


def test_a_refused_thing_tells_why_and_not_what_it_would_bring() -> None:
    title = game("lok-n-roll")
    card = HoverCard("A card", clause="LR-TURN-04")
    refused = ViewerChoice(refusal=Refusal("LR-PASS-02"))
    html = card_html(title, card, refused, speech("en"))
    assert "Not now" in html
    assert "For you now" not in html
    assert "LR-PASS-02" in html
    assert "For you now" in card_html(title, card, ViewerChoice(True, ["+2"]), speech("en"))


@pytest.mark.parametrize("slug", drawn_titles())
def test_the_ends_of_a_gesture_hand_the_turn_on(slug: str) -> None:
    """Each is reached by legal words of one seat, the last of which cannot be taken back or asks somebody else."""
    walk = begun(slug)
    position = walk.table.position
    while position.actor < 0:
        position = position.clone()
        position.apply(position.moves()[0])
    seat = position.actor
    found = list(ends_of(position, seat, [], lambda view: False))
    assert found
    assert len(found) <= MOST_POSITIONS + 400
    for end in found[:20]:
        state = position.clone()
        for said in end.words[:-1]:
            assert said in legal(state)
            state.apply(state.game.vocabulary.id(said))
            assert state.actor == seat
        assert end.words[-1] in legal(state)
        last, after = state.game.vocabulary.id(end.words[-1]), state.clone()
        after.apply(last)
        assert after.actor != seat or not state.reversible(last, after)


@pytest.mark.parametrize("slug", drawn_titles())
@pytest.mark.parametrize("layout", LAYOUTS)
def test_clauses_point_at_parts_of_the_board(slug: str, layout: str) -> None:
    """In the middle of a game most parts are drawn; a clause that is about none points at nothing."""
    title, view = game(slug), begun(slug).table.position.view(0)
    guide, say = guide_of(slug), Say(speech("en"), NAMES)
    by_part = {guide.part_of(clause.id): clause.id for clause in title.rulebook}
    found = {part: pointed(title, view, [clause], layout, say) for part, clause in by_part.items() if part}
    assert sum(bool(areas) for areas in found.values()) > len(found) / 2
    assert "" not in by_part or pointed(title, view, [by_part[""]], layout, say) == []
