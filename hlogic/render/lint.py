"""What lint found, in the forms of `--format`.

Each form is whole whatever happens: what does not compile is among the diagnostics, with the
compiler's codes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hlogic.compiler.diagnostics import Diagnostic
from hlogic.render.diagnostics import render, summary
from hlogic.render.json import diagnostic_object, dumped, listed

Written = Callable[[Sequence[str], Sequence[Diagnostic], bool], str]  # files, found, in colour


def text(files: Sequence[str], found: Sequence[Diagnostic], colour: bool = False) -> str:
    """For people: each diagnostic with its lines, and a last line that counts."""
    many = f"{len(files)} file{'s' * (len(files) != 1)}"
    end = f"{summary(found)} in {many}" if found else f"{many}: nothing found"
    return "\n".join([*(render(d, colour) for d in found), end + "\n"])


def as_json(files: Sequence[str], found: Sequence[Diagnostic], colour: bool = False) -> str:
    """One JSON object, a diagnostic a line."""
    shown = listed(diagnostic_object(d) for d in found)
    return f'{{"files": {dumped(list(files))}, "diagnostics": {shown}}}\n'


_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}
_DATA = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
_PROPERTY = (*_DATA, (":", "%3A"), (",", "%2C"))


def github(files: Sequence[str], found: Sequence[Diagnostic], colour: bool = False) -> str:
    """Workflow commands of GitHub Actions, a line each, which annotate the changed files."""
    return "".join(_command(d) + "\n" for d in found)


def _command(diagnostic: Diagnostic) -> str:
    place = diagnostic_object(diagnostic)
    properties = {"file": place["file"], "line": place["line"], "endLine": place["end_line"]}
    if place["line"] is not None and place["line"] == place["end_line"]:
        properties |= {"col": place["column"], "endColumn": place["end_column"]}
    properties["title"] = diagnostic.code
    shown = ",".join(
        f"{name}={_escaped(str(value), _PROPERTY)}"
        for name, value in properties.items()
        if value is not None
    )
    said = diagnostic.message + (f"\nhint: {diagnostic.hint}" if diagnostic.hint else "")
    return f"::{_LEVELS[diagnostic.severity]} {shown}::{_escaped(said, _DATA)}"


def _escaped(text: str, signs: Sequence[tuple[str, str]]) -> str:
    for sign, instead in signs:
        text = text.replace(sign, instead)
    return text


def sarif(files: Sequence[str], found: Sequence[Diagnostic], colour: bool = False) -> str:
    """A SARIF log, for code hosts and editors."""
    from hlogic.render.sarif import log

    return log(files, found)


FORMATS: Mapping[str, Written] = {"text": text, "json": as_json, "sarif": sarif, "github": github}
