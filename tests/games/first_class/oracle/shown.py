"""Everything that is compared: the table as the model predicts it and as the views of the rules show it, by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.games.first_class.oracle.model import Game
from tests.games.first_class.oracle.printed import TYPES, Printed
from tests.games.first_class.oracle.table import TRAINS, Player, Token


def expected_table(game: Game) -> dict[str, Any]:
    """Everything public that the model predicts, by name."""
    printed = game.printed
    facts: dict[str, Any] = {
        "over": game.over,
        "start": game.start,
        "tile": game.tile,
        "turn": game.turn,
        "round": game.round,
        "scoring": game.scoring,
        "turns": game.turns,
        "deck": sorted(game.decks[(game.round + 1) // 2]) if game.round else [],
        "drafted": [bool(player.bonus) for player in game.players],
        "rows": [card for row in game.rows for card in row],
        "row_taken": game.row_taken,
        "removed": game.removed,
        "coaches": [game.free(pair) for pair in range(len(printed.pairs))],
        "supply": printed.coins - sum(sum(player.coins) for player in game.players),
        "tiles": len(printed.tiles) - len(game.tiles_left),
        "constantinople": game.arrivals,
        "display": sorted(game.display),
        "bonus_deck": len(game.bonus_deck),
        "taken": [[name for name in player.taken if name not in player.gone] for player in game.players],
        "bought": [player.bought for player in game.players],
        "scores": game.scores,
        "standings": game.standings,
        "modules": sorted(printed.module_names[letter] for letter in game.letters),
    }
    for seat, player in enumerate(game.players):
        own: dict[str, Any] = {
            "points": player.points,
            "trains": [[str(card) for card in train] for train in player.trains],
            "conductors": player.conductors,
            "city": player.city,
            "sections": player.sections,
            "coins": player.coins,
            "mail_cars": player.mail,
            "contracts": sorted(player.contracts),
            "bonus": len(player.bonus),
            "used": len(player.pile),
            "pile": pile_by_type(printed, player) if game.options["open_piles"] == "yes" else [],
        }
        facts |= {f"seat {seat + 1}.{name}": value for name, value in (own | of_modules(game, player)).items()}
    if game.has("C"):
        facts["bag"] = sum(game.bag.values())
        facts["discarded"] = [knowledge(token) for token in game.discarded]
        facts["revealed"] = game.counted + game.over  # first the murderer, then all tokens (FC-MODULE-C-09, -10)
        facts["arrested"] = game.arrested
    return facts


def pile_by_type(printed: Printed, player: Player) -> list[int]:
    kinds = [printed.cards[name].kind for name in player.pile]
    counts = [kinds.count(kind) for kind in TYPES]
    return [*counts, len(kinds) - sum(counts)]


def of_modules(game: Game, player: Player) -> dict[str, Any]:
    """What a player has at the places of the modules of the game."""
    facts: dict[str, Any] = {}
    if game.has("A"):
        facts["deferred"] = sorted(player.deferred)
    if game.has("B"):
        facts["celebrities"] = sorted((name, TRAINS[train], at) for name, (train, at) in player.celebrities.items())
        facts["postcards"] = sorted(player.postcards.items())
        facts["waiting"] = sorted(player.waiting)
    if game.has("C"):
        facts["tokens"] = [knowledge(token) for token in player.tokens]
    if game.has("D"):
        facts["guests"] = sorted((name, TRAINS[train], at) for name, (train, at) in player.guests.items())
        facts["activated"] = sorted(player.activated)
    if game.has("E"):
        facts["columns"] = sorted((name, at, name in player.turned) for name, at in player.between.items())
    return facts


def knowledge(token: Token) -> int:
    """Who knows a token, as bits of seats."""
    return sum(1 << seat for seat in token.held)


def seen_table(view: Any) -> dict[str, Any]:
    """The same as a spectator sees it."""
    plain = ("over", "start", "tile", "turn", "round", "scoring", "rows", "row_taken", "removed", "coaches", "supply")
    more = ("tiles", "constantinople", "bonus_deck", "taken", "bought", "scores", "standings")
    facts = {name: getattr(view, name) for name in (*plain, *more)}
    facts |= {"display": sorted(view.display), "deck": sorted(view.deck), "turns": view.turns, "drafted": view.drafted}
    facts["modules"] = sorted(view.modules)
    for seat, player in enumerate(view.players):
        own = {name: getattr(player, name) for name in player.__struct_fields__}
        own["contracts"] = sorted(own["contracts"])
        facts |= {f"seat {seat + 1}.{name}": value for name, value in (own | seen_modules(view, seat)).items()}
    murder = view.modules.get("murder")
    if murder is not None:
        facts |= {name: murder[name] for name in ("bag", "revealed", "arrested")}
        facts["discarded"] = [token["knows"] for token in murder["discarded"]]
    return facts


def seen_modules(view: Any, seat: int) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for name, seen in view.modules.items():
        if name == "contracts":
            facts["deferred"] = sorted(seen["deferred"][seat])
        elif name == "celebrities":
            facts["celebrities"] = sorted(
                (one["card"], one["train"], one["position"]) for one in seen["celebrities"][seat]
            )
            facts["postcards"] = sorted((one["card"], one["city"]) for one in seen["postcards"][seat])
            facts["waiting"] = sorted(seen["waiting"][seat])
        elif name == "murder":
            facts["tokens"] = [token["knows"] for token in seen["tokens"][seat]]
        elif name == "passengers":
            facts["guests"] = sorted((one["card"], one["train"], one["position"]) for one in seen["waiting"][seat])
            facts["activated"] = sorted(seen["activated"][seat])
        elif name == "switches":
            facts["columns"] = sorted((one["card"], one["column"], one["used"]) for one in seen["columns"][seat])
    return facts


def counted(events: Any) -> list[list[Any]]:
    """The counts that events tell of: see `Table.told`."""
    found: list[list[Any]] = []
    for event in events:
        kind = type(event).__name__
        if kind == "TrainsScored":
            found.append([event.seat, *event.trains, sum(event.extras.values())])
        elif kind == "FinalScored":
            found.append([event.seat, event.coins, *event.bonus])
    return found


def secrets(state: Any, game: Game) -> Iterator[tuple[str, Any, Any]]:
    """What single seats know and others do not: name, expected, seen."""
    for viewer in [None, *game.seats]:
        view = state.view(viewer)
        who = "spectator" if viewer is None else f"view of seat {viewer + 1}"
        if viewer is not None and view.own_bonus != game.players[viewer].bonus:
            yield f"{who}.own_bonus", game.players[viewer].bonus, view.own_bonus
        opened = [player.bonus for player in game.players] if game.counted else []
        if view.opened != opened:
            yield f"{who}.opened", opened, view.opened
        if not game.has("C"):
            continue
        murder = view.modules["murder"]
        guilty = game.guilty if game.counted or viewer == game.guilty else -1
        if murder["guilty"] != guilty:
            yield f"{who}.guilty", guilty, murder["guilty"]
        rows = [[face(token, viewer, game.over) for token in player.tokens] for player in game.players]
        if (seen := [[token["print"] for token in row] for row in murder["tokens"]]) != rows:
            yield f"{who}.tokens", rows, seen
        gone = [face(token, viewer, False) for token in game.discarded]
        if (shown := [token["print"] for token in murder["discarded"]]) != gone:
            yield f"{who}.discarded", gone, shown


def face(token: Token, viewer: int | None, revealed: bool) -> bool | None:
    """What a token shows to a viewer (FC-MODULE-C-18)."""
    return token.fingerprint if revealed or viewer in token.held else None
