"""Texts spoken by the voices of this machine: flite, eSpeak NG, festival. It is synthetic speech, and results say so.

A voice is named by its program: `flite:rms`, `espeak:en-us`, `festival:kal_diphone`. What was spoken is kept
(`murho.formats.saving`), so that the same text in the same voice and noise is made once, and is the same file.

    paths = synthesise(["to bonn", "yes please"], ["flite:rms", "flite:slt"], Noise("white", 20))
"""

import hashlib
import re
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shutil import which

from murho.core.errors import MurhoError, UsageError, shortened
from murho.formats.saving import place
from murho_lab.speech import sound
from murho_lab.speech.noise import Noise, mixture, noise_of

VOICES = ("flite:rms", "flite:slt", "flite:awb", "flite:kal16")
"""Those that a recogniser of English understands best."""
_SECONDS = 120
"""Of a program for one text."""


@dataclass(frozen=True)
class Program:
    """A program that speaks: how it is called, and how it is installed."""

    command: Callable[[str, str, str], Sequence[str]]
    """Given a voice, a file with the text and the file to write."""
    version: Sequence[str]
    package: str
    """Debian's package."""


PROGRAMS: Mapping[str, Program] = {
    "flite": Program(
        lambda voice, text, wav: ["flite", "-voice", voice, "-f", text, "-o", wav], ["flite", "--version"], "flite"
    ),
    "espeak": Program(
        lambda voice, text, wav: ["espeak-ng", "-v", voice, "-f", text, "-w", wav],
        ["espeak-ng", "--version"],
        "espeak-ng",
    ),
    "festival": Program(
        lambda voice, text, wav: ["text2wave", "-eval", f"(voice_{voice})", "-o", wav, text],
        ["festival", "--version"],
        "festival",
    ),
}


def synthesise(texts: Sequence[str], voices: Sequence[str] = VOICES, noise: Noise | None = None) -> list[Path]:
    """A WAV file for every text, at 16 kHz; the voices take turns: the first speaks the first text, and so on.

    Args:
        texts: what is to be said.
        voices: one or more, by name.
        noise: what is mixed into each; every utterance has noise of its own.

    Raises:
        UsageError: there is no such voice or program; soundfile is not installed.
        MurhoError: a text cannot be spoken.
    """
    if not voices:
        raise UsageError("no voice; name one, as in flite:rms")
    return [_spoken(text, voices[i % len(voices)], noise) for i, text in enumerate(texts)]


def _spoken(text: str, voice: str, noise: Noise | None) -> Path:
    program, name = _voice(voice)
    made_of = {"text": text, "voice": voice, "version": _version(program), "rate": sound.RATE}
    clean = place("spoken", made_of, ".wav")
    if not clean.exists():
        with tempfile.TemporaryDirectory() as folder:
            sound.write(clean, _speak(text, voice, PROGRAMS[program].command, name, Path(folder)).samples)
    if noise is None:
        return clean
    made_of |= {"noise": noise.kind, "snr": noise.snr, "seed": noise.seed}
    noisy = place("spoken", made_of, ".wav")
    if not noisy.exists():
        samples = sound.read(clean).samples
        own = int.from_bytes(hashlib.sha256(f"{voice} {text}".encode()).digest()[:8], "big")
        try:
            mixed, _ = mixture(samples, noise_of(noise, len(samples), own), noise.snr)
        except ValueError as error:
            raise MurhoError(f"{voice}: {shortened(text, 60)!r}: {error}; give words that can be spoken") from None
        sound.write(noisy, mixed)
    return noisy


def _speak(
    text: str, voice: str, command: Callable[[str, str, str], Sequence[str]], name: str, folder: Path
) -> sound.Sound:
    written, wav = folder / "text.txt", folder / "spoken.wav"
    # A text without an end of line is not spoken by some of them.
    written.write_text(text + "\n", encoding="utf-8")
    try:
        done = subprocess.run(
            command(name, str(written), str(wav)), stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise MurhoError(f"{voice}: took more than {_SECONDS} s for {shortened(text, 60)!r}") from None
    if done.returncode or not wav.exists():
        said = shortened((done.stderr + done.stdout).decode(errors="replace"), 200)
        raise MurhoError(f"{voice}: cannot speak {shortened(text, 60)!r}: {said or 'it wrote no sound'}")
    return sound.read(wav)


def _voice(voice: str) -> tuple[str, str]:
    """The program and the name of a voice."""
    program, colon, name = voice.partition(":")
    if program not in PROGRAMS or not colon or not re.fullmatch(r"[A-Za-z0-9_][\w+-]*", name):
        raise UsageError(f"no voice {voice!r}; write PROGRAM:NAME, with one of {', '.join(PROGRAMS)}: flite:rms")
    if program == "flite" and name not in _flite_voices():
        # flite would take the first voice it has.
        raise UsageError(f"no voice {voice!r}; flite has: {', '.join(_flite_voices())}")
    return program, name


def _flite_voices() -> tuple[str, ...]:
    return tuple(_said(_installed("flite"), "-lv").partition(":")[2].split())


def _version(name: str) -> str:
    """What a program says of its version: another one speaks otherwise."""
    return " ".join(_said(_installed(name), *PROGRAMS[name].version[1:]).split())


def _installed(name: str) -> str:
    """Where a program lies. Looked for each time: it may be installed, or gone, since."""
    program = PROGRAMS[name]
    if (path := which(program.version[0])) is None:
        raise UsageError(
            f"{name}: {program.version[0]} is not installed; install it with: apt-get install {program.package}"
        )
    return path


@cache
def _said(path: str, *arguments: str) -> str:
    done = subprocess.run([path, *arguments], capture_output=True, timeout=_SECONDS)
    return (done.stdout + done.stderr).decode(errors="replace")
