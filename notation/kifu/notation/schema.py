"""JSON Schemas of what kifu writes as JSON, made by msgspec from the types.

They describe what is sound. A reader of kifu takes more than that, and says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from kifu.notation.live import KINDS, LiveLine
from kifu.notation.record import Record

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_END = {"enum": ["=", "*"]}


def record_schema() -> Schema:
    """The schema of a record as a line of a log; docs/notation.md explains the fields.

    >>> record_schema()["$defs"]["Record"]["required"]
    ['game', 'rules', 'seats']
    """
    schema: Schema = {"$schema": DIALECT, **msgspec.json.schema(Record)}
    record = schema["$defs"]["Record"]
    del record["properties"]["extra"]
    del record["additionalProperties"]  # an unknown field is kept
    record["required"] = ["game", "rules", "seats"]
    record["properties"]["seats"]["minItems"] = 1
    record["properties"]["end"] = _END
    _give_one_of(schema["$defs"]["Note"], ["glyph", "text", "check", "line", "rem"])
    return schema


def event_schema() -> Schema:
    """The schema of a line of a live log below its first one.

    >>> event_schema()["$defs"]["LiveLine"]["properties"]["undo"]["anyOf"]
    [{'type': 'integer'}, {'type': 'null'}]
    """
    schema: Schema = {"$schema": DIALECT, **msgspec.json.schema(LiveLine)}
    event = schema["$defs"]["LiveLine"]
    _give_one_of(event, KINDS)
    return schema


def _give_one_of(schema: Schema, names: Iterable[str]) -> None:
    """Say in the schema of an object that it has exactly one of these fields."""
    schema["oneOf"] = [{"required": [name]} for name in names]
