"""Word accuracy against concept accuracy: how much understanding an error of the recogniser costs.

After figure 2 of the 1996 paper on word and concept accuracy, where six beam widths lay nearly on a line. Here the
points are the recordings of one recogniser whose text is known: one by one, binned by their word errors, by scenario,
by microphone. That paper took the line as a sign that misrecognitions hit content words and fillers alike; SLURP knows
which words its entities are made of, so that this can be counted.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from murho.core.case import Answers, Cases
from murho.core.comparison import Difference
from murho.core.figure import Figure
from murho.core.judgement import Judgements
from murho.core.regression import Line, fit
from murho.measures import measure as measure_named
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.content_words import content_words
from murho.pipeline.scoring.judge import judge
from murho.pipeline.scoring.reading import Reading
from murho.sheets.drawing.scatter import Plot, Point, scatter
from murho.weighting import constant

WORDS, CONCEPTS = "word accuracy", "concept accuracy"
BINS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
"""Upper ends of the bins of word error rate; beyond the last there is one more."""


@dataclass(frozen=True)
class View:
    """Points of one kind and the line through them."""

    title: str
    points: Sequence[Point]
    """Accuracies in percent; the weight is the number of recordings, and as such a point's weight in the fit."""
    line: Line | None
    """The fitted line; None where the points do not make one."""
    least: float | None = None
    """The lowest accuracy that is drawn, in percent; None leaves it to the drawing."""

    @property
    def svg(self) -> str:
        """The drawing."""
        return scatter(self.points, Plot(self.title, WORDS, CONCEPTS, least=self.least), self.line)

    def as_json(self) -> dict[str, Any]:
        """The line, and the points where they have names."""
        points = [
            {
                "name": p.name,
                "n": int(p.weight),
                "word_accuracy": p.x,
                "word_accuracy_interval": p.x_ends,
                "concept_accuracy": p.y,
                "concept_accuracy_interval": p.y_ends,
            }
            for p in self.points
            if p.name
        ]
        return {"line": None if self.line is None else self.line.as_json(), "points": points}


@dataclass(frozen=True)
class WordsConcepts:
    """Four views, and how often words of entities are misrecognised, compared with all others."""

    views: Mapping[str, View]
    """The views by name: utterances, word-errors, scenarios, microphones."""
    words: Figure
    """Word error rate of all recordings."""
    concepts: Figure
    """Concept error rate of all recordings."""
    entity_words: Figure
    """The share of words of entities that are substituted or deleted."""
    other_words: Figure
    """The share of all other words that are substituted or deleted."""
    difference: Difference
    """The rate of entity words less that of others, whole sentences as clusters."""
    unmapped: int
    """How many recordings are of sentences whose entities could not be laid over their words."""

    def as_json(self) -> dict[str, Any]:
        """The object that the study writes: views, figures, errors on words of entities, and the reading of them."""
        d = self.difference
        return {
            **{name: view.as_json() for name, view in self.views.items()},
            "words": self.words.as_json(),
            "concepts": self.concepts.as_json(),
            "errors_on": {
                "entity_words": self.entity_words.as_json(),
                "other_words": self.other_words.as_json(),
                "difference": d.value,
                "interval": [d.low, d.high],
                "recordings_left_out": self.unmapped,
            },
            "reading": reading(self),
        }


def words_concepts(
    spoken: tuple[Cases, Answers], meant: tuple[Cases, Answers], inside: Mapping[str, list[bool] | None]
) -> WordsConcepts:
    """Word accuracy against concept accuracy, over the same recordings in the same order.

    Args:
        spoken: the words that were said, and those that were recognised.
        meant: the concepts that were meant, and those that were understood.
        inside: by sentence a flag for each of its words, whether it is of an entity; None where that is not known.
    """
    words, concepts = judge(measure_named("words"), *spoken), judge(measure_named("concepts"), *meant)
    rate = words.loss / words.units
    cases = replace(spoken[0], features={**spoken[0].features, "word errors": [_bin(value) for value in rate.tolist()]})
    word_figure, by_words = _figures("words", cases, words)
    concept_figure, by_concepts = _figures("concepts", cases, concepts)
    # Recordings of a sentence share its words and its concepts.
    clusters = list(cases.clusters or cases.ids)
    x, y = 100 - 100 * rate, 100 - 100 * concepts.loss / concepts.units
    # One dot for all recordings at the same place, which would hide each other.
    counted = Counter(zip(x.tolist(), y.tolist(), strict=True))
    views = {
        "utterances": View(
            "Recording by recording",
            [Point(word, concept, weight=count) for (word, concept), count in sorted(counted.items())],
            fit(x, y, clusters=clusters, level=0.95),
            least=-100,
        )
    }
    for name, feature, title in (
        ("word-errors", "word errors", "Binned by word error rate"),
        ("scenarios", "scenario", "By scenario"),
        ("microphones", "microphone", "By microphone"),
    ):
        points = [_point(group, of_words, by_concepts[feature][group]) for group, of_words in by_words[feature].items()]
        points.sort(key=lambda p: -p.x)
        columns = [p.x for p in points], [p.y for p in points]
        line = fit(*columns, weights=[p.weight for p in points], level=0.95) if len(points) > 2 else None
        views[name] = View(title, points, line)
    carrying = [inside.get(str(name)) for name in spoken[0].clusters or spoken[0].ids]
    by_word = judge(measure_named("words").finer(), *spoken)
    hit = content_words(spoken[0], by_word, carrying, level=0.95, resamples=999)
    return WordsConcepts(views, word_figure, concept_figure, hit.carrying, hit.others, hit.difference, hit.left_out)


