"""A cluster: the tasks of a lake, done by Dask's workers on this machine or on others.

Whoever reaches the port of a Dask scheduler can have any code run. So a scheduler on another
machine is reached by TLS with certificates only, and one of this process's own has certificates
that no other process has.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from kifu.notation.disk import scratch_folder
from kifu.notation.errors import KifuError, UsageError, install_extra
from kifu.replay.rule_data import use_content
from kifu.store.lake import handshake
from kifu.store.lake.indexing import Workers, here
from kifu.store.lake.task import Receipt, Task, work

#: The cluster that a run makes for itself.
LOCAL = "local"
#: So many tasks are given out for each worker: one may wait for the others.
_AHEAD = 3
#: A task whose workers have died so often is given up.
_TRIES = 3
#: Seconds that a scheduler is waited for.
_WAIT = 30


@contextmanager
def workers(address: str | None, jobs: int) -> Iterator[Workers]:
    """A context with a function that does tasks: on the workers of the Dask scheduler at `address`
    (a `tls://` URL), in `jobs` processes of this machine (`local`), or in this process (None).
    Raises UsageError for another address, and KifuError if there are no workers or one has another
    kifu.
    """
    with ExitStack() as stack:
        scratch = stack.enter_context(scratch_folder("-"))  # it sweeps, too, what killed runs left
        if address is None:
            yield here
            return
        vet_address(address)
        client = stack.enter_context(_client(address, jobs, scratch))
        _vet_workers(client)
        asked = handshake.code_and_rule_data()

        def done(tasks: Iterable[Task]) -> Iterator[Receipt]:
            return _done(client, tasks, asked)

        yield done


def vet_address(address: str) -> None:
    """Raise UsageError unless `address` is `local` or a `tls://` URL and Dask is installed."""
    if not find_spec("distributed"):
        raise UsageError(f"a cluster needs more packages: {install_extra('lake')}")
    scheme = urlsplit(address).scheme
    if address != LOCAL and scheme != "tls":
        raise UsageError(
            f"{address}: a cluster is `local` or tls://HOST:PORT; without TLS, whoever reaches the "
            "scheduler can run any program on its workers"
        )


def work_there(task: Task, required: str) -> Receipt:
    """Do a task on a worker. Raises KifuError if the worker's kifu (see `handshake`) differs from
    `required`, that of the process that planned the task.
    """
    for content in task.rule_data:
        use_content(content)
    handshake.vet(handshake.code_and_rule_data(), required)
    return work(task)


def dask() -> Any:
    """The module `distributed` of Dask, without types. It is imported only when it is used, since
    that takes longer than a question.
    """
    return import_module("distributed")


@contextmanager
def _client(address: str, jobs: int, scratch: Path) -> Iterator[Any]:
    """A context with a Dask client of the scheduler at `address`, or of one that is started here
    with `jobs` workers, whose files are in `scratch`, and ends with the context.
    """
    distributed = dask()
    with ExitStack() as stack:
        if address == LOCAL:
            logging.getLogger("distributed").setLevel(logging.CRITICAL)
            given = stack.enter_context(_local(distributed, jobs, scratch))
            security = given.security
        else:
            given, security = address, _certificates(distributed, address)
        try:
            client = distributed.Client(
                given, security=security, timeout=_WAIT, set_as_default=False
            )
        except (OSError, TimeoutError) as error:
            raise KifuError(f"{address} can't be reached: {error}") from None
        yield stack.enter_context(client)


def _certificates(distributed: Any, address: str) -> Any:
    """The security settings of Dask from the environment. Raises UsageError if they lack
    certificates for the scheduler at `address`.
    """
    security = distributed.Security(require_encryption=True)
    if not (security.tls_ca_file and security.tls_client_cert and security.tls_client_key):
        raise UsageError(
            f"{address} needs certificates: set DASK_DISTRIBUTED__COMM__TLS__CA_FILE, "
            "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and "
            "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY (see docs/lake.md)"
        )
    return security


def _local(distributed: Any, jobs: int, scratch: Path) -> Any:
    """Start a scheduler and `jobs` workers on this machine (a Dask LocalCluster), whose files are
    in the folder `scratch`. Raises KifuError if that fails `_TRIES` times because workers end while
    they start.
    """
    for _ in range(_TRIES):
        try:
            with import_module("dask").config.set({"temporary-directory": str(scratch)}):
                return distributed.LocalCluster(
                    n_workers=jobs,
                    threads_per_worker=1,
                    processes=True,
                    host="tls://127.0.0.1",
                    # The scheduler has a page of its state in any case; any free port will do.
                    dashboard_address="127.0.0.1:0",
                    scheduler_kwargs={"dashboard": False},
                    security=distributed.Security.temporary(),
                    memory_limit=None,
                    local_directory=str(scratch),
                    silence_logs=logging.CRITICAL,
                )
        except RuntimeError as error:
            why = error
    raise KifuError(f"the workers of this machine can't be started: {why}")


def _vet_workers(client: Any) -> None:
    """Raise KifuError unless there is a worker, and every worker has the same kifu. A worker
    that dies meanwhile is not counted; the one that Dask starts instead is checked as well.
    """
    for tries_left in reversed(range(_TRIES)):
        try:
            client.wait_for_workers(1, timeout=_WAIT)
            found = client.run(handshake.code)
            break
        except TimeoutError:
            raise KifuError(
                "the scheduler has no workers; start some: dask worker tls://..."
            ) from None
        except Exception as error:
            # What fails on a worker is raised as it is, and a worker that is gone as an OSError.
            if not (tries_left and isinstance(error, OSError)):
                raise KifuError(f"a worker can't say which kifu it has: {error}") from None
    for mine in found.values():
        handshake.vet(mine, handshake.code())  # rule data travels with the tasks


def _done(client: Any, tasks: Iterable[Task], required: str) -> Iterator[Receipt]:
    """Do the tasks on the cluster and yield their receipts in the order of `tasks`. A worker with
    another kifu than `required` raises KifuError; if a worker dies, another one does its task.
    """
    most = _AHEAD * max(1, sum(client.nthreads().values()))
    under_way: deque[Any] = deque()
    for task in tasks:
        under_way.append(client.submit(work_there, task, required, pure=False, retries=_TRIES))
        if len(under_way) >= most:
            yield _receipt(under_way.popleft())
    while under_way:
        yield _receipt(under_way.popleft())


def _receipt(future: Any) -> Receipt:
    try:
        receipt: Receipt = future.result()
    except dask().KilledWorker:
        raise KifuError(
            "workers have died of one task again and again, perhaps for want of memory; what was "
            "committed is kept"
        ) from None
    return receipt
