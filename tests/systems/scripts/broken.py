"""A module that does not import."""

import no_such_library  # noqa: F401
