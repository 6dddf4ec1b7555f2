"""What lint finds, each with its line."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from hlogic.compiler.diagnostics import Diagnostic
from hlogic.compiler.reporting import Report
from hlogic.compiler.source import Span
from hlogic.render.page.markup import element
from hlogic.render.page.words import Phrases


def findings(report: Report, say: Phrases) -> list[Element]:
    """A list of findings, and what was cut short."""
    made = [_list(report.findings, say)] if report.findings else []
    for code, why in report.unfinished:
        made.append(element("p", say["unfinished"].format(code, why), class_="problem"))
    return made or [element("p", say["no-lint"])]


def _list(found: Sequence[Diagnostic], say: Phrases) -> Element:
    return element("ul", [_finding(diagnostic, say) for diagnostic in found], class_="findings")


def _finding(found: Diagnostic, say: Phrases) -> Element:
    return element(
        "li",
        element("b", say[f"severity-{found.severity}"], class_=f"severity {found.severity}"),
        " ",
        element("code", found.code),
        f" {found.message} ",
        element("span", say["line"].format(found.span.line), class_="about"),
        element("pre", _marked(found.span)) if found.span.source.text else None,
        found.hint and element("p", found.hint, class_="about"),
        class_="finding",
    )


def _marked(span: Span) -> list[Element | str]:
    """The first line of a span, with what it holds of it marked."""
    line = span.source.line(span.line)
    start = span.column - 1
    end = min(start + span.end - span.start, len(line))
    return [line[:start], element("mark", line[start:end] or " "), line[end:]]
