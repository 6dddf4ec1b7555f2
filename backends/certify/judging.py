"""Whether an assignment is a world of a view and meets some formulas: by the oracle's evaluator, so
by the operators' meaning and the definitions of groups, without a CNF or a solver."""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.backends.engine import Row
from hlogic.compiler.evaluate import Evaluator
from hlogic.compiler.ir import Instance, Theory, View, instance_id
from hlogic.compiler.sorts import UNDEFINED, Value
from hlogic.compiler.terms import Term


class Judge:
    """Judges assignments of one theory's variables, given in their order, for one view."""

    def __init__(self, theory: Theory, view: View) -> None:
        self._variables = list(theory.variables())
        self._groups = [group for group in theory.groups if group.stable]
        self._view = view
        place = {name: i for i, name in enumerate(self._variables)}
        self._evaluator = Evaluator(view, place)

    def problem(self, world: Sequence[Value], assumed: Sequence[Term]) -> str | None:
        """Why it is no world that meets the formulas, in words; None if it is one."""
        self._evaluator.world[:] = world
        self._evaluator.forget()
        for (symbol, key), value in zip(self._variables, world, strict=True):
            assert symbol.domain is not None
            if value not in symbol.domain:
                return f"{instance_id(symbol.name, key)} has a value outside its domain"
        for group in self._groups:
            if not self._evaluator.is_stable(group):
                names = ", ".join(symbol.name for symbol in group.symbols)
                return f"the atoms of {names} are no stable model of the rules"
        for instance in self._view.instances:
            if not self.keeps(instance):
                return f"the constraint {instance.id} is not true in it"
        if any(self._evaluator.value(term) is not True for term in assumed):
            return "what is asked about is not true in it"
        return None

    def keeps(self, instance: Instance) -> bool:
        """Whether a constraint is defined and true in the assignment that was judged last."""
        return self._evaluator.value(instance.body, instance.environment) is True

    def row(self, fields: Sequence[Term]) -> Row | None:
        """The fields' values in the assignment that was judged last; None if one has none."""
        values = [self._evaluator.value(field) for field in fields]
        if any(value is UNDEFINED for value in values):
            return None
        return tuple(values)  # type: ignore[arg-type]
