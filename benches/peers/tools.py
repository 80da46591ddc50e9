"""Programs: whether they are there, what they are, how long they take."""

import os
import shutil
import subprocess
import time


def is_there(program: str) -> bool:
    return shutil.which(program) is not None


def first_line(command: list[str]) -> str:
    run = subprocess.run(command, capture_output=True, text=True)
    return (run.stdout or run.stderr).splitlines()[0]


def output(command: list[str], timeout: float) -> str | None:
    """What a program prints; `None` where it takes too long."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=timeout).stdout
    except subprocess.TimeoutExpired:
        return None


def process_time(command: list[str]) -> float:
    """Seconds on the clock from start to end, the output thrown away. It is started by posix_spawn,
    because the fork of a large process would be timed otherwise."""
    nowhere = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    start = time.perf_counter()
    process = os.posix_spawnp(command[0], command, os.environ, file_actions=nowhere)
    os.waitpid(process, 0)
    return time.perf_counter() - start


def least_process_time(command: list[str], patience: float, most: int) -> float:
    """The least of many runs, as many as some seconds allow."""
    times = [process_time(command)]
    while sum(times) < patience and len(times) < most:
        times.append(process_time(command))
    return min(times)
