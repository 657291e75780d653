"""Lok'n'Roll: the box read from its content pack, the set-up, and what a game of it is."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import msgspec

from trainshed.games.lok_n_roll import view as views
from trainshed.games.lok_n_roll.effects import EFFECTS, ChooseStart, ChooseTurn, StartTrack
from trainshed.games.lok_n_roll.geometry import LONG, SHORT, TURNS, Form, Laid, Table
from trainshed.games.lok_n_roll.state import (
    KINDS,
    MOST_SEATS,
    RIVAL,
    Box,
    LokState,
    Player,
    new_state,
)
from trainshed.games.lok_n_roll.steps import CITE
from trainshed.kernel.agenda import Effect
from trainshed.kernel.content import ContentError, Pack
from trainshed.kernel.game import Title, title_file
from trainshed.kernel.setup import Option
from trainshed.kernel.vocabulary import Vocabulary

PACKAGE = "trainshed.games.lok_n_roll"


class FormRow(msgspec.Struct, forbid_unknown_fields=True):
    """A form as the content pack writes it."""

    turn: str
    side: str
    along: int
    across: int


class CardRow(msgspec.Struct, forbid_unknown_fields=True):
    """A class of cards as the content pack writes it."""

    kind: str
    value: int
    count: int
    shape: str = ""


def card_name(row: CardRow) -> str:
    return f"{row.kind}:{row.value}:{row.shape}" if row.shape else f"{row.kind}:{row.value}"


def read_forms(pack: Pack) -> dict[str, list[Form]]:
    """The shapes of the pack and the forms in which each can be laid."""
    forms: dict[str, list[Form]] = {}
    for shape, rows in pack.take("geometry.forms", dict[str, list[FormRow]]).items():
        for row in rows:
            if row.turn not in TURNS or row.side not in ("short", "long"):
                raise ContentError(f"{pack.name}: geometry.forms.{shape}: not a form")
        forms[shape] = [
            Form(TURNS.index(r.turn), SHORT if r.side == "short" else LONG, r.along, r.across) for r in rows
        ]
    return forms


def roll_weights(faces: list[int], dice: int) -> list[list[int]]:
    """For each number of dice, how many of their faces' combinations show each number of wheels."""
    weights = [[1]]
    for _ in range(dice):
        before = weights[-1]
        now = [0] * (len(before) + max(faces))
        for wheels, ways in enumerate(before):
            for face in faces:
                now[wheels + face] += ways
        weights.append(now)
    return weights


def read_box(pack: Pack) -> tuple[Box, Vocabulary]:
    """The box of this pack, and the words that name what is in it."""
    forms = read_forms(pack)
    rows = pack.take("card", list[CardRow])
    names = [card_name(row) for row in rows]
    for row, name in zip(rows, names, strict=True):
        if row.kind not in KINDS or row.value < 1 or row.count < 1 or names.count(name) > 1:
            raise ContentError(f"{pack.name}: card {name}: not a class of cards")
        if (row.kind == "chaos") != (row.shape == "") or (row.shape and row.shape not in forms):
            raise ContentError(f"{pack.name}: card {name}: no such shape")
    box = Box(
        names,
        [KINDS.index(row.kind) for row in rows],
        [row.value for row in rows],
        [forms[row.shape] if row.shape else [] for row in rows],
        [row.count for row in rows],
        Table(pack.number("geometry.width"), pack.number("geometry.height")),
    )
    faces = pack.take("dice.faces", list[int])
    box.dice = pack.number("dice.count")
    box.roll_weights = roll_weights(faces, box.dice)
    box.roll_tickets = [sum(weights) for weights in box.roll_weights]
    box.starting_track = pack.number("setup.starting_track")
    box.engine_index = pack.number("setup.engine_index")
    box.hand = pack.number("setup.hand")
    removed = pack.take("setup.removed", dict[str, int])
    box.removed = [removed.get(str(seats), 0) for seats in range(LokGame.seat_counts[-1] + 1)]
    box.forbidden_difference = pack.number("rules.forbidden_difference")
    box.pass_steps = pack.number("rules.pass_steps")
    box.pass_penalty = pack.number("rules.pass_penalty")
    box.rival_derailment = pack.number("rules.rival_derailment")
    box.challenge_derailments = pack.number("rules.challenge_derailments")

    words = ["pass", "stop", "combine", "keep"]
    box.word_pass, box.word_stop, box.word_combine, box.word_keep = range(4)

    def add(prefix: str, endings: list[str]) -> int:
        first = len(words)
        words.extend([f"{prefix}:{ending}" for ending in endings])
        return first

    values = [str(value) for value in range(1, max(box.values) + 1)]
    box.first_turn = add("turn", list(TURNS))
    box.first_discard = add("discard", values) - 1
    box.first_chaos = add("chaos", values) - 1
    box.first_lay = add("lay", names)
    box.first_draw = add("draw", names)
    box.first_wheels = add("wheels", [str(n) for n in range(len(box.roll_weights[-1]))])
    box.first_start = add("start", [str(seat) for seat in LokGame.seat_counts])
    return box, Vocabulary(words)


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
        players, track, engine, unseen, deck, aside, penalties, boxed, first, turn, lost = facts
        state.players = [Player(hand, pile, count) for hand, pile, count in players]
        state.track = [Laid(*card) for card in track]
        state.engine = engine
        state.unseen = unseen
        state.unseen_total = sum(unseen)
        state.deck = deck
        state.aside = aside
        state.penalties = penalties
        state.boxed = boxed
        state.first = first
        state.turn = turn
        state.lost = lost
        return state

    def look(self, state: LokState, seat: int | None) -> views.View:
        return views.look(state, seat)

    def world(self, view: views.View, rng: Random) -> LokState:
        return views.world(self, view, rng)

    def census(self, state: LokState) -> dict[str, int]:
        """Every class of cards, wherever its cards are."""
        cards = [laid.card for laid in state.track] + state.aside + state.penalties + state.boxed
        for player in state.players:
            cards += player.hand + player.pile
        for effect in state.agenda:
            if isinstance(effect, ChooseTurn):
                cards.append(effect.card)
        counts = state.unseen[:]
        for card in cards:
            counts[card] += 1
        return dict(zip(self.box.names, counts, strict=True))

    def returns(self, state: LokState) -> list[float]:
        """Points count down; against Laura it is the distance to her; a lost challenge is worse than any score."""
        if state.lost:
            return [-1.0 - sum(v * n for v, n in zip(self.box.value, self.box.counts, strict=True))]
        if state.rival:
            return [float(state.rival_score() - state.points(state.players[1 - RIVAL]))]
        return [-float(points) for points in state.scores()]


def read_options(pack: Pack) -> tuple[Option, ...]:
    """What a table may choose; the ruled defaults are content."""
    several = LokGame.seat_counts[1:]
    return (
        Option(
            "mode",
            ("solo", "challenge", "rival"),
            "solo",
            "Alone: for a record, with at most three derailments, or against Laura.",
            "LR-SOLO-01",
            (1,),
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
