"""The verbs that other distributions bring, under the group `murho.verbs` of entry points.

An entry point's name is the verb, its value the click command, `package.module:command`. What the verb does is the
first line of that module, which is read as text: `murho --help` imports none of them. A name that murho has itself
stays murho's.
"""

import os

from murho.installed import verbs

TYPE_CHECKING = False  # as in `murho.cli`: the front page is printed at once, without `typing`
if TYPE_CHECKING:
    import click


def headings(own: "dict[str, str]") -> "dict[str, dict[str, str]]":
    """What each verb does that is not murho's own, by the distribution that brings it."""
    found: dict[str, dict[str, str]] = {}
    for name, value, distribution in verbs():
        if name not in own:
            found.setdefault(distribution, {})[name] = _first_line(value.partition(":")[0])
    return found


def command(name: str) -> "click.Command | None":
    """The command of this name that another distribution brings; None if there is none.

    Raises:
        UsageError: it does not import, or is no command.
    """
    value = next((value for verb, value, _ in verbs() if verb == name), None)
    if value is None:
        return None
    import click

    from murho.core.errors import UsageError
    from murho.plugs import import_attribute

    brought = import_attribute(value)
    if not isinstance(brought, click.Command):
        raise UsageError(f"the verb {name!r}: {value} is no click command but a {type(brought).__name__}")
    return brought


def _first_line(module: str) -> str:
    """The first line of what a module says of itself; nothing where it is no file of Python's."""
    from importlib.util import find_spec

    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return "(does not import)"
    if spec is None or spec.origin is None or not os.path.exists(spec.origin):
        return "(does not import)"
    with open(spec.origin, encoding="utf-8", errors="replace") as file:
        line = file.readline().strip()
    return line.strip('"') if line.startswith('"""') else ""
