"""Labels of the controls of Spike: what a word would do in the position of a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.games.spike.rules.components import PARTS, Components
from trainshed.games.spike.text import names as name
from trainshed.games.spike.text.names import box_of, commodity_name, money
from trainshed.games.spike.view import PlayerView, View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.phrases import who

PLAIN: Final = {
    "pile": marked("Draw from the pile"),
    "stop": marked("Draw no more cards"),
    "build": marked("Build a route"),
    "done": marked("End the turn"),
    "time": marked("A Time card comes up"),
    "draw:?": marked("Draw a card"),
    "give:?": marked("Give a card away"),
    "route:?": marked("Get a route card"),
    "keep:?": marked("Keep a route card"),
}
"""The labels of words that are the same in every position."""

CARGO: Final = {"load": marked("Load %(commodity)s"), "unload": marked("Unload %(commodity)s")}
TRAIN: Final = {
    "move": (marked("Move the train to %(place)s"), marked("Move the train into %(place)s")),
    "start": (marked("Start, as far as %(place)s"), marked("Start, and stop in %(place)s")),
    "extra": (marked("Extra space: on to %(place)s"), marked("Extra space: into %(place)s")),
}
"""Moves of the train: to a track space, and into a city, where it stops."""

UPGRADES: Final = {
    "locomotive": marked("Upgrade the locomotive for %(cost)s: speed %(value)d"),
    "tender": marked("Upgrade the tender for %(cost)s: %(value)d cards in each draw"),
    "car": marked("Add a freight car for %(cost)s: room for %(value)d loads"),
}
"""What an upgrade costs, and the value of the part after it."""


def label(game: Game, view: View, word: str, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """The label of the control for a word, in the position of this view."""
    if word in PLAIN:
        return speech.gettext(PLAIN[word])
    box = box_of(game)
    head, _colon, rest = word.partition(":")
    match head:
        case "match":
            paid = bool(view.pending) and view.pending[-1][0] == "PayRoute" and view.pending[-1][2] > 0
            return speech.gettext("Pay the rest with matching cards" if paid else "Pay with matching cards")
        case "take":
            return speech.phrase("Take %(card)s", card=name.the_card(rest, speech))
        case "draw":
            return speech.phrase("Draw %(card)s", card=name.a_card(rest, speech))
        case "give":
            return give_label(view, rest, speech, names)
        case "spend":
            color, _colon, count = rest.partition(":")
            return speech.phrase("Pay with %(cards)s", cards=name.cards_of(color, int(count), speech))
        case "load" | "unload":
            return speech.phrase(CARGO[head], commodity=commodity_name(rest, speech))
        case "deliver":
            return deliver_label(box, view, rest, speech)
        case "upgrade":
            return upgrade_label(box, view, rest, speech)
        case "link":
            color = box.colors[box.net.color[box.space_names.index(rest)]]
            facts = {"line": name.space_name(box, rest, speech), "card": name.cards_of(color, 1, speech)}
            return speech.phrase("Build %(line)s for %(card)s", **facts)
        case "move" | "start" | "extra":
            return train_label(box, view, head, rest, speech)
    return set_up_label(box, word, speech, names)


def acting(view: View) -> PlayerView | None:
    return view.players[view.actor] if 0 <= view.actor < len(view.players) else None


def give_label(view: View, color: str, speech: Translator, names: Sequence[str]) -> str:
    """The card that the first player gives away, and to whom (SP-SETUP-14)."""
    card = name.a_card(color, speech)
    if view.first < 0:
        return speech.phrase("Give %(card)s away", card=card)
    return speech.phrase("Give %(card)s to %(who)s", card=card, who=who((view.first - 1) % view.seats, speech, names))


def deliver_label(box: Components, view: View, commodity: str, speech: Translator) -> str:
    """A delivery, with what it pays where the train is."""
    facts = {"commodity": commodity_name(commodity, speech)}
    player = acting(view)
    if player is not None and name.is_city(box, player.train):
        city = box.node_names.index(player.train)
        for contract in player.contracts:
            face = name.face_of(box, contract.face)
            if box.commodities[face.commodity] == commodity and city in face.cities:
                pay = money(face.pay[face.cities.index(city)], speech)
                return speech.phrase("Deliver %(commodity)s for %(pay)s", **facts, pay=pay)
    return speech.phrase("Deliver %(commodity)s", **facts)


def level_of(box: Components, player: PlayerView, part: str) -> tuple[int, list[int]]:
    """The level of a part of a train, from 0, and its values by level."""
    values = (box.speed, box.supply, box.capacity)[PARTS.index(part)]
    return values.index((player.speed, player.supply, player.capacity)[PARTS.index(part)]), values


def upgrade_label(box: Components, view: View, part: str, speech: Translator) -> str:
    """An upgrade with its cost and what it leads to."""
    player = acting(view)
    if player is not None:
        level, values = level_of(box, player, part)
        if level < len(box.upgrade_cost):
            cost = money(box.upgrade_cost[level], speech)
            return speech.phrase(UPGRADES[part], cost=cost, value=values[level + 1])
    return speech.phrase("Upgrade %(part)s", part=name.part_name(part, speech))


def train_label(box: Components, view: View, head: str, space: str, speech: Translator) -> str:
    """A move of the train. A Start over the first track is called by the place to which that track leads."""
    place = name.space_name(box, space, speech)
    if name.is_city(box, space):
        return speech.phrase(TRAIN[head][1], place=place)
    player = acting(view)
    if head == "move" and player is not None and player.train == space:
        return speech.gettext("Let the train wait")
    if head == "start" and player is not None and player.train:
        end = name.other_end(box, space, player.train)
        if end:
            return speech.phrase("Start towards %(place)s", place=name.towards(box, space, end, speech))
    return speech.phrase(TRAIN[head][0], place=place)


def set_up_label(box: Components, word: str, speech: Translator, names: Sequence[str]) -> str:
    """The label for a word of the set-up."""
    head, _colon, rest = word.partition(":")
    match head:
        case "first":
            return speech.phrase("%(who)s begins", who=who(int(rest) - 1, speech, names))
        case "market":
            return speech.phrase("On the market: %(commodity)s", commodity=commodity_name(rest, speech))
        case "contract":
            what = name.contract_text(box, name.face_of(box, rest), speech)
            return speech.phrase("Contract: %(what)s", what=what)
        case "deal":
            faces = [box.faces[face] for face in box.faces_of[box.card_names.index(rest)]]
            sides = "; ".join([name.contract_text(box, face, speech) for face in faces])
            return speech.phrase("Contract card: %(sides)s", sides=sides)
        case "side":
            what = name.contract_text(box, name.face_of(box, rest), speech)
            return speech.phrase("Choose %(what)s", what=what)
        case "route":
            what = name.route_text(box, name.route_of(box, rest), speech)
            return speech.phrase("Route card: %(what)s", what=what)
        case "keep":
            what = name.route_text(box, name.route_of(box, rest), speech)
            return speech.phrase("Keep the route card: %(what)s", what=what)
        case "place":
            supplied = box.commodities[box.supplies[box.node_names.index(rest)]]
            facts = {"city": name.place_name(box, rest), "commodity": commodity_name(supplied, speech)}
            return speech.phrase("Begin in %(city)s (%(commodity)s)", **facts)
    return word
