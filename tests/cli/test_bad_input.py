"""Bad input: one line on standard error that says where, what was found, and what to do; nothing else happens."""

import contextlib
import gzip
import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

GOOD = {"id": "q1", "expression": "open at nine?", "reference": ["hours"]}
SAID = {"id": "q1", "answer": ["hours"]}


def case(**fields: Any) -> str:
    return json.dumps({**GOOD, **fields})


def said(**fields: Any) -> str:
    return json.dumps({**SAID, **fields})


BAD_CASES = {
    "broken JSON": (case() + '\n{"id": "q2", ', "cases.jsonl:2: broken JSON: "),
    "no object": (case() + "\n[1]", "cases.jsonl:2: a list ([1]) where an object is expected; "),
    "two objects": (case() + case(id="q2"), "cases.jsonl:1: broken JSON: "),
    "no id": (case() + '\n{"expression": "x", "reference": []}', "cases.jsonl:2: no field 'id' "),
    "no reference": ('{"id": "q1", "expression": "x"}', "cases.jsonl:1: case 'q1': it is open, nobody has said what "),
    "a slip": ('{"id": 1, "expression": "x", "refrence": []}', "cases.jsonl:1: no field 'reference', but 'refrence'; "),
    "no expression": ('\n\n{"id": 1, "reference": []}', "cases.jsonl:3: no field 'expression' "),
    "same id": (
        case() + "\n" + case(id=7) + "\n" + case(id="7"),
        "cases.jsonl:3: id '7' a second time, first on line 2; ",
    ),
    "references a list": (case(references=["hours"]), 'cases.jsonl:1: references is a list (["hours"]); '),
    "reference null": (case(reference=None), "cases.jsonl:1: case 'q1': it is open, nobody has said what it means; "),
    "weight NaN": (case() + "\n" + case(id=2, weight=float("nan")), "cases.jsonl:2: field 'weight' is NaN, "),
    "weight above 1": (case(weight=1.5), "cases.jsonl:1: weight is 1.5; "),
    "weight below 0": (case(weight=-0.1), "cases.jsonl:1: weight is -0.1; "),
    "weight a text": (case(weight="high"), 'cases.jsonl:1: weight is a string ("high"); '),
    "weights all 0": (case(weight=0), "cases.jsonl: every importance is 0; "),
    "a label that is none": (case(reference=[["hours"]]), "cases.jsonl:1: 'q1': reference "),
    "deep": (case(reference=["X"]).replace('"X"', "[" * 10**5 + "]" * 10**5), "cases.jsonl:1: JSON nested too deeply"),
}
BAD_ANSWERS = {
    "broken JSON": ('{"id": "q1", "answer": [}', "answers.jsonl:1: broken JSON: "),
    "no answer": ('{"id": "q1"}', "answers.jsonl:1: no field 'answer' "),
    "no list": (said(answer="hours"), 'answers.jsonl:1: answer is a string ("hours"); '),
    "same id": (said() + "\n" + said(), "answers.jsonl:2: id 'q1' a second time, first on line 1; "),
    "no case": (said() + "\n" + said(id="q\x1b[31m9"), r"answers.jsonl:2: no case has the id 'q\x1b[31m9' "),
    "no label": (said(answer=[{"a": 1}]), "answers.jsonl:1: 'q1': answer "),
}


@pytest.fixture
def good(here: Path) -> tuple[str, str]:
    (here / "cases.jsonl").write_text(case() + "\n")
    (here / "answers.jsonl").write_text(said() + "\n")
    return "cases.jsonl", "answers.jsonl"


def check_form(line: str, start: str) -> None:
    """`FILE:LINE: what was found; what to do`, inert, neither boxed nor wrapped."""
    assert line.startswith(start), line
    assert line.rpartition("; ")[2].strip(), line
    assert line.isprintable()
    assert "Traceback" not in line


