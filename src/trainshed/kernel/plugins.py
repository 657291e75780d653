"""What installed packages add to Trainshed, by the group and name of their entry points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points


@cache
def installed(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by name, read once: reading the files of all packages takes milliseconds."""
    return {point.name: point for point in sorted(entry_points(group=group))}
