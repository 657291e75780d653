"""Deals the railway cards that a viewer cannot see, each from the stock of the round in which it was drawn.

Everybody can count the pile of each round. The cards of one round that nobody saw are its stock: they were dealt, drawn
from the pile, or lie in it still. All ways to distribute a stock are equally likely; what a player has played since
takes cards out of it. A card played in a later round may come from the stock of any round so far, in proportion to the
number of ways.
"""

from __future__ import annotations

from random import Random
from typing import Final

TRIES: Final = 4
"""So many ways to trace played cards to rounds are drawn, and one is taken by its weight."""

MOST_TRIES: Final = 40
"""After so many ways that lead nowhere, one is searched for: late in a game, stocks may be used up to the last card."""


ALL_TRACED: Final = -1
NO_WAY: Final = -2


class HandKnowledge:
    """What a viewer knows of the railway cards: see the fields of `View` with the same names."""

    __slots__ = ("colors", "draws", "gift", "giver", "hidden", "receiver", "round", "seat", "spent", "unseen")

    def __init__(
        self,
        colors: int,
        round: int,
        seat: int | None,
        spent: list[list[int]],
        hidden: list[list[int]],
        draws: list[list[int]],
        unseen: list[list[int]],
        gift: int,
        giver: int,
        receiver: int,
    ) -> None:
        self.colors = colors
        self.round = round
        self.seat = seat
        self.spent = spent
        self.hidden = hidden
        self.draws = draws
        self.unseen = unseen
        self.gift = gift
        self.giver = giver
        self.receiver = receiver


class Stocks:
    """The unseen cards of each round, and the places in which they lie: a number of cards for each seat and round."""

    __slots__ = ("cards", "places", "sizes")

    def __init__(self, cards: list[list[int]], places: list[list[int]]) -> None:
        self.cards = cards
        self.places = places
        self.sizes = [sum(stock) for stock in cards]

    def copy(self) -> Stocks:
        return Stocks([stock[:] for stock in self.cards], [own[:] for own in self.places])

    def ways(self, seat: int, drawn_in: int, color: int) -> float:
        """How likely it is that a certain card of a seat is one of this colour and round."""
        size = self.sizes[drawn_in]
        return self.cards[drawn_in][color] * self.places[seat][drawn_in] / size if size else 0.0

    def remove(self, seat: int, drawn_in: int, color: int) -> None:
        """A card of this colour and round was in this seat's hand: it is known now."""
        self.cards[drawn_in][color] -= 1
        self.places[seat][drawn_in] -= 1
        self.sizes[drawn_in] -= 1

    def put_back(self, seat: int, drawn_in: int, color: int) -> None:
        """Undo `remove`."""
        self.cards[drawn_in][color] += 1
        self.places[seat][drawn_in] += 1
        self.sizes[drawn_in] += 1


