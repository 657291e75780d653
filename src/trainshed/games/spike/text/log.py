"""The log of Spike: one line for each turn, chapter of the set-up, change of round and route card, with its money."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.games.spike import events
from trainshed.games.spike.rules.components import Components
from trainshed.games.spike.text import names as name
from trainshed.games.spike.text.names import any_cards, box_of, cards_listed, change, commodity_name, money
from trainshed.kernel.events import Event
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.phrases import ending, listed, victory, who

CHAPTERS: Final = (
    (events.FirstChosen, events.MarkerPlaced),
    (events.ContractDealt, events.ContractCardDealt),
    (events.RouteDealt,),
)
"""Parts of the set-up that are told in one line each."""

BEGINNINGS: Final = (
    events.CardGiven,
    events.RouteKept,
    events.TrainPlaced,
    events.TurnBegun,
    events.RoundBegun,
    events.SpecialEnd,
    events.RouteScored,
    events.GameEnded,
)
MOVED: Final = {
    "move": (marked("runs as far as %(place)s"), marked("runs into %(place)s")),
    "start": (marked("starts and runs as far as %(place)s"), marked("starts and runs into %(place)s")),
    "extra": (marked("runs an extra space to %(place)s"), marked("runs an extra space into %(place)s")),
}
"""Moves of the train: to a track space, and into a city."""

UPGRADED: Final = {
    "locomotive": marked("upgrades the locomotive to speed %(value)d"),
    "tender": marked("upgrades the tender to %(value)d cards"),
    "car": marked("adds freight car %(value)d"),
}
REASONS: Final = {
    "time": marked("The last Time card is drawn."),
    "special": marked("The last turns are over."),
    "idle": marked("For too long nobody has drawn, built, upgraded or delivered."),
}
"""Why a game ends."""


def opens(event: Event, last: Event) -> bool:
    """Does an event begin a new line of the log, after the event before it?"""
    match event:
        case events.SideChosen(seat=seat):
            return not isinstance(last, events.SideChosen) or last.seat != seat
        case events.CardDrawn():  # the deal; other cards belong to a turn
            return isinstance(last, (events.ContractDealt, events.SideChosen))
        case events.CardShown():  # the first face-up cards
            return isinstance(last, events.CardGiven)
    if isinstance(event, BEGINNINGS):
        return True
    return any(isinstance(event, chapter) and not isinstance(last, chapter) for chapter in CHAPTERS)


def is_count(event: Event) -> bool:
    """Does an event count points for all, whatever was played before it? The ending names it where it turned a game."""
    return isinstance(event, events.RouteScored)


def tell(game: Game, told: Sequence[Event], *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """The events of one line as a sentence, or as much of it as has happened yet; "" if there is nothing to tell."""
    box = box_of(game)
    match told[0]:
        case events.FirstChosen() | events.MarkerPlaced():
            return market_line(box, told, speech, names)
        case events.ContractDealt() | events.ContractCardDealt():
            return contract_line(box, told, speech, names)
        case events.SideChosen():
            return sides_line(box, told, speech, names)
        case events.CardDrawn():
            return deal_line(box, told, speech, names)
        case events.CardShown():
            colors = [event.color for event in told if isinstance(event, events.CardShown)]
            cards = cards_listed(box, name.counts_of(box, colors), speech)
            return speech.phrase("Face up: %(cards)s.", cards=cards)
        case events.RouteDealt():
            return routes_line(box, told, speech, names)
        case events.RoundBegun() | events.TimesMixedIn():
            return round_line(box, told, speech, names)
        case events.GameEnded(reason=reason, scores=scores, standings=standings):
            return f"{speech.gettext(REASONS[reason])} {result(scores, standings, speech, names)}"
    return single(box, told[0], speech, names) or TrainTurn(box, speech, names).tell(told)


def sentence(game: Game, event: Event, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """One event as a line of its own; "" if it is told only together with others."""
    if isinstance(event, events.CardDrawn):
        return TrainTurn(box_of(game), speech, names).tell([event])
    return tell(game, [event], speech=speech, names=names)


def single(box: Components, event: Event, speech: Translator, names: Sequence[str]) -> str:
    """The line of an event that is told alone, or "" for others."""
    match event:
        case events.CardGiven(seat=seat, to=to, color=color):
            card = speech.gettext("a card") if color is None else name.a_card(color, speech)
            facts = {"who": who(seat, speech, names), "to": who(to, speech, names), "card": card}
            return speech.phrase("%(who)s gives %(card)s to %(to)s.", **facts)
        case events.RouteKept(seat=seat, route=None):
            return speech.phrase("%(who)s keeps a route card.", who=who(seat, speech, names))
        case events.RouteKept(seat=seat, route=str(route)):
            card = name.route_text(box, name.route_of(box, route), speech)
            return speech.phrase("%(who)s keeps a route card: %(card)s.", who=who(seat, speech, names), card=card)
        case events.TrainPlaced(seat=seat, city=city):
            facts = {"who": who(seat, speech, names), "city": name.place_name(box, city)}
            return speech.phrase("%(who)s puts the train in %(city)s.", **facts)
        case events.SpecialEnd(seat=seat, turns=turns):
            return speech.plural(
                "%(who)s has laid all tracks and has nothing left to deliver: %(count)d more turn.",
                "%(who)s has laid all tracks and has nothing left to deliver: %(count)d more turns.",
                turns,
                who=who(seat, speech, names),
            )
        case events.RouteScored():
            return scored_line(box, event, speech, names)
    return ""


# ---------------------------------------------------------------- turns


class TrainTurn:
    """What a player did in one turn, and the money that it brought or cost."""

    def __init__(self, box: Components, speech: Translator, names: Sequence[str]) -> None:
        self.box = box
        self.speech = speech
        self.phrase = speech.phrase
        self.names = names
        self.deeds: dict[object, str] = {}
        """What was done, in order; cards that are drawn one after another are one deed."""
        self.taken: list[str] = []
        self.drawn: list[str | None] = []
        self.sums: list[tuple[int, str]] = []
        """Money gained or spent, and for what."""
        self.sold = False
        """Whether the market has paid, which nothing else in the line tells."""
        self.times = 0

    def tell(self, told: Sequence[Event]) -> str:
        seat: int = next((event.seat for event in told if hasattr(event, "seat")), 0)
        for event in told:
            self.draw(event)
            self.run(event)
            self.work(event)
        player = who(seat, self.speech, self.names)
        text = ""
        if self.deeds:
            deeds = listed(list(self.deeds.values()), self.speech)
            text = self.phrase("%(who)s %(deeds)s", who=player, deeds=deeds)
        elif self.sums:
            text = player
        if self.sums:
            text = f"{text}: {self.account()}"
        text = f"{text}." if text else ""
        if self.times:
            facts = {"number": self.times, "all": self.box.time_cards}
            text += " " + self.phrase("A Time card comes up, number %(number)d of %(all)d.", **facts)
        return text.strip()

    def account(self) -> str:
        """The sums of the turn, each with what it is for; not if it is the only one and what was done tells it."""
        if len(self.sums) == 1 and not self.sold:
            return change(self.sums[0][0], self.speech)
        return ", ".join(
            [
                self.phrase("%(sum)s for %(what)s", sum=change(count, self.speech), what=what)
                for count, what in self.sums
            ]
        )

    def add(self, deed: str, about: object = None) -> None:
        self.deeds[about if about is not None else len(self.deeds)] = deed

    def draw(self, event: Event) -> None:
        """Railway cards and Time cards."""
        match event:
            case events.CardTaken(color=color):
                self.taken.append(color)
                cards = cards_listed(self.box, name.counts_of(self.box, self.taken), self.speech)
                self.add(self.phrase("takes %(cards)s", cards=cards), events.CardTaken)
            case events.CardDrawn(color=color):
                self.drawn.append(color)
                known = [each for each in self.drawn if each is not None]
                cards = any_cards(len(self.drawn), self.speech)
                if known:
                    cards = cards_listed(self.box, name.counts_of(self.box, known), self.speech)
                self.add(self.phrase("draws %(cards)s from the pile", cards=cards), events.CardDrawn)
            case events.TimeDrawn(times=times):
                self.times = times

    def run(self, event: Event) -> None:
        """Moves of the train, and its cargo."""
        match event:
            case events.TrainMoved():
                self.add(self.moved(event))
            case events.Loaded(commodity=commodity):
                self.add(self.phrase("loads %(commodity)s", commodity=commodity_name(commodity, self.speech)))
            case events.Unloaded(commodity=commodity):
                self.add(self.phrase("unloads %(commodity)s", commodity=commodity_name(commodity, self.speech)))
            case events.Delivered(commodity=commodity, city=city, money=count):
                what = commodity_name(commodity, self.speech)
                place = name.place_name(self.box, city)
                self.add(self.phrase("delivers %(commodity)s in %(city)s", commodity=what, city=place))
                self.sums.append((count, what))

    def moved(self, event: events.TrainMoved) -> str:
        """A move of the train. Where it is known whence it came, a line is named in the direction of the train."""
        if event.spaces == 0:
            return self.speech.gettext("lets the train wait")
        box, space = self.box, event.space
        place = name.space_name(box, space, self.speech, place_behind(box, event))
        text = MOVED[event.how][1 if name.is_city(box, space) else 0]
        moved = self.phrase(text, place=place)
        if not event.passed:
            return moved
        cities = listed([name.place_name(box, city) for city in event.passed], self.speech)
        return self.phrase("%(moved)s (past %(cities)s)", moved=moved, cities=cities)

    def work(self, event: Event) -> None:
        """Routes and upgrades."""
        match event:
            case events.RouteBuilt(links=links, city=city, cards=cards):
                paid = cards_listed(self.box, cards, self.speech)
                facts = {"city": name.place_name(self.box, city), "cards": paid}
                origin = name.origin_of(self.box, links, city)
                if origin:
                    facts["origin"] = name.place_name(self.box, origin)
                    self.add(self.phrase("builds from %(origin)s to %(city)s for %(cards)s", **facts))
                else:
                    self.add(self.phrase("builds a branch to %(city)s for %(cards)s", **facts))
            case events.MarketPaid(commodity=commodity, money=count):
                what = commodity_name(commodity, self.speech)
                self.sums.append((count, self.phrase("%(commodity)s at the market", commodity=what)))
                self.sold = True
            case events.Upgraded(part=part, value=value, cost=cost):
                self.add(self.phrase(UPGRADED[part], value=value))
                self.sums.append((-cost, self.phrase("the upgrade")))


def place_behind(box: Components, event: events.TrainMoved) -> str:
    """The place over which a train came to its track space, where its last space was beside it; else ""."""
    if name.is_city(box, event.space):
        return ""
    if event.passed:
        return event.passed[-1]
    if name.is_city(box, event.origin):
        return event.origin if name.other_end(box, event.space, event.origin) else ""
    return next((end for end in name.ends_of(box, event.origin) if name.other_end(box, event.space, end)), "")


def round_line(box: Components, told: Sequence[Event], speech: Translator, names: Sequence[str]) -> str:
    """The round that begins, and what the player who drew the last card did after that."""
    parts: list[str] = []
    for event in told:
        match event:
            case events.RoundBegun(round=number, pile=pile):
                facts = {"round": number, "cards": any_cards(pile, speech)}
                parts.append(speech.phrase("Round %(round)d begins with a new pile of %(cards)s.", **facts))
            case events.TimesMixedIn():
                text = marked("The Time cards are in the lower half of the pile; the last one ends the game.")
                parts.append(speech.gettext(text))
    after = TrainTurn(box, speech, names).tell(told)
    return " ".join([*parts, after]).strip()


# ---------------------------------------------------------------- the set-up


def market_line(box: Components, told: Sequence[Event], speech: Translator, names: Sequence[str]) -> str:
    """Who begins, and the commodities on the market."""
    parts = [
        speech.phrase("%(who)s begins.", who=who(event.seat, speech, names))
        for event in told
        if isinstance(event, events.FirstChosen)
    ]
    laid = {event.space: event.commodity for event in told if isinstance(event, events.MarkerPlaced)}
    if laid:
        parts.append(name.market_text(box, [laid.get(space, "") for space in range(len(box.commodities))], speech))
    return " ".join(parts)


def contract_line(box: Components, told: Sequence[Event], speech: Translator, names: Sequence[str]) -> str:
    """The commodities of everybody's contracts."""
    dealt: dict[int, list[str]] = {}
    for event in told:
        match event:
            case events.ContractDealt(seat=seat, face=face):
                commodity = box.commodities[name.face_of(box, face).commodity]
                dealt.setdefault(seat, []).append(commodity_name(commodity, speech))
            case events.ContractCardDealt(seat=seat, card=card):
                commodity = box.commodities[box.faces[box.faces_of[box.card_names.index(card)][0]].commodity]
                dealt.setdefault(seat, []).append(commodity_name(commodity, speech))
    shares = [
        speech.phrase("%(who)s has %(commodities)s", who=who(seat, speech, names), commodities=listed(what, speech))
        for seat, what in dealt.items()
    ]
    return speech.phrase("Contracts: %(shares)s.", shares="; ".join(shares))


