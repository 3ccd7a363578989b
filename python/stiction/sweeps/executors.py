"""Where the tasks of a sweep run."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import Any

from stiction.errors import InputError, StictionError


class Here(Executor):
    """Runs everything at once, in this process and thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def like(pool: ProcessPoolExecutor) -> ProcessPoolExecutor:
    """Another pool with the same settings."""
    names = ("_max_workers", "_mp_context", "_initializer", "_initargs", "_max_tasks_per_child")
    workers, context, initializer, arguments, most = (getattr(pool, name, None) for name in names)
    settings = {} if most is None else {"max_tasks_per_child": most}
    return ProcessPoolExecutor(workers, context, initializer, arguments or (), **settings)


class Runner:
    """An executor that is made again where it breaks because a worker was killed.

    It takes an executor of `concurrent.futures`, a function that makes one, a client of Dask's, or nothing.
    """

    def __init__(self, given: Any) -> None:
        self.own = False
        self.make: Callable[[], Executor] | None = None
        if given is None:
            self.executor: Executor = Here()
        elif isinstance(given, Executor):
            self.executor = given
            if isinstance(given, ProcessPoolExecutor):
                self.make = lambda: like(given)
        elif hasattr(given, "get_executor"):
            # Dask gives lost tasks to other workers by itself; its own retries would hide from us how often.
            self.executor = given.get_executor(pure=False)
        elif callable(given):
            self.make = given
            self.executor, self.own = given(), True
        else:
            raise InputError(
                "executor: expected an executor of concurrent.futures, a function that makes one, or a Dask client"
            )

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Gives out a task."""
        try:
            return self.executor.submit(function, *arguments)
        except BrokenExecutor:
            self.renew()
            return self.executor.submit(function, *arguments)

    def renew(self) -> None:
        """Another executor in the place of a broken one."""
        if self.make is None:
            raise StictionError(
                "the executor broke because a worker was lost; give a function that makes one, or run the sweep again"
            )
        if self.own:
            self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor, self.own = self.make(), True

    @property
    def window(self) -> int:
        """How many tasks are given out at a time: enough that nobody waits, few enough to end soon."""
        return 1 if isinstance(self.executor, Here) else 1000

    def end(self) -> None:
        """Ends what was made here, and nothing else."""
        if self.own:
            self.executor.shutdown(wait=False, cancel_futures=True)
