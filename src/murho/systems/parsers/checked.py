"""A parser whose every answer is looked at: what is no analysis of its expression is ⊥, with the reason.

A recorded file with such a tree is an error that tells its line. A parser that is being asked may be wrong about one
sentence and right about all others, so there it costs that sentence only.

>>> tree = "1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> fault("Go", tree), fault("Go on", tree)
(None, "the tree is of another text: 'Go'")
>>> fault("Go", tree.replace("\\t0\\t", "\\t1\\t"))
'no tree: the heads go round in a circle: 1 → 1'
"""

from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.formats import conllu
from murho.systems.interface import Answer, System
from murho.systems.returned import shortened


def no_tree(answer: object, *, tagged: bool = False) -> str | None:
    """Why an answer is no tree, if it is none; if `tagged`, words without any heads will do, as a tagger gives them.

    Several roots are nothing wrong: scorers take them.
    """
    if not isinstance(answer, str):
        return f"no tree: {shortened(repr(answer), 80)}"
    try:
        conllu.parse(answer, shape="forest")
    except InputError as error:
        if tagged and _headless(answer):
            return None
        return f"no tree: {shortened(error.found, 200)}"
    return None


def _headless(text: str) -> bool:
    try:
        return all(word.head is None for tree in conllu.parse(text, shape="any") for word in tree.words)
    except InputError:
        return False


def fault(expression: str, answer: object) -> str | None:
    """What is wrong with an answer, if something is: it is no tree, or one of another text; spaces do not count."""
    if wrong := no_tree(answer):
        return wrong
    said = " ".join(tree.surface for tree in conllu.parse(str(answer), shape="any"))
    if "".join(said.split()) != "".join(expression.split()):
        return f"the tree is of another text: {shortened(repr(said), 80)}"
    return None


class Checked:
    """A system all of whose answers are trees of their expressions, or none, or ⊥; else it is the one within."""

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
        """Every case; of several answers the first is scored, so that one is looked at."""
        for one in self.system.answer(cases):
            wrong = None
            if one.answer is not UNDEFINED and one.answer:
                wrong = fault(cases.expressions[one.position], one.answer[0])
            yield one if wrong is None else one._replace(answer=UNDEFINED, failure=wrong)
