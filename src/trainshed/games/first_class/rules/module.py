"""What a module of First Class is to the rules: the questions and moments at which a module may add something.

A module is one file in `rules/modules`, found by its id; its class is called MODULE there. Here every hook does
nothing, so a module writes only those that it needs.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from trainshed.games.first_class import events
from trainshed.games.first_class.rules.effect_notation import MODULE_VERBS, VERBS_OF_A_MODULE, Icon
from trainshed.games.first_class.rules.requirements import Requirement
from trainshed.games.first_class.rules.words import FAMILIES_OF_A_MODULE, OF_MODULES, Words
from trainshed.kernel.agenda import OTHER_QUESTION, Effect
from trainshed.kernel.compiled import mypyc_attr
from trainshed.kernel.options import Option


@mypyc_attr(allow_interpreted_subclasses=True)
class ModuleState:
    """What a module keeps in a position. Its lists are replaced and never changed, so that clones can share them."""

    __slots__ = ()

    def clone(self) -> ModuleState:
        return self

    def facts(self) -> list[Any]:
        """Plain values from which `Module.restore` makes the same again."""
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Module:
    """One module of a content pack. `number` is its place among the modules of the pack."""

    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of cards that only this module carries out."""
    effects: ClassVar[tuple[type[Effect], ...]] = ()
    """Its own effects, which can be pending."""

    def __init__(self, name: str, letter: str, number: int) -> None:
        self.name: str = name
        self.letter: str = letter
        self.number: int = number
        self.verbs: int = MODULE_VERBS + VERBS_OF_A_MODULE * number
        """The first verb of its own icons."""
        self.families: int = OF_MODULES + FAMILIES_OF_A_MODULE * number
        """The first family of its own words."""

    # ------------------------------------------------------------ the content pack

    def read(self, box: Any, pack: Any, path: str) -> None:
        """Read what the module's section of the pack has beside its cards."""

    def read_card(self, box: Any, card: Any) -> None:
        """Read the condition of a card of the module's own kinds."""

    def read_icons(self, text: str) -> list[Icon] | None:
        """Icons that only this module has, or None."""
        return None

    def read_requirement(self, text: str) -> Requirement | None:
        """A requirement of contracts that only this module has, or None."""
        return None

    def add_words(self, words: Words, box: Any) -> None:
        """Add the module's own words."""

    def card_words(self, words: Words, box: Any, family: int, head: str, kinds: tuple[str, ...]) -> dict[int, int]:
        """Add a word for each of the module's cards of these kinds; the words by card."""
        cards = [n for n, card in enumerate(box.cards) if card.kind in kinds and card.module == self.number]
        first = words.add(self.families + family, head, [(box.cards[n].name, n, 0) for n in cards])
        return {card: first + at for at, card in enumerate(cards)}

    def options(self) -> list[Option]:
        """Options of a table that only matter with this module."""
        return []

    # ------------------------------------------------------------ the position

    def new(self, state: Any) -> ModuleState:
        """What the module keeps at the beginning of a game."""
        return ModuleState()

    def restore(self, facts: list[Any]) -> ModuleState:
        """The inverse of `ModuleState.facts`."""
        return ModuleState()

    def seen(self, state: Any, seat: int | None) -> dict[str, Any]:
        """The module's part of a view: plain values by name."""
        return {}

    def imagine(self, state: Any, seen: dict[str, Any], seat: int | None, rng: Random) -> ModuleState:
        """The module's part of a world: hidden things are drawn with their exact odds. `state`: the rest of it."""
        return self.new(state)

    def lying(self, state: Any, seat: int) -> list[int]:
        """Cards that lie at a place of this module, and so not in the used pile."""
        return []

    def census(self, state: Any, counts: dict[str, int]) -> None:
        """Count the module's own pieces."""

    # ------------------------------------------------------------ what happens

    def set_up(self, state: Any) -> None:
        """Push the module's part of the set-up."""

    def carry_out(self, state: Any, seat: int, card: int) -> None:
        """A card of one of the module's kinds is carried out."""

    def places(self, state: Any, seat: int, card: int) -> list[int]:
        """The words for the places where a card can be laid (see `PlaceCard`), ascending."""
        return []

    def no_place(self, state: Any, card: int, move: int) -> int:
        """The clause against a place that is not among these; OTHER_QUESTION if the word names none."""
        return OTHER_QUESTION

    def place(self, state: Any, seat: int, card: int, move: int, forced: bool) -> None:
        """Lay a card at the place that a word names."""

    def tell(self, state: Any, what: str, seat: int, facts: dict[str, Any], forced: bool = False) -> None:
        """Tell those who listen what has happened."""
        if state.heard is not None:
            state.heard.append(events.ModuleEvent(self.name, what, seat, facts, forced=forced))

    def tell_card(
        self, state: Any, what: str, seat: int, card: int, place: dict[str, Any] | None = None, forced: bool = False
    ) -> None:
        """Tell those who listen what has happened to a card, and where."""
        if state.heard is not None:
            self.tell(state, what, seat, {"card": state.box.cards[card].name} | (place or {}), forced)

    def icon_moves(self, state: Any, seat: int, icon: Icon, moves: list[int]) -> None:
        """Add the words with which an icon of this module can be used."""

    def icon_forbids(self, state: Any, seat: int, icons: list[Icon], move: int) -> int:
        """The clause against a word of this module's icons, or 0; OTHER_QUESTION if it is no such word."""
        return OTHER_QUESTION

    def icons_after(self, state: Any, icons: list[Icon], move: int) -> list[Icon]:
        """The icons that are left when one of this module is used as a word says."""
        return icons

    def use_icon(self, state: Any, seat: int, icons: list[Icon], move: int, forced: bool) -> None:
        """Use one of these icons of this module as a word says."""

    def hidden(self, state: Any, seat: int, reader: int, move: int) -> str:
        """A word with which a seat uses an icon of this module, as a reader may read it (-1: a spectator).

        "" where nothing is hidden.
        """
        return ""

    def compulsory(self, icon: Icon) -> bool:
        """Must an icon of this module be used?"""
        return False

    def extras(self, state: Any, seat: int, moves: list[int]) -> None:
        """Add what may be done in a window for extras (FC-TURN-14)."""

    def extra_forbids(self, state: Any, seat: int, move: int) -> int:
        """The clause against a word for an extra of this module, or 0; OTHER_QUESTION if it is no such word."""
        return OTHER_QUESTION

    def take_extra(self, state: Any, seat: int, move: int) -> None:
        """Carry out an extra of this module."""

    def rewards(self, state: Any, seat: int, claimed: list[int], moves: list[int]) -> None:
        """Add the words for rewards of a scoring phase that are not claimed yet."""

    def reward_forbids(self, state: Any, seat: int, claimed: list[int], move: int) -> int:
        """The clause against a word for a reward of this module, or 0; OTHER_QUESTION if it is no such word."""
        return OTHER_QUESTION

    def reward(self, state: Any, seat: int, move: int) -> list[Icon]:
        """The icons of a reward of this module, which is received now."""
        return []

    def part_begins(self, state: Any, seat: int) -> None:
        """A player's part of a scoring phase begins."""

    def part_points(self, state: Any, seat: int) -> int:
        """Points that the module adds to a player's part of a scoring phase, beside the trains (step 2)."""
        return 0

    def tally(self, state: Any, seat: int) -> int:
        """The number that a requirement of this module asks for."""
        return 0

    def contract_met(self, state: Any, seat: int, card: int) -> bool:
        """Does this module pay a fulfilled contract later? It then keeps it."""
        return False

    def shows(self, state: Any, move: int) -> bool:
        """Does a word of this module show somebody something hidden, so that it cannot be taken back?"""
        return False

    def last_count(self, state: Any) -> None:
        """Push what follows the final count."""

    def drops_out(self, state: Any, seat: int) -> bool:
        """Has this player dropped out, so that the points do not count?"""
        return False
