/* Whole runs of the programs with the first, second, ... allocation failing:
 * each ends with status 2 and a message, leaves the old output as it was and
 * no part file, and leaks nothing (sanitizers look); or it can do without and
 * writes the same bytes as a run in which none fails. */
#define _GNU_SOURCE
#include "base/mem.h"
#include "mains.h"
#include "unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

enum { ARGS_MAX = 24, OUTPUT_MAX = 1 << 20 };

static const char old[] = "what was there before\n";

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
} programs[] = {
  { "mgnn-layout", layout_main },
  { "mgnn-inspect", inspect_main },
  { "mgnn-sbm", sbm_main },
  { "mgnn-learn", learn_main }
};

/* The command line, cut at blanks, with the fuse set by `set`; returns the exit
 * status.  *blown: whether an allocation failed.  What it says goes to the file
 * said, what it answers to the file answer. */
static int
run_with(const char *line, void (*set)(long good), long good, int *blown)
{
  char text[500], *word[ARGS_MAX + 1];
  int count = 0, status = -1, out, err;

  snprintf(text, sizeof text, "%s", line);
  for (char *w = strtok(text, " "); w != NULL; w = strtok(NULL, " "))
    word[count++] = w;
  word[count] = NULL;
  out = redirect(1, "answer");
  err = redirect(2, "said");
  set(good);
  for (size_t k = 0; k < sizeof programs / sizeof *programs; k++)
    if (strcmp(word[0], programs[k].name) == 0)
      status = programs[k].run(count, word);
  *blown = mg_fuse_blown();
  mg_fuse_set(-1);
  restore(2, err);
  restore(1, out);
  return status;
}

/* The bytes of a file, with a 0 after them. */
static const char *
bytes_of(const char *path)
{
  static char bytes[OUTPUT_MAX];
  FILE *in = fopen(path, "rb");

  ck_assert_ptr_nonnull(in);
  bytes[fread(bytes, 1, sizeof bytes - 1, in)] = '\0';
  fclose(in);
  return bytes;
}

static int
parts_left(void)
{
  struct dirent *entry;
  DIR *dir = opendir(".");
  int count = 0;

  while ((entry = readdir(dir)) != NULL)
    count += strstr(entry->d_name, ".part") != NULL;
  closedir(dir);
  return count;
}

/* ---- what a run has written ---- */

static int
is_output(const struct dirent *entry)
{
  return strncmp(entry->d_name, "out", 3) == 0
         || strncmp(entry->d_name, "frame-", 6) == 0
         || strcmp(entry->d_name, "answer") == 0;
}

/* All outputs with their names, in one text, to be freed; *size receives its
 * length.  From reports and answers, which tell times, digits are left out. */
static char *
outputs_of(const char *line, size_t *size)
{
  const char *report = strstr(line, "--report ");
  struct dirent **entry = NULL;
  int count = scandir(".", &entry, is_output, alphasort);
  char *text = NULL;
  FILE *all = open_memstream(&text, size);

  for (int k = 0; k < count; k++) {
    const char *name = entry[k]->d_name;
    int timed = (report != NULL
                 && strncmp(report + 9, name, strlen(name)) == 0)
                || strcmp(name, "answer") == 0;
    FILE *in = fopen(name, "rb");

    fprintf(all, "%s:", name);
    for (int c; (c = fgetc(in)) != EOF;)
      if (!timed || !strchr("0123456789.e+- ", c) || c == '\0')
        fputc(c, all);
    fclose(in);
    free(entry[k]);
  }
  free(entry);
  ck_assert_int_eq(fclose(all), 0);
  return text;
}

static void
outputs_remove(void)
{
  struct dirent **entry = NULL;
  int count = scandir(".", &entry, is_output, alphasort);

  for (int k = 0; k < count; k++) {
    unlink(entry[k]->d_name);
    free(entry[k]);
  }
  free(entry);
}

