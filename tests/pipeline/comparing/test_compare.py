"""Paired comparison: by hand, and by laws that hold whatever the judgements are."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Answers, Cases
from murho.core.comparison import compare as by_columns
from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.formats.digest import digest
from murho.measures import measure
from murho.pipeline.comparing.compare import compare
from murho.pipeline.comparing.sides import answer_file
from murho.pipeline.scoring.pairs import paired
from murho.pipeline.scoring.reading import Reading
from murho.store import Run, begin
from murho.weighting import weighting

SETTINGS = {
    "measures": ["labels"],
    "weight": "given",
    "missing": "undefined",
    "level": 0.95,
    "method": "auto",
    "seed": 0,
}
LABELS = measure("labels")


def a_run(folder: Path, names: list[str], said: list[str], references: list[str] | None = None) -> Run:
    right = references or ["x"] * len(names)
    cases = Cases(
        names,
        names,
        [(label,) for label in right],
        [name[0] for name in names],
        features={"even": [len(n) % 2 for n in names]},
    )
    run = begin(folder, {"state": "complete", "data": {}, "settings": SETTINGS}, [cases])
    run.add_answers(Answers(names, [(label,) for label in said]))
    return run


def test_by_hand(tmp_path: Path) -> None:
    """Four clusters; A has 3 of 4 wrong, B 1 of 4."""
    names = ["a", "b", "c", "d"]
    found = compare(
        [a_run(tmp_path / "A", names, list("yyyx")), a_run(tmp_path / "B", names, list("xxyx"))], LABELS
    ).as_json()
    assert (found["pi_a"], found["pi_b"], found["difference"]) == (0.75, 0.25, -0.5)
    assert found["p_value"] == pytest.approx(0.1817, abs=1e-4), "Student's t of -1, -1, 0 and 0 with 3 degrees"
    assert "correction" not in found
    assert (found["pairs"], found["clusters"]) == (4, 4)


def test_who_was_never_asked_did_not_fail(tmp_path: Path) -> None:
    one = a_run(tmp_path / "A", ["a1", "a2", "b1", "b2"], list("xyxy"))
    two = a_run(tmp_path / "B", ["b2", "b1", "c1"], list("xxy"))
    (pair,) = compare([one, two], LABELS).compared
    assert (pair.asked_by_both, pair.only_a, pair.only_b) == (2, 2, 1)
    assert (pair.whole.pairs, pair.whole.pi_a, pair.whole.pi_b) == (2, 1 / 2, 0)
    assert (pair.missing_a, pair.missing_b) == (0, 0)


def test_cases_that_only_one_run_has_are_undefined_in_the_other_if_that_is_asked(tmp_path: Path) -> None:
    one = a_run(tmp_path / "A", ["a1", "a2", "b1"], list("xyx"))
    two = a_run(tmp_path / "B", ["b1", "c1"], list("xx"))
    found = compare([one, two], LABELS, missing="undefined")
    (pair,) = found.compared
    assert (pair.missing_a, pair.missing_b, pair.whole.pairs) == (1, 2, 4)
    assert (pair.asked_by_both, pair.only_a, pair.only_b) == (1, 2, 1)
    assert (pair.whole.pi_a, pair.whole.pi_b) == (2 / 4, 2 / 4)
    assert "missing:undefined" in found.signature
    with pytest.raises(UsageError, match=r"missing='skip'; known: shared, undefined"):
        compare([one, two], LABELS, missing="skip")


def test_what_neither_run_was_asked_is_in_no_comparison(tmp_path: Path) -> None:
    """Both were stopped: what they have still to ask tells nothing of either."""
    names = ["a", "b", "c", "d"]
    cases = Cases(names, names, [("x",)] * 4)
    stopped = []
    for folder, asked in (("A", ["a", "b"]), ("B", ["b", "c"])):
        run = begin(tmp_path / folder, {"state": "running", "data": {}, "settings": SETTINGS}, [cases])
        run.add_answers(Answers(asked, [("x",)] * 2))
        stopped.append(run)
    for missing, figures in {"shared": (1, 0.0, 0.0), "undefined": (3, 1 / 3, 1 / 3)}.items():
        (pair,) = compare(stopped, LABELS, missing=missing).compared
        assert (pair.whole.pairs, pair.whole.pi_a, pair.whole.pi_b) == figures
        assert (pair.asked_by_both, pair.only_a, pair.only_b) == (1, 1, 1)
        assert pair.missing_a == pair.missing_b == (missing == "undefined")


def test_weights_and_slices(tmp_path: Path) -> None:
    names = ["a", "bb", "cc", "d"]
    runs = [a_run(tmp_path / "A", names, list("yyxx")), a_run(tmp_path / "B", names, list("xyxx"))]
    how = weighting("even")
    found = compare(runs, LABELS, Reading(weight=how, by=["even"])).as_json()
    assert (found["pi_a"], found["pi_b"]) == (0.5, 0)
    nothing = found["by"]["even"]["0"]
    assert (nothing["difference"], nothing["interval"], nothing["p_value"]) == (None, None, 1)
    assert "weight:column('even')" in found["signature"]


def test_slices_have_p_and_intervals_that_hold_at_once(tmp_path: Path) -> None:
    """Beside each slice's own p and interval, by the same procedure at the level that three slices leave to each."""
    names = [chr(0x4E00 + i) * (1 + i % 2) for i in range(60)]
    said = ["".join("y" if i % 2 and i < wrong else "x" for i in range(60)) for wrong in (40, 16)]
    runs = [a_run(tmp_path / name, names, list(answers)) for name, answers in zip("AB", said, strict=True)]
    for tests in ((), ["sign"]):  # by saved columns, and by rows
        pair = compare(runs, LABELS, Reading(by=["even", "gold"]), tests=tests).compared[0]
        slices = [difference for groups in pair.by.values() for difference, _ in groups.values()]
        assert len(slices) == 3
        assert pair.whole.simultaneous is None is pair.whole.p_simultaneous
        for one in slices:
            assert one.p_simultaneous == pytest.approx(1 - (1 - one.p_value) ** 3)
            assert one.simultaneous is not None
            low, high = one.simultaneous
            assert low <= one.low <= one.high <= high
            assert (one.p_simultaneous <= 0.05) == (not low <= 0 <= high)
        told = pair.as_json()["by"]["even"]["0"]
        assert told["simultaneous_interval"] == list(pair.by["even"]["0"][0].simultaneous or ())
        assert told["p_simultaneous"] <= 0.05


