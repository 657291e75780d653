"""Compares the rules code with the oracle: on positions of random games, and on player boards made at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.support.games.russian_railroads import oracle
from tests.support.games.russian_railroads.table import BOX, games, only, position
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules import player
from trainshed.games.russian_railroads.rules.actions.tiles import PlaceLocomotive
from trainshed.games.russian_railroads.rules.state import RailState

SPECIALS = [
    (index, (oracle.RAILROADS[special.railroad], special.space))
    for index, special in enumerate(BOX.specials)
    if not special.scoring
]
QUESTION = ("industry", oracle.LANE.index("question"))


def facts(state: RailState, seat: int) -> dict[str, Any]:
    """Reach and points of a player, according to the rules code."""
    own = state.players[seat]
    railroads = range(len(oracle.RAILROADS))
    return {
        "reach": [player.reach(own, railroad) for railroad in railroads],
        "railroads": [player.track_points(state.box, own, railroad) for railroad in railroads],
        "stars": sum(player.star_points(state.box, own, railroad) for railroad in railroads),
        "industry": player.industry_points(state.box, own),
        "round": player.round_points(state.box, own),
        "cards": {card: player.bonus_points(state.box, own, at) for at, card in enumerate(state.box.bonus_names)},
    }


def expected(board: oracle.Board) -> dict[str, Any]:
    """Reach and points of a board, according to the oracle."""
    return {
        "reach": [oracle.reach(board, railroad) for railroad in oracle.RAILROADS],
        "railroads": [oracle.railroad_points(board, railroad) for railroad in oracle.RAILROADS],
        "stars": oracle.star_points(board),
        "industry": oracle.industry_points(board),
        "round": oracle.round_points(board),
        "cards": {card: oracle.card_points(board, card) for card in BOX.bonus_names},
    }


def boards_of(state: RailState) -> list[oracle.Board]:
    return [oracle.board_of(state.view(seat)) for seat in range(state.seats)]


def differences(state: RailState, boards: list[oracle.Board]) -> list[str]:
    """Where the rules code and the oracle differ on a position with these boards."""
    found = []
    for seat, board in enumerate(boards):
        ours, theirs = facts(state, seat), expected(board)
        found += [f"seat {seat}: {key} {ours[key]} != {theirs[key]}" for key in ours if ours[key] != theirs[key]]
    if state.majority() != oracle.majority(boards):
        found.append(f"majority {state.majority()} != {oracle.majority(boards)}")
    return found


def played_differences(state: RailState) -> list[str]:
    """Differences on a position of a played game: also in rewards had, colours earned, and points of the last move."""
    boards = boards_of(state)
    found = differences(state, boards)
    chain = any(isinstance(effect, PlaceLocomotive) for effect in state.agenda)
    for seat, board in enumerate(boards):
        own = state.players[seat]
        had = {space for index, space in SPECIALS if own.gained >> index & 1}
        if own.gained >> len(BOX.specials) & 1:
            had.add(QUESTION)
        if not chain and had != oracle.rewards(board):  # a chain is finished before it is rewarded (RR-TURN-16)
            found.append(f"seat {seat}: rewards {sorted(had)} != {sorted(oracle.rewards(board))}")
        earned = {railroad: set(board.tracks[railroad]) for railroad in oracle.RAILROADS}
        if earned != oracle.tracks_earned(board):
            found.append(f"seat {seat}: tracks {earned} != {oracle.tracks_earned(board)}")
    return found + scored_differences(state, boards)


def scored_differences(state: RailState, boards: list[oracle.Board]) -> list[str]:
    """Differences between the scoring events of the last move and the boards, which a scoring does not change."""
    heard = state.heard or []
    found = []
    for event in only(heard, events.RoundScored):
        if event.total != oracle.round_points(boards[event.seat]):
            found.append(f"seat {event.seat}: scored {event} != {oracle.round_points(boards[event.seat])}")
    if state.over:
        cards = [
            (seat, card, oracle.card_points(board, card)) for seat, board in enumerate(boards) for card in board.cards
        ]
        if [(event.seat, event.card, event.points) for event in only(heard, events.BonusScored)] != cards:
            found.append(f"final scoring of cards {only(heard, events.BonusScored)} != {cards}")
        majority = [(seat, points) for seat, points in enumerate(oracle.majority(boards)) if points]
        if [(event.seat, event.points) for event in only(heard, events.MajorityScored)] != majority:
            found.append(f"final scoring of engineers {only(heard, events.MajorityScored)} != {majority}")
    return found


def points_of(heard: list[Any], seat: int) -> int:
    """All points that these events gave to a seat."""
    gave = (events.PointsScored, events.Passed, events.BonusScored, events.MajorityScored)
    total = sum(event.total for event in only(heard, events.RoundScored) if event.seat == seat)
    return total + sum(event.points for event in heard if isinstance(event, gave) and event.seat == seat)


def game_positions(count: int, seed: int) -> Iterator[list[str]]:
    """The differences on so many positions of random games, position by position."""
    scores: list[int] = []
    for number, state in enumerate(games(count, seed)):
        if number == count:
            return
        found = played_differences(state)
        heard = state.heard or []
        if len(scores) == state.seats and state.round:
            for seat, points in enumerate(state.scores()):
                if points - scores[seat] != points_of(heard, seat):
                    found.append(
                        f"seat {seat}: {points - scores[seat]} points, but events say {points_of(heard, seat)}"
                    )
        scores = [] if state.over else state.scores()
        yield found


def made_positions(count: int, seed: int) -> Iterator[list[str]]:
    """The differences on so many positions with boards made at random."""
    rng = Random(f"boards {seed}")
    tables = {seats: position(seats=seats, round=6, listen=False) for seats in (2, 3, 4)}
    for number in range(count):
        state = tables[2 + number % 3]
        make(state, rng)
        yield differences(state, boards_of(state))


def make(state: RailState, rng: Random) -> None:
    """Give every seat a random board that is possible at the end of a game."""
    cards = rng.sample(range(len(BOX.bonus_names)), rng.randrange(2 * state.seats + 1))
    engineers = rng.sample(range(1, 16), rng.randrange(1 + min(15, 4 * state.seats)))
    for own in state.players:
        own.tracks = make_tracks(rng)
        numbers = [rng.randrange(10) for _ in range(4)]
        own.locomotives = sorted(numbers[:2], reverse=True) + numbers[2:]
        own.doublers = rng.randrange(9)
        own.revalued, own.medal = rng.randrange(2), rng.randrange(2)
        own.factories = [rng.randrange(1, 10) for _ in range(rng.randrange(6))]
        last = [4, 6, 8, 10, 12, 15][len(own.factories)]
        own.markers = rng.sample(range(last + 1), 2)
        if rng.randrange(2):
            own.markers[1] = -1
        own.tokens = sum(1 << token for token in rng.sample(range(7), rng.randrange(5)))
        extra, own.black = rng.randrange(3), rng.randrange(2)
        own.workers = oracle.STARTING_WORKERS[state.seats] + extra
        own.gained_workers = extra + own.black
        own.bonus, own.engineers = [], []
    for card in cards:
        rng.choice(state.players).bonus.append(card)
    for engineer in engineers:
        rng.choice(state.players).engineers.append(engineer)


def make_tracks(rng: Random) -> list[int]:
    """Tracks in their order; colours are earned as the black track of the Trans-Siberian says."""
    lengths = [oracle.LENGTH[railroad] for railroad in oracle.RAILROADS]
    first = rng.choice([rng.randrange(1, 16), 15])
    found: list[int] = []
    for number, railroad in enumerate(oracle.RAILROADS):
        row = [-1] * 5
        ahead = row[0] = first if number == 0 else rng.randrange(1, lengths[number] + 1)
        for at, (colour, space) in enumerate(oracle.UNLOCKED_BY_BLACK_ON.items(), start=1):
            if first >= space and colour in oracle.COLOURS[railroad]:
                ahead = row[at] = rng.randrange(max(ahead, 1))
        found += row
    return found
