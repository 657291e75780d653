"""Turns and rounds: who is asked, what may be answered, and what follows (pp. 4, 5, 13 to 15, 19 to 21)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from tests.games.russian_railroads.oracle import effects, lookahead, scoring
from tests.games.russian_railroads.oracle.model import (
    NATURE,
    NOBODY,
    Act,
    After,
    BeginRounds,
    Bonus,
    Card,
    Choose,
    Deal,
    Job,
    Lay,
    Look,
    Pay,
    Pick,
    Place,
    Position,
    Relocate,
    Reorder,
    Rewards,
    Scoring,
    Slot,
    Stack,
    Start,
    Swap,
    Token,
    Turn,
)
from tests.games.russian_railroads.oracle.printed import Space

IN_ACTION = (Act, Place, Rewards, Slot, Token, Card)
LOOK = "look"
"""The word that chooses a look through the end bonus pile instead of 10 points."""


class Game:
    """The model of one game: `actor` and `words` are its prediction, `tell` is how it learns what was played."""

    def __init__(self, position: Position) -> None:
        self.p = position
        self.actor = NOBODY
        self.words: list[str] = []
        self.settle()

    def settle(self) -> None:
        """Go on until somebody is asked. A question with one answer that all can see is answered by itself."""
        p = self.p
        while p.jobs and not p.over:
            job = p.jobs[-1]
            words = legal_words(p, job)
            if not words:
                resolve(p, job)
            elif len(words) == 1 and not isinstance(job, Deal | Lay | Look | Pick):
                answer(p, words[0])
            else:
                self.actor, self.words = job.seat, words
                return
        self.actor, self.words = NOBODY, []

    def tell(self, word: str) -> None:
        answer(self.p, word)
        self.settle()


def legal_words(p: Position, job: Job) -> list[str]:
    """The legal answers to the question of a job; none if it asks nothing."""
    if isinstance(job, IN_ACTION):
        return lookahead.legal_in_action(p)
    match job:
        case Deal():
            return [f"seat:{seat + 1}" for seat in range(len(p.players)) if seat not in p.order]
        case Lay():
            letter = p.printed.fill[len(p.strip)] if len(p.strip) < len(p.printed.fill) else ""
            return [
                f"tile:{n}" for n, other in p.printed.letters.items() if letter == other and letter and n not in p.strip
            ]
        case Start():
            return [f"start:{name}" for name in p.starts]
        case Turn():
            return turn_words(p, job.seat)
        case Pay():
            return [pay_word(paid) for paid in good_payments(p, job.seat, effects.space_named(p, job.space))]
        case Swap():
            return [f"swap:{space.name}" for space in own_workers(p, job.seat)]
        case Choose():
            return ["ten", LOOK] if p.pile_size else ["ten"]
        case Look():
            if p.removed:
                return []
            return [f"removed:{one}:{two}" for one, two in combinations(p.printed.bonus_names, 2)]
        case Pick():
            return [f"bonus:{name}" for name in p.pile]
        case Relocate():
            return relocate_words(p, job)
    return []


def answer(p: Position, word: str) -> None:
    """What an answer does."""
    job = p.jobs[-1]
    if isinstance(job, IN_ACTION):
        lookahead.answer_action(p, word)
        return
    rest = word.split(":")[1:]
    player = p.players[job.seat]
    match job:
        case Deal():
            p.order.append(int(rest[0]) - 1)
        case Lay():
            p.strip.append(int(rest[0]))
        case Start():
            p.jobs[-1] = Bonus(job.seat)
            p.starts.remove(rest[0])
            effects.begin_action(p, job.seat, p.printed.starts[rest[0]], full=True)
        case Turn():
            p.jobs.pop()
            if word == "pass":
                player.passed = True
                player.points += p.printed.pass_points[p.order.index(job.seat)]
                return
            name = rest[0] if word.startswith("space:") else f"engineer-{rest[0]}"
            p.jobs.append(Pay(job.seat, name))
        case Pay():
            p.jobs.pop()
            pay(p, job, read_payment(rest[0]))
        case Swap():
            p.jobs.pop()
            swap(p, job, rest[0])
        case Choose():
            p.jobs.pop()
            if word == "ten":
                player.points += p.printed.instead
            else:
                p.jobs += [Pick(job.seat), Look(NATURE)]
        case Look():
            p.jobs.pop()
            for name in rest:
                p.pile.remove(name)
            p.removed = True
            look_through(p)
        case Pick():
            p.jobs.pop()
            p.pile.remove(rest[0])
            player.bonus.append(rest[0])
            p.takes.append(job.seat)
        case Relocate():
            p.jobs[-1] = Bonus(job.seat)
            if word != "stay":
                relocate(p, job, rest[0] if word.startswith("space:") else f"engineer-{rest[0]}")
        case _:
            raise AssertionError(job)


def resolve(p: Position, job: Job) -> None:
    """A job that asks nothing, or nothing more."""
    if isinstance(job, IN_ACTION):
        lookahead.resolve_action(p)
        return
    match job:
        case Lay():
            if len(p.strip) < len(p.printed.fill):
                p.strip.append(0)
            else:
                p.jobs.pop()
                p.jobs += [Start(p.order[position - 1]) for position in reversed(p.printed.choosers)]
        case BeginRounds():
            p.jobs.pop()
            p.round = 1
            p.starts = []
            begin_turn(p, p.order[0])
        case After():
            p.jobs.pop()
            following = next_player(p, job.seat)
            if following is None:
                p.jobs.append(Reorder(NOBODY))
            else:
                begin_turn(p, following)
        case Bonus():
            if p.players[job.seat].due:
                p.players[job.seat].due -= 1
                p.jobs.append(Choose(job.seat))
            else:
                p.jobs.pop()
        case Look():
            p.jobs.pop()
            look_through(p)
        case Reorder():
            p.jobs.pop()
            p.jobs.append(Scoring(NOBODY))
            if not p.last_round:
                reorder(p)
                p.jobs += [Relocate(p.claims[at], at + 1) for at in (0, 1) if p.claims[at] >= 0]
        case Scoring():
            p.jobs.pop()
            scoring.score_round(p)
            if p.last_round:
                scoring.score_end(p)
            else:
                clean_up(p)
                begin_turn(p, p.order[0])
        case _:
            p.jobs.pop()


def begin_turn(p: Position, seat: int) -> None:
    p.jobs += [After(seat), Bonus(seat), Turn(seat)]


def next_player(p: Position, seat: int) -> int | None:
    """The next one in turn order who has not passed (RR-TURN-09, -10)."""
    at = p.order.index(seat)
    for other in (*p.order[at + 1 :], *p.order[: at + 1]):
        if not p.players[other].passed:
            return other
    return None


def look_through(p: Position) -> None:
    seat = p.jobs[-1].seat
    p.lookers.append((seat, len(p.takes)))
    p.looked.append((seat, len(p.takes), tuple(p.pile)))


# ---------------------------------------------------------------- a turn (pp. 5, 13, 14)

Payment = tuple[int, int, int, int]
"""Own workers, turquoise ones, black ones, roubles."""


def turn_words(p: Position, seat: int) -> list[str]:
    words = ["pass"]
    for space in p.printed.spaces.values():
        if is_open(p, space) and may_take(p, seat, space):
            words.append(f"space:{space.name}")
    for number in p.players[seat].engineers:
        space = p.printed.engineers[number]
        if is_open(p, space) and may_take(p, seat, space):
            words.append(f"engineer:{number}")
    return words


def is_open(p: Position, space: Space) -> bool:
    """Does the space exist in this round, and is it unoccupied (RR-TURN-02, RR-BOARD-13, RR-ROUND-07)?"""
    if space.until_last_round and p.last_round:
        return False
    if space.only_last_round and not p.last_round:
        return False
    return space.never_occupied or not any(stack.space == space.index for stack in p.stacks)


def may_take(p: Position, seat: int, space: Space) -> bool:
    return bool(next(iter(good_payments(p, seat, space)), None))


def good_payments(p: Position, seat: int, space: Space) -> Iterator[Payment]:
    """All payments with which the action of the space can be carried out as it must be.

    The payment matters for that only if the space could itself be repeated on the way (RR-REUSE-08).
    """
    if space.order and not may_claim(p, seat, space):
        return
    known: dict[bool, bool] = {}
    for paid in payments(p, seat, space):
        if space.order:
            if paid[0] or own_workers(p, seat):
                yield paid
            continue
        if space.engineer:
            yield paid  # an own engineer may be used even if nothing of it can be done (RR-ENGINEER-04)
            continue
        stack = Stack(space.index, seat, *paid)
        earlier = [other for other in p.stacks if other.seat == seat and other.space == space.index]
        kind = effects.single_worker(p, [*earlier, stack])
        if kind not in known:
            trial = p.copy(seat)
            trial.stacks.append(stack)
            known[kind] = lookahead.can_do(trial, seat, effects.excluding(effects.action_of(p, space), space))
        if known[kind]:
            yield paid


def payments(p: Position, seat: int, space: Space) -> Iterator[Payment]:
    """Exactly as many pieces as asked, at least the printed roubles among them (RR-BOARD-29)."""
    player = p.players[seat]
    pieces = space.workers + space.roubles
    for workers in range(min(pieces, player.workers), -1, -1):
        for turquoise in range(min(pieces - workers, player.turquoise), -1, -1):
            for black in range(min(pieces - workers - turquoise, player.black), -1, -1):
                roubles = pieces - workers - turquoise - black
                if space.roubles <= roubles <= player.roubles:
                    yield workers, turquoise, black, roubles


def pay_word(paid: Payment) -> str:
    return "pay:" + "".join(f"{letter}{n}" for letter, n in zip("wtbr", paid, strict=True) if n)


def read_payment(text: str) -> Payment:
    counts = {text[at]: int(text[at + 1]) for at in range(0, len(text), 2)}
    return counts.get("w", 0), counts.get("t", 0), counts.get("b", 0), counts.get("r", 0)


def pay(p: Position, job: Pay, paid: Payment) -> None:
    player = p.players[job.seat]
    workers, turquoise, black, roubles = paid
    player.workers -= workers
    player.turquoise -= turquoise
    player.black -= black
    player.roubles -= roubles
    space = effects.space_named(p, job.space)
    p.stacks.append(Stack(space.index, job.seat, *paid))
    if space.order:
        if workers:
            p.claims[space.order - 1] = job.seat
        else:
            p.jobs.append(Swap(job.seat, space.name, "t" if turquoise else "b" if black else "r"))
        return
    parts = effects.excluding(effects.action_of(p, space), space)
    effects.begin_action(p, job.seat, parts, full=not space.engineer, black=black > 0)


# ---------------------------------------------------------------- turn order (pp. 14, 15)


def may_claim(p: Position, seat: int, space: Space) -> bool:
    """Not the current position (but with 2 players), not both claims (RR-ORDER-05, -06)."""
    if seat in p.claims:
        return False
    return p.printed.own_claim or p.order[space.order - 1] != seat


def own_workers(p: Position, seat: int) -> list[Space]:
    """The other action spaces on which a worker of the player's colour stands."""
    indices = sorted({stack.space for stack in p.stacks if stack.seat == seat and stack.workers})
    return [p.printed.by_index[index] for index in indices if not p.printed.by_index[index].order]