@pytest.mark.parametrize("what", BAD_CASES)
def test_cases(told: Any, good: tuple[str, str], here: Path, what: str) -> None:
    text, start = BAD_CASES[what]
    (here / "cases.jsonl").write_text(text)
    check_form(told("score", "labels", *good).line(), start)
    if what not in ("a label that is none", "no reference", "reference null"):
        check_form(told("check", "cases.jsonl").line(), start)
        check_form(told("run", "cases.jsonl", "--system", "answers.jsonl", "-o", "run").line(), start)
        assert not (here / "run").exists(), "nothing was begun"


def test_no_cases_at_all(told: Any, here: Path) -> None:
    for name in ("cases.jsonl", "answers.jsonl"):
        (here / name).touch()
    check_form(told("score", "labels", "cases.jsonl", "answers.jsonl").line(), "cases.jsonl: no case to score; ")
    line = told("run", "cases.jsonl", "--system", "answers.jsonl", "-o", "run").line()
    check_form(line, "cases.jsonl: no case to run; ")
    assert not (here / "run").exists()


@pytest.mark.parametrize("what", BAD_ANSWERS)
def test_answers(told: Any, good: tuple[str, str], here: Path, what: str) -> None:
    text, start = BAD_ANSWERS[what]
    (here / "answers.jsonl").write_text(text)
    check_form(told("score", "labels", *good).line(), start)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("score", "wordz", "R", "A"), "no measure 'wordz'; did you mean words? known: acceptance, any_of, "),
        (("score", "words(", "R", "A"), "measure 'words(' cannot be read; write it like "),
        (("score", "__import__('os')", "R", "A"), "no measure '__import__'; known: "),
        (("score", "labels", "R", "A", "--weight", "loud(3)"), "no weighting 'loud'; known: "),
        (("score", "meanings", "R", "A", "--shifting", "mu5"), "no shifting 'mu5'; known: mu1, mu2, mu3, mu4"),
        (("score", "meanings", "R", "A", "--shifting", "mu2(7)"), "mu2"),
        (("score", "labels", "R", "A", "--format", "jsnl"), "no format 'jsnl'; did you mean jsonl? known: "),
        (("score", "labels", "R", "A", "--level", "1"), "confidence level 1.0; give a number between 0 and 1"),
        (("score", "labels", "R", "A", "--missing", "drop"), "Invalid value for '--missing'"),
        (("score", "labels", "R", "A", "--method", "guess"), "Invalid value for '--method'"),
        (("score", "words", "R", "A", "--with", "n\n3"), "--with n 3: write an option and its value, "),
        (("score", "oracle(" * 51 + "words" + ")" * 51, "R", "A"), "a measure nested more than 50 deep; "),
        (("score", "labels", "R", "A", "--level", "1e-320"), "confidence level 1e-320; give a number between 0 and 1"),
        (
            ("score", "labels", "cases.data", "A"),
            "cases.data: the name does not tell the format; say it with --format (murho list formats shows all); "
            "and there is no such file: ",
        ),
        (
            ("run", "R", "-o", "run"),
            "Missing option '--system': what to evaluate: a function, module:attribute; a file",
        ),
        (
            ("run", "R", "--system", "builtins:len"),
            "Missing option '-o' / '--out': the folder in which the run is kept, and from which the same command goes "
            "on, as in -o my-run (see murho run --help)",
        ),
        (("run", "R", "--system", "A", "-m", "wordz", "-o", "run"), "no measure 'wordz'; did you mean words? known: "),
        (("run", "R", "--system", "nowhere", "-o", "run"), "'nowhere' is not a system; write "),
        (("run", "R", "--system", "nowhere:f", "-o", "run"), "no module 'nowhere' in the working directory "),
        (("run", "R", "--system", "json:lods", "-o", "run"), "json:lods: 'json' has no 'lods'; did you mean 'loads'?"),
        (("run", "R", "--system", "json:loads", "-o", "cases.jsonl"), "Invalid value for '-o'"),
        (("compare", "one"), "give at least two runs"),
    ],
    ids=lambda value: " ".join(value[1:]) if isinstance(value, tuple) else "",
)
def test_usage(told: Any, good: tuple[str, str], here: Path, arguments: tuple[str, ...], says: str) -> None:
    named = {"R": "cases.jsonl", "A": "answers.jsonl"}
    line = told(*(named.get(argument, argument) for argument in arguments)).line(2)
    assert line.startswith(says), line
    assert not (here / "run").exists()


