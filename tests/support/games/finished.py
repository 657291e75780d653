"""Games of people at tables of a container, as far as a test needs them: just begun, or over after some moves."""

from __future__ import annotations

from typing import Literal, TypeAlias

from trainshed.service.accounts.people import Person
from trainshed.service.container import Container
from trainshed.service.tables.lobby import TablePlan

Visibility: TypeAlias = Literal["public", "private"]


async def seated(
    container: Container,
    title: str = "lok-n-roll",
    people: int = 2,
    visibility: Visibility = "private",
    bot: str = "thumb",
) -> tuple[int, list[Person]]:
    """A started table of two seats, with so many people, and who they are; a bot has the other seat."""
    guests = [(await container.people.guest(name))[0] for name in ("Ada", "Béla")[:people]]
    number = await container.lobby.create(guests[0], TablePlan(title, 2, visibility=visibility))
    card = await container.lobby.card(number, guests[0])
    for guest in guests[1:]:
        await container.lobby.join(number, guest, None, card.invite)
    if people == 1:
        await container.lobby.seat_bot(number, guests[0], 1, "thumb")
    await container.lobby.start(number, guests[0])
    await container.lobby.begin(number)
    return number, guests


async def play_on(container: Container, number: int, people: list[Person], gestures: int) -> None:
    """Play so many words for the people, each the last that is legal; bots play theirs in between."""
    for _ in range(gestures):
        await container.worker.work(number)
        table = (await container.tables.current(number)).table
        if table.over:
            return
        word = table.game.vocabulary.word(table.position.moves()[-1])
        await container.commands.play(number, people[table.actor], table.seq, [word])


async def conceded(
    container: Container,
    title: str = "lok-n-roll",
    gestures: int = 0,
    visibility: Visibility = "private",
) -> tuple[int, list[Person]]:
    """A finished game of two people, the second of whom gave up after so many words of both."""
    number, people = await seated(container, title, visibility=visibility)
    await play_on(container, number, people, gestures)
    table = (await container.tables.current(number)).table
    await container.commands.concede(number, people[1], table.seq)
    return number, people
