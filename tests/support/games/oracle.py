"""Plays whole games by the rules of a title and by an independent model, its oracle, and lists where the two differ.

    class SpikeOracle(Oracle):        # says how the model of a title is begun, told words and compared
        ...

    ORACLE = SpikeOracle()
    compared = ORACLE.compare(title, setup)
    assert compared.differences == []
    sys.exit(command(ORACLE, __doc__))         # the command that plays many games

A model has a `question` with the `seat` that is asked and its legal `words` (with their weights where nature is asked;
None: it does not know which), and `tell(word)`. It knows nothing of what stands here.
"""

from __future__ import annotations

import argparse
import copy
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any, ClassVar

from trainshed.kernel.agenda import NATURE
from trainshed.kernel.content import Pack
from trainshed.kernel.registry import game as registered

SHORT_SECONDS = 35
SHOWN = 20

Differing = tuple[str, Any, Any]
"""A name, what the model expects, and what the rules show."""
Box = Callable[[dict[str, Any]], None]
"""A change of what is printed."""


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
    clause: str
    """The clause to begin with."""

    def __str__(self) -> str:
        setup = self.setup
        head = f"seed {setup.seed}, {setup.seats} seats, {setup.style}, {setup.box}, {setup.options}"
        return (
            f"{head}, after word {len(self.words)} ({' '.join(self.words[-8:])}): {self.what} {self.clause}\n"
            f"    expected {self.expected}\n    seen     {self.seen}"
        )


@dataclass
class Compared:
    """A compared game: its words, how it ended ("" if it did not), and the differences found."""

    words: list[str] = field(default_factory=list)
    ending: str = ""
    differences: list[Difference] = field(default_factory=list)


class Oracle(ABC):
    """How the model of one title is compared with its rules."""

    slug: ClassVar[str]
    clauses: ClassVar[Mapping[str, str]]
    """The clause to begin with when such a thing differs; the word that was played says more."""
    boxes: ClassVar[Mapping[str, Box]]
    """Changes of what is printed, for rules and model alike; "printed" is none."""
    illegal: ClassVar[type[Exception]]
    """What the model raises when it is told a word that it does not allow."""

    @abstractmethod
    def content(self) -> dict[str, Any]:
        """What is printed."""

    @abstractmethod
    def begin(self, state: Any, data: dict[str, Any], options: dict[str, str]) -> Any:
        """A model of the game that begins with this position."""

    @abstractmethod
    def chooser(self, style: str, rng: Random) -> Any:
        """Who chooses the words of a game: `choose(state, model, moves, word)`."""

    @abstractmethod
    def table_differences(self, state: Any, model: Any, words: list[str]) -> Iterator[Differing]:
        """What differs now on the table; `words` are all that were said."""

    @abstractmethod
    def ending(self, state: Any, model: Any) -> str:
        """How the game has ended, or "" before that."""

    @abstractmethod
    def setups(self, title: Any, games: int, seed: str) -> Iterator[Setup]:
        """Many different games."""

    def tell(self, state: Any, model: Any, word: str) -> None:
        """Tell the model a word that the rules have taken already."""
        model.tell(word)

    # ------------------------------------------------------------ one game

    def compare(self, title: Any, setup: Setup, options: dict[str, str] | None = None, first: bool = False) -> Compared:
        """Play one game with the rules and tell the model every word.

        `options` are those of the model if they are not the same; `first`: stop at the first difference of any kind.
        Where only the legal words differ, the game goes on with a word that both allow; any other difference ends it.
        """
        data = copy.deepcopy(self.content())
        self.boxes[setup.box](data)
        if setup.box != "printed":
            title = type(title)(pack=Pack(data))
        rng = Random(setup.seed)
        state = title.start(setup.seats, setup.options)
        model = self.begin(state, data, {**state.options, **(options or {})})
        chooser = self.chooser(setup.style, rng)
        word = title.vocabulary.word
        compared = Compared()
        while True:
            differing = [
                *question_differences(state, model.question, word),
                *self.table_differences(state, model, compared.words),
            ]
            compared.differences += [self.difference(setup, compared, *three) for three in differing]
            compared.ending = self.ending(state, model)
            allowed = model.question.words
            both = [move for move in state.moves() if allowed is None or word(move) in allowed]
            if state.over or not both or (differing and (first or any(what != "words" for what, _, _ in differing))):
                return compared
            by_nature = state.actor == NATURE
            move = state.pick(rng.randrange(state.tickets())) if by_nature else chooser.choose(state, model, both, word)
            compared.words.append(word(move))
            state.apply(move)
            try:
                self.tell(state, model, word(move))
            except self.illegal as illegal:
                compared.differences.append(self.difference(setup, compared, "illegal", str(illegal), word(move)))
                return compared

    def difference(self, setup: Setup, compared: Compared, what: str, expected: Any, seen: Any) -> Difference:
        clause = self.clauses.get(what.rpartition(".")[2], "")
        return Difference(setup, compared.words[:], what, expected, seen, clause)

    def play(self, setup: Setup) -> Compared:
        """Compare one game of the title as it is."""
        return self.compare(registered(self.slug), setup)


