"""Systems one after the other: what the first takes an expression to mean is the expression of the next.

A recogniser and a parser, say: the recogniser's meanings are texts, and the parser is asked what those mean. What
every stage said is kept beside the answer, so that each stage's share of the error can be told:

- `stage:1`: the set of meanings of the first stage, null being ⊥; `stage:2` of the second, and so on, without the
  last, whose answer is the answer; `stage:1:seconds` what it took, and `stage:1:NAME` every extra of its own;
- of stages that have names, `stages`: their sets of meanings by name, so that each can be judged by references of its
  own. One that was not asked gave what ended the matter: ⊥ or the empty set.

With `carry="best"` the first meaning of each stage goes on, the best where the stage puts it first. With
`carry="all"` every one does, and the answer is the union of what the next stage says to them; those it fails on add
nothing, and only where it fails on all is the answer ⊥. A stage that gives ⊥ or the empty set ends the matter: that
is the answer, and later stages are not asked.

>>> from murho.systems.function import Function
>>> from murho.systems.interface import gather
>>> recogniser = Function(lambda sound: ["recognise speech", "wreck a nice beach"])
>>> parser = Function(lambda text: text.split()[0])
>>> cases = Cases(["q1"], ["sound-17.wav"], [()])
>>> with compose(recogniser, parser, carry="all") as system:
...     answers = gather(cases, system.answer(cases))
>>> answers.answers, answers.extras["stage:1"]
([('recognise', 'wreck')], [['recognise speech', 'wreck a nice beach']])
>>> with compose(recogniser, parser, names=("heard", None)) as system:
...     gather(cases, system.answer(cases)).extras["stages"]
[{'heard': ['recognise speech', 'wreck a nice beach']}]

Every stage that takes what went before in the dialogue is given the same: what the case says, or the earlier
expressions of its cluster.

Where a case says what a stage ought to say, those behind it are asked once more, as if that stage had said it. So the
error that is theirs on the right input can be told from what came of the stage's own. What the chain answers then is
kept by the name of the stage as `on_references`; where the stage was right that is what it answered, and nobody is
asked again.

>>> cases = Cases(["q1"], ["sound-17.wav"], [()], by_stage={"heard": [("go home",)]})
>>> with compose(recogniser, parser, names=("heard", None)) as system:
...     gather(cases, system.answer(cases)).extras["on_references"]
[{'heard': ['go']}]

`Once` is a system that is asked once for each sentence, however many cases there are about it. Cases of one cluster and
one expression are one question; its id is the name of the cluster, or of the first case where there is no cluster. So
recorded answers are found by the ids of the sentences.

>>> from murho.core.case import Answers
>>> from murho.systems.recorded import Recorded
>>> recorded = Answers(["s1"], [("a tree",)])
>>> cases = Cases(["1", "2"], ["It rains.", "It rains."], [(), ()], clusters=["s1", "s1"])
>>> with Once(Recorded(lambda: [recorded], "said.conllu")) as system:
...     print([(answer.position, answer.answer) for answer in system.answer(cases)])
[(0, ('a tree',)), (1, ('a tree',))]
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from types import TracebackType
from typing import Any, Literal, Self, get_args

from murho.core.case import ON_REFERENCES, STAGES, Cases, Expression
from murho.core.errors import UsageError, shortened
from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings, canonical
from murho.core.turns import with_order
from murho.systems.interface import Answer, System, together
from murho.systems.recorded import Recorded

Carry = Literal["best", "all"]
_CHUNK = 256
"""Cases that go through all stages together, so that a stage with workers has something for all of them."""
Keep = Callable[[int, str, Answer], None]
"""Told of a stage, by its number, what it was asked (`asked_as`) and what it said."""


def compose(
    *stages: System, carry: Carry = "best", names: Sequence[str | None] = (), on_references: bool = True
) -> "Composed":
    """Two or more systems as one, each answering what the one before it answered; or one that has a name.

    Args:
        stages: what is asked first, what gets its answers, and so on.
        carry: how many meanings of a stage go on.
        names: of the stages, None for one that has none; no names if this is empty.
        on_references: whether stages are also asked about the references of those before them.

    Raises:
        UsageError: too few stages, another `carry`, names that do not fit.
    """
    if len(stages) < 2 and not any(names):
        raise UsageError(f"{len(stages)} systems to compose; give two or more")
    if carry not in get_args(Carry):
        raise UsageError(f"carry {carry!r}: give 'best' or 'all'")
    if names and len(names) != len(stages):
        raise UsageError(f"{len(names)} names for {len(stages)} stages; give one for each, None for none")
    for name, times in Counter(name for name in names if name is not None).items():
        if not name.isidentifier():
            raise UsageError(
                f"stage {name!r}: a name is made of letters, digits and _, and does not begin with a digit"
            )
        if times > 1:
            raise UsageError(f"{times} stages are called {name!r}; give each a name of its own")
    return Composed(stages, carry, names or [None] * len(stages), on_references)


class Composed:
    """Systems in a row, each asked what the one before it answered; made by `compose`."""

    def __init__(self, stages: Sequence[System], carry: Carry, names: Sequence[str | None], on_references: bool):
        self._stages, self._carry, self.names = stages, carry, names
        self._on_references = on_references
        self._open = ExitStack()
        self._known: Mapping[tuple[int, str], Answer] = {}
        self._keep: Keep | None = None

    def remember(self, known: Mapping[tuple[int, str], Answer], keep: "Keep") -> None:
        """Ask a stage nothing that is known of it, and tell `keep` whatever it says, as soon as it does.

        `known` has answers by the number of the stage, from 0, and by `asked_as`. So what a stage was paid for is not
        lost when the work is stopped before later stages have come to it.
        """
        self._known, self._keep = known, keep

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run, each stage's among them."""
        stages = [
            stage.describe() | ({} if name is None else {"name": name})
            for stage, name in zip(self._stages, self.names, strict=True)
        ]
        also = {} if self._on_references else {"on_references": False}
        return {"kind": "composed", "carry": self._carry, "stages": stages, **also}

    @property
    def stages(self) -> Sequence[System]:
        """What is asked first, what gets its answers, and so on."""
        return self._stages

    @property
    def takes_before(self) -> bool | None:
        """Whether one of the stages takes what went before; None if that is not known yet."""
        takes = [getattr(stage, "takes_before", False) for stage in self._stages]
        return True if True in takes else None if None in takes else False

    @property
    def notes(self) -> list[str]:
        """What recorded answers among the stages found worth a word."""
        return [note for stage in self._stages for note in getattr(stage, "notes", ())]

    @property
    def memory(self) -> int | None:
        """The most memory, in bytes, of a process of each stage, together; None where no stage tells."""
        known = [memory for stage in self._stages if (memory := getattr(stage, "memory", None)) is not None]
        return sum(known) if known else None

    def refuse_extra(self, ids: Iterable[str]) -> int:
        """How many answers a first stage of recorded ones has without a case; 0 of another first stage.

        Raises:
            InputError: there is one, and they are an error.
        """
        first = self._stages[0]
        return first.refuse_extra(ids) if isinstance(first, Recorded) else 0

    def __enter__(self) -> Self:
        with ExitStack() as opening:  # which ends the stages that have begun if another cannot begin
            for stage in self._stages:
                opening.enter_context(stage)
            self._open = opening.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """Every case of the batch, in order, a few hundred going through all stages together."""
        cases = with_order(cases)
        for start in range(0, len(cases), _CHUNK):
            chunk = cases.take(range(start, min(start + _CHUNK, len(cases))))
            trails = [[answer] for answer in self._ask(0, chunk)]
            for number in range(1, len(self._stages)):
                self._go_on(number, chunk, [trail for trail in trails if len(trail) == number])
            also = self._said_on_references(chunk, trails) if self._on_references else [{} for _ in trails]
            yield from together(
                [self._result(start + i, trail, said) for i, (trail, said) in enumerate(zip(trails, also, strict=True))]
            )

    def _said_on_references(self, cases: Cases, trails: Sequence[list[Answer]]) -> list[dict[str, Answer]]:
        """What the chain answers to each case had a stage said what it ought to, by the name of the stage."""
        results: list[dict[str, Answer]] = [{} for _ in trails]
        for number, name in enumerate(self.names[:-1]):
            behind = self._stages[number + 1 :]
            # Recorded answers are found by id: they do not depend on what they are asked.
            if name is None or name not in cases.by_stage or any(isinstance(stage, Recorded) for stage in behind):
                continue
            rightly: dict[int, list[Answer]] = {}
            for i, reference in enumerate(cases.by_stage[name]):
                if reference is None:
                    continue
                if self._goes_on_as(reference, trails[i][min(number, len(trails[i]) - 1)].answer):
                    results[i][name] = trails[i][-1]
                else:
                    rightly[i] = [Answer(i, tuple(reference))] * (number + 1)
            for later in range(number + 1, len(self._stages)):
                self._go_on(later, cases, [trail for trail in rightly.values() if len(trail) == later])
            for i, trail in rightly.items():
                results[i][name] = trail[-1]
        return results

    def _goes_on_as(self, reference: Meanings, answer: Answered) -> bool:
        """Whether what goes on of an answer is right, so that the stages behind it have been asked already."""
        if answer is UNDEFINED:
            return False
        right, said = ({canonical(meaning) for meaning in meanings} for meanings in (reference, answer))
        if self._carry == "all" or not right or not said:
            return right == said
        return canonical(answer[0]) in right

    def _ask(self, number: int, cases: Cases) -> list[Answer]:
        """What a stage says to all of these, in their order: a stage may answer in any."""
        names = list(map(asked_as, cases.ids, cases.texts))
        known = {position: self._known.get((number, name)) for position, name in enumerate(names)}
        answers = [answer._replace(position=position) for position, answer in known.items() if answer is not None]
        if rest := [position for position, answer in known.items() if answer is None]:
            for answer in self._stages[number].answer(cases.take(rest)):
                answers.append(answer._replace(position=rest[answer.position]))
                if self._keep is not None:
                    self._keep(number, names[answers[-1].position], answers[-1])
        return sorted(answers, key=lambda answer: answer.position)

    def _go_on(self, number: int, cases: Cases, trails: list[list[Answer]]) -> None:
        """Add to each trail what stage `number` says to what the last one said, if that said something."""
        passed_on: list[tuple[int, str]] = []
        heard: list[list[Answer]] = [[] for _ in trails]
        for i, trail in enumerate(trails):
            before = () if trail[-1].answer is UNDEFINED else trail[-1].answer
            for meaning in before if self._carry == "all" else before[:1]:
                if isinstance(meaning, str):
                    passed_on.append((i, meaning))
                else:
                    why = f"no text from stage {number}: {shortened(canonical(meaning), 60)}"
                    heard[i].append(Answer(0, UNDEFINED, None, why))
        # Recorded answers are found by id, and a record has each id once.
        ids = _distinct([cases.ids[trails[i][-1].position] for i, _ in passed_on])
        about = cases.take([trails[i][-1].position for i, _ in passed_on])
        asked = Cases(
            ids,
            [text for _, text in passed_on],
            [()] * len(ids),
            clusters=about.clusters,
            before=about.before,
            earlier=about.earlier,
        )
        for answer in self._ask(number, asked):
            heard[passed_on[answer.position][0]].append(answer)
        for trail, answers in zip(trails, heard, strict=True):
            if answers:
                trail.append(_united(trail[0].position, answers))

    def _result(self, position: int, trail: list[Answer], also: Mapping[str, Answer]) -> Answer:
        last = trail[-1]
        failure = None if last.failure is None else f"stage {len(trail)}, {last.failure}"
        seconds = [answer.seconds for answer in trail if answer.seconds is not None]
        extras = dict(last.extras) if len(trail) == len(self._stages) else {}
        for number, answer in enumerate(trail[: len(self._stages) - 1], 1):
            name = self.names[number - 1]
            if name is None:
                extras[f"stage:{number}"] = _listed(answer.answer)
            extras[f"stage:{name or number}:seconds"] = answer.seconds
            extras.update((f"stage:{name or number}:{extra}", value) for extra, value in answer.extras.items())
        # A stage that was not asked gave, for its own references, what ended the matter.
        unasked = [last] * (len(self._stages) - len(trail))
        named = zip(self.names, [*trail, *unasked], strict=True)
        stages = {name: _listed(answer.answer) for name, answer in named if name is not None}
        if stages:
            extras[STAGES] = stages
        if also:
            extras[ON_REFERENCES] = {name: _listed(answer.answer) for name, answer in also.items()}
        if failures := {name: answer.failure for name, answer in also.items() if answer.failure is not None}:
            extras[f"{ON_REFERENCES}:failures"] = failures
        return Answer(position, last.answer, sum(seconds) if seconds else None, failure, extras)


