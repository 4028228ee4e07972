"""Noise: the ratio is exact, measured on the speech, and the same seed gives the same noise."""

from collections.abc import Callable

import numpy as np
import pytest

from murho.core.errors import UsageError
from murho_lab.speech.noise import Noise, mixture, noise_of, speech_power

RNG = np.random.default_rng(3)
SPEECH = np.concatenate([np.zeros(16_000), RNG.normal(0, 0.2, 8_000), np.zeros(8_000)])


def test_pauses_do_not_count_as_speech() -> None:
    assert speech_power(SPEECH) == pytest.approx(np.mean(SPEECH[16_000:24_000] ** 2), rel=0.02)
    assert speech_power(np.zeros(1000)) == 0.0
    assert speech_power(np.full(100, 0.5)) == 0.25


@pytest.mark.parametrize("snr", [20, 0, -5.5])
def test_the_ratio_is_exact(snr: float) -> None:
    mixed, share = mixture(SPEECH, noise_of(Noise("white", snr), len(SPEECH)), snr)
    noise = mixed / share - SPEECH
    assert 10 * np.log10(speech_power(SPEECH) / np.mean(noise**2)) == pytest.approx(snr, abs=1e-9)
    assert np.abs(mixed).max() <= 0.99 + 1e-12


def test_seeds_and_utterances_tell_noises_apart() -> None:
    first = noise_of(Noise("white", 20, seed=1), 100, 7)
    assert np.array_equal(first, noise_of(Noise("white", 5, seed=1), 100, 7))
    assert not np.array_equal(first, noise_of(Noise("white", 20, seed=2), 100, 7))
    assert not np.array_equal(first, noise_of(Noise("white", 20, seed=1), 100, 8))
    assert not np.array_equal(first, noise_of(Noise("white", 20, seed=-1), 100, 7))


def test_white_noise_is_as_loud_at_every_pitch() -> None:
    spectrum = np.abs(np.fft.rfft(noise_of(Noise("white", 20), 64_000))) ** 2
    low, high = spectrum[:16_000].mean(), spectrum[16_000:].mean()
    assert low / high == pytest.approx(1.0, abs=0.05)


@pytest.mark.slow
def test_babble_is_made_of_voices(needs: Callable[..., None]) -> None:
    needs("flite", "soundfile")
    babble = noise_of(Noise("babble", 10), 32_000)
    assert np.array_equal(babble, noise_of(Noise("babble", 10), 32_000))
    spectrum = np.abs(np.fft.rfft(babble)) ** 2
    # Voices are louder below 4 kHz than above.
    assert spectrum[: 8000 * 2].mean() > 10 * spectrum[8000 * 2 :].mean()


def test_what_has_no_ratio_is_refused() -> None:
    with pytest.raises(ValueError, match="the speech is silent"):
        mixture(np.zeros(1000), np.ones(1000), 20)
    with pytest.raises(UsageError, match="noise 'pink'; known: white, babble"):
        Noise("pink", 20)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="noise at nan dB"):
        Noise("white", float("nan"))
