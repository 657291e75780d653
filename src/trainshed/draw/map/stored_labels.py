"""The labels that a title stores for its printed map, because a search for their places takes up to a second."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import msgspec

from trainshed.draw.fit import Rect
from trainshed.draw.map.labels import LabelSet
from trainshed.draw.map.net import MapNet, MapStyle
from trainshed.kernel.game import title_file

FILE: Final = "map_labels.json"

StoredLabels = Mapping[str, LabelSet]
"""Labels by the key of the map for which they were placed."""

NO_LABELS: Final[StoredLabels] = MappingProxyType({})


@lru_cache(maxsize=64)
def label_key(net: MapNet, style: MapStyle, bounds: Rect, keep: tuple[Rect, ...]) -> str:
    """Return a digest of everything that the places of labels depend on."""
    return hashlib.sha256(repr((net, style, bounds, keep)).encode()).hexdigest()


@lru_cache(maxsize=64)
def stored_labels(package: str) -> StoredLabels:
    """Read the labels of the title in a package. `python -m tools.place_labels` writes them."""
    return msgspec.json.decode(title_file(package, FILE).read_bytes(), type=dict[str, LabelSet])
