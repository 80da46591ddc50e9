"""Carries out the command line."""

import sys

from fukumen.cluster import main

if __name__ == "__main__":
    sys.exit(main())