def swap(p: Position, job: Swap, name: str) -> None:
    claim, other = effects.space_named(p, job.space), effects.space_named(p, name)
    field = {"t": "turquoise", "b": "black", "r": "roubles"}[job.piece]
    at = next(at for at, s in enumerate(p.stacks) if s.seat == job.seat and s.space == other.index and s.workers)
    stack = p.stacks[at]
    p.stacks[at] = replace(stack, workers=stack.workers - 1, **{field: getattr(stack, field) + 1})
    at = next(at for at, s in enumerate(p.stacks) if s.seat == job.seat and s.space == claim.index)
    p.stacks[at] = Stack(claim.index, job.seat, 1, 0, 0, 0)
    p.claims[claim.order - 1] = job.seat


def reorder(p: Position) -> None:
    """Claimants take the claimed positions, the others slide right and keep their order (RR-ORDER-07 to -10)."""
    first, second = p.claims
    if first < 0 and second == p.order[0]:
        return
    rest = [seat for seat in p.order if seat not in p.claims]
    order = [first if first >= 0 else rest.pop(0)]
    if second >= 0:
        order.append(second)
    p.order = order + rest


def relocate_words(p: Position, job: Relocate) -> list[str]:
    """Free spaces that need exactly one worker (RR-ORDER-14, -20), or the worker stays."""
    words = ["stay"]
    engineers = [p.printed.engineers[number] for number in p.players[job.seat].engineers]
    for space in (*p.printed.spaces.values(), *engineers):
        if space.order or (space.workers, space.roubles) != (1, 0) or not is_open(p, space):
            continue
        if space.engineer:
            words.append(f"engineer:{space.engineer}")
            continue
        trial = p.copy(job.seat)
        move_claim(trial, job, space)
        if lookahead.can_do(trial, job.seat, effects.excluding(effects.action_of(p, space), space)):
            words.append(f"space:{space.name}")
    return words


def move_claim(p: Position, job: Relocate, target: Space) -> None:
    claim = p.printed.spaces[f"order_{job.position}"]
    p.stacks = [stack for stack in p.stacks if stack.space != claim.index]
    p.stacks.append(Stack(target.index, job.seat, 1, 0, 0, 0))


def relocate(p: Position, job: Relocate, name: str) -> None:
    space = effects.space_named(p, name)
    move_claim(p, job, space)
    parts = effects.excluding(effects.action_of(p, space), space)
    effects.begin_action(p, job.seat, parts, full=not space.engineer)


# ---------------------------------------------------------------- the next round (pp. 19, 20)


def clean_up(p: Position) -> None:
    for stack in p.stacks:
        player = p.players[stack.seat]
        player.workers += stack.workers
        player.black += stack.black
        p.roubles += stack.roubles
    for player in p.players:
        player.turquoise = 0
        player.passed = False
    p.stacks = []
    p.turquoise = p.printed.turquoise
    p.strip = [0, *p.strip[:-1]]
    p.claims = [-1, -1]
    p.round += 1
