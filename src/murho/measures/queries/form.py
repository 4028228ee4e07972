"""The normal form of a query: two queries with one form mean the same on every database.

What changes: names in lower case, without quotes; aliases of tables give way to their names, a name of an output
to what it names, `ORDER BY 2` to the second output; every column has its table where that is known (there is one
table, or `columns` tells); inner joins become tables and conditions; conjuncts, disjuncts, tables, keys of groups and,
if their order does not matter, outputs stand in one order, each once; comparisons are turned so that literals
stand right; BETWEEN, NOT and IN are spelt out; what has no effect (DISTINCT, ORDER BY inside IN) is left out.

>>> from murho.measures.queries.query import parsed
>>> print(normal_form(parsed("SELECT T1.name FROM staff AS T1 WHERE 30 < T1.age AND NOT T1.city <> 'Rome'", "sqlite")))
SELECT staff.name FROM staff WHERE staff.age > 30 AND staff.city = 'Rome'
>>> one = "SELECT a.x FROM a JOIN b ON a.id = b.id WHERE b.y IN (3, 2)"
>>> other = 'select T1.x from b as T2, a as T1 where (T2.y = 2 or T2.y = 3) and T2.id = T1.id'
>>> normal_form(parsed(one, "sqlite")) == normal_form(parsed(other, "sqlite"))
True

It is sound, not complete: queries of different forms may mean the same. It takes `=` between columns for transitive.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import permutations, product
from math import factorial, prod
from typing import Any

from sqlglot import exp

Columns = Mapping[str, Sequence[str]]
"""The columns of each table, in lower case."""
_COMPARED: dict[type[exp.Expr], type[exp.Expr]] = {
    exp.EQ: exp.EQ, exp.NEQ: exp.NEQ, exp.LT: exp.GT, exp.GT: exp.LT, exp.LTE: exp.GTE, exp.GTE: exp.LTE,
}  # fmt: skip
"""Comparisons, each with what it is the other way round."""
_NEGATED: dict[type[exp.Expr], type[exp.Expr]] = {
    exp.EQ: exp.NEQ, exp.NEQ: exp.EQ, exp.LT: exp.GTE, exp.GT: exp.LTE, exp.LTE: exp.GT, exp.GTE: exp.LT,
}  # fmt: skip
_MOST_ORDERS = 24
"""Ways to tell copies of a table apart that are tried; where there are more, they are told apart as they stand."""
MOST_NODES = 50_000
"""Nodes that may be looked at for one form, some seconds; a query that takes more, whoever wrote it, stays as it is."""


class _TooMuchError(Exception):
    """A form would take more nodes than may be looked at."""


def normal_form(
    query: exp.Query, columns: Columns | None = None, *, ordered_outputs: bool = False, dialect: str = "sqlite"
) -> str:
    """The text of the form.

    Args:
        query: the tree.
        columns: of the tables, where they are known.
        ordered_outputs: whether the order of the outputs matters.
        dialect: the form is written in it.
    """
    return normal_tree(query, columns, ordered_outputs=ordered_outputs, dialect=dialect).sql(dialect=dialect)


def normal_tree(
    query: exp.Query, columns: Columns | None = None, *, ordered_outputs: bool = False, dialect: str = "sqlite"
) -> exp.Query:
    """The form as a tree."""
    tree = _plain_names(query.copy(), columns, strings=dialect == "sqlite")
    if not all(isinstance(table.this, exp.Identifier) for table in tree.find_all(exp.Table)):
        return tree  # what a function gives, as of a file or of a list: it may speak of any table beside it
    try:
        formed: exp.Query = _Forming(columns, dialect).query(tree.copy(), (), "list" if ordered_outputs else "set")
    except _TooMuchError:
        return tree
    return formed


Scope = Mapping[str, "Source"]
"""What a name of a table stands for, in one SELECT."""


@dataclass(frozen=True)
class Source:
    """Something that is selected from."""

    name: str
    """What its columns are called by in the form."""
    outputs: Sequence[str] | None
    """The names of its columns, where they are known."""


def _plain_names(tree: exp.Query, columns: Columns | None, *, strings: bool) -> exp.Query:
    """Names in lower case and without quotes; a quoted name that is a text in SQLite becomes one."""
    known = None if columns is None else {name for names in columns.values() for name in names}
    for column in list(tree.find_all(exp.Column)) if strings else ():
        if isinstance(column.this, exp.Identifier) and _is_text(column, known):
            column.replace(exp.Literal.string(column.name))
    for name in list(tree.find_all(exp.Identifier)):
        name.set("this", name.name.lower())
        name.set("quoted", False)
    for literal in tree.find_all(exp.Literal):
        if not literal.is_string:
            literal.set("this", _number(literal.name))
    return tree


def _is_text(column: exp.Column, known: set[str] | None) -> bool:
    """Whether `"France"` is no column: SQLite takes a name in double quotes that no column has for a text."""
    if not column.this.args.get("quoted") or column.table:
        return False
    if known is not None:
        return column.name.lower() not in known
    parent = column.parent
    if parent is not None and type(parent) in _COMPARED:
        other = parent.args["expression" if parent.this is column else "this"]
        return not (isinstance(other, exp.Column) and other.this.args.get("quoted") and parent.this is column)
    return isinstance(parent, exp.Like | exp.Between | exp.In) and parent.args["this"] is not column


def _number(text: str) -> str:
    """A number in one spelling: `05` is `5`, `1.50` is `1.5`; `5.0` is not `5`, by which it divides otherwise.

    >>> _number("05"), _number("1.50"), _number("5.00"), _number("1e3")
    ('5', '1.5', '5.0', '1000.0')
    """
    try:
        value = Decimal(text)
    except InvalidOperation:
        return text
    if text.isdigit():
        return str(int(text))
    if abs(value.adjusted()) > 30:
        return text.lower()
    plain = f"{value.normalize():f}"
    return plain if "." in plain else f"{plain}.0"


@dataclass
class _Forming:
    columns: Columns | None
    dialect: str
    left: int = MOST_NODES
    """Nodes that may still be looked at."""

    def spend(self, nodes: int) -> None:
        """Have so many looked at, if that is still allowed: what a system under test writes may ask for any number."""
        self.left -= nodes
        if self.left < 0:
            raise _TooMuchError

    def text(self, tree: exp.Expr) -> str:
        return tree.sql(dialect=self.dialect)

    def query(self, tree: exp.Expr, outer: tuple[Scope, ...], outputs: str) -> Any:
        """The form of a query; `outputs` are a `list`, or a `set` whose order does not matter, or `none` counts."""
        tree = _bare(tree)
        self.spend(_with_ctes(tree, self.left))
        if isinstance(tree, exp.SetOperation):
            return self.operation(tree, outer, outputs)
        if isinstance(tree, exp.Select):
            return self.select(tree, outer, outputs)
        return tree

    # UNION, INTERSECT, EXCEPT.

    def operation(self, tree: exp.SetOperation, outer: tuple[Scope, ...], outputs: str) -> exp.Expr:
        kind, distinct = type(tree), bool(tree.args.get("distinct"))
        names = _output_names(tree)
        arms = [self.query(arm, outer, "list") for arm in _arms(tree, kind, distinct)]
        if kind is not exp.Except:
            arms.sort(key=self.text)
        result = arms[0]
        for arm in arms[1:]:
            result = kind(this=result, expression=arm, distinct=distinct)
        order = tree.args.get("order")
        if order is not None:
            keys = [self._output_key(key, names) for key in order.expressions]
            result.set("order", exp.Order(expressions=keys))
        for part in ("limit", "offset"):
            if tree.args.get(part) is not None:
                result.set(part, tree.args[part].copy())
        return result  # type: ignore[no-any-return]

    def _output_key(self, key: exp.Expr, names: Sequence[str]) -> exp.Expr:
        key = _ordered(key)
        if isinstance(key.this, exp.Column) and key.this.name in names:
            key.set("this", exp.Literal.number(list(names).index(key.this.name) + 1))
        return key

    # SELECT.

    def select(self, tree: exp.Select, outer: tuple[Scope, ...], outputs: str) -> exp.Select:
        """The form of a SELECT, the least of those that its tables can be told apart by."""
        joins = tree.args.get("joins") or []
        source = tree.args.get("from_") or tree.args.get("from")
        sources = [one for one in (source and source.this, *(join.this for join in joins)) if one is not None]
        taken = {source.name for scope in outer for source in scope.values()}
        results: list[tuple[str, exp.Select]] = []
        for names in self._namings(sources, taken):
            made = self._select_named(tree.copy(), names, outer, outputs)
            results.append((self.text(made), made))
        return min(results, key=lambda pair: pair[0])[1]

    def _namings(self, sources: Sequence[exp.Expr], taken: set[str]) -> Iterable[list[str]]:
        """Names for the sources: a table's own, numbered where several are alike, in every order."""
        own = [source.name if isinstance(source, exp.Table) else "query" for source in sources]
        alike: dict[str, list[int]] = {}
        for index, name in enumerate(own):
            alike.setdefault(name, []).append(index)
        numbers = []
        every = prod(factorial(len(places)) for places in alike.values()) <= _MOST_ORDERS
        for name, places in alike.items():
            free: list[str] = []
            number = 1
            while len(free) < len(places):
                candidate = name if number == 1 else f"{name}_{number}"
                if candidate not in taken:
                    free.append(candidate)
                number += 1
            orders = permutations(free) if every else [free]
            numbers.append([list(zip(places, order, strict=True)) for order in orders])
        for way in product(*numbers):
            named = dict(pair for group in way for pair in group)
            yield [named[index] for index in range(len(sources))]

    def _select_named(
        self, tree: exp.Select, names: Sequence[str], outer: tuple[Scope, ...], outputs: str
    ) -> exp.Select:
        self.spend(sum(1 for _ in tree.walk()))
        scope = self._rename_sources(tree, names, outer)
        scopes = (*outer, scope)
        projections = [_without_alias(expression) for expression in tree.expressions]
        aliases = {
            expression.alias: expression.this for expression in tree.expressions if isinstance(expression, exp.Alias)
        }
        self._spell_out(tree, projections, aliases)
        named = [expression.alias_or_name for expression in tree.expressions]
        tree.set("expressions", projections)
        self._resolve(tree, scopes)
        self._subqueries(tree, scopes)
        self._conditions(tree, scope)
        self._expressions(tree)
        projections = list(tree.expressions)
        if outputs == "none":
            projections = [exp.Literal.number(1)]
        elif outputs == "named":  # of a table that is made by a query, columns are asked for by their names
            projections = [
                projection
                if isinstance(projection, exp.Star) or projection.name == name or not name
                else exp.alias_(projection, name)
                for projection, name in zip(projections, named, strict=True)
            ]
            projections.sort(key=self.text)
        elif outputs == "set":
            projections.sort(key=self.text)
        tree.set("expressions", projections)
        if tree.args.get("group") is not None:
            self._group(tree.args["group"])
        distinct = tree.args.get("distinct")
        if distinct is not None and not distinct.args.get("on"):
            tree.set("distinct", exp.Distinct())
        return tree

    def _rename_sources(self, tree: exp.Select, names: Sequence[str], outer: tuple[Scope, ...]) -> Scope:
        joins = tree.args.get("joins") or []
        source = tree.args.get("from_") or tree.args.get("from")
        if source is None:
            return {}
        scope: dict[str, Source] = {}
        for holder, name in zip((source, *joins), names, strict=True):
            one = holder.this
            alias = one.alias or one.name
            if isinstance(one, exp.Table):
                known = None if self.columns is None else self.columns.get(one.name)
                fresh: exp.Expr = exp.Table(this=exp.to_identifier(one.name))
                if name != one.name:
                    fresh.set("alias", exp.TableAlias(this=exp.to_identifier(name)))
                holder.set("this", fresh)
                scope[alias] = Source(name, known)
            elif isinstance(one, exp.Subquery):
                known = _output_names(one.this)
                inside = self.query(one.this, outer, "named")
                holder.set("this", exp.Subquery(this=inside, alias=exp.TableAlias(this=exp.to_identifier(name))))
                scope[alias] = Source(name, None if "*" in known else known)
            else:
                scope[alias] = Source(alias, None)
        self._join(tree, scope)
        return scope

    def _join(self, tree: exp.Select, scope: Scope) -> None:
        """Inner joins as tables, sorted, with conditions; others stay as they stand."""
        joins = tree.args.get("joins") or []
        plain = all(
            not join.args.get("using")
            and not join.args.get("method")
            and (join.args.get("side") or "") == ""
            and (join.args.get("kind") or "").upper() in ("", "INNER", "CROSS")
            for join in joins
        )
        if not joins or not plain:
            return
        conditions = [join.args["on"].copy() for join in joins if join.args.get("on") is not None]
        if tree.args.get("where") is not None:
            conditions.append(tree.args["where"].this.copy())
        key = "from_" if "from_" in tree.args else "from"
        sources = sorted((tree.args[key].this, *(join.this for join in joins)), key=self.text)
        tree.set(key, exp.From(this=sources[0].copy()))
        tree.set("joins", [exp.Join(this=source.copy(), kind="CROSS") for source in sources[1:]])
        if conditions:
            tree.set("where", exp.Where(this=exp.and_(*conditions, copy=False)))

    def _spell_out(self, tree: exp.Select, projections: Sequence[exp.Expr], aliases: Mapping[str, exp.Expr]) -> None:
        """Names and numbers of outputs, in ORDER BY, GROUP BY and HAVING, become what they stand for."""

        def meant(key: exp.Expr) -> exp.Expr:
            if isinstance(key, exp.Literal) and not key.is_string and key.name.isdigit():
                place = int(key.name) - 1
                stars = any(
                    isinstance(projection, exp.Star) or projection.is_star for projection in projections[: place + 1]
                )
                return projections[place].copy() if place < len(projections) and not stars else key
            if isinstance(key, exp.Column) and not key.table and key.name in aliases:
                return aliases[key.name].copy()
            return key

        order = tree.args.get("order")
        if order is not None:
            keys = [_ordered(key) for key in order.expressions]
            for key in keys:
                key.set("this", meant(key.this))
            tree.set("order", exp.Order(expressions=keys))
        group = tree.args.get("group")
        if group is not None:
            group.set("expressions", [meant(key) for key in group.expressions])
        having = tree.args.get("having")
        if having is not None:
            for column in list(having.find_all(exp.Column)):
                if (other := meant(column)) is not column and column.find_ancestor(exp.Query) is tree:
                    column.replace(exp.paren(other) if isinstance(other, exp.Binary) else other)

    def _resolve(self, tree: exp.Select, scopes: tuple[Scope, ...]) -> None:
        """Columns are called by the name that their table has in the form."""
        for column in self._own(tree, exp.Column):
            name = column.table
            if name:
                source = next((scope[name] for scope in reversed(scopes) if name in scope), None)
            else:
                source = self._holder(column.name, scopes)
            if source is not None:
                column.set("table", exp.to_identifier(source.name))

    def _holder(self, name: str, scopes: tuple[Scope, ...]) -> Source | None:
        """The source that has a column of this name; None where that cannot be told."""
        for scope in reversed(scopes):
            having = [source for source in scope.values() if source.outputs is not None and name in source.outputs]
            unknown = [source for source in scope.values() if source.outputs is None]
            if having:
                return having[0] if len(having) == 1 and not unknown else None
            if unknown:
                return unknown[0] if len(unknown) == 1 == len(scope) else None
        return None

    def _own(self, tree: exp.Select, kind: Any) -> list[Any]:
        """Nodes of a SELECT that are not inside another query in it."""
        results: list[Any] = []

        def walk(node: exp.Expr) -> None:
            for child in node.iter_expressions():
                if isinstance(child, kind):
                    results.append(child)
                if not isinstance(child, exp.Query) or isinstance(child, exp.Table):
                    walk(child)

        walk(tree)
        return results

    def _subqueries(self, tree: exp.Select, scopes: tuple[Scope, ...]) -> None:
        """The queries inside conditions and outputs; those that are tables have their form already."""
        source = tree.args.get("from_") or tree.args.get("from")
        tables = {id(join.this) for join in (source, *(tree.args.get("joins") or [])) if join is not None}
        for inside in self._own(tree, exp.Query):
            if id(inside) in tables or isinstance(inside, exp.Table) or inside.parent is None:
                continue
            parent = inside.parent
            query = _bare(inside)
            if isinstance(parent, exp.Exists):
                formed = self.query(query, scopes, "none")
                formed.set("distinct", None)
            else:
                formed = self.query(query, scopes, "list")
                if isinstance(parent, exp.In) and isinstance(formed, exp.Select):
                    formed.set("distinct", None)
            if formed.args.get("limit") is None:
                formed.set("order", None)
            wrapped = isinstance(inside, exp.Subquery) or not isinstance(parent, exp.Exists | exp.In)
            inside.replace(exp.Subquery(this=formed) if wrapped else formed)

    def _conditions(self, tree: exp.Select, scope: Scope) -> None:
        for part in ("where", "having"):
            if tree.args.get(part) is not None:
                condition = self.condition(tree.args[part].this, classes=part == "where")
                tree.args[part].set("this", condition)
        for join in tree.args.get("joins") or []:
            if join.args.get("on") is not None:
                join.set("on", self.condition(join.args["on"]))

    def condition(self, tree: exp.Expr, *, classes: bool = False) -> exp.Expr:
        """A condition with its conjuncts in order."""
        formed = [self._disjunction(conjunct) for conjunct in conjuncts(_pushed(tree))]
        if classes:
            formed = _one_for_each_class(formed, self.text)
        formed = list({self.text(one): one for one in formed}.values())
        formed = _merged(formed, exp.NEQ, self.text)
        return _joined(sorted(formed, key=self.text), exp.And)

    def _disjunction(self, tree: exp.Expr) -> exp.Expr:
        parts = _parts(tree, exp.Or)
        if len(parts) == 1:
            return self._atom(parts[0])
        formed = [self.condition(part) for part in parts]
        formed = list({self.text(one): one for one in formed}.values())
        formed = sorted(_merged(formed, exp.EQ, self.text), key=self.text)
        return exp.paren(_joined(formed, exp.Or)) if len(formed) > 1 else formed[0]

    def _atom(self, tree: exp.Expr) -> exp.Expr:
        """A comparison with its literal on the right; columns that are compared in one order."""
        if isinstance(tree, exp.Paren):
            return self._atom(tree.this)
        if type(tree) in _COMPARED:
            left, right = (self._expression(_unwrapped(one)) for one in (tree.this, tree.expression))
            turn = isinstance(left, exp.Literal) or (
                not isinstance(right, exp.Literal | exp.Subquery)
                and (isinstance(left, exp.Subquery) or self.text(left) > self.text(right))
            )
            kind = _COMPARED[type(tree)] if turn else type(tree)
            left, right = (right, left) if turn else (left, right)
            if isinstance(right, exp.Literal) and not right.is_string and right.name.endswith(".0"):
                right = exp.Literal.number(right.name[:-2])  # compared, 5.0 is 5
            return kind(this=left.copy(), expression=right.copy())
        if isinstance(tree, exp.In) and tree.expressions:
            values = {self.text(expression): expression for expression in tree.expressions}
            if len(values) == 1:
                return self._atom(exp.EQ(this=tree.this.copy(), expression=tree.expressions[0].copy()))
            return exp.In(this=_unwrapped(tree.this).copy(), expressions=[values[key].copy() for key in sorted(values)])
        return tree.copy()

    def _expressions(self, tree: exp.Select) -> None:
        """Outputs and keys: sums and products in one order, what counts rows as COUNT(*)."""
        tree.set("expressions", [self._expression(_unwrapped(expression)) for expression in tree.expressions])
        for holder in (tree.args.get("group"), tree.args.get("order")):
            if holder is not None:
                holder.set("expressions", [self._expression(expression) for expression in holder.expressions])
        if tree.args.get("having") is not None:
            tree.args["having"].set("this", self._expression(tree.args["having"].this))

    def _expression(self, tree: exp.Expr) -> exp.Expr:
        tree = tree.copy()
        for node in reversed(list(tree.walk())):
            made = self._simpler(node)
            if made is not node:
                if node is tree:
                    tree = made
                else:
                    node.replace(made)
        return tree

    def _simpler(self, node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.Count) and isinstance(node.this, exp.Literal):
            return exp.Count(this=exp.Star(), big_int=True)
        if isinstance(node, exp.Min | exp.Max) and isinstance(node.this, exp.Distinct):
            return type(node)(this=node.this.expressions[0].copy())
        if isinstance(node, exp.Add | exp.Mul) and self.text(node.this) > self.text(node.expression):
            return type(node)(this=node.expression.copy(), expression=node.this.copy())
        if isinstance(node, exp.Paren) and isinstance(node.this, exp.Column | exp.Literal | exp.Func | exp.Paren):
            return node.this.copy()
        return node

    def _group(self, group: exp.Group) -> None:
        keys = {self.text(key): key for key in group.expressions}
        group.set("expressions", [keys[name] for name in sorted(keys)])


