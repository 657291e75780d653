"""Shunting Yard in words: labels of buttons, a line of the log for each turn, refusals, and the position as text."""

from collections.abc import Sequence
from typing import Any

from shunting_yard.game import FACE_DOWN, Event
from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH, Translator
from trainshed.phrases import ending, folded, general_refusal, listed, points, totals, who


def label(game: Game, view: Any, word: str, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    _, (verb, _colon, wagon) = speech.gettext, word.partition(":")
    text = {"couple": _("Couple the %s"), "send": _("Couple the %s and depart"), "scrap": _("Scrap the %s")}.get(verb)
    return text % wagon if text else _("Draw a wagon") if wagon == "?" else _("Draw a %s") % wagon


def opens(event: Event, last: Event) -> bool:  # a line of the log is the turn of a seat, with its draws
    return event.seat != last.seat or event.word == "end"


def tell(game: Any, told: Sequence[Event], *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    _, seat, parts = speech.gettext, told[0].seat, list[str]()
    drawn = [event.word.partition(":")[2] for event in told if event.word.startswith("draw:")]
    if drawn:
        unseen = speech.ngettext("draws %d wagon", "draws %d wagons", len(drawn)) % len(drawn)
        parts.append(unseen if "?" in drawn else _("draws %s") % listed(drawn, speech))
    for event in told:
        verb, _colon, wagon = event.word.partition(":")
        if verb in ("couple", "send"):
            parts.append(_("couples the %s") % wagon)
        elif verb == "scrap":
            parts.append(_("scraps the %s") % wagon)
        elif verb == "depart":
            parts.append(_("the train departs for %s") % points(event.points, speech))
        elif verb == "end":
            return _("The deck cannot fill a hand: the game is over.")
    return f"{who(seat, speech, names)} {listed(parts, speech)}."


def sentence(game: Game, event: Event, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    return tell(game, [event], speech=speech, names=names)


def refusal(game: Game, refusal: Refusal, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    _ = speech.gettext
    reasons = {
        "SY-TURN-03": _("That wagon is not in your hand."),
        "SY-COUPLE-01": _("Numbers in a train ascend."),
        "SY-DEPART-01": _("The train is too short to depart."),
    }
    return reasons.get(refusal.clause) or general_refusal(game, refusal, speech)


def position(game: Game, view: Any, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> list[str]:
    _, lines = speech.gettext, list[str]()
    for seat in range(view.seats):
        hand = " ".join("?" if wagon == FACE_DOWN else str(wagon) for wagon in view.hands[seat])
        train = "-".join(map(str, view.trains[seat])) or _("no train")
        facts = {"who": who(seat, speech, names), "points": points(view.points[seat], speech)}
        lines += folded(_("%(who)s: %(points)s.") % facts + f" {train}; {_('hand')}: {hand or '–'}")
    lines += folded(_("%d wagons are left in the deck.") % view.deck)
    return [*lines, ending(totals(view.points, speech, names), "", speech)] if view.over else lines
