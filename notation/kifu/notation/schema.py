"""JSON Schemas of what kifu writes as JSON: records, events of live logs, rows of commands.

They describe what is sound. A reader of kifu takes more than that, and says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from kifu.notation.live import KINDS, LiveLine
from kifu.notation.move_words import CHECK, GLYPH
from kifu.notation.record import Record

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

#: Exactly one of these fields makes a note what it is.
_NOTES = ("glyph", "text", "check", "line", "rem")


def record_schema() -> Schema:
    """The schema of a record as a line of a log; docs/notation.md explains the fields.

    >>> record_schema()["$defs"]["Record"]["required"]
    ['game', 'rules', 'seats']
    """
    schema = _schema(Record)
    record, note = schema["$defs"]["Record"], schema["$defs"]["Note"]
    del record["properties"]["extra"]
    del record["additionalProperties"]  # an unknown field is kept
    record["required"] = ["game", "rules", "seats"]
    fields = record["properties"]
    fields["kifu"] = {"type": "integer", "minimum": 1, "default": 1}
    fields["seats"]["minItems"] = 1
    fields["live"] = {"enum": [0, 1], "default": 0}
    fields["end"] = {"enum": ["=", "*"]}
    # The first line of a live log has no end yet.
    live = {"properties": {"live": {"const": 1}}, "required": ["live"]}
    record["anyOf"] = [{"required": ["end"]}, live]
    note["properties"]["at"]["minimum"] = 0
    note["properties"]["check"]["pattern"] = f"^{CHECK.pattern.removeprefix('%')}$"
    note["properties"]["glyph"]["pattern"] = f"^(?:{GLYPH.pattern})$"
    note["oneOf"] = [{"required": [name]} for name in _NOTES]
    note["dependentRequired"] = {"lang": ["text"]}
    return schema


def event_schema() -> Schema:
    """The schema of a line of a live log below its first one.

    >>> sorted(event_schema()["$defs"]["LiveLine"]["dependentRequired"])
    ['lang', 'seat']
    """
    schema = _schema(LiveLine)
    event = schema["$defs"]["LiveLine"]
    event["oneOf"] = [{"required": [name]} for name in KINDS]
    event["dependentRequired"] = {"lang": ["text"], "seat": ["m"]}
    event["properties"]["undo"]["minimum"] = 1
    event["properties"]["seat"]["minimum"] = 1
    event["properties"]["end"] = {"enum": ["=", "*"]}
    event["properties"]["glyph"]["pattern"] = f"^(?:{GLYPH.pattern})$"
    return schema


def row_schema(
    kind: Any, columns: Collection[str] | None = None, optional: Collection[str] = ()
) -> Schema:
    """The schema of a row with `columns` (None: all fields) of the Struct or TypedDict `kind`.

    A row has every column, with null for no value, but may lack the columns in `optional`.

    >>> from kifu.notation.diagnostics import Diagnostic
    >>> row_schema(Diagnostic)["$defs"]["Diagnostic"]["properties"]["line"]["anyOf"]
    [{'type': 'integer'}, {'type': 'null'}]
    """
    schema = {"$schema": DIALECT, **msgspec.json.schema(kind)}
    row = schema["$defs"][kind.__name__]
    fields = row["properties"]
    row["properties"] = {name: fields[name] for name in columns or fields}
    row["required"] = [name for name in row["properties"] if name not in optional]
    row["additionalProperties"] = False
    for field in fields.values():
        field.pop("default", None)
    return schema


def _schema(kind: type[msgspec.Struct]) -> Schema:
    """The schema of the Struct `kind`, in whose JSON fields that are None are left out."""
    schema = {"$schema": DIALECT, **msgspec.json.schema(kind)}
    for definition in schema["$defs"].values():
        for name, field in definition["properties"].items():
            definition["properties"][name] = _without_null(field)
    return schema


def _without_null(field: Schema) -> Schema:
    kinds = [kind for kind in field.get("anyOf", ()) if kind != {"type": "null"}]
    if len(kinds) != 1:
        return field
    rest = {name: value for name, value in field.items() if name not in ("anyOf", "default")}
    return {**kinds[0], **rest}
