"""Railway board games for people and programs: `titles()` lists the installed titles, `game(slug)` gives one."""

from __future__ import annotations

from trainshed.kernel.agenda import NATURE, NOBODY
from trainshed.kernel.registry import UnknownTitle, game, titles

__all__ = ["NATURE", "NOBODY", "UnknownTitle", "game", "titles"]
