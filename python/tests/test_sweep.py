"""Sweeps: the same rows wherever they run, nothing lost, nothing done twice."""

import functools
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest

import stiction
from stiction.sweeps import grid


def draw(parameters, seed):
    """Some numbers that follow from the seed."""
    return {"value": parameters["x"] + float(np.random.default_rng(seed).normal()), "worker": os.getpid()}


def fragile(parameters, seed):
    """Kills its worker the first time that it comes to one point, and counts how often each ran."""
    mark = Path(parameters["folder"]) / f"{parameters['x']}-{os.getpid()}-{time.monotonic_ns()}"
    mark.touch()
    if parameters["x"] == 3 and len(list(mark.parent.glob("3-*"))) == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return {"square": parameters["x"] ** 2}


def values(results):
    return [row["value"] for row in results]


def test_results_do_not_depend_on_the_executor(tmp_path):
    points = {"x": range(20)}
    here = stiction.sweep(draw, points)
    with ThreadPoolExecutor(4) as threads:
        assert values(stiction.sweep(draw, points, executor=threads)) == values(here)
    with ProcessPoolExecutor(2) as processes:
        spread = stiction.sweep(draw, points, executor=processes, output=tmp_path / "out")
    assert values(spread) == values(here) and len({row["worker"] for row in spread}) >= 1
    assert values(stiction.sweep(draw, points, seed=1)) != values(here)
    # A point's seed is its own: others may come and go.
    fewer = stiction.sweep(draw, {"x": [7, 3]})
    assert values(fewer) == [values(here)[7], values(here)[3]]


def test_a_scene_is_swept_over_its_settings():
    points = grid(**{"stepper.time_step": [1e-3, 2e-3], "material.default.friction": [0.1, 0.5]})
    results = stiction.sweep("sphere-on-plane", points, seconds=0.1)
    assert results.complete and len(results) == 4 and all(row["sound"] for row in results)
    frame = results.to_pandas()
    assert frame["parameter.stepper.time_step"].tolist() == [1e-3, 1e-3, 2e-3, 2e-3]
    assert frame["steps"].tolist() == [100, 100, 50, 50]
    world = stiction.World("sphere-on-plane", settings=points[3])
    world.run(0.1)
    assert results[3]["configuration"] == world.configuration.tolist()


#: Not in a closure: what that holds tells tasks apart.
ran = []


def test_running_again_goes_on_where_it_stopped(tmp_path):
    ran.clear()

    def task(parameters, seed):
        ran.append(parameters["x"])
        if parameters["x"] == 5 and len(ran) < 7:
            raise KeyboardInterrupt
        return {"square": parameters["x"] ** 2}

    task.name = "squares"
    with pytest.raises(KeyboardInterrupt):
        stiction.sweep(task, {"x": range(10)}, output=tmp_path)
    assert ran == [0, 1, 2, 3, 4, 5]
    results = stiction.sweep(task, {"x": range(10)}, output=tmp_path)
    assert ran == [0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9]
    assert [row["square"] for row in results] == [x * x for x in range(10)] and results.complete
    ran.clear()
    more = stiction.sweep(task, {"x": range(12)}, output=tmp_path)
    assert ran == [10, 11] and len(more) == 12
    tables = [pyarrow.parquet.read_table(path) for path in sorted(tmp_path.glob("part-*.parquet"))]
    assert sum(table.num_rows for table in tables) == 12
    words = r"sweep.json: holds results for seed 0, not 1; choose another output folder"
    with pytest.raises(stiction.InputError, match=words):
        stiction.sweep(task, {"x": range(10)}, output=tmp_path, seed=1)


def test_results_of_other_code_are_not_taken_for_ones_own(tmp_path):
    def first(parameters, seed):
        return {"value": parameters["x"] + 1}

    def second(parameters, seed):
        return {"value": parameters["x"] + 2}

    first.name = second.name = "task"
    stiction.sweep(first, {"x": [1]}, output=tmp_path)
    assert stiction.sweep(first, {"x": [1, 2]}, output=tmp_path).complete
    with pytest.raises(stiction.InputError, match="holds results for code"):
        stiction.sweep(second, {"x": [1]}, output=tmp_path)


def test_names_of_a_rows_own_are_refused():
    results = stiction.sweep(lambda parameters, seed: {"key": 1}, [{}], retries=0)
    assert "expected result names that are not columns of every row, found key" in results[0]["error"]


def test_what_raises_is_tried_again_and_then_told(tmp_path):
    tries = []

    def task(parameters, seed):
        tries.append(parameters["x"])
        if parameters["x"] == 1 or (parameters["x"] == 2 and tries.count(2) < 3):
            raise ArithmeticError("no luck")
        return {"fine": True}

    results = stiction.sweep(task, {"x": [0, 1, 2]}, retries=2)
    assert tries.count(1) == 3 and tries.count(2) == 3
    assert [row["attempts"] for row in results] == [1, 3, 3]
    assert [row["index"] for row in results.failed] == [1] and not results.complete
    assert results[1]["error"] == "ArithmeticError: no luck"
    assert repr(results) == "SweepResults(2 of 3 points done, 1 failed)"


