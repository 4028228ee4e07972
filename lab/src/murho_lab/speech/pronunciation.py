"""How words are pronounced: dictionaries of a recogniser, and words that they lack, as eSpeak NG says them.

Dictionaries are files in the form of CMU's: a word and its phonemes, `tomorrow T AH M AA R OW`, other pronunciations
of it as `tomorrow(2)`. Phonemes are those of CMU's dictionary, ARPAbet without stress.

eSpeak NG gives the phonemes of a word in the International Phonetic Alphabet, for American English unless another of
its voices is named, and each is put into ARPAbet by `ARPABET`. What English has no phoneme for takes the nearest: the
German `ch` is K or HH.

>>> in_arpabet("t_ˈuː_b_ɪ_n_dʒ_ə_n")
'T UW B IH N JH AH N'
"""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from shutil import which

from murho.core.errors import InputError, UsageError
from murho.formats.opening import Path, text_lines

Pronunciations = Mapping[str, tuple[str, ...]]
"""Words, each with all its pronunciations, phonemes with blanks between them."""

ARPABET: Mapping[str, str] = {
    # vowels
    "ɑː": "AA", "ɑ": "AA", "a": "AA", "aː": "AA", "ɒ": "AA", "æ": "AE", "ʌ": "AH", "ə": "AH", "ɐ": "AH",
    "ɔː": "AO", "ɔ": "AO", "aʊ": "AW", "aɪ": "AY", "ɛ": "EH", "ɛː": "EH", "e": "EH", "ɜː": "ER", "ɜ": "ER",
    "ɚ": "ER", "ɝ": "ER", "ø": "ER", "øː": "ER", "œ": "ER", "eɪ": "EY", "eː": "EY", "ɪ": "IH", "ᵻ": "IH", "i": "IY",
    "iː": "IY", "oʊ": "OW", "əʊ": "OW", "o": "OW", "oː": "OW", "ɔɪ": "OY", "ɔø": "OY", "ʊ": "UH", "u": "UW",
    "uː": "UW", "y": "UW", "yː": "UW", "ʏ": "UH",
    # vowels with what follows
    "əl": "AH L", "n̩": "AH N", "m̩": "AH M", "l̩": "AH L", "iə": "IY AH", "aɪə": "AY AH", "aɪɚ": "AY ER", "ɑːɹ": "AA R",
    "ɛɹ": "EH R", "ɪɹ": "IH R", "oːɹ": "AO R", "ɔːɹ": "AO R", "ʊɹ": "UH R",
    # consonants
    "b": "B", "tʃ": "CH", "d": "D", "ð": "DH", "f": "F", "ɡ": "G", "g": "G", "h": "HH", "ç": "HH", "dʒ": "JH", "k": "K",
    "x": "K", "l": "L", "ɫ": "L", "m": "M", "n": "N", "ɲ": "N Y", "ŋ": "NG", "p": "P", "pf": "P F", "ɹ": "R", "r": "R",
    "ʁ": "R", "s": "S", "ʃ": "SH", "t": "T", "ɾ": "T", "ʔ": "T", "ts": "T S", "θ": "TH", "v": "V", "w": "W", "j": "Y",
    "z": "Z", "ʒ": "ZH",
}  # fmt: skip
"""Sounds in the International Phonetic Alphabet, as eSpeak NG writes them, and the phonemes of CMU's dictionary."""
_FLITE = {"ax": "AH"}
"""The one phoneme that flite has besides those of CMU's dictionary."""
_LONGEST = max(map(len, ARPABET))
_MARKS = re.compile(r"[ˈˌ_\s\u200d\u0361]|\([^)]*\)")
"""Stress, the marks between sounds, and switches to another language and back, as in `(fr)`."""
_LINE = re.compile(r"(\S+?)(?:\(\d+\))?\s+(\S.*)")


def read(path: Path) -> Pronunciations:
    """The dictionary of a file.

    Raises:
        InputError: a line that is no word with its phonemes.
    """
    results: dict[str, list[str]] = {}
    for number, line in text_lines(path):
        if not line.strip() or line.startswith((";;;", "##")):
            continue
        entry = _LINE.fullmatch(line.partition(" #")[0].strip())
        if entry is None:
            todo = "write a word and its phonemes, as in: bonn B AA N"
            raise InputError(f"no pronunciation: {line[:40]!r}", todo, path=path, line=number)
        results.setdefault(entry[1], []).append(" ".join(entry[2].split()))
    return {word: tuple(several) for word, several in results.items()}


def of_words(words: Iterable[str], known: Pronunciations, voice: str = "en-us") -> Pronunciations:
    """The pronunciations of these words: as known, in small letters if need be, else as eSpeak NG says them.

    Raises:
        UsageError: a word is not known, and eSpeak NG is not installed.
        InputError: eSpeak NG finds nothing in a word that could be said.
    """
    wanted = list(dict.fromkeys(words))
    results = {word: said for word in wanted if (said := known.get(word) or known.get(word.lower()))}
    missing = [word for word in wanted if word not in results]
    spoken = espoken(missing, voice) if missing else {}
    return {word: results.get(word) or (spoken[word],) for word in wanted}


