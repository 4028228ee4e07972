"""The field's tests on judgements: by hand, and beside NIST's own programs."""

import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import UsageError
from murho.core.significance import TESTS, Outcome, mapsswe, segment_errors
from murho.measures import measure
from murho.measures.text.lattice import Step
from murho.pipeline.comparing.compare import compare
from murho.pipeline.comparing.sides import AnswerFile, answer_file
from murho.pipeline.comparing.significance import randomisation, side_by_side
from murho.pipeline.scoring.reading import Reading
from murho.weighting import given, weighting

REFERENCES = ["no to bonn please", "i want to go to berlin", "when", "to köln tomorrow"]
A = ["no to berlin please", "want to go to bonn", "when", "to köln today"]
B = ["no to bonn please", "i want to go to bonn", "then", "to köln tomorrow"]


def sides(*said: list[Any], references: list[Any] = REFERENCES, **more: Any) -> list[AnswerFile]:
    ids = [str(i) for i in range(len(references))]
    cases = Cases(ids, [""] * len(ids), [(one,) for one in references], **more)
    return [
        AnswerFile(Path(f"{i}"), Path("references"), cases, Answers(ids, [(one,) for one in answers]))
        for i, answers in enumerate(said)
    ]


def found_by(*said: list[Any], how: str = "words", **more: Any) -> dict[str, Outcome]:
    options = {name: more.pop(name) for name in ("pairs", "tests") if name in more}
    reading = Reading(weight=more.pop("weight", given()))
    found = compare(sides(*said, **more), measure(how), reading, **({"tests": TESTS} | options)).compared[0].tests
    return {name: outcome for name, (outcome, _) in found.items()}


def test_all_tests_by_hand() -> None:
    found = found_by(A, B)
    assert list(found) == list(TESTS)
    assert found["mapsswe"].pairs == 5, "no to S | D want, bonn | when | today"
    assert found["mapsswe"].details["mean"] == pytest.approx((-1 - 1 + 0 + 1 - 1) / 5)
    assert found["mapsswe"].details["segments_per_sentence"] == 5 / 4
    assert found["mcnemar"].details == {"only_a_wrong": 2, "only_b_wrong": 1, "both_wrong": 1, "both_right": 0}
    assert found["sign"].details == {"worse": 1, "better": 3, "same": 0}
    assert found["wilcoxon"].pairs == 4


def test_they_come_with_texts_unless_told_otherwise() -> None:
    words, labels = measure("words"), measure("labels")
    assert list(compare(sides(A, B), words).compared[0].tests) == list(TESTS)
    assert not compare(sides(A, B), labels).compared[0].tests
    assert list(compare(sides(A, B), words, tests=["sign", "mapsswe"]).compared[0].tests) == ["mapsswe", "sign"]
    assert "tests" not in compare(sides(A, B), words, tests=()).as_json()
    with pytest.raises(UsageError, match="no test 'anova'; known: mapsswe, mcnemar, wilcoxon, sign"):
        compare(sides(A, B), words, tests=["anova"])


def test_concepts_have_segments_too_and_others_sentences() -> None:
    gold = [["a:1", "b:2", "c:3", "d:4"], ["a:1"]]
    one, two = [["a:9", "b:2", "c:3", "d:9"], ["a:1"]], [["a:1", "b:2", "c:3", "d:4"], ["a:9"]]
    found = found_by(one, two, how="concepts", references=gold)["mapsswe"]
    assert (found.pairs, found.details["mean"]) == (3, pytest.approx(-1 / 3))
    found = found_by(one, two, how="slots", references=gold)["mapsswe"]
    assert found.pairs == 3
    found = found_by(one, two, how="frames", references=gold)["mapsswe"]
    assert (found.pairs, found.flags[0]) == (2, "segments are whole sentences")
    assert found_by(one, two, how="oracle(concepts)", references=gold)["mapsswe"].flags[0] == found.flags[0]


