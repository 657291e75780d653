"""What only Spike knows; see `tests.support.titles.TitleHints`."""

from __future__ import annotations

IDLE = ("stop", "done")
HURRY = "pile"
