"""One program of a comparison: it answers each line of commands with one line of JSON."""
import json
import os
import pathlib
import select
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
RIVALS = {"MuJoCo": "mujoco_rival.py", "DART": "dart_rival.py", "Bullet": "bullet_rival.py",
          "Drake": "drake_rival.py", "Rapier": None}
# The variable in which `run` passes the path of the Rapier program.
RAPIER = "SIMULATION_RAPIER"


class Program:
    """Started at the first command, and again after a crash."""

    def __init__(self, *command):
        self.command = command
        self.process = None

    def ask(self, *words, within=None):
        """The answer; without one within the seconds given, an error."""
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL, text=True)
        try:
            self.process.stdin.write(" ".join(map(str, words)) + "\n")
            self.process.stdin.flush()
            if not select.select([self.process.stdout], [], [], within)[0]:
                self._kill()
                return {"error": f"no answer within {within:.0f} s"}
            return json.loads(self.process.stdout.readline())
        except (BrokenPipeError, json.JSONDecodeError):
            return {"error": f"crashed ({self._kill()})"}

    def _kill(self):
        self.process.kill()
        code, self.process = self.process.wait(), None
        return code

    def end(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process = None


def rival(name):
    script = RIVALS[name]
    return Program(sys.executable, str(HERE / script)) if script else Program(os.environ[RAPIER])
