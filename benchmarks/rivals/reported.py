"""What every rival says of a run: one JSON object with its answer and the seconds in its solver."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

Program = Callable[..., object]


class Stopwatch:
    """Sums up the seconds spent inside `with` blocks; only calls of the solver go into one."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._start = 0.0

    def __enter__(self) -> None:
        self._start = time.perf_counter()

    def __exit__(self, *error: object) -> None:
        self.seconds += time.perf_counter() - self._start


solving = Stopwatch()


def report(**programs: Program) -> None:
    """Run the program that the command line names, with the words after it; print its answer."""
    name, *words = sys.argv[1:]
    answer = programs[name](*words)
    print(json.dumps({"answer": answer, "solver": solving.seconds}))
