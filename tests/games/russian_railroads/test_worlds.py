"""Worlds of Russian Railroads compared with the exact odds of all histories of the end bonus cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import msgspec
import pytest

from tests.support.games.russian_railroads.table import BOX, GAME, do, position
from trainshed.arena.calibrate import WORLDS, check_ranks, goodness, measure, rank
from trainshed.arena.checks import NotConforming
from trainshed.games.russian_railroads.rules.bonus import LookOrTen, LookThrough, SettleBonus
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Turn
from trainshed.games.russian_railroads.view import View
from trainshed.kernel.agenda import NATURE

IMPROBABLE = 1e-6
SEATS = 3
CARDS = tuple(BOX.bonus_names)
TEN = "ten"

History = tuple[str, ...]
"""The two cards removed, then what each end bonus choice brought: a card, or the 10 points without a look."""

Script = Sequence[tuple[int, bool]]
"""The seats that have an end bonus choice, in order, and whether each looks and keeps a card (or takes 10 points)."""


# ---------------------------------------------------------------- what could have happened, counted without the rules


def histories(script: Script) -> Iterator[History]:
    """Every history of a script. All are equally likely if cards are kept at random."""
    for removed in combinations(CARDS, 2):
        yield from kept(script, removed)


def kept(script: Script, history: History) -> Iterator[History]:
    """Every way to go on with a history that has come to the beginning of this script."""
    if not script:
        yield history
        return
    for longer in next_choices(history, script[0][1]):
        yield from kept(script[1:], longer)


def next_choices(history: History, takes_card: bool) -> list[History]:
    """A history with each outcome of one more end bonus choice."""
    return [(*history, card) for card in CARDS if card not in history] if takes_card else [(*history, TEN)]


def known(script: Script, history: History, seat: int | None) -> tuple[object, ...]:
    """What a seat has seen of a history: the pile at each of its looks, and what it kept (RR-TURN-17, -22)."""
    pile = frozenset(CARDS) - set(history[:2])
    seen: list[object] = []
    for (looker, _), card in zip(script, history[2:], strict=True):
        if looker == seat and card != TEN:
            seen += [pile, card]
        pile -= {card}
    return tuple(seen)


def possible(script: Script, truth: History, seat: int | None) -> list[History]:
    """Every history that a seat cannot tell from the true one, found step by step: with six choices there are 900,000
    histories in all, and the seat's looks leave few of them."""
    found: list[History] = list(combinations(CARDS, 2))
    for length, (_, takes_card) in enumerate(script, 1):
        mine = known(script[:length], truth[: length + 2], seat)
        longer = [history for start in found for history in next_choices(start, takes_card)]
        found = [history for history in longer if known(script[:length], history, seat) == mine]
    return found


# ---------------------------------------------------------------- the same with the rules


def played(script: Script, history: History) -> RailState:
    """The position to which a history leads."""
    looks = [LookOrTen(seat) for seat, _ in reversed(script)]
    state = position(SEATS, pending=[NextTurn(0), SettleBonus(0), Turn(0), *looks])
    for card in history[2:]:
        do(state, TEN if card == TEN else "look")
        if state.actor == NATURE:
            do(state, "removed:" + ":".join(history[:2]))
        if card != TEN:
            do(state, f"bonus:{card}")
    return state


def history_of(script: Script, state: RailState) -> History:
    """The history that led to a position."""
    removed = [card for index, card in enumerate(CARDS) if state.removed >> index & 1]
    takes = iter([(state.takes[at], CARDS[state.takes[at + 1]]) for at in range(0, len(state.takes), 2)])
    history = removed
    for seat, takes_card in script:
        if takes_card:
            taker, card = next(takes)
            assert taker == seat
            history.append(card)
        else:
            history.append(TEN)
    assert next(takes, None) is None
    return tuple(history)


def any_history(script: Script, rng: Random) -> History:
    cards = rng.sample(CARDS, len(CARDS))
    removed = sorted([cards.pop(), cards.pop()], key=CARDS.index)
    return (*removed, *[cards.pop() if takes_card else TEN for _, takes_card in script])


def keeps(*seats: int) -> list[tuple[int, bool]]:
    return [(seat, True) for seat in seats]


CASES: list[tuple[str, Script, int | None, int]] = [
    ("another took a card before the own look", keeps(1, 0), 0, 3),
    ("another took a card after the own look", keeps(0, 1), 0, 7),
    ("two others took cards after the own look", keeps(0, 1, 2), 0, 42),
    ("a card went between two own looks", keeps(1, 0, 2, 0), 0, 3),
    ("two cards went between two own looks", keeps(0, 1, 2, 0), 0, 2),
    (
        "cards went before, between and after own looks",
        keeps(1, 0, 2, 1, 0, 2),
        0,
        3 * 2 * 3,
    ),
    ("points in between", [(0, True), (1, False), (2, True), (0, False)], 0, 7),
    ("one took twice", keeps(1, 0, 2, 1), 0, 3 * 6 * 5),
    ("a spectator", keeps(1), None, 45 * 8),
    ("a seat that never looked", [(1, True), (2, False)], 0, 45 * 8),
]
NAMES = [name for name, *_ in CASES]


@pytest.mark.clause("RR-TURN-22")
@pytest.mark.parametrize(("name", "script", "seat", "ways"), CASES, ids=NAMES)
def test_worlds_have_exact_odds(name: str, script: Script, seat: int | None, ways: int) -> None:
    rng = Random(name)
    truth = any_history(script, rng)
    exact = possible(script, truth, seat)
    assert len(exact) == ways
    assert odds(script, truth, seat, rng) > IMPROBABLE


