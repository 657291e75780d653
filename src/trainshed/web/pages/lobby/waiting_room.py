"""The waiting room: a table whose game has not begun."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode

from litestar import Response

from trainshed.bots.characters import bot_of, cast, free_order
from trainshed.bots.levels import USUAL, offered
from trainshed.draw.seats import SEATS
from trainshed.kernel.game import Game
from trainshed.kernel.registry import game as find_game
from trainshed.kernel.translation import Translator
from trainshed.service.base import ids
from trainshed.service.container import Container
from trainshed.web.http.headers import header
from trainshed.web.pages.frame.automa import automa_of
from trainshed.web.pages.frame.portraits import about, level_name, style_in
from trainshed.web.pages.frame.reader import Reader
from trainshed.web.pages.frame.shell import page
from trainshed.web.pages.lobby.durations import pace_words
from trainshed.web.pages.lobby.reach import reach
from trainshed.web.pages.rulebook.titles import TitleCard, all_titles
from trainshed.wire import LobbySeat, TableCard


class WaitingSeat(NamedTuple):
    """A seat in the waiting room, taken or free."""

    number: int
    seat: str
    name: str
    mine: bool
    free: bool
    program: bool
    seated: LobbySeat
    about: str
    """Who a bot's character is and how it plays; empty for everybody else."""
    levels: list[LevelChoice]
    """The bots that the host can put here, if the seat is free."""


class LevelChoice(NamedTuple):
    """A level, or another bot, that the host can put into a free seat, and its characters who do not sit there yet."""

    label: str
    plays: str
    usual: bool
    characters: list[CharacterChoice]


class CharacterChoice(NamedTuple):
    """A character that the host can put into a free seat."""

    bot: str
    character: str
    name: str
    face: str
    plays: str
    """How it plays this title; empty where the title has no playing styles."""


class ChosenOption(NamedTuple):
    """The value of an option at this table."""

    sentence: str
    choice: str
    mark: str
    """Whether the rulebook says so or we do, or that the table has decided otherwise; empty where the rulebook offers
    every choice."""
    changed: bool
    """Whether the table has decided otherwise."""


async def waiting_room(container: Container, scope: Any, reader: Reader, card: TableCard) -> Response[bytes]:
    """The page of a table that has not started. The caller has checked that the reader may see it."""
    invite = parse_qs(scope["query_string"].decode("latin-1")).get("invite", [""])[0]
    title = next((found for found in all_titles(reader.language) if found.slug == card.title), None)
    game = find_game(card.title, card.edition, card.pack) if card.loadable else None
    places = [
        WaitingSeat(
            *(index, SEATS[index], seat.name, seat.mine, seat.free, bool(seat.bot) or seat.robot, seat),
            about=about(seat, reader.speech, game) if seat.bot else "",
            levels=level_choices(card, index, game, reader.speech) if seat.free and card.host else [],
        )
        for index, seat in enumerate(card.seats)
    ]
    pace, reserve = pace_words(card.pace, reader.speech)
    link = address(card, card.invite)
    site = container.settings.site.rstrip("/")
    return page(
        "waiting.html",
        scope,
        reader,
        card=card,
        title=title,
        title_name=title.name if title is not None else card.title,
        places=places,
        automa=None if game is None else automa_of(game, card.options, reader.speech),
        free=sum(place.free for place in places),
        here=any(place.mine for place in places),
        several=sum(place.mine for place in places) > 1,
        host=next((place.name for place in places if not place.free and not place.program), ""),
        pace=pace,
        reserve=reserve,
        chosen=chosen(title, card, reader.speech),
        invite=card.invite or invite,
        address=address(card, in_address(card, invite)),
        here_again=address(card, invite),
        link=link,
        full_link=f"{site}{link}" if site else link,
        reach=reach(site or f"//{header(scope, b'host')}"),
    )


def level_choices(card: TableCard, seat: int, game: Game | None, speech: Translator) -> list[LevelChoice]:
    """The bots for a free seat, the weakest level first, each with its characters who do not sit at the table yet."""
    taken = [other.name for other in card.seats]
    found = []
    for bot in offered():
        characters = []
        for one in free_order(cast(bot), ids.number(card.table) or 0, seat):
            played = one.bot if game is None else bot_of(one, game)
            plays = "" if game is None else style_in(game, played, speech)
            if one.name not in taken:
                characters.append(CharacterChoice(played, one.id, one.name, one.face, plays))
        if characters:
            plays = speech.gettext(cast(bot)[0].plays)
            found.append(LevelChoice(level_name(bot, speech), plays, bot == USUAL, characters))
    return found


def address(card: TableCard, invite: str) -> str:
    """Path of a table's page, with the invitation if there is one."""
    return f"/t/{card.table}?{urlencode({'invite': invite})}" if invite else f"/t/{card.table}"


def in_address(card: TableCard, invite: str) -> str:
    """The invitation that belongs in the address bar: what the host copies from there lets friends in.

    Players need none, and somebody without a seat needs the one that they came with.
    """
    if card.visibility == "public":
        return ""
    if card.host:
        return card.invite
    return "" if any(seat.mine for seat in card.seats) else invite


def chosen(title: TitleCard | None, card: TableCard, speech: Translator) -> list[ChosenOption]:
    """The options of a table, and where each choice comes from."""
    found = []
    for field in title.fields if title is not None else ():
        value = card.options.get(field.name)
        if value is not None and field.matters(card.options):
            label = next((choice.label for choice in field.choices if choice.value == value), value)
            usual = value == field.default
            mark = field.mark if usual else field.changed
            found.append(ChosenOption(field.sentence, label, mark, not usual and bool(mark)))
    return found
