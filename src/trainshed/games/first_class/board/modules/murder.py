"""Module C on the board: the own guilt card, investigation tokens face down, and to whom they are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Final

from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.hover_card import HoverCard, about, named_piece
from trainshed.draw.icon_row import Drawn, side_by_side
from trainshed.draw.icons import sign
from trainshed.draw.panel import draw_seat
from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import circle, moved, path, rect, text
from trainshed.games.first_class.board.art.icons import times, word
from trainshed.games.first_class.board.module import BoardModule
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import head_of

NAME: Final = "murder"
DRAW, OTHERS, GIVE, DISCARD = range(4)
TO_ANY: Final = 9
WHORLS: Final = "M-4.5 3.5C-6 -3 -2.5 -6 0 -6S6 -3 4.5 3.5M-2.2 5C-3.6 -.5 -2 -3 0 -3S3.6 -.5 2.2 5M0 6V-.5"
PANEL: Final = 148


@cache
def token(shows: bool | None, r: float = 10) -> str:
    """An investigation token around the origin: its back, a fingerprint, or nothing on it."""
    if shows is None:
        return circle(0, 0, r, "token") + text(0, 4.6, "?", "t13b on-enamel", "middle")
    face = circle(0, 0, r, "token-known")
    return face + path(WHORLS, "token-print") if shows else face


def token_icon(shows: bool | None = None) -> Drawn:
    return moved(10, 0, token(shows)), 20


def token_card(name: str, state: str, shows: bool | None, clause: str) -> HoverCard:
    """The hover card of tokens."""
    return HoverCard(name, state, clause=clause, face=moved(13, 13, token(shows, 12)), face_size=(26, 26))


class MurderOnBoard(BoardModule):
    """Module C."""

    draws: ClassVar[Mapping[str, tuple[str, str]]] = {
        "draw": (marked("Draw"), marked("a token that was drawn cannot be put back")),
        "others": (marked("Let them draw"), marked("a token that was drawn cannot be put back")),
    }
    pairings: ClassVar[Mapping[str, str]] = {
        "a-c": marked("Contracts and the murder"),
        "b-c": marked("Celebrities and the murder"),
    }
    clauses: ClassVar[Mapping[str, str]] = {
        "draw": "FC-MODULE-C-05",
        "others": "FC-MODULE-C-16",
        "give": "FC-MODULE-C-07",
        "discard": "FC-MODULE-C-07",
    }
    kind_clauses: ClassVar[Mapping[str, str]] = {"murder": "FC-MODULE-C-17"}
    chips: ClassVar[Mapping[str, str]] = {
        "draw": marked("Draw a token"),
        "others": marked("Others draw"),
        "give": marked("Give a token"),
        "discard": marked("Discard a token"),
    }

    # ------------------------------------------------------------ icons

    def glyphs(self, verb: int, arg: int, count: int) -> list[Drawn]:
        one = token_icon()
        if verb == DRAW:
            return [side_by_side([word("+", "t16b"), *times(one, count, 2)], 2)]
        if verb == OTHERS:
            person = (sign("person", 0, -7, 14, "ink2"), 14.0)
            return [side_by_side([person, word("+", "t16b"), *times(one, count, 2)], 2)]
        if verb == GIVE:
            seats = (sign("person", 0, -7, 14, "ink2"), 14.0)
            to = [seats, seats] if arg == TO_ANY else [seats]
            return [side_by_side([*times(one, count, 2), word("→"), *to], 2)]
        return [side_by_side([*times(one, count, 2), (sign("x", 0, -6, 12, "ink2"), 12.0)], 2)]

    # ------------------------------------------------------------ the panel

    def panel(self, scene: Any) -> float:
        return PANEL

    def draw_panel(self, sheet: Sheet, scene: Any, area: Rect) -> None:
        """The tokens of the player shown in the order of their places, and what the viewer knows of the murderer."""
        seen = scene.then.modules[NAME]
        tokens = seen["tokens"][scene.shown]
        title = scene.phrase("Tokens")
        bag = fitted(scene.phrase("bag %(count)d", count=seen["bag"]), 13, area.w / 2)
        room = area.w - room_of(bag, 13) - 8
        sheet.board(text(area.x, area.y + 13, fitted(title, 15, room), "sign"))
        sheet.board(text(area.x + area.w, area.y + 13, bag, "t13 ink2", "end", **about("bag")))
        wide = area.w > PANEL
        pitch = min(34.0 if wide else 24.0, area.w / max(1, -(-len(tokens) // 2))) if tokens else 24.0
        across = max(1, int((area.w + 0.5) // pitch))
        r = min(10.0, pitch / 2 - 1)
        for at, held in enumerate(tokens):
            x = area.x + (at % across + 0.5) * pitch
            y = area.y + 31 + at // across * 23
            name = {True: marked("fingerprint"), False: marked("blank token"), None: marked("face-down token")}
            said = scene.phrase(name[held["print"]])
            place = f"token-{scene.shown}-{at}"
            sheet.piece(
                named_piece(x, y, said, token(held["print"], r), id_=place, thing=f"held:{scene.shown}:{at + 1}")
            )
        said = self.guilt(scene, seen)
        sheet.board(text(area.x, area.y + 82, fitted(said, 13, area.w), "t13 ink2", **about("guilt")))

    def about(self, scene: Any, thing: str) -> HoverCard | None:
        """The tokens, the bag and the guilt card."""
        seen = scene.then.modules[NAME]
        head, _, rest = thing.partition(":")
        if thing == "bag":
            state = scene.phrase("%(count)d left", count=seen["bag"])
            return token_card(scene.phrase("Bag of investigation tokens"), state, None, "FC-MODULE-C-05")
        if thing == "guilt":
            said, told = scene.phrase("Guilt card"), self.guilt(scene, seen)
            face = sign("eye", 2, 2, 24)
            return HoverCard(said, told, clause="FC-MODULE-C-11", face=face, face_size=(28, 28))
        seat, _, place = rest.partition(":")
        if head != "held" or not (seat.isdigit() and place.isdigit()) or int(seat) >= scene.now.seats:
            return None
        tokens = seen["tokens"][int(seat)]
        if not 0 < int(place) <= len(tokens):
            return None
        shows = tokens[int(place) - 1]["print"]
        known = {True: marked("a fingerprint"), False: marked("blank"), None: marked("face down")}
        state = scene.phrase(known[shows])
        if int(seat) != scene.now.seat:
            state = f"{scene.who(int(seat))}: {state}"
        card = token_card(scene.phrase("Investigation token"), state, shows, "FC-MODULE-C-10")
        return card._replace(told=scene.phrase("At the end whoever has the most fingerprints is arrested."))

    def guilt(self, scene: Any, seen: Any) -> str:
        """What the viewer knows of the murderer."""
        view = scene.now
        if seen["guilty"] >= 0 and seen["guilty"] == view.seat and not seen["revealed"]:
            return str(scene.phrase("You are the murderer."))
        if seen["guilty"] >= 0:
            return str(scene.phrase("Murderer: %(who)s", who=scene.who(seen["guilty"])))
        if view.seat is None or not seen["dealt"]:
            return str(scene.phrase("The murderer is hidden."))
        return str(scene.phrase("You are innocent."))

    # ------------------------------------------------------------ giving and discarding

    def words(self, scene: Any) -> list[str]:
        asked = scene.asked
        every = dict.fromkeys([*asked.moves, *asked.instead])
        return [word for word in every if head_of(word) in ("give", "discard", "draw", "others")]

    def targets(self, scene: Any, words: Sequence[str]) -> list[str]:
        """The rows of the list: seats that can get a token, and the discard."""
        rows = dict.fromkeys(word.rpartition(":")[0] for word in words if head_of(word) in ("give", "discard"))
        return list(rows)

    def choices(self, scene: Any) -> float:
        words = self.words(scene)
        if not words:
            return 0
        single = [word for word in words if head_of(word) in ("draw", "others")]
        return 24 + 48 * len(self.targets(scene, words)) + 48 * len(single)

    def draw_choices(self, sheet: Sheet, scene: Any, area: Rect) -> None:
        """A row for each opponent, with a control for each own token by its place; and one for discarding."""
        words = self.words(scene)
        rows = self.targets(scene, words)
        single = [word for word in words if head_of(word) in ("draw", "others")]
        sheet.board(text(area.x, area.y + 14, fitted(scene.phrase("Investigation tokens"), 15, area.w), "sign"))
        y = area.y + 22
        pitch = min(48.0, (area.h - 22) / max(1, len(rows) + len(single)))
        for word_ in single:
            there = Rect(area.x, y, area.w, min(44.0, pitch - 4))
            sheet.board(rect(*there, 3, "sp"))
            base = there.y + there.h / 2 + 5
            sheet.board(text(there.x + 10, base, fitted(scene.label(word_), 14, area.w - 20), "t14b"))
            scene.offer(sheet, there, word_)
            y += pitch
        tokens = scene.now.modules[NAME]["tokens"][scene.now.seat] if scene.now.seat is not None else []
        for row in rows:
            self.draw_row(sheet, scene, Rect(area.x, y, area.w, pitch - 4), row, words, tokens)
            y += pitch

    def draw_row(
        self, sheet: Sheet, scene: Any, area: Rect, row: str, words: Sequence[str], tokens: Sequence[Any]
    ) -> None:
        label = 84.0
        base = area.y + area.h / 2 + 5
        if head_of(row) == "give":
            seat = int(row.partition(":")[2]) - 1
            draw_seat(sheet, area.x, base, SEATS[seat], scene.who(seat), label - 28, "t14")
        else:
            sheet.board(text(area.x, base, fitted(scene.phrase("Discard"), 14, label - 4), "t14"))
        own = [word for word in words if word.rpartition(":")[0] == row]
        pitch = min(44.0, (area.w - label) / max(1, len(own)))
        for at, word_ in enumerate(own):
            place = int(word_.rpartition(":")[2]) - 1
            there = Rect(area.x + label + at * pitch, area.y, pitch - 2, area.h)
            shows = tokens[place]["print"] if place < len(tokens) else None
            sheet.board(moved(*there.middle, token(shows, min(10.0, pitch / 2 - 2))))
            scene.offer(sheet, there, word_)

    # ------------------------------------------------------------ facts

    def verdict(self, view: Any, seat: int) -> str:
        seen = view.modules[NAME]
        if seat in seen["arrested"]:
            return marked("arrested")
        return marked("murderer, not arrested") if seen["guilty"] == seat else ""

    def end_clause(self, view: Any) -> str:
        if not view.modules[NAME]["arrested"]:
            return ""
        return "FC-MODULE-C-10" if view.options["murder_arrest"] == "out" else "FC-MODULE-C-15"

    def facts(self, view: Any, seat: int, speech: Any) -> list[tuple[str, str, str]]:
        facts = [("eye", str(len(view.modules[NAME]["tokens"][seat])), speech.gettext("investigation tokens"))]
        said = self.verdict(view, seat) if view.over else ""
        return [*facts, ("lock", speech.gettext(said), speech.gettext("The murder"))] if said else facts

    def usual(self, view: Any, moves: Sequence[str]) -> str:
        return next((word for word in ("draw", "others") if word in moves), "")

    def names(self) -> Mapping[str, str]:
        return {"": marked("The murder")}


MODULE = MurderOnBoard
