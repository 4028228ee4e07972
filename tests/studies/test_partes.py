"""The suites before parsers: figures, words, pages."""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from murho.core.errors import InputError
from murho.studies.partes import Study, draw, printed, run, show, study


@pytest.fixture(scope="module")
def found() -> Study:
    return run()


def test_the_suites_are_at_least_as_large_as_those_of_the_paper(found: Study) -> None:
    sizes = {one.code: one.sizes for one in found.languages}
    for code, theirs in printed.SIZES.items():
        assert all(sizes[code][name] >= size for name, size in theirs.items())
    assert sizes["it"]["structure"] + sizes["it"]["order"] >= 60


def test_every_parser_answers_every_sentence(found: Study) -> None:
    assert {one.code: [each.undefined for each in one.parsed] for one in found.languages} == {
        one.code: [0] * len(one.parsed) for one in found.languages
    }


def test_a_group_is_the_sum_of_its_constituents(found: Study) -> None:
    parsed = found.languages[0].parsed[0]
    (structure,) = [one for one in parsed.phenomena.sections if one.name == "structure"]
    nodes = {node.path.split("/", 2)[-1]: node for node in structure.walk() if node.depth == 2}
    names = study.GROUPS["subordinate clauses"]
    assert parsed.group("subordinate clauses") == (
        sum(nodes[name].right for name in names),
        sum(nodes[name].counts["covered"] for name in names),
        sum(nodes[name].cases for name in names),
    )
    assert parsed.group("noun phrases")[2] == nodes["noun phrase"].cases
    assert 0 < parsed.group("main-clause root")[2] < nodes["main clause"].cases


def test_scores_as_a_whole_count_each_sentence_once(found: Study) -> None:
    for language in found.languages:
        for one in language.parsed:
            assert 0 < one.whole["las"] <= min(one.whole["uas"], one.whole["la"])
            assert max(one.whole.values()) <= 100


def test_two_passes_of_annotation_agree_well(found: Study) -> None:
    for language in found.languages:
        if language.agreement:
            assert 80 < language.agreement["las"] <= language.agreement["uas"] <= 100
    assert {one.code for one in found.languages if one.agreement} >= {"es", "ca"}


def test_parsers_are_compared_case_by_case(found: Study) -> None:
    for language in found.languages:
        for a, b, pairs in language.pairs():
            top = next(pair for pair in pairs if pair.path == "structure")
            (one, other) = (next(s for s in each.phenomena.sections if s.name == "structure") for each in (a, b))
            assert top.both + len(top.only_a) == one.right
            assert top.both + len(top.only_b) == other.right


def test_a_parser_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    spanish = study.PARSERS["es"]
    monkeypatch.setattr(study, "find_spec", lambda name: None)
    monkeypatch.setattr(study, "PARSERS", {"es": spanish})
    console = Console(file=StringIO(), width=200)
    found = run()
    show(found, console)
    assert "spaCy is left out: it is not installed (spacy:es_core_news_sm)." in console.file.getvalue()  # type: ignore[attr-defined]
    assert [one.parser.name for one in found.languages[0].parsed] == ["UDPipe", "ATN"]


def test_what_is_printed_marks_the_figures_of_the_paper(found: Study) -> None:
    console = Console(file=StringIO(), width=80)
    show(found, console)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert re.search(r"FreeLing\* +82\.71 +88\.38 +85\.39", text)
    assert "* as printed, of FreeLing's grammars on the paper's own suites" in text


def test_the_object_is_json(found: Study) -> None:
    read = json.loads(json.dumps(found.as_json()))
    assert [one["language"] for one in read["languages"]] == ["es", "ca", "it"]
    assert read["printed"]["scores"]["ca"] == {"las": 76.33, "uas": 83.38, "la": 80.98}
    assert {section["phenomenon"] for section in read["languages"][0]["parsers"][0]["sections"]} == {
        "structure", "order",
    }  # fmt: skip


@pytest.mark.slow
def test_the_pages_are_linked_and_need_no_network(found: Study, tmp_path: Path) -> None:
    written = draw(found, str(tmp_path / "report"))
    index = Path(written[0]).read_text(encoding="utf-8")
    links = set(re.findall(r'<a href="([^"#]+)"', index))
    assert links == {Path(path).name for path in written[1:]}
    assert "FreeLing*" in index
    assert not re.search(r'(?:src|href)="(?:https?:)?//', index)
    assert 'id="phenomena"' in Path(written[1]).read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_made(found: Study, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be made"):
        draw(found, str(tmp_path / "file" / "report"))
