"""Measures how clearly the names of Spike's map belong to their cities, and whether any name moves during a game.

The margin of a name is the distance of its box to the nearest other city, less the distance to its own city, in pixels
of the smallest window of a layout (900 wide at a desk, 320 on a phone), at 21 zooms, in normal and large type.
Positions are those of whole games by the rules of thumb and at random, with two, three and four players; languages take
turns.

    python bench/city_names.py            500 positions for each number of players, about 2 minutes
    python bench/city_names.py --short    60

The last line has the deciding figures. Goals: margins of 6 pixels at a desk and 4 on a phone, no name moves. Exit 1 if
one is missed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that it runs as a file and as a module

from tests.support.games.spike.city_names import (
    MARGINS,
    DrawnName,
    NameMargin,
    drawn,
    drawn_names,
    margins,
    moved,
    positions,
)
from tests.support.games.spike.positions import position
from trainshed.draw.sheet import LAYOUTS, TALL, WIDE
from trainshed.locale import LANGUAGES

WINDOWS = {WIDE: "desk", TALL: "phone"}


def worst(layout: str) -> NameMargin:
    """The smallest margin of a layout, after the smallest of each type is printed."""
    svg = drawn(position(2), layout)
    found = []
    for large in (False, True):
        every = sorted(margins(svg, layout, large))
        found.append(every[0])
        cities = {one.city: one for one in reversed(every)}
        closest = ", ".join(f"{one.city} {one.pixels:.1f}" for one in sorted(cities.values())[:4])
        print(f"{WINDOWS[layout]}, {'large' if large else 'normal'} type: {closest} px")
    return min(found)


def moves(most: int) -> int:
    """How many names are not where they were, over all positions and layouts."""
    before: dict[str, dict[str, DrawnName]] = {layout: drawn_names(drawn(position(2), layout)) for layout in LAYOUTS}
    total = 0
    for seats in (2, 3, 4):
        count = found = 0
        for state in positions(seats, most):
            language = LANGUAGES[count % len(LANGUAGES)]
            for layout in LAYOUTS:
                found += len(moved(before[layout], drawn_names(drawn(state, layout, language))))
            count += 1
        print(f"{seats} players: {count} positions in {len(LAYOUTS)} layouts, {found} names moved")
        total += found
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the places of Spike's city names.")
    parser.add_argument("--short", action="store_true", help="at most 50 s")
    found = {layout: worst(layout) for layout in LAYOUTS}
    total = moves(60 if parser.parse_args().short else 500)
    told = [
        f"{WINDOWS[layout]}: margin {one.pixels:.1f} px (goal {MARGINS[layout]:g}), {one.city} at zoom {one.zoom:g}"
        for layout, one in found.items()
    ]
    missed = [WINDOWS[layout] for layout, one in found.items() if one.pixels < MARGINS[layout]]
    missed += ["names move"] if total else []
    end = f"missed: {', '.join(missed)}" if missed else "all goals reached"
    print(f"{'; '.join(told)}; {total} names moved (goal 0); {end}")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
