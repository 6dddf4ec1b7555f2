"""Cycles in words: what depends on itself, in which scope, and what the scope did to make it so."""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.compiler.diagnostics import Diagnostic, Label
from hlogic.compiler.ir import Group, Key, Rule, Symbol, Theory, View, instance_id
from hlogic.compiler.passes.derived import find_derived_cycle
from hlogic.compiler.passes.group_order import Step, find_group_cycle
from hlogic.compiler.sorts import BOOL
from hlogic.compiler.source import Span


def has_cycle(theory: Theory, view: View) -> bool:
    """Whether a group or a derived term depends on itself in a view."""
    if theory.groups and find_group_cycle(theory, view) is not None:
        return True
    return find_derived_cycle(theory, view) is not None


def derived_cycle(around: Sequence[tuple[Symbol, Key]], view: View, where: str) -> Diagnostic:
    """Instances of derived terms, or atoms that a scope replaces, of which each uses the next;
    `where` names the scope, if it is not the item itself."""
    start = min(range(len(around)), key=lambda i: around[i][0].span.start)
    ring = [*around[start:], *around[: start + 1]]
    way = " -> ".join(instance_id(symbol.name, key) for symbol, key in ring)
    span = ring[0][0].span
    labels: tuple[Label, ...] = ()
    hint = "what is defined through itself is written as rules of a `define`"
    replaced = [view.places[name] for name in ring if name in view.places]
    if replaced:
        labels = (Label(span, f"{ring[0][0].name} is declared here"),)
        span, hint = replaced[0], "what it is replaced with may not use it"
    message = f"a derived term depends on itself{where}: {way}"
    return Diagnostic("derived-cycle", message, span, hint, labels)


def group_cycle(ring: Sequence[Step], theory: Theory, view: View, where: str) -> Diagnostic:
    """A cycle that leaves a group. In a scope the place is what the scope itself has put there."""
    start = min(range(len(ring)), key=lambda i: ring[i].node.span.start)
    ring = [*ring[start:], *ring[:start]]
    way = " -> ".join(map(_name, [*ring, ring[0]]))
    groups = [step.node for step in ring if isinstance(step.node, Group)]
    if len(groups) == len(ring):
        message = f"the groups {way} depend on each other{where}"
        hint = _together(groups)
    else:
        message = f"what is defined depends on itself{where}: {way}"
        hint = _taken_in(ring, groups[0])
    made = next((span for step in ring if (span := _own_place(step, theory, view))), None)
    if made is None:
        return Diagnostic("group-cycle", message, ring[0].node.span, hint)
    labels = [Label(s.node.span, f"{_name(s)} is defined here") for s in ring]
    return Diagnostic("group-cycle", message, made, hint, tuple(labels))


def _name(step: Step) -> str:
    """A group by the predicate that leads out of it; what is replaced by its instance."""
    if isinstance(step.cause, Rule):
        return step.cause.head.name
    assert isinstance(step.node, Symbol)
    return step.node.name if step.cause is None else instance_id(step.node.name, step.cause[1])


def _own_place(step: Step, theory: Theory, view: View) -> Span | None:
    """What the scope has put on this side of a cycle, if it has: an item's own rules and terms
    come to no cycle, or `base` had one."""
    match step.cause:
        case Rule() as rule:
            own = any(rule in group.rules for group in theory.groups)
            return None if own else rule.span
        case None:
            return None
    return view.places[step.cause]


def _together(groups: Sequence[Group]) -> str:
    names = ", ".join(symbol.name for group in groups for symbol in group.symbols)
    stable = "stable " if any(group.stable for group in groups) else ""
    return f"define them together: `define {stable}{{ {names} }} {{ … }}`"


def _taken_in(ring: Sequence[Step], group: Group) -> str:
    """What to do about a derived term on the way: a `derive` can't stand in a `define`."""
    derived = next(step for step in ring if isinstance(step.node, Symbol))
    symbol = derived.node
    assert isinstance(symbol, Symbol)
    if derived.cause is not None:
        return f"what replaces {_name(derived)} may not use what uses it; add rules instead"
    if symbol.type != BOOL:
        return f"write in the rules what {symbol.name} stands for"
    names = ", ".join(s.name for s in group.symbols)
    stable = "stable " if group.stable else ""
    return (
        f"make {symbol.name} a predicate of the group by rules, "
        f"`define {stable}{{ {names}, {symbol.name} }} {{ … }}`, or write its formula in the rules"
    )
