"""A parser that cannot start: what it needs is not there."""

import sys

if __name__ == "__main__":
    print("loading the grammar", file=sys.stderr)
    sys.exit("FileNotFoundError: no grammar.txt")
