"""The trainshed command. Each command imports what it needs when it runs, so that the start stays quick."""

from __future__ import annotations

from trainshed.cli.app import main, run

__all__ = ["main", "run"]
