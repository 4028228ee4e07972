"""Forms for meanings: what is typed becomes a set of meanings, and a set what is typed.

Fields have the names `r1.label`, `r1.text`, `r1.a3` and `r1.v3` (attribute and value of the third line), `r1.h2`,
`r1.d2`, `r1.t2` (head, relation and tag of the second word), for each reading r1, r2...; `nothing` says that the
expression means nothing here.

>>> from murho.evaluator.representation import seen
>>> known = seen([({"act": "hours", "copies": 2},)])
>>> typed = {"r1.a1": ["act"], "r1.v1": ["renew"], "r1.a2": ["copies"], "r1.v2": ["2"]}
>>> read(typed, known, "renew both")
({'act': 'renew', 'copies': 2},)
>>> read(written(({"act": "renew", "copies": 2},), known, "renew both"), known, "renew both")
({'act': 'renew', 'copies': 2},)
>>> read({}, known, "renew both") is None, read({"nothing": ["1"]}, known, "tell me a joke")
(True, ())
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from murho.core.errors import UsageError
from murho.core.meaning import Answered, Meaning, Meanings
from murho.evaluator.representation import Representation, any_place, built, flattened, lines, shown

Fields = Mapping[str, Sequence[str]]
MOST_READINGS = 9
MOST_LINES = 60
_PREFILLED = 8
"""Attributes up to which each gets a line of its own at once; of more only those that a meaning has to have."""
_ROOT = "root"


def read(typed: Fields, known: Representation, expression: str) -> Meanings | None:
    """The set of meanings that was typed; None where nothing was.

    Raises:
        UsageError: a tree in which a word has no head, or the words hang in a circle.
    """
    if one(typed, "nothing"):
        return ()
    readings = [_reading(typed, number, known, expression) for number in range(1, readings_in(typed) + 1)]
    results = [reading for reading in readings if reading is not None]
    return tuple(results) or None


def one(typed: Fields, name: str) -> str:
    """The value of a field, without white space around it; empty where there is none."""
    values = typed.get(name, ())
    return values[0].strip() if values else ""


def readings_in(typed: Fields) -> int:
    """How many readings the form has."""
    numbers = [int(found[1]) for name in typed if (found := re.match(r"r(\d)\.", name))]
    return max(1, min(MOST_READINGS, max(numbers, default=1)))


def _reading(typed: Fields, number: int, known: Representation, expression: str) -> Meaning | None:
    def value(name: str) -> str:
        return one(typed, f"r{number}.{name}")

    if known.kind == "label":
        return value("text") or value("label") or None
    if known.kind == "text":
        return value("text") or None
    if known.kind == "tree":
        return _tree(typed, number, expression)
    pairs = [(value(f"a{line}"), value(f"v{line}")) for line in range(1, MOST_LINES + 1)]
    pairs = [(attribute, text) for attribute, text in pairs if attribute or text]
    if not pairs:
        return None
    if known.kind == "units":
        return [f"{attribute}:{text}" if attribute and text else attribute or text for attribute, text in pairs]
    meant = [(a, text) for a, text in pairs if text or "" in known.values.get(a, ())]  # an attribute alone is offered
    return (
        built(((attribute, _scalar(attribute, text, known)) for attribute, text in meant), known.lists)
        if meant
        else None
    )


def _scalar(attribute: str, text: str, known: Representation) -> Any:
    """The value that is meant: as it was seen; a number where there are only numbers; else a text."""
    name = attribute if attribute in known.values else any_place(attribute)
    if (name, text) in known.scalars:
        return known.scalars[name, text]
    if name in known.numbers and re.fullmatch(r"-?\d+(\.\d+)?", text):
        return float(text) if "." in text else int(text)
    return text


def written(meanings: Meanings, known: Representation, expression: str) -> Fields:
    """What one would have typed for these meanings."""
    if not meanings:
        return {"nothing": ["1"]}
    typed: dict[str, list[str]] = {"r1.copied": ["1"]}
    for number, meaning in enumerate(meanings[:MOST_READINGS], 1):
        if known.kind in ("label", "text"):
            chosen = known.kind == "label" and meaning in known.labels
            typed[f"r{number}.{'label' if chosen else 'text'}"] = [shown(meaning)]
        elif known.kind == "tree":
            for at, (_, tag, head, relation) in enumerate(words(meaning, expression), 1):
                typed |= {f"r{number}.h{at}": [head], f"r{number}.d{at}": [relation], f"r{number}.t{at}": [tag]}
        else:
            pairs = lines(meaning) if known.kind == "units" else [(a, shown(v)) for a, v in flattened(meaning)]
            for at, (attribute, value) in enumerate(pairs[:MOST_LINES], 1):
                typed |= {f"r{number}.a{at}": [attribute], f"r{number}.v{at}": [value]}
    return typed


def is_untouched(typed: Fields, answer: Answered, known: Representation, expression: str) -> bool:
    """Whether the form is as it was filled before anybody typed: attributes without values, or the tree of the answer.

    What was copied from the answer, because somebody asked for it, is what that person says.

    >>> from murho.evaluator.representation import seen
    >>> known = seen([({"act": "fees", "note": ""},)])
    >>> typed = {"r1.a1": ["act"], "r1.v1": [""], "r1.a2": ["note"], "r1.v2": [""]}
    >>> [is_untouched(one, (), known, "") for one in (typed, typed | {"r1.v2": ["urgent"]})]
    [True, False]
    """
    if one(typed, "nothing") or one(typed, "r1.copied"):
        return False
    if known.kind == "fields":
        pairs = [(one(typed, f"r1.a{line}"), one(typed, f"r1.v{line}")) for line in range(1, MOST_LINES + 1)]
        return readings_in(typed) == 1 and {pair for pair in pairs if any(pair)} <= {(a, "") for a in prefilled(known)}
    if known.kind != "tree" or not isinstance(answer, tuple) or not answer:
        return False
    rows = words(answer[0], expression)[:MOST_WORDS]
    said = [tuple(one(typed, f"r1.{part}{at}") for part in "thd") for at in range(1, len(rows) + 1)]
    return said == [row[1:] for row in rows]


def prefilled(known: Representation) -> Sequence[str]:
    """The attributes that stand in the form before anybody types."""
    return list(known.values) if len(known.values) <= _PREFILLED else known.first[:_PREFILLED]


def words(tree: Meaning | None, expression: str) -> list[tuple[str, str, str, str]]:
    """Form, tag, head (0 for the root) and relation of each word of a tree; of an expression without one the forms.

    >>> words(None, "dogs bark")
    [('dogs', '', '', ''), ('bark', '', '', '')]
    """
    rows = [line.split("\t") for line in tree.splitlines()] if isinstance(tree, str) else []
    results = [(row[1], row[3], row[6], row[7]) for row in rows if len(row) == 10 and row[0].isdecimal()]
    return [tuple("" if cell == "_" and at else cell for at, cell in enumerate(row)) for row in results] or [  # type: ignore[misc]
        (form, "", "", "") for form in expression.split()
    ]


def _tree(typed: Fields, number: int, expression: str) -> Meaning | None:
    """The tree that was typed, in CoNLL-U."""
    forms = one(typed, f"r{number}.words").split("\t") if one(typed, f"r{number}.words") else expression.split()
    rows = [
        (form, *(one(typed, f"r{number}.{part}{at}") for part in "thd"))
        for at, form in enumerate(forms[:MOST_WORDS], 1)
    ]
    if not any(head or relation for _, _, head, relation in rows):
        return None
    heads = []
    for form, _, head, _ in rows:
        if not head.isdecimal() or int(head) > len(rows):
            raise UsageError(f"{form!r} has no head: give the number of a word, or 0 for the root")
        heads.append(int(head))
    if heads.count(0) != 1:
        raise UsageError("one word hangs from 0, the root; here there are " + str(heads.count(0)))
    for start in range(1, len(rows) + 1):
        at, steps = start, 0
        while at and steps <= len(rows):
            at, steps = heads[at - 1], steps + 1
        if at:
            raise UsageError(f"{rows[start - 1][0]!r} hangs in a circle; let one of these words hang from another")
    return "".join(
        f"{at}\t{form}\t_\t{tag or '_'}\t_\t_\t{head}\t{relation or (_ROOT if head == '0' else 'dep')}\t_\t_\n"
        for at, (form, tag, head, relation) in enumerate(rows, 1)
    )


MOST_WORDS = 200
"""Words of a sentence whose tree can be typed."""


def is_of_a_reading(name: str) -> bool:
    """Whether a field says something of a meaning.

    >>> [is_of_a_reading(name) for name in ("r1.a3", "nothing", "comment")]
    [True, True, False]
    """
    return name == "nothing" or re.match(r"r\d\.", name) is not None
