"""A real recogniser on real sound: synthetic voices, and human ones where Debian's recordings are installed."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from murho import score
from murho.core.errors import InputError, UsageError
from murho.formats import slf
from murho.measures import measure
from murho_lab.speech import model
from murho_lab.speech.noise import Noise
from murho_lab.speech.recogniser import FIXED, Recogniser, Settings
from murho_lab.speech.sound import Sound, read
from murho_lab.speech.synthesis import synthesise

pytest.importorskip("pocketsphinx")
pytest.importorskip("soundfile")

SENTENCES = ["to bonn please", "no from berlin to bonn", "is there a train at nine thirty", "yes please", "to munich"]
HUMAN = Path("/usr/share/pocketsphinx/test/data")


@pytest.fixture
def spoken(needs: Callable[..., None]) -> list[Path]:
    needs("flite", "espeak-ng")
    return synthesise(SENTENCES, ["flite:rms", "flite:kal16"])


def test_what_voices_say_is_heard(spoken: list[Path]) -> None:
    recogniser = Recogniser(model.of_text(SENTENCES), keeps=False)
    heard = [recogniser.hear_file(path) for path in spoken]
    assert [one.texts[0] for one in heard] == SENTENCES
    assert all(one.cpu_seconds > 0 and one.graph is None for one in heard)


@pytest.mark.slow
def test_utterances_do_not_depend_on_each_other(spoken: list[Path]) -> None:
    narrow = Settings(beam=1e-14, pbeam=1e-14)
    noisy = synthesise(SENTENCES, ["flite:rms"], Noise("white", 10))
    made = model.of_text(SENTENCES)
    one, other = (Recogniser(made, narrow, nbest=5, keeps=False) for _ in range(2))
    forth = [one.hear_file(path).texts for path in noisy]
    back = [other.hear_file(path).texts for path in reversed(noisy)]
    assert forth == back[::-1]


@pytest.mark.slow
def test_nbest_are_different_texts_and_the_graph_holds_them(spoken: list[Path]) -> None:
    (noisy,) = synthesise(SENTENCES[1:2], ["flite:slt"], Noise("babble", 10))
    heard = Recogniser(model.of_text(SENTENCES), nbest=6, graph=True, keeps=False).hear_file(noisy)
    assert 1 < len(heard.texts) == len(set(heard.texts)) <= 6
    assert heard.graph is not None
    texts = [(text,) for text in heard.texts]
    answers = [(slf.serialise(heard.graph),)] * len(texts)
    assert measure("oracle(sentences)").judge(texts, answers).loss.tolist() == [0] * len(texts)


def test_a_narrow_beam_ends_no_process(spoken: list[Path]) -> None:
    assert FIXED["maxhmmpf"] == -1
    for share in (1e-11, 1e-8):
        heard = Recogniser(model.of_text(SENTENCES), Settings(beam=share, pbeam=share), keeps=False).hear_file(
            spoken[0]
        )
        assert isinstance(heard.texts[0], str)


def test_what_was_heard_once_is_kept(spoken: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    made = model.of_text(SENTENCES)
    first = Recogniser(made, nbest=2, graph=True).hear_file(spoken[2])
    again = Recogniser(made, nbest=2, graph=True)
    monkeypatch.setattr(again, "_hear", lambda sound: pytest.fail("it was heard again"))
    assert again.hear_file(spoken[2]) == first
    for other in (
        Recogniser(made, nbest=3, graph=True),
        Recogniser(made, Settings(lw=7.0), nbest=2, graph=True),
        Recogniser(model.of_text(SENTENCES[:3]), nbest=2, graph=True),
    ):
        monkeypatch.setattr(other, "_hear", lambda sound: first)
        assert other._made_of != again._made_of


def test_where_nothing_is_heard_the_text_is_empty() -> None:
    heard = Recogniser(model.of_text(SENTENCES), nbest=3, graph=True, keeps=False).hear(Sound(np.zeros(100)))
    assert (heard.texts, heard.graph) == (("",), None)


def test_a_model_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    made = model.of_text(SENTENCES)
    (tmp_path / "broken.arpa").write_text("\\data\\\nngram 1=5\n\n\\1-grams:\n-1 to\n")
    broken = model.Model(made.acoustic, made.dictionary, str(tmp_path / "broken.arpa"))
    with pytest.raises(InputError, match=r"broken.arpa: pocketsphinx refuses the model"):
        Recogniser(broken).load()
    with pytest.raises(UsageError, match="nbest=0; give 1 or more"):
        Recogniser(made, nbest=0)


def test_settings_are_checked() -> None:
    assert Settings.of({"beam": "1e-22", "fwdflat": "no"}) == Settings(beam=1e-22, fwdflat=False)
    for given, told in (
        ({"beam": "22"}, "beam=22.0; give a share of the best, 1 or less, as in 1e-22"),
        ({"lw": "-1"}, "lw=-1.0; give a number above 0"),
        ({"lw": "nan"}, "lw=nan; give a number above 0"),
        ({"wip": "x"}, "wip=x; give a number, as in 1e-22"),
        ({"bestpath": "on"}, "bestpath=on; write yes or no"),
    ):
        with pytest.raises(UsageError) as raised:
            Settings.of(given)
        assert str(raised.value) == told


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cards", "librivox"])
def test_human_voices_are_heard(name: str) -> None:
    """The bundled model on a reader of novels; on cards a model of what may be said of them."""
    folder = HUMAN / name
    if not folder.is_dir():
        pytest.skip("pocketsphinx-testdata is not installed")
    said = {}
    for line in (folder / ("cards.transcription" if name == "cards" else "transcription")).read_text().splitlines():
        text, _, utterance = line.rpartition(" (")
        said[utterance.rstrip(")")] = text.removeprefix("<s> ").removesuffix(" </s>").lower()
    made = model.bundled() if name == "librivox" else model.of_text(list(said.values()))
    recogniser = Recogniser(made, keeps=False)
    heard = {}
    for utterance in said:
        (path,) = folder.glob(f"{utterance}.wav")
        assert read(path).rate == 16_000
        heard[utterance] = recogniser.hear_file(path).texts[0]
    result = score("words", list(said.values()), list(heard.values()))
    print(f"human voices, {name}: word error rate {result.value:.1%} of {sum(len(t.split()) for t in said.values())}")
    assert result.value < {"cards": 0.2, "librivox": 0.4}[name]
