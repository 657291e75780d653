"""How long a test waits for what must happen, however busy the machine is."""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 120.0
"""Seconds. A test that passes hardly ever waits them, so that many cost nothing: only a failure takes longer."""

DATABASE_WAIT: Final = 30.0
"""Seconds that a server of a test waits for the database: our own default is for a database that may be gone."""
