#include "base/output.h"

#include "base/clock.h"
#include "base/effort.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What path stands for. */
struct target {
    bool exists, replaced; /* replaced: a regular file, or one that will be */
    int stream;            /* the standard stream that it is already, or -1 */
    mode_t mode;
    char name[PATH_MAX]; /* links followed */
};

static bool is_same(const struct stat *a, const struct stat *b) { return a->st_dev == b->st_dev && a->st_ino == b->st_ino; }

/* The standard stream that is this file, or -1. */
static int standard_stream(const struct stat *s)
{
    struct stat own;
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
        if (fstat(fd, &own) == 0 && is_same(s, &own))
            return fd;
    return -1;
}

/* The folder of a path, "." if it names none. */
static void folder_of(const char *path, char folder[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    size_t n = !slash ? 0 : slash == path ? 1 : (size_t)(slash - path);
    snprintf(folder, PATH_MAX, "%.*s", n ? (int)n : 1, n ? path : ".");
}

static bool find_target(const char *path, struct target *t)
{
    struct stat status;
    *t = (struct target){0};
    if (strlen(path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    t->exists = stat(path, &status) == 0;
    if (!t->exists && errno != ENOENT)
        return false;
    if (t->exists && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return false;
    }
    t->mode = t->exists ? status.st_mode & 07777 : 0;
    t->stream = t->exists ? standard_stream(&status) : -1;
    t->replaced = !t->exists ? lstat(path, &status) != 0 : S_ISREG(status.st_mode) && t->stream < 0;
    if (!t->exists || !realpath(path, t->name))
        snprintf(t->name, sizeof t->name, "%s", path);
    return true;
}

static bool is_stdout(const char *path) { return !strcmp(path, "-"); }

bool output_possible(const char *path)
{
    struct target t;
    char folder[PATH_MAX];
    if (is_stdout(path))
        return true;
    if (!find_target(path, &t) || (t.exists && access(path, W_OK) != 0))
        return false;
    folder_of(t.name, folder);
    return (t.exists && !t.replaced) || access(folder, W_OK | X_OK) == 0;
}

/* Waits for a reader: a FIFO without one cannot be opened, and a full one cannot be written to. */
static bool wait_a_little(double since)
{
    if (interrupted() || clock_wall() - since > CLOCK_READER) {
        errno = ETIMEDOUT;
        return false;
    }
    poll(NULL, 0, 20);
    return true;
}

static bool write_patiently(int fd, const struct text *t)
{
    double since = clock_wall();
    for (size_t done = 0; done < t->size;) {
        ssize_t n = write(fd, t->data + done, t->size - done);
        if (n > 0) {
            done += (size_t)n;
            since = clock_wall();
        } else if (n == 0 || (errno != EINTR && errno != EAGAIN) || !wait_a_little(since)) {
            return false;
        }
    }
    return true;
}

static bool write_to(int fd, const struct text *t)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignore, &before); /* a reader that has left is an error of write */
    bool ok = write_patiently(fd, t);
    int error = errno;
    ok = close(fd) == 0 && ok;
    errno = error;
    sigaction(SIGPIPE, &before, NULL);
    return ok;
}

/* A device, a FIFO, a standard stream, or a link to nowhere. */
static bool write_through(const struct target *to, const struct text *t)
{
    int flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (to->exists ? 0 : O_CREAT);
    double since = clock_wall();
    int fd;
    if (to->stream >= 0) { /* after what has been written there */
        fflush(to->stream == STDOUT_FILENO ? stdout : stderr);
        return write_to(dup(to->stream), t);
    }
    while ((fd = open(to->name, flags, 0666)) < 0)
        if (errno != ENXIO || !wait_a_little(since))
            return false;
    return write_to(fd, t);
}

enum { BESIDE = PATH_MAX + 64 };

/* A name beside the target that nobody has: for fd, a file that has no name yet, or (fd is -1) for a new file, which is
 * opened. */
static int name_beside(const struct target *to, int fd, char name[BESIDE])
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    for (unsigned i = 0; i < 100; i++) {
        snprintf(name, BESIDE, "%s.%ld-%u.tmp", to->name, (long)getpid(), i);
        int made = fd < 0 ? open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)
                          : linkat(AT_FDCWD, link, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
        if (made >= 0 || errno != EEXIST)
            return made;
    }
    return -1;
}

/* The content under a name beside the target. Where the file system allows it (and /proc is there, as it is not in a bare chroot), the
 * file gets a name when it is complete: a process that is killed before leaves nothing. */
static bool write_beside(const struct target *to, const struct text *t, char name[BESIDE])
{
    char folder[PATH_MAX];
    folder_of(to->name, folder);
    int fd = access("/proc/self/fd", X_OK) == 0 ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666) : -1;
    bool named = fd < 0;
    if (named && (fd = name_beside(to, -1, name)) < 0)
        return false;
    bool ok = !to->exists || fchmod(fd, to->mode) == 0;
    ok = ok && write_patiently(fd, t) && (named || name_beside(to, fd, name) == 0);
    int error = errno;
    ok = close(fd) == 0 && ok;
    if (!ok && named)
        unlink(name);
    errno = error;
    return ok;
}

bool output_write(const struct text *t, const char *path)
{
    struct target to;
    char beside[BESIDE];
    if (is_stdout(path))
        return fflush(stdout) == 0 && write_patiently(STDOUT_FILENO, t);
    if (!find_target(path, &to))
        return false;
    if (!to.replaced)
        return write_through(&to, t);
    if (!write_beside(&to, t, beside))
        return false;
    if (rename(beside, to.name) == 0)
        return true;
    int error = errno;
    unlink(beside);
    errno = error;
    return false;
}

bool make_folders(const char *folder, unsigned mode)
{
    char *path = mem_strdup(folder);
    struct stat status;
    for (char *slash = path + 1; *path && (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    mem_free(path);
    if (mkdir(folder, (mode_t)mode) == 0)
        return true;
    int error = errno;
    bool there = stat(folder, &status) == 0 && S_ISDIR(status.st_mode);
    errno = error;
    return there;
}

char *temporary_folder(struct arena *words)
{
    const char *tmp = getenv("TMPDIR");
    return mkdtemp(arena_printf(words, "%s/heddle-XXXXXX", tmp && *tmp ? tmp : "/tmp"));
}

void output_remove(const char *path)
{
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) && standard_stream(&status) < 0)
        unlink(path);
}

bool output_same_file(const char *a, const char *b)
{
    struct stat one, other;
    bool first = stat(a, &one) == 0, second = stat(b, &other) == 0;
    if (first || second)
        return first && second && is_same(&one, &other);
    char folder_a[PATH_MAX], folder_b[PATH_MAX];
    folder_of(a, folder_a);
    folder_of(b, folder_b);
    const char *name_a = strrchr(a, '/'), *name_b = strrchr(b, '/');
    return !strcmp(name_a ? name_a + 1 : a, name_b ? name_b + 1 : b) && stat(folder_a, &one) == 0 && stat(folder_b, &other) == 0 &&
           is_same(&one, &other);
}
