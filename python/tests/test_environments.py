"""Environments: Gymnasium's own checker, and the same bits from the same seed."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import stiction.environments  # noqa: F401

NAMES = ["stiction/Pendulum-v0", "stiction/QuadrupedStanding-v0"]


@pytest.mark.parametrize("name", NAMES)
def test_gymnasiums_checker_has_no_objection(name, recwarn):
    check_env(gymnasium.make(name).unwrapped, skip_render_check=True)
    assert [str(warning.message) for warning in recwarn] == []


def episode(name, seed, steps=60):
    environment = gymnasium.make(name)
    rng = np.random.default_rng(seed)
    observation, _ = environment.reset(seed=seed)
    seen, rewards = [observation], []
    for _ in range(steps):
        low, high = environment.action_space.low, environment.action_space.high
        observation, reward, ended, cut, told = environment.step(rng.uniform(low, high))
        assert told["solved"]
        seen.append(observation)
        rewards.append(reward)
        if ended or cut:
            break
    return np.array(seen).tobytes(), rewards


@pytest.mark.parametrize("name", NAMES)
def test_an_episode_follows_from_its_seed(name):
    assert episode(name, 3) == episode(name, 3)
    assert episode(name, 3)[0] != episode(name, 4)[0]


def test_the_quadruped_stands_when_nobody_acts():
    environment = gymnasium.make("stiction/QuadrupedStanding-v0")
    environment.reset(seed=0)
    rewards = [environment.step(np.zeros(12))[1] for _ in range(100)]
    assert np.mean(rewards[50:]) > 0.9


def test_the_quadruped_falls_when_its_legs_fold():
    environment = gymnasium.make("stiction/QuadrupedStanding-v0", push=8.0)
    ends = []
    for seed in range(4):
        environment.reset(seed=seed)
        ends.append(any(environment.step(environment.action_space.sample())[2] for _ in range(200)))
    assert any(ends)


def test_an_upright_pendulum_is_worth_most():
    environment = gymnasium.make("stiction/Pendulum-v0").unwrapped
    environment.reset(seed=0)
    worth = []
    for angle in (0.0, np.pi):
        environment.world.reset([angle], [0.0])
        worth.append(environment.step(np.zeros(1))[1])
    hanging, upright = worth
    assert upright > -0.01 > hanging and hanging == pytest.approx(-(np.pi**2), rel=1e-3)
