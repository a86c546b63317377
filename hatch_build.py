"""The build hook: a wheel whose rules are compiled, where a C compiler is.

`KIFU_COMPILE=0` makes a pure wheel; `KIFU_COMPILE=1` fails where nothing can be compiled. Without
either, a wheel is pure where that is so, and a warning says it. An editable install is always pure.
`CFLAGS=-O1` compiles in two thirds of the time of `-O2`, at which the rules are compiled otherwise.

Run as a program it compiles the working tree to try it out: `python hatch_build.py FOLDER` makes
FOLDER, which can then go into `PYTHONPATH`.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOTS = ("notation", "replay", "store", "site")
#: What is compiled of each game: what plays a record's moves and counts for analysis. Steps, tables
#: and sentences gain little: with them, compiling takes almost twice as long.
GAMES = {
    "nimmt": "position rules keys players reasons",
    "atarayo": "cards position legal rules players",
    "mutsugo": "position rules players",
    "magimiles": "cards position rules keys players",
    "yuhodo": "cards shapes position legal rules players",
}
#: What is compiled of the other rooms of replay; of analysis: what is done in every world.
ROOMS = {
    "codes": "arrays lexicon coded observation playout",
    "analysis": "dealing odds reached reasons rollouts trying ways",
}
COMPILED = [
    "kifu/notation/plain_form.py",
    *[f"kifu/replay/{name}.py" for name in ("chance", "lots", "memory")],
    *[f"kifu/replay/{room}/{name}.py" for room in ROOMS for name in ROOMS[room].split()],
    *[f"kifu/replay/games/{game}/{name}.py" for game in GAMES for name in GAMES[game].split()],
]
#: The compiler of the compiled part, which is young, with what it must know the types of; and what
#: the part needs when it runs: librt 0.16 imports mypy_extensions and does not ask for it.
COMPILER = ["mypy==2.4.1", "librt==0.16.0", "setuptools>=77", "msgspec>=0.19"]
RUNTIME = ["librt>=0.16.0,<0.17", "mypy_extensions>=1.0.0"]


class CompiledRules(BuildHookInterface[Any]):
    """Adds the binaries to a wheel, beside their sources."""

    PLUGIN_NAME = "custom"
    #: Where the binaries are until they are in the wheel.
    _folder: Path | None = None

    def dependencies(self) -> list[str]:
        return COMPILER if self.target_name == "wheel" and _why_not() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        why = _why_not()
        if why is None:
            self._folder = Path(tempfile.mkdtemp(prefix="kifu-"))
            try:
                self._add(compile_tree(Path(self.root), self._folder), build_data)
                return
            except (Exception, SystemExit) as error:
                if _wanted() == "1":
                    raise
                why = f"compiling failed ({error})"
        if _wanted() == "1":
            raise RuntimeError(f"KIFU_COMPILE=1, but {why}")
        if _wanted() != "0":
            self.app.display_warning(f"kifu is built without its compiled rules: {why}")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _add(self, binaries: list[Path], build_data: dict[str, Any]) -> None:
        assert self._folder is not None
        for binary in binaries:
            build_data["force_include"][str(binary)] = binary.relative_to(self._folder).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["dependencies"].extend(RUNTIME)


def _wanted() -> str:
    """KIFU_COMPILE: "0", "1" or, where nothing is said, ""."""
    wanted = os.environ.get("KIFU_COMPILE", "")
    if wanted not in ("", "0", "1"):
        raise ValueError(f"KIFU_COMPILE is 0 or 1, not {wanted!r}")
    return wanted


def _why_not() -> str | None:
    """Why nothing can be compiled here, or None."""
    if _wanted() == "0":
        return "KIFU_COMPILE=0"
    if platform.python_implementation() != "CPython":
        return f"{platform.python_implementation()} runs the sources"
    if sys.platform == "win32":
        return None  # setuptools finds Microsoft's compiler, or says that there is none
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    if shutil.which(compiler[0]) is None:
        return f"there is no C compiler ({compiler[0]})"
    with tempfile.TemporaryDirectory(prefix="kifu-") as folder:
        tried = Path(folder) / "tried.c"
        tried.write_text("#include <Python.h>\n", "utf-8")
        include = f"-I{sysconfig.get_path('include')}"
        words = [*compiler, include, "-c", str(tried), "-o", str(tried.with_suffix(".o"))]
        if subprocess.run(words, capture_output=True, check=False).returncode:
            return f"{compiler[0]} can't compile a file that includes Python.h"
    return None


def compile_tree(root: Path, folder: Path) -> list[Path]:
    """Merge the source roots in `folder`, as an installed kifu is, and compile what is to be.

    The binaries, each beside its source, and the one that they share.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    for part in ROOTS:
        here = root / part / "kifu"
        shutil.copytree(
            here, folder / "kifu", dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__")
        )
    before = Path.cwd()
    os.chdir(folder)
    try:
        # What is not compiled is only read for its types: `make lint` is where it is checked.
        options = ["--ignore-missing-imports", "--follow-imports=silent"]
        words = [*options, "--explicit-package-bases", *COMPILED]
        asked = re.findall(r"-O(\d)", os.environ.get("CFLAGS", ""))
        level = asked[-1] if asked else "2"
        extensions = mypycify(words, group_name="kifu", opt_level=level, debug_level="0")
        for source in sorted(Path("build").rglob("*.c")):
            source.write_text(released(source.read_text("utf-8")), "utf-8")
        if sys.platform != "win32":
            for extension in extensions:
                # Before this warning gcc reads the file again at each block: half of its time.
                # Functions that other binaries can't see are called directly, or put into callers.
                extension.extra_compile_args.append("-Wno-misleading-indentation")
                extension.extra_compile_args.append("-fvisibility=hidden")
        command = build_ext(Distribution({"name": "kifu", "ext_modules": extensions}))
        command.build_lib = "."
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return sorted(path for path in folder.rglob(f"*{suffix}") if "build" not in path.parts)


#: Where C code unboxes an array that interpreted code passes or assigns, and returns if it is none.
_UNBOXED = re.compile(
    r"^( *)(arg_\w+|tmp) = Vec(\w+)Api\.unbox\(\w+\);\n"
    r" *if \(VEC_IS_ERROR\(\2\)\) \{\n.*(?:return|goto) .*;\n *\}\n",
    re.MULTILINE,
)


def released(code: str) -> str:
    """C code of mypyc in which each array that interpreted code passes to compiled code is freed.

    mypyc 2.4 borrows these arrays. But to unbox one counts a reference to it, and nothing drops
    that again: a process that replays would grow by the moves of each match.
    """
    return _UNBOXED.sub(
        lambda found: f"{found[0]}{found[1]}VEC_{found[3].upper()}_DECREF({found[2]});\n", code
    )


if __name__ == "__main__":
    target = Path(sys.argv[1]).absolute()
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for built in compile_tree(Path(__file__).parent, target):
        print(built)
