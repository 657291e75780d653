"""The action spaces of Russian Railroads: each a row with sockets for its price and icons of its effect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.draw.fit import Rect
from trainshed.draw.hover_card import about
from trainshed.draw.icons import sign
from trainshed.draw.panel import across, draw_title, grid
from trainshed.draw.pieces import coin, coin_socket
from trainshed.draw.seats import SEATS, badge, turn_ring, worker, worker_socket
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import group, line, moved, rect, text
from trainshed.games.russian_railroads.board.icons import fitted_row, key_of, numbered, row
from trainshed.games.russian_railroads.board.scene import Piece, Scene
from trainshed.games.russian_railroads.rules.components import Space
from trainshed.games.russian_railroads.view import StackView
from trainshed.phrases import points

Stacks = list[tuple[StackView, list[Piece]]]
SOCKET: Final = 22
HEAD: Final = 33
"""The height of the sign above a section, with the gap below it."""


def track_columns(scene: Scene) -> list[list[Space]]:
    """Two columns: any, black and gray with the space that is never full below them; then the other colours."""
    spaces = scene.group_of("track")
    full = [space for space in spaces if not space.never_occupied]
    endless = [space for space in spaces if space.never_occupied]
    half = len(spaces) // 2 - len(endless)
    return [full[:half] + endless, full[half:]]


def draw_column(sheet: Sheet, scene: Scene, spaces: Sequence[Space], area: Rect, gap: float) -> None:
    """Spaces one below the other; `area` is that of the first."""
    for space, there in zip(spaces, grid(area, len(spaces), 1, gap), strict=True):
        draw_space(sheet, scene, space, there)


def draw_group(sheet: Sheet, scene: Scene, area: Rect, title: str, name: str, row: float, gap: float) -> None:
    """The spaces of a group under their enamel sign, with rows of a height."""
    draw_title(sheet, area, title)
    draw_column(sheet, scene, scene.group_of(name), Rect(area.x, area.y + HEAD, area.w, row), gap)


# ---------------------------------------------------------------- pieces


def draw_piece(sheet: Sheet, piece: Piece, x: float, cy: float, lifted: bool = False, scale: float = 1) -> None:
    """A worker or a rouble in a socket that begins at x."""
    lift = "lift" if lifted else ""
    if piece.kind == "coin":
        sheet.piece(coin(x + 10 * scale, cy, 10 * scale, id_=piece.id, cls=lift))
    else:
        sheet.piece(worker(x, cy - 14 * scale, piece.kind, piece.id, scale, lift))


def shown_pieces(scene: Scene, stacks: Stacks) -> list[tuple[Piece, bool]]:
    """The pieces of some stacks, and whether the gesture placed them."""
    return [(piece, scene.fresh(stack)) for stack, placed in stacks for piece in placed]


def draw_sockets(
    sheet: Sheet, scene: Scene, x: float, cy: float, cost: tuple[int, int], stacks: Stacks, scale: float = 1
) -> float:
    """Sockets in the shape of the pieces of a price, with the pieces that stand there; returns the x where they end."""
    pieces = shown_pieces(scene, stacks)
    for index in range(max(sum(cost), len(pieces))):
        if index < len(pieces):
            draw_piece(sheet, pieces[index][0], x, cy, pieces[index][1], scale)
        elif index < cost[0]:
            sheet.board(worker_socket(x, cy - 14 * scale, scale))
        else:
            sheet.board(coin_socket(x + 10 * scale, cy, 10 * scale))
        x += (SOCKET if index < cost[0] else SOCKET + 1) * scale
    return x


def offer_space(sheet: Sheet, scene: Scene, area: Rect, index: int, name: str, word: str, stacks: Stacks) -> None:
    """The control of a space: to use it, to repeat it, to swap with the worker on it. A ring marks a space where a turn
    since the viewer's last one, or the gesture that is previewed, placed pieces, or which is being paid."""
    new = next((stack for stack, _ in stacks if scene.is_marked(stack)), None)
    if new is not None:
        sheet.label(turn_ring(*area.grown(2.5), SEATS[new.seat]))
    elif any(scene.fresh(stack) for stack, _ in stacks):
        sheet.board(rect(*area.grown(1.5), 4, "ghost-ring"))
    if scene.paid_space() == index:
        sheet.board(rect(*area.grown(1.5), 4, "ghost-ring"))
    own = any(stack.seat == scene.now.seat for stack, _ in stacks)
    scene.offer(sheet, area, word, *([f"repeat:{name}", f"swap:{name}"] if own else []))


# ---------------------------------------------------------------- a space


def is_taken(scene: Scene, stacks: Stacks) -> bool:
    """Do pieces stand there that the gesture did not place?"""
    return bool(stacks) and not any(scene.fresh(stack) for stack, _ in stacks)


