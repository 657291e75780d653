"""Question cards and the black worker (RR-CARD)."""

from __future__ import annotations

import pytest

from tests.support.games.russian_railroads.table import do, effect, legal, only, position, put, refresh, refusal, tracks
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.actions.cards import UseCard
from trainshed.games.russian_railroads.rules.bonus import SettleBonus
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.state import RailState

TS_BLACK, SP_BLACK, KV_BLACK = [f"advance:{name}:black" for name in ("trans_siberian", "st_petersburg", "kiev")]
TS_GRAY = "advance:trans_siberian:gray"


def choose_card(state: RailState, seat: int = 0) -> RailState:
    """In the turn of this seat: which question card?"""
    return refresh(state, [NextTurn(seat), SettleBonus(seat), UseCard(seat)])


def others_have_passed(state: RailState) -> None:
    for player in state.players[1:]:
        player.passed = 1


def with_black_worker(needs_icon: str = "yes") -> RailState:
    """The turn of a player who owns the black worker."""
    state = position(black_worker_needs_printed_black=needs_icon)
    state.cards &= ~(1 << state.box.card_names.index("black_worker"))
    state.players[0].black = 1
    return state


def black_steps(state: RailState, *words: str) -> int:
    """How many black steps on the Trans-Siberian can be made after these words, until the turn is over."""
    do(state, *words)
    count = 0
    while state.actor == 0:
        do(state, TS_BLACK)
        count += 1
    return count


# ---------------------------------------------------------------- mixed


@pytest.mark.clause("RR-CARD-01")
@pytest.mark.parametrize(
    ("again", "doublers", "industry", "black"),
    [("doubler", 2, 1, 2), ("industry", 1, 2, 2), ("track", 1, 1, 3)],
)
def test_the_mixed_card_gives_its_three_parts_and_one_of_them_once_more(
    again: str, doublers: int, industry: int, black: int
) -> None:
    # given the card
    state = choose_card(position())
    own = state.players[0]
    # when it is carried out / then a doubler, an industry step and a black step
    do(state, "card:mixed")
    assert own.doublers == 1
    assert set(legal(state)) == {TS_BLACK, SP_BLACK, KV_BLACK, "industry:1"}
    do(state, TS_BLACK)  # the industry step that is left is the only one
    assert (own.doublers, own.markers[0], own.tracks[0]) == (1, 1, 2)
    # and then one of the three
    assert legal(state) == ["again:doubler", "again:industry", "again:track"]
    do(state, f"again:{again}")
    if again == "track":
        assert set(legal(state)) == {TS_BLACK, SP_BLACK, KV_BLACK}
        do(state, TS_BLACK)
    assert (own.doublers, own.markers[0], own.tracks[0]) == (doublers, industry, black)
    assert state.actor == 1


@pytest.mark.clause("RR-CARD-01")
def test_the_fourth_part_of_the_mixed_card_must_be_possible() -> None:
    # given 7 doublers, and one industry step
    state = position()
    own = state.players[0]
    own.doublers = 7
    own.markers = [3, -1]
    choose_card(state)
    # when the three parts are made, in whichever order
    do(state, "card:mixed")
    assert {"industry:1", TS_BLACK} <= set(legal(state))
    do(state, TS_BLACK)
    # then only black can be made once more, and the choice among the black tracks is all that is asked
    assert (own.doublers, own.markers[0], own.tracks[0]) == (8, 4, 2)
    assert set(legal(state)) == {TS_BLACK, SP_BLACK, KV_BLACK}


@pytest.mark.clause("RR-CARD-01")
def test_a_part_that_cannot_be_made_again_is_refused() -> None:
    # given 7 doublers / when the fourth part is chosen / then a doubler is refused, the others are not
    state = position()
    state.players[0].doublers = 7
    choose_card(state)
    do(state, "card:mixed", TS_BLACK)
    assert legal(state) == ["again:industry", "again:track"]
    assert refusal(state, "again:doubler").clause == "RR-CARD-01"


# ---------------------------------------------------------------- engineer


