"""A proof as data: steps, cases, and how each line of reasoning ends.

A *step* uses one premise once to establish one fact from facts that stand before it. A *node* is a
chain of steps and its end: the conclusion, a contradiction, or a split into cases, of which each
assumes a fact and is a node again. Numbers name facts; a number may be cited in its own node and in
the cases below.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler.proof.places import Fact
from hlogic.compiler.record import record
from hlogic.compiler.terms import Ref

Cites = tuple[int, ...]


@record
class Step:
    """`fact` follows from the premise and the cited facts. `premise` is a `ref` of `Premises`, or
    `unfounded` with the atoms that have only each other to rest on."""

    number: int
    fact: Fact
    premise: str
    cites: Cites
    atoms: tuple[Ref, ...] = ()


@record
class Concluded:
    """The cited facts say what was to be shown."""

    cites: Cites


@record
class Contradiction:
    """The premise cannot hold with the cited facts; without one they contradict each other."""

    premise: str | None
    cites: Cites


@record
class Case:
    number: int
    fact: Fact  # what the case assumes
    node: Node


@record
class Split:
    """One of the cases holds: by the premise and the cited facts, or, without a premise, because a
    place has one of its values."""

    premise: str | None
    cites: Cites
    cases: tuple[Case, ...]


@record
class Node:
    steps: tuple[Step, ...]
    end: Concluded | Contradiction | Split


@record
class Proof:
    """That `goal` holds in every world; without a goal, that there is no world."""

    goal: Fact | None
    root: Node


def nodes(root: Node) -> Iterator[Node]:
    """Every node, each before those of its cases."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node.end, Split):
            stack.extend(case.node for case in reversed(node.end.cases))
