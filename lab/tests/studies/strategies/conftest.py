"""A study on two small treebanks: our own story and recipes, as the news and the wiki of a language called Small."""

from importlib import resources
from pathlib import Path

import pytest

from murho_lab.studies.strategies import study, texts
from murho_lab.studies.strategies.study import Study
from murho_lab.studies.strategies.texts import Language, Plan

PLAN = Plan(
    "italian",
    {"news": ("both.conllu", "n*"), "wiki": ("both.conllu", "w*")},
    {"news": 2, "wiki": 1},
    [("news", "wiki", 0.25)],
)


def no_sentence(name: str, words: int) -> str:
    """So many determiners in a row, which no grammar takes."""
    rows = [f"{i}\til\til\tDET\t_\t_\t{i - 1}\t{'det' if i > 1 else 'root'}\t_\t_\n" for i in range(1, words + 1)]
    return f"# sent_id = {name}\n{''.join(rows)}\n"


@pytest.fixture(scope="session")
def treebanks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder above the treebanks; besides what has an analysis, news of 20 and of 21 words that have none."""
    folder = tmp_path_factory.mktemp("treebanks")
    (folder / "ud").mkdir()
    own = resources.files("murho_lab.studies.strategies") / "data"
    news = (own / "it_story.conllu").read_text("utf-8").replace("it_story", "n")
    wiki = (own / "it_recipes.conllu").read_text("utf-8").replace("it_recipes", "w")
    both = no_sentence("n-long", 20) + no_sentence("n-longer", 21) + news + wiki
    (folder / "ud" / "both.conllu").write_text(both, "utf-8")
    return folder


@pytest.fixture(scope="session")
def language(treebanks: Path) -> Language:
    """The texts of Small."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts, "PLANS", {"Small": PLAN})
        (small,) = texts.languages(str(treebanks))
    return small


@pytest.fixture(scope="session")
def told_study(treebanks: Path) -> tuple[Study, list[str]]:
    """The study of Small, and what was told of it."""
    told: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts, "PLANS", {"Small": PLAN})
        return study.strategies(str(treebanks), told.append), told
