"""Gymnasium environments for reinforcement learning (`pip install 'stiction[gymnasium]'`).

>>> import gymnasium, stiction.environments
>>> environment = gymnasium.make("stiction/Pendulum-v0")
>>> observation, _ = environment.reset(seed=1)
>>> observation.shape
(3,)
"""

from stiction.errors import StictionError

try:
    import gymnasium
except ImportError as error:
    raise StictionError("environments need gymnasium: pip install 'stiction[gymnasium]'") from error

from stiction.environments.pendulum import Pendulum
from stiction.environments.quadruped import QuadrupedStanding
from stiction.environments.scene_environment import SceneEnvironment

__all__ = ["Pendulum", "QuadrupedStanding", "SceneEnvironment"]

gymnasium.register(
    id="stiction/Pendulum-v0", entry_point="stiction.environments.pendulum:Pendulum", max_episode_steps=200
)
gymnasium.register(
    id="stiction/QuadrupedStanding-v0",
    entry_point="stiction.environments.quadruped:QuadrupedStanding",
    max_episode_steps=500,
)
