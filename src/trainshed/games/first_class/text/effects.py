"""Effects, requirements and cities of First Class in words, as they stand inside a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.games.first_class.rules import requirements as asks
from trainshed.games.first_class.rules.components import POINTS_CITY, REWARD_CITY, City, Components
from trainshed.games.first_class.rules.effect_notation import (
    ANY,
    BONUS,
    COACH,
    COINS,
    LOCOMOTIVE,
    MODULE_VERBS,
    ONE_CONDUCTOR,
    POINTS,
    RAISE,
    STEPS,
    UPGRADE,
    Icon,
)
from trainshed.games.first_class.rules.requirements import Requirement
from trainshed.games.first_class.text.module import own_icon, text_of
from trainshed.kernel.translation import Translator
from trainshed.phrases import Counted, listed, points

coach_count: Final = Counted("%(count)d level-0 coach", "%(count)d level-0 coaches")
coin_count: Final = Counted("%(count)d coin", "%(count)d coins")
city_count: Final = Counted("%(count)d city", "%(count)d cities")
bonus_count: Final = Counted("%(count)d end-bonus card", "%(count)d end-bonus cards")

COUNTED: Final = {
    COACH: coach_count,
    ANY: Counted("%(count)d any-coach upgrade", "%(count)d any-coach upgrades"),
    RAISE: Counted("%(count)d upgrade of a coach in a train", "%(count)d upgrades of coaches in a train"),
    STEPS: Counted("%(count)d conductor step", "%(count)d conductor steps"),
    LOCOMOTIVE: Counted("locomotive up to %(count)d city", "locomotive up to %(count)d cities"),
    COINS: coin_count,
    POINTS: points,
    BONUS: bonus_count,
}
"""Icons that are a number of things."""

both_conductors: Final = Counted("each conductor up to %(count)d card", "each conductor up to %(count)d cards")
ONE_OF_BOTH: Final = (
    Counted("upper conductor up to %(count)d card", "upper conductor up to %(count)d cards"),
    Counted("lower conductor up to %(count)d card", "lower conductor up to %(count)d cards"),
)

REQUIRED: Final = {
    asks.ONE_TRAIN: Counted("one train of %(count)d card", "one train of %(count)d cards"),
    asks.BOTH_TRAINS: Counted("both trains of %(count)d card", "both trains of %(count)d cards"),
    asks.ALL_CARDS: Counted("%(count)d card in both trains together", "%(count)d cards in both trains together"),
    asks.ONE_CONDUCTOR_AT: Counted("one conductor on card %(count)d", "one conductor on card %(count)d"),
    asks.BOTH_CONDUCTORS_AT: Counted("both conductors on card %(count)d", "both conductors on card %(count)d"),
    asks.CITY: Counted("locomotive in city %(count)d", "locomotive in city %(count)d"),
    asks.REWARD_CITIES: Counted("%(count)d reward city reached", "%(count)d reward cities reached"),
    asks.BONUS_CARDS: bonus_count,
    asks.LOCOMOTIVE_TILES: Counted("%(count)d locomotive tile", "%(count)d locomotive tiles"),
}
"""Requirements of contracts that are a number."""


def icon_text(box: Components, icon: Icon, speech: Translator) -> str:
    """One icon; of an icon with both conductors only the half that it is."""
    if icon.verb in COUNTED:
        return COUNTED[icon.verb](icon.count, speech)
    if icon.verb == UPGRADE:
        levels = {"low": box.levels[icon.arg], "high": box.levels[icon.arg + 1]}
        return speech.plural(
            "%(count)d upgrade %(low)d→%(high)d", "%(count)d upgrades %(low)d→%(high)d", icon.count, **levels
        )
    if icon.verb == ONE_CONDUCTOR:
        return ONE_OF_BOTH[icon.arg](icon.count, speech)
    return own_icon(box, icon, speech) if icon.verb >= MODULE_VERBS else ""


def icon_texts(box: Components, icons: Sequence[Icon], speech: Translator) -> list[str]:
    """Icons one by one; the two halves of an icon with both conductors are one text."""
    halves = [icon for icon in icons if icon.verb == ONE_CONDUCTOR]
    whole = len(halves) == 2 and halves[0].count == halves[1].count
    texts: list[str] = []
    for icon in icons:
        if not whole or icon.verb != ONE_CONDUCTOR:
            texts.append(icon_text(box, icon, speech))
        elif icon is halves[0]:
            texts.append(both_conductors(icon.count, speech))
    return texts


def icons_text(box: Components, icons: Sequence[Icon], speech: Translator) -> str:
    """Icons as a list."""
    return listed(icon_texts(box, icons, speech), speech)


def requirement_text(box: Components, requirement: Requirement, speech: Translator) -> str:
    """What a contract asks for."""
    match requirement.kind:
        case asks.COACHES:
            return speech.plural(
                "%(count)d coach of level %(level)d or higher",
                "%(count)d coaches of level %(level)d or higher",
                requirement.least,
                level=box.levels[requirement.levels[0]],
            )
        case asks.SEQUENCE:
            levels = "-".join([str(box.levels[level]) for level in requirement.levels])
            return speech.phrase("neighbouring coaches %(levels)s or higher", levels=levels)
        case asks.OF_MODULE:
            return text_of(box.modules[requirement.module].name).requirement(requirement, speech)
    return REQUIRED[requirement.kind](requirement.least, speech)


def city_text(box: Components, city: City, speech: Translator) -> str:
    """What a city of a line gives, and when."""
    if city.kind == POINTS_CITY:
        return speech.phrase("%(points)s once", points=points(city.points, speech))
    if city.kind == REWARD_CITY:
        return speech.phrase("%(reward)s in every scoring phase", reward=icons_text(box, city.icons, speech))
    return speech.gettext("nothing")


def short_city(box: Components, city: City, speech: Translator) -> str:
    """What a city of a line gives, as short as on its card."""
    if city.kind == POINTS_CITY:
        return points(city.points, speech)
    if city.kind == REWARD_CITY:
        return speech.phrase("%(reward)s in each scoring", reward=icons_text(box, city.icons, speech))
    return "–"
