"""The action spaces of Russian Railroads: each a row with sockets for its price and icons of its effect."""

from __future__ import annotations

from collections.abc import Sequence

from trainshed.draw.fit import Rect, fitted
from trainshed.draw.icons import sign
from trainshed.draw.pieces import coin, coin_socket, plate
from trainshed.draw.seats import SEATS, badge, worker, worker_socket
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import group, line, moved, named, rect, text
from trainshed.games.russian_railroads.board.icons import PLATE, fitted_row, key_of, numbered, row
from trainshed.games.russian_railroads.board.scene import Piece, Scene
from trainshed.games.russian_railroads.rules.components import Space
from trainshed.games.russian_railroads.text import sentences
from trainshed.games.russian_railroads.view import StackView

Stacks = list[tuple[StackView, list[Piece]]]
SOCKET = 22


def group_of(scene: Scene, name: str) -> list[Space]:
    return [space for space in scene.box.spaces if space.group == name]


def track_columns(scene: Scene) -> list[list[Space]]:
    """Two columns: any, black and gray with the space that is never full below them; then the other colours."""
    spaces = group_of(scene, "track")
    full = [space for space in spaces if not space.never_occupied]
    endless = [space for space in spaces if space.never_occupied]
    half = len(spaces) // 2 - len(endless)
    return [full[:half] + endless, full[half:]]


def draw_column(sheet: Sheet, scene: Scene, spaces: Sequence[Space], area: Rect, gap: float) -> None:
    """Spaces one below the other; `area` is that of the first."""
    for index, space in enumerate(spaces):
        draw_space(sheet, scene, space, area._replace(y=area.y + index * (area.h + gap)))


# ---------------------------------------------------------------- pieces


def draw_piece(sheet: Sheet, piece: Piece, x: float, cy: float, lifted: bool = False, scale: float = 1) -> None:
    """A worker or a rouble in a socket that begins at x."""
    lift = "lift" if lifted else ""
    if piece.kind == "coin":
        sheet.piece(coin(x + 10 * scale, cy, 10 * scale, id_=piece.id, cls=lift))
    else:
        sheet.piece(worker(x, cy - 14 * scale, piece.kind, piece.id, scale, lift))


def draw_sockets(
    sheet: Sheet, scene: Scene, x: float, cy: float, cost: tuple[int, int], stacks: Stacks, scale: float = 1
) -> float:
    """Sockets in the shape of the pieces of a price, with the pieces that stand there; returns the x where they end."""
    pieces = [(piece, scene.fresh(stack)) for stack, placed in stacks for piece in placed]
    for index in range(max(sum(cost), len(pieces))):
        if index < len(pieces):
            draw_piece(sheet, *(pieces[index][0], x, cy, pieces[index][1]), scale=scale)
        elif index < cost[0]:
            sheet.board(worker_socket(x, cy - 14 * scale, scale))
        else:
            sheet.board(coin_socket(x + 10 * scale, cy, 10 * scale))
        x += (SOCKET if index < cost[0] else SOCKET + 1) * scale
    return x


def words_of(scene: Scene, name: str, stacks: Stacks, word: str) -> list[str]:
    """The words that a space can stand for: to use it, to repeat it, to swap with the worker on it."""
    words = [word]
    if any(stack.seat == scene.now.seat for stack, _ in stacks):
        words += [f"repeat:{name}", f"swap:{name}"]
    return words


def ring(sheet: Sheet, scene: Scene, area: Rect, stacks: Stacks) -> None:
    """A ring around a space where the last turn, or the gesture that is previewed, placed pieces."""
    if any(scene.trail(stack) for stack, _ in stacks):
        sheet.board(rect(*area.grown(2.5), 5, f"trail-ring seatst-{scene.mover}"))
    elif any(scene.fresh(stack) for stack, _ in stacks):
        sheet.board(rect(*area.grown(1.5), 4, "ghost-ring"))


def pay_ring(sheet: Sheet, scene: Scene, area: Rect, index: int) -> None:
    if scene.paid_space() == index:
        sheet.board(rect(*area.grown(1.5), 4, "ghost-ring"))


# ---------------------------------------------------------------- a space


def draw_space(sheet: Sheet, scene: Scene, space: Space, area: Rect) -> None:
    stacks = scene.on(space.index)
    there = scene.is_there(space)
    taken = bool(stacks) and not space.never_occupied
    fresh = any(scene.fresh(stack) for stack, _ in stacks)
    sheet.board(rect(*area, 3, "sp-taken" if (taken and not fresh) or not there else "sp"))
    if not there:
        sheet.board(rect(*area, 3, "hatch"))
    cy = area.y + area.h / 2
    shown = [] if space.never_occupied else stacks
    x = draw_sockets(sheet, scene, area.x + 8, cy, (space.workers, space.roubles), shown)
    sheet.board(line(x + 5, area.y + 9, x + 5, area.y + area.h - 9, "hair"))
    draw_effect(sheet, scene, space, area, x + 14, (taken and not fresh) or not there)
    if space.never_occupied:
        draw_crowd(sheet, scene, area, stacks)
    ring(sheet, scene, area, stacks)
    pay_ring(sheet, scene, area, space.index)
    scene.offer(sheet, area, *words_of(scene, space.name, stacks, f"space:{space.name}"))


