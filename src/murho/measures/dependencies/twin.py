"""Scores of dependency trees in plain Python: the oracle of the compiled `_scoring`, and its stand-in.

`score` takes a stretch of text that both sides cover and counts, per gold sentence, what both sides have and what is
right. Words are aligned first (`aligning`).
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from murho.core.errors import InputError
from murho.measures.dependencies.counts import COUNTS, FLAGS, Row
from murho.measures.dependencies.reading import Segment, Sentence, Word
from murho.measures.dependencies.rules import FUNCTION, UNIVERSAL_FEATURES, Rules

# Which words of two analyses of a text belong together.
#
# Words that are tokens go together if they cover the same characters. Where either side has a multiword token, whose
# words have no characters of their own, the longest common subsequence of the forms goes together, in lower case.


LARGEST_REGION = 1 << 24
"""The longest common subsequence is looked for in regions of at most so many pairs of words."""


def aligned(gold: Sequence[Word], system: Sequence[Word], path: str = "gold") -> Iterator[tuple[int, int]]:
    """Pairs of words, as indices, in order.

    Words that are tokens go together if they cover the same characters. Where either side has a multiword token, all
    that multiword tokens cover there is one region, and in it the longest common subsequence of forms goes together.
    """
    g = s = 0
    while g < len(gold) and s < len(system):
        ours, theirs = gold[g].token, system[s].token
        if gold[g].multiword or system[s].multiword:
            (i, j), (g, s) = region(gold, system, g, s)
            # Equal words in front need no table.
            while i < g and j < s and gold[i].form.lower() == system[j].form.lower():
                yield i, j
                i, j = i + 1, j + 1
            if (g - i) * (s - j) > LARGEST_REGION:
                found = f"multiword tokens that cover {g - i} words here and {s - j} on the system's side"
                raise InputError(found, "keep them short", path=path, line=gold[i].line)
            left, right = ([word.form.lower() for word in side] for side in (gold[i:g], system[j:s]))
            yield from ((i + k, j + m) for k, m in common(left, right))
        elif (ours.start, ours.end) == (theirs.start, theirs.end):
            yield g, s
            g, s = g + 1, s + 1
        elif ours.start <= theirs.start:
            g += 1
        else:
            s += 1


def region(gold: Sequence[Word], system: Sequence[Word], g: int, s: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The first words of a region whose first multiword token is at `g` or `s`, and the first words behind it.

    One word before that token may still be waiting on the other side; it is passed over. The region grows with every
    multiword token that begins inside, and takes in the words that end inside it.
    """
    if gold[g].multiword:
        end = gold[g].token.end
        s += not system[s].multiword and system[s].token.start < gold[g].token.start
    else:
        end = system[s].token.end
        g += gold[g].token.start < system[s].token.start
    first = g, s
    while _inside(gold, g, end) or _inside(system, s, end):
        if g < len(gold) and (s == len(system) or gold[g].token.start <= system[s].token.start):
            taken, g = gold[g], g + 1
        else:
            taken, s = system[s], s + 1
        if taken.multiword:
            end = max(end, taken.token.end)
    return first, (g, s)


def _inside(words: Sequence[Word], at: int, end: int) -> bool:
    if at == len(words):
        return False
    return words[at].token.start < end if words[at].multiword else words[at].token.end <= end


def common(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[int, int]]:
    """A longest common subsequence as pairs of indices: equals in front are paired, else the left goes on if it can.

    >>> list(common("abcab", "cbab"))
    [(2, 0), (3, 2), (4, 3)]
    """
    best = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left))):
        for j in reversed(range(len(right))):
            longer = best[i + 1][j + 1] + 1 if left[i] == right[j] else 0
            best[i][j] = max(longer, best[i + 1][j], best[i][j + 1])
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] == right[j]:
            yield i, j
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1


Counts = dict[str, int]


def score(segment: Segment, rules: Rules) -> tuple[list[Counts], list[Row]]:
    """The counts of each gold sentence, and a row for each gold word and each system word that has no partner."""
    gold, system = _Side(segment.gold, rules), _Side(segment.system, rules)
    if rules.equal_tokens:
        pairs = [(i, i) for i in range(len(gold.words))]
    else:
        pairs = list(aligned(gold.words, system.words, segment.path))
    to_system, to_gold = dict(pairs), {s: g for g, s in pairs}
    starts = [sentence.span[0] for sentence in segment.gold]
    of_gold, of_system = ([_sentence(starts, word.token.start) for word in side.words] for side in (gold, system))
    counts = _spans(segment, starts)
    rows: list[Row] = []
    for g, word in enumerate(gold.words):
        if gold.dropped[g]:
            continue
        at = counts[of_gold[g]]
        at["gold_words"] += 1
        at["gold_content"] += rules.content(word.relation)
        at["gold_roots"] += word.head == 0
        s = to_system.get(g, -1)
        flags = right(gold, system, g, s, to_gold, rules) if s >= 0 else {}
        at["roots"] += word.head == 0 and flags.get("uas", False)
        at["aligned_content"] += s >= 0 and rules.content(word.relation)
        for name, hit in flags.items():
            at[name] += hit
        flags = flags | {"content": rules.content(word.relation)}
        flags["system_content"] = s >= 0 and rules.content(system.words[s].relation)
        rows.append(_row(of_gold[g], gold, g, system, s, flags))
    for s, word in enumerate(system.words):
        if system.dropped[s]:
            continue
        at = counts[of_system[s]]
        at["system_words"] += 1
        at["system_content"] += rules.content(word.relation)
        if s not in to_gold:
            rows.append(_row(of_system[s], gold, -1, system, s, {"system_content": rules.content(word.relation)}))
    for at in counts:
        is_matched = at["sentences"] == 1 and at["system_words"] == at["gold_words"]
        at["exact_uas"] = is_matched and at["uas"] == at["gold_words"]
        at["exact_las"] = is_matched and at["las"] == at["gold_words"]
    # A stable sort: words keep their order, those of the system alone come behind those of their sentence.
    rows.sort(key=lambda row: (row.sentence, row.gold_word < 0))
    return counts, rows


