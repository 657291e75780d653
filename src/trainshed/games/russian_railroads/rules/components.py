"""The components of Russian Railroads as printed, read from the content pack. Never changed after loading."""

from __future__ import annotations

from typing import Final

from trainshed.games.russian_railroads.rules.content_schema import (
    BonusRow,
    CardRow,
    EngineerRow,
    FactoryRow,
    IndustryRow,
    QuantityRow,
    RailroadRow,
    SpaceRow,
    SpecialRow,
    StripRow,
    TokenRow,
    TurnCardRow,
)
from trainshed.games.russian_railroads.rules.effect_notation import (
    BLACK_BIT,
    COLOURS,
    DOUBLER,
    TRACK,
    TRACK_UP_TO,
    UNLOCK,
    Part,
    changes_room,
    read_parts,
)
from trainshed.kernel.content import ContentError, Pack

MOST_SEATS: Final = 4
TRANS_SIBERIAN: Final = 0
ST_PETERSBURG: Final = 1
KIEV: Final = 2
RAILROADS: Final = ("trans_siberian", "st_petersburg", "kiev")

PLACES: Final = ("trans_siberian_1", "trans_siberian_2", "st_petersburg", "kiev")
"""Locomotive places. On the Trans-Siberian the first holds the higher number."""


class Space:
    """An action space printed on the board."""

    __slots__ = (
        "always",
        "closed_with_2",
        "colour",
        "group",
        "index",
        "name",
        "never_occupied",
        "only_last_round",
        "order",
        "parts",
        "plain",
        "roubles",
        "steps",
        "strip_space",
        "until_last_round",
        "workers",
    )

    def __init__(self, index: int, row: SpaceRow, parts: list[Part]) -> None:
        self.index: int = index
        self.name: str = row.id
        self.group: str = row.group
        self.workers: int = row.workers
        self.roubles: int = row.roubles
        self.parts: list[Part] = parts
        one_colour = len(parts) == 1 and parts[0].verb == TRACK and parts[0].mask.bit_count() == 1
        self.colour: int = parts[0].mask.bit_length() - 1 if one_colour else -1
        """The colour of a space that only gives steps of one colour, or -1."""
        self.steps: int = parts[0].count if one_colour else 0
        self.closed_with_2: bool = row.closed_with_2
        self.never_occupied: bool = row.never_occupied
        self.until_last_round: bool = row.until_last_round
        self.only_last_round: bool = row.only_last_round
        self.strip_space: int = row.strip_space
        self.order: int = parts[0].count if row.group == "order" else 0
        self.always: bool = row.strip_space < 0 and not (
            row.closed_with_2 or row.only_last_round or row.until_last_round
        )
        """True if the space is in play in every round, with any number of seats."""
        self.plain: bool = not self.order and not row.roubles and row.strip_space < 0
        """True if any pieces can pay for the space, in the number that is printed on the board."""


class Special:
    """A special space of a railroad."""

    __slots__ = ("colour", "locomotive", "medal", "parts", "railroad", "scoring", "space")

    def __init__(self, row: SpecialRow) -> None:
        self.railroad: int = RAILROADS.index(row.railroad)
        self.space: int = row.space
        self.colour: int = COLOURS.index(row.track)
        self.locomotive: bool = row.locomotive
        self.scoring: bool = row.timing == "scoring"
        self.medal: bool = row.needs_token != ""
        self.parts: list[Part] = read_parts(row.effects)


