"""Shunting Yard, a whole title in one module: couple wagons in ascending order, and send the train off in time."""

from random import Random
from typing import Any

import msgspec

from trainshed.kernel import content, game, options, rulebook, vocabulary
from trainshed.kernel.agenda import NATURE, NOBODY, OTHER_QUESTION, Effect, SeatEffect
from trainshed.kernel.shared import views

CITE = rulebook.Citations()
NOT_IN_HAND, NOT_HIGHER, TOO_SHORT = CITE("SY-TURN-03"), CITE("SY-COUPLE-01"), CITE("SY-DEPART-01")
ASCENT = options.Option("ascent", ("steep", "gentle"), "steep", "Gentle: an equal number may follow.", "SY-COUPLE-01")
FACE_DOWN = -1  # how a view shows a wagon that is in somebody else's hand
CHANGED = {"draw": "deck hands", "scrap": "hands yard", "depart": "yard trains points", "end": "over scores standings"}


class View(views.Head, frozen=True):  # all, and only, what a seat may know
    deck: int
    yard: list[int]
    points: list[int]
    hands: list[list[int]]
    trains: list[list[int]]


class Event(msgspec.Struct, frozen=True, tag=True):  # what happened: a word that was played, or a step of the rules
    word: str
    seat: int
    forced: bool
    points: int = 0  # what a train brought that departs

    @property
    def fields(self) -> frozenset[str]:  # the fields of the view that it changed
        return frozenset(CHANGED.get(vocabulary.head_of(self.word), "hands trains").split())

    def as_seen(self, seat: int | None) -> "Event":
        return Event("draw:?", self.seat, False) if self.word.startswith("draw:") and seat != self.seat else self


class Yard(game.Position):  # a wagon is its number; the deck says how many of each number are left in it
    def __init__(self, title: Any, seats: int, options: dict[str, str], agenda: list[Effect], facts: list[Any]) -> None:
        super().__init__(title, seats, options, agenda)
        self.deck, self.yard, self.points, self.hands, self.trains = facts

    def facts(self) -> list[Any]:
        return [self.deck, self.yard, self.points, self.hands, self.trains]

    def scores(self) -> list[int]:
        return list(self.points)

    def tell(self, word: str, seat: int, forced: bool, points: int = 0) -> None:
        if self.heard is not None:
            self.heard.append(Event(word, seat, forced, points))


class Turn(SeatEffect):  # SY-TURN-02: a seat fills its hand from the deck, then couples, sends or scraps one wagon
    def asks(self, state: Yard) -> int:
        return self.seat if len(state.hands[self.seat]) == state.game.hand else NATURE if any(state.deck) else NOBODY

    def resolve(self, state: Yard) -> None:  # SY-END-01: the hand cannot be filled, and nothing else is pending
        state.tell("end", self.seat, True)

    def chance(self, state: Yard) -> str:
        return "deck"

    def odds(self, state: Yard) -> list[tuple[int, int]]:  # draw words come first, so a wagon is its own word's id
        return [(wagon, count) for wagon, count in enumerate(state.deck) if count]

    def hidden(self, state: Yard, seat: int, move: int) -> str:
        return "draw:?" if state.actor == NATURE and seat != self.seat else ""

    def candidates(self, state: Yard) -> list[int]:
        return list(range(len(state.game.vocabulary)))

    def forbids(self, state: Yard, move: int) -> int:
        (verb, wagon), train = state.game.said[move], state.trains[self.seat]
        if verb == "draw":
            return OTHER_QUESTION
        if wagon not in state.hands[self.seat]:
            return NOT_IN_HAND
        if verb != "scrap" and train and wagon < train[-1] + (state.options["ascent"] == "steep"):
            return NOT_HIGHER
        return TOO_SHORT if verb == "send" and len(train) + 1 < state.game.shortest else 0

    def answer(self, state: Yard, move: int) -> None:
        (verb, wagon), seat = state.game.said[move], self.seat
        state.tell(f"{verb}:{wagon}", seat, False)
        if verb == "draw":
            state.deck[wagon] -= 1
            state.hands[seat] = sorted([*state.hands[seat], wagon])
            state.push(self)
        else:
            state.hands[seat].remove(wagon)
            (state.yard if verb == "scrap" else state.trains[seat]).append(wagon)
            state.push(Turn((seat + 1) % state.seats))
        forced = verb == "couple" and wagon == len(state.deck) - 1  # SY-DEPART-02: all see it, so it is no word
        if verb == "send" or forced:
            points = state.game.worth[min(len(state.trains[seat]), len(state.game.worth) - 1)]
            state.points[seat] += points
            state.yard, state.trains[seat] = state.yard + state.trains[seat], []
            state.tell("depart", seat, forced, points)


class YardGame(game.Title):  # words and numbers, and how positions are made, shown and imagined
    slug, name, package = "shunting-yard", "Shunting Yard", "shunting_yard"
    seat_counts, effects = (2, 3), (Turn,)
    clause_over, clause_not_yours, clause_other = "SY-END-01", "SY-TURN-01", "SY-TURN-02"

    def __init__(self, edition: int = 1, pack: content.Pack | None = None) -> None:
        pack = pack or content.Pack.read(game.title_file(self.package, "content.toml"))
        self.counts, self.worth = pack.take("wagons.counts", list[int]), pack.take("trains.worth", list[int])
        self.hand, self.shortest = pack.number("hand.size"), pack.number("trains.shortest")
        self.said = [(v, wagon) for v in ("draw", "couple", "send", "scrap") for wagon in range(len(self.counts))]
        super().__init__(edition, pack, vocabulary.Vocabulary([f"{v}:{w}" for v, w in self.said]), (ASCENT,), CITE)

    def open(self, seats: int, options: dict[str, str]) -> Yard:
        hands, trains = [list[int]() for _ in range(seats)], [list[int]() for _ in range(seats)]
        return Yard(self, seats, options, [Turn(0)], [self.counts[:], [], [0] * seats, hands, trains])

    def restore(self, seats: int, options: dict[str, str], agenda: list[Effect], facts: list[Any]) -> Yard:
        return Yard(self, seats, options, agenda, facts)

    def look(self, state: Yard, seat: int | None) -> View:
        deck, yard, points, hands, trains = state.clone().facts()
        hands = [hand if s == seat else [FACE_DOWN] * len(hand) for s, hand in enumerate(hands)]
        return View(*views.head(state, seat), sum(deck), yard, points, hands, trains)

    def world(self, view: View, rng: Random) -> Yard:  # all ways to deal the unseen wagons are equally likely
        shown = sum([*view.hands, *view.trains], view.yard)
        unseen = [wagon for wagon, count in enumerate(self.counts) for _ in range(count - shown.count(wagon))]
        rng.shuffle(unseen)
        hands = [sorted([unseen.pop() if w == FACE_DOWN else w for w in hand]) for hand in view.hands]
        deck, trains = [unseen.count(w) for w in range(len(self.counts))], [train[:] for train in view.trains]
        agenda = self.agenda_of(view.pending)
        state = Yard(self, len(hands), view.options, agenda, [deck, view.yard[:], view.points[:], hands, trains])
        state.settle()
        return state

    def census(self, state: Yard) -> dict[str, int]:
        wagons = sum([*state.hands, *state.trains], state.yard)
        return {f"wagon {w}": wagons.count(w) + count for w, count in enumerate(state.deck)}
