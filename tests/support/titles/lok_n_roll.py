"""What only Lok'n'Roll knows; see `tests.support.titles.TitleHints`."""

from __future__ import annotations

IDLE = ("pass", "stop")
