"""The interface: what questions in English and Italian ask, in domain and out of it, in dialogues, on other tables."""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from murho_lab.studies.parnax.interface import NotUnderstoodError, answer, employees, opened
from murho_lab.studies.parnax.interface.remarks import Clause, without_remarks
from murho_lab.studies.parnax.said import said

AGE = "(19840630 - REPLACE(date_of_birth, '-', '')) / 10000"

QUESTIONS = {
    "Where was Robert Miller born?": "SELECT place_of_birth FROM employee WHERE name = 'Robert Miller'",
    "In che reparto lavora Laura Villa?": "SELECT department FROM employee WHERE name = 'Laura Villa'",
    "How old is Sarah Collins?": f"SELECT {AGE} FROM employee WHERE name = 'Sarah Collins'",
    "Tell me the birth-date of all employees who have a master degree in mathematics":
        "SELECT date_of_birth FROM employee WHERE degree = 'master in mathematics'",
    "Degli impiegati laureati in matematica vorrei la data di nascita":
        "SELECT date_of_birth FROM employee WHERE degree = 'master in mathematics'",
    "employees from Milan living in Turin or in Rome":
        "SELECT name FROM employee WHERE place_of_birth = 'Milano'"
        " AND (place_of_residence = 'Torino' OR place_of_residence = 'Roma')",
    "Who has a doctorate in physics or chemistry?":
        "SELECT name FROM employee WHERE (degree = 'doctorate in physics' OR degree = 'doctorate in chemistry')",
    "Who was hired after 1975?": "SELECT name FROM employee WHERE hiring_date > '1975-12-31'",
    "Chi è stato assunto prima del 1960?": "SELECT name FROM employee WHERE hiring_date < '1960-01-01'",
    "Who was born in May 1950?": "SELECT name FROM employee WHERE date_of_birth LIKE '1950-05-%'",
    "Who is older than 40?": "SELECT name FROM employee WHERE date_of_birth < '1944-06-30'",
    "List everybody on level 7 or 8": "SELECT name FROM employee WHERE job_level IN (7, 8)",
    "employees who do not work in sales": "SELECT name FROM employee WHERE NOT (department = 'sales')",
    "Who has a higher level than Robert Miller?":
        "SELECT name FROM employee WHERE job_level > (SELECT job_level FROM employee WHERE name = 'Robert Miller')",
    "Who lives where they were born?": "SELECT name FROM employee WHERE place_of_residence = place_of_birth",
    "Who is the oldest employee in sales?":
        "SELECT name FROM employee WHERE department = 'sales'"
        " AND date_of_birth = (SELECT MIN(date_of_birth) FROM employee WHERE department = 'sales')",
    "the 3 youngest employees": "SELECT name FROM employee ORDER BY date_of_birth DESC LIMIT 3",
    "Quanti impiegati abitano a Bergamo?": "SELECT COUNT(*) FROM employee WHERE place_of_residence = 'Bergamo'",
    "How many departments are there?": "SELECT COUNT(DISTINCT department) FROM employee",
    "What is the average level in research?": "SELECT AVG(job_level) FROM employee WHERE department = 'research'",
    "How many employees are there in each department?":
        "SELECT department, COUNT(*) FROM employee GROUP BY department",
    "Which department has the most employees?":
        "SELECT department FROM employee GROUP BY department ORDER BY COUNT(*) DESC LIMIT 1",
    "Does Paolo Ferrari work in marketing?":
        "SELECT EXISTS (SELECT 1 FROM employee WHERE name = 'Paolo Ferrari' AND department = 'marketing')",
    "Whcih employes live in Lodnon?": "SELECT name FROM employee WHERE place_of_residence = 'London'",
    "Who was born in Honolulu?": "SELECT name FROM employee WHERE place_of_birth = 'Honolulu'",
    "Which departments have more than ten employees?":
        "SELECT department FROM employee GROUP BY department HAVING COUNT(*) > 10",
    "In quali reparti ci sono almeno tre matematici?":
        "SELECT department FROM employee WHERE degree LIKE '% in mathematics' GROUP BY department HAVING COUNT(*) >= 3",
    "List the people in sales ordered by level and then by name":
        "SELECT name FROM employee WHERE department = 'sales' ORDER BY job_level, name",
    "Elenca i nomi della ricerca in ordine alfabetico":
        "SELECT name FROM employee WHERE department = 'research' ORDER BY name",
    "What are the highest, the lowest and the average level in sales?":
        "SELECT MAX(job_level), MIN(job_level), AVG(job_level) FROM employee WHERE department = 'sales'",
    "Livello minimo e massimo per reparto":
        "SELECT department, MIN(job_level), MAX(job_level) FROM employee GROUP BY department",
    "Which department has the highest average level?":
        "SELECT department FROM employee GROUP BY department ORDER BY AVG(job_level) DESC LIMIT 1",
    "Peter Baker e Alice Morgan lavorano nello stesso reparto?":
        "SELECT COUNT(DISTINCT department) = 1 FROM employee WHERE (name = 'Peter Baker' OR name = 'Alice Morgan')",
    "Does everybody in legal have a degree in law?":
        "SELECT NOT EXISTS (SELECT 1 FROM employee"
        " WHERE department = 'legal' AND NOT (degree LIKE '% in law'))",
    "In quali reparti nessuno ha un dottorato?":
        "SELECT DISTINCT department FROM employee"
        " WHERE department NOT IN (SELECT department FROM employee WHERE degree LIKE 'doctorate in %')",
    "Who lives in Bristol but was born elsewhere?":
        "SELECT name FROM employee WHERE place_of_residence = 'Bristol' AND place_of_birth <> place_of_residence",
    "Are there more biologists than chemists?":
        "SELECT (SELECT COUNT(*) FROM employee WHERE degree LIKE '% in biology')"
        " > (SELECT COUNT(*) FROM employee WHERE degree LIKE '% in chemistry')",
    "How many were hired before 1960, and how many after 1980?":
        "SELECT (SELECT COUNT(*) FROM employee WHERE hiring_date < '1960-01-01'),"
        " (SELECT COUNT(*) FROM employee WHERE hiring_date > '1980-12-31')",
    "Not the names: the levels in legal, whatever the degree":
        "SELECT job_level FROM employee WHERE department = 'legal'",
    "Give me the levels, no, the towns of birth of the engineers.":
        "SELECT place_of_birth FROM employee WHERE degree LIKE '% in engineering'",
    "Chi è nato a Roma, anzi a Milano?": "SELECT name FROM employee WHERE place_of_birth = 'Milano'",
    "Il titolo è la laurea, la materia è la fisica: elenca i nomi.":
        "SELECT name FROM employee WHERE degree = 'master in physics'",
    "Prendi gli impiegati in vendite, butta via chi non ha la laurea in fisica, e dammi i livelli.":
        "SELECT job_level FROM employee WHERE department = 'sales' AND degree = 'master in physics'",
    "I have two children and a meeting at ten, but who works in sales?":
        "SELECT name FROM employee WHERE department = 'sales'",
    "Who was hired in 1975 or 1976?":
        "SELECT name FROM employee WHERE (hiring_date LIKE '1975-%' OR hiring_date LIKE '1976-%')",
    "Is the level of John Parker higher than that of Emily Watson?":
        "SELECT EXISTS (SELECT 1 FROM employee WHERE name = 'John Parker'"
        " AND job_level > (SELECT job_level FROM employee WHERE name = 'Emily Watson'))",
    "Data e luogo di nascita di Anna Rossi":
        "SELECT date_of_birth, place_of_birth FROM employee WHERE name = 'Anna Rossi'",
    "Chi ha lo stesso titolo di studio di Elena Conti e lo stesso livello?":
        "SELECT name FROM employee WHERE degree = (SELECT degree FROM employee WHERE name = 'Elena Conti')"
        " AND job_level = (SELECT job_level FROM employee WHERE name = 'Elena Conti')",
    "Mr. Brown has asked me to find out the level of each engineer.":
        "SELECT job_level FROM employee WHERE degree LIKE '% in engineering'",
    "What percentage of the staff in production has a degree?":
        "SELECT 100.0 * (SELECT COUNT(*) FROM employee WHERE department = 'production' AND degree <> 'none')"
        " / (SELECT COUNT(*) FROM employee WHERE department = 'production')",
    "Where was Lucia Ferri born, and when?":
        "SELECT place_of_birth, date_of_birth FROM employee WHERE name = 'Lucia Ferri'",
    "employees with their levels": "SELECT name, job_level FROM employee",
    "The two departments with the fewest people":
        "SELECT department FROM employee GROUP BY department ORDER BY COUNT(*) LIMIT 2",
    "Quali 3 reparti hanno più impiegati?":
        "SELECT department FROM employee GROUP BY department ORDER BY COUNT(*) DESC LIMIT 3",
    "Il secondo reparto più grande":
        "SELECT department FROM employee GROUP BY department ORDER BY COUNT(*) DESC LIMIT 1 OFFSET 1",
    "the 2 departments with the highest average level":
        "SELECT department FROM employee GROUP BY department ORDER BY AVG(job_level) DESC LIMIT 2",
    "the 0 oldest": "SELECT name FROM employee ORDER BY date_of_birth LIMIT 0",
    "Who is the second oldest employee?": "SELECT name FROM employee ORDER BY date_of_birth LIMIT 1 OFFSET 1",
    "i due più anziani": "SELECT name FROM employee ORDER BY date_of_birth LIMIT 2",
    "gli ultimi tre assunti": "SELECT name FROM employee ORDER BY hiring_date DESC LIMIT 3",
    "The five employees with the highest level": "SELECT name FROM employee ORDER BY job_level DESC LIMIT 5",
    "Which department has the two oldest employees?":
        "SELECT DISTINCT * FROM (SELECT department FROM employee ORDER BY date_of_birth LIMIT 2)",
    "Who is the oldest in each department?":
        "SELECT department, name FROM employee WHERE (department, date_of_birth) IN"
        " (SELECT department, MIN(date_of_birth) FROM employee GROUP BY department)",
    "How many departments have more than 30 employees?":
        "SELECT COUNT(*) FROM (SELECT department FROM employee GROUP BY department HAVING COUNT(*) > 30)",
    "departments with 27 employees": "SELECT department FROM employee GROUP BY department HAVING COUNT(*) = 27",
    "Who is older than forty-three?": "SELECT name FROM employee WHERE date_of_birth < '1941-06-30'",
    "Who is exactly 40 years old?": f"SELECT name FROM employee WHERE {AGE} = 40",
    "a level between 5 and 3": "SELECT name FROM employee WHERE job_level BETWEEN 3 AND 5",
    "Chi è nato il primo maggio 1950?": "SELECT name FROM employee WHERE date_of_birth = '1950-05-01'",
    "ki lavora in contabilita": "SELECT name FROM employee WHERE department = 'accounting'",
    "who has a job level from 3 to 5": "SELECT name FROM employee WHERE job_level BETWEEN 3 AND 5",
    "a job level not above 3": "SELECT name FROM employee WHERE job_level <= 3",
    "who was hired since 1975": "SELECT name FROM employee WHERE hiring_date >= '1975-01-01'",
    "how many hired before 1960 and how many since":
        "SELECT (SELECT COUNT(*) FROM employee WHERE hiring_date < '1960-01-01'),"
        " (SELECT COUNT(*) FROM employee WHERE hiring_date >= '1960-01-01')",
    "how many above level 3 and how many below":
        "SELECT (SELECT COUNT(*) FROM employee WHERE job_level > 3),"
        " (SELECT COUNT(*) FROM employee WHERE job_level < 3)",
    "nessuno vive a roma":
        "SELECT NOT EXISTS (SELECT 1 FROM employee WHERE NOT (NOT (place_of_residence = 'Roma')))",
    "none of the employees in sales live in roma":
        "SELECT NOT EXISTS (SELECT 1 FROM employee WHERE department = 'sales'"
        " AND NOT (NOT (place_of_residence = 'Roma')))",
    "chi non lavora né in sales né in marketing":
        "SELECT name FROM employee WHERE NOT (department = 'sales') AND NOT (department = 'marketing')",
    "does everybody but rossi live in roma":
        "SELECT NOT EXISTS (SELECT 1 FROM employee WHERE NOT (name LIKE '% Rossi')"
        " AND NOT (place_of_residence = 'Roma'))",
    "chi vive a roma e ha da 30 a 40 anni":
        f"SELECT name FROM employee WHERE place_of_residence = 'Roma' AND {AGE} BETWEEN 30 AND 40",
}  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_a_question_asks(question: str) -> None:
    assert answer(question) == [QUESTIONS[question]]


def test_who_is_compared_with_two_people_of_one_name_is_asked_twice() -> None:
    assert sorted(answer("Who is older than Rossi?")) == [
        f"SELECT name FROM employee WHERE date_of_birth < (SELECT date_of_birth FROM employee WHERE name = '{name}')"
        for name in ("Anna Rossi", "Mario Rossi")
    ]


def test_what_is_passed_over_leaves_something_that_is_asked() -> None:
    assert answer("hullo, who works in sales then, guvnor?") == ["SELECT name FROM employee WHERE department = 'sales'"]
    assert answer("Who works in the zoo department?") == []


@pytest.mark.parametrize(
    "question",
    [
        "Employees with children. Give me the birth dates.",
        "If he earns a lot, tell me where Rossi lives",
        "What does Robert earn?",
        "Quanto guadagna Rossi?",
        "Who is married?",
        "What is the capital of France?",
        "how many employees have no children",
        "how many employees are not men",
        "impiegati senza figli",
    ],
)
def test_what_the_table_does_not_know_is_outside_the_domain(question: str) -> None:
    assert answer(question) == []


@pytest.mark.parametrize(
    "question",
    [
        "Who are the 10.5 oldest employees?",
        "Which 2.5 departments have the most employees?",
        "The 2.5 departments with the most employees",
        "Chi sono i 10.5 impiegati più anziani?",
        "Who was born on 2.5 May 1950?",
        f"Who are the 1{'0' * 4_400} oldest employees?",
        "Who is older than 40.5?",
        "the five oldest per department",
        "How many of the 5 oldest are in sales?",
        "Who has the second highest level?",
        "the 0th oldest",
        "the two oldest and the two youngest",
    ],
    ids=[
        *(
            "oldest",
            "groups",
            "groups in other words",
            "Italian",
            "day",
            "too large",
            "age",
            "of each group",
            "how many",
        ),
        *("place of a level", "no place", "two extremes"),
    ],
)
def test_a_number_that_counts_nothing_is_not_passed_over(question: str) -> None:
    with pytest.raises(NotUnderstoodError, match=r"do not go together|some of so many"):
        answer(question)


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("the -3 oldest", "-3"),
        ("Chi ha più di 40,5 anni?", "40,5"),
        ("older than minus 40", "-40"),
        ("level 7-8", "7-8"),
    ],
)
def test_a_number_below_zero_and_one_that_may_be_two_are_a_failure(question: str, number: str) -> None:
    with pytest.raises(NotUnderstoodError, match=f"nothing is counted or compared by '{number}'"):
        answer(question)


def test_three_numbers_without_blanks_are_a_list() -> None:
    assert said(["Who has levels 3,4,5?"]).queries == ("SELECT name FROM employee WHERE job_level IN (3, 4, 5)",)


@pytest.mark.parametrize("clause", ["a, ", "ab. "])
def test_time_grows_as_the_number_of_clauses_does(clause: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0

    def counted(piece: Clause, name: str) -> object:
        nonlocal looked
        looked += 1
        return object.__getattribute__(piece, name)

    monkeypatch.setattr(Clause, "__getattribute__", counted)
    without_remarks(clause * 1_000 + "who?", employees().vocabularies["english"])
    assert 1_000 < looked < 50 * 1_000


@pytest.mark.parametrize(
    ("kinds", "aside"), [(["ASIDE"], True), (["AND", "AGAIN", "ASIDE"], True), (["PRON", "ASIDE"], False), ([], False)]
)
def test_a_clause_begins_aside_whatever_joins_it_to_the_one_before(kinds: list[str], aside: bool) -> None:
    assert Clause("", [frozenset((kind,)) for kind in kinds]).begins_aside == aside


LONG = {"many words": "who lives in Milano and " * 200, "many letters": "x" * 10_000}


@pytest.mark.parametrize("question", LONG.values(), ids=LONG)
def test_what_is_too_long_is_a_failure(question: str) -> None:
    with pytest.raises(NotUnderstoodError, match="more than"):
        answer(question)


def test_many_ambiguous_names_take_no_million_readings() -> None:
    assert len(answer("older than Rossi " * 14)) <= 64


RANGES = {
    "hired 1950-1960": ("1950", "1960"),
    "hired 1950 – 1960": ("1950", "1960"),
    "hired in 1950/60": ("1950", "1960"),
    "hired 1950 to 1960": ("1950", "1960"),
    "people hired 1950 through 1960": ("1950", "1960"),
    "who was hired from 1950 to 1960?": ("1950", "1960"),
    "who was hired between 1950 and 1960?": ("1950", "1960"),
    "assunti 1950-60": ("1950", "1960"),
    "chi è stato assunto dal 1950 al 1960?": ("1950", "1960"),
    "chi è entrato fra il '50 e il '60?": ("1950", "1960"),
    "hired in the 1950s-1960s": ("1950", "1969"),
}


@pytest.mark.parametrize("question", RANGES)
def test_from_one_year_to_another_is_all_of_both(question: str) -> None:
    first, last = RANGES[question]
    assert answer(question) == [
        f"SELECT name FROM employee WHERE hiring_date BETWEEN '{first}-01-01' AND '{last}-12-31'"
    ]


@pytest.mark.parametrize(
    ("question", "condition"),
    [
        ("hired 1950 onwards", "hiring_date >= '1950-01-01'"),
        ("who is at levels 3 to 5", "job_level BETWEEN 3 AND 5"),
        ("chi è di livello da 3 a 5", "job_level BETWEEN 3 AND 5"),
        ("who is between level 3 and 5", "job_level BETWEEN 3 AND 5"),
        ("who is from 30 to 40 years old", f"{AGE} BETWEEN 30 AND 40"),
        ("born between May and June 1950", "date_of_birth BETWEEN '1950-05-01' AND '1950-06-31'"),
        ("hired in 1950, 1951 and 1953", "(hiring_date LIKE '1950-%' OR hiring_date LIKE '1951-%'"
         " OR hiring_date LIKE '1953-%')"),
    ],
)  # fmt: skip
def test_ranges_that_are_open_and_of_others_than_years(question: str, condition: str) -> None:
    assert answer(question) == [f"SELECT name FROM employee WHERE {condition}"]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("hired in 1975-05", "1975-05"),
        ("hired 1950-", "1950-"),
        ("hired 1950 1960", "do not go together"),
        ("hired before 1950-1960", "what is more or less is not said|nobody is both at once"),
        ("Did Emily Watson get here before or after Peter Baker?", "what is more or less is not said"),
        ("the 2 oldest departments", "'departments' have no such order"),
        ("i due più anziani reparti", "'reparti' have no such order"),
        ("the two highest degrees", "a text is neither more nor less"),
        ("chi vive da 5 a 10 anni a roma", "how long anybody has done so is not known"),
        ("chi vive a roma da 5 anni", "how long anybody has done so is not known"),
    ],
)
def test_what_would_be_answered_otherwise_than_it_is_meant_is_a_failure(question: str, why: str) -> None:
    with pytest.raises(NotUnderstoodError, match=why):
        answer(question)


