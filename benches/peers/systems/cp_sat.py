"""CP-SAT of OR-tools, one worker, from Python. A power of letters is a table of its values."""

import importlib.util
import sys
from importlib import metadata
from pathlib import Path

from benches.peers.puzzle import Call
from benches.peers.puzzle import Numeral
from benches.peers.puzzle import Number
from benches.peers.puzzle import Operation
from benches.peers.puzzle import Puzzle
from benches.peers.puzzle import Tree
from benches.peers.puzzle import columns
from benches.peers.systems import COLUMNS
from benches.peers.systems import Model
from benches.peers.systems import Unsuitable
from benches.peers.systems import count_and_seconds
from benches.peers.systems import linear
from benches.peers.systems import place_values

PROGRAM = """\
import sys
from ortools.sat.python import cp_model

model = cp_model.CpModel()
{model}

class Count(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.count = 0

    def on_solution_callback(self):
        self.count += 1

limit, times = float(sys.argv[1]) / 1000, []
while not times or sum(times) < limit:
    solver, found = cp_model.CpSolver(), Count()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, found)
    times.append(solver.wall_time)
print(found.count, min(times))
"""


class CpSat:
    name = "CP-SAT"
    clock = "the solver's own wall_time, the least of repeated solves"
    knows_columns = True
    knows_tables = True

    def version(self) -> str | None:
        return metadata.version("ortools") if importlib.util.find_spec("ortools") else None

    def model(self, puzzle: Puzzle, form: str, folder: Path) -> Model:
        source = folder / "model.py"
        source.write_text(PROGRAM.format(model="\n".join(lines(puzzle, form))))
        command = [sys.executable, str(source)]
        return Model([*command, "0"], [*command, "1000"], count_and_seconds)


def lines(puzzle: Puzzle, form: str) -> list[str]:
    made = [
        variable(letter, max(puzzle.digits[0], int(letter in puzzle.leading)), puzzle.digits[-1])
        for letter in puzzle.letters
    ]
    if puzzle.is_distinct:
        made.append(f"model.add_all_different([{', '.join(puzzle.letters)}])")
    for word, rows in puzzle.tables.items():
        made.append(f"model.add_allowed_assignments([{', '.join(word)}], {rows})")
    if form == COLUMNS:
        return made + by_columns(puzzle)
    if puzzle.sum():
        return [*made, f"model.add({linear(puzzle.weights())} == 0)"]
    return made + Products(puzzle).lines()


def variable(name: str, least: int, most: int) -> str:
    return f"{name} = model.new_int_var({least}, {most}, '{name}')"


def by_columns(puzzle: Puzzle) -> list[str]:
    parts = columns(puzzle)
    made = [variable(f"c{place}", 0, carry) for place, (_, carry, _) in enumerate(parts)]
    made.append(variable(f"c{len(parts)}", 0, 0))
    for place, (letters, _, _) in enumerate(parts):
        made.append(f"model.add({linear(letters)} + c{place} == {puzzle.base} * c{place + 1})")
    return made


class Products:
    """Each product gets a variable, because the solver multiplies variables only."""

    def __init__(self, puzzle: Puzzle):
        self.puzzle = puzzle
        self.made: list[str] = []
        self.new = 0

    def lines(self) -> list[str]:
        for group in self.puzzle.apart:
            values = ", ".join(self.value(tree)[0] for tree in group)
            self.made.append(f"model.add_all_different([{values}])")
        for left, right in self.puzzle.equations:
            (left, _), (right, _) = self.value(left), self.value(right)
            self.made.append(f"model.add({left} == {right})")
        return self.made

    def value(self, tree: Tree) -> tuple[str, int]:
        """An expression for it, and the most that it can be."""
        match tree:
            case Number(value):
                return str(value), value
            case Numeral(letters):
                value = linear(place_values(letters, self.puzzle.base))
                return f"({value})", self.puzzle.base ** len(letters) - 1
            case Operation("^", base, Number(exponent)):
                value, most = self.value(base)
                return self.whole("multiplication", f"[{', '.join([value] * exponent)}]", most**exponent)
            case Operation("^", base, exponent):
                return self.power(base.letters, exponent.letters)
            case Call(function, arguments):
                return self.call(function, arguments)
        (left, most), (right, more) = self.value(tree.left), self.value(tree.right)
        if tree.sign == "*":
            return self.whole("multiplication", f"[{left}, {right}]", most * more)
        if tree.sign == "%":
            return self.whole("modulo", f"{left}, {right}", more)
        return f"({left} {tree.sign} {right})", most + more

    def call(self, function: str, arguments: list[Tree]) -> tuple[str, int]:
        if function == "floor":
            (left, most), (right, _) = map(self.value, (arguments[0].left, arguments[0].right))
            return self.whole("division", f"{left}, {right}", most)
        if function == "abs":
            return self.whole("abs", *self.value(arguments[0]))
        raise Unsuitable("no model")

    def whole(self, relation: str, operands: str, most: int) -> tuple[str, int]:
        """The result of one of the relations between whole numbers that the solver knows."""
        result = self.result(most)
        self.made.append(f"model.add_{relation}_equality({result}, {operands})")
        return result, most

    def power(self, base: str, exponent: str) -> tuple[str, int]:
        """Of two letters."""
        digits = self.puzzle.digits
        table = [(a, b, a**b) for a in digits for b in digits]
        most = max(value for _, _, value in table)
        result = self.result(most)
        self.made.append(f"model.add_allowed_assignments([{base}, {exponent}, {result}], {table})")
        return result, most

    def result(self, most: int) -> str:
        if most >= 2**63:
            raise Unsuitable("its numbers end at 2^63")
        self.new += 1
        self.made.append(variable(f"p{self.new}", 0, most))
        return f"p{self.new}"
