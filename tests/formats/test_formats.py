import inspect
import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest

import murho.formats
from murho.core.errors import UsageError
from murho.formats import FORMATS, SHELF, Format, by_name, guess
from murho.measures import measure


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("cases.jsonl", "jsonl"),
        ("CASES.NDJSON.GZ", "jsonl"),
        ("run/part-0.parquet", "parquet"),
        ("a.pq", "parquet"),
        ("said.txt.zst", "text"),
    ],
)
def test_the_name_tells_the_format(path: str, name: str) -> None:
    assert guess(path) == name


@pytest.mark.parametrize("path", ["-", "cases", "cases.json", "cases.gz", "a.jsonl/cases", "jsonl", "a.b\udcff"])
def test_a_name_that_does_not(path: str) -> None:
    with pytest.raises(UsageError, match="the name does not tell the format; "):
        guess(path)


def test_the_longest_suffix_tells() -> None:
    assert (guess("a.seglst.json"), guess("a.conll.txt"), guess(".txt")) == ("seglst", "text", "text")


@pytest.mark.parametrize(
    ("word", "error"),
    [
        ("xml", "^no format 'xml'; known: bio, conllu, "),
        ("jsnl", "^no format 'jsnl'; did you mean jsonl[?] known: "),
        ("CoNLL", "^no format 'CoNLL'; did you mean conllx[?] known: "),
        ("textgrid(tier='a,b')", "^format textgrid: no option 'tier'; it has: tiers$"),
        ("text(tiers='a,b')", "^format text: no option 'tiers'; it has none$"),
        ("slurp(content='intents')", "^format slurp: content='intents'; known: labels, scenario, action, "),
        ("textgrid('a,b')", "^format textgrid: "),
        ("textgrid(", "^format 'textgrid[(]' cannot be read"),
        ("json:loads", "^json:loads is no format but a function; make it a murho.formats.Format$"),
        ("nowhere:at_all", "^no module 'nowhere'"),
    ],
)
def test_what_names_no_format(word: str, error: str) -> None:
    with pytest.raises(UsageError, match=error):
        by_name(word)


def test_other_names_and_options() -> None:
    assert by_name("txt") is by_name("text")
    assert by_name("conll").name == "conllx"
    assert by_name("slurp(content='action')").arguments(None) == {"content": "action"}
    assert by_name("slurp").arguments(None) == {}


MODULES = [import_module(f"murho.formats.{found.name}") for found in iter_modules(murho.formats.__path__)]
HOMES = {
    record.name: module for module in MODULES for record in vars(module).values() if isinstance(record, Format)
}  # fmt: skip
"""The module in which the record of each format stands."""


@pytest.mark.parametrize("name", FORMATS)
def test_a_record_says_what_its_module_can_do(name: str) -> None:
    record, module = by_name(name), HOMES[name]
    alone = list(HOMES.values()).count(module) == 1
    assert record.name == name
    assert record is vars(module)["FORMAT" if alone else f"FORMAT_{name.upper()}"]

    def own(function: str) -> Any:
        """What the module calls so: with the name of the format in it, but for the one it is called after."""
        verb, _, what = function.partition("_")
        first = alone or module.__name__.endswith(f".{name}")
        return getattr(module, f"{verb}_{name}_{what}", getattr(module, function, None) if first else None)

    for function, kind in (("read_cases", "Cases"), ("read_answers", "Answers")):
        read = getattr(record, function)
        assert read is own(function)
        parameters = inspect.signature(read).parameters
        assert list(parameters)[:2] == ["path", "batch"]
        assert {option.name for option in record.options} <= set(parameters)
        assert inspect.signature(read).return_annotation.__args__[0].__name__ == kind
    for function in ("write_cases", "write_answers", "read_trees", "write_trees"):
        assert getattr(record, function) is own(function)
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in record.suffixes)
    assert all(guess(f"a{suffix}") == name for suffix in record.suffixes)


def test_no_two_formats_have_one_name_or_suffix() -> None:
    words = [word for one in SHELF.all() for word in (one.name, *one.aliases, *one.suffixes)]
    assert sorted(set(words)) == sorted(words)


def test_partners_know_each_other() -> None:
    for one in SHELF.all():
        for partner in one.partners:
            assert one.name in by_name(partner).partners


@pytest.mark.parametrize(
    ("how", "content"),
    [("labels", "labels"), ("words", "words"), ("characters", "words"), ("concepts", "concepts"),
     ("slots", "entities"), ("slu", "entities"), ("meanings", "frames"), ("graded", "frames"),
     ("slots(only=('date',))", "concepts"), ("oracle(slots)", "entities"), ("oracle(oracle(slu))", "entities"),
     ("mapped(slots, 'x.map')", "entities")],
)  # fmt: skip
def test_what_slurp_gives_a_measure(how: str, content: str) -> None:
    assert by_name("slurp").arguments(measure(how)) == {"content": content}
    assert by_name("slurp(content='scenario')").arguments(measure(how)) == {"content": "scenario"}


@pytest.mark.parametrize(
    ("word", "how", "arguments"),
    [("stm", "words", {"by_session": False}), ("stm", "cpwer", {"by_session": True}),
     ("seglst", "characters", {"by_session": False}), ("seglst", "cpwer", {"by_session": True}),
     ("conllu", "dependencies", {}), ("conllu", "dependencies(rules=conllx())", {"shape": "forest"}),
     ("jsonl", "cpwer", {}), ("text", "labels", {}), ("lines", "words", {})],
)  # fmt: skip
def test_how_a_measure_is_read_for(word: str, how: str, arguments: dict[str, object]) -> None:
    assert by_name(word).arguments(measure(how)) == arguments


@pytest.mark.parametrize(
    ("word", "how", "error"),
    [
        ("conllx", "words", "^conllx holds trees, which words cannot judge; name the measure dependencies$"),
        ("slurp", "breaks", "^slurp holds labels, texts, units of meaning, .*cannot judge; name another measure$"),
        (
            "text",
            "cpwer",
            "^cpwer judges sessions of several .*; give them as seglst, srt, stm, vtt, whisper or jsonl, not as text$",
        ),
    ],
)
def test_what_a_format_does_not_hold(word: str, how: str, error: str) -> None:
    with pytest.raises(UsageError, match=error):
        by_name(word).arguments(measure(how))


def imported_after(code: str) -> set[str]:
    """The modules of formats that a fresh Python has imported."""
    code += "\nimport sys; print(*(m for m in sys.modules if m.startswith('murho.formats.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    homes = {module.__name__ for module in HOMES.values()}
    return {name.removeprefix("murho.formats.") for name in set(done.stdout.split()) & homes}


@pytest.mark.parametrize(
    ("path", "module"), [("a.txt", "text"), ("a.trn", "trn"), ("a.jsonl.gz", "jsonl"), ("a.conll", "conllu")]
)
def test_a_format_is_told_without_importing_the_others(path: str, module: str) -> None:
    assert imported_after(f"from murho.formats import guess; guess({path!r})") == {module}


def test_a_format_is_found_without_importing_the_others() -> None:
    assert imported_after("from murho.formats import by_name; by_name('lines')") == {"breaks"}


def test_heavy_libraries_wait_until_they_are_needed() -> None:
    modules = ", ".join(module.__name__ for module in HOMES.values())
    code = f"import sys, {modules}, murho.formats.join; print('pyarrow' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"False\n"
