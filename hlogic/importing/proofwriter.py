"""ProofWriter's records with the logic programs that a model wrote for them (Logic-LM).

A program has a line for each fact and each rule, `Red($x, True) && Big($x, False) >>> Round($x,
True) ::: sentence`, and one for the query. `$x` stands for everything, the last argument says
whether the atom holds or does not, and `!` in front turns that round. The sentences are those of
`context`; the lines of a program name theirs behind `:::`.

The answers of this set are what its rules derive, each from its conditions to its conclusion and
never back: from "Big things are not green" and a green thing it does not follow that the thing is
not big, and a contradiction elsewhere settles nothing. So where a program denies anything, what is
denied gets a predicate of its own, `not_Green`, which has no tie to `Green`; the theory then is of
Horn clauses, whose consequences are what they derive. That the statement asked for is true, as its
own proposition, follows if it is derived, and that it is false if its denial is.
"""

from __future__ import annotations

import re
from typing import NoReturn

from hlogic.compiler.census.sentences import sentences
from hlogic.compiler.diagnostics import Report, fail
from hlogic.compiler.record import record
from hlogic.compiler.source import Span
from hlogic.importing.formula import (
    Atom,
    Formula,
    Join,
    Not,
    Pair,
    Quant,
    Term,
    free_names,
    parts,
)
from hlogic.importing.quoted import Quoted, whole
from hlogic.importing.records import Fields, decoded
from hlogic.importing.repairs import mend
from hlogic.importing.story import Fact, Gold, Story, one_line

_HEADS = ("predicates:", "facts:", "rules:", "query:")
_CALLED = {"facts:": "fact", "rules:": "rule", "query:": "query"}
_ANSWERS: dict[str, Gold] = {"true": "true", "false": "false", "unknown": "uncertain"}
_PROGRAMS = "raw_logic_programs"
_STATEMENT = "statement"
_NO_PLACES = str.maketrans("{}", "()")  # braces are for the places of arguments in an alias
_OPTION = re.compile(r"\s*(\w+)\)\s*(\w+)")
_LITERAL = re.compile(r"\s*(!?)\s*(\w[\w'’.-]*)\s*\(([^()]*)\)\s*")
_TERM = re.compile(r"\$?\w[\w'’. -]*")


@record
class Line:
    """A line of a program: what it states, and the sentence that it states it of."""

    head: str
    text: Quoted
    sentence: str


def read(record: Quoted, report: Report) -> Story:
    """The story of a record. Raises HlogicError where it cannot be read."""
    fields = Fields(decoded(record), record)
    context = one_line(fields.text("context"))
    said = [context[start:end] for start, end in sentences(context)]
    lines = _lines(fields, report)
    stated = [line for line in lines if line.head in ("facts:", "rules:")]
    queries = [line for line in lines if line.head == "query:"]
    if len(queries) != 1:
        fail("bad-record", fields.place, f"the program has {len(queries)} queries, not one")
    formulas = []
    for line in (*stated, *queries):
        if not line.text.text:
            continue  # reported already
        with report.collecting():
            formulas.append(_formula(line))
    report.raise_errors()
    *facts, asked = formulas
    where, called = None, {}
    question = queries[0].sentence or queries[0].text.text
    if any(_denies(fact) for fact in facts):
        facts = [_one_way(fact) for fact in facts]
        asked, where = _derived(asked)
        called = {_STATEMENT: question.rstrip(".。 ").translate(_NO_PLACES)}
    places = _places(stated, said, report)
    return Story(
        one_line(fields.text("id")) if fields.has("id") else "",
        tuple(said),
        tuple(
            Fact(at, formula, line.text)
            for at, formula, line in zip(places, facts, stated, strict=True)
        ),
        question,
        asked,
        queries[0].text,
        _gold(fields),
        where,
        called,
    )


def _lines(fields: Fields, report: Report) -> list[Line]:
    """The lines of the first program of the record, under the headings they stand under."""
    programs = fields.texts(_PROGRAMS)
    if not programs:
        fail("bad-record", fields.place, "the record has no program")
    found, head = [], ""
    for line in programs[0].splitlines():
        if line.strip().casefold() in _HEADS:
            head = line.strip().casefold()
        elif line.strip() and head in _CALLED:
            stated, _, sentence = line.partition(":::")
            text = fields.formula(stated.rstrip(), _CALLED[head], _PROGRAMS, report)
            found.append(Line(head, text, one_line(sentence)))
    return found


