/* libmgnn for Python: one method per call of mgnn.h.  Arrays pass as buffers of
 * the right size, which the Python side makes; structs come back as dictionaries
 * with the names of mgnn.h, their arrays as bytes.  The library works without
 * the global lock. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <mgnn.h>

#include <signal.h>
#include <stdint.h>
#include <string.h>

static PyObject *library_error; /* mgnn.Error */

/* ---- failures ---- */

static PyObject *
fail(const mgnn_error *err)
{
  PyObject *type = err->status == MGNN_ENOMEM ? PyExc_MemoryError
                   : err->status == MGNN_EIO ? PyExc_OSError : library_error;

  PyErr_SetString(type, err->text);
  return NULL;
}

/* ---- structs to dictionaries ---- */

typedef struct {
  const char *name;
  char kind;                   /* d: double, z: size_t, s: string or NULL,
                                  v: int, yes, no or (-1) not known */
  size_t at;
} field;

static PyObject *
value_of(const char *at, char kind)
{
  int verdict;

  switch (kind) {
  case 'd':
    return PyFloat_FromDouble(*(const double *)(const void *)at);
  case 'z':
    return PyLong_FromSize_t(*(const size_t *)(const void *)at);
  case 's':
    return Py_BuildValue("s", *(const char *const *)(const void *)at);
  default:
    verdict = *(const int *)(const void *)at;
    return verdict < 0 ? Py_NewRef(Py_None) : PyBool_FromLong(verdict);
  }
}

/* Steals the value; a value of NULL is a failure already told. */
static int
put(PyObject *dict, const char *name, PyObject *value)
{
  int done = value != NULL && PyDict_SetItemString(dict, name, value) == 0;

  Py_XDECREF(value);
  return done;
}

static PyObject *
dict_of(const void *record, const field *f)
{
  PyObject *dict = PyDict_New();

  for (; dict != NULL && f->name != NULL; f++)
    if (!put(dict, f->name, value_of((const char *)record + f->at, f->kind)))
      Py_CLEAR(dict);
  return dict;
}

/* None for an array that is not there; one of no items may be NULL too. */
static PyObject *
bytes_of(const void *array, size_t count, size_t size)
{
  if (array == NULL && count > 0)
    return Py_NewRef(Py_None);
  return PyBytes_FromStringAndSize(array, (Py_ssize_t)(count * size));
}

/* ---- buffers ---- */

/* Whether a buffer has so many bytes; else an exception is set. */
static int
fits(const Py_buffer *b, size_t count, size_t size)
{
  if (b->obj == NULL || (size_t)b->len == count * size)
    return 1;
  PyErr_Format(PyExc_ValueError, "an array has %zd bytes, must have %zu", b->len,
               count * size);
  return 0;
}

static void
release(Py_buffer *a, Py_buffer *b)
{
  PyBuffer_Release(a);
  if (b != NULL)
    PyBuffer_Release(b);
}

/* ---- problems ---- */

typedef struct {
  PyObject_HEAD
  mgnn_problem *p;
  int busy;                    /* calls under way, which must see no change */
  int interrupted;             /* whether Ctrl-C ended the last run */
} problem;

static PyTypeObject problem_type;

#define ARRAY(b) ((b).obj != NULL ? (b).buf : NULL)

static PyObject *
problem_wrap(mgnn_problem *p)
{
  problem *self = PyObject_New(problem, &problem_type);

  if (self == NULL) {
    mgnn_problem_free(p);
    return NULL;
  }
  self->p = p;
  self->busy = self->interrupted = 0;
  return (PyObject *)self;
}

static PyObject *
problem_new(PyObject *module, PyObject *args)
{
  Py_ssize_t n;
  Py_buffer ends, length;
  mgnn_problem *p = NULL;
  mgnn_status status = MGNN_OK;
  mgnn_error err;
  int right;

  (void)module;
  if (!PyArg_ParseTuple(args, "ny*z*", &n, &ends, &length))
    return NULL;
  right = fits(&length, (size_t)ends.len / (2 * sizeof(mgnn_node)), sizeof(double));
  if (right) {
    Py_BEGIN_ALLOW_THREADS
    status = mgnn_problem_new(&p, (size_t)n, (size_t)ends.len / (2 * sizeof(mgnn_node)),
                              ends.buf, ARRAY(length), &err);
    Py_END_ALLOW_THREADS
  }
  release(&ends, &length);
  return !right ? NULL : status != MGNN_OK ? fail(&err) : problem_wrap(p);
}

/* For PyArg_ParseTuple: a path as bytes in the encoding of files; None leaves what is
 * there. */
static int
path_convert(PyObject *given, void *path)
{
  return given == Py_None || PyUnicode_FSConverter(given, path);
}

/* problem_read(path or None, bytes or None, format, lengths, stiffness, metric or None) */
static PyObject *
problem_read(PyObject *module, PyObject *args)
{
  Py_buffer bytes;
  PyObject *path = NULL, *metric = NULL;
  mgnn_read_params par;
  mgnn_problem *p;
  mgnn_status status;
  mgnn_error err;

  (void)module;
  mgnn_read_params_init(&par);
  if (!PyArg_ParseTuple(args, "O&z*zzzO&", path_convert, &path, &bytes, &par.format,
                        &par.lengths, &par.stiffness, path_convert, &metric))
    return NULL;
  par.path = path != NULL ? PyBytes_AS_STRING(path) : NULL;
  par.metric = metric != NULL ? PyBytes_AS_STRING(metric) : NULL;
  par.bytes = bytes.obj != NULL && bytes.len == 0 ? "" : ARRAY(bytes);
  par.bytes_size = (size_t)bytes.len;
  Py_BEGIN_ALLOW_THREADS
  status = mgnn_problem_read_by(&p, &par, &err);
  Py_END_ALLOW_THREADS
  Py_XDECREF(path);
  Py_XDECREF(metric);
  PyBuffer_Release(&bytes);
  return status != MGNN_OK ? fail(&err) : problem_wrap(p);
}

static void
problem_dealloc(problem *self)
{
  mgnn_problem_free(self->p);
  PyObject_Free(self);
}

/* Rows of four nodes, sign and volume (NaN: only the sign counts). */
static PyObject *
chirality_list(const mgnn_problem *p)
{
  size_t count = mgnn_problem_chirality_count(p);
  PyObject *list = PyList_New((Py_ssize_t)count);

  for (size_t k = 0; list != NULL && k < count; k++) {
    mgnn_node a[4];
    double volume;
    int sign = mgnn_problem_chirality(p, k, a, &volume);
    PyObject *row = Py_BuildValue("IIIIid", a[0], a[1], a[2], a[3], sign, volume);

    if (row == NULL)
      Py_CLEAR(list);
    else
      PyList_SET_ITEM(list, (Py_ssize_t)k, row);
  }
  return list;
}

/* The names of the nodes; None: they have none.  What is no UTF-8 is replaced. */
static PyObject *
names_list(const mgnn_problem *p)
{
  Py_ssize_t n = (Py_ssize_t)mgnn_problem_nodes(p);
  PyObject *list;

  if (mgnn_problem_node_name(p, 0) == NULL)
    return Py_NewRef(Py_None);
  list = PyList_New(n);
  for (Py_ssize_t i = 0; list != NULL && i < n; i++) {
    const char *name = mgnn_problem_node_name(p, (size_t)i);
    PyObject *text = PyUnicode_DecodeUTF8(name, (Py_ssize_t)strlen(name), "replace");

    if (text == NULL)
      Py_CLEAR(list);
    else
      PyList_SET_ITEM(list, i, text);
  }
  return list;
}

