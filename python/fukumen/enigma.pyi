"""The solvers of enigma.py, by the same names and arguments."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any

from fukumen import Puzzle

__all__ = [
    "SubstitutedDivision",
    "SubstitutedExpression",
    "SubstitutedSum",
    "substituted_expression",
]

class _Solver:
    text: str
    puzzle: Puzzle
    notes: Sequence[str]
    template: str | None
    def __init__(
        self,
        arguments: Iterable[str],
        python: Iterable[Any] = (),
        check: Callable[[dict[str, int]], bool] | None = None,
        output: Callable[..., object] | None = None,
        template: str | None = None,
    ) -> None: ...
    @classmethod
    def from_args(cls, args: str | Iterable[str]) -> Any: ...
    @classmethod
    def from_file(cls, path: str | PathLike[str], args: Iterable[str] = ()) -> Any: ...
    # A dict of symbols and digits, or that and the answer if one was asked for.
    def solve(
        self, check: Callable[[dict[str, int]], bool] | None = None, first: int | None = None, verbose: Any = None
    ) -> Iterator[Any]: ...
    def answers(
        self, check: Callable[[dict[str, int]], bool] | None = None, first: int | None = None, verbose: Any = None
    ) -> Iterator[Any]: ...
    def substitute(self, s: Mapping[str, int], text: str, digits: str | None = None) -> str: ...
    def run(
        self, check: Callable[[dict[str, int]], bool] | None = None, first: int | None = None, verbose: Any = None
    ) -> None: ...

class SubstitutedExpression(_Solver):
    def __init__(
        self,
        exprs: str | tuple[str, Any] | Iterable[str | tuple[str, Any]],
        base: int = 10,
        symbols: str | Iterable[str] | None = None,
        digits: str | Iterable[int] | None = None,
        s2d: Mapping[str, int] | None = None,
        l2d: Mapping[str, int] | None = None,
        d2i: Mapping[int, str | Iterable[str]] | None = None,
        answer: str | None = None,
        template: str | None = None,
        solution: str | Iterable[str] | None = None,
        distinct: int | str | Iterable[str] = 1,
        check: Callable[[dict[str, int]], bool] | None = None,
        env: Mapping[str, Any] | None = None,
        literal: str | Iterable[str] | None = None,
        macro: Mapping[str, str] | None = None,
        first: int | None = None,
        output: Callable[..., object] | None = None,
        **others: Any,
    ) -> None: ...

class SubstitutedSum(_Solver):
    def __init__(
        self,
        terms: str | Iterable[str],
        result: str | None = None,
        base: int = 10,
        digits: str | Iterable[int] | None = None,
        l2d: Mapping[str, int] | None = None,
        d2i: Mapping[int, str | Iterable[str]] | None = None,
        symbols: str | Iterable[str] | None = None,
        distinct: int | str | Iterable[str] = 1,
        template: str | None = None,
        s2d: Mapping[str, int] | None = None,
        check: Callable[[dict[str, int]], bool] | None = None,
        output: Callable[..., object] | None = None,
        first: int | None = None,
        **others: Any,
    ) -> None: ...

class SubstitutedDivision(_Solver):
    def __init__(
        self,
        division: str | Iterable[str],
        steps: Iterable[str] = (),
        base: int = 10,
        digits: str | Iterable[int] | None = None,
        s2d: Mapping[str, int] | None = None,
        d2i: Mapping[int, str | Iterable[str]] | None = None,
        symbols: str | Iterable[str] | None = None,
        distinct: int | str | Iterable[str] = 1,
        template: str | None = None,
        check: Callable[[dict[str, int]], bool] | None = None,
        output: Callable[..., object] | None = None,
        first: int | None = None,
        **others: Any,
    ) -> None: ...

def substituted_expression(*args: Any, **kw: Any) -> Iterator[Any]: ...
