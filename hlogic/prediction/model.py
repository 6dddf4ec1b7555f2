"""The step model of proofs by chains and by cases.

A step is right with probability p, whatever stands around it. A linear proof of |X| steps is right
if all are, so a set of them has the accuracy E[p^|X|]. A proof by cases must find its cases, with
probability q, and get right the steps of the cases that hold and of those that end in
contradiction, |X| + |X^NE|: its accuracy is q · E[p^(|X| + |X^NE|)].

Source: Ji, Shen, Wu, Xie, Zhang: Linear Reasoning vs. Proof by Cases, 2026 (arXiv 2602.20973).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from hlogic.compiler.record import record

HALVINGS = 60  # of the interval in which p is sought: nearer than a float can say


@record
class Proof:
    """A proof of a set, `count` times: its kind, |X| as `steps`, |X^NE| as `contradictory`."""

    kind: str
    steps: int
    contradictory: int
    count: int = 1

    @property
    def length(self) -> int:
        """The steps that must be right."""
        return self.steps + self.contradictory


class Curve:
    """The share of a set's proofs whose steps are all right, as a polynomial in p."""

    def __init__(self, proofs: Iterable[Proof]) -> None:
        lengths: Counter[int] = Counter()
        for proof in proofs:
            lengths[proof.length] += proof.count
        self.total = sum(lengths.values())
        self._lengths = sorted(lengths.items())

    def at(self, p: float) -> float:
        """E[p^length]; of no proofs there is none."""
        return sum(count * p**length for length, count in self._lengths) / self.total

    @property
    def least(self) -> float:
        """Its value at p = 0: the share of proofs without a step."""
        return self.at(0.0)

    @property
    def mean(self) -> Fraction:
        """The mean length."""
        return Fraction(sum(length * n for length, n in self._lengths), self.total)

    def inverse(self, share: float) -> float | None:
        """The p at which this share is right, or None where no p, or every p, explains it. The
        curve rises with p, so halving finds it."""
        if not self.least < share <= 1.0:
            return 0.0 if share == self.least < 1.0 else None
        low, high = 0.0, 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.at(middle) < share else (low, middle)
        return (low + high) / 2
