"""Hover cards of Russian Railroads: every thing that is drawn has one, and it tells what its viewer may know."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from tests.support.games.russian_railroads.table import BOX, GAME, do, legal, played, position, put, refresh, tracks
from tests.support.seeds import size
from tests.support.svg import NAMES, SAY
from trainshed.draw.board import Asked, Say
from trainshed.draw.hover_card import HoverCard
from trainshed.draw.sheet import LAYOUTS, TALL, WIDE
from trainshed.games.russian_railroads.board import board
from trainshed.games.russian_railroads.rules.actions.tiles import PlaceLocomotive, ReplaceFactory
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.bonus import ChooseBonus, LookOrTen, SettleBonus
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Turn
from trainshed.games.russian_railroads.view import View
from trainshed.kernel.game import view_after
from trainshed.locale import speech

THING = re.compile(r'data-(?:about|words?)="([^"]+)"')
SPEECHES = {language: Say(speech(language), NAMES) for language in ("en", "es", "it")}
WIDEST, HIGHEST = 72, 40
"""The largest face of a hover card."""


def things(view: View, asked: Asked, layout: str) -> list[str]:
    """The keys of all things that a board draws, each once."""
    return list(dict.fromkeys(THING.findall(board.draw(GAME, None, view, asked, layout, SAY))))


def card(view: View, thing: str, asked: Asked | None = None, say: Say = SAY) -> HoverCard:
    told = board.about(GAME, view, thing, asked or Asked(), say)
    assert told is not None, thing
    return told


def check_card(told: HoverCard, thing: str) -> None:
    """Check that a card can be shown: it has a name and a clause, and its pictures are well-formed and small."""
    assert told.name, thing
    assert told.clause in GAME.rulebook, thing
    assert "%(" not in "".join([told.name, told.state, told.told, told.cost, *told.now])
    w, h = told.face_size
    assert 0 < w <= WIDEST, thing
    assert 0 < h <= HIGHEST, thing
    for face in (told.face, told.cost_face):
        ElementTree.fromstring(f"<svg>{face}</svg>")
    assert bool(told.cost_face) <= bool(told.cost)


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_drawn_has_a_card_in_three_languages(seats: int) -> None:
    """Also what another player owns, what cannot be chosen, and for spectators, whom no card calls "you"."""
    seen: set[str] = set()
    for index, (_, state) in enumerate(played(seats, 40 + seats, True)):
        view = state.view(None if index % 5 == 0 else max(0, state.actor))
        kind = str(view.pending[-1][0]) if view.pending else ""
        if index % size(day=60, night=6) and not state.over and kind in seen:
            continue
        seen.add(kind)
        language = ("en", "es", "it")[len(seen) % 3] if view.seat is not None else "en"
        asked = Asked(legal(state) if view.seat == state.actor and not state.over else ())
        beside = [None, index % seats][index % 2]
        for thing in things(view, asked._replace(beside=beside), LAYOUTS[index % 2]):
            told = card(view, thing, asked, SPEECHES[language])
            check_card(told, thing)
            if view.seat is None:
                said = " ".join([told.name, told.state, told.told, told.cost, *told.now])
                assert not re.search(r"\byour?s?\b", said), thing


def test_a_previewed_board_has_cards_too() -> None:
    """Also where the last word is not played yet, and the board shows what it leads to."""
    rng, held = Random(3), 0
    for index, (_, state) in enumerate(played(3, 12, True)):
        if index % size(day=50, night=5) or state.actor < 0 or state.over:
            continue
        seat, before, words, here = state.actor, state.view(state.actor), [], state
        while True:
            words.append(rng.choice(legal(here)))
            move = GAME.vocabulary.id(words[-1])
            if not here.reversible(move):
                break
            here = here.clone()
            here.apply(move)
        held += 1
        asked = Asked((), words, before=before, after=view_after(here, move, seat))
        for thing in things(here.view(seat), asked, LAYOUTS[held % 2]):
            check_card(card(here.view(seat), thing, asked), thing)
    assert held


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_native_tooltip_is_left(layout: str) -> None:
    for index, (_, state) in enumerate(played(4, 3, True)):
        if index % size(day=60, night=10) == 0 or state.over:
            assert "<title" not in board.draw(GAME, None, state.view(0), Asked(), layout, SAY)


def test_every_word_has_a_card() -> None:
    """Whatever somebody asks about: also words that are not legal now, or that only nature says."""
    view = position().view(0)
    for word in GAME.vocabulary.words:
        check_card(card(view, word), word)


@pytest.mark.parametrize(
    "thing",
    ["", "space:moon", "pile:77", "pile:x", "strip:15", "9/points", "0/moon", "0/track:kiev:white", "x/y", "0/lane:99"],
)
def test_there_is_no_card_of_what_is_not_there(thing: str) -> None:
    assert board.about(GAME, position().view(0), thing, Asked(), SAY) is None


@pytest.mark.clause("RR-TURN-17", "RR-TURN-22")
def test_cards_tell_nothing_hidden() -> None:
    """A redrawn world that a seat cannot tell from this one has the same cards for it."""
    looks = [LookOrTen(1), LookOrTen(0), LookOrTen(1)]
    state = position(pending=[NextTurn(0), SettleBonus(0), Turn(0), *looks])
    for card_name in ("factories", "doublers", "railroads"):
        do(state, "look")
        if state.actor < 0:
            do(state, f"removed:{BOX.bonus_names[0]}:{BOX.bonus_names[1]}")
        do(state, f"bonus:{card_name}")
    assert [len(player.bonus) for player in state.players] == [1, 2, 0, 0]
    worlds = [state.redraw(seat, Random(6)) for seat in (0, 2)]
    assert any(world.players[1].bonus != state.players[1].bonus for world in worlds)
    for seat, other in zip((0, 2), worlds, strict=True):
        for owner in range(4):
            for thing in things(state.view(seat), Asked(beside=owner), LAYOUTS[owner % 2]):
                assert card(state.view(seat), thing) == card(other.view(seat), thing)


# ---------------------------------------------------------------- examples


def test_a_free_space_a_taken_one_and_their_price() -> None:
    state = position()
    state.players[0].workers, state.players[0].roubles = 3, 2
    put(state, "track_gray_1", 1)
    put(state, "track_black_1", 0)
    refresh(state)
    told = card(state.view(0), "space:track_gray_2")
    assert (told.name, told.state) == ("3 gray steps", "action space, free")
    assert told.told == "Move gray tracks 3 spaces forward in all, on one railroad or on several."
    assert told.cost == "2 workers of your 3, or roubles"
    assert told.clause == "RR-BOARD-05"
    assert card(state.view(0), "space:track_gray_1").state == f"action space, taken by {NAMES[1]}"
    assert card(state.view(0), "space:track_black_1").state == "action space, taken by you"
    assert card(state.view(None), "space:track_gray_2").cost == "2 workers"
    assert card(state.view(0), "space:track_any").cost == "1 worker of your 3 and 1 rouble of your 2, or a rouble"
    assert card(position(2).view(0), "space:track_gray_1").state == "action space, closed with two players"
    assert card(state.view(0), "space:last_round").state == "action space, opens in the last round"
    assert card(position(round=7).view(0), "space:order_1").state == "turn order space, closed in the last round"


def test_engineers_by_where_they_lie() -> None:
    state = position()
    state.players[1].engineers = [8]
    put(state, "engineer-8", 1)
    view = refresh(state).view(0)
    assert card(view, "space:eng_hire").name == "Hire engineer 4"
    assert card(view, "space:eng_light_right").name == "Engineer 3"
    assert card(view, "strip:9").state == "engineer strip, in 4 rounds"
    told = card(view, "1/engineer:8")
    assert (told.name, told.clause) == ("Engineer 8", "RR-ENGTILE-08")
    assert told.state == f"space of {NAMES[1]} alone, used in this round"
    assert card(state.view(1), "1/engineer:8").state == "your own space, used in this round"


def test_special_spaces_tell_their_owner_how_far_it_is() -> None:
    state = position()
    state.players[0].tracks = tracks(ts=(7, 3, 1))
    view = refresh(state).view(0)
    told = card(view, "0/space:trans_siberian:3")
    assert told.name == "A worker for good"
    assert told.told == "The brown track and the locomotives have to reach it."
    assert list(told.now) == ["not yet", "your brown track is on 1, your reach is 1"]
    assert not card(view, "1/space:trans_siberian:3").now
    assert not card(state.view(None), "0/space:trans_siberian:3").now
    assert card(view, "0/space:trans_siberian:5").told == "It scores nothing: the locomotives reach 1."
    assert card(view, "0/reach:trans_siberian").told.startswith("6 built spaces lie beyond the reach")


def test_a_gap_and_a_factory_of_the_lane() -> None:
    state = position()
    own = state.players[0]
    own.factories, own.markers = [3], [4, -1]
    view = refresh(state).view(0)
    told = card(view, "0/slot:1")
    assert (told.name, told.state, told.clause) == ("Factory 3", "industry lane, in gap 1", "RR-FACTORY-14")
    assert list(told.now) == ["1 step ahead of your marker"]
    assert card(view, "0/slot:2").name == "Gap 2"
    far = card(view, f"0/lane:{BOX.lane_end}")
    assert list(far.now) == ["not yet", "11 steps ahead of your marker", "a gap lies before it"]


def test_a_question_card_needs_its_token() -> None:
    state = position()
    assert not card(state.view(0), "card:mixed").now
    state.players[0].tokens = 1 << BOX.token_names.index("cards")
    assert list(card(refresh(state).view(0), "card:mixed").now) == ["Not any more", "you have used that token"]


def test_only_their_owner_is_told_of_end_bonus_cards() -> None:
    state = position()
    state.players[0].bonus = [BOX.bonus_names.index("flat")]
    state.takes, state.looks = [0, state.players[0].bonus[0]], [0, 0]
    assert card(state.view(0), "0/bonus").state == "1 card, +15 as it stands"
    assert card(state.view(1), "0/bonus").state == card(state.view(None), "0/bonus").state == "1 card"


@pytest.mark.parametrize("layout", [WIDE, TALL])
def test_rare_questions_have_cards(layout: str) -> None:
    """A tile in hand, a full lane, tokens, and the end bonus pile."""
    state = position()
    state.players[0].factories = [2, 3, 4, 5, 6]
    for asking in (PlaceLocomotive(0, 3, 0), ReplaceFactory(0, 4), UseToken(0), LookOrTen(0), ChooseBonus(0)):
        refresh(state, [NextTurn(0), SettleBonus(0), asking])
        view, asked = state.view(0), Asked(legal(state))
        for thing in things(view, asked, layout):
            check_card(card(view, thing, asked), thing)


# ---------------------------------------------------------------- what a choice would bring


def worth(state: RailState) -> float:
    return board.worth(GAME, state.view(0))


def test_worth_prefers_what_scores() -> None:
    """More points, tracks, reach, roubles and engineers are better."""
    state = position()
    before = worth(state)
    own = state.players[0]
    for name, value in (("points", 3), ("roubles", 2), ("gained_workers", 1)):
        kept = getattr(own, name)
        setattr(own, name, kept + value)
        assert worth(state) > before
        setattr(own, name, kept)
    own.engineers = [4]
    assert worth(state) > before
    own.engineers, own.tracks = [], tracks(ts=(3, 1))
    assert worth(state) > before
    assert board.worth(GAME, state.view(None)) == 0


def test_worth_is_the_score_at_the_end() -> None:
    """And the card of the points tells where the final count came from."""
    state = [state for _, state in played(2, 4, True)][-1]
    assert worth(state) == state.scores()[0]
    told = card(state.view(1), "0/points")
    assert told.name == f"{state.scores()[0]} points"
    assert told.told.startswith("Final count: ")


def test_a_space_tells_what_the_supply_has_left() -> None:
    assert card(position().view(0), "space:aux_roubles").state == "action space, free, 13 left"
    assert card(position(limited_supplies="no").view(0), "space:aux_roubles").state == "action space, free"
