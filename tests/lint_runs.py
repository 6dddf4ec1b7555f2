"""One rule of lint at work on an item that tests write out."""

from __future__ import annotations

import hlogic


def found(text: str, code: str) -> list[str]:
    """The messages of one rule about an item's declarations."""
    item = hlogic.loads(f'item a "a"\n{text}')
    return [d.message for d in item.lint({code: "warning"}).diagnostics]


def places(text: str, code: str) -> list[str]:
    """The texts that one rule marks."""
    item = hlogic.loads(f'item a "a"\n{text}')
    return [d.span.text for d in item.lint({code: "warning"}).diagnostics]
