"""`hlogic prove` and `hlogic stats`: their forms, what is not shown, the same bytes every time."""

from __future__ import annotations

import csv
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


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("var n: 0..2\nask q: possible 4 // n == 2\n", 1, "ERROR: `4 // n == 2` has no value"),
        ("var n: 0..9999\nask q: necessary n >= 0\n", 3, "LIMIT: n has 10,000 values"),
    ],
)
def test_an_ask_without_a_proof(tmp_path: Path, text: str, code: int, said: str) -> None:
    path = tmp_path / "t.hlogic"
    path.write_text(f"item t\n{text}", encoding="utf-8")
    result = run("prove", str(path))
    assert result.exit_code == code
    assert said in result.stdout
    assert "1." not in result.stdout


def test_stats_as_csv() -> None:
    """Also of what has no proof, so that the rows are those of the records."""
    result = run("stats", "--format", "csv", str(PAPER))
    assert result.exit_code == 0
    rows = list(csv.DictReader(result.stdout.splitlines()))
    assert result.stdout.splitlines()[0] == (
        "file,item,ask,question,expect,verdict,kind,steps,cases,contradictory_cases,"
        "contradictory_steps,depth,by_contradiction,premises,premises_used"
    )
    (first, *_, third, _) = (row for row in rows if row["item"] == "video_song")
    assert list(first.values()) == [
        str(PAPER / "video_song.hlogic"), "video_song", "q1", "Low Tide has a video.", "false",
        "never", "linear", "6", "0", "0", "0", "0", "", "6", "6",
    ]  # fmt: skip
    assert (third["ask"], third["expect"], third["verdict"]) == ("q3", "uncertain", "varies")
    assert (third["kind"], third["steps"], third["premises_used"]) == ("", "", "")
    of_cases = [row for row in rows if row["kind"] == "cases"]
    assert all(row["by_contradiction"] for row in of_cases)


def test_items_of_one_name_are_told_apart_by_their_files(tmp_path: Path) -> None:
    paths = [tmp_path / "a" / "x.hlogic", tmp_path / "b" / "x.hlogic"]
    for path in paths:
        path.parent.mkdir()
        path.write_text("item x\nvar p: bool\nask q: necessary p\n")
    result = run("stats", "--format", "csv", str(tmp_path))
    rows = list(csv.DictReader(result.stdout.splitlines()))
    assert [(row["file"], row["item"]) for row in rows] == [(str(path), "x") for path in paths]


def test_stats_of_what_was_not_answered(tmp_path: Path) -> None:
    path = tmp_path / "t.hlogic"
    path.write_text(
        'item t\nvar n: 0..9999\nask q "Is it?": necessary n >= 0 expect true\n'
        'ask r "And this?": possible 4 // 0 == 2 expect error\n',
        encoding="utf-8",
    )
    result = run("stats", "--format", "csv", str(path))
    assert result.exit_code == 3
    rows = list(csv.DictReader(result.stdout.splitlines()))
    assert [(r["ask"], r["question"], r["expect"], r["verdict"], r["kind"]) for r in rows] == [
        ("q", "Is it?", "true", "limit", ""),
        ("r", "And this?", "error", "error", ""),
    ]
    assert "n has 10,000 values" in result.stderr


def test_the_table_and_the_picture_agree() -> None:
    text = run("stats", str(PAPER)).stdout
    (in_all,) = (line for line in text.splitlines() if "steps in all" in line)
    picture = tree.fromstring(run("stats", "--format", "svg", str(PAPER)).stdout)
    texts = [element.text for element in picture.findall(".//{*}text")]
    assert "Proofs by their number of steps" in texts
    assert "steps in all: steps + contradictory_steps" in texts
    assert "proofs" in texts
    bars = [b for b in picture.findall("{*}rect") if b.get("width") == "24"]
    by_cases = [bar for bar in bars if bar.get("fill") == "#ee6677"]
    assert len(by_cases) == in_all.split("   ")[-1].count(":")
    assert "by contradiction     7 of them, mean" in text


def test_stats_of_nothing_is_an_error_alone(tmp_path: Path) -> None:
    for form in ("text", "csv", "svg"):
        result = run("stats", "--format", form, str(tmp_path / "nowhere"))
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "does not exist" in result.stderr


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
