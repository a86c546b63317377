"""`kifu site`: what is written, what stays, what goes, and what is refused."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from click.testing import Result
from tests.site.conftest import page_text

from kifu.notation import dumps
from kifu.notation.record import Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.site.website import build
from kifu.site.website.folder import LOCK, MARKER, writing
from kifu.store import Archive

from .running import content, kifu

NAMES = ["Aki", "Ben", "千恵"]


def site(*given: object) -> Result:
    """`kifu site` without workers, which would take longer to begin than these pages do."""
    return kifu("site", "--jobs", 1, *given)


def played(count: int, seed: str) -> list[Record]:
    """Short matches of three, a day each."""
    records = list(simulate(game("nimmt"), count, seats=3, seed=seed, options={"rounds": "1"}))
    for day, record in enumerate(records, 1):
        record.seats = NAMES
        record.tags = [("Event", "Cup"), ("Date", f"2026-11-{day:02}")]
    return records


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three matches in a file each, an archive and a site of them: tests change
    copies.
    """
    folder = tmp_path_factory.mktemp("shelf")
    (folder / "logs").mkdir()
    for number, record in enumerate(played(3, "site")):
        (folder / "logs" / f"{number}.kifu").write_text(dumps(record), "utf-8")
    result = site(folder / "logs", "-o", folder / "out")
    assert (result.exit_code, result.stdout) == (0, "")
    Archive(folder / "games.duckdb").index([folder / "logs"])
    return folder


@pytest.fixture
def logs(shelf: Path, tmp_path: Path) -> Path:
    """The matches."""
    return shutil.copytree(shelf / "logs", tmp_path / "logs")


@pytest.fixture
def source(shelf: Path) -> Path:
    """The archive of the matches, for who only reads: that saves indexing them."""
    return shelf / "games.duckdb"


@pytest.fixture
def made(shelf: Path, tmp_path: Path) -> Path:
    """The site of them."""
    return shutil.copytree(shelf / "out", tmp_path / "out")


def stamps(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_ino for path in folder.rglob("*") if path.is_file()}


def test_record_files_become_a_site(made: Path) -> None:
    for pages in ("matches/*/*.html", "players/*.html"):
        assert len(list(made.glob(pages))) == 3
    for name in ("index", "players", "games", "events", "annotated", "games/nimmt"):
        assert (made / f"{name}.html").read_bytes().startswith(b"<!doctype html>")
        json.loads((made / f"{name}.json").read_bytes())
    for page in (made / "matches").glob("*/*.html"):
        assert page.with_suffix(".json").is_file() and page.with_suffix(".kifu").is_file()
        assert kifu("check", page.with_suffix(".kifu")).exit_code == 0


def test_an_archive_of_the_same_matches_gives_the_same_pages(
    source: Path, made: Path, tmp_path: Path
) -> None:
    assert site(source, "-o", tmp_path / "other").exit_code == 0
    assert content(tmp_path / "other") == content(made)


def test_the_bytes_do_not_depend_on_how_many_processes_made_them(
    logs: Path, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "TOGETHER", 1)
    assert site(logs, "-o", tmp_path / "two", "--jobs", 2).exit_code == 0
    assert content(tmp_path / "two") == content(made)


def test_a_second_run_writes_nothing(logs: Path, made: Path) -> None:
    before = stamps(made)
    result = site(logs, "-o", made)
    assert "3 replay pages, 0 made and 3 unchanged; 0 files written, 0 removed" in result.stderr
    assert stamps(made) == before


def test_a_new_record_changes_its_own_pages_and_the_lists(logs: Path, made: Path) -> None:
    before = content(made)
    new = played(1, "another")[0]
    new.tags = [("Event", "Another cup"), *new.tags[1:]]
    (logs / "new.kifu").write_text(dumps(new), "utf-8")
    result = site(logs, "-o", made)
    assert "4 replay pages, 1 made and 3 unchanged" in result.stderr
    after = content(made)
    changed = {path for path in after if after[path] != before.get(path)}
    assert sum(path.startswith("matches/") for path in changed) == 4
    assert "index.html" in changed and "annotated.html" not in changed