def question_differences(state: Any, question: Any, word: Callable[[int], str]) -> Iterator[Differing]:
    """Who is asked, which words are legal, and how likely those of nature are."""
    seen = sorted(word(move) for move in state.moves())
    words = question.words
    if state.actor != question.seat:
        yield "actor", (question.seat, sorted(words or [])), (state.actor, seen)
    elif words is not None and seen != sorted(words):
        yield "words", f"also {sorted(set(words) - set(seen))}", f"also {sorted(set(seen) - set(words))}"
    elif words is not None and state.actor == NATURE:
        odds = {word(move): weight for move, weight in state.odds()}
        if any(odds[one] * sum(words.values()) != words[one] * sum(odds.values()) for one in words):
            yield "odds", words, odds


def facts_that_differ(expected: dict[str, Any], seen: dict[str, Any]) -> Iterator[Differing]:
    """Everything that the model expects and that is seen otherwise."""
    for name, value in expected.items():
        if seen[name] != value:
            yield name, value, seen[name]


def possible_first_player(options: dict[str, str], seats: int, rng: Random) -> None:
    """Let a seat of this table begin if the option names one that it does not have."""
    if options.get("first_player", "random") not in ("random", *(f"seat-{n + 1}" for n in range(seats))):
        options["first_player"] = f"seat-{rng.randint(1, seats)}"


# ------------------------------------------------------------ the command


def command(oracle: Oracle, description: str | None, arguments: Sequence[str] | None = None) -> int:
    """Compare many games, and print the differences and figures; 1 if there are differences."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--short", action="store_true", help=f"as many games as fit into {SHORT_SECONDS} s")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    title: Any = registered(oracle.slug)
    began = time.monotonic()
    games = words = found = 0
    endings: Counter[str] = Counter()
    said: set[str] = set()
    with ProcessPoolExecutor(chosen.processes) as pool:
        for compared in pool.map(oracle.play, oracle.setups(title, chosen.games, chosen.seed)):
            games += 1
            words += len(compared.words)
            said.update(word.partition(":")[0] for word in compared.words)
            endings[compared.ending or "none"] += 1
            for difference in islice(compared.differences, max(0, SHOWN - found)):
                print(difference, flush=True)
            found += len(compared.differences)
            if chosen.short and time.monotonic() - began > SHORT_SECONDS:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    never = sorted({word.partition(":")[0] for word in title.vocabulary.words} - said)
    print(f"{time.monotonic() - began:.0f} s; endings {dict(endings)}; families of words never said: {never}")
    print(f"{games} games, {words} words, {found} differences")
    return 1 if found else 0
