"""How far apart two queries are: the share of their parts that only one of them has.

The parts are those of the normal form: each output, table, condition, key of a group or of the order, LIMIT, the
operation that combines two queries; of a query inside another its own parts as well, with the clause in which it
stands. A part that stands twice counts twice. The distance is one minus the parts that both have, against all that
either has (Jaccard's, of bags): it is a metric, and 0 just where the forms are equal.

>>> from murho.measures.queries.query import Query
>>> one, other = (Query(f"SELECT name FROM staff WHERE {text}", "sqlite") for text in ("age > 30", "age > 40"))
>>> distance(one, other)                # of the output, the table and two conditions, two are of both
0.5

What a query says otherwise than the right one, in words, part by part.

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
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from sqlglot import exp

from murho.measures.queries.form import conjuncts
from murho.measures.queries.query import Query, Unparseable, parsed


@dataclass(frozen=True)
class Part:
    """Something that a query says; two parts are equal if clause and text are."""

    clause: str
    """`output`, `table`, `condition`, `group`, `having`, `order 1`, `limit`..."""
    text: str
    words: str = field(compare=False)
    """The text for people: columns without their table where the query reads but one."""
    frame: str = field(compare=False)
    """The words without the queries inside."""
    names: frozenset[str] = field(compare=False)
    """The columns, values and counts in it."""
    inside: Sequence[Sequence["Part"]] = field(default=(), compare=False)
    """The parts of each query inside."""


def distance(one: Query, other: Query) -> float:
    """From 0 to 1; 1 where one of them is no query, unless they are the same text."""
    if one.tree is None or other.tree is None:
        return float(one.text != other.text)
    here, there = Counter(_all(one.parts)), Counter(_all(other.parts))
    return 1 - (here & there).total() / (here | there).total()


def _all(parts: Sequence[Part], around: str = "") -> Iterator[tuple[str, str]]:
    """Clause and text of each part, also of those inside, whose clauses stand behind those of the parts around them."""
    for part in parts:
        yield around + part.clause, part.text
        for inner in part.inside:
            yield from _all(inner, f"{around}{part.clause} / ")


def parts(tree: exp.Expr, dialect: str, *, ordered_outputs: bool = False) -> list[Part]:
    """The parts of a query, of which this is the normal form."""
    single = len({table.alias_or_name for table in tree.find_all(exp.Table)}) == 1

    def part(clause: str, node: exp.Expr, inside: Sequence[exp.Expr]) -> Part:
        words = _unqualified(node) if single else node.copy()
        names = frozenset(one.sql(dialect=dialect) for one in node.find_all(exp.Column, exp.Literal, exp.AggFunc))
        made = [parts(_bare(one), dialect, ordered_outputs=ordered_outputs) for one in inside]
        text, spoken, frame = (one.sql(dialect=dialect) for one in (node, words, _without_queries(words)))
        return Part(clause, text, spoken, frame, names, made)

    def named(clause: str, node: exp.Expr) -> Part:
        inner = [child for child in node.find_all(exp.Select, exp.SetOperation) if _outermost(child, node)]
        return part(clause, node, inner)

    results: list[Part] = []
    if isinstance(tree, exp.SetOperation):
        kind = f"{tree.key}{'' if tree.args.get('distinct') else ' all'}"
        results.append(part(kind, tree, (tree.this, tree.expression)))
    else:
        for index, output in enumerate(tree.expressions, 1):
            results.append(named(f"output {index}" if ordered_outputs else "output", output))
        source = tree.args.get("from_") or tree.args.get("from")
        if source is not None:
            results.append(named("table", source.this))
        for join in tree.args.get("joins") or []:
            plain = (join.args.get("kind") or "").upper() == "CROSS" and not join.args.get("side")
            results.append(named("table", join.this) if plain else named("join", join))
        for clause, name in (("where", "condition"), ("having", "having")):
            if tree.args.get(clause) is not None:
                results += [named(name, conjunct) for conjunct in conjuncts(tree.args[clause].this)]
        group = tree.args.get("group")
        results += [named("group", key) for key in (group.expressions if group is not None else ())]
        if tree.args.get("distinct") is not None:
            results.append(part("distinct", exp.Var(this="DISTINCT"), ()))
    order = tree.args.get("order")
    for index, key in enumerate(order.expressions if order is not None else (), 1):
        results.append(named(f"order {index}", key))
    for clause in ("limit", "offset"):
        if tree.args.get(clause) is not None:
            results.append(part(clause, tree.args[clause].expression, ()))
    return results


def _bare(tree: exp.Expr) -> exp.Expr:
    return tree.unnest() if isinstance(tree, exp.Subquery) else tree


def _unqualified(node: exp.Expr) -> exp.Expr:
    made = node.copy()
    for column in list(made.find_all(exp.Column)):
        column.set("table", None)
    return made


def _without_queries(node: exp.Expr) -> exp.Expr:
    """With three dots for each query inside."""
    made = node.copy()
    for query in [one for one in made.find_all(exp.Select, exp.SetOperation) if one is not made]:
        if _outermost(query, made):
            query.replace(exp.Var(this="..."))
    return made


def _outermost(inner: exp.Expr, around: exp.Expr) -> bool:
    """Whether no query stands between the two."""
    above = inner.parent
    while above is not None and inner is not around:
        if isinstance(above, exp.Select | exp.SetOperation):
            return False
        if above is around:
            return True
        above = above.parent
    return inner is around


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
        told.append([f"in the {name} query: {difference}" for name, *two in sides for difference in _differences(*two)])
    yield from min(told, key=len)


def _clauses(right: Sequence[Part], said: Sequence[Part]) -> Iterator[str]:
    missing, extra = _only(right, said), _only(said, right)
    for clause in dict.fromkeys(part.clause for part in (*right, *said)):
        lacking = [part for part in missing if part.clause == clause]
        unasked = [part for part in extra if part.clause == clause]
        for index, part in enumerate(lacking):
            other = _partner(part, unasked[:_MOST_PAIRED]) if index < _MOST_PAIRED else None
            if other is None:
                yield _alone("missing", part)
            else:
                unasked.remove(other)
                yield from _instead(part, other)
        yield from (_alone("additional", part) for part in unasked)


def _only(parts: Sequence[Part], others: Sequence[Part]) -> list[Part]:
    """Those that the others do not have, or not as often, as they stand."""
    left = Counter(others)
    results = []
    for part in parts:
        if left[part]:
            left[part] -= 1
        else:
            results.append(part)
    return results


def _partner(part: Part, others: Sequence[Part]) -> Part | None:
    """The part of the same clause that stands for this one: it has most in common, and something."""
    free = part.clause in _FREE
    fit = [other for other in others if not free or part.names & other.names or part.frame == other.frame]

    def likeness(other: Part) -> tuple[int, float]:
        return len(part.names & other.names), SequenceMatcher(None, part.text, other.text, autojunk=False).ratio()

    return max(fit, key=likeness, default=None)


def _instead(right: Part, said: Part) -> Iterator[str]:
    if right.frame == said.frame and len(right.inside) == len(said.inside):
        inner = [difference for two in zip(right.inside, said.inside, strict=True) for difference in _differences(*two)]
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
