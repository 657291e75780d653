"""What drawing functions of Russian Railroads need, read from views: question, options, pieces, points, last move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import Final, NamedTuple

from trainshed.draw.board import Asked, Say
from trainshed.draw.scene import BoardScene
from trainshed.draw.seats import SEATS
from trainshed.games.russian_railroads.rules.components import Components, Space
from trainshed.games.russian_railroads.rules.effect_notation import Part
from trainshed.games.russian_railroads.rules.player import Player, industry_points, round_points
from trainshed.games.russian_railroads.text import names
from trainshed.games.russian_railroads.text.labels import lowest
from trainshed.games.russian_railroads.text.position import question_facts, railroad_points, there
from trainshed.games.russian_railroads.view import StackView, View, player_of
from trainshed.kernel.content import Pack
from trainshed.kernel.game import Game
from trainshed.kernel.translation import marked

FAMILIES: Final = {"space": "turn", "engineer": "turn"}
CLAUSES: Final = {
    "pass": "RR-ORDER-02",
    "done": "RR-TURN-08",
    "stay": "RR-ORDER-12",
    "give_up": "RR-LOCO-11",
    "ten": "RR-TOKEN-11",
    "look": "RR-TOKEN-11",
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

QUESTIONS: Final = {
    "Turn": "RR-TURN-01",
    "Pay": "RR-ROUBLE-01",
    "Exchange": "RR-ORDER-11",
    "Relocate": "RR-ORDER-12",
    "Carry": "RR-TURN-14",
    "Repeat": "RR-REUSE-01",
    "UseToken": "RR-PBOARD-15",
    "UseCard": "RR-TOKEN-09",
    "Again": "RR-CARD-01",
    "PlaceLocomotive": "RR-LOCO-07",
    "ReplaceFactory": "RR-FACTORY-05",
    "LookOrTen": "RR-TOKEN-11",
    "ChooseBonus": "RR-TOKEN-10",
    "ChooseStart": "RR-STARTBONUS-03",
}
"""The clause that helps most with each question."""

OWN_QUESTIONS: Final = {
    "Turn": marked("Which space do you use? Or pass."),
    "Pay": marked("Which pieces do you pay with?"),
    "Exchange": marked("With which of your workers is the piece swapped?"),
    "Relocate": marked("Where does your worker of the turn order go?"),
    "Carry": marked("Which step now? Left: %(what)s"),
    "Repeat": marked("Which action is repeated?"),
    "UseToken": marked("Which question token do you use?"),
    "UseCard": marked("Which question card do you use?"),
    "Again": marked("Which part of the card once more?"),
    "PlaceLocomotive": marked("Where does locomotive %(number)d go?"),
    "ReplaceFactory": marked("Which factory makes room for number %(number)d?"),
    "LookOrTen": marked("An end bonus card, or points at once?"),
    "ChooseBonus": marked("Which end bonus card do you keep?"),
    "ChooseStart": marked("Which starting card do you take?"),
}
"""Each question as it is put to the viewer."""


class Piece(NamedTuple):
    """A worker or a rouble: what it looks like, and its id."""

    kind: str
    id: str


@cache
def printed_clauses(pack: Pack) -> dict[str, str]:
    """The first clause of every printed thing, by the word that uses it."""
    clauses = {}
    for head, table in PRINTED.items():
        for row in pack.get(table):
            clauses[f"{head}:{row['id']}"] = str(row["clauses"][0])
    return clauses


class Scene(BoardScene[View]):
    """A view of Russian Railroads, and what its viewer may do."""

    CLAUSES = CLAUSES
    FAMILIES = FAMILIES
    QUESTIONS = QUESTIONS
    GENERAL = "RR-TURN-01"
    DRAWING = marked("The draw decides.")

    def __init__(self, game: Game, now: View, asked: Asked, said: Say, before: View | None = None) -> None:
        super().__init__(game, now, asked, said, before)
        self.box: Components = names.box_of(game, now.options)
        self.seat = self.shown_seat()
        self.color = SEATS[self.seat]
        self.players = [player_of(self.box, self.then, seat) for seat in range(now.seats)]
        self.mine: Player = self.players[self.seat]
        self.stacks: list[StackView] = list(self.then.stacks)
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

    def rule(self, word: str) -> str:
        """The clause of an option; the content pack names one for each printed thing."""
        if word == "build:locomotive":
            return "RR-LOCO-01"
        return printed_clauses(self.game.pack).get(word) or super().rule(word)

    def question_clause(self) -> str:
        """The clause that helps with the question; for a step of an action, that of the step."""
        if self.question == "Carry" and self.asked.moves:
            return self.rule(self.asked.moves[-1])
        return super().question_clause()

    def owned(self, thing: str) -> str:
        """The key of a thing on the drawn railway (`draw.hover_card`): whose railway it is, and what."""
        return f"{self.seat}/{thing}"

    def own_question(self) -> str:
        return self.phrase(OWN_QUESTIONS[self.question], **question_facts(self.pending, self.speech))

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

    def is_there(self, space: Space) -> bool:
        return there(self.now, space, self.last_round)

    def group_of(self, name: str) -> list[Space]:
        """The spaces of a group."""
        return [space for space in self.box.spaces if space.group == name]

    def effect(self, parts: Iterable[Part]) -> str:
        """An effect as text."""
        return names.parts_text(parts, self.speech)

    def is_taken_from(self, number: int) -> bool:
        """Does the held word take a tile of this pile?"""
        return self.held in ("build:locomotive", "build:factory") and number == lowest(self.now)

    def in_hand(self) -> int:
        """The locomotive that waits for a place, or 0."""
        return self.waiting("PlaceLocomotive")

    def waiting_factory(self) -> int:
        """The factory that waits for room, or 0."""
        return self.waiting("ReplaceFactory")

    def waiting(self, question: str) -> int:
        """The number of the tile that this question is about, if its player's board is drawn, or 0."""
        asked = self.question == question and not self.held and int(self.pending[1]) == self.seat
        return int(self.pending[2]) if asked else 0

    @property
    def waits(self) -> bool:
        """Does a locomotive or a factory wait to be placed?"""
        return bool(self.in_hand() or self.waiting_factory())

    # ------------------------------------------------------------ points

    def railroad_score(self, railroad: int) -> tuple[int, int]:
        """What a railroad scores in this round, and how much of that the gesture brings."""
        points = railroad_points(self.box, self.mine, railroad)
        return points, points - railroad_points(self.box, self.base, railroad)

    def industry_score(self) -> tuple[int, int]:
        points = industry_points(self.box, self.mine)
        return points, points - industry_points(self.box, self.base)

    def round_score(self, player: Player) -> int:
        return round_points(self.box, player)

    @property
    def ends_round(self) -> bool:
        """Does the held word end the round, so that its scoring is already in the points?"""
        return self.then.round > self.now.round > 0

    def gain(self) -> tuple[int, int]:
        """What the gesture brings: points at once (0 if the round is scored then), and in every scoring from now on."""
        now = 0 if self.ends_round else self.mine.points - self.base.points
        return now, self.round_score(self.mine) - self.round_score(self.base)

    def projected(self, player: Player) -> tuple[int, int]:
        """The points of a player now, and after the scoring of this round if nothing more is done."""
        if self.ends_round:
            return self.now.players[self.players.index(player)].points, player.points
        return player.points, player.points + self.round_score(player)

    # ------------------------------------------------------------ turns that are marked

    def is_marked(self, stack: StackView) -> bool:
        """Was this stack placed in the turns that are marked?"""
        return bool(self.turns) and self.is_new(stack, self.turns[0].before.stacks)

    @cached_property
    def was(self) -> Player | None:
        """The drawn board before the first marked turn of its owner, or None."""
        turn = next((turn for turn in self.turns if turn.seat == self.seat), None)
        return None if turn is None else player_of(self.box, turn.before, self.seat)
