"""The census of a file as its author works on it: what is left to claim, what has moved, and the
file with that put in order.

Only the claims are judged. The rest of the file may be unfinished, as long as it parses.
"""

from __future__ import annotations

import re
from pathlib import Path

from hlogic.compiler import ast
from hlogic.compiler.census.census import Census, find_spans
from hlogic.compiler.census.drafts import Draft, drafts
from hlogic.compiler.census.edits import Edit, edited
from hlogic.compiler.census.moved import Mend, mends
from hlogic.compiler.diagnostics import Diagnostic, Report
from hlogic.compiler.files import reader_beside
from hlogic.compiler.record import record
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.parse import parse_file

_LINE_END = re.compile(r"[^\S\n]*(?:#[^\n]*)?(?=\n|\Z)")


@record
class Drafting:
    """What there is to draft and to mend. `wrong` are the claims whose passage is not settled:
    nothing is drafted while there are any, as theirs would be drafted again."""

    file: ast.File
    census: Census
    drafts: tuple[Draft, ...]
    mends: tuple[Mend, ...]
    wrong: tuple[Diagnostic, ...]

    def written(self, raw: str, draft: bool) -> str:
        """The file's raw text with the places mended, and with what is drafted if `draft`."""
        edits = [
            Edit(m.claim.place_span.start, m.claim.place_span.end, m.after) for m in self.mends
        ]
        if draft and self.drafts:
            edits.append(_insertion(self.file, [d.line for d in self.drafts]))
        return edited(raw, edits)


def draft(source: Source, folder: Path | None, fix: bool = False) -> Drafting:
    """Take the census of a file, with `fix` as if what has moved were mended. Raises HlogicError
    where the file does not parse."""
    file, _ = parse_file(source)
    read_file = None if folder is None else reader_beside(folder)
    report = Report()
    census = find_spans(file, report, read_file)
    moved = mends(census.text, census.claims, census.spans) if fix else ()
    if moved:
        gone = {m.claim.text_span for m in moved}
        report.diagnostics = [d for d in report.diagnostics if d.span not in gone]
        spans = {**census.spans, **{m.claim.id.name: m.span for m in moved}}
        census = Census(census.background, census.claims, spans)
    wrong = tuple(sorted(report.diagnostics, key=lambda d: (d.file, d.span.start, d.code)))
    return Drafting(file, census, () if wrong else drafts(file, census), moved, wrong)


def _insertion(file: ast.File, lines: list[str]) -> Edit:
    """New claims behind the last one, or behind the background where there is none."""
    declared: list[ast.Declaration] = [d for d in file.declarations if isinstance(d, ast.Claim)]
    text = "\n".join(lines)
    if not declared:
        declared = [d for d in file.declarations if isinstance(d, ast.Background)]
        text = f"\n{text}"
    span = declared[-1].span
    rest = _LINE_END.match(span.source.text, span.end)
    if rest is None:  # something else stands in the line
        return Edit(span.end, span.end, f"\n{text}\n")
    at = rest.end()
    return Edit(at, at, f"\n{text}" + "\n" * (at == len(span.source.text)))
