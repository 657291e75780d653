"""The hover cards of Lok'n'Roll: everything drawn has one, and none tells more than its viewer may know."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.hover_cards import SAYS, check_card, check_cards, things
from tests.support.games.lok_n_roll.play import TABLES
from tests.support.games.lok_n_roll.previews import asked_of, played, preview, words
from tests.support.games.lok_n_roll.table import GAME, do, laura, position, roll, s
from tests.support.seeds import size
from tests.support.svg import SAY, parsed
from trainshed.draw.board import Asked
from trainshed.draw.hover_card import HoverCard
from trainshed.draw.sheet import LAYOUTS
from trainshed.games.lok_n_roll.board import board
from trainshed.games.lok_n_roll.board.about import OF_THINGS, OF_WORDS
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.games.lok_n_roll.text import sentences
from trainshed.kernel.translation import ENGLISH


def card_of(state: LokState, thing: str, *chosen: str, seat: int | None = 0) -> HoverCard:
    view, asked = preview(state, seat or 0, *chosen) if chosen else (state.view(seat), asked_of(state, seat))
    return check_card(GAME, board, view, thing, asked, SAY)


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(("seats", "chosen"), TABLES)
def test_everything_that_is_drawn_has_a_card(seats: int, chosen: dict[str, str]) -> None:
    seen: set[str] = set()
    for index, (before, state) in enumerate(played(seats, chosen, 7, True)):
        if index % size(day=6, night=1) and not state.over:
            continue
        viewer = state.actor if state.actor >= 0 else [0, None][index % 2]
        view, asked = state.view(viewer), asked_of(state, viewer)
        svg = parsed(board.draw(GAME, before, view, asked, LAYOUTS[index % 2], SAY))
        seen.update(check_cards(GAME, board, view, asked, svg, SAYS[index % len(SAYS)]))
        if viewer is not None and state.actor >= 0:
            word = words(state)[index % len(words(state))]
            view, asked = preview(state, viewer, word)
            svg = parsed(board.draw(GAME, None, view, asked, LAYOUTS[index % 2], SAY))
            seen.update(check_cards(GAME, board, view, asked, svg, SAY))
    heads = {thing.partition(":")[0] for thing in seen}
    assert heads >= {
        "via",
        "end",
        "engine",
        "deck",
        "odds",
        "bar",
        "die",
        "pile",
        "lay",
        "turn",
        "stop",
        "pass",
        "hand",
    }
    assert ("limit" in heads) == (chosen.get("mode") == "challenge")


@pytest.mark.clause("LR-SETUP-12")
def test_a_card_tells_nothing_that_its_viewer_may_not_know() -> None:
    """Whatever the others hold, the cards of all things read the same."""
    rng = Random(3)
    for index, (_, state) in enumerate(played(3, {}, 9, True)):
        if index % size(day=7, night=1):
            continue
        for viewer in (0, 1):
            view, asked = state.view(viewer), asked_of(state, viewer)
            other = state.redraw(viewer, rng).view(viewer)
            keys = things(parsed(board.draw(GAME, None, view, asked, LAYOUTS[index % 2], SAY)))
            for thing in keys:
                told = board.about(GAME, view, thing, asked, SAY)
                assert board.about(GAME, other, thing, asked, SAY) == told


@pytest.mark.parametrize("head", [*OF_WORDS, *OF_THINGS, "nothing"])
def test_a_key_that_nothing_has_is_no_error(head: str) -> None:
    """Keys come from outside: a wrong one gets no card, or one that says nothing false, and costs nothing."""
    state = position([s(2), s(1)], 0, [[s(1)], []])
    over = list(played(2, {}, 1, False))[-1][1]
    for rest in ("", ":", ":x", ":99", ":-1", ":1:2:3", ":999:1:0:500", ":blue:x", ":ink", ":track:9:straight_long"):
        for position_ in (state, over, GAME.start(2)):
            for viewer in (0, None):
                card = board.about(GAME, position_.view(viewer), head + rest, Asked(), SAY)
                assert card is None or card.name


# ---------------------------------------------------------------- examples


@pytest.mark.clause("LR-DICE-01", "LR-DERAIL-02")
def test_a_card_in_hand_tells_the_roll_that_follows() -> None:
    state = position([s(1), s(2), s(2)], 1, [[s(2), s(4)], []])
    card = card_of(state, f"lay:{s(2)}")
    assert (card.name, card.state) == ("Long straight 2", "in your hand, 2 points")
    assert card.told == "Laid at the end of the track; then 2 dice are rolled for it."
    assert list(card.now) == ["100 % to stay on the rails", "2 dice to roll, 2 cards ahead"]
    waiting = board.about(GAME, state.view(0), f"lay:{s(2)}", Asked(), SAY)
    assert waiting is not None
    assert not waiting.now, "nobody knows the track of the next turn"


def test_a_table_without_odds_tells_none() -> None:
    state = position([s(1), s(2), s(2)], 1, [[s(2)], []])
    asked = asked_of(state, 0)._replace(odds=False)
    card = board.about(GAME, state.view(0), f"lay:{s(2)}", asked, SAY)
    assert card is not None
    assert list(card.now) == ["2 dice to roll", "2 cards ahead"]
    for thing in ("odds:2", "bar:2:1:0:1"):
        assert board.about(GAME, state.view(0), thing, asked, SAY) is None


def test_a_card_instead_of_the_one_laid_tells_its_own_roll() -> None:
    state = position([s(2), s(1)], 0, [[s(1), s(1), s(2)], []])
    alone = card_of(state, f"lay:{s(2)}")
    assert card_of(state, f"lay:{s(2)}", f"lay:{s(1)}").now == alone.now


@pytest.mark.clause("LR-PASS-02", "LR-PASS-03", "LR-COMBINE-01")
def test_a_pass_tells_what_it_takes() -> None:
    state = position([s(3), s(2), s(2)], 1, [[s(2)], []], [[s(3)], []])
    assert list(card_of(state, "pass").now) == [
        "+3 points on your pile",
        "or combine it with the 3 on top: both leave",
        "you take: Long straight 3",
        "the engine moves on",
    ]
    last = position([s(3), s(2)], 1, [[s(2)], []])
    expected = ["+3 points on your pile", "you take: Long straight 3", "the engine stays on the last card"]
    assert list(card_of(last, "pass").now) == expected
    before = last.view(0)
    view, asked = preview(last, 0, f"lay:{s(2)}")
    instead = board.about(GAME, view, "pass", asked._replace(before=before), SAY)
    assert instead is not None
    assert list(instead.now) == expected, "in place of the card that is laid, not after it"


def test_a_card_of_the_track_tells_how_it_lies_to_the_engine() -> None:
    state = position([s(1), s(2), s(2), "destroyed:3:straight_wide", s(4)], 1, [[], []])
    told = {}
    for place, laid in enumerate(state.view(0).track):
        card = card_of(state, f"via:{laid.x0}_{laid.y0}", seat=None)
        told[place] = (card.state, card.clause)
    assert told == {
        0: ("on the track, behind the engine", "LR-PENALTY-01"),
        1: ("under the engine", "LR-PENALTY-03"),
        2: ("1 step ahead of the engine", "LR-DICE-03"),
        3: ("2 steps ahead of the engine", "LR-BROKEN-01"),
        4: ("3 steps ahead of the engine", "LR-DERAIL-01"),
    }


def test_chaos_and_combining_tell_the_points() -> None:
    state = position([s(2), s(1)], 0, [["chaos:2"], []], [["track:2:curve_left"], []])
    card = card_of(state, "chaos:2")
    assert card.name == "Chaos 2"
    assert list(card.now) == ["+2 points on your pile", "or combine it with the 2 on top: both leave"]
    do(state, "chaos:2")
    assert list(card_of(state, "combine").now) == ["−4 points", "your pile falls to 0 points"]
    assert list(card_of(state, "keep").now) == ["your pile stays at 4 points"]


def test_a_bar_tells_what_its_wheels_do() -> None:
    state = position([s(1), s(2), s(2)], 1, [[s(3)], []])
    assert card_of(state, "bar:3:2:0:2").told == "The engine runs 2 cards and stays on the track."
    derails = card_of(state, "bar:3:1:0:3")
    assert (derails.name, derails.state) == ("3 wheels", "30 % of all throws")
    assert derails.told == "The engine derails: 2 steps too many, and a penalty card for each."


@pytest.mark.clause("LR-PLACE-08")
def test_a_way_that_blocks_the_end_says_so() -> None:
    """Exactly where the position that follows has room for no card."""
    found: list[bool] = []
    for seed in range(4):
        for _, state in played(2, {}, seed, True):
            for word in words(state) if state.actor >= 0 else []:
                if word.startswith("turn:"):
                    after = state.clone()
                    after.apply(GAME.vocabulary.id(word))
                    blocked = "It is blocked" in sentences.room_sentence(GAME, after.view(0), ENGLISH)
                    said = card_of(state, word, seat=state.actor).now
                    assert ("the end is blocked then: no card fits" in said) == blocked
                    found.append(blocked)
    assert {True, False} == set(found)


@pytest.mark.clause("LR-RIVAL-12", "LR-RIVAL-16")
def test_laura_counts_cards_and_rolls_nothing() -> None:
    state = laura([s(1), s(2), s(3), s(3)], 2, pile=[s(4), s(2)])
    do(state, "draw:track:4:curve_left")
    pile = card_of(state, "pile:ink")
    assert (pile.name, pile.state, pile.clause) == ("Discard pile of Laura", "2 cards", "LR-RIVAL-12")
    turn = card_of(state, "turn:left")
    assert (turn.clause, list(turn.now)) == ("LR-RIVAL-16", [])


def test_piles_are_named_by_whose_they_are() -> None:
    state = position([s(2), s(1)], 0, [[s(1)], []], [[s(3)], [s(2), s(2)]])
    assert card_of(state, "pile:blue").name == "Your discard pile"
    other = card_of(state, "pile:red")
    assert (other.name, other.state) == ("Discard pile of Álex the Unusually Long", "2 cards, 4 points")
    assert card_of(state, "pile:blue", seat=None).name == "Discard pile of Marta"


def test_the_last_roll_lies_as_dice() -> None:
    state = position([s(1), s(2), s(2), s(3)], 2, [[s(3), s(1)], []])
    do(state, f"lay:{s(3)}")
    do(state, "stop")
    roll(state, 1)
    assert card_of(state, "die:wheel").state == "a wheel"
    assert card_of(state, "die:").state == "not used now"
