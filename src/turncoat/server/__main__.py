"""`python -m turncoat.server`: the server with settings from the environment, for tests and containers."""

from turncoat.server.config import load_config
from turncoat.server.run import serve

if __name__ == "__main__":
    serve(load_config({}))
