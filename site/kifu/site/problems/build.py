"""Building: from an archive to a folder of problems."""

from __future__ import annotations

import gc
import shlex
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.errors import KifuError
from kifu.notation.rows import counted
from kifu.replay.analysis.judge import NAME, VERSION
from kifu.site.problems.candidates import candidates, confirmed
from kifu.site.problems.pages import index, problem_files, settings_of
from kifu.site.problems.problem import Problem, problem_of
from kifu.site.website.folder import PROBLEMS, writing
from kifu.site.website.shell import shell
from kifu.store import people
from kifu.store.archive import Archive
from kifu.store.ask.filters import Filters
from kifu.store.fold import folded
from kifu.store.gathering import Say, is_archive, opened
from kifu.store.processes import worked

#: Candidates that wait for each process.
AHEAD = 2


class Set(Struct):
    """The problems that were made, and counts: `matches` that this version of the engine has
    analysed, `candidates` found in them, and those `judged` again (fewer, once there are enough
    problems). Of the judged ones, `unclear` had no option that is clearly the best, and `unshown`
    can't be written without hidden cards.
    """

    problems: list[Problem]
    matches: int
    candidates: int
    judged: int
    unclear: int
    unshown: int


def problems_of(
    sources: Sequence[str],
    number: int,
    filters: Filters,
    jobs: int,
    *,
    seed: str,
    named: bool,
    beside: str,
    say: Say,
) -> Set:
    """Make up to `number` (1 or more) problems from the finished matches that pass `filters` and
    that this version of the engine has analysed; other matches give none. If the filters name
    players, only their mistakes count. `sources` are one archive, or one or more files and folders
    of records; these are indexed in a temporary archive next to the path `beside` (in the system's
    temporary folder, if nobody may write there), which is removed once the mistakes are found.
    Nothing else is written.

    If there are more candidates, `seed` (any text) decides which are used: the same matches and
    seed give the same problems, with any number of `jobs` (processes). Only if `named` do problems
    name their players, and the event, place, date, round and table; otherwise the seats are A, B
    and so on. `Set.problems` is [] if no mistake makes a problem.

    `say` gets a line for each file or record that is left out, for each name in the filters that no
    player has, and, if another engine or version analysed some of the finished matches, one line
    that says how many. Unfinished matches and those without an analysis are passed over silently.

    Raises UsageError for several archives, an archive among files, `-`, a file that can't be
    indexed, and a filter that nothing can match; FileNotFoundError for a file or folder that does
    not exist; ArchiveError and LimitHit as an archive does, and Busy if it stays locked, which is
    waited for first; and KifuError if this version of the engine has analysed no finished match
    that passes, or if a worker process dies.
    """
    with opened(sources, beside, jobs, say) as path:
        archive = Archive(path)
        for line in archive.absent(filters):
            say(line)
        # The records that hold a judgement, in place of others of the same match.
        judged = replace(filters, loss_min=filters.loss_min or 0.0)
        records = archive.records(judged, lambda lost: say(f"left out: {lost.record}: {lost.why}"))
        called = dict(archive.aliases())
        asked = frozenset(folded(called.get(name, name)) for name in filters.players)
        present = (people.renamed(record, called) for record in records)
        found = candidates(present, number, seed, asked)
    if found.others:
        say(
            f"left out: {counted(found.others, 'match')} that others analysed: problems need an "
            f"analysis by {NAME} {VERSION} with what each seat could know; run kifu analyse again"
        )
    if not found.analysed:
        raise KifuError(_not_analysed(sources, filters != Filters()))
    result = Set([], found.analysed, len(found.candidates), 0, 0, 0)
    for candidate, known in worked(confirmed, found.candidates, jobs, AHEAD * jobs):
        result.judged += 1
        problem = known and problem_of(candidate, known, named=named)
        result.unclear += known is None
        result.unshown += known is not None and problem is None
        if problem:
            result.problems.append(problem)
        if len(result.problems) == number:
            break
    return result


def write_problems(problems: Sequence[Problem], out: str, language: str) -> int:
    """Write the folder `out`: a page and a record for each problem, `index.html`, and the shared
    script and style. `out` is created if need be, in a folder that must exist. Problems are
    numbered from 1 in the order of `problems`; without any, the index is empty. `language` is "en"
    or "ja". Files of an earlier run that are no longer needed are removed at the end. Returns how
    many files were new or changed, all of these included.

    Raises UsageError if `out` is no folder, if it has files that `kifu problems` did not make, if
    its list of files is damaged or of another form, and for an unknown language (the folder has
    then been created already); Busy at once if another process is writing to it; KifuError without
    a parent folder, if the disk is full, and if a folder in `out` is a link; and any other OSError.
    After an error while files are written, those that are complete stay, and no file of an earlier
    run is removed.
    """
    settings = settings_of(language)
    with writing(out, PROBLEMS) as folder:
        for path, data in shell(settings).files().items():
            folder.put(path, data)
        for number, problem in enumerate(problems, 1):
            for path, data in problem_files(settings, problem, number, len(problems)).items():
                folder.put(path, data)
            gc.collect(0)  # a template's data is in a cycle with its macros
        folder.put("index.html", index(settings, problems))
        folder.close()
        return folder.written


def _not_analysed(sources: Sequence[str], filtered: bool) -> str:
    """The error message if `sources` have no match to make problems of, with the commands to run.
    `filtered` says whether the user gave filters.
    """
    named = " ".join(map(shlex.quote, sources))
    judge = f"analyse {named}"
    if is_archive(sources[0]):
        judge = f"export {named} -o - | kifu analyse -"
    chosen = " that the filters choose" if filtered else ""
    advice = "choose others, or run" if filtered else "run"
    return (
        f"{named}: there is no finished match{chosen} with an analysis by this engine ({NAME} "
        f"{VERSION}), so there is nothing to make problems of: {advice} `kifu {judge} "
        "--budget quick -o judged.jsonl.zst`, and then `kifu problems judged.jsonl.zst -o problems`"
    )
