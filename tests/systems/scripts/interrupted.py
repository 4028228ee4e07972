"""Answer cases with a system until Ctrl-C, writing down every part: interrupted.py KIND FILE."""

import asyncio
import sys
import time
from pathlib import Path

from murho.core.case import Cases
from murho.systems import Command, Function, parts


def slowly(expression):
    time.sleep(0.02)
    return expression


async def patiently(expression):
    await asyncio.sleep(0.02)
    return expression


def main(kind, path):
    moody = [sys.executable, str(Path(__file__).with_name("moody.py"))]
    system = {
        "function": lambda: Function(slowly),
        "async": lambda: Function(patiently),
        "command": lambda: Command(moody, workers=2),
    }[kind]()
    expressions = ["slow 0.02"] * 100_000
    cases = Cases([str(i) for i in range(len(expressions))], expressions, [()] * len(expressions))
    seen = 0

    def advance(k):
        nonlocal seen
        seen += k
        if seen in (1, 20):
            print(seen, flush=True)

    with open(path, "w") as file, system:
        for part in parts(cases, system.answer(cases), advance=advance):
            file.writelines(f"{name}\n" for name in part.ids)
            file.flush()


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
