"""Walking typed queries."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler.query import Asked, Ending, Node, Query


def within(query: Query) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    """Each query that a query is made of, itself first, with those around it, outermost first."""
    waiting: list[tuple[object, tuple[Node, ...]]] = [(query, ())]
    while waiting:
        part, around = waiting.pop()
        if isinstance(part, Node):
            yield part, around
            inner = (*around, part)
            fields = [name for name in part._fields_ if name not in ("result", "span")]  # type: ignore[attr-defined]
            waiting.extend((getattr(part, name), inner) for name in reversed(fields))
        elif isinstance(part, tuple):
            waiting.extend((member, around) for member in reversed(part))


def asked(node: Node) -> Iterator[Asked]:
    """The expressions of one query, but not of those inside it."""
    waiting: list[object] = [getattr(node, name) for name in node._fields_]  # type: ignore[attr-defined]
    while waiting:
        part = waiting.pop(0)
        if isinstance(part, Asked):
            yield part
        elif isinstance(part, tuple):
            waiting.extend(part)
        elif isinstance(part, Ending):
            waiting.append(part.expr)
