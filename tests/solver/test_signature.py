"""The node count of a fixed set: a refactoring leaves it unchanged."""

from bench.solver import SIGNATURE, signature


def test_the_committed_signature_holds() -> None:
    assert signature() == SIGNATURE
