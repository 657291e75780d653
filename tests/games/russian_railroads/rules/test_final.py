"""The final scoring and the winner (RR-FINAL)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.support.games.russian_railroads.table import BOX, do, everyone_passes, legal, only, position, refresh
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.state import RailState

EXTRA = BOX.bonus_names.index("extra_engineer")


def last_round(seats: int = 4) -> RailState:
    """The last round, the first seat to act; nobody has anything that scores in a scoring phase."""
    return position(seats=seats, round=7 if seats == 4 else 6)


def ended(engineers: Sequence[Sequence[int]], extra: Sequence[int] = ()) -> tuple[list[int], list[Any]]:
    """What the end brings to players with these engineers; `extra` are the seats with the extra-engineer card."""
    state = last_round(len(engineers))
    for seat, numbers in enumerate(engineers):
        state.players[seat].engineers = list(numbers)
        if seat in extra:
            state.players[seat].bonus = [EXTRA]
    heard = everyone_passes(refresh(state))
    assert state.over
    return state.scores(), only(heard, events.MajorityScored)


@pytest.mark.clause("RR-FINAL-01")
def test_the_final_scoring_comes_once_after_the_scoring_phase_of_the_last_round() -> None:
    # given an end bonus card, an engineer and 5 points of industry before the last round but one ends
    state = position(round=6)
    own = state.players[0]
    own.bonus = [BOX.bonus_names.index("flat")]
    own.engineers = [5]
    own.markers[0] = 4
    heard = everyone_passes(refresh(state))
    # then only a scoring phase has run
    assert (state.scores(), state.over, state.round) == ([5, 0, 0, 0], False, 7)
    assert only(heard, events.BonusScored) == []
    assert only(heard, events.MajorityScored) == []
    # when the last round ends
    heard = everyone_passes(state)
    # then scoring, end bonus cards, majority, end, in this order and once
    finals = (events.RoundScored, events.BonusScored, events.MajorityScored, events.GameEnded)
    kinds = [type(event) for event in heard if isinstance(event, finals)]
    assert kinds == [events.RoundScored] * 4 + [events.BonusScored, events.MajorityScored, events.GameEnded]
    assert (state.scores(), state.over) == ([5 + 5 + 15 + 40, 0, 0, 0], True)


@pytest.mark.clause("RR-FINAL-02")
def test_end_bonus_cards_are_hidden_until_they_are_revealed_and_scored() -> None:
    # given two players with a card each
    state = last_round()
    flat, black = BOX.bonus_names.index("flat"), BOX.bonus_names.index("black_sum")
    state.players[1].bonus = [flat]
    state.players[3].bonus = [black]
    state.takes = [1, flat, 3, black]
    state.looks = [1, 0, 3, 1]
    state.removed = 3 << 6
    state.pile = state.pile_after(2)
    refresh(state)
    assert state.view(0).opened == []
    assert state.view(0).own_bonus == []
    # when the game ends / then everybody sees them, and their points are added
    heard = everyone_passes(state)
    assert state.view(0).opened == state.view(None).opened == [[], ["flat"], [], ["black_sum"]]
    assert only(heard, events.BonusScored) == [events.BonusScored(1, "flat", 15), events.BonusScored(3, "black_sum", 3)]
    assert state.scores() == [0, 15, 0, 3]


@pytest.mark.clause("RR-FINAL-03")
def test_a_factory_9_and_the_cards_token_bring_two_cards_and_both_score() -> None:
    # given a marker right before a factory 9, and the question space behind it
    state = last_round()
    own = state.players[0]
    own.factories = [6, 6, 9]
    own.markers = [8, -1]
    own.roubles = 0
    refresh(state)
    # when both steps are made and the token 'cards' is used
    do(state, "space:industry_2", "token:cards", "card:black_worker")
    # then two choices wait for the end of the turn
    do(state, "look", "removed:flat:extra_workers", "bonus:black_sum", "look", "bonus:hired_engineers")
    assert [BOX.bonus_names[card] for card in own.bonus] == ["black_sum", "hired_engineers"]
    assert state.actor == 1
    # and both are scored
    own.engineers = [3, 4]
    state.players[1].engineers = [5, 6, 7]
    heard = everyone_passes(state)
    assert only(heard, events.BonusScored) == [
        events.BonusScored(0, "black_sum", 3),
        events.BonusScored(0, "hired_engineers", 12),
    ]
    assert state.scores()[0] == 15 + 3 + 12 + 20


@pytest.mark.clause("RR-FINAL-03")
def test_a_player_may_hold_no_end_bonus_card() -> None:
    state = last_round()
    heard = everyone_passes(state)
    assert state.view(None).opened == [[], [], [], []]
    assert only(heard, events.BonusScored) == []
    assert state.scores() == [0, 0, 0, 0]


@pytest.mark.clause("RR-FINAL-04")
def test_most_engineers_score_40_and_second_most_20() -> None:
    # the higher numbers are with those who have fewer
    assert ended([[2, 3, 4], [5, 6], [14]]) == (
        [40, 20, 0],
        [events.MajorityScored(0, 3, 40), events.MajorityScored(1, 2, 20)],
    )
    assert ended([[14], [2, 3, 4], [], [5, 6]])[0] == [0, 40, 0, 20]


@pytest.mark.clause("RR-FINAL-05")
def test_the_single_highest_number_breaks_a_tie() -> None:
    assert ended([[5, 12], [9, 13], []])[0] == [20, 40, 0]
    # not the sum of the numbers, nor the lowest
    assert ended([[2, 13], [11, 12], []])[0] == [40, 20, 0]
    # not the seat, nor the turn order
    assert ended([[9, 13], [5, 12], []])[0] == [40, 20, 0]
    # for the second place too
    assert ended([[2, 3, 4], [5, 12], [9, 13]])[0] == [40, 0, 20]


@pytest.mark.clause("RR-FINAL-06")
def test_of_two_who_tie_for_most_one_scores_40_and_the_other_20() -> None:
    assert ended([[15], [4, 9], [5, 8]])[0] == [0, 40, 20]
    assert ended([[15], [4, 8], [5, 9], [2]])[0] == [0, 20, 40, 0]
    # and of three who tie, the third scores nothing
    assert ended([[4, 8], [2, 10], [5, 9]])[0] == [0, 40, 20]


@pytest.mark.clause("RR-FINAL-07")
def test_nobody_without_an_engineer_scores_in_the_majority() -> None:
    assert ended([[], [2], [], []]) == ([0, 40, 0, 0], [events.MajorityScored(1, 1, 40)])
    assert ended([[], [], [], []]) == ([0, 0, 0, 0], [])


@pytest.mark.clause("RR-FINAL-08")
@pytest.mark.parametrize(
    ("points", "standings"),
    [([310, 310, 290], [1, 1, 3]), ([290, 310, 300], [3, 1, 2]), ([310, 290, 290], [1, 2, 2]), ([7, 7, 7], [1, 1, 1])],
)
def test_the_highest_total_wins_and_equal_totals_share(points: list[int], standings: list[int]) -> None:
    state = last_round(seats=3)
    for player, total in zip(state.players, points, strict=True):
        player.points = total
    heard = everyone_passes(state)
    assert (state.scores(), state.standings()) == (points, standings)
    assert only(heard, events.GameEnded) == [events.GameEnded(points, standings)]
    assert legal(state) == []


@pytest.mark.clause("RR-FINAL-09")
def test_the_extra_engineer_card_adds_one_engineer_without_a_number() -> None:
    # given 2 engineers and the card against 3, then 3 = 3 and the numbers decide
    assert ended([[4, 9], [2, 3, 8]], extra=[0])[0] == [40, 20]
    assert ended([[4, 8], [2, 3, 9]], extra=[0]) == (
        [20, 40],
        [events.MajorityScored(0, 3, 20), events.MajorityScored(1, 3, 40)],
    )
    # without the card 3 beat 2
    assert ended([[4, 9], [2, 3, 8]])[0] == [20, 40]


@pytest.mark.clause("RR-FINAL-10")
def test_the_extra_engineer_card_alone_scores_nothing_in_the_majority() -> None:
    assert ended([[], [], [7], []], extra=[0])[0] == [0, 0, 40, 0]
    assert ended([[], [], [], []], extra=[0])[0] == [0, 0, 0, 0]
    # the engineer of the question card makes its owner eligible
    assert ended([[1], [], [7, 8], []], extra=[0])[0] == [20, 0, 40, 0]


@pytest.mark.clause("RR-FINAL-11")
def test_both_awards_exist_with_2_players_too() -> None:
    assert ended([[2, 3, 4], [15]])[0] == [40, 20]
    assert ended([[2, 3], []])[0] == [40, 0]
    for seats in (3, 4):
        assert ended([[2, 3, 4], [15], *[[]] * (seats - 2)])[0][:2] == [40, 20]
