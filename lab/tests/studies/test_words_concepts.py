"""Word accuracy against concept accuracy on a handful of recordings, whose numbers are known; what is read off them."""

import gzip
import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.regression import Line
from murho.formats import slurp
from murho_lab.studies.slurp import draw, run, show
from murho_lab.studies.slurp.display import _cell
from murho_lab.studies.slurp.shown import note, table
from murho_lab.studies.slurp.study import SYSTEMS, Study
from murho_lab.studies.slurp.words_concepts import WordsConcepts, _bin, reading, words_concepts

SAID = {"1": "wake me at nine", "2": "play jazz now"}
MEANT = {"1": ["intent:alarm_set", "time:nine"], "2": ["intent:play_music", "genre:jazz"]}
HEARD = [
    ("a", "1", "headset", "wake me at nine", ["intent:alarm_set", "time:nine"]),
    ("b", "1", "far", "wake me at five", ["intent:alarm_set", "time:five"]),
    ("c", "1", "far", "make me a line", ["intent:alarm_set"]),
    ("d", "2", "headset", "play jazz now", ["intent:play_music", "genre:jazz"]),
    ("e", "2", "far", "play chess", ["intent:play_game"]),
    ("f", "2", "far", "i do not know at all", ["intent:qa", "topic:a", "topic:b"]),
]


@pytest.fixture
def found() -> WordsConcepts:
    ids = [row[0] for row in HEARD]
    features = {
        "scenario": ["alarm" if row[1] == "1" else "play" for row in HEARD],
        "microphone": [r[2] for r in HEARD],
    }
    clusters = [row[1] for row in HEARD]
    texts = [SAID[row[1]] for row in HEARD]
    spoken = Cases(ids, texts, [(text,) for text in texts], clusters=clusters, features=features)
    meant = Cases(ids, texts, [(MEANT[row[1]],) for row in HEARD], clusters=clusters, features=features)
    inside = {"1": [False, False, False, True], "2": [False, True, False]}
    heard = Answers(ids, [(row[3],) for row in HEARD]), Answers(ids, [(row[4],) for row in HEARD])
    return words_concepts((spoken, heard[0]), (meant, heard[1]), inside)


def test_the_points(found: WordsConcepts) -> None:
    bins = {p.name: (p.weight, round(p.x, 1), round(p.y, 1)) for p in found.views["word-errors"].points}
    assert bins == {
        "none wrong": (2, 100.0, 100.0),
        "20–30 %": (1, 75.0, 50.0),
        "60–80 %": (2, 28.6, 25.0),
        "over 100 %": (1, -100.0, -50.0),
    }
    microphones = {p.name: p.weight for p in found.views["microphones"].points}
    assert microphones == {"headset": 2, "far": 4}
    assert found.views["microphones"].line is None, "two points leave nothing to estimate"
    single = found.views["utterances"]
    assert [(p.x, p.y, p.weight) for p in single.points] == [
        (-100, -50, 1),
        (25, 50, 1),
        (pytest.approx(100 / 3), 0, 1),
        (75, 50, 1),
        (100, 100, 2),
    ]
    assert sum(p.weight for p in single.points) == 6
    assert single.line is not None
    assert single.line.clusters == 2
    for view in found.views.values():
        for p in view.points:
            if p.x_ends and p.y_ends:
                assert p.x_ends[0] <= p.x <= p.x_ends[1]
                assert p.y_ends[0] <= p.y <= p.y_ends[1]


def test_errors_on_words_of_entities(found: WordsConcepts) -> None:
    """`nine` is lost twice of three times, `jazz` twice; of the other words 2 + 1 + 2 of 9 + 6."""
    assert (found.entity_words.numerator, found.entity_words.denominator) == (4, 6)
    assert (found.other_words.numerator, found.other_words.denominator) == (5, 15)
    assert found.difference.value == pytest.approx(4 / 6 - 5 / 15)
    assert found.unmapped == 0


def test_the_reading_follows_from_the_numbers(found: WordsConcepts) -> None:
    sentences = " ".join(reading(found))
    assert "Over 6 recordings" in sentences
    assert "where every word is right concept accuracy is 100.0 %: 0.0 points are lost in understanding" in sentences
    assert "66.7 % against 33.3 %" in sentences
    assert "as often as others" in sentences, "two sentences prove nothing"


