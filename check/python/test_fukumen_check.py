"""Tests of both checkers: what they accept is true by brute force, and both say the same of every file.

    python3 -m unittest discover check/python

The Rust checker is the program that FUKUMEN_CHECK names; `make check-python` builds it. CASES is the number of random
statements.
"""

import io
import itertools
import os
import random
import re
import subprocess
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

import fukumen_check as checker
from fukumen_check import Call, NoValue, Numeral, TooLarge

RUST = os.environ.get("FUKUMEN_CHECK", "target/release/fukumen-check")
CASES = int(os.environ.get("CASES", "400"))
EXAMPLES = sorted((Path(__file__).parent.parent / "tests/certificates").glob("*.txt"))
SEND = Path(__file__).parent.parent / "tests/certificates/send.txt"
NAMES = ["A", "B", "C", "_1"]


# ---- brute force, with nothing of the checker but its reader and what functions mean


def exact(expression, digits, base):
    """The value of an expression where all digits are known."""
    if isinstance(expression, Numeral):
        return exact_numeral(expression, digits)
    if not isinstance(expression, Call):
        return Fraction(expression)
    if checker.is_condition(expression):
        return Fraction(holds(expression, digits, base))
    if expression.name == "count":
        return Fraction(sum(holds(condition, digits, base) for condition in expression.arguments))
    x = [exact(argument, digits, base) for argument in expression.arguments]
    if expression.name in checker.NUMBERS:
        return Fraction(checker.NUMBERS[expression.name][2]([plain(y) for y in x], base))
    return operation(expression.name, x)


def plain(x):
    return x.numerator if x.denominator == 1 else x


