"""Counts the pieces of Russian Railroads in all places, to check that no move loses or creates one."""

from __future__ import annotations

from trainshed.games.russian_railroads.rules.actions.tiles import PlaceLocomotive, ReplaceFactory
from trainshed.games.russian_railroads.rules.components import Components
from trainshed.games.russian_railroads.rules.player import NONE, Player
from trainshed.games.russian_railroads.rules.state import RailState


def census(state: RailState) -> dict[str, int]:
    """How many pieces of each kind there are: in supplies, on boards and spaces, and in pending effects."""
    box = state.box
    counts = {
        "roubles": state.roubles,
        "doublers": state.doublers,
        "turquoise": state.turquoise,
        "black worker": state.cards >> box.card_names.index("black_worker") & 1,
        "end bonus cards": state.pile.bit_count() + state.removed.bit_count(),
    }
    card = box.card_names.index("engineer")
    counts["roubles"] += box.card_roubles[card] if state.cards >> card & 1 else 0
    tiles = [pile + lying for pile, lying in zip(state.piles, state.open_factories, strict=True)]
    tiles[box.special_number] += state.cards >> box.card_names.index("loco_9") & 1
    for seat, player in enumerate(state.players):
        counts["roubles"] += player.roubles
        counts["doublers"] += player.doublers
        counts["turquoise"] += player.turquoise
        counts["black worker"] += player.black
        counts["end bonus cards"] += len(player.bonus)
        counts[f"workers of seat {seat + 1}"] = player.workers + player.reserve
        for number in player.locomotives + player.factories:
            tiles[number] += 1
    for stack in state.stacks:
        counts["roubles"] += stack.roubles
        counts["turquoise"] += stack.turquoise
        counts["black worker"] += stack.black
        counts[f"workers of seat {stack.seat + 1}"] += stack.workers
    for effect in state.agenda:
        if isinstance(effect, PlaceLocomotive | ReplaceFactory):
            tiles[effect.number] += 1
    for number in range(1, box.numbers + 1):
        counts[f"tiles {number}"] = tiles[number]
    earned = sum([position != NONE for player in state.players for position in player.tracks])
    counts["tracks"] = earned - sum([owned_tracks(box, player) for player in state.players])
    return counts


def owned_tracks(box: Components, player: Player) -> int:
    """How many tracks a player must own by the black track of the Trans-Siberian (RR-TRACK-09 to -13)."""
    owned = len(box.length)
    for space in range(1, player.tracks[0] + 1):
        colour = box.unlocks[space]
        if colour:
            owned += sum([colour < colours for colours in box.colours])
    return owned
