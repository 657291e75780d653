"""Against Laura (LR-RIVAL)."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.lok_n_roll.table import (
    GAME,
    do,
    finish,
    laura,
    legal,
    names,
    only,
    position,
    refusal,
    roll,
    s,
    set_up,
    values,
    wander,
)
from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.rules.state import RIVAL, LokState
from trainshed.kernel.agenda import NATURE

D1 = "destroyed:1:straight_long"
D2 = "destroyed:2:curve_left"
D3 = "destroyed:3:straight_wide"
TRACK = [s(3), s(4), s(1), s(1), s(2)]


def pile(state: LokState) -> list[str]:
    """Laura's pile, from the bottom to the top."""
    return names(state.players[RIVAL].pile)


def laid(state: LokState) -> list[str]:
    """The track, from its start to its end."""
    return names([entry.card for entry in state.track])


# ---------------------------------------------------------------- set-up and turns


@pytest.mark.clause("LR-RIVAL-01")
def test_a_game_against_laura_is_set_up_like_two_players_and_lasts_until_the_deck_is_empty() -> None:
    # given rival setup / when read / then 4 cards on the track, 11 removed
    state, _ = set_up(1, mode="rival")
    assert len(state.track) == 4
    assert state.view(0).removed == 11
    assert state.engine == set_up(2)[0].engine
    # and play goes on until the deck is empty
    finish(state)
    assert (state.over, state.deck, state.lost) == (True, 0, False)


@pytest.mark.clause("LR-RIVAL-02")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_laura_moves_first_and_has_no_hand(seed: int) -> None:
    # given a new rival game / when started
    state, _ = set_up(1, seed, mode="rival")
    rng = Random(seed)
    # then Laura is active with 0 hand cards
    assert state.turn == 0
    assert state.players[RIVAL].hand == []
    heard = wander(state, rng)
    assert [begun.seat for begun in only(heard, events.TurnBegun)] == [None]
    # and she never gets any
    while not state.over:
        wander(state, rng)
        assert state.players[RIVAL].hand == []


@pytest.mark.clause("LR-RIVAL-03")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_deck_of_38_gives_19_turns_to_each_side(seed: int) -> None:
    # given rival setup / when read / then only the human is dealt 2 cards, deck 38
    state, heard = set_up(1, seed, mode="rival")
    assert [drawn.seat for drawn in only(heard, events.CardDrawn)] == [0, 0]
    assert (len(state.players[0].hand), state.deck) == (2, 38)
    # and at the end 19 turns each in turns, the human having drawn the last card
    heard = finish(state, seed)
    assert [begun.seat for begun in only(heard, events.TurnBegun)] == [None, 0] * 19


# ---------------------------------------------------------------- her draw


@pytest.mark.clause("LR-RIVAL-04")
def test_lauras_draw_is_public() -> None:
    # given Laura's turn
    state = laura(TRACK, 2)
    word = f"draw:{s(3)}"
    move = GAME.vocabulary.id(word)
    # when drawn, then the card is public: the log and the events show it to everybody
    assert state.seen(None, move) == state.seen(0, move) == word
    do(state, word)
    assert events.CardTurned(None, s(3)) in state.events(None)
    # while the human's own draw is hidden from spectators
    move = GAME.vocabulary.id(f"draw:{s(2)}")
    assert state.seen(None, move) == "draw:?"
    assert state.seen(0, move) == f"draw:{s(2)}"


@pytest.mark.clause("LR-RIVAL-05")
def test_a_chaos_card_goes_onto_lauras_pile_and_her_turn_is_over() -> None:
    # given a chaos 2 drawn and her top card 3
    state = laura(TRACK, 2, pile=[s(2), s(3)])
    before = state.track[:]
    # when resolved
    heard = do(state, "draw:chaos:2")
    # then it lies on her pile, engine and track unchanged
    assert pile(state) == [s(2), s(3), "chaos:2"]
    assert (state.engine, state.track, state.boxed) == (2, before, [])
    assert only(heard, events.EngineMoved) == []
    assert only(heard, events.PenaltyTaken) == []
    # next the human
    assert (state.actor, state.chance) == (NATURE, "deck")
    do(state, f"draw:{s(4)}")
    assert state.actor == 0


