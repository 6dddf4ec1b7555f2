"""`hlogic prove` and `hlogic stats`: their forms, what is not shown, the same bytes every time."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as tree
from pathlib import Path

import pytest

from cli_runs import document, run
from proof_items import PAPER, ROOT, SMALL, item


@pytest.mark.parametrize("path", [SMALL[-1], *sorted(PAPER.glob("*"))], ids=lambda p: p.stem)
def test_json(path: Path) -> None:
    result = run("prove", "--format", "json", str(path))
    assert result.exit_code == 0, result.output
    read = document(result.stdout, "proofs")
    assert [e["status"] for e in read["explained"]]


def test_what_no_proof_shows_is_said(tmp_path: Path) -> None:
    path = tmp_path / "t.hlogic"
    path.write_text(item("ask q: truth a", "ask n: count worlds"), encoding="utf-8")
    result = run("prove", str(path), "--ask", "n")
    assert result.exit_code == 2
    assert "not-provable" in result.stderr
    result = run("prove", str(path))
    assert result.exit_code == 0
    assert "no proof shows what these ask for: n" in result.stderr


def test_an_ask_without_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "t.hlogic"
    path.write_text("item t\nvar n: 0..2\nask q: possible 4 // n == 2\n", encoding="utf-8")
    result = run("prove", str(path))
    assert result.exit_code == 1
    assert "ERROR: `4 // n == 2` has no value" in result.stdout


def test_a_limit_is_said(tmp_path: Path) -> None:
    path = tmp_path / "t.hlogic"
    path.write_text("item t\nvar n: 0..9999\nask q: necessary n >= 0\n", encoding="utf-8")
    result = run("prove", str(path))
    assert result.exit_code == 3
    assert "LIMIT: n has 10,000 values" in result.stdout
    assert "1." not in result.stdout


def test_stats_as_csv_and_svg() -> None:
    result = run("stats", "--format", "csv", str(PAPER))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == (
        "item,ask,kind,steps,cases,contradictory_cases,contradictory_steps,depth,premises,"
        "premises_used"
    )
    assert "video_song,q1,linear,6,0,0,0,0,6,6" in lines
    picture = run("stats", "--format", "svg", str(PAPER))
    assert picture.stdout.startswith("<svg ")
    assert len(tree.fromstring(picture.stdout).findall("{*}rect")) > 3


def test_the_same_bytes_every_time() -> None:
    """Whatever the hash seed: sets decide nothing."""
    printed = set()
    for seed in ("0", "1"):
        command = [sys.executable, "-m", "hlogic", "prove", str(PAPER / "brain_imaging.hlogic")]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run_ = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
        assert run_.returncode == 0, run_.stderr
        printed.add(run_.stdout)
    assert len(printed) == 1
