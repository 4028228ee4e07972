"""VoxForge's `PROMPTS`: on every line the id of an utterance, which begins with its speaker, and then its words."""

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats import Format
from murho.formats.opening import text_lines


def read_cases(path, *, batch=8192):
    """A case for every line; its words are expression and reference at once."""
    lines, ids, texts = utterances(path)
    speakers = [name.partition("-")[0] for name in ids]
    yield Cases(ids, texts, [(text,) for text in texts], features={"speaker": speakers}, path=path, lines=lines)


def read_answers(path, *, batch=8192):
    """An answer for every line."""
    lines, ids, texts = utterances(path)
    yield Answers(ids, [(text,) for text in texts], path=path, lines=lines)


def utterances(path):
    """The numbers of the lines, ids, words."""
    rows = [(number, *line.strip().partition(" ")[::2]) for number, line in text_lines(path)]
    for number, name, _ in rows:
        if not name:
            raise InputError("a blank line", "write an id and then words", path=path, line=number)
    return [list(column) for column in zip(*rows, strict=True)] or [[], [], []]


prompts = Format(
    name="prompts", title="VoxForge prompts", suffixes=(".prompts",), read_cases=read_cases, read_answers=read_answers
)