@pytest.mark.clause("RR-CARD-02")
def test_the_engineer_card_gives_its_engineer_and_its_rouble_for_use_in_the_same_round() -> None:
    # given the card, and a player without workers
    state = position()
    others_have_passed(state)
    own = state.players[0]
    own.workers = own.roubles = 0
    supply = state.roubles
    choose_card(state)
    # when it is carried out / then engineer 1 is owned and roubles + 1, the one that lay on the card
    do(state, "card:engineer")
    assert (own.engineers, own.roubles, state.roubles) == ([1], 1, supply)
    assert state.box.engineer_letter[1] == ""
    # and both are usable in the same round
    assert (state.round, state.actor) == (1, 0)
    do(state, "engineer:1")
    assert own.roubles == 0
    do(state, TS_BLACK, TS_BLACK)
    assert own.tracks[0] == 3


@pytest.mark.clause("RR-CARD-03")
def test_the_engineer_of_the_card_counts_in_every_respect() -> None:
    # given one engineer against one with a higher number
    state = position()
    others_have_passed(state)
    own = state.players[0]
    own.engineers = [4]
    own.factories = [1]
    own.markers = [4, -1]
    state.players[1].engineers = [9]
    assert state.majority() == [20, 40, 0, 0]
    choose_card(state)
    # when the card is used / then the majority count is one more
    do(state, "card:engineer")
    assert state.majority() == [40, 20, 0, 0]
    # and its number joins the sum of the factory
    before = own.points
    do(state, "space:industry_1", "pay:w1")
    assert own.markers == [5, -1]
    assert own.points == before + 4 + 1


# ---------------------------------------------------------------- factory


@pytest.mark.clause("RR-CARD-04")
@pytest.mark.parametrize(
    "words",
    [
        ("build:factory", "industry:1", "industry:1"),
        ("industry:1", "build:factory", "industry:1"),
        ("industry:1", "industry:1", "build:factory"),
    ],
)
def test_the_factory_card_builds_a_factory_and_moves_the_industry_twice_in_any_order(words: tuple[str, ...]) -> None:
    # given the card
    state = choose_card(position())
    own = state.players[0]
    state.piles = [0, 0, 3, 4, 4, 4, 4, 4, 4, 4]
    # when it is used / then a factory and 2 industry steps are pending, in the order of the player's choice
    do(state, "card:factory")
    assert legal(state) == ["industry:1", "build:factory"]
    assert refusal(state, "done").clause == "RR-TURN-06"
    assert refusal(state, "build:locomotive").clause == "RR-BOARD-16"
    for word in words:
        if state.actor == 0 and word in legal(state):  # the last part is forced
            do(state, word)
    assert (own.factories, own.markers, state.piles[2]) == ([2], [2, -1], 2)
    assert state.actor == 1


@pytest.mark.clause("RR-CARD-04")
def test_the_factory_of_the_card_opens_the_lane_for_its_industry_steps() -> None:
    # given a marker before a gap / when the card is used / then the factory must come first, and is entered
    state = position()
    own = state.players[0]
    own.markers = [4, -1]
    own.roubles = 0
    state.piles = [0, 0, 0, 0, 0, 0, 4, 4, 4, 4]
    choose_card(state)
    heard = do(state, "card:factory")
    assert own.factories == [6]
    assert own.markers == [6, -1]
    assert own.roubles == 1
    assert all(moved.forced for moved in only(heard, events.MarkerMoved))
    assert state.actor == 1


# ---------------------------------------------------------------- the black worker


@pytest.mark.clause("RR-CARD-05")
def test_the_black_worker_is_a_worker_for_this_and_all_later_rounds() -> None:
    # given the card
    state = position()
    others_have_passed(state)
    own = state.players[0]
    choose_card(state)
    # when used / then one worker more, a black one
    do(state, "card:black_worker")
    assert (own.workers, own.black, own.gained_workers) == (5, 1, 1)
    # and it can be placed in this round
    do(state, "space:aux_roubles", "pay:b1")
    assert (own.workers, own.black) == (5, 0)
    # and comes back for the next, and the one after
    for later in (2, 3):
        do(state, "pass")
        assert (state.round, own.workers, own.black) == (later, 5, 1)
        others_have_passed(state)
        do(state, "space:aux_roubles", "pay:b1")


@pytest.mark.clause("RR-CARD-06")
@pytest.mark.parametrize(("payment", "steps"), [("pay:w1b1", 4), ("pay:w2", 3), ("pay:b1r1", 4)])
def test_the_black_worker_adds_a_black_step_wherever_it_is_among_the_workers(payment: str, steps: int) -> None:
    # given the black worker and an own one / when placed on 3 black / then 4 black steps
    state = refresh(with_black_worker())
    assert black_steps(state, "space:track_black_2", payment) == steps
    assert state.players[0].tracks[0] == 1 + steps


