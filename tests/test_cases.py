"""The worked cases of `tests/cases`: the answers on every engine, the errors on their lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import hlogic
from hlogic.backends.engines import ENGINES
from hlogic.backends.route import OPEN
from hlogic.cli import main

CASES = Path(__file__).resolve().parent / "cases"


def named(folder: str) -> list[str]:
    """The cases of one folder, by their name below `cases`."""
    return sorted(
        path.relative_to(CASES).with_suffix("").as_posix()
        for path in (CASES / folder).glob("*.hlogic")
    )


GOOD = named(".")
BAD = named("errors")
# Put to engines as many finite theories, too large for all to try.
FIRST_ORDER = named("open")


def file_of(case: str) -> Path:
    return CASES / f"{case}.hlogic"


def hlogic_check(case: str, monkeypatch: pytest.MonkeyPatch) -> Result:
    """`hlogic check` on the case, from its own folder, so that the text names no other path."""
    monkeypatch.chdir(file_of(case).parent)
    result = CliRunner(env={"NO_COLOR": "1"}).invoke(main, ["check", file_of(case).name])
    assert isinstance(result.exception, SystemExit | None), repr(result.exception)
    assert "Traceback" not in result.output
    return result


@pytest.mark.parametrize(("case", "engine"), [*product(GOOD, ENGINES), *product(FIRST_ORDER, OPEN)])
def test_case(case: str, engine: str) -> None:
    item = hlogic.load(file_of(case), engine=engine)
    results = item.test()
    assert [result.id for result in results] == list(item.asks), "every ask of a case is expected"
    wrong = [f"{r.id}: expected {r.expected}, got {r.actual}" for r in results if not r.ok]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("case", GOOD + FIRST_ORDER)
def test_case_checks_clean(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    result = hlogic_check(case, monkeypatch)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("case", BAD)
def test_error(
    case: str, monkeypatch: pytest.MonkeyPatch, golden: Callable[[Path, str], None]
) -> None:
    first = file_of(case).read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# error at line "), "the first line says where the error is"
    lines = {int(number) for number in re.findall(r"\bat line (\d+):", first)}
    with pytest.raises(hlogic.HlogicError) as caught:
        hlogic.load(file_of(case))
    assert {found.line for found in caught.value.diagnostics} == lines
    assert all(found.column >= 1 for found in caught.value.diagnostics)
    result = hlogic_check(case, monkeypatch)
    assert result.exit_code == 2
    assert result.stdout == "", "diagnostics go to stderr"
    golden(file_of(case).with_suffix(".out"), result.stderr)
