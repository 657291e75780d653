"""What the bar at the end of a game of First Class says about who has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.support.games.first_class.positions import BOX, GAME, ask, do, give, position, show
from trainshed.games.first_class.rules.modules.murder import Murder
from trainshed.games.first_class.rules.murder.case import Case
from trainshed.games.first_class.rules.rounds import FinalCount
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.text.sentences import decided

NAMES = ["Ada", "Bo", "Cy"]
RULES = next(module for module in BOX.modules if isinstance(module, Murder))


def told(state: FirstClassState, seats: Sequence[int] = range(3)) -> list[tuple[str, str]]:
    assert state.over
    return decided(GAME, state.view(None), seats, names=NAMES)


def final_count(points: Sequence[int], **options: Any) -> FirstClassState:
    """Three players with these points, and the final count comes now."""
    state = show(position(3, **options), "x1-loc-1-1")
    for seat, total in enumerate(points):
        give(state, seat, coins=(0, 0, 0), points=total)
    state.round, state.turn = BOX.rounds, -1
    return state


def trial(prints: Sequence[int], guilty: int, points: Sequence[int], arrest: str = "out") -> FirstClassState:
    """The end of a game in which the seats hold so many fingerprints; the murderer then draws two blank tokens."""
    state = final_count(points, modules="a-c", murder_arrest=arrest)
    case = next(own for own in state.kept if isinstance(own, Case))
    case.guilty = guilty
    case.tokens = [[1 | 2 << seat] * count for seat, count in enumerate(prints)]
    case.bag = [RULES.faces[0], RULES.faces[1] - sum(prints)]
    ask(state, FinalCount())
    do(state, "token:blank", "token:blank")
    return state


@pytest.mark.clause("FC-FINAL-10", "FC-FINAL-11")
@pytest.mark.parametrize(
    ("points", "text", "clause"),
    [
        ((120, 119, 90), "Ada wins with 120 points, ahead of Bo with 119 points.", "FC-FINAL-10"),
        ((70, 90, 90), "Bo and Cy have 90 points each and share the victory.", "FC-FINAL-11"),
    ],
)
def test_points_decide_and_tied_players_all_win(points: tuple[int, ...], text: str, clause: str) -> None:
    assert told(ask(final_count(points), FinalCount())) == [(text, clause)]


@pytest.mark.clause("FC-FINAL-10", "FC-MODULE-C-10", "FC-MODULE-C-11")
def test_an_arrest_is_told_and_the_arrested_player_is_not_compared() -> None:
    assert told(trial([4, 2, 1], 1, [200, 90, 80])) == [
        ("Ada is arrested and cannot win.", "FC-MODULE-C-10"),
        ("The murderer Bo escapes: +20 points.", "FC-MODULE-C-11"),
        ("Bo wins with 110 points, ahead of Cy with 80 points.", "FC-FINAL-10"),
    ]
    # the murderer is arrested
    assert told(trial([3, 0, 1], 0, [100, 90, 110])) == [
        ("Ada is arrested and cannot win.", "FC-MODULE-C-10"),
        ("Cy wins with 110 points, ahead of Bo with 90 points.", "FC-FINAL-10"),
    ]


@pytest.mark.clause("FC-MODULE-C-12", "FC-MODULE-C-15")
def test_the_last_one_who_can_win_is_compared_with_nobody() -> None:
    state = trial([3, 3, 1], 2, [100, 100, 50])
    assert told(state)[0] == ("Ada and Bo are arrested and cannot win.", "FC-MODULE-C-10")
    assert told(state)[-1] == ("Cy wins with 70 points.", "FC-FINAL-10")
    # nobody is left if the last one has given up
    assert [clause for _, clause in told(state, [0, 1])] == ["FC-MODULE-C-10", "FC-MODULE-C-11"]


@pytest.mark.clause("FC-MODULE-C-15")
def test_by_option_an_arrest_costs_points() -> None:
    assert told(trial([4, 2, 1], 1, [200, 90, 80], "penalty")) == [
        ("Ada is arrested: −20 points.", "FC-MODULE-C-15"),
        ("The murderer Bo escapes: +20 points.", "FC-MODULE-C-11"),
        ("Ada wins with 180 points, ahead of Bo with 110 points.", "FC-FINAL-10"),
    ]


@pytest.mark.clause("FC-MODULE-C-13")
def test_without_a_fingerprint_nobody_is_arrested() -> None:
    assert told(trial([0, 0, 0], 2, [100, 90, 75]))[0] == ("Nobody is arrested.", "FC-MODULE-C-13")
