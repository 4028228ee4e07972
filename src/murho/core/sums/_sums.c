/* Exact sums of doubles in cells, and what numbers clusters; see __init__.py for what is computed, twin.py for the same.
 *
 * A sum is kept as two doubles: what their addition rounds away is known exactly (Knuth), so the second takes what the
 * first has lost. What the second loses in turn, which only numbers of very different size bring about, goes to a rest
 * on a fixed grid (wide.h). The sum is all three together, and no step of it is rounded. Additions must not be fused
 * with multiplications: see the flags of the extension in pyproject.toml.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>

#include "table.h"
#include "wide.h"

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#define SOON(address) __builtin_prefetch(address, 1)
#else
#define INLINE static inline
#define SOON(address) ((void)(address))
#endif
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__) && \
    !defined(__SANITIZE_ADDRESS__)
#define CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define CLONES
#endif

#define TALLY 16 /* columns of a tally: those of enum column */
#define OPEN 3  /* columns of an open cluster: num, den, square */
#define COUNTS 6
#define AHEAD 32 /* rows whose cell is fetched before it is needed */
#define LARGE 0x1p960 /* from here on all goes to a rest, so that no addition of doubles is infinite */
#define SAFE_LOW 0x1p-255 /* fourth powers of numbers between these are neither subnormal nor above LARGE */
#define SAFE_HIGH 0x1p240
#define BLOCK 128 /* rows at a time */
#define WHOLE 0x1p53

enum column { IMPORTANCE, NUM, DEN, SQUARE, POWERS };
#define POWER_COUNT (TALLY - POWERS) /* num^i·den^j of a cluster, i + j = 2, 3, 4, the highest i first */
enum count { CASES, UNDEFINED, CLUSTERS, WRONG, RIGHT, SEEN };

/* ------------------------------------------------------------------ sums in cells */

typedef struct {
    PyObject_HEAD
    Py_ssize_t columns, cells, room;
    double *pair;  /* for each cell its first doubles, then its second ones */
    Table spilled; /* cell · columns + column of the sums that have a rest */
    Rest **rest;   /* by the number of `spilled` */
    size_t rests;
} Sums;

static PyTypeObject *sums_type;

INLINE double *cell_of(const Sums *s, Py_ssize_t cell) { return s->pair + 2 * s->columns * cell; }

static int no_memory(void) {
    PyErr_NoMemory();
    return -1;
}

static int not_finite(void) {
    PyErr_SetString(PyExc_ValueError, "sums are over finite numbers");
    return -1;
}

static int grow(Sums *s, Py_ssize_t cells) {
    if (cells <= s->cells) return 0;
    if (cells > s->room) {
        size_t room = s->room ? more_room((size_t)s->room) : 0, size = 2 * (size_t)s->columns * sizeof(double);
        if (room < (size_t)cells) room = (size_t)cells;
        if (room > (size_t)PY_SSIZE_T_MAX / size) return no_memory();
        double *pair = realloc(s->pair, room * size);
        if (!pair) return no_memory();
        s->pair = pair;
        s->room = (Py_ssize_t)room;
    }
    memset(cell_of(s, s->cells), 0, (size_t)(cells - s->cells) * 2 * (size_t)s->columns * sizeof(double));
    s->cells = cells;
    return 0;
}

static Rest **rest_of(Sums *s, Py_ssize_t cell, Py_ssize_t column) {
    int64_t number = table_number(&s->spilled, cell * s->columns + column);
    if (number < 0) return NULL;
    if ((size_t)number == s->rests) {
        Rest **grown = realloc(s->rest, (s->rests + s->rests / 4 + 4) * sizeof *grown);
        if (!grown) return NULL;
        s->rest = grown;
        s->rest[s->rests++] = NULL;
    }
    return &s->rest[number];
}

static const Rest *known_rest(const Sums *s, Py_ssize_t cell, Py_ssize_t column) {
    int64_t number = s->rests ? table_find(&s->spilled, cell * s->columns + column) : -1;
    return number < 0 ? NULL : s->rest[number];
}

static int spill(Sums *s, Py_ssize_t cell, Py_ssize_t column, double v, int lift) {
    if (v == 0) return 0;
    Rest **rest = rest_of(s, cell, column);
    Parts p = parts_of(v, lift);
    return rest && rest_add(rest, p.place, p.part, 3) == 0 ? 0 : no_memory();
}

/* a + b rounded, and what the rounding took away. */
INLINE double two_sum(double a, double b, double *lost) {
    double sum = a + b, other = sum - a;
    *lost = (a - (sum - other)) + (b - other);
    return sum;
}

/* One value to one sum, whatever it is. */
static int add_value(Sums *s, Py_ssize_t cell, Py_ssize_t column, double v) {
    if (!(fabs(v) < LARGE)) return isfinite(v) ? spill(s, cell, column, v, 0) : not_finite();
    double *first = cell_of(s, cell) + column, *second = first + s->columns;
    double carry, lost, high = two_sum(*first, v, &carry), low = two_sum(*second, carry, &lost);
    *first = high;
    *second = low;
    if (lost == 0) return 0;
    *first = two_sum(high, low, second); /* so that the two hold as many bits as they can */
    return spill(s, cell, column, lost, 0);
}

/* mantissa · 2^exponent, which may be no double, to one sum. */
static int add_scaled(Sums *s, Py_ssize_t cell, Py_ssize_t column, double mantissa, int exponent) {
    if (!isfinite(mantissa)) return not_finite();
    if (exponent > -900 && exponent < 900) return add_value(s, cell, column, ldexp(mantissa, exponent));
    return spill(s, cell, column, mantissa, -exponent);
}

/* The product rounded to 53 bits, however small or large it is, to one sum. */
static int add_product(Sums *s, Py_ssize_t cell, Py_ssize_t column, double a, double b) {
    int power_a, power_b;
    double mantissa = frexp(a, &power_a) * frexp(b, &power_b);
    return mantissa == 0 ? 0 : add_scaled(s, cell, column, mantissa, power_a + power_b);
}

/* Eight sums side by side, which do not wait for each other: first doubles, then second ones. */
#define LANES 8

#if defined(__GNUC__)
typedef double Eight __attribute__((vector_size(8 * LANES), aligned(8), may_alias));
typedef long long Bits __attribute__((vector_size(8 * LANES), aligned(8), may_alias));

/* Add a value to each; v becomes what the second doubles have no room for, and its bits are put to `any`. */
INLINE void add_eight(Eight *first, Eight *second, Eight *v, Bits *any) {
    const Eight sum = *first + *v, other = sum - *first, carry = (*first - (sum - other)) + (*v - other);
    const Eight low = *second + carry, another = low - *second;
    *v = (*second - (low - another)) + (carry - another);
    *first = sum;
    *second = low;
    *any |= (Bits)*v;
}

INLINE int any_of(const Bits *any) {
    long long bits = 0;
    for (int k = 0; k < LANES; k++) bits |= (*any)[k];
    return bits != 0;
}
#else
typedef struct {
    double at[LANES];
} Eight;
typedef int Bits;

INLINE void add_eight(Eight *first, Eight *second, Eight *v, Bits *any) {
    for (int k = 0; k < LANES; k++) {
        double carry;
        first->at[k] = two_sum(first->at[k], v->at[k], &carry);
        second->at[k] = two_sum(second->at[k], carry, &v->at[k]);
        *any |= v->at[k] != 0;
    }
}

INLINE int any_of(const Bits *any) { return *any; }
#endif

