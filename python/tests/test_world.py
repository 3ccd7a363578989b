"""Worlds: the command line's bits, states that go on exactly, views, batches, interruption."""

import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import stiction

#: Scenes by how long they run here, s; the large ones for a few steps only.
SHORT = {"ball-pit-1000": 0.01, "stone-arch-101": 0.01, "ball-pit": 0.1, "card-house": 0.05, "domino-run": 0.1}


@pytest.mark.parametrize("name", stiction.scenes())
def test_built_in_scenes_give_the_command_lines_bits(name, stiction_command, tmp_path):
    scene = stiction.Scene.load(name)
    seconds = SHORT.get(name, 0.25)
    told = stiction_command(
        "run", name, "--until", repr(seconds), "--record", str(tmp_path / "cli.stiction"), "--every", "1"
    )
    assert told.returncode in (0, 1), told.stderr
    cli = stiction.Recording.load(tmp_path / "cli.stiction")
    own = stiction.World(scene).record(seconds, every=1, path=tmp_path / "own.stiction")
    assert len(own) == len(cli) > 1
    for column, values in cli.arrays().items():
        assert own.arrays()[column].tobytes() == values.tobytes(), column
    assert own.contacts.tobytes() == cli.contacts.tobytes()
    assert own.events == cli.events
    written = stiction.Recording.load(tmp_path / "own.stiction")
    assert written.contacts.tobytes() == cli.contacts.tobytes() and written.bodies == cli.bodies
    # What the summaries share, but for the clock's numbers.
    for key in ("outcomes", "residual", "energy", "contacts", "events", "fallbacks"):
        assert own.summary[key] == cli.summary[key], key


def test_a_step_reports():
    world = stiction.World("box-on-slope")
    report = world.step()
    assert report.step == 1 and report.time == pytest.approx(world.scene.time_step) and report.solved
    assert report.contacts == len(world.contacts) == 4
    assert report.residual.relative <= 1e-9 and report.events == [] and report.solves >= 1
    contacts = world.contacts
    assert contacts.dtype.names[0] == "first" and contacts["impulse"].shape == (4, 3)
    assert (contacts["friction"] > 0).all() and (contacts["normal"] ** 2).sum() == pytest.approx(4)
    bodies = world.bodies
    assert len(bodies) == len(world.scene.bodies) and bodies["orientation"][0].tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize("name", ["quadruped-standing", "twelve-link-pendulum", "box-stack", "gripper-holding-object"])
def test_a_state_goes_on_exactly(name):
    world = stiction.World(name)
    world.run(steps=40)
    state = world.state
    sent = pickle.loads(pickle.dumps(state))
    assert sent == state and sent.steps == 40
    world.run(steps=40)
    expected = world.state
    world.state = state
    assert world.steps == 40
    world.run(steps=40)
    assert world.state == expected
    other = stiction.World(name)
    other.state = sent
    other.run(steps=40)
    assert other.state == expected
    again = pickle.loads(pickle.dumps(other))
    assert again.state == expected and again.scene.name == name


def test_warm_starts_are_part_of_a_state():
    world = stiction.World("box-stack")
    world.run(steps=20)
    cold = stiction.State.at(world.scene, world.configuration, world.velocity, steps=20)
    assert world.state.warm > 0 and cold.warm == 0 and cold != world.state


def test_views_follow_the_world_and_outlive_it():
    world = stiction.World("bouncing-ball")
    configuration, velocity = world.configuration, world.velocity
    assert world.configuration is configuration and not configuration.flags.writeable
    before = configuration.copy()
    world.run(steps=10)
    assert (configuration != before).any() and (configuration == world.state.configuration).all()
    assert (velocity == world.state.velocity).all()
    with pytest.raises(ValueError, match="read-only"):
        configuration[0] = 1
    world.reset()
    assert (configuration == before).all()
    del world
    assert np.isfinite(configuration).all()


def test_resetting_is_starting_anew():
    world = stiction.World("quadruped-standing")
    start = world.state
    world.run(steps=30)
    end = world.state
    world.reset()
    assert world.state == start
    world.run(steps=30)
    assert world.state == end
    world.reset(configuration=end.configuration)
    assert world.time == 0 and (world.velocity == 0).all()