def operation(name, x):
    if name in ("/", "//", "%") and x[1] == 0:
        raise NoValue
    if name == "^":
        return Fraction(checker.power(plain(x[0]), plain(x[1])))
    if name == "*":
        product = Fraction(1)
        for y in x:
            product *= y
        return product
    return {
        "+": lambda: sum(x),
        "neg": lambda: -x[0],
        "/": lambda: x[0] / x[1],
        "//": lambda: Fraction(x[0] // x[1]),
        "%": lambda: x[0] % x[1],
        "abs": lambda: abs(x[0]),
        "min": lambda: min(x),
        "max": lambda: max(x),
    }[name]()


def exact_numeral(numeral, digits):
    def number(elements):
        total = 0
        for element in elements:
            total = total * numeral.base + (element if isinstance(element, int) else digits[element])
        return total

    value = Fraction(number(numeral.whole))
    shift = numeral.base ** len(numeral.fraction)
    value += Fraction(number(numeral.fraction), shift)
    if numeral.repetend:
        value += Fraction(number(numeral.repetend), shift * (numeral.base ** len(numeral.repetend) - 1))
    return value


def holds(condition, digits, base):
    name, arguments = condition.name, condition.arguments
    if name in ("and", "or", "not"):
        truths = [holds(argument, digits, base) for argument in arguments]
        return {"and": all, "or": any, "not": lambda truths: not truths[0]}[name](truths)
    try:
        x = [exact(argument, digits, base) for argument in arguments]
        if name == "remainder":
            return x[0] == x[1] * x[2] + x[3] and 0 <= x[3] < x[1]
        if name in checker.QUESTIONS:
            return bool(checker.QUESTIONS[name][2]([plain(y) for y in x], base))
    except NoValue:
        return False
    a, b = x
    return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[name]


def solutions(statement):
    """All solutions of a statement, by trying everything."""
    found = []
    for choice in itertools.product(*statement.cells.values()):
        digits = dict(zip(statement.cells, choice))
        if keeps_to_groups(statement, digits) and all(
            [holds(condition, digits, statement.base) for condition in statement.conditions]
        ):
            found.append(list(choice))
    return found


def keeps_to_groups(statement, digits):
    for group in statement.groups:
        taken = [digits[cell] for cell in group.cells]
        if any(taken.count(digit) > group.most for digit in taken):
            return False
        if any(taken.count(digit) < group.least for digit in group.digits):
            return False
    return all(digits[a] != digits[b] for a, b in statement.pairs)


def is_true(text):
    """Whether the claims of an accepted file are true."""
    lines = checker.Lines(io.BytesIO(text))
    while lines.peek() is not None:
        statement = checker.Statement(lines)
        while not lines.take("end").startswith("end "):
            pass
        all_solutions = solutions(statement)
        if statement.kind == "listed" and statement.solutions != all_solutions:
            return False
        if statement.kind == "count" and len(all_solutions) != statement.number:
            return False
        if statement.kind == "some" and not all(listed in all_solutions for listed in statement.solutions):
            return False
    return True


# ---- a naive producer


def parse(text):
    return checker.Statement(checker.Lines(io.BytesIO((text + "claim none\nproof\n").encode())))


def prove(text, dice, claim):
    """A certificate of a statement: a naive search through the tree, with rules at random."""
    statement = parse(text)
    walk = checker.Walk(statement, checker.MANY)
    names = [f"g{j}" for j, _ in enumerate(statement.groups, 1)]
    for k, _ in enumerate(statement.conditions, 1):
        names += [f"{letter}{k}" for letter in "lvd"] + [f"m{k}/{dice.choice((2, 3, statement.base, 9))}"]
    found, nodes = [], []

    def search():
        unknown = [cell for cell, digit in walk.digit.items() if digit is None]
        if not unknown:
            if walk.holds(0):
                found.append(list(walk.digit.values()))
            return
        cell, closed, followed = dice.choice(unknown), {}, []
        for digit in walk.open_digits(cell):
            walk.set(cell, digit)
            rule = next((name for name in dice.sample(names, len(names)) if walk.rule(name)()), None)
            walk.release(cell)
            if rule and dice.random() < 0.9:
                closed.setdefault(rule, []).append(digit)
            else:
                followed.append(digit)
        parts = [f"{rule} {checker.written_digits(digits)}" for rule, digits in closed.items()]
        nodes.append(" ".join([cell, *parts]))
        for digit in followed:
            walk.set(cell, digit)
            search()
            walk.release(cell)

    search()
    found.sort()
    listed = "".join(" ".join(["solution", *map(str, solution)]) + "\n" for solution in found)
    if claim == "count":
        text, listed = text + f"claim count {len(found)}\n", ""
    elif claim == "some":
        text, nodes = text + f"claim some {len(found)}\n", []
    else:
        few = {0: "none", 1: "unique"}
        text += f"claim {few.get(len(found), f'all {len(found)}')}\n"
    return text + listed + "proof\n" + "".join(f"{node}\n" for node in nodes) + f"end {len(nodes)}\n"


# ---- random statements


def numeral(dice):
    def elements(most):
        some = [str(dice.randint(0, 1)) if dice.random() < 0.2 else dice.choice(NAMES) for _ in range(most)]
        return " ".join(some[: dice.randint(1, most)])

    form = dice.choice(["[{}]"] * 8 + ["[{} . {}]", "[{} . ; {}]", "[. {}]", "[@7 {}]", "[{} . {} ; {}]"])
    return form.format(*(elements(3) for _ in range(form.count("{}"))))


def number(dice, depth):
    if depth == 0 or dice.random() < 0.3:
        return dice.choice(["0", "1", "2", "7", "1/2", "5/3"]) if dice.random() < 0.15 else numeral(dice)
    names = [*checker.NUMBERS, *checker.ARITHMETIC]
    return call(dice, dice.choice(names + ["+", "neg", "*"] * 8), depth)


def condition(dice, depth):
    kind = dice.choice(["relation"] * 6 + ["question"] * 2 + ["logic"] * (2 * (depth > 0)))
    names = {"relation": ["=", *checker.RELATIONS], "question": [*checker.QUESTIONS], "logic": ["and", "or", "not"]}
    return call(dice, dice.choice(names[kind]), depth)


def call(dice, name, depth):
    least, most = checker.ARITY[name]
    make = condition if name in checker.OF_CONDITIONS else number
    arguments = [make(dice, max(depth - 1, 0)) for _ in range(least + (dice.randint(0, 2) if most > 4 else 0))]
    return f"({name} {' '.join(arguments)})"


def statement(dice):
    base = dice.randint(3, 5)
    lines = ["fukumen-certificate 1", f"base {base}"]
    for name in NAMES:
        digits = sorted(dice.sample(range(base), dice.randint(1, base)))
        lines.append(f"cell {name} {checker.written_digits(digits)}")
    lines += dice.choice(
        [
            ["different A B C"],
            ["different A B C _1"],
            ["different A C", "different B A"],
            ["balanced 1 2 0-1 A B C _1"],
            ["differ B _1"],
            [],
        ]
    )
    lines += [f"require {condition(dice, 2)}" for _ in range(dice.randint(1, 2))]
    return "\n".join(lines) + "\n"


def puzzle(dice):
    """A text of the common language with the statement that it means, and rules."""
    base, rules = 10, []
    digits = ["1-3", "0,2-4"][dice.randint(0, 1)]
    rules += [f"rule digits {digits}"]
    if dice.random() < 0.3:
        base = dice.randint(5, 8)
        rules += [f"rule base {base}"]
    rules += [rule for rule in ("rule leading-zeros allowed", "rule lone-zero forbidden", "rule distinct none") if dice.random() < 0.3]

    def term(depth):
        if depth == 0 or dice.random() < 0.4:
            return "".join(dice.choice("AbC?12") for _ in range(dice.randint(1, 2)))
        a, b = term(depth - 1), term(depth - 1)
        return dice.choice(
            [f"{a}+{b}", f"{a} - {b}", f"{a}*{b}", f"{a}/{b}", f"({a}+{b})*{a}", f"{a}//{b}", f"{a} % {b}", f"-{a}", f"{a}^2",
             f"gcd({a}, {b})", f"sqrt({a})", f"{a[0]}!", f"sum({a},{b},1)", f"mod({a},{b})", f"({a}={b})", f"{a}×{b}/{a}"]
        )  # fmt: skip

    parts = []
    for _ in range(dice.randint(1, 2)):
        signs = dice.sample(["=", "<", "!=", " <= ", "≠"], dice.randint(1, 2))
        parts.append("".join(term(1) + sign for sign in signs) + term(2))
    parts += dice.choice([[], ["is_prime(AC)"], ["count(A=1, b=2)=1"], ["not(A=b)"]])
    text = dice.choice([", ", ",", "\n"]).join(parts)
    lines = [f"puzzle {line}" for line in text.split("\n")] + rules
    meant = checker.TextReader(text.split("\n"), [rule[5:] for rule in rules])
    return "\n".join(["fukumen-certificate 1", *lines, *meant.lines()]) + "\n"


# ---- mutations


def mutant(text, other, dice):
    """One change of a certificate."""
    lines = text.split("\n")[:-1]
    at = dice.randrange(len(lines))
    words = lines[at].split(" ")
    word = dice.randrange(len(words))
    kind = dice.randrange(11)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[at])
    elif kind == 2:
        to = dice.randrange(len(lines))
        lines[at], lines[to] = lines[to], lines[at]
    elif kind in (3, 4):
        lines[at] = re.sub(r"\d+", lambda n: str(max(0, int(n[0]) + dice.choice((-1, 0, 1)))), lines[at])
    elif kind == 5:
        replacement = ["", "(", ")", "[", "-", "+", "9" * 50, "\0", "A", "B", "=", "<", "l1", "v1", "g1", "m1/2", "0", "1-2", "\r", "é"]
        words[word] = dice.choice(replacement)
        lines[at] = " ".join(words)
    elif kind == 6:
        words[word] = re.sub(r"^[lvdgm]", lambda _: dice.choice("lvdgmx"), words[word])
        lines[at] = " ".join(words)
    elif kind == 7:
        swap = {"A": "B", "B": "C", "C": "_1", "=": "<", "+": "*", "<": "<=", "neg": "abs"}
        lines[at] = " ".join(swap.get(word, word) for word in words)
    elif kind == 8:
        cut = text.encode()
        return cut[: dice.randrange(len(cut))]
    elif kind == 9:
        spliced = other.split("\n")
        lines = lines[:at] + spliced[dice.randrange(len(spliced)) :][:-1]
    else:
        proof = [i for i, line in enumerate(lines) if line.split(" ")[0] in ("solution", "claim", "end")]
        at = dice.choice(proof)
        lines[at] = re.sub(r"\d+$", lambda n: str(int(n[0]) + 1), lines[at])
    return ("\n".join(lines) + "\n").encode()


