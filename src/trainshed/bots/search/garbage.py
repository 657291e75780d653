"""Keeps Python from looking for garbage during a search, which makes many objects and no circles of them.

Python would look through the growing tree again and again, which took Spike a sixth of its time.
"""

from __future__ import annotations

import gc


class NoCollection:
    """Within it, Python does not look for circles of objects that nobody needs any more."""

    def __init__(self) -> None:
        self.before: bool = False
        """Whether it looked for them before."""

    def __enter__(self) -> None:
        self.before = gc.isenabled()
        gc.disable()

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self.before:
            gc.enable()
