"""Trees of two files side by side, stretch by stretch: as many sentences as it takes until both sides end one.

>>> import pathlib, tempfile
>>> gold = pathlib.Path(tempfile.mkdtemp(), "gold.conllu")
>>> text = "# sent_id = s1\\n1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n"
>>> text += "2\\t!\\t!\\t_\\t_\\t_\\t1\\tpunct\\t_\\t_\\n\\n"
>>> system = gold.with_name("system.conllu")
>>> _ = gold.write_text(text), system.write_text(text.replace("punct", "obj"))
>>> (stretch,) = stretches(dependencies(), str(gold), str(system), "conllu")
>>> stretch.id, stretch.words, stretch.errors, stretch.kinds
('s1', 2, 1, {'label': 1})
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

from murho.formats import by_name
from murho.formats.opening import line_blocks
from murho.measures.dependencies.dependencies import dependencies
from murho.measures.dependencies.reading import segments
from murho.measures.dependencies.word_pairs import Place, beside_sentences

ERRORS = ("head", "label", "head and label", "missing", "extra")


@dataclass(frozen=True, eq=False)
class Stretch:
    """The words of some sentences that cover the same text on both sides."""

    id: str
    """The ids of the gold sentences, with ` + ` between them where there are several."""
    places: Sequence[Place]
    """The words of both sides, paired; a side is None where a word has no partner."""

    @property
    def words(self) -> int:
        """How many gold words are scored."""
        return sum(place.gold is not None and place.scored for place in self.places)

    @cached_property
    def kinds(self) -> dict[str, int]:
        """How many words are wrong in each way of `ERRORS`, in that order; a way that does not occur is left out."""
        numbers = Counter(map(error_of, self.places))
        return {kind: numbers[kind] for kind in ERRORS if numbers[kind]}

    @property
    def errors(self) -> int:
        """How many words are wrong in any way."""
        return sum(self.kinds.values())

    @property
    def rate(self) -> float:
        """Errors by gold words that are scored."""
        return self.errors / max(1, self.words)  # a stretch may have none, all its words being the system's

    @property
    def wrong(self) -> bool:
        """Whether there is anything to look at."""
        return self.errors > 0

    def as_json(self) -> dict[str, Any]:
        """The object that `murho align --json` prints; places are counted from 1, 0 is the root above them."""
        return {
            "id": self.id,
            "words": self.words,
            "errors": self.errors,
            "kinds": self.kinds,
            "places": [
                {"gold": _side(place.gold), "system": _side(place.system), "error": error_of(place)}
                for place in self.places
            ],
        }


def error_of(place: Place) -> str | None:
    """What is wrong with a word; None if nothing is, or if it is not scored."""
    if not place.scored:
        return None
    if place.gold is None or place.system is None:
        return "extra" if place.gold is None else "missing"
    if place.right:
        return None
    return "label" if place.head_right else "head" if place.label_right else "head and label"


def _side(side: Any) -> dict[str, Any] | None:
    if side is None:
        return None
    return {**side._asdict(), "head": None if side.head is None else side.head + 1}  # -1, the root, is shown as 0


def stretches(measure: dependencies, references: str, answers: str, format_name: str) -> Iterator[Stretch]:
    """The stretches of two files, in order.

    Raises:
        InputError: a file is malformed, or they are no analyses of the same text.
    """
    ids = (name for cases in by_name(format_name).cases(references, measure) for name in cases.ids)
    full = replace(measure.rules, subtypes="keep")  # what is shown has them
    for part in segments(_lines(references), _lines(answers), full, (references, answers)):
        name = " + ".join(islice(ids, len(part.gold)))
        yield Stretch(name, beside_sentences(part.gold, part.system, measure.rules))


def _lines(path: str) -> Iterable[tuple[int, bytes]]:
    for first, block in line_blocks(path):
        yield from enumerate(block, first)