def draw_space(sheet: Sheet, scene: Scene, space: Space, area: Rect) -> None:
    stacks = scene.on(space.index)
    there = scene.is_there(space)
    dim = (is_taken(scene, stacks) and not space.never_occupied) or not there
    word = f"space:{space.name}"
    sheet.board(rect(*area, 3, "sp-taken" if dim else "sp", data_about=word))
    if not there:
        sheet.board(rect(*area, 3, "hatch"))
    cy = area.y + area.h / 2
    shown = [] if space.never_occupied else stacks
    x = draw_sockets(sheet, scene, area.x + 8, cy, (space.workers, space.roubles), shown)
    sheet.board(line(x + 5, area.y + 9, x + 5, area.y + area.h - 9, "hair"))
    draw_effect(sheet, scene, space, area, x + 14, dim)
    if space.never_occupied:
        draw_crowd(sheet, scene, area, stacks)
    offer_space(sheet, scene, area, space.index, space.name, word, stacks)


def draw_effect(sheet: Sheet, scene: Scene, space: Space, area: Rect, x: float, dim: bool) -> None:
    cy = area.y + area.h / 2
    if space.name == "aux_temp":
        draw_temporary(sheet, scene, x, cy, dim)
        return
    more = "∞" if space.never_occupied else ""
    body, w = fitted_row(key_of(space.parts), area.x + area.w - x - 6, plus=True, more=more)
    sheet.board(moved(x, cy, body, cls="dimmed" if dim else None))
    left = supply_left(scene, space)
    if left and not dim and x + w + 40 < area.x + area.w:
        sheet.board(text(area.x + area.w - 8, cy + 4.6, left, "t13 ink3", "end"))


def supply_left(scene: Scene, space: Space) -> str:
    """How many roubles or doublers the supply has, where it is limited (RR-ROUBLE-07, RR-AUX-09)."""
    count = {"aux_doubler": scene.now.doublers, "aux_roubles": scene.now.roubles}.get(space.name)
    return scene.phrase("%(count)d left", count=count) if scene.box.limited and count is not None else ""


def draw_temporary(sheet: Sheet, scene: Scene, x: float, cy: float, dim: bool) -> None:
    """The turquoise workers wait on the space that gives them (RR-SETUP-08)."""
    first = scene.counts.get("w-temp", 0) + sum(player.turquoise for player in scene.players)
    total = scene.box.quantities[scene.now.seats].turquoise_workers
    for index in range(total or 2):
        if index < scene.then.turquoise:
            cls = "dimmed" if dim else ""
            sheet.piece(worker(x + index * 21, cy - 13, "temp", f"w-temp-{first + index}", 0.92, cls))
        else:
            sheet.board(group(worker_socket(x + index * 21, cy - 13, 0.92), cls="dimmed"))


def draw_crowd(sheet: Sheet, scene: Scene, area: Rect, stacks: Stacks) -> None:
    """The pieces on the space that is never full: small, at its end; if they are too many, one of each kind."""
    pieces = shown_pieces(scene, stacks)
    if not pieces:
        return
    start = area.x + 8 + SOCKET + 14 + row(key_of(scene.box.spaces[stacks[0][0].space].parts), True, "∞")[1] + 6
    room = area.x + area.w - 4 - start
    if len(pieces) > 1 and (room - 14) / (len(pieces) - 1) < 8:
        pieces = list({piece.kind: (piece, lifted) for piece, lifted in pieces}.values())
    pitch = min(15.0, (room - 14) / max(1, len(pieces) - 1))
    for index, (piece, lifted) in enumerate(pieces):
        x = area.x + area.w - 4 - 14 - (len(pieces) - 1 - index) * pitch
        draw_piece(sheet, piece, x, area.y + area.h / 2, lifted, 0.7)


# ---------------------------------------------------------------- engineers


def strip_kinds(scene: Scene) -> list[tuple[int, int, str]]:
    """Place, engineer and use of the spaces of the strip: "hire", "use" (by everybody), or "next" (a later round)."""
    light = scene.box.strips[scene.now.seats].light
    kinds = []
    for place, number in enumerate(scene.strip):
        behind = len(scene.strip) - 1 - place
        kinds.append((place, number, "hire" if behind == 0 else "use" if behind in light else "next"))
    return kinds


