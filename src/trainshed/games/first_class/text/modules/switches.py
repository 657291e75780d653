"""The texts of module E, switches and mechanics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from trainshed.games.first_class.events import ModuleEvent
from trainshed.games.first_class.rules.components import Card
from trainshed.games.first_class.text.module import KindName, ModuleText, number_in
from trainshed.games.first_class.text.names import card_name, card_of, card_text
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator, marked

SWITCH, MECHANIC = "switch", "mechanic"
LAID = {
    SWITCH: marked("lays the switch in column %(column)d"),
    MECHANIC: marked("puts the mechanic in column %(column)d"),
}
LOST = {
    SWITCH: marked("finds no free column for the switch"),
    MECHANIC: marked("finds no free column for the mechanic"),
}


class SwitchesText(ModuleText):
    """Switches and mechanics lie between the two trains and concern the cards above and below them."""

    kinds: ClassVar[Mapping[str, KindName]] = {
        SWITCH: KindName(marked("Switch"), marked("a switch")),
        MECHANIC: KindName(marked("Mechanic"), marked("a mechanic")),
    }
    questions: ClassVar[Mapping[str, str]] = {"LayBetween": marked("%(who)s: in which column? %(card)s.")}
    reasons: ClassVar[Mapping[str, str]] = {
        "FC-MODULE-E-02": marked("This card does not lie between your trains."),
        "FC-MODULE-E-03": marked("In this column no card can be laid, or one lies there already."),
        "FC-MODULE-E-05": marked("A switch works when both conductors have reached its column."),
        "FC-MODULE-E-06": marked(
            "The levels of the two coaches in its column do not add up to what the mechanic asks for."
        ),
        "FC-MODULE-E-07": marked("You have used this mechanic already."),
        "FC-MODULE-E-09": marked("This switch has paid in this scoring phase."),
    }
    advice: ClassVar[Mapping[str, Sequence[str]]] = {"LayBetween": ("between",)}
    more_advice = ("mechanic", "switch")

    def printed(self, card: Card, reward: str, speech: Translator) -> str:
        if card.kind == SWITCH:
            text = marked("%(reward)s in every scoring phase when both conductors have reached the column")
            return speech.phrase(text, reward=reward)
        if card.kind == MECHANIC:
            text = marked("%(reward)s once when the two coaches of the column have levels of %(sum)d together")
            return speech.phrase(text, reward=reward, sum=number_in(card.condition))
        return ""

    def label(self, game: Game, view: Any, word: str, speech: Translator, names: Sequence[str]) -> str:
        head, _colon, rest = word.partition(":")
        match head:
            case "column":
                return speech.phrase("Lay the card in column %(column)d", column=int(rest))
            case "mechanic":
                return speech.phrase("Use the mechanic: %(card)s", card=card_text(game, rest, speech))
            case "switch":
                return speech.phrase("Use the switch: %(card)s", card=card_text(game, rest, speech))
        return ""

    def deed(self, game: Game, events: Sequence[ModuleEvent], speech: Translator, names: Sequence[str]) -> str:
        what, facts = events[-1].what, events[-1].facts
        kind, card = card_of(game, facts["card"]).kind, card_text(game, facts["card"], speech)
        match what:
            case "laid":
                return speech.phrase(LAID[kind], column=facts["column"])
            case "switch":
                return speech.phrase("uses a switch (%(card)s)", card=card)
            case "mechanic":
                return speech.phrase("uses a mechanic (%(card)s)", card=card)
            case "lost":
                return speech.gettext(LOST[kind])
        return ""

    def seat_lines(self, game: Game, view: Any, seat: int, speech: Translator, names: Sequence[str]) -> Iterator[str]:
        cards = []
        for each in view.modules["switches"]["columns"][seat]:
            text = (
                marked("column %(column)d, %(card)s (used)") if each["used"] else marked("column %(column)d, %(card)s")
            )
            facts = {"column": each["column"], "card": card_name(game, each["card"], speech)}
            cards.append(speech.phrase(text, **facts))
        if cards:
            yield speech.phrase("Between the trains: %(cards)s.", cards="; ".join(cards))

    def coach(self, game: Game, view: Any, words: Sequence[str], chosen: Sequence[str]) -> Iterator[str]:
        own = view.modules["switches"]["columns"][view.actor]
        if any(card_of(game, each["card"]).kind == MECHANIC and not each["used"] for each in own):
            yield "mechanic"
        if view.scoring and any(card_of(game, each["card"]).kind == SWITCH for each in own):
            yield "switch"


TEXT = SwitchesText()