def asked_as(name: str, text: str) -> str:
    """What a stage was asked, as one text: the id does not tell, since `a#2` may be a case or the second of `a`."""
    return f"{name}\0{text}"


def _listed(answer: Answered) -> list[Meaning] | None:
    return None if answer is UNDEFINED else list(answer)


def _united(position: int, answers: list[Answer]) -> Answer:
    """One answer of those to all that was passed on of a case."""
    if len(answers) == 1:
        return answers[0]._replace(position=position)
    meanings: dict[str, Meaning] = {}
    for answer in answers:
        for meaning in () if answer.answer is UNDEFINED else answer.answer:
            meanings.setdefault(canonical(meaning), meaning)
    failed = all(answer.answer is UNDEFINED for answer in answers)
    return Answer(
        position,
        UNDEFINED if failed else tuple(meanings.values()),
        sum(answer.seconds or 0.0 for answer in answers),
        next((answer.failure for answer in answers if answer.failure), None) if failed else None,
        {name: value for answer in reversed(answers) for name, value in answer.extras.items()},
    )


def _distinct(ids: list[str]) -> list[str]:
    """Ids for what is asked several times for one case: the id itself, then `id#2`, `id#3`."""
    seen: Counter[str] = Counter()
    distinct = []
    for name in ids:
        seen[name] += 1
        distinct.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return distinct


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
