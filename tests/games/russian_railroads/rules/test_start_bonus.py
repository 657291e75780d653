"""Starting bonus cards: who chooses, and what they give."""

from __future__ import annotations

import pytest

from tests.support.games.russian_railroads.table import BOX, barred, dealt, do, legal, only, refusal, tracks
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.player import numbers_of
from trainshed.games.russian_railroads.rules.state import RailState

ALL = ["start:black", "start:industry", "start:doubler", "start:rouble"]
ORDERS = {2: [1, 0], 3: [1, 2, 0], 4: [2, 0, 3, 1]}


def draft(state: RailState) -> tuple[list[int], list[str]]:
    """Every seat takes the last card offered: the seats in order, and the cards left before the first round."""
    asked: list[int] = []
    left: list[str] = []
    while state.round == 0:
        asked.append(state.actor)
        left = legal(state)[:-1]
        do(state, legal(state)[-1])
    return asked, left


@pytest.mark.clause("RR-STARTBONUS-01")
@pytest.mark.parametrize("order", [[0, 1, 2, 3], [2, 0, 3, 1]])
def test_with_four_players_the_fourth_chooses_first_then_the_third_then_the_second(order: list[int]) -> None:
    # given this order
    state = dealt(4, order)
    # when the cards are chosen, then the 4th, 3rd and 2nd player are asked, in this sequence
    assert legal(state) == ALL
    assert draft(state)[0] == [order[3], order[2], order[1]]


