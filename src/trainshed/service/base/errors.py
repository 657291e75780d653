"""Errors of commands, each with a name for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH, Translator, marked


class ServiceError(Exception):
    """A command was not carried out.

    `text` is English and a key of the translation catalogues; `facts` fill its placeholders, `%(name)s`. `str()` gives
    English.
    """

    name: ClassVar[str] = "error"
    headline: ClassVar[str] = ""
    """The heading of an error page; empty: the one of its status."""

    def __init__(self, text: str, /, **facts: object) -> None:
        super().__init__(text % facts if facts else text)
        self.text = text
        self.facts = facts

    def said(self, speech: Translator) -> str:
        """The sentence in the translator's language."""
        text = speech.gettext(self.text)
        return text % self.facts if self.facts else text


class NotFound(ServiceError):
    """The object does not exist, or this person may not know of it."""

    name = "not_found"


class Withdrawn(ServiceError):
    """A puzzle that was taken back. Its address stays, so that it never shows another one."""

    name = "withdrawn"
    headline = marked("This puzzle was withdrawn")


class Forbidden(ServiceError):
    """This person may not do this here."""

    name = "forbidden"


class ByInvitation(Forbidden):
    """The table is private, and this person neither sits there nor has its invitation. Tells nothing else about it."""

    headline = marked("By invitation")

    def __init__(self) -> None:
        super().__init__(marked("This table is by invitation. Ask for the link."))


class NotSignedIn(ServiceError):
    """The command needs a signed-in person."""

    name = "not_signed_in"


class Wrong(ServiceError):
    """The command is malformed, or a value of it is invalid."""

    name = "wrong"


class NotNow(ServiceError):
    """The command is valid, but not in the present state."""

    name = "not_now"


class NotLoadable(NotNow):
    """A table that this server cannot open: it lacks the rules, or cannot read the log. The sentence says which."""

    name = "not_loadable"
    headline = marked("This game cannot be opened")

    def __init__(self, text: str, /, **facts: object) -> None:
        super().__init__(text, **facts)
        self.known_to: Collection[int] | None = None
        """Ids of the people who may know that the table exists; None: everybody."""


class Stale(ServiceError):
    """The command was made for an earlier position; `since` has the rows after it."""

    name = "stale"

    def __init__(self, seq: int, since: list[Any]) -> None:
        super().__init__(marked("somebody else moved first"))
        self.seq = seq
        self.since = since


class Refused(ServiceError):
    """A word that the rules refuse."""

    name = "refused"

    def __init__(self, word: str, index: int, refusal: Refusal, game: Game) -> None:
        super().__init__(sentence(game, refusal))
        self.word = word
        self.index = index
        self.refusal = refusal
        self.game = game

    def said(self, speech: Translator) -> str:
        return sentence(self.game, self.refusal, speech)


class TooMany(ServiceError):
    """A rate limit was reached; `seconds` is the time to wait."""

    name = "too_many"

    def __init__(
        self, seconds: int, text: str = marked("That was tried too often. Wait a little."), **facts: object
    ) -> None:
        super().__init__(text, **facts)
        self.seconds = seconds


class Unavailable(ServiceError):
    """The database cannot be reached; whether the command was carried out is not known."""

    name = "unavailable"


def sentence(game: Game, refusal: Refusal, speech: Translator = ENGLISH) -> str:
    """A refusal as a sentence; only the clause if the title has no sentences."""
    if not game.has_part("text.sentences"):
        return refusal.clause
    return str(game.part("text.sentences").refusal(game, refusal, speech=speech))
