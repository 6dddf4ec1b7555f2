"""Answers the asks of a clingo program, each an atom `ask(N, Kind, Node)`: whether `reach(Node)` is
possible, or necessary, where `kept(N)` holds. The hand-written rival of reachability."""

from __future__ import annotations

import json
import sys

import clingo


def main() -> None:
    control = clingo.Control(["--warn=none"])
    control.load(sys.argv[1])
    control.ground([("base", [])])

    def met(number: clingo.Symbol, *more: tuple[clingo.Symbol, bool]) -> bool:
        kept = clingo.Function("kept", [number])
        return bool(control.solve(assumptions=[(kept, True), *more]).satisfiable)

    answers = {}
    for atom in control.symbolic_atoms.by_signature("ask", 3):
        number, kind, node = atom.symbol.arguments
        reached = clingo.Function("reach", [node])
        if kind.name == "possible":
            found = met(number, (reached, True))
        else:
            found = met(number) and not met(number, (reached, False))
        answers[number.number] = found
    print(json.dumps([answers[n] for n in sorted(answers)]))


if __name__ == "__main__":
    main()