/* What the programs would print about the file that was read. */
static PyObject *
notes_list(const mgnn_problem *p)
{
  PyObject *list = PyList_New(0);
  const char *note;

  for (size_t k = 0; list != NULL && (note = mgnn_problem_note(p, k)) != NULL; k++) {
    PyObject *text = PyUnicode_DecodeUTF8(note, (Py_ssize_t)strlen(note), "replace");

    if (text == NULL || PyList_Append(list, text) < 0)
      Py_CLEAR(list);
    Py_XDECREF(text);
  }
  return list;
}

static PyObject *
noise_get(const mgnn_problem *p)
{
  double sigma;
  const char *kind = mgnn_problem_noise(p, &sigma);

  return kind == NULL ? Py_NewRef(Py_None) : Py_BuildValue("sd", kind, sigma);
}

/* None: all 1. */
static PyObject *
weights_of(const double *w, size_t m)
{
  return w == NULL ? Py_NewRef(Py_None) : bytes_of(w, m, sizeof *w);
}

static PyObject *
problem_get(problem *self, void *what)
{
  size_t m = mgnn_problem_edges(self->p), dim;

  switch (*(const char *)what) {
  case 'u':
    return bytes_of(mgnn_problem_upper(self->p), m, sizeof(double));
  case 's':
    return weights_of(mgnn_problem_stiffness(self->p), m);
  case 'w':
    return weights_of(mgnn_problem_weights(self->p), m);
  case 'N':
    return noise_get(self->p);
  case 'a':
    return names_list(self->p);
  case 't':
    return notes_list(self->p);
  case 'c':
    return chirality_list(self->p);
  case 'd':
    return PyFloat_FromDouble(mgnn_problem_min_distance(self->p));
  case 'o':
    return PyBool_FromLong(mgnn_problem_self_loops(self->p));
  case 'i':
    return PyBool_FromLong(self->interrupted);
  case 'p':
    return mgnn_problem_pins(self->p, &dim) == NULL ? Py_NewRef(Py_None)
           : bytes_of(mgnn_problem_pins(self->p, &dim),
                      mgnn_problem_nodes(self->p) * dim, 1);
  case 'n':
    return PyLong_FromSize_t(mgnn_problem_nodes(self->p));
  case 'm':
    return PyLong_FromSize_t(m);
  case 'e':
    return bytes_of(mgnn_problem_ends(self->p), 2 * m, sizeof(mgnn_node));
  default:
    return bytes_of(mgnn_problem_lengths(self->p), m, sizeof(double));
  }
}

/* A problem that another thread computes with stays as it is. */
static int
may_change(const problem *self)
{
  if (self->busy == 0)
    return 1;
  PyErr_SetString(PyExc_RuntimeError, "the problem is in use by another thread");
  return 0;
}

/* Run a call of the library without the lock. */
#define CALL(self, call) do { \
    (self)->busy++; \
    Py_BEGIN_ALLOW_THREADS \
    status = (call); \
    Py_END_ALLOW_THREADS \
    (self)->busy--; \
  } while (0)

static PyObject *
answer(mgnn_status status, const mgnn_error *err)
{
  if (PyErr_Occurred())
    return NULL;
  return status != MGNN_OK ? fail(err) : Py_NewRef(Py_None);
}

static PyObject *
bounds_set(problem *self, PyObject *args)
{
  size_t m = mgnn_problem_edges(self->p);
  Py_buffer lower, upper;
  mgnn_status status = MGNN_OK;
  mgnn_error err;

  if (!PyArg_ParseTuple(args, "y*y*", &lower, &upper))
    return NULL;
  if (may_change(self) && fits(&lower, m, sizeof(double)) && fits(&upper, m, sizeof(double)))
    status = mgnn_problem_bounds_set(self->p, lower.buf, upper.buf, &err);
  release(&lower, &upper);
  return answer(status, &err);
}

static PyObject *
smooth(problem *self, PyObject *args)
{
  size_t tightened = 0;
  mgnn_status status = MGNN_OK;
  mgnn_error err;
  PyObject *done;

  (void)args;
  if (may_change(self))
    CALL(self, mgnn_problem_smooth(self->p, &tightened, &err));
  done = answer(status, &err);
  Py_XDECREF(done);
  return done != NULL ? PyLong_FromSize_t(tightened) : NULL;
}

static PyObject *
stiffness_set(problem *self, PyObject *args)
{
  Py_buffer stiffness;
  mgnn_status status = MGNN_OK;
  mgnn_error err;

  if (!PyArg_ParseTuple(args, "z*", &stiffness))
    return NULL;
  if (may_change(self) && fits(&stiffness, mgnn_problem_edges(self->p), sizeof(double)))
    status = mgnn_problem_stiffness_set(self->p, ARRAY(stiffness), &err);
  release(&stiffness, NULL);
  return answer(status, &err);
}

/* noise_set(kind or None, sigma) */
static PyObject *
noise_set(problem *self, PyObject *args)
{
  const char *kind;
  double sigma;
  mgnn_status status = MGNN_OK;
  mgnn_error err;

  if (!PyArg_ParseTuple(args, "zd", &kind, &sigma))
    return NULL;
  if (may_change(self))
    status = mgnn_problem_noise_set(self->p, kind, sigma, &err);
  return answer(status, &err);
}

/* chirality_set(count, nodes, sign, volume) */
static PyObject *
chirality_set(problem *self, PyObject *args)
{
  Py_ssize_t count;
  Py_buffer nodes, sign, volume;
  mgnn_status status = MGNN_OK;
  mgnn_error err;

  if (!PyArg_ParseTuple(args, "ny*y*y*", &count, &nodes, &sign, &volume))
    return NULL;
  if (may_change(self) && fits(&nodes, 4 * (size_t)count, sizeof(mgnn_node))
      && fits(&sign, (size_t)count, 1) && fits(&volume, (size_t)count, sizeof(double)))
    status = mgnn_problem_chirality_set(self->p, (size_t)count, nodes.buf, sign.buf,
                                        volume.buf, &err);
  release(&nodes, &sign);
  release(&volume, NULL);
  return answer(status, &err);
}

/* chirality_right(dim, y) */
static PyObject *
chirality_right(problem *self, PyObject *args)
{
  Py_ssize_t dim;
  Py_buffer y;
  size_t right = 0;

  if (!PyArg_ParseTuple(args, "ny*", &dim, &y))
    return NULL;
  if (fits(&y, mgnn_problem_nodes(self->p) * (size_t)dim, sizeof(double)))
    right = mgnn_chirality_right(self->p, (size_t)dim, y.buf);
  release(&y, NULL);
  return PyErr_Occurred() ? NULL : PyLong_FromSize_t(right);
}

static PyObject *
min_distance_set(problem *self, PyObject *args)
{
  double x;
  mgnn_status status = MGNN_OK;
  mgnn_error err;

  if (!PyArg_ParseTuple(args, "d", &x))
    return NULL;
  if (may_change(self))
    status = mgnn_problem_min_distance_set(self->p, x, &err);
  return answer(status, &err);
}

static PyObject *
pins_set(problem *self, PyObject *args)
{
  Py_ssize_t dim;
  Py_buffer pin;
  mgnn_status status = MGNN_OK;
  mgnn_error err;

  if (!PyArg_ParseTuple(args, "nz*", &dim, &pin))
    return NULL;
  if (may_change(self) && fits(&pin, mgnn_problem_nodes(self->p) * (size_t)dim, 1))
    status = mgnn_problem_pins_set(self->p, (size_t)dim, ARRAY(pin), &err);
  release(&pin, NULL);
  return answer(status, &err);
}

static PyObject *
self_loops_set(problem *self, PyObject *args)
{
  int on;

  if (!PyArg_ParseTuple(args, "p", &on) || !may_change(self))
    return NULL;
  mgnn_problem_self_loops_set(self->p, on);
  return Py_NewRef(Py_None);
}

