"""Hover cards of what lies on a player's railway: tracks, spaces, locomotives, industry, tokens, pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from trainshed.draw.hover_card import HoverCard
from trainshed.draw.icons import sign
from trainshed.draw.pieces import coin, doubler, track
from trainshed.draw.seats import badge, figure
from trainshed.draw.svg import circle, moved, rect, text
from trainshed.games.russian_railroads.board.belongings import card_count, final_sources, next_ticket
from trainshed.games.russian_railroads.board.hover.effects import (
    Face,
    clauses_of,
    cost_of,
    engineer_clause,
    factory_clause,
    number_face,
    number_of,
    told,
)
from trainshed.games.russian_railroads.board.hover.shared_things import (
    ability_told,
    engineer_name,
    factory_face,
    locomotive_face,
    standing,
    taken_by,
)
from trainshed.games.russian_railroads.board.icons import TRACKS, marker, ticket
from trainshed.games.russian_railroads.board.railway import STATIONS, cover, is_reached, places, special_what, worth
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.rules import effect_notation as verbs
from trainshed.games.russian_railroads.rules.components import PLACES, RAILROADS, TRANS_SIBERIAN, Special
from trainshed.games.russian_railroads.rules.effect_notation import BLACK, COLOURS
from trainshed.games.russian_railroads.rules.player import NONE, bonus_points, majority_points, reach
from trainshed.games.russian_railroads.text import names
from trainshed.games.russian_railroads.text.labels import bonus_text
from trainshed.games.russian_railroads.text.names import colour_name, railroad_name, rouble_count
from trainshed.games.russian_railroads.text.position import factory_at, railroad_text, scoring_text
from trainshed.phrases import capital, points

Teller = Callable[[Scene, str], HoverCard | None]
"""Tells about a thing of a railway by the rest of its key."""

END_CLAUSE: Final = "RR-FINAL-04"
ROOM: Final = 900.0
"""Room for the sources of the final count, which a hover card shows in several lines."""


def is_own(scene: Scene) -> bool:
    """Is it the viewer's railway?"""
    return scene.now.seat == scene.seat


def owner(scene: Scene) -> str:
    return scene.who(scene.seat)


def track_tile(color: str, value: int | None = None) -> Face:
    return track(2, 5, color, 42, 24, value), (46, 36)


def split(rest: str) -> tuple[int, str]:
    """The railroad of a key, and what follows it; -1: there is no such railroad."""
    name, _colon, more = rest.partition(":")
    return RAILROADS.index(name) if name in RAILROADS else -1, more


# ---------------------------------------------------------------- player


def railway_card(scene: Scene, _rest: str) -> HoverCard:
    """The sign with the owner's name."""
    player = scene.mine
    state = scene.phrase("this railway is yours") if is_own(scene) else scene.phrase("railway of another player")
    does = "" if scene.now.over or not scene.now.round else scoring_text(scene.box, scene.mine, scene.speech)
    if player.passed and not scene.now.over:
        does = f"{scene.phrase('%(who)s has passed', who=owner(scene))}. {does}"
    return HoverCard(owner(scene), state, does, clause="RR-SCORE-02", face=badge(scene.color, 16, 16, 13))


def points_card(scene: Scene, _rest: str) -> HoverCard:
    """The points so far, and what the next scoring would bring."""
    face = sign("star", 4, 4, 24, "ink2")
    if scene.now.over:
        total = points(scene.now.scores[scene.seat], scene.speech)
        does = f"{scene.phrase('Final count')}: {final_sources(scene, scene.seat, ROOM)}."
        return HoverCard(total, owner(scene), does, clause="RR-FINAL-01", face=face)
    total = points(scene.mine.points, scene.speech)
    does = scoring_text(scene.box, scene.mine, scene.speech) if scene.now.round else ""
    return HoverCard(total, owner(scene), does, clause="RR-SCORE-02", face=face)


def workers_card(scene: Scene, _rest: str) -> HoverCard:
    """The workers that are ready, and those that are placed."""
    player = scene.mine
    out = sum(stack.workers + stack.turquoise + stack.black for stack in scene.stacks if stack.seat == scene.seat)
    ready = player.workers + player.turquoise + player.black
    does = [scene.phrase("A worker on an action space pays for its action, and comes back after the round.")]
    if player.turquoise:
        does.append(scene.phrase("The turquoise ones are there for this round only."))
    if player.black:
        does.append(scene.phrase("The black one adds a black step where black steps are shown."))
    state = scene.phrase("%(ready)d ready, %(placed)d placed", ready=ready, placed=out)
    if player.reserve:
        does.append(scene.phrase("In reserve: %(count)d.", count=player.reserve))
    face = figure(scene.color, 1)
    return HoverCard(scene.phrase("Workers"), state, " ".join(does), clause="RR-TURN-04", face=face, face_size=(20, 30))


