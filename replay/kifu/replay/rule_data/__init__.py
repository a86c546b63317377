"""Rule data: parts of a game's rules that a user can put in the place of kifu's own.

A record names the data that it was played with: kifu's own by a plain name, a user's by
`NAME@HEX8`, where HEX8 are the first digits of a digest of the data. So a name always means the
same data, and a table for the whole process is safe. `docs/rule-data.md` explains the files.
"""

from typing import TYPE_CHECKING

from kifu.notation.public import publish

if TYPE_CHECKING:
    from kifu.replay.rule_data.files import (
        DataError as DataError,
        Loaded as Loaded,
        contents_in_use as contents_in_use,
        names_in_use as names_in_use,
        use_content as use_content,
        use_data as use_data,
    )
    from kifu.replay.rule_data.part import Part as Part

__all__ = publish(__name__)
