/* Two texts to counts, without an object per word.
 *
 * 1. White space becomes bits. 2. What both texts share at their start and at their end is cut off, at white space: of
 * all best alignments one pairs equal words at the start (if the first words are equal and not paired with each other,
 * pairing them instead costs nothing and saves what was paired with either), and so at the end; the best weight is
 * unique, hence the counts are those of the whole. 3. The words between become keys: up to seven bytes are their own
 * key, longer words get a hash and are compared byte by byte where hashes agree. 4. Few words are aligned here by plain
 * dynamic programming, many are numbered and left to align.c.
 */
#include "block.h"
#include "spaces.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define FEW 64        /* words on one side */
#define FEW_CELLS 100 /* pairs of words, where costs differ */
#define SHORT 62      /* characters: with a border before and after, one word of bits */
#define KEY_BYTES 15  /* the longest word that is its own key */

typedef struct {
    const uint8_t *at;
    size_t bytes;
} Word;

/* Where a text ends, and its last bytes once more, with room behind them: 16 bytes can be read from any of its words. */
typedef struct {
    const uint8_t *end;
    uint8_t last[32];
} Ending;

ALWAYS_INLINE void find_ending(Ending *e, const uint8_t *text, size_t bytes) {
    e->end = text + bytes;
    memset(e->last, 0, sizeof e->last);
    if (LIKELY(bytes >= 16))
        memcpy(e->last, e->end - 16, 16);
    else
        memcpy(e->last + 16 - bytes, text, bytes);
}

/* Up to fifteen bytes: themselves and their number. More: a hash, marked by 255 in place of the number. */
typedef struct {
    uint64_t low, high;
} Key;

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NUMBER_AT 56
#else
#define NUMBER_AT 0
#endif
#define HASHED ((uint64_t)255 << NUMBER_AT)