def test_a_match_leads_to_those_before_and_after_it_in_its_event(made: Path, logs: Path) -> None:
    def ways() -> list[list[tuple[str, str]]]:
        """The ways from each page, in the order of the days."""
        listed = json.loads((made / "index/rows-0.json").read_bytes())["matches"]
        pages = [(made / each["page"]).read_text("utf-8") for each in listed]
        found = [re.findall(r'rel="(prev|next)" href="\.\./\.\./([^"]+)"', page) for page in pages]
        paths = [each["page"] for each in listed]
        return [[(rel, str(paths.index(path))) for rel, path in each] for each in found]

    assert ways() == [[("next", "1")], [("prev", "0"), ("next", "2")], [("prev", "1")]]
    new = played(1, "another")[0]
    new.tags[1] = ("Date", "2026-11-30")
    (logs / "new.kifu").write_text(dumps(new), "utf-8")
    # The page of the match before it leads there.
    assert "4 replay pages, 2 made and 2 unchanged" in site(logs, "-o", made).stderr
    assert ways()[2:] == [[("prev", "1"), ("next", "3")], [("prev", "2")]]


def test_pages_share_their_styles_and_one_script(made: Path) -> None:
    shared = sorted(re.sub("-[0-9a-f]+", "", path.name) for path in (made / "shared").iterdir())
    assert shared == ["replay.css", "replay.js", "site.css"]
    for page in (made / "matches").glob("*/*.html"):
        text = page.read_text("utf-8")
        assert "<style>" not in text and '"ui":' not in text and len(text) < 50_000
        for path in re.findall(r'(?:href|src)="\.\./\.\./(shared/[^"]+)"', text):
            assert (made / path).is_file()
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
        assert policy is not None and "unsafe" not in policy[1]
        assert policy[1].count("sha256-") == 1 and "&#39;strict-dynamic&#39;" in policy[1]


@pytest.mark.parametrize(
    ("was", "written"),
    [('"form":3', '"form":2'), ('"kifu site"', '"theirs"'), (",", ""), ('"', "\udc80")],
)
def test_a_site_whose_list_is_of_another_form_or_damaged_is_left_alone(
    source: Path, made: Path, was: str, written: str
) -> None:
    damaged = (made / ".kifu-site").read_text("utf-8").replace(was, written, 1)
    (made / ".kifu-site").write_text(damaged, "utf-8", errors="surrogateescape")
    before = content(made)
    result = site(source, "-o", made)
    assert result.exit_code == 2 and "is damaged, or not what this version of" in result.stderr
    assert content(made) == before


def test_what_the_site_no_longer_has_is_removed_and_nothing_else(logs: Path, made: Path) -> None:
    (made / "CNAME").write_text("kifu.example\n")
    (made / "matches" / "mine.txt").write_text("mine")
    (logs / "0.kifu").unlink()
    assert "5 removed" in site(logs, "-o", made).stderr
    assert len(list((made / "matches").glob("*/*.html"))) == 2
    assert (made / "CNAME").read_text() == "kifu.example\n"
    assert (made / "matches" / "mine.txt").read_text() == "mine"


def test_a_page_that_went_or_was_cut_is_made_again(source: Path, made: Path) -> None:
    before = content(made)
    first, second, _third = sorted((made / "matches").glob("*/*.html"))
    first.unlink()
    second.write_bytes(second.read_bytes()[:100])
    result = site(source, "-o", made)
    assert "2 made and 1 unchanged; 2 files written" in result.stderr
    assert content(made) == before


