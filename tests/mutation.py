"""Items with one rule wrong, and who notices: the mutation measure of `hlogic audit`.

For each constraint of an item three mutants are made: it is *deleted* (where another declaration
names it, so that the item would not even check, it is emptied to `true` instead); it is *negated*;
and two labels are *swapped* in it: the first label that it mentions changes places with another one
of its sort that it mentions, or else with the next of its sort.

A mutant whose formula means the same as before (`a == b` for `b == a`) is no mistake; it is counted
as *equivalent* and not among the mutants.

A mutant is noticed by `check` where it does not compile, by `gold` where an answer is no longer the
expected one, by `audit` where the audit has a finding that the audit of the item itself has not.
Findings are what a machine sees (`hlogic/audit/findings.py`); that a reader of the material would
see the difference does not count. Asks are given some seconds: one that runs out of time notices
nothing.

    python tests/mutation.py [ITEM ...]     # all items, with those that slip through
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import hlogic
from hlogic.audit import audit
from hlogic.audit.run import Options
from hlogic.backends.budget import Budget
from hlogic.backends.engines import make_engine
from hlogic.backends.worlds import EngineWorlds
from hlogic.compiler import ast
from hlogic.compiler.diagnostics import HlogicError
from hlogic.compiler.load import loads_of
from hlogic.compiler.source import Span
from hlogic.compiler.syntax.parse import parse_file

ITEMS = Path(__file__).resolve().parent.parent / "items"
SECONDS = 10.0  # for each ask, and each question of an audit


@dataclass(frozen=True)
class Mutant:
    item: str
    constraint: str
    kind: str
    text: str
    equivalent: bool = False


@dataclass(frozen=True)
class Verdict:
    mutant: Mutant
    by: str  # equivalent, check, gold, audit; empty where nothing notices
    why: str


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of an item."""
    item = hlogic.load(path)
    text = item.source.text
    file = parse_file(item.source)[0]
    orders = {name: labels_of(root) for name, root in item.compiled.theory.roots.items()}
    roots = {label: name for name, order in orders.items() for label in order}
    for declared in file.declarations:
        if not isinstance(declared, ast.Constraint):
            continue
        name, body = declared.id.name, declared.body.span
        gone = text[: declared.span.start] + text[declared.span.end :]
        if not compiles(gone, path):
            gone = replaced(text, body, "true")
        yield Mutant(path.stem, name, "deleted", gone)
        negated = f"not ({text[body.start : body.end]}\n)"
        yield Mutant(path.stem, name, "negated", replaced(text, body, negated))
        swapped = swapped_labels(text, declared, roots, orders)
        if swapped is not None:
            same = equivalent(path, text, declared, swapped)
            yield Mutant(path.stem, name, "swapped", swapped, same)


def labels_of(root: object) -> list[str]:
    return [label.id for label in getattr(root, "labels", ())]


def replaced(text: str, span: Span, by: str) -> str:
    return text[: span.start] + by + text[span.end :]


def swapped_labels(
    text: str, declared: ast.Constraint, roots: dict[str, str], orders: dict[str, list[str]]
) -> str | None:
    """The text with two labels of one sort exchanged in a constraint; None where it has none."""
    mentions = [
        (node.name if isinstance(node, ast.Name) else node.label, node.span)
        for node in ast.walk(declared.body)
        if isinstance(node, ast.Name | ast.Qualified)
    ]
    mentions = sorted((m for m in mentions if m[0] in roots), key=lambda mention: mention[1].start)
    if not mentions:
        return None
    one = mentions[0][0]
    order = orders[roots[one]]
    others = [m for m, _ in mentions if m != one and roots[m] == roots[one]]
    if not others and len(order) < 2:
        return None
    other = others[0] if others else order[(order.index(one) + 1) % len(order)]
    exchange = {one: other, other: one}
    for label, span in reversed(mentions):
        if label in exchange:
            written = text[span.start : span.end]
            text = replaced(text, span, written[: len(written) - len(label)] + exchange[label])
    return text


