"""Files of trees in another annotation, scored over their whole text."""

import gzip
from pathlib import Path

import pytest

from murho.core.errors import InputError, UsageError
from murho.measures import measure
from murho.pipeline.scoring.files import score_files
from murho.pipeline.sources import Pairing

GOLD = """# sent_id = 1
# text = Va a Roma. Bene.
1\tVa\t_\tVERB\t_\t_\t0\troot\t_\t_
2\ta\t_\tADP\t_\t_\t3\tcase\t_\t_
3\tRoma\t_\tPROPN\t_\t_\t1\tobl\t_\tSpaceAfter=No
4\t.\t_\tPUNCT\t_\t_\t1\tpunct\t_\t_
5\tBene\t_\tADV\t_\t_\t1\tdiscourse\t_\tSpaceAfter=No
6\t.\t_\tPUNCT\t_\t_\t1\tpunct\t_\t_

"""
OWN = """1\tVa\t_\tV\t_\t_\t0\ttop\t_\t_
2\ta\t_\tS\t_\t_\t1\tcomp\t_\t_
3\tRoma\t_\tNP\t_\t_\t2\tsn\t_\tSpaceAfter=No
4\t.\t_\tF\t_\t_\t1\tterm\t_\t_

1\tBene\t_\tR\t_\t_\t0\ttop\t_\tSpaceAfter=No
2\t.\t_\tF\t_\t_\t1\tterm\t_\t_

"""
"""The same text in two sentences, prepositions being heads."""
MAP = """
upos=V -> upos=VERB
upos=S -> upos=ADP
upos=NP -> upos=PROPN
upos=F -> upos=PUNCT
upos=R -> upos=ADV
deprel=top -> deprel=root
deprel=comp -> deprel=obl
deprel=term -> deprel=punct
keep deprel
raise upos=PROPN over upos=ADP as case
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.conllu").write_text(GOLD)
    Path("own.conllu").write_text(OWN)
    Path("own.map").write_text(MAP)


@pytest.mark.usefixtures("files")
def test_sentences_may_be_cut_otherwise() -> None:
    plain = score_files(measure("dependencies"), "gold.conllu", "own.conllu")
    found = score_files(measure("mapped(dependencies, 'own.map')"), "gold.conllu", "own.conllu")
    assert (plain.counts["uas"], plain.counts["las"]) == (2, 0)
    assert (found.counts["uas"], found.counts["las"], found.counts["upos"]) == (4, 4, 6)
    assert found.counts["system_sentences"] == 2
    assert found.measure == "mapped(dependencies, 'own.map')"
    assert "|map:own.map sha256:" in found.signature


@pytest.mark.usefixtures("files")
def test_the_references_can_be_mapped_and_compressed_files_too() -> None:
    Path("own.conllu.gz").write_bytes(gzip.compress(OWN.encode()))
    how = measure("mapped(dependencies, 'own.map', side='references')")
    found = score_files(how, "own.conllu.gz", "gold.conllu")
    assert found.counts["las"] == 4


@pytest.mark.usefixtures("files")
def test_errors_name_the_files_as_they_were_given() -> None:
    how = measure("mapped(dependencies, 'own.map')")
    Path("own.conllu").write_text(OWN.replace("\tR\t", "\tRG\t"))
    with pytest.raises(InputError, match=r"own.conllu:6: no rule takes the upos 'RG' of word 1, 'Bene'"):
        score_files(how, "gold.conllu", "own.conllu")
    Path("own.conllu").write_text(OWN.replace("Bene", "Male"))
    with pytest.raises(InputError) as caught:
        score_files(how, "gold.conllu", "own.conllu")
    assert caught.value.path == "own.conllu"
    assert "murho-mapped" not in str(caught.value)
    with pytest.raises(UsageError, match="give a file, not standard input"):
        score_files(how, "gold.conllu", "-", pairing=Pairing("conllu"))
