"""The folder of a run: its record, the suite, answers in parts and in a journal, judgements; who may write to it."""

from murho.store.run import (
    Run,
    Signed,
    adopt_staged,
    alone,
    begin,
    forget_partitions,
    go_on_with,
    number_of,
    open_run,
    signed_system,
    write_staged,
)

__all__ = [
    "Run",
    "Signed",
    "adopt_staged",
    "alone",
    "begin",
    "forget_partitions",
    "go_on_with",
    "number_of",
    "open_run",
    "signed_system",
    "write_staged",
]
