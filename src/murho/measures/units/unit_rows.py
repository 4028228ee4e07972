"""Which unit of the answer stands for which of the reference, and a judgement for each such pair.

Rows finer than a case say where the errors are: each has its attribute, that of the unit of the reference or, where
there is none, of the unit that was inserted. They add up to what a row for each case says.

>>> gold, said = ["source:Bonn", "goal:Berlin", "day:monday"], ["goal:Bonn", "source:Bonn", "hour:nine"]
>>> as_bag(gold, said)
[('source:Bonn', 'source:Bonn'), ('goal:Berlin', 'goal:Bonn'), ('day:monday', 'hour:nine')]
>>> in_order(gold, said)
[(None, 'goal:Bonn'), ('source:Bonn', 'source:Bonn'), ('goal:Berlin', 'hour:nine'), ('day:monday', None)]
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.ledger import NO_VALUE
from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings
from murho.measures.text.lattice import Step
from murho.measures.units.reading import OfUnits, attribute
from murho.plugs import option

Pair = tuple[str | None, str | None]
"""A unit of the reference and one of the answer; None where either stands alone."""
Pairing = Callable[[Sequence[str], Sequence[str]], list[Pair]]
NOTHING = "∅"


@dataclass(frozen=True)
class WithRows(OfUnits):
    """A measure of semantic units that can judge each of them by itself."""

    rows: str = option(
        "cases", choices=("cases", "units"), kw_only=True, help="What gets a judgement of its own: cases, or units."
    )

    finer_labels = ("attribute", "gold", "given")
    """What rows of units can be sliced by."""
    aligning = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rows not in ("cases", "units"):
            raise UsageError(f"{type(self).__name__}: rows={self.rows!r}; give 'cases' or 'units'")

    def finer(self) -> Self:
        """The same, with a row for each unit."""
        return replace(self, rows="units")

    def aligned(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> list[list[Step]]:
        """The unit of the answer that stands for each of the reference.

        >>> from murho.measures.units.concept_bag import concept_bag
        >>> concept_bag().aligned([(["a:1", "b:2"],)], [(["b:3"],)])
        [[Step(operation='D', reference='a:1', answer=None), Step(operation='S', reference='b:2', answer='b:3')]]
        """
        rows = self.finer().judge(references, answers)
        steps: list[list[Step]] = [[] for _ in references]
        for case, gold, given in zip(rows.case.tolist(), rows.labels["gold"], rows.labels["given"], strict=True):
            one, other = (None if unit == NOTHING else unit for unit in (gold, given))
            if one is not None or other is not None:
                steps[case].append(Step(_operation(one, other), one, other))
        return steps


def _operation(one: str | None, other: str | None) -> str:
    if one is None:
        return "I"
    return "D" if other is None else "=" if one == other else "S"


def in_order(gold: Sequence[str], said: Sequence[str]) -> list[Pair]:
    """Pairs that keep the order on both sides: the fewest errors, then substitutions, then ones of unlike attributes.

    So it has the counts of the kernel's alignment. What is left open pairs early, else deletes before it inserts.
    """
    base = len(gold) + len(said) + 1
    lone = base * base  # a weight has three digits: errors, substitutions, those of unlike attributes

    def pair(one: str, other: str) -> int:
        return 0 if one == other else lone + base + (attribute(one) != attribute(other))

    least = [[lone * (len(said) - j) for j in range(len(said) + 1)]]  # to the end, from the last unit of gold upwards
    for unit in reversed(gold):
        below, row = least[-1], [0] * len(said) + [least[-1][-1] + lone]
        for j in range(len(said) - 1, -1, -1):
            row[j] = min(below[j + 1] + pair(unit, said[j]), below[j] + lone, row[j + 1] + lone)
        least.append(row)
    least.reverse()
    pairs: list[Pair] = []
    i = j = 0
    while i < len(gold) or j < len(said):
        if i < len(gold) and j < len(said) and least[i][j] == least[i + 1][j + 1] + pair(gold[i], said[j]):
            pairs.append((gold[i], said[j]))
            i, j = i + 1, j + 1
        elif i < len(gold) and least[i][j] == least[i + 1][j] + lone:
            pairs.append((gold[i], None))
            i += 1
        else:
            pairs.append((None, said[j]))
            j += 1
    return pairs


def as_bag(gold: Sequence[str], said: Sequence[str]) -> list[Pair]:
    """The best assignment without order: equals first, then units of one attribute, then any that are left.

    Whatever comes first on each side pairs first. Pairs come in the order of the reference, insertions last.
    """
    partner: dict[int, str] = {}
    waiting = list(said)
    for same in (_itself, attribute, _anything):
        free = Counter(map(same, waiting))
        chosen: dict[str, list[int]] = {}
        for place, unit in enumerate(gold):
            if place not in partner and free[same(unit)]:
                free[same(unit)] -= 1
                chosen.setdefault(same(unit), []).append(place)
        rest = []
        for unit in waiting:
            if places := chosen.get(same(unit)):
                partner[places.pop(0)] = unit
            else:
                rest.append(unit)
        waiting = rest
    return [(unit, partner.get(place)) for place, unit in enumerate(gold)] + [(None, unit) for unit in waiting]


def _itself(unit: str) -> str:
    return unit


def _anything(_: str) -> str:
    return ""


def errors(pairs: Sequence[Pair]) -> int:
    """Substitutions, deletions and insertions."""
    return sum(gold != said for gold, said in pairs)


def apart(pairs: Sequence[Pair]) -> list[Pair]:
    """The same pairs, a substitution being a unit that was missed and one that was made up."""
    halves: list[Pair] = []
    for gold, said in pairs:
        apart = gold != said and gold is not None and said is not None
        halves += [(gold, None), (None, said)] if apart else [(gold, said)]
    return halves


def unit_rows(
    references: Sequence[Meanings],
    answers: Sequence[Answered],
    read: Callable[[Meaning, int, str], list[str]],
    pairing: Pairing,
    counted: Callable[[Pair], tuple[float, float, dict[str, int]]],
) -> Judgements:
    """A row for each pair, with the labels attribute, gold and given; a case without any unit has a row without units.

    `counted(pair)` gives its loss, units and counts. Of several references the one with the least errors counts, of
    equals the longest, then the first; of several answers the first. ⊥ and ∅ say nothing.
    """
    case: list[int] = []
    rows: list[Pair] = []
    for i, (reference, answer) in enumerate(zip(references, answers, strict=True)):
        said = [] if answer is UNDEFINED or not answer else read(answer[0], i, "answer")
        options = [pairing(gold, said) for gold in [read(meaning, i, "reference") for meaning in reference] or [[]]]
        chosen = min(options, key=lambda pairs: (errors(pairs), -sum(gold is not None for gold, _ in pairs)))
        rows += chosen or [(None, None)]
        case += [i] * max(1, len(chosen))
    found = [counted(pair) for pair in rows]
    names = found[0][2] if found else counted((None, None))[2]
    return Judgements.of(
        [loss for loss, _, _ in found],
        [units for _, units, _ in found],
        {name: [counts[name] for _, _, counts in found] for name in names},
        case=case,
        undefined=[answers[i] is UNDEFINED for i in case],
        labels={
            "attribute": [NO_VALUE if (unit := gold or said) is None else attribute(unit) for gold, said in rows],
            "gold": [NOTHING if gold is None else gold for gold, _ in rows],
            "given": [NOTHING if said is None else said for _, said in rows],
        },
    )
