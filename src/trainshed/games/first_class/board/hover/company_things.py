"""Hover cards of a player's company in First Class: line, trains, conductors, coins, cards beside the board, count."""

from __future__ import annotations

from typing import Final

from trainshed.draw.hover_card import HoverCard
from trainshed.draw.seats import badge
from trainshed.games.first_class.board.art.icons import key_of, row
from trainshed.games.first_class.board.captions import title_of
from trainshed.games.first_class.board.company.belongings import final_note
from trainshed.games.first_class.board.company.conductors import CONDUCTORS
from trainshed.games.first_class.board.company.trains import LABELS
from trainshed.games.first_class.board.hover.faces import (
    back_face,
    city_face,
    coach_face,
    coins_face,
    conductor_face,
    engine_face,
    pawn_face,
    row_face,
    sign_face,
    tile_picture,
)
from trainshed.games.first_class.board.hover.table_things import (
    action_card,
    bonus_card,
    bonus_now,
    coach_told,
    contract_now,
    ended,
    faced,
)
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.rules import effect_notation as verbs
from trainshed.games.first_class.rules.components import PLAIN, POINTS_CITY, TRAINS, TYPES
from trainshed.games.first_class.text import names
from trainshed.games.first_class.text.effects import bonus_count, coin_count
from trainshed.kernel.translation import marked
from trainshed.phrases import capital, either, points

COIN_CLAUSES: Final = ("FC-COIN-09", "FC-COIN-10", "FC-COIN-11")
"""The clause of each column of coins."""

PLACE_OF: Final = {
    "upper": marked("card %(position)d of the upper train"),
    "lower": marked("card %(position)d of the lower train"),
}
OWN_CONDUCTORS: Final = (marked("Your upper conductor"), marked("Your lower conductor"))
BOUGHT: Final = {
    verbs.COACH: marked("a level-0 coach"),
    verbs.STEPS: marked("a step of a conductor"),
    verbs.LOCOMOTIVE: marked("a city for the locomotive"),
    verbs.ANY: marked("an upgrade of any coach"),
}
"""What a coin of a column buys, inside a sentence."""


def owned(scene: Scene, state: str) -> str:
    """How a thing stands; with the name of its owner, if that is not the viewer."""
    return state if scene.own else f"{scene.who(scene.shown)}: {state}"


# ---------------------------------------------------------------- the line


def city(scene: Scene, rest: str) -> HoverCard | None:
    """A city of the line."""
    if not rest.isdigit() or int(rest) > len(scene.cities):
        return None
    at, here = int(rest), scene.player.city
    station = names.station_name(at, scene.speech)
    name = station if not station.isdigit() else capital(names.city_name(at, scene.speech))
    state = scene.phrase("city, reached")
    if at == here:
        state = scene.phrase("the locomotive is here")
    elif at > here:
        state = scene.plural("%(count)d city ahead", "%(count)d cities ahead", at - here)
    if not at:
        told = scene.phrase("The line begins here and goes to the left.")
        return faced(HoverCard(name, owned(scene, state), told, clause="FC-LINE-03"), sign_face("flag"))
    found = scene.cities[at - 1]
    told = ended(names.city_text(scene.game, found, scene.speech))
    clause = "FC-LOCO-02"
    if found.kind == PLAIN:
        told, clause = scene.phrase("Nothing is received here."), "FC-LOCO-01"
    elif found.kind == POINTS_CITY:
        clause = "FC-LOCO-03"
    elif scene.now.scoring and at in scene.claimed:
        state = scene.phrase("city, its reward is done in this scoring phase")
    return faced(HoverCard(name, owned(scene, state), told, clause=clause), city_face(scene, found))


def locomotive(scene: Scene) -> HoverCard:
    """The locomotive figure on the line."""
    last = len(scene.cities)
    state = scene.phrase("in city %(city)d of %(last)d", city=scene.player.city, last=last)
    now: list[str] = []
    if scene.own and scene.player.city < last:
        ahead = names.city_text(scene.game, scene.cities[scene.player.city], scene.speech)
        now = [scene.phrase("next city: %(reward)s", reward=ahead)]
    elif scene.own:
        now = [scene.phrase("at the end of your line: section cards make it longer")]
    name = scene.phrase("Your locomotive") if scene.own else scene.phrase("Locomotive")
    return faced(HoverCard(name, owned(scene, state), now=now, clause="FC-LOCO-01"), pawn_face(scene))


