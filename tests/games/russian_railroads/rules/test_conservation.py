"""Pieces are conserved: after every move all pieces add up to the box, counted from the views of the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.support.games.russian_railroads.table import GAME, only
from trainshed.arena.checks import any_move
from trainshed.arena.played import curious_move
from trainshed.games.russian_railroads.events import CardUsed, StartChosen
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.view import View
from trainshed.kernel.agenda import NATURE

ROUBLES, DOUBLERS, ENGINEERS, BONUS_CARDS, QUESTION_CARDS, TOKENS, WORKERS = 18, 20, 15, 10, 5, 7, 8
SPECIAL_ENGINEER = 1
TURQUOISE = {2: 0, 3: 2, 4: 2}
BOXED_WORKERS = {2: 0, 3: 0, 4: 1}
TILES = {2: 2, 3: 3, 4: 4}
COLOURS_OF_RAILROADS = (5, 4, 3)


def played(seats: int, seed: str) -> Iterator[tuple[RailState, str]]:
    """A game by curious players, who reach most effects: each position, and the word that led there."""
    rng = Random(seed)
    said: Counter[int] = Counter()
    state: RailState = GAME.start(seats)
    state.listen()
    yield state, ""
    while not state.over:
        move = any_move(state, rng) if state.actor == NATURE else curious_move(state, said, rng)
        said[move] += 1
        state.play(move)
        yield state, GAME.vocabulary.word(move)


def workers(view: View, seat: int) -> int:
    own = view.players[seat]
    return own.workers + own.reserve + sum(stack.workers for stack in view.stacks if stack.seat == seat)


def tiles(view: View) -> Counter[int]:
    """Locomotive tiles by number: in piles, open, on boards, and in hand in the middle of a build."""
    found: Counter[int] = Counter()
    for number, (pile, lying) in enumerate(zip(view.piles, view.open_factories, strict=True)):
        found[number] += pile + lying
    for player in view.players:
        found.update(number for number in [*player.locomotives, *player.factories] if number)
    found.update(effect[2] for effect in view.pending if effect[0] in ("PlaceLocomotive", "ReplaceFactory"))
    found[9] += "loco_9" in view.cards
    return found


class Watch:
    """Counts what a single position does not show: engineers laid, cards used."""

    def __init__(self) -> None:
        self.laid: list[int] = []
        self.cards = 0
        self.starts = 0
        self.last_strip: list[int] = []
        self.left: list[int] = []

    def see(self, state: RailState, word: str) -> None:
        if word.startswith("tile:"):
            self.laid.append(int(word.split(":")[1]))
        self.cards += len(only(state.heard or [], CardUsed))
        self.starts += len(only(state.heard or [], StartChosen))


def check_engineers(view: View, watch: Watch, round_changed: bool) -> None:
    """Check that every engineer laid is on the strip or hired, or left the end of the strip at the end of a round."""
    strip = [number for number in view.strip if number]
    hired = [number for player in view.players for number in player.engineers]
    assert len({*strip, *hired}) == len(strip) + len(hired), "an engineer is in two places"
    gone = [number for number in watch.laid if number not in strip and number not in hired and number not in watch.left]
    if gone:
        assert round_changed, f"engineers {gone} are lost"
        assert gone == [watch.last_strip[-1]]
        watch.left += gone
    special = [number for number in hired if number not in watch.laid]
    assert special == ([] if "engineer" in view.cards else [SPECIAL_ENGINEER])
    assert max([*strip, *hired, 0]) <= ENGINEERS
    watch.last_strip = view.strip


def check_table(view: View, seats: int) -> None:
    on_spaces = view.stacks
    players = view.players
    spread = sum(player.roubles for player in players) + sum(stack.roubles for stack in on_spaces)
    assert view.roubles + spread + ("engineer" in view.cards) == ROUBLES, "the card holds one rouble"
    assert view.doublers + sum(player.doublers for player in players) == DOUBLERS
    turquoise = sum(player.turquoise for player in players) + sum(stack.turquoise for stack in on_spaces)
    assert view.turquoise + turquoise == TURQUOISE[seats]
    black = sum(player.black for player in players) + sum(stack.black for stack in on_spaces)
    assert black + ("black_worker" in view.cards) == 1
    for seat in range(seats):
        assert workers(view, seat) == WORKERS - BOXED_WORKERS[seats]
    expected = Counter({number: TILES[seats] + (number == 9) for number in range(1, 10)})
    assert +tiles(view) == expected
    for player in players:
        assert len(set(player.tokens)) == len(player.tokens) <= TOKENS
        assert 1 <= sum(marker >= 0 for marker in player.markers) <= 2
        for colour in range(5):
            railroads = [r for r, colours in enumerate(COLOURS_OF_RAILROADS) if colour < colours]
            owned = [player.tracks[5 * railroad + colour] >= 0 for railroad in railroads]
            assert len(set(owned)) == 1, "a colour is earned for all its railroads at once"
        unused = [5 * r + c for r, colours in enumerate(COLOURS_OF_RAILROADS) for c in range(colours, 5)]
        assert all(player.tracks[at] == -1 for at in unused)


@pytest.mark.clause("RR-SETUP-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_adds_up_to_the_box_after_every_move(seats: int) -> None:
    reached: Counter[str] = Counter()
    for game in range(6):
        watch = Watch()
        round_before = 0
        for state, word in played(seats, f"conservation:{seats}:{game}"):
            view: View = state.view(None)
            watch.see(state, word)
            check_table(view, seats)
            check_engineers(view, watch, view.round != round_before)
            assert len(view.cards) + watch.cards == QUESTION_CARDS
            assert view.round or len(view.starts) + watch.starts == 4
            hands = [state.view(seat).own_bonus for seat in range(seats)]
            assert [len(hand) for hand in hands] == [player.bonus for player in view.players]
            assert len({card for hand in hands for card in hand}) == len(view.takes)
            assert view.pile_size + len(view.takes) == BONUS_CARDS - 2
            round_before = view.round
            reached[word.split(":")[0]] += 1
    assert {"token", "bonus", "card", "build", "industry"} <= set(reached)
