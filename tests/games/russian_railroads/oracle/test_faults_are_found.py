"""The oracle can fail: rules with a planted fault differ from the model."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.games.russian_railroads.oracle.compare import Difference, Setup, compare_game
from tests.games.russian_railroads.oracle.printed import content
from trainshed.games.russian_railroads.game import RailGame
from trainshed.kernel.content import Pack

TRIES = 6


def find(title: Any, style: str, options: dict[str, str] | None = None, seats: int = 3) -> Difference | None:
    """The first difference in a few games; the options are those of the model."""
    for seed in range(TRIES):
        compared = compare_game(title, Setup(str(seed), seats, {}, style), options, first=True)
        if compared.differences:
            return compared.differences[0]
    return None


def row(data: dict[str, Any], table: str, key: str, value: Any) -> dict[str, Any]:
    found: dict[str, Any] = next(row for row in data[table] if row[key] == value)
    return found


def changed_pack(change: Callable[[dict[str, Any]], None]) -> RailGame:
    """The rules with something else printed than the model reads."""
    data = copy.deepcopy(content())
    change(data)
    return RailGame(pack=Pack(data))


PRINTED: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "two black steps for three": (
        lambda data: row(data, "space", "id", "track_black_2").update(effects=["track:black:2"]),
        "actor words",
    ),
    "a doubler costs two workers": (lambda data: row(data, "space", "id", "aux_doubler").update(workers=2), "words"),
    "gray tracks on space 3": (lambda data: data["special"][0].update(space=3), "words actor tracks"),
    "the second player passes for 1 point": (lambda data: data["turn_card"][1].update(points_on_passing=1), "points"),
    "the third industry space scores 4": (
        lambda data: row(data, "industry_space", "index", 3).update(scores=4, points=4),
        "points scored",
    ),
    "the black starting card gives two steps": (
        lambda data: row(data, "starting_card", "id", "black").update(effects=["track:black:2"]),
        "actor",
    ),
}


@pytest.mark.parametrize("fault", PRINTED)
def test_wrong_numbers_are_found(fault: str) -> None:
    change, where = PRINTED[fault]
    difference = find(changed_pack(change), "busy")
    assert difference is not None
    assert any(name in difference.what for name in where.split())


OTHER_RULINGS = {
    "flip_rule": ("only_if_no_empty_place", "thumb", "give_up"),
    "engineer_cost": ("2", "busy", "space:eng_light"),
    "start_bonus_doublers": ("2", "busy", "doublers"),
}
"""An option, its other choice, a style of play that comes to it, and what the first difference must name."""


@pytest.mark.parametrize("option", OTHER_RULINGS)
def test_other_rulings_are_found(option: str) -> None:
    """A model with another ruling than the rules."""
    choice, style, named = OTHER_RULINGS[option]
    difference = find(RailGame(), style, {option: choice})
    assert difference is not None
    assert named in str(difference)


class Faulty:
    """A position of the rules with something wrong in it."""

    def __init__(self, state: Any, words: Any) -> None:
        self._state = state
        self._words = words

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def word(self, move: int) -> str:
        return str(self._words.word(move))


class FaultyTitle:
    """Starts games with faulty positions."""

    def __init__(self, kind: type[Faulty]) -> None:
        self.rules = RailGame()
        self.vocabulary = self.rules.vocabulary
        self.kind = kind

    def start(self, seats: int, options: dict[str, str]) -> Faulty:
        return self.kind(self.rules.start(seats, options), self.vocabulary)


class ForgetsTheSecondClaim(Faulty):
    def moves(self) -> list[int]:
        return [move for move in self._state.moves() if self.word(move) != "space:order_2"]


class ScoresThePassTwice(Faulty):
    def view(self, seat: int | None) -> Any:
        view = self._state.view(seat)
        players = [
            msgspec.structs.replace(player, points=player.points + (1 if player.passed else 0))
            for player in view.players
        ]
        return msgspec.structs.replace(view, players=players)


class KeepsTheRoubles(Faulty):
    def view(self, seat: int | None) -> Any:
        view = self._state.view(seat)
        return msgspec.structs.replace(view, roubles=view.roubles - (view.round > 1))


class AsksTheWrongSeat(Faulty):
    @property
    def actor(self) -> int:
        actor: int = self._state.actor
        return 0 if actor == 1 else actor


@pytest.mark.parametrize("kind", [ForgetsTheSecondClaim, ScoresThePassTwice, KeepsTheRoubles, AsksTheWrongSeat])
def test_wrong_words_and_views_are_found(kind: type[Faulty]) -> None:
    difference = find(FaultyTitle(kind), "busy")
    assert difference is not None
    wanted = {
        ForgetsTheSecondClaim: "words",
        ScoresThePassTwice: "points",
        KeepsTheRoubles: "roubles",
        AsksTheWrongSeat: "actor",
    }
    assert wanted[kind] in difference.what
