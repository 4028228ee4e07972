"""Hear sounds as a command that answers JSON lines: `python -m murho_lab.systems.listening 'en beam=1e-22'`.

The expression of a case is the file of its sound and its speaker. See `murho.systems.protocol` for what is said; the
first line is `{"ready": true}`. Beside an answer stand `cpu_seconds`, the processor time it took when the sound was
heard, and `rate`, the samples a second of its file. With `adapt` in front it only makes what is adapted to speakers,
and tells how many sounds of each it used (`murho_lab.speech.adaptation.Counts`).
It is started by `murho_lab.systems.sphinx`.
"""

import json
import os
import sys
from typing import BinaryIO

from murho.core.errors import InputError, MurhoError, UsageError, describe_error
from murho.systems.protocol import read_case, write_ready
from murho.systems.serve import leave_with, own_pipes
from murho_lab.speech.recogniser import Recogniser
from murho_lab.speech.sound import read
from murho_lab.systems.sphinx import Asked

ADAPT = "adapt"
LOADED = 8
"""Recognisers that a process has in memory, of some 90 MB each: those of the speakers that it heard last."""


def use(recogniser: Recogniser, loaded: dict[Recogniser, None]) -> None:
    """Put a recogniser at the end of those that were used last; of more than LOADED the first is unloaded."""
    loaded.pop(recogniser, None)
    loaded[recogniser] = None
    if len(loaded) > LOADED:
        oldest = next(iter(loaded))
        del loaded[oldest]
        oldest.unload()


def listen(asked: Asked, questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line of `questions` until they end."""
    recognisers, loaded = asked.recognisers(), dict[Recogniser, None]()
    first = list(recognisers.values())[-1]
    first.load()  # the others with their first sound: there may be many speakers
    use(first, loaded)
    answers.write(write_ready())
    answers.flush()
    for line in questions:
        name, said, _ = read_case(line)
        path, speaker = list(said)
        told: dict[str, object]
        try:
            sound = read(path)
            recogniser = recognisers.get(speaker) or recognisers[None]
            use(recogniser, loaded)
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
        if not (len(arguments) == 1 or (len(arguments) == 2 and arguments[0] == ADAPT)):
            raise UsageError("say which model, as in: python -m murho_lab.systems.listening en")
        asked = Asked.of(arguments[-1])
        if len(arguments) == 2:
            counted = {speaker: counts for speaker, (_, counts) in asked.adapted().items()}
            answers.write(json.dumps(counted).encode())
            answers.flush()
        else:
            listen(asked, questions, answers)
    except MurhoError as error:
        print(error, file=sys.stderr)
        return error.exit_status
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
