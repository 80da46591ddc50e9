"""Solves digit puzzles exactly: alphametics, fraction puzzles, skeletons, systems, in any base.

>>> import fukumen
>>> fukumen.solve("SEND+MORE=MONEY")[0]["M"]
1
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from fractions import Fraction
from os import PathLike
from types import TracebackType
from typing import Any, Final, Literal, TypedDict, TypeVar, final, overload

from typing_extensions import Self, TypeAlias, Unpack

__all__ = [
    "Answer",
    "Answers",
    "Functions",
    "FukumenError",
    "Made",
    "Making",
    "Options",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "Search",
    "SettingError",
    "Settings",
    "Solution",
    "Solutions",
    "Stopped",
    "__version__",
    "bases",
    "count",
    "first",
    "generate",
    "is_unique",
    "iter_solutions",
    "read",
    "solve",
    "solve_many",
]

__version__: Final[str]

_T = TypeVar("_T")

# The functions of the language that a puzzle may have besides: each is called with an int for each argument, or with a Fraction
# where one is not whole. None stands for "no value".
Functions: TypeAlias = Mapping[str, Callable[..., int | Fraction | bool | None]]

class Settings(TypedDict, total=False):
    """The rules of a puzzle: every row of the table of settings."""

    base: int
    digits: str | Iterable[int]
    no_zero: bool
    leading_zeros: bool | Literal["allowed", "forbidden"]
    lone_zero: bool | Literal["allowed", "forbidden"]
    distinct: str | Iterable[str]
    distinct_blanks: bool
    distinct_from_literals: bool
    assign: str | Mapping[str, int | Iterable[int]] | Iterable[str]
    blank: str | Mapping[str, str | int | Iterable[int]] | Iterable[str]
    blanks_avoid: str | Iterable[str]
    wrong: bool | Literal["same", "each"]
    misprint: bool | int | str
    same: str | Iterable[str]
    symbols: str | Iterable[str]
    fold: str
    graphemes: bool
    case_sensitive: bool
    layout: str
    where: str | Iterable[str]
    show: str | Iterable[str]

class Search(TypedDict, total=False):
    """How, and how long, to search."""

    timeout: float | timedelta
    max_solutions: int
    max_memory: int
    threads: int
    engine: str
    evaluator: str
    # Called up to ten times a second.
    progress: Callable[[Progress], object]
    # A condition that no text can say, asked about whole assignments.
    accept: Callable[[Solution], bool]

class Options(Settings, Search):
    """Settings, and how to search."""

class _Steps(TypedDict, total=False):
    lang: str
    known: str | Mapping[str, int]
    techniques: Iterable[str]
    depth: int
    tries: int
    timeout: float | timedelta

@final
class Progress:
    """How far a search has come."""

    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def found(self) -> int: ...

@final
class Puzzle:
    """A digit puzzle: a text of the language with its rules. It never changes. ``read`` makes one of a text with words.

    >>> puzzle = Puzzle("A/BC+D/EF+G/HI=1", digits="1-9")
    >>> puzzle.count(), puzzle.solve(essentially=True).essentially
    (6, 1)
    """

    def __new__(
        cls, text: str, *, functions: Functions | None = None, **settings: Unpack[Settings]
    ) -> Self: ...
    @property
    def text(self) -> str: ...
    @property
    def rules(self) -> Mapping[str, Any]: ...
    @property
    def symbols(self) -> tuple[str, ...]: ...
    @property
    def notes(self) -> tuple[str, ...]: ...
    @property
    def unread(self) -> tuple[tuple[str, bool], ...]: ...
    @property
    def is_drawn(self) -> bool: ...
    def solve(
        self,
        *,
        essentially: bool | Literal["terms", "digits"] = ...,
        maximize: str = ...,
        minimize: str = ...,
        lone: str | Iterable[str] = ...,
        **how: Unpack[Search],
    ) -> Answer:
        """Finds all solutions.

        >>> Puzzle("AB*C=DE").solve(maximize="AB").best
        '48'
        """

    def first(self, n: int = 1, **how: Unpack[Search]) -> Answer:
        """Finds the first solutions, in the order of the engine.

        >>> len(Puzzle("AB+CD=EF").first(3))
        3
        """

    def __iter__(self) -> Solutions: ...
    def solutions(self, **how: Unpack[Search]) -> Solutions:
        """Finds solutions one after the other, in the order of the engine.

        >>> with Puzzle("AB+CD=EF").solutions() as solutions:
        ...     print(next(solutions).text)
        14+25=39
        """

    def count(self, **how: Unpack[Search]) -> int:
        """Counts the solutions. Raises Stopped if a limit comes first.

        >>> Puzzle("AB+CD=EF").count()
        476
        """

    def groups(self, expr: str, **how: Unpack[Search]) -> dict[str, int]:
        """Counts the solutions by the value of an expression. Raises Stopped if a limit comes first.

        >>> Puzzle("A/BC+D/EF+G/HI=1", digits="1-9").groups("A")
        {'5': 2, '7': 2, '9': 2}
        """

    def is_unique(self, **how: Unpack[Search]) -> bool:
        """Says whether there is exactly one solution. Raises Stopped if a limit comes first.

        >>> Puzzle("SEND+MORE=MONEY").is_unique()
        True
        """

    def plan(self) -> dict[str, Any]:
        """Says how it would be searched: the engine, its estimate, and what the others said.

        >>> Puzzle("SEND+MORE=MONEY").plan()["engine"]
        'linear'
        """

    def explain(
        self,
        *,
        detail: Literal["normal", "brief", "full"] = ...,
        style: str = ...,
        **how: Unpack[_Steps],
    ) -> dict[str, Any]:
        """Explains how a person finds the answer, as the JSON of the command line. ``style`` adds a whole document to it.

        >>> told = Puzzle("AB=B^2, A>2").explain()
        >>> told["status"], told["complete"]
        ('unique', True)
        """

    def hint(self, *, level: Literal[1, 2, 3] = ..., **how: Unpack[_Steps]) -> dict[str, Any]:
        """Gives the next step after some digits are known.

        >>> Puzzle("SEND+MORE=MONEY").hint(known={"M": 1})["steps"] != []
        True
        """

    def rate(self, **how: Unpack[_Steps]) -> dict[str, Any]:
        """Says how hard it is for a person.

        >>> Puzzle("SEND+MORE=MONEY").rate()["rating"]["label"]
        'medium'
        """

    def check(
        self, answer: str | Mapping[str, int], *, lang: str = ..., timeout: float | timedelta = ...
    ) -> dict[str, Any]:
        """Says whether someone's answer is right, and if not, where it goes wrong.

        >>> Puzzle("SEND+MORE=MONEY").check({"S": 9, "M": 9})["verdict"]
        'wrong'
        """

    def why(self, fact: str | None = None, **how: Unpack[_Steps]) -> dict[str, Any]:
        """Says why a fact holds, or why there is one solution, several or none.

        >>> Puzzle("A+B=C").why()["open"]
        ['A', 'B']
        """

    def draw(self, format: Literal["text", "markdown", "html", "latex", "svg"] = "text") -> str:
        """Draws the puzzle.

        >>> print(Puzzle("A+B=BA").draw("latex"), end="")
        \\[ A+B=BA \\]
        """

    def __copy__(self) -> Puzzle: ...
    def __deepcopy__(self, _memo: Any) -> Puzzle: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Solution(Mapping[str, int]):
    """A digit for each symbol. It equals a dict with the same digits.

    >>> solution = solve("SEND+MORE=MONEY")[0]
    >>> solution["M"], solution.text, solution == dict(solution)
    (1, '9567+1085=10652', True)
    """

    @property
    def text(self) -> str: ...
    @property
    def puzzle(self) -> Puzzle: ...
    @property
    def show(self) -> str | None: ...
    @property
    def shows(self) -> tuple[str | None, ...]: ...
    @property
    def key(self) -> dict[str, str] | None: ...
    @property
    def blanks(self) -> tuple[int, ...]: ...
    @property
    def class_(self) -> int | None: ...
    @property
    def misprints(self) -> tuple[tuple[str, int, str, str], ...]: ...
    def value(self, expr: str) -> Fraction | None:
        """The value of an expression in its symbols; None if it has none.

        >>> solve("AB*C=DE")[0].value("AB/C")
        Fraction(12, 5)
        """

    def draw(self, format: Literal["text", "markdown", "html", "latex", "svg"] = "text") -> str:
        """Draws the puzzle with the digits in place."""

    @overload  # type: ignore[override]
    def get(self, symbol: str, default: None = None, /) -> int | None: ...
    @overload
    def get(self, symbol: str, default: _T, /) -> int | _T: ...
    def __getitem__(self, symbol: str, /) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Solution: ...
    def __deepcopy__(self, _memo: Any) -> Solution: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Answer(Sequence[Solution]):
    """The solutions that were found, and how certain that is.

    >>> answer = solve("AB=B^2")
    >>> answer.status, answer.count, answer.unique
    ('solved', 2, False)
    """

    @property
    def status(self) -> Literal["solved", "none", "stopped"]: ...
    @property
    def exhausted(self) -> bool: ...
    @property
    def count(self) -> int: ...  # type: ignore[override]
    @property
    def unique(self) -> bool | None: ...
    @property
    def essentially(self) -> int | None: ...
    @property
    def undecided(self) -> int: ...
    @property
    def best(self) -> str | None: ...
    @property
    def engine(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def stopped_by(self) -> str | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def rules(self) -> Mapping[str, Any]: ...
    @property
    def notes(self) -> tuple[str, ...]: ...
    def to_dict(self) -> dict[str, Any]:
        """The answer as the command line writes it in JSON."""

    def to_dicts(self) -> list[dict[str, int | str]]:
        """A row for each solution, with a column for each symbol and each value that is shown.

        >>> solve("AB=B^2").to_dicts()
        [{'A': 2, 'B': 5}, {'A': 3, 'B': 6}]
        """

    def to_pandas(self) -> Any:
        """The same as a `pandas.DataFrame`, if pandas is installed, and the digits of blanks and the whole solution as text.

        Digits are of the type Int64, and so are values that are shown if all of them fit. Others are of the type string.
        """

    def to_polars(self) -> Any:
        """The same as a `polars.DataFrame`, if polars is installed, of the types Int64 and String."""

    @overload
    def __getitem__(self, index: int, /) -> Solution: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Solution]: ...
    def __len__(self) -> int: ...

@final
class Solutions(Iterator[Solution]):
    """Solutions as they are found. Leaving the loop, close() or the end of ``with`` stops the search."""

    @property
    def answer(self) -> Answer | None: ...
    def __next__(self) -> Solution: ...
    def close(self) -> None:
        """Stops the search, and returns when it has stopped."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc: BaseException | None = None,
        traceback: TracebackType | None = None,
        /,
    ) -> None: ...

