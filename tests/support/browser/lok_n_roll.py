"""Tables of Lok'n'Roll at which something is about to happen, brought there over the API before a page is opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.support.browser.site import Person, Site

FIRST = {"start": "seat-1"}
"""Who begins is not drawn by lot, so that a test knows whom it asks."""


class NeverCame(AssertionError):
    """The game went by without what was wanted."""


def question(table_view: Any) -> str:
    """What the seat to move is asked: `Action`, `ChooseTurn`, `Discard` …"""
    pending = table_view["view"]["pending"]
    return str(pending[-1][0]) if pending else ""


def hand_words(table_view: Any) -> list[str]:
    """The words that would play the cards of the viewer's hand."""
    cards = [card.split(":") for card in table_view["view"]["hand"]]
    return [f"chaos:{card[1]}" if card[0] == "chaos" else "lay:" + ":".join(card) for card in cards]


def ready(table_view: Any) -> bool:
    """The viewer may do whatever a turn allows, and has a choice."""
    return question(table_view) == "Action" and len(table_view.get("moves", [])) > 1


def barred(table_view: Any) -> str:
    """The word of a card in the viewer's hand that may not be played now, or nothing."""
    return (
        next((word for word in hand_words(table_view) if word not in table_view["moves"]), "")
        if ready(table_view)
        else ""
    )


def brought(table: str, people: Sequence[Person], wanted: Callable[[Any], object] = ready, first: bool = True) -> Any:
    """Let everybody make the first legal move until the first of them sees what is wanted; that sight."""
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
    """A table at which somebody has a choice and may end his turn by a pass: its name, and the people, him first.

    With `then` it goes on until the first of them sees that. Cards fall by chance: whatever does not come at one table
    is looked for at the next.
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
    """Whether a pass would end a turn. With several penalty cards, or two alike, it asks on."""

    def found(table_view: Any) -> bool:
        if not ready(table_view):
            return False
        tried = person.post(f"/tables/{table}/preview", seq=table_view["seq"], words=["pass"])
        return bool(tried["taken"] == 0)

    return found


def going_on(person: Person, table: str) -> Callable[[Any], str]:
    """Whether a sight offers a card after which more is asked that can be taken back: the card's word, or nothing."""

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
