"""Timings, each beside another system that is measured in the same run.

    python benchmarks/run.py [--only WORD]… [--repeat N]

Every row prints the value, what it was measured against, the target, and PASS or MISS; the exit
code is 1 if a target is missed. Programs are timed as their users meet them, as whole processes,
in turns with their rival so that a busy moment meets both; the median counts.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import convert_knights  # noqa: E402
import reachability  # noqa: E402
from reachability import Graph  # noqa: E402
from texts import (  # noqa: E402
    clashing_pairs,
    machines,
    many_constraints,
    queens,
    twelve_of_sixty,
)

HLOGIC = (sys.executable, "-m", "hlogic")
# Bytecode is cached as in any installation, whatever the caller's shell says: otherwise the
# project would be compiled anew at every start, and its rivals not.
ENVIRONMENT = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


@dataclass(frozen=True)
class Row:
    name: str
    value: float
    unit: str
    target: float
    against: str

    @property
    def verdict(self) -> str:
        return "PASS" if self.value <= self.target else "MISS"

    def __str__(self) -> str:
        return (
            f"{self.verdict}  {self.name}: {self.value:.2f} {self.unit}"
            f" (target {self.target:g}); {self.against}"
        )


def run(*command: str | Path) -> tuple[float, str]:
    """Seconds and output of one process; a failure of it ends the benchmark."""
    start = time.perf_counter()
    done = subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    seconds = time.perf_counter() - start
    if done.returncode:
        sys.exit(
            f"{command} ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
    return seconds, done.stdout


def in_turns(repeat: int, *commands: tuple[str | Path, ...]) -> list[float]:
    """The median seconds of each command, run in turns after one unmeasured round."""
    rounds = [[run(*command)[0] for command in commands] for _ in range(repeat + 1)]
    return [statistics.median(column) for column in zip(*rounds[1:], strict=True)]


def cold_start(folder: Path, repeat: int) -> Row:
    imports = "import lark, click, pysat.solvers"
    ours, bare = in_turns(
        2 * repeat + 1,
        (*HLOGIC, "solve", "items/night_shift.hlogic"),
        (sys.executable, "-c", imports),
    )
    against = f"{ours:.3f} s against {bare:.3f} s of a Python that does only `{imports}`"
    return Row("cold start of `hlogic solve`", ours / bare, "times", 2, against)


def knights(folder: Path, repeat: int) -> Row | None:
    if not convert_knights.DATA.exists():
        print("----  500 knights items: ../shared/data is not here, not measured")
        return None
    for source in convert_knights.LOGIC_RL:
        for name, text in convert_knights.items(source):
            (folder / f"{name}.hlogic").write_text(text, encoding="utf-8")
    size = len(list(folder.glob("*.hlogic")))
    seconds, _ = run(*HLOGIC, "test", folder)
    against = f"{1000 * seconds / size:.1f} ms an item, every answer as recorded"
    return Row(f"`hlogic test` of {size} knights items", seconds, "s", 15, against)


def ten_queens(folder: Path, repeat: int) -> Row:
    item, cnf = folder / "queens_10.hlogic", folder / "queens_10.cnf"
    item.write_text(queens(10), encoding="utf-8")
    run(*HLOGIC, "compile", item, "--to", "dimacs", "-o", cnf)
    solve = (*HLOGIC, "solve", item, "--engine", "sat", "--json")
    rival = (sys.executable, ROOT / "benchmarks" / "enumerate_cnf.py", cnf)
    check_queens(run(*solve)[1], run(*rival)[1])
    ours, theirs = in_turns(repeat, solve, rival)
    against = f"{ours:.2f} s against {theirs:.2f} s of a hand-written PySAT program on the same CNF"
    return Row("ten queens, all 724 solutions", ours / theirs, "times", 5, against)


def check_queens(ours: str, theirs: str) -> None:
    """Nothing is timed that does not find the 724 placements."""
    (answer,) = json.loads(ours)["answers"]
    found = len(answer["value"]), int(theirs)
    if found != (724, 724):
        sys.exit(f"ten queens: hlogic found {found[0]} and PySAT {found[1]} of 724")


def forty_queens(folder: Path, repeat: int) -> Row:
    item, cnf = folder / "queens_40.hlogic", folder / "queens_40.cnf"
    item.write_text(queens(40), encoding="utf-8")
    compiling = (*HLOGIC, "compile", item, "--to", "dimacs", "-o", cnf)
    reading = (sys.executable, "-c", f"from pysat.formula import CNF; CNF(from_file={str(cnf)!r})")
    ours, theirs = in_turns(repeat, compiling, reading)
    clauses = next(line for line in cnf.read_text().splitlines() if line.startswith("p cnf"))
    against = f"`{clauses}`, which PySAT alone takes {theirs:.2f} s to read back"
    return Row("`compile --to dimacs` of forty queens", ours, "s", 3, against)


def reachable(folder: Path, repeat: int) -> Row:
    """The worst of some graphs: how hard one is depends on luck."""
    found = []
    for seed in range(3):
        item, program = folder / f"reach_{seed}.hlogic", folder / f"reach_{seed}.lp"
        graph = Graph(seed)
        item.write_text(reachability.item(graph), encoding="utf-8")
        program.write_text(reachability.program(graph), encoding="utf-8")
        solve = (*HLOGIC, "solve", "--json", item)
        rival = (sys.executable, ROOT / "benchmarks" / "ask_clingo.py", program)
        ours = [answer["value"] for answer in json.loads(run(*solve)[1])["answers"]]
        if ours != json.loads(run(*rival)[1]):
            sys.exit(f"reachability, seed {seed}: hlogic and clingo do not agree")
        found.append(in_turns(repeat, solve, rival))
    ours, theirs = max(found, key=lambda pair: pair[0] / pair[1])
    against = f"{ours:.2f} s against {theirs:.2f} s of clingo on the same program, the worst of 3"
    name = "reachability, 200 nodes, 1,000 edges, 20 asks"
    return Row(name, ours / theirs, "times", 5, against)


def linear(folder: Path, repeat: int) -> Row:
    sizes = (10, 1_000, 3_000, 10_000)
    commands = []
    for size in sizes:
        item = folder / f"many_{size}.hlogic"
        item.write_text(many_constraints(size), encoding="utf-8")
        commands.append((*HLOGIC, "check", item))
    start, *seconds = in_turns(repeat, *commands)
    net = [each - start for each in seconds]
    exponent = math.log(net[-1] / net[0]) / math.log(sizes[-1] / sizes[1])
    shown = ", ".join(
        f"{size}: {each:.2f} s ({1000 * each / size:.2f} ms each)"
        for size, each in zip(sizes[1:], net, strict=True)
    )
    against = f"beyond a start of {start:.2f} s, {shown}"
    return Row("parse and check, exponent from 1k to 10k", exponent, "", 1.15, against)


def thirty_steps(folder: Path, repeat: int) -> Row:
    item = folder / "machines.hlogic"
    item.write_text(machines(6, 30), encoding="utf-8")
    solve = (*HLOGIC, "solve", item, "--engine", "sat", "--json")
    rival = (sys.executable, ROOT / "benchmarks" / "machines_clingo.py", "6", "30")
    ours = {a["id"]: a["value"] for a in json.loads(run(*solve)[1])["answers"]}
    theirs = json.loads(run(*rival)[1])
    if ours != theirs:
        sys.exit(f"machines: hlogic answers {ours} and clingo {theirs}")
    check, one, whole, other = in_turns(
        repeat, (*HLOGIC, "check", item), (*solve, "--ask", "p1"), solve, rival
    )
    against = (
        f"all {len(ours)} asks of one item; {check:.2f} s to check it, {one:.2f} s with one ask; "
        f"{whole / other:.1f} times the {other:.2f} s of a hand-written clingo program"
    )
    return Row("possible and necessary over 6 things, 4 states, 30 steps", whole, "s", 2, against)


PATIENCE = 30  # seconds after which CPMpy is stopped: it takes minutes


def cores(folder: Path, repeat: int) -> Row:
    solve, rival = cores_commands(folder, "optux")
    check_cores(run(*solve)[1], run(*rival)[1])
    ours, theirs = in_turns(repeat, solve, rival)
    against = f"{ours:.2f} s against {theirs:.2f} s of PySAT's OptUx on the plain CNF"
    return Row("1,024 cores of ten pairs of rules", ours / theirs, "times", 5, against)


def cores_cpmpy(folder: Path, repeat: int) -> Row:
    """One run: the rival is stopped long after we are done."""
    solve, rival = cores_commands(folder, "cpmpy")
    ours, text = run(*solve)
    check_cores(text, "1024")
    theirs, found = run(*rival, str(PATIENCE))
    against = f"{ours:.2f} s; in {theirs:.2f} s CPMpy's marco found {int(found)} on the same model"
    return Row("1,024 cores beside CPMpy", ours / theirs, "times", 1, against)


def cores_commands(
    folder: Path, rival: str
) -> tuple[tuple[str | Path, ...], tuple[str | Path, ...]]:
    item = folder / "pairs.hlogic"
    item.write_text(clashing_pairs(10), encoding="utf-8")
    solve = (*HLOGIC, "solve", item, "--engine", "sat", "--json")
    return solve, (sys.executable, ROOT / "benchmarks" / "cores.py", rival, "10")


def check_cores(ours: str, theirs: str) -> None:
    """Nothing is timed that does not find every core."""
    (answer,) = json.loads(ours)["answers"]
    found = len(answer["value"]), int(theirs)
    if found != (1024, 1024):
        sys.exit(f"cores: hlogic found {found[0]} and the other {found[1]} of 1,024")


def smallest_core(folder: Path, repeat: int) -> Row:
    item = folder / "sixty.hlogic"
    item.write_text(twelve_of_sixty(), encoding="utf-8")
    solve = (*HLOGIC, "solve", item, "--engine", "sat", "--json")
    (answer,) = json.loads(run(*solve)[1])["answers"]
    if [len(core) for core in answer["value"]] != [12]:
        sys.exit(f"sixty rules: not one core of twelve, but {answer['value']}")
    (seconds,) = in_turns(repeat, solve)
    return Row("`core smallest`, twelve of sixty rules", seconds, "s", 2, "a whole process")


BENCHMARKS: tuple[Callable[[Path, int], Row | None], ...] = (
    cold_start,
    knights,
    ten_queens,
    forty_queens,
    thirty_steps,
    reachable,
    linear,
    cores,
    cores_cpmpy,
    smallest_core,
)


def command_line(
    about: str | None, choices: Sequence[Callable[..., object]], rounds: str
) -> argparse.Namespace:
    """`--only`, the names of some of the choices, and `--repeat`."""
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", action="append", choices=[each.__name__ for each in choices])
    parser.add_argument("--repeat", type=int, default=3, help=rounds)
    return parser.parse_args()


def main() -> int:
    options = command_line(__doc__, BENCHMARKS, "measured rounds (cold start: 2N+1)")
    missed = 0
    for benchmark in BENCHMARKS:
        if options.only and benchmark.__name__ not in options.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            row = benchmark(Path(folder), options.repeat)
        if row is not None:
            print(row, flush=True)
            missed += row.verdict == "MISS"
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
