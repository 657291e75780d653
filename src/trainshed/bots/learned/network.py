"""A small feed-forward network: its weights, computed with NumPy and kept in one file."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from typing import Any, Final, TypeAlias
from zipfile import BadZipFile

# One thread, unless somebody wants more: every core has a game of its own to play. NumPy reads it once, at its import.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float32]

MOST_BYTES: Final = 2_000_000
"""The largest file of weights: it is part of the wheel."""


class WeightsError(ValueError):
    """A file of weights that cannot be used."""


class ValueNetwork:
    """Layers of weights with a rectifier between them; the outputs of the last layer are plain numbers."""

    def __init__(self, weights: Sequence[Numbers], biases: Sequence[Numbers]) -> None:
        if not weights or len(weights) != len(biases):
            raise WeightsError("a network needs as many biases as weights, one of each a layer")
        for layer, bias, after in zip(weights, biases, [*weights[1:], None], strict=True):
            if layer.ndim != 2 or bias.shape != layer.shape[1:] or (after is not None and len(after) != len(bias)):
                raise WeightsError("the layers of the network do not fit each other")
        self.weights = list(weights)
        self.biases = list(biases)

    @property
    def inputs(self) -> int:
        return len(self.weights[0])

    @property
    def outputs(self) -> int:
        return len(self.biases[-1])

    def of_batch(self, batch: Any) -> Numbers:
        """The outputs of many positions, one a row of a matrix, which may be sparse."""
        return self._rest(batch @ self.weights[0] + self.biases[0])

    def of_position(self, inputs: Sequence[float]) -> Numbers:
        """The outputs of one position. Most features are zeros: only the weights of the others are read."""
        values = np.asarray(inputs, dtype=np.float32)
        (used,) = values.nonzero()
        return self._rest(values[used] @ self.weights[0][used] + self.biases[0])

    def _rest(self, sums: Numbers) -> Numbers:
        for layer, bias in zip(self.weights[1:], self.biases[1:], strict=True):
            sums = np.maximum(sums, 0.0) @ layer + bias
        return sums

    def dump(self) -> bytes:
        """The weights as the bytes of a compressed NumPy archive; half precision is enough for them."""
        named = {f"weights_{at}": layer.astype(np.float16) for at, layer in enumerate(self.weights)}
        named |= {f"biases_{at}": bias.astype(np.float16) for at, bias in enumerate(self.biases)}
        file = io.BytesIO()
        np.savez_compressed(file, allow_pickle=False, **named)
        return file.getvalue()

    @classmethod
    def load(cls, data: bytes) -> ValueNetwork:
        """The network of these bytes."""
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as found:
                layers = len(found.files) // 2
                weights = [found[f"weights_{at}"].astype(np.float32) for at in range(layers)]
                biases = [found[f"biases_{at}"].astype(np.float32) for at in range(layers)]
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise WeightsError(f"no weights of a network: {error}") from error
        return cls(weights, biases)
