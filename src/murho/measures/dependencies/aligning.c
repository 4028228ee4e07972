/* Which words belong together: aligning.py. */
#include "scoring.h"

static inline char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

/* A form in lower case, appended to `folded`. */
static int fold(Job *job, Text form) {
    Array *out = &job->folded;
    if (reserve(out, form.length, 1)) return NO_MEMORY;
    char *to = (char *)out->items + out->used;
    for (size_t i = 0; i < form.length; i++) {
        if (form.at[i] & 0x80) return job->lower(job->argument, form, out);
        to[i] = lower(form.at[i]);
    }
    out->used += form.length;
    return MORE;
}

/* Whether two forms are the same but for case; NO_MEMORY and the like come back through *failed. */
static int alike(Job *job, Text a, Text b, int *failed) {
    if (same(a, b)) return 1;
    if (!a.length || !b.length) return 0;
    if (!((a.at[0] | b.at[0]) & 0x80) && lower(a.at[0]) != lower(b.at[0])) return 0;
    job->folded.used = 0;
    if ((*failed = fold(job, a))) return 0;
    size_t middle = job->folded.used;
    if ((*failed = fold(job, b))) return 0;
    return job->folded.used == 2 * middle && !memcmp(job->folded.items, (char *)job->folded.items + middle, middle);
}

static void pair(Job *job, size_t g, size_t s) {
    WORDS(&job->gold)[g].partner = (int32_t)s;
    WORDS(&job->system)[s].partner = (int32_t)g;
}

/* Where the forms of both sides end in `folded`, one after the other. */
static int fold_all(Job *job, const size_t from[2], const size_t to[2], size_t *ends) {
    const Side *sides[2] = {&job->gold, &job->system};
    job->folded.used = 0;
    for (int k = 0; k < 2; k++) {
        for (size_t i = from[k]; i < to[k]; i++) {
            int failed = fold(job, form_of(sides[k], &WORDS(sides[k])[i]));
            if (failed) return failed;
            *ends++ = job->folded.used;
        }
    }
    return MORE;
}

/* The longest common subsequence of forms in gold words from[0] to to[0] and system words from[1] to to[1]. A bit for
 * each place tells whether the gold word there can be passed over. */
static int pair_common(Job *job, const size_t from[2], const size_t to[2]) {
    size_t n = to[0] - from[0], m = to[1] - from[1];
    if (n > LARGEST_REGION / m) return REFUSED;
    job->places.used = job->skips.used = 0;
    if (reserve(&job->places, (n + m + m + 2), sizeof(size_t)) || reserve(&job->skips, (n * m + 7) / 8, 1)) return NO_MEMORY;
    size_t *ends = job->places.items, *row = ends + n + m;
    uint8_t *skips = job->skips.items;
    int failed = fold_all(job, from, to, ends);
    if (failed) return failed;
    const char *folded = job->folded.items;
#define FOLDED(i) (Text){folded + ((i) ? ends[(i) - 1] : 0), ends[i] - ((i) ? ends[(i) - 1] : 0)}
    memset(row, 0, (m + 1) * sizeof *row);
    memset(skips, 0, (n * m + 7) / 8);
    for (size_t i = n; i-- > 0;) {
        size_t diagonal = 0; /* best of i + 1, j + 1 */
        for (size_t j = m; j-- > 0;) {
            size_t below = row[j], best = below > row[j + 1] ? below : row[j + 1];
            if (same(FOLDED(i), FOLDED(n + j)) && diagonal + 1 > best) best = diagonal + 1;
            if (best == below) skips[(i * m + j) / 8] |= (uint8_t)(1 << (i * m + j) % 8);
            diagonal = below;
            row[j] = best;
        }
    }
    for (size_t i = 0, j = 0; i < n && j < m;) {
        if (same(FOLDED(i), FOLDED(n + j))) pair(job, from[0] + i++, from[1] + j++);
        else if (skips[(i * m + j) / 8] >> (i * m + j) % 8 & 1) i++;
        else j++;
    }
#undef FOLDED
    return MORE;
}

static int inside(const Side *side, size_t at, size_t end) {
    const Word *word = WORDS(side) + at;
    return at < side->words.used && (word->multiword ? word->start < end : word->end <= end);
}

/* Align a region that starts at the words at[0] and at[1], and move there behind it. */
static int align_region(Job *job, size_t at[2]) {
    const Side *gold = &job->gold, *system = &job->system;
    const Word *g = WORDS(gold) + at[0], *s = WORDS(system) + at[1];
    size_t end = g->multiword ? g->end : s->end;
    if (g->multiword) at[1] += !s->multiword && s->start < g->start;
    else at[0] += g->start < s->start;
    size_t from[2] = {at[0], at[1]};
    while (inside(gold, at[0], end) || inside(system, at[1], end)) {
        g = WORDS(gold) + at[0], s = WORDS(system) + at[1];
        int first = at[0] < gold->words.used && (at[1] == system->words.used || g->start <= s->start);
        const Word *taken = first ? g : s;
        at[!first]++;
        if (taken->multiword && taken->end > end) end = taken->end;
    }
    int failed = MORE;
    while (from[0] < at[0] && from[1] < at[1]) { /* what is alike in front goes together in any case */
        Text a = form_of(gold, WORDS(gold) + from[0]), b = form_of(system, WORDS(system) + from[1]);
        if (!alike(job, a, b, &failed)) break;
        pair(job, from[0]++, from[1]++);
    }
    if (failed || from[0] == at[0] || from[1] == at[1]) return failed;
    return pair_common(job, from, at);
}

int align(Job *job) {
    Side *gold = &job->gold, *system = &job->system;
    size_t at[2] = {0, 0};
    while (at[0] < gold->words.used && at[1] < system->words.used) {
        Word *g = WORDS(gold) + at[0], *s = WORDS(system) + at[1];
        if (job->rules.equal_tokens || (!(g->multiword | s->multiword) && g->start == s->start && g->end == s->end)) {
            pair(job, at[0]++, at[1]++);
        } else if (g->multiword | s->multiword) {
            int failed = align_region(job, at);
            if (failed) return failed;
        } else {
            at[g->start > s->start]++;
        }
    }
    return MORE;
}
