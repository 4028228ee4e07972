import shutil
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.suites import xml
from murho.suites.model import Suite
from murho.suites.testdata import file_of, read_sentences, sentences_of

DATA = Path(__file__).parents[2] / "examples" / "suites"


def test_conllu() -> None:
    data = read_sentences(str(DATA / "small.conllu"))
    one = data.find("La taza se rompió.")
    assert one is not None
    assert (one.id, one.line, len(data)) == ("s4", 20, 5)
    assert one.tree is not None
    assert one.tree.heads == (2, 4, 4, 0, 4)


def test_conllx_is_found_by_its_words(tmp_path: Path) -> None:
    path = tmp_path / "s.conll"
    path.write_text(
        "1\t¿\t¿\tPUNCT\t_\t_\t2\tpunct\t_\t_\n2\tVienes\tvenir\tVERB\t_\t_\t0\troot\t_\t_\n3\t?\t?\tPUNCT\t_\t_\t2\tpunct\t_\t_\n\n"
    )
    data = read_sentences(str(path))
    assert [one.text for one in data.sentences] == ["¿ Vienes ?"]
    for text in ("¿ Vienes ?", "¿Vienes?", "¿Vienes"):
        assert data.find(text) is data.sentences[0]
    assert data.find("Vienes?") is None


def test_which_file_it_is(tmp_path: Path) -> None:
    suite = Suite(path=str(tmp_path / "es.xml"))
    assert file_of(suite) is None
    (tmp_path / "es.txt").write_text("Llueve.\n")
    assert file_of(suite) == str(tmp_path / "es.txt")
    shutil.copy(DATA / "small.conllu", tmp_path / "es.conllu")
    assert file_of(suite) == str(tmp_path / "es.conllu")
    assert file_of(Suite(path=str(tmp_path / "es.xml"), data="es.txt")) == str(tmp_path / "es.txt")
    assert file_of(Suite()) is None
    with pytest.raises(InputError, match=r"no test data 'fr\.txt'"):
        file_of(Suite(path=str(tmp_path / "es.xml"), data="fr.txt"))


def test_items_need_none(tmp_path: Path) -> None:
    path = tmp_path / "s.xml"
    path.write_text("<suite><phenomena><realization id='1' test='x'/></phenomena></suite>")
    assert sentences_of(xml.read(path)) is None


def test_another_suffix(tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text("x")
    with pytest.raises(InputError, match=r"it is one of: \.conllu, \.conll, \.txt"):
        read_sentences(str(tmp_path / "s.csv"))
