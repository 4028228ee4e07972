"""What is counted of two treebanks, and the metrics that are ratios of these counts.

The names of what is counted and of what is told about a word, in the order in which implementations give it.

The metrics of the CoNLL shared tasks as ratios of sums: which count is right of which others.

Each is `correct` of what `gold` has and of what the `system` has, and of what is `aligned` in both, if that is told
apart (Zeman and others, CoNLL 2018, section 5): precision = correct / system, recall = correct / gold,
F1 = 2·correct / (gold + system), aligned accuracy = correct / aligned.

>>> METRICS["las"]
Metric(correct='las', gold='gold_words', system='system_words', aligned='aligned')
"""

from typing import NamedTuple


class Metric(NamedTuple):
    """Names of counts."""

    correct: str
    gold: str
    system: str
    aligned: str | None


TITLES = {
    "tokens": "Tokens",
    "sentences": "Sentences",
    "words": "Words",
    "upos": "UPOS",
    "xpos": "XPOS",
    "ufeats": "UFeats",
    "all_tags": "AllTags",
    "lemmas": "Lemmas",
    "uas": "UAS",
    "las": "LAS",
    "la": "LA",
    "clas": "CLAS",
    "mlas": "MLAS",
    "blex": "BLEX",
}
"""What the metrics are called in the field, in the order of the official table; LA is the accuracy of labels."""

METRICS = {
    "tokens": Metric("tokens", "gold_tokens", "system_tokens", None),
    "sentences": Metric("sentences", "gold_sentences", "system_sentences", None),
    "words": Metric("aligned", "gold_words", "system_words", None),
    **{
        name: Metric(name, "gold_words", "system_words", "aligned")
        for name in ("upos", "xpos", "ufeats", "all_tags", "lemmas", "uas", "las", "la")
    },
    **{name: Metric(name, "gold_content", "system_content", "aligned_content") for name in ("clas", "mlas", "blex")},
}
EQUAL_TOKENS = ("uas", "las", "la")
"""What the rules of CoNLL-X score."""


COUNTS = (
    "gold_tokens",
    "system_tokens",
    "tokens",
    "gold_sentences",
    "system_sentences",
    "sentences",
    "gold_words",
    "system_words",
    "aligned",
    "upos",
    "xpos",
    "ufeats",
    "all_tags",
    "lemmas",
    "uas",
    "las",
    "la",
    "gold_content",
    "system_content",
    "aligned_content",
    "clas",
    "mlas",
    "blex",
    "exact_uas",
    "exact_las",
    "gold_roots",
    "roots",
)
"""Per gold sentence. What the system has belongs to the gold sentence in which its first character lies."""

FLAGS = (
    "aligned",
    "upos",
    "xpos",
    "ufeats",
    "all_tags",
    "lemmas",
    "uas",
    "las",
    "la",
    "clas",
    "mlas",
    "blex",
    "content",
    "system_content",
)
"""What is true of a word, as bits from the lowest."""


class Row(NamedTuple):
    """A gold word with the system word aligned to it, or either alone: then the other's numbers are -1."""

    sentence: int
    gold_word: int
    gold_head: int
    gold_depth: int
    gold_upos: str | None
    gold_deprel: str | None
    system_word: int
    system_head: int
    system_depth: int
    system_upos: str | None
    system_deprel: str | None
    flags: int
