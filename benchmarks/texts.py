"""The generated items that the benchmarks run on."""

from __future__ import annotations

from itertools import pairwise
from random import Random


def queens(size: int) -> str:
    """All placements of `size` queens, one on each row, none attacking another."""
    placed = ", ".join(f"queen({row}) as row_{row}" for row in range(1, size + 1))
    return f"""item queens_{size} "{size} queens"
sort Line = 1..{size}
var queen(Line): Line
constraint columns: all_different(r in Line: queen(r))
constraint rising: all_different(r in Line: queen(r) + r)
constraint falling: all_different(r in Line: queen(r) - r)
ask placements: rows ({placed})
"""


def many_constraints(size: int) -> str:
    """A file of `size` constraints over a variable and a derived term for every ten of them."""
    draw = Random(size).randrange
    width = size // 10
    lines = [f'item many_{size} "{size} constraints"']
    lines += [f"var v{i}: 0..9" for i in range(width)]
    lines += [f"derive d{i}: bool = v{i} > {i % 9}" for i in range(width)]
    for i in range(size):
        a, b, c = draw(width), draw(width), draw(width)
        lines.append(f"constraint c{i}: d{a} implies v{b} + {i % 5} != v{c} or not d{c}")
    return "\n".join([*lines, "ask any: possible d0", ""])


def machines(things: int, steps: int) -> str:
    """Machines that a crew takes through four states over many steps, in the words of std.time.

    `machines_clingo.py` says the same for clingo."""
    names = ", ".join(f"m{i}" for i in range(1, things + 1))
    states = ("idle", "busy", "dirty", "washing")
    starts = ", ".join(f"m{i}: {states[i % 4]}" for i in range(1, things + 1))
    works = {"load": (0, 1), "unload": (1, 2), "wash": (2, 3), "release": (3, 0)}
    turns = "\n".join(
        f"constraint {work}s(m in Machine, t in Shift): "
        f"work(m, t) == {work} implies turns(state, m, Step, t, {states[a]}, {states[b]})"
        for work, (a, b) in works.items()
    )
    half = steps // 2
    return f"""item machines_{steps} "{things} machines over {steps} steps"
use std.time
sort Step = 1..{steps}
sort Shift = 1..{steps - 1}
sort Machine {{ {names} }}
sort State {{ {", ".join(states)} }}
table start(Machine): State = {{ {starts} }}
var state(Machine, Step): State
var work(Machine, Shift): {{ {", ".join(works)}, none }}
def runs(m, t) = state(m, t) == busy
def clean(m, t) = state(m, t) == idle
def engaged(m, t) = state(m, t) != idle
def washes(m, t) = state(m, t) == washing
def spare(m, t) = not exists n in Machine: washes(n, t)
derive unloads(m in Machine): 0..{steps} = count(t in Shift: work(m, t) == unload)
constraint starting(m in Machine): state(m, 1) == start(m)
{turns}
constraint inertia(m in Machine, t in Shift): work(m, t) == none implies keeps(state, m, Step, t)
constraint crew(t in Shift): at_most 2 (m in Machine: work(m, t) != none)
constraint washer(t in Step): at_most 1 (m in Machine: washes(m, t))
constraint water(m in Machine, t in Shift where within(t, {half - 3}, {half})): work(m, t) != wash
constraint soak(m in Machine, t in Shift where t + 2 in Step):
  work(m, t) == wash implies washes(m, t + 2)
constraint short(m in Machine, t in Step where t + 7 in Step):
  not throughout(runs, m, Step, t, t + 7)
constraint queue(m in Machine, t in Shift where t > 8):
  work(m, t) == wash implies since(spare, runs, m, Step, t)
constraint finish(m in Machine, t in Shift):
  work(m, t) == load implies until(engaged, washes, m, Step, t + 1)
constraint enough(m in Machine): unloads(m) >= 1
constraint closing: at_least 3 (m in Machine: clean(m, {steps}))
ask p1: possible forall m in Machine: runs(m, {half})
ask p2: possible throughout(clean, m4, Step, 1, {half})
ask p3: possible unloads(m1) >= 4
ask p4: possible first_time(clean, m2, Step) == {half} where exists t in Step: clean(m2, t)
ask n1: necessary exists m in Machine: not clean(m, {half})
ask n2: necessary forall m in Machine: exists t in Step: washes(m, t)
ask n3: necessary until(clean, runs, m4, Step, 1)
ask n4: necessary since(engaged, runs, m1, Step, {half})
"""


