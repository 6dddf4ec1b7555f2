"""Least fixed points as gates: what a `define` comes to in the circuit.

Each atom has an input that stands for it in the equations of its group, and no world ever sees it:
the equations are solved by replacing these inputs. Atoms are split into the strongly connected
components of who uses whom. Where there is no cycle an atom is its equation, with the atoms it uses
replaced; a component of k atoms is iterated k times from false, which reaches the least fixed point
of monotone equations over k Booleans whatever the rest of the world is. Hash-consing shows when a
round changes nothing. Every gate is so a function of the variables, and counts stay exact.

A stable group's atoms are variables. Their equations read them under `not`; what is outside is
solved in the same way, and a world is admitted where every atom equals its gate.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hlogic.backends.circuit import FALSE, Circuit
from hlogic.backends.components import components
from hlogic.backends.encode import Encoder
from hlogic.backends.engine import Budget
from hlogic.backends.loops import Loop
from hlogic.compiler.diagnostics import Beyond, LimitError
from hlogic.compiler.ir import Group, Key, Symbol, Theory, View
from hlogic.compiler.passes.equations import Equation, Equations, naming_rule
from hlogic.compiler.passes.ground import Grounder
from hlogic.compiler.passes.group_order import group_order
from hlogic.compiler.passes.kleene import Kleene
from hlogic.compiler.passes.symbols import leaf_key
from hlogic.compiler.terms import Ref

UNROLLED = 20_000  # gates up to which a component is unrolled even where it need not be
MAX_GATES = 2_000_000  # that one component may come to


class Fixpoints:
    """Solves the groups of one view, so far as their atoms are asked for."""

    def __init__(
        self,
        theory: Theory,
        view: View,
        grounder: Grounder,
        kleene: Kleene,
        encoder: Encoder,
        budget: Budget | None,
        lazy: bool,
    ) -> None:
        self._theory = theory
        self._view = view
        self._kleene = kleene
        self._encoder = encoder
        self._budget = budget
        self._lazy = lazy
        self.loops: list[Loop] = []  # components left to the session, if it is `lazy`
        self._equations = Equations(view, grounder, kleene)
        self._places: dict[Ref, int] = {}  # the input that stands for an atom within
        self._unfolded = Unfolded(encoder.circuit)
        self._lower: dict[int, int] = {}  # by such an input, the gate of L
        self._upper: dict[int, int] = {}
        self._stable: list[tuple[int, int]] | None = None  # an atom's variable, its gate
        self._ordered: list[Group] | None = None  # found when the first group is solved

    def complete(self) -> None:
        """Solve what the terms lowered so far ask for."""
        self._solve({})

    def stable(self) -> Iterator[list[int]]:
        """Clauses of gates that say that the stable groups' atoms are a stable model."""
        if self._stable is None:
            self._stable = []
            wanted: dict[Group, list[Equation]] = {}
            for group in self._theory.groups:
                if group.stable:
                    leaves = [self._theory.reading(s, k) for s in group.symbols for k in s.keys]
                    wanted[group] = self._equations.of(leaves)
            self._solve(wanted)
        for variable, gate in self._stable:
            yield [-variable, gate]
            yield [variable, -gate]

    def _solve(self, wanted: dict[Group, list[Equation]]) -> None:
        pending = self._kleene.atoms
        met: dict[Group, list[tuple[Ref, Ref, Ref]]] = {}
        while pending:
            leaf, low, high = pending.pop()
            group = leaf.symbol.group
            assert group is not None
            met.setdefault(group, []).append((leaf, low, high))
            wanted.setdefault(group, []).extend(self._equations.of([leaf]))
        if not wanted:
            return
        for group in self._order():
            if group in wanted:
                self._group(group, wanted[group])
            for leaf, low, high in met.get(group, ()):
                place = self._places[self._equations.within(leaf)]
                self._encoder.atoms[low] = self._lower[place]
                self._encoder.atoms[high] = self._upper[place]

    def _order(self) -> list[Group]:
        if self._ordered is None:
            self._ordered = group_order(self._theory, self._view)
        return self._ordered

    # ------------------------------------------------------------------ one group

    def _group(self, group: Group, equations: Sequence[Equation]) -> None:
        encoder, circuit = self._encoder, self._encoder.circuit
        by_place: dict[int, Equation] = {}
        for equation in equations:
            place = self._places[equation.atom] = circuit.input()
            encoder.atoms[equation.atom] = place
            self._unfolded.places.add(place)
            by_place[place] = equation
        lower: dict[int, int] = {}
        upper: dict[int, int] = {}
        for place, equation in by_place.items():
            try:
                lower[place] = encoder.truth(equation.lower)
                upper[place] = lower[place] if group.stable else encoder.truth(equation.upper)
            except LimitError as limit:
                if not equation.rules:
                    raise
                raise naming_rule(limit, equation.rules[0]) from None
        uses = {p: self._unfolded.below({lower[p], upper[p]}) for p in by_place}
        for part in components(uses):
            if self._budget is not None:
                self._budget.tick()
            cyclic = len(part) > 1 or part[0] in uses[part[0]]
            what = [by_place[p] for p in part]
            low = self._part(part, lower, self._lower, cyclic, what)
            if group.stable:
                self._of_stable(part, what, low)
                continue
            self._lower.update(low)
            shared = all(
                lower[p] == upper[p]
                and all(self._lower[u] == self._upper.get(u, self._lower[u]) for u in uses[p])
                for p in part
            )
            self._upper.update(
                low if shared else self._part(part, upper, self._upper, cyclic, what)
            )

    def _of_stable(
        self, part: Sequence[int], equations: Sequence[Equation], gates: Mapping[int, int]
    ) -> None:
        """Other components read the atoms' variables, which are to equal the gates."""
        assert self._stable is not None
        for place, equation in zip(part, equations, strict=True):
            variable = self._variable(equation.leaf.symbol, leaf_key(equation.leaf))
            self._lower[place] = variable
            self._stable.append((variable, gates[place]))

    def _variable(self, symbol: Symbol, key: Key) -> int:
        return self._encoder.variable(symbol, key).gates[True]

    def _part(
        self,
        part: Sequence[int],
        gates: Mapping[int, int],
        known: dict[int, int],
        cyclic: bool,
        equations: Sequence[Equation],
    ) -> dict[int, int]:
        """The least solution of one component, given those below it."""
        unfolded = self._unfolded
        wanted = {p: gates[p] for p in part}
        if not cyclic:
            return unfolded.replaced(wanted, known)
        before = unfolded.replaced(wanted, ChainMap[int, Any](dict.fromkeys(part), known))
        if self._lazy and len(part) * unfolded.size(before.values()) > UNROLLED:
            return self._left(before)
        value = dict.fromkeys(part, FALSE)
        size = len(unfolded.circuit.operands)
        for done in range(1, len(part) + 1):
            if self._budget is not None:
                self._budget.tick()
            new = unfolded.replaced(before, value)
            if new == value:
                break
            value = new
            made = len(unfolded.circuit.operands) - size
            predicted = made * len(part) // done
            if done > 1 and predicted > MAX_GATES:
                rule = next(e.rules[0] for e in equations if e.rules)
                raise naming_rule(
                    Beyond(
                        f"the recursion goes through {len(part):,} atoms at once, which comes to "
                        f"about {predicted:,} gates, over the limit of {MAX_GATES:,}"
                    ),
                    rule,
                )
        return value

    def _left(self, gates: Mapping[int, int]) -> dict[int, int]:
        """A component for the session: its atoms are inputs, and what their equations come to is
        checked in each model. In a stable group they are not the atoms' variables, which their
        equations read under `not`, but are to equal them."""
        circuit = self._encoder.circuit
        value = {place: circuit.input() for place in gates}
        solved = self._unfolded.replaced(gates, value)
        self.loops.append(Loop(circuit, {value[p]: solved[p] for p in gates}))
        return value


