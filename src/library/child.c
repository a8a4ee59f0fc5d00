/* heddle as a child process: in a group of its own, so that it can be ended with its own children; outputs are read as they come, and news are told
 * line by line. One descriptor (of epoll) stands for all that it may say, so that a caller can wait for it and for other things. */
#include "library/results.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

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

static long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Whoever was cancelled has been asked to end; after a moment it is not asked any more. Its children end with it. */
enum { WATCH = 50, PATIENCE = 200 };

static void end_if_cancelled(struct heddle_session *s)
{
    struct child *c = &s->child;
    if (atomic_load(&s->group) >= 0)
        return;
    if (!c->cancelled)
        c->cancelled = now();
    else if (now() - c->cancelled > PATIENCE)
        kill(-c->pid, SIGKILL);
}

int child_watch(struct heddle_session *s)
{
    if (!s->watch)
        s->watch = epoll_create1(EPOLL_CLOEXEC);
    if (s->watch >= 0)
        return 0;
    s->watch = 0;
    return -1;
}

static void close_pipe(struct heddle_session *s, int i)
{
    epoll_ctl(s->watch, EPOLL_CTL_DEL, s->child.pipes[i], NULL);
    close(s->child.pipes[i]);
    s->child.pipes[i] = -1;
    s->child.open--;
}

int child_take(struct heddle_session *s, int milliseconds)
{
    struct child *c = &s->child;
    struct epoll_event events[PIPES];
    int wait = milliseconds < 0 || milliseconds > WATCH ? WATCH : milliseconds; /* who was cancelled is looked after */
    int n = c->open ? epoll_wait(s->watch, events, PIPES, wait) : 0;
    for (int e = 0; e < n; e++) {
        int i = events[e].data.fd;
        if (!take(&c->buffers[i], c->pipes[i]))
            close_pipe(s, i);
        if (i == NEWS && s->news && atomic_load(&s->group) >= 0)
            tell_news(s, &c->buffers[i]);
    }
    if (c->open)
        end_if_cancelled(s);
    return c->open > 0;
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

const char *child_program(const struct heddle_session *s)
{
    return s->program ? s->program : getenv("HEDDLE") ? getenv("HEDDLE") : "heddle";
}

static int arguments(const struct heddle_session *s, const char *property, struct strings *argv)
{
    char number[64];
    int ok = !strings_add(argv, strdup(child_program(s))) && !strings_add(argv, strdup("verify")) &&
             !strings_add(argv, strdup("--json=-")) && !strings_add(argv, joined("--property=%s", property)) &&
             !strings_add(argv, joined("--engine=%s", s->engine ? s->engine : "auto"));
    for (size_t i = 0; i < s->options.size && ok; i++)
        ok = !strings_add(argv, strdup(s->options.data[i]));
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
static int spawn(struct strings *argv, int fds[PIPES][2], pid_t *pid)
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

/* What it writes is read from now on. */
static int begin(struct heddle_session *s, struct strings *argv, int pipes[PIPES][2])
{
    struct child *c = &s->child;
    int none = 0, error = spawn(argv, pipes, &c->pid);
    if (error)
        return error;
    for (int i = 0; i < PIPES; i++) {
        struct epoll_event e = {.events = EPOLLIN, .data.fd = i};
        c->pipes[i] = pipes[i][0];
        pipes[i][0] = -1;
        c->open++;
        if (epoll_ctl(s->watch, EPOLL_CTL_ADD, c->pipes[i], &e))
            close_pipe(s, i); /* what it says is then lost, and there is no report */
    }
    /* It may be cancelled from now on; if it was before it began, it ends at once. */
    if (!atomic_compare_exchange_strong(&s->group, &none, c->pid))
        kill(-c->pid, SIGTERM);
    return 0;
}

int child_start(struct heddle_session *s, const char *property)
{
    struct strings argv = {0};
    int pipes[PIPES][2] = {{-1, -1}, {-1, -1}, {-1, -1}}, error;
    s->child = (struct child){0};
    if (arguments(s, property, &argv))
        error = ENOMEM;
    else if (child_watch(s) || pipe2(pipes[OUT], O_CLOEXEC) || pipe2(pipes[ERRORS], O_CLOEXEC) || pipe2(pipes[NEWS], O_CLOEXEC))
        error = errno;
    else
        error = begin(s, &argv, pipes);
    for (int i = 0; i < PIPES; i++) {
        close(pipes[i][0]);
        close(pipes[i][1]);
    }
    strings_clear(&argv);
    return error;
}

/* While it is not reaped its number is nobody else's. A caller that ignores SIGCHLD, or waits for every child, may have reaped it. */
int child_end(struct heddle_session *s)
{
    int status = 0, self = s->child.pid;
    pid_t pid = s->child.pid, reaped;
    siginfo_t info;
    while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        ;
    atomic_compare_exchange_strong(&s->group, &self, 0);
    while ((reaped = waitpid(pid, &status, 0)) < 0 && errno == EINTR)
        ;
    s->child.pid = 0;
    return reaped != pid ? CHILD_REAPED : WIFEXITED(status) ? WEXITSTATUS(status) : CHILD_CRASHED;
}

void child_forget(struct heddle_session *s)
{
    for (int i = 0; i < PIPES; i++)
        free(s->child.buffers[i].data);
    s->child = (struct child){0};
}
