"""What 6つ子7組 is played with: sections 3 and 4 of its page (docs/rules/mutsugo.md)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from kifu.replay.options import in_japanese

# 3. Options


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The one option; None if not given, for the default by number of seats (see `settle`)."""

    target: (
        Annotated[
            int,
            Meta(
                ge=3,
                le=42,
                description="scored cards that win at once",
                extra=in_japanese("規定の得点枚数", "これだけ得点化した人がその場で勝つ"),
            ),
        ]
        | None
    ) = None


def settle(options: Options, seats: int) -> Options:
    """New options with a `target`: the one given, otherwise 12 for four seats and 15 for any other
    number.

    >>> settle(Options(), 3).target, settle(Options(), 4).target, settle(Options(7), 4).target
    (15, 12, 7)
    """
    return Options(options.target or (12 if seats == 4 else 15))


# 4. Players


def seats(options: Options) -> range:
    """The numbers of seats allowed: 2 to 4."""
    return range(2, 5)
