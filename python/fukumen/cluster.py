"""Long jobs on several processors or machines: ``python -m fukumen.cluster``.

A job is a folder. ``job.json`` says what is to be done; each shard of the work is one run of the program with ``--shard I/N`` and
leaves two files: its output, and a summary with the hash of the output. A shard is done when both are there and agree, so a job can
be killed at any moment and run again: only what is missing is done. Dask passes shards to workers; any other scheduler can run
``python -m fukumen.cluster shard JOB I`` instead.

>>> from fukumen import cluster                                                 # doctest: +SKIP
>>> job = cluster.Job.create("job", ["--count", "ABCD+EFGH=IJKL"], shards=40)   # doctest: +SKIP
>>> for shard in cluster.run(job, local=2):                                     # doctest: +SKIP
...     print(shard.number, shard.seconds)
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import dataclasses
import functools
import hashlib
import importlib
import importlib.util
import json
import math
import os
import re
import shlex
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

__all__ = ["ClusterError", "Job", "Shard", "Status", "make", "recipe", "run"]

#: Options whose values are files, which travel with a job.
_FILE_OPTIONS = ("-f", "--file", "--words", "--theme", "--shape")
#: Kinds of generators whose subject is a file.
_FILE_KINDS = ("literary",)
#: Options that a job sets itself.
_OWN_OPTIONS = ("--shard", "--output", "-o", "--threads", "--checkpoint", "--resume", "--certificate")
#: The endings of outputs, by format.
_ENDINGS = {"jsonl": "jsonl", "json": "json", "csv": "csv", "text": "txt", "markdown": "md", "latex": "tex", "svg": "svg"}
#: A result that the folder of a job does not take comes back through the scheduler, if it is no larger than this.
LARGEST_RESULT = 64 << 20
#: More shards than this take longer to manage than to do.
MOST_SHARDS = 100_000
#: How long a shard should take, in seconds.
GOOD_LENGTH = 30.0
#: How much of what a failed try said is kept, in bytes.
_SAID = 64 << 10
#: What two runs of one shard may differ in.
_WORK = re.compile(
    rb'("(?:nodes|evaluations|threads|seconds|parse|plan|search|confirm)"\s*:\s*|""(?:nodes|evaluations|threads|seconds|parse|plan|'
    rb'search|confirm)"":)[-+.e\d]+'
)


class ClusterError(Exception):
    """What keeps a job from being done, in one sentence."""


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


@dataclasses.dataclass(frozen=True)
class Shard:
    """A shard that is done."""

    #: From 1.
    number: int
    lines: int
    bytes: int
    sha256: str
    #: How long it took, and the processor time of that.
    seconds: float
    processor: float
    host: str
    #: The exit status of the program: 0 something was found, 1 nothing.
    status: int
    #: What was counted, if that can be told.
    count: int | None = None


@dataclasses.dataclass(frozen=True)
class Status:
    """How far a job has come."""

    shards: int
    done: int
    #: Numbers of shards that have failed as often as they were allowed to.
    failed: tuple[int, ...]
    lines: int
    #: Puzzles or solutions so far, if that can be told.
    count: int | None
    seconds: float
    processor: float

    @property
    def left(self) -> float:
        """Hours of work that are left, as far as shards that are done tell."""
        return (self.shards - self.done) * self.seconds / self.done / 3600 if self.done else math.nan


def _sha256(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() if hasattr(hashlib, "file_digest") else _digest(file)


def _digest(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while block := file.read(1 << 20):
        digest.update(block)
    return digest.hexdigest()


#: How often a process looks whether the shard it has made is in order while others make it, too.
_LOOKS = 10


def _own_name(path: Path) -> Path:
    """A name beside another that no other process uses."""
    return path.with_name(f".{path.name}.{socket.gethostname()}-{os.getpid()}-{time.monotonic_ns()}")


def _write(path: Path, data: bytes) -> None:
    """Writes a whole file: under a name of its own, forced to disk, then moved into place."""
    own = _own_name(path)
    try:
        with open(own, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(own, path)
    except OSError:
        own.unlink(missing_ok=True)
        raise


def _timeless(data: bytes) -> bytes:
    """An output without times and counts of work, in which two runs may differ."""
    return _WORK.sub(rb"\1", data)


class Job:
    """A job: a folder with ``job.json``, the lists it needs, and what was done."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """Opens the folder of a job."""
        self.folder = Path(folder)
        try:
            said = json.loads((self.folder / "job.json").read_text("utf-8"))
            self.command: list[str] = list(said["command"])
            self.shards: int = said["shards"]
            self.version: str = said["version"]
            self.fingerprint: str = said["fingerprint"]
            self.given: list[str] = list(said["given"])
            self.files: list[dict[str, str]] = list(said["files"])
        except FileNotFoundError:
            raise ClusterError(f"'{self.folder}' is not the folder of a job: it has no job.json") from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ClusterError(f"'{self.folder / 'job.json'}' cannot be read: {error!r}") from error

    @classmethod
    def create(cls, folder: str | os.PathLike[str], command: Sequence[str], shards: int) -> Job:
        """Makes the folder of a job, or opens it again if it is of the same command."""
        folder = Path(folder)
        if not 1 <= shards < 1 << 63:
            raise ClusterError(f"a job has at least 1 shard, not {shards}")
        command = _checked(command)
        said = _described(command, shards, version())
        if (folder / "job.json").exists():
            job = cls(folder)
            job.check_same(command, said)
            return job
        try:
            (folder / "files").mkdir(parents=True, exist_ok=True)
            for file in said["files"]:
                shutil.copyfile(file["from"], folder / "files" / file["name"])
                if _sha256(folder / "files" / file["name"]) != file["sha256"]:
                    raise ClusterError(f"'{file['from']}' changes while it is copied")
            _write(folder / "job.json", json.dumps(said, indent=2, ensure_ascii=False).encode() + b"\n")
        except OSError as error:
            raise ClusterError(f"cannot write the folder '{folder}': {error.strerror or error}") from error
        return cls(folder)

    def check_same(self, command: Sequence[str], said: dict[str, Any]) -> None:
        """Refuses another command, another version, other lists."""
        if list(command) != self.given:
            raise ClusterError(f"'{self.folder}' is the folder of another job: {shlex.join(self.given)}")
        for old, new in zip(self.files, said["files"]):
            if old["sha256"] != new["sha256"]:
                raise ClusterError(
                    f"'{old['from']}' has changed since the job began: restore it, or start a new job in another folder"
                )
        if said["version"] != self.version:
            raise ClusterError(f"the job was begun with fukumen {self.version}, and this is {said['version']}")
        if said["shards"] != self.shards:
            raise ClusterError(f"the job has {self.shards} shards, not {said['shards']}")

    def check_files(self) -> None:
        """Refuses lists that have changed inside the folder."""
        for file in self.files:
            path = self.folder / "files" / file["name"]
            if not path.is_file() or _sha256(path) != file["sha256"]:
                raise ClusterError(f"'{path}' has changed since the job began")

    @property
    def format(self) -> str:
        """The format of the outputs."""
        return _format(self.command)

    def stem(self, number: int) -> str:
        """The name of a shard's files, without ending."""
        width = max(4, len(str(self.shards)))
        return f"shard-{number:0{width}}-of-{self.shards:0{width}}"

    def output(self, number: int) -> Path:
        """Where the output of a shard is."""
        return self.folder / f"{self.stem(number)}.{_ENDINGS[self.format]}"

    def summary(self, number: int) -> Path:
        """Where the summary of a shard is: for JSON, which the output would hide, under another name."""
        ending = "summary.json" if self.format == "json" else "json"
        return self.folder / f"{self.stem(number)}.{ending}"

    def arguments(self, number: int, threads: int = 1) -> list[str]:
        """The arguments of the program for a shard, in the folder of the job."""
        return [*_before_puzzles(self.command, ["--shard", f"{number}/{self.shards}", "--threads", str(threads)])]

    def shard(self, number: int, check: bool = True) -> Shard | None:
        """A shard that is done; None if it is not. ``check`` compares the output with its hash."""
        try:
            shard = Shard(**json.loads(self.summary(number).read_bytes()))
            is_there = self.output(number).stat().st_size == shard.bytes
            if not is_there or (check and _sha256(self.output(number)) != shard.sha256):
                return None
        except (OSError, ValueError, TypeError):
            return None
        return shard

    def _names_of_shards(self) -> Iterator[tuple[int, str, str]]:
        """The numbers of all shards, each with the names of its output and its summary."""
        width = max(4, len(str(self.shards)))
        output, summary = (path(1).name.partition("-of-")[2] for path in (self.output, self.summary))
        for number in range(1, self.shards + 1):
            stem = f"shard-{number:0{width}}-of-"
            yield number, stem + output, stem + summary

    def names(self) -> set[str]:
        """The names of all files in the folder."""
        with os.scandir(self.folder) as entries:
            return {entry.name for entry in entries}

    def missing(self) -> list[int]:
        """The numbers of the shards that are not done."""
        names = self.names()
        # Without its two files none is read.
        there = (number for number, output, summary in self._names_of_shards() if output in names and summary in names)
        done = {number for number in there if self.shard(number) is not None}
        return [number for number in range(1, self.shards + 1) if number not in done]

    def keep(self, shard: Shard, data: bytes, file: Path | None = None) -> None:
        """Keeps what a shard has made. If it was made before, both must be equal. ``file`` holds the same data, and may be moved."""
        try:
            if self.shard(shard.number) is None:
                if file is not None:
                    os.replace(file, self.output(shard.number))
                else:
                    _write(self.output(shard.number), data)
                self._summarize(shard)
            # Another process may make the same shard at once: if its output stands beside this summary, the summary is written
            # anew. The process that looks last finds both in order.
            for _ in range(_LOOKS):
                kept = self.shard(shard.number)
                if kept is not None:
                    break
                there = self._same(shard, data)
                self._summarize(dataclasses.replace(shard, bytes=len(there), sha256=hashlib.sha256(there).hexdigest()))
            if kept is None or kept.sha256 != shard.sha256:
                self._same(shard, data)
        except OSError as error:
            raise ClusterError(f"cannot write the folder '{self.folder}': {error.strerror or error}") from error

    def _summarize(self, shard: Shard) -> None:
        _write(self.summary(shard.number), json.dumps(dataclasses.asdict(shard)).encode() + b"\n")

    def _same(self, shard: Shard, new: bytes) -> bytes:
        """The output of a shard that is there, which must be equal to what was made again."""
        there = self.output(shard.number).read_bytes()
        if there != new and _timeless(there) != _timeless(new):
            own = self.folder / "failed" / f"{shard.number:04}-differs.{_ENDINGS[self.format]}"
            own.parent.mkdir(exist_ok=True)
            _write(own, new)
            raise ClusterError(
                f"shard {shard.number} was made twice and differs, see '{own}': please report this as a bug of fukumen"
            )
        return there

    def log(self, shard: Shard) -> None:
        """Adds a shard to the list from which the status is told: a copy of its summary."""
        with contextlib.suppress(OSError), open(self.folder / "done.jsonl", "ab") as file:
            file.write(json.dumps(dataclasses.asdict(shard)).encode() + b"\n")

    def status(self) -> Status:
        """How far the job has come. Hashes are not compared: that takes longer."""
        names = self.names()
        logged: dict[int, Shard] = {}
        with contextlib.suppress(OSError), open(self.folder / "done.jsonl", "rb") as file:
            for line in file:
                with contextlib.suppress(ValueError, TypeError):
                    one = Shard(**json.loads(line))
                    logged[one.number] = one
        done: list[Shard] = []
        for number, output, summary in self._names_of_shards():
            if output in names and summary in names:
                shard = logged.get(number) or self.shard(number, check=False)
                done.extend([shard] if shard is not None else [])
        is_done = {shard.number for shard in done}
        failed = tuple(number for number in self.failed() if number not in is_done)
        counts = [shard.count for shard in done]
        return Status(
            shards=self.shards,
            done=len(done),
            failed=failed,
            lines=sum(shard.lines for shard in done),
            count=None if None in counts else sum(count for count in counts if count is not None),
            seconds=sum(shard.seconds for shard in done),
            processor=sum(shard.processor for shard in done),
        )

    def failed(self) -> list[int]:
        """The numbers of shards that were given up."""
        with contextlib.suppress(OSError):
            return sorted({int(path.name[:-9]) for path in (self.folder / "failed").glob("*.given-up")})
        return []

    def fail(self, number: int, attempt: int, said: str) -> None:
        """Keeps what a failed try said."""
        with contextlib.suppress(OSError):
            (self.folder / "failed").mkdir(exist_ok=True)
            (self.folder / "failed" / f"{number:04}-{attempt}.txt").write_text(said, "utf-8", "replace")

    def give_up(self, number: int, is_given_up: bool = True) -> None:
        """Remembers that a shard was given up, or that it is to be tried again."""
        path = self.folder / "failed" / f"{number:04}.given-up"
        with contextlib.suppress(OSError):
            if is_given_up:
                path.parent.mkdir(exist_ok=True)
                path.touch()
            else:
                path.unlink(missing_ok=True)

    def merge(self, output: str | os.PathLike[str], more: Sequence[str] = ()) -> int:
        """Puts all shards together and returns the exit status of ``fukumen merge``."""
        missing = self.missing()
        if missing and "--partial" not in more:
            some = ", ".join(map(str, missing[:10])) + (f" and {len(missing) - 10} more" if len(missing) > 10 else "")
            raise ClusterError(f"shards are missing or were changed: {some}; run the job again")
        absent = set(missing)
        names = [self.output(number).name for number in range(1, self.shards + 1) if number not in absent]
        target = ["--output", str(Path(output).absolute())] if str(output) != "-" else []
        command = [*program(), "merge", "--list", "-", "--format", self.format, *more, *target]
        return subprocess.run(command, cwd=self.folder, input="\n".join(names) + "\n", text=True, check=False).returncode


