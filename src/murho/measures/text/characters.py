"""Characters: the errors of a recogniser, letter by letter; `murho.measures.text.words` says how they are counted.

>>> characters().judge([("bonn",)], [("born",)]).loss.tolist()
[1]
"""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.measures.interface import Record
from murho.measures.text.options import Rates, Text
from murho.plugs import option


@dataclass(frozen=True)
class characters(Rates):  # noqa: N801  a measure is typed and printed in lower case
    """Character errors against characters of the reference."""

    graphemes: bool = option(
        False, help="Characters as readers see them, marks with their letters, instead of Unicode's code points."
    )
    spaces: bool | None = option(
        None,
        help="White space between words is a character too; by default it is, but not where alternatives are read "
        "(sclite -c).",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.spaces and self.reads_alternates:
            raise UsageError("characters: white space cannot be counted where alternatives are read; give spaces=False")

    @property
    def tokens(self) -> str:
        """What is compared."""
        return "graphemes" if self.graphemes else "characters"

    def _tokenised(self, text: str) -> Text:
        counted = not self.reads_alternates if self.spaces is None else self.spaces
        return self._characters((" " if counted else "").join(text.split()))

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts substitutions, deletions, insertions, hits, units."""
        compared = self.compare(references, answers)
        return compared.judged(compared.counts.errors, compared.counts.units)


MEASURE = Record(
    make=characters,
    name="characters",
    aliases=("cer", "character_error_rate"),
    title="Characters",
    loss="character error rate",
    accuracy="character accuracy",
    example="characters(graphemes=True)",
)