@pytest.mark.clause("RR-STARTBONUS-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_never_gets_a_starting_bonus_card(seats: int) -> None:
    # given any number of players
    state = dealt(seats, ORDERS[seats])
    first = state.players[ORDERS[seats][0]]
    before = numbers_of(first), first.tracks[:], first.markers[:]
    # when the cards are chosen
    asked, _ = draft(state)
    # then everybody but the first player was asked once, and that player got nothing
    assert sorted(asked) == sorted(ORDERS[seats][1:])
    assert (numbers_of(first), first.tracks, first.markers) == before


@pytest.mark.clause("RR-STARTBONUS-03")
def test_a_chosen_card_is_gone_for_those_who_choose_later() -> None:
    # given the 4th player who takes the rouble card
    state = dealt(4)
    do(state, "start:rouble")
    # then the 3rd player sees 3 cards without it
    assert state.actor == 2
    assert legal(state) == ["start:black", "start:industry", "start:doubler"]
    assert state.view(2).starts == ["black", "industry", "doubler"]
    # and is refused it
    assert barred(state, "start:rouble") == "RR-STARTBONUS-03"
    # when the doubler card is taken too, then the 2nd player sees 2
    do(state, "start:doubler")
    assert (state.actor, legal(state)) == (1, ["start:black", "start:industry"])


@pytest.mark.clause("RR-STARTBONUS-03")
def test_a_chosen_card_is_carried_out_before_the_next_player_chooses() -> None:
    # given the 4th player who takes the black track card
    state = dealt(4)
    do(state, "start:black")
    # then the same player is asked where, and nobody chooses a card meanwhile
    assert state.actor == 3
    assert refusal(state, "start:industry").generic
    do(state, "advance:kiev:black")
    assert state.players[3].tracks == tracks(kv=(2,))
    # and only then the 3rd player chooses
    assert (state.actor, legal(state)) == (2, ["start:industry", "start:doubler", "start:rouble"])
    do(state, "start:rouble")
    assert (state.actor, state.players[2].roubles) == (1, 2)


@pytest.mark.clause("RR-STARTBONUS-04")
def test_the_card_nobody_took_goes_back_to_the_box() -> None:
    # given 4 players of whom three have chosen
    state = dealt(4)
    do(state, "start:rouble", "start:doubler")
    assert state.view(0).starts == ["black", "industry"]
    do(state, "start:industry")
    # when the draft is over, then 1 card was unused, and none is in play any more
    assert (state.round, state.actor) == (1, 0)
    assert state.starts == 0
    assert [state.view(seat).starts for seat in (0, 1, 2, 3, None)] == [[]] * 5
    assert state.players[0].tracks == state.players[1].tracks == tracks()


@pytest.mark.clause("RR-STARTBONUS-05")
def test_one_card_gives_a_black_step_on_a_railroad_of_choice() -> None:
    # given black on 1, 1, 1
    state = dealt(2)
    assert state.players[1].tracks == tracks()
    # when the card is taken
    do(state, "start:black")
    # then each railroad may be chosen, and the step may not be left
    assert legal(state) == [f"advance:{railroad}:black" for railroad in ("trans_siberian", "st_petersburg", "kiev")]
    assert barred(state, "done") == "RR-TURN-06"
    # and used on the Trans-Siberian it brings black to 2 and unlocks gray on all three at once
    heard = do(state, "advance:trans_siberian:black")
    assert state.players[1].tracks == tracks(ts=(2, 0), sp=(1, 0), kv=(1, 0))
    assert only(heard, events.TracksEarned) == [events.TracksEarned(1, "gray")]
    assert state.round == 1


@pytest.mark.clause("RR-STARTBONUS-05")
def test_the_black_step_on_another_railroad_unlocks_nothing() -> None:
    # given black on 1, 1, 1, when the card is used in St Petersburg
    state = dealt(2)
    do(state, "start:black", "advance:st_petersburg:black")
    # then black is on 2 there, and that is all
    assert state.players[1].tracks == tracks(sp=(2,))
    assert state.round == 1


@pytest.mark.clause("RR-STARTBONUS-06")
def test_one_card_gives_an_industry_step() -> None:
    # given the marker on 0
    state = dealt(2)
    assert state.players[1].markers == [0, -1]
    # when the card is taken, then the marker moves to 1: there is only one marker to move
    heard = do(state, "start:industry")
    assert state.players[1].markers == [1, -1]
    assert only(heard, events.MarkerMoved) == [events.MarkerMoved(1, 1, 1, True)]


@pytest.mark.clause("RR-STARTBONUS-07")
def test_one_card_gives_one_doubler_by_default() -> None:
    # given no doubler
    state = dealt(2)
    assert (state.players[1].doublers, state.doublers) == (0, 20)
    # when the card is taken, then 1 lies above the Trans-Siberian, and the supply drops by 1
    do(state, "start:doubler")
    assert (state.players[1].doublers, state.doublers) == (1, 19)


@pytest.mark.clause("RR-STARTBONUS-07")
def test_the_card_gives_two_doublers_where_the_table_plays_so() -> None:
    # given a table that plays with 2
    state = dealt(2, start_bonus_doublers="2")
    # when the card is taken, then 2 lie above the Trans-Siberian
    do(state, "start:doubler")
    assert (state.players[1].doublers, state.doublers) == (2, 18)
    # and other tables are not changed by that
    other = dealt(2)
    do(other, "start:doubler")
    assert (other.players[1].doublers, other.doublers) == (1, 19)


@pytest.mark.clause("RR-STARTBONUS-08")
@pytest.mark.parametrize(("seats", "before"), [(4, 1), (3, 1), (2, 2)])
def test_one_card_gives_a_rouble_from_the_supply(seats: int, before: int) -> None:
    # given the roubles of the set-up
    state = dealt(seats)
    last, supply = state.players[-1], state.roubles
    assert last.roubles == before
    # when the card is taken, then it is one more, and one less in the supply
    do(state, "start:rouble")
    assert (last.roubles, state.roubles) == (before + 1, supply - 1)


@pytest.mark.clause("RR-STARTBONUS-09")
@pytest.mark.parametrize(("seats", "left"), [(3, ["start:black", "start:industry"]), (2, ALL[:3])])
def test_fewer_players_draft_from_the_last_to_the_second(seats: int, left: list[str]) -> None:
    # given 3 or 2 players
    order = ORDERS[seats]
    state = dealt(seats, order)
    assert legal(state) == ALL
    # when the cards are chosen, then from the last player to the second
    asked, discarded = draft(state)
    assert asked == order[:0:-1]
    # and the 2 or 3 cards left over are discarded
    assert discarded == left
    assert len(BOX.start_names) - len(asked) == len(discarded) == (2 if seats == 3 else 3)
    assert state.starts == 0
