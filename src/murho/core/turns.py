"""Turns: what went before an expression in its dialogue.

A case may say it (`before`); else the cases of its cluster, in their order, are the dialogue, and what went before are
the earlier expressions. Which those are can only be told of a whole suite: a sample, or the rest of a run, lacks some.

>>> suite = with_order(Cases(["a", "b", "c"], ["hello", "to bonn", "yes"], [()] * 3, clusters=["d", "d", None]))
>>> rest = suite.take([1, 2])
>>> [went_before(rest, position) for position in range(2)]
[['hello'], []]
"""

from dataclasses import replace

from murho.core.case import Cases, Earlier


def with_order(suite: Cases) -> Cases:
    """The suite, each of its cases knowing what went before it by the order of its cluster."""
    if suite.clusters is None or suite.earlier is not None:
        return suite
    dialogues: dict[str, list[str]] = {}
    earlier: list[Earlier | None] = []
    for cluster, expression in zip(suite.clusters, suite.expressions, strict=True):
        if cluster is None:
            earlier.append(None)
            continue
        # All turns share one list and a length each: copies would grow with the square of a dialogue.
        dialogue = dialogues.setdefault(cluster, [])
        earlier.append(Earlier(dialogue, len(dialogue)))
        dialogue += [expression] if isinstance(expression, str) else expression
    return replace(suite, earlier=earlier)


def says_before(cases: Cases, position: int) -> bool:
    """Whether the case itself says what went before it."""
    return cases.before is not None and cases.before[position] is not None


def went_before(cases: Cases, position: int) -> list[str]:
    """What went before a case, the oldest first: what the case says, or else what its cluster tells."""
    own = None if cases.before is None else cases.before[position]
    if own is not None:
        return list(own)
    by_cluster = None if cases.earlier is None else cases.earlier[position]
    return [] if by_cluster is None else list(by_cluster.dialogue[: by_cluster.size])


def written_out(cases: Cases) -> Cases:
    """The cases saying themselves what went before them, for those whose clusters will not be whole."""
    return replace(cases, before=[went_before(cases, position) for position in range(len(cases))])
