"""How long answers are, in words: `murho show RUN --lengths`."""

from dataclasses import asdict, dataclass

from murho.figures import FigureKind
from murho.plugs import Option
from murho.sheets import Column, Sheet, SheetRow


@dataclass(frozen=True)
class Lengths:
    """Of the answers of a run, in words."""

    answers: int
    mean: float
    longest: int

    def as_json(self):
        """What `--json` prints."""
        return asdict(self)


def lengths(subject, shortest=1):
    """How long the best answers are that have at least so many words; None where there is no such answer."""
    words = [len(str(answer[0]).split()) for answer in subject.answers.answers if isinstance(answer, tuple) and answer]
    counted = [number for number in words if number >= shortest]
    return Lengths(len(counted), sum(counted) / len(counted), max(counted)) if counted else None


def sheet(found):
    """A row for all of them."""
    columns = (Column("", "name"), Column("answers", "count"), Column("mean", "amount"), Column("longest", "count"))
    return Sheet("Length of answers", "in words", columns, [SheetRow(("all", *asdict(found).values()))])


FIGURE = FigureKind(
    make=lengths,
    name="lengths",
    title="Length of answers",
    sheet=sheet,
    options=(
        Option("lengths", "yes or no", False, "How long answers are, in words."),
        Option("shortest", "whole number", 1, "With --lengths: leave out answers of fewer words."),
    ),
    reported=lambda evidence: evidence.measure.kind == "text",
)