/* The files that the runs read. */
static void
inputs_put(void)
{
  put("g.csv", "source,target,length\na,b,1\nb,c,1\nc,a,1\nc,d,2\ne,f,1\ng,g,1\n");
  put("g.gml", "graph [ node [ id 1 label \"a\" kind \"x\" ] node [ id 2 ]\n"
      "node [ id 3 label \"c\" kind \"y\" ]\nedge [ source 1 target 2 len 1 ]\n"
      "edge [ source 2 target 3 len 2 ] edge [ source 3 target 1 len 2 ] ]\n");
  put("r.dot", "digraph N { subgraph cluster_a { label=box; a [shape=record, "
      "label=\"<p>x|{y|z}\", fontsize=20]; b [shape=doubleoctagon] } "
      "a:p -> b [headlabel=\"\\H\", color=\"red:blue\"]; b -> c }\n");
  put("g.net", "*Vertices 3\n1 \"a\" 0 0\n2 \"b\" 1 0\n3 \"c\" 0 1\n*Edges\n"
      "1 2 1\n2 3 1\n");
  put("z.csv", "node,x,y\na,0,0\nb,1,0\nc,1,1\nd,2,2\ne,3,0\nf,3,1\ng,4,4\n");
  put("m.csv", "source,target,length\na,b,1\nb,c,1\nc,a,1\nc,d,2\ne,f,1\na,d,9\n");
  put("l.csv", "node,label\na,p\nb,q\n");
  put("y.csv", "node,label\na,p\nb,q\nc,p\nd,q\ne,p\nf,q\ng,p\n");
  put("x.svm", "0 0:1\n0 1:1\n0 0:2\n0 1:2 3:1\n0\n0 2:1\n0 0:1 2:1\n");
  put("s.csv", "set,model,lr\ng,gcn,0.1\n*,mgnn,0.2\n");
  put("p.csv", "node,one\na,t\nb,t\nc,v\nd,v\ne,e\nf,e\n");
  put("c.jsonl", "{\"nodes\": [0, 1], \"edges\": [[0, 1, 0]], \"target\": 1, "
      "\"split\": \"train\"}\n{\"nodes\": [0], \"edges\": [], \"target\": 2, "
      "\"split\": \"val\"}\n{\"nodes\": [0, 0], \"edges\": [[1, 0, 0]], "
      "\"target\": 3, \"split\": \"test\"}\n");
}

static const char *const lines[] = {
  "mgnn-layout --threads 1 g.csv -o out.svg --node-labels --report report.json",
  "mgnn-layout --threads 1 g.csv -o out.csv --metric m.csv --labels l.csv -v",
  "mgnn-layout --threads 1 g.gml -o out.gml --labels kind --restarts 2",
  "mgnn-layout --threads 1 g.net -o out.graphml --pairs paths",
  "mgnn-layout --threads 1 g.csv -o out.json --no-overlap --init pivot",
  "mgnn-layout --threads 1 g.csv -o out.xyz --pin z.csv --align z.csv",
  "mgnn-layout --threads 1 g.csv -o out.csv --dim auto --metric const:1",
  "mgnn-layout --threads 1 g.csv --layers 2 --model mgnn,appnp --sheet out.svg",
  "mgnn-layout --threads 1 g.csv --layers 1 --features z.csv -o out.csv "
    "--metric coords:z.csv --labels l.csv",
  "mgnn-layout --threads 1 g.csv -o out.npz --labels l.csv",
  "mgnn-layout --threads 1 g.csv -o out.npy --layers 1",
  "mgnn-layout --threads 1 g.csv -o out.svm --layers 1",
  "mgnn-layout --threads 1 g.gml -o out.gexf --layers 1",
  "mgnn-layout --threads 1 g.gml -o out.dot --layers 1",
  "mgnn-layout --threads 1 g.net -o out.pdb --layers 1",
  "mgnn-layout --threads 1 g.csv -o out.png --size 60x60",
  "mgnn-layout --threads 1 g.csv -o out.pdf",
  "mgnn-layout --threads 1 g.gml --edge-color strain --node-color stress "
    "--annotate lengths --node-labels -o out.svg",
  "mgnn-layout --threads 1 g.gml --dim 3 --view 20,30 --edge-color attr:len "
    "--node-color attr:kind --node-size attr:id -o out.svg",
  "mgnn-layout --threads 1 g.csv -o out.html --layers 1 --model mgnn,sgc",
  "mgnn-layout --threads 1 g.gml -o out.html --edge-color strain",
  "mgnn-layout --threads 1 g.csv --layers 2 --sheet out.pdf",
  "mgnn-layout --threads 1 g.csv --layers 2 --sheet out.png --size 60x60",
  "mgnn-layout --threads 1 g.csv --layers 2 --animate out.svg --size 60x60",
  "mgnn-layout --threads 1 g.csv --layers 1 --animate out.png --size 40x40",
  "mgnn-layout --threads 1 g.gml --max-iterations 5 --animate out.html",
  "mgnn-layout --threads 1 g.csv --layers 2 --plot out.svg",
  "mgnn-layout --threads 1 g.gml --plot out.pdf",
  "mgnn-layout --threads 1 g.csv --layers 2 -o out.csv -o frame-%d.svg",
  "mgnn-layout --threads 1 r.dot --layers 1 -o out.svg",
  "mgnn-layout --threads 1 g.gml --hulls kind --node-size attr:id --layers 1 -o out.html",
  "mgnn-inspect --threads 1 g.csv -o out.svg",
  "mgnn-inspect --threads 1 --json --dims 1..2 g.csv --metric m.csv",
  "mgnn-inspect --threads 1 g.csv z.csv z.csv -o out.csv --labels l.csv",
  "mgnn-inspect --threads 1 --json g.gml --realizations 2 -o out.svg",
  "mgnn-sbm --blocks 3,2 --p-in 1 --p-out 0.5 -o out",
  "mgnn-learn --threads 1 g.csv --features x.svm --labels y.csv --splits p.csv "
    "-m gcn,mgnn-message --settings s.csv --epochs 2 --hidden 3 -T csv --report out.json",
  "mgnn-learn --threads 1 g.csv --features z.csv --labels y.csv --epochs 1 "
    "-m mgnn --tune 2 --hidden 3 --predictions p.out -o out.csv",
  "mgnn-learn --threads 1 g.csv --features x.svm --labels y.csv --splits p.csv "
    "-m gcn --epochs 1 --hidden 3 --save out.model --embedding out.npy "
    "--predictions out.csv",
  "mgnn-learn --threads 1 c.jsonl -m gin --epochs 1 --hidden 3 --report out.json",
};

