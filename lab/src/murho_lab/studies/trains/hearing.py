"""What a recogniser hears of the utterances: synthetic voices, in silence and in noise, with wide and narrow beams.

The source varied the beam of its recogniser, and plotted concept accuracy against word accuracy. So does this study;
and since nobody spoke these utterances, voices of flite do. The recogniser knows the words and their order from the
training text, from what callers in further voices said, and from the English that comes with it; and it knows how the
voices sound, from other utterances that they say. What was heard is kept on this machine (`murho.formats.saving`), by
content, so that a study that was stopped goes on.
"""

import json
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import which

from murho.core.case import Answers, Cases
from murho.core.errors import UsageError
from murho.formats import saving
from murho.formats.digest import digest
from murho.formats.saving import writing
from murho.systems import system
from murho.systems.interface import Answer, gather
from murho_lab.speech import pronunciation
from murho_lab.speech.model import bundled, of_language
from murho_lab.speech.noise import Noise
from murho_lab.speech.synthesis import VOICES, synthesise
from murho_lab.studies.trains import callers, english, language_model, task, training, utterances
from murho_lab.systems.sphinx import AUDIO, SPEAKER

BEAMS = (64, 32, 22, 16, 14, 12, 10, 8)
"""Negative exponents of ten: what is less probable than this share of the best is given up."""
RATIOS = (None, 20.0, 15.0)
"""Of speech to noise, in decibels; None is silence."""
ORDER = 3
"""Words that the language model looks at together."""
SHARES = {"text": 0.5, "callers": 0.28, "english": 0.22}
"""In the language model: the training text, what people said in other calls, and general English."""


@dataclass(frozen=True)
class Setting:
    """How it was listened to."""

    beam: int
    ratio: float | None

    @property
    def noise(self) -> str:
        """As it is shown: `clean`, or decibels of speech to noise."""
        return "clean" if self.ratio is None else f"{self.ratio:g} dB"


ADAPTING = 400
"""Utterances of the training text from which the recogniser knows each voice."""
SYNTHETIC = "synthetic speech: voices of flite, to which the recogniser is adapted; white noise"
"""What is heard, said wherever figures of it are."""
SETTINGS = tuple(Setting(beam, ratio) for ratio in RATIOS for beam in BEAMS)
TUNING = tuple(Setting(beam, ratio) for ratio in (20.0, 15.0) for beam in (32, 14))
"""What the development half is heard at."""
PROGRAMS = ("espeak-ng", "flite")
"""What says how words are spoken, and speaks them."""


def spoken(cases: Cases, ratio: float | None) -> Cases:
    """The utterances with the files of their sounds.

    Raises:
        UsageError: flite, or the library that reads sounds, is not installed.
    """
    noise = None if ratio is None else Noise("white", ratio)
    sounds = synthesise(list(map(str, cases.expressions)), VOICES, noise)
    voices = [VOICES[row % len(VOICES)] for row in range(len(cases))]
    return replace(cases, features={**cases.features, AUDIO: list(map(str, sounds)), SPEAKER: voices}, path=None)


@dataclass(frozen=True)
class Known:
    """What the recogniser knows: the files of its language model, of its dictionary, and of what voices say."""

    language: Path
    dictionary: Path
    voices: Path | None
    """A suite; without it the recogniser is not adapted to them."""


def heard(
    cases: Cases, beam: int, known: Known, *, workers: int = 1, tell: Callable[[], object] = lambda: None
) -> Answers:
    """What is heard of spoken cases, in their order: the best text, and the word graph in HTK's format.

    `extras` hold `cpu_seconds`, those of when it was heard; `tell` is called with every answer.

    Raises:
        UsageError: pocketsphinx is not installed.
    """
    share = f"1e-{beam}"
    files = {"lm": known.language, "dict": known.dictionary, "adapt": known.voices}
    named = " ".join(f"{name}={shlex.quote(str(file))}" for name, file in files.items() if file is not None)
    spec = f"sphinx:en {named} beam={share} pbeam={share} output=both"
    with system(spec, workers=workers) as listener:
        return gather(cases, _told(listener.answer(cases), tell))


