"""How good a position of First Class is for the viewer, so that a hover card can follow the best way to go on."""

from __future__ import annotations

from typing import Final

from trainshed.draw.board import Asked, Say
from trainshed.games.first_class.board.company.contract_progress import reached
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.rules.components import DECKS, REWARD_CITY
from trainshed.games.first_class.view import View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH

WINDOWS: Final = ("Turn", "After", "ScoringPart")
"""Questions between two choices: nothing is left open of the one before."""

COACH: Final = 0.6
COIN: Final = 1.5
CITY: Final = 0.3
REWARD: Final = 2.5
CONTRACT: Final = 3.0
BONUS: Final = 1.0
"""What a coach, a coin, a city, a reached reward, an open contract and an end-bonus card are worth beside points."""


def worth(game: Game, view: View) -> float:
    """The viewer's points, what the scorings to come would add as things lie, and a little for what may grow."""
    if view.seat is None:
        return 0
    scene = Scene(game, view, Asked(), Say(ENGLISH, ()))
    seat, player = view.seat, view.players[view.seat]
    deck = -(-view.round // scene.box.rounds_per_deck)
    phases = DECKS - deck + 1
    line = [scene.box.cities[number] for number, _ in scene.city_numbers(player)]
    rewards = sum(city.kind == REWARD_CITY for city in line[: player.city])
    met = 0.0
    for name in player.contracts:
        wanted = scene.card(name).requirement
        if wanted is not None:
            met += min(1.0, reached(scene, view, seat, wanted) / wanted.least)
    total = float(player.points) + phases * scene.each_scoring(view, seat)
    total += sum(points for _, points in scene.points_once(view, seat))
    total += sum(count * each for count, each in scene.bonus_points(view, seat)) + BONUS * player.bonus
    total += REWARD * phases * rewards + CITY * (player.city + len(line))
    total += COIN * sum(player.coins) + COACH * sum(len(train) for train in player.trains)
    # A coach that the conductor has not reached counts for a part of what it can score.
    total += sum(scene.card_points(card) for train in player.trains for card in train) * 0.3 * phases
    return total + CONTRACT * (len(player.contracts) + met)


def settled(game: Game, view: View) -> bool:
    """Whether nothing of the last choice is open, though the viewer may do more in the same turn."""
    return bool(view.pending) and view.pending[-1][0] in WINDOWS
