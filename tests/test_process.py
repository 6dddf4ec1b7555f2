"""The command line as a process: streams, terminals, signals, and readers that go."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli_runs import ENDINGS, LONG, UGLY, document, long, process

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
    # The oracle tries every assignment before its first answer.
    (folder / "long.hlogic").write_text(long(16) if engine == "oracle" else LONG)
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


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_run_that_is_told_to_end_leaves_nothing(folder: Path, ending: signal.Signals) -> None:
    (folder / "long.hlogic").write_text(LONG)
    (folder / "out").mkdir()
    args = ("solve", "long.hlogic", "--certify", "out", "--engine", "sat")
    running = process(*args, env=os.environ | {"PYTHONUNBUFFERED": "1"})
    assert running.stdout is not None
    assert [running.stdout.readline() for _ in range(2)] == ["first\n", "       true\n"]
    time.sleep(0.5)
    assert len(list(folder.glob(".out*.tmp"))) == 1
    running.send_signal(ending)
    running.send_signal(ending)  # as `timeout` does
    _, err = running.communicate(timeout=60)
    assert running.returncode == 128 + ending
    assert err == "interrupted: all was not answered, nor 1 more\n"
    assert sorted(p.name for p in folder.iterdir()) == ["duty.hlogic", "long.hlogic", "out"]
    assert list((folder / "out").iterdir()) == []


def test_what_is_ignored_stays_so(folder: Path) -> None:
    (folder / "long.hlogic").write_text(LONG)
    start = (
        "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "os.execv(sys.executable, [sys.executable, '-m', 'hlogic', 'solve', 'long.hlogic'])"
    )
    env = os.environ | {"PYTHONUNBUFFERED": "1"}
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": env}
    with subprocess.Popen([sys.executable, "-c", start], **given) as running:  # type: ignore[call-overload]
        assert running.stdout.readline() == b"first\n"
        running.send_signal(signal.SIGHUP)
        time.sleep(0.2)
        assert running.poll() is None
        running.send_signal(signal.SIGTERM)
        assert running.wait(60) == 143


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