def signed_run(folder: Path, system: str, data: str) -> Run:
    run = a_run(folder, ["a", "b"], list("xy"))
    digest = f"sha256:{data * 64}"
    run.write_record({**run.record, "system": {"kind": "function", "spec": system}, "data": {"digest": digest}})
    return run


def test_the_signature_names_all_that_are_compared_and_what_they_were_asked(tmp_path: Path) -> None:
    """So two comparisons of other systems, or on other cases, never print the same one."""
    sides = [("desk:first", "0"), ("desk:second", "0"), ("desk:third", "1")]
    one, two, three = (signed_run(tmp_path / system[5:], system, data) for system, data in sides)
    names = [run.signed.system for run in (one, two, three)]
    assert str(names[2]).startswith("function:desk:third sha256:")
    found = [
        compare(list(runs), LABELS).signature for runs in ((one, two), (two, one), (one, three), (one, two, three))
    ]
    assert f"|weight:given|a:{names[0]}|b:{names[1]}|data:sha256:000000000000|level:0.95|" in found[0]
    assert f"|a:{names[1]}|b:{names[0]}|data:sha256:000000000000|" in found[1]
    assert f"|a:{names[0]}|b:{names[2]}|data:sha256:000000000000, sha256:111111111111|" in found[2], "other data: both"
    assert f"|b:{names[1]}, {names[2]}|" in found[3]
    assert "|seed:0|pairs:even|" in compare([one, two], LABELS, pairs="even").signature
    assert "|a:unnamed|" in compare([a_run(tmp_path / "A", ["a"], ["x"]), one], LABELS).signature


