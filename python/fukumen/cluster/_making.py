"""One shard: a run of the program."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from fukumen.cluster._commands import ClusterError, program, version
from fukumen.cluster._files import own_name
from fukumen.cluster._jobs import Job, Shard

#: A result that the folder of a job does not take comes back through the scheduler, if it is no larger than this.
LARGEST_RESULT = 64 << 20
#: How much of what a failed try said is kept, in bytes.
_SAID = 64 << 10


@functools.cache
def _has(*tool: str) -> bool:
    """Whether a tool is there, and knows these options."""
    try:
        return subprocess.run([*tool, "true"], capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


def _wrapped(memory: int | None) -> tuple[list[str], Callable[[], None] | None]:
    """The tools that make a child end with its parent, and limit its memory: tools that become the program, or else what the child does
    first, which takes longer, since a process with threads must be copied for it."""
    ends = ["setpriv", "--pdeathsig", "KILL"]
    limits = ["prlimit", f"--as={memory}"] if memory is not None else []
    if sys.platform == "linux" and _has(*ends) and (not limits or _has("prlimit", "--as=1000000000")):
        return [*limits, *ends], None
    if sys.platform != "linux" and memory is None:
        return [], None
    libc = None
    if sys.platform == "linux":
        import ctypes

        libc = ctypes.CDLL(None)

    def prepare() -> None:
        if libc is not None:
            libc.prctl(1, signal.SIGKILL)
        if memory is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    return [], prepare


@dataclasses.dataclass
class Try:
    """The result of one try of a shard."""

    number: int
    attempt: int
    shard: Shard | None = None
    said: str = ""
    #: The output, if the folder of the job cannot be seen.
    data: bytes | None = None
    #: Another version that the worker has.
    version: str | None = None
    #: Whether another try is of no use.
    is_final: bool = False


_versions: dict[str, str] = {}


def make(
    job: Job, number: int, attempt: int = 1, threads: int = 1, memory: int | None = None, elsewhere: str | None = None
) -> Try:
    """Runs the program for one shard, and keeps its output in the folder of the job. ``elsewhere`` is a folder in which a worker
    works that does not see that of the job; then the output comes back as bytes."""
    result = Try(number, attempt)
    command = program()
    own = _versions.get(command[0] + command[-1]) or version()
    _versions[command[0] + command[-1]] = own
    if own != job.version:
        result.version = own
        return result
    folder = Path(elsewhere) if elsewhere else job.folder
    path = own_name(folder / job.output(number).name)
    wrapper, prepare = _wrapped(memory)
    start, before = time.monotonic(), os.times()
    try:
        with open(path, "wb") as out, tempfile.TemporaryFile() as errors:
            child = subprocess.Popen(
                [*wrapper, *command, *job.arguments(number, threads)],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=errors,
                preexec_fn=prepare,
            )
            try:
                status = child.wait()
            except BaseException:
                child.kill()
                child.wait()
                raise
            errors.seek(max(0, errors.seek(0, os.SEEK_END) - _SAID))
            said = errors.read().decode("utf-8", "replace")
            os.fsync(out.fileno())
        after = os.times()
        data = path.read_bytes()
        # Python, too, ends with 1 when it fails.
        is_failure = status == 1 and ("Traceback (most recent call last)" in said or (not data and job.command[0] == "solve"))
        if status not in (0, 1) or is_failure:
            result.said = f"{shlex.join([*command, *job.arguments(number, threads)])}\n{_ending(status)}\n{said}"
            # A wrong command stays wrong.
            result.is_final = status == 2
            return result
        result.shard = Shard(
            number=number,
            lines=data.count(b"\n"),
            bytes=len(data),
            sha256=hashlib.sha256(data).hexdigest(),
            seconds=round(time.monotonic() - start, 6),
            processor=round(after.children_user + after.children_system - before.children_user - before.children_system, 6),
            host=socket.gethostname(),
            status=status,
            count=_count(data, job.format, job.command),
        )
        if elsewhere is None:
            job.keep(result.shard, data, path)
        elif len(data) > LARGEST_RESULT:
            result.shard, result.is_final = None, True
            result.said = (
                f"the output of shard {number} has {len(data)} bytes, and at most {LARGEST_RESULT} come back through the "
                "scheduler: use a folder that the workers share, or more shards"
            )
        else:
            result.data = data
    except (OSError, ClusterError) as error:
        result.shard = None
        result.said = f"{error}\n"
    finally:
        path.unlink(missing_ok=True)
    return result


def _ending(status: int) -> str:
    if status >= 0:
        return f"exit status {status}"
    with contextlib.suppress(ValueError):
        return f"ended by {signal.Signals(-status).name}"
    return f"ended by signal {-status}"


def _count(data: bytes, form: str, command: Sequence[str]) -> int | None:
    """The number of solutions or puzzles that a shard has found."""
    if form != "jsonl":
        return data.count(b"\n") if command[0] == "generate" and form == "text" and b"\n\n" not in data else None
    if command[0] == "generate":
        return data.count(b"\n")
    total = 0
    for line in data.splitlines():
        found = re.findall(rb'"count":"?(\d+)', line)
        # A group has a count, too: that of the answer is the first, or the one after a long list.
        with contextlib.suppress(ValueError):
            total += int(found[0]) if found else 0
    return total
