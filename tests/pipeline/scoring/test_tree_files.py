"""Whole files of trees: the general way agrees where sentences do; slices, weights, clusters, streams, comparison."""

import gzip
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho.core.errors import InputError, UsageError
from murho.measures import measure
from murho.measures.dependencies.dependencies import dependencies
from murho.pipeline.comparing.compare import compare
from murho.pipeline.comparing.sides import TreeFile, answer_file
from murho.pipeline.scoring.book import score_pairs
from murho.pipeline.scoring.files import score_files
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.tree_files import _sentences, judge_files
from murho.pipeline.sources import Pairing, pairs_of
from murho.weighting import weighting

HOW = dependencies()


def tree(name: str, *rows: str, comments: str = "") -> str:
    """A sentence of rows `form upos head relation`."""
    lines = []
    for number, row in enumerate(rows, 1):
        form, upos, head, relation = row.split()
        lines.append(f"{number}\t{form}\t{form}\t{upos}\t_\t_\t{head}\t{relation}\t_\t_\n")
    return f"# sent_id = {name}\n{comments}{''.join(lines)}\n"


GOLD = [
    tree("s1", "Dogs NOUN 2 nsubj", "bark VERB 0 root", ". PUNCT 2 punct", comments="# genre = prose\n"),
    tree("s2", "Go VERB 0 root", "away ADV 1 advmod", comments="# genre = verse\n"),
    tree("s3", "Cats NOUN 2 nsubj", "see VERB 0 root", "dogs NOUN 2 obj", comments="# genre = prose\n"),
]
SAID = [
    GOLD[0].replace("nsubj", "obj"),
    GOLD[1],
    GOLD[2].replace("\t2\tobj", "\t1\tnmod"),
]


@pytest.fixture
def files(tmp_path: Path) -> Callable[..., tuple[str, str]]:
    def write(gold: str = "".join(GOLD), said: str = "".join(SAID)) -> tuple[str, str]:
        paths = tmp_path / "gold.conllu", tmp_path / "said.conllu"
        for path, text in zip(paths, (gold, said), strict=True):
            path.write_text(text, encoding="utf-8")
        return str(paths[0]), str(paths[1])

    return write


@pytest.mark.parametrize("typed", ["dependencies", "dependencies(score='uas')", "dependencies(rows='words')"])
def test_files_are_scored_as_their_sentences_are(typed: str, files: Callable[..., tuple[str, str]]) -> None:
    how, (gold, said) = measure(typed), files()
    whole = score_files(how, gold, said, Reading(by=("genre",)))
    pairs, _ = pairs_of(gold, said, Pairing(), how)
    single = score_pairs(how, pairs, Reading(by=("genre",)))
    assert whole.figure == single.figure
    assert (whole.by, whole.also, whole.also_by) == (single.by, single.also, single.also_by)


def test_labels_of_words_slice_the_words_and_leave_the_whole_as_it_is(files: Callable[..., tuple[str, str]]) -> None:
    plain = score_files(HOW, *files())
    found = score_files(HOW, *files(), Reading(by=("deprel", "genre", "given")))
    assert (found.figure, found.also) == (plain.figure, plain.also)
    for groups in found.by.values():
        assert sum(one.numerator for one in groups.values()) == plain.figure.numerator
        assert sum(one.denominator for one in groups.values()) == plain.figure.denominator
    assert found.by["deprel"]["nsubj"].value == 0.5
    assert found.also_by["deprel"]["obj"]["las"]["recall"] == 0
    assert found.also_by["given"]["nsubj"]["las"]["precision"] == 100
    assert found.also_by["genre"]["verse"]["las"]["f1"] == 100


def test_features_of_the_gold_sentences_weigh_them(files: Callable[..., tuple[str, str]]) -> None:
    gold = (
        "".join(GOLD)
        .replace("# genre = verse", "# genre = verse\n# share = 1")
        .replace("prose", "prose\n# share = 0.5")
    )
    assert "share = 0.5" in gold
    with pytest.raises(InputError, match="share"):  # what a comment says is a text
        score_files(HOW, *files(gold), Reading(weight=weighting("share")))
    found = score_files(HOW, *files(), Reading(weight=weighting("length(cuts=(2,), weights=(1.0, 0.5))")))
    assert found.figure.denominator == 0.5 * 6 + 4 + 0.5 * 6
    assert found.also["las"]["recall"] == pytest.approx(100 * (0.5 * 2 + 2 + 0.5 * 2) / (1.5 + 2 + 1.5))
    with pytest.raises(UsageError, match="whole suite"):
        score_files(HOW, *files(), Reading(weight=weighting("frequency('genre')")))


