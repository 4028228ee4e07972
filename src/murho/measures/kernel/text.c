/* Two texts to counts, without an object per word.
 *
 * 1. White space becomes bits. 2. What both texts share at their start and at their end is cut off, at white space: of
 * all best alignments one pairs equal words at the start (if the first words are equal and not paired with each other,
 * pairing them instead costs nothing and saves what was paired with either), and so at the end; the best weight is
 * unique, hence the counts are those of the whole. 3. The words between become keys: up to seven bytes are their own
 * key, longer words get a hash and are compared byte by byte where hashes agree. 4. Few words are aligned here by plain
 * dynamic programming, many are numbered and left to align.c.
 */
#include "spaces.h"

#define FEW 64        /* words on one side */
#define FEW_CELLS 100 /* pairs of words */
#define SHORT 62          /* characters: with a border before and after, one word of bits */

typedef struct {
    const uint8_t *at;
    size_t bytes;
} Word;

/* Up to seven bytes: themselves and their number. More: a hash, marked by 255 in the highest byte.
 * `from` and `to` bound what may be read. */
ALWAYS_INLINE uint64_t key_of(Word w, const uint8_t *from, const uint8_t *to) {
    const uint64_t low = ~(uint64_t)0 >> 8;
    if (LIKELY(w.bytes < 8)) {
        uint64_t v = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        if (LIKELY(to - w.at >= 8))
            v = load64(w.at) & (((uint64_t)1 << 8 * w.bytes) - 1);
        else if (w.at + w.bytes - from >= 8)
            v = load64(w.at + w.bytes - 8) >> 8 * (8 - w.bytes);
        else
#endif
            memcpy(&v, w.at, w.bytes);
        (void)from, (void)to;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        return v | (uint64_t)w.bytes << 56;
#else
        return v >> 8 | (uint64_t)w.bytes << 56;
#endif
    }
    uint64_t hash = w.bytes;
#if !defined(MURHO_WEAK_HASH)
    for (size_t i = 0; i + 8 < w.bytes; i += 8) {
        hash = (hash ^ load64(w.at + i)) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    hash = (hash ^ load64(w.at + w.bytes - 8)) * 0xbf58476d1ce4e5b9u;
    hash ^= hash >> 31;
#endif
    return hash | ~low;
}
ALWAYS_INLINE int is_long(uint64_t key) { return key >> 56 == 255; }
ALWAYS_INLINE int same_word(Word a, Word b) { return a.bytes == b.bytes && memcmp(a.at, b.at, a.bytes) == 0; }

/* After this, keys are equal if and only if words are: a long word whose key belongs to another gets the next one. */
static NO_INLINE void tell_apart(const Word *words, uint64_t *keys, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!is_long(keys[i])) continue;
        for (size_t k = 0; k < i; k++) {
            if (keys[k] != keys[i] || same_word(words[k], words[i])) continue;
            keys[i] = (keys[i] + 1) | (uint64_t)255 << 56;
            k = (size_t)-1; /* look again from the first */
        }
    }
}

/* Plain dynamic programming over n x m keys, least weight. */
ALWAYS_INLINE Counts align_few(Costs costs, const uint64_t *r, size_t n, const uint64_t *h, size_t m) {
    const int64_t base = 256; /* more than n + m <= 2 FEW */
    const int64_t sub = sub_weight(costs, base), gap = gap_weight(costs, base);
    int64_t row[FEW + 1];
    for (size_t i = 0; i <= n; i++) row[i] = (int64_t)i * gap;
    for (size_t j = 0; j < m; j++) {
        uint64_t key = h[j];
        int64_t diagonal = row[0], above = diagonal + gap;
        row[0] = above;
        for (size_t i = 0; i < n; i++) {
            int64_t paired = diagonal + (r[i] == key ? 0 : sub), left = row[i + 1];
            int64_t single = (above < left ? above : left) + gap;
            diagonal = left;
            row[i + 1] = above = paired < single ? paired : single;
        }
    }
    return counts_of(costs, row[n], base, (int64_t)n, (int64_t)m);
}

