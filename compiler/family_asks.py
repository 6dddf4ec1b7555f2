"""How the queries of families are answered: what they ask of an engine, and how a set is told.

A family is about what of a theory is to blame, or enough, or to be changed. Its members are
constraints, changes or bare names; only named constraints can be members, all else is the rest. P
counts as not true where it is undefined: the theory itself varies here, so there is no one set of
worlds in which it would have to be defined.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hlogic.compiler import ops, query
from hlogic.compiler.answer import Note, Sets
from hlogic.compiler.asks import Env
from hlogic.compiler.elaborate.changes import ChangedScopes
from hlogic.compiler.elaborate.cycles import has_cycle
from hlogic.compiler.ir import Instance, Theory, View, value_id
from hlogic.compiler.query import Chosen
from hlogic.compiler.session import Permitted, Places, Worlds
from hlogic.compiler.sorts import CaseName
from hlogic.compiler.terms import Term, bind
from hlogic.compiler.words import alias_text, formula_text

FamilyQuery = query.Cores | query.Sufficient | query.HittingSets | query.Repair


class FamilyAsker:
    """Answers the families of one item. `notes` fills with what there is to say of the members, by
    id and formula, `remarks` with sentences about the answers."""

    def __init__(
        self, theory: Theory, views: Mapping[str, View], changes: ChangedScopes, worlds: Worlds
    ) -> None:
        self._theory = theory
        self._views = views
        self._changes = changes
        self._worlds = worlds
        self.notes: dict[tuple[str, str], Note] = {}
        self.remarks: dict[str, None] = {}

    def answer(self, q: FamilyQuery, scope: str, env: Env) -> Sets:
        """The family that a query asks for, under a scope."""
        match q:
            case query.Cores():
                return self._cores(q, scope)
            case query.Sufficient():
                members = members_of(self._views[scope], q.members)
                denied = self._denied(bind(self._theory.pool, q.goal.term, env))
                selection = self._worlds.families.select(self._views[scope], members)
                return self._of_instances(selection.sufficient(denied, q.smallest), members)
            case query.HittingSets():
                return self._hitting(q, scope)
            case query.Repair():
                return self._repair(q, scope, env)

    def _denied(self, term: Term) -> Term:
        """That a formula is not defined and true."""
        return self._theory.pool.app(ops.NOT, (self._theory.pool.holds(term),))

    # ------------------------------------------------------------------ constraints

    def _cores(self, q: query.Cores, scope: str) -> Sets:
        members = members_of(self._views[scope], q.members)
        selection = self._worlds.families.select(self._views[scope], members)
        if q.kind == "core":
            sets = self._of_instances(selection.cores(q.smallest), members)
            hopeless = sets.sets == ((),)
        else:
            sets = self._of_instances(selection.corrections(q.smallest), members)
            hopeless = not sets.sets
        if hopeless:
            self.remarks[
                f"the scope {scope} has no world even without the constraints asked about: what is "
                "left contradicts itself"
            ] = None
        return sets

    def _of_instances(self, found: Iterator[Places], members: Sequence[Instance]) -> Sets:
        sets = list(self._worlds.counted(found))
        names: dict[int, CaseName] = {}
        for place in sorted({place for places in sets for place in places}):
            instance = members[place]
            note = self.note(instance)
            self.notes.setdefault((note.id, note.formula), note)
            names[place] = CaseName(instance.id, place, note.alias)
        return Sets.of([names[place] for place in places] for places in sets)

    def note(self, instance: Instance) -> Note:
        """What there is to say of a constraint: its alias, its formula, the passages it cites."""
        family = instance.family
        text = family.text if instance.text is None else instance.text
        values = {v.name: value_id(instance.environment[v]) for v in instance.environment}
        alias = alias_text(family.aliases[0], instance.key) if family.aliases else None
        return Note(instance.id, alias, formula_text(text, values), self._passages(family.cites))

    def _passages(self, cites: Sequence[str]) -> tuple[tuple[str, str], ...]:
        claims = self._theory.claims
        return tuple(dict.fromkeys(p for cite in cites for p in claims.get(cite, ())))

    # ------------------------------------------------------------------ names

    def _hitting(self, q: query.HittingSets, scope: str) -> Sets:
        names = {name.order: name for members in q.sets for name in members}
        places = [tuple(sorted(name.order for name in members)) for members in q.sets]
        found = self._worlds.counted(self._worlds.families.hitting(places, q.smallest))
        sets = Sets.of([names[place] for place in places] for places in found)
        instances = {i.id: i for i in self._views[scope].instances if i.family.named}
        for name in dict.fromkeys(name for members in sets.sets for name in members):
            if name.name in instances:
                note = self.note(instances[name.name])
                self.notes.setdefault((note.id, note.formula), note)
        return sets

    # ------------------------------------------------------------------ changes

    def _repair(self, q: query.Repair, scope: str, env: Env) -> Sets:
        permitted = permitted_by(q, self._theory, self._changes, scope)
        goal = bind(self._theory.pool, q.goal.term, env)
        necessary = q.modality == "necessary"
        found = self._worlds.families.repairs(permitted, goal, necessary, q.smallest)
        sets = Sets.of(
            [q.changes[place] for place in places] for places in self._worlds.counted(found)
        )
        for place in sorted({name.order for members in sets.sets for name in members}):
            change = self._changes.records[q.changes[place].name]
            alias = change.aliases[0] if change.aliases else None
            note = Note(
                change.id, alias, formula_text(change.text, {}), self._passages(change.cites)
            )
            self.notes.setdefault((note.id, note.formula), note)
        return sets


def members_of(view: View, chosen: Chosen) -> list[Instance]:
    """The instances of a scope that a query names, in canonical order."""
    return [i for i in view.instances if i.family.named and (i.family.id, i.key) in chosen]


def permitted_by(q: query.Repair, theory: Theory, changes: ChangedScopes, scope: str) -> Permitted:
    """The changes that a repair may make to a scope."""
    names = [name.name for name in q.changes]
    circular: dict[tuple[str, ...], bool] = {(): False}  # by the changes that define something

    def view(places: Places) -> View | None:
        """Changes that only together define something through itself conflict too."""
        chosen = [names[place] for place in places]
        found = changes.view(scope, chosen)
        if found is None:
            return None
        defining = tuple(filter(changes.defines, chosen))
        if defining not in circular:
            circular[defining] = has_cycle(theory, found)
        return None if circular[defining] else found

    return Permitted(tuple(changes.records[name].weight for name in names), view)
