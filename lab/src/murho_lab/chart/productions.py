"""A grammar made ready for the engine: kinds are numbers, features are places in a tuple, variables are slots.

Every type is a kind, and so are the head of each frame (a word that still wants what its frame asks for) and each
word that rules or frames name. The schemata become productions over kinds:

- head and complements, for each type with a frame: `goal -> goal° city`;
- modifier, for each type with `modifies`: a sign beside which it stands is copied;
- correction, for each type that is `correctable`: `X -> X correction X`, the second X is copied;
- the rules of the grammar.

What may be left out makes a production with it and one without.

Features are atoms in a tuple, None where the value is open, which agrees with all. They decide what goes together;
structures are made afterwards, of the best analysis only. So signs over the same words pack, however many meanings they
have, and a chart grows slowly. What is open in a sign stays open in it: what it agrees with is passed up, and never
filled in below.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from murho_lab.chart.functions import FUNCTIONS
from murho_lab.chart.grammar import Entry, Grammar
from murho_lab.chart.notation import (
    Clauses,
    Computed,
    Condition,
    Constant,
    Description,
    Features,
    Frame,
    Object,
    Optional,
    Several,
    Template,
    Value,
    Variable,
    Within,
    Words,
)
from murho_lab.chart.source import Line
from murho_lab.chart.types import CORRECTION, PIECE, SKIP, Type, agreed, standing

Signature = tuple[Constant | None, ...]
"""The values of all features, None where one is open."""
Environment = list[Constant | None]
"""The values of a production's slots; the first slot is for nothing and stays None."""


@dataclass(frozen=True, eq=False, slots=True)
class Production:
    """A sign that others make which stand side by side."""

    kind: int
    """Of the sign that is made; of one that copies, it is the daughter's."""
    daughters: tuple[int, ...]
    checks: tuple[tuple[int, int, int], ...]
    """Daughter, feature and slot, which have to agree."""
    blank: tuple[Constant | None, ...]
    """The slots before anything is bound; constants have theirs."""
    conditions: tuple["Check", ...]
    mother: tuple[int, ...]
    """The slot of each feature of the sign."""
    copies: int
    """The daughter of which the sign is a copy, -1 for none."""
    means: Template | None
    slots: Mapping[str, int]
    """The slot of each variable."""
    parts: tuple[int, ...]
    """For each part as `@1` counts them the number of its daughter, -1 where it was left out."""
    spoken: tuple[int, ...]
    """The daughters whose meanings it has, in spoken order, where no template says what it means."""
    order: int
    """Its place among all; of productions that explain the same words as well, the first is preferred."""
    name: str
    line: Line | None

    def bind(self, signatures: Iterable[Signature]) -> Environment | None:
        """The slots with the values of the daughters; None if they do not agree, or a condition fails."""
        environment = list(self.blank)
        if self.checks:
            of = tuple(signatures)
            for daughter, feature, slot in self.checks:
                value = of[daughter][feature]
                if value is not None:
                    bound = environment[slot]
                    if bound is None:
                        environment[slot] = value
                    elif bound != value:
                        return None
        for check in self.conditions:
            if not check.holds(environment):
                return None
        return environment


@dataclass(frozen=True, slots=True)
class Check:
    """A condition on slots, which may fill one."""

    condition: Condition
    slot: int
    arguments: tuple[int, ...] = ()

    def holds(self, environment: Environment) -> bool:
        """Whether the condition is met; the value that it computes is put into its slot."""
        value, condition = environment[self.slot], self.condition
        if isinstance(condition, Computed):
            computed = FUNCTIONS[condition.function](*(environment[slot] for slot in self.arguments))
            if computed is None or (value is not None and value != computed):
                return False
            environment[self.slot] = computed
            return True
        if isinstance(condition, Within):
            return type(value) is type(condition.low) and condition.low <= value <= condition.high  # type: ignore[operator]
        return value in condition.values


@dataclass(frozen=True, eq=False, slots=True)
class Leaf:
    """A word, or several, of the lexicon, as a sign."""

    kind: int
    words: tuple[str, ...]
    signature: Signature
    means: Template | None
    variables: Mapping[str, Value]
    """What stands for each variable of its template."""
    order: int
    name: str
    line: Line | None


