"""A recogniser of speech as a system: `sphinx:en` hears the sound of each case and answers with words.

    sphinx:MODEL [text=FILE | lm=FILE] [dict=FILE] [adapt=SUITE] [beam=SHARE] ... [nbest=N] [output=words|graph|both]

MODEL is `en`, the English model that comes with pocketsphinx, or a folder with an acoustic model of one's own, which
wants `lm` and `dict`. Of a `text`, a sentence on every line, a language model and its dictionary are made. The sound of
a case is the file that its field `audio` names, from the folder of the suite. `adapt` names another suite of sounds,
whose expressions are what is said in them: each case is heard by a model that is adapted to its `speaker` there.

Every sound is heard in a process that is not this one: what ends it costs that case. What was heard once is kept
(`murho.formats.saving`). Answers are texts, the best first; a word graph (`murho.formats.slf`); or both, the graph
last.
"""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self

from murho.core.case import Cases
from murho.core.errors import InputError, MurhoError, UsageError
from murho.core.meaning import UNDEFINED
from murho.plugs import Option
from murho.systems.command import STARTUP, Command
from murho.systems.interface import Answer
from murho.systems.kinds import Kind
from murho.systems.worker import Lost
from murho_lab.speech import pronunciation, sound
from murho_lab.speech.adaptation import Counts, Said, adapted
from murho_lab.speech.model import Model, bundled, of_language, of_text, vocabulary
from murho_lab.speech.recogniser import FIXED, Heard, Recogniser, Settings
from murho_lab.speech.trie import is_trie

if TYPE_CHECKING:
    from murho.systems.closure import Sources

AUDIO = "audio"
"""The field of a case that names its sound."""
SPEAKER = "speaker"
"""The field of a case that names who says it."""
OUTPUTS = ("words", "graph", "both")
_OPTIONS = (
    Option("text", "file", None, "What may be said, a sentence on every line: a language model is made of it."),
    Option("words", "file", None, "With `text`, further words that may be said, one on every line."),
    Option("lm", "file", None, "A language model: ARPA, or pocketsphinx's binary form."),
    Option("dict", "file", None, "Words and their phonemes; by default CMU's, completed by espeak-ng."),
    Option("adapt", "file", None, "A suite of sounds and what is said in them: it adapts to each `speaker` there."),
    Option("beam", "number", Settings().beam, "What is less probable than this share of the best is given up."),
    Option("pbeam", "number", Settings().pbeam, "The same where a phoneme ends."),
    Option("wbeam", "number", Settings().wbeam, "The same where a word ends."),
    Option("lw", "number", Settings().lw, "How much the language model counts."),
    Option("wip", "number", Settings().wip, "The factor for each word."),
    Option("fwdflat", "text", "yes", "A second pass, over the words that the first has found.", ("yes", "no")),
    Option("bestpath", "text", "yes", "A third pass, over the word graph.", ("yes", "no")),
    Option("nbest", "whole number", 1, "How many texts are wanted, at most."),
    Option("output", "text", "words", "What is answered.", OUTPUTS),
)


