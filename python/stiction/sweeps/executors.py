"""Executors that run the tasks of a sweep."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import Any

from stiction.errors import InputError, StictionError


class Here(Executor):
    """Runs each task immediately, in the calling thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def like(pool: ProcessPoolExecutor) -> ProcessPoolExecutor:
    """Returns a new pool with the settings of another."""
    names = ("_max_workers", "_mp_context", "_initializer", "_initargs", "_max_tasks_per_child")
    workers, context, initializer, arguments, most = (getattr(pool, name, None) for name in names)
    settings = {} if most is None else {"max_tasks_per_child": most}
    return ProcessPoolExecutor(workers, context, initializer, arguments or (), **settings)


class Runner:
    """An executor that is replaced if it breaks because a worker is lost.

    It accepts an executor of `concurrent.futures`, a function that returns one, a Dask client, or `None`.
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
            # Dask reassigns lost tasks itself. Its own retries would hide the number of attempts.
            self.executor = given.get_executor(pure=False)
        elif callable(given):
            self.make = given
            self.executor, self.own = given(), True
        else:
            raise InputError(
                "executor: expected an executor of concurrent.futures, a function that returns one, or a Dask client"
            )

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Submits a task."""
        try:
            return self.executor.submit(function, *arguments)
        except BrokenExecutor:
            self.renew()
            return self.executor.submit(function, *arguments)

    def renew(self) -> None:
        """Replaces a broken executor."""
        if self.make is None:
            raise StictionError(
                "the executor broke because a worker was lost; "
                "pass a function that returns an executor, or run the sweep again"
            )
        if self.own:
            self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor, self.own = self.make(), True

    @property
    def window(self) -> int:
        """Largest number of submitted tasks: enough to keep all workers busy, few enough to stop soon."""
        return 1 if isinstance(self.executor, Here) else 1000

    def end(self) -> None:
        """Shuts down the executor if it was created here."""
        if self.own:
            self.executor.shutdown(wait=False, cancel_futures=True)
