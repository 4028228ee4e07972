"""The CSLI test suite, derived from that of Hewlett-Packard (Flickinger, Nerbonne and Sag 1987), and what the English
Resource Grammar (2025) did with it, as its own recorded profile has it.
"""

from pathlib import Path

import pytest

from murho.pipeline.runs.plan import Plan
from murho.pipeline.suites.phenomena import SuiteScore, score_suite
from murho.pipeline.suites.runs import SuitePart, SuiteStages, run_suite


@pytest.fixture(scope="module")
def score(data: Path, tmp_path_factory: pytest.TempPathFactory) -> SuiteScore:
    folder = data / "testsuites"
    out = tmp_path_factory.mktemp("csli") / "run"
    return score_suite(
        run_suite(SuitePart(str(folder / "csli")), SuiteStages([str(folder / "csli-erg")]), str(out), Plan([]))
    )


def test_the_whole(score: SuiteScore) -> None:
    (top,) = score.sections
    assert top.counts == {"wellformed": 960, "covered": 910, "illformed": 388, "overgenerated": 11}
    assert (top.cases, top.right, top.undefined) == (1348, 910 + 377, 0)


def test_by_phenomenon(score: SuiteScore) -> None:
    (top,) = score.sections
    found = {
        child.name: tuple(child.counts[name] for name in ("covered", "wellformed", "overgenerated", "illformed"))
        for child in top.children
    }
    assert found == {
        "S_Types": (171, 180, 6, 55),
        "C_Agreement": (49, 49, 0, 19),
        "C_Complementation": (108, 108, 0, 71),
        "C_Modification": (114, 121, 0, 53),
        "C_Diathesis-Active": (59, 70, 0, 19),
        "C_Diathesis-Passive": (27, 27, 0, 8),
        "C_Coordination": (42, 55, 0, 24),
        "C_Tense-Aspect-Modality": (80, 80, 1, 3),
        "C_Negation": (42, 44, 3, 14),
        "NP_Agreement": (37, 37, 0, 9),
        "NP_Modification": (69, 71, 0, 12),
        "NP_Coordination": (25, 28, 0, 27),
        "Other": (41, 42, 0, 0),
    }
    listed = len(top.own)
    assert sum(child.cases for child in top.children) + listed == 1348
    assert listed == 1348 - 1226