def clashing_pairs(pairs: int) -> str:
    """Rules in pairs that say the same, and one that clashes with all of them together: a core
    takes one rule of each pair, so there are 2^pairs."""
    lines = [f'item clashing_{pairs} "{pairs} pairs of rules"']
    lines += [f"var x{i}: bool" for i in range(pairs)]
    lines += [f"constraint {which}{i}: x{i}" for i in range(pairs) for which in "ab"]
    together = " and ".join(f"x{i}" for i in range(pairs))
    return "\n".join([*lines, f"constraint clash: not ({together})", "ask cores: core", ""])


def twelve_of_sixty(seed: int = 1) -> str:
    """Sixty rules of which twelve make the only smallest core: a chain from p0 to its denial. A
    longer chain beside it, with steps back, makes larger ones."""
    draw = Random(seed).randrange
    rules = ["p0", *(f"p{i} implies p{i + 1}" for i in range(10)), "not p10"]
    longer = [0, *range(11, 35), 10]
    rules += [f"p{a} implies p{b}" for a, b in pairwise(longer)]
    while len(rules) < 60:
        low = draw(11, 34)
        rules.append(f"p{draw(low + 1, 35)} implies p{low}")
    lines = ['item sixty "sixty rules"', *(f"var p{i}: bool" for i in range(35))]
    lines += [f"constraint r{i}: {rule}" for i, rule in enumerate(rules)]
    return "\n".join([*lines, "ask least: core smallest", ""])


def thirty_of_sixty() -> str:
    """Subsets of sixty with thirty members: 118,264,581,564,861,424 of them."""
    return """item thirty "exactly thirty of sixty"
sort Place = 1..60
var on(Place): bool
constraint half: exactly 30 (p in Place: on(p))
ask number: count worlds
"""


def colours() -> str:
    """A six by six grid in three colours, neighbours differing: 101,596,896 ways."""
    return """item colours "three colours on a grid"
sort Line = 1..6
sort Colour { red, green, blue }
var colour(Line, Line): Colour
constraint across(r in Line, c in 1..5): colour(r, c) != colour(r, c + 1)
constraint down(r in 1..5, c in Line): colour(r, c) != colour(r + 1, c)
ask number: count worlds
"""


def three_sat(variables: int, clauses: int, seed: int = 0) -> str:
    """Random clauses of three literals."""
    draw = Random(seed)
    lines = [f'item three_sat_{variables} "{clauses} random clauses"']
    lines += [f"var x{i}: bool" for i in range(variables)]
    for i in range(clauses):
        literals = [f"{draw.choice(('', 'not '))}x{j}" for j in draw.sample(range(variables), 3)]
        lines.append(f"constraint c{i}: {' or '.join(literals)}")
    return "\n".join([*lines, "ask number: count worlds", ""])


def codes() -> str:
    """Five digits, asked for, and five others that are not: each of the 100,000 rows stands for
    59,049 worlds."""
    return """item codes "codes and decoys"
sort Place = 1..5
sort Digit = 0..9
var digit(Place): Digit
var decoy(Place): Digit
constraint other(p in Place): decoy(p) != digit(p)
ask codes: rows distinct (digit(1) as a, digit(2) as b, digit(3) as c, digit(4) as d, digit(5) as e)
"""


Said = int | list["str | Said"]  # a person who is a knight, or a word and what it joins


def puzzles(number: int, people: int = 5) -> list[list[Said]]:
    """Knights and knaves: for each puzzle what each person says."""
    draw = Random(number)

    def said(depth: int) -> Said:
        if depth == 0 or draw.random() < 0.2:
            return draw.randrange(people)
        word = draw.choice(("not", "and", "or", "implies", "iff"))
        return [word, *(said(depth - 1) for _ in range(1 if word == "not" else 2))]

    return [[said(2) for _ in range(people)] for _ in range(number)]


def puzzle(says: list[Said]) -> str:
    """A puzzle as an item."""

    def meaning(said: Said) -> str:
        match said:
            case int():
                return f"knight(p{said})"
            case ["not", inner]:
                return f"not ({meaning(inner)})"
            case [word, left, right]:
                return f"({meaning(left)}) {word} ({meaning(right)})"
        raise ValueError(said)

    names = [f"p{i}" for i in range(len(says))]
    lines = ["item puzzle", f"sort Person {{ {', '.join(names)} }}", "var knight(Person): bool"]
    for name, said in zip(names, says, strict=True):
        lines.append(f"constraint said_by_{name}: knight({name}) iff ({meaning(said)})")
    lines += ["ask number: count worlds", "ask knights: necessary_set p in Person: knight(p)", ""]
    return "\n".join(lines)
