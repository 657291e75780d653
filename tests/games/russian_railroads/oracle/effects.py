"""What actions do: parts, tracks, industry, locomotives, factories, tokens and cards (pp. 6 to 17, 22 to 24)."""

from __future__ import annotations

from dataclasses import replace

from tests.games.russian_railroads.oracle.model import (
    Act,
    Card,
    Place,
    Player,
    Position,
    Rewards,
    Slot,
    Stack,
    Token,
)
from tests.games.russian_railroads.oracle.printed import COLOURS, PLACES, RAILROADS, Part, Space

AT_ONCE = (
    "doubler",
    "rouble",
    "held_rouble",
    "points",
    "worker",
    "temporary_worker",
    "hire",
    "score_engineers",
    "score_locomotives",
    "revalue",
    "second_marker",
    "medal",
    "black_worker",
    "special_engineer",
    "special_locomotive",
    "end_bonus",
    "question_token",
    "question_card",
    "unlock",
)
"""Parts in which nothing can be chosen, or that open a question of their own: they are done first, by themselves."""

FACTORY_SLOTS = 5


# ---------------------------------------------------------------- actions


def begin_action(
    p: Position, seat: int, parts: tuple[Part, ...], full: bool, black: bool = False, declinable: bool | None = None
) -> None:
    """Begin an action: do what needs no choice, and leave the rest as an `Act`.

    What need not be carried out in full may be declined, unless it is said otherwise (RR-TURN-08). With the black
    worker placed, a printed black part brings one extra black step (RR-CARD-06, -07).
    """
    steps = tuple(part for part in parts if part.verb not in AT_ONCE)
    free = p.printed.options["black_worker_needs_printed_black"] == "no"
    black = black and any("black" in part.what and (free or part.what != COLOURS) for part in steps)
    if black and any(part.verb == "track" and part.what == ("black",) for part in steps):
        steps = (*steps, Part("track", ("black",), 1, extra=True))
        black = False
    p.jobs.append(Act(seat, steps, full, not full if declinable is None else declinable, black))
    for part in parts:
        if part.verb in AT_ONCE:
            do_at_once(p, seat, part)


def possible_at_once(p: Position, seat: int, part: Part) -> int:
    """How much of a part that needs no choice can be done now."""
    player = p.players[seat]
    if part.verb == "doubler":
        places = p.printed.doubler_places - player.doublers
        return min(part.n, places, p.doublers) if p.limited else min(part.n, places)
    if part.verb == "rouble":
        return min(part.n, p.roubles) if p.limited else part.n
    if part.verb == "temporary_worker":
        return min(part.n, p.turquoise)
    if part.verb == "hire":
        return min(part.n, 1 if p.strip[-1] else 0)
    if part.verb == "special_locomotive":
        return part.n if can_place(player, part.n) else 0
    return part.n


def do_at_once(p: Position, seat: int, part: Part) -> None:
    player = p.players[seat]
    n = possible_at_once(p, seat, part)
    match part.verb:
        case "doubler":
            player.doublers += n
            p.doublers -= n
        case "rouble":
            player.roubles += n
            p.roubles -= n
        case "held_rouble":
            player.roubles += n
        case "points":
            player.points += n
        case "worker":
            gained = min(n, player.reserve)
            player.reserve -= gained
            player.workers += gained
            player.gained_workers += gained
        case "temporary_worker":
            player.turquoise += n
            p.turquoise -= n
        case "hire":
            if n:
                player.engineers.append(p.strip[-1])
                p.strip[-1] = 0
        case "score_engineers":
            player.points += sum(player.engineers)
        case "score_locomotives":
            player.points += sum(sorted(player.locomotives)[-n:])
        case "revalue":
            player.revalued = True
        case "second_marker":
            player.markers[1] = 0
        case "medal":
            player.medal = True
        case "black_worker":
            player.black += 1
            player.gained_workers += 1
        case "special_engineer":
            player.engineers.append(p.printed.card_engineer)
        case "special_locomotive":
            if n:
                p.jobs.append(Rewards(seat))
                p.jobs.append(Place(seat, n, new=True))
        case "end_bonus":
            player.due += n
        case "question_token":
            p.jobs.append(Token(seat))
        case "question_card":
            p.jobs.append(Card(seat))
        case "unlock":
            colour = COLOURS.index(part.what[0])
            for railroad, colours in enumerate(p.printed.railroad_colours):
                if colour in colours:
                    player.tracks[railroad * 5 + colour] = 0
        case _:
            raise AssertionError(part)


