"""The title Lok'n'Roll: its options, its set-up, and the class through which the other packages use it."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from trainshed.games.lok_n_roll import view as views
from trainshed.games.lok_n_roll.rules.census import census
from trainshed.games.lok_n_roll.rules.components import MOST_SEATS, read_box
from trainshed.games.lok_n_roll.rules.effects import EFFECTS, ChooseStart, StartTrack
from trainshed.games.lok_n_roll.rules.geometry import Laid
from trainshed.games.lok_n_roll.rules.state import FIELDS, RIVAL, LokState, Player, new_state
from trainshed.games.lok_n_roll.rules.steps import CITE
from trainshed.kernel.agenda import Effect
from trainshed.kernel.content import Pack
from trainshed.kernel.game import Title, clockwise, title_file
from trainshed.kernel.options import Option

PACKAGE = "trainshed.games.lok_n_roll"


class LokGame(Title):
    """Lok'n'Roll in one edition with one pack."""

    slug: ClassVar[str] = "lok-n-roll"
    name: ClassVar[str] = "Lok'n'Roll"
    editions: ClassVar[tuple[int, ...]] = (1,)
    seat_counts: ClassVar[tuple[int, ...]] = tuple(range(1, MOST_SEATS + 1))
    package: ClassVar[str] = PACKAGE
    skip: ClassVar[str] = "pass"
    effects: ClassVar[tuple[type[Effect], ...]] = EFFECTS
    clause_over: ClassVar[str] = "LR-END-01"
    clause_not_yours: ClassVar[str] = "LR-TURN-01"
    clause_other: ClassVar[str] = "LR-TURN-04"

    def __init__(self, edition: int = 1, pack: Pack | None = None) -> None:
        if pack is None:
            pack = Pack.read(title_file(PACKAGE, "content.toml"))
        self.box, vocabulary = read_box(pack)
        super().__init__(edition, pack, vocabulary, read_options(pack), CITE)

    def open(self, seats: int, options: dict[str, str]) -> LokState:
        state = new_state(self, self.box, seats, options)
        start = options.get("start", "seat-1")
        if start == "random":
            state.push(ChooseStart())
        else:
            state.first = int(start.removeprefix("seat-")) - 1
            state.push(StartTrack(state.first))
        return state

    def restore(self, seats: int, options: dict[str, str], agenda: list[Effect], facts: list[Any]) -> LokState:
        state = new_state(self, self.box, seats, options)
        state.set_agenda(agenda)
        players, track, *fields = facts
        state.players = [Player(*own) for own in players]
        state.track = [Laid(*card) for card in track]
        for name, value in zip(FIELDS, fields, strict=True):
            setattr(state, name, value)
        state.unseen_total = sum(state.unseen)
        return state

    def look(self, state: LokState, seat: int | None) -> views.View:
        return views.look(state, seat)

    def world(self, view: views.View, rng: Random) -> LokState:
        return views.world(self, self.box, view, rng)

    def census(self, state: LokState) -> dict[str, int]:
        return census(state)

    def turn_order(self, state: LokState) -> list[int]:
        return clockwise(state.first, state.seats)

    def returns(self, state: LokState) -> list[float]:
        """Minus the points; against Laura her score minus the points; a lost challenge is worse than any score."""
        if state.lost:
            return [-1.0 - sum(v * n for v, n in zip(self.box.value, self.box.counts, strict=True))]
        if state.rival:
            return [float(state.rival_score() - state.points(state.players[1 - RIVAL]))]
        return [-float(points) for points in state.scores()]


def read_options(pack: Pack) -> tuple[Option, ...]:
    """The options of a table. The default of `forbid_dead_end` is in the content pack."""
    several = LokGame.seat_counts[1:]
    return (
        Option(
            "mode",
            ("solo", "challenge", "rival"),
            "solo",
            "Alone: for a record, with at most three derailments, or against Laura.",
            "LR-SOLO-01",
            (1,),
            offered=True,
        ),
        Option(
            "start",
            ("random", *[f"seat-{seat}" for seat in LokGame.seat_counts]),
            "random",
            "Who begins: whoever last travelled by train, or a seat drawn by lot.",
            "LR-SETUP-14",
            several,
        ),
        Option(
            "forbid_dead_end",
            ("no", "yes"),
            "yes" if pack.flag("options.forbid_dead_end") else "no",
            "May a card be laid so that no card of any shape could follow it? Yes forbids it.",
            "LR-PLACE-08",
        ),
    )


GAME = LokGame
