/* libmgnn-learn for Python: data and networks, each with the calls of mgnn-learn.h.
 * Training runs without the global lock. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <mgnn-learn.h>

static PyObject *learn_error;   /* mgnn.Error */

static int
failed(mgnn_status status, const mgnn_error *err)
{
  if (status == MGNN_OK)
    return 0;
  PyErr_SetString(status == MGNN_ENOMEM ? PyExc_MemoryError
                  : status == MGNN_EIO ? PyExc_OSError : learn_error, err->text);
  return 1;
}

/* ---- data ---- */

typedef struct {
  PyObject_HEAD
  mgnn_learn_data *data;
  size_t nodes, classes;
} data_object;

static PyTypeObject data_type;

static void
data_dealloc(data_object *self)
{
  mgnn_learn_data_free(self->data);
  PyObject_Free(self);
}

static int
has(const Py_buffer *b, size_t count, size_t size, const char *name)
{
  if (b->obj == NULL || (size_t)b->len == count * size)
    return 1;
  PyErr_Format(PyExc_ValueError, "%s has %zd bytes, must have %zu", name, b->len,
               count * size);
  return 0;
}

#define ARRAY(b) ((b).obj != NULL ? (b).buf : NULL)

/* The values in the middle of arrays are checked by the library. */
static int
shapes_fit(const mgnn_learn_arrays *a, const Py_buffer *dense, const Py_buffer *sparse,
           const Py_buffer *label)
{
  const size_t *row = sparse[0].buf;
  size_t entries = 0;

  if (!has(label, a->nodes, sizeof(int), "label")
      || !has(dense, a->nodes * a->features, sizeof(double), "dense"))
    return 0;
  if (sparse[0].obj != NULL) {
    if (!has(&sparse[0], a->nodes + 1, sizeof(size_t), "row"))
      return 0;
    entries = row[a->nodes];
  }
  for (size_t i = 0; sparse[0].obj != NULL && i < a->nodes; i++)
    if (row[i] > row[i + 1] || row[0] != 0) {
      PyErr_SetString(PyExc_ValueError, "the rows do not rise");
      return 0;
    }
  if ((dense->obj != NULL) == (sparse[0].obj != NULL)) {
    PyErr_SetString(PyExc_ValueError, "features are either dense or sparse");
    return 0;
  }
  return has(&sparse[1], entries, sizeof(unsigned), "column")
         && has(&sparse[2], entries, sizeof(double), "value");
}

/* data(nodes, ends, features, classes, label, dense, (row, column, value)) */
static PyObject *
data(PyObject *module, PyObject *args)
{
  Py_ssize_t nodes, features, classes;
  Py_buffer ends, label, dense, sparse[3];
  mgnn_learn_arrays a;
  mgnn_learn_data *made = NULL;
  data_object *self = NULL;
  mgnn_error err;

  (void)module;
  if (!PyArg_ParseTuple(args, "ny*nny*z*(z*z*z*)", &nodes, &ends, &features, &classes,
                        &label, &dense, &sparse[0], &sparse[1], &sparse[2]))
    return NULL;
  a = (mgnn_learn_arrays){
    .nodes = (size_t)nodes, .edges = (size_t)ends.len / (2 * sizeof(mgnn_node)),
    .ends = ends.buf, .features = (size_t)features, .dense = ARRAY(dense),
    .row = ARRAY(sparse[0]), .column = ARRAY(sparse[1]), .value = ARRAY(sparse[2]),
    .classes = (size_t)classes, .label = label.buf
  };
  if (shapes_fit(&a, &dense, sparse, &label)
      && !failed(mgnn_learn_data_new(&made, &a, &err), &err))
    self = PyObject_New(data_object, &data_type);
  if (self != NULL) {
    self->data = made;
    self->nodes = a.nodes;
    self->classes = a.classes;
  } else
    mgnn_learn_data_free(made);
  PyBuffer_Release(&ends);
  PyBuffer_Release(&label);
  PyBuffer_Release(&dense);
  for (int k = 0; k < 3; k++)
    PyBuffer_Release(&sparse[k]);
  return (PyObject *)self;
}

static PyTypeObject data_type = {
  PyVarObject_HEAD_INIT(NULL, 0)
  .tp_name = "mgnn._learning.Data",
  .tp_basicsize = sizeof(data_object),
  .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
  .tp_dealloc = (destructor)data_dealloc
};

