"""Diagnostics for a terminal: where, what, the line with the place marked, and what would help.

    a.hlogic:3:12: error[unknown-name]: no value is called 王方
      3 | constraint c: duty(mon) == 王方
        |                            ^^^^
      = hint: did you mean 王芳?

Wide characters take two columns, tabs four, and characters that would steer the terminal are shown
as marks. A long line is cut to a window around the place.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator

from hlogic.compiler.diagnostics import Diagnostic
from hlogic.compiler.source import Span, width

WINDOW = 96  # columns of a source line that are shown
LEAD = 32  # columns kept before the place when a line is cut
TAB = "    "

Mark = tuple[Span, str, str, str]  # a place, its sign, what to say of it, its colour

_CODES = {"error": "1;31", "warning": "1;33", "info": "1;34", "bold": "1", "dim": "2", "hint": "36"}


def render_all(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """Every diagnostic, a blank line between two, and the summary."""
    found = list(diagnostics)
    blocks = [render(d, colour) for d in found]
    return "\n".join([*blocks, summary(found) + "\n"]) if blocks else ""


def render(diagnostic: Diagnostic, colour: bool = False) -> str:
    """One diagnostic as lines of text, ending in a line break."""
    paint = _painter(colour)
    severity = diagnostic.severity
    head = paint(severity, f"{severity}[{diagnostic.code}]:")
    lines = [f"{paint('bold', _where(diagnostic.span))} {head} {clean(diagnostic.message)}"]
    marks: list[Mark] = [(diagnostic.span, "^", "", severity)]
    marks += [(label.span, "-", label.text, "hint") for label in diagnostic.labels]
    lines += _excerpts(marks, colour)
    if diagnostic.hint:
        lines.append(f"  {paint('hint', '= hint:')} {clean(diagnostic.hint)}")
    return "\n".join(lines) + "\n"


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`."""
    words = {"error": "error", "warning": "warning", "info": "remark"}
    counts = dict.fromkeys(words, 0)
    for diagnostic in diagnostics:
        counts[diagnostic.severity] += 1
    parts = [f"{n} {words[kind]}{'s' * (n != 1)}" for kind, n in counts.items() if n]
    return ", ".join(parts) or "no errors"


def _painter(colour: bool) -> Callable[[str, str], str]:
    return lambda code, text: f"\x1b[{_CODES[code]}m{text}\x1b[0m" if colour else text


def _where(span: Span) -> str:
    """The place, as editors and terminals make it a link; the name alone where there is no text."""
    name = clean(span.source.name)
    if not span.source.text:
        return f"{name}:"
    line, column = span.source.position(span.start)
    return f"{name}:{line}:{column}:"


def _excerpts(marks: list[Mark], colour: bool) -> Iterator[str]:
    """The lines that the spans stand in, each with its marks below; one line is shown once."""
    paint = _painter(colour)
    marks = [mark for mark in marks if mark[0].source.text]
    if not marks:
        return
    gutter = max(len(str(mark[0].line)) for mark in marks)
    file, shown = marks[0][0].source.name, ""
    for span, sign, text, kind in marks:
        if span.source.name != file:
            file, shown = span.source.name, ""
            yield f"  {' ' * gutter}{paint('dim', '-->')} {_where(span)[:-1]}"
        row, mark = _window(span)
        here = f"  {paint('dim', f'{span.line:>{gutter}} |')} {row}".rstrip()
        if here != shown:
            yield here
        shown = here
        indent = " " * (len(mark) - len(mark.lstrip()))
        under = indent + paint(kind, mark.lstrip().replace("^", sign))
        note = f" {clean(text)}" if text else ""
        yield f"  {paint('dim', ' ' * gutter + ' |')} {under}{note}"


def _window(span: Span) -> tuple[str, str]:
    """The line of a span, cut if it is long, and the row of `^` that underlines the span."""
    line, column = span.source.position(span.start)
    text = span.source.line(line)
    start = column - 1
    end = max(start + 1, min(start + span.end - span.start, len(text)))
    low, high = 0, len(text)
    if _columns(text[: 4 * WINDOW]) > WINDOW or len(text) > 4 * WINDOW:
        low = _back(text, start, LEAD)
        high = _forward(text, low, WINDOW)
    head, tail = "…" * (low > 0), "…" * (high < len(text))
    before = _columns(head + text[low:start])
    marked = max(1, _columns(text[start : min(end, high)]))
    return head + clean(text[low:high]) + tail, " " * before + "^" * marked


def _back(text: str, start: int, columns: int) -> int:
    """How far left of `start` the window may begin."""
    low = start
    while low > 0 and columns > 0:
        low -= 1
        columns -= _columns(text[low])
    return 0 if low <= 1 else low


def _forward(text: str, low: int, columns: int) -> int:
    high = low
    while high < len(text) and columns > 0:
        columns -= _columns(text[high])
        high += 1
    return high


def _columns(text: str) -> int:
    return width(clean(text))


def clean(text: str) -> str:
    """The text as it may be shown: tabs as spaces, anything that steers a terminal as a mark."""
    return text if text.isprintable() else "".join(map(_shown, text))


def _shown(char: str) -> str:
    if char.isprintable() or unicodedata.category(char) == "Zs":
        return char
    return TAB if char == "\t" else "\ufffd"
