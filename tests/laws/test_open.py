"""Open sorts: random first-order items against every structure of a few elements.

`HLOGIC_RANDOM_ITEMS=2000 HLOGIC_RANDOM_SEED=7000 pytest tests/laws/test_open.py` makes a long run
from another seed on.
"""

from __future__ import annotations

import os
from itertools import product

import pytest

import generate_open
import hlogic
import reference_open
from hlogic.backends.budget import Budget
from hlogic.backends.engines import make_engine
from hlogic.backends.open.session import OpenEngine, OpenSession
from hlogic.compiler import ast, ops
from hlogic.compiler.diagnostics import Beyond, LimitError
from hlogic.compiler.open.reduce import Sentences, reduced
from hlogic.compiler.open.sized import Sized
from hlogic.compiler.query import asked
from hlogic.compiler.terms import Term

COUNT = int(os.environ.get("HLOGIC_RANDOM_ITEMS", "160")) // 4
FIRST = int(os.environ.get("HLOGIC_RANDOM_SEED", "0"))
MOST = {"epr": 4, "full": 3, "mixed": 2, "two": 2}  # elements up to which structures are tried
CASES = [(kind, seed) for kind in generate_open.KINDS for seed in range(FIRST, FIRST + COUNT)]


class Made:
    """A random item, its formulas as terms and as trees: each is asked, and so is its denial."""

    def __init__(self, kind: str, seed: int) -> None:
        self.text = generate_open.open_item(seed, kind)
        self.most = MOST[kind]
        self.item = hlogic.loads(self.text)
        compiled = self.item.compiled
        self.theory, self.view = compiled.theory, compiled.views["base"]
        self.formulas: list[tuple[Term, ast.Expr]] = []
        pool = self.theory.pool
        for name, ask in compiled.asks.items():
            tree = compiled.names.asks[name].query
            while isinstance(tree, ast.Ended):
                tree = tree.query
            assert isinstance(tree, ast.ExprQuery)
            term = next(a.term for a in asked(ask.query) if a.text == " ".join(tree.expr.span.text.split()))
            self.formulas.append((term, tree.expr))
            self.formulas.append((pool.app(ops.NOT, (term,)), ast.Unary("not", tree.expr)))

    def exists(self, tree: ast.Expr, most: int | None = None) -> bool:
        return reference_open.exists(self.item.compiled.file, most or self.most, tree)


@pytest.mark.parametrize(("kind", "seed"), CASES)
def test_answers_agree_with_structures(kind: str, seed: int) -> None:
    """What a small structure shows is possible; what is said to be possible by an exact reduction
    is shown by a structure no larger than its universe."""
    made = Made(kind, seed)
    session = OpenEngine(make_engine("sat")).open(made.theory, made.view, Budget())
    for term, tree in made.formulas:
        try:
            found = session.possible([term])
        except LimitError:
            continue
        small = made.exists(tree)
        assert found or not small, f"{made.text}\nnot possible? {tree.span.text}"
        reduction = reduced(Sentences(made.theory, made.view, [term]))
        largest = max(d.size for d in reduction.universe.domains.values())
        if found and reduction.exact([term]) and largest <= made.most:
            assert small, f"{made.text}\npossible? {tree.span.text}"


@pytest.mark.parametrize(("kind", "seed"), CASES)
def test_structures_of_a_size(kind: str, seed: int) -> None:
    """The finite theory of one size has a world just where there is a structure of that size."""
    made = Made(kind, seed)
    given = Sentences(made.theory, made.view, [term for term, _ in made.formulas])
    roots = made.theory.open_roots
    for sizes in product(range(1, 3), repeat=len(roots)):
        by_root = dict(zip(roots, sizes, strict=True))
        sized = Sized(given, by_root)
        session = make_engine("sat").open(sized.theory, sized.view, Budget())
        structures = reference_open.Structures(
            made.item.compiled.file, {r.name: n for r, n in by_root.items()}
        )
        for term, tree in made.formulas:
            found = session.possible([sized.formula(term)])
            assert found == structures.exists(tree), f"{made.text}\n{sizes}: {tree.span.text}"


@pytest.mark.parametrize(("kind", "seed"), CASES[::2])
def test_z3_agrees(kind: str, seed: int) -> None:
    pytest.importorskip("z3")
    made = Made(kind, seed)
    session = OpenEngine(make_engine("sat")).open(made.theory, made.view, Budget())
    session.expect(term for term, _ in made.formulas)
    for term, tree in made.formulas:
        try:
            other = OpenSession.by_z3(session, [term], 50_000)
            found = session.possible([term])
        except (Beyond, LimitError):
            continue
        assert other == found, f"{made.text}\n{tree.span.text}"


@pytest.mark.parametrize("engine", ["bdd", "smt"])
@pytest.mark.parametrize(("kind", "seed"), CASES[::8])
def test_engines_agree(kind: str, seed: int, engine: str) -> None:
    made = Made(kind, seed)
    texts = []
    for name in ("sat", engine):
        answers = hlogic.loads(made.text, engine=name).solve()
        texts.append([(a.id, a.status, a.value, a.warnings) for a in answers])
    assert texts[0] == texts[1], made.text
