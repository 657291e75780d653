"""Every class of effect that can be pending in Russian Railroads."""

from __future__ import annotations

from typing import Final

from trainshed.games.russian_railroads.rules.actions import (
    Again,
    Carry,
    PlaceLocomotive,
    Repeat,
    ReplaceFactory,
    UseCard,
    UseToken,
)
from trainshed.games.russian_railroads.rules.bonus import ChooseBonus, LookThrough, SettleBonus
from trainshed.games.russian_railroads.rules.rounds import CleanUp, FinalScoring, NextTurn, Scoring
from trainshed.games.russian_railroads.rules.set_up import BeginGame, ChooseStart, DealOrder, LayEngineers
from trainshed.games.russian_railroads.rules.turns import Exchange, Pay, Relocate, Turn

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
