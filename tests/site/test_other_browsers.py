"""Pages in Firefox and in WebKitGTK: they open, jump and play without an error."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import which
from subprocess import DEVNULL, Popen
from typing import Any, TypeVar
from urllib.request import Request, urlopen

import pytest

from kifu.notation import loads
from kifu.replay.registry import BUILT_IN
from kifu.site.page.viewer import digest_source

from .matches import viewed

EXAMPLES = Path(__file__).parents[2] / "examples"
#: Does a command of the WebDriver protocol, such as "url", with its parameters.
Do = Callable[[str, dict[str, Any]], Any]
T = TypeVar("T")

#: What a page keeps of everything that goes wrong in it.
HEAR = """var faults = [];
for (const kind of ["error", "unhandledrejection", "securitypolicyviolation"])
    addEventListener(kind, (event) => {
        faults.push(`${kind} ${event.message ?? event.reason ?? event.blockedURI}`);
    }, true);"""
#: Jumps to two plies, plays on from the second, and returns what went wrong.
USE = """const done = arguments[arguments.length - 1];
const until = async (holds) => {
    while (!holds()) await new Promise((then) => setTimeout(then, 50));
};
(async () => {
    await until(() => "ready" in document.body.dataset);
    const shown = document.querySelector("#table").dataset;
    const seek = document.querySelector("#seek");
    for (seek.value of ["9", "3"]) {
        seek.dispatchEvent(new Event("input", { bubbles: true }));
        await until(() => shown.ply === seek.value);
    }
    document.querySelector("[data-do=play]").click();
    await until(() => shown.ply > 4);
    return window.faults;
})().then(done, (error) => done([String(error)]));"""


def soon(call: Callable[[], T]) -> T:
    """The result of a call that fails until a browser has started."""
    for _ in range(600):
        try:
            return call()
        except (OSError, ValueError):
            time.sleep(0.1)
    return call()


@contextmanager
def firefox(folder: Path) -> Iterator[Do]:
    """Firefox speaks WebDriver by Marionette: on a socket, each message is its length and JSON."""
    names = {"url": "WebDriver:Navigate", "execute/async": "WebDriver:ExecuteAsyncScript"}
    (folder / "user.js").write_text('user_pref("marionette.port", 0);')
    words = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with ExitStack() as opened:
        process = opened.enter_context(Popen(words, stdout=DEVNULL, stderr=DEVNULL))
        opened.callback(process.terminate)
        port = soon(lambda: int((folder / "MarionetteActivePort").read_text()))
        connection = opened.enter_context(socket.create_connection(("127.0.0.1", port), 120))
        stream = opened.enter_context(connection.makefile("rwb"))

        def heard() -> Any:
            length = b"".join(iter(lambda: stream.read(1), b":"))
            return json.loads(stream.read(int(length)))

        def do(name: str, values: dict[str, Any]) -> Any:
            said = json.dumps([0, 1, names.get(name, name), values]).encode()
            stream.write(b"%d:%s" % (len(said), said))
            stream.flush()
            _, _, error, result = heard()
            assert error is None, error
            return result and result.get("value")

        heard()
        do("WebDriver:NewSession", {})
        yield do


@contextmanager
def webkit(_folder: Path) -> Iterator[Do]:
    """WebKitGTK's small browser, which needs a display, by its driver."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}/session"

    def post(path: str, values: dict[str, Any]) -> Any:
        asked = Request(f"{address}{path}", json.dumps(values).encode(), method="POST")
        with urlopen(asked, timeout=120) as answer:
            return json.load(answer)["value"]

    words = ["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"]
    with Popen(words, stdout=DEVNULL, stderr=DEVNULL) as process:
        try:
            own = soon(lambda: post("", {"capabilities": {}}))["sessionId"]
            yield lambda name, values: post(f"/{own}/{name}", values)
            urlopen(Request(f"{address}/{own}", method="DELETE"), timeout=120).close()
        finally:
            process.terminate()


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("begun", "needed"),
    [(firefox, ["firefox-esr"]), (webkit, ["WebKitWebDriver", "xvfb-run"])],
)
def test_five_games_open_jump_and_play_without_an_error(
    begun: Any, needed: list[str], tmp_path: Path
) -> None:
    if lacking := [name for name in needed if not which(name)]:
        pytest.skip(f"no {lacking[0]} here: make browsers, as root on Debian, installs it")
    (tmp_path / "profile").mkdir()
    with begun(tmp_path / "profile") as do:
        for name in BUILT_IN:
            html = viewed(loads((EXAMPLES / f"{name}-annotated.kifu").read_text("utf-8")))
            html = html.replace("script-src ", f"script-src {digest_source(HEAR)} ", 1)
            file = tmp_path / f"{name}.html"
            file.write_text(html.replace("<title>", f"<script>{HEAR}</script><title>", 1), "utf-8")
            do("url", {"url": file.as_uri()})
            assert do("execute/async", {"script": USE, "args": []}) == [], name