def known(adapting: int = ADAPTING) -> Known:
    """What the recogniser of the study knows; it takes some ten seconds to see that it is there.

    Args:
        adapting: how many utterances it knows of each voice.

    Raises:
        UsageError: flite, espeak-ng or pocketsphinx is not installed.
    """
    # Before the minute that the language model takes.
    if absent := [program for program in PROGRAMS if which(program) is None]:
        raise UsageError(
            f"{' and '.join(absent)} {'is' if len(absent) == 1 else 'are'} not installed; "
            f"install with: apt-get install {' '.join(absent)}"
        )
    made = language()
    return Known(made, dictionary(made), voices(adapting))


def language() -> Path:
    """The file of the language model: the training text, in which every station is said, other callers, and English.

    Raises:
        UsageError: pocketsphinx is not installed.
    """
    text = [one.text for one in training.text()]
    said = callers.texts()
    made_of = {"order": ORDER, "sentences": text, "callers": said, "smoothing": language_model.SMOOTHING}
    general = {"english": [english.WORDS, english.LEAST], "general": digest(bundled().language)}
    place = saving.place("models", {**made_of, **general, "shares": SHARES}, ".arpa")
    if not place.exists():
        model(text, said).write(str(place))
    return place


def model(text: Sequence[str], said: Sequence[str]) -> language_model.Model:
    """The language model of a training text and of what callers said, mixed with general English.

    Raises:
        UsageError: pocketsphinx is not installed.
    """
    trained, spoken = language_model.train(text, ORDER), language_model.train(said, ORDER)
    general = english.model({*trained.words, *spoken.words})
    return language_model.mixed(list(zip((trained, spoken, general), SHARES.values(), strict=True)))


def dictionary(language: Path) -> Path:
    """The dictionary of a language model: names, and words that CMU's lacks, are known as flite says them, too.

    Callers know how their towns are called, and so should the recogniser; the callers are voices of flite.

    Raises:
        UsageError: flite, espeak-ng or pocketsphinx is not installed.
    """
    completed = pronunciation.read(of_language(str(language)).dictionary)
    common = pronunciation.of_file(bundled().dictionary)
    names = {word for name in task.bundled().names for word in name.split()}
    asked = sorted(word for word in completed if word in names or word not in common)
    said = {word: (phonemes,) for word, phonemes in pronunciation.flite_spoken(asked).items()}
    both = {word: tuple(dict.fromkeys((*several, *said.get(word, ())))) for word, several in completed.items()}
    place = saving.place("models", {"pronunciations": both}, ".dict")
    if not place.exists():
        with writing(place) as file:
            file.write(pronunciation.as_text(both).encode())
    return place


def voices(each: int = ADAPTING) -> Path:
    """The suite of what the voices say besides, in silence.

    Raises:
        UsageError: flite, or the library that reads sounds, is not installed.
    """
    said = besides(each * len(VOICES))
    sounds = [str(path) for path in synthesise(said, VOICES)]
    lines = [
        json.dumps({"id": str(row), "expression": answer, AUDIO: sounds[row], SPEAKER: VOICES[row % len(VOICES)]})
        for row, answer in enumerate(said)
    ]
    place = saving.place("models", {"voices": lines}, ".jsonl")
    if not place.exists():
        with writing(place) as file:
            file.write("".join(f"{line}\n" for line in lines).encode())
    return place


def besides(size: int) -> list[str]:
    """Longer utterances of the training text; none has the frame of an utterance of either half."""
    longer = [one.text for one in training.text() if len(one.text.split()) >= 3]
    return callers.without(longer, utterances.bundled().texts)[:size]


def _told(answers: Iterator[Answer], tell: Callable[[], object]) -> Iterator[Answer]:
    for answer in answers:
        tell()
        yield answer
