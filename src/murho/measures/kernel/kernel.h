/* What the parts of the kernel share: costs, counts, and memory that is reused from pair to pair.
 *
 *   text.c, spaces.h               two texts -> words -> counts; short pairs are settled here
 *   block.h                        64 words of one side at most, by bits
 *   align.c, bits.h, diagonals.h   two sequences of token numbers -> counts or path; for everything longer
 *   _kernel.c, numbering.h         Python objects in and out
 *
 * Only the last touch Python, so that the others can run without the interpreter's lock.
 */
#ifndef MURHO_KERNEL_H
#define MURHO_KERNEL_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define NO_INLINE __attribute__((noinline))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Characters or tokens of a pair stay below this, so that none of the sizes computed from them overflows. */
#define LONGEST (SIZE_MAX > UINT32_MAX ? (size_t)INT32_MAX : (size_t)1 << 24)

enum { OK = 0, NO_MEMORY = -1, TOO_BIG = -2, INTERRUPTED = -3 };

/* Costs (sub, ins, del) order the alignments of a given pair as (2 sub, ins + del, ins + del) do, since insertions less
 * deletions is the difference of the lengths. So two numbers are enough, divided by what they share. */
typedef struct {
    int64_t sub, gap;
} Costs;

typedef struct {
    int32_t hits, substitutions, deletions, insertions;
} Counts;

typedef struct {
    void *data;
    size_t size;
} Buffer;

/* Working memory of one thread; every part has a buffer of its own for each purpose. */
enum {
    SPACES_R, SPACES_H, PLACES, WORDS, WIDE_R, WIDE_H, SLOTS, KNOWN, IDS_R, IDS_H,   /* text.c */
    STARTS, POSITIONS, DENSE, FRONT, BLOCKS, PLANES, COLUMNS, FOUND, DIAGONALS, REVERSED, /* align.c */
    CHECKPOINTS, DIRECTIONS, BUFFERS
};

typedef struct {
    Costs costs;
    Buffer buffers[BUFFERS];
    int64_t work;          /* cells since the last poll */
    int (*poll)(void *);   /* asks whether to stop; may be NULL */
    void *poll_argument;
} Scratch;

/* At least `size` bytes, contents undefined; NULL where there are none. */
ALWAYS_INLINE void *room(Scratch *s, int which, uint64_t size) {
    Buffer *b = &s->buffers[which];
    if (UNLIKELY(b->size < size || b->data == NULL)) {
        uint64_t larger = size + size / 2 + 64;
        free(b->data);
        b->data = larger <= PTRDIFF_MAX ? malloc((size_t)larger) : NULL;
        b->size = b->data ? (size_t)larger : 0;
    }
    return b->data;
}

static inline void release(Scratch *s) {
    for (int i = 0; i < BUFFERS; i++) free(s->buffers[i].data);
}

#define POLL_EVERY ((int64_t)1 << 27)
ALWAYS_INLINE int worked(Scratch *s, int64_t cells) {
    s->work += cells;
    if (LIKELY(s->work < POLL_EVERY)) return OK;
    s->work = 0;
    return s->poll && s->poll(s->poll_argument) ? INTERRUPTED : OK;
}

/* Alignments are compared by weight = cost * base + second, one integer. Given cost and lengths, edits and
 * substitutions determine each other unless sub == gap, when cost and edits do; so `second` is the substitutions if
 * sub == gap and the edits if not, and "least cost, then fewest edits, then fewest substitutions" is least weight. */
ALWAYS_INLINE int same_costs(Costs c) { return c.sub == c.gap; }
ALWAYS_INLINE int64_t sub_weight(Costs c, int64_t base) { return c.sub * base + 1; }
ALWAYS_INLINE int64_t gap_weight(Costs c, int64_t base) { return c.gap * base + !same_costs(c); }

/* The counts of n reference and m hypothesis tokens aligned with so many substitutions and single tokens. */
ALWAYS_INLINE Counts counts_with(int64_t n, int64_t m, int64_t subs, int64_t gaps) {
    int64_t deletions = (gaps + n - m) / 2;
    return (Counts){(int32_t)(n - subs - deletions), (int32_t)subs, (int32_t)deletions, (int32_t)(gaps - deletions)};
}

/* The same of an alignment with this least weight. */
ALWAYS_INLINE Counts counts_of(Costs c, int64_t weight, int64_t base, int64_t n, int64_t m) {
    int64_t cost = weight / base, second = weight % base, subs, gaps;
    if (same_costs(c)) {
        subs = second;
        gaps = (c.gap == 1 ? cost : cost / c.gap) - subs;
    } else {
        subs = (cost - c.gap * second) / (c.sub - c.gap);
        gaps = second - subs;
    }
    return counts_with(n, m, subs, gaps);
}

/* No token shared: substitutions where they do not cost more than a deletion and an insertion. */
ALWAYS_INLINE Counts unlike(Costs c, int64_t n, int64_t m) {
    int64_t both = n < m ? n : m, subs = c.sub <= 2 * c.gap ? both : 0;
    return (Counts){0, (int32_t)subs, (int32_t)(n - subs), (int32_t)(m - subs)};
}

/* text.c: characters are UTF-8 bytes (unit 0) or code points of 1, 2 or 4 bytes. */
typedef struct {
    const void *data;
    size_t length; /* in units */
    int unit;
} Text;
int count_texts(Scratch *s, const Text *references, const Text *hypotheses, size_t pairs, int32_t *const out[4]);

/* align.c: tokens are numbers below `kinds`. */
int count_ids(Scratch *s, const int32_t *r, size_t n, const int32_t *h, size_t m, size_t kinds, Counts *out);
/* Writes n + m codes at most; *length tells how many. With `by_path` only the cost is least, and where costs are equal
 * the path decides. */
int align_ids(Scratch *s, const int32_t *r, size_t n, const int32_t *h, size_t m, size_t kinds, int by_path, char *out,
              size_t *length);

#endif
