"""What systems print while they are asked."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress


@contextmanager
def printed_aside() -> Iterator[None]:
    """Standard output is standard error: for Python code, and for what it starts or calls that is not Python.

    What a system prints is no result, and with `--json` standard output has to hold that alone.
    """
    out = sys.stdout
    out.flush()
    with redirect_stdout(sys.stderr), ExitStack() as after:
        with suppress(OSError):  # one of them is closed: nothing can get there
            kept = os.dup(1)
            after.callback(os.close, kept)
            os.dup2(2, 1)
            after.callback(os.dup2, kept, 1)
            after.callback(out.flush)  # what took hold of it before
        yield
