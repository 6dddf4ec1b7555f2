"""What the hand-written programs are all asked: the same problems, under the same names."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from reported import Program, report

KINDS = {
    "nation": "english spanish ukrainian norwegian japanese",
    "color": "red green ivory yellow blue",
    "pet": "dog snails fox horse zebra",
    "drink": "coffee tea milk juice water",
    "brand": "oldgold kools chesterfields lucky parliaments",
}


def drinker_and_owner(house: Mapping[str, int], solutions: int) -> list[object]:
    """The answer to the zebra puzzle, from where each word of `KINDS` lives."""
    home = {house[nation]: nation for nation in KINDS["nation"].split()}
    return [home[house["water"]], home[house["zebra"]], solutions]


def report_one_of(*programs: Program, puzzle: Callable[[list[Any]], list[object]]) -> None:
    """Run the program that the command line names; `small` is `puzzle` for each of a file."""

    def small(path: str) -> list[object]:
        return [puzzle(says) for says in json.loads(Path(path).read_text(encoding="utf-8"))]

    report(**{program.__name__: program for program in (*programs, small)})
