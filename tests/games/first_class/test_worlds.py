"""Views and worlds of First Class: what is hidden stays hidden, what was seen stays known, and odds are exact."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations, permutations
from random import Random
from typing import Any, cast

import msgspec
import pytest

from tests.support.games.first_class.positions import (
    GAME,
    PAIRS,
    do,
    new_game,
    wander,
)
from trainshed.arena.calibrate import goodness
from trainshed.games.first_class.game import FirstClassGame
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.view import View
from trainshed.kernel.content import Pack

IMPROBABLE = 1e-6
DRAWS = 900
MOST_CELLS = 130
"""More ways than this are compared by two of their parts."""


# ---------------------------------------------------------------- every world agrees with its view


def some_positions(seed: int, share: float, games: int = 10) -> Iterator[FirstClassState]:
    """A share of the positions of random games, over all pairs of modules and numbers of seats."""
    rng = Random(seed)
    for number in range(games):
        state = new_game(2 + number % 3, modules=PAIRS[number % len(PAIRS)])
        while not state.over:
            if rng.random() < share:
                yield state
            wander(state, rng)
        yield state


def test_worlds_keep_the_view_and_the_moves() -> None:
    rng = Random("agree")
    rounds: set[int] = set()
    for state in some_positions(31, 0.04):
        rounds.add(state.round)
        for seat in (None, *range(state.seats)):
            view: View = state.view(seat)
            world = GAME.world(view, rng)
            assert msgspec.json.encode(world.view(seat)) == msgspec.json.encode(view)
            assert GAME.census(world) == GAME.census(state)
            assert world.actor == state.actor
            if seat == state.actor:
                assert world.moves() == state.moves()
    assert rounds == set(range(7))


@pytest.mark.clause("FC-SETUP-24")
def test_nobody_sees_the_drafted_cards_of_others_before_the_end() -> None:
    seen_at_the_end = 0
    for state in some_positions(32, 0.02):
        kept = [[state.box.bonus[card].name for card in player.bonus] for player in state.players]
        for seat in (None, *range(state.seats)):
            view: View = state.view(seat)
            assert view.opened == (kept if state.counted() else [])
            assert view.own_bonus == ([] if seat is None else kept[seat])
            assert view.bought == [cards[1:] for cards in kept]
            seen_at_the_end += state.over
    assert seen_at_the_end


# ---------------------------------------------------------------- the draft

History = tuple[Hashable, ...]
"""The cards kept in the order of the draft, and the set of those that are passed on or left over."""


def small_game() -> FirstClassGame:
    """The title with nine end-bonus cards, the fewest with which it can be played: their deals can be counted."""
    data = copy.deepcopy(GAME.pack.data)
    data["end_bonus"]["cards"] = data["end_bonus"]["cards"][::2][:9]
    return FirstClassGame(1, Pack(data, "nine.toml"))


SMALL = small_game()
CARDS = tuple(card.name for card in SMALL.box.bonus)


class Draft:
    """A draft as it really went: so many cards dealt, kept and, after it, shown."""

    def __init__(self, seats: int, first: int, dealt: int, kept: int, shown: str) -> None:
        self.seats = seats
        self.order = [(first - step) % seats for step in range(1, seats + 1)]
        self.kept = kept
        self.dealt = CARDS[:dealt]
        """Dealt are the first cards, kept in their order: names mean nothing."""
        self.shown = {"": (), "others": CARDS[6:8], "left over": (CARDS[seats], CARDS[7])}[shown]
        self.state: FirstClassState = SMALL.start(seats, {"first_player": f"seat-{first + 1}"})
        for card in self.dealt:
            do(self.state, f"draft:{card}")
        for card in self.dealt[:kept]:
            do(self.state, f"keep:{card}")
        for card in self.shown:
            do(self.state, f"show:{card}")

    def histories(self) -> Iterator[History]:
        """Every deal with the same numbers of cards: all are equally likely if cards are kept at random."""
        for own in permutations(CARDS, self.kept):
            others = [card for card in CARDS if card not in own]
            for rest in combinations(others, len(self.dealt) - self.kept):
                if not set(own) & set(self.shown):  # who keeps a card does not show it
                    yield (*own, frozenset(rest))

    def known(self, history: History, seat: int | None) -> Hashable:
        """What a viewer knows of a history: the cards that it was given, and the one that it kept."""
        if seat is None or self.order.index(seat) > self.kept:
            return None
        place = self.order.index(seat)
        own = cast("tuple[str, ...]", history[:-1])
        rest = cast("frozenset[str]", history[-1])
        return frozenset(own[place:]) | rest, own[place : place + 1]

    def possible(self, seat: int | None) -> list[History]:
        truth: History = (*self.dealt[: self.kept], frozenset(self.dealt[self.kept :]))
        mine = self.known(truth, seat)
        return [history for history in self.histories() if self.known(history, seat) == mine]

    def drawn(self, view: View, rng: Random) -> History:
        """The history of a world."""
        world = SMALL.world(view, rng)
        kept = [CARDS[world.players[seat].bonus[0]] for seat in self.order[: self.kept]]
        return (*kept, frozenset([CARDS[card] for card in world.draft]))

    def p_value(self, seat: int | None, seed: str) -> float:
        """The p-value of worlds under equal odds of all that is possible; 0 if something impossible is drawn."""
        exact = self.possible(seat)
        rng = Random(seed)
        view = self.state.view(seat)
        drawn = [self.drawn(view, rng) for _ in range(DRAWS if len(exact) > 1 else 20)]
        if set(drawn) - set(exact):
            return 0.0
        if len(exact) <= MOST_CELLS:
            return fit(drawn, exact)
        parts = range(len(exact[0]))
        pairs = [(0, len(parts) - 1), *combinations(range(len(parts) - 1), 2)] if len(parts) > 1 else [(0, 0)]
        return min([fit([part(h, a, b) for h in drawn], [part(h, a, b) for h in exact]) for a, b in pairs])


def part(history: History, a: int, b: int) -> Hashable:
    """Two parts of a history; of a set the lowest card."""
    return tuple([min(own) if isinstance(own, frozenset) and own else own for own in (history[a], history[b])])


def fit(drawn: list[Any], exact: list[Any]) -> float:
    counts, weights = Counter(drawn), Counter(exact)
    return goodness([counts[cell] for cell in weights], [float(weight) for weight in weights.values()])


def stages(seats: int) -> list[tuple[int, int, str]]:
    """Cards dealt, cards kept, cards shown: in the deal, before each choice, after the draft, with some shown."""
    cards = seats + 1
    begun = [(cards, kept, "") for kept in range(seats + 1)]
    return [(2, 0, ""), *begun, (cards, seats, "others"), (cards, seats, "left over")]


DRAFTS = [
    pytest.param(seats, first, *stage, id=f"{seats} seats, dealt {stage[0]}, kept {stage[1]}, shown {stage[2] or '-'}")
    for seats, first in ((2, 0), (3, 1), (4, 2))
    for stage in stages(seats)
]


@pytest.mark.clause("FC-SETUP-15", "FC-SETUP-16", "FC-SETUP-24")
@pytest.mark.parametrize(("seats", "first", "dealt", "kept", "shown"), DRAFTS)
def test_drafts_of_worlds_have_exact_odds(seats: int, first: int, dealt: int, kept: int, shown: str) -> None:
    draft = Draft(seats, first, dealt, kept, shown)
    for seat in (None, *range(seats)):
        assert draft.p_value(seat, f"{seats} {dealt} {kept} {shown} {seat}") > IMPROBABLE, f"seat {seat}"


@pytest.mark.clause("FC-SETUP-15", "FC-SETUP-16")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_was_seen_and_passed_on_stays_known(seats: int) -> None:
    draft = Draft(seats, 0, seats + 1, seats, "")
    names = set(draft.dealt)
    for place, seat in enumerate(draft.order):
        view: View = draft.state.view(seat)
        assert set(view.draft) == set(draft.dealt[place:])
        for _ in range(20):
            world = SMALL.world(view, Random(place))
            for later in range(place, seats):
                assert CARDS[world.players[draft.order[later]].bonus[0]] in names
            assert set(world.view(seat).draft) == set(view.draft)
    assert draft.state.view(None).draft == []


@pytest.mark.clause("FC-SETUP-16")
def test_the_card_left_over_is_known_when_it_is_shown() -> None:
    # given that a card which everybody in the draft passed on is turned up
    draft = Draft(3, 0, 4, 3, "left over")
    # then who kept before the last knows what the others kept, up to their order
    assert len(draft.possible(draft.order[0])) == 2
    assert len(draft.possible(draft.order[1])) == 5, "one of five cards that were never seen was kept before"
    # and without this there are more ways
    assert len(Draft(3, 0, 4, 3, "others").possible(draft.order[0])) == 6


def test_wrong_odds_of_drafts_are_caught() -> None:
    # given that only the two first ways are drawn, or one of them twice as often
    draft = Draft(3, 0, 4, 3, "")
    exact = draft.possible(draft.order[0])
    assert fit((exact * 200)[:DRAWS], exact) > 0.9
    assert fit((exact[:2] * 600)[:DRAWS], exact) < IMPROBABLE
    assert fit((exact * 200)[: DRAWS // 2] + [exact[0]] * (DRAWS // 4), exact) < IMPROBABLE
