"""The files of a job: written whole or not at all, and compared."""

from __future__ import annotations

import hashlib
import os
import re
import socket
import time
from pathlib import Path
from typing import IO

#: What two runs of one shard may differ in.
_WORK = re.compile(
    rb'("(?:nodes|evaluations|threads|seconds|parse|plan|search|confirm)"\s*:\s*|""(?:nodes|evaluations|threads|seconds|parse|plan|'
    rb'search|confirm)"":)[-+.e\d]+'
)


def sha256(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() if hasattr(hashlib, "file_digest") else _digest(file)


def _digest(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while block := file.read(1 << 20):
        digest.update(block)
    return digest.hexdigest()


def own_name(path: Path) -> Path:
    """A name beside another that no other process uses."""
    return path.with_name(f".{path.name}.{socket.gethostname()}-{os.getpid()}-{time.monotonic_ns()}")


def write(path: Path, data: bytes) -> None:
    """Writes a whole file: under a name of its own, forced to disk, then moved into place."""
    own = own_name(path)
    try:
        with open(own, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(own, path)
    except OSError:
        own.unlink(missing_ok=True)
        raise


def timeless(data: bytes) -> bytes:
    """An output without times and counts of work, in which two runs may differ."""
    return _WORK.sub(rb"\1", data)
