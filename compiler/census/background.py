"""The background's value, and where each of its characters stands in a file.

Spans of claims count code points of the value; messages show the file. The two differ where the
string has escapes, or where the text comes from a file beside the item.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import HlogicError, Label, Report
from hlogic.compiler.files import FileProblem
from hlogic.compiler.record import record
from hlogic.compiler.source import Source, Span

_OPENING = re.compile(r"background(?:\s|#[^\n]*\n)*")
_LETTER = re.compile(r"\\u\{[^}]*\}|\\.|[^\\]", re.DOTALL)


@record
class Background:
    """`offsets[i]` is where character i of the text stands in the source; a text without escapes
    stands there in one piece, from `shift` on."""

    text: str
    source: Source
    shift: int
    offsets: tuple[int, ...] | None = None

    def place(self, start: int, end: int) -> Span:
        """The span of a file that holds code points `start` to `end` of the background."""
        if self.offsets is None:
            return Span(self.source, self.shift + start, self.shift + end)
        return Span(self.source, self.offsets[start], self.offsets[end])


def read_background(
    file: ast.File, report: Report, read_file: Callable[[str], str] | None
) -> tuple[Background | None, bool]:
    """The background, and whether the item declares one (it may be unreadable)."""
    declared = [d for d in file.declarations if isinstance(d, ast.Background)]
    for second in declared[1:]:
        first = Label(declared[0].span, "the first stands here")
        report.error(
            "second-background", second.span, "an item has one background", labels=(first,)
        )
    if not declared:
        return None, False
    if declared[0].file is not None:
        return _from_file(declared[0], declared[0].file, report, read_file), True
    return _from_string(declared[0]), True


def _from_file(
    declared: ast.Background,
    name: str,
    report: Report,
    read_file: Callable[[str], str] | None,
) -> Background | None:
    if read_file is None:
        message = "`background from` names a file beside the item, and this text has no folder"
        report.error("no-such-file", declared.span, message)
        return None
    try:
        text = read_file(name)
    except FileProblem as problem:
        report.error(problem.code, declared.span, problem.message, problem.hint)
        return None
    except HlogicError as error:
        report.diagnostics.extend(error.diagnostics)
        return None
    shown = os.path.normpath(os.path.join(os.path.dirname(declared.span.source.name), name))
    return Background(text, Source(shown, text), 0)


def _from_string(declared: ast.Background) -> Background:
    text, source = declared.text or "", declared.span.source
    opening = _OPENING.match(source.text, declared.span.start)
    start = opening.end() if opening else declared.span.start
    if source.text.startswith('"""', start):
        start += 3 + source.text.startswith("\n", start + 3)
    else:
        start += 1
    if source.text.startswith(text, start):
        return Background(text, source, start)
    offsets = []
    for _ in range(len(text) + 1):
        offsets.append(start)
        letter = _LETTER.match(source.text, start)
        start = letter.end() if letter else start
    return Background(text, source, 0, tuple(offsets))
