"""The whole position of Russian Railroads as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from trainshed.games.russian_railroads.rules.components import RAILROADS, Components, Space
from trainshed.games.russian_railroads.rules.effect_notation import COLOURS, parts_from
from trainshed.games.russian_railroads.rules.player import Player, industry_points, star_points, track_points
from trainshed.games.russian_railroads.text import names as name
from trainshed.games.russian_railroads.text.labels import bonus_text
from trainshed.games.russian_railroads.text.names import box_of, parts_text, railroad_name
from trainshed.games.russian_railroads.view import PlayerView, View, player_of
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.phrases import ending, folded, listed, points, totals, victory, who

INDENT: Final = "  "
QUESTIONS: Final = {
    "Turn": marked("%(who)s: use a space, or pass?"),
    "Pay": marked("%(who)s: pay with which pieces?"),
    "Exchange": marked("%(who)s: swap with the worker on which space?"),
    "Relocate": marked("%(who)s: where does the worker of the turn order track go?"),
    "Carry": marked("%(who)s: which step now? Left are %(what)s."),
    "Repeat": marked("%(who)s: which action is repeated?"),
    "UseToken": marked("%(who)s: which question token is used?"),
    "UseCard": marked("%(who)s: which question card is used?"),
    "Again": marked("%(who)s: which part of the card once more?"),
    "PlaceLocomotive": marked("%(who)s: where does locomotive %(number)d go?"),
    "ReplaceFactory": marked("%(who)s: which factory makes room for number %(number)d?"),
    "LookOrTen": marked("%(who)s: an end bonus card, or points at once?"),
    "ChooseBonus": marked("%(who)s: which end bonus card?"),
    "ChooseStart": marked("%(who)s: which starting card?"),
}
"""What the seat to move is asked, as everybody reads it."""

OTHER_QUESTION: Final = marked("%(who)s is asked.")


def position(game: Game, view: View, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> list[str]:
    """The whole position as lines of at most 80 columns."""
    box = box_of(game, view.options)
    lines = [*headline(game, view, speech, names), *order_lines(view, speech, names)]
    if view.round and not view.over:
        lines += space_lines(box, view, speech, names)
    lines += supply_lines(view, speech)
    for seat in range(view.seats):
        lines += seat_lines(box, view, seat, speech, names)
    if view.seat is not None and not view.over:
        lines += own_lines(box, view, speech)
    return lines


def headline(game: Game, view: View, speech: Translator, names: Sequence[str]) -> list[str]:
    """Which round it is, and who is asked what."""
    if view.over:
        return folded(result(view.scores, view.standings, speech, names))
    text = speech.gettext("The game is set up.")
    if view.round:
        rounds = box_of(game, view.options).quantities[view.seats].rounds
        text = speech.phrase("Round %(round)d of %(rounds)d.", round=view.round, rounds=rounds)
    return [text] if view.actor < 0 else folded(f"{text} {question(game, view, speech, names)}")


def question(game: Game, view: View, speech: Translator, names: Sequence[str]) -> str:
    """What the seat to move is asked."""
    text = QUESTIONS.get(view.pending[-1][0], OTHER_QUESTION)
    return speech.phrase(text, who=who(view.actor, speech, names), **question_facts(view.pending[-1], speech))


def question_facts(pending: Sequence[Any], speech: Translator) -> dict[str, object]:
    """The figures of a pending question: the parts of an action that are left, or the number of a tile."""
    match pending:
        case ["Carry", _seat, _full, _source, _later, *numbers]:
            return {"what": parts_text(parts_from(numbers), speech)}
        case ["PlaceLocomotive" | "ReplaceFactory", _seat, number, *_displaced]:
            return {"number": int(number)}
    return {}


def order_lines(view: View, speech: Translator, names: Sequence[str]) -> list[str]:
    """The turn order, who has passed, and claims."""
    if not view.order:
        return []
    places = []
    for position, seat in enumerate(view.order, 1):
        passed = view.players[seat].passed and not view.over
        text = marked("%(position)d %(who)s (passed)") if passed else marked("%(position)d %(who)s")
        places.append(speech.phrase(text, position=position, who=who(seat, speech, names)))
    lines = [speech.phrase("Turn order: %(places)s.", places=", ".join(places))]
    claims = [
        speech.phrase("position %(position)d by %(who)s", position=position, who=who(seat, speech, names))
        for position, seat in enumerate(view.claims, 1)
        if seat >= 0
    ]
    if claims:
        lines.append(speech.phrase("Claimed for the next round: %(claims)s.", claims=", ".join(claims)))
    return folded(" ".join(lines))


def there(view: View, space: Space, last: bool) -> bool:
    """Is this space open in this round, with this number of players?"""
    closed = space.closed_with_2 and view.seats == 2
    return not (closed or (space.only_last_round and not last) or (space.until_last_round and last))


def stack_text(view: View, index: int, speech: Translator, names: Sequence[str]) -> str:
    """Whose pieces stand on a space."""
    parts: list[str] = []
    for stack in view.stacks:
        if stack.space == index:
            pieces = short_pieces(stack.workers, stack.turquoise, stack.black, stack.roubles, speech)
            parts.append(speech.phrase("%(who)s %(pieces)s", who=who(stack.seat, speech, names), pieces=pieces))
    return ", ".join(parts)


def short_pieces(workers: int, turquoise: int, black: int, roubles: int, speech: Translator) -> str:
    """Pieces as the legend of the spaces abbreviates them."""
    _ = speech.gettext
    units = (_("%(count)dw"), _("%(count)dt"), _("%(count)db"), _("%(count)dr"))
    counts = zip((workers, turquoise, black, roubles), units, strict=True)
    return "+".join([unit % {"count": count} for count, unit in counts if count])


def space_lines(box: Components, view: View, speech: Translator, names: Sequence[str]) -> list[str]:
    """Every space of the board with its price, and who stands there."""
    last = view.round == box.quantities[view.seats].rounds
    groups: dict[str, list[str]] = {}
    for space in box.spaces:
        if there(view, space, last) and (space.strip_space < 0 or name.light_engineer(view, space)):
            text = spot_text(box, view, space, speech, names)
            groups.setdefault(name.group_name(space.group, speech), []).append(text)
    lines = [speech.gettext("Spaces (w workers, t turquoise, b black worker, r roubles; [who stands there]):")]
    for group, items in groups.items():
        lines += folded(speech.phrase("%(group)s: %(items)s", group=group, items="; ".join(items)), INDENT)
    return lines


def spot_text(box: Components, view: View, space: Space, speech: Translator, names: Sequence[str]) -> str:
    """One space with its price, and who stands there."""
    workers, roubles = name.cost_of(box, view, space)
    what, cost = name.space_text(box, view, space, speech), short_pieces(workers, 0, 0, roubles, speech)
    taken = stack_text(view, space.index, speech, names)
    if taken:
        return speech.phrase("%(what)s (%(cost)s): [%(taken)s]", what=what, cost=cost, taken=taken)
    if space.group == "engineer_hire" and not (view.strip and view.strip[-1]):
        return speech.gettext("nobody to hire")
    return speech.phrase("%(what)s (%(cost)s)", what=what, cost=cost)


def supply_lines(view: View, speech: Translator) -> list[str]:
    """Piles, open factories, the strip, supplies and cards."""
    _ = speech.gettext
    piles = [
        speech.phrase("%(count)d of number %(number)d", count=count, number=number)
        for number, count in enumerate(view.piles)
        if count
    ]
    lying = [
        str(number) if count == 1 else speech.phrase("%(number)d (%(count)d times)", number=number, count=count)
        for number, count in enumerate(view.open_factories)
        if count
    ]
    tiles = [speech.phrase("Locomotives: %(piles)s.", piles=", ".join(piles) or _("none left"))]
    tiles.append(speech.phrase("Open factories: %(numbers)s.", numbers=", ".join(lying) or _("none")))
    strip = " ".join([str(number) if number else "-" for number in view.strip])
    parts = [speech.phrase("Engineer strip: %(strip)s (the last is for hire).", strip=strip)] if view.strip else []
    supply = marked("Supply: roubles %(roubles)d, doublers %(doublers)d, turquoise workers %(turquoise)d.")
    if view.options["limited_supplies"] == "no":
        supply = marked("Supply: roubles and doublers without limit, turquoise workers %(turquoise)d.")
    parts.append(speech.phrase(supply, roubles=view.roubles, doublers=view.doublers, turquoise=view.turquoise))
    known = listed([name.card_name(card, speech) for card in view.cards], speech) or _("none left")
    cards = [speech.phrase("Question cards: %(cards)s.", cards=known)]
    cards.append(speech.phrase("End bonus pile: %(count)d.", count=view.pile_size))
    if view.starts:
        starts = listed([name.start_name(card, speech) for card in view.starts], speech)
        cards.append(speech.phrase("Starting cards: %(cards)s.", cards=starts))
    return [line for parts in (tiles, parts, cards) for line in folded(" ".join(parts))]


def seat_lines(box: Components, view: View, seat: int, speech: Translator, names: Sequence[str]) -> list[str]:
    """The open information about a seat."""
    player, called = view.players[seat], who(seat, speech, names)
    text = speech.phrase(
        "%(who)s: %(points)s; workers %(workers)d (reserve %(reserve)d), roubles %(roubles)d",
        who=speech.phrase("%(who)s (you)", who=called) if seat == view.seat else called,
        points=points(player.points, speech),
        workers=player.workers,
        reserve=player.reserve,
        roubles=player.roubles,
    )
    if player.turquoise:
        text += speech.phrase(", turquoise %(count)d", count=player.turquoise)
    if player.black:
        text += speech.gettext(", the black worker")
    lines = folded(f"{text}.")
    for railroad in range(len(RAILROADS)):
        lines += folded(railroad_text(box, player, railroad, speech), INDENT)
    return lines + folded(board_text(box, view, seat, speech), INDENT)


def railroad_text(box: Components, player: PlayerView, railroad: int, speech: Translator) -> str:
    """The tracks of a railroad and its locomotives."""
    base = railroad * len(COLOURS)
    tracks = []
    for index in range(box.colours[railroad]):
        at = player.tracks[base + index]
        if at >= 0:
            text = marked("%(colour)s %(space)d") if at else marked("%(colour)s waits")
            tracks.append(speech.phrase(text, colour=name.colour_name(COLOURS[index], speech), space=at))
    numbers = player.locomotives[:2] if railroad == 0 else player.locomotives[railroad + 1 : railroad + 2]
    locomotives = "+".join([str(number) for number in numbers if number])
    text = marked("%(railroad)s: %(tracks)s; no locomotive")
    if locomotives:
        text = marked("%(railroad)s: %(tracks)s; locomotive %(locomotives)s")
    called = railroad_name(RAILROADS[railroad], speech)
    said = speech.phrase(text, railroad=called, tracks=", ".join(tracks), locomotives=locomotives)
    if railroad == 0 and player.doublers:
        said += speech.phrase("; doublers %(count)d", count=player.doublers)
    return said


def board_text(box: Components, view: View, seat: int, speech: Translator) -> str:
    """Industry, factories, engineers, tokens, cards."""
    player, none = view.players[seat], speech.gettext("none")
    markers = [marker for marker in player.markers if marker >= 0]
    at = listed([name.lane_name(box, marker, factory_at(box, player, marker), speech) for marker in markers], speech)
    worth = points(sum([box.lane_scores[marker] for marker in markers]), speech)
    parts = [speech.phrase("Industry on %(places)s (%(points)s).", places=at, points=worth)]
    if view.round and not view.over:
        parts.append(scoring_text(box, player_of(box, view, seat), speech))
    factories = " ".join([str(number) for number in player.factories])
    parts.append(speech.phrase("Factories: %(numbers)s.", numbers=factories or none))
    engineers = []
    for number in player.engineers:
        taken = any(stack.space == len(box.spaces) + number - 1 for stack in view.stacks)
        engineers.append(speech.phrase("%(number)d (used)", number=number) if taken else str(number))
    parts.append(speech.phrase("Engineers: %(numbers)s.", numbers=", ".join(engineers) or none))
    if player.tokens:
        tokens = ", ".join([name.token_name(token, speech) for token in player.tokens])
        left = [name.token_name(token, speech) for token in box.token_names if token not in player.tokens]
        parts.append(speech.phrase("Tokens: %(tokens)s.", tokens=tokens))
        parts.append(speech.phrase("Tokens left: %(tokens)s.", tokens=", ".join(left) or none))
    else:
        parts.append(speech.gettext("Tokens left: all."))
    if view.opened and view.opened[seat]:
        cards = ", ".join([name.bonus_name(card, speech) for card in view.opened[seat]])
        parts.append(speech.phrase("End bonus cards: %(cards)s.", cards=cards))
    elif player.bonus:
        parts.append(speech.phrase("End bonus cards: %(count)d.", count=player.bonus))
    if player.due:
        parts.append(speech.phrase("End bonus choices due: %(count)d.", count=player.due))
    return " ".join(parts)


def factory_at(box: Components, player: PlayerView, space: int) -> int:
    """The number of the factory on a space of the industry lane, or 0."""
    slot = box.lane_slot[space]
    return player.factories[slot - 1] if 0 < slot <= len(player.factories) else 0


def scoring_text(box: Components, player: Player, speech: Translator) -> str:
    """What the board would score as it is (RR-SCORE-01)."""
    sources = [(railroad_name(each, speech), railroad_points(box, player, at)) for at, each in enumerate(RAILROADS)]
    sources.append((speech.gettext("Industry"), industry_points(box, player)))
    total = points(sum(count for _source, count in sources), speech)
    parts = ", ".join(f"{source} {count}" for source, count in sources)
    return speech.phrase("A scoring now brings %(points)s: %(parts)s.", points=total, parts=parts)


def railroad_points(box: Components, player: Player, railroad: int) -> int:
    return track_points(box, player, railroad) + star_points(box, player, railroad)


def own_lines(box: Components, view: View, speech: Translator) -> list[str]:
    """The viewer's end bonus cards, and the pile of end bonus cards as the viewer saw it last."""
    lines: list[str] = []
    if view.own_bonus:
        cards = "; ".join([bonus_text(box, card, speech) for card in view.own_bonus])
        lines += folded(speech.phrase("Your end bonus cards: %(cards)s.", cards=cards))
    if view.looks:
        cards = "; ".join([name.bonus_name(card, speech) for card in view.looks[-1].pile])
        lines += folded(speech.phrase("You last saw in the end bonus pile: %(cards)s.", cards=cards))
    return lines


def result(scores: Sequence[int], standings: Sequence[int], speech: Translator, names: Sequence[str]) -> str:
    """The result in one line."""
    return ending(totals(scores, speech, names), victory(standings, speech, names), speech)
