"""Kaldi, NeMo, Whisper, WhisperX, SubRip and WebVTT: files written by hand as their documentation has them."""

import json
from pathlib import Path
from typing import Any

import pytest

from murho.core.errors import InputError
from murho.formats import by_name

KALDI = "spk1-utt1 to bonn please\nspk1-utt2\nspk2-utt1 yes\n"
WHISPERX = {
    "segments": [
        {
            "start": 0.5,
            "end": 2.0,
            "text": " hello there yes",
            "speaker": "SPEAKER_00",
            "words": [
                {"word": "hello", "start": 0.5, "end": 0.8, "score": 0.9, "speaker": "SPEAKER_00"},
                {"word": "there", "start": 0.9, "end": 1.2, "score": 0.9},
                {"word": "yes", "start": 1.5, "end": 2.0, "score": 0.5, "speaker": "SPEAKER_01"},
            ],
        },
        {"start": 2.5, "end": 3.0, "text": "good", "speaker": "SPEAKER_00", "words": []},
    ],
    "language": "en",
}
VTT = (
    "WEBVTT - a title\n\nSTYLE\n::cue { color: red }\n\nintro\n00:00.500 --> 00:02.000 line:0\n"
    "<v.loud Anna>hello <i>there</i></v>\n<v Bob>yes &lt;3\n\n1:00:00.000 --> 1:00:01.000\nunknown\n"
)
SRT = "1\r\n00:00:01,000 --> 00:00:02,000\r\n"
SRT += "{\\an8}<i>to</i> bonn\r\nplease\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\n\r\n"


def written(tmp_path: Path, name: str, text: Any) -> Path:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text if isinstance(text, str) else json.dumps(text, indent=1))
    return path


def cases_of(name: str, path: Path, **how: Any) -> Any:
    (cases,) = by_name(name).read_cases(path, **how)
    return cases


def test_kaldi_with_what_lies_beside_it(tmp_path: Path) -> None:
    path = written(tmp_path, "text", KALDI)
    assert cases_of("kaldi", path).features == {}
    written(tmp_path, "utt2spk", "spk1-utt1 spk1\nspk1-utt2 spk1\nspk2-utt1 spk2\n")
    written(tmp_path, "segments", "spk1-utt1 rec 0.0 1.5\nspk1-utt2 rec 1.5 2\nspk2-utt1 rec 2.0 3.25\n")
    cases = cases_of("kaldi", path)
    assert cases.ids == ["spk1-utt1", "spk1-utt2", "spk2-utt1"]
    assert cases.references == [("to bonn please",), ("",), ("yes",)]
    assert cases.clusters == ["spk1", "spk1", "spk2"]
    assert cases.features["end"] == [1.5, 2.0, 3.25]
    (answers,) = by_name("kaldi").read_answers(path)
    assert answers.answers == cases.references


def test_nemo_holds_both_sides(tmp_path: Path) -> None:
    rows = [
        {"audio_filepath": "a.wav", "duration": 2.0, "text": "to bonn", "pred_text": "to born", "offset": offset}
        for offset in (0, 2.0)
    ]
    path = written(tmp_path, "m.json", "\n".join(map(json.dumps, rows)))
    cases = cases_of("nemo", path)
    assert (cases.ids, cases.references) == (["a.wav 0", "a.wav 2.0"], [("to bonn",)] * 2)
    assert cases.features == {"duration": [2.0, 2.0], "offset": [0, 2.0]}
    assert next(by_name("nemo").read_answers(path)).answers == [("to born",)] * 2


def test_whisper_and_its_speakers(tmp_path: Path) -> None:
    path = written(tmp_path, "calls/one.json", WHISPERX)
    written(tmp_path, "calls/two.json", {"text": "x", "segments": [{"start": 0, "end": 1, "text": " Hi. "}]})
    cases = cases_of("whisperx", path)
    assert cases.references == [("hello there yes good",)]
    assert cases.labels == {"speaker": [["SPEAKER_00", "SPEAKER_00", "SPEAKER_01", "SPEAKER_00"]]}
    folder = cases_of("whisper", path.parent)
    assert (folder.ids, folder.references[1]) == (["one", "two"], ("Hi.",))
    assert folder.labels["speaker"][1] is None
    assert cases_of("whisper", path, by_session=True).references == [
        ({"SPEAKER_00": "hello there good", "SPEAKER_01": "yes"},)
    ]


