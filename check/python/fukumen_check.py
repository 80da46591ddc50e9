#!/usr/bin/env python3
"""Checks certificates: proofs that an answer to a digit puzzle is complete.

A second checker, in another language and with other big integers. It uses the standard library only. Start with the class
Walk: each line of the proof names a cell that is not yet known and digits that a rule closes; every other open digit is
followed in ascending order, so a proof may be long, but never wrong.
"""

import argparse
import math
import re
import sys
from bisect import bisect_left
from fractions import Fraction
from functools import reduce

BITS = 1 << 16
LINE = 1 << 20
CELLS = 100_000
DEPTH = 200
ELEMENTS = 10_000
FIGURES = 4_000
PLACES = 200
MANY = 1 << 60


class Refused(Exception):
    """It is a certificate, and what it says is not proved."""

    def __init__(self, line, message):
        super().__init__(f"line {line}: {message}")


class Malformed(Exception):
    """It is no certificate."""


class Bad(Exception):
    """A mistake in a line, without its number."""


class NoValue(Exception):
    """There is no number."""


class TooLarge(Exception):
    """There is a number, or none, and it is too large to compute."""


# ---- numbers: whole numbers are int, all others Fraction


def kept(x):
    """The number in its one form, unless it is too large to keep."""
    if isinstance(x, Fraction) and x.denominator == 1:
        x = x.numerator
    if max(x.numerator.bit_length(), x.denominator.bit_length()) > BITS:
        raise TooLarge
    return x


def over(a, b):
    return kept(Fraction(a, b))


def modulo(a, b):
    return kept(a - kept(math.floor(over(a, b)) * b))


def is_whole(x):
    return isinstance(x, int)


def wholes(x):
    if not all(map(is_whole, x)):
        raise NoValue
    return x


def natural(x):
    if not is_whole(x) or x < 0:
        raise NoValue
    return x


