"""The metrics of the CoNLL shared tasks as ratios of sums: which count is right of which others.

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
