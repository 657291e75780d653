"""A turn: loading, unloading, delivering, the free move and the five actions (SP-TURN-01, SP-TURN-02, SP-TURN-05)."""

from __future__ import annotations

from typing import Final

from trainshed.games.spike import events
from trainshed.games.spike.rules.building import BuildRoute, build_forbids
from trainshed.games.spike.rules.citations import CITE
from trainshed.games.spike.rules.components import (
    BUILD,
    DELIVER,
    DONE,
    EXTRA,
    LOAD,
    LOCOMOTIVE,
    MOVE,
    PARTS,
    PILE,
    START,
    TAKE,
    TENDER,
    UNLOAD,
    UPGRADE,
)
from trainshed.games.spike.rules.drawing import NOT_FACE_UP, PileCard, Refill, face_up_words, take_face_up
from trainshed.games.spike.rules.ending import finish
from trainshed.games.spike.rules.state import NONE, Player, SpikeState
from trainshed.games.spike.rules.train import (
    Reach,
    extra_forbids,
    extra_reach,
    free_forbids,
    free_reach,
    start_forbids,
    start_reach,
)
from trainshed.kernel.agenda import NOBODY, OTHER_QUESTION, SeatEffect

NOT_ABOARD: Final = CITE("SP-TRAIN-04")
IN_CITY_NO_FREE_MOVE: Final = CITE("SP-MOVE-12")
FREE_MOVE_FIRST: Final = CITE("SP-MOVE-16")
ARRIVED: Final = CITE("SP-MOVE-07")
ONE_ACTION: Final = CITE("SP-TURN-01")
MUST_ACT: Final = CITE("SP-TURN-02")
ONE_ROUTE: Final = CITE("SP-BUILD-12")
START_IN_CITY: Final = CITE("SP-START-01")
EXTRA_ON_LINE: Final = CITE("SP-EXTRA-01")
OTHER_COMMODITY: Final = CITE("SP-LOAD-01")
LOAD_IN_CITY: Final = CITE("SP-LOAD-02")
NOT_YOUR_TOKEN: Final = CITE("SP-LOAD-03")
CARS_FULL: Final = CITE("SP-LOAD-04")
UNLOADED_ONCE: Final = CITE("SP-LOAD-08")
NO_SUCH_DESTINATION: Final = CITE("SP-DELIVER-01")
NOT_WITH_TOKEN: Final = CITE("SP-DELIVER-02")
DELIVERED_ONCE: Final = CITE("SP-DELIVER-07")
TWO_UPGRADES: Final = CITE("SP-UPGRADE-02")
ONE_UPGRADE: Final = CITE("SP-UPGRADE-06")
TOO_EXPENSIVE: Final = CITE("SP-UPGRADE-08")


# ---------------------------------------------------------------- cargo


def tokens(aboard: int) -> int:
    """How many cargo tokens are aboard."""
    return aboard.bit_count()


def load_forbids(state: SpikeState, seat: int, commodity: int) -> int:
    """The clause that forbids to load a commodity, or 0."""
    player = state.players[seat]
    face = state.contract_of(seat, commodity)
    if face == NONE or player.aboard >> commodity & 1:
        return NOT_YOUR_TOKEN
    if player.link != NONE:
        return LOAD_IN_CITY
    if state.box.supplies[player.node] != commodity:
        return OTHER_COMMODITY
    return CARS_FULL if tokens(player.aboard) >= state.box.capacity[player.capacity] else 0


def unload_forbids(state: SpikeState, seat: int, commodity: int, unloaded: int) -> int:
    """The clause that forbids to unload a commodity, or 0; `unloaded` are those unloaded in this turn, as bits."""
    if unloaded >> commodity & 1:
        return UNLOADED_ONCE
    return 0 if state.players[seat].aboard >> commodity & 1 else NOT_ABOARD


def deliver_forbids(state: SpikeState, seat: int, commodity: int) -> int:
    """The clause that forbids to deliver a commodity, or 0."""
    player = state.players[seat]
    if not player.aboard >> commodity & 1 or player.link != NONE:
        return NOT_WITH_TOKEN
    face = state.contract_of(seat, commodity)
    if player.node not in state.box.faces[face].cities:
        return NO_SUCH_DESTINATION
    return DELIVERED_ONCE if player.node in player.delivered else 0


def cargo_forbids(state: SpikeState, seat: int, kind: int, commodity: int, unloaded: int) -> int:
    """The clause that forbids to load, unload or deliver a commodity, or 0."""
    if kind == LOAD:
        return load_forbids(state, seat, commodity)
    if kind == UNLOAD:
        return unload_forbids(state, seat, commodity, unloaded)
    return deliver_forbids(state, seat, commodity)


