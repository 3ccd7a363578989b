"""Every piece of code in the book is run, page by page, in the order of the page."""

import os
import re
import subprocess
import sys
import webbrowser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))
FENCE = re.compile(r"^```(\S*) ?(.*?)\n(.*?)^```$", re.M | re.S)
#: Pages whose examples Rust tests run.
OWN_TESTS = ("scenes.md", "recordings.md")
#: What makes the environment that the tests run in: `python/test` has done it.
INSTALLATION = ("pip install", "python3 -m venv", "source ", "cargo install")
#: What a clock measures: lines about speed and time, how long an enumeration took, and the last columns of tables.
CLOCK = re.compile(r"^ *(speed|time) .*|\bin [\d.]+ [nµm]?s$|(  +[\d.]+ [nµm]?s)+$")
NUMBER = re.compile(r" *[\d.]+( [nµm]?s\b)?")


def blocks(page):
    """The fenced blocks of a page: language, options, text."""
    return FENCE.findall((DOCS / page).read_text())


@pytest.fixture
def folder(tmp_path, program, monkeypatch):
    """A new folder beside the recorded problems, with the program on the path."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").symlink_to(ROOT / "data")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv(
        "PATH", f"{program.parent}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )
    monkeypatch.setattr(webbrowser, "open", lambda address: True)
    yield tmp_path
    sys.modules.pop("tasks", None)


def run_python(text, name, space):
    exec(compile(text, name, "exec"), space)


def run_shell(text):
    lines = [line for line in text.splitlines() if not line.startswith(INSTALLATION)]
    return subprocess.run(["bash", "-euc", "\n".join(lines)], check=True, capture_output=True, text=True).stdout


def without_clock(text):
    """The lines of a text, with `#` for each number that a clock measures."""
    lines = text.rstrip().splitlines()
    return [CLOCK.sub(lambda measured: NUMBER.sub(" #", measured[0]), line).rstrip() for line in lines]


@pytest.mark.parametrize("page", [page for page in PAGES if page not in OWN_TESTS])
def test_a_page_does_what_it_says(page, folder, capsys):
    space, printed = {"__name__": "__main__"}, None
    for language, options, text in blocks(page):
        saved = re.fullmatch(r"file=(\S+)", options)
        if saved:
            (folder / saved[1]).write_text(text)
            if language != "python":
                continue
        if language == "python":
            capsys.readouterr()
            run_python(text, f"{page}: {text.splitlines()[0]}", space)
            printed = capsys.readouterr().out
        elif language == "sh":
            printed = run_shell(text)
        elif language == "text":
            assert without_clock(printed) == without_clock(text), page
        else:
            assert language in ("toml", "rust", "json"), f"{page}: a block that nothing runs: {language!r}"


def test_measured_times_do_not_count():
    assert without_clock("  speed  91 times real time; each 8.5 µs\n") == ["  speed # times real time; each #"]
    assert without_clock("time   90.5 µs\nsteps  10 of 1 ms") == ["time #", "steps  10 of 1 ms"]
    assert without_clock("auto  78  380.0 µs  1.2 s\nlooked at 3 in 2 ms") == ["auto  78 # #", "looked at 3 in #"]


def test_the_readmes_python_runs(folder, capsys):
    space = {}
    texts = [text for language, _, text in FENCE.findall((ROOT / "README.md").read_text()) if language == "python"]
    assert texts
    for text in texts:
        run_python(text, "README.md", space)
    feet = re.findall(r"_FOOT\.\d+ \[.* ([\d.]+)\] N", capsys.readouterr().out)
    assert len(feet) == 4 and abs(sum(map(float, feet)) - 52.135 * 9.81) < 0.3
    assert (space["sliding"].modes, len(space["rod"].solutions), space["none"].outcome) == (["slip"], 2, "no-solution")


def test_rust_blocks_are_documentation_tests():
    library = (ROOT / "crates" / "stiction" / "src" / "lib.rs").read_text()
    for page in PAGES:
        if any(language == "rust" for language, _, _ in blocks(page)):
            assert f"docs/{page}" in library, f"crates/stiction does not include {page}"


def test_the_book_is_whole():
    summary = (DOCS / "SUMMARY.md").read_text()
    listed = re.findall(r"\]\(([^)]+)\)", summary)
    assert sorted([*listed, "SUMMARY.md"]) == PAGES
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#]+)\)", (DOCS / page).read_text()):
            assert link.startswith("http") or ((DOCS / page).parent / link).exists(), f"{page}: {link}"
