"""Questions of two sides: more of these than of those, how many before and how many since, this compared with that."""

from collections.abc import Iterator, Sequence

from murho_lab.atn.values import Structure, Value, features_of, items_of, label

SAID_OF = ("of", "both", "name", "when", "within", "usual", "whose")
"""Items that say something of those that are asked about."""


def sides(items: Sequence[Value]) -> Iterator[tuple[list[Value], list[Value], str | None]]:
    """The two sides of a question that compares or counts twice, and the operator between them."""
    signs = [_sign(item) for item in items]
    at = [index for index, sign in enumerate(signs) if sign == "CMP"]
    if at and features_of(items_of(items[at[0]])[1])["op"] in "<>":
        operator = features_of(items_of(items[at[0]])[1])["op"]
        middle = next((p for name in ("THAN", "or") for p in range(at[0], len(signs)) if signs[p] == name), at[0])
        if len(at) == 2:  # "more of these or more of those"
            middle = at[1]
        compared = ("CMP", "THAN", "THAT")
        yield _plain(items[:middle], compared), _plain(items[middle + 1 :], compared), operator
    counts = [index for index, sign in enumerate(signs) if sign == "count"]
    if len(counts) == 2:
        left, right = list(items[: counts[1]]), list(items[counts[1] :])
        right = [_compared_with_the_same(item, left) for item in right]
        if not any(sign == "CMP" for sign in map(_sign, right)):
            yield left, right, None
    elif "COMPARE" in signs:
        middle = max((p for p, sign in enumerate(signs) if sign == "THAT"), default=0)
        said = [index for index, sign in enumerate(signs) if sign in SAID_OF]
        middle = middle or (said[-1] if len(said) > 1 else 0)
        if middle:
            beside = ("COMPARE", "THAT")
            yield _plain(items[:middle], beside), _plain(items[middle:], beside), None


def _sign(item: Value) -> str | None:
    return str(label(items_of(item)[1])) if label(item) == "sign" else label(item)


def _compared_with_the_same(item: Value, left: Sequence[Value]) -> Value:
    """A comparison that stands alone, with what is compared on the left: "before 1960, and how many since"."""
    if _sign(item) != "CMP":
        return item
    operator = items_of(item)[1]
    for other in left:
        said = items_of(other)
        if label(other) == "when" and len(said) > 2:
            return Structure(("when", said[1], operator))
        if label(other) == "of" and label(said[-1]) == "amount" and "op" in features_of(items_of(said[-1])[1]):
            return Structure((*said[:-1], Structure(("amount", operator, *items_of(said[-1])[2:]))))
    return item


def _plain(items: Sequence[Value], left_out: Sequence[str]) -> list[Value]:
    return [item for item in items if label(item) != "sign" or label(items_of(item)[1]) not in left_out]
