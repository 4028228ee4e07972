from pathlib import Path

import pytest

import murho
from murho.core.errors import UsageError
from murho.formats import guess
from murho.formats.format import likely
from murho.formats.text import read_answers, read_cases


@pytest.mark.parametrize(
    ("start", "ways"),
    [
        ("text,gold\nhello,greet", ("csv", "text")),
        ("text\tgold\nhello\tgreet", ("tsv", "text")),
        ('{"id": "a"}', ("jsonl", "text")),
        ('[{"text": "hello", "gold": "greet"}]', ("jsonl", "text")),
        ('{"segments": [', ("whisper", "text")),
        ("1\n00:00:01,000 --> 00:00:02,000\nhi", ("srt", "text")),
        ("to bonn (anna-01)\nyes (anna-02)", ("trn", "text")),
        ("to O\nbonn B-city", ("bio", "text")),
        ("anna-01 to bonn\nanna-02", ("kaldi", "text")),
        ("well, yes\nno", ("text", "jsonl")),
        ("", ("text", "jsonl")),
    ],
)
def test_how_a_file_begins(start: str, ways: tuple[str, str]) -> None:
    assert likely(start.split("\n")) == ways


def test_the_error_shows_the_first_line_and_two_ways(tmp_path: Path) -> None:
    path = tmp_path / "words"
    path.write_text("\nanna-01 to bonn\nanna-02 yes\n")
    with pytest.raises(UsageError) as caught:
        guess(path)
    assert str(caught.value) == (
        f"{path}: the name does not tell the format; its first line is 'anna-01 to bonn'; "
        "give format=kaldi, or format=text (murho list formats shows all)"
    )


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("log.xlsx", b"PK\x03\x04", "workbooks are not read; save the sheet from there as CSV (UTF-8)"),
        (
            "log.json",
            b'[{"text": "a"}]',
            "a list in JSON; write each object on a line of its own: jq -c '.[]' log.json >",
        ),
        (
            "log.json",
            b"[\n {\n",
            "a list in JSON; write each object on a line of its own: jq -c '.[]' log.json > log.jsonl",
        ),
        (
            "my log's.json",
            b"[\n {\n",
            "a list in JSON; write each object on a line of its own: "
            """jq -c '.[]' 'my log'"'"'s.json' > 'my log'"'"'s.jsonl'""",
        ),
    ],
    ids=["workbook", "list", "list over lines", "a name with blanks"],
)
def test_what_has_to_be_made_a_file_of_lines_first(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError) as caught:
        guess(tmp_path / name)
    assert str(caught.value).startswith(f"{tmp_path / name}: {message}")


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (
            "anna-01 to bonn\nanna-02 yes\n",
            "begin with what looks like an id, anna-01, counted as a word; if they are ",
        ),
        ("to bonn (a1)\nyes (a2)\n", "end with what looks like an id, (a1), counted as a word; if they are ids, give "),
        ("anna-01 to bonn\nyes\n", ""),
        ("9-11 was\n9-11 is\n", ""),
        ("well-known one\nthird-rate two\n", ""),
        ("utt001 to bonn\nutt002 yes\n", "looks like an id, utt001, counted"),
        ("u0 to bonn\n\nu1\n", "looks like an id, u0, counted"),
        ("440c0401 to bonn\n440c0402 yes\n", "looks like an id, 440c0401, counted"),
        ("1 to bonn\n2 yes\n3 no\n", "looks like an id, 1, counted"),
        ("0017 to bonn\n0004 yes\n", "looks like an id, 0017, counted"),
        ("1 ticket\n2 tickets\n", ""),
        ("2 tickets\n3 tickets\n4 tickets\n", ""),
        ("1\n2\n3\n", ""),
        ("b52 is\nb52 was\n", ""),
        ("1820. was\n2035. is\n", ""),
        ("a380 is\nb747 was\n", ""),
        (f"{'1' * 5000} x\n{'2' * 5000} y\n", ""),
    ],
    ids=[
        *("begin", "end", "one only", "the same", "words", "numbered", "from 0", "codes", "counted", "zeros"),
        *("two numbers", "not from 1", "numbers alone", "a name", "years", "names", "long"),
    ],
)
def test_what_looks_like_ids_is_noted(tmp_path: Path, text: str, note: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text)
    for batch in (next(read_cases(path)), next(read_answers(path))):
        assert note in "".join(batch.notes)
        assert bool(batch.notes) == bool(note)


def test_the_command_says_it_of_small_files_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from murho.cli import status

    path = tmp_path / "a.txt"
    path.write_text("anna-01 to bonn\nanna-02 yes\n")
    assert status(["score", "words", str(path), str(path)]) == 0
    assert "all lines begin with what looks like an id" in " ".join(capsys.readouterr().out.split())
    assert len([note for note in murho.score("words", path, path).notes if "an id" in note]) == 1
