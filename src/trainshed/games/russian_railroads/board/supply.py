"""The supply beside the spaces of Russian Railroads: piles of locomotives, open factories, question cards."""

from __future__ import annotations

from functools import cache

from trainshed.draw.fit import Rect
from trainshed.draw.pieces import engine
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import group, moved, named, rect, text
from trainshed.games.russian_railroads.board.icons import Key, crossed, factory_tile, key_of, question_face, stacked
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.text import sentences


def pile_numbers(scene: Scene) -> list[int]:
    """The numbers that have a pile: those dealt at the set-up never had one (RR-LOCO-02)."""
    dealt = [number for number in scene.box.start_locomotives if number]
    return [number for number in range(1, scene.box.numbers + 1) if number not in dealt or scene.now.piles[number]]


def draw_piles(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The works yard: the upper half of the lowest pile builds a locomotive, the lower half the factory on its back."""
    numbers = pile_numbers(scene)
    lowest = sentences.lowest(scene.now)
    most = scene.box.quantities[scene.now.seats].locomotives_per_number
    w = (area.w + 4) / len(numbers)
    half = area.h * 0.5
    for index, number in enumerate(numbers):
        there = Rect(area.x + index * w, area.y, w - 4, area.h)
        draw_pile(sheet, scene, there, number, most, number == lowest)
        if number == lowest:
            scene.offer(sheet, there._replace(h=half - 2), "build:locomotive")
            scene.offer(sheet, there._replace(y=there.y + half + 2, h=half - 2), "build:factory")


def draw_pile(sheet: Sheet, scene: Scene, area: Rect, number: int, most: int, lowest: bool) -> None:
    count = scene.now.piles[number]
    if scene.is_taken_from(number):
        count -= 1
    facts = {"number": number, "count": count, "what": factory_text(scene, number)}
    label = scene.speech.gettext("Tiles of number %(number)d: %(count)d; factory: %(what)s") % facts
    parts = key_of(scene.box.factory_parts[number])
    sheet.board(moved(area.x, area.y, named(label), pile_face(number, parts, area.w, area.h, count, most, lowest)))


@cache
def pile_face(number: int, parts: Key, w: float, h: float, count: int, most: int, lowest: bool) -> str:
    """A pile: its number, the locomotive, the factory on its back, and how many tiles are left."""
    body = [rect(0, 0, w, h, 3, "sp" if count else "sp-taken")]
    if lowest:
        body.append(rect(0, 0, w, h, 3, "next-pile"))
    body.append(text(w / 2, 19, number, "t18b" if count else "t18b ink3", "middle"))
    face = moved(w / 2, h * 0.75 - 7, stacked(parts, w - 6, min(20, (h * 0.5 - 12) / 2)))
    train = moved(w / 2 - min(30, w - 6) / 2, 24, engine(number, min(30, w - 6)))
    body.append(group(train, face, cls=None if count else "dimmed"))
    for place in range(most):
        cls = "pip" if place < count else "pip-0"
        body.append(rect(w / 2 - most * 3.8 + place * 7.6 + 1, h - 10, 5.6, 5.6, 1, cls))
    return "".join(body)


def factory_text(scene: Scene, number: int) -> str:
    return sentences.parts_text(scene.box.factory_parts[number], scene.speech)


def open_rows(scene: Scene) -> int:
    """In how many rows the open factories lie."""
    return 1 if sum(count > 0 for count in scene.now.open_factories) <= 3 else 2


def draw_open(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """Factories that lie open beside the piles; each is pressed to build it (RR-FACTORY-03)."""
    numbers = [number for number, count in enumerate(scene.now.open_factories) if count]
    held = scene.held.removeprefix("build:factory:")
    rows = open_rows(scene)
    columns = -(-len(numbers) // rows)
    if not numbers:
        sheet.board(rect(*area, 3, "socket dash"))
        return
    w = min(58.0, (area.w + 5) / columns - 5)
    h = (area.h + 5) / rows - 5
    for index, number in enumerate(numbers):
        there = Rect(area.x + index % columns * (w + 5), area.y + index // columns * (h + 5), w, h)
        lift = " lift" if held == str(number) else ""
        facts = {"number": number, "what": factory_text(scene, number)}
        label = scene.speech.gettext("Open factory %(number)d: %(what)s") % facts
        tile = factory_tile(number, key_of(scene.box.factory_parts[number]), w, h)
        sheet.piece(moved(there.x, there.y, named(label), tile, id_=f"open-{number}", cls=f"piece{lift}"))
        count = scene.now.open_factories[number]
        if count > 1:
            pips = "".join(rect(there.x + w - 8 - place * 7, there.y + h - 8, 5, 5, 1, "pip") for place in range(count))
            sheet.piece(pips)
        scene.offer(sheet, there, f"build:factory:{number}")


def draw_cards(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The question cards; one that was used has left the game (RR-CARD-11)."""
    names = scene.box.card_names
    w = (area.w + 5) / len(names) - 5
    for index, card in enumerate(names):
        there = Rect(area.x + index * (w + 5), area.y, w, area.h)
        if card not in scene.now.cards:
            sheet.board(rect(*there, 3, "sp-taken"), moved(there.x, there.y, crossed(w, area.h)))
            continue
        label = scene.speech.gettext("Question card: %(card)s") % {"card": sentences.card_name(card, scene.speech)}
        cls = "lift" if scene.held == f"card:{card}" else None
        face = [named(label), rect(0, 0, w, area.h, 3, "sp"), question_face(card, w, area.h)]
        sheet.board(moved(there.x, there.y, *face, cls=cls))
        scene.offer(sheet, there, f"card:{card}")