def test_documents_are_clusters(files: Callable[..., tuple[str, str]]) -> None:
    assert score_files(HOW, *files()).figure.estimate.clusters == 3
    gold = f"# newdoc id = d\n{GOLD[0]}{GOLD[1]}# newdoc id = e\n{GOLD[2]}"
    for by in ((), ("deprel",), ("genre",)):
        assert score_files(HOW, *files(gold), Reading(by=by)).figure.estimate.clusters == 2
    assert score_files(HOW, *files(gold), Reading(per_case=True)).figure.estimate.clusters == 2


def test_cases_one_by_one_have_their_ids(files: Callable[..., tuple[str, str]]) -> None:
    found = score_files(HOW, *files(), Reading(per_case=True))
    assert found.per_case is not None
    assert [(row["id"], row["loss"], row["units"]) for row in found.per_case] == [
        ("s1", 2, 6),
        ("s2", 0, 4),
        ("s3", 2, 6),
    ]


def test_sentences_may_be_split_otherwise(files: Callable[..., tuple[str, str]]) -> None:
    rows = "Dogs NOUN 2 nsubj", "bark VERB 0 root", ". PUNCT 2 punct", "Go VERB 2 parataxis", "away ADV 4 advmod"
    found = score_files(HOW, *files(said=tree("x", *rows) + SAID[2]))
    assert found.also["sentences"] == {
        "precision": 50.0,
        "recall": pytest.approx(100 / 3),
        "f1": 40.0,
        "interval": found.also["sentences"]["interval"],
        "aligned_accuracy": None,
    }
    assert (found.counts["uas"], found.counts["las"], found.counts["roots"]) == (6, 6, 2)
    assert found.figure.n == 3


def test_classes_are_relations_of_words(files: Callable[..., tuple[str, str]]) -> None:
    found = score_files(HOW, *files(), Reading(classes=True))
    assert found.also["confusion"] == [
        {"gold": "nsubj", "given": "obj", "importance": 1.0},
        {"gold": "obj", "given": "nmod", "importance": 1.0},
    ]
    nsubj = next(one for one in found.also["classes"] if one["label"] == "nsubj")
    assert (nsubj["gold"], nsubj["given"], nsubj["right"]) == (2, 1, 1)


def test_the_bootstrap_and_other_intervals(files: Callable[..., tuple[str, str]]) -> None:
    found = score_files(HOW, *files(), Reading(method="bootstrap", by=("deprel",)))
    assert found.figure.estimate.method.startswith("bootstrap")
    assert found.value == score_files(HOW, *files()).value