@pytest.mark.clause("LR-RIVAL-05")
def test_a_chaos_card_combines_with_lauras_top_card() -> None:
    # given a chaos 2 drawn and her top card 2 / when resolved / then both go to the box
    state = laura(TRACK, 2, pile=[s(3), s(2)])
    do(state, "draw:chaos:2")
    assert pile(state) == [s(3)]
    assert names(state.boxed) == [s(2), "chaos:2"]


@pytest.mark.clause("LR-RIVAL-06")
@pytest.mark.parametrize("drawn", [s(1), s(2), s(3), "track:2:straight_wide"])
def test_laura_extends_the_track_with_a_card_that_fits(drawn: str) -> None:
    # given a placeable card / when resolved / then it is added at the end, and is in no box and on no pile
    state = laura([s(1), s(2)], 0)
    heard = do(state, f"draw:{drawn}")
    assert laid(state)[-1] == drawn
    assert [(entry.seat, entry.card) for entry in only(heard, events.CardLaid)] == [(None, drawn)]
    assert only(heard, events.Passed) == []
    assert state.boxed == []


@pytest.mark.clause("LR-RIVAL-07")
def test_a_card_that_does_not_fit_goes_to_the_box_and_laura_passes() -> None:
    # given end card 1 and a drawn 3
    state = laura([s(2), s(2), s(1), s(1)], 2)
    # when resolved
    heard = do(state, f"draw:{s(3)}")
    # then the 3 is in the box, the engine moves 1 and Laura takes 1 penalty card
    assert names(state.boxed) == [s(3)]
    assert [moved.engine for moved in only(heard, events.EngineMoved)] == [3]
    assert laid(state) == [s(2), s(1), s(1)]
    assert state.engine == 2
    assert pile(state) == [s(2)]
    assert only(heard, events.Passed) == [events.Passed(None, True)]


@pytest.mark.clause("LR-RIVAL-07")
def test_lauras_pass_moves_the_engine_only_if_possible() -> None:
    # given the engine on the end card 1 and a drawn 3 / when resolved / then it stays, and she takes 1 card
    state = laura([s(2), s(4), s(1)], 2)
    heard = do(state, f"draw:{s(3)}")
    assert names(state.boxed) == [s(3)]
    assert laid(state) == [s(4), s(1)]
    assert state.engine == 1
    assert pile(state) == [s(2)]
    assert only(heard, events.Derailed) == []
    assert state.players[RIVAL].derailments == 0


@pytest.mark.clause("LR-RIVAL-07")
def test_laura_passes_when_there_is_no_room() -> None:
    # given an end at which only cards entered by their short side fit, and a card that is entered by its long side
    track = [s(1), s(1), "track:1:curve_right@right", "track:1:curve_left@right"]
    state = laura(track, 2)
    # when resolved, then the card is in the box and Laura has passed
    do(state, "draw:track:1:straight_wide")
    assert names(state.boxed) == ["track:1:straight_wide"]
    assert pile(state) == [s(1)]


# ---------------------------------------------------------------- her moves


@pytest.mark.clause("LR-RIVAL-08")
@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_the_engine_advances_the_value_of_lauras_card_without_dice(value: int) -> None:
    # given Laura plays a card (a 3: 3 steps), with enough track ahead
    end = f"track:{value}:straight_wide"
    state = laura([s(1), s(1), s(2), s(2), end], 1, hand=[])
    # when moved
    heard = do(state, f"draw:{s(value)}")
    # then as many steps, no dice event, and no dice due
    assert [moved.steps for moved in only(heard, events.EngineMoved)] == [value]
    assert state.engine == 1 + value
    assert only(heard, events.Rolled) == []
    assert only(heard, events.PenaltyTaken) == []
    assert state.chance == "deck"


@pytest.mark.clause("LR-RIVAL-09")
def test_a_derailment_costs_laura_one_card_only() -> None:
    # given Laura plays a 4 with 1 card ahead in all, the 4 itself
    state = laura([s(2), s(3), s(4), s(4)], 3)
    # when resolved
    heard = do(state, "draw:track:4:straight_wide")
    # then 3 steps were left, the engine is on the last card and she takes 1 card
    assert [derailed.steps_left for derailed in only(heard, events.Derailed)] == [3]
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(None, 1, [s(2)])]
    assert laid(state) == [s(3), s(4), s(4), "track:4:straight_wide"]
    assert state.engine == 3
    assert pile(state) == [s(2)]
    assert state.players[0].pile == []


