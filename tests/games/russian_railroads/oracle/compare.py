"""Plays whole games and compares rules and model after every word: who is asked, the legal words, every number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.games.russian_railroads.oracle.effects import action_of, excluding
from tests.games.russian_railroads.oracle.lookahead import way_to_do
from tests.games.russian_railroads.oracle.made import made_view, read_view
from tests.games.russian_railroads.oracle.model import NATURE, Position, Turn
from tests.games.russian_railroads.oracle.printed import COLOURS, Printed
from tests.games.russian_railroads.oracle.turns import Game, is_open, payments
from trainshed.bots.bot import Budget, find

STYLES = ("random", "busy", "thumb", "mixed", "keen")
"""How a game is played: any word at random; at random but rarely passing; by the bot `thumb`; by the last two in turns;
or each seat with words that it likes best, which leads far along one way: to white tracks, or through all factories."""

CLAUSES = {
    "actor": "RR-TURN-09",
    "words": "RR-TURN-18",
    "points": "RR-SCORE-02",
    "tracks": "RR-TRACK-03",
    "locomotives": "RR-LOCO-08",
    "factories": "RR-FACTORY-04",
    "markers": "RR-INDUSTRY-01",
    "engineers": "RR-ENGINEER-02",
    "workers": "RR-TURN-03",
    "roubles": "RR-ROUBLE-07",
    "doublers": "RR-AUX-09",
    "gained": "RR-PBOARD-17",
    "tokens": "RR-PBOARD-15",
    "due": "RR-TURN-16",
    "order": "RR-ORDER-07",
    "claims": "RR-ORDER-04",
    "stacks": "RR-TURN-03",
    "piles": "RR-LOCO-01",
    "open_factories": "RR-LOCO-10",
    "strip": "RR-ENGINEER-08",
    "round": "RR-ROUND-06",
    "cards": "RR-CARD-11",
    "takes": "RR-TOKEN-10",
    "lookers": "RR-TURN-22",
    "looks": "RR-TURN-22",
    "scored": "RR-SCORE-02",
    "standings": "RR-FINAL-08",
}
"""The clause to begin with when such a thing differs; the word that was played says more."""


@dataclass
class Setup:
    """One game to compare."""

    seed: str
    seats: int
    options: dict[str, str]
    style: str


@dataclass
class Difference:
    """Something that the rules and the model see differently, and the words that led to it."""

    setup: Setup
    words: list[str]
    what: str
    expected: Any
    seen: Any

    @property
    def clause(self) -> str:
        return CLAUSES.get(self.what.split(".")[-1], "")

    def __str__(self) -> str:
        head = (
            f"seed {self.setup.seed}, {self.setup.seats} seats, {self.setup.style}, {self.setup.options or 'defaults'}"
        )
        last = " ".join(self.words[-8:])
        return (
            f"{head}, after word {len(self.words)} ({last}): {self.what} {self.clause}\n"
            f"    expected {self.expected}\n    seen     {self.seen}"
        )


@dataclass
class Compared:
    """A compared game: its words, and the differences found."""

    words: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)


def expected_numbers(p: Position) -> dict[str, Any]:
    """Everything public that the model predicts, by name."""
    facts: dict[str, Any] = {
        "round": p.round,
        "order": p.order,
        "claims": p.claims,
        "piles": p.piles,
        "open_factories": p.opened,
        "strip": p.strip,
        "roubles": p.roubles,
        "doublers": p.doublers,
        "turquoise": p.turquoise,
        "cards": sorted(p.cards),
        "starts": sorted(p.starts),
        "takes": p.takes,
        "pile_size": p.pile_size,
        "lookers": [list(entry) for entry in p.lookers],
        "over": p.over,
        "scores": p.scores,
        "standings": p.standings,
        "opened": [player.bonus for player in p.players] if p.over else [],
        "stacks": pieces((s.space, s.seat, s.workers, s.turquoise, s.black, s.roubles) for s in p.stacks),
    }
    for seat, player in enumerate(p.players):
        own = {
            "points": player.points,
            "tracks": player.tracks,
            "locomotives": player.locomotives,
            "factories": player.factories,
            "markers": player.markers,
            "engineers": sorted(player.engineers),
            "workers": player.workers,
            "reserve": player.reserve,
            "turquoise": player.turquoise,
            "black": player.black,
            "roubles": player.roubles,
            "doublers": player.doublers,
            "gained": sum(1 << index for index in player.reached),
            "tokens": sorted(player.tokens),
            "gained_workers": player.gained_workers,
            "due": player.due,
            "revalued": player.revalued,
            "medal": player.medal,
            "passed": player.passed,
            "bonus": len(player.bonus),
        }
        facts.update({f"seat {seat + 1}.{name}": value for name, value in own.items()})
    return facts


def seen_numbers(view: Any) -> dict[str, Any]:
    """The same, from a view of the rules."""
    plain = ("round", "order", "claims", "piles", "open_factories", "strip", "roubles", "doublers", "turquoise")
    more = ("takes", "pile_size", "lookers", "over", "scores", "standings", "opened")
    facts = {name: getattr(view, name) for name in (*plain, *more)}
    facts["cards"] = sorted(view.cards)
    facts["starts"] = sorted(view.starts)
    facts["stacks"] = pieces((s.space, s.seat, s.workers, s.turquoise, s.black, s.roubles) for s in view.stacks)
    for seat, player in enumerate(view.players):
        for name in player.__struct_fields__:
            value = getattr(player, name)
            facts[f"seat {seat + 1}.{name}"] = sorted(value) if name in ("engineers", "tokens") else value
    return facts


def pieces(stacks: Iterator[tuple[int, ...]]) -> dict[tuple[int, int], list[int]]:
    """All pieces of a player on a space together: how often the space was used does not matter."""
    found: dict[tuple[int, int], list[int]] = {}
    for space, seat, *numbers in stacks:
        together = found.setdefault((space, seat), [0, 0, 0, 0])
        found[space, seat] = [one + other for one, other in zip(together, numbers, strict=True)]
    return found


class Chooser:
    """Chooses the words of a game in one of the styles."""

    def __init__(self, style: str, rng: Random) -> None:
        self.style = style
        self.rng = rng
        self.bot = find("thumb")
        self.likings: dict[tuple[int, str], float] = {}

    def liking(self, seat: int, word: str) -> float:
        """How much a seat likes a word: the same in the whole game; nobody likes to stop."""
        if word in ("pass", "done", "stay"):
            return -3
        if (seat, word) not in self.likings:
            far = "black" in word if seat % 2 else word.startswith(("industry", "build", "space:industry"))
            self.likings[seat, word] = self.rng.gauss(1.2 if far or "white" in word or "natural" in word else 0, 1)
        return self.likings[seat, word]

    def choose(self, state: Any, moves: list[int], word: Any) -> int:
        if self.style == "thumb" or (self.style == "mixed" and self.rng.random() < 0.5):
            view = state.view(state.actor)
            return self.bot.choose(view, moves, Budget(), self.rng, lambda: state.game.world(view, self.rng))
        if self.style == "keen":
            return max(moves, key=lambda move: self.liking(state.actor, word(move)) + self.rng.gauss(0, 0.3))
        if self.style in ("busy", "mixed") and self.rng.random() < 0.97:
            moves = [move for move in moves if word(move) not in ("pass", "done", "stay")] or moves
        return self.rng.choice(moves)


def compare_game(title: Any, setup: Setup, options: dict[str, str] | None = None, first: bool = False) -> Compared:
    """Play one game with the rules and tell the model every word.

    `options` are those of the model if they are not the same; `first`: stop at the first difference of any kind.
    """
    rng = Random(setup.seed)
    state = title.start(setup.seats, setup.options)
    printed = Printed(setup.seats, {**state.options, **(options or {})})
    return follow(title, setup, state, Game(Position(printed)), rng, first)


def compare_made(title: Any, setup: Setup, words: int = 20) -> Compared:
    """Play some words of a game, put boards made at random in place of the players', and compare what follows."""
    rng = Random(setup.seed)
    state = title.start(setup.seats, setup.options)
    printed = Printed(setup.seats, dict(state.options))
    skip = title.vocabulary.ids["pass"]
    least = rng.randint(30, 160)
    said = 0
    while said < least or skip not in state.moves():
        state.apply(rng.choice([move for move in state.moves() if move != skip] or state.moves()))
        said += 1
        if state.over or state.view(None).lookers:
            return Compared()
    view = made_view(state.view(None), printed, rng)
    return follow(title, setup, title.world(view, rng), Game(read_view(printed, view)), rng, words=words)


