"""What an item of a question is: plain questions about the structures that the grammar makes of words."""

from collections.abc import Iterator, Sequence

from murho_lab.atn.values import Value, features_of, items_of, label
from murho_lab.studies.parnax.interface.setting import fields_of
from murho_lab.studies.parnax.interface.sides import SAID_OF

FREE = ("again", "add", "pron", "whichof", "yn", "or", "not", "order", "down")
"""Items that hold the others together, and cost nothing."""
COSTS = {
    "CMP": 3,
    "THAN": 1,
    "THERE": 0,
    "ALL": 0,
    "NOBODY": 0,
    "ELSE": 0,
    "OTHER": 0,
    "THAT": 0,
    "COMPARE": 2,
    "ONES": 0,
    "BETWEEN": 1,
    "SORT": 1,
}
"""What a sign costs that stands alone."""


def cost(item: Value) -> int:
    """How much of it hangs together with nothing."""
    kind = label(item)
    if kind == "unasked":
        return 1
    if kind == "sign":
        return 2 * COSTS[str(label(items_of(item)[1]))]
    return 0 if kind in FREE else 1 if kind in ("with", "beside") else 2


def form(word: Value) -> str:
    """The word as it was said."""
    return getattr(word, "form", "they")


def tables_asked(items: Sequence[Value]) -> set[str | None]:
    """The tables whose rows are asked about."""
    asked = [item for item in items if label(item) in ("ent", "count") and len(items_of(item)) > 1]
    return {features_of(items_of(item)[1]).get("table") for item in asked}


def names_in(items: Sequence[Value]) -> Iterator[Value]:
    """Who is named, wherever it is."""
    for item in items:
        if label(item) == "NAME":
            yield item
        elif label(item) not in ("name",) or len(items_of(item)) > 1:
            yield from names_in(items_of(item)[1:])


def is_negative(item: Value) -> bool:
    """Whether it is a value as `nessuna laurea`, which is negated by itself."""
    return _has_value(item, "none")


def is_nor(item: Value) -> bool:
    """Whether it has a value as `né in vendite`, which goes on with the negation before it."""
    return _has_value(item, "nor")


def lasts(said: Sequence[Value], before: Value) -> bool:
    """Whether it is so many years, or from so many to so many, that may be how long something has lasted."""
    words = [*items_of(said[1])[1:], *(items_of(before)[1:] if label(before) == "sign" else [])]
    return label(said[0]) == "YEARS" and any("lasts" in features_of(word) for word in words)


def asks(item: Value) -> bool:
    """Whether it is a verb that takes a question word: where they live."""
    return label(item) == "of" and any(label(part) == "ask" for part in items_of(item)[2:])


def is_whose(item: Value) -> bool:
    """Whether it asks for people as `colleagues`, who are those of somebody."""
    return label(item) in ("ent", "count") and any("whose" in features_of(word) for word in items_of(item)[1:2])


def is_his(item: Value) -> bool:
    """Whether it is a condition as `in his department`."""
    said = items_of(item)
    return label(item) == "of" and label(said[1]) == "FIELD" and label(items_of(said[2])[-1]) == "PRON"


def is_stray(item: Value) -> bool:
    """Whether it compares, more or less, and stands alone: "which is bigger"; "at least" may say nothing."""
    return label(item) == "sign" and features_of(items_of(item)[1]).get("op") in ("<", ">")


def is_to_the_mean(item: Value) -> bool:
    """Whether something is compared with a mean."""
    return label(item) == "of" and any(label(one) == "average" for part in items_of(item)[2:] for one in items_of(part))


def is_of_no_time(item: Value) -> bool:
    """Whether it is a verb of which no time is known: since when somebody lives there."""
    if label(item) not in ("of", "bare"):
        return False
    verb = items_of(item)[1]
    return label(verb) == "VERB" and "when" not in features_of(verb)


def are_of_then(items: Sequence[Value]) -> bool:
    """Whether ages are asked of another day than today: "how old was he when he was hired"."""
    words = [items_of(item)[1] for item in items if len(items_of(item)) > 1]
    ages = {name for word in words if "then" in features_of(word) for name in fields_of(word)}
    verbs = {features_of(word).get("when") for word in words if label(word) == "VERB"} - {None}
    return bool(ages) and bool(verbs - ages)


def are_by_whom(behind: Sequence[Value]) -> bool:
    """Whether what comes next is a field of somebody with whom others are compared."""
    said = items_of(behind[0]) if behind else ()
    return (
        label(behind[0] if behind else None) == "of"
        and label(said[1]) == "FIELD"
        and any(label(one) == "NAME" for part in said[2:] if label(part) == "amount" for one in items_of(part)[1:])
    )


def follow_values(items: Sequence[Value], at: int) -> bool:
    """Whether values are asked for, and then it is said what they have not: "which departments do not have ..."."""
    before = [label(item) for item in items[:at] if label(item) not in ("ent", "idle")]
    return before[-2:] in (["values", "not"], ["show", "not"]) and len(before) == 2


def name_first(items: Sequence[Value]) -> bool:
    """Whether somebody is named first, or a field of theirs, and then something is said of them."""
    kinds = _spoken(items)
    return kinds[:1] == ["whose"] or (kinds[:1] == ["name"] and sum(kind in SAID_OF for kind in kinds) > 1)


def refer_first(items: Sequence[Value]) -> bool:
    """Whether it begins with `he` or `they`, of whom something is said."""
    kinds = _spoken(items)
    return kinds[:1] == ["pron"] and any(kind in SAID_OF for kind in kinds)


def _spoken(items: Sequence[Value]) -> list[str | None]:
    return [label(item) for item in items if label(item) not in ("sign", "yn", "again", "idle")]


def _has_value(item: Value, feature: str) -> bool:
    parts = items_of(item)[2:] if label(item) == "of" else []
    return any(feature in features_of(word) for part in parts for word in items_of(part)[1:] if label(part) == "among")
