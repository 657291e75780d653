"""Places the names of Spike's cities on the printed map and stores them in the title's folder.

    python -m tools.place_labels

Run it when the printed map, its size or the search for places changes; a test compares what is stored with a search.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from trainshed.draw.map.labels import LabelSet, labels_of
from trainshed.draw.map.stored_labels import FILE, label_key
from trainshed.draw.sheet import LAYOUTS
from trainshed.games import spike
from trainshed.games.spike.board.map import map_window
from trainshed.games.spike.board.printed_map import printed_map
from trainshed.games.spike.game import SpikeGame
from trainshed.kernel.registry import game as find_game


def placed() -> dict[str, LabelSet]:
    """Search for the places of all labels, in every layout of the built-in content."""
    game = find_game("spike")
    assert isinstance(game, SpikeGame)
    found = {}
    for layout in LAYOUTS:
        inputs = map_window(printed_map(game.box, game.pack, layout), layout).label_inputs
        found[label_key(*inputs)] = labels_of(*inputs)
    return found


def encoded(labels: dict[str, LabelSet]) -> bytes:
    """Write one label a line."""
    text = msgspec.json.encode(labels)
    return text.replace(b'],["', b'],\n["').replace(b'],[["', b'],\n[["') + b"\n"


def main() -> int:
    file = Path(spike.__path__[0]) / FILE
    file.write_bytes(encoded(placed()))
    print(f"{file.name}: {file.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
