"""`python -m murho`: the command line, where its script is not on the path."""

from murho.cli import main

if __name__ == "__main__":
    main()
