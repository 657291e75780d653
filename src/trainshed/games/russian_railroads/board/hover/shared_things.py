"""Hover cards of what everybody shares: action spaces, engineers, turn order, tiles of the works yard, cards."""

from __future__ import annotations

from typing import Final

from trainshed.draw.hover_card import HoverCard
from trainshed.draw.pieces import engine
from trainshed.draw.svg import moved
from trainshed.games.russian_railroads.board.hover.effects import (
    Face,
    cost_of,
    factory_clause,
    number_face,
    number_of,
    row_face,
    told,
)
from trainshed.games.russian_railroads.board.icons import factory_tile, key_of, question_face
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.board.spaces import comes_in, supply_left
from trainshed.games.russian_railroads.rules.components import Space
from trainshed.games.russian_railroads.text import names
from trainshed.games.russian_railroads.text.labels import lowest
from trainshed.phrases import capital, listed, points

PILE_CLAUSE: Final = "RR-LOCO-01"


def standing(scene: Scene, kind: str, how: str) -> str:
    """The state of a thing: what kind it is, and how it stands."""
    return scene.phrase("%(kind)s, %(how)s", kind=kind, how=how)


def taken_by(scene: Scene, index: int) -> str:
    """Whose pieces stand on a space, as text; "" if nobody's do."""
    seats = list(dict.fromkeys(stack.seat for stack in scene.stacks if stack.space == index))
    if not seats:
        return ""
    if seats == [scene.now.seat]:
        return scene.phrase("taken by you")
    return scene.phrase("taken by %(who)s", who=listed([scene.who(seat) for seat in seats], scene.speech))


# ---------------------------------------------------------------- action spaces


def space_card(scene: Scene, name: str) -> HoverCard | None:
    """An action space of the board, or the engineer that lies there."""
    if name not in scene.box.space_names:
        return None
    space = names.space_of(scene.box, name)
    if space.strip_space >= 0:
        return light_card(scene, space)
    if space.group == "engineer_hire":
        return hire_card(scene, space)
    if space.order:
        return claim_card(scene, space)
    cost, piece = cost_of(scene, space.workers, space.roubles)
    face, size = row_face(space.parts)
    state, left = standing(scene, scene.phrase("action space"), use_of(scene, space)), supply_left(scene, space)
    return HoverCard(
        capital(
            names.where(scene.box, name, scene.speech) if space.group == "auxiliary" else scene.effect(space.parts)
        ),
        standing(scene, state, left) if left else state,
        told(scene, space.parts),
        cost,
        piece,
        clause=scene.rule(f"space:{name}"),
        face=face,
        face_size=size,
    )


def use_of(scene: Scene, space: Space) -> str:
    """Whether a space is free, as text."""
    if not scene.is_there(space):
        if space.closed_with_2 and scene.now.seats == 2:
            return scene.phrase("closed with two players")
        return scene.phrase("opens in the last round" if space.only_last_round else "closed in the last round")
    if space.never_occupied:
        return scene.phrase("never full")
    return taken_by(scene, space.index) or scene.phrase("free")


def light_card(scene: Scene, space: Space) -> HoverCard:
    """A space of the strip whose engineer everybody may use in this round."""
    number = names.light_engineer(scene.now, space)
    kind, clause = scene.phrase("engineer for everybody"), scene.rule(f"space:{space.name}")
    if not number:
        name = capital(names.side_name(space.name, scene.speech))
        return HoverCard(name, standing(scene, kind, scene.phrase("none there")), clause="RR-ENGINEER-15")
    parts = scene.box.engineer_parts[number]
    cost, piece = cost_of(scene, *names.cost_of(scene.box, scene.now, space))
    face, size = number_face(number)
    state = standing(scene, kind, use_of(scene, space))
    return HoverCard(engineer_name(scene, number), state, told(scene, parts), cost, piece, (), clause, face, size)


def hire_card(scene: Scene, space: Space) -> HoverCard:
    """The space at the end of the strip, where an engineer is hired."""
    number = scene.now.strip[-1] if scene.now.strip else 0
    clause, kind = scene.rule(f"space:{space.name}"), scene.phrase("action space")
    state = standing(scene, kind, use_of(scene, space))
    if not number:
        return HoverCard(capital(scene.phrase("nobody to hire")), state, clause="RR-ENGINEER-01")
    cost, piece = cost_of(scene, space.workers, space.roubles)
    name = scene.phrase("Hire engineer %(number)d", number=number)
    does = scene.phrase(
        "%(action)s Its action: %(what)s.",
        action=told(scene, space.parts),
        what=scene.effect(scene.box.engineer_parts[number]),
    )
    face, size = number_face(number)
    return HoverCard(name, state, does, cost, piece, (), clause, face, size)


def engineer_name(scene: Scene, number: int) -> str:
    return scene.phrase("Engineer %(number)d", number=number)


def strip_card(scene: Scene, number: int) -> HoverCard | None:
    """An engineer of a later round on the strip; 0: an empty place of the strip."""
    kind = scene.phrase("engineer strip")
    if not number:
        return HoverCard(scene.phrase("Empty place"), kind, clause="RR-ENGINEER-08")
    if number not in scene.strip:
        return None
    state = standing(scene, kind, comes_in(scene, scene.strip.index(number)))
    does, (face, size) = told(scene, scene.box.engineer_parts[number]), number_face(number)
    return HoverCard(engineer_name(scene, number), state, does, clause="RR-ENGINEER-07", face=face, face_size=size)


# ---------------------------------------------------------------- turn order