def draw_effect(sheet: Sheet, scene: Scene, space: Space, area: Rect, x: float, dim: bool) -> None:
    more = "∞" if space.never_occupied else ""
    room = area.x + area.w - x - 6
    if space.name == "aux_temp":
        draw_temporary(sheet, scene, x, area.y + area.h / 2, dim)
        return
    body, w = fitted_row(key_of(space.parts), room, plus=True, more=more)
    cls = "dimmed" if dim else None
    sheet.board(moved(x, area.y + area.h / 2, body, cls=cls))
    left = supply_left(scene, space)
    if left and not dim and x + w + 40 < area.x + area.w:
        sheet.board(text(area.x + area.w - 8, area.y + area.h / 2 + 4.6, left, "t13 ink3", "end"))


def supply_left(scene: Scene, space: Space) -> str:
    """How many roubles or doublers the supply has, where it is limited (RR-ROUBLE-07, RR-AUX-09)."""
    if not scene.box.limited:
        return ""
    count = {"aux_doubler": scene.now.doublers, "aux_roubles": scene.now.roubles}.get(space.name)
    return "" if count is None else scene.speech.gettext("%(count)d left") % {"count": count}


def draw_temporary(sheet: Sheet, scene: Scene, x: float, cy: float, dim: bool) -> None:
    """The turquoise workers wait on the space that gives them (RR-SETUP-08)."""
    used = scene.counts.get("w-temp", 0)
    held = sum(player.turquoise for player in scene.now.players)
    total = scene.box.quantities[scene.now.seats].turquoise_workers
    for index in range(total or 2):
        if index < scene.now.turquoise and not (scene.held and scene.mine.turquoise > scene.base.turquoise):
            id_ = f"w-temp-{used + held + index}"
            sheet.piece(worker(x + index * 21, cy - 13, "temp", id_, 0.92, "dimmed" if dim else ""))
        else:
            sheet.board(group(worker_socket(x + index * 21, cy - 13, 0.92), cls="dimmed"))


def draw_crowd(sheet: Sheet, scene: Scene, area: Rect, stacks: Stacks) -> None:
    """The pieces on the space that is never full: small, at its end; if they are too many, one of each kind."""
    pieces = [(piece, scene.fresh(stack)) for stack, placed in stacks for piece in placed]
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
    strip = scene.strip
    kinds = []
    for place, number in enumerate(strip):
        behind = len(strip) - 1 - place
        kinds.append((place, number, "hire" if behind == 0 else "use" if behind in light else "next"))
    return kinds


def draw_engineer(sheet: Sheet, scene: Scene, area: Rect, place: int, number: int, kind: str) -> None:
    """A space of the strip with the engineer that lies there."""
    space = strip_space(scene, place, kind)
    stacks = scene.on(space.index) if space is not None else []
    cost = (space.workers, space.roubles) if space is not None else (0, 0)
    if kind == "use" and number:
        cost = (scene.box.engineer_workers[number], 0)
    if not number and not stacks:
        sheet.board(rect(*area, 3, "socket dash"))
        return
    if number in scene.mine.engineers:  # the gesture hires it
        number = 0
    taken = bool(stacks) and not any(scene.fresh(stack) for stack, _ in stacks)
    sheet.board(rect(*area, 3, "sp-taken" if taken or kind == "next" else "sp"))
    cy = area.y + (area.h / 2 - 8 if kind == "next" else area.h / 2)
    pieces = max(sum(cost), sum(len(placed) for _, placed in stacks))
    room = area.w - 29 - (6 if kind == "next" else pieces * 22 + 6)
    if number:
        face = [named(engineer_name(scene, number)), numbered(number)]
        sheet.piece(moved(area.x + 15, cy, *face, id_=f"eng-{number}", cls="piece"))
        body, _w = fitted_row(key_of(scene.box.engineer_parts[number]), room, 0.9 if kind == "next" else 1)
        dim = "dimmed" if taken else "dimmed2" if kind == "next" else None
        sheet.board(moved(area.x + 29, cy, body, cls=dim))
    if kind == "next":
        sheet.board(text(area.x + area.w / 2, area.y + area.h - 6, comes_in(scene, place), "t12 ink3", "middle"))
        return
    draw_sockets(sheet, scene, area.x + area.w - pieces * 22 - 3, cy, cost, stacks)
    ring(sheet, scene, area, stacks)
    if space is not None:
        pay_ring(sheet, scene, area, space.index)
        scene.offer(sheet, area, *words_of(scene, space.name, stacks, f"space:{space.name}"))


