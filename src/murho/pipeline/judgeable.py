"""Trees that a measure refuses: ⊥ with the reason, so that a wrong one costs its sentence and not the whole run.

A system that is being asked may answer one sentence with no tree, or with the tree of another text, and all others
rightly. In a recorded file the same is an error with its line: the file is not what it was taken for.

>>> from murho.measures import measure
>>> tree = "1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n"
>>> cases = Cases(["s1", "s2"], ["Go", "Come"], [(tree,), (tree.replace("Go", "Come"),)])
>>> said = judgeable([measure("dependencies")], cases, Answers(cases.ids, [(tree,), (tree,)]))
>>> said.answers[1], said.failures[1]  # doctest: +ELLIPSIS
(UNDEFINED, "no tree of the sentence: line 1 of the answer: character 1 of 'Go': 'Go', but reference:1 has 'Come'")
"""

from collections.abc import Sequence
from dataclasses import replace

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, MeaningError
from murho.core.meaning import UNDEFINED, Answered
from murho.measures import Measure
from murho.measures.dependencies.segments import SAME_TEXT
from murho.systems import Recorded

_SPLIT = "where it splits the text otherwise, score whole files: murho score dependencies, murho compare --references"


def judgeable(measures: Sequence[Measure], cases: Cases, said: Answers, recorded: Recorded | None = None) -> Answers:
    """Answers to these cases, in the same order, without trees that one of the measures refuses.

    Raises:
        InputError: the answers are `recorded`, and one of them is refused.
    """
    for how in measures:
        if how.kind != "tree" or not _refused(how, cases, said.answers):
            continue
        answers, failures = list(said.answers), list(said.failures or [None] * len(said))
        for row in range(len(said)):
            error = _refused(how, cases.take([row]), answers[row : row + 1])
            if error is None:
                continue
            if recorded is not None:
                path, line = recorded.place(said.ids[row])
                todo = f"{error.todo}; {_SPLIT}" if error.todo == SAME_TEXT else error.todo
                raise InputError(f"{said.ids[row]!r}: {error.found}", todo, path=path, line=line)
            answers[row], failures[row] = UNDEFINED, f"no tree of the sentence: {error.found}"
        said = replace(said, answers=answers, failures=failures)
    return said


def _refused(how: Measure, cases: Cases, answers: Sequence[Answered]) -> MeaningError | None:
    """Why a measure refuses one of these answers; a reference that it refuses is told when all is judged."""
    try:
        how.judge(cases.meant, answers)
    except MeaningError as error:
        return error if error.side == "answer" else None
    return None