/* keys and words hold first the n of the reference, then the m of the hypothesis */
ALWAYS_INLINE Counts count_few(Costs costs, const Word *words, uint64_t *keys, size_t n, size_t m,
                               const uint8_t *r, size_t r_bytes, const uint8_t *h, size_t h_bytes) {
    int any_long = 0;
    for (size_t i = 0; i < n; i++) any_long |= is_long(keys[i] = key_of(words[i], r, r + r_bytes));
    for (size_t i = n; i < n + m; i++) any_long |= is_long(keys[i] = key_of(words[i], h, h + h_bytes));
    if (any_long) tell_apart(words, keys, n + m);
    return align_few(costs, keys, n, keys + n, m);
}

typedef struct {
    uint64_t key;
    Word word;
} Known;

ALWAYS_INLINE int is_known(const Known *known, uint64_t key, Word word) {
    return known->key == key && (LIKELY(!is_long(key)) || same_word(known->word, word));
}

/* Words of the reference get numbers from 0 on, in order of appearance; words of the hypothesis the same or the next.
 * Most words of the hypothesis are the next of the reference, which is tried before the table. */
static NO_INLINE int number_words(Scratch *s, const Word *r, size_t n, const Word *h, size_t m, const uint8_t *r_text,
                                  size_t r_bytes, const uint8_t *h_text, size_t h_bytes, size_t *kinds) {
    size_t slots = 64, count = 0;
    while (slots < 2 * n) slots *= 2;
    Known *known = room(s, KNOWN, n * sizeof *known);
    int32_t *slot = room(s, SLOTS, slots * sizeof *slot);
    int32_t *r_ids = room(s, IDS_R, n * sizeof *r_ids), *h_ids = room(s, IDS_H, m * sizeof *h_ids);
    if (!known || !slot || !r_ids || !h_ids) return NO_MEMORY;
    memset(slot, 255, slots * sizeof *slot);
#define PLACE(key) ((((key) ^ (key) >> 32) * 0x9e3779b97f4a7c15u) >> 20 & (slots - 1))
    for (size_t i = 0; i < n; i++) {
        uint64_t key = key_of(r[i], r_text, r_text + r_bytes);
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
        uint64_t key = key_of(h[j], h_text, h_text + h_bytes);
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
    *kinds = count + 1;
    return OK;
}

/* What is shared must not end or start within a UTF-8 sequence, which could be white space in one text only. */
ALWAYS_INLINE int within_sequence(const uint8_t *p, size_t n, size_t at) { return at < n && (p[at] & 0xc0) == 0x80; }

/* Both texts have at most SHORT characters. Of the bits, x + 1 stands for character x and 0 for the start. */
ALWAYS_INLINE Counts count_short(Costs costs, const uint8_t *r, size_t nr, const uint8_t *h, size_t nh, int unit) {
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
    uint64_t r_starts = ~r_spaces & r_spaces << 1, h_starts = ~h_spaces & h_spaces << 1;
    int r_words = __builtin_popcountll(r_starts);

    uint64_t unlike_start = differences(r, h, both, unit);
    if (!unlike_start && nr == nh) return (Counts){r_words, 0, 0, 0};
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

    uint64_t r_core = r_starts & bits_from((size_t)cut) & (r_end - 1);
    uint64_t h_core = h_starts & bits_from((size_t)cut) & (h_end - 1);
    size_t n = (size_t)__builtin_popcountll(r_core), m = (size_t)__builtin_popcountll(h_core);
    int32_t trimmed = r_words - (int)n;
    if (n == 0 || m == 0) return (Counts){trimmed, 0, (int32_t)n, (int32_t)m};

    Word words[SHORT + 2];
    Word *word = words;
    for (uint64_t starts = r_core; starts; starts &= starts - 1) {
        uint64_t first = starts & -starts;
        size_t from = (size_t)lowest(starts), to = (size_t)lowest(r_spaces & -first);
        *word++ = (Word){r + (from - 1) * width, (to - from) * width};
    }
    for (uint64_t starts = h_core; starts; starts &= starts - 1) {
        uint64_t first = starts & -starts;
        size_t from = (size_t)lowest(starts), to = (size_t)lowest(h_spaces & -first);
        *word++ = (Word){h + (from - 1) * width, (to - from) * width};
    }
    Counts counts;
    if (n == 1 && m == 1) {
        counts = same_word(words[0], words[1]) ? (Counts){1, 0, 0, 0} : unlike(costs, 1, 1);
    } else {
        uint64_t keys[SHORT + 2];
        counts = count_few(costs, words, keys, n, m, r, nr * width, h, nh * width);
    }
    counts.hits += trimmed;
    return counts;
}

ALWAYS_INLINE int space_at(const uint64_t *map, int64_t x) { return x < 0 || (map[x / 64] >> x % 64 & 1); }

/* Words that start in [from, to); if `words`, where they are. A word that starts there must end there. */
ALWAYS_INLINE size_t find_words(const uint64_t *map, size_t from, size_t to, const uint8_t *text, size_t width,
                                Word *words) {
    size_t count = 0, ended = 0;
    for (size_t b = from / 64; 64 * b < to + (words != NULL); b++) {
        uint64_t before = map[b] << 1 | (b ? map[b - 1] >> 63 : 1);
        uint64_t starts = ~map[b] & before, ends = map[b] & ~before;
        if (b == from / 64) {
            starts &= bits_from(from % 64);
            ends &= bits_from(from % 64 + 1);
        }
        if (to / 64 == b) {
            starts &= ~bits_from(to % 64);
            ends &= ~bits_from(to % 64 + 1);
        }
        if (!words) {
            count += (size_t)__builtin_popcountll(starts);
            continue;
        }
        for (; starts; starts &= starts - 1) words[count++].at = text + (64 * b + (size_t)lowest(starts)) * width;
        for (; ends; ends &= ends - 1, ended++)
            words[ended].bytes = (size_t)(text + (64 * b + (size_t)lowest(ends)) * width - words[ended].at);
    }
    return count;
}

/* Texts of any length: the same steps with maps of bits instead of one word. */
ALWAYS_INLINE int count_long(Scratch *s, const uint8_t *r, size_t nr, const uint8_t *h, size_t nh, int unit,
                             Counts *out) {
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

    size_t trimmed = find_words(r_map, 0, core, r, width, NULL) + find_words(r_map, r_to, nr, r, width, NULL);
    size_t n = r_to > core ? find_words(r_map, core, r_to, r, width, NULL) : 0;
    size_t m = h_to > core ? find_words(h_map, core, h_to, h, width, NULL) : 0;
    if (n == 0 || m == 0) {
        *out = (Counts){(int32_t)trimmed, 0, (int32_t)n, (int32_t)m};
        return OK;
    }
    Word *words = room(s, WORDS_R, (n + m) * sizeof *words);
    if (!words) return NO_MEMORY;
    find_words(r_map, core, r_to, r, width, words);
    find_words(h_map, core, h_to, h, width, words + n);
    if (n <= FEW && m <= FEW && n * m <= FEW_CELLS) {
        uint64_t keys[2 * FEW];
        *out = count_few(s->costs, words, keys, n, m, r, nr * width, h, nh * width);
    } else {
        size_t kinds;
        int failed = number_words(s, words, n, words + n, m, r, nr * width, h, nh * width, &kinds);
        if (!failed)
            failed = count_ids(s, s->buffers[IDS_R].data, n, s->buffers[IDS_H].data, m, kinds, out);
        if (failed) return failed;
    }
    out->hits += (int32_t)trimmed;
    return worked(s, (int64_t)(nr + nh));
}

ALWAYS_INLINE int count_pair(Scratch *s, Text r, Text h, int unit, Counts *out) {
    if (r.length <= SHORT && h.length <= SHORT) {
        *out = count_short(s->costs, r.data, r.length, h.data, h.length, unit);
        return OK;
    }
    return count_long(s, r.data, r.length, h.data, h.length, unit, out);
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

ALWAYS_INLINE int count_all(Scratch *s, const Text *references, const Text *hypotheses, size_t pairs,
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
            case 0: failed = count_pair(s, r, h, 0, &counts); break;
            case 1: failed = count_pair(s, r, h, 1, &counts); break;
            case 2: failed = count_pair(s, r, h, 2, &counts); break;
            default: failed = count_pair(s, r, h, 4, &counts); break;
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
    return count_all(s, r, h, pairs, out);
}
#if defined(__x86_64__) && !defined(MURHO_PLAIN)
__attribute__((target("avx2,bmi,bmi2,popcnt"))) static int count_texts_avx2(
    Scratch *s, const Text *r, const Text *h, size_t pairs, int32_t *const out[4]) {
    return count_all(s, r, h, pairs, out);
}
int count_texts(Scratch *s, const Text *r, const Text *h, size_t pairs, int32_t *const out[4]) {
    __builtin_cpu_init();
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
