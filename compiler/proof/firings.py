"""The rules of a `define` as a proof uses them: what makes each rule give each atom.

`p(e) if B` gives the atom p(k) where `defined(e) and e == k and B`. A body is kept in two readings:
as it is, over the atoms themselves, and *within* its group, where the occurrences that the fixed
point grows from are leaves of their own (what a stable group denies is read in the world in both).
"""

from __future__ import annotations

from hlogic.compiler.ir import Group, RuleInstance, Symbol, View
from hlogic.compiler.ops import AND, DEFINED, EQ
from hlogic.compiler.passes.ground import Grounder
from hlogic.compiler.passes.rewrites import is_undefined
from hlogic.compiler.passes.symbols import leaf_key
from hlogic.compiler.record import record
from hlogic.compiler.sorts import BOOL
from hlogic.compiler.terms import Const, Ref, Term, replace_symbols


@record(eq=False)
class Firing:
    """A rule instance gives `atom` where `body` holds; `inner` is the body within the group."""

    rule: RuleInstance
    atom: Ref
    body: Term
    inner: Term

    def reading(self, body: Term, inner: Term) -> Firing:
        """The same rule with its bodies rewritten."""
        return Firing(self.rule, self.atom, body, inner)


class Firings:
    """The firings of the groups of one view, found when a group is first asked for."""

    def __init__(self, view: View, grounder: Grounder) -> None:
        self._view = view
        self._grounder = grounder
        self._found: dict[Group, dict[Ref, list[Firing]]] = {}
        self._twins: dict[Symbol, Symbol] = {}
        self._outer: dict[Symbol, Symbol] = {}

    def of(self, group: Group) -> dict[Ref, list[Firing]]:
        """By atom, in the order of the text."""
        found = self._found.get(group)
        if found is None:
            for symbol in group.symbols:
                twin = symbol.twin(f"{symbol.name}.within")
                self._twins[symbol], self._outer[twin] = twin, symbol
            found = self._found[group] = {
                self._leaf(symbol, key): [] for symbol in group.symbols for key in symbol.keys
            }
            for rule in self._view.rules.get(group, ()):
                for firing in self._of_rule(group, rule):
                    found[firing.atom].append(firing)
        return found

    def outer(self, leaf: Ref) -> Ref:
        """The atom that a leaf within a group stands for; other leaves stand for themselves."""
        symbol = self._outer.get(leaf.symbol)
        return leaf if symbol is None else self._grounder.make.pool.ref(symbol, leaf.args)

    def _leaf(self, symbol: Symbol, key: tuple[object, ...]) -> Ref:
        make = self._grounder.make
        typed = zip(key, (d.type for d in symbol.parameters.domains), strict=True)
        return make.pool.ref(symbol, [make.const(v, t) for v, t in typed])  # type: ignore[arg-type]

    def _of_rule(self, group: Group, instance: RuleInstance) -> list[Firing]:
        rule, env, make = instance.rule, instance.environment, self._grounder.make
        what = f"the rule {instance.id}"
        args = [self._grounder.ground(a, env, what) for a in rule.args]
        if any(is_undefined(a) for a in args):
            return []
        twins = {s: self._twins[s] for s in group.symbols}
        within = replace_symbols(make.pool, rule.body, twins, group.denies)
        body = self._grounder.ground(rule.body, env, what)
        inner = self._grounder.ground(within, env, what)
        firings = []
        for key in self._grounder.keys_named(rule.head, args):
            atom = self._leaf(rule.head, key)
            typed = zip(args, leaf_key(atom), strict=True)
            meets: list[Term] = []
            for arg, value in typed:
                if not isinstance(arg, Const):
                    meets.append(make.app(DEFINED, (arg,), BOOL))
                    meets.append(make.app(EQ, (arg, make.const(value, arg.type)), BOOL))
            if any(m is make.false for m in meets):
                continue
            whole, inside = ((*meets, b) for b in (body, inner))
            firings.append(
                Firing(instance, atom, make.app(AND, whole, BOOL), make.app(AND, inside, BOOL))
            )
        return firings