class Components:
    """All printed components by index, with the options of one table applied."""

    def __init__(self, pack: Pack, options: dict[str, str]) -> None:
        self.strict_flip: bool = options["flip_rule"] == "only_if_no_lower"
        self.limited: bool = options["limited_supplies"] == "yes"
        self.repeat_counts_roubles: bool = options["repeat_needs"] == "single_piece"
        self.black_needs_icon: bool = options["black_worker_needs_printed_black"] == "yes"
        spaces = pack.take("space", list[SpaceRow])
        for row in spaces:
            if row.only_last_round:
                row.workers = int(options["last_round_cost"])
        self.spaces: list[Space] = [Space(i, row, read_parts(row.effects)) for i, row in enumerate(spaces)]
        self.space_names: list[str] = [row.id for row in spaces]
        railroads = pack.take("railroad", list[RailroadRow])
        if [row.id for row in railroads] != list(RAILROADS):
            raise ContentError(f"{pack.name}: railroad: they are {', '.join(RAILROADS)}")
        self.length: list[int] = [row.length for row in railroads]
        self.colours: list[int] = [len(row.colours) for row in railroads]
        self.start_tracks: list[int] = [row.start_tracks["black"] for row in railroads]
        self.start_locomotives: list[int] = [
            *([*railroads[TRANS_SIBERIAN].start_locomotives, 0, 0])[:2],
            *([*railroads[ST_PETERSBURG].start_locomotives, 0])[:1],
            *([*railroads[KIEV].start_locomotives, 0])[:1],
        ]
        self.doubler_places: int = len(railroads[TRANS_SIBERIAN].doubler_places)
        self.specials: list[Special] = [Special(row) for row in pack.take("special", list[SpecialRow])]
        self.scoring_specials: list[Special] = [special for special in self.specials if special.scoring]
        self.helpful_specials: list[int] = [
            index for index, special in enumerate(self.specials) if not special.scoring and changes_room(special.parts)
        ]
        """The special spaces that trigger something which may help the rest of an action (RR-TURN-18), by index."""
        self.unlocks: list[int] = [0] * (self.length[TRANS_SIBERIAN] + 1)
        """The colour that black unlocks on a space of the Trans-Siberian, or 0."""
        for special in self.specials:
            for part in special.parts:
                if part.verb == UNLOCK:
                    self.unlocks[special.space] = part.mask.bit_length() - 1
        self.opens: list[int] = [self.unlocks.index(colour) for colour in range(len(COLOURS))]
        """The space of the Trans-Siberian on which black opens a colour (RR-TRACK-08), by colour; black needs none."""
        self.values: list[int] = [pack.number(f"values.normal.{c}") for c in COLOURS]
        self.revalued: list[int] = [pack.number(f"values.revalued.{c}") for c in COLOURS]

        lane = pack.take("industry_space", list[IndustryRow])
        self.lane_slot: list[int] = [row.slot for row in lane]
        """The factory slot of a lane space, from 1, or 0."""
        self.lane_scores: list[int] = [row.scores for row in lane]
        self.lane_question: int = next(row.index for row in lane if row.kind == "question")
        self.lane_end: int = len(lane) - 1
        self.slots: int = max(self.lane_slot)
        gaps = [index for index, slot in enumerate(self.lane_slot) if slot]
        self.lane_reach: list[int] = [*[gap - 1 for gap in gaps], self.lane_end]
        """The last lane space that can be reached with so many factories: slots fill from the left (RR-FACTORY-04)."""

        factories = pack.take("factory", list[FactoryRow])
        self.factory_parts: list[list[Part]] = [[], *[read_parts(row.effects) for row in factories]]
        self.factory_helps: list[bool] = [changes_room(parts) for parts in self.factory_parts]
        self.numbers: int = len(factories)
        self.special_number: int = pack.number("special_locomotive.number")

        engineers = pack.take("engineer", list[EngineerRow])
        self.engineer_count: int = len(engineers)
        self.engineer_letter: list[str] = ["", *[row.letter for row in engineers]]
        self.engineer_parts: list[list[Part]] = [[], *[read_parts(row.effects) for row in engineers]]
        self.engineer_workers: list[int] = [0, *[int(options["engineer_cost"]) for _ in engineers]]
        self.special_engineer: int = next(row.number for row in engineers if row.letter == "")

        tokens = pack.take("token", list[TokenRow])
        self.token_names: list[str] = [row.id for row in tokens]
        self.token_parts: list[list[Part]] = [read_parts(row.effects) for row in tokens]
        self.second_marker: int = self.token_names.index("second_marker")
        cards = pack.take("question_card", list[CardRow])
        self.card_names: list[str] = [row.id for row in cards]
        self.card_parts: list[list[Part]] = [read_parts(row.effects) for row in cards]
        self.card_roubles: list[int] = [row.holds.get("roubles", 0) for row in cards]
        starting = pack.take("starting_card", list[CardRow])
        self.start_names: list[str] = [row.id for row in starting]
        self.start_parts: list[list[Part]] = [read_parts(row.effects) for row in starting]
        for parts in self.start_parts:
            if parts[0].verb == DOUBLER:
                parts[0] = parts[0].times(int(options["start_bonus_doublers"]))
        self.bonuses: list[BonusRow] = pack.take("end_bonus", list[BonusRow])
        self.bonus_names: list[str] = [row.id for row in self.bonuses]
        self.bonus_removed: int = pack.number("end_bonus_rules.removed_unseen")
        self.bonus_instead: int = pack.number("end_bonus_rules.instead_points")
        self.majority: list[int] = [pack.number("majority.first"), pack.number("majority.second")]

        self.strips: dict[int, StripRow] = {
            seats: row for row in pack.take("strip", list[StripRow]) for seats in row.players
        }
        self.quantities: dict[int, QuantityRow] = {row.players: row for row in pack.take("quantity", list[QuantityRow])}
        self.rounds: list[int] = [0] * (MOST_SEATS + 1)
        self.own_position_claim: list[bool] = [False] * (MOST_SEATS + 1)
        for seats, quantity in self.quantities.items():
            self.rounds[seats] = quantity.rounds
            self.own_position_claim[seats] = quantity.own_position_claim
        self.turn_card_points: list[int] = [
            0,
            *[r.points_on_passing for r in pack.take("turn_card", list[TurnCardRow])],
        ]
        self.doublers: int = pack.number("components.doublers")
        self.roubles: int = pack.number("components.roubles")
        self.turquoise: int = pack.number("components.turquoise_workers")
        self.black_worker_step: Part = Part(TRACK_UP_TO, BLACK_BIT, pack.number("black_worker.extra_steps"))
        """What the black worker adds to an action that shows black (RR-CARD-06, -07)."""
        self.lap: int = pack.number("score_track.length")
        self.lap_tokens: list[int] = pack.take("score_track.lap_tokens", list[int])
        """The faces of the two tokens that record laps: two faces each."""
