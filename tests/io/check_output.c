/* Files are written whole or not at all, wherever they go. */
#define _GNU_SOURCE
#include "base/mem.h"
#include "io/write/output.h"
#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char home[4000], dir[4100];

/* Every test has a new folder, which is also the current one. */
static void
enter(void)
{
  ck_assert_ptr_nonnull(getcwd(home, sizeof home));
  snprintf(dir, sizeof dir, "%s/check-output-XXXXXX", home);
  ck_assert_ptr_nonnull(mkdtemp(dir));
  ck_assert_int_eq(chdir(dir), 0);
  umask(022);
}

/* Remove the folder and what it holds. */
static void
leave(void)
{
  ck_assert_int_eq(system("chmod -R u+rwx . && find . -mindepth 1 -delete"), 0);
  ck_assert_int_eq(chdir(home), 0);
  ck_assert_int_eq(rmdir(dir), 0);
}

static void
holds(const char *path, const char *text)
{
  char buf[200];
  FILE *f = fopen(path, "r");
  size_t len;

  ck_assert_msg(f != NULL, "%s is missing", path);
  len = fread(buf, 1, sizeof buf - 1, f);
  buf[len] = '\0';
  fclose(f);
  ck_assert_str_eq(buf, text);
}

/* The number of files in a folder. */
static int
entries(const char *path)
{
  DIR *d = opendir(path);
  int count = 0;

  ck_assert_ptr_nonnull(d);
  for (struct dirent *e; (e = readdir(d)) != NULL; )
    count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
  closedir(d);
  return count;
}

static void
write_text(const char *path, const char *text)
{
  mgnn_error err;
  mg_output o;

  ck_assert_msg(mg_output_open(&o, path, &err) == MGNN_OK, "%s", err.text);
  fputs(text, o.file);
  ck_assert_msg(mg_output_commit(&o, &err) == MGNN_OK, "%s", err.text);
  ck_assert_ptr_null(o.path);
}

static void
refused(const char *path, const char *message)
{
  mgnn_error err;
  mg_output o;

  ck_assert_int_eq(mg_output_open(&o, path, &err), MGNN_EIO);
  ck_assert_int_eq(err.status, MGNN_EIO);
  ck_assert_str_eq(err.text, message);
  ck_assert_ptr_null(o.file);
  ck_assert_ptr_null(o.path);
}

START_TEST(new_file_appears_only_when_complete)
{
  mg_output o;
  struct stat about;

  umask(027);
  ck_assert_int_eq(mg_output_open(&o, "a.csv", NULL), MGNN_OK);
  fputs("text", o.file);
  fflush(o.file);
  ck_assert_int_ne(access("a.csv", F_OK), 0);
  ck_assert_int_eq(entries("."), 1);
  ck_assert_int_eq(mg_output_commit(&o, NULL), MGNN_OK);
  holds("a.csv", "text");
  ck_assert_int_eq(entries("."), 1);
  ck_assert_int_eq(stat("a.csv", &about), 0);
  ck_assert_int_eq(about.st_mode & 07777, 0640);
}
END_TEST

START_TEST(old_file_stays_until_then_and_keeps_its_mode)
{
  mg_output o;
  struct stat about;

  put("a.csv", "old");
  chmod("a.csv", 0664);
  ck_assert_int_eq(mg_output_open(&o, "a.csv", NULL), MGNN_OK);
  fputs("new", o.file);
  fflush(o.file);
  holds("a.csv", "old");
  ck_assert_int_eq(mg_output_commit(&o, NULL), MGNN_OK);
  holds("a.csv", "new");
  ck_assert_int_eq(stat("a.csv", &about), 0);
  ck_assert_int_eq(about.st_mode & 07777, 0664);
  ck_assert_int_eq(entries("."), 1);
}
END_TEST

START_TEST(discarding_leaves_no_trace)
{
  mg_output o;

  put("a.csv", "old");
  ck_assert_int_eq(mg_output_open(&o, "a.csv", NULL), MGNN_OK);
  fputs("new", o.file);
  mg_output_discard(&o);
  mg_output_discard(&o);       /* nothing is left to be discarded */
  holds("a.csv", "old");
  ck_assert_int_eq(entries("."), 1);
}
END_TEST

START_TEST(owner_is_kept_where_that_is_allowed)
{
  struct stat about;

  if (geteuid() != 0)
    return;                    /* only root can give files away */
  put("a.csv", "old");
  ck_assert_int_eq(chown("a.csv", 12345, 12346), 0);
  write_text("a.csv", "new");
  ck_assert_int_eq(stat("a.csv", &about), 0);
  ck_assert_uint_eq(about.st_uid, 12345);
  ck_assert_uint_eq(about.st_gid, 12346);
}
END_TEST

