"""Chains of steps: typed, printed, applied; part of the measure that uses them."""

import pickle
from pathlib import Path

import pytest

import murho
from murho.core.errors import InputError, UsageError
from murho.measures import measure
from murho.measures.normalise import chain, named_steps


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("", ""),
        ("lower", "lower"),
        (" nfkc |lower | spaces", "nfkc|lower|spaces"),
        ("no_punctuation(keep='')|fillers()", "no_punctuation(keep='')|fillers"),
        ("map('a|b.tsv') | glm(\"c.glm\", upper=False)", "map('a|b.tsv')|glm('c.glm', upper=False)"),
        ("fillers('uh um uhm er')|no_symbols(by=' ')", "fillers(words='uh um uhm er')|no_symbols(by=' ')"),
    ],
)
def test_a_chain_prints_as_it_is_read(typed: str, printed: str) -> None:
    found = chain(typed)
    assert repr(found) == printed
    assert chain(printed) == found
    assert pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("louder", "no normalisation step 'louder'; known: lower, "),
        ("lower|", "normalisation step '' cannot be read"),
        ("lower|3", "3 is not a normalisation step"),
        ("lower(3)", "normalisation step lower: "),
        ("map", "normalisation step map: "),
        ("fillers('')", "name the words, as in fillers"),
        ("glm('x', side='left')", "no side 'left'; known: reference, answer"),
        ("__import__('os')", "no normalisation step '__import__'"),
    ],
)
def test_what_is_no_chain(typed: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        chain(typed)
    with pytest.raises(UsageError, match=message):
        measure(f"words(normalize={typed!r})")


def test_every_step_is_described() -> None:
    import murho.measures.normalise as package

    for name in named_steps():
        assert f"`{name}" in str(package.__doc__)


def test_steps_are_applied_from_the_left_to_both_sides() -> None:
    how = measure("words(normalize='lower|fillers|no_punctuation')")
    assert how.judge([("Uh, to Bonn!",)], [("to bonn uh",)]).loss.tolist() == [1]  # `uh,` is no filler yet
    how = measure("words(normalize='no_punctuation|fillers|lower')")
    assert how.judge([("Uh, to Bonn!",)], [("to bonn uh",)]).loss.tolist() == [0]


def test_nothing_is_normalised_unless_asked() -> None:
    assert measure("words").judge([("Café",)], [("café",)]).loss.tolist() == [1]
    assert measure("words").judge([("Cafe\u0301",)], [("Café",)]).loss.tolist() == [1]


def test_steps_do_not_touch_the_marks_of_alternatives(tmp_path: Path) -> None:
    path = tmp_path / "map.tsv"
    path.write_text("is not\tisn't\n")
    how = measure(f'words(alternates=True, optional=True, normalize="lower|no_punctuation|map({str(path)!r})")')
    judged = how.judge([("{ It's / Is, not } (Well.)",), ("{ Is not / @ } !",)], [("isn't well",), ("",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0, 0], [2, 0])


def test_the_signature_holds_the_chain_and_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("numbers.tsv").write_text("one\t1\n")
    found = murho.score("words(normalize=\"lower|map('numbers.tsv')\")", ["One"], ["1"])
    assert found.value == 0
    assert "measure:words(normalize=\"lower|map('numbers.tsv')\")|files:sha256:" in found.signature
    assert "files" not in murho.score("words(normalize='lower')", ["One"], ["1"]).signature


@pytest.mark.parametrize("step", ["map('none.tsv')", "glm('none.glm')"])
def test_a_file_that_is_not_there_is_named_before_anything_is_judged(step: str, tmp_path: Path) -> None:
    how = measure(f"words(normalize={step.replace('none', str(tmp_path / 'none'))!r})")
    with pytest.raises(InputError, match="no such file"):
        how.judge([], [])
