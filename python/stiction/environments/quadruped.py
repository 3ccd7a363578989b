"""A quadruped robot of 52 kg that is to stand, pushed about at the start of each episode."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from stiction._core import Scene, StepReport
from stiction.environments.scene_environment import Numbers, SceneEnvironment

#: rad: how far an action moves a motor's target from its pose.
REACH = 0.3
#: The share of its height at which the trunk counts as fallen, and the cosine of its largest tilt.
LOWEST, STEEPEST = 0.5, 0.5
#: m or rad, and m/s or rad/s, beyond which an observation does not go.
FARTHEST, FASTEST = 10.0, 100.0


class QuadrupedStanding(SceneEnvironment):
    """Observation: height, orientation (w, x, y, z) and velocity of the trunk, positions and velocities of the joints.
    Action: for each of the twelve motors, how far its target is from the pose, in units of 0.3 rad."""

    def __init__(self, push: float = 0.5, render_mode: str | None = None) -> None:
        scene = Scene.load("quadruped-standing", settings={"stepper.time_step": 0.002})
        super().__init__(scene, steps_per_action=10, render_mode=render_mode)
        self.push = push
        motors = scene.motors
        self.pose = np.array([motor["target"] for motor in motors])
        self.places = np.array([motor["configuration"] for motor in motors])
        self.rates = np.array([motor["velocity"] for motor in motors])
        self.start = scene.model.initial_configuration
        self.height = float(self.start[2])
        count = len(motors)
        self.largest = np.repeat([FARTHEST, 1.0, FASTEST, FARTHEST, FASTEST], [1, 4, 6, count, count])
        self.observation_space = spaces.Box(-self.largest, self.largest, dtype=np.float64)
        self.action_space = spaces.Box(-1.0, 1.0, (count,), dtype=np.float64)

    def begin(self) -> tuple[Numbers, Numbers]:
        self.world.set_motors(position=self.pose)
        velocity = np.zeros(self.world.scene.model.velocity_size)
        # Along the ground, in any direction.
        angle = self.np_random.uniform(-np.pi, np.pi)
        velocity[3:5] = self.push * self.np_random.uniform() * np.array([np.cos(angle), np.sin(angle)])
        return self.start, velocity

    def act(self, action: Numbers) -> None:
        self.world.set_motors(position=self.pose + REACH * np.clip(action, -1, 1))

    def observe(self) -> Numbers:
        configuration, velocity = self.world.configuration, self.world.velocity
        joints = configuration[self.places], velocity[self.rates]
        seen = np.concatenate([configuration[2:7], velocity[:6], *joints])
        inside: Numbers = np.clip(seen, -self.largest, self.largest)
        return inside

    def _upright(self) -> float:
        """The cosine of the trunk's tilt."""
        _, x, y, _ = self.world.configuration[3:7]
        return float(1 - 2 * (x * x + y * y))

    def judge(self, action: Numbers, reports: list[StepReport]) -> tuple[float, bool]:
        height, upright = self.world.configuration[2] / self.height, self._upright()
        ended = bool(height < LOWEST or upright < STEEPEST)
        motion = float(np.square(self.world.velocity[:6]).sum())
        effort = float(np.square(self.world.motor_forces).mean()) / 80.0**2
        reward = 1.0 - abs(1.0 - height) - (1.0 - upright) - 0.1 * min(motion, 5.0) - 0.1 * effort
        return (-10.0 if ended else float(reward)), ended
