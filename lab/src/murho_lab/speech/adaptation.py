"""Acoustic models that are adapted to a speaker, from sounds of which it is known what is said in them.

Pocketsphinx aligns the sounds with the states of its model; means, variances and mixture weights then move to what was
seen, the further the more of it there is: the maximum a posteriori estimate (Gauvain and Lee 1994), of which the model
that one begins with is the prior. A mean is `(PRIOR · before + Σ γ x) / (PRIOR + Σ γ)`, where γ is how much of a
moment x belongs to the density. What was made once is kept (`murho.formats.saving`).

Models are phonetically tied ones like that which comes with pocketsphinx: a codebook of densities for each phoneme and
each of three streams of features (cepstra and their first and second differences), weights of 8 bits in `sendump`.
"""

import errno
import json
import os
import shutil
import struct
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import InputError
from murho.formats import saving
from murho.formats.digest import digest
from murho.formats.saving import changing, writing
from murho_lab.speech.model import Model
from murho_lab.speech.recogniser import search
from murho_lab.speech.sound import RATE, read

Floats = NDArray[np.float64]
PRIOR = 10.0
"""Moments that the model one begins with counts for."""
SEARCH = {"maxhmmpf": -1, "cmn": "batch", "bestpath": False, "beam": 1e-80, "pbeam": 1e-80, "wbeam": 1e-60}
"""How sounds are aligned."""
_STREAMS, _ORDER = 3, 13
_FLOOR = 1e-4
"""Of variances, pocketsphinx's own."""
_STEP = float(np.log(1.0001) * 1024)
"""Weights are told by their negative logarithms, in whole numbers of this."""
_LEAST = 160
"""The smallest weight, as such a number."""
_MARK = 0x11223344
_CHANGED = ("means", "variances", "sendump")


class Said(NamedTuple):
    """A sound, and what is said in it: words with blanks between them."""

    path: str
    text: str


@dataclass(frozen=True)
class Densities:
    """What is adapted of an acoustic model."""

    means: Floats
    """(phonemes, 3, densities, 13)."""
    variances: Floats
    """Of the same shape."""
    weights: Floats
    """(3, densities, states): how much of each density is in each state; of a state and stream they sum to 1."""


class Moments(NamedTuple):
    """Moments of sound, a hundred in a second."""

    features: Floats
    """(moments, 3, 13)."""
    phonemes: NDArray[np.int64]
    """Of each, as the model numbers them."""
    states: NDArray[np.int64]


class Counts(NamedTuple):
    """Sounds that a model was to be adapted to."""

    said: int
    """All of them."""
    aligned: int
    """Those that fit their words; no others count."""
    narrow: int
    """Those of less than RATE samples a second, of which the upper part of speech is missing."""


def adapted(model: Model, said: Sequence[Said]) -> tuple[Model, Counts | None]:
    """A model with the sounds of who said this; sounds that cannot be aligned with their words are left out.

    How many these were is told with it, and None where the model is kept and that is not.

    Raises:
        InputError: a sound cannot be read, none can be aligned, or the model is of another kind.
    """
    made_of = {
        "acoustic": [digest(path) for path in model.acoustic_files],
        "dictionary": digest(model.dictionary),
        "said": [(digest(answer.path), answer.text) for answer in said],
        "how": {**SEARCH, "prior": PRIOR, "least": _LEAST},
    }
    place = saving.place("models", made_of, ".adapted")
    # Not in its folder, whose files decide what is heard.
    told = place.with_suffix(".counts.json")
    if not place.is_dir():
        before = densities(model.acoustic)
        seen, found = moments(model, said)
        with writing(told) as file:
            file.write(json.dumps(found).encode())
        write(place, model.acoustic, estimate(before, seen))
    counts = Counts(*json.loads(told.read_bytes())) if told.is_file() else None
    return replace(model, acoustic=str(place)), counts


