"""Texts beside the board of Russian Railroads: the question, the confirm bar, the round, and the projected points."""

from __future__ import annotations

from typing import Final

from trainshed.draw.board import ConfirmBar
from trainshed.games.russian_railroads.board.panel import single_text
from trainshed.games.russian_railroads.board.scene import Scene, head_of, rest_of
from trainshed.games.russian_railroads.rules.components import PLACES
from trainshed.games.russian_railroads.rules.effect_notation import Part
from trainshed.games.russian_railroads.rules.player import round_points
from trainshed.games.russian_railroads.text import sentences

QUESTIONS: Final = {
    "Turn": "RR-TURN-01",
    "Pay": "RR-ROUBLE-01",
    "Exchange": "RR-ORDER-11",
    "Relocate": "RR-ORDER-12",
    "Carry": "RR-TURN-14",
    "Repeat": "RR-REUSE-01",
    "UseToken": "RR-PBOARD-15",
    "UseCard": "RR-TOKEN-09",
    "Again": "RR-CARD-01",
    "PlaceLocomotive": "RR-LOCO-07",
    "ReplaceFactory": "RR-FACTORY-05",
    "ChooseBonus": "RR-TOKEN-11",
    "ChooseStart": "RR-STARTBONUS-03",
}
"""The clause that helps most with each question."""


def progress(scene: Scene) -> str:
    _, now = scene.speech.gettext, scene.now
    if now.over:
        return _("The game is over.")
    if not now.round:
        return _("The game is set up")
    facts = {"round": now.round, "rounds": scene.box.rounds[now.seats]}
    return _("Round %(round)d of %(rounds)d") % facts


def projection(scene: Scene, seat: int) -> str:
    """The points now, and after the scoring of this round if nothing more is done, as text."""
    player = scene.mine if seat == scene.seat else scene.players[seat]
    facts = {"now": player.points, "then": player.points + round_points(scene.box, player)}
    return scene.speech.gettext("Projected after this round: %(now)d → %(then)d") % facts


# ---------------------------------------------------------------- questions


def question(scene: Scene) -> tuple[str, str]:
    """What is asked now, and the clause that helps with it."""
    _ = scene.speech.gettext
    if scene.now.over:
        return progress(scene), "RR-FINAL-08"
    if scene.held:
        return scene.label(scene.held), scene.rule(scene.held)
    clause = QUESTIONS.get(scene.question, "RR-TURN-01")
    if scene.question == "Carry" and scene.asked.moves:
        clause = scene.rule(scene.asked.moves[-1])
    if scene.now.actor < 0:
        return _("The draw decides."), clause
    if scene.asked.moves:
        return own_question(scene), clause
    return sentences.question(scene.now, scene.speech, scene.names), clause


def left_parts(scene: Scene) -> str:
    """The parts of the current action that are still to be carried out, as text."""
    numbers = scene.pending[5:]
    parts = [Part(*numbers[at : at + 3]) for at in range(0, len(numbers), 3)]
    return sentences.parts_text(parts, scene.speech)


def own_question(scene: Scene) -> str:
    """The pending question as it is put to the viewer."""
    _ = scene.speech.gettext
    match scene.question:
        case "Turn":
            return _("Which space do you use? Or pass.")
        case "Pay":
            return _("Which pieces do you pay with?")
        case "Exchange":
            return _("With which of your workers is the piece swapped?")
        case "Relocate":
            return _("Where does your worker of the turn order go?")
        case "Carry":
            return _("Which step now? Left: %(what)s") % {"what": left_parts(scene)}
        case "Repeat":
            return _("Which action is repeated?")
        case "UseToken":
            return _("Which question token do you use?")
        case "UseCard":
            return _("Which question card do you use?")
        case "Again":
            return _("Which part of the card once more?")
        case "PlaceLocomotive":
            return _("Where does locomotive %(number)d go?") % {"number": int(scene.pending[2])}
        case "ReplaceFactory":
            return _("Which factory makes room for number %(number)d?") % {"number": int(scene.pending[2])}
        case "ChooseBonus":
            return _("An end bonus card, or points at once?")
    return _("Which starting card do you take?")


# ---------------------------------------------------------------- the confirm bar


def gesture(scene: Scene) -> ConfirmBar:
    """The confirm bar: the chosen steps, what confirming does, and the points that it brings."""
    asked = scene.asked
    if not asked.chosen:
        return ConfirmBar((), own_question(scene) if asked.moves else "", choices(scene))
    steps = [chip(scene, word) for word in asked.chosen]
    title = own_question(scene) if asked.moves else scene.label(asked.chosen[-1])
    return ConfirmBar(steps, title, effect(scene))


def choices(scene: Scene) -> str:
    """How many spaces are open to the viewer, as text; "" if the question is not which space to use."""
    if scene.question != "Turn" or not scene.asked.moves:
        return ""
    count = sum(head_of(word) in ("space", "engineer") for word in scene.asked.moves)
    said = scene.speech.ngettext("%(count)d space is open to you", "%(count)d spaces are open to you", count)
    return said % {"count": count}


def effect(scene: Scene) -> str:
    """The points that the gesture brings, at once and in each scoring, as far as they are certain."""
    _ = scene.speech.gettext
    now, later = scene.gain()
    facts = {"now": scene.mine.points, "then": scene.mine.points + scene.round_score(scene.mine)}
    parts = []
    if now:
        parts.append(_("+%(points)d now") % {"points": now})
    if later:
        parts.append(_("+%(points)d a round") % {"points": later})
    parts.append(_("%(now)d → %(then)d after this round") % facts)
    return " · ".join(parts)


def chip(scene: Scene, word: str) -> str:
    """A short text for a chosen word, for its step in the confirm bar."""
    _, speech, box = scene.speech.gettext, scene.speech, scene.box
    rest = rest_of(word)
    match head_of(word):
        case "space":
            space = box.spaces[box.space_names.index(rest)]
            if space.strip_space >= 0:
                return sentences.capital(sentences.side_name(space, speech))
            return sentences.capital(sentences.parts_text(space.parts, speech))
        case "engineer":
            return _("Engineer %(number)d") % {"number": int(rest)}
        case "pay":
            return sentences.capital(sentences.payment(rest, speech))
        case "advance":
            railroad, _colon, colour = rest.partition(":")
            facts = {
                "railroad": sentences.railroad_name(railroad, speech),
                "colour": sentences.colour_name(colour, speech),
            }
            return _("%(railroad)s, %(colour)s") % facts
        case "industry":
            return _("Industry")
        case "build":
            return _("Locomotive") if rest == "locomotive" else _("Factory")
        case "place":
            names = ("trans_siberian", "trans_siberian", "st_petersburg", "kiev")
            return sentences.railroad_name(names[PLACES.index(rest)], speech)
        case "slot":
            return _("Slot %(slot)d") % {"slot": int(rest)}
        case "repeat":
            return _("Repeat")
        case "swap":
            return _("Swap")
        case "token":
            return sentences.capital(sentences.token_name(rest, speech))
        case "card":
            return sentences.capital(sentences.card_name(rest, speech))
        case "again":
            return _("Once more")
        case "start":
            return sentences.capital(sentences.start_name(rest, speech))
        case "bonus":
            return _("End bonus card")
        case "ten":
            return sentences.points(box.bonus_instead, speech)
    return single_text(scene, word)