@pytest.mark.clause("LR-RIVAL-10")
def test_lauras_penalty_cards_go_straight_onto_her_pile_in_the_order_taken() -> None:
    # given 2 penalty cards in one turn: she enters a destroyed track and derails
    state = laura([s(1), s(2), s(4), s(4)], 3, pile=[s(3)])
    # when taken
    heard = do(state, "draw:destroyed:4:curve_right", "turn:left")
    # then they are placed one by one in the order taken, without a question
    assert pile(state) == [s(3), s(1), s(2)]
    assert state.penalties == []
    assert [entry.card for entry in only(heard, events.Discarded)] == [s(1), s(2)]
    assert (state.actor, state.chance) == (NATURE, "deck")


@pytest.mark.clause("LR-RIVAL-10")
def test_each_penalty_card_is_compared_with_the_one_placed_before_it() -> None:
    # given a 2 on her pile and penalty cards 1, 2 / when placed one by one / then the 1 comes between: no combination
    state = laura([s(1), s(2), s(4), s(4)], 3, pile=[s(2)])
    do(state, "draw:destroyed:4:curve_right", "turn:left")
    assert pile(state) == [s(2), s(1), s(2)]
    # given a 1 on her pile / when placed one by one / then the 1 combines and the 2 lies alone
    state = laura([s(1), s(2), s(4), s(4)], 3, pile=["chaos:1"])
    do(state, "draw:destroyed:4:curve_right", "turn:left")
    assert pile(state) == [s(2)]


@pytest.mark.clause("LR-RIVAL-11")
def test_laura_combines_whenever_she_can() -> None:
    # given her top card 2 and a penalty card 2
    state = laura([s(2), s(2), s(1), s(1)], 2, pile=[s(4), "chaos:2"])
    # when she gets it
    heard = do(state, f"draw:{s(3)}")
    # then both go to the box automatically
    assert pile(state) == [s(4)]
    assert names(state.boxed) == [s(3), "chaos:2", s(2)]
    assert only(heard, events.Combined) == [events.Combined(None, ["chaos:2", s(2)])]
    assert state.chance == "deck"


@pytest.mark.clause("LR-RIVAL-11")
def test_laura_combines_several_times_in_one_turn() -> None:
    # given her pile 2, 1 and penalty cards 1, 2 / when she gets them / then nothing is left
    state = laura([s(1), s(2), s(4), s(4)], 3, pile=[s(2), s(1)])
    do(state, "draw:destroyed:4:curve_right", "turn:left")
    assert pile(state) == []
    assert sorted(values(state.boxed)) == [1, 1, 2, 2]


# ---------------------------------------------------------------- points


def ended(hand: list[str], own: list[str], hers: list[str]) -> LokState:
    """A finished game against Laura."""
    state = position([s(1)], 0, [hand], piles=[own], rival_pile=hers, deck=0, pending=[], mode="rival")
    assert state.over
    return state


@pytest.mark.clause("LR-RIVAL-12")
def test_laura_scores_the_number_of_cards_in_her_pile() -> None:
    # given her pile 4,4,3 / when scored / then 3
    state = ended([s(1)], [s(1)], [s(4), s(4), s(3)])
    assert state.rival_score() == 3
    assert state.view(0).rival.score == 3
    assert state.result() == "2 rival 3"


@pytest.mark.clause("LR-RIVAL-13")
def test_the_human_wins_with_the_lower_number() -> None:
    ones_and_twos = [s(1)] * 4 + [s(2)] * 4
    # given human 7 (hand 4, pile 3) and Laura 8 / when ranked / then the human wins
    state = ended([s(4)], [s(3)], ones_and_twos)
    assert (state.scores(), state.rival_score()) == ([7], 8)
    assert state.standings() == [1]
    assert GAME.returns(state) == [1.0]
    # given human 8 and Laura 7, though her cards are worth more / when ranked / then Laura wins
    state = ended([s(4)], [s(4)], ones_and_twos[1:])
    assert (state.scores(), state.rival_score()) == ([8], 7)
    assert state.standings() == [2]
    assert GAME.returns(state) == [-1.0]


