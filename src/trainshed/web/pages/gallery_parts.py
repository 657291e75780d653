"""The parts that boards are put together from, as examples for the component sheet: panels, choices, rows of icons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from trainshed.draw.board import Asked, Say
from trainshed.draw.choices import ListLayout, draw_button, draw_choices, draw_priced
from trainshed.draw.fit import Rect
from trainshed.draw.icon_row import Drawn, scaled, several, side_by_side, sign_of, stacked
from trainshed.draw.icons import sign
from trainshed.draw.panel import draw_paper, draw_seat, draw_title, ruled_rows
from trainshed.draw.pieces import coin, track_icon
from trainshed.draw.scene import BoardScene
from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import moved, rect, text
from trainshed.kernel.registry import game, titles
from trainshed.kernel.shared.views import Head
from trainshed.kernel.translation import Translator


class DrawnPart(NamedTuple):
    """A part with its name, its picture as SVG, its size, and a note."""

    name: str
    picture: str
    width: int
    height: int
    note: str


class SampleScene(BoardScene[Head]):
    """A scene whose words are the states in which they are drawn."""

    def label(self, word: str) -> str:
        return LABELS[word](self.speech)


LABELS: dict[str, Callable[[Translator], str]] = {
    "kit:legal": lambda said: said.gettext("legal"),
    "kit:chosen": lambda said: said.gettext("chosen"),
    "kit:instead": lambda said: said.gettext("alternative"),
    "kit:dead": lambda said: said.gettext("dead"),
    "kit:priced": lambda said: said.gettext("legal"),
    "kit:refused": lambda said: said.gettext("dead"),
    "kit:button": lambda said: said.gettext("Confirm"),
}
"""The words of the samples, and what they are called."""

ASKED = Asked(("kit:legal", "kit:priced", "kit:button"), ("kit:chosen",), ("kit:instead",))
NO_TITLE = Head("", 0, "", 0, len(SEATS), {}, [["Sample"]], 0, False, [], [])
"""A view of no title, whose first seat is asked."""

GAUGES: tuple[Drawn, ...] = ((track_icon(0, -8, "gray"), 24), (sign("gear", 0, -9, 18), 18), (coin(9, 0, 9), 18))


def drawn_parts(said: Translator) -> Iterator[DrawnPart]:
    """Every part, in one language."""
    drawings: tuple[tuple[str, Callable[[Sheet, SampleScene], Rect], str], ...] = (
        (said.gettext("panel"), seats_panel, said.gettext("a sign, rows, marks of seats")),
        (said.gettext("list"), list_panel, said.gettext("a control for each word")),
        (said.gettext("buttons"), buttons, said.gettext("with a price, or without")),
        (said.gettext("row of icons"), icon_rows, said.gettext("scaled; its numbers stay readable")),
    )
    for name, draw, note in drawings:
        sheet = Sheet()
        scene = SampleScene(game(titles()[0]), NO_TITLE, ASKED, Say(said, ()))
        size = draw(sheet, scene)
        picture = "".join([*sheet.printed, *sheet.pieces, *sheet.labels, *sheet.options])
        yield DrawnPart(name, picture, int(size.w), int(size.h), note)


def seats_panel(sheet: Sheet, scene: SampleScene) -> Rect:
    draw_paper(sheet, Rect(4, 4, 220, 156))
    rest = draw_title(sheet, Rect(14, 12, 200, 140), scene.phrase("Depot"), "3")
    for seat, there in enumerate(ruled_rows(sheet, rest, len(SEATS), 28)):
        draw_seat(sheet, there.x, there.y + 19, SEATS[seat], scene.who(seat), 130)
        sheet.board(text(there.x + there.w, there.y + 20, 7 * seat + 3, "t18b", "end"))
    return Rect(0, 0, 228, 164)


def list_panel(sheet: Sheet, scene: SampleScene) -> Rect:
    words = [f"kit:{state}" for state in ("legal", "chosen", "instead", "dead")]
    draw_choices(sheet, scene, Rect(8, 8, 200, 0), scene.phrase("Action"), words, ListLayout(2, 34, 8), {})
    return Rect(0, 0, 216, 120)


def buttons(sheet: Sheet, scene: SampleScene) -> Rect:
    draw_button(sheet, scene, Rect(8, 8, 200, 40), "kit:button", scene.label("kit:button"))
    for index, word in enumerate(("kit:priced", "kit:refused")):
        draw_priced(sheet, scene, Rect(8, 60 + index * 52, 200, 40), word, scene.label(word), "−2")
    return Rect(0, 0, 216, 164)


def icon_rows(sheet: Sheet, scene: SampleScene) -> Rect:
    drawn: list[Any] = [*several(GAUGES[0], 4), sign_of("+", "t14b ink2", 8), *GAUGES[1:]]
    whole = side_by_side(drawn)
    for index, room in enumerate((160, 80)):
        body, w = scaled(whole, room)
        sheet.board(rect(8, 8 + index * 40, w + 12, 34, 3, "sp"), moved(14, 25 + index * 40, body))
    sheet.board(rect(180, 8, 40, 74, 3, "sp"), moved(200, 45, stacked(GAUGES, 32, 22)))
    return Rect(0, 0, 228, 92)
