"""Module E on the board: switches and mechanics between the trains, by column."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Final

from trainshed.draw.icon_row import Drawn, side_by_side
from trainshed.draw.icons import sign
from trainshed.draw.svg import circle, path
from trainshed.games.first_class.board.art.icons import CONDUCTORS_ICON, compact_icons, key_of, word
from trainshed.games.first_class.board.module import BETWEEN, FREE, BoardModule, CoachMark
from trainshed.games.first_class.rules.components import Components
from trainshed.kernel.translation import marked

NAME: Final = "switches"
SWITCH: Final = "switch"


@cache
def points_lever() -> Drawn:
    """A switch: two tracks that meet."""
    body = path("M1 6H21M6 6C12 6 14 -5 21 -6", "st ink-s") + circle(6, 6, 2.4, "ink")
    return body, 22


@cache
def wrench() -> Drawn:
    """A mechanic: a gear wheel."""
    return sign("gear", 0, -9, 18, "ink2"), 18


class SwitchesOnBoard(BoardModule):
    """Module E."""

    sides: ClassVar[tuple[tuple[int, str], ...]] = ((0, BETWEEN),)
    pairings: ClassVar[Mapping[str, str]] = {
        "a-e": marked("Contracts and switches"),
        "b-e": marked("Celebrities and switches"),
        "c-e": marked("The murder and switches"),
        "d-e": marked("Passengers and switches"),
    }
    clauses: ClassVar[Mapping[str, str]] = {
        "column": "FC-MODULE-E-03",
        "mechanic": "FC-MODULE-E-06",
        "switch": "FC-MODULE-E-05",
    }
    kind_clauses: ClassVar[Mapping[str, str]] = {"switch": "FC-MODULE-E-05", "mechanic": "FC-MODULE-E-06"}
    questions: ClassVar[Mapping[str, str]] = {"LayBetween": "FC-MODULE-E-03"}
    asks: ClassVar[Mapping[str, str]] = {"LayBetween": marked("In which column does the card lie?")}
    chips: ClassVar[Mapping[str, str]] = {
        "column": marked("Column"),
        "mechanic": marked("Mechanic"),
        "switch": marked("Switch"),
    }

    def portrait(self, card: Any) -> Drawn | None:
        return points_lever() if card.kind == SWITCH else wrench()

    def condition(self, box: Components, card: Any) -> list[Drawn]:
        if card.kind == SWITCH:
            return [CONDUCTORS_ICON]
        return [word("Σ"), word(f"{card.least}+")]

    def coach_marks(self, scene: Any) -> list[CoachMark]:
        marks = []
        for lying in scene.then.modules[NAME]["columns"][scene.shown]:
            card, column = scene.card(lying["card"]), lying["column"]
            gives = compact_icons(scene.box, key_of(card.icons))
            on = self.works(scene, lying)
            if card.kind == SWITCH:
                face = side_by_side([points_lever(), gives], 3)
            else:
                face = side_by_side([wrench(), word(f"{card.least}+"), gives], 2)
            if lying["used"]:
                face = side_by_side([wrench(), (sign("check", 0, -6, 12, "good"), 12)], 4)
            words = (f"mechanic:{lying['card']}", f"switch:{lying['card']}", f"column:{column}")
            place = f"between-{lying['card']}"
            marks.append(CoachMark(0, BETWEEN, column, face, "on" if on else "off", card.name, words, place))
        taken = {mark.position for mark in marks}
        for column in range(1, scene.box.tile_at + 1):
            if column not in taken:
                marks.append(CoachMark(0, BETWEEN, column, ("", 0), FREE, words=(f"column:{column}",)))
        return marks

    def works(self, scene: Any, lying: Any) -> bool:
        """Is a switch active, or can a mechanic be used (FC-MODULE-E-05, -06)?"""
        card, column = scene.card(lying["card"]), lying["column"]
        if card.kind == SWITCH:
            return bool(min(scene.player.conductors) >= column)
        return not lying["used"] and self.levels_in(scene, column) >= card.least

    def lies(self, scene: Any, card: str) -> tuple[str, str, str] | None:
        for lying in scene.then.modules[NAME]["columns"][scene.shown]:
            if lying["card"] != card:
                continue
            where = scene.phrase("column %(column)d", column=lying["column"])
            if lying["used"]:
                return where, scene.phrase("used already"), "FC-MODULE-E-07"
            on = self.works(scene, lying)
            if scene.card(card).kind == SWITCH:
                pays = scene.phrase("pays in every scoring phase") if on else scene.phrase("does not pay yet")
                return where, pays, "FC-MODULE-E-05"
            return where, scene.phrase("can be used") if on else scene.phrase("cannot be used yet"), "FC-MODULE-E-06"
        return None

    def levels_in(self, scene: Any, column: int) -> int:
        """The levels of the two coaches of a column together; -1 if there are not two (FC-MODULE-E-06)."""
        cards = [cards[column - 1] for cards in scene.player.trains if len(cards) >= column]
        levels = [int(card) for card in cards if card.isdigit()]
        return sum(levels) if len(levels) == len(scene.player.trains) else -1

    def facts(self, view: Any, seat: int, speech: Any) -> list[tuple[str, str, str]]:
        laid = view.modules[NAME]["columns"][seat]
        return [("gear", str(len(laid)), speech.gettext("switches and mechanics"))]

    def names(self) -> Mapping[str, str]:
        return {"": marked("Switches and mechanics")}


MODULE = SwitchesOnBoard
