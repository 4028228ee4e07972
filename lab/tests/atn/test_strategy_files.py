"""Strategies in a file, and what is none."""

from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho_lab.atn import Grammar, Lexicon, Sentence, bundled
from murho_lab.atn.strategies import learn
from murho_lab.atn.strategy_files import read_strategies, save_strategies


@pytest.fixture(scope="module")
def english() -> tuple[Grammar, Lexicon]:
    return bundled("english")


@pytest.fixture(scope="module")
def text(english: tuple[Grammar, Lexicon]) -> list[Sentence]:
    lines = ["what did he see", "who saw mary", "which book did mary read", "the man saw the dog in the park"]
    return [english[1].sentence(line) for line in lines]


def test_a_file_gives_back_what_was_saved(
    english: tuple[Grammar, Lexicon], text: list[Sentence], tmp_path: Path
) -> None:
    nets, path = english[0], tmp_path / "text.strategies"
    for wanted in (1, 3):
        learned = learn(nets, text, wanted=wanted)
        save_strategies(learned, path)
        again = read_strategies(nets, path)
        assert again.counts == learned.counts
        assert (again.sentences, again.accepted, again.smoothing) == (4, 4, 0.5)
    assert path.read_text().splitlines()[1].split("\t") == ["node", "arrival", "arc", "count", "label"]


@pytest.mark.parametrize(
    ("number", "line", "found"),
    [
        (1, "# nothing", "1: no strategies"),
        (1, "# sentences=1 accepted=1 smoothing=0", "1: smoothing 0.0"),
        (2, "node\tarc", "2: no strategies"),
        (3, "S/\tSTART\tS/:1", "3: 3 columns"),
        (3, "S/\tSTART\tS/:9\t1\tCAT X", "3: the grammar has no arc S/:9 (CAT X)"),
        (3, "S/\tSTART\tS/:1\t1\tCAT X", "3: the grammar has no arc S/:1 (CAT X)"),
        (3, "S/\tX:1\tS/:1\t1\tPUSH NP/", "3: the grammar has no arc X:1"),
        (3, "S/\tNP/:1\tS/:1\t1\tPUSH NP/", "3: arc NP/:1 does not lead to S/"),
        (3, "S/\tSTART\tS/:1\t-1\tPUSH NP/", "3: count '-1'"),
        (3, "S/\tSTART\tS/:1\tnan\tPUSH NP/", "3: count 'nan'"),
    ],
)
def test_what_is_no_such_file(
    english: tuple[Grammar, Lexicon], text: list[Sentence], tmp_path: Path, number: int, line: str, found: str
) -> None:
    path = tmp_path / "text.strategies"
    save_strategies(learn(english[0], text), path)
    lines = path.read_text().splitlines()
    lines[number - 1] = line
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(InputError) as error:
        read_strategies(english[0], path)
    assert str(error.value).startswith(f"{path}:{found}")
