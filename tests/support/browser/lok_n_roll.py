"""Tables of Lok'n'Roll that are played over the API to a wanted position, before a page is opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.support.browser.site import Person, Site
from tests.support.browser.tables import NeverCame

FIRST = {"start": "seat-1"}
"""The first seat begins, not a random one, so that a test knows who is to move."""


def question(table_view: Any) -> str:
    """What the seat to move is asked: `Action`, `ChooseTurn`, `Discard` …"""
    pending = table_view["view"]["pending"]
    return str(pending[-1][0]) if pending else ""


def hand_words(table_view: Any) -> list[str]:
    """The words that would play the cards of the viewer's hand."""
    cards = [card.split(":") for card in table_view["view"]["hand"]]
    return [f"chaos:{card[1]}" if card[0] == "chaos" else "lay:" + ":".join(card) for card in cards]


def ready(table_view: Any) -> bool:
    """Whether the viewer is asked for an action and has a choice."""
    return question(table_view) == "Action" and len(table_view.get("moves", [])) > 1


def barred(table_view: Any) -> str:
    """The word of a card in the viewer's hand that may not be played now, or nothing."""
    return (
        next((word for word in hand_words(table_view) if word not in table_view["moves"]), "")
        if ready(table_view)
        else ""
    )


def brought(table: str, people: Sequence[Person], wanted: Callable[[Any], object] = ready, first: bool = True) -> Any:
    """Play first legal moves until the first person's table view is as wanted; that view."""
    for _ in range(300):
        table_views = [person.look(table) for person in people]
        if wanted(table_views[0]):
            return table_views[0]
        for person, table_view in zip(people, table_views, strict=True):
            if table_view.get("moves"):
                person.play(table, table_view["moves"][0])
                break
        else:
            break
    raise NeverCame


def begun(
    site: Site, *names: str, then: Callable[[Any], object] | None = None, **plan: Any
) -> tuple[str, list[Person]]:
    """A table at which the first person has a choice and may end the turn by a pass: its id, and the people.

    With `then` it is played until the first person's table view is like that. Cards are random: if the position does
    not occur at one table, the next one is tried.
    """
    people = [site.guest(name) for name in names]
    options = {**(FIRST if len(names) > 1 else {}), **plan.pop("options", {})}
    for _ in range(20):
        table = site.started(people[0], people[1:], options=options, **plan)
        try:
            brought(table, people, ending_by_pass(people[0], table) if then is None else then)
        except NeverCame:
            continue
        return table, people
    raise NeverCame


def ending_by_pass(person: Person, table: str) -> Callable[[Any], bool]:
    """Whether a pass would end the turn. With several penalty cards, or two alike, more questions follow."""

    def found(table_view: Any) -> bool:
        if not ready(table_view):
            return False
        tried = person.post(f"/tables/{table}/preview", seq=table_view["seq"], words=["pass"])
        return bool(tried["taken"] == 0)

    return found


def going_on(person: Person, table: str) -> Callable[[Any], str]:
    """The word of a card that can be undone because more questions follow it, if a table view has one."""

    def found(table_view: Any) -> str:
        if not ready(table_view):
            return ""
        for word in table_view["moves"]:
            if word.startswith("lay:"):
                tried = person.post(f"/tables/{table}/preview", seq=table_view["seq"], words=[word])
                if len(tried["state"].get("moves", [])) > 1:
                    return str(word)
        return ""

    return found
