"""What of Spike is compared with the model after every word, and how the compared games are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.games.spike.oracle.model import NATURE, Game, Illegal
from tests.games.spike.oracle.printed import Printed, content
from tests.support.games.oracle import Box, Differing, Oracle, Setup, facts_that_differ, possible_first_player
from trainshed.bots.bot import Budget, find

STYLES = ("random", "busy", "carry", "thumb", "hoard", "shuttle", "mixed")
"""How a game is played: any word at random; building, moving and delivering whenever possible; the same with trains
that run where something can be loaded or delivered; by the bot `thumb`; almost only drawing, until nearly all cards are
in hands; running to and fro after some building; by the bot and at random in turns."""

LIKINGS: dict[str, dict[str, float]] = {
    "busy": {
        "deliver": 900, "load": 60, "unload": 0.1, "build": 40, "start": 8, "move": 25, "extra": 4, "upgrade": 8,
        "stop": 0.3, "done": 0.3,
    },
    "carry": {
        "deliver": 900, "load": 60, "unload": 0.02, "build": 12, "start": 20, "move": 400, "extra": 9, "upgrade": 8,
        "stop": 0.3, "done": 0.3,
    },
    "hoard": {"pile": 20, "build": 0.1, "upgrade": 0.1, "start": 0.1, "stop": 0.1},
    "shuttle": {
        "deliver": 1, "load": 1, "unload": 1, "build": 0.5, "start": 500, "move": 1, "extra": 500, "take": 0.01,
        "pile": 0.01, "upgrade": 0.01,
    },
}  # fmt: skip
"""How likely words of a family are in a style, compared with one word of any other."""


def long_links(data: dict[str, Any]) -> None:
    """Give some links a second or a third space."""
    rng = Random(5)
    for row in data["links"]["rows"]:
        if rng.random() < 0.3:
            row["colors"] = row["colors"] + rng.choices(data["deck"]["colors"], k=rng.choice((1, 1, 2)))


BOXES: dict[str, Box] = {
    "printed": lambda data: None,
    "7 tracks": lambda data: data["pieces"].update(tracks_per_player=7),
    "3 tracks": lambda data: data["pieces"].update(tracks_per_player=3),
    "long links": long_links,
    "fast trains": lambda data: data["train"].update(speed=[2, 4, 6], supply=[1, 3, 5], upgrade_cost=[1, 2]),
    "few cards": lambda data: data["deck"].update(copies_per_color=6, removed_per_color_two_players=1, face_up=5),
}
"""Changes of what is printed, for rules and model alike. With all its tracks nobody comes to the special end
(SP-END-02), and every printed link has a single space."""

CLAUSES = {
    "actor": "SP-TURN-01",
    "words": "SP-TURN-02",
    "odds": "SP-ROUND-07",
    "illegal": "SP-TURN-02",
    "first": "SP-SETUP-13",
    "turn": "SP-TURN-04",
    "round": "SP-ROUND-01",
    "times": "SP-ROUND-02",
    "market": "SP-MARKET-03",
    "display": "SP-DRAW-03",
    "pile": "SP-ROUND-03",
    "upper": "SP-ROUND-07",
    "pile_times": "SP-ROUND-07",
    "discards": "SP-BUILD-10",
    "tracks": "SP-BUILD-02",
    "last_turns": "SP-END-02",
    "idle": "SP-END-08",
    "money": "SP-COMP-14",
    "stock": "SP-BUILD-02",
    "train": "SP-MOVE-02",
    "heading": "SP-EXTRA-05",
    "contracts": "SP-DELIVER-04",
    "delivered": "SP-DELIVER-06",
    "cities": "SP-ROUTE-06",
    "hand": "SP-DRAW-07",
    "over": "SP-END-01",
    "scores": "SP-ROUTE-02",
    "standings": "SP-TIEBREAK-01",
}
"""The clause to begin with when such a thing differs; the word that was played says more."""


# ------------------------------------------------------------ what is compared


def expected_table(game: Game) -> dict[str, Any]:
    """Everything that the model predicts, by name."""
    printed = game.printed
    spaces = len(printed.values) * printed.columns
    facts: dict[str, Any] = {
        "over": game.over,
        "round": game.round,
        "times": game.times,
        "market": game.market + [""] * (spaces - len(game.market)),
        "display": sorted(game.display),
        "pile": game.pile.total() + game.pile_times,
        "pile_times": game.pile_times,
        "upper": game.upper,
        "discards": [game.discards[colour] for colour in printed.colours],
        "tracks": [sum(1 << seat for seat in game.seats if link in game.players[seat].links) for link in printed.ends],
        "scores": game.totals,
        "standings": game.standings,
    }
    if game.first >= 0:
        facts["first"] = game.first
    if not game.over:
        facts["turn"] = game.turn
        facts["last_turns"] = game.last_turns
    if game.question.begins_turn and game.options["idle_turns"] == "twenty":
        facts["idle"] = game.idle + 1  # the rules count the turn that begins, too
    for seat, player in enumerate(game.players):
        own: dict[str, Any] = {
            "money": game.totals[seat] if game.over else player.money,
            "stock": player.stock,
            "speed": game.value(seat, "locomotive"),
            "supply": game.value(seat, "tender"),
            "capacity": game.value(seat, "car"),
            "train": player.train,
            "heading": player.heading,
            "contracts": sorted((face, printed.commodity[face] in player.aboard) for face in player.contracts),
            "undecided": sorted(player.undecided),
            "delivered": sorted(player.delivered),
            "cities": sorted(game.cities(seat)),
            "cards": player.hand.total(),
            "routes": len(player.routes),
            "hand": [player.hand[colour] for colour in printed.colours],
        }
        if len(player.routes) == 1:
            own["route"] = player.routes[0]
        own["open route"] = player.routes[0] if game.over else ""  # SP-END-05
        facts |= {f"seat {seat + 1}.{name}": value for name, value in own.items()}
    return facts


def seen_table(state: Any) -> dict[str, Any]:
    """The same as the views show it; hand and route card as their owner sees them."""
    view = state.view(None)
    plain = ("over", "round", "times", "market", "pile", "pile_times", "upper", "discards", "tracks", "scores")
    more = ("standings", "first", "turn", "last_turns", "idle")
    facts = {name: getattr(view, name) for name in (*plain, *more)}
    facts["display"] = sorted(card for card in view.display if card)
    for seat, player in enumerate(view.players):
        own = {name: getattr(player, name) for name in player.__struct_fields__}
        own["contracts"] = sorted((contract.face, contract.aboard) for contract in player.contracts)
        for name in ("undecided", "delivered", "cities"):
            own[name] = sorted(own[name])
        mine = state.view(seat)
        own["hand"] = mine.hand
        own["open route"] = player.route
        own["route"] = mine.players[seat].route
        facts |= {f"seat {seat + 1}.{name}": value for name, value in own.items()}
    return facts


# ------------------------------------------------------------ games


class Chooser:
    """Chooses the words of a game in one of the styles."""

    def __init__(self, style: str, rng: Random) -> None:
        self.style = style
        self.rng = rng
        self.bot = find("thumb")
        self.words = 0
        self.open_cards = rng.choice((0.5, 3, 20, 200))
        """How much a hoarder likes the cards of the display."""

    def choose(self, state: Any, game: Game, moves: list[int], word: Any) -> int:
        self.words += 1
        style = self.style
        if style == "shuttle" and self.words < 60 * state.seats:
            style = "busy"
        if style == "mixed":
            style = "thumb" if self.rng.random() < 0.6 else "random"
        if style == "thumb" and not state.game.has_part("bot"):
            style = "carry"
        if style == "thumb":
            view = state.view(state.actor)
            move = self.bot.choose(view, moves, Budget(), self.rng, lambda: state.game.world(view, self.rng))
            return int(move)
        likings = dict(LIKINGS.get(style, {}))
        if style == "hoard":
            likings["take"] = self.open_cards
        heads = [word(move).partition(":")[0] for move in moves]
        many = Counter(heads)
        weights = [likings.get(head, 1) / (many[head] if style != "random" else 1) for head in heads]
        if style == "carry":
            aims = aims_of(game, state.actor)
            near = [nearer(game, state.actor, aims, word(move)) for move in moves]
            best = {head: max(n for n, other in zip(near, heads, strict=True) if other == head) for head in many}
            weights = [likings.get(head, 1) * n / best[head] for head, n in zip(heads, near, strict=True)]
        return self.rng.choices(moves, weights)[0]


def aims_of(game: Game, seat: int) -> set[str]:
    """The cities of the network where the train can deliver something aboard, or else load something."""
    printed, player = game.printed, game.players[seat]
    cities = game.cities(seat)
    aboard = [face for face in player.contracts if printed.commodity[face] in player.aboard]
    aims = {city for face in aboard for city in printed.pay[face]} & cities - player.delivered
    wanted = {printed.commodity[face] for face in player.contracts}
    return aims or {city for city in cities if printed.supplies[city] in wanted - player.aboard}


def nearer(game: Game, seat: int, aims: set[str], word: str) -> float:
    """How good a movement is: five times less with every track between the train and the nearest aim."""
    head, _, space = word.partition(":")
    if head == "place":
        wanted = {game.printed.commodity[face] for face in game.players[seat].contracts}
        return 20 if game.printed.supplies[space] in wanted else 1
    if head not in ("move", "start", "extra"):
        return 1
    own = game.players[seat].links
    border = {space} if space in game.printed.supplies else set(game.printed.ends[space])
    for far in range(len(own) + 1):
        if border & aims:
            return float(0.2**far)
        border |= {node for link in own if border & set(game.printed.ends[link]) for node in game.printed.ends[link]}
    return 0.001


class SpikeOracle(Oracle):
    """How the model of Spike is compared with its rules."""

    slug = "spike"
    clauses = CLAUSES
    boxes = BOXES
    illegal = Illegal

    def content(self) -> dict[str, Any]:
        return content()

    def begin(self, state: Any, data: dict[str, Any], options: dict[str, str]) -> Game:
        return Game(Printed(data), state.seats, options)

    def chooser(self, style: str, rng: Random) -> Chooser:
        return Chooser(style, rng)

    def table_differences(self, state: Any, model: Game, words: list[str]) -> Iterator[Differing]:
        return facts_that_differ(expected_table(model), seen_table(state))

    def ending(self, state: Any, model: Game) -> str:
        return model.ending

    def tell(self, state: Any, model: Game, word: str) -> None:
        model.tell(word)
        if model.question.words == {"pile": 1} and state.actor == NATURE:
            model.tell("pile")  # everybody sees that no other card can be drawn, so the rules need not ask

    def setups(self, title: Any, games: int, seed: str) -> Iterator[Setup]:
        """Games with 2, 3 and 4 seats in all styles, basic and advanced; half of them with other options changed."""
        changed: list[dict[str, str]] = []
        for option in title.options:
            changed += [{option.name: choice} for choice in option.choices if choice != option.default]
        rng = Random(seed)
        for at in range(games):
            seats = 2 + at % 3
            style = STYLES[at // 3 % len(STYLES)]
            options = {"advanced": "yes" if at // 2 % 2 else "no"}
            if at % 4 > 1:
                options |= changed[at // 4 % len(changed)]
                if rng.random() < 0.25:
                    options = {option.name: rng.choice(option.choices) for option in title.options}
            possible_first_player(options, seats, rng)
            if style == "shuttle" and options.get("idle_turns") == "never":
                style = "busy"  # otherwise nothing would end such a game
            box = "printed" if rng.random() < 0.5 else rng.choice(list(BOXES))
            yield Setup(f"{seed}-{at}", seats, options, style, box)


ORACLE = SpikeOracle()
