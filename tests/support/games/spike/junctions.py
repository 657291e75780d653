"""The names that the content gives to junctions, which are not on the board and so belong in no text."""

from __future__ import annotations

import re
from typing import Final

from tests.support.games.spike.positions import BOX

NAMED_JUNCTION: Final = re.compile(r"\b(" + "|".join(name for name, _ in BOX.places[BOX.net.cities :]) + r")\b")
"""The name of a junction, somewhere in a text."""