@pytest.mark.clause("RR-CARD-07")
@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize(("engineer", "steps"), [(15, 2), (4, 1), (11, 2)])
def test_the_black_worker_counts_on_engineers_that_show_black(public: bool, engineer: int, steps: int) -> None:
    # given an engineer with black, public or own / when the black worker is placed / then one step more
    for payment, extra in (("pay:b1", 1), ("pay:w1", 0)):
        state = with_black_worker()
        if public:
            state.strip[-2] = engineer
        else:
            state.players[0].engineers = [engineer]
        refresh(state)
        word = "space:eng_light_right" if public else f"engineer:{engineer}"
        assert black_steps(state, word, payment) == steps + extra


@pytest.mark.clause("RR-CARD-07")
def test_the_black_worker_counts_on_the_bottom_space_only_when_that_is_used_for_black() -> None:
    # given the bottom track space, for a black or a gray step
    state = with_black_worker()
    own = state.players[0]
    own.tracks = tracks(ts=(4, 1), sp=(3, 0), kv=(2, 0))
    refresh(state)
    do(state, "space:track_bottom", "pay:b1")
    gray = state.clone()
    # when used for black / then one black step more, and no gray one
    do(state, TS_BLACK)
    assert set(legal(state)) == {"done", TS_BLACK, SP_BLACK, KV_BLACK}
    do(state, TS_BLACK)
    assert (own.tracks[:2], state.actor) == ([6, 1], 1)
    # when used for gray / then nothing more
    do(gray, TS_GRAY)
    assert (gray.players[0].tracks[:2], gray.actor) == ([4, 2], 1)


@pytest.mark.clause("RR-CARD-07")
def test_the_black_worker_does_not_count_on_free_choice_icons() -> None:
    # given the free-choice space and an own engineer of free choice / when the black worker is placed / then 2 steps
    for word, payment in (("space:track_any", "pay:b1r1"), ("engineer:1", "pay:b1")):
        state = with_black_worker()
        state.players[0].engineers = [1]
        refresh(state)
        do(state, word, payment, TS_BLACK, TS_BLACK)
        assert (state.players[0].tracks[0], state.actor) == (3, 1)
    # and where the table wants it otherwise, 3
    state = refresh(with_black_worker(needs_icon="no"))
    assert black_steps(state, "space:track_any", "pay:b1r1") == 3


@pytest.mark.clause("RR-CARD-07", "RR-CARD-08")
def test_the_black_worker_on_the_repeat_engineer_adds_nothing_to_the_repeated_space() -> None:
    # given the repeat engineer, and an own worker on 2 black / when the black worker repeats it / then 2 steps
    state = with_black_worker()
    state.players[0].engineers = [9]
    put(state, "track_black_1", 0)
    refresh(state)
    do(state, "engineer:9", "pay:b1", "repeat:track_black_1", TS_BLACK, TS_BLACK)
    assert (state.players[0].tracks[0], state.actor) == (3, 1)


@pytest.mark.clause("RR-CARD-08")
def test_a_space_that_holds_the_black_worker_is_not_repeated() -> None:
    # given the black worker on 2 black, and with an own one on 3 black
    state = position()
    put(state, "track_black_1", 0, workers=0, black=1)
    put(state, "track_black_2", 0, workers=1, black=1)
    put(state, "industry_1", 0)
    put(state, "aux_doubler", 0)
    # when a repeat comes / then neither is offered
    refresh(state, [NextTurn(0), effect(0, "repeat:1")])
    assert legal(state) == ["done", "repeat:industry_1", "repeat:aux_doubler"]
    assert refusal(state, "repeat:track_black_1").clause == "RR-REUSE-01"
    assert refusal(state, "repeat:track_black_2").clause == "RR-REUSE-01"


