"""What the board of Spike shows, read from views: options, the route that is built, where the train can go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final

from trainshed.draw.board import Asked, Say
from trainshed.draw.scene import BoardScene
from trainshed.draw.seats import SEATS
from trainshed.games.spike.board.offers import BuildKey, Way, cheapest_ways, key_of, own_nodes, ways_to
from trainshed.games.spike.rules.components import Components
from trainshed.games.spike.text import names
from trainshed.games.spike.view import ContractView, PlayerView, View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import head_of, rests_of

CLAUSES: Final = {
    "pile": "SP-DRAW-01",
    "take": "SP-DRAW-01",
    "stop": "SP-DRAW-02",
    "build": "SP-BUILD-05",
    "link": "SP-BUILD-14",
    "match": "SP-BUILD-09",
    "spend": "SP-JOKER-01",
    "load": "SP-LOAD-01",
    "unload": "SP-LOAD-07",
    "deliver": "SP-DELIVER-01",
    "upgrade": "SP-UPGRADE-01",
    "move": "SP-MOVE-02",
    "start": "SP-START-01",
    "extra": "SP-EXTRA-02",
    "done": "SP-TURN-05",
    "place": "SP-SETUP-17",
    "give": "SP-SETUP-14",
    "side": "SP-ADVANCED-01",
    "keep": "SP-ADVANCED-02",
}
"""The clause that explains an option, by the first part of its word."""

QUESTIONS: Final = {
    "Turn": "SP-TURN-02",
    "After": "SP-TURN-05",
    "DrawMore": "SP-DRAW-02",
    "PileCard": "SP-DRAW-01",
    "Refill": "SP-DRAW-03",
    "BuildRoute": "SP-BUILD-05",
    "PayRoute": "SP-BUILD-19",
    "ChooseSides": "SP-ADVANCED-01",
    "KeepRoute": "SP-ADVANCED-02",
    "GiveCard": "SP-SETUP-14",
    "PlaceTrain": "SP-SETUP-17",
}
"""The clause that helps most with each question."""

ACTIONS: Final = ("pile", "take", "build", "load", "unload", "deliver", "upgrade", "move", "start", "extra")
TRAIN_HEADS: Final = ("move", "start", "extra")
"""The first parts of words that move the train."""

FAMILIES: Final = dict.fromkeys(ACTIONS, "turn") | {"match": "spend"}

OWN_QUESTIONS: Final = {
    "After": marked("Load or deliver, or end the turn?"),
    "DrawMore": marked("Another card, or stop?"),
    "BuildRoute": marked("Which link is next?"),
    "PayRoute": marked("Which cards pay for the route?"),
    "ChooseSides": marked("Which side of your contracts is in force?"),
    "KeepRoute": marked("Which route card do you keep?"),
    "GiveCard": marked("Which card do you give away?"),
    "PlaceTrain": marked("In which city does your train begin?"),
}
"""Each question as it is put to the viewer."""


class Scene(BoardScene[View]):
    """A view of Spike and its viewer's options."""

    CLAUSES = CLAUSES
    FAMILIES = FAMILIES
    QUESTIONS = QUESTIONS
    GENERAL = "SP-TURN-01"
    DRAWING = marked("The cards are dealt.")

    def __init__(self, game: Game, now: View, asked: Asked, said: Say, before: View | None = None) -> None:
        super().__init__(game, now, asked, said, before)
        self.box: Components = names.box_of(game)
        self.seat: int | None = now.seat
        """Whose hand and route card are shown."""
        beside = asked.beside
        self.shown = beside if beside is not None else now.seat if now.seat is not None else max(0, now.turn)
        """Whose train and contracts are shown."""

    @property
    def own(self) -> bool:
        """Are the viewer's own train and contracts shown?"""
        return self.shown == self.seat

    @property
    def player(self) -> PlayerView:
        """The player whose train and contracts are shown, as they lie now."""
        return self.then.players[self.shown]

    @property
    def color(self) -> str:
        return SEATS[self.shown]

    # ------------------------------------------------------------ words

    def state(self, word: str) -> str | None:
        """The state of a word; a press of several words can be exchanged for another that begins like it."""
        if " " not in word:
            return super().state(word)
        first = word.partition(" ")[0]
        if word == " ".join(self.asked.group):
            return "chosen"
        if first in self.moves:
            return ""
        return "alt" if first in self.instead or first in self.asked.group[:1] else None

    def own_question(self) -> str:
        if self.question == "Turn":
            moved = int(self.pending[3])
            on_line = self.seat is not None and not self.in_city(self.now.players[self.seat].train)
            free = on_line and not moved
            return self.phrase(
                marked("A free move of the train first, or your action?")
                if free
                else marked("Your action: draw cards, build, run or upgrade?")
            )
        if self.question == "DrawMore" and len(self.pending) > 3 and self.pending[3]:
            return self.phrase("Which card in place of the Time card?")
        return self.phrase(OWN_QUESTIONS[self.question])

    def label(self, word: str) -> str:
        """What a word does. Where a train can go is told from where it was before the gesture."""
        view = self.before_gesture if head_of(word) in TRAIN_HEADS else self.now
        return str(self.sentences.label(self.game, view, word, speech=self.speech, names=self.names))

    # ------------------------------------------------------------ names

    def place(self, city: str) -> str:
        return names.place_name(self.box, city)

    def towards(self, player: PlayerView) -> str:
        """The city to which a train on the line leads."""
        return names.towards(self.box, player.train, player.heading, self.speech)

    def city(self, city: int) -> str:
        return self.box.places[city][0]

    def good(self, commodity: str) -> str:
        return names.commodity_name(commodity, self.speech)

    def money(self, count: int) -> str:
        return names.money(count, self.speech)

    def in_city(self, space: str) -> bool:
        return space in self.cities

    @cached_property
    def cities(self) -> Mapping[str, int]:
        """The numbers of the cities by their ids."""
        return {name: city for city, name in enumerate(self.box.node_names[: self.box.net.cities])}

    def contract(self, contract: ContractView) -> tuple[str, list[tuple[str, int]]]:
        """The commodity of a contract, and its destinations with what they pay."""
        face = names.face_of(self.box, contract.face)
        ends = [(self.box.node_names[city], pay) for city, pay in zip(face.cities, face.pay, strict=True)]
        return self.box.commodities[face.commodity], ends

    # ------------------------------------------------------------ the market

    def worth(self, market: Sequence[str], commodity: str) -> int:
        """What the market pays for a commodity; 0 before it is laid out."""
        if commodity not in market:
            return 0
        return self.box.row_worth[list(market).index(commodity) % len(self.box.row_worth)]

    def supplied(self, city: int) -> str:
        return self.box.commodities[self.box.supplies[city]]

    def pays(self, city: int) -> int:
        """What building to a city pays at the market, before the gesture."""
        return self.worth(self.before_gesture.market, self.supplied(city))

    @property
    def before_gesture(self) -> View:
        before: View | None = self.asked.before
        return self.now if before is None else before

    # ------------------------------------------------------------ building

    @cached_property
    def route(self) -> list[str]:
        """The links of the route that the gesture builds, or that is being built; of several the last."""
        chosen = self.asked.chosen
        begins = [place for place, word in enumerate(chosen) if word == "build"]
        return rests_of(chosen[begins[-1] :], "link") if begins else rests_of(chosen, "link")

    @cached_property
    def goal(self) -> int:
        """The city that the route has reached, or -1."""
        if not self.route or self.seat is None:
            return -1
        net, spaces = self.box.net, self.box.space_names
        links = [spaces.index(link) for link in self.route]
        ends = [end for link in links for end in (net.first_end[link], net.second_end[link])]
        last = (net.first_end[links[-1]], net.second_end[links[-1]])
        own = self.build_key
        nodes = own_nodes(self.box, own.tracks, own.places) if own is not None else [0] * net.nodes
        free = [end for end in last if ends.count(end) == 1 and not nodes[end] >> self.seat & 1]
        return free[0] if len(free) == 1 and free[0] < net.cities else -1

    @cached_property
    def build_key(self) -> BuildKey | None:
        """What decides about the routes of the viewer, before anything of the route is laid; None: nobody asks."""
        if self.seat is None or not self.playing:
            return None
        played = self.asked.chosen[:-1] if self.held else self.asked.chosen
        built = "match" in played and "build" not in self.moves
        view = self.asked.before if built else self.now
        return None if view is None else key_of(view, self.seat)

    @property
    def builds(self) -> bool:
        """Can the viewer press cities to build there, now or in place of what is chosen?"""
        if self.build_key is None:
            return False
        return self.state("build") in ("", "alt") or list(self.asked.group[:1]) == ["build"]

    @cached_property
    def ways(self) -> Mapping[int, Way]:
        """The cheapest way to every new city, by the number of the city; none if nothing can be built now."""
        key = self.build_key
        return cheapest_ways(self.box, key) if key is not None and self.builds else {}

    def goal_ways(self) -> Sequence[Way]:
        """All ways to the city that is chosen."""
        key, goal = self.build_key, self.goal
        if key is None or goal < 0 or not self.builds or "build" in self.moves:
            return ()
        return ways_to(self.box, key, goal, tuple(self.box.space_names.index(link) for link in self.route))

    def press(self, way: Way) -> str:
        """What has to be said for a way: all of its words; "" where a route was begun link by link."""
        chosen, group = list(self.asked.chosen), list(self.asked.group)
        made = chosen[: len(chosen) - len(group)] if group and chosen[len(chosen) - len(group) :] == group else chosen
        begun = [word for word in made if word in ("build", "match")]
        return "" if begun[-1:] == ["build"] else " ".join(way.words)

    def way_label(self, way: Way) -> str:
        """What a way does, in words."""
        tracks = self.plural("%(count)d track", "%(count)d tracks", len(way.links))
        cards = names.cards_listed(self.box, way.cards, self.speech)
        facts = {"city": self.city(way.city), "tracks": tracks, "cards": cards, "pay": self.money(self.pays(way.city))}
        return self.phrase("Build to %(city)s: %(tracks)s for %(cards)s, the market pays %(pay)s", **facts)

    # ------------------------------------------------------------ the train

    def steps(self, head: str) -> Mapping[str, int]:
        """How many spaces away each space of the own network is, as a train goes that moves by this word."""
        view = self.now
        if self.seat is None or not view.players[self.seat].train:
            return {}
        player = view.players[self.seat]
        net, bit = self.box.net, 1 << self.seat
        most = 1 if head == "extra" else player.speed
        found: dict[str, int] = {}
        edge: list[tuple[int, int]] = []
        if self.in_city(player.train):
            edge = [(-1, self.cities[player.train])]
        else:
            link, node = self.box.space_names.index(player.train), self.box.node_names.index(player.heading)
            ways = [node] if head == "extra" else [node, net.across(link, node)]
            edge = [(link, node) for node in ways]
        for length in range(1, most + 1):
            ahead: list[tuple[int, int]] = []
            for link, node in edge:
                if node < net.cities and link >= 0:
                    found.setdefault(self.box.node_names[node], length)
                for other in net.links_at[node]:
                    if other != link and view.tracks[other] & bit:
                        found.setdefault(self.box.space_names[other], length)
                        ahead.append((other, net.across(other, node)))
            edge = ahead
        return found

    def train_words(self) -> list[str]:
        """Words that move the train and can be pressed, or are pressed; the free move before an extra space."""
        words = [*self.asked.moves, *self.asked.instead, *self.asked.chosen]
        found = [word for word in words if head_of(word) in TRAIN_HEADS]
        return sorted(dict.fromkeys(found), key=lambda word: head_of(word) == "extra")

    def waits(self, word: str) -> bool:
        """Is this a free move of zero spaces (SP-MOVE-02)?"""
        at = self.before_gesture.players[self.now.turn].train if self.now.turn >= 0 else ""
        return word == f"move:{at}"

    def quiet_links(self, reach: int = 3) -> frozenset[str]:
        """The links that are more than so many steps away from the network of the player shown."""
        view = self.then
        nodes = own_nodes(self.box, view.tracks, [player.heading for player in view.players])
        near = frozenset(node for node, seats in enumerate(nodes) if seats >> self.shown & 1)
        return far_links(self.box, near, reach) if near else frozenset()


@lru_cache(maxsize=256)
def far_links(box: Components, near: frozenset[int], reach: int) -> frozenset[str]:
    """The links that are more than so many steps away from these places."""
    net, nodes, left = box.net, set(near), list(range(box.net.links))
    for _ in range(reach):
        step = [link for link in left if net.first_end[link] in nodes or net.second_end[link] in nodes]
        left = [link for link in left if net.first_end[link] not in nodes and net.second_end[link] not in nodes]
        nodes.update([net.first_end[link] for link in step], [net.second_end[link] for link in step])
    return frozenset(box.space_names[link] for link in left)
