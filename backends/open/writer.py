"""First-order sentences as SMT-LIB: a sort for each open sort, a function for each variable over
one, quantifiers as they are.

What is finite is written out: a quantifier over a finite sort as its cases, a variable at a finite
argument as a symbol of its own, a finite value as one Boolean for each that it may be. A term that
joins such values in ways SMT-LIB has no sign for becomes a decision over what it reads, evaluated
by the operator table; undefined is false, as everywhere in a formula that is to be true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from hlogic.backends.smt.names import Names
from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.evaluate import Evaluator
from hlogic.compiler.ir import Key, Symbol, instance_id, value_id
from hlogic.compiler.open.derived import rebuilt, substituted
from hlogic.compiler.open.formulas import All, Any, Exists, Forall, Formula, Leaf
from hlogic.compiler.open.reduce import Sentences
from hlogic.compiler.ops import AND, EQ, IF, NOT, OR
from hlogic.compiler.sorts import BOOL, UNDEFINED, Label, Root, Value, open_root
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term, below

MAX_PARTS = 20_000  # of what is written out
Given = Mapping[Bound, Value]


class Writer:
    """Writes the formulas of some sentences; `declarations` has what they use, once they are
    written."""

    def __init__(self, given: Sentences, names: Names) -> None:
        self._given = given
        self._pool = given.theory.pool
        self._names = names
        self._sorts: dict[Root, str] = {}
        self._labels: dict[Label, str] = {}
        self._symbols: dict[tuple[Symbol, Key, Value | None], str] = {}
        self._declared: list[str] = []
        self._domains: list[str] = []
        self._bound: dict[Bound, str] = {}
        self._inside: dict[str, int] = {}  # how many variables of a name are around
        self._variables: dict[tuple[str, int], str] = {}
        self._parts = 0
        self._evaluator = Evaluator(given.view, {})

    def declarations(self) -> Iterator[str]:
        """The sorts and symbols that were used, and what is known of them."""
        yield from self._declared
        for root in self._sorts:
            named = [self._labels[x] for x in root.labels if x in self._labels]
            if root.distinct and len(named) > 1:
                yield f"(assert (distinct {' '.join(named)}))"
        yield from self._domains

    # ------------------------------------------------------------------ formulas

    def text(self, formula: Formula, given: Given) -> str:
        """A formula; `given` has the values of finite variables around it. Raises Beyond where
        that would be too long, or has no form here."""
        self._spend()
        match formula:
            case Leaf(term=term):
                return self._boolean(self._plain(term, given))
            case All(parts=parts):
                return _joined("and", [self.text(p, given) for p in parts])
            case Any(parts=parts):
                return _joined("or", [self.text(p, given) for p in parts])
            case Forall(variable=variable, body=body) | Exists(variable=variable, body=body):
                every = isinstance(formula, Forall)
                root = open_root(variable.type)
                if root is None:
                    cases = [self.text(body, {**given, variable: x}) for x in variable.domain]
                    return _joined("and" if every else "or", cases)
                name = self._enter(variable)
                inner = self.text(body, given)
                self._inside[variable.name] -= 1
                word = "forall" if every else "exists"
                return f"({word} (({name} {self._sort(root)})) {inner})"

    def _enter(self, variable: Bound) -> str:
        """A name for a variable that nothing around it has; elsewhere it is used again."""
        level = self._inside.get(variable.name, 0)
        self._inside[variable.name] = level + 1
        name = self._variables.get((variable.name, level))
        if name is None:
            name = self._names.symbol(variable.name)
            self._variables[variable.name, level] = name
        self._bound[variable] = name
        return name

    def _spend(self) -> None:
        self._parts += 1
        if self._parts > MAX_PARTS:
            raise Beyond(f"too long as first-order formulas: over {MAX_PARTS:,} parts")

    def _plain(self, term: Term, given: Given) -> Term:
        """A leaf with the values of finite variables in it, and no binder left."""
        values = {v: self._pool.const(x, v.type) for v, x in given.items()}
        return self._unfolded(substituted(self._pool, term, values))

    def _unfolded(self, root: Term) -> Term:
        made: dict[int, Term] = {}
        pool = self._pool
        for term in below([root]):
            if not isinstance(term, Spread):
                made[term.id] = rebuilt(pool, term, made)
                continue
            args = list(term.leading)
            for values in product(*(v.domain for v in term.variables)):
                self._spend()
                given = zip(term.variables, values, strict=True)
                at = {v: pool.const(x, v.type) for v, x in given}
                args += [self._unfolded(substituted(pool, e, at)) for e in term.element]
            made[term.id] = pool.made(term.op, args, term.type)
        return made[root.id]

    # ------------------------------------------------------------------ terms

    def _boolean(self, term: Term) -> str:
        """That a term is defined and true."""
        self._spend()
        if isinstance(term, App) and self._given.speech.defined(term):
            op, args = term.op, term.args
            if op is NOT:
                return _not(self._boolean(args[0]))
            if op is AND or op is OR:
                return _joined(op.name, [self._boolean(a) for a in args])
            if op is EQ and args[0].type == BOOL:
                return f"(= {self._boolean(args[0])} {self._boolean(args[1])})"
            if op is IF:
                return f"(ite {' '.join(map(self._boolean, args))})"
        return self._decided(term)

    def _decided(self, term: Term) -> str:
        """A decision over what the term reads, one thing after another."""
        self._spend()
        for part in below([term]):
            if isinstance(part, App) and part.op is EQ and open_root(part.args[0].type):
                return self._split(term, part, self._elements_equal(part))
            if isinstance(part, Ref) and open_root(part.type) is None:
                if part.symbol.kind != "var":
                    if self._constant(part):
                        continue
                    raise Beyond(f"{part.symbol.name} has no form as a first-order symbol")
                if part.type == BOOL:
                    return self._split(term, part, self._applied(part, None))
                return self._cases(term, part)
        value = self._evaluator.value(term)
        return "true" if value is True else "false"

    def _constant(self, term: Ref) -> bool:
        return term.symbol.kind == "table" and all(isinstance(a, Const) for a in term.args)

    def _split(self, term: Term, part: Term, atom: str) -> str:
        if part is term:
            return atom
        yes, no = (self._decided(self._with(term, part, value)) for value in (True, False))
        return _ite(atom, yes, no)

    def _cases(self, term: Term, part: Ref) -> str:
        assert part.symbol.domain is not None
        cases = []
        for value in part.symbol.domain:
            rest = self._decided(self._with(term, part, value))
            cases.append(_joined("and", [self._applied(part, value), rest]))
        return _joined("or", cases)

    def _with(self, root: Term, part: Term, value: Value) -> Term:
        pool = self._pool
        made: dict[int, Term] = {part.id: pool.const(value, part.type)}
        for term in below([root], lambda t: t.id in made):
            made[term.id] = rebuilt(pool, term, made)
        return made[root.id]

    # ------------------------------------------------------------------ elements, symbols

    def _elements_equal(self, term: App) -> str:
        a, b = map(self._element, term.args)
        return f"(= {a} {b})"

    def _element(self, term: Term) -> str:
        match term:
            case Const(value=Label() as label):
                return self._label(label)
            case Bound():
                return self._bound[term]
            case Ref():
                return self._applied(term, None)
            case App(op=op, args=args) if op is IF and self._given.speech.defined(args[0]):
                branches = " ".join(map(self._element, args[1:]))
                return f"(ite {self._boolean(args[0])} {branches})"
        raise Beyond("an element chosen by `match`, or not in all cases, has no first-order form")

    def _label(self, label: Label) -> str:
        sort = self._sort(label.root)
        found = self._labels.get(label)  # by now declared with its sort, if that is distinct
        if found is None:
            found = self._labels[label] = self._names.symbol(label.name)
            self._declared.append(f"(declare-const {found} {sort})")
        return found

    def _applied(self, term: Ref, value: Value | None) -> str:
        """A variable at its arguments; with a value, that it is this one."""
        symbol = term.symbol
        key: list[Value] = []
        elements: list[str] = []
        for arg, domain in zip(term.args, symbol.parameters.domains, strict=True):
            if open_root(domain.type) is not None:
                elements.append(self._element(arg))
                continue
            plain = self._finite(arg)
            if plain not in domain:
                raise Beyond(f"{symbol.name} is read outside its instances")
            key.append(plain)
        name = self._symbol(symbol, tuple(key), value)
        return f"({name} {' '.join(elements)})" if elements else name

    def _finite(self, term: Term) -> Value:
        if any(isinstance(p, Ref | Bound) for p in below([term])):
            raise Beyond("an element that depends on a finite value has no first-order form")
        value = self._evaluator.value(term)
        if value is UNDEFINED:
            raise Beyond("an argument that has no value has no first-order form")
        return value  # type: ignore[return-value]

    def _symbol(self, symbol: Symbol, key: Key, value: Value | None) -> str:
        found = self._symbols.get((symbol, key, value))
        if found is not None:
            return found
        sorts = [self._sort(r) for d in symbol.parameters.domains if (r := open_root(d.type))]
        root = open_root(symbol.type)
        result = "Bool" if root is None else self._sort(root)
        values: list[Value | None] = [None]
        if root is None and symbol.type != BOOL:
            assert symbol.domain is not None
            values = list(symbol.domain)
        for each in values:
            equals = "" if each is None else f" == {value_id(each)}"
            name = self._names.symbol(instance_id(symbol.name, key) + equals)
            self._symbols[symbol, key, each] = name
            self._declared.append(f"(declare-fun {name} ({' '.join(sorts)}) {result})")
        if values != [None]:
            made = [self._symbols[symbol, key, each] for each in values]
            self._domains += _one_of(made, sorts)
        return self._symbols[symbol, key, value]

    def _sort(self, root: Root) -> str:
        found = self._sorts.get(root)
        if found is None:
            found = self._sorts[root] = self._names.symbol(root.name)
            self._declared.append(f"(declare-sort {found} 0)")
            if root.distinct:
                for label in root.labels:
                    self._label(label)
        return found


def _one_of(names: list[str], sorts: list[str]) -> Iterator[str]:
    """That just one of the Booleans of a value is true, whatever the elements."""
    bound = [f"x{i}" for i in range(1, len(sorts) + 1)]
    atoms = [f"({n} {' '.join(bound)})" if bound else n for n in names]
    texts = [_joined("or", atoms)]
    for i, first in enumerate(atoms):
        texts += [f"(not (and {first} {second}))" for second in atoms[i + 1 :]]
    around = " ".join(f"({b} {s})" for b, s in zip(bound, sorts, strict=True))
    for text in texts:
        yield f"(assert (forall ({around}) {text}))" if bound else f"(assert {text})"


def _joined(word: str, parts: list[str]) -> str:
    unit, zero = ("true", "false") if word == "and" else ("false", "true")
    kept = [p for p in dict.fromkeys(parts) if p != unit]
    if zero in kept:
        return zero
    if not kept:
        return unit
    return kept[0] if len(kept) == 1 else f"({word} {' '.join(kept)})"


def _not(text: str) -> str:
    return {"true": "false", "false": "true"}.get(text) or f"(not {text})"


def _ite(atom: str, yes: str, no: str) -> str:
    if yes == no:
        return yes
    if yes == "true" and no == "false":
        return atom
    if yes == "false" and no == "true":
        return _not(atom)
    return f"(ite {atom} {yes} {no})"