def roubles_card(scene: Scene, _rest: str) -> HoverCard:
    """The roubles of a player."""
    state = scene.phrase("of %(who)s", who=owner(scene))
    does = scene.phrase("A rouble pays in place of a worker, or hires an engineer; then it goes back to the supply.")
    name = rouble_count(scene.mine.roubles, scene.speech)
    return HoverCard(name, state, does, clause="RR-ROUBLE-01", face=coin(16, 16, 13))


def engineer_card(scene: Scene, rest: str) -> HoverCard | None:
    """An engineer that a player has hired."""
    number = number_of(rest)
    if number not in scene.mine.engineers:
        return None
    kind = scene.phrase("your own space") if is_own(scene) else scene.phrase("space of %(who)s alone", who=owner(scene))
    used = taken_by(scene, scene.engineer_space(number))
    state = standing(scene, kind, scene.phrase("used in this round") if used else scene.phrase("free"))
    cost, piece = cost_of(scene, scene.box.engineer_workers[number], 0) if is_own(scene) else ("", "")
    face, size = number_face(number)
    does, clause = told(scene, scene.box.engineer_parts[number]), engineer_clause(scene, number)
    return HoverCard(engineer_name(scene, number), state, does, cost, piece, (), clause, face, size)


# ---------------------------------------------------------------- railroads


def railroad_card(scene: Scene, rest: str) -> HoverCard | None:
    """A railroad: how far it is built, how far its locomotives reach, and what it scores."""
    railroad, _more = split(rest)
    if railroad < 0:
        return None
    state = scene.phrase(
        "%(count)d spaces, reach %(reach)d", count=scene.box.length[railroad], reach=reach(scene.mine, railroad)
    )
    tracks = railroad_text(scene.box, scene.then.players[scene.seat], railroad, scene.speech).partition(": ")[2]
    score = points(scene.railroad_score(railroad)[0], scene.speech)
    does = scene.phrase(
        "%(tracks)s. As it stands it brings %(points)s in a scoring.", tracks=capital(tracks), points=score
    )
    name = railroad_name(RAILROADS[railroad], scene.speech)
    face, size = track_tile("black")
    return HoverCard(name, state, does, clause="RR-SCORE-03", face=face, face_size=size)


def reach_card(scene: Scene, rest: str) -> HoverCard | None:
    """The semaphore at the end of the reach."""
    railroad, _more = split(rest)
    if railroad < 0:
        return None
    limit, front = reach(scene.mine, railroad), max(places(scene.mine, railroad))
    does = scene.phrase("The locomotives reach every track: none is lost in a scoring.")
    if front > limit:
        does = scene.plural(
            "%(count)d built space lies beyond the reach and scores nothing: a higher locomotive is needed.",
            "%(count)d built spaces lie beyond the reach and score nothing: a higher locomotive is needed.",
            front - limit,
        )
    name = scene.phrase("Reach %(reach)d", reach=limit)
    face, size = locomotive_face(max(1, limit))
    state = railroad_name(RAILROADS[railroad], scene.speech)
    return HoverCard(name, state, does, clause="RR-LOCO-13", face=face, face_size=size)


def run_card(scene: Scene, rest: str) -> HoverCard | None:
    """Spaces that count like the track before them."""
    railroad, colour_id = split(rest)
    if railroad < 0 or colour_id not in COLOURS:
        return None
    colour = COLOURS.index(colour_id)
    run = [space for space, counts in cover(scene.mine, railroad).items() if counts == colour]
    if not run:
        return None
    limit = reach(scene.mine, railroad)
    total = sum(worth(scene, railroad, space, colour) for space in run if space <= limit)
    name = scene.phrase("Spaces of the %(colour)s track", colour=colour_name(colour_id, scene.speech))
    where = railroad_name(RAILROADS[railroad], scene.speech)
    state = scene.phrase("%(railroad)s, spaces %(first)d to %(last)d", railroad=where, first=min(run), last=max(run))
    if len(run) == 1:
        state = scene.phrase("%(railroad)s, space %(space)d", railroad=where, space=run[0])
    text = scene.phrase("They count like the track in front of them, as far as the locomotives reach.")
    does = f"{text} {scene.phrase('Together: %(points)s in a scoring.', points=points(total, scene.speech))}"
    face, size = track_tile(TRACKS[colour])
    return HoverCard(name, state, does, clause="RR-SCORE-04", face=face, face_size=size)


