"""What players did in one turn or part of a scoring phase of First Class, as one line of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.games.first_class import events
from trainshed.games.first_class.events import ModuleEvent
from trainshed.games.first_class.rules.effect_notation import icons_from
from trainshed.games.first_class.text import names as name
from trainshed.games.first_class.text.effects import coin_count, icons_text
from trainshed.games.first_class.text.module import text_of
from trainshed.games.first_class.text.names import box_of
from trainshed.kernel.events import Event
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator, marked
from trainshed.phrases import Counted, listed, points, who

ADDED: Final = {
    "upper": Counted("adds a coach to the upper train", "adds %(count)d coaches to the upper train"),
    "lower": Counted("adds a coach to the lower train", "adds %(count)d coaches to the lower train"),
}
MOVED: Final = {
    "upper": marked("moves the upper conductor to card %(card)d"),
    "lower": marked("moves the lower conductor to card %(card)d"),
}
MAIL_LAID: Final = {
    "upper": marked("lays a mail car in the upper train (%(reward)s)"),
    "lower": marked("lays a mail car in the lower train (%(reward)s)"),
}
TILE_LAID: Final = {
    "upper": marked("gets %(tile)s for the upper train"),
    "lower": marked("gets %(tile)s for the lower train"),
}
ARRIVED: Final = marked("arrives in Constantinople as number %(place)d")


class Deeds:
    """What one player did, in order, and the points that it brought by their sources."""

    def __init__(self) -> None:
        self.texts: dict[object, str] = {}
        """By what they are about: a later step of a conductor takes the place of an earlier one."""
        self.counts: dict[object, int] = {}
        self.part = 0
        """What belongs together is told together: a card with its icons, coins that are spent one after another."""
        self.coins = False
        """Are coins being spent?"""
        self.happened: dict[object, list[ModuleEvent]] = {}
        """Happenings of modules that are told together."""
        self.points: dict[str, int] = {}

    def add(self, text: str, about: object = None) -> None:
        self.texts[len(self.texts) if about is None else (self.part, about)] = text

    def count(self, about: object, by: int = 1) -> int:
        """How often something happened so far in this part."""
        key = (self.part, about)
        self.counts[key] = self.counts.get(key, 0) + by
        return self.counts[key]

    def cut(self, *, coins: bool = False) -> None:
        """Something else begins, so that what follows is not told together with what was before."""
        self.part += 1
        self.coins = coins

    def score(self, count: int, source: str) -> None:
        self.points[source] = self.points.get(source, 0) + count


class TurnLine:
    """Collects the deeds of a turn by players, and what happened in the display after them."""

    def __init__(self, game: Game, speech: Translator, names: Sequence[str]) -> None:
        self.game = game
        self.speech = speech
        self.phrase = speech.phrase
        self.names = names
        self.deeds: dict[int, Deeds] = {}
        self.after: list[str] = []
        self.shown: list[str] = []

    def tell(self, told: Sequence[Event]) -> str:
        for event in told:
            self.display(event)
            seat: int = getattr(event, "seat", -1)
            if seat >= 0:
                mine = self.deeds.setdefault(seat, Deeds())
                self.main_move(event, mine)
                self.train(event, mine)
                self.line(event, mine)
                self.coins(event, mine)
                self.cards(event, mine)
                if isinstance(event, ModuleEvent):
                    self.module(event, mine)
        parts = [self.said(seat, mine) for seat, mine in self.deeds.items()]
        if self.shown:
            cards = " | ".join(self.shown)
            self.after.append(self.phrase("New on display: %(cards)s.", cards=cards))
        return " ".join([part for part in [*parts, *self.after] if part])

    def said(self, seat: int, mine: Deeds) -> str:
        """The sentence about one player; "" if there is nothing to tell."""
        if not mine.texts and not mine.points:
            return ""
        text = who(seat, self.speech, self.names)
        if mine.texts:
            text = self.phrase("%(who)s %(deeds)s", who=text, deeds=listed(list(mine.texts.values()), self.speech))
        if not mine.points:
            return f"{text}."
        total = f"+{points(sum(mine.points.values()), self.speech)}"
        sources = [f"{source} {count}" for source, count in mine.points.items() if source and count]
        if len(mine.points) > 1 and sources:
            total = f"{total} ({', '.join(sources)})"
        return f"{text}: {total}."

    def display(self, event: Event) -> None:
        """What happens to cards that lie open to everybody."""
        match event:
            case events.CardDiscarded(card=card):
                card = name.card_name(self.game, card, self.speech)
                self.after.append(self.phrase("The first card of the top row leaves the game (%(card)s).", card=card))
            case events.RowCleared(row=row):
                self.after.append(self.phrase("The rest of row %(row)d leaves the game.", row=row + 1))
            case events.BonusShown(card=card):
                self.shown.append(name.bonus_name(self.game, card, self.speech))

    def main_move(self, event: Event, mine: Deeds) -> None:
        """The card or tile that is taken, and what is lost of it."""
        match event:
            case events.CardTaken(card=card):
                mine.cut()
                facts = {"card": name.a_card(self.game, card, self.speech)}
                mine.add(self.phrase("takes %(card)s", **facts))
            case events.CardIgnored():
                mine.add(self.phrase("ignores it"))
            case events.TileTaken():
                mine.cut()
                mine.add(self.phrase("takes the start-player tile"))
            case events.IconsLeft(declined=declined, icons=icons):
                text = (
                    marked("gives up the rest (%(icons)s)") if declined else marked("cannot use the rest (%(icons)s)")
                )
                left = icons_text(box_of(self.game), icons_from(icons), self.speech)
                mine.add(self.phrase(text, icons=left))
            case events.RewardReceived(city=city):
                mine.cut()
                mine.add(self.phrase("receives the reward of %(city)s", city=name.city_name(city, self.speech)))

    def train(self, event: Event, mine: Deeds) -> None:
        """What changes in the trains."""
        match event:
            case events.CoachAdded(train=train):
                about = ("coach", train)
                mine.add(ADDED[train](mine.count(about), self.speech), about)
            case events.CoachUpgraded(train=train, position=position, level=level):
                coach = name.coach_of(train, position, self.speech)
                text = self.phrase("raises %(coach)s to level %(level)d", coach=coach, level=level)
                mine.add(text, ("rise", train, position))
            case events.MailCarLaid(train=train, mail_car=mail_car):
                mine.add(self.phrase(MAIL_LAID[train], reward=name.mail_text(self.game, mail_car, self.speech)))
            case events.LocomotiveTileLaid(train=train, tile=tile):
                mine.add(self.phrase(TILE_LAID[train], tile=name.tile_name(self.game, tile, self.speech)))
            case events.ConductorMoved(train=train, to=to):
                mine.add(self.phrase(MOVED[train], card=to), ("conductor", train))
            case events.ArrivedInConstantinople(place=place, points=count):
                mine.add(self.phrase(ARRIVED, place=place))
                if count:
                    mine.score(count, self.phrase("Constantinople"))
            case events.TrainsScored(trains=trains, extras=extras):
                mine.add(self.phrase("scores the trains"))
                for train, count in zip(("upper", "lower"), trains, strict=True):
                    mine.score(count, name.train_name(train, self.speech))
                for module, count in extras.items():
                    if count:
                        mine.score(count, text_of(module).scored(self.speech))

    def line(self, event: Event, mine: Deeds) -> None:
        """What changes on the line."""
        match event:
            case events.LocomotiveMoved(to=to):
                city = name.city_name(to, self.speech)
                mine.add(self.phrase("moves the locomotive to %(city)s", city=city), events.LocomotiveMoved)
            case events.CityPoints(points=count):
                mine.score(count, self.phrase("cities"))
            case events.SectionLaid(card=card):
                text = name.card_text(self.game, card, self.speech)
                mine.add(self.phrase("lengthens the line (%(card)s)", card=text))

    def coins(self, event: Event, mine: Deeds) -> None:
        """Coins, and points that are received at once."""
        match event:
            case events.CoinsTaken(count=count):
                taken = coin_count(mine.count(events.CoinsTaken, count), self.speech)
                mine.add(self.phrase("takes %(coins)s", coins=taken), events.CoinsTaken)
            case events.CoinSpent():  # what it buys tells its column
                if not mine.coins:
                    mine.cut(coins=True)
                spent = mine.count(events.CoinSpent)
                mine.add(self.speech.plural("spends a coin", "spends %(count)d coins", spent), events.CoinSpent)
            case events.CoinsPaid(coins=coins):
                mine.add(self.phrase("pays %(coins)s", coins=name.coins_by_column(coins, self.speech)))
            case events.PointsScored(points=count, why=why):
                source = {"coin": marked("coins"), "deferred": marked("contract")}.get(why, marked("rewards"))
                mine.score(count, self.speech.gettext(source))

    def cards(self, event: Event, mine: Deeds) -> None:
        """End-bonus cards and contracts."""
        match event:
            case events.BonusTaken(card=card, bought=bought):
                mine.cut()
                text = (
                    marked("buys an end-bonus card (%(card)s)")
                    if bought
                    else marked("takes an end-bonus card (%(card)s)")
                )
                mine.add(self.phrase(text, card=name.bonus_count_text(self.game, card, self.speech)))
            case events.ContractLaid(card=card):
                contract = name.card_text(self.game, card, self.speech)
                mine.add(self.phrase("lays it beside the board (%(card)s)", card=contract))
            case events.ContractFulfilled(card=card):
                mine.cut()
                contract = name.card_text(self.game, card, self.speech)
                mine.add(self.phrase("fulfils a contract (%(card)s)", card=contract))

    def module(self, event: ModuleEvent, mine: Deeds) -> None:
        """A deed in a module."""
        text = text_of(event.module)
        if event.what in text.counted:
            about = (event.module, event.what)
            same = mine.happened.setdefault(about, [])
            same.append(event)
            mine.add(text.deed(self.game, same, self.speech, self.names), about)
        elif said := text.deed(self.game, [event], self.speech, self.names):
            mine.add(said)
