"""The program, and the commands that a job can have."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from fukumen.cluster._files import sha256


class ClusterError(Exception):
    """The reason why a job cannot be done, in one sentence."""


def program() -> list[str]:
    """Returns the command of the program: what ``FUKUMEN_PROGRAM`` says, this package, or the program on the path."""
    if named := os.environ.get("FUKUMEN_PROGRAM"):
        return shlex.split(named)
    try:
        has_package = importlib.util.find_spec("fukumen._fukumen") is not None
    except ModuleNotFoundError:
        has_package = False
    if has_package:
        return [sys.executable, "-m", "fukumen"]
    if found := shutil.which("fukumen"):
        return [found]
    raise ClusterError("there is no program fukumen: install the package, or set FUKUMEN_PROGRAM")


def version() -> str:
    """Returns the version of the program."""
    try:
        said = subprocess.run([*program(), "--version"], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        raise ClusterError(f"cannot run fukumen: {error}") from error
    return said.stdout.split()[-1]


#: Options whose values are files, which travel with a job.
_FILE_OPTIONS = ("-f", "--file", "--words", "--theme", "--shape")
#: Kinds of generators whose subject is a file.
_FILE_KINDS = ("literary",)
#: Options that a job sets itself.
_OWN_OPTIONS = ("--shard", "--output", "-o", "--threads", "--checkpoint", "--resume", "--certificate")
#: The endings of outputs, by format.
ENDINGS = {"jsonl": "jsonl", "json": "json", "csv": "csv", "text": "txt", "markdown": "md", "latex": "tex", "svg": "svg"}


def checked(command: Sequence[str]) -> list[str]:
    """A command that a job can have."""
    command = list(command)
    if not command:
        raise ClusterError("there is no command: write it behind --, such as -- generate words --words list.txt")
    for word in command:
        name = word.split("=", 1)[0]
        if name in _OWN_OPTIONS:
            raise ClusterError(f"{name} is set by the job itself: leave it out")
    if command[0] not in ("solve", "generate"):
        if command[0] in ("merge", "serve", "explain", "bench", "draw", "verify", "rate", "hint", "check", "list"):
            raise ClusterError(f"'{command[0]}' has no shards: a job is a command 'solve' or 'generate'")
        command = ["solve", *command]
    if command[0] == "solve" and not any(word.split("=", 1)[0] == "--format" for word in command):
        command[1:1] = ["--format", "jsonl"]
    if format_of(command) not in ENDINGS:
        raise ClusterError(f"the format {format_of(command)} cannot be merged: use one of {', '.join(ENDINGS)}")
    if command[0] == "solve" and format_of(command) not in ("jsonl", "json", "csv"):
        raise ClusterError(f"shards of solve are merged as jsonl, json or csv, not as {format_of(command)}")
    return command


def format_of(command: Sequence[str]) -> str:
    for i, word in enumerate(command):
        if word == "--format" and i + 1 < len(command):
            return command[i + 1]
        if word.startswith("--format="):
            return word.split("=", 1)[1]
    return "text"


def before_puzzles(command: Sequence[str], options: list[str]) -> Iterable[str]:
    """Puts options where no puzzle can take them for its own: after the command and the kind."""
    place = 2 if command[0] == "generate" else 1
    return [*command[:place], *options, *command[place:]]


def described(given: Sequence[str], shards: int, own_version: str) -> dict[str, Any]:
    """The contents of ``job.json``."""
    command: list[str] = []
    files: list[dict[str, str]] = []

    def packed(path: str) -> str:
        source = Path(path)
        if path == "-":
            raise ClusterError("a job cannot read standard input: write the list into a file")
        if not source.is_file():
            raise ClusterError(f"there is no file '{path}'")
        name = f"{len(files) + 1}-{re.sub(r'[^A-Za-z0-9._-]', '_', source.name)}"
        files.append({"name": name, "from": str(source.absolute()), "sha256": sha256(source)})
        return f"files/{name}"

    takes_file = False
    for i, word in enumerate(given):
        option, equals, value = word.partition("=")
        if takes_file:
            command.append(packed(word))
        elif equals and option in _FILE_OPTIONS:
            command.append(f"{option}={packed(value)}")
        elif i == 2 and given[0] == "generate" and given[1] in _FILE_KINDS and not word.startswith("-"):
            command.append(packed(word))
        elif word == "-" and given[0] == "solve":
            packed(word)
        else:
            command.append(word)
        takes_file = not takes_file and word in _FILE_OPTIONS
    print_of = json.dumps([own_version, command, [file["sha256"] for file in files], shards])
    return {
        "schema": 1,
        "version": own_version,
        "given": list(given),
        "command": command,
        "files": files,
        "shards": shards,
        "fingerprint": hashlib.sha256(print_of.encode()).hexdigest(),
    }
