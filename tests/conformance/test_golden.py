"""Games and words that must not change within an edition; `pytest tests/conformance --write-golden` writes them."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

import trainshed
from tests.support.compiled_build import is_compiled
from trainshed.arena.conform import outcomes, tables

GOLDEN = Path(__file__).parent / "golden"
SEED = "golden"


def golden_games(slug: str) -> str:
    """One game at every table, one line each, and the digest of them all."""
    game = trainshed.game(slug)
    lines = [outcome.line for outcome in outcomes(game, len(tables(game)), 0, SEED)]
    combined = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    head = f"{slug}, edition {game.edition}, pack {game.pack.digest[:16]}, seed {SEED}"
    return "\n".join([head, *lines, f"digest {combined}", ""])


def golden_file(name: str, text: str, write: bool) -> str:
    """The content of a golden file; with `write` it is written first."""
    file = GOLDEN / name
    if write:
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    if not file.exists():
        pytest.fail(f"golden/{name} is missing: pytest tests/conformance --write-golden")
    return file.read_text(encoding="utf-8")


def test_the_build_is_the_one_expected() -> None:
    expected = os.environ.get("TRAINSHED_EXPECT_COMPILED")
    if expected is None:
        pytest.skip("TRAINSHED_EXPECT_COMPILED says nothing: either build may be tested")
    assert is_compiled() == (expected == "1")


def test_golden_games(slug: str, write_golden: bool) -> None:
    text = golden_games(slug)
    assert text == golden_file(f"{slug}.txt", text, write_golden)


def test_words_are_only_appended(slug: str, write_golden: bool) -> None:
    words = list(trainshed.game(slug).vocabulary)
    old = golden_file(f"{slug}.words.txt", "\n".join([*words, ""]), write_golden).split()
    assert words[: len(old)] == old