def cargo_words(state: SpikeState, seat: int, unloaded: int) -> list[int]:
    """What can be loaded, unloaded and delivered now, as words, ascending."""
    box = state.box
    player = state.players[seat]
    words: list[int] = []
    if player.link == NONE:
        own = box.supplies[player.node]
        if load_forbids(state, seat, own) == 0:
            words.append(box.first[LOAD] + own)
    if player.aboard:
        count = len(box.commodities)
        aboard = [commodity for commodity in range(count) if player.aboard >> commodity & 1]
        words += [box.first[UNLOAD] + c for c in aboard if not unloaded >> c & 1]
        if player.link == NONE:
            words += [box.first[DELIVER] + c for c in aboard if deliver_forbids(state, seat, c) == 0]
    return words


def cargo_open(state: SpikeState, seat: int, unloaded: int) -> bool:
    """Can anything be delivered or loaded, if need be after unloading (SP-TURN-05)? Everybody can see that."""
    box = state.box
    player = state.players[seat]
    if player.link != NONE:
        return False
    own = box.supplies[player.node]
    forbidden = load_forbids(state, seat, own)
    if forbidden == 0 or (forbidden == CARS_FULL and player.aboard & ~unloaded):
        return True
    if not player.aboard:
        return False
    count = len(box.commodities)
    return any(deliver_forbids(state, seat, c) == 0 for c in range(count) if player.aboard >> c & 1)


def handle_cargo(state: SpikeState, seat: int, kind: int, commodity: int) -> None:
    """Load, unload or deliver a commodity."""
    box = state.box
    player = state.players[seat]
    name = box.commodities[commodity]
    player.aboard ^= 1 << commodity
    if kind == LOAD:
        if state.heard is not None:
            state.heard.append(events.Loaded(seat, name, box.node_names[player.node]))
    elif kind == UNLOAD:
        if state.heard is not None:
            state.heard.append(events.Unloaded(seat, name))
    else:
        face = state.contract_of(seat, commodity)
        card = box.faces[face]
        pay = card.pay[card.cities.index(player.node)]
        player.money += pay
        player.contracts = [other for other in player.contracts if other != face]
        player.delivered = sorted([*player.delivered, player.node])
        state.idle = 0
        if state.heard is not None:
            state.heard.append(events.Delivered(seat, name, box.node_names[player.node], pay))


# ---------------------------------------------------------------- the turn