def _checked(command: Sequence[str]) -> list[str]:
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
    if _format(command) not in _ENDINGS:
        raise ClusterError(f"the format {_format(command)} cannot be merged: use one of {', '.join(_ENDINGS)}")
    if command[0] == "solve" and _format(command) not in ("jsonl", "json", "csv"):
        raise ClusterError(f"shards of solve are merged as jsonl, json or csv, not as {_format(command)}")
    return command


def _format(command: Sequence[str]) -> str:
    for i, word in enumerate(command):
        if word == "--format" and i + 1 < len(command):
            return command[i + 1]
        if word.startswith("--format="):
            return word.split("=", 1)[1]
    return "text"


def _before_puzzles(command: Sequence[str], options: list[str]) -> Iterable[str]:
    """Puts options where no puzzle can take them for its own: behind the command and the kind."""
    place = 2 if command[0] == "generate" else 1
    return [*command[:place], *options, *command[place:]]


def _described(given: Sequence[str], shards: int, own_version: str) -> dict[str, Any]:
    """What ``job.json`` says."""
    command: list[str] = []
    files: list[dict[str, str]] = []

    def packed(path: str) -> str:
        source = Path(path)
        if path == "-":
            raise ClusterError("a job cannot read standard input: write the list into a file")
        if not source.is_file():
            raise ClusterError(f"there is no file '{path}'")
        name = f"{len(files) + 1}-{re.sub(r'[^A-Za-z0-9._-]', '_', source.name)}"
        files.append({"name": name, "from": str(source.absolute()), "sha256": _sha256(source)})
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


