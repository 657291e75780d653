"""Plays whole games and compares rules and model after every word: who is asked, the legal words, the whole table."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

from tests.games.first_class.oracle.chooser import STYLES, Chooser
from tests.games.first_class.oracle.model import Game
from tests.games.first_class.oracle.printed import Printed, content
from tests.games.first_class.oracle.shown import counted, expected_table, secrets, seen_table
from tests.games.first_class.oracle.table import NATURE, Illegal
from trainshed.kernel.content import Pack

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


BOXES: dict[str, Callable[[dict[str, Any]], None]] = {
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


@dataclass
class Setup:
    """One game to compare."""

    seed: str
    seats: int
    options: dict[str, str]
    style: str
    box: str = "printed"


@dataclass
class Difference:
    """Something that the rules and the model see differently, and the words that led to it."""

    setup: Setup
    words: list[str]
    what: str
    expected: Any
    seen: Any

    @property
    def clause(self) -> str:
        return CLAUSES.get(self.what.split(".")[-1], "")

    def __str__(self) -> str:
        setup = self.setup
        head = f"seed {setup.seed}, {setup.seats} seats, {setup.style}, {setup.box}, {setup.options}"
        return (
            f"{head}, after word {len(self.words)} ({' '.join(self.words[-8:])}): {self.what} {self.clause}\n"
            f"    expected {self.expected}\n    seen     {self.seen}"
        )


@dataclass
class Compared:
    """A compared game: its words, and the differences found."""

    words: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    over: bool = False


def differences(state: Any, game: Game, word: Any, closely: bool) -> Iterator[tuple[str, Any, Any]]:
    """What the rules and the model see differently now: name, expected, seen. `closely`: what each seat knows, too."""
    seen_words = sorted(word(move) for move in state.moves())
    words = game.question.words
    if state.actor != game.question.seat:
        yield "actor", (game.question.seat, sorted(words)), (state.actor, seen_words)
    elif seen_words != sorted(words):
        yield "words", f"also {sorted(set(words) - set(seen_words))}", f"also {sorted(set(seen_words) - set(words))}"
    elif state.actor == NATURE:
        odds = {word(move): weight for move, weight in state.odds()}
        if any(odds[one] * sum(words.values()) != words[one] * sum(odds.values()) for one in words):
            yield "odds", words, odds
    seen, expected = seen_table(state.view(None)), expected_table(game)
    for name, value in expected.items():
        if seen[name] != value:
            yield name, value, seen[name]
    if closely:
        yield from secrets(state, game)


# ------------------------------------------------------------ games


def title_with(title: Any, box: str) -> tuple[Any, dict[str, Any]]:
    """The title with another box, and the content of this box."""
    data = copy.deepcopy(content())
    BOXES[box](data)
    return (title if box == "printed" else type(title)(pack=Pack(data))), data


def compare_game(title: Any, setup: Setup, options: dict[str, str] | None = None, first: bool = False) -> Compared:
    """Play one game with the rules and tell the model every word.

    `options` are those of the model if they are not the same; `first`: stop at the first difference of any kind.
    Where only the legal words differ, the game goes on with a word that both allow; any other difference ends it.
    """
    title, data = title_with(title, setup.box)
    rng = Random(setup.seed)
    state = title.start(setup.seats, setup.options)
    game = Game(Printed(data), setup.seats, {**state.options, **(options or {})})
    chooser = Chooser(setup.style, rng)
    word = title.vocabulary.word
    compared = Compared()
    state.listen()
    told: list[Any] = []
    while True:
        head = compared.words[-1].partition(":")[0] if compared.words else ""
        closely = state.over or head in ("keep", "guilty", "token", "give", "discard", "bonus", "buy")
        differing = list(differences(state, game, word, closely))
        if told != game.told:
            differing.append(("told", game.told, told))
        compared.differences += [Difference(setup, compared.words[:], *three) for three in differing]
        compared.over = state.over
        both = [move for move in state.moves() if word(move) in game.question.words]
        if state.over or not both or (differing and (first or any(what != "words" for what, _, _ in differing))):
            return compared
        by_nature = state.actor == NATURE
        move = state.pick(rng.randrange(state.tickets())) if by_nature else chooser.choose(state, game, both, word)
        compared.words.append(word(move))
        state.apply(move)
        told = counted(state.events(None))
        game.told = []
        try:
            game.tell(word(move))
        except Illegal as illegal:
            compared.differences.append(Difference(setup, compared.words[:], "illegal", str(illegal), word(move)))
            return compared


def setups(title: Any, games: int, seed: str) -> Iterator[Setup]:
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
        if options.get("first_player", "random") not in ("random", *(f"seat-{n + 1}" for n in range(seats))):
            options["first_player"] = f"seat-{rng.randint(1, seats)}"
        box = "printed" if rng.random() < 0.5 else rng.choice(list(BOXES))
        yield Setup(f"{seed}-{at}", seats, options, style, box)