# ---- tests


def python_says(text, **options):
    said = []
    status = checker.check(io.BytesIO(text), said.append, **options)
    return status, said


def place(verdict):
    """A verdict without the text after the number of its line."""
    return re.sub(r"(line \d+):.*", r"\1", verdict)


class Checkers(unittest.TestCase):
    def rust_says(self, texts, *options):
        """The verdict of the Rust checker on each text."""
        self.assertTrue(Path(RUST).exists(), f"{RUST} is not built")
        verdicts = []
        with tempfile.TemporaryDirectory() as folder:
            for first in range(0, len(texts), 500):
                some = texts[first : first + 500]
                for number_of, text in enumerate(some):
                    Path(folder, f"{number_of:04}").write_bytes(text)
                files = [f"{number_of:04}" for number_of in range(len(some))]
                command = [os.path.abspath(RUST), "--quiet", *options, *files]
                run = subprocess.run(command, cwd=folder, capture_output=True, timeout=600, check=False)
                self.assertEqual(run.stderr, b"")
                last = {}
                for line in run.stdout.decode().splitlines():
                    name, _, verdict = line.partition(": ")
                    last[name] = verdict
                self.assertEqual(sorted(last), files)
                verdicts += [last[name] for name in files]
        return verdicts

    def both_say_the_same(self, texts, **options):
        flags = [f"--{name.replace('_', '-')}" for name in options]
        ours = [python_says(text, quiet=True, **options)[1][-1] for text in texts]
        for text, python, rust in zip(texts, ours, self.rust_says(texts, *flags)):
            self.assertEqual(place(python), place(rust), f"{python}\n{rust}\n{text.decode(errors='replace')}")
        return ours

    def test_examples_are_accepted(self):
        for path in EXAMPLES:
            status, said = python_says(path.read_bytes())
            self.assertEqual(status, 0, said)
            run = subprocess.run([RUST, str(path)], capture_output=True, check=False)
            self.assertEqual((run.returncode, run.stdout.decode().splitlines()), (0, said))
        self.assertTrue(EXAMPLES)

    def certificates(self, dice, make, cases):
        texts = []
        while len(texts) < cases:
            try:
                texts.append(prove(make(dice), dice, dice.choice(("listed", "listed", "count", "some"))))
            except (TooLarge, checker.Refused, checker.Bad, checker.Unread):
                continue
        return texts

    def test_what_is_accepted_is_true(self):
        dice = random.Random(15)
        texts = self.certificates(dice, statement, CASES)
        verdicts = self.both_say_the_same([text.encode() for text in texts])
        for text, verdict in zip(texts, verdicts):
            self.assertTrue(verdict.startswith("accepted"), f"{verdict}\n{text}")
            self.assertTrue(is_true(text.encode()), text)
        mutants = [mutant(text, dice.choice(texts), dice) for text in texts for _ in range(20)]
        verdicts = self.both_say_the_same(mutants)
        accepted = [text for text, verdict in zip(mutants, verdicts) if verdict.startswith("accepted")]
        for text in accepted:
            self.assertTrue(is_true(text), text.decode())
        counts = [sum(verdict.startswith(word) for verdict in verdicts) for word in ("accepted", "refused", "not a")]
        self.assertTrue(all(count > CASES for count in counts[1:]), counts)

    def test_texts_are_read_a_second_time(self):
        dice = random.Random(16)
        texts = self.certificates(dice, puzzle, CASES // 4)
        for verdict in self.both_say_the_same([text.encode() for text in texts], need_text=True):
            self.assertTrue(verdict.startswith("accepted"), verdict)
        mutants = [mutant(text, dice.choice(texts), dice) for text in texts for _ in range(20)]
        self.both_say_the_same(mutants, need_text=True)

    def test_what_is_cut_or_lengthened_is_never_accepted(self):
        text = SEND.read_bytes()
        texts = [text[:end] for end in range(len(text))] + [text + b"x", text + b"\n", text + b"end 12\n", b"\xef\xbb\xbf" + text]
        texts += [text.replace(b"base 10\n", b"rule base 10\nrule base 10\nbase 10\n")]
        texts += [text.replace(b"\n", b"\r\n"), text.replace(b"solution 9 5 6 7 1 0 8 2\n", b"")]
        for text, verdict in zip(texts, self.both_say_the_same(texts)):
            self.assertFalse(verdict.startswith("accepted"), text)

    def test_functions_have_the_same_values(self):
        dice = random.Random(17)
        texts, expected = [], []
        names = [*checker.NUMBERS, *checker.QUESTIONS, *checker.ARITHMETIC]
        for name in [name for name in names for _ in range(CASES // 10)]:
            base = dice.choice((2, 10, 10, 16))
            values = [0, 1, 2, 3, 6, 9, 10, 16, 27, 64, 89, 97, 120, 121, 144, 997, 1000003, 2**31, 10**12 + 39, 2**64 + 13, 10**30,
                      -1, -2, -8, -27, Fraction(1, 2), Fraction(-7, 3), Fraction(9, 4), Fraction(16, 81)]  # fmt: skip
            some = [dice.choice(values) for _ in range(checker.ARITY[name][0] + (checker.ARITY[name][1] > 4) * dice.randint(0, 2))]
            arguments = [f"(= {value} 1)" if name == "count" else str(value) for value in some]
            head = f"fukumen-certificate 1\nbase {base}\nrequire "
            made = f"({name} {' '.join(arguments)})"
            if name in checker.QUESTIONS:
                texts += [head + made, head + f"(not {made})"]
                continue
            condition_of = parse(head + f"(= {made} 0)\n").conditions[0]
            try:
                shown = checker.known(checker.Value({}, base).value(condition_of.arguments[0]))
            except NoValue:
                shown = None
            # A number in a certificate has 4,000 figures at most.
            is_short = shown is not None and Fraction(shown).numerator.bit_length() < 10_000
            texts += [head + f"(= {made} {shown if is_short else 0})", head + f"(= {made} 5)"]
        texts = [(text + "\nclaim unique\nsolution\nproof\nend 0\n").encode() for text in texts]
        verdicts = self.both_say_the_same(texts)
        self.assertGreater(sum(verdict.startswith("accepted") for verdict in verdicts), len(texts) // 4)

    def test_limits(self):
        head = "fukumen-certificate 1\nbase 10\ncell A 0-9\nrequire "
        tail = "\nclaim none\nproof\nA\nend 1\n"
        deep = "(not " * 201 + "(= [A] 1)" + ")" * 201
        texts = [
            head + deep + tail,
            head + f"(= [{' '.join('A' * 10_001)}] 1)" + tail,
            head + f"(= [A] {'1' * 4_001})" + tail,
            head + f"(= [A] {'1 ' * 600_000})" + tail,
            head.replace("A", "\x07"),
            head.replace("0-9", "0-64") + "(= [A] 1)" + tail,
            head + "(= [@7 A] 1)" + tail,
            head + "(= [A] 10)" + tail.replace("none", f"count {'9' * 19}"),
            "",
        ]
        for verdict in self.both_say_the_same([text.encode() for text in texts]):
            self.assertTrue(verdict.startswith("not a certificate: line"), verdict)
        accepted = [
            head + f"(= [{' '.join('A' * 10_000)}] 1)" + tail,
            head + deep.replace("(not ", "", 3).replace(")", "", 3) + tail.replace("none", "count 10"),
            head + "(= [A] (^ 9 (^ 9 9)))" + tail,
        ]
        verdicts = self.both_say_the_same([text.encode() for text in accepted])
        self.assertEqual([verdict[:8] for verdict in verdicts], ["accepted", "refused:", "refused:"])
        status, said = python_says(SEND.read_bytes(), limit=3)
        self.assertEqual(status, 2, said)


if __name__ == "__main__":
    unittest.main()
