"""The log of Russian Railroads: one line for each turn, scoring and chapter of the set-up, with what it brought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.components import RAILROADS, Components
from trainshed.games.russian_railroads.text import names as name
from trainshed.games.russian_railroads.text.labels import AGAIN
from trainshed.games.russian_railroads.text.names import colour_name, railroad_name, where
from trainshed.games.russian_railroads.text.position import result
from trainshed.kernel.events import Event
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.phrases import Counted, points, who

SET_UP: Final = (events.PositionDealt, events.EngineerLaid)
SCORING: Final = (events.RoundScored, events.CleanedUp, events.RoundBegun)
FINAL: Final = (events.BonusScored, events.MajorityScored)
CHAPTERS: Final = (SET_UP, SCORING, FINAL)
BEGINNINGS: Final = (
    events.StartChosen,
    events.SpaceChosen,
    events.Passed,
    events.WorkerRelocated,
    events.OrderChanged,
    events.GameEnded,
)
SPACES: Final = (events.SpaceChosen, events.PiecesPlaced, events.WorkerRelocated)
MARKERS: Final = ("first marker", "second marker")
"""The keys of the industry markers among the results of a turn."""

SENDS: Final = marked("%(who)s sends %(pieces)s to %(where)s")
PAYS: Final = marked("%(who)s pays %(pieces)s for %(where)s")
NUMBERS: Final = {
    "engineers": marked("the numbers of the engineers"),
    "locomotives": marked("the numbers of the locomotives"),
}
"""What points come from that an effect of engineers or locomotives brings."""


def opens(event: Event, last: Event) -> bool:
    """Does an event begin a new line of the log, after the event before it?"""
    if isinstance(event, BEGINNINGS):
        return True
    return any(isinstance(event, chapter) and not isinstance(last, chapter) for chapter in CHAPTERS)


def is_count(event: Event) -> bool:
    """Does an event count points for all, whatever was played before it? The ending names it where it turned a game."""
    return isinstance(event, (events.RoundScored, *FINAL))


def tell(game: Game, told: Sequence[Event], *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """The events of one line as a sentence, or as much of it as has happened yet; "" if there is nothing to tell."""
    match told[0]:
        case events.PositionDealt() | events.EngineerLaid():
            return set_up_line(told, speech, names)
        case events.RoundScored() | events.CleanedUp() | events.RoundBegun():
            return scoring_line(told, speech, names)
        case events.BonusScored() | events.MajorityScored():
            return final_line(told, speech, names)
        case events.OrderChanged(order=order):
            seats = ", ".join([who(seat, speech, names) for seat in order])
            return speech.phrase("The order of the next round: %(seats)s.", seats=seats)
        case events.GameEnded(scores=scores, standings=standings):
            return result(scores, standings, speech, names)
    return WorkerTurn(name.box_of(game), speech, names).tell(told)


def sentence(game: Game, event: Event, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """One event as a line of its own; "" if it is told only together with others."""
    return tell(game, [event], speech=speech, names=names)


# ---------------------------------------------------------------- turns


class WorkerTurn:
    """What a player did in one turn, and what it brought."""

    def __init__(self, box: Components, speech: Translator, names: Sequence[str]) -> None:
        self.box = box
        self.speech = speech
        self.phrase = speech.phrase
        self.names = names
        self.head = ""
        self.colour = ""
        """The only colour of the steps of the space that the head names."""
        self.source = ""
        """What brings the next gains, if it is something else than the space of the head."""
        self.brought: dict[object, str] = {}
        """Results by what they are about: a later step of a track takes the place of an earlier one."""
        self.displaced = 0
        """The locomotive that must go on to another place."""
        self.income = 0
        """Points that each scoring brings more."""

    def tell(self, told: Sequence[Event]) -> str:
        seat: int = getattr(told[0], "seat", 0)
        player = who(seat, self.speech, self.names)
        for event in told:
            self.begin(event, player)
            self.build(event)
            self.gain(event)
        results = list(self.brought.values())
        if self.income:
            results.append(self.phrase("%(points)s a round", points=f"{self.income:+d}"))
        if not results:
            return f"{self.head}." if self.head else ""
        return f"{self.head or player}: {', '.join(results)}."

    def begin(self, event: Event, player: str) -> None:
        """What the player did."""
        facts = {"who": player}
        space: str = getattr(event, "space", "")
        if isinstance(event, SPACES) and space:
            facts["where"] = where(self.box, space, self.speech)
            self.colour = name.only_colour(self.box, space)
        match event:
            case events.SpaceChosen():
                self.head = self.phrase("%(who)s chooses %(where)s", **facts)
            case events.PiecesPlaced(workers=w, turquoise=t, black=b, roubles=r):
                facts["pieces"] = name.pieces(w, t, b, r, self.speech)
                self.head = self.phrase(SENDS if w + t + b else PAYS, **facts)
            case events.WorkerRelocated(space=""):
                self.head = self.phrase("%(who)s leaves the worker on the turn order track", **facts)
            case events.WorkerRelocated():
                self.head = self.phrase("%(who)s moves the worker of the turn order on to %(where)s", **facts)
            case events.StartChosen(card=card):
                facts["what"] = name.start_name(card, self.speech)
                self.head = self.phrase("%(who)s takes the starting card “%(what)s”", **facts)
            case events.Passed(points=count, forced=forced):
                self.head = self.phrase(
                    "%(who)s can use no more spaces and passes" if forced else "%(who)s passes", **facts
                )
                if count:
                    self.add(f"+{points(count, self.speech)}", self.phrase("the turn order"))

    def of(self, source: str) -> None:
        """From now on it is not the space of the head that brings something."""
        self.source = source
        self.colour = ""

    def add(self, text: str, source: str = "", about: object = None) -> None:
        """A result, and what brought it where that is not told already."""
        if source:
            self.brought.pop(source, None)  # the factory need not be told twice
            text = self.phrase("%(gain)s from %(source)s", gain=text, source=source)
        self.brought[about if about is not None else len(self.brought)] = text

    def build(self, event: Event) -> None:
        """What changed on the player's board: tracks, markers, locomotives, factories."""
        speech, phrase = self.speech, self.phrase
        match event:
            case events.TrackMoved(railroad=railroad, colour=colour, to=to):
                facts = {"railroad": railroad_name(railroad, speech), "colour": colour_name(colour, speech), "to": to}
                told = colour == self.colour
                text = phrase("%(railroad)s to %(to)d" if told else "%(railroad)s %(colour)s to %(to)d", **facts)
                self.add(text, about=(railroad, colour))
            case events.TracksEarned(colour=colour):
                self.add(phrase("earns %(colour)s", colour=colour_name(colour, speech)))
            case events.MarkerMoved(to=0):
                self.add(phrase("a second industry marker"))
            case events.MarkerMoved(marker=marker, to=to):
                self.marker(marker, name.lane_name(self.box, to, 0, speech))
            case events.FactoryUsed(factory=factory):
                self.of(phrase("factory %(number)d", number=factory))
                mover = next((key for key in reversed(self.brought) if key in MARKERS), MARKERS[0])
                self.marker(MARKERS.index(mover) + 1, self.source)
                self.add(phrase("uses %(what)s", what=self.source), about=self.source)
            case events.TileTaken(number=number, as_factory=as_factory):
                taken = phrase("factory %(number)d" if as_factory else "locomotive %(number)d", number=number)
                self.add(taken, about=("tile", number, as_factory))
            case events.LocomotivePlaced(number=number, place=place, displaced=displaced):
                facts = {"number": number, "railroad": railroad_name(place.rstrip("_12"), speech)}
                follows = number == self.displaced
                text = marked("%(number)d to %(railroad)s" if follows else "locomotive %(number)d to %(railroad)s")
                self.add(phrase(text, **facts), about=("tile", number, False))
                self.displaced = displaced
            case events.LocomotiveGivenUp(number=number):
                self.add(phrase("%(number)d becomes an open factory", number=number), about=("tile", number, False))
            case events.FactoryBuilt(number=number, slot=slot, replaced=replaced):
                text = marked("factory %(number)d in slot %(slot)d")
                text = marked("factory %(number)d in place of %(old)d") if replaced else text
                self.add(phrase(text, number=number, slot=slot, old=replaced), about=("tile", number, True))

    def marker(self, marker: int, to: str) -> None:
        text = self.phrase("industry to %(to)s" if marker == 1 else "second marker to %(to)s", to=to)
        self.add(text, about=MARKERS[marker - 1])

    def gain(self, event: Event) -> None:
        """Gains, cards and tokens, and what brings them."""
        speech, phrase = self.speech, self.phrase
        match event:
            case events.RewardGained(railroad=railroad, space=space):
                self.source = f"{railroad_name(railroad, speech)} {space}"
            case events.ActionRepeated(space=space):
                self.of("")
                self.add(phrase("repeats %(where)s", where=where(self.box, space, speech)))
            case events.TokenUsed(token=token):
                self.of(phrase("the token"))
                self.add(phrase("uses the token “%(what)s”", what=name.token_name(token, speech)))
            case events.CardUsed(card=card):
                self.of(phrase("the question card"))
                self.add(phrase("uses the question card “%(what)s”", what=name.card_name(card, speech)))
            case events.AgainChosen(part=part):
                text = speech.gettext(AGAIN[part])
                self.add(text[:1].lower() + text[1:])
            case events.DoublersPlaced(count=count):
                self.taken(count, name.doubler_count, phrase("no doubler could be placed"))
            case events.RoublesTaken(count=count):
                self.taken(count, name.rouble_count, phrase("no rouble was left"))
            case events.WorkerGained(black=True):
                self.add(phrase("the black worker for good"), self.source)
            case events.WorkerGained():
                self.taken(1, name.worker_count)
            case events.TurquoiseTaken(count=count):
                self.taken(count, name.turquoise_count)
            case events.EngineerHired(engineer=engineer):
                self.add(phrase("hires engineer %(number)d", number=engineer))
            case events.PointsScored(points=count, why="ten"):
                instead = phrase("%(points)s in place of an end bonus card", points=f"+{points(count, speech)}")
                self.add(instead, about=events.BonusTaken)
            case events.PointsScored(points=count, why=why):
                source = speech.gettext(NUMBERS[why]) if why in NUMBERS else self.source
                self.add(f"+{points(count, speech)}", source)
            case events.RestLapsed(declined=declined):
                self.add(phrase("the rest is left" if declined else "the rest cannot be done"))
            case events.PiecesSwapped(space=space):
                self.add(phrase("swapped with the worker on %(where)s", where=where(self.box, space, speech)))
            case events.PileLookedThrough():
                self.add(phrase("looks through the end bonus pile"), about=events.BonusTaken)
            case events.BonusTaken(card=None):
                self.add(phrase("keeps an end bonus card"), about=events.BonusTaken)
            case events.BonusTaken(card=str(card)):
                kept = phrase("keeps the end bonus card “%(card)s”", card=name.bonus_name(card, speech))
                self.add(kept, about=events.BonusTaken)
            case events.IncomeChanged(points=count):
                self.income += count

    def taken(self, count: int, thing: Counted, none: str = "") -> None:
        """Things that the player took, or a text in their place if there were none."""
        self.add(none if none and not count else f"+{thing(count, self.speech)}", self.source)


