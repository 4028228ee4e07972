"""Logs of Inspect, `.eval` archives and JSON: samples with their targets, and what the model answered.

Every target of a sample is right by itself. The answer is what the scorer took out of the model's text, where the log
has one scorer that did so, else the whole text; the option `answer` says it: the name of a scorer, or `completion`. A
sample that failed, or out of which a scorer took nothing, is ⊥ with the reason; the text stays beside the answer
(`completion`). Epochs are called `q1`, `q1#2`..., as by `murho run --repeat`, and their sample is the cluster.

>>> import json, pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "log.json")
>>> sample = {"id": "q1", "epoch": 1, "input": "Open at nine?", "target": ["hours", "times"], "metadata": {"day": "mo"},
...     "output": {"choices": [{}], "completion": "INTENT: hours"}, "scores": {"pattern": {"answer": "hours"}}}
>>> _ = path.write_text(json.dumps({"version": 2, "status": "success", "samples": [sample]}))
>>> (cases,), (answers,) = read_cases(path), read_answers(path)
>>> cases.references, cases.features, answers.answers, answers.extras["completion"]
([('hours', 'times')], {'day': ['mo']}, [('hours',)], ['INTENT: hours'])
"""

import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any

import msgspec

from murho.core.case import Answers, Cases, Expression
from murho.core.errors import InputError, UsageError
from murho.formats.format import ANY, Format
from murho.formats.logged import REPETITION, Logged, answers_of, asked, cases_of, features_of, object_in
from murho.formats.opening import Path, is_pipe, opened, whole
from murho.plugs import Option, close_to

VERSION = 2
"""Of the schema of logs; Inspect itself refuses later ones."""
COMPLETION = "completion"
"""The option `answer` for the whole text of the model."""
_ANSWER = Option(
    "answer",
    "text",
    None,
    "What the answer is: `completion`, the model's whole text, or the name of a scorer for what that took out of it.",
)
_ZSTANDARD = 93
"""A method of compression that Inspect uses, and `zipfile` knows from Python 3.14 on."""
_LARGEST = 1 << 30
"""Bytes of a member of an archive, beyond which it is taken for something else."""
_TODO = "give a log of Inspect, .eval or JSON"
_AGAIN = "copy or download the file again"


class _Usage(msgspec.Struct):
    """Tokens and money that one model took."""

    input_tokens: int = 0
    output_tokens: int = 0
    total_cost: float | None = None


class _Sample(msgspec.Struct):
    """The fields of a sample that are looked at; decoding passes over its events, which are most of a log."""

    id: int | str
    epoch: int = 1
    input: str | list[dict[str, Any]] = ""
    target: str | list[str] = ""
    output: dict[str, Any] = msgspec.field(default_factory=dict)
    scores: dict[str, dict[str, Any]] | None = None
    metadata: dict[str, Any] = msgspec.field(default_factory=dict)
    model_usage: dict[str, _Usage] = msgspec.field(default_factory=dict)
    total_time: float | None = None
    error: dict[str, Any] | None = None
    limit: dict[str, Any] | None = None
    invalidation: dict[str, Any] | None = None
    attachments: dict[str, str] = msgspec.field(default_factory=dict)


class _Header(msgspec.Struct):
    version: int
    status: str = "started"
    eval: dict[str, Any] = msgspec.field(default_factory=dict)
    results: dict[str, Any] | None = None


class _Whole(_Header):
    samples: list[_Sample] | None = None


@dataclass(frozen=True)
class _Log:
    header: _Header
    samples: Sequence[_Sample]


def read_cases(path: Path, *, batch: int = 8192, answer: str | None = None, kind: str = "label") -> Iterator[Cases]:
    """A case for every sample and epoch; its targets are meanings of this `kind`, whatever `answer` is.

    Raises:
        InputError: no log of Inspect, of another version, without samples, or damaged.
    """
    found, notes = _logged(_read(path), COMPLETION, path)
    return cases_of(found, path, batch, kind, notes)


def read_answers(path: Path, *, batch: int = 8192, answer: str | None = None, kind: str = "label") -> Iterator[Answers]:
    """An answer for every sample and epoch, a meaning of this `kind`.

    Raises:
        InputError: no log of Inspect, of another version, without samples, or damaged; several scorers gave answers.
    """
    log = _read(path)
    source = _source(log, answer, path)
    found, notes = _logged(log, source, path)
    took = [] if answer else [f"{path}: took {_called(source)} as the answer"]
    return answers_of(found, path, batch, kind, took + notes)


