"""The n-grams of pocketsphinx's binary models: that of English, against what pocketsphinx itself says of it."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from murho.core.errors import InputError
from murho_lab.speech import model, trie

pocketsphinx = pytest.importorskip("pocketsphinx")


@pytest.mark.slow
def test_every_n_gram_is_as_pocketsphinx_has_it() -> None:
    found = trie.read(model.bundled().language)
    assert (len(found.words), found.pairs.words.shape, found.triples.words.shape) == (
        72547,
        (2051541, 2),
        (1669625, 3),
    )
    logarithms = pocketsphinx.LogMath()
    general = pocketsphinx.NGramModel(pocketsphinx.Config(lm=None), logarithms, model.bundled().language)
    for grams in (found.alone, found.pairs, found.triples):
        for row in Random(len(grams.words)).sample(range(len(grams.words)), 200):
            words = [found.words[number] for number in grams.words[row].tolist()]
            if words[-1] == "<s>":
                continue
            asked = logarithms.exp(general.prob(words[::-1]))
            assert 10 ** grams.logarithms[row] == pytest.approx(asked, rel=1e-3, abs=1e-12), words
    # What is left to shorter histories: of a pair that is not there.
    numbers = {word: number for number, word in enumerate(found.words)}
    lost = found.alone.lost[numbers["bonn"]] + found.alone.logarithms[numbers["zebra"]]
    assert 10**lost == pytest.approx(logarithms.exp(general.prob(["zebra", "bonn"])), rel=1e-3)


@pytest.mark.parametrize("size", [0, 19, 40, 2_000_000])
def test_what_is_no_such_model_or_cut_short_is_told(size: int, tmp_path: Path) -> None:
    (tmp_path / "en.lm.bin").write_bytes(Path(model.bundled().language).read_bytes()[:size])
    with pytest.raises(InputError, match="no such model"):
        trie.read(tmp_path / "en.lm.bin")
    with pytest.raises(InputError, match="no such model"):
        trie.read(tmp_path / "nothing")


@pytest.mark.parametrize(("pairs", "packed", "what"), [(4_000_000_000, 0, "pairs"), (1, 255, "triples")])
def test_more_than_announced_is_told_before_it_is_unpacked(pairs: int, packed: int, what: str, tmp_path: Path) -> None:
    counts = np.array([1, 1, 2, 0], "<u4").tobytes()
    tables = bytes(3 * 4 * 65_536)
    words = np.array([0, 0, 0, 0, 0, pairs], "<u4").tobytes()
    (tmp_path / "lm.bin").write_bytes(b"Trie Language Model\3" + counts + tables + words + bytes([packed]) * 100)
    with pytest.raises(InputError, match=f"no such model \\(more {what} than announced\\)"):
        trie.read(tmp_path / "lm.bin")
