"""What lies beside the display: end-bonus cards, free coaches, the next locomotive tile, Constantinople; and lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.draw.choices import Face, ListLayout, draw_choices, unplaced
from trainshed.draw.fit import Rect, fitted
from trainshed.draw.hover_card import about, named_piece
from trainshed.draw.panel import PLATE, across, grid, share
from trainshed.draw.pieces import coin, engine, plate
from trainshed.draw.seats import SEATS, badge
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import group, line, moved, rect, text
from trainshed.games.first_class.board.art.cards import bonus_back, bonus_face
from trainshed.games.first_class.board.art.coaches import carriage
from trainshed.games.first_class.board.art.icons import key_of, row
from trainshed.games.first_class.board.module import BoardModule
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.text import names
from trainshed.kernel.vocabulary import head_of, rest_of

LISTED: Final = ("pay",)
"""First parts of words that are chosen from a list."""


# ---------------------------------------------------------------- end-bonus cards


def draw_bonus(sheet: Sheet, scene: Scene, area: Rect, high: float) -> None:
    """The end-bonus cards that lie open, under a sign with their price."""
    sheet.part("end_bonus", area._replace(h=34 + high))
    title = scene.phrase("End-bonus cards")
    head = plate(area.x, area.y, area.w, PLATE, fitted(title, 15, area.w - 46))
    price = coin(area.x + area.w - 18, area.y + 13, 9, str(scene.box.price))
    sheet.board(group(head, price, **about("end-bonus")))
    shown = scene.start.display
    count = scene.box.shown
    first = Rect(area.x, area.y + 34, share(area.w, count, 6), high)
    for at, there in enumerate(grid(first, count, count, 6)):
        if at < len(shown):
            draw_bonus_card(sheet, scene, there, shown[at])
        elif scene.now.round == 0 and scene.now.bonus_deck:
            sheet.board(moved(there.x, there.y, bonus_back(there.w, there.h), **about("end-bonus")))
        else:
            sheet.board(rect(there.x + 0.5, there.y + 0.5, there.w - 1, there.h - 1, 3, "taken", **about("end-bonus")))


def draw_bonus_card(sheet: Sheet, scene: Scene, area: Rect, name: str) -> None:
    """An end-bonus card that can be bought, or taken without paying."""
    face = bonus_face(scene.box, scene.box.bonus_numbers[name], round(area.w, 1), area.h)
    said = names.bonus_name(scene.game, name, scene.speech)
    gone = name not in scene.then.display
    sheet.piece(named_piece(area.x, area.y, said, face, id_=f"bonus-{name}", thing=f"buy:{name}"))
    if gone:
        sheet.label(rect(area.x - 2, area.y - 2, area.w + 4, area.h + 4, 5, "ghost-ring"))
    words = scene.ready((f"bonus:{name}", f"buy:{name}"))
    if len(words) > 1:
        scene.offer_all(sheet, area, words)
    elif not gone or words:
        scene.offer(sheet, area, f"bonus:{name}", f"buy:{name}")


# ---------------------------------------------------------------- supply


def draw_supply(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The free coaches by level. Two levels stand on one card, so that they share their number."""
    sheet.part("coaches", area._replace(h=88))
    sheet.board(
        plate(
            area.x, area.y, area.w, PLATE, fitted(scene.phrase("Coaches"), 15, area.w - 90), right=scene.phrase("left")
        )
    )
    pairs = scene.then.coaches
    levels = scene.box.levels
    places = list(across(Rect(area.x, area.y + 33, area.w, 30), len(levels), 4))
    for level, there in zip(levels, places, strict=True):
        sheet.board(moved(there.x, there.y, carriage(str(level), round(there.w, 1), 30), **about(f"coaches:{level}")))
    for pair, count in enumerate(pairs):
        own = [place for place, of in zip(places, scene.box.pair_of, strict=True) if of == pair]
        if own:
            middle = (own[0].x + own[-1].x + own[-1].w) / 2
            y = area.y + 80
            sheet.board(line(own[0].x + 4, y - 12, own[-1].x + own[-1].w - 4, y - 12, "hair2"))
            sheet.board(text(middle, y + 3, count, "t14b" if count else "t14 ink3", "middle"))


