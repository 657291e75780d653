"""Hover cards of what a player of Spike has: contracts, cargo, the secret route, and the parts of the train."""

from __future__ import annotations

from typing import Final

from trainshed.draw.hover_card import HoverCard
from trainshed.draw.icons import sign
from trainshed.draw.svg import moved
from trainshed.games.spike.board.hover.places import is_open, own_player, seat_of
from trainshed.games.spike.board.hover.supply import titled
from trainshed.games.spike.board.icons import car_body, engine_left, good_disc, tender_body
from trainshed.games.spike.board.scene import Scene
from trainshed.games.spike.rules.components import PARTS, Face
from trainshed.games.spike.text import names
from trainshed.games.spike.text.labels import level_of
from trainshed.games.spike.view import PlayerView
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import head_of, rest_of

PART_NAMES: Final = {
    "locomotive": marked("Locomotive"),
    "tender": marked("Tender"),
    "car": marked("Freight cars"),
}
PART_STATES: Final = {
    "locomotive": marked("speed %(value)d"),
    "tender": marked("supply %(value)d"),
    "car": marked("capacity %(value)d"),
}
PART_TOLD: Final = {
    "locomotive": marked("Its arrows are the spaces that the train can travel in one move."),
    "tender": marked("It tells how many cards can be taken in one draw."),
    "car": marked("Each car carries one cargo."),
}
PART_FACE: Final = (60, 40)


# ---------------------------------------------------------------- contracts


def contract_card(scene: Scene, rest: str) -> HoverCard | None:
    """A side of a contract card of a seat."""
    name, _, color = rest.rpartition(":")
    seat = seat_of(scene, color)
    face = next((face for face in scene.box.faces if face.name == name), None)
    if face is None or seat is None:
        return None
    aboard = [contract.aboard for contract in scene.then.players[seat].contracts if contract.face == name]
    if not aboard:
        state = scene.phrase("a side of a contract")
    elif seat == scene.seat:
        state = scene.phrase("your contract, cargo aboard") if aboard[0] else scene.phrase("your contract")
    elif aboard[0]:
        state = scene.phrase("contract of %(who)s, cargo aboard", who=scene.who(seat))
    else:
        state = scene.phrase("contract of %(who)s", who=scene.who(seat))
    return face_card(scene, face, state)


def face_card(scene: Scene, face: Face, state: str) -> HoverCard:
    good = scene.box.commodities[face.commodity]
    pays = names.destinations(scene.box, face.cities, face.pay, scene.speech)
    told = scene.phrase(
        "One delivery: %(cities)s. Loaded in any city that supplies %(good)s.", cities=pays, good=scene.good(good)
    )
    drawn = good_disc(good, 16, 16, 15)
    return HoverCard(titled(scene.good(good)), state, told, clause="SP-DELIVER-03", face=drawn)


def side_card(scene: Scene, word: str) -> HoverCard:
    """A side that can be chosen (advanced game)."""
    face = names.face_of(scene.box, rest_of(word))
    return face_card(scene, face, scene.phrase("a side of a contract"))._replace(clause="SP-ADVANCED-01")


def own_face(scene: Scene, good: str) -> Face | None:
    """The viewer's contract for a commodity."""
    player = own_player(scene)
    for contract in player.contracts if player is not None else []:
        face = names.face_of(scene.box, contract.face)
        if scene.box.commodities[face.commodity] == good:
            return face
    return None


def cargo_card(scene: Scene, word: str) -> HoverCard:
    """To load a cargo, or to put it back on its contract."""
    good, player = rest_of(word), own_player(scene)
    face = own_face(scene, good)
    drawn = good_disc(good, 16, 16, 15)
    if face is not None and not is_open(scene, word):
        return face_card(scene, face, scene.phrase("your contract"))
    if head_of(word) == "unload":
        told = scene.phrase("The cargo goes back onto its contract and frees a car. It can be loaded again.")
        state = scene.phrase("cargo aboard")
        return HoverCard(scene.label(word), state, told, clause="SP-LOAD-07", face=drawn)
    now = []
    if face is not None:
        pays = names.destinations(scene.box, face.cities, face.pay, scene.speech)
        now = [scene.phrase("deliver it: %(cities)s", cities=pays)]
    if player is not None:
        aboard = sum(contract.aboard for contract in player.contracts)
        state = scene.phrase("%(count)d of %(most)d cars full", count=aboard, most=player.capacity)
    else:
        state = ""
    told = scene.phrase("Your cargo goes onto an empty car. That is no action.")
    return HoverCard(scene.label(word), state, told, now=now, clause="SP-LOAD-05", face=drawn)


def delivery_card(scene: Scene, word: str) -> HoverCard:
    """To deliver a cargo in the city where the train stands."""
    good, player = rest_of(word), own_player(scene)
    face = own_face(scene, good)
    if face is not None and not is_open(scene, word):
        return face_card(scene, face, scene.phrase("your contract"))
    now = []
    if player is not None and face is not None and scene.in_city(player.train):
        city = scene.cities[player.train]
        if city in face.cities:
            pay = face.pay[face.cities.index(city)]
            now = [names.change(pay, scene.speech), money_line(scene, player, pay)]
    told = scene.phrase("The contract is fulfilled and pays at once. That is no action, and once for each city.")
    drawn = good_disc(good, 16, 16, 15)
    return HoverCard(scene.label(word), "", told, now=now, clause="SP-DELIVER-02", face=drawn)


