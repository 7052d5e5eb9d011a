/* libmgnn-draw for Python: a drawing is made, told everything, drawn and freed in one
 * call, which _draw.py prepares.  The library draws without the global lock. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <mgnn-draw.h>

static PyObject *draw_error;    /* mgnn.Error */

static int
failed(mgnn_status status, const mgnn_error *err)
{
  if (status == MGNN_OK)
    return 0;
  PyErr_SetString(status == MGNN_ENOMEM ? PyExc_MemoryError
                  : status == MGNN_EIO ? PyExc_OSError : draw_error, err->text);
  return 1;
}

/* The texts of a list of `count` strings and None, as long as that lives. */
static const char **
texts_of(PyObject *list, size_t count)
{
  const char **text;

  if (!PyList_Check(list) || (size_t)PyList_GET_SIZE(list) != count) {
    PyErr_Format(PyExc_ValueError, "a list of %zu texts is needed", count);
    return NULL;
  }
  text = PyMem_New(const char *, count + 1);
  if (text == NULL)
    return (const char **)PyErr_NoMemory();
  for (size_t k = 0; k < count; k++) {
    PyObject *item = PyList_GET_ITEM(list, (Py_ssize_t)k);

    text[k] = item == Py_None ? NULL : PyUnicode_AsUTF8(item);
    if (text[k] == NULL && item != Py_None) {
      PyMem_Free(text);
      return NULL;
    }
  }
  return text;
}

/* What one attribute says: a buffer of doubles, or a list of texts. */
static int
attribute_put(mgnn_draw *d, mgnn_draw_part part, const char *name, PyObject *values,
              size_t count)
{
  Py_buffer number;
  mgnn_status status = MGNN_OK;
  mgnn_error err;

  if (PyList_Check(values)) {
    const char **text = texts_of(values, count);

    if (text == NULL)
      return 0;
    status = mgnn_draw_texts(d, part, name, text, &err);
    PyMem_Free(text);
    return !failed(status, &err);
  }
  if (PyObject_GetBuffer(values, &number, PyBUF_C_CONTIGUOUS) < 0)
    return 0;
  if ((size_t)number.len == count * sizeof(double))
    status = mgnn_draw_numbers(d, part, name, number.buf, &err);
  else
    PyErr_Format(draw_error, "the attribute %s has %zd values, but there are %zu", name,
                 number.len / (Py_ssize_t)sizeof(double), count);
  PyBuffer_Release(&number);
  return !PyErr_Occurred() && !failed(status, &err);
}

/* All that is known of the graph, and all options: names, a list or None; attributes,
 * (of edges?, name, values) each; options, (word, value or None) each. */
static int
tell(mgnn_draw *d, const mgnn_draw_graph *g, PyObject *names, PyObject *attributes,
     PyObject *options)
{
  mgnn_error err;

  if (names != Py_None) {
    const char **text = texts_of(names, g->nodes);
    mgnn_status status = text != NULL ? mgnn_draw_names(d, text, &err) : MGNN_OK;

    PyMem_Free(text);
    if (text == NULL || failed(status, &err))
      return 0;
  }
  for (Py_ssize_t k = 0; k < PyList_GET_SIZE(attributes); k++) {
    const char *name;
    PyObject *values;
    int edges;

    if (!PyArg_ParseTuple(PyList_GET_ITEM(attributes, k), "psO", &edges, &name, &values)
        || !attribute_put(d, edges ? MGNN_DRAW_EDGES : MGNN_DRAW_NODES, name, values,
                          edges ? g->edges : g->nodes))
      return 0;
  }
  for (Py_ssize_t k = 0; k < PyList_GET_SIZE(options); k++) {
    const char *word, *value;

    if (!PyArg_ParseTuple(PyList_GET_ITEM(options, k), "sz", &word, &value)
        || failed(mgnn_draw_set(d, word, value, &err), &err))
      return 0;
  }
  return 1;
}

/* Bytes, or None where they went to a file. */
static PyObject *
put(const mgnn_draw *d, size_t dim, const double *y, const char *format, const char *path)
{
  unsigned char *bytes = NULL;
  size_t size = 0;
  PyObject *out = NULL;
  mgnn_error err;
  mgnn_status status;

  Py_BEGIN_ALLOW_THREADS
  status = path != NULL ? mgnn_draw_file(d, dim, y, format, path, &err)
                        : mgnn_draw_bytes(d, dim, y, format, &bytes, &size, &err);
  Py_END_ALLOW_THREADS
  if (!failed(status, &err))
    out = path != NULL ? Py_NewRef(Py_None)
          : PyBytes_FromStringAndSize((char *)bytes, (Py_ssize_t)size);
  mgnn_draw_bytes_free(bytes);
  return out;
}

