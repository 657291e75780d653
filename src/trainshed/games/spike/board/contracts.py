"""The contracts of a player of Spike with their cargo, and the secret route card."""

from __future__ import annotations

from typing import Final, NamedTuple

from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.icons import sign
from trainshed.draw.panel import draw_title, grid, share
from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import circle, group, line, rect, text
from trainshed.games.spike.board.icons import good_disc
from trainshed.games.spike.board.scene import Scene
from trainshed.games.spike.rules.components import Face
from trainshed.games.spike.text import names
from trainshed.kernel.translation import marked

GAP: Final = 6.0

PRESSED: Final = {"load": marked("load"), "deliver": marked("deliver")}
"""What pressing a contract does, in a word."""


class ContractBox(NamedTuple):
    """A side of a contract card as it is drawn."""

    face: Face
    aboard: bool
    words: tuple[str, ...]
    """What pressing it may say."""
    gone: bool = False
    """Whether the gesture has fulfilled it."""


def contract_boxes(scene: Scene) -> list[ContractBox]:
    """The contracts in force; before that, both sides of every card whose side is to be chosen."""
    box, player = scene.box, scene.player
    found = []
    for contract in player.contracts:
        face = names.face_of(box, contract.face)
        good = box.commodities[face.commodity]
        words = (f"side:{contract.face}", f"deliver:{good}", f"load:{good}")
        found.append(ContractBox(face, contract.aboard, words))
    before = scene.before_gesture.players[scene.shown].contracts if scene.own else []
    left = {contract.face for contract in player.contracts}
    for contract in before:
        if contract.face not in left:
            face = names.face_of(box, contract.face)
            found.append(ContractBox(face, True, (f"deliver:{box.commodities[face.commodity]}",), True))
    for card in player.undecided:
        for index in box.faces_of[box.card_names.index(card)]:
            face = box.faces[index]
            found.append(ContractBox(face, False, (f"side:{face.name}",)))
    return found


def contract_columns(scene: Scene) -> int:
    """In how many columns the contracts stand."""
    return 2 if len(contract_boxes(scene)) > 4 or scene.player.undecided else 1


