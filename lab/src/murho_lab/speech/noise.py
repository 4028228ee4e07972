"""Noise in speech: white, or babble of other voices, at a stated ratio of speech to noise.

The ratio is that of mean powers, in decibels: of the speech where somebody speaks, pauses left out, and of the noise
over the whole utterance. It is exact, before samples are rounded to 16 bits. The same seed gives the same noise.

>>> speech = np.sin(np.arange(16_000) / 5)
>>> mixed, share = mixture(speech, noise_of(Noise("white", 15), len(speech)), 15)
>>> noise = mixed / share - speech
>>> round(float(10 * np.log10(speech_power(speech) / np.mean(noise**2))), 6)
15.0
"""

from dataclasses import dataclass
from math import isfinite
from typing import Literal, get_args

import numpy as np

from murho.core.errors import UsageError
from murho_lab.speech.sound import RATE, Samples

NoiseKind = Literal["white", "babble"]
TALKERS = 6
"""Voices that babble at a time."""
_FRAME = RATE // 50
_PAUSE = 1e-3
"""Frames of 20 ms with less than this part of the power of the loudest are no speech (30 dB below it)."""
_LOUDEST = 0.99
_BABBLE = (
    "the weather will be fine on the coast but windy in the hills",
    "she put the kettle on and looked for her other glove",
    "we could have asked the neighbours whether they had seen the cat",
    "nobody knows who painted that old wooden gate",
    "my brother bought a bicycle and sold it the week after",
    "there were seven letters in the box and none of them for me",
    "if you ask me the second half was much better than the first",
    "put some more salt in the soup before the guests arrive",
)
_VOICES = ("flite:rms", "flite:slt", "flite:awb", "flite:kal16")


@dataclass(frozen=True)
class Noise:
    """Noise of a kind, `snr` decibels below the speech; `seed` chooses among noises that are alike."""

    kind: NoiseKind
    snr: float
    seed: int = 0

    def __post_init__(self) -> None:
        if self.kind not in get_args(NoiseKind):
            raise UsageError(f"noise {self.kind!r}; known: {', '.join(get_args(NoiseKind))}")
        if not isfinite(self.snr):
            raise UsageError(f"noise at {self.snr} dB; give a number, as in 20")


def speech_power(samples: Samples) -> float:
    """The mean power of the parts of a sound in which somebody speaks; 0 of silence."""
    whole = samples[: len(samples) // _FRAME * _FRAME]
    if not len(whole):
        return float(np.mean(samples**2)) if len(samples) else 0.0
    powers = np.mean(whole.reshape(-1, _FRAME) ** 2, axis=1)
    loudest = powers.max()
    return float(powers[powers >= _PAUSE * loudest].mean()) if loudest > 0 else 0.0


def noise_of(noise: Noise, length: int, *more: int) -> Samples:
    """Noise of any level, `length` samples of it; `more` numbers tell the noises of one seed apart.

    Raises:
        UsageError: for babble, the voices are not installed.
    """
    rng = np.random.default_rng([abs(noise.seed), noise.seed < 0, *more])
    return rng.standard_normal(length) if noise.kind == "white" else _babble(rng, length)


def mixture(speech: Samples, noise: Samples, snr: float) -> tuple[Samples, float]:
    """Speech with noise of this ratio, and by what the whole was multiplied so that it is nowhere too loud.

    Raises:
        ValueError: the speech or the noise is silent, so that there is no ratio.
    """
    wanted, there = speech_power(speech) / 10 ** (snr / 10), float(np.mean(noise**2))
    if not (wanted and there):
        raise ValueError(f"the {'noise' if wanted else 'speech'} is silent")
    mixed = speech + noise * np.sqrt(wanted / there)
    share = min(1.0, _LOUDEST / float(np.abs(mixed).max()))
    return mixed * share, share


def _babble(rng: np.random.Generator, length: int) -> Samples:
    """Voices that talk at once, each as loud as the others, each from somewhere in its own order of sentences."""
    from murho_lab.speech import sound
    from murho_lab.speech.synthesis import synthesise

    whole = np.zeros(length)
    for talker in range(TALKERS):
        order = [_BABBLE[i] for i in rng.permutation(len(_BABBLE))]
        spoken = [sound.read(path).samples for path in synthesise(order, [_VOICES[talker % len(_VOICES)]])]
        line = np.concatenate(spoken)
        line = np.roll(line, int(rng.integers(len(line)))) / np.sqrt(speech_power(line))
        whole += np.resize(line, length)
    return whole