class Turn(SeatEffect):
    """What a player does before and with the action of a turn.

    `begun`: something was done in this turn already; `moved`: the free move was made; `unloaded`: the commodities that
    were unloaded in this turn, as bits. Whether Build is possible depends on the hand, so the question is always asked.
    """

    __slots__ = ("begun", "moved", "unloaded")

    def __init__(self, seat: int, begun: int, moved: int, unloaded: int) -> None:
        super().__init__(seat)
        self.begun = begun
        self.moved = moved
        self.unloaded = unloaded

    def args(self) -> list[int]:
        return [self.seat, self.begun, self.moved, self.unloaded]

    def begins_turn(self, state: SpikeState) -> bool:
        return self.begun == 0

    def legal(self, state: SpikeState) -> list[int]:
        box = state.box
        first = box.first
        seat = self.seat
        player = state.players[seat]
        words = [first[PILE]]
        if build_forbids(state, seat) == 0:
            words.append(first[BUILD])
        words += face_up_words(state)
        words += cargo_words(state, seat, self.unloaded)
        words += [first[UPGRADE] + part for part in range(len(PARTS)) if upgrade_forbids(state, player, part) == 0]
        if player.link != NONE:
            if not self.moved:
                words += sorted([first[MOVE] + space for space in free_reach(state, seat).spaces])
            words += sorted([first[EXTRA] + space for space in extra_reach(state, seat).spaces])
        elif not self.moved:
            words += sorted([first[START] + space for space in start_reach(state, seat).spaces])
        return words

    def forbids(self, state: SpikeState, move: int) -> int:
        box = state.box
        kind = box.kind[move]
        about = box.about[move]
        if kind == PILE:
            return 0
        if kind == BUILD:
            return build_forbids(state, self.seat)
        if kind == TAKE:
            return 0 if about in state.display else NOT_FACE_UP
        if kind in (LOAD, UNLOAD, DELIVER):
            return cargo_forbids(state, self.seat, kind, about, self.unloaded)
        if kind == UPGRADE:
            return upgrade_forbids(state, state.players[self.seat], about)
        if kind in (MOVE, START, EXTRA):
            return self.train_forbids(state, kind, about)
        return MUST_ACT if kind == DONE else OTHER_QUESTION

    def train_forbids(self, state: SpikeState, kind: int, space: int) -> int:
        """The clause that forbids to move the train to a space, or 0."""
        in_city = state.players[self.seat].link == NONE
        if kind == MOVE:
            if self.moved:
                return ONE_ACTION
            return IN_CITY_NO_FREE_MOVE if in_city else free_forbids(state, self.seat, space)
        if kind == EXTRA:
            return EXTRA_ON_LINE if in_city else extra_forbids(state, self.seat, space)
        if not in_city:
            return START_IN_CITY
        return ARRIVED if self.moved else start_forbids(state, self.seat, space)

    def numbers(self, state: SpikeState, move: int) -> dict[str, int]:
        return refusal_numbers(state, self.seat, move)

    def answer(self, state: SpikeState, move: int) -> None:
        box = state.box
        kind = box.kind[move]
        about = box.about[move]
        seat = self.seat
        if kind in (LOAD, UNLOAD, DELIVER):
            handle_cargo(state, seat, kind, about)
            unloaded = self.unloaded | 1 << about if kind == UNLOAD else self.unloaded
            state.push(Turn(seat, 1, self.moved, unloaded))
            return
        if kind == MOVE:
            move_train(state, seat, "move", about, free_reach(state, seat))
            state.push(Turn(seat, 1, 1, self.unloaded))
            return
        state.push(After(seat, self.unloaded, 1 if kind == BUILD and state.table.many_builds else 0))
        if kind in (PILE, TAKE):
            left = box.supply[state.players[seat].supply]
            state.push(Refill(seat))
            if kind == PILE:
                state.push(PileCard(seat, left))
            else:
                take_face_up(state, seat, about, left)
        elif kind == BUILD:
            state.push(BuildRoute(seat))
        elif kind == START:
            move_train(state, seat, "start", about, start_reach(state, seat))
        elif kind == EXTRA:
            move_train(state, seat, "extra", about, extra_reach(state, seat))
        else:
            upgrade(state, seat, about)


class After(SeatEffect):
    """After the action: the turn stays open for cargo until its player closes it (SP-TURN-05).

    It closes by itself where everybody can see that nothing but unloading is left. `again`: by option another route may
    be built.
    """

    __slots__ = ("again", "unloaded")

    def __init__(self, seat: int, unloaded: int, again: int) -> None:
        super().__init__(seat)
        self.unloaded = unloaded
        self.again = again

    def args(self) -> list[int]:
        return [self.seat, self.unloaded, self.again]

    def asks(self, state: SpikeState) -> int:
        if self.may_build(state) or cargo_open(state, self.seat, self.unloaded):
            return self.seat
        return NOBODY

    def may_build(self, state: SpikeState) -> bool:
        """May another route be built, as far as everybody can see?"""
        player = state.players[self.seat]
        return self.again > 0 and player.stock > 0 and any(player.hand)

    def resolve(self, state: SpikeState) -> None:
        end_turn(state, self.seat)

    def legal(self, state: SpikeState) -> list[int]:
        first = state.box.first
        words = cargo_words(state, self.seat, self.unloaded)
        build = [first[BUILD]] if self.again and build_forbids(state, self.seat) == 0 else []
        return [*build, first[DONE], *words]

    def forbids(self, state: SpikeState, move: int) -> int:
        box = state.box
        kind = box.kind[move]
        if kind == DONE:
            return 0
        if kind in (LOAD, UNLOAD, DELIVER):
            return cargo_forbids(state, self.seat, kind, box.about[move], self.unloaded)
        if kind == BUILD:
            return build_forbids(state, self.seat) if self.again else ONE_ROUTE
        if kind == MOVE:
            return FREE_MOVE_FIRST
        if kind == UPGRADE:
            return ONE_UPGRADE
        return ONE_ACTION if kind in (PILE, TAKE, START, EXTRA) else OTHER_QUESTION

    def numbers(self, state: SpikeState, move: int) -> dict[str, int]:
        return refusal_numbers(state, self.seat, move)

    def answer(self, state: SpikeState, move: int) -> None:
        box = state.box
        kind = box.kind[move]
        if kind == DONE:
            if state.heard is not None:
                state.heard.append(events.TurnClosed(self.seat))
            end_turn(state, self.seat)
        elif kind == BUILD:
            state.push(self)
            state.push(BuildRoute(self.seat))
        else:
            commodity = box.about[move]
            handle_cargo(state, self.seat, kind, commodity)
            unloaded = self.unloaded | 1 << commodity if kind == UNLOAD else self.unloaded
            state.push(After(self.seat, unloaded, self.again))


