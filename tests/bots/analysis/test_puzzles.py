"""The puzzles that ship with the titles: legal, proved, graded, and solvable from what the seat sees."""

from __future__ import annotations

from random import Random

import pytest

import trainshed
from tests.support.seeds import NIGHT
from trainshed.arena.puzzles.hunt import CLEAR, look
from trainshed.bots.analysis.puzzles import PuzzleFile, position_of, positions, puzzles_of
from trainshed.bots.analysis.turn_orders import same_turn_answers
from trainshed.bots.levels import LEVELS
from trainshed.cli import run
from trainshed.kernel.registry import titles

EACH = 1 if NIGHT else 50
"""One puzzle in so many is proved again."""
NODES = 768 if NIGHT else 96


def shipped(slug: str) -> PuzzleFile:
    file = puzzles_of(trainshed.game(slug))
    assert file is not None
    return file


@pytest.mark.parametrize("slug", titles())
def test_a_hundred_puzzles_each_with_its_proof(slug: str) -> None:
    game, file = trainshed.game(slug), shipped(slug)
    assert len(file.puzzles) >= 100
    digests = set()
    names = [level.name for level in LEVELS]
    for puzzle, state in positions(game, file):
        assert len(state.moves()) > 2
        assert state.actor == puzzle.proof.seat == puzzle.first_look.seat
        assert game.vocabulary.id(puzzle.best) in state.moves()
        assert puzzle.best == puzzle.proof.moves[0].move == puzzle.first_look.moves[0].move
        assert puzzle.margin >= CLEAR - 0.001, "rounded to four digits"
        assert puzzle.proof.nodes > puzzle.first_look.nodes
        assert [name for name in names if name in puzzle.levels] == puzzle.levels
        digests.add((state.digest(), puzzle.best))
    assert len(digests) == len(file.puzzles), "no puzzle is there twice"
    grades = [len(puzzle.levels) for puzzle in file.puzzles]
    assert grades == sorted(grades, reverse=True), "the easiest first"
    assert len(set(grades)) >= 3


@pytest.mark.parametrize("slug", titles())
def test_other_luck_finds_the_same_move(slug: str) -> None:
    game, file = trainshed.game(slug), shipped(slug)
    for number, puzzle in list(enumerate(file.puzzles))[::EACH]:
        judged = look(position_of(game, file, puzzle), puzzle.proof.moves[1].move, NODES, Random(f"again:{number}"))
        assert judged.moves[0].move == puzzle.best, f"puzzle {number + 1}"


@pytest.mark.parametrize("slug", titles())
def test_no_other_answer_leads_to_the_same_position(slug: str) -> None:
    game, file = trainshed.game(slug), shipped(slug)
    found = {}
    for number, (puzzle, state) in enumerate(positions(game, file), 1):
        same = same_turn_answers(state, puzzle.best, puzzle.proof.moves[1].move)
        assert bool(same) >= puzzle.withdrawn, f"puzzle {number} was withdrawn without need"
        if same and not puzzle.withdrawn:
            found[number] = (puzzle.best, same)
    assert found == {}


def test_a_puzzle_is_printed_and_an_answer_checked(capsys: pytest.CaptureFixture[str]) -> None:
    slug = "lok-n-roll"
    game, file = trainshed.game(slug), shipped(slug)
    puzzle = file.puzzles[1]
    state = position_of(game, file, puzzle)
    words = [game.vocabulary.word(move) for move in state.moves()]
    wrong = next(word for word in words if word != puzzle.best)
    assert run(("puzzles", "show", slug, "2")) == 0
    out = capsys.readouterr().out
    assert f"puzzle 2 of {len(file.puzzles)}: you are seat {state.actor + 1}." in out
    assert all(f"[{word}]" in out for word in words)
    assert run(("puzzles", "show", slug, "2", "--answer", str(words.index(puzzle.best) + 1))) == 0
    assert capsys.readouterr().out == "Right.\n"
    assert run(("puzzles", "show", slug, "2", "--answer", wrong, "--solution")) == 0
    out = capsys.readouterr().out
    assert out.startswith("There is a better one.")
    assert "What search says" in out
    assert run(("puzzles", "show", slug, "2", "--answer", "fly")) == 1
    assert run(("puzzles", "show", slug, "9999")) == 1
