"""The tree of phenomena on the page: its figures, its sentences, and that it folds without any script."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from murho.measures import measure
from murho.pipeline.run import Plan
from murho.pipeline.suites import run_suite
from murho.report.html.evidence import gather
from murho.report.html.page import write_report
from murho.report.html.phenomena import Branch, phenomena
from murho.report.html.slices import default_features
from murho.store import Run

EXAMPLES = Path(__file__).parents[2] / "examples" / "suites"
WEIGHTS = ["right by ρ", "Σρ", "null"]
CHROMIUM = Path("/usr/bin/chromium")


@pytest.fixture
def kept(tmp_path: Path) -> Run:
    return run_suite(str(EXAMPLES / "small.xml"), [str(EXAMPLES / "parsed.conllu")], str(tmp_path / "run"), Plan([]))


def branches(top: Branch) -> list[Branch]:
    return [top, *(one for child in top.children for one in branches(child))]


def test_the_figures_of_each_branch(kept: Run) -> None:
    structure, order = phenomena(gather(kept, None, None))
    assert (structure.section, structure.unweighed, structure.accepting, structure.weighed) == (
        "structure",
        2,
        False,
        True,
    )
    nouns = next(one for one in branches(structure.top) if one.name == "noun")
    assert (nouns.right, nouns.cases, nouns.covered, nouns.by_frequency, nouns.las) == (0, 2, 0, 0.0, 0.7)
    assert [one.unweighed for one in branches(structure.top) if one.name in ("all", "head", "noun")] == [2, 1, 1]
    assert [line.id for line in nouns.wrong_lines] == ["0004", "0005"]
    assert all("<svg" in line.trees for line in nouns.wrong_lines)
    assert [one.open for one in branches(order.top)] == [True, True, False, False, True, False, False]


def test_every_figure_has_a_head(kept: Run, tmp_path: Path) -> None:
    """So that no column of one line stands below another's name: as many cells in a line as in the heads."""
    (tmp_path / "w.jsonl").write_text('{"id": "1", "expression": "a", "phenomenon": "x", "freq": 0.5}\n')
    weighed = run_suite(str(tmp_path / "w.jsonl"), ["json:dumps"], str(tmp_path / "w"), Plan([]))
    accepting = ["well-formed accepted", "share", "ill-formed accepted", *WEIGHTS]
    for one, expected in ((kept, ["right", "covered", *WEIGHTS, "LAS"]), (weighed, accepting)):
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
    chosen, skipped = default_features(kept.cases(), measure("links"))
    assert {"freq", "share", "structure_frequency", "order_frequency"} <= kept.cases().features.keys()
    assert {"section", "phenomenon", "link"} <= set(chosen)
    assert not {name for name in (*chosen, *dict(skipped)) if name in ("freq", "share") or "frequency" in name}


def test_another_run_has_no_tree(tmp_path: Path) -> None:
    (tmp_path / "m.jsonl").write_text('{"id": "1", "expression": "a", "phenomenon": "x/y"}\n')
    plain = run_suite(str(tmp_path / "m.jsonl"), ["json:dumps"], str(tmp_path / "run"), Plan([]))
    (tree,) = phenomena(gather(plain, None, None))
    assert (tree.accepting, tree.weighed, tree.parsed) == (True, False, False)
    evidence = gather(plain, None, None)
    evidence.cases.features.pop("phenomenon")
    assert phenomena(evidence) == []


def test_what_the_data_say_stays_text(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script>"
    (tmp_path / "m.jsonl").write_text(
        f'{{"id": "{hostile}", "expression": "{hostile}", "phenomenon": ["{hostile}", "b"]}}\n'
    )
    plain = run_suite(str(tmp_path / "m.jsonl"), ["json:dumps"], str(tmp_path / "run"), Plan([]))
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
def test_it_folds_without_a_script_and_fits(kept: Run, tmp_path: Path, width: int) -> None:
    if not CHROMIUM.exists():
        pytest.skip(f"no browser at {CHROMIUM}; install Debian's chromium")
    playwright = pytest.importorskip("playwright.sync_api")
    write_report(kept, tmp_path / "r.html")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        page = browser.new_page(java_script_enabled=False, viewport={"width": width, "height": 900})
        page.goto(f"file://{tmp_path / 'r.html'}")
        sentence = page.locator("#phenomena .lines bdi", has_text="Es acusada.")
        assert not sentence.is_visible()
        for name in ("verb phrase", "child", "verb"):
            page.locator("#phenomena summary:visible", has_text=name).filter(
                has=page.get_by_text(name, exact=True)
            ).last.click()
        page.locator("#phenomena .rest > summary:visible").last.click()
        assert sentence.is_visible()
        for lines in page.locator("#phenomena .lines:visible").all():  # sentences wrap, whatever their table needs
            box = lines.bounding_box()
            assert box["x"] + box["width"] <= width
        page.locator("#phenomena summary:visible", has_text="all").first.click()
        assert not sentence.is_visible()
        box = page.locator("#phenomena").bounding_box()
        assert box["x"] + box["width"] <= width
        browser.close()
