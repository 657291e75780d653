"""Every class of effect that can be pending in Russian Railroads."""

from __future__ import annotations

from typing import Final

from trainshed.games.russian_railroads.rules.actions.cards import Again, UseCard
from trainshed.games.russian_railroads.rules.actions.carry import Carry
from trainshed.games.russian_railroads.rules.actions.repeat import Repeat
from trainshed.games.russian_railroads.rules.actions.tiles import PlaceLocomotive, ReplaceFactory
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.bonus import ChooseBonus, LookOrTen, LookThrough, SettleBonus
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
    LookOrTen,
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