def refusal_numbers(state: SpikeState, seat: int, move: int) -> dict[str, int]:
    """The numbers on which a refusal of an upgrade or of a move of the train turns."""
    kind = state.box.kind[move]
    player = state.players[seat]
    if kind == UPGRADE:
        level = part_level(player, state.box.about[move])
        costs = state.box.upgrade_cost
        return {"cost": costs[level], "money": player.money} if level < len(costs) else {}
    if kind == START and player.link == NONE and state.box.about[move] == state.box.city_space(player.node):
        return {"spaces": 0}
    if kind in (MOVE, START):
        return {"speed": state.box.speed[player.speed]}
    return {"capacity": state.box.capacity[player.capacity]} if kind == LOAD else {}


# ---------------------------------------------------------------- actions


def move_train(state: SpikeState, seat: int, how: str, space: int, reach: Reach) -> None:
    """Move the train of a seat to a space that it can reach."""
    box = state.box
    player = state.players[seat]
    found = reach.spaces.index(space)
    if state.heard is not None:
        origin = box.node_names[player.node] if player.link == NONE else box.space_names[player.link]
        names = [box.node_names[city] for city in reach.passed[found]]
        state.heard.append(events.TrainMoved(seat, how, origin, box.space_names[space], reach.lengths[found], names))
    player.link = space if space < box.net.links else NONE
    player.node = reach.heads[found]


def part_level(player: Player, part: int) -> int:
    """The level of a part of a train, from 0."""
    if part == LOCOMOTIVE:
        return player.speed
    return player.supply if part == TENDER else player.capacity


def upgrade_forbids(state: SpikeState, player: Player, part: int) -> int:
    """The clause that forbids to upgrade a part of the train, or 0."""
    level = part_level(player, part)
    costs = state.box.upgrade_cost
    if level >= len(costs):
        return TWO_UPGRADES
    return TOO_EXPENSIVE if player.money < costs[level] else 0


def upgrade(state: SpikeState, seat: int, part: int) -> None:
    """SP-UPGRADE-01 to -05: pay for the next level of a part of the train."""
    box = state.box
    player = state.players[seat]
    level = part_level(player, part)
    cost = box.upgrade_cost[level]
    player.money -= cost
    if part == LOCOMOTIVE:
        player.speed += 1
        value = box.speed[player.speed]
    elif part == TENDER:
        player.supply += 1
        value = box.supply[player.supply]
    else:
        player.capacity += 1
        value = box.capacity[player.capacity]
    state.idle = 0
    if state.heard is not None:
        state.heard.append(events.Upgraded(seat, PARTS[part], value, cost))


# ---------------------------------------------------------------- from turn to turn


def begin_turn(state: SpikeState, seat: int) -> None:
    """Begin the turn of a seat."""
    state.turn = seat
    state.idle += 1
    if state.heard is not None:
        state.heard.append(events.TurnBegun(seat))
    state.push(Turn(seat, 0, 0, 0))


def can_still_deliver(state: SpikeState, seat: int) -> bool:
    """SP-END-03: is there a contract that the network as it is can still fulfil?"""
    box = state.box
    player = state.players[seat]
    bit = 1 << seat
    nodes = state.nodes
    for face in player.contracts:
        card = box.faces[face]
        supplied = player.aboard >> card.commodity & 1 or any(
            nodes[city] & bit for city in box.supplied[card.commodity]
        )
        if supplied and any(nodes[city] & bit and city not in player.delivered for city in card.cities):
            return True
    return False


def end_turn(state: SpikeState, seat: int) -> None:
    """End a turn: the next one begins, or the game ends (SP-END-02, SP-END-07, SP-END-08)."""
    if state.last_turns != NONE:
        state.last_turns -= 1
        if state.last_turns == 0:
            finish(state, "special")
            return
    elif state.players[seat].stock == 0 and not can_still_deliver(state, seat):
        state.last_turns = state.seats - 1
        if state.heard is not None:
            state.heard.append(events.SpecialEnd(seat, state.last_turns))
    limit = state.table.idle_turns * state.seats
    if limit and state.idle >= limit:
        finish(state, "idle")
        return
    begin_turn(state, (seat + 1) % state.seats)
