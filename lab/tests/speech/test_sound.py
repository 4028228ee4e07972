"""Sound files: what is read of them, and what is refused."""

import struct
import sys
from pathlib import Path

import numpy as np
import pytest

from murho.core.errors import InputError, UsageError
from murho_lab.speech import sound

soundfile = pytest.importorskip("soundfile")


def tone(rate: int, seconds: float = 0.5, hertz: float = 1000.0) -> np.ndarray:
    return np.sin(2 * np.pi * hertz * np.arange(int(rate * seconds)) / rate) / 2


@pytest.mark.parametrize("rate", [8000, 11025, 22050, 44100, 48000])
def test_other_rates_are_resampled(tmp_path: Path, rate: int) -> None:
    path = tmp_path / "tone.flac"
    soundfile.write(path, tone(rate), rate)
    read = sound.read(path)
    assert (read.rate, len(read.samples)) == (rate, 8000)
    # The same tone: neither shifted nor weaker; at the ends the filter has nothing beside it.
    assert np.abs(read.samples - tone(16_000))[200:-200].max() < 0.005


def test_what_a_lower_rate_cannot_have_is_no_echo(tmp_path: Path) -> None:
    path = tmp_path / "tone.wav"
    soundfile.write(path, tone(44_100, hertz=12_000.0), 44_100)
    assert np.abs(sound.read(path).samples[200:-200]).max() < 0.01


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "loud.wav"
    sound.write(path, np.array([0.0, 0.5, -1.0, 1.5]))
    assert soundfile.info(path).subtype == "PCM_16"
    assert sound.read(path).samples.tolist() == [0.0, 0.5, -1.0, 32767 / 32768]


def test_what_cannot_be_taken_is_refused(tmp_path: Path) -> None:
    def refused(name: str) -> str:
        with pytest.raises(InputError) as raised:
            sound.read(tmp_path / name)
        return str(raised.value).removeprefix(f"{tmp_path}/")

    assert refused("none.wav") == "none.wav: no such file; check the name"
    (tmp_path / "text.wav").write_text("to berlin tomorrow")
    assert refused("text.wav") == "text.wav: not read as sound (Format not recognised); give WAV, FLAC or the like"
    (tmp_path / "nothing.wav").touch()
    assert refused("nothing.wav").startswith("nothing.wav: not read as sound (")
    soundfile.write(tmp_path / "two.wav", np.stack([tone(16_000)] * 2, axis=1), 16_000)
    assert refused("two.wav") == "two.wav: 2 channels; give one: write the one that was meant to a file"
    soundfile.write(tmp_path / "empty.wav", np.zeros(0), 16_000)
    assert refused("empty.wav") == "empty.wav: no sound in it; record it again, or leave the case out"
    soundfile.write(tmp_path / "long.wav", np.zeros(601 * 1000), 1000)
    assert refused("long.wav") == "long.wav: 601 s of sound; cut it to 600 s or less"


@pytest.mark.parametrize("suffix", ["wav", "flac"])
def test_a_file_that_is_cut_short_is_refused(tmp_path: Path, suffix: str) -> None:
    whole, cut = tmp_path / f"whole.{suffix}", tmp_path / f"cut.{suffix}"
    soundfile.write(whole, np.random.default_rng(1).normal(0, 0.1, 16_000), 16_000)
    written = whole.read_bytes()
    cut.write_bytes(written[: len(written) // 2])
    assert sound.read(whole).seconds == 1.0
    with pytest.raises(InputError, match=r"cut short after 0\.\d\d s; copy or record it again|not read as sound"):
        sound.read(cut)


def test_a_file_that_was_written_as_a_stream_has_no_length(tmp_path: Path) -> None:
    path = tmp_path / "stream.wav"
    sound.write(path, tone(16_000))
    written = bytearray(path.read_bytes())
    at = written.index(b"data") + 4
    written[at : at + 4] = struct.pack("<I", 0xFFFFFFFF)
    path.write_bytes(written)
    assert sound.read(path).seconds == 0.5


def test_without_the_library_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "soundfile", None)
    with pytest.raises(UsageError, match="soundfile is not installed; install it with: pip install soundfile"):
        sound.read("a.wav")