def test_subtitles(tmp_path: Path) -> None:
    cases = cases_of("srt", written(tmp_path, "a.srt", SRT))
    assert (cases.references, cases.labels) == ([("to bonn please",)], {})
    path = written(tmp_path, "a.vtt", VTT)
    assert cases_of("vtt", path).references == [("hello there yes <3 unknown",)]
    speakers = {"Anna": "hello there", "Bob": "yes <3", "?": "unknown"}
    assert cases_of("vtt", path, by_session=True).references == [(speakers,)]
    assert cases_of("vtt", path).labels == {"speaker": [["Anna", "Anna", "Bob", "Bob", "?"]]}


@pytest.mark.parametrize("name", ["srt", "vtt"])
def test_speakers_as_whisperx_writes_them_into_subtitles(name: str, tmp_path: Path) -> None:
    """`whisperx --diarize` puts them before the text of each cue; another bracket is text."""
    text = "WEBVTT\n\n" * (name == "vtt")
    for at, said in enumerate(("[SPEAKER_00]: to bonn", "[SPEAKER_01]: yes", "[laughs] well")):
        text += f"00:00:0{at}.000 --> 00:00:0{at}.900\n{said}\n\n"
    path = written(tmp_path, f"a.{name}", text)
    cases = cases_of(name, path)
    assert cases.references == [("to bonn yes [laughs] well",)]
    assert cases.labels["speaker"] == [["SPEAKER_00", "SPEAKER_00", "SPEAKER_01", "?", "?"]]
    speakers = {"SPEAKER_00": "to bonn", "SPEAKER_01": "yes", "?": "[laughs] well"}
    assert cases_of(name, path, by_session=True).references == [(speakers,)]


@pytest.mark.parametrize("name", ["srt", "vtt"])
def test_a_bracket_that_never_closes_takes_no_longer_than_its_text(name: str, tmp_path: Path) -> None:
    """Minutes, where every way to divide the text is tried."""
    said = "[" + "a" * 300_000
    text = "WEBVTT\n\n" * (name == "vtt") + f"00:00:00.000 --> 00:00:00.900\n{said}\n"
    assert cases_of(name, written(tmp_path, f"a.{name}", text)).references == [(said,)]


def test_words_stand_in_order_of_their_own_times(tmp_path: Path) -> None:
    """Where segments overlap the words tell who was first; one without a time follows the word before it."""
    words = [("yes", 0.0, "A"), ("well", 4.0, "A"), ("7", None, "A"), ("no", 5.0, "B"), ("wait", 3.0, "B")]
    listed = [{"word": word, "speaker": who} | ({} if at is None else {"start": at}) for word, at, who in words]
    segments = [{"start": 0, "end": 5, "text": "", "words": [listed[0], {**listed[3]}, *listed[1:3]]}]
    segments += [{"start": 2, "end": 4, "text": "", "words": listed[4:]}]
    cases = cases_of("whisperx", written(tmp_path, "a.json", {"segments": segments}))
    assert cases.references == [("yes wait well 7 no",)]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("kaldi", "a x\n\n", "2: a blank line; write an id"),
        ("kaldi", "a x\na y\n", "2: id 'a' a second time, first on line 1"),
        ("nemo", '{"audio_filepath": "a"}', "1: no field 'text'; write a manifest of NeMo"),
        ("nemo", '{"audio_filepath": 1, "text": "x"}', "1: audio_filepath is a number (1)"),
        ("whisper", "{\n\n!", "3: no JSON: "),
        ("whisper", "[1]", "1: no list of segments"),
        ("whisper", '{"segments": [{"text": "x"}]}', "1: segment 1 has no number under start"),
        ("whisper", '{"segments": [{"text": "x", "start": -1}]}', "1: start of segment 1 is -1; write seconds"),
        ("whisper", '{"segments": [{"text": "x", "start": 1, "end": -3}]}', "1: end of segment 1 is -3; write"),
        (
            "whisper",
            '{"segments": [{"text": "x", "start": 1, "words": [{"speaker": "A"}, {"start": -0.5}]}]}',
            "1: start of word 2 of segment 1 is -0.5; write seconds",
        ),
        ("srt", "1\nhello\n", "1: a cue without times, '1'; write the times"),
        ("srt", "1\n-00:00:02,0 --> 00:00:03,0\nx\n", "2: times that cannot be read, '-00:00:02,0 --> 00"),
        ("srt", "1\n00:00:02,0 --> 00:00:01,0\nx\n", "2: a segment from 2 to 1 seconds"),
        ("vtt", "1\n00:01.000 --> 00:02.000\nx\n", "1: no header of WebVTT"),
        ("bio", "to O\nbonn\n", "2: 'bonn' has no tag of BIO at its end"),
        ("bio", "to X-y\n", "1: 'to X-y' has no tag of BIO at its end"),
        ("rasa", "{}", "1: no list of examples"),
        ("rasa", '[{"intent": 1}]', "1: example 1 is none of Rasa's"),
        ("snips", '{"intents": {"a": 1}}', "1: not as Snips has it"),
        ("snips", "7", "1: not as Snips has it"),
    ],
)
def test_what_is_wrong_has_its_line(name: str, text: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, "file", text)
    with pytest.raises(InputError) as caught:
        list(by_name(name).read_cases(path))
    assert str(caught.value).startswith(f"{path}:{message}")


