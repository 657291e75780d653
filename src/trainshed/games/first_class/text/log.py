"""The log of First Class: one line for each turn, part of a scoring phase, step of the set-up and change of round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.games.first_class import events
from trainshed.games.first_class.events import ModuleEvent
from trainshed.games.first_class.rules.components import TYPES
from trainshed.games.first_class.text import names as name
from trainshed.games.first_class.text.effects import bonus_count
from trainshed.games.first_class.text.module import text_of
from trainshed.games.first_class.text.names import box_of
from trainshed.games.first_class.text.turn_line import TurnLine
from trainshed.kernel.events import Event
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.phrases import ending, points, totals, victory, who

BEGINNINGS: Final = (events.FirstChosen, events.BonusKept, events.TurnBegun, events.RoundEnded, events.GameEnded)
CHAPTERS: Final = (
    (events.DraftDealt,),
    (events.RoundBegun, events.CardDealt, events.RestRemoved),
    (events.FinalScored,),
)
"""Happenings that are told in one line with others of their kind."""


def opens(event: Event, last: Event) -> bool:
    """Does an event begin a new line of the log, after the event before it?"""
    if isinstance(event, BEGINNINGS):
        return True
    if isinstance(event, events.BonusShown):  # the first display; others belong to a turn
        return isinstance(last, events.BonusKept)
    if is_chapter(event):
        return not (is_chapter(last) and same_module(event, last))
    return any(isinstance(event, chapter) and not isinstance(last, chapter) for chapter in CHAPTERS)


def is_chapter(event: Event) -> bool:
    """Is this a happening of a module that is told in a line of its own?"""
    return isinstance(event, ModuleEvent) and event.what in text_of(event.module).chapters


def same_module(event: Event, last: Event) -> bool:
    return isinstance(event, ModuleEvent) and isinstance(last, ModuleEvent) and event.module == last.module


def is_count(event: Event) -> bool:
    """Does an event count points for all, whatever was played before it? The ending names it where it turned a game."""
    return isinstance(event, events.FinalScored)


def tell(game: Game, told: Sequence[Event], *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """The events of one line as a sentence, or as much of it as has happened yet; "" if there is nothing to tell."""
    first = told[0]
    match first:
        case events.DraftDealt():
            return draft_line(game, told, speech, names)
        case events.BonusKept(seat=seat, card=None):
            return speech.phrase("%(who)s keeps an end-bonus card.", who=who(seat, speech, names))
        case events.BonusKept(seat=seat, card=str(card)):
            facts = {"who": who(seat, speech, names), "card": name.bonus_count_text(game, card, speech)}
            return speech.phrase("%(who)s keeps an end-bonus card: %(card)s.", **facts)
        case events.BonusShown():
            return shown_line(game, told, speech)
        case events.RoundBegun() | events.CardDealt() | events.RestRemoved():
            return round_line(game, told, speech)
        case events.RoundEnded(round=number, start=start, changed=changed):
            text = marked("Round %(round)d is over; %(who)s is the start player now.")
            text = text if changed else marked("Round %(round)d is over; %(who)s stays the start player.")
            over, phase = speech.phrase(text, round=number, who=who(start, speech, names)), scoring_after(game, number)
            return f"{over} {speech.phrase('Scoring phase %(phase)d begins.', phase=phase)}" if phase else over
        case events.FinalScored():
            return final_line(told, speech, names)
        case events.GameEnded(scores=scores, standings=standings):
            return result(scores, standings, speech, names)
    if isinstance(first, ModuleEvent) and is_chapter(first):
        own = [event for event in told if isinstance(event, ModuleEvent) and is_chapter(event)]
        others = [event for event in told if not is_chapter(event)]
        said = text_of(first.module).chapter(own, speech, names)
        return f"{said} {TurnLine(game, speech, names).tell(others)}".strip()
    begun = [event for event in told if isinstance(event, events.FirstChosen)]
    text = speech.phrase("%(who)s is the start player.", who=who(begun[0].seat, speech, names)) if begun else ""
    return f"{text} {TurnLine(game, speech, names).tell(told)}".strip()


def sentence(game: Game, event: Event, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """One event as a line of its own; "" if it is told only together with others."""
    return tell(game, [event], speech=speech, names=names)


# ---------------------------------------------------------------- the set-up, and rounds


def draft_line(game: Game, told: Sequence[Event], speech: Translator, names: Sequence[str]) -> str:
    """Who draws how many end-bonus cards, and which, as far as the reader may know it."""
    dealt = [event for event in told if isinstance(event, events.DraftDealt)]
    facts = {"who": who(dealt[0].seat, speech, names), "cards": bonus_count(len(dealt), speech)}
    known = [name.bonus_count_text(game, event.card, speech) for event in dealt if event.card is not None]
    if known:
        return speech.phrase("%(who)s draws %(cards)s for the draft: %(known)s.", **facts, known="; ".join(known))
    return speech.phrase("%(who)s draws %(cards)s for the draft.", **facts)


def shown_line(game: Game, told: Sequence[Event], speech: Translator) -> str:
    """The end-bonus cards that lie face up at the beginning."""
    cards = [name.bonus_name(game, event.card, speech) for event in told if isinstance(event, events.BonusShown)]
    return speech.plural(
        "This end-bonus card lies face up: %(cards)s.",
        "These end-bonus cards lie face up: %(cards)s.",
        len(cards),
        cards=" | ".join(cards),
    )


def round_line(game: Game, told: Sequence[Event], speech: Translator) -> str:
    """The round that begins, and what its cards are."""
    begun = [event.round for event in told if isinstance(event, events.RoundBegun)]
    dealt = [name.card_of(game, event.card) for event in told if isinstance(event, events.CardDealt)]
    parts = []
    if begun:
        rounds = box_of(game).rounds
        parts.append(speech.phrase("Round %(round)d of %(rounds)d begins.", round=begun[0], rounds=rounds))
    if dealt:
        facts = {"deck": dealt[0].deck + 1}
        parts.append(
            speech.plural(
                "%(count)d card of deck %(deck)d lies in the display.",
                "%(count)d cards of deck %(deck)d lie in the display.",
                len(dealt),
                **facts,
            )
        )
    for event in told:
        if isinstance(event, events.RestRemoved):
            parts.append(
                speech.plural(
                    "The %(count)d card left of the deck leaves the game.",
                    "The %(count)d cards left of the deck leave the game.",
                    event.count,
                )
            )
    return " ".join(parts)


def scoring_after(game: Game, number: int) -> int:
    """The scoring phase that follows a round, or 0."""
    phase, rest = divmod(number, box_of(game).rounds_per_deck)
    return 0 if rest else phase


# ---------------------------------------------------------------- the end


def final_line(told: Sequence[Event], speech: Translator, names: Sequence[str]) -> str:
    """Coins and end-bonus cards of everybody at the end."""
    shares = []
    for event in told:
        if isinstance(event, events.FinalScored):
            sources = [(name.type_name(type_, speech), count) for type_, count in zip(TYPES, event.bonus, strict=True)]
            sources.append((speech.gettext("coins"), event.coins))
            counted = [f"{source} {count}" for source, count in sources if count]
            text = f"{who(event.seat, speech, names)} +{points(sum(event.bonus) + event.coins, speech)}"
            shares.append(f"{text} ({', '.join(counted)})" if counted else text)
    return speech.phrase("Final count: %(shares)s.", shares="; ".join(shares))


def result(scores: Sequence[int], standings: Sequence[int], speech: Translator, names: Sequence[str]) -> str:
    """The result in one line."""
    return ending(totals(scores, speech, names), victory(standings, speech, names), speech)
