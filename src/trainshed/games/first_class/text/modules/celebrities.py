"""The texts of module B, celebrities and postcards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from trainshed.games.first_class.events import ModuleEvent
from trainshed.games.first_class.rules.components import Card
from trainshed.games.first_class.text.module import KindName, ModuleText, number_in
from trainshed.games.first_class.text.names import card_name, card_text, city_name, coach_of
from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import Translator, marked

CELEBRITY, POSTCARD = "celebrity", "postcard"


class CelebritiesText(ModuleText):
    """Celebrities sit in coaches, postcards lie at cities, and both score in the scoring phases."""

    kinds: ClassVar[Mapping[str, KindName]] = {
        CELEBRITY: KindName(marked("Celebrity"), marked("a celebrity")),
        POSTCARD: KindName(marked("Postcard"), marked("a postcard")),
    }
    questions: ClassVar[Mapping[str, str]] = {
        "PlaceCelebrity": marked("%(who)s: in which coach does the celebrity sit? %(card)s."),
        "PlacePostcard": marked("%(who)s: at which city does the postcard lie? %(card)s."),
    }
    reasons: ClassVar[Mapping[str, str]] = {
        "FC-MODULE-B-02": marked(
            "Celebrities sit in coaches only, one in each: not in mail cars or on locomotive tiles."
        ),
        "FC-MODULE-B-06": marked("The postcard must lie at a city further from Paris, and each city holds only one."),
        "FC-MODULE-B-07": marked("This postcard is not waiting beside your board for a city."),
    }
    advice: ClassVar[Mapping[str, Sequence[str]]] = {"PlaceCelebrity": ("celebrity",), "PlacePostcard": ("postcard",)}
    more_advice = ("postcard-waits",)

    def printed(self, card: Card, reward: str, speech: Translator) -> str:
        if card.kind == CELEBRITY:
            text = marked("%(reward)s in every scoring phase in a reached coach of level %(level)d or higher")
            return speech.phrase(text, reward=reward, level=number_in(card.condition))
        if card.kind == POSTCARD:
            text = marked("%(reward)s in every scoring phase at a reached city, number %(city)d or further")
            return speech.phrase(text, reward=reward, city=number_in(card.condition))
        return ""

    def label(self, game: Game, view: Any, word: str, speech: Translator, names: Sequence[str]) -> str:
        head, _colon, rest = word.partition(":")
        match head:
            case "celebrity":
                train, _colon, position = rest.partition(":")
                coach = coach_of(train, int(position), speech)
                return speech.phrase("Put the celebrity in %(coach)s", coach=coach)
            case "postcard":
                return speech.phrase("Put the postcard at city %(number)d", number=int(rest))
            case "post":
                return speech.phrase("Put a waiting postcard at a city: %(card)s", card=card_text(game, rest, speech))
        return ""

    def deed(self, game: Game, events: Sequence[ModuleEvent], speech: Translator, names: Sequence[str]) -> str:
        what, facts = events[-1].what, events[-1].facts
        match what:
            case "celebrity":
                coach = coach_of(facts["train"], facts["position"], speech)
                return speech.phrase("puts the celebrity in %(coach)s", coach=coach)
            case "postcard":
                return speech.phrase("puts the postcard at city %(number)d", number=facts["city"])
            case "waits":
                return speech.gettext("keeps the postcard for a city to come")
            case "lost":
                return speech.gettext("finds no free coach for the celebrity")
        return ""

    def scored(self, speech: Translator) -> str:
        return speech.gettext("celebrities and postcards")

    def refusal(self, refusal: Refusal, speech: Translator) -> str:
        if refusal.clause == "FC-MODULE-B-06" and "least" in refusal.numbers:
            text = marked(
                "The postcard lies at city %(least)d or further; your line has %(cities)d, and each holds only one."
            )
            return speech.phrase(text, **refusal.numbers)
        return ""

    def seat_lines(self, game: Game, view: Any, seat: int, speech: Translator, names: Sequence[str]) -> Iterator[str]:
        seen = view.modules["celebrities"]
        sitting = [
            speech.phrase(
                "%(coach)s, %(card)s",
                coach=coach_of(each["train"], each["position"], speech),
                card=card_text(game, each["card"], speech),
            )
            for each in seen["celebrities"][seat]
        ]
        if sitting:
            yield speech.phrase("Celebrities: %(cards)s.", cards="; ".join(sitting))
        lying = [
            speech.phrase(
                "%(city)s, %(card)s", city=city_name(each["city"], speech), card=card_text(game, each["card"], speech)
            )
            for each in seen["postcards"][seat]
        ]
        if lying:
            yield speech.phrase("Postcards: %(cards)s.", cards="; ".join(lying))
        if waiting := seen["waiting"][seat]:
            cards = "; ".join([card_name(game, card, speech) for card in waiting])
            yield speech.phrase("Waiting for a city: %(cards)s.", cards=cards)

    def coach(self, game: Game, view: Any, words: Sequence[str], chosen: Sequence[str]) -> Iterator[str]:
        if view.modules["celebrities"]["waiting"][view.actor]:
            yield "postcard-waits"


TEXT = CelebritiesText()
