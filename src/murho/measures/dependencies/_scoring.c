/* Python objects in and out; see scoring.py for what is computed, and compiled.py for what is passed. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "scoring.h"

static int poll(void *argument) {
    PyThreadState **thread = argument;
    PyEval_RestoreThread(*thread);
    int stop = PyErr_CheckSignals();
    *thread = PyEval_SaveThread();
    return stop;
}

/* As str.lower() has it, which looks at neighbours and may need more characters than it was given. */
static int lower(void *argument, Text text, Array *out) {
    PyThreadState **thread = argument;
    PyEval_RestoreThread(*thread);
    PyObject *given = PyUnicode_DecodeUTF8(text.at, (Py_ssize_t)text.length, NULL);
    PyObject *low = given ? PyObject_CallMethod(given, "lower", NULL) : NULL;
    Py_ssize_t length = 0;
    const char *bytes = low ? PyUnicode_AsUTF8AndSize(low, &length) : NULL;
    int failed = bytes ? reserve(out, (size_t)length, 1) : INTERRUPTED; /* an exception is set */
    if (!failed) {
        memcpy((char *)out->items + out->used, bytes, (size_t)length);
        out->used += (size_t)length;
    }
    Py_XDECREF(low);
    Py_XDECREF(given);
    *thread = PyEval_SaveThread();
    return failed;
}

/* A tuple of pairs of a name in bytes and its bits. */
static int read_names(PyObject *pairs, Names *names) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(pairs); i++) {
        const char *name;
        Py_ssize_t length;
        int bits;
        PyObject *pair = PyTuple_GET_ITEM(pairs, i);
        if (!PyTuple_Check(pair) || !PyArg_ParseTuple(pair, "y#i", &name, &length, &bits)) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "names are pairs of bytes and bits");
            return -1;
        }
        if (add_name(names, (Text){name, (size_t)length}, bits)) {
            PyErr_SetString(PyExc_ValueError, "too many names");
            return -1;
        }
    }
    return 0;
}

static PyObject *labels_of(const Labels *labels) {
    const Text *texts = labels->texts.items;
    PyObject *list = PyList_New((Py_ssize_t)labels->texts.used);
    for (size_t i = 0; list && i < labels->texts.used; i++) {
        PyObject *label = PyUnicode_DecodeUTF8(texts[i].at, (Py_ssize_t)texts[i].length, NULL);
        if (!label) Py_CLEAR(list);
        else PyList_SET_ITEM(list, (Py_ssize_t)i, label);
    }
    return list;
}

static PyObject *bytes_of(const Array *a, size_t size) {
    return PyBytes_FromStringAndSize(a->items, (Py_ssize_t)(a->used * size));
}

static void release(Job *job) {
    Array *all[] = {&job->gold.words, &job->gold.tokens, &job->gold.sentences, &job->gold.text, &job->gold.marks,
                    &job->system.words, &job->system.tokens, &job->system.sentences, &job->system.text,
                    &job->system.marks, &job->counts, &job->rows, &job->labels.texts, &job->labels.hashes,
                    &job->labels.slots, &job->folded, &job->skips, &job->places, &job->parts, &job->flags};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]->items);
    free(job);
}

PyDoc_STRVAR(score_doc,
             "score(gold, system, (gold is final, system is final), rows, (equal_tokens, all_spaces, universal_features, free_lemmas, drop, strip), "
             "relations, other_relations, features, punctuation) -> (state, bytes of gold, lines of gold, bytes of "
             "system, lines of system, counts, rows, labels)");
static PyObject *score(PyObject *self, PyObject *args) {
    (void)self;
    Py_buffer gold, system, punctuation;
    PyObject *relations, *features, *result = NULL;
    PyThreadState *thread;
    int final[2], other;
    Job *job = calloc(1, sizeof *job);
    if (!job) return PyErr_NoMemory();
    Rules *rules = &job->rules;
    if (!PyArg_ParseTuple(args, "y*y*(pp)p(pppppp)O!iO!y*", &gold, &system, &final[0], &final[1], &job->want_rows,
                          &rules->equal_tokens, &rules->all_spaces, &rules->universal_features, &rules->free_lemmas, &rules->drop,
                          &rules->strip, &PyTuple_Type, &relations, &other, &PyTuple_Type, &features, &punctuation)) {
        free(job);
        return NULL;
    }
    rules->relations.otherwise = (uint8_t)other;
    rules->punctuation = punctuation.buf;
    rules->characters = (size_t)punctuation.len * 8;
    job->poll = poll;
    job->lower = lower;
    job->argument = &thread;
    job->gold.at = gold.buf, job->gold.stop = job->gold.at + gold.len, job->gold.final = final[0];
    job->system.at = system.buf, job->system.stop = job->system.at + system.len, job->system.final = final[1];
    if (read_names(relations, &rules->relations) == 0 && read_names(features, &rules->features) == 0) {
        thread = PyEval_SaveThread();
        int state = run(job);
        PyEval_RestoreThread(thread);
        if (state == NO_MEMORY) PyErr_NoMemory();
        if (state != NO_MEMORY && state != INTERRUPTED)
            result = Py_BuildValue("innnnNNN", state, (Py_ssize_t)(job->gold.at - (char *)gold.buf),
                                   (Py_ssize_t)job->gold.line, (Py_ssize_t)(job->system.at - (char *)system.buf),
                                   (Py_ssize_t)job->system.line, bytes_of(&job->counts, sizeof(int64_t)),
                                   bytes_of(&job->rows, sizeof(int32_t)), labels_of(&job->labels));
    }
    PyBuffer_Release(&gold);
    PyBuffer_Release(&system);
    PyBuffer_Release(&punctuation);
    release(job);
    return result;
}

static PyMethodDef methods[] = {{"score", score, METH_VARARGS, score_doc}, {NULL, NULL, 0, NULL}};

static PyModuleDef_Slot slots[] = {{0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "murho.measures.dependencies._scoring",
    .m_doc = "The compiled scores of dependency trees; see murho.measures.dependencies.scoring.",
    .m_size = 0,
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__scoring(void) { return PyModuleDef_Init(&module); }
