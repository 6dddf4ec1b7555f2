"""What a person found of an ask that two encodings answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hlogic.compiler.record import record

if TYPE_CHECKING:
    from hlogic.compiler.answer import Json

# By whether the encodings agreed: what people may find of an ask, in the published categories.
OUTCOMES: Mapping[bool, tuple[str, ...]] = {
    True: ("both-right", "both-corrected", "ambiguous"),
    False: ("one-corrected", "both-corrected", "notation", "ambiguous"),
}


@record
class Judged:
    """One encoding as it was adjudicated: its file, the SHA-256 of what that held, the id of the
    ask in it, and its answer in words (None where it had none)."""

    file: str
    sha256: str
    ask: str
    answer: Json | None


@record
class Adjudication:
    """What a person found of one ask of two encodings; `date` only if the person gave one."""

    item: str
    agree: bool
    outcome: str
    note: str
    sides: tuple[Judged, Judged]
    date: str | None = None

    @property
    def about(self) -> tuple[str, str, str, str]:
        """The ask of the two texts that it is about: a later line about the same supersedes it."""
        a, b = self.sides
        return a.sha256, b.sha256, a.ask, b.ask
