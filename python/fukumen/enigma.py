"""The solvers of enigma.py, by the same names and arguments.

>>> from fukumen.enigma import SubstitutedExpression
>>> p = SubstitutedExpression(["SEND + MORE = MONEY"], answer="MONEY")
>>> p.run()
(SEND + MORE = MONEY)
(9567 + 1085 = 10652) / D=7 E=5 M=1 N=6 O=0 R=8 S=9 Y=2
MONEY = 10652 [1 solution]

Expressions are translated into the puzzle language, which knows much of Python's. What it does not know, and what names something of
``env``, is evaluated as Python by this process, as there: for whole solutions, so it can be slow where it is the only condition. Files and
arguments of a command line are never evaluated.
"""

from __future__ import annotations

import re
import shlex

from fukumen import Puzzle, PuzzleError, _fukumen

__all__ = [
    "SubstitutedDivision",
    "SubstitutedExpression",
    "SubstitutedSum",
    "substituted_expression",
]

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
# Arguments that change how the answer is found or printed there, not what it is.
_WITHOUT_EFFECT = {"accumulate", "code", "decl", "denest", "header", "process", "reorder", "sane", "verbose", "warn"}


class _Solver:
    """The common part of the solvers: a puzzle, and how its solutions are shown."""

    # The word that begins a run file.
    _name = ""

    def __init__(self, arguments, python=(), check=None, output=None, template=None):
        """Takes the arguments of a command line, and expressions that are Python's own."""
        translated = _translated([self._name, *arguments])
        self.text, self._first, self.notes = translated
        self.template = template
        self._python = list(python)
        self._answer = None
        self._check, self._output = check, output
        # Their symbols by ours, where these cannot be the same.
        self._names = {}
        self.puzzle = Puzzle(self.text)

    @classmethod
    def from_args(cls, args):
        """Reads the arguments of a command line; the name of a solver may stand first. Nothing in them is executed."""
        words = shlex.split(args) if isinstance(args, str) else list(args)
        if not words or words[0] != cls._name:
            words.insert(0, cls._name)
        return _of_file(" ".join(map(shlex.quote, words)))

    @classmethod
    def from_file(cls, path, args=()):
        """Reads a run file. Nothing in it is executed."""
        with open(path, encoding="utf-8") as file:
            text = file.read()
        return _of_file(" ".join([text, *map(shlex.quote, args)]))

    def _is_accepted(self, checks):
        def accept(solution):
            digits = self._own(solution)
            base = self.puzzle.rules["base"]
            return all(each.holds(digits, base) for each in self._python) and all(check(digits) for check in checks)

        return accept if self._python or checks else None

    def _own(self, solution):
        """The digits by their symbols."""
        return {self._names.get(symbol, symbol): digit for symbol, digit in solution.items()}

    def _value(self, solution, digits):
        if self._answer is not None:
            return self._answer.value(digits, self.puzzle.rules["base"])
        rules = self.puzzle.rules
        values = []
        for expression in rules.get("shows") or [rules["show"]]:
            value = solution.value(expression)
            values.append(int(value) if value is not None and value.denominator == 1 else value)
        return values[0] if len(values) == 1 else tuple(values)

    @property
    def _has_answer(self):
        return self._answer is not None or self.puzzle.rules["show"] is not None

    def solve(self, check=None, first=None, verbose=None):
        """Yields a dict of symbols and digits for each solution, or that and the answer if one was asked for."""
        checks = [each for each in (self._check, check) if each is not None]
        accept, most = self._is_accepted(checks), first or self._first
        how = {} if accept is None else {"accept": accept}
        found = self.puzzle.solve(**how) if most is None else self.puzzle.first(most, **how)
        for solution in found:
            digits = self._own(solution)
            yield (digits, self._value(solution, digits)) if self._has_answer else digits

    def answers(self, check=None, first=None, verbose=None):
        """Yields the answer of each solution."""
        if not self._has_answer:
            raise ValueError("no answer was asked for: give answer=EXPRESSION")
        for _, answer in self.solve(check, first):
            yield answer

    def substitute(self, s, text, digits=None):
        """Puts digits in place of symbols: of those in braces if there are any, of all otherwise."""
        digits = digits or _DIGITS
        symbols = {symbol: digits[digit] for symbol, digit in s.items()}
        word = lambda found: "".join(symbols.get(c, c) for c in found[1])
        if "{" in text:
            return re.sub(r"\{(.*?)\}", word, text)
        return re.sub(r"(.+)", word, text)

    def run(self, check=None, first=None, verbose=None):
        """Prints the solutions, and how many there are for each answer."""
        template = self.template or self._default_template()
        counts, number = {}, 0
        if self._output is None:
            print(template.replace("{", "").replace("}", ""))
        for found in self.solve(check, first):
            number += 1
            digits, answer = found if self._has_answer else (found, None)
            if self._output is not None:
                self._output(self, *(found if self._has_answer else (found,)))
                continue
            counts[answer] = counts.get(answer, 0) + 1
            listed = " ".join(f"{symbol}={digits[symbol]}" for symbol in sorted(digits))
            print(f"{self.substitute(digits, template)} / {listed}")
        if self._output is not None:
            return
        if not self._has_answer:
            print(f"[{_plural(number)}]")
            return
        for answer, count in counts.items():
            print(f"{self._asked} = {answer} [{_plural(count)}]")
        if not counts:
            print(f"[{_plural(0)}]")

    def _default_template(self):
        return " ".join(f"({expression})" for expression in self._expressions)


