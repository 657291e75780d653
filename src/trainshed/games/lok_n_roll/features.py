"""A view of Lok'n'Roll as a feature vector of fixed length for learning, all numbers in [0, 1].

Places at the table are counted from the viewer's seat, which comes first (for a spectator: seat 1, with an empty
hand); places without a player are zeros. A number of cards is a share of the largest possible number, so no value is
ever clipped. In order, with the lengths of the built-in pack:

| what | numbers | range |
|---|---|---|
| seats at the table, one of four | 4 | 0 or 1 |
| options that name no seat, one of their choices each; none where the option does not apply | 5 | 0 or 1 |
| whose question: a place, nature, nobody | 6 | 0 or 1 |
| who began: a place | 4 | 0 or 1 |
| over, lost | 2 | 0 or 1 |
| turns begun, cards in the deck, removed, put aside, in the box | 5 | share of all cards |
| own hand by class | 24 | share of the class |
| cards not seen by class: deck, removed, hands of others | 24 | share of the class |
| penalty cards by value | 4 | share of the value |
| each place, then Laura: 19 numbers | 95 | |
| - taken | 1 | 0 or 1 |
| - cards in hand, on the pile, derailments | 3 | share of all cards |
| - points of the pile (for Laura: her score) | 1 | share of all points (of all cards) |
| - is to act | 1 | 0 or 1 |
| - values of the three top cards of the pile, top first | 12 | 0 or 1 |
| - how often the top value lies on top without a break | 1 | share of the value |
| cards of the track behind the engine, ahead of it | 2 | share of all cards |
| the card under the engine; the first 8 behind it, next to be lost first; the next 8 ahead of it | 153 | 0 or 1 |
| - each: there, its value, destroyed, its turn | 9 | 0 or 1 |
| value of the end of the track | 4 | 0 or 1 |
| room at the end for a card's short and long side | 2 | 0 or 1 |
| each form of laying: does not fit, leaves no room, room for one side, for both | 6 | 0, 1/3, 2/3, 1 |
| the question: one of those that are asked | 12 | 0 or 1 |
| the class of the card that is to be turned | 24 | 0 or 1 |
| the value of the cards that are being laid | 4 | 0 or 1 |
| dice due, wheels rolled so far | 2 | share of all points |

The shape of a card on the track shows only in the room it leaves at the end; afterwards only its value counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from trainshed.games.lok_n_roll.rules.components import DESTROYED, Components
from trainshed.games.lok_n_roll.rules.geometry import EAST, LONG, SHORT, TURNS, Form
from trainshed.games.lok_n_roll.view import TrackCard, View, laid_card
from trainshed.kernel.shared.features import one_of, seats_by_place, table_features, table_length

if TYPE_CHECKING:
    from trainshed.games.lok_n_roll.game import LokGame

WINDOW = 8
TOPS = 3
QUESTIONS = (
    "ChooseStart",
    "StartTrack",
    "Deal",
    "Draw",
    "RivalDraw",
    "Roll",
    "Action",
    "ChooseTurn",
    "ExtendMore",
    "ChaosMore",
    "Discard",
    "Combine",
)
"""Every effect that asks a seat or nature, as views name them."""


def features(game: LokGame, view: View) -> list[float]:
    """The feature vector of a view."""
    box = game.box
    facts = printed(box)
    card_of, of_value, all_points = facts.card_of, facts.of_value, facts.points
    out = table_features(game, view)
    places = game.seat_counts[-1]
    order = seats_by_place(view)

    out += one_of(places, order.index(view.first) if view.first >= 0 else -1)
    out += [float(view.over), float(view.lost)]
    heaps = (view.turn, view.deck, view.removed, len(view.aside), len(view.boxed))
    out += [count / box.total for count in heaps]

    hand = counted(len(box.names), [card_of[name] for name in view.hand])
    out += [count / most for count, most in zip(hand, box.counts, strict=True)]
    unseen = [most - count for count, most in zip(shown(game, view, card_of), box.counts, strict=True)]
    out += [count / most for count, most in zip(unseen, box.counts, strict=True)]
    penalties = [box.value[card_of[name]] for name in view.penalties]
    out += [penalties.count(value) / of_value[value] for value in box.values]

    for step in range(places):
        if step < view.seats:
            seat = order[step]
            pile = [box.value[card_of[name]] for name in view.piles[seat]]
            heap = [view.hands[seat], len(pile), view.derailments[seat]]
            out += [1.0, *[n / box.total for n in heap], sum(pile) / all_points, float(view.actor == seat)]
            out += tops(box, pile, of_value)
        else:
            out += [0.0] * place_length(box)
    if view.rival is not None:
        pile = [box.value[card_of[name]] for name in view.rival.pile]
        heap = [0, len(pile), view.rival.derailments]
        out += [1.0, *[n / box.total for n in heap], view.rival.score / box.total, 0.0]
        out += tops(box, pile, of_value)
    else:
        out += [0.0] * place_length(box)

    track, engine = view.track, view.engine
    behind = max(engine, 0)
    out += [behind / box.total, (len(track) - 1 - engine if engine >= 0 else len(track)) / box.total]
    slots = [*range(engine, engine + 1), *range(WINDOW), *range(engine + 1, engine + 1 + WINDOW)]
    for slot, index in enumerate(slots):
        is_behind = 1 <= slot <= WINDOW
        there = 0 <= index < (behind if is_behind else len(track))
        out += track_card(box, card_of, track[index]) if there else [0.0] * slot_length(box)
    out += [float(bool(track) and box.value[card_of[track[-1].card]] == value) for value in box.values]
    out += end_of_track(box, card_of, track)

    asked, card, value, dice, wheels = question(view)
    out += [float(name == asked) for name in QUESTIONS]
    out += one_of(len(box.names), card)
    out += [float(v == value) for v in box.values]
    out += [dice / all_points, wheels / all_points]
    return out


def length(game: LokGame) -> int:
    """The length of the feature vector."""
    box = game.box
    places = game.seat_counts[-1]
    classes, values = len(box.names), len(box.values)
    table = table_length(game) + places + 2 + 5
    cards = 2 * classes + values + (places + 1) * place_length(box)
    track = 2 + (1 + 2 * WINDOW) * slot_length(box) + values + 2 + len(printed(box).forms)
    return table + cards + track + len(QUESTIONS) + classes + values + 2


def utilities(game: LokGame, seats: int, options: Mapping[str, str]) -> tuple[float, float]:
    """Bounds of `returns`: a lost challenge, which is below all points; no points, or all cards on Laura's pile."""
    worst = -1.0 - printed(game.box).points
    return worst, float(game.box.total) if options.get("mode") == "rival" else 0.0