def test_the_signature_of_files_has_their_digests(tmp_path: Path) -> None:
    texts = {"said.txt": "yes no\n", "one.txt": "yes no\n", "two.txt": "yes\n", "same.tsv": "yes\tyes\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    words = measure(f"words(normalize=\"map('{tmp_path / 'same.tsv'}')\")")
    sides = [answer_file(words, str(tmp_path / "said.txt"), str(tmp_path / name)) for name in ("one.txt", "two.txt")]
    asked, one, two, mapped = (digest(str(tmp_path / name))[:19] for name in texts)
    found = compare(sides, words).signature
    assert asked == one != two
    assert f"|weight:given|a:{one}|b:{two}|data:{asked}|" in found
    assert f"|files:{mapped}" in found, "what the measure reads is part of how it was made"


def columns(draw: Any, count: int) -> Judgements:
    losses = draw(st.lists(st.sampled_from([0, 0, 0.25, 1]), min_size=count, max_size=count))
    return Judgements.of(losses)


@given(chosen=st.data())
def test_swapping_the_runs_turns_the_difference_round(chosen: st.DataObject) -> None:
    count = chosen.draw(st.integers(2, 8))
    clusters = chosen.draw(st.lists(st.sampled_from([None, "p", "q"]), min_size=count, max_size=count))
    rho = np.array(chosen.draw(st.lists(st.sampled_from([0.25, 0.5, 1]), min_size=count, max_size=count)))
    a, b = columns(chosen.draw, count), columns(chosen.draw, count)
    cases = Cases([str(i) for i in range(count)], [""] * count, [()] * count, clusters)
    there, back = (paired(cases, *sides, rho).difference(0.95) for sides in ((a, b), (b, a)))
    assert there.value is not None
    assert back.value == -there.value
    assert (back.low, back.high) == pytest.approx((-there.high, -there.low))
    assert back.p_value == there.p_value
    assert there.low <= there.value <= there.high
    assert there.pairs == count
    same = paired(cases, a, a, rho).difference(0.95)
    assert (same.value, same.p_value) == (0, 1)
    assert same.low < 0 < same.high, "never ±0"


@given(chosen=st.data())
def test_single_cases_are_clusters_of_their_own(chosen: st.DataObject) -> None:
    count = chosen.draw(st.integers(2, 8))
    a, b = columns(chosen.draw, count), columns(chosen.draw, count)
    rho = np.linspace(0.1, 1, count)
    names = [str(i) for i in range(count)]
    alone = Cases(names, [""] * count, [()] * count)
    named = Cases(names, [""] * count, [()] * count, [f"c{i}" for i in range(count)])
    direct = by_columns(rho * a.loss, rho, rho * b.loss, rho, level=0.95)
    found = [paired(cases, a, b, rho).difference(0.95) for cases in (alone, named)]
    assert found == [direct, direct]


def test_several_systems_are_ranked(tmp_path: Path) -> None:
    names = [chr(0x4E00 + i) for i in range(60)]
    said = ["".join("y" if i % 60 < wrong else "x" for i in range(60)) for wrong in (4, 8, 40)]
    runs = [a_run(tmp_path / name, names, list(answers)) for name, answers in zip("ABC", said, strict=True)]
    one = compare(runs, LABELS, tests=["randomisation"]).as_json()
    assert [pair["difference"] for pair in one["comparisons"]] == pytest.approx([4 / 60, 36 / 60])
    assert [(r["system"][-1], r["rank_interval"], r["groups"]) for r in one["ranking"]] == [
        ("A", [1, 2], ["a"]),
        ("B", [1, 2], ["a"]),
        ("C", [3, 3], ["b"]),
    ]
    for pair in one["comparisons"]:
        low, high = pair["simultaneous_interval"]
        assert low <= pair["interval"][0] <= pair["interval"][1] <= high
        assert (pair["p_simultaneous"] <= 0.05) == (not low <= 0 <= high)
        assert pair["p_value"] <= min(pair["p_adjusted"], pair["p_simultaneous"])
        assert pair["tests"]["randomisation"]["draws"] == 0
    every = compare(runs, LABELS, all_pairs=True).as_json()
    assert [(pair["a"][-1], pair["b"][-1]) for pair in every["comparisons"]] == [("A", "B"), ("A", "C"), ("B", "C")]
    assert every["ranking"] == one["ranking"]
    two = compare(runs[:2], LABELS).as_json()
    assert "ranking" not in two
    assert (two["p_simultaneous"], two["simultaneous_interval"]) == (None, None)
