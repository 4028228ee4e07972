"""Coverage and attachment on a treebank."""

from murho_lab.atn import Reading, Sentence, Token, bundled, grammar
from murho_lab.atn.coverage import cover
from murho_lab.atn.treebank import Tree


def test_counts_by_hand() -> None:
    nets = grammar("(S (CAT (D X) T (DEP det *) (TO S)) (CAT N T (HEAD *) (TO E))) (E (CAT D T (TO E)) (POP 's T))")
    word = {name: Token(name.lower(), (Reading(name),)) for name in "DNX"}

    def gold(text: str, heads: tuple[int, ...]) -> Tree:
        relations = tuple("root" if head == 0 else "det:x" for head in heads)
        return Tree(text, "", Sentence([word[one] for one in text]), heads, relations)

    found = cover(nets, [gold("DN", (2, 0)), gold("DDN", (2, 3, 0)), gold("X", (0,)), gold("ND", (0, 1))])
    figures = found.as_json()
    assert [one.reason for one in found.sentences] == [
        None, None, "no analysis", "word 2 has no head; say (DEP relation ...) where it is taken",
    ]  # fmt: skip
    assert (figures["sentences"], figures["covered"], figures["words"]) == (4, 2, 5)
    assert figures["coverage"]["value"] == 0.5
    assert figures["uas"]["value"] == figures["las"]["value"] == 0.8
    assert len(found.lines(failed=True)) == 5 + 2


def test_nothing_covered() -> None:
    figures = cover(bundled("ud")[0], []).as_json()
    assert figures["coverage"]["value"] is figures["uas"]["value"] is None
