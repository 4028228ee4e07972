"""The machinery of the 1984 case study: its samples, its figures, its two outputs. Printed figures: tests/published."""

import json
from collections import Counter
from fractions import Fraction
from io import StringIO
from itertools import pairwise

import pytest
from rich.console import Console

from murho.core.meaning import canonical
from murho.weighting import domain, length, structure
from murho_lab.studies.parnax import Study, parnax, run, samples, show, tables
from murho_lab.studies.parnax.samples import Sample


@pytest.fixture(scope="module")
def study() -> Study:
    return run()


SAMPLES = [
    (samples.queries, 800),
    (samples.queries_as_case_2_prints, 797),
    (samples.rewordings_by_length, 500),
    (samples.rewordings_by_structure, 500),
]


@pytest.mark.parametrize(("build", "size"), SAMPLES)
def test_a_sample_holds_distinct_expressions_each_with_an_answer(build, size) -> None:
    cases, answers = build()
    assert len(cases) == len(answers) == size
    assert len(set(cases.expressions)) == len(set(cases.ids)) == size
    assert answers.ids == cases.ids


@pytest.mark.parametrize("build", [build for build, _ in SAMPLES])
def test_out_of_domain_means_an_empty_reference(build) -> None:
    cases, _ = build()
    assert cases.in_domain.tolist() == cases.feature("in_domain") == [bool(r) for r in cases.references]


def test_the_rewordings_have_the_lengths_of_table_1() -> None:
    cases, _ = samples.rewordings_by_length()
    assert Counter(cases.feature("length")) == tables.LENGTHS


def test_the_rewordings_have_the_classes_of_table_2() -> None:
    cases, _ = samples.rewordings_by_structure()
    assert Counter(cases.feature("structure")) == tables.STRUCTURES


def wrong(sample: Sample) -> list[bool]:
    cases, answers = sample
    return [canonical(list(r)) != canonical(list(a)) for r, a in zip(cases.references, answers.answers, strict=True)]


def test_as_many_answers_are_wrong_as_the_tables_say() -> None:
    by_length = samples.rewordings_by_length()
    rho = length(tables.LENGTH_CUTS, tables.LENGTH_WEIGHTS).weigh(by_length[0]).tolist()
    assert Counter(r for r, w in zip(rho, wrong(by_length), strict=True) if w) == tables.WRONG_BY_LENGTH_WEIGHT
    by_structure = samples.rewordings_by_structure()
    names = by_structure[0].feature("structure")
    assert Counter(n for n, w in zip(names, wrong(by_structure), strict=True) if w) == tables.WRONG_BY_STRUCTURE
    queries = samples.queries()
    inside = domain().weigh(queries[0]).tolist()
    assert Counter(r for r, w in zip(inside, wrong(queries), strict=True) if w) == {1.0: 373, 0.0: 99}


def test_the_printed_weights_are_the_frequencies_of_the_classes() -> None:
    cases, _ = samples.rewordings_by_structure()
    printed = structure("structure", dict(tables.STRUCTURE_WEIGHTS)).weigh(cases)
    assert printed.tolist() == pytest.approx(structure("structure").weigh(cases).tolist(), abs=1e-12)


def test_every_pi_follows_from_its_own_profile(study: Study) -> None:
    """π = Σ P_ij·δ_i·ω_j·|E| / Σρ, with δ = 0, 1 and the ω of each column."""
    values = {1: [1.0], 2: [0.0, 1.0], 3: [0.70, 0.25, 0.05], 4: list(tables.STRUCTURE_WEIGHTS.values())}
    for case in study.cases:
        from_profile = sum(share * omega for share, omega in zip(case.profile[1], values[case.number], strict=True))
        assert from_profile * case.n / case.denominator == pytest.approx(case.pi, abs=1e-12)
        assert case.numerator / case.denominator == pytest.approx(case.pi, abs=1e-12)
        assert sum(map(sum, case.profile)) == pytest.approx(1, abs=1e-12)


def test_intervals_hold_the_figure_and_are_not_empty(study: Study) -> None:
    for case in study.cases:
        low, high = case.interval
        assert 0 < low < case.pi < high < 1


