/* Sentences out of lines; every reason to refuse one is told in reading.py. */
#include "scoring.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { TABS = 9, BLOCK = 32 };

typedef struct {
    const char *start, *end;
    const char *tab[TABS + 1 + BLOCK]; /* room for those of a block that are too many */
    int tabs;
} Line;

/* A bit for each byte of a block. */
typedef struct {
    uint32_t tab, control, beyond; /* tabs; other control characters; bytes beyond ASCII */
    uint32_t inner, odd; /* of these: inner bytes of a sequence; those that neither are nor start one of two */
} Bits;

#if defined(__SSE2__)
static inline uint32_t both(__m128i low, __m128i high) {
    return (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high) << 16;
}

static inline __m128i at_least(__m128i bytes, int least) {
    __m128i bound = _mm_set1_epi8((char)least);
    return _mm_cmpeq_epi8(_mm_max_epu8(bytes, bound), bytes);
}

static inline __m128i odd(__m128i bytes) {
    __m128i overlong = _mm_cmpeq_epi8(_mm_and_si128(bytes, _mm_set1_epi8((char)0xfe)), _mm_set1_epi8((char)0xc0));
    return _mm_or_si128(at_least(bytes, 0xe0), overlong);
}

static inline Bits bits_at(const char *p) {
    __m128i low = _mm_loadu_si128((const __m128i *)p), high = _mm_loadu_si128((const __m128i *)(p + 16));
    __m128i tab = _mm_set1_epi8('\t'), inner = _mm_set1_epi8((char)0xc0);
    Bits bits = {.beyond = both(low, high)};
    bits.tab = both(_mm_cmpeq_epi8(low, tab), _mm_cmpeq_epi8(high, tab));
    bits.control = ~both(at_least(low, 32), at_least(high, 32)) & ~bits.tab;
    if (bits.beyond) {
        bits.inner = both(_mm_cmplt_epi8(low, inner), _mm_cmplt_epi8(high, inner));
        bits.odd = both(odd(low), odd(high));
    }
    return bits;
}
#else
static inline Bits bits_at(const char *p) {
    Bits bits = {0, 0, 0, 0, 0};
    for (int i = 0; i < BLOCK; i++) {
        unsigned char c = (unsigned char)p[i];
        bits.tab |= (uint32_t)(c == '\t') << i;
        bits.control |= (uint32_t)(c < 32 && c != '\t') << i;
        bits.beyond |= (uint32_t)(c > 127) << i;
        bits.inner |= (uint32_t)((c & 0xc0) == 0x80) << i;
        bits.odd |= (uint32_t)(c >= 0xe0 || (c & 0xfe) == 0xc0) << i;
    }
    return bits;
}
#endif

/* Length of the UTF-8 sequence at p, 0 if it is none: shortest forms only, no surrogates, nothing beyond U+10FFFF. */
static size_t sequence(const unsigned char *p, size_t left) {
    unsigned char c = p[0];
    if (c < 0x80) return 1;
    size_t n = c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    if (n == 0 || n > left) return 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    if ((c == 0xe0 && p[1] < 0xa0) || (c == 0xed && p[1] > 0x9f)) return 0;
    if ((c == 0xf0 && p[1] < 0x90) || (c == 0xf4 && p[1] > 0x8f)) return 0;
    return n;
}

static int is_utf8(const char *p, const char *stop) {
    while (p < stop) {
        size_t n = sequence((const unsigned char *)p, (size_t)(stop - p));
        if (!n) return 0;
        p += n;
    }
    return 1;
}

/* The next line and its tabs. Sequences of two bytes are checked on the way; a line with others is checked at its end. */
static int next_line(Side *side, Line *line) {
    const char *p = side->at, *stop = side->stop, *end = NULL;
    uint32_t open = 0, doubt = 0; /* a sequence goes on in the next block; not all of it is known to be UTF-8 */
    if (p == stop) return side->final ? ENDED : INCOMPLETE;
    line->start = p;
    line->tabs = 0;
    while (!end) {
        char rest[BLOCK];
        const char *block = p;
        size_t left = (size_t)(stop - p);
        if (left < BLOCK) { /* filled up with letters, and a line feed if there is none to come */
            memset(rest, 'x', BLOCK);
            memcpy(rest, p, left);
            if (side->final) rest[left] = '\n';
            block = rest;
        }
        Bits bits = bits_at(block);
        uint32_t within = 0xffffffff;
        for (uint32_t found = bits.control; found; found &= found - 1) {
            int i = __builtin_ctz(found);
            char c = block[i];
            if (c == '\n') {
                end = p + i;
                within = (1u << i) - 1;
                break;
            } else if (c == '\0') {
                return REFUSED;
            } else if (c == '\r') {
                if (p + i + 1 == stop) {
                    if (!side->final) return INCOMPLETE;
                } else if (p[i + 1] != '\n') {
                    return REFUSED;
                }
            }
        }
        for (uint32_t found = bits.tab & within; found; found &= found - 1)
            line->tab[line->tabs++] = p + __builtin_ctz(found);
        if (line->tabs > TABS) line->tabs = TABS + 1;
        if (bits.beyond | open) {
            uint32_t first = bits.beyond & ~bits.inner & within;
            doubt |= (bits.odd & within) | ((bits.inner & within) ^ (first << 1 | open));
            open = first >> (BLOCK - 1);
        }
        if (!end && left < BLOCK) return INCOMPLETE;
        p += BLOCK;
    }
    side->at = end == stop ? end : end + 1;
    side->line++;
    if (end > line->start && end[-1] == '\r') end--;
    line->end = end;
    return doubt && !is_utf8(line->start, end) ? REFUSED : MORE;
}

