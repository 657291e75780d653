"""The tools that take pictures of the pages: what they show is found in real games, and files are written correctly."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from random import Random

import pytest

from tools import filmstrips, screenshots
from tools.png import Chunk, chunks, few_colors, palette, unfiltered, written


def picture(colors: list[bytes], width: int, kind: int = 2) -> bytes:
    """A PNG file of colours, line by line, each line stored with another filter."""
    step = 3 if kind == 2 else 4
    lines = [b"".join(colors[at : at + width]) for at in range(0, len(colors), width)]
    stored, above = b"", bytes(width * step)
    for number, line in enumerate(lines):
        filter_ = number % 3  # none, left, up
        left = bytes(step) + line[:-step]
        near = (bytes(len(line)), left, above)[filter_]
        stored += bytes([filter_]) + bytes((one - other) & 255 for one, other in zip(line, near, strict=True))
        above = line
    header = struct.pack(">IIBBBBB", width, len(lines), 8, kind, 0, 0, 0)
    note = Chunk(b"tEXt", b"Comment\0made by a test")
    return written(Chunk(b"IHDR", header), note, Chunk(b"IDAT", zlib.compress(stored, 1)))


def shown(file: bytes) -> list[bytes]:
    """The colours of a picture that is stored with a palette."""
    parts = dict(chunks(file))
    width = struct.unpack(">I", parts[b"IHDR"][:4])[0]
    colors, lines = parts[b"PLTE"], zlib.decompress(parts[b"IDAT"])
    rows = [lines[at + 1 : at + 1 + width] for at in range(0, len(lines), width + 1)]
    return [colors[3 * index : 3 * index + 3] for row in rows for index in row]


@pytest.mark.parametrize("kind", [2, 6])
def test_a_picture_of_few_colours_is_the_same(kind: int) -> None:
    rng = Random(4)
    colors = [b"\xff\x00\x00", b"\x00\x80\x00", b"\x10\x20\xf0", b"\xff\xff\xff"]
    pixels = [rng.choice(colors) for _ in range(70)]
    file = picture([pixel + (b"\xff" if kind == 6 else b"") for pixel in pixels], 7, kind)
    assert shown(few_colors(file)) == pixels


def test_many_colours_become_256_and_areas_keep_theirs() -> None:
    rng = Random(5)
    counts = Counter({rng.randbytes(3): 1 for _ in range(3000)})
    areas = {bytes((240, 8 * at, 3)): 500 for at in range(20)}
    index = palette(counts + Counter(areas))
    assert len(set(index.values())) <= 256
    assert all(index[color] == color for color in areas)


def test_filters_of_lines() -> None:
    """Mean and Paeth, by the examples of the PNG specification's formulas: all neighbours of the first pixel are 0."""
    mean = bytes([3, 10, 10, 10])
    assert unfiltered(mean, 3, 1, 1) == [bytes([10, 15, 17])]
    paeth = bytes([0, 10, 20, 30]) + bytes([4, 1, 1, 1])
    assert unfiltered(paeth, 3, 2, 1)[1] == bytes([11, 21, 31])


def test_every_strip_is_of_a_turn_that_comes() -> None:
    """Of Lok'n'Roll, whose games are short: each strip is found, and in the turn of somebody else."""
    for strip in filmstrips.STRIPS.values():
        if strip.slug == "lok-n-roll":
            turn = filmstrips.found(strip)
            assert turn.seat > 0
            assert strip.wanted(turn)


def test_all_titles_have_strips_and_pictures() -> None:
    titles = {"lok-n-roll", *screenshots.OTHERS}
    assert {strip.slug for strip in filmstrips.STRIPS.values()} == titles
    assert {f"{slug.replace('-', '_')}_finished" for slug in screenshots.OTHERS} <= set(screenshots.kinds())
