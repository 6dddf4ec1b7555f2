"""Comments that silence a rule, with the reason:

    # lint: allow CODE - reason
    # lint: allow CODE, CODE - reason

On a line of its own such a comment is about what begins on the next line that is not a comment;
behind something, about what begins on its line: a declaration, or a part of one. Before the first
line of the item it is about the whole file. It silences findings that lie in what it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hlogic.compiler import ast
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.record import field, record
from hlogic.compiler.source import Source, Span
from hlogic.compiler.suggest import suggest
from hlogic.compiler.syntax.lexer import Comment

WHOLE_FILE = 0
FORM = "`# lint: allow CODE - reason`"
_OURS = re.compile(r"#+\s*lint\s*[:：]\s*(.*)", re.DOTALL)
_CODE = r"[\w-]*\w"
_ALLOW = re.compile(
    rf"allow\s+(?P<codes>{_CODE}(?:\s*[,，]\s*{_CODE})*)\s*(?:(?:\s-+|[–—－])\s*(?P<reason>.*))?"
)


@record(eq=False, frozen=False)
class Silencing:
    """One comment: the codes it allows on what begins on a line (`WHOLE_FILE`: anywhere), and those
    that have silenced something."""

    span: Span
    codes: tuple[str, ...]
    line: int
    used: set[str] = field(default_factory=set)


class Silencings:
    """The silencing comments of one file. `judged` holds the codes of the rules that have run."""

    def __init__(self, file: ast.File, comments: Sequence[Comment]) -> None:
        self._file = file
        self._source = file.span.source
        self.judged: set[str] = set()
        self.bad: list[tuple[Span, str, str]] = []  # where, what is wrong, a hint
        self.all: list[Silencing] = []
        commented = {c.span.line for c in comments if c.own_line}
        for comment in comments:
            found = self._read(comment)
            if found is not None:
                self.all.append(Silencing(comment.span, found, self._target(comment, commented)))
        lines = {silencing.line for silencing in self.all}
        self._begun: dict[int, list[Span]] = {}  # what begins on the lines in question
        if lines - {WHOLE_FILE}:
            for node in ast.walk(file):
                if node is not file and node.span.source is self._source:
                    line = node.span.line
                    if line in lines:
                        self._begun.setdefault(line, []).append(node.span)

    def silence(self, code: str, span: Span) -> bool:
        """Whether a finding is silenced; the comments that do it are marked as used."""
        at = self._place(span)
        found = False
        for silencing in self.all:
            if code in silencing.codes and self._covers(silencing.line, at):
                silencing.used.add(code)
                found = True
        return found

    def _place(self, span: Span) -> int:
        """Where a finding stands in the file; one in a background of another file stands where that
        is named."""
        if span.source is self._source:
            return span.start
        named = (d for d in self._file.declarations if isinstance(d, ast.Background))
        return next(named, self._file.header).span.start

    def _covers(self, line: int, at: int) -> bool:
        if line == WHOLE_FILE:
            return True
        return any(s.start <= at < max(s.end, s.start + 1) for s in self._begun.get(line, ()))

    # ------------------------------------------------------------------ reading

    def _read(self, comment: Comment) -> tuple[str, ...] | None:
        """The codes that a comment allows; None where it is no such comment, or a bad one."""
        from hlogic.compiler.lint.registry import RULES

        ours = _OURS.fullmatch(comment.text)
        if ours is None:
            return None
        allowed = _ALLOW.fullmatch(ours[1].strip())
        if allowed is None:
            self.bad.append((comment.span, "this is not a silencing", f"write {FORM}"))
            return None
        codes = tuple(re.split(r"\s*[,，]\s*", allowed["codes"]))
        for code in codes:
            if code not in RULES:
                near = suggest(code, RULES)
                hint = f"did you mean {near}?" if near else "docs/lint.md lists the rules"
                self.bad.append((comment.span, f"no rule is called {code}", hint))
        if not (allowed["reason"] or "").strip():
            hint = f"say why it is right here: {FORM}"
            self.bad.append((comment.span, "the silencing gives no reason", hint))
            return None
        return tuple(code for code in codes if code in RULES)

    def _target(self, comment: Comment, commented: set[int]) -> int:
        """The line that a comment is about."""
        if comment.span.start < self._file.header.span.start:
            return WHOLE_FILE
        line = comment.span.line
        if not comment.own_line:
            return line
        last = len(self._source.line_starts)
        while line <= last and (line in commented or not self._source.line(line).strip()):
            line += 1
        return line


def silencings_of(file: ast.File) -> Silencings:
    """Read the comments of a file that parses."""
    from hlogic.compiler.diagnostics import Report
    from hlogic.compiler.syntax.lexer import Lexer

    source: Source = file.span.source
    return Silencings(file, Lexer(source, Report()).run().comments)


# ---------------------------------------------------------------------------- the rules


def written(subject: Subject) -> Iterator[Finding]:
    """Comments that begin as a silencing does and cannot be taken for one."""
    for span, message, hint in subject.silencings.bad:
        yield Finding(message, span, hint)


def needed(subject: Subject) -> Iterator[Finding]:
    """Silencings of rules that have run and found nothing there. This rule runs last."""
    for silencing in subject.silencings.all:
        judged = [code for code in silencing.codes if code in subject.silencings.judged]
        idle = [code for code in judged if code not in silencing.used]
        for code in idle:
            whole = len(idle) == len(silencing.codes)
            hint = "take the comment away" if whole else f"take {code} out of the comment"
            yield Finding(f"{code} finds nothing here to silence", silencing.span, hint)
