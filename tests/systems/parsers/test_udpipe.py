"""A real model of UDPipe, trained here on a few sentences; skipped where it is not installed."""

import itertools
import shutil
from pathlib import Path

import pytest

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.formats import conllu
from murho.systems import gather, system
from murho.systems.identity import identity
from murho.systems.parsers.udpipe import Udpipe, train

WORDS = ("the|a", "dog|cat|bird|man", "sees|hears|likes", "the|a", "house|tree|car", ".")
TAGS = ("DET", "NOUN", "VERB", "DET", "NOUN", "PUNCT")
HEADS = ((2, "det"), (3, "nsubj"), (0, "root"), (5, "det"), (3, "obj"), (3, "punct"))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For words that are given to it."""
    return trained(tmp_path_factory.mktemp("udpipe"), tokenizer="none")


def trained(folder: Path, tokenizer: str) -> Path:
    """A model of a language of 144 sentences, which any parser learns."""
    pytest.importorskip("ufal.udpipe")
    with (folder / "toy.conllu").open("w") as file:
        for forms in itertools.product(*(slot.split("|") for slot in WORDS)):
            for i, (form, tag, (head, deprel)) in enumerate(zip(forms, TAGS, HEADS, strict=True), 1):
                misc = "SpaceAfter=No" if i == 5 else "_"
                print(i, form, form, tag, "_", "_", head, deprel, "_", misc, sep="\t", file=file)
            print(file=file)
    train(
        [folder / "toy.conllu"],
        folder / "toy.udpipe",
        tokenizer=tokenizer,
        tagger="iterations=2",
        parser="iterations=3;transition_oracle=static;hidden_layer=20",
    )
    return folder / "toy.udpipe"


GOLD = "".join(
    f"{i}\t{form}\t_\t{tag}\t_\t_\t{min(i - 1, 1)}\t{'dep' if i > 1 else 'root'}\t_\t_\n"
    for i, (form, tag) in enumerate(zip(["a", "bird", "hears", "the", "tree", "."], TAGS, strict=True), 1)
)
"""Words and tags of a sentence, in a tree that is wrong, for a parser to mend."""


@pytest.mark.parametrize("shown", ["words", "tagged"])
def test_it_parses_what_it_has_learnt(model: Path, shown: str) -> None:
    check(f"udpipe:input={shown} {model}")


@pytest.mark.slow
def test_it_parses_plain_text(tmp_path: Path) -> None:
    check(f"udpipe:{trained(tmp_path, tokenizer='epochs=3')}")


def check(spec: str) -> None:
    cases = Cases(["a"], ["a bird hears the tree."], [(GOLD + "\n",)])
    with system(spec) as parser:
        (answer,) = gather(cases, parser.answer(cases)).answers
    assert isinstance(answer, tuple)
    (tree,) = conllu.parse(str(answer[0]))
    assert [word.upos for word in tree.words] == list(TAGS)
    assert [(word.head, word.deprel) for word in tree.words] == list(HEADS)


def test_nothing_said_nothing_meant(model: Path) -> None:
    cases = Cases(["a"], [""], [()])
    with system(f"udpipe:input=words {model}") as parser:
        assert gather(cases, parser.answer(cases)).answers == [()]


def test_what_it_says_of_itself(model: Path) -> None:
    found = system(f"udpipe:input=words {model}").describe()
    assert (found["kind"], found["input"], found["model"][:7]) == ("udpipe", "words", "sha256:")


def test_what_is_no_model(tmp_path: Path) -> None:
    pytest.importorskip("ufal.udpipe")
    (tmp_path / "text").write_text("hello")
    with pytest.raises(UsageError, match="is no model of UDPipe"):
        system(f"udpipe:{tmp_path / 'text'}")
    with pytest.raises(UsageError, match="no file 'absent'"):
        system("udpipe:absent")
    with pytest.raises(UsageError, match="input=gold; known"):
        system("udpipe:input=gold absent")


def test_options_that_udpipe_refuses(tmp_path: Path) -> None:
    pytest.importorskip("ufal.udpipe")
    (tmp_path / "one.conllu").write_text(GOLD.splitlines()[0] + "\n\n")
    with pytest.raises(UsageError, match="UDPipe cannot train"):
        train([tmp_path / "one.conllu"], tmp_path / "model", parser="nonsense")


def test_a_model_is_its_file(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(model, "m.udpipe")
    before = identity(Udpipe("m.udpipe"))
    assert list(before.files) == ["m.udpipe"]
    assert identity(Udpipe("input=words m.udpipe")).files == before.files
    with open("m.udpipe", "ab") as file:
        file.write(b"\0")
    assert identity(Udpipe("m.udpipe")).files != before.files