/* ---- networks ---- */

typedef struct {
  PyObject_HEAD
  mgnn_learn_net *net;
  data_object *of;             /* which the network borrows */
} net_object;

static PyTypeObject net_type;

static void
net_dealloc(net_object *self)
{
  mgnn_learn_net_free(self->net);
  Py_DECREF(self->of);
  PyObject_Free(self);
}

static PyObject *
net_wrap(mgnn_learn_net *net, PyObject *of)
{
  net_object *self = PyObject_New(net_object, &net_type);

  if (self == NULL) {
    mgnn_learn_net_free(net);
    return NULL;
  }
  self->net = net;
  self->of = (data_object *)Py_NewRef(of);
  return (PyObject *)self;
}

/* After each epoch: Ctrl-C ends the training with what it has come to, and so does
 * a true answer of the callback, or its exception, which stays set. */
static int
watch(void *callback, const mgnn_learn_progress *now)
{
  PyGILState_STATE lock = PyGILState_Ensure();
  int ends = PyErr_CheckSignals() != 0;
  PyObject *said;

  if (!ends && callback != Py_None) {
    said = PyObject_CallFunction(callback, "ldd", now->epoch, now->loss, now->validation);
    ends = said == NULL || PyObject_IsTrue(said);
    Py_XDECREF(said);
  }
  if (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_KeyboardInterrupt))
    PyErr_Clear();
  PyGILState_Release(lock);
  return ends;
}

/* train(data, model, settings, part or None, validation, test, seed, callback or
 * None): the network and epoch, epochs, train, validation, test, parameters,
 * diverged, stopped. */
static PyObject *
train(PyObject *module, PyObject *args)
{
  PyObject *of;
  mgnn_learn_params par;
  mgnn_learn_result r;
  mgnn_learn_net *net = NULL;
  Py_ssize_t length = 0;
  mgnn_error err;
  mgnn_status status;

  (void)module;
  mgnn_learn_params_init(&par);
  if (!PyArg_ParseTuple(args, "O!ssz#ddkO", &data_type, &of, &par.model, &par.settings,
                        &par.part, &length, &par.validation, &par.test, &par.seed,
                        &par.watch_ctx))
    return NULL;
  if (par.part != NULL && (size_t)length != ((data_object *)of)->nodes)
    return PyErr_Format(learn_error, "part has %zd letters, but there are %zu nodes",
                        length, ((data_object *)of)->nodes);
  par.watch = watch;
  Py_BEGIN_ALLOW_THREADS
  status = mgnn_learn_train(&net, ((data_object *)of)->data, &par, &r, &err);
  Py_END_ALLOW_THREADS
  if (PyErr_Occurred()) {
    mgnn_learn_net_free(net);
    return NULL;
  }
  if (status != MGNN_ENOCONV && failed(status, &err))
    return NULL;
  return Py_BuildValue("N(lldddnNN)", net_wrap(net, of), r.epoch, r.epochs, r.train,
                       r.validation, r.test, (Py_ssize_t)r.parameters,
                       PyBool_FromLong(r.diverged), PyBool_FromLong(status != MGNN_OK));
}

/* load(data, path) */
static PyObject *
load(PyObject *module, PyObject *args)
{
  PyObject *of, *path;
  mgnn_learn_net *net = NULL;
  mgnn_error err;
  mgnn_status status;

  (void)module;
  if (!PyArg_ParseTuple(args, "O!O&", &data_type, &of, PyUnicode_FSConverter, &path))
    return NULL;
  Py_BEGIN_ALLOW_THREADS
  status = mgnn_learn_load(&net, ((data_object *)of)->data, PyBytes_AS_STRING(path), &err);
  Py_END_ALLOW_THREADS
  Py_DECREF(path);
  return failed(status, &err) ? NULL : net_wrap(net, of);
}

static PyObject *
save(net_object *self, PyObject *args)
{
  PyObject *path;
  mgnn_error err;
  mgnn_status status;

  if (!PyArg_ParseTuple(args, "O&", PyUnicode_FSConverter, &path))
    return NULL;
  Py_BEGIN_ALLOW_THREADS
  status = mgnn_learn_save(self->net, PyBytes_AS_STRING(path), &err);
  Py_END_ALLOW_THREADS
  Py_DECREF(path);
  return failed(status, &err) ? NULL : Py_NewRef(Py_None);
}

