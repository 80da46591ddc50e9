"""Answers as CSV in pandas, polars, DuckDB and SQLite, as Markdown in cmark-gfm, markdown-it and pandoc; drawings in librsvg, resvg
and LaTeX's engines; models in MiniZinc with Gecode: what arrives is compared with what left. Programs that are not there are left out.

    check.py PROGRAM EVERY PUZZLES
"""

import csv
import functools
import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

import cmarkgfm
import duckdb
import markdown_it
import pandas
import polars
import resvg_py

program, every, puzzles = sys.argv[1], int(sys.argv[2]), json.loads(Path(sys.argv[3]).read_text())
folder = Path(tempfile.mkdtemp())
faults, tried = [], 0


def printed(*words):
    """What the program prints; nothing for a text that it refuses."""
    run = subprocess.run([program, *words], capture_output=True, encoding="utf-8")
    return run.stdout if run.returncode < 2 else ""


def compare(reader, text, found, left):
    global tried
    tried += 1
    if found != left:
        faults.append(f"{reader}: {text}\n{found!r}\nof {left!r}")


def run(*words, **options):
    """Runs a program in a folder of its own; what it prints, and nothing if it fails."""
    done = subprocess.run(words, capture_output=True, encoding="utf-8", cwd=folder, **options)
    return done.stdout if done.returncode == 0 else ""


def in_sqlite(path):
    return json.loads(run("sqlite3", ":memory:", "-json", ".mode csv", f".import {path} answers", ".mode json", "select * from answers") or "[]")


# All cells as text, as the guide says, and with the types that a reader guesses.
TEXTS = {
    "pandas": lambda path: pandas.read_csv(path, dtype=str, keep_default_na=False).values.tolist(),
    "polars": lambda path: polars.read_csv(path, infer_schema=False).rows(),
    "DuckDB": lambda path: duckdb.sql(f"select * from read_csv('{path}', all_varchar=true, header=true)").fetchall(),
    "SQLite": lambda path: [row.values() for row in in_sqlite(path)],
}
GUESSED = {
    "pandas": lambda path: pandas.read_csv(path).values.tolist(),
    "polars": lambda path: polars.read_csv(path).rows(),
    "DuckDB": lambda path: duckdb.read_csv(str(path), header=True).fetchall(),
}


def tables(text):
    path = folder / "answers.csv"
    words = ["--first=20", "--timeout=5s", text]
    path.write_text(printed("--format=csv", *words), encoding="utf-8")
    rows = list(csv.reader(path.open(newline="", encoding="utf-8")))[1:]
    for reader, read in TEXTS.items() if rows else ():
        compare(f"{reader}, as text", text, [[cell or "" for cell in row] for row in read(path)], rows)
    # Answers in several bases have other titles.
    answers = [json.loads(line) for line in printed("--format=jsonl", *words).splitlines()]
    if len(answers) != 1 or not rows:
        return
    digits = [[*one["digits"].values(), *one.get("blanks", [])] for one in answers[0]["solutions"]]
    path.write_text(printed("--format=csv", "--digits-as=decimal", *words), encoding="utf-8")
    for reader, read in GUESSED.items():
        compare(f"{reader}, decimal", text, [list(row[1 : 1 + len(digits[0])]) for row in read(path)], digits)


MARKDOWN = {
    "cmark-gfm": cmarkgfm.github_flavored_markdown_to_html,
    "markdown-it": markdown_it.MarkdownIt("gfm-like", {"linkify": False}).render,
    "pandoc": lambda text: run("pandoc", "-f", "markdown", "-t", "html", "--wrap=none", input=text),
}


def pages(text):
    """The cells of a table: none is a formula, a link or emphasised."""
    words = ["--first=20", "--timeout=5s", text]
    left = list(csv.reader(printed("--format=csv", *words).splitlines()))[1:]
    markdown = printed("--format=markdown", *words)
    if not left or "| --- |" not in markdown or any("\n" in cell for row in left for cell in row):
        return
    for reader, read in MARKDOWN.items():
        if reader == "pandoc" and not shutil.which("pandoc"):
            continue
        rows = re.findall(r"<tr[^>]*>(.*?)</tr>", read(markdown), re.DOTALL)[1:]
        cells = [[html.unescape(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)] for row in rows]
        compare(reader, text, cells, left)


