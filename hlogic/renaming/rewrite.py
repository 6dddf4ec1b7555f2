"""The edits that rename an item: in its texts, and nowhere else.

Every text of the file is retold: the background, titles, aliases, questions, reasons, notes and
comments. Claims are cut from the new background where they were cut from the old, so each still has
its text there; a claim is numbered where that is needed now. A label without an alias gets one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hlogic.compiler import ast
from hlogic.compiler.census.census import Census, find_spans
from hlogic.compiler.census.edits import Edit
from hlogic.compiler.census.spans import occurrences
from hlogic.compiler.diagnostics import Diagnostic, Report
from hlogic.compiler.files import reader_beside
from hlogic.compiler.record import record
from hlogic.compiler.source import Source, Span
from hlogic.compiler.syntax.lexer import Lexer, Token
from hlogic.compiler.syntax.parse import parse_file
from hlogic.compiler.syntax.print_expressions import passage, quoted
from hlogic.renaming.files import repointed
from hlogic.renaming.findings import crossing, left, partly_said, passages, unsaid
from hlogic.renaming.nouns import Named, Nouns, labels_without_alias, nouns_of
from hlogic.renaming.substitution import Substitution, moved, replaced


@record
class Renamed:
    """The edits of a file, the words that nouns became, where that broke what the item says, and
    remarks on what stayed."""

    edits: tuple[Edit, ...]
    substitution: Substitution
    findings: tuple[Diagnostic, ...]
    remarks: tuple[str, ...]


def renamed(source: Source, folder: Path | None, seed: str, to: Path | None = None) -> Renamed:
    """How an item is renamed, whose result is written into the folder `to`, if into any. Raises
    HlogicError where the text is no item, where the span of a claim cannot be told, or where a
    file that it uses cannot be named in that folder."""
    report = Report()
    file, comments = parse_file(source)
    census = find_spans(file, report, None if folder is None else reader_beside(folder))
    report.raise_errors()
    nouns = nouns_of(file)
    tokens = Lexer(source, report).run().tokens
    strings = [t for t in tokens if t.kind == "STRING"]
    texts = [str(t.value) for t in strings] + [c.text for c in comments]
    background = census.background.text if census.background is not None else ""
    words = Substitution(nouns, seed, "\n".join([background, *texts]))
    work = _Work(source, file, census, words)
    edits = [*work.background(), *work.claims(), *work.labels()]
    edits += [work.text(token) for token in strings if not work.is_done(token)]
    edits += [_span_edit(c.span, words.of(c.text)) for c in comments]
    if folder is not None and to is not None:
        edits += repointed(work.paths(strings), source, folder, to, report)
        report.raise_errors()
    changed = [e for e in edits if source.text[e.start : e.end] != e.text]
    found = _findings(file, nouns.names, work)
    return Renamed(tuple(changed), words, found, tuple(_remarks(file, nouns, work, found)))


def _findings(file: ast.File, names: list[Named], work: _Work) -> tuple[Diagnostic, ...]:
    report = Report()
    texts = passages(file, work.old)
    for node in file.declarations:
        if isinstance(node, ast.Background):
            unsaid(names, texts, work.words, report)
            left(texts, work.words, report)
            crossing(work.crossing, node.span, report)
    return tuple(report.diagnostics)


def _remarks(
    file: ast.File, nouns: Nouns, work: _Work, found: tuple[Diagnostic, ...]
) -> Iterator[str]:
    if nouns.kept:
        yield f"left as they are: {', '.join(nouns.kept)}"
    partly = partly_said(nouns.names, passages(file, work.old), work.words)
    if partly and work.census.background is not None:
        yield f"words of names that the text never says: {', '.join(partly)}"
    told = {d.span.text for d in found if d.code == "rename-left"}
    inside = [word for word in work.words.within_words(work.old) if word not in told]
    if inside:
        yield f"nouns within other words stay: {', '.join(inside)}"
    for node in file.declarations:
        if isinstance(node, ast.Use) and node.path is not None:
            yield f"the names of {node.path} stay"
        if isinstance(node, ast.Sort) and node.ordered and node.labels:
            yield f"the labels of {node.name.name} are in an order that their words no longer say"


class _Work:
    def __init__(self, source: Source, file: ast.File, census: Census, words: Substitution) -> None:
        self.source = source
        self.file = file
        self.census = census
        self.words = words
        self.old = census.background.text if census.background is not None else ""
        borders = {0, len(self.old)}
        for id, (start, end) in census.spans.items():
            claim = census.claims[id]
            borders |= {start, end}
            if claim.ending is not None:
                borders |= {start + len(claim.text), end - len(claim.ending)}
        self.changes = words.changes(self.old, borders)
        everywhere = words.changes(self.old)
        lost = [c for c in everywhere if c not in self.changes]
        self.crossing = list(dict.fromkeys(self.old[c.start : c.end] for c in lost))
        self.new = replaced(self.old, self.changes)
        self.apart = [span for d in file.declarations if (span := _own_span(d)) is not None]

    def is_done(self, token: Token) -> bool:
        """Whether a text is renamed with its declaration, or names a file or a setting."""
        title = self.file.header.span
        if title.start <= token.start < title.end:
            return self.file.header.title is None or not self.is_title(token)
        return any(span.start <= token.start < span.end for span in self.apart)

    def paths(self, strings: list[Token]) -> list[Token]:
        """The texts that name the files it uses."""
        used = [d.span for d in self.file.declarations if isinstance(d, ast.Use)]
        return [t for t in strings if any(s.start <= t.start < s.end for s in used)]

    def is_title(self, token: Token) -> bool:
        header = self.file.header
        before = self.source.text[header.name.span.end : token.start]
        return not before.strip() and token.value == header.title

    def text(self, token: Token) -> Edit:
        """A text that stands for itself, retold in its own quotes."""
        return self.literal(
            token.start, token.end, str(token.value), self.words.of(str(token.value))
        )

    def literal(self, start: int, end: int, old: str, new: str) -> Edit:
        raw = self.source.text[start:end]
        plain = old and raw.count(old) == 1
        return Edit(start, end, raw.replace(old, new) if plain else quoted(new))

    def background(self) -> Iterator[Edit]:
        for node in self.file.declarations:
            if not isinstance(node, ast.Background):
                continue
            if node.file is not None:
                yield _span_edit(node.span, f"background {passage(self.new)}")
            else:
                raw = node.span.text
                verbatim = self.old and raw.count(self.old) == 1
                text = (
                    raw.replace(self.old, self.new)
                    if verbatim
                    else f"background {passage(self.new)}"
                )
                yield _span_edit(node.span, text)

    def claims(self) -> Iterator[Edit]:
        for id, (start, end) in self.census.spans.items():
            yield from self.claim(self.census.claims[id], self.place(start), self.place(end))

    def place(self, place: int) -> int:
        return moved(place, self.changes)

    def claim(self, node: ast.Claim, start: int, end: int) -> Iterator[Edit]:
        """A claim's text, and what says which of its texts is meant."""
        opening = self.new[start:end]
        if node.ending is not None:
            old_start, old_end = self.census.spans[node.id.name]
            opening = self.new[start : self.place(old_start + len(node.text))]
            closing = self.new[self.place(old_end - len(node.ending)) : end]
            if self.new.find(closing, start + len(opening)) + len(closing) == end:
                yield self.literal(*_points(node.ending_span), node.ending, closing)
            else:  # the ending stands earlier now: the whole text says it
                opening = self.new[start:end]
                yield Edit(node.text_span.end, node.ending_span.end, "")
        before = ""
        if node.place is not None:
            yield _span_edit(node.place_span, f"[{start}:{end}]")
        else:
            places = occurrences(self.new, opening)
            number = f"@{places.index(start) + 1}"
            if node.occurrence is not None:
                yield _span_edit(node.place_span, number)
            elif len(places) > 1:
                before = f"{number} "
        edit = self.literal(*_points(node.text_span), node.text, opening)
        yield Edit(edit.start, edit.end, before + edit.text)
        if node.because is not None:
            yield self.literal(
                *_points(node.because_span), node.because, self.words.of(node.because)
            )

    def labels(self) -> Iterator[Edit]:
        for label in labels_without_alias(self.file):
            word = self.words.of(label.name)
            if word != label.name:
                yield Edit(label.span.end, label.span.end, f' "{word}"')


def _own_span(node: ast.Declaration) -> Span | None:
    """Of a declaration whose texts are not retold one by one."""
    return node.span if isinstance(node, ast.Background | ast.Claim | ast.Use) else None


def _points(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _span_edit(span: Span, text: str) -> Edit:
    return Edit(span.start, span.end, text)
