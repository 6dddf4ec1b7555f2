"""The generated items that the benchmarks run on."""

from __future__ import annotations

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