def _logged(log: _Log, source: str, path: Path) -> tuple[list[Logged], list[str]]:
    """The samples, and what is to be said of them."""
    valid = [sample for sample in log.samples if sample.invalidation is None]
    several = any(sample.epoch > 1 for sample in valid)
    notes = []
    if log.header.status != "success":
        planned = object_in(log.header.eval.get("dataset")).get("sample_ids")
        of = f" of {len(planned)}" if isinstance(planned, list) and not several else ""
        notes.append(f"{path}: the log's status is {log.header.status!r}; it has {len(log.samples)}{of} samples")
    if invalid := len(log.samples) - len(valid):
        notes.append(f"{path}: left out {invalid} samples that were declared invalid")
    return [_of_sample(sample, source, several) for sample in valid], notes


def _called(source: str) -> str:
    return "the model's text" if source == COMPLETION else f"what the scorer {source!r} took out of the model's text"


def _source(log: _Log, answer: str | None, path: Path) -> str:
    """Where the answer stands: in the completion, or with a scorer, by its name."""
    scorers = dict.fromkeys(name for sample in log.samples for name in sample.scores or ())
    if answer is not None:
        if answer != COMPLETION and answer not in scorers:
            near = close_to(answer, [COMPLETION, *scorers])
            hint = f"did you mean {near}? " if near else ""
            raise UsageError(f"{path}: no scorer {answer!r}; {hint}the log has: {', '.join((COMPLETION, *scorers))}")
        return answer
    gave = [name for name in scorers if any(_text((sample.scores or {}).get(name), "answer") for sample in log.samples)]
    if len(gave) > 1:
        ways = " or ".join(f'''--format "inspect(answer='{name}')"''' for name in (*gave, COMPLETION))
        raise InputError(f"{len(gave)} scorers gave answers", f"choose one: {ways}", path=path)
    return gave[0] if gave else COMPLETION


def _of_sample(sample: _Sample, source: str, several: bool) -> Logged:
    said = _resolved(_text(sample.output, "completion"), sample)
    answer, failure = _answer(sample, said, source)
    targets = [sample.target] if isinstance(sample.target, str) else sample.target
    scores = {name: score.get("value") for name, score in (sample.scores or {}).items()}
    own = str(sample.id)
    return Logged(
        asked(own, sample.epoch),
        _expression(sample),
        # No target is the empty text there.
        tuple(str(_resolved(target, sample)) for target in targets) if any(targets) else None,
        answer,
        failure,
        sample.total_time,
        own if several else None,
        features_of(sample.metadata) | ({REPETITION: sample.epoch} if several else {}),
        _usage(sample)
        | ({"scores": scores} if scores else {})
        | ({COMPLETION: said} if said and source != COMPLETION else {}),
    )


def _usage(sample: _Sample) -> dict[str, Any]:
    """What all models together took, where the log says it."""
    used = list(sample.model_usage.values())
    costs = [one.total_cost for one in used if one.total_cost is not None]
    tokens = {"tokens_in": sum(one.input_tokens for one in used), "tokens_out": sum(one.output_tokens for one in used)}
    return (tokens if used else {}) | ({"cost": sum(costs)} if costs else {})


def _answer(sample: _Sample, said: str | None, source: str) -> tuple[str | None, str | None]:
    """The answer, or why there is none."""
    if sample.error is not None:
        return None, _text(sample.error, "message") or "an error"
    if source != COMPLETION and sample.scores and source in sample.scores:
        score = sample.scores[source]
        if (answer := _resolved(_text(score, "answer"), sample)) is not None:
            return answer, None
        if said:
            why = _text(score, "explanation") or _text(score, "reason") or "no answer"
            return None, f"{source}: {_resolved(why, sample)}"
    if sample.limit is not None and (source != COMPLETION or not said):
        return None, f"limit: {sample.limit.get('type')} {sample.limit.get('limit')}"
    if not sample.output.get("choices"):
        return None, _text(sample.output, "error") or "no completion"
    if source != COMPLETION:
        return None, f"{source}: no score"
    return said, None


def _expression(sample: _Sample) -> Expression:
    """The input, or what was said in it, but for what the system was told."""
    if isinstance(sample.input, str):
        return str(_resolved(sample.input, sample))
    said = tuple(_content(message, sample) for message in sample.input if message.get("role") != "system")
    return said[0] if len(said) == 1 else said


def _content(message: Mapping[str, Any], sample: _Sample) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return str(_resolved(content, sample))
    parts = map(object_in, content if isinstance(content, list) else ())
    return "\n".join(_resolved(_text(part, "text"), sample) or f"[{part.get('type')}]" for part in parts)