def _bare(tree: exp.Expr) -> exp.Expr:
    while isinstance(tree, exp.Subquery | exp.Paren):
        tree = tree.this
    return tree


def _unwrapped(tree: exp.Expr) -> exp.Expr:
    """Without the brackets around one thing."""
    while isinstance(tree, exp.Paren):
        tree = tree.this
    return tree


def _with_ctes(tree: exp.Expr, most: int) -> int:
    """WITH that is not recursive, put in the place where it is named; how many nodes were put in.

    Raises:
        _TooMuchError: they are more than `most`, as where each doubles the one before.
    """
    holder = tree.args.get("with_") or tree.args.get("with")
    if holder is None or holder.args.get("recursive"):
        return 0
    made: dict[str, exp.Expr] = {}
    sizes: dict[str, int] = {}
    total = 0
    for cte in holder.expressions:
        inside = cte.this.copy()
        if cte.args["alias"].args.get("columns"):
            return total
        sizes[cte.alias] = _grown(inside, sizes)
        total += sizes[cte.alias]
        if total > most:
            raise _TooMuchError
        _put_in(inside, made)
        made[cte.alias] = inside
    tree.set("with_" if "with_" in tree.args else "with", None)
    total += _grown(tree, sizes)
    if total > most:
        raise _TooMuchError
    _put_in(tree, made)
    return total


