"""Rigid-body contact and Coulomb friction solved as complementarity problems.

Complementarity problems: `solve_lcp`, `solve_mlcp`, `solve_mcp`, `enumerate_lcp`, `prox`.
Contact problems: `ContactProblem`.
Robot dynamics: `Model`.
Simulation: `Scene`, `World`, `Recording`, `rollout`, `sweep`.
Papers reproduced: `study`, `studies`.

>>> import stiction
>>> answer = stiction.solve_lcp([[2, 1], [1, 2]], [-5, -6])
>>> answer.outcome, answer.z.round(6)
('solved', array([1.333333, 2.333333]))
>>> world = stiction.World("bouncing-ball")
>>> recording = world.record(1.0)
>>> len(recording), bool(recording.solved.all())
(1001, True)
"""

from stiction._core import (
    VERSION as __version__,
)
from stiction._core import (
    Certificate,
    ContactProblem,
    ContactResidual,
    ContactSolution,
    Effort,
    Enumeration,
    Face,
    Model,
    Recording,
    Residual,
    RunSummary,
    Scene,
    Solution,
    State,
    StepReport,
    StudyReport,
    World,
    contact_methods,
    enumerate_lcp,
    methods,
    prox,
    rollout,
    scenes,
    solve_lcp,
    solve_mcp,
    solve_mlcp,
    studies,
    study,
)
from stiction.comparison import Comparison
from stiction.errors import InputError, InternalError, StepError, StictionError
from stiction.sweeps import SweepResults, sweep

__all__ = [
    "Certificate",
    "Comparison",
    "ContactProblem",
    "ContactResidual",
    "ContactSolution",
    "Effort",
    "Enumeration",
    "Face",
    "InputError",
    "InternalError",
    "Model",
    "Recording",
    "Residual",
    "RunSummary",
    "Scene",
    "Solution",
    "State",
    "StepError",
    "StepReport",
    "StictionError",
    "StudyReport",
    "SweepResults",
    "World",
    "__version__",
    "contact_methods",
    "enumerate_lcp",
    "methods",
    "prox",
    "rollout",
    "scenes",
    "solve_lcp",
    "solve_mcp",
    "solve_mlcp",
    "studies",
    "study",
    "sweep",
]
