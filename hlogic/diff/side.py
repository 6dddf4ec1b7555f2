"""One of the two encodings, with an engine at work on it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal

from hlogic.api import Item
from hlogic.backends.budget import Budget
from hlogic.backends.run import item_worlds
from hlogic.backends.running import Running
from hlogic.backends.worlds import EngineWorlds
from hlogic.compiler import ast
from hlogic.compiler.answer import Note
from hlogic.compiler.elaborate.item import Ask
from hlogic.compiler.family_asks import FamilyAsker
from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.record import record
from hlogic.compiler.session import Session
from hlogic.compiler.source import Source
from hlogic.compiler.terms import Terms


@record
class Options:
    """How both are run: the engine (None: by size), seconds for an ask and for a search, and rows
    that a search may look at."""

    engine: str | None = None
    timeout: float | None = None
    limit: int = 10_000


class Side:
    """An encoding: `number` is 0 for A, 1 for B."""

    def __init__(self, number: int, source: Source, folder: Path | None, options: Options) -> None:
        self.number = number
        self.item = Item(source, folder, Running(options.engine, options.timeout))
        self.folder = folder
        self.options = options
        self.budget = Budget(options.timeout)
        self._free: dict[str, Session] = {}

    @property
    def name(self) -> Literal["A", "B"]:
        return "B" if self.number else "A"

    @property
    def theory(self) -> Theory:
        return self.item.compiled.theory

    @property
    def pool(self) -> Terms:
        return self.theory.pool

    @property
    def views(self) -> Mapping[str, View]:
        return self.item.compiled.views

    @property
    def asks(self) -> Mapping[str, Ask]:
        return self.item.compiled.asks

    @cached_property
    def worlds(self) -> EngineWorlds:
        return item_worlds(self.item.compiled, self.options.engine, self.budget)

    def unconstrained(self, scope: str) -> Session:
        """A session on what a scope declares, without its constraints; opened once."""
        if scope not in self._free:
            self._free[scope] = self.worlds.open(self.views[scope].holding(()))
        return self._free[scope]

    def note(self, instance: Instance) -> Note:
        """What there is to say of a constraint."""
        changes = self.item.compiled.changes
        return FamilyAsker(self.theory, self.views, changes, self.worlds).note(instance)

    def passages(self, cites: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        """The passages that some claims name, each with its claim."""
        return tuple(dict.fromkeys(p for c in cites for p in self.theory.claims.get(c, ())))

    def cited_by_ask(self, id: str) -> tuple[tuple[str, str], ...]:
        """The passages that an ask itself cites."""
        for declared in self.item.compiled.file.declarations:
            if isinstance(declared, ast.Ask) and declared.id.name == id:
                return self.passages(tuple(c.name for c in declared.cites))
        return ()
