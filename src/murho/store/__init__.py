"""The folder of a run: its record, the suite, answers in parts and in a journal, judgements; who may write to it."""

from murho.store.run import Run, Signed, alone, begin, go_on_with, number_of, open_run, signed_system

__all__ = ["Run", "Signed", "alone", "begin", "go_on_with", "number_of", "open_run", "signed_system"]
