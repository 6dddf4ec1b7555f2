"""Where the predicates of a group may stand in the body of a rule, on the body as it is written.

In a least group they stand only in positive positions, so that there is a least fixed point; in a
stable group they may also stand, anywhere, under a written `not`. The first atom elsewhere is an
error at its own place. Macros are looked into, their arguments where they are put.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Diagnostic, HlogicError, Label
from hlogic.compiler.elaborate import position_hints as hints
from hlogic.compiler.elaborate.calls import BUILTINS
from hlogic.compiler.ir import Group
from hlogic.compiler.record import field, record
from hlogic.compiler.source import Span

if TYPE_CHECKING:
    from hlogic.compiler.elaborate.expressions import Expressions


@record(eq=False)
class Place:
    """Where an expression stands: its file, the macro parameters that it sees with what they were
    given and where, and the calls that led here, innermost first."""

    home: Expressions
    local: Mapping[str, tuple[ast.Expr, Place]] = field(default_factory=dict)
    calls: tuple[tuple[str, Span], ...] = ()


@record(eq=False)
class Atom:
    """A predicate of the group where it is read."""

    name: str
    span: Span
    place: Place
    args: tuple[ast.Expr, ...]


class Positions:
    """The bodies of one group's rules."""

    def __init__(self, expressions: Expressions, group: Group) -> None:
        self._names = frozenset(symbol.name for symbol in group.symbols)
        self.group = group
        self.top = Place(expressions)

    def check(self, rule: ast.Rule, rules: tuple[ast.Rule, ...]) -> None:
        """Raises HlogicError at the first atom that stands where none may. `rules` are those of the
        group, for the way on which a denied predicate comes back to the head."""
        for arg in rule.head.args if isinstance(rule.head, ast.Call) else ():
            for atom in self._atoms(arg, self.top):
                message = "the head's arguments must be free of the group"
                raise _error("rule-head", atom, f"{message}, and this reads {atom.name}")
        if rule.body is not None:
            Body(self, rule, (rule, *rules)).positive(rule.body, self.top)

    # ------------------------------------------------------------------ looking

    def meant(self, expr: ast.Expr, place: Place) -> tuple[ast.Expr, Place]:
        """What an expression comes to once macros and their parameters are replaced."""
        while isinstance(expr, ast.Name | ast.Call):
            args = expr.args if isinstance(expr, ast.Call) else ()
            if expr.name in place.local:
                given, outer = place.local[expr.name]
                if not args:
                    expr, place = given, outer
                    continue
            name, home = self._callee(expr.name, place)
            macro = home.names.values.get(name)
            if not isinstance(macro, ast.Macro):
                break
            local = {p.name: (a, place) for p, a in zip(macro.params, args, strict=True)}
            calls = ((name, expr.span), *place.calls)
            expr, place = macro.body, Place(home.symbols.home(name), local, calls)
        return expr, place

    def atom(self, expr: ast.Name | ast.Call, place: Place) -> Atom | None:
        """The atom of the group that a name or call is, if it is one."""
        name, home = self._callee(expr.name, place)
        if name not in self._names or not isinstance(home.names.values.get(name), ast.Predicate):
            return None
        return Atom(name, expr.span, place, expr.args if isinstance(expr, ast.Call) else ())

    def _callee(self, name: str, place: Place) -> tuple[str, Expressions]:
        """What a name names, behind the parameters of macros."""
        while name in place.local:
            given, place = place.local[name]
            if not isinstance(given, ast.Name):
                return "", place.home
            name = given.name
        return name, place.home

    def read(self, node: object, place: Place) -> Atom | None:
        """The first atom in an expression, of a stable group outside `not`."""
        return next(self._atoms(node, place, self.group.stable), None)

    def _atoms(self, node: object, place: Place, outside_not: bool = False) -> Iterator[Atom]:
        stack: list[tuple[object, Place]] = [(node, place)]
        while stack:
            node, place = stack.pop()
            if isinstance(node, tuple):
                stack.extend((item, place) for item in reversed(node))
                continue
            if isinstance(node, ast.Name | ast.Call):
                atom = self.atom(node, place)
                if atom is not None:
                    yield atom
                meant, inner = self.meant(node, place)
                if meant is not node:
                    stack.append((meant, inner))
                    continue
            if isinstance(node, ast.Unary) and node.op == "not" and outside_not:
                continue
            if isinstance(node, ast.Node):
                fields = [getattr(node, name) for name in node._fields_]
                stack.extend((item, place) for item in reversed(fields))

    # ------------------------------------------------------------------ cycles

    def way_back(self, start: str, goal: str, rules: tuple[ast.Rule, ...]) -> list[str]:
        """Predicates of the group from one to another, each used by a rule of the one before it;
        empty if no rules lead there."""
        came: dict[str, str] = {}
        waiting = [start]
        for name in waiting:
            if name == goal:
                way = [name]
                while way[-1] != start:
                    way.append(came[way[-1]])
                return way[::-1]
            for rule in rules:
                if rule.head.name == name and rule.body is not None:
                    for atom in self._atoms(rule.body, self.top):
                        if atom.name not in came and atom.name != start:
                            came[atom.name] = name
                            waiting.append(atom.name)
        return []


