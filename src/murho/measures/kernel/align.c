/* Two sequences of token numbers to counts or path.
 *
 * Equal costs are counted with bits (bits.h). Other costs, and sequences so unlike that little is gained by bits, by
 * anti-diagonals (diagonals.h) in the band that the counts for equal costs allow; paths are found there too.
 */
#include "kernel.h"

#ifndef PLANES_AT_MOST /* bytes; set lower to test what is done beyond */
#define PLANES_AT_MOST ((int64_t)96 << 20)
#define DIRECTIONS_AT_MOST ((int64_t)64 << 20)
#endif

/* The grid of a pair: cell (i, j) when i tokens of r and j of h are consumed; the band is low <= i - j <= high. */
typedef struct {
    const int32_t *r, *h, *reversed;
    int64_t n, m, low, high, width;
} Grid;

ALWAYS_INLINE int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
ALWAYS_INLINE int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }

/* How many insertions or deletions it takes at least from row i and column j to the end. */
ALWAYS_INLINE int64_t distance_left(const Grid *g, int64_t i, int64_t j) {
    int64_t apart = (g->n - i) - (g->m - j);
    return apart < 0 ? -apart : apart;
}

/* A path with this many insertions and deletions in all leaves the two diagonals of start and end by half the rest. */
static void set_band(Grid *g, int64_t gaps) {
    int64_t apart = g->n - g->m, aside = max64(0, (gaps - (apart < 0 ? -apart : apart)) / 2);
    g->low = max64(min64(0, apart) - aside, -g->m);
    g->high = min64(max64(0, apart) + aside, g->n);
    g->width = (g->high - g->low) / 2 + 2;
}

#include "bits.h"

/* ------------------------------------------------------------------ any costs: anti-diagonals */

ALWAYS_INLINE int64_t first_of(const Grid *g, int64_t d) {
    return max64(max64(0, d - g->m), (d + g->low + 1) >> 1);
}
ALWAYS_INLINE int64_t last_of(const Grid *g, int64_t d) { return min64(min64(g->n, d), (d + g->high) >> 1); }

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && !defined(MURHO_PLAIN) && \
    !defined(__SANITIZE_ADDRESS__)
#define WIDE_CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define WIDE_CLONES
#endif

enum { PAIR, INSERTION, DELETION };

#define VALUE int32_t
#define FAR (INT32_MAX / 2)
#define NAME(name) name##_32
#include "diagonals.h"
#undef VALUE
#undef FAR
#undef NAME
#define VALUE int64_t
#define FAR (INT64_MAX / 2)
#define NAME(name) name##_64
#include "diagonals.h"

/* The base of the weights, and whether they fit: weights stay below a quarter of what the type holds. */
static int64_t base_of(const Grid *g) { return g->n + g->m + 1; }
static int fits(Costs c, const Grid *g, int64_t most) {
    double steps = (double)(g->n + g->m + 1), dear = (double)max64(c.sub, c.gap);
    return steps * (dear * steps + 1) < (double)most / 4;
}

static int reverse(Scratch *s, Grid *g) {
    int32_t *reversed = room(s, REVERSED, (size_t)(g->m + 1) * sizeof *reversed);
    if (!reversed) return NO_MEMORY;
    for (int64_t j = 0; j < g->m; j++) reversed[j] = g->h[g->m - 1 - j];
    g->reversed = reversed;
    return OK;
}

static int count_by_diagonals(Scratch *s, Grid *g, Costs c, Counts *out) {
    int64_t base = base_of(g), sub = sub_weight(c, base), gap = gap_weight(c, base), weight = 0;
    if (!fits(c, g, INT64_MAX)) return TOO_BIG;
    int failed = reverse(s, g);
    if (failed) return failed;
    if (fits(c, g, INT32_MAX))
        failed = least_32(s, g, (int32_t)sub, (int32_t)gap, &weight);
    else
        failed = least_64(s, g, sub, gap, &weight);
    if (!failed) *out = counts_of(c, weight, base, g->n, g->m);
    return failed;
}

/* ------------------------------------------------------------------ counts */

/* Whether r and h have no token in common. */
static int is_disjoint(Scratch *s, const Grid *g, size_t kinds, int *disjoint) {
    uint8_t *present = room(s, FRONT, kinds);
    if (!present) return NO_MEMORY;
    memset(present, 0, kinds);
    for (int64_t i = 0; i < g->n; i++) present[g->r[i]] = 1;
    *disjoint = 1;
    for (int64_t j = 0; j < g->m && *disjoint; j++) *disjoint = !present[g->h[j]];
    return OK;
}

static int count_equal_costs(Scratch *s, Grid *g, size_t kinds, Counts *out) {
    const Costs equal = {1, 1};
    if (g->n <= 64) return count_in_one_block(s, g, kinds, out);
    int64_t longer = max64(g->n, g->m), bound = min64(longer, cost_of_a_path(g)), distance, subs;
    int failed, disjoint;
    if (bound > longer / 2) {
        if ((failed = is_disjoint(s, g, kinds, &disjoint))) return failed;
        if (disjoint) {
            *out = unlike(equal, g->n, g->m);
            return OK;
        }
    }
    Places places;
    if ((failed = find_places(s, g, kinds, &places))) return failed;
    for (int64_t guess = longer / 8; bound > longer / 2 && guess <= longer / 2; guess *= 2) {
        if ((failed = distance_within(s, g, &places, guess, &distance))) return failed;
        if (distance <= guess) bound = distance;
    }
    set_band(g, bound);
    int64_t most = min64((g->high - g->low) / 64 + 3, places.blocks) * g->m;
    if (bound > longer / 2 || most > PLANES_AT_MOST / (int64_t)sizeof(Plane)) return count_by_diagonals(s, g, equal, out);
    Kept kept = {room(s, PLANES, (uint64_t)most * sizeof(Plane)), room(s, COLUMNS, (size_t)(g->m + 1) * 8), most};
    if (!kept.planes || !kept.at) return NO_MEMORY;
    failed = keep_within(s, g, &places, bound, &kept, &distance);
    if (failed == TOO_BIG) return count_by_diagonals(s, g, equal, out);
    if (failed) return failed;
    if ((failed = fewest_substitutions(s, g, &kept, &subs))) return failed;
    *out = counts_with(g->n, g->m, subs, distance - subs);
    return OK;
}

