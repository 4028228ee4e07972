"""Which words carry meaning: those without which the grammar finds other units in what was said.

>>> carrying("uh i want to go to ulm please")
[False, False, False, False, False, True, True, False]
"""

from collections.abc import Sequence

import numpy as np

from murho.core.case import Answers, Cases
from murho.core.meaning import UNDEFINED
from murho.measures import measure as measure_named
from murho.pipeline.scoring.content_words import ContentWords, content_words
from murho.pipeline.scoring.judge import judge
from murho_lab.studies.trains import understanding


def carrying(text: str) -> list[bool]:
    """For each word of a text whether its units change when it is left out."""
    units, words = understanding.grammar(), text.split()
    whole = units(text)
    return [units(" ".join(words[:index] + words[index + 1 :])) != whole for index in range(len(words))]


def by_kind(cases: Cases, flags: Sequence[Sequence[bool]], heard: Sequence[Sequence[str | None]]) -> ContentWords:
    """Errors on words that carry meaning and on others, over texts heard at several settings, whole dialogues drawn.

    Args:
        cases: what was said.
        flags: which words of each carry meaning.
        heard: at each setting the texts, in the order of the cases.
    """
    said = understanding.spoken_words(cases).take(np.tile(np.arange(len(cases)), len(heard)))
    answers = Answers(said.ids, [UNDEFINED if text is None else (text,) for texts in heard for text in texts])
    rows = judge(measure_named("words").finer(), said, answers)
    return content_words(said, rows, [*flags] * len(heard), level=0.95, resamples=999)
