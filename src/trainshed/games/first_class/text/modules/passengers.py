"""The texts of module D, passengers and luggage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from trainshed.games.first_class.events import ModuleEvent
from trainshed.games.first_class.rules.components import Card
from trainshed.games.first_class.rules.requirements import Requirement
from trainshed.games.first_class.text.module import KindName, ModuleText, number_in
from trainshed.games.first_class.text.names import card_name, card_of, card_text, coach_of
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator, marked

PASSENGER, LUGGAGE = "passenger", "luggage"
PRINTED = {
    PASSENGER: marked("%(reward)s once in a reached coach of the upper train of level %(level)d or higher"),
    LUGGAGE: marked("%(reward)s once in a reached coach of the lower train of level %(level)d or higher"),
}
PLACE = {
    PASSENGER: marked("Put the passenger in coach %(position)d of the upper train"),
    LUGGAGE: marked("Put the luggage in coach %(position)d of the lower train"),
}
ACTIVATE = {
    PASSENGER: marked("Let the passenger take the seat: %(card)s"),
    LUGGAGE: marked("Load the luggage: %(card)s"),
}
ATTACHED = {
    PASSENGER: marked("puts the passenger in %(coach)s"),
    LUGGAGE: marked("puts the luggage in %(coach)s"),
}
ACTIVATED = {
    PASSENGER: marked("activates a passenger (%(card)s)"),
    LUGGAGE: marked("activates a piece of luggage (%(card)s)"),
}
LOST = {
    PASSENGER: marked("finds no free coach for the passenger"),
    LUGGAGE: marked("finds no free coach for the luggage"),
}


class PassengersText(ModuleText):
    """Passengers wait at coaches of the upper train, luggage at those of the lower one."""

    kinds: ClassVar[Mapping[str, KindName]] = {
        PASSENGER: KindName(marked("Passenger"), marked("a passenger")),
        LUGGAGE: KindName(marked("Luggage"), marked("a piece of luggage")),
    }
    questions: ClassVar[Mapping[str, str]] = {"PlaceGuest": marked("%(who)s: in which coach? %(card)s.")}
    reasons: ClassVar[Mapping[str, str]] = {
        "FC-MODULE-D-01": marked("Passengers belong to the upper train and luggage to the lower one."),
        "FC-MODULE-D-02": marked("This card does not wait at a coach of yours."),
        "FC-MODULE-D-03": marked(
            "That is no free coach: each coach holds one passenger or piece of luggage, mail cars and tiles none."
        ),
        "FC-MODULE-D-04": marked(
            "The conductor must have reached the coach, and the coach must have the level that the card asks for."
        ),
    }
    advice: ClassVar[Mapping[str, Sequence[str]]] = {"PlaceGuest": ("passenger",)}
    more_advice = ("passenger-activate",)

    def requirement(self, requirement: Requirement, speech: Translator) -> str:
        return speech.plural(
            "%(count)d passenger or piece of luggage activated",
            "%(count)d passengers or pieces of luggage activated",
            requirement.least,
        )

    def printed(self, card: Card, reward: str, speech: Translator) -> str:
        if card.kind not in PRINTED:
            return ""
        return speech.phrase(PRINTED[card.kind], reward=reward, level=number_in(card.condition))

    def label(self, game: Game, view: Any, word: str, speech: Translator, names: Sequence[str]) -> str:
        head, _colon, rest = word.partition(":")
        if head in PLACE:
            return speech.phrase(PLACE[head], position=int(rest))
        if head == "activate":
            said = speech.phrase(ACTIVATE[card_of(game, rest).kind], card=card_text(game, rest, speech))
            return f"{said} ({coach})" if (coach := waits_at(view, rest, speech)) else said
        return ""

    def deed(self, game: Game, events: Sequence[ModuleEvent], speech: Translator, names: Sequence[str]) -> str:
        what, facts = events[-1].what, events[-1].facts
        kind = card_of(game, facts["card"]).kind
        match what:
            case "attached":
                return speech.phrase(ATTACHED[kind], coach=coach_of(facts["train"], facts["position"], speech))
            case "activated":
                return speech.phrase(ACTIVATED[kind], card=card_text(game, facts["card"], speech))
            case "lost":
                return speech.gettext(LOST[kind])
        return ""

    def seat_lines(self, game: Game, view: Any, seat: int, speech: Translator, names: Sequence[str]) -> Iterator[str]:
        seen = view.modules["passengers"]
        waiting = [
            speech.phrase(
                "%(coach)s, %(card)s",
                coach=coach_of(each["train"], each["position"], speech),
                card=card_name(game, each["card"], speech),
            )
            for each in seen["waiting"][seat]
        ]
        if waiting:
            yield speech.phrase("Waiting at coaches: %(cards)s.", cards="; ".join(waiting))
        if done := len(seen["activated"][seat]):
            yield speech.phrase("Passengers and luggage activated: %(count)d.", count=done)

    def coach(self, game: Game, view: Any, words: Sequence[str], chosen: Sequence[str]) -> Iterator[str]:
        if view.modules["passengers"]["waiting"][view.actor]:
            yield "passenger-activate"


def waits_at(view: Any, card: str, speech: Translator) -> str:
    """The coach at which a card of the player who is asked waits, or ""; the box has cards that are the same."""
    waiting = view.modules["passengers"]["waiting"] if "passengers" in view.modules and view.actor >= 0 else []
    for each in waiting[view.actor] if waiting else []:
        if each["card"] == card:
            return coach_of(each["train"], each["position"], speech)
    return ""


TEXT = PassengersText()
