"""A few labelled deals of full size; verdicts and pars were found by other programs too."""

from typing import NamedTuple

from games.rules import Board, deal, get_variant


class Labelled(NamedTuple):
    """A deal with its known label; par is None where nobody proved it."""

    variant: str
    number: int
    verdict: str
    par: int | None

    @property
    def board(self) -> Board:
        """The deal laid out."""
        return deal(get_variant(self.variant), self.number)


DEALS = [
    Labelled("beleaguered-castle", 79680425071963186202, "solvable", 73),
    Labelled("beleaguered-castle", 17578836091457830801, "solvable", 80),
    Labelled("beleaguered-castle", 85251334468280329502, "solvable", 75),
    Labelled("beleaguered-castle", 88237664608969386979, "solvable", 78),
    Labelled("beleaguered-castle", 69509459072045118954, "solvable", 85),
    Labelled("beleaguered-castle", 88047651980153404606, "solvable", 70),
    Labelled("beleaguered-castle", 4426002571092269579, "solvable", 75),
    Labelled("beleaguered-castle", 24243322159392124690, "solvable", 73),
    Labelled("beleaguered-castle", 75441002978339985750, "solvable", 76),
    Labelled("beleaguered-castle", 50006583644361657226, "solvable", 81),
    Labelled("beleaguered-castle", 63845518996470307486, "solvable", 80),
    Labelled("beleaguered-castle", 65568011589921118802, "solvable", 78),
    Labelled("beleaguered-castle", 57488317632131267042, "solvable", 78),
    Labelled("beleaguered-castle", 86785707688039098780, "solvable", 75),
    Labelled("beleaguered-castle", 1489088876675628525, "unsolvable", None),
    Labelled("beleaguered-castle", 15066587688956629777, "unsolvable", None),
    Labelled("beleaguered-castle", 67979536617270817288, "unsolvable", None),
    Labelled("beleaguered-castle", 41533086077677472302, "unsolvable", None),
    Labelled("beleaguered-castle", 70192368083010355219, "unsolvable", None),
    Labelled("beleaguered-castle", 87547692421890012844, "unsolvable", None),
    Labelled("beleaguered-castle", 93641574032024368013, "unsolvable", None),
    Labelled("streets-and-alleys", 79680425071963186202, "solvable", 102),
    Labelled("streets-and-alleys", 17578836091457830801, "solvable", 84),
    Labelled("streets-and-alleys", 85251334468280329502, "solvable", 77),
    Labelled("streets-and-alleys", 88237664608969386979, "solvable", 87),
    Labelled("streets-and-alleys", 69509459072045118954, "solvable", 83),
    Labelled("streets-and-alleys", 88047651980153404606, "solvable", 85),
    Labelled("streets-and-alleys", 4426002571092269579, "solvable", 88),
    Labelled("streets-and-alleys", 75441002978339985750, "solvable", 83),
    Labelled("streets-and-alleys", 42282185566489320477, "solvable", 85),
    Labelled("streets-and-alleys", 63845518996470307486, "solvable", 96),
    Labelled("streets-and-alleys", 65568011589921118802, "solvable", 92),
    Labelled("streets-and-alleys", 14852823027277287350, "solvable", 93),
    Labelled("streets-and-alleys", 86785707688039098780, "solvable", 99),
    Labelled("streets-and-alleys", 12368229343418577093, "solvable", 109),
    Labelled("streets-and-alleys", 1489088876675628525, "unsolvable", None),
    Labelled("streets-and-alleys", 15066587688956629777, "unsolvable", None),
    Labelled("streets-and-alleys", 67979536617270817288, "unsolvable", None),
    Labelled("streets-and-alleys", 24243322159392124690, "unsolvable", None),
    Labelled("streets-and-alleys", 41533086077677472302, "unsolvable", None),
    Labelled("streets-and-alleys", 70192368083010355219, "unsolvable", None),
    Labelled("streets-and-alleys", 87547692421890012844, "unsolvable", None),
    Labelled("citadel", 79680425071963186202, "solvable", 87),
    Labelled("citadel", 17578836091457830801, "solvable", 78),
    Labelled("citadel", 85251334468280329502, "solvable", 67),
    Labelled("citadel", 88237664608969386979, "solvable", 70),
    Labelled("citadel", 69509459072045118954, "solvable", 79),
    Labelled("citadel", 88047651980153404606, "solvable", 60),
    Labelled("citadel", 4426002571092269579, "solvable", 68),
    Labelled("citadel", 1489088876675628525, "solvable", 80),
    Labelled("citadel", 67979536617270817288, "solvable", 67),
    Labelled("citadel", 24243322159392124690, "solvable", 85),
    Labelled("citadel", 41533086077677472302, "solvable", 67),
    Labelled("citadel", 93641574032024368013, "solvable", 76),
    Labelled("citadel", 75441002978339985750, "solvable", 60),
    Labelled("citadel", 42282185566489320477, "solvable", 76),
    Labelled("citadel", 15066587688956629777, "unsolvable", None),
    Labelled("citadel", 70192368083010355219, "unsolvable", None),
    Labelled("citadel", 87547692421890012844, "unsolvable", None),
    Labelled("citadel", 82626471026647997968, "unsolvable", None),
    Labelled("citadel", 91536794926653850711, "unsolvable", None),
    Labelled("citadel", 29292221717223404246, "unsolvable", None),
]
