"""Recordings in a browser and in notebooks."""

from __future__ import annotations

import html
import re
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stiction import Recording


def show(recording: Recording) -> Path:
    """Writes the page to a temporary file, opens it in a browser and returns the path."""
    text = recording.to_html()
    # A scene name may hold characters that a file name may not.
    name = re.sub(r"[^\w-]+", "-", recording.scene)[:60]
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", prefix=f"stiction-{name}-", suffix=".html", delete=False
    ) as file:
        file.write(text)
    webbrowser.open(Path(file.name).as_uri())
    return Path(file.name)


def inline(recording: Recording) -> str:
    """Returns the page as an HTML frame for a notebook."""
    text = html.escape(recording.to_html(), quote=True)
    return f'<iframe srcdoc="{text}" width="100%" height="640" style="border:0"></iframe>'