class Body:
    """One body, walked from positive position to positive position."""

    def __init__(self, positions: Positions, rule: ast.Rule, rules: tuple[ast.Rule, ...]) -> None:
        self._positions = positions
        self._group = positions.group
        self._rule = rule
        self._rules = rules

    def positive(self, expr: ast.Expr, place: Place) -> None:
        """Refuses the first atom that stands in no positive position of this one."""
        meant, inner = self._positions.meant(expr, place)
        match meant:
            case ast.Name() | ast.Call():
                atom = self._positions.atom(meant, inner)
                name = meant.name if atom is None else atom.name
                args = meant.args if isinstance(meant, ast.Call) else ()
                where = f"inside `{name}`" if name in BUILTINS else f"in the arguments of {name}"
                self._free(args, inner, where)
            case ast.Unary(op="not", arg=arg):
                if not self._group.stable:
                    self._deny(arg, inner)
            case ast.Chain(items=items):
                for item in items:
                    self.positive(item, inner)
            case ast.Binary(op="implies", left=left, right=right):
                hint = hints.implication(left, right)
                self._free(left, inner, "left of `implies`", hint)
                self.positive(right, inner)
            case ast.Binary():
                self._binary(meant, inner)
            case ast.If(condition=condition, then=then, otherwise=otherwise):
                self._free(condition, inner, "in the condition of `if`", hints.branch(meant))
                self.positive(then, inner)
                self.positive(otherwise, inner)
            case ast.Match(subject=subject):
                self._free(subject, inner, "in what `match` looks at")
                self._free(meant, inner, "in a branch of `match`", hints.MATCH)
            case ast.Quant(kind=kind, where=where, body=body):
                if where is not None and kind == "forall":
                    hint = hints.where_of_forall(where)
                    self._free(where, inner, "in the `where` of `forall`", hint)
                elif where is not None:
                    self.positive(where, inner)
                self.positive(body, inner)
            case ast.Agg(kind="at_least") | ast.AggOf(kind="at_least"):
                self._free(meant.bound, inner, "in the bound of `at_least`")
                self._counted(meant, inner)
            case ast.Agg(kind=kind) | ast.AggOf(kind=kind):
                self._free(meant, inner, f"inside `{kind}`", hints.cardinality(meant))
            case ast.In(negated=negated):
                self._free(meant, inner, "inside `not in`" if negated else "inside `in`")
            case _:
                self._free(meant, inner, "inside this")

    def _counted(self, count: ast.Agg | ast.AggOf, place: Place) -> None:
        """What is counted may grow, its condition too."""
        items = count.items if isinstance(count, ast.AggOf) else (count.where, count.body)
        for item in items:
            if item is not None:
                self.positive(item, place)

    def _binary(self, expr: ast.Binary, place: Place) -> None:
        """`count(…) >= k`, also written `k <= count(…)`; anything else refuses the group."""
        sides = [(expr.left, expr.right), (expr.right, expr.left)]
        for side, other in sides:
            counted, inner = self._positions.meant(side, place)
            if not isinstance(counted, ast.Agg | ast.AggOf) or counted.kind != "count":
                continue
            if not self._positions.read(counted, inner):
                continue
            op = expr.op if side is expr.left else hints.TURNED.get(expr.op, expr.op)
            if op == ">=":
                self._free(other, place, "in the bound of a count")
                self._counted(counted, inner)
                return
            hint = hints.compared_count(op, other)
            self._free(expr, place, f"in a count under `{expr.op}`", hint)
        self._free(expr, place, f"under `{expr.op}`", hints.comparison(expr))

    # ------------------------------------------------------------------ refusing

    def _free(self, node: object, place: Place, where: str, hint: hints.Hint = hints.NONE) -> None:
        """Refuses an atom here, but for those that a stable group denies."""
        atom = self._positions.read(node, place)
        if atom is None:
            return
        if self._group.stable:
            kinds, advice = "neither positive nor under `not`", hint.stable
        else:
            kinds, advice = "which is not positive", hint.least
        message = (
            f"in the rule {self._rule.id.name} the group's predicate {atom.name} stands {where}, "
            f"{kinds}"
        )
        raise _error("group-position", atom, message, advice)

    def _deny(self, denied: ast.Expr, place: Place) -> None:
        atom = self._positions.read(denied, place)
        if atom is None:
            return
        rule, head = self._rule.id.name, self._rule.head.name
        way = self._positions.way_back(atom.name, head, self._rules)
        if way:
            shown = f"{head} -> not {' -> '.join(way)}"
            message = f"the rule {rule} defines {head} through `not` of itself: {shown}"
            hint = "write `define stable` for negation as failure"
        else:
            message = f"the rule {rule} denies {atom.name}, which this `define` defines too"
            hint = f"define {atom.name} in a `define` of its own, or write `define stable`"
        label = Label(self._group.span, "this `define` takes the least fixed point")
        raise _error("recursion-through-not", atom, message, hint, label)


def _error(code: str, atom: Atom, message: str, hint: str = "", *labels: Label) -> HlogicError:
    calls = (Label(span, f"expanded from {name} here") for name, span in atom.place.calls)
    return HlogicError((Diagnostic(code, message, atom.span, hint, (*labels, *calls)),))
