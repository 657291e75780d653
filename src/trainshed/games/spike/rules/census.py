"""Counts the pieces of Spike, wherever they are: no move may lose or make one."""

from __future__ import annotations

from trainshed.games.spike.rules.components import ROUNDS
from trainshed.games.spike.rules.state import NONE, SpikeState


def census(state: SpikeState) -> dict[str, int]:
    """How many pieces of each kind there are: railway cards by colour, Time cards, tracks, markers."""
    box = state.box
    colors = len(box.colors)
    counts: dict[str, int] = {}
    for color, name in enumerate(box.colors):
        counts[f"cards {name}"] = (
            state.pile[color]
            + state.discards[color]
            + state.display.count(color)
            + sum([player.hand[color] for player in state.players])
        )
    face_down = box.time_cards - state.times if state.round < ROUNDS else state.pile_times
    mixing = state.round == ROUNDS and state.times + state.pile_times == 0  # before the Time cards are mixed in
    counts["Time cards"] = box.time_cards if mixing else state.times + face_down
    for seat, player in enumerate(state.players):
        bit = 1 << seat
        built = sum([1 for track in state.tracks if track & bit])
        counts[f"tracks {seat}"] = player.stock + built
        remembered = [
            player.taken[color] + sum(player.draws[color::colors]) - sum(player.spent[color::colors])
            for color in range(colors)
        ]
        counts[f"remembered {seat}"] = sum(
            [abs(have - known) for have, known in zip(player.hand, remembered, strict=True)]
        )
        connected = state.turn == NONE or sum([1 for node in state.nodes if node & bit]) == 1 + built
        counts[f"trees {seat}"] = 1 if connected else 0  # SP-BUILD-05: a network is always a tree
    markers = [commodity for commodity in state.market if commodity != NONE]
    counts["markers"] = len(box.commodities) if len(markers) == len(set(markers)) else 0
    return counts
