"""Library files: the worked cases, and random items taken apart into files that use each other."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import generate
import hlogic
from agree import engine_answers, printed
from split_modules import split
from test_cases import hlogic_check

CASES = Path(__file__).resolve().parent / "cases" / "modules"
GOOD = sorted(p.stem for p in CASES.glob("[0-9]*.hlogic"))
BAD = sorted(p.stem for p in CASES.glob("e_*.hlogic"))
RANDOM_ITEMS = int(os.environ.get("HLOGIC_RANDOM_ITEMS", "40"))
SEED = int(os.environ.get("HLOGIC_RANDOM_SEED", "0"))


@pytest.mark.parametrize("engine", ["oracle", "sat"])
@pytest.mark.parametrize("case", GOOD)
def test_case(case: str, engine: str) -> None:
    item = hlogic.load(CASES / f"{case}.hlogic", engine=engine)
    outcomes = item.test()
    assert [o.id for o in outcomes] == list(item.asks)
    assert [f"{o.id}: {o.actual}" for o in outcomes if not o.ok] == []


@pytest.mark.parametrize("case", BAD)
def test_error(
    case: str, monkeypatch: pytest.MonkeyPatch, golden: Callable[[Path, str], None]
) -> None:
    result = hlogic_check(f"modules/{case}", monkeypatch)
    assert result.exit_code == 2
    golden(CASES / f"{case}.out", result.stderr)


def test_a_library_is_checked_alone() -> None:
    assert hlogic.load(CASES / "lib" / "clinic.hlogic").asks == ()
    with pytest.raises(hlogic.HlogicError) as caught:
        hlogic.load(CASES / "lib" / "not_a_library.hlogic")
    assert {d.code for d in caught.value.diagnostics} == {"not-in-a-module"}


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "item").mkdir()
    (tmp_path / "lib.hlogic").write_text("module lib\ndef one = 1\n")
    (tmp_path / "item" / "lib.hlogic").symlink_to(tmp_path / "lib.hlogic")
    text = 'item a\nuse "lib.hlogic"\nask q: value one\n'
    with pytest.raises(hlogic.HlogicError) as caught:
        hlogic.loads(text, folder=tmp_path / "item")
    assert [d.code for d in caught.value.diagnostics] == ["path-outside"]
    assert hlogic.loads(text, folder=tmp_path).ask("q").value == 1


def test_a_text_without_a_folder_has_no_files_beside_it() -> None:
    with pytest.raises(hlogic.HlogicError) as caught:
        hlogic.loads('item a\nuse "lib.hlogic"\n')
    assert [d.code for d in caught.value.diagnostics] == ["no-such-file"]


def test_a_long_chain_of_files(tmp_path: Path) -> None:
    depth = 300
    for i in range(depth):
        use = f'use "m{i + 1}.hlogic"\n' if i + 1 < depth else ""
        body = f"f{i + 1}(x) + 1" if i + 1 < depth else "x"
        (tmp_path / f"m{i}.hlogic").write_text(f"module m{i}\n{use}def f{i}(x) = {body}\n")
    text = 'item a\nuse "m0.hlogic"\nask q: value f0(0)\n'
    assert hlogic.loads(text, folder=tmp_path).ask("q").value == depth - 1


def unordered(value: Any) -> Any:
    """A value with its lists sorted: inline labels may have changed their order."""
    if isinstance(value, dict):
        return {key: unordered(v) for key, v in value.items()}
    if isinstance(value, list):
        return sorted((unordered(v) for v in value), key=repr)
    return value


def test_random_items_taken_apart(tmp_path: Path) -> None:
    """An item and the same item split over files give the same answers."""
    parts = 0
    for seed in range(SEED, SEED + RANDOM_ITEMS):
        file = generate.item(seed)
        made = split(file, seed)
        if made is None:
            continue
        parts += 1
        folder = tmp_path / str(seed)
        folder.mkdir()
        for name, text in made.texts.items():
            (folder / name).write_text(text, encoding="utf-8")
        whole = engine_answers(printed(file), "sat")
        item = hlogic.load(folder / "item.hlogic", engine="sat")
        for ask, (status, value, _) in whole.items():
            answer = item.ask(ask)
            got = answer.status, unordered(answer.value)
            assert got == (status, unordered(value)), f"seed {seed}, {ask}"
        shutil.rmtree(folder)
    assert parts >= RANDOM_ITEMS // 10
