"""Write the outputs that tests/kept compares with, and tell what moved, field by field.

python tests/kept/write.py               outputs of new commands and fields that are new; moved ones are only told
python tests/kept/write.py --moved       moved figures too: only with an entry in CHANGELOG.md, "Scores change"
python tests/kept/write.py slots slu     these commands only
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from running import ABSENT, OUTPUTS, Folder, commands, moved


def main() -> int:
    """Status 1 if a figure moved and was not written."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="commands of commands.toml; all by default")
    parser.add_argument("--moved", action="store_true", help="write figures that moved, too")
    chosen = parser.parse_args()
    known = commands()
    if unknown := [name for name in chosen.names if name not in known]:
        parser.error(f"no command {unknown[0]!r} in commands.toml")
    OUTPUTS.mkdir(exist_ok=True)
    left = 0
    with tempfile.TemporaryDirectory() as path:
        folder = Folder(Path(path))
        for name in chosen.names or known:
            command = known[name]
            if command.missing:
                print(f"{name}: not run: {command.missing}")
                continue
            now = folder.said(command)
            if "error" in now:
                print(f"{name}: status {now['status']}, not {command.status}: {' '.join(now['error'])}")
                left += 1
                continue
            was = json.loads(command.path.read_text("utf-8")) if command.path.exists() else {}
            changes = list(moved(was, now))
            for change in changes if was else ():
                print(f"{name}: {change}")
            if was and not chosen.moved and any(change.was is not ABSENT for change in changes):
                left += 1
            elif changes:
                command.path.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n", "utf-8")
                print(f"{name}: written")
    if not chosen.names:
        for path_left in sorted({*OUTPUTS.glob("*.json")} - {command.path for command in known.values()}):
            print(f"{path_left.name}: no command of that name; delete it")
            left += 1
    if left:
        print(f"{left} outputs left as they are; figures that are meant to move are written by --moved")
    return min(left, 1)


if __name__ == "__main__":
    sys.exit(main())
