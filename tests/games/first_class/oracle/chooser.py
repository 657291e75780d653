"""How the seats of a compared game choose their words: styles that lead to different corners of the rules."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.games.first_class.oracle.model import Game
from trainshed.bots.bot import Budget, find

STYLES = ("random", "busy", "trains", "line", "modules", "hoard", "bonus", "halting", "thumb", "mixed")
"""How a game is played: any word at random; everything used that can be; long trains with conductors at their ends; a
long line; the cards of modules; coins that are never spent; end-bonus cards; small steps, with
much given up; by the bot `thumb`; by it and busily."""

KEEN = {"leave": 0.03, "ignore": 0.15, "done": 0.5, "score": 0.02, "fulfil": 8, "activate": 8, "mechanic": 8, "post": 8,
        "switch": 8, "city": 8, "coins": 3}  # fmt: skip
LIKINGS: dict[str, dict[str, float]] = {
    "busy": KEEN,
    "trains": KEEN | {"coach": 9, "conductor": 9, "coin": 2, "tile": 0.3},
    "line": KEEN | {"locomotive": 9, "coin": 1},
    "modules": KEEN | {"coin": 0.5},
    "hoard": KEEN | {"coins": 60, "coin": 0.01, "buy": 0.01, "tile": 4, "done": 20, "take": 3, "fulfil": 20, "mail": 1},
    "bonus": KEEN | {"coins": 20, "coin": 0.02, "buy": 30, "bonus": 20},
    "halting": KEEN | {"leave": 1.5, "score": 0.2},
}
"""How likely words of a family are in a style, compared with one word of any other."""

CARDS: dict[str, dict[str, float]] = {
    "busy": {},
    "trains": {"car": 6, "conductor": 4, "locomotive": 0.2, "section": 0.2},
    "line": {"locomotive": 6, "section": 8, "postcard": 6},
    "modules": {"car": 1.5, "conductor": 1.5, "locomotive": 0.5, "section": 0.7, "contract": 5, "celebrity": 9,
                "postcard": 9, "passenger": 9, "luggage": 9, "switch": 9, "mechanic": 9, "murder": 9},
    "hoard": {"money": 40, "contract": 4, "passenger": 10, "section": 3, "locomotive": 3},
    "bonus": {"money": 40, "game end": 40, "section": 2, "locomotive": 2},
    "halting": {"section": 5, "locomotive": 3, "contract": 3, "switch": 5},
}  # fmt: skip
"""How likely a kind of card is taken in a style."""


class Chooser:
    """Chooses the words of a game in one of the styles."""

    def __init__(self, style: str, rng: Random) -> None:
        self.style = style
        self.rng = rng
        self.bot = find("thumb")
        self.train = rng.choice(("upper", "lower", ""))
        """The train that gets most of the coaches."""

    def choose(self, state: Any, game: Game, moves: list[int], word: Any) -> int:
        style = self.style
        if style == "mixed":
            style = "thumb" if self.rng.random() < 0.6 else "busy"
        if style == "thumb" and not state.game.has_part("bot"):
            style = "busy"
        if style == "thumb":
            view = state.view(state.actor)
            move = self.bot.choose(view, moves, Budget(), self.rng, lambda: state.game.world(view, self.rng))
            return int(move) if move in moves else self.rng.choice(moves)
        if style == "random":
            return self.rng.choice(moves)
        return self.rng.choices(moves, [self.liking(style, game, word(move)) for move in moves])[0]

    def liking(self, style: str, game: Game, word: str) -> float:
        head, *parts = word.split(":")
        liking = LIKINGS[style].get(head, 1)
        if head == "take":
            card = game.printed.cards[game.rows[int(parts[0]) - 1][int(parts[1]) - 1]]
            liking *= CARDS[style].get(card.kind, 1) / 3
        if head in ("conductor", "locomotive") and parts[-1].isdigit():
            liking *= int(parts[-1]) ** (-1 if style == "halting" else 2)
        if head == "upgrade" and style != "busy":
            liking *= 1 + int(parts[1])
        if style == "trains" and self.train and head in ("coach", "conductor"):
            liking *= 6 if self.train in parts else 1
        return liking
