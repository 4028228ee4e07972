/* Two sequences of token numbers to counts or path.
 *
 * Equal costs: the distance by bit-parallel dynamic programming in blocks of 64 rows (Myers 1999; Hyyrö 2003), within a
 * band (Ukkonen 1985) that grows until it must hold every best alignment. Every value computed in a band is the cost of
 * a real path, so a narrow band gives an upper bound, and the bound gives the band that decides. Of the last pass three
 * bits a cell are kept; a walk from the end over the cells on best paths, few where the sequences resemble each other,
 * finds the fewest substitutions among them.
 *
 * Other costs, and sequences so unlike that the walk would meet most cells: dynamic programming by anti-diagonals on
 * weights (kernel.h), vectorised, in the band that the counts for equal costs allow.
 */
#include "kernel.h"

#define PLANES_AT_MOST ((size_t)96 << 20)     /* bytes of kept bits */
#define DIRECTIONS_AT_MOST ((int64_t)64 << 20)

/* The grid of a pair: cell (i, j) when i tokens of r and j of h are consumed; the band is low <= i - j <= high. */
typedef struct {
    const int32_t *r, *h, *reversed;
    int64_t n, m, low, high, width;
} Grid;

ALWAYS_INLINE int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
ALWAYS_INLINE int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }

/* A path with this many insertions and deletions in all leaves the two diagonals of start and end by half the rest. */
static void set_band(Grid *g, int64_t gaps) {
    int64_t apart = g->n - g->m, aside = max64(0, (gaps - (apart < 0 ? -apart : apart)) / 2);
    g->low = max64(min64(0, apart) - aside, -g->m);
    g->high = min64(max64(0, apart) + aside, g->n);
    g->width = (g->high - g->low) / 2 + 2;
}

/* ------------------------------------------------------------------ equal costs: bits */

/* Where the tokens of r stand: a row of bits for those that stand at many places, a list for the others. */
typedef struct {
    int64_t blocks, kinds;
    int32_t *starts, *positions, *front; /* of token t: positions[starts[t] .. starts[t + 1]) */
    uint64_t *dense;
} Places;

static int find_places(Scratch *s, const Grid *g, size_t kinds, Places *p, int *disjoint) {
    *p = (Places){.blocks = (g->n + 63) / 64, .kinds = (int64_t)kinds};
    size_t n = (size_t)g->n;
    p->starts = room(s, STARTS, (kinds + 2) * sizeof *p->starts);
    p->positions = room(s, POSITIONS, n * sizeof *p->positions);
    p->front = room(s, FRONT, kinds * sizeof *p->front);
    if (!p->starts || !p->positions || !p->front) return NO_MEMORY;
    int32_t *starts = p->starts + 1;
    memset(p->starts, 0, (kinds + 2) * sizeof *starts);
    for (size_t i = 0; i < n; i++) starts[g->r[i] + 1]++;
    *disjoint = 1;
    for (int64_t j = 0; j < g->m && *disjoint; j++) *disjoint = !starts[g->h[j] + 1];
    if (*disjoint) return OK;
    int64_t many = p->blocks / 4, rows = 0;
    for (size_t t = 0; t < kinds; t++) {
        int64_t count = starts[t + 1];
        p->front[t] = count > many ? (int32_t)(-1 - rows++) : 0; /* negative: has a dense row */
        starts[t + 1] += starts[t];
    }
    for (size_t i = 0; i < n; i++) p->positions[starts[g->r[i]]++] = (int32_t)i;
    /* starts[t] is now the end of t, which is the start of t + 1: p->starts[t] is the start of t */
    p->dense = room(s, DENSE, (size_t)(rows * p->blocks) * 8 + 8);
    if (!p->dense) return NO_MEMORY;
    memset(p->dense, 0, (size_t)(rows * p->blocks) * 8);
    for (size_t i = 0; i < n; i++) {
        int32_t row = p->front[g->r[i]];
        if (row < 0) p->dense[(-1 - row) * p->blocks + (int64_t)(i / 64)] |= (uint64_t)1 << i % 64;
    }
    return OK;
}

