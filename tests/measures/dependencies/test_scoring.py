"""Scores of small trees, counted by hand, and every reason to refuse a file; by both implementations."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from murho.core.errors import InputError
from murho.measures.dependencies import compiled
from murho.measures.dependencies.rules import Rules, conll2017, conll2018, conllx
from murho.measures.dependencies.scoring import score_files, score_text
from murho.measures.dependencies.twin import LARGEST_REGION


@pytest.fixture(params=["compiled", "python"], autouse=True)
def implementation(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "python":
        monkeypatch.setattr(compiled, "FOUND", False)
    elif not compiled.FOUND:
        pytest.skip("the extension is not compiled")


def tree(*tokens: str, relations: str = "", heads: str = "") -> str:
    """A sentence: every token is a form, or a multiword token as `form=word+word`; the first word is the root."""
    lines: list[str] = []
    words, relation_of, head_of = 0, relations.split(), heads.split()
    for token in tokens:
        form, _, parts = token.partition("=")
        within = parts.split("+") if parts else [form]
        if parts:
            lines.append(f"{words + 1}-{words + len(within)}\t{form}" + "\t_" * 8)
        for word in within:
            words += 1
            relation = relation_of[words - 1] if relation_of else "dep"
            head = head_of[words - 1] if head_of else str(int(words > 1))
            lines.append(f"{words}\t{word}\t_\t_\t_\t_\t{head}\t{relation}\t_\t_")
    return "\n".join(lines) + "\n\n"


def totals(gold: str, system: str, rules: Rules | None = None) -> dict[str, int]:
    counts = score_text(gold.encode(), system.encode(), rules or conll2018()).counts
    return {name: int(column.sum()) for name, column in counts.items()}


@pytest.mark.parametrize(
    ("gold", "system", "aligned"),
    [
        ("no", "no", 1),
        ("so it goes", "so it goes", 3),
        ("cannot", "can not", 0),
        ("can not go", "cannot go", 1),
        ("dal=da+il cielo", "dal cielo", 1),
        ("dal=da+il", "d al", 0),
        ("cannot=can+not", "can not", 2),
        ("I cannot=can+not go", "I can not go", 4),
        ("vámonos=vamos+nos", "Vámonos=Vamos+nos".lower(), 2),
        ("dámelo=Da+Me+Lo", "dámelo=da+me+lo", 3),
        ("abcd=a+b+c+d", "ab=a+b cd=c+d", 4),
        ("abc=a+b+c de=d+e", "a bcd=b+c+d e", 5),
        ("ab=x+y", "ab=y+x", 1),
        ("a bc=b+c d", "a b cd", 2),
        ("ab bc=b+c", "a bb c", 1),
        ("MIS=MI+ΣΑΣ", "MIS=mi+σας", 2),
        ("İl=İ+l", "İl=i̇+l", 2),
    ],
)
def test_alignment(gold: str, system: str, aligned: int) -> None:
    """Tokens by their characters; multiword tokens by forms, in lower case."""
    assert totals(tree(*gold.split()), tree(*system.split()))["aligned"] == aligned


def test_spaces_in_forms() -> None:
    """All spaces of category Zs are ignored under the rules of 2018, only the blank under those of 2017."""
    spaces = "\u0020\u00a0\u1680\u2000\u2005\u200a\u202f\u205f\u3000"
    assert totals(tree(f"10{spaces}000"), tree("10000"))["tokens"] == 1
    assert totals(tree("10 000"), tree("10", "000"), conll2017())["tokens"] == 0
    with pytest.raises(InputError, match="character 3 of '10000'"):
        score_text(tree("10\u00a0000").encode(), tree("10000").encode(), conll2017())


def test_sentences_divided_otherwise() -> None:
    """What the system has belongs to the gold sentence in which it begins."""
    gold = tree("a", "b") + tree("c") + tree("d")
    system = tree("a") + tree("b", "c") + tree("d")
    counts = score_text(gold.encode(), system.encode(), conll2018()).counts
    found = {name: column.tolist() for name, column in counts.items()}
    assert found["gold_sentences"] == [1, 1, 1]
    assert found["system_sentences"] == [2, 0, 1]
    assert found["sentences"] == [0, 0, 1]
    assert found["system_words"] == found["aligned"] == [2, 1, 1]
    assert found["uas"] == [1, 0, 1]
    assert found["gold_roots"] == [1, 1, 1]
    assert found["roots"] == [1, 0, 1]
    assert found["exact_uas"] == found["exact_las"] == [0, 0, 1]


def line(number: int, form: str, lemma: str, upos: str, feats: str, head: int, relation: str) -> str:
    return f"{number}\t{form}\t{lemma}\t{upos}\t_\t{feats}\t{head}\t{relation}\t_\t_\n"


GOLD = (
    line(1, "La", "el", "DET", "Gender=Fem|PronType=Art", 2, "det")
    + line(2, "taza", "taza", "NOUN", "Gender=Fem", 4, "nsubj:pass")
    + line(3, "fue", "ser", "AUX", "_", 4, "aux:pass")
    + line(4, "rota", "_", "VERB", "Foo=Bar|VerbForm=Part", 0, "root")
    + line(5, ".", ".", "PUNCT", "_", 4, "punct")
    + "\n"
)


def changed(old: str, new: str) -> dict[str, int]:
    assert GOLD.count(old) == 1
    return totals(GOLD, GOLD.replace(old, new))


def test_all_is_right() -> None:
    found = totals(GOLD, GOLD)
    names = ("aligned", "upos", "xpos", "ufeats", "all_tags", "lemmas", "uas", "las", "la")
    assert {found[name] for name in (*names, "gold_words", "system_words", "gold_tokens", "tokens")} == {5}
    contents = ("gold_content", "system_content", "aligned_content", "clas", "mlas", "blex")
    assert {found[name] for name in contents} == {2}


def test_subtypes_of_relations() -> None:
    assert changed("nsubj:pass", "nsubj")["las"] == 5
    keep = totals(GOLD, GOLD.replace("nsubj:pass", "nsubj"), conll2018(subtypes="keep"))
    assert (keep["las"], keep["clas"], keep["system_content"]) == (4, 1, 2)


def test_features() -> None:
    """Those that are not universal do not matter in 2018, nor does the order; in 2017 both do."""
    for other in ("VerbForm=Part", "VerbForm=Part|Zoo=Bar"):
        assert changed("Foo=Bar|VerbForm=Part", other)["ufeats"] == 5
        assert totals(GOLD, GOLD.replace("Foo=Bar|VerbForm=Part", other), conll2017())["ufeats"] == 4
    assert changed("Gender=Fem|PronType=Art", "PronType=Art|Gender=Fem")["mlas"] == 2
    assert changed("Gender=Fem|PronType=Art", "PronType=Art|PronType=Art|Gender=Fem")["ufeats"] == 4


def test_function_words_below_a_content_word_matter_to_mlas_alone() -> None:
    for old, new in ("\tDET\t", "\tPRON\t"), ("Gender=Fem|", "Gender=Masc|"), ("2\tdet", "4\tdet"), ("\tdet", "\tcase"):
        found = changed(old, new)
        assert (found["clas"], found["blex"]) == (2, 2)
        assert found["mlas"] == (0 if new == "4\tdet" else 1)


def test_lemmas() -> None:
    """A gold lemma `_` takes any lemma, under the rules of 2018 only."""
    assert changed("\t_\tVERB", "\tromper\tVERB")["lemmas"] == 5
    assert totals(GOLD, GOLD.replace("\t_\tVERB", "\tromper\tVERB"), conll2017())["lemmas"] == 4
    assert changed("\ttaza\tNOUN", "\t_\tNOUN")["blex"] == 1


def test_relations_that_are_not_listed() -> None:
    """They mark content words in 2017, not in 2018."""
    other = GOLD.replace("nsubj:pass", "nsubjpass")
    assert totals(other, other)["gold_content"] == 1
    assert totals(other, other, conll2017())["gold_content"] == 2


def test_punctuation_left_out() -> None:
    """A word of nothing but punctuation is not scored; its token is, and a sign that is no punctuation."""
    signs = tree("yes", "...»", "$", "—", "a.")
    found = totals(signs, signs, conll2018(punctuation="drop"))
    assert (found["gold_words"], found["aligned"], found["las"], found["tokens"]) == (3, 3, 3, 5)
    kept = totals(signs, signs, conllx(punctuation="keep"))
    assert (kept["gold_words"], totals(signs, signs, conllx())["gold_words"]) == (5, 3)


def test_empty_nodes_are_passed_over() -> None:
    """Before, between and behind words, and inside a multiword token."""
    plain = tree("al=a+el", "mar")
    lines = plain.splitlines(keepends=True)
    empty = "0.1\tx\t_\t_\t_\t_\t_\t_\t0:root\t_\n"
    full = empty + lines[0] + lines[1] + empty.replace("0.1", "1.1") + "".join(lines[2:4]) + empty + "\n"
    assert totals(plain, full) == totals(plain, plain)


def test_comments_ends_of_lines_and_a_byte_order_mark() -> None:
    plain = tree("a", "b") + tree("c")
    other = "\ufeff# text = a b\n# at all\n" + plain.replace("\n\n", "\n\n# c\n", 1) + "# the end\n"
    assert totals(plain, other.replace("\n", "\r\n")) == totals(plain, plain)


def test_nothing_against_nothing() -> None:
    assert totals("", "# nothing\n")["gold_words"] == 0


def test_rows() -> None:
    gold = tree("I", "cannot", "go", heads="3 3 0", relations="nsubj aux root")
    system = tree("I", "can", "not", "go", heads="4 4 4 0", relations="obj aux advmod root")
    scored = score_text(gold.encode(), system.encode(), conll2018(), rows=True)
    assert scored.rows is not None
    rows = {name: column.tolist() for name, column in scored.rows.items()}
    assert rows["gold_word"] == [1, 2, 3, -1, -1]
    assert rows["system_word"] == [1, -1, 4, 2, 3]
    assert rows["gold_head"] == [3, 3, 0, -1, -1]
    assert rows["gold_depth"] == [1, 1, 0, -1, -1]
    assert rows["system_length"] == [3, 0, 0, 2, 1]
    assert [scored.labels[i] if i >= 0 else None for i in rows["system_deprel"]] == [
        "obj",
        None,
        "root",
        "aux",
        "advmod",
    ]
    assert rows["aligned"] == rows["uas"] == [1, 0, 1, 0, 0]
    assert rows["las"] == rows["la"] == [0, 0, 1, 0, 0]
    assert rows["content"] == [1, 0, 1, 0, 0]
    assert rows["system_content"] == [1, 0, 1, 0, 1]
    assert {len(column) for column in rows.values()} == {5}


def test_rows_sum_to_the_counts() -> None:
    gold = tree("al=a+el", "mar") + tree("y", "no", "cannot") + tree("d")
    system = tree("al", "mar", "y") + tree("no", "can", "not") + tree("d")
    scored = score_text(gold.encode(), system.encode(), conll2018(), rows=True)
    assert scored.rows is not None
    for name in ("aligned", "upos", "uas", "las", "la", "clas", "mlas", "blex"):
        sums = np.bincount(scored.rows["sentence"], scored.rows[name], len(scored.counts[name]))
        assert sums.tolist() == scored.counts[name].tolist()


# ------------------------------------------------------------------ CoNLL-X


def test_the_rules_of_conllx() -> None:
    """More than one root, whole relations, no comments needed, no empty line at the end."""
    gold = line(1, "a", "_", "x", "_", 0, "ROOT:a") + line(2, "b", "_", "y", "_", 0, "ROOT:b") + "\n" + tree("c")
    system = gold.replace("2\tb\t_\ty", "2\tb\t_\tz").replace("ROOT:b", "ROOT:c")[:-1]
    found = totals(gold, system, conllx())
    assert [found[name] for name in ("gold_words", "uas", "las", "la", "upos", "gold_roots")] == [3, 3, 2, 2, 2, 3]


@pytest.mark.parametrize(
    ("system", "said"),
    [
        (tree("a", "c"), "system:2: word 'c' where gold:2 has 'b'"),
        (tree("a"), "system:1: the sentence or the file ends, and gold:2 goes on with 'b'"),
        (tree("a", "b") + tree("c"), "system:4: word 'c' more than"),
        (tree("a") + tree("b"), "system:1: the sentence or the file ends, and gold:2 goes on with 'b'"),
        (tree("ab=a+b"), "system:1: id '1-2'; the next word is 1"),
    ],
)
def test_other_words_are_refused_under_conllx(system: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        score_text(tree("a", "b").encode(), system.encode(), conllx())
    assert said in str(error.value)


# ------------------------------------------------------------------ what is refused

GOOD = tree("a", "bc", "d")
BAD = {
    "nine columns": (GOOD.replace("0\tdep\t_\t_", "0\tdep\t_"), "system:1: 9 columns: '1\\ta\\t_"),
    "blanks for tabs": (GOOD.replace("\t", " "), "system:1: 1 column: '1 a _"),
    "ids from 0": (GOOD.replace("1\ta", "0\ta"), "system:1: id '0'; the next word is 1"),
    "an id missing": (GOOD.replace("2\tbc", "3\tbc"), "system:2: id '3'; the next word is 2"),
    "an id that is no number": (GOOD.replace("2\tbc", "b\tbc"), "system:2: id 'b'; the next word is 2"),
    "a range that goes down": ("2-1\tab" + "\t_" * 8 + "\n" + GOOD, "system:1: id 2-1; the next word is 1"),
    "a range too early": ("2-3\tab" + "\t_" * 8 + "\n" + GOOD, "system:1: id 2-3; the next word is 1"),
    "a range in a range": (tree("ab=a+b").replace("1\ta", "1-2\ta"), "system:2: id '1-2'"),
    "a range too long": (tree("ab=a+b").replace("1-2", "1-3"), "system:4: the sentence ends inside a multiword"),
    "a huge range": (tree("ab=a+b").replace("1-2", "1-999999999"), "system:4: the sentence ends inside a multiword"),
    "no head": (GOOD.replace("\t1\tdep", "\t_\tdep", 1), "system:2: head '_'; write the number of a word"),
    "a head below 0": (GOOD.replace("\t1\tdep", "\t-1\tdep", 1), "system:2: head '-1'"),
    "a head out of range": (GOOD.replace("\t1\tdep", "\t4\tdep", 1), "system:2: head 4 in a sentence of 3 words"),
    "a huge head": (GOOD.replace("\t1\tdep", f"\t{10**30}\tdep", 1), "system:2: head '10000"),
    "a word above itself": (
        GOOD.replace("\t1\tdep", "\t2\tdep", 1),
        "system:2: the heads above word 2 lead back to it",
    ),
    "a cycle": (tree("a", "bc", "d", heads="0 3 2"), "system:2: the heads above word 2 lead back to it"),
    "no root": (tree("a", "bc", "d", heads="2 3 1"), "system:1: the heads above word 1 lead back to it"),
    "two roots": (GOOD.replace("\t1\tdep", "\t0\tdep", 1), "system:2: a second root"),
    "an empty form": (GOOD.replace("\tbc\t", "\t \t"), "system:2: an empty form"),
    "an empty sentence": (GOOD + "\n", "system:5: a sentence without words; leave one empty line"),
    "a comment alone": ("# a\n\n" + GOOD, "system:2: a sentence without words"),
    "no empty line at the end": (GOOD[:-1], "system:3: the file ends inside a sentence; is it cut short?"),
    "cut short": (GOOD[:-9], "system:3: "),
    "a comment in a sentence": (GOOD.replace("2\tbc", "# bc\n2\tbc"), "system:2: 1 column: '# bc'"),
    "a NUL byte": (GOOD.replace("bc", "b\0c"), "system:2: a NUL byte, byte 4 of the line"),
    "a NUL byte in a comment": ("# \0\n" + GOOD, "system:1: a NUL byte, byte 3 of the line"),
    "a carriage return": (GOOD.replace("bc", "b\rc"), "system:2: a carriage return inside the line"),
    "two carriage returns": (GOOD.replace("\n", "\r\r\n"), "system:1: a carriage return inside the line"),
    "a line of a megabyte": (GOOD.replace("2\tbc", "x" * 10**6 + "\n2\tbc"), "system:2: 1 column: 'xxx"),
}
"""Malformed files; `said` of the system, and of the gold side when they change places."""

OTHER_TEXT = {
    "a form of a megabyte": (GOOD.replace("bc", "bc" * 500_000), "system:2: character 3 of 'bcbc"),
    "another text": (GOOD.replace("bc", "bé"), "system:2: character 2 of 'bé': 'éd' after 'ab', but gold:2 has 'cd'"),
    "a word missing": (tree("a", "bc"), "system:2: the text ends here, and goes on in gold:3 with 'd' after 'abc'"),
    "a word too many": (
        tree("a", "bc", "d", "e"),
        "system:4: the text goes on with 'e' after 'abcd' where gold has ended",
    ),
    "a sentence too many": (GOOD + tree("e"), "system:5: the text goes on with 'e' where gold has ended"),
    "no text": ("# nothing\n", "system:1: the text ends here, and goes on in gold:1 with 'abcd'"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused(name: str) -> None:
    text, said = BAD[name]
    for sides, place in ((GOOD, text), "system"), ((text, GOOD), "gold"):
        with pytest.raises(InputError) as error:
            score_text(*(side.encode() for side in sides), conll2018())
        assert said.replace("system", place) in str(error.value)
        assert len(str(error.value)) < 200


@pytest.mark.parametrize("name", OTHER_TEXT)
def test_other_texts_are_refused(name: str) -> None:
    system, said = OTHER_TEXT[name]
    with pytest.raises(InputError) as error:
        score_text(GOOD.encode(), system.encode(), conll2018())
    assert said in str(error.value)
    assert len(str(error.value)) < 300


def test_what_is_not_utf8_is_refused() -> None:
    for wrong in b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\xc3":
        for before in b"", b"x" * 15, "é".encode() * 20:
            with pytest.raises(InputError, match="system:2: not UTF-8: byte"):
                score_text(GOOD.encode(), GOOD.encode().replace(b"bc", before + wrong), conll2018())


def test_deep_trees() -> None:
    """A chain of 20,000 words, which no recursion would survive."""
    n = 20_000
    heads = " ".join(map(str, range(n)))
    chain = tree(*["a"] * n, heads=heads, relations="dep " * n)
    scored = score_text(chain.encode(), chain.encode(), conll2018(), rows=True)
    assert scored.counts["las"].tolist() == [n]
    assert scored.rows is not None
    assert scored.rows["gold_depth"][-1] == n - 1


def test_long_multiword_tokens() -> None:
    """What is alike in front costs nothing; a table of all pairs is built up to a limit."""
    side = int(LARGEST_REGION**0.5) + 1
    text = "x" * side
    gold, system = (tree(f"{text}=" + "+".join([first, *["x"] * (side - 1)])) for first in ("a", "b"))
    assert totals(gold, gold)["aligned"] == side
    with pytest.raises(InputError, match=f"gold:2: multiword tokens that cover {side} words here and {side}"):
        score_text(gold.encode(), system.encode(), conll2018())


# ------------------------------------------------------------------ files


def test_files_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compressed or not, in blocks of any size: the same counts as in one piece, and errors name the line."""
    monkeypatch.setattr(compiled, "BLOCK", 100)
    monkeypatch.setattr("murho.measures.dependencies.scoring.BATCH", 3)
    monkeypatch.setattr("murho.formats.opening.BLOCK", 64)
    gold = "".join(tree(*words.split()) for words in ["al=a+el mar", "no", "a b c", "cannot go", "ça va"] * 20)
    system = "".join(tree(*words.split()) for words in ["al mar no", "a b c", "can not go ça va"] * 20)
    (tmp_path / "gold.conllu").write_text(gold)
    (tmp_path / "system.conllu.gz").write_bytes(gzip.compress(system.encode()))
    parts = list(score_files(tmp_path / "gold.conllu", tmp_path / "system.conllu.gz", conll2018(), rows=True))
    whole = score_text(gold.encode(), system.encode(), conll2018())
    assert len(parts) > 5
    plain = score_files(tmp_path / "gold.conllu", tmp_path / "system.conllu.gz", conll2018())
    assert {part.rows for part in plain} == {None}
    for name, column in whole.counts.items():
        assert np.concatenate([part.counts[name] for part in parts]).tolist() == column.tolist()
    assert all(part.rows["sentence"].max() < len(part.counts["las"]) for part in parts if part.rows)
    (tmp_path / "system.conllu.gz").write_bytes(gzip.compress(system.replace("ça", "ca").encode()))
    with pytest.raises(InputError) as error:
        list(score_files(tmp_path / "gold.conllu", tmp_path / "system.conllu.gz", conll2018()))
    assert f"{tmp_path / 'system.conllu.gz'}:12: character 1 of 'ca': 'ca" in str(error.value)