def all_at_once(p: Position, seat: int, parts: tuple[Part, ...]) -> bool:
    """Can all parts without a choice be done completely?"""
    return all(possible_at_once(p, seat, part) == part.n for part in parts if part.verb in AT_ONCE)


def does_something(p: Position, seat: int, parts: tuple[Part, ...]) -> bool:
    return any(
        possible_at_once(p, seat, part) > 0 if part.verb in AT_ONCE else bool(part_words(p, seat, part))
        for part in parts
    )


def act_words(p: Position, act: Act) -> list[str]:
    """The steps that the remaining parts of an action allow, in the order the player likes (RR-TURN-14)."""
    words: list[str] = []
    for part in act.parts:
        if part.verb != "one_again":
            words += [word for word in part_words(p, act.seat, part, act.full) if word not in words]
    last = act.parts[-1] if act.parts else None
    if last and last.verb == "one_again" and (len(act.parts) == 1 or not (words or act.full)):
        return part_words(p, act.seat, last)  # after all others, as far as they could be made
    return words


def part_words(p: Position, seat: int, part: Part, full: bool = False) -> list[str]:
    player = p.players[seat]
    match part.verb:
        case "track" | "track_up_to":
            return track_words(p, player, part.what)
        case "industry":
            return [f"industry:{marker + 1}" for marker in (0, 1) if marker_may_move(p, player, marker)]
        case "build":
            return build_words(p, player, part.what)
        case "repeat":
            return [f"repeat:{space.name}" for space in repeatable(p, seat, part.what, full)]
        case "one_again":
            return again_words(p, seat)
    raise AssertionError(part)


def answer_act(p: Position, act: Act, word: str) -> None:
    """One step of an action. The action stays where it is; what the step brings comes on top of it (RR-TURN-20)."""
    at = len(p.jobs) - 1
    verb, *rest = word.split(":")
    seat = act.seat
    if verb == "done":
        p.jobs[at] = replace(act, parts=())
        return
    if verb == "repeat":
        space = space_named(p, rest[0])
        parts = action_of(p, space)
        p.jobs.pop()
        begin_action(p, seat, excluding(parts, space), act.full, declinable=act.declinable)
        return
    if verb == "again":
        part = {
            "doubler": Part("doubler", (), 1),
            "industry": Part("industry", (), 1),
            "track": Part("track", ("black",), 1),
        }[rest[0]]
        p.jobs.pop()
        begin_action(p, seat, (part,), act.full, declinable=act.declinable)
        return
    p.jobs[at] = charge(act, verb, rest)
    if verb == "advance":
        move_track(p, seat, RAILROADS.index(rest[0]), COLOURS.index(rest[1]))
    elif verb == "industry":
        move_marker(p, seat, int(rest[0]) - 1)
    elif word == "build:locomotive":
        number = lowest_pile(p)
        p.piles[number] -= 1
        p.jobs.append(Rewards(seat))
        p.jobs.append(Place(seat, number, new=True))
    else:
        take_factory(p, seat, int(rest[1]) if len(rest) > 1 else 0)


def charge(act: Act, verb: str, rest: list[str]) -> Act:
    """The action without the step: it is charged to the narrowest part that accepts it (RR-TURN-14)."""

    def accepts(part: Part) -> bool:
        if verb == "advance":
            return part.verb in ("track", "track_up_to") and rest[1] in part.what
        if verb == "build":
            return part.verb == "build" and rest[0] in part.what
        return part.verb == verb

    fitting = [at for at, part in enumerate(act.parts) if accepts(part)]
    chosen = min(fitting, key=lambda at: (len(act.parts[at].what), act.parts[at].extra))
    part = act.parts[chosen]
    rest_of_it = (replace(part, n=part.n - 1),) if part.n > 1 else ()
    parts = act.parts[:chosen] + rest_of_it + act.parts[chosen + 1 :]
    if act.black and rest[-1] == "black":
        return replace(act, parts=(*parts, Part("track", ("black",), 1, extra=True)), black=False)
    return replace(act, parts=parts)


# ---------------------------------------------------------------- tracks (pp. 6, 7, 17)


