"""Execution of a sweep: pending points, retries and storage of the results."""

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

#: Interval at which the wait for results is interrupted, s, so that Ctrl-C takes effect.
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
    """Runs a task at every point of a parameter space, in this process or on a cluster.

    Parameters
    ----------
    task : callable, Scene or str
        A function of (parameters, seed) that returns a dictionary of results, or a scene or its name. A scene runs with
        the parameters as settings.
    parameters : list of dict, or dict of lists
        Points of the sweep. With a dictionary every combination of its values is a point.
    executor : optional
        An executor of `concurrent.futures`, a function that returns one, or a Dask client. By default the calling
        thread runs all tasks.
    output : path, optional
        Folder for the results as Parquet files, written during the sweep. A sweep that is run again with the same
        folder continues where it stopped.
    seconds : float, optional
        Simulated time of a scene, s; the default is the duration of the scene.
    seed : int
        Seed of the sweep. The seed of a point depends only on it, on the task and on the parameters, so that results do
        not depend on the executor.
    retries : int
        Number of further attempts after a task raises or its worker is lost. After the last one the row holds the
        `error`.
    progress : bool or callable
        Shows a progress bar on a terminal, or calls a function with (done, failed, points).

    Returns
    -------
    SweepResults
        One row per point.

    Raises
    ------
    InputError
        If the arguments are invalid, or `output` holds the results of another task.

    Examples
    --------
    >>> from stiction import sweep
    >>> results = sweep(lambda parameters, seed: {"square": parameters["x"] ** 2}, {"x": [1, 2, 3]})
    >>> [row["square"] for row in results], results.complete
    ([1, 4, 9], True)
    """
    own, name = task_of(task, seconds)
    jobs = [Job.of(index, point, name, seed) for index, point in enumerate(listed(parameters))]
    if len({job.key for job in jobs}) != len(jobs):
        raise InputError("parameters: expected distinct points, found a duplicate")
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
        # Finished results are kept, even after an exception.
        if store:
            store.flush()
        runner.end()
        shown.end()
    if store:
        # The index of a point is that in this sweep, not in the one that ran it.
        indices = {job.key: job.index for job in jobs}
        rows = [row | {"index": indices[row["key"]]} for row in store.rows() if row["key"] in indices]
    return SweepResults(rows, len(jobs), store.folder if store else None)


def run(
    task: Task,
    jobs: Sequence[Job],
    runner: Runner,
    retries: int,
    keep: Callable[[dict[str, Any]], None],
    tick: Callable[[], None],
) -> None:
    """Submits the jobs, a window of them at a time, and collects their results."""
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
                # The other jobs of the broken executor are submitted again, which does not count as an attempt.
                waiting.extend(running.pop(future) for future in list(running))
                runner.renew()
    except BaseException:
        for future in running:
            future.cancel()
        raise


def answer_of(future: Future[Any]) -> tuple[dict[str, Any], bool]:
    """Returns the result of a task and whether its executor broke."""
    try:
        answer: dict[str, Any] = future.result()
        return answer, False
    except BrokenExecutor as error:
        return {"result": {}, "error": f"worker lost: {error}"}, True
    except (Exception, CancelledError) as error:
        return {"result": {}, "error": f"{type(error).__name__}: {error}"}, False


def row_of(job: Job, attempts: int, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a row of the results."""
    own = {"index": job.index, "key": job.key, "seed": job.seed, "attempts": attempts, "error": answer["error"]}
    results: dict[str, Any] = answer["result"]
    return own | {f"parameter.{name}": value for name, value in job.parameters.items()} | results
