"""What of First Class is compared with the model after every word, and which games are compared."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from tests.games.first_class.oracle.chooser import STYLES, Chooser
from tests.games.first_class.oracle.model import Game
from tests.games.first_class.oracle.printed import Printed, content
from tests.games.first_class.oracle.shown import counted, expected_table, secrets, seen_table
from tests.games.first_class.oracle.table import Illegal
from tests.support.games.oracle import Box, Differing, Oracle, Setup, facts_that_differ, possible_first_player

PAIRS = ["-".join(pair) for pair in combinations("abcde", 2)]


def few_coaches(data: dict[str, Any]) -> None:
    """Sets of coaches that run out."""
    for pair, cards in zip(data["coaches"]["pairs"], (22, 5, 3), strict=True):
        pair["cards"] = cards


def fast(data: dict[str, Any]) -> None:
    """Conductors, locomotives and upgrades that go further."""
    for deck in data["base"].values():
        for row in deck["cards"]:
            if row["type"] == "conductor":
                row["effect"] = "conductors both 5" if "both" in row["effect"] else "conductor steps 7"
            elif row["type"] == "locomotive":
                row["effect"] = "locomotive 6"
            elif row["type"] == "car" and "any" in row["effect"]:
                row["effect"] = "0-coach x2, upgrade-any x6"


def cheap_bonus(data: dict[str, Any]) -> None:
    """End-bonus cards for two coins, until none is left."""
    data["game"]["end_bonus_price"] = 2
    data["coins"]["any_column"][1]["coins"] = 2
    data["setup"]["coins"] = 7


BOXES: dict[str, Box] = {
    "printed": lambda data: None,
    "few coaches": few_coaches,
    "rich": lambda data: data["setup"].update(coins=10),
    "fast": fast,
    "cheap bonus": cheap_bonus,
    "long trains": lambda data: data["setup"].update(trains=[[2, 1, 0, 0], [1, 0, 0]]),
}
"""Changes of what is printed, for rules and model alike, which lead to what is rare with the printed numbers: sets of
coaches without a free card, boards full of coins, conductors in Constantinople."""

CLAUSES = {
    "actor": "FC-ROUND-04",
    "words": "FC-TURN-14",
    "odds": "FC-SETUP-04",
    "illegal": "FC-TURN-14",
    "told": "FC-SCORE-15",
    "turns": "FC-ROUND-05",
    "start": "FC-ROUNDEND-02",
    "tile": "FC-START-12",
    "turn": "FC-ROUND-04",
    "round": "FC-ROUND-01",
    "scoring": "FC-ROUND-06",
    "rows": "FC-ROW-01",
    "row_taken": "FC-ROW-05",
    "deck": "FC-ROUND-02",
    "removed": "FC-ROUNDEND-06",
    "coaches": "FC-SETUP-07",
    "supply": "FC-COIN-16",
    "tiles": "FC-LOCOCARD-01",
    "constantinople": "FC-CONSTANTINOPLE-02",
    "display": "FC-BONUS-06",
    "bonus_deck": "FC-TURN-12",
    "points": "FC-LOCO-07",
    "trains": "FC-CAR-04",
    "conductors": "FC-CONDUCTOR-02",
    "city": "FC-LOCO-01",
    "sections": "FC-LINE-02",
    "coins": "FC-COIN-03",
    "mail_cars": "FC-MAIL-02",
    "contracts": "FC-CONTRACT-02",
    "bonus": "FC-BONUS-05",
    "used": "FC-TURN-09",
    "pile": "FC-TURN-13",
    "taken": "FC-TURN-01",
    "bought": "FC-BONUS-02",
    "own_bonus": "FC-BONUS-05",
    "scores": "FC-FINAL-04",
    "standings": "FC-FINAL-10",
    "deferred": "FC-MODULE-A-10",
    "celebrities": "FC-MODULE-B-02",
    "postcards": "FC-MODULE-B-06",
    "waiting": "FC-MODULE-B-07",
    "guests": "FC-MODULE-D-03",
    "activated": "FC-MODULE-D-05",
    "columns": "FC-MODULE-E-03",
    "guilty": "FC-MODULE-C-02",
    "tokens": "FC-MODULE-C-07",
    "discarded": "FC-MODULE-C-07",
    "bag": "FC-MODULE-C-04",
    "arrested": "FC-MODULE-C-12",
}
"""The clause to begin with when such a thing differs; the word that was played says more."""

SHOWING = ("keep", "guilty", "token", "give", "discard", "bonus", "buy")
"""Words after which what each seat knows is compared, too: they show somebody something hidden."""


class FirstClassOracle(Oracle):
    """How the model of First Class is compared with its rules."""

    slug = "first-class"
    clauses = CLAUSES
    boxes = BOXES
    illegal = Illegal

    def content(self) -> dict[str, Any]:
        return content()

    def begin(self, state: Any, data: dict[str, Any], options: dict[str, str]) -> Game:
        state.listen()
        return Game(Printed(data), state.seats, options)

    def chooser(self, style: str, rng: Random) -> Chooser:
        return Chooser(style, rng)

    def table_differences(self, state: Any, model: Game, words: list[str]) -> Iterator[Differing]:
        yield from facts_that_differ(expected_table(model), seen_table(state.view(None)))
        if state.over or (words and words[-1].partition(":")[0] in SHOWING):
            yield from secrets(state, model)
        told = counted(state.events(None))
        if told != model.told:
            yield "told", model.told, told

    def ending(self, state: Any, model: Game) -> str:
        return "end" if state.over else ""

    def tell(self, state: Any, model: Game, word: str) -> None:
        model.told = []
        model.tell(word)

    def setups(self, title: Any, games: int, seed: str) -> Iterator[Setup]:
        """Games of all pairs of modules with 2, 3 and 4 seats in all styles; half of them with changed options, too."""
        changed: list[dict[str, str]] = []
        for option in title.options:
            if option.name != "modules":
                changed += [{option.name: choice} for choice in option.choices if choice != option.default]
        rng = Random(seed)
        for at in range(games):
            seats = 2 + at % 3
            style = STYLES[(at // 3 + at // 30) % len(STYLES)]
            options = {"modules": PAIRS[at % len(PAIRS)]}
            if rng.random() < 0.5:
                options |= changed[at // 2 % len(changed)]
                if rng.random() < 0.4:
                    options |= {
                        option.name: rng.choice(option.choices) for option in title.options if option.name != "modules"
                    }
            possible_first_player(options, seats, rng)
            box = "printed" if rng.random() < 0.5 else rng.choice(list(BOXES))
            yield Setup(f"{seed}-{at}", seats, options, style, box)


ORACLE = FirstClassOracle()