def test_negative_seconds_beside_kaldi(tmp_path: Path) -> None:
    written(tmp_path, "segments", "spk1-utt1 rec -0.5 1.5\n")
    with pytest.raises(InputError, match=r"segments:1: begin is -0\.5; write seconds from the start"):
        cases_of("kaldi", written(tmp_path, "text", KALDI))


def test_a_speaker_that_is_missing_beside_kaldi(tmp_path: Path) -> None:
    path = written(tmp_path, "text", KALDI)
    written(tmp_path, "utt2spk", "spk1-utt1 spk1\n")
    with pytest.raises(InputError, match=r"text:2: 'spk1-utt2' is not in .*utt2spk; add it"):
        cases_of("kaldi", path)


def test_slots_word_by_word(tmp_path: Path) -> None:
    text = "# intent: fly\n# to be checked again\nto NN O\n# NN B-sign\nnew NN B-city\nyork NN I-city\n"
    text += "bonn NN I-day\n\n-DOCSTART- O\n\nx S-a\ny B-a\nz E-a\n"
    cases = cases_of("bio", written(tmp_path, "a.bio", text))
    assert cases.references == [
        (["intent:fly", "sign:#", "city:new york", "day:bonn"],),
        (["a:x", "a:y z"],),
    ]
    assert cases.expressions[0] == "to # new york bonn"


def test_rasa_and_snips_say_the_same(tmp_path: Path) -> None:
    answers = [
        {
            "text": "to Bonn",
            "intent": {"name": "fly", "confidence": 0.9},
            "entities": [{"entity": "city", "value": "Bonn", "start": 3, "end": 7}],
        },
        {"text": "hm", "intent": {"name": None, "confidence": 0.0}, "entities": []},
    ]
    parsed = [
        {
            "input": "to Bonn",
            "intent": {"intentName": "fly", "probability": 0.8},
            "slots": [{"rawValue": "Bonn", "slotName": "city", "entity": "place", "range": {"start": 3, "end": 7}}],
        },
        {"input": "hm", "intent": {"intentName": None, "probability": 0.5}, "slots": []},
    ]
    one, other = written(tmp_path, "a.json", answers), written(tmp_path, "b.json", parsed)
    for kind, meanings in [
        ("label", [("fly",), ()]),
        ("units", [(["intent:fly", "city:Bonn"],), ([],)]),
    ]:
        assert next(by_name("rasa").read_answers(one, kind=kind)).answers == meanings
        assert next(by_name("snips").read_answers(other, kind=kind)).answers == meanings
    benchmark = {"GetWeather": [{"data": [{"text": "rain in "}, {"text": "Bonn", "entity": "city"}]}]}
    assert cases_of("snips", written(tmp_path, "c.json", benchmark), kind="units").references == [
        (["intent:GetWeather", "city:Bonn"],)
    ]
