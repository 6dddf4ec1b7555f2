"""An independent evaluator of `.hlogic` items, naive on purpose: it reads the syntax tree, follows
language.md to the letter by brute force, and shares nothing with the compiler but the tree.

`answers(file)` gives each ask's answer in JSON form, or the text "error". The forms of later steps
(`use`, open sorts) are not understood.
"""

from __future__ import annotations

from typing import Any

from hlogic.compiler import ast
from reference_asks import QueryError
from reference_families import FamilyAsker, family_json
from reference_theory import Item, walk


def needs_later_step(file: ast.File) -> bool:
    """Whether a file uses a form that this evaluator does not understand."""
    return any(
        isinstance(node, ast.Use) or (isinstance(node, ast.Sort) and node.open)
        for node in walk(file.declarations)
    )


def answers(file: ast.File) -> dict[str, Any]:
    """Every ask and check that is understood, by its id, in the order of the file."""
    item = Item(file)
    asker = FamilyAsker(item)
    found: dict[str, Any] = {}
    for name, ask in item.asks.items():
        try:
            found[name] = family_json(asker.ask(ask), item)
        except QueryError:
            found[name] = "error"
    return found


def matches(expect: ast.Expect, answer: Any) -> bool:
    """Whether an answer in JSON form is what an `expect` says; sets may stand in any order."""
    return comparable_expect(expect) == comparable_answer(answer, expect)


def comparable_expect(expect: Any) -> Any:
    if isinstance(expect, ast.ExpectAtom):
        return atom(expect.value)
    if isinstance(expect, ast.ExpectSet | ast.ExpectRows):
        return sorted(repr(comparable_expect(e)) for e in expect.items)
    if isinstance(expect, ast.ExpectTuple):
        return [comparable_expect(e) for e in expect.items]
    return {repr(comparable_expect(k)): comparable_expect(v) for k, v in expect.entries}


def atom(value: Any) -> str:
    if isinstance(value, ast.Unary):
        return f"-{atom(value.arg)}"
    if isinstance(value, ast.Bool):
        return str(value.value).lower()
    if isinstance(value, ast.Qualified):
        return f"{value.sort}.{value.label}"
    if isinstance(value, ast.Int):
        return str(value.value)
    if isinstance(value, ast.Call):
        return f"{value.name}({', '.join(map(atom, value.args))})"
    assert isinstance(value, ast.Name)
    return value.name


def comparable_answer(answer: Any, expect: Any) -> Any:
    """The answer in the shape of the expectation; a difference of shape shows as it is."""
    if isinstance(answer, list) and isinstance(expect, ast.ExpectMap):
        by_case = {repr(comparable_expect(k)): v for k, v in expect.entries}
        cases = {}
        for case in answer:
            name = repr(as_shown(case["case"]))
            cases[name] = comparable_answer(case["result"], by_case.get(name))
        return cases
    if isinstance(answer, list) and isinstance(expect, ast.ExpectSet | ast.ExpectRows):
        inside = expect.items[0] if expect.items else None
        return sorted(repr(comparable_answer(a, inside)) for a in answer)
    if isinstance(answer, list) and isinstance(expect, ast.ExpectTuple):
        if len(answer) != len(expect.items):
            return answer
        return [comparable_answer(a, e) for a, e in zip(answer, expect.items, strict=True)]
    return as_shown(answer)


def as_shown(answer: Any) -> Any:
    if isinstance(answer, list):
        return [as_shown(a) for a in answer]
    return str(answer).lower() if isinstance(answer, bool) else str(answer)