@pytest.mark.clause("LR-RIVAL-13")
def test_a_tie_with_laura_goes_to_fewer_cards_then_to_lower_cards() -> None:
    # given 3 against 3 with 1 card against 3 / when ranked / then the human, whose rank nobody shares
    state = ended([s(3)], [], [s(1), s(2), s(1)])
    assert state.standings() == [1]
    assert state.order(0) < state.order(RIVAL)
    # given 3 against 3 with 3 cards each / when ranked / then the human, who has no 4
    state = ended([s(1), s(1)], ["chaos:1"], [s(1), s(4), s(1)])
    assert state.standings() == [1]
    assert state.order(0) < state.order(RIVAL)
    # given 2 against 2 with equal cards / when ranked / then a draw
    state = ended([s(1)], [s(1)], [s(1), "chaos:1"])
    assert state.standings() == [1]
    assert state.order(0) == state.order(RIVAL)
    assert GAME.returns(state) == [0.0]


# ---------------------------------------------------------------- destroyed tracks


@pytest.mark.clause("LR-RIVAL-14")
def test_laura_lays_a_destroyed_track_like_any_card() -> None:
    # given Laura draws a destroyed 2 that fits
    state = laura([s(1), s(1), s(2), s(2)], 1)
    # when resolved
    heard = do(state, f"draw:{D2}", "turn:left")
    # then it is laid and the engine moves 2
    assert laid(state) == [s(1), s(1), s(2), s(2), D2]
    assert [moved.steps for moved in only(heard, events.EngineMoved)] == [2]
    assert state.engine == 3
    assert state.boxed == []


@pytest.mark.clause("LR-RIVAL-14")
def test_a_destroyed_track_that_does_not_fit_is_boxed_and_laura_passes() -> None:
    # given Laura draws a destroyed 2 behind a 4 / when resolved / then it is boxed and she passes
    state = laura([s(1), s(3), s(4), s(4)], 1)
    heard = do(state, f"draw:{D2}")
    assert names(state.boxed) == [D2]
    assert [moved.steps for moved in only(heard, events.EngineMoved)] == [1]
    assert pile(state) == [s(1)]


@pytest.mark.clause("LR-RIVAL-15")
def test_a_destroyed_track_costs_laura_a_card_beside_her_derailment() -> None:
    # given Laura enters one destroyed track and derails / when resolved / then 2 cards
    state = laura([s(1), s(2), s(4), D3], 2)
    heard = do(state, f"draw:{s(3)}")
    assert len(only(heard, events.Derailed)) == 1
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(None, 2, [s(1), s(2)])]
    assert pile(state) == [s(1), s(2)]
    # and fewer where fewer are available
    state = laura([D1], 0)
    heard = do(state, "draw:destroyed:4:curve_right", "turn:left")
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(None, 2, [D1])]
    assert pile(state) == [D1]


@pytest.mark.clause("LR-RIVAL-15")
def test_a_destroyed_track_costs_laura_a_card_without_a_derailment_too() -> None:
    # given Laura extends and runs over a destroyed track, no further / when resolved / then 1 card
    state = laura([s(1), s(2), D3, s(3), s(2)], 1)
    do(state, f"draw:{s(2)}")
    assert pile(state) == [s(1)]
    # given Laura passes onto a destroyed track / when resolved / then 1 for the pass and 1 for the track
    state = laura([s(3), s(4), D3, s(4)], 1)
    do(state, "draw:track:2:straight_wide")
    assert names(state.boxed) == ["track:2:straight_wide"]
    assert pile(state) == [s(3), s(4)]


# ---------------------------------------------------------------- who decides


@pytest.mark.clause("LR-RIVAL-16")
@pytest.mark.parametrize("turn", ["left", "right"])
def test_the_human_chooses_how_lauras_curve_lies(turn: str) -> None:
    # given a curve with two legal placements
    state = laura([s(1), s(1), s(2)], 0)
    # when Laura plays it
    do(state, "draw:track:2:curve_right")
    # then the human is asked left or right
    assert state.actor == 0
    assert legal(state) == ["turn:left", "turn:right"]
    assert refusal(state, "turn:ahead").clause == "LR-PLACE-11"
    heard = do(state, f"turn:{turn}")
    assert only(heard, events.CardLaid) == [events.CardLaid(None, "track:2:curve_right", turn, False)]
    assert state.engine == 2


