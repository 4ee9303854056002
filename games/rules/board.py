"""The position of a game: eight rows and four foundations."""

from collections.abc import Iterable

from games.rules.cards import (
    CARD_COUNT,
    RANKS,
    SUITS,
    Card,
    format_card,
    make_card,
    rank_of,
    suit_of,
)
from games.rules.errors import IllegalMoveError, InvalidPositionError, Reason
from games.rules.moves import HOME, ROW_COUNT, Move, format_move

_WON = [len(RANKS)] * len(SUITS)


class Board:
    """A position, with the moves that led to it.

    ``rows``: eight lists of cards, innermost first. ``foundations``: the top rank of each
    suit, 0 (empty) to 13, in the order CDHS. ``move_stack``: the moves pushed so far.
    Rows are numbered 1 to 8 in every method, and stand at ``rows[number - 1]``.
    Two boards are equal when rows (in order) and foundations are; the moves do not matter.

    >>> from games.rules import STREETS_AND_ALLEYS, Move, deal
    >>> board = deal(STREETS_AND_ALLEYS, 7)
    >>> board.is_legal(Move(1, 2))
    False
    """

    __slots__ = ("_moved", "foundations", "move_stack", "rows")
    __hash__ = None  # type: ignore[assignment]  # a board changes: take key() instead

    def __init__(
        self,
        rows: Iterable[Iterable[Card]],
        foundations: Iterable[int],
        check: bool = True,
    ) -> None:
        """Make a board from copies of the rows and foundations.

        With ``check`` there must be eight rows, and rows and foundations must hold the 52
        cards, each once: else InvalidPositionError.
        """
        self.rows: list[list[Card]] = [list(row) for row in rows]
        self.foundations: list[int] = list(foundations)
        self.move_stack: list[Move] = []
        self._moved: list[Card] = []
        if check:
            _check_position(self.rows, self.foundations)

    def legal_moves(self) -> list[Move]:
        """Return all legal moves: by source row, foundation first, then by destination row."""
        moves = []
        ends = [row[-1] if row else None for row in self.rows]
        for source, card in enumerate(ends, start=1):
            if card is None:
                continue
            # A card's rank less one is also the top rank its foundation must have.
            below = card >> 2
            if self.foundations[card & 3] == below:
                moves.append(Move(source, HOME))
            for destination, end in enumerate(ends, start=1):
                if destination != source and (end is None or end >> 2 == below + 1):
                    moves.append(Move(source, destination))
        return moves

    def why_illegal(self, move: Move) -> Reason | None:
        """Return the reason why a move is illegal here, None if it is legal.

        A move whose numbers name no rows is ``bad_text``.
        """
        source, destination = move
        if not (1 <= source <= ROW_COUNT and 0 <= destination <= ROW_COUNT):
            return Reason.bad_text
        if source == destination:
            return Reason.same_row
        row = self.rows[source - 1]
        if not row:
            return Reason.empty_source
        card = row[-1]
        if not destination:
            return None if self.foundations[card & 3] == card >> 2 else Reason.wrong_foundation
        onto = self.rows[destination - 1]
        return Reason.does_not_fit if onto and onto[-1] >> 2 != (card >> 2) + 1 else None

    def is_legal(self, move: Move) -> bool:
        """Return whether the move may be played here."""
        return self.why_illegal(move) is None

    def check(self, move: Move) -> None:
        """Raise IllegalMoveError, with its reason, unless the move may be played here."""
        reason = self.why_illegal(move)
        if reason is not None:
            text = format_move(move)
            raise IllegalMoveError(reason, self.explain(move, reason), text=text)

    def explain(self, move: Move, reason: Reason) -> str:
        """Return a sentence that says why the move is illegal here for the given reason."""
        source, destination = move
        match reason:
            case Reason.same_row:
                return f"row {source} is both source and destination"
            case Reason.empty_source:
                return f"row {source} is empty"
            case Reason.does_not_fit:
                card, end = self.rows[source - 1][-1], self.rows[destination - 1][-1]
                return (
                    f"{format_card(card)} does not fit on {format_card(end)}, "
                    f"the available card of row {destination}"
                )
            case Reason.wrong_foundation:
                card = self.rows[source - 1][-1]
                top = self.foundations[suit_of(card)]
                holds = format_card(make_card(top, suit_of(card))) if top else "nothing"
                return f"{format_card(card)} is not next on its foundation, which shows {holds}"
        return "no row has that number"

    def push(self, move: Move) -> None:
        """Play a move. It is not checked: an illegal one spoils the board or raises IndexError."""
        source, destination = move
        card = self.rows[source - 1].pop()
        if destination:
            self.rows[destination - 1].append(card)
        else:
            self.foundations[card & 3] += 1
        self.move_stack.append(move)
        self._moved.append(card)

    def pop(self) -> Move:
        """Take back the last move pushed and return it; IndexError if there is none."""
        move = self.move_stack.pop()
        card = self._moved.pop()
        source, destination = move
        if destination:
            self.rows[destination - 1].pop()
        else:
            self.foundations[card & 3] -= 1
        self.rows[source - 1].append(card)
        return move

    def is_won(self) -> bool:
        """Return whether all 52 cards lie on the foundations."""
        return self.foundations == _WON

    def is_stuck(self) -> bool:
        """Return whether no legal move is left though the position is not won."""
        return not self.is_won() and not self.legal_moves()

    @property
    def foundation_cards(self) -> int:
        """The number of cards on the foundations, 0 to 52, those laid by the deal included."""
        return sum(self.foundations)

    def spaces(self) -> list[int]:
        """Return the numbers of the empty rows, lowest first."""
        return [number for number, row in enumerate(self.rows, start=1) if not row]

    def available_card(self, row: int) -> Card | None:
        """Return the outermost card of a row (1 to 8), None if the row is a space."""
        cards = self.rows[row - 1]
        return cards[-1] if cards else None

    def key(self) -> str:
        """Return the canonical key: the same for positions that differ in row order only.

        The eight row texts, sorted as ASCII strings and joined by ``/`` (docs/rules.md,
        "Canonical key"). The foundations follow from the rows.
        """
        return "/".join(sorted(self.row_texts()))

    def row_texts(self) -> list[str]:
        """Return the eight rows as texts, innermost card first, cards separated by one space."""
        return [" ".join(map(format_card, row)) for row in self.rows]

    def copy(self) -> "Board":
        """Return an independent board with the same position and moves."""
        board = Board(self.rows, self.foundations, check=False)
        board.move_stack = self.move_stack.copy()
        board._moved = self._moved.copy()
        return board

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.rows == other.rows and self.foundations == other.foundations

    def __repr__(self) -> str:
        return f"<Board {'/'.join(self.row_texts())} foundations {self.foundations}>"

    def __str__(self) -> str:
        tops = " ".join(
            f"{suit}:{RANKS[top - 1] if top else '-'}"
            for suit, top in zip(SUITS, self.foundations, strict=True)
        )
        rows = (f"{number}  {text}" for number, text in enumerate(self.row_texts(), start=1))
        return "\n".join([f"foundations  {tops}", *(row.rstrip() for row in rows)])


