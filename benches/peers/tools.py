"""Programs: whether they are there, what they are, how long they take."""

import os
import shutil
import subprocess
import time
from typing import NamedTuple


def is_there(program: str) -> bool:
    return shutil.which(program) is not None


def first_line(command: list[str]) -> str:
    run = subprocess.run(command, capture_output=True, text=True)
    return (run.stdout or run.stderr).splitlines()[0]


def output(command: list[str], timeout: float) -> str | None:
    """The output of a program; `None` if it takes too long."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=timeout).stdout
    except subprocess.TimeoutExpired:
        return None


class Spent(NamedTuple):
    """Seconds from the start of a process to its end."""

    clock: float
    # Of it and all that it starts.
    processor: float


def spent(command: list[str]) -> Spent:
    """Runs a process, its output thrown away. It is started by posix_spawn, because the fork of a
    large process would be timed otherwise."""
    nowhere = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    start = time.perf_counter()
    process = os.posix_spawnp(command[0], command, os.environ, file_actions=nowhere)
    usage = os.wait4(process, 0)[2]
    return Spent(time.perf_counter() - start, usage.ru_utime + usage.ru_stime)


def least_spent(command: list[str], patience: float, most: int) -> Spent:
    """The least of many runs, as many as some seconds allow; of each time for itself."""
    runs = [spent(command)]
    while sum(run.clock for run in runs) < patience and len(runs) < most:
        runs.append(spent(command))
    return Spent(*map(min, zip(*runs)))
