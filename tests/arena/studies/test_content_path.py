"""Places in a content pack, found and changed."""

from __future__ import annotations

from typing import Any

import pytest

import trainshed
from trainshed.arena.studies.content_path import value_at, with_value
from trainshed.arena.studies.study_file import StudyError
from trainshed.kernel.content import Pack
from trainshed.kernel.registry import own_content

DATA: dict[str, Any] = {
    "costs": {"last": 2, "name": "x"},
    "engineer": [{"number": 1, "cost": 3}, {"number": 7, "cost": 5, "steps": [4, 6]}],
    "place": [{"id": "a.b", "x": 1}, {"id": "c", "x": 2}, {"id": "c", "x": 3}],
}
PACK = Pack(DATA)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("costs.last", 2),
        ("engineer[number=7].cost", 5),
        ("engineer[row 1].cost", 3),
        ("engineer[number=7].steps[row 2]", 6),
        ("place[id=a.b].x", 1),
    ],
)
def test_a_value_is_found_and_replaced_alone(path: str, value: int) -> None:
    assert value_at(PACK, path) == value
    changed = with_value(PACK, path, 9)
    assert value_at(changed, path) == 9
    assert with_value(changed, path, value).digest == PACK.digest
    assert changed.digest != PACK.digest
    assert value_at(PACK, path) == value  # the pack itself stays as it was


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("costs.first", "first is missing; there are last, name"),
        ("nothing", "nothing is missing; there are costs, engineer, place"),
        ("costs.last.more", "more is missing"),
        ("costs[row 1]", "there is no list"),
        ("engineer[row 3].cost", "rows 1 to 2"),
        ("engineer[number=2].cost", "0 rows have number=2"),
        ("place[id=c].x", "2 rows have id=c"),
        ("engineer[7].cost", "a row is"),
        ("engineer[number=7]cost", "cannot be read"),
        ("", "cannot be read"),
    ],
)
def test_a_place_that_is_not_there_is_refused(path: str, said: str) -> None:
    with pytest.raises(StudyError) as caught:
        with_value(PACK, path, 9)
    assert said in str(caught.value)


def test_a_value_of_another_kind_is_refused() -> None:
    for value in ("9", True, [9]):
        with pytest.raises(StudyError, match="of another kind"):
            with_value(PACK, "costs.last", value)


def test_what_is_printed_in_a_title_can_be_changed_and_played_with() -> None:
    usual = trainshed.game("russian-railroads")
    pack = with_value(usual.pack, "engineer[number=2].roubles", 1)
    game = trainshed.game("russian-railroads", None, pack)
    assert own_content(game) == ["engineer, row 2, roubles: 0 → 1"]
