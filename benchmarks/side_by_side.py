"""The same problems in several systems, timed in one run.

    python benchmarks/side_by_side.py [--only WORD]… [--repeat N]

One table a problem: seconds of the whole process and of its processor (with its children's), the
seconds inside the solver as the system says them, the whole process against ours, and the answer.
Every answer is compared with the others' before anything is timed. Then the targets, PASS or MISS;
the exit code is 1 if one is missed. `benchmarks/README.md` says how to read it.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from problems import PROBLEMS, Problem
from run import ENVIRONMENT, ROOT, Row, command_line
from systems import System

PATIENCE = 60  # seconds after which a system is stopped


@dataclass(frozen=True)
class Measured:
    whole: float
    processor: float
    solver: float
    answer: Any

    @property
    def busy(self) -> float:
        """What it would have taken on a machine with nothing else to do: the processor's seconds,
        or the clock's where several processors worked at once."""
        return min(self.whole, self.processor)


def once(system: System) -> Measured | None:
    """One process; None if it was stopped. A failure of it ends the benchmark."""
    assert system.command is not None
    command = [str(word) for word in system.command]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,  # so that what it started is stopped with it
    ) as process:
        try:
            output, errors = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None
    whole, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode:
        sys.exit(f"{system.name}: {command} ended with {process.returncode}:\n{errors[-2000:]}")
    answer, solver = system.read(output)
    processor = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Measured(whole, processor, solver, answer)


def agreed(problem: Problem, found: dict[str, Measured | None]) -> None:
    """End the benchmark if two systems do not give one answer."""
    known = {name: problem.same(run.answer) for name, run in found.items() if run is not None}
    whole = {name: a for name, a in known.items() if isinstance(a, list)}
    sizes = {name: problem.size(a) if name in whole else a for name, a in known.items()}
    for answers in (list(whole.values()), list(sizes.values())):
        if any(answer != answers[0] for answer in answers):
            sys.exit(f"{problem.title}: the systems do not agree: {sizes}")


def measured(problem: Problem, repeat: int) -> dict[str, Measured | None]:
    """The medians of some rounds, in each of which every system runs once."""
    able = [system for system in problem.systems if system.command is not None]
    first = {system.name: once(system) for system in able}
    agreed(problem, first)
    able = [system for system in able if first[system.name] is not None]
    rounds = [[once(system) for system in able] for _ in range(repeat)]
    medians = dict(first)
    for system, column in zip(able, zip(*rounds, strict=True), strict=True):
        runs = [run for run in column if run is not None]
        medians[system.name] = None if len(runs) < repeat else median(runs)
    return medians


def median(runs: Sequence[Measured]) -> Measured:
    return Measured(
        statistics.median(run.whole for run in runs),
        statistics.median(run.processor for run in runs),
        statistics.median(run.solver for run in runs),
        runs[0].answer,
    )


# ---------------------------------------------------------------------------- printing


def table(problem: Problem, found: dict[str, Measured | None]) -> list[str]:
    own = found[problem.systems[0].name]
    lines = [
        problem.title,
        f"  {'system':<16}{'whole s':>9}{'cpu s':>9}{'solver s':>10}{'times ours':>12}  answer",
    ]
    for system in problem.systems:
        run = found.get(system.name)
        if system.command is None:
            lines.append(f"  {system.name:<16}{'-':>9}  {system.why}")
        elif run is None:
            lines.append(f"  {system.name:<16}{f'>{PATIENCE}':>9}  stopped")
        else:
            times = "" if own is None else f"{run.busy / own.busy:.2f}"
            solver = "" if run.solver != run.solver else f"{run.solver:.3f}"
            lines.append(
                f"  {system.name:<16}{run.whole:>9.3f}{run.processor:>9.3f}{solver:>10}"
                f"{times:>12}  {shown(run.answer)}"
            )
    return lines


def shown(answer: Any) -> str:
    text = json.dumps(answer)
    return text if len(text) < 40 else f"{len(answer)} rows"


def targets(problem: Problem, found: dict[str, Measured | None]) -> list[Row]:
    """We against each system that was measured. A system that was stopped took its patience."""
    own = found[problem.systems[0].name]
    limits = [(name, 1.0) for name in problem.ahead_of] + [(name, 2.0) for name in problem.twice]
    rows = []
    for name, limit in limits:
        if name not in found:
            continue
        rival = found[name]
        ours, theirs = (float(PATIENCE) if run is None else run.busy for run in (own, rival))
        against = f"{ours:.3f} s against {theirs:.3f} s, whole processes"
        if None in (own, rival):
            against += f" ({PATIENCE} s: stopped)"
        rows.append(Row(f"{problem.title}, {name}", ours / theirs, "times", limit, against))
    if problem.solver_limit is not None:
        solver = float(PATIENCE) if own is None else own.solver
        title = f"{problem.title}, our solver alone"
        rows.append(Row(title, solver, "s", problem.solver_limit, "as the answer says"))
    return rows


def main() -> int:
    options = command_line(__doc__, PROBLEMS, "measured rounds")
    rows = []
    for make in PROBLEMS:
        if options.only and make.__name__ not in options.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            problem = make(Path(folder))
            found = measured(problem, options.repeat)
        print("\n".join(table(problem, found)), end="\n\n", flush=True)
        rows += targets(problem, found)
    print(*rows, sep="\n")
    return 1 if any(row.verdict == "MISS" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