def sides_line(box: Components, told: Sequence[Event], speech: Translator, names: Sequence[str]) -> str:
    """The sides of the contract cards that a player has chosen."""
    chosen = [event for event in told if isinstance(event, events.SideChosen)]
    sides = "; ".join([name.contract_text(box, name.face_of(box, event.face), speech) for event in chosen])
    player = who(chosen[0].seat, speech, names)
    return speech.phrase("%(who)s chooses the contracts: %(sides)s.", who=player, sides=sides)


def deal_line(box: Components, told: Sequence[Event], speech: Translator, names: Sequence[str]) -> str:
    """The first hands, as far as the reader may know them."""
    counts: dict[int, int] = {}
    hands: dict[int, list[str]] = {}
    for event in told:
        if isinstance(event, events.CardDrawn):
            counts[event.seat] = counts.get(event.seat, 0) + 1
            if event.color is not None:
                hands.setdefault(event.seat, []).append(event.color)
    most = max(counts.values())
    parts = [speech.plural("Everybody gets %(count)d railway card.", "Everybody gets %(count)d railway cards.", most)]
    for seat, colors in hands.items():
        facts = {"who": who(seat, speech, names), "cards": cards_listed(box, name.counts_of(box, colors), speech)}
        parts.append(speech.phrase("%(who)s has %(cards)s.", **facts))
    return " ".join(parts)