/* A user without root's rights, of one more group, in a child. */
static int
as_nobody(void (*act)(void))
{
  const gid_t more = 12346;
  pid_t pid = fork();
  int how;

  if (pid == 0) {
    if (geteuid() == 0 && (setgroups(1, &more) != 0 || setegid(65534) != 0
                           || seteuid(65534) != 0))
      _exit(77);               /* a container may forbid it */
    act();
    _exit(0);
  }
  waitpid(pid, &how, 0);
  return WIFEXITED(how) ? WEXITSTATUS(how) : 99;
}

/* A user of one more group overwrites files that everybody may write. */
static void
overwrite_in_groups(void)
{
  mgnn_error err;
  mg_output o;

  if (mg_output_open(&o, "ours", &err) != MGNN_OK)
    _exit(1);
  fputs("new", o.file);
  if (mg_output_commit(&o, &err) != MGNN_OK)
    _exit(2);
  if (mg_output_open(&o, "theirs", &err) != MGNN_EIO
      || strcmp(err.text, "theirs: the file that is there belongs to group "
                "12347, which the new one could not keep; remove it or write "
                "to another name") != 0)
    _exit(3);
}

START_TEST(group_is_kept_or_the_file_is)
{
  struct stat about;
  int how;

  if (geteuid() != 0)
    return;                    /* only root can give files away */
  chmod(".", 0777);
  for (int k = 0; k < 2; k++) {
    const char *name = k == 0 ? "ours" : "theirs";

    put(name, "old");
    ck_assert_int_eq(chown(name, 12345, k == 0 ? 12346 : 12347), 0);
    ck_assert_int_eq(chmod(name, 0666), 0);
  }
  how = as_nobody(overwrite_in_groups);
  if (how == 77)
    return;
  ck_assert_int_eq(how, 0);
  holds("ours", "new");
  holds("theirs", "old");
  ck_assert_int_eq(stat("ours", &about), 0);
  ck_assert_uint_eq(about.st_gid, 12346);
  ck_assert_uint_eq(about.st_mode & 07777, 0666);
  ck_assert_int_eq(entries("."), 2);
}
END_TEST

/* More links than the system follows in one name, though not in any one step:
 * ten, each in a folder that is behind five others. */
START_TEST(link_that_the_system_refuses_is_not_followed)
{
  struct stat about;

  put("real", "old");
  ck_assert_int_eq(symlink(".", "d0"), 0);
  for (int k = 1; k < 5; k++) {
    char to[20], name[20];

    snprintf(to, sizeof to, "d%d", k - 1);
    snprintf(name, sizeof name, "d%d", k);
    ck_assert_int_eq(symlink(to, name), 0);
  }
  ck_assert_int_eq(symlink("real", "l0"), 0);
  for (int k = 1; k <= 10; k++) {
    char to[4200], name[20];

    snprintf(to, sizeof to, "%s/d4/l%d", dir, k - 1);
    snprintf(name, sizeof name, "l%d", k);
    ck_assert_int_eq(symlink(to, name), 0);
  }
  write_text("l3", "new");
  holds("real", "new");
  if (stat("l10", &about) == 0)
    return;                    /* a system of more patience */
  refused("l10", "l10: the symbolic link may not be followed: Too many levels "
          "of symbolic links");
  holds("real", "new");
}
END_TEST

/* The same where a stranger has put a link into a folder like /tmp. */
START_TEST(link_of_a_stranger_is_not_followed)
{
  struct stat about;

  put("real", "old");
  ck_assert_int_eq(mkdir("tmp", 0777), 0);
  ck_assert_int_eq(chmod("tmp", 01777), 0);
  ck_assert_int_eq(symlink("../real", "tmp/link"), 0);
  if (lchown("tmp/link", 12345, 12345) != 0 || stat("tmp/link", &about) == 0)
    return;                    /* not root, or the system does not mind */
  refused("tmp/link", "tmp/link: the symbolic link may not be followed: "
          "Permission denied");
  holds("real", "old");
}
END_TEST

