"""The finer features of the structure of a text, found in its surface.

R relative clauses, I interrogative clauses, N non-finite clauses (gerunds and participles), P prepositional phrases,
Q quantifiers and predeterminers, S possessives, demonstratives and personal pronouns (Guida and Mauri 1984, appendix).

>>> finer_features("Tell me who works in the town in which he was born.", "en")
'RIPS'
>>> finer_features("impiegati assunti dopo il 1975", "it"), finer_features("¿Cuántos son?", "es")
('NP', 'Q')
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from murho.languages.cues import Cues, Patterns, cues_of
from murho.languages.structural_class import written_in_full

FINER = "RINPQS"
_TOKEN = re.compile(r"[^\W_]+(?:-[^\W_]+)*'?|[,;:.?!]+")


@lru_cache(maxsize=4096)
def finer_features(text: str, language: str) -> str:
    """Which of the finer features a text shows, in the order of FINER.

    Raises:
        ValueError: there are no cues of the language.
    """
    cues = cues_of(language)
    plain = written_in_full(text, cues)
    for pattern in cues.set_phrases:
        plain = re.sub(pattern, " ", plain)
    # Signs are kept, since what a clause begins with has nothing before it.
    words = [token if token[0].isalnum() else "," for token in _TOKEN.findall(plain)]
    whole, raw = " ".join(words), text.lower().replace("’", "'")  # where words are still joined, as in dell'anno
    shown = {
        "R": _any(cues.relative_phrases, whole) or any(_is_relative(words, at, cues) for at in range(1, len(words))),
        "I": any(_is_asked(words, at, cues) for at in range(1, len(words))),
        "N": any(_is_non_finite(words, at, cues) for at in range(len(words))),
        "P": not cues.case_words.isdisjoint(words) or _any(cues.prepositional_phrases, f"{whole} {raw}"),
        "Q": not cues.quantifiers.isdisjoint(words) or _any(cues.quantifier_phrases, whole),
        "S": not cues.pronouns.isdisjoint(words) or _any(cues.pronoun_phrases, whole),
    }
    return "".join(name for name in FINER if shown[name])


def _any(patterns: Patterns, whole: str) -> bool:
    return any(re.search(pattern, whole) for pattern in patterns)


def _is_relative(words: Sequence[str], at: int, cues: Cues) -> bool:
    """Whether a relative clause begins at this place, if need be behind a comma and with a preposition."""
    if words[at] not in cues.relatives:
        return False
    before = at - 1
    while before >= 0 and (words[before] in cues.case_words or words[before] == ","):
        before -= 1
    if before < 0 or words[before] in cues.coordinators:
        return False
    return words[before] not in cues.complements | cues.imperatives and not _reports(words[before], cues)


def _is_asked(words: Sequence[str], at: int, cues: Cues) -> bool:
    """Whether an interrogative clause begins at this place, if need be with a preposition."""
    if words[at] not in cues.asked:
        return False
    before = at - 1
    while before > 0 and (words[before] in cues.between or words[before] in cues.case_words):
        before -= 1
    return _reports(words[before], cues)


def _reports(word: str, cues: Cues) -> bool:
    return word in cues.reporters or any(re.fullmatch(pattern, word) for pattern in cues.reporter_patterns)


def _is_non_finite(words: Sequence[str], at: int, cues: Cues) -> bool:
    """Whether this word is a gerund, or a participle with more behind it, that is part of no finite verb."""
    word, before = words[at], words[max(0, at - 2) : at]
    if word in cues.no_verbs or not cues.auxiliaries.isdisjoint(before):
        return False
    nominal = bool(before) and (
        before[-1] in cues.determiners or before[-1] in cues.quantifiers or before[-1] in cues.case_words
    )
    if any(re.fullmatch(pattern, word) for pattern in cues.gerunds):
        return not nominal
    if nominal or not any(re.fullmatch(pattern, word) for pattern in cues.participles) or at + 1 == len(words):
        return False
    behind = words[at + 1]
    return behind in cues.case_words or behind[0].isdigit()