/* A number of up to nine digits; *p moves behind it. */
static int number(const char **p, const char *stop, int32_t *value) {
    const char *start = *p;
    int32_t n = 0;
    while (*p < stop && **p >= '0' && **p <= '9' && *p - start < 10) n = *p - start < 9 ? 10 * n + (**p - '0') : n, ++*p;
    *value = n;
    return *p > start && *p - start <= 9;
}

/* Length in bytes of the space at p that is ignored, 0 if there is none. */
static inline size_t space(const char *at, size_t left, int all) {
    const unsigned char *p = (const unsigned char *)at;
    if (p[0] == ' ') return 1;
    if (!all || p[0] < 0xc2 || p[0] > 0xe3) return 0;
    if (p[0] == 0xc2) return left > 1 && p[1] == 0xa0 ? 2 : 0;
    if (p[0] < 0xe1 || left < 3) return 0;
    uint32_t c = (uint32_t)(p[0] & 15) << 12 | (uint32_t)(p[1] & 63) << 6 | (p[2] & 63);
    int zs = c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f || c == 0x205f || c == 0x3000;
    return zs ? 3 : 0;
}

/* Whether none of these bytes can be, or begin, a space. */
static inline int no_space(Text t) {
    unsigned char found = 0;
    for (size_t i = 0; i < t.length; i++) {
        unsigned char c = (unsigned char)t.at[i];
        found |= (unsigned char)((c == ' ') | (c == 0xc2) | ((unsigned char)(c - 0xe1) < 3));
    }
    return !found;
}

#define EACH(byte) (0x0101010101010101u * (byte))

/* Whether a form of up to eight bytes is plain: ASCII without a space. More than eight bytes follow where a form starts: the
   tabs of its line. */
static inline int is_plain(uint64_t eight, size_t length) {
    uint64_t mask = length ? ~(uint64_t)0 >> (64 - 8 * length) : 0;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    mask = length ? ~(uint64_t)0 << (64 - 8 * length) : 0;
#endif
    uint64_t differs = eight ^ EACH(' ');
    return !(((differs - EACH(1)) & ~differs) & EACH(0x80) & mask) && !(eight & EACH(0x80) & mask);
}

static int add_token(Side *side, const Rules *rules, Text form) {
    if (reserve(&side->text, form.length + 8, 1) || reserve(&side->tokens, 1, sizeof(Token))) return NO_MEMORY;
    size_t start = side->text.used;
    char *out = CHARACTERS(side) + start;
    if (form.length <= 8 && is_plain(load64(form.at), form.length)) {
        memcpy(out, form.at, 8);
        out += form.length;
    } else if (rules->equal_tokens || no_space(form)) {
        memcpy(out, form.at, form.length);
        out += form.length;
    } else {
        for (size_t i = 0; i < form.length;) {
            size_t skip = space(form.at + i, form.length - i, rules->all_spaces);
            if (skip) i += skip;
            else *out++ = form.at[i++];
        }
    }
    side->text.used = (size_t)(out - CHARACTERS(side));
    TOKENS_OF(side)[side->tokens.used++] = (Token){start, side->text.used};
    return side->text.used > start ? MORE : REFUSED;
}

Text form_of(const Side *side, const Word *word) {
    if (word->multiword) return word->form;
    return (Text){CHARACTERS(side) + word->start, word->end - word->start};
}

static int all_punctuation(const Rules *rules, Text form) {
    const unsigned char *p = (const unsigned char *)form.at;
    for (size_t i = 0; i < form.length;) {
        size_t n = sequence(p + i, form.length - i);
        uint32_t c = n == 1 ? p[i] : p[i] & (0xffu >> (n + 1));
        for (size_t k = 1; k < n; k++) c = c << 6 | (p[i + k] & 63);
        if (c >= rules->characters || !(rules->punctuation[c >> 3] >> (c & 7) & 1)) return 0;
        i += n;
    }
    return form.length > 0;
}

