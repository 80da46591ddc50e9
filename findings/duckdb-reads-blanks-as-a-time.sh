#!/bin/sh
# DuckDB guesses that three digits with spaces between them are a time. A table of solutions lists the digits of the blanks like that:
# 2 3 6 arrives as the sixth of March in the year 2, without any warning. With one solution whose digits are no date, such as 9 1 0,
# the whole column stays text. So whether answers survive depends on which answers there are.
# For our users: read such tables with all_varchar=true, or write a column for each blank.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check duckdb==2.0.1
cd "$folder"
printf 'solution,blanks\n23*2=46,3 2 4\n22*3=66,2 3 6\n' >dates.csv
printf 'solution,blanks\n9+1=10,9 1 0\n9+2=11,9 2 1\n' >text.csv
cat >try.py <<'END'
import duckdb

print("DuckDB", duckdb.__version__)
cells = lambda name, **options: [row[1] for row in duckdb.read_csv(name, header=True, **options).fetchall()]
dates, text = cells("dates.csv"), cells("text.csv")
print("all of them dates:", *map(repr, dates))
print("one of them none: ", *map(repr, text))
print("as text:          ", *map(repr, cells("dates.csv", all_varchar=True)))
assert [str(cell) for cell in dates] == ["0003-02-04 00:00:00", "0002-03-06 00:00:00"]
assert text == ["9 1 0", "9 2 1"]
END
"$folder/python/bin/python" try.py
# Seen with DuckDB 2.0.1:
#   all of them dates: datetime.datetime(3, 2, 4, 0, 0) datetime.datetime(2, 3, 6, 0, 0)
#   one of them none:  '9 1 0' '9 2 1'
#   as text:           '3 2 4' '2 3 6'
