"""Whose words a parser wrote."""

import pytest

from murho.systems.parsers.split_output import AstrayError, divided


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
