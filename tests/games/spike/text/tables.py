"""Positions of Spike for the tests of its texts: after a set-up by chance, and those of whole random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from tests.support.games.words import wander
from trainshed.games.spike.rules.state import Player, SpikeState
from trainshed.games.spike.text.names import face_of
from trainshed.kernel.registry import game

GAME: Final[Any] = game("spike")
BOX: Final = GAME.box
LIKELY: Final = {"deliver": 20, "load": 10, "build": 8, "move": 3}
"""Words that a random player says more often, so that a game has something to tell."""


def begun(seats: int = 2, **options: str) -> SpikeState:
    """A game in which the set-up is made by chance and the first player is asked; everybody begins in Albany."""
    state: SpikeState = GAME.start(seats, {"first_player": "seat-1", **options})
    rng = Random(7)
    while state.turn < 0:
        word = GAME.vocabulary.id("place:albany")
        if word in state.moves():
            state.play(word)
        else:
            wander(state, rng)
    state.listen()
    return state


def give(state: SpikeState, seat: int, **facts: Any) -> Player:
    """Change what a player has; hands and contracts by name: `hand={"red": 2}`, `contracts=["coal-1-a"]`."""
    player = state.players[seat]
    for name, value in facts.items():
        match name:
            case "hand":
                player.hand = [value.get(color, 0) for color in BOX.colors]
            case "contracts":
                player.contracts = [BOX.faces.index(face_of(BOX, face)) for face in value]
            case "aboard":
                player.aboard = sum(1 << BOX.commodities.index(commodity) for commodity in value)
            case "delivered":
                player.delivered = sorted(BOX.node_names.index(city) for city in value)
            case _:
                setattr(player, name, value)
    state._moves = None  # what is legal is remembered, and may be another thing now
    return player


def lay(state: SpikeState, seat: int, *links: str) -> None:
    """Lay tracks of a seat."""
    tracks, nodes = state.tracks[:], state.nodes[:]
    for name in links:
        link = BOX.space_names.index(name)
        tracks[link] |= 1 << seat
        for end in (BOX.net.first_end[link], BOX.net.second_end[link]):
            nodes[end] |= 1 << seat
    state.tracks, state.nodes = tracks, nodes
    state._moves = None


def put(state: SpikeState, seat: int, space: str, heading: str = "") -> None:
    """Put a train into a city, or on a link with its heading."""
    at = BOX.space_names.index(space)
    give(state, seat, link=at if heading else -1, node=BOX.node_names.index(heading or space))


def walks(seats: int, seed: int, **options: str) -> Iterator[SpikeState]:
    """The positions of a game with random moves, from its set-up to its end."""
    state: SpikeState = GAME.start(seats, options)
    state.listen()
    rng = Random(seed)
    yield state
    while not state.over:
        moves = state.moves()
        if state.actor >= 0:
            heads = [GAME.vocabulary.word(move).partition(":")[0] for move in moves]
            state.play(rng.choices(moves, [LIKELY.get(head, 1) for head in heads])[0])
        else:
            wander(state, rng)
        yield state