def test_a_killed_process_of_a_pool_loses_nothing(tmp_path):
    (tmp_path / "marks").mkdir()
    points = [{"x": x, "folder": str(tmp_path / "marks")} for x in range(12)]
    with ProcessPoolExecutor(2) as pool:
        results = stiction.sweep(fragile, points, executor=pool, output=tmp_path / "out")
    assert results.complete and [row["square"] for row in results] == [x * x for x in range(12)]


def test_a_killed_worker_of_a_dask_cluster_loses_nothing(tmp_path):
    from distributed import Client, LocalCluster

    (tmp_path / "marks").mkdir()
    points = [{"x": x, "folder": str(tmp_path / "marks")} for x in range(40)]
    with (
        LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        before = set(client.run(os.getpid).values())
        assert len(before) == 3
        counts = []
        told = lambda done, failed, points: counts.append((done, failed, points))  # noqa: E731
        results = stiction.sweep(fragile, points, executor=client, output=tmp_path / "out", progress=told)
        after = set(client.run(os.getpid).values())
    assert before - after, "one worker was killed"
    assert results.complete and [row["square"] for row in results] == [x * x for x in range(40)]
    assert counts[-1] == (40, 0, 40)
    workers = {mark.name.split("-")[1] for mark in (tmp_path / "marks").iterdir()}
    assert len(workers) >= 2
    marks = len(list((tmp_path / "marks").iterdir()))
    again = stiction.sweep(fragile, points, output=tmp_path / "out")
    assert again.complete and len(list((tmp_path / "marks").iterdir())) == marks


def test_a_killed_driver_goes_on_where_it_stopped(tmp_path):
    code = """
import sys, time, stiction
def slow(parameters, seed):
    time.sleep(0.2)
    return {"x": parameters["x"], "drawn": seed}
slow.name = "slow"
r = stiction.sweep(slow, {"x": range(15)}, output=sys.argv[1])
print(len(r), r.complete)
"""
    command = [sys.executable, "-c", code, str(tmp_path / "out")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    while not list((tmp_path / "out").glob("part-*.parquet")):
        time.sleep(0.05)
        assert process.poll() is None
    process.kill()
    process.wait()
    done = sum(pyarrow.parquet.read_table(part).num_rows for part in (tmp_path / "out").glob("part-*.parquet"))
    assert 0 < done < 15
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout == "15 True\n"
    kept = [pyarrow.parquet.read_table(part).num_rows for part in (tmp_path / "out").glob("part-*.parquet")]
    assert sum(kept) == 15, "no point ran twice"
    assert json.loads((tmp_path / "out" / "sweep.json").read_text())["task"] == "slow"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: stiction.sweep(3, [{}]), "expected a function of"),
        (lambda: stiction.sweep(draw, [{"x": 1}, {"x": 1}]), "expected distinct points, found a duplicate"),
        (lambda: stiction.sweep(draw, [{"x": object()}]), r"parameters\[0\]: expected numbers, strings and lists"),
        (lambda: stiction.sweep(draw, [{"x": 1}], seconds=1), "seconds: expected a scene"),
        (lambda: stiction.sweep(draw, [{"x": 1}], executor=3), "executor: expected an executor of concurrent.futures"),
    ],
)
def test_bad_input_is_told(call, words):
    with pytest.raises(stiction.InputError, match=words):
        call()


def scaled(factor, parameters, seed):
    return {"value": factor * parameters["x"]}


def closed(factor):
    return lambda parameters, seed: {"value": factor * parameters["x"]}


@pytest.mark.parametrize("make", [lambda factor: functools.partial(scaled, factor), closed])
def test_tasks_that_hold_other_values_are_other_tasks(make, tmp_path):
    first = stiction.sweep(make(1), {"x": [1, 2]}, output=tmp_path / "out")
    assert [row["value"] for row in first] == [1, 2]
    with pytest.raises(stiction.InputError, match="choose another output folder"):
        stiction.sweep(make(2), {"x": [1, 2]}, output=tmp_path / "out")
    assert [row["value"] for row in stiction.sweep(make(1), {"x": [2, 3]}, output=tmp_path / "out")] == [2, 3]


def test_points_stand_in_the_order_of_the_sweep_that_asks(tmp_path):
    def square(parameters, seed):
        return {"square": parameters["x"] ** 2}

    stiction.sweep(square, {"x": [5, 6]}, output=tmp_path / "out")
    later = stiction.sweep(square, {"x": [4, 5, 6, 7]}, output=tmp_path / "out")
    assert [(row["index"], row["square"]) for row in later] == [(0, 16), (1, 25), (2, 36), (3, 49)]


def test_a_task_that_exits_is_a_row_with_its_error():
    def leave(parameters, seed):
        raise SystemExit(3)

    results = stiction.sweep(leave, {"x": [1]}, retries=0)
    assert results[0]["error"] == "SystemExit: 3"


def test_finished_points_are_on_disk_while_a_slow_one_runs(tmp_path):
    output = tmp_path / "out"
    seen = []

    def task(parameters, seed):
        if parameters["x"] == 3:
            deadline = time.monotonic() + 20
            while not seen and time.monotonic() < deadline:
                time.sleep(0.05)
                seen.extend(output.glob("part-*.parquet"))
        return {"x": parameters["x"]}

    with ThreadPoolExecutor(4) as pool:
        stiction.sweep(task, {"x": [0, 1, 2, 3]}, executor=pool, output=output)
    assert seen
