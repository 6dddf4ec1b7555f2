"""The commands that write files, and what every command has: help, version, completion."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

import hlogic
from cli_runs import UGLY, document, run
from hlogic.cli import main

COMMANDS = (
    "solve", "check", "census", "lint", "audit", "report", "test", "worlds", "diff", "adjudicate",
    "prove", "stats", "import", "predict", "rename", "compile", "fmt", "verify", "completion",
)  # fmt: skip


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


def test_fmt_of_a_folder(folder: Path) -> None:
    (folder / "in").mkdir()
    (folder / "in" / "a.hlogic").write_text(UGLY)
    (folder / "in" / "notes.txt").write_text("no item")
    path = os.path.join("in", "a.hlogic")
    assert run("fmt", "--check", "in").stdout == f"{path}\n"
    assert run("fmt", "in").exit_code == 0
    assert run("fmt", "--check", "in", path).stdout == ""


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
