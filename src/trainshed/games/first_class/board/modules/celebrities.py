"""Module B on the board: celebrities at coaches, postcards at cities, and postcards that wait."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Final

from trainshed.draw.icon_row import Drawn, side_by_side
from trainshed.draw.svg import element, group, line, path, rect
from trainshed.games.first_class.board.art.icons import chain, city_number, coach, word
from trainshed.games.first_class.board.module import ABOVE, BELOW, FREE, BoardModule, CityMark, CoachMark, LyingCard
from trainshed.games.first_class.rules.components import TRAINS, Components
from trainshed.games.first_class.text.names import city_name, coach_of
from trainshed.kernel.translation import marked

NAME: Final = "celebrities"
CELEBRITY: Final = "celebrity"
HAT: Final = (
    "M-6.8 8.6C-6.2 5 -3.4 3.8 0 3.8S6.2 5 6.8 8.6C5 10.6 2.6 11.3 0 11.3S-5 10.6 -6.8 8.6ZM-3.1 -1.4H3.1V.4"
    "C3.1 2.3 1.7 3.5 0 3.5S-3.1 2.3 -3.1 .4ZM-5.2 -2.3V-3.7H-3.6V-8.3H3.6V-3.7H5.2V-2.3Z"
)
LADY: Final = (
    "M-6.4 8.9C-5.6 5.4 -3 4.4 0 4.1S5.6 5.4 6.4 8.9C4.6 10.7 2.4 11.3 0 11.3S-4.6 10.7 -6.4 8.9ZM-2.9 -1.2H2.9V.6"
    "C2.9 2.5 1.6 3.8 0 3.8S-2.9 2.5 -2.9 .6ZM-7 -1.9C-5.4 -3 -4.6 -3.4 -4 -5.2C-3.3 -7.2 -1.6 -8.2 .6 -7.8"
    "L4.4 -10.2C4.8 -8.2 4.6 -7 4 -5.8C4.4 -3.8 5.2 -3 7 -1.9Z"
)
SIDES: Final = (BELOW, ABOVE)
"""On which side celebrities stand at the upper and at the lower train: between the trains."""


@cache
def cameo(lady: bool) -> Drawn:
    """A celebrity: an oval portrait."""
    oval = element("ellipse", cx=10.5, cy=0, rx=10, ry=12, cls="cam-bg")
    return oval + group(path(LADY if lady else HAT, "cam-fg"), transform="translate(10.5 0)"), 21


@cache
def postcard() -> Drawn:
    """A postcard: a view on its left, a stamp on its right."""
    body = [
        rect(0, 0, 24, 17, 1.5, "pc"),
        path("M2 13.5L6.5 7.5L9 10.5L11 8.5V13.5Z", "pc-v"),
        line(12.5, 3, 12.5, 14, "pc-l"),
        rect(17.5, 2.5, 4.5, 5, 0.5, "pc-s"),
        path("M14.5 10.5h7.5M14.5 13h5.5", "pc-l"),
    ]
    return group(*body, transform="translate(0 -8.5)"), 24


def points_on(card: Any) -> int:
    return sum(icon.count for icon in card.icons)


def celebrity_counts(box: Components, view: Any, seat: int, lying: Any) -> bool:
    """Does a celebrity score as things lie (FC-MODULE-B-04)?"""
    train = TRAINS.index(lying["train"])
    player = view.players[seat]
    coach_level = player.trains[train][lying["position"] - 1]
    wanted = box.cards[box.card_numbers[lying["card"]]].least
    high = coach_level.isdigit() and box.levels.index(int(coach_level)) >= wanted
    return high and player.conductors[train] >= lying["position"]


def counts_text(scene: Any, counts: bool) -> str:
    """Whether a card scores as things lie."""
    return str(scene.phrase("scores now") if counts else scene.phrase("does not score yet"))


class CelebritiesOnBoard(BoardModule):
    """Module B."""

    sides: ClassVar[tuple[tuple[int, str], ...]] = ((0, BELOW), (1, ABOVE))
    cities: ClassVar[bool] = True
    pairings: ClassVar[Mapping[str, str]] = {
        "a-b": marked("Contracts and celebrities"),
    }
    clauses: ClassVar[Mapping[str, str]] = {
        "celebrity": "FC-MODULE-B-02",
        "postcard": "FC-MODULE-B-06",
        "post": "FC-MODULE-B-07",
    }
    kind_clauses: ClassVar[Mapping[str, str]] = {"celebrity": "FC-MODULE-B-02", "postcard": "FC-MODULE-B-06"}
    questions: ClassVar[Mapping[str, str]] = {
        "PlaceCelebrity": "FC-MODULE-B-02",
        "PlacePostcard": "FC-MODULE-B-06",
    }
    asks: ClassVar[Mapping[str, str]] = {
        "PlaceCelebrity": marked("At which coach does the celebrity travel?"),
        "PlacePostcard": marked("From which city does the postcard come?"),
    }
    chips: ClassVar[Mapping[str, str]] = {
        "celebrity": marked("Celebrity"),
        "postcard": marked("Postcard"),
        "post": marked("Postcard"),
    }

    def portrait(self, card: Any) -> Drawn | None:
        return cameo(card.least % 2 == 0) if card.kind == CELEBRITY else postcard()

    def condition(self, box: Components, card: Any) -> list[Drawn]:
        if card.kind == CELEBRITY:
            return [coach(str(box.levels[card.least]), 30), word("+")]
        return [city_number(card.least), word("+")]

    def coach_marks(self, scene: Any) -> list[CoachMark]:
        marks = []
        for lying in scene.then.modules[NAME]["celebrities"][scene.shown]:
            card = scene.card(lying["card"])
            train = TRAINS.index(lying["train"])
            level = chain([str(scene.box.levels[card.least])])
            worth = side_by_side([level, word(f"+{points_on(card)}")], 3)
            face = side_by_side([cameo(card.least % 2 == 0), worth], 3)
            now = celebrity_counts(scene.box, scene.then, scene.shown, lying)
            old = lying in scene.start.modules[NAME]["celebrities"][scene.shown] and celebrity_counts(
                scene.box, scene.start, scene.shown, lying
            )
            cls = "on" if now and (old or not scene.asked.chosen) else "may" if now else "off"
            place = f"celebrity-{lying['card']}"
            words = (f"celebrity:{lying['train']}:{lying['position']}",)
            marks.append(CoachMark(train, SIDES[train], lying["position"], face, cls, card.name, words, place, worth))
        taken = {(mark.train, mark.position) for mark in marks}
        for train, cards in enumerate(scene.player.trains):
            for position in range(1, len(cards) + 1):
                if (train, position) not in taken:
                    free = (f"celebrity:{TRAINS[train]}:{position}",)
                    marks.append(CoachMark(train, SIDES[train], position, ("", 0), FREE, words=free))
        return marks

    def city_marks(self, scene: Any) -> list[CityMark]:
        marks = []
        for lying in scene.then.modules[NAME]["postcards"][scene.shown]:
            card = scene.card(lying["card"])
            face = side_by_side([postcard(), word(f"+{points_on(card)}", "t15b")], 3)
            now = scene.player.city >= lying["city"]
            fresh = now and scene.asked.chosen and scene.base.city < lying["city"]
            cls = "may" if fresh else "on" if now else "off"
            words = (f"postcard:{lying['city']}",)
            marks.append(CityMark(lying["city"], face, cls, card.name, words, f"postcard-{card.name}"))
        taken = {mark.city for mark in marks}
        for city in range(1, len(scene.cities) + 1):
            if city not in taken:
                marks.append(CityMark(city, ("", 0), FREE, words=(f"postcard:{city}",)))
        return marks

    def lying(self, scene: Any) -> list[LyingCard]:
        """Postcards that wait for a city that is far enough away."""
        waiting = scene.then.modules[NAME]["waiting"][scene.shown]
        return [LyingCard(card, (f"post:{card}",), True) for card in waiting]

    def lies(self, scene: Any, card: str) -> tuple[str, str, str] | None:
        seen = scene.then.modules[NAME]
        for lying in seen["celebrities"][scene.shown]:
            if lying["card"] == card:
                where = coach_of(lying["train"], lying["position"], scene.speech)
                counts = celebrity_counts(scene.box, scene.then, scene.shown, lying)
                return where, counts_text(scene, counts), "FC-MODULE-B-04"
        for lying in seen["postcards"][scene.shown]:
            if lying["card"] == card:
                counts = scene.player.city >= lying["city"]
                return city_name(lying["city"], scene.speech), counts_text(scene, counts), "FC-MODULE-B-08"
        if card in seen["waiting"][scene.shown]:
            return scene.phrase("waits for a city"), counts_text(scene, False), "FC-MODULE-B-07"
        return None

    def points(self, box: Components, view: Any, seat: int) -> list[tuple[str, int]]:
        seen = view.modules[NAME]
        famous = [lying for lying in seen["celebrities"][seat] if celebrity_counts(box, view, seat, lying)]
        cards = [lying for lying in seen["postcards"][seat] if view.players[seat].city >= lying["city"]]

        def total(lying: list[Any]) -> int:
            return sum(points_on(box.cards[box.card_numbers[each["card"]]]) for each in lying)

        return [(marked("Celebrities"), total(famous)), (marked("Postcards"), total(cards))]

    def facts(self, view: Any, seat: int, speech: Any) -> list[tuple[str, str, str]]:
        seen = view.modules[NAME]
        return [
            ("person", str(len(seen["celebrities"][seat])), speech.gettext("celebrities")),
            ("mail", str(len(seen["postcards"][seat])), speech.gettext("postcards")),
        ]

    def names(self) -> Mapping[str, str]:
        return {"": marked("Celebrities and postcards")}


MODULE = CelebritiesOnBoard
