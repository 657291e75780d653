"""A whole game of Spike as a script, from the set-up to the winner: it asks, is told a word, and goes on.

Players are seats 0, 1, …; cities, junctions, links, commodities and colours are names. A link is one track space here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field

from tests.games.spike.oracle.payments import Cards, payable, payments, pays
from tests.games.spike.oracle.printed import Printed

NATURE = -1
NOBODY = -2
LARGE = 24
"""With more cards in hand than this, all payments of a long route are too many to list."""
LONG = 6


@dataclass
class Question:
    """Who is asked, and the legal words; for nature with their weights. No words: too many to list."""

    seat: int
    words: dict[str, int] | None
    begins_turn: bool = False


Script = Generator[Question, str, None]
CardScript = Generator[Question, str, str]


class Illegal(Exception):
    """The model was told a word that it does not allow."""


class ThirdTimeCard(Exception):
    """The third Time card was drawn: the game ends at once (SP-TIME-02)."""


@dataclass
class Player:
    """What lies in front of a player, and the own pieces on the board."""

    stock: int
    money: int = 0
    hand: Counter[str] = field(default_factory=Counter)
    level: dict[str, int] = field(default_factory=lambda: {"locomotive": 0, "tender": 0, "car": 0})
    undecided: list[str] = field(default_factory=list)
    """Contract cards whose side is not chosen yet (advanced game)."""
    contracts: list[str] = field(default_factory=list)
    """Faces in force and not yet delivered."""
    aboard: set[str] = field(default_factory=set)
    """The commodities on the freight cars."""
    delivered: set[str] = field(default_factory=set)
    """The cities with an own delivery marker."""
    routes: list[str] = field(default_factory=list)
    start: str = ""
    train: str = ""
    """The space of the train: a link or a city."""
    heading: str = ""
    """The node towards which the train runs; the city if it stands in one."""
    links: set[str] = field(default_factory=set)
    """The links with an own track."""


class Game:
    """The table, and the question that is asked."""

    def __init__(self, printed: Printed, seats: int, options: dict[str, str]) -> None:
        self.printed = printed
        self.options = options
        self.seats = range(seats)
        self.players = [Player(printed.stock) for _ in self.seats]
        self.first = -1
        self.turn = -1
        self.round = 1
        self.times = 1
        """Time cards face up on the board: the first shows round 1 (SP-SETUP-01)."""
        self.market: list[str] = []
        """Column after column, each from the space worth 3 down."""
        copies = printed.copies - (printed.removed if seats == 2 else 0)
        self.pile: Counter[str] = Counter(dict.fromkeys(printed.colours, copies))
        """The railway cards in the pile; their order is nature's."""
        self.pile_times = 0
        """The Time cards in the pile."""
        self.upper = 0
        """Cards above the half of the pile that has the Time cards."""
        self.display: list[str] = []
        self.discards: Counter[str] = Counter()
        self.idle = 0
        """Turns in a row without a draw, a build, an upgrade or a delivery."""
        self.last_turns = -1
        """Turns left after a special end was declared."""
        self.over = False
        self.ending = ""
        self.route_points: list[int] = []
        self.totals: list[int] = []
        self.standings: list[int] = []
        self.script = self.play()
        self.question = next(self.script)

    def tell(self, word: str) -> None:
        """What the one who was asked said."""
        legal = self.question.words
        if legal is not None and word not in legal:
            raise Illegal(f"{word} is not among {sorted(legal)}")
        try:
            self.question = self.script.send(word)
        except StopIteration:
            self.question = Question(NOBODY, {})

    # ------------------------------------------------------------ the course of a game

    def play(self) -> Script:
        yield from self.set_up()
        try:
            yield from self.all_turns()
        except ThirdTimeCard:
            self.ending = "time"
        self.over = True
        self.final_scoring()

    def clockwise(self) -> list[int]:
        """All seats, from the first player on (SP-SETUP-20)."""
        return [(self.first + at) % len(self.seats) for at in self.seats]

    def all_turns(self) -> Script:
        seat = self.first
        while not self.ending:
            yield from self.one_turn(seat)
            self.end_of_turn(seat)
            seat = (seat + 1) % len(self.seats)

    def end_of_turn(self, seat: int) -> None:
        if self.options["idle_turns"] == "twenty" and self.idle >= 20 * len(self.seats):
            self.ending = "idle"  # SP-END-08
        if self.last_turns > 0:
            self.last_turns -= 1
            if self.last_turns == 0:
                self.ending = "special"
        elif self.players[seat].stock == 0 and not self.delivery_options(seat):  # SP-END-02
            self.last_turns = len(self.seats) - 1

    def delivery_options(self, seat: int) -> list[str]:
        """Contracts that the finished network can still fulfil (SP-END-03)."""
        player = self.players[seat]
        cities = self.cities(seat)
        found = []
        for face in player.contracts:
            commodity = self.printed.commodity[face]
            has = commodity in player.aboard or commodity in [self.printed.supplies[city] for city in cities]
            if has and any(city in cities and city not in player.delivered for city in self.printed.pay[face]):
                found.append(face)
        return found

    # ------------------------------------------------------------ set-up (SP-SETUP-21)

    def set_up(self) -> Script:
        printed = self.printed
        if self.options["first_player"] == "random":
            word = yield Question(NATURE, {f"first:{seat + 1}": 1 for seat in self.seats})
            self.first = int(rest(word)) - 1
        else:
            self.first = int(self.options["first_player"].removeprefix("seat-")) - 1
        for _ in range(len(printed.values) * printed.columns):
            left = [commodity for commodity in printed.commodities if commodity not in self.market]
            word = yield Question(NATURE, {f"market:{commodity}": 1 for commodity in left})
            self.market.append(rest(word))
        yield from self.deal_contracts()
        for _ in range(printed.dealt):
            for seat in self.clockwise():
                card = yield from self.from_pile()
                self.players[seat].hand[card] += 1
        giver, right = self.players[self.first], self.players[self.clockwise()[-1]]
        word = yield Question(self.first, {f"give:{colour}": 1 for colour in +giver.hand})
        giver.hand[rest(word)] -= 1
        right.hand[rest(word)] += 1
        for _ in range(printed.face_up):
            card = yield from self.from_pile()
            self.display.append(card)
        yield from self.deal_routes()
        for seat in self.clockwise():
            word = yield Question(seat, {f"place:{city}": 1 for city in printed.supplies})
            player = self.players[seat]
            player.start = player.train = player.heading = rest(word)

    def deal_contracts(self) -> Script:
        printed = self.printed
        advanced = self.options["advanced"] == "yes"
        drawn: set[str] = set()
        for _ in range(printed.per_player[str(len(self.seats))]):
            for seat in self.clockwise():
                cards = [card for card in printed.cards if printed.commodity[card] not in drawn]
                if advanced:
                    words = {f"deal:{card}": 1 for card in cards}
                else:
                    words = {f"contract:{card}-{side}": 1 for card in cards for side in "ab"}
                dealt = rest((yield Question(NATURE, words)))
                drawn.add(printed.commodity[dealt])
                (self.players[seat].undecided if advanced else self.players[seat].contracts).append(dealt)
        for seat in self.clockwise():  # SP-ADVANCED-01
            player = self.players[seat]
            while player.undecided:
                word = yield Question(seat, {f"side:{card}-{side}": 1 for card in player.undecided for side in "ab"})
                player.undecided.remove(rest(word)[:-2])
                player.contracts.append(rest(word))

    def deal_routes(self) -> Script:
        left = list(self.printed.route_start)
        advanced = self.options["advanced"] == "yes"
        for _ in range(2 if advanced else 1):
            for seat in self.clockwise():
                word = yield Question(NATURE, {f"route:{route}": 1 for route in left})
                left.remove(rest(word))
                self.players[seat].routes.append(rest(word))
        if advanced:  # SP-ADVANCED-02
            for seat in self.clockwise():
                word = yield Question(seat, {f"keep:{route}": 1 for route in self.players[seat].routes})
                self.players[seat].routes = [rest(word)]

    # ------------------------------------------------------------ a turn

    def one_turn(self, seat: int) -> Script:
        self.turn = seat
        player = self.players[seat]
        began_in_city = player.train in self.printed.supplies
        may_move = not began_in_city  # SP-MOVE-12
        unloaded: set[str] = set()
        useful = False
        begins = True
        while True:
            words = self.cargo_words(seat, unloaded)
            if may_move:
                words += [f"move:{space}" for space in self.free_moves(seat)]
            words += self.draw_words()
            if self.links_to_build(seat, []):
                words.append("build")
            if began_in_city:  # SP-MOVE-07: not a train that arrived in this turn
                words += [f"start:{space}" for space in self.start_moves(seat)]
            if player.train not in self.printed.supplies:
                words += [f"extra:{space}" for space in self.steps(seat, player.train, player.heading)]
            words += [f"upgrade:{part}" for part in player.level if self.can_upgrade(seat, part)]
            word = yield Question(seat, dict.fromkeys(words, 1), begins)
            begins = False
            head = word.partition(":")[0]
            if head in ("load", "unload", "deliver"):
                self.handle_cargo(seat, word, unloaded)
                useful = useful or head == "deliver"
            elif head == "move":
                player.train, player.heading = rest(word), self.free_moves(seat)[rest(word)]
                may_move = False
            else:
                break
        if head == "start":
            player.train, player.heading = rest(word), self.start_moves(seat)[rest(word)]
        elif head == "extra":
            player.train, player.heading = rest(word), self.steps(seat, player.train, player.heading)[rest(word)]
        else:
            useful = True
        if head in ("take", "pile"):
            yield from self.draw(seat, word)
        elif head == "build":
            yield from self.build(seat)
        elif head == "upgrade":
            player.money -= self.printed.upgrade_cost[player.level[rest(word)]]
            player.level[rest(word)] += 1
        more = head == "build" and self.options["builds_per_action"] == "any"
        while True:  # SP-TURN-05
            if not (more and self.seems_to_build(seat)) and not self.something_left(seat, unloaded):
                break
            words = [*self.cargo_words(seat, unloaded), "done"]
            if more and self.links_to_build(seat, []):
                words.append("build")
            word = yield Question(seat, dict.fromkeys(words, 1))
            if word == "done":
                break
            if word == "build":
                yield from self.build(seat)
                continue
            self.handle_cargo(seat, word, unloaded)
            useful = useful or word.startswith("deliver:")
        self.idle = 0 if useful else self.idle + 1

    # ------------------------------------------------------------ loading, unloading, delivering

    def token_owned(self, seat: int, commodity: str) -> bool:
        """Whether the player has the cargo token, on its contract or aboard."""
        return commodity in [self.printed.commodity[face] for face in self.players[seat].contracts]

    def value(self, seat: int, part: str) -> int:
        """Speed, supply or capacity."""
        return self.printed.levels[part][self.players[seat].level[part]]

    def can_load(self, seat: int, aboard: set[str]) -> list[str]:
        """What can be loaded with these tokens aboard: what the city supplies, if the token lies on its contract."""
        player = self.players[seat]
        if player.train not in self.printed.supplies or len(aboard) >= self.value(seat, "car"):
            return []
        commodity = self.printed.supplies[player.train]
        return [commodity] if self.token_owned(seat, commodity) and commodity not in aboard else []

    def can_deliver(self, seat: int) -> list[str]:
        """The commodities aboard for which a contract pays in this city, if the player has not delivered here yet."""
        player = self.players[seat]
        if player.train in player.delivered:
            return []
        faces = [face for face in player.contracts if player.train in self.printed.pay[face]]
        return [self.printed.commodity[face] for face in faces if self.printed.commodity[face] in player.aboard]

    def cargo_words(self, seat: int, unloaded: set[str]) -> list[str]:
        aboard = self.players[seat].aboard
        return [
            *(f"load:{commodity}" for commodity in self.can_load(seat, aboard)),
            *(f"unload:{commodity}" for commodity in aboard - unloaded),  # SP-LOAD-08: once a turn
            *(f"deliver:{commodity}" for commodity in self.can_deliver(seat)),
        ]

    def something_left(self, seat: int, unloaded: set[str]) -> bool:
        """Whether more than unloading is possible after the action, perhaps after unloading.

        Unloading a token and loading the same one again is nothing to wait for.
        """
        aboard = self.players[seat].aboard
        if self.can_load(seat, aboard) or self.can_deliver(seat):
            return True
        return any(self.can_load(seat, aboard - {token}) not in ([], [token]) for token in aboard - unloaded)

    def handle_cargo(self, seat: int, word: str, unloaded: set[str]) -> None:
        player = self.players[seat]
        commodity = rest(word)
        if word.startswith("load:"):
            player.aboard.add(commodity)
            return
        player.aboard.remove(commodity)
        if word.startswith("unload:"):
            unloaded.add(commodity)
            return
        (face,) = [face for face in player.contracts if self.printed.commodity[face] == commodity]
        player.contracts.remove(face)
        player.money += self.printed.pay[face][player.train]
        player.delivered.add(player.train)

    # ------------------------------------------------------------ movement

    def steps(self, seat: int, link: str, node: str) -> dict[str, str]:
        """The spaces one step on from a link towards its end `node`, each with the heading there.

        A city can be entered, or bypassed onto another own track (SP-MOVE-08); a junction is no space.
        """
        own = self.players[seat].links
        found = {}
        if node in self.printed.supplies:
            found[node] = node
        for other in self.printed.touching[node]:
            if other in own and other != link:
                found[other] = self.printed.other_end(other, node)
        return found

    def run(self, seat: int, reached: dict[str, str], spaces: int) -> list[dict[str, str]]:
        """The spaces after 1, 2, … steps with their headings; `reached`: those of the first step.

        A train that enters a city stops. The network is a tree, so a space is never reached in two ways.
        """
        found = [reached]
        for _ in range(spaces - 1):
            ahead: dict[str, str] = {}
            for space, heading in found[-1].items():
                if space not in self.printed.supplies:
                    ahead.update(self.steps(seat, space, heading))
            found.append(ahead)
        return found

    def free_moves(self, seat: int) -> dict[str, str]:
        player = self.players[seat]
        a, b = self.printed.ends[player.train]
        nodes = [a, b] if self.options["allow_reverse"] == "yes" else [player.heading]  # SP-MOVE-14
        found = {player.train: player.heading}  # SP-MOVE-02: it may wait
        for node in nodes:
            for reached in self.run(seat, self.steps(seat, player.train, node), self.value(seat, "locomotive")):
                found.update(reached)
        return found

    def start_moves(self, seat: int) -> dict[str, str]:
        player = self.players[seat]
        links = [link for link in self.printed.touching[player.train] if link in player.links]
        first = {link: self.printed.other_end(link, player.train) for link in links}
        by_steps = self.run(seat, first, self.value(seat, "locomotive"))
        found: dict[str, str] = dict(by_steps[-1])
        for reached in by_steps:
            for space, heading in reached.items():
                if space in self.printed.supplies or self.options["start_full_speed"] == "no":  # SP-START-02
                    found[space] = heading
        return found

    # ------------------------------------------------------------ drawing, rounds, Time cards

    def draw_words(self) -> list[str]:
        return [*(f"take:{colour}" for colour in set(self.display)), "pile"]

    def from_pile(self) -> CardScript:
        """The top card of the pile: a colour, or `time`."""
        words = {f"draw:{colour}": number for colour, number in self.pile.items() if number}
        if self.pile_times and not self.upper:
            words["time"] = self.pile_times
        word = yield Question(NATURE, words)
        if self.upper:
            self.upper -= 1
        if word == "time":
            self.pile_times -= 1
            self.times += 1
            if self.times == self.printed.time_cards:
                raise ThirdTimeCard
            return "time"
        self.pile[rest(word)] -= 1
        return rest(word)

    def draw(self, seat: int, word: str) -> Script:
        player = self.players[seat]
        drawn = 0
        while word != "stop":
            owed = False
            if word == "pile":
                card = yield from self.from_pile()
                while card == "time" and self.options["time_replacement"] == "pile":
                    card = yield from self.from_pile()
                owed = card == "time"  # SP-TIME-01: another card must be drawn
            else:
                card = rest(word)
                self.display.remove(card)
            if not owed:
                player.hand[card] += 1
                drawn += 1
            yield from self.new_round()
            if drawn == self.value(seat, "tender"):
                break
            words = self.draw_words()
            if not owed:
                words.append("stop")
            word = yield Question(seat, dict.fromkeys(words, 1))
        while len(self.display) < self.printed.face_up:  # SP-DRAW-03
            card = yield from self.from_pile()
            if card != "time":
                self.display.append(card)
            yield from self.new_round()

    def new_round(self) -> Script:
        """If the pile has run out, a round is over: shuffle and turn four cards up, which may empty it again."""
        while not self.pile.total() and self.round < 3:
            self.round += 1
            self.pile = self.discards + Counter(self.display)
            self.discards = Counter()
            self.display = []
            self.times = 2 if self.round == 2 else 0
            for _ in range(min(self.printed.face_up, self.pile.total())):
                card = yield from self.from_pile()
                self.display.append(card)
            if self.round == 3:  # SP-ROUND-07
                self.upper = self.pile.total() // 2
                self.pile_times = self.printed.time_cards

    # ------------------------------------------------------------ building

    def nodes(self, seat: int) -> set[str]:
        """The cities and junctions of a network; at the start just the city of the train (SP-BUILD-04)."""
        player = self.players[seat]
        return {node for link in player.links for node in self.printed.ends[link]} | {player.start} - {""}

    def cities(self, seat: int) -> set[str]:
        return {node for node in self.nodes(seat) if node in self.printed.supplies}

    def is_free(self, seat: int, link: str) -> bool:
        """Whether the player may lay a track on a link (SP-BUILD-11)."""
        if self.options["one_track_per_space"] == "yes":
            return not any(link in player.links for player in self.players)
        return link not in self.players[seat].links

    def counts(self, colours: list[str]) -> Cards:
        return tuple(colours.count(colour) for colour in self.printed.colours)

    def hand(self, seat: int) -> Cards:
        return tuple(self.players[seat].hand[colour] for colour in self.printed.colours)

    def can_afford(self, seat: int, links: list[str]) -> bool:
        """Whether stock and hand suffice for these links. If they do not, they do not for more links either."""
        if len(links) > self.players[seat].stock:
            return False
        mixed = self.options["joker_mixed"] == "yes"
        return payable(self.counts([self.printed.colour[link] for link in links]), self.hand(seat), mixed)

    def distances(self, seat: int, network: set[str]) -> dict[str, int]:
        """How many free links it is at least from a junction to a new city, so that hopeless ways are left early."""
        found: dict[str, int] = {city: 0 for city in self.printed.supplies if city not in network}
        border = list(found)
        while border:
            node = border.pop(0)
            for link in self.printed.touching[node]:
                other = self.printed.other_end(link, node)
                if self.is_free(seat, link) and other not in found and other not in network:
                    found[other] = found[node] + 1
                    border.append(other)
        return found

    def links_to_build(self, seat: int, route: list[str]) -> list[str]:
        """The links with which a route that has these links can go on and still become a complete one.

        It runs from the network through junctions outside of it to the first city, a new one (SP-BUILD-14).
        """
        network = self.nodes(seat)
        distance = self.distances(seat, network)
        passed = set(network)
        if route:
            passed.update(*(self.printed.ends[link] for link in route))
            starts = [self.end_of(network, route)]
        else:
            starts = sorted(network)
        found = []
        for start in starts:
            for link in self.printed.touching[start]:
                if self.leads_on(seat, passed, distance, start, [*route, link]):
                    found.append(link)
        return found

    def seems_to_build(self, seat: int) -> bool:
        """Whether the player has tracks and cards left, so that the others may think that one more route can be paid.

        If the turn ended by itself just because the cards do not fit, they would learn something about them.
        """
        return self.players[seat].stock > 0 and self.players[seat].hand.total() > 0

    def end_of(self, network: set[str], route: list[str]) -> str:
        """The node where a route that leaves the network ends so far."""
        (node,) = [node for node in self.printed.ends[route[0]] if node in network]
        for link in route:
            node = self.printed.other_end(link, node)
        return node

    def leads_on(self, seat: int, passed: set[str], distance: dict[str, int], start: str, route: list[str]) -> bool:
        """Whether the last link of a route, which leaves `start`, can be built and leads to a new city in the end."""
        node = self.printed.other_end(route[-1], start)
        if node in passed or node not in distance or not self.is_free(seat, route[-1]):
            return False
        most = min(self.players[seat].stock, self.players[seat].hand.total())  # a space costs a card or more
        if len(route) + distance[node] > most or not self.can_afford(seat, route):
            return False
        if node in self.printed.supplies:
            return True
        onward = sorted(
            self.printed.touching[node], key=lambda link: distance.get(self.printed.other_end(link, node), 99)
        )
        return any(self.leads_on(seat, passed | {node}, distance, node, [*route, link]) for link in onward)

    def build(self, seat: int) -> Script:
        player = self.players[seat]
        network = self.nodes(seat)
        route: list[str] = []
        city = ""
        while city not in self.printed.supplies:
            word = yield Question(seat, {f"link:{link}": 1 for link in self.links_to_build(seat, route)})
            route.append(rest(word))
            city = self.end_of(network, route)
        yield from self.pay(seat, route)
        player.links.update(route)
        player.stock -= len(route)
        self.sell(seat, self.printed.supplies[city])

    def pay(self, seat: int, route: list[str]) -> Script:
        """Ask for the colours of which other numbers are played than the route demands, then discard (SP-BUILD-19)."""
        colours = self.printed.colours
        mixed = self.options["joker_mixed"] == "yes"
        demand = self.counts([self.printed.colour[link] for link in route])
        hand = self.hand(seat)
        small = sum(hand) <= LARGE or len(route) <= LONG
        allowed = payments(demand, hand, mixed) if small else set()
        played = list(demand)
        asked = 0
        while True:
            words: dict[str, int] | None = None
            if small:
                fitting = [paid for paid in allowed if list(paid[:asked]) == played[:asked]]
                words = {}
                for paid in fitting:
                    other = [at for at in range(asked, len(colours)) if paid[at] != demand[at]]
                    words[f"spend:{colours[other[0]]}:{paid[other[0]]}" if other else "match"] = 1
            word = yield Question(seat, words)
            if word == "match":
                break
            _, colour, number = word.split(":")
            asked = colours.index(colour) + 1
            played[asked - 1] = int(number)
        if not pays(demand, tuple(played), mixed) or any(p > h for p, h in zip(played, hand, strict=True)):
            raise Illegal(f"{played} of {hand} does not pay {demand}")
        for colour, cards in zip(colours, played, strict=True):
            self.players[seat].hand[colour] -= cards
            self.discards[colour] += cards

    def sell(self, seat: int, commodity: str) -> None:
        """The market value of the new city's commodity is paid; its price falls to the lowest row (SP-MARKET-03)."""
        rows = len(self.printed.values)
        column, row = divmod(self.market.index(commodity), rows)
        self.players[seat].money += self.printed.values[row]
        markers = self.market[column * rows : column * rows + rows]
        markers.remove(commodity)
        self.market[column * rows : column * rows + rows] = [*markers, commodity]

    # ------------------------------------------------------------ upgrading

    def can_upgrade(self, seat: int, part: str) -> bool:
        player = self.players[seat]
        costs = self.printed.upgrade_cost
        return player.level[part] < len(costs) and player.money >= costs[player.level[part]]

    # ------------------------------------------------------------ the end

    def score_route(self, seat: int) -> int:
        """The points of the route card (SP-ROUTE-01 to SP-ROUTE-05)."""
        (route,) = self.players[seat].routes
        cities = self.cities(seat)
        reached = [value for city, value in self.printed.route_values[route].items() if city in cities]
        if self.printed.route_start[route] not in cities or not reached:
            return 0
        return max(reached) + len(reached) - 1

    def final_scoring(self) -> None:
        self.route_points = [self.score_route(seat) for seat in self.seats]
        self.totals = [self.players[seat].money + self.route_points[seat] for seat in self.seats]
        merit = [(self.totals[seat], len(self.cities(seat)), self.players[seat].hand.total()) for seat in self.seats]
        self.standings = [1 + sum(other > own for other in merit) for own in merit]  # SP-TIEBREAK-01 to -03


def rest(word: str) -> str:
    """What stands behind the colon."""
    return word.partition(":")[2]