static Text column(const Line *line, int i) {
    const char *from = line->tab[i - 1] + 1;
    return (Text){from, (size_t)((i < TABS ? line->tab[i] : line->end) - from)};
}

static int add_word(Side *side, const Rules *rules, const Line *line, int multiword) {
    Text form = column(line, 1), head = column(line, 6), relation = column(line, 7), name = {relation.at, 0};
    const char *p = head.at;
    int32_t parent;
    if (!number(&p, head.at + head.length, &parent) || p != head.at + head.length) return REFUSED;
    if (!multiword) {
        int failed = add_token(side, rules, form);
        if (failed) return failed;
    }
    if (side->words.used >= INT32_MAX || reserve(&side->words, 1, sizeof(Word))) return NO_MEMORY;
    while (name.length < relation.length && name.at[name.length] != ':') name.length++;
    Token token = TOKENS_OF(side)[side->tokens.used - 1];
    Word *word = WORDS(side) + side->words.used++;
    word->form = form;
    word->lemma = column(line, 2);
    word->upos = column(line, 3);
    word->xpos = column(line, 4);
    word->feats = column(line, 5);
    word->relation = rules->strip ? name : relation;
    word->start = token.start;
    word->end = token.end;
    word->parent = parent;
    word->partner = -1;
    word->children = word->right_children = 0;
    word->multiword = (uint8_t)multiword;
    word->bits = (uint8_t)bits_of(&rules->relations, name);
    word->dropped = (uint8_t)(rules->drop && all_punctuation(rules, form_of(side, word)));
    return MORE;
}

/* Heads become indices; no cycle, and as many roots as there may be. */
static int check_tree(Side *side, const Rules *rules, size_t first) {
    size_t n = side->words.used - first, roots = 0;
    Word *words = WORDS(side) + first;
    if (reserve(&side->marks, n, sizeof(int32_t))) return NO_MEMORY;
    int32_t *mark = side->marks.items;
    for (size_t i = 0; i < n; i++) {
        if ((size_t)words[i].parent > n) return REFUSED;
        roots += words[i].parent == 0;
        mark[i] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        size_t at = i + 1;
        while (at && !mark[at - 1]) {
            mark[at - 1] = (int32_t)i + 1;
            at = (size_t)words[at - 1].parent;
        }
        if (at && mark[at - 1] == (int32_t)i + 1) return REFUSED; /* where this very path came by */
    }
    for (size_t i = 0; i < n; i++) {
        words[i].parent = words[i].parent ? (int32_t)first + words[i].parent - 1 : -1;
        if (words[i].parent >= 0) WORDS(side)[words[i].parent].children += words[i].bits / FUNCTION;
    }
    return roots > 1 && !rules->equal_tokens ? REFUSED : MORE;
}

/* The next sentence, added to what is read; INCOMPLETE if it does not end in the buffer. */
int read_sentence(Side *side, const Rules *rules) {
    Sentence sentence = {side->tokens.used, side->words.used, side->text.used, 0};
    int32_t words = 0, last = 0; /* `last`: of the multiword token */
    int started = 0, failed;
    Line line;
    for (;;) {
        failed = next_line(side, &line);
        if (failed == ENDED && started && rules->equal_tokens) break;
        if (failed) return failed == ENDED && started ? REFUSED : failed;
        if (!started && line.start < line.end && *line.start == '#') continue;
        started = 1;
        if (line.start == line.end) break;
        if (line.tabs != TABS) return REFUSED;
        const char *p = line.start;
        int32_t id, to;
        if (!number(&p, line.tab[0], &id)) return REFUSED;
        if (p == line.tab[0]) {
            if (id != words + 1) return REFUSED;
            if ((failed = add_word(side, rules, &line, ++words <= last))) return failed;
            continue;
        }
        char sign = *p++;
        if (rules->equal_tokens || !number(&p, line.tab[0], &to) || p != line.tab[0]) return REFUSED;
        if (sign == '.') continue; /* an empty node */
        if (sign != '-' || words < last || id != words + 1 || to < id) return REFUSED;
        last = to;
        if ((failed = add_token(side, rules, column(&line, 1)))) return failed;
    }
    if (!words || words < last) return REFUSED;
    if ((failed = check_tree(side, rules, sentence.word))) return failed;
    sentence.end = side->text.used;
    if (reserve(&side->sentences, 1, sizeof sentence)) return NO_MEMORY;
    SENTENCES_OF(side)[side->sentences.used++] = sentence;
    return MORE;
}
