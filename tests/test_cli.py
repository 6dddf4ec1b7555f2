"""The command line from end to end: what is printed where, and the exit codes."""

from __future__ import annotations

import json
import os
import pty
import signal
import stat
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

import hlogic
from hlogic.cli import main
from hlogic.compiler.source import width

ITEM = """\
item duty "值班" { lang: zh }
background "每晚恰有一人值班。李明不值周一。"
claim c1 "每晚恰有一人值班。"
claim c2 "李明不值周一。"
sort 人 { li "李明", wang "王芳" }
sort Night { mon "周一", tue "周二" }
var duty(Night): 人 cites c1
constraint off: duty(mon) != li cites c2
scope free { retract off }
ask who "周一谁值班？": possible_set p in 人: duty(mon) == p expect {wang}
ask many: count worlds expect 2
"""
LONG = (
    "item long\nvar a(1..20): bool\nask first: possible a(1)\nask all: rows ("
    + ", ".join(f"a({i}) as a{i}" for i in range(1, 21))
    + ")\nask more: count worlds\n"
)
UNDEFINED = "item u\nvar n: 0..2\nask q: possible 4 // n == 2\n"
COMMANDS = ("solve", "check", "test", "worlds", "compile", "fmt", "completion")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, the current one, that holds a good item."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "duty.hlogic").write_text(ITEM, encoding="utf-8")
    return tmp_path


def run(*args: str, stdin: str | bytes | None = None) -> Result:
    """One run in this process; whatever happens, there is no traceback."""
    result = CliRunner(env={"NO_COLOR": "1"}).invoke(main, list(args), input=stdin)
    assert isinstance(result.exception, SystemExit | None), repr(result.exception)
    assert "Traceback" not in result.output
    return result


def process(*args: str, **more: Any) -> subprocess.Popen[str]:
    """A run as a process of its own."""
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | more
    return subprocess.Popen([sys.executable, "-m", "hlogic", *args], **given)


def document(text: str) -> Any:
    """A JSON document, held against the schema."""
    schema = json.loads(files("hlogic").joinpath("answers.schema.json").read_text("utf-8"))
    read = json.loads(text)
    jsonschema.Draft202012Validator(schema).validate(read)
    return read


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
    assert result.stdout.endswith("expectations in 3 files: 1 not met\n")


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


# ---------------------------------------------------------------------------- compile


def test_compile_writes_the_same_to_a_file_and_to_stdout(folder: Path) -> None:
    result = run("compile", "duty.hlogic", "--to", "dimacs")
    assert result.exit_code == 0
    assert "\np cnf " in result.stdout
    assert "\nc p show " in result.stdout
    to_file = run("compile", "duty.hlogic", "--to", "dimacs", "-o", "out.cnf")
    assert (to_file.exit_code, to_file.output) == (0, "")
    assert (folder / "out.cnf").read_text(encoding="utf-8") == result.stdout


def test_compile_leaves_the_old_file_when_it_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "out.cnf").write_text("old")

    def fails(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fails)
    result = run("compile", "duty.hlogic", "--to", "dimacs", "-o", "out.cnf")
    assert result.exit_code == 2
    assert "No space left" in result.stderr
    assert sorted(p.name for p in folder.iterdir()) == ["duty.hlogic", "out.cnf"]
    assert (folder / "out.cnf").read_text() == "old"


def test_compile_to_a_device(folder: Path) -> None:
    result = run("compile", "duty.hlogic", "--to", "dimacs", "-o", os.devnull)
    assert result.exit_code == 0
    assert not Path(os.devnull).is_file()


# ---------------------------------------------------------------------------- fmt

UGLY = "item   a  # first\nvar b:bool\nask q : possible b\n"


def test_fmt_rewrites_in_place_and_then_leaves_alone(folder: Path) -> None:
    path = folder / "a.hlogic"
    path.write_text(UGLY)
    path.chmod(0o640)
    (folder / "link.hlogic").symlink_to("a.hlogic")
    result = run("fmt", "link.hlogic")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "formatted link.hlogic\n"
    assert (folder / "link.hlogic").is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    text = path.read_text()
    assert "# first" in text
    assert text != UGLY
    before = path.stat()
    again = run("fmt", "a.hlogic")
    assert (again.exit_code, again.output) == (0, "")
    assert path.stat() == before


def test_fmt_check_lists_and_writes_nothing(folder: Path) -> None:
    (folder / "a.hlogic").write_text(UGLY)
    result = run("fmt", "--check", "a.hlogic")
    assert (result.exit_code, result.stdout) == (1, "a.hlogic\n")
    assert (folder / "a.hlogic").read_text() == UGLY
    run("fmt", "a.hlogic")
    assert run("fmt", "--check", "a.hlogic").exit_code == 0


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_fmt_writes_lf_and_no_byte_order_mark(folder: Path, mark: bytes, line_end: bytes) -> None:
    canonical = b'item a\n\nbackground """\none\ntwo\n"""\n'
    given = mark + canonical.replace(b"\n", line_end)
    path = folder / "a.hlogic"
    path.write_bytes(given)
    listed = run("fmt", "--check", "a.hlogic")
    assert listed.stdout == ("" if given == canonical else "a.hlogic\n")
    assert listed.exit_code == (given != canonical)
    assert run("fmt", "--check", "-", stdin=given).exit_code == (given != canonical)
    assert run("fmt", "-", stdin=given).stdout_bytes == canonical
    assert run("fmt", "a.hlogic").exit_code == 0
    assert path.read_bytes() == canonical


