"""The command, as `shardform` and `python -m shardform`."""

from __future__ import annotations

import os
import subprocess
import sys

from ._node import command_file, node_file
from .errors import NodeNotFoundError


def main() -> int:
    """Runs the command in this package with the arguments of the process."""
    try:
        line = [node_file(), str(command_file()), *sys.argv[1:]]
    except NodeNotFoundError as error:
        print(f"shardform: error: {error}", file=sys.stderr)
        return 1
    # The Python that `run --engine xla` starts is this one, which may have jax.
    os.environ.setdefault("SHARDFORM_PYTHON", sys.executable)
    # The wheel has no room for the page of the playground, and the command says where it is.
    os.environ["SHARDFORM_PACKAGE"] = "pip"
    if os.name != "nt":
        os.execv(line[0], line)
    return subprocess.run(line).returncode


if __name__ == "__main__":
    sys.exit(main())
