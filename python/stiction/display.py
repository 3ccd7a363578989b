"""Recordings in a browser and inline in notebooks."""

from __future__ import annotations

import html
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stiction import Recording


def html_of_recording(path: Path) -> str:
    """The recording in a file as one page that needs no network."""
    raise NotImplementedError(
        f"this build has no viewer: {path} is a recording that `Recording.load` reads, but it cannot be shown"
    )


def page(recording: Recording) -> str:
    """The page of a recording, also of one that is in no file yet."""
    if recording.path is not None:
        return html_of_recording(Path(recording.path))
    with tempfile.TemporaryDirectory(prefix="stiction-") as folder:
        path = Path(folder) / f"{recording.scene}.stiction"
        recording.save(path)
        return html_of_recording(path)


def show(recording: Recording) -> Path:
    """Writes the page to a file of its own and opens it in a browser; gives the file."""
    text = page(recording)
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", prefix=f"stiction-{recording.scene}-", suffix=".html", delete=False
    ) as file:
        file.write(text)
    webbrowser.open(Path(file.name).as_uri())
    return Path(file.name)


def inline(recording: Recording) -> str | None:
    """The page in a frame of a notebook; `None`, which notebooks take for "show the repr", without a viewer."""
    try:
        text = page(recording)
    except NotImplementedError:
        return None
    return f'<iframe srcdoc="{html.escape(text, quote=True)}" width="100%" height="640" style="border:0"></iframe>'