def draw_engineer(sheet: Sheet, scene: Scene, area: Rect, place: int, number: int, kind: str) -> None:
    """A space of the strip with the engineer that lies there."""
    space = strip_space(scene, place, kind)
    thing = f"strip:{number}" if space is None or kind == "next" else f"space:{space.name}"
    stacks = scene.on(space.index) if space is not None else []
    cost = (space.workers, space.roubles) if space is not None else (0, 0)
    if kind == "use" and number:
        cost = (scene.box.engineer_workers[number], 0)
    if not number and not stacks:
        sheet.board(rect(*area, 3, "socket dash", data_about=thing))
        return
    if number in scene.mine.engineers:  # the gesture hires it
        number = 0
    taken, later = is_taken(scene, stacks), kind == "next"
    sheet.board(rect(*area, 3, "sp-taken" if taken or later else "sp", data_about=thing))
    cy = area.y + (area.h / 2 - 8 if later else area.h / 2)
    pieces = max(sum(cost), len(shown_pieces(scene, stacks)))
    room = area.w - 29 - (6 if later else pieces * 22 + 6)
    if number:
        draw_number(sheet, scene, area.x + 15, cy, number)
        body, _w = fitted_row(key_of(scene.box.engineer_parts[number]), room, 0.9 if later else 1)
        dim = "dimmed" if taken else "dimmed2" if later else None
        sheet.board(moved(area.x + 29, cy, body, cls=dim))
    if later:
        sheet.board(text(area.x + area.w / 2, area.y + area.h - 6, comes_in(scene, place), "t12 ink3", "middle"))
        return
    draw_sockets(sheet, scene, area.x + area.w - pieces * 22 - 3, cy, cost, stacks)
    if space is not None:
        offer_space(sheet, scene, area, space.index, space.name, f"space:{space.name}", stacks)


def draw_number(sheet: Sheet, scene: Scene, x: float, cy: float, number: int, lifted: bool = False) -> None:
    """The number of an engineer, named by what the engineer does; its place has the hover card."""
    what = scene.effect(scene.box.engineer_parts[number])
    name = scene.phrase("Engineer %(number)d: %(what)s", number=number, what=what)
    cls = "piece lift" if lifted else "piece"
    sheet.piece(moved(x, cy, numbered(number), id_=f"eng-{number}", cls=cls, **about("", name)))


def strip_space(scene: Scene, place: int, kind: str) -> Space | None:
    """The action space that this place of the strip is, if any."""
    if kind == "hire":
        return scene.group_of("engineer_hire")[0]
    behind = len(scene.strip) - 1 - place
    return next((space for space in scene.group_of("engineer_light") if space.strip_space == behind), None)


def comes_in(scene: Scene, place: int) -> str:
    """In how many rounds everybody may use this engineer (RR-ENGINEER-07, -08)."""
    rounds = len(scene.strip) - 1 - place - max(scene.box.strips[scene.now.seats].light)
    return scene.plural("in %(count)d round", "in %(count)d rounds", rounds)


# ---------------------------------------------------------------- the turn order


def draw_order(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The turn order, the points for passing, and the claims for the next round."""
    claims = {space.order: space for space in scene.group_of("order") if scene.is_there(space)}
    last = [space for space in scene.group_of("last_round") if scene.is_there(space)]
    upper = area._replace(h=area.h - 50 if last else area.h)
    for position, there in enumerate(across(upper, scene.now.seats, 6), 1):
        draw_position(sheet, scene, there, position, claims.get(position))
    for space in last:
        draw_space(sheet, scene, space, Rect(area.x, area.y + area.h - 44, area.w, 44))


def draw_position(sheet: Sheet, scene: Scene, area: Rect, position: int, space: Space | None) -> None:
    thing = f"order:{position}" if space is None else f"space:{space.name}"
    sheet.board(rect(*area, 3, "sp" if space is not None else "inset-l", data_about=thing))
    sheet.board(text(area.x + 7, area.y + 17, position, "t14b ink2"))
    passing, base = scene.box.turn_card_points[position], area.y + area.h - 6
    facts = {"position": position, "points": points(passing, scene.speech)}
    name = scene.phrase("Passing in position %(position)d brings %(points)s", **facts)
    worth = text(area.x + area.w / 2, base, f"+{passing}", "t12 ink3", "middle", **about("", name))
    if area.h < 50:
        worth = text(area.x + 7, base, f"+{passing}", "t12 ink3", **about("", name))
    sheet.board(worth)
    if position <= len(scene.now.order):
        draw_pawn(sheet, scene, area, scene.now.order[position - 1])
    if space is None:
        return
    stacks = scene.on(space.index)
    scale = min(1.0, (area.h - 42) / 30, (area.w - 10) / 20)
    cy = area.y + 26 + (area.h - 26 - 16) / 2
    draw_sockets(sheet, scene, area.x + area.w / 2 - 10 * scale, cy, (space.workers, space.roubles), stacks, scale)
    offer_space(sheet, scene, area, space.index, space.name, f"space:{space.name}", stacks)


def draw_pawn(sheet: Sheet, scene: Scene, area: Rect, seat: int) -> None:
    """The mark of a seat at its position; a flag says that it has passed."""
    passed, name = scene.players[seat].passed and not scene.now.over, scene.who(seat)
    if passed:
        name = scene.phrase("%(who)s has passed", who=name)
    face, cls = badge(SEATS[seat], 0, 0, 7.2), "piece dimmed" if passed else "piece"
    there = (area.x + area.w - 14, area.y + 15)
    sheet.piece(moved(*there, face, id_=f"pawn-order-{SEATS[seat]}", cls=cls, **about("", name)))
    if passed:
        sheet.piece(sign("flag", area.x + area.w - 20, area.y + 9, 12))
