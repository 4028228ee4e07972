/* Python objects in and out; see __init__.py for what is computed and twin.py for the same in Python.
 *
 * While the interpreter's lock is released, other threads may change the lists that were given. So a chunk of pairs is
 * gathered first, with a reference held to every string, or with its tokens copied as numbers.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "kernel.h"
#include "numbering.h"

#define CHUNK 1024
#define SOON 8 /* pairs ahead */
#define CHUNK_TOKENS ((size_t)1 << 20)
#define COST_AT_MOST 1000000

typedef struct {
    Scratch scratch;
    PyThreadState *thread;
    int32_t *out[4];
    Py_buffer buffers[4];
    int held; /* how many of the buffers */
} Call;

static int check_signals(void *argument) {
    Call *call = argument;
    PyEval_RestoreThread(call->thread);
    int stop = PyErr_CheckSignals();
    call->thread = PyEval_SaveThread();
    return stop;
}

static int read_costs(long long sub, long long ins, long long del, Costs *costs) {
    if (sub < 1 || ins < 1 || del < 1 || sub > COST_AT_MOST || ins > COST_AT_MOST || del > COST_AT_MOST) {
        PyErr_Format(PyExc_ValueError, "costs (%lld, %lld, %lld): each must be an integer from 1 to %d", sub, ins, del,
                     COST_AT_MOST);
        return -1;
    }
    int64_t a = 2 * sub, b = ins + del, divisor = a, rest = b;
    while (rest) {
        int64_t next = divisor % rest;
        divisor = rest;
        rest = next;
    }
    *costs = (Costs){a / divisor, b / divisor};
    return 0;
}

static void finish(Call *call) {
    for (int k = 0; k < call->held; k++) PyBuffer_Release(&call->buffers[k]);
    release(&call->scratch);
}

static int begin(Call *call, long long sub, long long ins, long long del) {
    memset(call, 0, sizeof *call);
    call->scratch.poll = check_signals;
    call->scratch.poll_argument = call;
    return read_costs(sub, ins, del, &call->scratch.costs);
}

/* The four arrays of 32-bit integers that take the counts of pairs `start` to `stop`. */
static int open_counts(Call *call, PyObject *const arrays[4], Py_ssize_t start, Py_ssize_t stop) {
    if (start < 0 || stop < start) {
        PyErr_SetString(PyExc_IndexError, "pairs from `start` to `stop` are asked for, 0 <= start <= stop");
        return -1;
    }
    for (int k = 0; k < 4; k++) {
        Py_buffer *b = &call->buffers[k];
        if (PyObject_GetBuffer(arrays[k], b, PyBUF_WRITABLE | PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) < 0) return -1;
        call->held++;
        if (b->itemsize != 4 || b->format == NULL || strchr("il", b->format[0]) == NULL || b->format[1] != 0 ||
            b->len / 4 < stop) {
            PyErr_SetString(PyExc_ValueError, "counts go to arrays of 32-bit integers, one for every pair");
            return -1;
        }
        call->out[k] = b->buf;
    }
    return 0;
}

static PyObject *report(int failed) {
    if (failed == NO_MEMORY) PyErr_NoMemory();
    if (failed == TOO_BIG)
        PyErr_SetString(PyExc_OverflowError, "sequences too long for costs this large; use smaller costs");
    return NULL; /* INTERRUPTED: the signal handler has raised */
}

static int run_texts(Call *call, const Text *r, const Text *h, size_t pairs, Py_ssize_t start) {
    int32_t *out[4];
    for (int k = 0; k < 4; k++) out[k] = call->out[k] + start;
    call->thread = PyEval_SaveThread();
    int failed = count_texts(&call->scratch, r, h, pairs, out);
    PyEval_RestoreThread(call->thread);
    return failed;
}

/* ------------------------------------------------------------------ texts as strings */

