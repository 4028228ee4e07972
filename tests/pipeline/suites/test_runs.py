"""A suite as a run: recorded trees by id or by text, sections, what is refused."""

import re
import shutil
from pathlib import Path

import pytest

from murho.core.errors import InputError, UsageError
from murho.formats import conllu
from murho.measures import measure
from murho.pipeline.comparing.compare import compare
from murho.pipeline.runs.plan import Plan
from murho.pipeline.runs.run import Terms
from murho.pipeline.runs.show import failures, figures
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.sources import Extra
from murho.pipeline.suites.phenomena import compare_suites, score_suite
from murho.pipeline.suites.runs import SuitePart, SuiteStages, run_suite
from murho.store import Run
from murho.weighting import weighting

DATA = Path(__file__).parents[3] / "examples" / "suites"
SMALL, GOLD, PARSED = (str(DATA / name) for name in ("small.xml", "small.conllu", "parsed.conllu"))


def run(
    tmp_path: Path,
    answers: str = PARSED,
    name: str = "run",
    *,
    section: str | None = None,
    extra: Extra = "error",
    terms: Terms | None = None,
) -> Run:
    part, stages = SuitePart(SMALL, section), SuiteStages([answers], extra)
    return run_suite(part, stages, str(tmp_path / name), Plan([]), terms)


def test_what_is_right_and_what_is_not(tmp_path: Path) -> None:
    score = score_suite(run(tmp_path))
    structure, order = score.sections
    assert [(leaf.id, leaf.outcome) for leaf in structure.leaves] == [
        ("0001", "right"),
        ("0002", "right"),
        ("0003", "right"),
        ("0004", "wrong label"),
        ("0005", "wrong label"),
        ("0006", "right"),
    ]
    assert [(leaf.id, leaf.outcome) for leaf in order.leaves] == [
        ("0101", "wrong head and label"),
        ("0102", "wrong head and label"),
    ]
    assert structure.mass == pytest.approx(0.010655 + 0.131629 + 0.2)
    assert structure.pi_by_frequency == pytest.approx(0.131629 / 0.342284)
    assert (structure.unweighed, order.unweighed) == (2, 0)
    assert structure.las == 12 / 15  # Saldrán 2/2, Habrán 4/5, Es 3/3, La taza 3/5
    assert order.las == 4 / 10


def test_gold_against_itself(tmp_path: Path) -> None:
    for section in score_suite(run(tmp_path, GOLD)).sections:
        for node in section.walk():
            assert (node.right, node.counts["covered"], node.las) == (node.cases, node.cases, 1.0)


def test_the_tree_agrees_with_show(tmp_path: Path) -> None:
    kept = run(tmp_path)
    score = score_suite(kept, intervals=True)
    plain = figures(kept, measure("links"), Reading(by=["phenomenon"]))
    weighed = figures(kept, measure("links"), Reading(by=["phenomenon"], weight=weighting("structure_frequency")))
    for top in score.sections:
        for node in top.walk():
            assert node.pi == pytest.approx(plain.by["phenomenon"][node.path].value)
            assert score.intervals is not None
            assert score.intervals[node.path].n == node.cases
    for node in score.sections[0].walk():
        assert node.pi_by_frequency == pytest.approx(weighed.by["phenomenon"][node.path].value)


def test_las_of_the_sentences_by_share(tmp_path: Path) -> None:
    found = figures(run(tmp_path), measure("dependencies"), Reading(weight=weighting("share")))
    assert found.value == pytest.approx(1 - 13 / 20)  # 20 words, each sentence once


def test_one_section(tmp_path: Path) -> None:
    (top,) = score_suite(run(tmp_path, section="order")).sections
    assert (top.name, top.cases) == ("order", 2)
    with pytest.raises(UsageError, match="no section 'verbs' in this suite; it has: structure, order"):
        run(tmp_path, name="other", section="verbs")


def test_trees_without_ids_are_found_by_their_text(tmp_path: Path) -> None:
    text = Path(PARSED).read_text("utf-8")
    blocks = [re.sub(r"(?m)^#.*\n", "", block) for block in text.strip().split("\n\n")]
    (tmp_path / "bare.conllu").write_text("\n\n".join(reversed(blocks)) + "\n\n", encoding="utf-8")
    with_ids, without = run(tmp_path), run(tmp_path, str(tmp_path / "bare.conllu"), "bare")
    assert [node.right for node in score_suite(with_ids).sections] == [
        node.right for node in score_suite(without).sections
    ]


