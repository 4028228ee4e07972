"""Word information lost, and match errors: values by their formulas, intervals by the bootstrap."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import murho
from murho.core.figure import figure
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.measures.text.rates import mer, wil
from murho.measures.text.words import words

texts = st.lists(st.sampled_from("abc"), max_size=6).map(" ".join)


def counts(references: list[str], answers: list[str]) -> tuple[int, int, int]:
    """Hits, words of the references, words of the answers."""
    judged = words().judge([(text,) for text in references], [(text,) for text in answers])
    return int(judged.counts["hits"].sum()), int(judged.units.sum()), sum(len(text.split()) for text in answers)


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=8))
def test_values_are_those_of_the_formulas(pairs: list[tuple[str, str]]) -> None:
    references, answers = map(list, zip(*pairs, strict=True))
    hits, meant, said = counts(references, answers)
    if not meant and not said:
        return
    preserved = (hits / meant) * (hits / said) if hits else 0
    found = murho.score("wil", references, answers)
    assert found.value == pytest.approx(1 - preserved, abs=1e-12)
    assert found.low < found.high
    errors = murho.score("words", references, answers).figure.numerator
    if errors + hits:
        assert murho.score("mer", references, answers).value == pytest.approx(errors / (errors + hits))


@given(
    st.lists(st.tuples(texts, texts, st.sampled_from("xy"), st.sampled_from([0.25, 0.5, 1])), min_size=1, max_size=8)
)
def test_slices_and_weights_have_their_own_sums(rows: list[tuple[str, str, str, float]]) -> None:
    references, answers, groups, rho = map(list, zip(*rows, strict=True))
    found = murho.score("wil", references, answers, sample_weight=rho, features={"group": groups})
    for group in (None, "x", "y"):
        held = [row for row in rows if group in (None, row[2])]
        sums = np.zeros(3)
        for reference, answer, _, weight in held:
            sums += weight * np.array(counts([reference], [answer]))
        if sums[1] + sums[2]:
            value = found.value if group is None else found.by["group"][group].value
            expected = 1 - (sums[0] / sums[1] * sums[0] / sums[2] if sums[0] else 0)
            assert value == pytest.approx(expected, abs=1e-12)


def test_parts_of_a_suite_are_judged_like_the_whole() -> None:
    references, answers = ["a b", "c d e", "f"], ["a x", "c d", "f g"]
    whole = wil().judge([(text,) for text in references], [(text,) for text in answers])
    for row in range(3):
        one = wil().judge([(references[row],)], [(answers[row],)])
        assert (one.loss[0], one.units[0]) == (whole.loss[row], whole.units[row])
    assert (whole.loss / whole.units).tolist() == pytest.approx([1 - 1 / 4, 1 - 2 / 3, 1 - 1 / 2])


def linearised(rows: Judgements) -> Judgements:
    return wil().linearised(rows, np.ones(len(rows)), np.zeros(len(rows), np.int64), 1)


def test_what_is_right_loses_nothing() -> None:
    terms = linearised(wil().judge([("a b",), ("c",), ("d e",)], [("a b",), ("c",), ("d x",)]))
    assert terms.loss.tolist()[:2] == [0, 0]
    assert (terms.units > 0).all()
    perfect = linearised(wil().judge([("a b",), ("c",)], [("a b",), ("c",)]))
    assert (perfect.loss.tolist(), perfect.units.tolist()) == ([0, 0], [2, 1])


@pytest.mark.parametrize(("reference", "answer"), [("a", ""), ("", "a"), ("a b", "c")])
def test_where_nothing_is_preserved_all_is_lost(reference: str, answer: str) -> None:
    assert murho.score("wil", [reference], [answer]).value == 1


def test_nothing_said_to_nothing_is_no_loss() -> None:
    assert murho.score("wil", ["", "a"], ["", "a"]).value == 0


def sampled(size: int, seed: int = 0) -> Judgements:
    """Utterances of which some are recognised much worse than others."""
    draw = np.random.default_rng(seed)
    references, answers = [], []
    for _ in range(size):
        said = [f"w{word}" for word in draw.integers(0, 200, draw.integers(1, 20))]
        rate = 0.3 * draw.gamma(1, 1)
        fate = draw.random(len(said))
        heard = [word if p >= rate else "?" for word, p in zip(said, fate, strict=True) if p >= rate / 3]
        references.append((" ".join(said),))
        answers.append((" ".join([*heard, *["!"] * draw.poisson(rate)]),))
    return wil().judge(references, answers)


def test_the_interval_is_that_of_the_bootstrap() -> None:
    rows = sampled(300)
    hits, meant, said = (rows.counts[name] for name in ("hits", "units", "given"))
    draw = np.random.default_rng(1).integers(0, 300, (4000, 300))
    resampled = 1 - hits[draw].sum(1) ** 2 / (meant[draw].sum(1) * said[draw].sum(1))
    low, high = np.quantile(resampled, [0.025, 0.975])
    for method, near in (("auto", 0.008), ("linearised", 0.004)):
        found = figure(tally(linearised(rows), np.ones(300)), method=method, level=0.95)
        assert (found.low, found.high) == (pytest.approx(low, abs=near), pytest.approx(high, abs=near))


@pytest.mark.slow
@pytest.mark.parametrize("size", [30, 100, 300])
def test_intervals_cover_the_truth(size: int) -> None:
    everything = sampled(40000, seed=2)
    hits, meant, said = (int(everything.counts[name].sum()) for name in ("hits", "units", "given"))
    truth, draw, held = 1 - hits * hits / (meant * said), np.random.default_rng(3), 0
    for _ in range(1000):
        rows = everything.take(draw.integers(0, 40000, size))
        rows = Judgements(np.arange(size), rows.loss, rows.units, rows.undefined, rows.counts)
        found = figure(tally(linearised(rows), np.ones(size)), level=0.95)
        held += found.low <= truth <= found.high
    assert 930 <= held <= 985


def test_a_comparison_is_of_the_two_values(tmp_path) -> None:
    from murho.core.case import Cases
    from murho.pipeline.scoring.judge import terms
    from murho.pipeline.scoring.pairs import paired

    references = ["a b c", "d e", "f g h i", "j"] * 5
    before, after = (["a x c", "d", "f g h i", "k"] * 5, ["a b c", "d", "f g h i", "j"] * 5)
    cases = Cases([str(i) for i in range(20)], references, [(text,) for text in references])
    rho = np.ones(20)
    rows = [terms(wil(), wil().judge(cases.references, [(t,) for t in side]), rho) for side in (before, after)]
    found = paired(cases, *rows, rho).difference(0.95)
    expected = [murho.score("wil", references, side).value for side in (before, after)]
    assert [found.pi_a, found.pi_b] == pytest.approx(expected)
    assert found.value is not None
    assert found.low < found.value < found.high


def test_match_errors_never_exceed_their_units() -> None:
    judged = mer().judge([("a",), ("",), ("",)], [("b c d",), ("x",), ("",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([3, 1, 0], [3, 1, 0])
