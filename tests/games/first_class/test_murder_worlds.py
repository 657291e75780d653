"""Views and worlds of the murder in First Class: the murderer and face-down tokens, with the odds of all deals."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import perm
from random import Random

import pytest

from tests.support.games.first_class.positions import GAME, ask, asked, do, give, legal, new_game, show, turn_of, wander
from trainshed.arena.calibrate import goodness
from trainshed.games.first_class.rules.murder.case import Case
from trainshed.games.first_class.rules.rounds import FinalCount
from trainshed.games.first_class.rules.state import FirstClassState

IMPROBABLE = 1e-6


# ---------------------------------------------------------------- the murderer


def case_of(state: FirstClassState) -> Case:
    own = state.kept[2]
    assert isinstance(own, Case)
    return own


def investigation(seats: int, guilty: int, *rows: str) -> FirstClassState:
    """A game with module C, set up with these tokens for each seat, before its first turn."""
    state = new_game(seats, modules="a-c", first_player="seat-1")
    do(state, f"guilty:{guilty + 1}")
    for row in rows:
        do(state, *[f"token:{face}" for face in row.split()])
    rng = Random(0)
    while asked(state) != "Turn":
        wander(state, rng)
    return state


@pytest.mark.clause("FC-MODULE-C-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_worlds_any_other_player_is_the_murderer_with_equal_odds(seats: int) -> None:
    state = investigation(seats, 1, *["print blank"] * seats)
    for seat in (None, *range(seats)):
        possible = [1] if seat == 1 else [other for other in range(seats) if other != seat]
        rng = Random(f"guilt {seats} {seat}")
        drawn = [case_of(GAME.world(state.view(seat), rng)).guilty for _ in range(400)]
        assert set(drawn) == set(possible)
        assert goodness([drawn.count(other) for other in possible], [1.0] * len(possible)) > IMPROBABLE
    # before the guilt cards are dealt nobody is
    early = new_game(seats, modules="a-c", first_player="seat-1")
    assert case_of(GAME.world(early.view(0), Random(1))).guilty == -1


# ---------------------------------------------------------------- tokens

Token = tuple[int, set[int]]
"""What a token shows, and who has held it."""


class Bench:
    """Tokens as a clerk notes them who sees all: of each seat its row, and the discarded ones."""

    def __init__(self, state: FirstClassState, *rows: str) -> None:
        self.state = state
        self.rows: list[list[Token]] = [
            [(int(face == "print"), {seat}) for face in row.split()] for seat, row in enumerate(rows)
        ]
        self.gone: list[Token] = []

    def play(self, seat: int, card: str, *words: str) -> None:
        """A seat uses a murder card; the words say which tokens it gives and discards."""
        state = self.state
        show(turn_of(give(state, seat, upper="0 0 0"), seat), card)
        column = state.rows.index(state.box.card_numbers[card])
        do(state, f"take:{column // 6 + 1}:{column % 6 + 1}", "use", *words)
        for word in words:
            head, *rest = word.split(":")
            if head == "give":
                face, holders = self.rows[seat].pop(int(rest[1]) - 1)
                self.rows[int(rest[0]) - 1].append((face, {*holders, int(rest[0]) - 1}))
            elif head == "discard":
                self.gone.append(self.rows[seat].pop(int(rest[0]) - 1))
            elif head == "token":
                self.rows[seat].append((int(rest[0] == "print"), {seat}))

    def all(self) -> list[Token]:
        return [token for row in (*self.rows, self.gone) for token in row]

    def exact(self, seat: int | None) -> dict[tuple[int, ...], int]:
        """Every way in which the unknown tokens can have been drawn from the 16 and 10, with its weight."""
        known = [face for face, holders in self.all() if seat in holders]
        blank, prints = 10 - known.count(0), 16 - known.count(1)
        unknown = len(self.all()) - len(known)
        ways = product((0, 1), repeat=unknown)
        return {way: perm(blank, way.count(0)) * perm(prints, way.count(1)) for way in ways}

    def drawn(self, seat: int | None, rng: Random) -> tuple[int, ...]:
        """The unknown tokens of a world; the known ones must be as they are."""
        case = case_of(GAME.world(self.state.view(seat), rng))
        faces = [token & 1 for row in (*case.tokens, case.discarded) for token in row]
        unknown = []
        for face, (truth, holders) in zip(faces, self.all(), strict=True):
            if seat in holders:
                assert face == truth
            else:
                unknown.append(face)
        assert case.bag == [10 - faces.count(0), 16 - faces.count(1)]
        return tuple(unknown)


def begun() -> Bench:
    rows = ("print blank", "print print", "blank print")
    return Bench(investigation(3, 0, *rows), *rows)


def given_on() -> Bench:
    bench = begun()
    bench.play(0, "c3-5", "give:2:1", "give:3:1")
    bench.play(1, "c2-5", "give:3:3", "leave")
    return bench


def discarded() -> Bench:
    bench = given_on()
    bench.play(2, "c3-4", "discard:1", "discard:3", "leave")
    bench.play(1, "c2-1", "draw", "token:blank", "token:print", "leave")
    return bench


@pytest.mark.clause("FC-MODULE-C-18", "FC-MODULE-C-03")
@pytest.mark.parametrize("bench", [begun(), given_on(), discarded()], ids=["begun", "given on", "discarded"])
def test_tokens_of_worlds_have_exact_odds(bench: Bench) -> None:
    for seat in (None, 0, 1, 2):
        exact = bench.exact(seat)
        rng = Random(f"tokens {seat} {len(exact)}")
        counts = Counter([bench.drawn(seat, rng) for _ in range(1500)])
        assert set(counts) <= set(exact)
        weights = [float(weight) for weight in exact.values()]
        assert goodness([counts[way] for way in exact], weights) > IMPROBABLE
        assert goodness([counts[way] for way in exact], [1.0] * len(exact)) < IMPROBABLE, "prints are more likely"


@pytest.mark.clause("FC-MODULE-C-18")
def test_who_has_held_a_token_knows_it_wherever_it_is() -> None:
    bench = discarded()
    for seat in (None, 0, 1, 2):
        seen = bench.state.view(seat).modules["murder"]
        shown = [token["print"] for row in (*seen["tokens"], seen["discarded"]) for token in row]
        assert shown == [bool(face) if seat in holders else None for face, holders in bench.all()]
        held = [token["knows"] for row in (*seen["tokens"], seen["discarded"]) for token in row]
        assert held == [sum(1 << holder for holder in holders) for _, holders in bench.all()]


@pytest.mark.clause("FC-MODULE-C-18")
@pytest.mark.parametrize("card", ["c1-4", "c2-5", "c3-5", "c2-4", "c3-4"])
def test_words_name_places_and_what_is_legal_tells_nothing(card: str) -> None:
    # given two tables that differ only in what the tokens of one seat show
    tables = []
    for row in ("print blank", "blank print"):
        state = investigation(3, 0, row, "print print", "blank print")
        show(give(state, 0, upper="0 0 0", coins=(0, 0, 0)), card)
        do(state, "take:1:1", "use")
        tables.append(state)
    one, two = tables
    # when the owner of the tokens is asked, then everything is legal or refused alike
    assert one.actor == two.actor == 0
    words = [word for word in legal(one) if word.startswith(("give", "discard"))]
    assert words
    assert legal(one) == legal(two)
    for move in range(len(GAME.vocabulary)):
        assert one.why_not(move) == two.why_not(move)
    # and to the others both look alike, also after the token is given or discarded
    for word in words:
        after_one, after_two = one.clone(), two.clone()
        for after in (after_one, after_two):
            after.listen()
            do(after, word)
        receiver = int(word.split(":")[1]) - 1 if word.startswith("give") else -1
        for seat in (None, 1, 2):
            assert one.seen(seat, GAME.vocabulary.id(word)) == two.seen(seat, GAME.vocabulary.id(word))
            assert (one.seen(seat, GAME.vocabulary.id(word)) == word) is (seat == receiver)
            assert one.view(seat) == two.view(seat)
            alike = after_one.view(seat) == after_two.view(seat)
            assert alike is (seat != receiver)
            assert (after_one.events(seat) == after_two.events(seat)) is (seat != receiver)


@pytest.mark.clause("FC-MODULE-C-18", "FC-MODULE-C-10")
def test_after_the_reveal_worlds_have_the_true_tokens_and_any_discarded_ones() -> None:
    bench = discarded()
    state = bench.state
    rng = Random("reveal")
    ask(state, FinalCount())
    assert case_of(GAME.world(state.view(None), rng)).guilty == case_of(state).guilty
    do(state, "token:print", "token:blank")
    assert state.over
    truth = case_of(state)
    gone: set[tuple[int, ...]] = set()
    for _ in range(60):
        case = case_of(GAME.world(state.view(None), rng))
        assert [[token & 1 for token in row] for row in case.tokens] == [[t & 1 for t in row] for row in truth.tokens]
        assert case.guilty == truth.guilty
        assert sum(case.bag) == sum(truth.bag)
        gone.add(tuple(token & 1 for token in case.discarded))
    assert len(gone) > 1
