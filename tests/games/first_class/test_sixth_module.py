"""A sixth module is files of its own and a section of a content pack; no line of the title is changed for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from tests.support.games.first_class.positions import GAME
from tests.support.games.first_class.toy import dining_car as toy
from tests.support.games.words import do, legal, only, wander
from trainshed.arena.checks import CloseLooks, look_closely
from trainshed.arena.played import GameSetup, PlayedGame, check_bytes, check_clones, check_replay, play_game
from trainshed.arena.twins import compare_twins
from trainshed.games.first_class import events
from trainshed.games.first_class.game import FirstClassGame
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.kernel.content import ContentError

WITH_F = ("a-f", "b-f", "c-f", "d-f", "e-f")


@pytest.fixture(scope="module")
def game() -> Iterator[FirstClassGame]:
    with toy.dining_car() as found:
        yield found


def begun(game: FirstClassGame, *cards: str, **options: str) -> FirstClassState:
    """A game of two with module F at the first turn, with these cards in the first row of the display."""
    state: FirstClassState = game.start(2, {"modules": "a-f", "first_player": "seat-1"} | options)
    state.listen()
    rng = Random(5)
    while state.round == 0 or state.actor < 0:
        wander(state, rng)
    rows = state.rows[:]
    for place, name in enumerate(cards):
        rows[place] = game.box.card_numbers[name]
    state.rows = rows
    return state


# ---------------------------------------------------------------- it is found


def test_the_module_is_found_by_its_id(game: FirstClassGame) -> None:
    module = game.box.modules[-1]
    assert [other.letter for other in game.box.modules] == list("abcdef")
    assert (module.name, module.letter, module.number) == ("dining", "f", 5)
    assert [other.name for other in game.box.modules[:-1]] == [other.name for other in GAME.box.modules]
    assert [len([c for c in game.box.cards if c.module == 5 and c.deck == deck]) for deck in range(3)] == [8, 8, 8]


def test_without_its_files_the_pack_is_refused() -> None:
    pack = toy.pack()
    pack.data["module"]["F"]["id"] = "supper"
    with pytest.raises(ContentError, match=r"module\.F\.id: no rules for 'supper'"):
        FirstClassGame(1, pack)


def test_the_option_of_modules_has_fifteen_pairs(game: FirstClassGame) -> None:
    options = {option.name: option for option in game.options}
    assert options["modules"].choices == tuple("-".join(pair) for pair in combinations("abcdef", 2))
    assert len(options["modules"].choices) == 15
    assert options["modules"].default == GAME.options[0].default
    assert (options["leftovers"].choices, options["leftovers"].default) == (("no", "yes"), "no")
    assert [o.name for o in game.options][:-1] == [o.name for o in GAME.options]


def test_its_words_stand_after_all_others(game: FirstClassGame) -> None:
    words, known = list(game.vocabulary), list(GAME.vocabulary)
    own = ["reserve:upper", "reserve:lower", "meal:upper", "meal:lower"]
    menus = [card.name for card in game.box.cards if card.kind == "menu"]
    own += [f"dine:{name}" for name in menus]
    # its own words are the last ones
    assert words[-len(own) :] == own
    # the first words are unchanged, up to those that name cards
    first = words.index("deal:f1-1")
    assert words[:first] == known[:first]
    # and all others are there in the same order: only cards of the module come between them
    rest = set(known)
    assert [word for word in words if word in rest] == known
    added = [word for word in words if word not in rest and word not in own]
    assert {word.partition(":")[0] for word in added} == {"deal", "fulfil"}
    assert all(word.partition(":")[2].startswith("f") for word in added)
    assert len(added) == 24 + 3


def test_it_has_a_digest_of_its_own_and_the_title_is_as_before(game: FirstClassGame) -> None:
    assert game.pack.digest != GAME.pack.digest
    assert game.pack.digest == toy.pack().digest
    fresh = FirstClassGame()
    assert fresh.pack.digest == GAME.pack.digest
    assert list(fresh.vocabulary) == list(GAME.vocabulary)
    assert fresh.box.module_letters == list("abcde")


# ---------------------------------------------------------------- it is played


def test_its_own_icon_words_and_requirement(game: FirstClassGame) -> None:
    state = begun(game, "f1-4", "f1-1", "f1-6")
    # its own icon
    do(state, "take:1:1", "use")
    assert {"meal:upper", "meal:lower", "leave"} == set(legal(state))
    do(state, "meal:lower", "meal:lower")
    assert state.view(None).modules["dining"] == {"menus": [[], []], "meals": [[0, 2], [0, 0]]}
    # its own kind of card, which asks, lies at a place of its own and pays as an extra
    state = begun(game, "f1-4", "f1-1", "f1-6")
    do(state, "take:1:2", "use")
    heard = do(state, "reserve:lower")
    assert [event.facts for event in only(heard, events.ModuleEvent)] == [{"card": "f1-1", "train": "lower"}]
    assert game.box.card_numbers["f1-1"] not in state.used_pile(0)
    dine = game.vocabulary.id("dine:f1-1")
    assert state.why_not(dine) is not None
    module = game.box.modules[-1]
    module.change(state, 0, 1, 2)
    state._moves = None
    do(state, "dine:f1-1")
    assert state.players[0].points == 3
    assert game.box.card_numbers["f1-1"] in state.used_pile(0)
    assert state.view(1).modules["dining"]["meals"] == [[0, 1], [0, 0]]
    # its own requirement of a contract
    contract = game.box.cards[game.box.card_numbers["f1-6"]]
    assert contract.requirement is not None
    assert (contract.requirement.module, contract.requirement.least) == (5, 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("modules", WITH_F)
def test_whole_games_come_to_their_end(game: FirstClassGame, modules: str, seats: int) -> None:
    for number in range(2):
        rng = Random(f"{modules} {seats} {number}")
        leftovers = rng.choice(["no", "yes"])
        state = game.start(seats, {"modules": modules, "leftovers": leftovers})
        pieces = game.census(state)
        dumped = 0
        while not state.over:
            wander(state, rng)
            assert game.census(state) == pieces
            if rng.random() < 0.02:
                assert game.load(state.dump()).digest() == state.digest()
                dumped += 1
        assert dumped
        assert len(state.scores()) == seats


@pytest.mark.parametrize(("modules", "curious"), [("a-f", False), ("c-f", True), ("e-f", True)])
def test_games_conform(game: FirstClassGame, modules: str, curious: bool) -> None:
    table = GameSetup(3, {"modules": modules, "leftovers": "yes"})
    played = PlayedGame(game, table, None, curious)
    rng = Random(modules)
    play_game(played, f"sixth {modules}")
    check_clones(played)
    check_replay(played)
    check_bytes(played)
    close = CloseLooks()
    for prefix in sorted(rng.sample(range(len(played.clones)), 25)):
        look_closely(played.clones[prefix], rng, played.veiled(prefix), close)
    assert close.positions == 25
    assert close.refusals > 1000
    assert compare_twins(played, rng, 60).positions > 0


def test_its_words_are_spoken_in_whole_games(game: FirstClassGame) -> None:
    spoken: set[str] = set()
    for number in range(12):
        rng = Random(f"spoken {number}")
        state = game.start(2, {"modules": "b-f"})
        while not state.over:
            if state.actor >= 0:
                spoken.update(word.partition(":")[0] for word in legal(state))
            wander(state, rng)
    assert {"reserve", "meal", "dine"} <= spoken


def test_what_a_pair_without_it_plays_is_the_same_with_it_in_the_box(game: FirstClassGame) -> None:
    """Random games with modules A and B take the same course with either pack: words are chosen by their names."""
    for seed in range(3):
        courses = []
        for which in (GAME, game):
            rng = Random(seed)
            state = which.start(2, {"modules": "a-b"})
            words = []
            while not state.over:
                moves = [state.pick(ticket) for ticket in range(state.tickets())] if state.actor < 0 else state.moves()
                word = rng.choice(sorted(which.vocabulary.word(move) for move in moves))
                do(state, word)
                words.append(word)
            courses.append((words, state.scores()))
        assert courses[0] == courses[1]