def deal_hidden(known: HandKnowledge, rng: Random) -> tuple[list[list[int]], list[int]]:
    """The unseen cards of every seat by round and colour, and the pile by colour."""
    seats = len(known.hidden)
    rounds = len(known.unseen)
    colors = known.colors
    stocks = Stocks([stock[:] for stock in known.unseen], [own[:] for own in known.hidden])
    draws = [own[:] if own else [0] * (rounds * colors) for own in known.draws]
    played: list[tuple[int, int, int]] = []  # seat, round, colour of cards whose round is not known
    for seat in range(seats):
        if known.draws[seat]:
            for index, count in enumerate(known.draws[seat]):
                for _ in range(count):
                    stocks.remove(seat, index // colors, index % colors)
            continue
        spent = known.spent[seat][:]
        if known.gift >= 0 and known.seat == known.giver and seat == known.receiver:
            # The giver knows one more card; as everybody counts cards taken face up, it is the first to be played.
            stocks.remove(seat, 0, known.gift)
            draws[seat][known.gift] += 1
            for r in range(rounds):
                if spent[r * colors + known.gift]:
                    spent[r * colors + known.gift] -= 1
                    break
        for index, count in enumerate(spent):
            drawn_in, color = divmod(index, colors)
            for _ in range(count):
                if drawn_in == 0:  # only the first round can have given what was played in it
                    stocks.remove(seat, 0, color)
                    draws[seat][color] += 1
                else:
                    played.append((seat, drawn_in, color))
    stocks = trace(stocks, played, draws, colors, rng)
    pile = [0] * colors
    for r in range(rounds):
        cards = [color for color, count in enumerate(stocks.cards[r]) for _ in range(count)]
        rng.shuffle(cards)
        for seat in range(seats):
            for _ in range(stocks.places[seat][r]):
                draws[seat][r * colors + cards.pop()] += 1
        if r == known.round - 1:
            for color in cards:
                pile[color] += 1
    return draws, pile


def trace(
    stocks: Stocks, played: list[tuple[int, int, int]], draws: list[list[int]], colors: int, rng: Random
) -> Stocks:
    """Trace played cards to the rounds in which they were drawn; the stocks without them, and `draws` with them."""
    if not played:
        return stocks
    found: list[tuple[float, Stocks, list[int]]] = []
    for attempt in range(MOST_TRIES):
        way = trace_once(stocks.copy(), played, rng)
        if way is not None:
            found.append(way)
        if len(found) == TRIES or (found and attempt > TRIES):
            break
    if not found:
        search = TraceSearch(stocks.copy(), played, rng)
        if not search.find():
            raise ValueError("no hands agree with what was played")
        found.append((1.0, search.stocks, search.rounds(played)))
    best = max([weight for weight, _, _ in found])
    weights = [weight / best for weight, _, _ in found]
    _, left, rounds = rng.choices(found, weights)[0]
    for (seat, _, color), drawn_in in zip(played, rounds, strict=True):
        draws[seat][drawn_in * colors + color] += 1
    return left


def trace_once(
    stocks: Stocks, played: list[tuple[int, int, int]], rng: Random
) -> tuple[float, Stocks, list[int]] | None:
    """One way to trace played cards to rounds, with the weight that corrects for how it was drawn; None if it fails."""
    weight = 1.0
    rounds: list[int] = []
    for seat, latest, color in played:
        total = 0.0
        up_to: list[float] = []  # the ways of this round and of those before it
        for drawn_in in range(latest + 1):
            total += stocks.ways(seat, drawn_in, color)
            up_to.append(total)
        if total <= 0.0:
            return None
        ticket = rng.random() * total  # `rng.choices` took a sixth of the time of a bot's answer
        drawn_in = 0
        while drawn_in < latest and up_to[drawn_in] <= ticket:
            drawn_in += 1
        stocks.remove(seat, drawn_in, color)
        weight *= total
        rounds.append(drawn_in)
    return weight, stocks, rounds


class TraceSearch:
    """Searches for a way to trace played cards to rounds, the cards with the least choice first."""

    __slots__ = ("chosen", "dead", "kinds", "left", "rng", "stocks")

    def __init__(self, stocks: Stocks, played: list[tuple[int, int, int]], rng: Random) -> None:
        self.stocks = stocks
        self.rng = rng
        self.kinds: list[tuple[int, int, int]] = sorted(set(played))
        self.left: list[int] = [played.count(kind) for kind in self.kinds]
        """How many cards of each kind are still to be traced."""
        self.chosen: list[list[int]] = [[] for _ in self.kinds]
        """The rounds to which cards of each kind are traced."""
        self.dead: dict[str, bool] = {}
        """What was left where the search went back."""

    def find(self) -> bool:
        """Trace the cards that are left; False if that cannot be done."""
        tightest = self.tightest()
        if tightest < 0:
            return tightest == ALL_TRACED
        key = f"{self.left}{self.stocks.cards}{self.stocks.places}"
        if key in self.dead:
            return False
        seat, latest, color = self.kinds[tightest]
        rounds = [drawn_in for drawn_in in range(latest + 1) if self.stocks.ways(seat, drawn_in, color) > 0.0]
        self.rng.shuffle(rounds)
        for drawn_in in rounds:
            self.stocks.remove(seat, drawn_in, color)
            self.left[tightest] -= 1
            self.chosen[tightest].append(drawn_in)
            if self.find():
                return True
            self.stocks.put_back(seat, drawn_in, color)
            self.left[tightest] += 1
            self.chosen[tightest].pop()
        self.dead[key] = True
        return False

    def tightest(self) -> int:
        """The kind with the least choice; `ALL_TRACED`, or `NO_WAY` if some kind has more cards than there is room."""
        found, least = ALL_TRACED, 0
        for index, (seat, latest, color) in enumerate(self.kinds):
            if self.left[index]:
                room = -self.left[index]
                for drawn_in in range(latest + 1):
                    room += min(self.stocks.cards[drawn_in][color], self.stocks.places[seat][drawn_in])
                if room < 0:
                    return NO_WAY
                if found < 0 or room < least:
                    found, least = index, room
        return found

    def rounds(self, played: list[tuple[int, int, int]]) -> list[int]:
        """The round of each played card, once all are traced."""
        return [self.chosen[self.kinds.index(kind)].pop() for kind in played]
