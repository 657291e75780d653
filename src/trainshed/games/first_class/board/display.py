"""The display of First Class as a timetable: three rows of action cards, and the start-player tile."""

from __future__ import annotations

from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.hover_card import about, named_piece
from trainshed.draw.icons import sign
from trainshed.draw.panel import PLATE, draw_hair, grid, share
from trainshed.draw.pieces import plate
from trainshed.draw.seats import SEATS, badge
from trainshed.draw.sheet import TALL, WIDE, Sheet
from trainshed.draw.svg import group, moved, rect, text
from trainshed.games.first_class.board.art.cards import card_face
from trainshed.games.first_class.board.art.icons import key_of, row
from trainshed.games.first_class.board.scene import Scene

STRIP = {WIDE: 24, TALL: 30}
"""The height of the controls that exchange "use" and "ignore" at a taken card."""


# ---------------------------------------------------------------- head


def draw_head(sheet: Sheet, scene: Scene, area: Rect, short: bool = False) -> None:
    """The sign above the display."""
    deck = scene.phrase("Display · deck %(deck)d", deck=scene.deck) if scene.now.round else scene.phrase("Display")
    closes = scene.plural("a row leaves after %(count)d card", "a row leaves after %(count)d cards", scene.now.seats)
    room = area.w - 24 - room_of(deck, 15)
    right = "" if short and room_of(closes, 13) > room else fitted(closes, 13, room)
    drawn = plate(area.x, area.y, area.w, PLATE, fitted(deck, 15, area.w - 12), right=right)
    sheet.board(group(drawn, **about("deck")))


