"""Every installed title keeps the contract, on this build, in every process and under every hash seed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import trainshed
from tests.support.compiled_build import is_compiled
from tests.support.seeds import size
from trainshed.arena.conform import ConformanceReport, NotConforming, conform, tables

GAMES = size(day=48, night=960) if is_compiled() else size(day=16, night=240)
"""More games on the compiled build, which plays the same games faster; `.ci/nightly` adds 3,000 of each title."""

POSITIONS = 10 * GAMES
FEW = size(day=8, night=30) if is_compiled() else size(day=4, night=8)
"""Games that are played several times over, in other processes or under other hash seeds."""

DIGEST = """
import sys, trainshed
from trainshed.arena.conform import conform
print(conform(trainshed.game(sys.argv[1]), games=int(sys.argv[2]), seed=sys.argv[3]).digest)
"""


def run(slug: str, seed: str, games: int, positions: int | None = None, jobs: int = 1) -> ConformanceReport:
    try:
        return conform(trainshed.game(slug), games, positions, seed, jobs)
    except NotConforming as error:
        pytest.fail(f"TRAINSHED_SEED={seed}: {error}")


def test_conforms(slug: str, seed: str) -> None:
    report = run(slug, seed, GAMES, POSITIONS)
    assert report.games == GAMES, f"TRAINSHED_SEED={seed}"
    assert report.positions >= POSITIONS * 0.9, f"TRAINSHED_SEED={seed}"
    assert report.tables == min(GAMES, len(tables(trainshed.game(slug)))), f"TRAINSHED_SEED={seed}"


def test_jobs_make_no_difference(slug: str, seed: str) -> None:
    assert run(slug, seed, 2 * FEW) == run(slug, seed, 2 * FEW, jobs=2), f"TRAINSHED_SEED={seed}"


def test_hash_seeds_make_no_difference(slug: str, seed: str) -> None:
    digests = {digest_under(slug, seed, hash_seed) for hash_seed in ("0", "1")}
    assert digests == {run(slug, seed, FEW).digest}, f"TRAINSHED_SEED={seed}"


def digest_under(slug: str, seed: str, hash_seed: str) -> str:
    """The digest of a small run in a process of its own."""
    command = [sys.executable, "-c", DIGEST, slug, str(FEW), seed]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"TRAINSHED_SEED={seed}: {done.stderr}"
    return done.stdout.strip()


def test_progress_counts_games(slug: str) -> None:
    done: list[int] = []
    conform(trainshed.game(slug), games=3, positions=0, progress=done.append)
    assert done == [1, 2, 3]


def test_every_choice_stands_at_some_table(slug: str) -> None:
    game = trainshed.game(slug)
    every = tables(game)
    for seats in game.seat_counts:
        for option in game.options:
            if option.applies(seats):
                played = {table.options[option.name] for table in every if table.seats == seats}
                assert played == set(option.choices_for(seats))
