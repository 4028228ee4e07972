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
from typing import NamedTuple

from sqlglot import exp

from murho.measures.queries.form import conjuncts
from murho.measures.queries.query import Query


class Part(NamedTuple):
    """Something that a query says."""

    clause: str
    """`output`, `table`, `condition`, `group`, `having`, `order`, `limit`..., behind those of the queries around it."""
    text: str


def distance(one: Query, other: Query) -> float:
    """From 0 to 1; 1 where one of them is no query, unless they are the same text."""
    if one.tree is None or other.tree is None:
        return float(one.text != other.text)
    here, there = one.parts, other.parts
    return 1 - (here & there).total() / (here | there).total()


def parts(tree: exp.Query, query: Query) -> Counter[Part]:
    """The parts of a query, of which this is the normal form."""
    return Counter(_parts(tree, "", query))


def _parts(tree: exp.Expr, within: str, query: Query) -> list[Part]:
    def text(node: exp.Expr) -> str:
        return node.sql(dialect=query.dialect)

    def named(clause: str, node: exp.Expr) -> list[Part]:
        inner = [child for child in node.find_all(exp.Select, exp.SetOperation) if _outermost(child, node)]
        return [
            Part(within + clause, text(node)),
            *(p for one in inner for p in _parts(one, f"{within}{clause} / ", query)),
        ]

    found: list[Part] = []
    if isinstance(tree, exp.SetOperation):
        kind = f"{tree.key}{'' if tree.args.get('distinct') else ' all'}"
        found.append(Part(within + kind, text(tree)))
        for side in (tree.this, tree.expression):
            found += _parts(side.unnest() if isinstance(side, exp.Subquery) else side, f"{within}{kind} / ", query)
    else:
        for place, output in enumerate(tree.expressions):
            found += named(f"output {place + 1}" if query.ordered_outputs else "output", output)
        source = tree.args.get("from_") or tree.args.get("from")
        joins = tree.args.get("joins") or []
        found += named("table", source.this) if source is not None else []
        for join in joins:
            plain = (join.args.get("kind") or "").upper() == "CROSS" and not join.args.get("side")
            found += named("table", join.this) if plain else named("join", join)
        for clause, name in (("where", "condition"), ("having", "having")):
            if tree.args.get(clause) is not None:
                for one in conjuncts(tree.args[clause].this):
                    found += named(name, one)
        group = tree.args.get("group")
        for key in group.expressions if group is not None else ():
            found += named("group", key)
        if tree.args.get("distinct") is not None:
            found.append(Part(within + "distinct", "DISTINCT"))
    order = tree.args.get("order")
    for place, key in enumerate(order.expressions if order is not None else (), 1):
        found += named(f"order {place}", key)
    for clause in ("limit", "offset"):
        if tree.args.get(clause) is not None:
            found.append(Part(within + clause, text(tree.args[clause].expression)))
    return found


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
