"""Golden games: every record is replayed and verified, and its transcript is unchanged (`tests.golden.make`)."""

from __future__ import annotations

import tomllib
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

import trainshed
from tests.golden.transcript import HERE, load, played, recordings, transcript
from trainshed.games.first_class.game import FirstClassGame
from trainshed.kernel.game import title_file
from trainshed.kernel.record import read, verify, write

FILES = recordings()
RAILS = [file for file in FILES if file.parent.name == "russian_railroads"]
UNUSED = tomllib.loads((HERE / "unused.toml").read_text(encoding="utf-8"))


def words_of(files: list[Path]) -> set[str]:
    return {row.text for file in files for row in load(file).rows}


@pytest.mark.parametrize("file", FILES, ids=[f"{file.parent.name}-{file.stem}" for file in FILES])
def test_a_recording_verifies_and_reads_the_same(file: Path) -> None:
    record = load(file)
    proof = verify(record)
    assert proof.over
    assert proof.digest == record.position
    assert write(record) == file.read_text(encoding="utf-8")
    assert transcript(record) == file.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", trainshed.titles())
def test_the_game_of_the_rulebook_can_be_read(slug: str) -> None:
    """It fits the present rules and numbers, and stops in the middle of a game; else the rulebook has no board."""
    package = type(trainshed.game(slug)).__module__.rpartition(".")[0]
    proof = verify(read(title_file(package, "example.train").read_text(encoding="utf-8")))
    assert not proof.over
    assert proof.digest


def test_there_are_enough_games() -> None:
    assert len(RAILS) >= 12
    assert {len(load(file).seats) for file in RAILS} == {2, 3, 4}
    others = [load(file) for file in FILES if file not in RAILS]
    assert {len(record.seats) for record in others} == {1, 2, 3, 4}
    assert {record.options.get("mode") for record in others} >= {"solo", "challenge", "rival"}


@pytest.mark.parametrize("slug", ["first-class", "lok-n-roll", "russian-railroads"])
def test_every_word_is_used_or_known_to_be_unused(slug: str) -> None:
    folder = slug.replace("-", "_")
    used = words_of([file for file in FILES if file.parent.name == folder])
    unused = [word for word in trainshed.game(slug).vocabulary if word not in used]
    allowed: dict[str, str] = UNUSED.get(folder, {})
    missing = [word for word in unused if not any(fnmatchcase(word, pattern) for pattern in allowed)]
    assert missing == [], "no golden game uses these words: make the games anew, or say why in unused.toml"
    idle = [pattern for pattern in allowed if not any(fnmatchcase(word, pattern) for word in unused)]
    assert idle == [], "these words are used by now: take them off unused.toml"


def test_everything_printed_is_used() -> None:
    """Every engineer lies on the strip and is hired or used, every factory is entered, every card and token played."""
    used = words_of(RAILS)
    factories = {
        event.factory
        for file in RAILS
        for _, _, happened in played(load(file))
        for event in happened
        if type(event).__name__ == "FactoryUsed"
    }
    assert factories == set(range(1, 10))
    vocabulary = list(trainshed.game("russian-railroads").vocabulary)
    for family in ("tile", "token", "card", "bonus", "start", "engineer", "place", "slot", "again", "industry"):
        words = [word for word in vocabulary if word.startswith(f"{family}:")]
        lacking = [word for word in words if word not in used and word != "tile:1"]
        assert lacking == [], family


def test_every_module_and_kind_of_card_of_first_class_is_played() -> None:
    """Two games of each pair of modules, with each number of seats; cards of every kind are carried out."""
    game = trainshed.game("first-class")
    records = [load(file) for file in FILES if file.parent.name == "first_class"]
    pairs = Counter(record.options["modules"] for record in records)
    assert pairs == dict.fromkeys(game.options[0].choices, 2)
    assert {len(record.seats) for record in records} == {2, 3, 4}
    assert isinstance(game, FirstClassGame)
    cards = {card.name: card.kind for card in game.box.cards}
    used = {
        cards[event.card]
        for record in records
        for _, _, happened in played(record)
        for event in happened
        if type(event).__name__ == "CardUsed"
    }
    assert used == set(cards.values())