@dataclass(eq=False, slots=True)
class Node:
    """A place in the tree of all forms: what ends here, and where other words lead."""

    leaves: list[Leaf] = field(default_factory=list)
    further: dict[str, "Node"] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Compiled:
    """A grammar as the engine takes it."""

    grammar: Grammar
    names: tuple[str, ...]
    """Of each kind; that of a head is its type's with a degree sign."""
    above: tuple[tuple[int, ...], ...]
    """The kinds as which a sign of each kind is wanted somewhere."""
    single: tuple[tuple[Production, ...], ...]
    """The productions of one daughter that a sign of each kind can be."""
    starting: tuple[Mapping[int, tuple[Production, ...]], ...]
    """Of more daughters, with a sign of each kind first, by the kind of the second."""
    words: Node
    skip: frozenset[int]
    """The kinds of what may stand anywhere and counts as nothing."""
    piece: int
    correction: int
    importance: Mapping[int, int]
    """Of the kinds that are pieces."""
    correctable: Mapping[int, frozenset[int]]
    """The correctable types of a kind."""
    alone: frozenset[int]
    """The kinds of pieces that stand for a whole utterance only."""
    first: frozenset[int]
    """Those that stand at its beginning only."""
    unsure: frozenset[int]
    """Those that count only where the words beside them are in pieces, too."""
    productions: tuple[Production, ...]


def compiled(grammar: Grammar) -> Compiled:
    """The grammar, ready for the engine.

    Raises:
        InputError: a variable that nothing gives a value to, or an entry whose conditions never hold; with its line.
    """
    return _Compiler(grammar).result()