def test_cases_without_answers(told: Any, good: tuple[str, str]) -> None:
    """One file may hold both sides; this one does not."""
    check_form(told("score", "labels", good[0]).line(), "cases.jsonl:1: no column is known to be the answer ")


@pytest.mark.parametrize("weight", ["price", "column('price')", "price * given"])
@pytest.mark.parametrize("price", [None, "high", True, 1.5, -1])
def test_a_feature_that_is_no_weight(told: Any, good: tuple[str, str], here: Path, weight: str, price: object) -> None:
    (here / "cases.jsonl").write_text("\n" + case(price=0.5) + "\n" + case(id="q2", price=price) + "\n")
    arguments = ("cases.jsonl", "answers.jsonl", "--weight", weight)
    check_form(told("score", "labels", *arguments).line(), "cases.jsonl:3: case 'q2': price is ")
    line = told("run", "cases.jsonl", "--system", "answers.jsonl", "--weight", weight, "-o", "run").line()
    check_form(line, "cases.jsonl:3: case 'q2': price is ")
    assert not (here / "run").exists(), "refused before the system costs anything"


def test_frequency_of_equal_expressions(told: Any, good: tuple[str, str], here: Path) -> None:
    (here / "cases.jsonl").write_text(case(count=3) + "\n" + case(id="q2", count=3) + "\n")
    line = told("score", "labels", *good, "--weight", "frequency('count')").line()
    check_form(line, "cases.jsonl:2: case 'q2': says the same as case 'q1'; ")


# --- files


def test_files_that_are_no_good(told: Any, good: tuple[str, str], here: Path) -> None:
    (here / "folder.jsonl").mkdir()
    (here / "latin.jsonl").write_bytes(case().encode() + '\n{"id": "Zoë"}'.encode("latin-1"))
    (here / "cut.jsonl.gz").write_bytes(gzip.compress(case().encode() * 1000)[:-20])
    (here / "no.jsonl.gz").write_text(case())
    (here / "no.parquet").write_text(case())
    for name, start in {
        "none.jsonl": "none.jsonl: no such file; ",
        "folder.jsonl": "folder.jsonl: this is a folder; ",
        "latin.jsonl": "latin.jsonl:2: not UTF-8: byte 11 of the line is 0xeb; ",
        "cut.jsonl.gz": "cut.jsonl.gz:1: the compressed data is cut short; ",
        "no.jsonl.gz": "no.jsonl.gz: named as gzip but holds no gzip data; ",
        "no.parquet": "no.parquet: cannot be read as Parquet (",
    }.items():
        check_form(told("score", "labels", name, "answers.jsonl").line(), start)
        check_form(told("score", "labels", "cases.jsonl", name).line(), start)


@pytest.mark.parametrize("lines", ["one\n", "one\ntwo\nthree\n", ""])
def test_texts_of_different_lengths(told: Any, here: Path, lines: str) -> None:
    (here / "ref.txt").write_text("one\ntwo\n")
    (here / "hyp.txt").write_text(lines)
    line = told("score", "words", "ref.txt", "hyp.txt").line()
    check_form(line, "" if not lines else f"hyp.txt: {lines.count(chr(10))} lines, where ref.txt has 2; ")


def test_not_utf8_text(told: Any, here: Path) -> None:
    (here / "ref.txt").write_bytes(b"one\nd\xf3s\n")
    (here / "hyp.txt").write_text("one\ntwo\n")
    check_form(told("score", "words", "ref.txt", "hyp.txt").line(), "ref.txt:2: not UTF-8: byte 2 ")


# --- runs


@pytest.fixture
def done(told: Any, good: tuple[str, str]) -> Path:
    assert told("run", "cases.jsonl", "--system", "answers.jsonl", "-m", "labels", "-o", "run").status == 0
    return Path("run")


