"""The command line: ``python -m fukumen.cluster``."""

from __future__ import annotations

import argparse
import collections
import dataclasses
import json
import math
import os
import re
import shlex
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from fukumen.cluster._commands import ClusterError, checked, version
from fukumen.cluster._jobs import MOST_SHARDS, Job, Shard
from fukumen.cluster._making import make
from fukumen.cluster._recipes import RECIPES, recipe
from fukumen.cluster._workers import dask, run, say

#: How long a shard should take, in seconds.
GOOD_LENGTH = 30.0


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
    """The progress of a run, on standard error."""

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
            say(f"shard {shard.number}: {shard.lines} lines, {shard.seconds:.1f} s on {shard.host}")
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
        say(f"error: {error}")
        return 2
    except KeyboardInterrupt:
        say("stopped")
        return 3


def _create(options: argparse.Namespace) -> int:
    job = Job.create(options.job, options.command, options.shards)
    say(f"{job.shards} shards in '{job.folder}'")
    return 0


def _run(options: argparse.Namespace) -> int:
    dask()
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
        say(f"{job.shards - left} of {job.shards} shards are done; go on: python -m fukumen.cluster run {shlex.quote(str(job.folder))}")
        return 3
    missing_still = job.missing()
    if missing_still:
        say(f"{len(missing_still)} of {job.shards} shards are not done; what they said is in '{job.folder / 'failed'}'")
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
        count, times = _pilots(checked(options.command), workers, options.threads, options.memory)
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
    say(f"error: shard {options.number}: {said}")
    return 2 if result.is_final else 3