def test_drawings(found: WordsConcepts, tmp_path: Path) -> None:
    written = draw(Study({}, {}, found, "murho|study:slurp"), str(tmp_path / "deep" / "down"))
    assert [Path(name).name for name in written] == [
        "words-concepts-utterances.svg",
        "words-concepts-word-errors.svg",
        "words-concepts-scenarios.svg",
        "words-concepts-microphones.svg",
        "words-concepts.html",
    ]
    for name, view in zip(written, found.views.values(), strict=False):
        assert Path(name).read_text("utf-8") == view.svg
    page = Path(written[-1]).read_text()
    assert page.count("<svg") == 4
    assert page.count("<table") == 3, "single recordings have no names, and no table"
    assert all("<td" in table.partition("</table>")[0] for table in page.split("<table")[1:])
    assert reading(found)[0] in page
    assert found.as_json()["reading"] == reading(found)


def test_words_of_entities_are_found_letter_by_letter(tmp_path: Path) -> None:
    lines = [
        '{"slurp_id": 1, "sentence": "what\'s on at Nine am", "scenario": "s", "action": "a", "recordings": [], '
        '"tokens": [{"surface": "what"}, {"surface": "\'s"}, {"surface": "on"}, {"surface": "at"}, '
        '{"surface": "nine"}, {"surface": "am"}], "entities": [{"type": "time", "span": [4, 5]}]}',
        '{"slurp_id": 2, "sentence": "play rihanna", "scenario": "s", "action": "a", "recordings": [], '
        '"tokens": [{"surface": "play"}, {"surface": "rihana"}], "entities": [{"type": "artist", "span": [1]}]}',
    ]
    path = tmp_path / "test.jsonl"
    path.write_text("\n".join(lines) + "\n")
    assert slurp.entity_words(path) == {"1": [False, False, False, True, True], "2": None}


INPUTS = Path(__file__).parents[3] / "tests" / "kept" / "inputs"


@pytest.fixture
def small(tmp_path: Path) -> Study:
    """On four sentences: gold is what the headset heard, google lacks a recording, multi errs once more."""
    (tmp_path / "predictions").mkdir()
    (tmp_path / "test.jsonl.gz").write_bytes(gzip.compress((INPUTS / "slurp.jsonl").read_bytes()))
    said = [json.loads(line) for line in (INPUTS / "slurp-predictions.jsonl").read_text("utf-8").splitlines()]
    near = [row for row in said if row["file"].endswith("-headset.flac")]
    rows = {
        "gold": [{**row, "file": None, "slurp_id": str(number)} for number, row in enumerate(near, 100)],
        "google": [row for row in said if row["file"] != "audio-3.flac"],
        "multi": [{**row, "action": "set"} if row["file"] == "audio-1.flac" else row for row in said],
        "multi_slurp": said,
    }
    for system, file in SYSTEMS.items():
        text = "".join(json.dumps(row) + "\n" for row in rows[system])
        (tmp_path / "predictions" / file).write_bytes(gzip.compress(text.encode()))
    return run(str(tmp_path))


def test_the_tables_of_a_small_study(small: Study) -> None:
    """Of 8 recordings nobody answers one; two intents are wrong, of which google lacks one."""
    tables = [
        {row: {name: round(one.value, 4) for name, one in columns.items()} for row, columns in table.items()}
        for table in small.tables.values()
    ]
    intents, slots, heard, gold, google, *_ = tables
    assert intents == {
        "gold, by sentence": {"covered": 0},
        "gold": {"covered": 0, "shared": 0, "missing as ⊥": 0},
        "google": {"covered": 0.1667, "shared": 0.1667, "missing as ⊥": 0.375},
        "multi": {"covered": 0.4286, "shared": 0.3333, "missing as ⊥": 0.5},
        "multi_slurp": {"covered": 0.2857, "shared": 0.1667, "missing as ⊥": 0.375},
    }
    assert {row: columns["entities"] for row, columns in slots.items()} == {
        "gold": 0,
        "google": 0.4286,
        "multi": 0.5,
        "multi_slurp": 0.5,
    }
    assert {row: (columns["words"], columns["concepts"]) for row, columns in heard.items()} == {
        "all": (0.2692, 0.4),
        "microphone far": (0.6364, 0.8571),
        "microphone headset": (0, 0),
        "scenario alarm": (0.3, 0.5),
        "scenario calendar": (0.3333, 0.5),
        "scenario datetime": (0, 0),
        "scenario play": (0.3333, 0.25),
    }
    assert set(gold["graded('exact')"].values()) == {0}
    assert google["meanings(shifting=mu1())"] == {"constant": 0.5, "structure('intent')": 0.5, "length()": 0.5}
    assert {name: (round(d.value or 0, 4), d.pairs, d.clusters) for name, d in small.comparisons.items()} == {
        "intents: multi − google": (0.1667, 6, 4),
        "intents: multi_slurp − google": (0, 6, 4),
    }