def _grown(tree: exp.Expr, sizes: Mapping[str, int]) -> int:
    """The nodes of a tree when others are put in for tables."""
    return sum(sizes.get(node.name, 1) if isinstance(node, exp.Table) else 1 for node in tree.walk())


def _put_in(tree: exp.Expr, made: Mapping[str, exp.Expr]) -> None:
    for table in list(tree.find_all(exp.Table)):
        if table.name in made and not table.db:
            alias = table.alias or table.name
            table.replace(
                exp.Subquery(this=made[table.name].copy(), alias=exp.TableAlias(this=exp.to_identifier(alias)))
            )


def _arms(tree: exp.Expr, kind: type[exp.Expr], distinct: bool) -> list[exp.Expr]:
    """The queries that one operation combines, from left to right; those on the right of EXCEPT stay as they are."""
    tree = _bare(tree)
    plain = not any(tree.args.get(part) for part in ("limit", "offset"))
    if type(tree) is not kind or bool(tree.args.get("distinct")) != distinct:
        return [tree]
    left = _bare(tree.this)
    inner = type(left) is kind and plain and not any(left.args.get(part) for part in ("limit", "offset"))
    return [*(_arms(left, kind, distinct) if inner else [left]), tree.expression]


def _output_names(tree: exp.Expr) -> list[str]:
    tree = _bare(tree)
    while isinstance(tree, exp.SetOperation):
        tree = _bare(tree.this)
    if not isinstance(tree, exp.Select):
        return ["*"]
    return ["*" if expression.is_star else expression.alias_or_name for expression in tree.expressions]


