"""Mechanisms: identities between the algorithms, and the command line's numbers."""

import json
import pickle

import numpy as np
import pytest

import stiction

TEXT = """<robot name="arm"><link name="base"><inertial><mass value="5"/>
  <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="upper"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
  <inertia ixx="0.2" iyy="0.2" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="fore"><inertial><origin xyz="0 0.1 -0.4"/><mass value="1"/>
  <inertia ixx="0.1" iyy="0.1" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="shoulder" type="continuous"><axis xyz="0 1 0"/><parent link="base"/><child link="upper"/></joint>
<joint name="elbow" type="revolute"><axis xyz="1 0 0"/><origin xyz="0 0 -1"/><parent link="upper"/><child link="fore"/>
  <limit lower="-2" upper="2" effort="10" velocity="5"/><dynamics damping="0.1"/></joint></robot>"""


@pytest.fixture(params=["fixed", "free"])
def arm(request):
    return stiction.Model.from_string(TEXT, root=request.param)


def state(model, seed=0):
    rng = np.random.default_rng(seed)
    q = model.integrate(model.neutral_configuration, rng.normal(size=model.velocity_size), 1.0)
    return q, rng.normal(size=model.velocity_size), rng.normal(size=model.velocity_size)


def test_dynamics_agree_with_each_other(arm):
    q, v, a = state(arm)
    mass = arm.mass_matrix(q)
    np.testing.assert_allclose(mass, mass.T, atol=1e-14)
    force = arm.inverse_dynamics(q, v, a)
    np.testing.assert_allclose(force, mass @ a + arm.bias_force(q, v), atol=1e-11)
    np.testing.assert_allclose(arm.forward_dynamics(q, v, force), a, atol=1e-10)
    kinetic, _, springs = arm.energy(q, v)
    np.testing.assert_allclose(kinetic, 0.5 * v @ mass @ v, rtol=1e-12)
    assert springs == 0 and arm.passive_force(q, v)[-1] == pytest.approx(-0.1 * v[-1])


def test_a_jacobian_is_the_derivative_of_a_pose(arm):
    q, v, _ = state(arm)
    step = 1e-6
    ahead, behind = (arm.pose(arm.integrate(q, v, sign * step), "fore")[0] for sign in (1, -1))
    np.testing.assert_allclose(arm.jacobian(q, "fore")[3:] @ v, (ahead - behind) / (2 * step), atol=1e-8)
    position, rotation = arm.pose(q, "fore")
    np.testing.assert_allclose(rotation @ rotation.T, np.eye(3), atol=1e-14)
    assert position.shape == (3,)
    np.testing.assert_allclose(arm.difference(q, arm.integrate(q, v, 1.0)), v, atol=1e-10)


def test_the_delassus_matrix_is_what_impulses_do(arm):
    q, _, _ = state(arm)
    jacobian = np.vstack([arm.jacobian(q, frame)[3:] for frame in ("upper", "fore")])
    expected = jacobian @ np.linalg.solve(arm.mass_matrix(q), jacobian.T)
    np.testing.assert_allclose(arm.delassus(q, ["upper", "fore"]), expected, atol=1e-12)
    along = arm.delassus(q, ["fore"], normals=[[0, 0, 1]])
    np.testing.assert_allclose(np.trace(along), np.trace(arm.delassus(q, ["fore"])), rtol=1e-12)
    assert along[0, 0] == pytest.approx(arm.delassus(q, ["fore"])[2, 2])


def test_the_command_line_gives_the_same_bits(stiction_command, tmp_path):
    (tmp_path / "arm.urdf").write_text(TEXT)
    (tmp_path / "state.json").write_text('{"configuration": [0.3, 1.1], "velocity": [0.5, -1], "frames": ["fore"]}')
    told = stiction_command("model", "arm.urdf", "--at", "state.json", "--json", cwd=tmp_path)
    told = json.loads(told.stdout)
    told = told.get("state", told)
    arm = stiction.Model.from_urdf(tmp_path / "arm.urdf")
    assert arm.mass_matrix([0.3, 1.1]).tolist() == find(told, "mass_matrix")
    assert arm.bias_force([0.3, 1.1], [0.5, -1]).tolist() == find(told, "bias_force")
    assert arm.jacobian([0.3, 1.1], "fore").tolist() == find(told, "jacobian")


def find(told, key):
    """The value of a key, wherever it stands."""
    if isinstance(told, dict):
        if key in told:
            return told[key]
        told = list(told.values())
    if isinstance(told, list):
        for entry in told:
            found = find(entry, key)
            if found is not None:
                return found
    return None


def test_a_model_tells_what_it_is(arm, tmp_path):
    assert (
        arm.name == "arm"
        and arm.joints[-2:] == ["shoulder", "elbow"]
        and arm.mass == (3 if len(arm.joints) == 2 else 8)
    )
    assert arm.bodies[0] == "world" and arm.notices == []
    assert arm.gravity.tolist() == [0, 0, -9.81]
    q, v = arm.places("elbow")
    assert arm.initial_configuration[q].shape == (1,) and np.arange(arm.velocity_size)[v] == [arm.velocity_size - 1]
    again = pickle.loads(pickle.dumps(arm))
    assert (again.mass_matrix(again.initial_configuration) == arm.mass_matrix(arm.initial_configuration)).all()
    (tmp_path / "arm.urdf").write_text(TEXT)
    read = stiction.Model.from_urdf(tmp_path / "arm.urdf", root="free")
    assert pickle.loads(pickle.dumps(read)).velocity_size == 8


def test_mjcf_is_read():
    text = '<mujoco><worldbody><body><joint name="hinge" axis="0 1 0"/><geom type="sphere" size="0.1" pos="0 0 -1"/>'
    text += "</body></worldbody></mujoco>"
    pendulum = stiction.Model.from_string(text)
    assert pendulum.joints == ["hinge"] and pendulum.mass > 0


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda arm: arm.mass_matrix([1, 2, 3]), "configuration: expected 2 numbers, found 3"),
        (lambda arm: arm.mass_matrix([1, np.nan]), r"configuration\[1\] is NaN; expected a finite number"),
        (lambda arm: arm.jacobian([0, 0], "forearm"), "expected the name of a body or frame, found 'forearm'"),
        (
            lambda arm: arm.delassus([0, 0], ["fore"], normals=[[0, 0, 0]]),
            "normals: expected directions that are not zero",
        ),
        (lambda arm: stiction.Model.from_string("<robot>"), "text:1:"),
        (lambda arm: stiction.Model.from_string(TEXT, root="loose"), "root: expected 'fixed' or 'free', found 'loose'"),
        (lambda arm: stiction.Model.from_urdf("nowhere.urdf"), "nowhere.urdf: "),
    ],
)
def test_bad_input_is_told(call, words):
    with pytest.raises(stiction.InputError, match=words):
        call(stiction.Model.from_string(TEXT))