# ---------------------------------------------------------------- trains


def train_of(rest: str) -> int:
    """The number of a train by its id, or -1."""
    return TRAINS.index(rest) if rest in TRAINS else -1


def train_card(scene: Scene, rest: str) -> HoverCard | None:
    """A place of a train: its coach, mail car or locomotive tile, or what can be laid there."""
    name, _, number = rest.partition(":")
    train = train_of(name)
    if train < 0 or not number.isdigit() or not 0 < int(number) <= scene.box.tile_at:
        return None
    position, cards = int(number), scene.player.trains[train]
    where = owned(scene, scene.phrase(PLACE_OF[name], position=position))
    if position > len(cards):
        return empty_place(scene, position, where)
    card, stands = cards[position - 1], scene.player.conductors[train]
    title = capital(names.train_card(scene.game, card, scene.speech))
    now: list[str] = []
    if card.isdigit():
        if scene.own and int(card):
            now = [scene.phrase("scores now") if stands >= position else not_reached(scene, stands)]
        told = coach_told(scene, card)
        return faced(HoverCard(title, where, told, now=now, clause="FC-SCORE-12"), coach_face(card))
    if card in [tile.name for tile in scene.box.tiles]:
        if scene.own:
            now = [scene.phrase("scores now") if stands == position else not_reached(scene, stands)]
        told = ended(names.tile_text(scene.game, card, scene.speech))
        card_ = HoverCard(title, where, told, now=now, clause="FC-LOCOCARD-06")
        return faced(card_, tile_picture(scene.card_points(card)))
    told = scene.phrase("Its reward came when it was laid. It never scores, and cannot be upgraded.")
    return faced(HoverCard(title, where, told, clause="FC-MAIL-05"), coach_face("mail"))


def not_reached(scene: Scene, stands: int) -> str:
    """Why a card does not score yet."""
    if not stands:
        return scene.phrase("not yet: the conductor is in the station")
    return scene.phrase("not yet: the conductor is on card %(card)d", card=stands)


def empty_place(scene: Scene, position: int, where: str) -> HoverCard:
    """A place where no card lies yet."""
    if position == scene.box.mail_at:
        return faced(HoverCard(scene.phrase("Place of the mail car"), where, clause="FC-MAIL-01"), coach_face("mail"))
    if position == scene.box.tile_at:
        title = scene.phrase("Place of the locomotive tile")
        return faced(HoverCard(title, where, clause="FC-LOCOCARD-01"), engine_face())
    title = scene.phrase("Place of a coach")
    return faced(HoverCard(title, where, clause="FC-CAR-04"), coach_face(str(scene.box.levels[0])))


def conductor(scene: Scene, rest: str) -> HoverCard | None:
    """The conductor of a train."""
    train = train_of(rest)
    if train < 0:
        return None
    at, cards = scene.player.conductors[train], scene.player.trains[train]
    state = scene.phrase("on card %(card)d of %(cards)d", card=at, cards=len(cards))
    if not at:
        state = scene.phrase("in the station, before %(cards)d cards", cards=len(cards))
    now: list[str] = []
    if scene.own and at < len(cards):
        worth = scene.card_points(cards[at])
        now = [scene.phrase("one step: %(points)+d in each scoring", points=worth)]
    elif scene.own:
        now = [scene.phrase("at the end of its train")]
    name = scene.phrase(OWN_CONDUCTORS[train] if scene.own else CONDUCTORS[train])
    told = scene.phrase("Coaches score up to the card on which the conductor stands.")
    return faced(HoverCard(name, owned(scene, state), told, now=now, clause="FC-SCORE-12"), conductor_face(scene))


