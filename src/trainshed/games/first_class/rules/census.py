"""Counts the pieces of First Class, wherever they are: no move may lose or make one."""

from __future__ import annotations

from trainshed.games.first_class.rules.components import DECKS, MAIL, TILE
from trainshed.games.first_class.rules.state import NONE, FirstClassState


def census(state: FirstClassState) -> dict[str, int]:
    """How many pieces of each kind there are: action cards, end-bonus cards, coaches, coins, tiles, mail cars."""
    box = state.box
    modules = [module.number for module in state.table.modules]
    begun = -(-state.round // box.rounds_per_deck)
    later = sum([box.deck_size(deck, modules) for deck in range(begun, DECKS)])
    in_trains = [card for player in state.players for train in player.trains for card in train]
    taken = [card for player in state.players for card in player.taken]
    drafting = any(not player.bonus for player in state.players)
    counts = {
        "action cards": later
        + len(state.deck)
        + sum([card != NONE for card in state.rows])
        + len(set(taken))
        + state.removed,
        "end-bonus cards": len(state.bonus_deck)
        + len(state.display)
        + sum([len(player.bonus) for player in state.players])
        + (len(state.draft) if drafting else 0),
        "coins": box.coins if state.supply() >= 0 else -1,
        "locomotive tiles": len(box.tiles) - state.tiles + sum([card >= TILE for card in in_trains]),
        "mail cars": sum([player.mail.bit_count() for player in state.players])
        - sum([MAIL <= card < TILE for card in in_trains]),
        "arrivals": len(state.arrivals)
        - sum(
            [
                player.conductors[train] > 0 and cards[player.conductors[train] - 1] >= TILE
                for player in state.players
                for train, cards in enumerate(player.trains)
            ]
        ),
        "columns": sum(
            [
                not 0 <= coins <= column.capacity
                for player in state.players
                for coins, column in zip(player.coins, box.coin_columns, strict=True)
            ]
        ),
    }
    coaches = state.coaches[:]
    for card in in_trains:
        if card < MAIL:
            coaches[box.pair_of[card]] += 1
    for pair, count in enumerate(coaches):
        counts[f"coaches of pair {pair + 1}"] = count
    for module in state.table.modules:
        module.census(state, counts)
    return counts
