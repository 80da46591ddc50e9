"""A job: a folder that says what is to be done, and what was done."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import math
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from fukumen.cluster._commands import ENDINGS, ClusterError, before_puzzles, checked, described, format_of, program, version
from fukumen.cluster._files import sha256, timeless, write

#: More shards than this take longer to manage than to do.
MOST_SHARDS = 100_000
#: How often a process looks whether the shard it has made is in order while others make it, too.
_LOOKS = 10


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
        command = checked(command)
        said = described(command, shards, version())
        if (folder / "job.json").exists():
            job = cls(folder)
            job.check_same(command, said)
            return job
        try:
            (folder / "files").mkdir(parents=True, exist_ok=True)
            for file in said["files"]:
                shutil.copyfile(file["from"], folder / "files" / file["name"])
                if sha256(folder / "files" / file["name"]) != file["sha256"]:
                    raise ClusterError(f"'{file['from']}' changes while it is copied")
            write(folder / "job.json", json.dumps(said, indent=2, ensure_ascii=False).encode() + b"\n")
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
            if not path.is_file() or sha256(path) != file["sha256"]:
                raise ClusterError(f"'{path}' has changed since the job began")

    @property
    def format(self) -> str:
        """The format of the outputs."""
        return format_of(self.command)

    def stem(self, number: int) -> str:
        """The name of a shard's files, without ending."""
        width = max(4, len(str(self.shards)))
        return f"shard-{number:0{width}}-of-{self.shards:0{width}}"

    def output(self, number: int) -> Path:
        """Where the output of a shard is."""
        return self.folder / f"{self.stem(number)}.{ENDINGS[self.format]}"

    def summary(self, number: int) -> Path:
        """Where the summary of a shard is: for JSON, which the output would hide, under another name."""
        ending = "summary.json" if self.format == "json" else "json"
        return self.folder / f"{self.stem(number)}.{ending}"

    def arguments(self, number: int, threads: int = 1) -> list[str]:
        """The arguments of the program for a shard, in the folder of the job."""
        return [*before_puzzles(self.command, ["--shard", f"{number}/{self.shards}", "--threads", str(threads)])]

    def shard(self, number: int, check: bool = True) -> Shard | None:
        """A shard that is done; None if it is not. ``check`` compares the output with its hash."""
        try:
            shard = Shard(**json.loads(self.summary(number).read_bytes()))
            is_there = self.output(number).stat().st_size == shard.bytes
            if not is_there or (check and sha256(self.output(number)) != shard.sha256):
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
                    write(self.output(shard.number), data)
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
        write(self.summary(shard.number), json.dumps(dataclasses.asdict(shard)).encode() + b"\n")

    def _same(self, shard: Shard, new: bytes) -> bytes:
        """The output of a shard that is there, which must be equal to what was made again."""
        there = self.output(shard.number).read_bytes()
        if there != new and timeless(there) != timeless(new):
            own = self.folder / "failed" / f"{shard.number:04}-differs.{ENDINGS[self.format]}"
            own.parent.mkdir(exist_ok=True)
            write(own, new)
            raise ClusterError(
                f"shard {shard.number} was made twice and differs, see '{own}': please report this as a bug of fukumen"
            )
        return there

    def log(self, shard: Shard) -> None:
        """Adds a shard to the list for the status: a copy of its summary."""
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
