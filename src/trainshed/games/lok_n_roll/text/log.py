"""The log of Lok'n'Roll: one line for the starting track, the deal, each turn and the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.text.names import a_piece, pieces_listed, player, points_of, value_of
from trainshed.kernel.events import Event
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH, Translator
from trainshed.phrases import capital, ending, listed, points, victory, who

BEGINNINGS: Final = (events.StartChosen, events.TurnBegun, events.Lost, events.GameEnded)

MOST_LISTED: Final = 3
"""How many cards or pairs a line names one by one; more are counted, because nobody reads so long a line."""


def opens(event: Event, last: Event) -> bool:
    """Does an event begin a new line of the log, after the event before it?"""
    if isinstance(event, events.CardDrawn):
        return isinstance(last, events.TrackReady)
    return isinstance(event, BEGINNINGS)


def is_count(event: Event) -> bool:
    """Does an event count points for all, whatever was played before it? The ending names it where it turned a game."""
    return isinstance(event, events.GameEnded)


def tell(game: Game, told: Sequence[Event], *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """The events of one line as a sentence, or as much of it as has happened yet; "" if there is nothing to tell."""
    match told[0]:
        case events.GameEnded(scores=scores, standings=standings, rival=rival, in_hand=in_hand):
            return result(scores, in_hand, standings, rival, speech, names)
        case events.Lost(derailments=count):
            text = speech.ngettext(
                "The challenge is lost: %(count)d derailment.", "The challenge is lost: %(count)d derailments.", count
            )
            return text % {"count": count}
        case events.CardDrawn():
            return deal_line(told, speech, names)
        case events.StartChosen() | events.CardTurned() | events.CardAside() | events.CardLaid() | events.TrackReady():
            return starting_line(told, speech, names)
    return TrackTurn(speech, names).tell(told)


# ---------------------------------------------------------------- the set-up


def starting_line(told: Sequence[Event], speech: Translator, names: Sequence[str]) -> str:
    """Who begins, and the starting track."""
    _ = speech.gettext
    parts = []
    laid = [a_piece(event.card, speech) for event in told if isinstance(event, events.CardLaid)]
    aside = [a_piece(event.card, speech) for event in told if isinstance(event, events.CardAside)]
    for event in told:
        if isinstance(event, events.StartChosen):
            parts.append(_("%(who)s begins.") % {"who": who(event.seat, speech, names)})
    if laid:
        parts.append(_("The starting track: %(cards)s.") % {"cards": ", ".join(laid)})
    if aside:
        parts.append(_("Put aside: %(cards)s.") % {"cards": ", ".join(aside)})
    match told[-1]:
        case events.CardTurned(seat=seat, card=card):
            facts = {"who": player(seat, speech, names), "card": a_piece(card, speech)}
            parts.append(_("%(who)s turns up %(card)s.") % facts)
    for event in told:
        if isinstance(event, events.TrackReady):
            parts.append(_("The engine stands on card %(engine)d.") % {"engine": event.engine + 1})
            parts.append(ready(event, speech))
    return " ".join(parts)


def ready(event: events.TrackReady, speech: Translator) -> str:
    """What becomes of the cards that are not on the starting track."""
    ngettext = speech.ngettext
    removed = ngettext("%(cards)d card leaves the game unseen", "%(cards)d cards leave the game unseen", event.removed)
    deck = ngettext("the deck has %(cards)d card", "the deck has %(cards)d cards", event.deck)
    text = listed([removed % {"cards": event.removed}, deck % {"cards": event.deck}], speech)
    return f"{capital(text)}."


def deal_line(told: Sequence[Event], speech: Translator, names: Sequence[str]) -> str:
    """The first hands, as far as the reader may know them."""
    hands: dict[int, list[str]] = {}
    counts: dict[int, int] = {}
    for event in told:
        if isinstance(event, events.CardDrawn):
            counts[event.seat] = counts.get(event.seat, 0) + 1
            if event.card is not None:
                hands.setdefault(event.seat, []).append(event.card)
    count = max(counts.values())
    parts = [deal(count, [*counts], speech, names)]
    for seat, cards in hands.items():
        facts = {"who": who(seat, speech, names), "cards": pieces_listed(cards, speech)}
        parts.append(speech.gettext("%(who)s has %(cards)s.") % facts)
    return " ".join(parts)


def deal(count: int, seats: Sequence[int], speech: Translator, names: Sequence[str]) -> str:
    """How many cards each player draws; a single player has a name."""
    if len(seats) > 1:
        return speech.plural("Everybody draws %(count)d card.", "Everybody draws %(count)d cards.", count)
    facts = {"who": who(seats[0], speech, names)}
    return speech.plural("%(who)s draws %(count)d card.", "%(who)s draws %(count)d cards.", count, **facts)


# ---------------------------------------------------------------- turns


class TrackTurn:
    """What a player, or Laura, did in one turn, and what came of it."""

    def __init__(self, speech: Translator, names: Sequence[str]) -> None:
        self.speech = speech
        self.names = names
        self.laid: list[str] = []
        self.chaos: list[str] = []
        self.drawn: str | None = None
        self.thrown: list[int] = []
        self.dice = 0
        self.head = ""
        self.results: list[str] = []
        self.pairs: list[int] = []
        self.points = 0

    def tell(self, told: Sequence[Event]) -> str:
        _ = self.speech.gettext
        seat: int | None = getattr(told[0], "seat", None)
        facts: dict[str, object] = {"who": player(seat, self.speech, self.names)}
        for event in told:
            self.act(event, facts)
            self.follow(event)
        if self.laid:
            self.head = _("%(who)s lays %(cards)s") % {**facts, "cards": self.laid_cards()}
        elif self.chaos:
            self.head = _("%(who)s discards %(cards)s") % {**facts, "cards": pieces_listed(self.chaos, self.speech)}
        if not self.head and self.drawn is not None:
            return _("%(who)s draws %(card)s.") % {**facts, "card": a_piece(self.drawn, self.speech)}
        if not self.head and any(isinstance(event, events.CardDrawn) for event in told):
            return _("%(who)s draws a card.") % facts
        results = ([self.roll()] if self.thrown else []) + self.results + self.combined()
        if self.points and seat is not None:
            results.append(change(self.points, self.speech))
        head = self.head or (str(facts["who"]) if results else "")
        text = f"{head}: {', '.join(results)}." if results else f"{head}." if head else ""
        if self.drawn is None:
            return text
        return f"{text} {_('Drawn before: %(card)s.') % {'card': a_piece(self.drawn, self.speech)}}"

    def act(self, event: Event, facts: dict[str, object]) -> None:
        """What the player did."""
        _ = self.speech.gettext
        match event:
            case events.CardDrawn(card=card):
                self.drawn = card
            case events.CardPlayed(card=card):
                self.head = _("%(who)s plays %(card)s") % {**facts, "card": a_piece(card, self.speech)}
            case events.CardTurned(card=card):
                self.head = _("%(who)s turns up %(card)s") % {**facts, "card": a_piece(card, self.speech)}
            case events.CardBoxed():
                self.results.append(_("it cannot be laid and goes to the box"))
            case events.CardLaid(card=card):
                self.laid.append(card)
            case events.Passed(forced=forced):
                self.head = (_("%(who)s has to pass") if forced else _("%(who)s passes")) % facts
            case events.Rolled(dice=dice, wheels=wheels):
                self.dice += dice
                self.thrown.append(wheels)
            case events.Discarded(card=card, from_hand=from_hand):
                self.points += value_of(card)
                if from_hand or card.startswith("chaos:"):
                    self.chaos.append(card)

    def laid_cards(self) -> str:
        """The cards of an extension; all of them have one value (LR-EXTEND-02)."""
        if len(self.laid) <= MOST_LISTED:
            return pieces_listed(self.laid, self.speech)
        facts = {"count": len(self.laid), "value": value_of(self.laid[0])}
        return self.speech.gettext("%(count)d cards of value %(value)d") % facts

    def combined(self) -> list[str]:
        """The pairs that left the pile."""
        _ = self.speech.gettext
        if len(self.pairs) <= MOST_LISTED:
            return [_("combines two %(value)ds") % {"value": value} for value in self.pairs]
        return [_("combines %(count)d pairs") % {"count": len(self.pairs)}]

    def roll(self) -> str:
        """A roll. More dice than there are take several throws, whose wheels are added (LR-DICE-02)."""
        wheels = sum(self.thrown)
        text = self.speech.ngettext("%(dice)d die shows %(wheels)s", "%(dice)d dice show %(wheels)s", self.dice)
        count = self.speech.ngettext("%(count)d wheel", "%(count)d wheels", wheels) % {"count": wheels}
        again = " + ".join(str(number) for number in self.thrown)
        return text % {"dice": self.dice, "wheels": count if len(self.thrown) == 1 else f"{again} = {count}"}

    def penalty(self, cards: Sequence[str]) -> str:
        """The penalty cards; it is their player who takes them, not the engine that was told of before."""
        if len(cards) > MOST_LISTED:
            return self.speech.gettext("%(count)d penalty cards") % {"count": len(cards)}
        return self.speech.gettext("penalty: %(cards)s") % {"cards": pieces_listed(cards, self.speech)}

    def follow(self, event: Event) -> None:
        """What came of it."""
        _, ngettext = self.speech.gettext, self.speech.ngettext
        match event:
            case events.EngineMoved(steps=0):
                self.results.append(_("the engine stays"))
            case events.EngineMoved(steps=steps):
                text = ngettext("the engine moves %(steps)d card", "the engine moves %(steps)d cards", steps)
                self.results.append(text % {"steps": steps})
            case events.TrackBroken(cards=cards):
                text = ngettext("over a destroyed track", "over %(cards)d destroyed tracks", cards)
                self.results.append(text % {"cards": cards})
            case events.Derailed(steps_left=left):
                text = ngettext("derails, %(left)d step too many", "derails, %(left)d steps too many", left)
                self.results.append(text % {"left": left})
            case events.PenaltyTaken(cards=[]):
                self.results.append(_("no penalty card lies behind the engine"))
            case events.PenaltyTaken(due=due, cards=cards):
                self.results.append(self.penalty(cards))
                if due > len(cards):
                    text = ngettext("%(count)d more is forgiven", "%(count)d more are forgiven", due - len(cards))
                    self.results.append(text % {"count": due - len(cards)})
            case events.Combined(cards=cards):
                self.points -= points_of(cards)
                self.pairs.append(value_of(cards[0]))
            case events.Kept(card=card):
                self.results.append(_("keeps two %(value)ds") % {"value": value_of(card)})


def change(count: int, speech: Translator) -> str:
    """Points that a pile gained, or lost by combining."""
    facts = {"points": points(abs(count), speech)}
    return speech.phrase("+%(points)s on the pile" if count > 0 else "−%(points)s on the pile", **facts)


# ---------------------------------------------------------------- the end


def result(
    scores: Sequence[int],
    in_hand: Sequence[int],
    standings: Sequence[int],
    rival: tuple[int, int] | None,
    speech: Translator,
    names: Sequence[str],
) -> str:
    """The result in one line, each total with its parts. It names a winner only with several seats or against Laura."""
    results, won = [], ""
    for seat, (score, hand) in enumerate(zip(scores, in_hand, strict=True)):
        facts = {"who": who(seat, speech, names), "points": points(score, speech), "pile": score - hand, "hand": hand}
        results.append(speech.phrase("%(who)s has %(points)s (pile %(pile)d + hand %(hand)d)", **facts))
    if rival is not None:
        facts = {"who": player(None, speech, names), "points": points(rival[0], speech)}
        results.append(speech.phrase("%(who)s has %(points)s (1 for each card)", **facts))
        won = duel(standings[0], rival[1], who(0, speech, names), speech)
    elif len(scores) > 1:
        won = victory(standings, speech, names)
    return ending(results, won, speech)


def duel(rank: int, rival_rank: int, name: str, speech: Translator) -> str:
    """Who has won against Laura (LR-RIVAL-13)."""
    _ = speech.gettext
    if rank == rival_rank:
        return _("The victory is shared.")
    return _("Laura wins.") if rank > 1 else _("%(winners)s wins.") % {"winners": name}
