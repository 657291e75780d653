"""Fits a network to positions of finished games with scikit-learn, the extra `trainshed[learn]`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

from trainshed.arena.learn.samples import GameSamples
from trainshed.bots.learned.network import ValueNetwork
from trainshed.kernel.options import SetupError

HIDDEN: Final = (64, 32)
"""Neurons of the layers between: small, as search asks thousands of times."""
BATCH: Final = 256
RATE: Final = 1e-3
DECAY: Final = 1e-2
"""Weights are pulled to zero so much: games are few, and features many."""
MOST_EPOCHS: Final = 30
PATIENCE: Final = 3
"""Fitting ends when so many passes over the positions made nothing better."""
HELD_BACK: Final = 8
"""One game in so many is not fitted to: it says how well the network does on games that it does not know."""


class FitError(SetupError):
    """Positions from which nothing can be learned."""


class FitReport(msgspec.Struct, frozen=True):
    """How well a network says what becomes of positions of games that it was not fitted to."""

    positions: int
    held_back: int
    points_explained: float
    """The share of the variance of what the hand-made estimate misses that the network explains; 0: nothing."""
    brier: float
    """The mean squared error of the chance to win."""
    brier_even: float
    """The same of saying always that all seats have the same chance."""
    epochs: int


class Fitted(msgspec.Struct, frozen=True):
    """A network, and how good it is."""

    network: ValueNetwork
    report: FitReport


def fit(games: Sequence[GameSamples], inputs: int, places: int, before: ValueNetwork | None, seed: int) -> Fitted:
    """Fit a network to games, from the weights of an earlier one if there is one. The best pass counts."""
    held = [game for number, game in enumerate(games) if number % HELD_BACK == 0]
    known = [game for number, game in enumerate(games) if number % HELD_BACK]
    features, targets = joined(known, inputs, places)
    asked, wanted = joined(held, inputs, places)
    if not len(targets) or not len(wanted):
        raise FitError("more games are needed to learn from")
    model = MLPRegressor(
        hidden_layer_sizes=HIDDEN,
        alpha=DECAY,
        batch_size=min(BATCH, len(targets)),
        learning_rate_init=RATE,
        random_state=seed,
    )
    # One thread: other processes play meanwhile, and sums do not depend on how they are split.
    with threadpool_limits(1):
        begin_from(model, before, features, targets)
        best, best_error, best_epoch = network_of(model), error_of(model, asked, wanted), 0
        for epoch in range(1, MOST_EPOCHS + 1):
            model.partial_fit(features, targets)
            error = error_of(model, asked, wanted)
            if error < best_error:
                best, best_error, best_epoch = network_of(model), error, epoch
            elif epoch - best_epoch >= PATIENCE:
                break
    seats = [game.seats for game in held for _ in game.lengths]
    return Fitted(best, report(best, asked, wanted, seats, len(targets), best_epoch))


def begin_from(model: Any, before: ValueNetwork | None, features: Any, targets: NDArray[np.float32]) -> None:
    """Set the weights from which a model is fitted: those of a network, or random ones that say little."""
    model.partial_fit(features[: model.batch_size], targets[: model.batch_size])  # makes the layers
    if before is None:
        model.coefs_[-1][...] *= 0.1  # the hand-made estimate is the place to begin
        return
    # in place, as the optimizer holds these arrays
    for layer, weights in zip(model.coefs_, before.weights, strict=True):
        layer[...] = weights
    for bias, weights in zip(model.intercepts_, before.biases, strict=True):
        bias[...] = weights


def network_of(model: Any) -> ValueNetwork:
    """The weights of a model as they are now."""
    return ValueNetwork(
        [np.array(layer, dtype=np.float32) for layer in model.coefs_],
        [np.array(bias, dtype=np.float32) for bias in model.intercepts_],
    )


def error_of(model: Any, features: Any, targets: NDArray[np.float32]) -> float:
    return float(np.mean((model.predict(features) - targets) ** 2))


def report(
    network: ValueNetwork, asked: Any, wanted: NDArray[np.float32], seats: list[int], fitted: int, epochs: int
) -> FitReport:
    """Compare what a network says with what became of positions."""
    places = wanted.shape[1] // 2
    said = network.of_batch(asked)
    taken = np.arange(places)[None, :] < np.array(seats)[:, None]
    missed, left = wanted[:, :places][taken], (wanted - said)[:, :places][taken]
    chances, wins = np.clip(said[:, places:], 0.0, 1.0), wanted[:, places:]
    even = 1.0 / np.array(seats)[:, None] * taken
    return FitReport(
        positions=fitted,
        held_back=len(wanted),
        points_explained=round(1.0 - float(np.mean(left**2)) / float(np.mean(missed**2)), 4),
        brier=round(float(np.mean((chances - wins)[taken] ** 2)), 4),
        brier_even=round(float(np.mean((even - wins)[taken] ** 2)), 4),
        epochs=epochs,
    )


def joined(games: Iterable[GameSamples], inputs: int, places: int) -> tuple[Any, NDArray[np.float32]]:
    """Positions of many games as one sparse matrix, and their targets."""
    lengths: list[int] = []
    at, values, targets = [np.zeros(0, np.uint16)], [np.zeros(0, np.float16)], [np.zeros(0, np.float32)]
    for game in games:
        lengths += game.lengths
        at.append(np.frombuffer(game.at, np.uint16))
        values.append(np.frombuffer(game.values, np.float16))
        targets.append(np.frombuffer(game.targets, np.float32))
    ends = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    columns = np.concatenate(at).astype(np.int32)
    matrix = csr_matrix((np.concatenate(values).astype(np.float32), columns, ends), shape=(len(lengths), inputs))
    return matrix, np.concatenate(targets).reshape(len(lengths), 2 * places)