int count_ids(Scratch *s, const int32_t *r, size_t n, const int32_t *h, size_t m, size_t kinds, Counts *out) {
    size_t trimmed = 0;
    while (n && m && r[0] == h[0]) r++, h++, n--, m--, trimmed++;
    while (n && m && r[n - 1] == h[m - 1]) n--, m--, trimmed++;
    *out = (Counts){0, 0, (int32_t)n, (int32_t)m};
    if (n && m) {
        Grid g = {.r = r, .h = h, .n = (int64_t)n, .m = (int64_t)m};
        Costs c = s->costs;
        int failed = count_equal_costs(s, &g, kinds, out), disjoint = 0;
        if (failed || same_costs(c)) goto done;
        if (out->hits == 0 && (failed = is_disjoint(s, &g, kinds, &disjoint))) goto done;
        if (disjoint) {
            *out = unlike(c, g.n, g.m);
        } else {
            set_band(&g, c.sub * out->substitutions / c.gap + out->deletions + out->insertions);
            failed = count_by_diagonals(s, &g, c, out);
        }
    done:
        if (failed) return failed;
    }
    out->hits += (int32_t)trimmed;
    return OK;
}

/* ------------------------------------------------------------------ path */

/* Writes the two anti-diagonals before sum d to `kept`, or reads them from there. */
static void keep(const Grid *g, int64_t *const rows[3], int64_t d, int64_t *kept, int back) {
    for (int64_t e = d - 2; e < d; e++, kept += g->width + 2) {
        int64_t *row = rows[e % 3] + first_of(g, e) - 1;
        size_t bytes = (size_t)(last_of(g, e) - first_of(g, e) + 3) * sizeof *row;
        memcpy(back ? row : kept, back ? kept : row, bytes);
    }
}

/* Where the directions of all cells would not fit, some anti-diagonals are kept and the stretches between them computed
 * again. */
int align_ids(Scratch *s, const int32_t *r, size_t n, const int32_t *h, size_t m, size_t kinds, int by_path, char *out,
              size_t *length) {
    Counts counts;
    int failed = count_ids(s, r, n, h, m, kinds, &counts);
    if (failed) return failed;
    Grid g = {.r = r, .h = h, .n = (int64_t)n, .m = (int64_t)m};
    Costs c = s->costs;
    int64_t gaps = counts.deletions + counts.insertions, sums = g.n + g.m;
    set_band(&g, by_path ? gaps + c.sub * counts.substitutions / c.gap : gaps);
    if ((failed = reverse(s, &g))) return failed;
    if (!fits(c, &g, INT64_MAX)) return TOO_BIG;
    int64_t base = base_of(&g);
    int64_t sub = by_path ? c.sub : sub_weight(c, base), gap = by_path ? c.gap : gap_weight(c, base);

    int64_t stretch = sums + 1, *rows[3];
    if (stretch > DIRECTIONS_AT_MOST / g.width)
        for (stretch = 64; stretch * stretch < 16 * sums;) stretch *= 2;
    int64_t stretches = sums / stretch + 1;
    size_t kept = 2 * ((size_t)g.width + 2);
    int64_t *checkpoints = room(s, CHECKPOINTS, (uint64_t)stretches * kept * sizeof *checkpoints);
    uint8_t *directions = room(s, DIRECTIONS, (uint64_t)stretch * (uint64_t)g.width);
    if (!checkpoints || !directions) return NO_MEMORY;
    if ((failed = three_64(s, &g, rows))) return failed;
    for (int64_t k = 0; k + 1 < stretches; k++) {
        failed = sweep_64(s, &g, rows, k * stretch, (k + 1) * stretch - 1, sub, gap, NULL);
        if (failed) return failed;
        keep(&g, rows, (k + 1) * stretch, checkpoints + (size_t)(k + 1) * kept, 0);
    }

    int64_t i = g.n, j = g.m;
    char *code = out + n + m;
    for (int64_t k = stretches - 1; k >= 0; k--) {
        int64_t first = k * stretch;
        if (k) keep(&g, rows, first, checkpoints + (size_t)k * kept, 1);
        failed = sweep_64(s, &g, rows, first, min64(sums, first + stretch - 1), sub, gap, directions);
        if (failed) return failed;
        while (i + j >= max64(first, 1)) {
            uint8_t direction = directions[(i + j - first) * g.width + i - first_of(&g, i + j)];
            *--code = direction == INSERTION ? 'I' : direction == DELETION ? 'D' : r[i - 1] == h[j - 1] ? '=' : 'S';
            i -= direction != INSERTION;
            j -= direction != DELETION;
        }
    }
    *length = (size_t)(out + n + m - code);
    memmove(out, code, *length);
    return OK;
}