class _Compiler:
    def __init__(self, grammar: Grammar):
        self.grammar = grammar
        self.features = {name: index for index, name in enumerate(grammar.features)}
        self.kinds: dict[Any, int] = {name: number for number, name in enumerate(grammar.types)}
        self.productions: list[Production] = []
        self.words = Node()

    def result(self) -> Compiled:
        for rule in self.grammar.rules:
            said = rule.construction
            mother = apart(self.grammar.types[said.mother.type].clauses)
            features = mother.features + said.mother.features
            means = mother.means if said.means is None else said.means
            self._phrase(said.mother.type, features, said.daughters, said.where, means, rule.name, rule.line)
        for type_ in self.grammar.types.values():
            if type_.clauses.modifies:
                self._modifier(type_, type_.clauses.modifies)
            if type_.clauses.correctable:
                parts = (Description(type_.name), Description(CORRECTION), Description(type_.name))
                self._add(type_.name, (), parts, (), None, "correction", self._line(type_.name), copies=2, spoken=(2,))
        for entry in self.grammar.entries:
            self._entry(entry)
        return self._indexed()

    def _line(self, type_name: str) -> Line | None:
        return self.grammar.places.get(type_name)

    def _kind(self, key: Any) -> int:
        return self.kinds.setdefault(key, len(self.kinds))

    def _entry(self, entry: Entry) -> None:
        said, type_ = entry.type.clauses, entry.type
        kind = self.kinds[type_.name]
        if said.frame:
            # Constants come with the head, so that all words of a type have one production, if none says more.
            features = tuple((name, value) for name, value in said.features if isinstance(value, Variable))
            key = (type_.name, features, said.frame, said.where, said.means)
            new, kind = key not in self.kinds, self._kind(key)
            if new:
                self._phrase(type_.name, features, said.frame, said.where, said.means, type_.name, entry.line, kind)
        values, meant = agreed(said.features)
        signature = self._signature(values)
        variables: Mapping[str, Value] = meant
        if not said.frame and said.where:
            signature, variables = self._computed(entry, values, meant)
        leaf = Leaf(kind, entry.words, signature, None if said.frame else said.means, variables, len(self.productions),
                    type_.name, entry.line)  # fmt: skip
        self._form(entry.words, leaf)

    def _signature(self, values: Mapping[str, Value]) -> Signature:
        of = (values.get(name) for name in self.features)
        return tuple(None if isinstance(value, Variable) else value for value in of)

    def _computed(
        self, entry: Entry, values: Mapping[str, Value], meant: Mapping[str, Value]
    ) -> tuple[Signature, Mapping[str, Value]]:
        """The values of an entry that its own conditions tell, once for all."""
        slots = _Slots(meant)
        mother = {name: slots.of(value) for name, value in values.items()}
        checks = tuple(slots.check(condition) for condition in entry.type.clauses.where)
        environment = list(slots.blank)
        if not all(check.holds(environment) for check in checks):
            raise entry.line.wrong(
                f"{' '.join(entry.words)!r} never meets its conditions", "give it what where asks for"
            )
        known = {name: environment[slot] for name, slot in slots.names.items()}
        variables = {name: value for name, value in known.items() if value is not None}
        signature = tuple(environment[mother[name]] if name in mother else None for name in self.features)
        return signature, {**meant, **variables}

    def _form(self, words: tuple[str, ...], leaf: Leaf) -> None:
        node = self.words
        for word in words:
            node = node.further.setdefault(word, Node())
        node.leaves.append(leaf)

    def _literal(self, word: str) -> int:
        """The kind of a word that is named, which the lexicon then has as a leaf."""
        new = ("word", word) not in self.kinds
        kind = self._kind(("word", word))
        if new:
            self._form((word,), Leaf(kind, (word,), (None,) * len(self.features), None, {}, 0, repr(word), None))
        return kind

    def _modifier(self, type_: Type, frame: Frame) -> None:
        place = frame.index(None)
        modified = frame[1 - place]
        assert isinstance(modified, Description)
        parts = [modified, modified]
        parts[place] = Description(type_.name, type_.clauses.features)
        self._add(
            type_.name, (), tuple(parts), (), None, f"{type_.name} modifies", self._line(type_.name),
            copies=1 - place, spoken=(0, 1), exactly=place,
        )  # fmt: skip

    def _phrase(
        self, type_name: str, features: Features, parts: Frame, where: tuple[Condition, ...], means: Template | None,
        name: str, line: Line | None, head: int | None = None,
    ) -> None:  # fmt: skip
        """A frame or a rule, with and without what may be left out."""
        choices = [(True, False) if isinstance(part, Optional) else (True,) for part in parts]
        for present in product(*choices):
            self._add(type_name, features, parts, where, means, name, line, head=head, present=present)

    def _add(
        self, type_name: str, features: Features, parts: Frame, where: tuple[Condition, ...], means: Template | None,
        name: str, line: Line | None, *, head: int | None = None, present: tuple[bool, ...] | None = None,
        copies: int = -1, spoken: tuple[int, ...] | None = None, exactly: int = -1,
    ) -> None:  # fmt: skip
        own, meant = agreed(features)
        if head is not None:
            own = {name: own.get(name, Variable(f"its {name}")) for name in self.features}
        slots = _Slots(meant)
        daughters: list[int] = []
        checks: list[tuple[int, int, int]] = []
        numbers: list[int] = []
        saying: list[int] = []
        for index, part in enumerate(parts):
            inside = part.part if isinstance(part, Optional) else part
            if present is not None and not present[index]:
                numbers.append(-1)
                continue
            if inside is None:
                assert head is not None
                checks += [(len(daughters), self.features[key], slots.of(value)) for key, value in own.items()]
                daughters.append(head)
                continue
            numbers.append(len(daughters))
            if isinstance(inside, Words):
                daughters += map(self._literal, inside.words)
                continue
            checks += [(len(daughters), self.features[key], slots.of(value)) for key, value in inside.features]
            saying.append(len(daughters))
            daughters.append(self._exactly(inside.type) if index == exactly else self.kinds[inside.type])
        conditions = tuple(slots.check(condition) for condition in where)
        mother = tuple(slots.of(own[key]) if key in own else 0 for key in self.features)
        self.productions.append(Production(
            self.kinds[type_name], tuple(daughters), tuple(checks), tuple(slots.blank), conditions, mother, copies,
            means, dict(slots.all_names()), tuple(numbers), tuple(saying) if spoken is None else spoken,
            len(self.productions), name, line,
        ))  # fmt: skip

    def _exactly(self, type_name: str) -> int:
        """The kind of what is of this type and of none below it, which may say for itself what it modifies."""
        return self._kind(("exactly", type_name))

    def _indexed(self) -> Compiled:
        """Productions by what they begin with."""
        above: list[set[int]] = [{kind} for kind in range(len(self.kinds))]
        for name, type_ in self.grammar.types.items():
            above[self.kinds[name]] |= {self.kinds[ancestor] for ancestor in type_.ancestors}
            if ("exactly", name) in self.kinds:
                above[self.kinds[name]].add(self.kinds["exactly", name])
        wanted = {kind for production in self.productions for kind in production.daughters}
        wanted |= {self.kinds[PIECE], self.kinds[CORRECTION]}
        kinds = [tuple(sorted(each & wanted)) for each in above]
        by_first: dict[int, list[Production]] = {}
        for production in self.productions:
            by_first.setdefault(production.daughters[0], []).append(production)
        single, starting = [], []
        for each in kinds:
            possible = [production for kind in each for production in by_first.get(kind, ())]
            single.append(tuple(production for production in possible if len(production.daughters) == 1))
            seconds: dict[int, list[Production]] = {}
            for production in possible:
                if len(production.daughters) > 1:
                    seconds.setdefault(production.daughters[1], []).append(production)
            starting.append({second: tuple(group) for second, group in seconds.items()})
        names = [key if isinstance(key, str) else f"{key[0]}°" for key in self.kinds]
        types = {self.kinds[name]: type_ for name, type_ in self.grammar.types.items()}

        def said(clause: str) -> set[int]:
            return {kind for kind, type_ in types.items() if getattr(type_.clauses, clause)}

        correctable = said("correctable")
        return Compiled(
            self.grammar, tuple(names), tuple(kinds), tuple(single), tuple(starting), self.words,
            frozenset(kind for kind, type_ in types.items() if SKIP in type_.ancestors),
            self.kinds[PIECE], self.kinds[CORRECTION],
            {kind: _importance(type_) for kind, type_ in types.items()},
            {kind: frozenset(above[kind] & correctable) for kind in types},
            frozenset(kind for kind in types if above[kind] & said("alone")),
            frozenset(kind for kind in types if above[kind] & said("first")),
            frozenset(kind for kind in types if above[kind] & said("unsure")), tuple(self.productions),
        )  # fmt: skip


