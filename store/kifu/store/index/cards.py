"""Cards: which cards a move names, in SQL.

Each game has a pattern that finds them (`Archiving.card`). An archive keeps it with the variant,
so that other programs that read the archive need neither kifu nor the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.notation.errors import KifuError
from kifu.replay.registry import game
from kifu.store.identity import Variant
from kifu.store.parameters import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def card_pattern(variant: Variant) -> str | None:
    """A regular expression that finds the cards in a move of this variant, in its first group; None
    if the game has none.

    >>> card_pattern(("mutsugo", 1, "", 2)), card_pattern(("chronicle", 0, "", 2))
    ('([csptxa][1-7])', None)
    """
    name, rules, *_ = variant
    try:
        revision = game(name).revision(rules)
    except KifuError:
        return None
    card = revision.archive.card if revision else None
    return card.pattern if card else None


def show_cards(connection: DuckDBPyConnection) -> None:
    """Define the SQL macro `cards_in`, with the patterns of all variants in the archive as
    constants: DuckDB compiles these once, any other pattern for each move, which takes 25 times as
    long. A pattern that DuckDB can't read (in somebody else's archive) finds no cards.
    """
    known = [quoted(card) for (card,) in connection.execute(_READABLE).fetchall()]
    if known:
        cases = [f"WHEN {card} THEN regexp_extract_all(move, {card}, 1)" for card in known]
        ((own,),) = connection.execute(_OWN).fetchall()
        connection.execute(
            f"CREATE OR REPLACE MACRO {own}.cards_in(move, card) AS CASE card {' '.join(cases)} END"
        )


#: The database that was opened first, quoted: functions are looked for in DuckDB's own before it.
_OWN = """
    SELECT '"' || replace(database_name, '"', '""') || '".main' FROM duckdb_databases()
    WHERE NOT internal ORDER BY database_oid LIMIT 1
"""
#: The patterns that can be read and have a first group: each is tried where it has to match.
_READABLE = """
    SELECT DISTINCT card FROM variant
    WHERE TRY(regexp_extract_all('', '(?:' || card || ')|', 1)) IS NOT NULL ORDER BY card
"""