def test_forces_and_motors_act():
    mass = stiction.World("point-mass")
    assert mass.joint_forces.tolist() == [0, 0]
    mass.joint_forces = [0.0, 2 * 9.81]
    mass.run(steps=100)
    # 1 kg, pushed up with twice its weight.
    assert mass.velocity[1] == pytest.approx(9.81 * 0.1) and mass.joint_forces.tolist() == [0, 2 * 9.81]
    mass.joint_forces = [0, 0]
    mass.run(steps=100)
    assert mass.velocity[1] == pytest.approx(0, abs=1e-12)
    robot = stiction.World("quadruped-standing")
    motors = robot.scene.motors
    targets = np.array([motor["target"] for motor in motors])
    robot.run(steps=100)
    still = robot.configuration.copy()
    robot.set_motors(position=targets + 0.1)
    robot.run(steps=400)
    places = [motor["configuration"] for motor in motors]
    moved = robot.configuration[places] - still[places]
    assert (moved > 0.02).all(), moved
    assert robot.motor_forces.shape == (12,)


def test_batches_do_not_depend_on_threads():
    scene = stiction.Scene.load("quadruped-standing")
    rng = np.random.default_rng(0)
    world = stiction.World(scene)
    world.run(steps=20)
    states = [world.state] * 5
    targets = np.array([motor["target"] for motor in scene.motors])
    controls = targets + 0.1 * rng.normal(size=(5, 10, 12))
    one, many = (stiction.rollout(scene, states, controls, control="position", threads=n) for n in (1, 3))
    assert one["configuration"].shape == (5, 11, scene.model.configuration_size)
    assert all(one[key].tobytes() == many[key].tobytes() for key in one)
    assert one["solved"].all() and (one["residual"] <= 1e-9).all()
    world.set_motors(position=controls[3, 0])
    world.step()
    assert (one["configuration"][3, 1] == world.configuration).all()


def test_threads_change_no_bit():
    one, many = stiction.World("ball-pit"), stiction.World("ball-pit", threads=3)
    for world in (one, many):
        world.run(steps=30)
    assert one.state == many.state


def test_a_model_alone_is_rolled_out():
    model = stiction.Model.from_string(
        '<mujoco><worldbody><body><joint axis="0 1 0"/><geom type="sphere" size="0.1" pos="0 0 -1"/></body>'
        "</worldbody></mujoco>"
    )
    runs = stiction.rollout(model, [[0.1, 0.0], [-0.1, 0.0]], np.zeros((2, 50, 1)), time_step=1e-3)
    np.testing.assert_allclose(runs["configuration"][0], -runs["configuration"][1], atol=1e-12)


def test_scenes_are_loaded_changed_and_sent(tmp_path):
    scene = stiction.Scene.load("box-stack", settings={"stepper.time_step": 2e-3, "stepper.method": "nsgs"})
    assert scene.time_step == 2e-3 and pickle.loads(pickle.dumps(scene)).time_step == 2e-3
    assert scene.with_settings(["stepper.time_step=1e-3"]).time_step == 1e-3
    assert stiction.Scene.from_string(scene.text).bodies == scene.bodies
    (tmp_path / "scene.toml").write_text(scene.text)
    assert stiction.Scene.load(tmp_path / "scene.toml").shapes == scene.shapes
    assert scene.description and scene.duration > 0 and scene.notices == []


def test_a_robot_file_is_a_scene(tmp_path):
    text = """<robot name="box"><link name="box"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"
      ixy="0" ixz="0" iyz="0"/></inertial><collision><geometry><box size="1 1 1"/></geometry></collision>
      </link></robot>"""
    (tmp_path / "box.urdf").write_text(text)
    scene = stiction.Scene.load(tmp_path / "box.urdf", on_ground=True)
    assert len(stiction.World(scene).record(0.1).contacts) > 0
    with pytest.raises(stiction.InputError, match="on_ground: expected a robot file"):
        stiction.Scene.load("box-stack", on_ground=True)


