"""What drawing functions of First Class need, read from views: question, options, trains, points, last move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from trainshed.draw.board import Asked, Say
from trainshed.draw.fit import Rect
from trainshed.draw.scene import BoardScene
from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import WIDE, Sheet
from trainshed.games.first_class.board.module import FREE, BoardModule, CityMark, CoachMark, board_module
from trainshed.games.first_class.board.questions import ANSWERS, CLAUSES, COIN_CLAUSES, OWN_QUESTIONS, QUESTIONS
from trainshed.games.first_class.rules.components import TRAINS, TYPES, Card, City, Components
from trainshed.games.first_class.text import names
from trainshed.games.first_class.view import PlayerView, View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import head_of

EXTRAS: Final = ("buy", "fulfil")
WITH_EXTRAS: Final = ("take", "done", "score")
"""Cards that can be bought or fulfilled beside the main move, and the words of the questions at which they can."""


class Scene(BoardScene[View]):
    """A view of First Class, and what its viewer may do."""

    CLAUSES = CLAUSES
    FAMILIES = ANSWERS
    QUESTIONS = QUESTIONS
    GENERAL = "FC-TURN-01"
    DRAWING = marked("The cards are dealt.")

    def __init__(self, game: Game, now: View, asked: Asked, said: Say, before: View | None = None) -> None:
        super().__init__(game, now, asked, said, before)
        self.box: Components = names.box_of(game)
        beside = asked.beside
        self.shown = self.shown_seat() if beside is None else beside
        """The seat whose trains, line and coins are drawn."""
        self.color = SEATS[self.shown]
        self.player: PlayerView = self.then.players[self.shown]
        started: View = asked.before if asked.chosen and asked.before is not None else now
        self.start: View = started
        """The view before the gesture."""
        self.base: PlayerView = started.players[self.shown]
        self.layout = WIDE
        self.modules: dict[str, BoardModule] = {name: board_module(name) for name in now.modules}

    def shown_seat(self) -> int:
        """The viewer's seat; for spectators the winner's, or the one whose turn it is."""
        now = self.now
        if now.seat is not None:
            return now.seat
        if now.over and 1 in now.standings:
            return now.standings.index(1)
        return max(0, now.turn if now.turn >= 0 else now.start)

    @property
    def own(self) -> bool:
        """Does the viewer look at his or her own board?"""
        return self.shown == self.now.seat

    # ------------------------------------------------------------ words

    def rule(self, word: str) -> str:
        head = head_of(word)
        if head == "coin":
            return COIN_CLAUSES.get(word.split(":")[2], CLAUSES["coin"])
        for module in self.modules.values():
            if head in module.clauses:
                return module.clauses[head]
        return super().rule(word)

    def can_refuse(self, word: str) -> bool:
        """Only pieces that lie on the table tell why they cannot be taken; a coin is offered where it can be spent."""
        head = head_of(word)
        if head in EXTRAS:
            return not self.families.isdisjoint(WITH_EXTRAS)
        return head in ("take", "upgrade", "city") and super().can_refuse(word)

    def question_clause(self) -> str:
        for module in self.modules.values():
            if self.question in module.questions:
                return module.questions[self.question]
        if self.question == "Carry" and self.asked.moves:
            return self.rule(next((word for word in self.asked.moves if word != "leave"), self.asked.moves[0]))
        if self.question == "ScoringPart" and not any(head_of(word) == "city" for word in self.asked.moves):
            return "FC-SCORE-16"
        return super().question_clause()

    def own_question(self) -> str:
        for module in self.modules.values():
            if self.question in module.asks:
                return self.phrase(module.asks[self.question])
        if self.question == "ScoringPart" and not any(head_of(word) == "city" for word in self.asked.moves):
            return self.phrase("Anything more before you score the trains?")
        asked = OWN_QUESTIONS.get(self.question, marked("What do you do?"))
        return self.phrase(asked)

    def live(self, word: str) -> bool:
        """Can this word be pressed, or is it chosen?"""
        return self.state(word) not in (None, "dead")

    def coming(self, words: Sequence[str]) -> list[str]:
        """Those of these words that can be pressed now, or in place of a chosen one; chosen ones are done already."""
        return [
            word for word in words if word in self.moves or (word in self.instead and word not in self.asked.chosen)
        ]

    def way_words(self, head: str, now: int, to: int) -> list[str]:
        """The words that lead a figure to a place; those in place of a chosen one lead from where it stood before that.

        `head` is all of the word but the steps; `now` is where the figure stands.
        """
        chosen = [word for word in self.asked.chosen if word.startswith(head)]
        gone = int(chosen[-1].removeprefix(head)) if chosen else 0
        words = [f"{head}{to - now}"] if f"{head}{to - now}" in self.moves else []
        other = f"{head}{to - now + gone}"
        stays = bool(chosen) and other == chosen[-1] and to == now
        if other not in self.moves and (other in self.instead or stays):
            words.append(other)
        return words

    def ready(self, words: Sequence[str]) -> list[str]:
        """Those of these words that can be pressed or are chosen."""
        return [word for word in words if self.live(word)]

    def offer_all(self, sheet: Sheet, area: Rect, words: Sequence[str], r: float = 3) -> list[tuple[str, Rect]]:
        """Controls for all of these words that can be pressed, side by side in one area; each with its part of it."""
        found = [word for word in self.ready(words) if word not in self.offered]
        if not found:
            self.offer(sheet, area, *[word for word in words if word not in self.offered], r=r)
            return []
        w = area.w / len(found)
        places = [area._replace(x=area.x + at * w, w=w - (2 if len(found) > 1 else 0)) for at in range(len(found))]
        for word, there in zip(found, places, strict=True):
            self.control(sheet, there, word, self.state(word) or "", r=r)
        return list(zip(found, places, strict=True))

    # ------------------------------------------------------------ cards

    def card(self, name: str) -> Card:
        return self.box.cards[self.box.card_numbers[name]]

    def card_name(self, name: str) -> str:
        return names.card_name(self.game, name, self.speech)

    @property
    def deck(self) -> int:
        """The deck of the round, from 1."""
        return -(-self.now.round // self.box.rounds_per_deck)

    @cached_property
    def coach_marks(self) -> list[CoachMark]:
        """The marks of all modules at the trains of the player shown."""
        return [mark for module in self.modules.values() for mark in module.coach_marks(self)]

    @cached_property
    def city_marks(self) -> list[CityMark]:
        """The marks of all modules at the line of the player shown."""
        return [mark for module in self.modules.values() for mark in module.city_marks(self)]

    def has_mark(self, mark: CoachMark | CityMark) -> bool:
        """Does a mark lie here, or can one be laid here now?"""
        return mark.cls != FREE or bool(self.ready(mark.words))

    # ------------------------------------------------------------ the line

    @cached_property
    def cities(self) -> list[City]:
        """The cities of the line shown, the first one is next to Paris."""
        return [self.box.cities[number] for number, _ in self.city_numbers(self.player)]

    def city_numbers(self, player: PlayerView) -> Iterator[tuple[int, int]]:
        """The cities of a line as numbers of the box, each with the place of its section card (-1: the board)."""
        for city in self.box.board_cities:
            yield city, -1
        for at, section in enumerate(player.sections):
            for city in self.card(section).cities:
                yield city, at

    @cached_property
    def joints(self) -> list[int]:
        """The cities after which a new section card begins."""
        ends, at = [len(self.box.board_cities)], len(self.box.board_cities)
        for section in self.player.sections:
            at += len(self.card(section).cities)
            ends.append(at)
        return ends[:-1]

    @property
    def claimed(self) -> list[int]:
        """The cities whose rewards the player shown has received or declined in this part of a scoring phase."""
        for effect in self.now.pending:
            if effect[0] == "ScoringPart" and effect[1] == self.shown:
                return [int(number) for number in effect[3:]]
        return []

    # ------------------------------------------------------------ points

    def train_points(self, player: PlayerView, train: int) -> int:
        """What a train scores: coaches up to the conductor, and a tile on which it stands (FC-SCORE-12, -14)."""
        reached = player.trains[train][: player.conductors[train]]
        return sum([self.card_points(card) for card in reached])

    def card_points(self, card: str) -> int:
        if card.isdigit():
            return int(card)
        return next((tile.points for tile in self.box.tiles if tile.name == card), 0)

    def module_points(self, view: View, seat: int) -> list[tuple[str, int]]:
        """What modules would add to a scoring as things lie: names and points."""
        return [row for module in self.modules.values() for row in module.points(self.box, view, seat)]

    def points_once(self, view: View, seat: int) -> list[tuple[str, int]]:
        """What modules pay in the next scoring only: names and points."""
        return [row for module in self.modules.values() for row in module.points_once(self.box, view, seat)]

    def each_scoring(self, view: View, seat: int) -> int:
        """What every scoring would bring for trains and modules as things lie."""
        player = view.players[seat]
        extra = sum(points for _, points in self.module_points(view, seat))
        return sum(self.train_points(player, train) for train in range(len(TRAINS))) + extra

    def next_scoring(self, view: View, seat: int) -> int:
        """What the next scoring would bring as things lie, with what is paid only once (FC-MODULE-A-10)."""
        return self.each_scoring(view, seat) + sum(points for _, points in self.points_once(view, seat))

    def used_types(self, view: View, seat: int) -> list[int]:
        """How many base cards of each type a seat has taken; empty for a rival whose pile lies face down."""
        if view.players[seat].pile:
            return view.players[seat].pile[: len(TYPES)]
        if seat != view.seat and not view.over:
            return []
        types = [self.card(name).type for name in view.taken[seat]]
        return [types.count(at) for at in range(len(TYPES))]

    def known_bonus(self, view: View, seat: int) -> list[str]:
        """The end-bonus cards of a seat that the viewer knows."""
        if view.opened:
            return view.opened[seat]
        return view.own_bonus if seat == view.seat else view.bought[seat]

    def bonus_points(self, view: View, seat: int) -> list[tuple[int, int]]:
        """For each type: how many cards (-1: unknown), and the sum of the known end-bonus cards."""
        worth = [0] * len(TYPES)
        for name in self.known_bonus(view, seat):
            card = self.box.bonus[self.box.bonus_numbers[name]]
            worth[card.type] += card.points
        return list(zip(self.used_types(view, seat) or [-1] * len(TYPES), worth, strict=True))

    # ------------------------------------------------------------ turns that are marked

    @cached_property
    def was(self) -> PlayerView | None:
        """The drawn board before the first marked turn of its owner, or None."""
        turn = next((turn for turn in self.turns if turn.seat == self.shown), None)
        return None if turn is None else turn.before.players[self.shown]

    def taken_by(self, place: int) -> str:
        """The colour of the seat that took the card of a place of the display in the turns that are marked, or ""."""
        if not self.turns or self.now.rows[place]:
            return ""
        for turn in reversed(self.turns):
            card = turn.before.rows[place]
            if card and not turn.after.rows[place]:
                for seat, taken in enumerate(turn.after.taken):
                    if taken[len(turn.before.taken[seat]) :].count(card):
                        return SEATS[seat]
        return ""