def test_gold_may_come_through_a_pipe(files: Callable[..., tuple[str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    gold, said = files(f"# newdoc id = d\n{''.join(GOLD)}")

    def pipe() -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(Path(gold).read_bytes())))

    pipe()
    found = score_files(HOW, "-", said)
    assert found.value == score_files(HOW, gold, said).value
    assert "newdoc" in found.notes[0]
    pipe()
    with pytest.raises(UsageError, match="give a file"):
        score_files(HOW, "-", said, Reading(by=("genre",)))


def test_an_unknown_feature_is_named(files: Callable[..., tuple[str, str]]) -> None:
    with pytest.raises(InputError, match="no feature 'mood'"):
        score_files(HOW, *files(), Reading(by=("mood",)))


def in_small_parts(monkeypatch: pytest.MonkeyPatch, words: int) -> None:
    """Read a few sentences at a time, and sum the rows of so many sentences at once."""
    monkeypatch.setattr("murho.measures.dependencies.compiled.BLOCK", 512)
    monkeypatch.setattr("murho.measures.dependencies.scoring.BATCH", 4)
    monkeypatch.setattr("murho.pipeline.scoring.tree_files.BATCH_OF_WORDS", words)


@pytest.mark.parametrize("words", [1, 20, 70])
def test_words_keep_their_sentences_when_parts_are_joined(
    words: int, files: Callable[..., tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Intervals rest on which words stand in one sentence; the labels of each part are numbered anew."""
    order = [i % 3 if i < 100 else (i * i + i // 7) % 3 for i in range(160)]
    gold, said = files("".join(GOLD[i] for i in order), "".join((GOLD if i > 5 else SAID)[i % 3] for i in order))
    reading = Reading(by=("deprel", "given"))
    whole, rows = score_files(HOW, gold, said, reading), judge_files(dependencies(rows="words"), gold, said, "conllu")
    in_small_parts(monkeypatch, words)
    assert len(list(_sentences(gold, said, "conllu", HOW, plain=True, words=True))) > 2
    parts, again = score_files(HOW, gold, said, reading), judge_files(dependencies(rows="words"), gold, said, "conllu")
    assert parts.by == whole.by
    assert (parts.also_by, parts.figure) == (whole.also_by, whole.figure)
    assert again.case.tolist() == rows.case.tolist()
    assert {name: list(column) for name, column in again.labels.items()} == {
        name: list(column) for name, column in rows.labels.items()
    }


def test_files_are_judged_in_one_batch(files: Callable[..., tuple[str, str]]) -> None:
    copies = [text.replace("# sent_id = ", f"# sent_id = {i}-") for i in range(50) for text in GOLD]
    others = [text.replace("# sent_id = ", f"# sent_id = {i}-") for i in range(50) for text in SAID]
    gold, said = files("".join(copies), "".join(others))
    whole = score_files(HOW, gold, said, Reading(by=("genre", "deprel")))
    rows = judge_files(dependencies(rows="words"), gold, said, "conllu")
    assert (len(rows), int(rows.loss.sum())) == (400, whole.figure.numerator)
    assert rows.case.tolist() == sorted(rows.case.tolist())
    assert whole.by["genre"]["verse"].n == 50


def test_two_files_compare_whatever_their_sentences(files: Callable[..., tuple[str, str]], tmp_path: Path) -> None:
    gold, said = files()
    merged = tmp_path / "merged.conllu"
    rows = "Dogs NOUN 2 nsubj", "bark VERB 0 root", ". PUNCT 2 punct", "Go VERB 2 parataxis", "away ADV 4 advmod"
    merged.write_text(tree("x", *rows) + GOLD[2])
    sides = [answer_file(HOW, gold, str(path)) for path in (said, merged)]
    assert all(isinstance(side, TreeFile) for side in sides)
    found = compare(sides, HOW, Reading(by=("deprel",))).compared[0]
    assert (found.whole.pi_a, found.whole.pi_b) == (4 / 16, 2 / 16)
    assert found.by["deprel"]["nsubj"][0].value == -0.5
    assert (found.missing_a, found.missing_b) == (0, 0)
    with pytest.raises(UsageError, match="depends on the answers"):
        compare(sides, HOW, Reading(by=("given",)))


def test_real_files(data: Path) -> None:
    folder = data / "ud"
    gold, said = (str(folder / f"cs_pud-{name}.conllu.gz") for name in ("gold", "udpipe-pdtc-ud-2.17-251125"))
    found = score_files(HOW, gold, said)
    table = [line.split("|") for line in (folder / "eval.txt").read_text().splitlines()[2:]]
    titles = {"alltags": "all_tags"}
    for title, *cells in table:
        name = titles.get(title.strip().lower(), title.strip().lower())
        if name in found.also:
            one: dict[str, Any] = found.also[name]
            values = [one[key] for key in ("precision", "recall", "f1", "aligned_accuracy")]
            assert [f"{value:.2f}" for value in values if value is not None] == [c.strip() for c in cells if c.strip()]
            assert one["interval"][0] < one["f1"] < one["interval"][1]
    with gzip.open(gold, "rt") as file:
        assert found.figure.estimate.clusters == file.read().count("# newdoc")


@pytest.mark.parametrize("plain", [True, False])
def test_sentences_keep_their_numbers_and_features_when_parts_are_joined(
    plain: bool, files: Callable[..., tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_parts(monkeypatch, 1)
    order = [(i * i + i // 7) % 3 for i in range(160)]
    named = [GOLD[i].replace(f"= s{i + 1}", f"= t{number}") for number, i in enumerate(order)]
    gold, said = files("".join(named), "".join(SAID[i] for i in order))
    parts = [cases for cases, _ in _sentences(gold, said, "conllu", HOW, plain=plain, words=True)]
    assert len(parts) > 2
    if plain:
        assert [one for part in parts for one in part.ids] == list(range(1, 161))
    else:
        genres = [["prose", "verse", "prose"][i] for i in order]
        assert [one for part in parts for one in part.features["genre"]] == genres