def test_a_sentence_without_an_answer_is_undefined(tmp_path: Path) -> None:
    blocks = Path(PARSED).read_text("utf-8").split("\n\n")
    (tmp_path / "few.conllu").write_text("\n\n".join(blocks[:2]) + "\n\n", encoding="utf-8")
    kept = run(tmp_path, str(tmp_path / "few.conllu"))
    structure, order = score_suite(kept).sections
    assert (structure.undefined, order.undefined) == (3, 2)
    assert kept.record["counts"]["missing_answers"] == 5


def test_recorded_answers_cannot_be_asked_again(tmp_path: Path) -> None:
    run(tmp_path)
    with pytest.raises(UsageError, match="recorded"):
        run(tmp_path, terms=Terms(retry=True))


def test_answers_to_other_sentences(tmp_path: Path) -> None:
    text = Path(PARSED).read_text("utf-8")
    more = "# sent_id = s77\n1\tHola\thola\tINTJ\t_\t_\t0\troot\t_\t_\n\n"
    (tmp_path / "more.conllu").write_text(text + more, encoding="utf-8")
    with pytest.raises(InputError, match="answer 's77' has no case"):
        run(tmp_path, str(tmp_path / "more.conllu"))
    assert score_suite(run(tmp_path, str(tmp_path / "more.conllu"), extra="ignore")).sections
    (tmp_path / "other.conllu").write_text(more, encoding="utf-8")
    with pytest.raises(InputError, match="no sentence of the suite is answered here"):
        run(tmp_path, str(tmp_path / "other.conllu"))


def test_a_recorded_tree_of_another_text(tmp_path: Path) -> None:
    text = Path(PARSED).read_text("utf-8").replace("3\tla\t", "3\tuna\t", 1)
    (tmp_path / "other.conllu").write_text(text, "utf-8")
    told = (
        r"other.conllu:\d+: the tree is of another text: 'Habrán vendido una casa.'; sentence s2 of the suite is 'Hab"
    )
    with pytest.raises(InputError, match=told):
        run(tmp_path, str(tmp_path / "other.conllu"))


