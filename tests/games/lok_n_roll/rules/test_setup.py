"""From the open box to the first turn."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from tests.support.games.lok_n_roll.play import TABLES, continues, games, overlap, set_ups, shown, started
from tests.support.games.lok_n_roll.table import (
    BOX,
    GAME,
    card,
    do,
    finish,
    legal,
    names,
    only,
    position,
    refusal,
    s,
    set_up,
    values,
    wander,
)
from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.rules.effects import CheckStart, ChooseTurn, StartTrack
from trainshed.games.lok_n_roll.rules.geometry import EAST, Laid
from trainshed.games.lok_n_roll.rules.state import UNKNOWN, LokState
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.options import SetupError

FOUR = (s(1), s(1), s(2), s(2))
REMOVED = [(2, 11), (3, 9), (4, 7)]


def draws(state: LokState) -> dict[str, int]:
    """What nature may draw next, with its weight."""
    return {GAME.vocabulary.word(move).removeprefix("draw:"): weight for move, weight in state.odds()}


def on_track(state: LokState) -> list[str]:
    return names([laid.card for laid in state.track])


# ---------------------------------------------------------------- the deck


@pytest.mark.clause("LR-SETUP-01")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_new_game_has_55_cards_face_down(seats: int, options: dict[str, str]) -> None:
    # given a new game before the first draw
    state = GAME.start(seats, options if seats == 1 else {"start": "seat-1"})
    # when counted, then 55 cards are in the deck
    assert state.deck == state.tickets() == 55
    # and nobody sees any of them
    for seat in [*range(seats), None]:
        assert state.view(seat).deck == 55
        assert not shown(state.view(seat))


@pytest.mark.clause("LR-SETUP-01")
def test_each_of_the_55_cards_is_equally_likely_to_be_drawn_first() -> None:
    # given a new game before the first draw
    state = GAME.start(2, {"start": "seat-1"})
    # when its odds are read, then every card of the box counts once
    assert state.chance == "deck"
    assert draws(state) == dict(zip(BOX.names, BOX.counts, strict=True))
    # and every ticket stands for one of them
    picked = Counter(GAME.vocabulary.word(state.pick(ticket)).removeprefix("draw:") for ticket in range(55))
    assert picked == draws(state)


# ---------------------------------------------------------------- the starting track


@pytest.mark.clause("LR-SETUP-02")
def test_each_drawn_card_is_laid_at_the_end_until_there_are_four() -> None:
    # given a new game
    state, _ = started(2)
    # when cards are drawn
    for count, name in enumerate(FOUR, 1):
        assert isinstance(state.agenda[-1], StartTrack)
        do(state, f"draw:{name}")
        # then each lies open at the end of the track
        assert on_track(state) == list(FOUR[:count])
        assert [laid.card for laid in state.view(None).track] == list(FOUR[:count])
    # and after the fourth no further one is laid
    do(state, f"draw:{s(1)}")
    assert on_track(state) == list(FOUR)


@pytest.mark.clause("LR-SETUP-02")
def test_every_starting_track_has_four_cards_and_none_is_chaos() -> None:
    # given many set-ups, when finished
    for state in set_ups(1000, seed=2):
        # then
        assert len(state.track) == 4
        assert not [name for name in on_track(state) if name.startswith("chaos")]


@pytest.mark.clause("LR-SETUP-03")
def test_every_starting_track_obeys_the_placement_rules() -> None:
    # given 1000 set-ups, when set up
    for state in set_ups(1000, seed=3):
        track = state.track
        # then no neighbouring pair differs by 2
        along = values([laid.card for laid in track])
        assert 2 not in [abs(one - other) for one, other in pairwise(along)], along
        # and no two cards overlap
        assert not [(i, j) for i in range(4) for j in range(i) if overlap(track[i], track[j])]
        # and the rails connect
        assert continues(0, 0, EAST, track[0])
        assert all(continues(one.x, one.y, one.heading, other) for one, other in pairwise(track))


@pytest.mark.clause("LR-SETUP-04")
@pytest.mark.parametrize(
    ("drawn", "why"), [("chaos:2", "LR-SETUP-04"), (s(3), "LR-PLACE-04"), ("destroyed:3:straight_wide", "LR-PLACE-04")]
)
def test_a_card_that_cannot_be_placed_is_put_aside_and_the_same_player_draws_again(drawn: str, why: str) -> None:
    # given a deck whose second card is chaos, or does not fit a 1
    state, _ = started(3, s(1))
    # when seat 1 draws it
    heard = do(state, f"draw:{drawn}")
    # then it is put aside, open to all, and is no longer in the deck
    assert only(heard, events.CardAside) == [events.CardAside(1, drawn, why)]
    assert on_track(state) == [s(1)]
    assert state.view(0).aside == [drawn]
    assert state.deck == 53
    assert draws(state).get(drawn, 0) == BOX.counts[card(drawn)] - 1
    # and the next card is tried by the same player
    heard = do(state, f"draw:{s(1)}")
    assert [event.seat for event in only(heard, events.CardTurned)] == [1]
    assert [event.seat for event in only(heard, events.CardLaid)] == [1]
    # and after that it is the next one's turn
    assert [event.seat for event in only(do(state, f"draw:{s(1)}"), events.CardLaid)] == [2]


@pytest.mark.clause("LR-SETUP-05")
@pytest.mark.parametrize("aside", [[], ["chaos:2"], ["chaos:4", s(3), "chaos:4", s(3)]])
def test_cards_put_aside_go_back_into_the_deck(aside: list[str]) -> None:
    # given k cards put aside
    state, _ = started(2, s(1), *aside, s(1), s(1))
    assert state.view(None).aside == aside
    assert state.deck == 55 - 3 - len(aside)
    # when the track is complete
    heard = do(state, f"draw:{s(1)}")
    # then the deck has 51 cards, before some of them are removed
    ready = only(heard, events.TrackReady)[0]
    assert ready.shuffled_back == len(aside)
    assert ready.deck + ready.removed == 51
    assert state.view(None).aside == []
    # and it is reshuffled: every card that is not on the track is as likely as any other
    assert state.tickets() == 51
    left = Counter(dict(zip(BOX.names, BOX.counts, strict=True)))
    left.subtract([s(1)] * 4)
    assert draws(state) == +left


@pytest.mark.clause("LR-SETUP-06")
@pytest.mark.parametrize(("seats", "shares"), [(2, [2, 2]), (3, [2, 1, 1]), (4, [1, 1, 1, 1])])
def test_the_players_share_the_laying_of_the_starting_track(seats: int, shares: list[int]) -> None:
    # given n players, whoever starts
    for first in range(seats):
        # when the layers are logged
        _, heard = started(seats, *FOUR, start=f"seat-{first + 1}")
        layers = Counter(event.seat for event in only(heard, events.CardLaid))
        # then
        assert sorted(layers.values(), reverse=True) == shares
        assert len(layers) == seats


@pytest.mark.clause("LR-SETUP-07")
@pytest.mark.parametrize(
    ("seats", "first", "order"),
    [(3, 1, [1, 2, 0, 1]), (3, 0, [0, 1, 2, 0]), (3, 2, [2, 0, 1, 2]), (2, 1, [1, 0, 1, 0]), (4, 2, [2, 3, 0, 1])],
)
def test_the_starting_track_is_laid_in_seat_order_from_the_start_player(
    seats: int, first: int, order: list[int]
) -> None:
    # given a start seat
    state, _ = started(seats, start=f"seat-{first + 1}")
    # when laid, the second card after one put aside
    heard = do(state, *[f"draw:{name}" for name in (s(1), "chaos:1", s(1), s(1), s(1))])
    # then
    assert [event.seat for event in only(heard, events.CardLaid)] == order


# ---------------------------------------------------------------- the engine


@pytest.mark.clause("LR-SETUP-08")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_engine_starts_on_the_third_card(seats: int) -> None:
    # given a new game
    state, _ = started(seats, s(1), s(1), s(2))
    assert state.engine == UNKNOWN
    do(state, f"draw:{s(2)}")
    # when read
    view = state.view(None)
    # then the engine is at index 2 of 0..3, with 1 card ahead and 2 behind
    assert view.engine == state.engine == 2
    assert on_track(state)[: state.engine] == [s(1), s(1)]
    assert on_track(state)[state.engine] == s(2)
    assert state.ahead() == 1


@pytest.mark.clause("LR-SETUP-08")
def test_the_engine_is_still_there_when_the_first_turn_begins() -> None:
    # given many set-ups, when finished, then
    assert {(state.engine, state.ahead()) for state in set_ups(300, seed=8)} == {(2, 1)}


@pytest.mark.clause("LR-SETUP-09")
def test_the_engine_never_comes_nearer_to_the_start() -> None:
    # given any move of many games
    moved = 0
    for state, rng in games(90, seed=9):
        laid: list[Laid] = state.track[:]
        under = state.track[state.engine]
        while not state.over:
            # when made
            heard = wander(state, rng)
            laid += [new for new in state.track if new not in laid]
            now = state.track[state.engine]
            # then the engine's card is as many cards further from the start as the log says, and never nearer
            steps = [event.steps for event in only(heard, events.EngineMoved)]
            assert min(steps, default=0) >= 0
            assert laid.index(now) - laid.index(under) == sum(steps)
            moved += sum(steps)
            under = now
    assert moved > 1000


# ---------------------------------------------------------------- removed cards and hands


@pytest.mark.clause("LR-SETUP-10")
@pytest.mark.parametrize(("seats", "removed"), REMOVED)
def test_some_cards_are_removed_when_the_track_is_complete(seats: int, removed: int) -> None:
    # given n players
    state, heard = started(seats, *FOUR[:3])
    assert state.view(None).removed == 0
    # when the track is complete
    heard = do(state, f"draw:{FOUR[3]}")
    # then so many cards are out of the deck, before hands are dealt
    assert [event.removed for event in only(heard, events.TrackReady)] == [removed]
    assert state.deck == 51 - removed
    assert state.view(None).removed == removed


@pytest.mark.clause("LR-SETUP-10")
@pytest.mark.parametrize(("seats", "removed"), REMOVED)
def test_nobody_knows_the_removed_cards(seats: int, removed: int) -> None:
    # given n players, when set up
    state, _ = set_up(seats)
    for seat in [*range(seats), None]:
        # then a seat sees how many were removed
        view = state.view(seat)
        assert view.removed == removed
        # and no card but those of the track and of its own hand
        own = [] if seat is None else state.players[seat].hand
        assert shown(view) == Counter(on_track(state) + names(own))
    # and each of the others can still be drawn
    assert state.tickets() == 51 - 2 * seats


@pytest.mark.clause("LR-SETUP-10")
@pytest.mark.parametrize(("seats", "removed"), REMOVED)
def test_the_removed_cards_stay_out_of_the_game(seats: int, removed: int) -> None:
    # given n players
    state, _ = set_up(seats)
    # when the game is over
    finish(state)
    # then so many cards were never seen, and even now nobody sees them
    assert state.deck == 0
    assert sum(state.unseen) == removed
    assert state.view(0).removed == removed
    everywhere = [laid.card for laid in state.track] + state.boxed
    for player in state.players:
        everywhere += player.hand + player.pile
    assert len(everywhere) == 55 - removed


@pytest.mark.clause("LR-SETUP-11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_is_dealt_two_cards(seats: int) -> None:
    # given set-ups, when read
    for seed in range(100):
        state, _ = set_up(seats, seed)
        # then each hand has 2 cards, which came from the deck
        assert [len(player.hand) for player in state.players] == [2] * seats
        assert state.view(0).hands == [2] * seats
        assert GAME.census(state) == dict(zip(BOX.names, BOX.counts, strict=True))


@pytest.mark.clause("LR-SETUP-12")
def test_another_view_shows_only_how_many_cards_a_hand_has() -> None:
    # given two positions that differ in one hand only
    def given(hand: list[str]) -> LokState:
        return position([s(1)] * 4, 2, [hand, [s(4)]], seat=1)

    one, other = given(["chaos:1", s(2), s(2)]), given(["chaos:4", s(3), "destroyed:4:curve_right"])
    for seat in (1, None):
        # when another's view is read, then it cannot tell them apart
        assert one.view(seat) == other.view(seat)
        # and it shows the number of cards
        assert one.view(seat).hands == [3, 1]
        assert one.view(seat).opened == []
        assert shown(one.view(seat)) == Counter([s(1)] * 4 + ([s(4)] if seat == 1 else []))
    # and the owner sees the cards
    assert sorted(one.view(0).hand) == sorted(["chaos:1", s(2), s(2)])


@pytest.mark.clause("LR-SETUP-12")
def test_the_dealt_cards_are_seen_by_their_owner_only() -> None:
    # given a set-up before hands are dealt, with seat 1 starting
    state, _ = started(3, *FOUR, start="seat-2")
    for dealt in (1, 2, 0, 1, 2, 0):
        # when a card is dealt
        move = GAME.vocabulary.id(f"draw:{s(3) if dealt else s(4)}")
        word = GAME.vocabulary.word(move)
        seen = [state.seen(seat, move) for seat in range(3)]
        # then only the one who gets it reads it, before and after
        assert seen == [word if seat == dealt else "draw:?" for seat in range(3)]
        assert state.seen(None, move) == "draw:?"
        state.play(move)
        for seat in (0, 1, 2, None):
            drawn = only(state.events(seat), events.CardDrawn)
            assert drawn == [events.CardDrawn(dealt, word.removeprefix("draw:") if seat == dealt else None)]


@pytest.mark.clause("LR-SETUP-12")
def test_hands_stay_secret_during_the_whole_game() -> None:
    # given a game with three seats
    rng = Random(13)
    state, _ = set_up(3)
    while not state.over:
        for seat in range(3):
            # when any view is read, then no card is in it beside the open ones and the own hand
            view = state.view(seat)
            lying = [laid.card for laid in state.track] + state.penalties + state.boxed
            for player in state.players:
                lying += player.pile
            assert shown(view) == Counter(names(lying + state.players[seat].hand))
        wander(state, rng)


@pytest.mark.clause("LR-SETUP-13")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_player_has_a_pile_that_is_empty_at_the_start(seats: int) -> None:
    # given a new game
    state, _ = set_up(seats)
    # when read, then
    assert [player.pile for player in state.players] == [[]] * seats
    assert state.view(0).piles == [[]] * seats


# ---------------------------------------------------------------- who starts


@pytest.mark.clause("LR-SETUP-14")
@pytest.mark.parametrize(("seats", "first"), [(n, seat) for n in (2, 3, 4) for seat in range(n)])
def test_the_declared_seat_starts(seats: int, first: int) -> None:
    # given a table with a declared start seat
    state = GAME.start(seats, {"start": f"seat-{first + 1}"})
    # when started, then nothing is drawn by lot
    assert state.chance == "deck"
    assert state.view(None).first == first
    # and that seat has the first turn
    state, _ = set_up(seats, start=f"seat-{first + 1}")
    state.apply(state.moves()[0])
    assert state.actor == first


@pytest.mark.clause("LR-SETUP-14")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_without_a_declaration_every_seat_is_equally_likely_to_start(seats: int) -> None:
    # given a table without a declaration
    state = GAME.start(seats)
    # when started, then nature chooses among all seats evenly
    assert state.options["start"] == "random"
    assert (state.actor, state.chance) == (NATURE, "start")
    odds = state.odds()
    assert [weight for _, weight in odds] == [1] * seats
    # and every seat is one of the outcomes, has the first card to lay and the first turn
    firsts = []
    for move, _ in odds:
        trial = state.clone()
        trial.listen()
        trial.play(move)
        firsts.append(trial.first)
        heard = do(trial, *[f"draw:{name}" for name in FOUR])
        assert only(heard, events.CardLaid)[0].seat == trial.first
        for _ in range(2 * seats + 1):
            trial.play(trial.moves()[0])
        assert trial.actor == trial.first
    assert firsts == list(range(seats))


@pytest.mark.clause("LR-SETUP-14")
def test_a_seat_that_nobody_has_cannot_be_declared() -> None:
    # given a table of 2, when a third seat is declared, then it is refused
    with pytest.raises(SetupError):
        GAME.start(2, {"start": "seat-3"})


@pytest.mark.clause("LR-SETUP-15")
@pytest.mark.parametrize(("seats", "turns"), [(2, 18), (3, 12), (4, 9)])
def test_36_cards_are_left_for_as_many_turns(seats: int, turns: int) -> None:
    # given n players, when set up
    state, _ = set_up(seats)
    # then 36 cards are in the deck
    assert state.deck == state.view(None).deck == 36
    # and each player has so many turns
    begun = Counter(event.seat for event in only(finish(state), events.TurnBegun))
    assert begun == dict.fromkeys(range(seats), turns)


# ---------------------------------------------------------------- special cards


@pytest.mark.clause("LR-SETUP-16")
@pytest.mark.parametrize("at", [0, 1, 2, 3])
def test_a_destroyed_track_may_be_part_of_the_starting_track(at: int) -> None:
    # given a destroyed track that is drawn as one of the four cards
    cards = [s(1)] * 4
    cards[at] = "destroyed:1:straight_long"
    # when laid
    state, heard = started(2, *cards)
    # then it is accepted, and the engine on, before or behind it suffers nothing
    assert on_track(state) == cards
    assert only(heard, events.CardAside) == []
    assert only(heard, events.TrackBroken) == []
    assert only(heard, events.PenaltyTaken) == []
    assert state.engine == 2
    assert state.penalties == []
    assert [player.pile for player in state.players] == [[], []]
    assert [player.derailments for player in state.players] == [0, 0]


@pytest.mark.clause("LR-SETUP-17")
def test_a_placement_that_closes_the_end_is_refused_in_the_set_up() -> None:
    # given laid cards straight_wide ahead, then curve_right turning right
    track = ["track:1:straight_wide", "track:1:curve_right@right"]
    curve = "track:1:curve_left"
    # when curve_left turning right is asked
    state = position(track, UNKNOWN, pending=[CheckStart(0), ChooseTurn(0, card(curve), 0)])
    # then it is refused, though it would lie on no other card
    assert refusal(state, "turn:right").clause == "LR-SETUP-17"
    right = next(form for form in BOX.forms[card(curve)] if form.turn == 2)
    assert not [laid for laid in state.track if overlap(laid, state.place(card(curve), right))]
    # and the other turn is accepted
    assert legal(state) == ["turn:left"]


@pytest.mark.clause("LR-SETUP-17")
def test_a_card_is_laid_in_the_set_up_where_the_line_can_go_on() -> None:
    # given the same two cards
    track = ["track:1:straight_wide", "track:1:curve_right@right"]
    state = position(track, UNKNOWN, pending=[StartTrack(0)])
    # when a curve_left is drawn
    heard = do(state, "draw:track:1:curve_left")
    # then it is laid the other way, without a question
    assert only(heard, events.CardLaid) == [events.CardLaid(0, "track:1:curve_left", "left", True)]


@pytest.mark.clause("LR-SETUP-17")
def test_a_card_that_could_only_close_the_end_is_put_aside() -> None:
    # given three cards after which every placement of curve_right closes the end
    track = [s(1), "track:1:curve_right@right", "track:1:curve_left@right"]
    state = position(track, UNKNOWN, pending=[StartTrack(1)])
    # when a curve_right is drawn
    heard = do(state, "draw:track:1:curve_right")
    # then it is put aside, and the same player draws again
    assert only(heard, events.CardAside) == [events.CardAside(1, "track:1:curve_right", "LR-SETUP-17")]
    assert len(state.track) == 3
    # and a card that leaves the line open is laid
    assert [event.seat for event in only(do(state, f"draw:{s(1)}"), events.CardLaid)] == [1]


@pytest.mark.clause("LR-SETUP-17")
def test_every_one_of_10000_set_ups_ends_with_four_cards_and_an_open_end() -> None:
    # given 10000 set-ups
    for state in set_ups(10000, seed=17):
        # then each ends with 4 cards
        track = state.track
        assert len(track) == 4
        # and with an end that at least one shape can continue
        assert [
            form
            for shape in ("straight_long", "straight_wide")  # by the short side, by the long side
            for form in BOX.forms[card(f"track:1:{shape}")]
            if not any(overlap(laid, state.place(0, form)) for laid in track)
        ]


@pytest.mark.clause("LR-SETUP-18")
@pytest.mark.parametrize("turn", ["left", "right"])
def test_whoever_lays_a_curve_in_the_set_up_chooses_its_turn(turn: str) -> None:
    # given a curve drawn as second card, by seat 1
    state, _ = started(2, s(1), "track:1:curve_right")
    # then its player is asked left or right
    assert state.actor == 1
    assert legal(state) == ["turn:left", "turn:right"]
    # when answered
    heard = do(state, f"turn:{turn}")
    # then it lies as chosen
    assert only(heard, events.CardLaid) == [events.CardLaid(1, "track:1:curve_right", turn, False)]
    assert state.view(None).track[1].turn == turn
    assert state.view(None).track[1].heading == {"left": 1, "right": 3}[turn]


@pytest.mark.clause("LR-SETUP-18")
def test_a_straight_is_laid_in_the_set_up_without_a_question() -> None:
    # given a straight drawn as second card
    state, heard = started(2, s(1), "track:1:straight_wide")
    # then it is laid at once
    assert state.actor == NATURE
    assert only(heard, events.CardLaid)[1] == events.CardLaid(1, "track:1:straight_wide", "ahead", True)


@pytest.mark.clause("LR-SETUP-18")
@pytest.mark.parametrize("turn", ["left", "right"])
def test_of_the_first_card_only_the_entry_and_its_direction_are_fixed(turn: str) -> None:
    # given a curve drawn as first card, by the start player
    state, _ = started(3, "track:2:curve_left", start="seat-3")
    assert state.actor == 2
    assert legal(state) == ["turn:left", "turn:right"]
    # when laid either way
    do(state, f"turn:{turn}")
    # then it is entered at the same point and in the same direction
    assert continues(0, 0, EAST, state.track[0])
