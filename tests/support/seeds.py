"""The seed of a test run, and whether it is the long nightly one."""

from __future__ import annotations

import os
from typing import Final

SEED: Final = os.environ.get("TRAINSHED_SEED", "1")
"""Random games, samples and orders follow from it. `.ci/run` keeps it fixed; `.ci/nightly` takes the date."""

NIGHT: Final = bool(os.environ.get("TRAINSHED_NIGHT"))
"""Large counts, every combination, and the tests with the mark `night`."""


def size(day: int, night: int) -> int:
    """A count or a step size of a test: one for every landing, and one for the nightly run."""
    return night if NIGHT else day
