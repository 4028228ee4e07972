"""The suites before parsers: figures, words, pages."""

import gc
import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from murho.core.errors import InputError, UsageError
from murho.views.sheets import Cell, Grid, Heading, Links
from murho_lab.studies.partes import Study, draw, page, printed, run, show, shown, study


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
    catalan = text.partition("\nCatalan\n")[2].partition("\nItalian\n")[0]
    assert "(ParTes: 101, 46, 99)." in catalan
    assert re.search(r"FreeLing\* +76\.33 +83\.38 +80\.98 +– +85\.86\n", catalan)
    groups = [line.split()[-1] for line in catalan.rstrip().splitlines()[-4:]]
    assert groups == ["85.86", "20", "62–100", "49"]


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


@pytest.fixture(scope="module")
def few() -> Study:
    """Without what must be installed: two languages, recorded trees and the ATN; one parser that nobody has."""
    spanish, italian = study.PARSERS["es"], study.PARSERS["it"]
    nobody = study.Parser("Nobody", "nobody:here", "not there", "murho_no_such_module")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "PARSERS", {"es": (spanish[1], nobody), "it": italian})
        return run()


def test_the_figures_of_recorded_trees(few: Study) -> None:
    spanish, italian = few.languages
    assert spanish.sizes == {"structure": 250, "order": 64, "sentences": 279}
    assert italian.sizes == {"structure": 83, "order": 38, "sentences": 110}
    assert {name: round(value, 2) for name, value in spanish.agreement.items()} == {
        "upos": 99.81,
        "lemmas": 99.81,
        "uas": 100,
        "las": 99.74,
        "la": 99.74,
    }
    assert [
        {name: round(value, 2) for name, value in one.whole.items()} for one in (*spanish.parsed, *italian.parsed)
    ] == [
        {"las": 76.06, "uas": 86.77, "la": 78.17, "clas": 69.65, "root": 83.87},
        {"las": 70.97, "uas": 84.29, "la": 73.96, "clas": 65.64, "root": 84.55},
        {"las": 83.85, "uas": 90.05, "la": 84.06, "clas": 79.93, "root": 84.55},
    ]
    assert [[one.group(name) for name in study.GROUPS] for one in (*spanish.parsed, *italian.parsed)] == [
        [(7, 7, 8), (41, 50, 81), (33, 35, 46), (11, 11, 12)],
        [(0, 0, 0), (6, 8, 24), (7, 9, 12), (5, 5, 6)],
        [(0, 0, 0), (7, 7, 24), (10, 11, 12), (5, 5, 6)],
    ]
    assert [one.undefined for one in italian.parsed] == [0, 0]


def test_the_fields_that_are_written(few: Study) -> None:
    whole = few.as_json()
    assert (whole["study"], whole["schema_version"]) == ("partes", 1)
    assert whole["signature"].startswith(
        "murho|study:partes|measure:links|whole:dependencies(rules=conll2018(punctuation='drop'))|version:"
    )
    spanish, italian = whole["languages"]
    assert spanish["sizes"] == {"structure": 250, "order": 64, "sentences": 279}
    assert spanish["not_installed"] == ["Nobody"]
    assert spanish["compared"] == []
    assert round(spanish["agreement"]["las"], 2) == 99.74
    (udpipe,) = spanish["parsers"]
    assert udpipe["parser"] == "UDPipe"
    assert udpipe["system"] == "es-udpipe.conllu"
    assert udpipe["told"].startswith("UDPipe 1.4")
    assert udpipe["undefined_sentences"] == 0
    assert round(udpipe["percent"]["las"], 2) == 76.06
    assert udpipe["groups"]["subordinate clauses"] == {"right": 41, "covered": 50, "realizations": 81}
    (compared,) = italian["compared"]
    assert (compared["a"], compared["b"]) == ("UDPipe", "ATN")
    assert compared["phenomena"][0]["both"] == 33