def space_card(scene: Scene, rest: str) -> HoverCard | None:
    """A space of a railroad; a special one by what it gives."""
    railroad, number = split(rest)
    space = number_of(number)
    if railroad < 0 or not 1 <= space <= scene.box.length[railroad]:
        return None
    for special in scene.box.specials:
        if (special.railroad, special.space) == (railroad, space):
            return special_card(scene, special)
    colour, limit = cover(scene.mine, railroad).get(space), reach(scene.mine, railroad)
    if colour is None:
        does = scene.phrase("No track has come this far.")
    elif space > limit:
        does = scene.phrase("It scores nothing: the locomotives reach %(reach)d.", reach=limit)
    else:
        count = worth(scene, railroad, space, colour)
        what = colour_name(COLOURS[colour], scene.speech)
        does = scene.phrase("It counts as %(colour)s: %(points)s.", colour=what, points=points(count, scene.speech))
    if railroad == TRANS_SIBERIAN and space <= scene.mine.doublers:
        does += " " + scene.phrase("A doubler lies above it.")
    return HoverCard(
        scene.phrase("Space %(space)d", space=space), where(scene, railroad, space), does, clause="RR-SCORE-03"
    )


def where(scene: Scene, railroad: int, space: int) -> str:
    """The railroad of a space, and its station."""
    name, station = railroad_name(RAILROADS[railroad], scene.speech), STATIONS[railroad].get(space)
    return standing(scene, name, scene.speech.gettext(station)) if station else name


def special_card(scene: Scene, special: Special) -> HoverCard:
    """A special space: what it gives, and what has to reach it."""
    railroad, player = special.railroad, scene.mine
    index = scene.box.specials.index(special)
    done = is_reached(player, special) if special.scoring else bool(player.gained >> index & 1)
    if special.medal and not player.medal:
        done = False
    colour = colour_name(COLOURS[special.colour], scene.speech)
    text = scene.phrase("The %(colour)s track has to reach it.", colour=colour)
    if special.locomotive:
        text = scene.phrase("The %(colour)s track and the locomotives have to reach it.", colour=colour)
    what = capital(special_what(scene, special))
    rest = [part for part in special.parts[1:] if part.verb in (verbs.POINTS, verbs.TRACK_UP_TO)]
    does = " ".join([text, *[capital(scene.effect([part])) + "." for part in rest]])
    if special.medal:
        does += " " + scene.phrase("It needs the token for the medal.")
    place = scene.phrase(
        "%(railroad)s, space %(space)d", railroad=railroad_name(RAILROADS[railroad], scene.speech), space=special.space
    )
    now: list[str] = []
    if is_own(scene) and not done and not scene.now.over:
        now = [scene.phrase("not yet"), progress_to(scene, special, colour)]
    state = standing(scene, place, scene.phrase("reached")) if done else place
    clause = clauses_of(scene.game.pack, "special", "railroad", "space").get((RAILROADS[railroad], special.space), "")
    face, size = special_face(scene, special)
    return HoverCard(what, state, does, "", "", now, clause or "RR-PBOARD-01", face, size)


def progress_to(scene: Scene, special: Special, colour: str) -> str:
    """How far the viewer's own track and locomotives are."""
    at = places(scene.mine, special.railroad)[special.colour]
    facts = {"colour": colour, "space": at, "reach": reach(scene.mine, special.railroad)}
    if at == NONE:
        return scene.phrase("you have not earned %(colour)s yet", **facts)
    if special.locomotive:
        return scene.phrase("your %(colour)s track is on %(space)d, your reach is %(reach)d", **facts)
    return scene.phrase("your %(colour)s track is on %(space)d", **facts)


