"""The Python API."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hlogic
from cli_runs import ITEM

# ---------------------------------------------------------------------------- the API


def test_api_gives_what_the_command_line_prints(folder: Path) -> None:
    item = hlogic.load("duty.hlogic")
    assert (item.name, item.title, item.language) == ("duty", "值班", "zh")
    assert item.asks == ("who", "many")
    assert item.scopes == ("base", "free")
    assert item.ask("who").value == ["wang"]
    assert item.ask("who", scope="free").value == ["li", "wang"]
    assert [answer.value for answer in item.solve()] == [["wang"], 2]
    assert [outcome.ok for outcome in item.test()] == [True, True]
    assert item.warnings == ()


def test_api_reads_texts(folder: Path) -> None:
    assert hlogic.loads(ITEM).ask("many").value == 2
    assert hlogic.loads(ITEM.encode(), engine="oracle").ask("many").engine == "oracle"


NO_TIMES = (0, -1, float("nan"), float("inf"), 1e20)


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("no-such-file", lambda: hlogic.load("nope.hlogic")),
        ("unknown-ask", lambda: hlogic.loads(ITEM).ask("nope")),
        ("unknown-scope", lambda: hlogic.loads(ITEM).ask("who", scope="nope")),
        ("unknown-scope", lambda: hlogic.loads(ITEM).solve(scope="nope")),
        ("unknown-engine", lambda: hlogic.loads(ITEM, engine="nope")),
        *(("bad-option", lambda t=t: hlogic.loads(ITEM, timeout=t)) for t in NO_TIMES),
        ("bad-option", lambda: hlogic.loads(ITEM, memory=1 << 64)),
        ("bad-option", lambda: hlogic.loads(ITEM, limit=0)),
        ("not-utf8", lambda: hlogic.loads(b"\xff")),
    ],
)
def test_api_errors_are_diagnostics(folder: Path, code: str, call: Any) -> None:
    with pytest.raises(hlogic.HlogicError) as caught:
        call()
    assert [d.code for d in caught.value.diagnostics] == [code]


def test_import_is_cheap() -> None:
    names = "import hlogic, sys; print(sorted(m for m in sys.modules if m.startswith('hlogic')))"
    out = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "['hlogic']"


def test_module_names(folder: Path) -> None:
    assert set(hlogic.__all__) <= set(dir(hlogic))
    with pytest.raises(AttributeError):
        hlogic.nothing  # noqa: B018
