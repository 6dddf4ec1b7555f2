"""The commands, a file for what belongs together; `hlogic/cli.py` lists them."""