def strip_space(scene: Scene, place: int, kind: str) -> Space | None:
    """The action space that this place of the strip is, if any."""
    if kind == "hire":
        return group_of(scene, "engineer_hire")[0]
    behind = len(scene.strip) - 1 - place
    return next((space for space in group_of(scene, "engineer_light") if space.strip_space == behind), None)


def engineer_name(scene: Scene, number: int) -> str:
    facts = {"number": number, "what": sentences.parts_text(scene.box.engineer_parts[number], scene.speech)}
    return scene.speech.gettext("Engineer %(number)d: %(what)s") % facts


def comes_in(scene: Scene, place: int) -> str:
    """In how many rounds everybody may use this engineer (RR-ENGINEER-07, -08)."""
    rounds = len(scene.strip) - 1 - place - max(scene.box.strips[scene.now.seats].light)
    return scene.speech.ngettext("in %(count)d round", "in %(count)d rounds", rounds) % {"count": rounds}


# ---------------------------------------------------------------- the turn order


def draw_order(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The turn order, the points for passing, and the claims for the next round."""
    claims = {space.order: space for space in group_of(scene, "order")}
    last = [space for space in group_of(scene, "last_round") if scene.is_there(space)]
    w = (area.w - (scene.now.seats - 1) * 6) / scene.now.seats
    deep = area.h - 50 if last else area.h
    for position in range(1, scene.now.seats + 1):
        there = Rect(area.x + (position - 1) * (w + 6), area.y, w, deep)
        space = claims.get(position)
        if space is not None and not scene.is_there(space):
            space = None
        draw_position(sheet, scene, there, position, space)
    for space in last:
        draw_space(sheet, scene, space, Rect(area.x, area.y + area.h - 44, area.w, 44))


def draw_position(sheet: Sheet, scene: Scene, area: Rect, position: int, space: Space | None) -> None:
    stacks = scene.on(space.index) if space is not None else []
    sheet.board(rect(*area, 3, "sp" if space is not None else "inset-l"))
    sheet.board(text(area.x + 7, area.y + 17, position, "t14b ink2"))
    passing = scene.box.turn_card_points[position]
    base = area.y + area.h - 6
    said = scene.speech.gettext("Passing in position %(position)d brings %(points)s")
    facts = {"position": position, "points": sentences.points(passing, scene.speech)}
    low = area.h < 50
    where = (
        text(area.x + 7, base, f"+{passing}", "t12 ink3")
        if low
        else text(area.x + area.w / 2, base, f"+{passing}", "t12 ink3", "middle")
    )
    bring = [named(said % facts), where]
    sheet.board(group(*bring))
    if position <= len(scene.now.order):
        draw_pawn(sheet, scene, area, scene.now.order[position - 1])
    if space is None:
        return
    room = area.w - 10
    scale = min(1.0, (area.h - 42) / 30, room / 20)
    cy = area.y + 26 + (area.h - 26 - 16) / 2
    draw_sockets(sheet, scene, area.x + area.w / 2 - 10 * scale, cy, (space.workers, space.roubles), stacks, scale)
    ring(sheet, scene, area, stacks)
    pay_ring(sheet, scene, area, space.index)
    scene.offer(sheet, area, *words_of(scene, space.name, stacks, f"space:{space.name}"))


def draw_pawn(sheet: Sheet, scene: Scene, area: Rect, seat: int) -> None:
    """The mark of a seat at its position; a flag says that it has passed."""
    passed = (scene.mine if seat == scene.seat else scene.players[seat]).passed and not scene.now.over
    facts = {"who": scene.who(seat)}
    name = scene.speech.gettext("%(who)s has passed") % facts if passed else scene.who(seat)
    cls = "piece dimmed" if passed else "piece"
    face = [named(name), badge(SEATS[seat], 0, 0, 7.2)]
    sheet.piece(moved(area.x + area.w - 14, area.y + 15, *face, id_=f"pawn-order-{SEATS[seat]}", cls=cls))
    if passed:
        sheet.piece(group(named(name), sign("flag", area.x + area.w - 20, area.y + 9, 12)))


def draw_group(sheet: Sheet, scene: Scene, area: Rect, title: str, spaces: Sequence[Space], gap: float) -> None:
    """A section of spaces under its enamel sign; `area` has the width, and the height of one space."""
    sheet.board(plate(area.x, area.y, area.w, PLATE, fitted(title, 15, area.w - 16)))
    draw_column(sheet, scene, spaces, area._replace(y=area.y + PLATE + 7), gap)
