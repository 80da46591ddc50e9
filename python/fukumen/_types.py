"""Types of keyword arguments. Programs do not need them to run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from fractions import Fraction
from typing import Any, Literal, TypedDict, Union

Functions = Mapping[str, Callable[..., Union[int, Fraction, bool, None]]]


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
    progress: Callable[[Any], object]
    accept: Callable[[Any], bool]


class Options(Settings, Search):
    """Settings, and how to search."""