/* Add one value, below LARGE, to every column of a tally's cell; whether something was lost. */
INLINE int add_row_of(double *cell, const double *row, double *lost) {
    Bits any = {0};
    for (int k = 0; k < TALLY; k += LANES) {
        Eight first, second, v;
        memcpy(&first, cell + k, sizeof first);
        memcpy(&second, cell + TALLY + k, sizeof second);
        memcpy(&v, row + k, sizeof v);
        add_eight(&first, &second, &v, &any);
        memcpy(cell + k, &first, sizeof first);
        memcpy(cell + TALLY + k, &second, sizeof second);
        memcpy(lost + k, &v, sizeof v);
    }
    return any_of(&any);
}

static int spill_row(Sums *s, Py_ssize_t cell, const double *lost) {
    for (int k = 0; k < TALLY; k++)
        if (spill(s, cell, k, lost[k], 0) < 0) return -1;
    return 0;
}

/* Add a block of values, all below LARGE, whose room is a multiple of eight; whether something was lost. */
CLONES static int add_lanes(double *lanes, double *v, int size, double *lost) {
    Bits any = {0};
    Eight first, second, next;
    memcpy(&first, lanes, sizeof first);
    memcpy(&second, lanes + LANES, sizeof second);
    for (; size % LANES; size++) v[size] = 0;
    for (int i = 0; i < size; i += LANES) {
        memcpy(&next, v + i, sizeof next);
        add_eight(&first, &second, &next, &any);
        memcpy(lost + i, &next, sizeof next);
    }
    memcpy(lanes, &first, sizeof first);
    memcpy(lanes + LANES, &second, sizeof second);
    return any_of(&any);
}

static int add_values(Sums *s, Py_ssize_t cell, Py_ssize_t column, const double *v, int size) {
    for (int i = 0; i < size; i++)
        if (v[i] != 0 && add_value(s, cell, column, v[i]) < 0) return -1;
    return 0;
}

static int spill_all(Sums *s, Py_ssize_t cell, Py_ssize_t column, const double *lost, int size) {
    for (int i = 0; i < size; i++)
        if (spill(s, cell, column, lost[i], 0) < 0) return -1;
    return 0;
}

/* An integer that may have more bits than a double. */
static int add_integer(Sums *s, Py_ssize_t cell, Py_ssize_t column, int64_t v) {
    int64_t low = v & 0xffffffff;
    if (add_value(s, cell, column, (double)(v - low)) < 0) return -1;
    return add_value(s, cell, column, (double)low);
}

static void gather(const Sums *s, Py_ssize_t cell, Py_ssize_t column, Wide *w) {
    const double *first = cell_of(s, cell) + column;
    wide_clear(w);
    wide_double(w, first[0]);
    wide_double(w, first[s->columns]);
    wide_rest(w, known_rest(s, cell, column));
    wide_settle(w);
}

/* Add a number of any size: as much as doubles hold to them, what is left to the rest. */
static int add_wide(Sums *s, Py_ssize_t cell, Py_ssize_t column, Wide *w) {
    for (int k = 0; k < 2; k++) {
        double part = wide_round(w);
        if (part == 0 || !isfinite(part)) break;
        if (add_value(s, cell, column, part) < 0) return -1;
        wide_less(w, part);
    }
    if (w->high <= w->low) return 0;
    if (w->negative)
        for (int k = w->low; k < w->high; k++) w->at[k] = -w->at[k];
    Rest **rest = rest_of(s, cell, column);
    return rest && rest_add(rest, w->low, w->at + w->low, w->high - w->low) == 0 ? 0 : no_memory();
}

/* A sum rounded once. */
INLINE double rounded(const Sums *s, Py_ssize_t cell, Py_ssize_t column) {
    const double *first = cell_of(s, cell) + column;
    if (!s->rests || !known_rest(s, cell, column)) return first[0] + first[s->columns];
    Wide w;
    gather(s, cell, column, &w);
    return wide_round(&w);
}

/* All sums of one cell of `more` to those of a cell from `column` on. */
static int add_cell(Sums *s, Py_ssize_t cell, Py_ssize_t column, const Sums *more, Py_ssize_t other) {
    const double *first = cell_of(more, other);
    for (Py_ssize_t k = 0; k < more->columns; k++) {
        const Rest *rest = known_rest(more, other, k);
        if (first[k] != 0 && add_value(s, cell, column + k, first[k]) < 0) return -1;
        if (first[more->columns + k] != 0 && add_value(s, cell, column + k, first[more->columns + k]) < 0) return -1;
        if (!rest) continue;
        Wide w;
        wide_clear(&w);
        wide_rest(&w, rest);
        wide_settle(&w);
        if (add_wide(s, cell, column + k, &w) < 0) return -1;
    }
    return 0;
}

/* ------------------------------------------------------------------ columns that are given */

#define MOST_COLUMNS 12

typedef struct {
    Py_buffer buffers[MOST_COLUMNS];
    int held;
} Held;

typedef struct {
    const double *real;
    const int64_t *whole; /* one of the two */
    Py_ssize_t length;
} Column;

static void release(Held *h) {
    while (h->held) PyBuffer_Release(&h->buffers[--h->held]);
}

static int is_format(const Py_buffer *b, const char *formats) {
    const char *format = b->format ? b->format : "B";
    if (*format == '<' || *format == '=' || *format == '@') format++;
    return format[0] && !format[1] && strchr(formats, format[0]);
}

/* The buffer behind an array of 8 bytes (or 1) an item; NULL for None, with `length` -1. */
static int take(Held *h, PyObject *o, const char *name, const char *formats, int size, int write, void **data,
                Py_ssize_t *length, int *real) {
    *data = NULL;
    *length = -1;
    if (o == Py_None) return 0;
    Py_buffer *b = &h->buffers[h->held];
    if (PyObject_GetBuffer(o, b, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS | (write ? PyBUF_WRITABLE : 0)) < 0) return -1;
    h->held++;
    if (b->itemsize != size || !is_format(b, formats)) {
        PyErr_Format(PyExc_TypeError, "%s: an array of %s is needed, not of format %s", name,
                     strcmp(formats, "?") == 0 ? "booleans" : strchr(formats, 'd') ? "64-bit numbers" : "64-bit integers",
                     b->format ? b->format : "B");
        return -1;
    }
    *data = b->buf;
    *length = b->len / size;
    if (real) *real = is_format(b, "d");
    return 0;
}

static int take_values(Held *h, PyObject *o, const char *name, Column *column) {
    void *data;
    int real = 0;
    if (take(h, o, name, "dlq", 8, 0, &data, &column->length, &real) < 0) return -1;
    column->real = real ? data : NULL;
    column->whole = real ? NULL : data;
    return 0;
}

static int take_integers(Held *h, PyObject *o, const char *name, int write, int64_t **data, Py_ssize_t *length) {
    void *found;
    if (take(h, o, name, "lq", 8, write, &found, length, NULL) < 0) return -1;
    *data = found;
    return 0;
}

static int wrong_length(const char *name, Py_ssize_t found, Py_ssize_t wanted) {
    PyErr_Format(PyExc_ValueError, "%s: %zd entries where there should be %zd", name, found, wanted);
    return -1;
}

/* Numbers of cells, 0 to cells - 1; NULL stands for 0 at every row. */
static int check_cells(const int64_t *codes, Py_ssize_t rows, Py_ssize_t cells, int64_t least, const char *name) {
    uint64_t most = 0;
    for (Py_ssize_t i = 0; codes && i < rows; i++) {
        uint64_t code = (uint64_t)codes[i] - (uint64_t)least;
        most = code > most ? code : most;
    }
    if (rows && most >= (uint64_t)cells - (uint64_t)least) {
        PyErr_Format(PyExc_IndexError, "%s: a cell outside the %zd that there are", name, cells);
        return -1;
    }
    return 0;
}

INLINE double value(Column c, Py_ssize_t i) { return c.real ? c.real[i] : (double)c.whole[i]; }