def test_rows_of_units_are_tested_like_rows_of_cases() -> None:
    gold, one, two = [["a:1", "b:2"]] * 3, [["a:1"], ["b:2"], ["a:1", "b:2"]], [["a:1", "b:2"]] * 3
    assert found_by(one, two, how="concepts(rows='units')", references=gold) == found_by(
        one, two, how="concepts", references=gold
    )


def test_wilcoxon_and_sign_compare_clusters_or_the_groups_of_a_feature() -> None:
    clusters, speakers = ["x", "x", "y", "z"], ["anna", "anna", "bert", "bert"]
    whole = found_by(A, B, clusters=clusters, features={"speaker": speakers})
    assert (whole["sign"].pairs, whole["wilcoxon"].pairs) == (3, 3)
    assert whole["sign"].details == {"worse": 1, "better": 2, "same": 0}
    assert "takes 4 sentences for independent that come in 3 clusters" in whole["mcnemar"].flags
    assert "takes 4 sentences for independent that come in 3 clusters" in whole["mapsswe"].flags
    by_speaker = found_by(A, B, clusters=clusters, features={"speaker": speakers}, pairs="speaker")
    assert by_speaker["sign"].details == {"worse": 0, "better": 1, "same": 1}, "1/4 each for bert"


def test_importance() -> None:
    left_out = found_by(A, B, weights=[1, 1, 0, 1])
    assert left_out["mcnemar"].pairs == left_out["sign"].pairs == 3
    assert left_out["mapsswe"].pairs == 4
    assert not left_out["mcnemar"].flags
    uneven = found_by(A, B, weights=[1, 0.5, 1, 1])
    assert "counts all sentences alike, though their importance differs" in uneven["mcnemar"].flags
    assert found_by(A, B, weights=[1, 0.5, 1, 1], weight=weighting("constant"))["mcnemar"].flags == ()


def test_what_has_no_words_is_left_out_where_rates_are_compared() -> None:
    found = found_by(["a", "uh"], ["b", ""], references=["a", ""])
    assert (found["sign"].pairs, found["mcnemar"].pairs) == (1, 2)
    assert "1 pairs have nothing to divide by" in found["sign"].flags[0]


def test_p_is_corrected_for_all_that_stand_together() -> None:
    both = compare(sides(A, B, REFERENCES), measure("words"), tests=["mcnemar", "sign"]).as_json()
    p_values = [one["tests"][name] for one in both["comparisons"] for name in ("mcnemar", "sign")]
    assert all(one["p_value"] <= one["p_adjusted"] <= 4 * one["p_value"] for one in p_values)
    alone = compare(sides(A, B), measure("words"), tests=["sign"]).as_json()
    assert alone["tests"]["sign"]["p_adjusted"] is None
    assert "correction" not in alone
    assert compare(sides(A, B), measure("words")).as_json()["correction"] == "Holm"


def test_two_tests_are_corrected_and_one_is_not() -> None:
    """Holm's method by hand: the smaller p of two counts twice, the greater once, though never less than the other."""

    def found(tests: list[str], *said: list[Any]) -> list[tuple[Any, Any]]:
        made = compare(sides(*said), measure("words"), tests=tests).as_json()["tests"]
        return [(one["p_value"], one["p_adjusted"]) for one in made.values()]

    assert found(["mcnemar", "sign"], A, REFERENCES) == [(0.25, 0.5), (0.25, 0.5)]
    assert found(["mcnemar", "sign"], A, B) == [(1.0, 1.0), (0.625, 1.0)]
    assert found(["sign"], A, REFERENCES) == [(0.25, None)]


def test_a_test_that_can_say_nothing_has_no_p() -> None:
    found = compare(sides(["x"] * 4, REFERENCES), measure("words")).as_json()["tests"]
    assert found["mcnemar"]["p_adjusted"] is not None
    same = compare(sides(["x"], ["to"], references=["to"]), measure("words")).as_json()["tests"]["mapsswe"]
    assert (same["statistic"], same["p_value"], same["p_adjusted"]) == (None, None, None)


