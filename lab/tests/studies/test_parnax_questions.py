"""The questions to the EMPLOYEE table: every reference runs, nobody is in both halves, the shares are as stated."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from murho.core.case import Cases
from murho.core.errors import InputError
from murho_lab.studies.parnax import agreement, employees, questions, tables


@pytest.fixture(scope="module")
def cases() -> Cases:
    return questions.bundled()


@pytest.fixture(scope="module")
def later() -> Cases:
    return questions.bundled([questions.LATER])


@pytest.fixture(scope="module", params=[1, 2])
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    path = employees.database(tmp_path_factory.mktemp("employees") / "employee.db", request.param)
    with closing(sqlite3.connect(path)) as opened:
        yield opened


def test_ids_are_unique_and_name_the_sample_and_the_writer(cases: Cases) -> None:
    assert len(set(cases.ids)) == len(cases)
    named = [name.split("-")[:2] for name in cases.ids]
    assert named == [list(pair) for pair in zip(cases.feature("sample"), cases.feature("cluster"), strict=True)]


def test_whole_writers_are_for_development_or_held_out(cases: Cases) -> None:
    writers = questions.writers()
    for name, language, half in zip(
        cases.feature("cluster"), cases.feature("language"), cases.feature("half"), strict=True
    ):
        assert (writers[name].language, writers[name].half) == (language, half)
    halves = Counter(writers[name].half for name in set(cases.feature("cluster")))
    assert halves == {"development": 18, "held_out": 16}


def test_the_later_sample_is_of_other_writers_and_held_out_by_nobody(cases: Cases, later: Cases) -> None:
    assert Counter(later.feature("language")) == {"en": 202, "it": 158}
    assert set(later.feature("half")) == {"development"}
    assert not set(later.feature("cluster")) & set(cases.feature("cluster"))
    assert {questions.writers()[name].half for name in later.feature("cluster")} == {"development"}
    assert 1 / 13 <= 1 - later.in_domain.mean() <= 1 / 9


def test_the_fourth_sample_is_of_eight_strangers() -> None:
    fourth = questions.bundled([questions.FOURTH])
    known = questions.writers()
    halves = {name: (known[name].language, known[name].half) for name in fourth.feature("cluster")}
    assert sorted(Counter(halves.values()).values()) == [2, 2, 2, 2]
    assert Counter(fourth.feature("language")) == {"en": 100, "it": 100}
    given = zip(fourth.feature("language"), fourth.feature("half"), strict=True)
    assert [halves[name] for name in fourth.feature("cluster")] == list(given)
    assert len(fourth) - int(fourth.in_domain.sum()) == 25


@pytest.mark.parametrize("sample", [questions.LATER, questions.FOURTH])
def test_every_later_reference_runs(sample: str, table: sqlite3.Connection) -> None:
    queries = {query for reference in questions.bundled([sample]).meant for query in reference}
    found = [bool(table.execute(query).fetchall()) for query in sorted(queries)]
    assert sum(found) >= 0.95 * len(found)


def test_classes_are_known(cases: Cases) -> None:
    assert set(cases.feature("class")) <= set(questions.CLASSES)


def test_turns_of_a_dialogue_are_in_order(cases: Cases) -> None:
    asked = questions.taken(cases, sample="A")
    last: dict[str, int] = {}
    for dialogue, turn in zip(asked.feature("dialogue"), asked.feature("turn"), strict=True):
        assert turn == last.get(dialogue, 0) + 1
        last[dialogue] = turn
    assert max(last.values()) <= 6


def test_every_reference_runs_and_most_find_something(cases: Cases, table: sqlite3.Connection) -> None:
    queries = {query for reference in questions.taken(cases, sample="A").meant for query in reference}
    found = [bool(table.execute(query).fetchall()) for query in sorted(queries)]
    assert sum(found) >= 0.95 * len(found)


def test_readings_of_a_question_differ_under_some_seed(cases: Cases, tmp_path: Path) -> None:
    ambiguous = [(name, queries) for name, queries in zip(cases.ids, cases.meant, strict=True) if len(queries) > 1]
    told_apart = set()
    for seed in range(3):
        with closing(sqlite3.connect(employees.database(tmp_path / str(seed), seed))) as opened:
            for name, queries in ambiguous:
                if len({tuple(sorted(map(repr, opened.execute(query)))) for query in queries}) == len(queries):
                    told_apart.add(name)
    # Two orders of one list are the same rows.
    assert {name for name, _ in ambiguous} - told_apart == {"A-e11-1-3"}


def test_sample_a_has_the_size_and_the_shares_that_were_wanted(cases: Cases) -> None:
    asked = questions.taken(cases, sample="A")
    assert len(asked) >= 500
    assert 0.55 <= asked.feature("language").count("en") / len(asked) <= 0.65
    assert 0.45 <= asked.feature("half").count("development") / len(asked) <= 0.55
    assert 1 / 9 <= 1 - asked.in_domain.mean() <= 1 / 7
    assert len(set(asked.texts)) < len(asked), "the sample is raw: some ask what others asked"
    words = " ".join(query for reference in asked.meant for query in reference)
    assert all(field in words for field in employees.Employee._fields)


def test_known_employees_are_there_under_every_seed() -> None:
    for seed in range(5):
        names = [row.name for row in employees.rows(seed)]
        assert set(employees.KNOWN) <= set(names)
        assert Counter(name.split()[0] for name in names if name.split()[0] == "Robert") == {"Robert": 1}


def test_nobody_was_hired_before_eighteen_or_after_today() -> None:
    for row in employees.rows(3):
        assert int(row.hiring_date[:4]) - int(row.date_of_birth[:4]) >= 18
        assert row.hiring_date <= employees.TODAY.isoformat()


def test_a_table_of_too_few_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="50 employees: there can be 102 to 1630"):
        employees.rows(1, 50)


def test_a_feature_that_nobody_has_is_said(cases: Cases) -> None:
    with pytest.raises(InputError, match="no feature 'tongue'"):
        questions.taken(cases, tongue="it")


def test_sample_b_is_one_question_in_the_classes_of_the_paper_and_five_more(cases: Cases) -> None:
    wordings = questions.taken(cases, sample="B")
    assert len(wordings) == 512
    assert len(set(wordings.texts)) == len(wordings)
    assert set(wordings.references) == {(questions.WANTED,)}
    assert (min(wordings.feature("length")), max(wordings.feature("length"))) == (5, 26)
    counted = Counter(zip(wordings.feature("language"), wordings.feature("half"), strict=True))
    assert list(counted.values()) == [151, 131, 125, 105]
    classes = Counter(wordings.feature("class"))
    assert set(tables.STRUCTURES) <= set(classes)
    assert sum(count for name, count in classes.items() if name not in tables.STRUCTURES) == 33


def test_the_one_query_of_sample_b_finds_somebody(table: sqlite3.Connection) -> None:
    assert len(table.execute(questions.WANTED).fetchall()) >= 3


def test_two_annotators_agree_as_the_page_says() -> None:
    found = agreement.agreement()
    assert found.differing == ("A-e04-3-2", "A-e09-4-3", "A-i01-6-1", "A-e02-8-3")
    assert (found.figure.numerator, found.figure.n, found.figure.estimate.clusters) == (4, 111, 34)
    assert found.figure.interval == pytest.approx((0.012520, 0.099277), abs=1e-6)


def test_whole_dialogues_of_sample_a_were_drawn_to_be_annotated_twice(cases: Cases) -> None:
    again = agreement.second()
    asked = questions.taken(cases, sample="A")
    dialogues = Counter(asked.feature("dialogue"))
    drawn: set[str] = set()
    for name in Random(7).sample(list(dialogues), len(dialogues)):
        if sum(dialogues[one] for one in drawn) < 110:
            drawn.add(name)
    pairs = zip(asked.ids, asked.feature("dialogue"), strict=True)
    assert set(again) == {name for name, dialogue in pairs if dialogue in drawn}
    both = asked.take([row for row, name in enumerate(asked.ids) if name in again])
    assert Counter(both.feature("language")) == {"en": 66, "it": 45}
    assert Counter(both.feature("half")) == {"development": 56, "held_out": 55}
    outside = [name for name, queries in zip(both.ids, both.meant, strict=True) if not queries]
    assert len(outside) == 13
    assert outside == [name for name in both.ids if not again[name]]


def test_every_query_of_the_second_annotator_runs(table: sqlite3.Connection) -> None:
    for query in {query for queries in agreement.second().values() for query in queries}:
        table.execute(query).fetchall()
