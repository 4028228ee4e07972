"""A trainable system: conditional random fields tag words (sklearn-crfsuite), and tagged phrases are units.

A word is described by itself, its ends, and its neighbours, and tagged B-CLASS, I-CLASS or O.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from murho.core.errors import UsageError
from murho_lab.studies.trains.phrases import Lessons, Phrase
from murho_lab.studies.trains.understanding import Understander

NEEDS = "sklearn-crfsuite"
ITERATIONS = 60


def trained(lessons: Lessons) -> Understander:
    """A tagger that has learned its lessons.

    Raises:
        UsageError: sklearn-crfsuite is not installed.
    """
    try:
        from sklearn_crfsuite import CRF
    except ImportError as error:
        raise UsageError(f"{NEEDS} is not installed; install it with: pip install {NEEDS}") from error
    model = CRF(algorithm="lbfgs", c1=0.05, c2=0.01, max_iterations=ITERATIONS, min_freq=2)
    model.fit(
        [features(_words(utterance)) for utterance in lessons.utterances],
        [tags(utterance) for utterance in lessons.utterances],
    )

    def units(text: str) -> list[str]:
        words = text.split()
        found = model.predict_single(features(words)) if words else []
        tagged = [unit for phrase, label in spans(words, found) for unit in lessons.units(phrase, label)]
        return list(dict.fromkeys(tagged))

    return units


def tags(utterance: Sequence[Phrase]) -> list[str]:
    """A tag for each word.

    >>> tags([Phrase(("uh",), "", ()), Phrase(("to", "ulm"), "goalcity", ("goalcity:ulm",))])
    ['O', 'B-goalcity', 'I-goalcity']
    """
    result = list[str]()
    for words, label, _ in utterance:
        result += [f"{'I' if index else 'B'}-{label}" if label else "O" for index in range(len(words))]
    return result


def spans(words: Sequence[str], found: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """The phrases that are tagged, each with its class.

    >>> list(spans(["to", "ulm", "now", "please"], ["B-goalcity", "I-goalcity", "B-time", "O"]))
    [(['to', 'ulm'], 'goalcity'), (['now'], 'time')]
    """
    phrase, label = list[str](), ""
    for word, tag in zip(words, found, strict=True):
        kind, _, name = tag.partition("-")
        if phrase and not (kind == "I" and name == label):
            yield phrase, label
            phrase = []
        if kind != "O":
            phrase, label = [*phrase, word], name
    if phrase:
        yield phrase, label


def features(words: Sequence[str]) -> list[dict[str, Any]]:
    """What is known of each word."""
    said = ["<<", "<", *words, ">", ">>"]
    return [
        {
            "word": said[at],
            "end": said[at][-3:],
            "before": said[at - 1],
            "after": said[at + 1],
            "two before": f"{said[at - 2]} {said[at - 1]}",
            "two after": f"{said[at + 1]} {said[at + 2]}",
        }
        for at in range(2, len(words) + 2)
    ]


def _words(utterance: Sequence[Phrase]) -> list[str]:
    return [word for phrase in utterance for word in phrase.words]
