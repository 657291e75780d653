"""Names of the cards, trains, cities and tiles of First Class as they stand inside a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from trainshed.games.first_class.rules.components import CONTRACT, SECTION, TYPES, Card, City, Components, Reward
from trainshed.games.first_class.text import effects
from trainshed.games.first_class.text.effects import icons_text
from trainshed.games.first_class.text.module import KindName, text_of
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator, marked
from trainshed.phrases import NameTable, either, listed, points

train_name: Final = NameTable(upper=marked("upper train"), lower=marked("lower train"))
type_name: Final = NameTable(
    car=marked("car cards"), conductor=marked("conductor cards"), locomotive=marked("locomotive cards")
)
"""The types of base cards that end-bonus cards multiply."""

each_type: Final = NameTable(
    car=marked("%(points)s for each car card"),
    conductor=marked("%(points)s for each conductor card"),
    locomotive=marked("%(points)s for each locomotive card"),
)
"""What an end-bonus card pays, by its type."""

KINDS: Final = {
    "car": KindName(marked("Car card"), marked("a car card")),
    "conductor": KindName(marked("Conductor card"), marked("a conductor card")),
    "locomotive": KindName(marked("Locomotive card"), marked("a locomotive card")),
    SECTION: KindName(marked("Section card"), marked("a section card")),
    CONTRACT: KindName(marked("Contract"), marked("a contract")),
    "money": KindName(marked("Money card"), marked("a money card")),
    "game end": KindName(marked("Game-end card"), marked("a game-end card")),
}
"""Kinds of action cards that are not of one module only."""

OTHER_KIND: Final = KindName(marked("Action card"), marked("an action card"))
COACH_OF: Final = {
    "upper": marked("coach %(position)d of the upper train"),
    "lower": marked("coach %(position)d of the lower train"),
}


def box_of(game: Game) -> Components:
    """The components of the game."""
    title: Any = game
    box: Components = title.box
    return box


# ---------------------------------------------------------------- effects


def effect_text(game: Game, effect: str, speech: Translator) -> str:
    """An effect of the content pack, such as `0-coach x1, 0->1`, in words."""
    box = box_of(game)
    return icons_text(box, box.icons(effect), speech)


def requirement_text(game: Game, condition: str, speech: Translator) -> str:
    """A requirement of the content pack, such as `coaches 4 level 1+`, in words."""
    box = box_of(game)
    return effects.requirement_text(box, box.requirement(condition), speech)


def city_text(game: Game, city: City, speech: Translator) -> str:
    """What a city gives, and when."""
    return effects.city_text(box_of(game), city, speech)


# ---------------------------------------------------------------- action cards


def card_of(game: Game, card: str | int) -> Card:
    """An action card by its name, or by its number as effects have it."""
    box = box_of(game)
    return box.cards[box.card_numbers[card] if isinstance(card, str) else card]


def names_of_kind(box: Components, card: Card) -> KindName:
    """What the kind of a card is called."""
    if card.kind in KINDS:
        return KINDS[card.kind]
    own = text_of(box.modules[card.module].name).kinds if card.module >= 0 else {}
    return own.get(card.kind, OTHER_KIND)


def kind_name(game: Game, card: str | int, speech: Translator) -> str:
    """What the kind of a card is called, as a heading: "Car card"."""
    return speech.gettext(names_of_kind(box_of(game), card_of(game, card)).bare)


def a_card(game: Game, card: str | int, speech: Translator) -> str:
    """What the kind of a card is called inside a sentence: "a car card"."""
    return speech.gettext(names_of_kind(box_of(game), card_of(game, card)).one)


def card_text(game: Game, card: str | int, speech: Translator) -> str:
    """What is printed on an action card: what it asks for, and what it gives."""
    box, found = box_of(game), card_of(game, card)
    if found.cities:
        cities = [effects.short_city(box, box.cities[city], speech) for city in found.cities]
        return " · ".join(cities)
    reward = icons_text(box, found.icons, speech)
    if found.kind == CONTRACT:
        assert found.requirement is not None
        condition = effects.requirement_text(box, found.requirement, speech)
        text = marked("%(condition)s → %(reward)s in the next scoring phase")
        text = text if found.pays == "scoring" else marked("%(condition)s → %(reward)s")
        return speech.phrase(text, condition=condition, reward=reward)
    own = text_of(box.modules[found.module].name).printed(found, reward, speech) if found.module >= 0 else ""
    return own or reward


def card_name(game: Game, card: str | int, speech: Translator) -> str:
    """An action card by its kind and what is printed on it: "Car card: 2 level-0 coaches"."""
    facts = {"kind": kind_name(game, card, speech), "text": card_text(game, card, speech)}
    return speech.phrase("%(kind)s: %(text)s", **facts)


# ---------------------------------------------------------------- end-bonus cards, mail cars, tiles


def bonus_count_text(game: Game, card: str, speech: Translator) -> str:
    """What an end-bonus card counts at the end."""
    box = box_of(game)
    found = box.bonus[box.bonus_numbers[card]]
    return each_type(TYPES[found.type], speech) % {"points": points(found.points, speech)}


def bonus_name(game: Game, card: str, speech: Translator) -> str:
    """An end-bonus card: what it counts at the end, and what it gives when it is taken."""
    count, reward = bonus_count_text(game, card, speech), bonus_action(game, card, speech)
    return speech.phrase("%(count)s; action: %(reward)s", count=count, reward=reward)


def bonus_action(game: Game, card: str, speech: Translator) -> str:
    """What an end-bonus card gives when it is taken in play."""
    box = box_of(game)
    return icons_text(box, box.bonus[box.bonus_numbers[card]].icons, speech)


def reward_of(rewards: Sequence[Reward], name: str) -> Reward:
    """A mail car or a locomotive tile by its name."""
    return next(reward for reward in rewards if reward.name == name)


def mail_text(game: Game, mail_car: str, speech: Translator) -> str:
    """What a mail car gives when it is laid."""
    box = box_of(game)
    return icons_text(box, reward_of(box.mail, mail_car).icons, speech)


def mail_name(game: Game, mail_car: str, speech: Translator) -> str:
    """A mail car by its reward: "Mail car: 3 coins"."""
    return speech.phrase("Mail car: %(reward)s", reward=mail_text(game, mail_car, speech))


def tile_name(game: Game, tile: str, speech: Translator) -> str:
    """A locomotive tile by its number."""
    return speech.phrase("locomotive tile %(number)d", number=reward_of(box_of(game).tiles, tile).points)


def tile_text(game: Game, tile: str, speech: Translator) -> str:
    """What a locomotive tile scores, and what it gives when it is laid."""
    box = box_of(game)
    found = reward_of(box.tiles, tile)
    facts = {"points": points(found.points, speech), "reward": icons_text(box, found.icons, speech)}
    return speech.phrase("%(points)s in every scoring phase with the conductor on it; action: %(reward)s", **facts)


def tile_rewards(game: Game, seats: int, speech: Translator) -> list[str]:
    """What the start-player tile gives, by seats counted from its taker; "" for nothing."""
    box = box_of(game)
    texts = []
    for seat in range(seats):
        options = [effects.icon_text(box, icon, speech) for icon in box.tile_rewards.get((seats, seat), [])]
        texts.append(either(options, speech))
    return texts


# ---------------------------------------------------------------- trains and lines


def train_card(game: Game, card: str, speech: Translator) -> str:
    """A card of a train as a view names it: a coach by its level, a mail car or a tile by its name."""
    if card.isdigit():
        return speech.phrase("coach of level %(level)d", level=int(card))
    box = box_of(game)
    return mail_name(game, card, speech) if card in [car.name for car in box.mail] else tile_name(game, card, speech)


def coach_of(train: str, position: int, speech: Translator) -> str:
    """A coach by its place: "coach 2 of the upper train"."""
    return speech.phrase(COACH_OF[train], position=position)


def line_of(box: Components, sections: Sequence[str]) -> list[City]:
    """The cities of a line, the first nearest to Paris."""
    numbers = [*box.board_cities]
    for card in sections:
        numbers += box.cards[box.card_numbers[card]].cities
    return [box.cities[number] for number in numbers]


STATIONS: Final = (
    marked("Paris"),
    marked("Nancy"),
    marked("Strasbourg"),
    marked("Stuttgart"),
    marked("Ulm"),
    marked("Munich"),
    marked("Salzburg"),
    marked("Linz"),
    marked("Vienna"),
    marked("Bratislava"),
    marked("Budapest"),
    marked("Szeged"),
    marked("Belgrade"),
    marked("Niš"),
    marked("Sofia"),
    marked("Edirne"),
)
"""Names of the cities on the way to the Bosphorus, which only the drawn line has: the rules count cities. A longer line
has more cities than names."""


def station_name(city: int, speech: Translator) -> str:
    """A city of a line by its distance from Paris, with the name of its station if it has one: "3 Stuttgart"."""
    if city >= len(STATIONS):
        return str(city)
    name = speech.gettext(STATIONS[city])
    return f"{city} {name}" if city else name


def city_name(city: int, speech: Translator) -> str:
    """A city of a line by the name of its station, if it has one, and its distance from Paris: "Stuttgart (city 3)"."""
    if city >= len(STATIONS):
        return speech.phrase("city %(number)d", number=city)
    station = speech.gettext(STATIONS[city])
    return speech.phrase("%(station)s (city %(number)d)", station=station, number=city) if city else station


def coins_by_column(coins: Sequence[int], speech: Translator) -> str:
    """Coins by the columns from which they come."""
    parts = [
        speech.plural(
            "%(count)d coin of column %(column)d", "%(count)d coins of column %(column)d", count, column=column
        )
        for column, count in enumerate(coins, 1)
        if count
    ]
    return listed(parts, speech)