def test_fmt_standard_input(folder: Path) -> None:
    result = run("fmt", "-", stdin=UGLY)
    assert result.exit_code == 0
    assert run("fmt", "-", stdin=result.stdout).stdout == result.stdout
    assert run("fmt", "--check", "-", stdin=UGLY).stdout == "<stdin>\n"


def test_fmt_leaves_what_it_cannot_read(folder: Path) -> None:
    (folder / "a.hlogic").write_text("item a\nvar b bool\n")
    (folder / "b.hlogic").write_text(UGLY)
    result = run("fmt", "a.hlogic", "b.hlogic")
    assert result.exit_code == 2
    assert (folder / "a.hlogic").read_text() == "item a\nvar b bool\n"
    assert (folder / "b.hlogic").read_text() != UGLY


# ---------------------------------------------------------------------------- help and the rest


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"\n    hlogic {command}" in result.stdout
    assert run(command, "-h").stdout == result.stdout


def test_help_lists_commands_and_exit_codes() -> None:
    text = run("--help").stdout
    assert all(f"\n  {command} " in text for command in COMMANDS)
    assert "130 interrupted" in text
    assert sorted(main.commands) == sorted(COMMANDS)


def test_version() -> None:
    result = run("--version")
    assert result.stdout == f"hlogic {hlogic.__version__}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert "_HLOGIC_COMPLETE" in result.stdout


def test_completion_completes() -> None:
    words = {"_HLOGIC_COMPLETE": "bash_complete", "COMP_WORDS": "hlogic so", "COMP_CWORD": "1"}
    result = CliRunner(env=words).invoke(main, [], prog_name="hlogic")
    assert result.stdout == "plain,solve\n"


def test_our_mistakes_are_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: object) -> None:
        raise KeyError("a\nb")

    monkeypatch.setattr("hlogic.api.compile_text", fails)
    result = run("solve", "duty.hlogic", "--json")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "report it" in result.stderr
    assert document(result.stdout)["diagnostics"][0]["code"] == "internal-error"
    monkeypatch.setenv("HLOGIC_TRACEBACK", "1")
    shown = CliRunner().invoke(main, ["solve", "duty.hlogic"])
    assert shown.exit_code == 2


