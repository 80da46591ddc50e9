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
    "send donald addends41 fractions-one fractions-equal product products-equal square power algebraf base16 "
    "crossed crossed-primes square-of-all queens all-intervals automorphic square-of-19 gcd lcm quotient"
).split()
FOLDER = Path("target/peers/models")
TITLES = {
    "solve": "**The search alone**",
    "processor": "**The whole process, processor time**: other work on the machine hardly changes it",
    "clock": "**The whole process, on the clock**",
}
# Runs take so many seconds together, or there are so many.
RUNS = (2, 100)


class Result(NamedTuple):
    """The result of a system for a puzzle; a remark instead of times if it has none."""

    solve: float | None = None
    clock: float | None = None
    processor: float | None = None
    remark: str = ""


def main() -> int:
    arguments = options()
    systems = [system for system in SYSTEMS if is_installed(system, arguments.systems)]
    chosen = [target for target in targets() if target.name in (arguments.only or PUZZLES)]
    results = [everyone(target, systems, arguments) for target in chosen]
    print(opening(systems))
    heads = ["puzzle", "fukumen", *(system.name for system in systems)]
    for part, title in TITLES.items():
        rows = [row(part, *pair) for pair in zip(chosen, results)]
        print(f"\n{title}\n\n{written.table(heads, rows)}")
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


def everyone(target: Target, systems: list[System], arguments: argparse.Namespace) -> list[Result]:
    """fukumen first; puzzle after puzzle, so that what else the machine does is the same for all."""
    return [fukumen(target, arguments), *(best(system, target, arguments) for system in systems)]


def fukumen(target: Target, arguments: argparse.Namespace) -> Result:
    """The search, after parsing and planning; the process, with the solutions printed."""
    bench = [arguments.program, "bench", "--format=json", "--threads=1", *target.arguments()]
    result = json.loads(subprocess.run(bench, capture_output=True, text=True, check=True).stdout)
    if int(result["count"]) != target.count:
        sys.exit(f"{target.name}: fukumen found {result['count']} solutions instead of {target.count}")
    process = [arguments.program, "--threads=1", *target.arguments()]
    return Result(result["search"]["min"], *tools.least_spent(process, *RUNS))


def best(system: System, target: Target, arguments: argparse.Namespace) -> Result:
    """The faster form of the model, for each time."""
    asked = puzzle(target.name, target.settings, target.text)
    results = [attempt(system, asked, target.count, form, arguments.timeout) for form in forms(system, asked)]
    timed = [result for result in results if result.solve is not None]
    if not timed:
        return results[-1]
    return Result(*(min(getattr(result, part) for result in timed) for part in Result._fields[:3]))


def forms(system: System, asked: Puzzle) -> list[str]:
    """A sum can be one equation or one for each column; other puzzles have one form."""
    return [WHOLE, COLUMNS] if system.knows_columns and asked.sum() else [WHOLE]


def attempt(system: System, asked: Puzzle, count: int, form: str, timeout: float) -> Result:
    if not (asked.has_equations_alone or system.knows_tables):
        return Result(remark="no model")
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
    return Result(least, *tools.least_spent(model.process, *RUNS))


def opening(systems: list[System]) -> str:
    """The text above the table: the systems, and how each search was timed."""
    nothing = tools.least_spent(["true"], *RUNS)
    clocks = [f"* {system.name} ({system.version()}): {system.clock}" for system in systems]
    return "\n".join(
        [
            f"{written.here()}; one thread, the least of several runs. In brackets: how many times the time",
            f"of fukumen. `true`, the process that does nothing, takes {written.seconds(nothing.clock)} on the",
            f"clock, {written.seconds(nothing.processor)} of the processor. What the search alone is:",
            "",
            *clocks,
        ]
    )


def row(part: str, target: Target, results: list[Result]) -> list[str]:
    ours, *theirs = results
    mine = getattr(ours, part)
    cells = [cell(getattr(result, part), mine, result.remark) for result in theirs]
    return [f"`{target.name}`", written.seconds(mine), *cells]


def cell(time: float | None, ours: float, remark: str) -> str:
    return remark if time is None else f"{written.seconds(time)} ({written.three_digits(time / ours)})"


if __name__ == "__main__":
    sys.exit(main())