def moments(model: Model, said: Sequence[Said]) -> tuple[Moments, Counts]:
    """The moments of all sounds that can be aligned with their words, and how many these are.

    Raises:
        InputError: a sound cannot be read, or none can be aligned.
    """
    from pocketsphinx import Decoder

    numbers = {name: number for number, name in enumerate(_phonemes(model.acoustic))}
    result, narrow = list[Moments](), 0
    with tempfile.TemporaryDirectory() as folder:
        # The cepstra as it computes them itself are written to this folder.
        how = {**SEARCH, "mfclogdir": folder, "lm": None, "loglevel": "FATAL"}
        try:
            decoder = Decoder(hmm=model.acoustic, dict=model.dictionary, **how)
        except (RuntimeError, ValueError) as error:
            todo = "check that sounds and dictionary belong together"
            raise InputError(f"pocketsphinx refuses the model ({error})", todo, path=model.acoustic) from None
        for answer in said:
            sound = read(answer.path)
            narrow += sound.rate < RATE
            try:
                decoder.set_align_text(answer.text)
                search(decoder, sound)
                decoder.set_alignment()
                search(decoder, sound)
                words = decoder.get_alignment()
            except RuntimeError:  # a word that it does not know, or words that are not what is said
                words = None
            written = sorted(os.listdir(folder))
            if words is not None and written:
                cepstra = _cepstra(os.path.join(folder, written[-1]))
                states = [(numbers[phoneme.name], answer) for word in words for phoneme in word for answer in phoneme]
                rows = np.concatenate([np.arange(answer.start, answer.start + answer.duration) for _, answer in states])
                lengths = [answer.duration for _, answer in states]
                result.append(
                    Moments(
                        features(cepstra)[rows],
                        np.repeat([phoneme for phoneme, _ in states], lengths),
                        np.repeat([int(answer.name) for _, answer in states], lengths),
                    )
                )
            for name in written:
                os.unlink(os.path.join(folder, name))
    if not result:
        todo = "write what is said in it, in words of the dictionary"
        raise InputError(f"no sound of this speaker fits its words ({len(said)} tried)", todo, path=said[0].path)
    return Moments(*map(np.concatenate, zip(*result, strict=True))), Counts(len(said), len(result), narrow)


def features(cepstra: Floats) -> Floats:
    """(moments, 3, 13) of cepstra (moments, 13): without their mean, and the first and second differences in time.

    >>> features(np.arange(26.0).reshape(2, 13))[:, :, 0].tolist()
    [[-6.5, 13.0, 0.0], [6.5, 13.0, 0.0]]
    """
    padded = np.pad(cepstra - cepstra.mean(axis=0), ((3, 3), (0, 0)), "edge")

    def later(by: int) -> Floats:
        return padded[3 + by : 3 + by + len(cepstra)]

    second = (later(3) - later(-1)) - (later(1) - later(-3))
    return np.stack([later(0), later(2) - later(-2), second], axis=1)


def estimate(before: Densities, seen: Moments) -> Densities:
    """The densities after some moments were seen."""
    means, variances = before.means.copy(), before.variances.copy()
    counts = np.zeros_like(before.weights)
    for phoneme in np.unique(seen.phonemes):
        rows = np.flatnonzero(seen.phonemes == phoneme)
        for stream in range(_STREAMS):
            x, states = seen.features[rows, stream], seen.states[rows]
            mean, variance = before.means[phoneme, stream], before.variances[phoneme, stream]
            share = _shares(x, mean, variance, before.weights[stream][:, states].T)
            much = share.sum(axis=0)[:, None]
            first, second = share.T @ x, share.T @ x**2
            moved = (PRIOR * mean + first) / (PRIOR + much)
            spread = PRIOR * (variance + (mean - moved) ** 2) + second - 2 * moved * first + much * moved**2
            means[phoneme, stream] = moved
            variances[phoneme, stream] = np.maximum(spread / (PRIOR + much), _FLOOR)
            np.add.at(counts[stream].T, states, share)
    weights = PRIOR * before.weights + counts
    return Densities(means, variances, weights / weights.sum(axis=1, keepdims=True))


def _shares(x: Floats, mean: Floats, variance: Floats, weights: Floats) -> Floats:
    """(moments, densities): how much of each moment belongs to each density."""
    variance = np.maximum(variance, _FLOOR)
    exact = 1 / variance
    distance = x**2 @ exact.T - 2 * x @ (mean * exact).T + (mean**2 * exact + np.log(variance)).sum(axis=1)
    logarithms = np.log(weights) - distance / 2
    shares = np.exp(logarithms - logarithms.max(axis=1, keepdims=True))
    whole: Floats = shares / shares.sum(axis=1, keepdims=True)
    return whole


