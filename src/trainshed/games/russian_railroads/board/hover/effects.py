"""What effects of Russian Railroads do, in whole sentences, and what spaces cost, for hover cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from trainshed.draw.pieces import coin
from trainshed.draw.seats import SEATS, figure
from trainshed.draw.svg import moved
from trainshed.games.russian_railroads.board.icons import fitted_row, key_of, numbered
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.rules import effect_notation as verbs
from trainshed.games.russian_railroads.rules.effect_notation import (
    ANY_COLOUR,
    BROWN,
    COLOURS,
    FACTORY,
    LOCOMOTIVE,
    NATURAL,
    WHITE,
    Part,
)
from trainshed.games.russian_railroads.text.names import colour_name, price
from trainshed.kernel.content import Pack
from trainshed.kernel.translation import marked
from trainshed.phrases import Counted, either, listed, points

Face = tuple[str, tuple[float, float]]
"""SVG, and the size of its box."""

NO_FACE: Final[Face] = ("", (32, 32))
WIDEST: Final = 56
"""The widest row of icons as the face of a hover card: longer names then stay in one line."""

SENTENCES: Final = {
    verbs.REPEAT: marked("Use again the action of a space where exactly one own worker stands, without paying."),
    verbs.QUESTION_TOKEN: marked("Use one of the own question tokens that are left."),
    verbs.QUESTION_CARD: marked("Use one of the question cards at once."),
    verbs.ONE_AGAIN: marked("Then one of these once more."),
    verbs.SPECIAL_LOCOMOTIVE: marked("Put locomotive %(count)d on a railroad at once."),
    verbs.WORKER: marked("Take a worker from the reserve, for good."),
    verbs.TEMPORARY_WORKER: marked("Take both turquoise workers for this round; they return to this space after it."),
    verbs.HIRE: marked(
        "Take the engineer: an action space for its owner alone, from now on, which counts for the majority at the end."
    ),
    verbs.ORDER: marked(
        "Take position %(count)d in the next round. Before the scoring the worker may move to a free space for one"
        " worker and act there."
    ),
    verbs.SCORE_ENGINEERS: marked("Score the sum of the numbers of the own engineers at once."),
    verbs.SCORE_LOCOMOTIVES: marked("Score the sum of the %(count)d highest own locomotives at once."),
    verbs.SECOND_MARKER: marked("A second industry marker starts on the first space of the lane, and scores too."),
    verbs.BLACK_WORKER: marked("Take the black worker, for good: placed on a space with black steps, it adds one."),
    verbs.SPECIAL_ENGINEER: marked("Take the engineer without a letter."),
}
BUILDS: Final = {
    LOCOMOTIVE: marked("Take the lowest tile as a locomotive."),
    FACTORY: marked("Build a factory in the next gap of the industry lane."),
    LOCOMOTIVE | FACTORY: marked("Take the lowest tile as a locomotive, or build a factory in the next gap."),
}
rouble_told: Final = Counted(
    "Take a rouble: it can pay in place of a worker.", "Take %(count)d roubles: each can pay in place of a worker."
)
COUNTED: Final = {
    verbs.INDUSTRY: Counted(
        "Move an industry marker one space forward; a factory that it steps onto acts at once.",
        "Move industry markers %(count)d spaces forward in all; a factory that one steps onto acts at once.",
    ),
    verbs.DOUBLER: Counted(
        "Put a doubler above the next space of the Trans-Siberian: that space scores twice.",
        "Put %(count)d doublers above the next spaces of the Trans-Siberian: those spaces score twice.",
    ),
    verbs.ROUBLE: rouble_told,
    verbs.HELD_ROUBLE: rouble_told,
}


def told(scene: Scene, parts: Iterable[Part]) -> str:
    """What an effect does, a sentence for each of its parts."""
    return " ".join(part_told(scene, part) for part in parts)


def part_told(scene: Scene, part: Part) -> str:
    """What a part of an effect does, as a sentence that nobody has to be addressed by."""
    speech, count, box = scene.speech, part.count, scene.box
    if part.verb in COUNTED:
        return COUNTED[part.verb](count, speech)
    match part.verb:
        case verbs.TRACK | verbs.TRACK_UP_TO:
            return steps_told(scene, part)
        case verbs.BUILD:
            return speech.gettext(BUILDS[part.mask])
        case verbs.POINTS:
            return speech.phrase("Score %(points)s at once.", points=points(count, speech))
        case verbs.END_BONUS:
            text = marked("At the end of the turn choose an end bonus card, or score %(points)s.")
            return speech.phrase(text, points=points(box.bonus_instead, speech))
        case verbs.REVALUE:
            text = marked(
                "From now on a brown space counts %(brown)d, a natural one %(natural)d, a white one %(white)d."
            )
            new = box.revalued
            return speech.phrase(text, brown=new[BROWN], natural=new[NATURAL], white=new[WHITE])
        case verbs.MEDAL:
            return medal_told(scene)
    return speech.phrase(SENTENCES[part.verb], count=count) if part.verb in SENTENCES else scene.effect([part])


def steps_told(scene: Scene, part: Part) -> str:
    if part.mask == ANY_COLOUR:
        return scene.plural(
            "Move a track of any earned colour one space forward.",
            "Move tracks of any earned colours %(count)d spaces forward in all, on one railroad or on several.",
            part.count,
        )
    colours = [colour_name(name, scene.speech) for index, name in enumerate(COLOURS) if part.mask >> index & 1]
    return scene.plural(
        "Move a %(colour)s track one space forward.",
        "Move %(colour)s tracks %(count)d spaces forward in all, on one railroad or on several.",
        part.count,
        colour=either(colours, scene.speech),
    )


def medal_told(scene: Scene) -> str:
    """What the medal of Kiev brings, and when."""
    medal = next((special for special in scene.box.specials if special.medal), None)
    if medal is None:
        return ""
    return scene.phrase(
        "The medal of Kiev brings %(points)s in every scoring once the %(colour)s track and a locomotive reach space"
        " %(space)d.",
        points=points(medal.parts[0].count, scene.speech),
        colour=colour_name(COLOURS[medal.colour], scene.speech),
        space=medal.space,
    )


# ---------------------------------------------------------------- prices


def cost_of(scene: Scene, workers: int, roubles: int) -> tuple[str, str]:
    """A price, with what the viewer has of it, and the piece that it is paid with."""
    if not workers + roubles:
        return "", ""
    seat, speech = scene.now.seat, scene.speech
    face = figure(SEATS[scene.seat if seat is None else seat], 1) if workers else coin(10, 14, 10)
    if seat is None or scene.now.over:
        return price(workers, roubles, speech), face
    own = scene.now.players[seat]
    parts = []
    if workers:
        ready = own.workers + own.turquoise + own.black
        of_mine = speech.plural(
            "%(count)d worker of your %(own)d", "%(count)d workers of your %(own)d", workers, own=ready
        )
        parts.append(of_mine)
    if roubles:
        of_mine = speech.plural(
            "%(count)d rouble of your %(own)d", "%(count)d roubles of your %(own)d", roubles, own=own.roubles
        )
        parts.append(of_mine)
    said = listed(parts, speech)
    if workers and own.roubles > roubles:
        said = speech.plural("%(price)s, or a rouble", "%(price)s, or roubles", workers, price=said)
    return said, face


# ---------------------------------------------------------------- faces


def row_face(parts: Sequence[Part]) -> Face:
    """The icons of an effect in a row."""
    body, w = fitted_row(key_of(parts), WIDEST)
    return (moved(0, 15, body), (w, 30)) if w else NO_FACE


def number_face(number: int) -> Face:
    """The number of an engineer, or of a position in the turn order."""
    return moved(16, 16, numbered(number, 15)), (32, 32)


# ---------------------------------------------------------------- keys and clauses


def number_of(key: str) -> int:
    """The number in a key; -1: it is none."""
    return int(key) if key.isdecimal() else -1


@cache
def clauses_of(pack: Pack, table: str, *columns: str) -> dict[tuple[object, ...], str]:
    """The first clause of each row of a table of the content pack, by the values of these columns."""
    return {tuple(row[column] for column in columns): str(row["clauses"][0]) for row in pack.get(table)}


def engineer_clause(scene: Scene, number: int) -> str:
    return clauses_of(scene.game.pack, "engineer", "number").get((number,), "RR-ENGINEER-03")


def factory_clause(scene: Scene, number: int) -> str:
    return clauses_of(scene.game.pack, "factory", "number").get((number,), "RR-FACTORY-09")
