"""What things are called on the page: measures, weightings and outcomes in plain words beside their notation.

>>> measure_title("meanings(shifting=mu3(0.1, 0.2, 0.3, 0.4, 0.7))"), measure_title("words")
('Meanings, μ3(0.1, 0.2, 0.3, 0.4, 0.7)', 'Words')
>>> weighting_title("frequency('count') * domain")
'by frequency × in the domain'
"""

import re
from collections.abc import Mapping, Sequence

NAMES: Mapping[str, tuple[str, str, str]] = {
    "words": ("Words", "word error rate", "word accuracy"),
    "characters": ("Characters", "character error rate", "character accuracy"),
    "concepts": ("Concepts", "concept error rate", "concept accuracy"),
    "concept_bag": ("Concepts, in any order", "concept error rate", "concept accuracy"),
    "slots": ("Slots", "1 − F1", "slot F1"),
    "slu": ("Slots, graded", "1 − SLU-F1", "SLU-F1"),
    "labels": ("Labels", "error rate", "accuracy"),
    "meanings": ("Meanings", "misunderstood", "understood"),
    "graded": ("Meanings, graded", "mean distance", "closeness"),
    "dependencies": ("Dependencies", "1 − F1", "F1"),
    "links": ("Links", "wrong", "right"),
    "acceptance": ("Acceptance", "wrongly accepted or rejected", "rightly accepted or rejected"),
    "any_of": ("Meanings, any right one", "misunderstood", "understood"),
}
"""Title, what π is, what 1 − π is; by the name of the measure."""

WEIGHTINGS: Mapping[str, str] = {
    "given": "as given by the suite",
    "constant": "all alike",
    "domain": "in the domain",
    "frequency": "by frequency",
    "length": "by length",
    "structure": "by structure",
    "information": "by information",
    "semantic": "by size of the meaning",
}

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


def head(notation: str) -> str:
    """The name before the bracket."""
    return notation.split("(", 1)[0].strip()


def measure_title(notation: str) -> str:
    """A heading for a measure."""
    title = NAMES.get(head(notation), (notation, "", ""))[0]
    shifting = re.search(r"mu([123])\(([^)]*)\)", notation)
    if shifting:
        return f"{title}, μ{shifting[1]}({shifting[2]})" if shifting[2] else f"{title}, μ{shifting[1]}"
    inside = notation[len(head(notation)) :].strip("()")
    return f"{title} ({inside})" if inside and title != notation else title


def column_titles(notations: Sequence[str]) -> list[tuple[str, str]]:
    """A short heading for each measure that tells them apart, and its notation.

    >>> [title for title, _ in column_titles(["words", "meanings(shifting=mu1())", "meanings(shifting=mu2(0.5))"])]
    ['Words', 'μ1', 'μ2']
    """
    long = [measure_title(notation) for notation in notations]
    brief = [re.sub(r"\(.*", "", re.sub(r".*, (?=μ|graded)", "", title)).strip() for title in long]
    return [
        (one if brief.count(one) == 1 else title, notation)
        for one, title, notation in zip(brief, long, notations, strict=True)
    ]


def loss_name(notation: str) -> str:
    """What π of this measure is called."""
    return _of_score(notation, NAMES.get(head(notation), ("", "loss", ""))[1])


def accuracy_name(notation: str) -> str:
    """What 1 − π of this measure is called."""
    return _of_score(notation, NAMES.get(head(notation), ("", "", "accuracy"))[2])


def _of_score(notation: str, name: str) -> str:
    """The name with the score that makes the value, where a measure has several.

    >>> accuracy_name("dependencies(score='uas')"), loss_name("dependencies"), loss_name("slots")
    ('UAS F1', '1 − LAS F1', '1 − F1')
    """
    if head(notation) != "dependencies":
        return name
    chosen = re.search(r"score='(\w+)'", notation)
    return name.replace("F1", f"{chosen[1].upper() if chosen else 'LAS'} F1")


def weighting_title(notation: str) -> str:
    """A weighting in a few words."""
    parts = [part.strip() for part in notation.split(" * ")]
    return " × ".join(WEIGHTINGS.get(head(part)) or f"by {_column(part)}" for part in parts)


def _column(notation: str) -> str:
    quoted = re.fullmatch(r"column\((['\"])(.*)\1\)", notation)
    return quoted[2] if quoted else notation
