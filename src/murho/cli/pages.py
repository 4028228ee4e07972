"""Where the pages are that help and errors name, as `docs/words.md`: in the checkout, or where a wheel puts them."""

from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, PackagePath, files
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]
_PAGE = "theory.md"


def folder(checkout: Path = CHECKOUT) -> Path | None:
    """The folder of the pages; None where murho came without them."""
    if (checkout / "pyproject.toml").exists() and (checkout / "docs" / _PAGE).exists():
        return checkout / "docs"
    try:
        return installed(files("murho") or ())
    except PackageNotFoundError:  # on the path, and not installed
        return None


def installed(listed: Iterable[PackagePath]) -> Path | None:
    """The folder of the pages among the files of an installed murho."""
    for file in listed:
        if file.parts[-4:] == ("share", "doc", "murho", _PAGE):
            return Path(str(file.locate())).resolve().parent
    return None
