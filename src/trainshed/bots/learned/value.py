"""The learned value of a position: the hand-made estimate of every seat's points, corrected by a network.

The network reads the features of the view of the seat to move and the hand-made estimate. For each place at the table,
counted from that seat, it says how many points the estimate misses, and the chance to win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from trainshed.bots.learned.network import ValueNetwork, WeightsError
from trainshed.kernel.game import Game, title_file

WEIGHTS: Final = "value.npz"
"""The weights that ship with a title, in its folder."""


class NoFeatures(ValueError):
    """A title from whose positions nothing can be learned: it has no feature vector."""


class PositionInputs:
    """Turns positions of a title into the inputs of its network."""

    def __init__(self, game: Game) -> None:
        if not game.has_part("features"):
            raise NoFeatures(f"{game.name} has no features to learn from")
        part: Any = game.part("features")
        bot: Any = game.part("bot") if game.has_part("bot") else None
        self.game = game
        self.features: Callable[[Any, Any], list[float]] = part.features
        self.places: int = game.seat_counts[-1]
        self.length: int = part.length(game) + self.places
        self.margin: float = getattr(bot, "MARGIN", 10.0)
        self.expected: Callable[[Any], list[float]] = getattr(bot, "expected_points", game.returns)
        """The hand-made estimate; a title without one begins with the points of now."""

    def of(self, state: Any, estimate: Sequence[float]) -> list[float]:
        """The inputs of a position in which a seat must decide: its features, and how far each place is ahead."""
        mean = sum(estimate) / len(estimate)
        ahead = [(estimate[seat] - mean) / self.margin for seat in places(state.actor, state.seats)]
        return self.features(self.game, state.view(state.actor)) + ahead + [0.0] * (self.places - len(ahead))


class LearnedValue:
    """Estimates positions of a title with a network."""

    def __init__(self, game: Game, network: ValueNetwork) -> None:
        self.inputs = PositionInputs(game)
        if network.inputs != self.inputs.length or network.outputs != 2 * self.inputs.places:
            raise WeightsError(
                f"{game.name}: the weights are for {network.inputs} inputs and {network.outputs} outputs, "
                f"needed are {self.inputs.length} and {2 * self.inputs.places}"
            )
        self.network = network

    def expected_points(self, state: Any) -> list[float]:
        """The points that each seat is expected to end with."""
        estimate = self.inputs.expected(state)
        found = self.network.of_position(self.inputs.of(state, estimate)).tolist()
        points = list(estimate)
        for place, seat in enumerate(places(state.actor, state.seats)):
            points[seat] += self.inputs.margin * found[place]
        return points

    def chances(self, state: Any) -> list[float]:
        """The chance of each seat to win; together 1."""
        found = self.network.of_position(self.inputs.of(state, self.inputs.expected(state))).tolist()
        chances = [0.0] * state.seats
        for place, seat in enumerate(places(state.actor, state.seats)):
            chances[seat] = min(1.0, max(0.0, found[self.inputs.places + place])) + 1e-6
        whole = sum(chances)
        return [chance / whole for chance in chances]


def places(actor: int, seats: int) -> list[int]:
    """The seats in the order of their places: the one to move first."""
    return [(actor + step) % seats for step in range(seats)]


_loaded: dict[tuple[str, int, str, bytes], LearnedValue] = {}


def learned_value(game: Game, weights: bytes) -> LearnedValue:
    """The value of a title by these weights; made once."""
    key = game.slug, game.edition, game.pack.digest, weights
    if key not in _loaded:
        _loaded[key] = LearnedValue(game, ValueNetwork.load(weights))
    return _loaded[key]


@cache
def shipped_weights(game_package: str) -> bytes:
    """The weights that ship with a title."""
    file = title_file(game_package, WEIGHTS)
    if not file.is_file():
        raise WeightsError(f"{game_package} ships no learned value")
    data: bytes = file.read_bytes()
    return data
