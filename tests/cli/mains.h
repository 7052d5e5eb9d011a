/* The programs as functions, to run them many times in one process. */
#ifndef MAINS_H
#define MAINS_H

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int layout_main(int argc, char **argv);
int inspect_main(int argc, char **argv);
int sbm_main(int argc, char **argv);
int learn_main(int argc, char **argv);

/* Send what goes to a descriptor to the file; returns a copy of the old. */
static inline int
redirect(int fd, const char *name)
{
  int keep, to = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);

  fflush(NULL);
  keep = dup(fd);
  dup2(to, fd);
  close(to);
  return keep;
}

static inline void
restore(int fd, int keep)
{
  fflush(NULL);
  dup2(keep, fd);
  close(keep);
}

#endif