@dataclass(frozen=True)
class Asked:
    """What is written behind `sphinx:`, read."""

    model: str
    settings: Settings
    nbest: int
    output: str
    files: dict[str, str]
    """Those that are named, by the names of their options."""

    @classmethod
    def of(cls, spec: str) -> Self:
        """Read it.

        Raises:
            UsageError: an option that there is not, or that cannot be read, or does not fit the others.
        """
        try:
            named, *pairs = shlex.split(spec) or [""]
        except ValueError as error:
            raise UsageError(f"sphinx:{spec}: {error}; write sphinx:en text=FILE") from None
        if not named or "=" in named:
            raise UsageError(f"sphinx:{spec}: name a model; write sphinx:en, or the folder of an acoustic model")
        given = {key: value for key, _, value in (pair.partition("=") for pair in pairs)}
        known = [option.name for option in _OPTIONS]
        if unknown := [key for key in given if key not in known]:
            raise UsageError(f"sphinx: no option {unknown[0]!r}; known: {', '.join(known)}")
        if (output := given.get("output", "words")) not in OUTPUTS:
            raise UsageError(f"sphinx: output={output}; known: {', '.join(OUTPUTS)}")
        if not ((nbest := given.get("nbest", "1")).isdigit() and int(nbest)):
            raise UsageError(f"sphinx: nbest={nbest}; give a whole number above 0")
        files = {name: path for name, path in given.items() if name in ("text", "words", "lm", "dict", "adapt")}
        if "text" in files and files.keys() & {"lm", "dict"}:
            raise UsageError("sphinx: a text makes its own language model and dictionary; leave lm and dict out")
        if "words" in files and "text" not in files:
            raise UsageError("sphinx: words go with a text; give text=FILE")
        if named != "en" and not {"lm", "dict"} <= files.keys():
            raise UsageError(f"sphinx:{named}: a model of your own wants lm=FILE and dict=FILE")
        return cls(named, Settings.of(given), int(nbest), output, files)

    def make(self) -> Model:
        """The model; what has to be made of it is made and kept.

        Raises:
            UsageError: pocketsphinx is not installed; a word is not known, and espeak-ng is not installed.
            InputError: a file is none of its kind, or a word cannot be pronounced.
        """
        if "text" in self.files:
            return of_text(_lines(self.files["text"]), _lines(self.files.get("words")))
        if "lm" in self.files and "dict" not in self.files:
            return of_language(self.files["lm"])
        base = bundled() if self.model == "en" else None
        acoustic = base.acoustic if base else self.model
        dictionary = self.files.get("dict") or (base.dictionary if base else "")
        return Model(acoustic, dictionary, self.files.get("lm") or (base.language if base else ""))

    def unpronounced(self) -> list[str]:
        """The words of the language model that is named, in ARPA form, that the dictionary which is named lacks."""
        if not {"lm", "dict"} <= self.files.keys() or is_trie(self.files["lm"]):
            return []
        known = pronunciation.of_file(self.files["dict"])
        return [word for word in vocabulary(self.files["lm"]) if word not in known]

    def said(self) -> dict[str, list[Said]]:
        """By speaker the sounds to which it is to be adapted; a speaker who is not named is the empty text.

        Raises:
            InputError: the suite cannot be read, or a case of it names no sound or no words.
        """
        result = dict[str, list[Said]]()
        for cases in _suite(self.files["adapt"]) if "adapt" in self.files else ():
            for row, (path, speaker) in enumerate(zip(sounds_of(cases), speakers_of(cases), strict=True)):
                text = cases.expressions[row]
                if path is None or not isinstance(text, str) or not text.strip():
                    todo = "name its sound in `audio`, and write in `expression` what is said in it"
                    raise cases.error(row, "nothing to adapt to", todo)
                result.setdefault(speaker, []).append(Said(path, " ".join(text.split())))
        return result

    def adapted(self) -> dict[str, tuple[Model, Counts | None]]:
        """The model for each speaker, and how many sounds it is of; adapting takes its time, and is kept.

        Raises:
            UsageError: pocketsphinx is not installed; a word is not known, and espeak-ng is not installed.
            InputError: a file is none of its kind, or nothing can be adapted to.
        """
        model = self.make()
        return {speaker: adapted(model, said) for speaker, said in self.said().items()}

    def recognisers(self) -> dict[str | None, Recogniser]:
        """The recognisers that it asks for, by speaker, at None that for all others; it raises what `adapted` does."""
        graph = self.output != "words"
        models: dict[str | None, Model] = {None: self.make()}
        models.update((speaker, model) for speaker, (model, _) in self.adapted().items())
        return {who: Recogniser(model, self.settings, nbest=self.nbest, graph=graph) for who, model in models.items()}

    def answer(self, heard: Heard) -> list[str]:
        """What was heard as a set of meanings; a sound without words has no graph, and is answered by the text."""
        from murho.formats.slf import serialise

        graph = [] if heard.graph is None else [serialise(heard.graph)]
        return graph or [heard.texts[0]] if self.output == "graph" else [*heard.texts, *graph]


