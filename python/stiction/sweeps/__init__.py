"""Many runs over one machine or many: pure tasks, seeded, retried, their results kept as they come."""

from stiction.sweeps.job import Job, grid
from stiction.sweeps.results import SweepResults
from stiction.sweeps.store import Store
from stiction.sweeps.sweep import sweep
from stiction.sweeps.task import SceneTask

__all__ = ["Job", "SceneTask", "Store", "SweepResults", "grid", "sweep"]
