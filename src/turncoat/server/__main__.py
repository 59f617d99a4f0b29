"""`python -m turncoat.server`: the server with settings from the environment, for tests and containers."""

import argparse

from turncoat.core import Refused
from turncoat.server.config import PREFIX, Config, load_config
from turncoat.server.run import serve


def main() -> None:
    """Serve. Arguments are refused with a hint where settings go."""
    names = ", ".join(PREFIX + name.upper() for name in Config.__struct_fields__)
    parser = argparse.ArgumentParser(
        prog="python -m turncoat.server",
        usage="%(prog)s (no arguments; settings by flag or file: turncoat serve --help)",
        description=f"The table server, with settings from the environment: {names}.",
    )
    parser.parse_args()
    try:
        config = load_config({})
    except ValueError as error:
        parser.error(str(error))
    try:
        serve(config)
    except Refused as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
