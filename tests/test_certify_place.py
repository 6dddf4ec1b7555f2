"""Where a certificate may be written, and what stays as it was."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import hlogic
from certified import PIGEONS, certify, contents
from cli_runs import ITEM
from hlogic.backends.certify.layout import MANIFEST
from hlogic.compiler.diagnostics import HlogicError


def refusal(target: str | Path) -> str:
    """Why nothing may be written to a place."""
    with pytest.raises(HlogicError) as caught:
        hlogic.loads(ITEM).certify(target)
    (found,) = caught.value.diagnostics
    assert found.code == "not-replaced"
    return found.message


def test_a_large_folder_is_refused_by_its_first_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("b", "a"):
        (tmp_path / "full" / name / "deep").mkdir(parents=True)
    monkeypatch.setattr(os, "walk", None)
    assert "it holds a, which" in refusal(tmp_path / "full")
    (tmp_path / "full" / MANIFEST).write_text('{"format": "another", "files": {}}')
    assert "it holds a, which" in refusal(tmp_path / "full")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_for_a_manifest_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    os.mkfifo(tmp_path / "out" / MANIFEST)
    assert "it holds manifest.json, which" in refusal(tmp_path / "out")


def test_the_working_directory_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certify(ITEM, tmp_path / "out")
    for inside in (tmp_path / "out", tmp_path / "out" / "item"):
        monkeypatch.chdir(inside)
        for place in (".", tmp_path / "out", os.path.relpath(tmp_path / "out")):
            assert "the working directory is in it" in refusal(place)
    monkeypatch.chdir(tmp_path)
    certify(ITEM, Path("out"))


def test_a_link_to_nothing_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    assert "it is a link to nothing" in refusal(tmp_path / "link")
    (tmp_path / "nowhere").mkdir()
    certify(ITEM, tmp_path / "link")
    assert (tmp_path / "nowhere" / MANIFEST).is_file()


@pytest.mark.parametrize("step", [0, 1])
def test_an_earlier_certificate_stays_until_it_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Interrupted before and after it was moved out of the way."""
    certify(PIGEONS, tmp_path / "out")
    before = contents(tmp_path / "out")
    rename, steps = Path.rename, []

    def interrupted(path: Path, target: Path) -> Path:
        steps.append(path)
        if len(steps) == step + 1:
            raise KeyboardInterrupt
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        certify(ITEM, tmp_path / "out")
    assert [p.name for p in tmp_path.iterdir()] == ["out"]
    assert contents(tmp_path / "out") == before
