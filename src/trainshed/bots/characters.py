"""The characters of the bots: under which names and with which faces bots sit at tables, the same in every title.

A character is one entry of `CHARACTERS`. Its bot decides how well it plays, and the characters of one level differ in
their playing styles, which each title has of its own. The log, records and the API name the bot with its style, such as
`driver/industrialist`; the name of the character is the name of the seat.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Final, NamedTuple

from trainshed.bots.styles import styles
from trainshed.draw.faces.portraits import UNKNOWN
from trainshed.kernel.game import Game
from trainshed.kernel.translation import marked


class Character(NamedTuple):
    """A player that is a program, as people see it."""

    id: str
    name: str
    """A first name, short enough for a phone and the same in every language."""
    role: str
    """Who it is, as a text to be translated."""
    face: str
    """The portrait in `draw/faces/portraits.py`."""
    bot: str
    """The bot that plays, without a style."""
    plays: str
    """How well it plays, in one sentence to be translated."""


MANY_MISTAKES: Final = marked("A beginner: overlooks much, and forgets what a good player knows.")
SOME_MISTAKES: Final = marked("Knows the rules of thumb, and still makes some mistakes of beginners.")
NO_MISTAKES: Final = marked("Plays by all rules of thumb: sees what pays now, and does not plan ahead.")
SOME_GAMES: Final = marked("Imagines a few games before each move. That may take a moment, at most two seconds.")
MANY_GAMES: Final = marked("Imagines many games before each move, and thinks about it for up to two seconds.")
BY_THUMB: Final = marked("Plays by rules of thumb: sees what pays now, and does not plan ahead.")
AT_RANDOM: Final = marked("Plays any legal move, without a plan: good for a first look at a game.")
OTHERWISE: Final = marked("A program that came with this server.")

PLATELAYER: Final = marked("Platelayer")
FIREMAN: Final = marked("Fireman")
DRIVER: Final = marked("Driver")
INSPECTOR: Final = marked("Inspector")
DIRECTOR: Final = marked("Director")

CHARACTERS: Final = (
    Character("tilda", "Tilda", PLATELAYER, "tilda", "platelayer", MANY_MISTAKES),
    Character("jasper", "Jasper", PLATELAYER, "jasper", "platelayer", MANY_MISTAKES),
    Character("mina", "Mina", PLATELAYER, "mina", "platelayer", MANY_MISTAKES),
    Character("bertil", "Bertil", PLATELAYER, "bertil", "platelayer", MANY_MISTAKES),
    Character("emil", "Emil", FIREMAN, "emil", "fireman", SOME_MISTAKES),
    Character("hedda", "Hedda", FIREMAN, "hedda", "fireman", SOME_MISTAKES),
    Character("viktor", "Viktor", FIREMAN, "viktor", "fireman", SOME_MISTAKES),
    Character("rosa", "Rosa", FIREMAN, "rosa", "fireman", SOME_MISTAKES),
    Character("konrad", "Konrad", DRIVER, "konrad", "driver", NO_MISTAKES),
    Character("edith", "Edith", DRIVER, "edith", "driver", NO_MISTAKES),
    Character("pavel", "Pavel", DRIVER, "pavel", "driver", NO_MISTAKES),
    Character("wilma", "Wilma", DRIVER, "wilma", "driver", NO_MISTAKES),
    Character("hugo", "Hugo", INSPECTOR, "hugo", "inspector", SOME_GAMES),
    Character("irma", "Irma", INSPECTOR, "irma", "inspector", SOME_GAMES),
    Character("anton", "Anton", INSPECTOR, "anton", "inspector", SOME_GAMES),
    Character("flora", "Flora", INSPECTOR, "flora", "inspector", SOME_GAMES),
    Character("agnes", "Agnes", DIRECTOR, "agnes", "director", MANY_GAMES),
    Character("leopold", "Leopold", DIRECTOR, "leopold", "director", MANY_GAMES),
    Character("selma", "Selma", DIRECTOR, "selma", "director", MANY_GAMES),
    Character("gustav", "Gustav", DIRECTOR, "gustav", "director", MANY_GAMES),
    Character("driver", "Otto", marked("Engine driver"), "driver", "thumb", BY_THUMB),
    Character("conductor", "Ida", marked("Conductor"), "conductor", "thumb", BY_THUMB),
    Character("signalman", "Marek", marked("Signalman"), "signalman", "thumb", BY_THUMB),
    Character("master", "Ruth", marked("Station master"), "master", "thumb", BY_THUMB),
    Character("stoker", "Bruno", marked("Stoker"), "stoker", "thumb", BY_THUMB),
    Character("apprentice", "Pip", marked("Apprentice"), "apprentice", "random", AT_RANDOM),
    Character("painter", "Lotte", marked("Travelling painter"), "painter", "random", AT_RANDOM),
    Character("uncle", "Basil", marked("Uncle on a journey"), "uncle", "random", AT_RANDOM),
    Character("child", "Nell", marked("Child at the window"), "child", "random", AT_RANDOM),
)
"""All characters. A bot needs at least as many as a table has seats, so that all seats of one table differ."""


LEVEL_ROLES: Final = (PLATELAYER, FIREMAN, DRIVER, INSPECTOR, DIRECTOR)
ORDER: Final = tuple(dict.fromkeys(character.bot for character in CHARACTERS if character.role in LEVEL_ROLES))
"""The names of the levels, the weakest first."""


def level_of(bot: str) -> str:
    """The name of a bot without its playing style."""
    return bot.partition("/")[0]


@cache
def cast(bot: str) -> tuple[Character, ...]:
    """The characters whose moves a bot makes, in whatever style; a bot of another package is a character of its own."""
    level = level_of(bot)
    own = tuple(character for character in CHARACTERS if character.bot == level)
    return own or (Character(UNKNOWN, level, marked("Program"), UNKNOWN, level, OTHERWISE),)


def bot_of(character: Character, game: Game) -> str:
    """The bot that plays for a character in a title, with the character's style: `driver/industrialist`.

    The characters of one level have the styles of the title in turn, each level beginning with another one. Bots that
    are no levels, and titles without styles, have none.
    """
    found = styles(game)
    if not found or character.bot not in ORDER:
        return character.bot
    place = cast(character.bot).index(character) + ORDER.index(character.bot)
    return f"{character.bot}/{found[place % len(found)]}"


def find_character(id_: str, bot: str = "") -> Character | None:
    """A character by its id; the one of a bot that has no entry needs the bot too."""
    if id_ == UNKNOWN and bot:
        return cast(bot)[0]
    return next((character for character in CHARACTERS if character.id == id_), None)


def seated(bot: str, table: int, seat: int, name: str = "", taken: Collection[str] = ()) -> Character:
    """The character of a bot in a seat: the one of that name, else one that follows from table and seat.

    With the same number of a table, the seats of one bot get different characters. `taken` are names that other seats
    have: a character of such a name is passed over if there is another one.
    """
    found = cast(bot)
    named = next((character for character in found if character.name == name), None)
    if named is not None:
        return named
    return free_order(found, table, seat, taken)[0]


def free_order(found: Sequence[Character], table: int, seat: int, taken: Collection[str] = ()) -> list[Character]:
    """These characters as they are chosen for a seat: it follows from table and seat who is first, those of a name
    that another seat has come last."""
    order = [found[(table + seat + step) % len(found)] for step in range(len(found))]
    return sorted(order, key=lambda character: character.name in taken)


def choose_character(bot: str, game: Game, table: int, seat: int, taken: Collection[str] = ()) -> Character:
    """The character that sits down for a bot: one who plays in the bot's style, if it names one, and is not taken."""
    order = free_order(cast(bot), table, seat, taken)
    return next((one for one in order if bot_of(one, game) == bot and one.name not in taken), order[0])


def seat_name(bot: str, table: int, seat: int, name: str) -> str:
    """The name of a bot's seat. Games that began before bots had names have the bot's id there, perhaps numbered."""
    first, _, number = name.partition(" ")
    unnamed = not name or (first == bot and (not number or number.isdigit()))
    return seated(bot, table, seat).name if unnamed and cast(bot)[0].face != UNKNOWN else name
