"""The table of the targets, as Markdown: `make bench-table`.

One thread, the least time of many warm runs in one process; what took longer than the limit has no
times. A count that differs from the published one fails.
"""

import argparse
import json
import subprocess
import sys

from benches import written
from benches.targets import Target
from benches.targets import targets

HEADS = ["puzzle", "engine", "solutions", "parse", "plan", "search", "confirm", "nodes", "ns a node"]
PARTS = ["parse", "plan", "search", "confirm"]


def main() -> int:
    arguments = options()
    chosen = [target for target in targets() if not arguments.only or target.name in arguments.only]
    timed = [(target, bench(target, arguments)) for target in chosen]
    print(f"{written.here()}; one thread.\n")
    print(written.table(HEADS, [row(target, result, arguments.timeout) for target, result in timed]))
    wrong = [complaint(target, result) for target, result in timed if is_wrong(target, result)]
    print("\n".join(wrong), end="", file=sys.stderr)
    return 1 if wrong else 0


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Times the puzzles of benches/targets.txt.")
    parser.add_argument("--program", default="target/release/fukumen")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for a run")
    parser.add_argument("--engine", help="an engine instead of the planner's choice")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="targets by their names")
    return parser.parse_args()


def bench(target: Target, arguments: argparse.Namespace) -> dict:
    """The result of `fukumen bench` for a target."""
    command = [arguments.program, "bench", "--format=json", "--threads=1", f"--timeout={arguments.timeout}"]
    if arguments.engine:
        command.append(f"--engine={arguments.engine}")
    run = subprocess.run(command + target.arguments(), capture_output=True, text=True)
    if not run.stdout:
        sys.exit(f"{target.name}: {run.stderr.strip()}")
    return json.loads(run.stdout)


def row(target: Target, result: dict, timeout: float) -> list[str]:
    name = f"`{target.name}`"
    if not has_times(result):
        error = result.get("error", {}).get("message")
        return [name, result.get("engine", ""), "", "", "", error or f"over {timeout:g} s", "", "", ""]
    times = [result[part]["min"] for part in PARTS]
    nodes, search = result["nodes"], result["search"]["min"]
    each = f"{search * 1e9 / nodes:.1f}" if nodes else ""
    solutions = f"{int(result['count']):,}"
    return [name, result["engine"], solutions, *map(written.seconds, times), f"{nodes:,}", each]


def has_times(result: dict) -> bool:
    return bool(result.get("search"))


def is_wrong(target: Target, result: dict) -> bool:
    return has_times(result) and int(result["count"]) != target.count


def complaint(target: Target, result: dict) -> str:
    return f"WRONG: {target.name} has {target.count:,} solutions, found were {result['count']}\n"


if __name__ == "__main__":
    sys.exit(main())
