"""Which unit of the answer stands for which of the reference, and a judgement for each such pair.

Rows finer than a case say where the errors are: each has its attribute, that of the unit of the reference or, where
there is none, of the unit that was inserted. They add up to what a row for each case says.

>>> gold, given = ["source:Bonn", "goal:Berlin", "day:monday"], ["goal:Bonn", "source:Bonn", "hour:nine"]
>>> as_bag(gold, given)
[('source:Bonn', 'source:Bonn'), ('goal:Berlin', 'goal:Bonn'), ('day:monday', 'hour:nine')]
>>> in_order(gold, given)
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

        >>> from murho.measures.units.concepts import concept_bag
        >>> concept_bag().aligned([(["a:1", "b:2"],)], [(["b:3"],)])
        [[Step(operation='D', reference='a:1', answer=None), Step(operation='S', reference='b:2', answer='b:3')]]
        """
        rows = self.finer().judge(references, answers)
        steps: list[list[Step]] = [[] for _ in references]
        for case, gold, given in zip(rows.case.tolist(), rows.labels["gold"], rows.labels["given"], strict=True):
            reference, answer = (None if unit == NOTHING else unit for unit in (gold, given))
            if reference is not None or answer is not None:
                steps[case].append(Step(_operation(reference, answer), reference, answer))
        return steps


def _operation(reference: str | None, answer: str | None) -> str:
    if reference is None:
        return "I"
    return "D" if answer is None else "=" if reference == answer else "S"


def in_order(gold: Sequence[str], given: Sequence[str]) -> list[Pair]:
    """Pairs that keep the order on both sides: the fewest errors, then substitutions, then ones of unlike attributes.

    So it has the counts of the kernel's alignment. What is left open pairs early, else deletes before it inserts.
    """
    base = len(gold) + len(given) + 1
    lone = base * base  # a weight has three digits: errors, substitutions, those of unlike attributes

    def pair(left: str, right: str) -> int:
        return 0 if left == right else lone + base + (attribute(left) != attribute(right))

    least = [[lone * (len(given) - j) for j in range(len(given) + 1)]]  # to the end, from the last unit of gold upwards
    for unit in reversed(gold):
        below, row = least[-1], [0] * len(given) + [least[-1][-1] + lone]
        for j in range(len(given) - 1, -1, -1):
            row[j] = min(below[j + 1] + pair(unit, given[j]), below[j] + lone, row[j + 1] + lone)
        least.append(row)
    least.reverse()
    pairs: list[Pair] = []
    i = j = 0
    while i < len(gold) or j < len(given):
        if i < len(gold) and j < len(given) and least[i][j] == least[i + 1][j + 1] + pair(gold[i], given[j]):
            pairs.append((gold[i], given[j]))
            i, j = i + 1, j + 1
        elif i < len(gold) and least[i][j] == least[i + 1][j] + lone:
            pairs.append((gold[i], None))
            i += 1
        else:
            pairs.append((None, given[j]))
            j += 1
    return pairs


def as_bag(gold: Sequence[str], given: Sequence[str]) -> list[Pair]:
    """The best assignment without order: equals first, then units of one attribute, then any that are left.

    Whatever comes first on each side pairs first. Pairs come in the order of the reference, insertions last.
    """
    partner: dict[int, str] = {}
    waiting = list(given)
    for same in (_itself, attribute, _anything):
        free = Counter(map(same, waiting))
        chosen: dict[str, list[int]] = {}
        for index, unit in enumerate(gold):
            if index not in partner and free[same(unit)]:
                free[same(unit)] -= 1
                chosen.setdefault(same(unit), []).append(index)
        rest = []
        for unit in waiting:
            if places := chosen.get(same(unit)):
                partner[places.pop(0)] = unit
            else:
                rest.append(unit)
        waiting = rest
    return [(unit, partner.get(index)) for index, unit in enumerate(gold)] + [(None, unit) for unit in waiting]


def _itself(unit: str) -> str:
    return unit


def _anything(_: str) -> str:
    return ""


def errors(pairs: Sequence[Pair]) -> int:
    """Substitutions, deletions and insertions."""
    return sum(gold != given for gold, given in pairs)


def apart(pairs: Sequence[Pair]) -> list[Pair]:
    """The same pairs, a substitution being a unit that was missed and one that was made up."""
    halves: list[Pair] = []
    for gold, given in pairs:
        apart = gold != given and gold is not None and given is not None
        halves += [(gold, None), (None, given)] if apart else [(gold, given)]
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
        given = [] if answer is UNDEFINED or not answer else read(answer[0], i, "answer")
        options = [pairing(gold, given) for gold in [read(meaning, i, "reference") for meaning in reference] or [[]]]
        chosen = min(options, key=lambda pairs: (errors(pairs), -sum(gold is not None for gold, _ in pairs)))
        rows += chosen or [(None, None)]
        case += [i] * max(1, len(chosen))
    judged = [counted(pair) for pair in rows]
    names = judged[0][2] if judged else counted((None, None))[2]
    return Judgements.of(
        [loss for loss, _, _ in judged],
        [units for _, units, _ in judged],
        {name: [counts[name] for _, _, counts in judged] for name in names},
        case=case,
        undefined=[answers[i] is UNDEFINED for i in case],
        labels={
            "attribute": [NO_VALUE if (unit := gold or given) is None else attribute(unit) for gold, given in rows],
            "gold": [NOTHING if gold is None else gold for gold, _ in rows],
            "given": [NOTHING if given is None else given for _, given in rows],
        },
    )