/* Differences to the cell above: `up` +1, `down` -1. */
typedef struct {
    uint64_t up, down, equal;
} Block;

/* Of one cell: +1 from above, +1 from the left, no step from the diagonal. */
typedef struct {
    uint64_t above, left, same;
} Plane;

ALWAYS_INLINE int64_t first_block(const Grid *g, int64_t j) { return (max64(1, j + g->low) - 1) / 64; }
ALWAYS_INLINE int64_t last_block(const Grid *g, int64_t j) { return (min64(g->n, j + g->high) - 1) / 64; }
ALWAYS_INLINE int64_t stride(const Grid *g) { return min64((g->high - g->low) / 64 + 2, (g->n + 63) / 64); }

/* The cost of the cheapest path found in the band: the distance if a best path stays within. `planes` may be NULL. */
ALWAYS_INLINE int pass(Scratch *s, const Grid *g, const Places *p, Plane *planes, int64_t *distance) {
    Block *blocks = room(s, BLOCKS, (size_t)p->blocks * sizeof *blocks);
    if (!blocks) return NO_MEMORY;
    int64_t known = -1, top = 0, was_first = 0; /* `known`: last block met so far; `top`: value above the first block */
    int64_t width = stride(g);
    for (int64_t t = 0; t < p->kinds; t++)
        if (p->front[t] >= 0) p->front[t] = p->starts[t];
    for (int64_t j = 1; j <= g->m; j++) {
        int64_t first = first_block(g, j), last = last_block(g, j);
        for (; was_first < first; was_first++)
            top += __builtin_popcountll(blocks[was_first].up) - __builtin_popcountll(blocks[was_first].down);
        for (; known < last; known++) blocks[known + 1] = (Block){~(uint64_t)0, 0, 0};
        top++;

        int32_t token = g->h[j - 1];
        int32_t at = p->front[token], end = p->starts[token + 1];
        const uint64_t *row = NULL;
        if (at < 0) {
            row = p->dense + (-1 - at) * p->blocks;
        } else {
            while (at < end && p->positions[at] < first * 64) at++;
            p->front[token] = at;
            for (int32_t k = at; k < end && p->positions[k] <= last * 64 + 63; k++)
                blocks[p->positions[k] / 64].equal |= (uint64_t)1 << p->positions[k] % 64;
        }
        uint64_t plus = 1, minus = 0; /* horizontal difference at the lower edge of the block above */
        for (int64_t b = first; b <= last; b++) {
            uint64_t up = blocks[b].up, down = blocks[b].down;
            uint64_t equal = (row ? row[b] : blocks[b].equal) | minus;
            uint64_t same = (((equal & up) + up) ^ up) | equal | down;
            uint64_t right = down | ~(same | up), back = same & up;
            uint64_t right_in = right << 1 | plus, back_in = back << 1 | minus;
            plus = right >> 63;
            minus = back >> 63;
            blocks[b].up = back_in | ~(same | right_in);
            blocks[b].down = right_in & same;
            blocks[b].equal = 0;
            if (planes) planes[(j - 1) * width + b - first] = (Plane){blocks[b].up, right, same};
        }
        if (worked(s, 8 * (last - first + 4))) return INTERRUPTED;
    }
    *distance = top;
    for (int64_t b = was_first; b <= known; b++) {
        uint64_t within = b == g->n / 64 ? ((uint64_t)1 << g->n % 64) - 1 : ~(uint64_t)0;
        *distance += __builtin_popcountll(blocks[b].up & within) - __builtin_popcountll(blocks[b].down & within);
    }
    return OK;
}

