"""Makes PNG files of drawings smaller: at most 256 colours, and the highest compression."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from typing import Final, NamedTuple

HEAD: Final = b"\x89PNG\r\n\x1a\n"
MOST_COLORS: Final = 256
AREAS: Final = 64
"""So many of the most frequent colours are always kept, also where they hardly differ: those of areas."""

LEFT, UP, PAETH = 1, 2, 4
"""Filters of a line; 0 is none, 3 the mean of left and up."""


class Chunk(NamedTuple):
    """A part of a PNG file."""

    name: bytes
    data: bytes


def chunks(png: bytes) -> list[Chunk]:
    """The parts of a PNG file."""
    rest, found = png[len(HEAD) :], []
    while rest:
        size = struct.unpack(">I", rest[:4])[0]
        found.append(Chunk(rest[4:8], rest[8 : 8 + size]))
        rest = rest[12 + size :]
    return found


def written(*parts: Chunk) -> bytes:
    """A PNG file of these parts."""
    file = HEAD
    for name, data in (*parts, Chunk(b"IEND", b"")):
        file += struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    return file


def scan_lines(png: bytes) -> bytes:
    """The lines of a picture, each with the filter it is stored with."""
    return zlib.decompress(b"".join(data for name, data in chunks(png) if name == b"IDAT"))


def few_colors(png: bytes) -> bytes:
    """The picture with at most 256 colours, the most frequent ones that differ: a third of the size for drawings."""
    header = next(part.data for part in chunks(png) if part.name == b"IHDR")
    width, height, depth, kind = struct.unpack(">IIBB", header[:10])
    assert (depth, kind) in ((8, 2), (8, 6)), "not a screenshot"
    step = 3 if kind == 2 else 4
    lines = unfiltered(scan_lines(png), width * step, height, step)
    pixels = [line[at : at + 3] for line in lines for at in range(0, width * step, step)]
    index = palette(Counter(pixels))
    colors = sorted(set(index.values()))
    numbers = {color: number for number, color in enumerate(colors)}
    shown = {pixel: numbers[color] for pixel, color in index.items()}
    rows = (bytes(shown[pixel] for pixel in pixels[y * width : (y + 1) * width]) for y in range(height))
    return written(
        Chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        Chunk(b"PLTE", b"".join(colors)),
        Chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)),
    )


def palette(counts: Counter[bytes]) -> dict[bytes, bytes]:
    """The colour that is shown in place of each one."""
    alike: dict[bytes, bytes] = {}  # one colour for those that differ only in the last bits of red, green and blue
    for color, _ in counts.most_common():
        alike.setdefault(rough(color), color)
    apart, colors = 0, list(alike.values())
    kept = colors
    while len(kept) > MOST_COLORS:  # all but the areas must differ the more, the more of them there are
        apart, kept = apart * 2 + 50, colors[:AREAS]
        for color in colors[AREAS:]:
            if len(kept) <= MOST_COLORS and all(difference(color, other) > apart for other in kept):
                kept.append(color)
    shown = {key: min(kept, key=lambda other: difference(color, other)) for key, color in alike.items()}
    return {color: shown[rough(color)] for color in counts}


def rough(color: bytes) -> bytes:
    return bytes(part >> 2 for part in color)


def difference(one: bytes, other: bytes) -> int:
    """How far apart two colours are: the sum of the squares of red, green and blue."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2


def unfiltered(stored: bytes, width: int, height: int, step: int) -> list[bytes]:
    """The bytes of each line, from how they differ from the bytes at their left and above them."""
    lines, above = [], bytes(width + step)
    for y in range(height):
        begin = y * (width + 1)
        kind, line = stored[begin], bytearray(step) + stored[begin + 1 : begin + 1 + width]
        for at in range(step, width + step) if kind else ():
            left, up, corner = line[at - step], above[at], above[at - step]
            if kind == PAETH:  # whichever of the three is the nearest to their linear continuation
                to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                near = left if to_left <= to_up and to_left <= to_corner else up if to_up <= to_corner else corner
            else:
                near = left if kind == LEFT else up if kind == UP else (left + up) // 2
            line[at] = (line[at] + near) & 255
        above = bytes(line)
        lines.append(above[step:])
    return lines
