"""Best-first search: one kernel for A* (par) and weighted A* (verdict).

Nodes stand in one array (layout: `games.solver.packed`), in the order they were stored. The
transposition table holds 4 bytes an entry: a node's number plus 1 in as many low bits as the size
of the table asks for, bits of its hash in the others; a hit is verified against the node's exact
codes. Blind keys have nothing to be verified against, so their entries are 8 bytes: the number plus
1, and 32 bits of the hash. The open nodes are linked lists, one per priority.

`control` (int64) is the state between slices:
"""

import numpy as np

from games.solver.bounds import DEAD, extra_moves
from games.solver.budget import SUCCESSORS
from games.solver.dominances import safe_cards
from games.solver.jit import (
    Bytes,
    Halves,
    Integers,
    Word,
    Words,
    as_int,
    count_bits,
    kernel,
    lowest_bit,
    prefetch,
)
from games.solver.packed import (
    BASE,
    HOME_CODE,
    mixed,
    unpack,
    walk,
    with_code,
)
from games.solver.streamliners import blind_step, blind_values, scrambled

# Places in `control`.
STORED = 0  # nodes in the array
EXPANDED = 1
PRIORITY = 2  # the lowest priority at which a node may be open
BEST = 3  # length of the best line known; nothing of f >= BEST is stored
BEST_PARENT = 4  # node, card and code of the move that ends the best line found here
BEST_CARD = 5
BEST_CODE = 6
LIMIT = 7  # nodes that may be stored at most before the kernel returns FULL
G_WEIGHT = 8
H_WEIGHT = 9
REOPEN = 10  # whether a node reached by fewer moves is put back
MARGIN = 11  # of the safe moves, negative: no safe moves
FIRST = 12  # whether the first line found ends the search
ROWS = 13
FULL_SET = 14
CUT = 15  # set if a node was dropped for its length while no line was known
BLIND = 16  # 0, or 1 + cards with known suits if keys are blind to the other suits: a guess
CONTROL_SIZE = 17

LONGEST = 2000
"""Lines of this length or longer are not looked for (g has 11 bits)."""

# What the kernel returns.
MORE = 0  # the slice is used up
ENDED = 1  # nothing is open that could lead to a better line
FULL = 2  # LIMIT reached
FOUND = 3  # a line was found, and FIRST was set

_MOST = SUCCESSORS

_ONE = np.uint64(1)
_FOUR = np.uint64(4)
_FIFTEEN = np.uint64(15)
_BASE_BIT = np.uint64(1 << 63)
_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)
_43 = np.uint64(43)
_G = np.uint64(0x7FF)
_H = np.uint64(0xFF)
_CODES_OF_WORD_2 = np.uint64((1 << 30) - 1)
_REPLACED = np.uint64(1 << 63)


@kernel
def number_bits(slots: int) -> int:
    """Bits that hold any node's number plus 1 in a table of so many slots."""
    bits = 1
    while slots >> bits:
        bits += 1
    return bits


@kernel
def insert(table: Halves, mix: Word, number: int, blind: bool) -> None:
    """Put a node's number into the table, which must not hold it and must have room."""
    slots = table.size >> 1 if blind else table.size
    slot = as_int(((mix & _LOW) * np.uint64(slots)) >> _32)
    step = 2 if blind else 1
    while table[step * slot]:
        slot += 1
        if slot == slots:
            slot = 0
    if blind:
        table[2 * slot] = np.uint64(number + 1)
        table[2 * slot + 1] = mix >> _32
    else:
        bits = np.uint64(number_bits(slots))
        table[slot] = ((mix >> (_32 + bits)) << bits) | np.uint64(number + 1)


@kernel
def rebuild(nodes: Words, control: Integers, decode: Bytes, table: Halves) -> None:
    """Fill an empty table with all nodes that were not replaced."""
    full = np.uint64(control[FULL_SET])
    beneath = np.empty(64, np.uint8)
    codes = np.empty(64, np.uint8)
    values = np.zeros(64, np.uint64)
    for number in range(control[STORED]):
        if nodes[4 * number + 3] & _REPLACED:
            continue
        w0 = nodes[4 * number]
        w1 = nodes[4 * number + 1]
        w2 = nodes[4 * number + 2]
        if control[BLIND]:
            _, ends = unpack(w0, w1, w2, full, decode, beneath, codes)
            insert(
                table,
                scrambled(blind_values(ends, beneath, values, control[BLIND] - 1)),
                number,
                True,
            )
        else:
            insert(table, mixed(w0, w1, w2), number, False)