def track_words(p: Position, player: Player, colours: tuple[str, ...]) -> list[str]:
    return [
        f"advance:{RAILROADS[railroad]}:{COLOURS[colour]}"
        for railroad in range(3)
        for colour in p.printed.railroad_colours[railroad]
        if COLOURS[colour] in colours and track_may_move(p, player, railroad, colour)
    ]


def track_may_move(p: Position, player: Player, railroad: int, colour: int) -> bool:
    at = railroad * 5 + colour
    here = player.tracks[at]
    if here < 0:
        return False  # not earned (RR-TRACK-08)
    if colour == 0:
        return bool(here < p.printed.lengths[railroad])
    return here + 1 < player.tracks[at - 1]  # never onto or past the one ahead (RR-TRACK-06)


def move_track(p: Position, seat: int, railroad: int, colour: int) -> None:
    p.players[seat].tracks[railroad * 5 + colour] += 1
    gain_rewards(p, seat)


def gain_rewards(p: Position, seat: int) -> None:
    """Whatever special spaces are reached now and have not given their advantage yet (RR-PBOARD-01, -17)."""
    player = p.players[seat]
    for special in p.printed.once:
        if special.index in player.reached:
            continue
        if player.tracks[special.railroad * 5 + special.colour] < special.space:
            continue
        if special.locomotive and player.reach(special.railroad) < special.space:
            continue
        player.reached |= {special.index}
        begin_reward(p, seat, special.parts)


def begin_reward(p: Position, seat: int, parts: tuple[Part, ...]) -> None:
    for part in parts:
        if part.verb in AT_ONCE:
            do_at_once(p, seat, part)
        else:
            p.jobs.append(Act(seat, (part,), full=False, declinable=True))


# ---------------------------------------------------------------- industry (pp. 11, 12, 22)


def marker_may_move(p: Position, player: Player, marker: int) -> bool:
    here = player.markers[marker]
    if here < 0 or here + 1 >= len(p.printed.lane):
        return False
    if here + 1 == player.markers[1 - marker]:
        return False  # never both on one space (RR-INDUSTRY-14)
    return bool(p.printed.lane_slot[here + 1] <= len(player.factories))  # not into a gap (RR-INDUSTRY-03)


def move_marker(p: Position, seat: int, marker: int) -> None:
    player = p.players[seat]
    player.markers[marker] += 1
    here = player.markers[marker]
    if p.printed.lane[here] == "factory":
        number = player.factories[p.printed.lane_slot[here] - 1]
        begin_action(p, seat, p.printed.factories[number], full=False)
    elif p.printed.lane[here] == "question" and p.printed.question_bit not in player.reached:
        player.reached |= {p.printed.question_bit}
        p.jobs.append(Token(seat))


# ---------------------------------------------------------------- locomotives and factories (pp. 8 to 10)


def lowest_pile(p: Position) -> int:
    """The number of the lowest pile with tiles, 0 if there is none (RR-LOCO-01)."""
    return next((number for number, tiles in enumerate(p.piles) if tiles), 0)


def can_place(player: Player, number: int) -> bool:
    return any(standing < number for standing in player.locomotives)


def build_words(p: Position, player: Player, kinds: tuple[str, ...]) -> list[str]:
    words = []
    lowest = lowest_pile(p)
    if "locomotive" in kinds and lowest and can_place(player, lowest):
        words.append("build:locomotive")
    if "factory" in kinds:
        if lowest:
            words.append("build:factory")
        words += [f"build:factory:{number}" for number, tiles in enumerate(p.opened) if tiles]
    return words


def take_factory(p: Position, seat: int, opened: int) -> None:
    number = opened or lowest_pile(p)
    if opened:
        p.opened[number] -= 1
    else:
        p.piles[number] -= 1
    if len(p.players[seat].factories) < FACTORY_SLOTS:
        p.players[seat].factories.append(number)
    else:
        p.jobs.append(Slot(seat, number))


def answer_slot(p: Position, job: Slot, word: str) -> None:
    p.jobs.pop()
    slot = int(word.split(":")[1]) - 1
    factories = p.players[job.seat].factories
    p.opened[factories[slot]] += 1
    factories[slot] = job.number


