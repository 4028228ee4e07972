"""Trees of gold and system as a page: every sentence to look at, the worst if there are too many."""

from collections.abc import Iterable

from murho.figures.parse_scores import parse_scores, sheet
from murho.formats.opening import Path
from murho.pages.rendering import write_page
from murho.pipeline.aligning.tree_alignment import Stretch
from murho.pipeline.scoring.score import Score
from murho.sheets.drawing.trees import tree
from murho.views.sentences import sentences


def write_trees(path: Path, passing: Iterable[Stretch], score: Score, title: str, worst: int | None = None) -> None:
    """Write one page that needs no network: the scores, and trees; of more than 100 (or `worst`) the worst.

    Raises OutputError where it cannot be written.
    """
    from markupsafe import Markup

    shown, cut = sentences(passing, worst)
    found = parse_scores(score)
    write_page(
        path,
        "trees.html",
        name=title,
        signature=score.signature,
        scores=None if found is None else sheet(found),
        sentences=[(sentence, Markup(tree(sentence.places, sentence.id))) for sentence in shown],
        cut=cut,
    )