def test_rebuild_makes_every_page_and_writes_what_differs(source: Path, made: Path) -> None:
    page = next((made / "matches").glob("*/*.html"))
    good = page.read_bytes()
    page.write_bytes(good.replace(b"Aki", b"Iki"))
    assert "0 files written" in site(source, "-o", made).stderr
    result = site(source, "-o", made, "--rebuild")
    assert "3 made and 0 unchanged; 1 file written" in result.stderr
    assert page.read_bytes() == good


@pytest.mark.campaign
def test_other_settings_change_every_page(source: Path, made: Path) -> None:
    result = site(source, "-o", made, "--title", "Club", "--language", "ja")
    assert "3 made and 0 unchanged" in result.stderr
    for path, data in content(made).items():
        if path.endswith(".html"):
            assert b'<html lang="ja">' in data and b'"og:site_name" content="Club"' in data


def test_a_folder_of_others_is_left_alone(source: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "index.html").write_text("theirs")
    result = site(source, "-o", theirs)
    assert result.exit_code == 2
    assert "has files that kifu did not make" in result.stderr
    assert content(theirs) == {"index.html": b"theirs"}
    file = tmp_path / "file"
    file.write_text("theirs")
    assert "is not a folder" in site(source, "-o", file).stderr
    lost = site(source, "-o", tmp_path / "no" / "where")
    assert (lost.exit_code, "there is no folder" in lost.stderr) == (1, True)


def test_a_run_while_another_one_goes_on_is_exit_3(source: Path, made: Path) -> None:
    before = content(made)
    with writing(made):
        done = site(source, "-o", made, "--rebuild")
    assert done.exit_code == 3
    said = f"{made} is being built by process {os.getpid()}; try again later"
    assert said in done.stderr
    assert content(made) == before


def test_what_a_killed_run_had_begun_to_write_is_removed(
    source: Path, made: Path, tmp_path: Path
) -> None:
    pages = [path for path in made.rglob("*.html")]
    begun = [page.with_name(f".{page.name}.4711{end}") for page in pages for end in ("", ".1")]
    begun.append(made / f".{MARKER}.4711")
    theirs = [made / ".notes.4711", made / "matches/.index.html.old", made / ".htaccess"]
    for path in (*begun, *theirs):
        path.write_text("half a page")
    (made / LOCK).write_text("4711")
    assert site(source, "-o", made).exit_code == 0
    assert [path for path in begun if path.exists()] == []
    assert all(path.exists() for path in theirs)


def test_links_never_lead_out_of_the_folder(source: Path, made: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "page.html").write_text("theirs")
    (made / "index.html").unlink()
    (made / "index.html").symlink_to(outside / "page.html")
    assert site(source, "-o", made).exit_code == 0
    assert (outside / "page.html").read_text() == "theirs"
    os.rename(made / "matches", made / "before")
    (made / "matches").symlink_to(outside)
    result = site(source, "-o", made, "--rebuild")
    assert result.exit_code == 1 and "is a link to another folder" in result.stderr
    (made / LOCK).symlink_to(outside / "page.html")
    assert site(source, "-o", made).exit_code == 1
    assert content(outside) == {"page.html": b"theirs"}


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("../theirs.html", marks=pytest.mark.campaign),
        pytest.param("/etc/passwd", marks=pytest.mark.campaign),
        "matches/../../theirs.html",
    ],
)
def test_a_list_that_names_files_elsewhere_removes_none(
    path: str, source: Path, made: Path, tmp_path: Path
) -> None:
    theirs = tmp_path / "theirs.html"
    theirs.write_text("abc")
    marker = made / ".kifu-site"
    marker.write_text(marker.read_text().replace('"files":{', f'"files":{{"{path}":[3,"00"],'))
    assert site(source, "-o", made).exit_code == 0
    assert theirs.read_text() == "abc"


