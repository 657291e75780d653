"""The view of a seat in First Class, which holds all that it may know, and a world drawn from such a view.

Hidden are the end-bonus cards of the draft (FC-SETUP-24), and what modules hide: see the `seen` of each module.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from trainshed.games.first_class.rules.components import TYPES, Components
from trainshed.games.first_class.rules.state import NONE, FirstClassState, Player, draft_order
from trainshed.kernel.game import Title
from trainshed.kernel.shared.views import Head, head


class PlayerView(msgspec.Struct, frozen=True):
    """What everybody can see of a player."""

    points: int
    trains: list[list[str]]
    """Upper and lower train from left to right: coaches are levels ("12"), mail cars and tiles names ("m1", "lt-5")."""
    conductors: list[int]
    """The card on which each conductor stands, 0 for the station."""
    city: int
    """The city in which the locomotive stands; Paris is 0."""
    sections: list[str]
    """Section cards of the line, the first nearest to Paris."""
    coins: list[int]
    """Coins in the three columns."""
    mail_cars: list[str]
    """Mail cars that are not laid yet."""
    contracts: list[str]
    """Open contracts."""
    bonus: int
    """How many end-bonus cards the player has."""
    used: int
    """How many cards lie face down in the used pile (FC-TURN-13)."""
    pile: list[int]
    """With open piles: cards of the used pile by type (car, conductor, locomotive, other); else empty."""


class View(Head, frozen=True):
    """Everything a seat may know. Cards have the names of the content pack in small letters; seats count from 0."""

    first: int
    """Who began the game, -1 before somebody is chosen."""
    start: int
    """The start player of the present round."""
    tile: int
    """Who holds the start-player tile; -1: it lies in the display."""
    turn: int
    """Whose turn or part of a scoring phase it is, -1 for nobody's."""
    round: int
    """0 in the set-up."""
    turns: int
    """Turns that were begun in this round."""
    scoring: int
    """The scoring phase that is going on (1 to 3), or 0."""
    rows: list[str]
    """The display, row by row; empty where no card lies."""
    row_taken: list[int]
    """Cards taken from each row, the one that the start-player tile removes too."""
    deck: list[str]
    """Action cards of the present deck that were not dealt yet, in the order of the content pack."""
    removed: int
    """Action cards that have left the game."""
    coaches: list[int]
    """Free coach cards of each pair of levels."""
    supply: int
    """Coins in the supply."""
    tiles: int
    """Locomotive tiles that were taken from the stack."""
    constantinople: list[int]
    """The seats of the conductors that arrived, in their order."""
    display: list[str]
    """End-bonus cards that lie face up."""
    bonus_deck: int
    """End-bonus cards in the deck."""
    players: list[PlayerView]
    taken: list[list[str]]
    """The action cards that each seat has taken and that have not left the game, in order: everybody saw them."""
    bought: list[list[str]]
    """End-bonus cards that each seat has taken from the display, in order."""
    drafted: list[bool]
    """Which seats have kept a card of the draft."""
    draft: list[str]
    """The cards that the viewer saw in the draft."""
    own_bonus: list[str]
    """The viewer's end-bonus cards, the drafted one first."""
    opened: list[list[str]]
    """The end-bonus cards of all players, once the final count is made; before that empty."""
    modules: dict[str, dict[str, Any]]
    """What the modules of the game show, by their ids: see each module's `seen`."""


def look(state: FirstClassState, seat: int | None) -> View:
    """The view of a seat (None: a spectator)."""
    box = state.box
    cards, bonus = box.card_names, box.bonus
    own = None if seat is None else state.players[seat]
    counted = state.counted()
    return View(
        *head(state, seat),
        first=state.first,
        start=state.start,
        tile=state.tile,
        turn=state.turn,
        round=state.round,
        turns=state.turns,
        scoring=state.scoring,
        rows=["" if card == NONE else cards[card] for card in state.rows],
        row_taken=state.row_taken[:],
        deck=[cards[card] for card in state.deck],
        removed=state.removed,
        coaches=state.coaches[:],
        supply=state.supply(),
        tiles=state.tiles,
        constantinople=state.arrivals[:],
        display=[bonus[card].name for card in state.display],
        bonus_deck=len(state.bonus_deck),
        players=[look_at(state, place) for place in range(state.seats)],
        taken=[[cards[card] for card in player.taken] for player in state.players],
        bought=[[bonus[card].name for card in player.bonus[1:]] for player in state.players],
        drafted=[bool(player.bonus) for player in state.players],
        draft=[] if seat is None else [bonus[card].name for card in drafted_cards(state, seat)],
        own_bonus=[] if own is None else [bonus[card].name for card in own.bonus],
        opened=[[bonus[card].name for card in player.bonus] for player in state.players] if counted else [],
        modules={module.name: module.seen(state, seat) for module in state.table.modules},
    )


