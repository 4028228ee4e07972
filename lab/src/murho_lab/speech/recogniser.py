"""Words of sounds: pocketsphinx with a model and settings.

    recogniser = Recogniser(model.of_text(sentences), Settings(beam=1e-22, pbeam=1e-22), graph=True)
    heard = recogniser.hear_file("a-01-01.wav")
    heard.texts[0], heard.cpu_seconds

Utterances do not depend on each other: each is heard as the first of a stream, so that what pocketsphinx has learnt of
the noise in others does not count, and its mean is taken off as a whole. It never prunes by
numbers of states (`maxhmmpf=-1`): pocketsphinx does by default, which makes wide beams worse than narrow ones, and ends
the process by SIGFPE at beams of about 1e-11 and narrower. Whoever cannot afford to lose the process asks the system
`sphinx:` (`murho_lab.systems.sphinx`), which hears in processes of its own.
"""

import hashlib
import importlib.metadata
import json
import os
import tempfile
import time
import warnings
import zlib
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from math import isfinite
from os import PathLike
from typing import Any, Self

from murho.core.errors import InputError, MurhoError, UsageError
from murho.core.word_graph import WordGraph
from murho.formats import saving, slf
from murho.formats.saving import writing
from murho_lab.speech.model import INSTALL, Model
from murho_lab.speech.sound import Sound, read

FIXED = {"maxhmmpf": -1, "cmn": "batch"}
"""What is never otherwise: no pruning by numbers of states; the mean that is taken off is that of the utterance."""
_TRIED = 100
"""Hypotheses that are looked at for each that is wanted: most differ in silences only."""