def special_face(scene: Scene, special: Special) -> Face:
    """The sign of a special space."""
    part = special.parts[0]
    match part.verb:
        case verbs.UNLOCK:
            return track_tile(TRACKS[part.mask.bit_length() - 1])
        case verbs.WORKER:
            return figure(scene.color, 1), (20, 30)
        case verbs.QUESTION_TOKEN:
            said = "?"
        case verbs.DOUBLE_RAILROAD:
            said = "×2"
        case _:
            said = str(part.count)
    if special.scoring:
        return circle(16, 16, 14, "sg") + text(16, 21, said, "t15b", "middle"), (32, 32)
    return rect(2, 4, 28, 24, 3, "sg") + text(16, 21, said, "t15b", "middle"), (32, 32)


def track_card(scene: Scene, rest: str) -> HoverCard | None:
    """A track: where it stands, and what its spaces count."""
    railroad, colour_id = split(rest)
    if railroad < 0 or colour_id not in COLOURS:
        return None
    colour = COLOURS.index(colour_id)
    at = places(scene.mine, railroad)[colour]
    if at == NONE:
        return None
    said = colour_name(colour_id, scene.speech)
    name = capital(scene.phrase("%(colour)s track", colour=said))
    rail = railroad_name(RAILROADS[railroad], scene.speech)
    value = (scene.box.revalued if scene.mine.revalued else scene.box.values)[colour]
    face, size = track_tile(TRACKS[colour], value)
    if not at:
        return HoverCard(
            name,
            scene.phrase("waits left of %(railroad)s", railroad=rail),
            clause="RR-TRACK-14",
            face=face,
            face_size=size,
        )
    does = scene.phrase(
        "It and the spaces behind it, down to the next track, count %(points)s each.",
        points=points(value, scene.speech),
    )
    if colour == BLACK and railroad == TRANS_SIBERIAN:
        does += " " + scene.phrase("It opens the other colours on its way.")
    if at > reach(scene.mine, railroad):
        does += " " + scene.phrase("The locomotives do not reach it.")
    state = scene.phrase("%(railroad)s, on %(space)d", railroad=rail, space=at)
    return HoverCard(name, state, does, clause="RR-SCORE-04", face=face, face_size=size)


def place_card(scene: Scene, rest: str) -> HoverCard | None:
    """A place for a locomotive, and the locomotive that stands there."""
    if rest not in PLACES:
        return None
    place = PLACES.index(rest)
    number, where = scene.mine.locomotives[place], names.place_name(rest, scene.speech)
    if not number:
        return HoverCard(
            scene.phrase("Empty place"), where, scene.phrase("A locomotive can be put here."), clause="RR-LOCO-04"
        )
    railroad = max(0, place - 1)
    name = scene.phrase("Locomotive %(number)d", number=number)
    far = reach(scene.mine, railroad)
    does = scene.phrase("This railroad is reached as far as space %(space)d.", space=far)
    does += " " + scene.phrase("A higher number may take its place; it then moves on.")
    face, size = locomotive_face(number)
    clause = "RR-LOCO-06" if railroad == TRANS_SIBERIAN else "RR-LOCO-05"
    return HoverCard(name, where, does, clause=clause, face=face, face_size=size)


def doublers_card(scene: Scene, _rest: str) -> HoverCard:
    """The row of doublers above the Trans-Siberian."""
    count, most = scene.mine.doublers, scene.box.doubler_places
    state = scene.phrase("%(count)d of %(most)d places filled", count=count, most=most)
    does = scene.phrase(
        "The space below a doubler scores twice. They are laid from the left, over spaces without a track too."
    )
    face = doubler(0, 5)
    return HoverCard(scene.phrase("Doublers"), state, does, clause="RR-AUX-03", face=face, face_size=(34, 30))


def value_card(scene: Scene, rest: str) -> HoverCard | None:
    """What a space of a colour counts."""
    if rest not in COLOURS:
        return None
    colour = COLOURS.index(rest)
    value = (scene.box.revalued if scene.mine.revalued else scene.box.values)[colour]
    name = scene.phrase("Value of %(colour)s", colour=colour_name(rest, scene.speech))
    does = scene.phrase("So much each %(colour)s space counts in a scoring.", colour=colour_name(rest, scene.speech))
    if not scene.mine.revalued and scene.box.revalued[colour] != value:
        does += " " + scene.phrase("After a revaluation: %(points)d.", points=scene.box.revalued[colour])
    face, size = track_tile(TRACKS[colour], value)
    clause = "RR-SCORE-06" if scene.mine.revalued else "RR-SCORE-05"
    return HoverCard(name, points(value, scene.speech), does, clause=clause, face=face, face_size=size)


