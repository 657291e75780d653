"""What every board reads from a view: the question, how each word is drawn as an option, and who moved last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final, Generic, TypeVar

from trainshed.draw.board import Asked, MarkedTurn, Say
from trainshed.draw.fit import Rect
from trainshed.draw.pieces import option
from trainshed.draw.sheet import Sheet
from trainshed.kernel.game import Game
from trainshed.kernel.shared.views import Head
from trainshed.kernel.vocabulary import head_of
from trainshed.phrases import who

RANK: Final = {"": 0, "chosen": 1, "only": 1, "alt": 2, "dead": 3}
"""The order of states where several words share one place: the word with the lowest rank is shown."""


V = TypeVar("V", bound=Head)


class BoardScene(Generic[V]):
    """A view, and what its viewer may do. Everything is read from views and content, never from a position.

    A title's own scene adds what its pieces need, names its clauses, and may draw words and questions its own way.
    """

    CLAUSES: ClassVar[Mapping[str, str]] = {}
    """The clause of an option, by the first part of its word."""
    FAMILIES: ClassVar[Mapping[str, str]] = {}
    """First parts of words that answer the same question although they begin differently."""
    QUESTIONS: ClassVar[Mapping[str, str]] = {}
    """The clause that helps most with each question."""
    GENERAL: ClassVar[str] = ""
    """The clause where none is more specific."""
    DRAWING: ClassVar[str] = ""
    """What stands in place of a question while nature is to move."""

    def __init__(self, game: Game, now: V, asked: Asked, said: Say, before: V | None = None) -> None:
        self.game = game
        self.now = now
        self.before = before
        self.asked = asked
        self.speech = said.speech
        self.names = said.names
        self.phrase = said.speech.phrase
        self.plural = said.speech.plural
        self.pending: Sequence[Any] = now.pending[-1] if now.pending else [""]
        self.question = str(self.pending[0])
        self.held = asked.chosen[-1] if asked.chosen and not asked.moves else ""
        """A chosen word that is not played yet, because it cannot be taken back: the view is the one before it."""
        self.then: V = asked.after if self.held and asked.after is not None else now
        """What lies where: after the held word, if the rules say what that leads to."""
        self.moves = frozenset(asked.moves)
        self.instead = frozenset(asked.instead)
        self.families = frozenset(self.family_of(word) for word in asked.moves)
        self.offered: set[str] = set()
        """Words that have a control on the sheet already."""

    @cached_property
    def sentences(self) -> Any:
        """The title's module of sentences."""
        return self.game.part("text.sentences")

    def who(self, seat: int) -> str:
        return who(seat, self.speech, self.names)

    # ------------------------------------------------------------ words

    def family_of(self, word: str) -> str:
        head = head_of(word)
        return self.FAMILIES.get(head, head)

    @property
    def playing(self) -> bool:
        """Is the viewer asked, or previewing a gesture?"""
        return bool(self.asked.moves or self.asked.chosen)

    def state(self, word: str) -> str | None:
        """How a word is drawn as an option: legal (""), chosen, only (chosen without an alternative), alt, dead;
        None: it is no option now. Several words that one press says stand for the first of them."""
        first = word.partition(" ")[0]
        if first in self.moves:
            return ""
        if first in self.asked.chosen if first == word else word == " ".join(self.asked.group):
            return "only" if first in self.asked.only else "chosen"
        if first in self.instead:
            return "alt"
        return "dead" if self.can_refuse(word) else None

    def can_refuse(self, word: str) -> bool:
        """Is a word that is not legal still drawn, so that pressing it tells why not? If it would be an answer."""
        return self.family_of(word) in self.families

    def best(self, words: Iterable[str]) -> tuple[str, str | None]:
        """Of the words that share a place, the one to offer, and its state."""
        found: tuple[str, str | None] = ("", None)
        for word in words:
            state = self.state(word)
            if state is not None and (found[1] is None or RANK[state] < RANK[found[1]]):
                found = (word, state)
        return found

    def label(self, word: str) -> str:
        """What a word does, in the position of the view."""
        return str(self.sentences.label(self.game, self.now, word, speech=self.speech, names=self.names))

    def spoken(self, word: str) -> str:
        """The label of an option for screen readers."""
        return self.label(word)

    def rule(self, word: str) -> str:
        """The clause of an option."""
        return self.CLAUSES.get(head_of(word), self.GENERAL)

    # ------------------------------------------------------------ controls

    def offer(self, sheet: Sheet, area: Rect, *words: str, r: float = 3, extra: str = "") -> str | None:
        """Make an area of the board the control of the best of these words; return the state in which it is drawn."""
        word, state = self.best(words)
        if state is not None and word not in self.offered:
            self.control(sheet, area, word, state, r=r, extra=extra)
        return state

    def control(
        self,
        sheet: Sheet,
        area: Rect,
        word: str,
        state: str,
        id_: str = "",
        r: float = 3,
        extra: str = "",
        said: str = "",
    ) -> None:
        """Draw the control of a word in a given state; `id_` tells apart controls of the same word, and `said` is its
        label if it is another than usual."""
        self.offered.add(word)
        name = id_ or word.replace(":", "-").replace(" ", "_")
        label = said or self.spoken(word)
        sheet.option(option(f"opt-{name}", *area, label, word, self.rule(word), r, state, extra))

    # ------------------------------------------------------------ the question

    def question_asked(self) -> tuple[str, str]:
        """What is asked now, and the clause that helps with it: the title and the clause of the rule slip."""
        if self.held:
            return self.label(self.held), self.rule(self.held)
        clause = self.question_clause()
        if self.now.actor < 0:
            return self.speech.gettext(self.DRAWING), clause
        if self.asked.moves:
            return self.own_question(), clause
        return str(self.sentences.question(self.game, self.now, self.speech, self.names)), clause

    def question_clause(self) -> str:
        return self.QUESTIONS.get(self.question, self.GENERAL)

    def own_question(self) -> str:
        """The pending question as it is put to the viewer."""
        raise NotImplementedError

    # ------------------------------------------------------------ the last move

    @cached_property
    def turns(self) -> Sequence[MarkedTurn]:
        """The turns that are marked on the board, the oldest first; none while a gesture is previewed."""
        if self.asked.chosen:
            return ()
        if self.asked.since or self.before is None or self.before.actor < 0:
            return self.asked.since
        return (MarkedTurn(self.before.actor, self.before, self.now),)
