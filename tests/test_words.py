"""Whatever people read is in both languages, said once, and used: all `Words` of the sources."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: What pages and pictures say.
PAGES = "site/kifu/site/texts.toml"
PLACE = re.compile(r"\{\w*\}")
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
#: Cards as records have them, of the games that name cards otherwise where people read of them.
RAW = re.compile(r"(?<![\w:-])(?:[rgby]\d+|[stcapx]\d|[mpsz]\d{1,2})(?!\w)")
SOURCES = [
    path for part in ("notation", "replay", "store", "site") for path in (ROOT / part).rglob("*.py")
]


@cache
def sources() -> dict[Path, tuple[str, ast.Module]]:
    """Every source, and what it is as a tree: not when the tests are collected, which every worker
    does. What has no `Words` is not parsed.
    """
    texts = {path: path.read_text("utf-8") for path in SOURCES}
    return {
        path: (text, ast.parse(text if "Words(" in text else "")) for path, text in texts.items()
    }


def literals() -> Iterator[tuple[str, str, str]]:
    """Where each is, and its two texts, those of pages too; what an f-string puts in is `{}`."""
    for path, (_source, tree) in sources().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Words":
                texts = [_text(part) for part in node.args]
                if len(texts) == 2 and None not in texts:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", str(texts[0]), str(texts[1])
    for table, held in tomllib.loads((ROOT / PAGES).read_text("utf-8")).items():
        yield from ((f"{PAGES}:{table}.{key}", en, ja) for key, (en, ja) in held.items())


def _text(node: ast.expr) -> str | None:
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        return "".join(map(str, parts))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


@cache
def every_word() -> list[tuple[str, str, str]]:
    return [(where, en, ja) for where, en, ja in literals() if en or ja]


def test_all_words_are_looked_at() -> None:
    parts = {Path(where).parts[0] for where, _en, _ja in every_word()}
    assert len(every_word()) > 600 and parts == {"replay", "site"}


def test_each_has_both_languages() -> None:
    """But for what leads from one language to the other, and words like "kifu"."""
    for where, en, ja in every_word():
        if "日本語" not in en:
            assert en.strip() and not JAPANESE.search(en), where
            assert JAPANESE.search(ja) or not re.search("[a-z]{3}", PLACE.sub("", ja)), where


def test_both_languages_have_the_same_places_for_values() -> None:
    for where, en, ja in every_word():
        if "{}" not in en + ja:
            assert sorted(PLACE.findall(en)) == sorted(PLACE.findall(ja)), where


def test_nobody_reads_raw_notation() -> None:
    """But for those who are to write it."""
    raw = [found for found in every_word() if RAW.search(found[1]) or RAW.search(found[2])]
    assert [found for found in raw if not found[1].startswith("write ")] == []


def test_nothing_is_said_in_two_places() -> None:
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for where, en, ja in every_word():
        if "{}" not in en + ja:
            places[en, ja].append(where)
    assert [found for found in places.values() if len(found) > 1] == []


def test_every_constant_is_used() -> None:
    used = Counter(name for text, _tree in sources().values() for name in re.findall(r"\w+", text))
    for _source, tree in sources().values():
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                name = getattr(node.targets[0], "id", "")
                if getattr(node.value.func, "id", "") == "Words":
                    assert used[name] > 1, name
