"""Changes of the position without a question: lay a card, move the engine, take penalty cards, combine."""

from __future__ import annotations

from typing import Final

from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.rules.components import CHAOS, DESTROYED
from trainshed.games.lok_n_roll.rules.geometry import TURNS, Form, Laid
from trainshed.games.lok_n_roll.rules.state import RIVAL, UNKNOWN, LokState
from trainshed.kernel.rulebook import Citations

CITE: Final = Citations()

CHAOS_NO_TRACK: Final = CITE("LR-EXTEND-03")
OVERLAP: Final = CITE("LR-PLACE-03")
NEIGHBOURS: Final = CITE("LR-PLACE-04")
DEAD_END: Final = CITE("LR-PLACE-08")
NO_SUCH_TURN: Final = CITE("LR-PLACE-11")
SETUP_ROOM: Final = CITE("LR-SETUP-17")


def who(state: LokState, place: int) -> int | None:
    """The seat by which events name a player: None for Laura."""
    return None if state.rival and place == RIVAL else place


def placement_forbids(state: LokState, card: int) -> int:
    """The clause that forbids this card at the end of the track, or 0: for the set-up, extensions and Laura alike."""
    box = state.box
    if box.kind[card] == CHAOS:
        return CHAOS_NO_TRACK
    track = state.track
    if track:
        difference = box.value[card] - box.value[track[-1].card]
        if box.forbidden_difference in (difference, -difference):
            return NEIGHBOURS
    if box.sides[card] & state.room() == 0:
        return OVERLAP
    if state.must_leave_room() and not state.turns(card):
        return SETUP_ROOM if state.setting_up() else DEAD_END
    return 0


def form_forbids(state: LokState, card: int, turn: int) -> int:
    """The clause that forbids laying this card with this turn, or 0. The caller knows that some turn is possible."""
    for form in state.box.forms[card]:
        if form.turn == turn:
            if form.side & state.room() == 0:
                return OVERLAP
            if state.must_leave_room() and not state.leaves_room(card, form):
                return SETUP_ROOM if state.setting_up() else DEAD_END
            return 0
    return NO_SUCH_TURN


def lay(state: LokState, place: int, card: int, form: Form, forced: bool) -> None:
    """Add a card to the end of the track."""
    laid = state.place(card, form)
    state.track.append(laid)
    state.fits = UNKNOWN
    if state.heard is not None:
        name = state.box.names[card]
        state.heard.append(events.CardLaid(who(state, place), name, TURNS[form.turn], forced))


def take_penalty(state: LokState, place: int, due: int) -> list[Laid]:
    """Take cards from the start of the track, but never the one under the engine (LR-PENALTY-01 to -04)."""
    count = due if due < state.engine else state.engine
    taken = state.track[:count]
    if count:
        del state.track[:count]
        state.engine -= count
        state.fits = UNKNOWN
    if state.heard is not None:
        names = [state.box.names[laid.card] for laid in taken]
        state.heard.append(events.PenaltyTaken(who(state, place), due, names))
    return taken


def advance(state: LokState, place: int, steps: int) -> int:
    """Move the engine card by card; return how many destroyed tracks it entered (LR-BROKEN-01, -04)."""
    kind = state.box.kind
    track = state.track
    broken = 0
    for _ in range(steps):
        state.engine += 1
        if kind[track[state.engine].card] == DESTROYED:
            broken += 1
    if state.heard is not None:
        state.heard.append(events.EngineMoved(who(state, place), steps, state.engine))
        if broken:
            state.heard.append(events.TrackBroken(who(state, place), broken))
    return broken


def run(state: LokState, place: int, wheels: int) -> int:
    """Move the engine by dice or Laura's card; return the penalty cards due, or -1 if this loses the challenge."""
    ahead = state.ahead()
    if wheels <= ahead:
        return advance(state, place, wheels)
    due = advance(state, place, ahead)
    left = wheels - ahead
    player = state.players[place]
    player.derailments += 1  # LR-SOLO-07: one, however many steps were left
    if state.heard is not None:
        state.heard.append(events.Derailed(who(state, place), left, player.derailments))
    if state.limited and player.derailments > state.box.challenge_derailments:
        return -1
    if state.rival and place == RIVAL:
        return due + state.box.rival_derailment  # LR-RIVAL-09
    return due + left


def pass_step(state: LokState, place: int) -> int:
    """LR-PASS-02 to -05: move the engine one card if it can, never derail; return the penalty cards due."""
    ahead = state.ahead()
    steps = state.box.pass_steps
    return state.box.pass_penalty + advance(state, place, steps if steps < ahead else ahead)


def put_on_pile(state: LokState, place: int, card: int, from_hand: bool, forced: bool) -> bool:
    """Put a card on a pile; return whether it matches the card below it (LR-COMBINE-01, -08, -09)."""
    pile = state.players[place].pile
    pile.append(card)
    if state.heard is not None:
        name = state.box.names[card]
        state.heard.append(events.Discarded(who(state, place), name, from_hand, forced))
    value = state.box.value
    return len(pile) > 1 and value[pile[-2]] == value[card]


def combine(state: LokState, place: int) -> None:
    """The two top cards of a pile go to the box (LR-COMBINE-04)."""
    pile = state.players[place].pile
    upper = pile.pop()
    lower = pile.pop()
    state.boxed.append(lower)
    state.boxed.append(upper)
    if state.heard is not None:
        names = [state.box.names[lower], state.box.names[upper]]
        state.heard.append(events.Combined(who(state, place), names))
