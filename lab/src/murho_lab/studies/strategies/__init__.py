"""The selection of strategies for an ATN parser (Ferrari and Stock 1980), on real texts.

The paper held a grammar constant, learned from a science fiction novel and from a handbook of food chemistry in which
order to try its arcs, and searched the first with the strategies of both: penetrance 0.52 and 0.39. Its grammar and its
texts are lost; the study asks the same questions, and those that it left open, of three grammars and of treebanks of
Italian, Spanish and English, or of small texts of our own.

    murho study strategies --data FOLDER -o FOLDER

`texts` says which texts, `claim`, `relation`, `halves`, `efficiency` and `style` each ask one question, `study` asks
them all, `shown` is what both `display` and `page` show of the answers.
"""

from murho_lab.studies.strategies.display import show
from murho_lab.studies.strategies.page import draw
from murho_lab.studies.strategies.study import Study, strategies

__all__ = ["Study", "draw", "run", "show", "strategies"]


def run(data: str | None = None) -> Study:
    """The study as the command line runs it, with a bar on a terminal."""
    from murho.sheets.console import drawing
    from murho_lab.studies.strategies.display import progress

    with progress(drawing(stderr=True), real=data is not None) as tell:
        return strategies(data, tell)
