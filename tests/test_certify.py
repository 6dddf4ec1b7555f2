"""Certificates: answers that were shown are found to be, without a solver, and what was tampered
with is not.

`HLOGIC_CERTIFIED_ITEMS=500 pytest tests/test_certify.py` makes a longer run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import agree
import generate
import hlogic
from certified import FAMILIES, PIGEONS, SHOWN, certify, contents, journal, manifest, verdicts
from cli_runs import ITEM, run
from hlogic.backends.engines import ENGINES

ROOT = Path(__file__).resolve().parent.parent
CASES = sorted((ROOT / "tests" / "cases").glob("*.hlogic"))
HERE = [name for name, row in ENGINES.items() if not row.missing]
COUNT = int(os.environ.get("HLOGIC_CERTIFIED_ITEMS", "24"))

SEEDS = sorted({*range(COUNT), 54})  # 54 has sets of labels, whose order is not that of a hash


def certified_answers(item: hlogic.Item, target: Path) -> dict[str, tuple[Any, ...]]:
    return {a.id: (a.status, a.value, a.error, a.warnings) for a in item.certify(target)}


# ---------------------------------------------------------------------------- what is shown


@pytest.mark.parametrize("seed", SEEDS)
def test_random_items(seed: int, tmp_path: Path) -> None:
    """Every ask is answered as without a certificate, and shown; only counts are not."""
    engine = HERE[seed % len(HERE)]
    text = agree.printed(generate.item(seed))
    target = tmp_path / "out"
    item = hlogic.loads(text, engine=engine)
    answers = certified_answers(item, target)
    plain = {a.id: (a.status, a.value, a.error, a.warnings) for a in item.solve()}
    assert answers == plain
    found = verdicts(target)
    assert list(found) == list(item.asks)
    assert {v.result for v in found.values()} <= set(SHOWN)
    reasons = {reason for v in found.values() for reason in v.reasons}
    assert reasons <= {"a count has no proof"}


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_cases(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    item = hlogic.load(path)
    certified_answers(item, target)
    found = verdicts(target)
    assert list(found) == list(item.asks)
    for id, verdict in found.items():
        counted = any(e["question"] == "count" for e in journal(target, id))
        assert verdict.result == ("unproved" if counted else "verified"), verdict


def test_a_proof_that_takes_search(tmp_path: Path) -> None:
    certify(PIGEONS, tmp_path / "out")
    proofs = sorted((tmp_path / "out" / "refutations").glob("*.drup"))
    assert max(len(p.read_text().splitlines()) for p in proofs) > 3
    assert verdicts(tmp_path / "out")["hard"].result == "verified"


def test_families_are_shown(tmp_path: Path) -> None:
    item = certify(FAMILIES, tmp_path / "out")
    assert item.ask("core").value == [["low", "high"], ["odd", "even"]]
    assert {v.result for v in verdicts(tmp_path / "out").values()} == {"verified"}
    (entry,) = [e for e in journal(tmp_path / "out", "core") if e["question"] == "cores"]
    assert entry["answer"] == [[0, 1], [2, 3]]
    assert [shown["set"] for shown in entry["refuted"]] == entry["answer"]


def test_a_scope_without_a_world_and_an_undefined_ask(tmp_path: Path) -> None:
    text = (
        "item odd\nvar n: 0..2\nscope none { assume n > 5 }\nask q: possible 4 // n == 2\n"
        "ask r under none: necessary n == 1\n"
    )
    item = certify(text, tmp_path / "out")
    assert item.ask("q").status == "error"
    assert item.ask("r").warnings
    assert {v.result for v in verdicts(tmp_path / "out").values()} == {"verified"}
    asks = {a["id"]: a for a in manifest(tmp_path / "out")["asks"]}
    assert asks["q"]["error"] == item.ask("q").error
    assert asks["r"]["warnings"] == list(item.ask("r").warnings)


def test_what_does_not_encode_is_not_certified(tmp_path: Path) -> None:
    text = (
        "item wide\nvar a, b: 0..999999\nconstraint c: a * b == 999998000001\n"
        "ask yes: possible a == 999999\nask no: possible a == 1\n"
    ).replace("var a, b: 0..999999", "var a: 0..999999\nvar b: 0..999999")
    item = certify(text, tmp_path / "out", "smt")
    assert (item.ask("yes").value, item.ask("no").value) == (True, False)
    found = verdicts(tmp_path / "out")
    assert found["yes"].result == "verified"
    assert found["no"].result == "unproved"
    assert "does not encode to CNF" in found["no"].reasons[0]


def test_too_many_changes_are_not_certified(tmp_path: Path) -> None:
    names = [f"k{i}" for i in range(13)]
    changes = "".join(f"change {name}: retract c(x{i})\n" for i, name in enumerate(names))
    sort = "sort S { " + ", ".join(f"x{i}" for i in range(13)) + " }\n"
    text = f"item many\n{sort}var v(S): bool\nconstraint c(s in S): not v(s)\n{changes}"
    text += f"ask q: repair {{{', '.join(names)}}} to possible v(x0)\n"
    certify(text, tmp_path / "out", "sat")
    verdict = verdicts(tmp_path / "out")["q"]
    assert verdict.result == "unproved"
    assert verdict.reasons[0].startswith("13 changes make 2^13 sets")


def test_an_ask_without_an_answer(tmp_path: Path) -> None:
    text = "item long\nvar a(1..6): bool\nask q: rows (a(1), a(2), a(3))\n"
    certify(text, tmp_path / "out", limit=3)
    verdict = verdicts(tmp_path / "out")["q"]
    assert (verdict.result, journal(tmp_path / "out", "q")) == ("unanswered", [])


# ---------------------------------------------------------------------------- the folder


def test_the_same_bytes_from_any_engine(tmp_path: Path) -> None:
    text = FAMILIES + "ask w: rows (n) where n > 7\nask v: unique n\nask b: bounds n\n"
    for engine in HERE:
        certify(text, tmp_path / engine, engine)
    first = contents(tmp_path / "oracle")
    assert all(contents(tmp_path / engine) == first for engine in HERE)


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    (tmp_path / "blame.hlogic").write_text(FAMILIES, encoding="utf-8")
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "hlogic", "solve", "blame.hlogic", "--certify", f"o{seed}"]
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.fspath(ROOT)}
        subprocess.run(command, check=True, capture_output=True, env=environment, cwd=tmp_path)
    assert contents(tmp_path / "o1") == contents(tmp_path / "o2")
    assert all(
        os.fspath(tmp_path).encode() not in data for data in contents(tmp_path / "o1").values()
    )


def test_the_folder_stands_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "lib").mkdir(parents=True)
    (home / "lib" / "people.hlogic").write_text('module people\nuse "more.hlogic"\ndef k = m\n')
    (home / "lib" / "more.hlogic").write_text("module more\ndef m = 2\n")
    (home / "text.txt").write_text("有三个。", encoding="utf-8")
    (home / "main.hlogic").write_text(
        'item main\nuse "lib/people.hlogic"\nuse std.order\nbackground from "text.txt"\n'
        'claim c "有三个。"\nvar n: 0..3 cites c\nask q: possible n == k\n',
        encoding="utf-8",
    )
    for _ in hlogic.load(home / "main.hlogic").certify(tmp_path / "out"):
        pass
    for path in sorted(home.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    assert verdicts(tmp_path / "out")["q"].result == "verified"
    assert sorted(manifest(tmp_path / "out")["files"])[1:5] == [
        "item/item.hlogic",
        "item/lib/more.hlogic",
        "item/lib/people.hlogic",
        "item/text.txt",
    ]
    assert list(manifest(tmp_path / "out")["standard"]) == ["std.order"]


def test_an_earlier_certificate_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "out"
    certify(PIGEONS, out)
    certify(ITEM, out)
    assert manifest(out)["item"] == "duty"
    (out / "mine.txt").write_text("mine")
    with pytest.raises(hlogic.HlogicError) as caught:
        certify(ITEM, out)
    assert [d.code for d in caught.value.diagnostics] == ["not-replaced"]
    assert "mine.txt" in str(caught.value)
    (tmp_path / "file").write_text("")
    with pytest.raises(hlogic.HlogicError):
        certify(ITEM, tmp_path / "file")
    (tmp_path / "empty").mkdir()
    certify(ITEM, tmp_path / "empty")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["empty", "file", "out"]


def test_what_is_not_finished_leaves_nothing(tmp_path: Path) -> None:
    answers = hlogic.loads(ITEM).certify(tmp_path / "out")
    next(answers)
    assert not (tmp_path / "out").exists()
    answers.close()  # type: ignore[attr-defined]
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------------------- the commands


def test_commands(folder: Path) -> None:
    solved = run("solve", "duty.hlogic", "--certify", "out")
    assert solved.exit_code == 0
    assert solved.stdout == run("solve", "duty.hlogic").stdout
    checked = run("verify", "out")
    assert checked.exit_code == 0
    assert checked.stdout == (
        "who  verified: 2 worlds, 3 refutations\n"
        "many  not proved: 1 world, 0 refutations\n"
        "      a count has no proof\n\n"
        "1 verified, 1 not proved\n"
    )
    shown = json.loads(run("verify", "out", "--json").stdout)
    assert shown["item"] == "duty"
    assert [v["result"] for v in shown["verdicts"]] == ["verified", "unproved"]
    one = run("solve", "duty.hlogic", "--ask", "who", "--scope", "free", "--certify", "out")
    assert one.exit_code == 0
    assert [(a["id"], a["scope"]) for a in manifest(folder / "out")["asks"]] == [("who", "free")]
    checked = run("verify", "out")
    assert checked.exit_code == 0
    assert "many  no answer\n      the certificate is not about it\n" in checked.stdout


def test_commands_that_fail(folder: Path) -> None:
    assert run("verify", "nowhere").exit_code == 2
    (folder / "full").mkdir()
    (folder / "full" / "a.txt").write_text("")
    refused = run("solve", "duty.hlogic", "--certify", "full")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "error[not-replaced]" in refused.stderr
    assert run("solve", "duty.hlogic", "--certify", "no/such/place").exit_code == 2
    assert run("solve", "duty.hlogic", "--certify", "").exit_code == 2
    limited = run("solve", "duty.hlogic", "--certify", "out", "--memory", "4G")
    assert (limited.exit_code, limited.stdout) == (2, "")
    assert "--memory is no limit of a run with --certify" in limited.stderr
    with pytest.raises(hlogic.HlogicError, match="memory"):
        hlogic.loads(ITEM, memory=1 << 32).certify("out")
    run("solve", "duty.hlogic", "--certify", "out")
    (folder / "out" / "README.txt").write_text("other")
    broken = run("verify", "out")
    assert broken.exit_code == 1
    assert "the folder  FAILED\n            README.txt: it was changed" in broken.stdout


def python(program: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.fspath(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment
    )


def test_no_solver_is_called(folder: Path) -> None:
    """In a process where no solver can be imported."""
    (folder / "blame.hlogic").write_text(FAMILIES + "ask more: count worlds\n")
    run("solve", "blame.hlogic", "--certify", "out")
    start = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(('pysat', 'pysat.solvers', 'z3', 'dd', 'pysolvers')))\n"
        "from hlogic.__main__ import main\n"
        "sys.argv = ['hlogic', 'verify', 'out']\n"
        "main()\n"
    )
    ended = python(start)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.endswith("7 verified, 1 not proved\n")


def test_solve_does_not_load_certificates(folder: Path) -> None:
    start = (
        "import sys\nfrom hlogic.cli import main\n"
        "main(['solve', 'duty.hlogic'], standalone_mode=False)\n"
        "print([m for m in sys.modules if 'certify' in m or 'dratify' in m])\n"
    )
    ended = python(start)
    assert ended.stdout.endswith("[]\n"), ended.stdout + ended.stderr