def _bin(rate: float) -> str:
    index = int(np.searchsorted(BINS, rate - 1e-9))  # a rate at the end of a bin stays in it, however it was rounded
    if index == 0:
        return "none wrong"
    return f"{100 * BINS[index - 1]:g}–{100 * BINS[index]:g} %" if index < len(BINS) else "over 100 %"


def _figures(name: str, cases: Cases, rows: Judgements) -> tuple[Figure, dict[str, dict[str, Figure]]]:
    book = Book(measure_named(name), Reading(constant(), ("word errors", "scenario", "microphone"), criteria=False))
    book.add(cases, rows)
    slices = {feature: dict(sorted(groups.items())) for feature, groups in book.figures().items()}
    return book.figure(), slices


def _point(name: str, words: Figure, concepts: Figure) -> Point:
    (x, x_ends), (y, y_ends) = _accuracy(words), _accuracy(concepts)
    return Point(x, y, name, words.n, x_ends, y_ends)


def _accuracy(error: Figure) -> tuple[float, tuple[float, float]]:
    """1 − π in percent, with its interval."""
    assert error.value is not None
    return 100 - 100 * error.value, (100 - 100 * error.high, 100 - 100 * error.low)


def reading(result: WordsConcepts) -> list[str]:
    """What the figures say, in sentences whose words depend on them."""
    (wa, _), (ca, _) = _accuracy(result.words), _accuracy(result.concepts)
    sentences = [f"Over {result.words.n:,} recordings word accuracy is {wa:.1f} % and concept accuracy {ca:.1f} %."]
    bins, single = result.views["word-errors"], result.views["utterances"].line
    if bins.line is not None and bins.line.r is not None:
        close = bins.line.r**2
        lying = "nearly on a line" if close > 0.95 else "roughly along a line" if close > 0.5 else "on no line"
        sentences.append(
            f"Binned by word error rate the points lie {lying}, r {bins.line.r:.3f} {_ends(bins.line.r_interval, 3)}: "
            f"a point of word accuracy lost costs {bins.line.slope:.2f} points of concept accuracy "
            f"{_ends(bins.line.slope_interval, 2)}."
        )
    below = sum(p.y < p.x for p in bins.points)
    where = f"{below} of {len(bins.points)} bins lie below the line on which both are equal"
    for p in bins.points:
        if p.x == 100:
            where += (
                f"; where every word is right concept accuracy is {p.y:.1f} %: {100 - p.y:.1f} points are lost in "
                "understanding, not in recognising"
            )
    sentences.append(f"{where}.")
    if single is not None and single.r is not None:
        much = "much" if single.r**2 > 0.5 else "little"
        sentences.append(
            f"Of a single recording word accuracy says {much}: r is {single.r:.2f} {_ends(single.r_interval, 2)}."
        )
    d, entities, others = result.difference, result.entity_words.value, result.other_words.value
    if d.value is not None and entities is not None and others is not None:
        more = "more often than" if d.low > 0 else "less often than" if d.high < 0 else "as often as"
        alike = "do not hit content words and fillers alike" if d.low > 0 or d.high < 0 else "hit both alike"
        ends = _ends((100 * d.low, 100 * d.high), 1)
        sentences.append(
            f"Words of entities are misrecognised {more} others, {100 * entities:.1f} % against {100 * others:.1f} %, "
            f"a difference of {100 * d.value:.1f} points {ends}: misrecognitions {alike}."
        )
    return [sentence.replace("[-", "[−").replace(" -", " −") for sentence in sentences]


def _ends(pair: tuple[float, float], digits: int) -> str:
    return f"[{pair[0]:.{digits}f}, {pair[1]:.{digits}f}]"
