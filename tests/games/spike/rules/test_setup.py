"""From the open box to the first turn."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.support.games.spike.positions import (
    BOX,
    GAME,
    asked,
    barred,
    dealt,
    do,
    draw_out,
    ends,
    fall,
    give,
    hand,
    legal,
    market,
    new_game,
    only,
    play_until,
    position,
    set_up,
    shown,
    wander,
)
from trainshed.games.spike import events
from trainshed.games.spike.rules.state import SpikeState
from trainshed.kernel.agenda import NATURE

SEATS = [2, 3, 4]
ALL_CITIES = BOX.node_names[: BOX.net.cities]


def words_and_weights(state: SpikeState) -> dict[str, int]:
    """What nature may say next, with its weight."""
    return {GAME.vocabulary.word(move): weight for move, weight in state.odds()}


def commodity_of(face: int) -> str:
    return BOX.commodities[BOX.faces[face].commodity]


# ---------------------------------------------------------------- Time cards and market


@pytest.mark.clause("SP-SETUP-01")
def test_the_first_time_card_is_face_up_and_it_is_round_1() -> None:
    # given a new game
    state, _ = set_up(3)
    # when read, then one Time card is face up and two are face down, none of them in the pile
    view = state.view(None)
    assert (view.round, view.times, view.pile_times) == (1, 1, 0)
    assert GAME.census(state)["Time cards"] - view.times == 2


@pytest.mark.clause("SP-SETUP-02")
def test_every_marker_can_be_laid_on_every_space_of_the_market() -> None:
    # given a new game
    state = new_game(2, first_player="seat-1")
    left = set(BOX.commodities)
    # when markers are laid
    for space, commodity in enumerate(reversed(BOX.commodities)):
        # then each that is left is equally likely on the next space
        assert state.chance == "market"
        assert words_and_weights(state) == {f"market:{name}": 1 for name in left}
        heard = do(state, f"market:{commodity}")
        assert only(heard, events.MarkerPlaced) == [events.MarkerPlaced(commodity, space)]
        left.remove(commodity)
    # and all 12 lie there, face up
    assert state.view(1).market == list(reversed(BOX.commodities))


@pytest.mark.clause("SP-SETUP-02")
def test_many_markets_are_different_and_full() -> None:
    # given many set-ups, when the layouts are compared
    layouts = []
    rng = Random(2)
    for _ in range(300):
        state = new_game(2, first_player="seat-1")
        while state.chance == "market":
            wander(state, rng)
        layouts.append(market(state))
    # then each fills 12 spaces with 12 different commodities
    assert all(sorted(layout) == sorted(BOX.commodities) for layout in layouts)
    # and every commodity can stand on every space
    assert all(len({layout[space] for layout in layouts}) == 12 for space in range(12))


@pytest.mark.clause("SP-SETUP-03")
def test_the_market_has_four_columns_with_the_values_3_2_and_1() -> None:
    # given a market
    state = position(2)
    # when it is read
    worth = [state.worth(commodity) for commodity in state.market]
    # then four columns hold one marker each at 3, 2 and 1
    assert worth == [3, 2, 1] * 4
    assert (BOX.columns, BOX.row_worth) == (4, [3, 2, 1])


# ---------------------------------------------------------------- pieces and contracts


@pytest.mark.clause("SP-SETUP-04")
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_begins_with_all_own_pieces_and_no_money(seats: int) -> None:
    # given a new game
    state, _ = set_up(seats)
    # when read, then every player has 0$, and all pieces of one colour: no track lies on the board
    assert [(player.money, player.stock) for player in state.view(None).players] == [(0, 45)] * seats
    assert set(state.view(None).tracks) == {0}
    # and a colour is a seat: a track of one is not the other's
    give(state, 1, tracks="norfolk-washington")
    laid = [track for track in state.view(None).tracks if track]
    assert laid == [0b10]
    assert [player.stock for player in state.view(None).players] == [45, 44, *[45] * (seats - 2)]


@pytest.mark.clause("SP-SETUP-05")
@pytest.mark.parametrize("seats", SEATS)
def test_one_contract_card_is_dealt_for_each_commodity(seats: int) -> None:
    # given new games, when dealt contracts are collected
    for seed in range(20):
        state, heard = play_until(new_game(seats), "DealCards", seed)
        faces = [face for player in state.players for face in player.contracts]
        # then there are 12 cards, each commodity once
        assert len({BOX.faces[face].card for face in faces}) == len(faces) == 12
        assert sorted(commodity_of(face) for face in faces) == sorted(BOX.commodities)
        assert len(only(heard, events.ContractDealt)) == 12


@pytest.mark.clause("SP-SETUP-05", "SP-SETUP-07")
def test_every_card_and_either_side_of_it_is_equally_likely() -> None:
    # given a basic game before the contracts
    state = new_game(2, first_player="seat-1")
    do(state, *[f"market:{commodity}" for commodity in BOX.commodities])
    # when the first one is dealt, then all 72 sides are equally likely
    assert words_and_weights(state) == {f"contract:{face.name}": 1 for face in BOX.faces}
    # and after it every card of another commodity
    do(state, "contract:oil-2-b")
    assert words_and_weights(state) == {
        f"contract:{face.name}": 1 for face in BOX.faces if not face.name.startswith("oil-")
    }


@pytest.mark.clause("SP-SETUP-06")
@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 3)])
def test_contracts_are_dealt_equally_round_the_table(seats: int, each: int) -> None:
    # given n players, when set up
    state = dealt(seats, first=1)
    # then every player holds 12/n contracts
    assert [len(player.contracts) for player in state.view(None).players] == [each] * seats
    # dealt one at a time from the first player
    for offset in range(seats):
        own = state.players[(1 + offset) % seats].contracts
        assert sorted(commodity_of(face) for face in own) == sorted(BOX.commodities[offset::seats])


@pytest.mark.clause("SP-SETUP-07")
def test_in_the_basic_game_no_contract_can_be_turned_over() -> None:
    # given a basic game in which side b was dealt
    state = new_game(2, first_player="seat-1")
    do(state, *[f"market:{commodity}" for commodity in BOX.commodities])
    do(state, *[f"contract:{commodity}-3-b" for commodity in BOX.commodities])
    # then it is in force without a question
    assert asked(state) == "DealCards"
    assert {contract.face[-4:] for player in state.view(None).players for contract in player.contracts} == {"-3-b"}
    # and no word turns it over, neither in the set-up nor in a turn
    rng = Random(7)
    seen = set()
    while state.turn < 0 or state.idle < 3:
        seen.add(asked(state))
        assert not ends(state, "side")
        wander(state, rng)
    assert "ChooseSides" not in seen
    assert barred(play_until(state, "Turn")[0], "side:cattle-3-a") == "SP-TURN-02"


@pytest.mark.clause("SP-SETUP-08")
def test_everybody_sees_all_contracts() -> None:
    # given a new game
    state, _ = set_up(3)
    own = [[BOX.faces[face].name for face in player.contracts] for player in state.players]
    # when any viewer reads the position, then all contracts of all players are visible
    for viewer in (None, 0, 1, 2):
        view = state.view(viewer)
        assert [[contract.face for contract in player.contracts] for player in view.players] == own


@pytest.mark.clause("SP-SETUP-09")
def test_cards_that_were_not_dealt_play_no_part() -> None:
    # given games
    for seed in range(6):
        state, _ = set_up(2 + seed % 3, seed)
        dealt_faces = {face for player in state.players for face in player.contracts}
        assert len(dealt_faces) == 12
        rng = Random(seed)
        # when they are played to their end
        while not state.over:
            wander(state, rng)
            # then none of the 24 other cards was ever used
            held = [face for player in state.players for face in player.contracts]
            assert set(held) <= dealt_faces


@pytest.mark.clause("SP-SETUP-10")
@pytest.mark.parametrize("seats", SEATS)
def test_every_token_lies_on_its_own_contract(seats: int) -> None:
    # given a new game
    state, _ = set_up(seats)
    # when read, then every contract has its token on it, and none is aboard
    for player in state.view(None).players:
        assert [contract.aboard for contract in player.contracts] == [False] * (12 // seats)
    assert all(player.aboard == 0 for player in state.players)
    # and only tokens of own contracts can be loaded
    held = [BOX.faces[face].commodity for face in state.players[state.actor].contracts]
    own, other = held[0], next(commodity for commodity in range(12) if commodity not in held)
    give(state, state.actor, at=BOX.node_names[BOX.supplied[own][0]])
    assert ends(state, "load") == [BOX.commodities[own]]
    give(state, state.actor, at=BOX.node_names[BOX.supplied[other][0]])
    assert barred(state, f"load:{BOX.commodities[other]}") == "SP-LOAD-03"


# ---------------------------------------------------------------- railway cards


@pytest.mark.clause("SP-SETUP-11")
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_gets_a_secret_hand_of_five_cards(seats: int) -> None:
    # given a set-up before the gift
    state, heard = play_until(new_game(seats), "GiveCard")
    # when hands are counted, then each has 5 cards
    assert [sum(player.hand) for player in state.players] == [5] * seats
    assert [player.cards for player in state.view(None).players] == [5] * seats
    # visible only to its owner
    for seat in range(seats):
        assert state.view(seat).hand == state.players[seat].hand
    assert state.view(None).hand == [0] * 6
    drawn = only(heard, events.CardDrawn)
    assert len(drawn) == 5 * seats
    for event in drawn:
        for viewer in (None, *range(seats)):
            seen = event.as_seen(viewer)
            assert isinstance(seen, events.CardDrawn)
            assert (seen.color is not None) == (viewer == event.seat)


@pytest.mark.clause("SP-SETUP-11")
def test_hands_are_dealt_one_card_at_a_time_from_the_shuffled_deck() -> None:
    # given the deal of a table of three, seat 1 first
    state, _ = play_until(new_game(3, first_player="seat-2"), "DealCards")
    assert words_and_weights(state) == {f"draw:{color}": 10 for color in BOX.colors}
    # when cards fall
    move = GAME.vocabulary.id("draw:green")
    assert [state.seen(viewer, move) for viewer in (None, 0, 1, 2)] == ["draw:?", "draw:?", "draw:green", "draw:?"]
    do(state, "draw:green", "draw:red", "draw:red")
    # then they go round the table, and the odds of what is left change
    assert [hand(state, seat) for seat in range(3)] == ["red", "green", "red"]
    assert words_and_weights(state)["draw:red"] == 8


@pytest.mark.clause("SP-SETUP-12")
@pytest.mark.parametrize(("seats", "copies"), [(2, 7), (3, 10), (4, 10)])
def test_with_two_players_three_cards_of_each_colour_are_removed(seats: int, copies: int) -> None:
    # given a new game, when set up
    state, _ = set_up(seats)
    # then so many cards of each colour are in pile, hands and display
    census = GAME.census(state)
    assert [census[f"cards {color}"] for color in BOX.colors] == [copies] * 6
    view = state.view(0)
    assert view.pile + sum(player.cards for player in view.players) + len(view.display) == 6 * copies


@pytest.mark.clause("SP-SETUP-13")
@pytest.mark.parametrize("seats", SEATS)
def test_the_first_player_is_drawn_before_everything_else(seats: int) -> None:
    # given a table
    state = new_game(seats)
    assert state.view(None).first == -1
    # when set up, then every seat is equally likely to be first, before any decision is asked
    assert (state.actor, state.chance) == (NATURE, "first")
    assert words_and_weights(state) == {f"first:{seat + 1}": 1 for seat in range(seats)}
    heard = do(state, f"first:{seats}")
    assert only(heard, events.FirstChosen) == [events.FirstChosen(seats - 1)]
    assert state.view(None).first == seats - 1
    # and it stays so
    play_until(state, "Turn")
    assert state.view(None).first == state.actor == seats - 1


@pytest.mark.clause("SP-SETUP-13")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_host_may_name_the_first_player(seat: int) -> None:
    # given the option, when the game begins
    state = new_game(3, first_player=f"seat-{seat + 1}")
    # then nothing is drawn for it
    assert state.view(None).first == seat
    assert state.chance == "market"


@pytest.mark.clause("SP-SETUP-14")
def test_the_first_player_gives_a_card_to_the_right() -> None:
    # given 4 players, first = seat 0
    state = dealt(4)
    assert (asked(state), state.actor) == ("GiveCard", 0)
    # when seat 0 gives a green card
    assert ends(state, "give") == ["blue", "green", "red", "white", "yellow"]
    assert barred(state, "give:black") == "SP-SETUP-14"
    do(state, "give:green")
    # then hands are 4, 5, 5, 6 and seat 3 owns it
    assert [player.cards for player in state.view(None).players] == [4, 5, 5, 6]
    assert hand(state, 0) == "white blue red yellow"
    assert hand(state, 3) == "white blue red yellow green green"


@pytest.mark.clause("SP-SETUP-14")
@pytest.mark.parametrize(("seats", "first", "receiver"), [(2, 0, 1), (2, 1, 0), (3, 1, 0), (4, 2, 1)])
def test_the_right_neighbour_is_the_last_in_turn_order(seats: int, first: int, receiver: int) -> None:
    # given a first player
    state = dealt(seats, first)
    assert state.actor == first
    # when a card is given
    heard = do(state, "give:red")
    # then the player who is last gets it
    assert only(heard, events.CardGiven) == [events.CardGiven(first, receiver, "red")]
    assert [sum(player.hand) for player in state.players] == [
        4 if seat == first else 6 if seat == receiver else 5 for seat in range(seats)
    ]


@pytest.mark.clause("SP-SETUP-15")
@pytest.mark.parametrize(("seats", "pile"), [(2, 28), (3, 41), (4, 36)])
def test_four_cards_are_face_up_and_the_rest_is_the_pile(seats: int, pile: int) -> None:
    # given n players
    state = dealt(seats)
    do(state, "give:white")
    assert state.view(None).display == ["", "", "", ""]
    # when set up
    do(state, "draw:red", "draw:black", "draw:red", "draw:white")
    # then 4 cards are face up and the others form the pile
    assert state.view(None).display == ["red", "black", "red", "white"]
    assert state.view(None).pile == pile
    assert state.chance == "routes"


# ---------------------------------------------------------------- route cards and start cities


@pytest.mark.clause("SP-SETUP-16")
def test_the_route_card_stays_secret_until_the_end() -> None:
    # given route cards
    state = dealt(3)
    do(state, "give:white")
    do(state, "draw:red", "draw:black", "draw:red", "draw:white")
    assert words_and_weights(state) == {f"route:{card.name}": 1 for card in BOX.route_cards}
    move = GAME.vocabulary.id("route:tulsa")
    assert [state.seen(viewer, move) for viewer in (None, 0, 1, 2)] == ["route:?", "route:tulsa", "route:?", "route:?"]
    # when one is dealt to each
    do(state, "route:tulsa")
    assert "route:tulsa" not in legal(state)
    do(state, "route:miami", "route:albany")
    assert asked(state) == "PlaceTrain"
    # then another player's view hides it
    for viewer in (None, 0, 1, 2):
        routes = [player.route for player in state.view(viewer).players]
        assert routes == [name if seat == viewer else "" for seat, name in enumerate(("tulsa", "miami", "albany"))]
    # and at the end of the game it is shown
    rng = Random(16)
    while not state.over:
        assert shown(state, 1, viewer=2).route == ""
        wander(state, rng)
    assert [player.route for player in state.view(2).players] == ["tulsa", "miami", "albany"]


@pytest.mark.clause("SP-SETUP-17")
def test_trains_are_placed_in_any_city_clockwise_from_the_first_player() -> None:
    # given the set-up of a table whose first player is seat 2
    state, _ = play_until(new_game(4, first_player="seat-3"), "PlaceTrain")
    order = []
    for city in ("topeka", "miami", "topeka", "portland"):
        order.append(state.actor)
        # when seats choose, then any city is on offer
        assert ends(state, "place") == sorted(ALL_CITIES)
        # and nobody chooses out of order
        word = GAME.vocabulary.id(f"place:{city}")
        for seat in range(4):
            assert (state.why_not(word, seat) is None) == (seat == state.actor)
        do(state, f"place:{city}")
        assert shown(state, order[-1]).train == city
    assert order == [2, 3, 0, 1]


@pytest.mark.clause("SP-SETUP-18")
def test_trains_share_a_city() -> None:
    # given seat 0 in Chicago
    state, _ = play_until(new_game(2, first_player="seat-1"), "PlaceTrain")
    do(state, "place:chicago")
    # when seat 1 also chooses Chicago, then accepted
    do(state, "place:chicago")
    assert [player.train for player in state.view(None).players] == ["chicago", "chicago"]
    # and so in play: a train may come to a city where another stands
    give(state, 0, tracks="chicago-milwaukee", at="chicago-milwaukee", heading="milwaukee")
    do(state, "move:chicago")
    assert [player.train for player in state.view(None).players] == ["chicago", "chicago"]


@pytest.mark.clause("SP-SETUP-19")
@pytest.mark.parametrize("seats", SEATS)
def test_every_train_begins_with_speed_1_supply_2_and_one_car(seats: int) -> None:
    # given a new game
    state, _ = set_up(seats)
    # when read, then
    trains = [(player.speed, player.supply, player.capacity) for player in state.view(None).players]
    assert trains == [(1, 2, 1)] * seats


@pytest.mark.clause("SP-SETUP-20")
@pytest.mark.parametrize(("seats", "first"), [(4, 2), (3, 0), (3, 1), (2, 1)])
def test_play_goes_clockwise_from_the_first_player(seats: int, first: int) -> None:
    # given a first seat
    state, _ = set_up(seats, first_player=f"seat-{first + 1}")
    # when turns run
    order = []
    for _ in range(2 * seats):
        order.append(state.actor)
        assert state.view(None).turn == state.actor
        draw_out(state)
    # then
    assert order == [(first + turn) % seats for turn in range(2 * seats)]


@pytest.mark.clause("SP-SETUP-21")
@pytest.mark.parametrize("advanced", ["no", "yes"])
def test_contracts_and_route_are_known_before_the_start_city(advanced: str) -> None:
    # given a set-up
    state = new_game(3, advanced=advanced)
    questions: list[str] = []
    rng = Random(21)
    while state.turn < 0:
        if not questions or questions[-1] != asked(state):
            questions.append(asked(state))
        if asked(state) == "PlaceTrain":
            # when the start city is asked, then the player's contracts and route card are in view
            view = state.view(state.actor)
            assert len(view.players[state.actor].contracts) == 4
            assert view.players[state.actor].route == view.routes[0]
            assert sum(view.hand) >= 4
        wander(state, rng)
    # and the order is this
    basic = ["ChooseFirst", "LayMarket", "DealContracts", "DealCards", "GiveCard", "Refill", "DealRoutes", "PlaceTrain"]
    if advanced == "yes":
        basic.insert(3, "ChooseSides")
        basic.insert(8, "KeepRoute")
    assert questions == basic


@pytest.mark.clause("SP-SETUP-22")
def test_the_start_city_pays_nothing() -> None:
    # given a market with cattle at 3
    state = dealt(2)
    do(state, "give:white")
    fall(state)
    assert market(state)[0] == "cattle"
    before = market(state)
    # when a player chooses a cattle city
    heard = do(state, "place:raleigh")
    # then money stays 0 and the market is unchanged
    assert not only(heard, events.MarketPaid)
    assert state.scores() == [0, 0]
    assert market(state) == before


@pytest.mark.clause("SP-SETUP-23")
def test_only_giver_and_receiver_see_the_card_given() -> None:
    # given 3 players, first = seat 0
    state = dealt(3)
    red = BOX.colors.index("red")
    move = GAME.vocabulary.id("give:red")
    assert [state.seen(viewer, move) for viewer in (None, 0, 1, 2)] == ["give:?", "give:red", "give:?", "give:red"]
    # when seat 0 gives a red card to seat 2
    (event,) = only(do(state, "give:red"), events.CardGiven)
    # then seat 1 sees hands of 4, 5 and 6, and not the colour
    assert [player.cards for player in state.view(1).players] == [4, 5, 6]
    assert [state.view(viewer).gift for viewer in (None, 1)] == [-1, -1]
    # while giver and receiver do
    assert [state.view(viewer).gift for viewer in (0, 2)] == [red, red]
    colors = []
    for viewer in (None, 0, 1, 2):
        seen = event.as_seen(viewer)
        assert isinstance(seen, events.CardGiven)
        colors.append(seen.color)
    assert colors == [None, "red", None, "red"]


@pytest.mark.clause("SP-SETUP-23")
def test_what_others_think_of_the_gift_varies() -> None:
    # given a gift that seat 1 has not seen
    state = dealt(3)
    do(state, "give:red")
    # when seat 1 imagines what it may have been
    imagined = Counter(state.redraw(1, Random(seed)).gift for seed in range(60))
    # then it may have been any colour
    assert len(imagined) > 3
    # while its receiver is sure
    assert {state.redraw(2, Random(seed)).gift for seed in range(5)} == {BOX.colors.index("red")}
