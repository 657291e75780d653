"""What a module of First Class may add to the board: marks at coaches and cities, cards beside the board, panels.

A module is one file in `board/modules`, found by its id; its class is called MODULE there. Here every hook adds
nothing, so a module writes only those that it needs.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple

from trainshed.draw.fit import Rect
from trainshed.draw.hover_card import HoverCard
from trainshed.draw.icon_row import Drawn
from trainshed.draw.sheet import Sheet
from trainshed.games.first_class.rules.components import Components
from trainshed.games.first_class.rules.module import Module

PACKAGE: Final = "trainshed.games.first_class.board.modules"

ABOVE: Final = "above"
"""Marks above the coaches of a train."""
BELOW: Final = "below"
"""Marks below the coaches of a train."""
BETWEEN: Final = "between"
"""Marks between the trains, by column; they are drawn below the upper train."""

FREE: Final = "free"
"""How a place looks where no mark lies, but one could."""


class CoachMark(NamedTuple):
    """A mark at a card of a train, or at a place where such a mark could lie."""

    train: int
    side: str
    """ABOVE, BELOW or BETWEEN."""
    position: int
    """The card or column, counted from 1."""
    face: Drawn
    """What it shows; nothing where it only could lie."""
    cls: str
    """How its frame looks: `on` (it counts now), `off`, `may` (it would count after the gesture), or FREE."""
    card: str = ""
    """The card that lies there, by its name."""
    words: Sequence[str] = ()
    """The words that are said by pressing it."""
    id: str = ""
    short: Drawn = ("", 0)
    """What it shows where there is little room, if that is less."""


class CityMark(NamedTuple):
    """A mark at a city of the line, or at a city where one could lie."""

    city: int
    face: Drawn
    cls: str
    card: str = ""
    words: Sequence[str] = ()
    id: str = ""
    short: Drawn = ("", 0)


class LyingCard(NamedTuple):
    """A card that lies face up beside the board, such as an open contract."""

    card: str
    words: Sequence[str] = ()
    waits: bool = False
    """It waits for a later moment."""


class BoardModule:
    """The drawing of one module."""

    sides: ClassVar[tuple[tuple[int, str], ...]] = ()
    """The rows of marks that it needs, as train and side."""
    cities: ClassVar[bool] = False
    """Whether it needs room for marks at cities."""
    clauses: ClassVar[Mapping[str, str]] = {}
    """The clause of an option, by the first part of its word."""
    questions: ClassVar[Mapping[str, str]] = {}
    """The clause that helps most with each of its questions."""
    asks: ClassVar[Mapping[str, str]] = {}
    """Each of its questions as it is put to the viewer."""
    kind_clauses: ClassVar[Mapping[str, str]] = {}
    """The clause of a card, by its own kinds of cards."""
    chips: ClassVar[Mapping[str, str]] = {}
    """Short labels of its words for the confirm bar, by their first part."""
    draws: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Words that draw something: the label of the button that confirms them, and why they cannot be taken back."""
    pairings: ClassVar[Mapping[str, str]] = {}
    """What its pairs with the modules before it are called in the lobby, by the value of the option."""

    # ------------------------------------------------------------ icons

    def glyphs(self, verb: int, arg: int, count: int) -> list[Drawn]:
        """The icons of one of its own icons; its first verb is 0."""
        return []

    def need_icons(self) -> list[Drawn]:
        """What its own requirement of contracts counts."""
        return []

    def condition(self, box: Components, card: Any) -> list[Drawn]:
        """What one of its own cards asks for, beside what it gives."""
        return []

    def portrait(self, card: Any) -> Drawn | None:
        """A picture of one of its own cards."""
        return None

    # ------------------------------------------------------------ what lies on the table

    def coach_marks(self, scene: Any) -> list[CoachMark]:
        """Marks at the trains of the player that is shown."""
        return []

    def city_marks(self, scene: Any) -> list[CityMark]:
        """Marks at the line of the player that is shown."""
        return []

    def lying(self, scene: Any) -> list[LyingCard]:
        """Cards that lie beside the board of the player that is shown, besides open contracts."""
        return []

    def lies(self, scene: Any, card: str) -> tuple[str, str, str] | None:
        """A card of it that lies at the player shown, for its hover card: where it lies, whether it counts now, and
        the clause of that. None: no such card lies there."""
        return None

    def about(self, scene: Any, thing: str) -> HoverCard | None:
        """The hover card of something that only this module draws, by its key; None: it draws no such thing."""
        return None

    def panel(self, scene: Any) -> float:
        """The width of its panel in the desktop layout; 0: it has none."""
        return 0

    def draw_panel(self, sheet: Sheet, scene: Any, area: Rect) -> None:
        """Its panel, which is at least as wide as `panel` says and 84 high."""

    def choices(self, scene: Any) -> float:
        """The height of its own list of options now, for the width of a phone; 0: it has none."""
        return 0

    def draw_choices(self, sheet: Sheet, scene: Any, area: Rect) -> None:
        """Its own list of options."""

    # ------------------------------------------------------------ numbers and words

    def points(self, box: Components, view: Any, seat: int) -> list[tuple[str, int]]:
        """Points that it adds to a player's part of a scoring phase as things lie, each with its name."""
        return []

    def points_once(self, box: Components, view: Any, seat: int) -> list[tuple[str, int]]:
        """Points that it pays once, in a player's next part of a scoring phase, each with its name."""
        return []

    def verdict(self, view: Any, seat: int) -> str:
        """What it says of a player at the end of the game, or "": a text to be translated."""
        return ""

    def end_clause(self, view: Any) -> str:
        """The clause with which it decided who has won, or "" if it decided nothing."""
        return ""

    def tally(self, view: Any, seat: int) -> int:
        """The number that its own requirement of contracts asks for."""
        return 0

    def facts(self, view: Any, seat: int, speech: Any) -> list[tuple[str, str, str]]:
        """Small facts for the panel of a seat: icon, value, name."""
        return []

    def usual(self, view: Any, moves: Sequence[str]) -> str:
        """The one of these words that is said by itself while icons are carried out, or ""."""
        return ""

    def names(self) -> Mapping[str, str]:
        """Names of the points that it brings, by the `why` or id under which events have them."""
        return {}


def all_modules() -> list[BoardModule]:
    """The drawings of all modules that there are."""
    folder = importlib.import_module(PACKAGE)
    return [board_module(found.name) for found in pkgutil.iter_modules(folder.__path__)]


@cache
def board_module(name: str) -> BoardModule:
    """The drawing of a module by its id."""
    found: BoardModule = importlib.import_module(f"{PACKAGE}.{name}").MODULE()
    return found


def module_of_verb(box: Components, verb: int) -> Module:
    """The module to which an icon belongs that the core does not know."""
    found: Module = next(module for module in reversed(box.modules) if module.verbs <= verb)
    return found
