"""Content packs as an owner of the box would correct them: a number or a name changed, and nothing else."""

from __future__ import annotations

import copy

from trainshed.kernel.content import Pack
from trainshed.kernel.registry import game


def changed(slug: str, by: int = 1) -> Pack:
    """The built-in pack of a title with another number on one of its cards."""
    data = copy.deepcopy(game(slug).pack.data)
    if slug == "lok-n-roll":
        data["card"][0]["count"] += by
    else:
        data["majority"]["first"] += by
    return Pack(data, "own.toml")
