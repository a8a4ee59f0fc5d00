/* heddle as a child process: in a group of its own, so that it can be ended with its own children; outputs are read as they come, and news are told
 * line by line. */
#include "library/results.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct buffer {
    char *data;
    size_t size;
};

/* False at the end, or if there is no memory. */
static int take(struct buffer *b, int fd)
{
    char part[16384];
    ssize_t n = read(fd, part, sizeof part);
    if (n < 0)
        return errno == EINTR || errno == EAGAIN;
    char *grown = n ? realloc(b->data, b->size + (size_t)n + 1) : NULL;
    if (!grown)
        return 0;
    memcpy(grown + b->size, part, (size_t)n);
    b->data = grown;
    b->size += (size_t)n;
    b->data[b->size] = 0;
    return 1;
}

/* Tells the lines that are whole, and keeps the rest. */
static void tell_news(struct heddle_session *s, struct buffer *b)
{
    char *line = b->data, *end;
    if (!b->size)
        return;
    while ((end = memchr(line, '\n', b->size - (size_t)(line - b->data)))) {
        *end = 0;
        results_news(s, line);
        line = end + 1;
    }
    b->size -= (size_t)(line - b->data);
    memmove(b->data, line, b->size);
}

enum { OUT, ERRORS, NEWS, PIPES };

static long milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Whoever was cancelled has been asked to end; after a moment it is not asked any more. Its children end with it. */
static void end_if_cancelled(struct heddle_session *s, pid_t pid, long *since)
{
    enum { PATIENCE = 200 };
    if (atomic_load(&s->child) >= 0)
        return;
    if (!*since)
        *since = milliseconds();
    else if (milliseconds() - *since > PATIENCE)
        kill(-pid, SIGKILL);
}

/* Until all are closed. */
static void read_all(struct heddle_session *s, pid_t pid, const int fds[PIPES], struct buffer *buffers)
{
    enum { WATCH = 50 };
    struct pollfd p[PIPES];
    long cancelled = 0;
    int open = PIPES;
    for (int i = 0; i < PIPES; i++)
        p[i] = (struct pollfd){fds[i], POLLIN, 0};
    while (open) {
        if (poll(p, PIPES, WATCH) < 0 && errno != EINTR)
            return;
        end_if_cancelled(s, pid, &cancelled);
        for (int i = 0; i < PIPES; i++) {
            if (p[i].fd < 0 || !p[i].revents)
                continue;
            if (!take(&buffers[i], p[i].fd)) {
                p[i].fd = -1;
                open--;
            }
            if (i == NEWS && s->news && atomic_load(&s->child) >= 0)
                tell_news(s, &buffers[i]);
        }
    }
}

static char *joined(const char *format, const char *value)
{
    char *s = NULL;
    return asprintf(&s, format, value) < 0 ? NULL : s;
}

/* "--timeout=0.5", whatever the caller's locale puts between the digits; what is no time is left to heddle to refuse. */
static char *time_limit(double seconds)
{
    enum { BILLION = 1000000000 };
    char *s = NULL;
    long long parts = seconds >= 0 && seconds < BILLION ? (long long)(seconds * BILLION) : -1;
    int n = parts < 0 ? asprintf(&s, "--timeout=-1") : asprintf(&s, "--timeout=%lld.%09lld", parts / BILLION, parts % BILLION);
    return n < 0 ? NULL : s;
}

static int arguments(const struct heddle_session *s, const char *property, struct strings *argv)
{
    const char *program = s->program ? s->program : getenv("HEDDLE") ? getenv("HEDDLE") : "heddle";
    char number[64];
    int ok = !strings_add(argv, strdup(program)) && !strings_add(argv, strdup("verify")) &&
             !strings_add(argv, strdup("--json=-")) && !strings_add(argv, joined("--property=%s", property)) &&
             !strings_add(argv, joined("--engine=%s", s->engine ? s->engine : "auto"));
    if (s->news)
        ok = ok && !strings_add(argv, strdup("--news=/dev/fd/3"));
    ok = ok && !strings_add(argv, time_limit(s->timeout));
    snprintf(number, sizeof number, "--memory=%u", s->memory);
    ok = ok && !strings_add(argv, strdup(number));
    for (size_t i = 0; i < s->flags.size && ok; i++)
        ok = !strings_add(argv, joined("--flag=%s", s->flags.data[i]));
    for (size_t i = 0; i < s->entries.size && ok; i++)
        ok = !strings_add(argv, joined("--entry=%s", s->entries.data[i]));
    ok = ok && !strings_add(argv, strdup("--"));
    for (size_t i = 0; i < s->files.size && ok; i++)
        ok = !strings_add(argv, strdup(s->files.data[i]));
    return ok ? 0 : -1;
}

/* It has a group of its own, and takes signals as if a shell had started it, whatever the caller ignores or blocks. */
static void set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGCHLD);
    sigaddset(&usual, SIGTERM);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_init(attributes);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &usual);
}

/* fds: where it writes to. */
static int start(struct strings *argv, int fds[PIPES][2], pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, fds[OUT][1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fds[ERRORS][1], STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fds[NEWS][1], STDERR_FILENO + 1);
    set_attributes(&attributes);
    char **list = calloc(argv->size + 1, sizeof *list);
    for (size_t i = 0; list && i < argv->size; i++)
        list[i] = argv->data[i];
    int error = list ? posix_spawnp(pid, list[0], &actions, &attributes, list, environ) : ENOMEM;
    free(list);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* The child may be cancelled from now on; if it was before it began, it ends at once. While it is not reaped its number is nobody else's. A
 * caller that ignores SIGCHLD, or waits for every child, may have reaped it. */
static int wait_for(struct heddle_session *s, pid_t pid, const int fds[PIPES], struct buffer *buffers)
{
    int none = 0, status = 0, self = pid;
    pid_t reaped;
    siginfo_t info;
    if (!atomic_compare_exchange_strong(&s->child, &none, pid))
        kill(-pid, SIGTERM);
    read_all(s, pid, fds, buffers);
    while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        ;
    atomic_compare_exchange_strong(&s->child, &self, 0);
    while ((reaped = waitpid(pid, &status, 0)) < 0 && errno == EINTR)
        ;
    return reaped != pid ? CHILD_REAPED : WIFEXITED(status) ? WEXITSTATUS(status) : CHILD_CRASHED;
}

int child_run(struct heddle_session *s, const char *property, char **out, char **errors)
{
    struct strings argv = {0};
    struct buffer buffers[PIPES] = {0};
    int pipes[PIPES][2] = {{-1, -1}, {-1, -1}, {-1, -1}}, status = CHILD_CRASHED, error;
    pid_t pid = 0;
    if (arguments(s, property, &argv))
        error = ENOMEM;
    else if (pipe2(pipes[OUT], O_CLOEXEC) || pipe2(pipes[ERRORS], O_CLOEXEC) || pipe2(pipes[NEWS], O_CLOEXEC))
        error = errno;
    else
        error = start(&argv, pipes, &pid);
    for (int i = 0; i < PIPES; i++)
        close(pipes[i][1]);
    if (!error)
        status = wait_for(s, pid, (const int[PIPES]){pipes[OUT][0], pipes[ERRORS][0], pipes[NEWS][0]}, buffers);
    else if (argv.size)
        buffers[ERRORS].data = joined("heddle: error: cannot run it: %s\n", strerror(error));
    for (int i = 0; i < PIPES; i++)
        close(pipes[i][0]);
    strings_clear(&argv);
    free(buffers[NEWS].data);
    *out = buffers[OUT].data;
    *errors = buffers[ERRORS].data;
    return status;
}
