"""A suite: a tree of phenomena whose leaves hold test sentences, and what is checked about each.

The two sections of a suite for parsers (Lloberes, Castellón, Padró and González 2014) are `structure`, where a leaf is
a link between two words, and `order`, where it is a verb with its arguments. Any other hierarchy, of any depth, is a
section `phenomena`, whose leaves are sentences, well-formed or not. A leaf stands in the tree as often as it shows a
phenomenon; it is one all the same.

>>> noun = Structure("0009", name="noun", link="v-n", parent="romper", child="taza", freq=0.131629, test="Se rompió.")
>>> child = Phenomenon("hierarchy", "child", (noun,))
>>> verbs = Phenomenon("constituent", "verb phrase", (child,))
>>> suite = Suite(sections=(Section("structure", (Phenomenon("level", "intraclause", (verbs,)),)),))
>>> [(path, leaf.id) for path, leaf in suite.leaves()]
[(('structure', 'intraclause', 'verb phrase', 'child', 'noun'), '0009')]
>>> path_text(('structure', 'intraclause'))
'structure/intraclause'

What is wrong or odd in a suite is a `Finding` with its place, so that all of it can be reported at once.

>>> print(Finding("the id '0001' stands twice", "give every realization an id of its own", "es.xml", 12))
es.xml:12: error: the id '0001' stands twice; give every realization an id of its own
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from murho.core.errors import InputError
from murho.core.meaning import Meaning


@dataclass(frozen=True)
class Finding:
    """One thing found, with its place."""

    found: str
    todo: str
    path: str | None = None
    line: int | None = None
    error: bool = True
    """Whether the suite cannot be used because of it; else it is a warning."""

    def __str__(self) -> str:
        location = ":".join(str(part) for part in (self.path, self.line) if part)
        return f"{location}{': ' if location else ''}{'error' if self.error else 'warning'}: {self.found}; {self.todo}"


Note = Callable[[str, str, int | None], None]
"""Told what was found, what to do, and the line."""


def raising(path: str | None) -> Note:
    """A note that stops at the first thing found."""

    def note(found: str, todo: str, line: int | None) -> None:
        raise InputError(found, todo, path=path, line=line)

    return note


def collecting(findings: list[Finding], path: str | None, *, error: bool = True) -> Note:
    """A note that adds what is found to a list."""

    def note(found: str, todo: str, line: int | None) -> None:
        findings.append(Finding(found, todo, path, line, error))

    return note


Path = tuple[str, ...]
"""The names of a phenomenon and of those above it, the section first."""

STRUCTURE, ORDER, PHENOMENA = "structure", "order", "phenomena"
LEVELS = 100
"""How deep a tree may be, in any format."""
TOO_DEEP = f"phenomena below more than {LEVELS} others"


@dataclass(frozen=True, kw_only=True)
class _Leaf:
    test: str
    """The test sentence, as the test data has it."""
    comments: tuple[str, ...] = ()
    """Comments that stand before it in the file."""
    line: int | None = field(default=None, compare=False, repr=False)
    """The line where it stands, counted from 1."""


@dataclass(frozen=True)
class Structure(_Leaf):
    """A realization of the section `structure`: a head, or a child and its link to its parent."""

    id: str
    name: str | None = field(default=None, kw_only=True)
    """The category in that position: noun, adverb, relative clause..."""
    class_: str | None = field(default=None, kw_only=True)
    subclass: str | None = field(default=None, kw_only=True)
    link: str | None = field(default=None, kw_only=True)
    """Letters of parent and child (`murho.core.tree`); None for a head."""
    parent: str | None = field(default=None, kw_only=True)
    """Lemma of the parent; of a head realization, lemma of the head."""
    child: str | None = field(default=None, kw_only=True)
    """Lemma of the child."""
    freq: float | None = field(default=None, kw_only=True)
    """Share of the link among all dependencies of the corpus; None where that is not known."""


@dataclass(frozen=True)
class Order(_Leaf):
    """A realization of the section `order`: the arguments of a verb in their order. Lists are joined by `#`."""

    id: str
    func: str | None = field(default=None, kw_only=True)
    """Functions in order, `v` being the verb: subj#iobj#v#dobj."""
    cat: str | None = field(default=None, kw_only=True)
    """Their categories: np#np#v#np."""
    parent: str | None = field(default=None, kw_only=True)
    """Lemma of the verb."""
    children: str | None = field(default=None, kw_only=True)
    """Lemmas of the heads of the arguments."""
    constr: str | None = field(default=None, kw_only=True)
    """Construction: active, passive..."""
    sbjtype: str | None = field(default=None, kw_only=True)
    """Whether the subject is full or empty."""
    freq: float | None = field(default=None, kw_only=True)
    """Share of the schema among the clauses of the corpus."""
    idsensem: str | None = field(default=None, kw_only=True)
    """Three sentences of the corpus, by id."""


@dataclass(frozen=True)
class Item(_Leaf):
    """A leaf of any other hierarchy: a sentence, whether it is well-formed, its correct meanings if they are known."""

    id: str
    wellformed: bool | None = field(default=True, kw_only=True)
    """None where nobody says."""
    reference: tuple[Meaning, ...] | None = field(default=None, kw_only=True)
    freq: float | None = field(default=None, kw_only=True)


Leaf = Structure | Order | Item


