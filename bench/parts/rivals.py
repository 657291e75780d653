"""How fast other Python game engines play random legal games, measured in one process.

Every function below takes `(seconds, seed)`, plays whole games from the start to the end until the
time is up (the last game is finished, and its time counts), and gives a `Rate`. A decision is a
position at which the acting player has at least two legal moves: chance and steps with a single
answer are played, and take time, but are not counted. Importing, loading and one game to warm up
lie outside the clock. Each rival is imported only by its own function, so any may be missing.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from typing import Any


@dataclass(frozen=True, slots=True)
class Rate:
    """How many games and decisions one engine played in so many seconds of one processor."""

    name: str
    games: int
    decisions: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds


def measure(name: str, play: Callable[[], int], seconds: float) -> Rate:
    """Call `play`, which plays one game and gives its decisions, until the time is up.

    Time is the processor's, so that what other processes take of a shared machine does not count.
    """
    play()
    games = decisions = 0
    begin = process_time()
    passed = 0.0
    while passed < seconds:
        decisions += play()
        games += 1
        passed = process_time() - begin
    return Rate(name, games, decisions, passed)


def catanatron(seconds: float, seed: int) -> Rate:
    """Catanatron's base game with four of its own RandomPlayers.

    A game ends with ten points or, seldom (2 of 2328 games tried), at Catanatron's own limit of
    1000 turns. Rolling with nothing else to do is a forced step; discarding is one too, because
    Catanatron draws the cards itself; players do not trade with each other. It draws from the
    global `random`, which every game seeds anew; the same seed gives the same games only under
    the same PYTHONHASHSEED.
    """
    from catanatron import Color, Game, RandomPlayer

    rng = random.Random(seed)
    players = [RandomPlayer(color) for color in Color]
    decisions = 0

    def decide(player: Any, game: Any, actions: list[Any]) -> Any:
        nonlocal decisions
        if len(actions) >= 2:
            decisions += 1
        return player.decide(game, actions)

    def play() -> int:
        nonlocal decisions
        decisions = 0
        # Seed 0 would mean "no seed" to Catanatron.
        Game(players, seed=rng.randrange(1, 2**63)).play(decide_fn=decide)
        return decisions

    return measure("catanatron", play, seconds)


def chess(seconds: float, seed: int) -> Rate:
    """python-chess from the usual array, without a limit on plies.

    A game ends as `Board.outcome(claim_draw=False)` says: checkmate, stalemate, insufficient
    material, 75 moves without capture or pawn move, fivefold repetition. Draws that a player
    would have to claim (50 moves, threefold) are not used.
    """
    from chess import Board

    rng = random.Random(seed)

    def play() -> int:
        board = Board()
        decisions = 0
        while board.outcome(claim_draw=False) is None:
            moves = list(board.legal_moves)
            if len(moves) >= 2:
                decisions += 1
            board.push(rng.choice(moves))
        return decisions

    return measure("python-chess", play, seconds)


def _open_spiel(game_name: str, seconds: float, seed: int) -> Rate:
    """One of OpenSpiel's turn-based games that are written in Python, with its default options."""
    import open_spiel.python.games  # noqa: F401  (registers them)
    import pyspiel

    rng = random.Random(seed)
    game = pyspiel.load_game(game_name)

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                moves, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(moves, odds)[0])
            else:
                moves = state.legal_actions()
                if len(moves) >= 2:
                    decisions += 1
                state.apply_action(rng.choice(moves))
        return decisions

    return measure(f"OpenSpiel {game_name}", play, seconds)


def open_spiel_tic_tac_toe(seconds: float, seed: int) -> Rate:
    """Two players, perfect information, no chance."""
    return _open_spiel("python_tic_tac_toe", seconds, seed)


def open_spiel_liars_poker(seconds: float, seed: int) -> Rate:
    """Two players with ten hidden digits each: 20 chance nodes, then bids."""
    return _open_spiel("python_liars_poker", seconds, seed)


def open_spiel_team_dominoes(seconds: float, seed: int) -> Rate:
    """Four players in two teams, hidden hands: 28 chance nodes, then tiles."""
    return _open_spiel("python_team_dominoes", seconds, seed)


RIVALS: dict[str, Callable[[float, int], Rate]] = {
    "catanatron": catanatron,
    "python-chess": chess,
    "OpenSpiel python_tic_tac_toe": open_spiel_tic_tac_toe,
    "OpenSpiel python_liars_poker": open_spiel_liars_poker,
    "OpenSpiel python_team_dominoes": open_spiel_team_dominoes,
}
