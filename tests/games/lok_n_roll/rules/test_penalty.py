"""Penalty cards: which are taken, how many, and where they go."""

from __future__ import annotations

import pytest

from tests.support.games.lok_n_roll.play import penalised
from tests.support.games.lok_n_roll.table import (
    about_to_roll,
    do,
    legal,
    names,
    only,
    position,
    refusal,
    roll,
    s,
    values,
)
from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.rules.effects import Draw
from trainshed.games.lok_n_roll.rules.state import LokState

FIVE = [s(1), "track:1:straight_wide", s(2), s(3), s(4)]


def orders(state: LokState, chosen: tuple[int, ...] = ()) -> set[tuple[int, ...]]:
    """Every order in which penalty cards can come onto the pile, whatever is kept or combined."""
    if state.chance == "deck":
        return {chosen}
    found: set[tuple[int, ...]] = set()
    for word in legal(state):
        trial = state.clone()
        trial.listen()
        put = [event.card for event in only(do(trial, word), events.Discarded)]
        found |= orders(trial, (*chosen, *[int(name.split(":")[1]) for name in put]))
    return found


@pytest.mark.clause("LR-PENALTY-01")
def test_penalty_cards_are_taken_from_the_start_of_the_track() -> None:
    # given a track a, b, c, d, e with the engine on e
    state = about_to_roll(FIVE, 4, 2)
    rest = state.track[2:]
    # when 2 penalties are due
    heard = roll(state, 2)
    # then a and b are taken in that order
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(0, 2, FIVE[:2])]
    # and c, d, e remain, the engine still on e
    assert state.track == rest
    assert state.track[state.engine] is rest[2]


@pytest.mark.clause("LR-PENALTY-02")
@pytest.mark.parametrize(("due", "taken"), [(1, 1), (2, 2), (3, 3), (4, 3), (5, 3)])
def test_taking_stops_at_the_due_number_or_at_the_engine(due: int, taken: int) -> None:
    # given so many due and 3 cards behind the engine
    state = about_to_roll(FIVE[:4], 3, due)
    # when taken
    heard = roll(state, due)
    # then
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(0, due, FIVE[:taken])]
    assert names([laid.card for laid in state.track]) == FIVE[taken:4]


@pytest.mark.clause("LR-PENALTY-02")
def test_cards_ahead_of_the_engine_are_never_taken() -> None:
    # given a pass onto a destroyed track, so that 2 are due, with 1 card behind the engine and 2 ahead of it
    state = position([s(1), "destroyed:1:straight_long", s(2), s(3)], 0)
    rest = state.track[1:]
    # when taken
    heard = do(state, "pass")
    # then 1, and the cards under and ahead of the engine remain
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(0, 2, [s(1)])]
    assert state.track == rest
    assert state.engine == 0


@pytest.mark.clause("LR-PENALTY-03")
@pytest.mark.parametrize("due", [1, 4])
def test_the_card_under_the_engine_is_never_taken(due: int) -> None:
    # given the engine on the first card, which is the only one
    state = about_to_roll([s(2)], 0, due)
    under = state.track[0]
    # when penalties are due
    heard = roll(state, due)
    # then no card is taken
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(0, due, [])]
    assert state.track == [under]
    assert state.engine == 0
    assert state.players[0].pile == []


@pytest.mark.clause("LR-PENALTY-03")
def test_a_pass_on_the_only_card_takes_nothing() -> None:
    # given the engine on the first card
    state = position([s(2)], 0)
    # when the penalty of a pass is due
    heard = do(state, "pass")
    # then no card is taken
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(0, 1, [])]
    assert (len(state.track), state.engine) == (1, 0)


@pytest.mark.clause("LR-PENALTY-04")
def test_no_debt_is_kept() -> None:
    # given 5 due and 3 taken, and for comparison 3 due and 3 taken
    cards = [s(1), s(1), s(1), s(4)]
    short, exact = about_to_roll(cards, 3, 5), about_to_roll(cards, 3, 3)
    roll(short, 5)
    roll(exact, 3)
    # when the turn ends
    for state in (short, exact):
        do(state, "keep", "keep")
        assert isinstance(state.agenda[-1], Draw)
    # then there is no difference
    assert short.digest() == exact.digest()