def train(scene: Scene, rest: str) -> HoverCard | None:
    """A train as a whole, and what it scores."""
    at = train_of(rest)
    if at < 0:
        return None
    cards, player = scene.player.trains[at], scene.player
    length = scene.plural("%(count)d card", "%(count)d cards", len(cards))
    state = scene.phrase("%(length)s, conductor on card %(card)d", length=length, card=player.conductors[at])
    if not player.conductors[at]:
        state = scene.phrase("%(length)s, conductor in the station", length=length)
    scored = points(scene.train_points(player, at), scene.speech)
    most = points(sum(scene.card_points(card) for card in cards), scene.speech)
    told = scene.phrase(
        "In a scoring phase it brings %(points)s as it stands, %(most)s with the conductor at its end.",
        points=scored,
        most=most,
    )
    card = HoverCard(scene.phrase(LABELS[at]), owned(scene, state), told, clause="FC-SCORE-12")
    return faced(card, coach_face(cards[0] if cards[0].isdigit() else "mail"))


def mail_car(scene: Scene, name: str) -> HoverCard | None:
    """A mail car that is not laid yet, or is laid by the gesture."""
    if name not in [car.name for car in scene.box.mail]:
        return None
    reward = next(car for car in scene.box.mail if car.name == name)
    state = scene.phrase("not laid yet") if name in scene.player.mail_cars else scene.phrase("laid already")
    told = scene.phrase(
        "%(reward)s at once, when it is laid as card %(number)d of a train.",
        reward=capital(names.mail_text(scene.game, name, scene.speech)),
        number=scene.box.mail_at,
    )
    card = HoverCard(scene.phrase("Mail car"), owned(scene, state), told, clause="FC-MAIL-01")
    return faced(card, row_face(row(scene.box, key_of(reward.icons), 72)))


# ---------------------------------------------------------------- coins


def coin_column(scene: Scene, rest: str) -> HoverCard | None:
    """A column of coins: what a coin of it buys."""
    columns = scene.box.coin_columns
    if not rest.isdigit() or not 0 < int(rest) <= len(columns):
        return None
    at = int(rest) - 1
    column = columns[at]
    state = scene.phrase("%(count)d of %(most)d", count=scene.player.coins[at], most=column.capacity)
    told = scene.phrase(
        "A coin of this column buys %(things)s. Any coin is also 1 point, and %(price)d buy an end-bonus card.",
        things=either([scene.phrase(BOUGHT[verb]) for verb in column.verbs], scene.speech),
        price=scene.box.price,
    )
    name = scene.phrase("Coins, column %(column)d", column=at + 1)
    clause = COIN_CLAUSES[at] if at < len(COIN_CLAUSES) else "FC-COIN-14"
    return faced(HoverCard(name, owned(scene, state), told, clause=clause), coins_face(scene, at))


# ---------------------------------------------------------------- cards beside the board


def lying_card(scene: Scene, name: str) -> HoverCard | None:
    """A card that lies at the company: an open contract, or a card of a module."""
    if name not in scene.box.card_numbers:
        return None
    if name in scene.player.contracts:
        card = action_card(scene, name, owned(scene, scene.phrase("open contract")))
        told = ended(names.card_text(scene.game, name, scene.speech))
        now = contract_now(scene, name) if scene.own else []
        return card._replace(told=told, now=now, clause="FC-CONTRACT-04")
    for module in scene.modules.values():
        found = module.lies(scene, name)
        if found:
            state, counts, clause = found
            now = ([counts] if counts else []) if scene.own else []
            told = ended(names.card_text(scene.game, name, scene.speech))
            card = action_card(scene, name, owned(scene, state))
            return card._replace(told=told, now=now, clause=clause)
    return action_card(scene, name, owned(scene, scene.phrase("fulfilled")))


def own_bonus(scene: Scene, name: str) -> HoverCard | None:
    """An end-bonus card of a player; face down if the viewer does not know it."""
    if name and name in scene.known_bonus(scene.then, scene.shown):
        card = bonus_card(scene, name, owned(scene, scene.phrase("taken, counts at the end")))
        if card is None:
            return None
        told = ended(names.bonus_count_text(scene.game, name, scene.speech))
        now = bonus_now(scene, name, scene.shown) if scene.own else []
        return card._replace(told=told, now=now, clause="FC-FINAL-04")
    if name:
        return None
    title, state = scene.phrase("End-bonus card"), owned(scene, scene.phrase("face down, from the draft"))
    return faced(HoverCard(title, state, clause="FC-SETUP-24"), back_face())


