"""Trees of words: the words with their heads, what heads must be, and the notation of links.

Dependency trees as frozen values: words with their heads and relations, and what can be asked of them.

Words are counted from 1, and 0 is the root above them. What a treebank leaves open is `_`, as in the files.

>>> dogs = Word(1, "Dogs", "dog", "NOUN", head=2, deprel="nsubj")
>>> bark = Word(2, "bark", "bark", "VERB", head=0, deprel="root")
>>> tree = Tree((dogs, bark), comments=("# sent_id = s1",))
>>> tree.sent_id, tree.text, tree.root, tree.children(2), tree.depth(1), tree.arc_length(1)
('s1', 'Dogs bark', 2, (1,), 2, -1)

What heads of words must be: those of a tree, or a forest; and what keeps them from it.

>>> fault([2, 0]), fault([2, 3]).found
(None, 'head 3 of word 2')

Links: a dependency told by its two parts of speech, parent first, as in `v-n`, a noun below a verb.

Parts of speech are generalised to one letter, main verbs apart from auxiliaries and copulas (the notation of
Lloberes, Castellón, Padró and González 2014, section 5.1, over the tags of Universal Dependencies).

>>> link("VERB", "NOUN"), link("NOUN", "ADP"), link("VERB", "AUX")
('v-n', 'n-s', 'v-x')
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

Shape = Literal["tree", "forest", "any"]
"""What heads must be: a `tree` with exactly one root, as Universal Dependencies has it; a `forest`, with one root or
several, as CoNLL-X allows; or `any`, where heads may be missing or go round in circles."""


class Fault(NamedTuple):
    """What is wrong with heads."""

    word: int
    """Where: the id of a word; 0 the sentence as a whole."""
    found: str
    todo: str


def fault(heads: Sequence[int | None], shape: Shape = "tree") -> Fault | None:
    """What keeps heads from being of that shape; None if nothing does.

    >>> fault([2, 0]), fault([2, 1]).found, fault([0, 0]).found, fault([0, 0], "forest"), fault([2, 1], "any")
    (None, 'the heads go round in a circle: 1 → 2 → 1', 'a second root, after word 1', None, None)
    """
    size = len(heads)
    for id, head in enumerate(heads, 1):
        if head is None:
            if shape != "any":
                return Fault(id, f"word {id} has no head", f"give 0 for the root, or a word, 1 to {size}")
        elif not 0 <= head <= size:
            return Fault(
                id, f"head {head} of word {id}", f"the words are 1 to {size}; give one of them, or 0 for the root"
            )
    if shape == "any":
        return None
    if circle := _circle(heads):
        drawn = [str(id) for id in ([*circle, circle[0]] if len(circle) <= 8 else [*circle[:8], "..."])]
        todo = "every word must hang from a root: correct one of these heads"
        return Fault(circle[0], f"the heads go round in a circle: {' → '.join(drawn)}", todo)
    roots = [id for id, head in enumerate(heads, 1) if head == 0]
    if shape == "tree" and len(roots) > 1:
        todo = "a sentence has exactly one root: give all other words a head"
        return Fault(roots[1], f"a second root, after word {roots[0]}", todo)
    return None  # words without a circle hang from a root, so there is one


def _circle(heads: Sequence[int | None]) -> list[int]:
    """Words whose heads go round in a circle, if there are any, from the leftmost one."""
    reached = [0] * (len(heads) + 1)
    for start in range(1, len(heads) + 1):
        node = start
        while node and not reached[node]:
            reached[node] = start  # the start of the walk that came here first: meeting one's own closes a circle
            node = heads[node - 1] or 0
        if node and reached[node] == start:
            circle, next_node = [node], heads[node - 1] or 0
            while next_node != node:
                circle.append(next_node)
                next_node = heads[next_node - 1] or 0
            least = circle.index(min(circle))
            return circle[least:] + circle[:least]
    return []


EMPTY = "_"
"""What stands in a column that says nothing."""


@dataclass(frozen=True, slots=True)
class Word:
    """A syntactic word. All columns are kept as they are written."""

    id: int
    """Its place among the words, counted from 1."""
    form: str
    lemma: str = EMPTY
    upos: str = EMPTY
    """The universal part of speech; the coarse one (CPOSTAG) in CoNLL-X."""
    xpos: str = EMPTY
    """The treebank's own part of speech; POSTAG in CoNLL-X."""
    feats: str = EMPTY
    head: int | None = None
    """The id of its head; 0 of a root; None where it is left open."""
    deprel: str = EMPTY
    deps: str = EMPTY
    """Enhanced dependencies; CoNLL-X has none."""
    misc: str = EMPTY
    """Anything else; CoNLL-X has none."""
    phead: int | None = None
    """The head in a projective tree, which only CoNLL-X has."""
    pdeprel: str = EMPTY
    """The relation to that head."""

    @property
    def features(self) -> dict[str, str]:
        """FEATS by name; one without a value, as CoNLL-X allows, has an empty one.

        >>> Word(1, "la", feats="Gender=Fem|sg").features
        {'Gender': 'Fem', 'sg': ''}
        """
        return attributes(self.feats)

    @property
    def relation(self) -> str:
        """The relation without its subtype.

        >>> Word(1, "se", deprel="expl:pv").relation
        'expl'
        """
        return self.deprel.partition(":")[0]

    @property
    def space_after(self) -> bool:
        """Whether a space follows in the text, if the word is no part of a multiword token."""
        return not _joined(self.misc)


