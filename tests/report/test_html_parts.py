"""The parts of a page: texts made legible, classes, alignments, scales, colours."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.figure import figure
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.measures.text.words import words
from murho.report.html import legible
from murho.report.html.classes import of_losses, of_values
from murho.report.html.compare import compared, drawn
from murho.report.html.drawing import Scale, running, times
from murho.report.html.worst import choose


@given(st.text(alphabet=st.characters(), max_size=200) | st.text(alphabet="\x00\x7f\u202e\u2028\ud800\ufeffab<&"))
def test_legible_text_can_be_seen_and_saved(text: str) -> None:
    shown = legible.legible(text)
    shown.encode("utf-8")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]", shown)
    assert legible.legible(shown) == shown


@given(st.text(max_size=400), st.integers(1, 50), st.integers(50, 300))
def test_folding_loses_nothing_silently(text: str, shown: int, kept: int) -> None:
    folded = legible.fold(text, shown, kept)
    whole = folded.shown + folded.rest
    assert text.startswith(whole)
    assert len(text) == len(whole) + folded.lost
    assert len(folded.shown) <= shown


def test_the_course_ends_where_the_figure_is() -> None:
    rng = np.random.default_rng(4)
    num, den = rng.integers(0, 2, 1000).astype(float), np.ones(1000)
    whole = figure(tally(Judgements.of(num), np.ones(1000)))
    course = running(num, den, whole, bounded=True)
    assert course is not None
    points = [tuple(map(float, point.split(","))) for point in course.points.split()]
    assert len(points) <= 300
    assert points[0][0] == 0
    assert points[-1] == (100, pytest.approx(100 - course.value, abs=0.01))


@pytest.mark.parametrize(("early", "top"), [(1.65, "0.08"), (1.7, "0.1")])
def test_the_first_twenty_cases_do_not_set_the_scale(early: float, top: str) -> None:
    """What the first two cases lose is, after 21 cases, 0.0786 or 0.081 of all; after 20 it was 0.0825 or 0.085."""
    num, den = np.array([1, early - 1, *[0] * 298]), np.ones(300)
    whole = figure(tally(Judgements.of(num), den))
    course = running(num, den, whole, bounded=True)
    assert course is not None
    assert course.marks[-1] == (100, top)


def test_times_are_summed_up() -> None:
    found = times([0.001, 0.002, 0.004, None, 1.0])
    assert found is not None
    assert dict(found.summary)["longest"] == "1 s"
    assert max(bar.height for bar in found.bars) == 100
    assert all(0 <= bar.left <= bar.left + bar.width <= 100.1 for bar in found.bars)
    assert times([None, None]) is None
    assert times([0.0, 0.0, 0.0]) is not None


@given(
    st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=40),
    st.integers(0, 12),
)
def test_the_worst_are_chosen_by_cost(costs: list[float], most: int) -> None:
    chosen, tied, listed = choose(np.array([costs]), most)
    found = [costs[i] for i in chosen]
    wrong = sorted((cost for cost in costs if cost), reverse=True)
    assert found == wrong[:most]
    assert len(set(chosen)) == len(chosen)
    if tied:
        assert costs.count(found[-1]) == tied > listed == found.count(found[-1])


def test_of_equally_bad_items_further_measures_decide() -> None:
    chosen, tied, _ = choose(np.array([[1, 1, 1, 0], [0.2, 0.9, 0.5, 1.0]]), 2)
    assert (chosen, tied) == ([1, 2], 0)


words_of = st.lists(st.sampled_from(["a", "b", "c"]), max_size=8)


@given(words_of, words_of)
def test_a_drawn_alignment_holds_both_sequences(reference: list[str], answer: list[str]) -> None:
    (steps,) = words().aligned([(" ".join(reference),)], [(" ".join(answer),)])
    pairs = drawn(steps)
    assert [pair.reference for pair in pairs if pair.operation != "I"] == reference
    assert [pair.answer for pair in pairs if pair.operation != "D"] == answer
    assert all((pair.operation == "=") == (pair.reference == pair.answer) for pair in pairs)


meaning = st.dictionaries(st.sampled_from("xyz"), st.integers(0, 2), max_size=3)


@given(st.lists(meaning, max_size=4), st.lists(meaning, max_size=4))
def test_compared_sets_are_marked_by_membership(correct: list[Any], answered: list[Any]) -> None:
    left, right = compared(correct, answered)
    assert sum(one.mark == "both" for one in left) == sum(one.mark == "both" for one in right)
    assert {one.mark for one in left} <= {"both", "missing"}
    assert {one.mark for one in right} <= {"both", "wrong"}
    assert not any(part.differs for one in left + right if one.mark == "both" for part in one.parts)


@given(st.lists(st.floats(0, 1e6, allow_nan=False) | st.none(), min_size=1, max_size=80))
def test_classes_of_numbers_cover_every_value_in_order(values: list[float | None]) -> None:
    axis = of_values(values, "x", most=8)
    assert len(axis.codes) == len(values)
    assert set(axis.codes.tolist()) == set(range(len(axis.names)))
    assert len(axis.names) <= 8
    known = sorted((v, c) for v, c in zip(values, axis.codes.tolist(), strict=True) if v is not None)
    assert [code for _, code in known] == sorted(code for _, code in known)


def test_losses_without_relations_are_cut_where_a_reader_expects() -> None:
    rows = Judgements.of([0, 1, 1, 2, 3, 4, 6, 4], [4, 4, 2, 3, 3.5, 4, 4, 4], undefined=[False] * 7 + [True])
    axis = of_losses(rows)
    assert [axis.names[code] for code in axis.codes] == [
        "0 right", "up to ¼", "¼ to ½", "½ to ¾", "¾ to 1", "1 wrong", "more than 1", "⊥ undefined"
    ]  # fmt: skip


@given(st.floats(1e-6, 1e6), st.booleans())
def test_a_scale_holds_its_values_in_few_steps(value: float, bounded: bool) -> None:
    value = min(value, 1.0) if bounded else value
    scale = Scale.over([value], bounded=bounded)
    assert scale.top >= value * (1 - 1e-9)
    assert 2 <= len(scale.ticks) <= 6
    assert scale.ticks[0] == 0
    assert scale.ticks[-1] == scale.top
    assert not bounded or scale.top <= 1


# --- contrast


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, two: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_both_schemes(scheme: str) -> None:
    """At least 4.5 to 1, WCAG 2.2 success criterion 1.4.3."""
    import murho.report.html as package

    style = (Path(package.__file__).parent / "templates" / "report.css").read_text()
    blocks = re.findall(r":root \{([^}]*)\}", style)
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", blocks[0 if scheme == "light" else 1]))
    pairs = [(ink, ground) for ink in ("ink", "muted", "accent", "bad", "good") for ground in ("bg", "panel")]
    pairs += [("flag", "flag-bg")]
    pairs += [("on-pale", f"{hue}{step}") for hue in "rw" for step in range(5)]
    pairs += [("on-deep", f"{hue}{step}") for hue in "rw" for step in (5, 6)]
    for ink, ground in pairs:
        assert _contrast(colours[ink], colours[ground]) >= 4.5, f"{ink} on {ground} in {scheme}"
