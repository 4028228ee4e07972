"""Whether an answer of a parser is an analysis of its expression, and if not, why.

>>> tree = "1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> fault("Go", tree), fault("Go on", tree)
(None, "the tree is of another text: 'Go'")
>>> fault("Go", tree.replace("\\t0\\t", "\\t1\\t"))
'no tree: the heads go round in a circle: 1 → 1'
"""

from murho.core.errors import InputError, shortened
from murho.formats import conllu


def no_tree(answer: object, *, tagged: bool = False) -> str | None:
    """Why an answer is no tree, if it is none; if `tagged`, words without any heads will do, as a tagger gives them.

    Several roots are nothing wrong: scorers take them.
    """
    if not isinstance(answer, str):
        return f"no tree: {shortened(repr(answer), 80)}"
    try:
        conllu.parse(answer, shape="forest")
    except InputError as error:
        if tagged and _headless(answer):
            return None
        return f"no tree: {shortened(error.found, 200)}"
    return None


def _headless(text: str) -> bool:
    try:
        return all(word.head is None for tree in conllu.parse(text, shape="any") for word in tree.words)
    except InputError:
        return False


def fault(expression: str, answer: object) -> str | None:
    """What is wrong with an answer, if something is: it is no tree, or one of another text; spaces do not count."""
    if wrong := no_tree(answer):
        return wrong
    written = " ".join(tree.surface for tree in conllu.parse(str(answer), shape="any"))
    if "".join(written.split()) != "".join(expression.split()):
        return f"the tree is of another text: {shortened(repr(written), 80)}"
    return None
