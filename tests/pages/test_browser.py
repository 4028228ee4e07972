"""The page in a browser: it stands alone, fits, sorts, and nothing that the data hold comes alive."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import murho
from murho.core.case import Answers, Cases
from murho.core.meaning import UNDEFINED
from murho.core.regression import fit
from murho.figures import ComparedSubject, values_of_comparison
from murho.measures import measure
from murho.measures.dependencies.dependencies import dependencies
from murho.pages.alignments import write_alignments
from murho.pages.compared import write_compared
from murho.pages.report import write_report
from murho.pages.sheets import Drawing, Sheet, write_sheets
from murho.pages.trees import write_trees
from murho.pipeline.aligning.alignment_counts import look_through
from murho.pipeline.aligning.tree_alignment import stretches
from murho.pipeline.comparing.compare import compare
from murho.pipeline.comparing.sides import AnswerFile
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.tree_files import score_trees
from murho.pipeline.sources import Pairing
from murho.sheets.drawing.scatter import Plot, Point, scatter
from murho.store import Run
from murho.views.gate import Told
from murho.views.sheets import Grid

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PAGES = ("plain", "hostile", "words", "alignments", "plots", "parsed", "trees", "compared", "several", "asked")
PARSING = Path(__file__).resolve().parents[2] / "examples" / "parsing"
SIZES = (1280, 420)


@pytest.fixture(scope="module")
def pages(
    tmp_path_factory: pytest.TempPathFactory, record: Callable[..., Run], hostile_run: Run, hostile: Sequence[str]
) -> dict[str, Path]:
    """A page of meanings under every μ and ρ, one of hostile data, one of aligned words; alignments, and drawings."""
    folder = tmp_path_factory.mktemp("pages")
    n = 240
    said: list[Any] = [({"a": 1}, {"b": 2}), UNDEFINED, (), ({"a": 1},), ({"a": 1, "c": 3},)]
    ids = [f"q{i}" for i in range(n)]
    cases = Cases(
        ids,
        [f"where is number {i}, please, and when does it open" for i in range(n)],
        [({"a": 1}, {"b": 2})] * n,
        features={
            "a_feature_with_a_long_name": [f"one_of_many_long_groups_{i % 14:02}" for i in range(n)],
            "topic": [("fees", "hours", "loans of a very long kind", "cards")[i * i % 4] for i in range(n)],
            "count": [1 + i % 50 for i in range(n)],
        },
    )
    answers = Answers(ids, [said[i * 7 % 5] for i in range(n)], seconds=[0.001 * (1 + i % 90) for i in range(n)])
    meant = record(folder / "meant", cases, answers, ("meanings(shifting=mu3())", "meanings", "graded"))
    spoken = [f"i want to go from bonn to berlin at {i} and back in an incomprehensibilities" for i in range(n)]
    heard: list[Any] = [(" ".join(s.split()[i % 5 :][:: 1 + i % 2] + ["uh"] * (i % 3)),) for i, s in enumerate(spoken)]
    words = record(folder / "words", Cases(ids, spoken, [(s,) for s in spoken]), Answers(ids, heard), ("words",))
    weights = ["given", "frequency('count')", "information"]
    write_report(meant, folder / "plain.html", weights=weights)
    write_report(hostile_run, folder / "hostile.html", axes=[("loss", "tags"), ("<i>kind</i>", "tags")])
    write_report(words, folder / "words.html")
    write_hostile_comparison(folder / "compared.html", hostile_run, hostile)
    write_three_systems(folder, record)
    write_asked_again(folder / "asked.html")
    write_hostile_alignments(folder / "alignments.html", hostile)
    write_drawings(folder / "plots.html", hostile)
    write_report(parsed_run(folder / "parsed", record, hostile), folder / "parsed.html", worst=30)
    files = str(PARSING / "gold.conllu"), str(PARSING / "system.conllu")
    how = dependencies()
    score = score_trees(how, *files, "conllu")
    write_trees(folder / "trees.html", stretches(how, *files, "conllu"), score, hostile[0])
    return {name: folder / f"{name}.html" for name in PAGES}


def parsed_run(folder: Path, record: Callable[..., Run], hostile: Sequence[str]) -> Run:
    """Trees, some of them long, of hostile words and relations, by a system that takes every word for an object."""
    golds, saids = [], []
    for i, text in enumerate([*hostile, *["word"] * 4]):
        form = "".join(text.encode("utf-8", "replace").decode().split()).replace("\0", "") or "_"
        words = [form[:200], "w", *["word"] * (7 * (i % 7))]
        golds.append(chain(words, form[:60], 1))
        saids.append(chain(words, "obj", 3))
    ids = [f"t{i}" for i in range(len(golds))]
    answers: list[Any] = [UNDEFINED if i % 5 == 4 else (said,) for i, said in enumerate(saids)]
    cases = Cases(ids, ["a sentence"] * len(ids), [(gold,) for gold in golds])
    return record(folder, cases, Answers(ids, answers), ("dependencies", "dependencies(score='uas')"))


def chain(words: Sequence[str], relation: str, step: int) -> str:
    """A tree in which every word hangs from the one so many places before it, or from the first."""
    rows = [
        f"{i}\t{word}\t_\tX\t_\t_\t{max(1, i - step) if i > 1 else 0}\t{relation if i > 1 else 'root'}\t_\t_\n"
        for i, word in enumerate(words, 1)
    ]
    return "".join(rows)


def write_hostile_comparison(path: Path, run: Run, hostile: Sequence[str]) -> None:
    """The hostile run beside itself with answers turned round, in slices, with a gate that failed."""
    turned = AnswerFile(Path(hostile[1]), Path("x"), run.cases(), Answers(run.cases().ids, [("yes",)] * len(hostile)))
    reading, judge = Reading(by=("<i>kind</i>",)), measure("meanings")
    found = compare([run, turned], judge, reading, resamples=99)
    values = values_of_comparison(ComparedSubject(found, [run, turned], judge, reading, on_pages=True))
    write_compared([(found, values)], path, title=hostile[0], gate=[Told(hostile[3], True), Told(hostile[8], False)])


def write_three_systems(folder: Path, record: Callable[..., Run]) -> None:
    """Labels of three systems, each right more often and slower than the one before, side by side."""
    n = 60
    ids = [f"q{i}" for i in range(n)]
    cases = Cases(ids, [f"where is number {i}" for i in range(n)], [("a",)] * n, features={"day": ["mo", "tu"] * 30})
    runs = []
    for name, right, seconds in (("tiny", 2, 0.01), ("small", 3, 0.1), ("large", 5, 1.0)):
        said: list[Any] = [("a",) if i % right else ("b",) for i in range(n)]
        took = [seconds * (1 + i % 3) for i in range(n)]
        runs.append(record(folder / name, cases, Answers(ids, said, seconds=took), ("labels",)))
    reading, judge = Reading(by=("day",)), measure("labels")
    found = compare(runs, judge, reading, resamples=99)
    values = values_of_comparison(ComparedSubject(found, runs, judge, reading, on_pages=True))
    write_compared([(found, values)], folder / "several.html")


def write_asked_again(path: Path) -> None:
    """The report of labels that were asked three times, from a system that does not always say the same."""
    asked = Counter[str]()

    def draws(text: str) -> str:
        asked[text] += 1
        return "a" if len(text.split()) % 3 or asked[text] == 2 else "b"

    cases = [{"id": f"q{i}", "expression": "now " * (1 + i % 5), "reference": ["a"], "day": i % 2} for i in range(20)]
    murho.run(cases, draws, measures="labels", repeat=3).report(path, title="Our desk")


def write_hostile_alignments(path: Path, hostile: Sequence[str]) -> None:
    """Every hostile text against another one, with all lists and tables."""
    # A file of text has no NUL bytes, and no blanks but single ones.
    texts = [" ".join(text.encode("utf-8", "replace").decode().replace("\0", " ").split()) for text in hostile]
    files = [path.with_suffix(suffix) for suffix in (".said", ".heard", ".keys")]
    for file, column in zip(files, (texts, [*texts[3:], *texts[:3]], [texts[0], "שלום", "x" * 5000]), strict=True):
        file.write_text("".join(f"{text}\n" for text in column), encoding="utf-8")
    said, heard, keys = map(str, files)
    reading, pairing = Reading(by=("length", "id")), Pairing("text")
    passing, found = look_through(measure("words"), said, heard, reading, pairing, keywords=keys, rare=True)
    write_alignments(path, passing, found, hostile[0])


def write_drawings(path: Path, hostile: Sequence[str]) -> None:
    """A scatter of points with hostile names, and its table."""
    points = [
        Point(10.0 * i, 8.0 * i + i % 3, text, i + 1, (9.0 * i, 11.0 * i), None) for i, text in enumerate(hostile)
    ]
    line = fit([p.x for p in points], [p.y for p in points], level=0.95)
    svg = scatter(points, Plot(hostile[0], hostile[1], "concepts"), line)
    table = Grid(("name", "words", "concepts"), [(p.name, [f"{p.x:.1f}", f"{p.y:.1f}"]) for p in points])
    sheet = Sheet("drawing", hostile[3], [Drawing(svg, hostile[2]), table])
    write_sheets(str(path), hostile[0], "drawings", list(hostile), [sheet], "murho|x")


@pytest.fixture
def opened(chromium: Any, pages: dict[str, Path]) -> Iterator[Callable[..., Any]]:
    """Open a page; whatever it asks of a network, logs or throws fails the test."""
    contexts, complaints = [], []

    def open_page(name: str, **settings: Any) -> Any:
        width = settings.pop("width", 1280)
        context = chromium.new_context(viewport={"width": width, "height": 900}, **settings)
        contexts.append(context)
        page = context.new_page()
        file = pages[name].as_uri()
        page.on("request", lambda request: request.url in (file, "data:,") or complaints.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: (complaints.append(dialog.message), dialog.dismiss()))
        page.goto(file)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_sticks_out(name: str, width: int, scheme: str, opened: Callable[..., Any]) -> None:
    page = opened(name, width=width, color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    outside = page.evaluate(
        """() => [...document.querySelectorAll('main *')]
            .filter(one => !one.closest('.scroll, .hidden, .skip'))
            .filter(one => one.getBoundingClientRect().right > innerWidth + 1)
            .map(one => one.outerHTML.slice(0, 120))"""
    )
    assert outside == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_bars_nobody(name: str, opened: Callable[..., Any], barriers: Callable[[Any], list[str]]) -> None:
    """Wide and light, narrow and dark, axe finds nothing serious; screenshots go where MURHO_SCREENSHOTS says."""
    page = opened(name)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    for width, scheme in zip(SIZES, ("light", "dark"), strict=True):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        if shots := os.environ.get("MURHO_SCREENSHOTS"):
            page.screenshot(path=f"{shots}/{name}-{width}-{scheme}.png", full_page=True)
        assert barriers(page) == [], (width, scheme)


def test_drawings_of_points_are_seen_whole(opened: Callable[..., Any]) -> None:
    for width in SIZES:
        page = opened("plots", width=width)
        cut = "all => all.filter(one => one.closest('.scroll').scrollWidth > one.closest('.scroll').clientWidth).length"
        assert page.locator("svg.scatter").count() == 1
        assert page.locator("svg.scatter").evaluate_all(cut) == 0


def test_a_table_that_is_cut_is_shaded_at_the_side(opened: Callable[..., Any]) -> None:
    page = opened("plain", width=420)
    table = page.locator(".scroll:has(.heat)").first
    assert table.evaluate("one => one.scrollWidth > one.clientWidth + 50")
    style = table.evaluate("one => [getComputedStyle(one).backgroundImage, getComputedStyle(one).backgroundAttachment]")
    assert style[0].count("gradient") == 4
    assert style[1] == "local, local, scroll, scroll", "the shade stays, and what hides it at the end moves along"


def test_many_alignments_are_folded(chromium: Any, tmp_path: Path, expect: Any) -> None:
    files = [tmp_path / name for name in ("said.txt", "heard.txt")]
    for file, last in zip(files, ("bonn", "born"), strict=True):
        file.write_text("".join(f"i want to go to berlin at {i} and not to {last}\n" for i in range(500)))
    write_alignments(tmp_path / "page.html", *look_through(measure("words"), *map(str, files)), "heard")
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.goto((tmp_path / "page.html").as_uri())
    folds = page.locator("#utterances > details")
    assert folds.count() == 10
    assert page.evaluate("document.documentElement.scrollHeight") < 12_000
    folds.nth(9).locator("summary").first.click()
    expect(folds.nth(9).locator("article").last).to_be_visible()
    page.close()


@pytest.mark.parametrize(
    ("name", "section"),
    [
        ("hostile", "worst"),
        ("compared", "changes"),
        ("alignments", "utterances"),
        ("plots", "drawing"),
        ("parsed", "worst"),
    ],
)
def test_injected_markup_stays_dead(name: str, section: str, opened: Callable[..., Any]) -> None:
    page = opened(name)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    page.evaluate(
        """() => document.querySelectorAll('body *').forEach(one => ['mouseover', 'focus', 'error', 'load'].forEach(
            name => one.dispatchEvent(new Event(name))))"""
    )
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("document.scripts.length") == 1
    assert page.evaluate("document.querySelectorAll('img, iframe, object, embed, form, base').length") == 0
    assert page.evaluate("getComputedStyle(document.querySelector('main')).display") == "block"
    assert "<script>window.hacked" in page.inner_text(f"#{section}")


def test_a_script_that_slipped_in_would_not_run(chromium: Any, pages: dict[str, Path], tmp_path: Path) -> None:
    """The second wall: even unescaped, no script and no handler runs, and nothing is fetched."""
    text = pages["plain"].read_text(encoding="utf-8")
    evil = "<script>window.hacked = 1</script><img src='https://example.invalid/x.png' onerror='window.hacked = 2'>"
    (tmp_path / "evil.html").write_text(text.replace("<main>", f"<main>{evil}", 1), encoding="utf-8")
    page = chromium.new_page()
    page.goto((tmp_path / "evil.html").as_uri())
    assert page.evaluate("document.querySelectorAll('main img').length") == 1
    assert page.evaluate("window.hacked") is None
    page.close()


def test_trees_can_be_scrolled_and_told_apart(opened: Callable[..., Any]) -> None:
    page = opened("parsed", width=420)
    wide = page.evaluate(
        """() => [...document.querySelectorAll('#worst .scroll')]
            .filter(one => one.querySelector('svg.trees') && one.scrollWidth > one.clientWidth).length"""
    )
    assert wide > 5
    assert page.evaluate("document.querySelectorAll('svg.trees').length") == 16
    styles = page.evaluate(
        """() => Object.fromEntries(['right', 'missed', 'head', 'label'].map(kind => {
            const path = document.querySelector(`svg.trees .${kind} path`);
            const style = path && getComputedStyle(path);
            return [kind, style && `${style.strokeDasharray} ${style.strokeWidth}`];
        }))"""
    )
    assert len(set(styles.values())) == 4  # by line, not by colour


def test_labels_of_trees_do_not_overlap(opened: Callable[..., Any]) -> None:
    page = opened("trees")
    assert page.evaluate(
        """() => [...document.querySelectorAll('svg.trees')].flatMap(svg => {
            const boxes = [...svg.querySelectorAll('text')].map(one => one.getBBox());
            return boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => a.x < b.x + b.width - 1
                && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 6 && b.y < a.y + a.height - 6));
        }).length"""
    ) == 0  # fmt: skip


def test_tables_sort_by_a_click_on_a_heading(opened: Callable[..., Any], expect: Any) -> None:
    page = opened("plain")
    table = page.locator("#slices table.sortable").first
    before = [row.split("\t")[0] for row in table.locator("tbody").inner_text().splitlines()]
    heading = table.locator("thead th").nth(1)

    def values() -> list[float]:
        cells = table.locator("tbody td:nth-child(2)").evaluate_all("all => all.map(one => Number(one.dataset.v))")
        return [float(value) for value in cells]

    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "descending")
    assert values() == sorted(values(), reverse=True)
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "ascending")
    assert values() == sorted(values())
    group = table.locator("thead th").first
    group.get_by_role("button").press("Enter")
    expect(group).to_have_attribute("aria-sort", "ascending")
    assert [row.split("\t")[0] for row in table.locator("tbody").inner_text().splitlines()] == before
    assert heading.get_attribute("aria-sort") is None


def test_the_page_says_the_same_without_scripts(opened: Callable[..., Any]) -> None:
    with_script, without = opened("plain"), opened("plain", java_script_enabled=False)
    for section in ("#headline", "#crossed", "#profile", "#worst"):
        assert without.locator(section).inner_text() == with_script.locator(section).inner_text()
    assert without.locator("#slices th button").count() == 0
    assert with_script.locator("#slices th button").count() > 0


def test_the_signature_is_copied(opened: Callable[..., Any]) -> None:
    page = opened("plain")
    button = page.locator("#settings .copybox button").first
    button.evaluate(  # what it says it says for a moment, and the clipboard answers when it likes
        """button => {
            window.told = [];
            new MutationObserver(() => told.push(button.textContent)).observe(button, {childList: true});
        }"""
    )
    button.click()
    page.wait_for_function("() => told.includes('copied') || told.includes('selected')")
    assert page.locator("#settings pre").first.inner_text().startswith("murho|measure:meanings(")


def test_the_contents_stay_in_sight_on_wide_screens_only(opened: Callable[..., Any]) -> None:
    wide, narrow = opened("plain", width=1280), opened("plain", width=420)
    for page in (wide, narrow):
        page.evaluate("window.scrollTo(0, 3000)")
    assert wide.locator("nav.contents").bounding_box()["y"] == pytest.approx(0, abs=1)
    assert narrow.locator("nav.contents").bounding_box()["y"] < -1000
    for link in wide.locator("nav.contents a").all():
        assert wide.locator(link.get_attribute("href")).count() == 1


def test_every_control_can_be_reached_and_named(opened: Callable[..., Any]) -> None:
    page = opened("plain")
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('a, button, summary, [tabindex], section')]
            .filter(one => !(one.textContent.trim() || one.getAttribute('aria-label')))
            .map(one => one.outerHTML.slice(0, 100))"""
    )
    assert unnamed == []
    assert page.evaluate("document.querySelectorAll('h1').length") == 1
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(one => one.id)")
    assert len(ids) == len(set(ids))
    missing = page.evaluate(
        """() => [...document.querySelectorAll('[aria-labelledby]')]
            .filter(one => !document.getElementById(one.getAttribute('aria-labelledby'))).length"""
    )
    assert missing == 0