def test_a_study_on_the_screen(small: Study) -> None:
    screen = StringIO()
    show(small, Console(file=screen, width=78))
    lines = [" ".join(line.split()) for line in screen.getvalue().splitlines()]
    assert lines[:7] == [
        "intents: accuracy on what each covers, on what all cover, with the missing as ⊥",
        "covered shared missing as ⊥",
        "gold, by sentence 100.00 ±35.84",
        "gold 100.00 ±35.84 100.00 ±41.86 100.00 ±35.84",
        "google 83.33 ±41.02 83.33 ±41.02 62.50 ±39.03",
        "multi 57.14 ±41.46 66.67 ±40.78 50.00 ±37.37",
        "multi_slurp 71.43 ±41.50 83.33 ±41.02 62.50 ±39.03",
    ]
    said = "intents: multi − google: +16.67 points of error, [-41.23, +76.70], p 0.4006, 6 pairs in 4 sentences"
    assert said in lines, "the line is longer than the screen, and not broken"
    microphones = """
accuracy, %  recordings  words         interval  concepts         interval
headset               4  100.0  −385.4 to 100.0     100.0  −420.7 to 100.0
far                   3   36.4   −622.7 to 94.4      14.3   −585.7 to 89.3
"""
    assert microphones in screen.getvalue()
    scenarios = "By scenario: concept accuracy against word accuracy slope 1.21 [−1.98, 4.40], r 0.756 [−0.750, 0.994]"
    assert scenarios in lines
    assert lines[lines.index(scenarios) + 4] == "calendar 2 66.7 −16111.4 to 99.9 50.0 −16144.6 to 99.8"
    assert "By microphone: concept accuracy against word accuracy" in lines, "two points have no line"
    assert "Over 7 recordings word accuracy is 73.1 % and concept accuracy 60.0 %." in lines
    assert lines[-1] == small.signature


def test_the_other_tables_of_a_small_study(small: Study) -> None:
    tables = {
        title.split(":")[0]: {row: [round(one.value, 4) for one in columns.values()] for row, columns in table.items()}
        for title, table in small.tables.items()
    }
    assert tables["slots"] == {
        "gold": [0, 0, 0, 0],
        "google": [0.4286, 0.3, 0.0841, 0.2065],
        "multi": [0.5, 0.3043, 0.0894, 0.2113],
        "multi_slurp": [0.5, 0.3043, 0.0894, 0.2113],
    }
    assert tables["whole frames of google"] == {
        "meanings(shifting=mu1())": [0.5, 0.5, 0.5],
        "meanings(shifting=mu2(0.5))": [0.375, 0.375, 0.35],
        "meanings(shifting=mu3())": [0.2375, 0.2375, 0.2],
        "graded('exact')": [0.4375, 0.4375, 0.45],
    }
    assert tables["whole frames of multi"]["meanings(shifting=mu3())"] == [0.3875, 0.3875, 0.38]
    assert tables["whole frames of multi_slurp"]["meanings(shifting=mu3())"] == [0.35, 0.35, 0.35]


