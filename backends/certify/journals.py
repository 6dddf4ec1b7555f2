"""The journal of one ask, read entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hlogic.backends.certify.folders import Failed

Entry = dict[str, Any]


class Unshown(Exception):
    """An answer cannot be followed further: what it rests on is not in the certificate."""


class Journal:
    """The entries, and what came of them: `unproved` fills with what is only claimed; `worlds` and
    `refutations` count what was checked."""

    def __init__(self, entries: Sequence[object]) -> None:
        self._entries = entries
        self.at = 0  # the number of the entry at hand
        self.unproved: list[str] = []
        self.worlds = 0
        self.refutations = 0

    def next(self, question: str, scope: str | None) -> Entry:
        """The next entry. Raises Failed where it is not about this."""
        self.at += 1
        if self.at > len(self._entries):
            raise Failed(f"there is none, and `{question}` is asked here")
        entry = self._entries[self.at - 1]
        if not isinstance(entry, dict):
            raise Failed("it is no object")
        if entry.get("question") != question or entry.get("scope") != scope:
            raise Failed(f"it is not about `{question}` in {scope}, which is asked here")
        return entry

    def end(self) -> None:
        """Raises Failed where an entry is left that nobody asked for."""
        if self.at < len(self._entries):
            self.at += 1
            raise Failed("nothing asks for it")


def part(entry: object, key: str) -> object:
    """A part of an entry. Raises Failed where it is not there."""
    if not isinstance(entry, dict) or key not in entry:
        raise Failed(f"it has no `{key}`")
    return entry[key]


def listed_in(entry: Entry, key: str, count: int | None = None) -> list[Any]:
    """A part that is a list, of so many if that is known."""
    found = part(entry, key)
    if not isinstance(found, list) or (count is not None and len(found) != count):
        raise Failed(f"`{key}` is no list" + ("" if count is None else f" of {count}"))
    return found


def answer_of(entry: Entry) -> bool:
    """Whether an entry says that there is a world."""
    answer = entry.get("answer")
    if not isinstance(answer, bool):
        raise Failed("`answer` is neither true nor false")
    return answer


def shown(entry: Entry, key: str) -> object:
    """A part without which there is no going on. Raises Unshown where the entry says why it has
    none."""
    if key in entry:
        return entry[key]
    raise Unshown(reason_of(entry))


def reason_of(entry: Entry) -> str:
    """Why an entry lacks evidence. Raises Failed where it does not say so."""
    reason = entry.get("uncertified")
    if not isinstance(reason, str):
        raise Failed("it shows nothing, and does not say why")
    return reason