Rest = tuple[str, str, str, str, str, str, str, str]
"""The eight columns after FORM: LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC."""
_NO_REST: Rest = (EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY)


class Multiword(NamedTuple):
    """A token of several syntactic words, as Spanish *del*: the words `first` to `last` are one in the text."""

    first: int
    last: int
    form: str
    rest: Rest = _NO_REST
    """The other columns; Universal Dependencies leaves all but FEATS (`Typo=Yes`) and MISC empty."""

    @property
    def space_after(self) -> bool:
        """Whether a space follows in the text."""
        return not _joined(self.rest[-1])


class EmptyNode(NamedTuple):
    """A node of the enhanced dependencies that is not in the text, such as an elided verb; its id is `after.number`."""

    after: int
    """The word it stands after; 0 where it stands before the first."""
    number: int
    """Its place among those after that word, counted from 1."""
    form: str
    rest: Rest = _NO_REST


@dataclass(frozen=True)
class Tree:
    """A sentence. Nothing is checked here; the readers of files do (`fault`)."""

    words: tuple[Word, ...]
    multiwords: tuple[Multiword, ...] = ()
    empty_nodes: tuple[EmptyNode, ...] = ()
    comments: tuple[str, ...] = ()
    """The lines before the first word, each from its `#` on."""
    line: int = field(default=0, compare=False)
    """Where it starts in its file, counted from 1; 0 if it is from none."""

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def heads(self) -> tuple[int | None, ...]:
        """The head of every word (words,): an id, 0 for a root, None where it is left open."""
        return tuple(word.head for word in self.words)

    @property
    def relations(self) -> tuple[str, ...]:
        """The relation of every word to its head (words,), with its subtype."""
        return tuple(word.deprel for word in self.words)

    @property
    def roots(self) -> tuple[int, ...]:
        """The words whose head is 0."""
        return self.children(0)

    @property
    def root(self) -> int:
        """The one word whose head is 0.

        Raises:
            ValueError: the tree has no root, or more than one.
        """
        if len(self.roots) != 1:
            raise ValueError(f"{len(self.roots)} roots where one was expected")
        return self.roots[0]

    def word(self, id: int) -> Word:
        """The word with this id.

        Raises:
            IndexError: the tree has no such word; 0 is the root, which is no word.
        """
        if not 1 <= id <= len(self.words):
            raise IndexError(f"no word {id} among {len(self.words)}")
        return self.words[id - 1]

    def line_of(self, id: int) -> int:
        """The line of a word in its file, for messages; 0 if the sentence is from none."""
        above = sum(multiword.first <= id for multiword in self.multiwords)
        above += sum(node.after < id for node in self.empty_nodes)
        return self.line and self.line + len(self.comments) + above + id - 1

    def children(self, id: int) -> tuple[int, ...]:
        """The words whose head is this one, from left to right; those of 0 are the roots."""
        return self._children.get(id, ())

    @cached_property
    def _children(self) -> dict[int | None, tuple[int, ...]]:
        children: dict[int | None, list[int]] = {}
        for id, head in enumerate(self.heads, 1):
            children.setdefault(head, []).append(id)
        return {head: tuple(ids) for head, ids in children.items()}

    def subtree(self, id: int) -> tuple[int, ...]:
        """This word and all below it, from left to right; of 0, all that hang from a root."""
        below = {id}
        waiting = [id]
        while waiting:
            # Nothing is checked here, so heads may go in a circle; what is in `below` is not taken up again.
            new = [child for child in self.children(waiting.pop()) if child not in below]
            below.update(new)
            waiting += new
        return tuple(sorted(below - {0}))

    def depth(self, id: int) -> int:
        """How many arcs it is below 0: 1 for a root, 2 for its children...

        Raises:
            ValueError: the heads above it go round in a circle, or one of them is missing.
        """
        depth, node = 0, id
        while node != 0:
            head = self.word(node).head
            depth += 1
            if head is None or depth > len(self.words):
                raise ValueError(f"word {id} does not hang from a root")
            node = head
        return depth

    def arc_length(self, id: int) -> int | None:
        """How far a word stands from its head: 1 just after it, -1 just before it; 0 of a root, None without a head."""
        head = self.word(id).head
        return None if head is None else 0 if head == 0 else id - head

    def comment(self, key: str) -> str | None:
        """What a comment `# key = value` says; of several the first.

        >>> Tree((), comments=("# newdoc id = d1", "#text=¿Sí?")).comment("text")
        '¿Sí?'
        """
        for name, value in self.metadata():
            if name == key:
                return value
        return None

    def metadata(self) -> Iterator[tuple[str, str]]:
        """Keys and values of all comments `# key = value`; a comment without `=` is a key with an empty value."""
        for comment in self.comments:
            key, _, value = comment[1:].partition("=")
            yield key.strip(), value.strip()

    @property
    def sent_id(self) -> str | None:
        """The id of the sentence, if it has one."""
        return self.comment("sent_id") or None

    @property
    def text(self) -> str:
        """The text as its comment has it, or else as put together from the forms."""
        return self.comment("text") or self.surface

    @property
    def surface(self) -> str:
        """The text as put together from the forms and `SpaceAfter=No`.

        >>> Tree((Word(1, "de"), Word(2, "el"), Word(3, "río", misc="SpaceAfter=No"), Word(4, ".")),
        ...      (Multiword(1, 2, "del"),)).surface
        'del río.'
        """
        return "".join(token.form + " " * token.space_after for token in self.tokens).rstrip(" ")

    @property
    def tokens(self) -> list[Word | Multiword]:
        """What stands in the text: multiword tokens, and the words that are part of none."""
        tokens: list[Word | Multiword] = []
        done = 0
        for multiword in self.multiwords:
            tokens += self.words[done : multiword.first - 1]
            tokens.append(multiword)
            done = multiword.last
        return tokens + list(self.words[done:])


