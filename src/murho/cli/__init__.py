"""The command line."""


def main() -> None:
    """Placeholder replaced in the next commit."""