START_TEST(symlinks_are_followed_and_stay)
{
  struct stat about;
  char text[10];

  ck_assert_int_eq(mkdir("far", 0777), 0);
  ck_assert_int_eq(mkdir("far/off", 0777), 0);
  put("far/off/real", "old");
  ck_assert_int_eq(symlink("off/real", "far/second"), 0);
  ck_assert_int_eq(symlink("far/second", "first"), 0);
  write_text("first", "new");
  holds("far/off/real", "new");
  ck_assert_int_eq(lstat("first", &about), 0);
  ck_assert(S_ISLNK(about.st_mode));
  ck_assert_int_eq(readlink("far/second", text, sizeof text), 8);
  ck_assert_int_eq(entries("far/off"), 1);
}
END_TEST

START_TEST(dangling_symlink_makes_what_it_points_to)
{
  char absolute[4200];

  ck_assert_int_eq(mkdir("far", 0777), 0);
  snprintf(absolute, sizeof absolute, "%s/far/new", dir);
  ck_assert_int_eq(symlink(absolute, "link"), 0);
  write_text("link", "text");
  holds("far/new", "text");
  ck_assert_int_eq(entries("."), 2);
}
END_TEST

START_TEST(symlinks_in_a_circle_are_refused)
{
  ck_assert_int_eq(symlink("b", "a"), 0);
  ck_assert_int_eq(symlink("a", "b"), 0);
  refused("a", "a: the symbolic link leads in a circle; remove it or write "
          "elsewhere");
}
END_TEST

START_TEST(places_that_cannot_be_written_are_named)
{
  char name[5000];

  ck_assert_int_eq(mkdir("out", 0777), 0);
  put("plain", "");
  refused("out", "out: is a folder; give the name of a file in it");
  refused("out/", "out/: is a folder; give the name of a file in it");
  refused("new/", "new/: ends in a slash; give the name of a file");
  refused("", "the name of the output file is empty");
  refused("no/such/a.svg", "no/such/a.svg: the folder no/such does not exist; "
          "make it first, for example with mkdir -p");
  refused("/nonexistent.svg/a", "/nonexistent.svg/a: the folder "
          "/nonexistent.svg does not exist; make it first, for example with "
          "mkdir -p");
  refused("plain/a.svg", "plain/a.svg: plain is not a folder");
  ck_assert_int_eq(symlink("gone/a", "link"), 0);
  refused("link", "link: the folder gone does not exist; make it first, for "
          "example with mkdir -p");
  memset(name, 'n', 300);
  name[300] = '\0';
  ck_assert_int_eq(mg_output_open(&(mg_output){0}, name, NULL), MGNN_EIO);
  refused("/dev/fd/777", "/dev/fd/777: cannot be written: Bad file descriptor");
}
END_TEST

START_TEST(long_name_is_written)
{
  char name[256];

  memset(name, 'n', 255);
  name[255] = '\0';
  write_text(name, "text");
  holds(name, "text");
  ck_assert_int_eq(entries("."), 1);
}
END_TEST

static void
try_locked_places(void)
{
  mgnn_error err;
  mg_output o;

  if (mg_output_open(&o, "locked/a.svg", &err) != MGNN_EIO
      || strcmp(err.text, "locked/a.svg: no file can be made in locked "
                "(permission denied); write to another folder") != 0)
    _exit(1);
  if (mg_output_open(&o, "open/kept", &err) != MGNN_EIO
      || strcmp(err.text, "open/kept: exists and is read-only; remove it or "
                "write to another name") != 0)
    _exit(2);
  if (mg_output_open(&o, "dev", &err) != MGNN_EIO
      || strcmp(err.text, "dev: cannot be written: Permission denied") != 0)
    _exit(3);
  if (chdir("locked") != 0
      || mg_output_open(&o, "a.svg", &err) != MGNN_EIO
      || strcmp(err.text, "a.svg: no file can be made in the current folder "
                "(permission denied); write to another folder") != 0)
    _exit(4);
}

START_TEST(permissions_are_respected)
{
  int how;

  chmod(".", 0755);
  ck_assert_int_eq(mkdir("locked", 0777), 0);
  ck_assert_int_eq(mkdir("open", 0777), 0);
  put("open/kept", "old");
  chmod("open", 0777);
  chmod("open/kept", 0444);
  ck_assert_int_eq(mkfifo("dev", 0400), 0);
  chmod("dev", 0000);
  chmod("locked", 0555);
  how = as_nobody(try_locked_places);
  if (how == 77)
    fprintf(stderr, "permissions_are_respected: skipped, the user cannot be "
            "changed here\n");
  else
    ck_assert_int_eq(how, 0);
  holds("open/kept", "old");
  ck_assert_int_eq(entries("open"), 1);
}
END_TEST

