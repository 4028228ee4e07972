"""What a recogniser knows: language models of texts, and the dictionaries that go with them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho_lab.speech import model, pronunciation

pocketsphinx = pytest.importorskip("pocketsphinx")


def probabilities(path: str) -> dict[tuple[str, ...], float]:
    """Of an ARPA file the logarithm of each n-gram, to base 10."""
    found, length = {}, 0
    for line in Path(path).read_text().splitlines():
        if line.endswith("-grams:"):
            length = int(line[1])
        elif length and (fields := line.split()) and not line.startswith("\\"):
            found[tuple(fields[1 : 1 + length])] = float(fields[0])
    return found


def test_a_text_makes_a_trigram_model() -> None:
    made = model.of_text(["to bonn", "", "to berlin", "from bonn"], ["munich", "bonn"])
    logs = probabilities(made.language)
    # Half of the mass of what was counted: 12 words with the marks of sentences, one of which nobody said counts 1.
    assert logs["to",] == pytest.approx(-1.1139, abs=1e-3)
    assert logs["munich",] == pytest.approx(-1.4150, abs=1e-3)
    assert logs["to", "bonn"] == pytest.approx(-0.6021, abs=1e-3)
    assert logs["<s>", "to", "berlin"] == pytest.approx(-0.6021, abs=1e-3)
    assert model.vocabulary(made.language) == ["berlin", "bonn", "from", "munich", "to"]
    assert pronunciation.read(made.dictionary)["bonn"] == ("B AA N",)
    assert set(pronunciation.read(made.dictionary)) == {"berlin", "bonn", "from", "munich", "to"}


def test_the_same_text_is_the_same_file_and_another_is_not() -> None:
    made = model.of_text(["to bonn"])
    time = Path(made.language).stat().st_mtime_ns
    assert model.of_text(["  to   bonn "], ["bonn"]) == made
    assert Path(made.language).stat().st_mtime_ns == time
    assert model.of_text(["to bonn"], ["berlin"]).language != made.language


def test_names_are_pronounced_by_espeak(needs: Callable[..., None]) -> None:
    needs("espeak-ng")
    made = model.of_text(["to tubingen please"])
    assert pronunciation.read(made.dictionary)["tubingen"] == ("T UW B IH N JH AH N",)


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no words in the text; write sentences as they may be spoken"):
        model.of_text(["", " "])
    (tmp_path / "words.arpa").write_text("to bonn\n")
    with pytest.raises(InputError, match=r"words.arpa: no language model with words; give a language model in ARPA"):
        model.of_language(str(tmp_path / "words.arpa"))
    with pytest.raises(InputError, match="no acoustic model; name a folder of pocketsphinx's"):
        model.Model(str(tmp_path), "a.dict", "a.lm")
    with pytest.raises(InputError, match=r"a.dict: no such file"):
        model.Model(model.bundled().acoustic, "a.dict", "a.lm")
