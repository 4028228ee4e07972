/* Equal costs: the distance by bit-parallel dynamic programming, 64 rows to a word (Myers 1999; Hyyrö 2003), over the
 * blocks of rows that a path within an upper bound can meet (Ukkonen 1985). Of every cell three bits are kept; a walk
 * back over the cells on best paths, few where the sequences resemble each other, finds the fewest substitutions.
 *
 * Included by align.c, after the grid.
 */
#include "block.h"

/* Where the tokens of r stand: rows of bits for those that stand at many places, a list for the others. */
typedef struct {
    int64_t blocks, kinds;
    int32_t *starts, *positions; /* of token t: positions[starts[t] .. starts[t + 1]) */
    int32_t *front;              /* the first of them still of use; negative: -1 - its row in `dense` */
    uint64_t *dense;
} Places;

static int find_places(Scratch *s, const Grid *g, size_t kinds, Places *p) {
    *p = (Places){.blocks = (g->n + 63) / 64, .kinds = (int64_t)kinds};
    size_t n = (size_t)g->n;
    p->starts = room(s, STARTS, (kinds + 2) * sizeof *p->starts);
    p->positions = room(s, POSITIONS, n * sizeof *p->positions);
    p->front = room(s, FRONT, kinds * sizeof *p->front);
    if (!p->starts || !p->positions || !p->front) return NO_MEMORY;
    int32_t *ends = p->starts + 1; /* first the number of each token, then its start, last its end */
    memset(p->starts, 0, (kinds + 2) * sizeof *ends);
    for (size_t i = 0; i < n; i++) ends[g->r[i] + 1]++;
    int64_t many = p->blocks / 4, rows = 0;
    for (size_t t = 0; t < kinds; t++) {
        p->front[t] = ends[t + 1] > many ? (int32_t)(-1 - rows++) : 0;
        ends[t + 1] += ends[t];
    }
    for (size_t i = 0; i < n; i++) p->positions[ends[g->r[i]]++] = (int32_t)i;
    size_t size = (size_t)(rows * p->blocks) * sizeof *p->dense;
    p->dense = room(s, DENSE, size + 8);
    if (!p->dense) return NO_MEMORY;
    memset(p->dense, 0, size);
    for (size_t i = 0; i < n; i++) {
        int32_t row = p->front[g->r[i]];
        if (row < 0) p->dense[(-1 - row) * p->blocks + (int64_t)(i / 64)] |= (uint64_t)1 << i % 64;
    }
    return OK;
}

/* The columns kept: block b of column j is planes[at[j] + b]. */
typedef struct {
    Plane *planes;
    int64_t *at;
    int64_t room;
} Kept;

/* The distance if it is at most `bound`, otherwise more than it. Every value is the cost of a real path: where a block
 * is entered from outside, by deletions downward or insertions to the right. A block is left out while no path through
 * its edge can keep to the bound; seen from there the cells behind the edge are no better, for what they gain by
 * going on, one a cell, they lose on the way to the end. Of `kept`, NULL for none, too little room gives TOO_BIG. */
