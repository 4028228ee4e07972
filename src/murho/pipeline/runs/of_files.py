"""Two files, or two columns, as a run: for those who want of them what can be made of a run, such as its report."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from murho.core.case import Answers, Cases, join
from murho.core.errors import UsageError
from murho.formats.join import join_answers
from murho.measures import Measure
from murho.pipeline.runs.plan import Plan
from murho.pipeline.runs.run import run
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.sources import Extra, Missing, pairs_of, short_digest, whole_trees
from murho.store import Run
from murho.systems import Recorded


@contextmanager
def run_of_files(
    measure: Measure,
    references: str,
    answers: str,
    reading: Reading,
    *,
    format_name: str | None = None,
    missing: Missing = "undefined",
    extra: Extra | None = None,
    tiers: str | None = None,
    made_by: str = "",
) -> Iterator[Run]:
    """The run of a file of answers to a file of references, in a temporary folder that goes at the end.

    `made_by` is the command that a page names as what makes it again.

    Raises:
        InputError: a file is malformed, or the files do not belong together.
        UsageError: they are files of trees, which are aligned over all their text.
    """
    if measure.over_files is measure and whole_trees(measure, references, answers, format_name) is not None:
        raise UsageError("two files of trees make no report; `murho align dependencies --html FILE` shows them")
    pairs, _ = pairs_of(references, answers, format_name, measure, missing=missing, extra=extra, tiers=tiers)
    batches = list(pairs)
    cases = join([asked for asked, _ in batches] or [Cases([], [], [])])
    said = join_answers([given for _, given in batches] or [Answers([], [])])
    data: dict[str, Any] = {"cases": references, "digest": short_digest(references), "answers": answers}
    data |= {"answers_digest": short_digest(answers), **({"made_by": made_by} if made_by else {})}
    with _made(cases, said, Plan([measure], reading, missing, data=data), answers) as found:
        yield found


@contextmanager
def run_of_columns(measure: Measure, cases: Cases, said: Answers, reading: Reading) -> Iterator[Run]:
    """The run of answers that were given as columns, in a temporary folder that goes at the end."""
    with _made(cases, said, Plan([measure], reading), "columns") as found:
        yield found


@contextmanager
def _made(cases: Cases, said: Answers, plan: Plan, spec: str) -> Iterator[Run]:
    with TemporaryDirectory(prefix="murho-") as folder:
        yield run(iter([cases]), Recorded(lambda: [said], spec, extra="ignore"), Path(folder, "run"), plan)