static int
ends_well(int status)
{
  return status == 0 || status == 3;
}

/* out.svg and the like, from the line; the answer if it names none. */
static void
output_of(const char *line, char name[16])
{
  const char *at = strstr(line, " out");

  if (at == NULL)
    snprintf(name, 16, "answer");
  else
    snprintf(name, 16, "%.*s%s", (int)strcspn(at + 1, " "), at + 1,
             strchr(at, '.') == NULL ? ".gml" : "");
}

static void
allocations_fail(const char *line, void (*set)(long good), int step)
{
  int status, asks, blown;
  char name[16], *want, *got;
  size_t want_size, got_size;
  long good = 0;

  inputs_put();
  output_of(line, name);
  asks = strcmp(name, "answer") == 0;
  outputs_remove();
  ck_assert(ends_well(run_with(line, mg_fuse_set, -1, &blown)));
  want = outputs_of(line, &want_size);
  do {
    outputs_remove();
    put(name, old);
    status = run_with(line, set, good, &blown);
    if (!ends_well(status)) {
      ck_assert_msg(status == 2, "%s: allocation %ld: status %d", line, good,
                    status);
      ck_assert_msg(strstr(bytes_of("said"), "out of memory") != NULL,
                    "%s: allocation %ld: %s", line, good, bytes_of("said"));
      if (strstr(line, "--report") == NULL && strstr(line, "frame-") == NULL)
        ck_assert_str_eq(bytes_of(name), asks ? "" : old);
    } else {
      got = outputs_of(line, &got_size);
      ck_assert_msg(got_size == want_size && memcmp(got, want, got_size) == 0,
                    "%s: allocation %ld: status %d and other bytes", line, good,
                    status);
      free(got);
    }
    ck_assert_int_eq(parts_left(), 0);
    good += step;
  } while (blown && good < 100000);
  ck_assert(ends_well(status));
  free(want);
}

/* Every third one, and all that follow it. */
START_TEST(memory_may_run_out_during_a_run)
{
  allocations_fail(lines[_i], mg_fuse_set, 3);
}
END_TEST

START_TEST(one_allocation_of_a_run_may_fail)
{
  allocations_fail(lines[_i], mg_fuse_set_once, 1);
}
END_TEST

/* A run inside another process, any number of times: descriptors are closed. */
START_TEST(runs_leave_no_descriptor_open)
{
  int before, after, blown;

  inputs_put();
  ck_assert(ends_well(run_with(lines[_i], mg_fuse_set, -1, &blown)));
  before = dup(0);
  close(before);
  for (int k = 0; k < 5; k++)
    ck_assert(ends_well(run_with(lines[_i], mg_fuse_set, -1, &blown)));
  after = dup(0);
  close(after);
  ck_assert_int_eq(after, before);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(memory_may_run_out_during_a_run, COUNT(lines)),
    TEST_EACH(one_allocation_of_a_run_may_fail, COUNT(lines)),
    TEST_EACH(runs_leave_no_descriptor_open, COUNT(lines))
  };

  return unit_run("whole", tests, COUNT(tests),
                  &(unit_needs){ .seconds = 300 });
}
