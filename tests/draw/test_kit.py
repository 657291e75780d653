"""The drawing kit: well-formed SVG, text escaped, colours by class alone, pieces that keep their ids."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.support.svg import COLOUR
from trainshed.draw import pieces, seats, svg
from trainshed.draw.icons import SIGNS, icon, seat_icon, sign
from trainshed.draw.sheet import Sheet

DRAWN = {
    "worker": seats.worker(3, 4, "blue", "w-blue-1"),
    "temporary worker": seats.worker(3, 4, "temp"),
    "worker socket": seats.worker_socket(0, 0, 0.5),
    "coin": pieces.coin(10, 10, id_="c1"),
    "coin socket": pieces.coin_socket(10, 10),
    "track": pieces.track(0, 0, "gray", value=1, id_="trk"),
    "track icon": pieces.track_icon(0, 0, "brown"),
    "any track": pieces.any_track_icon(0, 0),
    "locomotive": pieces.locomotive(0, 0, 9),
    "doubler": pieces.doubler(0, 0),
    "plate": pieces.plate(0, 0, 100, 26, "Risk & odds", "die", "4 <dice>"),
    "socket": pieces.rect_socket(0, 0, 5, 5),
    "option": pieces.option("opt-1", 0, 0, 40, 20, 'Lay "2"', "lay:x", "LR-PLACE-02"),
    **{f"badge {seat}": seats.badge(seat, 8, 8, 5) for seat in seats.SHAPES},
    **{f"sign {name}": sign(name, 1, 2, 24) for name in SIGNS},
}


def read(drawn: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{drawn}</svg>")


@pytest.mark.parametrize("name", DRAWN)
def test_everything_is_well_formed_and_has_no_colour_of_its_own(name: str) -> None:
    assert len(read(DRAWN[name])) >= 1
    assert COLOUR.search(DRAWN[name]) is None


@pytest.mark.parametrize(
    ("value", "said"), [(1.0, "1"), (0.005, "0.01"), (-0.001, "0"), (2.50, "2.5"), (10, "10"), (1 / 3, "0.33")]
)
def test_numbers_are_short(value: float, said: str) -> None:
    assert svg.number(value) == said


def test_words_are_escaped() -> None:
    assert svg.text(0, 0, "<b> & co") == '<text x="0" y="0" class="t14">&lt;b&gt; &amp; co</text>'
    option = read(DRAWN["option"])[0]
    assert option.attrib["aria-label"] == 'Lay "2"'
    assert option.attrib["data-word"] == "lay:x"
    assert (option.attrib["role"], option.attrib["tabindex"]) == ("button", "0")


def test_a_piece_is_moved_by_its_transform_alone() -> None:
    here, there = pieces.track(0, 0, "nat", value=4, id_="trk-1"), pieces.track(70, 12.5, "nat", value=4, id_="trk-1")
    assert here.replace("translate(0 0)", "translate(70 12.5)") == there
    assert 'id="trk-1"' in here


def test_seats_differ_by_shape() -> None:
    shapes = {seats.SHAPES[seat] for seat in seats.SEATS}
    assert len(shapes) == len(seats.SEATS)
    plus = seats.corners("plus", 5)
    assert len(plus) == 12
    assert {(round(-x, 6), round(-y, 6)) for x, y in plus} == {(round(x, 6), round(y, 6)) for x, y in plus}


def test_stronger_engines_have_more_wheels() -> None:
    wheels = [pieces.engine(strength).count("lo-wheel") for strength in (1, 2, 4, 9)]
    assert wheels == sorted(wheels)
    assert wheels[0] < wheels[-1]


def test_a_sheet_is_one_picture_in_four_layers() -> None:
    sheet = Sheet()
    sheet.board(svg.rect(0, 0, 10, 10))
    sheet.piece(pieces.coin(5, 5, id_="c"))
    sheet.option(DRAWN["option"])
    drawn = ElementTree.fromstring(sheet.svg(1064, 766, "Lok'n'Roll"))
    assert [part.attrib.get("id") for part in drawn] == [None, "board", "pieces", "labels", "options"]
    assert drawn.attrib["viewBox"] == "0 0 1064 766"
    assert drawn.attrib["aria-label"] == "Lok'n'Roll"


def test_icons_are_hidden_from_those_who_hear() -> None:
    assert 'aria-hidden="true"' in icon("clock")
    assert 'aria-hidden="true"' in seat_icon("yellow", 22)
