"""Hover cards of the options of First Class that are no things of their own: steps, coins, and ends of questions."""

from __future__ import annotations

from typing import Final

from trainshed.draw.hover_card import HoverCard
from trainshed.games.first_class.board.art.icons import glyphs
from trainshed.games.first_class.board.confirm_bar import chip, taken_card
from trainshed.games.first_class.board.hover.company_things import PLACE_OF, city, lying_card, mail_car
from trainshed.games.first_class.board.hover.faces import (
    COIN_FACE,
    Face,
    action_face,
    coach_face,
    conductor_face,
    pawn_face,
    row_face,
    sign_face,
)
from trainshed.games.first_class.board.hover.table_things import (
    drafted_card,
    ended,
    faced,
    open_bonus,
    place_of_display,
    start_tile,
)
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.rules import effect_notation as verbs
from trainshed.games.first_class.rules.components import TRAINS
from trainshed.games.first_class.text import names
from trainshed.kernel.vocabulary import head_of, rest_of

SIGNS: Final = {"use": "check", "ignore": "up", "leave": "x", "done": "check", "score": "medal"}
"""The icon of a word that ends or answers a question."""


def option_card(scene: Scene, word: str) -> HoverCard:
    """The card of a word that can be said."""
    head, rest = head_of(word), rest_of(word)
    card: HoverCard | None = None
    match head:
        case "take":
            card = place_of_display(scene, rest)
        case "tile":
            card = start_tile(scene)
        case "buy" | "bonus":
            card = open_bonus(scene, rest, head == "bonus")
        case "keep":
            card = drafted_card(scene, rest)
        case "city":
            card = city(scene, rest)
        case "mail":
            card = mail_car(scene, rest)
        case "coach" | "upgrade" | "conductor" | "locomotive":
            card = step_card(scene, word)
        case "coin":
            card = coin_card(scene, word)
        case _ if rest in scene.box.card_numbers:
            card = lying_card(scene, rest)
            card = None if card is None else card._replace(now=())
    if card is None:
        return plain_card(scene, word)
    return card if head == "take" else card._replace(clause=scene.rule(word))


def plain_card(scene: Scene, word: str) -> HoverCard:
    """The card of a word by its label."""
    taken = card_in_question(scene) or taken_card(scene)
    state = names.kind_name(scene.game, taken, scene.speech) if taken else ""
    card = HoverCard(chip(scene, word), state, ended(scene.label(word)), clause=scene.rule(word))
    if scene.now.scoring and word in ("done", "score"):
        gained = scene.each_scoring(scene.then, scene.shown)
        card = card._replace(now=[scene.plural("+%(count)d point now", "+%(count)d points now", gained)])
    return faced(card, face_of(scene, word))


def face_of(scene: Scene, word: str) -> Face:
    """The picture of a word that answers a question: the card in question, or an icon."""
    head = head_of(word)
    if head == "coins":
        return row_face(glyphs(scene.box, verbs.COINS, 0, 2)[0])
    if head in ("use", "celebrity", "postcard", "passenger", "luggage", "column") or scene.question == "UseCard":
        found = card_in_question(scene)
        if found:
            return action_face(scene, found)
    return sign_face(SIGNS.get(head, "arrow"))


def card_in_question(scene: Scene) -> str:
    """The action card that the pending question is about, or ""."""
    number = scene.pending[2] if len(scene.pending) > 2 else -1
    own = scene.question == "UseCard" or any(scene.question in module.questions for module in scene.modules.values())
    if not own or not isinstance(number, int) or not 0 <= number < len(scene.box.cards):
        return ""
    return scene.box.cards[number].name


# ---------------------------------------------------------------- steps


def step_card(scene: Scene, word: str) -> HoverCard | None:
    """A step of a card that is carried out: a coach, an upgrade, or a way of a figure."""
    head, rest = head_of(word), rest_of(word)
    name = chip(scene, word)
    if head == "locomotive":
        to = scene.player.city + int(rest)
        state = scene.phrase("to %(city)s", city=names.city_name(to, scene.speech))
        told = ""
        if 0 < to <= len(scene.cities):
            told = ended(names.city_text(scene.game, scene.cities[to - 1], scene.speech))
        return faced(HoverCard(name, state, told), pawn_face(scene))
    train_name, _, number = rest.partition(":")
    if train_name not in TRAINS:
        return None
    train = TRAINS.index(train_name)
    cards = scene.player.trains[train]
    if head == "coach":
        state = scene.phrase(PLACE_OF[train_name], position=len(cards) + 1)
        return faced(HoverCard(name, state, coach_told_new(scene)), coach_face(str(scene.box.levels[0])))
    if head == "upgrade":
        place = cards.index(number) + 1 if number in cards else 0
        state = scene.phrase(PLACE_OF[train_name], position=place) if place else ""
        return faced(HoverCard(name, state, told_upgrade(scene, train, place)), coach_face(next_level(scene, number)))
    to = scene.player.conductors[train] + int(number or 1)
    state = scene.phrase("to %(card)s", card=scene.phrase(PLACE_OF[train_name], position=to))
    told = ""
    if 0 < to <= len(cards):
        passed = sum(scene.card_points(card) for card in cards[scene.player.conductors[train] : to])
        told = scene.phrase("%(points)+d in each scoring for the cards that it reaches.", points=passed)
    return faced(HoverCard(name, state, told), conductor_face(scene))


def coach_told_new(scene: Scene) -> str:
    return scene.phrase("A new coach goes to the right end of the train.")


def told_upgrade(scene: Scene, train: int, place: int) -> str:
    """Whether an upgraded coach scores already."""
    stands = scene.player.conductors[train]
    if place and stands >= place:
        return scene.phrase("The conductor has reached this coach: it scores.")
    return scene.phrase("It scores once the conductor has reached it.")


def next_level(scene: Scene, level: str) -> str:
    """The level after a printed level."""
    levels = [str(each) for each in scene.box.levels]
    at = levels.index(level) + 1 if level in levels else 0
    return levels[min(at, len(levels) - 1)]


# ---------------------------------------------------------------- coins


def coin_card(scene: Scene, word: str) -> HoverCard | None:
    """A coin that is spent: for a step, or for a point."""
    column, _, what = rest_of(word).partition(":")
    at = int(column) - 1
    cost = scene.phrase("1 coin of column %(column)d", column=at + 1)
    if scene.now.seat is not None:
        have = scene.then.players[scene.now.seat].coins[at]
        cost = scene.phrase("1 coin of your %(count)d in column %(column)d", count=have, column=at + 1)
    if what == "point":
        card = plain_card(scene, word)._replace(told="")
        card = faced(card, row_face(glyphs(scene.box, verbs.POINTS, 0, scene.box.point_price)[0]))
    else:
        step = f"{what}:1" if head_of(what) in ("conductor", "locomotive") else what
        found = step_card(scene, step)
        if found is None:
            return None
        card = found
    return card._replace(cost=cost, cost_face=COIN_FACE)
