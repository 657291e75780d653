"""The cards, dice and numbers of Lok'n'Roll, read from its content pack, and the words that name them."""

from __future__ import annotations

from typing import Final

from trainshed.games.lok_n_roll.rules.content_schema import CardRow, FormRow
from trainshed.games.lok_n_roll.rules.geometry import LONG, SHORT, TURNS, CardGeometry, Form
from trainshed.kernel.content import ContentError, Pack
from trainshed.kernel.vocabulary import Vocabulary, WordList

TRACK: Final = 0
DESTROYED: Final = 1
CHAOS: Final = 2
KINDS: Final = ("track", "destroyed", "chaos")

MOST_SEATS: Final = 4


class Components:
    """The contents of the box, as the content pack gives them, and the ids of the words. Read once, never changed.

    Cards of equal kind, value and shape are one class; a card is the index of its class.
    """

    __slots__ = (
        "challenge_derailments",
        "classes",
        "counts",
        "dice",
        "engine_index",
        "first_chaos",
        "first_discard",
        "first_draw",
        "first_lay",
        "first_start",
        "first_turn",
        "first_wheels",
        "forbidden_difference",
        "forms",
        "hand",
        "kind",
        "names",
        "pass_penalty",
        "pass_steps",
        "removed",
        "rival_derailment",
        "roll_tickets",
        "roll_weights",
        "sides",
        "starting_track",
        "table",
        "total",
        "value",
        "values",
        "word_combine",
        "word_keep",
        "word_pass",
        "word_stop",
    )

    def __init__(
        self,
        names: list[str],
        kind: list[int],
        value: list[int],
        forms: list[list[Form]],
        counts: list[int],
        table: CardGeometry,
    ) -> None:
        self.names: list[str] = names
        self.kind: list[int] = kind
        self.value: list[int] = value
        self.forms: list[list[Form]] = forms
        self.counts: list[int] = counts
        self.table: CardGeometry = table
        self.classes: int = len(names)
        self.total: int = sum(counts)
        self.values: list[int] = sorted(set(value))
        self.sides: list[int] = [sum({form.side for form in ways}) for ways in forms]
        """The sides by which a card of this class can be entered, as bits."""
        self.dice: int = 0
        self.roll_weights: list[list[int]] = []
        self.roll_tickets: list[int] = []
        self.starting_track: int = 0
        self.engine_index: int = 0
        self.hand: int = 0
        self.removed: list[int] = []
        self.forbidden_difference: int = 0
        self.pass_steps: int = 0
        self.pass_penalty: int = 0
        self.rival_derailment: int = 0
        self.challenge_derailments: int = 0
        self.word_pass: int = 0
        self.word_stop: int = 0
        self.word_combine: int = 0
        self.word_keep: int = 0
        # Words of one kind have consecutive ids: the id of a word is the first id plus an index.
        self.first_turn: int = 0
        self.first_discard: int = 0  # plus a value
        self.first_chaos: int = 0  # plus a value
        self.first_lay: int = 0  # plus a card
        self.first_draw: int = 0  # plus a card
        self.first_wheels: int = 0
        self.first_start: int = 0

    def is_chaos(self, move: int) -> bool:
        """Is this a word that discards a chaos card?"""
        return move - self.first_chaos in self.values


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


def read_box(pack: Pack) -> tuple[Components, Vocabulary]:
    """Read the components and the vocabulary from a content pack."""
    forms = read_forms(pack)
    rows = pack.take("card", list[CardRow])
    names = [card_name(row) for row in rows]
    for row, name in zip(rows, names, strict=True):
        if row.kind not in KINDS or row.value < 1 or row.count < 1 or names.count(name) > 1:
            raise ContentError(f"{pack.name}: card {name}: not a class of cards")
        if (row.kind == "chaos") != (row.shape == "") or (row.shape and row.shape not in forms):
            raise ContentError(f"{pack.name}: card {name}: no such shape")
    box = Components(
        names,
        [KINDS.index(row.kind) for row in rows],
        [row.value for row in rows],
        [forms[row.shape] if row.shape else [] for row in rows],
        [row.count for row in rows],
        CardGeometry(pack.number("geometry.width"), pack.number("geometry.height")),
    )
    faces = pack.take("dice.faces", list[int])
    box.dice = pack.number("dice.count")
    box.roll_weights = roll_weights(faces, box.dice)
    box.roll_tickets = [sum(weights) for weights in box.roll_weights]
    box.starting_track = pack.number("setup.starting_track")
    box.engine_index = pack.number("setup.engine_index")
    box.hand = pack.number("setup.hand")
    removed = pack.take("setup.removed", dict[str, int])
    box.removed = [removed.get(str(seats), 0) for seats in range(MOST_SEATS + 1)]
    box.forbidden_difference = pack.number("rules.forbidden_difference")
    box.pass_steps = pack.number("rules.pass_steps")
    box.pass_penalty = pack.number("rules.pass_penalty")
    box.rival_derailment = pack.number("rules.rival_derailment")
    box.challenge_derailments = pack.number("rules.challenge_derailments")

    words = WordList("pass", "stop", "combine", "keep")
    box.word_pass, box.word_stop, box.word_combine, box.word_keep = range(4)
    values = [str(value) for value in range(1, max(box.values) + 1)]
    box.first_turn = words.add("turn", list(TURNS))
    box.first_discard = words.add("discard", values) - 1
    box.first_chaos = words.add("chaos", values) - 1
    box.first_lay = words.add("lay", names)
    box.first_draw = words.add("draw", names)
    box.first_wheels = words.add("wheels", [str(n) for n in range(len(box.roll_weights[-1]))])
    box.first_start = words.add("start", [str(seat) for seat in range(1, MOST_SEATS + 1)])
    return box, words.vocabulary()
