"""The study: what is asked of each language, and what came of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.comparison import Difference
from murho.core.figure import Figure
from murho.core.signature import SCHEMA_VERSION, signature
from murho.version import __version__
from murho_lab.atn.efficiency.costs import calibrate
from murho_lab.atn.texts.comparison import Comparison, compare_texts
from murho_lab.atn.texts.course import Course, course
from murho_lab.atn.texts.text import Text
from murho_lab.studies.strategies.claim import Claim, claim
from murho_lab.studies.strategies.efficiency import ThreeWays, efficiency
from murho_lab.studies.strategies.halves import Continuation, Halves, continuation, halves
from murho_lab.studies.strategies.held_out import attachment, held_out
from murho_lab.studies.strategies.orders import Ordered, orders
from murho_lab.studies.strategies.relation import Relation, relation
from murho_lab.studies.strategies.style import Separation, separations
from murho_lab.studies.strategies.texts import BOUNDS, LONGEST, Language, languages

Tell = Callable[[str], object]
STEPS_OF_A_LANGUAGE = 11
"""Parts that are told of besides texts and genres, for a bar that knows how far it is."""


@dataclass(frozen=True, eq=False)
class LanguageStudy:
    """All that was found in one language."""

    language: Language
    course: Course
    matrix: Comparison
    apart: Mapping[str, list[list[Difference]]]
    """Discrepancies [i][j] of text j under the strategies of text i, in sample and left out."""
    claim: Claim
    relations: Mapping[str, Relation]
    halves: Sequence[Halves]
    continuations: Sequence[Continuation]
    three: ThreeWays
    orders: Sequence[Ordered]
    attachment: Mapping[str, Figure]
    """Unlabelled attachment errors of the first trees, as a share of the words, by order."""
    separations: Mapping[str, Separation]

    def as_json(self) -> dict[str, Any]:
        """The fields that the study writes."""
        return {
            "genres": {
                genre: {"sentences": n, "accepted": accepted, "unfinished": bound}
                for genre, (n, accepted, bound) in self.language.seen.items()
            },
            "texts": self.matrix.names,
            "size": self.language.size,
            "course": self.course.as_json(),
            "matrix": self.matrix.as_json(),
            "claim": self.claim.as_json(),
            "relations": {name: result.as_json() for name, result in self.relations.items()},
            "halves": {result.genre: result.as_json() for result in self.halves},
            "continuations": {result.genre: result.as_json() for result in self.continuations},
            "efficiency": self.three.as_json(),
            "orders": [result.as_json() for result in self.orders],
            "attachment_errors": {name: result.as_json() for name, result in self.attachment.items()},
            "style": {name: result.as_json() for name, result in self.separations.items()},
        }


@dataclass(frozen=True, eq=False)
class Study:
    """The studies of all languages."""

    languages: Sequence[LanguageStudy]
    real: bool
    """Whether it is on treebanks, and not on the small texts of our own."""
    signature: str

    def as_json(self) -> dict[str, Any]:
        """The object that `murho study strategies --json` prints."""
        return {
            "study": "strategies",
            "real": self.real,
            "languages": {result.language.name: result.as_json() for result in self.languages},
            "signature": self.signature,
            "schema_version": SCHEMA_VERSION,
        }


def strategies(data: str | None = None, tell: Tell = lambda _: None) -> Study:
    """The whole study, of every language.

    Args:
        data: a folder with the treebanks that `texts.PLANS` names, or with a folder `ud` of them; without it the small
            texts of our own are taken.
        tell: is told of each part before it is done.

    Raises:
        InputError: a treebank is not there.
    """
    made = {"study": "strategies", "data": "treebanks" if data else "own", "longest": LONGEST, "steps": BOUNDS.steps}
    studies = [_studied(language, tell) for language in languages(data, tell)]
    return Study(studies, data is not None, signature({**made, "level": 0.95}, __version__))


def _studied(language: Language, tell: Tell) -> LanguageStudy:
    name = language.name
    matrix = compare_texts(
        language.grammar,
        language.texts,
        bounds=BOUNDS,
        resamples=999,
        tell=lambda text: tell(f"{name}: strategies of {text}"),
    )
    tell(f"{name}: discrepancies")
    every = range(len(matrix.texts))
    apart = {
        kind: [[matrix.discrepancy(i, j, left_out=left_out) for j in every] for i in every]
        for kind, left_out in (("in sample", False), ("left out", True))
    }
    relations = {}
    for measure, distance in (("Kendall", matrix.kendall), ("Jensen-Shannon", matrix.jensen_shannon)):
        for kind, table in apart.items():
            values = np.array([[d.value or 0.0 for d in row] for row in table])
            relations[f"{measure}, {kind}"] = relation(distance, values)
    tell(f"{name}: halves")
    halved = halves(language)
    tell(f"{name}: continuations")
    going_on = [continuation(language, genre) for genre in language.genres]
    tell(f"{name}: the table")
    of = language.of
    first, other = _two(language)
    tell(f"{name}: what arcs cost")
    costs = calibrate(
        language.grammar, [sentence for genre in language.genres.values() for sentence in genre.text.sentences]
    )
    tell(f"{name}: orders")
    pool = held_out(language, costs)
    tell(f"{name}: efficiency")
    three = efficiency(language.grammar, pool, costs)
    tell(f"{name}: orders compared")
    ordered = orders(language.grammar, pool, costs)
    tell(f"{name}: first trees")
    attached = attachment(language.grammar, pool)
    tell(f"{name}: style")
    return LanguageStudy(
        language,
        course(language.grammar, first, other, most=14),
        matrix,
        apart,
        claim(matrix, of, apart),
        relations,
        halved,
        going_on,
        three,
        ordered,
        attached,
        separations([text.strategies for text in matrix.texts], [of.get(text) for text in matrix.names]),
    )


def _two(language: Language) -> tuple[Text, Text]:
    """The first texts of the first and of the last genre."""
    genres = list(language.genres)
    # Reversed, so that of the texts of a genre the first is put in last, and stays.
    by_genre = {
        language.of[learned.text.name]: learned.text
        for learned in reversed(language.texts)
        if learned.text.name in language.of
    }
    return by_genre[genres[0]], by_genre[genres[-1]]
