"""The parts that every board is put together from: the scene, lists, panels, rows of icons, cards on hover."""

from __future__ import annotations

from typing import ClassVar
from xml.etree import ElementTree

import pytest

import trainshed
from trainshed.draw.board import Asked, MarkedTurn, Say
from trainshed.draw.choices import ListLayout, draw_button, draw_choices, listed_words, unplaced
from trainshed.draw.fit import Rect
from trainshed.draw.hover_card import named_piece
from trainshed.draw.icon_row import SMALLEST, legible, scaled, several, side_by_side, sign_of, stacked
from trainshed.draw.panel import across, grid, ruled_rows
from trainshed.draw.scene import BoardScene
from trainshed.draw.sheet import Sheet
from trainshed.kernel.shared.views import Head
from trainshed.kernel.translation import ENGLISH, marked
from trainshed.kernel.vocabulary import head_of, rest_of

TITLE = trainshed.game("russian-railroads")


def seen(actor: int = 0, *question: str) -> Head:
    """A view with nothing but what every title's view begins with."""
    return Head("russian-railroads", 1, "", 0, 2, {}, [list(question)] if question else [], actor, False, [], [])


class Plain(BoardScene[Head]):
    """A scene that calls every word by itself."""

    CLAUSES: ClassVar = {"pay": "RR-ROUBLE-01"}
    FAMILIES: ClassVar = {"space": "turn", "engineer": "turn"}
    QUESTIONS: ClassVar = {"Pay": "RR-ROUBLE-02"}
    GENERAL = "RR-TURN-01"
    DRAWING = marked("The draw decides.")

    def label(self, word: str) -> str:
        return f"to {word}"

    def own_question(self) -> str:
        return "How?"


ASKED = seen(0, "Pay", "0")


def scene(asked: Asked, now: Head = ASKED, before: Head | None = None) -> Plain:
    return Plain(TITLE, now, asked, Say(ENGLISH, ["Marta"]), before)


def options(sheet: Sheet) -> list[dict[str, str]]:
    return [dict(ElementTree.fromstring(drawn).attrib) for drawn in sheet.options]


# ---------------------------------------------------------------- the scene


def test_a_word_has_two_halves() -> None:
    assert (head_of("advance:kiev:black"), rest_of("advance:kiev:black")) == ("advance", "kiev:black")
    assert (head_of("pass"), rest_of("pass")) == ("pass", "")


def test_the_state_of_a_word() -> None:
    asked = Asked(("space:a", "pay:w1"), ("pay:w2", "pass"), ("pay:r1",), only=("pass",))
    states = {word: scene(asked).state(word) for word in ("pay:w1", "pay:w2", "pass", "pay:r1", "engineer:3", "look")}
    assert states == {
        "pay:w1": "",
        "pay:w2": "chosen",
        "pass": "only",
        "pay:r1": "alt",
        "engineer:3": "dead",
        "look": None,
    }


def test_several_words_of_one_press_have_the_state_of_the_first() -> None:
    asked = Asked(("city:a",), ("city:b", "route:1"), ("city:b", "city:c"), group=("city:b", "route:1"))
    drawn = scene(asked)
    assert [drawn.state(word) for word in ("city:a route:2", "city:b route:1", "city:b route:2", "city:c route:9")] == [
        "",
        "chosen",
        "alt",
        "alt",
    ]


def test_of_the_words_of_one_place_the_most_alive_is_offered_once() -> None:
    sheet, drawn = Sheet(), scene(Asked(("repeat:a",), (), ("swap:a",)))
    assert drawn.offer(sheet, Rect(0, 0, 40, 20), "swap:a", "repeat:a") == ""
    assert drawn.offer(sheet, Rect(50, 0, 40, 20), "repeat:a") == ""
    assert drawn.offer(sheet, Rect(50, 0, 40, 20), "look") is None
    [control] = options(sheet)
    assert (control["data-word"], control["id"], control["aria-label"]) == ("repeat:a", "opt-repeat-a", "to repeat:a")
    assert control["data-rule"] == "RR-TURN-01"


def test_what_is_asked() -> None:
    assert scene(Asked(("pay:w1",))).question_asked() == ("How?", "RR-ROUBLE-02")
    assert scene(Asked((), ("pay:w1",))).question_asked() == ("to pay:w1", "RR-ROUBLE-01")
    assert scene(Asked(), seen(-1)).question_asked() == ("The draw decides.", "RR-TURN-01")


def test_turns_are_marked_unless_a_gesture_is_previewed() -> None:
    turns = [MarkedTurn(1, seen(1), seen(2)), MarkedTurn(2, seen(2), seen(0))]
    assert scene(Asked(since=turns)).turns == turns
    assert [turn.seat for turn in scene(Asked(), before=seen(1)).turns] == [1]
    assert scene(Asked(), before=seen(-1)).turns == ()
    assert scene(Asked((), ("pass",), since=turns)).turns == ()