START_TEST(full_device_is_reported)
{
  mgnn_error err;
  mg_output o;

  if (access("/dev/full", W_OK) != 0)
    return;
  for (int many = 0; many < 2; many++) {
    ck_assert_int_eq(mg_output_open(&o, "/dev/full", &err), MGNN_OK);
    ck_assert_ptr_null(o.part);
    for (int i = 0; i < (many ? 100000 : 1); i++)
      fputs("text", o.file);
    ck_assert_int_eq(mg_output_commit(&o, &err), MGNN_EIO);
    ck_assert_str_eq(err.text, "/dev/full: not everything could be written: "
                     "No space left on device");
  }
}
END_TEST

/* A limit on the file size acts like a full disk. */
START_TEST(full_disk_leaves_the_old_files)
{
  mg_output o[2];
  mgnn_error err;
  int saved;

  put("a", "old a");
  put("b", "old b");
  ck_assert_int_eq(mg_output_open(&o[0], "a", NULL), MGNN_OK);
  saved = dup(0);              /* the next descriptor, which b will get */
  close(saved);
  ck_assert_int_eq(mg_output_open(&o[1], "b", NULL), MGNN_OK);
  fputs("new a", o[0].file);
  fputs("new b", o[1].file);
  ck_assert_int_eq(dup2(open("/dev/full", O_WRONLY | O_CLOEXEC), saved), saved);
  ck_assert_int_eq(mg_output_commit_all(o, 2, &err), MGNN_EIO);
  ck_assert_str_eq(err.text, "b: not everything could be written: No space "
                   "left on device; nothing was changed there");
  holds("a", "old a");
  holds("b", "old b");
  ck_assert_int_eq(entries("."), 2);
}
END_TEST

/* A process that has been and gone. */
static long
gone(void)
{
  pid_t pid = fork();

  if (pid == 0)
    _exit(0);
  waitpid(pid, NULL, 0);
  return (long)pid;
}

/* kill -9 leaves a part file; the next output of that name clears it away, and
 * no other file: of a living process, in use elsewhere, named otherwise. */
START_TEST(leftovers_of_dead_processes_are_removed)
{
  static const char *const kept[] = { ".out.mgnn-%ld.part.old",
                                      ".out.mgnn-%ldx.part", ".out2.mgnn-%ld.part",
                                      "out.mgnn-%ld.part", ".out.mgnn--%ld.part" };
  long pid = gone();
  char name[100];
  int lock;

  for (int k = 0; k < 3; k++) {
    snprintf(name, sizeof name, k == 0 ? ".out.mgnn-%ld.part"
             : k == 1 ? ".out.mgnn-%ld-1.part" : ".out.mgnn-%ld-23.part", pid);
    put(name, "half of i");
  }
  for (size_t k = 0; k < sizeof kept / sizeof *kept; k++) {
    snprintf(name, sizeof name, kept[k], pid);
    put(name, "other");
  }
  snprintf(name, sizeof name, ".out.mgnn-%ld.part", (long)getppid());
  put(name, "living");
  snprintf(name, sizeof name, ".out.mgnn-%ld-7.part", pid);
  put(name, "locked");
  lock = open(name, O_RDONLY);
  ck_assert_int_eq(flock(lock, LOCK_EX), 0);
  write_text("out", "whole\n");
  holds("out", "whole\n");
  holds(name, "locked");
  ck_assert_int_eq(entries("."), 1 + 5 + 2);
  close(lock);
  write_text("./out", "again\n");
  ck_assert_int_eq(entries("."), 1 + 5 + 1);
}
END_TEST

START_TEST(files_that_belong_together_are_committed_together)
{
  mg_output o[3];

  ck_assert_int_eq(mg_output_open(&o[0], "a", NULL), MGNN_OK);
  ck_assert_int_eq(mg_output_open(&o[1], "a", NULL), MGNN_OK);   /* again */
  ck_assert_int_eq(mg_output_open(&o[2], "b", NULL), MGNN_OK);
  ck_assert_str_ne(o[0].part, o[1].part);
  for (int k = 0; k < 3; k++)
    fprintf(o[k].file, "%d", k);
  ck_assert_int_eq(mg_output_commit_all(o, 3, NULL), MGNN_OK);
  holds("a", "1");
  holds("b", "2");
  ck_assert_int_eq(entries("."), 2);
}
END_TEST