class Sphinx(Command):
    """A recogniser in `workers` processes; a sound has `timeout` seconds, 60 by default.

    Raises:
        UsageError: pocketsphinx or soundfile is not installed, or the options do not fit.
    """

    def __init__(self, spec: str, *, workers: int = 1, timeout: float | None = None):
        self._asked = Asked.of(spec)
        for path in self._asked.files.values():
            if not os.path.isfile(path):
                raise InputError("no such file", "check the name", path=path)
        if self._asked.model == "en":
            bundled()
        sound.library()
        command = [sys.executable, "-m", "murho_lab.systems.listening", spec]
        # However many sounds end a process, the others may not: only what cannot be loaded ends all.
        super().__init__(command, workers=workers, timeout=timeout, startup=STARTUP, give_up=sys.maxsize)
        self._written, self._narrow, self._strangers = spec, 0, 0
        self._known = dict[str, Counts | None]()
        self._mute: Sequence[str] = ()

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run."""
        asked = self._asked
        how = {**asdict(asked.settings), **FIXED, "nbest": asked.nbest, "output": asked.output}
        if "adapt" in asked.files:
            how["adapt"] = asked.files["adapt"]
        return {**super().describe(), "kind": "sphinx", "spec": self._written, **how}

    @property
    def notes(self) -> list[str]:
        """What the processes wrote unasked, which words are never heard, which sounds lack the upper part of speech,
        to which it could not adapt, and who is a stranger."""
        mute = f"{', '.join(self._mute[:3])}{', ...' if len(self._mute) > 3 else ''}"
        lacks = f"sphinx: {self._asked.files.get('dict')} lacks {len(self._mute)} words of the language model ({mute})"
        few = f"sphinx: {self._narrow} of the sounds have less than {sound.RATE} samples a second"
        others = f"sphinx: {self._strangers} of the cases have no speaker that {self._asked.files.get('adapt')} knows"
        return [
            *super().notes,
            *([f"{lacks}: they are never heard"] if self._mute else []),
            *([f"{few}: the upper part of speech is missing in them"] if self._narrow else []),
            *self._adapted(),
            *([f"{others}: they are heard without adaptation"] if self._strangers else []),
        ]

    def __enter__(self) -> Self:
        self._asked.make()  # here, so that what is wrong with it is said once, and not by every process
        self._mute = self._asked.unpronounced()
        self._known = self._adapt() if "adapt" in self._asked.files else {}
        self._narrow = self._strangers = 0
        return super().__enter__()

    def _adapt(self) -> dict[str, Counts | None]:
        """Adapt once, before there are several processes: in another one, since it may be ended by what it hears.

        What became of the sounds of each speaker.
        """
        from murho_lab.systems.listening import ADAPT

        done = subprocess.run(
            [sys.executable, "-m", "murho_lab.systems.listening", ADAPT, self._written], capture_output=True, text=True
        )
        if done.returncode in (MurhoError.exit_status, UsageError.exit_status) and done.stderr.strip():
            kind = UsageError if done.returncode == UsageError.exit_status else MurhoError
            raise kind(done.stderr.strip().splitlines()[-1])
        if done.returncode:
            todo = "check its sounds, or leave it out"
            raise InputError(f"adapting ended with status {done.returncode}", todo, path=self._asked.files["adapt"])
        return {speaker: counts and Counts(*counts) for speaker, counts in json.loads(done.stdout).items()}

    def _adapted(self) -> Iterator[str]:
        """Notes of what it did not adapt to, and of what it did although much is missing in it."""
        told = {speaker: counts for speaker, counts in self._known.items() if counts is not None}
        for speaker, counts in told.items():
            whose = f"of {speaker}" if speaker else "without speaker"
            if counts.aligned < counts.said:
                todo = "the others do not fit their words, or have words that the dictionary lacks"
                yield f"sphinx: adapted to {counts.aligned} of {counts.said} sounds {whose}: {todo}"
        if narrow := sum(counts.narrow for counts in told.values()):
            few = f"{narrow} of the sounds of {self._asked.files['adapt']} have less than {sound.RATE} samples a second"
            yield f"sphinx: {few}: the upper part of speech is missing in them"

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """Every case of the batch once, as it is finished, in any order.

        Raises:
            InputError: no case names its sound.
        """
        sounds = sounds_of(cases)
        asked = [position for position, path in enumerate(sounds) if path is not None]
        for position in sorted(set(range(len(cases))).difference(asked)):
            yield Answer(position, UNDEFINED, 0.0, f"no sound: its field {AUDIO!r} names no file")
        who = speakers_of(cases)
        paths = [(str(sounds[position]), who[position]) for position in asked]
        if self._known:
            self._strangers += sum(speaker not in self._known for _, speaker in paths)
        heard = replace(cases.take(asked), expressions=paths)
        for answer in super().answer(heard):
            self._narrow += answer.extras.get("rate", sound.RATE) < sound.RATE
            yield answer._replace(position=asked[answer.position])

    def _verdict(self, last: Lost) -> MurhoError:
        if last.last_lines and last.status in (MurhoError.exit_status, UsageError.exit_status):
            return (UsageError if last.status == UsageError.exit_status else MurhoError)(last.last_lines[-1])
        return super()._verdict(last)


def sounds_of(cases: Cases) -> list[str | None]:
    """The file with the sound of each case, from the folder of the suite; None where a case names none.

    Raises:
        InputError: no case does.

    >>> sounds_of(Cases(["a"], ["?"], [()], features={"audio": ["wav/a.wav"]}, path="suites/said.jsonl"))
    ['suites/wav/a.wav']
    """
    named: Sequence[Any] = cases.features.get(AUDIO) or [None] * len(cases)
    if len(cases) and not any(isinstance(name, str) and name for name in named):
        todo = f'name the file in its field {AUDIO!r}, from the folder of the suite: "{AUDIO}": "wav/a-01.wav"'
        raise cases.error(0, "no sound to hear", todo)
    folder = os.path.dirname(cases.path) if cases.path and cases.path != "-" else ""
    return [os.path.join(folder, name) if isinstance(name, str) and name else None for name in named]


def speakers_of(cases: Cases) -> list[str]:
    """Who says each case; the empty text where a case does not say it.

    >>> speakers_of(Cases(["a", "b"], ["?", "?"], [(), ()], features={"speaker": ["slt", None]}))
    ['slt', '']
    """
    named: Sequence[Any] = cases.features.get(SPEAKER) or [None] * len(cases)
    return ["" if name is None else str(name) for name in named]


def _suite(path: str) -> Iterator[Cases]:
    """The cases of a file in the format that its name tells; what is right need not be said in it.

    Raises:
        UsageError: its name tells none.
        InputError: it is malformed.
    """
    from murho.formats import by_name, guess

    form = by_name(guess(path))
    columns: dict[str, Any] = {"columns": {"reference": "", "cluster": ""}} if form.has("columns") else {}
    return form.cases(path, **columns)


def _lines(path: str | None) -> list[str]:
    from murho.formats.opening import text_lines

    return [] if path is None else [text.strip() for _, text in text_lines(path)]


def _files(spec: str) -> "Sources":
    """The files that are named, and of the bundled model those that they do not replace."""
    from murho.systems.closure import Sources, of_folder

    asked = Asked.of(spec)
    result = Sources({path: path for path in asked.files.values()})
    result.add(Sources({answer.path: answer.path for said in asked.said().values() for answer in said}))
    if asked.model != "en":
        result.add(of_folder(asked.model, asked.model))
        return result
    model = bundled()
    result.add(of_folder(model.acoustic, "en-us"))
    replaced = {"dict": asked.files.keys() & {"dict"}, "lm": asked.files.keys() & {"text", "lm"}}
    for name, path in (("dict", model.dictionary), ("lm", model.language)):
        if not replaced[name]:
            result.add(Sources({f"en-us/{os.path.basename(path)}": path}))
    return result


assert {field.name for field in fields(Settings)} <= {option.name for option in _OPTIONS}

SYSTEM = Kind(
    make=Sphinx,
    name="sphinx",
    title="Recogniser of speech",
    options=_OPTIONS,
    takes=("workers", "timeout"),
    code=_files,
    example="sphinx:en text=sentences.txt",
)
