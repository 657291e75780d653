"""The position in words names everything that the board shows: pieces are read from the SVG and found in the words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from tests.support.games.russian_railroads.table import BOX, GAME, played
from tests.support.seeds import size
from tests.support.svg import parsed
from trainshed.draw.board import Asked, Say
from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import WIDE
from trainshed.games.russian_railroads.board import board
from trainshed.games.russian_railroads.rules.components import RAILROADS
from trainshed.games.russian_railroads.text import names, sentences
from trainshed.games.russian_railroads.view import View
from trainshed.kernel.translation import ENGLISH

NAMES = ("Marta", "Alex", "Ines", "Bruno")
SAY = Say(ENGLISH, NAMES)
OWN = 350
"""Pieces below this y coordinate of the wide board belong to a railway."""

RAILWAYS = {"ts": 0, "sp": 1, "kv": 2}


class Named(NamedTuple):
    """A piece or place of the picture: its id, its name for screen readers, and its y coordinate."""

    id: str
    title: str
    y: float


def named(svg: ElementTree.Element) -> Iterator[Named]:
    for node in svg.iter("g"):
        found = re.search(r"translate\(\S+ ([\d.]+)\)", node.get("transform", ""))
        yield Named(node.get("id", ""), node.get("aria-label", ""), float(found[1]) if found else 0.0)


def texts(svg: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in svg.iter("text")]


class Words:
    """The position in words: the whole text, its shared part, and the part of each seat."""

    def __init__(self, view: View) -> None:
        lines = " ".join(line.strip() for line in sentences.position(GAME, view, names=NAMES))
        self.whole = lines
        heads = [re.search(rf"\b{name}(?: \(you\))?: \d+ points?;", lines) for name in NAMES[: view.seats]]
        starts = [head.start() for head in heads if head is not None]
        assert len(starts) == view.seats
        ends = [*starts[1:], len(lines)]
        self.shared = lines[: starts[0]]
        self.seats = [lines[start:end] for start, end in zip(starts, ends, strict=True)]

    def standing(self, name: str, letter: str) -> int:
        """How many pieces of a kind a player has on the spaces, according to the words."""
        stacks = re.findall(rf"{name} ([\dwtbr+]+)(?=[,\]])", self.shared)
        return sum(
            int(count) for stack in stacks for count, kind in re.findall(r"(\d+)([wtbr])", stack) if kind == letter
        )


def check_shared(view: View, svg: ElementTree.Element, words: Words) -> None:
    """Check spaces, piles, open factories, engineers, cards, and the order of turns."""
    engineers = re.search(r"Engineer strip: ([-\d ]+)", words.shared)
    strip = engineers[1].split() if engineers else []
    pieces: Counter[str] = Counter()
    for piece in named(svg):
        if (found := re.match(r"Tiles of number (\d+): (\d+)", piece.title)) is not None:
            left = f"{found[2]} of number {found[1]}"
            assert (left in words.shared) == (found[2] != "0"), left
        elif (found := re.match(r"Open factory (\d+)", piece.title)) is not None:
            lying = re.search(r"Open factories: ([^.]*)", words.shared)
            assert lying is not None
            assert re.search(rf"\b{found[1]}\b", lying[1])
        elif (found := re.match(r"Question card: (.*)", piece.title)) is not None:
            assert found[1] in words.shared
        elif (found := re.match(r"Engineer (\d+)", piece.title)) is not None and piece.y < OWN:
            assert found[1] in strip
        elif piece.id.startswith("pawn-order-"):
            place = view.order.index(SEATS.index(piece.id.removeprefix("pawn-order-"))) + 1
            said = piece.title.replace(" has passed", " (passed)")
            assert f"{place} {said}" in words.shared
        elif (found := re.match(r"(w|c)-(\w+)-\d+$", piece.id)) is not None and piece.y < OWN:
            pieces[f"{found[1]}-{found[2]}"] += 1
    for seat in range(view.seats):
        assert words.standing(NAMES[seat], "w") == pieces[f"w-{SEATS[seat]}"]
        assert words.standing(NAMES[seat], "r") == pieces[f"c-{SEATS[seat]}"]


def check_railway(view: View, seat: int, svg: ElementTree.Element, told: str) -> None:
    """Check tracks, locomotives, doublers, industry, factories, engineers, tokens, cards and points of one seat."""
    player = view.players[seat]
    lines = dict(
        re.findall(r"(Trans-Siberian|St Petersburg|Kiev): ([a-z][^:]*?)(?= (?:St Petersburg|Kiev|Industry)\b)", told)
    )
    counts: Counter[str] = Counter()
    for piece in named(svg):
        if (found := re.match(r"(.*): (\w+) on (\d+)$", piece.title)) is not None and piece.id.startswith("trk-"):
            assert f"{found[2]} {found[3]}" in lines[found[1]], piece
        elif (
            found := re.match(r"Locomotive (\d+) on .*?(Trans-Siberian|St Petersburg|Kiev)", piece.title)
        ) is not None:
            assert re.search(rf"locomotive \S*\b{found[1]}\b", lines[found[2]]), piece
        elif (found := re.match(r"Factory (\d+)", piece.title)) is not None and piece.id.startswith("factory-"):
            built = re.search(r"Factories: ([\d ]+)", told)
            assert built is not None
            assert found[1] in built[1].split()
        elif (found := re.match(r"Engineer (\d+)", piece.title)) is not None and piece.y > OWN:
            own = re.search(r"Engineers: ([^.]*)", told)
            assert own is not None
            assert re.search(rf"\b{found[1]}\b", own[1])
        elif (found := re.match(r"Question token: (.*)", piece.title)) is not None:
            assert found[1] in told or "Tokens left: all." in told
        elif piece.id.startswith(("dbl-", f"w-{SEATS[seat]}-", f"c-{SEATS[seat]}-", "ind-")) and piece.y > OWN:
            counts[piece.id.partition("-")[0]] += 1
    working = [stack for stack in view.stacks if stack.seat == seat and stack.space >= len(BOX.spaces)]
    assert told.count("(used)") == len(working)
    assert f"workers {counts['w'] - sum(stack.workers for stack in working)} " in told
    coins = counts["c"] - sum(stack.roubles for stack in working)
    assert f"roubles {coins}" in told or f"×{player.roubles}" in texts(svg)  # one and their number, where they are many
    assert f"doublers {counts['dbl']}" in told or not counts["dbl"]
    industry = re.search(r"Industry on (.+?) \(\d+ point", told)
    assert industry is not None
    assert len(re.split(", | and ", industry[1])) == counts["ind"]
    used = [names.token_name(token, ENGLISH) for token in player.tokens]
    assert all(name in told.partition("Tokens left")[0] for name in used)
    check_points(view, seat, svg, told)


def check_points(view: View, seat: int, svg: ElementTree.Element, told: str) -> None:
    """Check the points now, after this round, and of each railroad."""
    if view.over or not view.round:
        return
    found = re.search(r"(\d+) points?;.*A scoring now brings (\d+) points?: (.*?)\. Factories", told)
    assert found is not None
    now, more = int(found[1]), int(found[2])
    assert {str(now), f"→ {now + more}"} <= set(texts(svg))
    assert f"this round {more}" in texts(svg)
    for source in found[3].split(", "):
        assert source.rpartition(" ")[2] in texts(svg), source
    assert len(found[3].split(", ")) == len(RAILROADS) + 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("keen", [False, True])
def test_the_words_name_what_the_board_shows(seats: int, keen: bool) -> None:
    """In every part of a game, for a viewer and all railways that he can look at."""
    count = 0
    for index, (_, state) in enumerate(played(seats, 31 + seats, keen)):
        if index % size(day=22, night=11) and not state.over:
            continue
        view = state.view(0)
        words = Words(view)
        for seat in range(seats):
            svg = parsed(board.draw(GAME, None, view, Asked(beside=seat), WIDE, SAY))
            if view.round and not view.over:
                check_shared(view, svg, words)
            check_railway(view, seat, svg, words.seats[seat])
            count += 1
    assert count > size(day=10, night=20)
