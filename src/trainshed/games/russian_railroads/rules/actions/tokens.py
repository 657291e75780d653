"""Question tokens: which of them is turned over and used (RR-TOKEN, RR-PBOARD-13 to -19)."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.in_progress import FREE, carry_out
from trainshed.games.russian_railroads.rules.spaces import MARKER_AT_START, TOKEN_USED
from trainshed.games.russian_railroads.rules.state import NO_SPACE, RailState
from trainshed.kernel.agenda import OTHER_QUESTION, SeatEffect


class UseToken(SeatEffect):
    """Which question token is used (RR-PBOARD-13 to -15, -19)?"""

    __slots__ = ()

    def candidates(self, state: RailState) -> list[int]:
        first: int = state.game.words.token
        return list(range(first, first + len(state.box.token_names)))

    def forbids(self, state: RailState, move: int) -> int:
        token = move - state.game.words.token
        if not 0 <= token < len(state.box.token_names):
            return OTHER_QUESTION
        player = state.players[self.seat]
        if player.tokens >> token & 1:
            return TOKEN_USED
        if token == state.box.second_marker and player.markers[0] == 0:
            return MARKER_AT_START
        return 0

    def answer(self, state: RailState, move: int) -> None:
        token = move - state.game.words.token
        state.players[self.seat].tokens |= 1 << token
        if state.heard is not None:
            state.heard.append(events.TokenUsed(self.seat, state.box.token_names[token]))
        carry_out(state, self.seat, state.box.token_parts[token], FREE, NO_SPACE)
