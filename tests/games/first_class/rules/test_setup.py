"""The set-up of First Class: decks, supplies, what a player begins with, and the end-bonus draft."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.first_class.positions import (
    BOX,
    GAME,
    PAIRS,
    asked,
    barred,
    carry,
    do,
    fall,
    full_display,
    give,
    legal,
    new_game,
    only,
    play_out,
    position,
    scoring,
    train,
)
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.options import SetupError

SEATS = [2, 3, 4]


def in_draft(seats: int, seed: int = 1, **options: str) -> FirstClassState:
    """A game whose first player of the draft is asked."""
    state = new_game(seats, None, **options)
    return fall(state, Random(seed))


# ---------------------------------------------------------------- modules and decks


@pytest.mark.clause("FC-SETUP-01", "FC-GEN-03")
@pytest.mark.parametrize("pair", PAIRS)
def test_every_game_has_all_base_cards_and_all_cards_of_two_modules(pair: str) -> None:
    # given any of the ten pairs / when a game is built
    state = new_game(3, 4, modules=pair)
    # then 72 base cards and 48 cards of the two modules are in play
    assert GAME.census(state)["action cards"] == 72 + 48
    assert sorted(module.letter for module in state.table.modules) == pair.split("-")
    modules = [module.number for module in state.table.modules]
    cards = [BOX.cards[card] for deck in range(3) for card in BOX.deck_cards(deck, modules)]
    assert len([card for card in cards if card.module < 0]) == 72
    assert {BOX.module_letters[card.module] for card in cards if card.module >= 0} == set(pair.split("-"))
    # and the game can be played to its end
    play_out(state, Random(pair))
    assert GAME.census(state)["action cards"] == 72 + 48


@pytest.mark.clause("FC-SETUP-01")
@pytest.mark.parametrize("modules", ["a", "a-b-c", "a-a", "", "a-f"])
def test_one_three_or_unknown_modules_are_refused(modules: str) -> None:
    with pytest.raises(SetupError):
        GAME.start(2, {"modules": modules})


@pytest.mark.clause("FC-SETUP-02", "FC-ROUND-02")
def test_a_deck_holds_only_cards_of_its_number() -> None:
    # given games / when all cards are dealt / then those of round 1 and 2 are of deck 1, and so on
    state, rng = new_game(2, modules="c-e"), Random(2)
    dealt: dict[int, set[str]] = {}
    while not state.over:
        state.apply(rng.choice(state.moves()))
        for event in only(state.heard or [], events.CardDealt):
            dealt.setdefault((state.round + 1) // 2, set()).add(event.card)
    for deck, names in dealt.items():
        assert len(names) == 36
        # its number follows the letter in the name of a card
        assert {name[1] for name in names} == {str(deck)}
    assert sorted(dealt) == [1, 2, 3]


@pytest.mark.clause("FC-SETUP-03")
@pytest.mark.parametrize("pair", PAIRS)
def test_each_deck_has_40_cards(pair: str) -> None:
    # given any two modules / when the first deck comes into play / then it has 40 cards, 8 of each module
    state = new_game(2, modules=pair)
    heard = []
    while asked(state) != "DealCards":
        state.apply(state.moves()[0])
        heard += state.heard or []
    assert only(heard, events.RoundBegun) == [events.RoundBegun(1)]
    assert len(state.deck) == 40
    numbers = [BOX.cards[card].module for card in state.deck]
    assert numbers.count(-1) == 24
    assert {numbers.count(module.number) for module in state.table.modules} == {8}


@pytest.mark.clause("FC-SETUP-04")
def test_equal_seeds_give_equal_deals_and_cards_are_mixed() -> None:
    # given the same random numbers twice / then the displays are equal; given others / then they differ
    def dealt(seed: int) -> list[int]:
        return new_game(2, seed).rows

    assert dealt(5) == dealt(5)
    displays = [dealt(seed) for seed in range(30)]
    assert len({tuple(rows) for rows in displays}) == 30
    # and base cards and those of both modules come at every place of the display
    for place in range(18):
        assert {BOX.cards[rows[place]].module for rows in displays} == {-1, 0, 1}


@pytest.mark.clause("FC-SETUP-04")
def test_every_card_of_the_deck_is_as_likely_as_the_others() -> None:
    state = new_game(2)
    while asked(state) != "DealCards":
        state.apply(state.moves()[0])
    assert state.actor == NATURE
    odds = state.odds()
    assert [chances for _, chances in odds] == [1] * 40
    assert [BOX.cards[state.words.a[move]].deck for move, _ in odds] == [0] * 40


@pytest.mark.clause("FC-SETUP-05", "FC-SETUP-06")
@pytest.mark.parametrize("seats", SEATS)
def test_round_1_has_three_rows_of_six_cards_of_deck_1_and_the_tile(seats: int) -> None:
    # given a new game / then 18 cards of deck 1 lie there and 22 remain
    state = new_game(seats, 7)
    assert state.round == 1
    assert len(set(state.rows)) == 18
    assert {BOX.cards[card].deck for card in state.rows} == {0}
    assert len(state.deck) == 22
    assert not set(state.deck) & set(state.rows)
    # and everybody sees the rows
    assert state.view(None).rows == [BOX.cards[card].name for card in state.rows]
    # and the tile can be taken
    assert state.view(None).tile == -1
    assert "tile" in legal(state)


# ---------------------------------------------------------------- supplies


@pytest.mark.clause("FC-SETUP-07")
def test_levels_of_a_pair_share_their_cards() -> None:
    # given the set-up of 4 / then 8 of the 50 cards 0/1 lie in trains
    state = new_game(4, 1)
    assert state.coaches == [42, 24, 20]
    # and when coaches of both levels of a pair are laid / then they come from the same cards
    state = position(2)
    give(state, 0, upper="12 7 4 2 1 m1 0", lower="0")
    assert state.coaches == [50 - 2 - 3, 24 - 2, 20 - 2]
    assert [BOX.pair_of[level] for level in range(6)] == [0, 0, 1, 1, 2, 2]


@pytest.mark.clause("FC-SETUP-07")
def test_an_icon_whose_pair_has_no_free_card_cannot_be_used() -> None:
    # given no free card 0/1 / when a coach is wanted / then it is refused and the icon is lost
    state = give(position(2), 0, upper="2 1 0", lower="0", coins=(0, 0, 0))
    state.coaches = [0, 3, 3]
    before = train(state, 0, 0), train(state, 0, 1)
    carry(state, 0, "0-coach x1, 0->1")
    assert barred(state, "coach:upper") == "FC-CAR-07"
    # but turning a card of the pair over is possible, and so is the way to another pair, whose card then returns
    assert "upgrade:upper:0" in legal(state)
    do(state, "leave")
    assert (train(state, 0, 0), train(state, 0, 1)) == before
    carry(state, 0, "1->2, 0-coach x1")
    do(state, "upgrade:upper:1")
    assert state.coaches == [1, 2, 3]
    assert "coach:lower" in legal(state)


@pytest.mark.clause("FC-SETUP-08", "FC-SETUP-22")
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_begins_with_a_coin_in_the_first_column_from_the_common_supply(seats: int) -> None:
    state = new_game(seats, 1)
    assert state.supply() == state.view(None).supply == 48 - seats
    assert [player.coins for player in state.players] == [[1, 0, 0]] * seats
    # and it buys what a coin of the first column buys
    assert "coin:1:coach:upper" in legal(state)
    assert barred(state, "coin:2:locomotive") == "FC-COIN-10"
    assert barred(state, "coin:3:coach:upper") == "FC-COIN-11"


@pytest.mark.clause("FC-SETUP-09")
def test_locomotive_tiles_come_from_the_lowest_to_the_highest() -> None:
    # given trains of eight cards / when a ninth card closes one after the other / then tiles 5, 6, 7 … appear
    state = position(4)
    assert state.tiles == 0
    for seat in range(4):
        give(state, seat, upper="0 0 0 0 0 m1 0 0", lower="0 0 0 0 0 m2 0 0")
    heard = []
    for seat in range(4):
        for which in ("upper", "lower"):
            carry(state, seat, "0-coach x1")
            heard += do(state, f"coach:{which}", "leave")
    tiles = [event.tile for event in only(heard, events.LocomotiveTileLaid)]
    assert tiles == ["lt-5", "lt-6", "lt-7", "lt-8", "lt-12", "lt-13", "lt-14", "lt-15"]


@pytest.mark.clause("FC-SETUP-10")
def test_constantinople_is_empty_and_has_spaces_for_20_10_and_5_points() -> None:
    state = new_game(4, 1)
    assert state.view(None).constantinople == []
    # given four conductors before their tiles / when they arrive / then these points are given
    state = position(2)
    for seat in range(2):
        give(state, seat, upper="0 0 0 0 0 m1 0 0 0 lt-5", lower="0 0 0 0 0 m2 0 0 0 lt-6", conductors=(9, 9))
    heard = []
    for seat in range(2):
        carry(state, seat, "conductors both 1")
        heard += do(state, "conductor:upper:1")
        heard += do(state, "conductor:lower:1")
    assert [event.points for event in only(heard, events.ArrivedInConstantinople)] == [20, 10, 5, 0]


# ---------------------------------------------------------------- players


@pytest.mark.clause("FC-SETUP-11", "FC-SETUP-18")
@pytest.mark.parametrize("seats", SEATS)
def test_every_player_begins_with_the_same_stock(seats: int) -> None:
    for player in new_game(seats, 2).view(None).players:
        assert player.trains == [["0"], ["0"]]
        assert sum(player.coins) == 1
        assert len(player.conductors) == 2
        assert player.mail_cars == ["m1", "m2", "m3", "m4"]
        assert (player.contracts, player.sections, player.used) == ([], [], 0)


@pytest.mark.clause("FC-SETUP-12")
@pytest.mark.parametrize("seats", SEATS)
def test_a_start_player_is_drawn_by_lot(seats: int) -> None:
    # given the default / when the game begins / then one of the seats is drawn with equal odds
    state = new_game(seats)
    assert (asked(state), state.actor) == ("ChooseFirst", NATURE)
    assert state.view(None).first == state.view(None).start == -1
    assert [chances for _, chances in state.odds()] == [1] * seats
    assert legal(state) == [f"first:{seat}" for seat in range(1, seats + 1)]
    heard = do(state, f"first:{seats}")
    # then exactly that one holds the marker
    assert only(heard, events.FirstChosen) == [events.FirstChosen(seats - 1)]
    assert state.view(None).start == seats - 1
    assert not any(word.startswith("first:") for word in legal(state))


@pytest.mark.clause("FC-SETUP-12", "FC-ROUND-04")
@pytest.mark.parametrize("seats", SEATS)
def test_the_table_may_name_the_start_player(seats: int) -> None:
    for seat in range(seats):
        state = new_game(seats, 1, first_player=f"seat-{seat + 1}")
        assert state.first == state.start == state.turn == state.actor == seat
    for seat in range(seats, 4):
        with pytest.raises(SetupError):
            GAME.start(seats, {"first_player": f"seat-{seat + 1}"})
    with pytest.raises(SetupError):
        GAME.start(seats, {"first_player": "seat-5"})


@pytest.mark.clause("FC-SETUP-13", "FC-SETUP-14")
def test_scores_begin_with_0_and_have_no_limit() -> None:
    # given the set-up / then the third conductor marks 0 points, two are left for the trains, and 6 cubes for laps
    state = new_game(4, 1)
    assert state.scores() == [0, 0, 0, 0]
    assert [len(player.conductors) for player in state.players] == [2, 2, 2, 2]
    assert GAME.pack.number("setup.conductors") == 3
    assert GAME.pack.number("setup.cubes") == 6
    # given 99 points and more / when points come / then they are simply added
    state = carry(give(position(2), 0, points=349), 0, "points 3")
    assert state.scores() == [352, 0]


@pytest.mark.clause("FC-SETUP-19")
def test_conductors_wait_left_of_the_first_card() -> None:
    state = new_game(3, 1)
    assert [player.conductors for player in state.players] == [[0, 0]] * 3
    # given the first step / when made / then a conductor stands on card 1, and no card scores before it
    state = give(position(2), 0, upper="1", lower="2", coins=(0, 0, 0))
    carry(state, 0, "conductor steps 1")
    do(state, "conductor:lower:1")
    assert state.players[0].conductors == [0, 1]
    before = state.players[0].points
    heard = do(scoring(state), "done")
    assert only(heard, events.TrainsScored)[0].trains == [0, 2]
    assert state.players[0].points == before + 2


@pytest.mark.clause("FC-SETUP-20", "FC-SETUP-21")
def test_the_locomotive_begins_in_paris_before_three_printed_cities() -> None:
    state = new_game(3, 1)
    assert [player.city for player in state.players] == [0, 0, 0]
    assert [player.line for player in state.players] == [BOX.board_cities] * 3
    assert len(BOX.board_cities) == 3
    # and no reward is active there
    state = scoring(give(position(2), 0, city=0))
    assert barred(state, "city:2") == "FC-SCORE-04"


# ---------------------------------------------------------------- the end-bonus draft


@pytest.mark.clause("FC-SETUP-15")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("first", [1, 2])
def test_the_draft_begins_at_the_right_and_everybody_sees_one_card_less(seats: int, first: int) -> None:
    # given players and a start player / when cards are kept
    state = in_draft(seats, first_player=f"seat-{first}")
    seen: list[tuple[int, int]] = []
    rng = Random(f"{seats} {first}")
    passed: set[str] = set()
    while asked(state) == "KeepBonus":
        words = legal(state)
        seen.append((state.actor, len(words)))
        # then each gets what the one before passed on
        assert not passed or set(words) == passed
        kept = rng.choice(words)
        passed = set(words) - {kept}
        do(state, kept)
    # the right neighbour of the start player sees one card more than players, and the start player two
    order = [(first - 1 - step) % seats for step in range(1, seats + 1)]
    assert seen == [(seat, seats + 1 - at) for at, seat in enumerate(order)]
    assert seen[-1] == (first - 1, 2)


@pytest.mark.clause("FC-SETUP-15")
def test_only_a_card_that_was_passed_on_can_be_kept() -> None:
    state = in_draft(3)
    names = {word.removeprefix("keep:") for word in legal(state)}
    other = next(card.name for card in BOX.bonus if card.name not in names)
    assert barred(state, f"keep:{other}") == "FC-SETUP-15"


@pytest.mark.clause("FC-SETUP-16", "FC-SETUP-17")
@pytest.mark.parametrize("seats", SEATS)
def test_after_the_draft_the_card_left_over_goes_back_and_four_lie_face_up(seats: int) -> None:
    # given the last question of the draft / when a card is kept
    state = in_draft(seats)
    for _ in range(seats - 1):
        do(state, legal(state)[0])
    first, second = legal(state)
    do(state, first)
    left_over = second.removeprefix("keep:")
    # then everybody holds one, and the card left over may be turned up again
    assert [len(player.bonus) for player in state.players] == [1] * seats
    assert len(state.bonus_deck) + len(state.display) == 21 - seats
    assert f"show:{left_over}" in legal(state)
    # and afterwards 4 lie face up, the others in the deck
    while asked(state) == "ShowBonus":
        state.apply(state.moves()[-1])
    assert len(state.display) == 4
    assert len(state.bonus_deck) == 17 - seats
    own = [player.bonus[0] for player in state.players]
    assert sorted([*own, *state.display, *state.bonus_deck]) == list(range(21))


@pytest.mark.clause("FC-SETUP-23")
@pytest.mark.parametrize("seats", SEATS)
def test_nothing_lies_face_up_during_the_draft(seats: int) -> None:
    state = in_draft(seats, modules="c-d")
    while asked(state) == "KeepBonus":
        for seat in (None, *range(seats)):
            view = state.view(seat)
            assert view.display == []
            assert set(view.rows) == {""}
            assert view.deck == []
        do(state, legal(state)[-1])
    # then the display of end-bonus cards comes before the cards of round 1
    assert asked(state) == "ShowBonus"
    while asked(state) == "ShowBonus":
        assert set(state.rows) == {-1}
        state.apply(state.moves()[0])
    assert asked(state) == "DealCards"


@pytest.mark.clause("FC-SETUP-24")
@pytest.mark.parametrize("seats", SEATS)
def test_only_the_one_who_chooses_sees_the_cards_of_the_draft(seats: int) -> None:
    state = new_game(seats, first_player="seat-1")
    drafter = seats - 1
    # given cards that are drawn / then only the first player of the draft hears which
    while asked(state) == "DealDraft":
        move = state.moves()[3]
        word = GAME.vocabulary.word(move)
        assert [state.seen(seat, move) for seat in range(seats)] == ["draft:?"] * drafter + [word]
        state.play(move)
        for seat in (None, *range(drafter)):
            assert [event.card for event in only(state.events(seat), events.DraftDealt)] == [None]
        assert only(state.events(drafter), events.DraftDealt)[0].card == word.removeprefix("draft:")
    # given the draft / then only who is asked or was asked has seen cards
    asked_so_far: list[int] = []
    while asked(state) == "KeepBonus":
        actor = state.actor
        asked_so_far.append(actor)
        words = legal(state)
        for seat in (None, *range(seats)):
            view = state.view(seat)
            assert bool(view.draft) == (seat in asked_so_far)
            assert view.opened == []
            assert view.own_bonus == [] or seat in asked_so_far[:-1]
        assert state.view(actor).draft == [word.removeprefix("keep:") for word in words]
        move = state.moves()[0]
        assert {state.seen(seat, move) for seat in (None, *range(seats)) if seat != actor} == {"keep:?"}
        state.play(move)
        # and a card that is kept stays hidden from the others
        for seat in (None, *range(seats)):
            kept = only(state.events(seat), events.BonusKept)[0].card
            assert kept == (words[0].removeprefix("keep:") if seat == actor else None)
            if seat != actor:
                assert words[0].removeprefix("keep:") not in state.view(seat).own_bonus


@pytest.mark.clause("FC-SETUP-24")
def test_a_kept_card_stays_hidden_until_the_end() -> None:
    state, rng = new_game(3, 1, first_player="seat-1"), Random(4)
    own = [BOX.bonus[player.bonus[0]].name for player in state.players]
    while not state.over:
        assert state.view(0).opened == state.view(None).opened == []
        assert [state.view(seat).own_bonus[0] for seat in range(3)] == own
        assert not any(own[1] in names for names in state.view(0).bought)
        for _ in range(20):
            if not state.over:
                state.apply(rng.choice(state.moves()))
    assert [cards[0] for cards in state.view(None).opened] == own


@pytest.mark.clause("FC-SETUP-06")
def test_the_tile_belongs_to_no_row() -> None:
    # given rows of six cards / when the tile is taken / then it was no card of them: the leftmost card still lies there
    state = full_display(position(4))
    top = state.rows[0]
    heard = do(state, "tile")
    assert only(heard, events.TileTaken) == [events.TileTaken(0)]
    assert state.rows[0] == top
    assert state.row_taken == [0, 0, 0]
