"""Every deliberately broken title is caught by the check that is meant for it."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import cast

import pytest

from tests.conformance import leaky
from trainshed.arena.calibrate import check_ranks, rank_truth
from trainshed.arena.checks import CloseLooks, NotConforming, check_consequences, look_closely
from trainshed.arena.conform import conform
from trainshed.arena.played import GameSetup, PlayedGame, play_game
from trainshed.arena.twins import compare_twins
from trainshed.kernel.game import Game

BROKEN = [
    (leaky.LeakyView, "hints"),
    (leaky.LeakyOrder, "looks different"),
    (leaky.LeakyMoves, "other moves|apart by the moves"),
    (leaky.LeakyRefusals, "apart by a refusal"),
    (leaky.LeakyEvents, "apart by the events"),
    (leaky.LeakySeen, "and it read them"),
    (leaky.SharingClone, "the clone made at move"),
    (leaky.LosesCard, "pieces are not conserved"),
    (leaky.SilentPiles, "no event tells"),
    (leaky.UnmarkedSeen, "without a \\?"),
    (leaky.Tattling, "is not asked"),
    (leaky.Unsorted, "do not ascend"),
    (leaky.NoSuchClause, "which is no clause"),
    (leaky.OpenDoor, "was played"),
    (leaky.WrongTickets, "tickets"),
    (leaky.DrawsComeBack, "draw is said to reveal nothing"),
    (leaky.HidesRolls, "reveal nothing, and something is drawn"),
    (leaky.KeepsTurn, "not said to hand the turn on"),
    (leaky.TakesBackAll, "can be taken back"),
    (leaky.Endless, "has not ended"),
]

BROKEN_GAMES = [
    (leaky.IgnoresView, "looks different"),
    (leaky.Forgetful, "loaded"),
    (leaky.Chatter, "apart by a sentence"),
    (leaky.CountsNothing, "the census counts no pieces"),
    (leaky.CountsZero, "the census counts no pieces"),
]


def test_the_wrapping_itself_breaks_nothing() -> None:
    assert conform(leaky.broken(), games=30, positions=300).twins > 100


@pytest.mark.parametrize(("position", "message"), BROKEN, ids=[position.__name__ for position, _ in BROKEN])
def test_a_broken_position_is_caught(position: type[leaky.Position], message: str) -> None:
    with pytest.raises(NotConforming, match=message) as caught:
        conform(leaky.broken(position), games=240, positions=2400)
    assert "\n" not in str(caught.value)
    assert "seed 0" in str(caught.value)


@pytest.mark.parametrize(("game", "message"), BROKEN_GAMES)
def test_a_broken_game_is_caught(game: type[leaky.Broken], message: str) -> None:
    with pytest.raises(NotConforming, match=message):
        conform(leaky.broken(game=game), games=240, positions=2400)


# ---------------------------------------------------------------- twins alone

TABLE = GameSetup(3, {"start": "random", "forbid_dead_end": "no"})


RAIL_TABLE = GameSetup(4, {})


def twins_alone(game: Game, games: int = 12, table: GameSetup = TABLE) -> int:
    """Run only the check of twins on some games; how many positions were compared."""
    compared = 0
    for index in range(games):
        played = PlayedGame(game, table, curious=table is RAIL_TABLE)
        play_game(played, f"twins:{index}")
        compared += compare_twins(played, Random(index), 500).positions
    return compared


def test_twins_of_the_title_are_equal() -> None:
    assert twins_alone(leaky.broken()) > 2000


@pytest.mark.parametrize(
    "position",
    [leaky.LeakyOrder, leaky.LeakyMoves, leaky.LeakyRefusals, leaky.LeakyEvents],
)
def test_twins_tell_a_leak(position: type[leaky.Position]) -> None:
    with pytest.raises(NotConforming, match="can tell them apart"):
        twins_alone(leaky.broken(position))


def test_twins_of_a_title_with_few_hidden_words_are_equal() -> None:
    assert twins_alone(leaky.broken(game=leaky.Rails), 6, RAIL_TABLE) > 1000


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (leaky.LeakyPile, "the view: pile_size"),
        (leaky.LeakyPass, "the moves"),
        (leaky.LeakyTake, "the events"),
        (leaky.HidesLooks, "a preview"),
    ],
)
def test_twins_tell_a_leak_of_the_pile(position: type[leaky.Position], message: str) -> None:
    with pytest.raises(NotConforming, match=f"can tell them apart by {message}"):
        twins_alone(leaky.broken(position, leaky.Rails), 30, RAIL_TABLE)


def test_a_leak_of_the_pile_is_caught() -> None:
    with pytest.raises(NotConforming, match="pile_size"):
        conform(leaky.broken(leaky.LeakyPile, leaky.Rails), games=60, positions=120)


def test_a_hidden_look_is_caught() -> None:
    """A seat looks through the pile, and its word is said to reveal nothing: its next view tells more than the last."""
    for index in count():
        played = PlayedGame(leaky.broken(leaky.HidesLooks, leaky.Rails), RAIL_TABLE, curious=True)
        play_game(played, f"twins:{index}")
        for state, move in zip(played.clones, played.moves, strict=False):
            truth = cast(leaky.Position, state).inner
            if truth.actor >= 0 and truth.reveals(move) and not state.reveals(move):
                with pytest.raises(NotConforming, match=r"the view after .* tells seat"):
                    check_consequences(state, Random(0))
                return


# ---------------------------------------------------------------- odds of worlds alone


def ranks_of(game: Game, games: int, table: GameSetup = TABLE, longest: int = 90) -> list[list[int]]:
    """Ranks of the true position among its worlds, at random positions."""
    rng = Random("ranks")
    ranks = [rank_truth(game, table, rng.randrange(20, longest), rng) for _ in range(games)]
    return [rank for rank in ranks if rank is not None]


def test_the_truth_is_no_outlier_among_worlds() -> None:
    ranks = ranks_of(leaky.broken(), 250)
    assert len(ranks) > 200
    check_ranks(ranks)


@pytest.mark.parametrize(("game", "games", "longest"), [(leaky.OneWorld, 1200, 24), (leaky.UnfairWorlds, 250, 90)])
def test_wrong_odds_of_worlds_are_caught(game: type[leaky.Broken], games: int, longest: int) -> None:
    """With one world for all, few games come far: what others say in that world is seldom legal in truth."""
    with pytest.raises(NotConforming, match="wrong odds"):
        check_ranks(ranks_of(leaky.broken(game=game), games, longest=longest))


# ---------------------------------------------------------------- worlds of Spike, whose pile is renewed

SPIKE_TABLE = GameSetup(3, {"first_player": "seat-1"})


def spike_ranks(game: type[leaky.Broken]) -> list[list[int]]:
    return ranks_of(leaky.broken(game=game), 150, SPIKE_TABLE, 80)


def test_the_truth_is_no_outlier_among_worlds_of_spike() -> None:
    ranks = spike_ranks(leaky.Spike)
    assert len(ranks) > 100
    check_ranks(ranks)


def test_one_deal_for_all_worlds_of_spike_is_caught() -> None:
    with pytest.raises(NotConforming, match="wrong odds"):
        check_ranks(spike_ranks(leaky.OneDeal))


def test_worlds_of_spike_dealt_from_one_pool_are_caught() -> None:
    """Everybody counts the cards of each round: in such a world the same seat would count others."""
    with pytest.raises(NotConforming, match=r"looks different|tells seat"):
        conform(leaky.broken(game=leaky.OnePool), games=60, positions=240)


# ---------------------------------------------------------------- First Class: a draft, a murderer, face-down tokens

EXPRESS_TABLE = GameSetup(4, {"modules": "a-c"})


def test_twins_of_first_class_are_equal() -> None:
    assert twins_alone(leaky.broken(game=leaky.Express), 2, EXPRESS_TABLE) > 1000


@pytest.mark.parametrize(
    ("position", "modules", "message"),
    [
        (leaky.LeakyDraft, "a-b", "the view: bonus_deck"),
        (leaky.LeakyTokens, "a-c", "the view: modules"),
        (leaky.LeakyFaces, "a-c", "the events"),
    ],
)
def test_twins_tell_a_leak_of_first_class(position: type[leaky.Position], modules: str, message: str) -> None:
    with pytest.raises(NotConforming, match=f"can tell them apart by {message}"):
        twins_alone(leaky.broken(position, leaky.Express), 12, GameSetup(4, {"modules": modules}))


def look_at_all(played: PlayedGame, prefixes: list[int]) -> None:
    for at in prefixes:
        look_closely(played.clones[at], Random(at), played.veiled(at), CloseLooks())


def test_a_leak_of_the_murderer_is_caught() -> None:
    """In a world with another murderer, another seat may not ignore its card."""
    played = PlayedGame(leaky.broken(leaky.LeakyGuilt, leaky.Express), EXPRESS_TABLE)
    play_game(played, "guilt")
    ignore = played.game.vocabulary.id("ignore")
    asked = [at for at, state in enumerate(played.clones) if state.actor >= 0 and ignore in state.moves()]
    assert len(asked) > 20
    with pytest.raises(NotConforming, match="other moves"):
        look_at_all(played, asked)


def express_ranks(game: type[leaky.Broken]) -> list[list[int]]:
    return ranks_of(leaky.broken(game=game), 150, EXPRESS_TABLE, 80)


def test_the_truth_is_no_outlier_among_worlds_of_first_class() -> None:
    ranks = express_ranks(leaky.Express)
    assert len(ranks) > 100
    check_ranks(ranks)


def test_one_deal_for_all_worlds_of_first_class_is_caught() -> None:
    with pytest.raises(NotConforming, match="wrong odds"):
        check_ranks(express_ranks(leaky.OneDraft))
