"""An item's IR as JSON; `hlogic/ir.schema.json` is its schema.

Formulas are terms, listed under `terms`, each after its parts and named by its place in that list.
They are partial and families are not yet grounded: this is what the item says, with names resolved,
before any engine had a hand in it. The queries of asks are given as text.
"""

from __future__ import annotations

from hlogic.backends.export.document import Object, document, plain
from hlogic.backends.export.ir_terms import TermList
from hlogic.backends.export.request import Request, query_text
from hlogic.compiler.answer import result_text
from hlogic.compiler.elaborate.item import Ask, CompiledItem
from hlogic.compiler.ir import (
    Change,
    Family,
    Group,
    Instance,
    Key,
    Parameters,
    Rule,
    Symbol,
    View,
)
from hlogic.compiler.query import shape_of
from hlogic.compiler.sorts import UNDEFINED, Label, Root


def text(request: Request) -> str:
    """The whole object; with a scope, of the item's scopes only this one."""
    item = request.item
    views = item.views.values() if request.scope is None else [item.views[request.scope]]
    return document(Writer(item, list(views)).members())


class Writer:
    """Writes an item and some of its views."""

    def __init__(self, item: CompiledItem, views: list[View]) -> None:
        self._item = item
        self._theory = item.theory
        self._views = views
        self._terms = TermList(self._theory.roots.values(), self._theory.symbols.values())
        families = [*self._theory.families.values()]
        families += [i.family for view in views for i in view.instances]
        self._families = {family: n for n, family in enumerate(dict.fromkeys(families))}
        self._groups = {group: n for n, group in enumerate(self._theory.groups)}
        rules = [rule for group in self._theory.groups for rule in group.rules]
        rules += [i.rule for view in views for found in view.rules.values() for i in found]
        self._rules = {rule: n for n, rule in enumerate(dict.fromkeys(rules))}

    def members(self) -> Object:
        """All of the object. Terms and sorts are known when everything else is written."""
        theory = self._theory
        constraints = [self._family(f) for f in self._families]
        rules = [self._rule(r) for r in self._rules]
        groups = [self._group(g) for g in self._groups]
        scopes = [self._view(v) for v in self._views]
        symbols: list[Object] = []
        while len(symbols) < len(self._terms.symbols):  # a definition may meet more
            symbols.append(self._symbol(self._terms.symbols[len(symbols)]))
        return {
            "format": "hlogic-ir",
            "version": 1,
            "item": {"name": theory.name, "title": theory.title, "settings": dict(theory.meta)},
            "claims": [_claim(id, passages) for id, passages in theory.claims.items()],
            "sorts": [self._sort(r) for r in self._terms.sorts],
            "symbols": symbols,
            "groups": groups,
            "rules": rules,
            "constraints": constraints,
            "scopes": scopes,
            "changes": [_change(c) for c in self._item.changes.records.values()],
            "asks": [self._ask(a) for a in self._item.asks.values()],
            "terms": self._terms.objects,
        }

    # ------------------------------------------------------------------ declarations

    def _sort(self, root: Root) -> Object:
        labels = [_label(label) for label in root.labels]
        return {"name": self._terms.sort(root), "ordered": root.ordered, "labels": labels}

    def _symbol(self, symbol: Symbol) -> Object:
        made: Object = {
            "name": self._terms.symbol(symbol),
            "kind": symbol.kind,
            "aliases": list(symbol.aliases),
            **self._parameters(symbol.parameters, symbol.keys),
            "domain": None if symbol.domain is None else self._terms.domain(symbol.domain),
            "type": self._terms.type(symbol.type),
            "cites": list(symbol.cites),
        }
        if symbol.kind == "table":
            made["entries"] = [[_key(k), plain(v)] for k, v in symbol.entries.items()]
            if symbol.default is not UNDEFINED:
                made["default"] = plain(symbol.default)  # type: ignore[arg-type]
        if symbol.body is not None:
            made["body"] = self._terms.place(symbol.body)
        if symbol.group is not None:
            made["group"] = self._groups[symbol.group]
        return made

    def _parameters(self, parameters: Parameters, keys: tuple[Key, ...]) -> Object:
        made: Object = {"parameters": self._terms.places(parameters.variables)}
        if parameters.where is not None:
            made["where"] = self._terms.place(parameters.where)
        made["instances"] = [_key(key) for key in keys]
        return made

    def _group(self, group: Group) -> Object:
        predicates = [self._terms.symbol(symbol) for symbol in group.symbols]
        return {"stable": group.stable, "predicates": predicates}

    def _rule(self, rule: Rule) -> Object:
        return {
            "id": rule.id,
            **self._parameters(rule.parameters, rule.keys),
            "head": self._terms.symbol(rule.head),
            "args": self._terms.places(rule.args),
            "body": self._terms.place(rule.body),
            "cites": list(rule.cites),
        }

    def _family(self, family: Family) -> Object:
        return {
            "id": family.id,
            "named": family.named,
            "aliases": list(family.aliases),
            **self._parameters(family.parameters, family.keys),
            "body": self._terms.place(family.body),
            "text": " ".join(family.text.split()),
            "cites": list(family.cites),
            "tags": list(family.tags),
        }

    # ------------------------------------------------------------------ scopes and asks

    def _view(self, view: View) -> Object:
        entries = [
            {"table": self._terms.symbol(table), "entries": [[_key(k), plain(v)] for k, v in made]}
            for table, found in view.entries.items()
            if (made := list(found.items()))
        ]
        derived = [
            {"symbol": self._terms.symbol(s), "key": _key(k), "body": self._terms.place(body)}
            for (s, k), (body, _) in view.derived.items()
        ]
        rules = [
            {"rule": self._rules[i.rule], "key": _key(i.key)}
            for found in view.rules.values()
            for i in found
        ]
        return {
            "name": view.scope,
            "constraints": [self._instance(i) for i in view.instances],
            "entries": entries,
            "derived": derived,
            "rules": rules,
        }

    def _instance(self, instance: Instance) -> Object:
        return {
            "id": instance.id,
            "constraint": self._families[instance.family],
            "key": _key(instance.key),
            "body": self._terms.place(instance.body),
        }

    def _ask(self, ask: Ask) -> Object:
        expected = None if ask.expected is None else result_text(ask.expected)
        return {
            "id": ask.id,
            "kind": ask.kind,
            "question": ask.question,
            "scope": ask.scope,
            "modality": ask.modality,
            "query": query_text(self._item, ask.id),
            "shape": shape_of(ask.query.result),
            "expect": "error" if ask.expects_error else expected,
        }


def _key(key: Key) -> list[object]:
    return [plain(value) for value in key]


def _label(label: Label) -> Object:
    return {"id": label.id, "aliases": list(label.aliases)}


def _claim(id: str, passages: tuple[tuple[str, str], ...]) -> Object:
    return {"id": id, "passages": [{"claim": claim, "text": text} for claim, text in passages]}


def _change(change: Change) -> Object:
    return {
        "id": change.id,
        "aliases": list(change.aliases),
        "weight": change.weight,
        "operation": " ".join(change.text.split()),
        "cites": list(change.cites),
    }
