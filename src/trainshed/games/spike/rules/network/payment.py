"""Paying for track spaces with railway cards: matching cards and joker sets (SP-BUILD-09, -19, SP-JOKER-01 to -08).

A demand and a payment are packed numbers with a count for each colour (`map_graph.pack`). A joker set of n equal cards
pays n - 1 spaces: all of one other colour, or with the option `joker_mixed` each of its own colour.
"""

from __future__ import annotations

from trainshed.games.spike.rules.network.map_graph import COLOR_BITS, COLOR_MASK, GUARD, pack, unpack


class Purse:
    """The cards of one hand, and which demands they can pay; answers are remembered."""

    __slots__ = ("cards", "guards", "hand", "known", "mixed", "packed")

    def __init__(self, hand: list[int], mixed: bool) -> None:
        self.hand: list[int] = hand
        self.mixed: bool = mixed
        cards = 0
        guards = 0
        packed = 0
        shift = 0
        for count in hand:
            cards += count
            guards += GUARD << shift
            packed += count << shift
            shift += COLOR_BITS
        self.cards: int = cards
        self.guards: int = guards
        self.packed: int = packed + guards
        """Less a demand, each colour keeps its guard bit if the hand has enough cards that match."""
        self.known: dict[int, bool] = {}

    def pays(self, demand: int) -> bool:
        """Can this demand be paid from the hand?"""
        if (self.packed - demand) & self.guards == self.guards:
            return True
        found = self.known.get(demand)
        if found is None:
            found = self._pays(demand)
            self.known[demand] = found
        return found

    def _pays(self, demand: int) -> bool:
        # Cards that match are used as such first: a card in a joker set is never worth more than as itself.
        short = 0
        missing = 0
        worth = 0
        rest = demand
        for count in self.hand:
            left = count - (rest & COLOR_MASK)
            rest >>= COLOR_BITS
            if left < 0:
                short += 1
                missing -= left
            elif left > 1:
                worth += left - 1
        if worth < missing:
            return False
        return self.mixed or short < 2 or self._covers(demand, worth - missing)

    def _covers(self, demand: int, worth: int) -> bool:
        """Can joker sets cover what several colours are short of? `worth`: what they can stand for beyond that."""
        short: list[int] = []
        spare: list[int] = []
        for count in self.hand:
            left = count - (demand & COLOR_MASK)
            demand >>= COLOR_BITS
            if left < 0:
                short.append(-left)
            elif left > 1:
                spare.append(left)
        return covers(spare, short, 0, 0, short[0], worth)


def covers(spare: list[int], short: list[int], index: int, source: int, left: int, worth: int) -> bool:
    """Can joker sets, each of one colour for one colour, cover `left` of this shortage and all after it?

    Only the sources from `source` on may still be used for this shortage, each for one set: two of the same colours
    are never better than one. `worth` is what all spare cards can stand for, less what is missing in all.
    """
    if worth < 0:
        return False
    if left == 0:
        index += 1
        if index == len(short):
            return True
        left = short[index]
        source = 0
    for at in range(source, len(spare)):
        have = spare[at]
        units = have - 1 if have - 1 < left else left
        while units > 0:
            spare[at] = have - units - 1
            # A set takes one card more than it stands for, so that the last one or two cards of a colour lose less.
            lost = 1 if spare[at] > 0 else 0
            found = covers(spare, short, index, at + 1, left - units, worth - lost)
            spare[at] = have
            if found:
                return True
            units -= 1
    return False


def payments(hand: list[int], demand: int, mixed: bool) -> list[int]:
    """Every payment of a demand, ascending: the cards of each colour that are discarded, none of them idle."""
    colors = len(hand)
    needs = unpack(demand, colors)
    if mixed:
        return mixed_payments(hand, needs)
    found = [0]
    for color in range(colors):
        if needs[color]:
            ways = ways_to_pay(hand, color, needs[color])
            found = within(hand, [one + way for one in found for way in ways])
    return found


def within(hand: list[int], payments: list[int]) -> list[int]:
    """Those of these payments that the hand holds, ascending, each once."""
    guards = pack([GUARD] * len(hand))
    most = pack(hand) + guards  # less a payment, each colour keeps its guard bit if the hand has enough of it
    return sorted(dict.fromkeys([payment for payment in payments if (most - payment) & guards == guards]))


def ways_to_pay(hand: list[int], color: int, needed: int) -> list[int]:
    """The payments for spaces of one colour: some cards of it, and joker sets of other colours for the rest."""
    ways: list[int] = []
    most = needed if needed < hand[color] else hand[color]
    for matched in range(most + 1):
        own = matched << (COLOR_BITS * color)
        ways.extend([own + sets for sets in sets_for(hand, color, 0, needed - matched)])
    return within(hand, ways)


def sets_for(hand: list[int], color: int, source: int, needed: int) -> list[int]:
    """The joker sets of the colours from `source` on that stand for so many cards of a colour."""
    if needed == 0:
        return [0]
    if source == len(hand):
        return []
    found = sets_for(hand, color, source + 1, needed)
    if source != color:
        for units in range(1, needed + 1):
            rest = sets_for(hand, color, source + 1, needed - units)
            for sets in range(1, units + 1):  # the same cards as one set, or as several smaller ones
                if units + sets <= hand[source]:
                    played = (units + sets) << (COLOR_BITS * source)
                    found.extend([played + more for more in rest])
    return found


def mixed_payments(hand: list[int], needs: list[int]) -> list[int]:
    """Every payment if each card that a joker set stands for may have its own colour."""
    colors = len(hand)
    found = [(0, 0)]  # cards that match, and spaces paid by joker sets, by the colour of the cards played
    for color in range(colors):
        if needs[color]:
            most = needs[color] if needs[color] < hand[color] else hand[color]
            ways = [
                (matched << (COLOR_BITS * color), units)
                for matched in range(most + 1)
                for units in units_for(hand, color, 0, needs[color] - matched)
            ]
            found = list(dict.fromkeys([(m + matched, u + units) for m, u in found for matched, units in ways]))
    paid: list[int] = []
    for matched, units in found:
        totals = [0]
        for source in range(colors):
            count = units >> (COLOR_BITS * source) & COLOR_MASK
            shift = COLOR_BITS * source
            if count:
                totals = [total + ((count + sets) << shift) for total in totals for sets in range(1, count + 1)]
        paid.extend(within(hand, [matched + total for total in totals]))
    return sorted(dict.fromkeys(paid))


def units_for(hand: list[int], color: int, source: int, needed: int) -> list[int]:
    """How many spaces of a colour each other colour may stand for, so that together they are `needed`."""
    if needed == 0:
        return [0]
    if source == len(hand):
        return []
    found = units_for(hand, color, source + 1, needed)
    if source != color:
        for units in range(1, needed + 1):
            if units < hand[source]:
                rest = units_for(hand, color, source + 1, needed - units)
                found.extend([(units << (COLOR_BITS * source)) + more for more in rest])
    return found


def fewest_cards(hand: list[int], demand: int, mixed: bool) -> list[int]:
    """The payment with the fewest cards, as numbers by colour; of several the one with the most matching cards."""
    colors = len(hand)
    needs = unpack(demand, colors)
    best: list[int] = []
    best_rank = (0, 0, 0)
    for payment in payments(hand, demand, mixed):
        played = unpack(payment, colors)
        matching = sum([min(card, need) for card, need in zip(played, needs, strict=True)])
        rank = (sum(played), -matching, payment)
        if not best or rank < best_rank:
            best, best_rank = played, rank
    return best
