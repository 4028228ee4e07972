"""Sound in files and in memory: one channel, 16,000 samples a second, as recognisers of speech take it.

WAV, FLAC and whatever else libsndfile reads; other rates are resampled. What cannot be taken as it is said to be is
refused: several channels, of which nobody knows which was meant, files that are cut short, files without sound.

>>> import numpy, pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "tone.wav")
>>> tone = numpy.sin(2 * numpy.pi * 440 * numpy.arange(8000) / RATE) / 2
>>> write(path, tone)
>>> sound = read(path)
>>> sound.seconds, sound.rate, bool(abs(sound.samples - tone).max() < 1e-4)
(0.5, 16000, True)
"""

import io
import os
import struct
from dataclasses import dataclass, field
from math import gcd
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import InputError, UsageError
from murho.formats.saving import writing

RATE = 16_000
"""Samples a second."""
LONGEST = 600
"""Seconds of a file, at most: an utterance takes a few, and what is much longer was to be cut first."""
_UNKNOWN = (0, 0xFFFFFFFF)
"""Lengths in the header of a WAV file that was written as a stream."""
Samples = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Sound:
    """A sound: `samples` (n,) in -1..1, RATE of them a second."""

    samples: Samples = field(repr=False)
    rate: int = RATE
    """Samples a second in the file that it was read from; at less than RATE the upper part of speech is missing."""

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return len(self.samples) / RATE

    @property
    def pcm(self) -> bytes:
        """The samples as integers of 16 bits, in the order of this machine."""
        return np.clip(np.round(self.samples * 32768), -32768, 32767).astype(np.int16).tobytes()


def read(path: str | PathLike[str]) -> Sound:
    """The sound of a file.

    Raises:
        InputError: no file, no sound, several channels, cut short, empty, too long.
        UsageError: soundfile is not installed.
    """
    soundfile = library()
    if not os.path.isfile(path):
        raise InputError("no such file", "check the name", path=path)
    try:
        with soundfile.SoundFile(os.fspath(path)) as file:
            rate, channels, frames = file.samplerate, file.channels, file.frames
            if frames > LONGEST * rate:
                raise InputError(f"{frames / rate:.0f} s of sound", f"cut it to {LONGEST} s or less", path=path)
            samples = file.read(dtype="float64", always_2d=True)
    except (soundfile.LibsndfileError, OSError) as error:
        why = str(getattr(error, "error_string", "") or getattr(error, "strerror", "") or error).strip(" .")
        raise InputError(f"not read as sound ({why})", "give WAV, FLAC or the like", path=path) from None
    if channels > 1:
        raise InputError(f"{channels} channels", "give one: write the one that was meant to a file", path=path)
    if len(samples) < frames or _is_cut(path):
        raise InputError(f"cut short after {len(samples) / rate:.2f} s", "copy or record it again", path=path)
    if not len(samples):
        raise InputError("no sound in it", "record it again, or leave the case out", path=path)
    return Sound(_resampled(samples[:, 0], rate), rate)


def write(path: str | PathLike[str], samples: Samples) -> None:
    """Write sound of RATE as WAV of 16 bits; the file appears whole or not at all.

    Raises:
        OutputError: the file cannot be written.
        UsageError: soundfile is not installed.
    """
    made = io.BytesIO()
    library().write(made, np.frombuffer(Sound(samples).pcm, np.int16), RATE, subtype="PCM_16", format="WAV")
    with writing(path) as file:
        file.write(made.getvalue())


def _resampled(samples: Samples, rate: int) -> Samples:
    """The samples at RATE, by a polyphase filter without delay."""
    if rate == RATE:
        return samples
    from scipy.signal import resample_poly  # takes half a second

    shared = gcd(RATE, rate)
    resampled: Samples = resample_poly(samples, RATE // shared, rate // shared)
    return resampled


def _is_cut(path: str | PathLike[str]) -> bool:
    """Whether a WAV file is shorter than its header says; libsndfile gives what there is, and says nothing."""
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        head = file.read(12)
        if len(head) < 12 or head[:4] != b"RIFF" or head[8:] != b"WAVE":
            return False
        at = 12
        while len(chunk := file.read(8)) == 8:
            name, length = struct.unpack("<4sI", chunk)
            at += 8
            if name == b"data":
                return length not in _UNKNOWN and at + length > size
            at += length + length % 2
            file.seek(at)
    return False


def library() -> Any:
    """soundfile; UsageError where it is not installed."""
    try:
        import soundfile
    except (ImportError, OSError):
        raise UsageError("soundfile is not installed; install it with: pip install soundfile") from None
    return soundfile
