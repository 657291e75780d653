"""Finding puzzles: what is found is proved, and the same on any number of processes."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import trainshed
from trainshed.arena.jobs import run
from trainshed.arena.puzzles.collection import collected, find_puzzles, proved_again, regraded, written
from trainshed.arena.puzzles.hunt import CLEAR, FEWEST_MOVES, FoundPuzzles, HuntedGame, PuzzleHunt
from trainshed.bots.analysis import puzzles
from trainshed.bots.analysis.puzzles import PuzzleFile, position_of
from trainshed.cli import run as command

TITLE = "lok-n-roll"
NODES = 96
HUNT = PuzzleHunt(TITLE, "1", NODES)


@pytest.fixture(scope="module")
def found() -> FoundPuzzles:
    return run(HUNT, 6)


def test_every_look_finds_the_same_move_clearly_the_best(found: FoundPuzzles) -> None:
    puzzles = [puzzle for hunted in found.games.values() for puzzle in hunted.puzzles]
    assert puzzles, "else nothing is tested here"
    assert found.looked_at > 60
    for puzzle in puzzles:
        for look in (puzzle.proof, puzzle.first_look):
            assert look.moves[0].move == puzzle.best
            assert look.moves[0].chance - look.moves[1].chance >= CLEAR
    assert FoundPuzzles.decode(found.encode()) == found


def test_two_processes_find_the_same(found: FoundPuzzles) -> None:
    assert run(HUNT, 6, 2).encode() == found.encode()


def test_a_collection_has_all_grades_as_far_as_there_are_any(found: FoundPuzzles) -> None:
    [hunted, *_] = found.games.values()
    [puzzle, *_] = hunted.puzzles
    graded = [
        HuntedGame(hunted.game, [msgspec.structs.replace(puzzle, levels=["driver"] * levels)])
        for levels in (5, 5, 5, 5, 1, 0)
    ]
    file = collected(trainshed.game(TITLE), graded, 4, "by hand")
    assert [len(each.levels) for each in file.puzzles] == [5, 5, 1, 0], "the easiest first"
    assert [each.game for each in file.puzzles] == [0, 1, 2, 3]
    again = msgspec.json.decode(written(file), type=PuzzleFile)
    assert [each.best for each in again.puzzles] == [puzzle.best] * 4
    state = position_of(trainshed.game(TITLE), again, again.puzzles[0])
    assert trainshed.game(TITLE).vocabulary.id(puzzle.best) in state.moves()


def test_puzzles_are_graded_again_by_the_levels_as_they_play_now(found: FoundPuzzles) -> None:
    game = trainshed.game(TITLE)
    file = collected(game, [hunted for _, hunted in sorted(found.games.items())], 3, "by hand")
    forgotten = [msgspec.structs.replace(puzzle, levels=[]) for puzzle in file.puzzles]
    done: list[int] = []
    again = regraded(game, msgspec.structs.replace(file, puzzles=forgotten), done.append)
    assert done == list(range(1, len(file.puzzles) + 1))
    assert {(puzzle.game, puzzle.moves, puzzle.best) for puzzle in again.puzzles} == {
        (puzzle.game, puzzle.moves, puzzle.best) for puzzle in file.puzzles
    }
    grades = [len(puzzle.levels) for puzzle in again.puzzles]
    assert grades == sorted(grades, reverse=True)
    assert any(grades), "the strongest level finds some of them"


def test_puzzles_are_proved_again_and_those_without_a_proof_fall_away(found: FoundPuzzles) -> None:
    game = trainshed.game(TITLE)
    file = collected(game, [hunted for _, hunted in sorted(found.games.items())], 3, "by hand")
    unclear = msgspec.structs.replace(file.puzzles[0], game=0, moves=first_question(file))
    again = proved_again(game, msgspec.structs.replace(file, puzzles=[unclear, *file.puzzles[1:]]), 1, None, NODES)
    left = [puzzle for hunted in again for puzzle in hunted.puzzles]
    known = {(file.games[puzzle.game].words, puzzle.moves) for puzzle in file.puzzles[1:]}
    assert left, "else nothing is tested here"
    assert {(hunted.game.words, puzzle.moves) for hunted in again for puzzle in hunted.puzzles} <= known
    assert all(puzzle.margin >= CLEAR for puzzle in left)
    filled = find_puzzles(game, len(left) + 1, "2", 1, None, NODES, None, again)
    assert len(filled.puzzles) > len(left)
    assert "proved again" in filled.found


def first_question(file: PuzzleFile) -> int:
    """The number of the first move of a file's first game that is a question, at which everything is still open."""
    game = trainshed.game(file.title)
    state = game.start(file.games[0].seats)
    for number, word in enumerate(file.games[0].words.split()):
        if state.actor >= 0 and len(state.moves()) >= FEWEST_MOVES:
            return number
        state.play(game.vocabulary.id(word))
    raise ValueError("a game without a question")


def test_the_command_grades_again(
    found: FoundPuzzles, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = trainshed.game(TITLE)
    few = collected(game, [hunted for _, hunted in sorted(found.games.items())], 1, "by hand")
    monkeypatch.setattr(puzzles, "puzzles_of", lambda game: few)
    file = tmp_path / "puzzles.json"
    assert command(("puzzles", "grade", TITLE, str(file))) == 0
    assert file.read_bytes() == written(regraded(game, few))
    assert "found by so many levels" in capsys.readouterr().out
    assert command(("puzzles", "grade", TITLE, str(tmp_path / "nowhere" / "puzzles.json"))) == 1
    assert "there is no folder" in capsys.readouterr().err
    monkeypatch.setattr(puzzles, "puzzles_of", lambda game: None)
    assert command(("puzzles", "grade", TITLE, str(file))) == 1


def test_the_command_proves_again(
    found: FoundPuzzles, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = collected(trainshed.game(TITLE), [hunted for _, hunted in sorted(found.games.items())], 1, "by hand")
    monkeypatch.setattr(puzzles, "puzzles_of", lambda game: few)
    file = tmp_path / "puzzles.json"
    options = ("--count", "1", "--nodes", str(NODES), "--jobs", "1", "--keep", str(tmp_path / "kept"))
    assert command(("puzzles", "prove", TITLE, str(file), *options)) == 0
    assert "found by so many levels" in capsys.readouterr().out
    assert len(msgspec.json.decode(file.read_bytes(), type=PuzzleFile).puzzles) >= 1


def test_the_command_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "puzzles.json"
    assert command(("puzzles", "find", TITLE, str(file), "--count", "1", "--nodes", str(NODES), "--jobs", "1")) == 0
    out = capsys.readouterr().out
    assert "found by so many levels" in out
    read = msgspec.json.decode(file.read_bytes(), type=PuzzleFile)
    assert (read.title, len(read.puzzles)) == (TITLE, 1)
    assert written(read) == file.read_bytes()
    known: list[int] = []
    same = find_puzzles(trainshed.game(TITLE), 1, "1", 2, None, NODES, lambda puzzles, games: known.append(puzzles))
    assert written(same) == file.read_bytes(), "the same seed gives the same puzzles"
    assert known[-1] >= 1
