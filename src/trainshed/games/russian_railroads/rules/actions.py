"""Carrying out actions and effects of Russian Railroads, step by step."""

from __future__ import annotations

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.components import PLACES, RAILROADS
from trainshed.games.russian_railroads.rules.effect_notation import (
    ANY_COLOUR,
    BLACK,
    BLACK_BIT,
    BLACK_WORKER,
    BUILD,
    COLOURS,
    DOUBLER,
    END_BONUS,
    FACTORY,
    HELD_ROUBLE,
    HIRE,
    INDUSTRY,
    LOCOMOTIVE,
    MEDAL,
    ONE_AGAIN,
    ORDER,
    POINTS,
    QUESTION_CARD,
    QUESTION_TOKEN,
    REPEAT,
    REVALUE,
    ROUBLE,
    SCORE_ENGINEERS,
    SCORE_LOCOMOTIVES,
    SECOND_MARKER,
    SPECIAL_ENGINEER,
    SPECIAL_LOCOMOTIVE,
    TEMPORARY_WORKER,
    TRACK,
    TRACK_UP_TO,
    WORKER,
    flat,
)
from trainshed.games.russian_railroads.rules.look_ahead import AGAIN_PARTS, can_all, can_double
from trainshed.games.russian_railroads.rules.player import (
    NONE,
    PER_RAILROAD,
    Player,
    all_places_full,
    can_advance,
    can_step,
    locomotive_fits,
    reached,
    step,
)
from trainshed.games.russian_railroads.rules.spaces import (
    ANY_OF_THREE,
    CARD_GONE,
    CARD_IN_FULL,
    DOES_NOT_FIT,
    ENTER_BEHIND,
    GAP,
    ICON_COLOUR,
    IN_FULL,
    LANE_END,
    LAST_SPACE,
    LOOK_AHEAD,
    MARKER_AT_START,
    NEVER_PASS,
    NEW_NOT_GIVEN_UP,
    NO_SECOND_MARKER,
    NO_TILES,
    NOT_EARNED,
    NOT_GIVEN_UP,
    NOT_OPEN,
    NOT_THIS_ACTION,
    ONE_OF_EACH,
    ONLY_LOWER,
    SAME_SPACE,
    TOKEN_USED,
    parts_of,
    repeat_forbids,
    repeatable,
    space_name,
)
from trainshed.games.russian_railroads.rules.state import NO_SPACE, RailState, Stack
from trainshed.games.russian_railroads.rules.words import AGAIN, DONE, GIVE_UP, Words
from trainshed.kernel.agenda import NOBODY, OTHER_QUESTION, Effect, OpenQuestion, SeatEffect


def place(state: RailState, space: int, seat: int, payment: tuple[int, int, int, int], forced: bool) -> None:
    """Put pieces on a space (RR-TURN-03, -04)."""
    workers, turquoise, black, roubles = payment
    player = state.players[seat]
    player.workers -= workers
    player.turquoise -= turquoise
    player.black -= black
    player.roubles -= roubles
    state.stacks.append(Stack(space, seat, workers, turquoise, black, roubles))
    if state.heard is not None:
        name = space_name(state, space)
        state.heard.append(events.PiecesPlaced(seat, name, workers, turquoise, black, roubles, forced))


def perform(state: RailState, seat: int, space: int, full: bool, black: bool) -> None:
    """Carry out the action of a space; the black worker adds a step where the action shows black (RR-CARD-06, -07)."""
    parts = parts_of(state, space)
    numbers = flat(parts)
    later = 0
    if black:
        for part in parts:
            if (
                part.verb == TRACK
                and part.mask & BLACK_BIT
                and (part.mask != ANY_COLOUR or not state.box.black_needs_icon)
            ):
                if part.mask in (BLACK_BIT, ANY_COLOUR):
                    numbers += [TRACK_UP_TO, BLACK_BIT, state.box.black_steps]
                else:
                    later = 1
                break
    state.push(Carry(seat, 1 if full else 0, space, later, *numbers))


# ---------------------------------------------------------------- rewards