def place_words(p: Position, job: Place) -> list[str]:
    """Onto an empty place or in place of a lower number. What cannot be placed is given up (RR-LOCO-08 to -11).

    The two places of the Trans-Siberian are one choice where both hold the same number.
    """
    standing = p.players[job.seat].locomotives
    twins = standing[0] == standing[1]
    words = [f"place:{PLACES[at]}" for at in range(4) if standing[at] < job.number and not (at == 0 and twins)]
    if job.new:
        return words
    strict = p.printed.options["flip_rule"] == "only_if_no_lower"
    if not words or (not strict and 0 not in standing):
        words.append("give_up")
    return words


def answer_place(p: Position, job: Place, word: str) -> None:
    p.jobs.pop()
    if word == "give_up":
        p.opened[job.number] += 1
        return
    place = PLACES.index(word.split(":")[1])
    standing = p.players[job.seat].locomotives
    displaced = standing[place]
    standing[place] = job.number
    standing[:2] = sorted(standing[:2], reverse=True)  # where the two stand does not matter: the higher is named first
    if displaced:
        p.jobs.append(Place(job.seat, displaced, new=False))


# ---------------------------------------------------------------- repeating (p. 24)


def space_named(p: Position, name: str) -> Space:
    found = p.printed.spaces.get(name)
    return found or p.printed.engineers[int(name.split("-")[1])]


def action_of(p: Position, space: Space) -> tuple[Part, ...]:
    """The parts of a space's action; on a space for light engineers those of the engineer lying there."""
    if space.strip >= 0:
        number = p.strip[space.strip]
        return p.printed.engineers[number].parts if number else ()
    return space.parts


def excluding(parts: tuple[Part, ...], space: Space) -> tuple[Part, ...]:
    """A repeat engineer never picks itself (RR-REUSE-04): its part carries the name of its space."""
    return tuple(replace(part, what=(space.name,)) if part.verb == "repeat" else part for part in parts)


def single_worker(p: Position, stacks: list[Stack]) -> bool:
    """Do the pieces of one player on one space make it repeatable (RR-REUSE-02, -03, -05)?"""
    own = sum(stack.workers + stack.turquoise for stack in stacks)
    if own != 1 or any(stack.black for stack in stacks):
        return False
    return p.printed.options["repeat_needs"] == "single_worker" or not any(stack.roubles for stack in stacks)


def repeatable(p: Position, seat: int, excluded: tuple[str, ...], full: bool) -> list[Space]:
    """The spaces with one and only one worker of this player whose action would do something (RR-REUSE-01 to -09)."""
    found = []
    for index in dict.fromkeys(stack.space for stack in p.stacks if stack.seat == seat):
        space = p.printed.by_index[index]
        if space.order or space.name in excluded:
            continue
        if not single_worker(p, [s for s in p.stacks if s.seat == seat and s.space == index]):
            continue
        parts = excluding(action_of(p, space), space)
        nested = tuple(replace(part, what=(*excluded, *part.what)) if part.verb == "repeat" else part for part in parts)
        if does_something(p, seat, nested) and (not full or all_at_once(p, seat, parts)):
            found.append(space)
    return found


# ---------------------------------------------------------------- tokens and cards (pp. 17, 22, 23)


def token_words(p: Position, seat: int) -> list[str]:
    player = p.players[seat]
    return [
        f"token:{name}"
        for name in p.printed.tokens
        if name not in player.tokens and not (name == "second_marker" and player.markers[0] == 0)
    ]


def answer_token(p: Position, job: Token, word: str) -> None:
    p.jobs.pop()
    name = word.split(":")[1]
    p.players[job.seat].tokens |= {name}
    begin_action(p, job.seat, p.printed.tokens[name], full=False)


def answer_card(p: Position, job: Card, word: str, full: bool) -> None:
    """A card is carried out completely or, where that is impossible, as far as it is; never declined (RR-CARD-12)."""
    p.jobs.pop()
    name = word.split(":")[1]
    p.cards.remove(name)
    begin_action(p, job.seat, p.printed.cards[name], full, declinable=False)


def again_words(p: Position, seat: int) -> list[str]:
    player = p.players[seat]
    words = []
    if possible_at_once(p, seat, Part("doubler", (), 1)):
        words.append("again:doubler")
    if any(marker_may_move(p, player, marker) for marker in (0, 1)):
        words.append("again:industry")
    if track_words(p, player, ("black",)):
        words.append("again:track")
    return words
