"""The experiment: word and concept accuracy at all settings of a recogniser, and what its word graphs are worth.

What is heard of synthetic voices is understood by several systems: the same utterances, the same texts. Word graphs are
rescored by the grammar, with what was tuned on the development half. All figures are of the half that is held out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Any

import numpy as np

from murho.core.case import Answers, Cases
from murho.core.comparison import Difference
from murho.core.meaning import UNDEFINED
from murho.core.regression import Line
from murho.figures.shares.sharing import Shares, shared_out
from murho.measures import measure as measure_named
from murho.pipeline.scoring.content_words import ContentWords
from murho.pipeline.scoring.score import known_ends
from murho_lab.chart.graphs import CUTS
from murho_lab.studies.trains import content, graphs, hearing, language_model, line, misheard, rescoring, understanding
from murho_lab.studies.trains.hearing import Known, Setting
from murho_lab.studies.trains.language_model import Foreseen
from murho_lab.studies.trains.rescoring import Tuned
from murho_lab.studies.trains.understanding import Floats, Rate, Understander

GRAMMAR = "grammar"
Tell = Callable[[str, int, int], object]
"""Told what is heard, how many utterances of it are done, and of how many."""


@dataclass(frozen=True)
class Graphs:
    """What word graphs are worth at one setting."""

    utterances: int
    oracle: Rate
    """The word error rate of the way through each graph that is nearest to what was said."""
    right: int
    """Utterances whose best text is what was said."""
    held: int
    """Those whose graph holds what was said."""
    found: int
    """Those where the analysis found it: it chose these words from the graph."""
    rescored: Rate
    """The concept error rate of what the analysis chose."""
    cut: int
    """Graphs from which more links were left out than the least probable ones, because the chart was too large."""
    unread: int
    """Graphs through which no way was left, or none was there: the best text stands."""

    def as_json(self) -> dict[str, Any]:
        """Accuracies in percent, numbers of utterances."""
        return {
            "oracle": told(self.oracle),
            "rescored": told(self.rescored),
            "right": self.right,
            "held": self.held,
            "found": self.found,
            "cut": self.cut,
            "unread": self.unread,
        }


@dataclass(frozen=True)
class Point:
    """One setting."""

    setting: Setting
    words: Rate
    concepts: Mapping[str, Rate]
    """The concept error rate of each system."""
    graphs: Graphs
    content: ContentWords
    texts: Sequence[str | None]
    cpu_seconds: float
    failed: int
    """Utterances at which the recogniser failed."""

    def as_json(self) -> dict[str, Any]:
        """Accuracies in percent."""
        return {
            "beam": self.setting.beam,
            "noise": self.setting.noise,
            "wa": told(self.words),
            "ca": told(self.concepts[GRAMMAR]),
            "cpu_seconds": self.cpu_seconds,
            "failed": self.failed,
            "systems": {name: told(rate) for name, rate in self.concepts.items()},
            "graphs": self.graphs.as_json(),
            "content_words": self.content.as_json(),
        }


@dataclass(frozen=True)
class Understood:
    """One system over all settings."""

    coverage: Rate
    """On transliterations."""
    line: Line | None
    """Its concept accuracy over the word accuracy."""


@dataclass(frozen=True)
class Experiment:
    """All of it."""

    points: Sequence[Point]
    systems: Mapping[str, Understood]
    tuned: Tuned
    phenomena: Mapping[str, Difference]
    """By phenomenon, how much the concept accuracy of the grammar is above the spotter's, on transliterations."""
    content: ContentWords
    """Over all settings."""
    shares: Mapping[str, Shares]
    """By noise, with the widest beam: which part of the error is due to what, and which units suffer."""
    utterances: int
    misheard: Mapping[str, Rate]
    """Word error rates of groups of utterances, with the widest beam and least noise."""
    unadapted: Rate
    """The word error rate of the same, by a recogniser that is not adapted to the voices."""
    foreseen: Foreseen
    """How well the language model of the recogniser foresees what is said."""

    @property
    def line(self) -> Line | None:
        """That of the grammar."""
        return self.systems[GRAMMAR].line

    @cached_property
    def gain(self) -> Difference:
        """What rescoring gains over all settings, as a fraction of concept accuracy."""
        return self.gain_of(self.points)

    @cached_property
    def gains(self) -> Mapping[str, Difference]:
        """The same by noise."""
        noises = dict.fromkeys(point.setting.noise for point in self.points)
        return {noise: self.gain_of([p for p in self.points if p.setting.noise == noise]) for noise in noises}

    def gain_of(self, points: Sequence[Point]) -> Difference:
        """What rescoring gains at some settings together."""
        best = sum((point.concepts[GRAMMAR].sums for point in points), np.zeros(1))
        chosen = sum((point.graphs.rescored.sums for point in points), np.zeros(1))
        return rescoring.gain(best, chosen, self.utterances)

    def sums(self, system: str | None = None) -> Floats:
        """(settings, dialogues, 2): errors and units of a system; of words without one."""
        return np.array([(p.words if system is None else p.concepts[system]).sums for p in self.points])

    @property
    def residuals(self) -> list[float]:
        """How far each setting lies above the line, in points of concept accuracy."""
        return [] if self.line is None else line.residuals(self.line, self.sums(), self.sums(GRAMMAR))

    def as_json(self) -> dict[str, Any]:
        """The settings, the line, rescoring and systems, as `murho study trains --json` prints them."""
        drawn = self.line
        return {
            "speech": hearing.SYNTHETIC,
            "foreseen": {
                "shares": hearing.SHARES,
                "perplexity": self.foreseen.perplexity,
                "out_of_vocabulary": self.foreseen.out_of_vocabulary,
            },
            "settings": [point.as_json() for point in self.points],
            "line": None if drawn is None else {**drawn.as_json(), "residuals": self.residuals},
            "source": {"points": line.SOURCE, "line": line.source().as_json()},
            "rescoring": {
                **points(self.gain),
                "by_noise": {noise: points(result) for noise, result in self.gains.items()},
                **self.tuned.as_json(),
            },
            "systems": {
                name: {
                    "transliterations": told(system.coverage),
                    "line": None if system.line is None else system.line.as_json(),
                }
                for name, system in self.systems.items()
            },
            "phenomena": {name: points(result) for name, result in self.phenomena.items()},
            "content_words": self.content.as_json(),
            "misheard": {name: {**told(one), "words": one.figure.denominator} for name, one in self.misheard.items()},
            "unadapted": told(self.unadapted),
            "shares": {noise: result.as_json() for noise, result in self.shares.items()},
        }


