"""What runs on a problem, and how the output of each system is read."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from run import HLOGIC, ROOT

RIVALS = ROOT / "benchmarks" / "rivals"

Command = tuple[str | Path, ...]
Found = tuple[Any, float]  # an answer, and the seconds in the solver
Solutions = list[dict[str, Any]]  # of MiniZinc, by variable


@dataclass(frozen=True)
class System:
    """One system on one problem. Without a command it cannot do the job, and `why` says so."""

    name: str
    command: Command | None
    read: Callable[[str], Found]
    why: str = ""


# ---------------------------------------------------------------------------- what a system prints


def reported(text: str) -> Found:
    """As `rivals/reported.py` prints it."""
    found = json.loads(text)
    return found["answer"], found["solver"]


def answers(text: str) -> Found:
    """Of `hlogic solve --json`: the value of one ask, or a list of them."""
    found = json.loads(text)["answers"]
    values = [answer["value"] for answer in found]
    return values[0] if len(values) == 1 else values, sum(a["seconds"] for a in found)


def minizinc(taken: Callable[[Solutions], Any]) -> Callable[[str], Found]:
    """Of `minizinc --output-mode json --statistics`: what is taken of the solutions."""

    def read(text: str) -> Found:
        lines = text.splitlines()
        seconds = sum(float(x.split("=")[1]) for x in lines if x.startswith("%%%mzn-stat: solveT"))
        kept = "\n".join(x for x in lines if not x.startswith(("%", "=====")))
        solutions = [json.loads(part) for part in kept.split("----------") if part.strip()]
        return taken(solutions), seconds

    return read


# ---------------------------------------------------------------------------- how it is called


def ours(name: str, *words: str | Path) -> System:
    return System(name, (*HLOGIC, "solve", "--json", *words), answers)


def program(name: str, file: str, *words: str | Path) -> System:
    """A hand-written Python program; absent where its package is."""
    package = {"CPMpy": "cpmpy", "clingo": "clingo", "ganak": "pyganak", "d4": "py_d4"}.get(name)
    if package is not None and find_spec(package) is None:
        return System(name, None, reported, f"not measured: {package} is not installed")
    return System(name, (sys.executable, RIVALS / file, *words), reported)


def in_minizinc(model: str, taken: Callable[[Solutions], Any], *words: str) -> System:
    if shutil.which("minizinc") is None:
        return System("MiniZinc", None, reported, "not measured: minizinc is not installed")
    options = ("--solver", "gecode", "--statistics", "--output-mode", "json", *words)
    return System("MiniZinc", ("minizinc", *options, RIVALS / model), minizinc(taken))


def cannot(name: str, why: str) -> System:
    return System(name, None, reported, f"cannot: {why}")


def written(*words: str) -> list[System]:
    """The problem in the systems that have a program for it under one name."""
    names = {"PySAT": "pysat", "clingo": "clingo", "CPMpy": "cpmpy", "z3": "z3"}
    return [program(name, f"in_{file}.py", *words) for name, file in names.items()]
