"""Fields of a class that are declared once, by name: dumps, restoring and views are made from the names at import.

The functions are written out as Python and evaluated once, as `collections.namedtuple` does: a loop over names at
each call made the views of Russian Railroads almost twice as slow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, get_origin, get_type_hints

Shown = TypeVar("Shown")
Ruled = TypeVar("Ruled")


def reader(names: Sequence[str]) -> Callable[[Any], list[Any]]:
    """A function that lists the values of these fields of an object."""
    read: Callable[[Any], list[Any]] = written(f"lambda thing: [{', '.join([f'thing.{name}' for name in names])}]")
    return read


def written(text: str, **known: object) -> Any:
    """The function that this text defines; the text is made of names in our own source, never of anybody's input."""
    return eval(text, known)


class Mirror(Generic[Shown, Ruled]):
    """Shows objects of a class of the rules as structs of a view, and makes them again from these.

    `fields` are the arguments of the rules' class in their order. Those that the struct has too are taken over: lists
    are copied, and a number becomes a flag where the struct says `bool`. The caller gives the others: the
    struct's to `show`, the class's to `restore`, by name or in their order. `otherwise` are those that both have, in
    different forms.
    """

    def __init__(
        self, shown: type[Shown], ruled: type[Ruled], fields: Sequence[str], otherwise: Sequence[str] = ()
    ) -> None:
        kinds = get_type_hints(shown)
        same = [name for name in fields if name in kinds and name not in otherwise]
        forms = {name: "[:]" for name in same if get_origin(kinds[name]) is list}
        flags = {name for name in same if kinds[name] is bool}

        def copy(name: str, flag: str) -> str:
            if name not in same:
                return name
            return f"{flag}(thing.{name})" if name in flags else f"thing.{name}{forms.get(name, '')}"

        def maker(names: Sequence[str], flag: str, make: object) -> Any:
            given = ", ".join(["thing", *[name for name in names if name not in same]])
            return written(f"lambda {given}: make({', '.join([copy(name, flag) for name in names])})", make=make)

        self.show: Callable[..., Shown] = maker(list(kinds), "bool", shown)
        self.restore: Callable[..., Ruled] = maker(fields, "int", ruled)
