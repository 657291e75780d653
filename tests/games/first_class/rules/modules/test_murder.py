"""Module C: the hidden murderer, investigation tokens, and the arrest at the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.first_class.rules.modules.table import final_count, in_used_pile, module_view, split, table, told, use
from tests.support.games.first_class.positions import (
    BOX,
    GAME,
    ask,
    asked,
    barred,
    card,
    do,
    fall,
    give,
    legal,
    new_game,
    scoring,
    show,
    turn_of,
)
from trainshed.games.first_class.rules.modules.murder import DRAW, OTHERS, Murder
from trainshed.games.first_class.rules.murder.case import Case
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.rules.turns import Turn
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.game import view_after

NUMBER = BOX.module_letters.index("c")
RULES: Murder = BOX.modules[NUMBER]
FACES = {"blank": 0, "print": 1}


def case_of(state: FirstClassState) -> Case:
    own = state.kept[NUMBER]
    assert isinstance(own, Case)
    return own


def hold(state: FirstClassState, *rows: str, guilty: int = 0) -> FirstClassState:
    """Each seat holds tokens of its own drawing, written as faces; the rest is in the bag."""
    case = case_of(state)
    case.guilty = guilty
    case.tokens = [[FACES[face] | 2 << seat for face in row.split()] for seat, row in enumerate(rows)]
    held = [token & 1 for row in case.tokens for token in row]
    case.bag = [RULES.faces[0] - held.count(0), RULES.faces[1] - held.count(1)]
    return state


def murder_table(seats: int = 3, turn: int = 0, **options: str) -> FirstClassState:
    """Everybody holds a blank token and one with a fingerprint; the first player is the murderer."""
    return hold(table(seats, turn, **({"modules": "a-c"} | options)), *["print blank"] * seats)


def held(state: FirstClassState) -> list[int]:
    """How many tokens each seat holds."""
    return [len(row) for row in case_of(state).tokens]


def trial(
    prints: list[int], guilty: int, points: list[int], more: tuple[str, str] = ("blank", "blank"), **options: str
) -> FirstClassState:
    """The end of a game in which the seats hold so many fingerprints; the murderer then draws two more tokens."""
    state = hold(murder_table(len(prints), 0, **options), *[" ".join(["print"] * n) for n in prints], guilty=guilty)
    for seat, total in enumerate(points):
        give(state, seat, coins=(0, 0, 0), points=total)
    final_count(state)
    do(state, *[f"token:{face}" for face in more])
    assert state.over
    return state


def arrested(state: FirstClassState) -> list[int]:
    seats: list[int] = module_view(state, "murder")["arrested"]
    return seats


# ---------------------------------------------------------------- set-up


@pytest.mark.clause("FC-MODULE-C-01", "FC-MODULE-C-03")
def test_guilt_cards_and_tokens() -> None:
    # given the content data, then 4 and 26
    assert len(GAME.pack.get("module.C.guilt.cards")) == 4
    assert RULES.faces == [10, 16]
    assert sum(RULES.faces) == 26
    assert GAME.census(murder_table())["fingerprints"] == 16
    assert GAME.census(murder_table())["blank tokens"] == 10


@pytest.mark.clause("FC-MODULE-C-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_exactly_one_player_is_the_murderer_and_only_that_player_knows(seats: int) -> None:
    # given n players / then one guilty and n-1 innocent guilt cards are dealt face down
    state = new_game(seats, modules="a-c", first_player="seat-1")
    assert [bool(c["guilty"]) for c in GAME.pack.get("module.C.guilt.cards")].count(True) == 1
    assert state.actor == NATURE
    assert legal(state) == [f"guilty:{seat}" for seat in range(1, seats + 1)]
    assert {weight for _, weight in state.odds()} == {1}
    assert module_view(state, "murder", 1)["guilty"] == -1
    move = GAME.vocabulary.id("guilty:2")
    assert [state.seen(seat, move) for seat in (None, *range(seats))] == [
        "guilty:?",
        *["guilty:2" if seat == 1 else "guilty:?" for seat in range(seats)],
    ]
    do(state, "guilty:2")
    for seat in (None, *range(seats)):
        assert module_view(state, "murder", seat)["guilty"] == (1 if seat == 1 else -1)
        facts = [event.facts for event in state.events(seat) if getattr(event, "what", "") == "guilt"]
        assert facts == [{"guilty": 1} if seat == 1 else {}]


@pytest.mark.clause("FC-MODULE-C-04")
@pytest.mark.parametrize(("seats", "bag"), [(2, 22), (3, 20), (4, 18)])
def test_everybody_starts_with_two_tokens(seats: int, bag: int) -> None:
    # given setup with 4 players, then 18 tokens in the bag
    state = new_game(seats, 5, modules="a-c")
    assert held(state) == [2] * seats
    for seat in (None, *range(seats)):
        view = module_view(state, "murder", seat)
        assert view["bag"] == bag
        # face down, and only the owner may look
        for owner, row in enumerate(view["tokens"]):
            assert [token["print"] is not None for token in row] == [owner == seat] * 2


@pytest.mark.clause("FC-MODULE-C-04")
def test_a_token_is_drawn_with_the_odds_of_the_bag() -> None:
    state = new_game(2, modules="a-c", first_player="seat-1")
    do(state, "guilty:1")
    words = GAME.vocabulary
    assert {words.word(move): weight for move, weight in state.odds()} == {"token:blank": 10, "token:print": 16}
    assert state.seen(0, words.id("token:print")) == "token:print"
    assert state.seen(1, words.id("token:print")) == state.seen(None, words.id("token:print")) == "token:?"
    do(state, "token:print")
    assert {words.word(move): weight for move, weight in state.odds()} == {"token:blank": 10, "token:print": 15}


# ---------------------------------------------------------------- drawing


@pytest.mark.clause("FC-MODULE-C-05")
def test_a_draw_icon_draws_blindly_from_the_bag() -> None:
    # given C1-1 carried out
    state = give(murder_table(), 0, upper="0 0 0")
    use(state, "c1-1")
    assert "draw" in legal(state)
    do(state, "upgrade:upper:0", "upgrade:upper:0", "upgrade:upper:0")
    # then 3 upgrades and 1 token
    assert state.players[0].trains[0] == [1, 1, 1]
    assert (asked(state), state.actor) == ("DrawTokens", NATURE)
    do(state, "token:print")
    assert held(state) == [3, 2, 2]
    assert module_view(state, "murder")["bag"] == 26 - 7
    assert asked(state) == "After"


@pytest.mark.clause("FC-MODULE-C-05")
def test_a_draw_comes_in_any_order_with_the_other_icons() -> None:
    state = give(murder_table(), 0, upper="0 0 0")
    use(state, "c2-1")
    do(state, "upgrade:upper:0", "draw", "token:blank", "token:print")
    assert held(state) == [4, 2, 2]
    assert asked(state) == "Carry"
    assert "draw" not in legal(state)
    do(state, "upgrade:upper:0", "upgrade:upper:0", "upgrade:upper:1")
    assert (asked(state), held(state)) == ("After", [4, 2, 2])


@pytest.mark.clause("FC-MODULE-C-06")
def test_drawing_is_compulsory_when_the_card_is_used() -> None:
    # given C1-1 carried out with no upgrade possible, then the draw still happens
    full = "12 12 12 12 12 m1 12 12 12 lt-5"
    state = give(murder_table(), 0, upper=full, lower="12 12 12 12 12 m2 12 12 12 lt-6")
    use(state, "c1-1")
    assert (asked(state), state.actor) == ("DrawTokens", NATURE)
    do(state, "token:print")
    assert (asked(state), held(state)) == ("After", [3, 2, 2])
    # given the rest is left, too
    state = give(murder_table(), 0, upper="0 0 0")
    use(state, "c1-1")
    do(state, "leave", "token:print")
    assert (asked(state), held(state)) == ("After", [3, 2, 2])
    # and the others' draw
    state = give(murder_table(), 0, upper="0 0 0")
    use(state, "c1-5")
    do(state, "leave", "token:print", "token:print")
    assert (asked(state), held(state)) == ("After", [2, 3, 3])


@pytest.mark.clause("FC-MODULE-C-06")
@pytest.mark.parametrize("name", ["c1-1", "c1-5"])
def test_ignoring_the_card_avoids_the_draw(name: str) -> None:
    # given C1-1 ignored, then no token is drawn
    state = show(give(murder_table(), 0, upper="0 0 0"), name)
    do(state, "take:1:1", "ignore", "upgrade:upper:0")
    assert (asked(state), held(state)) == ("After", [2, 2, 2])
    assert in_used_pile(state, name)


@pytest.mark.clause("FC-MODULE-C-16")
@pytest.mark.parametrize(("turn", "order"), [(0, [1, 2]), (1, [2, 0]), (2, [0, 1])])
def test_the_others_draw_from_the_left_of_the_taker(turn: int, order: list[int]) -> None:
    # given three players and C1-5 carried out
    state = murder_table(3, turn)
    give(state, turn, upper="0 0")
    use(state, "c1-5")
    drawers = [event.seat for event in do(state, "others", "token:print", "token:blank") if hasattr(event, "what")]
    # then each of the two opponents has one token more, in seat order from the left of the taker
    assert drawers == order
    assert held(state) == [2 if seat == turn else 3 for seat in range(3)]
    # and what each draws only that player sees
    tokens = case_of(state).tokens
    assert [tokens[seat][-1] for seat in order] == [1 | 2 << order[0], 0 | 2 << order[1]]


@pytest.mark.clause("FC-MODULE-C-14")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_bag_never_runs_empty(seats: int) -> None:
    # given the sum of all draw icons
    own = others = 0
    for c in BOX.cards:
        if c.module == NUMBER:
            own += sum(icon.count for icon in c.icons if icon.verb == RULES.verbs + DRAW)
            others += sum(icon.count for icon in c.icons if icon.verb == RULES.verbs + OTHERS)
    by_cards = own + others * (seats - 1)
    assert (own, others) == (12, 1)
    # then the bag never runs empty
    assert RULES.start * seats + by_cards + RULES.extra <= 26
    if seats == 4:
        assert (RULES.start * seats, by_cards, RULES.extra) == (8, 15, 2)


# ---------------------------------------------------------------- giving and discarding


@pytest.mark.clause("FC-MODULE-C-07")
def test_a_token_is_given_face_down_to_a_chosen_opponent() -> None:
    # given one own token and C1-4
    state = hold(murder_table(), "print", "blank", "")
    use(state, "c1-4")
    do(state, "coins")
    # then it can be moved face down to the chosen opponent
    assert legal(state) == ["leave", "give:2:1", "give:3:1"]
    assert barred(state, "give:1:1") == "FC-MODULE-C-07"
    assert barred(state, "give:4:1") == "FC-MODULE-C-07"
    assert barred(state, "give:2:2") == "FC-MODULE-C-08"
    assert barred(state, "discard:1") == "FC-MODULE-C-07"
    assert barred(state, "draw") == "FC-MODULE-C-05"
    # and it is not taken back, because the receiver has seen it
    assert not state.reversible(GAME.vocabulary.id("give:3:1"))
    assert state.reversible(GAME.vocabulary.id("leave"))
    heard = do(state, "give:3:1")
    assert held(state) == [0, 1, 1]
    assert case_of(state).tokens[2] == [1 | 2 * 0b101]
    assert told(heard, "given") == [{"to": 2}]
    for seat in (None, 0, 1, 2):
        (event,) = [e for e in state.events(seat) if getattr(e, "what", "") == "given"]
        assert event.facts.get("print") is (True if seat in (0, 2) else None)
    assert asked(state) == "After"


@pytest.mark.clause("FC-MODULE-C-07")
def test_two_tokens_for_any_opponents_may_go_to_two_of_them() -> None:
    # given C3-5 and 2 own tokens, then one each to two opponents is legal
    state = murder_table()
    use(state, "c3-5")
    assert state.players[0].points == 4
    do(state, "give:2:1")
    assert legal(state) == ["leave", "give:2:1", "give:3:1"]
    do(state, "give:3:1")
    assert held(state) == [0, 3, 3]
    assert [row[-1] & 1 for row in case_of(state).tokens[1:]] == [1, 0]


@pytest.mark.clause("FC-MODULE-C-07")
def test_two_tokens_for_one_opponent_go_to_the_same() -> None:
    state = give(murder_table(), 0, upper="0 0")
    use(state, "c2-5")
    do(state, "give:3:2")
    assert barred(state, "give:2:1") == "FC-MODULE-C-07"
    assert {"give:3:1", "leave"} <= set(legal(state))
    do(state, "give:3:1", "leave")
    assert held(state) == [0, 2, 4]
    assert [token & 1 for token in case_of(state).tokens[2]] == [1, 0, 0, 1]


@pytest.mark.clause("FC-MODULE-C-07")
def test_a_discarded_token_never_returns_to_the_bag() -> None:
    # given C2-4
    state = murder_table()
    before = case_of(state).bag
    use(state, "c2-4")
    assert {"discard:1", "discard:2"} <= set(legal(state))
    heard = do(state, "discard:1", "leave")
    # then the discarded token never returns to the bag
    assert (held(state), case_of(state).bag) == ([1, 2, 2], before)
    assert case_of(state).discarded == [1 | 2]
    assert told(heard, "discarded") == [{}]
    assert barred(turn_of(state, 0), "discard:1") == "FC-MODULE-C-07"


@pytest.mark.clause("FC-MODULE-C-07")
def test_up_to_two_tokens_are_discarded() -> None:
    state = hold(give(murder_table(), 0, upper="12", lower="12"), "print blank print", "", "")
    use(state, "c3-4")
    do(state, "discard:3", "discard:1", "leave")
    assert (held(state), case_of(state).discarded) == ([1, 0, 0], [1 | 2, 1 | 2])
    assert case_of(state).tokens[0] == [0 | 2]
    assert asked(state) == "After"


@pytest.mark.clause("FC-MODULE-C-08")
@pytest.mark.parametrize("name", ["c2-4", "c1-4", "c2-5", "c3-4", "c3-5"])
def test_without_tokens_the_rest_of_the_card_is_usable(name: str) -> None:
    # given no tokens
    state = hold(give(murder_table(), 0, upper="0 0", coins=(0, 0, 0)), "", "print", "print")
    show(state, name)
    do(state, "take:1:1", "use")
    # then the rest of the card is still usable
    assert not [word for word in legal(state) if word.startswith(("give", "discard"))]
    if name == "c2-4":
        assert barred(state, "discard:1") == "FC-MODULE-C-08"
        do(state, "coach:upper", "coach:upper")
        assert len(state.players[0].trains[0]) == 4
    elif name == "c1-4":
        do(state, "coins")
        assert sum(state.players[0].coins) == 2
    elif name == "c3-5":
        assert state.players[0].points == 4
    else:
        do(state, "upgrade:upper:0")
        assert state.players[0].trains[0] == [1, 0]
    assert asked(state) != "Carry"


@pytest.mark.clause("FC-MODULE-C-08")
@pytest.mark.parametrize("name", ["c1-4", "c2-4", "c3-5"])
def test_giving_and_discarding_are_optional(name: str) -> None:
    state = murder_table()
    use(state, name)
    do(state, "leave")
    assert (asked(state), held(state)) == ("After", [2, 2, 2])


@pytest.mark.clause("FC-MODULE-C-17")
@pytest.mark.parametrize("deck", [1, 2, 3])
def test_the_split_of_module_c(deck: int) -> None:
    # given module C data, then the split is 5, 1, 1, 1 in each deck
    assert split("c", deck) == {"murder": 5, "contract": 1, "money": 1, "game end": 1}


@pytest.mark.clause("FC-MODULE-C-17")
@pytest.mark.parametrize("name", [c.name for c in BOX.cards if c.kind == "murder"])
def test_a_murder_card_goes_to_the_used_pile(name: str) -> None:
    state = give(murder_table(), 0, upper="0 0", coins=(1, 0, 0))
    use(state, name)
    rng = Random(name)
    while asked(state) != "After":
        fall(state, rng)
        if asked(state) == "Carry":
            do(state, rng.choice(legal(state)))
        elif asked(state) != "After":
            do(state, legal(state)[0])
    assert in_used_pile(state, name)
    assert state.base_cards(0) == [0, 0, 0]
    assert card(name) in state.players[0].taken


# ---------------------------------------------------------------- the end


@pytest.mark.clause("FC-MODULE-C-09")
@pytest.mark.parametrize("guilty", [0, 1, 2])
def test_after_the_final_count_the_murderer_draws_two_more_tokens(guilty: int) -> None:
    # given game end
    state = hold(murder_table(), "print", "print", "print", guilty=guilty)
    give(state, 0, points=30)
    final_count(state)
    # then the normal count is made, the murderer is revealed, and the guilty player draws 2 tokens
    assert state.scores() == [31, 1, 1], "a coin is a point"
    for seat in (None, 0, 1, 2):
        assert module_view(state, "murder", seat)["guilty"] == guilty
        assert module_view(state, "murder", seat)["revealed"]
    assert (asked(state), state.actor) == ("DrawTokens", NATURE)
    heard = do(state, "token:blank", "token:blank")
    assert [event.seat for event in heard if getattr(event, "what", "") == "drawn"] == [guilty, guilty]
    assert held(state) == [3 if seat == guilty else 1 for seat in range(3)]
    assert state.over


@pytest.mark.clause("FC-MODULE-C-09", "FC-MODULE-C-10", "FC-MODULE-C-18")
def test_tokens_are_turned_up_after_the_last_draw() -> None:
    # given the murderer is revealed and draws
    state = hold(murder_table(), "print", "blank", "print", guilty=1)
    final_count(state)
    # then what tokens show is still hidden
    assert faces(module_view(state, "murder", 0)) == [[True], [None], [None]]
    assert state.seen(0, GAME.vocabulary.id("token:print")) == "token:?"
    do(state, "token:blank")
    assert faces(module_view(state, "murder")) == [[None], [None, None], [None]]
    assert faces(module_view(state, "murder", 1)) == [[None], [False, False], [None]]
    # and then all tokens are turned up
    do(state, "token:print")
    for seat in (None, 0, 1, 2):
        assert faces(module_view(state, "murder", seat)) == [[True], [False, False, True], [True]]


@pytest.mark.clause("FC-MODULE-C-09")
def test_the_word_that_ends_the_last_phase_shows_the_murderer() -> None:
    # given the last part of the last scoring phase
    state = hold(murder_table(2), "print", "blank", guilty=1)
    give(state, 1, coins=(2, 0, 0))
    scoring(state, 1, 3, more=True)
    done, point = [GAME.vocabulary.id(word) for word in ("done", "coin:1:point")]
    # when its last word is asked, then it is said to show something, and there is no preview of it
    assert state.shows(done)
    assert view_after(state, done, 1) is None
    assert not state.reversible(done)
    # and no other word, nor this one before
    assert not state.shows(point)
    assert state.reversible(point)
    assert not scoring(state, 0, 3, more=True).shows(done)
    assert not scoring(state, 1, 2, more=True).shows(done)


@pytest.mark.clause("FC-MODULE-C-09")
def test_the_last_turn_shows_the_murderer_if_nobody_has_anything_to_score() -> None:
    # given the last turn of the game, and nobody with a coin or a reward
    state = hold(murder_table(2), "print", "blank", guilty=1)
    show(state, "x1-loc-1-1 x1-loc-1-2")
    state.round, state.turns, state.deck = BOX.rounds, 2 * BOX.turns, []
    for player in state.players:
        player.coins = [0, 0, 0]
    state.tile = 1
    ask(state, Turn(0, 0))
    # when the last card is given up, then the scoring phase asks nobody, and the murderer is revealed
    do(state, "take:1:1", "use")
    assert state.shows(GAME.vocabulary.id("leave"))
    do(state, "leave")
    assert case_of(state).revealed == 1


@pytest.mark.clause("FC-MODULE-C-10")
def test_who_has_most_fingerprints_drops_out() -> None:
    # given 3 players with counts 4, 2, 1
    state = trial([4, 2, 1], 1, [200, 90, 80])
    # then the first is out of the ranking even with the highest total
    assert arrested(state) == [0]
    assert state.scores() == [200, 110, 80]
    assert state.standings() == [3, 1, 2]
    assert GAME.returns(state)[0] < min(state.scores())
    # and all tokens are seen
    view = module_view(state, "murder")
    assert [[token["print"] for token in row] for row in view["tokens"]] == [
        [True] * 4,
        [True, True, False, False],
        [True],
    ]


@pytest.mark.clause("FC-MODULE-C-10", "FC-MODULE-C-09")
def test_the_two_tokens_of_the_murderer_count() -> None:
    state = trial([3, 2, 1], 1, [100, 90, 80], more=("print", "print"))
    assert arrested(state) == [1]
    assert state.scores() == [100, 90, 80]
    assert state.standings() == [1, 3, 2]


@pytest.mark.clause("FC-MODULE-C-10")
def test_blank_tokens_do_not_count() -> None:
    state = hold(murder_table(2), "blank blank blank", "print", guilty=0)
    final_count(state)
    do(state, "token:blank", "token:blank")
    assert arrested(state) == [1]


@pytest.mark.clause("FC-MODULE-C-11")
def test_a_murderer_who_is_not_arrested_gets_20_points() -> None:
    # given another player arrested, then murderer +20 before the totals are compared
    state = trial([0, 3, 1], 0, [100, 90, 110])
    assert (arrested(state), state.scores(), state.standings()) == ([1], [120, 90, 110], [1, 3, 2])
    # given the murderer arrested, then no points for it
    state = trial([3, 0, 1], 0, [100, 90, 110])
    assert (arrested(state), state.scores(), state.standings()) == ([0], [100, 90, 110], [3, 2, 1])


@pytest.mark.clause("FC-MODULE-C-12")
def test_in_a_tie_with_the_murderer_only_the_murderer_is_arrested() -> None:
    # given murderer 3, A 3, B 1, then only the murderer drops out
    state = trial([3, 3, 1], 1, [100, 100, 100])
    assert (arrested(state), state.standings(), state.scores()) == ([1], [1, 3, 1], [100, 100, 100])
    # given A 3, B 3, murderer 1, then A and B drop out
    state = trial([3, 3, 1], 2, [100, 100, 50])
    assert (arrested(state), state.scores()) == ([0, 1], [100, 100, 70])
    assert state.standings()[2] == 1
    assert state.standings()[0] == state.standings()[1]


@pytest.mark.clause("FC-MODULE-C-13")
def test_without_a_fingerprint_nobody_is_arrested() -> None:
    # given all zero, then murderer +20
    state = trial([0, 0, 0], 2, [100, 90, 75])
    assert (arrested(state), state.scores(), state.standings()) == ([], [100, 90, 95], [1, 3, 2])


@pytest.mark.clause("FC-MODULE-C-15")
def test_with_two_players_too_the_arrested_one_drops_out() -> None:
    # given two players, totals 150 and 120, the innocent leader arrested, then the murderer wins with 140
    state = trial([3, 1], 1, [150, 120])
    assert (arrested(state), state.scores(), state.standings()) == ([0], [150, 140], [2, 1])
    # given the murderer with 150 arrested, then the other wins with 120
    state = trial([3, 1], 0, [150, 120])
    assert (arrested(state), state.scores(), state.standings()) == ([0], [150, 120], [2, 1])


@pytest.mark.clause("FC-MODULE-C-15")
def test_by_option_an_arrest_costs_20_points() -> None:
    # given murder_arrest = 'penalty' and the first case, then 130 and 140
    state = trial([3, 1], 1, [150, 120], murder_arrest="penalty")
    assert (arrested(state), state.scores(), state.standings()) == ([0], [130, 140], [2, 1])
    # and the arrested player can still win
    state = trial([3, 1], 0, [150, 120], murder_arrest="penalty")
    assert (arrested(state), state.scores(), state.standings()) == ([0], [130, 120], [1, 2])
    # at any number of players
    state = trial([3, 3, 1, 0], 2, [150, 100, 60, 90], murder_arrest="penalty")
    assert (arrested(state), state.scores(), state.standings()) == ([0, 1], [130, 80, 80, 90], [1, 3, 3, 2])
    assert GAME.returns(state) == [130.0, 80.0, 80.0, 90.0]


@pytest.mark.clause("FC-MODULE-C-15")
def test_the_option_of_the_arrest() -> None:
    (option,) = [option for option in GAME.options if option.name == "murder_arrest"]
    assert (option.choices, option.default) == (("out", "penalty"), "out")


# ---------------------------------------------------------------- who knows what


def faces(view: dict[str, Any]) -> list[list[bool | None]]:
    return [[token["print"] for token in row] for row in view["tokens"]]


@pytest.mark.clause("FC-MODULE-C-18")
def test_only_who_has_held_a_token_knows_its_face() -> None:
    # given a view for any other player or a spectator, then it shows counts and no faces
    state = murder_table()
    own = [True, False]
    hidden = [None, None]
    assert faces(module_view(state, "murder")) == [hidden] * 3
    for seat in range(3):
        assert faces(module_view(state, "murder", seat)) == [own if other == seat else hidden for other in range(3)]
    # given a token handed on, then giver and receiver know its face
    use(state, "c3-5")
    do(state, "give:2:1", "leave")
    assert faces(module_view(state, "murder", 0)) == [[False], [None, None, True], hidden]
    assert faces(module_view(state, "murder", 1)) == [[None], [True, False, True], hidden]
    assert faces(module_view(state, "murder", 2)) == [[None], [None] * 3, own]
    assert faces(module_view(state, "murder")) == [[None], [None] * 3, hidden]
    # and it stays so when it is handed on again
    turn_of(state, 1)
    use(state, "c3-5")
    do(state, "give:3:3", "leave")
    assert [faces(module_view(state, "murder", seat))[2][-1] for seat in (0, 1, 2)] == [True, True, True]
    assert faces(module_view(state, "murder"))[2][-1] is None
    # and how many are left is open
    assert [module_view(state, "murder", seat)["bag"] for seat in (None, 0, 1, 2)] == [20] * 4


@pytest.mark.clause("FC-MODULE-C-18")
def test_which_of_equal_looking_tokens_leaves_is_read_by_those_who_know_it() -> None:
    # given a player with two tokens drawn, and a third that another player has held
    state = murder_table()
    use(state, "c3-5")
    do(state, "give:2:1", "leave")
    turn_of(state, 1)
    use(state, "c3-5")
    # when one of them is given to the third player, then giver and receiver read which
    for word in ("give:3:1", "give:3:2", "give:3:3"):
        assert [state.seen(seat, GAME.vocabulary.id(word)) for seat in (1, 2)] == [word, word]

    # and others read which of those they can tell apart, as their view does afterwards
    def others_read(reader: int | None) -> list[str]:
        return [state.seen(reader, GAME.vocabulary.id(f"give:3:{place}")) for place in (1, 2, 3)]

    assert others_read(None) == ["give:3:1?", "give:3:1?", "give:3:3?"]
    assert others_read(0) == ["give:3:1?", "give:3:1?", "give:3:3"]
    views = []
    for place in (1, 2, 3):
        after = state.clone()
        do(after, f"give:3:{place}")
        views.append(module_view(after, "murder"))
    assert views[0] == views[1]
    assert views[0] != views[2]
    # when one is discarded, then only who has held it reads which
    turn_of(state, 1)
    use(state, "c3-4")
    words = [state.seen(reader, GAME.vocabulary.id("discard:2")) for reader in (None, 0, 1, 2)]
    assert words == ["discard:1?", "discard:1?", "discard:2", "discard:1?"]


@pytest.mark.clause("FC-MODULE-C-18")
def test_a_discarded_token_is_never_shown() -> None:
    # given a token discarded, then only players who held it know its face
    state = murder_table()
    use(state, "c3-5")
    do(state, "give:2:1", "leave")
    turn_of(state, 1)
    use(state, "c3-4")
    do(state, "discard:3", "discard:2", "leave")

    def gone() -> list[list[bool | None]]:
        views = [module_view(state, "murder", seat) for seat in (None, 0, 1, 2)]
        return [[token["print"] for token in view["discarded"]] for view in views]

    known: list[list[bool | None]] = [[None, None], [True, None], [True, False], [None, None]]
    assert gone() == known
    # also after the tokens of the players are revealed
    final_count(state)
    assert gone() == known
    do(state, "token:print", "token:print")
    assert state.over
    assert gone() == known


@pytest.mark.clause("FC-MODULE-C-18")
def test_a_draw_is_heard_by_all_and_its_face_by_the_drawer() -> None:
    state = give(murder_table(), 0, upper="0 0 0")
    use(state, "c1-1")
    do(state, "draw", "token:blank")
    for seat in (None, 0, 1, 2):
        (event,) = [e for e in state.events(seat) if getattr(e, "what", "") == "drawn"]
        assert event.facts == ({"print": False} if seat == 0 else {})


@pytest.mark.clause("FC-MODULE-C-19")
@pytest.mark.parametrize("modules", ["a-b", "a-d", "b-e", "d-e"])
@pytest.mark.parametrize("arrest", ["out", "penalty"])
def test_without_module_c_there_is_no_murderer(modules: str, arrest: str) -> None:
    # given modules {A,B}, then no guilt card and no token is dealt
    state = new_game(3, modules=modules, murder_arrest=arrest, first_player="seat-1")
    words: set[str] = set()
    rng = Random(modules)
    while asked(state) != "Turn":
        words.update(word.partition(":")[0] for word in legal(state))
        state.apply(rng.choice(state.moves()))
    assert not words & {"guilty", "token"}
    assert "murder" not in state.view(None).modules
    assert state.kept[NUMBER] is None
    # and the final count ends the game
    final_count(state)
    assert state.over
    assert [state.drops_out(seat) for seat in range(3)] == [False] * 3
    assert len(set(state.scores())) == len(set(state.standings()))
