/* Scores of dependency trees; twin.py, aligning.py, segments.py and reading.py say the same in Python.
 *
 * Texts are slices of the two buffers that were given; nothing of a word is copied but its characters, without the
 * spaces that are ignored, into the text of its side. All places are counted from where the segment starts.
 */
#ifndef MURHO_SCORING_H
#define MURHO_SCORING_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What a function comes back with. MORE: something was read. REFUSED: the twin will say why. */
enum { MORE, ENDED, INCOMPLETE, REFUSED, NO_MEMORY, INTERRUPTED };

enum { CONTENT = 1, FUNCTION = 2 };

/* Counts of a gold sentence, in the order of columns.COUNTS. */
enum {
    GOLD_TOKENS, SYSTEM_TOKENS, TOKENS, GOLD_SENTENCES, SYSTEM_SENTENCES, SENTENCES, GOLD_WORDS, SYSTEM_WORDS, ALIGNED,
    UPOS, XPOS, UFEATS, ALL_TAGS, LEMMAS, UAS, LAS, LA, GOLD_CONTENT, SYSTEM_CONTENT, ALIGNED_CONTENT, CLAS, MLAS, BLEX,
    EXACT_UAS, EXACT_LAS, GOLD_ROOTS, ROOTS, COUNTS
};

/* Flags of a pair of words, in the order of columns.FLAGS. The first twelve are counted from ALIGNED on, see counting.c. */
enum {
    IS_ALIGNED, IS_UPOS, IS_XPOS, IS_UFEATS, IS_ALL_TAGS, IS_LEMMAS, IS_UAS, IS_LAS, IS_LA, IS_CLAS, IS_MLAS, IS_BLEX,
    IS_CONTENT, IS_SYSTEM_CONTENT
};

enum { ROW = 12 }; /* numbers in a row: columns.Row */

/* The longest common subsequence is looked for in regions of at most so many pairs of words; aligning.py has it too. */
#define LARGEST_REGION ((size_t)1 << 24)

typedef struct {
    const char *at;
    size_t length;
} Text;

static inline uint64_t load64(const char *p) { uint64_t v; memcpy(&v, p, 8); return v; }
static inline uint32_t load32(const char *p) { uint32_t v; memcpy(&v, p, 4); return v; }

/* Most are short: two loads, which may overlap, see all of them. */
static inline int same(Text a, Text b) {
    size_t n = a.length;
    if (n != b.length) return 0;
    if (n > 16) return !memcmp(a.at, b.at, n);
    if (n >= 8) return load64(a.at) == load64(b.at) && load64(a.at + n - 8) == load64(b.at + n - 8);
    if (n >= 4) return load32(a.at) == load32(b.at) && load32(a.at + n - 4) == load32(b.at + n - 4);
    for (size_t i = 0; i < n; i++)
        if (a.at[i] != b.at[i]) return 0;
    return 1;
}

/* An array that grows: `items` of any type. */
typedef struct {
    void *items;
    size_t used, room;
} Array;

int grow(Array *a, size_t more, size_t size);

/* Room for so many items more, all of one size. */
static inline int reserve(Array *a, size_t more, size_t size) {
    return a->room - a->used >= more ? MORE : grow(a, more, size);
}

/* Some dozen names, each with bits; `otherwise` for every other name. */
enum { SLOTS = 256 };
typedef struct {
    Text name[SLOTS];
    uint8_t bits[SLOTS];
    uint8_t otherwise;
} Names;

int add_name(Names *names, Text name, int bits);
int bits_of(const Names *names, Text name);

typedef struct {
    int equal_tokens, all_spaces, universal_features, free_lemmas, drop, strip;
    Names relations; /* CONTENT, FUNCTION */
    Names features;  /* 1 for a universal one */
    const uint8_t *punctuation; /* a bit for each character */
    size_t characters;          /* how many have one */
} Rules;

typedef struct {
    size_t start, end;
} Token;

typedef struct {
    Text form; /* of a word in a multiword token; other forms stand in the side's text */
    Text lemma, upos, xpos, feats, relation;
    size_t start, end;
    int32_t parent;  /* index of the head, -1 for a root */
    int32_t partner; /* index of the word it is aligned with, -1 for none */
    int32_t children, right_children; /* function words below it, and those of them that are right */
    uint8_t multiword, dropped, bits;
} Word;

typedef struct {
    size_t token, word; /* where they start */
    size_t start, end;
} Sentence;

/* One side: what was read of it since the last segment, and where to go on. */
typedef struct {
    const char *at, *stop;
    size_t line; /* lines passed */
    int final;   /* nothing follows `stop` */
    Array words, tokens, sentences, text, marks;
} Side;

#define WORDS(side) ((Word *)(side)->words.items)
#define TOKENS_OF(side) ((Token *)(side)->tokens.items)
#define SENTENCES_OF(side) ((Sentence *)(side)->sentences.items)
#define CHARACTERS(side) ((char *)(side)->text.items)

Text form_of(const Side *side, const Word *word);

/* Strings that are told by number, in the order in which they came. */
typedef struct {
    Array texts, hashes, slots;
} Labels;

int label_of(Labels *labels, Text text, int32_t *number);

typedef struct {
    Rules rules;
    Side gold, system;
    Array counts; /* int64_t, COUNTS per gold sentence */
    Array rows;   /* int32_t, ROW per row */
    int want_rows;
    Labels labels;
    Array folded, skips, places, parts, flags; /* scratch */
    int (*poll)(void *);              /* whether to stop */
    int (*lower)(void *, Text, Array *out); /* append a text beyond ASCII in lower case */
    void *argument;
} Job;

int read_sentence(Side *side, const Rules *rules);
int align(Job *job);
int count(Job *job);
int run(Job *job);

#endif