def test_a_recording_is_read_from_the_package(few: Study) -> None:
    with study._system(few.languages[0].parsed[0].parser) as spec:
        kind, _, path = spec.partition(":")
        assert kind == "recorded"
        assert Path(path).name == "es-udpipe.conllu"
        assert Path(path).is_file()
    with study._system(few.languages[1].parsed[1].parser) as spec:
        assert spec == "atn:italian output=conllu"


def test_the_runs_go_when_the_study_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "PARSERS", {"it": study.PARSERS["it"][:1]})
    found = run()
    folder = Path(found.languages[0].parsed[0].run.path)
    assert folder.is_dir()
    del found
    gc.collect()
    assert not folder.exists()


def test_a_suite_of_one_pass_has_no_agreement() -> None:
    assert study.agreement("xx") == {}


def test_the_words_of_a_suite(few: Study) -> None:
    spanish, italian = few.languages
    size, agreed, udpipe, missing = shown.in_words(spanish)
    assert size == "250 realizations of structure, 64 of order, 279 sentences (ParTes: 99, 62, 94)."
    assert "agrees with the first in percent: UPOS 99.8, lemmas 99.8, UAS 100.0, LAS 99.7." in agreed
    assert udpipe == "UDPipe: UDPipe 1.4 trained on UD Spanish AnCora r2.8 (test), recorded."
    assert missing == "Nobody is left out: it is not installed (nobody:here)."
    assert shown.in_words(italian)[0] == "83 realizations of structure, 38 of order, 110 sentences."
    lost = replace(italian, parsed=(replace(italian.parsed[0], undefined=2),), agreement={})
    assert shown.in_words(lost)[1:] == [
        "UDPipe: UDPipe 1.4 trained on UD Italian PUD, recorded; 2 sentences UNDEFINED."
    ]


def test_the_tables_of_the_terminal(few: Study) -> None:
    screen = StringIO()
    show(few, Console(file=screen, width=60))
    lines = [line.strip() for line in screen.getvalue().splitlines()]
    first = lines.index("F1, percent    LAS    UAS     LA   CLAS  root found")
    assert lines[first : first + 9] == [
        "F1, percent    LAS    UAS     LA   CLAS  root found",
        "UDPipe       76.06  86.77  78.17  69.65       83.87",
        "FreeLing*    82.71  88.38  85.39      –        96.8",
        "",
        "realizations right           UDPipe  FreeLing* %",
        "main-clause root         7/8 = 88 %         96.8",
        "subordinate clauses    41/81 = 51 %           11",
        "noun phrases           33/46 = 72 %       83–100",
        "prepositional phrases  11/12 = 92 %           66",
    ]
    second = lines.index("F1, percent    LAS    UAS     LA   CLAS  root found", first + 1)
    assert lines[second : second + 9] == [
        "F1, percent    LAS    UAS     LA   CLAS  root found",
        "UDPipe       70.97  84.29  73.96  65.64       84.55",
        "ATN          83.85  90.05  84.06  79.93       84.55",
        "",
        "realizations right          UDPipe           ATN",
        "main-clause root                 –             –",
        "subordinate clauses    6/24 = 25 %   7/24 = 29 %",
        "noun phrases           7/12 = 58 %  10/12 = 83 %",
        "prepositional phrases   5/6 = 83 %    5/6 = 83 %",
    ]
    assert [lines[0], lines[2], lines[-1]] == [
        "ParTes: hierarchical test suites before parsers",
        "Spanish",
        few.signature,
    ]


def rows(grid: object) -> dict[str, list[str]]:
    """The cells of a table by the name of their row, which is the last to have it; smaller lines in brackets."""
    assert isinstance(grid, Grid)
    assert len({len(grid.head), *(1 + len(row) for _, row in grid.rows)}) == 1
    return {name: [one.text + (f" ({one.below})" if one.below else "") for one in cells] for name, cells in grid.cells}


