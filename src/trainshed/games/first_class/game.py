"""The title First Class: its options, its set-up, and the class through which the other packages use it."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any, ClassVar

import msgspec

from trainshed.games.first_class import view as views
from trainshed.games.first_class.rules.actions.carry import Carry
from trainshed.games.first_class.rules.actions.coins import GainCoins, MakeRoom, PayBonus
from trainshed.games.first_class.rules.actions.trains import ChooseMail
from trainshed.games.first_class.rules.census import census
from trainshed.games.first_class.rules.citations import CITE
from trainshed.games.first_class.rules.components import MOST_SEATS, Components
from trainshed.games.first_class.rules.rounds import (
    BeginPart,
    BeginRound,
    DealCards,
    EndGame,
    EndTurn,
    FinalCount,
    NextTurn,
    ScoringPart,
    ShowBonus,
)
from trainshed.games.first_class.rules.set_up import ChooseFirst, DealDraft, KeepBonus, begin
from trainshed.games.first_class.rules.state import FIELDS, FirstClassState, Player, new_state
from trainshed.games.first_class.rules.turns import After, DiscardCard, GiveReward, Turn, UseCard
from trainshed.games.first_class.rules.words import Words
from trainshed.kernel.agenda import Effect
from trainshed.kernel.content import Pack
from trainshed.kernel.game import Title, clockwise, title_file
from trainshed.kernel.options import Option

PACKAGE = "trainshed.games.first_class"


class FirstClassGame(Title):
    """First Class in one edition with one pack."""

    slug: ClassVar[str] = "first-class"
    name: ClassVar[str] = "First Class"
    editions: ClassVar[tuple[int, ...]] = (1,)
    seat_counts: ClassVar[tuple[int, ...]] = tuple(range(2, MOST_SEATS + 1))
    package: ClassVar[str] = PACKAGE
    close: ClassVar[str] = "done"
    effects: ClassVar[tuple[type[Effect], ...]] = (
        ChooseFirst,
        DealDraft,
        KeepBonus,
        ShowBonus,
        BeginRound,
        DealCards,
        Turn,
        UseCard,
        Carry,
        ChooseMail,
        GainCoins,
        MakeRoom,
        PayBonus,
        GiveReward,
        DiscardCard,
        After,
        EndTurn,
        NextTurn,
        BeginPart,
        ScoringPart,
        FinalCount,
        EndGame,
    )
    clause_over: ClassVar[str] = "FC-FINAL-01"
    clause_not_yours: ClassVar[str] = "FC-ROUND-04"
    clause_other: ClassVar[str] = "FC-TURN-01"

    def __init__(self, edition: int = 1, pack: Pack | None = None) -> None:
        if pack is None:
            pack = Pack.read(title_file(PACKAGE, "content.toml"))
        self.box: Components = Components(pack)
        self.words: Words = Words(self.box)
        super().__init__(edition, pack, self.words.vocabulary, read_options(self.box), CITE)
        for module in self.box.modules:
            for effect in module.effects:
                self.effect_names[effect] = effect.__name__
                self.effects_by_name[effect.__name__] = effect

    def open(self, seats: int, options: dict[str, str]) -> FirstClassState:
        state = new_state(self, self.box, self.words, seats, options)
        first = options["first_player"]
        if first == "random":
            state.push(ChooseFirst())
        else:
            begin(state, int(first.removeprefix("seat-")) - 1)
        return state

    def restore(self, seats: int, options: dict[str, str], agenda: list[Effect], facts: list[Any]) -> FirstClassState:
        state = new_state(self, self.box, self.words, seats, options)
        state.set_agenda(agenda)
        players, kept, *fields = facts
        state.players = [Player(*own) for own in players]
        for number, own in enumerate(kept):
            state.kept[number] = None if own is None else self.box.modules[number].restore(own)
        for name, value in zip(FIELDS, fields, strict=True):
            setattr(state, name, value)
        return state

    def look(self, state: FirstClassState, seat: int | None) -> views.View:
        return views.look(state, seat)

    def world(self, view: views.View, rng: Random) -> FirstClassState:
        state = views.world(self, new_state(self, self.box, self.words, view.seats, dict(view.options)), view, rng)
        state.settle()
        return state

    def census(self, state: FirstClassState) -> dict[str, int]:
        return census(state)

    def turn_order(self, state: FirstClassState) -> list[int]:
        return clockwise(state.first, state.seats)

    def returns(self, state: FirstClassState) -> list[float]:
        """The points; a player whom a module has put out of the ranking is behind all others (FC-MODULE-C-10)."""
        least = min(state.scores()) - 1
        return [float(least if state.drops_out(seat) else points) for seat, points in enumerate(state.scores())]


def read_options(box: Components) -> tuple[Option, ...]:
    """The options of a table; the default of each is what its clause rules."""
    seats = [f"seat-{seat}" for seat in range(1, MOST_SEATS + 1)]
    pairs = ["-".join(pair) for pair in combinations(box.module_letters, 2)]
    of_modules = [
        msgspec.structs.replace(option, beside=("modules", tuple(pair for pair in pairs if module.letter in pair)))
        for module in box.modules
        for option in module.options()
    ]
    return (
        Option("modules", tuple(pairs), pairs[0], "Which two modules are played with?", "FC-SETUP-01", offered=True),
        Option(
            "first_player", ("random", *seats), "random", "Who begins: a seat drawn by lot, or this one.", "FC-SETUP-12"
        ),
        no_or_yes("strict_cards", "Must every icon of a used card be used that can be?", "FC-TURN-04"),
        no_or_yes("ignore_may_add", "May an ignored card also bring a coach in place of an upgrade?", "FC-TURN-07"),
        no_or_yes("open_piles", "Do the used piles lie open, by type of card?", "FC-TURN-13"),
        no_or_yes(
            "coins_inside_rewards", "May coins be spent inside the reward of a contract or bonus card?", "FC-TURN-14"
        ),
        no_or_yes("forced_bonus", "May a bonus card be bought to make room for coins in another's turn?", "FC-COIN-20"),
        *of_modules,
    )


def no_or_yes(name: str, sentence: str, clause: str) -> Option:
    return Option(name, ("no", "yes"), "no", sentence, clause)


GAME = FirstClassGame