@pytest.mark.clause("LR-PENALTY-04")
def test_a_later_penalty_is_not_raised_by_what_could_not_be_taken() -> None:
    # given 5 due and 3 taken by seat 0, after which seat 1 builds a new track and drives to its end
    state = about_to_roll([s(1), s(1), s(1), s(4)], 3, 5, hands=[[], [s(4), s(4)]])
    roll(state, 5)
    do(state, "keep", "keep", "draw:chaos:1", f"lay:{s(4)}", f"lay:{s(4)}", "stop")
    roll(state, 2)
    assert (len(state.track), state.engine) == (3, 2)
    # when seat 0 passes
    do(state, "draw:chaos:2")
    heard = do(state, "pass")
    # then 1 card is due, and one of the two behind the engine is taken
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(0, 1, [s(4)])]
    assert len(state.track) == 2


@pytest.mark.clause("LR-PENALTY-05")
def test_penalty_cards_are_put_on_the_pile_in_any_order() -> None:
    # given penalties 2, 3, 2
    state = penalised([s(2), s(3), "track:2:straight_wide"])
    assert values(state.penalties) == [2, 3, 2]
    # when discarding, then one card after another is chosen and all orders can be reached
    assert legal(state) == ["discard:2", "discard:3"]
    assert orders(state) == {(2, 2, 3), (2, 3, 2), (3, 2, 2)}


@pytest.mark.clause("LR-PENALTY-05")
@pytest.mark.parametrize(
    ("words", "pile"),
    [
        (["discard:2", "discard:2", "keep"], [2, 2, 3]),
        (["discard:2", "discard:3"], [2, 3, 2]),
        (["discard:3", "keep"], [3, 2, 2]),
    ],
)
def test_the_pile_lies_in_the_chosen_order(words: list[str], pile: list[int]) -> None:
    # given penalties 2, 3, 2
    state = penalised([s(2), s(3), "track:2:straight_wide"])
    # when discarded in this order
    do(state, *words)
    # then the turn is over and the pile reads so
    assert isinstance(state.agenda[-1], Draw)
    assert values(state.players[0].pile) == pile


@pytest.mark.clause("LR-PENALTY-05")
def test_only_penalty_cards_of_this_turn_are_discarded() -> None:
    # given penalties 2 and 3, with a 1 in hand and a 4 on the pile
    state = penalised([s(2), s(3)], pile=[s(4)], hand=[s(1)])
    # when another card is asked, then it is refused
    assert refusal(state, "discard:1").clause == "LR-PENALTY-05"
    assert refusal(state, "discard:4").clause == "LR-PENALTY-05"
    # and one that was discarded is gone
    do(state, "discard:3")
    assert values(state.players[0].pile) == [4, 3, 2]


@pytest.mark.clause("LR-PENALTY-06")
def test_penalty_cards_wait_beside_the_player_and_never_enter_the_hand() -> None:
    # given a penalty taken
    state = penalised([s(2), s(3)], hand=[s(1), "chaos:4"])
    # when the hand is read, then it is unchanged
    assert names(state.players[0].hand) == [s(1), "chaos:4"]
    # and the cards wait in the open, not yet on the pile
    assert state.view(1).penalties == [s(2), s(3)]
    assert state.view(1).piles == [[], []]
    assert state.view(1).hands == [2, 0]
    # and one after another leaves that place
    do(state, "discard:3")
    assert names(state.players[0].hand) == [s(1), "chaos:4"]
    assert state.view(1).penalties == []


@pytest.mark.clause("LR-PENALTY-06")
def test_the_penalty_card_of_a_pass_does_not_enter_the_hand() -> None:
    # given a hand
    state = position([s(2), s(2), s(2)], 1, [[s(1)], [s(1)]])
    # when passing, then it is unchanged
    do(state, "pass")
    assert [names(player.hand) for player in state.players] == [[s(1)], [s(1)]]