/* predict(out, which): "softmax", "calibrated" or "logits" */
static PyObject *
predict(net_object *self, PyObject *args)
{
  Py_buffer out;
  const char *which;
  int right;

  if (!PyArg_ParseTuple(args, "w*s", &out, &which))
    return NULL;
  right = has(&out, self->of->nodes * self->of->classes, sizeof(double), "out");
  if (right)
    (*which == 'l' ? mgnn_learn_logits : *which == 'c' ? mgnn_learn_predict_calibrated
     : mgnn_learn_predict)(self->net, out.buf);
  PyBuffer_Release(&out);
  return right ? Py_NewRef(Py_None) : NULL;
}

/* layer_size(k), layer(k, out) */
static PyObject *
layer_size(net_object *self, PyObject *args)
{
  Py_ssize_t layer;

  if (!PyArg_ParseTuple(args, "n", &layer))
    return NULL;
  return PyLong_FromSize_t(mgnn_learn_layer_size(self->net, (size_t)layer));
}

static PyObject *
layer(net_object *self, PyObject *args)
{
  Py_ssize_t k;
  Py_buffer out;
  int right;

  if (!PyArg_ParseTuple(args, "nw*", &k, &out))
    return NULL;
  right = has(&out, self->of->nodes * mgnn_learn_layer_size(self->net, (size_t)k),
              sizeof(double), "out");
  if (right)
    mgnn_learn_layer(self->net, (size_t)k, out.buf);
  PyBuffer_Release(&out);
  return right ? Py_NewRef(Py_None) : NULL;
}

/* metric(from, extra): ends and lengths, as bytes */
static PyObject *
metric(net_object *self, PyObject *args)
{
  const char *from;
  Py_ssize_t extra;
  size_t count = 0;
  mgnn_node *ends = NULL;
  double *length = NULL;
  PyObject *result = NULL;
  mgnn_error err;
  mgnn_status status;

  if (!PyArg_ParseTuple(args, "sn", &from, &extra))
    return NULL;
  Py_BEGIN_ALLOW_THREADS
  status = mgnn_learn_metric(self->net, from, (size_t)extra, &count, &ends, &length, &err);
  Py_END_ALLOW_THREADS
  if (!failed(status, &err))
    result = Py_BuildValue("y#y#", ends, (Py_ssize_t)(2 * count * sizeof *ends), length,
                           (Py_ssize_t)(count * sizeof *length));
  mgnn_learn_free(ends);
  mgnn_learn_free(length);
  return result;
}

#define METHOD(name) { #name, (PyCFunction)(void (*)(void))name, METH_VARARGS, NULL }

static PyMethodDef net_methods[] = {
  METHOD(save), METHOD(predict), METHOD(layer_size), METHOD(layer), METHOD(metric),
  { NULL, NULL, 0, NULL }
};

static PyTypeObject net_type = {
  PyVarObject_HEAD_INIT(NULL, 0)
  .tp_name = "mgnn._learning.Net",
  .tp_basicsize = sizeof(net_object),
  .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
  .tp_dealloc = (destructor)net_dealloc,
  .tp_methods = net_methods
};

static PyMethodDef methods[] = {
  METHOD(data), METHOD(train), METHOD(load), { NULL, NULL, 0, NULL }
};

static struct PyModuleDef definition = {
  PyModuleDef_HEAD_INIT, "mgnn._learning", "The calls of libmgnn-learn.", -1, methods,
  NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit__learning(void)
{
  PyObject *core = PyImport_ImportModule("mgnn._core"), *module = NULL;

  if (core == NULL)
    return NULL;
  learn_error = PyObject_GetAttrString(core, "Error");
  Py_DECREF(core);
  if (learn_error != NULL && PyType_Ready(&data_type) == 0 && PyType_Ready(&net_type) == 0)
    module = PyModule_Create(&definition);
  if (module != NULL
      && (PyModule_AddObjectRef(module, "Data", (PyObject *)&data_type) < 0
          || PyModule_AddObjectRef(module, "Net", (PyObject *)&net_type) < 0))
    Py_CLEAR(module);
  return module;
}
