"""Certificates as tests make, break and check them."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hlogic
from hlogic.backends.certify.layout import digest
from hlogic.backends.certify.verify import Verdict

SHOWN = ("verified", "unproved")

PIGEONS = """\
item pigeons
sort P = 1..5
sort H = 1..4
var at(P, H): bool
constraint some(p in P): exists h in H: at(p, h)
constraint one(h in H, p in P, q in P where p < q): not (at(p, h) and at(q, h))
ask hard: possible at(1, 1)
"""
FAMILIES = """\
item blame
var n: 0..9
constraint low: n < 4
constraint high: n > 6
constraint odd: n % 2 == 1
constraint even: n % 2 == 0
scope one { retract even, low }
change more "": replace low with n < 9
change fewer "": retract high
change none weight 2: retract odd, even
ask core: core
ask small: core smallest of {low, high, odd}
ask fixes: hitting cores of {low, high, odd, even}
ask hit: hitting { {low, high}, {high, odd} }
ask enough under one: sufficient {high, odd} for n > 6 and n % 2 == 1
ask repair: repair {more, fewer, none} to possible n < 9
ask sure: repair smallest {more, fewer, none} to necessary n > 6
"""
# Asks of many kinds; of `hard` the refutation takes search.
MANY = (
    PIGEONS
    + "sort C { red, green, blue }\nvar colour: C\nvar n: 0..3\nconstraint few: n < 3\n"
    + "scope fewer { retract some(5) }\n"
    + "ask possible under fewer: possible n == 2\n"
    + "ask necessary under fewer: necessary n < 3\n"
    + "ask bounds under fewer: bounds n\n"
    + "ask rows under fewer: rows distinct (n, colour) where n > 0\n"
    + "ask undefined under fewer: possible 4 // n == 2\n"
    + "ask count under fewer: count worlds where at(1, 1)\n"
)


def certify(text: str, target: Path, engine: str | None = None, **options: Any) -> hlogic.Item:
    """The item of a text, with a certificate of all its asks in a folder."""
    item = hlogic.loads(text, name="tried.hlogic", engine=engine, **options)
    for _ in item.certify(target):
        pass
    return item


def verdicts(target: Path) -> dict[str, Verdict]:
    """What `verify` says, by ask; of the folder itself, under the empty name, all together."""
    found: dict[str, Verdict] = {}
    for verdict in hlogic.verify(target):
        before = found.get(verdict.id)
        reasons = verdict.reasons if before is None else (*before.reasons, *verdict.reasons)
        found[verdict.id] = dataclasses.replace(verdict, reasons=reasons)
    return found


def manifest(target: Path) -> Any:
    return json.loads((target / "manifest.json").read_text(encoding="utf-8"))


def journal(target: Path, ask: str) -> list[Any]:
    return next(a["journal"] for a in manifest(target)["asks"] if a["id"] == ask)


def ask(read: Any, id: str) -> Any:
    """An ask of a manifest."""
    return next(a for a in read["asks"] if a["id"] == id)


def entry(read: Any, id: str, question: str, answer: object = None) -> Any:
    """The first entry of an ask for a question, with that answer where one is given."""
    found = [e for e in ask(read, id)["journal"] if e["question"] == question]
    return next(e for e in found if answer is None or e["answer"] is answer)


def rewrite(target: Path, change: Callable[[Any], object]) -> None:
    """Change the manifest."""
    read = manifest(target)
    change(read)
    (target / "manifest.json").write_text(json.dumps(read), encoding="utf-8")


def replace(target: Path, name: str, data: bytes) -> None:
    """Change a file, and the manifest so that it agrees."""
    (target / name).write_bytes(data)
    rewrite(target, lambda m: m["files"].update({name: digest(data)}))


def contents(target: Path) -> dict[str, bytes]:
    return {
        path.relative_to(target).as_posix(): path.read_bytes()
        for path in sorted(target.rglob("*"))
        if path.is_file()
    }