def _check_position(rows: list[list[Card]], foundations: list[int]) -> None:
    """Raise InvalidPositionError unless rows and foundations are made of one pack."""
    if len(rows) != ROW_COUNT:
        raise InvalidPositionError(f"a position has {ROW_COUNT} rows, not {len(rows)}")
    if len(foundations) != len(SUITS):
        raise InvalidPositionError(f"a position has 4 foundations, not {len(foundations)}")
    for top in foundations:
        if not 0 <= top <= len(RANKS):
            raise InvalidPositionError(f"the top rank of a foundation is 0 to 13, not {top}")
    seen = set()
    for row in rows:
        for card in row:
            if not 0 <= card < CARD_COUNT:
                raise InvalidPositionError(f"no card has the number {card}")
            name = format_card(card)
            if card in seen:
                raise InvalidPositionError(f"{name} occurs twice", text=name)
            if rank_of(card) <= foundations[suit_of(card)]:
                raise InvalidPositionError(
                    f"{name} is in a row and on its foundation too", text=name
                )
            seen.add(card)
    if len(seen) + sum(foundations) != CARD_COUNT:
        missing = next(
            format_card(card)
            for card in range(CARD_COUNT)
            if card not in seen and rank_of(card) > foundations[suit_of(card)]
        )
        raise InvalidPositionError(f"{missing} is missing", text=missing)
