"""What belongs to a run: files that nobody may write over who writes something else, for they may be the only ones."""

import json
import os
from pathlib import Path

from murho.core.errors import UsageError
from murho.store.lease import LEASE
from murho.store.run import CAUSES, RECORD, SUITE
from murho.store.seen import SEEN

EVALUATION = "evaluation.sqlite"
"""What people have judged of a run."""
_MADE_OF = {RECORD, SUITE, CAUSES, LEASE, SEEN, "answers", "judgements"}
_MADE_OF |= {EVALUATION + end for end in ("", "-wal", "-shm")}
"""What stands in a run's folder itself."""
_DEEPEST = 3
"""How far above a file the folder of its run may be, as of RUN/judgements/NAME/measure."""


def refuse_files_of_a_run(path: str | os.PathLike[str]) -> None:
    """Refuse to write where a run keeps what it is made of; a page may stand beside that, in the run's folder.

    Raises:
        UsageError: so it is.
    """
    here = Path(path).resolve()
    for folder in here.parents[:_DEEPEST]:
        if here.relative_to(folder).parts[0] in _MADE_OF and _is_record(folder / RECORD):
            told = f"{path} belongs to the run in {folder.name}, which would be lost; write to another file"
            raise UsageError(told)


def _is_record(path: Path) -> bool:
    """Whether a file is the record of a run; a damaged one is where cases stand beside it."""
    try:
        told = json.loads(path.read_bytes())
    except OSError:
        return False
    except ValueError:
        return (path.parent / SUITE).exists()
    return isinstance(told, dict) and "schema_version" in told
