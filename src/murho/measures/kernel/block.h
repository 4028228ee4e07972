/* One step of bit-parallel dynamic programming over 64 rows, and all of it where there are no more rows than that. */
#ifndef MURHO_BLOCK_H
#define MURHO_BLOCK_H

#include "kernel.h"

/* 64 rows of a column: where the difference to the cell above is +1 or -1, and the value of the lowest. */
typedef struct {
    uint64_t up, down;
    int64_t value;
} Block;

/* What is kept of them: which cells are 1 more than the cell above, 1 more than the cell to the left, and equal to the
 * one diagonally before. */
typedef struct {
    uint64_t above, left, same;
} Plane;

/* One step of 64 rows to the next column; `plus` and `minus` are the horizontal difference above, then below. */
ALWAYS_INLINE Plane advance(Block *b, uint64_t equal, uint64_t *plus, uint64_t *minus) {
    uint64_t up = b->up, down = b->down;
    equal |= *minus;
    uint64_t same = (((equal & up) + up) ^ up) | equal | down;
    uint64_t right = down | ~(same | up), back = same & up;
    uint64_t right_in = right << 1 | *plus, back_in = back << 1 | *minus;
    *plus = right >> 63;
    *minus = back >> 63;
    b->up = back_in | ~(same | right_in);
    b->down = right_in & same;
    b->value += (int64_t)*plus - (int64_t)*minus;
    return (Plane){b->up, right, same};
}

/* align.c: the fewest substitutions over all best paths, from the planes of all columns. */
int fewest_in_block(Scratch *s, const uint64_t *equal, size_t n, size_t m, Plane *planes, int64_t *subs);

/* The counts for equal costs of n <= 64 and m tokens; bit i of equal[j] where reference token i is hypothesis token j.
 *
 * Of the n + m tokens each hit takes two, each substitution two and each other edit one. So `distance` edits with s
 * substitutions leave (n + m - distance - s) / 2 hits, which are at most those of the longest common subsequence; and
 * there are no more substitutions than edits beyond the difference of the lengths. Mostly both bounds of s are one
 * number; or that subsequence takes no more edits than the distance, and no substitution is needed. Else the paths tell. */
ALWAYS_INLINE int count_block(Scratch *s, const uint64_t *equal, size_t n, size_t m, Counts *out) {
    Plane *planes = room(s, PLANES, m * sizeof *planes);
    if (!planes) return NO_MEMORY;
    Block block = {~(uint64_t)0, 0, 64};
    uint64_t open = ~(uint64_t)0; /* 0: where the longest common subsequence grows (Hyyrö 2004) */
    for (size_t j = 0; j < m; j++) {
        uint64_t plus = 1, minus = 0, both = open & equal[j];
        planes[j] = advance(&block, equal[j], &plus, &minus);
        open = (open + both) | (open & ~equal[j]);
    }
    uint64_t beyond = n < 64 ? ~(uint64_t)0 << n : 0;
    int64_t distance = block.value - __builtin_popcountll(block.up & beyond) + __builtin_popcountll(block.down & beyond);
    int64_t both = (int64_t)(n + m), common = __builtin_popcountll(~open & ~beyond);
    int64_t least = both - distance - 2 * common, most = distance - (int64_t)(n < m ? m - n : n - m);
    int64_t subs = least < 0 ? 0 : least;
    if (subs != most && both - 2 * common != distance) {
        int failed = fewest_in_block(s, equal, n, m, planes, &subs);
        if (failed) return failed;
    }
    *out = counts_with((int64_t)n, (int64_t)m, subs, distance - subs);
    return OK;
}

#endif
