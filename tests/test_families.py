"""Families beyond the worked cases: what is learnt on the way, limits, order, words, mistakes."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

import hlogic
from hlogic.backends.budget import Budget
from hlogic.backends.candidates import Candidates, LeastSets, MinimalSets
from hlogic.backends.engines import ENGINES
from hlogic.cli import main

PAIRS = "\n".join(
    [
        'item pairs "four cores of two pairs"',
        *(f"var x{i}: bool\nconstraint a{i}: x{i}\nconstraint b{i}: x{i}" for i in range(2)),
        "constraint clash: not (x0 and x1)",
        "ask q: core",
    ]
)
TEXTS = """item cited "words" { lang: zh }
background "不少于五人。不多于三人。人数须少，即不过三人。"
claim c1 "不少于五人。"
claim c2 "不多于三人。"
claim c3 "人数须少，即不过三人。" restates c2
sort P { ann "安" }
var n(P): 0..9  cites c1
constraint big(p in P) "{1}组够大": n(p) >= 5  # a comment
  cites c1
constraint small: n(ann) <= 3  cites c2
scope other { replace big with n(p) >= 4 }
change k "放宽" weight 2: retract big  cites c1
ask q1: core
ask q2: for_scopes { base, other }: core
ask q3: repair {k} to possible true
ask q4: size of core
"""


def clauses_hold(chosen: set[int], clauses: list[tuple[set[int], set[int]]]) -> bool:
    return all(chosen & inside or outside - chosen for inside, outside in clauses)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize(
    "make", [lambda n: MinimalSets(n, Budget()), lambda n: LeastSets([1] * n, Budget())]
)
def test_candidates_are_minimal(make: Callable[[int], Candidates], seed: int) -> None:
    """After each clause, also one that says what is out: no proper subset agrees with all."""
    draw = random.Random(seed)
    count = draw.randint(1, 7)
    candidates = make(count)
    clauses: list[tuple[set[int], set[int]]] = []
    for _ in range(30):
        inside = set(draw.sample(range(count), min(count, draw.randint(1, 3))))
        outside = set(draw.sample(range(count), draw.randint(0, 1))) - inside
        clauses.append((inside, outside))
        candidates.learn(sorted(inside), sorted(outside))
        found = candidates.next()
        agree = [
            set(c)
            for size in range(count + 1)
            for c in combinations(range(count), size)
            if clauses_hold(set(c), clauses)
        ]
        if found is None:
            assert not agree
            return
        assert set(found) in agree
        assert not any(other < set(found) for other in agree)
        if isinstance(candidates, LeastSets):
            assert len(found) == min(map(len, agree))
        if draw.random() < 0.5:
            clauses.append((set(), set(found)))
            candidates.learn((), found)
            if not found:
                return


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_refuses_what_it_cuts(engine: str) -> None:
    assert len(hlogic.loads(PAIRS, engine=engine, limit=4).ask("q").value) == 4
    cut = hlogic.loads(PAIRS, engine=engine, limit=3).ask("q")
    assert (cut.status, cut.value, cut.exact, cut.members) == ("partial", None, False, ())
    result = CliRunner().invoke(
        main, ["solve", "--engine", engine, "--limit", "3", "-"], input=PAIRS
    )
    assert result.exit_code == 3


@pytest.mark.parametrize("engine", ENGINES)
def test_what_members_say(engine: str) -> None:
    item = hlogic.loads(TEXTS, engine=engine)
    answer = item.ask("q1")
    assert answer.value == [["big(ann)", "small"]]
    assert answer.display == [["安组够大", "small"]]
    big, small = answer.members
    assert (big.alias, big.formula, big.cites) == (
        "安组够大", "n(ann) >= 5", (("c1", "不少于五人。"),),
    )  # fmt: skip
    assert small.cites == (("c2", "不多于三人。"), ("c3", "人数须少，即不过三人。"))
    formulas = [note.formula for note in item.ask("q2").members]
    assert formulas == ["n(ann) >= 5", "n(ann) <= 3", "n(ann) >= 4"]
    (change,) = item.ask("q3").members
    assert (change.id, change.alias, change.formula) == ("k", "放宽", "retract big")
    assert item.ask("q4").members == ()


def test_a_core_is_not_vacuous_but_a_hopeless_one_says_so() -> None:
    text = 'item t "t"\nvar a: bool\nconstraint x: a\nconstraint y: not a\nask q: core of {CHOSEN}'
    (warning,) = hlogic.loads(text.replace("CHOSEN", "x, y")).ask("q").warnings
    assert warning == "the scope base has no world"
    core = hlogic.loads(text.replace("CHOSEN", "x") + "\nconstraint z: a and not a").ask("q")
    assert core.value == [[]]
    assert "even without the constraints asked about" in core.warnings[1]


def test_the_same_bytes_for_every_hash_seed(tmp_path: Path) -> None:
    """Ten seeds, both engines: families of each kind."""
    path = tmp_path / "item.hlogic"
    path.write_text(
        PAIRS.replace('item pairs "four cores of two pairs"', 'item pairs "p"')
        + """