def equivalent(path: Path, text: str, declared: ast.Constraint, swapped: str) -> bool:
    """Whether a constraint holds in the same assignments of its variables as before: the item with
    both of its formulas as one says so of every instance."""
    body = declared.body.span
    one = text[body.start : body.end]
    other = swapped[body.start : len(swapped) - len(text) + body.end]
    both = " iff ".join(f"(defined({formula}\n) and ({formula}\n))" for formula in (one, other))
    item = hlogic.loads(replaced(text, body, both), name=path.name, folder=path.parent).compiled
    worlds = EngineWorlds(make_engine("sat"), item.theory, item.views, Budget(SECONDS))
    loads = loads_of(item.theory, item.views["base"], worlds)
    group = [i for i in item.views["base"].instances if i.family.id == declared.id.name]
    return not loads.free.possible((loads.is_violated(group),))


def compiles(text: str, path: Path) -> bool:
    try:
        hlogic.loads(text, name=path.name, folder=path.parent)
    except HlogicError:
        return False
    return True


# ---------------------------------------------------------------------------- who notices


class Judge:
    """Who notices the mutants of one item."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def verdict(self, mutant: Mutant) -> Verdict:
        """The first who notices a mutant."""
        if mutant.equivalent:
            return Verdict(mutant, "equivalent", "")
        name, folder = mutant.item, self._path.parent
        try:
            item = hlogic.loads(
                mutant.text, name=name, folder=folder, engine="sat", timeout=SECONDS
            )
        except HlogicError as error:
            return Verdict(mutant, "check", error.diagnostics[0].code)
        for outcome in item.outcomes():
            if not outcome.ok and outcome.answer.status in ("ok", "error"):
                return Verdict(mutant, "gold", f"{outcome.id} gives {outcome.actual[:60]}")
        for part in ("necessity", "claims"):  # what else there is, the answers have noticed
            new = sorted(findings(item, part) - self._usual[part])
            if new:
                return Verdict(mutant, "audit", ", ".join(" ".join(f) for f in new))
        return Verdict(mutant, "", "")

    @cached_property
    def _usual(self) -> dict[str, set[tuple[str, ...]]]:
        """What the audit finds in the item itself."""
        item = hlogic.load(self._path)
        return {part: findings(item, part) for part in ("necessity", "claims")}


def findings(item: hlogic.Item, part: str) -> set[tuple[str, ...]]:
    """What a part of the audit finds. What implies a constraint, or leaves no world, says no more
    about a mutant than that it is so; the labels that a text does not name do."""
    found = audit(item, Options(parts=(part,), timeout=SECONDS, worlds=1)).findings
    named = ("unnamed-label", "label-order")
    return {(f.code, f.about, *(f.details if f.code in named else ())) for f in found}


def verdicts(path: Path) -> Iterator[Verdict]:
    """The verdicts on every mutant of an item."""
    judge = Judge(path)
    return (judge.verdict(mutant) for mutant in mutants(path))


def main(names: list[str]) -> None:
    paths = [ITEMS / f"{name}.hlogic" for name in names] or sorted(ITEMS.glob("*.hlogic"))
    total: Counter[tuple[str, str]] = Counter()
    for path in paths:
        start = time.monotonic()
        counted: Counter[str] = Counter()
        for verdict in verdicts(path):
            counted[verdict.by] += 1
            total[verdict.mutant.kind, verdict.by] += 1
            if verdict.by in ("", "audit"):
                m = verdict.mutant
                print(f"  {verdict.by or 'SLIPS'}: {m.item} {m.constraint} {m.kind} {verdict.why}")
        print(path.stem, dict(counted), f"{time.monotonic() - start:.1f} s", flush=True)
    for kind in ("deleted", "negated", "swapped"):
        print(kind, {by or "slips": n for (k, by), n in sorted(total.items()) if k == kind})
    wrong = sum(n for (_, by), n in total.items() if by != "equivalent")
    noticed = sum(n for (_, by), n in total.items() if by not in ("", "equivalent"))
    print(f"{noticed} of {wrong} noticed, {100 * noticed / max(1, wrong):.1f} %")


if __name__ == "__main__":
    main(sys.argv[1:])