# ---------------------------------------------------------------- industry


def industry_card(scene: Scene, _rest: str) -> HoverCard:
    """The industry lane: where its markers stand and what they score."""
    score = points(scene.industry_score()[0], scene.speech)
    state = scene.phrase("%(points)s in a scoring", points=score)
    does = scene.phrase(
        "Each marker scores its space, or the last number before it. A gap needs a factory before a marker can pass."
    )
    face = sign("gear", 2, 2, 28)
    return HoverCard(scene.phrase("Industry"), state, does, clause="RR-INDUSTRY-15", face=face)


def lane_spot(scene: Scene, at: int) -> str:
    """A space of the lane as players call it."""
    return names.lane_name(scene.box, at, factory_at(scene.box, scene.then.players[scene.seat], at), scene.speech)


def distance(scene: Scene, space: int) -> list[str]:
    """How far the viewer's nearest marker is from a space of the lane, for its hover card."""
    if not is_own(scene) or scene.now.over:
        return []
    here = [at for at in scene.mine.markers if at != NONE]
    if space in here:
        return [scene.phrase("your marker stands here")]
    behind = [at for at in here if at < space]
    if not behind:
        return [scene.phrase("your marker has passed it")]
    steps = space - max(behind)
    said = [scene.plural("%(count)d step ahead of your marker", "%(count)d steps ahead of your marker", steps)]
    gap = scene.box.lane_reach[len(scene.mine.factories)] + 1
    return [scene.phrase("not yet"), *said, scene.phrase("a gap lies before it")] if space > gap else said


def lane_card(scene: Scene, rest: str) -> HoverCard | None:
    """A printed space of the lane."""
    index = number_of(rest)
    if not 0 <= index <= scene.box.lane_end:
        return None
    now = distance(scene, index)
    kind = scene.phrase("industry lane")
    if index == scene.box.lane_question:
        done = scene.mine.gained >> len(scene.box.specials) & 1
        state = standing(scene, kind, scene.phrase("reached")) if done else kind
        does = scene.phrase("The first marker that reaches it lets its owner use a question token, once in the game.")
        face = circle(16, 16, 14, "sg") + text(16, 21, "?", "t15b", "middle")
        return HoverCard(scene.phrase("Question space"), state, does, "", "", now, "RR-INDUSTRY-11", face)
    count = points(scene.box.lane_scores[index], scene.speech)
    does = scene.phrase("A marker here brings %(points)s in every scoring.", points=count)
    face = rect(1, 3, 30, 26, 3, "sp") + text(16, 22, scene.box.lane_scores[index], "t16b", "middle")
    return HoverCard(count, kind, does, "", "", now, "RR-INDUSTRY-15", face)


def slot_card(scene: Scene, rest: str) -> HoverCard | None:
    """A gap of the lane, or the factory that fills it."""
    slot = number_of(rest)
    if slot < 1 or slot not in scene.box.lane_slot:
        return None
    built, kind = scene.mine.factories, scene.phrase("industry lane")
    now = distance(scene, scene.box.lane_slot.index(slot))
    if slot > len(built):
        name, does = (
            scene.phrase("Gap %(slot)d", slot=slot),
            scene.phrase("No marker enters it before a factory fills it. Gaps are filled from the left."),
        )
        face = sign("factory", 2, 2, 28, "ghosti")
        return HoverCard(name, kind, does, clause="RR-INDUSTRY-03", face=face)
    number = built[slot - 1]
    name = capital(scene.phrase("factory %(number)d", number=number))
    state = standing(scene, kind, scene.phrase("in gap %(slot)d", slot=slot))
    face, size = factory_face(scene, number)
    clause = factory_clause(scene, number)
    return HoverCard(name, state, ability_told(scene, number), "", "", now, clause, face, size)


def marker_card(scene: Scene, rest: str) -> HoverCard | None:
    """An industry marker."""
    nth = number_of(rest)
    if not 1 <= nth <= len(scene.mine.markers) or scene.mine.markers[nth - 1] == NONE:
        return None
    at = scene.mine.markers[nth - 1]
    name = scene.phrase("Industry marker %(number)d", number=nth)
    state = scene.phrase("on %(where)s", where=lane_spot(scene, at))
    count = points(scene.box.lane_scores[at], scene.speech)
    does = scene.phrase("It brings %(points)s in every scoring: its space, or the last number before it.", points=count)
    if at < scene.box.lane_end:
        does += " " + scene.phrase("Next: %(where)s.", where=lane_spot(scene, at + 1))
    return HoverCard(name, state, does, clause="RR-INDUSTRY-15", face=moved(16, 20, marker(scene.color, nth)))


