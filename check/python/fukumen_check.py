#!/usr/bin/env python3
"""Checks certificates: proofs that an answer to a digit puzzle is complete.

A second checker, in another language and with other big integers. It uses the standard library only. Start with the class
Walk: each line of the proof names a cell that is not yet known and digits that a rule closes; every other open digit is
followed in ascending order, so a proof may be long, but never wrong.
"""

import math
import sys
from bisect import bisect_left
from fractions import Fraction

BITS = 1 << 16
LINE = 1 << 20
CELLS = 100_000
DEPTH = 200
ELEMENTS = 10_000
FIGURES = 4_000
PLACES = 200
MANY = 1 << 60

USAGE = """Checks certificates: proofs that an answer to a digit puzzle is complete.

Usage: fukumen_check.py [OPTIONS] FILE...

FILE may be - for standard input.

      --quiet        Print verdicts only
      --limit NODES  Stop after NODES nodes of a proof
      --need-text    Refuse a certificate whose text cannot be read a second time
      --help         Print this help
      --version      Print the version

Exit status: 0 accepted, 1 refused, 2 not a certificate; for several, the largest.
"""


class Refused(Exception):
    """It is a certificate, and what it says is not proved."""

    def __init__(self, line, message):
        super().__init__(f"line {line}: {message}")


class Malformed(Exception):
    """It is no certificate."""


class Bad(Exception):
    """What is wrong with a line, without its number."""


class NoValue(Exception):
    """There is no number."""


class TooLarge(Exception):
    """There is a number, or none, and it is too large to compute."""


# ---- numbers: whole numbers are int, all others Fraction


def kept(x):
    if isinstance(x, Fraction):
        if x.denominator == 1:
            x = x.numerator
        elif max(x.numerator.bit_length(), x.denominator.bit_length()) > BITS:
            raise TooLarge
        else:
            return x
    if x.bit_length() > BITS:
        raise TooLarge
    return x


def plus(a, b):
    return kept(a + b)


def times(a, b):
    return kept(a * b)


def over(a, b):
    return kept(Fraction(a, b))


def modulo(a, b):
    return plus(a, -times(math.floor(over(a, b)), b))


def is_whole(x):
    return isinstance(x, int)


def natural(x):
    if not is_whole(x) or x < 0:
        raise NoValue
    return x


