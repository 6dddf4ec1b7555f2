"""`define`: rules to terms, and what a group may say of itself.

In a least group the predicates of the group stand only in positive positions, so that there is a
least fixed point; in a stable group they may also stand, anywhere, under a written `not`. A group
reaches itself only directly: a way back through another group or a derived term is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NoReturn

from hlogic.compiler import ast, ops
from hlogic.compiler.diagnostics import Label, Report, fail
from hlogic.compiler.elaborate.declarations import Declarations
from hlogic.compiler.elaborate.domains import BASE_TABLES, instances
from hlogic.compiler.elaborate.environment import Env
from hlogic.compiler.elaborate.expressions import Expressions
from hlogic.compiler.elaborate.names import Names
from hlogic.compiler.ir import Group, Rule, Symbol, View
from hlogic.compiler.sorts import comparable, describe
from hlogic.compiler.source import Span
from hlogic.compiler.terms import App, Const, Ref, Spread, Term, below, parts


def elaborate_groups(
    names: Names, declarations: Declarations, symbols: Mapping[str, Symbol], report: Report
) -> list[Group]:
    """The groups of the item with their rules, in the order of the text."""
    groups: list[Group] = []
    seen: set[int] = set()
    for define in names.defines.values():
        if id(define) in seen:
            continue
        seen.add(id(define))
        members = [symbols[p.name.name] for p in define.predicates if p.name.name in symbols]
        if len(members) != len(define.predicates):
            continue  # a predicate is wrong, as was said
        group = members[0].group
        assert group is not None
        group.symbols = tuple(members)
        rules: list[Rule] = []
        for rule in define.rules:
            with report.collecting():
                rules.append(make_rule(declarations.expressions, rule, group))
        group.rules = tuple(rules)
        groups.append(group)
    return groups


def make_rule(expressions: Expressions, declared: ast.Rule, group: Group | None) -> Rule:
    """One rule; `group` is the one that it stands in, None for a rule that a scope adds."""
    parameters, env = expressions.parameters(declared.params)
    head = _head(expressions, declared, group)
    args = _arguments(expressions, declared.head, head, env)
    body: Term = expressions.pool.bool(True)
    if declared.body is not None:
        body = expressions.boolean(declared.body, env, "the body of a rule")
    assert head.group is not None
    for arg in args:
        if mentions(arg, head.group):
            fail("rule-head", declared.head.span, "the head's arguments must be free of the group")
    place = declared.head.span if declared.body is None else declared.body.span
    positions = Positions(expressions, head.group, declared.id.name, place)
    positions.check(body)
    body = positions.monotone(body)
    if parameters.where is not None:
        expressions.symbols.prepare(parameters.where)
    what, span = f"the rule {declared.id.name}", declared.id.span
    keys = instances(parameters, what, span, BASE_TABLES, expressions.max_instances)
    cites = tuple(c.name for c in declared.trailer.cites)
    return Rule(declared.id.name, parameters, keys, head, args, body, cites, span)


def _head(expressions: Expressions, declared: ast.Rule, group: Group | None) -> Symbol:
    name = declared.head.name
    wanted = expressions.names.values.get(name)
    if not isinstance(wanted, ast.Predicate):
        near = [n for n, d in expressions.names.values.items() if isinstance(d, ast.Predicate)]
        expressions.unknown(
            "", name, declared.head.span, near, f"{name} is no predicate of a `define`"
        )
    symbol = expressions.symbols.symbol(name)
    if group is not None and symbol.group is not group:
        defined = ", ".join(s.name for s in group.symbols)
        fail(
            "rule-head",
            declared.head.span,
            f"the head must be a predicate that this `define` defines: {defined}",
            labels=(Label(symbol.span, f"{name} is defined here"),),
        )
    return symbol


def _arguments(
    expressions: Expressions, head: ast.Name | ast.Call, symbol: Symbol, env: Env
) -> tuple[Term, ...]:
    given = head.args if isinstance(head, ast.Call) else ()
    domains = symbol.parameters.domains
    if len(given) != len(domains):
        fail(
            "arity", head.span, f"{symbol.name} takes {len(domains)} arguments, {len(given)} given"
        )
    terms: list[Term] = []
    for arg, domain in zip(given, domains, strict=True):
        term = expressions.term(arg, env)
        if not comparable(term.type, domain.type):
            fail("type-mismatch", arg.span, f"{describe(term.type)} is not in {domain.name}")
        terms.append(term)
    return tuple(terms)


def mentions(term: Term, group: Group) -> bool:
    """Whether a term reads a predicate of the group."""
    return any(isinstance(t, Ref) and t.symbol.group is group for t in below([term]))


class Positions:
    """Checks where the predicates of a group stand in the body of a rule."""

    def __init__(self, expressions: Expressions, group: Group, rule: str, span: Span) -> None:
        self._expressions = expressions
        self._group = group
        self._rule = rule
        self._span = span

    def check(self, body: Term) -> None:
        """Raises HlogicError at the first place that is neither positive nor under `not`."""
        waiting = [body]
        while waiting:
            term = waiting.pop()
            if self._open(term):
                waiting.extend(reversed(self._positive(term)))

    def _open(self, term: Term) -> bool:
        """Whether the group is read in a term, for a stable one elsewhere than under `not`."""
        denials = self._expressions.denials if self._group.stable else ()
        read = below([term], lambda t: t in denials)
        return any(isinstance(t, Ref) and t.symbol.group is self._group for t in read)

    def _positive(self, term: Term) -> list[Term]:
        """The parts of a term that stand in positive positions of it; refuses the others."""
        match term:
            case Ref(symbol=symbol, args=args):
                if symbol.group is not self._group or any(map(self._open, args)):
                    self._refuse(f"inside the arguments of {symbol.name}")
                return []
            case App(op=ops.NOT):
                self._deny(term)
            case App(op=op) | Spread(op=op) if op in (ops.AND, ops.OR):
                return list(parts(term))
            case App(op=ops.IF, args=(condition, then, otherwise)):
                if self._open(condition):
                    self._refuse("in the condition of `if`")
                return [then, otherwise]
            case App(op=ops.LE, args=(bound, counted)) if _is_count(counted):
                if self._open(bound):
                    self._refuse("in the bound of a count")
                return [p for element in parts(counted) for p in _counted(element)]
            case App(op=op) | Spread(op=op):
                self._refuse(f"inside `{op.symbol}`")
        raise AssertionError(term)

    def monotone(self, term: Term) -> Term:
        """The body with its positive counts over the group as `at_least`, which need not know every
        element: a strict count could turn undefined as the group grows, and there would be no
        least fixed point."""
        if not self._open(term):
            return term
        pool, again = self._expressions.pool, self.monotone
        match term:
            case App(op=op, args=args) if op in (ops.AND, ops.OR):
                return pool.app(op, [again(a) for a in args])
            case Spread(op=op, variables=variables, element=element) if op in (ops.AND, ops.OR):
                return pool.spread(op, (), variables, [again(e) for e in element])
            case App(op=ops.IF, args=(condition, then, otherwise)):
                return pool.app(ops.IF, (condition, again(then), again(otherwise)))
            case App(op=ops.LE, args=(bound, App(args=counted))):
                return pool.app(ops.AT_LEAST, (bound, *map(self._element, counted)))
            case App(op=ops.LE, args=(bound, Spread(variables=variables, element=(element,)))):
                return pool.spread(ops.AT_LEAST, (bound,), variables, (self._element(element),))
        return term

    def _element(self, element: Term) -> Term:
        return self._expressions.pool.app(ops.AND, [self.monotone(p) for p in _counted(element)])

    def _deny(self, term: Term) -> NoReturn:
        names = ", ".join(s.name for s in self._group.symbols)
        if term not in self._expressions.denials:
            self._refuse("left of `implies`, in the `where` of `forall`, or under `!=` or `xor`")
        fail(
            "recursion-through-not",
            self._span,
            f"the rule {self._rule} defines {names} through `not` of itself",
            "write `define stable` for negation as failure",
            (Label(self._group.span, "this `define` takes the least fixed point"),),
        )

    def _refuse(self, where: str) -> NoReturn:
        names = ", ".join(s.name for s in self._group.symbols)
        kinds = (
            "neither positive nor under `not`" if self._group.stable else "which is not positive"
        )
        fail(
            "group-position",
            self._span,
            f"in the rule {self._rule} the group's predicate {names} stands {where}, {kinds}",
            "" if self._group.stable else "`define stable` allows it under `not`",
        )


def _is_count(term: Term) -> bool:
    return isinstance(term, App | Spread) and term.op is ops.COUNT


def _counted(element: Term) -> list[Term]:
    """An element of a count; `if C then P else false` is how its `where` is written."""
    if isinstance(element, App) and element.op is ops.IF:
        condition, then, otherwise = element.args
        if isinstance(otherwise, Const) and otherwise.value is False:
            return [condition, then]
    return [element]


# ---------------------------------------------------------------------------- order of groups

Node = Group | Symbol


def order_groups(
    groups: list[Group], views: Iterable[View], symbols: Iterable[Symbol]
) -> list[Group]:
    """The groups, each after those that it uses in any scope. Raises HlogicError for a cycle that
    leaves a group."""
    uses = _uses(list(views), list(symbols))
    order: dict[Group, None] = {}
    for start in groups:
        path: list[Node] = []
        stack: list[tuple[Node, bool]] = [(start, False)]
        done: set[Node] = set()
        while stack:
            node, leaving = stack.pop()
            if leaving:
                path.pop()
                done.add(node)
                if isinstance(node, Group):
                    order.setdefault(node)
                continue
            if node in path:
                around = path[path.index(node) :]
                if len(around) > 1 and any(isinstance(n, Group) for n in around):
                    _cycle(around)
                continue
            if node in done or node in order:
                continue
            path.append(node)
            stack.append((node, True))
            stack.extend((used, False) for used in uses.get(node, ()))
    return list(order)


def _uses(views: list[View], symbols: list[Symbol]) -> dict[Node, dict[Node, None]]:
    """By group and derived term, the groups and derived terms that it reads in some scope."""
    bodies: dict[Node, list[Term]] = {}
    for symbol in symbols:
        if symbol.kind == "derive" and symbol.body is not None:
            bodies.setdefault(symbol, []).append(symbol.body)
    for view in views:
        for (symbol, _), (body, _) in view.derived.items():
            bodies.setdefault(symbol, []).append(body)
        for group, rules in view.rules.items():
            for instance in rules:
                bodies.setdefault(group, []).extend((*instance.rule.args, instance.rule.body))
    uses: dict[Node, dict[Node, None]] = {}
    for node, terms in bodies.items():
        found = uses.setdefault(node, {})
        for term in below(dict.fromkeys(terms)):
            if isinstance(term, Ref) and term.symbol.kind in ("derive", "predicate"):
                found.setdefault(term.symbol.group or term.symbol)
    return uses


def _cycle(around: list[Node]) -> NoReturn:
    start = min(range(len(around)), key=lambda i: around[i].span.start)
    ring = [*around[start:], *around[: start + 1]]
    way = " -> ".join(n.symbols[0].name if isinstance(n, Group) else n.name for n in ring)
    only_groups = all(isinstance(n, Group) for n in around)
    what = "the groups" if only_groups else "what is defined"
    fail(
        "group-cycle",
        ring[0].span,
        f"{what} {way} depend on each other",
        "define them together: `define { p, q } { … }`",
    )
