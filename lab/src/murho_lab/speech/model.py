"""What a recogniser has to know: sounds, words and their order. Files, of which some are made here and kept.

`bundled` is the English model that comes with pocketsphinx. `of_text` has the same sounds, and the words and their
order of a text of one's own: a trigram model with back-off, and a dictionary in which eSpeak NG completes what
the bundled one lacks.
"""

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

from murho.core.errors import InputError, UsageError
from murho.formats.digest import digest
from murho.formats.opening import text_lines
from murho.formats.saving import place, writing
from murho_lab.speech import pronunciation

INSTALL = "pocketsphinx is not installed; install it with: pip install pocketsphinx"
_MARKS = ("<s>", "</s>", "<unk>", "<UNK>")
_CONTEXT = re.compile(r"\\1-grams:")


@dataclass(frozen=True)
class Model:
    """The files of a model."""

    acoustic: str
    """A folder: how sounds sound."""
    dictionary: str
    """How words are pronounced."""
    language: str
    """How probable words are after others: ARPA or pocketsphinx's binary form."""

    def __post_init__(self) -> None:
        if not os.path.isfile(os.path.join(self.acoustic, "mdef")):
            raise InputError("no acoustic model", "name a folder of pocketsphinx's", path=self.acoustic)
        for path in (self.dictionary, self.language):
            if not os.path.isfile(path):
                raise InputError("no such file", "check the name", path=path)

    @property
    def acoustic_files(self) -> list[str]:
        """The files of how sounds sound."""
        return [os.path.join(self.acoustic, name) for name in sorted(os.listdir(self.acoustic))]

    @property
    def files(self) -> list[str]:
        """All its files."""
        return [*self.acoustic_files, self.dictionary, self.language]

    def digests(self) -> list[str]:
        """What is in its files."""
        return [digest(path) for path in self.files if os.path.isfile(path)]


def bundled() -> Model:
    """American English, of broadcast news and dictation: what comes with pocketsphinx.

    Raises:
        UsageError: pocketsphinx is not installed.
    """
    folder = _library().get_model_path("en-us")
    return Model(*(os.path.join(folder, name) for name in ("en-us", "cmudict-en-us.dict", "en-us.lm.bin")))


def of_text(sentences: Iterable[str], words: Iterable[str] = (), *, base: Model | None = None) -> Model:
    """A model of a text, as it is spoken: words with blanks between them.

    Args:
        sentences: each is what one may say.
        words: that may be said as well, though no sentence has them.
        base: where sounds and known words come from; by default the bundled model.

    Raises:
        InputError: there is no word in it, or one that cannot be pronounced.
        UsageError: pocketsphinx is not installed; a word is not known, and espeak-ng is not installed.
    """
    base = base or bundled()
    said = [spoken for sentence in sentences if (spoken := sentence.split())]
    more = sorted({word for word in words if word}.difference(*said))
    language = place("models", {"sentences": [" ".join(answer) for answer in said], "words": more}, ".arpa")
    if not language.exists():
        written = _arpa(said, more)
        with writing(language) as file:
            file.write(written.encode())
    return of_language(str(language), base=base)


def of_language(language: str, *, base: Model | None = None) -> Model:
    """A model of a language model in a file, in ARPA form; the dictionary is made for it.

    Raises:
        InputError: the file is no language model, or has a word that cannot be pronounced.
        UsageError: pocketsphinx is not installed; a word is not known, and espeak-ng is not installed.
    """
    base = base or bundled()
    made_of = {"words": vocabulary(language), "known": digest(base.dictionary), "table": dict(pronunciation.ARPABET)}
    dictionary = place("models", made_of, ".dict")
    if not dictionary.exists():
        said = pronunciation.of_words(made_of["words"], pronunciation.of_file(base.dictionary))
        with writing(dictionary) as file:
            file.write(pronunciation.as_text(said).encode())
    return Model(base.acoustic, str(dictionary), language)


def vocabulary(language: str) -> list[str]:
    """The words of a language model in ARPA form.

    Raises:
        InputError: it is none, or has no words.
    """
    words, inside = set[str](), False
    for _, line in text_lines(language):
        if line.startswith("\\"):
            if inside:
                break
            inside = _CONTEXT.match(line) is not None
        elif inside and len(fields := line.split()) > 1:
            words.add(fields[1])
    if not words.difference(_MARKS):
        todo = "give a language model in ARPA form, or a text it is made of: text=FILE"
        raise InputError("no language model with words", todo, path=language)
    return sorted(words.difference(_MARKS))


def _arpa(sentences: Sequence[Sequence[str]], words: Sequence[str]) -> str:
    """A trigram model in ARPA form: relative frequencies, half of whose mass is left to what was not seen."""
    if not (sentences or words):
        raise InputError("no words in the text", "write sentences as they may be spoken")
    _library()
    from pocketsphinx.lm import ArpaBoLM

    made = ArpaBoLM(text="\n".join(map(" ".join, sentences)), add_start=True)
    for word in words:
        made.grams_1.setdefault(word, 1)
    made.compute()
    written = StringIO()
    made.write(written)
    return written.getvalue()


def _library() -> Any:
    try:
        import pocketsphinx
    except ImportError:
        raise UsageError(INSTALL) from None
    return pocketsphinx
