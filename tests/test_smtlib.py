"""The SMT-LIB export: z3 and cvc5 read it and agree with us, and its models are the worlds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hlogic
from hlogic.backends.budget import Budget
from hlogic.backends.export.smtlib import smtlib_text
from hlogic.backends.sat import SatEngine
from hlogic.compiler import ops
from hlogic.compiler.ops import Op
from hlogic.compiler.sorts import BOOL, UNDEFINED
from laws.small import ROWS, Bench, applied, evaluate, row_id
from test_cases import CASES, GOOD

ROOT = Path(__file__).resolve().parent.parent
FILES = [
    *(CASES / f"{case}.hlogic" for case in GOOD),
    *sorted((ROOT / "items").glob("*.hlogic")),
]
# Stable groups of many atoms: a minute for all scopes, so these are held in the first one.
LONG = ("authority_cycle", "negation_cycle")
FEW = 60  # worlds up to which the models of an export are counted
_DECLARED = re.compile(r"^\(declare-const (\|[^|]*\||\S+) ", re.MULTILINE)


def z3_reads(text: str) -> str:
    import z3

    context = z3.Context()
    return str(z3.z3core.Z3_eval_smtlib2_string(context.ref(), text)).strip()


def cvc5_reads(text: str) -> str:
    import cvc5

    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    symbols = cvc5.SymbolManager(manager)
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "export.smt2")
    answers = []
    while not (command := parser.nextCommand()).isNull():
        answers.append(str(command.invoke(solver, symbols)))
    return "".join(answers).strip()


def models(text: str, limit: int) -> int:
    """How many values of the declared constants there are, each blocked when it is found."""
    import z3

    context = z3.Context()

    def run(commands: str) -> str:
        return str(z3.z3core.Z3_eval_smtlib2_string(context.ref(), commands)).strip()

    names = _DECLARED.findall(text)
    answer = run(text)
    found = 0
    while answer == "sat" and found < limit:
        found += 1
        values = [run(f"(get-value ({name}))")[2 + len(name) : -2] for name in names]
        same = " ".join(f"(= {n} {v})" for n, v in zip(names, values, strict=True))
        answer = run(f"(assert (not (and true true {same})))(check-sat)")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_both_solvers_agree_with_us(path: Path) -> None:
    """z3 in every scope; cvc5, and the models one by one, in the first."""
    item = hlogic.load(path)
    theory = item.compiled.theory
    for scope in item.scopes[:1] if path.stem in LONG else item.scopes:
        text = item.export("smtlib", scope)
        session = SatEngine().open(theory, item.compiled.views[scope], Budget())
        verdict = "sat" if session.possible(()) else "unsat"
        assert z3_reads(text) == verdict, scope
        if scope == item.scopes[0]:
            assert cvc5_reads(text) == verdict
            if (count := session.count(())) <= FEW:
                assert models(text, count + 1) == count


# Names that SMT-LIB or a solver has taken, names twice over, and text that needs bars.
NAMES = """
item names "名字"
background "甲|乙\\\\丙"
claim c1 "甲|乙\\\\丙"
sort Int { push, pop, 中文 }
sort Real ordered { assert, store, select }
var Bool: bool
var distinct(Int): Real
var concat: Int
var unused: { none } | Real | 1..2
constraint concat: distinct(concat) != select or Bool  cites c1
constraint 顺序(x in Int): distinct(x) <= store        cites c1
"""

SIGNS = """
item signs "floor division and remainders, all signs; unions"
var a: -5..5
var b: -3..3
var u: -1..1 | { none, some }
constraint c: a // b == -2 or a % b == -2 or (a + 6) // 4 == b
constraint d: u == none or u + a > 2
"""


@pytest.mark.parametrize("text", [NAMES, SIGNS], ids=["names", "signs"])
def test_names_signs_and_unions(text: str) -> None:
    item = hlogic.loads(text)
    exported = item.export("smtlib")
    theory, view = item.compiled.theory, item.compiled.views["base"]
    count = SatEngine().open(theory, view, Budget()).count(())
    assert models(exported, 1000) == count > 0
    assert cvc5_reads(exported) == "sat"


@pytest.mark.parametrize(("op", "signature"), ROWS, ids=row_id)
def test_every_row(op: Op, signature: tuple[object, ...]) -> None:
    """Each operator as the export writes it, on all inputs of small sorts."""
    bench = Bench()
    term = applied(bench, op, signature, (False,) * len(signature))
    found = [evaluate(term, world) for world in bench.worlds()]
    for value in list(dict.fromkeys(v for v in found if v is not UNDEFINED))[:2]:
        claim = bench.pool.made(ops.EQ, (term, bench.pool.const(value, term.type)), BOOL)
        text = smtlib_text(bench.theory(), bench.view(claim), {})
        assert models(text, 1000) == found.count(value)


def test_cores_are_had_by_name() -> None:
    item = hlogic.loads(
        "item core var x: 1..3 constraint low: x < 2 constraint odd: x != 2 constraint high: x > 1"
    )
    text = "(set-option :produce-unsat-cores true)" + item.export("smtlib") + "(get-unsat-core)"
    for answer in (z3_reads(text), cvc5_reads(text)):
        assert sorted(re.findall(r"\w+", answer)) == ["high", "low", "unsat"]