def _places(stated: list[Line], said: list[str], report: Report) -> list[int]:
    """By line the index of its sentence: the first of its text that no line has yet. A sentence
    that the context does not hold is put behind it."""
    places: list[int] = []
    for line in stated:
        own = [i for i, sentence in enumerate(said) if sentence == line.sentence]
        own = [i for i in own if i not in places] or own
        if not own:
            said.append(line.sentence or one_line(line.text.text))
            message = "the context does not hold the sentence of this line; it is put behind it"
            mend(report, "sentence", whole(line.text), message)
        places.append(own[0] if own else len(said) - 1)
    return places


def _gold(fields: Fields) -> Gold | None:
    """What the answer's letter means among the options."""
    if not fields.has("answer"):
        return None
    options = [_OPTION.match(option) for option in fields.texts("options")]
    by_letter = {o[1].casefold(): o[2].casefold() for o in options if o is not None}
    word = by_letter.get(fields.text("answer").strip().casefold(), "")
    if word not in _ANSWERS:
        fail("bad-record", fields.place, "the answer is none of True, False and Unknown")
    return _ANSWERS[word]


# ---------------------------------------------------------------------------- formulas


def _formula(line: Line) -> Formula:
    text = line.text.text
    arrow = text.find(">>>")
    if arrow < 0:
        formula = _literals(line, 0, len(text))
    else:
        again = text.find(">>>", arrow + 3)
        if again >= 0:
            _wrong(line, again, "a rule has one `>>>`, and this is its second", ">>>")
        left, right = _literals(line, 0, arrow), _literals(line, arrow + 3, len(text))
        formula = Pair("→", left, right, span=whole(line.text))
    variables = dict.fromkeys(t.name for t in free_names(formula) if t.name.startswith("$"))
    for name in reversed(variables):
        formula = Quant("∀", name, formula, span=formula.span)
    return formula


def _literals(line: Line, start: int, end: int) -> Formula:
    text, found = line.text.text, list[Formula]()
    at = start
    while True:
        match = _LITERAL.match(text, at, end)
        if match is None:
            _wrong(line, at, "an atom `P(a, True)` should stand here")
        found.append(_literal(line, match))
        at = match.end()
        if at == end:
            return found[0] if len(found) == 1 else Join("∧", tuple(found), span=found[0].span)
        if not text.startswith("&&", at):
            _wrong(line, at, "`&&` should stand between atoms")
        at += 2


def _literal(line: Line, match: re.Match[str]) -> Formula:
    source = line.text
    *args, value = [arg.strip() for arg in match[3].split(",")]
    if value not in ("True", "False"):
        _wrong(line, match.end() - 1, "the last argument of an atom is True or False")
    for arg in args:
        if _TERM.fullmatch(arg) is None:
            _wrong(line, match.start(3), "the arguments of an atom are names")
    name_span = Span(source, match.start(2), match.end(2))
    span = Span(source, match.start(), match.end())
    terms = tuple(Term(arg, span=Span(source, match.start(3), match.end(3))) for arg in args)
    atom = Atom(match[2], terms, name_span=name_span, span=span)
    return atom if (value == "True") != bool(match[1]) else Not(atom, span=span)


def _denies(formula: Formula) -> bool:
    return isinstance(formula, Not) or any(map(_denies, parts(formula)))


def _one_way(formula: Formula) -> Formula:
    """The formula with a predicate of its own for each that is denied."""
    match formula:
        case Not(Atom() as atom):
            return Atom(f"not {atom.name}", atom.args, name_span=atom.name_span, span=atom.span)
        case Join(op, items):
            return Join(op, tuple(map(_one_way, items)), span=formula.span)
        case Pair(op, left, right):
            return Pair(op, _one_way(left), _one_way(right), span=formula.span)
        case Quant(kind, name, body):
            return Quant(kind, name, _one_way(body), span=formula.span)
        case _:
            return formula


def _derived(asked: Formula) -> tuple[Formula, Formula]:
    """A proposition that is true if the literal is derived and false if its denial is, and what
    makes it so."""
    denial = asked.body if isinstance(asked, Not) else Not(asked, span=asked.span)
    so = Atom(_STATEMENT, name_span=asked.span, span=asked.span)
    told = Pair("→", _one_way(asked), so, span=asked.span)
    denied = Pair("→", _one_way(denial), Not(so), span=asked.span)
    return so, Join("∧", (told, denied), span=asked.span)


def _wrong(line: Line, at: int, message: str, sign: str = " ") -> NoReturn:
    source = line.text
    end = len(source.text)
    place = Span(source, min(at, end), min(at + len(sign), end))
    fail("fol-syntax", place, f"{source.called}: {message}")
