"""Options that have no element of the board of their own: buttons, rows with a price, and lists to choose from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from trainshed.draw.fit import Rect, fitted, lines, room_of
from trainshed.draw.icon_row import Drawn
from trainshed.draw.panel import grid, share
from trainshed.draw.scene import BoardScene
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import moved, rect, text
from trainshed.kernel.vocabulary import head_of

TITLE: Final = 22
"""The height of the title of a list."""

ASIDE: Final = 6
"""The gap between the columns of a list."""

Face = Callable[[Sheet, Any, Rect, str], None]
"""Draws what a row shows of its word, for a scene."""


# ---------------------------------------------------------------- buttons


def draw_button(sheet: Sheet, scene: BoardScene[Any], area: Rect, word: str, said: str) -> None:
    """A button with a text in its middle, as large as fits."""
    room = area.w - 10
    sizes = (16, 14, 13) if area.h > 30 else (14, 13)
    size = next((size for size in sizes if room_of(said, size) <= room), 12)
    sheet.board(rect(*area, 3, "sp"))
    middle = area.x + area.w / 2, area.y + area.h / 2 + size * 0.34
    sheet.board(text(*middle, fitted(said, size, room), f"t{size}b", "middle"))
    scene.offer(sheet, area, word)


def draw_priced(
    sheet: Sheet, scene: BoardScene[Any], area: Rect, word: str, title: str, price: str = "", below: bool = False
) -> None:
    """A button with a title, and its price or consequence at the right end or below the title."""
    state = scene.state(word) or ""
    quiet = " ink3" if state == "dead" else ""
    faint = quiet.strip() or "ink2"
    base = area.y + area.h / 2 + 5
    sheet.board(rect(*area, 3, "sp-taken" if state == "dead" else "sp"))
    if below:
        sheet.board(text(area.x + 8, base - 9, fitted(title, 16, area.w - 12), f"t16b{quiet}"))
        sheet.board(text(area.x + 8, base + 9, fitted(price, 13, area.w - 12), f"t13 {faint}"))
    else:
        title = fitted(title, 16, area.w - 34 - room_of(price, 13))
        sheet.board(text(area.x + 12, base, title, f"t16b{quiet}"))
        sheet.board(text(area.x + area.w - 12, base, price, f"t13 {faint}", "end"))
    scene.control(sheet, area, word, state)


# ---------------------------------------------------------------- which words a list has


def listed_words(scene: BoardScene[Any], heads: Sequence[str]) -> list[str]:
    """The words to choose from a list, by their first parts, in the order of the vocabulary; a chosen one stays in its
    place."""
    asked = scene.asked
    open_ = [*asked.moves, *asked.instead, *asked.chosen[-1:]]
    shown = {head_of(word) for word in open_}.intersection(heads)
    words = {word for word in (*open_, *asked.chosen) if head_of(word) in shown}
    return sorted(words, key=scene.game.vocabulary.id)


def unplaced(scene: BoardScene[Any], words: Sequence[str] = ()) -> list[str]:
    """Legal words that neither have a control yet nor are among these: in a list, so that no legal word is missing."""
    return [word for word in scene.asked.moves if word not in scene.offered and word not in words]


# ---------------------------------------------------------------- lists


class ListLayout(NamedTuple):
    """How a list is laid out: its columns, the height of a row, and the gap below each."""

    columns: int
    row: float
    gap: float

    def height(self, count: int) -> float:
        """The height of a list with its title."""
        return TITLE + self.rows(count) * (self.row + self.gap)

    def rows(self, count: int) -> int:
        return -(-count // self.columns)


def draw_choices(
    sheet: Sheet,
    scene: BoardScene[Any],
    area: Rect,
    title: str,
    words: Sequence[str],
    layout: ListLayout,
    faces: Mapping[str, Face],
) -> None:
    """A titled list with a control for each word; `faces` draws the rows by the first parts of their words."""
    sheet.board(text(area.x, area.y + 14, title, "sign"))
    first = Rect(area.x, area.y + TITLE, share(area.w, layout.columns, ASIDE), layout.row)
    for word, there in zip(words, grid(first, len(words), layout.columns, ASIDE, layout.gap), strict=True):
        sheet.board(rect(*there, 3, "sp"))
        face: Face = faces.get(head_of(word), label_face)
        face(sheet, scene, there, word)
        scene.offer(sheet, there, word)


def label_face(sheet: Sheet, scene: BoardScene[Any], area: Rect, word: str) -> None:
    """A row with the label of its word."""
    two_lines(sheet, area, scene.label(word), area.w - 14)


def icon_face(sheet: Sheet, area: Rect, drawn: Drawn, said: str) -> None:
    """A row with icons and a text beside them."""
    sheet.board(moved(area.x + 44 - drawn[1] / 2 - 8, area.y + area.h / 2, drawn[0]))
    sheet.board(text(area.x + 76, area.y + area.h / 2 + 5, fitted(said, 14, area.w - 82), "t14b"))


def worth_face(sheet: Sheet, area: Rect, said: str, worth: str) -> None:
    """A row with a text, and what it is worth at its end."""
    sheet.board(text(area.x + area.w - 7, area.y + area.h / 2 + 5, worth, "t14b", "end"))
    two_lines(sheet, area, said, area.w - 18 - room_of(worth, 15))


def two_lines(sheet: Sheet, area: Rect, said: str, room: float) -> None:
    """A text of one or two lines in the middle of a row."""
    parts = lines(said, 12, room)
    if len(parts) > 2:
        parts = [parts[0], fitted(" ".join(parts[1:]), 12, room)]
    top = area.y + area.h / 2 + 4 - (len(parts) - 1) * 6
    for index, part in enumerate(parts):
        sheet.board(text(area.x + 8, top + index * 12, part, "t12"))
