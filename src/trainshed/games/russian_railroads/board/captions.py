"""Texts beside the board of Russian Railroads: the question, the confirm bar, the round, and the projected points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from trainshed.draw.board import Asked, ConfirmBar, Say
from trainshed.games.russian_railroads.board.panel import single_text
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.text import names
from trainshed.games.russian_railroads.text.labels import payment
from trainshed.games.russian_railroads.view import View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator, marked
from trainshed.kernel.vocabulary import head_of, rest_of
from trainshed.phrases import capital, points

STEPS: Final = {
    "industry": marked("Industry"),
    "repeat": marked("Repeat"),
    "swap": marked("Swap"),
    "again": marked("Once more"),
    "bonus": marked("End bonus card"),
    "look": marked("Look through the pile"),
    "build:locomotive": marked("Locomotive"),
    "build": marked("Factory"),
}
"""Short texts of chosen words, by the whole word or its first part."""

NUMBERED: Final = {"engineer": marked("Engineer %(number)d"), "slot": marked("Slot %(slot)d")}
CALLED: Final[Mapping[str, Callable[[str, Translator], str]]] = {
    "pay": payment,
    "token": names.token_name,
    "card": names.card_name,
    "start": names.start_name,
}
"""Chosen words whose short text is the name of what they use."""


def progress(game: Game, view: View, say: Say) -> str:
    """Which round it is."""
    if view.over:
        return say.speech.gettext("The game is over.")
    if not view.round:
        return say.speech.gettext("The game is set up")
    rounds = names.box_of(game, view.options).rounds[view.seats]
    return say.speech.phrase("Round %(round)d of %(rounds)d", round=view.round, rounds=rounds)


def projection(scene: Scene, seat: int) -> str:
    """The points now, and after the scoring of this round if nothing more is done, as text."""
    now, then = scene.projected(scene.players[seat])
    return scene.phrase("Projected after this round: %(now)d → %(then)d", now=now, then=then)


def ahead(game: Game, view: View, asked: Asked, say: Say) -> str:
    """The sentence in the viewer's panel while a gesture is previewed: the projected points with it."""
    scene = Scene(game, view, asked, say)
    return projection(scene, scene.seat)


def question(game: Game, view: View, asked: Asked, say: Say) -> tuple[str, str]:
    """What is asked now, and the clause that helps with it."""
    if view.over:
        return progress(game, view, say), "RR-FINAL-08"
    return Scene(game, view, asked, say).question_asked()


# ---------------------------------------------------------------- the confirm bar


def gesture(game: Game, view: View, asked: Asked, say: Say) -> ConfirmBar:
    """The confirm bar: the chosen steps, what confirming does, and the points that it brings."""
    scene = Scene(game, view, asked, say)
    if not asked.chosen:
        return ConfirmBar((), scene.own_question() if asked.moves else "", open_spaces(scene))
    steps = [chip(scene, word) for word in asked.chosen]
    title = scene.own_question() if asked.moves else scene.label(asked.chosen[-1])
    return ConfirmBar(steps, title, effect(scene))


def open_spaces(scene: Scene) -> str:
    """How many spaces are open to the viewer, or why a worker may act once more, as text; "" for other questions."""
    if scene.question == "Relocate":
        return scene.phrase("all have passed: it may act on a free space, or stay")
    if scene.question != "Turn" or not scene.asked.moves:
        return ""
    count = sum(head_of(word) in ("space", "engineer") for word in scene.asked.moves)
    return scene.plural("%(count)d space is open to you", "%(count)d spaces are open to you", count)


def effect(scene: Scene) -> str:
    """The points that the gesture brings, at once and in each scoring; "" if what it leads to is not known yet."""
    if scene.held and scene.asked.after is None:
        return ""
    at_once, later = scene.gain()
    now, then = scene.projected(scene.mine)
    parts = [scene.phrase("+%(points)d now", points=at_once)] if at_once else []
    parts += [scene.phrase("+%(points)d a round", points=later)] if later else []
    return " · ".join([*parts, scene.phrase("%(now)d → %(then)d after this round", now=now, then=then)])


def chip(scene: Scene, word: str) -> str:
    """A short text for a chosen word, for its step in the confirm bar."""
    speech, head, rest = scene.speech, head_of(word), rest_of(word)
    if word in STEPS or head in STEPS:
        return speech.gettext(STEPS[word if word in STEPS else head])
    if head in NUMBERED:
        return speech.phrase(NUMBERED[head], number=int(rest), slot=int(rest))
    if head in CALLED:
        return capital(CALLED[head](rest, speech))
    match head:
        case "space":
            space = names.space_of(scene.box, rest)
            side = space.strip_space >= 0
            return capital(names.side_name(space.name, speech) if side else scene.effect(space.parts))
        case "advance":
            railroad, _colon, colour = rest.partition(":")
            said = names.railroad_name(railroad, speech)
            return speech.phrase("%(railroad)s, %(colour)s", railroad=said, colour=names.colour_name(colour, speech))
        case "place":
            return names.railroad_name(rest.rstrip("_12"), speech)
        case "ten":
            return points(scene.box.bonus_instead, speech)
    return single_text(scene, word)
