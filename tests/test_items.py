"""The real items: every gold answer, and the same bytes from any engine and hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hlogic

ROOT = Path(__file__).parent.parent
ITEMS = sorted((ROOT / "items").glob("*.hlogic"))
# Small enough to enumerate in seconds; the oracle confirms zebra and duty_roster too, in minutes.
# Of the larger ones a smaller sibling, `NAME_small`, stands beside them for this.
FEW = ("night_shift", "course_check", "island_bell")
ORACLE = [p for p in ITEMS if p.stem in FEW or p.stem.endswith("_small")]
BEYOND = [p for p in ITEMS if p.stem in ("endoscope_morning", "water_dispatch")]


def test_there_are_items() -> None:
    assert len(ITEMS) >= 6


@pytest.mark.parametrize("path", ITEMS, ids=lambda p: p.stem)
def test_gold_answers(path: Path) -> None:
    outcomes = hlogic.load(path, engine="sat").test()
    assert len(outcomes) >= 4
    assert [f"{o.id}: {o.actual}" for o in outcomes if not o.ok] == []


@pytest.mark.parametrize("path", ORACLE, ids=lambda p: p.stem)
def test_the_oracle_agrees(path: Path) -> None:
    outcomes = hlogic.load(path, engine="oracle").test()
    assert [f"{o.id}: {o.actual}" for o in outcomes if not o.ok] == []


@pytest.mark.parametrize("path", BEYOND, ids=lambda p: p.stem)
def test_beyond_the_oracle_is_said(path: Path) -> None:
    """An item too large to enumerate is refused with the reason, never answered in part."""
    item = hlogic.load(path, engine="oracle", timeout=0.2)
    answer = item.ask(item.asks[0])
    assert answer.status in ("timeout", "error")
    assert answer.value is None
    assert answer.error


def _answers(path: Path, engine: str, seed: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "hlogic", "solve", "--json", "--engine", engine, str(path)]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    run = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    answers: list[dict[str, Any]] = json.loads(run.stdout)["answers"]
    for answer in answers:
        for how in ("seconds", "engine", "counting", "confirmed_by", "not_confirmed_by"):
            answer.pop(how, None)
    return answers


@pytest.mark.parametrize("name", FEW)
def test_same_bytes_on_any_engine_and_hash_seed(name: str) -> None:
    path = ROOT / "items" / f"{name}.hlogic"
    runs = [_answers(path, "sat", seed) for seed in ("0", "1", "2")]
    runs.append(_answers(path, "oracle", "3"))
    assert all(json.dumps(r) == json.dumps(runs[0]) for r in runs)
