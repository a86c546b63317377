"""Processes: the same work for many tasks, here or in other processes.

What comes out does not depend on how many processes there are.
"""

from __future__ import annotations

import gc
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain, islice
from typing import Any, TypeVar

from kifu.notation.errors import KifuError
from kifu.replay.rule_data import contents_in_use, use_content
from kifu.replay.worker import serve_parent
from kifu.store.interrupting import whole

Task = TypeVar("Task")
Result = TypeVar("Result")


def worked(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    jobs: int,
    most: int,
    weight: Callable[[Task], int] = lambda task: 1,
) -> Generator[tuple[Task, Result], None, None]:
    """Yield each task with the result of `work` for it, in their order, from up to `jobs`
    processes. With one job (or fewer), or a single task, `work` is called in this process.
    Otherwise in new processes, which import the main module again and have this one's rule data,
    but nothing else that was set in it. Nothing begins before the first item is asked for, and no
    tasks give none.

    Tasks are started ahead while their weights add up to at most `most` (see `in_order`), and at
    least one beside the task whose result is waited for. `work` must be a function of a module, or
    an object that can be pickled; with several jobs, tasks and results are pickled, too. Raises, as
    the items are asked for, what `work` and iterating `tasks` raise, and KifuError if a process
    dies. If the generator is closed early or something is raised, tasks that were not yet handed to
    the processes are dropped; the others (some may only be queued) are done first, and then the
    processes end.
    """
    rest = iter(tasks)
    first = list(islice(rest, 2 if jobs > 1 else 1))
    every = chain(first, rest)
    if len(first) < 2:
        yield from ((task, work(task)) for task in every)
        return
    # Imported here: a question to an archive needs no processes, and should not wait for them.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _begin_worker, (contents_in_use(),)) as pool:
        try:
            yield from in_order(lambda task: pool.submit(work, task), every, most, weight)
        except BrokenProcessPool:
            raise KifuError(
                "a worker process died, perhaps because memory ran out; what was written before "
                "is kept. Run it again, with fewer --jobs if it happens again"
            ) from None
        finally:
            pool.shutdown(wait=False)


def in_order(
    submit: Callable[[Task], Any],
    tasks: Iterable[Task],
    most: int,
    weight: Callable[[Task], int] = lambda task: 1,
) -> Iterator[tuple[Task, Any]]:
    """Yield each task with the result of the future that `submit` returns for it, in the order of
    the tasks. Nothing is submitted before the first item is asked for. Tasks are submitted ahead
    until the weights of those not yet yielded add up to more than `most`; then the next result is
    waited for. However heavy a task is, the task after it is submitted before its result is waited
    for. Raises what a future, `submit` and iterating `tasks` raise. If the caller stops early or
    something is raised, the remaining futures are cancelled; those that run already are not
    stopped.
    """
    under_way: deque[tuple[Task, Any]] = deque()
    room = most
    try:
        for new in tasks:
            # A process that is just starting prints a traceback if it is not sent its work.
            with whole():
                under_way.append((new, submit(new)))
            room -= weight(new)
            while room < 0 and len(under_way) > 1:
                task, future = under_way.popleft()
                room += weight(task)
                yield task, future.result()
        while under_way:
            task, future = under_way.popleft()
            yield task, future.result()
    finally:
        # Here, since a pool forgets to cancel where it is shut down again before its thread has
        # seen to that: then all that was ahead would be done for nothing.
        for _, future in under_way:
            future.cancel()


def collect_seldom() -> None:
    """Make Python's garbage collector run about a hundred times less often in this process, from
    now on: what a run makes in large numbers has no cycles. To call it again changes nothing.
    """
    gc.set_threshold(100_000)


def _begin_worker(rule_data: list[bytes]) -> None:
    """Prepare this process, which must be a worker that `multiprocessing` has started (any other
    ends at once). Loads `rule_data`, the contents of files of rule data, which the main process has
    loaded, too. From then on, the garbage collector runs seldom, Ctrl-C and SIGTERM are ignored,
    since the main process handles them, and the process ends when the main process does.
    """
    for content in rule_data:
        use_content(content)
    collect_seldom()
    serve_parent(signal.SIGINT, signal.SIGTERM)
