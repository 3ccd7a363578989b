"""The stubs say what the compiled module has, and the package passes a strict type checker."""

import os
import subprocess
import sys


def test_stubs_fit_the_module(root):
    command = [sys.executable, "-m", "mypy.stubtest", "stiction._core", "--ignore-missing-stub"]
    command += ["--mypy-config-file", str(root / "pyproject.toml")]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def test_a_program_that_uses_them_is_checked(tmp_path, root):
    config = str(root / "pyproject.toml")
    program = """
import numpy as np
import stiction
answer = stiction.solve_lcp(np.eye(2), [-1, 1])
reveal_type(answer.z)
world = stiction.World("box-stack")
reveal_type(world.step().outcome)
world.stop()
"""
    (tmp_path / "program.py").write_text(program)
    paths = os.environ | {"MYPYPATH": str(root / "python")}
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--no-error-summary",
        "--config-file",
        config,
        "program.py",
        str(root / "python" / "stiction"),
    ]
    told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=paths)
    assert 'Revealed type is "str"' in told.stdout.replace("builtins.", ""), told.stdout + told.stderr
    assert "numpy.float64" in told.stdout
    # The one mistake is found, and there is none in the package.
    errors = [line for line in told.stdout.splitlines() if ": error:" in line]
    assert len(errors) == 1 and '"World" has no attribute "stop"' in errors[0], told.stdout
