/* White space and differences of up to 64 characters at a time, as bits of one word.
 *
 * `unit` is a constant wherever these are called, so each call compiles to the one branch it needs: 0 for UTF-8 bytes,
 * 1, 2 or 4 for code points of that many bytes. White space is what `str.split()` splits at. No function reads outside
 * the characters it is given.
 */
#ifndef MURHO_SPACES_H
#define MURHO_SPACES_H

#include "kernel.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Bits from n up; none for n = 64. */
ALWAYS_INLINE uint64_t bits_from(size_t n) { return n < 64 ? ~(uint64_t)0 << n : 0; }
ALWAYS_INLINE int lowest(uint64_t bits) { return __builtin_ctzll(bits); }
ALWAYS_INLINE int highest(uint64_t bits) { return 63 - __builtin_clzll(bits); }

ALWAYS_INLINE uint64_t load64(const uint8_t *p) { uint64_t v; memcpy(&v, p, 8); return v; }
ALWAYS_INLINE uint32_t load32(const uint8_t *p) { uint32_t v; memcpy(&v, p, 4); return v; }

ALWAYS_INLINE int is_space(uint32_t c) {
    if (c <= 0xa0) return (c - 9 <= 4) | (c - 28 <= 4) | (c == 0x85) | (c == 0xa0);
    return (c == 0x1680) | (c - 0x2000 <= 10) | (c == 0x2028) | (c == 0x2029) | (c == 0x202f) | (c == 0x205f) |
           (c == 0x3000);
}

/* Length in bytes of the white space character beyond ASCII that starts at p in UTF-8, 0 if there is none. Such a
 * sequence starts with a lead byte, so it cannot hide inside another valid one. */
ALWAYS_INLINE size_t wide_space(const uint8_t *p, size_t left) {
    if (p[0] == 0xc2) return left >= 2 && (p[1] == 0x85 || p[1] == 0xa0) ? 2 : 0;
    if (p[0] < 0xe1 || p[0] > 0xe3 || left < 3 || (p[1] & 0xc0) != 0x80 || (p[2] & 0xc0) != 0x80) return 0;
    return is_space((uint32_t)(p[0] & 15) << 12 | (uint32_t)(p[1] & 63) << 6 | (p[2] & 63)) ? 3 : 0;
}

#if defined(__SSE2__)
/* n < 16 bytes, zeros after them. */
ALWAYS_INLINE __m128i load_part(const uint8_t *p, size_t n) {
    uint64_t low = 0, high = 0;
    if (n >= 8) {
        low = load64(p);
        if (n > 8) high = load64(p + n - 8) >> 8 * (16 - n);
    } else if (n >= 4) {
        low = load32(p) | (uint64_t)load32(p + n - 4) << 8 * (n - 4);
    } else if (n) {
        low = p[0] | (uint64_t)p[n / 2] << 8 * (n / 2) | (uint64_t)p[n - 1] << 8 * (n - 1);
    }
    return _mm_set_epi64x((int64_t)high, (int64_t)low);
}
ALWAYS_INLINE __m128i load16(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)p); }
ALWAYS_INLINE __m128i between8(__m128i v, int first, int count) {
    __m128i from = _mm_sub_epi8(v, _mm_set1_epi8((char)first));
    return _mm_cmpeq_epi8(_mm_min_epu8(from, _mm_set1_epi8((char)(count - 1))), from);
}
ALWAYS_INLINE __m128i between16(__m128i v, int first, int count) {
    __m128i from = _mm_sub_epi16(v, _mm_set1_epi16((short)first));
    return _mm_cmpeq_epi16(_mm_subs_epu16(from, _mm_set1_epi16((short)(count - 1))), _mm_setzero_si128());
}
ALWAYS_INLINE uint64_t spaces_8(__m128i v, int unit) {
    __m128i found = _mm_or_si128(between8(v, 9, 5), between8(v, 28, 5));
    if (unit) {
        found = _mm_or_si128(found, _mm_cmpeq_epi8(v, _mm_set1_epi8((char)0x85)));
        found = _mm_or_si128(found, _mm_cmpeq_epi8(v, _mm_set1_epi8((char)0xa0)));
    }
    return (uint64_t)_mm_movemask_epi8(found);
}
ALWAYS_INLINE uint64_t spaces_16(__m128i v) {
    __m128i found = _mm_or_si128(between16(v, 9, 5), between16(v, 28, 5));
    found = _mm_or_si128(found, _mm_cmpeq_epi16(v, _mm_set1_epi16(0x85)));
    found = _mm_or_si128(found, _mm_cmpeq_epi16(v, _mm_set1_epi16(0xa0)));
    found = _mm_or_si128(found, _mm_cmpeq_epi16(v, _mm_set1_epi16(0x1680)));
    found = _mm_or_si128(found, between16(v, 0x2000, 11));
    found = _mm_or_si128(found, between16(v, 0x2028, 2));
    found = _mm_or_si128(found, _mm_cmpeq_epi16(v, _mm_set1_epi16(0x202f)));
    found = _mm_or_si128(found, _mm_cmpeq_epi16(v, _mm_set1_epi16(0x205f)));
    found = _mm_or_si128(found, _mm_cmpeq_epi16(v, _mm_set1_epi16(0x3000)));
    return (uint64_t)_mm_movemask_epi8(_mm_packs_epi16(found, _mm_setzero_si128()));
}
/* Blocks of 16 bytes; the last one overlaps the one before, so that nothing outside is read. */
#define BY_BLOCKS(mask, n, step, limit, bits_at)                                \
    for (size_t at_ = 0; at_ < (limit); at_ += (step)) {                        \
        size_t at = at_ < (n) - (step) ? at_ : (n) - (step);                    \
        (mask) |= (bits_at) << at;                                              \
    }
