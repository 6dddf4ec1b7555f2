"""Lines of records read by `hlogic import`, and the item that they give."""

from __future__ import annotations

from pathlib import Path

from cli_runs import run
from hlogic.compiler.census.census import check_census
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.parse import parse_file


def item(folder: Path, *lines: str, form: str = "folio", code: int = 0) -> str:
    """The first item of some lines, read with an exit code."""
    (folder / "a.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("import", form, "a.jsonl", "-o", "out")
    assert result.exit_code == code, result.output
    return next((folder / "out").glob("*_0*.hlogic")).read_text(encoding="utf-8")


def checked(text: str) -> None:
    """The claims and citations of an item are right."""
    file, _ = parse_file(Source.of("item", text))
    report = Report()
    check_census(file, report, None)
    assert report.diagnostics == []


def items(folder: Path) -> list[str]:
    """The files that were written."""
    return [p.name for p in sorted((folder / "out").glob("*"))]


def said(folder: Path, text: str, *more: str) -> tuple[int, str]:
    """The exit code of reading a text, and what is on stderr."""
    (folder / "a.jsonl").write_text(text, encoding="utf-8")
    result = run("import", "folio", "a.jsonl", "-o", "out", *more)
    return result.exit_code, result.stderr