def test_recordings_become_tables(tmp_path):
    recording = stiction.World("bouncing-ball").record(1.0, path=tmp_path / "ball.stiction")
    assert recording.path == tmp_path / "ball.stiction" and recording.every == 1
    assert len(stiction.World("bouncing-ball").record(1.0, every=50)) == (len(recording) + 49) // 50
    frame = recording.to_pandas()
    assert len(frame) == len(recording) and {"time", "kinetic", "configuration.2", "residual"} <= set(frame.columns)
    contacts = recording.contacts_to_pandas()
    assert set(contacts["second"]) | set(contacts["first"]) <= set(recording.shapes)
    assert (contacts["impulse.z"] >= 0).all() and contacts["impulse.z"].max() > 0
    poses = recording.poses()
    assert poses.shape == (len(recording), len(recording.bodies), 7)
    np.testing.assert_allclose(poses[:, recording.bodies.index("ball"), 2], frame["configuration.2"], atol=1e-12)
    recording.save(tmp_path / "copy.stiction")
    assert stiction.Recording.load(tmp_path / "copy.stiction").to_pandas().equals(frame)


def test_a_recording_is_a_page(tmp_path, monkeypatch):
    recording = stiction.World("bouncing-ball").record(0.5)
    page = recording.to_html()
    assert page.startswith("<!") and 'data-recording="bouncing-ball"' in page
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    path = recording.show()
    assert path.read_text() == page and opened == [path.as_uri()]
    path.unlink()
    assert recording._repr_html_().startswith('<iframe srcdoc="&lt;!')


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: stiction.Scene.load("box-stak"),
            "expected a scene file or a name listed by `stiction scenes`, found 'box-stak'; did you mean 'box-stack'",
        ),
        (lambda: stiction.Scene.load("box-stack", settings={"stepper.time_stp": 1}), "time_stp"),
        (
            lambda: stiction.Scene.from_string("version = 1\n[material.default]\nfrction = 1"),
            "scene.toml:3:1: material.default: unknown key 'frction'",
        ),
        (lambda: stiction.World("box-stack").run(-1), "-1 s in steps of .*: expected at least one step"),
        (lambda: stiction.World("box-stack").run(1, steps=1), "expected either seconds or steps, found both"),
        (lambda: stiction.World("box-stack").reset([1.0]), "snapshot: configuration: expected"),
        (lambda: stiction.World("box-stack").set_motors(position=[1.0]), "position: expected 0 numbers, found 1"),
        (lambda: setattr(stiction.World("box-stack"), "state", stiction.World("point-mass").state), "snapshot: "),
        (lambda: stiction.Recording.load(__file__), "expected a recording of a run, which begins with STICTREC"),
        (
            lambda: stiction.rollout(stiction.Scene.load("point-mass"), [], np.zeros((1, 1, 1))),
            "controls: expected 0 × steps",
        ),
    ],
)
def test_bad_input_is_told(call, words):
    with pytest.raises(stiction.InputError, match=words):
        call()


def test_a_scenes_error_has_the_command_lines_words(stiction_command):
    for name in ("box-stak", "nowhere/scene.toml"):
        told = stiction_command("run", name)
        with pytest.raises(stiction.InputError) as raised:
            stiction.Scene.load(name)
        assert told.stderr == f"error: {raised.value}\n" and told.returncode == 2


def test_a_step_that_cannot_be_is_an_exception():
    world = stiction.World("bouncing-ball")
    world.state = stiction.State.at(world.scene, world.configuration, np.full(6, 1e300))
    with pytest.raises(stiction.StepError, match=r"step \d+ at .* is no longer finite"):
        world.run(steps=10)
    with pytest.raises(stiction.StepError, match="the state is incomplete"):
        world.state  # noqa: B018
    world.reset()
    assert world.step().solved


