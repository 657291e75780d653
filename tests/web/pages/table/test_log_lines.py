"""The log of whole games, as a player reads it: one line a turn, every point with its source, in every language."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import trainshed
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.nature import Seeded
from trainshed.kernel.registry import titles
from trainshed.locale import LANGUAGES, speech
from trainshed.web.pages.table.log_lines import LogLine, log_lines
from trainshed.wire import SeenRow

NAMES = ("Ada", "Bruno", "Clara", "Dmitri")
GAMES = 6
FORBIDDEN = re.compile(r"_|%\(|\bNone\b|\bSeat \d|\b0 doubl|space 0|  |\.\.|: \.|,,|: ,")
GAINED = re.compile(r"([+−])(\d+) (?:points?|puntos?|punt[io])\b")
SCORED = re.compile(r"(Ada|Bruno|Clara|Dmitri) \+(\d+)")
INCOME = re.compile(r"\+(\d+) (?:a round|por ronda|per round)")


@cache
def played(slug: str, seed: int, viewer: int | None = None) -> tuple[Any, list[SeenRow]]:
    """A game with random moves or by rules of thumb, in turns; the last position, and its rows as a viewer saw them."""
    game = trainshed.game(slug)
    seats = game.seat_counts[seed % len(game.seat_counts)]
    state, rng, nature = game.start(seats), Random(seed), Seeded(str(seed))
    state.listen()
    rows: list[SeenRow] = []
    while not state.over:
        actor, moves = state.actor, state.moves()
        if actor == NATURE:
            move = nature.choose(state)
        elif seed % 2 and len(moves) > 1:
            move = rng.choices(moves, [weight + 1e-9 for weight in game.part("bot").weigh(state, moves)])[0]
        else:
            move = rng.choice(moves)
        word = state.seen(viewer, move)
        state.apply(move)
        rows.append(SeenRow(len(rows) + 1, actor, len(rows), word, state.events(viewer)))
    return state, rows


def told(slug: str, rows: list[SeenRow], language: str = "en") -> list[LogLine]:
    return log_lines(trainshed.game(slug), rows, speech(language), NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", titles())
def test_lines_read_like_sentences(slug: str, language: str) -> None:
    for seed in range(GAMES):
        _state, rows = played(slug, seed, 0 if seed % 3 else None)
        for line in told(slug, rows, language):
            assert not FORBIDDEN.search(line.sentence), line.sentence
            assert line.sentence[0].isupper() or line.sentence[0].isdigit(), line.sentence
            assert line.sentence.endswith("."), line.sentence


@pytest.mark.parametrize("slug", titles())
def test_a_log_has_about_a_line_for_each_turn(slug: str) -> None:
    for seed in range(GAMES):
        _state, rows = played(slug, seed)
        lines = told(slug, rows)
        turns = sum(1 for before, row in pairwise(rows) if row.seat != before.seat)
        assert len(lines) < 0.6 * len(rows)
        assert len(lines) <= turns + 60
        assert len({line.id for line in lines}) == len(lines)


@pytest.mark.parametrize("slug", titles())
def test_no_two_turns_have_one_number(slug: str) -> None:
    """A turn begins at the end of the row before it, which belongs to the turn of another."""
    _, rows = played(slug, 3)
    turns = [line for line in told(slug, rows) if line.moved and line.seat >= 0]
    seats = {row.seq: row.seat for row in rows}
    own = [line.seq for line in turns if seats[line.seq] == line.seat]
    assert len(own) > len(turns) / 2
    assert len(own) == len(set(own))


@pytest.mark.parametrize("slug", titles())
def test_a_line_keeps_its_place_while_it_grows(slug: str) -> None:
    _state, rows = played(slug, 1)
    whole = told(slug, rows)
    for count in range(1, len(rows), 7):
        lines = told(slug, rows[:count])
        assert [line.id for line in lines] == [line.id for line in whole][: len(lines)]
        assert [line.sentence for line in lines[:-2]] == [line.sentence for line in whole][: max(0, len(lines) - 2)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.clause("RR-SCORE-02")
def test_every_point_of_russian_railroads_is_told_with_its_source(language: str) -> None:
    for seed in range(GAMES):
        state, rows = played("russian-railroads", seed)
        points, income = [0] * state.seats, [0] * state.seats
        for line in told("russian-railroads", rows, language)[:-1]:
            for name, count in SCORED.findall(line.sentence):
                points[NAMES.index(name)] += int(count)
            if line.seat >= 0:
                points[line.seat] += sum(int(count) for _sign, count in GAINED.findall(line.sentence))
                income[line.seat] += sum(int(count) for count in INCOME.findall(line.sentence))
        assert points == state.scores()
        last = [event for row in rows for event in row.events if type(event).__name__ == "RoundScored"]
        assert income == [event.total for event in last[-state.seats :]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.clause("LR-SCORE-01")
def test_every_point_on_a_pile_of_lok_n_roll_is_told(language: str) -> None:
    for seed in range(GAMES):
        state, rows = played("lok-n-roll", seed)
        points = [0] * state.seats
        for line in told("lok-n-roll", rows, language)[:-1]:
            for sign, count in GAINED.findall(line.sentence):
                points[line.seat] += int(count) if sign == "+" else -int(count)
        assert points == [sum(int(card.split(":")[1]) for card in pile) for pile in state.view(None).piles]


def test_steps_that_are_taken_back_are_not_told() -> None:
    _state, rows = played("russian-railroads", 1)
    end = next(at for at, row in enumerate(rows) if row.seat >= 0 and row.seat == rows[at - 1].seat)
    seat, seq = rows[end].seat, rows[end].seq
    undo = SeenRow(seq + 1, seat, 0, "/undo 1")
    assert told("russian-railroads", [*rows[: end + 1], undo]) == told("russian-railroads", rows[:end])
    far = SeenRow(seq + 1, seat, 0, f"/undo {end}")
    assert [line.sentence for line in told("russian-railroads", [*rows[: end + 1], far])][1:] == [
        f"{NAMES[seat]} takes back {end} steps."
    ]


def test_a_turn_goes_on_after_a_pause() -> None:
    _state, rows = played("russian-railroads", 1)
    at = next(at for at, row in enumerate(rows) if row.seat >= 0 and row.seat == rows[at - 1].seat)
    paused = [*rows[:at], SeenRow(1000, 0, 0, "/pause"), *rows[at : at + 1]]
    plain = told("russian-railroads", rows[: at + 1])
    assert [line.sentence for line in told("russian-railroads", paused)] == [
        *[line.sentence for line in plain],
        f"The table is paused, as {NAMES[0]} asked.",
    ]


def test_a_log_that_is_cut_begins_with_a_whole_line() -> None:
    _state, rows = played("russian-railroads", 1)
    whole = {line.id: line for line in told("russian-railroads", rows)}
    for start in range(1, 80):
        assert all(whole[line.id] == line for line in told("russian-railroads", rows[start:]))
