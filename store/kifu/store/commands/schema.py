"""The command schema."""

from __future__ import annotations

import json
import sys

import click

from kifu.notation import rows
from kifu.notation.errors import KifuError


@click.command()
@click.argument("name", required=False)
@rows.format_option
def schema(name: str | None, form: rows.Format) -> None:
    """List the JSON Schemas of what kifu writes, or print one.

    NAME is that of a schema: record and event for logs, the name of a command for its rows in
    --format json or ndjson, lags for those of status --logs. The rows of query and stats have the
    columns that you ask for, so they have no schema.
    """
    from kifu.store.schemas import SCHEMAS

    if name is None:
        listed = ({"schema": name, "what": what} for name, (what, _) in SCHEMAS.items())
        rows.write(listed, ["schema", "what"], form, sys.stdout)
        return
    if name not in SCHEMAS:
        raise KifuError(f"there is no schema {name[:80]!r}; the schemas are {', '.join(SCHEMAS)}")
    click.echo(json.dumps(SCHEMAS[name][1](), ensure_ascii=False, indent=2))
