"""A list of what has no place on the board of its own: ways to a city, payments, an extra space of the train."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from trainshed.draw.choices import two_lines
from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.icons import sign
from trainshed.draw.panel import grid, share
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import circle, moved, rect, text
from trainshed.games.spike.board.icons import link_bar, small_card
from trainshed.games.spike.board.offers import Way, next_payments
from trainshed.games.spike.board.scene import Scene
from trainshed.games.spike.text import names
from trainshed.kernel.vocabulary import head_of, rest_of

HEAD: Final = 28
"""The height of the title of the list."""

GAP: Final = 4


class ListedWay(NamedTuple):
    """An entry of the list: the words that it says, and a way or a text."""

    word: str
    way: Way | None = None
    cards: tuple[int, ...] = ()
    """The cards of a payment, by colour."""


class WayList(NamedTuple):
    """A titled list."""

    title: str
    right: str
    rows: Sequence[ListedWay]


def way_list(scene: Scene) -> WayList | None:
    """What is to be listed now, or None."""
    found = payment_rows(scene)
    if found:
        return WayList(scene.phrase("Which cards?"), "", found)
    ways = [
        ListedWay(press, way)
        for way in scene.goal_ways()
        if (press := scene.press(way)) and scene.state(press) is not None
    ]
    if ways and scene.asked.group:
        title = scene.phrase("To %(city)s", city=scene.city(scene.goal))
        right = scene.plural("%(count)d way", "%(count)d ways", len(ways))
        return WayList(title, right, ways)
    return train_list(scene) if scene.own else None


def train_list(scene: Scene) -> WayList | None:
    """What the train can do that has no place of its own on the map, or None."""
    waits = [word for word in scene.train_words() if scene.waits(word) and scene.state(word) is not None]
    extras = hidden_extras(scene)
    if not waits and not extras:
        return None
    title = scene.phrase("Extra space")
    if waits:
        title = scene.phrase("Wait, or an extra space") if extras else scene.phrase("Wait")
    right = "" if waits else scene.phrase("an action")
    return WayList(title, right, [ListedWay(word) for word in (*waits, *extras)])


def hidden_extras(scene: Scene) -> list[str]:
    """The words of an extra space whose place on the map belongs to the free move."""
    spaces = [rest_of(word) for word in scene.train_words() if head_of(word) == "move"]
    extras = [word for word in scene.train_words() if head_of(word) == "extra"]
    return [word for word in extras if rest_of(word) in spaces and scene.state(word) is not None]


def payment_rows(scene: Scene) -> list[ListedWay]:
    """The payments of a route, if it was chosen link by link: one entry for each word that can be said next."""
    open_ = (*scene.asked.moves, *scene.asked.instead, *scene.asked.chosen[-1:])
    words = [word for word in open_ if head_of(word) in ("spend", "match")]
    if scene.question != "PayRoute" or not words or scene.asked.group[-1:] == ["match"]:
        return []
    cards = next_payments(scene.box, scene.now)
    rows = [ListedWay(word, None, cards.get(word, ())) for word in dict.fromkeys(words)]
    return sorted(rows, key=lambda row: (sum(row.cards), row.word))


# ---------------------------------------------------------------- drawing


def list_layout(count: int, w: float, row: float, most: int) -> tuple[int, float, float]:
    """Columns, and the width and height of an entry."""
    columns = 1 if count <= most else 2 if count <= 2 * most else 3
    return columns, share(w, columns, GAP), row


def list_height(found: WayList, row: float, most: int) -> float:
    columns = list_layout(len(found.rows), 100, row, most)[0]
    return HEAD + -(-len(found.rows) // columns) * (row + GAP)


def draw_list(sheet: Sheet, scene: Scene, area: Rect, found: WayList, row: float, most: int) -> None:
    """The list with a control for each entry."""
    right = fitted(found.right, 13, area.w / 2)
    title = fitted(found.title, 15, area.w - room_of(right, 13) - 10)
    sheet.board(text(area.x, area.y + 18, title, "sign"))
    sheet.board(text(area.x + area.w, area.y + 18, right, "t13 ink2", "end"))
    columns, w, h = list_layout(len(found.rows), area.w, row, most)
    first = Rect(area.x, area.y + HEAD, w, h)
    places = grid(first, len(found.rows), columns, GAP)
    for index, (entry, place) in enumerate(zip(found.rows, places, strict=True)):
        state = scene.state(entry.word) or ""
        chosen = state in ("chosen", "only")
        sheet.board(rect(*place, 3, "may-softf" if chosen else "sp"))
        if entry.way is not None:
            draw_way(sheet, scene, place, entry.way, index + 1, chosen)
            said = scene.way_label(entry.way)
        elif entry.cards:
            draw_cards(sheet, scene, place, entry.cards)
            said = scene.phrase("Pay with %(cards)s", cards=names.cards_listed(scene.box, entry.cards, scene.speech))
        else:
            said = scene.spoken(entry.word)
            two_lines(sheet, place, said, place.w - 14)
        if state != "dead":
            scene.control(sheet, place, entry.word, state, f"row-{index}" if entry.way else "", said=said)


def draw_way(sheet: Sheet, scene: Scene, area: Rect, way: Way, number: int, chosen: bool) -> None:
    """A way: its number, the spaces that it needs, the cards that pay, and how many they are."""
    y = area.y + area.h / 2
    sheet.board(circle(area.x + 14, y, 8.5, "may-fill" if chosen else "cityring"))
    sheet.board(text(area.x + 14, y + 4.6, number, f"t13b{' may-on' if chosen else ''}", "middle"))
    x = area.x + 29.0
    length = 16 if len(way.links) < 4 else 11
    for link in way.links:
        sheet.board(moved(x + length / 2, y, link_bar(scene.box.colors[scene.box.net.color[link]], length)))
        x += length + 2
    sheet.board(sign("arrow", x + 2, y - 5.5, 11, "ink3"))
    said = str(way.price)
    room = area.x + area.w - 8 - room_of(said, 15) - 6 - (x + 17)
    draw_small_cards(sheet, scene, x + 17, y - 9, room, way.cards)
    sheet.board(text(area.x + area.w - 8, y + 5, said, "t15b", "end"))


def draw_cards(sheet: Sheet, scene: Scene, area: Rect, cards: Sequence[int]) -> None:
    """The cards of a payment."""
    said = str(sum(cards))
    draw_small_cards(sheet, scene, area.x + 8, area.y + area.h / 2 - 9, area.w - 22 - room_of(said, 15), cards)
    sheet.board(text(area.x + area.w - 8, area.y + area.h / 2 + 5, said, "t15b", "end"))


def draw_small_cards(sheet: Sheet, scene: Scene, x: float, y: float, room: float, cards: Sequence[int]) -> None:
    """Cards side by side, as close as the room needs."""
    colors = [color for color, count in zip(scene.box.colors, cards, strict=True) for _ in range(count)]
    pitch = min(15.0, (room - 13) / max(1, len(colors) - 1)) if len(colors) > 1 else 0
    for index, color in enumerate(colors):
        sheet.board(moved(x + index * max(2.0, pitch), y, small_card(color)))


def draw_cartouche(sheet: Sheet, scene: Scene, corner: Rect, found: WayList, row: float, most: int) -> None:
    """The list on open water: it lies above everything of the map, so that it belongs to the layer of options."""
    h = list_height(found, row, most) + 10
    area = Rect(corner.x, corner.y + corner.h - h, corner.w, h)
    inner = Sheet()
    draw_list(inner, scene, Rect(area.x + 8, area.y + 3, area.w - 16, h - 10), found, row, most)
    sheet.option(rect(*area, 3, "cartouche"), *inner.printed, *inner.options)
