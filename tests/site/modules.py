"""Modules of the pages' script by themselves, under node: no browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

_SITE = Path(__file__).parents[2] / "site"

#: What modules find when they are loaded: the data of a page, and a reader who has chosen nothing.
_WORLD = """const textContent = %s;
globalThis.document = { body: {}, getElementById: (id) => id === "kifu" && { textContent } };
globalThis.location = { hash: "" };
globalThis.matchMedia = () => ({ matches: false });
Object.defineProperty(globalThis, "navigator", { value: { languages: [] }, configurable: true });
"""


def computed(modules: list[str], body: str, given: Any, page: str | None = None) -> Any:
    """What the function body `body`, a script, returns: in it each of `modules` of the page's
    script has its name, `given` is that, and `page` is the data of the page; with None there is no
    page. Skips the test where there is no node, or npm has not installed esbuild (`make js-tools`);
    CI has both.
    """
    bundler = _SITE / "node_modules/.bin/esbuild"
    if not bundler.exists() or not shutil.which("node"):
        pytest.skip("node or esbuild is not installed: make js-tools")
    imports = "".join(f'import * as {name} from "./{name}.ts";' for name in modules)
    entry = f"{imports}globalThis.computed = (given) => {{ {body} }};"
    flags = ("--bundle", "--format=esm")
    folder = _SITE / "kifu/site/static"
    bundle = subprocess.run(
        [bundler, *flags], input=entry.encode(), cwd=folder, check=True, capture_output=True
    )
    world = "" if page is None else _WORLD % json.dumps(page)
    script = f"{world}{bundle.stdout.decode()};"
    script += f"console.log(JSON.stringify(computed({json.dumps(given)})));"
    done = subprocess.run(
        ["node", "--input-type=module"], input=script.encode(), check=True, capture_output=True
    )
    return json.loads(done.stdout)


def called(module: str, function: str, cases: list[Any]) -> list[Any]:
    """What a function of static/MODULE.ts gives for each list of arguments in `cases`."""
    body = f"return given.map((each) => {module}.{function}(...each));"
    return list(computed([module], body, cases))
