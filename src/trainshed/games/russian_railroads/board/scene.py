"""What drawing functions of Russian Railroads need, read from views: question, options, pieces, points, last move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from trainshed.draw.board import Asked, Say
from trainshed.draw.fit import Rect
from trainshed.draw.pieces import option
from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import Sheet
from trainshed.games.russian_railroads.board.preview import Ahead, look_ahead
from trainshed.games.russian_railroads.rules.components import Components, Space
from trainshed.games.russian_railroads.rules.player import (
    Player,
    industry_points,
    round_points,
    star_points,
    track_points,
)
from trainshed.games.russian_railroads.text import sentences
from trainshed.games.russian_railroads.view import StackView, View, player_of
from trainshed.kernel.content import Pack
from trainshed.kernel.game import Game

FAMILIES: Final = {"space": "turn", "engineer": "turn"}
"""Words that answer the same question although they begin differently."""

CLAUSES: Final = {
    "pass": "RR-ORDER-02",
    "done": "RR-TURN-08",
    "stay": "RR-ORDER-12",
    "give_up": "RR-LOCO-11",
    "ten": "RR-TOKEN-11",
    "space": "RR-TURN-01",
    "engineer": "RR-ENGINEER-03",
    "pay": "RR-ROUBLE-01",
    "advance": "RR-TRACK-06",
    "industry": "RR-INDUSTRY-01",
    "build": "RR-FACTORY-03",
    "place": "RR-LOCO-07",
    "slot": "RR-FACTORY-05",
    "repeat": "RR-REUSE-01",
    "swap": "RR-ORDER-11",
    "token": "RR-PBOARD-15",
    "card": "RR-TOKEN-09",
    "again": "RR-CARD-01",
    "start": "RR-STARTBONUS-03",
    "bonus": "RR-TOKEN-10",
}
"""The clause of a word, by its first part, where the content pack names no more specific one."""

PRINTED: Final = {"space": "space", "token": "token", "card": "question_card", "start": "starting_card"}
"""First parts of words, and the table of the content pack that has a row with clauses for each of these words."""

RANK: Final = {"": 0, "chosen": 1, "alt": 2, "dead": 3}
"""The order of states where several words share one place: the word with the lowest rank is shown."""


class Piece(NamedTuple):
    """A worker or a rouble: what it looks like, and its id."""

    kind: str
    id: str


def head_of(word: str) -> str:
    return word.partition(":")[0]


def rest_of(word: str) -> str:
    return word.partition(":")[2]


def family_of(word: str) -> str:
    head = head_of(word)
    return FAMILIES.get(head, head)


@cache
def printed_clauses(pack: Pack) -> dict[str, str]:
    """The first clause of every printed thing, by the word that uses it."""
    clauses = {}
    for head, table in PRINTED.items():
        for row in pack.get(table):
            clauses[f"{head}:{row['id']}"] = str(row["clauses"][0])
    return clauses


class Scene:
    """A view, and what its viewer may do. Everything here is read from views and content, never from a position."""

    def __init__(self, game: Game, now: View, asked: Asked, said: Say, before: View | None = None) -> None:
        self.game = game
        self.now = now
        self.before = before
        self.asked = asked
        self.speech = said.speech
        self.names = said.names
        self.box: Components = sentences.box_of(game, now.options)
        self.pending: Sequence[Any] = now.pending[-1] if now.pending else [""]
        self.question = str(self.pending[0])
        self.held = asked.chosen[-1] if asked.chosen and not asked.moves else ""
        """A chosen word that is not played yet, because it hands the turn on: the view is the one before it."""
        self.moves = frozenset(asked.moves)
        self.instead = frozenset(asked.instead)
        self.families = frozenset(family_of(word) for word in asked.moves)
        self.offered: set[str] = set()
        """Words that have a control on the sheet already."""
        self.seat = self.shown_seat()
        self.color = SEATS[self.seat]
        self.players = [player_of(self.box, now, seat) for seat in range(now.seats)]
        self.mine: Player = self.players[self.seat]
        self.stacks: list[StackView] = list(now.stacks)
        if self.held and now.seat == self.seat:
            ahead: Ahead = look_ahead(self.box, now, self.seat, self.held)
            self.mine = ahead.player
            self.stacks = list(ahead.stacks)
        begun = before if asked.before is None else asked.before
        source = begun if asked.chosen and begun is not None else now
        self.base: Player = player_of(self.box, source, self.seat)
        """The board as it was before the gesture."""
        self.base_stacks = source.stacks
        self.placed = self.place_pieces()

    def shown_seat(self) -> int:
        """The seat whose board is drawn: the selected one, else the viewer's, else the winner's or the seat to move."""
        now, beside = self.now, self.asked.beside
        if beside is not None:
            return beside
        if now.seat is not None:
            return now.seat
        if now.over:
            return now.standings.index(1)
        return max(0, now.actor)

    # ------------------------------------------------------------ words

    def state(self, word: str) -> str | None:
        """How a word is drawn as an option: legal (""), chosen, alt, dead; None: it is no answer to the question."""
        if word in self.moves:
            return ""
        if word == self.held:
            return "chosen"
        if word in self.instead:
            return "alt"
        return "dead" if family_of(word) in self.families else None

    def label(self, word: str) -> str:
        return sentences.label(self.game, self.now, word, speech=self.speech, names=self.names)

    def rule(self, word: str) -> str:
        """The clause of an option."""
        head = head_of(word)
        if head == "build" and rest_of(word) == "locomotive":
            return "RR-LOCO-01"
        return printed_clauses(self.game.pack).get(word) or CLAUSES.get(head, "RR-TURN-01")

    def best(self, words: Iterable[str]) -> tuple[str, str | None]:
        """Of the words that share a place, the one to offer, and its state."""
        found: tuple[str, str | None] = ("", None)
        for word in words:
            state = self.state(word)
            if state is not None and (found[1] is None or RANK[state] < RANK[found[1]]):
                found = (word, state)
        return found

    def offer(self, sheet: Sheet, area: Rect, *words: str, r: float = 3, extra: str = "") -> str | None:
        """Make an area of the board the control of the best of these words; return the state in which it is drawn."""
        word, state = self.best(words)
        if state is not None and word not in self.offered:
            self.offered.add(word)
            id_ = f"opt-{word.replace(':', '-')}"
            sheet.option(option(id_, *area, self.label(word), word, self.rule(word), r, state, extra))
        return state

    def who(self, seat: int) -> str:
        return sentences.who(seat, self.speech, self.names)

    # ------------------------------------------------------------ pieces

    def place_pieces(self) -> list[list[Piece]]:
        """The pieces of every stack, with stable ids: the first worker to be placed is number 0 of its seat."""
        counts: dict[str, int] = {}

        def next_of(name: str, kind: str) -> Piece:
            number = counts.get(name, 0)
            counts[name] = number + 1
            return Piece(kind, f"{name}-{number}")

        placed = []
        for stack in self.stacks:
            seat = SEATS[stack.seat]
            pieces = [next_of(f"w-{seat}", seat) for _ in range(stack.workers)]
            pieces += [next_of("w-temp", "temp") for _ in range(stack.turquoise)]
            pieces += [next_of("w-ink", "ink") for _ in range(stack.black)]
            pieces += [next_of(f"c-{seat}", "coin") for _ in range(stack.roubles)]
            placed.append(pieces)
        self.counts = counts
        return placed

    def on(self, space: int) -> list[tuple[StackView, list[Piece]]]:
        """The stacks of a space."""
        return [pair for pair in zip(self.stacks, self.placed, strict=True) if pair[0].space == space]

    def fresh(self, stack: StackView) -> bool:
        """Was this stack placed by the gesture that is previewed?"""
        return bool(self.asked.chosen) and self.now.seat == stack.seat and self.is_new(stack, self.base_stacks)

    def is_new(self, stack: StackView, old: Sequence[StackView]) -> bool:
        """Are there more pieces of its seat on its space than there were?"""
        there = sum(s.space == stack.space and s.seat == stack.seat for s in self.stacks)
        return there > sum(s.space == stack.space and s.seat == stack.seat for s in old)

    def engineer_space(self, number: int) -> int:
        """The index of a player's engineer as a space: engineers follow the spaces of the board."""
        return len(self.box.spaces) + number - 1

    def paid_space(self) -> int:
        """The space that is being paid, or -1."""
        if self.question == "Pay" and self.asked.moves:
            return int(self.pending[2])
        return -1

    # ------------------------------------------------------------ spaces, strip, piles

    @property
    def last_round(self) -> bool:
        return self.now.round == self.box.rounds[self.now.seats]

    @property
    def strip(self) -> list[int]:
        """The engineers from left to right, 0 on an empty space, for all spaces even while the strip is being laid."""
        length = len(self.box.strips[self.now.seats].spaces)
        return [*self.now.strip, *[0] * (length - len(self.now.strip))]

    def cost(self, space: Space) -> tuple[int, int]:
        return sentences.cost_of(self.box, self.now, space)

    def is_there(self, space: Space) -> bool:
        return sentences.there(self.now, space, self.last_round)

    def is_taken_from(self, number: int) -> bool:
        """Does the held word take a tile of this pile?"""
        return self.held in ("build:locomotive", "build:factory") and number == sentences.lowest(self.now)

    def in_hand(self) -> int:
        """The locomotive that waits for a place, or 0."""
        if self.question == "PlaceLocomotive" and not self.held and int(self.pending[1]) == self.seat:
            return int(self.pending[2])
        return 0

    def waiting_factory(self) -> int:
        """The factory that waits for room, or 0."""
        if self.question == "ReplaceFactory" and not self.held and int(self.pending[1]) == self.seat:
            return int(self.pending[2])
        return 0

    # ------------------------------------------------------------ points

    def railroad_points(self, player: Player, railroad: int) -> int:
        return track_points(self.box, player, railroad) + star_points(self.box, player, railroad)

    def railroad_score(self, railroad: int) -> tuple[int, int]:
        """What a railroad scores in this round, and how much of that the gesture brings."""
        points = self.railroad_points(self.mine, railroad)
        return points, points - self.railroad_points(self.base, railroad)

    def industry_score(self) -> tuple[int, int]:
        points = industry_points(self.box, self.mine)
        return points, points - industry_points(self.box, self.base)

    def round_score(self, player: Player) -> int:
        return round_points(self.box, player)

    def gain(self) -> tuple[int, int]:
        """What the gesture brings: points at once, and in every scoring from now on."""
        return self.mine.points - self.base.points, self.round_score(self.mine) - self.round_score(self.base)

    # ------------------------------------------------------------ the last move

    @property
    def mover(self) -> str:
        """The colour of the seat that made the last turn; "" if no last turn is shown."""
        before = self.before
        if before is None or self.asked.chosen or before.actor < 0:
            return ""
        return SEATS[before.actor]

    def trail(self, stack: StackView) -> bool:
        """Did the last turn place this stack?"""
        return bool(self.mover) and self.before is not None and self.is_new(stack, self.before.stacks)

    @property
    def was(self) -> Player | None:
        """The drawn board before the last turn, if its owner made it."""
        if self.before is None or self.mover != self.color:
            return None
        return player_of(self.box, self.before, self.seat)
