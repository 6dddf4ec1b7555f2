"""Random sorts, domains, binders and parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generate_types import BOOL, INT, Ctx, Dom, Enum, Literal, State, Symbol, ident, literal, number
from hlogic.compiler import ast

SORTS = ("Doc", "Day", "Room", "医生")
LABELS = {
    "Doc": ("ann", "bo", "cy", "di"),
    "Day": ("mon", "tue", "wed", "thu"),
    "Room": ("hall", "den", "attic"),
    "医生": ("李", "王", "赵"),
}
INLINE = ("nobody", "none_", "无人")
BINDERS = ("x", "y", "z", "i", "j", "甲", "k", "w", "p", "q", "r", "s", "t")


def declare_sorts(state: State) -> list[Any]:
    """Enumerated sorts first, then sorts that are named domains."""
    declared: list[Any] = []
    state.inline = tuple(state.some(INLINE, 1))
    for name in state.some(SORTS, 1, 3):
        labels = list(state.some(LABELS[name], 1))
        if declared and state.chance(0.3):
            labels.append(state.pick(state.pick(list(state.enums.values())).labels))
        state.rnd.shuffle(labels)
        ordered = state.chance(0.5)
        state.enums[name] = Enum(name, tuple(labels), ordered)
        for label in labels:
            state.spelled[label] = state.spelled.get(label, 0) + 1
        state.named[name] = Dom(
            ast.NamedDomain(name), frozenset({name}), tuple((name, label) for label in labels)
        )
        new = tuple(ast.NewLabel(label, label_aliases(state, label)) for label in labels)
        sort = ast.Sort(ident(name), (), ordered, False, False, new, None, ast.NO_TRAILER)
        declared.append(sort)
    for name in state.some(("Sub", "Num", "Mix"), 0, 2):
        declared.append(declare_named(state, name))
    return declared


def label_aliases(state: State, label: str) -> tuple[str, ...]:
    if state.chance(0.7):
        return ()
    return (f"“{label}”", f'{label} "again"\n')[: state.rnd.randint(1, 2)]


def declare_named(state: State, name: str) -> ast.Sort:
    makers: dict[str, Callable[[State], Dom]] = {"Sub": subset, "Num": range_, "Mix": union}
    made = makers[name](state)
    state.named[name] = Dom(ast.NamedDomain(name), made.type, made.values)
    return ast.Sort(ident(name), (), False, False, False, None, made.tree, ast.NO_TRAILER)


def subset(state: State) -> Dom:
    enum = state.pick(list(state.enums.values()))
    labels = state.some(enum.labels, 1)
    tree = ast.Subset(enum.name, tuple(ident(label) for label in labels))
    return Dom(tree, frozenset({enum.name}), tuple((enum.name, label) for label in labels))


def range_(state: State) -> Dom:
    low = state.pick((0, 0, 0, 1, -1, 2))
    high = low + state.pick((0, 1, 1, 2, 2, 3))
    return Dom(
        ast.RangeLit(number_or_constant(state, low), number_or_constant(state, high)),
        INT,
        tuple(range(low, high + 1)),
    )


def number_or_constant(state: State, value: int) -> Any:
    names = [name for name, constant in state.constants.items() if constant == value]
    return ast.Name(state.pick(names)) if names and state.chance(0.6) else number(value)


def numbers(state: State) -> Dom:
    values = sorted(state.rnd.sample(range(-2, 7), state.rnd.randint(1, 3)))
    return Dom(ast.Members(tuple(number(v) for v in values)), INT, tuple(values))


def inline(state: State) -> Dom:
    names = state.some(state.inline, 1, 2)
    tree = ast.Members(tuple(ast.NewLabel(name, ()) for name in names))
    return Dom(tree, frozenset({"inline"}), tuple(("inline", name) for name in names))


def union(state: State) -> Dom:
    """Two or three parts of any kinds but bool, with repeats and overlaps now and then."""
    parts = [state.pick((subset, range_, inline, inline, enumerated))(state) for _ in range(2)]
    if state.chance(0.15):
        parts.append(state.pick((numbers, subset))(state))
    if any(isinstance(p.tree, ast.Union) for p in parts):
        return parts[0]
    values = tuple(dict.fromkeys(v for p in parts for v in p.values))
    type_ = frozenset(root for p in parts for root in p.type)
    return Dom(ast.Union(tuple(p.tree for p in parts)), type_, values)


def enumerated(state: State) -> Dom:
    return state.named[state.pick(list(state.enums))]


def named(state: State) -> Dom:
    return state.named[state.pick(list(state.named))]


def boolean(state: State) -> Dom:
    return Dom(ast.NamedDomain("bool"), BOOL, (False, True))


def domain(state: State, most: int = 4) -> Dom:
    """A domain of at most so many values."""
    makers = (
        [boolean] * 4 + [named] * 5 + [range_] * 3 + [union] * 3 + [inline, numbers, subset, subset]
    )
    for _ in range(20):
        made = state.pick(makers)(state)
        if len(made.values) <= most:
            state.types.append(made.type)
            return made
    return boolean(state)


def key_domain(state: State, most: int = 4) -> Dom:
    """A domain for parameters: mostly a sort."""
    made = named(state) if state.chance(0.7) else domain(state, most)
    return made if len(made.values) <= most else boolean(state)


# ---------------------------------------------------------------------- binders


def fresh(state: State, ctx: Ctx, count: int) -> list[str]:
    taken = {symbol.name for symbol in ctx.locals} | set(ctx.taken)
    free = [name for name in BINDERS if name not in taken]
    chosen = state.rnd.sample(free, count)
    if "y" in free and "y" not in chosen and state.chance(0.3):
        chosen[0] = "y"  # as the binders inside macros are called
    return chosen


def binders(
    state: State, ctx: Ctx, most: int = 2, tuples: int = 9
) -> tuple[tuple[ast.Binder, ...], list[Symbol], list[Dom]]:
    """Binders for up to so many names, the names as symbols, and the domain of each."""
    deep = len(ctx.locals)
    most, tuples = (1, 3) if deep > 2 else (most, 4) if deep else (most, tuples)
    count = state.rnd.randint(1, most)
    names = fresh(state, ctx, count)
    first = key_domain(state, tuples)
    if count == 2 and len(first.values) ** 2 <= tuples and state.chance(0.5):
        trees: tuple[ast.Binder, ...] = (
            ast.Binder(tuple(ident(name) for name in names), first.tree),
        )
        domains = [first, first]
    else:
        domains = [first, key_domain(state, max(2, tuples // len(first.values)))][:count]
        trees = tuple(
            ast.Binder((ident(name),), dom.tree) for name, dom in zip(names, domains, strict=True)
        )
    symbols = [
        Symbol(name, dom.type, (), frozenset(dom.values))
        for name, dom in zip(names, domains, strict=True)
    ]
    return trees, symbols, domains


Condition = Callable[[tuple[Any, ...]], bool]


def condition(state: State, symbols: list[Symbol], domains: list[Dom]) -> tuple[Any, Condition]:
    """A constant condition on binders, as a tree and as a test of the values."""
    name = ast.Name(symbols[0].name)
    value = state.pick(domains[0].values)
    (first, *others) = symbols
    if others and others[0].type == first.type and state.chance(0.7):
        return ast.Binary("!=", name, ast.Name(others[0].name)), lambda v: v[0] != v[1]
    tables = [t for t, facts in state.facts.items() if facts.keys() >= set(domains[0].values)]
    if tables and domains[0].type != BOOL and state.chance(0.5):
        return table_condition(state, name, state.pick(tables), value)
    if state.chance(0.1):
        return ast.Bool(False), lambda v: False
    if state.chance(0.1):
        return ast.Bool(True), lambda v: True
    if state.chance(0.3):
        chosen = state.some(domains[0].values, 1)
        items = ast.SetLit(tuple(literal(state, v) for v in chosen))
        return ast.In(name, items, False), lambda v: v[0] in chosen
    return ast.Binary("!=", name, literal(state, value)), lambda v: v[0] != value


def table_condition(
    state: State, name: ast.Name, table: str, value: Literal
) -> tuple[Any, Condition]:
    """A condition that reads a table, which a scope may override."""
    facts = state.facts[table]
    wanted = facts[value]
    entry = ast.Call(table, (name,))
    if isinstance(wanted, bool):
        return entry, lambda v: facts[v[0]] is True
    return ast.Binary("==", entry, literal(state, wanted)), lambda v: facts[v[0]] == wanted
