"""The preview of a link: what chats and social networks show of a page, from the tags in its head.

A preview never says how a match ended: it has the sentence of the turning point, but not that of
the last ply.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from kifu.replay.timeline import Timeline
from kifu.site.content.finale import Finale
from kifu.site.content.sentences import named
from kifu.site.markup import undirected
from kifu.site.texts import PAGE

#: The most characters of a title and of a description; networks show fewer.
TITLE, DESCRIPTION = 90, 200


class Preview(Struct, frozen=True, kw_only=True):
    """What a link to a page shows. `url` is the full address of the page, "" if it is not known;
    `image` is the address of its PNG of 1200 x 630 pixels, "" if there is none.
    """

    title: str
    description: str
    kind: Literal["article", "website"] = "article"
    url: str = ""
    image: str = ""


def preview(names: Iterable[str], facts: Iterable[str], sentence: str = "") -> Preview:
    """The preview of a match's page, with `url` and `image` "": the title has the `names` of its
    seats, the description the `sentence` of its turning point, then `facts` (its game, event and so
    on; empty ones are left out). Both are plain text in one line (see `short`), of at most TITLE
    and DESCRIPTION characters, and "" if there is nothing.

    >>> shown = preview(["Aki", "Ben"], ["6 nimmt!", "", "Cup"], "Ben's 67 costs Aki 12 heads.")
    >>> shown.title, shown.description
    ('Aki – Ben', "Ben's 67 costs Aki 12 heads. 6 nimmt! · Cup")
    """
    about = f"{sentence} {' · '.join(filter(None, facts))}"
    return Preview(title=short(" – ".join(names), TITLE), description=short(about, DESCRIPTION))


def turning_sentence(timeline: Timeline, finale: Finale | None, language: str) -> str:
    """The sentence of a match's turning point as plain text, with all names (see `named`); any
    `language` but "ja" gives English. If there is no turning point, it is a question who wins; so
    it is if that is the last ply, whose sentence may say how the match ended. "" if the match is
    not over (`finale` is None).
    """
    if finale is None:
        return ""
    turning = finale.turning
    if turning is None or turning.ply == len(timeline.moments):
        return PAGE["who_wins"].text(language)
    return named(turning.words, timeline, language)


def short(text: str, most: int) -> str:
    """A text in one line, each run of white space as one space and none at the ends, without
    characters that set a direction (see `undirected`). If it is longer than `most` characters, it
    is cut and ends with an ellipsis, which counts: it then has at most `most` characters. `most`
    must be 1 or more; this is not checked. "" for a text of white space only.

    >>> short(" a\\nb ", 9), short("abcdef", 4)
    ('a b', 'abc…')
    """
    line = " ".join(undirected(text).split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"
