"""SLURP: spoken commands to a home assistant, with intents and entities (Bastianelli et al. 2020, EMNLP).

Cases come from its test file, answers from prediction files in the form that its official scorer takes. What the
meaning of a sentence is depends on what is measured, and `content` says it:

- `labels`: the intent, `scenario_action`; also `scenario` and `action` alone;
- `words`: the sentence and the recogniser's text, lowercased;
- `concepts`: one list of units, `intent:calendar_set`, `date:tuesday`...; `entities`: the same without the intent;
- `frames`: the same units as a set of meanings, of which a system can find some, all, or too many.

As in the official scorer the intent is put together from scenario and action (the field `intent` says otherwise of a
few sentences), and the filler of an entity is the surface of its tokens, lowercased; predicted fillers are taken as
they are. Answers are keyed by recording (`file`) or by sentence (`slurp_id`); ids compare as text.

>>> frame = Frame("calendar", "set", "see mona tuesday", (("person", "mona"), ("date", "tuesday")))
>>> CONTENTS["labels"](frame), CONTENTS["concepts"](frame)
(('calendar_set',), (['intent:calendar_set', 'person:mona', 'date:tuesday'],))
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import Meanings
from murho.formats.format import Beside, Format, How
from murho.formats.jsonvalue import decode_lines
from murho.formats.opening import Path, line_blocks
from murho.formats.unique import unique
from murho.plugs import Option

Key = Literal["recording", "sentence"]


class Frame(NamedTuple):
    """What was said and what it means: for a gold sentence and for a prediction alike."""

    scenario: str
    action: str
    text: str | None
    entities: tuple[tuple[str, str], ...]
    """Type and filler of each."""

    @property
    def intent(self) -> str:
        """The intent as the official scorer has it."""
        return f"{self.scenario}_{self.action}"

    @property
    def units(self) -> list[str]:
        """The entities as units of meaning."""
        return [f"{kind}:{filler}" for kind, filler in self.entities]


Meaner = Callable[[Frame], Meanings]
CONTENTS: dict[str, Meaner] = {
    "labels": lambda frame: (frame.intent,),
    "scenario": lambda frame: (frame.scenario,),
    "action": lambda frame: (frame.action,),
    "words": lambda frame: (frame.text,),
    "concepts": lambda frame: ([f"intent:{frame.intent}", *frame.units],),
    "entities": lambda frame: (frame.units,),
    "frames": lambda frame: (f"intent:{frame.intent}", *frame.units),
}
_JUDGED = {"label": "labels", "text": "words", "units": "concepts", "json": "frames"}
"""The content for each kind of meaning that a measure judges."""


class _Token(msgspec.Struct):
    surface: str


class _Span(msgspec.Struct):
    type: str
    span: list[int]


class _Recording(msgspec.Struct):
    file: str
    wer: float | None = None


class _Sentence(msgspec.Struct):
    slurp_id: str | int
    sentence: str
    scenario: str
    action: str
    tokens: list[_Token]
    entities: list[_Span]
    recordings: list[_Recording]

    def frame(self) -> Frame:
        fillers = (" ".join(self.tokens[i].surface.lower() for i in entity.span) for entity in self.entities)
        entities = zip((entity.type for entity in self.entities), fillers, strict=True)
        return Frame(self.scenario, self.action, self.sentence.lower(), tuple(entities))


class _Entity(msgspec.Struct):
    type: str
    filler: str


class _Prediction(msgspec.Struct):
    scenario: str
    action: str
    entities: list[_Entity]
    slurp_id: str | int | None = None
    file: str | None = None
    text: str | None = None

    def frame(self) -> Frame:
        entities = tuple((entity.type, entity.filler) for entity in self.entities)
        return Frame(self.scenario, self.action, None if self.text is None else self.text.lower(), entities)


def keyed_by(path: Path) -> Key:
    """Whether a prediction file is keyed by recording or by sentence; its first line tells.

    Raises:
        InputError: the first line has neither key, or is no prediction at all.
    """
    for number, prediction in _rows(path, _Prediction, 1):  # no more than the first is looked at
        return _key(prediction, path, number)
    return "recording"


def _key(prediction: _Prediction, path: Path, number: int) -> Key:
    if prediction.file is None and prediction.slurp_id is None:
        raise InputError("no field 'file', nor 'slurp_id'", "one of them is needed", path=path, line=number)
    return "sentence" if prediction.file is None else "recording"


def read_cases(
    path: Path, *, batch: int = 8192, content: str = "labels", keyed_by: Key = "recording"
) -> Iterator[Cases]:
    """A case for each recording, clustered by sentence, or for each sentence.

    Features are scenario, action, intent and length (in words) of the sentence, and of a recording the microphone
    (`headset` or `far`) and `wer`, the word error rate of the recogniser that its makers checked it with.

    Raises:
        UsageError: no such content.
        InputError: no SLURP test file, or an id that occurs twice.
    """
    meanings = _content(content)
    if keyed_by not in ("recording", "sentence"):
        raise UsageError(f"SLURP is keyed by 'recording' or 'sentence', not by {keyed_by!r}")
    return unique(lambda: _cases(path, batch, meanings, keyed_by), path)


def _cases(path: Path, batch: int, meanings: Meaner, key: Key) -> Iterator[Cases]:
    entries = (
        (number, recording.file if recording else str(sentence.slurp_id), sentence, recording)
        for number, sentence in _rows(path, _Sentence, batch)
        for recording in (sentence.recordings if key == "recording" else [None])
    )
    while group := list(islice(entries, batch)):
        lines, ids, sentences, recordings = zip(*group, strict=True)
        features: dict[str, Sequence[Any]] = {
            "scenario": [sentence.scenario for sentence in sentences],
            "action": [sentence.action for sentence in sentences],
            "intent": [f"{sentence.scenario}_{sentence.action}" for sentence in sentences],
            "length": [len(sentence.sentence.split()) for sentence in sentences],
        }
        if key == "recording":
            features["microphone"] = ["headset" if "-headset" in name else "far" for name in ids]
            features["wer"] = [recording.wer for recording in recordings if recording]
        yield Cases(
            ids=ids,
            expressions=[sentence.sentence for sentence in sentences],
            references=[meanings(_frame(*pair, path)) for pair in zip(sentences, lines, strict=True)],
            clusters=[str(sentence.slurp_id) for sentence in sentences],
            features=features,
            path=str(path),
            lines=lines,
        )


def _frame(sentence: _Sentence, number: int, path: Path) -> Frame:
    try:
        return sentence.frame()
    except IndexError:
        found = f"an entity of sentence {sentence.slurp_id} spans tokens that it has not"
        raise InputError(found, "correct its span", path=path, line=number) from None


def read_answers(
    path: Path, *, batch: int = 8192, content: str = "labels", recordings: Path | None = None
) -> Iterator[Answers]:
    """An answer for each prediction, under the key that the file uses.

    With the test file as `recordings`, a prediction keyed by sentence answers for each recording of the sentence.

    Raises:
        UsageError: no such content.
        InputError: no prediction file, no recogniser's text where `words` are asked for, or an id that occurs twice.
    """
    meanings = _content(content)
    return unique(lambda: _answers(path, batch, meanings, recordings), path)


def _answers(path: Path, batch: int, meanings: Meaner, recordings: Path | None) -> Iterator[Answers]:
    entries = _answer_entries(path, batch, meanings, recordings)
    while group := list(islice(entries, batch)):
        lines, ids, answers = zip(*group, strict=True)
        yield Answers(ids, answers, path=str(path), lines=lines)


def _answer_entries(
    path: Path, batch: int, meanings: Meaner, recordings: Path | None
) -> Iterator[tuple[int, str, Meanings]]:
    key: Key | None = None
    files: dict[str, list[str]] = {}
    for number, prediction in _rows(path, _Prediction, batch):
        if key is None:
            key = _key(prediction, path, number)
            if key == "sentence" and recordings is not None:
                files = {str(row.slurp_id): [r.file for r in row.recordings] for _, row in _rows(recordings, _Sentence)}
        name = prediction.file if key == "recording" else prediction.slurp_id
        if name is None:
            what = f"no {'file' if key == 'recording' else 'slurp_id'!r}, by which the file is keyed"
            raise InputError(what, "key all predictions in one way", path=path, line=number)
        if prediction.text is None and meanings is CONTENTS["words"]:
            found = "no field 'text', the recogniser's words"
            raise InputError(found, "measure labels, concepts or frames of this file", path=path, line=number)
        answer = meanings(prediction.frame())
        # Without an entry the key is that of the answer itself.
        for key_of_answer in files.get(str(name), [str(name)]):
            yield number, key_of_answer, answer


def entity_words(path: Path) -> dict[str, list[bool] | None]:
    """For each sentence by its id: which of its words, split at white space, belong to an entity.

    The test file has entities over tokens, which are not always words (`what 's`): they are laid over the words letter
    by letter. None where the letters differ, as they do where a token corrects the sentence.
    """
    return {str(sentence.slurp_id): _entity_words(sentence) for _, sentence in _rows(path, _Sentence)}


def _entity_words(sentence: _Sentence) -> list[bool] | None:
    """For each white-space word of a sentence whether it belongs to an entity; None where the letters differ.

    >>> tokens = [_Token("what"), _Token("'s"), _Token("on"), _Token("today")]
    >>> _entity_words(_Sentence(1, "What's on today", "", "", tokens, [_Span("date", [3])], []))
    [False, False, True]
    """
    inside = {index for entity in sentence.entities for index in entity.span}
    # Letters without white space are what tokens and words have in common.
    letters = [
        (letter, index in inside)
        for index, token in enumerate(sentence.tokens)
        for letter in "".join(token.surface.lower().split())
    ]
    words = sentence.sentence.lower().split()
    if "".join(letter for letter, _ in letters) != "".join(words):
        return None
    flags, start = [], 0
    for word in words:
        flags.append(any(flag for _, flag in letters[start : start + len(word)]))
        start += len(word)
    return flags


def _content(name: str) -> Meaner:
    if name not in CONTENTS:
        raise UsageError(f"SLURP has no content {name!r}; it has: {', '.join(CONTENTS)}")
    return CONTENTS[name]


Row = TypeVar("Row", _Sentence, _Prediction)


def _rows(path: Path, kind: type[Row], batch: int = 8192) -> Iterator[tuple[int, Row]]:
    for first, lines in line_blocks(path, batch):
        for row, number in zip(*decode_lines(lines, path, first), strict=True):
            try:
                yield number, msgspec.convert(row, kind)
            except msgspec.ValidationError as error:
                what = "test" if kind is _Sentence else "prediction"
                found = f"no line of a SLURP {what} file: {error}"
                raise InputError(found, "name another file, or another format", path=path, line=number) from None


def _reading(measure: How) -> dict[str, str]:
    """The content that a measure judges; of some that judge units the intent is none, as in the official scorer."""
    return {"content": "entities" if getattr(measure, "without_intent", False) else _JUDGED[measure.kind]}


def _key_of_answers(beside: Beside) -> dict[str, Key]:
    return {"keyed_by": keyed_by(beside.answers)} if beside.formats[1] == "slurp" else {}


def _recordings(beside: Beside) -> dict[str, str]:
    """Where the cases are recordings, what was predicted for a sentence is the answer to each of its recordings."""
    return {"recordings": beside.cases} if beside.fixed and beside.formats[0] == "slurp" and beside.cases != "-" else {}


FORMAT = Format(
    name="slurp",
    title="SLURP",
    holds=tuple(_JUDGED),
    strict=True,
    extra="ignore",  # prediction files hold recordings that the test file has not
    options=(
        Option("content", "text", None, "What a meaning is; by default what the measure judges.", tuple(CONTENTS)),
    ),
    reading=_reading,
    cases_beside=_key_of_answers,
    answers_beside=_recordings,
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score slots test.jsonl predictions.jsonl --format slurp",
)