def draw_tile(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The start-player tile: what its taker gets; or who holds it."""
    view = scene.then
    sheet.part("start_tile", area)
    holder = view.tile
    said = scene.phrase("Start the next round")
    cls = "sp" if holder < 0 else "sp-taken"
    sheet.board(rect(*area, 3, cls, **about("tile", said)), sign("flag", area.x + 9, area.y + area.h / 2 - 7, 14))
    body, wide = "", 0.0
    if holder < 0:
        rewards = scene.box.tile_rewards.get((scene.now.seats, 0), [])
        body, wide = row(scene.box, key_of(rewards), 60, min(1.0, (area.h - 4) / 22))
        sheet.board(moved(area.x + area.w - wide - 8, area.y + area.h / 2, body))
    else:
        wide = 20
        sheet.board(badge(SEATS[holder], area.x + area.w - 16, area.y + area.h / 2, 7))
        said = scene.phrase("Next start: %(who)s", who=scene.who(holder))
    base = area.y + area.h / 2 + 5
    sheet.board(text(area.x + 29, base, fitted(said, 14, area.w - wide - 41), "t14b" if holder < 0 else "t14 ink2"))
    if scene.live("tile"):
        scene.offer(sheet, area, "tile")


# ---------------------------------------------------------------- rows


def draw_row_head(sheet: Sheet, area: Rect, at: int) -> None:
    """Whoever points at the head of a row is told when it leaves."""
    sheet.board(rect(*area, 0, "nofill", **about(f"row:{at + 1}")))


def pips(sheet: Sheet, scene: Scene, x: float, y: float, at: int) -> None:
    """One pip for each card that was taken from a row, until the rest of it leaves; the previewed one is violet."""
    before, now = scene.start.row_taken[at], scene.then.row_taken[at]
    for card in range(scene.now.seats):
        cls = "pip" if card < before else "may-fill" if card < now else "pip-0"
        sheet.board(rect(x + card * 15, y, 11, 11, 1.5, cls))


def row_note(scene: Scene, at: int) -> tuple[str, str]:
    """When a row leaves, as text and its class."""
    left = scene.now.seats - scene.then.row_taken[at]
    changed = scene.then.row_taken[at] != scene.start.row_taken[at]
    cls = "t12 may" if changed else "t12 ink3"
    rest = any(scene.then.rows[at * scene.box.columns : (at + 1) * scene.box.columns])
    if left <= 0 or not rest:
        return scene.phrase("cleared"), cls
    return scene.phrase("leaves after %(count)d", count=left), cls


def draw_rows(sheet: Sheet, scene: Scene, area: Rect, pitch: float, high: float) -> None:
    """The rows one below the other, each with its head at the left: desktop layout."""
    head, gap = 88.0, 6.0
    columns = scene.box.columns
    first = Rect(area.x + head, area.y, share(area.w - head, columns, gap), high)
    sheet.part("display", area._replace(h=pitch * scene.box.rows - 4))
    for at in range(scene.box.rows):
        y = area.y + at * pitch
        if at:
            draw_hair(sheet, area.x, y - (pitch - high) / 2, area.w)
        name = scene.phrase("Row %(row)d", row=at + 1)
        note, cls = row_note(scene, at)
        draw_row_head(sheet, Rect(area.x, y, head - 6, high), at)
        sheet.board(text(area.x, y + 17, fitted(name, 15, head - 8), "sign"))
        pips(sheet, scene, area.x, y + 26, at)
        sheet.board(text(area.x, y + 54, fitted(note, 12, head - 6), cls))
        for column, there in enumerate(grid(first._replace(y=y), columns, columns, gap)):
            draw_place(sheet, scene, there, at, column)


def draw_folded(sheet: Sheet, scene: Scene, area: Rect, high: float) -> float:
    """The rows, each folded in two: phone layout. Returns the height."""
    gap, columns = 5.0, scene.box.columns
    half = -(-columns // 2)
    y = area.y
    for at in range(scene.box.rows):
        name = scene.phrase("Row %(row)d", row=at + 1)
        note, cls = row_note(scene, at)
        right = area.x + area.w - 15 * scene.now.seats
        draw_row_head(sheet, Rect(area.x, y, area.w, 17), at)
        sheet.board(text(area.x, y + 13, fitted(name, 15, 90), "sign"))
        sheet.board(text(right - 6, y + 12, fitted(note, 12, 140), cls, "end"))
        pips(sheet, scene, right + 4, y + 2, at)
        first = Rect(area.x, y + 19, share(area.w, half, gap), high)
        for column, there in enumerate(grid(first, columns, half, gap)):
            draw_place(sheet, scene, there, at, column)
        y += 19 + 2 * (high + gap) + 5
    sheet.part("display", area._replace(h=y - area.y))
    return y - area.y


def draw_place(sheet: Sheet, scene: Scene, area: Rect, at: int, column: int) -> None:
    """A place of the display: its card, which can be taken; a card that the gesture takes stays, ringed."""
    place = at * scene.box.columns + column
    word = f"take:{at + 1}:{column + 1}"
    name = scene.start.rows[place]
    if not name:
        sheet.board(rect(area.x + 0.5, area.y + 0.5, area.w - 1, area.h - 1, 3, "taken", **about(word)))
        color = scene.taken_by(place)
        if color:
            sheet.board(badge(color, *area.middle, 7))
            sheet.board(rect(area.x + 2, area.y + 2, area.w - 4, area.h - 4, 3, f"since trail-ring seatst-{color}"))
        return
    chosen = word in scene.asked.chosen
    exchange = chosen and bool(scene.ready(("use", "ignore")))
    high = area.h - STRIP[scene.layout] if exchange else area.h
    face = card_face(scene.box, scene.box.card_numbers[name], round(area.w, 1), high)
    said = scene.card_name(name)
    gone = not scene.then.rows[place] and word not in scene.asked.chosen
    body = [f'<g class="dimmed">{face}</g>'] if gone else [face]
    sheet.piece(named_piece(area.x, area.y, said, *body, id_=f"card-{name}", thing=word))
    if chosen:
        sheet.label(rect(area.x - 2, area.y - 2, area.w + 4, area.h + 4, 5, "ghost-ring"))
        draw_use(sheet, scene, area)
        area = area._replace(h=high)
    state = scene.state(word)
    if state is None or gone:
        return
    scene.control(sheet, area, word, state)


def draw_use(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """At a taken card: carry it out, or ignore it for an upgrade; the chosen one of the two is marked."""
    words = scene.ready(("use", "ignore"))
    if not words:
        return
    high = STRIP[scene.layout]
    there = Rect(area.x + 2, area.y + area.h - high, area.w - 4, high - 2)
    shown = [word for word in words if scene.state(word) not in ("chosen", "only")] or words
    w = there.w / len(shown)
    for at, word in enumerate(shown):
        part = Rect(there.x + at * w, there.y, w - 1, there.h)
        said = scene.phrase("Use it") if word == "use" else scene.phrase("or 1 upgrade")
        sheet.label(rect(*part, 3, "sp"))
        sheet.label(text(*base(part), fitted(said, 13, part.w - 6), "t13b", "middle"))
        scene.control(sheet, part, word, scene.state(word) or "")


def base(area: Rect) -> tuple[float, float]:
    """Where a text of 13 px stands in the middle of an area."""
    return area.x + area.w / 2, area.y + area.h / 2 + 4.5