@kernel
def best_first(
    nodes: Words,
    table: Halves,
    heads: Halves,
    control: Integers,
    decode: Bytes,
    encode: Bytes,
    lower: Words,
    higher: Words,
    expansions: int,
) -> int:
    """Expand up to `expansions` nodes in order of priority."""
    full = np.uint64(control[FULL_SET])
    rows = control[ROWS]
    g_weight = control[G_WEIGHT]
    h_weight = control[H_WEIGHT]
    margin = control[MARGIN]
    blind = control[BLIND] != 0
    known = control[BLIND] - 1
    step = 2 if blind else 1
    slots = table.size // step
    size = np.uint64(slots)
    bits = np.uint64(number_bits(slots))
    tag_shift = _32 + bits
    number_mask = (_ONE << bits) - _ONE
    if blind:
        number_mask = _LOW
    beneath = np.empty(64, np.uint8)
    codes = np.empty(64, np.uint8)
    row_of = np.empty(64, np.uint8)
    end_of = np.empty(64, np.uint8)
    row_sets = np.empty(16, np.uint64)
    values = np.zeros(64, np.uint64)
    key = np.uint64(0)
    s_words = np.empty((_MOST, 3), np.uint64)
    s_ends = np.empty(_MOST, np.uint64)
    s_home = np.empty(_MOST, np.uint64)
    s_mix = np.empty(_MOST, np.uint64)
    s_card = np.empty(_MOST, np.int64)
    s_code = np.empty(_MOST, np.int64)
    s_under = np.empty(_MOST, np.int64)
    s_moves = np.empty(_MOST, np.int64)

    for _ in range(expansions):
        # 1. Take the node of the lowest priority that was stored last.
        priority = control[PRIORITY]
        while priority < heads.size and heads[priority] == 0:
            priority += 1
        control[PRIORITY] = priority
        if priority >= heads.size:
            return ENDED
        if g_weight == h_weight and priority >= control[BEST] * g_weight:
            return ENDED
        if control[STORED] + _MOST > control[LIMIT]:
            return FULL
        number = as_int(heads[priority]) - 1
        w3 = nodes[4 * number + 3]
        heads[priority] = w3 & _LOW
        g = as_int((w3 >> _32) & _G)
        h = as_int((w3 >> _43) & _H)
        if w3 & _REPLACED or g + h >= control[BEST]:
            continue
        control[EXPANDED] += 1

        # 2. Unpack it.
        w0 = nodes[4 * number]
        w1 = nodes[4 * number + 1]
        w2 = nodes[4 * number + 2] & _CODES_OF_WORD_2
        home, ends = unpack(w0, w1, w2, full, decode, beneath, codes)
        blockers, used = walk(ends, beneath, higher, row_of, row_sets)
        space = used < rows
        if blind:
            key = blind_values(ends, beneath, values, control[BLIND] - 1)

        # 3. Make the successors, each followed by all safe moves.
        count = 0
        next_cards = ((home << _FOUR) | _FIFTEEN) & ~home
        movers = ends
        while movers:
            card = lowest_bit(movers)
            movers &= movers - _ONE
            bit = _ONE << np.uint64(card)
            # Places to go to: bits 0-3 a card one rank higher, bit 4 a space, bit 5 home.
            places = (
                ((ends >> np.uint64((card & ~3) + 4)) & _FIFTEEN) if card < 48 else np.uint64(0)
            )
            if space and beneath[card] != BASE:
                places |= np.uint64(16)
            if next_cards & bit:
                places |= np.uint64(32)
            while places:
                place = lowest_bit(places)
                places &= places - _ONE
                s_ends[count] = ends | (_ONE << np.uint64(beneath[card]))
                if used < rows - (place == 4):
                    s_ends[count] |= _BASE_BIT
                s_home[count] = home
                if place == 5:
                    code = HOME_CODE
                    s_home[count] |= bit
                    s_ends[count] &= ~bit
                    s_under[count] = -1
                else:
                    code = as_int(encode[8 * card + place])
                    target = BASE if place == 4 else (card & ~3) + 4 + place
                    s_under[count] = target
                    if place != 4:
                        s_ends[count] &= ~(_ONE << np.uint64(target))
                v0, v1, v2 = with_code(w0, w1, w2, card, as_int(codes[card]) ^ code)
                moved_value = np.uint64(0)
                new_key = key - values[card] + values[beneath[card]]
                if blind and place < 5:
                    moved_value = blind_step(values[s_under[count]], card, known)
                    new_key += moved_value - values[s_under[count]]
                moves = 1
                if margin >= 0:
                    while True:
                        now = s_home[count]
                        safe = s_ends[count] & ((now << _FOUR) | _FIFTEEN) & ~now & full
                        safe &= safe_cards(now, margin)
                        if not safe:
                            break
                        s_home[count] |= safe
                        s_ends[count] &= ~safe
                        while safe:
                            gone = lowest_bit(safe)
                            safe &= safe - _ONE
                            old = as_int(codes[gone])
                            below = as_int(beneath[gone])
                            value = values[gone]
                            if gone == card:
                                value = moved_value
                                old = code
                                below = s_under[count]
                            v0, v1, v2 = with_code(v0, v1, v2, gone, old ^ HOME_CODE)
                            s_ends[count] |= _ONE << np.uint64(below)
                            new_key += values[below] - value
                            moves += 1
                s_words[count, 0] = v0
                s_words[count, 1] = v1
                s_words[count, 2] = v2
                s_mix[count] = scrambled(new_key) if blind else mixed(v0, v1, v2)
                s_card[count] = card
                s_code[count] = code
                s_moves[count] = moves
                prefetch(table, step * as_int(((s_mix[count] & _LOW) * size) >> _32))
                count += 1

        # 4. Look them up; drop what is known, dead, or no better than the best line.
        for i in range(count):
            entry = np.uint64(table[step * as_int(((s_mix[i] & _LOW) * size) >> _32)])
            if entry:
                prefetch(nodes, 4 * (as_int(entry & number_mask) - 1))
        for i in range(count):
            v0 = s_words[i, 0]
            v1 = s_words[i, 1]
            v2 = s_words[i, 2]
            new_g = g + s_moves[i]
            home = s_home[i]
            if home == full:
                if new_g < control[BEST]:
                    control[BEST] = new_g
                    control[BEST_PARENT] = number
                    control[BEST_CARD] = s_card[i]
                    control[BEST_CODE] = s_code[i]
                    if control[FIRST]:
                        return FOUND
                continue
            if new_g + count_bits(full & ~home) >= control[BEST]:
                control[CUT] |= control[BEST] == LONGEST
                continue
            mix = s_mix[i]
            slot = as_int(((mix & _LOW) * size) >> _32)
            new_h = -1
            twin = 0
            while table[step * slot]:
                entry = np.uint64(table[step * slot])
                if blind:
                    same = np.uint64(table[2 * slot + 1]) == mix >> _32
                    twin = 4 * (as_int(entry) - 1)
                else:
                    same = entry >> bits == mix >> tag_shift
                    if same:
                        twin = 4 * (as_int(entry & number_mask) - 1)
                        same = (
                            nodes[twin] == v0
                            and nodes[twin + 1] == v1
                            and nodes[twin + 2] & _CODES_OF_WORD_2 == v2
                        )
                if same:
                    new_h = as_int((nodes[twin + 3] >> _43) & _H)
                    break
                slot += 1
                if slot == slots:
                    slot = 0
            if new_h >= 0:
                old_g = as_int((nodes[twin + 3] >> _32) & _G)
                if not control[REOPEN] or new_g >= old_g:
                    continue
                nodes[twin + 3] |= _REPLACED
            else:
                # 5. The lower bound of a new position.
                card = s_card[i]
                bit = _ONE << np.uint64(card)
                old_under = beneath[card]
                old_row = row_of[card]
                blocking = blockers & ~home & ~bit
                if not home & bit:
                    beneath[card] = s_under[i]
                    if s_under[i] == BASE:
                        row_of[card] = used
                    else:
                        row_of[card] = row_of[s_under[i]]
                        if row_sets[row_of[card]] & ~home & lower[card]:
                            blocking |= bit
                new_h = count_bits(full & ~home) + extra_moves(
                    beneath, row_of, end_of, s_ends[i], home, blocking, full
                )
                beneath[card] = old_under
                row_of[card] = old_row
                if new_h >= DEAD:
                    continue
            new_h = max(new_h, h - s_moves[i])
            if new_g + new_h >= control[BEST]:
                control[CUT] |= control[BEST] == LONGEST
                continue

            # 6. Store it.
            stored = control[STORED]
            control[STORED] = stored + 1
            if blind:
                table[2 * slot] = np.uint64(stored + 1)
                table[2 * slot + 1] = mix >> _32
            else:
                table[slot] = ((mix >> tag_shift) << bits) | np.uint64(stored + 1)
            priority = new_g * g_weight + new_h * h_weight
            nodes[4 * stored] = v0
            nodes[4 * stored + 1] = v1
            nodes[4 * stored + 2] = v2 | (np.uint64(number) << _32)
            nodes[4 * stored + 3] = (
                np.uint64(heads[priority])
                | (np.uint64(new_g) << _32)
                | (np.uint64(new_h) << _43)
                | (np.uint64(s_card[i]) << np.uint64(51))
                | (np.uint64(s_code[i]) << np.uint64(57))
            )
            heads[priority] = stored + 1
            if priority < control[PRIORITY]:
                control[PRIORITY] = priority
    return MORE
