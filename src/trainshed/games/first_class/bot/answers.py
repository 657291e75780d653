"""What each answer to a question of First Class brings, by the rules of thumb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from trainshed.games.first_class.bot.habits import HABITS
from trainshed.games.first_class.bot.trial import COACHES, CONDUCTORS, THE_LINE, Trial, raised
from trainshed.games.first_class.rules.actions.in_progress import CHOICE
from trainshed.games.first_class.rules.effect_notation import COACH, COINS, ONE_CONDUCTOR, STEPS
from trainshed.games.first_class.rules.words import (
    ADD,
    ALONE,
    BUY,
    CITY,
    COIN_ADD,
    COIN_DRIVE,
    COIN_POINT,
    COIN_RISE,
    COIN_STEP,
    COINS_WORD,
    DONE,
    DRIVE,
    FAMILIES_OF_A_MODULE,
    FULFIL,
    GET,
    IGNORE,
    LEAVE,
    OF_MODULES,
    RISE,
    SCORE,
    STEP,
    TAKE,
    TILE_WORD,
)

AT_ONCE: Final = 100.0
"""Added to what must come before everything else."""
LATER: Final = -60.0
"""Added to what can wait until after the main move."""
LEFT: Final = -0.2
"""To give up icons."""
MARGIN: Final = HABITS.margin

HOLD: Final = 0.45
"""A contract is kept while its reward brings less than this share of its worth, unless time runs out."""


def gains(trial: Trial, asked: Any, moves: Sequence[int]) -> list[float]:
    """What each answer brings."""
    answer = QUESTIONS.get(type(asked).__name__, other_gain)
    return [answer(trial, asked, move) for move in moves]


# ---------------------------------------------------------------- questions


def turn_gain(trial: Trial, asked: Any, move: int) -> float:
    """The main move; what costs nothing comes before it, what costs coins after it."""
    if move == TILE_WORD:
        return tile_gain(trial)
    if trial.words.family[move] == TAKE:
        card = trial.state.rows[trial.words.a[move]]
        gain = trial.card_gain(card)
        return (max(gain, trial.ignore_gain()) if trial.style.ignores else gain) + trial.type_gain(card)
    gain = extra_gain(trial, asked, move)
    return AT_ONCE + gain if gain > 0.0 and not costs_coins(trial, move) else LATER + gain


def tile_gain(trial: Trial) -> float:
    """The start-player tile: its reward, and to begin the next round."""
    rewards = trial.box.tile_rewards.get((trial.state.seats, 0), [])
    last = trial.state.round >= trial.box.rounds
    return max([trial.use_now([icon]) for icon in rewards], default=0.0) + (0.0 if last else HABITS.first)


def use_gain(trial: Trial, asked: Any, move: int) -> float:
    if move == IGNORE:
        return trial.ignore_gain() if trial.style.ignores else LATER
    return trial.card_gain(asked.card)


def after_gain(trial: Trial, asked: Any, move: int) -> float:
    return 0.0 if move == DONE else extra_gain(trial, asked, move)


def part_gain(trial: Trial, asked: Any, move: int) -> float:
    """A part of a scoring phase: first all rewards, those before that help to use the others; then extras."""
    if move == DONE:
        return 0.0
    if move == SCORE:
        return -AT_ONCE
    words = trial.words
    if words.family[move] == CITY:
        city = trial.box.cities[trial.me.line[words.a[move] - 1]]
        return AT_ONCE + sum([REWARD_ORDER.get(icon.verb, 0.0) for icon in city.icons], 0.0)
    if words.family[move] >= OF_MODULES:
        rules = trial.thumbs[module_of(words.family[move])].rules
        if rules.reward_forbids(trial.state, trial.seat, asked.claimed, move) == 0:
            return AT_ONCE
    return extra_gain(trial, asked, move)


REWARD_ORDER: Final = {COACH: 2.0, STEPS: -1.0, ONE_CONDUCTOR: -1.0}
"""Coaches before upgrades, and conductors last."""


def carry_gain(trial: Trial, asked: Any, move: int) -> float:
    """One icon after the other: coaches first, because other icons may need them."""
    if move == LEAVE:
        return LEFT
    family = trial.words.family[move]
    a, b = trial.words.a[move], trial.words.b[move]
    if move == COINS_WORD:
        return trial.coins_gain(sum([icon.count for icon in asked.icons if icon.verb == COINS]))
    if family == ADD:
        first = asked.kind != CHOICE and any(icon.verb == COACH for icon in asked.icons)
        return add_gain(trial, a) + (AT_ONCE if first else 0.0)
    if family == RISE:
        return rise_gain(trial, a, b)
    if family == STEP:
        return steps_gain(trial, asked, a, b)
    if family == DRIVE:
        return drive_gain(trial, a) + 0.01 * a
    if family == GET:
        return get_gain(trial, a)
    return extra_gain(trial, asked, move)


def steps_gain(trial: Trial, asked: Any, train: int, steps: int) -> float:
    """Steps of one conductor, and the best use of those that are left."""
    own = [0, 0]
    shared = 0
    for icon in asked.icons:
        if icon.verb == ONE_CONDUCTOR:
            own[icon.arg] += icon.count
        elif icon.verb == STEPS:
            shared += icon.count
    shared -= max(0, steps - own[train])
    own[train] = max(0, own[train] - steps)
    me = trial.me
    before = me.conductors
    me.conductors = moved(before, train, steps)
    after = trial.value() + trial.walk(own[0], own[1], shared) / max(0.1, trial.taste[CONDUCTORS])
    me.conductors = before
    return trial.taste[CONDUCTORS] * (after - trial.value()) + 0.01 * steps


def moved(conductors: list[int], train: int, steps: int) -> list[int]:
    copy = conductors[:]
    copy[train] += steps
    return copy


def mail_gain(trial: Trial, asked: Any, move: int) -> float:
    return trial.use_now(trial.box.mail[trial.words.a[move]].icons)


def keep_gain(trial: Trial, asked: Any, move: int) -> float:
    """An end-bonus card of the draft, whose action does not count."""
    return trial.bonus_gain(trial.words.a[move])


def pay_gain(trial: Trial, asked: Any, move: int) -> float:
    """Coins of low columns are worth less."""
    paid = trial.words.payments[trial.words.a[move]]
    return -sum([float(coins) * trial.coin_of(column) for column, coins in enumerate(paid)], 0.0)


def other_gain(trial: Trial, asked: Any, move: int) -> float:
    """A question of a module."""
    return module_gain(trial, asked, move) if trial.words.family[move] >= OF_MODULES else 0.0


def module_gain(trial: Trial, asked: Any, move: int) -> float:
    """A word of a module."""
    gain: float = trial.thumbs[module_of(trial.words.family[move])].word_gain(asked, move)
    return gain


QUESTIONS: Final[dict[str, Callable[[Trial, Any, int], float]]] = {
    "Turn": turn_gain,
    "UseCard": use_gain,
    "After": after_gain,
    "ScoringPart": part_gain,
    "Carry": carry_gain,
    "ChooseMail": mail_gain,
    "KeepBonus": keep_gain,
    "PayBonus": pay_gain,
    "MakeRoom": after_gain,
}


def module_of(family: int) -> int:
    """The number of the module to which a family of words belongs."""
    return (family - OF_MODULES) // FAMILIES_OF_A_MODULE


# ---------------------------------------------------------------- single words


def costs_coins(trial: Trial, move: int) -> bool:
    family = trial.words.family[move]
    return family == BUY or COIN_ADD <= family <= COIN_POINT


def extra_gain(trial: Trial, asked: Any, move: int) -> float:
    """Something that may be done beside the main move; what costs coins must bring more than they are worth."""
    words = trial.words
    family = words.family[move]
    a, b = words.a[move], words.b[move]
    if family == ALONE:
        return 0.0
    if family == FULFIL:
        return fulfil_gain(trial, a)
    if family >= OF_MODULES:
        return module_gain(trial, asked, move) + 0.1
    calm = 0.0 if trial.state.scoring or type(asked).__name__ == "MakeRoom" else MARGIN
    if trial.style.kept and trial.state.scoring < trial.box.rounds // trial.box.rounds_per_deck:
        calm += trial.style.kept
    if family == BUY:
        price = trial.box.price * trial.coin()
        return get_gain(trial, a) - price - calm
    price = trial.coin_of(a) + calm
    if family == COIN_ADD:
        return add_gain(trial, b) - price
    if family == COIN_RISE:
        train, level = divmod(b, len(trial.box.levels))
        return rise_gain(trial, train, level) - price
    if family == COIN_STEP:
        return step_gain(trial, b) - price
    if family == COIN_DRIVE:
        return drive_gain(trial, 1) - price
    return trial.box.point_price - price - 0.05


def fulfil_gain(trial: Trial, card: int) -> float:
    """A contract is fulfilled at once, unless its reward would be wasted now and there is time."""
    icons = trial.box.cards[card].icons
    now = trial.use_now(icons)
    wait = trial.turns_left > 2 and now < HOLD * trial.worth(icons)
    return -1.0 if wait else now + 0.2


def get_gain(trial: Trial, bonus: int) -> float:
    """An end-bonus card: its points at the end and its action now."""
    return trial.bonus_gain(bonus) + trial.use_now(trial.box.bonus[bonus].icons)


def tried(trial: Trial, plan: int, train: int, cards: list[int]) -> float:
    """What it brings if a train looks like this."""
    me = trial.me
    before = me.trains
    now = trial.value()
    me.trains = [cards, before[1]] if train == 0 else [before[0], cards]
    gain = trial.value() - now
    me.trains = before
    return trial.taste[plan] * gain


def add_gain(trial: Trial, train: int) -> float:
    return tried(trial, COACHES, train, trial.longer(train))


def rise_gain(trial: Trial, train: int, level: int) -> float:
    return tried(trial, COACHES, train, raised(trial.me.trains[train], level))


def step_gain(trial: Trial, train: int) -> float:
    before = trial.me.conductors
    now = trial.value()
    trial.me.conductors = moved(before, train, 1)
    gain = trial.value() - now
    trial.me.conductors = before
    return trial.taste[CONDUCTORS] * gain


def drive_gain(trial: Trial, cities: int) -> float:
    before = trial.me.city
    gain = trial.drive(cities)
    trial.me.city = before
    return trial.taste[THE_LINE] * gain
