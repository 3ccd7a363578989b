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


def blocks(page):
    """The fenced blocks of a page: language, options, text."""
    return FENCE.findall((DOCS / page).read_text())


@pytest.fixture
def folder(tmp_path, program, monkeypatch):
    """A folder of its own, with the program on the path."""
    monkeypatch.chdir(tmp_path)
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
    subprocess.run(["bash", "-euc", "\n".join(lines)], check=True, capture_output=True)


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
            run_shell(text)
        elif language == "text":
            plain = [line.rstrip() for line in printed.splitlines()]
            assert plain == text.rstrip().splitlines(), page
        else:
            assert language in ("toml", "rust", "json"), f"{page}: a block that nothing runs: {language!r}"


def test_the_readmes_python_runs(folder):
    space = {}
    texts = [text for language, _, text in FENCE.findall((ROOT / "README.md").read_text()) if language == "python"]
    assert texts
    for text in texts:
        run_python(text, "README.md", space)
    assert space["answer"].solved and space["report"].solved and len(space["forces"]) == 4


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
