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
