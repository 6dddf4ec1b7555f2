"""An answer and a diagnostic made by hand, for the tests of what they look like."""

from __future__ import annotations

from typing import Any

from hlogic.compiler.answer import Answer, Json, Shape, Status
from hlogic.compiler.diagnostics import Diagnostic
from hlogic.compiler.source import Source, Span


def found(text: str, marked: str, **more: Any) -> Diagnostic:
    """An error at the first place of `marked` in a text."""
    source = Source("a.hlogic", text)
    start = text.index(marked)
    return Diagnostic("some-code", "a message", Span(source, start, start + len(marked)), **more)


def answer(
    display: Json | None,
    shape: Shape = "set",
    status: Status = "ok",
    fields: tuple[str, ...] = (),
    **more: Any,
) -> Answer:
    given: dict[str, Any] = {"question": "谁？", "modality": "values", "scope": "base"} | more
    return Answer(
        id="q1",
        shape=shape,
        value=display,
        display=display,
        status=status,
        exact=status == "ok",
        engine="oracle",
        seconds=0.25,
        fields=fields,
        **given,
    )
