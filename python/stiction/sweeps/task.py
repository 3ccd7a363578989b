"""Tasks that a sweep runs at each point."""

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

#: Columns of every row besides its results.
RESERVED = frozenset({"index", "key", "seed", "attempts", "error"})

Task = Callable[[dict[str, Any], int], Mapping[str, Any]]


@dataclass(frozen=True)
class SceneTask:
    """Runs a scene with the parameters as settings and returns a summary of the run and the final state."""

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
        """Identifies this task by the scene with all its files, and the time."""
        digest = hashlib.sha256(pickle.dumps(self.scene)).hexdigest()[:16]
        return f"scene {self.scene.name} {digest} for {self.seconds} s"


def task_of(task: Task | Scene | str, seconds: float | None) -> tuple[Task, str]:
    """Returns the task and the name that identifies it."""
    if isinstance(task, str):
        task = Scene.load(task)
    if isinstance(task, Scene):
        own = SceneTask(task, seconds)
        return own, own.name
    if not callable(task):
        raise InputError("expected a function of (parameters, seed), a Scene or the name of a scene")
    if seconds is not None:
        raise InputError("seconds: expected a scene as the task, found a function")
    own_name = getattr(task, "name", None)
    if isinstance(own_name, str):
        return task, own_name
    module, name = getattr(task, "__module__", ""), getattr(task, "__qualname__", type(task).__qualname__)
    return task, f"function {module}.{name}"


def code_of(task: Task) -> str:
    """Returns a hash of a task: of its compiled code (not its location) and of the values that it holds as defaults, in
    a closure, in a partial or in an object."""
    return hashlib.sha256(repr(described(task, set())).encode()).hexdigest()[:16]


def described(value: Any, seen: set[int]) -> Any:
    """Returns the code and the values of an object, as far as they can be inspected, as strings and lists."""
    if id(value) in seen:
        return "again"
    seen = seen | {id(value)}
    if isinstance(value, partial):
        return ["partial", described(value.func, seen), described(value.args, seen), described(value.keywords, seen)]
    if isinstance(value, tuple | list):
        return [described(entry, seen) for entry in value]
    if isinstance(value, dict):
        return [[repr(key), described(entry, seen)] for key, entry in value.items()]
    if isinstance(value, FunctionType):
        cells = [described(contents(cell), seen) for cell in value.__closure__ or ()]
        defaults = described(value.__defaults__, seen), described(value.__kwdefaults__, seen)
        return [compiled(value.__code__), *defaults, cells]
    try:
        held = hashlib.sha256(pickle.dumps(value)).hexdigest()
    except Exception:
        held = type(value).__qualname__
    call = vars(type(value)).get("__call__")
    return [held, described(call, seen)] if isinstance(call, FunctionType) else held


def contents(cell: CellType) -> Any:
    """Returns the value of a closure variable; `None` if it has none yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def compiled(code: CodeType) -> list[Any]:
    """Returns the code of a function and of its nested functions."""

    def constant(value: Any) -> str:
        return repr(sorted(map(repr, value))) if isinstance(value, frozenset) else repr(value)

    constants = [compiled(one) if isinstance(one, CodeType) else constant(one) for one in code.co_consts]
    return [code.co_code.hex(), list(code.co_names), list(code.co_varnames), constants]


def perform(task: Task, job: Job) -> dict[str, Any]:
    """Runs one job in the current process. Returns its result, or its exception as text."""
    try:
        given = task(dict(job.parameters), job.seed)
        if not isinstance(given, Mapping):
            raise TypeError(f"expected a dictionary of results, found {type(given).__name__}")
        if taken := RESERVED.intersection(given):
            raise KeyError(f"expected result names that are not columns of every row, found {', '.join(sorted(taken))}")
        return {"result": plain(given), "error": None}
    except (Exception, SystemExit) as error:
        return {"result": {}, "error": f"{type(error).__name__}: {error}"}
