"""Positions that games seldom come to: the boards of a real position are replaced by boards made at random."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from tests.games.russian_railroads.oracle.model import After, Bonus, Player, Position, Stack, Turn
from tests.games.russian_railroads.oracle.printed import Printed

EARNED_AT = (1, 2, 6, 10, 15)
"""Where the black track of the Trans-Siberian must stand for each colour (pp. 6, 7)."""


def made_tracks(printed: Printed, rng: Random) -> list[int]:
    """Tracks in their order: each colour that is earned stands behind the one before it, or waits."""
    tracks = [-1] * 15
    lead = rng.choice((rng.randint(1, 15), rng.randint(9, 15), 15))
    for railroad, length in enumerate(printed.lengths):
        ahead = (lead if railroad == 0 else rng.choice((rng.randint(1, length), length - 1, length))) + 1
        for colour in printed.railroad_colours[railroad]:
            if colour and lead < EARNED_AT[colour]:
                break
            here = max(0, ahead - 1 - rng.choice((0, 0, 1, 2, 4))) if colour else ahead - 1
            tracks[railroad * 5 + colour] = ahead = here
    return tracks


def made_player(player: Any, printed: Printed, rng: Random) -> Any:
    """A player's view with another board. What the board brings once has been taken already."""
    board = Player(printed)
    board.tracks = made_tracks(printed, rng)
    board.locomotives = [rng.choice((0, rng.randint(1, 9))) for _ in range(4)]
    board.locomotives[:2] = sorted((max(1, board.locomotives[0]), board.locomotives[1]), reverse=True)
    factories = [rng.randint(1, 9) for _ in range(rng.choice((0, 1, 2, 3, 4, 5, 5)))]
    stops = [at for at, slot in enumerate(printed.lane_slot) if slot <= len(factories)]
    last = next((at for at in range(len(printed.lane)) if at not in stops), len(printed.lane)) - 1
    first = max(1, last - rng.choice((0, 1, 2, 2, 3, 5, 9)))
    reached = 0
    for special in printed.once:
        track = board.tracks[special.railroad * 5 + special.colour]
        if track >= special.space and (not special.locomotive or board.reach(special.railroad) >= special.space):
            reached |= 1 << special.index
    if printed.lane.index("question") <= first:
        reached |= 1 << printed.question_bit
    questions = [s.index for s in printed.once if any(part.verb == "question_token" for part in s.parts)]
    used = sum(reached >> index & 1 for index in (*questions, printed.question_bit))
    tokens = rng.sample(sorted(printed.tokens), used)
    workers = sum(reached >> s.index & 1 for s in printed.once if s.parts[0].verb == "worker")
    second = rng.randint(0, first - 1) if "second_marker" in tokens else -1
    return msgspec.structs.replace(
        player,
        tracks=board.tracks,
        locomotives=board.locomotives,
        factories=factories,
        markers=[first, second],
        gained=reached,
        tokens=[name for name in printed.tokens if name in tokens],
        reserve=printed.reserve - workers,
        gained_workers=workers,
        workers=player.workers + workers,
        revalued="revaluation" in tokens,
        medal="kiev_medal" in tokens,
        doublers=rng.choice((0, rng.randint(0, 8), 7, 8)),
        roubles=rng.randint(0, 3),
    )


def made_view(view: Any, printed: Printed, rng: Random) -> Any:
    """A view in which all boards, the tiles, the question cards and the supplies are other ones."""
    players = [made_player(player, printed, rng) for player in view.players]
    lowest = rng.randint(2, 10)
    piles = [0 if number < lowest else printed.tiles if number > 1 else 0 for number in range(10)]
    if lowest < 10:
        piles[lowest] = rng.randint(1, printed.tiles)
    cards = [name for name in printed.cards if rng.random() < rng.choice((0.2, 0.7, 1))]
    if "black_worker" not in cards:
        lucky = view.actor
        player = players[lucky]
        players[lucky] = msgspec.structs.replace(player, black=1, gained_workers=player.gained_workers + 1)
    return msgspec.structs.replace(
        view,
        players=players,
        piles=piles,
        open_factories=[0, *(rng.choice((0, 0, 1)) for _ in range(9))],
        cards=cards,
        roubles=rng.choice((0, 1, 2, 5, 9)),
        doublers=rng.choice((0, 1, 2, 9)),
    )


def read_view(printed: Printed, view: Any) -> Position:
    """The position of the model at the beginning of a turn, from a view of the rules; no end bonus card is out yet."""
    p = Position(printed)
    p.round, p.order, p.claims = view.round, view.order[:], view.claims[:]
    p.stacks = [Stack(s.space, s.seat, s.workers, s.turquoise, s.black, s.roubles) for s in view.stacks]
    p.piles, p.opened, p.strip = view.piles[:], view.open_factories[:], view.strip[:]
    p.roubles, p.doublers, p.turquoise = view.roubles, view.doublers, view.turquoise
    p.cards, p.starts = view.cards[:], view.starts[:]
    for player, seen in zip(p.players, view.players, strict=True):
        for name in ("tracks", "locomotives", "factories", "markers", "engineers"):
            setattr(player, name, getattr(seen, name)[:])
        for name in (
            "points",
            "workers",
            "reserve",
            "turquoise",
            "black",
            "roubles",
            "doublers",
            "gained_workers",
            "due",
        ):
            setattr(player, name, getattr(seen, name))
        player.reached = frozenset(index for index in range(printed.question_bit + 1) if seen.gained >> index & 1)
        player.tokens = frozenset(seen.tokens)
        player.revalued, player.medal, player.passed = seen.revalued, seen.medal, seen.passed
    p.jobs = [After(view.actor), Bonus(view.actor), Turn(view.actor)]
    return p
