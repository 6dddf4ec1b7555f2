"""The other system of the machines benchmark: a hand-written program for clingo.

    python benchmarks/machines_clingo.py THINGS STEPS

Prints a JSON object: the answer of each ask of `texts.machines`.
"""

from __future__ import annotations

import json
import sys

from clingo import Control, Function

PROGRAM = """
step(1..n). shift(1..n-1). machine(1..k).
turn(load, idle, busy). turn(unload, busy, dirty).
turn(wash, dirty, washing). turn(release, washing, idle).
start(0, idle). start(1, busy). start(2, dirty). start(3, washing).

state(M, 1, S) :- machine(M), start(M \\ 4, S).
{ work(M, T, W) : turn(W, _, _) } 1 :- machine(M), shift(T).
:- work(M, T, W), turn(W, A, _), not state(M, T, A).
state(M, T+1, B) :- work(M, T, W), turn(W, _, B).
worked(M, T) :- work(M, T, _).
state(M, T+1, S) :- state(M, T, S), shift(T), not worked(M, T).
:- shift(T), 3 { worked(M, T) }.
:- step(T), 2 { state(M, T, washing) }.
:- work(M, T, wash), T = n/2-3..n/2.
:- work(M, T, wash), T+2 <= n, not state(M, T+2, washing).
:- machine(M), step(T), T+7 <= n, state(M, U, busy) : U = T..T+7.

taken(T) :- state(_, T, washing).
queued(M, T) :- state(M, T, busy).
queued(M, T) :- machine(M), step(T), queued(M, T-1), not taken(T).
:- work(M, T, wash), T > 8, not queued(M, T).

will_wash(M, T) :- state(M, T, washing).
will_wash(M, T) :- step(T), will_wash(M, T+1), not state(M, T, idle).
:- work(M, T, load), not will_wash(M, T+1).

:- machine(M), not 1 { work(M, T, unload) }.
:- not 3 { state(M, n, idle) }.

p1 :- state(M, n/2, busy) : machine(M).
p2 :- state(4, T, idle) : T = 1..n/2.
p3 :- 4 { work(1, T, unload) }.
p4 :- state(2, n/2, idle), not state(2, T, idle) : T = 1..n/2-1.
n1 :- machine(M), not state(M, n/2, idle).
n2 :- washed(M) : machine(M).
washed(M) :- state(M, _, washing).
will_run(T) :- state(4, T, busy).
will_run(T) :- step(T), will_run(T+1), state(4, T, idle).
n3 :- will_run(1).
has_run(T) :- state(1, T, busy).
has_run(T) :- step(T), has_run(T-1), not state(1, T, idle).
n4 :- has_run(n/2).
"""


def answers(things: int, steps: int) -> dict[str, bool]:
    control = Control([f"-ck={things}", f"-cn={steps}"])
    control.add(PROGRAM)
    control.ground()
    found = {}
    for ask in ("p1", "p2", "p3", "p4", "n1", "n2", "n3", "n4"):
        possible = ask.startswith("p")
        met = control.solve(assumptions=[(Function(ask), possible)]).satisfiable
        found[ask] = bool(met) is possible
    return found


if __name__ == "__main__":
    print(json.dumps(answers(*map(int, sys.argv[1:]))))
