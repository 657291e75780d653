"""Routes for tests that name colours: a map painted by hand, and every payment that a position offers.

state = painted("red", "green", cards="white white red")   # Columbus - Deshler - Detroit, seat 0 in Columbus
assert payments_of(state, *PATHS[2]) == ["white white red"]
"""

from __future__ import annotations

import copy
from functools import cache

from tests.support.games.spike.positions import BOX, GAME, NET, Cards, barred, do, give, legal, node, position, refresh
from trainshed.games.spike.game import SpikeGame
from trainshed.games.spike.rules.state import SpikeState
from trainshed.kernel.content import Pack

PATHS = {
    1: ("columbus-pittsburgh",),
    2: ("columbus-deshler", "deshler-detroit"),
    3: ("columbus-deshler", "deshler-elkhart", "chicago-elkhart"),
}
"""A route of so many spaces from Columbus to a new city."""


@cache
def painted_game(*colors: str) -> SpikeGame:
    """The game with other colours on the path of this length."""
    data = copy.deepcopy(GAME.pack.data)
    paint = dict(zip(PATHS[len(colors)], colors, strict=True))
    for row in data["links"]["rows"]:
        name = f"{row['a']}-{row['b']}"
        if name in paint:
            row["colors"] = [paint[name]]
    return SpikeGame(1, Pack(data, "painted.toml"))


def painted(*colors: str, cards: Cards, seats: int = 2, joker_mixed: str = "no") -> SpikeState:
    """Seat 0 stands in Columbus with these cards; the path of this length is painted in these colours."""
    state = give(position(seats, joker_mixed=joker_mixed), 0, at="columbus", cards=cards)
    game = painted_game(*colors)
    state.game = game
    state.box = game.box
    return refresh(state)


def lay_links(state: SpikeState, *links: str) -> SpikeState:
    """Choose Build and these links, up to the payment if the last one leads to a city."""
    do(state, "build", *[f"link:{link}" for link in links])
    return state


def payments_of(state: SpikeState, *links: str) -> list[str]:
    """Every set of cards that pays for a route, each as `"blue red red"`; none if it cannot be built."""
    if refused_at(state, *links):
        return []
    found: list[str] = []
    open_ways = [lay_links(state.clone(), *links)]
    while open_ways:
        way = open_ways.pop()
        for word in legal(way):
            after = way.clone()
            do(after, word)
            if word == "match":
                played = [now - before for now, before in zip(after.discards, state.discards, strict=True)]
                found.append(" ".join(BOX.colors[color] for color, count in enumerate(played) for _ in range(count)))
            else:
                open_ways.append(after)
    assert len(set(found)) == len(found), "the same cards are offered twice"
    return sorted(found)


def refused_at(state: SpikeState, *links: str) -> str:
    """The clause that refuses a route at Build or at one of its links, or an empty text if it can be built."""
    trial = state.clone()
    for word in ("build", *[f"link:{link}" for link in links]):
        if word not in legal(trial):
            return barred(trial, word)
        do(trial, word)
    return ""


def network_of(*cities: str) -> list[str]:
    """Tracks that join these cities to a tree, city after city by a shortest way that passes no other city."""
    reached = [node(cities[0])]
    laid: list[int] = []
    for city in cities[1:]:
        way_to: dict[int, list[int]] = {place: [] for place in reached}
        edge = reached[:]
        while node(city) not in way_to:
            assert edge, f"{city} cannot be reached"
            place = edge.pop(0)
            for link in NET.links_at[place]:
                other = NET.across(link, place)
                if other not in way_to and (other >= NET.cities or other == node(city)):
                    way_to[other] = [*way_to[place], link]
                    edge.append(other)
        for link in way_to[node(city)]:
            laid.append(link)
            reached += [end for end in (NET.first_end[link], NET.second_end[link]) if end not in reached]
    return [BOX.space_names[link] for link in laid]
