"""Unseen cards are dealt in every case, also where the stocks of the rounds are used up to the last card."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.seeds import size
from trainshed.games.spike.rules.components import ROUNDS
from trainshed.games.spike.rules.unseen import HandKnowledge, deal_hidden

COLORS = 6
NOBODY_KNOWS: list[int] = []


def played_out(rng: Random) -> HandKnowledge:
    """What a spectator knows in round 3, after players have drawn at random and played most of their cards."""
    seats = rng.choice((2, 3, 4))
    hidden = [[0] * ROUNDS for _ in range(seats)]
    spent = [[0] * (ROUNDS * COLORS) for _ in range(seats)]
    unseen = [[0] * COLORS for _ in range(ROUNDS)]
    hands = [[0] * COLORS for _ in range(seats)]
    for drawn_in in range(ROUNDS):
        for seat in range(seats):
            for _ in range(rng.randrange(13)):
                color = rng.randrange(COLORS)
                hidden[seat][drawn_in] += 1
                unseen[drawn_in][color] += 1
                hands[seat][color] += 1
            for color, have in enumerate(hands[seat]):
                played = have if rng.random() < 0.7 else rng.randint(0, have)
                hands[seat][color] -= played
                spent[seat][drawn_in * COLORS + color] += played
    for _ in range(rng.choice((0, 0, 3))):  # in the pile
        unseen[-1][rng.randrange(COLORS)] += 1
    draws = [NOBODY_KNOWS] * seats
    return HandKnowledge(COLORS, ROUNDS, None, spent, hidden, draws, unseen, -1, 0, seats - 1)


@pytest.mark.parametrize("seed", range(4))
def test_hands_are_found_that_agree_with_all_that_was_played(seed: int) -> None:
    """SP-ROUND-03: each round has a stock of its own, and nobody plays a card before it was drawn."""
    rng = Random(f"played out {seed}")
    for _ in range(size(day=250, night=2500)):
        known = played_out(rng)
        draws, pile = deal_hidden(known, rng)
        for seat, drawn in enumerate(draws):
            rounds = [drawn[at * COLORS : (at + 1) * COLORS] for at in range(ROUNDS)]
            assert [sum(cards) for cards in rounds] == known.hidden[seat]
            for color in range(COLORS):
                held = 0
                for at in range(ROUNDS):
                    held += rounds[at][color] - known.spent[seat][at * COLORS + color]
                    assert held >= 0
        for at in range(ROUNDS):
            dealt = [sum(drawn[at * COLORS + color] for drawn in draws) for color in range(COLORS)]
            rest = pile if at == ROUNDS - 1 else [0] * COLORS
            assert [mine + left for mine, left in zip(dealt, rest, strict=True)] == known.unseen[at]
