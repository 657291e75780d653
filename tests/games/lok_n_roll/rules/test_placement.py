"""How a card may be laid at the end of the track."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from tests.support.games.lok_n_roll.play import continues, games, overlap, pass_turn, size, touch
from tests.support.games.lok_n_roll.table import (
    BOX,
    GAME,
    card,
    do,
    laura,
    legal,
    names,
    only,
    position,
    refusal,
    roll,
    s,
    wander,
)
from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.rules.effects import Action, ChooseTurn, ExtendMore, Roll
from trainshed.games.lok_n_roll.rules.geometry import EAST, LONG, NORTH, SHORT, SOUTH, TURNS, WEST, Form, Laid
from trainshed.games.lok_n_roll.rules.state import UNKNOWN, LokState

SHAPES = {
    "straight_long": ["ahead"],
    "straight_wide": ["ahead"],
    "curve_right": ["left", "right"],
    "curve_left": ["left", "right"],
}
"""The four shapes and the turns each can give the line."""

LINE = [s(1), s(1), s(1), s(1)]
"""A straight line with open space all round its end."""

NEARLY_A_RING = [
    "track:3:curve_right@right",
    "track:3:straight_long",
    "track:2:curve_right@right",
    "track:2:curve_right@right",
    "track:1:straight_long",
]
"""A curve_right that turns right closes this to a ring: its open end then lies at the entry of the first card."""

RING = [*NEARLY_A_RING, "track:1:curve_right@right"]

HOOK = [s(1), s(1), "track:1:straight_wide", "track:1:curve_right@right"]
"""A curve_left that turns right runs the line back into the third card: no card could follow it."""

CLOSED_HOOK = [*HOOK, "track:1:curve_left@right"]


def laying(track: Sequence[str], name: str, forbid: str = "no") -> LokState:
    """The question which way this card is to turn, even where only one way is legal."""
    asked = [ExtendMore(0, 1, 1), ChooseTurn(0, card(name), 0)]
    return position(track, len(track) - 1, pending=asked, forbid_dead_end=forbid)


def walk(rng: Random, length: int) -> LokState:
    """Seat 0 holds all shapes of value 1, and the track winds at random until it is long or blocked."""
    hand = [f"track:1:{shape}" for shape in SHAPES]
    state = position(LINE, 3, [[*hand, s(2)], []])
    for _ in range(length):
        free = [(c, form) for c, form in ways(state) if not lies_on(state, c, form)]
        if not free:
            break
        curves = [way for way in free if way[1].turn != 1]
        state.track.append(state.place(*rng.choice(curves or free)))
    state.fits = UNKNOWN
    return state


def ways(state: LokState) -> list[tuple[int, Form]]:
    """Every shape of value 1 in each of its forms."""
    cards = [card(f"track:1:{shape}") for shape in SHAPES]
    return [(c, form) for c in cards for form in BOX.forms[c]]


def lies_on(state: LokState, c: int, form: Form) -> bool:
    """Whether a card would lie on another one."""
    return any(overlap(laid, state.place(c, form)) for laid in state.track)


# ---------------------------------------------------------------- forms


@pytest.mark.clause("LR-PLACE-01")
def test_a_curve_can_be_laid_lengthwise_or_crosswise() -> None:
    # given a curve_right card and open space, the line running east
    state = position(LINE, 3, [["track:1:curve_right", s(4)], []])
    # when its placements are listed
    do(state, "lay:track:1:curve_right")
    # then there are exactly two
    assert legal(state) == ["turn:left", "turn:right"]
    # and entered by the short side it turns right
    right = state.clone()
    do(right, "turn:right")
    assert size(right.track[-1]) == (6, 4)
    assert right.track[-1].heading == SOUTH
    # and entered by the long side it turns left
    left = state.clone()
    do(left, "turn:left")
    assert size(left.track[-1]) == (4, 6)
    assert left.track[-1].heading == NORTH


@pytest.mark.clause("LR-PLACE-01")
@pytest.mark.parametrize(("shape", "east"), [("straight_long", (6, 4)), ("straight_wide", (4, 6))])
def test_a_straight_can_be_laid_in_one_way(shape: str, east: tuple[int, int]) -> None:
    # given a straight and open space
    state = position(LINE, 3, [[f"track:2:{shape}", s(4)], []])
    assert len(state.turns(card(f"track:2:{shape}"))) == 1
    # when laid
    do(state, f"lay:track:2:{shape}")
    # then no placement is asked for, and it goes ahead
    assert "turn:ahead" not in legal(state)
    assert size(state.track[-1]) == east
    assert state.track[-1].heading == EAST


@pytest.mark.clause("LR-PLACE-02")
def test_every_placement_continues_the_rails_at_the_open_end() -> None:
    # given open ends in every direction
    rng = Random(2)
    headings = set()
    for _ in range(200):
        state = walk(rng, rng.randrange(12))
        end = state.track[-1]
        headings.add(end.heading)
        for c, form in ways(state):
            # when a placement is accepted
            trial = state.clone()
            name = BOX.names[c]
            if f"lay:{name}" not in legal(trial):
                continue
            do(trial, f"lay:{name}")
            if f"turn:{TURNS[form.turn]}" in legal(trial):
                do(trial, f"turn:{TURNS[form.turn]}")
            # then its entry lies on the end and faces it, and its other port is the new open end
            assert trial.track[-2] is end
            assert continues(end.x, end.y, end.heading, trial.track[-1])
    assert headings == {EAST, NORTH, WEST, SOUTH}


@pytest.mark.clause("LR-PLACE-02")
@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("track:1:straight_long@ahead", (30, 0, EAST)),
        ("track:1:straight_wide@ahead", (28, 0, EAST)),
        ("track:1:curve_right@right", (27, -2, SOUTH)),
        ("track:1:curve_right@left", (26, 3, NORTH)),
        ("track:1:curve_left@left", (27, 2, NORTH)),
        ("track:1:curve_left@right", (26, -3, SOUTH)),
    ],
)
def test_the_other_port_of_a_card_is_the_new_open_end(name: str, end: tuple[int, int, int]) -> None:
    # given an open end at (24, 0) towards the east
    track = position(LINE, 3).track
    assert (track[-1].x, track[-1].y, track[-1].heading) == (24, 0, EAST)
    # when a card follows
    laid = position([*LINE, name], 3).track[-1]
    # then
    assert (laid.x, laid.y, laid.heading) == end
    assert continues(24, 0, EAST, laid)


@pytest.mark.clause("LR-PLACE-11")
def test_the_four_shapes_have_six_forms_in_all() -> None:
    # given each of the four shapes in open space
    hand = [f"track:1:{shape}" for shape in SHAPES]
    seen = set()
    for shape, turns in SHAPES.items():
        # when placements are listed
        state = position(LINE, 3, [hand, []])
        do(state, f"lay:track:1:{shape}")
        listed = [w.removeprefix("turn:") for w in legal(state)] if len(turns) > 1 else ["ahead"]
        # then
        assert listed == turns
        for turn in turns:
            trial = state.clone()
            if len(turns) > 1:
                do(trial, f"turn:{turn}")
            laid = trial.track[-1]
            assert TURNS[laid.turn] == turn
            assert laid.heading == {"left": NORTH, "ahead": EAST, "right": SOUTH}[turn]
            seen.add((laid.x0, laid.y0, laid.x1, laid.y1, laid.x, laid.y, laid.heading))
    # and no two have the same card area and the same open end
    assert len(seen) == 6


@pytest.mark.clause("LR-PLACE-11")
@pytest.mark.parametrize(
    ("shape", "turn", "side"),
    [
        ("straight_long", "ahead", SHORT),
        ("straight_wide", "ahead", LONG),
        ("curve_right", "right", SHORT),
        ("curve_right", "left", LONG),
        ("curve_left", "left", SHORT),
        ("curve_left", "right", LONG),
    ],
)
@pytest.mark.parametrize("kind", ["track", "destroyed"])
def test_card_and_turn_name_the_side_that_is_entered(kind: str, shape: str, turn: str, side: int) -> None:
    # given every card of this shape
    cards = [c for c, name in enumerate(BOX.names) if name.startswith(kind) and name.endswith(shape)]
    assert cards
    for c in cards:
        # when laid with this turn, the line running east
        laid = position([*LINE, f"{BOX.names[c]}@{turn}" if turn != "ahead" else BOX.names[c]], 3).track[-1]
        # then it is entered by this side
        assert size(laid) == ((6, 4) if side == SHORT else (4, 6))


@pytest.mark.clause("LR-PLACE-11")
@pytest.mark.parametrize("shape", ["curve_right", "curve_left"])
def test_a_curve_never_goes_ahead(shape: str) -> None:
    # given a curve that is to be laid
    state = position(LINE, 3, [[f"track:1:{shape}", s(4)], []])
    do(state, f"lay:track:1:{shape}")
    # when it is to go ahead, then it is refused
    assert refusal(state, "turn:ahead").clause == "LR-PLACE-11"


@pytest.mark.clause("LR-PLACE-11")
def test_a_card_with_one_legal_turn_is_laid_without_asking() -> None:
    # given an end at which a curve_right can only turn right, because a card is in the way of the other turn
    state = position(NEARLY_A_RING, 4, [["track:1:curve_right", s(4)], []])
    # when laid
    heard = do(state, "lay:track:1:curve_right")
    # then nobody is asked
    assert only(heard, events.CardLaid) == [events.CardLaid(0, "track:1:curve_right", "right", True)]


# ---------------------------------------------------------------- overlap


@pytest.mark.clause("LR-PLACE-03")
def test_a_card_that_would_lie_on_another_is_refused() -> None:
    # given an end with room for a card entered by its short side, and not by its long side
    state = position(NEARLY_A_RING, 4, [[s(1), "track:1:straight_wide", "track:2:curve_left", s(4)], []])
    wide = state.place(card("track:1:straight_wide"), BOX.forms[card("track:1:straight_wide")][0])
    assert [laid for laid in state.track if overlap(laid, wide)]
    # when one that lies on another is asked, then it is refused
    assert refusal(state, "lay:track:1:straight_wide").clause == "LR-PLACE-03"
    # when one is asked that does not, then it is accepted
    assert "lay:track:1:straight_long" in legal(state)
    # and a curve is laid in the one turn that lies on nothing
    heard = do(state, "lay:track:2:curve_left")
    assert only(heard, events.CardLaid) == [events.CardLaid(0, "track:2:curve_left", "left", True)]


@pytest.mark.clause("LR-PLACE-03")
def test_a_turn_that_would_lie_on_another_card_is_refused() -> None:
    # given the question which way a curve_right goes on, where its long side has no room
    state = laying(NEARLY_A_RING, "track:1:curve_right")
    # when the turn that needs that room is asked, then it is refused
    assert refusal(state, "turn:left").clause == "LR-PLACE-03"
    # and the other one is accepted
    assert legal(state) == ["turn:right"]


@pytest.mark.clause("LR-PLACE-03")
def test_touching_edges_are_allowed() -> None:
    # given a curve that will lie edge to edge with the first card
    state = position(NEARLY_A_RING, 4, [["track:1:curve_right", s(4)], []])
    # when laid, then it is accepted
    do(state, "lay:track:1:curve_right")
    assert len(state.track) == 6
    assert touch(state.track[0], state.track[-1])


@pytest.mark.clause("LR-PLACE-03")
def test_on_winding_tracks_exactly_the_cards_that_lie_on_others_are_refused() -> None:
    # given many tracks that wind and come back to themselves
    rng = Random(3)
    refused = accepted = touching = 0
    for _ in range(600):
        state = walk(rng, rng.randrange(1, 20))
        for shape in SHAPES:
            c = card(f"track:1:{shape}")
            free = [form for form in BOX.forms[c] if not lies_on(state, c, form)]
            # when a card is asked that has only placements on other cards, then it is refused
            if not free:
                assert refusal(state, f"lay:{BOX.names[c]}").clause == "LR-PLACE-03"
                refused += 1
                continue
            # when one is asked that has others, then it is accepted, with these turns only
            assert f"lay:{BOX.names[c]}" in legal(state)
            accepted += 1
            touching += any(touch(laid, state.place(c, form)) for laid in state.track[:-1] for form in free)
            asked = state.clone()
            asked.set_agenda([Action(0), ChooseTurn(0, c, 0)])
            asked._moves = None
            assert legal(asked) == sorted(f"turn:{TURNS[form.turn]}" for form in free)
            for form in BOX.forms[c]:
                if form not in free:
                    assert refusal(asked, f"turn:{TURNS[form.turn]}").clause == "LR-PLACE-03"
    assert min(refused, accepted, touching) > 100


@pytest.mark.clause("LR-PLACE-03")
@pytest.mark.parametrize("heading", [EAST, NORTH, WEST, SOUTH])
@pytest.mark.parametrize(("wide", "high"), [(6, 4), (4, 6)])
def test_a_card_near_the_end_is_in_the_way_exactly_where_it_would_be_covered(
    heading: int, wide: int, high: int
) -> None:
    # given an open end and another card at every place around it
    straights = [card(f"track:1:{shape}") for shape in ("straight_long", "straight_wide")]
    state = position(LINE, 1, [[*names(straights), s(4)], []])
    end = Laid(card(s(1)), 1, 100, 100, 106, 104, 0, 0, heading)
    for x in range(-13, 9):
        for y in range(-13, 9):
            other = Laid(card(s(1)), 1, x, y, x + wide, y + high, 100, 100, EAST)
            state.track = [other, end]
            state.fits = UNKNOWN
            for c in straights:
                # when a straight is asked, then it is refused if it would cover the other card, and else accepted
                why = state.why_not(GAME.vocabulary.id(f"lay:{BOX.names[c]}"))
                covers = overlap(other, state.place(c, BOX.forms[c][0]))
                assert (why.clause if why else "") == ("LR-PLACE-03" if covers else ""), (x, y)


@pytest.mark.clause("LR-PLACE-03")
def test_no_two_cards_ever_overlap_in_play() -> None:
    # given many games, when played
    for state, rng in games(60, seed=4):
        while not state.over:
            before = len(state.track)
            wander(state, rng)
            # then a new card lies on no other
            if len(state.track) > before:
                assert not [laid for laid in state.track[:-1] if overlap(laid, state.track[-1])]


@pytest.mark.clause("LR-PLACE-09")
def test_the_place_of_a_card_that_was_taken_is_free_again() -> None:
    # given a ring, whose first card lies where the line would go on
    state = position(RING, 5, [[s(1)], []], seat=1)
    first = state.track[0]
    assert overlap(first, state.place(card(s(1)), BOX.forms[card(s(1))][0]))
    assert refusal(position(RING, 5, [[s(1)], []]), f"lay:{s(1)}").clause == "LR-PLACE-03"
    assert state.room() == 0
    # when a pass has taken the first card away
    do(state, "pass", f"draw:{s(2)}")
    assert first not in state.track
    # then a new card may be laid over its old place
    assert f"lay:{s(1)}" in legal(state)
    do(state, f"lay:{s(1)}")
    assert overlap(first, state.track[-1])


# ---------------------------------------------------------------- values


@pytest.mark.clause("LR-PLACE-04")
@pytest.mark.parametrize(("end", "value"), [(1, 3), (2, 4), (3, 1), (4, 2)])
@pytest.mark.parametrize("shape", ["straight_long", "straight_wide", "curve_right", "curve_left"])
def test_neighbours_may_not_differ_by_two(end: int, value: int, shape: str) -> None:
    # given an end card
    state = position([s(1), s(1), s(1), s(end)], 2, [[f"track:{value}:{shape}", s(end)], []])
    # when a card is added whose value differs by 2, then it is refused
    why = refusal(state, f"lay:track:{value}:{shape}")
    assert why.clause == "LR-PLACE-04"
    assert why.numbers == {"value": value, "end": end}
    assert legal(state) == ["pass", f"lay:{s(end)}"]


@pytest.mark.clause("LR-PLACE-04")
@pytest.mark.parametrize(
    ("end", "added"), [(s(1), "destroyed:3:straight_wide"), ("destroyed:4:curve_right@left", s(2))]
)
def test_destroyed_tracks_have_values_like_any_other_card(end: str, added: str) -> None:
    # given an end card, when a card is added whose value differs by 2, one of them destroyed
    state = position([*LINE[:3], end], 2, [[added], []])
    # then it is refused
    assert refusal(state, f"lay:{added}").clause == "LR-PLACE-04"


@pytest.mark.clause("LR-PLACE-05")
@pytest.mark.parametrize(
    ("end", "value"), [(4, 4), (4, 3), (4, 1), (1, 1), (1, 2), (1, 4), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4)]
)
def test_equal_values_neighbouring_values_and_1_beside_4_are_allowed(end: int, value: int) -> None:
    # given an end card
    added = f"track:{value}:straight_wide"
    state = position([s(1), s(1), s(1), s(end)], 2, [[added, s(end)], []])
    # when added, then it is accepted
    do(state, f"lay:{added}")
    assert names([laid.card for laid in state.track]) == [s(1), s(1), s(1), s(end), added]


@pytest.mark.clause("LR-PLACE-07")
def test_cards_that_merely_touch_are_not_compared() -> None:
    # given a loop that begins with a 3 and comes back to it with a 1
    state = position(NEARLY_A_RING, 4, [["track:1:curve_right", s(4)], []])
    # when the 1 is placed, then it is accepted
    do(state, "lay:track:1:curve_right")
    first, last = state.track[0], state.track[-1]
    # and it touches the 3
    assert touch(first, last)
    assert (BOX.value[first.card], BOX.value[last.card]) == (3, 1)


# ---------------------------------------------------------------- only at the end


@pytest.mark.clause("LR-PLACE-06")
def test_a_card_that_would_fit_only_at_the_start_or_in_the_middle_is_refused() -> None:
    # given a straight track 1, 1, 2, 3 and a 1, which fits at its start and between the 1s and the 2
    state = position([s(1), s(1), s(2), s(3)], 2, [[s(1), s(4)], []])
    # when the 1 is placed, then it is refused, because only the end counts
    why = refusal(state, f"lay:{s(1)}")
    assert why.clause == "LR-PLACE-04"
    assert why.numbers == {"value": 1, "end": 3}


@pytest.mark.clause("LR-PLACE-06")
def test_a_card_has_no_place_when_there_is_no_room_at_the_end() -> None:
    # given a track whose end has no room, while there is room enough before its start
    state = position(CLOSED_HOOK, 4, [[s(1), s(2)], []])
    # when a card is placed, then it is refused
    assert refusal(state, f"lay:{s(1)}").clause == "LR-PLACE-03"
    assert legal(state) == ["pass"]


@pytest.mark.clause("LR-PLACE-06")
def test_every_card_ever_laid_was_added_at_the_end() -> None:
    # given many games
    added = 0
    for state, rng in games(60, seed=6):
        while not state.over:
            before: list[Laid] = state.track[:]
            # when moves are made
            wander(state, rng)
            # then what remains of the old track comes first, in its old order
            kept = [laid for laid in before if laid in state.track]
            assert state.track[: len(kept)] == kept
            assert kept == before[len(before) - len(kept) :]
            added += len(state.track) - len(kept)
    assert added > 500
    # and no word names another place: a placement is a card and a turn
    words = [GAME.vocabulary.word(move).split(":")[0] for move in range(len(GAME.vocabulary))]
    assert words.count("lay") == len(BOX.names)
    assert words.count("turn") == 3


# ---------------------------------------------------------------- blocked ends


@pytest.mark.clause("LR-PLACE-08")
def test_a_placement_may_block_the_end() -> None:
    # given a hook, and a curve that can close it
    state = position(HOOK, 3, [["track:1:curve_left", s(1)], []])
    do(state, "lay:track:1:curve_left")
    # when the placement is asked after which none of the four shapes fits, then it is accepted
    assert legal(state) == ["turn:left", "turn:right"]
    do(state, "turn:right")
    assert all(lies_on(state, c, form) for c, form in ways(state))
    # and the line cannot go on in this extension
    assert state.chance == "die"


@pytest.mark.clause("LR-PLACE-08")
def test_a_placement_may_block_the_end_of_a_short_track_too() -> None:
    # given a track of which passes have left two cards
    state = position(HOOK[2:], 1, [["track:1:curve_left", s(1)], []])
    do(state, "lay:track:1:curve_left")
    # when the placement is asked after which none of the four shapes fits, then it is accepted, as on any other track
    assert len(state.track) == 2, "no turn was asked for"
    assert legal(state) == ["turn:left", "turn:right"]
    do(state, "turn:right")
    assert all(lies_on(state, c, form) for c, form in ways(state))


@pytest.mark.clause("LR-PLACE-08")
def test_an_option_forbids_to_block_the_end() -> None:
    # given the same hook and the option forbid_dead_end
    state = laying(HOOK, "track:1:curve_left", forbid="yes")
    # when the blocking placement is asked, then it is refused
    assert refusal(state, "turn:right").clause == "LR-PLACE-08"
    assert legal(state) == ["turn:left"]
    # and a player who lays the card is not even asked
    state = position(HOOK, 3, [["track:1:curve_left", s(1)], []], forbid_dead_end="yes")
    heard = do(state, "lay:track:1:curve_left")
    assert only(heard, events.CardLaid) == [events.CardLaid(0, "track:1:curve_left", "left", True)]


@pytest.mark.clause("LR-PLACE-08")
def test_with_the_option_a_card_that_can_only_block_cannot_be_laid() -> None:
    # given a track that a curve_right can only close
    hand = ["track:1:curve_right", s(4)]
    free = position(NEARLY_A_RING, 4, [hand, []])
    strict = position(NEARLY_A_RING, 4, [hand, []], forbid_dead_end="yes")
    # when asked, then it is accepted by default and refused with the option
    assert "lay:track:1:curve_right" in legal(free)
    assert refusal(strict, "lay:track:1:curve_right").clause == "LR-PLACE-08"
    # and inside an extension too
    more = position(NEARLY_A_RING, 4, [hand, []], pending=[ExtendMore(0, 1, 1)], forbid_dead_end="yes")
    assert refusal(more, "lay:track:1:curve_right").clause == "LR-PLACE-08"


@pytest.mark.clause("LR-PLACE-08")
def test_with_the_option_laura_does_not_block_either() -> None:
    # given a track that a curve_right can only close, and Laura, who draws one
    word = "draw:track:1:curve_right"
    free, strict = laura(NEARLY_A_RING, 4), laura(NEARLY_A_RING, 4, forbid_dead_end="yes")
    # when it is resolved
    do(free, word)
    do(strict, word)
    # then by default she lays it, and with the option it goes to the box
    assert names([laid.card for laid in free.track])[-1] == "track:1:curve_right"
    assert names(strict.boxed) == ["track:1:curve_right"]


@pytest.mark.clause("LR-PLACE-08")
def test_blocking_is_legal_unless_a_table_forbids_it() -> None:
    # given a new game, when its options are read, then
    assert GAME.start(2).options["forbid_dead_end"] == "no"
    assert not GAME.start(2).forbid_dead_end
    assert GAME.start(2, {"forbid_dead_end": "yes"}).forbid_dead_end


@pytest.mark.clause("LR-PLACE-08")
@pytest.mark.parametrize("track", [CLOSED_HOOK, RING])
@pytest.mark.parametrize("engine", range(5))
def test_a_blocked_end_opens_again_by_passing(track: list[str], engine: int) -> None:
    # given a blocked end on a track of n cards
    hand = [f"track:2:{shape}" for shape in SHAPES]
    state = position(track, engine, [hand, []])
    for name in hand:
        assert refusal(state, f"lay:{name}").clause == "LR-PLACE-03"
    # when n - 1 passes have been made, and one more where it is the other's turn then
    for _ in range(len(track) - 1):
        pass_turn(state)
    # then one card is left, and every shape fits again
    assert len(state.track) == 1
    if state.actor == 1:
        pass_turn(state)
    assert {f"lay:{name}" for name in hand} <= set(legal(state))


@pytest.mark.clause("LR-PLACE-08")
def test_nobody_can_extend_while_the_card_in_the_way_is_there() -> None:
    # given a blocked hook of 5 cards, where the third is in the way
    state = position(CLOSED_HOOK, 0, [[s(1), s(2)], [s(1), s(2)]])
    for _ in range(3):
        # when nobody has taken it away, then nobody can extend
        assert [word for word in legal(state) if word.startswith("lay")] == []
        pass_turn(state)
    # and when the third pass has, then a card fits
    assert f"lay:{s(1)}" in legal(state)


# ---------------------------------------------------------------- rings


@pytest.mark.clause("LR-PLACE-10")
def test_a_ring_is_not_joined_and_the_engine_derails_at_its_end() -> None:
    # given a ring whose open end meets the first card's rail
    state = position(NEARLY_A_RING, 4, [["track:1:curve_right"], []])
    first = state.track[0]
    do(state, "lay:track:1:curve_right")
    last = state.track[-1]
    assert (last.x, last.y, last.heading) == (0, 0, EAST)
    assert continues(0, 0, EAST, first)
    # when the engine, one card before the last, has two steps
    state.set_agenda([Roll(0, 2, 0)])
    heard = roll(state, 2)
    # then it has a step left on the last card, derails and stays there
    assert [event.steps_left for event in only(heard, events.Derailed)] == [1]
    assert state.track[state.engine] is last
    assert state.ahead() == 0
    # and the first card was still the start of the track: it is taken
    assert only(heard, events.PenaltyTaken) == [events.PenaltyTaken(0, 1, ["track:3:curve_right"])]
    assert first not in state.track
