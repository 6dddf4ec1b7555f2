"""`python -m hlogic` is `hlogic`."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    try:
        from hlogic.cli import main

        main()
    except KeyboardInterrupt:  # before the program could take it
        sys.stderr.write("interrupted\n")
        sys.exit(130)
