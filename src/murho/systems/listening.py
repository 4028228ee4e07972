"""Hear sounds as a command that answers JSON lines: `python -m murho.systems.listening 'en beam=1e-22'`.

The expression of a case is the file of its sound. See `murho.systems.protocol` for what is said; the first line is
`{"ready": true}`. Beside an answer stand `cpu_seconds`, the processor time it took when the sound was heard, and
`rate`, the samples a second of its file. It is started by `murho.systems.sphinx`.
"""

import json
import os
import sys
from typing import BinaryIO

from murho.core.errors import InputError, MurhoError, UsageError, describe_error
from murho.speech.sound import read
from murho.systems.protocol import read_case, write_ready
from murho.systems.serve import leave_with, own_pipes
from murho.systems.sphinx import Asked


def listen(asked: Asked, questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line of `questions` until they end."""
    recogniser = asked.recogniser()
    recogniser.load()
    answers.write(write_ready())
    answers.flush()
    for line in questions:
        name, path, _ = read_case(line)
        told: dict[str, object]
        try:
            sound = read(str(path))
            heard = recogniser.hear(sound)
            told = {"answer": asked.answer(heard), "cpu_seconds": heard.cpu_seconds, "rate": sound.rate}
        except InputError as error:  # what stands before the colon is the kind of failure by which it is counted
            told = {"answer": None, "failure": f"{error.found}: {error.path}; {error.todo}"}
        except Exception as error:  # whatever a library raises costs that case only
            told = {"answer": None, "failure": describe_error(error)}
        answers.write(json.dumps({"id": name, **told}).encode() + b"\n")
        answers.flush()


def main(arguments: list[str]) -> int:
    """Run as a program; the exit status."""
    leave_with(os.getppid())
    questions, answers = own_pipes()
    try:
        if len(arguments) != 1:
            raise UsageError("say which model, as in: python -m murho.systems.listening en")
        listen(Asked.of(arguments[0]), questions, answers)
    except MurhoError as error:
        print(error, file=sys.stderr)
        return error.exit_status
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
