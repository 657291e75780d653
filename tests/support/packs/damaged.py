"""Damaged content packs: built-in packs with one to three random faults, the same for the same number."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from trainshed.kernel.content import SAYINGS, Pack
from trainshed.kernel.registry import game

STRANGE: tuple[Any, ...] = (
    *(-1, 0, 1, 2, 7, -1_000_000, 1_000_000, 2**31, 2**63, 1.5, True, False, "", "x", "Ж" * 300, "<b>&'\"", [], {}),
    *([[]], [1], ["x"], {"x": 1}, "no_such_effect:3", "worker", "track:black:1", None),
)


def damaged(slug: str, number: int) -> Pack:
    """The built-in pack of a title with faults."""
    rng = Random(f"{slug}:{number}")
    data = copy.deepcopy(game(slug).pack.data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        holder, key = rng.choice(list(_places(data)))
        _damage(rng, data, holder, key)
    return Pack(data, f"damaged {number}")


def _places(value: Any) -> Any:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        if key not in SAYINGS:
            yield value, key
            yield from _places(value[key])


def _damage(rng: Random, data: Any, holder: Any, key: Any) -> None:
    kind = rng.choice(("strange", "strange", "near", "near", "delete", "empty", "double", "swap", "other"))
    value = holder[key]
    if kind == "near" and isinstance(value, int):
        holder[key] = value + rng.choice((-3, -2, -1, 1, 2, 3, 5, 9))
    elif kind == "delete":
        del holder[key]
    elif kind == "empty":
        holder[key] = type(value)()
    elif kind == "double" and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(value))
    elif kind == "swap":
        other, place = rng.choice(list(_places(data)))
        other[place], holder[key] = copy.deepcopy(value), copy.deepcopy(other[place])
    elif kind == "other":
        same = [found[place] for found, place in _places(data) if type(found[place]) is type(value)]
        holder[key] = copy.deepcopy(rng.choice(same))
    else:
        holder[key] = copy.deepcopy(rng.choice(STRANGE))
