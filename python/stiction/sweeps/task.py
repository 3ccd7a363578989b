"""What a sweep runs at each point."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import CellType, CodeType, FunctionType
from typing import Any

from stiction._core import Scene, World
from stiction.errors import InputError
from stiction.sweeps.job import Job, plain

#: What every row has besides its results.
RESERVED = frozenset({"index", "key", "seed", "attempts", "error"})

Task = Callable[[dict[str, Any], int], Mapping[str, Any]]


@dataclass(frozen=True)
class SceneTask:
    """Runs a scene whose settings are the parameters, and gives what the run came to."""

    scene: Scene
    seconds: float | None = None

    def __call__(self, parameters: dict[str, Any], seed: int) -> dict[str, Any]:
        world = World(self.scene, settings=parameters)
        summary = world.run(self.seconds)
        kinetic, gravitational, springs = world.energy
        told = summary.to_dict()
        return {
            "steps": summary.steps,
            "time": world.time,
            "sound": summary.sound,
            "residual": summary.residual,
            "penetration": summary.penetration,
            "contacts": told["contacts"]["max"],
            "by_contacts": told["energy"]["by_contacts_j"],
            "kinetic": kinetic,
            "gravitational": gravitational,
            "springs": springs,
            "configuration": world.configuration.tolist(),
            "velocity": world.velocity.tolist(),
        }

    @property
    def name(self) -> str:
        """Tells this task from others: the scene with all its files, and the time."""
        digest = hashlib.sha256(pickle.dumps(self.scene)).hexdigest()[:16]
        return f"scene {self.scene.name} {digest} for {self.seconds} s"


def task_of(task: Task | Scene | str, seconds: float | None) -> tuple[Task, str]:
    """The task, and a name that tells it from others."""
    if isinstance(task, str):
        task = Scene.load(task)
    if isinstance(task, Scene):
        own = SceneTask(task, seconds)
        return own, own.name
    if not callable(task):
        raise InputError("expected a function of (parameters, seed), a Scene, or the name of one")
    if seconds is not None:
        raise InputError("seconds: expected a scene to run for so long, found a function")
    own_name = getattr(task, "name", None)
    if isinstance(own_name, str):
        return task, own_name
    module, name = getattr(task, "__module__", ""), getattr(task, "__qualname__", type(task).__qualname__)
    return task, f"function {module}.{name}"


def code_of(task: Task) -> str:
    """Tells a task from the same one after a change: its compiled code, but not where it stands, and the values that
    come with it, as defaults, in a closure, in a partial or in an object."""
    return hashlib.sha256(repr(told(task, set())).encode()).hexdigest()[:16]


def told(value: Any, seen: set[int]) -> Any:
    """All that a value does or holds, as far as it can be known, as text and lists."""
    if id(value) in seen:
        return "again"
    seen = seen | {id(value)}
    if isinstance(value, partial):
        return ["partial", told(value.func, seen), told(value.args, seen), told(value.keywords, seen)]
    if isinstance(value, tuple | list):
        return [told(entry, seen) for entry in value]
    if isinstance(value, dict):
        return [[repr(key), told(entry, seen)] for key, entry in value.items()]
    if isinstance(value, FunctionType):
        cells = [told(contents(cell), seen) for cell in value.__closure__ or ()]
        return [compiled(value.__code__), told(value.__defaults__, seen), told(value.__kwdefaults__, seen), cells]
    try:
        held = hashlib.sha256(pickle.dumps(value)).hexdigest()
    except Exception:
        held = type(value).__qualname__
    call = vars(type(value)).get("__call__")
    return [held, told(call, seen)] if isinstance(call, FunctionType) else held


def contents(cell: CellType) -> Any:
    """What a closure's variable holds, if it holds anything yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def compiled(code: CodeType) -> list[Any]:
    """The code of a function and of those within it."""

    def constant(value: Any) -> str:
        return repr(sorted(map(repr, value))) if isinstance(value, frozenset) else repr(value)

    constants = [compiled(one) if isinstance(one, CodeType) else constant(one) for one in code.co_consts]
    return [code.co_code.hex(), list(code.co_names), list(code.co_varnames), constants]


def perform(task: Task, job: Job) -> dict[str, Any]:
    """Runs one job, wherever that may be. An exception is a result, too: it goes home as text."""
    try:
        given = task(dict(job.parameters), job.seed)
        if not isinstance(given, Mapping):
            raise TypeError(f"expected a dictionary of results, found {type(given).__name__}")
        if taken := RESERVED.intersection(given):
            raise KeyError(
                f"expected names of results other than {', '.join(sorted(taken))}, which the rows have already"
            )
        return {"result": plain(given), "error": None}
    except (Exception, SystemExit) as error:
        return {"result": {}, "error": f"{type(error).__name__}: {error}"}