static int read_string(PyObject *o, const char *side, Py_ssize_t index, Text *text) {
    if (!PyUnicode_Check(o)) {
        PyErr_Format(PyExc_TypeError, "%s[%zd] is %.80s, not str", side, index, Py_TYPE(o)->tp_name);
        return -1;
    }
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(o) < 0) return -1;
#endif
    *text = (Text){PyUnicode_DATA(o), (size_t)PyUnicode_GET_LENGTH(o), (int)PyUnicode_KIND(o)};
    __builtin_prefetch((const char *)text->data + 64); /* read when all of the chunk are gathered */
    __builtin_prefetch((const char *)text->data + 128);
    if (text->length >= LONGEST) {
        PyErr_Format(PyExc_OverflowError, "%s[%zd] has %zu characters or more", side, index, LONGEST);
        return -1;
    }
    return 0;
}

static int check_lists(PyObject *const sides[2]) {
    for (int k = 0; k < 2; k++) {
        if (PyList_Check(sides[k]) || PyTuple_Check(sides[k])) continue;
        PyErr_Format(PyExc_TypeError, "%s is %.80s, not a list or tuple", SIDES[k], Py_TYPE(sides[k])->tp_name);
        return -1;
    }
    return 0;
}

/* One item of a list or tuple that may have become shorter; a new reference. */
static PyObject *item(PyObject *sequence, Py_ssize_t i, const char *side) {
    if (i >= PySequence_Fast_GET_SIZE(sequence)) {
        PyErr_Format(PyExc_IndexError, "%s has no item %zd", side, i);
        return NULL;
    }
    return Py_NewRef(PySequence_Fast_GET_ITEM(sequence, i));
}

PyDoc_STRVAR(count_strings_doc,
             "count_strings(references, hypotheses, costs, start, stop, hits, substitutions, deletions, insertions)");
static PyObject *count_strings(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *sides[2], *arrays[4], *result = NULL;
    long long sub, ins, del;
    Py_ssize_t start, stop;
    if (!PyArg_ParseTuple(args, "OO(LLL)nnOOOO", &sides[0], &sides[1], &sub, &ins, &del, &start, &stop, &arrays[0],
                          &arrays[1], &arrays[2], &arrays[3]))
        return NULL;
    if (check_lists(sides) < 0) return NULL;
    Call call;
    struct chunk { Text texts[2][CHUNK]; PyObject *held[2 * CHUNK]; } *chunk = malloc(sizeof *chunk);
    if (begin(&call, sub, ins, del) < 0 || open_counts(&call, arrays, start, stop) < 0) goto done;
    if (!chunk) {
        PyErr_NoMemory();
        goto done;
    }
    for (Py_ssize_t at = start; at < stop; at += CHUNK) {
        Py_ssize_t pairs = stop - at < CHUNK ? stop - at : CHUNK, held = 0;
        int failed = 0;
        for (Py_ssize_t i = 0; i < pairs && !failed; i++) {
            for (int k = 0; k < 2 && !failed; k++) {
                if (at + i + SOON < PySequence_Fast_GET_SIZE(sides[k]))
                    __builtin_prefetch(PySequence_Fast_GET_ITEM(sides[k], at + i + SOON));
                PyObject *o = item(sides[k], at + i, SIDES[k]);
                if (o) chunk->held[held++] = o;
                failed = !o || read_string(o, SIDES[k], at + i, &chunk->texts[k][i]) < 0;
            }
        }
        if (!failed) {
            failed = run_texts(&call, chunk->texts[0], chunk->texts[1], (size_t)pairs, at);
            if (failed) report(failed);
        }
        while (held) Py_DECREF(chunk->held[--held]);
        if (failed) goto done;
    }
    result = Py_NewRef(Py_None);
done:
    free(chunk);
    finish(&call);
    return result;
}

/* ------------------------------------------------------------------ texts as UTF-8 columns */

typedef struct {
    Py_buffer data, offsets;
    int held;
} Column;

static void close_column(Column *c) {
    if (c->held > 1) PyBuffer_Release(&c->offsets);
    if (c->held > 0) PyBuffer_Release(&c->data);
}

