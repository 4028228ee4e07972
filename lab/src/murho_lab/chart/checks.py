"""What is odd about a grammar as a whole: what can never be found, or serves for nothing, and what goes in circles.

>>> from murho_lab.chart import bundled
>>> findings(bundled("greetings").compiled)
[]
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from murho.measures.units.restructure import ANY, LAST_KEY
from murho_lab.chart.productions import Compiled, Node, Production
from murho_lab.chart.source import Line


@dataclass(frozen=True)
class Finding:
    """One thing found, with its place."""

    kind: str
    """circle, class: errors; never, unused, twice: warnings."""
    found: str
    todo: str
    line: Line | None = None

    @property
    def error(self) -> bool:
        """Whether such a grammar cannot be used."""
        return self.kind in ("circle", "class")

    def __str__(self) -> str:
        where = f"{self.line.path}:{self.line.number}: " if self.line else ""
        return f"{where}{'error' if self.error else 'warning'}: {self.found}; {self.todo}"


def findings(compiled: Compiled, classes: Collection[str] | None = None) -> list[Finding]:
    """All that is odd, errors first; with `classes`, units of other classes too."""
    results = [*_circles(compiled), *_never(compiled), *_unused(compiled), *_twice(compiled)]
    if classes is not None:
        results += _unknown_classes(compiled, classes)
    place = [
        (not result.error, result.line.path if result.line else "", result.line.number if result.line else 0)
        for result in results
    ]
    return [results[number] for number in sorted(range(len(results)), key=place.__getitem__)]


def _made(compiled: Compiled) -> set[int]:
    """The kinds of which there can be a sign."""
    made = set(_leaf_kinds(compiled.words))
    fits = {kind for each in made for kind in compiled.above[each]}
    while True:
        more = {
            production.kind
            for production in compiled.productions
            if production.copies < 0 and production.kind not in made and fits.issuperset(production.daughters)
        }
        if not more:
            return made
        made |= more
        fits |= {kind for each in more for kind in compiled.above[each]}


def _leaf_kinds(node: Node) -> Iterator[int]:
    waiting = [node]
    while waiting:
        this = waiting.pop()
        yield from (leaf.kind for leaf in this.leaves)
        waiting += this.further.values()


def _never(compiled: Compiled) -> Iterator[Finding]:
    """Types that nothing is, and rules and frames that want something that there is not."""
    made = _made(compiled)
    types, places = compiled.grammar.types, compiled.grammar.places
    alive = {name for kind in made if compiled.names[kind] in types for name in types[compiled.names[kind]].ancestors}
    # A type that others are below, or a frame's head that waits, is told of by what is wrong there.
    for name, line in places.items():
        if name not in alive and compiled.grammar.types[name].clauses.frame is None:
            yield Finding("never", f"nothing is ever a {name}", "give it words or a rule, or take it out", line)
    fits = {kind for each in made for kind in compiled.above[each]}
    told: set[tuple[str, int]] = set()
    for production in compiled.productions:
        missing = [kind for kind in production.daughters if kind not in fits]
        for kind in missing[:1]:
            if production.copies < 0 and (production.name, kind) not in told and compiled.names[kind] in types:
                told.add((production.name, kind))
                result = f"{production.name} can never be: it wants a {compiled.names[kind]}, and nothing is one"
                yield Finding("never", result, "give that words or a rule", production.line)


def _unused(compiled: Compiled) -> Iterator[Finding]:
    """What can be found and is never a part of a piece."""
    useful = {compiled.piece, compiled.correction}
    waiting: list[Production] = [production for production in compiled.productions if production.copies < 0]
    copying = [production for production in compiled.productions if production.copies >= 0]
    while True:
        serving = [production for production in waiting if useful.intersection(compiled.above[production.kind])]
        # What is copied serves where that serves of which it is a copy; with it what stands beside it.
        serving += [each for each in copying if each.daughters[each.copies] in useful]
        before = len(useful)
        useful |= {kind for production in serving for kind in production.daughters}
        if len(useful) == before:
            break
    for production in waiting:
        if production not in serving and production.line is not None:
            yield Finding("unused", f"{production.name} is never part of a piece",
                          "put it below piece, or let a frame or rule want it", production.line)  # fmt: skip
    seen: set[str] = set()
    for entry in compiled.grammar.entries:
        name = entry.type.name
        kind = compiled.names.index(name)
        wanted = useful.intersection(compiled.above[kind]) or kind in compiled.skip or entry.type.clauses.modifies
        if not wanted and entry.type.clauses.frame is None and name not in seen:
            seen.add(name)
            yield Finding("unused", f"a {name} is never part of a piece",
                          "put it below piece, or let a frame or rule want it", entry.line)  # fmt: skip


def _twice(compiled: Compiled) -> Iterator[Finding]:
    known: dict[object, Line] = {}
    for entry in compiled.grammar.entries:
        first = known.setdefault((entry.words, entry.type.name, entry.type.clauses), entry.line)
        if first is not entry.line:
            result = f"{' '.join(entry.words)!r} is a {entry.type.name} already"
            yield Finding("twice", result, f"see line {first.number} of {first.path}", entry.line)


def _circles(compiled: Compiled) -> Iterator[Finding]:
    """Productions of one daughter that lead from a sign back to its like over the same words."""
    single = [production for production in compiled.productions if len(production.daughters) == 1]
    leads = {one.order: [other for other in single if _can_be(compiled, one, other)] for one in single}
    for production in single:
        reached: set[int] = set()
        waiting = [production]
        while waiting:
            for further in leads[waiting.pop().order]:
                if further.order not in reached:
                    reached.add(further.order)
                    waiting.append(further)
        if production.order in reached:
            result = f"{production.name} leads from a sign back to the like of it over the same words"
            yield Finding("circle", result, "let a feature tell what it was made of", production.line)


def _can_be(compiled: Compiled, one: Production, other: Production) -> bool:
    """Whether what one production makes can be the only daughter of another."""
    if other.daughters[0] not in compiled.above[one.kind]:
        return False
    made = [one.blank[slot] for slot in one.mother]
    wanted = [(made[feature], other.blank[slot]) for _, feature, slot in other.checks]
    return all(has is None or asked is None or has == asked for has, asked in wanted)


def _unknown_classes(compiled: Compiled, classes: Collection[str]) -> Iterable[Finding]:
    for name in dict.fromkeys(_classes(compiled)):
        if name not in classes:
            result = f"[units] makes units of class {name!r}, which the task does not have"
            yield Finding("class", result, f"known: {', '.join(classes)}")


def _classes(compiled: Compiled) -> Iterator[str]:
    """The classes of the units that a grammar makes, as far as its `[units]` name them."""
    units = compiled.grammar.units
    for rule in units.rules if units else ():
        attribute = rule.unit[0] if rule.unit else ()
        if attribute == (LAST_KEY,):
            attribute = (rule.paths[0].keys[-1],)
        if attribute and all(isinstance(part, str) and not part.startswith(ANY) for part in attribute):
            yield "".join(map(str, attribute))