/* ---- runs ---- */

/* One run: who watches it, and what it was told. */
typedef struct {
  PyObject *callback;          /* NULL: nobody */
  double *history;             /* NULL, or where every layer goes */
  size_t bytes;                /* of positions */
  size_t reached;              /* the step last seen */
  PyObject *type, *value, *trace;      /* an exception of the callback */
} watcher;

static volatile sig_atomic_t interrupted;

static void
on_interrupt(int number)
{
  (void)number;
  interrupted = 1;
}

/* The library may call from a thread of its own: an exception is kept for the
 * thread that waits. */
static int
callback_ends(watcher *w, const mgnn_progress *now)
{
  PyGILState_STATE lock = PyGILState_Ensure();
  PyObject *x = bytes_of(now->x, w->bytes, 1);
  PyObject *said = NULL;
  int ends = 1;

  if (x != NULL)
    said = PyObject_CallFunction(w->callback, "nddN", (Py_ssize_t)now->step, now->value,
                                 now->left, x);
  if (said != NULL)
    ends = PyObject_IsTrue(said);
  Py_XDECREF(said);
  if (PyErr_Occurred())
    PyErr_Fetch(&w->type, &w->value, &w->trace);
  PyGILState_Release(lock);
  return ends;
}

/* The form of what every run is told, and where it goes. */
#define CONTROL "(kindOp)"
#define CONTROL_TO(c, callback, catches) \
  &(c).seed, &(c).threads, &(c).max_iterations, &(c).time_limit, &(callback), &(catches)

/* Everything that a run of the library needs around it. */
typedef struct {
  problem *self;
  watcher watcher;
  struct sigaction before;
  int catches;                 /* Ctrl-C ends the run, not the program */
  PyThreadState *thread;
} run;

static int
watch(void *ctx, const mgnn_progress *now)
{
  run *r = ctx;
  watcher *w = &r->watcher;

  if (w->history != NULL)
    memcpy((char *)w->history + now->step * w->bytes, now->x, w->bytes);
  w->reached = now->step;
  return (r->catches && interrupted) || (w->callback != NULL && callback_ends(w, now));
}

/* Without a callback, layers to keep or Ctrl-C there is nothing to watch. */
static void
run_begin(run *r, mgnn_control *control, PyObject *callback)
{
  const struct sigaction own = { .sa_handler = on_interrupt };

  r->watcher.callback = callback != Py_None ? callback : NULL;
  if (r->catches || r->watcher.callback != NULL || r->watcher.history != NULL) {
    control->watch = watch;
    control->watch_ctx = r;
  }
  r->self->busy++;
  if (r->catches) {
    sigaction(SIGINT, NULL, &r->before);
    if (r->before.sa_handler != on_interrupt)   /* else this is a callback of a run */
      interrupted = 0;
    sigaction(SIGINT, &own, NULL);
  }
  r->thread = PyEval_SaveThread();
}

static void
run_end(run *r)
{
  PyEval_RestoreThread(r->thread);
  if (r->catches)
    sigaction(SIGINT, &r->before, NULL);
  r->self->interrupted = r->catches && interrupted;
  r->self->busy--;
  if (r->watcher.type != NULL)
    PyErr_Restore(r->watcher.type, r->watcher.value, r->watcher.trace);
}

static int
is_failure(mgnn_status status, const mgnn_error *err)
{
  if (PyErr_Occurred())
    return 1;
  if (status == MGNN_OK || status == MGNN_ENOCONV)
    return 0;
  fail(err);
  return 1;
}

/* propagate(dim, z, history, origin, attention, (rule, layers, alpha, beta, eps,
 * single, step, theta, p, mu, filter), control): z becomes the last layer, which
 * is told. */
static PyObject *
propagate(problem *self, PyObject *args)
{
  run r = { .self = self };
  mgnn_layer_params par;
  Py_ssize_t dim;
  Py_buffer z, history, origin, attention;
  PyObject *callback, *result = NULL;
  size_t size;
  mgnn_error err;
  mgnn_status status;

  mgnn_layer_params_init(&par);
  if (!PyArg_ParseTuple(args, "nw*z*z*z*(sndddpdddds)" CONTROL, &dim, &z, &history,
                        &origin, &attention, &par.rule, &par.layers, &par.alpha,
                        &par.beta, &par.eps, &par.single_precision, &par.step,
                        &par.theta, &par.p, &par.mu, &par.filter,
                        CONTROL_TO(par.control, callback, r.catches)))
    return NULL;
  size = mgnn_problem_nodes(self->p) * (size_t)dim;
  r.watcher.bytes = size * sizeof(double);
  r.watcher.history = ARRAY(history);
  par.origin = ARRAY(origin);
  par.attention = ARRAY(attention);
  if (fits(&z, size, sizeof(double)) && fits(&origin, size, sizeof(double))
      && fits(&attention, mgnn_problem_edges(self->p), sizeof(double))
      && fits(&history, size * (par.layers + 1), sizeof(double))) {
    run_begin(&r, &par.control, callback);
    status = mgnn_propagate(self->p, (size_t)dim, &par, z.buf, &err);
    run_end(&r);
    /* One layer alone does not show that it is another than the last. */
    if (self->interrupted && r.watcher.history == NULL && !PyErr_Occurred()
        && status == MGNN_ENOCONV)
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    if (!is_failure(status, &err))
      result = PyLong_FromSize_t(status == MGNN_OK ? par.layers : r.watcher.reached);
  }
  release(&z, &history);
  release(&origin, &attention);
  return result;
}

static const field outcome_fields[] = {
  { "iterations", 'z', offsetof(mgnn_outcome, iterations) },
  { "energy", 'd', offsetof(mgnn_outcome, energy) },
  { "reason", 's', offsetof(mgnn_outcome, reason) },
  { "stage", 's', offsetof(mgnn_outcome, stage) },
  { "pair_stress", 'd', offsetof(mgnn_outcome, pair_stress) },
  { "spread_nodes", 'z', offsetof(mgnn_outcome, spread_nodes) },
  { "spread_stress", 'd', offsetof(mgnn_outcome, spread_stress) },
  { NULL, 0, 0 }
};

/* What mgnn_outcome has, and the marks of n nodes. */
static PyObject *
outcome_dict(const mgnn_outcome *out, size_t n)
{
  PyObject *result = dict_of(out, outcome_fields);

  if (result != NULL
      && !put(result, "determined", out->determined != NULL ? bytes_of(out->determined, n, 1)
                                    : Py_NewRef(Py_None)))
    Py_CLEAR(result);
  return result;
}

/* drawings(dim, y or None, (pairs, tolerance, aspect, spread, effort, restarts, tree,
 * ensemble, cluster, met), control): dim 0 is for the smallest that meets the lengths. */
