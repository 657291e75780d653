"""Counts the cards of Lok'n'Roll, wherever they are: no move may lose or make one."""

from __future__ import annotations

from trainshed.games.lok_n_roll.rules.effects import ChooseTurn
from trainshed.games.lok_n_roll.rules.state import LokState


def census(state: LokState) -> dict[str, int]:
    """How many cards of each class there are, by the name of the class."""
    cards = [laid.card for laid in state.track] + state.aside + state.penalties + state.boxed
    for player in state.players:
        cards += player.hand + player.pile
    for effect in state.agenda:
        if isinstance(effect, ChooseTurn):
            cards.append(effect.card)
    counts = state.unseen[:]
    for card in cards:
        counts[card] += 1
    return dict(zip(state.box.names, counts, strict=True))
