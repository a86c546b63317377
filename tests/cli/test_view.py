"""`kifu view`: one record as a page."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from tests.parsed import Parsed
from tests.site.conftest import page_text

from kifu.notation import dumps, read
from kifu.notation.record import Note
from kifu.replay import check, replay, timeline
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.site import render

from .running import kifu

PLAYERS = ["Aki", "Ben"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Three records in one file."""
    path = tmp_path / "three.kifu"
    played = simulate(game("nimmt"), 3, seats=2, seed="cli", options={"rounds": "1"})
    texts = []
    for number, record in enumerate(played, 1):
        record.seats = PLAYERS
        record.tags = [("Event", f"Cup number {number}")]
        texts.append(dumps(record))
    path.write_text("\n".join(texts), "utf-8")
    return path


def test_a_record_becomes_a_page(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    result = kifu("view", file, "-o", out)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert out.read_text("utf-8").startswith("<!doctype html>")
    assert "Cup number 1" in out.read_text("utf-8")
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_chances_after_the_last_legal_move_are_not_shown(file: Path) -> None:
    record = next(read(file)).record
    assert record is not None
    last = len(replay(record).plies)
    record.moves += " 59"  # one too many
    record.tags.append(("Analysis", f"x 1 worlds=4 through={last + 1} seed=e"))
    for ply, chance in enumerate((0.3, 0.6, 0.6, 0.1)):
        at = max(0, last - 2) + ply if ply else 0
        record.notes.append(Note(at, text=f"[%by x 1] [%eval {chance} {1 - chance}]"))
    file.write_text(dumps(record), "utf-8")
    match = check(next(read(file)))
    assert match is not None and [found.code for found in match.findings][:1] == ["KF409"]
    assert "Cup number 1" in render(timeline(match))


def test_a_damaged_compressed_file_is_reported_as_that(file: Path, tmp_path: Path) -> None:
    for name in ("cut.kifu.gz", "cut.jsonl.gz"):
        path = tmp_path / name
        assert kifu("convert", file, path).exit_code == 0
        packed = path.read_bytes()
        path.write_bytes(packed[: len(packed) // 2])
        last = len(list(read(path)))
        result = kifu("view", path, "--record", last, "-o", "-")
        assert (result.exit_code, result.stdout) == (1, "")
        assert "KF001 the gz stream is cut off" in result.stderr


def test_stdin_and_stdout_are_a_dash(file: Path) -> None:
    piped = kifu("view", "-", "--record", 2, "-o", "-", text=file.read_text("utf-8"))
    assert piped.exit_code == 0 and "Cup number 2" in piped.stdout
    assert piped.stdout == kifu("view", file, "--record", 2, "-o", "-").stdout


def test_seat_redaction_and_language_are_chosen(file: Path) -> None:
    assert 'data-viewer="2"' in kifu("view", file, "--as", "2", "-o", "-").stdout
    assert 'data-viewer="0"' in kifu("view", file, "--as", "public", "-o", "-").stdout
    assert '<html lang="ja">' in kifu("view", file, "--lang", "ja", "-o", "-").stdout
    redacted = kifu("view", file, "--as", "2", "--redact", "-o", "-").stdout
    redacted += page_text(redacted)
    assert '"viewers":[2]' in redacted and not re.search("shake256-1:[0-9a-f]{32}", redacted)
    assert re.search("shake256-1:[0-9a-f]{32}", kifu("view", file, "-o", "-").stdout)


def test_a_record_with_an_error_is_shown_as_far_as_it_is_good(file: Path, tmp_path: Path) -> None:
    lines = file.read_text("utf-8").split("\n\n")
    good = lines[1]
    file.write_text(file.read_text("utf-8").replace(good, good.replace("2.", "2. zz", 1), 1))
    out = tmp_path / "page.html"
    result = kifu("view", file, "-o", out)
    assert result.exit_code == 1
    assert f"{file}:" in result.stderr and "KF405" in result.stderr
    page = out.read_text("utf-8")
    assert "KF405" in page and "is shown as far as it is good" in page


def test_what_cannot_be_shown_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "odd.kifu"
    path.write_text('[Game "nimt"]\n[Rules "1"]\n[Seat "A"]\n[Seat "B"]\n\n*\n')
    result = kifu("view", path, "-o", "-")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "nimmt" in result.stderr
    path.write_text("")
    assert "has no record 1; it has none" in kifu("view", path, "-o", "-").stderr


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_a_page_never_takes_the_place_of_its_record(
    force: tuple[str, ...], file: Path, tmp_path: Path
) -> None:
    before = file.read_bytes()
    result = kifu("view", file, "-o", file, *force)
    assert result.exit_code == 2 and "is the record itself" in result.stderr
    result = kifu("view", file, "-o", tmp_path, *force)
    assert result.exit_code == 2 and f"{tmp_path} is a folder; name a file" in result.stderr
    assert file.read_bytes() == before


def previews(page: str) -> dict[str, str]:
    """What the tags of a page for links to it say."""
    metas = Parsed(page).metas
    return {name: said for name, said in metas.items() if name.startswith(("og:", "twitter:"))}


def test_with_a_base_url_a_page_has_an_image_for_links_to_it(file: Path, tmp_path: Path) -> None:
    bare = previews(kifu("view", file, "-o", "-").stdout)
    assert {*bare} == {"og:title", "og:description", "og:type", "twitter:card"}
    assert bare["og:title"] == " – ".join(PLAYERS)
    assert bare["og:description"].endswith("6 nimmt! · Cup number 1")
    assert bare["twitter:card"] == "summary"
    out, image = tmp_path / "my match.html", tmp_path / "my match.png"
    command = ["view", file, "-o", out, "--base-url", "https://example.org/a"]
    result = kifu(*command)
    assert (result.exit_code, result.stderr) == (0, "")
    meta = previews(out.read_text("utf-8"))
    assert {name: meta[name] for name in bare} == bare | {"twitter:card": "summary_large_image"}
    assert meta["og:url"] == "https://example.org/a/my%20match.html"
    assert meta["og:image"] == "https://example.org/a/my%20match.png"
    assert struct.unpack(">II", image.read_bytes()[16:24]) == (1200, 630)
    out.unlink()
    image.write_bytes(b"mine")
    refused = kifu(*command)
    assert refused.exit_code == 2 and f"{image} already exists" in refused.stderr
    assert not out.exists() and image.read_bytes() == b"mine"
    assert kifu(*command, "--force").exit_code == 0
    assert image.read_bytes()[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    "url",
    [
        "example.org", "javascript:alert(1)", "https://", "https://a b/", "https://a.example/?x",
        "https://a.example/#x", 'https://a.example/"><script>', "https://a.example/\x00",
        "https://a.example/\u202e", "https://..", "https://user@a.example/", "https://a:b/",
        "//a.b/", "https://a.example:99999/", "https://[::1::]/", "https://a.example/\udcff",
    ],
)  # fmt: skip
def test_a_base_url_of_nonsense_is_one_sentence_and_nothing_is_written(
    url: str, file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "page.html"
    result = kifu("view", file, "-o", out, "--base-url", url)
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert "--base-url takes https://HOST/PATH, not " in result.stderr
    assert [*tmp_path.iterdir()] == [file]


def test_an_image_overwrites_neither_page_nor_record(file: Path, tmp_path: Path) -> None:
    before = file.read_bytes()
    base = ["--base-url", "https://example.org"]
    for out, complaint in [("-", "needs -o FILE.html"), (tmp_path / "page.png", "needs -o FILE"),
                           (tmp_path / "no" / "page.html", "there is no folder")]:  # fmt: skip
        result = kifu("view", file, "-o", out, *base)
        assert result.exit_code and complaint in result.stderr
    (tmp_path / "page.png").symlink_to(file)
    result = kifu("view", file, "-o", tmp_path / "page.html", *base, "--force")
    assert result.exit_code == 2 and "is the record itself" in result.stderr
    assert not (tmp_path / "page.html").exists() and file.read_bytes() == before