def follow(
    title: Any, setup: Setup, state: Any, model: Game, rng: Random, first: bool = False, words: int = 10_000
) -> Compared:
    """Compare from a position on, at most so many words.

    Where only the legal words differ, the game goes on with a word that both allow; any other difference ends it.
    """
    state.listen()
    chooser = Chooser(setup.style, rng)
    word = title.vocabulary.word
    compared = Compared()
    scored: list[list[int]] = []
    while True:
        differing = list(differences(state, model, word, scored))
        if state.over or (compared.words and compared.words[-1].startswith(("look", "removed:", "bonus:"))):
            differing += hidden_differences(state, model.p)
        compared.differences += [Difference(setup, compared.words[:], *three) for three in differing]
        both = [move for move in state.moves() if word(move) in model.words]
        if state.over or not both or (differing and (first or any(what != "words" for what, _, _ in differing))):
            return compared
        if len(compared.words) >= words:
            return compared
        by_nature = state.actor == NATURE
        move = state.pick(rng.randrange(state.tickets())) if by_nature else chooser.choose(state, both, word)
        said = word(move)
        compared.words.append(said)
        state.apply(move)
        model.p.scored = []
        model.tell(said)
        scored = [
            [*event.railroads, event.stars, event.industry]
            for event in state.events(None)
            if type(event).__name__ == "RoundScored"
        ]


