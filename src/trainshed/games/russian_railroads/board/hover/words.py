"""Hover cards of the words of Russian Railroads that can be chosen: spaces, payments, steps, tiles, tokens, cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from trainshed.draw.hover_card import HoverCard
from trainshed.draw.pieces import coin
from trainshed.draw.seats import worker
from trainshed.draw.svg import moved
from trainshed.games.russian_railroads.board.hover import railway_things, shared_things
from trainshed.games.russian_railroads.board.hover.effects import (
    Face,
    clauses_of,
    number_of,
    part_told,
    row_face,
    told,
)
from trainshed.games.russian_railroads.board.hover.railway_things import lane_spot, track_tile
from trainshed.games.russian_railroads.board.icons import TRACKS, marker
from trainshed.games.russian_railroads.board.panel import AGAIN
from trainshed.games.russian_railroads.board.railway import places, special_what
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.rules.components import RAILROADS
from trainshed.games.russian_railroads.rules.effect_notation import COLOURS, Part
from trainshed.games.russian_railroads.rules.player import NONE, bonus_points
from trainshed.games.russian_railroads.text import names
from trainshed.games.russian_railroads.text.labels import paid, payment
from trainshed.games.russian_railroads.text.position import factory_at
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import head_of, rest_of
from trainshed.phrases import capital, points

SHORT: Final = {
    "done": marked("Leave the rest"),
    "stay": marked("Let it stay"),
    "give_up": marked("Give it up"),
    "look": marked("Look through the pile"),
}
"""Names of words that are shorter than their labels."""


def word_card(scene: Scene, word: str) -> HoverCard:
    """The card of a word that can be chosen."""
    tell = TELLERS.get(head_of(word))
    card = tell(scene, rest_of(word)) if tell is not None else None
    return card if card is not None else plain_card(scene, word)


def plain_card(scene: Scene, word: str) -> HoverCard:
    """A word that has only its label; the card then shows its clause."""
    said = scene.label(word)
    if word in SHORT and scene.question != "Repeat":
        return HoverCard(scene.speech.gettext(SHORT[word]), clause=scene.rule(word))
    return HoverCard(said, clause=scene.rule(word))


def pass_card(scene: Scene, _rest: str) -> HoverCard:
    """To pass: the turns of this round are over."""
    does = scene.phrase("No further turn in this round; unused roubles are kept.")
    if scene.seat in scene.now.order:
        position = scene.now.order.index(scene.seat) + 1
        count = points(scene.box.turn_card_points[position], scene.speech)
        text = marked("Position %(position)d of the turn order scores %(points)s for it.")
        does = f"{scene.phrase(text, position=position, points=count)} {does}"
    return HoverCard(scene.phrase("Pass"), "", does, clause=scene.rule("pass"))


def payment_card(scene: Scene, rest: str) -> HoverCard:
    """A payment."""
    face, size = payment_face(scene, rest)
    name, clause = capital(payment(rest, scene.speech)), scene.rule(f"pay:{rest}")
    return HoverCard(name, scene.phrase("payment"), clause=clause, face=face, face_size=size)


def payment_face(scene: Scene, rest: str) -> Face:
    own, turquoise, black, roubles = paid(rest)
    kinds = [scene.color] * own + ["temp"] * turquoise + ["ink"] * black
    body = [worker(index * 22, 1, kind) for index, kind in enumerate(kinds)]
    body += [coin((len(kinds) + index) * 22 + 10, 15, 9.5) for index in range(roubles)]
    return "".join(body), ((len(kinds) + roubles) * 22, 30)


def advance_card(scene: Scene, rest: str) -> HoverCard | None:
    """A step of a track: where it leads, and what it finds there."""
    railroad_id, _colon, colour_id = rest.partition(":")
    railroad, colour = RAILROADS.index(railroad_id), COLOURS.index(colour_id)
    at, clause = places(scene.mine, railroad)[colour], scene.rule(f"advance:{rest}")
    facts = {
        "railroad": names.railroad_name(railroad_id, scene.speech),
        "colour": names.colour_name(colour_id, scene.speech),
    }
    name = scene.phrase("%(railroad)s, %(colour)s", **facts)
    face, size = track_tile(TRACKS[colour])
    if at == NONE:
        return HoverCard(name, scene.phrase("not earned yet"), clause="RR-TRACK-08", face=face, face_size=size)
    state = scene.phrase("track on space %(space)d", space=at) if at else scene.phrase("track that waits")
    does = ""
    if at < scene.box.length[railroad]:
        does = scene.phrase("One step, to space %(space)d.", space=at + 1)
        for special in scene.box.specials:
            if (special.railroad, special.space, special.colour) == (railroad, at + 1, colour):
                does += " " + scene.phrase("There: %(what)s.", what=special_what(scene, special))
    return HoverCard(name, state, does, clause=clause, face=face, face_size=size)


def industry_card(scene: Scene, rest: str) -> HoverCard | None:
    """A step of an industry marker."""
    nth = number_of(rest)
    at = scene.mine.markers[nth - 1]
    name, face = scene.phrase("Industry marker %(number)d", number=nth), moved(16, 20, marker(scene.color, nth))
    if at == NONE:
        return HoverCard(name, scene.phrase("not in play"), clause="RR-TOKEN-06", face=face)
    does, clause = "", scene.rule(f"industry:{rest}")
    if at < scene.box.lane_end:
        does = scene.phrase("One step, to %(where)s.", where=lane_spot(scene, at + 1))
        factory = factory_at(scene.box, scene.then.players[scene.seat], at + 1)
        does += " " + shared_things.ability_told(scene, factory) if factory else ""
    return HoverCard(name, scene.phrase("on %(where)s", where=lane_spot(scene, at)), does, clause=clause, face=face)


def place_card(scene: Scene, rest: str) -> HoverCard | None:
    """A place for the locomotive in hand."""
    card = railway_things.place_card(scene, rest)
    return (
        None
        if card is None
        else card._replace(told=f"{scene.label(f'place:{rest}')}.", clause=scene.rule(f"place:{rest}"))
    )


def slot_card(scene: Scene, rest: str) -> HoverCard | None:
    """A factory that can make room for another."""
    card = railway_things.slot_card(scene, rest)
    return None if card is None else card._replace(clause=scene.rule(f"slot:{rest}"), now=())


def engineer_card(scene: Scene, rest: str) -> HoverCard | None:
    return railway_things.engineer_card(scene, rest)


def again_card(scene: Scene, rest: str) -> HoverCard:
    """A part of a question card once more."""
    part = Part(*AGAIN[rest][0])
    face, size = row_face([part])
    does, clause = part_told(scene, part), scene.rule(f"again:{rest}")
    return HoverCard(
        scene.label(f"again:{rest}"), scene.phrase("question card"), does, clause=clause, face=face, face_size=size
    )


def bonus_card(scene: Scene, rest: str) -> HoverCard | None:
    """An end bonus card, and what it would score as the viewer stands now."""
    if rest not in scene.box.bonus_names:
        return None
    card = scene.box.bonus_names.index(rest)
    name = capital(names.bonus_name(rest, scene.speech))
    clause = clauses_of(scene.game.pack, "end_bonus", "id").get((rest,), "RR-FINAL-02")
    now: list[str] = []
    if scene.now.seat is not None and scene.box.bonuses[card].method != "majority":
        now = [scene.phrase("+%(points)d as it stands", points=bonus_points(scene.box, scene.mine, card))]
    return HoverCard(name, scene.phrase("end bonus card"), now=now, clause=clause)


def ten_card(scene: Scene, _rest: str) -> HoverCard:
    """Points in place of an end bonus card."""
    name = points(scene.box.bonus_instead, scene.speech)
    return HoverCard(name, scene.phrase("in place of an end bonus card"), clause=scene.rule("ten"))


def repeat_card(scene: Scene, rest: str) -> HoverCard:
    """An action that can be made again."""
    number = names.own_engineer(rest)
    space = None if number else names.space_of(scene.box, rest)
    if space is not None and space.strip_space >= 0:
        number = names.light_engineer(scene.now, space)
    parts = space.parts if space is not None and not number else scene.box.engineer_parts[number]
    face, size = row_face(parts)
    name, clause = scene.label(f"repeat:{rest}"), scene.rule(f"repeat:{rest}")
    return HoverCard(name, scene.phrase("without paying"), told(scene, parts), clause=clause, face=face, face_size=size)


TELLERS: Final[Mapping[str, Callable[[Scene, str], HoverCard | None]]] = {
    "pass": pass_card,
    "space": shared_things.space_card,
    "strip": lambda scene, rest: shared_things.strip_card(scene, number_of(rest)),
    "order": lambda scene, rest: shared_things.order_card(scene, number_of(rest)),
    "pile": lambda scene, rest: shared_things.pile_card(scene, number_of(rest)),
    "build": shared_things.build_card,
    "card": shared_things.question_card,
    "start": shared_things.start_card,
    "engineer": engineer_card,
    "pay": payment_card,
    "advance": advance_card,
    "industry": industry_card,
    "place": place_card,
    "slot": slot_card,
    "token": railway_things.token_card,
    "again": again_card,
    "bonus": bonus_card,
    "ten": ten_card,
    "repeat": repeat_card,
}
"""What tells about a word, or about a printed thing of the shared board, by the first part of its key."""
