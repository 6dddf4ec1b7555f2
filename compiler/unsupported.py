"""Forms that parse but whose meaning comes with a later step: each said, in one place."""

from __future__ import annotations

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Report


def report_unsupported(file: ast.File, report: Report) -> None:
    """Report every form of the file that is not supported yet."""
    for declaration in file.declarations:
        if isinstance(declaration, ast.Sort) and declaration.open:
            report.error("unsupported", declaration.span, "`sort … open` is not supported yet")
