"""What the bar at the end of a game of Russian Railroads says about who has won."""

from __future__ import annotations

import pytest

from tests.support.games.russian_railroads.table import GAME, everyone_passes, position
from trainshed.games.russian_railroads.text.sentences import decided
from trainshed.games.russian_railroads.view import View

NAMES = ["Ada", "Bo", "Cy"]


def ended(*points: int) -> View:
    """A finished game with these points."""
    state = position(seats=3, round=6)
    for player, total in zip(state.players, points, strict=True):
        player.points = total
    everyone_passes(state)
    view: View = state.view(None)
    assert view.over
    return view


@pytest.mark.clause("RR-FINAL-08")
@pytest.mark.parametrize(
    ("points", "text"),
    [
        ((310, 290, 305), "Ada wins with 310 points, ahead of Cy with 305 points."),
        ((290, 310, 290), "Bo wins with 310 points, ahead of Ada and Cy with 290 points."),
        ((310, 290, 310), "Ada and Cy have 310 points each and share the victory."),
    ],
)
def test_points_decide_and_equal_points_share(points: tuple[int, ...], text: str) -> None:
    assert decided(GAME, ended(*points), range(3), names=NAMES) == [(text, "RR-FINAL-08")]


@pytest.mark.clause("RR-FINAL-08")
def test_who_has_left_the_game_is_not_compared() -> None:
    view = ended(310, 290, 305)
    assert decided(GAME, view, [1, 2], names=NAMES)[0][0] == "Cy wins with 305 points, ahead of Bo with 290 points."
    assert decided(GAME, view, [1], names=NAMES)[0][0] == "Bo wins with 290 points."
