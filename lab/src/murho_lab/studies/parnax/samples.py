"""The samples of the case study, built again as cases with answers.

The queries were never published, so each stands here as a name followed by as many blanks as it had further words;
what is known of it (its length, its class, whether it has a meaning in the domain) is as the tables say.

>>> cases, answers = sample("B", [Group(2, wrong=1, words=3), Group(1, wrong=1, in_domain=False)])
>>> cases.expressions, cases.references
(['B1 _ _', 'B2 _ _', 'B3'], [('query B1',), ('query B2',), ()])
>>> answers.answers
[('another query',), ('query B2',), ('another query',)]
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from murho.core.case import Answers, Cases
from murho.core.meaning import Meanings
from murho_lab.studies.parnax import tables

Sample = tuple[Cases, Answers]


@dataclass(frozen=True)
class Group:
    """Queries alike in all that the tables tell; the first `wrong` of them were misunderstood."""

    size: int
    wrong: int
    words: int = 1
    """The length of each query in words."""
    in_domain: bool = True
    """Whether the queries have a meaning in the domain."""
    features: Mapping[str, str] = field(default_factory=dict)


def sample(name: str, groups: Iterable[Group]) -> Sample:
    """The cases of all groups, and answers of which exactly the misunderstood ones differ from the reference."""
    members = [(group, index) for group in groups for index in range(group.size)]
    ids = [f"{name}{number}" for number in range(1, len(members) + 1)]
    references: list[Meanings] = [
        (f"query {i}",) if group.in_domain else () for i, (group, _) in zip(ids, members, strict=True)
    ]
    columns = dict.fromkeys(feature for group, _ in members for feature in group.features)
    cases = Cases(
        ids,
        [i + " _" * (group.words - 1) for i, (group, _) in zip(ids, members, strict=True)],
        references,
        features={
            "in_domain": [group.in_domain for group, _ in members],
            **{feature: [group.features.get(feature) for group, _ in members] for feature in columns},
        },
    )
    # Any other meaning will do: under μ1 all wrong answers are equally wrong.
    misunderstood: Meanings = ("another query",)
    # Which of a group are the wrong ones is not known, and changes no figure.
    given = [
        misunderstood if index < group.wrong else right
        for (group, index), right in zip(members, references, strict=True)
    ]
    return cases, Answers(ids, given)


def queries() -> Sample:
    """Sample A' of case 1: 472 of 800 misunderstood."""
    return _by_domain(tables.QUERIES, tables.WRONG_OF_QUERIES)


def queries_as_case_2_prints() -> Sample:
    """Sample A' as the fraction of case 2 has it: 371 of the 701 inside the domain misunderstood."""
    return _by_domain(tables.CASE_2_QUERIES, tables.CASE_2_WRONG)


def _by_domain(size: int, wrong: Mapping[str, int]) -> Sample:
    inside = tables.QUERIES_IN_DOMAIN
    return sample("A", [Group(inside, wrong["in"]), Group(size - inside, wrong["out"], in_domain=False)])


def rewordings_by_length() -> Sample:
    """Sample B by Table 1. Within a length class it does not matter which are wrong: here the shortest."""
    left = dict(tables.WRONG_BY_LENGTH_WEIGHT)
    groups = []
    for words, size in tables.LENGTHS.items():
        rho = tables.LENGTH_WEIGHTS[sum(words > cut for cut in tables.LENGTH_CUTS)]
        wrong = min(size, left[rho])  # lengths of one weight may lie apart: they share what was misunderstood
        left[rho] -= wrong
        groups.append(Group(size, wrong, words))
    return sample("B", groups)


def rewordings_by_structure() -> Sample:
    """Sample B by Table 2; which sentence of Table 1 is which is not known."""
    return sample(
        "B",
        [
            Group(size, tables.WRONG_BY_STRUCTURE[name], features={"structure": name})
            for name, size in tables.STRUCTURES.items()
        ],
    )
