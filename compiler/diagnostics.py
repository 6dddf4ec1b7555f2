"""Errors and warnings as data.

A `Diagnostic` says what is wrong, where, and what would help; how it looks is the renderers'
business. Phases collect into a `Report` and raise `HlogicError` once, at their end, so that one run
shows every mistake that can be shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, NoReturn, Self

from hlogic.compiler.record import field, record
from hlogic.compiler.source import Span

Severity = Literal["error", "warning", "info"]


@record
class Label:
    """A second place that a diagnostic speaks of, with what is there."""

    span: Span
    text: str


@record
class Diagnostic:
    """One finding. `code` is stable and has its place in the error index of the docs."""

    code: str
    message: str
    span: Span
    hint: str = ""
    labels: tuple[Label, ...] = ()
    severity: Severity = "error"

    def with_labels(self, more: tuple[Label, ...]) -> Diagnostic:
        """The same finding, with further places to look at."""
        return Diagnostic(
            self.code, self.message, self.span, self.hint, (*self.labels, *more), self.severity
        )

    @property
    def line(self) -> int:
        return self.span.line

    @property
    def column(self) -> int:
        return self.span.column

    @property
    def file(self) -> str:
        return self.span.source.name


class HlogicError(Exception):
    """Bad input; holds every diagnostic of the phase that found it."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(
            "\n".join(f"{d.file}:{d.line}:{d.column}: {d.message}" for d in diagnostics)
        )
        self.diagnostics = diagnostics


class LimitError(Exception):
    """A limit was reached: there is no answer. `status` is one of the closed set of answers'
    statuses (`partial`, `timeout`, `memory`), `message` for people."""

    def __init__(self, message: str, status: str = "partial", span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.span = span

    def worded(self, message: str, span: Span | None) -> Self:
        """The same limit with a message that says more."""
        return type(self)(message, self.status, span)


class Beyond(LimitError):
    """What is too much for one engine; another may do it."""


@record(eq=False, frozen=False)
class Report:
    """Collects the diagnostics of one phase."""

    diagnostics: list[Diagnostic] = field(default_factory=list)

    def error(
        self, code: str, span: Span, message: str, hint: str = "", labels: tuple[Label, ...] = ()
    ) -> None:
        self.diagnostics.append(Diagnostic(code, message, span, hint, labels))

    def warn(
        self, code: str, span: Span, message: str, hint: str = "", labels: tuple[Label, ...] = ()
    ) -> None:
        self.diagnostics.append(Diagnostic(code, message, span, hint, labels, "warning"))

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Keep the errors raised inside, and go on after it. An error without diagnostics says
        that what it depends on was reported already."""
        try:
            yield
        except HlogicError as error:
            self.diagnostics.extend(error.diagnostics)

    def raise_errors(self) -> None:
        """End of a phase: if anything is an error, raise all found, in the order of the text. What
        is said of one place twice, as of a macro's body at each of its uses, is said once, with
        the labels of the first use."""
        if any(d.severity == "error" for d in self.diagnostics):
            ordered = sorted(self.diagnostics, key=lambda d: (d.file, d.span.start, d.code))
            first: dict[object, Diagnostic] = {}
            for d in ordered:
                first.setdefault((d.code, d.severity, d.message, d.span), d)
            raise HlogicError(tuple(first.values()))


def fail(
    code: str, span: Span, message: str, hint: str = "", labels: tuple[Label, ...] = ()
) -> NoReturn:
    """Raise a single error at once: inside an expression nothing after it has a meaning."""
    raise HlogicError((Diagnostic(code, message, span, hint, labels),))
