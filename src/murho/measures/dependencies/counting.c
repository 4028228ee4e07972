/* What is right, per gold sentence and per word: twin.py, `score` and `right`. */
#include "scoring.h"

static int by_bytes(const void *a, const void *b) {
    const Text *x = a, *y = b;
    size_t both = x->length < y->length ? x->length : y->length;
    int order = memcmp(x->at, y->at, both);
    return order ? order : (x->length > y->length) - (x->length < y->length);
}

/* The universal features of a column, sorted, as they mostly are, after those that are in `parts`. */
static int universal(Job *job, Text feats) {
    const char *stop = feats.at + feats.length;
    size_t first = job->parts.used;
    int sorted = 1;
    for (const char *p = feats.at; p <= stop;) {
        const char *end = p, *sign = NULL;
        for (; end < stop && *end != '|'; end++)
            if (!sign && *end == '=') sign = end;
        if (bits_of(&job->rules.features, (Text){p, (size_t)((sign ? sign : end) - p)})) {
            if (reserve(&job->parts, 1, sizeof(Text))) return NO_MEMORY;
            Text *part = (Text *)job->parts.items + job->parts.used++;
            *part = (Text){p, (size_t)(end - p)};
            sorted = sorted && (job->parts.used - first == 1 || by_bytes(part - 1, part) <= 0);
        }
        p = end + 1;
    }
    if (!sorted) qsort((Text *)job->parts.items + first, job->parts.used - first, sizeof(Text), by_bytes);
    return MORE;
}

static int same_features(Job *job, Text a, Text b, int *failed) {
    if (same(a, b)) return 1;
    if (!job->rules.universal_features) return 0;
    job->parts.used = 0;
    if ((*failed = universal(job, a))) return 0;
    size_t n = job->parts.used;
    if ((*failed = universal(job, b)) || job->parts.used != 2 * n) return 0;
    const Text *parts = job->parts.items;
    for (size_t i = 0; i < n; i++)
        if (!same(parts[i], parts[n + i])) return 0;
    return 1;
}

/* What is right about a gold word and its partner; MLAS comes later, when all the children are known. */
static int flags_of(Job *job, size_t g, int *failed) {
    const Word *words = WORDS(&job->gold), *ours = words + g;
    const Word *answers = WORDS(&job->system), *theirs = answers + ours->partner;
    int upos = same(ours->upos, theirs->upos), xpos = same(ours->xpos, theirs->xpos);
    int ufeats = same_features(job, ours->feats, theirs->feats, failed);
    int blank = job->rules.free_lemmas && ours->lemma.length == 1 && ours->lemma.at[0] == '_';
    int lemmas = blank || same(ours->lemma, theirs->lemma);
    int parent = theirs->parent < 0 ? -1 : answers[theirs->parent].partner < 0 ? -2 : answers[theirs->parent].partner;
    int uas = ours->parent == parent, la = same(ours->relation, theirs->relation), las = uas && la;
    int content = ours->bits & CONTENT, clas = las && content;
    return 1 << IS_ALIGNED | upos << IS_UPOS | xpos << IS_XPOS | ufeats << IS_UFEATS |
           (upos && xpos && ufeats) << IS_ALL_TAGS | lemmas << IS_LEMMAS | uas << IS_UAS | las << IS_LAS | la << IS_LA |
           clas << IS_CLAS | (clas && upos && ufeats) << IS_MLAS | (clas && lemmas) << IS_BLEX | content << IS_CONTENT;
}

