"""The oracle itself: small games whose answers can be seen by hand or counted twice."""

from tests import naive


def test_it_works() -> None:
    position = naive.Position(rows=(((2, 0), (1, 0)), ()), foundations=(0,))
    assert naive.legal_moves(position) == [(1, 0), (1, 2)]
    assert naive.fewest_moves(position) == 2


def test_a_buried_ace_needs_a_space() -> None:
    buried = ((1, 0), (2, 0))
    assert naive.fewest_moves(naive.Position(rows=(buried, ()), foundations=(0,))) == 3
    assert naive.fewest_moves(naive.Position(rows=(buried,), foundations=(0,))) is None


def test_perft_of_a_position_counted_by_hand() -> None:
    # AC may go home or into the space, and from there home or back; 2C alone likewise.
    position = naive.Position(rows=(((2, 0), (1, 0)), ()), foundations=(0,))
    assert [naive.perft(position, depth) for depth in range(4)] == [1, 2, 4, 6]


def test_small_deals_hold_the_whole_pack() -> None:
    position = naive.small_deal(3, ranks=4, rows=3)
    assert sorted(card for row in position.rows for card in row) == [
        (rank, suit) for rank in (1, 2, 3, 4) for suit in range(4)
    ]
    castle = naive.small_deal(3, ranks=4, rows=3, aces_first=True)
    assert (castle.foundations, sum(map(len, castle.rows))) == ((1, 1, 1, 1), 12)


def test_distances_fall_by_one_along_some_move_and_never_by_more() -> None:
    solvable = 0
    for seed in range(40):
        position = naive.small_deal(seed, ranks=4, rows=3, aces_first=True)
        distances = naive.distances_to_win(position)
        graph = naive.reachable(position)
        assert distances.keys() == graph.keys()
        solvable += distances[naive.canonical(position)] is not None
        for here, nexts in graph.items():
            after = [distances[there] for there in nexts]
            known = [distance for distance in after if distance is not None]
            if naive.is_won(here):
                assert distances[here] == 0
            else:
                assert distances[here] == (min(known) + 1 if known else None)
    assert 0 < solvable < 40


def test_deals_of_the_rules_are_laid_out_by_columns() -> None:
    pack = [(rank, suit) for rank in range(1, 14) for suit in range(4)]
    plain = naive.lay_out(pack, aces_first=False, builds_while_dealing=False)
    assert naive.row_texts(plain)[0] == "AC 3C 5C 7C 9C JC KC"
    castle = naive.lay_out(pack, aces_first=True, builds_while_dealing=False)
    assert naive.row_texts(castle)[0] == "2C 4C 6C 8C TC QC"
    citadel = naive.lay_out(pack, aces_first=False, builds_while_dealing=True)
    assert (naive.row_texts(citadel), citadel.foundations) == ([""] * 8, (13,) * 4)


def test_texts_and_numbers_make_the_same_position() -> None:
    texts = ["KC", "", "QD AS"]
    assert naive.from_texts(texts) == naive.from_numbers([[48], [], [45, 3]], [0, 0, 0, 0])
    assert naive.row_texts(naive.from_texts(texts)) == texts
