"""The texts of module C, the murder in first class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from trainshed.games.first_class.events import ModuleEvent
from trainshed.games.first_class.rules.effect_notation import Icon
from trainshed.games.first_class.rules.modules.murder import DISCARD, DRAW, GIVE, OTHERS, TO_ANY, Murder
from trainshed.games.first_class.text.module import KindName, ModuleText
from trainshed.games.first_class.text.names import box_of
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator, marked
from trainshed.phrases import Counted, listed, points, who

ICONS = {
    DRAW: Counted("draw %(count)d investigation token", "draw %(count)d investigation tokens"),
    OTHERS: Counted(
        "everybody else draws %(count)d investigation token", "everybody else draws %(count)d investigation tokens"
    ),
    DISCARD: Counted("discard up to %(count)d investigation token", "discard up to %(count)d investigation tokens"),
}
give_to_one = Counted(
    "give up to %(count)d investigation token to one player", "give up to %(count)d investigation tokens to one player"
)
give_to_any = Counted(
    "give up to %(count)d investigation token to any player", "give up to %(count)d investigation tokens to any players"
)
token_count = Counted("%(count)d investigation token", "%(count)d investigation tokens")
print_count = Counted("%(count)d fingerprint", "%(count)d fingerprints")
FACES = {True: marked("fingerprint"), False: marked("blank"), None: marked("unknown")}
GIVE_TOKEN = {
    None: marked("Give token %(place)d to %(who)s"),
    True: marked("Give token %(place)d, a fingerprint, to %(who)s"),
    False: marked("Give token %(place)d, a blank one, to %(who)s"),
}
DISCARD_TOKEN = {
    None: marked("Discard token %(place)d"),
    True: marked("Discard token %(place)d, a fingerprint"),
    False: marked("Discard token %(place)d, a blank one"),
}
PLAIN = {
    "draw": marked("Draw investigation tokens"),
    "others": marked("Let everybody else draw investigation tokens"),
    "token:print": marked("The token shows a fingerprint"),
    "token:blank": marked("The token is blank"),
    "token:?": marked("Draw an investigation token"),
    "guilty:?": marked("The guilt cards are dealt"),
}


class MurderText(ModuleText):
    """Somebody is the murderer; whoever has most fingerprints at the end is arrested."""

    kinds: ClassVar[Mapping[str, KindName]] = {"murder": KindName(marked("Murder card"), marked("a murder card"))}
    hidden = ("guilty:?", "token:?")
    chapters = ("guilt", "revealed", "arrested", "escaped")
    counted = ("drawn",)
    reasons: ClassVar[Mapping[str, str]] = {
        "FC-MODULE-C-05": marked("Nothing that you carry out now makes anybody draw investigation tokens."),
        "FC-MODULE-C-07": marked("Nothing that you carry out now gives a token to this player, or discards one."),
        "FC-MODULE-C-08": marked("You have no investigation token at this place."),
    }
    more_advice = ("murder", "murder-tokens", "murder-give")

    def icon(self, verb: int, icon: Icon, speech: Translator) -> str:
        if verb == GIVE:
            return (give_to_any if icon.arg == TO_ANY else give_to_one)(icon.count, speech)
        return ICONS[verb](icon.count, speech)

    def label(self, game: Game, view: Any, word: str, speech: Translator, names: Sequence[str]) -> str:
        if word in PLAIN:
            return speech.gettext(PLAIN[word])
        head, _colon, rest = word.partition(":")
        match head:
            case "guilty":
                return speech.phrase("%(who)s is the murderer", who=who(int(rest) - 1, speech, names))
            case "give":
                seat, _colon, place = rest.partition(":")
                facts = {"place": int(place), "who": who(int(seat) - 1, speech, names)}
                return speech.phrase(GIVE_TOKEN[face_of(view, int(place))], **facts)
            case "discard":
                return speech.phrase(DISCARD_TOKEN[face_of(view, int(rest))], place=int(rest))
        return ""

    def deed(self, game: Game, events: Sequence[ModuleEvent], speech: Translator, names: Sequence[str]) -> str:
        what, facts = events[-1].what, events[-1].facts
        match what:
            case "drawn":
                tokens = token_count(len(events), speech)
                if "print" not in facts:
                    return speech.phrase("draws %(tokens)s", tokens=tokens)
                prints = print_count(sum([event.facts["print"] for event in events]), speech)
                return speech.phrase("draws %(tokens)s with %(prints)s", tokens=tokens, prints=prints)
            case "given":
                return speech.phrase(GIVEN[facts.get("print")], who=who(facts["to"], speech, names))
            case "discarded":
                return speech.gettext(DISCARDED[facts.get("print")])
        return ""

    def chapter(self, events: Sequence[ModuleEvent], speech: Translator, names: Sequence[str]) -> str:
        parts = []
        for event in events:
            facts = event.facts
            match event.what:
                case "guilt":
                    parts.append(speech.gettext("The guilt cards are dealt: one player is the murderer."))
                    if "guilty" in facts:
                        parts.append(speech.phrase("It is %(who)s.", who=who(facts["guilty"], speech, names)))
                case "revealed":
                    parts.append(speech.phrase("The murderer is %(who)s.", who=who(facts["guilty"], speech, names)))
                case "arrested":
                    parts.append(fingerprints(facts["prints"], speech, names))
                    parts += arrests(facts["seats"], facts["penalty"], speech, names)
                case "escaped":
                    parts.append(escape(event.seat, facts["points"], speech, names))
        return " ".join(parts)

    def table_lines(self, game: Game, view: Any, speech: Translator, names: Sequence[str]) -> Iterator[str]:
        seen = view.modules["murder"]
        yield speech.phrase("Investigation tokens in the bag: %(count)d.", count=seen["bag"])
        if seen["guilty"] >= 0:
            yield speech.phrase("The murderer is %(who)s.", who=who(seen["guilty"], speech, names))
        if seen["arrested"]:
            arrested = listed([who(seat, speech, names) for seat in seen["arrested"]], speech)
            yield speech.phrase("Arrested: %(who)s.", who=arrested)

    def seat_lines(self, game: Game, view: Any, seat: int, speech: Translator, names: Sequence[str]) -> Iterator[str]:
        tokens = view.modules["murder"]["tokens"][seat]
        if not tokens:
            return
        if any(token["print"] is not None for token in tokens):
            faces = ", ".join([speech.gettext(FACES[token["print"]]) for token in tokens])
            yield speech.phrase("Investigation tokens: %(count)d (%(faces)s).", count=len(tokens), faces=faces)
        else:
            yield speech.phrase("Investigation tokens: %(count)d.", count=len(tokens))

    def decided(self, game: Game, view: Any, speech: Translator, names: Sequence[str]) -> Iterator[tuple[str, str]]:
        seen, rules = view.modules["murder"], rules_of(game)
        out = view.options["murder_arrest"] == "out"
        clause = "FC-MODULE-C-13" if not seen["arrested"] else "FC-MODULE-C-10" if out else "FC-MODULE-C-15"
        for text in arrests(seen["arrested"], 0 if out else rules.penalty, speech, names):
            yield text, clause
        if seen["guilty"] not in seen["arrested"]:
            yield escape(seen["guilty"], rules.reward_points, speech, names), "FC-MODULE-C-11"

    def drops_out(self, view: Any, seat: int) -> bool:
        return seat in view.modules["murder"]["arrested"] and view.options["murder_arrest"] == "out"

    def coach(self, game: Game, view: Any, words: Sequence[str], chosen: Sequence[str]) -> Iterator[str]:
        yield "murder"
        heads = {word.partition(":")[0] for word in words}
        if heads & {"draw", "others"}:
            yield "murder-tokens"
        if heads & {"give", "discard"}:
            yield "murder-give"


GIVEN = {
    None: marked("gives an investigation token to %(who)s"),
    True: marked("gives a fingerprint to %(who)s"),
    False: marked("gives a blank token to %(who)s"),
}
DISCARDED = {
    None: marked("discards an investigation token"),
    True: marked("discards a fingerprint"),
    False: marked("discards a blank token"),
}


def face_of(view: Any, place: int) -> bool | None:
    """Whether a token of the player who is asked shows a fingerprint; None if the reader may not know it."""
    if "murder" not in view.modules or not 0 <= view.actor < view.seats:
        return None
    tokens = view.modules["murder"]["tokens"][view.actor]
    found: bool | None = tokens[place - 1]["print"] if place <= len(tokens) else None
    return found


def fingerprints(prints: Sequence[int], speech: Translator, names: Sequence[str]) -> str:
    """Everybody's fingerprints."""
    shares = [
        speech.phrase("%(who)s has %(prints)s", who=who(seat, speech, names), prints=print_count(count, speech))
        for seat, count in enumerate(prints)
    ]
    return speech.phrase("The investigation: %(shares)s.", shares=listed(shares, speech))


def arrests(seats: Sequence[int], penalty: int, speech: Translator, names: Sequence[str]) -> list[str]:
    """Who is arrested, and what it costs."""
    if not seats:
        return [speech.gettext("Nobody is arrested.")]
    facts = {"who": listed([who(seat, speech, names) for seat in seats], speech)}
    if penalty:
        lost = points(penalty, speech)
        return [
            speech.plural(
                "%(who)s is arrested: −%(points)s.",
                "%(who)s are arrested: −%(points)s each.",
                len(seats),
                **facts,
                points=lost,
            )
        ]
    return [
        speech.plural(
            "%(who)s is arrested and cannot win.", "%(who)s are arrested and cannot win.", len(seats), **facts
        )
    ]


def escape(seat: int, reward: int, speech: Translator, names: Sequence[str]) -> str:
    """What the murderer gets who is not arrested."""
    facts = {"who": who(seat, speech, names), "points": points(reward, speech)}
    return speech.phrase("The murderer %(who)s escapes: +%(points)s.", **facts)


def rules_of(game: Game) -> Murder:
    """The module's numbers in the content pack."""
    return next(module for module in box_of(game).modules if isinstance(module, Murder))


TEXT = MurderText()
