"""The sentences of Lok'n'Roll: labels of buttons, lines of the log, refusals, and the position as text.

Source strings are English and are translated by the `speech` that the caller passes. `names` are those of the seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.rules.geometry import TURNS, CardGeometry, Laid
from trainshed.games.lok_n_roll.view import TrackCard, View
from trainshed.kernel.events import Event
from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH, Translator

COLUMNS = 80


# ---------------------------------------------------------------- pieces of sentences


def who(seat: int | None, speech: Translator, names: Sequence[str]) -> str:
    """A seat by its name; None is Laura."""
    if seat is None:
        return speech.gettext("Laura")
    if seat < len(names) and names[seat]:
        return names[seat]
    return speech.gettext("Seat %(number)d") % {"number": seat + 1}


def value_of(card: str) -> int:
    """The value of a card by its name."""
    return int(card.split(":")[1])


def card_names(game: Game) -> list[str]:
    """The classes of cards, in the order in which effects number them."""
    return [word.removeprefix("lay:") for word in game.vocabulary if word.startswith("lay:")]


def points_of(cards: Sequence[str]) -> int:
    return sum(value_of(card) for card in cards)


def a_card(card: str, speech: Translator) -> str:
    """A card with its article, as it stands inside a sentence."""
    _ = speech.gettext
    kind, value, *shape = card.split(":")
    numbers = {"value": int(value), "shape": "".join(shape).replace("_", " ")}
    if kind == "chaos":
        return _("a chaos %(value)d") % numbers
    if kind == "destroyed":
        match shape:
            case ["straight_long"]:
                text = _("a destroyed long straight %(value)d")
            case ["straight_wide"]:
                text = _("a destroyed wide straight %(value)d")
            case ["curve_left"]:
                text = _("a destroyed left curve %(value)d")
            case ["curve_right"]:
                text = _("a destroyed right curve %(value)d")
            case _other:
                text = _("a destroyed %(shape)s %(value)d")
        return text % numbers
    match shape:
        case ["straight_long"]:
            text = _("a long straight %(value)d")
        case ["straight_wide"]:
            text = _("a wide straight %(value)d")
        case ["curve_left"]:
            text = _("a left curve %(value)d")
        case ["curve_right"]:
            text = _("a right curve %(value)d")
        case _other:
            text = _("a %(shape)s %(value)d")
    return text % numbers


def listed(parts: Sequence[str], speech: Translator) -> str:
    """Join parts to one enumeration, with "and" before the last."""
    if len(parts) < 2:
        return "".join(parts)
    return speech.gettext("%(first)s and %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def cards_listed(cards: Sequence[str], speech: Translator) -> str:
    return listed([a_card(card, speech) for card in cards], speech)


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
            return turn_label(rest, pending, speech)
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
            return _("%(who)s begins") % {"who": who(int(rest) - 1, speech, names)}
    return word


def pass_label(game: Game, view: View, speech: Translator) -> str:
    """The label of a pass with its consequences, which are open to everybody."""
    ahead = max(0, len(view.track) - 1 - view.engine)
    steps = min(game.pack.number("rules.pass_steps"), ahead)
    engine = view.engine + steps
    entered = view.track[view.engine + 1 : engine + 1]
    broken = sum(laid.card.startswith("destroyed:") for laid in entered)
    cards = min(game.pack.number("rules.pass_penalty") + broken, max(0, engine))
    takes = speech.ngettext("you take %(cards)d penalty card", "you take %(cards)d penalty cards", cards) % {
        "cards": cards
    }
    if steps == 0:
        return speech.gettext("Pass: the engine stays, %(takes)s") % {"takes": takes}
    return speech.ngettext(
        "Pass: the engine moves %(steps)d card, %(takes)s", "Pass: the engine moves %(steps)d cards, %(takes)s", steps
    ) % {"steps": steps, "takes": takes}


def turn_label(turn: str, pending: Sequence[str | int], speech: Translator) -> str:
    _ = speech.gettext
    if pending[0] == "ChooseTurn" and pending[1] != pending[3]:  # a seat chooses for Laura (LR-RIVAL-16)
        match turn:
            case "left":
                return _("Let Laura's card turn left")
            case "right":
                return _("Let Laura's card turn right")
            case _other:
                return _("Let Laura's card go straight ahead")
    match turn:
        case "left":
            return _("Turn left")
        case "right":
            return _("Turn right")
        case _other:
            return _("Go straight ahead")


# ---------------------------------------------------------------- log lines


def sentence(game: Game, event: Event, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """An event as a line of the log."""
    _ = speech.gettext
    ngettext = speech.ngettext
    seat: int | None = getattr(event, "seat", None)
    facts: dict[str, object] = {"who": who(seat, speech, names)}
    match event:
        case events.StartChosen():
            return _("%(who)s begins.") % facts
        case events.CardTurned(card=card):
            return _("%(who)s turns up %(card)s.") % {**facts, "card": a_card(card, speech)}
        case events.CardAside(card=card, clause=clause):
            facts |= {"card": a_card(card, speech), "why": aside_reason(clause, speech)}
            return _("%(who)s puts %(card)s aside: %(why)s.") % facts
        case events.CardPlayed(card=card):
            return _("%(who)s plays %(card)s from hand.") % {**facts, "card": a_card(card, speech)}
        case events.CardLaid(card=card, turn=turn, forced=forced):
            return laid_sentence(a_card(card, speech), turn, forced, facts, speech)
        case events.TrackReady(engine=engine, shuffled_back=back, removed=removed, deck=deck):
            parts = [
                _("The starting track is ready: the engine stands on card %(engine)d.") % {"engine": engine + 1},
                ngettext("%(cards)d card leaves the game unseen.", "%(cards)d cards leave the game unseen.", removed)
                % {"cards": removed},
                ngettext("The deck has %(cards)d card.", "The deck has %(cards)d cards.", deck) % {"cards": deck},
            ]
            if back:
                again = ngettext(
                    "%(cards)d card put aside is shuffled back.", "%(cards)d cards put aside are shuffled back.", back
                )
                parts.insert(1, again % {"cards": back})
            return " ".join(parts)
        case events.CardDrawn(card=None):
            return _("%(who)s draws a card.") % facts
        case events.CardDrawn(card=str(card)):
            return _("%(who)s draws %(card)s.") % {**facts, "card": a_card(card, speech)}
        case events.TurnBegun(turn=turn_number):
            return _("Turn %(turn)d: %(who)s.") % {**facts, "turn": turn_number}
        case events.Passed(forced=forced):
            return _("%(who)s has to pass.") % facts if forced else _("%(who)s passes.") % facts
        case events.Stopped(forced=forced):
            if forced:
                return _("%(who)s has to stop: no further card is possible.") % facts
            return _("%(who)s stops.") % facts
        case events.Rolled(dice=dice, wheels=wheels):
            facts["wheels"] = ngettext("%(count)d wheel", "%(count)d wheels", wheels) % {"count": wheels}
            facts["dice"] = dice
            text = ngettext("%(who)s rolls %(dice)d die: %(wheels)s.", "%(who)s rolls %(dice)d dice: %(wheels)s.", dice)
            return text % facts
        case events.EngineMoved(steps=0):
            return _("The engine stays where it is.")
        case events.EngineMoved(steps=steps):
            text = ngettext("The engine moves %(steps)d card.", "The engine moves %(steps)d cards.", steps)
            return text % {"steps": steps}
        case events.TrackBroken(cards=broken):
            text = ngettext(
                "It runs onto a destroyed track: 1 penalty card more is due.",
                "It runs onto %(cards)d destroyed tracks: %(cards)d penalty cards more are due.",
                broken,
            )
            return text % {"cards": broken}
        case events.Derailed(steps_left=left, derailments=count):
            text = ngettext(
                "%(who)s derails with %(left)d step left (derailment number %(count)d).",
                "%(who)s derails with %(left)d steps left (derailment number %(count)d).",
                left,
            )
            return text % {**facts, "left": left, "count": count}
        case events.PenaltyTaken(due=due, cards=cards):
            return penalty_sentence(due, cards, facts, speech)
        case events.Discarded(card=card, from_hand=from_hand):
            facts["card"] = a_card(card, speech)
            if from_hand:
                return _("%(who)s puts %(card)s from hand on the pile.") % facts
            return _("%(who)s puts %(card)s on the pile.") % facts
        case events.Combined(cards=cards):
            facts["cards"] = cards_listed(cards, speech)
            return _("%(who)s combines %(cards)s: both go to the box.") % facts
        case events.Kept(card=card):
            return _("%(who)s does not combine: both %(value)ds stay.") % {**facts, "value": value_of(card)}
        case events.CardBoxed(card=card):
            return _("Laura cannot lay %(card)s: it goes to the box.") % {"card": a_card(card, speech)}
        case events.Lost(derailments=count):
            text = ngettext(
                "The challenge is lost: %(count)d derailment.", "The challenge is lost: %(count)d derailments.", count
            )
            return text % {"count": count}
        case events.GameEnded(scores=scores, standings=standings, rival=rival):
            return ending(scores, standings, rival, speech, names)
    raise ValueError(f"no sentence for {type(event).__name__}")


def aside_reason(clause: str, speech: Translator) -> str:
    """Why a card of the set-up was put aside."""
    _ = speech.gettext
    match clause:
        case "LR-SETUP-04":
            return _("a chaos card is no track")
        case "LR-PLACE-03":
            return _("it would lie on another card")
        case "LR-PLACE-04":
            return _("its value may not follow the end of the track")
        case "LR-SETUP-17":
            return _("no card could follow it")
    return _("it cannot be placed (%(clause)s)") % {"clause": clause}


def laid_sentence(card: str, turn: str, forced: bool, facts: dict[str, object], speech: Translator) -> str:
    _ = speech.gettext
    if turn == "left":
        text = (
            _("%(who)s lays %(card)s, turning left, the only way it fits.")
            if forced
            else _("%(who)s lays %(card)s, turning left.")
        )
    elif turn == "right":
        text = (
            _("%(who)s lays %(card)s, turning right, the only way it fits.")
            if forced
            else _("%(who)s lays %(card)s, turning right.")
        )
    else:
        text = _("%(who)s lays %(card)s.")
    return text % {**facts, "card": card}


def penalty_sentence(due: int, cards: Sequence[str], facts: dict[str, object], speech: Translator) -> str:
    _ = speech.gettext
    forgiven = due - len(cards)
    if not cards:
        return _("%(who)s takes no penalty card: none lies behind the engine.") % facts
    text = speech.ngettext(
        "%(who)s takes %(count)d penalty card: %(cards)s.",
        "%(who)s takes %(count)d penalty cards: %(cards)s.",
        len(cards),
    ) % {**facts, "count": len(cards), "cards": cards_listed(cards, speech)}
    if forgiven > 0:
        more = speech.ngettext("%(count)d more is forgiven.", "%(count)d more are forgiven.", forgiven)
        text = f"{text} {more % {'count': forgiven}}"
    return text


def ending(
    scores: Sequence[int],
    standings: Sequence[int],
    rival: tuple[int, int] | None,
    speech: Translator,
    names: Sequence[str],
) -> str:
    """The result in one line. It names a winner only with several seats or against Laura."""
    _ = speech.gettext
    points = [
        speech.ngettext("%(who)s has %(points)d point", "%(who)s has %(points)d points", score)
        % {"who": who(seat, speech, names), "points": score}
        for seat, score in enumerate(scores)
    ]
    if rival is not None:
        points.append(
            speech.ngettext("Laura has %(cards)d card", "Laura has %(cards)d cards", rival[0]) % {"cards": rival[0]}
        )
    text = _("The game is over: %(points)s.") % {"points": listed(points, speech)}
    if len(scores) > 1:
        winners = [who(seat, speech, names) for seat, rank in enumerate(standings) if rank == 1]
        won = speech.ngettext("%(winners)s wins.", "%(winners)s share the victory.", len(winners))
        text = f"{text} {won % {'winners': listed(winners, speech)}}"
    elif rival is not None:
        text = f"{text} {duel(standings[0], rival[1], who(0, speech, names), speech)}"
    return text


def duel(rank: int, rival_rank: int, name: str, speech: Translator) -> str:
    """Who has won against Laura (LR-RIVAL-13)."""
    _ = speech.gettext
    if rank == rival_rank:
        return _("The victory is shared.")
    return _("Laura wins.") if rank > 1 else _("%(winners)s wins.") % {"winners": name}


# ---------------------------------------------------------------- refusals


def refusal(game: Game, refusal: Refusal, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """Why a move is refused. A `generic` refusal is not about the move itself."""
    _ = speech.gettext
    numbers = refusal.numbers
    if refusal.generic:
        match refusal.clause:
            case "LR-END-01":
                return _("The game is over.")
            case "LR-TURN-01":
                return _("It is not your question.")
            case _other:
                return _("That does not answer the question that is asked now.")
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
    return _("The rules forbid it (%(clause)s).") % {"clause": refusal.clause}


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


def folded(text: str) -> list[str]:
    return wrap(text, COLUMNS, subsequent_indent="    ", break_on_hyphens=False)


def headline(game: Game, view: View, speech: Translator, names: Sequence[str]) -> list[str]:
    """Which turn it is, and who is asked what."""
    _ = speech.gettext
    if view.over:
        if view.lost:
            return [_("The challenge is lost.")]
        rival = None if view.rival is None else (view.rival.score, view.rival.rank)
        return folded(ending(view.scores, view.standings, rival, speech, names))
    turn = _("Turn %(turn)d.") % {"turn": view.turn} if view.turn else _("The game is set up.")
    if view.actor < 0:
        return [turn]
    return folded(f"{turn} {question(game, view, speech, names)}")


def question(game: Game, view: View, speech: Translator, names: Sequence[str]) -> str:
    """What the seat to move is asked."""
    _ = speech.gettext
    facts: dict[str, object] = {"who": who(view.actor, speech, names)}
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
    known = {int(word.partition(":")[2]) for word in game.vocabulary if word.startswith("discard:")}
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
    """The public facts of a seat: pile, size of the hand, derailments; the hand itself at the end."""
    _ = speech.gettext
    ngettext = speech.ngettext
    pile = view.piles[seat]
    points = points_of(pile)
    parts = [pile_text(pile, speech)]
    if pile:
        parts.append(ngettext("%(count)d point", "%(count)d points", points) % {"count": points})
    if view.opened:
        hand = " ".join(str(value_of(card)) for card in view.opened[seat])
        parts.append(_("hand %(values)s") % {"values": hand} if hand else _("empty hand"))
    else:
        count = view.hands[seat]
        parts.append(ngettext("%(count)d card in hand", "%(count)d cards in hand", count) % {"count": count})
    parts.append(derailed(view.derailments[seat], speech))
    name = who(seat, speech, names)
    if seat == view.seat:
        name = _("%(who)s (you)") % {"who": name}
    return folded(_("%(who)s: %(facts)s.") % {"who": name, "facts": ", ".join(parts)})


def laura_lines(view: View, speech: Translator) -> list[str]:
    """Laura's pile, score and derailments; her score counts cards, not points."""
    assert view.rival is not None
    rival = view.rival
    score = speech.ngettext("%(count)d card counts against her", "%(count)d cards count against her", rival.score)
    parts = [pile_text(rival.pile, speech), score % {"count": rival.score}, derailed(rival.derailments, speech)]
    text = speech.gettext("%(who)s: %(facts)s.")
    return folded(text % {"who": who(None, speech, ()), "facts": ", ".join(parts)})


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