# ---------------------------------------------------------------- chapters


def set_up_line(told: Sequence[Event], speech: Translator, names: Sequence[str]) -> str:
    """The turn order and the engineers that were drawn."""
    seats = [who(event.seat, speech, names) for event in told if isinstance(event, events.PositionDealt)]
    laid = [event for event in told if isinstance(event, events.EngineerLaid)]
    engineers = [str(event.engineer) for event in laid if event.engineer and event.space]
    hired = [event.engineer for event in laid if event.engineer and not event.space]
    parts = [speech.phrase("Turn order: %(places)s.", places=", ".join(seats))] if seats else []
    if engineers:
        parts.append(speech.phrase("Engineers on the strip: %(numbers)s.", numbers=", ".join(engineers)))
    if hired:
        parts.append(speech.phrase("Engineer %(number)d is on the hiring space.", number=hired[-1]))
    return " ".join(parts)


def scoring_line(told: Sequence[Event], speech: Translator, names: Sequence[str]) -> str:
    """The points of all players in a scoring phase, and the round that begins."""
    scored, parts = [], []
    for event in told:
        match event:
            case events.RoundScored(seat=seat, railroads=railroads, stars=stars, industry=industry, total=total):
                sources = [(railroad_name(each, speech), n) for each, n in zip(RAILROADS, railroads, strict=True)]
                sources += [(speech.gettext("stars"), stars), (speech.gettext("industry"), industry)]
                scored.append(gained(seat, total, [f"{source} {n}" for source, n in sources if n], speech, names))
            case events.RoundBegun(round=number, last=last):
                text = marked("Round %(round)d begins, the last one.") if last else marked("Round %(round)d begins.")
                parts.append(speech.phrase(text, round=number))
    if scored:
        parts.insert(0, speech.phrase("Scoring: %(scores)s.", scores="; ".join(scored)))
    return " ".join(parts)


