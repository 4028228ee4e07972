"""The figures of two shared tasks: the organisers' own scores of real parsers on real treebanks.

CoNLL 2017 (Zeman and others): test runs v3 (LINDAT 11234/1-2424), Spanish PUD, tokenised by the systems themselves.
CoNLL 2018: gold, output of UDPipe 2 and the expected table of UniversalDependencies/tools (udtools, test case eval),
Czech PUD. ELAS and EULAS, of enhanced dependencies, are left out.
"""

from pathlib import Path

import numpy as np
import pytest

from murho.measures.dependencies.counts import METRICS, TITLES
from murho.measures.dependencies.rules import Rules, conll2017, conll2018
from murho.measures.dependencies.scoring import score_files

Totals = dict[str, int]
NAMES = {title: name for name, title in TITLES.items()} | {"Feats": "ufeats"}


def totals(gold: Path, system: Path, rules: Rules) -> Totals:
    parts = list(score_files(gold, system, rules))
    return {name: int(np.sum([part.counts[name].sum() for part in parts])) for name in parts[0].counts}


def table(counts: Totals, title: str) -> list[str]:
    """Precision, recall, F1 and aligned accuracy in percent, two decimals, as the evaluators print them."""
    metric = METRICS[NAMES[title]]
    correct, gold, system = counts[metric.correct], counts[metric.gold], counts[metric.system]
    ratios = [correct / system, correct / gold, 2 * correct / (gold + system)]
    ratios += [correct / counts[metric.aligned]] if metric.aligned else []
    return [f"{100 * ratio:.2f}" for ratio in ratios]


@pytest.mark.parametrize("run", ["Stanford", "conll17-baseline", "MetaRomance"])
def test_every_score_of_2017(data: Path, run: str) -> None:
    folder = data / "conll17_es_pud"
    rows = [line.split("\t") for line in (folder / "official_scores.tsv").read_text().splitlines()]
    published = {row[4]: row[5] for row in rows if row[:2] == ["es_pud", run] and row[4] != "Status"}
    counts = totals(folder / "00-gold-r2.0-test.conllu.gz", folder / f"{run}.conllu.gz", conll2017())
    assert len(published) == 11
    assert {title: table(counts, title)[2] for title in published} == published


def test_every_score_of_2018(data: Path) -> None:
    folder = data / "ud"
    rows = [line.split("|") for line in (folder / "eval.txt").read_text().splitlines()[2:]]
    published = {row[0].strip(): [cell.strip() for cell in row[1:] if cell.strip()] for row in rows}
    published = {title: cells for title, cells in published.items() if title not in ("ELAS", "EULAS")}
    system = folder / "cs_pud-udpipe-pdtc-ud-2.17-251125.conllu.gz"
    counts = totals(folder / "cs_pud-gold.conllu.gz", system, conll2018())
    assert len(published) == 13
    assert {title: table(counts, title) for title in published} == published


@pytest.mark.parametrize(
    ("run", "differing"),
    [
        ("Stanford", {"Lemmas": ("3.43", "99.47"), "BLEX": ("0.03", "74.60")}),
        ("conll17-baseline", {"Lemmas": ("3.43", "99.47"), "BLEX": ("0.04", "69.61")}),
        (
            "MetaRomance",
            {
                "UFeats": ("0.00", "34.61"),
                "Lemmas": ("3.43", "99.47"),
                "MLAS": ("0.00", "2.77"),
                "BLEX": ("0.02", "54.12"),
            },
        ),
    ],
)
def test_where_the_rules_of_2018_differ(data: Path, run: str, differing: dict[str, tuple[str, str]]) -> None:
    """In F1. The gold file has no lemmas, which 2018 takes as any lemma, and MetaRomance writes features of its own."""
    folder = data / "conll17_es_pud"
    files = folder / "00-gold-r2.0-test.conllu.gz", folder / f"{run}.conllu.gz"
    old, new = (totals(*files, rules) for rules in (conll2017(), conll2018()))
    f1 = {title: (table(old, title)[2], table(new, title)[2]) for title in TITLES.values()}
    assert {title: pair for title, pair in f1.items() if pair[0] != pair[1]} == differing
