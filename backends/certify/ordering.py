"""What the gates of a field say of a given value: that it is had, or one before it in canonical
order.

The fields are made with gates in the place of literals.
"""

from __future__ import annotations

from hlogic.backends.circuit import FALSE, TRUE, Circuit
from hlogic.backends.fields import Choice, Constant, Field, Members, Row
from hlogic.compiler.sorts import Value, in_order, order_key


def has_value(field: Field, value: Value) -> list[int]:
    """Gates that are all true where the field has the value."""
    match field:
        case Constant():
            return [] if field.value == value else [FALSE]
        case Choice():
            found = [g for v, g in zip(field.values, field.gates, strict=True) if v == value]
            return found or [FALSE]
        case Members():
            assert isinstance(value, frozenset)
            gates = _by_member(field)
            if any(member not in gates for member in value):
                return [FALSE]
            return [g if member in value else -g for member, g in gates.items()]
        case Row():
            assert isinstance(value, tuple)
            parts = zip(field.parts, value, strict=True)
            return [g for part, v in parts for g in has_value(part, v)]


def earlier(circuit: Circuit, field: Field, value: Value, greatest: bool) -> int:
    """The gate that is true where the field has a value before the given one; with `greatest`, one
    after it. Rows go by their first difference."""
    match field:
        case Constant():
            return TRUE if _before(field.value, value, greatest) else FALSE
        case Choice():
            pairs = zip(field.values, field.gates, strict=True)
            return circuit.or_([g for v, g in pairs if _before(v, value, greatest)])
        case Members():
            assert isinstance(value, frozenset)
            return _earlier_set(circuit, field, value, greatest)
        case Row():
            assert isinstance(value, tuple)
            same: list[int] = []
            ways = []
            for part, v in zip(field.parts, value, strict=True):
                ways.append(circuit.and_([*same, earlier(circuit, part, v, greatest)]))
                same += has_value(part, v)
            return circuit.or_(ways)


def _before(one: Value, other: Value, greatest: bool) -> bool:
    a, b = order_key(one), order_key(other)
    return a > b if greatest else a < b


def _by_member(field: Members) -> dict[Value, int]:
    """The gate of each possible member, in canonical order."""
    gates = dict.fromkeys(field.sure, TRUE) | dict(field.members)
    return {member: gates[member] for member in in_order(frozenset(gates))}


def _earlier_set(circuit: Circuit, field: Members, value: frozenset[Value], greatest: bool) -> int:
    """Sets go by size. Of two of one size, that one is earlier which has the first member that
    only one of them has."""
    gates = _by_member(field)
    size = len(value)
    everything = list(gates.values())
    larger = circuit.at_least(everything, size + 1)
    smaller = -circuit.at_least(everything, size)
    ways = [larger if greatest else smaller]
    same = [circuit.exactly(everything, size)]
    for member, gate in gates.items():
        if (member in value) == greatest:
            ways.append(circuit.and_([*same, -gate if greatest else gate]))
        same.append(gate if member in value else -gate)
    return circuit.or_(ways)
