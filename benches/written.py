"""How tables are written: Markdown, with three digits that count."""

import datetime
import os
import platform
import re
from pathlib import Path


def seconds(time: float) -> str:
    """A time with a unit that suits it."""
    for unit, size in [("ns", 1e-9), ("us", 1e-6), ("ms", 1e-3)]:
        if time < 999.5 * size:
            return f"{three_digits(time / size)} {unit}"
    return f"{three_digits(time)} s"


def three_digits(number: float) -> str:
    """`1234567` as `1,234,567`, `12.345` as `12.3`, `5` as `5.00`."""
    return f"{number:,.0f}" if number >= 99.95 else f"{number:#.3g}"


def table(heads: list[str], rows: list[list[str]]) -> str:
    """Numbers stand at the right; the first column, and those that only have words, at the left."""
    columns = list(zip(*rows))
    rules = ["---" if is_words(column) else "---:" for column in columns]
    lines = [heads, rules, *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def is_words(column: tuple[str, ...]) -> bool:
    return not any(re.match(r"[\d~]", cell) for cell in column)


def here() -> str:
    """The day, the machine and what else it had to do, for the line above a table."""
    load, day = os.getloadavg()[0], datetime.date.today().isoformat()
    return f"{day}, {processor()}, {os.cpu_count()} processors, load {load:.1f}"


def processor() -> str:
    """As the machine calls it, with the vector instructions that matter."""
    information = Path("/proc/cpuinfo")
    text = information.read_text() if information.exists() else ""
    name = re.search(r"model name\s*: (.*)", text)
    vectors = [word for word in ("avx2", "avx512f") if re.search(rf"\b{word}\b", text)]
    return " ".join([name.group(1) if name else platform.processor(), *vectors])
