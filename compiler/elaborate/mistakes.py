"""Independent mistakes of one expression, all in one run.

The operands of a form are read each for itself, and only then is raised what was wrong with any of
them. So nothing is said of a form whose operand is broken: its type would be guesswork.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import TracebackType
from typing import TypeVar

from hlogic.compiler.diagnostics import Diagnostic, HlogicError

A = TypeVar("A")
B = TypeVar("B")


class Mistakes:
    """What is wrong with parts that do not depend on one another: each is read in a `with` of its
    own, and `raise_all` comes before what needs them all."""

    __slots__ = ("_found", "broken")

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []
        self.broken = False

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> bool:
        if not isinstance(error, HlogicError):
            return False
        self._found.extend(error.diagnostics)
        self.broken = True  # also where all was said before
        return True

    def raise_all(self) -> None:
        """Raise HlogicError if any part was wrong. A name that is not known is said once: its other
        places are the same mistake."""
        if self.broken:
            first: dict[object, Diagnostic] = {}
            for d in self._found:
                place = None if d.code == "unknown-name" else d.span
                first.setdefault((d.code, d.message, place), d)
            raise HlogicError(tuple(first.values()))


def each(read: Callable[[A], B], parts: Iterable[A]) -> list[B]:
    """Every part read, or HlogicError with the mistakes of all parts."""
    mistakes = Mistakes()
    found: list[B] = []
    for part in parts:
        with mistakes:
            found.append(read(part))
    mistakes.raise_all()
    return found