@dataclass(frozen=True)
class Phenomenon:
    """A node of the tree."""

    kind: str
    """What it is called in the file: level, constituent, hierarchy; class, schema; phenomenon."""
    name: str
    parts: "tuple[Phenomenon | Leaf, ...]" = ()
    comments: tuple[str, ...] = ()
    line: int | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Section:
    """A part of a suite with a hierarchy and a corpus of its own: `structure`, `order` or `phenomena`."""

    kind: str
    parts: "tuple[Phenomenon | Leaf, ...]" = ()
    corpus: str | None = None
    """What its frequencies and its `idsensem` come from."""
    comments: tuple[str, ...] = ()
    line: int | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Suite:
    """A suite as its file has it; the sentences' trees are in its test data (`murho.suites.testdata`)."""

    sections: tuple[Section, ...] = ()
    name: str | None = None
    language: str | None = None
    version: str | None = None
    licence: str | None = None
    data: str | None = None
    """The file of test data, where it is not the one beside the suite."""
    root: str = "suite"
    """What the root element is called."""
    comments: tuple[str, ...] = ()
    newline: str = field(default="\n", compare=False, repr=False)
    bom: bool = field(default=False, compare=False, repr=False)
    """How its file ends lines, and whether it begins with a byte order mark."""
    path: str | None = field(default=None, compare=False, repr=False)
    left_out: tuple[Finding, ...] = field(default=(), compare=False, repr=False)
    """Rows of its tables that say nothing of it, because they point nowhere."""

    @property
    def notes(self) -> list[str]:
        """What to know before the suite is used, in sentences: what was left out of it."""
        count = len(self.left_out)
        if not count:
            return []
        first = f"{self.left_out[0].path}:{self.left_out[0].line}: {self.left_out[0].found}"
        return [f"{count} row{'s that point' if count > 1 else ' that points'} nowhere left out (first {first})"]

    def leaves(self) -> Iterator[tuple[Path, Leaf]]:
        """Every leaf with the path of its phenomenon, in the order of the file."""
        for section in self.sections:
            yield from _leaves(section.parts, (section.kind,))

    def of_section(self, kind: str) -> dict[str, Leaf]:
        """The leaves of one section by id, each once."""
        return {leaf.id: leaf for path, leaf in self.leaves() if path[0] == kind}

    def paths(self) -> dict[str, list[Path]]:
        """For each leaf, by id, the paths of the phenomena it shows."""
        paths: dict[str, list[Path]] = defaultdict(list)
        for path, leaf in self.leaves():
            paths[leaf.id].append(path)
        return dict(paths)


def _leaves(parts: "tuple[Phenomenon | Leaf, ...]", above: Path) -> Iterator[tuple[Path, Leaf]]:
    waiting: list[tuple[Path, Phenomenon | Leaf]] = [(above, part) for part in reversed(parts)]
    while waiting:  # not recursive: a hierarchy may be of any depth
        path, part = waiting.pop()
        if isinstance(part, Phenomenon):
            waiting += [((*path, part.name), inner) for inner in reversed(part.parts)]
        else:
            last = part.name if isinstance(part, Structure) else part.func if isinstance(part, Order) else None
            yield (path if last is None else (*path, last)), part


def grown(kind: str, leaves: Iterable[tuple[Path, Leaf]], corpus: str | None = None) -> Section:
    """A section of a tree that is told by the paths of its leaves, the section's own name not among them.

    Raises InputError where it is too deep.

    >>> section = grown("phenomena", [(("a", "b"), Item("1", test="Llueve.")), (("a",), Item("2", test="Nieva."))])
    >>> [(path, leaf.id) for path, leaf in Suite((section,)).leaves()]
    [(('phenomena', 'a', 'b'), '1'), (('phenomena', 'a'), '2')]
    """
    tree: dict[Any, Any] = {}
    for number, (path, leaf) in enumerate(leaves):
        if len(path) > LEVELS:
            raise InputError(TOO_DEEP, "make the tree flatter")
        node = tree
        for name in path:
            node = node.setdefault(("phenomenon", name), {})
        # Numbered, so that a phenomenon keeps every leaf it is given, in the order in which they came.
        node["leaf", str(number)] = leaf
    return Section(kind, _grown(tree), corpus)


def _grown(tree: Mapping[Any, Any]) -> "tuple[Phenomenon | Leaf, ...]":
    return tuple(
        Phenomenon("phenomenon", name, _grown(inner)) if kind == "phenomenon" else inner
        for (kind, name), inner in tree.items()
    )


def path_text(path: Path) -> str:
    """A path as features and tables show it; a slash within a name becomes a division slash."""
    return "/".join(name.replace("/", "∕") for name in path)


def sharing(leaf: Leaf) -> Any:
    """What leaves with one and the same frequency have in common: the link, or all that tells a schema."""
    if isinstance(leaf, Structure):
        return leaf.link
    # Items share with nobody: a sentence has the frequency that was written for it.
    return (leaf.func, leaf.cat, leaf.constr, leaf.sbjtype) if isinstance(leaf, Order) else leaf.id


def masses(leaves: Mapping[str, Leaf]) -> dict[str, float | None]:
    """The weight of each leaf of a section by frequency: leaves that share a link share its frequency equally.

    A leaf without a frequency weighs None: it is left out of weighted figures, and counted.

    >>> haber = Structure("1", link="v-x", freq=0.010655, test="Han ido.")
    >>> ser = Structure("2", link="v-x", freq=0.010655, test="Es leído.")
    >>> masses({"1": haber, "2": ser, "3": Structure("3", test="Ve.")})
    {'1': 0.0053275, '2': 0.0053275, '3': None}
    """
    copies = Counter(sharing(leaf) for leaf in leaves.values() if leaf.freq is not None)
    return {
        name: None
        if leaf.freq is None
        else leaf.freq / copies[sharing(leaf)]
        if sharing(leaf) is not None
        else leaf.freq
        for name, leaf in leaves.items()
    }
