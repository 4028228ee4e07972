"""The tree of phenomena on the page: its figures, its sentences, and that it folds without any script."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from murho.figures.phenomena import phenomena_of
from murho.pages.report import write_report
from murho.pipeline.runs.plan import Plan
from murho.pipeline.suites.runs import SuitePart, SuiteStages, run_suite
from murho.store import Run
from murho.views.evidence import gather
from murho.views.slices import default_features

EXAMPLES = Path(__file__).parents[2] / "examples" / "suites"


@pytest.fixture
def kept(tmp_path: Path) -> Run:
    return run_suite(
        SuitePart(str(EXAMPLES / "small.xml")),
        SuiteStages([str(EXAMPLES / "parsed.conllu")]),
        str(tmp_path / "run"),
        Plan([]),
    )


def test_the_figures_of_each_node(kept: Run) -> None:
    found = phenomena_of(gather(kept, None, None))
    assert found is not None
    structure, order = found.score.sections
    assert (structure.name, structure.unweighed) == ("structure", 2)
    nouns = next(node for node in structure.walk() if node.name == "noun")
    assert (nouns.right, nouns.cases, nouns.covered, nouns.pi_by_frequency, nouns.las) == (0, 2, 0, 1.0, 0.7)
    unweighed = {node.name: node.unweighed for node in structure.walk()}
    assert [unweighed[name] for name in ("structure", "head", "noun")] == [2, 1, 1]
    wrong = [leaf for leaf in nouns.own if not leaf.right]
    assert [leaf.id for leaf in wrong] == ["0004", "0005"]
    assert all(found.words[leaf.id] for leaf in wrong)
    assert {leaf.id for top in found.score.sections for leaf in top.leaves if not leaf.right} == set(found.words)
    assert [(node.depth, bool(node.children)) for node in order.walk()] == [
        (0, True), (1, True), (2, True), (3, False), (1, True), (2, True), (3, False)
    ]  # fmt: skip


def test_what_is_deep_is_folded(kept: Run, tmp_path: Path) -> None:
    write_report(kept, tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text("utf-8")
    depths = re.findall(r'<details class="node d(\d+)"( open)?>', page)
    assert depths
    assert {depth for depth, opened in depths if opened} == {"0", "1"}


def test_every_figure_has_a_head(kept: Run, tmp_path: Path) -> None:
    """So that no column of one line stands below another's name: as many cells in a line as in the heads."""
    (tmp_path / "w.jsonl").write_text('{"id": "1", "expression": "a", "phenomenon": "x", "freq": 0.5}\n')
    weighed = run_suite(
        SuitePart(str(tmp_path / "w.jsonl")), SuiteStages(["json:dumps"]), str(tmp_path / "w"), Plan([])
    )
    accepting = ["accepted", "of all", "overgenerated", "Σρ", "π by ρ"]
    for one, expected in ((kept, ["right", "of all", "covered", "Σρ", "null", "π by ρ", "LAS"]), (weighed, accepting)):
        write_report(one, tmp_path / "r.html")
        page = (tmp_path / "r.html").read_text("utf-8")
        section = page[page.index('id="phenomena"') :].partition("</section>")[0]
        heads = re.findall(
            r'<span class="n">(.*?)</span>', section.partition('class="heads"')[2].partition("<details")[0]
        )
        assert heads == expected
        first = section.partition("<summary>")[2].partition("</summary>")[0]
        assert len(re.findall(r'<span class="n">', first)) == len(heads)


def test_a_suite_is_not_sliced_by_its_importances(kept: Run) -> None:
    chosen, skipped = default_features(gather(kept, ["links"], None))
    assert {"freq", "share", "structure_frequency", "order_frequency"} <= kept.cases().features.keys()
    assert {"section", "phenomenon", "link"} <= set(chosen)
    assert not {name for name in (*chosen, *dict(skipped)) if name in ("freq", "share") or "frequency" in name}


def test_another_run_has_no_tree(tmp_path: Path) -> None:
    (tmp_path / "m.jsonl").write_text('{"id": "1", "expression": "a", "phenomenon": "x/y"}\n')
    plain = run_suite(
        SuitePart(str(tmp_path / "m.jsonl")), SuiteStages(["json:dumps"]), str(tmp_path / "run"), Plan([])
    )
    found = phenomena_of(gather(plain, None, None))
    assert found is not None
    (top,) = found.score.sections
    assert ("wellformed" in top.counts, top.mass, top.las) == (True, 0, None)
    evidence = gather(plain, None, None)
    evidence.cases.features.pop("phenomenon")
    assert phenomena_of(evidence) is None


def test_what_the_data_say_stays_text(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script>"
    (tmp_path / "m.jsonl").write_text(
        f'{{"id": "{hostile}", "expression": "{hostile}", "phenomenon": ["{hostile}", "b"]}}\n'
    )
    plain = run_suite(
        SuitePart(str(tmp_path / "m.jsonl")), SuiteStages(["json:dumps"]), str(tmp_path / "run"), Plan([])
    )
    write_report(plain, tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text("utf-8")

    class Scripts(HTMLParser):
        count = 0

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.count += tag == "script"

    parser = Scripts()
    parser.feed(page)
    assert parser.count == 1
    assert "alert(1)" in page


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 420])
def test_it_folds_without_a_script_and_fits(kept: Run, tmp_path: Path, width: int, chromium: Any, expect: Any) -> None:
    write_report(kept, tmp_path / "r.html")
    page = chromium.new_page(java_script_enabled=False, viewport={"width": width, "height": 900})
    page.goto(f"file://{tmp_path / 'r.html'}")
    sentence = page.locator("#phenomena .lines bdi", has_text="Es acusada.")
    assert not sentence.is_visible()
    for name in ("verb phrase", "child", "verb"):
        page.locator("#phenomena summary:visible", has_text=name).filter(
            has=page.get_by_text(name, exact=True)
        ).last.click()
    page.locator("#phenomena .rest > summary:visible").last.click()
    expect(sentence).to_be_visible()
    for lines in page.locator("#phenomena .lines:visible").all():  # sentences wrap, whatever their table needs
        box = lines.bounding_box()
        assert box["x"] + box["width"] <= width
    page.locator("#phenomena summary:visible", has_text="all").first.click()
    expect(sentence).to_be_hidden()
    box = page.locator("#phenomena").bounding_box()
    assert box["x"] + box["width"] <= width
    page.close()
