"""The whole position of Spike as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.games.spike.rules.components import ROUNDS, Components
from trainshed.games.spike.text import names as name
from trainshed.games.spike.text.lines import space_names
from trainshed.games.spike.text.log import result
from trainshed.games.spike.text.names import any_cards, box_of, cards_listed, money
from trainshed.games.spike.view import PlayerView, View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.phrases import Counted, folded, listed, who

INDENT: Final = "  "
QUESTIONS: Final = {
    "ChooseSides": marked("%(who)s: which side of which contract card?"),
    "GiveCard": marked("%(who)s: which card goes to the player on the right?"),
    "KeepRoute": marked("%(who)s: which route card is kept?"),
    "PlaceTrain": marked("%(who)s: in which city does the train begin?"),
    "Turn": marked("%(who)s: which action?"),
    "After": marked("%(who)s: load, unload, deliver, or end the turn?"),
    "DrawMore": marked("%(who)s: another card, or stop? Left are %(cards)s."),
    "BuildRoute": marked("%(who)s: which link does the route take?"),
    "PayRoute": marked("%(who)s: pay with which cards? The route asks for %(cards)s."),
}
"""What the seat to move is asked, as everybody reads it."""

MUST_DRAW: Final = marked("%(who)s: which card in place of the Time card?")
MAY_BUILD: Final = marked("%(who)s: another route, load, unload, deliver, or end the turn?")
MAY_MOVE: Final = marked("%(who)s: a free move first, or which action?")
OTHER_QUESTION: Final = marked("%(who)s is asked.")

track_count: Final = Counted("%(count)d track left", "%(count)d tracks left")
car_count: Final = Counted("%(count)d freight car", "%(count)d freight cars")
hand_count: Final = Counted("%(count)d card in hand", "%(count)d cards in hand")


def position(game: Game, view: View, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> list[str]:
    """The whole position as lines of at most 80 columns."""
    box = box_of(game)
    lines = headline(game, view, speech, names)
    if any(view.market):
        lines += folded(name.market_text(box, view.market, speech))
    lines += folded(" ".join(supply_parts(box, view, speech)))
    for seat in range(view.seats):
        lines += seat_lines(box, view, seat, speech, names)
    if view.seat is not None and not view.over:
        lines += own_lines(box, view, speech)
    return lines


def headline(game: Game, view: View, speech: Translator, names: Sequence[str]) -> list[str]:
    """Which round it is, and who is asked what."""
    if view.over:
        return folded(result(view.scores, view.standings, speech, names))
    text = speech.gettext("The game is set up.")
    if view.turn >= 0:
        text = speech.phrase("Round %(round)d of %(rounds)d.", round=view.round, rounds=ROUNDS)
        if view.last_turns >= 0:
            left = speech.plural("%(count)d turn is left.", "%(count)d turns are left.", view.last_turns)
            text = f"{text} {left}"
    return folded(text if view.actor < 0 else f"{text} {question(game, view, speech, names)}")


def question(game: Game, view: View, speech: Translator, names: Sequence[str]) -> str:
    """What the seat to move is asked."""
    box, pending = box_of(game), view.pending[-1]
    facts = {"who": who(view.actor, speech, names)}
    text = QUESTIONS.get(pending[0], OTHER_QUESTION)
    match pending:
        case ["DrawMore", _seat, left, must]:
            text = MUST_DRAW if must else text
            facts["cards"] = any_cards(left, speech)
        case ["After", _seat, _unloaded, again]:
            text = MAY_BUILD if again else text
        case ["PayRoute", _seat, settled, *numbers]:
            facts["cards"] = cards_listed(box, demand(box, numbers[settled:]), speech)
        case ["Turn", seat, _begun, moved, _unloaded]:
            text = MAY_MOVE if not moved and not name.is_city(box, view.players[seat].train) else text
    return speech.phrase(text, **facts)


def demand(box: Components, links: Sequence[int]) -> list[int]:
    """The cards that a route asks for, by colour."""
    colors = [box.net.color[link] for link in links]
    return [colors.count(color) for color in range(len(box.colors))]


def supply_parts(box: Components, view: View, speech: Translator) -> list[str]:
    """Face-up cards, the pile, discards, and in round 3 the Time cards."""
    parts: list[str] = []
    shown = cards_listed(box, name.counts_of(box, view.display), speech)
    if shown:
        parts.append(speech.phrase("Face up: %(cards)s.", cards=shown))
    parts.append(speech.phrase("In the pile: %(cards)s.", cards=any_cards(view.pile, speech)))
    if any(view.discards):
        parts.append(speech.phrase("Discarded: %(cards)s.", cards=cards_listed(box, view.discards, speech)))
    if view.round == ROUNDS:
        facts = {"drawn": view.times, "all": box.time_cards}
        parts.append(speech.phrase("Time cards drawn: %(drawn)d of %(all)d.", **facts))
        if view.upper:
            cards = any_cards(view.upper, speech)
            parts.append(speech.phrase("Above the Time cards: %(cards)s.", cards=cards))
    return parts


def seat_lines(box: Components, view: View, seat: int, speech: Translator, names: Sequence[str]) -> list[str]:
    """The open information about a seat."""
    player, called = view.players[seat], who(seat, speech, names)
    facts = [money(player.money, speech), *train_facts(box, player, speech)]
    facts += [track_count(player.stock, speech), hand_count(player.cards, speech)]
    lines = folded(
        speech.phrase(
            "%(who)s: %(facts)s.",
            who=speech.phrase("%(who)s (you)", who=called) if seat == view.seat else called,
            facts=", ".join(facts),
        )
    )
    if player.undecided:
        sides = [
            name.contract_text(box, box.faces[face], speech)
            for card in player.undecided
            for face in box.faces_of[box.card_names.index(card)]
        ]
        lines += folded(speech.phrase("Contracts to choose: %(contracts)s.", contracts="; ".join(sides)), INDENT)
    if player.contracts:
        contracts = "; ".join([contract_item(box, each.face, each.aboard, speech) for each in player.contracts])
        lines += folded(speech.phrase("Contracts: %(contracts)s.", contracts=contracts), INDENT)
    if player.delivered:
        cities = ", ".join([name.place_name(box, city) for city in player.delivered])
        lines += folded(speech.phrase("Delivered in %(cities)s.", cities=cities), INDENT)
    if player.cities:
        cities = ", ".join([name.place_name(box, city) for city in player.cities])
        lines += folded(speech.phrase("Cities: %(cities)s.", cities=cities), INDENT)
    ways = ways_of(box, view.tracks, seat, speech)
    if ways:
        lines += folded(speech.phrase("Tracks: %(ways)s.", ways="; ".join(ways)), INDENT)
    if view.over and player.route:
        card = name.route_text(box, name.route_of(box, player.route), speech)
        lines += folded(speech.phrase("Route card: %(card)s.", card=card), INDENT)
    return lines


def train_facts(box: Components, player: PlayerView, speech: Translator) -> list[str]:
    """Where a train is, and what its parts can do."""
    facts = [
        speech.phrase("speed %(speed)d", speed=player.speed),
        speech.phrase("tender %(supply)d", supply=player.supply),
        car_count(player.capacity, speech),
    ]
    if not player.train:
        return facts
    place = name.space_name(box, player.train, speech)
    if name.is_city(box, player.train):
        return [speech.phrase("train in %(place)s", place=place), *facts]
    heading = name.towards(box, player.train, player.heading, speech)
    return [speech.phrase("train on %(place)s towards %(heading)s", place=place, heading=heading), *facts]


def contract_item(box: Components, face: str, aboard: bool, speech: Translator) -> str:
    """A contract, and whether its cargo is on the train."""
    text = name.contract_text(box, name.face_of(box, face), speech)
    return speech.phrase("%(contract)s (aboard)", contract=text) if aboard else text


def ways_of(box: Components, tracks: Sequence[int], seat: int, speech: Translator) -> list[str]:
    """The tracks of a seat, by the lines on which they lie; of a line that is not complete, the spaces."""
    lines: dict[tuple[int, int, int, bool], list[int]] = {}
    for link, space in enumerate(space_names(box)):
        if tracks[link] >> seat & 1:
            lines.setdefault((space.first, space.second, space.length, space.other), []).append(space.number)
    ways: list[str] = []
    for (first, second, length, other), numbers in sorted(lines.items()):
        text = f"{box.places[first][0]} – {box.places[second][0]}"
        if other:
            text = speech.phrase("%(line)s by another way", line=text)
        if other or len(numbers) < length:
            spaces = listed([str(number) for number in sorted(numbers)], speech)
            text = speech.plural(
                "%(line)s (space %(spaces)s)", "%(line)s (spaces %(spaces)s)", len(numbers), line=text, spaces=spaces
            )
        ways.append(text)
    return ways


def own_lines(box: Components, view: View, speech: Translator) -> list[str]:
    """The viewer's hand and route cards."""
    lines: list[str] = []
    if any(view.hand):
        lines += folded(speech.phrase("Your hand: %(cards)s.", cards=cards_listed(box, view.hand, speech)))
    if view.routes:
        cards = "; ".join([name.route_text(box, name.route_of(box, card), speech) for card in view.routes])
        lines += folded(
            speech.plural("Your route card: %(cards)s.", "Your route cards: %(cards)s.", len(view.routes), cards=cards)
        )
    return lines
