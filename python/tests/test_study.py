"""Studies from Python."""

from pathlib import Path

import pytest

import stiction

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "sliding-ball"


def test_a_built_in_study(tmp_path):
    assert "schindler-2011" in [name for name, _ in stiction.studies()]
    report = stiction.study("pfrommer-2019", small=True)
    assert report.passes and all(check["passes"] for check in report.checks)
    assert "S. Pfrommer" in report.source and report.title
    assert report.read("falling.png").startswith(b"\x89PNG")
    assert report.read("pfrommer-2019/falling.csv").startswith(b"time_s,")
    assert report._repr_markdown_().startswith("# A falling and a sliding block")
    report.write(tmp_path / "out")
    assert (tmp_path / "out" / "pfrommer-2019" / "index.html").stat().st_size > 1000
    with pytest.raises(stiction.InputError, match=r"expected one of the documents, found 'rising\.png'"):
        report.read("rising.png")


def test_a_study_of_ones_own(tmp_path):
    report = stiction.study(EXAMPLE)
    assert report.name == "sliding-ball" and report.passes and len(report.checks) == 4
    (tmp_path / "study.toml").write_text('version = 1\ntitle = "t"\n\n[[run]]\nname = "fall"\nscene = "falling-blok"\n')
    with pytest.raises(stiction.InputError, match="did you mean 'falling-block'"):
        stiction.study(tmp_path)
    with pytest.raises(stiction.InputError, match="small: only for the studies"):
        stiction.study(EXAMPLE, small=True)


def test_what_is_no_study_is_refused(tmp_path):
    with pytest.raises(stiction.InputError, match="unknown study 'pfromer'"):
        stiction.study("pfromer")
    with pytest.raises(stiction.InputError, match=r"study\.toml"):
        stiction.study(tmp_path)
