"""The problems as clingo programs.

    python benchmarks/rivals/in_clingo.py start|queens_all|queens_one|zebra|codes|small [ARGUMENT]

"Solver" is grounding and solving: clingo's own work begins with the program's text.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import clingo
from asked import report_one_of
from reported import solving

START = """
{ duty(N,(li;wang;zhao)) } = 1 :- N = 1..3.
:- D = (li;wang;zhao), #count { N : duty(N,D) } > 2.
:- duty(1,li), duty(3,wang).
#show.
#show D : duty(1,D).
"""

QUEENS = """
{ queen(R,1..n) } = 1 :- R = 1..n.
:- queen(R,C), queen(S,C), R < S.
:- D = 2..2*n, { queen(R,C) : R = 1..n, C = 1..n, R+C == D } > 1.
:- D = 1-n..n-1, { queen(R,C) : R = 1..n, C = 1..n, R-C == D } > 1.
#show queen/2.
"""

ZEBRA = """
kind(nation,(english;spanish;ukrainian;norwegian;japanese)).
kind(color,(red;green;ivory;yellow;blue)).
kind(pet,(dog;snails;fox;horse;zebra)).
kind(drink,(coffee;tea;milk;juice;water)).
kind(brand,(oldgold;kools;chesterfields;lucky;parliaments)).
{ at(W,1..5) } = 1 :- kind(_,W).
:- kind(K,V), kind(K,W), V < W, at(V,H), at(W,H).
same(english,red). same(spanish,dog). same(coffee,green). same(ukrainian,tea).
same(oldgold,snails). same(kools,yellow). same(lucky,juice). same(japanese,parliaments).
:- same(V,W), at(V,H), not at(W,H).
:- at(ivory,H), not at(green,H+1).
:- not at(milk,3).
:- not at(norwegian,1).
beside(chesterfields,fox). beside(kools,horse). beside(norwegian,blue).
:- beside(V,W), at(V,H), not at(W,H-1), not at(W,H+1).
#show.
#show drinker(N) : kind(nation,N), at(N,H), at(water,H).
#show owner(N) : kind(nation,N), at(N,H), at(zebra,H).
"""

CODES = """
{ digit(P,0..9) } = 1 :- P = 1..5.
{ decoy(P,0..9) } = 1 :- P = 1..5.
:- digit(P,D), decoy(P,D).
#show digit/2.
"""


def models(text: str, *options: str) -> Iterator[list[clingo.Symbol]]:
    """The shown atoms of the program's answers."""
    control = clingo.Control(["--warn=none", *options])
    with solving:
        control.add("base", [], text)
        control.ground([("base", [])])
    handle = control.solve(yield_=True)
    while True:
        with solving:
            handle.resume()
            model = handle.model()
            shown = None if model is None else model.symbols(shown=True)
        if shown is None:
            handle.cancel()
            return
        yield shown


def by_place(shown: list[clingo.Symbol]) -> list[int]:
    """The second arguments, by the first."""
    pairs = sorted([a.number for a in atom.arguments] for atom in shown)
    return [value for _, value in pairs]


def start() -> list[str]:
    found = {str(symbol) for shown in models(START, "0") for symbol in shown}
    return sorted(found)


def queens_all(size: str) -> list[list[int]]:
    return [by_place(shown) for shown in models(QUEENS, "0", f"-c n={size}")]


def queens_one(size: str) -> list[int]:
    return by_place(next(models(QUEENS, "1", f"-c n={size}")))


def zebra() -> list[object]:
    found = list(models(ZEBRA, "0"))
    said = {symbol.name: symbol.arguments[0].name for symbol in found[0]}
    return [said["drinker"], said["owner"], len(found)]


def codes() -> list[list[int]]:
    return [by_place(shown) for shown in models(CODES, "0", "--project=show")]


def puzzle(says: list[Any]) -> list[object]:
    lines = [f"{{ knight(0..{len(says) - 1}) }}.", "#show knight/1."]
    numbers = count()

    def meaning(said: Any) -> str:
        """An atom that is true where the statement is."""
        if isinstance(said, int):
            return f"knight({said})"
        word, *parts = said
        atom, inner = f"said({next(numbers)})", [meaning(part) for part in parts]
        for body in {
            "not": ["not {}"],
            "and": ["{}, {}"],
            "or": ["{0}", "{1}"],
            "implies": ["not {0}", "{1}"],
            "iff": ["{}, {}", "not {}, not {}"],
        }[word]:
            lines.append(f"{atom} :- {body.format(*inner)}.")
        return atom

    for i, said in enumerate(says):
        atom = meaning(said)
        lines += [f":- knight({i}), not {atom}.", f":- not knight({i}), {atom}."]
    worlds = [
        {symbol.arguments[0].number for symbol in shown} for shown in models("\n".join(lines), "0")
    ]
    return [len(worlds), sorted(set.intersection(*worlds)) if worlds else []]


if __name__ == "__main__":
    report_one_of(start, queens_all, queens_one, zebra, codes, puzzle=puzzle)