def odds(script: Script, truth: History, seat: int | None, rng: Random, lean: int = 1) -> float:
    """The p-value of the worlds of a position under the exact odds; `lean` biases them: the least of so many counts."""
    exact = possible(script, truth, seat)
    view = played(script, truth).view(seat)
    drawn: Counter[History] = Counter()
    for _ in range(max(300, 10 * len(exact))):
        drawn[min(history_of(script, GAME.world(view, rng)) for _ in range(lean))] += 1
    if drawn.keys() - set(exact):
        return 0.0
    return goodness([drawn[history] for history in exact], [1.0] * len(exact))


@pytest.mark.parametrize(("name", "script", "seat", "ways"), CASES[:4], ids=NAMES[:4])
def test_wrong_odds_would_be_noticed(name: str, script: Script, seat: int | None, ways: int) -> None:
    rng = Random(name)
    assert odds(script, any_history(script, rng), seat, rng, lean=2) < IMPROBABLE


# ---------------------------------------------------------------- views


@pytest.mark.clause("RR-TURN-17", "RR-TURN-22")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_view_tells_what_was_seen_and_nothing_else(seat: int | None) -> None:
    """Views are equal exactly where everything that the seat has seen is equal, over every history of a script."""
    script = keeps(1, 0, 2)
    by_view: dict[bytes, set[tuple[object, ...]]] = {}
    by_knowledge: dict[tuple[object, ...], set[bytes]] = {}
    for history in thinned(script, 900):
        seen = known(script, history, seat)
        bytes_of_view = msgspec.msgpack.encode(played(script, history).view(seat))
        by_view.setdefault(bytes_of_view, set()).add(seen)
        by_knowledge.setdefault(seen, set()).add(bytes_of_view)
    assert all(len(views) == 1 for views in by_knowledge.values()), "a view tells more than was seen"
    assert all(len(seen) == 1 for seen in by_view.values()), "a view forgets something"
    assert len(by_knowledge) == 1 if seat is None else len(by_knowledge) > 40


def thinned(script: Script, count: int) -> list[History]:
    every = list(histories(script))
    return Random(7).sample(every, count)


@pytest.mark.clause("RR-TURN-17")
def test_others_see_a_count_only() -> None:
    truth: History = (CARDS[0], CARDS[1], CARDS[2], CARDS[3])
    state = played(keeps(0, 1), truth)
    for seat in (2, None):
        view: View = state.view(seat)
        assert [player.bonus for player in view.players] == [1, 1, 0]
        assert view.pile_size == 6
        assert (view.own_bonus, view.looks, view.opened) == ([], [], [])
    assert state.view(0).own_bonus == [CARDS[2]]
    assert state.view(1).own_bonus == [CARDS[3]]


@pytest.mark.clause("RR-TURN-22")
def test_whoever_looked_may_still_name_the_others() -> None:
    state = played(keeps(0), (CARDS[0], CARDS[1], CARDS[2]))
    assert [look.pile for look in state.view(0).looks] == [list(CARDS[2:])]
    assert state.view(1).looks == []
    assert state.view(1).pile_size == 7


@pytest.mark.clause("RR-TURN-17")
def test_words_of_the_pile_are_read_by_the_looker_alone() -> None:
    state = position(SEATS, pending=[NextTurn(0), SettleBonus(0), Turn(0), LookThrough(1)])
    removed = GAME.vocabulary.id(f"removed:{CARDS[0]}:{CARDS[1]}")
    assert [state.seen(seat, removed) for seat in (0, 1, 2, None)] == [
        "removed:?",
        f"removed:{CARDS[0]}:{CARDS[1]}",
        "removed:?",
        "removed:?",
    ]
    state.play(removed)
    take = GAME.vocabulary.id(f"bonus:{CARDS[5]}")
    assert [state.seen(seat, take) for seat in (0, 1, 2, None)] == [
        "bonus:?",
        f"bonus:{CARDS[5]}",
        "bonus:?",
        "bonus:?",
    ]
    # the choice before it is open
    state = position(SEATS, pending=[NextTurn(0), SettleBonus(0), Turn(0), LookOrTen(1)])
    for word in (TEN, "look"):
        assert [state.seen(seat, GAME.vocabulary.id(word)) for seat in (0, 1, 2, None)] == [word] * 4


# ---------------------------------------------------------------- ranks


def ranks(count: int, lean: bool) -> list[list[int]]:
    """The ranks of the true position among its worlds, over many scripts; with `lean` the worlds are biased."""
    rng = Random("ranks")
    found = []
    for _ in range(count):
        script = [(rng.randrange(SEATS), rng.random() < 0.95) for _ in range(rng.randrange(1, 6))]
        seat = rng.choice([0, 1, 2, None])
        state = played(script, any_history(script, rng))
        other, *worlds = [world_of(state, seat, rng, lean) for _ in range(WORLDS + 1)]
        rows = zip(*[measure(world, other) for world in [state, *worlds]], strict=True)
        found.append([rank(numbers, rng) for numbers in rows])
    return found


def world_of(state: RailState, seat: int | None, rng: Random, lean: bool) -> RailState:
    worlds: list[RailState] = [state.redraw(seat, rng) for _ in range(2 if lean else 1)]
    return min(worlds, key=lambda world: measure(world, world)[0])


def test_the_truth_is_no_outlier_among_worlds() -> None:
    check_ranks(ranks(200, lean=False))


def test_leaning_worlds_are_noticed() -> None:
    with pytest.raises(NotConforming, match="wrong odds"):
        check_ranks(ranks(200, lean=True))