class Unfolded:
    """Replaces the inputs that stand for atoms, `places`, in the gates of a circuit."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self.places: set[int] = set()
        self._marks: list[bool] = []  # of each node, whether a place is below it

    def _sync(self) -> None:
        marks, circuit = self._marks, self.circuit
        for node in range(len(marks), len(circuit.operands)):
            parts = circuit.parts(node)
            marks.append(node in self.places or any(marks[abs(g)] for g in parts))

    def _cone(self, gates: Iterable[int]) -> list[int]:
        """The nodes below some gates that have places below them, operands first."""
        self._sync()
        marks = self._marks
        stack = [n for g in gates if marks[n := abs(g)]]
        seen = set(stack)
        while stack:
            node = stack.pop()
            for g in self.circuit.parts(node):
                n = abs(g)
                if marks[n] and n not in seen:
                    seen.add(n)
                    stack.append(n)
        return sorted(seen)

    def size(self, gates: Iterable[int]) -> int:
        """How many nodes depend on places."""
        return len(self._cone(gates))

    def below(self, gates: Iterable[int]) -> list[int]:
        """The places below some gates."""
        return [n for n in self._cone(gates) if n in self.places]

    def replaced(self, gates: Mapping[int, int], values: Mapping[int, Any]) -> dict[int, int]:
        """The gates with places replaced by their values; those whose value is None stay."""
        circuit = self.circuit
        made: dict[int, int] = {}
        for node in self._cone(gates.values()):
            if node in self.places:
                value = values[node]
                made[node] = node if value is None else value
                continue
            new = [made.get(g, g) if g > 0 else -made.get(-g, -g) for g in circuit.parts(node)]
            made[node] = circuit.ite(*new) if node in circuit.choices else circuit.and_(new)
        return {p: made.get(g, g) if g > 0 else -made.get(-g, -g) for p, g in gates.items()}
