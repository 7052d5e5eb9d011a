/* The programs as functions, to run them many times in one process. */
#ifndef MAINS_H
#define MAINS_H

int layout_main(int argc, char **argv);
int inspect_main(int argc, char **argv);
int sbm_main(int argc, char **argv);

#endif