def attributes(column: str) -> dict[str, str]:
    """The attributes of FEATS or MISC, `name=value` parted by `|`; one without a value has an empty one.

    >>> attributes("SpaceAfter=No|Typo"), attributes("_")
    ({'SpaceAfter': 'No', 'Typo': ''}, {})
    """
    if column in (EMPTY, ""):
        return {}
    return {name: value for name, _, value in (pair.partition("=") for pair in column.split("|"))}


def _joined(misc: str) -> bool:
    return "SpaceAfter=No" in misc and "SpaceAfter=No" in misc.split("|")


LETTERS = {
    "VERB": "v",
    "AUX": "x",
    "NOUN": "n",
    "PROPN": "n",
    "ADJ": "a",
    "ADV": "r",
    "PRON": "p",
    "DET": "d",
    "ADP": "s",
    "CCONJ": "c",
    "SCONJ": "c",
    "NUM": "z",
    "INTJ": "i",
    "PART": "t",
    "PUNCT": "f",
    "SYM": "y",
    "X": "w",
}
"""The letter of each universal part of speech."""


def letter(upos: str) -> str:
    """The letter of a part of speech; what is none of the universal ones is `w`, other.

    >>> letter("PROPN"), letter("CONJ")
    ('n', 'w')
    """
    return LETTERS.get(upos, "w")


def link(parent: str, child: str) -> str:
    """The link between two words of these parts of speech."""
    return f"{letter(parent)}-{letter(child)}"


def is_link(text: str) -> bool:
    """Whether the text names a link.

    >>> is_link("v-n"), is_link("v-q"), is_link("vn")
    (True, False, False)
    """
    parent, dash, child = text.partition("-")
    known = set(LETTERS.values())
    return dash == "-" and parent in known and child in known
