"""A pendulum that is to be swung up and held upright by a motor that is too weak to lift it at once."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from stiction._core import Scene, StepReport
from stiction.environments.scene_environment import Numbers, SceneEnvironment

SCENE = """
version = 1
name = "pendulum"
duration = 10.0

[stepper]
time_step = 0.01

[[body]]
name = "rod"
mass = 1.0
centre_of_mass = [0, 0, -0.5]
inertia = [0.0833, 0.0833, 0.001]
joint = { name = "hinge", kind = "revolute", axis = [0, 1, 0] }
"""

#: N·m; lifting the rod at once would take 4.9.
TORQUE = 2.0
#: rad/s, beyond which an observation does not go.
FASTEST = 8.0


class Pendulum(SceneEnvironment):
    """Observation: cosine and sine of the angle from upright, and the angular velocity. Action: the motor's torque, in
    units of 2 N·m."""

    def __init__(self, render_mode: str | None = None) -> None:
        super().__init__(Scene.from_string(SCENE), steps_per_action=5, render_mode=render_mode)
        largest = np.array([1.0, 1.0, FASTEST])
        self.observation_space = spaces.Box(-largest, largest, dtype=np.float64)
        self.action_space = spaces.Box(-1.0, 1.0, (1,), dtype=np.float64)

    def begin(self) -> tuple[Numbers, Numbers]:
        return self.np_random.uniform(-np.pi, np.pi, 1), self.np_random.uniform(-1, 1, 1)

    def act(self, action: Numbers) -> None:
        self.world.joint_forces = TORQUE * np.clip(action, -1, 1)

    def _angle(self) -> float:
        """From upright, -π to π."""
        return float(np.remainder(self.world.configuration[0], 2 * np.pi) - np.pi)

    def observe(self) -> Numbers:
        angle, rate = self._angle(), np.clip(self.world.velocity[0], -FASTEST, FASTEST)
        return np.array([np.cos(angle), np.sin(angle), rate])

    def judge(self, action: Numbers, reports: list[StepReport]) -> tuple[float, bool]:
        rate = float(np.clip(self.world.velocity[0], -FASTEST, FASTEST))
        effort = float(np.square(TORQUE * np.clip(action, -1, 1)).sum())
        return -(self._angle() ** 2 + 0.1 * rate**2 + 0.001 * effort), False