def test_a_missing_end_names_the_last_line(tmp_path: Path) -> None:
    """Whichever implementation reads, and also where all that came before has been scored."""
    gold, cut = tmp_path / "gold.conllu", tmp_path / "cut.conllu"
    gold.write_text(GOOD + tree("e"))
    for text, line in ((GOOD, ":4"), ("", ""), ("# nothing\n", ":1")):
        cut.write_text(text)
        for rules in conll2018(), conllx():
            with pytest.raises(InputError) as error:
                list(score_files(gold, cut, rules))
            assert str(error.value).startswith(f"{cut}{line}: the ")


def test_files_that_are_missing_or_damaged(tmp_path: Path) -> None:
    good, cut = tmp_path / "good.conllu", tmp_path / "cut.conllu.gz"
    good.write_text(GOOD * 50)
    cut.write_bytes(gzip.compress((GOOD * 50).encode())[:60])
    with pytest.raises(InputError, match="no such file"):
        list(score_files(good, tmp_path / "none.conllu", conll2018()))
    with pytest.raises(InputError, match="cut short"):
        list(score_files(good, cut, conll2018()))


@pytest.mark.parametrize("marked", [0, 1])
def test_a_mark_of_byte_order_is_no_part_of_a_file(marked: int, tmp_path: Path) -> None:
    text = tree("no", "way")
    paths = [tmp_path / "gold.conllu", tmp_path / "system.conllu"]
    for i, path in enumerate(paths):
        path.write_text(("\ufeff" if i == marked else "") + text, "utf-8")
    found = list(score_files(*paths, conll2018()))
    assert [{name: column.tolist() for name, column in one.counts.items()}["las"] for one in found] == [[2]]


@pytest.mark.parametrize(("asked", "is_compiled"), [(None, True), ("compiled", True), ("python", False)])
def test_the_compiled_scorer_is_taken_unless_python_is_asked_for(
    asked: str | None, is_compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("murho.measures.dependencies._scoring")
    monkeypatch.delenv("MURHO_KERNEL", raising=False)
    if asked:
        monkeypatch.setenv("MURHO_KERNEL", asked)
    assert (compiled._load() is not None) is is_compiled


def test_rows_are_given_where_they_are_asked_for() -> None:
    text = b"1\tGo\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    assert score_text(text, text, conll2018()).rows is None
    found = score_text(text, text, conll2018(), rows=True).rows
    assert found is not None
    assert found["gold_word"].tolist() == [1]
