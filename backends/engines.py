"""The engines by name: a row each. Its module is imported when it is first used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hlogic.backends.engine import Engine

ENGINES: Mapping[str, str] = {
    "oracle": "oracle.OracleEngine",
    "sat": "sat.SatEngine",
    "bdd": "bdd.BddEngine",
    "smt": "smt.engine.SmtEngine",
}


def make_engine(name: str) -> Engine:
    """The engine of a name of `ENGINES`."""
    module, _, made = ENGINES[name].rpartition(".")
    engine: Engine = getattr(import_module(f"hlogic.backends.{module}"), made)()
    return engine
