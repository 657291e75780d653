"""The market of Spike, and the money track with the time that is left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.hover_card import named_piece
from trainshed.draw.icons import sign
from trainshed.draw.panel import draw_title
from trainshed.draw.seats import SEATS, badge
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import circle, line, path, rect, text
from trainshed.games.spike.board.icons import good
from trainshed.games.spike.board.scene import Scene
from trainshed.games.spike.board.scenery import BAND, SCENERY


def draw_market(sheet: Sheet, scene: Scene, area: Rect, title: bool = True) -> None:
    """The commodities by what they are worth; what the gesture changes has a tag with its new value."""
    box = scene.box
    inner = area
    if title:
        inner = draw_title(sheet, area, scene.phrase("Market"), scene.phrase("value in $"), part="market").below(6)
    rows, columns = len(box.row_worth), box.columns
    pitch = inner.h / rows
    w = (inner.w - 28) / columns
    for row, worth in enumerate(box.row_worth):
        y = inner.y + row * pitch
        sheet.board(rect(inner.x, y, inner.w, pitch - 4, 3, "inset-l", data_about=f"row:{row}"))
        sheet.board(text(inner.x + 14, y + pitch / 2 + 4, worth, "t18b", "middle"))
    old, now = scene.before_gesture.market, scene.then.market
    changed: list[tuple[Rect, bool, int]] = []
    # Always in the same order, and tags after all tiles: otherwise the page takes one tile for another and moves both.
    for commodity in box.commodities:
        if commodity not in now:
            continue
        column, row = divmod(list(now).index(commodity), rows)
        place = Rect(inner.x + 28 + column * w, inner.y + row * pitch + 2, w - 4, pitch - 9)
        sheet.piece(tile(commodity, scene.good(commodity), place))
        was = list(old).index(commodity) % rows if commodity in old else row
        if was != row:
            changed.append((place, was < row, box.row_worth[row]))
    for place, fell, worth in changed:
        draw_change(sheet, place, fell, worth)


@lru_cache(maxsize=1024)
def tile(commodity: str, name: str, area: Rect) -> str:
    """The price marker of a commodity."""
    said = fitted(name, 12, area.w - 4)
    face = (
        rect(0, 1.5, area.w, area.h, 3, "p-edge"),
        rect(0, 0, area.w, area.h, 3, "plaque"),
        good(commodity, area.w / 2, area.h / 2 - 6, 17),
        text(area.w / 2, area.h - 4, said, "t12", "middle"),
    )
    return named_piece(area.x, area.y, name, *face, id_=f"mkt-{commodity}", thing=f"good:{commodity}")


def draw_change(sheet: Sheet, tile: Rect, fell: bool, worth: int) -> None:
    """The violet tag at a commodity whose value the gesture changes."""
    x, y = tile.x + tile.w - 25, tile.y - 3
    sheet.piece(rect(tile.x - 1, tile.y - 1, tile.w + 2, tile.h + 2, 4, "ghost-ring"))
    sheet.piece(rect(x, y, 27, 16, 3, "may-fill"))
    sheet.piece(text(x + 13.5, y + 12.3, f"{'↓' if fell else '↑'} {worth}", "t12b may-on", "middle"))


# ---------------------------------------------------------------- money and time

TIE: Final = 5
"""The least distance between two sleepers of the money track."""

CARD: Final = Rect(0, 0, 16, 21)
"""A Time card where it lies in a low row."""


def draw_money(sheet: Sheet, scene: Scene, area: Rect, layout: str) -> None:
    """The money track as a railway through the landscape, a sleeper for each dollar, with the mark of every seat; money
    has no upper end, and the track grows with it."""
    sheet.part("seats", area)
    view = scene.then
    money = [player.money for player in view.players]
    most = max(scene.box.score_track, -(-max(money, default=0) // 10) * 10)
    sheet.board(
        rect(*area, 3, "sheet", data_about="money"), SCENERY.shown(f"band-{layout}", area.x + 0.5, area.y + 0.5)
    )
    left, w = area.x + 16, area.w - 32
    base = area.y + 0.5 + BAND[layout][1]
    pitch = w / most
    every = next(each for each in (1, 2, 5, 10) if each * pitch >= TIE or each == 10)
    ties = "".join(f"M{left + n * pitch:.1f} {base:.1f}v5" for n in range(0, most + 1, every))
    ends = area.x + 8, area.x + area.w - 8
    sheet.board(line(ends[0], base + 3.5, ends[1], base + 3.5, "ballast"), path(ties, "ballast-ties"))
    sheet.board(line(ends[0], base, ends[1], base, "railway"))
    step = 10 if most / 10 <= 8 else 20
    for n in range(0, most + 1, step):
        sheet.board(text(left + n * pitch, area.y + area.h - 2, n, "t12 ink2", "middle"))
    for seat, x in places(money, left, pitch):
        sheet.piece(
            named_piece(
                x,
                base - 5,
                f"{scene.who(seat)}: {scene.money(money[seat])}",
                circle(0, 0, 8, "sheet-fill"),
                badge(SEATS[seat], 0, 0, 6),
                id_=f"money-{SEATS[seat]}",
                thing=f"money:{SEATS[seat]}",
            )
        )


def places(money: Sequence[int], left: float, pitch: float) -> list[tuple[int, float]]:
    """Where the mark of each seat stands: at its money, or beside a mark that stands there already."""
    found: list[tuple[int, float]] = []
    for seat in sorted(range(len(money)), key=lambda seat: money[seat]):
        x = left + money[seat] * pitch
        if found:
            x = max(x, found[-1][1] + 13)
        found.append((seat, x))
    return sorted(found)


def draw_time(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The round, and the Time cards on the board (SP-TIME-01)."""
    sheet.part("time", area)
    view = scene.then
    sheet.board(rect(*area, 3, "inset-l", data_about="round"))
    said = scene.phrase("Round %(round)d", round=view.round)
    cards, high = scene.box.time_cards, area.h > 2 * CARD.h
    w, h = (1.5 * CARD.w, 1.5 * CARD.h) if high else (CARD.w, CARD.h)
    room = area.w - 22 - cards * (w + 3)
    base = area.y + area.h / 2 + 5
    more = scene.phrase("%(count)d in the pile", count=view.pile_times) if view.round >= 3 and view.pile_times else ""
    if high:
        sheet.board(text(area.x + 10, base - (5 if more else 0), fitted(said, 18, room), "t18b"))
        sheet.board(text(area.x + 10, base + 13, fitted(more, 12, room), "t12 ink2") if more else "")
    else:
        gap = room_of(said, 14) + 8
        sheet.board(text(area.x + 8, base, fitted(said, 14, room), "t14b"))
        if more and gap + room_of(more, 12) <= room:
            sheet.board(text(area.x + 8 + gap, base, more, "t12 ink2"))
    for place in range(cards):
        x = area.x + area.w - 6 - (cards - place) * (w + 3)
        up = place < view.times
        face = rect(0, 0, w, h, 2, "plaque" if up else "socket dash")
        name = scene.phrase("Time card") if up else scene.phrase("place for a Time card")
        side = w * 0.7
        icon = sign("clock", (w - side) / 2, (h - side) / 2, side) if up else ""
        sheet.piece(named_piece(x, area.y + (area.h - h) / 2, name, face, icon, id_=f"time-{place}", thing="round"))
