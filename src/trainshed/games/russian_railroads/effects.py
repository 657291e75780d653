"""What can be pending in Russian Railroads: every class of effect, in the order in which it came to be."""

from __future__ import annotations

from typing import Final

from trainshed.games.russian_railroads.bonus import ChooseBonus, LookThrough, SettleBonus
from trainshed.games.russian_railroads.carry import (
    Again,
    Carry,
    PlaceLocomotive,
    Repeat,
    ReplaceFactory,
    UseCard,
    UseToken,
)
from trainshed.games.russian_railroads.rounds import CleanUp, FinalScoring, NextTurn, Scoring
from trainshed.games.russian_railroads.setting_up import BeginGame, ChooseStart, DealOrder, LayEngineers
from trainshed.games.russian_railroads.turns import Exchange, Pay, Relocate, Turn

EFFECTS: Final = (
    Carry,
    ReplaceFactory,
    PlaceLocomotive,
    Repeat,
    UseToken,
    UseCard,
    Again,
    LookThrough,
    ChooseBonus,
    SettleBonus,
    Turn,
    Pay,
    Exchange,
    NextTurn,
    Relocate,
    Scoring,
    CleanUp,
    FinalScoring,
    DealOrder,
    LayEngineers,
    ChooseStart,
    BeginGame,
)
