"""The page: what it says is what the figures say, and whatever the data hold stays text."""

import re
import subprocess
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.measures.alignment import align
from murho.pages.rendering import render
from murho.pages.report import drawn, write_report
from murho.pipeline.runs.show import figures, profiled
from murho.pipeline.scoring.reading import Reading
from murho.sheets import legible
from murho.store import Run
from murho.views.evidence import gather
from murho.views.maps import heat_map
from murho.views.record import command
from murho.views.report import report
from murho.weighting import weighting

Written = Callable[..., Any]
Reader = Callable[[str], Any]
Recorder = Callable[..., Run]
Suite = Callable[..., tuple[Cases, Answers]]


def rows_of(table: Any) -> list[list[str]]:
    body = table.find("tbody")[0]
    return [
        [" ".join(cell.text.split()) for cell in row.children if not isinstance(cell, str)] for row in body.find("tr")
    ]


# --- what the page says


def test_the_headline_is_the_figure_of_the_run(plain: Run, written: Written) -> None:
    root = written(plain)
    card = root.by_id("headline").find("article", "main")[0]
    score = figures(plain, measure("meanings(shifting=mu3())"))
    value, (low, high) = score.value or 0.0, score.interval
    for shown in (
        f"π {value:.3f}",
        f"{low:.3f} to {high:.3f}",
        f"{100 * (1 - value):.1f} %",
        score.figure.estimate.method,
        legible.count(score.figure.n),
        legible.amount(score.figure.numerator),
    ):
        assert shown in card.text
    assert [one.text.split()[1] for one in root.by_id("headline").find("p", "value")][1] == (
        legible.fraction(figures(plain, measure("graded")).value)
    )
    assert root.find("pre", "copy")[0].text == score.signature
    assert "see whether pages tell the truth" in root.find("header", "masthead")[0].text


def test_one_table_holds_every_measure_under_every_weighting(plain: Run, written: Written) -> None:
    measures = ["meanings", "meanings(shifting=mu2(0.5))", "graded"]
    weights = ["constant", "given", "frequency('count')"]
    root = written(plain, measures=measures, weights=weights)
    rows = rows_of(root.by_id("crossed").find("table")[0])
    assert len(rows) == 3
    for how, row in zip(measures, rows, strict=True):
        for rho, cell in zip(weights, row[1:], strict=True):
            score = figures(plain, measure(how), Reading(weight=weighting(rho)))
            assert cell.startswith(f"{score.value:.3f} {score.interval[0]:.3f} to {score.interval[1]:.3f}")


def test_a_single_measure_and_weighting_make_no_table(plain: Run, written: Written) -> None:
    text = written(plain, measures=["meanings"]).find("h2")
    assert not [title for title in text if "every μ and ρ" in title.text]


def test_the_profile_holds_the_shares_and_their_margins(plain: Run, written: Written) -> None:
    root = written(plain, measures=["meanings(shifting=mu3())"], axes=[("loss", "weight")])
    rows = rows_of(root.table("profile", "Share of the expressions by μ and ρ"))
    cells = profiled(plain, measure("meanings(shifting=mu3())"), ["relation", "weight"])
    assert [row[0].split(" μ = ")[0] for row in rows] == [
        "equal", "⊥ undefined", "∅ empty", "some", "more", "overlap", "disjoint"
    ]  # fmt: skip
    for row, relation in zip(rows, ["equal", "undefined", "empty", "some", "more", "overlap", "disjoint"], strict=True):
        for cell, weight in zip(row[1:4], (0.25, 0.5, 1.0), strict=True):
            share, cases = cells.share((relation, weight)), cells.cells[relation, weight].cases
            assert cell == f"{legible.percent(float(share))} {cases}"
    whole = heat_map(gather(plain, ["meanings(shifting=mu3())"], None), "loss", "weight")
    assert sum(int(one) for one in whole.cases) == 60