static PyObject *
drawings(problem *self, PyObject *args)
{
  run r = { .self = self };
  mgnn_search_params par;
  mgnn_drawings *found = NULL;
  Py_ssize_t dim;
  Py_buffer y;
  PyObject *callback, *result = NULL, *models;
  size_t n = mgnn_problem_nodes(self->p), size = 0, count;
  mgnn_error err;
  mgnn_status status;

  mgnn_search_params_init(&par);
  if (!PyArg_ParseTuple(args, "nz*(zddpznzndd)" CONTROL, &dim, &y, &par.pairs,
                        &par.tolerance, &par.aspect, &par.spread, &par.effort,
                        &par.restarts, &par.tree, &par.ensemble, &par.cluster, &par.met,
                        CONTROL_TO(par.control, callback, r.catches)))
    return NULL;
  r.watcher.bytes = n * (size_t)dim * sizeof(double);
  if (fits(&y, n * (size_t)dim, sizeof(double))) {
    run_begin(&r, &par.control, callback);
    status = mgnn_drawings_find(self->p, (size_t)dim, &par, ARRAY(y), &found, &err);
    run_end(&r);
    if (!is_failure(status, &err)) {
      count = mgnn_drawings_count(found);
      size = n * mgnn_drawings_dim(found);
      result = outcome_dict(mgnn_drawings_outcome(found), n);
      models = PyList_New(0);
      for (size_t k = 0; k < count && models != NULL; k++) {
        PyObject *one = Py_BuildValue("Nnd", bytes_of(mgnn_drawings_positions(found, k), size,
                                                      sizeof(double)),
                                      (Py_ssize_t)mgnn_drawings_cluster(found, k),
                                      mgnn_drawings_rmsd(found, k));

        if (one == NULL || PyList_Append(models, one) != 0)
          Py_CLEAR(models);
        Py_XDECREF(one);
      }
      if (result == NULL || !put(result, "models", models)
          || !put(result, "dim", PyLong_FromSize_t(mgnn_drawings_dim(found))))
        Py_CLEAR(result);
    }
    mgnn_drawings_free(found);
  }
  release(&y, NULL);
  return result;
}

/* search(how, dim, y, (pairs, solver, tolerance, aspect, spread), control), where
 * `how` is "solve" or the name of a start. */
static PyObject *
search(problem *self, PyObject *args)
{
  run r = { .self = self };
  mgnn_search_params par;
  mgnn_outcome out = { 0 };
  const char *how;
  Py_ssize_t dim;
  Py_buffer y;
  PyObject *callback, *result = NULL;
  size_t n = mgnn_problem_nodes(self->p);
  mgnn_error err;
  mgnn_status status;

  mgnn_search_params_init(&par);
  if (!PyArg_ParseTuple(args, "snw*(szddp)" CONTROL, &how, &dim, &y, &par.pairs,
                        &par.solver, &par.tolerance, &par.aspect, &par.spread,
                        CONTROL_TO(par.control, callback, r.catches)))
    return NULL;
  r.watcher.bytes = n * (size_t)dim * sizeof(double);
  if (fits(&y, n * (size_t)dim, sizeof(double))) {
    run_begin(&r, &par.control, callback);
    status = strcmp(how, "solve") == 0
             ? mgnn_solve(self->p, (size_t)dim, &par, y.buf, &out, &err)
             : mgnn_start(self->p, (size_t)dim, how, &par, y.buf, &err);
    run_end(&r);
    if (!is_failure(status, &err))
      result = outcome_dict(&out, n);
    mgnn_outcome_free(&out);
  }
  release(&y, NULL);
  return result;
}

static PyObject *
place(problem *self, PyObject *args)
{
  Py_ssize_t dim;
  unsigned long seed;
  double scale;
  Py_buffer x;
  mgnn_status status = MGNN_OK;
  mgnn_error err;

  if (!PyArg_ParseTuple(args, "nkdw*", &dim, &seed, &scale, &x))
    return NULL;
  if (fits(&x, mgnn_problem_nodes(self->p) * (size_t)dim, sizeof(double)))
    status = mgnn_place(self->p, (size_t)dim, seed, scale, x.buf, &err);
  release(&x, NULL);
  return answer(status, &err);
}

static PyObject *
rescale(problem *self, PyObject *args)
{
  Py_ssize_t dim;
  Py_buffer x;
  int to_y, right;

  if (!PyArg_ParseTuple(args, "nw*p", &dim, &x, &to_y))
    return NULL;
  right = fits(&x, mgnn_problem_nodes(self->p) * (size_t)dim, sizeof(double));
  if (right)
    mgnn_rescale(self->p, (size_t)dim, x.buf, to_y);
  release(&x, NULL);
  return right ? Py_NewRef(Py_None) : NULL;
}

/* ---- verdicts ---- */

#define FIGURE(name) { #name, 'd', offsetof(mgnn_figures, name) }
static const field figures_fields[] = {
  FIGURE(energy), FIGURE(objective), FIGURE(stress), FIGURE(stress1),
  FIGURE(max_relative_error), FIGURE(rms_relative_error),
  FIGURE(mean_relative_error), FIGURE(max_zero_length),
  { "coincident", 'z', offsetof(mgnn_figures, coincident) },
  { NULL, 0, 0 }
};

#define COMPARISON(name, kind) { #name, kind, offsetof(mgnn_comparison, name) }
static const field comparison_fields[] = {
  COMPARISON(equivalent, 'v'), COMPARISON(congruent, 'v'),
  COMPARISON(similar, 'v'), COMPARISON(mirrored, 'v'),
  COMPARISON(max_edge_difference, 'd'), COMPARISON(max_deviation, 'd'),
  COMPARISON(rmsd, 'd'), COMPARISON(rmsd_unmirrored, 'd'),
  COMPARISON(rmsd_scaled, 'd'), COMPARISON(scale, 'd'), COMPARISON(size, 'd'),
  { NULL, 0, 0 }
};

/* lengths_make(metric, values or None, out) */
static PyObject *
lengths_make(problem *self, PyObject *args)
{
  size_t m = mgnn_problem_edges(self->p);
  const char *metric;
  Py_buffer value, length;
  mgnn_error err;
  mgnn_status status = MGNN_OK;

  if (!PyArg_ParseTuple(args, "sz*w*", &metric, &value, &length))
    return NULL;
  if (fits(&value, m, sizeof(double)) && fits(&length, m, sizeof(double)))
    CALL(self, mgnn_lengths_make(self->p, metric, ARRAY(value), length.buf, &err));
  release(&value, &length);
  return answer(status, &err);
}

/* measure(dim, y, origin or None, alpha) */
static PyObject *
measure(problem *self, PyObject *args)
{
  Py_ssize_t dim;
  Py_buffer y, origin;
  double alpha;
  size_t size;
  mgnn_figures out;
  mgnn_error err;
  mgnn_status status = MGNN_OK;

  if (!PyArg_ParseTuple(args, "ny*z*d", &dim, &y, &origin, &alpha))
    return NULL;
  size = mgnn_problem_nodes(self->p) * (size_t)dim;
  if (fits(&y, size, sizeof(double)) && fits(&origin, size, sizeof(double)))
    CALL(self, mgnn_measure(self->p, (size_t)dim, y.buf, ARRAY(origin), alpha, &out,
                            &err));
  release(&y, &origin);
  return is_failure(status, &err) ? NULL : dict_of(&out, figures_fields);
}

/* compare(dim, y, other, tolerance) */
static PyObject *
compare(problem *self, PyObject *args)
{
  Py_ssize_t dim;
  Py_buffer y, other;
  double tolerance;
  size_t size;
  mgnn_comparison out;
  mgnn_error err;
  mgnn_status status = MGNN_OK;

  if (!PyArg_ParseTuple(args, "ny*y*d", &dim, &y, &other, &tolerance))
    return NULL;
  size = mgnn_problem_nodes(self->p) * (size_t)dim;
  if (fits(&y, size, sizeof(double)) && fits(&other, size, sizeof(double)))
    CALL(self, mgnn_compare(self->p, (size_t)dim, y.buf, other.buf, tolerance, &out,
                            &err));
  release(&y, &other);
  return is_failure(status, &err) ? NULL : dict_of(&out, comparison_fields);
}

#define INFINITESIMAL(name, kind) { #name, kind, offsetof(mgnn_infinitesimal, name) }
static const field infinitesimal_fields[] = {
  INFINITESIMAL(rank, 'z'), INFINITESIMAL(motions, 'z'),
  INFINITESIMAL(degrees_of_freedom, 'z'), INFINITESIMAL(stresses, 'z'),
  INFINITESIMAL(rigid, 'v'), INFINITESIMAL(tolerance, 'd'),
  INFINITESIMAL(gap_low, 'd'), INFINITESIMAL(gap_high, 'd'),
  { NULL, 0, 0 }
};

