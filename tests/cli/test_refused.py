"""What can't be done is refused by every command: its exit code, the reason on stderr, nothing on
stdout, and nothing is written.
"""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from .running import kifu

#: A command line, its exit code, and what it says. `{log}` has four records of two seats, `{shelf}`
#: is its folder, and `{archive}` an archive of it.
REFUSED = [
    # Sources and records
    ("check nowhere", 1, "nowhere: No such file or directory"),
    ("check .", 2, "contains no record files"),
    ("check {archive}", 2, "is the name of an archive, not of a file of records; `kifu find` says"),
    ("show {archive}", 2, "is the name of an archive, not of a file of records; `kifu find` says"),
    ("fmt {archive}", 2, "is the name of an archive, not of a file of records; `kifu find` says"),
    ("show {shelf}", 1, "Is a directory; name a file in it"),
    ("view {shelf} -o -", 1, "Is a directory; name a file in it"),
    ("view none.kifu -o -", 1, "none.kifu"),
    ("view {log} --record 5 -o -", 1, "has no record 5; it has 4"),
    ("view {log} --record 0 -o -", 2, "0 is not in the range"),
    ("show {log} --record 0", 2, "x>=1"),
    ("fmt -", 2, "rewrites files in place"),
    ("fmt no.kifu", 1, "no.kifu"),
    ("anonymise {log} b.txt", 2, "the name has no known"),
    # What is shown
    ("show {log} --at 9999", 1, "there is no ply 9999"),
    ("show {log} --at -1", 2, "x>=0"),
    ("show {log} --as 3", 1, "no seat 3; the record has 2"),
    ("show {log} --as 0", 2, "all, public or a seat's number"),
    ("show {log} --as {many}", 2, "all, public or a seat's number"),
    ("show {log} --as Aki", 2, "all, public or a seat's number"),
    ("show {log} --as ²", 2, "all, public or a seat's number"),
    ("view {log} -o - --as Aki", 2, "expected all, public or a seat's number"),
    ("view {log} -o - --as 3", 1, "there is no seat 3: the seats are 1 to 2"),
    ("view {log} -o - --redact", 2, "choose a seat or public"),
    ("view {log} -o - --lang de", 2, "'de' is not one of"),
    ("view {log} -o away/page.html", 1, "there is no folder away to write page.html into"),
    ("picture {log} -o moment.jpg", 2, "moment.jpg must end in .svg or .png"),
    ("picture {log} -o moment", 2, "moment must end in .svg or .png"),
    ("picture {log} -o - --as 3", 1, "there is no seat 3: the seats are 1 to 2"),
    ("picture {log} -o - --at -1", 2, "-1 is not in the range"),
    ("picture {log} -o - --width 9", 2, "9 is not in the range"),
    ("picture {log} -o - --theme sepia", 2, "'sepia' is not one of"),
    ("picture {log} -o nowhere/moment.svg", 1, "there is no folder nowhere"),
    ("clip {log} -o no.mp4", 2, "must end in .webp"),
    ("clip {log} -o no.gif --to 9999", 1, "the last ply of the record that can be replayed is"),
    ("clip {log} -o no.gif --from 5 --to 3", 2, "is after the last one"),
    # What is played
    ("play", 2, "name a game"),
    ("play nimt", 1, "the games are nimmt, "),
    ("play nimmt --seats 99", 2, "is for 2"),
    ("play nimmt --seats 2 --seat a --seat b --seat c", 2, "3 names are given for 2 seats"),
    ("play nimmt --seat a -o x.kifu", 2, "ends in .jsonl"),
    ("play nimmt -o no/x.jsonl", 1, "there is no folder no to write x.jsonl into"),
    ("play nimmt --seat @deep", 2, "there is no player 'deep'"),
    ("play nimmt --option deck=x", 2, "standard or tactics"),
    ("play nimmt --seat a --seat b", 2, "with kifu record"),
    ("play nimmt --resume x.jsonl", 2, "takes everything from the log"),
    ("play --resume gone.jsonl", 1, "No such file"),
    ("record", 2, "name a game"),
    ("record nimmt --seat @greedy", 2, "at a table sit people"),
    ("record nimmt --tag Event", 2, "KEY=VALUE"),
    ("record nimmt --tag Game=atarayo", 2, "Game: it can't be given as a tag"),
    ("record nimmt -o x.jsonl.gz", 2, "ends in .jsonl"),
    ("record nimmt --resume x", 2, "takes everything from the log"),
    ("record --resume gone.jsonl", 1, "No such file"),
    ("simulate nimmt --seats 11", 2, "for 2 to 10 seats, not 11"),
    ("simulate atarayo --seats 2", 2, "atarayo is for 3 to 5 seats, not 2"),
    ("simulate nimmt --seats 0", 2, "x>=1"),
    ("simulate nimmt --games 0", 2, "x>=1"),
    ("simulate nimmt --option hands=drafted", 2, "needs deck=tactics"),
    ("simulate nimmt --option colour=red", 2, "no option 'colour'"),
    ("simulate nimmt --option rounds", 2, "KEY=VALUE"),
    ("simulate nimmt --option rounds=1 --option rounds=2", 2, "rounds=1 was given"),
    ("simulate nimmt --player wise", 2, "no player 'wise'; the players are random, greedy"),
    ("simulate nimmt --seats 3 --player greedy --player greedy", 2, "2 players"),
    ("simulate nimmt --seed a\x1bb", 2, "printable"),
    ("simulate chess", 1, "no game 'chess'"),
    ("simulate nimmt -o matches.txt", 2, "the name has no known extension"),
    ("simulate magimiles --option cards=lost@00000000", 2, "is rule data that is not loaded"),
    ("check {log} --data none.toml", 1, "none.toml: No such file or directory"),
    # What is judged and imported
    ("analyse {log} --budget many", 2, "a budget is quick, normal, deep or a number"),
    ("analyse {log} --seed \x07", 2, "a seed is printable"),
    ("analyse {log} --clear", 2, "need -o OUT"),
    ("analyse {log} --resume", 2, "need -o OUT"),
    ("analyse {log} --seat 1 --clear -o -", 2, "leave out --resume, --seat and --player"),
    ("analyse {log} --seat 1 --player A", 2, "use one of them"),
    ("analyse {log} --seat 3 --budget 2", 1, "there is no seat 3; the seats are 1 to 2"),
    ("analyse none.kifu -o out.kifu", 1, "none.kifu"),
    ("import pigeon x.json -o -", 1, "no importer 'pigeon'; the importers are traces, bga"),
    ("import traces nowhere.json -o -", 1, "nowhere.json"),
    ("import traces x.json", 2, "Missing option"),
    # Archives
    ("index g.duckdb missing.kifu", 1, "missing.kifu: No such file"),
    ("index g.duckdb -", 2, "standard input"),
    ("index g.duckdb", 2, "Missing argument"),
    ("index . g.duckdb", 1, "kifu: . is a folder, not a kifu archive"),
    ("index b.jsonl.zst {log}", 2, "is the name of a file of records; name an archive, such as"),
    ("index {log} {log}", 1, "is not a kifu archive, but a file of records; `kifu index ARCHIVE"),
    ("find {log}", 1, "is not a kifu archive, but a file of records; `kifu index ARCHIVE"),
    ("stats {log}", 1, "is not a kifu archive, but a file of records; `kifu index ARCHIVE"),
    ("find b.kifu", 1, "b.kifu; name an archive, such as games.duckdb"),
    ("find no.duckdb", 1, "there is no archive"),
    ("games nimt", 1, "there is no game 'nimt'; the games are nimmt, atarayo, "),
    ("stats no.duckdb", 1, "there is no archive"),
    ("status no.duckdb", 1, "there is no archive"),
    ("compact no.duckdb", 1, "there is no archive"),
    ("quarantine list no.duckdb", 1, "there is no archive"),
    ("quarantine retry no.duckdb", 1, "there is no archive"),
    ("quarantine mend {archive}", 2, "mend"),
    ("player rename {archive} Aki", 2, "Missing argument"),
    ("watch gone g.duckdb", 1, "no such folder"),
    ("watch {archive} .", 1, "is not a folder; name the folder to watch, then the archive"),
    ("watch . {archive} --poll nan", 2, "--poll"),
    ("simulate nimmt --player-timeout nan", 2, "--player-timeout"),
    ("find {archive} --timeout inf", 2, "--timeout"),
    ("find {archive} --timeout -1", 2, "--timeout"),
    ("query {archive} 'SELECT 1' --timeout 1e300", 2, "--timeout"),
    ("query {archive} 'SELECT 1' --timeout 1e400", 2, "--timeout"),
    ("query {archive} 'SELECT 1' --timeout soon", 2, "--timeout"),
    ("query {archive} 'SELEC 1'", 2, "syntax error"),
    ("query {archive} 'DROP TABLE record'", 2, "must begin with SELECT"),
    ("find {archive} --result many", 2, "the scores in seat order"),
    ("find {archive} --date soon", 2, "soon"),
    ("find {archive} --option rounds", 2, "rounds"),
    ("find {archive} --seat 0", 2, "0"),
    ("find {archive} --limit -1", 2, "-1"),
    ("find {archive} --score-min x", 2, "x"),
    ("find {archive} --tag =x", 2, "expected NAME or NAME=TEXT"),
    ("find {archive} --same-deal ?", 2, "?"),
    ("find {archive} --moves ''", 2, "'' are not moves"),
    ("find {archive} --format xml", 2, "xml"),
    ("find {archive} --as 1", 2, "--as"),
    ("explore {archive}", 2, "--situation"),
    ("explore {archive} --as 1", 2, "--situation"),
    ("explore {archive} --situation nothing", 2, "FILE@PLY"),
    ("explore {archive} --situation a.kifu@x", 2, "FILE@PLY"),
    ("explore {archive} --situation {log}@0 --as 9", 1, "there is no seat 9"),
    ("stats {archive} moons", 2, "moons"),
    ("stats {archive} seats --of Aki", 2, "the rows of seats are not about single players"),
    ("stats {archive} players --of Akii", 1, "the archive has no player Akii; did you mean Aki?"),
    ("stats {archive} --date soon", 2, "soon"),
    ("export {archive}", 2, "-o"),
    ("export {archive} -o out.txt", 2, "out.txt"),
    ("export {archive} -o - --date soon", 2, "soon"),
    ("export {archive} --dataset new --license CC0-1.0 --force", 2, "--force is for -o OUT"),
    # Sites
    ("site - -o out", 2, "standard input can't be searched"),
    ("site {archive} {log} -o out", 2, "is an archive"),
    ("site {log} --base-url example.org -o out", 2, "--base-url takes https://HOST/PATH"),
    ("site {log} --title \udcff -o out", 2, "the title must be UTF-8"),
    ("site {log} --language de -o out", 2, "'de' is not one of"),
    ("site no.kifu -o out", 1, "no.kifu"),
    ("site no.duckdb -o out", 1, "no.duckdb"),
    ("site no.duckdb -o out --watch", 1, "no.duckdb"),
    ("site {log} -o out --watch --rebuild", 2, "leave --strict and --rebuild out"),
    ("site {log} -o out --watch --strict", 2, "leave --strict and --rebuild out"),
    ("site {log} -o out --poll 3", 2, "give --watch, too"),
]


@pytest.mark.parametrize(("line", "code", "said"), REFUSED, ids=lambda value: ascii(value)[:50])
def test_what_is_wrong_is_said_and_nothing_is_written(
    line: str,
    code: int,
    said: str,
    shelf_of_verbs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    names = {"log": shelf_of_verbs / "a.jsonl", "archive": shelf_of_verbs / "games.duckdb"}
    given = [
        part.format(shelf=shelf_of_verbs, many="9" * 5000, **names) for part in shlex.split(line)
    ]
    done = kifu(*given, text="")
    assert (done.exit_code, done.stdout) == (code, ""), done.stderr
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []
