"""Commands that write CoNLL-U, well-behaved and otherwise.

Whose words a parser wrote.

Whether an answer is a tree of its expression.
"""

import re
import sys
from pathlib import Path

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED
from murho.systems import gather, system
from murho.systems.parsers.conllu_command import AstrayError, Piped, bare, divided, fault, no_tree

FLAT = """
import sys, time
for line in sys.stdin:
    words = line.split()
    {trouble}
    for i, word in enumerate(words, 1):
        print(i, word, *"____", int(i > 1), "dep" if i > 1 else "root", "_", "_", sep="\\t")
    print()
"""
"""A parser that hangs every word from the first; `trouble` is what it does before."""


def cases(*texts: str) -> Cases:
    return Cases([str(i) for i in range(len(texts))], list(texts), [()] * len(texts))


def parser(folder: Path, trouble: str = "pass", **options: float) -> Piped:
    script = folder / "flat.py"
    script.write_text(FLAT.format(trouble=trouble))
    return Piped(f"{sys.executable} {script}", **options)


def said(asked: Piped, given: Cases) -> Answers:
    with asked as system:
        return gather(given, system.answer(given))


def forms(answer: object) -> list[str]:
    assert isinstance(answer, tuple)
    return [line.split("\t")[1] for line in answer[0].splitlines() if line]


def test_every_sentence_gets_its_tree(tmp_path: Path) -> None:
    answers = said(parser(tmp_path), cases("go  on", "stay", ""))
    assert [forms(answer) for answer in answers.answers[:2]] == [["go", "on"], ["stay"]]
    assert answers.answers[2] == ()  # nothing was said, nothing is meant


def test_many_sentences_are_given_at_once(tmp_path: Path) -> None:
    given = cases(*(f"word{i} and {i}" for i in range(4100)))
    answers = said(parser(tmp_path), given)
    assert [forms(answer)[2] for answer in answers.answers] == [str(i) for i in range(4100)]


@pytest.mark.parametrize(
    ("trouble", "says"),
    [
        ("assert 'bad' not in line, 'not that word'", "exited with status 1: AssertionError: not that word"),
        ("import os; 'bad' in line and os.abort()", "was killed by SIGABRT"),
        ("words += ['extra'] * ('bad' in line)", "wrote 'badextra' where the expression goes on|one sentence of two"),
        ("'bad' in line and print('what?')", "no line of CoNLL-U"),
        ("'bad' in line and sys.stdout.flush() is None and sys.stdout.buffer.write(b'\\xff')", "no UTF-8"),
        ("words = words if 'bad' not in line else []", "ended before 'bad'"),
    ],
)
def test_a_bad_case_costs_that_case_only(tmp_path: Path, trouble: str, says: str) -> None:
    answers = said(parser(tmp_path, trouble), cases("one", "two", "bad", "three", "four"))
    assert answers.answers[2] is UNDEFINED
    assert [forms(answers.answers[i]) for i in (0, 1, 3, 4)] == [["one"], ["two"], ["three"], ["four"]]
    assert answers.failures is not None
    assert re.search(says, answers.failures[2] or "")


def test_a_circle_costs_that_case_only_and_nothing_is_asked_again(tmp_path: Path) -> None:
    """Scorers refuse circles; all other trees of the same output are good."""
    asked = tmp_path / "asked"
    count = f"open({str(asked)!r}, 'a').write(line)"
    answers = said(parser(tmp_path, f"words = [*words, 'x']; {count}"), cases("one two"))
    assert answers.answers == [UNDEFINED]
    script = (tmp_path / "flat.py").read_text().replace("words = [*words, 'x']; ", "")
    (tmp_path / "flat.py").write_text(script.replace("int(i > 1)", "int(i > 1 or 'bad' in line)"))
    asked.unlink()
    answers = said(Piped(f"{sys.executable} {tmp_path / 'flat.py'}"), cases("one two", "bad one", "three"))
    assert [answer is UNDEFINED for answer in answers.answers] == [False, True, False]
    assert answers.failures == [None, "no tree: the heads go round in a circle: 1 → 1", None]
    assert asked.read_text() == "one two\nbad one\nthree\n"


def test_one_that_hangs_is_killed(tmp_path: Path) -> None:
    answers = said(parser(tmp_path, "'bad' in line and time.sleep(60)", timeout=5), cases("one", "bad"))
    assert forms(answers.answers[0]) == ["one"]
    assert answers.answers[1] is UNDEFINED
    assert answers.failures == [None, "the command took more than 5 s"]


GOLD = (
    "# sent_id = a\n1\tGo\tgo\tVERB\tVB\tMood=Imp\t0\troot\t_\tSpaceAfter=No\n2\t.\t.\tPUNCT\t.\t_\t1\tpunct\t_\t_\n\n"
)