@final
class Answers(Iterator[Answer | PuzzleError]):
    """Answers to many puzzles. close() or the end of ``with`` stops the searches."""

    def __next__(self) -> Answer | PuzzleError: ...
    def close(self) -> None:
        """Stops all searches, and returns when they have stopped."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc: BaseException | None = None,
        traceback: TracebackType | None = None,
        /,
    ) -> None: ...

@final
class Made:
    """A puzzle that was made."""

    @property
    def puzzle(self) -> Puzzle: ...
    @property
    def solution(self) -> Solution: ...
    @property
    def others(self) -> tuple[Solution, ...]: ...
    @property
    def measures(self) -> dict[str, int | float]: ...
    @property
    def note(self) -> str | None: ...

@final
class Making(Iterator[Made]):
    """Puzzles that are being made. close() or the end of ``with`` stops the making."""

    @property
    def stopped_by(self) -> Literal["timeout"] | None:
        """``"timeout"`` if the time was up before all were made."""

    def __next__(self) -> Made: ...
    def close(self) -> None:
        """Stops the making, and returns when it has stopped."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc: BaseException | None = None,
        traceback: TracebackType | None = None,
        /,
    ) -> None: ...

class FukumenError(Exception):
    """What this package raises; the other exceptions are kinds of it."""

