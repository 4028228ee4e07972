"""What a query says otherwise than the right one, in words, part by part.

The parts are those by which queries are graded (`murho.measures.queries.parts`). Of one clause, a part that is missing
and one that should not be there are told as one difference where they have a column or a value in common, or can only
stand for each other, as tables and outputs do.

>>> from murho.measures.queries.query import Query
>>> right = Query("SELECT date_of_birth FROM employee WHERE degree = 'mathematics' AND level > 3", "sqlite")
>>> said = Query("select name from employee where level > 4 limit 1", "sqlite")
>>> print(*worded(right, said), sep="\\n")
selects name instead of date_of_birth
missing condition degree = 'mathematics'
condition level > 4 instead of level > 3
additional LIMIT 1
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from murho.measures.queries.parsing import Unparseable, parsed
from murho.measures.queries.parts import Part
from murho.measures.queries.query import Query

_OPERATIONS = ("union", "intersect", "except")
_SPOKEN = {
    "table": "table",
    "join": "",
    "condition": "condition",
    "having": "condition on groups",
    "group": "GROUP BY",
    "order": "ORDER BY",
    "limit": "LIMIT",
    "offset": "OFFSET",
    "distinct": "",
}
"""What stands before the text of a part, by its clause; an output is told with `selects`."""
_FREE = ("condition", "having", "join", "group")
"""Clauses of which a query has any number, so that two of their parts need not stand for each other."""
_MOST_PAIRED = 100
"""Parts of a clause, on either side, among which those are looked for that stand for each other."""


def worded(right: Query, said: Query) -> list[str]:
    """What is otherwise, a sentence for each difference; none where the forms are equal."""
    if said.tree is None:
        return [f"no query: {_why(said)}"]
    return list(_differences(right.parts, said.parts))


def _why(query: Query) -> str:
    try:
        parsed(query.text, query.dialect)
    except Unparseable as error:
        return str(error)
    return "it cannot be read"


def _differences(right: Sequence[Part], said: Sequence[Part]) -> Iterator[str]:
    wanted, given = _operation(right), _operation(said)
    if wanted is None and given is None:
        yield from _clauses(right, said)
        return
    if wanted is None or given is None or wanted.clause != given.clause:
        names = ["one query alone" if one is None else one.clause.upper() for one in (given, wanted)]
        yield f"{names[0]} instead of {names[1]}"
    else:
        yield from _arms(wanted, given)
    # What is put behind the operation stands beside it.
    rest = [[part for part in side if part is not around] for side, around in ((right, wanted), (said, given))]
    if wanted is not None and given is not None:
        yield from _clauses(*rest)


def _operation(parts: Sequence[Part]) -> Part | None:
    return next((part for part in parts if part.clause.split()[0] in _OPERATIONS), None)


def _arms(wanted: Part, given: Part) -> Iterator[str]:
    """Of two queries that one operation combines; but for EXCEPT they may stand either way."""
    ways = [given.inside] if wanted.clause.startswith("except") else [given.inside, given.inside[::-1]]
    told = []
    for way in ways:
        sides = zip(("first", "second"), wanted.inside, way, strict=True)
        told.append([f"in the {name} query: {one}" for name, *two in sides for one in _differences(*two)])
    yield from min(told, key=len)


def _clauses(right: Sequence[Part], said: Sequence[Part]) -> Iterator[str]:
    missing, extra = _only(right, said), _only(said, right)
    for clause in dict.fromkeys(part.clause for part in (*right, *said)):
        lacking = [part for part in missing if part.clause == clause]
        unasked = [part for part in extra if part.clause == clause]
        for place, part in enumerate(lacking):
            other = _partner(part, unasked[:_MOST_PAIRED]) if place < _MOST_PAIRED else None
            if other is None:
                yield _alone("missing", part)
            else:
                unasked.remove(other)
                yield from _instead(part, other)
        yield from (_alone("additional", part) for part in unasked)


def _only(parts: Sequence[Part], others: Sequence[Part]) -> list[Part]:
    """Those that the others do not have, or not as often, as they stand."""
    left = Counter(others)
    found = []
    for part in parts:
        if left[part]:
            left[part] -= 1
        else:
            found.append(part)
    return found


def _partner(part: Part, others: Sequence[Part]) -> Part | None:
    """The part of the same clause that stands for this one: it has most in common, and something."""
    free = part.clause in _FREE
    fit = [other for other in others if not free or part.names & other.names or part.frame == other.frame]

    def likeness(other: Part) -> tuple[int, float]:
        return len(part.names & other.names), SequenceMatcher(None, part.text, other.text, autojunk=False).ratio()

    return max(fit, key=likeness, default=None)


def _instead(right: Part, said: Part) -> Iterator[str]:
    if right.frame == said.frame and len(right.inside) == len(said.inside):
        inner = [one for two in zip(right.inside, said.inside, strict=True) for one in _differences(*two)]
        if inner:  # the query inside is all that differs
            yield from (f"inside {right.frame}: {one}" for one in inner)
            return
    texts = (said.words, right.words) if said.words != right.words else (said.text, right.text)
    yield f"{_spoken(right, texts[0])} instead of {texts[1]}"


def _alone(how: str, part: Part) -> str:
    if part.clause.startswith("output"):
        return f"does not select {part.words}" if how == "missing" else f"selects {part.words}, too"
    return f"{how} {_spoken(part, part.words)}"


def _spoken(part: Part, text: str) -> str:
    name = part.clause.split()[0]
    return f"selects {text}" if name == "output" else f"{_SPOKEN[name]} {text}".strip()
