"""Every notebook is executed in a new kernel and gives the outputs that are committed.

After a change, `STICTION_RENEW_NOTEBOOKS=1 python/test -k notebooks` writes the new outputs; read the difference.
"""

import os
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
#: The most bytes of a notebook, so that the repository stays small.
MOST_BYTES = 400_000


def read(path):
    return nbformat.read(path, as_version=4)


def clean(notebook):
    """Removes what depends on the machine, and joins what a cell prints: the clock decides how it is divided."""
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({})
        joined = []
        for output in cell.get("outputs", []):
            # Standard error has what Matplotlib reports once per machine; errors of the code stop the execution.
            if output.output_type == "stream" and output.name == "stderr":
                continue
            if output.output_type == "stream" and joined and joined[-1].output_type == "stream":
                joined[-1].text += output.text
            else:
                joined.append(output)
        if "outputs" in cell:
            cell.outputs = joined
    return notebook


def execute(path, folder):
    notebook = read(path)
    settings = {"timeout": 300, "record_timing": False, "resources": {"metadata": {"path": str(folder)}}}
    NotebookClient(notebook, **settings).execute()
    return clean(notebook)


def without_images(notebook):
    """A copy in which an image is only an image: other versions of Matplotlib draw other bytes."""
    copy = nbformat.from_dict(notebook)
    for cell in copy.cells:
        for output in cell.get("outputs", []):
            if "image/png" in output.get("data", {}):
                output.data = {"image/png": "an image"}
    return copy


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_gives_its_outputs(path, tmp_path):
    notebook = execute(path, tmp_path)
    if os.environ.get("STICTION_RENEW_NOTEBOOKS"):
        nbformat.write(notebook, path)
    expected, found = without_images(read(path)), without_images(notebook)
    for before, after in zip(expected.cells, found.cells, strict=True):
        assert after.get("outputs") == before.get("outputs"), before.source
    # Nothing else differs either: a second execution changes no more than images.
    assert found == expected
    nbformat.validate(found)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_one_to_teach_with(path):
    cells = read(path).cells
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    assert 15 <= len(cells) <= 25 and path.stat().st_size < MOST_BYTES
    assert texts[0].startswith("# ") and "\n## Exercises\n" in texts[-1] and "*Hint: " in texts[-1]
    assert sum("assert " in cell.source for cell in cells if cell.cell_type == "code") >= 5
    for link in re.findall(r"\]\(([^)#]+)\)", "\n".join(texts)):
        assert link.startswith("http") or (FOLDER / link).exists(), link


def test_the_book_lists_every_notebook():
    assert NOTEBOOKS
    page = (ROOT / "docs" / "how-to" / "papers.md").read_text()
    assert sorted(re.findall(r"\]\(\.\./notebooks/([^)]+)\)", page)) == [path.name for path in NOTEBOOKS]


def test_notebooks_have_no_retired_words():
    rows = [row.strip("|").split("|") for row in (ROOT / "docs" / "words.md").read_text().splitlines() if "|" in row]
    pairs = [[[phrase.strip() for phrase in row[place].split(";")] for place in (0, 2)] for row in rows[2:]]
    for path in NOTEBOOKS:
        for cell in read(path).cells:
            text = re.sub(r"`[^`]*`|\$[^$]*\$", "·", cell.source) if cell.cell_type == "markdown" else ""
            plain = " " + " ".join(re.findall(r"[\w-]+", text.lower())) + " "
            for retired, allowed in pairs:
                rest = plain
                for phrase in filter(None, allowed):
                    rest = rest.replace(f" {phrase.lower()} ", " · ")
                found = [word for word in retired if f" {word.lower()} " in rest]
                assert not found, f"{path.name}: {found}: {text}"
