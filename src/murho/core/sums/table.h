/* Numbers for keys of 64 bits, 0, 1, 2 ... as they first come. */
#ifndef MURHO_TABLE_H
#define MURHO_TABLE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST_KEYS ((size_t)1 << 31)

typedef struct {
    int64_t *key; /* by number */
    uint32_t *slot; /* a number and 1, or 0 where nothing is */
    size_t count, room, slots;
} Table;

/* `slots` is a power of two; the highest bits of the product are the best mixed. */
static inline size_t home(uint64_t mixed, size_t slots) {
    return slots ? (size_t)((mixed * 0x9E3779B97F4A7C15u) >> 20) & (slots - 1) : 0;
}

static inline void table_free(Table *t) {
    free(t->key);
    free(t->slot);
    memset(t, 0, sizeof *t);
}

/* The next size of an array that grows by one: a quarter more, so that little of it is empty. */
static inline size_t more_room(size_t room) { return room + room / 4 + 16; }

static inline int table_rehash(Table *t, size_t slots) {
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (!slot) return -1;
    for (size_t i = 0; i < t->count; i++) {
        size_t at = home((uint64_t)t->key[i], slots);
        while (slot[at]) at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)i + 1;
    }
    free(t->slot);
    t->slot = slot;
    t->slots = slots;
    return 0;
}

/* The number of a key, or -1. */
static inline int64_t table_find(const Table *t, int64_t key) {
    if (!t->slots) return -1;
    for (size_t at = home((uint64_t)key, t->slots); t->slot[at]; at = (at + 1) & (t->slots - 1))
        if (t->key[t->slot[at] - 1] == key) return t->slot[at] - 1;
    return -1;
}

/* The number of a key, a new one if need be; -1 where there is no memory. */
static inline int64_t table_number(Table *t, int64_t key) {
    int64_t found = table_find(t, key);
    if (found >= 0) return found;
    if (t->count >= MOST_KEYS) return -1;
    if (3 * (t->count + 1) > 2 * t->slots && table_rehash(t, t->slots ? 2 * t->slots : 16) < 0) return -1;
    if (t->count == t->room) {
        size_t room = more_room(t->room);
        int64_t *grown = realloc(t->key, room * sizeof *grown);
        if (!grown) return -1;
        t->key = grown;
        t->room = room;
    }
    size_t at = home((uint64_t)key, t->slots);
    while (t->slot[at]) at = (at + 1) & (t->slots - 1);
    t->key[t->count++] = key;
    t->slot[at] = (uint32_t)t->count;
    return (int64_t)t->count - 1;
}

#endif
