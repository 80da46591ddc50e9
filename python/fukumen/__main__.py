"""``python -m fukumen``, and the program ``fukumen`` that the package installs: the command line."""

from __future__ import annotations

import signal
import sys

from fukumen import _fukumen


def main() -> int:
    """Carries out the command line and returns its exit status."""
    # The program has its own way with Ctrl-C. Python's would raise KeyboardInterrupt after it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _fukumen.main(["fukumen", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
