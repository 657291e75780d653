"""Where a train can go: free move, Start and Extra over its owner's tracks, and the clauses that forbid the rest."""

from __future__ import annotations

from typing import Final

from trainshed.games.spike.rules.citations import CITE
from trainshed.games.spike.rules.state import NONE, SpikeState

TOO_FAR: Final = CITE("SP-TRAIN-01")
OWN_TRACKS: Final = CITE("SP-MOVE-04")
NOT_BACK: Final = CITE("SP-MOVE-14")
ONE_SPACE: Final = CITE("SP-EXTRA-02")
FORWARD: Final = CITE("SP-EXTRA-05")
START_LENGTH: Final = CITE("SP-START-02")


class Reach:
    """The spaces that a train can reach.

    For each of them the node to which the last step leads, the number of spaces, and the cities bypassed on the way.
    """

    __slots__ = ("heads", "lengths", "passed", "spaces")

    def __init__(self) -> None:
        self.spaces: list[int] = []
        self.heads: list[int] = []
        self.lengths: list[int] = []
        self.passed: list[list[int]] = []

    def add(self, space: int, head: int, length: int, passed: list[int]) -> None:
        self.spaces.append(space)
        self.heads.append(head)
        self.lengths.append(length)
        self.passed.append(passed)


def follow(
    state: SpikeState, bit: int, link: int, head: int, used: int, most: int, passed: list[int], reach: Reach
) -> None:
    """Note what lies ahead of a train on this link: the city there, and every other own track behind it."""
    if used == most:
        return
    net = state.box.net
    if head < net.cities:
        reach.add(net.links + head, head, used + 1, passed)  # SP-MOVE-03, SP-MOVE-06: it enters and stops
        passed = [*passed, head]
    tracks = state.tracks
    for ahead in net.links_at[head]:
        if ahead != link and tracks[ahead] & bit:  # SP-MOVE-08, -11, -13, -17: past the city or the junction
            other = net.first_end[ahead] + net.second_end[ahead] - head
            reach.add(ahead, other, used + 1, passed)
            follow(state, bit, ahead, other, used + 1, most, passed, reach)


def free_reach(state: SpikeState, seat: int) -> Reach:
    """Where a train on the line can go by a free move, or wait (SP-MOVE-02, SP-MOVE-14)."""
    player = state.players[seat]
    reach = Reach()
    speed = state.box.speed[player.speed]
    link = player.link
    reach.add(link, player.node, 0, [])
    follow(state, 1 << seat, link, player.node, 0, speed, [], reach)
    if state.table.reverse:
        follow(state, 1 << seat, link, state.box.net.across(link, player.node), 0, speed, [], reach)
    return reach


def extra_reach(state: SpikeState, seat: int) -> Reach:
    """Where a train on the line can go by one space forward (SP-EXTRA-02, SP-EXTRA-05)."""
    player = state.players[seat]
    reach = Reach()
    follow(state, 1 << seat, player.link, player.node, 0, 1, [], reach)
    return reach


def start_reach(state: SpikeState, seat: int) -> Reach:
    """Where a train in a city can go by a Start (SP-START-02)."""
    player = state.players[seat]
    net = state.box.net
    bit = 1 << seat
    speed = state.box.speed[player.speed]
    reach = Reach()
    for link in net.links_at[player.node]:
        if state.tracks[link] & bit:
            other = net.first_end[link] + net.second_end[link] - player.node
            reach.add(link, other, 1, [])
            follow(state, bit, link, other, 1, speed, [], reach)
    if not state.table.full_speed:
        return reach
    full = Reach()  # by option: the whole speed, unless a city is entered
    for index, space in enumerate(reach.spaces):
        if reach.lengths[index] == speed or space >= net.links:
            full.add(space, reach.heads[index], reach.lengths[index], reach.passed[index])
    return full


def anywhere(state: SpikeState, seat: int) -> Reach:
    """Every space of the own network that a train can come to at all, by any number of moves without reversing back."""
    player = state.players[seat]
    reach = Reach()
    bit = 1 << seat
    most = state.box.net.links
    if player.link != NONE:
        follow(state, bit, player.link, player.node, 0, most, [], reach)
    else:
        net = state.box.net
        for link in net.links_at[player.node]:
            if state.tracks[link] & bit:
                other = net.across(link, player.node)
                reach.add(link, other, 1, [])
                follow(state, bit, link, other, 1, most, [], reach)
    return reach


def own_space(state: SpikeState, seat: int, space: int) -> bool:
    """Does a space belong to the seat's network?"""
    links = state.box.net.links
    bit = 1 << seat
    return bool(state.tracks[space] & bit) if space < links else bool(state.nodes[space - links] & bit)


def free_forbids(state: SpikeState, seat: int, space: int) -> int:
    """The clause that forbids a free move to a space, or 0."""
    if space in free_reach(state, seat).spaces:
        return 0
    if not own_space(state, seat, space):
        return OWN_TRACKS
    if not state.table.reverse and space not in anywhere(state, seat).spaces:
        return NOT_BACK
    return TOO_FAR


def extra_forbids(state: SpikeState, seat: int, space: int) -> int:
    """The clause that forbids an extra space to this one, or 0."""
    if space in extra_reach(state, seat).spaces:
        return 0
    if not own_space(state, seat, space):
        return OWN_TRACKS
    ahead = space == state.players[seat].link or space in anywhere(state, seat).spaces
    return ONE_SPACE if ahead else FORWARD


def start_forbids(state: SpikeState, seat: int, space: int) -> int:
    """The clause that forbids starting the train to a space, or 0."""
    reach = start_reach(state, seat)
    if space in reach.spaces:
        return 0
    if not own_space(state, seat, space):
        return OWN_TRACKS
    if space == state.box.city_space(state.players[seat].node):
        return START_LENGTH
    if state.table.full_speed and reach.spaces and length_to(state, seat, space) < max(reach.lengths):
        return START_LENGTH
    return TOO_FAR


def length_to(state: SpikeState, seat: int, space: int) -> int:
    """How many spaces away from the train a space of the own network is, by the shortest way."""
    reach = anywhere(state, seat)
    lengths = [length for there, length in zip(reach.spaces, reach.lengths, strict=True) if there == space]
    return min(lengths, default=0)
