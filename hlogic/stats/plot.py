"""The distribution of steps as an SVG picture: a bar a number of steps, linear proofs below, proofs
by cases above."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hlogic.compiler.proof.measures import Measures

BAR, GAP, HEIGHT, MARGIN = 24, 8, 240, 72
TITLE = "Proofs by their number of steps"
ACROSS = "steps in all: steps + contradictory_steps"
UPWARDS = "proofs"
LEAST_BARS = 8  # that there is room for: as wide as the title
COLOURS = {"linear": "#4477aa", "cases": "#ee6677"}
NAMES = {"linear": "linear", "cases": "by cases"}


def plot(measures: Sequence[Measures]) -> str:
    """The picture. Steps are all that a proof takes, those in contradictory cases too."""
    counts = {kind: Counter(m.all_steps for m in measures if m.kind == kind) for kind in COLOURS}
    numbers = sorted({n for of_kind in counts.values() for n in of_kind})
    top = max((sum(c[n] for c in counts.values()) for n in numbers), default=1)
    wide = 2 * MARGIN + max(len(numbers), LEAST_BARS) * (BAR + GAP)
    high = HEIGHT + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{high}" fill="white"/>',
    ]
    base = HEIGHT + MARGIN
    for place, number in enumerate(numbers):
        x, y = MARGIN + place * (BAR + GAP), base
        for kind, colour in COLOURS.items():
            tall = round(HEIGHT * counts[kind][number] / top)
            y -= tall
            if tall:
                parts.append(
                    f'<rect x="{x}" y="{y}" width="{BAR}" height="{tall}" fill="{colour}"/>'
                )
        total = sum(c[number] for c in counts.values())
        middle = x + BAR // 2
        parts.append(_text(middle, y - 4, str(total)))
        parts.append(_text(middle, base + 16, str(number)))
    parts.append(
        f'<line x1="{MARGIN}" y1="{base}" x2="{wide - MARGIN}" y2="{base}" stroke="black"/>'
    )
    parts.append(_text(wide // 2, base + 40, ACROSS))
    parts.append(
        f'<g transform="rotate(-90 24 {base})">{_text(24 + HEIGHT // 2, base, UPWARDS)}</g>'
    )
    parts.append(_text(wide // 2, 20, TITLE))
    for place, (kind, colour) in enumerate(COLOURS.items()):
        x = MARGIN + place * 110
        parts.append(f'<rect x="{x}" y="32" width="12" height="12" fill="{colour}"/>')
        label = f"{NAMES[kind]}: {sum(counts[kind].values())}"
        parts.append(f'<text x="{x + 18}" y="42">{label}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _text(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="middle">{text}</text>'