def test_the_fields_of_a_small_study(small: Study) -> None:
    whole = small.as_json()
    assert (whole["study"], whole["schema_version"]) == ("slurp", 1)
    assert whole["signature"].startswith("murho|study:slurp|level:0.95|missing:named in each table|version:")
    assert list(whole["tables"]) == list(small.tables)
    intents = whole["tables"]["intents: accuracy on what each covers, on what all cover, with the missing as ⊥"]
    assert intents["google"]["missing as ⊥"]["value"] == 0.375
    assert whole["comparisons"]["intents: multi − google"] == {
        "difference": pytest.approx(1 / 6),
        "interval": pytest.approx([-0.4123, 0.7670], abs=1e-4),
        "p_value": pytest.approx(0.4006, abs=1e-4),
        "pairs": 6,
    }
    both = whole["words_and_concepts"]
    assert (both["words"]["numerator"], both["words"]["denominator"]) == (7, 26)
    assert (both["concepts"]["numerator"], both["concepts"]["denominator"]) == (6, 15)
    errors = both["errors_on"]
    assert (errors["entity_words"]["numerator"], errors["entity_words"]["denominator"]) == (4, 10)
    assert (errors["other_words"]["numerator"], errors["other_words"]["denominator"]) == (3, 16)
    assert errors["difference"] == pytest.approx(4 / 10 - 3 / 16)
    assert errors["interval"] == pytest.approx([-0.4459, 0.8709], abs=0.001)
    assert errors["recordings_left_out"] == 0
    assert both["utterances"]["points"] == []
    assert round(both["utterances"]["line"]["slope"], 3) == 1.272
    assert both["microphones"]["line"] is None
    headset, far = both["microphones"]["points"]
    assert headset["name"] == "headset"
    assert far == {
        "name": "far",
        "n": 3,
        "word_accuracy": pytest.approx(100 - 100 * 7 / 11),
        "word_accuracy_interval": pytest.approx((-622.7134, 94.3967), abs=1e-3),
        "concept_accuracy": pytest.approx(100 / 7),
        "concept_accuracy_interval": pytest.approx((-585.6668, 89.2850), abs=1e-3),
    }


@pytest.mark.parametrize(
    ("rate", "name"),
    [
        (0.0, "none wrong"),
        (0.01, "0–10 %"),
        (0.1, "0–10 %"),
        (0.1 + 1e-12, "0–10 %"),
        (0.11, "10–20 %"),
        (0.6, "50–60 %"),
        (0.61, "60–80 %"),
        (1.0, "80–100 %"),
        (1.01, "over 100 %"),
    ],
)
def test_bins(rate: float, name: str) -> None:
    assert _bin(rate) == name


def test_sentences_whose_entities_are_unknown_are_left_out_and_counted() -> None:
    """The flags of the second sentence are one too few, those of the third are not known."""
    ids = ["a", "b", "c", "d"]
    texts = ["wake me", "play jazz", "stop", "wake him"]
    features = {"scenario": ["s"] * 4, "microphone": ["m"] * 4}
    cases = Cases(ids, texts, [(text,) for text in texts], features=features)
    said = Answers(ids, [("wake you",), ("play chess",), ("stop it",), ("him",)])
    inside = {"a": [False, True], "b": [True], "c": None, "d": [True, False]}
    meant = Cases(ids, texts, [(["intent:x"],)] * 4, features=features)
    found = words_concepts((cases, said), (meant, Answers(ids, [(["intent:x"],)] * 4)), inside)
    assert found.unmapped == 2
    assert (found.entity_words.numerator, found.entity_words.denominator) == (2, 2)
    assert (found.other_words.numerator, found.other_words.denominator) == (0, 2)
    assert found.difference.value == 1


def line_of(found: WordsConcepts, name: str) -> Line:
    line = found.views[name].line
    assert line is not None
    return line


def with_line(found: WordsConcepts, name: str, **changed: object) -> WordsConcepts:
    view = found.views[name]
    line = replace(line_of(found, name), **changed)  # type: ignore[arg-type]
    return replace(found, views={**found.views, name: replace(view, line=line)})


def test_the_whole_reading(found: WordsConcepts) -> None:
    assert reading(found) == [
        "Over 6 recordings word accuracy is 42.9 % and concept accuracy 41.7 %.",
        "Binned by word error rate the points lie roughly along a line, r 0.969 [0.117, 0.999]: a point of word "
        "accuracy lost costs 0.73 points of concept accuracy [0.16, 1.29].",
        "2 of 4 bins lie below the line on which both are equal; where every word is right concept accuracy is "
        "100.0 %: 0.0 points are lost in understanding, not in recognising.",
        "Of a single recording word accuracy says much: r is 0.92 [−1.00, 1.00].",
        "Words of entities are misrecognised as often as others, 66.7 % against 33.3 %, a difference of 33.3 points "
        "[−100.0, 100.0]: misrecognitions hit both alike.",
    ]