@functools.cache
def _has(*tool: str) -> bool:
    """Whether a tool is there, and knows these options."""
    try:
        return subprocess.run([*tool, "true"], capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


def _wrapped(memory: int | None) -> tuple[list[str], Callable[[], None] | None]:
    """What makes a child end with its parent, and limits its memory: tools that become the program, or else what the child does
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
class _Try:
    """What came of one try of a shard."""

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
) -> _Try:
    """Runs the program for one shard, and keeps its output in the folder of the job. ``elsewhere`` is a folder in which a worker
    works that does not see that of the job; then the output comes back as bytes."""
    result = _Try(number, attempt)
    command = program()
    own = _versions.get(command[0] + command[-1]) or version()
    _versions[command[0] + command[-1]] = own
    if own != job.version:
        result.version = own
        return result
    folder = Path(elsewhere) if elsewhere else job.folder
    path = _own_name(folder / job.output(number).name)
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
    """What a shard has counted: solutions, or puzzles."""
    if form != "jsonl":
        return data.count(b"\n") if command[0] == "generate" and form == "text" and b"\n\n" not in data else None
    if command[0] == "generate":
        return data.count(b"\n")
    total = 0
    for line in data.splitlines():
        found = re.findall(rb'"count":"?(\d+)', line)
        # A group has a count, too: that of the answer is the first, or the one behind a long list.
        with contextlib.suppress(ValueError):
            total += int(found[0]) if found else 0
    return total


def _dask() -> Any:
    """The package ``distributed``, or how to get it."""
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise ClusterError(
            "Dask is not installed: pip install 'fukumen[cluster]'; or use another scheduler, see python -m fukumen.cluster script --help"
        ) from None


def _worker_version() -> str:
    """Runs on a worker."""
    return version()


def _sees(folder: str, fingerprint: str) -> bool:
    """Runs on a worker: whether the folder of the job is there, and the same."""
    with contextlib.suppress(ClusterError):
        return Job(folder).fingerprint == fingerprint
    return False


_unpacked: dict[str, str] = {}


def _task(
    folder: str,
    fingerprint: str,
    packed: dict[str, bytes] | None,
    number: int,
    attempt: int,
    threads: int,
    memory: int | None,
) -> _Try:
    """Runs on a worker: one shard. ``packed`` are the small files of the job, for workers that do not see its folder."""
    if packed is None or _sees(folder, fingerprint):
        return make(_opened_job(folder, fingerprint), number, attempt, threads, memory)
    own = _unpacked.get(fingerprint)
    if own is None or not os.path.isdir(own):
        own = tempfile.mkdtemp(prefix="fukumen-")
        for name, data in packed.items():
            path = Path(own) / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
        _unpacked[fingerprint] = own
    return make(_opened_job(own, fingerprint), number, attempt, threads, memory, elsewhere=own)


@functools.lru_cache(maxsize=8)
def _opened_job(folder: str, fingerprint: str) -> Job:
    """The job in a folder, read once by each worker."""
    job = Job(folder)
    if job.fingerprint != fingerprint:
        raise ClusterError(f"'{folder}' is the folder of another job on {socket.gethostname()}")
    return job


def _packed(job: Job) -> dict[str, bytes]:
    names = ["job.json", *(f"files/{file['name']}" for file in job.files)]
    return {name: (job.folder / name).read_bytes() for name in names}


@dataclasses.dataclass
class _Driver:
    """Gives shards to workers and takes what comes back. Shards are counted by their numbers, never by messages."""

    job: Job
    client: Any
    retries: int = 3
    threads: int = 1
    memory: int | None = None
    tell: Callable[[str], None] = print
    #: Addresses of workers of another version.
    other: set[str] = dataclasses.field(default_factory=set)
    given_up: list[int] = dataclasses.field(default_factory=list)
    #: What was given to workers, by its key.
    running: dict[Any, tuple[Any, int, int]] = dataclasses.field(default_factory=dict)

    def check_versions(self) -> None:
        """Asks each worker for its version, and leaves out those that differ."""
        for address, own in self.client.run(_worker_version, on_error="return").items():
            if own != self.job.version:
                self.other.add(address)
                self.tell(f"the worker {address} gets no work: it has {self.named(own)}, and the job needs {self.job.version}")
        self.check_left()

    @staticmethod
    def named(own: object) -> str:
        return f"fukumen {own}" if isinstance(own, str) else f"no fukumen ({own})"

    def workers(self) -> list[str]:
        return [address for address in self.client.scheduler_info(n_workers=-1)["workers"] if address not in self.other]

    def check_left(self) -> None:
        if self.other and not self.workers():
            raise ClusterError(f"no worker has fukumen {self.job.version}")

    def shards(self, numbers: Sequence[int]) -> Iterator[Shard]:
        """Yields shards as they are done."""
        distributed = _dask()
        job = self.job
        waiting = collections.deque((number, 1) for number in numbers)
        running = self.running
        files = self.client.scatter(_packed(job), broadcast=True, hash=False) if self.needs_files() else None
        done = distributed.as_completed(with_results=True, raise_errors=False)
        info = self.client.scheduler_info(n_workers=-1)["workers"].values()
        room = 2 * max(1, sum(worker["nthreads"] for worker in info)) + 2
        prefix = f"fukumen-{job.fingerprint[:12]}-{time.time_ns():x}"
        while running or waiting:
            while waiting and len(running) < room:
                number, attempt = waiting.popleft()
                where = {"workers": self.workers()} if self.other else {}
                future = self.client.submit(
                    _task, str(job.folder.absolute()), job.fingerprint, files, number, attempt, self.threads, self.memory,
                    key=f"{prefix}-{number}-{attempt}-{len(self.other)}", pure=False, retries=0, **where,
                )
                running[future.key] = (future, number, attempt)
                done.add(future)
            future, result = next(done)
            _, number, attempt = running.pop(future.key)
            if future.status != "finished":
                error = result[1] if isinstance(result, tuple) and len(result) > 1 else result
                result = _Try(number, attempt, said=f"the worker was lost, or failed: {error!r}\n")
            future.release()
            if result.version is not None:
                self.refuse()
                waiting.append((number, attempt))
            elif (shard := self.kept(result)) is not None:
                yield shard
            else:
                self.failed(result, waiting)

    def kept(self, result: _Try) -> Shard | None:
        """The shard that a try has made, kept in the folder of the job."""
        if result.data is not None and result.shard is not None:
            try:
                self.job.keep(result.shard, result.data)
            except ClusterError as error:
                result.shard, result.said = None, f"{error}\n"
        if result.shard is not None:
            self.job.log(result.shard)
            self.job.give_up(result.number, False)
        return result.shard

    def finish(self) -> None:
        """Waits for the shards that run, and keeps them. Those that wait are taken back."""
        distributed = _dask()
        busy = self.client.run(_executing, on_error="return").values()
        executing = {key for keys in busy if isinstance(keys, list) for key in keys}
        futures = [future for key, (future, _, _) in self.running.items() if str(key) in executing]
        self.client.cancel([future for key, (future, _, _) in self.running.items() if str(key) not in executing])
        distributed.wait(futures)
        for future in futures:
            if future.status == "finished":
                self.kept(future.result())

    def needs_files(self) -> bool:
        """Whether some worker does not see the folder of the job."""
        seen = self.client.run(_sees, str(self.job.folder.absolute()), self.job.fingerprint, on_error="return")
        return not all(is_seen is True for is_seen in seen.values())

    def refuse(self) -> None:
        """A worker of another version has joined."""
        for address, said in self.client.run(_worker_version, on_error="return").items():
            if said != self.job.version and address not in self.other:
                self.other.add(address)
                self.tell(f"the worker {address} gets no more work: it has {self.named(said)}, and the job needs {self.job.version}")
        self.check_left()

    def failed(self, result: _Try, waiting: collections.deque[tuple[int, int]]) -> None:
        self.job.fail(result.number, result.attempt, result.said)
        reason = next((line for line in reversed(result.said.strip().splitlines()) if line), "no reason")
        if result.is_final or result.attempt > self.retries:
            self.given_up.append(result.number)
            self.job.give_up(result.number)
            self.tell(f"shard {result.number} is given up after {result.attempt} tries: {reason}")
        else:
            self.tell(f"shard {result.number} failed, try {result.attempt}: {reason}")
            waiting.append((result.number, result.attempt + 1))


@contextlib.contextmanager
def _cluster(scheduler: str | None, local: int | None, retries: int) -> Iterator[Any]:
    """A client of a running scheduler, or of workers on this machine."""
    distributed = _dask()
    if scheduler:
        try:
            with distributed.Client(scheduler, timeout=30) as client:
                client.run_on_scheduler(_allow, failures=retries)
                yield client
        except OSError as error:
            raise ClusterError(f"cannot reach the scheduler '{scheduler}': {error}") from error
        return
    count = local or os.cpu_count() or 1
    config = {
        # The scheduler suspects every task that a dead worker held.
        "distributed.scheduler.allowed-failures": retries + count,
        "distributed.worker.daemon": True,
        "distributed.admin.log-format": "%(message)s",
        "logging": {"distributed": "critical", "distributed.nanny": "critical", "tornado": "critical"},
    }
    with importlib.import_module("dask").config.set(config):
        with (
            distributed.LocalCluster(
                n_workers=count, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit=0, silence_logs=50
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            client.register_plugin(_plugin())
            yield client


def _allow(failures: int, dask_scheduler: Any = None) -> None:
    """Runs on the scheduler."""
    dask_scheduler.allowed_failures = failures + len(dask_scheduler.workers)


def _plugin() -> Any:
    distributed = _dask()

    class Away(distributed.WorkerPlugin):  # type: ignore[misc, name-defined, unused-ignore]
        """Takes workers out of the group of the terminal, so that Ctrl-C reaches the driver alone."""

        name = "fukumen-away"

        def setup(self, worker: Any) -> None:
            with contextlib.suppress(OSError):
                os.setpgid(0, 0)

    return Away()


def run(
    job: Job | str | os.PathLike[str],
    client: Any = None,
    on_shard: Callable[[Shard], None] | None = None,
    *,
    scheduler: str | None = None,
    local: int | None = None,
    retries: int = 3,
    threads: int = 1,
    memory: int | None = None,
    order: Sequence[int] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Iterator[Shard]:
    """Does what is missing of a job, and yields each shard when it is done.

    ``client`` is a ``distributed.Client``; without one, ``scheduler`` is an address, and ``local`` a number of workers on this machine.
    A shard that fails more often than ``retries`` is given up; the others go on. If the iterator is closed, running shards end first.
    """
    job = job if isinstance(job, Job) else Job(job)
    job.check_files()
    missing = job.missing()
    if order is not None:
        wanted = set(missing)
        missing = [number for number in order if number in wanted]
    if not missing:
        return
    with contextlib.ExitStack() as stack:
        own = client if client is not None else stack.enter_context(_cluster(scheduler, local, retries))
        if client is not None:
            client.run_on_scheduler(_allow, failures=retries)
        driver = _Driver(job, own, retries, threads, memory, tell or _say)
        driver.check_versions()
        try:
            for shard in driver.shards(missing):
                if on_shard is not None:
                    on_shard(shard)
                yield shard
        except (KeyboardInterrupt, GeneratorExit):
            driver.tell("interrupted: waiting for the shards that run; Ctrl-C again stops at once")
            driver.finish()
            raise


def _executing(dask_worker: Any = None) -> list[str]:
    """Runs on a worker: the keys of the tasks that it works on."""
    return [str(task.key) for task in dask_worker.state.executing]


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _pilots(command: Sequence[str], workers: int, threads: int, memory: int | None) -> tuple[int, list[tuple[float, float]]]:
    """Times three shards of a thousand. Returns how many shards the job should have, and the times by their place in it."""
    with tempfile.TemporaryDirectory(prefix="fukumen-pilot-") as folder:
        job = Job.create(Path(folder) / "job", command, 1000)
        times: list[tuple[float, float]] = []
        for number in (1, 500, 1000):
            result = make(job, number, threads=threads, memory=memory)
            if result.shard is None:
                raise ClusterError(f"a first shard failed: {result.said.strip() or result.version}")
            times.append((number / 1000, result.shard.seconds))
    total = 1000 * sum(seconds for _, seconds in times) / len(times)
    return max(16 * workers, min(MOST_SHARDS, math.ceil(total / GOOD_LENGTH))), times


def _long_first(shards: int, times: Sequence[tuple[float, float]]) -> list[int]:
    """The shards, those first that should take longest."""

    def expected(number: int) -> float:
        place = number / shards
        for (left, one), (right, other) in zip(times, times[1:]):
            if place <= right:
                return one + (other - one) * max(0.0, place - left) / (right - left)
        return times[-1][1]

    return sorted(range(1, shards + 1), key=lambda number: (-expected(number), number))


class _Progress:
    """What a person sees of a run, on standard error."""

    def __init__(self, job: Job, missing: int, workers: int, price: float | None, verbose: bool) -> None:
        self.job, self.left, self.workers, self.price, self.verbose = job, missing, workers, price, verbose
        self.times: collections.deque[float] = collections.deque(maxlen=50)
        self.processor = 0.0
        self.made = 0
        self.is_terminal = sys.stderr.isatty()
        self.told = 0.0

    def add(self, shard: Shard) -> None:
        self.times.append(shard.seconds)
        self.processor += shard.processor
        self.made += 1
        self.left -= 1
        if self.verbose:
            _say(f"shard {shard.number}: {shard.lines} lines, {shard.seconds:.1f} s on {shard.host}")
        elif time.monotonic() - self.told > (0.2 if self.is_terminal else 30) or not self.left:
            self.told = time.monotonic()
            end = "\r" if self.is_terminal and self.left else "\n"
            print(f"{self.line():<78}", end=end, file=sys.stderr, flush=True)

    def line(self) -> str:
        median = statistics.median(self.times) if self.times else math.nan
        left = median * self.left / max(1, self.workers)
        hours = self.processor / 3600
        expected = hours * (self.made + self.left) / max(1, self.made)
        line = f"{self.job.shards - self.left} of {self.job.shards} shards, {_duration(left)} left, "
        line += f"{hours:.2f} of {expected:.2f} processor hours"
        return line + (f", {expected * self.price:.2f} in all" if self.price else "")


def _duration(seconds: float) -> str:
    if math.isnan(seconds):
        return "unknown time"
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _memory(text: str) -> int:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kKMGT]?)i?[bB]?", text.strip())
    if not match:
        raise argparse.ArgumentTypeError("write it as 500MB or 2GB")
    return int(float(match[1]) * 1000 ** ("kMGT".find(match[2].replace("K", "k")) + 1 if match[2] else 0))


def _whole(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"\d+", text) or int(text) < least:
            raise argparse.ArgumentTypeError(f"a number from {least} is expected, not '{text}'")
        return int(text)

    return read


def _shards(text: str) -> int | str:
    return text if text == "auto" else _whole(1)(text)


def recipe(job: Job | str | os.PathLike[str], name: str, python: str = sys.executable) -> str:
    """Returns the recipe for a scheduler, filled in for a job: ``slurm``, ``kubernetes``, ``parallel``, ``snakemake``,
    ``nextflow`` or ``ray``. ``python`` is the interpreter of its nodes."""
    job = job if isinstance(job, Job) else Job(job)
    if name not in RECIPES:
        raise ClusterError(f"there is no recipe for '{name}'; there are {', '.join(RECIPES)}")
    text = (Path(__file__).parent / "recipes" / f"{RECIPES[name]}.in").read_text("utf-8")
    values = {
        "JOB": shlex.quote(str(job.folder.absolute())),
        "JOB_TEXT": json.dumps(str(job.folder.absolute())),
        "SHARDS": str(job.shards),
        "PYTHON": shlex.quote(python),
        "PYTHON_TEXT": json.dumps(python),
        "ENDING": _ENDINGS[job.format],
        "SUMMARY": "summary.json" if job.format == "json" else "json",
        "WIDTH": str(max(4, len(str(job.shards)))),
        "VERSION": job.version,
        "COMMAND": " ".join(shlex.join(job.given).splitlines()),
    }
    return re.sub(r"@([A-Z_]+)@", lambda match: values[match[1]], text)


#: The recipes and the names of their files. In `recipes/` these are texts with places to fill in, no programs.
RECIPES = {
    "kubernetes": "kubernetes.yaml",
    "nextflow": "main.nf",
    "parallel": "parallel.sh",
    "ray": "with_ray.py",
    "slurm": "slurm.sh",
    "snakemake": "Snakefile",
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m fukumen.cluster", description="Long jobs on several processors or machines.")
    commands = parser.add_subparsers(dest="what", required=True, metavar="COMMAND")
    ran = commands.add_parser(
        "run",
        help="do what is missing of a job",
        description="Does what is missing of a job. Behind -- stands the command, such as generate words --words list.txt; "
        "without it, the job goes on.",
    )
    ran.add_argument("job", help="the folder of the job")
    where = ran.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="ADDRESS", help="a running scheduler of Dask, such as tcp://node1:8786")
    where.add_argument("--local", metavar="N", type=_whole(1), help="N workers on this machine (default: one per processor)")
    ran.add_argument("--shards", metavar="N", type=_shards, help="number of shards, or auto (default): about 30 s each")
    ran.add_argument("--retries", metavar="N", type=_whole(0), default=3, help="try a shard again N times (default: 3)")
    ran.add_argument("--threads", metavar="N", type=_whole(1), default=1, help="threads of each shard (default: 1)")
    ran.add_argument("--memory", metavar="SIZE", type=_memory, help="memory of each shard at most: 500MB, 2GB")
    ran.add_argument("--price", metavar="AMOUNT", type=float, help="what a processor costs an hour, such as 0.04")
    ran.add_argument("--verbose", action="store_true", help="print a line for each shard")
    ran.add_argument("command", nargs="*", metavar="-- COMMAND", help="what to run: solve or generate, with its options")
    status = commands.add_parser("status", help="say how far a job has come")
    status.add_argument("job")
    status.add_argument("--price", metavar="AMOUNT", type=float)
    status.add_argument("--json", action="store_true", help="print JSON")
    merged = commands.add_parser("merge", help="put the shards of a job together", add_help=True)
    merged.add_argument("job")
    merged.add_argument("-o", "--output", metavar="FILE", default="-", help="write to FILE")
    merged.add_argument("--partial", action="store_true", help="although shards are missing")
    merged.add_argument("more", nargs="*", metavar="-- OPTION", help="options of 'fukumen merge'")
    script = commands.add_parser("script", help="print a recipe for another scheduler")
    script.add_argument("job")
    script.add_argument("--for", dest="name", required=True, choices=sorted(RECIPES))
    shard = commands.add_parser("shard", help="do one shard of a job, for other schedulers")
    shard.add_argument("job")
    shard.add_argument("number", type=_whole(1))
    shard.add_argument("--threads", metavar="N", type=_whole(1), default=1)
    shard.add_argument("--memory", metavar="SIZE", type=_memory)
    created = commands.add_parser("create", help="make the folder of a job, for other schedulers")
    created.add_argument("job")
    created.add_argument("--shards", metavar="N", type=_whole(1), required=True)
    created.add_argument("command", nargs="*", metavar="-- COMMAND")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Carries out a command line and returns its exit status: 0 all is done, 2 the command is wrong, 3 something is missing."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    behind: list[str] = []
    if "--" in arguments:
        place = arguments.index("--")
        arguments, behind = arguments[:place], arguments[place + 1 :]
    options = _parser().parse_args(arguments)
    if behind:
        setattr(options, "more" if options.what == "merge" else "command", behind)
    try:
        return {"run": _run, "status": _status, "merge": _merge, "script": _script, "shard": _shard, "create": _create}[
            options.what
        ](options)
    except ClusterError as error:
        _say(f"error: {error}")
        return 2
    except KeyboardInterrupt:
        _say("stopped")
        return 3


def _create(options: argparse.Namespace) -> int:
    job = Job.create(options.job, options.command, options.shards)
    _say(f"{job.shards} shards in '{job.folder}'")
    return 0


def _run(options: argparse.Namespace) -> int:
    _dask()
    job, order = _opened(options)
    missing = len(job.missing())
    workers = options.local or os.cpu_count() or 1
    progress = _Progress(job, missing, workers, options.price, options.verbose)
    shards = run(
        job,
        scheduler=options.scheduler,
        local=options.local,
        retries=options.retries,
        threads=options.threads,
        memory=options.memory,
        order=order,
    )
    try:
        for shard in shards:
            progress.add(shard)
    except KeyboardInterrupt:
        left = len(job.missing())
        _say(f"{job.shards - left} of {job.shards} shards are done; go on: python -m fukumen.cluster run {shlex.quote(str(job.folder))}")
        return 3
    missing_still = job.missing()
    if missing_still:
        _say(f"{len(missing_still)} of {job.shards} shards are not done; what they said is in '{job.folder / 'failed'}'")
        return 3
    return 0


def _opened(options: argparse.Namespace) -> tuple[Job, list[int] | None]:
    """The job, and the order of its shards if that is known."""
    folder = Path(options.job)
    is_there = (folder / "job.json").exists()
    if not options.command:
        job = Job(folder)
        job.check_files()
        if options.shards not in (None, "auto", job.shards):
            raise ClusterError(f"the job has {job.shards} shards, not {options.shards}")
        if version() != job.version:
            raise ClusterError(f"the job was begun with fukumen {job.version}, and this is {version()}")
        return job, None
    if is_there:
        return Job.create(folder, options.command, Job(folder).shards if options.shards in (None, "auto") else options.shards), None
    if options.shards in (None, "auto"):
        workers = options.local or os.cpu_count() or 1
        count, times = _pilots(_checked(options.command), workers, options.threads, options.memory)
        job = Job.create(folder, options.command, count)
        return job, _long_first(count, times)
    return Job.create(folder, options.command, options.shards), None


def _status(options: argparse.Namespace) -> int:
    job = Job(options.job)
    status = job.status()
    hours = status.processor / 3600
    expected = hours * status.shards / status.done if status.done else math.nan
    if options.json:
        said = {**dataclasses.asdict(status), "hours": hours, "expected_hours": None if math.isnan(expected) else expected}
        print(json.dumps(said))
        return 0
    print(f"{status.done} of {status.shards} shards are done")
    if status.failed:
        print(f"given up: {', '.join(map(str, status.failed[:20]))}")
    if status.count is not None:
        print(f"{'puzzles' if job.command[0] == 'generate' else 'solutions'} so far: {status.count}")
    if status.done:
        line = f"processor hours: {hours:.2f}, {expected:.2f} expected in all"
        print(line + (f", {expected * options.price:.2f} in money" if options.price else ""))
    return 0


def _merge(options: argparse.Namespace) -> int:
    more = [*options.more, *(["--partial"] if options.partial else [])]
    return Job(options.job).merge(options.output, more)


def _script(options: argparse.Namespace) -> int:
    print(recipe(options.job, options.name), end="")
    return 0


def _shard(options: argparse.Namespace) -> int:
    job = Job(options.job)
    if options.number > job.shards:
        raise ClusterError(f"the job has {job.shards} shards, so there is no shard {options.number}")
    if job.shard(options.number) is not None:
        return 0
    job.check_files()
    result = make(job, options.number, threads=options.threads, memory=options.memory)
    if result.shard is not None:
        return 0
    said = f"the job needs fukumen {job.version}, and this is {result.version}" if result.version else result.said.strip()
    job.fail(options.number, int(time.time()), said)
    _say(f"error: shard {options.number}: {said}")
    return 2 if result.is_final else 3


if __name__ == "__main__":
    # Functions of this module are sent to workers by their names; those of a program would go as a copy of all that they use.
    sys.exit(importlib.import_module("fukumen.cluster").main())
