"""A system that is asked once for each sentence, however many cases there are about it.

Cases of one cluster and one expression are one question; its id is the name of the cluster, or of the first case where
there is no cluster. So recorded answers are found by the ids of the sentences.

>>> from murho.core.case import Answers
>>> from murho.systems.recorded import Recorded
>>> recorded = Answers(["s1"], [("a tree",)])
>>> cases = Cases(["1", "2"], ["It rains.", "It rains."], [(), ()], clusters=["s1", "s1"])
>>> with Once(Recorded(lambda: [recorded], "said.conllu")) as system:
...     print([(answer.position, answer.answer) for answer in system.answer(cases)])
[(0, ('a tree',)), (1, ('a tree',))]
"""

from collections.abc import Iterator
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from murho.core.case import Cases, Expression
from murho.systems.interface import Answer, System


class Once:
    """A system that is asked once for each sentence; the cases about it share the answer."""

    def __init__(self, system: System):
        self.system = system

    def describe(self) -> dict[str, Any]:
        """The settings of the system within: it is the same system."""
        return self.system.describe()

    def __enter__(self) -> Self:
        self.system.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.system.__exit__(kind, error, trace)

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """Every case; those about one sentence share its answer, and the time it took."""
        askers: dict[tuple[str, Expression], list[int]] = {}
        clusters = cases.clusters or [None] * len(cases)
        for position, (cluster, expression) in enumerate(zip(clusters, cases.expressions, strict=True)):
            key = (cases.ids[position] if cluster is None else cluster, expression)
            askers.setdefault(key, []).append(position)
        firsts = [positions[0] for positions in askers.values()]
        questions = replace(cases.take(firsts), ids=[str(name) for name, _ in askers], clusters=None, earlier=None)
        groups = list(askers.values())
        for answer in self.system.answer(questions):
            *others, last = groups[answer.position]
            for position in others:
                yield answer._replace(position=position, more=True)
            yield answer._replace(position=last)
