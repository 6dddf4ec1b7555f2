"""The commands that read items: what is printed where, and the exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli_runs import ITEM, LONG, UNDEFINED, document, process, run
from hlogic.compiler.source import width

# ---------------------------------------------------------------------------- solve


def test_solve_prints_answers_for_people(folder: Path) -> None:
    result = run("solve", "duty.hlogic")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "who  周一谁值班？\n     王芳\n\nmany\n      2\n"


def test_solve_json_holds_the_contract(folder: Path) -> None:
    result = run("solve", "duty.hlogic", "--json", "--engine", "oracle")
    assert (result.exit_code, result.stderr) == (0, "")
    read = document(result.stdout)
    assert list(read) == ["item", "answers"]
    assert read["item"] == "duty"
    who = read["answers"][0]
    assert who.pop("seconds") >= 0
    assert who == {
        "id": "who",
        "question": "周一谁值班？",
        "modality": "possible_set",
        "scope": "base",
        "shape": "set",
        "value": ["wang"],
        "display": ["王芳"],
        "status": "ok",
        "exact": True,
        "engine": "oracle",
    }


def test_solve_chosen_asks_in_the_order_given(folder: Path) -> None:
    result = run("solve", "--ask", "many", "--ask", "who", "--ask", "many", "duty.hlogic")
    assert [line for line in result.stdout.splitlines() if line[:1].strip()] == [
        "many",
        "who  周一谁值班？",
    ]


def test_solve_under_another_scope(folder: Path) -> None:
    result = run("solve", "duty.hlogic", "--scope", "free", "--json")
    assert [a["value"] for a in document(result.stdout)["answers"]] == [["li", "wang"], 4]
    assert [a["scope"] for a in document(result.stdout)["answers"]] == ["free", "free"]


def test_solve_standard_input(folder: Path) -> None:
    assert run("solve", "-", "--ask", "many", stdin=ITEM).stdout == "many\n      2\n"


def test_standard_input_may_name_files_of_the_current_folder(folder: Path) -> None:
    (folder / "text.txt").write_text("甲在家。", encoding="utf-8")
    item = 'item a\nbackground from "text.txt"\nclaim c "甲在家。"\nask q: count worlds'
    assert run("solve", "-", stdin=item).exit_code == 0


def test_undefined_ask_is_a_finding(folder: Path) -> None:
    (folder / "u.hlogic").write_text(UNDEFINED)
    result = run("solve", "u.hlogic")
    assert result.exit_code == 1
    assert "ERROR: " in result.stdout
    assert "n = 0" in result.stdout
    result = run("solve", "u.hlogic", "--json")
    assert result.exit_code == 1
    (answer,) = document(result.stdout)["answers"]
    assert (answer["status"], answer["value"], answer["exact"]) == ("error", None, False)


@pytest.mark.parametrize(
    ("option", "status", "word"),
    [(("--limit", "10"), "partial", "LIMIT"), (("--timeout", "0.2"), "timeout", "TIMEOUT")],
)
def test_limits_are_told(folder: Path, option: tuple[str, str], status: str, word: str) -> None:
    (folder / "long.hlogic").write_text(LONG)
    result = run("solve", "long.hlogic", "--ask", "all", "--engine", "sat", *option)
    assert result.exit_code == 3
    assert f"{word}: " in result.stdout
    result = run("solve", "long.hlogic", "--ask", "all", "--engine", "sat", "--json", *option)
    assert result.exit_code == 3
    assert document(result.stdout)["answers"][0]["status"] == status


# ---------------------------------------------------------------------------- bad input, usage


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("solve", "nope.hlogic"), "nope.hlogic: error[no-such-file]"),
        (("solve", "."), "is a folder"),
        (("solve", ""), '"": error[no-such-file]: an empty path names no file'),
        (("check", "-", "-"), "standard input (-) is named twice"),
        (("fmt", "-", "duty.hlogic", "-"), "standard input (-) is named twice"),
        (("solve", "duty.hlogic", "--ask", "mny"), "did you mean many?"),
        (("solve", "duty.hlogic", "--scope", "fre"), "did you mean free?"),
        (("solve", "duty.hlogic", "--engine", "sta"), "Did you mean sat?"),
        (("solve", "duty.hlogic", "--jsn"), "--json"),
        (("solve", "duty.hlogic", "--limit", "0"), "--limit"),
        (("solve", "duty.hlogic", "--timeout", "0"), "--timeout"),
        (("solve", "duty.hlogic", "--timeout", "nan"), "timeout must be"),
        (("solve",), "FILE"),
        (("slove", "duty.hlogic"), "solve"),
        (("check", "nope.hlogic"), "no-such-file"),
        (("check",), "FILE"),
        (("test", "nope"), "no-such-file"),
        (("test", "empty"), "no-items"),
        (("compile", "duty.hlogic"), "--to"),
        (("compile", "duty.hlogic", "--to", "dimcas"), "dimacs"),
        (("compile", "duty.hlogic", "--to", "dimacs", "--scope", "fre"), "did you mean free?"),
        (("compile", "duty.hlogic", "--to", "dimacs", "-o", "no/where.cnf"), "no/where.cnf"),
        (("compile", "duty.hlogic", "--to", "dimacs", "-o", ""), "empty path"),
        (("fmt", "nope.hlogic"), "no-such-file"),
        (("completion", "tcsh"), "bash"),
    ],
)
def test_bad_input_and_usage_are_2(folder: Path, args: tuple[str, ...], said: str) -> None:
    (folder / "empty").mkdir()
    result = run(*args)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "report it" not in result.stderr
    if args[0] != "test":
        assert result.stdout == ""


def test_invalid_utf8_is_shown_at_its_place(folder: Path) -> None:
    (folder / "bad.hlogic").write_bytes(b"item a\nvar \xe4\xb8\xad\xff: bool\n")
    for args in (("solve", "bad.hlogic"), ("check", "bad.hlogic"), ("fmt", "bad.hlogic")):
        result = run(*args)
        assert result.exit_code == 2
        assert "bad.hlogic:2:6: error[not-utf8]" in result.stderr
    result = run("check", "-", stdin=b"\xff")
    assert result.exit_code == 2
    assert "<stdin>:1:1" in result.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize(
    "args", [("check", "pipe.hlogic"), ("test", "."), ("fmt", "pipe.hlogic"), ("solve", "b.hlogic")]
)
def test_a_named_pipe_is_not_waited_for(folder: Path, args: tuple[str, ...]) -> None:
    os.mkfifo("pipe.hlogic")
    (folder / "b.hlogic").write_text('item b\nbackground from "pipe.hlogic"\n')
    running = process(*args)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 2
    assert "error[not-a-file]: " in err
    assert "pipe.hlogic is not a file" in err


@pytest.mark.parametrize(
    "args",
    [
        ("solve", "--json", "nope.hlogic"),
        ("solve", "--json", "broken.hlogic"),
        ("solve", "--json", "duty.hlogic", "--ask", "nope"),
        ("solve", "--json", "duty.hlogic", "--engin", "sat"),
        ("solve", "--json"),
    ],
)
def test_json_is_whole_on_every_failure(folder: Path, args: tuple[str, ...]) -> None:
    (folder / "broken.hlogic").write_text("item a\nvar b: bool\nconstraint c: b and\n")
    result = run(*args)
    assert result.exit_code == 2
    read = document(result.stdout)
    assert (read["item"], read["answers"]) == (None, [])
    assert read["diagnostics"]
    assert result.stderr


# ---------------------------------------------------------------------------- check


def test_check_says_nothing_where_nothing_is_wrong(folder: Path) -> None:
    result = run("check", "duty.hlogic")
    assert (result.exit_code, result.output) == (0, "")


def test_check_goes_on_after_a_bad_file(folder: Path) -> None:
    (folder / "a.hlogic").write_text("item a\nconstraint c: x\n")
    (folder / "b.hlogic").write_text("item b\nconstraint c: y\n")
    result = run("check", "a.hlogic", "duty.hlogic", "b.hlogic")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "a.hlogic:2:15: error[" in result.stderr
    assert "b.hlogic:2:15: error[" in result.stderr
    assert result.stderr.endswith("\n2 errors\n")


def test_marks_stand_below_chinese_text(folder: Path) -> None:
    (folder / "a.hlogic").write_text(
        "item a\nsort 人 { 李明, 王芳 }\nvar 值班: 人\nconstraint 规则: 值班 == 王方\n",
        encoding="utf-8",
    )
    result = run("check", "a.hlogic")
    _, line, marks, *_ = result.stderr.splitlines()
    assert width(line[: line.index("王方")]) == marks.index("^")
    assert marks.count("^") == width("王方")
    assert "王芳" in result.stderr


# ---------------------------------------------------------------------------- test


def test_test_counts_what_is_met(folder: Path) -> None:
    result = run("test", ".")
    assert result.exit_code == 0
    assert result.stdout == "2 expectations in 1 file: all met\n"


def test_test_shows_differences(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "b.hlogic").write_text(ITEM.replace("expect 2", "expect 3"))
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "c.hlogic").write_text("not read")
    result = run("test", "duty.hlogic", ".", "--engine", "oracle")
    assert result.exit_code == 1
    file = os.path.join(".", "sub", "b.hlogic")
    assert f"{file}: many\n  expected  3\n  actual    2\n" in result.stdout
    assert result.stdout.endswith("4 expectations in 2 files: 1 not met\n")


def test_test_goes_on_after_a_bad_file(folder: Path) -> None:
    (folder / "a.hlogic").write_text("item a\nconstraint c: x\n")
    result = run("test", ".")
    assert result.exit_code == 2
    assert result.stdout == "2 expectations in 2 files: all met; 1 file not readable\n"
    assert "a.hlogic:2:15" in result.stderr


def test_test_of_nothing_says_so(folder: Path) -> None:
    (folder / "a.hlogic").write_text("item a\nask q: count worlds\n")
    result = run("test", "a.hlogic")
    assert result.stdout == "0 expectations in 1 file: nothing was tested\n"


# ---------------------------------------------------------------------------- options


@pytest.mark.parametrize(
    "command",
    ["solve", "test", "worlds", "audit", "report", "lint", "compile --to json", "diff duty.hlogic",
     "adjudicate duty.hlogic --ledger l"],
)  # fmt: skip
@pytest.mark.parametrize("time", ["nan", "inf", "-inf", "1e20", "0", "-1", "soon", ""])
def test_a_time_that_is_none_is_refused(folder: Path, command: str, time: str) -> None:
    result = run(*command.split(), "duty.hlogic", "--timeout", time)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Invalid value for '--timeout'" in result.stderr


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ("99999999999T", "the units are K, M and G"),
        ("99999999999G", "no process can have as much"),
        ("9" * 500, "no process can have as much"),
    ],
)
def test_a_size_that_is_none_says_why(folder: Path, size: str, said: str) -> None:
    result = run("solve", "duty.hlogic", "--memory", size)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


# ---------------------------------------------------------------------------- names of files


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are text")
@pytest.mark.parametrize(
    "args",
    [
        ("check", "-"), ("check", "p\udcff.hlogic"), ("solve", "--json", "p\udcff.hlogic"),
        ("solve", "p\udcff.hlogic", "--certify", "c\udcff"), ("test", "p\udcff.hlogic"),
        ("audit", "--format", "json", "p\udcff.hlogic"), ("worlds", "p\udcff.hlogic"),
        ("report", "--no-audit", "p\udcff.hlogic", "-o", "r\udcff.html"),
        ("compile", "--to", "dimacs", "p\udcff.hlogic", "-o", "o\udcff"),
        ("lint", "--format", "sarif", "p\udcff.hlogic"), ("fmt", "p\udcff.hlogic"),
        ("lint", "--format", "json", "no\udcff.hlogic"),
        ("lint", "--select", "\udcff", "duty.hlogic"),
        ("solve", "--ask", "\udcff", "duty.hlogic"), ("test", "no\udcff"),
        ("diff", "--json", "p\udcff.hlogic", "duty.hlogic"), ("verify", "no\udcff"),
        ("adjudicate", "p\udcff.hlogic", "duty.hlogic", "--ledger", "l\udcff", "--ask", "who",
         "--outcome", "both-right"),
        ("adjudicate", "duty.hlogic", "duty.hlogic", "--ledger", "l", "--ask", "who",
         "--outcome", "both-right", "--note", "\udcff"),
    ],
)  # fmt: skip
def test_names_that_are_no_text(folder: Path, args: tuple[str, ...]) -> None:
    Path("p\udcff.hlogic").write_text(ITEM, encoding="utf-8")
    with process(*args, stdin=subprocess.DEVNULL) as running:
        out, err = running.communicate(timeout=60)
    assert running.returncode in (0, 1, 2)
    assert "our mistake" not in out + err
    assert "Traceback" not in err
    if "json" in " ".join(args) or "sarif" in args:
        json.loads(out)


def test_a_ledger_holds_names_that_are_no_text(folder: Path) -> None:
    Path("p\udcff.hlogic").write_text(ITEM, encoding="utf-8")
    given = ("p\udcff.hlogic", "duty.hlogic", "--ledger", "l.jsonl")
    made = run("adjudicate", *given, "--ask", "who", "--outcome", "both-right")
    assert made.exit_code == 0, made.stderr
    assert json.loads(Path("l.jsonl").read_text("utf-8"))["a"]["file"] == "p\udcff.hlogic"
    assert run("adjudicate", *given, "--summary").exit_code == 0