def test_a_bad_record_is_left_out_aloud(logs: Path, made: Path) -> None:
    bad = logs / "bad.kifu"
    bad.write_text(dumps(played(1, "bad")[0]).replace("1. ", "1. zz ", 1), "utf-8")
    result = site(logs, "-o", made)
    assert result.exit_code == 0
    assert f"left out: {bad}, record 1: KF405 zz is not a move of nimmt" in result.stderr
    assert "3 replay pages" in result.stderr
    assert site(logs, "-o", made, "--strict").exit_code == 1


@pytest.mark.campaign
def test_a_record_that_its_archive_has_lost_is_left_out_aloud(logs: Path, tmp_path: Path) -> None:
    Archive(tmp_path / "games.duckdb").index([logs])
    (logs / "1.kifu").write_text("")
    result = site(tmp_path / "games.duckdb", "-o", tmp_path / "out", "--strict")
    assert result.exit_code == 1
    assert "left out: record " in result.stderr and "has changed since" in result.stderr
    assert len(list((tmp_path / "out" / "matches").glob("*/*.html"))) == 2


@pytest.mark.campaign
def test_copies_of_a_match_count_once_and_two_that_go_on_twice(logs: Path, tmp_path: Path) -> None:
    going_on = played(1, "on")[0]
    going_on.moves, going_on.result, going_on.end = "", None, "*"
    for name in ("on1", "on2"):
        (logs / f"{name}.kifu").write_text(dumps(going_on), "utf-8")
    (logs / "copy.kifu").write_bytes((logs / "0.kifu").read_bytes())
    archive = Archive(tmp_path / "games.duckdb")
    archive.index([logs])
    result = site(archive.path, "-o", tmp_path / "out", "--strict")
    assert result.exit_code == 0
    total = archive.find().total
    assert len(list((tmp_path / "out" / "matches").glob("*/*.html"))) == total == 5


def test_no_matches_make_an_empty_site(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = site(tmp_path / "empty", "-o", tmp_path / "out", "--base-url", "https://a.b")
    assert result.exit_code == 0
    assert "There are no matches yet." in (tmp_path / "out" / "index.html").read_text("utf-8")


def test_what_no_match_has_is_said(source: Path, tmp_path: Path) -> None:
    asked = ("--player", "Zoe")
    done = kifu("site", source, "-o", tmp_path / "out", *asked, "--strict")
    assert done.exit_code == 0
    first, *said = done.stderr.splitlines()
    assert said == ["the archive has no player Zoe"]
    assert first.startswith("0 replay pages")


def test_a_theme_comes_after_the_style_of_every_page(logs: Path, tmp_path: Path) -> None:
    source, theme = logs / "0.kifu", tmp_path / "theme.css"
    theme.write_text(":root { --accent: rebeccapurple; }\n")
    assert site(source, "-o", tmp_path / "out", "--theme", theme).exit_code == 0
    files = content(tmp_path / "out")
    for path, data in files.items():
        shared = re.search(rb'<link rel="stylesheet" href="(?:\.\./)*([^"]+)">', data)
        if shared:
            assert files[shared[1].decode()].endswith(b":root { --accent: rebeccapurple; }\n")
        elif path.endswith(".html"):
            assert b":root { --accent: rebeccapurple; }\n</style>" in data
    before = content(tmp_path / "out")
    for css, why in (
        ("</style><script>alert(1)</script>", "must be CSS only, but has HTML tags"),
        ("@import '//evil.example';", "has '@import', but pages of a site load nothing"),
        ("a { background: URL( 'x.png' ) }", "has \"URL( 'x.png'\", but pages of a site load"),
    ):
        theme.write_text(css)
        result = site(source, "-o", tmp_path / "out", "--theme", theme)
        assert result.exit_code == 2 and why in result.stderr and result.stderr.count("\n") == 1
    assert content(tmp_path / "out") == before
    theme.write_text("a { filter: url(#blur); mask: url( '#b' ) }")
    assert site(source, "-o", tmp_path / "out", "--theme", theme).exit_code == 0


def test_the_templates_of_the_docs_change_heads_and_rows(source: Path, tmp_path: Path) -> None:
    mine, docs = tmp_path / "mine", Path(__file__).parents[2] / "docs/site.md"
    mine.mkdir()
    for name, text in re.findall(r"```jinja\n{# (\S+) #}\n(.*?)```", docs.read_text("utf-8"), re.S):
        (mine / name).write_text(text)
    out = tmp_path / "out"
    wanted = (source, "-o", out, "--templates", mine, "--title", "<b>")
    site(*wanted)
    for path, data in content(out).items():
        if path.endswith(".html"):
            assert b'<meta name="author" content="&lt;b&gt;">' in data
            assert data.count(b"og:site_name") == 1
    row = re.search(rb'<li class="match".*?</li>', content(out)["index.html"], re.S)
    assert row and b"Aki" in row[0] and b'class="game"' not in row[0]
    (mine / "tools.html.j2").write_text("changed since")
    site(*wanted)
    assert "changed since" in str(content(out))


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ('{% include "/etc/hostname" %}', "/etc/hostname"),
        ('{% include "../static/min/index.js" %}', "../static/min/index.js"),
        ("{% if %}", "the template site-bar.html.j2, line 1, can't be used"),
        (
            "\n{{ site.title | loud }}",
            "the template site-bar.html.j2, line 2, can't be used: No filter",
        ),
        (
            "\n{{ 1 / 0 }}",
            "the template site-bar.html.j2, line 2, can't be used: ZeroDivisionError",
        ),
        (
            "\n{{ nobody.name }}",
            "the template site-bar.html.j2, line 2, can't be used: UndefinedError",
        ),
    ],
)
def test_a_template_reads_no_other_file_and_what_fails_has_its_line(
    source: Path, tmp_path: Path, template: str, said: str
) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "site-bar.html.j2").write_text(template)
    result = site(source, "-o", tmp_path / "out", "--templates", mine)
    assert result.exit_code == 2 and said in result.stderr
    assert not (tmp_path / "out/index.html").exists()


