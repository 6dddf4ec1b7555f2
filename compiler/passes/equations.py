"""The rules of a `define`, grounded: one equation for each atom that is asked for.

Inside its group an atom is plainly true or false, so there it stands as an atom *within*, which is
total; the pass that lowers partiality then gives both readings of a body at once: T for what counts
towards L, "not F" for what counts towards H. Where nothing is partial they are one term.

In a stable group what is under the outermost `not` is read in the candidate model and stays as it
is; what is outside is within. This is settled on the rule as written: grounding simplifies, and may
take a double negation away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlogic.compiler.diagnostics import LimitError
from hlogic.compiler.ir import Group, Key, RuleInstance, Symbol, View
from hlogic.compiler.ops import DEFINED
from hlogic.compiler.passes.ground import Grounder
from hlogic.compiler.passes.kleene import Kleene
from hlogic.compiler.passes.rewrites import is_undefined
from hlogic.compiler.passes.symbols import leaf_key
from hlogic.compiler.record import record
from hlogic.compiler.sorts import BOOL
from hlogic.compiler.terms import Const, Ref, Term, below, replace_symbols

Supports = list[tuple[RuleInstance, tuple[Term, ...]]]


@record(eq=False)
class Equation:
    """A predicate's leaf, which its group reads as `atom`, is supported where `lower` is true (for
    L, and in stable groups) or where `upper` is (for H): total terms over atoms within and what is
    outside."""

    leaf: Ref
    atom: Ref
    lower: Term
    upper: Term
    rules: tuple[RuleInstance, ...]


class Equations:
    """The equations of one view, each made once. A group's rules are looked through when the first
    of its atoms is asked for, their bodies grounded as atoms need them."""

    def __init__(self, view: View, grounder: Grounder, kleene: Kleene) -> None:
        self.made: dict[Ref, Equation] = {}
        self._view = view
        self._grounder = grounder
        self._kleene = kleene
        self._within: dict[Symbol, Symbol] = {}
        self._outside: dict[Symbol, Symbol] = {}
        self._supports: dict[Group, dict[tuple[Symbol, Key], Supports]] = {}
        self._bodies: dict[tuple[Group, Term], Term] = {}

    def within(self, leaf: Ref) -> Ref:
        """A predicate's leaf as its own group reads it."""
        return self._grounder.make.pool.ref(self._inside(leaf.symbol), leaf.args)

    def of(self, leaves: Iterable[Ref]) -> list[Equation]:
        """The equations of some predicates' leaves and of all in the same groups that these need,
        without those that an earlier call gave."""
        new: list[Equation] = []
        stack = list(leaves)
        while stack:
            leaf = stack.pop()
            atom = self.within(leaf)
            if atom in self.made:
                continue
            equation = self.made[atom] = self._equation(leaf, atom)
            new.append(equation)
            for term in below([equation.lower, equation.upper]):
                if isinstance(term, Ref) and term.symbol in self._outside:
                    outside = self._outside[term.symbol]
                    stack.append(self._grounder.make.pool.ref(outside, term.args))
        return new

    def _inside(self, symbol: Symbol) -> Symbol:
        made = self._within.get(symbol)
        if made is None:
            made = self._within[symbol] = symbol.twin(symbol.name)
            self._outside[made] = symbol
        return made

    # ------------------------------------------------------------------ one atom

    def _equation(self, leaf: Ref, atom: Ref) -> Equation:
        assert leaf.symbol.group is not None
        key = leaf_key(leaf)
        supports = self._of_group(leaf.symbol.group).get((leaf.symbol, key), [])
        make = self._kleene.make
        lower: list[Term] = []
        upper: list[Term] = []
        for instance, args in supports:
            try:
                fires = self._fires(instance, args, key)
                lower.append(self._kleene.lower(fires))
                upper.append(self._kleene.not_false(fires))
            except LimitError as limit:
                raise naming_rule(limit, instance) from None
        rules = tuple(instance for instance, _ in supports)
        return Equation(leaf, atom, make.or_(*lower), make.or_(*upper), rules)

    def _fires(self, instance: RuleInstance, args: Sequence[Term], key: Key) -> Term:
        """`defined(e) and y == e and B`, ground."""
        make = self._grounder.make
        named: list[Term] = []
        for arg, value in zip(args, key, strict=True):
            if not isinstance(arg, Const):
                same = make.eq(arg, make.const(value, arg.type))
                named += (make.app(DEFINED, (arg,), BOOL), same)
        ground = self._grounder.ground(self._body(instance), instance.environment, instance)
        return make.and_(*named, ground) if named else ground

    def _body(self, instance: RuleInstance) -> Term:
        rule = instance.rule
        group = rule.head.group
        assert group is not None
        made = self._bodies.get((group, rule.body))  # groups share terms
        if made is None:
            inside = {s: self._inside(s) for s in group.symbols}
            pool = self._grounder.make.pool
            made = replace_symbols(pool, rule.body, inside, group.denies)
            self._bodies[group, rule.body] = made
        return made

    def _of_group(self, group: Group) -> dict[tuple[Symbol, Key], Supports]:
        """The rules that may support each atom, with their ground head arguments."""
        found = self._supports.get(group)
        if found is not None:
            return found
        found = self._supports[group] = {}
        for instance in self._view.rules.get(group, ()):
            rule = instance.rule
            try:
                args = tuple(
                    self._grounder.ground(a, instance.environment, instance) for a in rule.args
                )
                if any(map(is_undefined, args)):
                    continue
                for key in self._grounder.keys_named(rule.head, args):
                    found.setdefault((rule.head, key), []).append((instance, args))
            except LimitError as limit:
                raise naming_rule(limit, instance) from None
        return found


def naming_rule(limit: LimitError, instance: RuleInstance) -> LimitError:
    """The limit's message with the rule it was met in."""
    what = str(instance)
    message = limit.message if limit.message.startswith(what) else f"{what}: {limit.message}"
    span = instance.rule.span if limit.span is None else limit.span
    return limit.worded(message, span)
