"""Serve a Python function as a command that answers JSON lines: `python -m murho.systems.serve module:attribute`.

What the function prints goes to standard error, so that it cannot be taken for an answer, and it finds standard input
empty. See `murho.systems.protocol` for what is said; the first line is `{"ready": true}`.
"""

import os
import sys
import threading
import time
from typing import BinaryIO

from murho.core.case import Cases
from murho.core.errors import MurhoError, UsageError
from murho.systems.function import Function
from murho.systems.protocol import read_case, write_answer, write_ready


def serve(function: Function, questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line of `questions` until they end."""
    with function:
        answers.write(write_ready(before=function.takes_before))
        answers.flush()
        for line in questions:
            name, expression, before = read_case(line)
            (answer,) = function.answer(Cases([""], [expression], [()], before=[before]))
            answers.write(write_answer(name, answer.answer, answer.failure))
            answers.flush()


def own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for us alone; the function and what it calls get nothing and standard error."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return questions, answers


def leave_with(parent: int) -> None:
    """End when the process that asks is gone, also if the function hangs: nobody else would end it."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch, name="murho-watch", daemon=True).start()


def main(arguments: list[str]) -> int:
    """Run as a program; the exit status."""
    leave_with(os.getppid())
    questions, answers = own_pipes()
    try:
        if len(arguments) != 1:
            raise UsageError("name one function, as in: python -m murho.systems.serve my_parser:parse")
        serve(Function(arguments[0]), questions, answers)
    except (MurhoError, ValueError) as error:
        print(error, file=sys.stderr)
        return error.exit_status if isinstance(error, MurhoError) else 1
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
