"""Our exceptions can be passed between processes."""

import pickle

from turncoat.core import Refused


def test_a_refusal_comes_out_of_another_process_whole() -> None:
    """Without this, a pool would wait for ever for a worker whose exception cannot be unpickled."""
    refusal = pickle.loads(pickle.dumps(Refused("CODE", "A sentence.")))
    assert (refusal.code, refusal.message, str(refusal)) == ("CODE", "A sentence.", "CODE: A sentence.")