def longest(game: LokGame, seats: int, options: Mapping[str, str]) -> tuple[int, int]:
    """Upper bounds of the decisions (two a turn, two for each card laid, two for each penalty card) and of the draws.

    Draws: the start player, each card twice at most (it may be put aside once), and at most a roll for each die.
    """
    cards = game.box.total
    return 6 * cards, 1 + 2 * cards + printed(game.box).points


# ---------------------------------------------------------------- parts


class ComponentFacts:
    """Numbers that depend on the components only, computed once for each box."""

    def __init__(self, box: Components) -> None:
        rows = list(zip(box.value, box.counts, strict=True))
        self.card_of = {name: card for card, name in enumerate(box.names)}
        self.points = sum(value * count for value, count in rows)
        self.of_value = {value: sum(count for other, count in rows if other == value) for value in box.values}
        different: dict[tuple[int, int, int, int], Form] = {}
        for ways in box.forms:
            for form in ways:
                different.setdefault((form.turn, form.side, form.along, form.across), form)
        self.forms = list(different.values())
        """The ways of laying a card, each once, in the order of the pack."""


@lru_cache(maxsize=16)
def printed(box: Components) -> ComponentFacts:
    return ComponentFacts(box)


def counted(classes: int, cards: Iterable[int]) -> list[int]:
    counts = [0] * classes
    for card in cards:
        counts[card] += 1
    return counts


def shown(game: LokGame, view: View, card_of: dict[str, int]) -> list[int]:
    """How many cards of each class the view shows somewhere."""
    names = [laid.card for laid in view.track] + view.aside + view.penalties + view.boxed
    for pile in view.piles:
        names += pile
    if view.rival is not None:
        names += view.rival.pile
    if view.opened:
        for hand in view.opened:
            names += hand
    else:
        names += view.hand
    counts = counted(len(game.box.names), [card_of[name] for name in names])
    card = question(view)[1]
    if card >= 0:
        counts[card] += 1
    return counts


def place_length(box: Components) -> int:
    return 6 + TOPS * len(box.values) + 1


def tops(box: Components, pile: list[int], of_value: dict[int, int]) -> list[float]:
    """The features of the top of a pile; `pile` holds its values from the bottom to the top."""
    out: list[float] = []
    for depth in range(1, TOPS + 1):
        out += [float(depth <= len(pile) and pile[-depth] == value) for value in box.values]
    run = 0
    while run < len(pile) and pile[-1 - run] == pile[-1]:
        run += 1
    return [*out, run / of_value[pile[-1]] if pile else 0.0]


def slot_length(box: Components) -> int:
    return 1 + len(box.values) + 1 + len(TURNS)


def track_card(box: Components, card_of: dict[str, int], laid: TrackCard) -> list[float]:
    card = card_of[laid.card]
    values = [float(box.value[card] == value) for value in box.values]
    return [1.0, *values, float(box.kind[card] == DESTROYED), *[float(laid.turn == turn) for turn in TURNS]]


def end_of_track(box: Components, card_of: dict[str, int], track: list[TrackCard]) -> list[float]:
    """The sides that fit at the open end now, and how many would fit after each form."""
    laid = [laid_card(card_of[shown.card], shown) for shown in track]
    x, y, heading = (track[-1].x, track[-1].y, track[-1].heading) if track else (0, 0, EAST)
    fits = box.table.room(laid, x, y, heading)
    out = [float(bool(fits & SHORT)), float(bool(fits & LONG))]
    for form in printed(box).forms:
        if form.side & fits:
            end = box.table.lay(0, form, x, y, heading)
            room = box.table.room([*laid, end], end.x, end.y, end.heading)
            out.append((1 + bool(room & SHORT) + bool(room & LONG)) / 3)
        else:
            out.append(0.0)
    return out


def question(view: View) -> tuple[str, int, int, int, int]:
    """The next effect; the card to be turned; the value being laid; dice due; wheels so far. Missing: -1 or 0."""
    asked, card, value, dice, wheels = "", -1, 0, 0, 0
    for name, *arguments in view.pending:
        asked = str(name)
        numbers = [int(argument) for argument in arguments]
        if name == "ChooseTurn":
            card = numbers[1]
        elif name == "ExtendMore":
            _, value, dice = numbers
        elif name == "Roll":
            _, dice, wheels = numbers
    return asked, card, value, dice, wheels
