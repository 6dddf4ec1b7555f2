"""Random items, deterministic from a seed: `item(seed)` is an `ast.File`.

The parts, each in its own file: `generate_types` (what is known of types and names),
`generate_domains` (sorts, domains, binders), `generate_expr` and `generate_bool` (expressions by
type), `generate_static` (the type that a compiler sees), `generate_decl`, `generate_macros`,
`generate_bodies`, `generate_define`, `generate_scopes`, `generate_asks`, `generate_families`
(declarations).

An expression is made either *risky*, with partial operations left bare, or safe, so that it is
defined wherever its names are; the share of each sets how many asks are errors.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

import reference_theory
from generate_asks import WithAsks
from generate_define import define_drawn
from generate_families import WithFamilies
from generate_types import Knobs, State, ident
from hlogic.compiler import ast

HEADER = ast.Header("item", ident("random_item"), "随机", (), span=ast.NOWHERE)


def item(seed: int, knobs: Knobs | None = None) -> ast.File:
    """A random item, the same for the same seed and knobs."""
    state = State(random.Random(seed), replace(knobs or Knobs()))
    state.knobs.worlds = min(state.knobs.worlds, state.pick((10, 30, 60, 120, 400)))
    builder = WithFamilies(state)
    background(builder)
    builder.constants()
    builder.sorts()
    builder.variables()
    derivations(builder)
    if define_drawn(state, seed):
        builder.groups()
    constraints(builder)
    for _ in range(state.pick((0, 1, 1, 2, 3, 5))):
        builder.scope()
    for _ in range(state.rnd.randint(1, state.knobs.asks)):
        builder.ask()
    if builder.drawn:
        builder.show_atoms()
    builder.families_and_changes()
    return ast.File(HEADER, shuffled(state, builder.declared))


def background(builder: WithAsks) -> None:
    """A text of a few sentences, claimed or inert."""
    state = builder.state
    if not state.chance(0.4):
        return
    count = state.rnd.randint(2, 5)
    sentences = [f"第{i}条：“规则”{i}😀。" for i in range(1, count + 1)]
    builder.declared.append(ast.Background("\n".join(sentences), None))
    for i, text in enumerate(sentences, 1):
        builder.declared.append(claim(builder, f"b{i}", text, builder.claims))
        status = builder.declared[-1].status
        if status == "claim":
            builder.claims.append(f"b{i}")


def claim(builder: WithAsks, name: str, text: str, before: list[str]) -> ast.Claim:
    state = builder.state
    status: Any = "claim"
    restated = because = None
    if before and state.chance(0.3):
        status = state.pick(("inert", "unmodelled", "restates"))
        if status == "restates":
            restated = ident(state.pick(before))
        elif status == "unmodelled" or state.chance(0.5):
            because = "不影响"
    return ast.Claim(ident(name), None, None, text, None, status, restated, because)


def derivations(builder: WithAsks) -> None:
    """Tables, derived terms and macros, each free to use the earlier ones."""
    state = builder.state
    for _ in range(state.pick((0, 1, 1, 2))):
        builder.table()
    builder.higher_macros()
    for _ in range(state.pick((0, 1, 2, 3, 4))):
        state.pick((builder.derive, builder.derive, builder.macro))()


def constraints(builder: WithAsks) -> None:
    """Constraints that mostly leave a world."""
    state = builder.state
    for _ in range(state.pick((0, 1, 2, 2, 3, 4, 5))):
        builder.constraint(0.3)
        tried = ast.File(HEADER, tuple(builder.declared))
        if not reference_theory.Item(tried).worlds("base") and state.chance(0.9):
            builder.declared.pop()
            builder.families.pop()


def shuffled(state: State, declared: list[Any]) -> tuple[Any, ...]:
    """Declarations may stand in any order; asks are last more often than not."""
    if state.chance(0.4):
        state.rnd.shuffle(declared)
    return tuple(declared)


def items(knobs: Knobs | None = None) -> st.SearchStrategy[ast.File]:
    """A hypothesis strategy of items, by their seed."""
    return st.integers(0, 2**32).map(lambda seed: item(seed, knobs))
