"""Names of the places, cards, commodities and sums of Spike as they stand inside a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from trainshed.games.spike.rules.components import Components, Face, RouteCard
from trainshed.games.spike.text.lines import space_names
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator, marked
from trainshed.phrases import Counted, NameTable, listed

commodity_name: Final = NameTable(
    cattle=marked("cattle"),
    pigs=marked("pigs"),
    fruit=marked("fruit"),
    corn=marked("corn"),
    wheat=marked("wheat"),
    flour=marked("flour"),
    coal=marked("coal"),
    steel=marked("steel"),
    oil=marked("oil"),
    cotton=marked("cotton"),
    cloth=marked("cloth"),
    wood=marked("wood"),
)
part_name: Final = NameTable(
    locomotive=marked("the locomotive"), tender=marked("the tender"), car=marked("the freight cars")
)
"""Parts of a train that can be upgraded."""

any_cards: Final = Counted("%(count)d card", "%(count)d cards")
CARD_COUNTS: Final = {
    "white": Counted("%(count)d white card", "%(count)d white cards"),
    "blue": Counted("%(count)d blue card", "%(count)d blue cards"),
    "red": Counted("%(count)d red card", "%(count)d red cards"),
    "yellow": Counted("%(count)d yellow card", "%(count)d yellow cards"),
    "green": Counted("%(count)d green card", "%(count)d green cards"),
    "black": Counted("%(count)d black card", "%(count)d black cards"),
}
"""Railway cards of one colour; a language may give the adjective another form than the bare name of the colour has."""

a_card: Final = NameTable(
    white=marked("a white card"),
    blue=marked("a blue card"),
    red=marked("a red card"),
    yellow=marked("a yellow card"),
    green=marked("a green card"),
    black=marked("a black card"),
)
the_card: Final = NameTable(
    white=marked("the white card"),
    blue=marked("the blue card"),
    red=marked("the red card"),
    yellow=marked("the yellow card"),
    green=marked("the green card"),
    black=marked("the black card"),
)


def box_of(game: Game) -> Components:
    """The components of the game."""
    title: Any = game
    box: Components = title.box
    return box


# ---------------------------------------------------------------- places


def place_name(box: Components, city: str) -> str:
    """The printed name of a city. Junctions have no names on the board, so nothing may name them."""
    return box.places[box.node_names.index(city, 0, box.net.cities)][0]


def is_city(box: Components, place: str) -> bool:
    """Is this the id of a city?"""
    return place in box.node_names[: box.net.cities]


def space_name(box: Components, space: str, speech: Translator, behind: str = "") -> str:
    """The name of a city, or of a track space by the cities between which it lies.

    Spaces are counted from `behind`, if that is an end of the space.
    """
    if is_city(box, space):
        return place_name(box, space)
    named = space_names(box)[box.space_names.index(space)]
    if behind:
        named = named.seen_from(box.node_names.index(behind))
    line = f"{box.places[named.first][0]} – {box.places[named.second][0]}"
    if named.other:
        return speech.phrase("%(line)s by another way, space %(number)d", line=line, number=named.number)
    if named.length == 1:
        return line
    return speech.phrase("%(line)s, space %(number)d", line=line, number=named.number)


def towards(box: Components, space: str, heading: str, speech: Translator) -> str:
    """The city to which a track space leads through this end of it."""
    if is_city(box, heading):
        return place_name(box, heading)
    named = space_names(box)[box.space_names.index(space)].seen_from(
        box.node_names.index(other_end(box, space, heading))
    )
    city = box.places[named.second][0]
    return speech.phrase("%(city)s by another way", city=city) if named.other else city


def other_end(box: Components, link: str, place: str) -> str:
    """The place at the other end of a link that leads away from this place, or "" if it does not."""
    ends = ends_of(box, link)
    return ends[1 - ends.index(place)] if place in ends else ""


def ends_of(box: Components, link: str) -> list[str]:
    """The places at both ends of a link."""
    at = box.space_names.index(link)
    return [box.node_names[box.net.first_end[at]], box.node_names[box.net.second_end[at]]]


def origin_of(box: Components, links: Sequence[str], city: str) -> str:
    """The city of the network where a route to a new city begins, or "" if it branches off at a junction."""
    place = city
    for link in reversed(links):
        place = other_end(box, link, place)
    return place if is_city(box, place) else ""


# ---------------------------------------------------------------- cards and money


def money(count: int, speech: Translator) -> str:
    """A sum of money."""
    return speech.phrase("%(count)d$", count=count)


def change(count: int, speech: Translator) -> str:
    """Money that was gained or spent."""
    return f"{'−' if count < 0 else '+'}{money(abs(count), speech)}"


def cards_of(color: str, count: int, speech: Translator) -> str:
    """A number of railway cards of one colour."""
    if color in CARD_COUNTS:
        return CARD_COUNTS[color](count, speech)
    return speech.plural("%(count)d card of %(colour)s", "%(count)d cards of %(colour)s", count, colour=color)


def cards_listed(box: Components, counts: Sequence[int], speech: Translator) -> str:
    """Railway cards counted by colour, as a list."""
    return listed([cards_of(color, n, speech) for color, n in zip(box.colors, counts, strict=True) if n], speech)


def counts_of(box: Components, colors: Sequence[str]) -> list[int]:
    """Railway cards by their colours, counted in the order of the deck."""
    return [list(colors).count(color) for color in box.colors]


def face_of(box: Components, name: str) -> Face:
    """A side of a contract card by its name."""
    return next(face for face in box.faces if face.name == name)


def route_of(box: Components, name: str) -> RouteCard:
    """A route card by its name."""
    return next(card for card in box.route_cards if card.name == name)


def destinations(box: Components, cities: Sequence[int], values: Sequence[int], speech: Translator) -> str:
    """Cities, and what each of them pays."""
    named = [f"{box.places[city][0]} {money(value, speech)}" for city, value in zip(cities, values, strict=True)]
    return ", ".join(named)


def contract_text(box: Components, face: Face, speech: Translator) -> str:
    """A side of a contract card: its commodity, and what its cities pay."""
    cities = destinations(box, face.cities, face.pay, speech)
    commodity = commodity_name(box.commodities[face.commodity], speech)
    return speech.phrase("%(commodity)s to %(cities)s", commodity=commodity, cities=cities)


def route_text(box: Components, card: RouteCard, speech: Translator) -> str:
    """A route card: its start city, and the values of its destinations."""
    cities = destinations(box, card.cities, card.values, speech)
    return speech.phrase("%(start)s to %(cities)s", start=box.places[card.start][0], cities=cities)


def market_text(box: Components, market: Sequence[str], speech: Translator) -> str:
    """The commodities on the market, column by column: a marker that drops changes only its own column."""
    rows = len(box.row_worth)
    columns = [
        ", ".join([commodity_name(commodity, speech) for commodity in market[at : at + rows] if commodity])
        for at in range(0, len(market), rows)
    ]
    return speech.phrase(
        "Market, each column from %(highest)s down to %(lowest)s: %(columns)s.",
        highest=money(box.row_worth[0], speech),
        lowest=money(box.row_worth[-1], speech),
        columns="; ".join([column for column in columns if column]),
    )
