"""``python -m fukumen``, and the program ``fukumen`` that the package installs: the command line."""

from __future__ import annotations

import sys

from fukumen import _fukumen


def main() -> int:
    """Carries out the command line and returns its exit status."""
    return _fukumen.main(["fukumen", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
