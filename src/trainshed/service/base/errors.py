"""What can go wrong with a command, each with a name for programs and a sentence for people."""

from __future__ import annotations

from typing import Any, ClassVar

from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH, Translator, marked


class ServiceError(Exception):
    """A command that is not carried out.

    `text` is English and stands in the catalogues; `facts` fill its gaps, `%(name)s`. As a string it is English.
    """

    name: ClassVar[str] = "error"

    def __init__(self, text: str, /, **facts: object) -> None:
        super().__init__(text % facts if facts else text)
        self.text = text
        self.facts = facts

    def said(self, speech: Translator) -> str:
        """The sentence in a language."""
        text = speech.gettext(self.text)
        return text % self.facts if self.facts else text


class NotFound(ServiceError):
    """There is no such thing, or whoever asks may not know of it."""

    name = "not_found"


class Forbidden(ServiceError):
    """This person may not do this here."""

    name = "forbidden"


class NotSignedIn(ServiceError):
    """Nobody in particular asks, and that is not enough."""

    name = "not_signed_in"


class Wrong(ServiceError):
    """The command makes no sense."""

    name = "wrong"


class NotNow(ServiceError):
    """The command makes sense, but not in the state in which the table is."""

    name = "not_now"


class Stale(ServiceError):
    """The command was made for a position that is past; `since` is what happened after it."""

    name = "stale"

    def __init__(self, seq: int, since: list[Any]) -> None:
        super().__init__(marked("somebody was first"))
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
    """The same was tried too often."""

    name = "too_many"

    def __init__(self, seconds: int) -> None:
        super().__init__(marked("That was tried too often. Wait a little."))
        self.seconds = seconds


class Unavailable(ServiceError):
    """The database cannot be reached; whether the command was carried out shows when it can."""

    name = "unavailable"


def sentence(game: Game, refusal: Refusal, speech: Translator = ENGLISH) -> str:
    """A refusal in words, where the title can speak."""
    if not game.has_part("text.sentences"):
        return refusal.clause
    return str(game.part("text.sentences").refusal(game, refusal, speech=speech))
