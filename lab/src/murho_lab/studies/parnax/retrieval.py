"""A system that is trained, not written: the nearest question of the development half, and its SQL with other values.

Questions are vectors of character n-grams (scikit-learn), compared with their names, towns, numbers and other values
left out. What the nearest question means is the answer, with the values of the new question in place of its own.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.meaning import Meanings
from murho_lab.studies.parnax.interface import Interface
from murho_lab.studies.parnax.interface.query import quoted

NEEDS = "scikit-learn"
System = Callable[[str, Sequence[str]], Meanings]
"""A question, and the questions before it in the dialogue; gives a set of queries, () where it has none."""


@dataclass(frozen=True)
class Said:
    """A value in a question: what kind it is, and how SQL writes it."""

    kind: str
    written: str


def trained(cases: Cases, interface: Interface, language: str) -> System:
    """A system that has learned these questions.

    Raises:
        UsageError: scikit-learn is not installed.
    """
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
    except ImportError as error:
        raise UsageError(f"{NEEDS} is not installed; install it with: pip install scikit-learn") from error
    known = [blanked(interface, language, text) for text in cases.texts]
    vectors = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 5), sublinear_tf=True)
    table = vectors.fit_transform([text for text, _ in known])

    def nearest(question: str, before: Sequence[str] = ()) -> Meanings:
        text, values = blanked(interface, language, question)
        likeness: Any = (table @ vectors.transform([text]).T).toarray()[:, 0]
        best = int(likeness.argmax())
        return tuple(exchanged(str(query), known[best][1], values) for query in cases.references[best] or ())

    return nearest


def blanked(interface: Interface, language: str, question: str) -> tuple[str, list[Said]]:
    """The question with a sign for each value, and the values in their order."""
    text, values = question.lower(), []
    for token in interface.vocabularies[language].sentence(question).words:
        for reading in token.readings:
            kind = reading.category
            if kind in ("NAME", "VALUE", "NUM", "YEAR"):
                about = reading.features.get("field", "").split(",")[-1] if kind == "VALUE" else kind
                features = reading.features
                written = features.get("like") or features.get("year") or features.get("number") or token.form
                values.append(Said(about, written.split(",")[0]))
                text = re.sub(rf"\b{re.escape(token.form.lower())}\b", f"<{about}>", text, count=1)
                break
    return text, values


def exchanged(query: str, own: Sequence[Said], others: Sequence[Said]) -> str:
    """A query with other values of the same kinds in the place of its own, in their order.

    >>> exchanged("SELECT degree FROM employee WHERE name = 'Anna Rossi'", [Said("NAME", "Anna Rossi")],
    ...           [Said("NAME", "% Reed")])
    "SELECT degree FROM employee WHERE name LIKE '% Reed'"
    """
    left = list(others)
    for value in own:
        other = next((one for one in left if one.kind == value.kind), None)
        if other is None:
            continue
        left.remove(other)
        if value.kind == "NAME":
            sign = "LIKE" if "%" in other.written else "="
            pattern, written = rf"(?:=|LIKE) '{re.escape(value.written)}'", f"{sign} {quoted(other.written)}"
        else:
            pattern, written = rf"\b{re.escape(_core(value.written))}\b", _core(other.written)
        query = re.sub(pattern, written.replace("\\", r"\\"), query)
    return query


def _core(like: str) -> str:
    """A value without what may stand around it: `% in law` is about law."""
    return like.replace("%", "").strip().removeprefix("in ").removesuffix(" in")
