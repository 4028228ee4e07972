"""Figures that others print: floors of phrase-break assignment, and worked examples of agreement coefficients."""

from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Cases, join
from murho.core.raters import alpha, kappa
from murho.face.score import score
from murho.formats.breaks import read_helsinki_cases
from murho.measures.phrasing.breaks import breaks


@pytest.fixture(scope="module")
def corpus(data: Path) -> Cases:
    """The test part of the Helsinki prosody corpus (Talman and others, NoDaLiDa 2019)."""
    return join(list(read_helsinki_cases(data / "breaks" / "test.txt.gz")))


def everywhere(corpus: Cases, label: str) -> list[list[str | None]]:
    return [[None if there is None else label for there in reference[0]] for reference in corpus.references]


def scored(corpus: Cases, label: str, **options: Any) -> Any:
    return score(breaks(**options), corpus.references, everywhere(corpus, label), level=0.95)


def test_the_corpus_as_its_readme_counts_it(corpus: Cases) -> None:
    labels = [label for reference in corpus.references for label in reference[0] if label is not None]
    assert (len(corpus), len(labels)) == (4822, 90107)
    assert [labels.count(name) for name in "012"] == [64148, 10195, 15764]


@pytest.mark.parametrize(("final", "correct"), [("keep", 71.2), ("skip", 75.1)])
def test_never_a_break(corpus: Cases, final: str, correct: float) -> None:
    found = scored(corpus, "0", final=final)
    assert round(found.also["junctures_correct"], 1) == round(100 * (1 - found.value), 1) == correct
    assert found.also["breaks_correct"] == 0
    assert found.also["floors"]["never a break"] == {
        name: found.also[name] for name in found.also["floors"]["never a break"]
    }


def test_always_a_break(corpus: Cases) -> None:
    found = scored(corpus, "1", types=False)
    assert found.also["breaks_correct"] == 100
    assert round(found.also["junctures_correct"], 1) == 28.8
    typed = scored(corpus, "0").also["floors"]["always a break"]
    assert typed == {name: found.also[name] for name in typed}


def test_four_to_one() -> None:
    """Where non-breaks outnumber breaks 4 to 1, "never a break" has 80 % of the junctures and none of the breaks.

    P. Taylor and A. W. Black, Assigning phrase breaks from part-of-speech sequences, Computer Speech and Language 12,
    1998, on their performance criteria.
    """
    found = score("breaks", [["0", "0", "1", "0", "0"]] * 20, [["0"] * 5] * 20, level=0.95)
    assert (found.also["junctures_correct"], found.also["breaks_correct"]) == (80, 0)


@pytest.mark.parametrize(("final", "ratio"), [("keep", 2.47), ("skip", 3.01)])
def test_the_ratio_here_is_another(corpus: Cases, final: str, ratio: float) -> None:
    counts = scored(corpus, "0", final=final).counts
    assert round((counts["junctures"] - counts["breaks"]) / counts["breaks"], 2) == ratio


def table(*annotators: str) -> list[list[int]]:
    """How many annotators gave each unit each label; a point is a gap."""
    labels = sorted({label for row in annotators for label in row} - {"."})
    return [[unit.count(label) for label in labels] for unit in zip(*annotators, strict=True)]


def test_krippendorff_2011() -> None:
    """K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011: binary data; nominal data with gaps."""
    assert round(alpha(table("0100000010", "1110010000")), 3) == 0.095
    assert round(alpha(table("123321412...", "1233224125.3", ".3332342251.", "12332441251.")), 3) == 0.743


def test_fleiss() -> None:
    """The worked example of the article "Fleiss' kappa" in Wikipedia: 14 raters, 10 subjects, 5 categories."""
    rated = [
        [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
    ]  # fmt: skip
    assert round(kappa(rated), 3) == 0.210
