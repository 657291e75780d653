"""From the open box to the choice of the starting bonus cards."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise

import pytest

from tests.support.games.russian_railroads.table import (
    BOX,
    GAME,
    STRIPS,
    barred,
    dealt,
    do,
    effect,
    games,
    legal,
    only,
    pass_on,
    position,
    refresh,
    tracks,
)
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.game import RailGame
from trainshed.games.russian_railroads.rules.bonus import SettleBonus
from trainshed.games.russian_railroads.rules.content_schema import QuantityRow, StripRow
from trainshed.games.russian_railroads.rules.effect_notation import COLOURS
from trainshed.games.russian_railroads.rules.player import reach
from trainshed.games.russian_railroads.rules.spaces import parts_of
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.view import score_pieces
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.content import Pack

COUNTS = [2, 3, 4]
LETTERS = BOX.engineer_letter
B_ENGINEERS = [number for number, letter in enumerate(LETTERS) if letter == "B"]
A_ENGINEERS = [number for number, letter in enumerate(LETTERS) if letter == "A"]


def drawn(state: RailState) -> dict[str, int]:
    """What nature may draw next, with its weight."""
    return {GAME.vocabulary.word(move): weight for move, weight in state.odds()}


def components() -> dict[str, int]:
    """The numbers of the inventory."""
    return {name: count for name, count in GAME.pack.get("components").items() if isinstance(count, int)}


def open_cards(state: RailState) -> list[list[str]]:
    """The question cards as each seat and a spectator see them."""
    return [state.view(seat).cards for seat in [*range(state.seats), None]]


def strip_letters(state: RailState) -> dict[int, str]:
    """The letters of the engineers by the printed number of their space."""
    spaces = BOX.strips[state.seats].spaces
    return {space: LETTERS[engineer] for space, engineer in zip(spaces, state.strip, strict=True)}


# ---------------------------------------------------------------- the box


@pytest.mark.clause("RR-SETUP-01")
@pytest.mark.parametrize(("seats", "side", "open_spaces"), [(2, "2p", 19), (3, "3-4p", 26), (4, "3-4p", 26)])
def test_two_players_use_one_side_of_the_board_and_three_or_four_the_other(
    seats: int, side: str, open_spaces: int
) -> None:
    # given so many players, when the board is built
    state = position(seats)
    # then this side lies up, with so many spaces open before the last round
    assert BOX.quantities[seats].board_side == side
    shut = [name for name in BOX.space_names if refused_for_good(state, name)]
    assert len(BOX.space_names) - len(shut) - 1 == open_spaces
    # and its engineer strip is as long as that side prints it
    assert len(state.strip) == (6 if side == "2p" else 7)


def refused_for_good(state: RailState, name: str) -> bool:
    why = state.why_not(GAME.vocabulary.id(f"space:{name}"))
    return why is not None and why.clause == "RR-BOARD-28"


@pytest.mark.clause("RR-SETUP-02")
def test_the_inventory_of_the_box() -> None:
    # given a fresh box, when summed per type
    box = components()
    tiles = GAME.pack.take("components.locomotives", dict[str, int])
    track_pieces = GAME.pack.take("components.tracks", dict[str, int])
    # then
    workers = box["workers_per_colour"] * box["colours"] + box["turquoise_workers"] + box["black_workers"]
    assert (box["workers_per_colour"], box["colours"], box["turquoise_workers"], box["black_workers"]) == (8, 4, 2, 1)
    assert workers == 35
    assert (box["pawns"], sum(track_pieces.values()), box["industry_markers"]) == (8, 48, 8)
    assert (sum(tiles.values()), box["engineers"], box["doublers"], box["roubles"]) == (37, 15, 20, 18)
    assert box["question_tokens"] == 28
    assert box["point_tokens_100_200"] + box["point_tokens_300_400"] == 8
    assert (box["last_round_markers"], box["player_boards"]) == (1, 4)
    assert (box["kiev_medals"], box["revaluation_markers"]) == (4, 4)
    cards = [box[f"{kind}_cards"] for kind in ("end_bonus", "question", "starting", "turn", "overview")]
    assert cards == [10, 5, 4, 4, 4]
    assert sum(cards) == 27


@pytest.mark.clause("RR-SETUP-02")
def test_every_piece_of_the_inventory_is_described_and_played_with() -> None:
    # given the inventory, and a new game for four
    box = components()
    census = GAME.census(position(4))
    # when what is described piece by piece is counted, then the totals agree
    for kind, total in [("end_bonus", 10), ("question_card", 5), ("starting_card", 4)]:
        assert sum(row["copies"] for row in GAME.pack.get(kind)) == total
    assert len(GAME.pack.get("turn_card")) == box["turn_cards"]
    assert BOX.engineer_count == box["engineers"]
    per_player = sum(row["per_player"] for row in GAME.pack.get("token"))
    assert (len(BOX.token_names), per_player, per_player * 4) == (7, 7, box["question_tokens"])
    # and so do those in play, one worker a colour being left out
    assert (census["doublers"], census["roubles"], census["turquoise"], census["black worker"]) == (20, 18, 2, 1)
    assert census["end bonus cards"] == 10
    assert sum(census[f"tiles {number}"] for number in range(1, 10)) == 37
    assert [census[f"workers of seat {seat}"] for seat in (1, 2, 3, 4)] == [8 - 1] * 4


@pytest.mark.clause("RR-SETUP-03")
@pytest.mark.parametrize(
    ("points", "tokens", "space"),
    [
        (0, [], 100),
        (99, [], 99),
        (100, [100], 100),
        (250, [200], 50),
        (300, [300], 100),
        (475, [400], 75),
        (512, [400, 100], 12),
        (699, [400, 200], 99),
    ],
)
def test_laps_are_recorded_by_at_most_one_token_of_each_kind(points: int, tokens: list[int], space: int) -> None:
    # given a score, when it is laid out, then these tokens lie there and the pawn stands on this space
    assert score_pieces(BOX, points) == (tokens, space)
    assert len([token for token in tokens if token in (100, 200)]) <= 1
    assert len([token for token in tokens if token in (300, 400)]) <= 1


@pytest.mark.clause("RR-SETUP-03")
def test_the_stored_score_is_a_plain_number_without_limit() -> None:
    # given a score beyond what the tokens can show, and the 4th player about to pass
    state = position(turn=3)
    state.players[3].points = 1699
    # when 4 points are scored
    do(state, "pass")
    # then they are added
    assert state.scores()[3] == 1703
    assert GAME.pack.get("score_track")["lap_tokens"] == [100, 200, 300, 400]
    assert (components()["point_tokens_100_200"], components()["point_tokens_300_400"]) == (4, 4)


# ---------------------------------------------------------------- cards beside the board


@pytest.mark.clause("RR-SETUP-04")
@pytest.mark.parametrize("seats", COUNTS)
def test_all_five_question_cards_lie_face_up(seats: int) -> None:
    # given a new game
    state = dealt(seats)
    # then everybody sees five different question cards
    for cards in open_cards(state):
        assert cards == ["mixed", "engineer", "factory", "black_worker", "loco_9"]


@pytest.mark.clause("RR-SETUP-04")
def test_each_of_the_five_question_cards_is_available() -> None:
    # given a player in a new game who may use a question card
    state = position(pending=[effect(0, "question_card:1")])
    # then all five are offered
    assert legal(state) == ["card:mixed", "card:engineer", "card:factory", "card:black_worker", "card:loco_9"]


@pytest.mark.clause("RR-SETUP-05")
@pytest.mark.parametrize("seats", COUNTS)
def test_nobody_sees_the_pile_of_8_end_bonus_cards_nor_the_2_removed(seats: int) -> None:
    # given a new game
    state = dealt(seats)
    # then everybody knows of 8 cards in the pile, and of none which it is
    assert len(BOX.bonus_names) == 10
    for seat in [*range(seats), None]:
        view = state.view(seat)
        assert view.pile_size == 8
        assert (view.own_bonus, view.looks, view.opened) == ([], [], [])


@pytest.mark.clause("RR-SETUP-05")
def test_any_2_of_the_10_end_bonus_cards_are_removed_with_equal_odds() -> None:
    # given somebody who is the first to look through the pile
    state = position()
    state.players[0].due = 1
    refresh(state, [SettleBonus(0)])
    do(state, "look")
    # when nature says which were put away in the set-up
    assert (state.actor, state.chance) == (NATURE, "end bonus")
    odds = drawn(state)
    assert len(odds) == 10 * 9 // 2
    assert set(odds.values()) == {1}
    do(state, "removed:flat:doublers")
    # then those 2 are gone, and the other 8 are the pile
    assert [name for at, name in enumerate(BOX.bonus_names) if state.removed >> at & 1] == ["flat", "doublers"]
    pile = [name for name in BOX.bonus_names if name not in ("flat", "doublers")]
    assert legal(state) == [f"bonus:{name}" for name in pile]
    assert len(pile) == state.view(1).pile_size == 8


@pytest.mark.clause("RR-SETUP-05")
def test_which_cards_are_in_the_pile_stays_hidden_from_those_who_did_not_look() -> None:
    # given two games that differ only in what was removed, and seat 0 looking through the pile
    looked = []
    for removed in ("removed:flat:doublers", "removed:black_sum:factories"):
        state = position()
        state.players[0].due = 1
        refresh(state, [SettleBonus(0)])
        do(state, "look")
        # when nature removes cards, others read it without the names
        assert state.seen(1, GAME.vocabulary.id(removed)) == "removed:?"
        assert state.seen(None, GAME.vocabulary.id(removed)) == "removed:?"
        do(state, removed)
        looked.append(state)
    # then nobody else can tell the two games apart, and the one who looked can
    one, other = looked
    for seat in (1, 2, 3, None):
        assert one.view(seat) == other.view(seat)
    assert one.view(0) != other.view(0)


# ---------------------------------------------------------------- supplies


@pytest.mark.clause("RR-SETUP-06")
def test_there_are_four_tiles_of_each_number_and_five_of_number_9() -> None:
    # given 4 players
    state = dealt(4)
    # when tiles are counted by number, those dealt out and the one on its card included
    census = GAME.census(state)
    # then there are four of each, and five of number 9
    assert [census[f"tiles {number}"] for number in range(1, 10)] == [4] * 8 + [5]
    assert GAME.pack.take("components.locomotives", dict[str, int]) == {
        **{str(number): 4 for number in range(1, 9)},
        "9": 5,
    }
    # and they lie with the locomotive side up: no factory is open
    assert state.piles[2:9] == [4] * 7
    assert sum(state.open_factories) == 0


@pytest.mark.clause("RR-SETUP-07")
def test_the_locomotive_9_without_a_factory_lies_on_its_own_card() -> None:
    # given a set-up for 4, and a player who may use a question card
    state = position(4, pending=[effect(0, "question_card:1")])
    assert state.piles[9] == 4
    row = next(row for row in GAME.pack.get("question_card") if row["id"] == "loco_9")
    assert row["holds"] == {"special_locomotive": 9}
    assert GAME.pack.get("special_locomotive")["has_factory"] is False
    # when the card is used
    do(state, "card:loco_9", "place:kiev")
    # then a locomotive 9 came from the card, and the pile still has 4
    assert state.players[0].locomotives == [1, 0, 0, 9]
    assert state.piles[9] == 4


@pytest.mark.clause("RR-SETUP-08")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_two_turquoise_workers_start_on_their_action_space(seats: int) -> None:
    # given a new game for 3 or 4
    state = dealt(seats)
    assert state.turquoise == 2
    assert [player.turquoise for player in state.players] == [0] * seats
    # when the first player uses their space
    state = position(seats)
    do(state, "space:aux_temp", "pay:w1")
    # then both are taken from it
    assert (state.players[0].turquoise, state.turquoise) == (2, 0)


@pytest.mark.clause("RR-SETUP-09")
@pytest.mark.parametrize("seats", COUNTS)
def test_the_black_worker_starts_on_its_card(seats: int) -> None:
    # given a new game
    state = dealt(seats)
    # then nobody owns the black worker, and it is in the game with its card
    assert [player.black for player in state.players] == [0] * seats
    assert GAME.census(state)["black worker"] == 1
    # when the card is used, then the black worker comes with it
    state = position(seats, pending=[effect(0, "question_card:1")])
    do(state, "card:black_worker")
    assert state.players[0].black == 1
    assert all("black_worker" not in cards for cards in open_cards(state))
    assert GAME.census(state)["black worker"] == 1


@pytest.mark.clause("RR-SETUP-10")
@pytest.mark.parametrize("seats", COUNTS)
def test_twenty_doublers_are_one_supply(seats: int) -> None:
    # given a set-up before the starting bonus cards
    state = dealt(seats)
    # then the supply is 20, and nobody has a doubler
    assert state.doublers == state.view(0).doublers == 20
    assert [player.doublers for player in state.players] == [0] * seats
    # when two players place doublers, then both come out of it
    state = position(seats, pending=[effect(1, "doubler:2"), effect(0, "doubler:1")])
    assert [player.doublers for player in state.players[:2]] == [1, 2]
    assert state.doublers == 17


@pytest.mark.clause("RR-SETUP-11")
@pytest.mark.parametrize(("seats", "supply"), [(2, 18 - 1 - 4), (3, 18 - 1 - 3), (4, 18 - 1 - 4)])
def test_the_supply_of_18_roubles_pays_the_card_and_the_players(seats: int, supply: int) -> None:
    # given so many players before the starting bonus cards
    state = dealt(seats)
    # then the supply is 18 less 1 on the card and what the players got
    assert state.roubles == state.view(0).roubles == supply
    assert GAME.census(state)["roubles"] == 18
    assert GAME.pack.take("quantity", list[QuantityRow])[seats - 2].roubles_after_setup == supply


@pytest.mark.clause("RR-SETUP-12")
def test_four_players_who_unlock_everything_use_up_all_tracks() -> None:
    # given 4 players, and the tracks of the box by colour
    supply = GAME.pack.take("components.tracks", dict[str, int])
    assert supply == {"black": 12, "gray": 12, "brown": 12, "natural": 8, "white": 4}
    state = position(4, pending=[effect(seat, "track:black:14") for seat in (3, 2, 1, 0)])
    # when each takes the black track of the Trans-Siberian to its last space
    for seat in range(4):
        assert state.actor == seat
        do(state, *["advance:trans_siberian:black"] * 14)
    # then each has 3, 3, 3, 2 and 1 of the colours, and every supply is at 0
    for player in state.players:
        assert [sum(at != -1 for at in player.tracks[colour::5]) for colour in range(5)] == [3, 3, 3, 2, 1]
    used = [sum(at != -1 for player in state.players for at in player.tracks[colour::5]) for colour in range(5)]
    assert [supply[name] - count for name, count in zip(COLOURS, used, strict=True)] == [0] * 5


# ---------------------------------------------------------------- engineers


@pytest.mark.clause("RR-SETUP-13")
def test_the_engineer_without_a_letter_lies_on_its_card_with_a_rouble() -> None:
    # given the engineers: one has no letter, the others are A or B
    without = [number for number in range(1, 16) if LETTERS[number] == ""]
    assert without == [BOX.special_engineer] == [1]
    assert len(A_ENGINEERS) + len(B_ENGINEERS) == 14
    row = next(row for row in GAME.pack.get("question_card") if row["id"] == "engineer")
    assert row["holds"] == {"engineer": 1, "roubles": 1}
    # when its card is used
    state = position(4, pending=[effect(0, "question_card:1")])
    do(state, "card:engineer")
    # then it comes with 1 rouble, which was no longer in the supply
    assert state.players[0].engineers == [1]
    assert (state.players[0].roubles, state.roubles) == (1 + 1, 13)


@pytest.mark.clause("RR-SETUP-14")
def test_four_players_lay_four_b_engineers_and_then_three_a_engineers() -> None:
    # given 4 players whose order is drawn
    state = GAME.start(4)
    do(state, "seat:1", "seat:2", "seat:3", "seat:4")
    # when the strip is laid out, then each stack is shuffled by itself: every engineer left in it is equally likely
    laid: list[int] = []
    for letter, stack in [("B", B_ENGINEERS)] * 4 + [("A", A_ENGINEERS)] * 3:
        assert (state.actor, state.chance) == (NATURE, f"engineers {letter}")
        assert drawn(state) == {f"tile:{number}": 1 for number in stack if number not in laid}
        laid.append(max(number for number in stack if number not in laid))
        do(state, f"tile:{laid[-1]}")
    # then B lies on 6, 5, 4, 3 and A on 2, 1 and the hiring space, from left to right as they were drawn
    assert strip_letters(state) == {6: "B", 5: "B", 4: "B", 3: "B", 2: "A", 1: "A", 0: "A"}
    assert state.strip == laid
    assert state.actor != NATURE


@pytest.mark.clause("RR-SETUP-15")
def test_engineers_that_were_not_laid_out_never_appear() -> None:
    # given random games, when they are played, and everything that shows up is kept
    laid: set[int] = set()
    seen: set[int] = set()
    hired = 0
    for state in games(6, 15):
        if state.round == 0:
            laid, seen = set(state.strip) - {0}, set()
        seen.update(state.strip)
        for player in state.players:
            seen.update(player.engineers)
        if state.over:
            # then 7 or 6 of the 14 with a letter were laid out, and the others are in the box for good
            assert len(laid) == (7 if state.seats == 4 else 6)
            assert seen - {0, BOX.special_engineer} == laid
            hired += sum(len(player.engineers) for player in state.players)
    assert hired > 0


@pytest.mark.clause("RR-SETUP-15")
def test_four_players_leave_7_of_the_14_lettered_engineers_in_the_box() -> None:
    # given 4 players
    state = dealt(4)
    boxed = [number for number in A_ENGINEERS + B_ENGINEERS if number not in state.strip]
    assert len(boxed) == 14 - 7 == 7
    # when the first round has ended, then none of them was laid down anew
    do(state, "start:industry", "start:rouble", "start:doubler")
    pass_on(state)
    assert state.round == 2
    assert not set(boxed) & set(state.strip)


@pytest.mark.clause("RR-SETUP-16")
@pytest.mark.parametrize(
    ("seats", "number"), [(s, r) for s, rounds in [(2, 6), (3, 6), (4, 7)] for r in range(1, rounds + 1)]
)
def test_only_engineers_on_horizontal_spaces_show_an_action(seats: int, number: int) -> None:
    # given any round
    state = position(seats, round=number)
    horizontal = [1] if seats == 2 else [2, 1]
    assert GAME.pack.take("strip", list[StripRow])[4 - seats].light == horizontal
    lying = dict(zip(BOX.strips[seats].spaces, state.strip, strict=True))
    # when the actions of the engineers on the board are looked for
    light = {}
    for space in BOX.spaces:
        if space.group == "engineer_light" and not (space.closed_with_2 and seats == 2):
            light[space.strip_space] = parts_of(state, space.index)
    # then they are those of the engineers on the horizontal spaces
    assert light == {space: BOX.engineer_parts[lying[space]] for space in horizontal}
    # and no other engineer of the strip can be used, the one on the hiring space included
    for engineer in state.strip:
        if engineer:
            assert barred(state, f"engineer:{engineer}") == "RR-ENGINEER-03"


@pytest.mark.clause("RR-SETUP-16")
def test_a_light_engineer_acts_as_printed_and_the_one_on_the_hiring_space_does_not() -> None:
    # given engineers 7 and 6 on the horizontal spaces and 13 on the hiring space
    state = position(4)
    state.strip = [9, 10, 11, 12, 7, 6, 13]
    refresh(state)
    # when the first player uses the left one, the second the right one, the third the hiring space
    do(state, "space:eng_light_left", "pay:w1", "space:eng_light_right", "pay:w1", "space:eng_hire")
    # then a doubler and 3 points, an industry step and 3 points, and an engineer without its action
    assert (state.players[0].doublers, state.players[0].points) == (1, 3)
    assert (state.players[1].markers[0], state.players[1].points) == (1, 3)
    assert (state.players[2].engineers, state.players[2].points) == ([13], 0)


@pytest.mark.clause("RR-SETUP-16")
def test_with_two_players_only_the_engineer_next_to_the_hiring_space_is_light() -> None:
    # given 2 players with engineers 7, 6 and 13 on the right of the strip
    state = position(2)
    state.strip = [9, 10, 11, 7, 6, 13]
    refresh(state)
    # then the space of 7 is no action space, and 6 acts
    assert barred(state, "space:eng_light_left") == "RR-BOARD-28"
    do(state, "space:eng_light_right", "pay:w1")
    assert (state.players[0].markers[0], state.players[0].points) == (1, 3)


@pytest.mark.clause("RR-SETUP-17")
@pytest.mark.parametrize(("seats", "last"), [(2, 6), (3, 6), (4, 7)])
def test_the_space_of_the_last_round_is_not_offered_before(seats: int, last: int) -> None:
    # given any round before the last, then the space is not there
    for number in range(1, last):
        assert barred(position(seats, round=number), "space:last_round") == "RR-SETUP-17"
    # and in the last round it is
    assert "space:last_round" in legal(position(seats, round=last))


# ---------------------------------------------------------------- players


@pytest.mark.clause("RR-SETUP-18")
@pytest.mark.parametrize("seats", COUNTS)
def test_all_player_boards_are_alike(seats: int) -> None:
    # given a new game: all players have the same
    state = dealt(seats)
    views = state.view(None).players
    assert all(one == other for one, other in pairwise(views))
    # when each makes the same steps on the own board
    steps = ("track:black:3", "industry:3", "build:locomotive:1")
    state = position(seats, pending=[effect(seat, *steps, full=True) for seat in reversed(range(seats))])
    offered = []
    for _ in range(seats):
        offered.append(legal(state))
        do(state, *["advance:kiev:black"] * 3, "build:locomotive", "place:st_petersburg")
    # then each was offered the same, and all boards are alike again
    assert all(one == other for one, other in pairwise(offered))
    assert all(one == other for one, other in pairwise(state.view(None).players))
    assert state.players[0].tracks == tracks(kv=(4,))
    assert (state.players[0].locomotives, state.players[0].markers) == ([1, 0, 2, 0], [3, -1])


@pytest.mark.clause("RR-SETUP-19")
@pytest.mark.parametrize("seats", COUNTS)
def test_each_player_starts_with_one_locomotive_1_on_the_trans_siberian(seats: int) -> None:
    # given new players
    state = dealt(seats)
    for player in state.players:
        # then the Trans-Siberian has [1], the others nothing
        assert player.locomotives == [1, 0, 0, 0]
        assert [reach(player, railroad) for railroad in range(3)] == [1, 0, 0]
    # and the tiles of number 1 are dealt out
    assert state.piles[1] == 0
    assert GAME.census(state)["tiles 1"] == seats


@pytest.mark.clause("RR-SETUP-20")
@pytest.mark.parametrize("seats", COUNTS)
def test_each_player_starts_with_a_black_track_on_space_1_of_each_railroad(seats: int) -> None:
    # given new players
    for player in dealt(seats).players:
        # then black is on 1, 1, 1, and no other track is on the board
        assert player.tracks == [1, -1, -1, -1, -1] * 3


@pytest.mark.clause("RR-SETUP-21")
def test_four_players_start_with_5_workers_and_2_in_reserve() -> None:
    # given 4 players
    state = dealt(4)
    # then each has 5 and 2 of the 8 workers
    for seat, player in enumerate(state.players):
        assert (player.workers, player.reserve) == (5, 2)
        assert GAME.census(state)[f"workers of seat {seat + 1}"] == 8 - BOX.quantities[4].workers_boxed == 7


@pytest.mark.clause("RR-SETUP-22")
@pytest.mark.parametrize("seats", [3, 4])
def test_three_or_four_players_start_with_1_rouble_each(seats: int) -> None:
    # given 3 or 4 players before the starting bonus cards, then each has 1
    assert [player.roubles for player in dealt(seats).players] == [1] * seats


@pytest.mark.clause("RR-SETUP-23")
@pytest.mark.parametrize("seats", COUNTS)
def test_the_first_industry_marker_starts_on_0(seats: int) -> None:
    # given new players: marker 1 on 0, marker 2 absent
    state = position(seats, pending=[effect(0, "industry:1", "track:black:1", full=True)])
    assert [player.markers for player in dealt(seats).players] == [[0, -1]] * seats
    # when an industry step is due, then only the first marker can make it
    assert "industry:1" in legal(state)
    assert barred(state, "industry:2") == "RR-TOKEN-06"
    do(state, "industry:1")
    assert state.players[0].markers == [1, -1]


@pytest.mark.clause("RR-SETUP-24")
@pytest.mark.parametrize("seats", COUNTS)
def test_each_player_has_7_unused_question_tokens_and_nothing_of_them_in_play(seats: int) -> None:
    # given new players: no token used, no medal, no revaluation, no second marker in play
    for player in dealt(seats).view(None).players:
        assert (player.tokens, player.medal, player.revalued, player.markers[1]) == ([], False, False, -1)
    # when each may use a token, the marker having left its start
    state = position(seats, pending=[])
    for player in state.players:
        player.markers[0] = 1
    refresh(state, [effect(seat, "question_token:1") for seat in reversed(range(seats))])
    kinds = ["four_any", "five_industry", "three_doublers", "revaluation", "second_marker", "kiev_medal", "cards"]
    for seat in range(seats):
        # then each has all 7 kinds, whatever the others have used
        assert state.actor == seat
        assert legal(state) == [f"token:{kind}" for kind in kinds]
        do(state, "token:kiev_medal")
    assert [player.tokens for player in state.view(None).players] == [["kiev_medal"]] * seats


# ---------------------------------------------------------------- turn order


@pytest.mark.clause("RR-SETUP-25")
def test_turn_order_cards_are_dealt_by_luck() -> None:
    # given a new game for 4: everybody is equally likely to hold card 1
    state = GAME.start(4)
    state.listen()
    assert (state.actor, state.chance) == (NATURE, "turn order")
    assert drawn(state) == {"seat:1": 1, "seat:2": 1, "seat:3": 1, "seat:4": 1}
    # when nature deals seats 3, 1, 4, 2, nobody gets two cards
    heard = do(state, "seat:3")
    assert drawn(state) == {"seat:1": 1, "seat:2": 1, "seat:4": 1}
    heard += do(state, "seat:1", "seat:4", "seat:2")
    # then this is the order, and each player holds the card of the position
    assert state.order == state.view(0).order == [2, 0, 3, 1]
    cards = {event.seat: event.position for event in only(heard, events.PositionDealt)}
    assert cards == {2: 1, 0: 2, 3: 3, 1: 4}
    do(state, *[f"tile:{number}" for number in STRIPS[4]], "start:industry", "start:rouble", "start:doubler")
    passed = only(pass_on(state), events.Passed)
    assert [(event.seat, event.points) for event in passed] == [(2, 0), (0, 2), (3, 3), (1, 4)]


@pytest.mark.clause("RR-SETUP-26")
@pytest.mark.parametrize(("seats", "order"), [(2, [1, 0]), (3, [1, 2, 0]), (4, [3, 1, 0, 2])])
def test_pawns_stand_in_the_order_of_the_cards_and_on_0_points(seats: int, order: list[int]) -> None:
    # given a set-up with these cards
    state = dealt(seats, order)
    # then the pawns on the order track match them, and space 100 of the scoring track means 0 points
    assert state.order == order
    assert state.scores() == [0] * seats
    assert score_pieces(BOX, 0) == ([], 100)
    track = GAME.pack.get("score_track")
    assert (track["start_space"], track["start_points"]) == (100, 0)
    # and the player on position 1 has the first turn
    while state.round == 0:
        do(state, legal(state)[-1])
    assert state.actor == order[0]


@pytest.mark.clause("RR-SETUP-27")
def test_overview_cards_change_nothing() -> None:
    # given the game, and the same game without overview cards
    data = deepcopy(GAME.pack.data)
    assert data["components"].pop("overview_cards") == 4
    without = RailGame(pack=Pack(data))
    # when both are set up alike
    draws = ["seat:1", "seat:2", *[f"tile:{number}" for number in STRIPS[2]], "start:rouble"]
    states = [GAME.start(2), without.start(2)]
    for state in states:
        for word in draws:
            state.play(without.vocabulary.id(word))
    # then they are the same to the last piece, and no word speaks of an overview
    assert states[0].facts() == states[1].facts()
    assert states[0].moves() == states[1].moves()
    assert not [word for word in GAME.vocabulary if "overview" in word]
