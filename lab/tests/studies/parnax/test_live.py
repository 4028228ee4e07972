"""The live study: queries as what they give, dialogues, thinning, and the figures of both systems."""

import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from murho.core.case import Cases
from murho.core.meaning import UNDEFINED
from murho.core.shifting import mu1, mu2, mu4
from murho_lab.studies.parnax import draw, questions, show
from murho_lab.studies.parnax.interface import employees
from murho_lab.studies.parnax.live import (
    _asked,
    _classes,
    answers_to,
    executed,
    judge,
    live,
    thinned,
    weights,
    with_dialogues,
)
from murho_lab.studies.parnax.retrieval import Said, exchanged, trained
from murho_lab.studies.parnax.said import said
from murho_lab.studies.parnax.shown import kind_table
from murho_lab.studies.parnax.study import parnax
from murho_lab.studies.parnax.wordings import CLASS


def some(*texts: str, meanings: tuple[str, ...] = ("SELECT 1",)) -> Cases:
    n = len(texts)
    return Cases(
        [str(i) for i in range(n)],
        list(texts),
        [meanings] * n,
        features={"language": ["en"] * n, "dialogue": ["d"] * n},
    )


def test_queries_are_one_meaning_where_they_give_the_same_rows() -> None:
    one, same, other, wrong = executed(
        (
            "SELECT name FROM employee WHERE job_level IN (7, 8)",
            "SELECT name FROM employee WHERE job_level >= 7 ORDER BY degree",
            "SELECT DISTINCT department FROM employee",
            "SELECT salary FROM employee",
        )
    )
    assert one == same != other
    assert wrong == "no query: SELECT salary FROM employee"


def test_a_system_that_fails_is_undefined() -> None:
    cases = some("a", "b")
    answers = answers_to(cases, lambda _: lambda text, __: UNDEFINED if text == "a" else ("SELECT 1",))
    assert answers == [UNDEFINED, ("SELECT 1",)]
    assert judge(mu2(), cases.meant, answers).loss.tolist() == [0.5, 0.0]


def test_disjoint_sets_are_graded_by_the_parts_of_one_query_for_each_meaning() -> None:
    pytest.importorskip("sqlglot")
    people = "SELECT name FROM employee"
    near, same = (f"{people} WHERE {text}" for text in ("job_level > 6", "job_level >= 7"))
    right = (f"{people} WHERE job_level > 7",)
    answers = [(near,), (near, same), (people,), ("SELECT salary FROM employee",), ()]
    # Of four parts near has two, of three people has two, of four the salary has one. Two wordings are one meaning.
    expected = [0.7 + 0.3 * 2 / 4, 0.7 + 0.3 * 2 / 4, 0.7 + 0.3 * 1 / 3, 0.7 + 0.3 * 3 / 4, 0.2]
    assert judge(mu4("parts"), [right] * 5, answers).loss.tolist() == pytest.approx(expected)
    assert judge(mu4("parts"), [()], [(near,)]).loss.tolist() == [1.0]


def test_what_went_before_is_of_the_same_dialogue() -> None:
    cases = some("a", "b", "c").with_feature("dialogue", ["x", "y", "x"])
    assert with_dialogues(cases).before == [(), (), ("a",)]


def test_thinning_keeps_one_of_those_that_differ_in_values() -> None:
    cases = some("Where does Robert Miller live?", "where does Anna Rossi live", "Where was Anna Rossi born?")
    assert thinned(cases) == ([0, 2], [2, 1])


@pytest.mark.slow
def test_the_nearest_question_with_other_values() -> None:
    pytest.importorskip("sklearn")
    cases = some("Who works in sales?", "Tell me a joke")
    lessons = Cases(cases.ids, cases.expressions, [("SELECT name FROM employee WHERE department = 'sales'",), ()])
    system = trained(lessons, employees(), "english")
    assert system("who works in research", ()) == ("SELECT name FROM employee WHERE department = 'research'",)
    assert system("tell me another joke", ()) == ()


def test_values_are_exchanged_by_kind() -> None:
    query = "SELECT name FROM employee WHERE degree = 'master in law' AND job_level > 3"
    own = [Said("NUM", "3"), Said("degree", "% in law")]
    assert exchanged(query, own, [Said("degree", "% in physics"), Said("NUM", "5")]) == (
        "SELECT name FROM employee WHERE degree = 'master in physics' AND job_level > 5"
    )