/* More of them than a process may have open. */
START_TEST(files_of_a_set_wait_for_the_last)
{
  mg_output_set set = { 0 };
  struct rlimit few = { 100, 100 };
  mg_output o;
  char name[20];

  ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &few), 0);
  for (int again = 0; again < 2; again++) {
    for (int k = 0; k < 200; k++) {
      snprintf(name, sizeof name, "%d", k);
      ck_assert_int_eq(mg_output_open(&o, name, NULL), MGNN_OK);
      fputs(again ? "new" : "old", o.file);
      ck_assert_int_eq(mg_output_keep(&o, &set, NULL), MGNN_OK);
      ck_assert_ptr_null(o.file);
    }
    ck_assert_int_eq(entries("."), again ? 400 : 200);
    if (again) {
      holds("0", "old");
      mg_output_set_discard(&set);
    } else
      ck_assert_int_eq(mg_output_set_commit(&set, NULL), MGNN_OK);
    ck_assert_uint_eq(set.count, 0);
    ck_assert_int_eq(entries("."), 200);
    holds("0", "old");
    holds("199", "old");
  }
}
END_TEST

START_TEST(target_that_became_a_folder_is_reported)
{
  mgnn_error err;
  mg_output o;

  ck_assert_int_eq(mg_output_open(&o, "a", NULL), MGNN_OK);
  ck_assert_int_eq(mkdir("a", 0777), 0);
  ck_assert_int_eq(mg_output_commit(&o, &err), MGNN_EIO);
  ck_assert_str_eq(err.text, "a: the finished file cannot be put in its place: "
                   "Is a directory");
  ck_assert_int_eq(entries("."), 1);
}
END_TEST

START_TEST(fifo_is_written_directly)
{
  struct stat about;
  pid_t pid;
  int how;

  ck_assert_int_eq(mkfifo("pipe", 0600), 0);
  pid = fork();
  if (pid == 0) {
    char text[10];
    int fd = open("pipe", O_RDONLY);

    _exit(read(fd, text, sizeof text) == 4 && memcmp(text, "text", 4) == 0
          ? 0 : 1);
  }
  write_text("pipe", "text");
  waitpid(pid, &how, 0);
  ck_assert_int_eq(how, 0);
  ck_assert_int_eq(stat("pipe", &about), 0);
  ck_assert(S_ISFIFO(about.st_mode));
  ck_assert_int_eq(entries("."), 1);
}
END_TEST

START_TEST(reader_that_left_is_reported)
{
  mgnn_error err;
  mg_output o;
  char name[30];
  int ends[2];

  signal(SIGPIPE, SIG_IGN);
  ck_assert_int_eq(pipe(ends), 0);
  close(ends[0]);
  snprintf(name, sizeof name, "/dev/fd/%d", ends[1]);
  ck_assert_int_eq(mg_output_open(&o, name, &err), MGNN_OK);
  fputs("text", o.file);
  ck_assert_int_eq(mg_output_commit(&o, &err), MGNN_EIO);
  ck_assert_ptr_nonnull(strstr(err.text, ": the program that reads it has "
                               "stopped reading"));
  close(ends[1]);
}
END_TEST

/* Run in a child whose standard output is the given file. */
static int
with_stdout(int fd, const char *path, char *message)
{
  int line[2], how;
  pid_t pid;
  ssize_t got;

  ck_assert_int_eq(pipe(line), 0);
  fflush(stdout);
  pid = fork();
  if (pid == 0) {
    mgnn_error err = { MGNN_OK, "" };
    mg_output o;
    mgnn_status status;

    signal(SIGPIPE, SIG_IGN);
    if (fd >= 0)
      dup2(fd, 1);
    else
      close(1);
    status = mg_output_open(&o, path, &err);
    if (status == MGNN_OK) {
      fputs("data\n", o.file);
      status = mg_output_commit(&o, &err);
    }
    if (write(line[1], err.text, strlen(err.text)) < 0)
      _exit(99);
    _exit((int)status);
  }
  close(line[1]);
  got = read(line[0], message, 999);
  message[got > 0 ? got : 0] = '\0';
  close(line[0]);
  waitpid(pid, &how, 0);
  return WEXITSTATUS(how);
}

