"""What environments of scenes have in common."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stiction._core import Scene, StepReport, World

Numbers = NDArray[np.float64]


class SceneEnvironment(gymnasium.Env[Numbers, Numbers]):
    """A scene in which an agent acts every so many steps.

    A kind of environment says where it begins, what an action does, what is seen and what it is worth. Everything that
    happens follows from the seed and the actions, to the bit.
    """

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(self, scene: Scene, steps_per_action: int, render_mode: str | None = None) -> None:
        self.world = World(scene)
        self.steps_per_action = steps_per_action
        self.render_mode = render_mode

    def begin(self) -> tuple[Numbers, Numbers]:
        """Where an episode begins: configuration and velocity, drawn from `self.np_random`."""
        raise NotImplementedError

    def act(self, action: Numbers) -> None:
        """Makes an action felt from the next step on."""
        raise NotImplementedError

    def observe(self) -> Numbers:
        """What the agent sees."""
        raise NotImplementedError

    def judge(self, action: Numbers, reports: list[StepReport]) -> tuple[float, bool]:
        """What an action was worth, and whether the episode has come to its end."""
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
        told = {"solved": all(report.solved for report in reports), "residual": residual}
        return self.observe(), float(reward), bool(ended), False, told