def _without_alias(one: exp.Expr) -> exp.Expr:
    return (one.this if isinstance(one, exp.Alias) else one).copy()


def _ordered(key: exp.Expr) -> exp.Ordered:
    """A key of ORDER BY that says where NULLs come only if the query does."""
    made = key.copy() if isinstance(key, exp.Ordered) else exp.Ordered(this=key.copy())
    made.set("desc", bool(made.args.get("desc")))
    made.set("this", _unwrapped(made.this))
    return made


def _parts(tree: exp.Expr, kind: type[exp.Connector]) -> list[exp.Expr]:
    """What AND, or OR, connects; without recursion on the left, since there can be thousands."""
    results: list[exp.Expr] = []
    waiting = [tree]
    while waiting:
        one = _unwrapped(waiting.pop())
        if isinstance(one, kind):
            waiting += [one.expression, one.this]
        else:
            results.append(one)
    return results


def conjuncts(condition: exp.Expr) -> list[exp.Expr]:
    """What a condition connects by AND."""
    return _parts(condition, exp.And)


def _joined(parts: Sequence[exp.Expr], kind: type[exp.Connector]) -> exp.Expr:
    result = parts[0]
    for part in parts[1:]:
        result = kind(this=result, expression=part)
    return result


def _pushed(tree: exp.Expr, negated: bool = False) -> exp.Expr:
    """NOT moved inward, BETWEEN spelt out; all of it holds in three-valued logic."""
    tree = _unwrapped(tree)
    if isinstance(tree, exp.Not):
        return _pushed(tree.this, not negated)
    if isinstance(tree, exp.And | exp.Or):
        kind = type(tree) if not negated else (exp.Or if isinstance(tree, exp.And) else exp.And)
        parts = [_pushed(part, negated) for part in _parts(tree, type(tree))]
        return exp.paren(_joined([_wrapped(part) for part in parts], kind))
    if isinstance(tree, exp.Between):
        low = exp.GTE(this=tree.this.copy(), expression=tree.args["low"].copy())
        high = exp.LTE(this=tree.this.copy(), expression=tree.args["high"].copy())
        return _pushed(exp.And(this=low, expression=high), negated)
    if negated and isinstance(tree, exp.In) and len(tree.expressions) == 1:
        return exp.NEQ(this=tree.this.copy(), expression=tree.expressions[0].copy())
    if not negated:
        return tree
    if type(tree) in _NEGATED:
        return _NEGATED[type(tree)](this=tree.this.copy(), expression=tree.expression.copy())
    return exp.Not(this=tree.copy())


