"""Values that are said in parts: `master in %` and `% in law` are one, and share what is said once of both."""

from collections.abc import Sequence

from murho_lab.atn.values import Structure, Value, features_of, items_of, label
from murho_lab.studies.parnax.interface.reading import NotReadableError


def completed(groups: list[list[str]]) -> list[list[str]]:
    """Parts of values, joined: `master %` or `doctorate %, % law` is the law of both; two parts that fit are one.

    >>> completed([["master in %"], ["doctorate in %", "% in law"]])
    [['master in law'], ['doctorate in law']]
    >>> completed([["master in law"], ["% in history"]])
    [['master in law'], ['master in history']]

    Raises:
        NotReadableError: a value ends in two ways.
    """
    if any(len({part for part in group if part.startswith("%")}) > 1 for group in groups):
        raise NotReadableError  # of physicists, chemists: no value ends in both
    begun = [next((p for p in group if p.endswith("%") and not p.startswith("%")), None) for group in groups]
    ended = [next((p for p in group if p.startswith("%")), None) for group in groups]
    if len(groups) > 1 and any(ended):
        given = [one or _beginning(group, ended) for one, group in zip(begun, groups, strict=True)]
        begun = [
            one if one or not end else _nearest(given, at)
            for at, (one, end) in enumerate(zip(begun, ended, strict=True))
        ]
        ended = [
            one if one or not start else _nearest(ended, at)
            for at, (one, start) in enumerate(zip(ended, begun, strict=True))
        ]
    whole = []
    for group, first, last in zip(groups, begun, ended, strict=True):
        rest = [part for part in group if "%" not in part]
        if first and last:
            start, end = first.rstrip("%"), last.lstrip("%")
            size = next((n for n in range(len(end), 0, -1) if start.endswith(end[:n])), 0)
            whole.append([*rest, start + end[size:]])
        else:
            whole.append([*rest, *(part for part in (first, last) if part)])
    return whole


def as_one(items: Sequence[Value]) -> list[Value]:
    """The items of a question, where parts of one value that are said one after the other are one: a degree that is
    a master, in a subject that is mathematics."""
    results: list[Value] = []
    for item in items:
        parts = _parts_of(item)
        before = _parts_of(results[-1]) if results else []
        if parts and len(items_of(item)) > 3:
            item = _joined(items_of(item)[1], parts)
        if parts and before and _fit([*before, *parts]):
            item = _joined(items_of(results.pop())[1], [*before, *parts])
        results.append(item)
    return results


def _parts_of(item: Value) -> list[Value]:
    """The values of a condition that says nothing but values side by side."""
    if label(item) != "of":
        return []
    said = items_of(item)[2:]
    words = [word for part in said for word in items_of(part)[1:]]
    alone = all(label(part) == "among" for part in said) and all(label(word) == "VALUE" for word in words)
    return words if alone and (len(said) == 1 or _fit(words)) else []


def _fit(words: Sequence[Value]) -> bool:
    """Whether they are the beginning and the end of a value of one field."""
    fields = [set(features_of(word).get("field", "").split(",")) for word in words]
    likes = [features_of(word).get("like", "") for word in words]
    begun = [like for like in likes if like.endswith("%") and not like.startswith("%")]
    ended = [like for like in likes if like.startswith("%")]
    return bool(set.intersection(*fields)) and len(begun) == len(ended) == 1 and len(likes) == 2


def _joined(about: Value, words: Sequence[Value]) -> Value:
    return Structure(("of", about, Structure(("among", *words))))


def _beginning(group: Sequence[str], ended: Sequence[str | None]) -> str | None:
    """How a whole value begins, up to the word with which parts of others begin: `master in %` of a master in law."""
    links = [f" {one.lstrip('% ').partition(' ')[0]} " for one in ended if one]
    whole = ((part, link) for part in group for link in links if "%" not in part and link in part)
    return next((f"{part.partition(link)[0]}{link}%" for part, link in whole), None)


def _nearest(parts: Sequence[str | None], at: int) -> str | None:
    return next((one for one in (*parts[at + 1 :], *reversed(parts[:at])) if one), None)
