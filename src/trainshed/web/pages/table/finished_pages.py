"""Pages of finished games, kept in memory: such a page needs the whole history of its game, and never changes."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final, TypeAlias

from litestar import Request
from litestar.di import NamedDependency

MOST_PAGES: Final = 100
"""A page has some hundred kilobytes."""


class FinishedPages:
    """The parts of pages by table and name (see `page_name`); the least recently used are dropped.

    Names contain everything on which a page depends, so whoever asks for a page that has changed, because a player was
    renamed for example, asks for another name.
    """

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[int, str], dict[str, str]] = OrderedDict()

    def get(self, key: tuple[int, str]) -> dict[str, str] | None:
        parts = self.kept.get(key)
        if parts is not None:
            self.kept.move_to_end(key)
        return parts

    def put(self, key: tuple[int, str], parts: dict[str, str]) -> None:
        self.kept[key] = parts
        if len(self.kept) > MOST_PAGES:
            self.kept.popitem(last=False)


def provide_finished(request: Request[Any, Any, Any]) -> FinishedPages:
    """The finished pages of the application that this request belongs to."""
    finished: FinishedPages = request.scope["state"]["finished"]
    return finished


Finished: TypeAlias = NamedDependency[FinishedPages]
"""The finished pages, as routes get them."""