@pytest.mark.usefixtures("logs")
def test_filters_choose_the_matches_and_names_are_those_of_now(shelf: Path, tmp_path: Path) -> None:
    archive = Archive(shutil.copy(shelf / "games.duckdb", tmp_path))
    archive.rename("Aki", "Akiko")
    result = site(archive.path, "-o", tmp_path / "out", "--date", "2026-11-02..")
    assert result.exit_code == 0 and result.stderr.startswith("2 replay pages, 2 made")
    files = content(tmp_path / "out")
    text = "".join(data.decode() for path, data in files.items() if path.endswith(".html"))
    text += "".join(page_text(page) for page in text.split("<!doctype") if 'id="kifu">' in page)
    assert "Akiko" in text and "2026-11-03" in text
    assert '"Aki"' not in text and ">Aki<" not in text and "2026-11-01" not in text


def test_an_erased_player_is_named_nowhere(tmp_path: Path) -> None:
    record = next(simulate(game("nimmt"), 1, seats=3, seed="e", options={"rounds": "1"}))
    record.seats, record.tags = ["Ben", "Zelda Q", "Aki"], [("Annotator", "Zelda Q")]
    log = tmp_path / "z.kifu"
    log.write_text(dumps(record), "utf-8")
    archive = Archive(tmp_path / "games.duckdb")
    archive.index([log])
    out = tmp_path / "out"
    assert site(archive.path, "-o", out).exit_code == 0
    assert any(b"Zelda Q" in data for data in content(out).values())
    archive.erase("Zelda Q")
    done = site(archive.path, "-o", out, "--strict")
    assert done.exit_code == 0
    assert "may still contain the names of erased players" in done.stderr
    assert not any(b"Zelda Q" in data or "zelda" in path for path, data in content(out).items())
    [page] = (out / "matches").glob("*/*.html")
    assert "Zelda" not in page_text(page.read_text("utf-8"))
