"""Which words of two analyses of a text belong together.

Words that are tokens go together if they cover the same characters. Where either side has a multiword token, whose
words have no characters of their own, the longest common subsequence of the forms goes together, in lower case.
"""

from collections.abc import Iterator, Sequence

from murho.core.errors import InputError
from murho.measures.dependencies.reading import Word

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
