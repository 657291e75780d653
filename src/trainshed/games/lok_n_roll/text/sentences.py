"""The sentences of Lok'n'Roll: labels of buttons, lines of the log, refusals, and the position as text.

Source strings are English and are translated by the `speech` that the caller passes. `names` are those of the seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from trainshed.games.lok_n_roll.rules.geometry import EAST, TURNS, CardGeometry, Laid
from trainshed.games.lok_n_roll.text.ending import automa, decided, ended_alone
from trainshed.games.lok_n_roll.text.log import is_count, opens, result, tell
from trainshed.games.lok_n_roll.text.names import a_card, card_names, cards_listed, player, points_of, value_of
from trainshed.games.lok_n_roll.text.score import score_of
from trainshed.games.lok_n_roll.view import TrackCard, View
from trainshed.kernel.events import Event
from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH, Translator
from trainshed.kernel.vocabulary import rests_of
from trainshed.phrases import COLUMNS, folded, general_refusal

__all__ = [
    "a_card",
    "automa",
    "card_names",
    "decided",
    "derailed",
    "ended_alone",
    "is_count",
    "label",
    "opens",
    "pass_price",
    "pile_text",
    "player",
    "points_of",
    "position",
    "question",
    "refusal",
    "room_sentence",
    "sentence",
    "tell",
    "turn_label",
    "value_of",
]


def sentence(game: Game, event: Event, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """One event as a line of its own."""
    return tell(game, [event], speech=speech, names=names)


# ---------------------------------------------------------------- labels


def label(game: Game, view: View, word: str, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """What a button for this word says, in the position of this view."""
    _ = speech.gettext
    head, _colon, rest = word.partition(":")
    pending: list[str | int] = view.pending[-1] if view.pending else [""]
    match head:
        case "pass":
            return pass_label(game, view, speech)
        case "stop":
            if pending[0] == "ExtendMore":
                dice = int(pending[-1])
                return speech.ngettext("Stop and roll %(dice)d die", "Stop and roll %(dice)d dice", dice) % {
                    "dice": dice
                }
            return _("Stop and end the turn") if pending[0] == "ChaosMore" else _("Stop")
        case "combine" | "keep":
            pile = view.piles[view.actor] if 0 <= view.actor < len(view.piles) else []
            if not pile:
                return _("Combine the two cards on top") if head == "combine" else _("Keep both cards")
            number = {"value": value_of(pile[-1])}
            if head == "combine":
                return _("Combine: both %(value)ds leave your pile") % number
            return _("Keep both %(value)ds on your pile") % number
        case "turn":
            return turn_label(rest, view.track[-1].heading if view.track else EAST, for_laura(view), speech)
        case "discard":
            return _("Put a penalty card of value %(value)d on your pile") % {"value": int(rest)}
        case "chaos":
            return _("Discard a chaos %(value)d") % {"value": int(rest)}
        case "lay":
            return _("Lay %(card)s") % {"card": a_card(rest, speech)}
        case "draw":
            if rest == "?":
                return _("Draw a card")
            return _("Draw %(card)s") % {"card": a_card(rest, speech)}
        case "wheels":
            number = {"wheels": int(rest)}
            return speech.ngettext("Roll %(wheels)d wheel", "Roll %(wheels)d wheels", int(rest)) % number
        case "start":
            return _("%(who)s begins") % {"who": player(int(rest) - 1, speech, names)}
    return word


def pass_price(game: Game, view: View) -> tuple[int, int]:
    """Steps of the engine and cards that a pass would take now, which are open to everybody (LR-PASS-02 to -05)."""
    ahead = max(0, len(view.track) - 1 - view.engine)
    steps = min(game.pack.number("rules.pass_steps"), ahead)
    engine = view.engine + steps
    broken = sum(laid.card.startswith("destroyed:") for laid in view.track[view.engine + 1 : engine + 1])
    return steps, min(game.pack.number("rules.pass_penalty") + broken, max(0, engine))


def pass_label(game: Game, view: View, speech: Translator) -> str:
    """The label of a pass with its consequences."""
    steps, cards = pass_price(game, view)
    takes = speech.plural("you take %(cards)d penalty card", "you take %(cards)d penalty cards", cards, cards=cards)
    if steps == 0:
        return speech.phrase("Pass: the engine stays, %(takes)s", takes=takes)
    return speech.plural(
        "Pass: the engine moves %(steps)d card, %(takes)s",
        "Pass: the engine moves %(steps)d cards, %(takes)s",
        steps,
        steps=steps,
        takes=takes,
    )


def turn_label(turn: str, heading: int, laura: bool, speech: Translator) -> str:
    """The way that a card turns, as it is seen on the screen where the end of the track leads to `heading`."""
    _ = speech.gettext
    if turn == "ahead":
        return _("Let Laura's card go straight ahead") if laura else _("Go straight ahead")
    way = (heading + 1 - TURNS.index(turn)) & 3
    if laura:
        return (
            _("Let Laura's card turn right"),
            _("Let Laura's card turn up"),
            _("Let Laura's card turn left"),
            _("Let Laura's card turn down"),
        )[way]
    return (_("Turn right"), _("Turn up"), _("Turn left"), _("Turn down"))[way]


def for_laura(view: View) -> bool:
    """Does a seat choose the way of Laura's card (LR-RIVAL-16)?"""
    match view.pending[-1] if view.pending else [""]:
        case ["ChooseTurn", seat, _card, place]:
            return seat != place
    return False


