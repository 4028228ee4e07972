"""Voices of this machine: real sound, made once."""

from collections.abc import Callable

import numpy as np
import pytest

from murho.core.errors import UsageError
from murho_lab.speech import sound, synthesis
from murho_lab.speech.noise import Noise, speech_power
from murho_lab.speech.synthesis import synthesise


@pytest.mark.parametrize(
    ("voice", "program"), [("flite:slt", "flite"), ("flite:kal", "flite"), ("espeak:en-us", "espeak-ng")]
)
def test_a_voice_speaks(needs: Callable[..., None], voice: str, program: str) -> None:
    needs(program, "soundfile")
    (path,) = synthesise(["to berlin tomorrow"], [voice])
    spoken = sound.read(path)
    assert spoken.rate == 16_000
    assert 0.8 < spoken.seconds < 2.5
    assert speech_power(spoken.samples) > 1e-4


def test_festival_speaks(needs: Callable[..., None]) -> None:
    needs("festival", "soundfile")
    (path,) = synthesise(["to berlin tomorrow"], ["festival:kal_diphone"])
    assert 0.8 < sound.read(path).seconds < 2.5


def test_voices_take_turns_and_nothing_is_made_twice(needs: Callable[..., None]) -> None:
    needs("flite", "soundfile")
    texts = ["yes", "no", "yes"]
    first = synthesise(texts, ["flite:rms", "flite:slt"])
    times = [path.stat().st_mtime_ns for path in first]
    again = synthesise(texts, ["flite:rms", "flite:slt"])
    assert (again, [path.stat().st_mtime_ns for path in again]) == (first, times)
    assert first[0] == first[2] == synthesise(["yes"], ["flite:rms"])[0]
    assert first[1] != synthesise(["no"], ["flite:rms"])[0]


def test_noise_is_mixed_into_what_was_spoken(needs: Callable[..., None]) -> None:
    needs("flite", "soundfile")
    clean, noisy, other = (
        sound.read(synthesise(["to bonn"], ["flite:rms"], noise)[0]).samples
        for noise in (None, Noise("white", 15), Noise("white", 15, seed=2))
    )
    noise = noisy - clean
    # Rounded to 16 bits twice, and nothing was too loud.
    assert 10 * np.log10(speech_power(clean) / np.mean(noise**2)) == pytest.approx(15.0, abs=0.01)
    assert not np.array_equal(noisy, other)


def test_a_text_is_no_option(needs: Callable[..., None]) -> None:
    needs("flite", "soundfile")
    assert sound.read(synthesise(["-voice"], ["flite:rms"])[0]).seconds > 0.3


def test_what_is_missing_is_told_in_one_line(needs: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="no voice 'rms'; write PROGRAM:NAME, with one of flite, espeak, festival"):
        synthesise(["yes"], ["rms"])
    with pytest.raises(UsageError, match=r"no voice 'festival:\(quit\)'"):
        synthesise(["yes"], ["festival:(quit)"])
    with pytest.raises(UsageError, match="no voice; name one"):
        synthesise(["yes"], [])
    needs("flite")
    with pytest.raises(UsageError, match="no voice 'flite:nobody'; flite has: kal"):
        synthesise(["yes"], ["flite:nobody"])
    monkeypatch.setattr(synthesis, "which", lambda program: None)
    with pytest.raises(UsageError, match="espeak-ng is not installed; install it with: apt-get install espeak-ng"):
        synthesise(["yes"], ["espeak:en-us"])