def draw_contracts(sheet: Sheet, scene: Scene, area: Rect, most: float = 74) -> None:
    """The contracts as boxes; each is the option that loads or delivers its cargo, or chooses its side."""
    title = scene.phrase("Contracts")
    if not scene.own:
        title = scene.phrase("Contracts of %(who)s", who=scene.who(scene.shown))
    done = len(scene.player.delivered)
    said = scene.phrase("%(count)d fulfilled", count=done) if done else scene.phrase("one delivery each")
    boxes = contract_boxes(scene)
    inner = draw_title(sheet, area, title, fitted(said, 13, area.w - room_of(title, 15) - 34), part="contracts").below(
        7
    )
    if not boxes:
        none = scene.phrase("No contract is open.")
        sheet.board(text(inner.x, inner.y + 16, none, "t14 ink2"))
        return
    columns = contract_columns(scene)
    rows = -(-len(boxes) // columns)
    h = min(most, (inner.h + GAP) / rows - GAP)
    first = Rect(inner.x, inner.y, share(inner.w, columns, GAP), h)
    for each, place in zip(boxes, grid(first, len(boxes), columns, GAP), strict=True):
        draw_contract(sheet, scene, place, each)


def contracts_height(scene: Scene, row: float) -> float:
    """The height of the panel with rows of this height."""
    rows = -(-len(contract_boxes(scene)) // contract_columns(scene))
    return 33 + max(1, rows) * (row + GAP)


def draw_contract(sheet: Sheet, scene: Scene, area: Rect, each: ContractBox) -> None:
    box = scene.box
    good = box.commodities[each.face.commodity]
    word, state = scene.best(each.words) if scene.own else ("", None)
    chosen = state in ("chosen", "only")
    sheet.board(
        rect(*area, 3, "may-softf" if chosen else "sp", data_about=f"face:{each.face.name}:{scene.color}"),
        rect(area.x, area.y, 4, area.h, 2, f"seat-{scene.color}"),
    )
    tall = area.h >= 58
    wide = 56 if area.w > 200 else 38
    middle = area.x + 4 + wide / 2
    r = 13 if tall else 11
    sheet.piece(good_disc(good, middle, area.y + area.h / 2 - (7 if tall else 0), r))
    if tall:
        said = scene.phrase("aboard") if each.aboard else scene.good(good)
        cls = "t12b" if each.aboard else "t12 ink2"
        if state in ("", "alt", "chosen") and word.partition(":")[0] in PRESSED:
            said, cls = scene.phrase(PRESSED[word.partition(":")[0]]), "t12b may"
        sheet.board(text(middle, area.y + area.h - 6, fitted(said, 12, wide), cls, "middle"))
    elif each.aboard:
        sheet.board(circle(middle + 10, area.y + area.h / 2 + 9, 3.6, "pip"))
    pitch = min(20.0, (area.h - 4) / len(each.face.cities))
    left, right = area.x + wide + (8 if area.w > 200 else 6), area.x + area.w - 5
    size = 14 if area.w > 200 and pitch >= 17 else 13 if area.w > 160 and pitch >= 15 else 12
    mine = scene.player.cities
    for row, (city, pay) in enumerate(zip(each.face.cities, each.face.pay, strict=True)):
        base = area.y + area.h / 2 + (row - (len(each.face.cities) - 1) / 2) * pitch + size * 0.34
        id_ = box.node_names[city]
        served = id_ in scene.player.delivered
        on = id_ in mine
        price = names.money(pay, scene.speech)
        room = right - left - room_of(price, size) - 2
        if area.w > 200:
            sheet.board(circle(left + 3, base - size * 0.32, 3.6, "pip" if on else "pip-0"))
            room -= 14
        name = fitted(scene.city(city), size, room)
        weight = "b" if on and not served else ""
        shade = " ink3" if served else ""
        sheet.board(text(left + (12 if area.w > 200 else 0), base, name, f"t{size}{weight}{shade}"))
        sheet.board(text(right, base, price, f"t{size}b{shade}", "end"))
    if state is not None:
        scene.offer(sheet, area, word)


# ---------------------------------------------------------------- the route card


def draw_route(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The secret route card of the viewer, or the two to choose from; the others' once the game is over."""
    title = scene.phrase("Secret route")
    right = scene.phrase("only you see it")
    routes = shown_routes(scene)
    if scene.now.over:
        right = scene.who(scene.shown)
    room = area.w - room_of(title, 15) - 52
    sheet.part("route", area)
    inner = draw_title(sheet, area, title, fitted(right, 13, room))
    if not routes:
        count = scene.then.players[scene.shown].routes
        none = scene.plural("%(count)d card, face down", "%(count)d cards, face down", count)
        said = text(inner.x + 26, inner.y + 23, fitted(none, 14, inner.w - 30), "t14 ink2")
        lock = sign("lock", inner.x + 2, inner.y + 10, 15, "ink3")
        sheet.board(group(lock, said, data_about=f"secret:{scene.color}"))
        return
    h = inner.h / len(routes)
    for index, name in enumerate(routes):
        place = Rect(inner.x, inner.y + index * h, inner.w, h)
        draw_route_card(sheet, scene, place, name, len(routes) == 1)


def shown_routes(scene: Scene) -> list[str]:
    """The route cards that the viewer may see: the own, with the one that was pressed to be kept; later the others'."""
    if scene.own:
        kept = [word.partition(":")[2] for word in scene.asked.chosen if word.startswith("keep:")]
        before = scene.before_gesture.routes
        return list(before) if kept and len(before) > 1 else list(scene.now.routes)
    name = scene.now.players[scene.shown].route
    return [name] if name else []


def draw_route_card(sheet: Sheet, scene: Scene, area: Rect, name: str, large: bool) -> None:
    """A route card: where it starts, and the values of its destinations; reached cities are filled."""
    card = names.route_of(scene.box, name)
    mine = scene.player.cities
    word = f"keep:{name}"
    state = scene.state(word) if scene.own else None
    start = scene.box.node_names[card.start]
    sheet.board(rect(area.x, area.y + 2, area.w, area.h - 5, 3, "nofill", data_about=f"secret:{scene.color}:{name}"))
    y = area.y + (18 if large else 15)
    sheet.board(circle(area.x + 7, y - 5, 4.5, "pip" if start in mine else "pip-0"))
    said = scene.phrase("from %(city)s", city=scene.city(card.start))
    sheet.board(text(area.x + 18, y, fitted(said, 14, area.w - 24), "t14b"))
    pitch = (area.w - 4) / len(card.cities)
    line_y = y + (19 if large else 14)
    sheet.board(line(area.x + 7, y, area.x + 7, line_y, "hair2"))
    sheet.board(line(area.x + 7, line_y, area.x + area.w - pitch / 2, line_y, "hair2"))
    for index, (city, value) in enumerate(zip(card.cities, card.values, strict=True)):
        x = area.x + pitch * (index + 0.5) + 2
        on = scene.box.node_names[city] in mine
        sheet.board(circle(x, line_y, 8.5, f"seat-{SEATS[scene.shown]} edge" if on else "cityring"))
        sheet.board(text(x, line_y + 4.3, value, f"t12b{f' seaton-{SEATS[scene.shown]}' if on else ''}", "middle"))
        sheet.board(text(x, line_y + 23, fitted(scene.city(city), 12, pitch - 3), "t12 ink2", "middle"))
    if state is not None:
        scene.offer(sheet, Rect(area.x, area.y + 2, area.w, area.h - 5), word)