# ---------------------------------------------------------------- refusals


def refusal(game: Game, refusal: Refusal, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """Why a move is refused. A `generic` refusal is not about the move itself."""
    _ = speech.gettext
    numbers = refusal.numbers
    if refusal.generic:
        return general_refusal(game, refusal, speech)
    match refusal.clause:
        case "LR-TURN-04":
            return _("A turn has one action: pass, extend the track, or discard chaos cards.")
        case "LR-EXTEND-01":
            return _("You do not have this card in hand.")
        case "LR-EXTEND-02":
            if "value" in numbers and "end" in numbers:
                text = _("A %(value)d cannot follow a %(end)d in one turn: all cards of an extension have one value.")
                return text % numbers
            return _("All cards of an extension have one value.")
        case "LR-EXTEND-03":
            return _("A chaos card has no rails: it is never laid as track.")
        case "LR-EXTEND-06":
            return _("You have begun to extend the track: lay more cards of this value, or stop and roll.")
        case "LR-PLACE-03":
            return _("There is no room: cards may never lie on top of one another.")
        case "LR-PLACE-04":
            difference = {"difference": game.pack.number("rules.forbidden_difference")}
            if "value" in numbers and "end" in numbers:
                text = _(
                    "A %(value)d may not lie next to a %(end)d: "
                    "values that differ by %(difference)d are never neighbours."
                )
                return text % {**numbers, **difference}
            return _("Values that differ by %(difference)d are never neighbours.") % difference
        case "LR-PLACE-08":
            return _("At this table no card may block the end: some card must be able to follow it.")
        case "LR-PLACE-11":
            return _("This card does not turn that way.")
        case "LR-SETUP-04":
            return _("A chaos card cannot be part of the starting track: it is put aside.")
        case "LR-SETUP-17":
            return _("While the starting track is laid, some card must be able to follow its end.")
        case "LR-CHAOS-01":
            return _("You have no chaos card in hand.")
        case "LR-CHAOS-02":
            return _("You have no chaos card of this value in hand.")
        case "LR-PENALTY-05":
            return _("You have no penalty card of this value.")
    return general_refusal(game, refusal, speech)


# ---------------------------------------------------------------- the position as text


def position(game: Game, view: View, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> list[str]:
    """The whole position as lines of at most 80 columns."""
    lines = [*headline(game, view, speech, names), *track_lines(game, view, speech), *supply_lines(view, speech)]
    for seat in range(view.seats):
        lines += seat_lines(view, seat, speech, names)
    if view.rival is not None:
        lines += laura_lines(view, speech)
    if view.seat is not None and not view.over:
        lines += hand_lines(view, speech)
    if view.penalties:
        waiting = speech.gettext("Penalty cards to put on the pile: %(cards)s")
        lines += folded(waiting % {"cards": cards_listed(view.penalties, speech)})
    return lines


def headline(game: Game, view: View, speech: Translator, names: Sequence[str]) -> list[str]:
    """Which turn it is, and who is asked what."""
    _ = speech.gettext
    if view.over:
        if view.lost:
            return [_("The challenge is lost.")]
        rival = None if view.rival is None else (view.rival.score, view.rival.rank)
        in_hand = [points_of(hand) for hand in view.opened]
        return folded(result(view.scores, in_hand, view.standings, rival, speech, names))
    turn = _("Turn %(turn)d.") % {"turn": view.turn} if view.turn else _("The game is set up.")
    if view.actor < 0:
        return [turn]
    return folded(f"{turn} {question(game, view, speech, names)}")


def question(game: Game, view: View, speech: Translator, names: Sequence[str]) -> str:
    """What the seat to move is asked."""
    _ = speech.gettext
    facts: dict[str, object] = {"who": player(view.actor, speech, names)}
    match view.pending[-1]:
        case ["Action", *_args]:
            return _("%(who)s: pass, lay cards or discard chaos?") % facts
        case ["ChooseTurn", seat, card, place]:
            facts["card"] = a_card(card_names(game)[int(card)], speech)
            if seat != place:
                return _("%(who)s: which way shall Laura lay %(card)s?") % facts
            return _("%(who)s: which way do you lay %(card)s?") % facts
        case ["ExtendMore", _seat, value, _dice]:
            return _("%(who)s: another %(value)d, or stop and roll?") % {**facts, "value": value}
        case ["ChaosMore", *_args]:
            return _("%(who)s: another chaos card, or stop?") % facts
        case ["Discard", *_args]:
            return _("%(who)s: which penalty card goes on the pile next?") % facts
        case ["Combine", *_args]:
            return _("%(who)s: combine the two cards on top of the pile?") % facts
    return _("%(who)s is asked.") % facts


def track_lines(game: Game, view: View, speech: Translator) -> list[str]:
    """The track from its start to its open end, and what may follow."""
    _ = speech.gettext
    ngettext = speech.ngettext
    if not view.track:
        return [_("No card of the track is laid yet.")]
    marks = [mark(laid, index == view.engine, speech) for index, laid in enumerate(view.track)]
    end = view.track[-1]
    arrow = (">", "^", "<", "v")[end.heading]
    lines = [_("Track from its start (L R: turns left, right; x: destroyed; [ ]: the engine):")]
    lines += wrap("  ".join([*marks, arrow]), COLUMNS, initial_indent="  ", subsequent_indent="  ")
    if view.engine >= 0:
        ahead = len(view.track) - 1 - view.engine
        lines.append(
            _("Engine: %(ahead)s, %(behind)s.")
            % {
                "ahead": ngettext("%(count)d card ahead", "%(count)d cards ahead", ahead) % {"count": ahead},
                "behind": ngettext("%(count)d card behind", "%(count)d cards behind", view.engine)
                % {"count": view.engine},
            }
        )
    lines += folded(f"{heading_sentence(end.heading, speech)} {room_sentence(game, view, speech)}")
    return lines


def mark(laid: TrackCard, engine: bool, speech: Translator) -> str:
    """A card of the track: value, turn, destroyed, engine."""
    _ = speech.gettext
    text = str(value_of(laid.card))
    if laid.turn == "left":
        text += _("L")
    elif laid.turn == "right":
        text += _("R")
    if laid.card.startswith("destroyed:"):
        text += _("x")
    return f"[{text}]" if engine else text


def heading_sentence(heading: int, speech: Translator) -> str:
    _ = speech.gettext
    return (
        _("The end looks east."),
        _("The end looks north."),
        _("The end looks west."),
        _("The end looks south."),
    )[heading]


def room_sentence(game: Game, view: View, speech: Translator) -> str:
    """What fits at the open end: sides by shape, values by the neighbour rule."""
    _ = speech.gettext
    table = CardGeometry(game.pack.number("geometry.width"), game.pack.number("geometry.height"))
    laid = [Laid(0, TURNS.index(t.turn), t.x0, t.y0, t.x1, t.y1, t.x, t.y, t.heading) for t in view.track]
    end = laid[-1]
    fits = table.room(laid, end.x, end.y, end.heading)
    if fits == 0:
        return _("It is blocked: no card fits.")
    value = value_of(view.track[-1].card)
    difference = game.pack.number("rules.forbidden_difference")
    known = {int(rest) for rest in rests_of(game.vocabulary, "discard")}
    never = [str(other) for other in sorted(known) if abs(other - value) == difference]
    text = (
        _("Only cards entered by the short side fit."),
        _("Only cards entered by the long side fit."),
        _("There is room for every shape."),
    )[fits - 1]
    if never:
        follow = _("No %(values)s may follow the %(value)d.") % {"values": ", ".join(never), "value": value}
        text = f"{text} {follow}"
    return text


def supply_lines(view: View, speech: Translator) -> list[str]:
    """The deck, the box, and what the set-up put aside."""
    _ = speech.gettext
    ngettext = speech.ngettext
    parts = [ngettext("Deck: %(count)d card.", "Deck: %(count)d cards.", view.deck) % {"count": view.deck}]
    if view.removed:
        text = ngettext("Removed unseen: %(count)d card.", "Removed unseen: %(count)d cards.", view.removed)
        parts.append(text % {"count": view.removed})
    if view.boxed:
        values = " ".join(str(value) for value in sorted(value_of(card) for card in view.boxed))
        parts.append(_("In the box: %(values)s.") % {"values": values})
    if view.aside:
        parts.append(_("Put aside: %(cards)s.") % {"cards": cards_listed(view.aside, speech)})
    return folded(" ".join(parts))


def pile_text(pile: Sequence[str], speech: Translator) -> str:
    """A pile from its bottom to its top."""
    _ = speech.gettext
    if not pile:
        return _("empty pile")
    values = " ".join(str(value_of(card)) for card in pile)
    return _("pile %(values)s (top last)") % {"values": values}


def derailed(count: int, speech: Translator) -> str:
    text = speech.ngettext("%(count)d derailment", "%(count)d derailments", count)
    return text % {"count": count}


def seat_lines(view: View, seat: int, speech: Translator, names: Sequence[str]) -> list[str]:
    """What a viewer knows of a seat: its total and parts, its pile, derailments; the hand itself at the end."""
    _ = speech.gettext
    score = score_of(view, seat)
    total = speech.phrase("%(total)s in all (%(parts)s)", total=score.text, parts=score.parts(speech))
    parts = [total, pile_text(view.piles[seat], speech)]
    if view.opened:
        hand = " ".join(str(value_of(card)) for card in view.opened[seat])
        parts.append(_("hand %(values)s") % {"values": hand} if hand else _("empty hand"))
    parts.append(derailed(view.derailments[seat], speech))
    name = player(seat, speech, names)
    if seat == view.seat:
        name = _("%(who)s (you)") % {"who": name}
    return folded(_("%(who)s: %(facts)s.") % {"who": name, "facts": ", ".join(parts)})


def laura_lines(view: View, speech: Translator) -> list[str]:
    """Laura's pile, score and derailments; each of her cards counts 1 point."""
    assert view.rival is not None
    rival = view.rival
    score = speech.plural("%(count)d point (1 for each card)", "%(count)d points (1 for each card)", rival.score)
    parts = [pile_text(rival.pile, speech), score, derailed(rival.derailments, speech)]
    text = speech.gettext("%(who)s: %(facts)s.")
    return folded(text % {"who": player(None, speech, ()), "facts": ", ".join(parts)})


def hand_lines(view: View, speech: Translator) -> list[str]:
    """The viewer's hand."""
    _ = speech.gettext
    if not view.hand:
        return [_("Your hand is empty.")]
    points = points_of(view.hand)
    text = speech.ngettext(
        "Your hand: %(cards)s (%(points)d point).", "Your hand: %(cards)s (%(points)d points).", points
    )
    return folded(text % {"cards": cards_listed(view.hand, speech), "points": points})