@pytest.mark.clause("RR-CARD-08")
def test_the_black_worker_swapped_onto_a_black_space_adds_no_step() -> None:
    # given own workers on 3 black, and the black worker for a claim
    state = with_black_worker()
    own = state.players[0]
    put(state, "track_black_2", 0, workers=2)
    refresh(state)
    # when the black worker claims position 2 and is swapped onto 3 black
    heard = do(state, "space:order_2", "pay:b1")
    # then it stands there, and nobody moves a track
    assert [swapped.space for swapped in only(heard, events.PiecesSwapped)] == ["track_black_2"]
    there = next(s for s in state.stacks if state.box.space_names[s.space] == "track_black_2")
    assert (there.workers, there.black) == (1, 1)
    assert only(heard, events.TrackMoved) == []
    assert (own.tracks, state.claims[1], state.actor) == (tracks(), 0, 1)


@pytest.mark.clause("RR-CARD-13")
def test_the_extra_step_does_not_make_a_space_possible() -> None:
    # given black at 15, 9 and 7, so that 2 steps are possible / then 3 black is not selectable
    state = with_black_worker()
    own = state.players[0]
    own.tracks = tracks(ts=(15,), sp=(9,), kv=(7,))
    refresh(state)
    assert refusal(state, "space:track_black_2").clause == "RR-TURN-06"
    # and at 15, 9 and 6 it is, and the extra step lapses
    own.tracks = tracks(ts=(15,), sp=(9,), kv=(6,))
    refresh(state)
    do(state, "space:track_black_2", "pay:w1b1")
    assert (own.tracks[10], state.actor) == (9, 1)


@pytest.mark.clause("RR-CARD-13")
def test_the_extra_step_lapses_where_no_black_track_can_move() -> None:
    # given black at 15, 9 and 8, and a marker that can move
    state = with_black_worker()
    own = state.players[0]
    own.tracks = tracks(ts=(15,), sp=(9,), kv=(8,))
    refresh(state)
    # when the black worker is placed on industry and black / then both are made, and the extra step lapses
    do(state, "space:industry_black", "pay:w1b1")
    heard = do(state, KV_BLACK)
    heard += [] if state.actor == 1 else do(state, "industry:1")
    assert (own.tracks[10], own.markers[0], state.actor) == (9, 1, 1)
    # and with a marker that cannot move the space is not selectable
    state = with_black_worker()
    own = state.players[0]
    own.tracks = tracks(ts=(15,), sp=(9,), kv=(8,))
    own.markers = [4, -1]
    refresh(state)
    assert refusal(state, "space:industry_black").clause == "RR-TURN-06"


@pytest.mark.clause("RR-CARD-13")
@pytest.mark.parametrize(
    ("words", "black"),
    [
        ((TS_BLACK, TS_BLACK, "industry:1"), 3),
        ((TS_BLACK, "industry:1", TS_BLACK), 3),
        (("industry:1", TS_BLACK, TS_BLACK), 3),
        (("industry:1", TS_BLACK, "done"), 2),
    ],
)
def test_the_extra_step_may_be_made_at_any_point_of_the_action_or_left(words: tuple[str, ...], black: int) -> None:
    # given the black worker on industry and black
    state = refresh(with_black_worker())
    own = state.players[0]
    do(state, "space:industry_black", "pay:w1b1")
    assert refusal(state, "done").clause == "RR-TURN-06"
    # when the extra step is made before, between or after, or left / then the printed action is made all the same
    for word in words:
        if state.actor == 0:  # a step that is the only one is made without a question
            do(state, word)
    assert (own.tracks[0], own.markers[0], state.actor) == (black, 1, 1)


# ---------------------------------------------------------------- number 9


@pytest.mark.clause("RR-CARD-09")
def test_the_locomotive_of_the_card_is_placed_at_once_and_may_push_out_another() -> None:
    # given the card, and locomotives on three places
    state = position()
    own = state.players[0]
    own.locomotives = [4, 2, 3, 0]
    piles = state.piles[:]
    choose_card(state)
    # when it is used / then a number 9 is to be placed anywhere
    do(state, "card:loco_9")
    assert set(legal(state)) == {
        f"place:{p}" for p in ("trans_siberian_1", "trans_siberian_2", "st_petersburg", "kiev")
    }
    assert refusal(state, "give_up").clause == "RR-LOCO-21"
    # and the one that it replaces goes on to a place of its own
    do(state, "place:trans_siberian_1")
    assert set(legal(state)) == {"place:trans_siberian_2", "place:st_petersburg", "place:kiev"}
    do(state, "place:kiev")
    assert own.locomotives == [9, 2, 3, 4]
    # and no tile of the piles was taken
    assert (state.piles, state.actor) == (piles, 1)


