"""Random deals that anybody can draw again: by a hash, not by a library's generator."""

import hashlib

from games.rules import MAX_DEAL_NUMBER, Variant


def sampled_number(variant: Variant, seed: int, index: int) -> int:
    """The deal number at an index (from 0) of a sample: uniform, and known without the ones before.

    1 + SHA-256("seed|variant|index"), read as a whole number, big-endian, modulo 10^20 - 1.
    """
    digest = hashlib.sha256(f"{seed}|{variant.slug}|{index}".encode()).digest()
    return 1 + int.from_bytes(digest, "big") % MAX_DEAL_NUMBER
