/* Preloaded into a program: from allocation number NOMEM_AT of its main on there
 * is no memory, whoever asks for it. */
#define _GNU_SOURCE            /* RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

typedef int main_function(int argc, char **argv, char **env);

static long left;              /* until there is none; 0: no limit */
static main_function *host;

static int
refused(void)
{
  long now = __atomic_load_n(&left, __ATOMIC_RELAXED);

  if (now > 1)
    __atomic_fetch_sub(&left, 1, __ATOMIC_RELAXED);
  if (now != 1)
    return 0;
  errno = ENOMEM;
  return 1;
}

void *
malloc(size_t size)
{
  return refused() ? NULL : __libc_malloc(size);
}

void *
calloc(size_t count, size_t size)
{
  return refused() ? NULL : __libc_calloc(count, size);
}

void *
realloc(void *block, size_t size)
{
  return refused() ? NULL : __libc_realloc(block, size);
}

static int
main_begin(int argc, char **argv, char **env)
{
  const char *at = getenv("NOMEM_AT");

  left = at != NULL ? atol(at) : 0;
  return host(argc, argv, env);
}

/* What libraries do before main is not the program's doing. */
int
__libc_start_main(main_function *program, int argc, char **argv,
                  void (*init)(void), void (*fini)(void),
                  void (*rtld_fini)(void), void *stack_end)
{
  int (*real)(main_function *, int, char **, void (*)(void), void (*)(void),
              void (*)(void), void *);

  *(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
  host = program;
  return real(main_begin, argc, argv, init, fini, rtld_fini, stack_end);
}