def test_axes_must_come_in_pairs(plain: Run, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a map has two"):
        write_report(plain, tmp_path / "x.html", axes=["loss", "weight"])
    with pytest.raises(InputError, match="no feature 'nowhere'"):
        write_report(plain, tmp_path / "x.html", axes=[("loss", "nowhere")])
    with pytest.raises(InputError, match="no feature 'nowhere'"):
        write_report(plain, tmp_path / "x.html", by=["nowhere"])
    assert not list(tmp_path.iterdir())


def test_slices_are_those_of_show(plain: Run, written: Written) -> None:
    root = written(plain, by=["topic", "tags"])
    score = figures(plain, measure("meanings(shifting=mu3())"), Reading(by=["topic", "tags"]))
    second = figures(plain, measure("graded"), Reading(by=["topic", "tags"]))
    for feature, groups in score.by.items():
        rows = rows_of(root.table("slices", feature))
        assert [row[0] for row in rows] == list(groups)
        for row, (name, one) in zip(rows, groups.items(), strict=True):
            assert row[1] == f"{one.value:.3f}"
            assert row[2].removeprefix("few ") == f"{one.low:.2f} to {one.high:.2f}"
            assert row[2].startswith("few") == bool(one.flags)
            both = one.simultaneous_interval
            assert row[3] == ("–" if both is None else f"{both[0]:.2f} to {both[1]:.2f}")
            assert row[5] == str(one.n)
            assert row[7] == (str(one.undefined) if one.undefined else "")
            assert row[8] == f"{second.by[feature][name].value:.3f}"


def test_outcomes_failures_and_causes_are_counted(plain: Run, written: Written) -> None:
    root = written(plain, measures=["meanings"])
    said = plain.answers()
    kinds = rows_of(root.table("outcomes", "What became of the expressions"))
    assert [int(row[1]) for row in kinds] == [9, 9, 9, 9, 8, 8, 8]
    failures = rows_of(root.table("outcomes", "Why answers are undefined"))
    counted = Counter((failure or "").split(":")[0] for failure in said.failures or () if failure)
    assert {row[0].split()[0]: int(row[1]) for row in failures} == counted
    rho = np.array(plain.cases().weights)
    tagged = [i for i, cause in enumerate(said.extras["cause"]) if cause]
    causes = rows_of(root.by_id("causes").find("table")[0])
    *named, untagged, whole = causes
    assert sorted(row[0] for row in named) == ["(not looked into)", "conceptual", "ellipsis", "linguistic"]
    wrong = [i for i in range(60) if i % 7]
    for row in named:
        assert int(row[1]) == len(tagged)
        assert row[2] == legible.amount(rho[tagged].sum())
        assert row[4] == legible.share(rho[tagged].sum(), rho[wrong].sum())
    assert (untagged[:2], whole[:2]) == (
        ["(not tagged)", str(len(wrong) - len(tagged))],
        ["all wrong answers", str(len(wrong))],
    )


def test_competence_is_listed_with_its_items(plain: Run, written: Written) -> None:
    assert not [
        one for one in written(plain, measures=["meanings"]).all() if one.attributes.get("id") == "competence"
    ], "where all weigh alike and all are covered it is the accuracy once more"
    section = written(plain, measures=["meanings"], bound=0.001).by_id("competence")
    figures = {row[0]: row[1] for row in rows_of(section.find("table")[0])}
    assert figures["linguistic coverage, ρ > 0.001"] == "60"
    assert figures["linguistic competence"] == "9"
    assert figures["habitability"] == "0.1500"
    understood = section.find("details", "block")[1]
    assert "Covered and understood 9" in understood.find("summary")[0].text
    assert {row[0] for row in rows_of(understood.find("table")[0])} == {f"q{i}" for i in range(0, 60, 7)}


def test_the_worst_items_show_undefined_and_empty_apart(plain: Run, written: Written) -> None:
    root = written(plain, measures=["meanings"], worst=60)
    items = {item.find("span", "id")[0].text.strip(): item for item in root.by_id("worst").find("article", "item")}
    assert len(items) == 51
    assert "⊥" in items["q1"].find("div", "sides")[0].text
    assert "∅" not in items["q1"].find("div", "sides")[0].text
    assert "TimeoutError: 5 s" in items["q1"].find("div", "failure")[0].text
    assert "∅ the empty set: the system says it means nothing here" in items["q2"].text
    marks = [li.attributes["class"] for li in items["q5"].find("ul", "set")[1].find("li")]
    assert marks == ["both", "wrong"]
    assert "topic" in items["q1"].find("dl", "features")[0].text


def test_an_empty_set_and_an_empty_text_are_told_apart(tmp_path: Path, written: Written, record: Recorder) -> None:
    cases = Cases(["a", "b"], ["", "poem"], [("",), ()])
    run = record(tmp_path / "run", cases, Answers(["a", "b"], [("x",), ("",)]))
    text = written(run).by_id("worst").text
    assert "the empty text" in text
    assert "the empty set: means nothing in the domain" in text


def test_words_are_aligned_as_they_are_counted(tmp_path: Path, written: Written, record: Recorder) -> None:
    spoken = ["i want to go to berlin", "to bonn", "when does it leave today", "yes"]
    heard: list[Any] = [("want to go to bonn",), ("two to bonn",), ("when it leaves",), UNDEFINED]
    ids = list("abcd")
    run = record(tmp_path / "run", Cases(ids, spoken, [(s,) for s in spoken]), Answers(ids, heard), ("words",))
    root = written(run)
    items = {item.find("span", "id")[0].text.strip(): item for item in root.by_id("worst").find("article", "item")}
    names = {"hit": "=", "sub": "S", "del": "D", "ins": "I"}
    for name, reference, answer in zip("abc", spoken, heard, strict=False):
        pairs = items[name].find("span", "pair")
        path = "".join(names[(pair.attributes["class"] or "").split()[1]] for pair in pairs)
        assert path == align(reference.split(), answer[0].split())
        assert [pair.find("bdi")[0].text for pair in pairs if "ins" not in (pair.attributes["class"] or "")] == (
            reference.split()
        )
    assert not items["d"].find("span", "pair")
    assert "⊥" in items["d"].text
    card = root.by_id("headline").text
    assert "word error rate" in card
    assert "word accuracy" in card


def test_labels_come_with_confusions_and_classes(tmp_path: Path, written: Written, record: Recorder) -> None:
    gold = ["hours", "fees", "fees", "loans"] * 5
    said = ["hours", "hours", "fees", "fees"] * 5
    ids = [str(i) for i in range(20)]
    run = record(
        tmp_path / "run", Cases(ids, gold, [(g,) for g in gold]), Answers(ids, [(s,) for s in said]), ("labels",)
    )
    root = written(run)
    table, *more = root.by_id("classes").find("table")
    confusions = rows_of(more[-1])
    assert sorted(confusions) == [["fees", "hours", "5"], ["loans", "fees", "5"]]
    classes = {row[0]: row[1:] for row in rows_of(table)}
    assert classes["hours"] == ["5", "10", "5", "0.5000", "1.0000", "0.6667"]


def test_an_unfinished_run_says_so(tmp_path: Path, written: Written, record: Recorder, plain_suite: Suite) -> None:
    cases, answers = plain_suite()
    run = record(tmp_path / "run", cases, Answers(answers.ids[:40], answers.answers[:40]))
    assert "20 expressions got no answer at all" in written(run).text
    run.write_record({**run.record, "state": "running"})
    assert "Not complete: 40 of 60 cases are answered" in written(run).text


def test_cases_left_out_are_told(tmp_path: Path, written: Written, record: Recorder, plain_suite: Suite) -> None:
    cases, answers = plain_suite()
    run = record(tmp_path / "run", cases, Answers(answers.ids[:40], answers.answers[:40]), missing="skip")
    root = written(run)
    assert "20 expressions got no answer and are left out" in root.text
    assert "expressions40" in re.sub(r"\s", "", root.by_id("headline").find("article", "main")[0].text)


def test_the_commands_make_the_run_again(tmp_path: Path, record: Recorder, plain_suite: Suite) -> None:
    cases, answers = plain_suite()
    run = record(
        tmp_path / "it's a run",
        cases,
        answers,
        ("meanings",),
        data={"cases": "my cases.jsonl", "digest": "sha256:0"},
        weight="frequency('count')",
        level=0.9,
    )
    first, second = command(gather(run, ["graded"], ["constant", "frequency('count')"]))
    assert first == (
        "murho run 'my cases.jsonl' --system said.jsonl -m 'meanings(shifting=mu1())' "
        '--weight "frequency(\'count\')" --level 0.9 -o "it\'s a run"'
    )
    assert second.startswith(
        'murho report "it\'s a run" -o report.html -m "graded(\'json\')" --weight constant --weight'
    )


def test_the_command_says_how_it_was_read_asked_and_why(tmp_path: Path, record: Recorder, plain_suite: Suite) -> None:
    cases, answers = plain_suite()
    about = {"goal": "to see", "domain": "questions"}
    data = {"cases": "test.jsonl.gz", "digest": "sha256:0", "format": "slurp"}
    run = record(tmp_path / "run", cases, answers, ("labels",), data=data, about=about)
    run.write_record({**run.record, "system": {"kind": "command", "spec": "nlu", "workers": 2, "timeout": 10.0}})
    assert command(gather(run, ["labels"], None))[0] == (
        "murho run test.jsonl.gz --system cmd:nlu -m labels --format slurp --workers 2 --timeout 10 "
        "--goal 'to see' --domain questions -o run"
    )


@pytest.mark.parametrize("method", ["bootstrap", "linearised", "korn-graubard"])
def test_every_interval_method_has_its_page(
    method: str, tmp_path: Path, written: Written, record: Recorder, plain_suite: Suite
) -> None:
    cases, answers = plain_suite()
    run = record(tmp_path / "run", cases, answers, method=method, seed=3)
    score = figures(run, measure("meanings"), Reading(method=method, seed=3))
    root = written(run, weights=["given", "constant"])
    assert f"{score.interval[0]:.3f} to {score.interval[1]:.3f}" in root.by_id("headline").text
    assert score.figure.estimate.method in root.by_id("headline").text


@pytest.mark.parametrize("said", [("a", "b"), ("c",), UNDEFINED, ()])
def test_a_run_of_one_outcome_only(said: Any, tmp_path: Path, written: Written, record: Recorder) -> None:
    ids = ["1", "2", "3"]
    run = record(tmp_path / "run", Cases(ids, ["x"] * 3, [("a", "b")] * 3), Answers(ids, [said] * 3))
    text = written(run).text
    assert "0 %" in text
    assert "nan" not in text


def test_a_single_case(tmp_path: Path, written: Written, record: Recorder) -> None:
    run = record(tmp_path / "run", Cases(["1"], ["x"], [("a",)]), Answers(["1"], [("a",)]))
    text = written(run).text
    assert "Too few expressions" in text
    assert "lower is better; no interval" in text
    assert "(no interval)" in text


def test_cases_that_do_not_matter_are_no_worst_items(tmp_path: Path, written: Written, record: Recorder) -> None:
    cases = Cases(["1", "2"], ["x", "y"], [("a",), ("a",)], weights=[0.0, 1.0])
    run = record(tmp_path / "run", cases, Answers(["1", "2"], [("b",), ("a",)]))
    assert "No expression that matters has any loss" in written(run).by_id("worst").text


# --- untrusted data


def test_whatever_the_data_hold_stays_text(
    hostile_run: Run, tmp_path: Path, hostile: Sequence[str], read: Reader
) -> None:
    weights = ["given", "length((3,), (1.0, 0.5))"]
    write_report(hostile_run, tmp_path / "page.html", weights=weights, axes=[("loss", "tags"), ("<i>kind</i>", "tags")])
    raw = (tmp_path / "page.html").read_bytes()
    text = raw.decode("utf-8")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", text)
    root = read(text)
    names = Counter(element.name for element in root.all())
    assert names["script"] == names["head"] == names["body"] == 1
    assert names["style"] == 2  # that of the page, and of the drawing of time by length, which stands alone
    assert len(root.find("head")[0].find("title")) == 1
    assert not names["img"]
    for element in root.all():
        for name, value in element.attributes.items():
            assert not name.startswith("on"), f"{name} in <{element.name}>"
            if name in ("href", "src"):
                assert value == "data:," or (value or "").startswith("#")
    for harmful in hostile[:6]:
        assert harmful in root.by_id("worst").text
    assert "null ⟨U+0000⟩ bell ⟨U+0007⟩" in root.text
    assert "⟨U+202E⟩gnp.exe" in root.text
    assert len(raw) < 600_000


def test_only_the_script_of_the_package_may_run(hostile_run: Run, written: Written) -> None:
    root = written(hostile_run)
    policy = next(meta.attributes["content"] or "" for meta in root.find("meta") if "http-equiv" in meta.attributes)
    script = root.find("script")[0].text
    assert f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'")


def test_lone_surrogates_are_written_out(plain: Run) -> None:
    evidence = gather(plain, ["meanings"], None)
    broken = replace(
        evidence.cases,
        expressions=["half \ud83d a sign"] * 60,
        features={"\udc00": ["\ud800", "b"] * 30},
        references=[("\udfff",)] * 60,
    )
    text = render("report.html", sections=[], **drawn(report(replace(evidence, cases=broken, judged=(broken,)))))
    assert text.encode("utf-8")
    assert "half ⟨U+D83D⟩ a sign" in text
    assert "⟨U+DFFF⟩" in text


def test_a_long_text_is_folded_and_what_is_lost_is_counted(tmp_path: Path, written: Written, record: Recorder) -> None:
    cases = Cases(["1", "2"], ["y" * 50_000, "z"], [("a",), ("a",)])
    run = record(tmp_path / "run", cases, Answers(["1", "2"], [("b",), ("b",)]))
    root = written(run)
    folded = root.by_id("worst").find("details", "more")[0]
    assert "49,720 more characters" in folded.find("summary")[0].text
    assert "44,000 characters are not on this page" in folded.text
    assert (tmp_path / "page.html").stat().st_size < 60_000


# --- the file


def test_three_thousand_cases_stay_small(tmp_path: Path, record: Recorder, plain_suite: Suite) -> None:
    cases, answers = plain_suite(3000)
    run = record(tmp_path / "run", cases, answers, ("meanings(shifting=mu3())", "graded", "meanings"))
    write_report(run, tmp_path / "page.html", weights=["given", "constant", "information"])
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    kept = page[page.index('id="cases-data">') :]
    assert len(page) - kept.index("</pre>") < 400_000, "but for the cases that can be searched"
    assert kept.count(',"question number ') == 3000


def test_the_page_appears_whole_or_not_at_all(plain: Run, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    target.write_text("older")
    with pytest.raises(InputError, match="no feature"):
        write_report(plain, target, by=["nowhere"])
    assert target.read_text() == "older"
    with pytest.raises(InputError, match="make the folder first"):
        write_report(plain, tmp_path / "missing" / "page.html")
    write_report(plain, target)
    assert target.read_text(encoding="utf-8").rstrip().endswith("</html>")
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]


def test_the_same_run_gives_the_same_page(plain: Run, tmp_path: Path) -> None:
    write_report(plain, tmp_path / "a.html")
    write_report(plain, tmp_path / "b.html")
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_the_template_engine_is_imported_when_it_is_used() -> None:
    code = "import sys, murho.pages.report; sys.exit('jinja2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
