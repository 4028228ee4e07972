"""From one way of annotating trees to another, by a file that says how: tag sets, relations, which word is the head.

A parser that is not built for Universal Dependencies has tags and labels of its own, and may make prepositions the
heads of their nouns. A file says what they are there:

    # conditions -> changes
    xpos=VM*|VS*                            -> upos=VERB
    xpos=VA*                                -> upos=AUX
    xpos=NC*, form=*ción                    -> upos=NOUN, feats.Gender=Fem
    deprel=top                              -> deprel=root
    deprel=subj, head.deprel=pass           -> deprel=nsubj:pass
    deprel=subj                             -> deprel=nsubj
    deprel=sp-obj, child.lemma=por          -> deprel=obl:agent
    keep deprel
    drop xpos
    raise upos=NOUN|PRON over upos=ADP as case

- A column is form, lemma, upos, xpos, feats, deprel, or one feature, as feats.Number. `head.` before it means the head
  of the word, `child.` any of its children. Patterns may hold `*` and `?`, and alternatives between `|`.
- Rules are tried from the top, on the tree as it came; each column of a word is changed once, by the first rule that
  takes it. Where a file changes upos, xpos or deprel, a value that no rule takes is an error, so that nothing gets lost
  unsaid: `keep deprel` lets such values stand, `drop xpos` empties the column.
- `raise CHILD over HEAD as RELATION` is done after that, in the order of the lines: of a head that fits, the first
  child that fits takes the place; the head hangs from it by the relation, and its other children from the child.
- A line that starts with `#` is a comment.

>>> import pathlib, tempfile
>>> file = pathlib.Path(tempfile.mkdtemp(), "own.map")
>>> _ = file.write_text("deprel=top -> deprel=root\\ndeprel=*comp -> deprel=obl\\nraise form=* over upos=ADP as case")
>>> lines = "1 Va _ VERB _ _ 0 top _ _", "2 a _ ADP _ _ 1 comp _ _", "3 Roma _ PROPN _ _ 2 sn-comp _ _"
>>> (tree,) = conllu.parse(tree_map(file)("\\n".join(lines).replace(" ", "\\t") + "\\n\\n"))
>>> [(word.form, word.head, word.deprel) for word in tree.words]
[('Va', 0, 'root'), ('a', 3, 'case'), ('Roma', 1, 'obl')]
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from os import PathLike, fspath
from typing import Any

from murho.core.errors import InputError
from murho.core.tree import EMPTY, Tree, Word
from murho.formats import conllu
from murho.formats.opening import text_lines

COLUMNS = ("form", "lemma", "upos", "xpos", "feats", "deprel")
CLOSED = ("upos", "xpos", "deprel")
"""Columns with an inventory: once a file changes one of them, it has to say what becomes of every value."""
_TODO = "write CONDITION, ... -> CHANGE, ...; keep COLUMN; drop COLUMN; raise CHILD over HEAD as RELATION"


@dataclass(frozen=True)
class Condition:
    """That a column of a word, of its head or of one of its children looks so."""

    whose: str
    """word, head or child."""
    column: str
    patterns: tuple[str, ...]

    def holds(self, tree: Tree, word: Word) -> bool:
        """Whether it does."""
        words = [word]
        if self.whose == "head":
            words = [tree.word(word.head)] if word.head else []
        elif self.whose == "child":
            words = [tree.word(id) for id in tree.children(word.id)]
        return any(fnmatchcase(value(subject, self.column), pattern) for subject in words for pattern in self.patterns)


@dataclass(frozen=True)
class Rule:
    """What becomes of the words that fit."""

    conditions: tuple[Condition, ...]
    changes: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Raise:
    """A child that takes the place of its head."""

    child: tuple[Condition, ...]
    head: tuple[Condition, ...]
    relation: str


@dataclass(frozen=True)
class TreeMap:
    """A mapping file, read; called with a text in CoNLL-U it gives the mapped one."""

    path: str
    rules: tuple[Rule, ...]
    raises: tuple[Raise, ...]
    kept: frozenset[str]
    dropped: frozenset[str]

    def __call__(self, text: Any) -> str:
        """Every sentence of a text, mapped.

        Raises:
            InputError: it is no CoNLL-U, or holds a value that no rule takes.
        """
        if not isinstance(text, str):
            raise InputError(f"{type(text).__name__} where a text in CoNLL-U belongs", "give the tree as CoNLL-U")
        return "".join(conllu.serialise(self.tree(tree), shape="any") for tree in conllu.parse(text, shape="any"))

    def tree(self, tree: Tree) -> Tree:
        """A tree, mapped. Raises InputError where it holds a value that no rule takes."""
        mapped = replace(tree, words=tuple(self._word(tree, word) for word in tree.words))
        for raising in self.raises:
            mapped = raised(mapped, raising)
        return mapped

    def _word(self, tree: Tree, word: Word) -> Word:
        changed: dict[str, str] = {}
        for rule in self.rules:
            if all(condition.holds(tree, word) for condition in rule.conditions):
                for column, new in rule.changes:
                    changed.setdefault(column, new)  # the first rule that changes a column counts
        for column in self._closed:
            if column not in changed and getattr(word, column) != EMPTY:
                shown = f"{getattr(word, column)!r} of word {word.id}, {word.form!r}"
                todo = f"add a rule for it to {self.path}, or `keep {column}` there"
                raise InputError(f"no rule takes the {column} {shown}", todo)
        changed |= dict.fromkeys(self.dropped, EMPTY)
        columns: dict[str, Any] = {column: new for column, new in changed.items() if "." not in column}
        features = {column.removeprefix("feats."): new for column, new in changed.items() if "." in column}
        if features:
            pairs = replace(word, feats=columns.get("feats", word.feats)).features | features
            ordered = sorted((item for item in pairs.items() if item[1] != EMPTY), key=lambda item: item[0].lower())
            columns["feats"] = "|".join(f"{name}={text}" for name, text in ordered) or EMPTY
        return replace(word, **columns)

    @property
    def _closed(self) -> Iterator[str]:
        changed = {column for rule in self.rules for column, _ in rule.changes}
        return (column for column in CLOSED if column in changed - self.kept - self.dropped)


def value(word: Word, column: str) -> str:
    """What stands in a column, or what a feature is; `_` for a feature that the word has not."""
    _, _, feature = column.partition(".")
    return word.features.get(feature, EMPTY) if feature else str(getattr(word, column))


def raised(tree: Tree, how: Raise) -> Tree:
    """The tree in which every child that fits has taken the place of a head that fits."""
    for id in range(1, len(tree) + 1):
        head = tree.word(id)
        if not all(condition.holds(tree, head) for condition in how.head):
            continue
        fitting = (child for child in tree.children(id) if all(one.holds(tree, tree.word(child)) for one in how.child))
        if child := next(fitting, None):
            words = list(tree.words)
            for sibling in tree.children(id):
                words[sibling - 1] = replace(words[sibling - 1], head=child)
            words[child - 1] = replace(words[child - 1], head=head.head, deprel=head.deprel)
            words[id - 1] = replace(head, head=child, deprel=how.relation)
            tree = replace(tree, words=tuple(words))
    return tree


def tree_map(path: str | PathLike[str]) -> TreeMap:
    """The mapping that a file says.

    Raises:
        InputError: FILE:LINE: what is no rule there.
    """
    rules: list[Rule] = []
    raises: list[Raise] = []
    sets: dict[str, set[str]] = {"keep": set(), "drop": set()}
    for line, text in text_lines(path):
        rule = text.strip()
        if not rule or rule.startswith("#"):
            continue
        try:
            verb, _, rest = rule.partition(" ")
            if verb in sets:
                sets[verb].update(_column(name) for name in rest.split(","))
            elif verb == "raise":
                raises.append(_raise(rest))
            else:
                rules.append(_rule(rule))
        except InputError as error:
            raise error.at(fspath(path), line) from None
    return TreeMap(fspath(path), tuple(rules), tuple(raises), frozenset(sets["keep"]), frozenset(sets["drop"]))


def _rule(text: str) -> Rule:
    left, arrow, right = text.partition("->")
    if not arrow:
        raise InputError(f"no rule: {text!r}", _TODO)
    changes = tuple(_pair(part) for part in right.split(","))
    return Rule(_conditions(left), tuple((_column(name), new or EMPTY) for name, new in changes))


def _raise(text: str) -> Raise:
    child, over, rest = text.partition(" over ")
    head, how, relation = rest.rpartition(" as ")
    if not (over and how and relation.strip()):
        raise InputError(f"no rule: {'raise ' + text!r}", "write raise CHILD over HEAD as RELATION")
    return Raise(_conditions(child), _conditions(head), relation.strip())


def _conditions(text: str) -> tuple[Condition, ...]:
    conditions: list[Condition] = []
    for name, patterns in map(_pair, text.split(",")):
        whose, dot, column = name.partition(".")
        if not dot or whose not in ("head", "child"):
            whose, column = "word", name
        conditions.append(Condition(whose, _column(column), tuple(pattern.strip() for pattern in patterns.split("|"))))
    return tuple(conditions)


def _pair(text: str) -> tuple[str, str]:
    name, equals, what = text.partition("=")
    if not equals:
        raise InputError(f"{text.strip()!r} where COLUMN=VALUE belongs", _TODO)
    return name.strip(), what.strip()


def _column(name: str) -> str:
    plain = name.strip()
    if plain not in COLUMNS and not (plain.startswith("feats.") and plain != "feats."):
        raise InputError(f"no column {plain!r}", f"known: {', '.join(COLUMNS)}, feats.NAME")
    return plain
