from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.errors import InputError, UsageError
from murho.suites.building.survey import Survey, survey
from murho.suites.building.treebank import RARE, read_treebank

FIN = "VerbForm=Fin"


def _repeated(words: str) -> dict[str, str]:
    return {f"s{n}": words for n in range(RARE)}


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (f"Va ir VERB 0 root {FIN}\na a ADP 3 case\nRoma Roma PROPN 1 obl:arg", "oblique_arguments"),
        (f"Confía confiar VERB 0 root {FIN}\nen en ADP 3 case\nAna Ana PROPN 1 obj", "cased_objects"),
        (f"Le él PRON 2 iobj\ndoy dar VERB 0 root {FIN}", "indirect_objects"),
        (f"Es ser AUX 2 aux:pass {FIN}\nvista ver VERB 0 root VerbForm=Part", "passive_auxiliaries"),
        (f"Se él PRON 2 expl:pass\nve ver VERB 0 root {FIN}\nAna Ana PROPN 2 nsubj", "pronominal_passives"),
        ("Si si PRON 2 expl\nvede vedere VERB 0 root\nAna Ana PROPN 2 nsubj:pass", "pronominal_passives"),
        (f"Se él PRON 2 expl:impers\nvive vivir VERB 0 root {FIN}", "pronominal_impersonals"),
    ],
)
def test_a_convention_is_what_is_done_more_than_rarely(words: str, name: str, treebank: Callable[..., Path]) -> None:
    sentences = _repeated(words)
    assert getattr(read_treebank(treebank(sentences)).conventions, name) is True
    del sentences["s0"]
    assert getattr(read_treebank(treebank(sentences)).conventions, name) is False


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        pytest.param("es_ancora-ud-test.r2.8", (False, True, False, True, True), marks=pytest.mark.slow),
        pytest.param("ca_ancora-ud-test.r2.8", (False, True, False, False, False), marks=pytest.mark.slow),
        ("es_gsd-ud-test", (True, False, True, False, False)),
        ("es_pud-ud-test", (True, False, True, True, False)),
        ("it_pud-ud-test", (False, False, True, True, False)),
    ],
)
def test_conventions_of_real_treebanks(
    file: str, expected: tuple[bool, ...], surveyed: Callable[[str], Survey]
) -> None:
    found = surveyed(file).treebanks[0].conventions
    assert (
        found.oblique_arguments,
        found.cased_objects,
        found.passive_auxiliaries,
        found.pronominal_passives,
        found.pronominal_impersonals,
    ) == expected


def test_a_sentence_without_id_has_its_number(tmp_path: Path) -> None:
    path = tmp_path / "es_x.conllu"
    path.write_text("1\tVa\tir\tVERB\t_\t_\t0\troot\t_\t_\n\n1\tVa\tir\tVERB\t_\t_\t0\troot\t_\t_\n\n", "utf-8")
    assert [one.id for one in read_treebank(path).sentences] == ["1", "2"]


def test_the_language_must_be_told(treebank: Callable[..., Path]) -> None:
    path = treebank({"a": "pan pan NOUN 0 root"}, "mine.conllu")
    assert survey([path], "it").code == "it"
    with pytest.raises(UsageError, match="give --language, one of: es, ca, it, en"):
        survey([path])
    with pytest.raises(UsageError, match="no words are listed for the language 'xx'; there are es"):
        survey([path], "xx")
    with pytest.raises(UsageError, match="do not tell one language"):
        survey([treebank({"a": "pan pan NOUN 0 root"}), treebank({"a": "pa pa NOUN 0 root"}, "ca_x.conllu")])


def test_a_broken_treebank_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "es_x.conllu"
    path.write_text("1\tVa\tir\tVERB\t_\t_\t7\troot\t_\t_\n\n", "utf-8")
    with pytest.raises(InputError, match=r"es_x\.conllu:1: "):
        survey([path])
