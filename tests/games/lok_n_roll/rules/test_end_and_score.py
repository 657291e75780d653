"""The end of the game, points and ties (LR-END, LR-SCORE, LR-TIEBREAK)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from tests.support.games.lok_n_roll.table import GAME, do, finish, legal, names, only, position, refusal, s, set_up
from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.rules.effects import Draw
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.kernel.agenda import NATURE, NOBODY


def cards(*values: int) -> list[str]:
    """Straight cards of these values."""
    return [s(value) for value in values]


def ended(hands: list[list[str]], piles: list[list[str]]) -> LokState:
    """A finished game."""
    state = position(cards(1), 0, hands, piles, deck=0, pending=[])
    assert state.over
    return state


# ---------------------------------------------------------------- the end


@pytest.mark.clause("LR-END-01")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_whoever_draws_the_last_card_still_acts_and_then_the_game_is_over(seat: int) -> None:
    # given a deck of 1
    state = position(cards(1, 1, 2), 0, [[], [], []], deck=1, pending=[Draw(seat)])
    # when the last card is drawn, then that player acts
    do(state, f"draw:{s(2)}")
    assert (state.deck, state.over, state.actor) == (0, False, seat)
    assert legal(state) == ["pass", f"lay:{s(2)}"]
    # and no further turn is given
    heard = do(state, "pass")
    assert (state.over, state.actor) == (True, NOBODY)
    assert legal(state) == []
    assert only(heard, events.GameEnded) == [events.GameEnded(state.scores(), state.standings(), state.in_hand())]
    for word in ("pass", f"draw:{s(3)}"):
        assert refusal(state, word).clause == "LR-END-01"


@pytest.mark.clause("LR-END-01")
def test_the_last_turn_is_played_to_its_end() -> None:
    # given the last card drawn / when the player extends and derails / then the dice, the penalty and its order follow
    state = position(cards(1, 2, 3, 3, 4), 4, [[s(4)], []], deck=0)
    do(state, f"lay:{s(4)}")
    assert (state.over, state.chance) == (False, "die")
    do(state, "wheels:3")
    assert (state.over, state.actor) == (False, 0)
    do(state, "discard:2")
    assert state.over
    assert names(state.players[0].pile) == cards(2, 1)
    assert state.scores() == [3, 0]


@pytest.mark.clause("LR-END-01")
def test_with_a_card_left_in_the_deck_another_turn_is_given() -> None:
    # given a deck of 2 / when the first of them is drawn and played / then the next player draws the last one
    state = position(cards(1, 1, 2), 0, [[], []], deck=2, pending=[Draw(0)])
    do(state, f"draw:{s(2)}", "pass")
    assert (state.over, state.actor, state.chance) == (False, NATURE, "deck")
    do(state, f"draw:{s(3)}")
    assert (state.over, state.actor) == (False, 1)


@pytest.mark.clause("LR-END-02")
@pytest.mark.parametrize(("seats", "turns"), [(2, 18), (3, 12), (4, 9)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_everybody_has_had_the_same_number_of_turns(seats: int, turns: int, seed: int) -> None:
    # given 2, 3 or 4 players / when the game ends / then 18, 12 or 9 turns each
    state, _ = set_up(seats, seed)
    heard = finish(state, seed)
    assert Counter(begun.seat for begun in only(heard, events.TurnBegun)) == dict.fromkeys(range(seats), turns)


# ---------------------------------------------------------------- points


@pytest.mark.clause("LR-SCORE-01")
def test_a_score_is_the_sum_of_the_values_of_hand_and_pile() -> None:
    # given hand 2,4 and pile 1,3,3 / when scored / then 13
    state = ended([cards(2, 4), cards(1)], [cards(1, 3, 3), []])
    assert state.scores() == [13, 1]
    assert state.view(None).scores == [13, 1]


@pytest.mark.clause("LR-SCORE-01")
def test_every_kind_of_card_counts_its_value() -> None:
    # given destroyed tracks and chaos cards in hand and pile / when scored / then they count like track cards
    hand = ["destroyed:4:curve_right", "chaos:2"]
    pile = ["destroyed:1:straight_long", "chaos:4", "track:3:curve_left"]
    assert ended([hand, []], [pile, []]).scores() == [14, 0]


@pytest.mark.clause("LR-SCORE-02")
def test_the_lowest_score_wins() -> None:
    # given 13, 9, 20 / when ranked / then 9 wins
    hands = [cards(4, 4), cards(4), [f"track:{v}:straight_wide" for v in (4, 4, 4)]]
    piles = [cards(3, 2), cards(3, 2), cards(3, 3, 2)]
    state = ended(hands, piles)
    assert state.scores() == [13, 9, 20]
    assert state.standings() == [2, 1, 3]
    first, second, third = GAME.returns(state)
    assert second > first > third


@pytest.mark.clause("LR-SCORE-03")
def test_cards_on_the_track_in_the_box_and_removed_do_not_count() -> None:
    # given cards left on the track, two combined into the box, and cards removed in the set-up
    state = position(cards(3, 3, 2, 1), 3, [cards(2, 4), cards(1)], [cards(1, 4), []], deck=0)
    do(state, "pass")
    assert state.over
    assert names([laid.card for laid in state.track]) == cards(3, 2, 1)
    # when scored, then only hand and pile count
    assert names(state.players[0].pile) == cards(1, 4, 3)
    assert state.scores() == [2 + 4 + 1 + 4 + 3, 1]


@pytest.mark.clause("LR-SCORE-03")
def test_a_combined_pair_in_the_box_does_not_count() -> None:
    # given a 3 on the pile and a penalty card 3 / when combined and scored / then neither counts
    state = position(cards(3, 2, 1), 2, [cards(2), cards(1)], [cards(1, 3), []], deck=0)
    do(state, "pass", "combine")
    assert names(state.boxed) == cards(3, 3)
    assert (state.unseen_total, state.deck) == (sum(state.unseen), 0)
    assert state.unseen_total > 0
    assert state.scores() == [3, 1]


# ---------------------------------------------------------------- ties


@pytest.mark.clause("LR-TIEBREAK-01")
def test_equal_scores_are_decided_by_fewer_cards() -> None:
    # given 9 with 4 cards and no 4 among them, and 9 with 3 cards of which two are 4s
    state = ended([cards(3), cards(4, 4)], [cards(2, 2, 2), cards(1)])
    assert state.scores() == [9, 9]
    # when ranked, then 3 cards first
    assert state.standings() == [2, 1]


@pytest.mark.clause("LR-TIEBREAK-01")
def test_cards_in_hand_and_pile_are_counted_together() -> None:
    # given 9 with 3 cards, all in hand or all on the pile, against 4 cards divided / when ranked / then 3 cards first
    assert ended([cards(3, 3, 3), cards(2, 2)], [[], cards(4, 1)]).standings() == [1, 2]
    assert ended([[], cards(2, 2)], [cards(3, 3, 3), cards(4, 1)]).standings() == [1, 2]


@pytest.mark.clause("LR-TIEBREAK-02")
@pytest.mark.parametrize("split", [0, 2, 4])
def test_equal_scores_and_cards_are_decided_by_fewer_fours(split: int) -> None:
    # given 4,2,2,1 against 3,3,2,1 (sum 9, 4 cards each), in hand, on the pile or in both
    first, second = cards(4, 2, 2, 1), cards(3, 3, 2, 1)
    state = ended([first[:split], second[split:]], [first[split:], second[:split]])
    assert state.scores() == [9, 9]
    # when ranked, then the second, with no 4, though it has more 3s
    assert state.standings() == [2, 1]


@pytest.mark.clause("LR-TIEBREAK-02")
def test_fours_are_compared_before_all_other_values() -> None:
    # given 4,2,2,2 against 3,3,3,1 (sum 10, 4 cards each) / when ranked / then no 4 beats no 3 and no 1
    assert ended([cards(4, 2, 2, 2), cards(3, 3, 3, 1)], [[], []]).standings() == [2, 1]


@pytest.mark.clause("LR-TIEBREAK-03")
def test_equal_fours_are_decided_by_fewer_threes() -> None:
    # given 3,1 against 2,2, with and without a 4 beside them / when ranked / then the one without a 3
    assert ended([cards(3, 1), cards(2, 2)], [[], []]).standings() == [2, 1]
    assert ended([cards(2, 2), cards(1)], [cards(4), cards(4, 3)]).standings() == [1, 2]


@pytest.mark.clause("LR-TIEBREAK-03")
def test_threes_then_twos_then_ones_are_compared_in_that_order() -> None:
    # given a hand and a pile of all values
    state = ended([cards(4, 3, 3, 2), []], [cards(2, 2, 1, 1, 1, 1), []])
    # when what decides is read, then points, cards, 4s, 3s, 2s, 1s, the lower the better
    assert state.order(0) == [20, 10, 1, 2, 3, 4]


@pytest.mark.clause("LR-TIEBREAK-03", "LR-TIEBREAK-04")
def test_with_equal_sums_cards_fours_and_threes_the_twos_and_ones_are_equal() -> None:
    # given every hand of up to six cards / when two agree in sum, cards, 4s and 3s / then they are the same hand
    for count in range(1, 7):
        hands = list(combinations_with_replacement((1, 2, 3, 4), count))
        keys = {(sum(hand), hand.count(4), hand.count(3)) for hand in hands}
        assert len(keys) == len(hands)
    # and then the victory is shared
    assert ended([cards(3, 2, 1), cards(1, 2)], [[], cards(3)]).standings() == [1, 1]


@pytest.mark.clause("LR-TIEBREAK-04")
def test_identical_cards_share_the_victory() -> None:
    # given identical multisets of values, divided otherwise and of other kinds and shapes, and a third player behind
    hands = [[s(4), "chaos:2"], ["track:1:curve_left", "destroyed:2:curve_left"], cards(4, 4)]
    piles = [cards(1), ["chaos:4"], []]
    state = ended(hands, piles)
    # when ranked, then both win, and the third is third
    assert state.scores() == [7, 7, 8]
    assert state.standings() == [1, 1, 3]