def test_a_world_belongs_to_one_thread_at_a_time():
    world = stiction.World("ball-pit")
    thread = threading.Thread(target=world.run, args=(0.3,))
    thread.start()
    told = ""
    while thread.is_alive():
        try:
            world.time  # noqa: B018
        except stiction.StepError as error:
            told = str(error)
        time.sleep(1e-3)
    thread.join()
    assert told == "the world is in use by another thread"
    assert world.time == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("before", "work"),
    [
        ("w = stiction.World('ball-pit')", "w.run(1e6)"),
        (
            "s = stiction.Scene.load('ball-pit'); a = [stiction.World(s).state] * 2",
            "stiction.rollout(s, a, np.zeros((2, 10000, s.model.velocity_size)))",
        ),
        (
            "r = np.random.default_rng(0).normal(size=(2000, 2000)); m = r @ r.T",
            "stiction.solve_lcp(m, r[0], method='pgs', tolerance=1e-300, max_iterations=10**9)",
        ),
        (
            "f = lambda x: (time.sleep(0.01), x - 2)[1]",
            "[stiction.solve_mcp(f, lambda x: np.eye(1), [0], None, [1.0]) for _ in range(10**6)]",
        ),
    ],
)
def test_ctrl_c_ends_long_work(before, work):
    # Whoever runs the tests in the background has told them to ignore Ctrl-C.
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code += f"import time, numpy as np, stiction\n{before}\nprint('ready', flush=True)\ntry:\n    {work}\n"
    code += "except KeyboardInterrupt:\n    print('interrupted', flush=True)\n"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    said, _ = process.communicate(timeout=30)
    assert said == "interrupted\n"
    assert time.monotonic() - began < 10


def test_a_scene_of_any_name_is_shown(monkeypatch):
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    ball = '[[body]]\nname = "ball"\nmass = 1.0\nshape = { kind = "sphere", radius = 1.0 }\n'
    text = f'version = 1\nname = "a/../<b> c"\n{ball}'
    path = stiction.World(stiction.Scene.from_string(text)).record(steps=2).show()
    assert path.name.startswith("stiction-a-b-c-") and path.read_text().startswith("<!doctype html>")
    path.unlink()


def test_no_signal_is_lost():
    # Sooner or later one comes in the last sweep of a step, which then ends as if nothing had been.
    code = """
import signal, stiction, time
class Told(Exception): pass
def tell(*_): raise Told
signal.signal(signal.SIGALRM, tell)
world = stiction.World("ball-pit")
world.run(steps=60)
start = world.state
for turn in range(60):
    world.state = start
    signal.setitimer(signal.ITIMER_REAL, 0.02 + 0.0037 * (turn % 20))
    try:
        world.run(1e6)
    except Told:
        print("told", flush=True)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert run.stdout == 60 * "told\n", run.stderr


def test_contacts_say_what_they_do():
    world = stiction.World("box-on-slope")
    world.run(0.05)
    contacts = world.contacts
    assert set(contacts["mode"]) <= {0, 1, 2} and (contacts["mode"] > 0).any()
    slips = np.linalg.norm(contacts["velocity"], axis=1)
    assert (slips[contacts["mode"] == 2] > 0).all() and (slips[contacts["mode"] == 1] < 1e-6).all()


def test_counts_that_make_no_sense_are_refused():
    world = stiction.World("box-stack")
    states, controls = [world.state], np.zeros((1, 2, world.scene.model.velocity_size))
    with pytest.raises(stiction.InputError, match="threads: expected a whole number from 1 to 1024, found 0"):
        stiction.World("box-stack", threads=0)
    with pytest.raises(stiction.InputError, match="threads: expected a whole number from 1 to 1024, found 0"):
        stiction.rollout(world.scene, states, controls, threads=0)
    with pytest.raises(stiction.InputError, match="every: expected a whole number of 1 or more, found 0"):
        world.record(0.01, every=0)
    assert world.steps == 0
    assert repr(world.run(steps=0)) == "RunSummary(box-stack: no steps)"


def test_settings_may_be_tables():
    nested = stiction.World("sphere-on-plane", settings={"stepper.levenberg_marquardt": {"damping": 0.5}})
    dotted = stiction.World("sphere-on-plane", settings={"stepper.levenberg_marquardt.damping": 0.5})
    assert nested.steps == dotted.steps == 0
    with pytest.raises(stiction.InputError, match="damping: expected a number, 0 or more, found -1"):
        stiction.World("sphere-on-plane", settings={"stepper.levenberg_marquardt": {"damping": -1}})
