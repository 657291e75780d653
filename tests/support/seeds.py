"""The seed of a run, and whether it is the long one of the night."""

from __future__ import annotations

import os
from typing import Final

SEED: Final = os.environ.get("TRAINSHED_SEED", "1")
"""Games by chance, samples and orders follow from it. `.ci/run` keeps it fixed; `.ci/nightly` takes the date."""

NIGHT: Final = bool(os.environ.get("TRAINSHED_NIGHT"))
"""Large counts, every combination, and the tests with the mark `night`."""


def size(day: int, night: int) -> int:
    """A count or a step of a test that has a small form for every landing and a large one for the night."""
    return night if NIGHT else day
