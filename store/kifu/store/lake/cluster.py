"""A cluster: the tasks of a lake, done by Dask's workers on other machines, or by processes here.

Whoever reaches the port of a Dask scheduler can have any code run. So a scheduler is reached by TLS
with certificates only.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from kifu.notation.disk import scratch_folder
from kifu.notation.errors import KifuError, UsageError, install_extra
from kifu.notation.version import __version__
from kifu.replay.registry import game_names
from kifu.replay.rule_data import contents_in_use, use_content
from kifu.store.lake.task import Receipt, Task, Workers, work
from kifu.store.processes import collect_seldom, in_order, worked


def worked_with() -> str:
    """What this process works with, in one text: kifu's version, the names of the games, and the
    digests of their rule data.
    """
    digests = sorted(hashlib.sha256(content).hexdigest() for content in contents_in_use())
    return " ".join([__version__, *game_names(), *digests])


def vet(mine: str, required: str) -> None:
    """Raise KifuError unless `mine` and `required`, the texts of `worked_with` in a worker and in
    the process that planned the task, are equal.
    """
    if mine != required:
        raise KifuError(
            "a worker has another version of kifu, other games or other rule data than this "
            "process: install the same on every machine, and start the workers again"
        )


#: So many tasks are given out for each worker: one may wait for the others.
_AHEAD = 3
#: A task that fails on a worker is given out again so often.
_TRIES = 3
#: Seconds that a scheduler is waited for.
_WAIT = 30


@contextmanager
def workers(address: str | None, jobs: int) -> Iterator[Workers]:
    """A context with a function that does tasks and yields each with its receipt, in their order.
    With an `address` (`tls://HOST:PORT`), the workers of the Dask scheduler there do them, and
    `jobs` is ignored; its client is closed at the end. With None, up to `jobs` processes of this
    machine do them (1, or for a single task: this process). A few tasks for each are taken ahead.
    What killed runs left in the temporary folder is removed at the beginning. Raises UsageError for
    another address, missing certificates or without Dask, KifuError if the scheduler can't be
    reached, a certificate can't be read or there are no workers, and OSError if the temporary
    folder can't be written.

    The function is a generator, to be used within the context: it begins at the first item, and no
    tasks give none. If the caller stops early, tasks that are not begun are dropped; those that are
    begun may still commit. It raises what iterating over the tasks raises; KifuError if a process
    dies, or if workers die of one task again and again or have another kifu; what a task raises
    (see `work`), on a cluster only after `_TRIES` (3) more tries; and Dask's own errors, such as
    for a scheduler that is lost.
    """
    with ExitStack() as stack:
        stack.enter_context(scratch_folder("-"))  # it sweeps what killed runs left
        if address is None:
            yield partial(worked, work, jobs=jobs, most=_AHEAD * jobs)
            return
        vet_address(address)
        yield partial(_done, stack.enter_context(_client(address)))


def vet_address(address: str) -> None:
    """Raise UsageError unless Dask is installed and `address` is `tls://`, a host and a port. The
    host is not looked up.
    """
    if not find_spec("distributed"):
        raise UsageError(f"a cluster needs more packages: {install_extra('lake')}")
    if not _ADDRESS.fullmatch(address):
        raise UsageError(
            f"{address}: a cluster is tls://HOST:PORT; without TLS, whoever reaches the scheduler "
            "can run any program on its workers"
        )


#: For a host that can't be one, Dask waits for a minute.
_ADDRESS = re.compile(
    r"tls://(\[[\da-fA-F:.]+\]|[\w-]{1,63}(\.[\w-]{1,63})*\.?):[1-9]\d{0,4}", re.ASCII
)


def work_there(task: Task, required: str) -> Receipt:
    """Do a task in this worker process (see `work`) and return its receipt: read the task's log,
    and commit its rows to the lake in place of those that the lake had of this log. To do it again
    leaves the same rows. Some failures raise nothing: if the log can't be read, or another run has
    committed it meanwhile in another state, nothing is committed, and the receipt's report has a
    message in `failed`.

    The task's rule data are loaded first and stay in use in this process, also if something is
    raised. Once the work begins, the garbage collector runs less often, from then on.

    Raises KifuError for rule data that can't be used, and if this worker's kifu, games or rule data
    (with those of the task) differ from `required`, the text of `worked_with` in the process that
    planned the task. Also raises KifuError for a log that a lake can't hold, ArchiveError if the
    lake can't be read or written, UsageError without the packages for lakes or for a path with [, ]
    or %, OSError if the temporary folder can't be written, and DuckDB's errors.
    """
    for content in task.rule_data:
        use_content(content)
    vet(worked_with(), required)
    collect_seldom()
    return work(task)


def dask() -> Any:
    """The module `distributed` of Dask, without types. It is imported only when this is called,
    since that takes longer than a question. Raises ImportError if it is not installed.
    """
    return import_module("distributed")


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A context with a Dask client of the scheduler at `address` (`tls://HOST:PORT`), which has at
    least one worker. The client is closed at the end, also after an error. Raises ImportError
    without Dask, and UsageError if the environment and Dask's configuration name no certificates
    (see `_security`). Raises KifuError if a certificate can't be read, if the address has another
    form, if the scheduler can't be reached within `_WAIT` (30) seconds, or if it has no worker
    after as many more.
    """
    distributed = dask()
    security = _security(distributed, address)
    try:
        client = distributed.Client(address, security=security, timeout=_WAIT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise KifuError(f"{address} can't be reached: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_WAIT)
        except TimeoutError:
            raise KifuError(
                "the scheduler has no workers; start some: dask worker tls://..."
            ) from None
        yield client


def _security(distributed: Any, address: str) -> Any:
    """Dask's `Security`, which demands encryption, with the certificates that the environment or
    Dask's configuration names. `distributed` is the module. Raises UsageError, which names
    `address`, if the authority, the certificate or the key is missing; no file is read.
    """
    security = distributed.Security(require_encryption=True)
    if not (security.tls_ca_file and security.tls_client_cert and security.tls_client_key):
        raise UsageError(
            f"{address} needs certificates: set DASK_DISTRIBUTED__COMM__TLS__CA_FILE, "
            "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and "
            "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY (see docs/lake.md)"
        )
    return security


def _done(client: Any, tasks: Iterable[Task]) -> Iterator[tuple[Task, Receipt]]:
    """Do the tasks on the cluster and yield each with its receipt, in their order. Begins at the
    first item; no tasks give none. About `_AHEAD` (3) tasks for each thread of the workers that are
    there at the beginning are taken ahead; if the caller stops early or something is raised, these
    are cancelled, but one that a worker has begun may still commit. If a worker dies, another one
    does its task. The client stays open.

    Raises KifuError if workers die of one task again and again, or work with something else than
    this process. An error of a task (see `work_there`) is raised when it has failed `_TRIES` (3)
    more times. Also raises what iterating over `tasks` raises, and Dask's own errors, such as for a
    scheduler that is lost.
    """
    most = _AHEAD * max(1, sum(client.nthreads().values()))
    submit = partial(client.submit, work_there, required=worked_with(), pure=False, retries=_TRIES)
    try:
        yield from in_order(submit, tasks, most)
    except dask().KilledWorker:
        raise KifuError(
            "workers have died of one task again and again, perhaps for want of memory; what was "
            "committed is kept"
        ) from None
