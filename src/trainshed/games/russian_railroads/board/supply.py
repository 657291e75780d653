"""The supply beside the spaces of Russian Railroads: piles of locomotives, open factories, question cards."""

from __future__ import annotations

from functools import cache

from trainshed.draw.fit import Rect
from trainshed.draw.hover_card import about, named_piece
from trainshed.draw.panel import across, grid, share
from trainshed.draw.pieces import engine
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import group, line, moved, rect, text
from trainshed.games.russian_railroads.board.icons import Key, factory_tile, key_of, question_face, stack_of
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.text.labels import lowest
from trainshed.games.russian_railroads.text.names import card_name


def pile_numbers(scene: Scene) -> list[int]:
    """The numbers that have a pile: those dealt at the set-up never had one (RR-LOCO-02)."""
    dealt = [number for number in scene.box.start_locomotives if number]
    return [number for number in range(1, scene.box.numbers + 1) if number not in dealt or scene.now.piles[number]]


def draw_piles(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The works yard: the upper half of the lowest pile builds a locomotive, the lower half the factory on its back."""
    numbers = pile_numbers(scene)
    half = area.h * 0.5 - 2
    for number, there in zip(numbers, across(area, len(numbers), 4), strict=True):
        draw_pile(sheet, scene, there, number)
        if number == lowest(scene.now):
            scene.offer(sheet, there._replace(h=half), "build:locomotive")
            scene.offer(sheet, there._replace(y=there.y + half + 4, h=half), "build:factory")


def draw_pile(sheet: Sheet, scene: Scene, area: Rect, number: int) -> None:
    count = scene.now.piles[number] - scene.is_taken_from(number)
    facts = {"number": number, "count": count, "what": scene.effect(scene.box.factory_parts[number])}
    name = scene.phrase("Tiles of number %(number)d: %(count)d; factory: %(what)s", **facts)
    most = scene.box.quantities[scene.now.seats].locomotives_per_number
    parts = key_of(scene.box.factory_parts[number])
    face = pile_face(number, parts, area.w, area.h, count, most, number == lowest(scene.now))
    sheet.board(moved(area.x, area.y, face, **about(f"pile:{number}", name)))


@cache
def pile_face(number: int, parts: Key, w: float, h: float, count: int, most: int, lowest: bool) -> str:
    """A pile: its number, the locomotive, the factory on its back, and how many tiles are left."""
    body = [rect(0, 0, w, h, 3, "sp" if count else "sp-taken")]
    if lowest:
        body.append(rect(0, 0, w, h, 3, "next-pile"))
    body.append(text(w / 2, 19, number, "t18b" if count else "t18b ink3", "middle"))
    face = moved(w / 2, h * 0.75 - 7, stack_of(parts, w - 6, min(20, (h * 0.5 - 12) / 2)))
    train = moved(w / 2 - min(30, w - 6) / 2, 24, engine(number, min(30, w - 6)))
    body.append(group(train, face, cls=None if count else "dimmed"))
    for place in range(most):
        cls = "pip" if place < count else "pip-0"
        body.append(rect(w / 2 - most * 3.8 + place * 7.6 + 1, h - 10, 5.6, 5.6, 1, cls))
    return "".join(body)


def open_rows(scene: Scene) -> int:
    """In how many rows the open factories lie."""
    return 1 if sum(count > 0 for count in scene.now.open_factories) <= 3 else 2


def draw_open(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """Factories that lie open beside the piles; each is pressed to build it (RR-FACTORY-03)."""
    lying = [(number, count) for number, count in enumerate(scene.now.open_factories) if count]
    if not lying:
        sheet.board(rect(*area, 3, "socket dash"))
        return
    rows = open_rows(scene)
    columns = -(-len(lying) // rows)
    first = Rect(area.x, area.y, min(58.0, share(area.w, columns, 5)), share(area.h, rows, 5))
    for (number, count), there in zip(lying, grid(first, len(lying), columns, 5), strict=True):
        parts = scene.box.factory_parts[number]
        name = scene.phrase("Open factory %(number)d: %(what)s", number=number, what=scene.effect(parts))
        tile = factory_tile(number, key_of(parts), there.w, there.h)
        word = f"build:factory:{number}"
        lifted = scene.held == word
        sheet.piece(named_piece(there.x, there.y, name, tile, id_=f"open-{number}", lifted=lifted, thing=word))
        if count > 1:
            corner = there.x + there.w - 8, there.y + there.h - 8
            sheet.piece("".join(rect(corner[0] - at * 7, corner[1], 5, 5, 1, "pip") for at in range(count)))
        scene.offer(sheet, there, word)


def draw_cards(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The question cards; one that was used has left the game (RR-CARD-11)."""
    names = scene.box.card_names
    for card, there in zip(names, across(area, len(names), 5), strict=True):
        w, h, word = there.w, there.h, f"card:{card}"
        if card not in scene.now.cards:
            crossed = line(10, h - 10, w - 10, 10, "hair2")
            sheet.board(rect(*there, 3, "sp-taken", data_about=word), moved(there.x, there.y, crossed))
            continue
        name = scene.phrase("Question card: %(card)s", card=card_name(card, scene.speech))
        face = rect(0, 0, w, h, 3, "sp") + question_face(card, w, h)
        cls = "lift" if scene.held == word else None
        sheet.board(moved(there.x, there.y, face, cls=cls, **about(word, name)))
        scene.offer(sheet, there, word)