def espoken(words: Sequence[str], voice: str = "en-us") -> dict[str, str]:
    """How eSpeak NG says these words, in ARPAbet.

    Raises:
        UsageError: it is not installed, or has no such voice.
        InputError: there is nothing in a word that could be said.
    """
    if which("espeak-ng") is None:
        few = ", ".join(words[:3]) + (", ..." if len(words) > 3 else "")
        todo = "add them to a dictionary, or install it with: apt-get install espeak-ng"
        raise UsageError(f"no pronunciation of {few}: espeak-ng is not installed; {todo}")
    # A word a paragraph, so that none is said with its neighbours; signs within a word are blanks.
    asked = "\n\n".join(re.sub(r"[^\w']+", " ", word).strip() or "," for word in words) + "\n"
    command = ["espeak-ng", "-q", "--ipa", "--sep=_", "-v", voice, "--stdin"]
    done = subprocess.run(command, input=asked.encode(), capture_output=True, timeout=600)
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip()
        raise UsageError(f"espeak-ng: {why or 'failed'}; name one of its voices, as in en-us")
    lines = [line for line in done.stdout.decode().split("\n") if line.strip()]
    if len(lines) != len(words):
        # Something was said on two lines or on none: one by one it is plain which.
        if len(words) == 1:
            raise InputError(f"no pronunciation of {words[0]!r}", "write words as they are spoken")
        return {word: espoken([word], voice)[word] for word in words}
    return {word: _said(word, line) for word, line in zip(words, lines, strict=True)}


def flite_spoken(words: Sequence[str]) -> dict[str, str]:
    """How flite's American voices say these words, in ARPAbet; those of which they say nothing are left out.

    Raises:
        UsageError: flite is not installed, or fails.
    """
    if which("flite") is None:
        raise UsageError("flite is not installed; install it with: apt-get install flite")
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        # A word a paragraph, for which a line is printed.
        file.write("".join(f"{word}\n\n" for word in words))
        file.flush()
        command = ["flite", "-voice", "slt", "-f", file.name, "-ps", "-o", "none"]
        done = subprocess.run(command, capture_output=True, timeout=600)
    lines = done.stdout.decode(errors="replace").splitlines()
    if done.returncode or len(lines) != len(words):
        why = done.stderr.decode(errors="replace").strip()
        raise UsageError(f"flite: {why or f'{len(lines)} pronunciations of {len(words)} words'}; name plain words")
    said = (" ".join(_FLITE.get(part, part.upper()) for part in line.split() if part != "pau") for line in lines)
    return {word: phonemes for word, phonemes in zip(words, said, strict=True) if phonemes}


def in_arpabet(ipa: str) -> str:
    """Sounds as eSpeak NG writes them as phonemes of CMU's dictionary; ValueError names a sound that has none."""
    phonemes: list[str] = []
    for sound in _MARKS.split(ipa.strip()):
        at = 0
        while at < len(sound):
            length = next((n for n in range(_LONGEST, 0, -1) if sound[at : at + n] in ARPABET), 0)
            if length:
                phonemes.append(ARPABET[sound[at : at + length]])
            elif sound[at] not in "ːˑʲ̩̯̃":  # length, palatal, nasal: a shade of the sound before
                raise ValueError(sound[at])
            at += length or 1
    return " ".join(phonemes)


def _said(word: str, ipa: str) -> str:
    try:
        phonemes = in_arpabet(ipa)
    except ValueError as error:
        todo = "add it to a dictionary by hand"
        raise InputError(f"no pronunciation of {word!r}: English has no sound like {error}", todo) from None
    if not phonemes:
        raise InputError(f"no pronunciation of {word!r}", "write words as they are spoken")
    return phonemes


def as_text(words: Pronunciations) -> str:
    """A dictionary as the text of its file.

    >>> print(as_text({"bonn": ("B AA N", "B AO N")}), end="")
    bonn B AA N
    bonn(2) B AO N
    """
    return "".join(
        f"{word}{f'({number})' if number > 1 else ''} {phonemes}\n"
        for word, several in sorted(words.items())
        for number, phonemes in enumerate(several, 1)
    )


@lru_cache(maxsize=4)
def known(path: str, _: float) -> Pronunciations:
    """A dictionary that stays in memory, since the large ones take a while to read."""
    return read(path)


def of_file(path: str) -> Pronunciations:
    """The dictionary of a file, read once as long as the file stays as it is.

    Raises:
        InputError: it is not there, or a line is no word with its phonemes.
    """
    return known(path, os.path.getmtime(path) if os.path.exists(path) else 0.0)