@pytest.mark.parametrize(
    "question",
    ["thanks", "grazie mille", "Good morning!", "ok, grazie mille", "thanks, grazie mille", "thanks a million",
     "grazie infinite", "bene", "prego", "ciao cara", "tutto chiaro", "see you later", "a presto"],
)  # fmt: skip
def test_thanks_and_greetings_are_outside_the_domain(question: str) -> None:
    assert answer(question) == []


def test_a_word_of_another_language_is_no_name_that_is_misspelt() -> None:
    assert employees().vocabularies["english"].corrected("mille") == "mille"
    assert (
        answer("Who is Milller?")
        == answer("Who is Miller?")
        == ["SELECT name FROM employee WHERE name LIKE '% Miller'"]
    )
    assert answer("Ciao bella, quanti lavorano in produzione?") == [
        "SELECT COUNT(*) FROM employee WHERE department = 'production'"
    ]


@pytest.mark.parametrize("question", ["than before between", "", "?"])
def test_known_words_that_do_not_go_together_are_a_failure(question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        answer(question)


def test_the_domain_is_what_reads_the_table() -> None:
    inside = employees().in_domain
    assert inside("SELECT name FROM employee WHERE job_level > 3")
    for query in (
        "SELECT salary FROM employee",
        "SELECT name FROM staff",
        "DELETE FROM employee",
        "ATTACH 'x' AS y",
        "SELEC name",
        "SELECT load_extension('x')",
    ):
        assert not inside(query), query


DIALOGUES = [
    (["the people in sales on level 7", "Only those under 45."],
     "SELECT name FROM employee WHERE department = 'sales' AND job_level = 7 AND date_of_birth > '1939-06-30'"),
    (["Is everybody in legal a law graduate?", "Who isn't?"],
     "SELECT name FROM employee WHERE department = 'legal' AND NOT (degree LIKE '% in law')"),
    (["When was Peter Baker hired?", "And Alice Morgan?", "Which of the two is older?"],
     "SELECT name FROM employee WHERE (name = 'Peter Baker' OR name = 'Alice Morgan') AND date_of_birth ="
     " (SELECT MIN(date_of_birth) FROM employee WHERE (name = 'Peter Baker' OR name = 'Alice Morgan'))"),
    (["Chi ha il livello più alto in ricerca?", "E il più basso?"],
     "SELECT name FROM employee WHERE department = 'research'"
     " AND job_level = (SELECT MIN(job_level) FROM employee WHERE department = 'research')"),
    (["Which department has the oldest people on average?", "And the youngest?"],
     f"SELECT department FROM employee GROUP BY department ORDER BY AVG({AGE}) LIMIT 1"),
    (["Where does Robert Miller live?", "And Sarah Collins?"],
     "SELECT place_of_residence FROM employee WHERE name = 'Sarah Collins'"),
    (["Who works in sales?", "And in marketing?"], "SELECT name FROM employee WHERE department = 'marketing'"),
    (["Who works in sales?", "Which of them have a doctorate?"],
     "SELECT name FROM employee WHERE department = 'sales' AND degree LIKE 'doctorate in %'"),
    (["Chi lavora in produzione?", "Quanti sono?"], "SELECT COUNT(*) FROM employee WHERE department = 'production'"),
    (["Dove abita Chiara Fontana?", "e quanti anni ha?"], f"SELECT {AGE} FROM employee WHERE name = 'Chiara Fontana'"),
    (["Who was hired in 1982?", "In 1983?"], "SELECT name FROM employee WHERE hiring_date LIKE '1983-%'"),
    (["List the names of the staff in sales.", "With departments."],
     "SELECT name, department FROM employee WHERE department = 'sales'"),
    (["Which departments have more than thirty people?", "And fewer than twenty?"],
     "SELECT department FROM employee GROUP BY department HAVING COUNT(*) < 20"),
    (["Where does Robert Miller live?", "Who else lives there?"],
     "SELECT name FROM employee WHERE place_of_residence = (SELECT place_of_residence FROM employee"
     " WHERE name = 'Robert Miller') AND NOT (name = 'Robert Miller')"),
    (["Chi dei due è qui da più tempo, Peter Baker o Alice Morgan?", "E l'altro dove vive?"],
     "SELECT place_of_residence FROM employee WHERE (name = 'Peter Baker' OR name = 'Alice Morgan') AND hiring_date ="
     " (SELECT MAX(hiring_date) FROM employee WHERE (name = 'Peter Baker' OR name = 'Alice Morgan'))"),
    (["What is the highest and the lowest level in sales?", "And the average?"],
     "SELECT AVG(job_level) FROM employee WHERE department = 'sales'"),
    (["Which department has the most people?", "How many is that?"],
     "SELECT COUNT(*) FROM employee WHERE department = (SELECT department FROM employee"
     " GROUP BY department ORDER BY COUNT(*) DESC LIMIT 1)"),
    (["the 3 oldest", "Which of them are in sales?"],
     "SELECT name FROM employee WHERE name IN (SELECT name FROM employee ORDER BY date_of_birth LIMIT 3)"
     " AND department = 'sales'"),
    (["Which departments have more than 30 people?", "How many are they?"],
     "SELECT COUNT(*) FROM (SELECT department FROM employee GROUP BY department HAVING COUNT(*) > 30)"),
    (["the oldest in each department", "and the youngest?"],
     "SELECT department, name FROM employee WHERE (department, date_of_birth) IN"
     " (SELECT department, MAX(date_of_birth) FROM employee GROUP BY department)"),
    (["the 3 oldest in sales", "and in accounting?"],
     "SELECT name FROM employee WHERE department = 'accounting' ORDER BY date_of_birth LIMIT 3"),
    (["Chi è il più giovane?", "E in produzione?"],
     "SELECT name FROM employee WHERE department = 'production'"
     " AND date_of_birth = (SELECT MAX(date_of_birth) FROM employee WHERE department = 'production')"),
    (["the two largest departments", "who works there?"],
     "SELECT name FROM employee WHERE department IN (SELECT department FROM employee"
     " GROUP BY department ORDER BY COUNT(*) DESC LIMIT 2)"),
    (["who has the most common level"],
     "SELECT name FROM employee WHERE job_level = (SELECT job_level FROM employee"
     " GROUP BY job_level ORDER BY COUNT(*) DESC LIMIT 1)"),
    (["how many people work in the largest department"],
     "SELECT COUNT(*) FROM employee WHERE department = (SELECT department FROM employee"
     " GROUP BY department ORDER BY COUNT(*) DESC LIMIT 1)"),
    (["the 4 newest employees and their levels"],
     "SELECT name, job_level FROM employee ORDER BY hiring_date DESC LIMIT 4"),
    (["Where does Helen Turner work?", "And Peter Baker?", "Are they on the same level?"],
     "SELECT COUNT(DISTINCT job_level) = 1 FROM employee WHERE (name = 'Helen Turner' OR name = 'Peter Baker')"),
    (["the oldest hiring date", "whose is it?"],
     "SELECT name FROM employee WHERE hiring_date = (SELECT MIN(hiring_date) FROM employee)"),
    (["which departments have no engineers?"],
     "SELECT DISTINCT department FROM employee WHERE department NOT IN"
     " (SELECT department FROM employee WHERE degree LIKE '% in engineering')"),
    (["quali reparti non hanno nessun ingegnere?"],
     "SELECT DISTINCT department FROM employee WHERE department NOT IN"
     " (SELECT department FROM employee WHERE degree LIKE '% in engineering')"),
    (["chi non ha nessuna laurea"], "SELECT name FROM employee WHERE degree = 'none'"),
    (["is there no engineer in legal?"],
     "SELECT NOT EXISTS (SELECT 1 FROM employee WHERE department = 'legal'"
     " AND NOT (NOT (degree LIKE '% in engineering')))"),
    (["were more people hired in 1970 or in 1980?"],
     "SELECT (SELECT COUNT(*) FROM employee WHERE hiring_date LIKE '1970-%')"
     " > (SELECT COUNT(*) FROM employee WHERE hiring_date LIKE '1980-%')"),
    (["is Emily Watson older or younger than Alice Morgan?"],
     "SELECT EXISTS (SELECT 1 FROM employee WHERE name = 'Emily Watson'"
     " AND date_of_birth < (SELECT date_of_birth FROM employee WHERE name = 'Alice Morgan'))"),
    (["How many towns do the people in sales live in?", "Which ones?"],
     "SELECT DISTINCT place_of_residence FROM employee WHERE department = 'sales'"),
]  # fmt: skip


@pytest.mark.parametrize(("turns", "query"), DIALOGUES, ids=[turns[-1] for turns, _ in DIALOGUES])
def test_a_question_goes_on_from_those_before_it(turns: list[str], query: str) -> None:
    *before, last = turns
    assert answer(last, before) == [query]


STRANGERS = [line.split("\t") for line in Path(__file__).with_name("strangers.tsv").read_text("utf-8").splitlines()]
"""Questions as different people ask them, turns parted by ` || `; and their queries, or why there are none: `⊥ ...`
where they are not understood, `∅ ...` where they have words that nothing here knows."""


@pytest.mark.parametrize(("question", "what"), STRANGERS, ids=[question for question, _ in STRANGERS])
def test_what_strangers_ask_is_understood_or_told_why_not(question: str, what: str) -> None:
    found = said(question.split(" || "))
    if what.startswith("⊥"):
        assert (found.undefined, found.queries) == (what[2:], ())
    elif what.startswith("∅"):
        assert (found.undefined, found.queries, ", ".join(found.unknown)) == (None, (), what[2:])
    else:
        assert sorted(found.queries) == what.split(" || ")


@pytest.mark.slow
def test_on_another_table_everything_is_still_answered_with_names_of_that_table() -> None:
    names = {}
    for seed in (0, 5):
        asked = employees(seed)
        for question, query in QUESTIONS.items():
            assert asked.ask(question).queries == (query,), (seed, question)
        with closing(opened(seed)) as table:
            names[seed] = {name for (name,) in table.execute("SELECT name FROM employee")}
    new = min(names[5] - names[0])
    assert employees(5).ask(f"Where was {new} born?").queries == (
        "SELECT place_of_birth FROM employee WHERE name = '" + new.replace("'", "''") + "'",
    )


def test_counted_superlatives_have_the_rows_that_counting_by_hand_gives() -> None:
    with closing(opened()) as table:
        people = table.execute("SELECT name, date_of_birth, department FROM employee").fetchall()

        def rows(question: str) -> list[tuple[object, ...]]:
            (query,) = answer(question)
            return table.execute(query).fetchall()

        by_age = sorted(people, key=lambda one: one[1])
        sizes = Counter(department for _, _, department in people).most_common()
        assert rows("the 3 oldest") == [(name,) for name, *_ in by_age[:3]]
        assert rows("the third oldest") == [(by_age[2][0],)]
        assert rows("the 0 oldest") == []
        largest = {name for (name,) in rows("the 3 departments with the most employees")}
        assert sizes[2][1] > sizes[3][1]  # no tie there
        assert largest == {name for name, _ in sizes[:3]}
        assert rows("How many departments have more than 30 employees?") == [(sum(size > 30 for _, size in sizes),)]
        oldest = {department: name for name, _, department in reversed(by_age)}
        assert dict(rows("the oldest in each department")) == oldest


def test_every_query_that_is_given_can_be_executed() -> None:
    with closing(opened()) as table:
        for question in QUESTIONS:
            for query in answer(question):
                table.execute(query).close()
        with pytest.raises(sqlite3.OperationalError):
            table.execute("DELETE FROM employee")
