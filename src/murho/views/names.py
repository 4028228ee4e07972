"""What things are called on the page: measures and outcomes in plain words beside their notation.

>>> from murho.measures import measure
>>> measure_title(measure("meanings(shifting=mu3(0.1, 0.2, 0.3, 0.4, 0.7))")), measure_title(measure("words"))
('Meanings, μ3(0.1, 0.2, 0.3, 0.4, 0.7)', 'Words')
>>> measure_title(measure("oracle(words(costs='sclite'), 5)"))
"Words (costs='sclite'), best of several answers (n=5)"
>>> measure_title(measure("words@heard"))
'Words, as heard'
"""

import re
from collections.abc import Mapping, Sequence

from murho.measures import Measure

RELATIONS: Mapping[str, tuple[str, str]] = {
    "equal": ("equal", "exactly the correct meanings"),
    "undefined": ("⊥ undefined", "no answer: the system failed"),
    "empty": ("∅ empty", "“means nothing here”, though it means something"),
    "some": ("some", "some of the correct meanings, none wrong"),
    "more": ("more", "all the correct meanings, and wrong ones"),
    "overlap": ("overlap", "some correct meanings, and wrong ones"),
    "disjoint": ("disjoint", "nothing in common with the correct meanings"),
    "right": ("right", "loss 0"),
    "partly": ("partly wrong", "a loss, but less than 1 per unit"),
    "wrong": ("wrong", "a loss of 1 per unit or more"),
}
"""Name and explanation of each outcome of a case."""


def measure_title(measure: Measure) -> str:
    """A heading for a measure."""
    inside = "" if measure.inside is None else measure_title(measure.inside)
    title = (
        measure.titles.title
        if measure.inside is None
        else measure.titles.title.replace(measure.inside.titles.title, inside, 1)
    )
    chosen = ", ".join(
        argument for argument in measure.arguments()[measure.inside is not None :] if not argument.startswith("stage=")
    )
    if shifting := re.search(r"mu([123])\(([^)]*)\)", chosen):
        return f"{title}, μ{shifting[1]}({shifting[2]})" if shifting[2] else f"{title}, μ{shifting[1]}"
    return f"{title} ({chosen})" if chosen else title


def column_titles(measures: Sequence[Measure]) -> list[tuple[str, str]]:
    """A short heading for each measure that tells them apart, and its notation.

    >>> from murho.measures import measure
    >>> measures = map(measure, ["words", "meanings(shifting=mu1())", "meanings(shifting=mu2(0.5))"])
    >>> [title for title, _ in column_titles(list(measures))]
    ['Words', 'μ1', 'μ2']
    """
    long = [measure_title(measure) for measure in measures]
    brief = [re.sub(r"\(.*", "", re.sub(r".*, (?=μ|graded)", "", title)).strip() for title in long]
    return [
        (short if brief.count(short) == 1 else title, repr(measure))
        for short, title, measure in zip(brief, long, measures, strict=True)
    ]