def test_different_readings_of_a_reference_keep_their_place() -> None:
    reference = ["{ on the / at } coast of spain now"]
    how = "words(alternates=True)"
    found = found_by(["on the coast of spain then"], ["at coasts of spain now"], how=how, references=reference)[
        "mapsswe"
    ]
    assert (found.pairs, found.details["mean"]) == (2, 0)


SCTK = pytest.mark.skipif(not shutil.which("sctk"), reason="NIST's sctk is not installed")


def garbled(lines: list[str], path: Path, seed: int, rate: float) -> str:
    """The transcripts with words replaced, left out and put in."""
    rng = random.Random(seed)
    vocabulary = [word for line in lines for word in line.rpartition("(")[0].split() if word not in "{/}@"]
    found = []
    for line in lines:
        text, _, name = line.rpartition("(")
        words = []
        for word in text.split():
            fate = rng.random() / rate
            if fate < 0.6:
                words.append(rng.choice(vocabulary))
            elif fate >= 0.8:
                words += [word] if fate >= 1 else [word, rng.choice(vocabulary)]
        found.append(f"{' '.join(words)} ({name}")
    path.write_text("\n".join(found) + "\n", encoding="utf-8")
    return str(path)


def sgml(reference: str, answers: str, ids: str) -> str:
    command = ["sctk", "sclite", "-r", reference, "-h", answers, "-i", ids, "-o", "sgml", "stdout"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def nist(*alignments: str) -> dict[str, Any]:
    """What sc_stats says of two systems."""
    command = ["sctk", "sc_stats", "-p", "-t", "mapsswe", "mcn", "sign", "wilc", "-v", "-n", "-"]
    said = subprocess.run(command, input="".join(alignments), capture_output=True, text=True, check=True).stdout
    number = r"\s+(-?[\d.]+)"
    pattern = rf"# segs: (\d+)\).*\(mean:{number}\) \(std dev:{number}\) \(Z Stat:{number}\)"
    (segments,) = re.findall(pattern, said)
    by_sentence = said[said.index("McNemar (Sentence Error)") :]
    return {
        "mapsswe": [float(one) for one in segments],
        "mcnemar": [int(n) for n in re.findall(r"(?:corr|incorr)\s+(\d+)\s+(\d+)\n", by_sentence)[0]]
        + [int(n) for n in re.findall(r"incorr\s+(\d+)\s+(\d+)\n", by_sentence)[0]],
        "mcnemar_p": [float(p) for p in re.findall(r"it occurring is ([\d.]+)", by_sentence)],
        "sign": [int(n) for n in re.findall(r"= N\([+-0]\) = +(\d+)", said)],
        "sign_p": float(re.findall(r"it occurring is ([\d.]+)", said[said.index("Signed Paired") :])[0]),
        "wilcoxon_z": float(re.findall(r"Z statistic = (-?[\d.]+)", said)[0]),
    }


def check(found: dict[str, Outcome], theirs: dict[str, Any]) -> None:
    """Both print the same; who is A is a matter of taste there, and so is the sign."""
    segments = found["mapsswe"]
    ours = [segments.pairs, segments.details["mean"], segments.details["deviation"], segments.statistic]
    assert [abs(n) for n in ours] == pytest.approx([abs(n) for n in theirs["mapsswe"]], abs=6e-4)
    table = found["mcnemar"].details
    names = ("both_right", "only_b_wrong", "only_a_wrong", "both_wrong")
    assert [table[name] for name in names] == theirs["mcnemar"]
    if 0 < table["only_a_wrong"] + table["only_b_wrong"] <= 20:  # beyond that sc_stats is wrong: docs/significance.md
        for p in theirs["mcnemar_p"]:
            assert found["mcnemar"].p_value == pytest.approx(p, abs=6e-4)
    signs = found["sign"].details
    assert sorted(theirs["sign"][:2]) == sorted([signs["worse"], signs["better"]])
    if not signs["same"]:  # sc_stats shares out what is equal, murho leaves it out
        assert found["sign"].p_value == pytest.approx(theirs["sign_p"], abs=6e-4)
        assert abs(found["wilcoxon"].details["z"]) == pytest.approx(abs(theirs["wilcoxon_z"]), abs=6e-3)


def both(reference: str, one: str, other: str) -> dict[str, Outcome]:
    how = measure("words(costs='sclite')")
    answers = [answer_file(how, reference, path, format_name="trn") for path in (one, other)]
    return {name: t for name, (t, _) in compare(answers, how, pairs="speaker", resamples=99).compared[0].tests.items()}


@SCTK
@pytest.mark.parametrize("seed", range(6))
def test_sc_stats_on_nists_own_test_data(data: Path, tmp_path: Path, seed: int) -> None:
    """test1 of sclite, with alternatives in the reference, and a second system made from the first."""
    reference, one = str(data / "sclite" / "csrnab.ref"), str(data / "sclite" / "csrnab.hyp")
    lines = Path(one).read_text().splitlines()
    other = garbled(lines, tmp_path / "b.hyp", seed, (0.01, 0.04, 0.1)[seed % 3])
    check(both(reference, one, other), nist(*(sgml(reference, path, "wsj") for path in (one, other))))


@SCTK
@pytest.mark.parametrize("seed", range(6))
def test_sc_stats_on_plain_references_of_twenty_speakers(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    lines = [
        f"{' '.join(f'w{min(int(rng.expovariate(0.05)), 300)}' for _ in range(rng.randint(1, 15)))} (s{s:02}-{u:02})"
        for s in range(20)
        for u in range(20)
    ]
    reference = tmp_path / "ref"
    reference.write_text("\n".join(lines) + "\n")
    one = garbled(lines, tmp_path / "a", seed + 100, 0.12)
    other = garbled(lines, tmp_path / "b", seed + 200, (0.12, 0.14, 0.05)[seed % 3])
    check(both(str(reference), one, other), nist(*(sgml(str(reference), path, "rm") for path in (one, other))))


@SCTK
def test_segments_of_sclites_own_alignments(data: Path, tmp_path: Path) -> None:
    """The segmentation by itself: what sclite aligned, cut by murho."""
    reference, one = str(data / "sclite" / "csrnab.ref"), str(data / "sclite" / "csrnab.hyp")
    other = garbled(Path(one).read_text().splitlines(), tmp_path / "b.hyp", 7, 0.06)
    texts = [sgml(reference, path, "wsj") for path in (one, other)]
    paths: list[dict[str, list[Step]]] = [
        {
            name: [
                Step("=" if letter == "C" else letter, meant or None, said or None)
                for letter, meant, said in re.findall(r'([CSDI]),("[^"]*")?,("[^"]*")?', body)
            ]
            for name, body in re.findall(r'<PATH id="(\S+)"[^>]*>\n(.*?)\n?</PATH>', text, re.DOTALL)
        }
        for text in texts
    ]
    errors = [e for name in paths[0] for e in segment_errors(*side_by_side(paths[0][name], paths[1][name]))]
    test = mapsswe([a for a, _ in errors], [b for _, b in errors])
    theirs = nist(*texts)["mapsswe"]
    assert [test.pairs, abs(test.statistic or 0)] == pytest.approx([theirs[0], abs(theirs[3])], abs=6e-4)


def test_swaps_that_were_not_drawn_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many were drawn, beside p; and that they are fewer than were asked for."""
    monkeypatch.setattr("murho.core.resampling._WORK", 1 << 21)
    rng = np.random.default_rng(5)
    columns = [rng.random(2_000), np.ones(2_000), rng.random(2_000), np.ones(2_000)]
    found = randomisation(columns, 9999, 0)
    assert found.details["draws"] == (1 << 21) // 2_000 == 1048
    assert found.flags == ("1048 swaps were drawn, not 9999: there are very many clusters",)
    assert randomisation(columns, 500, 0).flags == ()