ALWAYS_INLINE int pass(Scratch *s, const Grid *g, const Places *p, int64_t bound, Kept *kept, int64_t *distance) {
    const int64_t n = g->n, m = g->m, count = p->blocks;
    Block *blocks = room(s, BLOCKS, (size_t)count * sizeof *blocks);
    if (!blocks) return NO_MEMORY;
    for (int64_t t = 0; t < p->kinds; t++)
        if (p->front[t] >= 0) p->front[t] = p->starts[t];
    int64_t first = 0, last = -1, used = 0;
    while (last + 1 < count && 64 * (last + 1) + distance_left(g, 64 * (last + 1), 0) <= bound) {
        last++;
        blocks[last] = (Block){~(uint64_t)0, 0, 64 * (last + 1)};
    }
    *distance = bound + 1;
    if (last < 0) return OK;
    for (int64_t j = 1; j <= m; j++) {
        int32_t token = g->h[j - 1], at = p->front[token], end = p->starts[token + 1];
        const uint64_t *row = NULL;
        if (at < 0) {
            row = p->dense + (-1 - at) * count;
        } else {
            while (at < end && p->positions[at] < first * 64) at++;
            p->front[token] = at;
        }
        if (kept) kept->at[j] = used - first;
        uint64_t plus = 1, minus = 0;
        for (int64_t b = first;; b++) {
            if (b > last) {
                if (b == count || blocks[b - 1].value + distance_left(g, 64 * b, j) > bound) break;
                int64_t before = blocks[b - 1].value - (int64_t)plus + (int64_t)minus;
                blocks[b] = (Block){~(uint64_t)0, 0, before + 64};
                last = b;
            }
            uint64_t equal = 0;
            if (row)
                equal = row[b];
            else
                for (; at < end && p->positions[at] < 64 * (b + 1); at++) equal |= (uint64_t)1 << p->positions[at] % 64;
            Plane plane = advance(&blocks[b], equal, &plus, &minus);
            if (!kept) continue;
            if (used == kept->room) return TOO_BIG;
            kept->planes[used++] = plane;
        }
        if (worked(s, 8 * (last - first + 4))) return INTERRUPTED;
        int64_t diagonal = n - m + j; /* the row from which only pairs lead to the end */
        while (first <= last && 64 * (first + 1) <= diagonal &&
               blocks[first].value + distance_left(g, 64 * (first + 1), j) > bound)
            first++;
        while (first < last && 64 * last >= diagonal && blocks[last - 1].value + distance_left(g, 64 * last, j) > bound)
            last--;
        if (first > last) return OK;
    }
    if (last < count - 1) return OK;
    uint64_t beyond = n % 64 ? ~(uint64_t)0 << n % 64 : 0;
    *distance = blocks[last].value - __builtin_popcountll(blocks[last].up & beyond) +
                __builtin_popcountll(blocks[last].down & beyond);
    return OK;
}

static NO_INLINE int distance_within(Scratch *s, const Grid *g, const Places *p, int64_t bound, int64_t *distance) {
    return pass(s, g, p, bound, NULL, distance);
}
static NO_INLINE int keep_within(Scratch *s, const Grid *g, const Places *p, int64_t bound, Kept *kept,
                                 int64_t *distance) {
    return pass(s, g, p, bound, kept, distance);
}

/* A cell of the present column on a best path, with the fewest substitutions from it to the end. */
typedef struct {
    int32_t row, subs;
} Found;

ALWAYS_INLINE void add(Found *list, int64_t *count, int32_t row, int32_t subs) {
    if (*count && list[*count - 1].row == row) {
        if (subs < list[*count - 1].subs) list[*count - 1].subs = subs;
    } else {
        list[(*count)++] = (Found){row, subs};
    }
}

/* Whether token i of r is token j of h, of which `equal` has the bits where r is no longer than one block. */
ALWAYS_INLINE int is_hit(const Grid *g, const uint64_t *equal, int64_t i, int64_t j) {
    return equal ? (int)(equal[j] >> i & 1) : g->r[i] == g->h[j];
}