class PuzzleError(FukumenError, ValueError):
    """A text that is no puzzle, with the place of the mistake. Places count code points, from 1, as in SyntaxError."""

    msg: str
    origin: str
    lineno: int
    offset: int
    end_offset: int
    text: str
    label: str | None
    help: str | None
    def __init__(
        self,
        msg: str,
        *,
        origin: str = "puzzle",
        lineno: int = 1,
        offset: int = 1,
        end_offset: int = 2,
        text: str = "",
        label: str | None = None,
        help: str | None = None,
    ) -> None: ...

class SettingError(FukumenError, ValueError):
    """An unknown option, or a value that the option does not take."""

    msg: str
    setting: str
    help: str | None
    def __init__(self, msg: str, setting: str, help: str | None = None) -> None: ...

class Stopped(FukumenError):
    """A limit came before the answer was certain. ``answer`` has what was found."""

    answer: Answer
    def __init__(self, answer: Answer) -> None: ...

class _Wanted(Options, total=False):
    functions: Functions

class _Solve(_Wanted, total=False):
    essentially: bool | Literal["terms", "digits"]
    maximize: str
    minimize: str
    lone: str | Iterable[str]

def read(
    text: str, *, strict: bool = False, functions: Functions | None = None, **settings: Unpack[Settings]
) -> Puzzle:
    """Reads a puzzle as people type it: with words around it, which ``unread`` has unless they were understood. ``strict`` refuses words
    that were not understood and may change the answer.

    >>> puzzle = read("Our teacher wrote A+B=CD.", no_zero=True)
    >>> puzzle.count(), puzzle.unread
    (24, (('Our teacher wrote', False),))
    """