def floor_root(n, degree):
    """The root of a number from 0 on, rounded down."""
    if degree == 2:
        return math.isqrt(n)
    root = 1 << -(-n.bit_length() // degree)
    while True:
        better = ((degree - 1) * root + n // root ** (degree - 1)) // degree
        if better >= root:
            return root
        root = better


def whole_root(n, degree):
    """The exact root of a whole number, or None."""
    if n < 0:
        root = whole_root(-n, degree) if degree % 2 else None
        return None if root is None else -root
    if n <= 1 or degree == 1:
        return n
    if degree >= n.bit_length():
        return None
    root = floor_root(n, degree)
    return root if root**degree == n else None


def root_of(x, degree):
    if x in (0, 1):
        return x
    x = Fraction(x)
    above, below = whole_root(x.numerator, degree), whole_root(x.denominator, degree)
    if above is None or below is None:
        raise NoValue
    return kept(Fraction(above, below))


def whole_power(x, exponent):
    if exponent == 0 or x == 1:
        return 1
    if x == 0:
        return 0
    if x == -1:
        return -1 if exponent % 2 else 1
    size = max(Fraction(x).numerator.bit_length(), Fraction(x).denominator.bit_length())
    if (size - 1) * abs(exponent) > BITS:
        raise TooLarge
    return kept(Fraction(x) ** exponent)


def power(base, exponent):
    if base == 0:
        if exponent < 0:
            raise NoValue
        return int(exponent == 0)
    exponent = Fraction(exponent)
    return whole_power(root_of(base, exponent.denominator), exponent.numerator)


# ---- what functions mean for known numbers


def root(x, _):
    if natural(x[1]) == 0:
        raise NoValue
    return root_of(x[0], x[1])


def factorial(x, _):
    product = 1
    for factor in range(2, natural(x[0]) + 1):
        product = kept(product * factor)
    return product


def rounded(x, _):
    nearest = math.floor(over(plus(times(abs(x[0]), 2), 1), 2))
    return -nearest if x[0] < 0 else nearest


def gcd(x, _):
    if not all(map(is_whole, x)):
        raise NoValue
    return math.gcd(*x)


def lcm(x, _):
    if not all(map(is_whole, x)):
        raise NoValue
    multiple = 1
    for y in x:
        multiple = kept(math.lcm(multiple, y))
    return multiple


def divides(x, _):
    return x[1] == 0 if x[0] == 0 else is_whole(over(x[1], x[0]))


def coprime(x, _):
    if not all(map(is_whole, x)):
        return False
    if len(x) > 1000:
        raise TooLarge
    return all(math.gcd(x[i], x[j]) == 1 for i in range(len(x)) for j in range(i))


def is_square(n):
    return n >= 0 and math.isqrt(n) ** 2 == n


def is_power(x, _):
    n = x[0]
    if not is_whole(n):
        return False
    if abs(n) <= 1:
        return True
    if n.bit_length() > 2048:
        raise TooLarge
    return any(whole_root(n, degree) is not None for degree in range(2, n.bit_length()))


def is_fibonacci(x, _):
    # Gessel 1972: exactly for them 5n² + 4 or 5n² - 4 is a square.
    n = x[0]
    return is_whole(n) and n >= 0 and (is_square(5 * n * n + 4) or is_square(5 * n * n - 4))


# Past this a number that passes the test for the first 13 primes may yet be composite.
PROVEN = 3_317_044_064_679_887_385_961_981


def passes(n, base):
    """The test of Miller and Rabin for an odd number."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    residue = pow(base, odd, n)
    if residue == 1:
        return True
    for _ in range(twos):
        if residue == n - 1:
            return True
        residue = residue * residue % n
    return False


def prime(n):
    if n < 2:
        return False
    for divisor in range(2, 1000):
        if n % divisor == 0:
            return n == divisor
        if divisor * divisor > n:
            return True
    if n < 1_000_000:
        return True
    if n.bit_length() > 2048:
        raise TooLarge
    if not all(passes(n, base) for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)):
        return False
    if n >= PROVEN:
        raise TooLarge
    return True


def is_prime(x, _):
    return is_whole(x[0]) and x[0] > 0 and prime(x[0])


def factors(x):
    """The primes with their exponents: what divisors below 2^20 leave must be 1, a prime or its square."""
    n = natural(x)
    if n == 0:
        raise NoValue
    if n.bit_length() > 128:
        raise TooLarge
    found, divisor = [], 2
    while divisor < 1 << 20 and divisor * divisor <= n:
        exponent = 0
        while n % divisor == 0:
            n, exponent = n // divisor, exponent + 1
        if exponent:
            found.append((divisor, exponent))
        divisor += 1
    if n > 1:
        if divisor * divisor > n or prime(n):
            found.append((n, 1))
        elif is_square(n) and prime(math.isqrt(n)):
            found.append((math.isqrt(n), 2))
        else:
            raise TooLarge
    return found


def num_divisors(x, _):
    return math.prod(exponent + 1 for _, exponent in factors(x[0]))


def num_prime_factors(x, _):
    return sum(exponent for _, exponent in factors(x[0]))


def is_semiprime(x, base):
    return is_whole(x[0]) and x[0] > 0 and num_prime_factors(x, base) == 2


def totient(x, _):
    count = x[0]
    for divisor, _ in factors(x[0]):
        count = count // divisor * (divisor - 1)
    return count


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


def choose(x, _):
    n, k = natural(x[0]), x[1]
    if not is_whole(k):
        raise NoValue
    if k < 0 or k > n:
        return 0
    ways = 1
    for step in range(min(k, n - k)):
        ways = kept(ways * (n - step) // (step + 1))
    return ways


def fibonacci(x, _):
    if natural(x[0]) > 100_000:
        raise TooLarge
    a, b = 0, 1
    for _ in range(x[0]):
        a, b = b, a + b
    return kept(a)


def digits_of_number(x, base):
    """The digits of a whole number from 0 up, the highest first; 0 has one."""
    n, found = natural(x), []
    while n:
        n, digit = divmod(n, base)
        found.append(digit)
    return found[::-1] or [0]


def from_digits(digits, base):
    number = 0
    for digit in digits:
        number = number * base + digit
    return number


def digit_at(x, base):
    digits, place = digits_of_number(x[0], base), natural(x[1])
    return digits[-1 - place] if place < len(digits) else 0


def rotate(x, base):
    digits = digits_of_number(x[0], base)
    if not is_whole(x[1]):
        raise NoValue
    turns = x[1] % len(digits)
    return from_digits(digits[turns:] + digits[:turns], base)


def all_digits(x, base):
    return [digit for y in x for digit in digits_of_number(y, base)]


def num(x, base):
    if not all(is_whole(y) and 0 <= y < base for y in x):
        raise NoValue
    return kept(from_digits(x, base))


def pandigital(x, base):
    digits = all_digits(x, base)
    return len(set(digits)) == len(digits) and set(digits) | {0} == set(range(base))


def increasing(x, base):
    digits = digits_of_number(x[0], base)
    return all(a < b for a, b in zip(digits, digits[1:]))


def palindrome(x, base):
    digits = digits_of_number(x[0], base)
    return digits == digits[::-1]


NUMBERS = {
    "root": (2, 2, root),
    "fact": (1, 1, factorial),
    "sign": (1, 1, lambda x, _: (x[0] > 0) - (x[0] < 0)),
    "floor": (1, 1, lambda x, _: math.floor(x[0])),
    "ceil": (1, 1, lambda x, _: math.ceil(x[0])),
    "round": (1, 1, rounded),
    "gcd": (1, MANY, gcd),
    "lcm": (1, MANY, lcm),
    "num_divisors": (1, 1, num_divisors),
    "num_prime_factors": (1, 1, num_prime_factors),
    "totient": (1, 1, totient),
    "prime_pi": (1, 1, prime_pi),
    "choose": (2, 2, choose),
    "tri": (1, 1, lambda x, _: kept(natural(x[0]) * (x[0] + 1) // 2)),
    "fib": (1, 1, fibonacci),
    "digits": (1, 1, lambda x, base: len(digits_of_number(x[0], base))),
    "digit": (2, 2, digit_at),
    "digit_sum": (1, 1, lambda x, base: sum(digits_of_number(x[0], base))),
    "digit_product": (1, 1, lambda x, base: math.prod(digits_of_number(x[0], base))),
    "reverse": (1, 1, lambda x, base: from_digits(digits_of_number(x[0], base)[::-1], base)),
    "rotate": (2, 2, rotate),
    "concat": (1, MANY, lambda x, base: kept(from_digits(all_digits(x, base), base))),
    "num": (1, MANY, num),
}

QUESTIONS = {
    "divides": (2, 2, divides),
    "is_integer": (1, 1, lambda x, _: is_whole(x[0])),
    "is_square": (1, 1, lambda x, _: is_whole(x[0]) and whole_root(x[0], 2) is not None),
    "is_cube": (1, 1, lambda x, _: is_whole(x[0]) and whole_root(x[0], 3) is not None),
    "is_power": (1, 1, is_power),
    "coprime": (2, MANY, coprime),
    "is_even": (1, 1, lambda x, _: is_whole(x[0]) and x[0] % 2 == 0),
    "is_odd": (1, 1, lambda x, _: is_whole(x[0]) and x[0] % 2 == 1),
    "is_semiprime": (1, 1, is_semiprime),
    "is_prime": (1, 1, is_prime),
    "is_triangular": (1, 1, lambda x, _: is_whole(x[0]) and x[0] >= 0 and is_square(8 * x[0] + 1)),
    "is_fibonacci": (1, 1, is_fibonacci),
    "is_palindrome": (1, 1, palindrome),
    "increasing": (1, 1, increasing),
    "pandigital": (1, MANY, pandigital),
    "distinct": (2, MANY, lambda x, _: len(set(x)) == len(x)),
}

ARITHMETIC = {
    "+": (1, MANY), "neg": (1, 1), "*": (1, MANY), "/": (2, 2), "//": (2, 2), "%": (2, 2), "^": (2, 2),
    "abs": (1, 1), "min": (1, MANY), "max": (1, MANY), "count": (1, MANY),
}  # fmt: skip
RELATIONS = ("=", "!=", "<", "<=", ">", ">=")
LOGIC = {"and": (1, MANY), "or": (1, MANY), "not": (1, 1)}
ARITY = {name: row[:2] for table in (NUMBERS, QUESTIONS) for name, row in table.items()}
ARITY |= ARITHMETIC | LOGIC | {name: (2, 2) for name in RELATIONS} | {"remainder": (4, 4)}
CONDITIONS = {*RELATIONS, *LOGIC, *QUESTIONS, "remainder"}
OF_CONDITIONS = {*LOGIC, "count"}


# ---- expressions: int and Fraction, Numeral, Call


class Numeral:
    """Digits, a point, and the digits that repeat. An element is a shown digit or the name of a cell."""

    def __init__(self, base, own_base, has_point, whole, fraction, repetend):
        self.base, self.own_base, self.has_point = base, own_base, has_point
        self.whole, self.fraction, self.repetend = whole, fraction, repetend
        self.is_whole = not fraction and not repetend

    def written(self):
        parts = [f"@{self.base}"] if self.own_base else []
        parts += map(str, self.whole)
        parts += ["."] if self.has_point else []
        parts += map(str, self.fraction)
        parts += [";"] if self.repetend else []
        return f"[{' '.join(parts + [*map(str, self.repetend)])}]"

    def shown(self):
        def name(element):
            is_short = element < 10 if isinstance(element, int) else len(element) == 1
            return escaped(str(element)) if is_short else f"[{escaped(str(element))}]"

        text = "".join(map(name, self.whole)) + ("" if self.is_whole else ".") + "".join(map(name, self.fraction))
        text += f"({''.join(map(name, self.repetend))})" if self.repetend else ""
        return text + (f"@{self.base}" if self.own_base else "")


class Call:
    def __init__(self, name, arguments):
        least, most = ARITY.get(name, (1, 0))
        if not least <= len(arguments) <= most:
            raise Bad(f"`{name}` does not take {len(arguments)} arguments")
        if name in OF_CONDITIONS and not all(map(is_condition, arguments)):
            raise Bad(f"`{name}` takes conditions, not numbers")
        self.name, self.arguments = name, arguments


def is_condition(expression):
    return isinstance(expression, Call) and expression.name in CONDITIONS


def written(expression):
    if isinstance(expression, Numeral):
        return expression.written()
    if isinstance(expression, Call):
        return f"({expression.name} {' '.join(map(written, expression.arguments))})"
    return str(expression)


def is_infix(expression):
    if not isinstance(expression, Call) or len(expression.arguments) < 2:
        return False
    return not "a" <= expression.name[0] <= "z" or expression.name in ("and", "or")


def shown(expression):
    """In ordinary notation."""
    if isinstance(expression, Numeral):
        return expression.shown()
    if not isinstance(expression, Call):
        return str(expression)
    name, arguments = expression.name, expression.arguments
    if name == "neg":
        return "-" + inside(arguments[0])
    if name == "remainder":
        a, b, c, d = map(inside, arguments)
        return f"{a} / {b} = {c} r {d}"
    if not is_infix(expression):
        return f"{name}({', '.join(map(shown, arguments))})"
    text = ""
    for i, argument in enumerate(arguments):
        is_minus = name == "+" and isinstance(argument, Call) and argument.name == "neg"
        text += "" if i == 0 else " " if is_minus else f" {name} "
        text += shown(argument) if name in RELATIONS and not is_condition(argument) else inside(argument)
    return text


def inside(expression):
    is_remainder = isinstance(expression, Call) and expression.name == "remainder"
    return f"({shown(expression)})" if is_infix(expression) or is_remainder else shown(expression)


def numerals(expression):
    if isinstance(expression, Numeral):
        yield expression
    elif isinstance(expression, Call):
        for argument in expression.arguments:
            yield from numerals(argument)


def is_figures(text):
    return text.isascii() and text.isdigit()


def count(text):
    """A number that counts something: at most 18 figures, no zero in front."""
    if not is_figures(text) or len(text) > 18 or (text[0] == "0" and text != "0"):
        raise Bad(f"expected a number, not `{start(text)}`")
    return int(text)


def start(text):
    return escaped(text[:40]) + ("…" if len(text) > 40 else "")


def escaped(text):
    def hidden(c):
        n = ord(c)
        return (
            n < 32 or 127 <= n < 160 or 0x200B <= n <= 0x200F or 0x2028 <= n <= 0x202E
            or 0x2060 <= n <= 0x2069 or n in (0x61C, 0xFEFF)
        )  # fmt: skip

    return "".join(f"\\u{{{ord(c):x}}}" if hidden(c) else c for c in text)


class ExpressionReader:
    """Reads a condition of a certificate, which must be written in the one way there is."""

    def __init__(self, text, base, greatest):
        self.text, self.at, self.base, self.greatest = text, 0, base, greatest

    def read(self):
        expression = self.expression(0)
        if self.at < len(self.text):
            raise Bad(f"`{start(self.text[self.at :])}` stands behind the condition")
        if written(expression) != self.text:
            raise Bad(f"expected this to be written `{start(written(expression))}`")
        if not is_condition(expression):
            raise Bad("expected a condition, and this is a number")
        return expression

    def takes(self, sign):
        found = self.text.startswith(sign, self.at)
        self.at += found
        return found

    def token(self):
        first = self.at
        while self.at < len(self.text) and self.text[self.at] not in " ()[]":
            self.at += 1
        return self.text[first : self.at]

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
        above, slash, below = token.partition("/")
        below = below if slash else "1"
        if not is_figures(above.removeprefix("-")) or not is_figures(below) or int(below) == 0:
            raise Bad(f"expected a number, `(` or `[`, not `{start(token)}`")
        return kept(Fraction(int(above), int(below)))

    def numeral(self):
        end = self.text.find("]", self.at)
        if end < 0:
            raise Bad("expected `]`")
        tokens = self.text[self.at : end].split(" ")
        self.at = end + 1
        base, own, parts, part = self.base, False, ([], [], []), 0
        if tokens[0].startswith("@"):
            base, own = count(tokens.pop(0)[1:]), True
            if not 2 <= base <= 64:
                raise Bad("expected a base from 2 to 64")
        has_point = False
        for token in tokens:
            if token == "." and part == 0:
                part, has_point = 1, True
            elif token == ";" and part < 2:
                part = 2
            else:
                parts[part].append(self.element(token, base))
        if not 1 <= sum(map(len, parts)) <= ELEMENTS or (part == 2 and not parts[2]):
            raise Bad(f"expected 1 to {ELEMENTS} digits in a numeral")
        return Numeral(base, own, has_point, *parts)

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


# ---- the value rule: NOTHING, ANYTHING, or (least, greatest, surely has a value)

NOTHING = "nothing"
ANYTHING = "anything"


def known(value):
    """The number, if it is known for certain."""
    if isinstance(value, tuple) and value[2] and value[0] == value[1]:
        return value[0]
    return None


def attempt(compute):
    """A value from what computes the ends, or one number."""
    try:
        found = compute()
    except NoValue:
        return NOTHING
    except TooLarge:
        return ANYTHING
    return found if isinstance(found, (tuple, str)) else (found, found, True)


class Value:
    """What is certain while some digits are open. `open` has the open digits of each cell, ascending."""

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
        if name in RELATIONS:
            return self.relation(name, *arguments)
        values = [self.value(argument) for argument in arguments]
        if NOTHING in values:
            return False
        numbers = [known(value) for value in values]
        if None in numbers:
            return None
        try:
            if name == "remainder":
                dividend, divisor, quotient, rest = numbers
                return plus(times(divisor, quotient), rest) == dividend and 0 <= rest < divisor
            return bool(QUESTIONS[name][2](numbers, self.base))
        except NoValue:
            return False
        except TooLarge:
            return None

    def relation(self, name, left, right):
        a, b = self.value(left), self.value(right)
        if NOTHING in (a, b):
            return False
        if name == "=" and (self.cannot_read(a, right) or self.cannot_read(b, left)):
            return False
        if ANYTHING in (a, b):
            return None
        (a, b, sure), (c, d, also) = a, b
        apart, same = b < c or d < a, a == b == c == d
        never, always = {
            "=": (apart, same),
            "!=": (same, apart),
            "<": (a >= d, b < c),
            "<=": (a > d, b <= c),
            ">": (b <= c, a > d),
            ">=": (b < c, a >= d),
        }[name]
        return False if never else True if always and sure and also else None

    def cannot_read(self, value, numeral):
        """Whether a known number has other digits than a numeral without a period allows."""
        number = known(value)
        if number is None or not isinstance(numeral, Numeral) or numeral.repetend:
            return False
        try:
            number = times(number, numeral.base ** len(numeral.fraction))
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
            low = self.numeral(expression, 0)
            return low, self.numeral(expression, -1), True
        if not isinstance(expression, Call):
            return expression, expression, True
        if expression.name == "count":
            return self.counted(expression.arguments)
        if expression.name in CONDITIONS:
            return self.counted([expression])
        values = [self.value(argument) for argument in expression.arguments]
        if NOTHING in values:
            return NOTHING
        return self.call(expression, values)

    def counted(self, conditions):
        truths = [self.truth(condition) for condition in conditions]
        return truths.count(True), len(truths) - truths.count(False), True

    def numeral(self, numeral, end):
        def integer(elements):
            digits = [e if isinstance(e, int) else self.open[e][end] for e in elements]
            return from_digits(digits, numeral.base)

        if numeral.is_whole:
            return integer(numeral.whole)
        number, shift = integer(numeral.whole + numeral.fraction), numeral.base ** len(numeral.fraction)
        if numeral.repetend:
            # x = w.f(r): the digits w f r less the digits w f are x·b^f·(b^r - 1).
            nines = numeral.base ** len(numeral.repetend) - 1
            number, shift = number * nines + integer(numeral.repetend), nines * shift
        ratio = Fraction(number, shift)
        return ratio.numerator if ratio.denominator == 1 else ratio

    def call(self, expression, values):
        name, numbers = expression.name, [known(value) for value in values]
        if name in NUMBERS:
            if None in numbers:
                return ANYTHING
            return attempt(lambda: NUMBERS[name][2](numbers, self.base))
        if name == "^":
            return attempt(lambda: self.power(expression.arguments[1], values, numbers))
        if name == "neg":
            return ANYTHING if ANYTHING in values else (-values[0][1], -values[0][0], values[0][2])
        if name == "abs":
            return ANYTHING if ANYTHING in values else attempt(lambda: absolute(values[0]))
        by = TWO_BY_TWO[name]
        result = values[0]
        for value in values[1:]:
            left = result
            result = attempt(lambda: by(left, value))
            if result == NOTHING:
                return NOTHING
        return result

    def power(self, exponent, values, numbers):
        if None not in numbers:
            return power(*numbers)
        if ANYTHING in values:
            return ANYTHING
        (low, high, sure), (few, many, also) = values
        is_small = numbers[1] is not None and is_whole(few) and 0 <= few <= 64
        is_numeral = isinstance(exponent, Numeral) and exponent.is_whole
        if (is_small and low >= 0) or (is_numeral and low >= 1):
            return whole_power(low, few), whole_power(high, many), sure and also
        return ANYTHING


def absolute(value):
    low, high, sure = value
    least = 0 if low < 0 < high else min(abs(low), abs(high))
    return least, max(abs(low), abs(high)), sure


def corners(a, b, by):
    all_four = [by(x, y) for x in a[:2] for y in b[:2]]
    return min(all_four), max(all_four), a[2] and b[2]


def add_ranges(a, b):
    if ANYTHING in (a, b):
        return ANYTHING
    return plus(a[0], b[0]), plus(a[1], b[1]), a[2] and b[2]


def multiply_ranges(a, b):
    return ANYTHING if ANYTHING in (a, b) else corners(a, b, times)


def choose_ends(choice):
    def by(a, b):
        return ANYTHING if ANYTHING in (a, b) else (choice(a[0], b[0]), choice(a[1], b[1]), a[2] and b[2])

    return by


def divide_ranges(a, b):
    if known(a) is not None and known(b) == 0:
        raise NoValue
    if ANYTHING in (a, b) or b[0] <= 0 <= b[1]:
        return ANYTHING
    return corners(a, b, over)


def floor_ranges(a, b):
    quotient = divide_ranges(a, b)
    return ANYTHING if quotient == ANYTHING else (math.floor(quotient[0]), math.floor(quotient[1]), quotient[2])


def modulo_ranges(a, b):
    if known(a) is not None and known(b) is not None:
        if known(b) == 0:
            raise NoValue
        return modulo(known(a), known(b))
    if b == ANYTHING or b[0] <= 0:
        return ANYTHING
    return 0, b[1], b[2] and a != ANYTHING and a[2]


TWO_BY_TWO = {
    "+": add_ranges, "*": multiply_ranges, "/": divide_ranges, "//": floor_ranges, "%": modulo_ranges,
    "min": choose_ends(min), "max": choose_ends(max),
}  # fmt: skip


# ---- linear forms: the rules of bounds and of divisors


def linear(expression):
    """A constant and the weights of cells, or None."""
    if isinstance(expression, Numeral):
        if not expression.is_whole or len(expression.whole) > PLACES:
            return None
        constant, weights, weight = 0, {}, 1
        for element in reversed(expression.whole):
            if isinstance(element, int):
                constant = plus(constant, times(weight, element))
            else:
                weights[element] = plus(weights.get(element, 0), weight)
            weight = times(weight, expression.base)
        return constant, weights
    if not isinstance(expression, Call):
        return expression, {}
    if expression.name not in ("+", "neg", "*"):
        return None
    forms = [linear(argument) for argument in expression.arguments]
    if None in forms:
        return None
    if expression.name == "neg":
        return scaled(forms[0], -1)
    total = forms[0]
    for form in forms[1:]:
        if expression.name == "+":
            total = added(total, form)
        elif not form[1]:
            total = scaled(total, form[0])
        elif not total[1]:
            total = scaled(form, total[0])
        else:
            return None
    return total


def scaled(form, factor):
    return times(form[0], factor), {cell: times(weight, factor) for cell, weight in form[1].items()}


def added(a, b):
    weights = dict(a[1])
    for cell, weight in b[1].items():
        weights[cell] = plus(weights.get(cell, 0), weight)
    return plus(a[0], b[0]), weights


class Difference:
    """The difference of the two sides of a relation: a number and a weight for each cell, in whole numbers."""

    @staticmethod
    def read(condition, group_of):
        if condition.name not in RELATIONS:
            return None
        try:
            left, right = linear(condition.arguments[0]), linear(condition.arguments[1])
            if left is None or right is None:
                return None
            constant, weights = added(left, scaled(right, -1))
            # Fractions are brought to one denominator, which changes no relation.
            scale = 1
            for number in [constant, *weights.values()]:
                scale = kept(math.lcm(scale, Fraction(number).denominator))
            weights = {cell: times(weight, scale) for cell, weight in weights.items() if weight}
            return Difference(condition.name, times(constant, scale), weights, group_of)
        except TooLarge:
            return None

    def __init__(self, relation, constant, weights, group_of):
        self.relation, self.constant, self.weights = relation, constant, weights
        parts = {}
        for cell, weight in weights.items():
            group = group_of(cell)
            parts.setdefault((weight > 0, group, cell if group is None else None), []).append(cell)
        self.parts = [
            (key[0], sorted(cells, key=lambda cell: -abs(weights[cell]))) for key, cells in parts.items()
        ]

    def is_excluded(self, digit, open_digits):
        least = greatest = self.constant
        for is_positive, cells in self.parts:
            unknown = []
            for cell in cells:
                if digit[cell] is None:
                    unknown.append((abs(self.weights[cell]), open_digits[cell]))
                else:
                    least += self.weights[cell] * digit[cell]
                    greatest += self.weights[cell] * digit[cell]
            if not unknown:
                continue
            low, high = share(unknown, False), share(unknown, True)
            if low is None or high is None:
                return True
            if is_positive:
                least, greatest = least + low, greatest + high
            else:
                least, greatest = least - high, greatest - low
        return {
            "=": least > 0 or greatest < 0,
            "!=": least == 0 == greatest,
            "<": least >= 0,
            "<=": least > 0,
            ">": greatest <= 0,
            ">=": greatest < 0,
        }[self.relation]

    def is_indivisible(self, digit):
        if self.relation != "=":
            return False
        rest, divisor = self.constant, 0
        for cell, weight in self.weights.items():
            if digit[cell] is None:
                divisor = math.gcd(divisor, weight)
            else:
                rest += weight * digit[cell]
        return rest % divisor != 0 if divisor else rest != 0


def share(cells, for_greatest):
    """The greatest or least sum if the cells share out their digits, the heaviest first; None if one gets none."""
    left = list(cells)
    total = 0
    for digit in sorted({digit for _, digits in cells for digit in digits}, reverse=for_greatest):
        for i, (weight, digits) in enumerate(left):
            if digits and (digits[-1] >= digit if for_greatest else digits[0] <= digit):
                total += weight * digit
                del left[i]
                break
        if not left:
            return total
    return None


# ---- the rule of residues


class Residues:
    def __init__(self, modulus, digit, value):
        self.modulus, self.digit, self.value = modulus, digit, value

    def differ(self, equation):
        if not isinstance(equation, Call) or equation.name != "=":
            return False
        left, right = map(self.of, equation.arguments)
        return left is not None and right is not None and left != right

    def of(self, expression):
        if isinstance(expression, Numeral):
            return self.of_numeral(expression)
        if not isinstance(expression, Call):
            return expression % self.modulus if is_whole(expression) else None
        name, arguments = expression.name, expression.arguments
        if name not in ("+", "neg", "*", "^"):
            return None
        if name == "^":
            base, exponent = self.of(arguments[0]), self.exponent(arguments[1])
            return None if base is None or exponent is None else pow(base, exponent, self.modulus)
        residues = [self.of(argument) for argument in arguments]
        if name == "*" and 0 in residues and all(map(self.is_certainly_whole, arguments)):
            return 0
        if None in residues:
            return None
        if name == "neg":
            return -residues[0] % self.modulus
        total = sum(residues) if name == "+" else math.prod(residues)
        return total % self.modulus

    def of_numeral(self, numeral):
        """Known if the place values of all unknown digits are multiples of the modulus."""
        if not numeral.is_whole:
            return None
        total, weight = 0, 1
        for element in reversed(numeral.whole):
            digit = element if isinstance(element, int) else self.digit[element]
            if digit is not None:
                total += weight * digit
            elif weight:
                return None
            weight = weight * numeral.base % self.modulus
        return total % self.modulus

    def exponent(self, expression):
        number = known(self.value.value(expression))
        return number if number is not None and is_whole(number) and number >= 0 else None

    def is_certainly_whole(self, expression):
        if isinstance(expression, Numeral):
            return expression.is_whole
        if not isinstance(expression, Call):
            return is_whole(expression)
        if expression.name == "^":
            base, exponent = expression.arguments
            return self.is_certainly_whole(base) and self.exponent(exponent) is not None
        return expression.name in ("+", "neg", "*") and all(map(self.is_certainly_whole, expression.arguments))


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
            self.ahead = self.read()
        return self.ahead

    def read(self):
        problem = None
        try:
            line = self.file.readline(LINE + 1)
        except OSError as error:
            raise Malformed(f"line {self.number + 1}: {error.strerror}") from error
        if not line:
            return None
        if not line.endswith(b"\n"):
            is_long = len(line) > LINE
            problem = "the line has more than 1 MiB" if is_long else "the line does not end: the file is cut"
        else:
            try:
                text = line[:-1].decode()
                if "\r" in text or text.startswith("\ufeff"):
                    problem = "expected no carriage return and no byte order mark"
            except UnicodeDecodeError:
                problem = "this is no UTF-8"
        if problem:
            raise Malformed(f"line {self.number + 1}: {problem}")
        return text

    def take(self, expected):
        line = self.peek()
        self.number += 1
        if line is None:
            raise self.malformed(f"expected {expected}, and the file ends here")
        self.ahead = None
        return line

    def take_if(self, *words):
        """Takes the next line if its first word is one of these: the word and what stands behind it."""
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
    digits = sorted(digits)
    if written_digits(digits) != text:
        raise Bad(f"expected `{written_digits(digits)}`")
    return digits


def written_digits(digits):
    runs = []
    for digit in digits:
        if runs and runs[-1][1] == digit - 1:
            runs[-1][1] = digit
        else:
            runs.append([digit, digit])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


SPACES = "\u1680\u2028\u2029\u202f\u205f\u3000 " + "".join(map(chr, range(0x2000, 0x200B)))


def is_name(name):
    is_bad = any(c in "()[].;@" or c in SPACES or ord(c) < 32 or 127 <= ord(c) <= 160 for c in name)
    return name != "" and not is_bad and not ("0" <= name[0] <= "9")


class Group:
    def __init__(self, cells, least, most, digits, different):
        self.cells, self.least, self.most, self.digits, self.different = cells, least, most, digits, different


class Statement:
    def __init__(self, lines):
        if lines.take("`fukumen-certificate 1`") != "fukumen-certificate 1":
            raise lines.malformed("expected `fukumen-certificate 1`")
        self.puzzle, self.rules = [], []
        while found := lines.take_if("puzzle", "rule"):
            (self.puzzle if found[0] == "puzzle" else self.rules).append(found[1])
        try:
            self.read(lines)
        except Bad as problem:
            raise lines.malformed(problem) from problem

    def read(self, lines):
        base = lines.expect("base")
        try:
            self.base = count(base)
        except Bad:
            self.base = 0
        if not 2 <= self.base <= 64:
            raise Bad("expected a base from 2 to 64")
        self.lines = [f"base {base}"]
        self.cells = {}
        while found := lines.take_if("cell"):
            self.cell(found[1])
            self.lines.append(f"cell {found[1]}")
        self.groups, self.pairs, seen = [], [], set()
        while found := lines.take_if("different", "balanced", "differ"):
            self.relation(*found)
            if found in seen:
                raise Bad("this line is doubled")
            seen.add(found)
            self.lines.append(" ".join(found))
        greatest = {name: digits[-1] for name, digits in self.cells.items()}
        self.conditions = []
        while found := lines.take_if("require"):
            self.conditions.append(ExpressionReader(found[1], self.base, greatest).read())
            self.lines.append(f"require {found[1]}")
        if not self.conditions:
            lines.expect("require")
        self.claim(lines)

    def cell(self, line):
        name, space, digits = line.partition(" ")
        if not space:
            raise Bad("expected a name and digits")
        if not is_name(name):
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
        self.claimed = lines.expect("claim")
        line = lines.number
        word, space, number = self.claimed.partition(" ")
        self.kind = "listed" if word in ("none", "unique", "all") else word
        if word not in ("none", "unique", "all", "count", "some") or bool(space) != (word in ("all", "count", "some")):
            raise Bad("expected a claim: none, unique, all N, count N or some N")
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
        names = list(statement.cells)
        self.groups_of = {name: [] for name in names}
        self.partners_of = {name: [] for name in names}
        for group in statement.groups:
            for cell in group.cells:
                self.groups_of[cell].append(group)
            group.taken = [0] * statement.base
        for a, b in statement.pairs:
            self.partners_of[a].append(b)
            self.partners_of[b].append(a)
        self.digit = dict.fromkeys(names)
        self.unknown = len(names)
        self.found = self.nodes = 0
        self.cells_of = []
        for condition in statement.conditions:
            elements = (e for n in numerals(condition) for e in n.whole + n.fraction + n.repetend)
            self.cells_of.append(list(dict.fromkeys(e for e in elements if isinstance(e, str))))
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
        """What tries the rule at the present place."""
        letter, slash, modulus = text[:1], "", ""
        number, slash, modulus = text[1:].partition("/")
        things = self.statement.groups if letter == "g" else self.statement.conditions
        try:
            number = count(number)
        except Bad:
            number = 0
        if not letter or letter not in "vldgm" or not 1 <= number <= len(things) or (letter == "m") != bool(slash):
            raise Bad(f"expected a rule, not `{start(text)}`")
        k = number - 1
        if letter == "m":
            is_plain = is_figures(modulus) and modulus[0] != "0" and len(modulus) <= 19
            if not is_plain or not 2 <= int(modulus) < 1 << 63:
                raise Bad(f"expected a rule, not `{start(text)}`")
            return lambda: self.residue(k, int(modulus))
        return {
            "v": lambda: self.value(k),
            "l": lambda: self.bounds(k),
            "d": lambda: self.forms[k] is not None and self.forms[k].is_indivisible(self.digit),
            "g": lambda: self.is_overfull(things[k]),
        }[letter]

    def value(self, k):
        open_digits = self.look_at(k)
        if not all(open_digits.values()):
            return True
        return Value(open_digits, self.statement.base).truth(self.statement.conditions[k]) is False

    def bounds(self, k):
        form = self.forms[k]
        return form is not None and form.is_excluded(self.digit, self.look_at(k))

    def residue(self, k, modulus):
        open_digits = self.look_at(k)
        if not all(open_digits.values()):
            return True
        condition = self.statement.conditions[k]
        residues = Residues(modulus, self.digit, Value(open_digits, self.statement.base))
        return any(map(residues.differ, condition.arguments if condition.name == "and" else [condition]))

    def is_overfull(self, group):
        unknown = [cell for cell in group.cells if self.digit[cell] is None]
        open_digits = {digit for cell in unknown for digit in self.open_digits(cell)}
        places = sum(max(0, group.most - group.taken[digit]) for digit in open_digits)
        needed = sum(max(0, group.least - group.taken[digit]) for digit in group.digits)
        return len(unknown) > places or needed > len(unknown)

    def look_at(self, k):
        """The open digits of each cell of a condition."""
        return {cell: self.open_digits(cell) for cell in self.cells_of[k]}

    def open_digits(self, cell):
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
        known_cells = [f"{cell}={digit}" for cell, digit in self.digit.items() if digit is not None]
        if len(known_cells) > 40:
            known_cells[40:] = ["…"]
        return " ".join(known_cells) or "no digit known"


# ---- the second reading: what the lines `puzzle` and `rule` mean, for texts of the common language


class Unread(Exception):
    """The text has something that the common language has not."""


OTHER_NAMES = {
    "sum": "+", "product": "*", "mod": "%", "nreverse": "reverse", "dsum": "digit_sum", "ndigits": "digits",
    "ndivisors": "num_divisors", "primepi": "prime_pi",
}  # fmt: skip
MINUS = {"-": "neg", "−": "neg", "–": "neg"}
COMPARED = {
    "==": "=", "=": "=", "≠": "!=", "!=": "!=", "<>": "!=", "<=": "<=", "≤": "<=", ">=": ">=", "≥": ">=",
    "<": "<", ">": ">", "∣": "divides",
}  # fmt: skip
MULTIPLIED = {
    "//": "//", "/": "/", "÷": "/", "∕": "/", "⁄": "/", "*": "*", "×": "*", "·": "*", "⋅": "*", "∙": "*", "%": "%",
}  # fmt: skip
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class TextReader:
    def __init__(self, puzzle, rules):
        self.base, self.digits, self.no_zero = 10, None, False
        self.leading_zeros, self.lone_zero, self.distinct = False, True, True
        for rule in rules:
            self.rule(*rule.partition(" ")[::2])
        self.text, self.at, self.depth, self.chained = "\n".join(puzzle), 0, 0, 0
        self.names, self.cells, self.nonzero, self.lower, self.blanks = [], {}, set(), set(), 0

    def rule(self, setting, value):
        permissions = {"allowed": True, "forbidden": False}
        if setting == "base":
            self.base = count(value)
            if not 2 <= self.base <= 64:
                raise Unread
        elif setting == "digits":
            self.digits = value
        elif setting == "no-zero" and value in ("", "true", "on"):
            self.no_zero = True
        elif setting == "leading-zeros" and value in permissions:
            self.leading_zeros = permissions[value]
        elif setting == "lone-zero" and value in permissions:
            self.lone_zero = permissions[value]
        elif setting == "distinct" and value in ("all", "none"):
            self.distinct = value == "all"
        else:
            raise Unread

    def lines(self):
        # A dash in front of a line may be a mark, or a step of a division.
        parts = self.text.replace(",", "\n").split("\n")
        starts = [part.lstrip(" ")[:1] in MINUS and part.lstrip(" ") != "" for part in parts]
        if not self.text.strip(" \n") or any(starts[1:]) or (starts[0] and "- " in self.text):
            raise Unread
        conditions = self.conditions()
        # A lone small x may be a times sign.
        if self.lower == {"x"}:
            raise Unread
        allowed = digits_of(self.digits, self.base) if self.digits is not None else list(range(self.base))
        lines = [f"base {self.base}"]
        for cell in self.names:
            nonzero = self.no_zero or cell in self.nonzero
            digits = [digit for digit in allowed if digit or not nonzero]
            if not digits:
                raise Unread
            lines.append(f"cell {cell} {written_digits(digits)}")
        symbols = [name for name in self.names if name[0] != "_"]
        if self.distinct and len(symbols) > 1:
            lines.append(f"different {' '.join(symbols)}")
        return lines + [f"require {written(condition)}" for condition in conditions]

    def peek(self):
        """The next sign; between brackets an end of a line is a space."""
        while self.text[self.at : self.at + 1] in (" ", "\n" if self.depth else " "):
            self.at += 1
        return self.text[self.at : self.at + 1]

    def sign(self, signs):
        self.peek()
        for length in (2, 1):
            found = self.text[self.at : self.at + length]
            if len(found) == length and found in signs:
                self.at += length
                return signs[found]
        return None

    def deeper(self, by=1):
        self.depth += by
        if self.depth > DEPTH:
            raise Unread

    def chain(self, signs):
        self.chained += signs
        if self.chained > DEPTH:
            raise Unread

    def conditions(self):
        conditions = []
        while True:
            while self.peek() == "\n":
                self.at += 1
            if not self.peek():
                if not conditions:
                    raise Unread
                return conditions
            conditions.append(self.relation())
            if not is_condition(conditions[-1]) or self.peek() not in ("", ",", "\n"):
                raise Unread
            self.at += 1

    def relation(self):
        left, relations = self.sum(), []
        while sign := self.sign(COMPARED):
            right = self.sum()
            relations.append(Call(sign, [left, right]))
            left = right
        return Call("and", relations) if len(relations) > 1 else relations[0] if relations else left

    def sum(self):
        terms = [self.product()]
        while sign := self.sign(MINUS | {"+": "+"}):
            term = self.product()
            terms.append(Call("neg", [term]) if sign == "neg" else term)
        return Call("+", terms) if len(terms) > 1 else terms[0]

    def product(self):
        factors, signs = [self.signed()], []
        while sign := self.sign(MULTIPLIED):
            signs.append(sign)
            factors.append(self.signed())
        if not signs or set(signs) == {"*"}:
            return Call("*", factors) if signs else factors[0]
        self.chain(len(signs))
        left = factors[0]
        for sign, right in zip(signs, factors[1:]):
            left = Call(sign, [left, right])
        return left

    def signed(self):
        minuses = 0
        while sign := self.sign(MINUS | {"+": "+"}):
            minuses += sign == "neg"
        self.chain(minuses)
        operand = self.power()
        for _ in range(minuses):
            operand = Call("neg", [operand])
        return operand

    def power(self):
        base = self.postfix()
        if not self.sign({"^": True, "**": True}):
            return base
        self.deeper()
        exponent = self.signed()
        self.depth -= 1
        return Call("^", [base, exponent])

    def postfix(self):
        operand = self.atom()
        while True:
            at = self.at
            while self.text[at : at + 1] == " ":
                at += 1
            ahead = self.text[at : at + 3]
            # `!=` is a relation, unless another `=` follows.
            if not ahead.startswith("!") or (ahead.startswith("!=") and not ahead.startswith("!==")):
                return operand
            self.sign({"!": True})
            self.chain(1)
            operand = Call("fact", [operand])

    def atom(self):
        if self.sign({"(": True}):
            self.deeper()
            operand = self.relation()
            if not self.sign({")": True}):
                raise Unread
            self.depth -= 1
            return operand
        self.peek()
        first = self.at
        while self.at < len(self.text) and self.text[self.at] in LETTERS + "0123456789_?□▢":
            self.at += 1
        run = self.text[first : self.at]
        if "a" <= run[:1] <= "z" and self.text[self.at : self.at + 1] == "(":
            return self.function(run)
        return self.numeral(run)

    def function(self, name):
        self.at += 1
        self.deeper()
        arguments = [self.relation()]
        while self.sign({",": True}):
            arguments.append(self.relation())
        if not self.sign({")": True}):
            raise Unread
        self.depth -= 1
        if name in ("sqrt", "cbrt"):
            return Call("root", arguments + [2 if name == "sqrt" else 3])
        name = OTHER_NAMES.get(name, name)
        if name in ("neg", "and", "or", "remainder"):
            raise Unread
        return Call(name, arguments)

    def numeral(self, run):
        if not 1 <= len(run) <= ELEMENTS:
            raise Unread
        whole = [self.element(c) for c in run]
        if isinstance(whole[0], str) and not (self.leading_zeros if len(whole) > 1 else self.lone_zero):
            self.nonzero.add(whole[0])
        return Numeral(self.base, False, False, whole, [], [])

    def element(self, c):
        if "0" <= c <= "9":
            if int(c) >= self.base:
                raise Unread
            return int(c)
        if c not in LETTERS:
            self.blanks += 1
            self.names.append(f"_{self.blanks}")
            return self.names[-1]
        if c >= "a":
            self.lower.add(c)
        if c.upper() not in self.cells:
            self.cells[c.upper()] = c
            self.names.append(c)
        return self.cells[c.upper()]


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
        sets.setdefault(written_digits(digits), []).append(escaped(name))
    for digits, names in sets.items():
        out(f"digits {digits}: {' '.join(names)}")
    for group in statement.groups:
        names = " ".join(map(escaped, group.cells))
        if group.different:
            out(f"different: {names}")
        else:
            digits = written_digits(group.digits)
            out(f"each of {digits} at least {group.least}, any at most {group.most} times: {names}")
    for pair in statement.pairs:
        out(f"different: {' '.join(map(escaped, pair))}")
    for condition in statement.conditions:
        out(f"condition: {shown(condition)}")
    out(f"claim: {statement.claimed}")
    for solution in statement.solutions[:10]:
        out("solution: " + " ".join(f"{escaped(n)}={d}" for n, d in zip(statement.cells, solution)))
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


def main(arguments):
    options, files = {}, []
    arguments = iter(arguments)
    for argument in arguments:
        if argument in ("--quiet", "--need-text"):
            options[argument[2:].replace("-", "_")] = True
        elif argument == "--limit":
            limit = next(arguments, "")
            if not is_figures(limit):
                return usage("--limit needs a number of nodes")
            options["limit"] = int(limit)
        elif argument == "--help":
            print(USAGE, end="")
            return 0
        elif argument == "--version":
            print("fukumen_check.py 0.1.0")
            return 0
        elif argument.startswith("--"):
            return usage(f"there is no option {argument}")
        else:
            files.append(argument)
    if not files:
        return usage("no file is given")
    worst = 0
    for name in files:
        prefix = f"{name}: " if len(files) > 1 else ""
        if name == "-":
            worst = max(worst, check(sys.stdin.buffer, print, prefix=prefix, **options))
            continue
        try:
            with open(name, "rb") as file:
                worst = max(worst, check(file, print, prefix=prefix, **options))
        except OSError as error:
            print(f"{prefix}not a certificate: it cannot be read: {error.strerror}")
            worst = 2
    return worst


def usage(problem):
    print(f"error: {problem}; --help lists the options", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main(sys.argv[1:]))