def test_it_prints(opened: Callable[..., Any]) -> None:
    page = opened("plain", width=720, color_scheme="dark")
    page.emulate_media(media="print")
    assert not page.locator("nav.contents").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 720
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.pdf(format="A4").startswith(b"%PDF")


def ends(address: str) -> re.Pattern[str]:
    """The addresses that end so."""
    return re.compile(re.escape(address) + "$")


def test_cases_are_found_and_their_address_finds_them_again(opened: Callable[..., Any], expect: Any) -> None:
    page = opened("plain")
    found = page.locator("#cases .found")
    expect(found).to_have_text("240 of 240 cases")
    page.get_by_label("search").fill("OPEN q177")
    texts = page.locator("#cases .results .expression")
    expect(texts).to_have_text(["where is number 177, please, and when does it open"])
    page.get_by_role("button", name="clear").click()
    page.locator("#slices a", has_text="fees").first.click()
    fees = [i for i in range(240) if i * i % 4 == 0]
    expect(found).to_have_text(f"{len(fees)} of 240 cases")
    page.locator("#cases select").first.select_option("⊥ undefined")
    undefined = [i for i in fees if i * 7 % 5 == 1]
    expect(found).to_have_text(f"{len(undefined)} of 240 cases")
    address = "cases?outcome=%E2%8A%A5%20undefined&topic=fees"
    expect(page).to_have_url(ends(f"#{address}"))
    page.reload()
    expect(found).to_have_text(f"{len(undefined)} of 240 cases")
    page.goto(page.url.replace(address, "cases"))
    expect(found).to_have_text("240 of 240 cases")
    page.locator("#cases .results a.id").first.click()
    expect(found).to_have_text(re.compile("^1 of 240 cases; id = q"))


