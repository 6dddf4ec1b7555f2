"""No assignment of the variables meets all constraints of the item, so the text, as it is encoded,
contradicts itself: every answer in `base` is about nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.lint.without_world import without_world


def check(subject: Subject) -> Iterator[Finding]:
    """The scope `base`."""
    yield from without_world(subject, "base", "the theory", subject.file.header.name.span)