RECORDS: dict[str, tuple[str | None, str]] = {
    "none": (None, "run: no run here; name a folder that holds a run.json"),
    "no JSON": ("{", "run/run.json: cannot be read ("),
    "no object": ("[]", "run/run.json: schema_version is None; "),
    "nothing in it": ("{}", "run/run.json: schema_version is None; "),
    "another version": ('{"schema_version": 99}', "run/run.json: schema_version is 99; this murho reads "),
    "no settings": ('{"schema_version": 1}', "run/run.json: lacks the setting 'measures'; "),
    "odd settings": ('{"schema_version": 1, "settings": {"measures": 3}}', "run/run.json: lacks the setting "),
    "not UTF-8": ("\udcff", "run/run.json: cannot be read ("),
}


@pytest.mark.parametrize("what", RECORDS)
def test_a_record_that_cannot_be_read(told: Any, done: Path, what: str) -> None:
    text, start = RECORDS[what]
    if text is None:
        (done / "run.json").unlink()
    else:
        (done / "run.json").write_bytes(text.encode(errors="surrogateescape"))
    for verb in (("show", "run"), ("judge", "run", "-m", "any_of"), ("compare", "run", "run")):
        check_form(told(*verb).line(), start)
    check_form(told("report", "run", "-o", "page.html").line(), start)
    left = told("run", "cases.jsonl", "--system", "answers.jsonl", "-m", "labels", "-o", "run")
    if text is None:
        check_form(left.line(2), "run: not empty, and not a run; ")
    else:
        check_form(left.line(), start)
    assert list((done / "answers").glob("part-00000-*.parquet")), "and nothing is lost"


@pytest.mark.parametrize("name", ["about", "data", "system", "versions", "counts", "figures"])
def test_a_record_with_a_section_that_is_none(told: Any, done: Path, name: str) -> None:
    record = json.loads((done / "run.json").read_text())
    (done / "run.json").write_text(json.dumps({**record, name: [3]}))
    wanted = f"run/run.json: {name!r} is no object; restore it, or run anew"
    for verb in (("show", "run"), ("judge", "run", "-m", "any_of"), ("report", "run", "-o", "page.html")):
        assert told(*verb).line() == wanted
    (done / "run.json").write_text(json.dumps({**record, "settings": {**record["settings"], "measures": [3]}}))
    assert told("show", "run").line() == "run/run.json: its measures are no texts; restore it, or run anew"