@pytest.mark.clause("RR-CARD-10")
def test_what_the_locomotive_of_the_card_reaches_is_gained_at_once() -> None:
    # given black on 6 of St Petersburg, and no locomotive there
    state = position()
    own = state.players[0]
    own.tracks = tracks(sp=(6,))
    choose_card(state)
    # when the 9 goes there / then two token choices follow
    heard = do(state, "card:loco_9", "place:st_petersburg")
    assert {(gained.railroad, gained.space) for gained in only(heard, events.RewardGained)} == {
        ("st_petersburg", 4),
        ("st_petersburg", 6),
    }
    do(state, "token:three_doublers")
    assert state.actor == 0
    do(state, "token:revaluation")
    assert (own.doublers, own.revalued, state.actor) == (3, 1, 1)


# ---------------------------------------------------------------- once, and in full


@pytest.mark.clause("RR-CARD-11")
def test_a_used_card_is_gone_for_everybody() -> None:
    # given 'number 9' used by one player
    state = choose_card(position())
    do(state, "card:loco_9", "place:kiev")
    # when another chooses / then it is refused, and the others are not
    choose_card(state, 1)
    assert refusal(state, "card:loco_9").clause == "RR-CARD-11"
    assert legal(state) == ["card:mixed", "card:engineer", "card:factory", "card:black_worker"]


@pytest.mark.clause("RR-CARD-12")
@pytest.mark.parametrize(("doublers", "allowed"), [(8, False), (7, True)])
def test_a_card_is_chosen_only_if_it_can_be_carried_out_completely(doublers: int, allowed: bool) -> None:
    # given 8 doublers / when a card is chosen / then 'mixed' is not selectable
    state = position()
    state.players[0].doublers = doublers
    choose_card(state)
    assert ("card:mixed" in legal(state)) == allowed
    if not allowed:
        assert refusal(state, "card:mixed").clause == "RR-CARD-12"
    assert {"card:engineer", "card:factory", "card:black_worker", "card:loco_9"} <= set(legal(state))


@pytest.mark.clause("RR-CARD-12", "RR-TOKEN-09")
def test_a_card_that_can_be_carried_out_is_not_declined() -> None:
    # given several cards that can be carried out / when a card is to be chosen / then one of them must be
    state = choose_card(position())
    assert refusal(state, "done").clause == "RR-TOKEN-09"
    # given one that can be carried out completely and one that cannot / then the first is taken without asking
    state = position()
    state.players[0].doublers = 8
    names = state.box.card_names
    state.cards = 1 << names.index("mixed") | 1 << names.index("black_worker")
    choose_card(state)
    assert only(state.heard or [], events.CardUsed) == [events.CardUsed(0, "black_worker", True)]
    assert state.players[0].black == 1
    assert state.view(0).cards == ["mixed"]


@pytest.mark.clause("RR-CARD-12")
def test_if_no_card_can_be_carried_out_completely_one_is_as_far_as_possible() -> None:
    # given only 'mixed' left, and 8 doublers
    state = position()
    own = state.players[0]
    own.doublers = 8
    state.cards = 1 << state.box.card_names.index("mixed")
    # when a card is to be chosen / then it is, and all but the doubler is made
    choose_card(state)
    assert only(state.heard or [], events.CardUsed) == [events.CardUsed(0, "mixed", True)]
    assert refusal(state, "done").clause == "RR-TURN-06"
    do(state, "industry:1", KV_BLACK)
    assert legal(state) == ["again:industry", "again:track"]
    do(state, "again:track", KV_BLACK)
    assert (own.doublers, own.markers, own.tracks) == (8, [1, -1], tracks(kv=(3,)))
    assert (state.view(0).cards, state.actor) == ([], 1)


@pytest.mark.clause("RR-CARD-12")
def test_if_no_card_has_any_effect_the_card_step_is_skipped() -> None:
    # given only 'number 9' left, and four of them on the board / then nobody is asked, and the card stays
    state = position()
    state.players[0].locomotives = [9, 9, 9, 9]
    state.cards = 1 << state.box.card_names.index("loco_9")
    choose_card(state)
    assert state.actor == 1
    assert state.view(0).cards == ["loco_9"]
