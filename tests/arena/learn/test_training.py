"""Training of values: positions with what became of them, the fit, rounds that go on where they stopped."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import numpy as np
import pytest

import trainshed
from trainshed.arena.jobs import run
from trainshed.arena.learn.fitting import FitError, fit, joined
from trainshed.arena.learn.rounds import Training, TrainingError, TrainingPlan
from trainshed.arena.learn.samples import GameSamples, Samples, SelfPlay
from trainshed.bots.learned.value import PositionInputs
from trainshed.cli import run as command

TITLE = "lok-n-roll"
PLAN = TrainingPlan(TITLE, games=16, nodes=2, duels=2)


def quiet(what: str, more: int, most: int) -> None:
    """No progress."""


def made_up_games(count: int, seed: int) -> list[GameSamples]:
    """Games of two seats with four features, of which the first tells what the estimate misses, and who wins."""
    rng = Random(seed)
    games = []
    for _ in range(count):
        rows = np.array([[rng.random() for _ in range(4)] for _ in range(10)], dtype=np.float16) + np.float16(0.01)
        targets = np.zeros((10, 8), dtype=np.float32)
        targets[:, 0] = rows[:, 0]
        targets[:, 1] = -rows[:, 0]
        targets[:, 4] = rows[:, 0] > 0.5
        targets[:, 5] = rows[:, 0] <= 0.5
        at = np.tile(np.arange(4, dtype=np.uint16), 10)
        games.append(GameSamples(2, [4] * 10, at.tobytes(), rows.tobytes(), targets.tobytes()))
    return games


def test_a_fit_finds_what_the_features_tell() -> None:
    games = made_up_games(200, 1)
    fitted = fit(games, 4, 4, None, 1)
    assert fitted.report.points_explained > 0.9
    assert fitted.report.brier < fitted.report.brier_even / 2
    assert (fitted.report.positions, fitted.report.held_back) == (1750, 250)
    again = fit(games, 4, 4, None, 1)
    assert again.report == fitted.report, "the same seed gives the same network"
    features, targets = joined(made_up_games(20, 2), 4, 4)
    said = fitted.network.of_batch(features)
    assert float(np.mean((said - targets)[:, :2] ** 2)) < 0.01, "games that it has never seen"


def test_a_fit_goes_on_from_an_earlier_network() -> None:
    games = made_up_games(200, 1)
    before = fit(games, 4, 4, None, 1)
    few = made_up_games(16, 3)
    assert fit(few, 4, 4, before.network, 1).report.points_explained > fit(few, 4, 4, None, 1).report.points_explained


def test_too_few_games_are_refused() -> None:
    with pytest.raises(FitError):
        fit(made_up_games(1, 1), 4, 4, None, 1)


def test_positions_say_what_became_of_them() -> None:
    played = run(SelfPlay(TITLE, "1", 1, b""), 3)
    inputs = PositionInputs(trainshed.game(TITLE))
    assert [played.games[index].seats for index in range(3)] == [2, 3, 4]
    for game in played.games.values():
        features, targets = joined([game], inputs.length, inputs.places)
        assert features.shape == (len(game.lengths), inputs.length)
        assert len(game.lengths) > 2
        assert features.max() <= 10
        assert np.allclose(targets[:, inputs.places :].sum(axis=1), 1), "somebody wins"
        assert not targets[:, game.seats : inputs.places].any(), "nobody sits there"
    assert Samples.decode(played.encode()) == played


def test_the_same_positions_on_one_and_on_two_processes() -> None:
    task = SelfPlay(TITLE, "1", 1, b"")
    assert run(task, 6, 2).encode() == run(task, 6, 1).encode()


def test_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    game = trainshed.game(TITLE)
    whole = Training(game, PLAN, tmp_path / "whole", 1)
    first, second = whole.play_round(quiet), whole.play_round(quiet)
    assert (first.number, second.number) == (1, 2)
    assert whole.weights(2).stat().st_size < 2_000_000
    stopped = tmp_path / "stopped"
    shutil.copytree(tmp_path / "whole", stopped)
    for file in ("training.json", "round-02.npz"):
        (stopped / file).unlink()
    played: list[str] = []
    again = Training(game, PLAN, stopped, 1)
    for _ in range(2):
        again.play_round(lambda what, more, most: played.append(what))
    assert again.record == whole.record
    assert again.weights(2).read_bytes() == whole.weights(2).read_bytes()
    with pytest.raises(TrainingError, match="another plan"):
        Training(game, TrainingPlan(TITLE, games=17, nodes=2, duels=2), stopped, 1)


def test_only_a_better_value_ships(tmp_path: Path) -> None:
    training = Training(trainshed.game(TITLE), PLAN, tmp_path / "kept", 1)
    training.play_round(quiet)
    training.record.best = 0
    assert training.ship(tmp_path) is None
    training.record.best = 1
    assert training.ship(tmp_path) == tmp_path / "value.npz"
    assert (tmp_path / "training.json").is_file()


def test_the_command_says_what_a_round_brought(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = ("learn", TITLE, "--keep", str(tmp_path), "--games", "16", "--nodes", "1", "--duels", "2", "--jobs", "1")
    assert command(args) == 0
    out, _ = capsys.readouterr()
    assert out.startswith("round 1, played by hand-made: ")
    assert "best: " in out
    assert command((*args[:-3], "3", "--jobs", "1")) == 1
    assert "even number" in capsys.readouterr().err
    assert command((*args[:5], "17", *args[6:])) == 1, "another plan in the same folder"
