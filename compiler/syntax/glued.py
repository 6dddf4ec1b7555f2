"""Words of another language that no space parts from a name: `非q`, `如果q那么p`, `notq`.

Loaded where a text is wrong. The lexer reads such a run of letters as one name.
"""

from __future__ import annotations

from collections.abc import Iterable

# Longer words first: what begins alike is to be read whole.
DENYING: tuple[str, ...] = (
    "并非", "并不", "不是", "没有", "not_", "non_", "not", "non", "非", "不", "未", "没", "无",
)  # fmt: skip
SUPPOSING: tuple[str, ...] = ("如果", "假如", "假设", "若是", "若", "当")
# What stands between two formulas, and what is written for it here.
JOINING: tuple[tuple[str, str], ...] = (
    ("当且仅当", "iff"), ("等价于", "iff"), ("那么", "implies"), ("蕴含", "implies"),
    ("推出", "implies"), ("并且", "and"), ("而且", "and"), ("同时", "and"), ("或者", "or"),
    ("则", "implies"), ("就", "implies"), ("且", "and"), ("或", "or"), ("和", "and"),
)  # fmt: skip


def apart(name: str, known: Iterable[str]) -> str:
    """A hint that says how a name that nothing has is written where it is made of known names and
    such words, or nothing."""
    parts = _read(name, frozenset(known))
    return f"for {name}, write `{parts}`" if parts else ""


def _read(text: str, known: frozenset[str]) -> str:
    for word in SUPPOSING:
        rest = text.removeprefix(word)
        if rest != text:
            joined = _joined(rest, known, frozenset({"implies"}))
            if joined:
                return joined
    return _joined(text, known, frozenset(meant for _, meant in JOINING)) or _denied(text, known)


def _joined(text: str, known: frozenset[str], allowed: frozenset[str]) -> str:
    """`q那么p`; what is joined may be denied."""
    for word, meant in JOINING:
        left, found, right = text.partition(word)
        if not found or meant not in allowed:
            continue
        first, second = _plain(left, known), _plain(right, known)
        if first and second:
            return f"{first} {meant} {second}"
    return ""


def _plain(text: str, known: frozenset[str]) -> str:
    return text if text in known else _denied(text, known)


def _denied(text: str, known: frozenset[str]) -> str:
    for word in DENYING:
        rest = text.removeprefix(word)
        if rest != text and rest in known:
            return f"not {rest}"
    return ""


def supposed(name: str) -> str:
    """What follows a word for `if` at the beginning of a name; nothing where there is none."""
    return next((name.removeprefix(w) for w in SUPPOSING if name.startswith(w)), "")
