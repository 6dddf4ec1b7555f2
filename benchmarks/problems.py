"""The problems of `side_by_side.py`: each says which systems run on it, ours first."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from run import ENVIRONMENT, HLOGIC, ROOT
from systems import RIVALS, Found, Solutions, System, cannot, in_minizinc, ours, program, written
from texts import codes, colours, puzzle, puzzles, queens, thirty_of_sixty, three_sat


@dataclass(frozen=True)
class Problem:
    """Some systems, ours first; of these, we are to be ahead of some and within twice of others.

    Lists that are answers must be equal as `same` takes them; where a system only counts, its
    number must be the `size` of the others' answer."""

    title: str
    systems: Sequence[System]
    ahead_of: Sequence[str] = ("z3", "CPMpy")
    twice: Sequence[str] = ("raw engine",)
    solver_limit: float | None = None  # seconds inside our solver
    same: Callable[[Any], Any] = lambda answer: answer
    size: Callable[[Any], Any] = len


def item(folder: Path, text: str) -> tuple[Path, Path]:
    """A text as an item, and as clauses."""
    path, cnf = folder / "item.hlogic", folder / "item.cnf"
    path.write_text(text, encoding="utf-8")
    command = (*HLOGIC, "compile", path, "--to", "dimacs", "--scope", "base", "-o", cnf)
    subprocess.run([str(word) for word in command], cwd=ROOT, env=ENVIRONMENT, check=True)
    return path, cnf


def cold_start(folder: Path) -> Problem:
    def monday(found: Solutions) -> list[str]:
        return sorted({solution["duty"][0]["e"] for solution in found})

    return Problem(
        "cold start: who can have Monday's duty",
        [
            ours("hlogic", "--ask", "q1", "items/night_shift.hlogic"),
            *written("start"),
            in_minizinc("start.mzn", monday, "-a"),
        ],
    )


def ten_queens(folder: Path) -> Problem:
    path, cnf = item(folder, queens(10))
    return Problem(
        "ten queens, all 724 placements",
        [
            ours("hlogic", path),
            program("raw engine", "raw_cnf.py", "all", cnf),
            *written("queens_all", "10"),
            in_minizinc("queens.mzn", placements, "-a", "-D", "n=10"),
        ],
        same=as_rows,
    )


def forty_queens(folder: Path) -> Problem:
    path, cnf = item(folder, queens(40) + "ask some: possible true\n")

    def world(text: str) -> Found:
        (found,) = json.loads(text)["worlds"]
        return [variable["value"] for variable in found], float("nan")

    drawn = (*HLOGIC, "worlds", "--json", "--limit", "1", "--seed", "1", path)
    return Problem(
        "forty queens, one placement",
        [
            System("hlogic worlds", drawn, world),
            ours("hlogic possible", "--ask", "some", path),
            program("raw engine", "raw_cnf.py", "one", cnf),
            *written("queens_one", "40"),
            in_minizinc("queens.mzn", lambda found: placements(found)[0], "-D", "n=40"),
        ],
        same=is_placement,
    )


def placements(found: Solutions) -> list[list[int]]:
    return [solution["queen"] for solution in found]


def zebra(folder: Path) -> Problem:
    path, cnf = item(folder, (RIVALS / "zebra.hlogic").read_text(encoding="utf-8"))

    def residents(found: Solutions) -> list[object]:
        house, nations = found[0], "english spanish ukrainian norwegian japanese"
        home = {house[nation]: nation for nation in nations.split()}
        return [home[house["water"]], home[house["zebra"]], len(found)]

    return Problem(
        "zebra: who drinks water, who owns the zebra, in how many worlds",
        [
            ours("hlogic", path),
            program("raw engine", "raw_cnf.py", "all", cnf),
            *written("zebra"),
            in_minizinc("zebra.mzn", residents, "-a"),
        ],
        size=lambda answer: answer[-1],
    )


def projected(folder: Path) -> Problem:
    path, cnf = item(folder, codes())
    return Problem(
        "100,000 projected rows",
        [
            ours("hlogic", path),
            program("raw engine", "raw_cnf.py", "all", cnf, "digit("),
            *written("codes"),
            cannot("MiniZinc", "it does not project, and there are 5,904,900,000 worlds"),
        ],
        same=as_rows,
    )


def thirty(folder: Path) -> Problem:
    return counted(folder, "count of exactly 30 of 60", thirty_of_sixty(), "thirty", 0.1)


def colouring(folder: Path) -> Problem:
    return counted(folder, "count of a 6x6 grid in three colours", colours(), "colours")


def random_sat(folder: Path) -> Problem:
    title = "count of random 3-SAT, 60 variables, 150 clauses"
    return counted(folder, title, three_sat(60, 150), "three_sat")


def counted(
    folder: Path, title: str, text: str, by_hand: str, solver_limit: float | None = None
) -> Problem:
    path, cnf = item(folder, text)
    words = (cnf,) if by_hand == "three_sat" else ()
    why = "it counts only by enumeration, and these are more than 10^8"
    return Problem(
        title,
        [
            ours("hlogic", path),
            ours("hlogic sat", "--engine", "sat", path),
            ours("hlogic bdd", "--engine", "bdd", path),
            ours("hlogic ganak", "--engine", "ganak", path),
            program("ganak", "counters.py", "ganak", cnf),
            program("d4", "counters.py", "d4", cnf),
            program("dd by hand", "in_dd.py", by_hand, *words),
            *(cannot(name, why) for name in ("PySAT", "clingo", "CPMpy", "z3", "MiniZinc")),
        ],
        twice=("ganak",),
        solver_limit=solver_limit,
    )


def small_items(folder: Path) -> Problem:
    said, texts = folder / "said.json", folder / "texts.json"
    made = puzzles(1_000)
    said.write_text(json.dumps(made), encoding="utf-8")
    texts.write_text(json.dumps([puzzle(says) for says in made]), encoding="utf-8")
    return Problem(
        "1,000 small items in one process",
        [
            program("hlogic", "in_hlogic.py", "small", texts),
            *written("small", str(said)),
            cannot("MiniZinc", "it takes one process for each item"),
        ],
    )


def as_rows(answer: Any) -> Any:
    """Rows in any order, or how many there are."""
    return sorted(answer) if isinstance(answer, list) else answer


def is_placement(answer: Any) -> Any:
    """Whether forty queens stand as they should; a verdict is passed on."""
    if isinstance(answer, bool):
        return answer
    lines = range(len(answer))
    kinds = (answer, [answer[r] + r for r in lines], [answer[r] - r for r in lines])
    return len(answer) == 40 and all(len(set(kind)) == 40 for kind in kinds)


PROBLEMS: tuple[Callable[[Path], Problem], ...] = (
    cold_start,
    ten_queens,
    forty_queens,
    zebra,
    projected,
    thirty,
    colouring,
    random_sat,
    small_items,
)