#endif

/* Bit i: character i of n <= 64 is white space (of UTF-8: an ASCII one). Bits from n on are 0. */
ALWAYS_INLINE uint64_t spaces(const uint8_t *p, size_t n, int unit) {
    uint64_t mask = 0;
#if defined(__SSE2__)
    if (unit <= 1) {
        if (n < 16) return spaces_8(load_part(p, n), unit);
        BY_BLOCKS(mask, n, 16, 64, spaces_8(load16(p + at), unit))
        return mask;
    }
    if (unit == 2) {
        if (n < 8) return spaces_16(load_part(p, 2 * n));
        BY_BLOCKS(mask, n, 8, n, spaces_16(load16(p + 2 * at)))
        return mask;
    }
#endif
    for (size_t i = 0; i < n; i++) {
        uint32_t c = unit == 4 ? load32(p + 4 * i) : p[i];
        if (unit == 2) {
            uint16_t two;
            memcpy(&two, p + 2 * i, 2);
            c = two;
        }
        mask |= (uint64_t)(unit == 0 ? c < 128 && is_space(c) : is_space(c)) << i;
    }
    return mask;
}

/* Bit i: byte i of n <= 64 may start a white space character beyond ASCII. Bits from n on are 0. */
ALWAYS_INLINE uint64_t lead_bytes(const uint8_t *p, size_t n) {
    uint64_t mask = 0;
#if defined(__SSE2__)
#define LEAD(v) \
    ((uint64_t)_mm_movemask_epi8(_mm_or_si128(between8(v, 0xe1, 3), _mm_cmpeq_epi8(v, _mm_set1_epi8((char)0xc2)))))
    if (n < 16) return LEAD(load_part(p, n));
    BY_BLOCKS(mask, n, 16, 64, LEAD(load16(p + at)))
#else
    for (size_t i = 0; i < n; i++) mask |= (uint64_t)(p[i] == 0xc2 || (p[i] >= 0xe1 && p[i] <= 0xe3)) << i;
#endif
    return mask;
}

/* Bit i: of n <= 64 characters, the i-th of a is not that of b. Bits from n on are 0. */
ALWAYS_INLINE uint64_t differences(const uint8_t *a, const uint8_t *b, size_t n, int unit) {
    uint64_t mask = 0;
#if defined(__SSE2__)
    if (unit <= 1) {
#define UNLIKE_8(x, y) ((uint64_t)(_mm_movemask_epi8(_mm_cmpeq_epi8(x, y)) ^ 0xffff))
        if (n < 16) return UNLIKE_8(load_part(a, n), load_part(b, n));
        BY_BLOCKS(mask, n, 16, 64, UNLIKE_8(load16(a + at), load16(b + at)))
        return mask;
    }
    if (unit == 2) {
#define UNLIKE_16(x, y) \
    ((uint64_t)(_mm_movemask_epi8(_mm_packs_epi16(_mm_cmpeq_epi16(x, y), _mm_setzero_si128())) ^ 0xff))
        if (n < 8) return UNLIKE_16(load_part(a, 2 * n), load_part(b, 2 * n));
        BY_BLOCKS(mask, n, 8, n, UNLIKE_16(load16(a + 2 * at), load16(b + 2 * at)))
        return mask;
    }
#endif
    size_t width = unit ? (size_t)unit : 1;
    for (size_t i = 0; i < n; i++) mask |= (uint64_t)(memcmp(a + i * width, b + i * width, width) != 0) << i;
    return mask;
}

/* Bit i of map[b]: character 64 b + i of n is white space; whatever follows the last character counts as white space
 * too. The map has n / 64 + 1 words. */
ALWAYS_INLINE void map_spaces(uint64_t *map, const uint8_t *p, size_t n, int unit) {
    size_t width = unit ? (size_t)unit : 1;
    uint64_t carried = 0; /* of a UTF-8 sequence that reaches into the next block */
    for (size_t at = 0; at <= n; at += 64) {
        size_t here = n - at < 64 ? n - at : 64;
        uint64_t mask = spaces(p + at * width, here, unit) | bits_from(here) | carried;
        carried = 0;
        if (unit == 0) {
            for (uint64_t leads = lead_bytes(p + at, here); leads; leads &= leads - 1) {
                size_t i = (size_t)lowest(leads), length = wide_space(p + at + i, n - at - i);
                if (!length) continue;
                uint64_t run = ((uint64_t)1 << length) - 1;
                mask |= run << i;
                if (i + length > 64) carried = run >> (64 - i);
            }
        }
        map[at / 64] = mask;
    }
}

#endif
