"""How asks are answered: what whoever runs them is given."""

from __future__ import annotations

from collections.abc import Callable

from hlogic.compiler.record import record

Progress = Callable[[float, int], None]  # told seconds, and rows or sets found so far


@record
class Running:
    """The engine (None: chosen for each ask), seconds for each ask, rows that an enumeration may
    have, bytes of memory, and whether every engine that can is to answer."""

    engine: str | None = None
    timeout: float | None = None
    limit: int | None = None
    memory: int | None = None
    cross_check: bool = False
