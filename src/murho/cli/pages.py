"""Where the pages are that help and errors name, as `docs/words.md`: in the checkout, or where a wheel puts them."""

import os

TYPE_CHECKING = False  # as in `murho`: the front page is printed at once, without `typing` and `pathlib`
if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.metadata import PackagePath

CHECKOUT = os.path.realpath(os.path.join(__file__, *[os.pardir] * 4))
_PAGE = "theory.md"


def folder(checkout: str = CHECKOUT) -> str | None:
    """The folder of the pages; None where murho came without them."""
    pages = os.path.join(checkout, "docs")
    if os.path.exists(os.path.join(checkout, "pyproject.toml")) and os.path.exists(os.path.join(pages, _PAGE)):
        return pages
    from importlib.metadata import PackageNotFoundError, files  # dear, and not needed in a checkout

    try:
        return installed(files("murho") or ())
    except PackageNotFoundError:  # on the path, and not installed
        return None


def installed(listed: "Iterable[PackagePath]") -> str | None:
    """The folder of the pages among the files of an installed murho."""
    for file in listed:
        if file.parts[-4:] == ("share", "doc", "murho", _PAGE):
            return os.path.dirname(os.path.realpath(str(file.locate())))
    return None