@pytest.mark.parametrize(
    ("shown", "seen"), [("words", ["Go", "_", "_", "_", "_"]), ("tagged", ["Go", "go", "VERB", "VB", "Mood=Imp"])]
)
def test_gold_words_without_their_tree(tmp_path: Path, shown: str, seen: list[str]) -> None:
    seen_file = tmp_path / "seen"
    spec = f"input={shown} tee {seen_file}"
    answers = said(Piped(spec), Cases(["a"], ["Go."], [(GOLD,)]))
    assert answers.answers == [(bare(GOLD, {"words": 2, "tagged": 6}[shown]),)]
    first = seen_file.read_text().splitlines()[0].split("\t")
    assert first[1:6] == seen
    assert first[6:] == ["_", "_", "_", "SpaceAfter=No"]


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("", "name a command"),
        ("input=words", "name a command"),
        ("input=gold cat", "input=gold; known: text, words, tagged"),
        ("cat 'x", "No closing quotation"),
    ],
)
def test_what_is_no_command(spec: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        system(f"conllu:{spec}")


def test_one_that_is_not_installed() -> None:
    with pytest.raises(UsageError, match="is the command installed"):
        said(Piped("no-such-parser-anywhere"), cases("go"))


def test_what_it_says_of_itself() -> None:
    found = system("conllu:input=words cat", timeout=3).describe()
    assert found == {"kind": "conllu", "spec": "input=words cat", "input": "words", "timeout": 3}


def sentence(*forms: str) -> str:
    return "".join(f"{i}\t{form}\t" + "\t".join("_" * 8) + "\n" for i, form in enumerate(forms, 1)) + "\n"


def test_sentences_go_to_the_expression_they_were_made_of() -> None:
    one, two, three = sentence("Go", "."), sentence("Stay", "."), sentence("Sit", "down")
    assert divided(["Go. Stay.", "Sit  down"], one + two + three) == [one + two, three]


def test_an_expression_without_words_gets_none() -> None:
    assert divided(["", "Go", " "], sentence("Go")) == ["", sentence("Go"), ""]


def test_multiword_tokens_count_once_and_empty_nodes_not() -> None:
    rest = "\t".join("_" * 8)
    output = f"# text = del río\n1-2\tdel\t{rest}\n1\tde\t{rest}\n2\tel\t{rest}\n2.1\tun\t{rest}\n3\trío\t{rest}\n\n"
    assert divided(["del río"], output) == [output]


def test_line_ends_and_a_missing_last_blank_line_do_not_matter() -> None:
    assert divided(["Go"], sentence("Go").rstrip("\n").replace("\n", "\r\n")) == [sentence("Go")]


@pytest.mark.parametrize(
    ("expressions", "output", "says"),
    [
        (["Go", "now"], sentence("Go"), "ended before 'now'"),
        (["Go", "now"], sentence("Go", "now"), "made one sentence of two expressions"),
        (["Go"], sentence("Gone"), "made one sentence of two expressions|wrote 'Gone'"),
        (["Go"], sentence("Stay"), "wrote 'Stay' where the expression goes on with 'Go'"),
        (["Go"], sentence("Go") + sentence("on"), "wrote 'on' after the last expression"),
        (["Go"], "usage: parser FILE\n", "no line of CoNLL-U"),
    ],
)
def test_what_is_no_parse_is_refused(expressions: list[str], output: str, says: str) -> None:
    with pytest.raises(AstrayError, match=says):
        divided(expressions, output)


GO = "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No\n2\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_\n\n"


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (GO, None),
        (GO + GO, "the tree is of another text: 'Go. Go.'"),
        (GO.replace("1\tpunct", "0\troot"), None),
        (GO.replace("\t0\troot", "\t2\troot"), "no tree: the heads go round in a circle: 1 → 2 → 1"),
        (GO.replace("\t0\troot", "\t7\troot"), "no tree: head 7 of word 1"),
        (GO.replace("\t0\troot", "\t_\t_"), "no tree: word 1 has no head"),
        (GO.replace("Go", "Gone"), "the tree is of another text: 'Gone.'"),
        ("", "the tree is of another text: ''"),
        ("parsed", "no tree: 1 column in 'parsed'"),
        (3, "no tree: 3"),
        (None, "no tree: None"),
    ],
)
def test_what_is_wrong_with_an_answer(answer: object, found: str | None) -> None:
    assert fault("Go .", answer) == found


def test_a_tagger_gives_no_heads() -> None:
    bare = GO.replace("\t0\troot", "\t_\t_").replace("\t1\tpunct", "\t_\t_")
    assert no_tree(bare, tagged=True) is None
    assert no_tree(bare) == "no tree: word 1 has no head"
    assert no_tree(GO.replace("\t0\troot", "\t_\t_"), tagged=True) == "no tree: word 1 has no head"
    assert no_tree("parsed", tagged=True) == "no tree: 1 column in 'parsed'"
