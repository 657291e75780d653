"""Rounds of Russian Railroads: whose turn it is, scoring, clean-up, the end."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.bonus import SettleBonus
from trainshed.games.russian_railroads.rules.components import RAILROADS
from trainshed.games.russian_railroads.rules.player import (
    bonus_points,
    engineer_rank,
    industry_points,
    star_points,
    track_points,
)
from trainshed.games.russian_railroads.rules.state import NO_SEAT, RailState
from trainshed.games.russian_railroads.rules.turns import Relocate, Turn
from trainshed.kernel.agenda import NOBODY, Effect, SeatEffect


def begin_turn(state: RailState, seat: int) -> None:
    """Start a turn; its end bonus choices (RR-TURN-16) and then the next player follow."""
    state.push(NextTurn(seat))
    state.push(SettleBonus(seat))
    state.push(Turn(seat))


class NextTurn(SeatEffect):
    """RR-TURN-09, -10, -13: the next player who has not passed, or the end of the round."""

    __slots__ = ()

    def asks(self, state: RailState) -> int:
        return NOBODY

    def resolve(self, state: RailState) -> None:
        at = state.order.index(self.seat)
        for ahead in range(1, state.seats + 1):
            seat = state.order[(at + ahead) % state.seats]
            if not state.players[seat].passed:
                begin_turn(state, seat)
                return
        if state.last_round():  # RR-ROUND-09, -11
            state.push(FinalScoring())
            state.push(Scoring())
            return
        state.push(CleanUp())
        state.push(Scoring())
        # RR-ORDER-13: the claimant of position 2 first.
        for claimant in (state.claims[0], state.claims[1]):
            if claimant != NO_SEAT:
                state.push(SettleBonus(claimant))
                state.push(Relocate(claimant))
        reorganise(state)


def reorganise(state: RailState) -> None:
    """Set the turn order of the next round from the claims (RR-ORDER-07 to -10)."""
    first, second = state.claims[0], state.claims[1]
    if first == NO_SEAT and second == NO_SEAT:
        return
    if not (first == NO_SEAT and second == state.order[0]):  # RR-ORDER-09
        others = [seat for seat in state.order if seat not in (first, second)]
        order: list[int] = []
        for claimant in (first, second):
            if claimant != NO_SEAT:
                order.append(claimant)
            elif others:
                order.append(others.pop(0))
        state.order = order + others
    if state.heard is not None:
        state.heard.append(events.OrderChanged(state.order[:]))


class Scoring(Effect):
    """The scoring phase (RR-SCORE-01, -02, -08)."""

    __slots__ = ()

    def resolve(self, state: RailState) -> None:
        box = state.box
        for seat, player in enumerate(state.players):
            railroads = [track_points(box, player, railroad) for railroad in range(len(RAILROADS))]
            stars = sum([star_points(box, player, railroad) for railroad in range(len(RAILROADS))])
            industry = industry_points(box, player)
            total = sum(railroads) + stars + industry
            player.points += total
            if state.heard is not None:
                state.heard.append(events.RoundScored(seat, railroads, stars, industry, total))


class CleanUp(Effect):
    """Return workers and roubles, move the engineers (RR-ROUND-01 to -05), and begin the next round."""

    __slots__ = ()

    def resolve(self, state: RailState) -> None:
        for stack in state.stacks:
            player = state.players[stack.seat]
            player.workers += stack.workers
            player.black += stack.black
            player.turquoise += stack.turquoise
            state.roubles += stack.roubles
        state.stacks = []
        for player in state.players:
            state.turquoise += player.turquoise  # RR-AUX-08
            player.turquoise = 0
            player.passed = 0
        state.strip.pop()  # RR-ENGINEER-08, -09
        state.strip.insert(0, 0)
        state.claims = [NO_SEAT, NO_SEAT]
        if state.heard is not None:
            state.heard.append(events.CleanedUp())
        begin_round(state)


def begin_round(state: RailState) -> None:
    state.round += 1
    if state.heard is not None:
        state.heard.append(events.RoundBegun(state.round, state.last_round()))
    begin_turn(state, state.order[0])


class FinalScoring(Effect):
    """RR-FINAL-01 to -11: end bonus cards, then the engineer majority."""

    __slots__ = ()

    def resolve(self, state: RailState) -> None:
        box = state.box
        for seat, player in enumerate(state.players):
            for card in player.bonus:
                points = bonus_points(box, player, card)
                player.points += points
                if state.heard is not None:
                    state.heard.append(events.BonusScored(seat, box.bonus_names[card], points))
        for seat, points in enumerate(state.majority()):
            state.players[seat].points += points
            if state.heard is not None and points:
                count = engineer_rank(box, state.players[seat])[0]
                state.heard.append(events.MajorityScored(seat, count, points))
        if state.heard is not None:
            state.heard.append(events.GameEnded(state.scores(), state.standings()))