def check_rewards(state: RailState, seat: int, railroad: int, colour: int) -> None:
    """After a track step: gain the rewards that this track has reached (RR-PBOARD-01, -02, -17)."""
    player = state.players[seat]
    for index, special in enumerate(state.box.specials):
        if special.railroad == railroad and special.colour == colour and not special.scoring:
            gain(state, seat, player, index)


def check_all_rewards(state: RailState, seat: int) -> None:
    """After a locomotive was placed: gain the rewards now reached on any railroad (RR-PBOARD-18, RR-LOCO-14)."""
    player = state.players[seat]
    for index, special in enumerate(state.box.specials):
        if special.locomotive and not special.scoring:
            gain(state, seat, player, index)


def gain(state: RailState, seat: int, player: Player, index: int) -> None:
    """Gain the reward of a special space if it is reached, once only (RR-PBOARD-09, -14, -17)."""
    special = state.box.specials[index]
    if player.gained >> index & 1:
        return
    if not reached(player, special.railroad, special.colour, special.space, special.locomotive):
        return
    player.gained |= 1 << index
    if state.heard is not None:
        state.heard.append(events.RewardGained(seat, RAILROADS[special.railroad], special.space))
    state.push(Carry(seat, 0, NO_SPACE, 0, *flat(special.parts)))


def score(state: RailState, seat: int, points: int, why: str) -> None:
    state.players[seat].points += points
    if state.heard is not None:
        state.heard.append(events.PointsScored(seat, points, why))


def happen(state: RailState, seat: int, verb: int, count: int) -> None:
    """Carry out a part that needs no answer: points, doublers, roubles, workers, engineers and so on."""
    player = state.players[seat]
    box = state.box
    if verb == POINTS:
        score(state, seat, count, "effect")
    elif verb == DOUBLER:
        while count and not can_double(state, player, count):
            count -= 1  # RR-TOKEN-12: as far as possible
        player.doublers += count
        state.doublers -= count
        if state.heard is not None:
            state.heard.append(events.DoublersPlaced(seat, count))
    elif verb == ROUBLE:
        if box.limited and count > state.roubles:
            count = state.roubles  # RR-ROUBLE-07
        player.roubles += count
        state.roubles -= count
        if state.heard is not None:
            state.heard.append(events.RoublesTaken(seat, count))
    elif verb == HELD_ROUBLE:
        player.roubles += count
        if state.heard is not None:
            state.heard.append(events.RoublesTaken(seat, count))
    elif verb == WORKER:
        if player.reserve >= count:
            player.reserve -= count
            player.workers += count
            player.gained_workers += count
            if state.heard is not None:
                state.heard.append(events.WorkerGained(seat, False))
    elif verb == TEMPORARY_WORKER:
        count = state.turquoise
        player.turquoise += count
        state.turquoise = 0
        if state.heard is not None:
            state.heard.append(events.TurquoiseTaken(seat, count))
    elif verb == HIRE:
        hire(state, seat, state.strip[-1])
        state.strip[-1] = 0
    elif verb == SPECIAL_ENGINEER:
        hire(state, seat, box.special_engineer)
    elif verb == ORDER:
        state.claims[count - 1] = seat
        if state.heard is not None:
            state.heard.append(events.OrderClaimed(seat, count))
    elif verb == END_BONUS:
        player.due += count
        if state.heard is not None:
            state.heard.append(events.BonusDue(seat))
    elif verb == SCORE_ENGINEERS:
        score(state, seat, sum(player.engineers), "engineers")
    elif verb == SCORE_LOCOMOTIVES:
        score(state, seat, sum(sorted(player.locomotives, reverse=True)[:count]), "locomotives")
    elif verb == REVALUE:
        player.revalued = 1
    elif verb == MEDAL:
        player.medal = 1
    elif verb == SECOND_MARKER:
        player.markers[1] = 0
        if state.heard is not None:
            state.heard.append(events.MarkerMoved(seat, 2, 0, True))
    elif verb == BLACK_WORKER:
        player.black += 1
        player.gained_workers += 1
        if state.heard is not None:
            state.heard.append(events.WorkerGained(seat, True))
    # UNLOCK needs nothing here: `step` unlocks the colour when the black track moves.