def told(rate: Rate) -> dict[str, Any]:
    """An accuracy and its interval, in percent."""
    result = rate.figure
    ends = None if result.interval is None else [100 - 100 * result.interval[1], 100 - 100 * result.interval[0]]
    return {"value": None if result.value is None else 100 - 100 * result.value, "interval": ends}


def points(found: Difference) -> dict[str, Any]:
    """A gain and its interval, in percentage points; an interval that nothing bounds is None."""
    if found.value is None:
        return {"gain": None, "interval": None}
    ends = known_ends(found.value, found.low, found.high)
    return {"gain": 100 * found.value, "interval": None if ends is None else [100 * end for end in ends]}


def experiment(
    cases: Cases,
    development: Cases,
    systems: Mapping[str, Understander],
    settings: Sequence[Setting] = hearing.SETTINGS,
    tuning: Sequence[Setting] = hearing.TUNING,
    adapting: int = hearing.ADAPTING,
    tell: Tell = lambda what, done, of: None,
) -> Experiment:
    """The whole of it.

    Args:
        cases: the utterances that all figures are of.
        development: those with which rescoring is tuned.
        systems: what understands, by name; `grammar` is among them.
        settings: at which the cases are heard.
        tuning: at which the others are.
        adapting: how many utterances the recogniser knows of each voice.
        tell: told how far it is.

    Raises:
        UsageError: what makes or hears sound is not installed.
    """

    known = hearing.known(adapting)

    def graphs_and_texts(setting: Setting) -> tuple[Cases, Sequence[Any], Sequence[str | None]]:
        answers = _heard(development, setting, known, tell)
        return development, graphs.of_answers(answers), understanding.heard_words(answers)

    tuned = rescoring.tuned(map(graphs_and_texts, tuning))
    flags = [content.carrying(text) for text in cases.texts]
    results = [_point(cases, setting, known, systems, tuned, flags, tell) for setting in settings]
    words = np.array([point.words.sums for point in results])
    covered = {
        name: understanding.of_concepts(cases, understanding.answered(system, cases, cases.texts))
        for name, system in systems.items()
    }
    lines = {name: line.through(words, np.array([p.concepts[name].sums for p in results])) for name in systems}
    widest = max(setting.beam for setting in settings)
    best = max(results, key=lambda point: (point.setting.ratio or inf, point.setting.beam))
    without = understanding.heard_words(_heard(cases, best.setting, replace(known, voices=None), tell))
    knows = language_model.read(str(known.language))
    return Experiment(
        results,
        {name: Understood(covered[name], lines[name]) for name in systems},
        tuned,
        _phenomena(cases, systems),
        content.by_kind(cases, flags, [point.texts for point in results]),
        {p.setting.noise: _shares(cases, p.texts) for p in results if p.setting.beam == widest},
        len(cases),
        misheard.by_group(cases, best.texts, set(knows.words)),
        understanding.of_words(cases, without),
        knows.foreseen(cases.texts),
    )


