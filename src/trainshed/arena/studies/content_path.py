"""One value of a content pack, found by a path such as `engineer[number=7].cost` and replaced by another one.

Names are separated by dots. A row of a list is chosen by one of its values, `card[id=C3]`, or by its number counted
from 1, `stars[row 8]`.
"""

from __future__ import annotations

import copy
import re
from typing import Any, Final

from trainshed.arena.studies.study_file import StudyError
from trainshed.kernel.content import Pack

PART: Final = re.compile(r"([\w-]+)((?:\[[^\[\]]+\])*)")
ROW: Final = re.compile(r"\[(?:row (\d+)|([\w-]+)=([^\[\]]+))\]")


def with_value(pack: Pack, path: str, value: Any) -> Pack:
    """The same content with another value in one place, which must be there already and of the same kind."""
    data = copy.deepcopy(pack.data)
    steps = _steps(path)
    place: Any = data
    for step in steps[:-1]:
        place = place[_find(place, step, path)]
    last = _find(place, steps[-1], path)
    if type(place[last]) is not type(value):
        raise StudyError(f"{path} is {place[last]!r}, and {value!r} is of another kind")
    place[last] = value
    return Pack(data, f"{pack.name} with {path} = {value!r}"[:120])


def value_at(pack: Pack, path: str) -> Any:
    """The value in one place."""
    place: Any = pack.data
    for step in _steps(path):
        place = place[_find(place, step, path)]
    return place


Step = tuple[str, str]
"""The name of a key and ""; "row" and a number from 1; or a field of a row and its value."""

KEY: Final = "key of a table"
NUMBER: Final = "row of a list"


def _steps(path: str) -> list[Step]:
    steps: list[Step] = []
    for part in re.split(r"\.(?![^\[]*\])", path):
        found = PART.fullmatch(part)
        if found is None:
            raise StudyError(f"{path!r} is no place in a content pack: {part!r} cannot be read")
        steps.append((KEY, found[1]))
        rows = list(ROW.finditer(found[2]))
        if "".join(row[0] for row in rows) != found[2]:
            raise StudyError(f"{path!r}: a row is [row 3] or [field=value]")
        steps += [(NUMBER, row[1]) if row[1] else (row[2], row[3]) for row in rows]
    return steps


def _find(place: Any, step: Step, path: str) -> Any:
    """The key or index of a step inside of a table or list."""
    kind, text = step
    if kind == KEY:
        if not isinstance(place, dict) or text not in place:
            known = f"; there are {', '.join(list(place)[:12])}" if isinstance(place, dict) else ""
            raise StudyError(f"{path}: {text} is missing{known}")
        return text
    if not isinstance(place, list):
        raise StudyError(f"{path}: [{text}] chooses a row, and there is no list")
    if kind == NUMBER:
        if not 1 <= int(text) <= len(place):
            raise StudyError(f"{path}: there are rows 1 to {len(place)}")
        return int(text) - 1
    rows = [index for index, row in enumerate(place) if isinstance(row, dict) and str(row.get(kind)) == text]
    if len(rows) != 1:
        raise StudyError(f"{path}: {len(rows)} rows have {kind}={text}, and one is meant")
    return rows[0]
