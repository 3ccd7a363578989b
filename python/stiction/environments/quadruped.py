"""A quadruped robot of 52 kg that keeps standing after a push."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from stiction._core import Scene, StepReport
from stiction.environments.scene_environment import Numbers, SceneEnvironment

#: Largest offset of a motor target from its pose, rad.
REACH = 0.3
#: The robot has fallen below this fraction of its initial height, or below this cosine of the tilt of the trunk.
LOWEST, STEEPEST = 0.5, 0.5
#: Limits of observed positions (m or rad) and velocities (m/s or rad/s); observations are clipped to them.
FARTHEST, FASTEST = 10.0, 100.0


class QuadrupedStanding(SceneEnvironment):
    """Quadruped robot to keep standing.

    Observation: height (m), orientation (quaternion w, x, y, z) and velocity of the trunk, then angles and velocities
    of the joints. Action: offset of the target of each of the twelve motors from the standing pose, in units of 0.3
    rad, from -1 to 1. An episode starts with a push: a horizontal velocity of up to `push` (m/s) in a random direction.
    It ends when the robot falls, with the reward -10.
    """

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
        # Horizontal, in a random direction.
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
        """Cosine of the tilt of the trunk."""
        _, x, y, _ = self.world.configuration[3:7]
        return float(1 - 2 * (x * x + y * y))

    def judge(self, action: Numbers, reports: list[StepReport]) -> tuple[float, bool]:
        height, upright = self.world.configuration[2] / self.height, self._upright()
        ended = bool(height < LOWEST or upright < STEEPEST)
        motion = float(np.square(self.world.velocity[:6]).sum())
        effort = float(np.square(self.world.motor_forces).mean()) / 80.0**2
        reward = 1.0 - abs(1.0 - height) - (1.0 - upright) - 0.1 * min(motion, 5.0) - 0.1 * effort
        return (-10.0 if ended else float(reward)), ended