@pytest.mark.parametrize(
    "text", ['{"1": ["com', "", "[1]", '"x"', "null", '{"1": "system"}', '{"1": [3]}', "\udcff", "[" * 100_000]
)
def test_causes_that_cannot_be_read(told: Any, done: Path, here: Path, text: str) -> None:
    (done / "causes.json").write_bytes(text.encode(errors="surrogateescape"))
    todo = "restore it, or delete it and tag again with `murho judge RUN --causes FILE`"
    wanted = f"run/causes.json: cannot be read as causes of failure, by id; {todo}"
    (here / "tags.jsonl").write_text('{"id": "1", "cause": "system"}')
    for verb in (
        ("show", "run"),
        ("judge", "run", "-m", "any_of"),
        ("report", "run", "-o", "page.html"),
        ("judge", "run", "--causes", "tags.jsonl"),
        ("run", "cases.jsonl", "--system", "answers.jsonl", "-m", "labels", "-o", "run"),
    ):
        assert told(*verb).line() == wanted
    (done / "causes.json").unlink()
    assert told("show", "run").status == 0


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_compressed_parquet_cut_short_or_damaged(told: Any, done: Path, suffix: str) -> None:
    import pyarrow as pa

    content = next(done.glob("answers/*")).read_bytes()
    packed = gzip.compress(content) if suffix == "gz" else pa.compress(content, codec="zstd", asbytes=True)
    file = Path(f"a.parquet.{suffix}")
    for at in range(8, len(packed), 97):
        file.write_bytes(packed[:at])
        check_form(told("score", "labels", "cases.jsonl", str(file)).line(), f"{file}: ")
        file.write_bytes(packed[:at] + bytes([packed[at] ^ 0x55]) + packed[at + 1 :])
        found = told("score", "labels", "cases.jsonl", str(file))
        if found.status:  # else a byte that is not looked at
            check_form(found.line(), f"{file}: ")
    file.write_bytes(packed[: len(packed) // 2])
    wanted = "the compressed data is cut short; copy or download the file again"
    assert suffix == "zst" or told("score", "labels", "cases.jsonl", str(file)).line() == f"{file}: {wanted}"


@pytest.mark.parametrize(
    ("name", "todo"),
    [
        ("answers/part-00000-*.parquet", "delete it, and the same `murho run` asks again for what it held"),
        ("cases.parquet", "restore it, or begin anew with --overwrite"),
        ("judgements/*/part-00000-*.parquet", "delete it, and `murho judge` makes it anew"),
    ],
)
@pytest.mark.parametrize("how", ["emptied", "cut", "filled", "changed"])
def test_files_of_a_run_that_cannot_be_read(told: Any, done: Path, name: str, todo: str, how: str) -> None:
    (file,) = done.glob(name)
    content = file.read_bytes()
    middle = len(content) // 2
    changed = content[:4] + bytes(byte ^ 0xFF for byte in content[4:middle]) + content[middle:]
    file.write_bytes({"emptied": b"", "cut": content[:-9], "filled": b"x" * 99, "changed": changed}[how])
    verb = ("show", "run", "-m", "any_of") if name.startswith("answers") else ("show", "run")
    line = told(*verb).line()
    check_form(line, str(file))
    assert line.endswith(f"; {todo}")


def test_judgements_of_another_run(told: Any, done: Path, here: Path) -> None:
    (here / "cases.jsonl").write_text(case(id="other"))
    (here / "answers.jsonl").write_text(said(id="other"))
    told("run", "cases.jsonl", "--system", "answers.jsonl", "-m", "labels", "-o", "other")
    shutil.copytree(here / "other" / "judgements", done / "judgements", dirs_exist_ok=True)
    assert "judges cases of another run; delete it" in told("show", "run").line()


def test_a_folder_that_is_no_run_is_left_alone(told: Any, good: tuple[str, str], here: Path) -> None:
    """Least of all with --overwrite: what is called as a run's files are may be something else."""
    mine = here / "mine"
    mine.mkdir()
    (mine / "cases.parquet").write_text("my own")
    for more in ((), ("--overwrite",)):
        line = told("run", "cases.jsonl", "--system", "answers.jsonl", "-o", "mine", *more).line(2)
        assert line == "mine: not empty, and not a run; name a new folder"
    assert (mine / "cases.parquet").read_text() == "my own"
    assert len(list(mine.iterdir())) == 1


def test_overwriting_removes_nothing_until_the_new_suite_is_read(told: Any, done: Path, here: Path) -> None:
    (here / "broken.jsonl").write_text("{")
    before = told("show", "run", "--json").json
    assert told("run", "broken.jsonl", "--system", "answers.jsonl", "-o", "run", "--overwrite").status == 1
    assert told("show", "run", "--json").json == before


def test_a_mistyped_system_is_mended_without_ado(told: Any, good: tuple[str, str], here: Path) -> None:
    """A run in which nothing was answered holds nothing that could be lost."""
    wrong = told("run", "cases.jsonl", "--system", "cmd:./parsre", "-m", "labels", "-o", "run")
    assert wrong.line(2).startswith("./parsre: cannot be started: No such file or directory; ")
    right = told("run", "cases.jsonl", "--system", "answers.jsonl", "-m", "labels", "-o", "run")
    assert right.status == 0, right.err


# --- places


def test_a_folder_that_may_not_be_written_to(murho: Any, good: tuple[str, str], here: Path, by_nobody: Any) -> None:
    for folder in (here, *here.parents):
        if folder.stat().st_uid == os.getuid() and folder.is_relative_to("/tmp"):
            folder.chmod(0o755)
    command = ("run", "cases.jsonl", "--system", "answers.jsonl", "-m", "labels")
    (here / "closed").mkdir(mode=0o555)
    line = murho(*command, "-o", "closed/run", **by_nobody).line()
    assert line == "closed/run: cannot be made (Permission denied); name a folder you may write to"
    line = murho(*command, "-o", "closed", **by_nobody).line()
    assert line.startswith("closed/lease.json: cannot be written (Permission denied); ")
    assert not list((here / "closed").iterdir())
    (here / "cases.jsonl").chmod(0)
    line = murho("score", "labels", "cases.jsonl", "answers.jsonl", **by_nobody).line()
    check_form(line, "cases.jsonl: cannot be opened (Permission denied); ")


@pytest.fixture
def small_disk(here: Path) -> Any:
    """A file system of 2 MB: an interrupted run has both a part and the journal of the next one."""
    import subprocess

    place = here / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if os.getuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


FILLING = """
import os
def understand(expression):
    number = int(expression)
    if number == 10_500 and not os.path.exists("go"):
        with open("disk/filler", "wb", buffering=0) as file:
            try:
                while True: file.write(bytes(4096))
            except OSError:
                pass
    return "x"
"""


@pytest.mark.slow
def test_a_disk_that_is_full(murho: Any, told: Any, here: Path, small_disk: Path, write: Callable[..., str]) -> None:
    """It fills up while the second part is on its way; once there is room, the same command goes on."""
    (here / "filling.py").write_text(FILLING)
    cases = write("cases.jsonl", *({"id": i, "expression": f"{i}", "reference": ["x"]} for i in range(11_000)))
    command = ("run", cases, "--system", "filling:understand", "-m", "labels", "-o", "disk/run")
    line = murho(*command).line()
    assert re.match(r"disk/run/answers/(part|journal)-\d+\.\w+: cannot be written \(No space left on device\); ", line)
    assert not list(small_disk.rglob(".*")), "no half of a file is left"
    (small_disk / "filler").unlink()
    (here / "go").touch()
    resumed = murho(*command, "--json")
    kept = int(resumed.err.partition(" ")[0])
    assert resumed.err.startswith(f"{kept} of 11000 cases had been answered before")
    assert 10_000 <= kept < 11_000
    assert resumed.json["figures"]["labels"]["n"] == 11_000


def test_judgements_on_a_disk_that_is_full(small_disk: Path) -> None:
    """Each of their files is named by the error that it ends in, and is there whole or not at all."""
    from murho.core.judgement import Judgements
    from murho.formats.saving import OutputError
    from murho.store import begin

    settings = {"measures": [], "weight": "given", "missing": "undefined", "level": 0.95, "method": "auto", "seed": 0}
    run, name = begin(small_disk / "run", {"settings": settings}, []), "m" * 6000  # more than a page of memory
    told = set()
    for free in range(10):
        run.forget_judgements()
        filler = small_disk / "filler"
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))
        os.truncate(filler, filler.stat().st_size - 4096 * free)
        try:
            run.write_judgements(name, np.zeros(1, np.int64), Judgements.of([0]), {name: name})
        except OutputError as error:
            told.add((Path(str(error.path)).name, error.found))
        assert run.measures() in ([], [name])
        filler.unlink()
    full = "cannot be written (No space left on device)"
    assert told == {("part-00000.parquet", full), ("files", full), ("measure", full)}
    assert not list(small_disk.rglob(".*"))


def test_a_limit_on_the_size_of_files(murho: Any, good: tuple[str, str]) -> None:
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

    line = murho("run", "cases.jsonl", "--system", "answers.jsonl", "-o", "run", preexec_fn=limit).line()
    check_form(line, "run/lease.json: cannot be written (File too large); raise the limit on the size of files, or ")


def test_output_that_cannot_say_pi(murho: Any, good: tuple[str, str]) -> None:
    found = murho("score", "labels", *good, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert found.status == 0, found.err
    assert re.search(r"labels  \\u03c0 = 0\.0000", found.out)