static NO_INLINE Key hash_of(Word w) {
    uint64_t hash = w.bytes;
#if !defined(MURHO_WEAK_HASH)
    for (size_t i = 0; i + 8 < w.bytes; i += 8) {
        hash = (hash ^ load64(w.at + i)) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    hash = (hash ^ load64(w.at + w.bytes - 8)) * 0xbf58476d1ce4e5b9u;
    hash ^= hash >> 31;
#endif
    return (Key){hash, HASHED};
}

ALWAYS_INLINE Key key_of(Word w, const Ending *e) {
    static const uint8_t ones[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    if (UNLIKELY(w.bytes > KEY_BYTES)) return hash_of(w);
    /* Without a branch, since which word is near the end is hard to foresee. */
    size_t left = (size_t)(e->end - w.at);
    uintptr_t aside = (uintptr_t)(e->last + 16) - (uintptr_t)e->end, near = (uintptr_t)0 - (left < 16);
    const uint8_t *p = (const uint8_t *)((uintptr_t)w.at + (aside & near)), *mask = ones + 16 - w.bytes;
    return (Key){load64(p) & load64(mask), (load64(p + 8) & load64(mask + 8)) | (uint64_t)w.bytes << NUMBER_AT};
}
ALWAYS_INLINE int is_hashed(Key key) { return (key.high & HASHED) == HASHED; }
ALWAYS_INLINE int same_key(Key a, Key b) { return a.low == b.low && a.high == b.high; }
ALWAYS_INLINE int same_word(Word a, Word b) { return a.bytes == b.bytes && memcmp(a.at, b.at, a.bytes) == 0; }

/* The keys of few words, the reference's, then the hypothesis'. What stands behind them is not looked at. */
typedef struct {
    uint64_t low[2 * FEW + 16], high[2 * FEW + 16];
    size_t many, hashed[2 * FEW]; /* of which words the key is a hash */
    Word longer[2 * FEW];
} Keys;

/* Bit i of equal[j]: word i of the n of the reference is word j of the m of the hypothesis. */
typedef void Comparing(const Keys *keys, size_t n, size_t m, uint64_t *equal);
/* Writes where the bits are, each plus `first`, and up to MORE places behind them; how many bits there are. */
typedef size_t Placing(uint64_t bits, int32_t first, int32_t *places);

/* What some processors do otherwise; constants, so that nothing is called by address. */
typedef struct {
    Comparing *compare;
    Placing *place;
} Means;

static void compare_anywhere(const Keys *keys, size_t n, size_t m, uint64_t *equal) {
    for (size_t j = 0; j < m; j++) {
        uint64_t found = 0, low = keys->low[n + j], high = keys->high[n + j];
        for (size_t i = 0; i < n; i++) found |= (uint64_t)((keys->low[i] == low) & (keys->high[i] == high)) << i;
        equal[j] = found;
    }
}

/* Plain dynamic programming over n x m words, least weight. */
ALWAYS_INLINE Counts align_few(Costs costs, const uint64_t *equal, size_t n, size_t m) {
    const int64_t base = 256; /* more than n + m <= 2 FEW */
    const int64_t sub = sub_weight(costs, base), gap = gap_weight(costs, base);
    int64_t row[FEW + 1];
    for (size_t i = 0; i <= n; i++) row[i] = (int64_t)i * gap;
    for (size_t j = 0; j < m; j++) {
        int64_t diagonal = row[0], above = diagonal + gap;
        row[0] = above;
        for (size_t i = 0; i < n; i++) {
            int64_t paired = diagonal + (equal[j] >> i & 1 ? 0 : sub), left = row[i + 1];
            int64_t single = (above < left ? above : left) + gap;
            diagonal = left;
            row[i + 1] = above = paired < single ? paired : single;
        }
    }
    return counts_of(costs, row[n], base, (int64_t)n, (int64_t)m);
}

/* Word k at its places, two for each word: where it starts and where it ends. */
ALWAYS_INLINE Word word_at(const uint8_t *text, const int32_t *places, size_t k, size_t width) {
    size_t from = (size_t)places[2 * k], to = (size_t)places[2 * k + 1];
    return (Word){text + from * width, (to - from) * width};
}

/* The keys of words `from` to `to`. */
ALWAYS_INLINE void find_keys(Keys *keys, const int32_t *places, size_t from, size_t to, const uint8_t *text,
                             size_t bytes, size_t width) {
    Ending ending;
    find_ending(&ending, text, bytes);
    for (size_t k = from; k < to; k++) {
        Word word = word_at(text, places, k, width);
        Key key = key_of(word, &ending);
        keys->low[k] = key.low;
        keys->high[k] = key.high;
        if (LIKELY(word.bytes <= KEY_BYTES)) continue;
        keys->longer[keys->many] = word;
        keys->hashed[keys->many++] = k;
    }
}

/* After this, keys are equal if and only if words are: a hash that belongs to another word gets the next one. */
static NO_INLINE void tell_apart(Keys *keys) {
    for (size_t i = 1; i < keys->many; i++) {
        uint64_t *key = &keys->low[keys->hashed[i]];
        for (size_t k = 0; k < i; k++) {
            if (keys->low[keys->hashed[k]] != *key || same_word(keys->longer[k], keys->longer[i])) continue;
            ++*key;
            k = (size_t)-1; /* look again from the first */
        }
    }
}

/* `places` are those of n words of the reference, then of m of the hypothesis. */
ALWAYS_INLINE int count_few(Scratch *s, Means by, const int32_t *places, size_t n, size_t m,
                            const uint8_t *r, size_t r_bytes, const uint8_t *h, size_t h_bytes, size_t width,
                            Counts *out) {
    Keys keys;
    uint64_t equal[FEW];
    keys.many = 0;
    find_keys(&keys, places, 0, n, r, r_bytes, width);
    find_keys(&keys, places, n, n + m, h, h_bytes, width);
    if (UNLIKELY(keys.many > 1)) tell_apart(&keys);
    by.compare(&keys, n, m, equal);
    if (same_costs(s->costs)) return count_block(s, equal, n, m, out);
    *out = align_few(s->costs, equal, n, m);
    return OK;
}

typedef struct {
    Key key;
    Word word;
} Known;

ALWAYS_INLINE int is_known(const Known *known, Key key, Word word) {
    return same_key(known->key, key) && (LIKELY(!is_hashed(key)) || same_word(known->word, word));
}

/* Words of the reference get numbers from 0 on, in order of appearance; words of the hypothesis the same or the next.
 * Most words of the hypothesis are the next of the reference, which is tried before the table. */
static NO_INLINE int number_words(Scratch *s, const Word *r, size_t n, const Word *h, size_t m, const Ending *r_ending,
                                  const Ending *h_ending, size_t *kinds) {
    size_t slots = 64, count = 0;
    while (slots < 2 * n) slots *= 2;
    Known *known = room(s, KNOWN, n * sizeof *known);
    int32_t *slot = room(s, SLOTS, slots * sizeof *slot);
    int32_t *r_ids = room(s, IDS_R, n * sizeof *r_ids), *h_ids = room(s, IDS_H, m * sizeof *h_ids);
    if (!known || !slot || !r_ids || !h_ids) return NO_MEMORY;
    memset(slot, 255, slots * sizeof *slot);
#define MIXED(key) ((key).low ^ (key).high * 0xbf58476d1ce4e5b9u)
#define PLACE(key) (((MIXED(key) ^ MIXED(key) >> 32) * 0x9e3779b97f4a7c15u) >> 20 & (slots - 1))
    for (size_t i = 0; i < n; i++) {
        Key key = key_of(r[i], r_ending);
        size_t place = PLACE(key);
        while (slot[place] >= 0 && !is_known(&known[slot[place]], key, r[i])) place = (place + 1) & (slots - 1);
        if (slot[place] < 0) {
            known[count] = (Known){key, r[i]};
            slot[place] = (int32_t)count++;
        }
        r_ids[i] = slot[place];
    }
    size_t next = 0;
    for (size_t j = 0; j < m; j++) {
        Key key = key_of(h[j], h_ending);
        if (next < n && is_known(&known[r_ids[next]], key, h[j])) {
            h_ids[j] = r_ids[next++];
            continue;
        }
        size_t place = PLACE(key);
        while (slot[place] >= 0 && !is_known(&known[slot[place]], key, h[j])) place = (place + 1) & (slots - 1);
        h_ids[j] = slot[place] < 0 ? (int32_t)count : slot[place];
        if (next > 0 && r_ids[next - 1] == h_ids[j]) continue; /* one was inserted before */
        next += next + 1 < n && r_ids[next + 1] == h_ids[j] ? 2 : next < n;
    }
#undef PLACE
#undef MIXED
    *kinds = count + 1;
    return OK;
}

#define MORE 16
#define ROUND 8 /* places written at once: whether there are so many is seldom hard to foresee */

ALWAYS_INLINE size_t place_anywhere(uint64_t bits, int32_t first, int32_t *places) {
    size_t count = (size_t)__builtin_popcountll(bits);
    for (size_t k = 0; k < count; k += ROUND) {
        for (size_t i = k; i < k + ROUND; i++) {
            places[i] = first + (bits ? lowest(bits) : 0);
            bits &= bits - 1;
        }
    }
    return count;
}

/* What both texts do not share: n words of one and m of the other, which start and end at `places`, in turn. */
ALWAYS_INLINE int count_core(Scratch *s, Means by, const int32_t *places, size_t n, size_t m,
                             const uint8_t *r, size_t r_bytes, const uint8_t *h, size_t h_bytes, size_t width,
                             Counts *out) {
    if (n == 1 && m == 1) {
        int same = same_word(word_at(r, places, 0, width), word_at(h, places, 1, width));
        *out = same ? (Counts){1, 0, 0, 0} : unlike(s->costs, 1, 1);
        return OK;
    }
    if (n <= FEW && m <= FEW && (same_costs(s->costs) || n * m <= FEW_CELLS))
        return count_few(s, by, places, n, m, r, r_bytes, h, h_bytes, width, out);
    Word *words = room(s, WORDS, (n + m) * sizeof *words);
    if (!words) return NO_MEMORY;
    for (size_t k = 0; k < n + m; k++) words[k] = word_at(k < n ? r : h, places, k, width);
    Ending r_ending, h_ending;
    find_ending(&r_ending, r, r_bytes);
    find_ending(&h_ending, h, h_bytes);
    size_t kinds;
    int failed = number_words(s, words, n, words + n, m, &r_ending, &h_ending, &kinds);
    return failed ? failed : count_ids(s, s->buffers[IDS_R].data, n, s->buffers[IDS_H].data, m, kinds, out);
}

/* What is shared must not end or start within a UTF-8 sequence, which could be white space in one text only. */
ALWAYS_INLINE int within_sequence(const uint8_t *p, size_t n, size_t at) { return at < n && (p[at] & 0xc0) == 0x80; }

/* Both texts have at most SHORT characters. Of the bits, x + 1 stands for character x and 0 for the start. */
ALWAYS_INLINE int count_short(Scratch *s, Means by, const uint8_t *r, size_t nr, const uint8_t *h, size_t nh,
                              int unit, Counts *out) {
    size_t width = unit ? (size_t)unit : 1, both = nr < nh ? nr : nh;
    uint64_t r_spaces, h_spaces;
    if (unit == 0) {
        map_spaces(&r_spaces, r, nr, 0);
        map_spaces(&h_spaces, h, nh, 0);
    } else {
        r_spaces = spaces(r, nr, unit) | bits_from(nr);
        h_spaces = spaces(h, nh, unit) | bits_from(nh);
    }
    r_spaces = r_spaces << 1 | 1;
    h_spaces = h_spaces << 1 | 1;
    int r_words = __builtin_popcountll(~r_spaces & r_spaces << 1);

    uint64_t unlike_start = differences(r, h, both, unit);
    if (!unlike_start && nr == nh) {
        *out = (Counts){r_words, 0, 0, 0};
        return OK;
    }
    /* the last border within what both share at the start */
    size_t same = unlike_start ? (size_t)lowest(unlike_start) : both;
    if (unit == 0)
        while (same && (within_sequence(r, nr, same) || within_sequence(h, nh, same))) same--;
    int cut = highest(r_spaces & h_spaces & ~bits_from(same + 2));
    /* what both share at the end, not reaching over that border; then the first border within, seen from the end */
    uint64_t unlike_end = differences(r + (nr - both) * width, h + (nh - both) * width, both, unit);
    int most = (int)both - cut, shared = unlike_end ? (int)both - 1 - highest(unlike_end) : (int)both;
    if (shared > most) shared = most;
    if (unit == 0)
        while (shared > 0 && within_sequence(r, nr, nr - (size_t)shared)) shared--;
    int end = 63 - lowest(r_spaces << (SHORT - nr) & h_spaces << (SHORT - nh) & bits_from((size_t)(SHORT - shared)));
    uint64_t r_end = (uint64_t)1 << (nr + 1 - (size_t)end), h_end = (uint64_t)1 << (nh + 1 - (size_t)end);

    /* where words start and end, in turn; behind the border they begin with a start, and end with the end's */
    uint64_t r_edges = (r_spaces ^ r_spaces << 1) & bits_from((size_t)cut + 1) & (2 * r_end - 1);
    uint64_t h_edges = (h_spaces ^ h_spaces << 1) & bits_from((size_t)cut + 1) & (2 * h_end - 1);
    size_t n = (size_t)__builtin_popcountll(r_edges) / 2, m = (size_t)__builtin_popcountll(h_edges) / 2;
    int32_t trimmed = r_words - (int32_t)n;
    *out = (Counts){trimmed, 0, (int32_t)n, (int32_t)m};
    if (n == 0 || m == 0) return OK;
    int32_t places[2 * (SHORT + 2 + MORE)];
    by.place(r_edges, -1, places);
    by.place(h_edges, -1, places + 2 * n);
    int failed = count_core(s, by, places, n, m, r, nr * width, h, nh * width, width, out);
    out->hits += trimmed;
    return failed;
}

ALWAYS_INLINE int space_at(const uint64_t *map, int64_t x) { return x < 0 || (map[x / 64] >> x % 64 & 1); }

/* Where words start and end in block b of the map, as far as that is within [from, to]. */
ALWAYS_INLINE uint64_t edges_of(const uint64_t *map, size_t b, size_t from, size_t to) {
    uint64_t edges = map[b] ^ (map[b] << 1 | (b ? map[b - 1] >> 63 : 1));
    if (b == from / 64) edges &= bits_from(from % 64);
    if (b == to / 64) edges &= ~bits_from(to % 64 + 1);
    return edges;
}
ALWAYS_INLINE size_t places_between(Means by, const uint64_t *map, size_t from, size_t to, int32_t *places) {
    size_t count = 0;
    for (size_t b = from / 64; b <= to / 64; b++)
        count += by.place(edges_of(map, b, from, to), (int32_t)(64 * b), places + count);
    return count;
}
ALWAYS_INLINE size_t words_in(const uint64_t *map, size_t length) {
    size_t edges = 0;
    for (size_t b = 0; b <= length / 64; b++)
        edges += (size_t)__builtin_popcountll(map[b] ^ (map[b] << 1 | (b ? map[b - 1] >> 63 : 1)));
    return edges / 2;
}

/* Texts of any length: the same steps with maps of bits instead of one word. */
ALWAYS_INLINE int count_long(Scratch *s, Means by, const uint8_t *r, size_t nr, const uint8_t *h, size_t nh,
                             int unit, Counts *out) {
    size_t width = unit ? (size_t)unit : 1, both = nr < nh ? nr : nh;
    uint64_t *r_map = room(s, SPACES_R, (nr / 64 + 1) * 8), *h_map = room(s, SPACES_H, (nh / 64 + 1) * 8);
    if (!r_map || !h_map) return NO_MEMORY;
    map_spaces(r_map, r, nr, unit);
    map_spaces(h_map, h, nh, unit);

    size_t same = 0;
    while (same < both) {
        size_t here = both - same < 64 ? both - same : 64;
        uint64_t unlike_here = differences(r + same * width, h + same * width, here, unit);
        same += unlike_here ? (size_t)lowest(unlike_here) : here;
        if (unlike_here) break;
    }
    if (unit == 0)
        while (same && (within_sequence(r, nr, same) || within_sequence(h, nh, same))) same--;
    int64_t cut = (int64_t)same; /* the last white space that both have there, -1 for the start */
    while (cut >= 0) {
        uint64_t common = r_map[cut / 64] & h_map[cut / 64] & ~bits_from((size_t)(cut % 64) + 1);
        cut = cut / 64 * 64 - 1;
        if (!common) continue;
        cut += 1 + highest(common);
        break;
    }
    int64_t most = (int64_t)both - (cut + 1), shared = 0;
    while (shared < most) {
        size_t here = most - shared < 64 ? (size_t)(most - shared) : 64;
        size_t back = (size_t)shared + here;
        uint64_t unlike_here = differences(r + (nr - back) * width, h + (nh - back) * width, here, unit);
        shared += unlike_here ? (int64_t)here - 1 - highest(unlike_here) : (int64_t)here;
        if (unlike_here) break;
    }
    if (shared > most) shared = most;
    if (unit == 0)
        while (shared > 0 && within_sequence(r, nr, nr - (size_t)shared)) shared--;
    int64_t r_end = (int64_t)nr - shared - 1, shift = (int64_t)nh - (int64_t)nr;
    while (!space_at(r_map, r_end) || !space_at(h_map, r_end + shift)) {
        uint64_t left = 0; /* on to the next white space of the reference */
        for (r_end++; !(left = r_map[r_end / 64] & bits_from((size_t)(r_end % 64)));) r_end = (r_end / 64 + 1) * 64;
        r_end = r_end / 64 * 64 + lowest(left);
    }
    int64_t h_end = r_end + shift;
    size_t core = (size_t)(cut + 1), r_to = r_end < 0 ? 0 : (size_t)r_end, h_to = h_end < 0 ? 0 : (size_t)h_end;

    int32_t *places = room(s, PLACES, (nr + nh + 2 + MORE) * sizeof *places);
    if (!places) return NO_MEMORY;
    size_t n = r_to > core ? places_between(by, r_map, core, r_to, places) / 2 : 0;
    size_t m = h_to > core ? places_between(by, h_map, core, h_to, places + 2 * n) / 2 : 0;
    size_t trimmed = words_in(r_map, nr) - n;
    *out = (Counts){(int32_t)trimmed, 0, (int32_t)n, (int32_t)m};
    if (n == 0 || m == 0) return OK;
    int failed = count_core(s, by, places, n, m, r, nr * width, h, nh * width, width, out);
    if (failed) return failed;
    out->hits += (int32_t)trimmed;
    return worked(s, (int64_t)(nr + nh));
}

ALWAYS_INLINE int count_pair(Scratch *s, Means by, Text r, Text h, int unit, Counts *out) {
    if (r.length <= SHORT && h.length <= SHORT)
        return count_short(s, by, r.data, r.length, h.data, h.length, unit, out);
    return count_long(s, by, r.data, r.length, h.data, h.length, unit, out);
}

/* The same text with characters of `unit` bytes. */
static int widen(Scratch *s, int which, Text *t, int unit) {
    if (t->unit == unit) return OK;
    uint8_t *wide = room(s, which, t->length * (size_t)unit + 1);
    if (!wide) return NO_MEMORY;
    for (size_t i = 0; i < t->length; i++) {
        uint32_t c = t->unit == 1 ? ((const uint8_t *)t->data)[i] : ((const uint16_t *)t->data)[i];
        uint16_t two = (uint16_t)c;
        if (unit == 2)
            memcpy(wide + 2 * i, &two, 2);
        else
            memcpy(wide + 4 * i, &c, 4);
    }
    *t = (Text){wide, t->length, unit};
    return OK;
}

ALWAYS_INLINE int count_all(Scratch *s, Means by, const Text *references, const Text *hypotheses, size_t pairs,
                            int32_t *const out[4]) {
    for (size_t i = 0; i < pairs; i++) {
        Text r = references[i], h = hypotheses[i];
        Counts counts;
        int failed = OK;
        if (r.unit != h.unit) {
            int unit = r.unit > h.unit ? r.unit : h.unit;
            failed = widen(s, WIDE_R, &r, unit);
            if (!failed) failed = widen(s, WIDE_H, &h, unit);
            if (failed) return failed;
        }
        switch (r.unit) {
            case 0: failed = count_pair(s, by, r, h, 0, &counts); break;
            case 1: failed = count_pair(s, by, r, h, 1, &counts); break;
            case 2: failed = count_pair(s, by, r, h, 2, &counts); break;
            default: failed = count_pair(s, by, r, h, 4, &counts); break;
        }
        if (UNLIKELY(failed)) return failed;
        out[0][i] = counts.hits;
        out[1][i] = counts.substitutions;
        out[2][i] = counts.deletions;
        out[3][i] = counts.insertions;
    }
    return OK;
}

/* The same code compiled for any processor and for those that count bits in one instruction. */
static int count_texts_anywhere(Scratch *s, const Text *r, const Text *h, size_t pairs, int32_t *const out[4]) {
    return count_all(s, (Means){compare_anywhere, place_anywhere}, r, h, pairs, out);
}
#if defined(__x86_64__) && !defined(MURHO_PLAIN)
#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define AT_ONCE 16 /* words of the reference: mostly there are no more */
AVX2 static void compare_avx2(const Keys *keys, size_t n, size_t m, uint64_t *equal) {
    const uint64_t within = ~bits_from(n);
    for (size_t j = 0; j < m; j++) {
        __m256i low = _mm256_set1_epi64x((int64_t)keys->low[n + j]), high = _mm256_set1_epi64x((int64_t)keys->high[n + j]);
        uint64_t found = 0;
        for (size_t i = 0; i < n; i += AT_ONCE) {
            for (size_t k = i; k < i + AT_ONCE; k += 4) {
                __m256i lows = _mm256_cmpeq_epi64(low, _mm256_loadu_si256((const __m256i *)(keys->low + k)));
                __m256i highs = _mm256_cmpeq_epi64(high, _mm256_loadu_si256((const __m256i *)(keys->high + k)));
                found |= (uint64_t)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_and_si256(lows, highs))) << k;
            }
        }
        equal[j] = found & within;
    }
}
AVX2 static int count_texts_avx2(
    Scratch *s, const Text *r, const Text *h, size_t pairs, int32_t *const out[4]) {
    return count_all(s, (Means){compare_avx2, place_anywhere}, r, h, pairs, out);
}
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vbmi2,avx2,bmi,bmi2,popcnt")))
/* Eight words of the reference stay in two registers, and their bits are a byte of each `equal`. */
AVX512 static void compare_avx512(const Keys *keys, size_t n, size_t m, uint64_t *equal) {
    const uint64_t within = ~bits_from(n);
    memset(equal, 0, m * sizeof *equal);
    for (size_t i = 0; i < n; i += 8) {
        __m512i lows = _mm512_loadu_si512(keys->low + i), highs = _mm512_loadu_si512(keys->high + i);
        __mmask8 of_r = (__mmask8)(within >> i);
        for (size_t j = 0; j < m; j++) {
            __mmask8 same = _mm512_mask_cmpeq_epi64_mask(of_r, lows, _mm512_set1_epi64((int64_t)keys->low[n + j]));
            same = _mm512_mask_cmpeq_epi64_mask(same, highs, _mm512_set1_epi64((int64_t)keys->high[n + j]));
            ((uint8_t *)(equal + j))[i / 8] = (uint8_t)same;
        }
    }
}
AVX512 static inline size_t place_avx512(uint64_t bits, int32_t first, int32_t *places) {
    static const uint8_t upward[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                       16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                       32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                       48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    __m512i found = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(upward)), from = _mm512_set1_epi32(first);
    size_t count = (size_t)__builtin_popcountll(bits);
    for (size_t k = 0; k < count; k += 16) {
        __m512i here = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(found));
        _mm512_storeu_si512(places + k, _mm512_add_epi32(here, from));
        found = _mm512_shuffle_i64x2(found, found, 0x39); /* the next sixteen */
    }
    return count;
}
AVX512 static int count_texts_avx512(
    Scratch *s, const Text *r, const Text *h, size_t pairs, int32_t *const out[4]) {
    return count_all(s, (Means){compare_avx512, place_avx512}, r, h, pairs, out);
}
int count_texts(Scratch *s, const Text *r, const Text *h, size_t pairs, int32_t *const out[4]) {
    __builtin_cpu_init();
#if !defined(MURHO_NARROW) /* defined to test what processors without it do */
    /* Who has VBMI2 does not slow down for wide registers, as the first processors that had them did. */
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt"))
        return count_texts_avx512(s, r, h, pairs, out);
#endif
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt"))
        return count_texts_avx2(s, r, h, pairs, out);
    return count_texts_anywhere(s, r, h, pairs, out);
}
#else
int count_texts(Scratch *s, const Text *r, const Text *h, size_t pairs, int32_t *const out[4]) {
    return count_texts_anywhere(s, r, h, pairs, out);
}
#endif
