"""Reading a certificate's folder. Nothing in it is believed: names stay inside it, what is written
is looked at before it is used, and each file is held against its digest in the manifest."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from hlogic.backends.certify.drafts import files_below
from hlogic.backends.certify.layout import FORMAT, MANIFEST, REFUTATIONS, digest
from hlogic.compiler.diagnostics import fail
from hlogic.compiler.files import WHOLE, FileProblem, beside, read_bytes
from hlogic.compiler.source import Source, Span


class Failed(Exception):
    """A certificate does not show what it claims; the message says where and why."""


class Folder:
    """One certificate. `asks` are what its manifest holds of them, as yet unread."""

    def __init__(self, folder: str) -> None:
        """Raises HlogicError where the folder is no certificate."""
        self._at = Path(folder)
        self._name = folder
        try:
            read = json.loads(read_bytes(self._at / MANIFEST, MANIFEST, WHOLE))
        except FileProblem as problem:
            missing = problem.code == "no-such-file"
            self.refuse(f"it has no {MANIFEST}" if missing else problem.message)
        except (ValueError, RecursionError):
            self.refuse(f"{MANIFEST} is no JSON")
        if not isinstance(read, dict) or not str(read.get("format")).startswith("hlogic cert"):
            self.refuse(f"{MANIFEST} is no certificate's")
        if read["format"] != FORMAT:
            self.refuse(f"its format is {read['format']!r}, and this program reads {FORMAT!r}")
        texts = ("hlogic", "item", "text")
        lists, maps = ("variables", "asks"), ("files", "standard")
        whole = all(isinstance(read.get(key), str) for key in texts)
        whole = whole and all(isinstance(read.get(key), list) for key in lists)
        whole = whole and all(isinstance(read.get(key), dict) for key in maps)
        if not whole:
            self.refuse(f"{MANIFEST} lacks a part")
        self.version: str = read["hlogic"]
        self.item: str = read["item"]
        self.text: str = read["text"]
        self.variables: list[Any] = read["variables"]
        self.standard: Mapping[str, Any] = read["standard"]
        self.asks: list[Any] = read["asks"]
        self._digests: Mapping[str, Any] = read["files"]

    def refuse(self, why: str) -> NoReturn:
        """Raise HlogicError that says why the folder will not do."""
        fail(
            "not-a-certificate",
            Span(Source(self._name, ""), 0, 0),
            f"the folder is no certificate: {why}",
            "`hlogic solve --certify FOLDER` makes one",
        )

    def path(self, name: str) -> Path:
        """Where a file of the folder lies. Raises Failed where the name leads out of it."""
        try:
            return beside(self._at, name)
        except FileProblem as problem:
            raise Failed(f"{name}: {problem.message}") from None

    def data(self, name: str) -> bytes:
        """What a file holds, if it is the file of the manifest."""
        if name not in self._digests:
            raise Failed(f"{name}: the manifest lists no such file")
        try:
            data = read_bytes(self.path(name), "it", WHOLE)
        except FileProblem as problem:
            raise Failed(f"{name}: {problem.message}") from None
        if digest(data) != self._digests[name]:
            raise Failed(f"{name}: it was changed: its SHA-256 is not the manifest's")
        return data

    def problems(self) -> list[str]:
        """What is wrong with the files as such: changed, missing, or in no list."""
        found = []
        there = sorted(files_below(self._at))
        for name in self._digests:
            try:
                self.data(name)
            except Failed as failed:
                found.append(str(failed))
        for name in there:
            if name != MANIFEST and name not in self._digests:
                found.append(f"{name}: the manifest does not list it")
            elif os.path.islink(self._at / name):
                found.append(f"{name}: it is a link")
        return found

    def refutations(self) -> list[str]:
        """The files of all refutations."""
        return [name for name in self._digests if name.startswith(f"{REFUTATIONS}/")]