def test_after_a_held_word_the_view_is_the_one_that_the_rules_give() -> None:
    after = seen(1)
    assert scene(Asked((), ("pass",), after=after)).then is after
    assert scene(Asked(("pass",), ("pay:w1",), after=after)).then == ASKED


# ---------------------------------------------------------------- choices


def test_a_list_has_the_words_of_its_kinds_and_keeps_a_chosen_one() -> None:
    drawn = scene(Asked((), ("pay:w1",), ("pay:w2", "pass")))
    assert listed_words(drawn, ["pay"]) == sorted(["pay:w1", "pay:w2"], key=TITLE.vocabulary.id)
    assert listed_words(drawn, ["look"]) == []


def test_no_legal_word_is_missing() -> None:
    sheet, drawn = Sheet(), scene(Asked(("pass", "look", "pay:w1")))
    draw_button(sheet, drawn, Rect(0, 0, 90, 40), "pass", "Pass")
    assert unplaced(drawn, ["pay:w1"]) == ["look"]


def test_a_list_gives_each_word_a_control_of_its_own() -> None:
    sheet, drawn = Sheet(), scene(Asked(("pay:w1", "pay:w2", "look")))
    layout = ListLayout(2, 30, 4)
    faces = {"pay": lambda sheet, scene, area, word: sheet.label(f"<g>{word}</g>")}
    draw_choices(sheet, drawn, Rect(10, 20, 206, 0), "Pay with", ["pay:w1", "pay:w2", "look"], layout, faces)
    assert [control["data-word"] for control in options(sheet)] == ["pay:w1", "pay:w2", "look"]
    assert sheet.labels == ["<g>pay:w1</g>", "<g>pay:w2</g>"]
    assert (layout.rows(3), layout.height(3)) == (2, 22 + 2 * 34)


# ---------------------------------------------------------------- panels


def test_a_grid_goes_row_by_row() -> None:
    assert list(grid(Rect(0, 0, 10, 20), 3, 2, 5)) == [Rect(0, 0, 10, 20), Rect(15, 0, 10, 20), Rect(0, 25, 10, 20)]
    assert [place.y for place in grid(Rect(0, 0, 10, 20), 2, 1, 5, down=1)] == [0, 21]


def test_parts_side_by_side_fill_an_area() -> None:
    parts = list(across(Rect(4, 0, 100, 10), 3, 5))
    assert parts[-1].x + parts[-1].w == pytest.approx(104)


def test_ruled_rows_have_a_line_between_them() -> None:
    sheet = Sheet()
    assert [row.y for row in ruled_rows(sheet, Rect(0, 8, 50, 90), 3, 30)] == [8, 38, 68]
    assert len(sheet.printed) == 2


# ---------------------------------------------------------------- rows of icons


def test_many_icons_become_a_number() -> None:
    one = ("<g/>", 10.0)
    assert several(one, 3) == [one] * 3
    assert len(several(one, 7)) == 2
    assert ">7<" in several(one, 7)[0][0]


@pytest.mark.parametrize("scale", [0.5, 0.6, 0.75, 0.95])
def test_the_numbers_of_a_small_row_stay_readable(scale: float) -> None:
    size = legible(14, "b", scale)
    assert size.endswith("b")
    assert int(size[:2]) * scale >= SMALLEST


def test_a_row_is_scaled_into_its_room() -> None:
    whole = side_by_side([sign_of("9", "t14b", 40), ("<g/>", 57)])
    assert whole[1] == 100
    body, w = scaled(whole, 50)
    assert w == 50
    assert "scale(0.500)" in body
    assert "t24b" in body
    assert "t14b" not in body
    assert scaled(whole, 200) == whole


def test_a_stack_leaves_punctuation_out() -> None:
    drawn = stacked([("<g/>", 20), sign_of("/", "t16 ink3", 5), ("<g/>", 20)], 40, 20)
    assert "/<" not in drawn
    assert drawn.count("<g/>") == 2


# ---------------------------------------------------------------- what a piece is


def test_a_piece_tells_its_name() -> None:
    piece = ElementTree.fromstring(named_piece(3, 4, "Factory 7 & <co>", "<rect/>", id_="f", lifted=True))
    assert (piece.attrib["class"], piece.attrib["id"], piece[0].text) == ("piece lift", "f", "Factory 7 & <co>")


def test_a_piece_with_a_card_has_a_key_and_no_second_name() -> None:
    """The browser would show a title beside the card."""
    piece = ElementTree.fromstring(named_piece(3, 4, "Factory 7", "<rect/>", thing="factory:7"))
    assert (piece.attrib["data-about"], piece.attrib["aria-label"]) == ("factory:7", "Factory 7")
    assert [part.tag for part in piece] == ["rect"]
