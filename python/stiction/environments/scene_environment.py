"""Base class of environments that simulate a scene."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stiction._core import Scene, StepReport, World

Numbers = NDArray[np.float64]


class SceneEnvironment(gymnasium.Env[Numbers, Numbers]):
    """Gymnasium environment of a scene in which an agent acts every `steps_per_action` time steps.

    A subclass sets the observation and action spaces and implements `begin`, `act`, `observe` and `judge`. The seed and
    the actions determine an episode bit for bit. `step` returns an `info` dictionary with `solved` and `residual`, the
    largest relative residual of its time steps.
    """

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(self, scene: Scene, steps_per_action: int, render_mode: str | None = None) -> None:
        self.world = World(scene)
        self.steps_per_action = steps_per_action
        self.render_mode = render_mode

    def begin(self) -> tuple[Numbers, Numbers]:
        """Returns the initial configuration and velocity of an episode; random numbers come from `self.np_random`."""
        raise NotImplementedError

    def act(self, action: Numbers) -> None:
        """Applies an action from the next time step on."""
        raise NotImplementedError

    def observe(self) -> Numbers:
        """Returns the observation."""
        raise NotImplementedError

    def judge(self, action: Numbers, reports: list[StepReport]) -> tuple[float, bool]:
        """Returns the reward of an action and whether the episode is terminated."""
        raise NotImplementedError

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        self.world.reset(*self.begin())
        return self.observe(), {}

    def step(self, action: Numbers) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        action = np.asarray(action, dtype=np.float64)
        self.act(action)
        reports = [self.world.step() for _ in range(self.steps_per_action)]
        reward, ended = self.judge(action, reports)
        residual = max(report.residual.relative for report in reports)
        info = {"solved": all(report.solved for report in reports), "residual": residual}
        return self.observe(), float(reward), bool(ended), False, info