def test_the_same_twice() -> None:
    assert parnax() == run()


def test_json_holds_what_scripts_rely_on(study: Study) -> None:
    written = json.loads(json.dumps(study.as_json(), allow_nan=False))
    assert written["study"] == "parnax"
    assert isinstance(written["schema_version"], int)
    assert [case["case"] for case in written["cases"]] == [1, 2, 3, 4]
    for case in written["cases"]:
        assert {"case", "pi", "interval", "numerator", "denominator", "profile", "printed", "note"} <= case.keys()
        assert len(case["profile"]) == len(case["rows"]) == 2
        assert all(len(row) == len(case["columns"]) for row in case["profile"])
    assert written["cases"][3]["columns"] == ["T", "D", "DV", "DM", "G", "GM", "E", "EV", "EM", "EVM"]
    assert written["cases"][2]["columns"] == ["ρ=0.70", "ρ=0.25", "ρ=0.05"]


def test_sums_are_written_without_binary_dust(study: Study) -> None:
    text = json.dumps(study.as_json())
    for fraction in ('"numerator": 472,', '"numerator": 81.4,', '"numerator": 21.778,', '"denominator": 98.916,'):
        assert fraction in text


FRACTIONS = ["472/800 = 0.59", "371/701 = 0.53", "81.4/274.4 = 0.30", "21.778/98.916 = 0.22"]


@pytest.mark.parametrize("width", [80, 120])
def test_the_terminal_shows_both_figures_side_by_side(study: Study, width: int) -> None:
    out = StringIO()
    show(study, Console(file=out, width=width))
    lines = out.getvalue().splitlines()
    for case, fraction in zip(study.cases, FRACTIONS, strict=True):
        words = [str(case.number), *case.title.split(), *fraction.split(), *fraction.split()]
        assert any(line.split()[:-1] == words for line in lines)
    assert all(len(line) <= width for line in lines if not line.startswith("murho|"))
    pairs = [(a.split(), b.split()) for a, b in pairwise(lines) if a.startswith("μ") and "paper" in a]
    assert len(pairs) == 8
    assert all(ours[:2] == [paper[0], "murho"] and len(ours) == len(paper) for paper, ours in pairs)


def test_fraction_of_the_wrong_inside_the_corrected_sample() -> None:
    """Case 1's own sample, weighed by domain, gives the corrected case 2."""
    queries = samples.queries()
    inside = queries[0].in_domain.tolist()
    assert Fraction(sum(w for w, i in zip(wrong(queries), inside, strict=True) if i), sum(inside)) == Fraction(373, 701)


def test_columns_stand_two_places_apart_or_one(study: Study) -> None:
    out = StringIO()
    show(study, Console(file=out, width=120))
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    assert "μ=0 paper    0.49    0.19    0.01" in lines
    assert "μ=0 paper  0.03  0.15  0.00  0.01  0.11  0.00  0.29  0.07  0.02  0.01" in lines
    assert "1 queries, ρ constant              472/800 = 0.59       472/800 = 0.59 0.56–0.62" in lines


def test_it_is_concluded_what_the_paper_concludes(study: Study) -> None:
    """ "Cases 2 and 3 show that the system performs better in correspondence to sentences with higher importance, and,
    hence, it is reasonably well tailored. On the contrary, it generally lacks robustness."
    """
    found = {case.number: {one.name: one.holds for one in case.conclusions} for case in study.cases}
    assert found[1] == {}, "all matter alike"
    assert found[2] == found[3] == {"well tailored": True, "robust": False}
    assert found[4] == {"well tailored": True, "robust": None}
    tailored = next(one for one in study.cases[2].conclusions if one.name == "well tailored")
    assert tailored.value == pytest.approx(81.4 / 274.4 - 162 / 500)
    competence = study.competence
    assert competence is not None
    assert competence.holds, "the linguistic capabilities are generally higher than the conceptual ones"
    assert competence.value == pytest.approx(371 / 701 - 81.4 / 274.4)
    assert study.as_json()["conclusions"][0]["sentence"] == competence.sentence
