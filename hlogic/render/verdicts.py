"""What `hlogic verify` says: a line an ask, why where it is not verified, and one line for all.

q1  verified: 3 worlds, 2 refutations
q3  not proved: 1 world, 0 refutations
    a count has no proof

1 verified, 1 not proved
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence

from hlogic.backends.certify.verify import Result, Verdict
from hlogic.compiler.source import width
from hlogic.render.diagnostics import clean

_WORDS: Mapping[Result, str] = {
    "verified": "verified",
    "unproved": "not proved",
    "unanswered": "no answer",
    "failed": "FAILED",
}


def verdict_text(verdict: Verdict) -> str:
    """One verdict as lines of text."""
    head = _WORDS[verdict.result]
    if verdict.result in ("verified", "unproved"):
        head += f": {_counted(verdict.worlds, 'world')}, "
        head += _counted(verdict.refutations, "refutation")
    name = clean(verdict.id) if verdict.id else "the folder"
    margin = " " * (width(name) + 2)
    lines = [f"{name}  {head}", *(f"{margin}{clean(reason)}" for reason in verdict.reasons)]
    return "\n".join(lines) + "\n"


def summary_text(verdicts: Sequence[Verdict]) -> str:
    """How many came to what, after a blank line."""
    found = Counter(verdict.result for verdict in verdicts)
    parts = [f"{found[result]} {words}" for result, words in _WORDS.items() if found[result]]
    return "\n" + (", ".join(parts) or "no ask stands in the certificate") + "\n"


def verdicts_json(item: str, verdicts: Sequence[Verdict]) -> str:
    """One object, a verdict a line."""
    lines = ",\n".join(json.dumps(_object(verdict), ensure_ascii=False) for verdict in verdicts)
    return f'{{"item": {json.dumps(item, ensure_ascii=False)}, "verdicts": [\n{lines}\n]}}\n'


def _object(verdict: Verdict) -> dict[str, object]:
    return {
        "id": verdict.id or None,
        "result": verdict.result,
        "reasons": list(verdict.reasons),
        "worlds": verdict.worlds,
        "refutations": verdict.refutations,
    }


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"
