"""Pieces are conserved: after every move all pieces add up to the box, counted from the views of the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.support.games.first_class.positions import BOX, GAME, PAIRS, new_game
from trainshed.arena.checks import any_move
from trainshed.arena.played import curious_move
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.rules.turns import Turn
from trainshed.games.first_class.rules.words import TILE_WORD
from trainshed.games.first_class.view import View
from trainshed.kernel.agenda import NATURE

COACHES = {"0": 0, "1": 0, "2": 1, "4": 1, "7": 2, "12": 2}
"""The pair of levels of each level."""
CARDS = {0: 50, 1: 24, 2: 20}
DECK, ROUNDS = 40, 6
ALL_BONUS = {card.name for card in BOX.bonus}


def played(seats: int, seed: str, modules: str) -> Iterator[tuple[FirstClassState, str]]:
    """A game by curious players, who reach most words: each position, and the word that led there.

    Every few turns they take the start-player tile, which curiosity alone does not find among so many words.
    """
    rng = Random(seed)
    said: Counter[int] = Counter()
    state = new_game(seats, modules=modules)
    yield state, ""
    while not state.over:
        move = any_move(state, rng) if state.actor == NATURE else curious_move(state, said, rng)
        if TILE_WORD in state.moves() and rng.randrange(6) == 0:
            move = TILE_WORD
        said[move] += 1
        state.play(move)
        yield state, GAME.vocabulary.word(move)


def check_action_cards(view: View) -> None:
    """Every card of a deck that is in play lies in one place: deck, display, a player's cards, or out of the game."""
    taken = [name for names in view.taken for name in names]
    places = [*view.deck, *[name for name in view.rows if name], *taken]
    assert len(set(places)) == len(places)
    decks = -(-view.round // 2)
    assert len(places) + view.removed == DECK * decks
    for seat, player in enumerate(view.players):
        own = view.taken[seat]
        assert set(player.contracts) <= set(own)
        assert set(player.sections) <= set(own)
        assert 0 <= player.used <= len(own) - len(player.contracts) - len(player.sections)


def check_bonus_cards(state: FirstClassState, view: View) -> None:
    """End-bonus cards: display, deck and players, each card once."""
    owned = [name for seat in range(state.seats) for name in state.view(seat).own_bonus]
    assert [player.bonus for player in view.players] == [len(state.view(seat).own_bonus) for seat in range(state.seats)]
    places = [*owned, *view.display, *[BOX.bonus[card].name for card in state.bonus_deck]]
    assert len(state.bonus_deck) == view.bonus_deck
    assert len(set(places)) == len(places)
    if view.round:
        assert set(places) == ALL_BONUS
    if not state.over and isinstance(state.top, Turn) and state.top.again == 0:
        assert len(view.display) == 4 or view.bonus_deck == 0


def check_trains(view: View) -> None:
    """Coaches, mail cars, tiles and conductors."""
    inside: Counter[int] = Counter()
    tiles: list[str] = []
    arrived: Counter[int] = Counter()
    for seat, player in enumerate(view.players):
        mail = []
        for train, conductor in zip(player.trains, player.conductors, strict=True):
            inside.update(COACHES[name] for name in train if name in COACHES)
            mail += [name for name in train if name.startswith("m")]
            tiles += [name for name in train if name.startswith("lt")]
            assert [at for at, name in enumerate(train, 1) if name.startswith("m")] in ([], [6])
            assert [at for at, name in enumerate(train, 1) if name.startswith("lt")] in ([], [10])
            assert 0 <= conductor <= len(train) <= 10
            arrived[seat] += conductor == 10
        assert sorted([*mail, *player.mail_cars]) == ["m1", "m2", "m3", "m4"]
    assert {pair: inside[pair] + view.coaches[pair] for pair in CARDS} == CARDS
    assert sorted(tiles, key=lambda name: int(name[3:])) == [tile.name for tile in BOX.tiles[: view.tiles]]
    assert len(tiles) <= 2 * view.seats
    assert Counter(view.constantinople) == +arrived


def check_coins(view: View) -> None:
    for player in view.players:
        assert all(0 <= own <= room for own, room in zip(player.coins, (5, 5, 2), strict=True))
    assert sum(sum(player.coins) for player in view.players) + view.supply == 48


@pytest.mark.clause("FC-SETUP-07", "FC-SETUP-08", "FC-COIN-16")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_adds_up_to_the_box_after_every_move(seats: int) -> None:
    reached: Counter[str] = Counter()
    rounds: set[int] = set()
    for number in range(3):
        modules = PAIRS[(3 * seats + 4 * number) % len(PAIRS)]
        for state, word in played(seats, f"conservation:{seats}:{number}", modules):
            view: View = state.view(None)
            check_action_cards(view)
            check_bonus_cards(state, view)
            check_trains(view)
            check_coins(view)
            reached[word.split(":")[0]] += 1
            rounds.add(view.round)
    assert rounds == set(range(ROUNDS + 1))
    assert {"take", "use", "coach", "coin", "mail", "city", "tile"} <= set(reached)


@pytest.mark.clause("FC-LOCOCARD-05", "FC-MAIL-03", "FC-COIN-01")
@pytest.mark.parametrize("modules", PAIRS)
def test_the_census_never_changes(modules: str) -> None:
    seats = 2 + PAIRS.index(modules) % 3
    first: dict[str, int] | None = None
    for state, _ in played(seats, f"census:{modules}", modules):
        census = GAME.census(state)
        first = first or census
        assert census == first
    assert first is not None
    wanted = {
        "action cards": 3 * DECK,
        "end-bonus cards": 21,
        "coins": 48,
        "locomotive tiles": 8,
        "mail cars": 0,
        "arrivals": 0,
        "columns": 0,
        "coaches of pair 1": 50,
        "coaches of pair 2": 24,
        "coaches of pair 3": 20,
    }
    assert {name: first[name] for name in wanted} == wanted
    if "c" in modules:
        assert (first["fingerprints"], first["blank tokens"]) == (16, 10)


@pytest.mark.clause("FC-LOCO-07", "FC-CONDUCTOR-06")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_points_conductors_and_locomotives_never_go_back(seats: int) -> None:
    before: list[tuple[int, ...]] = [(0, 0, 0, 0)] * seats
    for state, _ in played(seats, f"forward:{seats}", PAIRS[seats]):
        now = [(player.points, *player.conductors, player.city) for player in state.players]
        assert all(new >= old for was, own in zip(before, now, strict=True) for old, new in zip(was, own, strict=True))
        before = now
    assert max(points for points, *_ in before) > 0
