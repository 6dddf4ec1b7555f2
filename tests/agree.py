"""Whether both engines and the reference agree on an item, and how to shrink one where they do not.

`disagreement(file)` is None or what differs, in words. `shrink(file, kind)` drops declarations,
operations and parts of expressions for as long as the disagreement stays one of the same kind.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import hlogic
import reference
from hlogic.backends import engines
from hlogic.compiler import ast
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.parse import parse_file
from hlogic.compiler.syntax.printer import print_file

# Ganak differs from SAT only in counts that no small item has.
ENGINES = tuple(name for name, row in engines.ENGINES.items() if not row.counts_only)


@dataclass(frozen=True)
class Disagreement:
    """`kind` says who differs from whom, and is what a smaller item must still show."""

    kind: str
    text: str


def printed(file: ast.File) -> str:
    return print_file(file)


def reread(text: str) -> ast.File:
    return parse_file(Source.of("random.hlogic", text))[0]


def disagreement(file: ast.File) -> Disagreement | None:
    """The first thing on which the printer, the engines and the reference do not agree."""
    text = printed(file)
    try:
        answers = {engine: engine_answers(text, engine) for engine in ENGINES}
    except hlogic.HlogicError as error:
        codes = sorted({d.code for d in error.diagnostics})
        return Disagreement(f"rejected: {', '.join(codes)}", str(error))
    except Exception as error:
        return Disagreement(f"crashed: {type(error).__name__}", repr(error))
    if reread(text) != file:
        return Disagreement("round trip", "the printed item is read as another tree")
    expected = reference.answers(file)
    for ask, want in expected.items():
        by_engine = {engine: answers[engine][ask] for engine in ENGINES}
        found = compare(ask, by_engine, want)
        if found is not None:
            return found
    return None


def engine_answers(text: str, engine: str) -> dict[str, tuple[str, Any, Any]]:
    item = hlogic.loads(text, name="random.hlogic", engine=engine)
    found = {}
    for ask in item.asks:
        answer = item.ask(ask)
        found[ask] = (answer.status, answer.value, answer.error)
    return found


def compare(ask: str, by_engine: dict[str, tuple[str, Any, Any]], want: Any) -> Disagreement | None:
    oracle = by_engine["oracle"]
    for engine, (status, value, error) in by_engine.items():
        if status not in ("ok", "error"):
            return Disagreement(f"{engine}: {status}", f"{ask}: {error}")
        got = "error" if status == "error" else value
        if not same(got, want):
            shown = error if status == "error" else value
            return Disagreement(
                f"{engine} against the reference", f"{ask}: {engine} {shown!r}, reference {want!r}"
            )
    for engine, found in by_engine.items():
        if found != oracle:
            kind = f"oracle against {engine}"
            return Disagreement(kind, f"{ask}: oracle {oracle!r}, {engine} {found!r}")
    return None


def same(a: Any, b: Any) -> bool:
    """Equality that tells `true` from 1."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    return type(a) is type(b) and bool(a == b)


# ---------------------------------------------------------------------- shrinking


def shrink(file: ast.File, fails: Callable[[ast.File], bool], tries: int = 2_000) -> ast.File:
    """The smallest file found that still fails, by greedy steps."""
    while True:
        for smaller in smaller_files(file):
            tries -= 1
            if tries < 0:
                return file
            if still(smaller, fails):
                file = smaller
                break
        else:
            return file


def still(file: ast.File, fails: Callable[[ast.File], bool]) -> bool:
    """Whether a smaller file fails in the same way; what makes no sense does not count."""
    try:
        return fails(file)
    except Exception:
        return False


def smaller_files(file: ast.File) -> Iterator[ast.File]:
    declarations = file.declarations
    half = len(declarations) // 2
    for size in (half, half // 2, 2, 1):
        if size < 1:
            continue
        for i in range(0, len(declarations), size):
            yield ast.File(file.header, declarations[:i] + declarations[i + size :])
    for i, declaration in enumerate(declarations):
        for other in smaller(declaration):
            yield ast.File(file.header, (*declarations[:i], other, *declarations[i + 1 :]))


def smaller(node: Any) -> Iterator[Any]:
    """Trees a step smaller: a part in the place of the whole, an element of a tuple dropped, a
    field emptied, or one of these inside."""
    if isinstance(node, tuple):
        for i in range(len(node)):
            yield node[:i] + node[i + 1 :]
        for i, part in enumerate(node):
            for other in smaller(part):
                yield (*node[:i], other, *node[i + 1 :])
        return
    if not isinstance(node, ast.Node):
        return
    if isinstance(node, ast.Trailer):
        if node != ast.NO_TRAILER:
            yield ast.NO_TRAILER
        return
    yield from hoisted(node)
    for f in dataclasses.fields(node):
        if f.name == "span" or f.name.endswith("_span"):
            continue
        value = getattr(node, f.name)
        if value is not None and "None" in str(f.type):
            yield dataclasses.replace(node, **{f.name: None})
        for other in smaller(value):
            yield dataclasses.replace(node, **{f.name: other})


EXPRESSIONS = ast.Expr.__args__
QUERIES = ast.Query.__args__


def hoisted(node: Any) -> Iterator[Any]:
    """A literal, or a part of an expression or query, in its place."""
    for kinds in (EXPRESSIONS, QUERIES):
        if isinstance(node, kinds):
            if kinds is EXPRESSIONS and not isinstance(node, ast.Bool | ast.Int | ast.Name):
                yield from (ast.Bool(True), ast.Bool(False), ast.Int(0), ast.Int(1))
            for f in dataclasses.fields(node):
                value = getattr(node, f.name)
                parts = value if isinstance(value, tuple) else (value,)
                yield from (p for p in parts if isinstance(p, kinds))
    if isinstance(node, ast.QueryCase | ast.Arm):
        return
