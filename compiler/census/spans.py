"""From what a claim says of its span to the span: by text, by number, by place, by its two ends."""

from __future__ import annotations

from functools import cached_property

from hlogic.compiler import ast
from hlogic.compiler.census.background import Background
from hlogic.compiler.census.passage import Decomposed, alike, nearest
from hlogic.compiler.diagnostics import Label, Report
from hlogic.compiler.source import Span

Points = tuple[int, int]

MAX_SEARCHES = 40  # nearest passages looked for in one run
SHOWN = 60  # code points of a text that a message shows
FORM_DIFFERS = "; only the Unicode normalisation differs (NFC or NFD): copy it from the background"


def quoted(text: str) -> str:
    """A text in a message: on one line, and not longer than a line."""
    text = text.replace("\n", "⏎")
    if len(text) > SHOWN:
        text = text[: SHOWN * 2 // 3] + " … " + text[-SHOWN // 3 :]
    return f"“{text}”"


def occurrences(text: str, wanted: str, start: int = 0) -> list[int]:
    """Where a text stands, each beginning once, also where two of them overlap."""
    found = []
    at = text.find(wanted, start)
    while at >= 0:
        found.append(at)
        at = text.find(wanted, at + 1)
    return found


class Finder:
    """Finds claims in one background; what is wrong goes to the report."""

    def __init__(self, background: Background, report: Report) -> None:
        self._background = background
        self._text = background.text
        self._report = report
        self._searches = 0

    def find(self, claim: ast.Claim) -> Points | None:
        """The span of a claim, or None after an error."""
        if not claim.text or claim.ending == "":
            self._error("claim-empty", claim, f"the text of {claim.id.name} is empty")
            return None
        if claim.place is not None:
            return self._by_place(claim, claim.place)
        begin = self._begin(claim)
        if begin is None:
            return None
        if claim.ending is None:
            return begin, begin + len(claim.text)
        end = self._text.find(claim.ending, begin + len(claim.text))
        if end >= 0:
            return begin, end + len(claim.ending)
        self._no_ending(claim, claim.ending, begin)
        return None

    # ------------------------------------------------------------------ ways to name a span

    def _begin(self, claim: ast.Claim) -> int | None:
        """Where the claim's text, or its opening, begins."""
        found = occurrences(self._text, claim.text)
        if not found:
            self._not_found(claim.text_span, claim.text, "the background does not hold")
            return None
        if claim.occurrence is not None:
            return self._numbered(claim, claim.occurrence, found)
        if len(found) == 1:
            return found[0]
        what = "opening" if claim.ending is not None else "text"
        self._error(
            "claim-ambiguous",
            claim,
            f"the {what} of {claim.id.name} stands {_times(len(found))} in the background",
            hint=f"say which: `claim {claim.id.name} @1` is the first, "
            f"`@{len(found)}` the last, or give its place, "
            + " or ".join(f"`[{a}:{a + len(claim.text)}]`" for a in found[:2]),
            labels=self._places(claim, found[:2]),
        )
        return None

    def _numbered(self, claim: ast.Claim, number: int, found: list[int]) -> int | None:
        if 1 <= number <= len(found):
            return found[number - 1]
        self._error(
            "claim-occurrence",
            claim,
            f"there is no @{number}: the text stands {_times(len(found))} in the background",
            hint="the first is @1" if number < 1 else "",
            labels=self._places(claim, found[:2]),
        )
        return None

    def _by_place(self, claim: ast.Claim, place: Points) -> Points | None:
        start, end = place
        if not start < end <= len(self._text):
            message = f"[{start}:{end}] is no span of the background"
            hint = f"it has {len(self._text)} code points, counted from 0; the end is exclusive"
            self._error("claim-span-differs", claim, message, hint)
            return None
        text = self._text[start:end]
        if claim.ending is None:
            wanted, fits = quoted(claim.text), text == claim.text
        else:
            wanted = f"{quoted(claim.text)} .. {quoted(claim.ending)}"
            rest = text.removeprefix(claim.text)
            fits = len(rest) < len(text) and rest.endswith(claim.ending)
        if fits:
            return place
        labels = [Label(self._background.place(start, end), f"[{start}:{end}]")]
        hint = _same_but_for_form(claim.text, text)
        if claim.ending is None and not hint:
            near, hint = self._elsewhere(claim.text)
            labels += near
        self._error(
            "claim-span-differs",
            claim,
            f"[{start}:{end}] holds {quoted(text)}, not {wanted}",
            hint=hint,
            labels=tuple(labels),
        )
        return None

    def _elsewhere(self, wanted: str) -> tuple[list[Label], str]:
        """Where else the text of a claim stands; else the nearest passage."""
        found = occurrences(self._text, wanted)
        if found:
            places = [f"[{a}:{a + len(wanted)}]" for a in found[:3]]
            more = ", …" if len(found) > 3 else ""
            hint = "the text stands at " + ", ".join(places) + more
            return [], hint + ("; `hlogic census --fix` mends that" if len(found) == 1 else "")
        near, hint = self._near(wanted)
        if near is None:
            return [], ""
        label = "the nearest passage, [{}:{}]".format(*near)
        return [Label(self._background.place(*near), label)], hint

    # ------------------------------------------------------------------ messages

    def _error(
        self,
        code: str,
        claim: ast.Claim,
        message: str,
        hint: str = "",
        labels: tuple[Label, ...] = (),
    ) -> None:
        self._report.error(code, claim.text_span, message, hint, labels)

    def _places(self, claim: ast.Claim, found: list[int]) -> tuple[Label, ...]:
        size = len(claim.text)
        return tuple(
            Label(self._background.place(a, a + size), f"@{i}, [{a}:{a + size}]")
            for i, a in enumerate(found, 1)
        )

    def _no_ending(self, claim: ast.Claim, ending: str, begin: int) -> None:
        """The ending does not follow: it may stand further ahead, or nowhere."""
        after = begin + len(claim.text)
        before = self._text.rfind(ending, 0, after + len(ending) - 1)
        if before < 0:
            where = f"after the opening of {claim.id.name} the background does not hold"
            self._not_found(claim.ending_span, ending, where, after)
            return
        labels = (
            Label(self._background.place(begin, after), "the opening"),
            Label(self._background.place(before, before + len(ending)), "the ending"),
        )
        message = f"{quoted(ending)} does not stand after the opening of {claim.id.name}"
        hint = "the passage reaches from the opening to an ending behind it"
        self._report.error("claim-not-found", claim.ending_span, message, hint, labels)

    def _not_found(self, at: Span, wanted: str, where: str, start: int = 0) -> None:
        """The text does not stand there: show the nearest passage that does."""
        message = f"{where} {quoted(wanted)}"
        near, hint = self._near(wanted, start)
        if near is None:
            self._report.error("claim-not-found", at, message)
            return
        label = "the nearest passage, [{}:{}]".format(*near)
        labels = (Label(self._background.place(*near), label),)
        self._report.error("claim-not-found", at, message, hint, labels)

    def _near(self, wanted: str, start: int = 0) -> tuple[Points | None, str]:
        """The nearest passage from a place on, and how a hint says so."""
        self._searches += 1
        if self._searches > MAX_SEARCHES:
            return None, ""
        near, words = self._decomposed.find(wanted, start), FORM_DIFFERS
        if near is None:
            near, words = nearest(self._text[start:], wanted), ""
            near = near and (near[0] + start, near[1] + start)
        if near is None:
            return None, ""
        passage = self._text[slice(*near)]
        return (
            near,
            f"the nearest passage is {quoted(passage)}{words or _difference(wanted, passage)}",
        )

    @cached_property
    def _decomposed(self) -> Decomposed:
        return Decomposed(self._text)


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _same_but_for_form(wanted: str, passage: str) -> str:
    return "the text is the same" + FORM_DIFFERS if alike(wanted, passage) else ""


def _difference(wanted: str, passage: str) -> str:
    """Differences that the eye misses, said in words."""
    if "".join(wanted.split()) == "".join(passage.split()):
        return "; only the white space differs"
    return ""
