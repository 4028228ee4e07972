"""Acoustic models that are adapted to a speaker."""

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from murho.core.errors import InputError
from murho_lab.speech import adaptation, model, sound
from murho_lab.speech.adaptation import Densities, Moments, Said, densities, estimate, write


def test_an_estimate_lies_between_the_prior_and_what_was_seen() -> None:
    before = Densities(np.full((1, 3, 1, 13), 2.0), np.ones((1, 3, 1, 13)), np.ones((3, 1, 2)))
    zeros = np.zeros(30, int)
    after = estimate(before, Moments(np.full((30, 3, 13), 6.0), zeros, zeros))
    # Ten moments at 2 with a variance of 1, and thirty at 6.
    assert after.means.ravel() == pytest.approx(5)
    assert after.variances.ravel() == pytest.approx((10 * 1 + 10 * 3**2 + 30 * 1**2) / 40)
    assert after.weights == pytest.approx(np.ones((3, 1, 2)))


def test_weights_move_to_the_densities_that_were_seen_in_states_that_were_seen() -> None:
    means = np.zeros((2, 3, 2, 13))
    means[:, :, 1] = 100
    before = Densities(means, np.ones_like(means), np.full((3, 2, 2), 0.5))
    after = estimate(before, Moments(np.full((10, 3, 13), 100.0), np.ones(10, int), np.ones(10, int)))
    assert after.weights[:, 1] == pytest.approx(np.array([[0.5, 0.75]] * 3))
    assert after.means[0] == pytest.approx(means[0])


def test_what_is_not_adapted_is_written_as_it_was(needs: Callable[..., None], tmp_path: Path) -> None:
    needs("pocketsphinx")
    acoustic = model.bundled().acoustic
    before = densities(acoustic)
    assert before.means.shape == (42, 3, 128, 13)
    write(tmp_path / "new", acoustic, before)
    for name in ("means", "variances"):
        # Behind the numbers stands a checksum, and a word that announces it.
        assert (tmp_path / "new" / name).read_bytes()[-8000:] == Path(acoustic, name).read_bytes()[-8004:-4]
    old, new = (np.fromfile(Path(folder, "sendump"), np.uint8) for folder in (acoustic, tmp_path / "new"))
    assert np.abs(old.astype(int) - new).max() <= 1
    write(tmp_path / "new", acoustic, before)  # it is there


def test_another_process_may_have_made_it_meanwhile(needs: Callable[..., None], tmp_path: Path) -> None:
    needs("pocketsphinx")
    acoustic = tmp_path / "base"
    shutil.copytree(model.bundled().acoustic, acoustic)
    acoustic.chmod(0o555)
    made = densities(str(acoustic))
    write(tmp_path / "new", str(acoustic), made)
    write(tmp_path / "new", str(acoustic), made)
    assert (tmp_path / "new").stat().st_mode & stat.S_IWUSR
    acoustic.chmod(0o755)
    assert sorted(os.listdir(tmp_path)) == ["base", "new"]


def test_another_model_is_adapted_anew_however_its_folder_is_written(
    needs: Callable[..., None], tmp_path: Path
) -> None:
    needs("pocketsphinx", "soundfile")
    sound.write(tmp_path / "yes.wav", np.zeros(sound.RATE))
    base, said, places = model.bundled(), [Said(str(tmp_path / "yes.wav"), "yes")], []
    for name in ("one", "two"):
        shutil.copytree(base.acoustic, tmp_path / name)
        (tmp_path / name / "README").write_text(name)
        for end in ("", "/"):
            one = model.Model(f"{tmp_path}/{name}{end}", base.dictionary, base.language)
            places.append(adaptation.adapted(one, said)[0].acoustic)
    assert places[0] == places[1] != places[2] == places[3]


@pytest.mark.slow
def test_a_voice_becomes_more_probable(needs: Callable[..., None]) -> None:
    needs("pocketsphinx", "soundfile", "flite")
    from murho_lab.speech.synthesis import synthesise

    texts = ["the train to london leaves at ten", "i want to go there tomorrow morning", "how much is a ticket"]
    said = [Said(str(path), text) for path, text in zip(synthesise(texts, ["flite:kal16"]), texts, strict=True)]
    base = model.bundled()
    made, counts = adaptation.adapted(base, said)
    assert adaptation.adapted(base, said) == (made, counts)
    assert counts == adaptation.Counts(3, 3, 0)
    assert made.dictionary == base.dictionary
    seen, _ = adaptation.moments(base, said)
    assert len(seen.features) > 500
    before, after = (_distance(densities(one.acoustic), seen) for one in (base, made))
    assert after < 0.9 * before
    # Sounds whose words are not known are left out; where none is left, it says so.
    fewer, counts = adaptation.moments(base, [*said, Said(said[0].path, "xyzzy")])
    assert counts == adaptation.Counts(4, 3, 0)
    assert len(fewer.features) == len(seen.features)
    with pytest.raises(InputError, match=r"no sound of this speaker fits its words \(1 tried\)"):
        adaptation.moments(base, [Said(said[0].path, "xyzzy")])


def _distance(one: Densities, seen: Moments) -> float:
    """How far cepstra are from the nearest mean of their phonemes."""
    pairs = zip(seen.features[:, 0], seen.phonemes, strict=True)
    return float(np.mean([np.min(np.sum((x - one.means[phoneme, 0]) ** 2, axis=1)) for x, phoneme in pairs]))


@pytest.mark.parametrize("damage", ["kind", "means", "sendump", "mdef"])
def test_a_model_of_another_kind_is_refused(needs: Callable[..., None], tmp_path: Path, damage: str) -> None:
    needs("pocketsphinx")
    folder = tmp_path / "model"
    shutil.copytree(model.bundled().acoustic, folder)
    if damage == "kind":
        params = folder / "feat.params"
        params.write_text(params.read_text().replace("ptm", "semi"))
    else:
        (folder / damage).write_bytes((folder / damage).read_bytes()[:1000])
    with pytest.raises(InputError, match="cannot be adapted"):
        densities(str(folder))
