"""The title Spike: its options, its set-up, and the class through which the other packages use it."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from trainshed.games.spike import view as views
from trainshed.games.spike.rules.building import BuildRoute, PayRoute
from trainshed.games.spike.rules.census import census
from trainshed.games.spike.rules.citations import CITE
from trainshed.games.spike.rules.components import MOST_SEATS, read_box
from trainshed.games.spike.rules.drawing import DrawMore, LayOut, PileCard, Refill
from trainshed.games.spike.rules.set_up import (
    ChooseFirst,
    ChooseSides,
    DealCards,
    DealContracts,
    DealRoutes,
    GiveCard,
    KeepRoute,
    LayMarket,
    PlaceTrain,
    after_first,
)
from trainshed.games.spike.rules.state import FIELDS, Player, SpikeState, new_state
from trainshed.games.spike.rules.turns import After, Turn
from trainshed.kernel.agenda import Effect
from trainshed.kernel.content import Pack
from trainshed.kernel.game import Title, clockwise, title_file
from trainshed.kernel.options import Option

PACKAGE = "trainshed.games.spike"


class SpikeGame(Title):
    """Spike in one edition with one pack."""

    slug: ClassVar[str] = "spike"
    name: ClassVar[str] = "Spike"
    editions: ClassVar[tuple[int, ...]] = (1,)
    revision: ClassVar[int] = 2
    seat_counts: ClassVar[tuple[int, ...]] = tuple(range(2, MOST_SEATS + 1))
    package: ClassVar[str] = PACKAGE
    close: ClassVar[str] = "done"
    effects: ClassVar[tuple[type[Effect], ...]] = (
        ChooseFirst,
        LayMarket,
        DealContracts,
        ChooseSides,
        DealCards,
        GiveCard,
        DealRoutes,
        KeepRoute,
        PlaceTrain,
        Turn,
        After,
        PileCard,
        DrawMore,
        Refill,
        LayOut,
        BuildRoute,
        PayRoute,
    )
    clause_over: ClassVar[str] = "SP-END-01"
    clause_not_yours: ClassVar[str] = "SP-TURN-04"
    clause_other: ClassVar[str] = "SP-TURN-02"

    def __init__(self, edition: int = 1, pack: Pack | None = None) -> None:
        if pack is None:
            pack = Pack.read(title_file(PACKAGE, "content.toml"))
        self.box, vocabulary = read_box(pack)
        super().__init__(edition, pack, vocabulary, read_options(), CITE)

    def open(self, seats: int, options: dict[str, str]) -> SpikeState:
        state = new_state(self, self.box, seats, options)
        first = options["first_player"]
        if first == "random":
            state.push(ChooseFirst())
        else:
            state.first = int(first.removeprefix("seat-")) - 1
            after_first(state)
        return state

    def restore(self, seats: int, options: dict[str, str], agenda: list[Effect], facts: list[Any]) -> SpikeState:
        state = new_state(self, self.box, seats, options)
        state.set_agenda(agenda)
        players, *fields = facts
        state.players = [Player(*own) for own in players]
        for name, value in zip(FIELDS, fields, strict=True):
            setattr(state, name, value)
        return state

    def look(self, state: SpikeState, seat: int | None) -> views.View:
        return views.look(state, seat)

    def world(self, view: views.View, rng: Random) -> SpikeState:
        return views.world(self, self.box, view, rng)

    def census(self, state: SpikeState) -> dict[str, int]:
        return census(state)

    def turn_order(self, state: SpikeState) -> list[int]:
        return clockwise(state.first, state.seats)


def read_options() -> tuple[Option, ...]:
    """The options of a table; the default of each is what its clause rules."""
    seats = [f"seat-{seat}" for seat in range(1, MOST_SEATS + 1)]
    return (
        Option(
            "advanced",
            ("no", "yes"),
            "no",
            "The advanced game: choose the side of each contract, and one of two route cards.",
            "SP-ADVANCED-04",
            offered=True,
        ),
        Option(
            "first_player", ("random", *seats), "random", "Who begins: a seat drawn by lot, or this one.", "SP-SETUP-13"
        ),
        Option(
            "joker_mixed",
            ("no", "yes"),
            "no",
            "May one joker set stand for cards of different colours?",
            "SP-JOKER-05",
        ),
        Option(
            "allow_reverse", ("yes", "no"), "yes", "May a train on the line turn back by a free move?", "SP-MOVE-14"
        ),
        Option(
            "time_replacement",
            ("any", "pile"),
            "any",
            "Where the card in place of a Time card comes from: pile or face up, or always the pile.",
            "SP-TIME-01",
        ),
        Option(
            "start_full_speed",
            ("no", "yes"),
            "no",
            "Must a Start use the whole speed of the locomotive, unless a city is entered?",
            "SP-START-02",
        ),
        Option(
            "one_track_per_space",
            ("yes", "no"),
            "yes",
            "Is a track space closed to others once a player has built on it?",
            "SP-BUILD-11",
        ),
        Option(
            "builds_per_action",
            ("one", "any"),
            "one",
            "How many routes one Build action lays: one, or as many as the builder can pay.",
            "SP-BUILD-12",
        ),
        Option(
            "idle_turns",
            ("twenty", "never"),
            "twenty",
            "Does the game end after 20 turns of everybody without a draw, build, upgrade or delivery?",
            "SP-END-08",
        ),
    )


GAME = SpikeGame
