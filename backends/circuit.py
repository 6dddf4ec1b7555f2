"""A hash-consed Boolean circuit: and, if-then-else, and inputs; negation is the sign.

A gate is a signed integer; `TRUE` and `FALSE` are gates too. Equal gates are made once, so a gate's
value is a function of the inputs and nothing is ever defined twice. Operands are older than their
gate: the circuit is in dependency order as it stands.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

TRUE = 1
FALSE = -1


class Circuit:
    """Gates 2, 3, … in order of making. `operands[g]` is None for an input, a tuple of gates for
    an `and`; `choices[g]` is (condition, then, else) for an if-then-else."""

    def __init__(self) -> None:
        self.operands: list[tuple[int, ...] | None] = [None, ()]
        self.choices: dict[int, tuple[int, int, int]] = {}
        self._ands: dict[tuple[int, ...], int] = {}
        self._ites: dict[tuple[int, int, int], int] = {}
        self._counters: dict[tuple[tuple[int, ...], int], int] = {}

    def parts(self, node: int) -> tuple[int, ...]:
        """The operands of a node, none of an input."""
        return self.choices.get(node) or self.operands[node] or ()

    def below(self, gate: int, known: Container[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The nodes of a gate's cone that are not known, each with its operands and after them.
        Who asks for the next has made the last one known."""
        stack = [abs(gate)]
        while stack:
            node = stack[-1]
            if node in known:
                stack.pop()
                continue
            parts = self.parts(node)
            missing = [abs(p) for p in parts if abs(p) not in known]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            yield node, parts

    def input(self) -> int:
        self.operands.append(None)
        return len(self.operands) - 1

    def and_(self, gates: Iterable[int]) -> int:
        """The conjunction; of nothing it is `TRUE`."""
        unique = set(gates)
        unique.discard(TRUE)
        if len(unique) < 2:
            return unique.pop() if unique else TRUE
        if FALSE in unique:
            return FALSE
        for g in unique:
            if -g in unique:
                return FALSE
        key = tuple(sorted(unique))
        made = self._ands.get(key)
        if made is None:
            self.operands.append(key)
            made = self._ands[key] = len(self.operands) - 1
        return made

    def or_(self, gates: Iterable[int]) -> int:
        return -self.and_([-g for g in gates])

    def ite(self, c: int, a: int, b: int) -> int:
        """If c then a else b; the condition and `a` are made positive, for sharing."""
        if c < 0:
            c, a, b = -c, b, a
        if a == b or c == TRUE:
            return a
        if a in (TRUE, c):
            return self.or_((c, b))
        if a in (FALSE, -c):
            return self.and_((-c, b))
        if b in (TRUE, -c):
            return self.or_((-c, a))
        if b in (FALSE, c):
            return self.and_((c, a))
        sign = 1
        if a < 0:
            sign, a, b = -1, -a, -b
        made = self._ites.get((c, a, b))
        if made is None:
            self.operands.append(())
            made = self._ites[c, a, b] = len(self.operands) - 1
            self.choices[made] = (c, a, b)
        return sign * made

    def iff(self, a: int, b: int) -> int:
        return self.ite(a, b, -b)

    def at_least(self, gates: Sequence[int], k: int) -> int:
        """Whether at least k of the gates (with repeats) are true: a counter of about n·k gates,
        defined both ways, so that it adds no worlds."""
        sure = sum(1 for g in gates if g == TRUE)
        rest = tuple(sorted(g for g in gates if abs(g) != TRUE))
        return self._counter(rest, k - sure)

    def exactly(self, gates: Sequence[int], k: int) -> int:
        """Whether k of the gates are true."""
        return self.and_((self.at_least(gates, k), -self.at_least(gates, k + 1)))

    def _counter(self, gates: tuple[int, ...], k: int) -> int:
        n = len(gates)
        if k <= 0 or k > n:
            return TRUE if k <= 0 else FALSE
        if k == 1:
            return self.or_(gates)
        if k == n:
            return self.and_(gates)
        made = self._counters.get((gates, k))
        if made is not None:
            return made
        # row[j]: at least j of the gates read so far, from the last to the first
        row = [TRUE] + [FALSE] * k
        for place in range(n - 1, -1, -1):
            need = max(1, k - place)
            for j in range(k, need - 1, -1):
                row[j] = self.ite(gates[place], row[j - 1], row[j])
        self._counters[gates, k] = row[k]
        return row[k]