@pytest.mark.parametrize(
    ("error", "said"), [(MemoryError(), "memory"), (RecursionError(), "nested")]
)
def test_limits_of_the_machine_are_3(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    def fails(*args: object) -> None:
        raise error

    monkeypatch.setattr("hlogic.api.compile_text", fails)
    result = run("solve", "duty.hlogic", "--json")
    assert result.exit_code == 3
    assert said in result.stderr
    document(result.stdout)


# ---------------------------------------------------------------------------- as a process


def test_process_prints_utf8_in_any_locale(folder: Path) -> None:
    env = os.environ | {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii"}
    running = process("solve", "duty.hlogic", "--ask", "who", env=env, encoding="utf-8")
    out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (0, "")
    assert "王芳" in out


def test_colour_only_on_a_terminal(folder: Path) -> None:
    running = process("check", "nope.hlogic")
    _, err = running.communicate(timeout=60)
    assert "\x1b" not in err


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("no_colour", "coloured"), [("", True), ("1", False)])
def test_no_color_is_obeyed_on_a_terminal(folder: Path, no_colour: str, coloured: bool) -> None:
    import pty

    upper, lower = pty.openpty()
    env = os.environ | {"NO_COLOR": no_colour, "TERM": "xterm"}
    running = process("check", "nope.hlogic", stderr=lower, env=env)
    assert running.wait(timeout=60) == 2
    os.close(lower)
    assert (b"\x1b[" in os.read(upper, 10_000)) is coloured
    os.close(upper)


def test_reader_that_goes_ends_the_run_quietly(folder: Path) -> None:
    (folder / "long.hlogic").write_text(LONG.replace("1..20", "1..14").split("ask all")[0])
    reader, writer = os.pipe()
    os.close(reader)
    running = process("solve", "long.hlogic", stdout=writer)
    os.close(writer)
    assert running.wait(timeout=60) == 141
    assert running.stderr is not None
    assert running.stderr.read() == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk_is_told(folder: Path) -> None:
    with open("/dev/full", "w") as full:
        running = process("solve", "duty.hlogic", stdout=full)
        _, err = running.communicate(timeout=60)
    assert running.returncode == 2
    assert "No space left" in err
    assert "Traceback" not in err


def closed(*args: str, stream: int) -> subprocess.CompletedProcess[str]:
    """A run as a process that is started without one of its streams."""
    start = f"import os, sys; os.close({stream}); os.execv(sys.executable, sys.argv[1:])"
    command = [sys.executable, "-c", start, sys.executable, "-m", "hlogic", *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("args", [("solve",), ("solve", "--json"), ("fmt", "--check"), ("--help",)])
def test_closed_stdout_is_told(folder: Path, args: tuple[str, ...]) -> None:
    (folder / "a.hlogic").write_text(UGLY)
    ended = closed(*args, "a.hlogic", stream=1)
    assert (ended.returncode, ended.stderr) == (2, "hlogic: standard output: it is closed\n")


def test_closed_stdout_is_no_error_where_nothing_is_written(folder: Path) -> None:
    ended = closed("check", "duty.hlogic", stream=1)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_closed_stdin_is_told(folder: Path) -> None:
    ended = closed("solve", "-", stream=0)
    assert ended.returncode == 2
    assert ended.stderr.startswith("<stdin>: error[unreadable]: standard input is closed\n")


def test_closed_stderr_leaves_the_exit_code(folder: Path) -> None:
    assert closed("check", "nope.hlogic", stream=2).returncode == 2
    assert "王芳" in closed("solve", "duty.hlogic", stream=2).stdout


def test_interrupt_while_the_program_is_imported(folder: Path) -> None:
    start = (
        "import sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *more):\n"
        "        if name == 'hlogic.cli':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "from hlogic.__main__ import main\n"
        "main()\n"
    )
    ended = subprocess.run([sys.executable, "-c", start], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "interrupted\n")


PROMPT = 5  # seconds: a tenth of one where nothing else runs


@pytest.mark.parametrize("engine", ["oracle", "sat"])
def test_interrupt_ends_an_enumeration_at_once(folder: Path, engine: str) -> None:
    (folder / "long.hlogic").write_text(LONG)
    args = ("solve", "long.hlogic", "--engine", engine, "--ask", "first", "--ask", "all")
    running = process(*args, env=os.environ | {"PYTHONUNBUFFERED": "1"})
    assert running.stdout is not None
    assert [running.stdout.readline() for _ in range(2)] == ["first\n", "       true\n"]
    time.sleep(0.5)
    start = time.monotonic()
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert time.monotonic() - start < PROMPT
    assert running.returncode == 130
    assert err == "interrupted: all was not answered\n"
    assert out == ""


def test_progress_is_told_on_a_terminal_only(folder: Path) -> None:
    """A line on stderr for what takes longer than a second, taken away in the end."""
    (folder / "long.hlogic").write_text(LONG)
    ours, theirs = pty.openpty()
    args = ("solve", "long.hlogic", "--engine", "sat", "--ask", "all")
    running = process(*args, stderr=theirs)
    os.close(theirs)
    told = b""
    while b"found so far" not in told:
        told += os.read(ours, 1000)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=60)
    while b"interrupted" not in told:
        told += os.read(ours, 1000)
    os.close(ours)
    assert (running.returncode, out) == (130, "")
    assert told.index(b"interrupted") > told.rindex(b"\x1b[K")


@pytest.mark.parametrize("engine", ["sat", "smt"])
def test_interrupt_reaches_a_solver_at_work(folder: Path, engine: str) -> None:
    (folder / "hard.hlogic").write_text(
        "item hard\nsort P = 1..12\nsort H = 1..11\nvar at(P, H): bool\n"
        "constraint some(p in P): exists h in H: at(p, h)\n"
        "constraint one(h in H, p in P, q in P where p < q): not (at(p, h) and at(q, h))\n"
        "ask hard: possible at(1, 1)\n"
    )
    running = process("solve", "hard.hlogic", "--engine", engine, "--ask", "hard")
    time.sleep(3)
    start = time.monotonic()
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert time.monotonic() - start < PROMPT
    assert (running.returncode, out) == (130, "")
    assert err == "interrupted: hard was not answered\n"


def test_interrupted_json_marks_what_is_missing(folder: Path) -> None:
    (folder / "long.hlogic").write_text(LONG)
    running = process("solve", "long.hlogic", "--engine", "sat", "--json")
    time.sleep(4)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=60)
    assert running.returncode == 130
    statuses = [answer["status"] for answer in document(out)["answers"]]
    assert statuses == ["ok", "interrupted", "interrupted"]


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


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("no-such-file", lambda: hlogic.load("nope.hlogic")),
        ("unknown-ask", lambda: hlogic.loads(ITEM).ask("nope")),
        ("unknown-scope", lambda: hlogic.loads(ITEM).ask("who", scope="nope")),
        ("unknown-scope", lambda: hlogic.loads(ITEM).solve(scope="nope")),
        ("unknown-engine", lambda: hlogic.loads(ITEM, engine="nope")),
        ("bad-option", lambda: hlogic.loads(ITEM, timeout=0)),
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
