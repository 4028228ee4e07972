/* Numbers on one fixed grid, wide enough for every sum of doubles and of their products.
 *
 * Place p counts multiples of 2^(32·p - UNIT). A place holds 64 bits where 32 would do, so that much can be added before
 * anything is carried.
 */
#ifndef MURHO_WIDE_H
#define MURHO_WIDE_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "doubles must be rounded to 53 bits at every step"
#endif

#define UNIT 4416   /* fourth powers of subnormals end at 2^-4349 */
#define PLACES 274  /* up to 2^4352: 2^63 times the fourth power of the largest double, and much to spare */
#define LOW_HALF 0xffffffffLL
#define FULL ((int64_t)1 << 62)

typedef struct {
    int64_t at[PLACES];
    int low, high; /* places from low to high - 1 may differ from 0 */
    int negative;  /* once settled: at[] is the magnitude, 0..2^32-1 each */
} Wide;

/* What two doubles had no room for: `count` places from `first` on. */
typedef struct {
    int32_t first, count;
    int64_t at[];
} Rest;

typedef struct {
    int place;
    int64_t part[3];
} Parts;

/* v · 2^-lift, for finite v. */
static inline Parts parts_of(double v, int lift) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & (((uint64_t)1 << 52) - 1);
    if (exponent) mantissa |= (uint64_t)1 << 52;
    else exponent = 1; /* a subnormal */
    int bit = exponent - 1075 - lift + UNIT;
    int shift = bit & 31;
    int64_t sign = bits >> 63 ? -1 : 1;
    uint64_t low = (mantissa & LOW_HALF) << shift, high = (mantissa >> 32) << shift;
    return (Parts){bit >> 5,
                   {sign * (int64_t)(low & LOW_HALF), sign * (int64_t)((low >> 32) + (high & LOW_HALF)),
                    sign * (int64_t)(high >> 32)}};
}

/* ------------------------------------------------------------------ a rest */

/* Room for places from `first` to `last`; NULL where there is no memory, and the old one is as it was. */
static inline Rest *widened(Rest *old, int first, int last) {
    if (old) {
        if (first >= old->first && last < old->first + old->count) return old;
        if (first > old->first) first = old->first;
        if (last < old->first + old->count - 1) last = old->first + old->count - 1;
    }
    Rest *fresh = calloc(1, sizeof(Rest) + (size_t)(last - first + 1) * sizeof(int64_t));
    if (!fresh) return NULL;
    fresh->first = first;
    fresh->count = last - first + 1;
    if (old) {
        memcpy(fresh->at + (old->first - first), old->at, (size_t)old->count * sizeof(int64_t));
        free(old);
    }
    return fresh;
}

/* Add `count` places from `place` on, each below 2^34 in magnitude; 0, or -1 where there is no memory. */
static inline int rest_add(Rest **rest, int place, const int64_t *part, int count) {
    while (count && !part[0]) place++, part++, count--;
    while (count && !part[count - 1]) count--;
    if (!count) return 0;
    Rest *r = widened(*rest, place, place + count - 1);
    if (!r) return -1;
    *rest = r;
    int full = 0;
    for (int k = 0; k < count; k++) {
        int64_t *at = &r->at[place - r->first + k];
        *at += part[k];
        full |= *at > FULL || *at < -FULL;
    }
    if (!full) return 0;
    int64_t above = r->at[r->count - 1];
    if (above > FULL >> 1 || above < -(FULL >> 1)) {
        r = widened(r, r->first, r->first + r->count);
        if (!r) return -1; /* the sum is right still, and may be carried at the next chance */
        *rest = r;
    }
    for (int k = 0; k + 1 < r->count; k++) {
        r->at[k + 1] += r->at[k] >> 32;
        r->at[k] &= LOW_HALF;
    }
    return 0;
}

/* ------------------------------------------------------------------ a number by itself */

static inline void wide_clear(Wide *w) {
    memset(w, 0, sizeof *w);
    w->low = PLACES;
}

static inline void wide_place(Wide *w, int place, int64_t part) {
    if (!part) return;
    w->at[place] += part;
    if (place < w->low) w->low = place;
    if (place >= w->high) w->high = place + 1;
}

static inline void wide_double(Wide *w, double v) {
    if (v == 0) return;
    Parts p = parts_of(v, 0);
    for (int k = 0; k < 3; k++) wide_place(w, p.place + k, p.part[k]);
}

static inline void wide_rest(Wide *w, const Rest *rest) {
    if (rest)
        for (int k = 0; k < rest->count; k++) wide_place(w, rest->first + k, rest->at[k]);
}

/* Carry; what is left above the highest place, with its sign. */
static inline int64_t wide_carry(Wide *w) {
    int64_t carry = 0;
    for (int k = w->low; k < w->high; k++) {
        int64_t sum = w->at[k] + carry;
        w->at[k] = sum & LOW_HALF;
        carry = sum >> 32;
    }
    return carry;
}

/* Sign and magnitude, without places that are 0 at either end. */
static inline void wide_settle(Wide *w) {
    int64_t above = wide_carry(w);
    w->negative = above < 0;
    if (w->negative) {
        for (int k = w->low; k < w->high; k++) w->at[k] = -w->at[k];
        above = -above + wide_carry(w);
    }
    while (above) {
        w->at[w->high++] = above & LOW_HALF;
        above >>= 32;
    }
    while (w->high > w->low && !w->at[w->high - 1]) w->high--;
    while (w->high > w->low && !w->at[w->low]) w->low++;
}

/* The bit `bit` of a settled number. */
static inline int wide_bit(const Wide *w, int bit) {
    int place = bit >> 5;
    return place >= w->low && place < w->high && (w->at[place] >> (bit & 31) & 1);
}

/* A settled number rounded once, to the nearest double, ties to even; may be infinite. */
static inline double wide_round(const Wide *w) {
    if (w->high <= w->low) return 0.0;
    int top = 32 * (w->high - 1);
    for (int64_t v = w->at[w->high - 1]; v >>= 1;) top++;
    int last = top - 52; /* the lowest bit of the double */
    if (last < UNIT - 1074) last = UNIT - 1074;
    uint64_t mantissa = 0;
    for (int place = w->high - 1; place >= w->low && 32 * place + 31 >= last; place--) {
        int shift = 32 * place - last;
        mantissa |= shift >= 0 ? (uint64_t)w->at[place] << shift : (uint64_t)w->at[place] >> -shift;
    }
    if (wide_bit(w, last - 1)) { /* half or more is left over */
        int more = 0;
        for (int place = w->low; place < w->high && 32 * place < last - 1 && !more; place++) {
            int bits = last - 1 - 32 * place;
            more = bits >= 32 ? w->at[place] != 0 : (w->at[place] & (((int64_t)1 << bits) - 1)) != 0;
        }
        mantissa += more || mantissa & 1;
    }
    double magnitude = ldexp((double)mantissa, last - UNIT);
    return w->negative ? -magnitude : magnitude;
}

/* The settled number less v, settled again. */
static inline void wide_less(Wide *w, double v) {
    if (w->negative)
        for (int k = w->low; k < w->high; k++) w->at[k] = -w->at[k];
    wide_double(w, -v);
    wide_settle(w);
}

#endif