def money_line(scene: Scene, player: PlayerView, change: int) -> str:
    """The viewer's money before and after."""
    facts = {"before": scene.money(player.money), "after": scene.money(player.money + change)}
    return scene.phrase("your money: %(before)s → %(after)s", **facts)


# ---------------------------------------------------------------- the secret route


def secret_card(scene: Scene, rest: str) -> HoverCard | None:
    """A route card: whose it is, and what it scores as the network is now; hidden ones tell nothing."""
    color, _, name = rest.partition(":")
    seat = seat_of(scene, color)
    if seat is None:
        return None
    player = scene.now.players[seat]
    if not name:
        state = scene.plural("%(count)d card, face down", "%(count)d cards, face down", player.routes)
        told = scene.phrase("It stays secret until the end of the game, and then pays for cities of the network.")
        title = scene.phrase("Secret route of %(who)s", who=scene.who(seat))
        return HoverCard(
            title, state, told, clause="SP-SETUP-16", face=sign("lock", 0, 0, 30, "ink2"), face_size=(30, 30)
        )
    own = seat == scene.seat
    known = name in (*scene.now.routes, *scene.before_gesture.routes) if own else name == player.route
    return route_card(scene, name, seat) if known else None


def route_card(scene: Scene, name: str, seat: int) -> HoverCard:
    card, player, box = names.route_of(scene.box, name), scene.then.players[seat], scene.box
    told = scene.phrase(
        "If the network has the start city: the highest value reached, and 1$ for each other city of the card."
    )
    reached = [
        value for city, value in zip(card.cities, card.values, strict=True) if box.node_names[city] in player.cities
    ]
    started = box.node_names[card.start] in player.cities
    now = []
    if seat == scene.seat:
        score = max(reached) + len(reached) - 1 if started and reached else 0
        now.append(scene.phrase("%(pay)s as your network is now", pay=scene.money(score)))
        if not started:
            now.append(scene.phrase("the start city is missing: %(city)s", city=scene.city(card.start)))
        elif not reached:
            now.append(scene.phrase("no city of the card is reached"))
    title = scene.phrase("Secret route from %(city)s", city=scene.city(card.start))
    state = names.destinations(box, card.cities, card.values, scene.speech)
    face = sign("lock", 0, 0, 30, "ink2")
    return HoverCard(title, state, told, now=now, clause="SP-ROUTE-01", face=face, face_size=(30, 30))


def kept_card(scene: Scene, word: str) -> HoverCard:
    """A route card that can be kept (advanced game)."""
    seat = scene.now.seat
    return route_card(scene, rest_of(word), 0 if seat is None else seat)._replace(clause="SP-ADVANCED-02")


# ---------------------------------------------------------------- the train


def part_face(scene: Scene, part: str, player: PlayerView) -> str:
    """A part of a train in a box of 60 by 40."""
    if part == "locomotive":
        return moved(2, 3, engine_left(56))
    if part == "tender":
        return tender_body(6, 3, 46, player.supply, max(scene.box.supply))
    cargo = [scene.contract(contract)[0] for contract in player.contracts if contract.aboard]
    return car_body(8, 3, 44, cargo[0] if cargo else "", True)


def part_card(scene: Scene, rest: str) -> HoverCard | None:
    """A part of the train of a seat: its value, and what the next level costs."""
    part, _, color = rest.partition(":")
    seat = seat_of(scene, color)
    if part not in PARTS or seat is None:
        return None
    return told_part(scene, part, seat)


def told_part(scene: Scene, part: str, seat: int) -> HoverCard:
    player, box = scene.then.players[seat], scene.box
    level, values = level_of(box, player, part)
    state = scene.phrase(PART_STATES[part], value=values[level])
    if seat != scene.seat:
        state = f"{scene.who(seat)}, {state}"
    told = scene.phrase(PART_TOLD[part])
    cost = ""
    if level < len(box.upgrade_cost):
        price = scene.money(box.upgrade_cost[level])
        facts = {"value": values[level + 1], "cost": price}
        told += " " + scene.phrase("Upgrading it to %(value)d takes an action and %(cost)s.", **facts)
        if seat == scene.seat:
            cost = scene.phrase("%(cost)s of your %(money)s", cost=price, money=scene.money(player.money))
    else:
        told += " " + scene.phrase("It cannot be upgraded further.")
    face = part_face(scene, part, player)
    return HoverCard(
        scene.phrase(PART_NAMES[part]), state, told, cost=cost, clause="SP-UPGRADE-01", face=face, face_size=PART_FACE
    )


def upgrade_card(scene: Scene, word: str) -> HoverCard:
    """A part of the viewer's train that can be upgraded."""
    part, seat = rest_of(word), scene.now.seat
    card = told_part(scene, part, seat or 0)
    if seat is None or not is_open(scene, word):
        return card
    before = scene.before_gesture.players[seat]
    level, values = level_of(scene.box, before, part)
    if level >= len(scene.box.upgrade_cost):
        return card
    change = scene.phrase(PART_STATES[part], value=values[level + 1])
    return card._replace(now=[change, money_line(scene, before, -scene.box.upgrade_cost[level])])
