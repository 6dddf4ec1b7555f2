"""What a project says of lint: `[lint]` in `hlogic.toml`, or `[tool.hlogic.lint]` in
`pyproject.toml`, whichever is nearest upward from an item's folder.

    select = ["uncovered-text", "unused-variable"]   # only these (all unless given)
    ignore = ["uncited-table"]
    severity = { missing-alias = "error" }
    werror = true
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from hlogic.compiler.diagnostics import HlogicError, Report, Severity
from hlogic.compiler.files import FileProblem, read_source
from hlogic.compiler.lint.registry import RULES
from hlogic.compiler.record import field, record
from hlogic.compiler.source import Source, Span
from hlogic.compiler.suggest import suggest

FILES = (("hlogic.toml", ("lint",)), ("pyproject.toml", ("tool", "hlogic", "lint")))
KEYS = ("select", "ignore", "severity", "werror")
SEVERITIES: tuple[Severity, ...] = get_args(Severity)


@record
class Config:
    """`select` is None where all rules are to run."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = field(default_factory=dict)
    werror: bool = False


def chosen(
    config: Config, select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> dict[str, Severity]:
    """The rules to run, each with its severity. What a call selects runs whatever the configuration
    selects or ignores; what it ignores, it ignores besides."""
    wanted: Iterable[str] = select or (RULES if config.select is None else config.select)
    gone = {*ignore, *(() if select else config.ignore)}
    return {
        code: config.severity.get(code, RULES[code].severity)
        for code in RULES
        if code in set(wanted) and code not in gone
    }


class Configs:
    """The configurations of one run, each file read once."""

    def __init__(self) -> None:
        self._known: dict[Path, Config | None] = {}
        self._bad: set[Path] = set()

    def of(self, folder: Path) -> Config:
        """The configuration that is in force for the items of a folder. Raises HlogicError, with
        the places in the file, for what it cannot mean; the second time without them."""
        for at in (start := Path(os.path.abspath(folder)), *start.parents):
            for name, keys in FILES:
                found = self._read(at / name, keys)
                if found is not None:
                    return found
        return Config()

    def _read(self, path: Path, keys: tuple[str, ...]) -> Config | None:
        if path in self._bad:
            raise HlogicError(())
        if path not in self._known:
            try:
                self._known[path] = _read(path, keys) if path.is_file() else None
            except HlogicError:
                self._bad.add(path)
                raise
        return self._known[path]


def _read(path: Path, keys: tuple[str, ...]) -> Config | None:
    """The configuration of one file; None where it says nothing of lint."""
    import tomllib

    name = os.path.relpath(path)
    name = str(path) if name.startswith(os.pardir) else name
    report = Report()
    table: Any = None
    try:
        source = read_source(path, name)
        table = tomllib.loads(source.text)
    except FileProblem as problem:
        report.error(problem.code, Span(Source(name, ""), 0, 0), problem.message, problem.hint)
    except tomllib.TOMLDecodeError as error:
        report.error("bad-toml", _place(source, str(error)), f"this is not TOML: {error}")
    report.raise_errors()
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    if table is None:
        return None
    found = _Reader(source, keys, report).config(table)
    report.raise_errors()
    return found


def _place(source: Source, message: str) -> Span:
    """Where a TOML parser says that it stopped."""
    at = re.search(r"\(at line (\d+), column (\d+)\)", message)
    if at is None:
        return Span(source, len(source.text), len(source.text))
    start = source.line_starts[int(at[1]) - 1] + int(at[2]) - 1
    return Span(source, start, min(start + 1, len(source.text)))


class _Reader:
    """Reads one table; what is wrong goes to the report."""

    def __init__(self, source: Source, keys: tuple[str, ...], report: Report) -> None:
        self._source = source
        self._keys = keys
        self._report = report

    def config(self, table: object) -> Config:
        if not isinstance(table, dict):
            self._bad(self._keys[-1], "a table", table)
            return Config()
        for key in table:
            if key not in KEYS:
                near = suggest(key, KEYS)
                hint = f"did you mean {near}?" if near else f"there are {', '.join(KEYS)}"
                self._report.error(
                    "unknown-key", self._span(key), f"lint has no setting {key}", hint
                )
        select = self._codes("select", table)
        ignore = self._codes("ignore", table)
        severity = self._severities(table.get("severity", {}))
        werror = table.get("werror", False)
        if not isinstance(werror, bool):
            self._bad("werror", "true or false", werror)
        return Config(select, ignore or (), severity, werror is True)

    def _codes(self, key: str, table: Mapping[str, object]) -> tuple[str, ...] | None:
        if key not in table:
            return None
        value = table[key]
        if not isinstance(value, list) or not all(isinstance(code, str) for code in value):
            self._bad(key, "a list of rules' codes", value)
            return None
        return tuple(code for code in value if self._known(code))

    def _severities(self, value: object) -> dict[str, Severity]:
        found: dict[str, Severity] = {}
        if not isinstance(value, dict):
            self._bad("severity", "a table of rules' codes", value)
            return found
        for code, word in value.items():
            if word not in SEVERITIES:
                self._bad(code, f"one of {', '.join(SEVERITIES)}", word)
            elif self._known(code):
                found[code] = word
        return found

    def _known(self, code: str) -> bool:
        if code in RULES:
            return True
        near = suggest(code, RULES)
        hint = f"did you mean {near}?" if near else "docs/lint.md lists the rules"
        named = code or '""'
        self._report.error("unknown-rule", self._span(code), f"no rule is called {named}", hint)
        return False

    def _bad(self, key: str, wanted: str, value: object) -> None:
        self._report.error("bad-setting", self._span(key), f"{key} is {wanted}, not {value!r}")

    def _span(self, word: str) -> Span:
        """Where a word stands in the table: its first place behind the table's head."""
        text = self._source.text
        dotted = r"[\s.]*".join(self._keys)
        head = re.search(rf"^\s*\[\s*{dotted}\b", text, re.MULTILINE)
        written = rf"(?<![\w-]){re.escape(word)}(?![\w-])" if word else "''|\"\""
        found = re.compile(written).search(text, head.end() if head else 0)
        return Span(self._source, *(found.span() if found else (0, 0)))