#define DISTRIBUTION(name, kind) { #name, kind, offsetof(mgnn_distribution, name) }
static const field distribution_fields[] = {
  DISTRIBUTION(met, 'z'), DISTRIBUTION(too_short, 'z'), DISTRIBUTION(too_long, 'z'),
  DISTRIBUTION(scale, 'd'), DISTRIBUTION(scaled_stress, 'd'),
  { NULL, 0, 0 }
};

static PyObject *
distribution_dict(const mgnn_distribution *d)
{
  PyObject *dict = dict_of(d, distribution_fields);

  if (dict != NULL
      && (!put(dict, "quantile", bytes_of(d->quantile, sizeof d->quantile, 1))
          || !put(dict, "bin", bytes_of(d->bin, sizeof d->bin, 1))))
    Py_CLEAR(dict);
  return dict;
}

/* at_positions(what, dim, y, tolerance): "infinitesimal" or "distribution" */
static PyObject *
at_positions(problem *self, PyObject *args)
{
  const char *what;
  Py_ssize_t dim;
  Py_buffer y;
  double tolerance;
  mgnn_infinitesimal first;
  mgnn_distribution errors;
  mgnn_error err;
  mgnn_status status = MGNN_OK;
  int small;

  if (!PyArg_ParseTuple(args, "sny*d", &what, &dim, &y, &tolerance))
    return NULL;
  small = strcmp(what, "infinitesimal") == 0;
  if (fits(&y, mgnn_problem_nodes(self->p) * (size_t)dim, sizeof(double)))
    CALL(self, small ? mgnn_infinitesimal_find(self->p, (size_t)dim, y.buf, tolerance,
                                               &first, &err)
               : mgnn_distribution_find(self->p, (size_t)dim, y.buf, tolerance,
                                        &errors, &err));
  release(&y, NULL);
  return is_failure(status, &err) ? NULL
         : small ? dict_of(&first, infinitesimal_fields)
         : distribution_dict(&errors);
}

#define RIGIDITY(name, kind) { #name, kind, offsetof(mgnn_rigidity, name) }
static const field rigidity_fields[] = {
  RIGIDITY(dim, 'z'), RIGIDITY(nodes, 'z'), RIGIDITY(edges, 'z'),
  RIGIDITY(rank, 'z'), RIGIDITY(motions, 'z'), RIGIDITY(degrees_of_freedom, 'z'),
  RIGIDITY(stresses, 'z'), RIGIDITY(rigid, 'v'), RIGIDITY(redundantly_rigid, 'v'),
  RIGIDITY(globally_rigid, 'v'), RIGIDITY(method, 's'), RIGIDITY(global_method, 's'),
  RIGIDITY(error, 'd'), RIGIDITY(global_error, 'd'), RIGIDITY(redundant, 'z'),
  { NULL, 0, 0 }
};

/* rigidity(dim, seed) */
static PyObject *
rigidity(problem *self, PyObject *args)
{
  Py_ssize_t dim;
  unsigned long seed;
  mgnn_rigidity r;
  size_t bounds, nodes;        /* of the lists of parts; no edges, no lists */
  PyObject *dict;
  mgnn_error err;
  mgnn_status status;

  if (!PyArg_ParseTuple(args, "nk", &dim, &seed))
    return NULL;
  CALL(self, mgnn_rigidity_find(self->p, (size_t)dim, seed, &r, &err));
  if (is_failure(status, &err))
    return NULL;
  bounds = r.part_first != NULL ? r.parts + 1 : 0;
  nodes = r.part_first != NULL ? r.part_first[r.parts] : 0;
  dict = dict_of(&r, rigidity_fields);
  if (dict != NULL
      && (!put(dict, "edge_redundant", bytes_of(r.edge_redundant, r.edges, 1))
          || !put(dict, "edge_part", bytes_of(r.edge_part, r.edges, sizeof(unsigned)))
          || !put(dict, "part_first", bytes_of(r.part_first, bounds, sizeof(size_t)))
          || !put(dict, "part_node", bytes_of(r.part_node, nodes, sizeof(mgnn_node)))))
    Py_CLEAR(dict);
  mgnn_rigidity_free(&r);
  return dict;
}

/* determined(dim, seed, y or None): two lists and three values */
static PyObject *
determined(problem *self, PyObject *args)
{
  Py_ssize_t dim, n = (Py_ssize_t)mgnn_problem_nodes(self->p);
  unsigned long seed;
  mgnn_determined *d;
  PyObject *node, *how;
  Py_buffer y;
  mgnn_error err;
  mgnn_status status = MGNN_OK;

  if (!PyArg_ParseTuple(args, "nkz*", &dim, &seed, &y))
    return NULL;
  if (y.buf == NULL)
    CALL(self, mgnn_determined_find(self->p, (size_t)dim, seed, &d, &err));
  else if (fits(&y, (size_t)n * (size_t)dim, sizeof(double)))
    CALL(self, mgnn_determined_given(self->p, (size_t)dim, y.buf, seed, &d, &err));
  release(&y, NULL);
  if (is_failure(status, &err))
    return NULL;
  node = PyList_New(n);
  how = PyList_New(n);
  for (Py_ssize_t i = 0; i < n && node != NULL && how != NULL; i++) {
    PyObject *answer = PyLong_FromLong(mgnn_determined_node(d, (size_t)i));
    PyObject *word = PyUnicode_FromString(mgnn_determined_how(d, (size_t)i));

    if (answer == NULL || word == NULL) {
      Py_XDECREF(answer);
      Py_XDECREF(word);
      Py_CLEAR(node);
      break;
    }
    PyList_SET_ITEM(node, i, answer);
    PyList_SET_ITEM(how, i, word);
  }
  if (node != NULL && how != NULL)
    node = Py_BuildValue("NNnsd", node, how,
                         (Py_ssize_t)mgnn_determined_count(d),
                         mgnn_determined_up_to(d), mgnn_determined_error(d));
  else {
    Py_CLEAR(node);
    Py_CLEAR(how);
  }
  mgnn_determined_free(d);
  return node;
}

/* flexes(dim, y, tolerance): motions and stresses as bytes, and prestress_stable */
static PyObject *
flexes(problem *self, PyObject *args)
{
  Py_ssize_t dim;
  double tolerance;
  Py_buffer y;
  PyObject *out = NULL;
  mgnn_flexes *f = NULL;
  mgnn_error err;
  mgnn_status status;

  if (!PyArg_ParseTuple(args, "ny*d", &dim, &y, &tolerance))
    return NULL;
  if (fits(&y, mgnn_problem_nodes(self->p) * (size_t)dim, sizeof(double))) {
    CALL(self, mgnn_flexes_find(self->p, (size_t)dim, y.buf, tolerance, &f, &err));
    if (!is_failure(status, &err))
      out = Py_BuildValue("NNi",
                          bytes_of(mgnn_flexes_motion(f, 0), mgnn_flexes_motions(f)
                                   * mgnn_problem_nodes(self->p) * (size_t)dim,
                                   sizeof(double)),
                          bytes_of(mgnn_flexes_stress(f, 0), mgnn_flexes_stresses(f)
                                   * mgnn_problem_edges(self->p), sizeof(double)),
                          mgnn_flexes_prestress_stable(f));
  }
  mgnn_flexes_free(f);
  PyBuffer_Release(&y);
  return out;
}

/* The edges that are bars. */
static PyObject *
bars(problem *self, PyObject *args)
{
  (void)args;
  return PyLong_FromSize_t(mgnn_problem_bars(self->p));
}

