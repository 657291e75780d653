"""Module F, dining, on the board: it shows nothing but its cards. Made up for tests."""

from __future__ import annotations

import importlib
from typing import Any

boards: Any = importlib.import_module("trainshed.games.first_class.board.module")

MODULE = boards.BoardModule