def routes_line(box: Components, told: Sequence[Event], speech: Translator, names: Sequence[str]) -> str:
    """The route cards, as far as the reader may know them."""
    dealt = [event for event in told if isinstance(event, events.RouteDealt)]
    most = max([sum(1 for other in dealt if other.seat == event.seat) for event in dealt])
    parts = [speech.plural("Everybody gets %(count)d route card.", "Everybody gets %(count)d route cards.", most)]
    known: dict[int, list[str]] = {}
    for event in dealt:
        if event.route is not None:
            card = name.route_text(box, name.route_of(box, event.route), speech)
            known.setdefault(event.seat, []).append(card)
    for seat, cards in known.items():
        facts = {"who": who(seat, speech, names), "cards": "; ".join(cards)}
        parts.append(speech.plural("%(who)s has this one: %(cards)s.", "%(who)s has these: %(cards)s.", most, **facts))
    return " ".join(parts)


# ---------------------------------------------------------------- the end


def scored_line(box: Components, event: events.RouteScored, speech: Translator, names: Sequence[str]) -> str:
    """A route card that is revealed, the destinations that count, and what it pays."""
    start = box.places[name.route_of(box, event.route).start][0]
    facts = {"who": who(event.seat, speech, names), "start": start}
    if not event.cities:
        return speech.phrase("%(who)s reveals the route card of %(start)s, which pays nothing.", **facts)
    cities = listed([name.place_name(box, city) for city in event.cities], speech)
    text = marked("%(who)s reveals the route card of %(start)s, with %(cities)s in the network: %(sum)s.")
    return speech.phrase(text, **facts, cities=cities, sum=change(event.money, speech))


def result(scores: Sequence[int], standings: Sequence[int], speech: Translator, names: Sequence[str]) -> str:
    """The result in one line."""
    totals = [
        speech.phrase("%(who)s has %(money)s", who=who(seat, speech, names), money=money(count, speech))
        for seat, count in enumerate(scores)
    ]
    return ending(totals, victory(standings, speech, names), speech)
