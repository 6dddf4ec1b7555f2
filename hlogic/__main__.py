"""`python -m hlogic` and `hlogic`: the command line, imported where Ctrl-C is already taken."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line."""
    try:
        from hlogic.cli import main as run

        run()
    except KeyboardInterrupt:  # before the program could take it
        sys.stderr.write("interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
