"""The score of a suite, phenomenon by phenomenon: what is covered, what is right, and how much that matters.

For every node of the tree, over the realizations below it, each once:

- `right` of `cases`: accuracy, k of n; μ of a case is its loss, so that accuracy is 1 − π under ρ = 1;
- `covered`: cases for which the system builds something of the kind anywhere in the sentence (of items: well-formed
  sentences that are accepted);
- `mass` and `mass_lost`: Σ ρ and Σ ρ·μ, ρ being the frequency of the realization in its section, shared by all that
  have the same link; their ratio is π. What has no frequency is left out of it, and counted: `unweighed`;
- `sentences`, and of their words those with the right head and relation: LAS, each sentence once.

A suite is no sample, so that these figures have no sampling error. Sections are never pooled: the nodes at the top are
the sections.

>>> from murho.core.case import Cases
>>> paths = [["structure", "structure/noun"], ["structure", "structure/verb"]]
>>> frequencies = {"structure_frequency": [0.3, 0.1]}
>>> cases = Cases(["1", "2"], ["a", "b"], [("",), ("",)], features={"phenomenon": paths, **frequencies})
>>> judged = Judgements.of([1, 0], counts={"right": [0, 1], "covered": [1, 1]})
>>> (top,) = nodes(cases, judged, ["parsed a", "parsed b"])
>>> top.name, top.right, top.cases, round(top.pi_by_frequency, 6), [child.name for child in top.children]
('structure', 1, 2, 0.75, ['noun', 'verb'])
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from murho.core.case import Cases
from murho.core.figure import IfFailures
from murho.core.judgement import Judgements

Words = Mapping[str, tuple[int, int]]
"""Of each sentence: words with the right head and relation, against words (2·correct and gold + system)."""


@dataclass(frozen=True)
class Leaf:
    """A realization and what became of it."""

    id: str
    test: str
    outcome: str
    """As the measure names it: right, wrong head, undefined...; accepted, missed..."""
    right: bool
    covered: bool
    frequency: float | None
    """Its importance by frequency; None where it has none."""
    told: str
    """What it is, in a few words."""
    place: int
    """The position of its case in the batch."""


@dataclass(frozen=True)
class Node:
    """A phenomenon with the sums over all realizations below it."""

    path: str
    name: str
    leaves: tuple[Leaf, ...]
    """All leaves below it, each once."""
    own: tuple[Leaf, ...]
    """The leaves that belong to no phenomenon below this one."""
    children: "tuple[Node, ...]"
    counts: Mapping[str, int] = field(default_factory=dict)
    """The counts of the measure, summed."""
    words: tuple[int, int] | None = None
    """What LAS divides, each sentence once; None where it is not known."""
    depth: int = 0

    @property
    def cases(self) -> int:
        """How many realizations are counted: n."""
        return len(self.leaves)

    @property
    def right(self) -> int:
        """How many of them are right: k."""
        return sum(leaf.right for leaf in self.leaves)

    @property
    def covered(self) -> int:
        """Those for which the system builds something of the kind anywhere; of sentences: well-formed and accepted."""
        return self.counts.get("covered", self.right)

    @property
    def coverable(self) -> int:
        """All that could be covered: realizations, or well-formed sentences."""
        return self.counts.get("wellformed", self.cases)

    @property
    def undefined(self) -> int:
        """How many realizations have no answer."""
        return sum(leaf.outcome == "undefined" for leaf in self.leaves)

    @property
    def sentences(self) -> int:
        """How many different test sentences there are."""
        return len({leaf.test for leaf in self.leaves})

    @property
    def unweighed(self) -> int:
        """How many realizations have no frequency, and are left out of what is weighed."""
        return sum(leaf.frequency is None for leaf in self.leaves)

    @property
    def mass(self) -> float:
        """Σ ρ, the frequencies of the realizations that have one."""
        return fsum(leaf.frequency or 0.0 for leaf in self.leaves)

    @property
    def pi(self) -> float:
        """π under ρ = 1."""
        return 1 - self.right / self.cases

    @property
    def if_failures(self) -> IfFailures:
        """π under ρ = 1 had all realizations without an answer been right, and had they been wrong, as they count."""
        failed = sum(leaf.outcome == "undefined" and not leaf.right for leaf in self.leaves)
        return IfFailures(1 - (self.right + failed) / self.cases, self.pi)

    @property
    def pi_by_frequency(self) -> float | None:
        """π under ρ = frequency; None where no realization has one."""
        lost = fsum(leaf.frequency or 0.0 for leaf in self.leaves if not leaf.right)
        return lost / self.mass if self.mass else None

    @property
    def las(self) -> float | None:
        """F1 of heads with relations over the sentences; None without trees."""
        return None if self.words is None or not self.words[1] else self.words[0] / self.words[1]

    def walk(self) -> "Iterator[Node]":
        """This node and all below it, as they are printed."""
        yield self
        for child in self.children:
            yield from child.walk()

    def as_json(self) -> dict[str, Any]:
        """All figures, and the sentences that are not right."""
        return {
            "phenomenon": self.path,
            "cases": self.cases,
            "right": self.right,
            "accuracy": 1 - self.pi,
            "undefined": self.undefined,
            "sentences": self.sentences,
            "las": self.las,
            "mass": self.mass or None,
            "unweighed": self.unweighed,
            "pi": self.pi,
            "pi_by_frequency": self.pi_by_frequency,
            "counts": dict(self.counts),
            "wrong": [
                {"id": leaf.id, "test": leaf.test, "outcome": leaf.outcome} for leaf in self.leaves if not leaf.right
            ],
            "phenomena": [child.as_json() for child in self.children],
        }


def nodes(cases: Cases, judged: Judgements, sentences: Sequence[str], words: Words | None = None) -> list[Node]:
    """The trees of a suite's sections.

    Args:
        cases: the cases of the suite (`murho.suites.cases`).
        judged: one row for each case.
        sentences: which sentence each case is about.
        words: of each sentence what LAS divides.
    """
    # Rows of judgements may stand in another order than the cases, and lack some.
    rows = {case: row for row, case in enumerate(judged.case.tolist())}
    leaves = [_leaf(cases, judged, rows[position], position) for position in range(len(cases)) if position in rows]
    members: dict[str, list[Leaf]] = {}
    below: dict[str, dict[str, None]] = {}
    tops: dict[str, None] = {}
    own: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        paths = cases.features["phenomenon"][leaf.place]
        last: set[str] = set(paths)
        for path in paths:
            members.setdefault(path, []).append(leaf)
            above = _above(path, members)
            # A leaf belongs to the lowest phenomena of its paths; those above only count it.
            last.discard(above or "")
            (tops if above is None else below.setdefault(above, {}))[path] = None
        for path in last:
            own.setdefault(path, []).append(leaf)

    def grow(path: str, above: str, depth: int) -> Node:
        leaves_below = members[path]
        positions = [leaf.place for leaf in leaves_below]
        numbers = [rows[position] for position in positions]
        counts = {name: int(column[numbers].sum()) for name, column in judged.counts.items()}
        # Each sentence once, however many realizations stand in it.
        known = None if words is None else [words[name] for name in dict.fromkeys(sentences[i] for i in positions)]
        las_words = None if known is None else (sum(right for right, _ in known), sum(all for _, all in known))
        children = tuple(grow(child, path, depth + 1) for child in below.get(path, ()))
        # Not its last part: names above that are no phenomenon here stay in the name.
        name = path[len(above) + 1 :] if above else path
        return Node(path, name, tuple(leaves_below), tuple(own.get(path, ())), children, counts, las_words, depth)

    return [grow(path, "", 0) for path in tops]


def _above(path: str, known: Mapping[str, Any]) -> str | None:
    """The phenomenon just above one: the longest path of those known that it begins with."""
    above, slash, _ = path.rpartition("/")
    return above if slash and above in known else None


def _leaf(cases: Cases, judged: Judgements, row: int, position: int) -> Leaf:
    """The realization of a case, with the row that judges it."""
    section = str(cases.features["phenomenon"][position][0])
    column = cases.features.get(f"{section}_frequency")
    # An importance is 0 where there is no frequency, too; `freq` tells the two apart.
    known = cases.features.get("freq", column) or ()
    outcome = judged.labels["outcome"][row] if "outcome" in judged.labels else ""
    covered = judged.counts.get("covered")
    return Leaf(
        cases.ids[position],
        cases.texts[position],
        outcome,
        not judged.loss[row],
        bool(covered is not None and covered[row]),
        None if column is None or known[position] is None else column[position],
        _described(cases, position),
        position,
    )


def _described(cases: Cases, position: int) -> str:
    """What a realization is: its category and link, or its functions and categories."""

    def feature(name: str) -> Any:
        column = cases.features.get(name)
        return None if column is None else column[position]

    if feature("func"):
        parts = [feature("func"), feature("cat"), feature("constr")]
    else:
        parts = [feature("name"), feature("class"), feature("subclass")]
        link, parent, child = feature("link"), feature("parent"), feature("child")
        parts.append(f"{link} {parent} → {child}" if link else parent)
    if feature("wellformed") is False:
        parts.append("ill-formed")
    return " · ".join(part for part in parts if part and part != "default")
