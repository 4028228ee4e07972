"""The files that a command is made of: the program, the files among its words, and what those stand on.

Of a script in Python, or of `python -m package`, these are the modules of the user's own that it imports; of any other
script the files that its text names, for a wrapper is rarely what answers, be it a file or a word as in
`sh -c "python -m package"`. Python itself is left out, as what is installed is everywhere (`murho.systems.closure`).

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "answer.py")
>>> path.touch()
>>> [pathlib.Path(name).name for name in of_words(["python3", str(path), "--fast"]).files]
['answer.py']
"""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence

from murho.systems.closure import (
    Place,
    Sources,
    environment_path,
    folded,
    of_code,
    of_module,
    of_script,
    search_path,
)

_PYTHON = re.compile(r"(python|pypy)[\d.]*(\.exe)?")
_WITH_VALUE = ("-W", "-X", "--check-hash-based-pycs")
_LONGEST_WRAPPER = 1 << 20
"""Bytes of a script that is looked through for the names of files."""
_VARIABLE = re.compile(r"\$\{?\w+\}?")
_WRITTEN = re.compile(r"[\d&]?>{1,2}&?\s*[^\s;|&>]+")
"""What a script writes to, which is no part of it."""
_PATH = re.compile(r"[\w@%+.,/~-]+")


def of_command(command: str) -> Sources:
    """The files of a command that is written as in a shell; none of one that cannot be split."""
    try:
        return of_words(shlex.split(command))
    except ValueError:
        return Sources()


def of_words(words: Sequence[str]) -> Sources:
    """The files of a command."""
    return _of_words(words, [""], set())


def _of_words(words: Sequence[str], folders: Sequence[str], seen: set[str]) -> Sources:
    """The same, of a command in a script, too: its files are sought in several folders, as these are written."""
    parts = []
    if words and (program := _program(words[0])) is not None:
        parts.append(_of_file(words[0], program, seen))
    for word in words:
        value = word.partition("=")[2]
        for name in filter(None, (word, value)):
            parts += [_of_file(shown, shown, seen) for shown in _there(name, folders)]
    for index, word in enumerate(words):
        if _is_python(word):
            parts += _of_python(word, words[index + 1 :], folders, seen)
        elif len(word.split()) > 1 and not _is_code(words[:index]):
            parts += _of_script_text(word, folders, seen)
    return folded(parts)


def _is_code(before: Sequence[str]) -> bool:
    """Whether the word behind these is a program in Python, whose imports are found otherwise."""
    return bool(before) and re.fullmatch(r"-[A-Za-z]*c", before[-1]) is not None and any(map(_is_python, before))


def _program(word: str) -> str | None:
    """The file that is started, if it is a file and not Python itself."""
    result = shutil.which(word)
    return None if result is None or _is_python(word) else result


def _is_python(word: str) -> bool:
    return _PYTHON.fullmatch(os.path.basename(word)) is not None


def _there(name: str, folders: Sequence[str]) -> Iterator[str]:
    """A file of that name in each of the folders that has it, unless it is Python itself."""
    for folder in folders:
        shown = os.path.join(folder, name.lstrip("/") if folder else name)
        if os.path.isfile(shown) and not _is_python(shown):
            yield shown


def _of_python(python: str, words: Sequence[str], folders: Sequence[str], seen: set[str]) -> list[Sources]:
    """What an interpreter is told to run by the words behind it."""
    here = [Place(os.path.abspath(folder), _label(folder)) for folder in folders]
    rest = iter(words)
    for word in rest:
        if re.fullmatch(r"-[A-Za-z]*[mc]", word):
            told = next(rest, "")
            path = [*here, *_known_to(python)]
            return [of_module(told, path, as_program=True) if word.endswith("m") else of_code(told, path)]
        if word in _WITH_VALUE:
            next(rest, None)
        elif not word.startswith("-"):
            mains = [os.path.join(word, "__main__.py")] if os.path.isdir(word) else [*_there(word, folders)]
            return [_of_script(main, main, python, seen) for main in mains if os.path.isfile(main)]
    return []


def _known_to(python: str) -> list[Place]:
    """Where an interpreter finds modules beside its script: for another one than this only what PYTHONPATH says."""
    found = shutil.which(python) or ""
    same = os.path.dirname(os.path.abspath(found)) == os.path.dirname(os.path.abspath(sys.executable))
    ours = [place for place in search_path() if place.folder != os.getcwd()]
    return [*environment_path(), *(ours if same else [])]


def _of_file(shown: str, path: str, seen: set[str]) -> Sources:
    """A file that a command names, and what it stands on if it is a script."""
    if os.path.realpath(path) in seen:
        return Sources()
    begins, python = _beginning(path), ""
    if begins.startswith("#!"):
        interpreter = begins[2:].partition("\n")[0].split()
        python = next(filter(_is_python, interpreter), "")
    if python or path.endswith(".py"):
        return _of_script(shown, path, python or "python3", seen)
    seen.add(os.path.realpath(path))
    result = Sources({shown: path})
    if begins.startswith("#!") or path.endswith(".sh"):
        result.add(_of_wrapper(path, seen))
    return result


def _of_script(shown: str, path: str, python: str, seen: set[str]) -> Sources:
    """A script in Python with what it imports."""
    seen.add(os.path.realpath(path))
    result = of_script(path, _label(os.path.dirname(shown)), _known_to(python))
    # The script is called as it was written; what it imports, after the folder where it is.
    return Sources({shown: path, **{name: file for name, file in result.files.items() if file != path}}, result.notes)


def _label(folder: str) -> str:
    """What stands before the names of files in a folder, as it is written."""
    plain = os.path.normpath(folder)
    return "" if plain == "." else os.path.join(plain, "").replace(os.sep, "/")


def _of_wrapper(path: str, seen: set[str]) -> Sources:
    """The files that the text of a script names: from the folder where it is started, or from where it lies."""
    folders = list(dict.fromkeys(["", os.path.dirname(path)]))
    if os.path.dirname(os.path.abspath(path)) == os.getcwd():
        folders = [""]
    return folded(_of_script_text(_text(path), folders, seen))


def _of_script_text(text: str, folders: Sequence[str], seen: set[str]) -> list[Sources]:
    """What a script for a shell names, sought in these folders."""
    parts = []
    for line in text.replace("\\\n", " ").split("\n"):
        line = _WRITTEN.sub("", _VARIABLE.sub("", line))
        try:
            words = shlex.split(line, comments=True)
        except ValueError:  # a quotation that goes on in the next line
            words = []
        # What stands in quotations, brackets and the like is no word, and yet may be the name of a file.
        pieces = [] if line.lstrip().startswith("#") else _PATH.findall(line)
        named = dict.fromkeys([*words, *pieces, *(piece.lstrip("/") for piece in pieces)])
        files = [shown for name in named for shown in _there(name, folders)] if words or pieces else []
        parts += [_of_file(os.path.normpath(shown), shown, seen) for shown in files if _lies_near(shown)]
        for index, word in enumerate(words):
            if _is_python(word):
                parts += _of_python(word, words[index + 1 :], folders, seen)
    return parts


def _lies_near(shown: str) -> bool:
    """Whether a file that a script names is none of the operating system's, such as /dev/null or /bin/sh."""
    full = os.path.abspath(shown)
    return not full.startswith(("/bin/", "/dev/", "/etc/", "/proc/", "/sbin/", "/usr/"))


def _beginning(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(200).decode("utf-8", "replace")
    except OSError:
        return ""


def _text(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(_LONGEST_WRAPPER).decode("utf-8", "replace")
    except OSError:
        return ""