def differences(state: Any, model: Game, word: Any, scored: list[list[int]]) -> Iterator[tuple[str, Any, Any]]:
    """What the rules and the model see differently now: name, expected, seen."""
    p = model.p
    if state.actor != model.actor:
        yield "actor", (model.actor, sorted(model.words)), (state.actor, sorted(word(move) for move in state.moves()))
    else:
        seen_words = sorted(word(move) for move in state.moves())
        if seen_words != sorted(model.words):
            only = sorted(set(model.words) - set(seen_words)), sorted(set(seen_words) - set(model.words))
            yield "words", f"also {only[0]}{ways(p, only[0])}", f"also {only[1]}"
        for name in unearned(p):
            refusal = state.why_not(state.game.vocabulary.ids[name])
            if refusal is None or refusal.clause != "RR-TRACK-08":
                yield f"refusal of {name}", "RR-TRACK-08", refusal
    view = state.view(None)
    seen, expected = seen_numbers(view), expected_numbers(p)
    for name, value in expected.items():
        if seen[name] != value:
            yield name, value, seen[name]
    if scored != p.scored:
        yield "scored", p.scored, scored


def ways(p: Position, words: list[str]) -> str:
    """How the spaces among these words could be carried out in full."""
    names = [word.partition(":")[2] for word in words if word.startswith("space:") and "order" not in word]
    spaces = [p.printed.spaces[name] for name in names]
    found = [way_to_do(p, p.jobs[-1].seat, excluding(action_of(p, space), space)) for space in spaces]
    return f", e.g. {found}" if found else ""


def unearned(p: Position) -> Iterator[str]:
    """Spaces that the player could take and pay, but whose colour has not been earned (RR-TRACK-08)."""
    job = p.jobs[-1] if p.jobs else None
    if not isinstance(job, Turn):
        return
    for space in p.printed.spaces.values():
        colours = {colour for part in space.parts if part.verb == "track" for colour in part.what}
        at = COLOURS.index(colours.pop()) if len(colours) == 1 else 0
        if p.players[job.seat].tracks[at] < 0 and is_open(p, space) and any(payments(p, job.seat, space)):
            yield f"space:{space.name}"


def hidden_differences(state: Any, p: Position) -> Iterator[tuple[str, Any, Any]]:
    """The same for what only one seat may see: looks through the pile and cards held."""
    for seat in range(len(p.players)):
        own = state.view(seat)
        looks = [(look.taken, sorted(look.pile)) for look in own.looks]
        ours = [(taken, sorted(pile)) for who, taken, pile in p.looked if who == seat]
        if looks != ours:
            yield f"seat {seat + 1}.looks", ours, looks
        if own.own_bonus != p.players[seat].bonus:
            yield f"seat {seat + 1}.own_bonus", p.players[seat].bonus, own.own_bonus


def setups(title: Any, games: int, seed: str) -> Iterator[Setup]:
    """Games with 2, 3 and 4 seats in all styles; two of three with the defaults, the others with options changed."""
    changed: list[dict[str, str]] = []
    for option in title.options:
        changed += [{option.name: choice} for choice in option.choices if choice != option.default]
    rng = Random(seed)
    for at in range(games):
        options: dict[str, str] = {}
        if at % 3 == 2:
            options = changed[at // 3 % len(changed)]
            if rng.random() < 0.25:
                options = {option.name: rng.choice(option.choices) for option in title.options}
        yield Setup(f"{seed}-{at}", 2 + at % 7 % 3, dict(options), STYLES[at % len(STYLES)])
