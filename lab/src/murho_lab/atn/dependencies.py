"""The dependency tree that an analysis says, where its grammar says heads (HEAD and DEP).

>>> from murho_lab.atn.grammar import grammar
>>> from murho_lab.atn.lexicon import Sentence, Token, Reading
>>> from murho_lab.atn.parsing import parse
>>> nets = grammar("(S (CAT NOUN T (DEP nsubj *) (TO S/V))) (S/V (CAT VERB T (HEAD *) (TO S/E))) (S/E (POP 'S T))")
>>> dogs = Sentence([Token("Dogs", (Reading("NOUN"),)), Token("bark", (Reading("VERB"),))])
>>> tree(parse(nets, dogs).analyses[0], 2)
[(2, 'nsubj'), (0, 'root')]
"""

from collections.abc import Sequence

from murho.core.errors import MurhoError
from murho_lab.atn.analysis import Analysis
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.parsing import links
from murho_lab.atn.values import head_of


class NotATreeError(MurhoError):
    """What an analysis says of heads is not one tree over all words: the grammar has to be mended."""


def tree(analysis: Analysis, length: int) -> list[tuple[int, str]]:
    """The head, 0 for the root, and the relation of every word.

    Args:
        analysis: of a sentence.
        length: how many words it has.

    Raises:
        NotATreeError: a word without a head or with two, no root, or a cycle; it says which.
    """
    root = head_of(analysis.value)
    if root is None:
        raise NotATreeError("the analysis has no head; say (HEAD ...) in the network of the start")
    heads: dict[int, tuple[int, str]] = {root.position: (0, "root")}
    for governor, dependent, relation in links(analysis):
        if dependent in heads:
            raise NotATreeError(f"word {dependent} has two heads; look for a second DEP of it, or of the root")
        if governor == 0:
            raise NotATreeError(f"word {dependent} depends on a constituent without a head; say (HEAD ...) in it")
        heads[dependent] = (governor, relation)
    missing = [position for position in range(1, length + 1) if position not in heads]
    if missing:
        raise NotATreeError(f"word {missing[0]} has no head; say (DEP relation ...) where it is taken")
    sound: set[int] = {0}  # known to lead to the root; every word is walked past once
    for position in heads:
        way: set[int] = set()
        while position not in sound:
            if position in way:
                raise NotATreeError(f"word {position} depends on itself, through others")
            way.add(position)
            position = heads[position][0]
        sound |= way
    return [heads[position] for position in range(1, length + 1)]


def conllu(sentence: Sentence, heads: Sequence[tuple[int, str]], *, name: str = "1") -> str:
    """A sentence with its heads as CoNLL-U, the last line empty."""
    lines = [f"# sent_id = {name}", f"# text = {' '.join(word.form for word in sentence.words)}"]
    for position, (word, (head, relation)) in enumerate(zip(sentence.words, heads, strict=True), 1):
        category, features = word.readings[0] if word.readings else ("_", {})
        inner = {key: value for key, value in features.items() if key not in ("Lemma", "XPOS")}
        feats = "|".join(f"{key}={inner[key]}" for key in sorted(inner, key=str.lower)) or "_"
        columns = [position, word.form, features.get("Lemma", "_"), category, features.get("XPOS", "_"), feats, head]
        lines.append("\t".join(map(str, [*columns, relation, "_", "_"])))
    return "\n".join([*lines, "", ""])