def test_one_broken_tree_of_a_parser_costs_its_realizations_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trees = {tree.text: conllu.serialise(tree) for tree in conllu.read_trees(GOLD)}
    broken = trees["La taza se rompió."].replace("\t0\troot", "\t1\troot")
    trees["La taza se rompió."] = broken
    (tmp_path / "one_broken.py").write_text(f"def parse(text):\n    return {trees!r}[text]\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    kept = run(tmp_path, "one_broken:parse")
    structure, order = score_suite(kept).sections
    assert [leaf.id for leaf in structure.leaves if not leaf.right] == ["0005", "0006"]
    assert (structure.undefined, order.undefined) == (2, 1)
    ((count, why),) = failures(kept)
    assert (count, why.partition(":")[0]) == (3, "no tree of the sentence")


def test_sections_counted_together_are_told(tmp_path: Path) -> None:
    kept, how = run(tmp_path), measure("links")
    note = "structure and order are counted together here, which are of different kinds: see --by section"
    assert figures(kept, how).notes == (note,)
    assert figures(kept, how).as_json()["notes"] == [note]
    assert figures(kept, how, Reading(weight=weighting("structure_frequency"))).notes == ()
    assert figures(run(tmp_path, name="one", section="order"), how).notes == ()


def test_the_record(tmp_path: Path) -> None:
    kept = run(tmp_path)
    data = kept.record["data"]
    assert (data["cases"], data["format"], data["suite"]) == (SMALL, "suite", "small")
    assert data["test_data"] == "small.conllu"
    assert data["answers"][PARSED].startswith("sha256:")
    assert kept.record["system"] == {"kind": "recorded", "spec": PARSED}
    assert kept.record["settings"]["measures"] == ["links"]


def test_a_changed_suite_is_another_one(tmp_path: Path) -> None:
    for name in ("small.xml", "small.conllu"):
        shutil.copy(DATA / name, tmp_path)
    out = str(tmp_path / "run")
    run_suite(SuitePart(str(tmp_path / "small.xml")), SuiteStages([PARSED]), out, Plan([]))
    run_suite(SuitePart(str(tmp_path / "small.xml")), SuiteStages([PARSED]), out, Plan([]))
    with (tmp_path / "small.conllu").open("a") as file:
        file.write("\n")
    with pytest.raises(UsageError, match="holds a run with another data"):
        run_suite(SuitePart(str(tmp_path / "small.xml")), SuiteStages([PARSED]), out, Plan([]))


def test_plain_sentences_are_accepted_or_not(tmp_path: Path) -> None:
    shutil.copy(DATA / "small.xml", tmp_path)
    lines = ["Saldrán.", "Habrán vendido la casa.", "Es acusada.", "La taza se rompió.", "La casa es cara."]
    (tmp_path / "small.txt").write_text("\n".join(lines), encoding="utf-8")
    kept = run_suite(
        SuitePart(str(tmp_path / "small.xml")), SuiteStages(["json:dumps"]), str(tmp_path / "run"), Plan([])
    )
    assert [(node.counts["covered"], node.counts["wellformed"]) for node in score_suite(kept).sections] == [
        (6, 6),
        (2, 2),
    ]


def test_json_lines_with_what_is_ill_formed(tmp_path: Path) -> None:
    (tmp_path / "m.jsonl").write_text(
        '{"id": "1", "expression": "aa", "phenomenon": "x/y"}\n'
        '{"id": "2", "expression": "b", "phenomenon": "x/y", "wellformed": false}\n'
        '{"id": "3", "expression": "", "phenomenon": "x/z", "wellformed": null}\n'
    )
    kept = run_suite(SuitePart(str(tmp_path / "m.jsonl")), SuiteStages(["json:dumps"]), str(tmp_path / "run"), Plan([]))
    (top,) = score_suite(kept).sections
    assert top.counts == {"wellformed": 1, "covered": 1, "illformed": 1, "overgenerated": 1}
    assert [node.path for node in top.walk()] == ["phenomena", "phenomena/x", "phenomena/x/y"]


def test_trees_and_sentences_do_not_mix(tmp_path: Path) -> None:
    text = Path(SMALL).read_text("utf-8")
    item = '<phenomena><realization id="9" test="Saldrán."/></phenomena>'
    (tmp_path / "s.xml").write_text(text.replace("</suite>", f"{item}</suite>"), encoding="utf-8")
    shutil.copy(GOLD, tmp_path / "s.conllu")
    with pytest.raises(UsageError, match="choose one with --section"):
        run_suite(SuitePart(str(tmp_path / "s.xml")), SuiteStages([PARSED]), str(tmp_path / "run"), Plan([]))
    kept = run_suite(
        SuitePart(str(tmp_path / "s.xml"), "structure"), SuiteStages([PARSED]), str(tmp_path / "run"), Plan([])
    )
    assert [node.name for node in score_suite(kept).sections] == ["structure"]


def test_two_parsers_paired(tmp_path: Path) -> None:
    a, b = run(tmp_path, PARSED, "a"), run(tmp_path, GOLD, "b")
    compared = compare_suites(a, b, intervals=True)
    found = compared.pairs
    assert [(one.path, one.both, one.only_a, one.only_b, one.neither) for one in found[:2]] == [
        ("structure", 4, (), ("0004", "0005"), 0),
        ("structure/intraclause", 3, (), ("0004", "0005"), 0),
    ]
    assert found[0].difference is not None
    assert found[0].difference.value == pytest.approx(-1 / 3)
    assert found[0].as_json()["difference"]["pairs"] == 6
    assert all(one.difference is None for one in compare_suites(a, b).pairs)
    assert {one.depth for one in compared.down_to(1).pairs} == {0, 1}
    assert compared.down_to(None).pairs == found
    for signature, system in zip(compared.signatures, (PARSED, GOLD), strict=True):
        assert f"|system:recorded:{system} sha256:" in signature, "so that two pairs never print the same"


def test_a_comparison_tells_that_sections_are_counted_together(tmp_path: Path) -> None:
    kept = run(tmp_path)
    note = "structure and order are counted together here, which are of different kinds: see --by section"
    found = compare([kept, kept], measure("links"), Reading(by=["section"]), tests=()).compared[0]
    assert note in found.whole.flags
    assert all(note not in difference.flags for difference, _ in found.by["section"].values())


def test_runs_of_different_suites_are_not_compared(tmp_path: Path) -> None:
    a, b = run(tmp_path, name="a"), run(tmp_path, name="b", section="order")
    with pytest.raises(UsageError, match="runs of different suites"):
        compare_suites(a, b)
