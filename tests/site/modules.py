"""Modules of the pages' script by themselves, under node: no page, no browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

_SITE = Path(__file__).parents[2] / "site"


def called(module: str, function: str, cases: list[Any]) -> list[Any]:
    """What a function of static/MODULE.ts gives for each list of arguments in `cases`. Skips the
    test where there is no node, or npm has not installed esbuild (`make js-tools`); CI has both.
    """
    bundler = _SITE / "node_modules/.bin/esbuild"
    if not bundler.exists() or not shutil.which("node"):
        pytest.skip("node or esbuild is not installed: make js-tools")
    source = f"kifu/site/static/{module}.ts"
    flags = ("--bundle", "--format=iife", "--global-name=made")
    bundle = subprocess.run([bundler, source, *flags], cwd=_SITE, check=True, capture_output=True)
    script = bundle.stdout.decode() + (
        f"""let text = "";
        process.stdin.setEncoding("utf-8").on("data", (part) => text += part).on("end", () =>
            console.log(JSON.stringify(JSON.parse(text).map((each) => made.{function}(...each)))));
        """
    )
    node = ["node", "--input-type=commonjs", "-e", script]
    done = subprocess.run(node, input=json.dumps(cases).encode(), check=True, capture_output=True)
    return list(json.loads(done.stdout))
