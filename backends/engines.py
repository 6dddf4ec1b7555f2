"""The engines by name: a row each. Its module is imported when it is first used."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.record import record

if TYPE_CHECKING:
    from hlogic.backends.engine import Engine
    from hlogic.compiler.ir import Theory


@record
class Row:
    """Where an engine is made; the package without which it cannot be, and what to install for it;
    whether it is worth a second opinion only where worlds are counted."""

    made: str
    package: str = ""
    install: str = ""
    counts_only: bool = False

    @cached_property
    def missing(self) -> str:
        """What an engine lacks here; empty where it can be used."""
        if not self.package or find_spec(self.package) is not None:
            return ""
        return f"needs the package {self.package}, which is not installed (`{self.install}`)"


ENGINES: Mapping[str, Row] = {
    "oracle": Row("oracle.OracleEngine"),
    "sat": Row("sat.SatEngine"),
    "bdd": Row("bdd.BddEngine", "dd", "pip install dd"),
    "smt": Row("smt.engine.SmtEngine", "z3", "pip install z3-solver"),
    "ganak": Row("ganak.GanakEngine", "pyganak", "pip install 'hlogic[count]'", counts_only=True),
}


def make_engine(name: str) -> Engine:
    """The engine of a name of `ENGINES`. Raises Beyond where it cannot be used here."""
    row = ENGINES[name]
    if row.missing:
        raise Beyond(f"the engine {name} {row.missing}")
    module, _, made = row.made.rpartition(".")
    engine: Engine = getattr(import_module(f"hlogic.backends.{module}"), made)()
    return engine


def engine_for(theory: Theory, name: str) -> Engine:
    """The engine of a name for a theory: for a first-order one, put to finite theories that decide
    it."""
    engine = make_engine(name)
    if not theory.open_roots:
        return engine
    from hlogic.backends.open.session import OpenEngine

    return OpenEngine(engine)
