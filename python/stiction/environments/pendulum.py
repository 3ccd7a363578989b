"""Swing-up of a pendulum by a motor that is too weak to lift it directly."""

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

#: Largest torque, N·m. Lifting the rod directly takes 4.9 N·m.
TORQUE = 2.0
#: Largest observed angular velocity, rad/s; observations are clipped to it.
FASTEST = 8.0


class Pendulum(SceneEnvironment):
    """Pendulum to swing up and balance.

    Observation: cosine and sine of the angle from upright, and the angular velocity (rad/s). Action: torque of the
    motor in units of 2 N·m, from -1 to 1. Reward per action: `-(angle² + 0.1 velocity² + 0.001 torque²)`.
    """

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
        """Angle from upright, rad, from -π to π."""
        return float(np.remainder(self.world.configuration[0], 2 * np.pi) - np.pi)

    def observe(self) -> Numbers:
        angle, rate = self._angle(), np.clip(self.world.velocity[0], -FASTEST, FASTEST)
        return np.array([np.cos(angle), np.sin(angle), rate])

    def judge(self, action: Numbers, reports: list[StepReport]) -> tuple[float, bool]:
        rate = float(np.clip(self.world.velocity[0], -FASTEST, FASTEST))
        effort = float(np.square(TORQUE * np.clip(action, -1, 1)).sum())
        return -(self._angle() ** 2 + 0.1 * rate**2 + 0.001 * effort), False