static int open_column(Column *c, PyObject *data, PyObject *offsets, Py_ssize_t stop, const char *side) {
    c->held = 0;
    if (PyObject_GetBuffer(data, &c->data, PyBUF_C_CONTIGUOUS) < 0) return -1;
    c->held++;
    if (PyObject_GetBuffer(offsets, &c->offsets, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0) return -1;
    c->held++;
    Py_ssize_t size = c->offsets.itemsize;
    if ((size != 4 && size != 8) || c->offsets.format == NULL || strchr("ilq", c->offsets.format[0]) == NULL ||
        c->offsets.format[1] != 0) {
        PyErr_Format(PyExc_ValueError, "%s: offsets are signed integers of 32 or 64 bits", side);
        return -1;
    }
    if (stop > 0 && c->offsets.len / size <= stop) {
        PyErr_Format(PyExc_ValueError, "%s: %zd texts need %zd offsets, there are %zd", side, stop, stop + 1,
                     c->offsets.len / size);
        return -1;
    }
    return 0;
}

static int64_t offset_at(const Column *c, Py_ssize_t i) {
    int32_t four;
    int64_t eight;
    if (c->offsets.itemsize == 4) {
        memcpy(&four, (const char *)c->offsets.buf + 4 * i, 4);
        return four;
    }
    memcpy(&eight, (const char *)c->offsets.buf + 8 * i, 8);
    return eight;
}

static int read_bytes(const Column *c, const char *side, Py_ssize_t i, Text *text) {
    int64_t from = offset_at(c, i), to = offset_at(c, i + 1);
    if (from < 0 || to < from || to > c->data.len || (uint64_t)(to - from) >= LONGEST) {
        PyErr_Format(PyExc_ValueError,
                     "%s[%zd]: bytes %lld to %lld of %zd; offsets must not decrease or leave the data", side, i,
                     (long long)from, (long long)to, c->data.len);
        return -1;
    }
    *text = (Text){(const char *)c->data.buf + from, (size_t)(to - from), 0};
    return 0;
}

PyDoc_STRVAR(count_utf8_doc,
             "count_utf8((data, offsets), (data, offsets), costs, start, stop, hits, substitutions, deletions, "
             "insertions)");
static PyObject *count_utf8(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *data[2], *offsets[2], *arrays[4], *result = NULL;
    long long sub, ins, del;
    Py_ssize_t start, stop;
    if (!PyArg_ParseTuple(args, "(OO)(OO)(LLL)nnOOOO", &data[0], &offsets[0], &data[1], &offsets[1], &sub, &ins, &del,
                          &start, &stop, &arrays[0], &arrays[1], &arrays[2], &arrays[3]))
        return NULL;
    Call call;
    Column columns[2] = {{.held = 0}, {.held = 0}};
    struct chunk { Text texts[2][CHUNK]; } *chunk = malloc(sizeof *chunk);
    if (begin(&call, sub, ins, del) < 0 || open_counts(&call, arrays, start, stop) < 0) goto done;
    if (!chunk) {
        PyErr_NoMemory();
        goto done;
    }
    for (int k = 0; k < 2; k++)
        if (open_column(&columns[k], data[k], offsets[k], stop, SIDES[k]) < 0) goto done;
    for (Py_ssize_t at = start; at < stop; at += CHUNK) {
        Py_ssize_t pairs = stop - at < CHUNK ? stop - at : CHUNK;
        for (Py_ssize_t i = 0; i < pairs; i++)
            for (int k = 0; k < 2; k++)
                if (read_bytes(&columns[k], SIDES[k], at + i, &chunk->texts[k][i]) < 0) goto done;
        int failed = run_texts(&call, chunk->texts[0], chunk->texts[1], (size_t)pairs, at);
        if (failed) {
            report(failed);
            goto done;
        }
    }
    result = Py_NewRef(Py_None);
done:
    free(chunk);
    for (int k = 0; k < 2; k++) close_column(&columns[k]);
    finish(&call);
    return result;
}

/* ------------------------------------------------------------------ sequences of tokens */

PyDoc_STRVAR(count_sequences_doc,
             "count_sequences(references, hypotheses, costs, start, stop, hits, substitutions, deletions, insertions)");
static PyObject *count_sequences(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *sides[2], *arrays[4], *result = NULL;
    long long sub, ins, del;
    Py_ssize_t start, stop;
    if (!PyArg_ParseTuple(args, "OO(LLL)nnOOOO", &sides[0], &sides[1], &sub, &ins, &del, &start, &stop, &arrays[0],
                          &arrays[1], &arrays[2], &arrays[3]))
        return NULL;
    if (check_lists(sides) < 0) return NULL;
    Call call;
    Numbering numbering = {.known = PyDict_New()};
    struct chunk { size_t lengths[CHUNK][2]; int32_t kinds[CHUNK]; } *chunk = malloc(sizeof *chunk);
    if (begin(&call, sub, ins, del) < 0 || open_counts(&call, arrays, start, stop) < 0) goto done;
    if (!chunk || !numbering.known) {
        PyErr_NoMemory();
        goto done;
    }
    for (Py_ssize_t at = start; at < stop;) {
        Py_ssize_t pairs = 0;
        numbering.ids_used = 0;
        while (pairs < CHUNK && at + pairs < stop && numbering.ids_used < CHUNK_TOKENS) {
            PyObject *r = item(sides[0], at + pairs, SIDES[0]), *h = r ? item(sides[1], at + pairs, SIDES[1]) : NULL;
            int failed = !h || add_pair(&numbering, r, h, at + pairs, chunk->lengths[pairs]) < 0;
            Py_XDECREF(r);
            Py_XDECREF(h);
            if (failed) goto done;
            chunk->kinds[pairs++] = numbering.kinds;
        }
        const int32_t *ids = numbering.ids;
        int failed = OK;
        call.thread = PyEval_SaveThread();
        for (Py_ssize_t i = 0; i < pairs && !failed; i++) {
            size_t n = chunk->lengths[i][0], m = chunk->lengths[i][1];
            Counts counts;
            failed = count_ids(&call.scratch, ids, n, ids + n, m, (size_t)chunk->kinds[i], &counts);
            ids += n + m;
            call.out[0][at + i] = counts.hits;
            call.out[1][at + i] = counts.substitutions;
            call.out[2][at + i] = counts.deletions;
            call.out[3][at + i] = counts.insertions;
        }
        PyEval_RestoreThread(call.thread);
        if (failed) {
            report(failed);
            goto done;
        }
        at += pairs;
    }
    result = Py_NewRef(Py_None);
done:
    free(chunk);
    forget(&numbering);
    finish(&call);
    return result;
}

PyDoc_STRVAR(align_doc, "align(reference, hypothesis, costs, by_path) -> str of = S D I");
static PyObject *align(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *r, *h, *result = NULL;
    long long sub, ins, del;
    int by_path;
    if (!PyArg_ParseTuple(args, "OO(LLL)p", &r, &h, &sub, &ins, &del, &by_path)) return NULL;
    Call call;
    Numbering numbering = {.known = PyDict_New()};
    size_t lengths[2], length = 0;
    char *path = NULL;
    if (begin(&call, sub, ins, del) < 0) goto done;
    if (!numbering.known || add_pair(&numbering, r, h, 0, lengths) < 0) goto done;
    path = malloc(lengths[0] + lengths[1] + 1);
    int failed = NO_MEMORY;
    if (path) {
        call.thread = PyEval_SaveThread();
        failed = align_ids(&call.scratch, numbering.ids, lengths[0], numbering.ids + lengths[0], lengths[1],
                           (size_t)numbering.kinds, by_path, path, &length);
        PyEval_RestoreThread(call.thread);
    }
    result = failed ? report(failed) : PyUnicode_FromStringAndSize(path, (Py_ssize_t)length);
done:
    free(path);
    forget(&numbering);
    finish(&call);
    return result;
}

static PyMethodDef methods[] = {
    {"count_strings", count_strings, METH_VARARGS, count_strings_doc},
    {"count_utf8", count_utf8, METH_VARARGS, count_utf8_doc},
    {"count_sequences", count_sequences, METH_VARARGS, count_sequences_doc},
    {"align", align, METH_VARARGS, align_doc},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "murho.measures.kernel._kernel",
    .m_doc = "The compiled alignment kernel; see murho.measures.kernel.",
    .m_size = 0,
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&module); }
