"""What of a record was mended: a warning that knows what kind of repair it was."""

from __future__ import annotations

from typing import Literal

from hlogic.compiler.diagnostics import Diagnostic, Report, Severity
from hlogic.compiler.record import record
from hlogic.compiler.source import Span

Kind = Literal[
    "sign", "bracket", "comma", "reach", "free variable", "precedence", "spelling", "two uses",
    "sentence", "invisible",
]  # fmt: skip


@record
class Repair(Diagnostic):
    """A finding of `fol-repair`."""

    kind: str = ""

    def changed(self, message: str, severity: Severity) -> Repair:
        """The same repair, told in other words or taken more or less gravely."""
        return Repair(self.code, message, self.span, self.hint, self.labels, severity, self.kind)


def mend(report: Report, kind: Kind, span: Span, message: str, hint: str = "") -> None:
    """Report a repair at its place in the record."""
    told = Diagnostic("fol-repair", message, span, hint, severity="warning")
    report.diagnostics.append(
        Repair(told.code, told.message, told.span, told.hint, (), told.severity, kind)
    )
