"""What the bar at the end of a game of Lok'n'Roll says about who has won."""

from __future__ import annotations

import pytest

from tests.support.games.lok_n_roll.table import GAME, about_to_roll, position, roll, s
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.games.lok_n_roll.text.sentences import decided
from trainshed.locale import speech

NAMES = ["Ada", "Bo"]


def ended(*hands: list[int]) -> LokState:
    """A finished game with these cards in the hands."""
    state = position([s(1)], 0, [[s(value) for value in hand] for hand in hands], deck=0, pending=[])
    assert state.over
    return state


def told(state: LokState, language: str = "en") -> list[tuple[str, str]]:
    return decided(GAME, state.view(None), range(state.seats), speech=speech(language), names=NAMES)


@pytest.mark.clause("LR-SCORE-02")
def test_the_fewest_points_decide() -> None:
    assert told(ended([4, 3], [1])) == [("Bo wins with 1 point, ahead of Ada with 7 points.", "LR-SCORE-02")]


@pytest.mark.clause("LR-TIEBREAK-01", "LR-TIEBREAK-02", "LR-TIEBREAK-03")
@pytest.mark.parametrize(
    ("hands", "text", "clause"),
    [
        (([3, 2, 2, 2], [4, 4, 1]), "Bo wins with fewer cards, 3 to 4", "LR-TIEBREAK-01"),
        (([3, 3, 2, 1], [4, 2, 2, 1]), "Ada wins with fewer cards of value 4, 0 to 1", "LR-TIEBREAK-02"),
        (([4, 3, 1, 1], [4, 2, 2, 1]), "Bo wins with fewer cards of value 3, 0 to 1", "LR-TIEBREAK-03"),
    ],
)
def test_a_tie_is_broken_by_cards(hands: tuple[list[int], ...], text: str, clause: str) -> None:
    assert told(ended(*hands)) == [(f"Ada and Bo have 9 points each; {text}.", clause)]


@pytest.mark.clause("LR-TIEBREAK-01")
def test_a_tie_is_told_in_other_languages() -> None:
    state = ended([3, 2, 2, 2], [4, 4, 1])
    assert told(state, "es")[0][0] == "Ada y Bo empatan con 9 puntos; gana Bo con menos cartas, 3 a 4."
    assert told(state, "it")[0][0] == "Ada e Bo sono pari con 9 punti; vince Bo con meno carte, 3 a 4."


@pytest.mark.clause("LR-TIEBREAK-04")
def test_where_everything_is_equal_the_victory_is_shared() -> None:
    text = "Ada and Bo are level in everything, with 6 points each, and share the victory."
    assert told(ended([3, 2, 1], [1, 2, 3])) == [(text, "LR-TIEBREAK-04")]


@pytest.mark.clause("LR-RIVAL-13")
@pytest.mark.parametrize(
    ("own", "hers", "text", "clause"),
    [
        ([4, 3], 8, "Ada wins with 7 points, ahead of Laura with 8 points.", "LR-RIVAL-13"),
        ([4, 4], 7, "Laura wins with 7 points, ahead of Ada with 8 points.", "LR-RIVAL-13"),
        ([3], 3, "Ada and Laura have 3 points each; Ada wins with fewer cards, 1 to 3.", "LR-TIEBREAK-01"),
        (
            [1, 1],
            2,
            "Ada and Laura are level in everything, with 2 points each, and share the victory.",
            "LR-RIVAL-13",
        ),
    ],
)
def test_laura_is_compared_by_the_number_of_her_cards(own: list[int], hers: int, text: str, clause: str) -> None:
    pile = ([s(1)] * 4 + [s(2)] * 4)[:hers]
    state = position([s(3)], 0, [[s(v) for v in own]], rival_pile=pile, deck=0, pending=[], mode="rival")
    assert told(state) == [(text, clause)]


@pytest.mark.clause("LR-SOLO-01", "LR-SOLO-05")
def test_alone_there_is_a_record_or_a_lost_challenge() -> None:
    assert told(ended([4, 3])) == [("Ada ends with 7 points; the fewer, the better.", "LR-SOLO-01")]
    state = about_to_roll([s(1)] * 2, 1, 1, hands=[[]], mode="challenge")
    state.players[0].derailments = 3
    roll(state, 1)
    assert told(state) == [("The challenge is lost: 4 derailments.", "LR-SOLO-05")]
