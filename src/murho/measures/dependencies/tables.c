/* Arrays that grow, names with bits, strings told by number. */
#include "scoring.h"

int grow(Array *a, size_t more, size_t size) {
    size_t room = a->room ? a->room : 64;
    if (more > SIZE_MAX / 4 / size - a->used) return NO_MEMORY;
    while (room - a->used < more) room *= 2;
    void *items = realloc(a->items, room * size);
    if (!items) return NO_MEMORY;
    a->items = items;
    a->room = room;
    return MORE;
}

static size_t hash(Text t) {
    uint64_t h = t.length;
    for (size_t i = 0; i < t.length; i++) h = (h ^ (unsigned char)t.at[i]) * 0x9E3779B97F4A7C15u;
    return (size_t)(h >> 32);
}

/* Names are short, and known at their ends. */
static size_t slot_of(Text t) {
    if (!t.length) return 0;
    return (t.length * 31 + (unsigned char)t.at[0] * 7 + (unsigned char)t.at[t.length - 1] * 13 +
            (unsigned char)t.at[t.length / 2] * 3) % SLOTS;
}

int add_name(Names *names, Text name, int bits) {
    size_t slot = slot_of(name);
    for (int i = 0; i < SLOTS / 2; i++, slot = (slot + 1) % SLOTS) {
        if (names->name[slot].at) continue;
        names->name[slot] = name;
        names->bits[slot] = (uint8_t)bits;
        return MORE;
    }
    return NO_MEMORY;
}

int bits_of(const Names *names, Text name) {
    for (size_t slot = slot_of(name); names->name[slot].at; slot = (slot + 1) % SLOTS)
        if (same(names->name[slot], name)) return names->bits[slot];
    return names->otherwise;
}

/* Texts are slices of the buffers, which stay; the table is doubled when it is half full. */
int label_of(Labels *labels, Text text, int32_t *number) {
    size_t h = hash(text), room = labels->slots.used;
    if (2 * (labels->texts.used + 1) > room) {
        size_t wider = room ? 2 * room : 64;
        if (reserve(&labels->slots, wider - room, sizeof(int32_t))) return NO_MEMORY;
        int32_t *slots = labels->slots.items;
        memset(slots, 0xff, wider * sizeof *slots);
        labels->slots.used = room = wider;
        for (size_t i = 0; i < labels->texts.used; i++) {
            size_t at = ((size_t *)labels->hashes.items)[i] & (room - 1);
            while (slots[at] >= 0) at = (at + 1) & (room - 1);
            slots[at] = (int32_t)i;
        }
    }
    int32_t *slots = labels->slots.items;
    const Text *texts = labels->texts.items;
    size_t at = h & (room - 1);
    for (; slots[at] >= 0; at = (at + 1) & (room - 1)) {
        if (same(texts[slots[at]], text)) {
            *number = slots[at];
            return MORE;
        }
    }
    if (reserve(&labels->texts, 1, sizeof(Text)) || reserve(&labels->hashes, 1, sizeof(size_t))) return NO_MEMORY;
    *number = slots[at] = (int32_t)labels->texts.used;
    ((Text *)labels->texts.items)[labels->texts.used++] = text;
    ((size_t *)labels->hashes.items)[labels->hashes.used++] = h;
    return MORE;
}
