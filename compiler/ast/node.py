"""What every node of the tree is, and a walk over all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from hlogic.compiler.record import field, record
from hlogic.compiler.source import NOWHERE, Span


@record
class Node:
    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    _fields_: ClassVar[dict[str, Any]]


@record
class Ident(Node):
    """A name where it is declared or referred to on its own (a citation, a scope, a tag)."""

    name: str


def walk(root: Node) -> Iterator[Node]:
    """Every node of a tree, parents first, in the order of the text."""
    waiting: list[object] = [root]
    backwards: dict[type[Node], list[str]] = {}
    while waiting:
        item = waiting.pop()
        if isinstance(item, Node):
            yield item
            kind = item.__class__
            names = backwards.get(kind)
            if names is None:
                names = backwards[kind] = _parts(kind)[::-1]
            for name in names:
                part = getattr(item, name)
                if isinstance(part, Node | tuple):
                    waiting.append(part)
        elif isinstance(item, tuple):
            waiting.extend(reversed(item))


def _parts(kind: type[Node]) -> list[str]:
    """The fields of a kind of node that may hold nodes: a span, which is not compared, does not."""
    return [name for name, field in kind._fields_.items() if field.compare]
