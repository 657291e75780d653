"""Carrying out an action, part after part, and what it triggers on the way (RR-TURN-05 to -08, -14 to -20)."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.actions.cards import Again, UseCard
from trainshed.games.russian_railroads.rules.actions.gains import happen
from trainshed.games.russian_railroads.rules.actions.industry import marker_forbids, marker_leaves_room, move_marker
from trainshed.games.russian_railroads.rules.actions.repeat import Repeat
from trainshed.games.russian_railroads.rules.actions.tiles import (
    PlaceLocomotive,
    build,
    tile_forbids,
    tile_leaves_room,
)
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.actions.tracks import move_track, track_forbids, track_leaves_room
from trainshed.games.russian_railroads.rules.effect_notation import (
    BLACK,
    BUILD,
    DOUBLER,
    INDUSTRY,
    ONE_AGAIN,
    QUESTION_CARD,
    QUESTION_TOKEN,
    REPEAT,
    SPECIAL_LOCOMOTIVE,
    TRACK,
    TRACK_UP_TO,
    ActionStep,
    MarkerStep,
    Part,
    TileStep,
    TrackStep,
)
from trainshed.games.russian_railroads.rules.in_progress import IN_FULL_ONLY, ON_TRIAL, Action
from trainshed.games.russian_railroads.rules.look_ahead import (
    MOST_POSITIONS,
    can_all,
    goes_through,
    may_be_helped,
    trial_of,
)
from trainshed.games.russian_railroads.rules.spaces import (
    ICON_COLOUR,
    IN_FULL,
    LOOK_AHEAD,
    NOT_THIS_ACTION,
    ONE_OF_EACH,
)
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.words import DONE, Words
from trainshed.kernel.agenda import NOBODY, OTHER_QUESTION


class Carry(Action):
    """Which step of the action is made next?

    Parts that need no answer come first, then steps in the order that the player likes (RR-TURN-14), then parts that
    ask another question. What a step triggers comes before the rest (RR-TURN-20).
    """

    __slots__ = ()

    def rest(self, parts: list[Part], full: int, later: int) -> Carry:
        """The same action with other parts."""
        left = Carry(self.seat, full, self.source, later)
        left.parts = parts
        return left

    def asks(self, state: RailState) -> int:
        for part in self.parts:
            if part.verb >= DOUBLER:
                return NOBODY
        legal = self.legal(state)
        if len(legal) < 2:
            return NOBODY
        state._moves = legal
        return self.seat

    def resolve(self, state: RailState) -> None:
        steps = False
        for at, part in enumerate(self.parts):
            if part.verb >= DOUBLER:
                if self.goes_on(state, at):
                    happen(state, self.seat, part)
                return
            if part.verb <= BUILD:
                steps = True
        if not steps:
            if self.goes_on(state, 0):
                self.ask_other(state, self.parts[0])
            return
        legal = self.legal(state)
        if legal and legal[0] != DONE:
            self.make(state, legal[0], True)
        elif self.full == ON_TRIAL and not self.may_stop():
            state.clear()
        else:
            self.drop_steps(state, False)

    def goes_on(self, state: RailState, at: int) -> bool:
        """Leave the other parts for later, this one's turn has come; false on trial if it is impossible."""
        if self.full == ON_TRIAL and not can_all(state, self.seat, [self.parts[at]]):
            state.clear()
            return False
        left = self.parts[:at] + self.parts[at + 1 :]
        if left:
            state.push(self.rest(left, self.full, self.later))
        return True

    def ask_other(self, state: RailState, part: Part) -> None:
        """Push the question of a part that is not a step: repeat, token, card, once more, or the special locomotive."""
        seat, verb, count = self.seat, part.verb, part.count
        if verb == REPEAT:
            state.push(Repeat(seat, self.full, self.source))
        elif verb == QUESTION_TOKEN:
            state.push(UseToken(seat))
        elif verb == QUESTION_CARD:
            state.push(UseCard(seat))
        elif verb == ONE_AGAIN:
            state.push(Again(seat))
        elif verb == SPECIAL_LOCOMOTIVE:
            if state.heard is not None:
                state.heard.append(events.TileTaken(seat, count, False, False))
            state.push(PlaceLocomotive(seat, count, 0))

    def drop_steps(self, state: RailState, declined: bool) -> None:
        """Drop the steps that are left, because they are impossible or declined; other parts stay pending."""
        left = [part for part in self.parts if part.verb > BUILD]
        if state.heard is not None:
            state.heard.append(events.RestLapsed(self.seat, declined))
        if left:
            state.push(self.rest(left, self.full, 0))

    # -------------------------------------------------------- which steps

    def legal(self, state: RailState) -> list[int]:
        moves = self.possible(state)
        if self.full == IN_FULL_ONLY and (len(self.parts) > 1 or self.parts[0].count > 1):
            kept = [move for move in moves if self.keeps_rest(state, move)]
            if kept:
                moves = kept
        if moves and self.may_stop():
            moves.insert(0, DONE)
        return moves

    def possible(self, state: RailState) -> list[int]:
        """Every step that is possible now, without looking ahead to the remaining parts."""
        words: Words = state.game.words
        player = state.players[self.seat]
        box = state.box
        moves: list[int] = []
        colours = tiles = 0
        industry = False
        for part in self.parts:
            if part.verb <= TRACK_UP_TO:
                colours |= part.mask
            elif part.verb == INDUSTRY:
                industry = True
            elif part.verb == BUILD:
                tiles |= part.mask
        if colours:
            for track in words.tracks:
                if colours & track.mask and not track_forbids(box, player, track):
                    moves.append(track.word)
        if industry:
            for marker in words.markers:
                if not marker_forbids(box, player, marker.marker):
                    moves.append(marker.word)
        if tiles:
            for tile in words.tiles:
                if tiles & tile.mask and not tile_forbids(state, player, tile):
                    moves.append(tile.word)
        return moves

    def forbids(self, state: RailState, move: int) -> int:
        if move == DONE:
            return 0 if self.may_stop() else IN_FULL
        words: Words = state.game.words
        step = words.step(move)
        if step is None:
            return OTHER_QUESTION
        why = self.part_forbids(step) or step_forbids(state, self.seat, step)
        if why:
            return why
        return 0 if move in state.moves() else LOOK_AHEAD

    def part_forbids(self, step: ActionStep) -> int:
        """Does some part that is left ask for this step? The clause against it, or 0."""
        alike = False
        for part in self.parts:
            if part.accepts(step):
                return 0
            alike = alike or part.verb == step.verb or (part.verb == TRACK_UP_TO and step.verb == TRACK)
        if not alike:
            return NOT_THIS_ACTION
        return ICON_COLOUR if step.verb == TRACK else ONE_OF_EACH

    def numbers(self, state: RailState, move: int) -> dict[str, int]:
        """What would earn the colour of this step (RR-TRACK-08)."""
        words: Words = state.game.words
        step = words.step(move)
        if not isinstance(step, TrackStep) or step.colour == BLACK:
            return {}
        return {"colour": step.colour, "opens": state.box.opens[step.colour]}

    def keeps_rest(self, state: RailState, move: int) -> bool:
        """Can the remaining printed parts still be made after this step, and all that it triggers (RR-TURN-19)?"""
        words: Words = state.game.words
        if leaves_room(state, self, words.steps[move - words.advance]):
            return True
        if not may_be_helped(state, self.seat, self.parts):
            return False
        trial = trial_of(state, self.seat)
        self.rest(self.parts, ON_TRIAL, self.later).make(trial, move, False)
        trial.settle()
        return goes_through(trial, MOST_POSITIONS)

    # -------------------------------------------------------- making a step

    def answer(self, state: RailState, move: int) -> None:
        if move == DONE:
            self.drop_steps(state, True)
        else:
            self.make(state, move, False)

    def make(self, state: RailState, move: int, forced: bool) -> None:
        """Make a step; the effects that it triggers come before the remaining parts (RR-TURN-20)."""
        words: Words = state.game.words
        step = words.steps[move - words.advance]
        left = self.without(step)
        later = self.later
        if later and isinstance(step, TrackStep) and step.colour == BLACK:
            left.append(state.box.black_worker_step)  # RR-CARD-07
            later = 0
        if left:
            state.push(self.rest(left, self.full, later))
        if isinstance(step, TrackStep):
            move_track(state, self.seat, step, forced)
        elif isinstance(step, MarkerStep):
            move_marker(state, self.seat, step.marker, forced)
        elif isinstance(step, TileStep):
            build(state, self.seat, step)


def step_forbids(state: RailState, seat: int, step: ActionStep) -> int:
    """May this step be made, whatever action asks for it? The clause against it, or 0."""
    player = state.players[seat]
    if isinstance(step, TrackStep):
        return track_forbids(state.box, player, step)
    if isinstance(step, MarkerStep):
        return marker_forbids(state.box, player, step.marker)
    assert isinstance(step, TileStep)
    return tile_forbids(state, player, step)


def leaves_room(state: RailState, action: Action, step: ActionStep) -> bool:
    """Can the rest of the action still be made after this step, by the simple look-ahead alone?"""
    seat = action.seat
    left = action.without(step)
    if isinstance(step, TrackStep):
        return track_leaves_room(state, seat, step, left)
    if isinstance(step, MarkerStep):
        return marker_leaves_room(state, seat, step.marker, left)
    assert isinstance(step, TileStep)
    return tile_leaves_room(state, seat, step, left)
