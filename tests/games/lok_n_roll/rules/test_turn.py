"""What a turn consists of, whose it is, and what the others see of it."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import msgspec
import pytest

from tests.support.games.lok_n_roll.play import games, pass_turn, penalised, shown, started
from tests.support.games.lok_n_roll.table import (
    GAME,
    card,
    do,
    laura,
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
from trainshed.games.lok_n_roll.rules.effects import Draw
from trainshed.kernel.agenda import NATURE

LINE = [s(1), s(1), s(1), s(1)]


# ---------------------------------------------------------------- order


@pytest.mark.clause("LR-TURN-01")
@pytest.mark.parametrize(("seats", "first"), [(n, seat) for n in (2, 3, 4) for seat in range(n)])
def test_turns_go_clockwise(seats: int, first: int) -> None:
    # given a start seat
    state, _ = set_up(seats, start=f"seat-{first + 1}")
    state.play(state.moves()[0])
    # when turns run
    actors = []
    for _ in range(2 * seats + 1):
        actors.append(state.actor)
        pass_turn(state)
    # then s, s+1, s+2 ... mod n
    assert actors == [(first + turn) % seats for turn in range(2 * seats + 1)]


@pytest.mark.clause("LR-TURN-01")
def test_nobody_acts_in_the_turn_of_another() -> None:
    # given the turn of seat 2
    state = position(LINE, 2, [[s(2)]] * 4, seat=2)
    move = GAME.vocabulary.id("pass")
    # when the others want to act, then they are refused
    assert [state.why_not(move, seat) is None for seat in range(4)] == [False, False, True, False]
    for seat in (0, 1, 3):
        why = state.why_not(move, seat)
        assert why is not None
        assert why.clause == "LR-TURN-01"


# ---------------------------------------------------------------- draw


@pytest.mark.clause("LR-TURN-02")
def test_a_turn_begins_with_a_card_from_the_deck() -> None:
    # given a turn start
    state = position(LINE, 2, [[s(2)], [s(3)]], deck=20, pending=[Draw(0)])
    before = state.view(None)
    # when begun
    assert (state.actor, state.chance) == (NATURE, "deck")
    assert dict(state.odds())[GAME.vocabulary.id("draw:chaos:4")] == 2
    heard = do(state, "draw:chaos:4")
    # then the deck has one card less, and the hand one more
    assert state.deck == 19
    assert Counter(names(state.players[0].hand)) == Counter([s(2), "chaos:4"])
    assert names(state.players[1].hand) == [s(3)]
    assert only(heard, events.CardDrawn) == [events.CardDrawn(0, "chaos:4")]
    # and it is gone from the deck
    assert state.unseen[card("chaos:4")] == 1
    # and nothing else has happened before the action of this seat
    after = state.view(None)
    assert (after.track, after.engine, after.piles) == (before.track, before.engine, before.piles)
    assert state.actor == 0
    assert "pass" in legal(state)


@pytest.mark.clause("LR-TURN-02")
def test_each_turn_takes_exactly_one_card_from_the_deck() -> None:
    # given many games
    for state, rng in games(30, seed=2):
        deck, turn = state.deck, state.turn
        while not state.over:
            # when moves are made
            heard = wander(state, rng)
            # then the deck shrinks as a turn begins, and at no other time
            assert deck - state.deck == state.turn - turn == len(only(heard, events.TurnBegun))
            deck, turn = state.deck, state.turn


@pytest.mark.clause("LR-TURN-02", "LR-TURN-04")
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_each_turn_begins_with_one_question(seats: int) -> None:
    """So that clocks know where a turn begins, also of a seat that plays alone."""
    # given games with one seat and with more
    for seed in range(5):
        state, rng = GAME.start(seats), Random(seed)
        begun = 0
        while not state.over:
            # when a question is asked, then it begins a turn exactly if the action is chosen
            if state.begins_turn:
                begun += 1
                assert state.turn == begun
                assert "pass" in legal(state)
            wander(state, rng)
        assert begun == state.turn
        assert not state.begins_turn


@pytest.mark.clause("LR-TURN-03")
def test_there_is_no_hand_limit() -> None:
    # given 15 cards in hand
    hand = [s(1)] * 4 + [s(2)] * 4 + [s(3)] * 4 + [s(4)] * 3
    state = position([s(1), "track:1:straight_wide"], 1, [hand, []], pending=[Draw(0)])
    # when drawing, then it is allowed
    do(state, "draw:chaos:1")
    assert len(state.players[0].hand) == 16
    # and no card need be given up
    do(state, "pass")
    assert len(state.players[0].hand) == 16
    assert state.chance == "deck"
    assert isinstance(state.agenda[-1], Draw)
    assert state.agenda[-1].seat == 1


# ---------------------------------------------------------------- one action


@pytest.mark.clause("LR-TURN-04")
def test_a_player_may_pass_extend_or_discard_chaos_cards() -> None:
    # given a hand for everything
    state = position(LINE, 2, [[s(2), "chaos:3"], []])
    # when legal actions are listed, then there are three kinds, and doing nothing is none
    assert legal(state) == ["pass", "chaos:3", f"lay:{s(2)}"]
    assert refusal(state, "stop").clause == "LR-TURN-04"


@pytest.mark.clause("LR-TURN-04")
def test_after_a_pass_no_other_action_follows() -> None:
    # given a hand for everything
    state = position(LINE, 2, [[s(2), "chaos:3"], [s(2)]])
    # when passing, then the turn is over
    do(state, "pass")
    assert isinstance(state.agenda[-1], Draw)
    assert state.agenda[-1].seat == 1
    assert len(state.players[0].hand) == 2


@pytest.mark.clause("LR-TURN-04")
def test_after_chaos_cards_no_other_action_follows() -> None:
    # given a hand for everything
    state = position(LINE, 2, [[s(2), "chaos:3", "chaos:4"], [s(2)]])
    # when a chaos card is discarded, then only others may follow
    do(state, "chaos:3")
    assert legal(state) == ["stop", "chaos:4"]
    assert refusal(state, f"lay:{s(2)}").clause == "LR-TURN-04"
    assert refusal(state, "pass").clause == "LR-TURN-04"
    # and then the turn is over
    do(state, "stop")
    assert isinstance(state.agenda[-1], Draw)
    assert state.agenda[-1].seat == 1


@pytest.mark.clause("LR-TURN-04")
def test_after_an_extension_no_other_action_follows() -> None:
    # given a hand for everything
    state = position(LINE, 2, [[s(2), s(2), "chaos:3"], [s(2)]])
    # when the track is extended, then only further cards of that value may follow
    do(state, f"lay:{s(2)}")
    assert legal(state) == ["stop", f"lay:{s(2)}"]
    for word in ("pass", "chaos:3"):
        assert refusal(state, word).clause
    # and after the roll the turn is over
    do(state, "stop", "wheels:1")
    assert isinstance(state.agenda[-1], Draw)
    assert state.agenda[-1].seat == 1


@pytest.mark.clause("LR-TURN-04")
def test_exactly_one_action_follows_every_draw() -> None:
    # given many games among people
    passing = "p[dbk]*"
    extending = "(lt?)+s?w+[dbk]*"
    chaos = "(c[bk]?)+s?"
    words = ("draw", "pass", "lay", "turn", "stop", "wheels", "chaos", "discard", "combine", "keep")
    letters = dict(zip(words, "Dpltswcdbk", strict=True))
    kinds: Counter[str] = Counter()
    for state, rng in games(60, seed=4):
        turn = ""
        while not state.rival:
            # when a turn is logged
            if state.over or (turn and isinstance(state.agenda[-1], Draw)):
                # then exactly one action of the three kinds follows the draw
                assert state.lost or re.fullmatch(f"D({passing}|{extending}|{chaos})", turn), turn
                kinds[turn[1]] += 1
                turn = ""
            if state.over:
                break
            move = state.pick(rng.randrange(state.tickets())) if state.actor == NATURE else rng.choice(state.moves())
            turn += letters[GAME.vocabulary.word(move).split(":")[0]]
            state.play(move)
    assert set(kinds) == {"p", "l", "c"}


# ---------------------------------------------------------------- end of the turn


@pytest.mark.clause("LR-TURN-05")
def test_penalty_cards_go_to_the_own_pile_at_the_end_of_the_turn() -> None:
    # given 2 penalty cards taken
    state = penalised([s(3), s(2)], pile=[s(4)])
    assert values(state.penalties) == [3, 2]
    assert values(state.players[0].pile) == [4]
    # when the turn ends
    do(state, "discard:2")
    assert isinstance(state.agenda[-1], Draw)
    # then both have gone to the pile of this player
    assert values(state.players[0].pile) == [4, 2, 3]
    assert state.players[1].pile == []
    assert state.penalties == []


@pytest.mark.clause("LR-TURN-05")
def test_penalty_cards_leave_by_combining_or_stay_on_the_pile() -> None:
    # given 2 penalty cards taken, one of which matches the pile
    state = penalised([s(3), s(2)], pile=[s(2)])
    # when the turn ends after a combination
    do(state, "discard:2", "combine")
    assert isinstance(state.agenda[-1], Draw)
    # then one has left and the other is on the pile
    assert names(state.boxed) == [s(2), s(2)]
    assert values(state.players[0].pile) == [3]
    assert state.penalties == []


@pytest.mark.clause("LR-TURN-05")
def test_the_next_turn_never_begins_before_the_penalty_cards_are_put_away() -> None:
    # given many games
    for state, rng in games(60, seed=5):
        while not state.over:
            # when a turn is about to begin, then no penalty card waits
            if state.chance == "deck":
                assert state.penalties == []
            wander(state, rng)
        # and none when the game is over
        assert state.penalties == []


# ---------------------------------------------------------------- what is open


@pytest.mark.clause("LR-TURN-06")
def test_others_see_that_a_card_was_drawn_and_not_which() -> None:
    # given a draw of seat 0
    state = position(LINE, 2, [[s(2)], [s(3)], []], deck=20, pending=[Draw(0)])
    move = GAME.vocabulary.id("draw:destroyed:4:curve_right")
    for seat in (1, 2, None):
        before = msgspec.structs.asdict(state.view(seat))
        assert state.seen(seat, move) == "draw:?"
        # when drawn
        trial = state.clone()
        trial.listen()
        trial.play(move)
        # then in another player's view the numbers of hand and deck cards have changed
        after = msgspec.structs.asdict(trial.view(seat))
        assert (before["deck"], after["deck"]) == (20, 19)
        assert (before["hands"], after["hands"]) == ([1, 1, 0], [2, 1, 0])
        # and the card is unknown
        changed = {field for field, value in after.items() if value != before[field]}
        assert changed == {"deck", "hands", "turn", "pending", "actor"}
        assert shown(trial.view(seat))["destroyed:4:curve_right"] == 0
        assert only(trial.events(seat), events.CardDrawn) == [events.CardDrawn(0, None)]
        # and whatever was drawn, it looks the same
        twin = state.clone()
        do(twin, "draw:chaos:1")
        assert twin.view(seat) == trial.view(seat)


@pytest.mark.clause("LR-TURN-06")
def test_the_drawer_sees_the_card() -> None:
    # given a draw of seat 0
    state = position(LINE, 2, [[s(2)], [s(3)]], pending=[Draw(0)])
    assert state.seen(0, GAME.vocabulary.id("draw:chaos:1")) == "draw:chaos:1"
    # when drawn
    do(state, "draw:chaos:1")
    # then it is in the own view
    assert sorted(state.view(0).hand) == sorted([s(2), "chaos:1"])
    assert only(state.events(0), events.CardDrawn) == [events.CardDrawn(0, "chaos:1")]


@pytest.mark.clause("LR-TURN-06")
def test_everything_on_the_table_is_open_to_everybody() -> None:
    # given a position with a track, an engine, piles, and cards combined and boxed
    state = penalised([s(3), s(2), s(1)], pile=[s(2)], hand=["chaos:1"], deck=17)
    do(state, "discard:2", "combine")
    for seat in (0, 1, None):
        # when anybody's view is read, then all of that is there
        view = state.view(seat)
        assert [laid.card for laid in view.track] == ["track:4:straight_wide"]
        assert view.engine == 0
        assert view.piles == [[], []]
        assert view.penalties == [s(3), s(1)]
        assert view.boxed == [s(2), s(2)]
        assert (view.deck, view.hands) == (17, [1, 0])
        # and the removed cards are a number
        assert view.removed == 55 - 17 - 1 - 5


@pytest.mark.clause("LR-TURN-06")
def test_the_draws_of_the_set_up_and_of_laura_are_open() -> None:
    # given a card drawn for the starting track, when read by another, then it is known
    state, _ = started(2)
    assert state.seen(1, GAME.vocabulary.id(f"draw:{s(4)}")) == f"draw:{s(4)}"
    # given Laura's draw, when read, then it is known
    rival = laura(LINE, 2, hand=[s(2), s(2)])
    assert rival.seen(0, GAME.vocabulary.id(f"draw:{s(4)}")) == f"draw:{s(4)}"