@dataclass(frozen=True)
class Settings:
    """How a recogniser searches; the names are pocketsphinx's."""

    beam: float = 1e-48
    """What is less probable than this share of the best is given up, at every moment."""
    pbeam: float = 1e-48
    """The same where a phoneme ends."""
    wbeam: float = 7e-29
    """The same where a word ends."""
    lw: float = 6.5
    """How much the language model counts."""
    wip: float = 0.65
    """The factor for each word."""
    fwdflat: bool = True
    """A second pass, over the words that the first has found."""
    bestpath: bool = True
    """A third pass, over the word graph."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, bool):
                continue
            if not (isinstance(value, float | int) and isfinite(value) and value > 0):
                raise UsageError(f"{field.name}={value!r}; give a number above 0")
            if "beam" in field.name and value > 1:
                raise UsageError(f"{field.name}={value!r}; give a share of the best, 1 or less, as in 1e-22")

    @classmethod
    def of(cls, given: dict[str, str]) -> Self:
        """Settings of texts by their names, as they are typed.

        >>> Settings.of({"beam": "1e-22", "bestpath": "no"})
        Settings(beam=1e-22, pbeam=1e-48, wbeam=7e-29, lw=6.5, wip=0.65, fwdflat=True, bestpath=False)
        """
        read: dict[str, Any] = {}
        for field in fields(cls):
            if (text := given.get(field.name)) is None:
                continue
            if isinstance(field.default, bool):
                if text not in ("yes", "no"):
                    raise UsageError(f"{field.name}={text}; write yes or no")
                read[field.name] = text == "yes"
            else:
                try:
                    read[field.name] = float(text)
                except ValueError:
                    raise UsageError(f"{field.name}={text}; give a number, as in 1e-22") from None
        return cls(**read)


@dataclass(frozen=True)
class Heard:
    """What was heard in a sound."""

    texts: tuple[str, ...]
    """The best first, none twice; a sound without words is heard as the empty text."""
    graph: WordGraph | None
    """All that may have been said; None where it was not asked for, or there were no words."""
    cpu_seconds: float
    """Processor time that it took, when it was heard."""


class Recogniser:
    """Hears words. What it loads takes a second with the bundled model; it is loaded when the first sound comes.

    Args:
        model: what it knows.
        settings: how it searches.
        nbest: how many texts are wanted of a sound, at most.
        graph: whether a word graph is wanted.
        keeps: what was heard once is kept on this machine, by sound, model and settings, and not heard again.

    Raises:
        UsageError: pocketsphinx is not installed.
    """

    def __init__(
        self,
        model: Model,
        settings: Settings | None = None,
        *,
        nbest: int = 1,
        graph: bool = False,
        keeps: bool = True,
    ):
        if nbest < 1:
            raise UsageError(f"nbest={nbest}; give 1 or more")
        try:
            self._version = importlib.metadata.version("pocketsphinx")
        except importlib.metadata.PackageNotFoundError:
            raise UsageError(INSTALL) from None
        self.model, self.settings = model, settings or Settings()
        self.nbest, self.graph, self._keeps = nbest, graph, keeps

    @cached_property
    def _made_of(self) -> dict[str, Any]:
        """What decides what is heard, but for the sound."""
        how = {**asdict(self.settings), **FIXED, "nbest": self.nbest, "graph": self.graph}
        return {"pocketsphinx": self._version, "model": self.model.digests(), **how}

    def load(self) -> None:
        """Load what it knows now, not with the first sound.

        Raises:
            InputError: pocketsphinx refuses the model.
        """
        _ = self._decoder

    def unload(self) -> None:
        """Give back the memory of what it knows; with the next sound it is loaded again."""
        vars(self).pop("_decoder", None)

    @cached_property
    def _decoder(self) -> Any:
        from pocketsphinx import Decoder

        model = {"hmm": self.model.acoustic, "dict": self.model.dictionary, "lm": self.model.language}
        try:
            return Decoder(**model, **asdict(self.settings), **FIXED, loglevel="FATAL")
        except (RuntimeError, ValueError) as error:
            todo = "check that its words are in the dictionary, and that sounds and dictionary belong together"
            raise InputError(f"pocketsphinx refuses the model ({error})", todo, path=self.model.language) from None

    def hear_file(self, path: str | PathLike[str]) -> Heard:
        """What is said in a file.

        Raises:
            InputError: it is no sound that can be taken (`murho_lab.speech.sound.read`).
        """
        return self.hear(read(path))

    def hear(self, sound: Sound) -> Heard:
        """What is said in a sound.

        Raises:
            MurhoError: pocketsphinx fails.
        """
        if not self._keeps:
            return self._hear(sound)
        place = saving.place("heard", {**self._made_of, "sound": _digest(sound)}, ".json.z")
        if (known := _known(place)) is None:
            known = self._hear(sound)
            with writing(place) as file:
                graph = None if known.graph is None else slf.serialise(known.graph)
                told = {"texts": known.texts, "graph": graph, "cpu_seconds": known.cpu_seconds}
                file.write(zlib.compress(json.dumps(told).encode()))
        return known

    def _hear(self, sound: Sound) -> Heard:
        decoder = self._decoder
        began = time.process_time()
        try:
            search(decoder, sound)
            best = decoder.hyp()
        except RuntimeError as error:
            raise MurhoError(f"pocketsphinx failed: {error}") from None
        cpu_seconds = time.process_time() - began
        if best is None or not best.hypstr:
            return Heard(("",), None, cpu_seconds)
        texts = {best.hypstr: None}
        if self.nbest > 1:
            for _, other in zip(range(_TRIED * self.nbest), decoder.nbest(), strict=False):
                if other is not None and other.hypstr:
                    texts.setdefault(other.hypstr)
                if len(texts) >= self.nbest:
                    break
        return Heard(tuple(texts), self._word_graph() if self.graph else None, cpu_seconds)

    def _word_graph(self) -> WordGraph | None:
        lattice = self._decoder.get_lattice()
        if lattice is None:
            return None
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "graph.slf")
            lattice.write_htk(path)
            return slf.read(path)


def search(decoder: Any, sound: Sound) -> None:
    """Have a decoder of pocketsphinx go through a sound, as the first of a stream.

    Raises:
        RuntimeError: pocketsphinx fails.
    """
    with warnings.catch_warnings():
        # It is said to be unnecessary, but without it the level of noise is that of the utterances before.
        warnings.simplefilter("ignore", DeprecationWarning)
        decoder.start_stream()
    decoder.start_utt()
    try:
        decoder.process_raw(sound.pcm, no_search=False, full_utt=True)
    finally:
        decoder.end_utt()


def _digest(sound: Sound) -> str:
    return hashlib.sha256(sound.pcm).hexdigest()


def _known(place: PathLike[str]) -> Heard | None:
    """What was heard before; None where nothing is kept that can be read."""
    try:
        with open(place, "rb") as file:
            told = json.loads(zlib.decompress(file.read()))
        graph = None if told["graph"] is None else slf.parse(told["graph"])
        return Heard(tuple(told["texts"]), graph, told["cpu_seconds"])
    except (OSError, ValueError, zlib.error, KeyError, MurhoError):
        return None
