"""Items whose answers are proved: small ones, those of a paper, and those that tests write out."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
PAPER = ROOT / "items" / "first_order"
SMALL = [
    p
    for p in sorted((ROOT / "items").glob("*.hlogic"))
    if p.stem in ("night_shift", "course_check", "negation_cycle_small", "attribute_lock_small")
]


def item(*lines: str) -> str:
    """Lines over four Boolean variables."""
    return "\n".join(("item t", "var a: bool", "var b: bool", "var c: bool", "var d: bool", *lines))
