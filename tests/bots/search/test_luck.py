"""The luck of imagined games: independent of what was drawn before, and as even as other random numbers."""

from collections import Counter

from trainshed.bots.search.luck import TurnLuck


def draws(luck: TurnLuck, count: int, name: str = "deck") -> list[int]:
    return [luck.fraction(name) for _ in range(count)]


def test_a_turn_has_the_same_luck_whatever_was_drawn_before() -> None:
    short, long = TurnLuck("game"), TurnLuck("game")
    for luck, count in ((short, 1), (long, 7)):
        luck.begin_turn(0)
        draws(luck, count)
        luck.begin_turn(1)
    assert draws(short, 5) == draws(long, 5)


def test_no_two_draws_of_a_game_are_the_same() -> None:
    luck = TurnLuck("game")
    found = draws(luck, 40)
    for _ in range(30):
        for seat in range(4):
            luck.begin_turn(seat)
            found += draws(luck, 10) + draws(luck, 10, "die")
    assert len(set(found)) == len(found)


def test_each_number_of_a_draw_is_even_over_the_games() -> None:
    """χ² over ten equal parts, for the first and third draw of the second turn."""
    for skipped in (0, 2):
        counts: Counter[int] = Counter()
        for game in range(5000):
            luck = TurnLuck(f"game {game}")
            luck.begin_turn(2)
            luck.begin_turn(2)
            draws(luck, skipped)
            counts[luck.fraction("deck") * 10 >> 31] += 1
        assert sum((counts[part] - 500) ** 2 / 500 for part in range(10)) < 27.9  # 0.1 % of honest ones are beyond