#if defined(__x86_64__) && !defined(MURHO_PLAIN)
__attribute__((target("popcnt,bmi,bmi2"))) static int pass_bmi(Scratch *s, const Grid *g, const Places *p, Plane *planes,
                                                              int64_t *distance) {
    return planes ? pass(s, g, p, planes, distance) : pass(s, g, p, NULL, distance);
}
#endif
static int pass_anywhere(Scratch *s, const Grid *g, const Places *p, Plane *planes, int64_t *distance) {
    return pass(s, g, p, planes, distance);
}
static int run_pass(Scratch *s, const Grid *g, const Places *p, Plane *planes, int64_t *distance) {
#if defined(__x86_64__) && !defined(MURHO_PLAIN)
    if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
        return pass_bmi(s, g, p, planes, distance);
#endif
    return pass_anywhere(s, g, p, planes, distance);
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

/* The fewest substitutions over all best paths: columns from the last to the first, rows downward. */
static int fewest_substitutions(Scratch *s, const Grid *g, const Plane *planes, int64_t *fewest) {
    size_t height = (size_t)g->n + 1;
    Found *here = room(s, FOUND, 2 * height * sizeof *here);
    if (!here) return NO_MEMORY;
    Found *before = here + height;
    int64_t count = 0, width = stride(g);
    add(here, &count, (int32_t)g->n, 0);
    for (int64_t j = g->m; j > 0; j--) {
        const Plane *column = planes + (j - 1) * width - first_block(g, j);
        int32_t token = g->h[j - 1];
        int64_t next = 0;
        Found from_below = {-1, 0}; /* reached by a deletion within this column */
        for (int64_t k = 0; k < count || from_below.row >= 0;) {
            Found f;
            if (from_below.row >= 0 && (k == count || from_below.row >= here[k].row)) {
                f = from_below;
                if (k < count && here[k].row == f.row) {
                    if (here[k].subs < f.subs) f.subs = here[k].subs;
                    k++;
                }
            } else {
                f = here[k++];
            }
            from_below.row = -1;
            if (f.row == 0) {
                add(before, &next, 0, f.subs);
                continue;
            }
            const Plane *plane = &column[(f.row - 1) / 64];
            int bit = (f.row - 1) % 64;
            if (plane->left >> bit & 1) add(before, &next, f.row, f.subs);
            if (g->r[f.row - 1] == token)
                add(before, &next, f.row - 1, f.subs);
            else if (!(plane->same >> bit & 1))
                add(before, &next, f.row - 1, f.subs + 1);
            if (plane->above >> bit & 1) from_below = (Found){f.row - 1, f.subs};
        }
        Found *swap = here;
        here = before;
        before = swap;
        if (worked(s, 16 * count)) return INTERRUPTED;
        count = next;
    }
    *fewest = here[0].subs;
    for (int64_t k = 1; k < count; k++) *fewest = min64(*fewest, here[k].subs);
    return OK;
}

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

static int count_equal_costs(Scratch *s, Grid *g, const Places *p, Counts *out) {
    int64_t apart = g->n > g->m ? g->n - g->m : g->m - g->n, longer = max64(g->n, g->m);
    int64_t bound = longer, aside = 48;
    int failed;
    while (g->n > 128 && apart + 2 * aside < bound) {
        int64_t found;
        set_band(g, apart + 2 * aside);
        if ((failed = run_pass(s, g, p, NULL, &found))) return failed;
        bound = min64(bound, found);
        if (bound < longer / 2) break; /* alike enough: the band of this bound is worth its cost */
        aside *= 4;
    }
    set_band(g, bound);
    size_t kept = (size_t)g->m * (size_t)stride(g) * sizeof(Plane);
    if (kept > PLANES_AT_MOST || (g->n > 64 && bound > longer / 2))
        return count_by_diagonals(s, g, (Costs){1, 1}, out);
    Plane *planes = room(s, PLANES, kept);
    if (!planes) return NO_MEMORY;
    int64_t distance, subs;
    if ((failed = run_pass(s, g, p, planes, &distance))) return failed;
    if ((failed = fewest_substitutions(s, g, planes, &subs))) return failed;
    *out = counts_of((Costs){1, 1}, distance * base_of(g) + subs, base_of(g), g->n, g->m);
    return OK;
}

int count_ids(Scratch *s, const int32_t *r, size_t n, const int32_t *h, size_t m, size_t kinds, Counts *out) {
    size_t trimmed = 0;
    while (n && m && r[0] == h[0]) r++, h++, n--, m--, trimmed++;
    while (n && m && r[n - 1] == h[m - 1]) n--, m--, trimmed++;
    *out = (Counts){0, 0, (int32_t)n, (int32_t)m};
    int failed = OK;
    if (n && m) {
        Grid g = {.r = r, .h = h, .n = (int64_t)n, .m = (int64_t)m};
        Places places;
        int disjoint;
        failed = find_places(s, &g, kinds, &places, &disjoint);
        if (!failed && disjoint) {
            *out = unlike(s->costs, g.n, g.m);
        } else if (!failed) {
            failed = count_equal_costs(s, &g, &places, out);
            if (!failed && !same_costs(s->costs)) {
                Costs c = s->costs;
                set_band(&g, (c.sub * out->substitutions) / c.gap + out->deletions + out->insertions);
                failed = count_by_diagonals(s, &g, c, out);
            }
        }
    }
    out->hits += (int32_t)trimmed;
    return failed;
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

/* Both sequences are turned round, so that the way back through the grid reads from the left. Where the directions of
 * all cells would not fit, only some anti-diagonals are kept and the stretches between them computed again. */
int align_ids(Scratch *s, const int32_t *r, size_t n, const int32_t *h, size_t m, size_t kinds, char *out,
              size_t *length) {
    Counts counts;
    int failed = count_ids(s, r, n, h, m, kinds, &counts);
    if (failed) return failed;
    int32_t *turned_r = room(s, TURNED_R, (n + 1) * 4), *turned_h = room(s, TURNED_H, (m + 1) * 4);
    if (!turned_r || !turned_h) return NO_MEMORY;
    for (size_t i = 0; i < n; i++) turned_r[i] = r[n - 1 - i];
    for (size_t j = 0; j < m; j++) turned_h[j] = h[m - 1 - j];
    Grid g = {.r = turned_r, .h = turned_h, .n = (int64_t)n, .m = (int64_t)m};
    set_band(&g, counts.deletions + counts.insertions);
    if ((failed = reverse(s, &g))) return failed;

    Costs c = s->costs;
    int64_t base = base_of(&g), sub = sub_weight(c, base), gap = gap_weight(c, base), sums = g.n + g.m;
    int64_t stretch = sums + 1, *rows[3];
    if (!fits(c, &g, INT64_MAX)) return TOO_BIG;
    if (stretch > DIRECTIONS_AT_MOST / g.width)
        for (stretch = 64; stretch * stretch < 16 * sums;) stretch *= 2;
    int64_t stretches = sums / stretch + 1;
    size_t kept = 2 * ((size_t)g.width + 2);
    int64_t *checkpoints = room(s, CHECKPOINTS, (size_t)stretches * kept * sizeof *checkpoints);
    uint8_t *directions = room(s, DIRECTIONS, (size_t)stretch * (size_t)g.width);
    if (!checkpoints || !directions) return NO_MEMORY;
    if ((failed = three_64(s, &g, rows))) return failed;

    for (int64_t k = 0; k + 1 < stretches; k++) {
        failed = sweep_64(s, &g, rows, k * stretch, (k + 1) * stretch - 1, sub, gap, NULL);
        if (failed) return failed;
        keep(&g, rows, (k + 1) * stretch, checkpoints + (size_t)(k + 1) * kept, 0);
    }
    int64_t i = g.n, j = g.m;
    char *code = out;
    for (int64_t k = stretches - 1; k >= 0; k--) {
        int64_t first = k * stretch;
        if (k) keep(&g, rows, first, checkpoints + (size_t)k * kept, 1);
        failed = sweep_64(s, &g, rows, first, min64(sums, first + stretch - 1), sub, gap, directions);
        if (failed) return failed;
        while (i + j >= max64(first, 1)) {
            uint8_t direction = directions[(i + j - first) * g.width + i - first_of(&g, i + j)];
            *code++ = direction == 1 ? 'D' : direction == 2 ? 'I' : g.r[i - 1] == g.h[j - 1] ? '=' : 'S';
            i -= direction != 2;
            j -= direction != 1;
        }
    }
    *length = (size_t)(code - out);
    return OK;
}