change k0: retract a0
change k1: retract b0
change k2: replace clash with x0
ask r: repair {k2, k1, k0} to possible x0 and not x1 or x0
ask s: repair smallest {k2, k1, k0} to necessary x0
ask h: hitting { {u, v}, {w, v}, {t, u} }
ask m: hitting cores of {a0, b0, a1, b1, clash}
ask e: sufficient {a0, b0, a1} for x0 and x1
scope open { retract clash }
ask f under open: sufficient {a0, b0, a1, b1} for x0 and x1
""",
        encoding="utf-8",
    )
    found = set()
    for seed in range(10):
        engine = list(ENGINES)[seed % len(ENGINES)]
        done = subprocess.run(
            [sys.executable, "-m", "hlogic", "solve", "--json", "--engine", engine, str(path)],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        )
        answers = json.loads(done.stdout)["answers"]
        for answer in answers:
            del answer["seconds"], answer["engine"]
        found.add(json.dumps(answers))
    assert len(found) == 1


@pytest.mark.parametrize(
    ("query", "code", "words"),
    [
        ("core of {bgi}", "unknown-name", "did you mean big?"),
        ("core of {big, big}", "duplicate-name", "big stands twice here"),
        ("core of {each(one), each}", "duplicate-name", "each stands twice here"),
        ("core of {r}", "not-a-constraint", "r is a rule of a `define`"),
        ("core of {k}", "not-a-constraint", "k is a change"),
        ("core of {each(two, one)}", "arity", "each takes 1 arguments, 2 given"),
        ("core of {each(1)}", "type-mismatch", "an int is not in P"),
        ("repair {kk} to possible true", "unknown-name", "did you mean k?"),
        ("repair {big} to possible true", "unknown-name", "it is a constraint"),
        ("repair {k, k} to possible true", "duplicate-name", "the change k stands twice here"),
        ("repair {k} to possible 1", "bool-expected", "what is to hold"),
        ("core where true", "misplaced-ending", "a family is about constraints"),
        ("hitting { {a, a} }", "duplicate-name", "a stands twice here"),
        ("core minus core", "shape-mismatch", "sets of names"),
        ("changed { base, s }: core", "shape-mismatch", "use `same`"),
        ("core of {big} expect [{each(one)}]", "unknown-name", "none of the constraints asked"),
        ("hitting { {a} } expect [{b}]", "unknown-name", "nothing here is named b"),
        ("core expect {big}", "shape-mismatch", "the answer is sets of names"),
        ("core expect [big]", "shape-mismatch", "each member of a family is a set"),
    ],
)
def test_mistakes(query: str, code: str, words: str) -> None:
    text = f"""item t "t"
sort P {{ one, two }}
var n: 0..9
constraint big: n > 5
constraint each(p in P): n < 3
define d {{ rule r: d }}
scope s {{ assume extra: n == 1 }}
change k: retract big
ask q: {query}
"""
    with pytest.raises(hlogic.HlogicError) as caught:
        hlogic.loads(text)
    assert [d.code for d in caught.value.diagnostics] == [code]
    (found,) = caught.value.diagnostics
    assert words in f"{found.message} {found.hint}"
