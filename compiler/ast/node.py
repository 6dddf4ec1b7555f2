"""What every node of the tree is, and a walk over all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hlogic.compiler.record import field, record
from hlogic.compiler.source import NOWHERE, Span


@record
class Node:
    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    _fields_: ClassVar[dict[str, object]]


@record
class Ident(Node):
    """A name where it is declared or referred to on its own (a citation, a scope, a tag)."""

    name: str


def walk(root: Node) -> Iterator[Node]:
    """Every node of a tree, parents first, in the order of the text."""
    waiting: list[object] = [root]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Node):
            yield item
            waiting.extend(getattr(item, name) for name in reversed(item._fields_.keys()))
        elif isinstance(item, tuple):
            waiting.extend(reversed(item))
