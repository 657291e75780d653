"""Can an action be carried out in its entirety (p. 5)? Answered by trying everything that it allows and triggers.

An action that has to be carried out in full may be chosen only if some sequence of choices, with everything that they
trigger, makes every printed part (RR-TURN-18); while it runs, a step of it that makes another part impossible is not
offered as long as another step avoids that (RR-TURN-19).
"""

from __future__ import annotations

from typing import Any

from tests.games.russian_railroads.oracle import effects
from tests.games.russian_railroads.oracle.model import Act, Card, Job, Place, Position, Rewards, Slot, Token
from tests.games.russian_railroads.oracle.printed import Part

HARMLESS = ("done", "token:revaluation", "token:kiev_medal", "token:three_doublers", "give_up")
"""Tried first, as they lead back to the action soonest."""

MOST = 300_000
"""How many positions one search looks at before it gives up; the comparison counts searches that did."""


class TooLong(Exception):
    """A search that was given up."""


class Effort:
    """How much all searches have done."""

    longest = 0
    given_up = 0


def action_words(p: Position, job: Job) -> list[str]:
    """What an action that runs allows now, whether or not it can be finished afterwards. None: it goes on by itself."""
    if isinstance(job, Act):
        words = effects.act_words(p, job)
        beside = job.full and not job.printed  # only the black worker's extra step is left
        return [*words, "done"] if words and (job.declinable or beside) else words
    if isinstance(job, Place):
        return effects.place_words(p, job)
    if isinstance(job, Slot):
        return [f"slot:{slot + 1}" for slot in range(effects.FACTORY_SLOTS)]
    if isinstance(job, Token):
        return effects.token_words(p, job.seat)
    if isinstance(job, Card):
        return card_words(p, job)
    return []


def answer_action(p: Position, word: str) -> None:
    job = p.jobs[-1]
    if isinstance(job, Act):
        effects.answer_act(p, job, word)
    elif isinstance(job, Place):
        effects.answer_place(p, job, word)
    elif isinstance(job, Slot):
        effects.answer_slot(p, job, word)
    elif isinstance(job, Token):
        effects.answer_token(p, job, word)
    elif isinstance(job, Card):
        effects.answer_card(p, job, word, full=complete_card(p, job, word))
    else:
        raise AssertionError(job)


def resolve_action(p: Position) -> None:
    """The last job asks nothing: it is done, or lapses."""
    job = p.jobs.pop()
    if isinstance(job, Rewards):
        effects.gain_rewards(p, job.seat)


def card_words(p: Position, job: Card) -> list[str]:
    """The question cards that can be carried out completely, else those with any effect (RR-CARD-12)."""
    words = [f"card:{name}" for name in p.cards]
    complete = [word for word in words if complete_card(p, job, word)]
    some = [f"card:{name}" for name in p.cards if effects.does_something(p, job.seat, p.printed.cards[name])]
    return complete or some


def complete_card(p: Position, job: Card, word: str) -> bool:
    if not effects.all_at_once(p, job.seat, p.printed.cards[word.split(":")[1]]):
        return False
    trial = p.copy(job.seat)
    effects.answer_card(trial, job, word, full=True)
    return can_finish(trial, len(p.jobs) - 1)


def legal_in_action(p: Position) -> list[str]:
    """The legal answers to the question of an action that runs.

    Steps of a full action must leave its other parts possible, the chain of its own locomotive too; effects that were
    triggered on the way are free (RR-TURN-19).
    """
    job = p.jobs[-1]
    words = action_words(p, job)
    base = len(p.jobs) - 1
    while base >= 0 and isinstance(p.jobs[base], Place | Slot | Rewards):
        base -= 1
    act = p.jobs[base] if base >= 0 else None
    if len(words) < 2 or not (isinstance(act, Act) and act.full and act.printed):
        return words
    good = []
    for word in words:
        trial = p.copy(job.seat)
        answer_action(trial, word)
        if can_finish(trial, base):
            good.append(word)
    return good or words


def can_finish(p: Position, base: int) -> bool:
    """Can every full action from the job at `base` on be carried out completely? The position is used up."""
    seat = p.jobs[base].seat
    search = Search(seat, base)
    try:
        found = search.go(p)
    except TooLong:
        Effort.given_up += 1
        return True
    Effort.longest = max(Effort.longest, search.seen)
    return found


class Search:
    """A search through everything that can follow, which remembers the positions that led to nothing."""

    def __init__(self, seat: int, base: int) -> None:
        self.seat = seat
        self.base = base
        self.failed: set[Any] = set()
        self.way: list[str] = []
        self.seen = 0

    def go(self, p: Position) -> bool:
        """Is there a way? Its words, single answers among them, are then in `way`."""
        length = len(self.way)
        while True:
            if not any(isinstance(job, Act) and job.full and job.printed for job in p.jobs[self.base :]):
                return True
            if self.hopeless(p):
                del self.way[length:]
                return False
            job = p.jobs[-1]
            words = action_words(p, job)
            if len(words) == 1:
                self.way += words
                answer_action(p, words[0])
            elif words:
                break
            elif isinstance(job, Act) and job.full and job.printed:
                del self.way[length:]
                return False
            else:
                resolve_action(p)
        if not self.try_each(p, words):
            del self.way[length:]
            return False
        return True

    def try_each(self, p: Position, words: list[str]) -> bool:
        sign = p.sign(self.seat)
        if sign in self.failed:
            return False
        self.seen += 1
        if self.seen > MOST:
            raise TooLong
        for word in sorted(words, key=lambda word: HARMLESS.index(word) if word in HARMLESS else len(HARMLESS)):
            trial = p.copy(self.seat)
            answer_action(trial, word)
            self.way.append(word)
            if self.go(trial):
                return True
            self.way.pop()
        self.failed.add(sign)
        return False

    def hopeless(self, p: Position) -> bool:
        """Is there a part that nothing can help? Black tracks have so much room and no more, piles never grow."""
        player = p.players[self.seat]
        room = sum(length - player.tracks[at * 5] for at, length in enumerate(p.printed.lengths))
        for job in p.jobs[self.base :]:
            if not (isinstance(job, Act) and job.full):
                continue
            for part in job.printed:
                if part.verb == "track" and part.what == ("black",) and part.n > room:
                    return True
                if part.verb == "build" and part.what == ("locomotive",) and not effects.lowest_pile(p):
                    return True
        return False


def can_do(p: Position, seat: int, parts: tuple[Part, ...]) -> bool:
    """Could these parts be carried out in full as an action that begins now?"""
    if not parts or not effects.all_at_once(p, seat, parts):
        return False
    trial = p.copy(seat)
    effects.begin_action(trial, seat, parts, full=True)
    return can_finish(trial, len(p.jobs))


def way_to_do(p: Position, seat: int, parts: tuple[Part, ...]) -> list[str]:
    """One way to carry these parts out in full, for people who read a difference."""
    trial = p.copy(seat)
    effects.begin_action(trial, seat, parts, full=True)
    search = Search(seat, len(p.jobs))
    return search.way if search.go(trial) else ["there is none"]