def solve(text: str | Puzzle, **options: Unpack[_Solve]) -> Answer:
    """Finds all solutions of a text.

    >>> solve("SEND+MORE=MONEY")[0].text
    '9567+1085=10652'
    """

def first(text: str | Puzzle, n: int = 1, **options: Unpack[_Wanted]) -> Answer:
    """Finds the first solutions of a text, in the order of the engine."""

def count(text: str | Puzzle, **options: Unpack[_Wanted]) -> int:
    """Counts the solutions of a text. Raises Stopped if a limit comes first.

    >>> count("AB+CD=EF", accept=lambda s: set(s.values()) <= {0, 1, 2, 5, 6, 8, 9})
    4
    """

def is_unique(text: str | Puzzle, **options: Unpack[_Wanted]) -> bool:
    """Says whether a text has exactly one solution. Raises Stopped if a limit comes first.

    >>> is_unique("AB*CDE=FGHIJ, AB+CD+EF+GH+IJ=CCC")
    True
    """

def iter_solutions(text: str | Puzzle, **options: Unpack[_Wanted]) -> Solutions:
    """Finds the solutions of a text one after the other, in the order of the engine."""

def bases(text: str, low: int, high: int, **options: Unpack[_Wanted]) -> Iterator[tuple[int, Answer]]:
    """Solves a text in each base from low to high in which it can be read. A timeout is for all of them together.

    >>> [base for base, answer in bases("AB+BA=CBC", 2, 12) if answer.unique]
    [4, 5, 6, 7, 8, 9, 10, 11, 12]
    """

def solve_many(
    texts: Iterable[str | Puzzle], *, ordered: bool = True, **options: Unpack[_Solve]
) -> Answers:
    """Solves many puzzles, on one thread for each processor (or on ``threads`` of them). Yields an answer for each text, or its
    PuzzleError. Texts are taken as they are needed. Settings are for texts; a Puzzle has its own.

    >>> [getattr(answer, "count", "no puzzle") for answer in solve_many(["AB=B^2", "A+", "A+B=C"])]
    [2, 'no puzzle', 32]
    """

def generate(kind: str, *args: str | PathLike[str] | Iterable[str], **options: Any) -> Making:
    """Makes puzzles: a kind, what it is made of, and the options of the kind with ``_`` for ``-``, as ``fukumen generate KIND --help``
    lists them. Besides these there are the settings, ``seed``, ``solutions``, ``most``, ``where_measure``, ``threads`` and ``timeout``.
    A list of words is a list, a text of lines, or the path of a file.

    >>> for made in generate("words", words=["send", "more", "money", "less"], form="A+B=C"):
    ...     print(made.puzzle.text)
    send+more=money
    more+less=money
    """
