"""The words that the script of a page can write, in each language.

A page holds those that it may need: what only an analysis, variations or an offered record make the
script say is left out without them, and so are words that Python alone writes, unless it wrote them
into this page: the script says these again when its reader changes the language.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from kifu.site.page.moments import in_both
from kifu.site.page_texts import PAGE

#: The words that the HTML has in one language and no script says again, and those of pages without
#: a table.
WRITTEN = (
    "no_script", "card_1", "cards_n", "redacted_public", "redacted_seat",
    "own_name", "colours", "lines", "chronicle_checked",
)  # fmt: skip

#: How the keys of words begin that templates write by `t()` or `said()`, and no script by itself.
ASKED_FOR = (
    "revision", "defaults", "end_", "sound", "unsound", "warned", "error", "warning", "at_ply",
    "checked_by", "so_far", "tag_", "a_draw", "winner_", "place_", "turning_", "turned_",
    "last_cards", "next_match", "sight_all", "match_of", "accuracy", "lost_a_choice",
    "too_few_choices", "too_wide", "match_too_short",
    "judged_by", "what_if_through", "tempt_", "phase_",
)  # fmt: skip

#: How the keys of words begin that are said of some part of a match alone, by that part.
PARTS = {
    "analysis": (
        "judged_", "could_choose", "wins", "points_ahead", "mistakes_of", "sight_", "chances_",
        "next_own", "back_own", "learn", "analysis",
    ),
    "variations": ("variation",),
    "what_ifs": ("what_if",),
    "deal": ("deal_", "check_deal"),
    "promise": ("deal_promised", "deal_broken", "deal_no_seed"),
    "problem": ("problem",),
    "archive": ("archive",),
    "record": (
        "copy_notation", "download_notation", "copy_log", "download_log", "notation", "annotate",
        "glyphs", "comment", "any_language", "author", "add_comment", "keep_notes", "undo_notes",
        "unkept", "no_brackets", "no_such_character", "draft_", "discard", "bring_back", "notes",
    ),
}  # fmt: skip


def script_words(parts: Iterable[str], asked: Iterable[str]) -> dict[str, list[str]]:
    """The words (key -> [English, Japanese]) that the script of a page may need: those of any
    page's script, those of the page's `parts` (keys of PARTS), and those with the keys `asked`,
    which Python has written into the page.

    >>> words = script_words((), {"end_="})
    >>> words["end_="], "learn" in words, "end_*" in words
    (['finished', '終局まで'], False, False)
    """
    words = all_script_words()
    return _by_itself(frozenset(parts)) | {key: words[key] for key in sorted(asked)}


@cache
def all_script_words() -> dict[str, list[str]]:
    """The words (key -> [English, Japanese]) that the script of at least some page can write: all
    of the page's own words except WRITTEN.
    """
    return {key: in_both(words) for key, words in PAGE.items() if key not in WRITTEN}


@cache
def _by_itself(parts: frozenset[str]) -> dict[str, list[str]]:
    """The words (key -> [English, Japanese]) that the script of a page with these `parts` may write
    even if Python has not written them into the page.
    """
    lacking = tuple(key for part in sorted(PARTS.keys() - parts) for key in PARTS[part])
    left_out = (*ASKED_FOR, *lacking)
    return {key: words for key, words in all_script_words().items() if not key.startswith(left_out)}