def whole_root(n, degree):
    """The exact root of a whole number, or None."""
    if n < 0:
        root = whole_root(-n, degree) if degree % 2 else None
        return None if root is None else -root
    if n <= 1 or degree == 1:
        return n
    if degree >= n.bit_length():
        return None
    # Newton's method, from above.
    root = 1 << -(-n.bit_length() // degree)
    while (better := ((degree - 1) * root + n // root ** (degree - 1)) // degree) < root:
        root = better
    return root if root**degree == n else None


def root_of(x, degree):
    above, below = whole_root(x.numerator, degree), whole_root(x.denominator, degree)
    if above is None or below is None:
        raise NoValue
    return over(above, below)


def whole_power(x, exponent):
    if exponent == 0:
        return 1
    # A number of b bits to the power e has more than (b - 1)·e bits; 0, 1 and -1 have one.
    size = max(x.numerator.bit_length(), x.denominator.bit_length()) - 1
    if size == 0:
        return x if exponent % 2 else abs(x)
    if size * abs(exponent) > BITS:
        raise TooLarge
    return kept(Fraction(x) ** exponent)


def power(base, exponent):
    if base == 0:
        if exponent < 0:
            raise NoValue
        return int(exponent == 0)
    return whole_power(root_of(base, exponent.denominator), exponent.numerator)


# ---- what functions mean for known numbers; a question that has no answer is answered with no


def root(x, _):
    if natural(x[1]) == 0:
        raise NoValue
    return root_of(x[0], x[1])


def product(steps, step):
    """A product that is whole after each step, which multiplies by one number and divides by another."""
    found = 1
    for k in range(1, steps + 1):
        by, less = step(k)
        found = kept(found * by // less)
    return found


def choose(x, _):
    n, k = natural(x[0]), wholes(x)[1]
    return product(min(k, n - k), lambda step: (n + 1 - step, step)) if 0 <= k <= n else 0


def rounded(x, _):
    nearest = math.floor(kept(abs(x[0]) + Fraction(1, 2)))
    return -nearest if x[0] < 0 else nearest


def divides(x, _):
    return x[1] == 0 if x[0] == 0 else is_whole(over(x[1], x[0]))


def coprime(x, _):
    if len(wholes(x)) > 1000:
        raise TooLarge
    return all(math.gcd(x[i], x[j]) == 1 for i in range(len(x)) for j in range(i))


def is_square(n):
    return n >= 0 and math.isqrt(n) ** 2 == n


def is_power(x, _):
    size = wholes(x)[0].bit_length()
    if size > 2048:
        raise TooLarge
    return size <= 1 or any(whole_root(x[0], degree) is not None for degree in range(2, size))


# Past this a number that passes the test for the first 13 primes may yet be composite.
PROVEN = 3_317_044_064_679_887_385_961_981


def passes(n, base):
    """The test of Miller and Rabin for an odd number."""
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    residues = [pow(base, n - 1 >> shift, n) for shift in range(twos, 0, -1)]
    return residues[0] == 1 or n - 1 in residues


def prime(n):
    if n < 2:
        return False
    for divisor in range(2, 1000):
        if n % divisor == 0:
            return n == divisor
    if n.bit_length() > 2048:
        raise TooLarge
    is_prime = all(passes(n, base) for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41))
    if is_prime and n >= PROVEN:
        raise TooLarge
    return is_prime


def factors(x):
    """The primes with their exponents: what divisors below 2^20 leave must be 1, a prime or its square."""
    n = natural(x[0])
    if n == 0:
        raise NoValue
    if n.bit_length() > 128:
        raise TooLarge
    found, divisor = {}, 2
    while divisor < 1 << 20 and divisor * divisor <= n:
        while n % divisor == 0:
            n, found[divisor] = n // divisor, found.get(divisor, 0) + 1
        divisor += 1
    if n > 1:
        if divisor * divisor > n or prime(n):
            found[n] = 1
        elif is_square(n) and prime(math.isqrt(n)):
            found[math.isqrt(n)] = 2
        else:
            raise TooLarge
    return found


def prime_pi(x, _):
    n = math.floor(x[0])
    if n < 2:
        return 0
    if n > 100_000_000:
        raise TooLarge
    # As Lucy the Hedgehog counts them.
    top = math.isqrt(n)
    values = [n // i for i in range(1, top + 1)]
    values += range(values[-1] - 1, 0, -1)
    left = {value: value - 1 for value in values}
    for p in range(2, top + 1):
        if left[p] > left[p - 1]:
            before = left[p - 1]
            for value in values:
                if value < p * p:
                    break
                left[value] -= left[value // p] - before
    return left[n]


def fibonacci(x, _):
    if natural(x[0]) > 100_000:
        raise TooLarge
    a, b = 0, 1
    for _ in range(x[0]):
        a, b = b, a + b
    return kept(a)


def digits_of_numbers(x, base):
    """The digits of whole numbers from 0 up, one number after the other, the highest digit first; 0 has one."""
    found = []
    for n in map(natural, x):
        digits = [n % base]
        while n := n // base:
            digits.append(n % base)
        found += reversed(digits)
    return found


def from_digits(digits, base):
    return kept(reduce(lambda number, digit: number * base + digit, digits, 0))


def digit_at(x, base):
    digits, place = digits_of_numbers(x[:1], base), natural(x[1])
    return digits[-1 - place] if place < len(digits) else 0


def rotate(x, base):
    digits = digits_of_numbers(x[:1], base)
    turns = wholes(x)[1] % len(digits)
    return from_digits(digits[turns:] + digits[:turns], base)


def num(x, base):
    if any(natural(digit) >= base for digit in x):
        raise NoValue
    return from_digits(x, base)


def pandigital(x, base):
    digits = digits_of_numbers(x, base)
    return len(set(digits)) == len(digits) and set(digits) | {0} == set(range(base))


def increasing(x, base):
    digits = digits_of_numbers(x, base)
    return all(a < b for a, b in zip(digits, digits[1:]))


def palindrome(x, base):
    digits = digits_of_numbers(x, base)
    return digits == digits[::-1]


NUMBERS = {
    "root": (2, 2, root),
    "fact": (1, 1, lambda x, _: product(natural(x[0]), lambda step: (step, 1))),
    "sign": (1, 1, lambda x, _: (x[0] > 0) - (x[0] < 0)),
    "floor": (1, 1, lambda x, _: math.floor(x[0])),
    "ceil": (1, 1, lambda x, _: math.ceil(x[0])),
    "round": (1, 1, rounded),
    "gcd": (1, MANY, lambda x, _: math.gcd(*wholes(x))),
    "lcm": (1, MANY, lambda x, _: reduce(lambda a, b: kept(math.lcm(a, b)), wholes(x), 1)),
    "num_divisors": (1, 1, lambda x, _: math.prod(exponent + 1 for exponent in factors(x).values())),
    "num_prime_factors": (1, 1, lambda x, _: sum(factors(x).values())),
    "totient": (1, 1, lambda x, _: reduce(lambda n, p: n // p * (p - 1), factors(x), x[0])),
    "prime_pi": (1, 1, prime_pi),
    "choose": (2, 2, choose),
    "tri": (1, 1, lambda x, _: kept(natural(x[0]) * (x[0] + 1) // 2)),
    "fib": (1, 1, fibonacci),
    "digits": (1, 1, lambda x, base: len(digits_of_numbers(x, base))),
    "digit": (2, 2, digit_at),
    "digit_sum": (1, 1, lambda x, base: sum(digits_of_numbers(x, base))),
    "digit_product": (1, 1, lambda x, base: math.prod(digits_of_numbers(x, base))),
    "reverse": (1, 1, lambda x, base: from_digits(digits_of_numbers(x, base)[::-1], base)),
    "rotate": (2, 2, rotate),
    "concat": (1, MANY, lambda x, base: from_digits(digits_of_numbers(x, base), base)),
    "num": (1, MANY, num),
}

QUESTIONS = {
    "divides": (2, 2, divides),
    "is_integer": (1, 1, lambda x, _: is_whole(x[0])),
    "is_square": (1, 1, lambda x, _: whole_root(wholes(x)[0], 2) is not None),
    "is_cube": (1, 1, lambda x, _: whole_root(wholes(x)[0], 3) is not None),
    "is_power": (1, 1, is_power),
    "coprime": (2, MANY, coprime),
    "is_even": (1, 1, lambda x, _: wholes(x)[0] % 2 == 0),
    "is_odd": (1, 1, lambda x, _: wholes(x)[0] % 2 == 1),
    "is_semiprime": (1, 1, lambda x, _: sum(factors(x).values()) == 2),
    "is_prime": (1, 1, lambda x, _: prime(natural(x[0]))),
    "is_triangular": (1, 1, lambda x, _: is_square(8 * natural(x[0]) + 1)),
    # Gessel 1972: exactly for Fibonacci numbers 5n² + 4 or 5n² - 4 is a square.
    "is_fibonacci": (1, 1, lambda x, _: any(is_square(5 * natural(x[0]) ** 2 + more) for more in (4, -4))),
    "is_palindrome": (1, 1, palindrome),
    "increasing": (1, 1, increasing),
    "pandigital": (1, MANY, pandigital),
    "distinct": (2, MANY, lambda x, _: len(set(x)) == len(x)),
    "remainder": (4, 4, lambda x, _: kept(kept(x[1] * x[2]) + x[3]) == x[0] and 0 <= x[3] < x[1]),
}

ARITHMETIC = {
    "+": (1, MANY), "neg": (1, 1), "*": (1, MANY), "/": (2, 2), "//": (2, 2), "%": (2, 2), "^": (2, 2),
    "abs": (1, 1), "min": (1, MANY), "max": (1, MANY), "count": (1, MANY),
}  # fmt: skip
# Of two intervals a and b: whether the relation certainly does not hold. Its opposite tells whether it certainly does.
RELATIONS = {
    "=": lambda a, b: a[0] > b[1] or a[1] < b[0],
    "!=": lambda a, b: a[0] == a[1] == b[0] == b[1],
    "<": lambda a, b: a[0] >= b[1],
    "<=": lambda a, b: a[0] > b[1],
    ">": lambda a, b: a[1] <= b[0],
    ">=": lambda a, b: a[1] < b[0],
}
OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
LOGIC = {"and": (1, MANY), "or": (1, MANY), "not": (1, 1)}
ARITY = {name: row[:2] for table in (NUMBERS, QUESTIONS) for name, row in table.items()}
ARITY |= ARITHMETIC | LOGIC | {name: (2, 2) for name in RELATIONS}
CONDITIONS = {*RELATIONS, *LOGIC, *QUESTIONS}
OF_CONDITIONS = {*LOGIC, "count"}


# ---- expressions: int and Fraction, Numeral, Call


class Numeral:
    """Digits, a point, and the digits that repeat. An element is a shown digit or the name of a cell."""

    def __init__(self, base, own_base, whole, fraction, repetend):
        self.base, self.own_base = base, own_base
        self.whole, self.fraction, self.repetend = whole, fraction, repetend
        self.is_whole = not fraction and not repetend

    def shown(self):
        def name(element):
            is_short = element < 10 if isinstance(element, int) else len(element) == 1
            return escaped(str(element)) if is_short else f"[{escaped(str(element))}]"

        whole, fraction, repetend = ("".join(map(name, part)) for part in (self.whole, self.fraction, self.repetend))
        text = whole + ("" if self.is_whole else ".") + fraction + (f"({repetend})" if repetend else "")
        return text + (f"@{self.base}" if self.own_base else "")


class Call:
    def __init__(self, name, arguments):
        check_call(name, len(arguments), all(map(is_condition, arguments)))
        self.name, self.arguments = name, arguments


def check_call(name, arguments, are_conditions):
    least, most = ARITY.get(name, (1, 0))
    if not least <= arguments <= most:
        raise Bad(f"`{name}` does not take {arguments} arguments")
    if name in OF_CONDITIONS and not are_conditions:
        raise Bad(f"`{name}` takes conditions, not numbers")


def name_of(expression):
    return expression.name if isinstance(expression, Call) else None


def is_condition(expression):
    return name_of(expression) in CONDITIONS


def is_infix(expression):
    name = name_of(expression)
    return name is not None and (not "a" <= name[0] <= "z" or name in ("and", "or")) and len(expression.arguments) > 1


def shown(expression):
    """In ordinary notation."""
    if not isinstance(expression, Call):
        return expression.shown() if isinstance(expression, Numeral) else str(expression)
    name, arguments = expression.name, expression.arguments
    if name == "neg":
        return "-" + inside(arguments[0])
    if name == "remainder":
        return "{} / {} = {} r {}".format(*map(inside, arguments))
    if not is_infix(expression):
        return f"{name}({', '.join(map(shown, arguments))})"
    text = ""
    for i, argument in enumerate(arguments):
        is_minus = name == "+" and name_of(argument) == "neg"
        text += "" if i == 0 else " " if is_minus else f" {name} "
        text += shown(argument) if name in RELATIONS and not is_condition(argument) else inside(argument)
    return text


def inside(expression):
    needs_brackets = is_infix(expression) or name_of(expression) == "remainder"
    return f"({shown(expression)})" if needs_brackets else shown(expression)


def cells_of(expression):
    """The cells in it, each once, in the order of their first place."""
    if isinstance(expression, Numeral):
        elements = expression.whole + expression.fraction + expression.repetend
        return dict.fromkeys(e for e in elements if isinstance(e, str))
    arguments = expression.arguments if isinstance(expression, Call) else []
    return {cell: None for argument in arguments for cell in cells_of(argument)}


def is_figures(text):
    return text.isascii() and text.isdigit()


def count(text):
    """A number that counts something: at most 18 figures, no zero in front."""
    if not is_figures(text) or len(text) > 18 or (text[0] == "0" and text != "0"):
        raise Bad(f"expected a number, not `{start(text)}`")
    return int(text)


def start(text):
    return escaped(text[:40]) + ("…" if len(text) > 40 else "")


# Control characters, and those that reorder what is shown.
HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\u061c\ufeff]")


def escaped(text):
    return HIDDEN.sub(lambda c: f"\\u{{{ord(c[0]):x}}}", text)


class ExpressionReader:
    """Reads a condition of a certificate, which must be written in the one way there is."""

    def __init__(self, text, base, greatest):
        self.text, self.at, self.base, self.greatest = text, 0, base, greatest

    def read(self):
        expression = self.expression(0)
        if self.at < len(self.text):
            raise Bad(f"`{start(self.text[self.at :])}` stands after the condition")
        if not is_condition(expression):
            raise Bad("expected a condition, and this is a number")
        return expression

    def takes(self, sign):
        found = self.text.startswith(sign, self.at)
        self.at += found
        return found

    def token(self, end=re.compile(r"[^ ()\[\]]*")):
        found = end.match(self.text, self.at)
        self.at = found.end()
        return found[0]

    def expression(self, depth):
        if depth > DEPTH:
            raise Bad(f"brackets are more than {DEPTH} deep")
        if self.takes("["):
            return self.numeral()
        if not self.takes("("):
            return self.constant(self.token())
        name = self.token()
        if name not in ARITY:
            raise Bad(f"expected an operator, not `{start(name)}`")
        arguments = []
        while self.takes(" "):
            arguments.append(self.expression(depth + 1))
        if not self.takes(")"):
            raise Bad(f"expected `)`, not `{start(self.text[self.at :])}`")
        return Call(name, arguments)

    def constant(self, token):
        if sum(c in "0123456789" for c in token) > FIGURES:
            raise Bad(f"a number has more than {FIGURES} figures")
        above, _, below = token.partition("/") if "/" in token else (token, "", "1")
        if not is_figures(above.removeprefix("-")) or not is_figures(below) or int(below) == 0:
            raise Bad(f"expected a number, `(` or `[`, not `{start(token)}`")
        number = over(int(above), int(below))
        if str(number) != token:
            raise Bad(f"expected `{start(str(number))}`, not `{start(token)}`")
        return number

    def numeral(self):
        inside_, bracket, _ = self.text[self.at :].partition("]")
        if not bracket:
            raise Bad("expected `]`")
        self.at += len(inside_) + 1
        tokens, base, parts, part = inside_.split(" "), self.base, ([], [], []), 0
        own_base = tokens[0].startswith("@")
        if own_base:
            base = count(tokens.pop(0)[1:])
            if not 2 <= base <= 64:
                raise Bad("expected a base from 2 to 64")
        for token in tokens:
            if token == "." and part == 0:
                part = 1
            elif token == ";" and part < 2:
                part = 2
            else:
                parts[part].append(self.element(token, base))
        if not 1 <= sum(map(len, parts)) <= ELEMENTS or (part == 2 and not parts[2]):
            raise Bad(f"expected 1 to {ELEMENTS} digits in a numeral")
        return Numeral(base, own_base, *parts)

    def element(self, token, base):
        if token[:1].isascii() and token[:1].isdigit():
            element = greatest = count(token)
        elif token in self.greatest:
            element, greatest = token, self.greatest[token]
        else:
            raise Bad(f"expected a digit or a cell, not `{start(token)}`")
        if greatest >= base:
            raise Bad(f"`{start(token)}` may be {greatest}, which is no digit of base {base}")
        return element


# ---- the value rule: a value is (least, greatest, surely has a value), or None where it may be anything


def known(value):
    """The number, if it is known for certain."""
    return value[0] if value and value[2] and value[0] == value[1] else None


class Value:
    """Whether a condition is certain while some digits are open. `open` has the open digits of each cell, ascending."""

    def __init__(self, open_digits, base):
        self.open, self.base = open_digits, base

    def truth(self, condition):
        """True, False, or None where it is open."""
        name, arguments = condition.name, condition.arguments
        if name in ("and", "or"):
            decisive, is_open = name == "or", False
            for argument in arguments:
                truth = self.truth(argument)
                if truth is decisive:
                    return decisive
                is_open |= truth is None
            return None if is_open else not decisive
        if name == "not":
            truth = self.truth(arguments[0])
            return None if truth is None else not truth
        try:
            values = [self.value(argument) for argument in arguments]
            if name in RELATIONS:
                return self.relation(name, *values, *arguments)
            numbers = [known(value) for value in values]
            return None if None in numbers else bool(QUESTIONS[name][2](numbers, self.base))
        except NoValue:
            return False
        except TooLarge:
            return None

    def relation(self, name, a, b, left, right):
        if name == "=" and (self.cannot_read(a, right) or self.cannot_read(b, left)):
            return False
        if a is None or b is None:
            return None
        if RELATIONS[name](a, b):
            return False
        return True if RELATIONS[OPPOSITE[name]](a, b) and a[2] and b[2] else None

    def cannot_read(self, value, numeral):
        """Whether a known number has other digits than a numeral without a period allows."""
        number = known(value)
        if number is None or not isinstance(numeral, Numeral) or numeral.repetend:
            return False
        try:
            number = kept(number * numeral.base ** len(numeral.fraction))
        except TooLarge:
            return False
        if not is_whole(number) or number < 0:
            return True
        for element in reversed(numeral.whole + numeral.fraction):
            number, digit = divmod(number, numeral.base)
            if digit != element if isinstance(element, int) else digit not in self.open[element]:
                return True
        return number > 0

    def value(self, expression):
        if isinstance(expression, Numeral):
            return self.numeral(expression, 0), self.numeral(expression, -1), True
        if not isinstance(expression, Call):
            return expression, expression, True
        name, arguments = expression.name, expression.arguments
        if name == "count" or name in CONDITIONS:
            truths = [self.truth(condition) for condition in (arguments if name == "count" else [expression])]
            return truths.count(True), len(truths) - truths.count(False), True
        values = [self.value(argument) for argument in arguments]
        numbers = [known(value) for value in values]
        try:
            if name in NUMBERS or name in ("%", "^") and None not in numbers:
                number = None if None in numbers else exactly(name, numbers, self.base)
                return None if number is None else (number, number, True)
            if name == "%":
                return modulo_range(*values)
            return None if None in values else interval(name, values, arguments)
        except TooLarge:
            return None

    def numeral(self, numeral, end):
        def integer(elements):
            return from_digits([e if isinstance(e, int) else self.open[e][end] for e in elements], numeral.base)

        if numeral.is_whole:
            return integer(numeral.whole)
        number, shift = integer(numeral.whole + numeral.fraction), numeral.base ** len(numeral.fraction)
        if numeral.repetend:
            # x = w.f(r): the digits w f r less the digits w f are x·b^f·(b^r - 1).
            nines = numeral.base ** len(numeral.repetend) - 1
            number, shift = number * nines + integer(numeral.repetend), nines * shift
        return over(number, shift)


def exactly(name, numbers, base):
    if name == "^":
        return power(*numbers)
    if name == "%":
        if numbers[1] == 0:
            raise NoValue
        return modulo(*numbers)
    return NUMBERS[name][2](numbers, base)


def modulo_range(a, b):
    return None if b is None or b[0] <= 0 else (0, b[1], b[2] and a is not None and a[2])


def interval(name, values, arguments):
    """Arithmetic with intervals."""
    low, high, sure = values[0]
    if name == "neg":
        return -high, -low, sure
    if name == "abs":
        return 0 if low < 0 < high else min(abs(low), abs(high)), max(abs(low), abs(high)), sure
    for a, b, b_sure in values[1:]:
        if name == "^":
            is_small = b_sure and a == b and is_whole(a) and 0 <= a <= 64
            is_numeral = isinstance(arguments[1], Numeral) and arguments[1].is_whole
            if not (is_small and low >= 0 or is_numeral and low >= 1):
                return None
        if name in ("/", "//"):
            if known((low, high, sure)) is not None and known((a, b, b_sure)) == 0:
                raise NoValue
            if a <= 0 <= b:
                return None
        low, high = ENDS[name](low, high, a, b)
        sure = sure and b_sure
    return low, high, sure


def corners(by):
    def ends(low, high, a, b):
        four = [by(x, y) for x in {low, high} for y in {a, b}]
        return min(four), max(four)

    return ends


def straight(by):
    return lambda low, high, a, b: (by(low, a), by(high, b))


ENDS = {
    "+": straight(lambda x, y: kept(x + y)),
    "*": corners(lambda x, y: kept(x * y)),
    "/": corners(over),
    "//": lambda *ends: tuple(map(math.floor, corners(over)(*ends))),
    "^": straight(whole_power),
    "min": straight(min),
    "max": straight(max),
}


# ---- linear forms: the rules of bounds and of divisors. A form has the weights of cells; its number is that of the name None


def linear(expression):
    if isinstance(expression, Numeral):
        if not expression.is_whole or len(expression.whole) > PLACES:
            raise Bad("this is not linear")
        form, weight = {None: 0}, 1
        for element in reversed(expression.whole):
            cell, value = (None, weight * element) if isinstance(element, int) else (element, weight)
            form[cell] = kept(form.get(cell, 0) + kept(value))
            weight = kept(weight * expression.base)
        return form
    if not isinstance(expression, Call):
        return {None: expression}
    if expression.name not in ("+", "neg", "*"):
        raise Bad("this is not linear")
    forms = [linear(argument) for argument in expression.arguments]
    if expression.name == "neg":
        return scaled(forms[0], -1)
    return reduce(added if expression.name == "+" else multiplied, forms)


def scaled(form, factor):
    return {cell: kept(weight * factor) for cell, weight in form.items()}


def added(a, b):
    for cell, weight in b.items():
        a[cell] = kept(a.get(cell, 0) + weight)
    return a


def multiplied(a, b):
    if len(a) > 1 and len(b) > 1:
        raise Bad("this is not linear")
    return scaled(a, b[None]) if len(b) == 1 else scaled(b, a[None])


class Difference:
    """The difference of the two sides of a relation: a number and a weight for each cell, in whole numbers."""

    @staticmethod
    def read(condition, group_of):
        if condition.name not in RELATIONS:
            return None
        try:
            left, right = map(linear, condition.arguments)
            form = added(left, scaled(right, -1))
            # Fractions are brought to one denominator, which changes no relation.
            scale = reduce(lambda a, b: kept(math.lcm(a, b.denominator)), form.values(), 1)
            return Difference(condition.name, scaled(form, scale), group_of)
        except (TooLarge, Bad):
            return None

    def __init__(self, relation, form, group_of):
        self.relation, self.constant = relation, form.pop(None)
        self.weights = {cell: weight for cell, weight in form.items() if weight}
        parts = {}
        for cell, weight in sorted(self.weights.items(), key=lambda item: -abs(item[1])):
            group = group_of(cell)
            parts.setdefault((weight > 0, group, cell if group is None else None), []).append(cell)
        self.parts = [(key[0], cells) for key, cells in parts.items()]

    def is_excluded(self, digit, open_digits):
        known_cells = ((cell, weight) for cell, weight in self.weights.items() if digit[cell] is not None)
        least = greatest = self.constant + sum(weight * digit[cell] for cell, weight in known_cells)
        for is_positive, cells in self.parts:
            unknown = [(self.weights[cell], open_digits[cell]) for cell in cells if digit[cell] is None]
            # The least sum of negative weights takes the greatest digits.
            low, high = share(unknown, not is_positive), share(unknown, is_positive)
            if low is None or high is None:
                return True
            least, greatest = least + low, greatest + high
        return RELATIONS[self.relation]((least, greatest), (0, 0))

    def is_indivisible(self, digit):
        unknown = [weight for cell, weight in self.weights.items() if digit[cell] is None]
        rest = self.constant + sum(weight * (digit[cell] or 0) for cell, weight in self.weights.items())
        return self.relation == "=" and (rest % math.gcd(*unknown) if unknown else rest) != 0


def share(cells, for_greatest):
    """The sum if the cells share out the greatest or least digits, the heaviest first; None if one gets none."""
    left, total = list(cells), 0
    for digit in sorted({digit for _, digits in cells for digit in digits}, reverse=for_greatest):
        for i, (weight, digits) in enumerate(left):
            if digits and (digits[-1] >= digit if for_greatest else digits[0] <= digit):
                total += weight * digit
                del left[i]
                break
    return None if left else total


# ---- the rule of residues


class Residues:
    def __init__(self, modulus, digit, value):
        self.modulus, self.digit, self.value = modulus, digit, value

    def differ(self, condition):
        if condition.name == "and":
            return any(map(self.differ_in, condition.arguments))
        return self.differ_in(condition)

    def differ_in(self, equation):
        if equation.name != "=":
            return False
        left, right = map(self.of, equation.arguments)
        return left is not None and right is not None and left != right

    def of(self, expression):
        if isinstance(expression, Numeral):
            return self.of_numeral(expression)
        name = name_of(expression)
        if name is None:
            return expression % self.modulus if is_whole(expression) else None
        if name not in ("+", "neg", "*", "^"):
            return None
        if name == "^":
            base, exponent = self.of(expression.arguments[0]), self.exponent(expression.arguments[1])
            return None if base is None or exponent is None else pow(base, exponent, self.modulus)
        residues = [self.of(argument) for argument in expression.arguments]
        if name == "*" and 0 in residues and all(map(self.is_certainly_whole, expression.arguments)):
            return 0
        if None in residues:
            return None
        total = math.prod(residues) if name == "*" else sum(residues)
        return (-total if name == "neg" else total) % self.modulus

    def of_numeral(self, numeral):
        """Known if the place values of all unknown digits are multiples of the modulus."""
        total, weight = 0, 1
        for element in reversed(numeral.whole):
            digit = element if isinstance(element, int) else self.digit[element]
            if digit is None and weight:
                return None
            total += weight * (digit or 0)
            weight = weight * numeral.base % self.modulus
        return total % self.modulus if numeral.is_whole else None

    def exponent(self, expression):
        try:
            return natural(known(self.value.value(expression)))
        except NoValue:
            return None

    def is_certainly_whole(self, expression):
        if isinstance(expression, Numeral):
            return expression.is_whole
        name = name_of(expression)
        if name is None:
            return is_whole(expression)
        if name == "^":
            return self.is_certainly_whole(expression.arguments[0]) and self.exponent(expression.arguments[1]) is not None
        return name in ("+", "neg", "*") and all(map(self.is_certainly_whole, expression.arguments))


# ---- the file


class Lines:
    """The lines of a file, each of bounded length and ended by a line feed."""

    def __init__(self, file):
        self.file, self.number, self.ahead = file, 0, None

    def malformed(self, message):
        return Malformed(f"line {max(self.number, 1)}: {message}")

    def peek(self):
        """The next line, which is not taken; None at the end."""
        if self.ahead is None:
            try:
                self.ahead = self.read()
            except (OSError, Bad) as problem:
                raise Malformed(f"line {self.number + 1}: {problem}") from problem
        return self.ahead

    def read(self):
        line = self.file.readline(LINE + 1)
        if not line:
            return None
        if not line.endswith(b"\n"):
            is_long = len(line) > LINE
            raise Bad("the line has more than 1 MiB" if is_long else "the line does not end: the file is cut")
        try:
            text = line[:-1].decode()
        except UnicodeDecodeError as problem:
            raise Bad("this is no UTF-8") from problem
        if "\r" in text or text.startswith("\ufeff"):
            raise Bad("expected no carriage return and no byte order mark")
        return text

    def take(self, expected):
        line = self.peek()
        self.number += 1
        if line is None:
            raise self.malformed(f"expected {expected}, and the file ends here")
        self.ahead = None
        return line

    def take_if(self, *words):
        """Takes the next line if its first word is one of these: the word and the text after it."""
        line = self.peek()
        word, space, rest = (line or "").partition(" ")
        if line is None or word not in words:
            return None
        self.take(word)
        if space and not rest and word != "puzzle":
            raise self.malformed("expected no space at the end")
        return word, rest

    def expect(self, word):
        found = self.take_if(word)
        if found is None:
            line = self.take(f"`{word}`")
            raise self.malformed(f"expected `{word}`, not `{start(line)}`")
        return found[1]


def digits_of(text, base):
    """A set of digits in its shortest form, such as 0,2-4: a sorted list."""
    digits = set()
    for run in text.split(","):
        first, dash, last = run.partition("-")
        try:
            first, last = count(first), count(last if dash else first)
        except Bad:
            first, last = base, 0
        if not first <= last < base:
            raise Bad(f"expected digits of base {base}, not `{start(text)}`")
        digits.update(range(first, last + 1))
    if written_digits(digits) != text:
        raise Bad(f"expected `{written_digits(digits)}`")
    return sorted(digits)


def written_digits(digits):
    runs = []
    for digit in sorted(digits):
        if runs and runs[-1][1] == digit - 1:
            runs[-1][1] = digit
        else:
            runs.append([digit, digit])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


# No control character, no white space, none of the signs of numerals, no ASCII digit in front.
NAME = re.compile("(?![0-9])[^\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000()\\[\\].;@]+")


class Group:
    def __init__(self, cells, least, most, digits, different):
        self.cells, self.least, self.most, self.digits, self.different = cells, least, most, digits, different


class Statement:
    def __init__(self, lines):
        if lines.take("`fukumen-certificate 1`") != "fukumen-certificate 1":
            raise lines.malformed("expected `fukumen-certificate 1`")
        self.puzzle, self.rules = [], []
        seen = set()
        while found := lines.take_if("puzzle", "rule"):
            # A drawing may have two equal lines.
            if found[0] == "rule" and found in seen:
                raise lines.malformed(f"this line is doubled: `rule {start(found[1])}`")
            seen.add(found)
            (self.puzzle if found[0] == "puzzle" else self.rules).append(found[1])
        try:
            self.read(lines)
        except Bad as problem:
            raise lines.malformed(problem) from problem

    def read(self, lines):
        base = lines.expect("base")
        self.base = int(base) if re.fullmatch("[1-9][0-9]?", base) else 0
        if not 2 <= self.base <= 64:
            raise Bad("expected a base from 2 to 64")
        self.lines = [f"base {base}"]
        self.cells, self.groups, self.pairs, self.conditions, seen = {}, [], [], [], set()
        while found := lines.take_if("cell"):
            self.cell(found[1])
            self.lines.append(" ".join(found))
        while found := lines.take_if("different", "balanced", "differ"):
            self.relation(*found)
            if found in seen:
                raise Bad("this line is doubled")
            seen.add(found)
            self.lines.append(" ".join(found))
        greatest = {name: digits[-1] for name, digits in self.cells.items()}
        while found := lines.take_if("require"):
            self.conditions.append(ExpressionReader(found[1], self.base, greatest).read())
            self.lines.append(" ".join(found))
        if not self.conditions:
            lines.expect("require")
        self.claim(lines)

    def cell(self, line):
        name, space, digits = line.partition(" ")
        if not space:
            raise Bad("expected a name and digits")
        if not NAME.fullmatch(name):
            raise Bad(f"`{start(name)}` is no name of a cell")
        digits = digits_of(digits, self.base)
        if len(self.cells) >= CELLS:
            raise Bad(f"there are more than {CELLS} cells")
        if name in self.cells:
            raise Bad(f"there is another cell `{name}`")
        self.cells[name] = digits

    def relation(self, word, rest):
        names, least, most, digits = rest.split(" "), 0, 1, []
        if word == "balanced":
            if len(names) < 3:
                raise Bad("expected two numbers and digits")
            least, most, digits = count(names[0]), count(names[1]), digits_of(names[2], self.base)
            if max(least, most) > CELLS:
                raise Bad("expected smaller numbers")
            names = names[3:]
        for name in names:
            if name not in self.cells:
                raise Bad(f"there is no cell `{start(name)}`")
        if len(names) < 2 or len(set(names)) < len(names) or (word == "differ" and len(names) > 2):
            raise Bad("expected names of different cells, two at least")
        if word == "differ":
            self.pairs.append(names)
        else:
            self.groups.append(Group(names, least, most, digits, word == "different"))

    def claim(self, lines):
        self.claimed, line = lines.expect("claim"), lines.number
        word, space, number = self.claimed.partition(" ")
        if word not in ("all", "count", "some") if space else word not in ("none", "unique"):
            raise Bad("expected a claim: none, unique, all N, count N or some N")
        self.kind = word if word in ("count", "some") else "listed"
        self.number = count(number) if space else int(word == "unique")
        self.solutions = []
        while found := lines.take_if("solution"):
            digits = [count(digit) for digit in found[1].split(" ")] if found[1] else []
            if len(digits) != len(self.cells) or any(digit >= self.base for digit in digits):
                raise Bad("expected a digit for each cell")
            if self.solutions and self.solutions[-1] >= digits:
                raise Bad("expected the solutions in ascending order, each once")
            self.solutions.append(digits)
        if lines.expect("proof"):
            raise Bad("expected `proof` alone")
        listed = 0 if self.kind == "count" else self.number
        if len(self.solutions) != listed:
            raise Refused(line, f"{len(self.solutions)} solutions are listed, not {listed}")


# ---- the walk


class Walk:
    def __init__(self, statement, limit):
        self.statement, self.limit = statement, limit
        self.groups_of = {name: [] for name in statement.cells}
        self.partners_of = {name: [] for name in statement.cells}
        for group in statement.groups:
            for cell in group.cells:
                self.groups_of[cell].append(group)
            group.taken = [0] * statement.base
        for a, b in statement.pairs:
            self.partners_of[a].append(b)
            self.partners_of[b].append(a)
        self.digit = dict.fromkeys(statement.cells)
        self.unknown = len(self.digit)
        self.found = self.nodes = 0
        self.cells_of = [cells_of(condition) for condition in statement.conditions]
        self.forms = [Difference.read(condition, self.first_group) for condition in statement.conditions]

    def first_group(self, cell):
        return next((id(group) for group in self.groups_of[cell] if group.different), None)

    def check(self, lines):
        if self.statement.kind == "some":
            self.evaluate_the_listed(lines)
        else:
            self.walk(lines)
        end = lines.take("`end`")
        if not end.startswith("end "):
            raise Refused(lines.number, f"`{start(end)}` is left over: no place of the tree is open")
        try:
            number = count(end[4:])
        except Bad as problem:
            raise lines.malformed("expected `end` and a number") from problem
        if number != self.nodes:
            raise Refused(lines.number, f"the proof has {self.nodes} nodes, not {number}")
        if self.found != self.statement.number:
            raise Refused(lines.number, f"the proof finds {self.found} solutions, not {self.statement.number}")
        return self.nodes

    def walk(self, lines):
        way = []
        while True:
            if self.unknown == 0:
                self.count_solution(lines)
            else:
                way.append(self.node(lines))
            # On to the next digit that is to be followed.
            while way:
                cell, left = way[-1]
                self.release(cell)
                if left:
                    self.set(cell, left.pop(0))
                    break
                way.pop()
            if not way:
                return

    def node(self, lines):
        line = lines.take("a node of the proof")
        if line.startswith("end "):
            raise Refused(lines.number, f"the proof ends where a place is open: {self.place()}")
        self.nodes += 1
        if self.nodes > self.limit:
            raise lines.malformed(f"the proof has more nodes than the limit of {self.limit}")
        name, *words = line.split(" ")
        if name not in self.digit:
            raise lines.malformed(f"expected the name of a cell, not `{start(name)}`")
        if self.digit[name] is not None:
            raise Refused(lines.number, f"{name} is known already: {self.place()}")
        left = self.open_digits(name)
        for at in range(0, len(words), 2):
            try:
                rule = self.rule(words[at])
                closed = digits_of(words[at + 1] if at + 1 < len(words) else "", self.statement.base)
            except Bad as problem:
                raise lines.malformed(problem) from problem
            for digit in closed:
                if digit not in left:
                    raise Refused(lines.number, f"{name}={digit} is not open with {self.place()}")
            for digit in closed:
                self.set(name, digit)
                applies = rule()
                self.release(name)
                if not applies:
                    raise Refused(lines.number, f"{words[at]} does not close {name}={digit} with {self.place()}")
                left.remove(digit)
        return name, left

    def rule(self, text):
        """The method that tries the rule at the present place."""
        found = re.fullmatch("([vldg])([1-9][0-9]{0,17})|m([1-9][0-9]{0,17})/([1-9][0-9]{0,18})", text)
        letter, modulus = (found[1] or "m", int(found[4] or 2)) if found else ("", 0)
        k = int(found[2] or found[3]) - 1 if found else 0
        things = self.statement.groups if letter == "g" else self.statement.conditions
        if k >= len(things) or not 2 <= modulus < 1 << 63:
            raise Bad(f"expected a rule, not `{start(text)}`")
        if letter == "g":
            return lambda: self.is_overfull(things[k])
        form = self.forms[k]
        if letter == "d":
            return lambda: form is not None and form.is_indivisible(self.digit)
        if letter == "l":
            return lambda: form is not None and form.is_excluded(self.digit, self.look_at(k))
        return lambda: self.is_false(k, modulus if letter == "m" else None)

    def is_false(self, k, modulus):
        """Whether a condition is false by its value, or modulo a number."""
        open_digits = self.look_at(k)
        if not all(open_digits.values()):
            return True
        value, condition = Value(open_digits, self.statement.base), self.statement.conditions[k]
        if modulus is None:
            return value.truth(condition) is False
        return Residues(modulus, self.digit, value).differ(condition)

    def is_overfull(self, group):
        """Pigeonholes: more unknown cells than places, or more digits that must come than unknown cells."""
        unknown = [cell for cell in group.cells if self.digit[cell] is None]
        open_digits = {digit for cell in unknown for digit in self.open_digits(cell)}
        places = sum(max(0, group.most - group.taken[digit]) for digit in open_digits)
        needed = sum(max(0, group.least - group.taken[digit]) for digit in group.digits)
        return len(unknown) > places or needed > len(unknown)

    def look_at(self, k):
        """The open digits of each cell of a condition."""
        return {cell: self.open_digits(cell) for cell in self.cells_of[k]}

    def open_digits(self, cell):
        """The digits of its line less those that a group or a partner has taken; of a known cell its digit."""
        if self.digit[cell] is not None:
            return [self.digit[cell]]
        digits = self.statement.cells[cell]
        for group in self.groups_of[cell]:
            digits = [digit for digit in digits if group.taken[digit] < group.most]
        partners = {self.digit[partner] for partner in self.partners_of[cell]}
        return [digit for digit in digits if digit not in partners]

    def set(self, cell, digit):
        self.digit[cell] = digit
        self.unknown -= 1
        for group in self.groups_of[cell]:
            group.taken[digit] += 1

    def release(self, cell):
        digit = self.digit[cell]
        if digit is not None:
            self.digit[cell] = None
            self.unknown += 1
            for group in self.groups_of[cell]:
                group.taken[digit] -= 1

    def holds(self, line):
        """Where all cells are known: whether they keep to groups, pairs and conditions."""
        for group in self.statement.groups:
            if max(group.taken) > group.most or any(group.taken[digit] < group.least for digit in group.digits):
                return False
        if any(self.digit[a] == self.digit[b] for a, b in self.statement.pairs):
            return False
        value = Value({cell: [digit] for cell, digit in self.digit.items()}, self.statement.base)
        truths = [value.truth(condition) for condition in self.statement.conditions]
        if False in truths:
            return False
        if None in truths:
            last = max(number for number, truth in enumerate(truths, 1) if truth is None)
            raise Refused(line, f"condition {last} is too large to decide with {self.place()}")
        return True

    def count_solution(self, lines):
        if not self.holds(lines.number):
            return
        self.found += 1
        digits = list(self.digit.values())
        at = bisect_left(self.statement.solutions, digits)
        if self.statement.kind == "listed" and self.statement.solutions[at : at + 1] != [digits]:
            raise Refused(lines.number, f"this solution is not listed: {self.place()}")

    def evaluate_the_listed(self, lines):
        for solution in self.statement.solutions:
            for cell, digit in zip(self.digit, solution):
                self.set(cell, digit)
            is_allowed = all(self.digit[cell] in digits for cell, digits in self.statement.cells.items())
            if not is_allowed or not self.holds(lines.number):
                raise Refused(lines.number, f"this is no solution: {self.place()}")
            self.found += 1
            for cell in self.digit:
                self.release(cell)

    def place(self):
        """The digits that are known, for messages."""
        known_cells = [f"{cell}={digit}" for cell, digit in self.digit.items() if digit is not None]
        if len(known_cells) > 40:
            known_cells[40:] = ["…"]
        return " ".join(known_cells) or "no digit known"


# ---- the second reading: what the lines `puzzle` and `rule` mean, for texts of the common language


class Unread(Exception):
    """The text has something that the common language has not."""


OTHER_NAMES = {
    "sum": "+", "product": "*", "mod": "%", "nreverse": "reverse", "dsum": "digit_sum", "ndigits": "digits",
    "ndivisors": "num_divisors", "primepi": "prime_pi", "sqrt": "root", "cbrt": "root",
}  # fmt: skip
TERMS = {"+": "+", "-": "neg", "−": "neg", "–": "neg"}
COMPARED = {
    "==": "=", "=": "=", "≠": "!=", "!=": "!=", "<>": "!=", "<=": "<=", "≤": "<=", ">=": ">=", "≥": ">=",
    "<": "<", ">": ">", "∣": "divides",
}  # fmt: skip
MULTIPLIED = {
    "//": "//", "/": "/", "÷": "/", "∕": "/", "⁄": "/", "*": "*", "×": "*", "·": "*", "⋅": "*", "∙": "*", "%": "%",
}  # fmt: skip
AND = {"&&": "and"}
# A function with its bracket, signs of two characters, a run of digits, or any one character. `!=` is a relation, unless
# another `=` follows.
TOKEN = re.compile(r"[a-z][A-Za-z0-9_?□▢]*\(|!=(?!=)|==|<>|<=|>=|\*\*|//|&&|[A-Za-z0-9_?□▢]+|[^ ]")
RULES = {
    "base": lambda value: count(value),
    "digits": lambda value: value,
    "no-zero": {"": True, "true": True, "on": True}.__getitem__,
    "leading-zeros": {"allowed": True, "forbidden": False}.__getitem__,
    "lone-zero": {"allowed": True, "forbidden": False}.__getitem__,
    "distinct": {"all": True, "none": False}.__getitem__,
}


def call(name, arguments):
    """A call as a certificate writes it, and whether it is a condition, of such arguments."""
    check_call(name, len(arguments), all(is_condition for _, is_condition in arguments))
    return f"({name}{''.join(f' {text}' for text, _ in arguments)})", name in CONDITIONS


class TextReader:
    def __init__(self, puzzle, rules):
        self.set = {"base": 10, "digits": None, "no-zero": False, "leading-zeros": False, "lone-zero": True, "distinct": True}
        for rule in rules:
            name, _, value = rule.partition(" ")
            try:
                self.set[name] = RULES[name](value)
            except KeyError as problem:
                raise Unread from problem
        if not 2 <= self.set["base"] <= 64:
            raise Unread
        self.text = "\n".join(puzzle)
        self.tokens, self.depth, self.chained = TOKEN.findall(self.text)[::-1], 0, 0
        self.names, self.nonzero, self.lower, self.blanks = {}, set(), set(), 0

    def lines(self):
        # A dash in front of a line may be a mark, or a step of a division.
        parts = self.text.replace(",", "\n").split("\n")
        starts = [part.lstrip(" ")[:1] in TERMS.keys() - {"+"} for part in parts]
        if not self.tokens or any(starts[1:]) or (starts[0] and "- " in self.text):
            raise Unread
        conditions = self.conditions()
        # A lone small x may be a times sign.
        if self.lower == {"x"}:
            raise Unread
        base, digits = self.set["base"], self.set["digits"]
        allowed = range(base) if digits is None else digits_of(digits, base)
        lines = [f"base {base}"]
        for cell in self.names.values():
            nonzero = self.set["no-zero"] or cell in self.nonzero
            digits = [digit for digit in allowed if digit or not nonzero]
            if not digits:
                raise Unread
            lines.append(f"cell {cell} {written_digits(digits)}")
        symbols = [name for name in self.names.values() if name[0] != "_"]
        if self.set["distinct"] and len(symbols) > 1:
            lines.append(f"different {' '.join(symbols)}")
        return lines + [f"require {condition}" for condition in conditions]

    def peek(self):
        """The next token; between brackets an end of a line is a space."""
        while self.depth and self.tokens[-1:] == ["\n"]:
            self.tokens.pop()
        return self.tokens[-1] if self.tokens else ""

    def sign(self, signs):
        return signs[self.tokens.pop()] if self.peek() in signs else None

    def deeper(self, by=1):
        self.depth += by
        if self.depth > DEPTH:
            raise Unread

    def chain(self, signs):
        """All signs that make a tree deeper without brackets are bounded together."""
        self.chained += signs
        if self.chained > DEPTH:
            raise Unread

    def conditions(self):
        conditions = []
        while True:
            while self.peek() == "\n":
                self.tokens.pop()
            if not self.tokens:
                if not conditions:
                    raise Unread
                return conditions
            parts = [self.relation()]
            while self.sign(AND):
                parts.append(self.relation())
            text, is_condition = call("and", parts) if len(parts) > 1 else parts[0]
            if not is_condition or self.peek() not in ("", ",", "\n"):
                raise Unread
            conditions.append(text)
            self.tokens[-1:] = []

    def relation(self):
        left, relations = self.sum(), []
        while sign := self.sign(COMPARED):
            right = self.sum()
            relations.append(call(sign, [left, right]))
            left = right
        return call("and", relations) if len(relations) > 1 else relations[0] if relations else left

    def sum(self):
        terms = [self.product()]
        while sign := self.sign(TERMS):
            term = self.product()
            terms.append(call("neg", [term]) if sign == "neg" else term)
        return call("+", terms) if len(terms) > 1 else terms[0]

    def product(self):
        factors, signs = [self.signed()], []
        while sign := self.sign(MULTIPLIED):
            signs.append(sign)
            factors.append(self.signed())
        if not signs or set(signs) == {"*"}:
            return call("*", factors) if signs else factors[0]
        self.chain(len(signs))
        left = factors[0]
        for sign, right in zip(signs, factors[1:]):
            left = call(sign, [left, right])
        return left

    def signed(self):
        minuses = 0
        while sign := self.sign(TERMS):
            minuses += sign == "neg"
        self.chain(minuses)
        operand = self.power()
        for _ in range(minuses):
            operand = call("neg", [operand])
        return operand

    def power(self):
        base = self.atom()
        while self.tokens[-1:] == ["!"]:
            self.tokens.pop()
            self.chain(1)
            base = call("fact", [base])
        if not self.sign({"^": True, "**": True}):
            return base
        self.deeper()
        exponent = self.signed()
        self.deeper(-1)
        return call("^", [base, exponent])

    def atom(self):
        token = self.peek()
        if token[-1:] != "(":
            return self.numeral(self.tokens.pop() if token else "")
        self.tokens.pop()
        self.deeper()
        arguments = [self.relation()]
        while token != "(" and self.sign({",": True}):
            arguments.append(self.relation())
        if not self.sign({")": True}):
            raise Unread
        self.deeper(-1)
        name = token[:-1]
        if not name:
            return arguments[0]
        if name in ("neg", "and", "or", "remainder"):
            raise Unread
        degree = {"sqrt": [("2", False)], "cbrt": [("3", False)]}.get(name, [])
        return call(OTHER_NAMES.get(name, name), arguments + degree)

    def numeral(self, run):
        if not 1 <= len(run) <= ELEMENTS:
            raise Unread
        whole = [self.element(c) for c in run]
        if not self.set["leading-zeros" if len(whole) > 1 else "lone-zero"]:
            self.nonzero.add(whole[0])
        return f"[{' '.join(whole)}]", False

    def element(self, c):
        """The digit, or the name of the cell."""
        if c in "0123456789":
            if int(c) >= self.set["base"]:
                raise Unread
            return c
        if c in "_?□▢":
            self.blanks += 1
            return self.names.setdefault(self.blanks, f"_{self.blanks}")
        if not c.isascii() or not c.isalpha():
            raise Unread
        if c.islower():
            self.lower.add(c)
        return self.names.setdefault(c.upper(), c)


def read_again(statement):
    """The lines that the text means; None if it is not of the common language."""
    try:
        return TextReader(statement.puzzle, statement.rules).lines()
    except (Unread, Bad):
        return None


def difference(stated, meant):
    """The first line in which the statement is not what its text means."""
    for at in range(max(len(stated), len(meant))):
        a, b = (f"`{escaped(lines[at])}`" if at < len(lines) else "nothing" for lines in (stated, meant))
        if a != b:
            return f"the statement is not what its text means: it has {a}, the text {b}"
    return None


# ---- the command line


def show(statement, out):
    """Prints the text, the rules, the statement and the claim in ordinary notation."""
    for line in statement.puzzle:
        out(f"puzzle: {escaped(line)}")
    for rule in statement.rules:
        out(f"rule: {escaped(rule)}")
    out(f"base: {statement.base}")
    sets = {}
    for name, digits in statement.cells.items():
        sets.setdefault(written_digits(digits), []).append(name)
    for digits, names in sets.items():
        out(f"digits {digits}: {escaped(' '.join(names))}")
    for group in statement.groups:
        names = escaped(" ".join(group.cells))
        limits = f"each of {written_digits(group.digits)} at least {group.least}, any at most {group.most} times"
        out(f"different: {names}" if group.different else f"{limits}: {names}")
    for pair in statement.pairs:
        out(f"different: {escaped(' '.join(pair))}")
    for condition in statement.conditions:
        out(f"condition: {shown(condition)}")
    out(f"claim: {statement.claimed}")
    for solution in statement.solutions[:10]:
        out("solution:" + "".join(f" {escaped(name)}={digit}" for name, digit in zip(statement.cells, solution)))
    if len(statement.solutions) > 10:
        out(f"and {len(statement.solutions) - 10} more solutions")


def check(file, out, quiet=False, need_text=False, limit=MANY, prefix=""):
    """Checks all certificates of a file, up to the first that is not accepted: the exit status."""
    lines = Lines(file)
    try:
        while True:
            statement = Statement(lines)
            if not quiet:
                show(statement, out)
            meant = read_again(statement)
            again = f"the text was {'not ' if meant is None else ''}read a second time"
            if meant is None and need_text:
                raise Refused(lines.number, again)
            if meant is not None and (problem := difference(statement.lines, meant)):
                raise Refused(lines.number, problem)
            if not quiet:
                out(again)
            out(f"{prefix}accepted: {Walk(statement, limit).check(lines)} nodes")
            try:
                if lines.peek() is None:
                    return 0
            except Malformed:
                pass
    except Refused as problem:
        out(f"{prefix}refused: {problem}")
        return 1
    except Malformed as problem:
        out(f"{prefix}not a certificate: {problem}")
        return 2


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="Exit status: 0 accepted, 1 refused, 2 not a certificate; for several, the largest.",
        allow_abbrev=False,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file, or - for standard input")
    parser.add_argument("--quiet", action="store_true", help="print verdicts only")
    parser.add_argument("--limit", type=int, default=MANY, metavar="NODES", help="stop after NODES nodes of a proof")
    parser.add_argument("--need-text", action="store_true", help="refuse a certificate whose text cannot be read a second time")
    parser.add_argument("--version", action="version", version="fukumen_check.py 0.1.0")
    wanted, worst = parser.parse_args(), 0
    for name in wanted.files:
        prefix = f"{name}: " if len(wanted.files) > 1 else ""
        try:
            with sys.stdin.buffer if name == "-" else open(name, "rb") as file:
                worst = max(worst, check(file, print, wanted.quiet, wanted.need_text, wanted.limit, prefix))
        except OSError as error:
            print(f"{prefix}not a certificate: it cannot be read: {error.strerror}")
            worst = 2
    return worst


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main())
