"""Pieces are conserved: after every move all pieces add up to the box, counted from the views of the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.support.games.spike.positions import BOX, GAME, NET, new_game, node
from trainshed.arena.checks import any_move
from trainshed.arena.played import curious_move
from trainshed.games.spike.rules.state import SpikeState
from trainshed.games.spike.view import View
from trainshed.kernel.agenda import NATURE

COPIES = {2: 7, 3: 10, 4: 10}
COMMODITY = {face.name: face.commodity for face in BOX.faces}
TRACKS, TIME_CARDS, CONTRACTS = 45, 3, 12


def played(seats: int, seed: str, **options: str) -> Iterator[tuple[SpikeState, str]]:
    """A game by curious players, who reach most words: each position, and the word that led there."""
    rng = Random(seed)
    said: Counter[int] = Counter()
    state = new_game(seats, **options)
    yield state, ""
    while not state.over:
        move = any_move(state, rng) if state.actor == NATURE else curious_move(state, said, rng)
        said[move] += 1
        state.play(move)
        yield state, GAME.vocabulary.word(move)


def check_cards(state: SpikeState, view: View) -> None:
    """Railway cards: by colour from all hands together, and by number from what everybody sees."""
    hands = [state.view(seat).hand for seat in range(state.seats)]
    assert [sum(hand) for hand in hands] == [player.cards for player in view.players]
    seen = view.pile - view.pile_times + sum(color != "" for color in view.display) + sum(view.discards)
    assert seen + sum(map(sum, hands)) == len(BOX.colors) * COPIES[state.seats]
    for color, name in enumerate(BOX.colors):
        outside = view.display.count(name) + view.discards[color] + sum(hand[color] for hand in hands)
        assert state.pile[color] == COPIES[state.seats] - outside
    assert 0 <= view.upper <= sum(state.pile)


def check_time_cards(view: View, mixed_in: bool) -> None:
    """Time cards: face up or face down on the board in rounds 1 and 2, face up or in the pile in round 3."""
    if view.round < 3:
        assert (view.times, view.pile_times) == (view.round, 0)
    elif mixed_in:
        assert view.times + view.pile_times == TIME_CARDS


def check_networks(view: View) -> None:
    """Track pieces, at most one track a space, and networks that hang together without a circle."""
    assert set(view.tracks) <= {0, *[1 << seat for seat in range(view.seats)]}
    for seat, player in enumerate(view.players):
        laid = [link for link, seats in enumerate(view.tracks) if seats >> seat & 1]
        assert player.stock + len(laid) == TRACKS
        if not player.cities:
            assert player.train == ""
            continue
        reached = {node(player.cities[0])}
        edges = laid
        while edges:
            near = [link for link in edges if {NET.first_end[link], NET.second_end[link]} & reached]
            assert near, "a network in two parts"
            for link in near:
                reached |= {NET.first_end[link], NET.second_end[link]}
            edges = [link for link in edges if link not in near]
        assert len(reached) == len(laid) + 1, "a circle"
        assert {city for city in reached if city < NET.cities} == {node(city) for city in player.cities}


def check_contracts(view: View) -> None:
    """Contracts and their tokens: dealt, aboard or delivered; every one of the 12 commodities once."""
    commodities = [COMMODITY[contract.face] for player in view.players for contract in player.contracts]
    cards = [card.rpartition("-")[0] for player in view.players for card in player.undecided]
    assert len(set(commodities)) == len(commodities)
    assert len(set(cards)) == len(cards)
    delivered = sum(len(player.delivered) for player in view.players)
    if view.turn >= 0:
        assert len(commodities) + delivered == CONTRACTS
    for player in view.players:
        assert sum(contract.aboard for contract in player.contracts) <= player.capacity
        assert len(set(player.delivered)) == len(player.delivered)
        assert set(player.delivered) <= set(player.cities)
        assert player.money >= 0


@pytest.mark.clause("SP-COMP-04", "SP-COMP-05", "SP-SETUP-12")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_adds_up_to_the_box_after_every_move(seats: int) -> None:
    reached: Counter[str] = Counter()
    rounds: set[int] = set()
    for number in range(2):
        mixed_in = False
        advanced = "yes" if number % 2 else "no"
        for state, word in played(seats, f"conservation:{seats}:{number}", advanced=advanced):
            view: View = state.view(None)
            mixed_in = mixed_in or view.pile_times > 0
            check_cards(state, view)
            check_time_cards(view, mixed_in)
            if word == "match" or word.startswith("place:"):
                check_networks(view)
            check_contracts(view)
            laid = [commodity for commodity in view.market if commodity]
            assert len(set(laid)) == len(laid) == (12 if view.turn >= 0 else len(laid))
            routes = [card for seat in range(seats) for card in [*state.view(seat).routes, *state.view(seat).dropped]]
            assert len(set(routes)) == len(routes) <= seats * (2 if advanced == "yes" else 1)
            reached[word.split(":")[0]] += 1
            rounds.add(view.round)
    assert rounds == {1, 2, 3}
    assert {"build", "start", "upgrade", "time", "load"} <= set(reached)


@pytest.mark.clause("SP-COMP-04", "SP-COMP-10")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_census_never_changes(seats: int) -> None:
    for number in range(2):
        first: dict[str, int] | None = None
        for state, _ in played(seats, f"census:{seats}:{number}"):
            census = GAME.census(state)
            first = first or census
            assert census == first
        assert first is not None
        assert {name: first[name] for name in ("cards red", "Time cards", "tracks 0", "markers")} == {
            "cards red": COPIES[seats],
            "Time cards": TIME_CARDS,
            "tracks 0": TRACKS,
            "markers": 12,
        }
