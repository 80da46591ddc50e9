"""Solves digit puzzles exactly: alphametics, fraction puzzles, skeletons, systems, in any base.

>>> import fukumen
>>> fukumen.solve("SEND+MORE=MONEY")[0]["M"]
1
"""

from __future__ import annotations

import atexit as _atexit
from collections.abc import Iterator as _Iterator
from collections.abc import Mapping as _Mapping
from collections.abc import Sequence as _Sequence

from . import _fukumen
from ._fukumen import (
    Answer,
    Answers,
    Made,
    Making,
    Progress,
    Puzzle,
    Solution,
    Solutions,
    __version__,
    count,
    first,
    generate,
    is_unique,
    read,
    solve,
    solve_many,
)

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

_Mapping.register(Solution)
_Sequence.register(Answer)
_Iterator.register(Solutions)
_Iterator.register(Answers)
_Iterator.register(Making)
_atexit.register(_fukumen._end_all)

# Modules that few programs need are imported on demand.
_LATER = {
    "FukumenError": "_errors",
    "PuzzleError": "_errors",
    "SettingError": "_errors",
    "Stopped": "_errors",
    "Functions": "_types",
    "Options": "_types",
    "Search": "_types",
    "Settings": "_types",
}


def __getattr__(name):
    module = _LATER.get(name)
    if module is None:
        raise AttributeError(f"module 'fukumen' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"fukumen.{module}"), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted(set(globals()) | set(_LATER))


def _puzzle(text, options, search):
    """The puzzle of a text, and the options that are left for its search."""
    if isinstance(text, Puzzle):
        return text, options
    how = {name: value for name, value in options.items() if name in search}
    return Puzzle(text, **{name: value for name, value in options.items() if name not in how}), how


def iter_solutions(text, **options):
    """Finds the solutions of a text one after the other, in the order of the engine."""
    puzzle, how = _puzzle(text, options, _fukumen.SEARCH)
    return puzzle.solutions(**how)


def bases(text, low, high, **options):
    """Solves a text in each base from low to high in which it can be read. A timeout is for all of them together."""
    if low > high:
        raise __getattr__("SettingError")(f"{low} to {high} are no bases", "low", "give the smaller base first")
    left = options.get("timeout")
    if left is not None:
        from time import monotonic

        left = left.total_seconds() if hasattr(left, "total_seconds") else left
        end = monotonic() + left
    found, wrong = False, None
    for base in range(low, high + 1):
        if left is not None:
            options["timeout"] = max(0.0, end - monotonic()) if left >= 0 else left
        try:
            answer = solve(text, **{**options, "base": base})
        except __getattr__("PuzzleError") as error:
            # A base may be too small for the digits that a puzzle shows. The error of the largest says most.
            wrong = error
            continue
        found = True
        yield base, answer
    if wrong is not None and not found:
        raise wrong
