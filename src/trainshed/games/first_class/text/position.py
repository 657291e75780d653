"""The whole position of First Class as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from trainshed.games.first_class.rules.actions.in_progress import CHOICE
from trainshed.games.first_class.rules.components import DECKS, TRAINS, TYPES
from trainshed.games.first_class.rules.effect_notation import icons_from
from trainshed.games.first_class.text import names as name
from trainshed.games.first_class.text.effects import bonus_count, coin_count, icons_text, short_city
from trainshed.games.first_class.text.log import result
from trainshed.games.first_class.text.module import ModuleText, text_of
from trainshed.games.first_class.text.names import box_of
from trainshed.games.first_class.view import PlayerView, View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.phrases import Counted, either, folded, points, who

INDENT: Final = "  "
QUESTIONS: Final = {
    "KeepBonus": marked("%(who)s: which end-bonus card is kept?"),
    "Turn": marked("%(who)s: which card, or the start-player tile?"),
    "UseCard": marked("%(who)s: carry out the card, or ignore it? %(card)s."),
    "Carry": marked("%(who)s: what comes next? Left are %(icons)s."),
    "ChooseMail": marked("%(who)s: which mail car?"),
    "PayBonus": marked("%(who)s: pay with which coins?"),
    "MakeRoom": marked("%(who)s: which coins make room for %(coins)s?"),
    "After": marked("%(who)s: spend coins, fulfil contracts, or end the turn?"),
    "ScoringPart": marked("%(who)s: which reward, or score the trains?"),
}
"""What the seat to move is asked, as everybody reads it."""

ONE_OF: Final = marked("%(who)s: %(icons)s?")
OTHER_QUESTION: Final = marked("%(who)s is asked.")

TRAIN: Final = {
    "upper": (
        marked("Upper train: %(cards)s; conductor on card %(card)d."),
        marked("Upper train: %(cards)s; conductor in the station."),
    ),
    "lower": (
        marked("Lower train: %(cards)s; conductor on card %(card)d."),
        marked("Lower train: %(cards)s; conductor in the station."),
    ),
}
card_count: Final = Counted("%(count)d used card", "%(count)d used cards")


def position(game: Game, view: View, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> list[str]:
    """The whole position as lines of at most 80 columns."""
    lines = headline(game, view, speech, names)
    if not view.over:
        lines += display_lines(game, view, speech, names)
    lines += folded(" ".join(supply_parts(game, view, speech, names)))
    for module in own_texts(view):
        for text in module.table_lines(game, view, speech, names):
            lines += folded(text)
    for seat in range(view.seats):
        lines += seat_lines(game, view, seat, speech, names)
    if view.seat is not None and not view.over:
        lines += own_lines(game, view, speech)
    return lines


def own_texts(view: View) -> list[ModuleText]:
    """The texts of the modules of this game."""
    return [text_of(module) for module in view.modules]


def headline(game: Game, view: View, speech: Translator, names: Sequence[str]) -> list[str]:
    """Which round or scoring phase it is, and who is asked what."""
    if view.over:
        return folded(result(view.scores, view.standings, speech, names))
    text = speech.gettext("The game is set up.")
    if view.scoring:
        text = speech.phrase("Scoring phase %(phase)d of %(phases)d.", phase=view.scoring, phases=DECKS)
    elif view.round:
        text = speech.phrase("Round %(round)d of %(rounds)d.", round=view.round, rounds=box_of(game).rounds)
    return folded(text if view.actor < 0 else f"{text} {question(game, view, speech, names)}")


def question(game: Game, view: View, speech: Translator, names: Sequence[str]) -> str:
    """What the seat to move is asked."""
    pending: list[Any] = list(view.pending[-1])
    facts = {"who": who(view.actor, speech, names)}
    box = box_of(game)
    match pending:
        case ["Carry", _seat, kind, _source, *numbers]:
            icons = icons_from(numbers)
            facts["icons"] = icons_text(box, icons, speech)
            if kind == CHOICE:
                facts["icons"] = either([icons_text(box, [icon], speech) for icon in icons], speech)
                return speech.phrase(ONE_OF, **facts)
        case ["UseCard", _seat, card]:
            facts["card"] = name.card_name(game, card, speech)
        case ["MakeRoom", _seat, count]:
            facts["coins"] = coin_count(count, speech)
    if pending[0] in QUESTIONS:
        return speech.phrase(QUESTIONS[pending[0]], **facts)
    for module in own_texts(view):
        if pending[0] in module.questions:
            facts["card"] = name.card_name(game, pending[2], speech) if len(pending) > 2 else ""
            return speech.phrase(module.questions[pending[0]], **facts)
    return speech.phrase(OTHER_QUESTION, **facts)


# ---------------------------------------------------------------- what belongs to nobody


def display_lines(game: Game, view: View, speech: Translator, names: Sequence[str]) -> list[str]:
    """The action cards row by row, the start-player tile, the end-bonus cards."""
    lines: list[str] = []
    columns = box_of(game).columns
    for row in range(len(view.rows) // columns):
        cards = [
            f"({column + 1}) {name.card_name(game, card, speech)}"
            for column, card in enumerate(view.rows[row * columns : (row + 1) * columns])
            if card
        ]
        if cards:
            lines += folded(speech.phrase("Row %(row)d: %(cards)s.", row=row + 1, cards="; ".join(cards)))
    parts = []
    if view.start >= 0:
        parts.append(speech.phrase("%(who)s is the start player.", who=who(view.start, speech, names)))
    if view.tile >= 0:
        parts.append(speech.phrase("%(who)s has the start-player tile.", who=who(view.tile, speech, names)))
    elif view.round and not view.scoring:
        parts.append(speech.gettext("The start-player tile lies in the display."))
    lines += folded(" ".join(parts))
    if view.display:
        cards = [name.bonus_name(game, card, speech) for card in view.display]
        lines += folded(speech.phrase("End-bonus cards on display: %(cards)s.", cards=" | ".join(cards)))
    return lines


def supply_parts(game: Game, view: View, speech: Translator, names: Sequence[str]) -> list[str]:
    """Decks, coaches and coins that are left, the next locomotive tile, Constantinople."""
    box = box_of(game)
    pairs = [
        "/".join([str(level) for level, pair in zip(box.levels, box.pair_of, strict=True) if pair == at]) + f": {count}"
        for at, count in enumerate(view.coaches)
    ]
    parts = [
        speech.phrase("Coins in the supply: %(count)d.", count=view.supply),
        speech.phrase("Coach cards in the supply: %(pairs)s.", pairs=", ".join(pairs)),
        speech.phrase("End-bonus cards in the deck: %(count)d.", count=view.bonus_deck),
    ]
    if view.tiles < len(box.tiles):
        number = box.tiles[view.tiles].points
        parts.append(speech.phrase("The next locomotive tile is %(number)d.", number=number))
    places = [
        speech.phrase(
            "%(who)s (%(points)s)",
            who=who(seat, speech, names),
            points=points(box.places[place] if place < len(box.places) else 0, speech),
        )
        for place, seat in enumerate(view.constantinople)
    ]
    if places:
        parts.append(speech.phrase("Arrived in Constantinople: %(places)s.", places=", ".join(places)))
    return parts


# ---------------------------------------------------------------- seats


def seat_lines(game: Game, view: View, seat: int, speech: Translator, names: Sequence[str]) -> list[str]:
    """The open information about a seat."""
    box, player, called = box_of(game), view.players[seat], who(seat, speech, names)
    by_column = name.coins_by_column(player.coins, speech)
    facts = [points(player.points, speech), by_column or coin_count(0, speech)]
    facts.append(speech.phrase("locomotive in %(city)s", city=name.city_name(player.city, speech)))
    facts += [bonus_count(player.bonus, speech), card_count(player.used, speech)]
    lines = folded(
        speech.phrase(
            "%(who)s: %(facts)s.",
            who=speech.phrase("%(who)s (you)", who=called) if seat == view.seat else called,
            facts=", ".join(facts),
        )
    )
    for at, train in enumerate(TRAINS):
        lines += folded(train_text(game, player, at, train, speech), INDENT)
    cities = [
        f"{number}: {short_city(box, city, speech)}"
        for number, city in enumerate(name.line_of(box, player.sections), 1)
    ]
    lines += folded(speech.phrase("Line: %(cities)s.", cities="; ".join(cities)), INDENT)
    for text in card_texts(game, view, seat, speech):
        lines += folded(text, INDENT)
    for module in own_texts(view):
        for text in module.seat_lines(game, view, seat, speech, names):
            lines += folded(text, INDENT)
    return lines


def train_text(game: Game, player: PlayerView, at: int, train: str, speech: Translator) -> str:
    """A train from left to right, and where its conductor stands."""
    mail = [car.name for car in box_of(game).mail]
    cards = []
    for card in player.trains[at]:
        if card.isdigit():
            cards.append(card)
        else:
            cards.append(speech.gettext("mail car") if card in mail else name.tile_name(game, card, speech))
    place = player.conductors[at]
    return speech.phrase(TRAIN[train][0 if place else 1], cards=", ".join(cards), card=place)


def card_texts(game: Game, view: View, seat: int, speech: Translator) -> list[str]:
    """Mail cars that are left, contracts, bought and opened end-bonus cards, the used pile where it is open."""
    player = view.players[seat]
    parts = []
    if player.mail_cars:
        cars = "; ".join([name.mail_text(game, car, speech) for car in player.mail_cars])
        parts.append(speech.phrase("Mail cars left: %(cars)s.", cars=cars))
    if player.contracts:
        contracts = "; ".join([name.card_text(game, card, speech) for card in player.contracts])
        parts.append(speech.phrase("Open contracts: %(contracts)s.", contracts=contracts))
    if player.pile:
        counts = [f"{name.type_name(type_, speech)} {count}" for type_, count in zip(TYPES, player.pile, strict=False)]
        counts.append(speech.phrase("other cards %(count)d", count=player.pile[-1]))
        parts.append(speech.phrase("Used pile: %(counts)s.", counts=", ".join(counts)))
    opened = view.opened[seat] if view.opened else view.bought[seat]
    if opened:
        cards = "; ".join([name.bonus_count_text(game, card, speech) for card in opened])
        text = (
            marked("End-bonus cards: %(cards)s.")
            if view.opened
            else marked("End-bonus cards taken in play: %(cards)s.")
        )
        parts.append(speech.phrase(text, cards=cards))
    return parts


def own_lines(game: Game, view: View, speech: Translator) -> list[str]:
    """The viewer's end-bonus cards, and the cards of the draft while one of them is chosen."""
    lines: list[str] = []
    if view.own_bonus:
        cards = "; ".join([name.bonus_count_text(game, card, speech) for card in view.own_bonus])
        lines += folded(speech.phrase("Your end-bonus cards: %(cards)s.", cards=cards))
    if view.draft and not view.round:
        cards = "; ".join([name.bonus_count_text(game, card, speech) for card in view.draft])
        lines += folded(speech.phrase("You saw in the draft: %(cards)s.", cards=cards))
    return lines