def densities(acoustic: str) -> Densities:
    """Those of the folder of a model.

    Raises:
        InputError: it is no phonetically tied model with these features, or damaged.
    """
    try:
        told = Path(acoustic, "feat.params").read_text(encoding="utf-8").split()
        how = dict(zip(told[::2], told[1::2], strict=True))
        if (how.get("-model"), how.get("-feat"), how.get("-svspec")) != ("ptm", "1s_c_d_dd", "0-12/13-25/26-38"):
            raise ValueError("it is of another kind")
        means, variances = (_gaussians(Path(acoustic, name).read_bytes()) for name in _CHANGED[:2])
        if means.shape != variances.shape or len(means) != len(_phonemes(acoustic)):
            raise ValueError("its files do not fit each other")
        weights = np.exp(-_STEP * _weights(Path(acoustic, "sendump").read_bytes(), means.shape[2])[1])
    except (OSError, ValueError, struct.error) as error:
        todo = "adapt a phonetically tied model with a sendump, as pocketsphinx brings one"
        raise InputError(f"cannot be adapted ({error})", todo, path=acoustic) from None
    return Densities(means, variances, weights / weights.sum(axis=1, keepdims=True))


def write(place: str | PathLike[str], acoustic: str, made: Densities) -> None:
    """Write the folder of a model: another one with these densities. It appears whole or not at all.

    Raises:
        OutputError: it cannot be written.
    """
    with changing(place), tempfile.TemporaryDirectory(dir=os.path.dirname(place)) as folder:
        new = Path(folder, "model")
        new.mkdir()  # not as a copy of the other folder, into which perhaps nobody may write
        for path in Path(acoustic).iterdir():
            if path.is_file() and path.name not in _CHANGED:
                shutil.copyfile(path, new / path.name)
        (new / "means").write_bytes(_of_gaussians(made.means))
        (new / "variances").write_bytes(_of_gaussians(made.variances))
        head, _ = _weights(Path(acoustic, "sendump").read_bytes(), made.means.shape[2])
        steps = np.round(-np.log(np.maximum(made.weights, 1e-30)) / _STEP).clip(0, _LEAST)
        (new / "sendump").write_bytes(head + steps.astype(np.uint8).tobytes())
        try:
            os.rename(new, place)
        except OSError as error:  # another process may have been quicker
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST) or not os.path.isdir(place):
                raise


def _gaussians(raw: bytes) -> Floats:
    at = raw.index(b"endhdr\n") + len(b"endhdr\n")
    mark, phonemes, streams, count, *lengths, size = struct.unpack_from(f"<{4 + _STREAMS + 1}I", raw, at)
    shape = (phonemes, streams, count, _ORDER)
    if mark != _MARK or lengths != [_ORDER] * _STREAMS or streams != _STREAMS or size != np.prod(shape):
        raise ValueError("its densities are of another kind")
    return np.frombuffer(raw, "<f4", size, at + 4 * (4 + _STREAMS + 1)).reshape(shape).astype(np.float64)


def _of_gaussians(made: Floats) -> bytes:
    head = struct.pack(f"<{4 + _STREAMS + 1}I", _MARK, *made.shape[:3], *[_ORDER] * _STREAMS, made.size)
    return b"s3\nversion 1.0\n      endhdr\n" + head + made.astype("<f4").tobytes()


def _weights(raw: bytes, count: int) -> tuple[bytes, NDArray[np.uint8]]:
    """What stands before the weights of a `sendump`, and these, (3, densities, states)."""
    at, told = 0, dict[bytes, bytes]()
    while length := struct.unpack_from("<i", raw, at)[0]:
        name, _, value = raw[at + 4 : at + 4 + length].rstrip(b"\0").partition(b" ")
        told[name], at = value, at + 4 + length
    inside, states = struct.unpack_from("<2i", raw, at + 4)
    at += 12
    if (told.get(b"feature_count"), told.get(b"cluster_count")) != (b"3", b"0") or inside != count:
        raise ValueError("its weights are of another kind")
    return raw[:at], np.frombuffer(raw, np.uint8, _STREAMS * count * states, at).reshape(_STREAMS, count, states)


def _phonemes(acoustic: str) -> list[str]:
    """The names of its phonemes, in the order of its codebooks."""
    raw = Path(acoustic, "mdef").read_bytes()
    if raw[:4] != b"BMDF":
        raise ValueError("its mdef is not binary")
    at = 12 + struct.unpack_from("<i", raw, 8)[0]
    (count,) = struct.unpack_from("<i", raw, at)
    return [name.decode() for name in raw[at + 40 :].split(b"\0", count)[:count]]


def _cepstra(path: str) -> Floats:
    """(moments, 13), as pocketsphinx has written them."""
    raw = Path(path).read_bytes()
    order = "<" if struct.unpack_from("<i", raw)[0] * 4 == len(raw) - 4 else ">"
    return np.frombuffer(raw, f"{order}f4", -1, 4).reshape(-1, _ORDER).astype(np.float64)
