"""What a module of First Class is to the texts: the places at which a module may add words of its own.

A module's texts are one file in `text/modules`, found by the id of the module; its instance is called TEXT there. Here
every hook says nothing, so a module writes only those that it needs.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from trainshed.games.first_class.events import ModuleEvent
from trainshed.games.first_class.rules.components import Card, Components
from trainshed.games.first_class.rules.effect_notation import MODULE_VERBS, VERBS_OF_A_MODULE, Icon
from trainshed.games.first_class.rules.requirements import Requirement
from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import Translator

PACKAGE: Final = "trainshed.games.first_class.text.modules"


class KindName:
    """What a kind of card is called: alone, and with an article."""

    def __init__(self, bare: str, one: str) -> None:
        self.bare = bare
        self.one = one


class ModuleText:
    """The texts of one module. `number` is its place among the modules of the content pack."""

    kinds: ClassVar[Mapping[str, KindName]] = {}
    """What its own kinds of cards are called."""
    hidden: ClassVar[Sequence[str]] = ()
    """Words of it as somebody reads them who may not know them, such as `token:?`."""
    chapters: ClassVar[Sequence[str]] = ()
    """Happenings that are no deeds of a turn: they are a line of the log by themselves."""
    counted: ClassVar[Sequence[str]] = ()
    """Deeds that are told once in a line, with their number."""
    questions: ClassVar[Mapping[str, str]] = {}
    """What its effects ask, by their names; `%(who)s` is asked, and `%(card)s` is the card in question."""
    reasons: ClassVar[Mapping[str, str]] = {}
    """Why its clauses forbid something, in words that need no figures."""
    advice: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Kinds of advice of the coach for its own effects, by their names."""
    more_advice: ClassVar[Sequence[str]] = ()
    """Kinds of advice that belong to no question of its own."""

    # ------------------------------------------------------------ what is printed

    def icon(self, verb: int, icon: Icon, speech: Translator) -> str:
        """An icon of this module; `verb` counts its own verbs from 0."""
        return ""

    def requirement(self, requirement: Requirement, speech: Translator) -> str:
        """A requirement of contracts that only this module has."""
        return ""

    def printed(self, card: Card, reward: str, speech: Translator) -> str:
        """What stands on a card of one of its kinds, whose icons are `reward`; "" if that is only the reward."""
        return ""

    # ------------------------------------------------------------ what can be done, and what happened

    def label(self, game: Game, view: Any, word: str, speech: Translator, names: Sequence[str]) -> str:
        """The label of a word of this module, or "" if the word is not one of its own."""
        return ""

    def deed(self, game: Game, events: Sequence[ModuleEvent], speech: Translator, names: Sequence[str]) -> str:
        """What a player did in this module, as it follows the name of the player in a sentence.

        `events` are those of this kind so far in this line, if they are `counted`; else the one that is told.
        """
        return ""

    def scored(self, speech: Translator) -> str:
        """Where points of this module come from in a scoring phase."""
        return ""

    def chapter(self, events: Sequence[ModuleEvent], speech: Translator, names: Sequence[str]) -> str:
        """Happenings of `chapters` that came one after another, as sentences."""
        return ""

    def refusal(self, refusal: Refusal, speech: Translator) -> str:
        """Why a word is refused, with figures where they help; "" if there is nothing more to say than `reasons` do."""
        return ""

    # ------------------------------------------------------------ the position

    def table_lines(self, game: Game, view: Any, speech: Translator, names: Sequence[str]) -> Iterator[str]:
        """What this module shows to everybody beside the seats, as sentences."""
        yield from ()

    def seat_lines(self, game: Game, view: Any, seat: int, speech: Translator, names: Sequence[str]) -> Iterator[str]:
        """What this module shows of a seat, as sentences."""
        yield from ()

    # ------------------------------------------------------------ the end

    def decided(self, game: Game, view: Any, speech: Translator, names: Sequence[str]) -> Iterator[tuple[str, str]]:
        """What this module decides about the result beside points, as sentences with their clauses."""
        yield from ()

    def drops_out(self, view: Any, seat: int) -> bool:
        """Has this player dropped out, so that the points do not count?"""
        return False

    # ------------------------------------------------------------ the coach

    def coach(self, game: Game, view: Any, words: Sequence[str], chosen: Sequence[str]) -> Iterator[str]:
        """Kinds of advice that fit this decision beside those of its own questions."""
        yield from ()


def number_in(condition: str) -> int:
    """The number in the condition of a card, such as `coach level 4+`; 0 if it has none."""
    found = re.search(r"\d+", condition)
    return int(found[0]) if found else 0


def text_of(name: str) -> ModuleText:
    """The texts of the module with this id."""
    found: ModuleText = importlib.import_module(f"{PACKAGE}.{name}").TEXT
    return found


def texts_of(box: Components) -> list[ModuleText]:
    """The texts of all modules of a content pack, in its order."""
    return [text_of(module.name) for module in box.modules]


def own_icon(box: Components, icon: Icon, speech: Translator) -> str:
    """An icon that belongs to a module."""
    number, verb = divmod(icon.verb - MODULE_VERBS, VERBS_OF_A_MODULE)
    return text_of(box.modules[number].name).icon(verb, icon, speech)