def signs(text):
    """Letters and digits in any order: formulas have those above a bar before those below it."""
    kept = (sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign)[0] in "LN")
    return sorted(kept)


@functools.cache
def has_font(sign):
    return bool(run("fc-list", f":charset={ord(sign):x}"))


def pictures(text):
    svg = printed("draw", "--format=svg", text)
    # Without a font, a letter arrives as its number in a box.
    if svg:
        compare("resvg", text, resvg_py.svg_to_bytes(svg_string=svg)[1:4], b"PNG")
    if svg and shutil.which("rsvg-convert") and all(has_font(sign) for sign in text if not sign.isascii()):
        (folder / "one.svg").write_text(svg, encoding="utf-8")
        left = "".join(re.findall(r"<text[^>]*>(.*?)</text>", svg, re.DOTALL))
        run("rsvg-convert", "-f", "pdf", "-o", "one.pdf", "one.svg")
        compare("librsvg", text, signs(run("pdftotext", "one.pdf", "-")), signs(re.sub("<[^>]*>|&[a-z]+;", "", left)))


# A period and a degree are not typed as they are shown, a remainder is a word, and ≠ is made of two signs.
ODD = r"\\overline|\\sqrt\[|\\bmod|\\ne"
PREAMBLE = r"""\documentclass{article}\usepackage{amsmath,amssymb}
\usepackage[paperwidth=400cm,paperheight=400cm,margin=1cm]{geometry}\pagestyle{empty}"""


def papers(texts):
    """One document, with a formula on each page."""
    formulas = {}
    for text in texts:
        for form in [[], ["--as=drawing"]]:
            latex, plain = (printed("draw", *form, f"--format={name}", text) for name in ["latex", "text"])
            if latex.isascii() and plain.isascii() and latex and not re.search(ODD, latex):
                formulas[latex] = signs(plain)
    pages = "\\newpage\n".join(formulas)
    document = f"{PREAMBLE}\n\\begin{{document}}\n{pages}\\end{{document}}\n"
    (folder / "all.tex").write_text(document)
    for engine in ["pdflatex", "xelatex", "lualatex"]:
        if not shutil.which(engine):
            print(f"{engine} is not here")
            continue
        run(engine, "-interaction=batchmode", "all.tex")
        arrived = run("pdftotext", "-layout", "all.pdf", "-").split("\f")
        compare(engine, "the number of pages", len(arrived) - 1, len(formulas))
        for (latex, left), page in zip(formulas.items(), arrived):
            compare(engine, latex, signs(page), left)


def models(text):
    """Counts of Gecode, where it does not run out of time or into its 32 bits."""
    model = printed("translate", "--quiet", "--to=minizinc", text)
    count = printed("--count", "--timeout=5s", "--quiet", text).strip()
    if not (model and count.isdigit() and int(count) <= 3000):
        return
    (folder / "one.mzn").write_text(model, encoding="utf-8")
    found = run("minizinc", "--solver", "gecode", "--time-limit", "10000", "-a", "one.mzn")
    if "==========" in found or "UNSATISFIABLE" in found:
        compare("MiniZinc", text, found.count("----------"), int(count))


if __name__ == "__main__":
    chosen = puzzles[::every]
    for text in chosen:
        tables(text)
        pages(text)
        pictures(text)
        if shutil.which("minizinc"):
            models(text)
    papers(chosen)
    shutil.rmtree(folder)
    print(f"{tried} more of {len(chosen)} puzzles")
    if faults or tried < len(chosen):
        print(f"{len(faults)} faults:", *faults[:20], sep="\n", file=sys.stderr)
        sys.exit(1)
