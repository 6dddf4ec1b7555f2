"""Knights-and-knaves records of two published collections, as `.hlogic` items.

Logic-RL writes each person's statement as nested lists over indices (`["->", ["lying", 2],
["telling-truth", 1]]`), TruthQuest as a line of symbols (`"A: ¬ B → C"`). Either way an item says:
a person is a knight exactly if the statement holds; the recorded solution is the only world.

The records stay where they are, in `../shared/data` beside the repository.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
LOGIC_RL = tuple(f"kk-logic-rl/{people}ppl.test.jsonl" for people in range(3, 8))
TRUTHQUEST = (
    "truthquest/generated/statements_025/characters_3/puzzles.jsonl",
    "truthquest/generated/statements_045/characters_6/puzzles.jsonl",
)
WORDS = {"and": "and", "or": "or", "->": "implies", "<=>": "iff"}


def records(source: str) -> Iterator[dict[str, Any]]:
    """The records of one file, by its path below the data folder."""
    with (DATA / source).open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def items(source: str) -> Iterator[tuple[str, str]]:
    """Name and text of an item for each record of the file."""
    for index, record in enumerate(records(source)):
        if source in TRUTHQUEST:
            people = record["metadata"]["num_characters"]
            yield from_truthquest(record, f"truthquest_{people}_{index}")
        else:
            yield from_logic_rl(record)


def from_logic_rl(record: dict[str, Any]) -> tuple[str, str]:
    names = record["names"]
    statements = [nested(statement, names) for statement in record["statements"]]
    name = record["id"].replace("-", "_")
    return name, item_text(name, record["quiz"], names, statements, record["solution"])


def from_truthquest(record: dict[str, Any], name: str) -> tuple[str, str]:
    said = dict(line.split(":", 1) for line in record["problem_logic"])
    (solution,) = record["solutions"]
    names = list(solution)
    statements = [re.sub(r"[A-Z]", r"knight(\g<0>)", said[person]).strip() for person in names]
    quiz = " ".join(record["problem"])
    return name, item_text(name, quiz, names, statements, [solution[person] for person in names])


def nested(statement: list[Any], names: Sequence[str]) -> str:
    """One statement of Logic-RL as an expression."""
    match statement:
        case ["telling-truth", int(who)]:
            return f"knight({names[who]})"
        case ["lying", int(who)]:
            return f"not knight({names[who]})"
        case ["not", inner]:
            return f"not ({nested(inner, names)})"
        case [operator, left, right]:
            return f"({nested(left, names)}) {WORDS[operator]} ({nested(right, names)})"
    raise ValueError(f"unknown statement {statement!r}")


def item_text(
    name: str, quiz: str, names: Sequence[str], statements: Sequence[str], solution: Sequence[bool]
) -> str:
    """The item: one Boolean for each person, one constraint for each statement."""
    question = quiz.replace("\\", "\\\\").replace('"', '\\"')
    knights = ", ".join(who for who, honest in zip(names, solution, strict=True) if honest)
    truths = ", ".join(str(honest).lower() for honest in solution)
    return "\n".join(
        [
            f'item {name} "knights and knaves" {{ lang: en }}',
            f"sort Person {{ {', '.join(names)} }}",
            "var knight(Person): bool",
            *(
                f"constraint said_by_{who}: knight({who}) iff ({statement})"
                for who, statement in zip(names, statements, strict=True)
            ),
            f'ask solution "{question}":',
            f"  rows ({', '.join(f'knight({who})' for who in names)}) expect [({truths})]",
            f"ask knights: necessary_set p in Person: knight(p) expect {{{knights}}}",
            "ask worlds: count worlds expect 1",
            "",
        ]
    )
