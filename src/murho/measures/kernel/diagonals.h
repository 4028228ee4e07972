/* Dynamic programming by anti-diagonals within a band, for weights of the type VALUE; included once for each type.
 *
 * All cells of an anti-diagonal are independent of each other, so the compiler turns the inner loop into vector code.
 * Three anti-diagonals are kept, indexed by i (tokens of r consumed) from -1 on; around the band stands FAR.
 */

/* `count` cells of an anti-diagonal from the two before it. Directions, where asked for, are how a best path comes in:
 * the first that can be of PAIR, INSERTION, DELETION. */
WIDE_CLONES
static void NAME(cells)(const VALUE *restrict two, const VALUE *restrict one, VALUE *restrict new,
                        const int32_t *restrict r, const int32_t *restrict h, int64_t count, VALUE sub, VALUE gap,
                        uint8_t *restrict directions) {
    for (int64_t k = 0; k < count; k++) {
        VALUE paired = two[k] + (r[k] == h[k] ? 0 : sub);
        VALUE single = (one[k] < one[k + 1] ? one[k] : one[k + 1]) + gap;
        new[k] = paired < single ? paired : single;
    }
    for (int64_t k = 0; directions && k < count; k++) {
        VALUE paired = two[k] + (r[k] == h[k] ? 0 : sub);
        uint8_t single = new[k] == one[k + 1] + gap ? INSERTION : DELETION;
        directions[k] = new[k] == paired ? PAIR : single;
    }
}

/* Anti-diagonals `first` to `last` by their sum i + j; that of sum d is rows[d % 3]. `directions` has g->width bytes
 * for each of them, or is NULL. */
static int NAME(sweep)(Scratch *s, const Grid *g, VALUE *const rows[3], int64_t first, int64_t last, VALUE sub,
                       VALUE gap, uint8_t *directions) {
    for (int64_t d = first; d <= last; d++) {
        int64_t from = first_of(g, d), to = last_of(g, d), i = max64(from, 1), end = min64(to, d - 1);
        VALUE *two = rows[(d + 1) % 3], *one = rows[(d + 2) % 3], *new = rows[d % 3];
        uint8_t *turn = directions ? directions + (d - first) * g->width : NULL;
        new[from - 1] = new[to + 1] = FAR;
        if (from == 0) {
            new[0] = (VALUE)d * gap;
            if (turn) turn[0] = INSERTION;
        }
        if (to == d) {
            new[d] = (VALUE)d * gap;
            if (turn) turn[d - from] = DELETION;
        }
        if (i <= end)
            NAME(cells)(two + i - 1, one + i - 1, new + i, g->r + i - 1, g->reversed + g->m - d + i, end - i + 1, sub,
                        gap, turn ? turn + i - from : NULL);
        if (worked(s, to - from + 8)) return INTERRUPTED;
    }
    return OK;
}

/* Room for three anti-diagonals. */
static int NAME(three)(Scratch *s, const Grid *g, VALUE *rows[3]) {
    size_t each = (size_t)g->n + 3;
    VALUE *memory = room(s, DIAGONALS, 3 * each * sizeof *memory);
    if (!memory) return NO_MEMORY;
    for (size_t k = 0; k < 3; k++) rows[k] = memory + k * each + 1;
    return OK;
}

/* The least weight in the band. */
static int NAME(least)(Scratch *s, const Grid *g, VALUE sub, VALUE gap, int64_t *weight) {
    VALUE *rows[3];
    int failed = NAME(three)(s, g, rows);
    if (!failed) failed = NAME(sweep)(s, g, rows, 0, g->n + g->m, sub, gap, NULL);
    if (!failed) *weight = rows[(g->n + g->m) % 3][g->n];
    return failed;
}