def _plural(number):
    return "1 solution" if number == 1 else f"{number} solutions"


def _translated(words):
    """The text of a run file in our language, how many solutions it asks for, and notes."""
    ((text, first, notes),) = _fukumen._translate("enigma", " ".join(map(shlex.quote, words)))
    return text, first, notes


def _of_file(text):
    """The solver of a run file."""
    ((translated, first, notes),) = _fukumen._translate("enigma", text)
    words = shlex.split(text, comments=True)
    place = next(i for i, word in enumerate(words) if word.partition(".")[0] in {*_SOLVERS, "bungled_sum"})
    kind = _SOLVERS.get(words[place].partition(".")[0], SubstitutedSum)
    solver = kind.__new__(kind)
    solver.text, solver._first, solver.notes = translated, first, notes
    solver._python, solver._answer, solver._check, solver._output = [], None, None, None
    arguments = [word for word in words[place + 1 :] if not word.startswith("-")]
    solver._expressions = arguments
    solver._names = _renamed(translated, arguments) if kind is SubstitutedSum else {}
    named = [word.partition("=")[2] for word in words if word.startswith(("--answer=", "-A"))]
    solver._asked = named[-1] if named else None
    solver.template = None
    solver.puzzle = Puzzle(translated)
    return solver


def _renamed(text, sums):
    """Digits among the symbols are renamed, sign by sign; this leads back."""
    ours, theirs = text.splitlines()[-1], ",".join("".join(each.split()) for each in sums)
    return dict(zip(ours, theirs)) if len(ours) == len(theirs) else {}


class _Python:
    """An expression that Python evaluates, with numbers in place of its words."""

    def __init__(self, expression, env, symbols=None):
        self.env = env
        left, equals, right = _sides(expression)
        own = (symbols or "ABCDEFGHIJKLMNOPQRSTUVWXYZ", set(env))
        self._left, self._words = _compiled(left, *own)
        self._right = None
        if equals:
            self._right, words = _compiled(right, *own)
            self._words |= words

    @property
    def symbols(self):
        return sorted({symbol for word in self._words for symbol in word})

    @property
    def leads(self):
        return sorted({word[0] for word in self._words if len(word) > 1})

    def value(self, digits, base):
        names = {f"_{word}_": _number(word, digits, base) for word in self._words}
        return eval(self._left, {**self.env, **names})

    def holds(self, digits, base):
        names = {f"_{word}_": _number(word, digits, base) for word in self._words}
        try:
            left = eval(self._left, {**self.env, **names})
            return bool(left) if self._right is None else left == eval(self._right, {**self.env, **names})
        except (ArithmeticError, ValueError):
            # As there: what has no value does not hold.
            return False


def _number(word, digits, base):
    number = 0
    for symbol in word:
        number = base * number + digits[symbol]
    return number


def _sides(expression):
    """An equation has spaces around a lone equals sign."""
    left, equals, right = expression.rpartition(" = ")
    return (left, True, right) if equals else (expression, False, "")


def _compiled(expression, symbols, names):
    """The code of an expression, and its words: those in braces, or all that consist of symbols and are no other names."""
    words = set()

    def named(found):
        if found[1] in names:
            return found[0]
        words.add(found[1])
        return f"_{found[1]}_"

    signs = "".join(map(re.escape, symbols))
    pattern = rf"\{{([{signs}]+)\}}" if "{" in expression else rf"(?<![\w'\"])([{signs}]+)(?![\w'\"])"
    return compile(re.sub(pattern, named, expression.strip()), expression, "eval"), words


def _names_of(expression, env):
    """Whether an expression names something of the caller's own."""
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", expression) for name in env)


def _is_refused(name, expression, options):
    """Whether an expression is Python that the puzzle language does not know. What is no Python either is an error."""
    try:
        _translated([name, *options, expression])
        return False
    except PuzzleError as error:
        if "Python" not in error.msg:
            raise
        return True


def _listed(value):
    return value if isinstance(value, str) else ",".join(map(str, value))