def test_hostile_cases_are_texts_in_the_finder(opened: Callable[..., Any], expect: Any) -> None:
    page = opened("hostile")
    page.get_by_label("search").fill("window.hacked = 1")
    expect(page.locator("#cases .results")).to_contain_text("<script>window.hacked = 1</script>")
    for control in page.locator("#cases select").all():
        control.select_option(index=1)
    page.get_by_role("button", name="clear").click()
    assert page.evaluate("window.hacked") is None


def test_the_reader_chooses_the_pair(opened: Callable[..., Any], expect: Any) -> None:
    page = opened("several")
    found, pair = page.locator("#cases .found"), page.locator("#cases label.whole select")
    assert pair.locator("option").all_inner_texts() == ["small against tiny", "large against tiny"]
    page.locator("#cases").get_by_label("outcome").select_option("fixed")
    fixed = [sum(i % 2 == 0 and i % right != 0 for i in range(60)) for right in (3, 5)]
    expect(found).to_have_text(f"{fixed[0]} of 60 cases")
    pair.select_option("large against tiny")
    expect(found).to_have_text(f"{fixed[1]} of 60 cases")  # what was chosen stays chosen
    expect(page).to_have_url(ends("#cases?pair=2&outcome=fixed"))
    page.reload()
    expect(found).to_have_text(f"{fixed[1]} of 60 cases")
    page.locator("#changes a", has_text="broken").first.click()
    expect(found).to_have_text(f"{sum(i % 2 != 0 and i % 3 == 0 for i in range(60))} of 60 cases")
    expect(page).to_have_url(ends("#cases?outcome=broken"))
    page.locator("#changes a", has_text="mo").nth(1).click()
    expect(found).to_have_text("30 of 60 cases")
    expect(pair).to_have_value("1")


def test_systems_stand_where_their_figures_are(opened: Callable[..., Any]) -> None:
    page = opened("several")
    places = page.locator("#spending circle").evaluate_all(
        "all => all.map(one => [one.textContent, +one.getAttribute('cx'), +one.getAttribute('cy')])"
    )
    told = sorted(places)
    assert [one[0] for one in told] == ["large: π 0.2000, 2 s", "small: π 0.3333, 200 ms", "tiny: π 0.5000, 20 ms"]
    large, small, tiny = told
    assert large[1] - small[1] == pytest.approx(small[1] - tiny[1], abs=0.2)  # ten times as long is as far each time
    assert large[2] > small[2] > tiny[2]  # lower on the page is better


def test_what_repeated_askings_say_is_on_the_page(opened: Callable[..., Any]) -> None:
    text = opened("asked").inner_text("#repeats")
    for told in (
        "Each case was asked 3 times",
        "right at least once in 3\t",
        "right always in 3\t",
        "within cases",
    ):
        assert told in text, told
