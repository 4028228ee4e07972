"""The texts of the study: of each language some of every genre, of equal size, and mixtures of two genres.

With the treebanks at hand (Universal Dependencies, named in `PLANS`) a genre is a part of a treebank, cut into texts of
neighbouring documents; a mixture takes a known share of its sentences from a second genre, none of which is in another
text. Without them each language has two short texts of our own, a story and recipes, each cut in two. Every text holds
only sentences that the grammar analyses within the bound, as the paper assumes; how many those are is said beside it.

>>> own = languages(None)
>>> [(language.name, [text.text.name for text in language.texts]) for language in own][0]
('Italian', ['story 1', 'story 2', 'recipes 1', 'recipes 2'])
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path

from murho.core.errors import InputError
from murho_lab.atn import Bounds, Grammar, bundled
from murho_lab.atn.texts.comparison import Learned, learn_text
from murho_lab.atn.texts.text import read_text

LONGEST = 20
"""Words in the longest sentence that is taken: with 15, as elsewhere, the treebanks leave too few for ten texts."""
BOUNDS = Bounds(steps=30_000)


@dataclass(frozen=True)
class Plan:
    """Where the texts of a language come from."""

    grammar: str
    genres: Mapping[str, tuple[str, str]]
    """The file of each genre, and the pattern of the ids of its sentences or documents; an empty one takes all."""
    texts: Mapping[str, int]
    """How many texts are made of each genre."""
    mixtures: Sequence[tuple[str, str, float]] = ()
    """Two genres for each mixture, and the share of the second in [0, 1]."""


_NEWS, _WIKI = "n*", "w*"
PLANS = {
    "Italian": Plan(
        "italian",
        {"news": ("it_pud-ud-test.conllu.gz", _NEWS), "wiki": ("it_pud-ud-test.conllu.gz", _WIKI)},
        {"news": 4, "wiki": 3},
        [("news", "wiki", share) for share in (0.2, 0.4, 0.6, 0.8)],
    ),
    "Spanish": Plan(
        "spanish",
        {
            "news": ("es_pud-ud-test.conllu.gz", _NEWS),
            "wiki": ("es_pud-ud-test.conllu.gz", _WIKI),
            "ancora": ("es_ancora-ud-test.r2.8.conllu.gz", ""),
            "web": ("es_gsd-ud-test.conllu.gz", ""),
            "speech": ("es_coser-ud-test.conllu.gz", ""),
        },
        {"news": 2, "wiki": 2, "ancora": 3, "web": 2, "speech": 3},
        [("ancora", "speech", 0.5), ("news", "speech", 0.25), ("wiki", "news", 0.5)],
    ),
    "English": Plan(
        "ud",
        {"news": ("en_pud-ud-test.conllu.gz", _NEWS), "wiki": ("en_pud-ud-test.conllu.gz", _WIKI)},
        {"news": 4, "wiki": 3},
        [("news", "wiki", share) for share in (0.2, 0.4, 0.6, 0.8)],
    ),
}
OWN = {
    "Italian": ("italian", {"story": "it_story.conllu", "recipes": "it_recipes.conllu"}),
    "Spanish": ("spanish", {"story": "es_story.conllu", "recipes": "es_recipes.conllu"}),
    "English": ("ud", {"story": "en_story.conllu", "recipes": "en_recipes.conllu"}),
}


@dataclass(frozen=True, eq=False)
class Language:
    """The texts of a language."""

    name: str
    grammar: Grammar
    genres: Mapping[str, Learned]
    """All sentences of each genre that have an analysis, and what they teach."""
    seen: Mapping[str, tuple[int, int, int]]
    """How many sentences each genre has, how many with an analysis, and how many whose search met the bound."""
    texts: Sequence[Learned]
    of: Mapping[str, str] = field(default_factory=dict)
    """The genre of each text by its name; mixtures are not in it."""

    @property
    def size(self) -> int:
        """How many sentences each text has, at least."""
        return min(len(text) for text in self.texts)


def languages(data: str | None, tell: Callable[[str], object] = lambda _: None) -> list[Language]:
    """The texts of every language, from the folder of the treebanks or, without, from our own.

    Raises:
        InputError: a treebank is not there.
    """
    if data is None:
        return [_own(name, tell) for name in OWN]
    folder = Path(data)
    # The folder of all data will do as well as that of the treebanks.
    if (folder / "ud").is_dir():
        folder = folder / "ud"
    return [_planned(name, plan, folder, tell) for name, plan in PLANS.items()]


def _planned(name: str, plan: Plan, folder: Path, tell: Callable[[str], object]) -> Language:
    grammar, _ = bundled(plan.grammar)
    genres, seen = {}, {}
    for genre, (file, pattern) in plan.genres.items():
        tell(f"{name}: {genre}")
        path = folder / file
        if not path.is_file():
            todo = "give the folder of these treebanks with --data, or leave --data away for the texts of our own"
            raise InputError("no such treebank", todo, path=str(path))
        learned = learn_text(
            grammar, read_text(f"{path}:{pattern}" if pattern else str(path), longest=LONGEST), bounds=BOUNDS
        )
        genres[genre] = _named(learned.accepted(), genre)
        seen[genre] = len(learned), learned.strategies.accepted, learned.unfinished
    size = _size(plan, {genre: len(text) for genre, text in genres.items()})
    taken = dict.fromkeys(genres, 0)

    def next_of(genre: str, count: int) -> list[int]:
        # On from where the last text ended: no sentence is in two of them.
        taken[genre] += count
        return list(range(taken[genre] - count, taken[genre]))

    texts, of = [], {}
    for genre, count in plan.texts.items():
        for number in range(1, count + 1):
            text = genres[genre].take(next_of(genre, size), f"{genre} {number}")
            texts.append(text)
            of[text.text.name] = genre
    for main, added, share in plan.mixtures:
        second = round(size * share)
        parts = genres[main].take(next_of(main, size - second)), genres[added].take(next_of(added, second))
        texts.append(_mixed(f"{main} {100 - round(100 * share)}, {added} {round(100 * share)}", parts))
    return Language(name, grammar, genres, seen, texts, of)


def _size(plan: Plan, have: Mapping[str, int]) -> int:
    """The greatest number of sentences in a text for which every sentence is in one text only."""
    shares = {genre: float(count) for genre, count in plan.texts.items()}
    for main, added, share in plan.mixtures:
        shares[main] += 1 - share
        shares[added] += share
    size = min(int(have[genre] / share) for genre, share in shares.items())
    # Mixtures are of whole sentences: what is rounded up may ask for one more than there is.
    while size and not _fits(plan, have, size):
        size -= 1
    return size


def _fits(plan: Plan, have: Mapping[str, int], size: int) -> bool:
    need = {genre: count * size for genre, count in plan.texts.items()}
    for main, added, share in plan.mixtures:
        need[main] += size - round(size * share)
        need[added] += round(size * share)
    return all(need[genre] <= have[genre] for genre in need)


def _mixed(name: str, parts: Sequence[Learned]) -> Learned:
    from murho_lab.atn.texts.text import joined

    text = joined(name, [part.text for part in parts])
    passages = tuple(passage for part in parts for passage in part.passages)
    strategies = parts[0].strategies + parts[1].strategies
    return Learned(text, strategies, passages, 0)  # of sentences with an analysis, which met no bound


def _own(name: str, tell: Callable[[str], object]) -> Language:
    grammar_name, files = OWN[name]
    grammar, _ = bundled(grammar_name)
    genres, seen, texts, of = {}, {}, [], {}
    for genre, file in files.items():
        tell(f"{name}: {genre}")
        with resources.as_file(resources.files("murho_lab.studies.strategies") / "data" / file) as path:
            text = read_text(str(path))
        learned = learn_text(grammar, text, bounds=BOUNDS)
        genres[genre] = _named(learned.accepted(), genre)
        seen[genre] = len(learned), learned.strategies.accepted, learned.unfinished
        middle = len(genres[genre]) // 2
        for number, rows in enumerate((range(middle), range(middle, len(genres[genre]))), 1):
            texts.append(genres[genre].take(list(rows), f"{genre} {number}"))
            of[texts[-1].text.name] = genre
    return Language(name, grammar, genres, seen, texts, of)


def _named(learned: Learned, name: str) -> Learned:
    text = replace(learned.text, name=name)
    return Learned(text, learned.strategies, learned.passages, learned.unfinished)
