/* Tokens to numbers: a token gets one for the whole call, by a dictionary, and within each pair one from 0 on in order
 * of appearance, so that what is laid out by number stays as small as the pair.
 */
#ifndef MURHO_NUMBERING_H
#define MURHO_NUMBERING_H

#include <Python.h>
#include <stdint.h>

#include "kernel.h"

#define CODE_POINTS 0x110000

static const char *const SIDES[2] = {"references", "hypotheses"};

typedef struct {
    int64_t pair;  /* the pair that the place belongs to, counted from 1 */
    int32_t place;
} Number;

typedef struct {
    PyObject *known;   /* dict: token -> number in the call */
    Number *tokens, *characters;
    size_t token_room, ids_used, ids_room;
    int32_t *ids;      /* the tokens of all pairs gathered, references and hypotheses in turn */
    int64_t pair;
    int32_t kinds;     /* different tokens in the present pair */
} Numbering;

static void forget(Numbering *n) {
    Py_XDECREF(n->known);
    free(n->tokens);
    free(n->characters);
    free(n->ids);
}

static int32_t place_in_pair(Numbering *n, Number *number) {
    if (number->pair != n->pair) *number = (Number){n->pair, n->kinds++};
    return number->place;
}

static int make_room(Numbering *n, size_t more) {
    if (n->ids_room - n->ids_used >= more) return 0;
    size_t wanted = n->ids_used + more + n->ids_room / 2;
    int32_t *larger = realloc(n->ids, wanted * sizeof *larger);
    if (!larger) {
        PyErr_NoMemory();
        return -1;
    }
    n->ids = larger;
    n->ids_room = wanted;
    return 0;
}

static int add_characters(Numbering *n, PyObject *o) {
    size_t length = (size_t)PyUnicode_GET_LENGTH(o);
    if (make_room(n, length) < 0) return -1;
    if (!n->characters) n->characters = calloc(CODE_POINTS, sizeof *n->characters);
    if (!n->characters) {
        PyErr_NoMemory();
        return -1;
    }
    int kind = (int)PyUnicode_KIND(o);
    const void *data = PyUnicode_DATA(o);
    for (size_t i = 0; i < length; i++)
        n->ids[n->ids_used++] = place_in_pair(n, &n->characters[PyUnicode_READ(kind, data, i)]);
    return 0;
}

static int add_token(Numbering *n, PyObject *token) {
    PyObject *number = PyDict_GetItemWithError(n->known, token);
    size_t index;
    if (number) {
        index = PyLong_AsSize_t(number);
    } else {
        if (PyErr_Occurred()) return -1;
        index = (size_t)PyDict_GET_SIZE(n->known);
        number = PyLong_FromSize_t(index);
        if (!number || PyDict_SetItem(n->known, token, number) < 0) {
            Py_XDECREF(number);
            return -1;
        }
        Py_DECREF(number);
        /* what compares tokens may have added some meanwhile; numbers need only be different */
        if ((size_t)PyDict_GET_SIZE(n->known) != index + 1) {
            PyErr_SetString(PyExc_RuntimeError, "tokens changed while they were read");
            return -1;
        }
    }
    if (index >= n->token_room) {
        size_t wanted = 2 * index + 256;
        Number *larger = realloc(n->tokens, wanted * sizeof *larger);
        if (!larger) {
            PyErr_NoMemory();
            return -1;
        }
        memset(larger + n->token_room, 0, (wanted - n->token_room) * sizeof *larger);
        n->tokens = larger;
        n->token_room = wanted;
    }
    if (make_room(n, 1) < 0) return -1;
    n->ids[n->ids_used++] = place_in_pair(n, &n->tokens[index]);
    return 0;
}

static int add_sequence(Numbering *n, PyObject *o, const char *side, Py_ssize_t index) {
    PyObject *sequence = PySequence_Fast(o, "");
    if (!sequence) {
        if (PyErr_ExceptionMatches(PyExc_TypeError))
            PyErr_Format(PyExc_TypeError, "%s[%zd] is %.80s, not a sequence of tokens", side, index,
                         Py_TYPE(o)->tp_name);
        return -1;
    }
    int failed = 0;
    for (Py_ssize_t i = 0; !failed && i < PySequence_Fast_GET_SIZE(sequence); i++) {
        PyObject *token = Py_NewRef(PySequence_Fast_GET_ITEM(sequence, i));
        failed = add_token(n, token);
        Py_DECREF(token);
    }
    Py_DECREF(sequence);
    return failed;
}

/* The tokens of one pair, with their lengths; a string is the sequence of its characters. */
static int add_pair(Numbering *n, PyObject *r, PyObject *h, Py_ssize_t index, size_t lengths[2]) {
    PyObject *sides[2] = {r, h};
    int characters = 1;
    n->pair++;
    n->kinds = 0;
    for (int k = 0; k < 2; k++) {
        if (!PyUnicode_CheckExact(sides[k])) characters = 0;
#if PY_VERSION_HEX < 0x030C0000
        else if (PyUnicode_READY(sides[k]) < 0) return -1;
#endif
    }
    for (int k = 0; k < 2; k++) {
        size_t before = n->ids_used;
        if ((characters ? add_characters(n, sides[k]) : add_sequence(n, sides[k], SIDES[k], index)) < 0) return -1;
        lengths[k] = n->ids_used - before;
    }
    if (lengths[0] + lengths[1] >= LONGEST) {
        PyErr_Format(PyExc_OverflowError, "pair %zd has %zu tokens or more", index, LONGEST);
        return -1;
    }
    return 0;
}

#endif