# ---------------------------------------------------------------- tokens, cards, majority


def token_card(scene: Scene, rest: str) -> HoverCard | None:
    """A question token."""
    if rest not in scene.box.token_names:
        return None
    used = bool(scene.mine.tokens >> scene.box.token_names.index(rest) & 1)
    state = standing(scene, scene.phrase("question token"), scene.phrase("used") if used else scene.phrase("not used"))
    does = told(scene, scene.box.token_parts[scene.box.token_names.index(rest)])
    face = ticket(rest, scene.color, 64, 36, used)
    name, clause = capital(names.token_name(rest, scene.speech)), scene.rule(f"token:{rest}")
    return HoverCard(name, state, does, clause=clause, face=face, face_size=(64, 36))


def tokens_card(scene: Scene, _rest: str) -> HoverCard:
    """All question tokens."""
    does = scene.phrase("Each question space that is reached lets its owner use one of these tokens, each once.")
    face = circle(16, 16, 14, "sg") + text(16, 21, "?", "t15b", "middle")
    return HoverCard(scene.phrase("Question tokens"), next_ticket(scene), does, clause="RR-PBOARD-16", face=face)


def majority_card(scene: Scene, _rest: str) -> HoverCard:
    """The majority of engineers."""
    first, second = scene.box.majority
    does = scene.phrase(
        "At the end whoever has most engineers scores %(first)d points, the second %(second)d. Among equals the highest"
        " number decides.",
        first=first,
        second=second,
    )
    count = majority_points(scene.box, scene.players)[scene.seat]
    state = scene.phrase("+%(points)d as it stands", points=count)
    face = sign("conductor", 2, 2, 28)
    return HoverCard(scene.phrase("Majority of engineers"), state, does, clause=END_CLAUSE, face=face)


def bonus_card(scene: Scene, _rest: str) -> HoverCard:
    """The end bonus cards of a player, of which others know only how many they are."""
    name, face = scene.phrase("End bonus cards"), sign("eye" if is_own(scene) else "star", 2, 2, 28, "ink2")
    held = scene.now.players[scene.seat].bonus
    state = card_count(scene, held) if held else scene.phrase("none yet")
    known = scene.mine.bonus
    if not known:
        does = scene.phrase("Nobody else sees them before the end of the game, when they score.")
        return HoverCard(name, state, does, clause="RR-FINAL-02", face=face)
    cards = [capital(bonus_text(scene.box, scene.box.bonus_names[card], scene.speech)) for card in known]
    worth = sum(bonus_points(scene.box, scene.mine, card) for card in known)
    state = standing(scene, state, scene.phrase("+%(points)d as it stands", points=worth))
    return HoverCard(name, state, ". ".join(cards) + ".", clause="RR-FINAL-02", face=face)


def hand_card(scene: Scene, _rest: str) -> HoverCard | None:
    """A tile that waits for its place."""
    number, factory = scene.in_hand(), scene.waiting_factory()
    if number:
        face, size = locomotive_face(number)
        name = scene.phrase("Locomotive %(number)d needs a place", number=number)
        return HoverCard(name, owner(scene), clause="RR-LOCO-07", face=face, face_size=size)
    if not factory:
        return None
    face, size = factory_face(scene, factory)
    name = scene.phrase("Factory %(number)d needs room", number=factory)
    return HoverCard(
        name, owner(scene), ability_told(scene, factory), clause="RR-FACTORY-05", face=face, face_size=size
    )


TELLERS: Final[Mapping[str, Teller]] = {
    "railway": railway_card,
    "points": points_card,
    "workers": workers_card,
    "roubles": roubles_card,
    "engineer": engineer_card,
    "railroad": railroad_card,
    "reach": reach_card,
    "run": run_card,
    "space": space_card,
    "track": track_card,
    "place": place_card,
    "doublers": doublers_card,
    "value": value_card,
    "industry": industry_card,
    "lane": lane_card,
    "slot": slot_card,
    "marker": marker_card,
    "token": token_card,
    "tokens": tokens_card,
    "majority": majority_card,
    "bonus": bonus_card,
    "hand": hand_card,
}
"""What tells about each kind of thing on a railway."""
