"""Tables of Russian Railroads, and what tests of its board say of them; see `tests.support.browser.tables`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import trainshed
from tests.support.browser.site import Person, Site
from tests.support.browser.tables import NeverCame, TableInPlay
from tests.support.games.words import legal
from tests.support.titles import Pick, Wanted, clever, keen, lazy
from tests.support.titles.russian_railroads import SLUG, in_round, scoring_near

__all__ = ["SLUG", "NeverCame", "Pick", "Wanted", "clever", "in_round", "keen", "lazy", "legal", "scoring_near"]

GAME = trainshed.game(SLUG)


class Rails(TableInPlay):
    """A table of Russian Railroads and the people who sit there, in the order of their seats."""

    def __init__(self, site: Site, people: Sequence[Person], seed: str = "", **plan: Any) -> None:
        super().__init__(site, SLUG, people, seed, **plan)
        self.table = self.id