def hire(state: RailState, seat: int, engineer: int) -> None:
    state.players[seat].engineers.append(engineer)
    if state.heard is not None:
        state.heard.append(events.EngineerHired(seat, engineer))


# ---------------------------------------------------------------- carrying out


class Carry(Effect):
    """An action or effect in progress, with the parts that are still to be carried out.

    `full` actions must be carried out in full (RR-TURN-06), others as far as possible and wanted (RR-TURN-08).
    `later` is 1 while a black step on this space would still earn the black worker's extra step.
    """

    __slots__ = ("full", "later", "parts", "seat", "source")

    def __init__(self, seat: int, full: int, source: int, later: int, *parts: int) -> None:
        self.seat = seat
        self.full = full
        self.source = source
        self.later = later
        self.parts: list[int] = list(parts)

    def args(self) -> list[int]:
        return [self.seat, self.full, self.source, self.later, *self.parts]

    def rest(self, parts: list[int], later: int) -> Carry:
        return Carry(self.seat, self.full, self.source, later, *parts)

    def kind(self) -> int:
        """The kind of the next part: 0 needs no answer, 1 is a step, 2 asks another question."""
        kind = 2
        for at in range(0, len(self.parts), 3):
            verb = self.parts[at]
            if verb >= DOUBLER:
                return 0
            if verb <= BUILD:
                kind = 1
        return kind

    def asks(self, state: RailState) -> int:
        if self.kind() != 1:
            return NOBODY
        legal = self.legal(state)
        if len(legal) < 2:
            return NOBODY
        state._moves = legal
        return self.seat

    def resolve(self, state: RailState) -> None:
        kind = self.kind()
        if kind == 1:
            legal = self.legal(state)
            if legal and legal[0] != DONE:
                self.make(state, legal[0], True)
            else:
                self.drop_steps(state, False)
            return
        for at in range(0, len(self.parts), 3):
            verb, count = self.parts[at], self.parts[at + 2]
            if kind == 2 or verb >= DOUBLER:
                left = self.parts[:at] + self.parts[at + 3 :]
                if left:
                    state.push(self.rest(left, self.later))
                if kind == 0:
                    happen(state, self.seat, verb, count)
                else:
                    self.ask_other(state, verb, count)
                return

    def ask_other(self, state: RailState, verb: int, count: int) -> None:
        """Push the question of a part that is not a step: repeat, token, card, once more, or the special locomotive."""
        seat = self.seat
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
        left: list[int] = []
        for at in range(0, len(self.parts), 3):
            if self.parts[at] > BUILD:
                left += self.parts[at : at + 3]
        if state.heard is not None:
            state.heard.append(events.RestLapsed(self.seat, declined))
        if left:
            state.push(self.rest(left, 0))

    # -------------------------------------------------------- steps

    def may_stop(self) -> bool:
        """May the rest be declined? Yes if `full` is not set (RR-TURN-08), or only optional steps are left."""
        if not self.full:
            return True
        for at in range(0, len(self.parts), 3):
            if self.parts[at] <= BUILD and self.parts[at] != TRACK_UP_TO:
                return False
        return True

    def mask_of(self, verb: int) -> int:
        """The colours or tiles, as bits, that the parts with this verb accept; 1 for industry."""
        mask = 0
        for at in range(0, len(self.parts), 3):
            if self.parts[at] == verb or (verb == TRACK and self.parts[at] == TRACK_UP_TO):
                mask |= self.parts[at + 1] if verb != INDUSTRY else 1
        return mask

    def raw(self, state: RailState) -> list[int]:
        """Every step that is possible now, without looking ahead to the remaining parts."""
        words: Words = state.game.words
        player = state.players[self.seat]
        box = state.box
        moves: list[int] = []
        colours = self.mask_of(TRACK)
        if colours:
            for at in words.tracks:
                colour = at % PER_RAILROAD
                if colours >> colour & 1 and can_step(box, player.tracks, at // PER_RAILROAD, colour):
                    moves.append(words.advances[at])
        if self.mask_of(INDUSTRY):
            for marker in (0, 1):
                if can_advance(box, player, marker):
                    moves.append(words.industry + marker)
        tiles = self.mask_of(BUILD)
        if tiles:
            number = state.lowest_pile()
            if tiles & LOCOMOTIVE and number and locomotive_fits(player, number):
                moves.append(words.locomotive)
            if tiles & FACTORY:
                if number:
                    moves.append(words.factory)
                for open_number, count in enumerate(state.open_factories):
                    if count:
                        moves.append(words.open_factory + open_number)
        return moves

    def legal(self, state: RailState) -> list[int]:
        moves = self.raw(state)
        if self.full and (len(self.parts) > 3 or self.parts[2] > 1):
            kept = [move for move in moves if self.keeps_rest(state, move)]
            if kept:
                moves = kept
        if moves and self.may_stop():
            moves.insert(0, DONE)
        return moves

    def keeps_rest(self, state: RailState, move: int) -> bool:
        """Can the remaining printed parts still be made after this step (RR-TURN-19)?"""
        words: Words = state.game.words
        player = state.players[self.seat]
        left = self.charge(state, move)
        track = self.track_of(state, move)
        if track >= 0:
            before = player.tracks[:]
            step(state.box, player.tracks, track // PER_RAILROAD, track % PER_RAILROAD)
            possible = can_all(state, self.seat, left)
            player.tracks = before
            return possible
        if move == words.industry or move == words.industry + 1:
            marker = move - words.industry
            player.markers[marker] += 1
            possible = can_all(state, self.seat, left)
            player.markers[marker] -= 1
            return possible
        trial = state.clone()
        trial.heard = None
        if move == words.locomotive:
            trial.piles[trial.lowest_pile()] -= 1
            if all_places_full(player):
                trial.open_factories[0] += 1  # a tile will be laid open; which one does not matter here
        else:
            if move == words.factory:
                trial.piles[trial.lowest_pile()] -= 1
            else:
                trial.open_factories[move - words.open_factory] -= 1
            mine = trial.players[self.seat]
            if len(mine.factories) < state.box.slots:
                mine.factories.append(1)
            else:
                trial.open_factories[0] += 1
        return can_all(trial, self.seat, left)

    def track_of(self, state: RailState, move: int) -> int:
        """The track that this word moves, by its place in the list of tracks, or -1."""
        words: Words = state.game.words
        index = move - words.advance
        return words.tracks[index] if 0 <= index < len(words.tracks) else -1

    def charge(self, state: RailState, move: int) -> list[int]:
        """The parts that are left when this step is charged to the narrowest part that accepts it (RR-TURN-14)."""
        words: Words = state.game.words
        track = self.track_of(state, move)
        best = -1
        width = 99
        for at in range(0, len(self.parts), 3):
            verb, mask = self.parts[at], self.parts[at + 1]
            if track >= 0:
                accepts = verb in (TRACK, TRACK_UP_TO) and mask >> (track % PER_RAILROAD) & 1 == 1
                size = 2 * mask.bit_count() + (1 if verb == TRACK_UP_TO else 0)
            elif move == words.industry or move == words.industry + 1:
                accepts, size = verb == INDUSTRY, 1
            else:
                kind = LOCOMOTIVE if move == words.locomotive else FACTORY
                accepts, size = verb == BUILD and mask & kind != 0, mask.bit_count()
            if accepts and size < width:
                best, width = at, size
        left = self.parts[:]
        left[best + 2] -= 1
        if left[best + 2] == 0:
            del left[best : best + 3]
        return left

    def forbids(self, state: RailState, move: int) -> int:
        words: Words = state.game.words
        if move == DONE:
            return 0 if self.may_stop() else IN_FULL
        why = self.step_forbids(state, move, words)
        if why:
            return why
        return 0 if move in state.moves() else LOOK_AHEAD

    def step_forbids(self, state: RailState, move: int, words: Words) -> int:
        player = state.players[self.seat]
        box = state.box
        track = self.track_of(state, move)
        if track >= 0:
            colour = track % PER_RAILROAD
            if not self.mask_of(TRACK) >> colour & 1:
                return ICON_COLOUR if self.mask_of(TRACK) else NOT_THIS_ACTION
            if player.tracks[track] == NONE:
                return NOT_EARNED
            railroad = track // PER_RAILROAD
            if can_step(box, player.tracks, railroad, colour):
                return 0
            if colour == BLACK:
                return LAST_SPACE
            return NEVER_PASS if player.tracks[track] > 0 else ENTER_BEHIND
        marker = move - words.industry
        if marker in (0, 1):
            if not self.mask_of(INDUSTRY):
                return NOT_THIS_ACTION
            if player.markers[marker] == NONE:
                return NO_SECOND_MARKER
            if can_advance(box, player, marker):
                return 0
            at = player.markers[marker]
            if at == box.lane_end:
                return LANE_END
            return GAP if at >= box.lane_reach[len(player.factories)] else SAME_SPACE
        return self.build_forbids(state, move, words)

    def build_forbids(self, state: RailState, move: int, words: Words) -> int:
        tiles = self.mask_of(BUILD)
        number = state.lowest_pile()
        if move == words.locomotive:
            if not tiles:
                return NOT_THIS_ACTION
            if not tiles & LOCOMOTIVE:
                return ONE_OF_EACH
            if number == 0:
                return NO_TILES
            return 0 if locomotive_fits(state.players[self.seat], number) else DOES_NOT_FIT
        open_number = move - words.open_factory
        if move == words.factory or 1 <= open_number <= state.box.numbers:
            if not tiles:
                return NOT_THIS_ACTION
            if not tiles & FACTORY:
                return ONE_OF_EACH
            if move == words.factory:
                return 0 if number else NO_TILES
            return 0 if state.open_factories[open_number] else NOT_OPEN
        return OTHER_QUESTION

    def answer(self, state: RailState, move: int) -> None:
        if move == DONE:
            self.drop_steps(state, True)
        else:
            self.make(state, move, False)

    def make(self, state: RailState, move: int, forced: bool) -> None:
        """Make a step; the effects that it triggers come before the remaining parts (RR-TURN-20)."""
        words: Words = state.game.words
        seat = self.seat
        left = self.charge(state, move)
        track = self.track_of(state, move)
        later = self.later
        if track >= 0 and later and track % PER_RAILROAD == BLACK:
            left += [TRACK_UP_TO, BLACK_BIT, state.box.black_steps]
            later = 0
        if left:
            state.push(self.rest(left, later))
        if track >= 0:
            move_track(state, seat, track, forced)
        elif move == words.industry or move == words.industry + 1:
            move_marker(state, seat, move - words.industry, forced)
        elif move == words.locomotive:
            number = take_tile(state, seat, False)
            state.push(PlaceLocomotive(seat, number, 0))
        elif move == words.factory:
            build_factory(state, seat, take_tile(state, seat, True))
        else:
            number = move - words.open_factory
            state.open_factories[number] -= 1
            if state.heard is not None:
                state.heard.append(events.TileTaken(seat, number, True, True))
            build_factory(state, seat, number)


def move_track(state: RailState, seat: int, track: int, forced: bool) -> None:
    """Move a track one space (RR-TRACK-03) and gain the rewards that it reaches."""
    player = state.players[seat]
    railroad, colour = track // PER_RAILROAD, track % PER_RAILROAD
    unlocked = step(state.box, player.tracks, railroad, colour)
    if state.heard is not None:
        to = player.tracks[track]
        state.heard.append(events.TrackMoved(seat, RAILROADS[railroad], COLOURS[colour], to, forced))
        if unlocked:
            state.heard.append(events.TracksEarned(seat, COLOURS[unlocked]))
    check_rewards(state, seat, railroad, colour)


def move_marker(state: RailState, seat: int, marker: int, forced: bool) -> None:
    """Move an industry marker one space (RR-INDUSTRY-01) and use the factory or question space that it enters."""
    player = state.players[seat]
    box = state.box
    player.markers[marker] += 1
    at = player.markers[marker]
    if state.heard is not None:
        state.heard.append(events.MarkerMoved(seat, marker + 1, at, forced))
    slot = box.lane_slot[at]
    if slot:
        factory = player.factories[slot - 1]
        if state.heard is not None:
            state.heard.append(events.FactoryUsed(seat, factory))
        state.push(Carry(seat, 0, NO_SPACE, 0, *flat(box.factory_parts[factory])))
    elif at == box.lane_question:
        used = 1 << len(box.specials)  # RR-INDUSTRY-12: once
        if not player.gained & used:
            player.gained |= used
            state.push(UseToken(seat))


def take_tile(state: RailState, seat: int, as_factory: bool) -> int:
    """Take the top tile of the lowest pile (RR-LOCO-01, RR-FACTORY-03) and return its number."""
    number = state.lowest_pile()
    state.piles[number] -= 1
    if state.heard is not None:
        state.heard.append(events.TileTaken(seat, number, as_factory, False))
    return number


def build_factory(state: RailState, seat: int, number: int) -> None:
    """Build a factory in the leftmost empty slot, or ask which one it replaces (RR-FACTORY-04, -05)."""
    player = state.players[seat]
    if len(player.factories) < state.box.slots:
        player.factories.append(number)
        if state.heard is not None:
            state.heard.append(events.FactoryBuilt(seat, number, len(player.factories), 0))
    else:
        state.push(ReplaceFactory(seat, number))


class ReplaceFactory(Effect):
    """Which factory does the new one replace (RR-FACTORY-05, -06)?"""

    __slots__ = ("number", "seat")

    def __init__(self, seat: int, number: int) -> None:
        self.seat = seat
        self.number = number

    def args(self) -> list[int]:
        return [self.seat, self.number]

    def asks(self, state: RailState) -> int:
        return self.seat

    def candidates(self, state: RailState) -> list[int]:
        first: int = state.game.words.slot
        return [first + slot for slot in range(1, state.box.slots + 1)]

    def forbids(self, state: RailState, move: int) -> int:
        return 0 if 1 <= move - state.game.words.slot <= state.box.slots else OTHER_QUESTION

    def answer(self, state: RailState, move: int) -> None:
        slot = move - state.game.words.slot
        factories = state.players[self.seat].factories
        old = factories[slot - 1]
        state.open_factories[old] += 1
        factories[slot - 1] = self.number
        if state.heard is not None:
            state.heard.append(events.FactoryBuilt(self.seat, self.number, slot, old))


class PlaceLocomotive(OpenQuestion):
    """Where does this locomotive go, a new one or one that was displaced (RR-LOCO-03 to -11)?"""

    __slots__ = ("displaced", "number")

    def __init__(self, seat: int, number: int, displaced: int) -> None:
        super().__init__(seat)
        self.number = number
        self.displaced = displaced

    def args(self) -> list[int]:
        return [self.seat, self.number, self.displaced]

    def candidates(self, state: RailState) -> list[int]:
        first: int = state.game.words.place
        return [GIVE_UP, *range(first, first + len(PLACES))]

    def forbids(self, state: RailState, move: int) -> int:
        player = state.players[self.seat]
        if move == GIVE_UP:
            if not self.displaced:
                return NEW_NOT_GIVEN_UP
            if not all_places_full(player):
                return NOT_GIVEN_UP
            if state.box.strict_flip and locomotive_fits(player, self.number):
                return NOT_GIVEN_UP
            return 0
        at = move - state.game.words.place
        if not 0 <= at < len(PLACES):
            return OTHER_QUESTION
        there = player.locomotives
        if there[at] >= self.number:
            return ONLY_LOWER
        if at == 0 and there[0] == there[1]:
            return ONLY_LOWER  # equal numbers: only the second place is offered, the result is the same
        return 0

    def numbers(self, state: RailState, move: int) -> dict[str, int]:
        return {"number": self.number}

    def take(self, state: RailState, move: int, forced: bool) -> None:
        seat = self.seat
        if move == GIVE_UP:
            state.open_factories[self.number] += 1
            if state.heard is not None:
                state.heard.append(events.LocomotiveGivenUp(seat, self.number, forced))
            check_all_rewards(state, seat)
            return
        at = move - state.game.words.place
        there = state.players[seat].locomotives
        old = there[at]
        there[at] = self.number
        if there[0] < there[1]:  # the higher number stands first
            there[0], there[1] = there[1], there[0]
            at = 0
        if state.heard is not None:
            state.heard.append(events.LocomotivePlaced(seat, self.number, PLACES[at], old, forced))
        if old:
            state.push(PlaceLocomotive(seat, old, 1))  # RR-LOCO-09, -16
        else:
            check_all_rewards(state, seat)


class Repeat(OpenQuestion):
    """The action of which space is repeated (RR-REUSE-01)?"""

    __slots__ = ("full", "source")

    def __init__(self, seat: int, full: int, source: int) -> None:
        super().__init__(seat)
        self.full = full
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.full, self.source]

    def lapse(self, state: RailState) -> None:
        if state.heard is not None:
            state.heard.append(events.RestLapsed(self.seat, False))

    def legal(self, state: RailState) -> list[int]:
        first: int = state.game.words.repeat
        moves = [first + space for space in repeatable(state, self.seat, self.source, self.full == 1)]
        if moves and not self.full:
            moves.insert(0, DONE)
        return moves

    def forbids(self, state: RailState, move: int) -> int:
        if move == DONE:
            return IN_FULL if self.full else 0
        space = move - state.game.words.repeat
        if not 0 <= space < state.game.words.spaces:
            return OTHER_QUESTION
        return repeat_forbids(state, self.seat, self.source, space, self.full == 1)

    def take(self, state: RailState, move: int, forced: bool) -> None:
        if move == DONE:
            if state.heard is not None:
                state.heard.append(events.RestLapsed(self.seat, True))
            return
        space = move - state.game.words.repeat
        if state.heard is not None:
            state.heard.append(events.ActionRepeated(self.seat, space_name(state, space), forced))
        perform(state, self.seat, space, self.full == 1, False)  # RR-CARD-08: no extra step by a repeat


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
        state.push(Carry(self.seat, 0, NO_SPACE, 0, *flat(state.box.token_parts[token])))


class UseCard(SeatEffect):
    """Which question card is used (RR-TOKEN-09, RR-CARD-12)? Lapses if no card can be carried out in full."""

    __slots__ = ()

    def asks(self, state: RailState) -> int:
        return self.seat if len(self.legal(state)) > 1 else NOBODY

    def resolve(self, state: RailState) -> None:
        if state.heard is not None:
            state.heard.append(events.RestLapsed(self.seat, False))

    def candidates(self, state: RailState) -> list[int]:
        first: int = state.game.words.card
        return [DONE, *range(first, first + len(state.box.card_names))]

    def forbids(self, state: RailState, move: int) -> int:
        if move == DONE:
            return 0
        card = move - state.game.words.card
        if not 0 <= card < len(state.box.card_names):
            return OTHER_QUESTION
        if not state.cards >> card & 1:
            return CARD_GONE
        return 0 if can_all(state, self.seat, flat(state.box.card_parts[card])) else CARD_IN_FULL

    def answer(self, state: RailState, move: int) -> None:
        if move == DONE:
            if state.heard is not None:
                state.heard.append(events.RestLapsed(self.seat, True))
            return
        card = move - state.game.words.card
        state.cards &= ~(1 << card)  # RR-CARD-11
        if state.heard is not None:
            state.heard.append(events.CardUsed(self.seat, state.box.card_names[card]))
        state.push(Carry(self.seat, 1, NO_SPACE, 0, *flat(state.box.card_parts[card])))


class Again(OpenQuestion):
    """Which of the three parts of the card is made once more (RR-CARD-01)?"""

    __slots__ = ()

    def lapse(self, state: RailState) -> None:
        if state.heard is not None:
            state.heard.append(events.RestLapsed(self.seat, False))

    def candidates(self, state: RailState) -> list[int]:
        first: int = state.game.words.again
        return list(range(first, first + len(AGAIN)))

    def forbids(self, state: RailState, move: int) -> int:
        index = move - state.game.words.again
        if not 0 <= index < len(AGAIN):
            return OTHER_QUESTION
        return 0 if can_all(state, self.seat, AGAIN_PARTS[index]) else ANY_OF_THREE

    def take(self, state: RailState, move: int, forced: bool) -> None:
        index = move - state.game.words.again
        if state.heard is not None:
            state.heard.append(events.AgainChosen(self.seat, AGAIN[index], forced))
        state.push(Carry(self.seat, 1, NO_SPACE, 0, *AGAIN_PARTS[index]))
