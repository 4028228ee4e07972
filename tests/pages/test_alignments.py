"""The page of alignments: the counts, the lists, the utterances, and nothing of the data alive."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from murho.formats.saving import OutputError
from murho.measures import measure
from murho.pages.alignments import write_alignments
from murho.pipeline.aligning.alignment_counts import look_through
from murho.pipeline.scoring.reading import Reading
from murho.views.utterances import FOLD, MOST

Page = Callable[..., Any]


@pytest.fixture
def page(tmp_path: Path, read: Callable[[str], Any]) -> Page:
    """The page of two lists of texts, written and read again."""

    def write_and_read(said: Sequence[str], heard: Sequence[str], how: str = "words", **options: Any) -> Any:
        files = [tmp_path / name for name in ("said.txt", "heard.txt")]
        for file, texts in zip(files, (said, heard), strict=True):
            file.write_bytes("".join(f"{' '.join(text.split(chr(10)))}\n" for text in texts).encode("utf-8", "replace"))
        asked = {name: options.pop(name) for name in ("keywords", "rare") if name in options}
        reading = Reading(by=options.pop("by", ()))
        passing, found = look_through(measure(how), *map(str, files), reading, **asked)
        write_alignments(tmp_path / "page.html", passing, found, "heard.txt", **options)
        return read((tmp_path / "page.html").read_text(encoding="utf-8"))

    return write_and_read


def operations(item: Any) -> str:
    return "".join(one.text.strip() or "=" for one in item.find("span", "op"))


def test_every_utterance_is_drawn(page: Page) -> None:
    root = page(["to bonn now", "yes", ""], ["to born", "yes", "uh"])
    items = root.by_id("utterances").find("article")
    assert [operations(item) for item in items] == ["=DS", "=", "I"]
    assert "2 of 3 wrong, 66.7 %: S 1, D 1" in " ".join(items[0].text.split())
    assert "All 3" in root.by_id("utterances").text
    assert "75.0 %" in root.by_id("headline").text
    assert "bonn" in root.by_id("confusions").text


def test_worst_and_errors_only(page: Page) -> None:
    said, heard = ["a b", "a b c", "a"], ["a b", "x y z", "b"]
    root = page(said, heard, errors_only=True)
    assert len(root.by_id("utterances").find("article")) == 2
    assert "2 of 3: those with an error" in root.by_id("utterances").text
    root = page(said, heard, worst=1, rank="rate")
    assert [operations(item) for item in root.by_id("utterances").find("article")] == ["SSS"]
    assert "The 1 worst of 3, by rate of errors" in root.by_id("utterances").text


def test_of_very_many_the_worst_are_shown(page: Page) -> None:
    said = [f"a b c d {i}" for i in range(MOST + 100)]
    heard = [text if i != MOST + 50 else "x y z" for i, text in enumerate(said)]
    root = page(said, heard)
    items = root.by_id("utterances").find("article")
    assert len(items) == MOST
    assert "S" in operations(items[0])
    assert f"The {MOST} worst of {MOST + 100}" in root.by_id("utterances").text


def test_more_than_fifty_are_folded(page: Page) -> None:
    said = [f"a b {i}" for i in range(FOLD + 20)]
    root = page(said, [text if i % 7 else "a c" for i, text in enumerate(said)])
    folds = root.by_id("utterances").find("details", "block")
    assert [len(fold.find("article")) for fold in folds] == [50, 20]
    assert ["open" in fold.attributes for fold in folds] == [True, False]
    heads = [" ".join(fold.find("summary")[0].text.split()) for fold in folds]
    assert heads == ["1 to 50 16 errors in 150 words", "51 to 70 4 errors in 60 words"]
    assert not page(said[:FOLD], said[:FOLD]).by_id("utterances").find("details", "block")


def test_keywords_and_rare_words(page: Page, tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("bonn\n")
    root = page(["to bonn", "to bonn"], ["to bonn", "to born"], keywords=str(tmp_path / "keys"), rare=True)
    rows = [
        [cell.text.strip() for cell in row.find("th") + row.find("td")] for row in root.by_id("keywords").find("tr")
    ]
    assert rows[1] == ["bonn", "2", "1", "1", "0", "100.0 %", "50.0 %", "66.7 %"]
    assert rows[2][0] == "all"
    assert "2–4" in root.by_id("rare").text


def test_hostile_texts_stay_texts(page: Page, hostile: Sequence[str]) -> None:
    texts = [" ".join(text.replace("\0", " ").split()) for text in hostile]  # a file of text has no NUL bytes
    root = page(texts, [*texts[1:], texts[0]])
    assert len(root.find("script")) == 1
    assert not root.find("img")
    assert "<script>window.hacked" in root.by_id("utterances").text
    assert len(root.by_id("utterances").find("article")) == len(texts)


def test_what_runs_leftwards_is_laid_out_so(page: Page) -> None:
    root = page(["שלום עליכם", "to bonn"], ["שלום", "to bonn"])
    assert [one.attributes["dir"] for one in root.find("div", "alignment")] == ["rtl", "ltr"]


def test_long_ones_are_not_drawn_but_counted(page: Page) -> None:
    root = page(["a " * 600], ["a " * 599])
    assert "Too long to draw" in root.by_id("utterances").text
    assert "1 of 600 wrong" in root.by_id("utterances").text


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a\n")
    passing, found = look_through(measure("words"), str(tmp_path / "a.txt"), str(tmp_path / "a.txt"))
    with pytest.raises(OutputError, match="make the folder first"):
        write_alignments(tmp_path / "no" / "page.html", passing, found, "a")
