"""Coverage, competence and causes as they are shown."""

from dataclasses import replace

import numpy as np

from murho.core.case import Cases
from murho.core.judgement import Judgements
from murho.pipeline.runs.causes import caused
from murho.pipeline.runs.competence import competence_of_cases
from murho.views.causes import causes
from murho.views.competence import Sized, Users, competence

CASES = Cases(["1", "2", "3"], ["open ?", "renew", "rare"], [("hours",), ("renew",), ("hours",)])
RHO = np.array([1.0, 0.5, 0.125])


def test_what_is_covered_and_what_of_it_is_understood() -> None:
    able = competence_of_cases(CASES, Judgements.of([0, 1, 1]), RHO, bound=0.2, users=["open ?", "a café ?", "rare"])
    shown = competence(able)
    assert (shown.bound, shown.covered, shown.understood) == (0.2, Sized(2, 1.5), Sized(1, 1.0))
    assert (shown.habitability, shown.habitability_weighted) == (0.5, 2 / 3)
    assert (shown.concepts, shown.concepts_understood, shown.concepts_share) == (2, 1, 0.5)
    assert shown.not_understood == (("2", "renew"),)
    assert shown.users == Users(3, 1, 1 / 3, ("a café ?", "rare"))
    assert competence(replace(able, users=None)).users is None


def test_it_is_what_json_says() -> None:
    able = competence_of_cases(CASES, Judgements.of([0, 1, 1]), RHO, users=["open ?"])
    shown, told = competence(able), able.as_json()
    assert vars(shown.covered) == {name: told["linguistic_coverage"][name] for name in ("count", "importance")}
    assert vars(shown.understood) == {name: told["linguistic_competence"][name] for name in ("count", "importance")}
    assert [name for name, _ in shown.not_understood] == told["not_understood"]["items"]
    assert shown.concepts_share == told["conceptual_competence"]["share"]
    assert shown.users is not None
    assert shown.users.completeness == told["completeness"]["value"]


def test_branches_stand_before_their_leaves() -> None:
    tags = [["linguistic/syntax", "conceptual"], "linguistic", None]
    found = caused(replace(CASES, features={"cause": tags}), np.array([1.0, 1.0, 1.0]), RHO)
    shown = causes(found)
    assert [(one.depth, one.name, one.cases) for one in shown.lines] == [
        (0, "linguistic", 2),
        (1, "syntax", 1),
        (1, "(not looked into)", 1),
        (0, "conceptual", 1),
        (1, "(not looked into)", 1),
    ]
    assert (shown.untagged.cases, shown.untagged.loss) == (1, 0.125)
    assert (shown.wrong.cases, shown.wrong.importance, shown.wrong.loss_share) == (3, 1.625, 1.0)
