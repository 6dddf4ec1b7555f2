"""`define`: groups and their rules, to terms."""

from __future__ import annotations

from collections.abc import Mapping

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Label, Report, fail
from hlogic.compiler.elaborate.calls import argument_in, check_arity
from hlogic.compiler.elaborate.counts import Counts
from hlogic.compiler.elaborate.declarations import Declarations
from hlogic.compiler.elaborate.domains import BASE_TABLES, instances
from hlogic.compiler.elaborate.environment import Env
from hlogic.compiler.elaborate.expressions import Expressions
from hlogic.compiler.elaborate.mistakes import Mistakes, each
from hlogic.compiler.elaborate.names import Names
from hlogic.compiler.elaborate.positions import Positions
from hlogic.compiler.ir import Group, Rule, Symbol
from hlogic.compiler.sorts import Domain, comparable, describe
from hlogic.compiler.terms import Term


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
        group.constant = {
            value: {s: s.twin(s.name, declarations.expressions.pool.bool(value)) for s in members}
            for value in (False, True)
        }
        rules: list[Rule] = []
        for rule in define.rules:
            with report.collecting():
                rules.append(make_rule(declarations.expressions, rule, group))
        group.rules = tuple(rules)
        groups.append(group)
    return groups


def make_rule(expressions: Expressions, declared: ast.Rule, group: Group | None) -> Rule:
    """One rule; `group` is the one that it stands in, None for a rule that a scope adds."""
    mistakes = Mistakes()
    parameters, env = expressions.parameters(declared.params, mistakes)
    env = env.in_rule(declared.id.name)
    with mistakes:
        head = _head(expressions, declared, group)
        args = _arguments(expressions, declared.head, head, env)
    body: Term = expressions.pool.bool(True)
    with mistakes:
        if declared.body is not None:
            body = expressions.boolean(declared.body, env, "the body of a rule")
    mistakes.raise_all()
    assert head.group is not None
    written = expressions.names.defines[head.name].rules
    Positions(expressions, head.group).check(declared, written)
    body = Counts(expressions.pool, head.group).read(body)
    if parameters.where is not None:
        expressions.symbols.prepare(parameters.where)
    what, span = f"the rule {declared.id.name}", declared.id.span
    place = declared.params.span if declared.params.binders else None
    limit = expressions.max_instances
    keys = instances(parameters, what, span, BASE_TABLES, limit, place)
    cites = tuple(c.name for c in declared.trailer.cites)
    return Rule(declared.id.name, parameters, keys, head, args, body, cites, span)


def _head(expressions: Expressions, declared: ast.Rule, group: Group | None) -> Symbol:
    name = declared.head.name
    wanted = expressions.names.values.get(name)
    if not isinstance(wanted, ast.Predicate):
        if wanted is not None:
            word = expressions.names.value_word(name)
            message = f"{name} is a {word}; a head is one atom of a `define`"
            fail("rule-head", declared.head.span, message,
                 labels=(Label(wanted.name.span, "declared here"),))  # fmt: skip
        near = [n for n, d in expressions.names.values.items() if isinstance(d, ast.Predicate)]
        expressions.names.unknown(
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
    check_arity(symbol.name, len(domains), len(given), head.span, symbol.span)

    def argument(place: tuple[ast.Expr, Domain]) -> Term:
        arg, domain = place
        term = argument_in(expressions, arg, domain, env)
        if not comparable(term.type, domain.type):
            fail("type-mismatch", arg.span, f"{describe(term.type)} is not in {domain.name}")
        return term

    return tuple(each(argument, zip(given, domains, strict=True)))