def _heard(cases: Cases, setting: Setting, known: Known, tell: Tell) -> Answers:
    done = 0

    def one_more() -> None:
        nonlocal done
        done += 1
        tell(f"1e-{setting.beam}, {setting.noise}", done, len(cases))

    return hearing.heard(hearing.spoken(cases, setting.ratio), setting.beam, known, tell=one_more)


def _point(
    cases: Cases,
    setting: Setting,
    known: Known,
    systems: Mapping[str, Understander],
    tuned: Tuned,
    flags: Sequence[Sequence[bool]],
    tell: Tell,
) -> Point:
    answers = _heard(cases, setting, known, tell)
    texts = understanding.heard_words(answers)
    return Point(
        setting,
        understanding.of_words(cases, texts),
        {
            name: understanding.of_concepts(cases, understanding.answered(system, cases, texts))
            for name, system in systems.items()
        },
        _graphs(cases, answers, texts, tuned),
        content.by_kind(cases, flags, [texts]),
        texts,
        sum(seconds or 0.0 for seconds in (answers.extras or {}).get("cpu_seconds", ())),
        sum(answer is UNDEFINED for answer in answers.answers),
    )


def _graphs(cases: Cases, answers: Answers, texts: Sequence[str | None], tuned: Tuned) -> Graphs:
    way = tuned.chosen.way
    found = graphs.of_answers(answers)
    nearest = graphs.oracle(cases.texts, found, texts)
    looked = rescoring.rescored(found, texts, [way.weights])
    chosen = [way.chosen(one.best, one.found[0]) for one in looked]
    parser = understanding.parser()
    said = [graphs.words_of(parser, text) for text in cases.texts]
    return Graphs(
        len(cases),
        understanding.of_words(cases, nearest),
        sum(text == heard for text, heard in zip(cases.texts, texts, strict=True)),
        sum(text == heard for text, heard in zip(cases.texts, nearest, strict=True)),
        sum(choice is not None and choice.words == words for choice, words in zip(chosen, said, strict=True)),
        understanding.of_concepts(cases, understanding.of_units(cases, rescoring.units(chosen))),
        sum(one.cut is not None and one.cut > CUTS[0] for one in looked),
        sum(one.cut is None for one in looked),
    )


def _phenomena(cases: Cases, systems: Mapping[str, Understander]) -> dict[str, Difference]:
    """How far the grammar is above the spotter: of each phenomenon, and of all that is not plain."""
    if not {GRAMMAR, "spotter"} <= systems.keys():
        return {}
    column = list(cases.feature("phenomenon"))
    groups = {name: [name] for name in sorted(set(column))}
    groups["correction, negation or nesting"] = [name for name in groups if name != "plain"]
    results = {}
    for name, members in groups.items():
        part = cases.take([row for row, one in enumerate(column) if one in members])
        if len(part):
            one, other = (
                understanding.of_concepts(part, understanding.answered(systems[system], part, part.texts)).sums
                for system in (GRAMMAR, "spotter")
            )
            results[name] = rescoring.gain(other, one, len(part))
    return results


def _shares(cases: Cases, texts: Sequence[str | None]) -> Shares:
    """Which part of the error is lost by the grammar alone, and which by what was heard."""
    units = understanding.grammar()
    right = understanding.answered(units, cases, cases.texts).answers
    given = [{"heard": None if answer is UNDEFINED else list(answer)} for answer in right]
    heard = understanding.answered(units, cases, texts)
    answers = Answers(heard.ids, heard.answers, extras={"on_references": given})
    return shared_out(measure_named("concepts"), cases, answers, ["heard"])
