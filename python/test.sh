#!/usr/bin/env bash
# Builds a wheel, installs it into a fresh virtual environment, and runs the tests from outside the tree. PYTHON is the interpreter,
# PYTHON_PROFILE the profile of cargo, FUKUMEN_FEATURES features beside its own, WHEELS the folder of the wheel. Arguments go to
# pytest.
set -euo pipefail
wheels=$(realpath -m "${WHEELS:-$(dirname "$0")/../target/wheels}")
cd "$(dirname "$0")"
python=${PYTHON:-python3}
mkdir -p "$wheels"

# Tools have an environment of their own, which stays: the package must do without them.
tools=$wheels/tools
requirements=$tools/requirements.txt
if ! cmp -s requirements-dev.txt "$requirements"; then
    rm -rf "$tools"
    "$python" -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check -r requirements-dev.txt
    cp requirements-dev.txt "$requirements"
fi

rm -f "$wheels"/fukumen-*.whl
"$tools/bin/maturin" build --quiet --profile "${PYTHON_PROFILE:-dist}" --features "${FUKUMEN_FEATURES:-}" \
    --interpreter "$(command -v "$python")" --out "$wheels"

outside=$(mktemp -d)
trap 'rm -rf "$outside"' EXIT
tests=$PWD/tests
"$python" -m venv "$outside/venv"
"$outside/venv/bin/pip" install --quiet --disable-pip-version-check --no-index "$wheels"/fukumen-*.whl
# The tools are found behind what is installed here.
"$tools/bin/python" -c 'import site; print(site.getsitepackages()[0])' >"$("$outside/venv/bin/python" -c \
    'import site; print(site.getsitepackages()[0])')/tools.pth"
cd "$outside"
venv/bin/python -m pytest -p no:cacheprovider --quiet "$tests" "$@"
