"""MiniZinc with Gecode. Solving is timed by Gecode itself, of the flattened model; the process is
`minizinc` with the model as it is written. Letters with the fewest digits left go first.
"""

import re
import subprocess
from pathlib import Path

from benches.peers.puzzle import Puzzle
from benches.peers.puzzle import columns
from benches.peers.puzzle import written
from benches.peers.systems import COLUMNS
from benches.peers.systems import Model
from benches.peers.systems import Unsuitable
from benches.peers.systems import linear
from benches.peers.systems import place_values
from benches.peers.tools import first_line
from benches.peers.tools import is_there


class MiniZinc:
    name = "MiniZinc, Gecode"
    clock = "Gecode's own solveTime, printing included"
    knows_columns = True
    knows_tables = True

    def version(self) -> str | None:
        if not (is_there("minizinc") and is_there("fzn-gecode")):
            return None
        solvers = subprocess.run(["minizinc", "--solvers"], capture_output=True, text=True).stdout
        minizinc = re.search(r"version ([\d.]+\d)", first_line(["minizinc", "--version"]))
        gecode = re.search(r"Gecode ([\d.]+\d)", solvers)
        return ", ".join(found.group(1) for found in (minizinc, gecode) if found)

    def model(self, puzzle: Puzzle, form: str, folder: Path) -> Model:
        source, flat = folder / "model.mzn", folder / "model.fzn"
        source.write_text(text(puzzle, form))
        flatten = ["minizinc", "-c", "--solver", "gecode", "-o", flat, "--no-output-ozn", source]
        if subprocess.run(flatten, stderr=subprocess.DEVNULL).returncode:
            raise Unsuitable("its numbers end at 2^31")
        process = ["minizinc", "--solver", "gecode", "-a", str(source)]
        return Model(process, ["fzn-gecode", "-a", "-s", str(flat)], read)


def read(output: str) -> tuple[int, float]:
    seconds = re.search(r"solveTime=([\d.e-]+)", output)
    return output.count("----------"), float(seconds.group(1))


# Euclid's steps, as many as numbers below 1000 take; 0 is left beside the divisor.
GCD = """\
function var int: gcd(var int: x, var int: y) =
    let {
        array[0..16] of var 0..999: p;
        array[0..16] of var 0..999: q;
        constraint p[0] = x /\\ q[0] = y /\\ q[16] = 0;
        constraint forall(i in 1..16)(p[i] = if q[i-1] = 0 then p[i-1] else q[i-1] endif /\\
            q[i] = p[i-1] mod max(q[i-1], 1));
    } in p[16];
function var int: lcm(var int: x, var int: y) = x * y div gcd(x, y);
"""


def text(puzzle: Puzzle, form: str) -> str:
    letters = ", ".join(puzzle.letters)
    lines = ['include "alldifferent.mzn";', 'include "table.mzn";', *([GCD] if puzzle.has_functions else [])]
    lines += [f"var {domain(puzzle, letter)}: {letter};" for letter in puzzle.letters]
    if puzzle.is_distinct:
        lines += [f"constraint alldifferent([{letters}]);"]
    for word, rows in puzzle.tables.items():
        table = " | ".join(", ".join(map(str, row)) for row in rows)
        lines += [f"constraint table([{', '.join(word)}], [| {table} |]);"]
    for group in puzzle.apart:
        values = ", ".join(written(tree, name, "pow") for tree in group)
        lines += [f"constraint alldifferent([{values}]);"]
    lines += by_columns(puzzle) if form == COLUMNS else whole(puzzle)
    lines += [f"solve :: int_search([{letters}], first_fail, indomain_min) satisfy;"]
    lines += [f"output [show([{letters}])];"]
    return "\n".join(lines) + "\n"


def domain(puzzle: Puzzle, letter: str) -> str:
    least = max(puzzle.digits[0], int(letter in puzzle.leading))
    return f"{least}..{puzzle.digits[-1]}"


def whole(puzzle: Puzzle) -> list[str]:
    if puzzle.sum():
        return [f"constraint {linear(puzzle.weights())} = 0;"]
    lines = []
    for numeral in puzzle.numerals():
        letters = numeral.letters
        if len(letters) > 1:
            least, most = puzzle.base ** (len(letters) - 1), puzzle.base ** len(letters) - 1
            lines.append(f"var {least}..{most}: n{letters};")
            lines.append(f"constraint n{letters} = {linear(place_values(letters, puzzle.base))};")
    signs = "pow", ("div", "mod")
    sides = [(written(e.left, name, *signs), written(e.right, name, *signs)) for e in puzzle.equations]
    return lines + [f"constraint {left} = {right};" for left, right in sides]


def name(letters: str) -> str:
    return letters if len(letters) == 1 else f"n{letters}"


def by_columns(puzzle: Puzzle) -> list[str]:
    lines, parts = [], columns(puzzle)
    for place, (letters, carry, out) in enumerate(parts):
        lines.append(f"var 0..{carry}: c{place};")
        lines.append(f"constraint {linear(letters)} + c{place} = {puzzle.base}*c{place + 1};")
    return [*lines, f"var 0..0: c{len(parts)};"]
