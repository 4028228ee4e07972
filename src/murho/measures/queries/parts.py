"""How far apart two queries are: the share of their parts that only one of them has.

The parts are those of the normal form: each output, table, condition, key of a group or of the order, LIMIT, the
operation that combines two queries; of a query inside another its own parts as well, with the clause in which it
stands. A part that stands twice counts twice. The distance is one minus the parts that both have, against all that
either has (Jaccard's, of bags): it is a metric, and 0 just where the forms are equal.

>>> from murho.measures.queries.query import Query
>>> one, other = (Query(f"SELECT name FROM staff WHERE {text}", "sqlite") for text in ("age > 30", "age > 40"))
>>> distance(one, other)                # of the output, the table and two conditions, two are of both
0.5
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from murho.measures.queries.form import conjuncts
from murho.measures.queries.query import Query


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

    found: list[Part] = []
    if isinstance(tree, exp.SetOperation):
        kind = f"{tree.key}{'' if tree.args.get('distinct') else ' all'}"
        found.append(part(kind, tree, (tree.this, tree.expression)))
    else:
        for place, output in enumerate(tree.expressions, 1):
            found.append(named(f"output {place}" if ordered_outputs else "output", output))
        source = tree.args.get("from_") or tree.args.get("from")
        if source is not None:
            found.append(named("table", source.this))
        for join in tree.args.get("joins") or []:
            plain = (join.args.get("kind") or "").upper() == "CROSS" and not join.args.get("side")
            found.append(named("table", join.this) if plain else named("join", join))
        for clause, name in (("where", "condition"), ("having", "having")):
            if tree.args.get(clause) is not None:
                found += [named(name, one) for one in conjuncts(tree.args[clause].this)]
        group = tree.args.get("group")
        found += [named("group", key) for key in (group.expressions if group is not None else ())]
        if tree.args.get("distinct") is not None:
            found.append(part("distinct", exp.Var(this="DISTINCT"), ()))
    order = tree.args.get("order")
    for place, key in enumerate(order.expressions if order is not None else (), 1):
        found.append(named(f"order {place}", key))
    for clause in ("limit", "offset"):
        if tree.args.get(clause) is not None:
            found.append(part(clause, tree.args[clause].expression, ()))
    return found


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