def draw_ends(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The locomotive tile on top of the stack, and the places in Constantinople."""
    view, box = scene.then, scene.box
    half = area.w * 0.49
    sheet.part("tiles", area._replace(w=half))
    sheet.part("constantinople", Rect(area.x + half, area.y, area.w - half, area.h))
    sheet.board(line(area.x, area.y, area.x + area.w, area.y, "hair"))
    middle = area.y + area.h / 2
    if view.tiles < len(box.tiles):
        tile = box.tiles[view.tiles]
        sheet.board(rect(area.x, area.y + 2, half - 2, area.h - 4, 0, "nofill", **about("tiles")))
        sheet.board(moved(area.x, middle - 14, engine(tile.points // 2, 46)))
        sheet.board(text(area.x + 60, middle + 8, tile.points, "t20b", "middle"))
        body, _ = row(box, key_of(tile.icons), half - 84, 0.86)
        sheet.board(moved(area.x + 78, middle, body))
    else:
        none = fitted(scene.phrase("no tiles left"), 13, half - 8)
        sheet.board(text(area.x, middle + 5, none, "t13 ink3", **about("tiles")))
    x = area.x + half + 8
    sheet.board(line(x - 6, area.y + 6, x - 6, area.y + area.h - 4, "hair"))
    right = area.x + area.w - x
    sheet.board(text(x + 2, area.y + 18, fitted(scene.phrase("Constantinople"), 15, right - 4), "sign"))
    arrived = view.constantinople
    for at, there in enumerate(across(Rect(x + 2, area.y + 25, right - 2, 25), len(box.places), 4)):
        sheet.board(rect(*there, 3, "inset-l", **about(f"place:{at + 1}")))
        taken = at < len(arrived)
        shift = 9 if taken else 0
        sheet.board(text(there.x + there.w / 2 - shift, there.y + 17.5, box.places[at], "t14b", "middle"))
        if taken:
            sheet.piece(badge(SEATS[arrived[at]], there.x + there.w - 11, there.y + 12.5, 6))


# ---------------------------------------------------------------- lists


def draw_payment(sheet: Sheet, scene: Scene, area: Rect, word: str) -> None:
    """Coins of each column, as a payment."""
    counts = rest_of(word).split(":")
    for at, (count, there) in enumerate(zip(counts, across(area, len(counts), 0), strict=True)):
        quiet = count == "0"
        cx = there.x + there.w / 2
        sheet.board(text(cx, area.y + area.h / 2 + 5, count, "t14 ink3" if quiet else "t14b", "middle"))
        if at:
            sheet.board(line(there.x, area.y + 5, there.x, area.y + area.h - 5, "hair"))


FACES: Final[dict[str, Face]] = {"pay": draw_payment}


def own_lists(scene: Scene) -> list[tuple[BoardModule, float]]:
    """The modules that have a list of their own now, with its height."""
    found = [(module, module.choices(scene)) for module in scene.modules.values()]
    return [(module, high) for module, high in found if high]


def list_words(scene: Scene) -> list[str]:
    """The words that are chosen from a list now."""
    asked = scene.asked
    words = dict.fromkeys([*asked.moves, *asked.instead, *asked.chosen[-1:]])
    return [word for word in words if head_of(word) in LISTED]


def has_list(scene: Scene) -> bool:
    return bool(list_words(scene) or own_lists(scene))


def draw_lists(sheet: Sheet, scene: Scene, area: Rect, touch: float = 0) -> float:
    """The lists of options that are open now; `touch`: the height of a row on a phone. Returns their height."""
    y = area.y
    for module, high in own_lists(scene):
        module.draw_choices(sheet, scene, Rect(area.x, y, area.w, high if touch else area.h))
        y += high + 8
    words = list_words(scene)
    if words:
        y += draw_words(sheet, scene, Rect(area.x, y, area.w, area.h - (y - area.y)), words, touch)
    return y - area.y


def draw_words(sheet: Sheet, scene: Scene, area: Rect, words: Sequence[str], touch: float = 0) -> float:
    """A list with one control for each word; its height."""
    columns = 3 if all(head_of(word) == "pay" for word in words) or len(words) > 8 else 1 if len(words) < 4 else 2
    lines = -(-len(words) // columns)
    high = touch or max(16.0, min(30.0, (area.h - 22) / lines - 4))
    layout = ListLayout(columns, high, 4)
    pays = head_of(words[0]) == "pay"
    title = scene.phrase("Pay with coins of the columns 1, 2, 3") if pays else scene.phrase("Choose")
    draw_choices(sheet, scene, area, fitted(title, 15, area.w), words, layout, FACES)
    return layout.height(len(words)) + 4


def draw_rest(sheet: Sheet, scene: Scene, area: Rect, touch: float = 0) -> float:
    """A list of the legal words that have no control yet; its height, 0 if there are none."""
    words = unplaced(scene)
    return draw_words(sheet, scene, area, words, touch) if words else 0
