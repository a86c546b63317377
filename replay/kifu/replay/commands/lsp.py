"""The command lsp: a language server, which an editor starts and talks to."""

from __future__ import annotations

import sys

import click

from kifu.notation.errors import UsageError, install_extra
from kifu.replay.commands.shared_options import data_option


@click.command()
@click.option(
    "--lang", type=click.Choice(["en", "ja"]), help="The language. Default: the editor's."
)
@data_option
def lsp(lang: str | None) -> None:
    """Run the language server for editors.

    An editor starts this command and talks to it over stdin and stdout, by the Language Server
    Protocol: findings as you type, completion with the legal moves, the table and what a move
    means on hover. docs/editors.md says how to set up VS Code, Neovim and Helix. It needs the
    extra "editor": pip install 'kifu[editor]', or '.[editor]' in a clone of kifu.
    """
    try:
        from kifu.replay.editor.server import serve
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise UsageError(
            f"the language server needs the package pygls: {install_extra('editor')}"
        ) from None
    if sys.stdin.isatty():
        click.echo("kifu lsp waits for an editor on stdin; Ctrl-C ends it", err=True)
    serve("ja" if lang == "ja" else "en" if lang == "en" else None)