@pytest.mark.clause("LR-RIVAL-16")
def test_a_card_with_one_legal_placement_is_laid_without_a_question() -> None:
    # given an end at which only cards entered by their short side fit, and a curve
    track = [s(1), s(1), "track:1:curve_right@right", "track:1:curve_left@right"]
    state = laura(track, 2)
    # when Laura plays it, then it is laid without a question
    heard = do(state, "draw:track:1:curve_right")
    assert only(heard, events.CardLaid) == [events.CardLaid(None, "track:1:curve_right", "right", True)]
    assert (state.actor, state.chance) == (NATURE, "deck")
    # given a straight / when Laura plays it / then there is nothing to ask
    state = laura([s(1), s(1)], 0)
    heard = do(state, f"draw:{s(1)}")
    assert only(heard, events.CardLaid) == [events.CardLaid(None, s(1), "ahead", True)]
    assert state.actor == NATURE


@pytest.mark.clause("LR-RIVAL-16")
@pytest.mark.parametrize("before", [0, 1, 2])
def test_the_human_may_block_the_end_with_lauras_card(before: int) -> None:
    # given a track, short or long, whose end a curve could turn back into it
    track = [*[s(2)] * before, "track:2:straight_wide", "track:2:curve_right@right"]
    state = laura(track, 0)
    # when Laura plays that curve, then the human may choose the turn that blocks the end
    do(state, "draw:track:2:curve_left")
    assert legal(state) == ["turn:left", "turn:right"]
    do(state, "turn:right")
    assert state.room() == 0


@pytest.mark.clause("LR-RIVAL-17")
def test_the_human_has_the_same_three_actions_as_at_a_table_for_two() -> None:
    # given the human's turn
    hand = [s(2), s(1), s(4), "chaos:3", "track:2:curve_left"]
    state = position(TRACK, 2, [hand], mode="rival")
    for_two = position(TRACK, 2, [hand, []])
    # when legal actions are listed, then the same three as in a 2-player game, refused with the same clauses
    assert legal(state) == ["pass", "chaos:3", f"lay:{s(1)}", f"lay:{s(2)}", "lay:track:2:curve_left"]
    for move in range(len(GAME.vocabulary)):
        assert state.why_not(move) == for_two.why_not(move)


@pytest.mark.clause("LR-RIVAL-17")
def test_the_human_rolls_dice_and_pays_for_every_step_left_over() -> None:
    # given the human extends with a 2 in a rival game
    state = position(TRACK, 4, [[s(2)]], mode="rival")
    do(state, f"lay:{s(2)}")
    # when moving, then 2 dice decide
    assert legal(state) == ["wheels:0", "wheels:1", "wheels:2"]
    # and a derailment costs as many cards as steps were left, discarded in any order
    state = position(TRACK, 4, [[f"track:{v}:straight_wide" for v in (2, 2)]], mode="rival")
    do(state, *["lay:track:2:straight_wide"] * 2)
    heard = roll(state, 4)
    assert [taken.due for taken in only(heard, events.PenaltyTaken)] == [2]
    assert (state.actor, legal(state)) == (0, ["discard:3", "discard:4"])


@pytest.mark.clause("LR-RIVAL-18")
@pytest.mark.parametrize("seed", range(1, 9))
def test_the_human_lays_the_whole_starting_track(seed: int) -> None:
    # given rival setup / when the layers are logged / then the human 4 times
    state, heard = set_up(1, seed, mode="rival")
    assert [entry.seat for entry in only(heard, events.CardLaid)] == [0, 0, 0, 0]
    assert {entry.seat for entry in only(heard, events.CardTurned)} == {0}
    # and Laura's first act is her first turn
    assert only(heard, events.TurnBegun) == []
    heard = wander(state, Random(seed))
    assert heard[0] == events.TurnBegun(None, 1)


@pytest.mark.clause("LR-RIVAL-19")
@pytest.mark.parametrize("seed", range(1, 13))
def test_laura_decides_nothing_and_plays_at_most_one_card_a_turn(seed: int) -> None:
    # given whole games against Laura
    rng = Random(seed)
    state, _ = set_up(1, seed, mode="rival")
    hers = False
    cards = 0
    turns = 0
    questions = 0
    while not state.over:
        # when decisions are listed on Laura's turn, then none is hers, and the human is asked for a turn at most
        if hers and state.actor != NATURE:
            assert state.actor == 0
            assert legal(state) == ["turn:left", "turn:right"]
            questions += 1
        assert not (hers and state.chance == "die")
        for event in wander(state, rng):
            if isinstance(event, events.TurnBegun):
                hers = event.seat is None
                turns += hers
                cards = questions = 0
            elif hers and isinstance(event, events.CardLaid):
                cards += 1
        # and she plays one card per turn at most
        assert cards <= 1
        assert questions <= 1
    assert turns == 19
