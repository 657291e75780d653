"""What the five modules add to the model of First Class: where their cards lie, when they pay, and the arrest."""

from __future__ import annotations

import re

from tests.games.first_class.oracle.actions import LINE, REWARD, Actions, rest
from tests.games.first_class.oracle.printed import Card
from tests.games.first_class.oracle.table import TRAINS, Script


def number(card: Card) -> int:
    """The number in the condition of a card."""
    found = re.search(r"\d+", card.condition)
    assert found is not None
    return int(found[0])


class Modules(Actions):
    """The table with its modules."""

    # ------------------------------------------------------------ cards that are laid somewhere

    def lay(self, seat: int, card: Card) -> Script:
        """Carry out a card that is laid at a coach, a city or a column."""
        player = self.players[seat]
        if card.kind == "celebrity":
            places = [(train, at) for train in (0, 1) for at in self.coaches(seat, train)]
            free = [place for place in places if place not in player.celebrities.values()]  # FC-MODULE-B-02
            word = yield from self.ask(seat, [f"celebrity:{TRAINS[train]}:{at}" for train, at in free])
            if word:
                train, at = rest(word).split(":")
                player.celebrities[card.name] = TRAINS.index(train), int(at)
        elif card.kind == "postcard":
            word = "waits"
            if self.free_cities(seat, card):
                yield from self.attach_postcard(seat, card)
            else:
                player.waiting.append(card.name)  # FC-MODULE-B-07
        elif card.kind in ("passenger", "luggage"):
            own = 0 if card.kind == "passenger" else 1  # FC-MODULE-D-01
            taken = player.guests.values()
            word = yield from self.ask(
                seat, [f"{card.kind}:{at}" for at in self.coaches(seat, own) if (own, at) not in taken]
            )
            if word:
                player.guests[card.name] = own, int(rest(word))
        else:
            columns = [column for column in self.printed.between if column not in player.between.values()]
            word = yield from self.ask(seat, [f"column:{column}" for column in columns])
            if word:
                player.between[card.name] = int(rest(word))
        if not word:
            self.use_up(seat, card.name)  # FC-MODULE-B-10, FC-MODULE-D-03, FC-MODULE-E-08

    def free_cities(self, seat: int, card: Card) -> list[int]:
        """The cities to which a postcard can be attached (FC-MODULE-B-06)."""
        taken = self.players[seat].postcards.values()
        return [at for at in range(number(card), len(self.line(seat)) + 1) if at not in taken]

    def attach_postcard(self, seat: int, card: Card) -> Script:
        word = yield from self.ask(seat, [f"postcard:{at}" for at in self.free_cities(seat, card)])
        self.players[seat].postcards[card.name] = int(rest(word))

    # ------------------------------------------------------------ extras

    def can_activate(self, seat: int, name: str) -> bool:
        """Whether a passenger can take the seat, or luggage be loaded (FC-MODULE-D-04)."""
        player = self.players[seat]
        train, at = player.guests[name]
        level = self.coaches(seat, train)[at]
        return player.conductors[train] >= at and level >= number(self.printed.cards[name])

    def can_repair(self, seat: int, name: str) -> bool:
        """Whether a mechanic can be used (FC-MODULE-E-06)."""
        player = self.players[seat]
        column = player.between[name]
        found = [self.coaches(seat, train).get(column) for train in (0, 1)]
        levels = [level for level in found if level is not None]
        enough = len(levels) == 2 and sum(levels) >= number(self.printed.cards[name])
        return enough and name not in player.turned

    def module_extras(self, seat: int) -> list[str]:
        player, cards = self.players[seat], self.printed.cards
        mechanics = [name for name in player.between if cards[name].kind == "mechanic"]
        return [
            *(f"post:{name}" for name in player.waiting if self.free_cities(seat, cards[name])),
            *(f"activate:{name}" for name in player.guests if self.can_activate(seat, name)),
            *(f"mechanic:{name}" for name in mechanics if self.can_repair(seat, name)),
        ]

    def module_extra(self, seat: int, word: str) -> Script:
        player = self.players[seat]
        card = self.printed.cards[rest(word)]
        if word.startswith("post:"):
            player.waiting.remove(card.name)
            yield from self.attach_postcard(seat, card)
            return
        if word.startswith("activate:"):  # FC-MODULE-D-05
            del player.guests[card.name]
            player.activated.append(card.name)
            self.use_up(seat, card.name)
        elif self.options["used_mechanics"] == "stay":  # FC-MODULE-E-07
            player.turned.append(card.name)
        else:
            del player.between[card.name]
            self.use_up(seat, card.name)
        yield from self.carry(seat, card.icons, REWARD)

    # ------------------------------------------------------------ scoring phases

    def active_switches(self, seat: int) -> list[str]:
        """Switches whose column both conductors have reached (FC-MODULE-E-05)."""
        player = self.players[seat]
        switches = {name: at for name, at in player.between.items() if self.printed.cards[name].kind == "switch"}
        return [name for name, at in switches.items() if min(player.conductors) >= at]

    def pull_switch(self, seat: int, name: str) -> Script:
        yield from self.carry(seat, self.printed.cards[name].icons, LINE)

    def module_points(self, seat: int) -> int:
        """Points of celebrities and postcards in step 2 (FC-MODULE-B-04, -08)."""
        player, cards = self.players[seat], self.printed.cards
        found = 0
        for name, (train, at) in player.celebrities.items():
            if player.conductors[train] >= at and self.coaches(seat, train)[at] >= number(cards[name]):
                found += sum(icon.count for icon in cards[name].icons)
        for name, city in player.postcards.items():
            if player.city >= city:
                found += sum(icon.count for icon in cards[name].icons)
        return found

    # ------------------------------------------------------------ the end of module C

    def arrest(self) -> Script:
        """The murderer gets two more tokens, and the player with most fingerprints is arrested (FC-MODULE-C-09 on)."""
        yield from self.draw_tokens(self.guilty, self.printed.tokens["murderer_extra"])
        prints = [sum(token.fingerprint for token in player.tokens) for player in self.players]
        most = [seat for seat in self.seats if prints[seat] == max(prints) > 0]
        self.arrested = [self.guilty] if self.guilty in most else most  # FC-MODULE-C-12
        if self.guilty not in self.arrested:
            self.players[self.guilty].points += self.printed.tokens["unarrested_murderer_points"]
        if self.options["murder_arrest"] == "penalty":
            for seat in self.arrested:
                self.players[seat].points -= self.printed.tokens["arrest_penalty"]
