"""The sweep itself: which points are left, who runs them, what becomes of their results."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from pathlib import Path
from typing import Any

from stiction._core import Scene
from stiction.errors import InputError
from stiction.sweeps.executors import Runner
from stiction.sweeps.job import Job, listed
from stiction.sweeps.progress import Progress
from stiction.sweeps.results import SweepResults
from stiction.sweeps.store import Store
from stiction.sweeps.task import Task, code_of, perform, task_of

#: How often the wait for results looks up, s: Ctrl-C is heard then.
TICK = 0.2


def sweep(
    task: Task | Scene | str,
    parameters: Mapping[str, Iterable[Any]] | Sequence[Mapping[str, Any]],
    *,
    executor: Any = None,
    output: str | Path | None = None,
    seconds: float | None = None,
    seed: int = 0,
    retries: int = 2,
    progress: bool | Callable[[int, int, int], None] = True,
) -> SweepResults:
    """Runs a task at every point of a parameter space, over one process or a cluster.

    `task` is a function of (parameters, seed) that gives a dictionary of numbers, or a scene (or its name), which runs
    for `seconds` with the parameters as settings. `parameters` is a list of dictionaries, or a dictionary of lists, of
    which every combination is a point. `executor` is any executor of `concurrent.futures`, a function that makes one,
    or a client of Dask's; without one everything runs here.

    The seed of a point depends on `seed`, the task and its parameters alone, so that no result depends on the executor.
    A task that raises, or whose worker was killed, is tried `retries` times more; then it is a row with its `error`.
    With an `output` folder results go to Parquet files there as they come, and running the same sweep again goes on
    where it stopped.

    >>> from stiction import sweep
    >>> results = sweep(lambda parameters, seed: {"square": parameters["x"] ** 2}, {"x": [1, 2, 3]})
    >>> [row["square"] for row in results], results.complete
    ([1, 4, 9], True)
    """
    own, name = task_of(task, seconds)
    jobs = [Job.of(index, point, name, seed) for index, point in enumerate(listed(parameters))]
    if len({job.key for job in jobs}) != len(jobs):
        raise InputError("parameters: expected points that differ, found one twice")
    store = Store(Path(output), name, code_of(own), seed) if output is not None else None
    done = store.done() if store else set()
    left = [job for job in jobs if job.key not in done]
    shown = Progress(len(jobs), len(jobs) - len(left), progress)
    rows: list[dict[str, Any]] = []

    def keep(row: dict[str, Any]) -> None:
        if store:
            store.add(row)
        else:
            rows.append(row)
        shown.add(row["error"] is not None)

    runner = Runner(executor)
    try:
        run(own, left, runner, retries, keep, store.tick if store else lambda: None)
    finally:
        # What is done is kept, whatever ended the rest.
        if store:
            store.flush()
        runner.end()
        shown.end()
    if store:
        # Where a point stands among the others is this sweep's to say, not that of the one that ran it.
        places = {job.key: job.index for job in jobs}
        rows = [row | {"index": places[row["key"]]} for row in store.rows() if row["key"] in places]
    return SweepResults(rows, len(jobs), store.folder if store else None)


def run(
    task: Task,
    jobs: Sequence[Job],
    runner: Runner,
    retries: int,
    keep: Callable[[dict[str, Any]], None],
    tick: Callable[[], None],
) -> None:
    """Gives out the jobs, a window of them at a time, and takes in what comes back."""
    waiting = deque((job, 1) for job in jobs)
    running: dict[Future[Any], tuple[Job, int]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < runner.window:
                job, attempt = waiting.popleft()
                running[runner.submit(perform, task, job)] = (job, attempt)
            finished, _ = wait(running, timeout=TICK, return_when=FIRST_COMPLETED)
            tick()
            broken = False
            for future in finished:
                job, attempt = running.pop(future)
                answer, lost = answer_of(future)
                broken = broken or lost
                if answer["error"] is not None and attempt <= retries:
                    waiting.append((job, attempt + 1))
                else:
                    keep(row_of(job, attempt, answer))
            if broken:
                # Everything that the broken executor still had is given out again: it cost no attempt of its own.
                waiting.extend(running.pop(future) for future in list(running))
                runner.renew()
    except BaseException:
        for future in running:
            future.cancel()
        raise


def answer_of(future: Future[Any]) -> tuple[dict[str, Any], bool]:
    """What a task gave, and whether its executor broke with it."""
    try:
        answer: dict[str, Any] = future.result()
        return answer, False
    except BrokenExecutor as error:
        return {"result": {}, "error": f"worker lost: {error}"}, True
    except (Exception, CancelledError) as error:
        return {"result": {}, "error": f"{type(error).__name__}: {error}"}, False


def row_of(job: Job, attempts: int, answer: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the results."""
    own = {"index": job.index, "key": job.key, "seed": job.seed, "attempts": attempts, "error": answer["error"]}
    results: dict[str, Any] = answer["result"]
    return own | {f"parameter.{name}": value for name, value in job.parameters.items()} | results