/* Edge, length, length of the path, the path. */
static PyObject *
violation_tuple(const mgnn_violation *v)
{
  return Py_BuildValue("nddN", (Py_ssize_t)v->edge, v->length, v->path_length,
                       bytes_of(v->path, v->nodes, sizeof(mgnn_node)));
}

static const field violations_fields[] = {
  { "checked", 'z', offsetof(mgnn_violations, checked) },
  { "uniform_change", 'd', offsetof(mgnn_violations, uniform_change) },
  { "shortening", 'd', offsetof(mgnn_violations, shortening) },
  { NULL, 0, 0 }
};

static PyObject *
violations_dict(const mgnn_violations *v)
{
  PyObject *dict = dict_of(v, violations_fields), *list = PyList_New((Py_ssize_t)v->count);

  for (size_t k = 0; list != NULL && k < v->count; k++) {
    PyObject *item = violation_tuple(&v->item[k]);

    if (item != NULL)
      PyList_SET_ITEM(list, (Py_ssize_t)k, item);
    else
      Py_CLEAR(list);
  }
  if (dict == NULL || !put(dict, "items", list))
    Py_CLEAR(dict);
  return dict;
}

static PyObject *
violations(problem *self, PyObject *unused)
{
  mgnn_violations v;
  PyObject *dict;
  mgnn_error err;
  mgnn_status status;

  (void)unused;
  CALL(self, mgnn_violations_find(self->p, &v, &err));
  if (is_failure(status, &err))
    return NULL;
  dict = violations_dict(&v);
  mgnn_violations_free(&v);
  return dict;
}

#define FEASIBILITY(name, kind) { #name, kind, offsetof(mgnn_feasibility, name) }
static const field feasibility_fields[] = {
  FEASIBILITY(feasible, 'v'), FEASIBILITY(method, 's'), FEASIBILITY(dim, 'z'),
  FEASIBILITY(tolerance, 'd'), FEASIBILITY(max_error, 'd'), FEASIBILITY(edm, 'v'),
  FEASIBILITY(edm_dim, 'z'), FEASIBILITY(edm_least, 'd'), FEASIBILITY(edm_most, 'd'),
  FEASIBILITY(edm_slack, 'd'), FEASIBILITY(nearest_dim, 'z'),
  FEASIBILITY(nearest_change, 'd'),
  { NULL, 0, 0 }
};

/* feasibility(dim, tolerance, y or None): y is tried as a certificate. */
static PyObject *
feasibility(problem *self, PyObject *args)
{
  size_t m = mgnn_problem_edges(self->p);
  Py_ssize_t dim;
  double tolerance;
  Py_buffer y;
  mgnn_feasibility f = { 0 };
  PyObject *dict = NULL;
  mgnn_error err;
  mgnn_status status = MGNN_OK;

  if (!PyArg_ParseTuple(args, "ndz*", &dim, &tolerance, &y))
    return NULL;
  if (fits(&y, mgnn_problem_nodes(self->p) * (size_t)dim, sizeof(double))) {
    CALL(self, mgnn_feasibility_find(self->p, (size_t)dim, tolerance, &f, &err));
    if (status == MGNN_OK && y.obj != NULL)
      CALL(self, mgnn_feasibility_certify(&f, self->p, y.buf, &err));
  }
  if (!is_failure(status, &err))
    dict = dict_of(&f, feasibility_fields);
  if (dict != NULL
      && (!put(dict, "violations", violations_dict(&f.violations))
          || !put(dict, "group", bytes_of(f.group, f.group_size, sizeof(mgnn_node)))
          || !put(dict, "nearest", bytes_of(f.nearest, m, sizeof(double)))))
    Py_CLEAR(dict);
  release(&y, NULL);
  mgnn_feasibility_free(&f);
  return dict;
}

static const field realizations_fields[] = {
  { "separators", 'z', offsetof(mgnn_realizations, separators) },
  { "restarts", 'z', offsetof(mgnn_realizations, restarts) },
  { "all_separators", 'v', offsetof(mgnn_realizations, all_separators) },
  { "total", 'd', offsetof(mgnn_realizations, total) },
  { "complete", 'v', offsetof(mgnn_realizations, complete) },
  { NULL, 0, 0 }
};

/* realizations(dim, y, most, tolerance, seed) */
static PyObject *
realizations(problem *self, PyObject *args)
{
  mgnn_realization_params par;
  mgnn_realizations r = { 0 };
  Py_ssize_t dim;
  Py_buffer y;
  PyObject *dict = NULL, *how;
  size_t size;
  mgnn_error err;
  mgnn_status status = MGNN_OK;

  mgnn_realization_params_init(&par);
  if (!PyArg_ParseTuple(args, "ny*ndk", &dim, &y, &par.most, &par.tolerance, &par.seed))
    return NULL;
  size = mgnn_problem_nodes(self->p) * (size_t)dim;
  if (fits(&y, size, sizeof(double)))
    CALL(self, mgnn_realizations_find(self->p, (size_t)dim, y.buf, &par, &r, &err));
  release(&y, NULL);
  if (is_failure(status, &err))
    return NULL;
  how = PyTuple_New((Py_ssize_t)r.count);
  for (size_t k = 0; how != NULL && k < r.count; k++)
    PyTuple_SET_ITEM(how, (Py_ssize_t)k, PyUnicode_FromString(r.how[k]));
  dict = dict_of(&r, realizations_fields);
  if (dict == NULL || !put(dict, "how", how)
      || !put(dict, "y", bytes_of(r.y, r.count * size, sizeof(double))))
    Py_CLEAR(dict);
  mgnn_realizations_free(&r);
  return dict;
}

/* Numbers that a call gives one by one, as bytes. */
static PyObject *
doubles_of(const void *of, size_t count, double (*get)(const void *of, size_t k))
{
  PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(count * sizeof(double)));

  for (size_t k = 0; bytes != NULL && k < count; k++) {
    double x = get(of, k);

    memcpy(PyBytes_AS_STRING(bytes) + k * sizeof x, &x, sizeof x);
  }
  return bytes;
}

static double
odds_at(const void *of, size_t e)
{
  return mgnn_robust_odds(of, e);
}

static double
weight_at(const void *of, size_t e)
{
  return mgnn_robust_weight(of, e);
}

static double
leverage_at(const void *of, size_t e)
{
  return mgnn_uncertainty_leverage(of, e);
}

static PyObject *
robust_dict(const mgnn_robust *r, size_t m, mgnn_status status)
{
  size_t count = mgnn_robust_suspects(r);
  PyObject *dict = PyDict_New(), *suspects = PyList_New((Py_ssize_t)count);

  for (size_t k = 0; suspects != NULL && k < count; k++)
    PyList_SET_ITEM(suspects, (Py_ssize_t)k,
                    PyLong_FromSize_t(mgnn_robust_suspect(r, k)));
  if (dict == NULL || !put(dict, "suspects", suspects)
      || !put(dict, "odds", doubles_of(r, m, odds_at))
      || !put(dict, "weight", doubles_of(r, m, weight_at))
      || !put(dict, "scale", PyFloat_FromDouble(mgnn_robust_scale(r)))
      || !put(dict, "share", PyFloat_FromDouble(mgnn_robust_share(r)))
      || !put(dict, "converged", PyBool_FromLong(status == MGNN_OK)))
    Py_CLEAR(dict);
  return dict;
}

