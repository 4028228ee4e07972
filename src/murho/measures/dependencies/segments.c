/* The walk over both sides, as far as it can be scored by itself each time: segments.py. */
#include "scoring.h"

enum { POLL_EVERY = 4096 }; /* segments */

static void forget(Side *side) { side->words.used = side->tokens.used = side->sentences.used = side->text.used = 0; }

/* Whether the texts agree as far as both go, and, under rules for equal tokens, the tokens and sentences too. */
static int agree(const Job *job, size_t *checked) {
    const Side *g = &job->gold, *s = &job->system;
    size_t both = g->text.used < s->text.used ? g->text.used : s->text.used;
    if (both > *checked && memcmp(CHARACTERS(g) + *checked, CHARACTERS(s) + *checked, both - *checked)) return 0;
    *checked = both;
    if (!job->rules.equal_tokens) return 1;
    if (g->tokens.used != s->tokens.used || g->text.used != s->text.used) return 0;
    for (size_t i = 0; i < g->tokens.used; i++)
        if (TOKENS_OF(g)[i].start != TOKENS_OF(s)[i].start) return 0;
    return 1;
}

static int ends_alike(const Side *g, const Side *s) {
    return g->tokens.used && s->tokens.used &&
           TOKENS_OF(g)[g->tokens.used - 1].start == TOKENS_OF(s)[s->tokens.used - 1].start;
}

/* Score all segments that end in the buffers. Both sides are left where the first one starts that was not scored. */
int run(Job *job) {
    Side *g = &job->gold, *s = &job->system;
    for (size_t segment = 1;; segment++) {
        Side at_gold = *g, at_system = *s;
        size_t checked = 0;
        int ended[2] = {0, 0}, failed = MORE, done = 0;
        while (!done && !failed) {
            size_t a = g->text.used, b = s->text.used;
            ended[0] = ended[1] = 1;
            if (a <= b) ended[0] = failed = read_sentence(g, &job->rules);
            if (b <= a && (failed == MORE || failed == ENDED)) ended[1] = failed = read_sentence(s, &job->rules);
            if (failed == ENDED) failed = MORE;
            if (failed) break;
            int over = ended[0] && ended[1], level = g->text.used == s->text.used;
            if (!agree(job, &checked) || (over && !level)) failed = REFUSED;
            done = level && (over || ends_alike(g, s));
        }
        if (!failed && g->sentences.used) failed = align(job);
        if (!failed && g->sentences.used) failed = count(job);
        if (!failed && segment % POLL_EVERY == 0 && job->poll(job->argument)) failed = INTERRUPTED;
        forget(g);
        forget(s);
        if (failed) {
            g->at = at_gold.at, g->line = at_gold.line;
            s->at = at_system.at, s->line = at_system.line;
            return failed;
        }
        if (ended[0] && ended[1]) return MORE;
    }
}