@pytest.mark.parametrize(
    ("r", "said"), [(0.98, "nearly on a line"), (0.97, "roughly along"), (0.71, "roughly along"), (0.7, "on no line")]
)
def test_how_near_to_a_line_is_said_by_r_squared(found: WordsConcepts, r: float, said: str) -> None:
    assert f"the points lie {said}" in reading(with_line(found, "word-errors", r=r))[1]
    much = "much" if r > 0.705 else "little"
    assert f"word accuracy says {much}: r is {r:.2f}" in reading(with_line(found, "utterances", r=r))[3]


def test_nothing_is_said_of_a_line_that_is_not_there(found: WordsConcepts) -> None:
    assert len(reading(with_line(with_line(found, "word-errors", r=None), "utterances", r=None))) == 3
    bare = {name: replace(view, line=None) for name, view in found.views.items()}
    assert len(reading(replace(found, views=bare))) == 3
    nothing = replace(found, difference=replace(found.difference, value=None))
    assert len(reading(nothing)) == 4


@pytest.mark.parametrize(
    ("low", "high", "more", "alike"),
    [
        (0.1, 0.4, "more often than", "do not hit content words and fillers alike"),
        (0.0, 0.4, "as often as", "hit both alike"),
        (-0.2, 0.0, "as often as", "hit both alike"),
        (-0.4, -0.1, "less often than", "do not hit content words and fillers alike"),
    ],
)
def test_which_words_are_hit(found: WordsConcepts, low: float, high: float, more: str, alike: str) -> None:
    last = reading(replace(found, difference=replace(found.difference, low=low, high=high)))[-1]
    assert last.startswith(f"Words of entities are misrecognised {more} others, 66.7 %")
    assert last.endswith(f": misrecognitions {alike}.")


def test_bins_below_the_diagonal(found: WordsConcepts) -> None:
    view = found.views["word-errors"]
    points = [point._replace(x=50.0, y=y) for point, y in zip(view.points, (49.0, 50.0, 51.0, 0.0), strict=True)]
    moved = replace(found, views={**found.views, "word-errors": replace(view, points=points)})
    assert reading(moved)[2] == "2 of 4 bins lie below the line on which both are equal."


def test_the_notes_under_the_drawings(found: WordsConcepts) -> None:
    begins = "The area of a dot shows how many recordings it stands for. "
    assert note(found.views["microphones"]) == f"{begins}Two points leave no line to estimate."
    single, bins = note(found.views["utterances"]), note(found.views["word-errors"])
    assert single.startswith(f"{begins}Fitted line: slope 0.72 [−0.81, 2.24], r 0.922")
    assert "at 95 %, whole sentences counting as one;" in single
    assert "at 95 %, each point with this weight;" in bins


def test_the_table_of_a_drawing(found: WordsConcepts) -> None:
    head, rows = table(found.views["word-errors"])
    assert head == ["accuracy, %", "recordings", "words", "interval", "concepts", "interval"]
    assert rows[0] == ["none wrong", "2", "100.0", "−8137.1 to 100.0", "100.0", "−7972.4 to 100.0"]
    assert [row[:3] for row in rows[1:]] == [
        ["20–30 %", "1", "75.0"],
        ["60–80 %", "2", "28.6"],
        ["over 100 %", "1", "−100.0"],
    ]
    assert table(found.views["utterances"])[1] == []


def test_cells(found: WordsConcepts) -> None:
    estimate = replace(found.words.estimate, value=0.25, low=0.125, high=0.5)
    figure = replace(found.words, estimate=estimate)
    assert (_cell(figure, True), _cell(figure, False)) == ("75.00 ±18.75", "25.00 ±18.75")
    assert _cell(replace(figure, estimate=replace(estimate, value=None)), True) == "–"


def test_drawings_go_down_to_what_is_drawn(found: WordsConcepts) -> None:
    assert found.views["utterances"].least == -100
    assert [view.title for view in found.views.values()] == [
        "Recording by recording",
        "Binned by word error rate",
        "By scenario",
        "By microphone",
    ]
    for view in found.views.values():
        assert view.svg.startswith("<svg")
        assert view.title in view.svg


def test_a_folder_for_drawings_that_cannot_be_made(found: WordsConcepts, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"cannot be made \(Not a directory\); name another folder"):
        draw(Study({}, {}, found, "signature"), str(tmp_path / "file" / "under"))


def test_a_folder_without_the_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no test\.jsonl\.gz here; give the folder of the SLURP data with --data$"):
        run(str(tmp_path))