START_TEST(standard_output_by_any_name)
{
  static const char *const names[] = { "-", "/dev/stdout", "/dev/fd/1",
                                       "/proc/self/fd/1" };
  char message[1000];
  int ends[2], fd;

  for (size_t k = 0; k < 4; k++) {
    fd = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    ck_assert_int_eq(write(fd, "before ", 7), 7);
    ck_assert_int_eq(with_stdout(fd, names[k], message), MGNN_OK);
    ck_assert_int_eq(write(fd, "after", 5), 5);
    close(fd);
    holds("out", "before data\nafter");
  }
  ck_assert_int_eq(pipe(ends), 0);
  close(ends[0]);
  ck_assert_int_eq(with_stdout(ends[1], "-", message), MGNN_EIO);
  ck_assert_str_eq(message, "");       /* no reader, no message */
  close(ends[1]);
  fd = open("/dev/full", O_WRONLY);
  ck_assert_int_eq(with_stdout(fd, "-", message), MGNN_EIO);
  ck_assert_str_eq(message, "standard output: not everything could be written: "
                   "No space left on device");
  close(fd);
  ck_assert_int_eq(with_stdout(-1, "-", message), MGNN_EIO);
  ck_assert_str_eq(message, "standard output: is closed");
}
END_TEST

static void
on_signal(int number)
{
  (void)number;
  mg_output_remove_all();
  _exit(5);
}

START_TEST(signal_handler_removes_part_files)
{
  pid_t pid = fork();
  int how;

  if (pid == 0) {
    mg_output o[100];
    mg_output_set kept = { 0 };

    signal(SIGTERM, on_signal);
    for (int k = 0; k < 100; k++)
      if (mg_output_open(&o[k], "a", NULL) != MGNN_OK)
        _exit(1);
    mg_output_discard(&o[1]);
    for (int k = 2; k < 90; k++)       /* finished, and waiting for the others */
      if (mg_output_keep(&o[k], &kept, NULL) != MGNN_OK)
        _exit(1);
    raise(SIGTERM);
    _exit(2);
  }
  waitpid(pid, &how, 0);
  ck_assert_int_eq(WEXITSTATUS(how), 5);
  ck_assert_int_eq(entries("."), 0);
}
END_TEST

START_TEST(many_outputs_at_once)
{
  mg_output o[40];

  for (int k = 0; k < 40; k++) {
    char name[20];

    snprintf(name, sizeof name, "%d", k);
    ck_assert_int_eq(mg_output_open(&o[k], name, NULL), MGNN_OK);
  }
  ck_assert_int_eq(mg_output_commit_all(o, 40, NULL), MGNN_OK);
  ck_assert_int_eq(entries("."), 40);
}
END_TEST

START_TEST(every_allocation_may_fail)
{
  int done = 0;

  put("real", "old");
  ck_assert_int_eq(symlink("real", "link"), 0);
  for (long good = 0; !done; good++) {
    mgnn_status status;
    mgnn_error err;
    mg_output o;

    mg_fuse_set(good);
    status = mg_output_open(&o, "link", &err);
    done = !mg_fuse_blown();
    mg_fuse_set(-1);
    ck_assert_int_eq(entries("."), done ? 3 : 2);
    if (done) {
      ck_assert_int_eq(status, MGNN_OK);
      mg_output_discard(&o);
    } else {
      ck_assert_int_eq(status, MGNN_ENOMEM);
      ck_assert_str_eq(err.text, "out of memory");
    }
    holds("real", "old");
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(new_file_appears_only_when_complete),
    TEST(old_file_stays_until_then_and_keeps_its_mode),
    TEST(discarding_leaves_no_trace),
    TEST(owner_is_kept_where_that_is_allowed),
    TEST(group_is_kept_or_the_file_is),
    TEST(link_that_the_system_refuses_is_not_followed),
    TEST(link_of_a_stranger_is_not_followed),
    TEST(symlinks_are_followed_and_stay),
    TEST(dangling_symlink_makes_what_it_points_to),
    TEST(symlinks_in_a_circle_are_refused),
    TEST(places_that_cannot_be_written_are_named),
    TEST(long_name_is_written),
    TEST(permissions_are_respected),
    TEST(full_device_is_reported),
    TEST(full_disk_leaves_the_old_files),
    TEST(leftovers_of_dead_processes_are_removed),
    TEST(files_that_belong_together_are_committed_together),
    TEST(files_of_a_set_wait_for_the_last),
    TEST(target_that_became_a_folder_is_reported),
    TEST(fifo_is_written_directly),
    TEST(reader_that_left_is_reported),
    TEST(standard_output_by_any_name),
    TEST(signal_handler_removes_part_files),
    TEST(many_outputs_at_once),
    TEST(every_allocation_may_fail)
  };
  const unit_needs needs = { .enter = enter, .leave = leave };

  return unit_run("output", tests, COUNT(tests), &needs);
}