/* Whether some of these integers are beyond those that doubles count. */
static int beyond_doubles(Column c) {
    uint64_t most = 0;
    for (Py_ssize_t i = 0; c.whole && i < c.length; i++) {
        uint64_t size = c.whole[i] < 0 ? 0 - (uint64_t)c.whole[i] : (uint64_t)c.whole[i];
        most = size > most ? size : most;
    }
    return most > (uint64_t)1 << 53;
}

/* ------------------------------------------------------------------ the methods of sums */

static PyObject *sums_new(PyTypeObject *type, PyObject *args, PyObject *named) {
    static char *names[] = {"columns", "cells", NULL};
    Py_ssize_t columns, cells = 0;
    if (!PyArg_ParseTupleAndKeywords(args, named, "n|n", names, &columns, &cells)) return NULL;
    if (columns < 1 || columns > 64 || cells < 0) {
        PyErr_SetString(PyExc_ValueError, "sums have 1 to 64 columns, and 0 cells or more");
        return NULL;
    }
    Sums *s = (Sums *)type->tp_alloc(type, 0);
    if (!s) return NULL;
    s->columns = columns;
    if (grow(s, cells) < 0) {
        Py_DECREF(s);
        return NULL;
    }
    return (PyObject *)s;
}

static void sums_free(PyObject *self) {
    Sums *s = (Sums *)self;
    PyTypeObject *type = Py_TYPE(self);
    for (size_t i = 0; i < s->rests; i++) free(s->rest[i]);
    free(s->rest);
    free(s->pair);
    table_free(&s->spilled);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *sums_grow(PyObject *self, PyObject *arg) {
    Py_ssize_t cells = PyNumber_AsSsize_t(arg, PyExc_OverflowError);
    if ((cells == -1 && PyErr_Occurred()) || grow((Sums *)self, cells) < 0) return NULL;
    Py_RETURN_NONE;
}

static int check_column(const Sums *s, Py_ssize_t column) {
    if (column >= 0 && column < s->columns) return 0;
    PyErr_Format(PyExc_IndexError, "column %zd of %zd", column, s->columns);
    return -1;
}

/* Values to one cell, in the order that is quickest. */
static int add_to_one(Sums *s, Py_ssize_t column, const double *v, Py_ssize_t rows) {
    double lanes[2 * LANES] = {0}, block[BLOCK], lost[BLOCK];
    for (Py_ssize_t start = 0; start < rows; start += BLOCK) {
        int size = rows - start < BLOCK ? (int)(rows - start) : BLOCK, usual = 1;
        for (int i = 0; i < size; i++) {
            usual &= fabs(v[start + i]) < LARGE;
            block[i] = v[start + i];
        }
        for (int i = 0; i < size && !usual; i++)
            if (add_value(s, 0, column, block[i]) < 0) return -1;
        if (usual && add_lanes(lanes, block, size, lost) && spill_all(s, 0, column, lost, size) < 0) return -1;
    }
    return add_values(s, 0, column, lanes, 2 * LANES);
}

PyDoc_STRVAR(add_doc, "add(codes, column, values): the values to a column of their cells; no codes: all to cell 0");
static PyObject *sums_add(PyObject *self, PyObject *args) {
    Sums *s = (Sums *)self;
    PyObject *code_array, *value_array;
    Py_ssize_t column, coded;
    int64_t *codes;
    Column values;
    Held h = {.held = 0};
    if (!PyArg_ParseTuple(args, "OnO", &code_array, &column, &value_array)) return NULL;
    if (check_column(s, column) < 0) return NULL;
    if (take_values(&h, value_array, "values", &values) < 0 ||
        take_integers(&h, code_array, "codes", 0, &codes, &coded) < 0)
        goto failed;
    if (codes && coded != values.length && wrong_length("codes", coded, values.length) < 0) goto failed;
    if (check_cells(codes, values.length, s->cells, 0, "codes") < 0) goto failed;
    if (!codes && values.real) {
        if (add_to_one(s, column, values.real, values.length) < 0) goto failed;
    } else if (beyond_doubles(values)) {
        for (Py_ssize_t i = 0; i < values.length; i++)
            if (add_integer(s, codes ? codes[i] : 0, column, values.whole[i]) < 0) goto failed;
    } else {
        for (Py_ssize_t i = 0; i < values.length; i++) {
            Py_ssize_t cell = codes ? codes[i] : 0;
            double v = value(values, i);
            if (add_value(s, cell, column, v) < 0) goto failed;
        }
    }
    release(&h);
    Py_RETURN_NONE;
failed:
    release(&h);
    return NULL;
}

PyDoc_STRVAR(products_doc, "add_products(codes, column, left, right): the same of products, rounded to 53 bits each");
static PyObject *sums_add_products(PyObject *self, PyObject *args) {
    Sums *s = (Sums *)self;
    PyObject *code_array, *left_array, *right_array;
    Py_ssize_t column, coded;
    int64_t *codes;
    Column left, right;
    Held h = {.held = 0};
    if (!PyArg_ParseTuple(args, "OnOO", &code_array, &column, &left_array, &right_array)) return NULL;
    if (check_column(s, column) < 0) return NULL;
    if (take_values(&h, left_array, "left", &left) < 0 || take_values(&h, right_array, "right", &right) < 0 ||
        take_integers(&h, code_array, "codes", 0, &codes, &coded) < 0)
        goto failed;
    if (left.length != right.length && wrong_length("right", right.length, left.length) < 0) goto failed;
    if (codes && coded != left.length && wrong_length("codes", coded, left.length) < 0) goto failed;
    if (check_cells(codes, left.length, s->cells, 0, "codes") < 0) goto failed;
    for (Py_ssize_t i = 0; i < left.length; i++)
        if (add_product(s, codes ? codes[i] : 0, column, value(left, i), value(right, i)) < 0) goto failed;
    release(&h);
    Py_RETURN_NONE;
failed:
    release(&h);
    return NULL;
}

PyDoc_STRVAR(merge_doc, "merge(more, where): every cell i of other sums to cell where[i]; no `where`: all to cell 0");
static PyObject *sums_merge(PyObject *self, PyObject *args) {
    Sums *s = (Sums *)self, *more;
    PyObject *where_array;
    Py_ssize_t placed;
    int64_t *where;
    Held h = {.held = 0};
    if (!PyArg_ParseTuple(args, "O!O", sums_type, &more, &where_array)) return NULL;
    if (more == s || more->columns != s->columns) {
        PyErr_SetString(PyExc_ValueError, "other sums with as many columns are needed");
        return NULL;
    }
    if (take_integers(&h, where_array, "where", 0, &where, &placed) < 0) goto failed;
    if (where && placed != more->cells && wrong_length("where", placed, more->cells) < 0) goto failed;
    if (check_cells(where, more->cells, s->cells, 0, "where") < 0) goto failed;
    for (Py_ssize_t i = 0; i < more->cells; i++)
        if (add_cell(s, where ? where[i] : 0, 0, more, i) < 0) goto failed;
    release(&h);
    Py_RETURN_NONE;
failed:
    release(&h);
    return NULL;
}

PyDoc_STRVAR(rounded_doc, "rounded(column, out): the sums of a column, each rounded once");
static PyObject *sums_rounded(PyObject *self, PyObject *args) {
    Sums *s = (Sums *)self;
    PyObject *out_array;
    Py_ssize_t column, length;
    void *out;
    Held h = {.held = 0};
    if (!PyArg_ParseTuple(args, "nO", &column, &out_array)) return NULL;
    if (check_column(s, column) < 0) return NULL;
    if (take(&h, out_array, "out", "d", 8, 1, &out, &length, NULL) < 0) goto failed;
    if (length != s->cells && wrong_length("out", length, s->cells) < 0) goto failed;
    for (Py_ssize_t i = 0; i < s->cells; i++) ((double *)out)[i] = rounded(s, i, column);
    release(&h);
    Py_RETURN_NONE;
failed:
    release(&h);
    return NULL;
}

/* An unsigned integer of little-endian bytes, with a sign. */
static PyObject *integer_of(const unsigned char *bytes, Py_ssize_t length, int negative) {
    PyObject *found = PyObject_CallMethod((PyObject *)&PyLong_Type, "from_bytes", "y#s", (const char *)bytes, length,
                                          "little");
    if (!found || !negative) return found;
    PyObject *minus = PyNumber_Negative(found);
    Py_DECREF(found);
    return minus;
}

PyDoc_STRVAR(number_doc, "number(cell, column): the sum as an integer m and k: it is m / 2^k, k is 0 or m is odd");
static PyObject *sums_number(PyObject *self, PyObject *args) {
    Sums *s = (Sums *)self;
    Py_ssize_t cell, column;
    if (!PyArg_ParseTuple(args, "nn", &cell, &column)) return NULL;
    if (check_column(s, column) < 0) return NULL;
    if (cell < 0 || cell >= s->cells) return PyErr_Format(PyExc_IndexError, "cell %zd of %zd", cell, s->cells);
    const double *first = cell_of(s, cell) + column;
    if (first[s->columns] == 0 && fabs(first[0]) <= WHOLE && first[0] == floor(first[0]) &&
        !known_rest(s, cell, column))
        return Py_BuildValue("(Ni)", PyLong_FromLongLong((long long)first[0]), 0);
    Wide w;
    gather(s, cell, column, &w);
    if (w.high <= w.low) return Py_BuildValue("(ii)", 0, 0);
    int lowest = 32 * w.low;
    for (int64_t v = w.at[w.low]; !(v & 1); v >>= 1) lowest++;
    if (lowest > UNIT) lowest = UNIT;
    unsigned char bytes[4 * PLACES + 8];
    Py_ssize_t length = 0;
    int shift = lowest & 31;
    for (int place = lowest >> 5; place < w.high; place++) {
        uint64_t both = (uint64_t)w.at[place] | (place + 1 < w.high ? (uint64_t)w.at[place + 1] << 32 : 0);
        uint32_t four = (uint32_t)(both >> shift);
        for (int k = 0; k < 4; k++) bytes[length++] = (unsigned char)(four >> 8 * k);
    }
    PyObject *m = integer_of(bytes, length, w.negative);
    return m ? Py_BuildValue("(Ni)", m, UNIT - lowest) : NULL;
}

PyDoc_STRVAR(add_number_doc, "add_number(cell, column, magnitude, negative, k): little-endian bytes m stand for m / 2^k");
static PyObject *sums_add_number(PyObject *self, PyObject *args) {
    Sums *s = (Sums *)self;
    Py_ssize_t cell, column, length, k;
    const unsigned char *bytes;
    int negative;
    if (!PyArg_ParseTuple(args, "nny#pn", &cell, &column, &bytes, &length, &negative, &k)) return NULL;
    if (check_column(s, column) < 0) return NULL;
    if (cell < 0 || cell >= s->cells) return PyErr_Format(PyExc_IndexError, "cell %zd of %zd", cell, s->cells);
    while (length && !bytes[length - 1]) length--;
    if (k < 0 || k > UNIT || length > 4 * (PLACES - 4) || 8 * length + UNIT - k > 32 * (PLACES - 4)) {
        PyErr_SetString(PyExc_OverflowError, "no sum of doubles or of their products");
        return NULL;
    }
    Wide w;
    wide_clear(&w);
    for (Py_ssize_t i = 0; i < length; i++) {
        int bit = (int)(8 * i + UNIT - k);
        int64_t part = (int64_t)bytes[i] << (bit & 31);
        wide_place(&w, bit >> 5, part & LOW_HALF);
        wide_place(&w, (bit >> 5) + 1, part >> 32);
    }
    if (negative)
        for (int place = w.low; place < w.high; place++) w.at[place] = -w.at[place];
    wide_settle(&w);
    if (add_wide(s, cell, column, &w) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyObject *sums_columns(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromSsize_t(((Sums *)self)->columns);
}

static Py_ssize_t sums_length(PyObject *self) { return ((Sums *)self)->cells; }

static PyObject *sums_size(PyObject *self, PyObject *nothing) {
    (void)nothing;
    const Sums *s = (Sums *)self;
    size_t size = sizeof *s + (size_t)s->room * 2 * (size_t)s->columns * sizeof(double);
    size += s->spilled.room * sizeof(int64_t) + s->spilled.slots * sizeof(uint32_t);
    for (size_t i = 0; i < s->rests; i++)
        size += sizeof(Rest *) + (s->rest[i] ? sizeof(Rest) + (size_t)s->rest[i]->count * sizeof(int64_t) : 0);
    return PyLong_FromSize_t(size);
}

static PyMethodDef sums_methods[] = {
    {"grow", sums_grow, METH_O, "grow(cells): at least so many cells; new ones hold 0"},
    {"add", sums_add, METH_VARARGS, add_doc},
    {"add_products", sums_add_products, METH_VARARGS, products_doc},
    {"merge", sums_merge, METH_VARARGS, merge_doc},
    {"rounded", sums_rounded, METH_VARARGS, rounded_doc},
    {"number", sums_number, METH_VARARGS, number_doc},
    {"add_number", sums_add_number, METH_VARARGS, add_number_doc},
    {"__sizeof__", sums_size, METH_NOARGS, "the bytes that it takes"},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef sums_members[] = {
    {"columns", sums_columns, NULL, "sums that every cell holds", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot sums_slots[] = {
    {Py_tp_new, sums_new},         {Py_tp_dealloc, sums_free}, {Py_tp_methods, sums_methods},
    {Py_tp_getset, sums_members},  {Py_sq_length, sums_length},
    {Py_tp_doc, "Sums(columns, cells=0): exact sums, so many in every cell"},
    {0, NULL},
};
static PyType_Spec sums_spec = {"murho.core.sums._sums.Sums", sizeof(Sums), 0, Py_TPFLAGS_DEFAULT, sums_slots};

/* ------------------------------------------------------------------ rows of a tally */

typedef struct {
    Sums *cells, *open;
    int64_t *counts;
    const int64_t *codes, *cases, *clusters;
    const double *rho;
    const char *undefined;
    Column loss, units;
    Py_ssize_t rows;
    int64_t seen; /* what SEEN holds of case c in this call is `seen` + c + 1 */
    int by_expression, beyond;
} Rows;

typedef struct {
    double rho, num, den;
    int first;
} Row;

/* num or den of a row that counts once, an integer that a double does not hold. */
static int add_exactly(Sums *s, Py_ssize_t cell, Py_ssize_t column, Column c, Py_ssize_t i, double rho, double v) {
    if (rho == 1 && c.whole) return add_integer(s, cell, column, c.whole[i]);
    return add_value(s, cell, column, v);
}

/* num, den and ρ²·units of a row in columns from `column` on. */
static int add_terms(const Rows *r, Py_ssize_t i, const Row *row, Sums *s, Py_ssize_t cell, Py_ssize_t column) {
    if (add_exactly(s, cell, column, r->loss, i, row->rho, row->num) < 0) return -1;
    if (r->by_expression) {
        if (add_value(s, cell, column + 1, row->den) < 0) return -1;
        return add_value(s, cell, column + 2, row->den);
    }
    if (add_exactly(s, cell, column + 1, r->units, i, row->rho, row->den) < 0) return -1;
    if (row->rho == 1) return add_exactly(s, cell, column + 2, r->units, i, 1.0, row->den);
    return add_product(s, cell, column + 2, row->rho, row->den);
}

/* The powers of one cluster, each a product of two that are rounded. */
INLINE void powers_of(double n, double d, double power[POWER_COUNT]) {
    const double nn = n * n, nd = n * d, dd = d * d;
    const double all[POWER_COUNT] = {nn,      nd,      dd,      nn * n,  nn * d,  dd * n,
                                     dd * d,  nn * nn, nn * nd, nn * dd, nd * dd, dd * dd};
    memcpy(power, all, sizeof all);
}

INLINE int in_range(double v) { return (v == 0) | ((fabs(v) >= SAFE_LOW) & (fabs(v) < SAFE_HIGH)); }

static int add_powers(Sums *s, Py_ssize_t cell, double num, double den) {
    static const int degree[POWER_COUNT][2] = {{2, 0}, {1, 1}, {0, 2}, {3, 0}, {2, 1}, {1, 2},
                                               {0, 3}, {4, 0}, {3, 1}, {2, 2}, {1, 3}, {0, 4}};
    double power[POWER_COUNT];
    int of_num, of_den;
    if (in_range(num) & in_range(den)) {
        double row[TALLY] = {0}, lost[TALLY];
        powers_of(num, den, row + POWERS);
        return add_row_of(cell_of(s, cell), row, lost) ? spill_row(s, cell, lost) : 0;
    }
    powers_of(frexp(num, &of_num), frexp(den, &of_den), power);
    for (int k = 0; k < POWER_COUNT; k++)
        if (power[k] != 0 &&
            add_scaled(s, cell, POWERS + k, power[k], degree[k][0] * of_num + degree[k][1] * of_den) < 0)
            return -1;
    return 0;
}

INLINE void count_cluster(int64_t *count, double num, double den) {
    count[CLUSTERS] += den > 0 || num > 0; /* what has no weight tells nothing */
    count[WRONG] += num > 0;
    count[RIGHT] += num < den;
}

/* A row in the slow way, which is always right. */
static int add_row(const Rows *r, Py_ssize_t i, const Row *row, Py_ssize_t cell, int64_t cluster) {
    if (!isfinite(row->num) || !isfinite(row->den)) return not_finite();
    if (row->first && add_value(r->cells, cell, IMPORTANCE, row->rho) < 0) return -1;
    if (cluster >= 0) return add_terms(r, i, row, r->open, cluster, 0);
    if (add_terms(r, i, row, r->cells, cell, NUM) < 0) return -1;
    return add_powers(r->cells, cell, row->num, row->den);
}

/* Rows start..start + size - 1 as columns, and what is made of them. */
typedef struct {
    double rho[BLOCK], num[BLOCK], den[BLOCK], square[BLOCK], importance[BLOCK];
    double power[POWER_COUNT][BLOCK];
    double by_row[BLOCK][TALLY], lost[BLOCK * TALLY];
    unsigned char first[BLOCK];
} Block;

static void count_first(const Rows *r, Block *b, Py_ssize_t start, int size) {
    for (int i = 0; i < size; i++) {
        int64_t at = r->cases[start + i], *seen = r->counts + COUNTS * (r->codes ? r->codes[start + i] : 0) + SEEN;
        b->first[i] = *seen != r->seen + at + 1;
        *seen = r->seen + at + 1;
    }
}

/* ρ, num, den and ρ²·units; whether all products of them can be taken as they are. */
CLONES static int multiply(const Rows *r, Block *b, Py_ssize_t start, int size) {
    double loss[BLOCK], units[BLOCK];
    int usual = !r->beyond;
    if (r->cases)
        for (int i = 0; i < size; i++) b->rho[i] = r->rho[r->cases[start + i]];
    else memcpy(b->rho, r->rho + start, (size_t)size * sizeof(double));
    if (r->loss.real) memcpy(loss, r->loss.real + start, (size_t)size * sizeof(double));
    else
        for (int i = 0; i < size; i++) loss[i] = (double)r->loss.whole[start + i];
    if (r->by_expression)
        for (int i = 0; i < size; i++) units[i] = b->first[i];
    else if (r->units.real) memcpy(units, r->units.real + start, (size_t)size * sizeof(double));
    else
        for (int i = 0; i < size; i++) units[i] = (double)r->units.whole[start + i];
    for (int i = 0; i < size; i++) {
        b->num[i] = b->rho[i] * loss[i];
        b->den[i] = r->by_expression ? units[i] : b->rho[i] * units[i];
        b->square[i] = r->by_expression ? units[i] : b->rho[i] * b->den[i];
        b->importance[i] = b->first[i] ? b->rho[i] : 0.0;
    }
    for (int i = 0; i < size; i++) usual &= in_range(b->rho[i]) & in_range(b->num[i]) & in_range(b->den[i]);
    return usual;
}

/* The rows of clusters that stay open; here they count no more but for their importance. */
static int add_open(const Rows *r, Block *b, Py_ssize_t start, int size) {
    double *pair = r->open->pair;
    for (int i = 0; i < size; i++) {
        int64_t cluster = r->clusters[start + i];
        if (cluster < 0) continue;
        if (start + i + AHEAD < r->rows) SOON(pair + 2 * OPEN * r->clusters[start + i + AHEAD]);
        const double v[OPEN] = {b->num[i], b->den[i], b->square[i]};
        double *first = pair + 2 * OPEN * cluster, lost[OPEN];
        for (int k = 0; k < OPEN; k++) {
            double carry;
            first[k] = two_sum(first[k], v[k], &carry);
            first[OPEN + k] = two_sum(first[OPEN + k], carry, &lost[k]);
        }
        for (int k = 0; k < OPEN; k++)
            if (lost[k] != 0 && spill(r->open, cluster, k, lost[k], 0) < 0) return -1;
        b->num[i] = b->den[i] = b->square[i] = 0;
    }
    return 0;
}

CLONES static void all_powers(Block *b, int size) {
    for (int i = 0; i < size; i++) {
        double power[POWER_COUNT];
        powers_of(b->num[i], b->den[i], power);
        for (int k = 0; k < POWER_COUNT; k++) b->power[k][i] = power[k];
    }
}

/* All columns of a block in the order of their enum. */
INLINE void columns_of(Block *b, double *columns[TALLY]) {
    double *first[] = {b->importance, b->num, b->den, b->square};
    memcpy(columns, first, sizeof first);
    for (int k = 0; k < POWER_COUNT; k++) columns[POWERS + k] = b->power[k];
}

static void count_rows(const Rows *r, const Block *b, Py_ssize_t start, int size) {
    int64_t all[COUNTS] = {0};
    for (int i = 0; i < size; i++) {
        if (r->codes && start + i + AHEAD < r->rows) SOON(r->counts + COUNTS * r->codes[start + i + AHEAD]);
        int64_t *count = r->codes ? r->counts + COUNTS * r->codes[start + i] : all;
        count[CASES] += b->first[i];
        count[UNDEFINED] += b->first[i] & (r->undefined[start + i] != 0);
        count_cluster(count, b->num[i], b->den[i]);
    }
    for (int k = 0; k < SEEN; k++) r->counts[k] += all[k];
}

/* Every row to its cell, all columns at once. */
CLONES static int add_to_cells(const Rows *r, Block *b, Py_ssize_t start, int size) {
    double *columns[TALLY];
    columns_of(b, columns);
    for (int k = 0; k < TALLY; k++)
        for (int i = 0; i < size; i++) b->by_row[i][k] = columns[k][i];
    int any = 0;
    double *pair = r->cells->pair;
    const int64_t *codes = r->codes + start;
    Py_ssize_t left = r->rows - start;
    for (int i = 0; i < size; i++) {
        if (i + AHEAD < left) {
            double *soon = pair + 2 * TALLY * codes[i + AHEAD];
            for (int k = 0; k < 2 * TALLY; k += LANES) SOON(soon + k);
        }
        any |= add_row_of(pair + 2 * TALLY * codes[i], b->by_row[i], b->lost + TALLY * i);
    }
    return any;
}

static int spill_rows(const Rows *r, const Block *b, Py_ssize_t start, int size) {
    for (int i = 0; i < size; i++)
        if (spill_row(r->cells, r->codes[start + i], b->lost + TALLY * i) < 0) return -1;
    return 0;
}

static int add_rows_slowly(const Rows *r, Block *b, Py_ssize_t start, int size) {
    for (int i = 0; i < size; i++) {
        Row row = {b->rho[i], b->num[i], b->den[i], b->first[i]};
        Py_ssize_t cell = r->codes ? r->codes[start + i] : 0;
        int64_t cluster = r->clusters ? r->clusters[start + i] : -1;
        if (add_row(r, start + i, &row, cell, cluster) < 0) return -1;
        if (cluster >= 0) b->num[i] = b->den[i] = 0;
    }
    count_rows(r, b, start, size);
    return 0;
}

static int add_block(const Rows *r, Block *b, double lanes[TALLY][2 * LANES], Py_ssize_t start, int size) {
    if (r->cases) count_first(r, b, start, size);
    if (!multiply(r, b, start, size)) return add_rows_slowly(r, b, start, size);
    if (r->clusters && add_open(r, b, start, size) < 0) return -1;
    count_rows(r, b, start, size);
    all_powers(b, size);
    if (r->codes) return add_to_cells(r, b, start, size) ? spill_rows(r, b, start, size) : 0;
    double *columns[TALLY];
    columns_of(b, columns);
    for (int k = 0; k < TALLY; k++)
        if (add_lanes(lanes[k], columns[k], size, b->lost) && spill_all(r->cells, 0, k, b->lost, size) < 0) return -1;
    return 0;
}

static int add_rows(const Rows *r) {
    double lanes[TALLY][2 * LANES] = {0};
    Block b;
    memset(b.first, 1, sizeof b.first);
    memset(b.by_row, 0, sizeof b.by_row);
    for (Py_ssize_t start = 0; start < r->rows; start += BLOCK) {
        int size = r->rows - start < BLOCK ? (int)(r->rows - start) : BLOCK;
        if (add_block(r, &b, lanes, start, size) < 0) return -1;
    }
    for (int k = 0; k < TALLY && !r->codes; k++)
        if (add_values(r->cells, 0, k, lanes[k], 2 * LANES) < 0) return -1;
    return 0;
}

static int check_counts(const int64_t *counts, Py_ssize_t length, const Sums *cells) {
    if (!counts || length != COUNTS * cells->cells)
        return wrong_length("counts", length, COUNTS * cells->cells);
    if (cells->columns == TALLY) return 0;
    PyErr_Format(PyExc_ValueError, "cells of %zd sums; a tally takes %d", cells->columns, TALLY);
    return -1;
}

PyDoc_STRVAR(tally_rows_doc,
             "tally_rows(cells, counts, open, codes, cases, clusters, rho, loss, units, undefined, seen, by_expression)");
static PyObject *tally_rows(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *cells, *counts, *open, *codes, *cases, *clusters, *rho, *loss, *units, *undefined;
    long long seen;
    Rows r = {0};
    Held h = {.held = 0};
    if (!PyArg_ParseTuple(args, "O!OO!OOOOOOOLp", sums_type, &cells, &counts, sums_type, &open, &codes, &cases,
                          &clusters, &rho, &loss, &units, &undefined, &seen, &r.by_expression))
        return NULL;
    r.cells = (Sums *)cells;
    r.open = (Sums *)open;
    r.seen = seen;
    Py_ssize_t counted, coded, cased, clustered, weighed, known;
    Column weights;
    int64_t *wanted[3];
    void *failed_answers;
    if (take_integers(&h, counts, "counts", 1, &r.counts, &counted) < 0 ||
        take_integers(&h, codes, "codes", 0, &wanted[0], &coded) < 0 ||
        take_integers(&h, cases, "cases", 0, &wanted[1], &cased) < 0 ||
        take_integers(&h, clusters, "clusters", 0, &wanted[2], &clustered) < 0 ||
        take_values(&h, rho, "rho", &weights) < 0 || take_values(&h, loss, "loss", &r.loss) < 0 ||
        take_values(&h, units, "units", &r.units) < 0 ||
        take(&h, undefined, "undefined", "?", 1, 0, &failed_answers, &known, NULL) < 0)
        goto failed;
    r.codes = wanted[0], r.cases = wanted[1], r.clusters = wanted[2];
    r.rho = weights.real;
    r.undefined = failed_answers;
    r.rows = r.loss.length;
    weighed = weights.length;
    if (!r.rho || !r.undefined || r.rows < 0) {
        PyErr_SetString(PyExc_TypeError, "rho: an array of doubles is needed, and a loss for each row");
        goto failed;
    }
    if ((r.units.length != r.rows && wrong_length("units", r.units.length, r.rows) < 0) ||
        (known != r.rows && wrong_length("undefined", known, r.rows) < 0) ||
        (r.codes && coded != r.rows && wrong_length("codes", coded, r.rows) < 0) ||
        (r.cases && cased != r.rows && wrong_length("cases", cased, r.rows) < 0) ||
        (r.clusters && clustered != r.rows && wrong_length("clusters", clustered, r.rows) < 0) ||
        (!r.cases && weighed < r.rows && wrong_length("rho", weighed, r.rows) < 0) ||
        check_counts(r.counts, counted, r.cells) < 0 ||
        check_cells(r.codes, r.rows, r.cells->cells, 0, "codes") < 0 ||
        (r.cases && check_cells(r.cases, r.rows, weighed, 0, "cases") < 0) ||
        (r.clusters && check_cells(r.clusters, r.rows, r.open->cells, -1, "clusters") < 0))
        goto failed;
    if (r.open->columns != OPEN || r.open == r.cells) {
        PyErr_Format(PyExc_ValueError, "open clusters of %zd sums; they take %d", r.open->columns, OPEN);
        goto failed;
    }
    r.beyond = beyond_doubles(r.loss) || beyond_doubles(r.units);
    if (add_rows(&r) < 0) goto failed;
    release(&h);
    Py_RETURN_NONE;
failed:
    release(&h);
    return NULL;
}

PyDoc_STRVAR(close_doc, "close_clusters(cells, counts, open, where): open cluster i, as whole, to cell where[i]; none below 0");
static PyObject *close_clusters(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *cell_sums, *count_array, *open_sums, *where_array;
    Py_ssize_t counted, placed;
    int64_t *counts, *where;
    Held h = {.held = 0};
    if (!PyArg_ParseTuple(args, "O!OO!O", sums_type, &cell_sums, &count_array, sums_type, &open_sums, &where_array))
        return NULL;
    Sums *cells = (Sums *)cell_sums, *open = (Sums *)open_sums;
    if (take_integers(&h, count_array, "counts", 1, &counts, &counted) < 0 ||
        take_integers(&h, where_array, "where", 0, &where, &placed) < 0 || check_counts(counts, counted, cells) < 0)
        goto failed;
    if (where && placed != open->cells && wrong_length("where", placed, open->cells) < 0) goto failed;
    if (check_cells(where, open->cells, cells->cells, -1, "where") < 0) goto failed;
    if (open->columns != OPEN || open == cells) {
        PyErr_Format(PyExc_ValueError, "open clusters of %zd sums; they take %d", open->columns, OPEN);
        goto failed;
    }
    for (Py_ssize_t i = 0; i < open->cells; i++) {
        Py_ssize_t cell = where ? where[i] : 0;
        if (cell < 0) continue;
        double num = rounded(open, i, 0), den = rounded(open, i, 1);
        if (!isfinite(num) || !isfinite(den)) {
            not_finite();
            goto failed;
        }
        count_cluster(counts + COUNTS * cell, num, den);
        if (add_cell(cells, cell, NUM, open, i) < 0 || add_powers(cells, cell, num, den) < 0) goto failed;
    }
    release(&h);
    Py_RETURN_NONE;
failed:
    release(&h);
    return NULL;
}

/* ------------------------------------------------------------------ numbers for names and for pairs */

typedef struct {
    PyObject_HEAD
    PyObject *known; /* the names, by number */
    uint64_t *slot;  /* half of a hash, then a number and 1; 0 where nothing is */
    size_t slots;
    int busy;
} Names;

static PyObject *names_new(PyTypeObject *type, PyObject *args, PyObject *named) {
    if (PyTuple_GET_SIZE(args) || (named && PyDict_GET_SIZE(named))) {
        PyErr_SetString(PyExc_TypeError, "Names() takes nothing");
        return NULL;
    }
    Names *n = (Names *)type->tp_alloc(type, 0);
    if (n && !(n->known = PyList_New(0))) Py_CLEAR(n);
    return (PyObject *)n;
}

static int names_visit(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Names *)self)->known);
    return 0;
}

static int names_clear(PyObject *self) {
    Py_CLEAR(((Names *)self)->known);
    return 0;
}

static void names_free(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    names_clear(self);
    free(((Names *)self)->slot);
    type->tp_free(self);
    Py_DECREF(type);
}

static int names_rehash(Names *n, size_t slots) {
    uint64_t *slot = calloc(slots, sizeof *slot);
    if (!slot) return no_memory();
    for (size_t i = 0; i < n->slots; i++) {
        if (!n->slot[i]) continue;
        size_t at = home(n->slot[i] >> 32, slots);
        while (slot[at]) at = (at + 1) & (slots - 1);
        slot[at] = n->slot[i];
    }
    free(n->slot);
    n->slot = slot;
    n->slots = slots;
    return 0;
}

static inline uint64_t half_hash(Py_hash_t hash) { return ((uint64_t)hash ^ (uint64_t)hash >> 32) & 0xffffffff; }

/* The number of a name: -1 is none, -2 an error. A new one is given where `add` says so. */
static Py_ssize_t names_number(Names *n, PyObject *name, int add) {
    Py_hash_t hash = PyObject_Hash(name);
    if (hash == -1) return -2;
    uint64_t half = half_hash(hash);
    for (size_t at = home(half, n->slots); n->slots && n->slot[at]; at = (at + 1) & (n->slots - 1)) {
        if (n->slot[at] >> 32 != half) continue;
        Py_ssize_t number = (Py_ssize_t)(n->slot[at] & 0xffffffff) - 1;
        PyObject *known = PyList_GET_ITEM(n->known, number);
        int same = known == name ? 1 : PyObject_RichCompareBool(known, name, Py_EQ);
        if (same) return same < 0 ? -2 : number;
    }
    if (!add) return -1;
    size_t count = (size_t)PyList_GET_SIZE(n->known);
    if (count >= MOST_KEYS) return no_memory() - 1;
    if (3 * (count + 1) > 2 * n->slots && names_rehash(n, n->slots ? 2 * n->slots : 16) < 0) return -2;
    if (PyList_Append(n->known, name) < 0) return -2;
    size_t at = home(half, n->slots);
    while (n->slot[at]) at = (at + 1) & (n->slots - 1);
    n->slot[at] = half << 32 | (uint64_t)(count + 1);
    return (Py_ssize_t)count;
}

/* Fetch what the next texts are looked up in, all at once: of very many names each would be waited for. */
static void fetch_names(const Names *n, PyObject *names, Py_ssize_t start, Py_ssize_t length) {
    size_t at[BLOCK];
    int size = length - start < BLOCK ? (int)(length - start) : BLOCK, found = 0;
    if (!n->slots || PySequence_Fast_GET_SIZE(names) < start + size) return;
    for (int i = 0; i < size; i++) {
        PyObject *name = PySequence_Fast_GET_ITEM(names, start + i);
        if (!PyUnicode_CheckExact(name)) continue;
        at[found] = home(half_hash(PyObject_Hash(name)), n->slots);
        SOON(n->slot + at[found++]);
    }
    for (int stage = 0; stage < 2; stage++)
        for (int i = 0; i < found; i++) {
            size_t number = n->slot[at[i]] & 0xffffffff;
            if (!number) continue;
            PyObject *const *known = ((PyListObject *)n->known)->ob_item + (number - 1);
            if (stage) SOON(*known);
            else SOON(known);
        }
}

static int enter(Names *n) {
    if (n->busy) {
        PyErr_SetString(PyExc_RuntimeError, "names are being numbered; a name may not ask for numbers itself");
        return -1;
    }
    n->busy = 1;
    return 0;
}

PyDoc_STRVAR(names_number_doc, "number(names, out): the number of each name, a new one if need be; -1 for None");
static PyObject *names_number_all(PyObject *self, PyObject *args) {
    Names *n = (Names *)self;
    PyObject *given, *out_array, *result = NULL;
    Py_ssize_t length;
    int64_t *out;
    Held h = {.held = 0};
    if (!PyArg_ParseTuple(args, "OO", &given, &out_array) || enter(n) < 0) return NULL;
    PyObject *names = PySequence_Fast(given, "names must be a sequence");
    if (!names || take_integers(&h, out_array, "out", 1, &out, &length) < 0) goto done;
    if (length != PySequence_Fast_GET_SIZE(names)) {
        wrong_length("out", length, PySequence_Fast_GET_SIZE(names));
        goto done;
    }
    for (Py_ssize_t i = 0; i < length && i < PySequence_Fast_GET_SIZE(names); i++) {
        if (i % BLOCK == 0) fetch_names(n, names, i, length);
        PyObject *name = PySequence_Fast_GET_ITEM(names, i);
        if (name == Py_None) {
            out[i] = -1;
            continue;
        }
        Py_INCREF(name);
        out[i] = names_number(n, name, 1);
        Py_DECREF(name);
        if (out[i] < 0) goto done;
    }
    result = Py_NewRef(Py_None);
done:
    n->busy = 0;
    release(&h);
    Py_XDECREF(names);
    return result;
}

static PyObject *names_find(PyObject *self, PyObject *name) {
    Names *n = (Names *)self;
    if (enter(n) < 0) return NULL;
    Py_ssize_t number = names_number(n, name, 0);
    n->busy = 0;
    return number == -2 ? NULL : PyLong_FromSsize_t(number);
}

static PyObject *names_known(PyObject *self, void *closure) {
    (void)closure;
    return Py_NewRef(((Names *)self)->known);
}

static Py_ssize_t names_length(PyObject *self) { return PyList_GET_SIZE(((Names *)self)->known); }

static PyObject *names_size(PyObject *self, PyObject *nothing) {
    (void)nothing;
    return PyLong_FromSize_t(sizeof(Names) + ((Names *)self)->slots * sizeof(uint64_t));
}

static PyMethodDef names_methods[] = {
    {"number", names_number_all, METH_VARARGS, names_number_doc},
    {"find", names_find, METH_O, "find(name): its number, or -1"},
    {"__sizeof__", names_size, METH_NOARGS, "the bytes that it takes, without its list"},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef names_members[] = {
    {"known", names_known, NULL, "the names by number, to be read only", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot names_slots[] = {
    {Py_tp_new, names_new},          {Py_tp_dealloc, names_free},     {Py_tp_traverse, names_visit},
    {Py_tp_clear, names_clear},      {Py_tp_methods, names_methods},  {Py_tp_getset, names_members},
    {Py_sq_length, names_length},    {Py_tp_doc, "Names(): numbers for names, 0, 1, 2 ... as they first come"},
    {0, NULL},
};
static PyType_Spec names_spec = {"murho.core.sums._sums.Names", sizeof(Names), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, names_slots};

typedef struct {
    PyObject_HEAD
    Table table; /* a group in the upper half of a key, a cluster in the lower */
} Pairs;

static PyObject *pairs_new(PyTypeObject *type, PyObject *args, PyObject *named) {
    if (PyTuple_GET_SIZE(args) || (named && PyDict_GET_SIZE(named))) {
        PyErr_SetString(PyExc_TypeError, "Pairs() takes nothing");
        return NULL;
    }
    return type->tp_alloc(type, 0);
}

static void pairs_free(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    table_free(&((Pairs *)self)->table);
    type->tp_free(self);
    Py_DECREF(type);
}

PyDoc_STRVAR(pairs_number_doc, "number(groups, clusters, out): the number of each pair; -1 where the cluster is -1");
static PyObject *pairs_number(PyObject *self, PyObject *args) {
    Table *t = &((Pairs *)self)->table;
    PyObject *group_array, *cluster_array, *out_array;
    Py_ssize_t grouped, clustered, length;
    int64_t *groups, *clusters, *out;
    Held h = {.held = 0};
    if (!PyArg_ParseTuple(args, "OOO", &group_array, &cluster_array, &out_array)) return NULL;
    if (take_integers(&h, group_array, "groups", 0, &groups, &grouped) < 0 ||
        take_integers(&h, cluster_array, "clusters", 0, &clusters, &clustered) < 0 ||
        take_integers(&h, out_array, "out", 1, &out, &length) < 0)
        goto failed;
    if ((grouped != length && wrong_length("groups", grouped, length) < 0) ||
        (clustered != length && wrong_length("clusters", clustered, length) < 0) ||
        check_cells(groups, length, (Py_ssize_t)MOST_KEYS, 0, "groups") < 0 ||
        check_cells(clusters, length, (Py_ssize_t)MOST_KEYS, -1, "clusters") < 0)
        goto failed;
    for (Py_ssize_t i = 0; i < length; i++) {
        out[i] = clusters[i] < 0 ? -1 : table_number(t, groups[i] << 32 | clusters[i]);
        if (out[i] < 0 && clusters[i] >= 0) {
            PyErr_NoMemory();
            goto failed;
        }
    }
    release(&h);
    Py_RETURN_NONE;
failed:
    release(&h);
    return NULL;
}

static PyObject *pairs_split(PyObject *self, PyObject *args) {
    const Table *t = &((Pairs *)self)->table;
    PyObject *group_array, *cluster_array;
    Py_ssize_t grouped, clustered;
    int64_t *groups, *clusters;
    Held h = {.held = 0};
    if (!PyArg_ParseTuple(args, "OO", &group_array, &cluster_array)) return NULL;
    if (take_integers(&h, group_array, "groups", 1, &groups, &grouped) < 0 ||
        take_integers(&h, cluster_array, "clusters", 1, &clusters, &clustered) < 0)
        goto failed;
    if ((grouped != (Py_ssize_t)t->count && wrong_length("groups", grouped, (Py_ssize_t)t->count) < 0) ||
        (clustered != grouped && wrong_length("clusters", clustered, grouped) < 0))
        goto failed;
    for (size_t i = 0; i < t->count; i++) {
        groups[i] = t->key[i] >> 32;
        clusters[i] = t->key[i] & 0xffffffff;
    }
    release(&h);
    Py_RETURN_NONE;
failed:
    release(&h);
    return NULL;
}

static PyObject *pairs_find(PyObject *self, PyObject *args) {
    long long group, cluster;
    if (!PyArg_ParseTuple(args, "LL", &group, &cluster)) return NULL;
    return PyLong_FromLongLong(cluster < 0 ? -1 : table_find(&((Pairs *)self)->table, group << 32 | cluster));
}

static Py_ssize_t pairs_length(PyObject *self) { return (Py_ssize_t)((Pairs *)self)->table.count; }

static PyObject *pairs_size(PyObject *self, PyObject *nothing) {
    (void)nothing;
    const Table *t = &((Pairs *)self)->table;
    return PyLong_FromSize_t(sizeof(Pairs) + t->room * sizeof *t->key + t->slots * sizeof *t->slot);
}

static PyMethodDef pairs_methods[] = {
    {"number", pairs_number, METH_VARARGS, pairs_number_doc},
    {"split", pairs_split, METH_VARARGS, "split(groups, clusters): both of every pair, by number"},
    {"find", pairs_find, METH_VARARGS, "find(group, cluster): the number of a pair, or -1"},
    {"__sizeof__", pairs_size, METH_NOARGS, "the bytes that it takes"},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot pairs_slots[] = {
    {Py_tp_new, pairs_new},         {Py_tp_dealloc, pairs_free}, {Py_tp_methods, pairs_methods},
    {Py_sq_length, pairs_length},   {Py_tp_doc, "Pairs(): numbers for pairs of numbers, 0, 1, 2 ... as they first come"},
    {0, NULL},
};
static PyType_Spec pairs_spec = {"murho.core.sums._sums.Pairs", sizeof(Pairs), 0, Py_TPFLAGS_DEFAULT, pairs_slots};

PyDoc_STRVAR(classes_doc, "classes(values, out, most): the number of each value's class; a value of each class by number,"
                          " or None where there are more than `most`");
static PyObject *classes(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *value_array, *out_array, *found = NULL;
    Py_ssize_t length, most;
    int64_t *out;
    Column values;
    Table t = {0};
    Held h = {.held = 0};
    if (!PyArg_ParseTuple(args, "OOn", &value_array, &out_array, &most)) return NULL;
    if (take_values(&h, value_array, "values", &values) < 0 ||
        take_integers(&h, out_array, "out", 1, &out, &length) < 0 ||
        (values.length != length && wrong_length("out", length, values.length) < 0))
        goto done;
    for (Py_ssize_t i = 0; i < length; i++) {
        int64_t key;
        if (values.real) {
            double v = values.real[i] + 0.0; /* -0 is 0 */
            if (v != v) v = NAN;             /* all that are no number are of one class */
            memcpy(&key, &v, sizeof key);
        } else key = values.whole[i];
        out[i] = table_number(&t, key);
        if (out[i] < 0) {
            PyErr_NoMemory();
            goto done;
        }
        if ((Py_ssize_t)t.count > most) {
            found = Py_NewRef(Py_None);
            goto done;
        }
    }
    found = PyList_New((Py_ssize_t)t.count);
    for (size_t i = 0; found && i < t.count; i++) {
        double v;
        memcpy(&v, &t.key[i], sizeof v);
        PyObject *one = values.real ? PyFloat_FromDouble(v) : PyLong_FromLongLong(t.key[i]);
        if (!one) Py_CLEAR(found);
        else PyList_SET_ITEM(found, (Py_ssize_t)i, one);
    }
done:
    table_free(&t);
    release(&h);
    return found;
}

/* ------------------------------------------------------------------ the module */

static PyMethodDef functions[] = {
    {"tally_rows", tally_rows, METH_VARARGS, tally_rows_doc},
    {"close_clusters", close_clusters, METH_VARARGS, close_doc},
    {"classes", classes, METH_VARARGS, classes_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_sums", "Exact sums; see murho.core.sums.", -1, functions,
                                    NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__sums(void) {
    PyObject *m = PyModule_Create(&module);
    if (!m) return NULL;
    sums_type = (PyTypeObject *)PyType_FromSpec(&sums_spec);
    PyObject *names = PyType_FromSpec(&names_spec), *pairs = PyType_FromSpec(&pairs_spec);
    if (!sums_type || !names || !pairs || PyModule_AddObjectRef(m, "Sums", (PyObject *)sums_type) < 0 ||
        PyModule_AddObjectRef(m, "Names", names) < 0 || PyModule_AddObjectRef(m, "Pairs", pairs) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_DECREF(names);
    Py_DECREF(pairs);
    return m;
}
