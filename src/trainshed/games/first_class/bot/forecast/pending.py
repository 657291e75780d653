"""What the agenda of a position of First Class still owes each seat: a turn, icons, a card, coins."""

from __future__ import annotations

from typing import Final

from trainshed.games.first_class.bot.forecast.prospects import (
    AHEAD_OF_LOCOMOTIVE,
    CONTRACTS,
    ICONS,
    LENGTH,
    LINE,
    OPEN_CONTRACTS,
    WAITING,
    length_worth,
)
from trainshed.games.first_class.bot.outlook import contract_odds
from trainshed.games.first_class.bot.stage import LAST, GameStage
from trainshed.games.first_class.rules.actions.carry import Carry
from trainshed.games.first_class.rules.actions.coins import GainCoins, PayBonus
from trainshed.games.first_class.rules.actions.in_progress import CHOICE
from trainshed.games.first_class.rules.actions.placing import PlaceCard
from trainshed.games.first_class.rules.actions.trains import ChooseMail
from trainshed.games.first_class.rules.components import CONTRACT, NOW, SECTION
from trainshed.games.first_class.rules.effect_notation import BONUS, COINS, RAISE, Icon
from trainshed.games.first_class.rules.rounds import ScoringPart
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.rules.turns import GiveReward, Turn, UseCard
from trainshed.kernel.agenda import Effect

LAID: Final = 0.6
"""The share of what it pays that a card of a module is worth before it is known where it will lie."""


class Owed:
    """What the agenda owes one seat."""

    def __init__(self) -> None:
        self.turn: int = 0
        """1: the main move of its turn."""
        self.claimed: list[int] = []
        """Cities whose reward it has received in the present part of a scoring phase."""
        self.effects: list[Effect] = []
        """Everything else."""


def owed_to(world: FirstClassState) -> list[Owed]:
    """What the agenda owes every seat."""
    owed = [Owed() for _ in range(world.seats)]
    for effect in world.agenda:
        if isinstance(effect, Turn):
            owed[effect.seat].turn = 1
        elif isinstance(effect, ScoringPart):
            owed[effect.seat].claimed = effect.claimed
        elif isinstance(effect, (Carry, UseCard, GiveReward, ChooseMail, PlaceCard, GainCoins, PayBonus)):
            owed[effect.seat].effects.append(effect)
    return owed


def add_owed(facts: list[float], world: FirstClassState, seat: int, effects: list[Effect], stage: GameStage) -> None:
    """Add to the facts of a seat what the agenda owes it, as if it had it already."""
    for effect in effects:
        if isinstance(effect, Carry):
            facts[ICONS] += best_of(effect.icons, stage) if effect.kind == CHOICE else stage.worth(effect.icons)
        elif isinstance(effect, UseCard):
            add_card(facts, world, seat, effect.card, stage)
        elif isinstance(effect, PlaceCard):
            facts[WAITING] += laid_worth(world, effect.card, stage)
        elif isinstance(effect, GiveReward):
            facts[ICONS] += best_of(world.box.tile_rewards[world.seats, effect.place], stage)
        elif isinstance(effect, ChooseMail):
            me = world.players[seat]
            facts[LENGTH] -= length_worth(world, len(me.trains[effect.train]), me.conductors[effect.train], stage)
            facts[ICONS] += 2.0 * stage.unit[RAISE]
        elif isinstance(effect, GainCoins):
            facts[ICONS] += stage.unit[COINS] * float(effect.count)
        elif isinstance(effect, PayBonus):
            facts[ICONS] += max(0.0, stage.unit[BONUS] - stage.unit[COINS] * float(world.box.price))


def best_of(icons: list[Icon], stage: GameStage) -> float:
    """What the best of some icons is worth."""
    best = 0.0
    for icon in icons:
        best = max(best, stage.worth([icon]))
    return best


def add_card(facts: list[float], world: FirstClassState, seat: int, card: int, stage: GameStage) -> None:
    """Add to the facts of a seat the card that it has taken and may use now."""
    own = world.box.cards[card]
    worth = stage.card[card]
    if own.kind == SECTION:
        me = world.players[seat]
        far = len(me.line) - me.city
        for city in own.cities:
            far += 1
            facts[AHEAD_OF_LOCOMOTIVE] += stage.city[far if far < LAST else LAST][city]
        facts[LINE] += float(len(own.cities))
    elif own.kind == CONTRACT:
        facts[OPEN_CONTRACTS] += worth
        facts[CONTRACTS] += worth * contract_odds(world, seat, card, stage.turns_left)
    elif own.module < 0 or own.kind in NOW:
        facts[ICONS] += max(worth, stage.unit[RAISE])
    else:
        facts[WAITING] += max(laid_worth(world, card, stage), stage.unit[RAISE])


def laid_worth(world: FirstClassState, card: int, stage: GameStage) -> float:
    """What a card of a module promises that is not laid yet; many of them pay in every scoring phase."""
    own = world.box.cards[card]
    return LAID * stage.card[card] * (float(stage.phases) if own.pays == "scoring" else 1.0)