def final_line(told: Sequence[Event], speech: Translator, names: Sequence[str]) -> str:
    """The end bonus cards, and the majority of engineers."""
    cards: dict[int, list[events.BonusScored]] = {}
    most: list[str] = []
    for event in told:
        if isinstance(event, events.BonusScored):
            cards.setdefault(event.seat, []).append(event)
        elif isinstance(event, events.MajorityScored):
            count = speech.plural("%(count)d engineer", "%(count)d engineers", event.engineers)
            most.append(gained(event.seat, event.points, [count], speech, names))
    shown = [
        gained(
            seat,
            sum(event.points for event in scored),
            [f"{name.bonus_name(event.card, speech)} {event.points}" for event in scored],
            speech,
            names,
        )
        for seat, scored in cards.items()
    ]
    line = [speech.phrase("End bonus cards: %(cards)s.", cards="; ".join(shown))] if shown else []
    line += [speech.phrase("Most engineers: %(scores)s.", scores="; ".join(most))] if most else []
    return " ".join(line)


def gained(seat: int, total: int, sources: Sequence[str], speech: Translator, names: Sequence[str]) -> str:
    """The points of one player, and where they come from."""
    text = f"{who(seat, speech, names)} +{total}"
    return f"{text} ({', '.join(sources)})" if sources else text
