"""What people wrote becomes a new version of the suite, by which the run is judged; the system is not asked again."""

from dataclasses import dataclass
from typing import Any

from murho.evaluator import assigning
from murho.evaluator.agreeing import conflicts, holding, meant
from murho.evaluator.storage import Storage
from murho.pipeline.runs.adopting import adopt as put_into_run
from murho.store import Run


@dataclass(frozen=True)
class Adopted:
    """What became of it."""

    references: int
    """Cases that got what people wrote."""
    conflicts: int
    """Cases left as they were, since people wrote different things."""
    causes: int
    """Answers whose failure people put down to a cause."""
    path: str
    digest: str
    """Of the new version of the suite."""
    figures: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return dict(vars(self))


def adopt(run: Run, storage: Storage, path: str) -> Adopted:
    """Write the new version of the suite to a file, put it into the run, and judge the run by it.

    Raises:
        UsageError: nobody wrote a meaning that holds.
        OutputError: the file cannot be written.
    """
    said, settled = assigning.judgements(storage), assigning.settled(storage)
    written = meant(said, settled)
    references = {one.id: one.reference for one in written.values() if one.reference is not None}
    causes: dict[str, list[str]] = {}
    for one in holding(said, settled):
        if one.cause is not None and one.cause not in causes.get(one.id, []):
            causes.setdefault(one.id, []).append(one.cause)
    authors = sorted({one.evaluator for one in written.values()})
    digest, figures = put_into_run(run, references, causes, path, {"evaluators": authors})
    return Adopted(len(references), len(conflicts(said, settled)), len(causes), path, digest, figures)