def _wrapped(tree: exp.Expr) -> exp.Expr:
    return exp.paren(tree) if isinstance(tree, exp.Connector) else tree


def _merged(parts: Sequence[exp.Expr], kind: type[exp.Expr], text: Callable[[exp.Expr], str]) -> list[exp.Expr]:
    """`x = 1 OR x = 2` as `x IN (1, 2)`, and `x <> 1 AND x <> 2` as `NOT x IN (1, 2)`."""
    negative = kind is exp.NEQ
    values: dict[str, tuple[exp.Expr, dict[str, exp.Expr]]] = {}
    rest = []
    for part in parts:
        inside = part.this if negative and isinstance(part, exp.Not) else part
        found: list[exp.Expr] = []
        if isinstance(part, kind) and isinstance(part.expression, exp.Literal):
            found = [part.expression]
        elif isinstance(inside, exp.In) and inside.expressions and (inside is not part) == negative:
            found = list(inside.expressions)
        if not found or not all(isinstance(result, exp.Literal) for result in found):
            rest.append(part)
            continue
        _, known = values.setdefault(text(inside.this), (inside.this, {}))
        known.update({text(result): result for result in found})
    for left, known in values.values():
        if len(known) == 1:
            rest.append(kind(this=left.copy(), expression=next(iter(known.values())).copy()))
            continue
        listed = exp.In(this=left.copy(), expressions=[known[key].copy() for key in sorted(known)])
        rest.append(exp.Not(this=listed) if negative else listed)
    return rest


def _one_for_each_class(parts: Sequence[exp.Expr], text: Callable[[exp.Expr], str]) -> list[exp.Expr]:
    """Columns that are equal to each other: the first of them with each of the others."""
    classes: list[dict[str, exp.Expr]] = []
    rest = []
    for part in parts:
        if not (
            isinstance(part, exp.EQ) and isinstance(part.this, exp.Column) and isinstance(part.expression, exp.Column)
        ):
            rest.append(part)
            continue
        pair: dict[str, exp.Expr] = {text(one): one for one in (part.this, part.expression)}
        touching = [group for group in classes if group.keys() & pair.keys()]
        classes = [group for group in classes if group not in touching]
        for one in touching:
            pair.update(one)
        classes.append(pair)
    for group in classes:
        first, *others = sorted(group)
        rest += [exp.EQ(this=group[first].copy(), expression=group[one].copy()) for one in others or [first]]
    return rest
