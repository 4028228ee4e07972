"""The names of what is counted and of what is told about a word, in the order in which implementations give it."""

from typing import NamedTuple

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
