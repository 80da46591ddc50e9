"""Reads the kinds of puzzles in targets.txt that other systems know.

`LEFT=RIGHT, LEFT=RIGHT` with `+ - * / % ^`, numerals of letters, blanks and digits. Fractions are
multiplied out, so that systems of whole numbers can have them; `floor(…)` of one is a quotient. Questions
about words are tables of their values, `distinct(…)` has expressions that differ.
"""

import re
from collections import Counter
from dataclasses import dataclass
from dataclasses import field
from typing import NamedTuple

from benches.peers.functions import FUNCTIONS
from benches.peers.functions import digit_sum


class Numeral(NamedTuple):
    """A row of letters, with shown digits among them."""

    letters: str

    @property
    def hidden(self) -> list[str]:
        return [sign for sign in self.letters if not sign.isdigit()]


class Number(NamedTuple):
    value: int


class Operation(NamedTuple):
    sign: str
    left: "Tree"
    right: "Tree"


class Call(NamedTuple):
    """A function of numbers."""

    function: str
    arguments: list["Tree"]


Tree = Numeral | Number | Operation | Call
ONE = Number(1)


class Equation(NamedTuple):
    left: Tree
    right: Tree


@dataclass
class Puzzle:
    """Equations between whole numbers, and what the letters may be."""

    name: str
    base: int
    digits: list[int]
    equations: list[Equation]
    # Whether different letters are different digits.
    is_distinct: bool = True
    # The rows of digits that a word may be.
    tables: dict[str, list[list[int]]] = field(default_factory=dict)
    # Expressions with different values.
    apart: list[list[Tree]] = field(default_factory=list)

    @property
    def letters(self) -> list[str]:
        """In the order of their first appearance."""
        return list(dict.fromkeys(letter for word in self.words() for letter in Numeral(word).hidden))

    @property
    def leading(self) -> list[str]:
        """Those that cannot be zero."""
        return list(dict.fromkeys(word[0] for word in self.words() if len(word) > 1 and word[0].isalpha()))

    def words(self) -> list[str]:
        different = [numeral for group in self.apart for tree in group for numeral in numerals(tree)]
        return [*self.tables, *(numeral.letters for numeral in [*different, *self.numerals()])]

    @property
    def has_functions(self) -> bool:
        """Whether a system needs more than a product, a power and a distance."""
        sides = [side for equation in self.equations for side in equation]
        return any(mark in repr(side) for side in sides for mark in ("'%'", "'floor'", "'gcd'", "'lcm'"))

    @property
    def has_equations_alone(self) -> bool:
        return self.is_distinct and not self.tables and not self.apart

    def numerals(self) -> list[Numeral]:
        """Those of the equations, each once."""
        sides = [side for equation in self.equations for side in equation]
        return list(dict.fromkeys(numeral for side in sides for numeral in numerals(side)))

    def sum(self) -> tuple[list[str], str] | None:
        """The addends and the result, where that is all there is."""
        if len(self.equations) != 1 or not self.has_equations_alone:
            return None
        terms = addends(self.equations[0].left)
        result = self.equations[0].right
        is_plain = terms is not None and isinstance(result, Numeral)
        return ([term.letters for term in terms], result.letters) if is_plain else None

    def weights(self) -> dict[str, int]:
        """The weight of each letter's digit in a sum; that of the result is negative."""
        words, result = self.sum()
        weights = Counter()
        for word, factor in [*((word, 1) for word in words), (result, -1)]:
            for place, letter in enumerate(reversed(word)):
                weights[letter] += factor * self.base**place
        return dict(weights)


def puzzle(name: str, settings: list[str], text: str) -> Puzzle:
    """Reads a target. Its digits are a range."""
    given = dict(setting.split("=") for setting in settings)
    base = int(given.get("base", 10))
    first, last = map(int, given.get("digits", f"0-{base - 1}").split("-"))
    read = Puzzle(name, base, list(range(first, last + 1)), [], given.get("distinct") != "none")
    for part in parts(with_names(text)):
        if of_word := re.fullmatch(r"(is_\w+)\(([A-Z]+)\)", part):
            add_table(read, of_word[2], FUNCTIONS[of_word[1]](base ** len(of_word[2])))
        elif of_sum := re.fullmatch(r"digit_sum\(([A-Z]+)\)=(\d+)", part):
            add_table(read, of_sum[1], digit_sum(int(of_sum[2]), base, base ** len(of_sum[1])))
        elif part.startswith("distinct("):
            read.apart.append([Reader(value).sum() for value in parts(part[len("distinct(") : -1])])
        else:
            read.equations.append(equation(part))
    return read


def with_names(text: str) -> str:
    """Each blank becomes a letter of its own."""
    free = iter(sorted(set("ABCDEFGHIJKLMNOPQRSTUVWXYZ") - set(text)))
    return re.sub("□", lambda _: next(free), text)


