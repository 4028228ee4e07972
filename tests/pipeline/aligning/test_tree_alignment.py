"""Stretches of two files: what they hold, what is wrong in them."""

from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.measures.dependencies.dependencies import dependencies
from murho.measures.dependencies.rules import conllx
from murho.pipeline.aligning.tree_alignment import stretches

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "parsing"


def test_a_stretch_ends_where_both_sides_end_a_sentence() -> None:
    found = list(stretches(dependencies(), str(EXAMPLE / "gold.conllu"), str(EXAMPLE / "system.conllu"), "conllu"))
    assert [(one.id, one.words, one.errors) for one in found] == [
        ("m1", 7, 1),
        ("m2", 8, 4),
        ("n1 + n2", 7, 2),
        ("n3", 8, 1),
    ]
    assert found[1].kinds == {"label": 1, "missing": 2, "extra": 1}
    assert found[1].rate == 0.5
    places = found[0].as_json()["places"]
    assert places[5] == {
        "gold": {"form": "mercado", "upos": "NOUN", "head": 2, "deprel": "obl"},
        "system": {"form": "mercado", "upos": "NOUN", "head": 3, "deprel": "nmod"},
        "error": "head and label",
    }


def test_errors_are_those_that_are_scored(data: Path) -> None:
    gold, said = (str(data / "ud" / f"cs_pud-{name}.conllu.gz") for name in ("gold", "udpipe-pdtc-ud-2.17-251125"))
    found = list(stretches(dependencies(), gold, said, "conllu"))
    assert sum(one.words for one in found) == 18609
    assert sum(one.words - one.errors + one.kinds.get("extra", 0) for one in found) == 16605  # LAS of eval.txt: 89.10


def test_other_texts_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.conllu"
    other.write_text((EXAMPLE / "system.conllu").read_text().replace("pan", "vino"))
    with pytest.raises(InputError, match="'vino"):
        list(stretches(dependencies(), str(EXAMPLE / "gold.conllu"), str(other), "conllu"))


def test_files_of_conllx(tmp_path: Path) -> None:
    gold = tmp_path / "gold.conll"
    gold.write_text("1\tGo\tgo\tV\tV\t_\t0\tROOT\t_\t_\n2\taway\taway\tA\tA\t_\t1\tADV\t_\t_\n\n")
    said = tmp_path / "said.conll"
    said.write_text(gold.read_text().replace("ADV", "OBJ"))
    (one,) = stretches(dependencies(rules=conllx()), str(gold), str(said), "conllx")
    assert (one.id, one.kinds) == ("1", {"label": 1})