/* The fewest substitutions over all best paths: from the last column to the first, from the lowest row upward. */
ALWAYS_INLINE int fewest(Scratch *s, const Grid *g, const uint64_t *equal, const Kept *kept, int64_t *found) {
    size_t height = (size_t)g->n + 1;
    Found *here = room(s, FOUND, 2 * height * sizeof *here);
    if (!here) return NO_MEMORY;
    Found *before = here + height;
    int64_t count = 0, j = g->m;
    add(here, &count, (int32_t)g->n, 0);
    while (j > 0) {
        if (count == 1) { /* mostly there is one path */
            int64_t i = here[0].row, subs = here[0].subs;
            while (i > 0 && j > 0) {
                const Plane *plane = &kept->planes[kept->at[j] + (i - 1) / 64];
                int bit = (int)((i - 1) % 64);
                uint64_t above = plane->above >> bit & 1, left = plane->left >> bit & 1;
                uint64_t sub = ~plane->same >> bit & 1, hit = (uint64_t)is_hit(g, equal, i - 1, j - 1);
                if (above + left + (sub | hit) != 1) break;
                i -= !left;
                j -= !above;
                subs += (int64_t)(sub & ~hit);
            }
            here[0] = (Found){(int32_t)i, (int32_t)subs};
            if (i == 0 || j == 0) break;
        }
        const Plane *column = kept->planes + kept->at[j];
        int64_t next = 0;
        Found below = {-1, 0}; /* reached by a deletion within this column */
        for (int64_t k = 0; k < count || below.row >= 0;) {
            Found f;
            if (below.row >= 0 && (k == count || below.row >= here[k].row)) {
                f = below;
                if (k < count && here[k].row == f.row) {
                    if (here[k].subs < f.subs) f.subs = here[k].subs;
                    k++;
                }
            } else {
                f = here[k++];
            }
            below.row = -1;
            if (f.row == 0) {
                add(before, &next, 0, f.subs);
                continue;
            }
            const Plane *plane = &column[(f.row - 1) / 64];
            int bit = (f.row - 1) % 64;
            if (plane->left >> bit & 1) add(before, &next, f.row, f.subs);
            if (is_hit(g, equal, f.row - 1, j - 1))
                add(before, &next, f.row - 1, f.subs);
            else if (!(plane->same >> bit & 1))
                add(before, &next, f.row - 1, f.subs + 1);
            if (plane->above >> bit & 1) below = (Found){f.row - 1, f.subs};
        }
        Found *swap = here;
        here = before;
        before = swap;
        if (worked(s, 16 * count)) return INTERRUPTED;
        count = next;
        j--;
    }
    *found = here[0].subs;
    for (int64_t k = 1; k < count; k++) *found = min64(*found, here[k].subs);
    return OK;
}
static NO_INLINE int fewest_substitutions(Scratch *s, const Grid *g, const Kept *kept, int64_t *found) {
    return fewest(s, g, NULL, kept, found);
}

/* The cost of a path that goes on where, after a difference, two tokens in a row agree again soon; the longer of both
 * lengths where they are so unlike that the path does not help. */
static int64_t cost_of_a_path(const Grid *g) {
    const int32_t *r = g->r, *h = g->h;
    const int64_t n = g->n, m = g->m, most = 12;
    int64_t i = 0, j = 0, cost = 0;
    while (i < n && j < m) {
        if (r[i] == h[j]) {
            i++, j++;
            continue;
        }
        int64_t a = 1, b = 1; /* how far to go on in r and in h; the farther is the cost */
        for (int64_t step = 1; step <= most; step++) {
            int64_t found = 0;
            for (int64_t back = 0; back <= step && !found; back++) {
                for (int side = 0; side < 2 && !found; side++) {
                    int64_t x = side ? step : step - back, y = side ? step - back : step;
                    if (i + x + 1 >= n || j + y + 1 >= m) continue;
                    found = r[i + x] == h[j + y] && r[i + x + 1] == h[j + y + 1];
                    if (found) a = x, b = y;
                }
            }
            if (found) break;
        }
        i += a, j += b;
        cost += max64(a, b);
        if (cost > max64(n, m) / 2) return max64(n, m);
    }
    return cost + max64(n - i, m - j);
}

int fewest_in_block(Scratch *s, const uint64_t *equal, size_t n, size_t m, Plane *planes, int64_t *subs) {
    Grid g = {.n = (int64_t)n, .m = (int64_t)m};
    Kept kept = {planes, room(s, COLUMNS, (m + 1) * 8), g.m};
    if (!kept.at) return NO_MEMORY;
    for (int64_t j = 0; j < g.m; j++) kept.at[j + 1] = j;
    return fewest(s, &g, equal, &kept, subs);
}

/* At most 64 rows: one block, and the places of each token in one word. */
static int count_in_one_block(Scratch *s, const Grid *g, size_t kinds, Counts *out) {
    uint64_t *places = room(s, DENSE, (kinds + (size_t)g->m) * sizeof *places);
    if (!places) return NO_MEMORY;
    uint64_t *equal = places + kinds;
    memset(places, 0, kinds * sizeof *places);
    for (int64_t i = 0; i < g->n; i++) places[g->r[i]] |= (uint64_t)1 << i;
    for (int64_t j = 0; j < g->m; j++) equal[j] = places[g->h[j]];
    return count_block(s, equal, (size_t)g->n, (size_t)g->m, out);
}