def look_at(state: FirstClassState, seat: int) -> PlayerView:
    """What everybody can see of a seat."""
    box = state.box
    player = state.players[seat]
    used = state.used_pile(seat)
    pile: list[int] = []
    if state.table.open_piles:
        types = [box.cards[card].type for card in used]
        pile = [*[types.count(kind) for kind in range(len(TYPES))], types.count(NONE)]
    cards, names = box.card_names, box.train_names
    sections = dict.fromkeys([box.city_cards[city] for city in player.line])
    return PlayerView(
        points=player.points,
        trains=[[names[card] for card in train] for train in player.trains],
        conductors=player.conductors[:],
        city=player.city,
        sections=[cards[card] for card in sections if card != NONE],
        coins=player.coins[:],
        mail_cars=[car.name for at, car in enumerate(box.mail) if not player.mail >> at & 1],
        contracts=[cards[card] for card in player.contracts],
        bonus=len(player.bonus),
        used=len(used),
        pile=pile,
    )


def drafted_cards(state: FirstClassState, seat: int) -> list[int]:
    """The end-bonus cards that a seat saw in the draft, ascending: those that it and later players kept, and the rest.

    Before it is asked, a seat has seen none.
    """
    if state.first == NONE or not state.draft:
        return []
    order = draft_order(state.first, state.seats)
    place = order.index(seat)
    asked = place == 0 or bool(state.players[order[place - 1]].bonus)
    if not asked:
        return []
    kept = [state.players[other].bonus[0] for other in order[place:] if state.players[other].bonus]
    return sorted([*state.draft, *kept])


# ---------------------------------------------------------------- a world from a view


def world(game: Title, state: FirstClassState, view: View, rng: Random) -> FirstClassState:
    """Fill a new position so that it agrees with a view; what the view hides is drawn with its exact odds."""
    box = state.box
    numbers, bonus = box.card_numbers, box.bonus_numbers
    state.set_agenda(game.agenda_of(view.pending))
    state.first = view.first
    state.start = view.start
    state.tile = view.tile
    state.turn = view.turn
    state.round = view.round
    state.turns = view.turns
    state.scoring = view.scoring
    state.rows = [numbers[name] if name else NONE for name in view.rows]
    state.row_taken = view.row_taken[:]
    state.deck = [numbers[name] for name in view.deck]
    state.removed = view.removed
    state.coaches = view.coaches[:]
    state.tiles = view.tiles
    state.arrivals = view.constantinople[:]
    state.display = [bonus[name] for name in view.display]
    state.players = [player_of_view(box, view, seat) for seat in range(view.seats)]
    deal_draft(state, view, rng)
    for module in state.table.modules:
        state.kept[module.number] = module.imagine(state, view.modules[module.name], view.seat, rng)
    return state


def player_of_view(box: Components, view: View, seat: int) -> Player:
    """A seat of a view as the rules know it, without end-bonus cards."""
    shown = view.players[seat]
    names = box.train_numbers
    line = box.board_cities
    for section in shown.sections:
        line = line + box.cards[box.card_numbers[section]].cities
    laid = [at for at, car in enumerate(box.mail) if car.name not in shown.mail_cars]
    return Player(
        shown.points,
        [[names[name] for name in train] for train in shown.trains],
        shown.conductors[:],
        shown.city,
        line,
        shown.coins[:],
        sum([1 << at for at in laid]),
        [box.card_numbers[name] for name in shown.contracts],
        [],
        [box.card_numbers[name] for name in view.taken[seat]],
    )


def deal_draft(state: FirstClassState, view: View, rng: Random) -> None:
    """Deal the end-bonus cards of the draft, those that the viewer has not seen with equal odds (FC-SETUP-15, -16)."""
    box = state.box
    bought = [[box.bonus_numbers[name] for name in names] for names in view.bought]
    shown = set(state.display).union(*bought)
    seen = [box.bonus_numbers[name] for name in view.draft]
    every = range(len(box.bonus))
    if view.first == NONE:
        state.bonus_deck = list(every)
        return
    order = draft_order(view.first, view.seats)
    kept: dict[int, int] = {}
    if view.opened:
        kept = {seat: box.bonus_numbers[names[0]] for seat, names in enumerate(view.opened)}
    elif view.own_bonus and view.seat is not None:
        kept[view.seat] = box.bonus_numbers[view.own_bonus[0]]
    place = order.index(view.seat) if seen and view.seat is not None else len(order)
    # Who was asked after the viewer had only cards that the viewer saw; who was asked before kept cards it never saw.
    passed_on = [card for card in seen if card not in kept.values()]
    after = [seat for seat in order[place:] if view.drafted[seat] and seat not in kept]
    returned = [card for card in passed_on if card in shown]
    choice = [card for card in passed_on if card not in shown]
    rng.shuffle(choice)
    for seat in after:
        kept[seat] = choice.pop()
    unseen = [card for card in every if card not in seen and card not in shown and card not in kept.values()]
    rng.shuffle(unseen)
    for seat in order[:place]:
        if view.drafted[seat] and seat not in kept:
            kept[seat] = unseen.pop()
    done = all(view.drafted)
    if seen:
        state.draft = sorted([*returned, *choice])
    elif done:
        state.draft = [rng.choice([card for card in every if card not in kept.values()])]
    else:
        state.draft = sorted(unseen[: len(unseen) - view.bonus_deck])  # what is passed on among others
    for seat, card in kept.items():
        state.players[seat].bonus = [card, *bought[seat]]
    out = shown.union(kept.values())
    if not done:
        out = out.union(state.draft)
    state.bonus_deck = [card for card in every if card not in out]