def order_card(scene: Scene, position: int) -> HoverCard | None:
    """A position of the turn order that cannot be claimed."""
    if not 1 <= position <= scene.now.seats:
        return None
    face, size = number_face(position)
    name = scene.phrase("Position %(position)d", position=position)
    state = standing(scene, scene.phrase("turn order"), holder(scene, position))
    return HoverCard(name, state, passing(scene, position), clause="RR-ORDER-02", face=face, face_size=size)


def claim_card(scene: Scene, space: Space) -> HoverCard:
    """A position of the turn order, below which a worker claims it for the next round."""
    cost, piece = cost_of(scene, space.workers, space.roubles)
    does = f"{told(scene, space.parts)} {passing(scene, space.order)}"
    state = standing(scene, scene.phrase("turn order space"), use_of(scene, space))
    face, size = number_face(space.order)
    clause = scene.rule(f"space:{space.name}")
    return HoverCard(capital(scene.effect(space.parts)), state, does, cost, piece, (), clause, face, size)


def holder(scene: Scene, position: int) -> str:
    """Who has a position in this round, as text."""
    if position > len(scene.now.order):
        return scene.phrase("nobody's")
    seat = scene.now.order[position - 1]
    if seat == scene.now.seat:
        return scene.phrase("yours in this round")
    return scene.phrase("held by %(who)s", who=scene.who(seat))


def passing(scene: Scene, position: int) -> str:
    count = scene.box.turn_card_points[position]
    return scene.phrase("Passing here brings %(points)s.", points=points(count, scene.speech))


# ---------------------------------------------------------------- tiles


def locomotive_face(number: int) -> Face:
    return moved(0, 2, engine(number)), (56, 38)


def factory_face(scene: Scene, number: int) -> Face:
    return factory_tile(number, key_of(scene.box.factory_parts[number]), 48, 38), (48, 40)


def reach_told(scene: Scene, number: int) -> str:
    """What a locomotive does."""
    return scene.plural(
        "It reaches %(count)d space of its railroad: only those score.",
        "It reaches %(count)d spaces of its railroad: only those score.",
        number,
    )


def ability_told(scene: Scene, number: int) -> str:
    """What a factory does."""
    what = told(scene, scene.box.factory_parts[number])
    return scene.phrase("It acts whenever a marker steps onto it. %(what)s", what=what)


def pile_card(scene: Scene, number: int) -> HoverCard | None:
    """A pile of the works yard."""
    if not 1 <= number <= scene.box.numbers:
        return None
    face, size = locomotive_face(number)
    does = scene.phrase(
        "%(locomotive)s As a factory: %(what)s",
        locomotive=reach_told(scene, number),
        what=told(scene, scene.box.factory_parts[number]),
    )
    name = scene.phrase("Locomotive %(number)d", number=number)
    return HoverCard(name, pile_state(scene, number), does, clause=PILE_CLAUSE, face=face, face_size=size)


def pile_state(scene: Scene, number: int) -> str:
    """How many tiles a pile has, and whether it is the next one, as text."""
    left = scene.phrase("%(count)d left", count=scene.now.piles[number])
    if number == lowest(scene.now):
        return standing(scene, scene.phrase("next pile to build from"), left)
    return standing(scene, scene.phrase("works yard"), left)


def build_card(scene: Scene, rest: str) -> HoverCard | None:
    """What can be built: the locomotive or the factory of the lowest pile, or an open factory."""
    kind, _colon, tile = rest.partition(":")
    number = number_of(tile) if tile else lowest(scene.now)
    if not 1 <= number <= scene.box.numbers:
        return None
    if kind == "locomotive":
        face, size = locomotive_face(number)
        text = scene.phrase("It may take the place of a lower number, which then moves on.")
        name, does = scene.phrase("Locomotive %(number)d", number=number), f"{reach_told(scene, number)} {text}"
        return HoverCard(name, pile_state(scene, number), does, clause=PILE_CLAUSE, face=face, face_size=size)
    state = pile_state(scene, number)
    if tile:
        lying = scene.now.open_factories[number]
        state = scene.plural("open factory", "open factory, %(count)d of them", lying)
    does = scene.phrase("It fills the next gap of the industry lane. %(ability)s", ability=ability_told(scene, number))
    face, size = factory_face(scene, number)
    name = capital(scene.phrase("factory %(number)d", number=number))
    return HoverCard(name, state, does, clause=factory_clause(scene, number), face=face, face_size=size)


# ---------------------------------------------------------------- cards


def question_card(scene: Scene, card: str) -> HoverCard | None:
    """A question card; one that was used has left the game."""
    if card not in scene.box.card_names:
        return None
    kind = scene.phrase("question card")
    how = scene.phrase("face up" if card in scene.now.cards else "out of the game")
    does = told(scene, scene.box.card_parts[scene.box.card_names.index(card)])
    cost = scene.phrase("the question token for cards")
    now: list[str] = []
    if (
        scene.now.seat is not None
        and "cards" in scene.now.players[scene.now.seat].tokens
        and scene.question != "UseCard"
    ):
        now = [scene.phrase("Not any more"), scene.phrase("you have used that token")]
    clause, face = scene.rule(f"card:{card}"), question_face(card, 36, 40)
    name = capital(names.card_name(card, scene.speech))
    return HoverCard(name, standing(scene, kind, how), does, cost, "", now, clause, face, (36, 40))


def start_card(scene: Scene, card: str) -> HoverCard | None:
    """A starting card."""
    if card not in scene.box.start_names:
        return None
    parts = scene.box.start_parts[scene.box.start_names.index(card)]
    face, size = row_face(parts)
    how = scene.phrase("to be taken" if card in scene.now.starts else "already taken")
    name, clause = capital(names.start_name(card, scene.speech)), scene.rule(f"start:{card}")
    state = standing(scene, scene.phrase("starting card"), how)
    return HoverCard(name, state, told(scene, parts), clause=clause, face=face, face_size=size)