def apart(clauses: Clauses) -> Clauses:
    """Clauses with variables of their own, which no other's variable has the name of."""
    features = tuple((name, _renamed(value)) for name, value in clauses.features)
    return replace(clauses, features=features, means=_renamed(clauses.means))


def _renamed(template: Any) -> Any:
    match template:
        case Variable(name):
            return Variable(f"the type's {name}")
        case Object(pairs):
            return Object(tuple((key, _renamed(value)) for key, value in pairs))
        case Several(items):
            return Several(tuple(map(_renamed, items)))
    return template


def _importance(type_: Type) -> int:
    said = type_.clauses.importance
    return 1 if said is None else said


class _Slots:
    """The slots of a production, as they are handed out."""

    def __init__(self, meant: Mapping[str, Value]):
        self._meant = meant
        self.blank: list[Constant | None] = [None]
        self.names: dict[str, int] = {}

    def of(self, value: Value) -> int:
        """The slot of a value: a variable's own, or one that has the constant from the start."""
        value = standing(value, self._meant)
        if not isinstance(value, Variable):
            self.blank.append(value)
            return len(self.blank) - 1
        if value.name not in self.names:
            self.blank.append(None)
            self.names[value.name] = len(self.blank) - 1
        return self.names[value.name]

    def check(self, condition: Condition) -> Check:
        """A condition on slots."""
        arguments = tuple(map(self.of, condition.arguments)) if isinstance(condition, Computed) else ()
        return Check(condition, self.of(Variable(condition.variable)), arguments)

    def all_names(self) -> Iterator[tuple[str, int]]:
        """Every variable with its slot, those too for which another value stands."""
        yield from self.names.items()
        for name in self._meant:
            yield name, self.of(Variable(name))