static int
has(const Py_buffer *b, size_t count)
{
  if (b->obj == NULL || (size_t)b->len == count * sizeof(double))
    return 1;
  PyErr_Format(PyExc_ValueError, "an array has %zd bytes, must have %zu", b->len,
               count * sizeof(double));
  return 0;
}

#define DOUBLES(b) ((b).obj != NULL ? (b).buf : NULL)

/* draw((n, ends, lower, upper, stiffness), names, attributes, options, dim, y, format,
 * path) */
static PyObject *
draw(PyObject *module, PyObject *args)
{
  Py_ssize_t n, dim;
  size_t frames;               /* that y has, one after the other */
  Py_buffer ends, lower, upper, stiffness, y;
  PyObject *names, *attributes, *options, *path = NULL, *result = NULL;
  const char *format;
  mgnn_draw *d = NULL;
  mgnn_draw_graph g;
  mgnn_error err;

  (void)module;
  if (!PyArg_ParseTuple(args, "(ny*z*z*z*)OO!O!ny*zO", &n, &ends, &lower, &upper,
                        &stiffness, &names, &PyList_Type, &attributes, &PyList_Type,
                        &options, &dim, &y, &format, &path))
    return NULL;
  frames = n > 0 && dim > 0 ? (size_t)y.len / sizeof(double) / (size_t)(n * dim) : 1;
  g = (mgnn_draw_graph){ (size_t)n, (size_t)ends.len / (2 * sizeof(mgnn_node)), ends.buf,
                         DOUBLES(lower), DOUBLES(upper), DOUBLES(stiffness) };
  if (has(&lower, g.edges) && has(&upper, g.edges) && has(&stiffness, g.edges)
      && has(&y, frames * g.nodes * (size_t)dim)
      && !failed(mgnn_draw_new(&d, &g, &err), &err)
      && !failed(mgnn_draw_frames(d, frames, &err), &err)
      && tell(d, &g, names, attributes, options))
    result = put(d, (size_t)dim, y.buf, format,
                 path != Py_None ? PyBytes_AsString(path) : NULL);
  mgnn_draw_free(d);
  PyBuffer_Release(&ends);
  PyBuffer_Release(&lower);
  PyBuffer_Release(&upper);
  PyBuffer_Release(&stiffness);
  PyBuffer_Release(&y);
  return result;
}

/* (word, value or None, what it does) each. */
static PyObject *
options(PyObject *module, PyObject *unused)
{
  PyObject *list = PyList_New(0);
  const char *word, *value, *help;

  (void)module;
  (void)unused;
  for (size_t k = 0; list != NULL && (word = mgnn_draw_option(k, &value, &help)) != NULL;
       k++) {
    PyObject *row = Py_BuildValue("szs", word, value, help);

    if (row == NULL || PyList_Append(list, row) < 0)
      Py_CLEAR(list);
    Py_XDECREF(row);
  }
  return list;
}

static PyObject *
formats(PyObject *module, PyObject *unused)
{
  PyObject *list = PyList_New(0);
  const char *name;

  (void)module;
  (void)unused;
  for (size_t k = 0; list != NULL && (name = mgnn_draw_format(k)) != NULL; k++) {
    PyObject *word = PyUnicode_FromString(name);

    if (word == NULL || PyList_Append(list, word) < 0)
      Py_CLEAR(list);
    Py_XDECREF(word);
  }
  return list;
}

static PyMethodDef methods[] = {
  { "draw", draw, METH_VARARGS, NULL },
  { "formats", formats, METH_NOARGS, NULL },
  { "options", options, METH_NOARGS, NULL },
  { NULL, NULL, 0, NULL }
};

static struct PyModuleDef definition = {
  PyModuleDef_HEAD_INIT, "mgnn._drawing", "The calls of libmgnn-draw.", -1, methods,
  NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit__drawing(void)
{
  PyObject *core = PyImport_ImportModule("mgnn._core");

  if (core == NULL)
    return NULL;
  draw_error = PyObject_GetAttrString(core, "Error");
  Py_DECREF(core);
  return draw_error != NULL ? PyModule_Create(&definition) : NULL;
}