/* robust(dim, y, loss, (solver, tolerance), control) */
static PyObject *
robust(problem *self, PyObject *args)
{
  run r = { .self = self };
  mgnn_search_params par;
  mgnn_robust *found = NULL;
  const char *loss;
  Py_ssize_t dim;
  Py_buffer y;
  PyObject *callback, *result = NULL;
  size_t size;
  mgnn_error err;
  mgnn_status status;

  mgnn_search_params_init(&par);
  if (!PyArg_ParseTuple(args, "nw*s(zd)" CONTROL, &dim, &y, &loss, &par.solver,
                        &par.tolerance, CONTROL_TO(par.control, callback, r.catches)))
    return NULL;
  size = mgnn_problem_nodes(self->p) * (size_t)dim;
  r.watcher.bytes = size * sizeof(double);
  if (may_change(self) && fits(&y, size, sizeof(double))) {
    run_begin(&r, &par.control, callback);
    status = mgnn_robust_find(self->p, (size_t)dim, loss, &par, y.buf, &found, &err);
    run_end(&r);
    if (!is_failure(status, &err))
      result = robust_dict(found, mgnn_problem_edges(self->p), status);
    mgnn_robust_free(found);
  }
  release(&y, NULL);
  return result;
}

/* uncertainty(dim, y) */
static PyObject *
uncertainty(problem *self, PyObject *args)
{
  mgnn_uncertainty *u = NULL;
  Py_ssize_t dim;
  Py_buffer y;
  PyObject *dict;
  size_t n = mgnn_problem_nodes(self->p), m = mgnn_problem_edges(self->p);
  mgnn_error err;
  mgnn_status status = MGNN_OK;

  if (!PyArg_ParseTuple(args, "ny*", &dim, &y))
    return NULL;
  if (fits(&y, n * (size_t)dim, sizeof(double)))
    CALL(self, mgnn_uncertainty_find(self->p, (size_t)dim, y.buf, &u, &err));
  release(&y, NULL);
  if (is_failure(status, &err))
    return NULL;
  dict = PyDict_New();
  if (dict == NULL
      || !put(dict, "covariance", bytes_of(n > 0 ? mgnn_uncertainty_covariance(u, 0) : NULL,
                                           n * (size_t)(dim * dim), sizeof(double)))
      || !put(dict, "free_nodes", PyLong_FromSize_t(mgnn_uncertainty_free_nodes(u)))
      || !put(dict, "estimate", PyFloat_FromDouble(mgnn_uncertainty_estimate(u)))
      || !put(dict, "freedom", PyFloat_FromDouble(mgnn_uncertainty_freedom(u)))
      || !put(dict, "chi2", PyFloat_FromDouble(mgnn_uncertainty_chi2(u)))
      || !put(dict, "leverage", doubles_of(u, m, leverage_at)))
    Py_CLEAR(dict);
  mgnn_uncertainty_free(u);
  return dict;
}

/* align(n, dim, other, y) */
static PyObject *
align(PyObject *module, PyObject *args)
{
  Py_ssize_t n, dim;
  Py_buffer other, y;
  mgnn_status status = MGNN_OK;
  mgnn_error err;

  (void)module;
  if (!PyArg_ParseTuple(args, "nny*w*", &n, &dim, &other, &y))
    return NULL;
  if (fits(&other, (size_t)(n * dim), sizeof(double))
      && fits(&y, (size_t)(n * dim), sizeof(double))) {
    Py_BEGIN_ALLOW_THREADS
    status = mgnn_align((size_t)n, (size_t)dim, other.buf, y.buf, &err);
    Py_END_ALLOW_THREADS
  }
  release(&other, &y);
  return answer(status, &err);
}

/* ---- edges ---- */

/* What a list of ends is like. */
typedef struct {
  size_t m, rising, falling;   /* edges; those with u < v; those with u > v */
  uint64_t sum_rising, sum_falling;    /* of hashes of pair and values */
  size_t bad;                  /* the first edge out of range, or m */
  uint64_t from, to;           /* the ends of that one */
} end_counts;

static uint64_t
hash(uint64_t h)
{
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9U;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebU;
  return h ^ (h >> 31);
}

/* A number of 64 or 32 bits; one below 0 becomes a large one. */
static inline uint64_t
number_at(const void *at, int wide)
{
  return wide ? *(const uint64_t *)at : (uint64_t)*(const int32_t *)at;
}

/* Pairs of numbers to pairs of nodes; rows: u has n + 1 numbers, those of the edges
 * at which the rows of a matrix begin.  half not NULL: only those that rise are
 * written, and their values there.  Without branches: which end is the greater
 * cannot be predicted. */
__attribute__((always_inline)) static inline void
fill(end_counts *counts, const Py_buffer *u, const Py_buffer *v, size_t n,
     const Py_buffer *value, mgnn_node *out, int wide, int rows, uint64_t *half)
{
  end_counts c = *counts;        /* in registers: nothing written can be it */
  const char *from = u->buf, *to = v->buf;
  const uint64_t *of = value->buf;
  const Py_ssize_t next = u->strides[0], beside = v->strides[0];
  size_t values = value->obj != NULL ? (size_t)value->len / sizeof(uint64_t) : 0, row = 0;
  uint64_t end = rows && n > 0 ? number_at(from += next, wide) : c.m;    /* of the row */

  for (size_t e = 0; e < c.m; e++, to += beside) {
    uint64_t i, j = number_at(to, wide), h, rises, falls;
    size_t at;

    while (rows && e >= end)
      end = ++row < n ? number_at(from += next, wide) : c.m;
    i = rows ? row : number_at(from, wide);
    if (!rows)
      from += next;
    rises = i < j;
    falls = i > j;
    if (i >= n || j >= n) {
      c.bad = e;
      c.from = i;
      c.to = j;
      break;
    }
    at = half != NULL ? c.rising : e;
    out[2 * at] = (mgnn_node)i;
    out[2 * at + 1] = (mgnn_node)j;
    if (half != NULL)
      half[at] = of[e];
    h = ((i << 32 | j) & (0 - rises)) | ((j << 32 | i) & (rises - 1));
    if (values > 0)
      h += of[e] * 0x9e3779b97f4a7c15U;
    h = hash(h);
    for (size_t k = e + c.m; k < values; k += c.m)
      h = hash(h ^ of[k]);
    c.rising += rises;
    c.falling += falls;
    c.sum_rising += h & (0 - rises);
    c.sum_falling += h & (0 - falls);
  }
  *counts = c;
}

/* The same, compiled for each kind. */
static void
ends_fill(end_counts *c, const Py_buffer *u, const Py_buffer *v, size_t n,
          const Py_buffer *value, mgnn_node *out, int rows, uint64_t *half)
{
  int wide = u->itemsize == 8;

  if (half != NULL && wide)
    fill(c, u, v, n, value, out, 1, 1, half);
  else if (half != NULL)
    fill(c, u, v, n, value, out, 0, 1, half);
  else if (rows)
    fill(c, u, v, n, value, out, wide, 1, NULL);
  else if (wide)
    fill(c, u, v, n, value, out, 1, 0, NULL);
  else
    fill(c, u, v, n, value, out, 0, 0, NULL);
}

/* Keep the pairs whose first end is the lower one, and their values: half of each
 * column of m. */
static size_t
ends_halve(size_t m, mgnn_node *end, const double *value, size_t values, double *half)
{
  size_t kept = 0;

  for (size_t k = 0; k < values; k += m)
    for (size_t e = 0; e < m; e++) {
      *half = value[k + e];
      half += end[2 * e] < end[2 * e + 1];
    }
  for (size_t e = 0; e < m; e++) {
    mgnn_node i = end[2 * e], j = end[2 * e + 1];

    end[2 * kept] = i;
    end[2 * kept + 1] = j;
    kept += i < j;
  }
  return kept;
}

/* Whether every edge is there in both directions, with the same values. */
static int
is_twice(const end_counts *c)
{
  return c->bad == c->m && c->rising > 0 && c->rising == c->falling
         && c->sum_rising == c->sum_falling;
}