def _text(of: Mapping[str, Any] | None, name: str) -> str | None:
    found = (of or {}).get(name)
    return found if isinstance(found, str) else None


def _resolved(text: str | None, sample: _Sample) -> str | None:
    """A long text stands elsewhere in the sample, under its hash."""
    prefix = "attachment://"
    return sample.attachments.get(text.removeprefix(prefix), text) if text and text.startswith(prefix) else text


def _read(path: Path) -> _Log:
    with _seekable(path) as file:
        start = file.read(2)
        file.seek(0)
        log = _of_archive(file, path) if start == b"PK" else None
    if log is None:
        found = _decoded(whole(path).removeprefix(b"\xef\xbb\xbf"), _Whole, "the log", path)
        _check_version(found.version, path)
        log = _Log(found, found.samples or [])
    if not log.samples:
        raise InputError("a log without samples", "evaluate with log_samples, and name that log", path=path)
    total = object_in(log.header.results).get("total_samples")
    if log.header.status == "success" and isinstance(total, int) and total != len(log.samples):
        # A name that is damaged in an archive hides its sample.
        raise InputError(f"{len(log.samples)} samples, of {total} that were evaluated", _AGAIN, path=path)
    return log


@contextmanager
def _seekable(path: Path) -> Iterator[IO[bytes]]:
    if is_pipe(path):
        yield io.BytesIO(whole(path))
        return
    with opened(path) as file:
        yield file


def _of_archive(file: IO[bytes], path: Path) -> _Log:
    try:
        with zipfile.ZipFile(file) as archive:
            # Of a sample that was written twice the last counts.
            members = {member.filename: member for member in archive.infolist()}
            # The header is written at the end: without it the log is one that was begun.
            name = next((name for name in ("header.json", "_journal/start.json") if name in members), None)
            if name is None:
                raise InputError("a zip archive without header.json", _TODO, path=path)
            header = _decoded(_content_of(archive, file, members[name]), _Header, name, path)
            _check_version(header.version, path)
            samples = [
                _decoded(_content_of(archive, file, member), _Sample, name, path)
                for name, member in members.items()
                if name.startswith("samples/") and name.endswith(".json")
            ]
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, zlib.error) as error:
        raise InputError(f"no archive that can be read ({error})", _AGAIN, path=path) from None
    return _Log(header, samples)


def _content_of(archive: zipfile.ZipFile, file: IO[bytes], member: zipfile.ZipInfo) -> bytes:
    if member.file_size > _LARGEST:
        raise zipfile.BadZipFile(f"{member.filename} has {member.file_size >> 20} MiB")
    if member.compress_type != _ZSTANDARD:
        return archive.read(member)
    import pyarrow

    file.seek(member.header_offset)
    start = file.read(30)
    # What stands between a member's own header and its data: its name and another field, with their lengths before.
    name = file.read(int.from_bytes(start[26:28], "little"))
    if name != member.orig_filename.encode():
        raise zipfile.BadZipFile(f"{member.filename} has another name where it stands")
    file.seek(int.from_bytes(start[28:30], "little"), io.SEEK_CUR)
    data = file.read(member.compress_size)
    content: bytes = pyarrow.decompress(data, member.file_size, codec="zstd", asbytes=True)
    if zlib.crc32(content) != member.CRC:
        raise zipfile.BadZipFile(f"{member.filename} is damaged")
    return content


def _check_version(version: int, path: Path) -> None:
    if version > VERSION:
        found, todo = "known here", "update murho, or evaluate with an Inspect that writes that"
    elif version < VERSION:
        found, todo = "read here", "convert it with Inspect: inspect log convert"
    else:
        return
    raise InputError(f"a log of version {version} of Inspect's schema, of which {VERSION} is {found}", todo, path=path)


def _decoded(data: bytes, as_what: Any, what: str, path: Path) -> Any:
    """JSON as such a record; Inspect writes NaN and infinities in it, which JSON has not."""
    try:
        try:
            return msgspec.json.decode(data, type=as_what)
        except msgspec.ValidationError:
            raise
        except msgspec.DecodeError:
            return msgspec.convert(json.loads(data), as_what)
    except msgspec.ValidationError as error:
        raise InputError(f"{what} is not as Inspect writes it: {error}", _TODO, path=path) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{what} is no JSON ({error})", _TODO, path=path) from None


FORMAT = Format(
    name="inspect",
    title="Inspect",
    suffixes=(".eval",),
    holds=(ANY,),
    both_sides=True,
    options=(_ANSWER,),
    usual="labels",
    reading=lambda measure: {"kind": measure.kind},
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score labels log.eval",
)
