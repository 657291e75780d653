"""Module D on the board: passengers above the upper train, luggage below the lower one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Final

from trainshed.draw.icon_row import Drawn, side_by_side
from trainshed.draw.icons import sign
from trainshed.draw.svg import line, path, rect
from trainshed.games.first_class.board.art.icons import chain, coach, compact_icons, key_of, word
from trainshed.games.first_class.board.module import ABOVE, BELOW, FREE, BoardModule, CoachMark
from trainshed.games.first_class.rules.components import TRAINS, Components
from trainshed.games.first_class.text.names import coach_of
from trainshed.kernel.translation import marked

NAME: Final = "passengers"
PASSENGER: Final = "passenger"
SIDES: Final = (ABOVE, BELOW)
WORDS: Final = ("passenger", "luggage")
"""The side, and the word that attaches a card, of the upper and of the lower train."""


@cache
def traveller() -> Drawn:
    """A passenger."""
    return sign("person", 0, -9, 18, "ink2"), 18


@cache
def suitcase() -> Drawn:
    """A piece of luggage."""
    body = [
        path("M7 -5.5V-8.5H15V-5.5", "st ink2-s"),
        rect(1, -5.5, 20, 14, 2, "ticket"),
        line(6, -5.5, 6, 8.5, "pc-l"),
        line(16, -5.5, 16, 8.5, "pc-l"),
    ]
    return "".join(body), 22


class PassengersOnBoard(BoardModule):
    """Module D."""

    sides: ClassVar[tuple[tuple[int, str], ...]] = ((0, ABOVE), (1, BELOW))
    pairings: ClassVar[Mapping[str, str]] = {
        "a-d": marked("Contracts and passengers"),
        "b-d": marked("Celebrities and passengers"),
        "c-d": marked("The murder and passengers"),
    }
    clauses: ClassVar[Mapping[str, str]] = {
        "passenger": "FC-MODULE-D-03",
        "luggage": "FC-MODULE-D-03",
        "activate": "FC-MODULE-D-04",
    }
    kind_clauses: ClassVar[Mapping[str, str]] = {"passenger": "FC-MODULE-D-02", "luggage": "FC-MODULE-D-02"}
    questions: ClassVar[Mapping[str, str]] = {"PlaceGuest": "FC-MODULE-D-03"}
    asks: ClassVar[Mapping[str, str]] = {"PlaceGuest": marked("At which coach does the card wait?")}
    chips: ClassVar[Mapping[str, str]] = {
        "passenger": marked("Passenger"),
        "luggage": marked("Luggage"),
        "activate": marked("Activate"),
    }

    def portrait(self, card: Any) -> Drawn | None:
        return traveller() if card.kind == PASSENGER else suitcase()

    def condition(self, box: Components, card: Any) -> list[Drawn]:
        return [coach(str(box.levels[card.least]), 30), word("+")]

    def need_icons(self) -> list[Drawn]:
        return [traveller(), word("/", "t14b ink3"), suitcase()]

    def coach_marks(self, scene: Any) -> list[CoachMark]:
        marks = []
        for lying in scene.then.modules[NAME]["waiting"][scene.shown]:
            card = scene.card(lying["card"])
            train, position = TRAINS.index(lying["train"]), lying["position"]
            level = chain([str(scene.box.levels[card.least])])
            gives = compact_icons(scene.box, key_of(card.icons))
            parts = [level, gives] if card.kind == PASSENGER else [suitcase(), level, gives]
            face = side_by_side(parts, 3)
            ready = self.ready(scene, lying)
            words = (f"activate:{lying['card']}", f"{WORDS[train]}:{position}")
            place = f"guest-{lying['card']}"
            cls, short = ("on", gives) if ready else ("off", ("", 0))
            marks.append(CoachMark(train, SIDES[train], position, face, cls, card.name, words, place, short))
        taken = {(mark.train, mark.position) for mark in marks}
        for train, cards in enumerate(scene.player.trains):
            for position in range(1, len(cards) + 1):
                if (train, position) not in taken:
                    free = (f"{WORDS[train]}:{position}",)
                    marks.append(CoachMark(train, SIDES[train], position, ("", 0), FREE, words=free))
        return marks

    def ready(self, scene: Any, lying: Any) -> bool:
        """Can a waiting card be activated (FC-MODULE-D-04)?"""
        train, position = TRAINS.index(lying["train"]), lying["position"]
        at = scene.player.trains[train][position - 1]
        high = at.isdigit() and scene.box.levels.index(int(at)) >= scene.card(lying["card"]).least
        return bool(high and scene.player.conductors[train] >= position)

    def lies(self, scene: Any, card: str) -> tuple[str, str, str] | None:
        for lying in scene.then.modules[NAME]["waiting"][scene.shown]:
            if lying["card"] == card:
                where = coach_of(lying["train"], lying["position"], scene.speech)
                can = (
                    scene.phrase("can be activated")
                    if self.ready(scene, lying)
                    else scene.phrase("waits for the conductor, or for a higher level")
                )
                return where, can, "FC-MODULE-D-04"
        return None

    def tally(self, view: Any, seat: int) -> int:
        return len(view.modules[NAME]["activated"][seat])

    def facts(self, view: Any, seat: int, speech: Any) -> list[tuple[str, str, str]]:
        seen = view.modules[NAME]
        waiting, done = len(seen["waiting"][seat]), len(seen["activated"][seat])
        return [("ticket", f"{done}/{done + waiting}", speech.gettext("passengers and luggage activated"))]

    def names(self) -> Mapping[str, str]:
        return {"": marked("Passengers and luggage")}


MODULE = PassengersOnBoard
