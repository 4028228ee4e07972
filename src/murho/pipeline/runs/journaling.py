"""Answers written down as they come, and made parts of the run some thousand at a time.

Until a part is written its answers stand in the run's journal (`murho.store.journal`), so that whatever ends the
process, only the calls under way are lost.
"""

from collections.abc import Collection, Sequence
from types import TracebackType
from typing import Self

from murho.core.case import Answers
from murho.store import Run
from murho.store.journal import Journal
from murho.systems import Answer

PART = 10_000
"""Answers in a part."""
LOOK = 1.0
"""Seconds after which what has come is judged, for the figure that is shown while the run goes on."""


class Journaling:
    """The journal of the part that is written next; used inside `with`.

    Args:
        run: the run.
        ids: of the cases that the system is asked, by position.
        stages: what stages of a chain said to cases that have no answer yet, by stage and what it was asked.
        system: the digest of the system, which its answers are kept with.
    """

    def __init__(self, run: Run, ids: Sequence[str], stages: dict[tuple[int, str], Answer], system: str | None):
        self._run, self._ids, self._stages, self._system = run, ids, dict(stages), system
        self._journal = Journal(run.journal_file)
        if not run.journal_file.exists():  # it went when what it held of answers became a part
            self._note_stages()

    def keep(self, answer: Answer) -> None:
        """Write down an answer of the system."""
        self._journal.add(self._ids[answer.position], answer)

    def keep_stage(self, stage: int, name: str, answer: Answer) -> None:
        """Write down what a stage of a chain said."""
        self._stages[stage, name] = answer
        self._journal.add(name, answer, stage)

    def write_part(self, answers: list[Answers]) -> None:
        """Make a part of these answers, all that came since the last; the list is empty then."""
        if not answers:
            return
        self._journal.close()
        self._run.add_answers(*answers, system=self._system)
        done = {name for batch in answers for name in batch.ids}
        answers.clear()
        self._journal = Journal(self._run.journal_file)
        # What stages said to cases that are still on their way went with the old journal.
        self._stages = {key: said for key, said in self._stages.items() if not _is_of(key[1].partition("\0")[0], done)}
        self._note_stages()

    def _note_stages(self) -> None:
        for (stage, name), answer in self._stages.items():
            self._journal.add(name, answer._replace(more=True), stage)
        self._journal.flush(keep=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._journal.close()


def _is_of(name: str, cases: Collection[str]) -> bool:
    """Whether an id is that of one of the cases, or of what is asked for one of them a second time, as `id#2`."""
    first, _, number = name.rpartition("#")
    return name in cases or (number.isdigit() and first in cases)
