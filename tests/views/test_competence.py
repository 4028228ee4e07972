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


def test_what_a_bound_cuts_off_is_told() -> None:
    able = competence_of_cases(CASES, Judgements.of([0, 1, 1]), RHO, bound=0.2)
    assert competence(able).notes == (
        "not covered, though of the domain and answered: 1 with ρ ≤ 0.2; below 0.125 the bound would leave all of them "
        "in",
    )
    assert able.as_json()["left_out"] == {"count": 1, "importance": 0.125, "items": ["3"]}
    assert competence_of_cases(CASES, Judgements.of([0, 1, 1]), RHO).notes == ()
    failed = Judgements.of([0, 1, 1], undefined=[False, False, True])
    assert competence_of_cases(CASES, failed, RHO, bound=0.2).notes == (), "what has no answer is not missed"


def test_conclusions_are_sentences_where_they_are_settled() -> None:
    count = 400
    cases = Cases([str(row) for row in range(count)], ["e"] * count, [(f"m{row % 50}",) for row in range(count)])
    rho = np.where(np.arange(count) < 200, 1.0, 0.05)
    able = competence_of_cases(cases, Judgements.of(np.arange(count) >= 250), rho)
    shown = competence(able)
    assert [sentence.split(":")[0] for sentence in shown.conclusions] == [
        "well tailored",
        "lacks robustness",
        "conceptual above linguistic competence",
    ]
    told = able.as_json()["conclusions"]
    assert [one["sentence"] for one in told] == list(shown.conclusions)
    assert told[0]["value"] == (0.05 * 150) / (200 + 10) - 150 / 400