class SubstitutedExpression(_Solver):
    """Expressions whose words stand for numbers, all of which hold."""

    _name = "SubstitutedExpression"

    def __init__(
        self,
        exprs,
        base=10,
        symbols=None,
        digits=None,
        s2d=None,
        l2d=None,
        d2i=None,
        answer=None,
        template=None,
        solution=None,
        distinct=1,
        check=None,
        env=None,
        literal=None,
        macro=None,
        first=None,
        output=None,
        **others,
    ):
        _check_names(others)
        env = env or {}
        self._expressions = [_written(expr) for expr in ([exprs] if isinstance(exprs, (str, tuple)) else exprs)]
        options = _options(base, symbols, digits, {**(s2d or {}), **(l2d or {})}, d2i, distinct, solution, literal)
        options += [f"--macro=@{name.lstrip('@')}={text}" for name, text in (macro or {}).items()]
        if first:
            options.append(f"--first={first}")
        is_python = lambda text: _names_of(text, env) or _is_refused(self._name, text, options)
        python = [text for text in self._expressions if is_python(text)]
        ours = [text for text in self._expressions if text not in python]
        own_answer, signs = None, symbols and _joined(symbols)
        self._asked = _written(answer) if answer else None
        if self._asked and (_names_of(self._asked, env) or self._is_own(options)):
            own_answer = _Python(self._asked, env, signs)
        elif self._asked:
            options.append(f"--answer={self._asked}")
        python = [_Python(text, env, signs) for text in python]
        more = python + ([own_answer] if own_answer else [])
        named = sorted({symbol for each in more for symbol in each.symbols})
        leads = sorted({symbol for each in more for symbol in each.leads})
        if named:
            options.append(f"--solution={''.join(named)}{solution or ''}")
        if d2i is None:
            ours += [f"{lead} != 0" for lead in leads]
        ours = ours or [f"{named[0]} >= 0"]
        super().__init__([*options, *ours], python, check, output, template)
        self._answer = own_answer

    def _is_own(self, options):
        """Whether the answer is Python that the puzzle language does not know."""
        try:
            _translated([self._name, *options, f"--answer={self._asked}", "1 = 1"])
            return False
        except PuzzleError as error:
            return "Python" in error.msg


def _check_names(others):
    unknown = sorted(set(others) - _WITHOUT_EFFECT)
    if unknown:
        raise TypeError(f"there is no argument {unknown[0]!r}")


def _written(expr):
    """An expression, or one with its value, as text."""
    if isinstance(expr, str):
        return expr
    if isinstance(expr, tuple) and len(expr) == 2:
        expression, value = expr
        return expression if value is None or value is True else f"{expression} = {value}"
    raise TypeError(f"an expression is a str, or a tuple of an expression and its value, not {expr!r}")


def _options(base, symbols, digits, assigned, invalid, distinct, solution, literal):
    options = [f"--base={base}"]
    if symbols is not None:
        options.append(f"--symbols={_joined(symbols)}")
    if digits is not None:
        options.append(f"--digits={_listed(digits)}")
    options += [f"--assign={symbol},{digit}" for symbol, digit in assigned.items()]
    if invalid is not None:
        options += [f"--invalid={digit},{_joined(several)}" for digit, several in invalid.items()] or ["--invalid"]
    if distinct in (0, False):
        options.append("--distinct=0")
    elif distinct not in (1, True, None):
        options.append(f"--distinct={_listed(distinct)}")
    if solution:
        options.append(f"--solution={_joined(solution)}")
    if literal:
        options.append(f"--literal={_joined(literal)}")
    return options


def _joined(symbols):
    return symbols if isinstance(symbols, str) else "".join(symbols)


class SubstitutedSum(_Solver):
    """Sums of words: ``SubstitutedSum(["SEND", "MORE"], "MONEY")``, or a text ``"SEND + MORE = MONEY"``. Digits in words are symbols."""

    _name = "SubstitutedSum"

    def __init__(
        self, terms, result=None, base=10, digits=None, l2d=None, d2i=None, symbols=None, distinct=1, template=None,
        s2d=None, check=None, output=None, first=None, **others,
    ):
        _check_names(others)
        if result is not None:
            terms = [" + ".join([terms] if isinstance(terms, str) else terms) + f" = {result}"]
        self._expressions = [terms] if isinstance(terms, str) else list(terms)
        self._asked = None
        options = _options(base, symbols, digits, {**(s2d or {}), **(l2d or {})}, d2i, distinct, None, None)
        if first:
            options.append(f"--first={first}")
        super().__init__([*options, *self._expressions], (), check, output, template)
        self._names = _renamed(self.text, self._expressions)


class SubstitutedDivision(_Solver):
    """A long division: ``SubstitutedDivision("abc / de = fg", ["hij - kl = mn", ""])``, a step for each digit of the quotient."""

    _name = "SubstitutedDivision"

    def __init__(
        self, division, steps=(), base=10, digits=None, s2d=None, d2i=None, symbols=None, distinct=1, template=None,
        check=None, output=None, first=None, **others,
    ):
        _check_names(others)
        every = [division, *steps] if isinstance(division, str) else [*division, *steps]
        self._expressions = every
        self._asked = None
        options = _options(base, symbols, digits, s2d or {}, d2i, distinct, None, None)
        if first:
            options.append(f"--first={first}")
        super().__init__([*options, *every], (), check, output, template)


_SOLVERS = {
    "SubstitutedExpression": SubstitutedExpression,
    "Alphametic": SubstitutedExpression,
    "SubstitutedSum": SubstitutedSum,
    "SubstitutedDivision": SubstitutedDivision,
}


def substituted_expression(*args, **kw):
    """Yields what `SubstitutedExpression` of the same arguments finds."""
    return SubstitutedExpression(*args, **kw).solve()
