"""Worlds as JSON: the variables' values in the order of the text, labels by their ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hlogic.compiler.ir import Theory, instance_id
from hlogic.compiler.sorts import Label, Value

Written = bool | int | str


class NoWorld(Exception):
    """What was read is no list of the variables' values; the message says why."""


class Worlds:
    """Writes and reads the worlds of one theory."""

    def __init__(self, theory: Theory) -> None:
        self._variables = list(theory.variables())
        self.names = [instance_id(symbol.name, key) for symbol, key in self._variables]
        labels: dict[object, Mapping[str, Value]] = {}
        for symbol, _ in self._variables:
            if symbol not in labels:
                assert symbol.domain is not None
                parts = [p for p in symbol.domain.parts if not isinstance(p, range)]
                labels[symbol] = {v.id: v for p in parts for v in p if isinstance(v, Label)}
        self._labels = labels

    def written(self, world: Sequence[Value]) -> list[Written]:
        """A world's values as JSON."""
        return [_written(value) for value in world]

    def read(self, found: object) -> tuple[Value, ...]:
        """The values that a list stands for. Raises NoWorld where it is none of them; that they
        are in their domains is for the judge."""
        if not isinstance(found, list) or len(found) != len(self._variables):
            raise NoWorld(f"a world is a list of the values of {len(self._variables)} variables")
        world: list[Value] = []
        for (symbol, _), name, value in zip(self._variables, self.names, found, strict=True):
            if isinstance(value, str):
                label = self._labels[symbol].get(value)
                if label is None:
                    raise NoWorld(f"{name} cannot be {value}")
                world.append(label)
            elif isinstance(value, bool | int):
                world.append(value)
            else:
                raise NoWorld(f"{name} has no value")
        return tuple(world)


def _written(value: Value) -> Written:
    if isinstance(value, Label):
        return value.id
    assert isinstance(value, bool | int), "variables have scalar values"
    return value
