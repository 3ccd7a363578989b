"""Parameter sweeps over one machine or many, with seeds, retries and incremental storage of the results."""

from stiction.sweeps.job import Job, grid
from stiction.sweeps.results import SweepResults
from stiction.sweeps.store import Store
from stiction.sweeps.sweep import sweep
from stiction.sweeps.task import SceneTask

__all__ = ["Job", "SceneTask", "Store", "SweepResults", "grid", "sweep"]