def parts(text: str) -> list[str]:
    """The parts between the commas outside brackets."""
    found, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return [part.strip() for part in found]


def add_table(puzzle: Puzzle, word: str, numbers: list[int]) -> None:
    """Leaves of a word's rows those that are these numbers too; a word of several letters does not begin with 0."""
    least = puzzle.base ** (len(word) - 1) if len(word) > 1 else 0
    rows = [digits(number, len(word), puzzle.base) for number in numbers if number >= least]
    known = puzzle.tables.get(word)
    if known is not None:
        kept = set(map(tuple, rows))
        rows = [row for row in known if tuple(row) in kept]
    puzzle.tables[word] = rows


def digits(number: int, length: int, base: int) -> list[int]:
    return [number // base**place % base for place in reversed(range(length))]


def equation(text: str) -> Equation:
    left, right = (fraction(Reader(side).sum()) for side in text.split("="))
    return Equation(product(left[0], right[1]), product(right[0], left[1]))


class Reader:
    """Loosest signs first, each from left to right; a power has one exponent."""

    TIERS = ["+-", "*/%", "^"]

    def __init__(self, text: str):
        self.words = re.findall(r"[a-z]+|[A-Z0-9]+|[-+*/%^(),]", text)

    def sum(self, tier: int = 0) -> Tree:
        if tier == len(self.TIERS):
            word = self.words.pop(0)
            if word.islower():
                arguments = []
                while self.words.pop(0) != ")":
                    arguments.append(self.sum())
                return Call(word, arguments)
            return Number(int(word)) if word.isdigit() else Numeral(word)
        tree = self.sum(tier + 1)
        while self.words and self.words[0] in self.TIERS[tier]:
            tree = Operation(self.words.pop(0), tree, self.sum(tier + 1))
        return tree


def fraction(tree: Tree) -> tuple[Tree, Tree]:
    """Numerator and denominator without a division in them."""
    if not isinstance(tree, Operation):
        return tree, ONE
    (above, below), (over, under) = fraction(tree.left), fraction(tree.right)
    match tree.sign:
        case "*":
            return product(above, over), product(below, under)
        case "/":
            return product(above, under), product(below, over)
        case "^" | "%":
            return tree, ONE
    return Operation(tree.sign, product(above, under), product(over, below)), product(below, under)


def product(left: Tree, right: Tree) -> Tree:
    """Multiplied out over sums; nothing is multiplied by one."""
    if left == ONE or right == ONE:
        return left if right == ONE else right
    if isinstance(left, Operation) and left.sign in "+-":
        return Operation(left.sign, product(left.left, right), product(left.right, right))
    return Operation("*", left, right)


def numerals(tree: Tree) -> list[Numeral]:
    if isinstance(tree, Operation):
        return numerals(tree.left) + numerals(tree.right)
    if isinstance(tree, Call):
        return [numeral for argument in tree.arguments for numeral in numerals(argument)]
    return [tree] if isinstance(tree, Numeral) else []


def addends(tree: Tree) -> list[Numeral] | None:
    """The terms of a sum of numerals."""
    if isinstance(tree, Numeral):
        return [tree]
    if not isinstance(tree, Operation) or tree.sign != "+":
        return None
    left, right = addends(tree.left), addends(tree.right)
    return None if left is None or right is None else left + right


def written(tree: Tree, numeral, power: str = "^", whole: tuple[str, str] = ("/", "%")) -> str:
    """In the signs of a system, each numeral written by a function; `whole` are its quotient and remainder."""
    match tree:
        case Numeral(letters):
            return numeral(letters)
        case Number(value):
            return str(value)
        case Call("floor", [Operation("/", left, right)]):
            return written(Operation(whole[0], left, right), numeral, power, whole)
        case Call(function, arguments):
            return f"{function}({', '.join(written(each, numeral, power, whole) for each in arguments)})"
    left, right = (written(side, numeral, power, whole) for side in (tree.left, tree.right))
    if tree.sign == "^" and power == "pow":
        return f"pow({left}, {right})"
    sign = {"^": power, "%": whole[1]}.get(tree.sign, tree.sign)
    return f"({left} {sign} {right})"


def columns(puzzle: Puzzle) -> list[tuple[Counter, int, int]]:
    """A sum column by column, from the right: how often each letter stands in it (those of the result
    count -1), and the largest carries into and out of it."""
    words, result = puzzle.sum()
    carry, parts = 0, []
    for place in range(max(map(len, [*words, result]))):
        letters = Counter(word[-1 - place] for word in words if place < len(word))
        out = (carry + sum(letters.values()) * (puzzle.base - 1)) // puzzle.base
        if place < len(result):
            letters[result[-1 - place]] -= 1
        parts.append((letters, carry, out))
        carry = out
    return parts
