"""The order in which a view's groups are solved, and the cycles that leave a group.

A group reaches itself only directly: a way back through another group, through a derived term or
through what a scope puts in an atom's place has no least fixed point to stand for it. Symbols are
what is compared, not instances; only where a scope replaces some atoms of a predicate is it asked
which atoms are read, as far as an instance's own parameters tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hlogic.compiler.ir import Group, Key, Rule, Symbol, Theory, View, keys_by_symbol
from hlogic.compiler.record import record
from hlogic.compiler.support import Env, keys_named
from hlogic.compiler.terms import Ref, Term, below

Node = Group | Symbol  # a symbol is a derived term, or a predicate's replaced atoms
Cause = Rule | tuple[Symbol, Key] | None  # a rule; what is replaced; the term's own body
Uses = dict[Node, dict[Node, Cause]]


@record
class Step:
    """Along a cycle: what uses the next, and by what."""

    node: Node
    cause: Cause


def group_order(theory: Theory, view: View) -> list[Group]:
    """The groups, each after those that it uses. No cycle may leave one of them."""
    if len(theory.groups) < 2:
        return list(theory.groups)
    uses = _uses(theory, view)
    order: dict[Group, None] = {}
    entered: set[Node] = set()
    stack: list[tuple[Node, bool]] = [(group, False) for group in reversed(theory.groups)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            if isinstance(node, Group):
                order.setdefault(node)
        elif node not in entered:
            entered.add(node)
            stack.append((node, True))
            stack.extend((used, False) for used in uses.get(node, ()))
    return list(order)


def find_group_cycle(theory: Theory, view: View) -> list[Step] | None:
    """A shortest cycle that leaves a group, from the first such group on; None if there is none."""
    uses = _uses(theory, view)
    for group in theory.groups:
        reached: dict[Node, Node] = {used: group for used in uses.get(group, ()) if used != group}
        waiting = list(reached)
        for node in waiting:
            used = uses.get(node, {})
            if group in used:
                return _steps(group, node, reached, uses)
            new = [n for n in used if n not in reached]
            reached.update(dict.fromkeys(new, node))
            waiting.extend(new)
    return None


def _steps(group: Group, last: Node, reached: Mapping[Node, Node], uses: Uses) -> list[Step]:
    around: list[Node] = [last]
    while around[-1] is not group:
        around.append(reached[around[-1]])
    around.reverse()
    ring = zip(around, [*around[1:], group], strict=True)
    return [Step(node, uses[node][used]) for node, used in ring]


def _uses(theory: Theory, view: View) -> Uses:
    """By group and derived term, those that it reads, each with the first thing that does."""
    replaced = keys_by_symbol(view.derived)
    uses: Uses = {}
    reads: dict[Term, list[Ref]] = {}
    looked_at: set[tuple[Node, Term]] = set()
    for node, term, env, cause in _bodies(theory, view, replaced):
        if (node, term) in looked_at:
            continue
        if term not in reads:
            reads[term] = [t for t in below([term]) if isinstance(t, Ref)]
        if not any((ref.symbol.of or ref.symbol) in replaced for ref in reads[term]):
            looked_at.add((node, term))  # whatever the instance, it reads the same
        found = uses.setdefault(node, {})
        for ref in reads[term]:
            for used in _named(ref, env, replaced):
                found.setdefault(used, cause)
    return uses


def _bodies(
    theory: Theory, view: View, replaced: Mapping[Symbol, set[Key]]
) -> Iterator[tuple[Node, Term, Env, Cause]]:
    for symbol in theory.symbols.values():
        if symbol.body is not None and len(replaced.get(symbol, ())) < len(symbol.keys):
            yield symbol, symbol.body, {}, None
    for (symbol, key), (body, env) in view.derived.items():
        yield symbol, body, env, (symbol, key)
    by_instance = any(symbol.group is not None for symbol in replaced)
    for group, instances in view.rules.items():
        firsts = {instance.rule: instance for instance in reversed(instances)}
        for instance in instances if by_instance else reversed(firsts.values()):
            rule = instance.rule
            for term in (*rule.args, rule.body):
                yield group, term, instance.environment, rule


def _named(ref: Ref, env: Env, replaced: Mapping[Symbol, set[Key]]) -> Iterator[Node]:
    """The nodes that a reading of a symbol may be a reading of."""
    symbol = ref.symbol.of or ref.symbol
    if symbol.kind == "derive":
        yield symbol
    if symbol.group is None:
        return
    gone = replaced.get(symbol, set())
    keys = keys_named(symbol, ref.args, env) if gone else ()
    if not gone.isdisjoint(keys):
        yield symbol
    if ref.symbol is symbol and not (gone and gone.issuperset(keys)):
        yield symbol.group