/* ends(u, v, n, values or None, out, half or None): fill `out` with pairs of nodes of the two
 * arrays of 64-bit numbers, and tell how many.  Where every edge is there in both
 * directions (by the sums of hashes of all pairs and their values, `values`
 * holding one or more doubles per edge), only those with u < v are kept, `half`, as
 * large as `values`, receives those of these, and the answer is negative.  Where u has n + 1 numbers and v another count, they tell where
 * the rows of a matrix begin in v. */
static PyObject *
ends(PyObject *module, PyObject *args)
{
  PyObject *first, *second, *result = NULL;
  Py_ssize_t n;
  Py_buffer u, v, value, out, half;
  end_counts c = { 0 };
  size_t kept = 0;
  int rows;
  mgnn_node *end;

  (void)module;
  if (!PyArg_ParseTuple(args, "OOnz*w*z*", &first, &second, &n, &value, &out,
                        &half))
    return NULL;
  if (PyObject_GetBuffer(first, &u, PyBUF_STRIDED_RO) < 0)
    goto no_first;
  if (PyObject_GetBuffer(second, &v, PyBUF_STRIDED_RO) < 0)
    goto no_second;
  rows = u.len != v.len && u.len / u.itemsize == n + 1;
  if ((u.itemsize != 8 && u.itemsize != 4) || v.itemsize != u.itemsize
      || (u.len != v.len && !rows) || half.len != value.len
      || (half.len > 0 && half.readonly)
      || (size_t)out.len != (size_t)(v.len / v.itemsize) * 2 * sizeof(mgnn_node)) {
    PyErr_SetString(PyExc_ValueError, "ends are not two arrays of whole numbers");
    goto no_ends;
  }
  c.m = c.bad = (size_t)(v.len / v.itemsize);
  end = out.buf;
  Py_BEGIN_ALLOW_THREADS
  /* A matrix is most often symmetric: half of it is tried first. */
  if (rows && value.len == (Py_ssize_t)(c.m * sizeof(double))) {
    ends_fill(&c, &u, &v, (size_t)n, &value, end, 1, half.buf);
    kept = is_twice(&c) ? c.rising : 0;
    if (c.bad == c.m && kept == 0)
      c = (end_counts){ .m = c.m, .bad = c.m };
  }
  if (c.bad == c.m && kept == 0) {
    ends_fill(&c, &u, &v, (size_t)n, &value, end, rows, NULL);
    if (is_twice(&c))
      kept = ends_halve(c.m, end, value.buf, (size_t)value.len / sizeof(double), half.buf);
  }
  Py_END_ALLOW_THREADS
  if (c.bad < c.m)
    PyErr_Format(library_error, "edge %zu joins nodes %lld and %lld, must be from 0 to %zd",
                 c.bad, (long long)c.from, (long long)c.to, n - 1);
  else
    result = PyLong_FromSsize_t(kept > 0 ? -(Py_ssize_t)kept : (Py_ssize_t)c.m);
no_ends:
  PyBuffer_Release(&v);
no_second:
  PyBuffer_Release(&u);
no_first:
  release(&value, &out);
  release(&half, NULL);
  return result;
}

/* ---- the module ---- */

static PyObject *
names(PyObject *module, PyObject *args)
{
  PyObject *list = NULL;
  const char *of, *name;

  (void)module;
  if (!PyArg_ParseTuple(args, "s", &of) || (list = PyList_New(0)) == NULL)
    return NULL;
  for (size_t i = 0; (name = *of == 'r' ? mgnn_rule_name(i) : mgnn_solver_name(i)) != NULL;
       i++) {
    PyObject *text = PyUnicode_FromString(name);

    if (text == NULL || PyList_Append(list, text) < 0)
      Py_CLEAR(list);
    Py_XDECREF(text);
    if (list == NULL)
      break;
  }
  return list;
}

#define METHOD(name) { #name, (PyCFunction)(void (*)(void))name, METH_VARARGS, NULL }

static PyMethodDef problem_methods[] = {
  METHOD(noise_set), METHOD(robust), METHOD(uncertainty),
  METHOD(bounds_set), METHOD(stiffness_set), METHOD(pins_set), METHOD(chirality_set),
  METHOD(chirality_right), METHOD(min_distance_set), METHOD(self_loops_set),
  METHOD(propagate), METHOD(drawings), METHOD(smooth), METHOD(search), METHOD(place), METHOD(rescale), METHOD(lengths_make), METHOD(measure),
  METHOD(compare), METHOD(at_positions), METHOD(rigidity), METHOD(determined), METHOD(bars), METHOD(flexes), METHOD(feasibility),
  METHOD(realizations),
  { "violations", (PyCFunction)(void (*)(void))violations, METH_NOARGS, NULL },
  { NULL, NULL, 0, NULL }
};

static PyGetSetDef problem_values[] = {
  { "nodes", (getter)problem_get, NULL, NULL, "n" },
  { "edges", (getter)problem_get, NULL, NULL, "m" },
  { "ends", (getter)problem_get, NULL, NULL, "ends" },
  { "lengths", (getter)problem_get, NULL, NULL, "lengths" },
  { "upper", (getter)problem_get, NULL, NULL, "upper" },
  { "stiffness", (getter)problem_get, NULL, NULL, "stiffness" },
  { "weights", (getter)problem_get, NULL, NULL, "weights" },
  { "noise", (getter)problem_get, NULL, NULL, "N" },
  { "names", (getter)problem_get, NULL, NULL, "a" },
  { "notes", (getter)problem_get, NULL, NULL, "t" },
  { "chirality", (getter)problem_get, NULL, NULL, "chirality" },
  { "min_distance", (getter)problem_get, NULL, NULL, "d" },
  { "self_loops", (getter)problem_get, NULL, NULL, "o" },
  { "interrupted", (getter)problem_get, NULL, NULL, "i" },
  { "pins", (getter)problem_get, NULL, NULL, "pins" },
  { NULL, NULL, NULL, NULL, NULL }
};

static PyTypeObject problem_type = {
  PyVarObject_HEAD_INIT(NULL, 0)
  .tp_name = "mgnn._core.Problem",
  .tp_basicsize = sizeof(problem),
  .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
  .tp_dealloc = (destructor)problem_dealloc,
  .tp_methods = problem_methods,
  .tp_getset = problem_values
};

static PyMethodDef methods[] = {
  METHOD(problem_new), METHOD(problem_read),
  METHOD(align), METHOD(ends), METHOD(names),
  { NULL, NULL, 0, NULL }
};

/* What a module has is of the whole process: the types and the exception. */
static int
core_fill(PyObject *module)
{
  if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
    PyErr_SetString(PyExc_ImportError, "mgnn works in the main interpreter only, not in "
                    "subinterpreters; use threads or processes");
    return -1;
  }
  if (library_error == NULL)
    library_error = PyErr_NewExceptionWithDoc("mgnn.Error",
      "What the library refuses, in its words.", PyExc_ValueError, NULL);
  if (PyType_Ready(&problem_type) < 0 || library_error == NULL
      || PyModule_AddObjectRef(module, "Error", library_error) < 0
      || PyModule_AddObjectRef(module, "Problem", (PyObject *)&problem_type) < 0
      || PyModule_AddStringConstant(module, "version", mgnn_version()) < 0
      || PyModule_AddIntConstant(module, "seed_bits", 8 * sizeof(long)) < 0)
    return -1;
  return 0;
}

static PyModuleDef_Slot slots[] = {
  { Py_mod_exec, (void *)core_fill },
  { 0, NULL }
};

/* Without the slot Py_mod_gil, Python without the global lock takes it again. */
static struct PyModuleDef definition = {
  PyModuleDef_HEAD_INIT, "mgnn._core", "The calls of libmgnn.", 0, methods,
  slots, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit__core(void)
{
  return PyModuleDef_Init(&definition);
}