/* The flags of all pairs into `flags`; a function word that is right is told to its head. */
static int flag_pairs(Job *job) {
    size_t n = job->gold.words.used;
    Word *words = WORDS(&job->gold), *answers = WORDS(&job->system);
    job->flags.used = 0;
    if (reserve(&job->flags, n + 1, sizeof(int32_t))) return NO_MEMORY;
    int32_t *flags = job->flags.items;
    for (size_t g = 0; g < n; g++) {
        int failed = MORE, f = words[g].partner < 0 ? (words[g].bits & CONTENT) << IS_CONTENT : flags_of(job, g, &failed);
        if (failed) return failed;
        flags[g] = f;
        if (words[g].bits & FUNCTION && f >> IS_LAS & f >> IS_UPOS & f >> IS_UFEATS & 1 && words[g].parent >= 0)
            words[words[g].parent].right_children++;
    }
    for (size_t g = 0; g < n; g++) {
        if (words[g].partner < 0) continue;
        const Word *theirs = answers + words[g].partner;
        if (words[g].children != theirs->children || words[g].children != words[g].right_children)
            flags[g] &= ~(1 << IS_MLAS);
        flags[g] |= (theirs->bits & CONTENT) << IS_SYSTEM_CONTENT;
    }
    return MORE;
}

/* Depths of all words of a side, in `marks`; a path is walked up to a word whose depth is known, and down again. */
static int find_depths(Side *side) {
    size_t n = side->words.used;
    const Word *words = WORDS(side);
    if (reserve(&side->marks, 2 * n, sizeof(int32_t))) return NO_MEMORY;
    int32_t *depth = side->marks.items, *above = depth + n;
    memset(depth, 0xff, n * sizeof *depth);
    for (size_t i = 0; i < n; i++) {
        size_t steps = 0;
        int32_t at = (int32_t)i;
        for (; at >= 0 && depth[at] < 0; at = words[at].parent) above[steps++] = at;
        int32_t known = at < 0 ? -1 : depth[at];
        while (steps) depth[above[--steps]] = ++known;
    }
    return MORE;
}

/* A side's part of a row: word, head, depth, upos, deprel. */
static int describe(Job *job, const Side *side, int32_t word, size_t first, int32_t *out) {
    for (int i = 0; i < 5; i++) out[i] = -1;
    if (word < 0) return MORE;
    const Word *w = WORDS(side) + word;
    out[0] = word - (int32_t)first + 1;
    out[1] = w->parent < 0 ? 0 : w->parent - (int32_t)first + 1;
    out[2] = ((int32_t *)side->marks.items)[word];
    int failed = label_of(&job->labels, w->upos, &out[3]);
    return failed ? failed : label_of(&job->labels, w->relation, &out[4]);
}

/* The first word of the sentence that holds a word. */
static size_t sentence_start(const Side *side, size_t word) {
    const Sentence *sentences = SENTENCES_OF(side);
    size_t low = 0, high = side->sentences.used;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (sentences[middle].word <= word) low = middle;
        else high = middle;
    }
    return sentences[low].word;
}

static int add_row(Job *job, int32_t sentence, int32_t g, int32_t s, int32_t flags) {
    if (reserve(&job->rows, ROW, sizeof(int32_t))) return NO_MEMORY;
    int32_t *row = (int32_t *)job->rows.items + job->rows.used;
    row[0] = sentence;
    row[ROW - 1] = flags;
    int failed = describe(job, &job->gold, g, g < 0 ? 0 : sentence_start(&job->gold, (size_t)g), row + 1);
    if (!failed) failed = describe(job, &job->system, s, s < 0 ? 0 : sentence_start(&job->system, (size_t)s), row + 6);
    job->rows.used += ROW;
    return failed;
}

/* Flags are counted side by side, a byte for each, and brought home before a byte could overflow. */
enum { FLAGS = IS_BLEX + 1, MOST = 255 };
typedef struct {
    uint64_t low, high; /* the first eight flags, and those after them */
    int words;
} Tally;

/* Bit i of eight as the lowest bit of byte i. */
static inline uint64_t spread(uint32_t bits) {
    const uint64_t carry = 0x7f7f7f7f7f7f7f7fu;
    uint64_t copies = (bits & 0xff) * 0x0101010101010101u & 0x8040201008040201u;
    return ((copies + carry) | copies) >> 7 & 0x0101010101010101u;
}

static void bring_home(int64_t *at, Tally *tally) {
    for (int i = 0; i < FLAGS; i++) {
        int count = (int)((i < 8 ? tally->low >> 8 * i : tally->high >> 8 * (i - 8)) & 0xff);
        at[i < IS_CLAS ? ALIGNED + i : CLAS + i - IS_CLAS] += count;
    }
    *tally = (Tally){0, 0, 0};
}