def final_count(scene: Scene) -> HoverCard:
    """The final count so far."""
    found = scene.bonus_points(scene.then, scene.shown)
    state = scene.phrase("as far as it is known") if not scene.own else scene.phrase("as things lie")
    lines = []
    for at, (count, worth) in enumerate(found):
        if count < 0 or not worth:
            continue
        facts = {"kind": names.type_name(TYPES[at], scene.speech), "count": count, "worth": worth}
        lines.append(scene.phrase("%(kind)s: %(count)d × %(worth)d = %(points)d", **facts, points=count * worth))
    coins = sum(scene.player.coins) * scene.box.coin_points
    lines.append(scene.phrase("coins: %(points)d", points=coins))
    total = sum(count * worth for count, worth in found if count >= 0) + coins
    told = scene.phrase("End-bonus cards times the base cards of their type, and a point for each coin.")
    now = [scene.phrase("%(points)+d at the end", points=total), *lines] if scene.own else []
    name = scene.phrase("Final count")
    return faced(HoverCard(name, owned(scene, state), told, now=now, clause="FC-FINAL-04"), sign_face("star"))


def used_cards(scene: Scene) -> HoverCard:
    """The pile of used cards."""
    card = HoverCard(scene.phrase("Used cards"), owned(scene, final_note(scene)), clause="FC-TURN-13")
    return faced(card, back_face())


# ---------------------------------------------------------------- points


def points_of(scene: Scene) -> HoverCard:
    """The points of a player, and what the next scoring brings."""
    view, seat = scene.then, scene.shown
    name = scene.phrase("Your points") if scene.own else scene.phrase("Points of %(who)s", who=scene.who(seat))
    if scene.now.over:
        state = points(scene.now.scores[seat], scene.speech)
        return faced(HoverCard(name, state, clause="FC-FINAL-10"), sign_face("medal"))
    state = points(scene.player.points, scene.speech)
    rows = [(scene.phrase(LABELS[at]), scene.train_points(scene.player, at)) for at in range(len(TRAINS))]
    rows += [
        (scene.phrase(said), count)
        for said, count in (*scene.module_points(view, seat), *scene.points_once(view, seat))
    ]
    parts = [f"{said} {count:+d}" for said, count in rows if count]
    brought = scene.next_scoring(view, seat)
    told = scene.phrase("Next scoring as things lie: +%(points)d", points=brought)
    told += f" ({', '.join(parts)})." if parts else "."
    return faced(HoverCard(name, state, told, clause="FC-SCORE-12"), sign_face("medal"))


def company(scene: Scene) -> HoverCard:
    """A player's company in a few words."""
    view, player = scene.now, scene.player
    state = scene.phrase("start player of this round") if view.start == scene.shown and view.round else ""
    if view.tile == scene.shown:
        state = scene.phrase("start player of the next round")
    told = scene.phrase(
        "Trains of %(upper)d and %(lower)d cards, the locomotive in %(city)s, %(coins)s, %(bonus)s.",
        upper=len(player.trains[0]),
        lower=len(player.trains[1]),
        city=names.city_name(player.city, scene.speech),
        coins=coin_count(sum(player.coins), scene.speech),
        bonus=bonus_count(player.bonus, scene.speech),
    )
    face = badge(scene.color, 14, 14, 10)
    return HoverCard(title_of(scene), state, told, clause="FC-CAR-01", face=face, face_size=(28, 28))


def scoring(scene: Scene) -> HoverCard:
    """The scoring phase that is going on."""
    name = scene.phrase("Scoring %(phase)d of %(count)d", phase=max(1, scene.now.scoring), count=3)
    return faced(HoverCard(name, clause="FC-SCORE-03"), sign_face("medal"))


def result(scene: Scene) -> HoverCard:
    return faced(HoverCard(scene.phrase("The result"), clause="FC-FINAL-10"), sign_face("medal"))