def _sentence(starts: list[int], character: int) -> int:
    """The index of the gold sentence in which a character lies."""
    return bisect_right(starts, character) - 1


def _spans(segment: Segment, starts: list[int]) -> list[Counts]:
    """The counts of each gold sentence, as far as they are of sentences and tokens."""
    counts = [dict.fromkeys(COUNTS, 0) for _ in starts]
    spans = {sentence.span for sentence in segment.system}
    for sentence, at in zip(segment.gold, counts, strict=True):
        at["gold_sentences"] += 1
        at["sentences"] += sentence.span in spans
        at["gold_tokens"] += len(sentence.tokens)
    for sentence in segment.system:
        counts[_sentence(starts, sentence.span[0])]["system_sentences"] += 1
        for token in sentence.tokens:
            counts[_sentence(starts, token.start)]["system_tokens"] += 1
    gold, system = ({(t.start, t.end) for x in side for t in x.tokens} for side in (segment.gold, segment.system))
    for start, _ in gold & system:
        counts[_sentence(starts, start)]["tokens"] += 1
    return counts


class _Side:
    """The words of one side as one list, and what the scores ask of them."""

    def __init__(self, sentences: Sequence[Sentence], rules: Rules):
        self.words = [word for sentence in sentences for word in sentence.words]
        self.numbers = [n for sentence in sentences for n in range(1, len(sentence.words) + 1)]
        self.depths = [depth for sentence in sentences for depth in sentence.depths()]
        self.dropped = [rules.punctuation == "drop" and is_punctuation(word.form) for word in self.words]
        self.parents: list[int] = []
        """The index of the head of each word; -1 for a root."""
        for sentence in sentences:
            first = len(self.parents)
            self.parents += [first + word.head - 1 if word.head else -1 for word in sentence.words]
        self.function_children: list[list[int]] = [[] for _ in self.words]
        for child, (word, parent) in enumerate(zip(self.words, self.parents, strict=True)):
            if parent >= 0 and word.relation.partition(":")[0] in FUNCTION:
                self.function_children[parent].append(child)


def right(gold: _Side, system: _Side, g: int, s: int, to_gold: dict[int, int], rules: Rules) -> dict[str, bool]:
    """What is right about a system word that is aligned with a gold word."""
    ours, theirs = gold.words[g], system.words[s]
    upos, xpos = ours.upos == theirs.upos, ours.xpos == theirs.xpos
    ufeats = features(ours.feats, rules) == features(theirs.feats, rules)
    lemma = ours.lemma == theirs.lemma or (rules.free_lemmas and ours.lemma == "_")
    # -1 is a root on either side; -2 a head that no gold word corresponds to, and so never right.
    uas = gold.parents[g] == (-1 if system.parents[s] < 0 else to_gold.get(system.parents[s], -2))
    la = ours.relation == theirs.relation
    clas = uas and la and rules.content(ours.relation)
    children = [(c, *_morphology(gold.words[c], rules)) for c in gold.function_children[g]]
    answered = [(to_gold.get(c, -2), *_morphology(system.words[c], rules)) for c in system.function_children[s]]
    return {
        "aligned": True,
        "upos": upos,
        "xpos": xpos,
        "ufeats": ufeats,
        "all_tags": upos and xpos and ufeats,
        "lemmas": lemma,
        "uas": uas,
        "las": uas and la,
        "la": la,
        "clas": clas,
        "mlas": clas and upos and ufeats and children == answered,
        "blex": clas and lemma,
    }


def _morphology(word: Word, rules: Rules) -> tuple[object, ...]:
    return word.relation, word.upos, features(word.feats, rules)


def features(text: str, rules: Rules) -> object:
    """What is compared of a column of features."""
    if not rules.universal_features:
        return text
    return sorted(part for part in text.split("|") if part.partition("=")[0] in UNIVERSAL_FEATURES)


def is_punctuation(form: str) -> bool:
    """Whether all characters have a category P*; a form without characters is none.

    >>> is_punctuation("...»"), is_punctuation("$"), is_punctuation("")
    (True, False, False)
    """
    return bool(form) and all(unicodedata.category(c).startswith("P") for c in form)


def _row(sentence: int, gold: _Side, g: int, system: _Side, s: int, flags: dict[str, bool]) -> Row:
    bits = sum(1 << bit for bit, name in enumerate(FLAGS) if flags.get(name))
    return Row(sentence, *_described(gold, g), *_described(system, s), bits)


def _described(side: _Side, index: int) -> tuple[int, int, int, str | None, str | None]:
    if index < 0:
        return -1, -1, -1, None, None
    word = side.words[index]
    return side.numbers[index], word.head, side.depths[index], word.upos, word.relation
