"""The exceptions of the package. The extension raises them; they are imported when the first is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fukumen import Answer

# Longer lines are cut around the place that is meant.
_WIDEST = 100


class FukumenError(Exception):
    """The base of all exceptions that this package raises."""

    __module__ = "fukumen"


class PuzzleError(FukumenError, ValueError):
    """A text that is no puzzle, with the place of the mistake. Places count code points, from 1, as in SyntaxError.

    ``str`` of it shows the line with the place marked.
    """

    __module__ = "fukumen"

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
    ) -> None:
        super().__init__(msg)
        self.msg = msg
        self.origin = origin
        self.lineno = lineno
        self.offset = offset
        self.end_offset = end_offset
        self.text = text
        self.label = label
        # The label says what was expected, which is some help, too.
        self.help = help or label

    def __str__(self) -> str:
        lines = [f"{self.origin}, line {self.lineno}: {self.msg}"]
        shown, start, end = _window(self.text, self.offset - 1, self.end_offset - 1)
        if shown.strip():
            carets = "^" * max(1, _width(shown[start:end]))
            label = f" {self.label}" if self.label else ""
            lines += ["    " + shown, "    " + _blank(shown[:start]) + carets + label]
        if self.help and self.help != self.label:
            lines.append(f"help: {self.help}")
        return "\n".join(lines)

    def __reduce__(self) -> tuple[Any, ...]:
        fields = {name: value for name, value in self.__dict__.items() if name != "msg"}
        return _again, (self.msg, fields)


def _again(msg: str, fields: dict[str, Any]) -> PuzzleError:
    return PuzzleError(msg, **fields)


def _window(text: str, start: int, end: int) -> tuple[str, int, int]:
    """The part of a long line around a place, and the place in it."""
    text = text.rstrip("\r\n")
    if len(text) <= _WIDEST:
        return text, start, end
    first = max(0, min(start - _WIDEST // 2, len(text) - _WIDEST))
    last = min(len(text), first + _WIDEST)
    before, after = ("…" if first else ""), ("…" if last < len(text) else "")
    place = start - first + len(before)
    return before + text[first:last] + after, place, place + min(end, last) - start


def _width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    import unicodedata

    narrow = (0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
    return sum(narrow)


def _blank(text: str) -> str:
    """As much room as a text takes, with its tabs."""
    return "".join("\t" if c == "\t" else " " * _width(c) for c in text)


class SettingError(FukumenError, ValueError):
    """An unknown option, or a value that the option does not take."""

    __module__ = "fukumen"

    def __init__(self, msg: str, setting: str, help: str | None = None) -> None:
        super().__init__(msg, setting, help)
        self.msg = msg
        self.setting = setting
        self.help = help

    def __str__(self) -> str:
        return f"{self.setting}: {self.msg}" + (f"\nhelp: {self.help}" if self.help else "")


class Stopped(FukumenError):
    """A limit came before the answer was certain. ``answer`` has what was found."""

    __module__ = "fukumen"

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        self.answer = answer

    def __str__(self) -> str:
        found = "1 solution was found" if self.answer.count == 1 else f"{self.answer.count} solutions were found"
        why = f"stopped by {self.answer.stopped_by}" if self.answer.stopped_by else "not everything could be decided"
        return f"the answer is not certain: {why}; {found}"