static void count_word(int64_t *at, Tally *tally, const Word *word, int32_t flags) {
    at[GOLD_WORDS]++;
    at[GOLD_CONTENT] += word->bits & CONTENT;
    at[GOLD_ROOTS] += word->parent < 0;
    at[ROOTS] += word->parent < 0 && flags >> IS_UAS & 1;
    at[ALIGNED_CONTENT] += word->bits & CONTENT && word->partner >= 0;
    tally->low += spread((uint32_t)flags);
    tally->high += spread((uint32_t)flags >> 8 & 0xf);
    if (++tally->words == MOST) bring_home(at, tally);
}

/* The counts of the segment's gold sentences. */
int count(Job *job) {
    Side *gold = &job->gold, *system = &job->system;
    size_t n = gold->sentences.used, token = 0, word = 0, other = 0;
    if (reserve(&job->counts, n * COUNTS, sizeof(int64_t))) return NO_MEMORY;
    int failed = flag_pairs(job);
    if (!failed && job->want_rows) failed = find_depths(gold);
    if (!failed && job->want_rows) failed = find_depths(system);
    if (failed) return failed;
    const int32_t *flags = job->flags.items;
    const Token *tokens = TOKENS_OF(gold), *theirs = TOKENS_OF(system);
    const Word *words = WORDS(gold), *answers = WORDS(system);
    const Sentence *others = SENTENCES_OF(system);
    for (size_t i = 0; i < n; i++) {
        const Sentence *sentence = SENTENCES_OF(gold) + i;
        int64_t *at = (int64_t *)job->counts.items + job->counts.used;
        int32_t number = (int32_t)(job->counts.used / COUNTS);
        size_t stop = i + 1 < n ? sentence[1].word : gold->words.used, begin = word;
        size_t last = i + 1 < n ? sentence[1].token : gold->tokens.used;
        Tally tally = {0, 0, 0};
        memset(at, 0, COUNTS * sizeof *at);
        at[GOLD_SENTENCES] = 1;
        at[GOLD_TOKENS] = (int64_t)(last - sentence->token);
        for (; other < system->sentences.used && others[other].start < sentence->end; other++) {
            at[SYSTEM_SENTENCES]++;
            at[SENTENCES] += others[other].start == sentence->start && others[other].end == sentence->end;
        }
        for (size_t t = sentence->token; t < last || (token < system->tokens.used && theirs[token].start < sentence->end);) {
            if (t < last && (token == system->tokens.used || tokens[t].start < theirs[token].start)) {
                t++;
            } else {
                if (t < last && tokens[t].start == theirs[token].start) at[TOKENS] += tokens[t++].end == theirs[token].end;
                at[SYSTEM_TOKENS]++;
                token++;
            }
        }
        for (size_t g = sentence->word; g < stop; g++) {
            if (words[g].dropped) continue;
            count_word(at, &tally, words + g, flags[g]);
            if (job->want_rows && (failed = add_row(job, number, (int32_t)g, words[g].partner, flags[g]))) return failed;
        }
        bring_home(at, &tally);
        for (; word < system->words.used && answers[word].start < sentence->end; word++) {
            if (answers[word].dropped) continue;
            at[SYSTEM_WORDS]++;
            at[SYSTEM_CONTENT] += answers[word].bits & CONTENT;
        }
        for (size_t s = begin; job->want_rows && s < word; s++) {
            if (answers[s].dropped || answers[s].partner >= 0) continue;
            int32_t f = (answers[s].bits & CONTENT) << IS_SYSTEM_CONTENT;
            if ((failed = add_row(job, number, -1, (int32_t)s, f))) return failed;
        }
        int whole = at[SENTENCES] == 1 && at[SYSTEM_WORDS] == at[GOLD_WORDS];
        at[EXACT_UAS] = whole && at[UAS] == at[GOLD_WORDS];
        at[EXACT_LAS] = whole && at[LAS] == at[GOLD_WORDS];
        job->counts.used += COUNTS;
    }
    return MORE;
}