def test_the_sheets_of_the_page(few: Study) -> None:
    spanish, italian = (page._sheets(language) for language in few.languages)
    assert [sheet.name for sheet in spanish] == ["es-scores", "es-structure", "es-order"]
    assert [sheet.name for sheet in italian] == ["it-scores", "it-structure", "it-order", "it-compared"]
    *words, scores, heading, groups, links = spanish[0].parts
    assert words == shown.in_words(few.languages[0])
    assert isinstance(scores, Grid)
    assert scores.head == ["", "LAS", "UAS", "LA", "CLAS", "root found"]
    assert rows(scores) == {
        "UDPipe": ["76.06", "86.77", "78.17", "69.65", "83.87"],
        "FreeLing*": ["82.71", "88.38", "85.39", "–", "96.8"],
    }
    assert heading == Heading("What the paper singles out")
    assert isinstance(groups, Grid)
    assert groups.head == ["realizations right", "UDPipe", "FreeLing* %"]
    assert rows(groups) == {
        "main-clause root": ["7/8 = 88 % (covered 7)", "96.8"],
        "subordinate clauses": ["41/81 = 51 % (covered 50)", "11"],
        "noun phrases": ["33/46 = 72 % (covered 35)", "83–100"],
        "prepositional phrases": ["11/12 = 92 % (covered 11)", "66"],
    }
    assert isinstance(links, Links)
    assert links.pages == [("es-udpipe.html", "UDPipe")]
    assert rows(italian[0].parts[-2])["noun phrases"] == ["7/12 = 58 % (covered 9)", "10/12 = 83 % (covered 11)"]


def test_the_tree_of_phenomena_on_the_page(few: Study) -> None:
    _, structure, _, compared = page._sheets(few.languages[1])
    (tree,) = structure.parts
    assert isinstance(tree, Grid)
    assert tree.head == [
        "phenomenon", "n", "Σρ",
        "UDPipe: right", "covered", "π by ρ", "LAS",
        "ATN: right", "covered", "π by ρ", "LAS",
    ]  # fmt: skip
    cells = rows(tree)
    assert cells["all"] == [
        "83", "0.8836", "38 (46 %)", "42", "0.3823", "66.4", "49 (59 %)", "50", "0.1643", "72.1",
    ]  # fmt: skip
    assert cells["\u2003\u2003noun phrase"] == [
        "12", "0.2965", "7 (58 %)", "9", "0.4483", "65.5", "10 (83 %)", "11", "0.1676", "80.4",
    ]  # fmt: skip
    assert not any(name.startswith("\u2003\u2003\u2003") for name in cells)
    first = tree.rows[0][1][2]
    assert isinstance(first, Cell)
    assert first.shade == pytest.approx(38 / 83)
    assert "Shaded by the share that is right. π by ρ weighs by frequency" in tree.caption
    heading, pairs = compared.parts
    assert heading == Heading("UDPipe and ATN")
    assert isinstance(pairs, Grid)
    assert pairs.head == ["phenomenon", "n", "both right", "only UDPipe", "only ATN", "neither"]
    found = rows(pairs)
    assert found["structure"] == ["83", "33", "5", "16", "29"]
    assert found["\u2003\u2003noun phrase"] == ["12", "7", "0", "3", "2"]
    assert found["order"] == ["38", "20", "2", "10", "6"]
    assert not any(name.startswith("\u2003\u2003\u2003") for name in found)


def test_the_pages_of_a_small_study(few: Study, tmp_path: Path) -> None:
    written = draw(few, str(tmp_path / "deep" / "report"))
    assert [Path(one).name for one in written] == ["partes.html", "es-udpipe.html", "it-udpipe.html", "it-atn.html"]
    text = Path(written[0]).read_text("utf-8")
    assert "its figures are counts, without sampling intervals" in text
    assert "murho|study:partes|measure:links" in text
    assert 'id="phenomena"' in Path(written[1]).read_text("utf-8")


def test_a_suite_without_structure(few: Study) -> None:
    phenomena = few.languages[0].parsed[0].phenomena
    bare = replace(phenomena, sections=[one for one in phenomena.sections if one.name != "structure"])
    with pytest.raises(UsageError, match="no section structure"):
        study._structure(bare)