@pytest.mark.slow
def test_the_study_asks_both_systems_all_questions_of_the_development_half(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    pytest.importorskip("sqlglot")
    found = live(("development",))
    said = json.loads(json.dumps(found.as_json()))
    for entry in said["live"]:
        assert {"sample", "language", "half", "mu", "rho", "pi", "interval", "profile"} <= entry.keys()
        assert 0 <= entry["pi"] <= 1
        assert sum(share for _, _, share in entry["profile"]) == pytest.approx(1)
        low, high = entry["interval"]
        assert low <= entry["pi"] <= high
    by_system = {
        (one["system"], one["sample"], one["language"]): one["pi"]
        for one in said["live"]
        if one["mu"] == "mu1()" and one["rho"] == "constant"
    }
    assert by_system["interface", "A", "en"] < 0.5 < by_system["retrieval", "A", "en"]
    assert by_system["interface", "A", "it"] < 0.5 < by_system["retrieval", "A", "it"]
    under = {one["mu"][:3]: one["pi"] for one in said["live"][:20] if one["rho"] == "constant"}
    assert under["mu1"] > under["mu2"] > under["mu3"] > under["mu4"] > 0
    asked = questions.taken(questions.bundled(), half="development", sample="A", language="en")
    assert said["understood"][0]["n"] <= len(asked)
    verdicts = {(one["sample"], one["language"], one["rho"]): one for one in said["robust"]}
    best = verdicts["A", "en, it", "constant"]
    assert (best["a"], best["b"], best["verdict"]) == ("interface", "retrieval", "A, whatever the choice")
    assert verdicts["B", "en, it", "structure('class')"]["classes"][-1] == "E"
    assert len(verdicts) == 3 * 3 * 5
    of_e = {one["kind"]: one for one in said["by_structure"] if one["system"] == "interface"}["E"]
    assert of_e["n"] <= said["wordings"]["classes"]["E"]
    console = Console(file=StringIO(), width=200)
    study = replace(parnax(), live=found)
    show(study, console)
    assert "The four cases, then and today" in console.file.getvalue()  # type: ignore[attr-defined]
    assert draw(study, str(tmp_path / "new" / "folder")) == [str(tmp_path / "new" / "folder" / "parnax.html")]
    page = (tmp_path / "new" / "folder" / "parnax.html").read_text(encoding="utf-8")
    assert "PARNAX, it, 1984, μ1" in page
    assert "So it stands under μ1 alone" in page
    assert "-0.00" not in page
    assert not re.search(r"\d\.\d\d \d\.\d\d–", page)  # an interval stands below its figure
    assert "interface and retrieval, sample A, development: interface is better, whatever the choice." in page
    assert sum(int(row[2]) for row in kind_table(found, CLASS)[1]) == said["wordings"]["n"] == 512
    # Four cases, each of PARNAX and of two systems in two languages.
    assert page.count('<svg class="mosaic"') == 4 * 5
    assert page.count('<svg class="choices"') == 2 * 2
    assert "<h3>Sample A, development, ρ by length: A, whatever the choice</h3>" in page


def test_what_is_typed_is_answered_with_its_rows() -> None:
    answer = said(["Where does Robert Miller live?", "And Rossi?"])
    assert answer.queries == ("SELECT place_of_residence FROM employee WHERE name LIKE '% Rossi'",)
    assert answer.columns == (("place_of_residence",),)
    assert len(answer.rows[0]) == 2
    level = {
        "the 3 departments with the most employees": False,
        "the 2 departments with the most employees": True,
        "the second largest department": True,
        "the 0 oldest": False,
        "How old are the 5 employees with the highest level?": True,
        "Which department has the two oldest employees?": False,
    }
    assert {question: said([question]).tied[-1] for question in level} == level
    assert said(["What does Rossi earn?"]).as_json() == {
        "question": "What does Rossi earn?",
        "queries": [],
        "columns": [],
        "rows": [],
        "tied": [],
        "unknown": ["earn"],
        "undefined": None,
    }


def test_profiles_by_structure_name_their_classes() -> None:
    cases = questions.taken(questions.bundled(["B"]), language="en", half="development").take(range(12))
    weight = weights()[4].weigh(cases)
    named = _classes(cases, weight)
    assert set(named) == set(weight.tolist())
    assert sorted(", ".join(named.values()).split(", ")) == sorted(set(cases.feature("class")))


@pytest.mark.slow
def test_the_fourth_sample_is_lost_as_the_page_says() -> None:
    fourth = with_dialogues(questions.bundled([questions.FOURTH]))
    lost = {}
    for language in ("en", "it"):
        for half in ("development", "held_out"):
            part = questions.taken(fourth, language=language, half=half)
            lost[language, half] = judge(mu1(), part.meant, answers_to(part, lambda _: _asked)).loss.sum()
    assert list(lost.values()) == [13, 15, 12, 16]
