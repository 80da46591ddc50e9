#!/usr/bin/env python3
"""Other systems on the same puzzles, all solutions each: `make bench-peers`.

Solve time is compared with solve time, whole process with whole process, one thread each, in one
session on one machine. Models are written here from the puzzle's text, for sums as one equation and
as one for each column, of which the faster counts. A system whose count is wrong has no time.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from benches import written
from benches.peers import tools
from benches.peers.puzzle import Puzzle
from benches.peers.puzzle import puzzle
from benches.peers.systems import COLUMNS
from benches.peers.systems import WHOLE
from benches.peers.systems import Model
from benches.peers.systems import System
from benches.peers.systems import Unsuitable
from benches.peers.systems.table import SYSTEMS
from benches.targets import Target
from benches.targets import targets

PUZZLES = (
    "send donald addends41 fractions-one fractions-equal product products-equal square power algebraf base16"
).split()
FOLDER = Path("target/peers/models")
TITLES = {"solve": "**The search alone**", "process": "**The whole process**"}
# Runs take so many seconds together, or there are so many.
RUNS = (2, 100)


class Result(NamedTuple):
    """What a system did with a puzzle; a remark instead of times where it did not do it."""

    solve: float | None = None
    process: float | None = None
    remark: str = ""


def main() -> int:
    arguments = options()
    systems = [system for system in SYSTEMS if is_installed(system, arguments.systems)]
    chosen = [target for target in targets() if target.name in (arguments.only or PUZZLES)]
    ours = [fukumen(target, arguments) for target in chosen]
    theirs = [[best(system, target, arguments) for system in systems] for target in chosen]
    print(opening(systems))
    for part in ("solve", "process"):
        rows = [row(part, *results) for results in zip(chosen, ours, theirs)]
        heads = ["puzzle", "fukumen", *(system.name for system in systems)]
        print(f"\n{TITLES[part]}\n\n{written.table(heads, rows)}")
    return 0


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Times other systems on puzzles of benches/targets.txt.")
    parser.add_argument("--program", default="target/release/fukumen")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for a run")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="targets by their names")
    parser.add_argument("--systems", nargs="*", metavar="NAME", help="systems by the beginnings of their names")
    return parser.parse_args()


def is_installed(system: System, wanted: list[str] | None) -> bool:
    if wanted and not any(system.name.startswith(name) for name in wanted):
        return False
    if not system.version():
        print(f"{system.name} is not installed: passed over", file=sys.stderr)
        return False
    return True


def fukumen(target: Target, arguments: argparse.Namespace) -> Result:
    """The search, after parsing and planning; the process, with the solutions printed."""
    bench = [arguments.program, "bench", "--format=json", "--threads=1", *target.arguments()]
    result = json.loads(subprocess.run(bench, capture_output=True, text=True, check=True).stdout)
    if int(result["count"]) != target.count:
        sys.exit(f"{target.name}: fukumen found {result['count']} solutions instead of {target.count}")
    process = [arguments.program, "--threads=1", *target.arguments()]
    return Result(result["search"]["min"], tools.least_process_time(process, *RUNS))


def best(system: System, target: Target, arguments: argparse.Namespace) -> Result:
    """The faster form of the model, for solving and for the process each."""
    asked = puzzle(target.name, target.settings, target.text)
    results = [attempt(system, asked, target.count, form, arguments.timeout) for form in forms(system, asked)]
    timed = [result for result in results if result.solve is not None]
    if not timed:
        return results[-1]
    return Result(min(r.solve for r in timed), min(r.process for r in timed))


def forms(system: System, asked: Puzzle) -> list[str]:
    """A sum can be one equation or one for each column; other puzzles have one form."""
    return [WHOLE, COLUMNS] if system.knows_columns and asked.sum() else [WHOLE]


def attempt(system: System, asked: Puzzle, count: int, form: str, timeout: float) -> Result:
    folder = FOLDER / asked.name / type(system).__name__ / form
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{asked.name}: {system.name}, {form}", file=sys.stderr)
    try:
        return measure(system.model(asked, form, folder), count, timeout)
    except Unsuitable as reason:
        return Result(remark=str(reason))


def measure(model: Model, count: int, timeout: float) -> Result:
    least, patience = None, time.monotonic() + RUNS[0]
    while least is None or time.monotonic() < patience:
        output = tools.output(model.timing, timeout)
        if output is None:
            return Result(remark=f"over {timeout:g} s")
        try:
            found, seconds = model.read(output)
        except (ValueError, AttributeError):
            return Result(remark="fails")
        if found != count:
            return Result(remark=f"wrong: {found:,} solutions")
        least = min(seconds, least or seconds)
    return Result(least, tools.least_process_time(model.process, *RUNS))


def opening(systems: list[System]) -> str:
    """What was compared, and how each search was timed."""
    lines = [
        f"{written.here()}; one thread, the least of several runs; in brackets, how many times the",
        "time of fukumen. `true`, the process that does nothing, takes",
        f"{written.seconds(tools.least_process_time(['true'], *RUNS))}.",
        "",
        *(f"* {system.name} ({system.version()}): {system.clock}" for system in systems),
    ]
    return "\n".join(lines)


def row(part: str, target: Target, ours: Result, theirs: list[Result]) -> list[str]:
    mine = getattr(ours, part)
    cells = [cell(getattr(result, part), mine, result.remark) for result in theirs]
    return [f"`{target.name}`", written.seconds(mine), *cells]


def cell(time: float | None, ours: float, remark: str) -> str:
    return remark if time is None else f"{written.seconds(time)} ({written.three_digits(time / ours)})"


if __name__ == "__main__":
    sys.exit(main())
