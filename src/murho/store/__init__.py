"""The folder of a run: its record, the suite, answers in parts and in a journal, judgements; who may write to it.

Answers and judgements are saved in parts that say at which places of the suite their cases stand, so that code which
goes through a run holds some thousand cases at a time (`suite`, `parts`).
"""

from murho.store.judging import Judging
from murho.store.run import Run, Signed, alone, begin, go_on_with, number_of, open_run, signed_system
from murho.store.seen import Seen

__all__ = ["Judging", "Run", "Seen", "Signed", "alone", "begin", "go_on_with", "number_of", "open_run", "signed_system"]
