"""Data: what pages of a site have beside them, as JSON files and as shards.

A shard is a script that hands its data to the page that loads it (static/shards.ts), because a page
that is opened from disk can load scripts and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

#: Writes a file of the site, by its path.
Put = Callable[[str, bytes], None]


def as_json(content: Any) -> bytes:
    r"""`content` as JSON in which `<` is escaped, so that it contains no markup even within a page.

    >>> as_json(["</script>"])
    b'["\\u003c/script>"]'
    """
    return msgspec.json.encode(content).replace(b"<", rb"\u003c")


def put_shard(put: Put, path: str, content: Any) -> bytes:
    """Write the shard `path`.js with `put`: a script that calls `kifuShard` with the last part of
    the path and `content`. Returns `content` as JSON.
    """
    data = as_json(content)
    put(f"{path}.js", b"kifuShard(%s,%s);\n" % (as_json(path.rpartition("/")[2]), data))
    return data
