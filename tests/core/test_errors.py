"""What is raised on purpose."""

import pickle

from turncoat.core import Refused


def test_a_refusal_comes_out_of_another_process_whole() -> None:
    """A worker that cannot hand its error over would leave its pool waiting for ever."""
    refusal = pickle.loads(pickle.dumps(Refused("CODE", "A sentence.")))
    assert (refusal.code, refusal.message, str(refusal)) == ("CODE", "A sentence.", "CODE: A sentence.")
